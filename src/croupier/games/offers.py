"""What may be done now: each kind of act that is accepted, by whom, and within which bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.people import Role


class Bounds(Struct, frozen=True):
    """Whole numbers from the lowest to the highest, a step apart."""

    lowest: int
    highest: int
    step: int = 1

    def __contains__(self, number: int) -> bool:
        return self.lowest <= number <= self.highest and (number - self.lowest) % self.step == 0


class Choices(Struct, frozen=True):
    values: tuple[Any, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values


LONGEST = 200
"""How many letters a reason may have."""


def is_reason(reason: Any) -> bool:
    """Something in words, on one line, and no longer than is offered."""
    return isinstance(reason, str) and 0 < len(reason) <= LONGEST and reason.isprintable() and reason == reason.strip()


class Words(Struct, frozen=True):
    """Free text, which must not be empty."""

    longest: int = LONGEST


Field = Bounds | Choices | Words


class Offer(Struct, frozen=True):
    """One kind of act with what each of its fields may be. Fields that are left out may keep their defaults."""

    kind: type[Act]
    role: Role
    fields: Mapping[str, Field]

    def act(self, **chosen: Any) -> Act:
        """The act with these fields; a field with one choice need not be named."""
        single = {name: field.values[0] for name, field in self.fields.items() if isinstance(field, Choices)}
        return self.kind(**{**single, **chosen})

    def __str__(self) -> str:
        fields = ", ".join(f"{name} {_text(field)}" for name, field in self.fields.items())
        return f"{self.role}: {self.kind.words()}" + (f" ({fields})" if fields else "")


def _text(field: Field) -> str:
    match field:
        case Bounds(lowest, highest, step):
            return f"{lowest}..{highest}" + (f" by {step}" if step != 1 else "")
        case Choices(values):
            shown = ", ".join(map(str, values[:4]))
            return shown if len(values) <= 4 else f"{shown} … ({len(values)} in all)"  # noqa: PLR2004  what fits a line
        case _:
            return "in words"


class Judge(Protocol):
    """Whatever judges acts and says which it would accept."""

    def refuses(self, act: object) -> object | None: ...

    def offers(self) -> Iterator[Offer]: ...


def only_offer(kind: type[Act], role: Role, **fields: Any) -> Offer:
    """An offer in which each of these fields has one value."""
    return Offer(kind, role, {name: Choices((value,)) for name, value in fields.items()})


class Legal:
    """The offers of one state: iterate them, count them, print them, or ask whether an act is among them."""

    def __init__(self, machine: Judge) -> None:
        self._machine = machine

    def __contains__(self, act: object) -> bool:
        return self._machine.refuses(act) is None

    def __iter__(self) -> Iterator[Offer]:
        return self._machine.offers()

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return "\n".join(map(str, self))
