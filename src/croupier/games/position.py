"""Where a wager lies, and the wager that lies there."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.chips import Chips
from croupier.games.table import Outcome
from croupier.rulebook import Cite

_LONG_RUN = 6


class Position(Struct, frozen=True, order=True, cache_hash=True):
    """A place on a layout: the kind of wager, and the numbers it names in ascending order, if it names any."""

    kind: str
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        if not self.numbers:
            return self.kind
        numbers = _joined(self.numbers)
        return numbers if self.kind == STRAIGHT_UP else f"{self.kind} {numbers}"


STRAIGHT_UP = "straight up"
"""A wager on one number goes by the number alone."""


def _joined(numbers: tuple[int, ...]) -> str:
    first, last = numbers[0], numbers[-1]
    if len(numbers) >= _LONG_RUN and numbers == tuple(range(first, last + 1)):
        return f"{first} to {last}"
    return "-".join(map(str, numbers))


def numbered(kind: str, numbers: tuple[int, ...], such_as: int) -> Position:
    """Raises `TypeError` for what is no whole number. Which numbers there are is for the rules to say."""
    for number in numbers:
        if type(number) is not int:
            raise TypeError(f"a {kind} is named by whole numbers, such as {such_as}, not by {number!r}")
    return Position(kind, tuple(sorted(numbers)))


class Placed(Struct, frozen=True, order=True):
    """All that one player has on one position: one wager (ruling R21). Wagers stand in the order of players."""

    player: str
    position: Position
    stake: int
    chips: Chips = Chips.VALUE


Wagers = tuple[Placed, ...]


class Settled(Struct, frozen=True):
    """How one wager ended."""

    wager: Placed
    outcome: Outcome
    pays: int
    """What was paid on it, without the stake."""
    rule: Cite
    reason: str = ""
    """Why a supervisor ruled so, where one did."""
