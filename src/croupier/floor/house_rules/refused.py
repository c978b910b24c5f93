"""The short way to refuse by a rule of the house."""

from __future__ import annotations

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal


def refuse(topic: str, code: str, why: str) -> NotAccepted:
    return NotAccepted(HouseRefusal(topic, code, why))


def accept(refusal: HouseRefusal | None) -> None:
    """Goes on where there is no refusal."""
    if refusal is not None:
        raise NotAccepted(refusal)
