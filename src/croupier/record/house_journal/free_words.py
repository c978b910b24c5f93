"""Words that somebody chose, as they stand on a line of the house's journal.

They stand in quotation marks and without `#`, so that nothing in them reads as a stamp, or as a part of one.
"""

from __future__ import annotations

import json


def quoted(words: str) -> str:
    """As JSON writes it, on one line."""
    return without_signs(json.dumps(words, ensure_ascii=False))


def without_signs(text: str) -> str:
    """JSON that says the same without `#`."""
    return text.replace("#", r"\u0023")


def unquoted(text: str) -> str:
    """The words again. Lines of older versions have them bare."""
    try:
        found = json.loads(text)
    except ValueError:
        return text
    return found if isinstance(found, str) else text
