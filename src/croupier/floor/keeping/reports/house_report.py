"""The house's report, made by reading its database: of a running house and of one at rest alike.

Figures are rounded to cents and tenths only here, at the very end.
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Protocol

from msgspec import Struct

from croupier.floor.chips_office import chips_counted
from croupier.floor.keeping.reports.decided import Decided, Reader, Worths, decisions_cost
from croupier.floor.keeping.reports.played import DutyRoster, chips_bought, rounds_played, table_names, tables_played
from croupier.floor.keeping.reports.to_look_at import DisputeOpen, FloatsFound, disputes_open, floats_found
from croupier.floor.people.accounts import names_of
from croupier.floor.store.port import Connection
from croupier.floor.tables.opening import Settings, player_ids, read_settings
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.refusal import Refused
from croupier.odds.blackjack.held import Held
from croupier.record import Unreadable, read
from croupier.record.journals.journal import read_first
from croupier.record.text.moments import utc
from croupier.report.house import (
    BlackjackPrices,
    Bought,
    DecisionsCost,
    HouseFigures,
    Key,
    LayoutPrices,
    Prices,
    report_of,
)

HOUR, DAY = 3_600, 86_400
SHIFT_HOURS = 8
CENT = 1
"""Every stake is made up of cents, whatever chips the table had on the day."""
ALL = "all"
_TABLES = "SELECT id, settings, line FROM tables JOIN journal ON stream = id AND number = 0 ORDER BY id"
GROUPS = ("table", "game", "dealer", "shift", "day", "hour")


class ReportRow(Struct, frozen=True):
    """The figures of one table, game, dealer, shift, day or player. Amounts are cents."""

    key: str
    name: str
    game: str | None
    """Of a table; null for everything else, and so is the next one."""
    is_live: bool | None
    """Whether dealers deal there."""
    rounds: int
    wagers: int
    handle: int
    """All that was staked and not void."""
    average: int | None
    """Of a wager."""
    drop: int
    """Chips bought at the table."""
    win: int
    """What the house kept of the handle; below zero where players won."""
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
    """What was counted more than the journals lead one to expect; below zero where something is missing."""
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
    """Tables whose theoretical win is not known: the blackjack solver is not there, or the journal cannot be read."""
    undecided: tuple[str, ...]
    """Blackjack tables whose players' decisions are left out: for the same reasons."""
    disputes: tuple[DisputeOpen, ...]
    floats: FloatsFound
    has_pdf: bool = False
    """Whether this server can make a PDF of it."""


class Unsolved(Exception):  # noqa: N818  an ordinary answer
    """The solver is not there, or cannot say."""


class ReportedHouse(Reader, Protocol):
    """What a report asks of a house."""

    def edge(self, options: BlackjackOptions) -> Awaitable[tuple[Fraction, Fraction]]:
        """What the house keeps of an initial wager at best play, and how much that varies; raises `Unsolved`."""
        ...

    def worths(self, options: BlackjackOptions, hands: Sequence[Held]) -> Awaitable[Worths]:
        """Raises `Unsolved`."""
        ...

    def decided(self, table: str, game: str) -> Decided: ...


class _PlayedTable(Struct, frozen=True):
    id: str
    game: str
    settings: Settings
    opened: Journalled | None
    """As it was opened; nothing where that cannot be read."""


