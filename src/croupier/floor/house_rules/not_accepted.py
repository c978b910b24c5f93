"""What an act at the floor is refused with: a refusal by the rules, or by the house itself."""

from __future__ import annotations

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.games.refusal import Refusal

AnyRefusal = Refusal | HouseRefusal


class NotAccepted(Exception):  # noqa: N818  a refusal is the ordinary answer to an act, not an error of the program
    """An act or a request was refused. Nothing was done."""

    def __init__(self, refusal: AnyRefusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def accept(refusal: AnyRefusal | None) -> None:
    """Go on where there is no refusal; raises `NotAccepted` where there is one."""
    if refusal is not None:
        raise NotAccepted(refusal)
