"""The lines of a settlement: how wagers are judged, and where each line's progress puts the chips."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier.games.chips import Chips, credited
from croupier.games.layout.step_names import COLLECT, OPEN_BETTING, PAY, RESULT
from croupier.games.layout.table import FavourMade, LayoutTable, Progress, gained
from croupier.games.position import Placed, Position, Settled
from croupier.games.table import Outcome, winnings


def judged(table: LayoutTable, wager: Placed, position: Position, outcome: Any) -> Settled:
    verdict = table.game.verdict(position, outcome)
    if verdict.odds is None:
        return Settled(wager, Outcome.LOSE, 0, verdict.rule)
    unit = table.general.sign.smallest_chip
    if wager.chips is Chips.COLOUR:
        purse = table.purse_if_any(wager.player)
        unit = unit if purse is None else purse.chip_value
    return Settled(wager, Outcome.WIN, winnings(wager.stake, verdict.odds, unit), verdict.rule)


def worth(line: Settled) -> int:
    """What a line brings its player, or costs."""
    match line.outcome:
        case Outcome.WIN:
            return line.pays
        case Outcome.LOSE:
            return -line.wager.stake
        case _:
            return 0


def favoured(table: LayoutTable, wager: Placed, made: FavourMade, outcome: Any) -> Settled:
    """The wager as a ruling in its player's favour settles it."""
    rule, reason = table.game.clauses.favour, made.reason
    if made.is_anew:
        rule, reason = table.game.clauses.favour_stands, f"{reason} (applied anew to the corrected result)"
    if made.settle_as is None:
        return Settled(wager, Outcome.VOID, 0, rule, reason)
    elsewhere = judged(table, wager, made.settle_as, outcome)
    return Settled(wager, elsewhere.outcome, elsewhere.pays, rule, reason)


def strict_line(table: LayoutTable, wager: Placed, made: FavourMade, outcome: Any) -> Settled:
    """The wager as it is settled without the ruling: void, with all that lies there now, where it came late."""
    if made.late is not None:
        return replace(made.late, wager=wager)
    return judged(table, wager, wager.position, outcome)


def settled_line(table: LayoutTable, wager: Placed, outcome: Any) -> Settled:
    """The wager judged by its position, or by the ruling that stands for it where that is better for the player."""
    made = table.favour_for(wager.player, wager.position)
    if made is None:
        return judged(table, wager, wager.position, outcome)
    strict = strict_line(table, wager, made, outcome)
    ruled_line = favoured(table, wager, made, outcome)
    if worth(ruled_line) > worth(strict):
        return ruled_line
    return replace(strict, reason=f"{made.reason} (not applied: the strict rule is as good for the player)")


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
    """Every wager judged by its position, or as was ruled. No chip moves yet but of wagers that are given back."""
    if table.favours:
        lines = tuple(settled_line(table, wager, outcome) for wager in table.wagers)
    else:
        lines = tuple(judged(table, wager, wager.position, outcome) for wager in table.wagers)
    known = replace(
        table,
        result=outcome,
        round=table.round if table.has_result else table.round + 1,
        settled=(*table.voided, *lines),
        progress=(Progress.RETURNED,) * len(table.voided) + (Progress.WAITING,) * len(lines),
        step=RESULT,
    )
    # Only a ruling makes a wager void that lay there for the result.
    given_back = waiting(known, Outcome.VOID) if table.favours else ()
    return moved(known, dict.fromkeys(given_back, Progress.RETURNED))._proceed()


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
    return _settling_again(table)


def _settling_again(table: LayoutTable) -> LayoutTable:
    """Back to collecting where that was over: a line that changed waits its turn."""
    return table._awaiting(COLLECT) if table.step in (COLLECT, PAY, OPEN_BETTING) else table


def with_line(table: LayoutTable, wager: Placed) -> LayoutTable:
    """A wager on the layout that the settlement has no line of yet, or another stake in; it is judged and waits."""
    place = line_of(table, wager.player, wager.position)
    back = table if place is None else moved(table, {place: Progress.WAITING})
    lines = list(zip(back.settled, back.progress, strict=True))
    if place is not None:
        del lines[place]
    new = settled_line(back, wager, back.result)
    first = len(back.voided)
    lines[first:] = sorted((*lines[first:], (new, Progress.WAITING)), key=lambda each: each[0].wager)
    settled, progress = tuple(line for line, _ in lines), tuple(each for _, each in lines)
    known = replace(back, settled=settled, progress=progress, wagers=_lying(settled, list(progress)))
    if new.outcome is Outcome.VOID:
        known = moved(known, {first + settled[first:].index(new): Progress.RETURNED})
    return _settling_again(known)


def with_void_line(table: LayoutTable, line: Settled) -> LayoutTable:
    """One line more among those that were void from the start, in a settlement that is open.

    Its chips are with their player already.
    """
    first = len(table.voided)
    voided = (*table.voided, line)
    settled = (*voided, *table.settled[first:])
    progress = (*table.progress[:first], Progress.RETURNED, *table.progress[first:])
    return replace(table, voided=voided, settled=settled, progress=progress)


def found_void(table: LayoutTable, place: int, line: Settled) -> LayoutTable:
    """One wager put among those that were void from the start, so that no correction brings it back."""
    back = moved(table, {place: Progress.RETURNED})
    void = (*back.voided, line)
    others = (*back.settled[len(back.voided) : place], *back.settled[place + 1 :])
    progress = (*back.progress[: len(back.voided)], Progress.RETURNED)
    left = (*back.progress[len(back.voided) : place], *back.progress[place + 1 :])
    favours = tuple(made for made in back.favours if not made.is_about(line.wager.player, line.wager.position))
    return _settling_again(
        replace(back, voided=void, settled=(*void, *others), progress=(*progress, *left), favours=favours)
    )
