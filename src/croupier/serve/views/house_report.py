"""The house's report as it is shown: rounded to cents and hundredths only here, at the very end."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.keeping.played import DutyRoster, chips_bought, rounds_played
from croupier.floor.store.port import Connection
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.table import LayoutTable
from croupier.record.moments import utc
from croupier.report.house import BlackjackPrices, HouseFigures, HouseReport, LayoutPrices, Prices, report_of
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import SOLVER
from croupier.serve.solver.questions import AskEdge, EdgeFound, SolverReadings

HOUR, DAY = 3_600, 86_400
SHIFT_HOURS = 8
ALL = "all"
GROUPS = ("table", "game", "dealer", "shift", "day", "hour")


class ReportRow(Struct, frozen=True):
    """The figures of one table, game, dealer, shift, day or player. Amounts are cents."""

    key: str
    name: str
    rounds: int
    wagers: int
    handle: int
    """All that was staked and not void."""
    average: int | None
    """Of a wager."""
    drop: int
    """Chips bought at the table."""
    win: int
    """What the house kept of the handle; below nothing where players won."""
    hold: str | None
    """The win in hundredths of the drop."""
    theoretical: int | None
    """What the exact odds of the same wagers lead one to expect; null where a wager's odds are not known."""
    difference: int | None
    """The win less the theoretical win."""
    deviation: int | None
    """The standard deviation of the win."""
    sigmas: str | None
    """The difference in standard deviations."""
    first: int
    last: int
    """When the first and the last of these rounds ended, in UTC seconds; 0 where there was none."""


class HouseReportShown(Struct, frozen=True):
    since: int
    until: int
    total: ReportRow
    groups: dict[str, tuple[ReportRow, ...]]
    """By table, game, dealer, shift, day and hour."""
    players: tuple[ReportRow, ...]
    """Ratings: those with the largest handle first."""
    unpriced: tuple[str, ...]
    """Tables whose theoretical win is not known: the blackjack solver is not installed, or the table is gone."""


async def house_report(casino: Casino, since: int, until: int, offset: int) -> HouseReportShown:
    """Of all rounds that ended in this time; days and shifts begin by a clock `offset` minutes ahead of UTC."""
    prices = await _prices(casino)
    games = {id: actor.setting.game for id, actor in casino.actors.items()}

    def local(time: int) -> int:
        return time + 60 * offset

    keys = {
        "table": lambda table, _time, _dealer: table,
        "game": lambda table, _time, _dealer: games.get(table, ""),
        "dealer": lambda _table, _time, dealer: dealer,
        "shift": lambda _table, time, _dealer: _start(local(time), SHIFT_HOURS * HOUR),
        "day": lambda _table, time, _dealer: _start(local(time), DAY),
        "hour": lambda _table, time, _dealer: _start(local(time), HOUR),
    }

    def read(connection: Connection) -> HouseReport:
        roster = DutyRoster(connection)
        rounds = rounds_played(connection, since, until, roster)
        return report_of(rounds, chips_bought(connection, since, until, roster), prices, keys)

    # A month of rounds takes seconds: in the reader's thread, so that no table waits for it.
    report = await casino.store.read(read)
    people = {*report.players, *report.groups["dealer"]} - {""}
    names = await casino.people.accounts.names(people)
    names |= casino.names
    unpriced = tuple(sorted(table for table, each in report.groups["table"].items() if each.expected is None))
    return HouseReportShown(
        since,
        until,
        _row(ALL, report.all, names),
        {name: _rows(report.groups[name], names) for name in GROUPS},
        tuple(sorted(_rows(report.players, names), key=lambda row: (-row.handle, row.key))),
        unpriced,
    )


def _start(time: int, length: int) -> str:
    """The moment at which its day, shift or hour began, by the local clock."""
    return utc(time - time % length).removesuffix("Z")


async def _prices(casino: Casino) -> dict[str, Prices]:
    found: dict[str, Prices] = {}
    for id, actor in casino.actors.items():
        state = None if actor.trouble else actor.head.state
        if isinstance(state, LayoutTable):
            found[id] = LayoutPrices(state.game, state.sign.smallest_chip)
        elif isinstance(state, BlackjackTable) and state.is_for_money:
            options = state.options
            try:
                edge = await SOLVER.ask(AskEdge(options.decks, SolverReadings.of(options.rules)), EdgeFound)
            except Problem:
                continue
            found[id] = BlackjackPrices(options.decks, Fraction(edge.edge), Fraction(edge.variance))
    return found


def tenths(value: Fraction) -> str:
    """Rounded to one place; Python 3.11 cannot write a fraction so by itself."""
    whole = round(10 * value)
    return f"{'-' if whole < 0 else ''}{abs(whole) // 10}.{abs(whole) % 10}"


def _rows(figures: dict[str, HouseFigures], names: dict[str, str]) -> tuple[ReportRow, ...]:
    return tuple(_row(key, figures[key], names) for key in sorted(figures))


def _row(key: str, figures: HouseFigures, names: dict[str, str]) -> ReportRow:
    expected = figures.expected
    return ReportRow(
        key=key,
        name=names.get(key, key),
        rounds=figures.rounds,
        wagers=figures.wagers,
        handle=figures.handle,
        average=None if figures.average is None else round(figures.average),
        drop=figures.drop,
        win=figures.win,
        hold=None if figures.hold is None else tenths(100 * figures.hold),
        theoretical=None if expected is None else round(expected.win),
        difference=None if figures.difference is None else round(figures.difference),
        deviation=figures.deviation,
        sigmas=None if figures.sigmas is None else tenths(figures.sigmas),
        first=figures.first,
        last=figures.last,
    )
