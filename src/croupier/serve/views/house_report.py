"""The house's report as it is shown: rounded to cents and hundredths only here, at the very end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from fractions import Fraction

from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.chips_office import chips_counted
from croupier.floor.keeping.played import DutyRoster, chips_bought, rounds_played, table_names, tables_played
from croupier.floor.store.port import Connection
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.refusal import Refused
from croupier.record import Unreadable, read
from croupier.record.journal import read_first
from croupier.record.moments import utc
from croupier.report import typst
from croupier.report.house import (
    BlackjackPrices,
    DecisionsCost,
    HouseFigures,
    HouseReport,
    LayoutPrices,
    Prices,
    report_of,
)
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import SOLVER
from croupier.serve.solver.questions import AskEdge, EdgeFound, SolverReadings
from croupier.serve.views.report_decisions import decisions_cost

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
    decisions: int | None
    """What players' own decisions at blackjack cost them, beside best play; null where nobody decided anything."""
    deviation: int | None
    """The standard deviation of the win."""
    sigmas: str | None
    """The difference in standard deviations."""
    counted_drop: int | None
    """Cash in the drop boxes that were taken in this time and counted; null where none was."""
    counted_win: int | None
    """The win by those counts and the counts of trays: cash, and chips that came into the tray by play."""
    counted_over: int | None
    """What was counted more than the journals lead one to expect; below nothing where something is missing."""
    first: int
    last: int
    """When the first and the last of these rounds ended, in UTC seconds; 0 where there was none."""
    played_seconds: int | None
    """How long this player played, sitting by sitting; in the total, all players together; else null."""


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
    has_pdf: bool
    """Whether this server can make a PDF of it."""


async def house_report(casino: Casino, since: int, until: int, offset: int) -> HouseReportShown:
    """Of all rounds that ended in this time; days and shifts begin by a clock `offset` minutes ahead of UTC."""
    played = await casino.store.read(lambda connection: tables_played(connection, since, until))
    prices = await _prices(casino, played)
    decided = await _decided(casino, prices, since, until)
    games = {id: actor.setting.game for id, actor in casino.actors.items()}
    games |= {id: state.origin.game for id, state in (await _retired(casino, played)).items()}

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
        bought = chips_bought(connection, since, until, roster)
        counted = chips_counted(connection, since, until)
        return report_of(rounds, bought, prices, keys, decided=decided, counted=counted)

    # A month of rounds takes seconds: in the reader's thread, so that no table waits for it.
    report = await casino.store.read(read)
    people = {*report.players, *report.groups["dealer"]} - {""}
    names = await casino.people.accounts.names(people)
    names |= await casino.store.read(table_names)
    unpriced = tuple(sorted(table for table, each in report.groups["table"].items() if each.expected is None))
    return HouseReportShown(
        since,
        until,
        _row(ALL, report.all, names),
        {name: _rows(report.groups[name], names) for name in GROUPS},
        tuple(sorted(_rows(report.players, names), key=lambda row: (-row.handle, row.key))),
        unpriced,
        typst.is_there(),
    )


def _start(time: int, length: int) -> str:
    """The moment at which its day, shift or hour began, by the local clock."""
    return utc(time - time % length).removesuffix("Z")


async def _decided(casino: Casino, prices: Mapping[str, Prices], since: int, until: int) -> tuple[DecisionsCost, ...]:
    found: list[DecisionsCost] = []
    for id, price in prices.items():
        if isinstance(price, BlackjackPrices) and id in casino.actors:
            found += await decisions_cost(casino, casino.actors[id], since, until) or ()
    return tuple(found)


async def _prices(casino: Casino, played: Collection[str]) -> dict[str, Prices]:
    """Of the tables where somebody played: nobody waits for the solver where nobody did."""
    states = {id: actor.head.state for id, actor in casino.actors.items() if id in played and not actor.trouble}
    found: dict[str, Prices] = {}
    for id, state in (states | await _retired(casino, played)).items():
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


async def _retired(casino: Casino, played: Collection[str]) -> dict[str, Journalled]:
    """Tables that are gone, as they were opened."""
    found: dict[str, Journalled] = {}
    for id in sorted(set(played) - casino.actors.keys()):
        for first in await casino.store.tail(id, -1, 1):
            with suppress(ValueError, Unreadable, Refused):
                found[id] = read(read_first(first.line)[1]).header.table()
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
        decisions=None if figures.decisions is None else round(figures.decisions),
        deviation=figures.deviation,
        sigmas=None if figures.sigmas is None else tenths(figures.sigmas),
        counted_drop=figures.counted_drop,
        counted_win=figures.counted_win,
        counted_over=figures.counted_over,
        first=figures.first,
        last=figures.last,
        played_seconds=figures.played_seconds,
    )
