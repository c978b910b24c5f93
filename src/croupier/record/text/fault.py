"""What cannot be read in a record, and where."""

from __future__ import annotations

from msgspec import Struct


class TextFault(Struct, frozen=True, order=True):
    """Something in a text that cannot be read, with its line and column."""

    line: int
    column: int
    why: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.why}"


class Unreadable(ValueError):  # noqa: N818  it is what it says
    """A text that is no record, with all its faults."""

    def __init__(self, faults: list[TextFault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))
