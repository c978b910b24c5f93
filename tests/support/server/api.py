"""What the API says: its own document, and its fractions."""

from __future__ import annotations

import json
import warnings
from fractions import Fraction
from typing import Any

from litestar import Litestar

from croupier.serve.app import ROUTES
from croupier.serve.security.auth import DEPENDENCIES
from croupier.serve.wire.openapi import document


def fraction(share: dict[str, str]) -> Fraction:
    return Fraction(int(share["numerator"]), int(share["denominator"]))


def own_document() -> dict[str, Any]:
    """The document as a server would give it, without one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        app = Litestar(route_handlers=ROUTES, dependencies=DEPENDENCIES, openapi_config=None)
    made: dict[str, Any] = json.loads(json.dumps(document(app)))
    return made
