"""The lines of a settlement: how wagers are judged, and where each line's progress puts the chips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier.games.chips import Chips, credited
from croupier.games.layout.game import COLLECT, OPEN_BETTING, PAY, RESULT
from croupier.games.layout.table import LayoutTable, Progress, gained
from croupier.games.position import Placed, Position, Settled
from croupier.games.table import Outcome, winnings


def judged(table: LayoutTable, wager: Placed, position: Position, outcome: Any) -> Settled:
    verdict = table.game.verdict(position, outcome)
    if verdict.odds is None:
        return Settled(wager, Outcome.LOSE, 0, verdict.rule)
    unit = table.general.sign.smallest_chip
    if wager.chips is Chips.COLOUR:
        purse = table.purse(wager.player)
        unit = unit if purse is None else purse.chip_value
    return Settled(wager, Outcome.WIN, winnings(wager.stake, verdict.odds, unit), verdict.rule)


def line_of(table: LayoutTable, player: str, position: Position) -> int | None:
    """Which line of the open settlement is that wager's."""
    for place, line in enumerate(table.open_lines, start=len(table.voided)):
        if line.wager.player == player and line.wager.position == position:
            return place
    return None


def _house_gain(line: Settled, progress: Progress) -> int:
    match progress:
        case Progress.COLLECTED:
            return line.wager.stake
        case Progress.PAID | Progress.TAKEN_UP:
            return -line.pays
        case _:
            return 0


_ON_LAYOUT = (Progress.WAITING, Progress.PAID)


def moved(table: LayoutTable, changes: dict[int, Progress]) -> LayoutTable:
    """The table with these lines at their new progress, and every chip where that progress puts it."""
    if not changes:
        return table
    credits: dict[tuple[str, Chips], int] = defaultdict(int)
    house = 0
    progress = list(table.progress)
    for place, new in changes.items():
        line, old = table.settled[place], progress[place]
        credits[line.wager.player, line.wager.chips] += gained(line, new) - gained(line, old)
        house += _house_gain(line, new) - _house_gain(line, old)
        progress[place] = new
    general = table.general
    return replace(
        table,
        general=replace(general, purses=credited(general.purses, credits), house=general.house + house),
        wagers=_lying(table.settled, progress),
        progress=tuple(progress),
    )


def _lying(settled: tuple[Settled, ...], progress: list[Progress]) -> tuple[Placed, ...]:
    """The wagers still on the layout, in their canonical order whatever was voided before the result."""
    return tuple(line.wager for line, each in zip(settled, progress, strict=True) if each in _ON_LAYOUT)


def waiting(table: LayoutTable, outcome: Outcome) -> list[int]:
    return [
        place
        for place, (line, progress) in enumerate(zip(table.settled, table.progress, strict=True))
        if progress is Progress.WAITING and line.outcome is outcome
    ]


def taken_up(table: LayoutTable, places: Iterable[int]) -> LayoutTable:
    return moved(table, dict.fromkeys(places, Progress.TAKEN_UP))


def adjudicated(table: LayoutTable, outcome: Any) -> LayoutTable:
    """Every wager judged by its position. No chip moves yet."""
    lines = tuple(judged(table, wager, wager.position, outcome) for wager in table.wagers)
    return replace(
        table,
        result=outcome,
        round=table.round if table.has_result else table.round + 1,
        settled=(*table.voided, *lines),
        progress=(Progress.RETURNED,) * len(table.voided) + (Progress.WAITING,) * len(lines),
        step=RESULT,
    ).proceed()


def undone(table: LayoutTable) -> LayoutTable:
    """The layout as it lay at the call: payments taken back, collected wagers returned to their positions."""
    if not table.progress:
        return table
    return moved(table, dict.fromkeys(range(len(table.voided), len(table.settled)), Progress.WAITING))


def ruled(table: LayoutTable, place: int, line: Settled) -> LayoutTable:
    """One line replaced: what was done about the old one is undone, and the new one waits its turn."""
    back = moved(table, {place: Progress.WAITING})
    settled = (*back.settled[:place], line, *back.settled[place + 1 :])
    table = replace(back, settled=settled)
    if line.outcome is Outcome.VOID:
        table = moved(table, {place: Progress.RETURNED})
    if table.step in (COLLECT, PAY, OPEN_BETTING):
        return table.awaiting(COLLECT)
    return table


def found_void(table: LayoutTable, place: int, line: Settled) -> LayoutTable:
    """One wager put among those that were void from the start, so that no correction brings it back."""
    back = moved(table, {place: Progress.RETURNED})
    void = (*back.voided, line)
    others = (*back.settled[len(back.voided) : place], *back.settled[place + 1 :])
    progress = (*back.progress[: len(back.voided)], Progress.RETURNED)
    left = (*back.progress[len(back.voided) : place], *back.progress[place + 1 :])
    table = replace(back, voided=void, settled=(*void, *others), progress=(*progress, *left))
    return table.awaiting(COLLECT) if table.step in (COLLECT, PAY, OPEN_BETTING) else table