async def house_report(
    house: ReportedHouse, since: int, until: int, offset: int, day_begins: int = 0
) -> HouseReportShown:
    """Of all rounds that ended in this time.

    Days and shifts go by a clock `offset` minutes ahead of UTC, and a day begins so many minutes after its midnight.
    """

    def found(connection: Connection) -> tuple[list[Bought], list[_PlayedTable]]:
        bought = list(chips_bought(connection, since, until, DutyRoster(connection)))
        # Where chips were bought and nothing was wagered there is a drop to report.
        reported = tables_played(connection, since, until) | {each.table for each in bought}
        return bought, list(_tables(connection, reported))

    bought, tables = await house.read(found)
    prices = {table.id: price for table in tables if (price := await _price(house, table)) is not None}
    decided: list[DecisionsCost] = []
    undecided: list[str] = []
    for table in tables:
        if isinstance(table.opened, BlackjackTable) and table.opened.is_for_money:
            cost = await _decided(house, table, table.opened.options, since, until)
            decided += cost or ()
            undecided += [table.id] if cost is None else []
    keys = _keys(tables, offset, day_begins)

    def made(connection: Connection) -> HouseReportShown:
        roster = DutyRoster(connection)
        rounds = rounds_played(connection, since, until, roster)
        counted = chips_counted(connection, since, until)
        report = report_of(rounds, bought, prices, keys, decided=decided, counted=counted)
        names = names_of(connection, {*report.players, *report.groups["dealer"]} - {""}) | table_names(connection)
        shown = _Showing(names, {table.id: table for table in tables})
        unpriced = tuple(sorted(table for table, each in report.groups["table"].items() if each.expected is None))
        return HouseReportShown(
            since,
            until,
            shown.row(ALL, report.all),
            {name: shown.rows(report.groups[name], is_table=name == "table") for name in GROUPS},
            tuple(sorted(shown.rows(report.players), key=lambda row: (-row.handle, row.key))),
            unpriced,
            tuple(undecided),
            disputes_open(connection, since, until, names),
            floats_found(connection, since, until, names),
        )

    # A month of rounds takes seconds: in the reader's thread, so that no table waits for it.
    return await house.read(made)


def _keys(tables: Collection[_PlayedTable], offset: int, day_begins: int) -> dict[str, Key]:
    games = {table.id: table.game for table in tables}

    def start(time: int, length: int) -> str:
        """The moment at which its day, shift or hour began, by the local clock."""
        local = time + 60 * offset
        return utc(local - (local - 60 * day_begins) % length).removesuffix("Z")

    return {
        "table": lambda table, _time, _dealer: table,
        "game": lambda table, _time, _dealer: games.get(table, ""),
        "dealer": lambda _table, _time, dealer: dealer,
        "shift": lambda _table, time, _dealer: start(time, SHIFT_HOURS * HOUR),
        "day": lambda _table, time, _dealer: start(time, DAY),
        "hour": lambda _table, time, _dealer: start(time, HOUR),
    }


def _tables(connection: Connection, played: Collection[str]) -> Iterator[_PlayedTable]:
    """Those that are gone among them."""
    for id, settings, line in connection.execute(_TABLES).fetchall():
        if id not in played:
            continue
        game, opened = "", None
        with suppress(ValueError, Unreadable, Refused):
            header = read(read_first(line)[1]).header
            game, opened = header.game, header.table()
        yield _PlayedTable(id, game, read_settings(settings), opened)


async def _price(house: ReportedHouse, table: _PlayedTable) -> Prices | None:
    if isinstance(table.opened, LayoutTable):
        return LayoutPrices(table.opened.game, CENT)
    if isinstance(table.opened, BlackjackTable) and table.opened.is_for_money:
        options = table.opened.options
        with suppress(Unsolved):
            return BlackjackPrices(options.decks, *await house.edge(options))
    return None


async def _decided(
    house: ReportedHouse, table: _PlayedTable, options: BlackjackOptions, since: int, until: int
) -> list[DecisionsCost] | None:
    players = player_ids(table.id, table.settings)
    try:
        return await decisions_cost(
            house, table.id, options, players, house.decided(table.id, table.game), house.worths, since, until
        )
    except (Unsolved, ValueError, Refused):
        # No solver, or a journal that does not follow: `verify` says more about that.
        return None


def tenths(value: Fraction) -> str:
    """Rounded to one place; Python 3.11 cannot write a fraction so by itself."""
    whole = round(10 * value)
    return f"{'-' if whole < 0 else ''}{abs(whole) // 10}.{abs(whole) % 10}"


class _Showing:
    def __init__(self, names: Mapping[str, str], tables: Mapping[str, _PlayedTable]) -> None:
        self._names, self._tables = names, tables

    def rows(self, figures: Mapping[str, HouseFigures], *, is_table: bool = False) -> tuple[ReportRow, ...]:
        return tuple(self.row(key, figures[key], is_table=is_table) for key in sorted(figures))

    def row(self, key: str, figures: HouseFigures, *, is_table: bool = False) -> ReportRow:
        table = self._tables.get(key) if is_table else None
        return _row(key, self._names.get(key, key), table, figures)


def _row(key: str, name: str, table: _PlayedTable | None, figures: HouseFigures) -> ReportRow:
    expected = figures.expected
    return ReportRow(
        key=key,
        name=name,
        game=None if table is None else table.game,
        is_live=None if table is None else table.settings.live,
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
