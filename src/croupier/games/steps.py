"""The steps of a dealer's procedure, by name."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from croupier.games.people import Role
from croupier.rulebook import Cite

OPEN_TABLE = "open table"


class Step(Struct, frozen=True):
    """One thing the dealer does, by which clause, and its name in a sentence: \"the next step is to …\"."""

    name: str
    rule: Cite
    words: str
    role: Role = Role.DEALER
    movement: str = ""
    """Steps of one movement are one gesture at the table: a console takes them one after the other by one key."""


Steps = Mapping[str, Step]

READING, DISPLAY, SETTLING = "reading", "display", "settling"
"""The result read and called; the numbers put on the display; wagers collected and paid, and the next round opened."""


def in_order(*steps: Step) -> dict[str, Step]:
    return {step.name: step for step in steps}
