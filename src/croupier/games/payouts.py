"""What a dealer has to pay and to collect, player by player, before it is done. The figures are the settlement's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from croupier.games.chips import Chips, Purse, purse_of
from croupier.games.position import Position
from croupier.games.table import Table
from croupier.rulebook import Cite

CUT_FROM = (1_000_00, 500_00, 100_00, 25_00, 10_00, 5_00, 2_50, 1_00, 50)
"""The values of the chips that a dealer cuts payouts from, in cents, the largest first."""


class PayoutState(StrEnum):
    PAY = "pay"
    """It has won, and waits to be paid."""
    MAY_WIN = "may win"
    """Not decided yet: what it is paid if it wins."""
    COLLECT = "collect"
    """It has lost, and still lies there."""
    PAID = "paid"
    COLLECTED = "collected"
    STANDS_OFF = "stands off"
    RETURNED = "returned"
    """Void: given back."""


class ChipsCut(Struct, frozen=True):
    """A number of chips of one value: three of 25 dollars."""

    count: int
    value: int
    colour: str = ""
    """Which player's colour; empty for value chips."""


class PayoutLine(Struct, frozen=True):
    """One wager."""

    player: str
    position: Position
    hand: int
    """Which hand of its box, from 1; 0 where wagers lie on no hand."""
    chips: Chips
    stake: int
    odds: str
    """Empty where nothing is paid."""
    state: PayoutState
    pays: int
    """Without the stake."""
    cut: tuple[ChipsCut, ...]
    rule: Cite | None
    """Nothing while it is not decided."""


class PlayersPayouts(Struct, frozen=True):
    """One player's wagers that are paid, or may be."""

    player: str
    colour: str
    """Whose colour chips are out: which colour."""
    pays: int
    """All that is certain and not paid yet."""
    may_win: int
    """What comes on top if every open wager wins."""
    cut: tuple[ChipsCut, ...]
    """The chips of what is certain."""
    lines: tuple[PayoutLine, ...]


class PayoutSheet(Struct, frozen=True):
    """In the order of the wagers; those who lose stand apart."""

    players: tuple[PlayersPayouts, ...]
    losers: tuple[PayoutLine, ...]
    pays: int
    may_win: int
    collects: int


def chips_cut(amount: int, smallest: int) -> tuple[ChipsCut, ...]:
    """The fewest value chips, where no chip at the table is finer than the smallest."""
    cut = []
    for value in (*(each for each in CUT_FROM if each > smallest and each % smallest == 0), smallest):
        count, amount = divmod(amount, value)
        if count:
            cut.append(ChipsCut(count, value))
    return tuple(cut)


def cut_for(table: Table, purse: Purse | None, chips: Chips, amount: int) -> tuple[ChipsCut, ...]:
    """A wager in colour is paid in the player's own colour."""
    if chips is Chips.COLOUR and purse is not None and purse.chip_value:
        return (ChipsCut(amount // purse.chip_value, purse.chip_value, purse.colour_name),) if amount else ()
    return chips_cut(amount, table.general.sign.smallest_chip)


_APART = (PayoutState.COLLECT, PayoutState.COLLECTED)


def sheet_of(table: Table, lines: Iterable[PayoutLine]) -> PayoutSheet | None:
    """Nothing where there is no line."""
    lines = tuple(lines)
    if not lines:
        return None
    by_player: dict[str, list[PayoutLine]] = defaultdict(list)
    for line in lines:
        if line.state not in _APART:
            by_player[line.player].append(line)
    return PayoutSheet(
        players=tuple(_of_player(table, player, tuple(own)) for player, own in by_player.items()),
        losers=tuple(line for line in lines if line.state in _APART),
        pays=_sum(lines, PayoutState.PAY),
        may_win=_sum(lines, PayoutState.MAY_WIN),
        collects=sum(line.stake for line in lines if line.state is PayoutState.COLLECT),
    )


def _sum(lines: Iterable[PayoutLine], state: PayoutState) -> int:
    return sum(line.pays for line in lines if line.state is state)


def _of_player(table: Table, player: str, lines: tuple[PayoutLine, ...]) -> PlayersPayouts:
    purse = purse_of(table.general.purses, player)
    certain = {
        chips: sum(line.pays for line in lines if line.chips is chips and line.state is PayoutState.PAY)
        for chips in Chips
    }
    return PlayersPayouts(
        player=player,
        colour="" if purse is None else purse.colour_name,
        pays=_sum(lines, PayoutState.PAY),
        may_win=_sum(lines, PayoutState.MAY_WIN),
        cut=tuple(each for chips, amount in certain.items() for each in cut_for(table, purse, chips, amount)),
        lines=lines,
    )
