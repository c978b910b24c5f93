"""Whole numbers on the command line: nothing is rounded that somebody typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cyclopts import Token


def whole(_type: Any, tokens: Sequence[Token]) -> int:
    text = tokens[0].value
    if not re.fullmatch(r"-?[0-9]{1,40}", text):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)
