"""What the API says: its own document, and its fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from croupier.serve.app import routed
from croupier.serve.wire.openapi import document


def fraction(share: dict[str, str]) -> Fraction:
    return Fraction(int(share["numerator"]), int(share["denominator"]))


def own_document() -> dict[str, Any]:
    """The document as a server would give it, without one."""
    made: dict[str, Any] = json.loads(json.dumps(document(routed())))
    return made
