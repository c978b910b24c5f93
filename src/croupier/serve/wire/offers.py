"""What may be done at a table now, as a page needs it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.games.offers import Bounds, Choices, Field

MOST_OFFERS = 500


class FieldShown(Struct, frozen=True, omit_defaults=True):
    """What a field of an act may be: a number within bounds, one of some choices, or words."""

    lowest: int | None = None
    highest: int | None = None
    step: int | None = None
    choices: tuple[Any, ...] | None = None
    longest: int | None = None


class OfferShown(Struct, frozen=True):
    """One kind of act that is accepted now. Fields that are left out may keep their defaults."""

    act: str
    role: str
    fields: dict[str, FieldShown]


class LegalShown(Struct, frozen=True):
    number: int
    """After the entry of this number."""
    round: int
    offers: tuple[OfferShown, ...]
    awaits: tuple[str, ...]
    """What comes next, and from whom."""
    more: bool
    """There are more offers than are shown."""
    may_pass: bool = False
    """The house waits in case you ask for something: you may let it pass (`POST /tables/ID/pass`)."""


def field_shown(field: Field) -> FieldShown:
    match field:
        case Bounds(lowest, highest, step):
            return FieldShown(lowest=lowest, highest=highest, step=step)
        case Choices(values):
            return FieldShown(choices=values)
        case _:
            return FieldShown(longest=field.longest)
