"""What proves that a request was accepted."""

from __future__ import annotations

from msgspec import Struct


class Receipt(Struct, frozen=True):
    """The number and the hash of a journal's entry: whoever keeps it can show later that the entry was there."""

    table: str
    number: int
    hash: str
    time: int
