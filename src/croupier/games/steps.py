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


Steps = Mapping[str, Step]


def in_order(*steps: Step) -> dict[str, Step]:
    return {step.name: step for step in steps}
