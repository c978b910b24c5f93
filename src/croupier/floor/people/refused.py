"""The short way to refuse by a rule of the house."""

from __future__ import annotations

from croupier.floor.people.refusal import HouseRefusal
from croupier.floor.refusal import NotAccepted


def refuse(topic: str, code: str, why: str) -> NotAccepted:
    return NotAccepted(HouseRefusal(topic, code, why))


def accept(refusal: HouseRefusal | None) -> None:
    """Goes on where there is no refusal."""
    if refusal is not None:
        raise NotAccepted(refusal)
