"""Every journal of the house as an inspector reads it: entry by entry as it was stored, with who, what and by which
clause; also of tables that are out of order or gone, and where an entry cannot be read any more.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import AsyncIterator, Iterable
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Annotated, Any, Literal

import msgspec
from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.audits.player_audit import joined
from croupier.floor.people.accounts import is_storable
from croupier.floor.people.ids import ids_in
from croupier.floor.store import statements
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Connection
from croupier.floor.store.port import Row as StoredRow
from croupier.floor.store.rounds import spans_between
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.opening import Settings, read_settings
from croupier.games.acts import Act
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.occasions import Sort
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.games.tournament.clauses import CLAUSES
from croupier.games.tournament.state import TournamentState
from croupier.record.journals.aliases import aliases_in
from croupier.record.journals.journal import (
    HOUSE_STREAM,
    Stamp,
    forms_of,
    hash_after,
    read_entry,
    read_first,
    read_stamp,
    stamp_of,
)
from croupier.record.text.header import TOURNAMENT
from croupier.record.text.moments import utc
from croupier.rulebook import Cite
from croupier.serve.routes.inspection.inspector import INSPECTORS
from croupier.serve.routes.table_play.tables import journal_of, stored, trouble_of
from croupier.serve.security.errors import Problem
from croupier.serve.views.lists import CSV, Row, csv_pages
from croupier.serve.views.occasions import rule_of, sort_of
from croupier.serve.wire.channel import plain
from croupier.serve.wire.work import ByRule, by_rule

MOST_JOURNALS = 500
MOST_ENTRIES = 500
_LARGEST = 2**53
_TABLES = "SELECT id, name, settings FROM tables"
_MOVING = "SELECT DISTINCT number FROM transfers WHERE stream = ? AND number >= ? AND number <= ?"

STEP_OF = {
    **dict.fromkeys(("spin", "roll"), "result"),
    **dict.fromkeys(("draw", "stand", "double", "split"), "decide"),
    **dict.fromkeys(("staff cut", "decline cut"), "cut"),
    "deal": "card",
    "inspect cards": "dealer inspects",
}
"""The step that an act takes, where it is not called as the act is."""

Most = Annotated[int, QueryParameter(name="most", ge=1, le=MOST_JOURNALS)]
First = Annotated[int, QueryParameter(name="first", ge=0, le=_LARGEST)]
MostEntries = Annotated[int, QueryParameter(name="most", ge=1, le=MOST_ENTRIES)]

State = Literal[
    "open", "closed", "over", "entry", "play", "decided", "did not proceed", "out of order", "wound up", "house"
]


# All journals


class JournalNote(Struct, frozen=True):
    id: str
    name: str
    kind: Literal["house", "table", "session", "tournament"]
    """A session is a table of a tournament."""
    game: str
    live: bool
    state: State
    trouble: str
    """Why it is out of order, in words."""
    number: int
    """Of its last entry."""
    time: int
    """Of that entry; 0 where it cannot be read."""
    hash: str


class JournalNotes(Struct, frozen=True):
    journals: tuple[JournalNote, ...]
    next: str | None
    """Ask again with `after` for those that follow."""


class _Known(Struct, frozen=True):
    """A journal as the store has it."""

    id: str
    name: str
    settings: Settings
    first: StoredRow
    last: StoredRow


def _known(connection: Connection, after: str, most: int) -> list[_Known]:
    tables = {id: (name, settings) for id, name, settings in connection.execute(_TABLES).fetchall()}
    wanted = sorted(each for each in {*statements.streams(connection), *tables} if each > after)
    found = (_one(connection, stream, *tables.get(stream, (stream, "{}"))) for stream in wanted)
    return list(islice((each for each in found if each is not None), most))


def _one(connection: Connection, id: str, name: str, settings: str) -> _Known | None:
    """That one; nothing where it has no entry."""
    last = statements.last(connection, id)
    if last is None:
        return None
    return _Known(id, name, _settings(settings), statements.tail(connection, id, -1, 1)[0], last)


def _settings(text: str) -> Settings:
    """As they are set at first, where somebody made them unreadable: the journal is shown all the same."""
    try:
        return read_settings(text)
    except msgspec.DecodeError:
        return Settings()


def _game_in(first: StoredRow) -> str:
    """What the header names; nothing in the house's own journal, and where the header is gone."""
    return next((line.removeprefix("game ") for line in first.line.splitlines() if line.startswith("game ")), "")


def _note(casino: Casino, known: _Known) -> JournalNote:
    actor, game = casino.actors.get(known.id), _game_in(known.first)
    kind: Any = "table" if known.settings.joint is None else "session"
    if known.id == HOUSE_STREAM:
        kind = "house"
    elif game == TOURNAMENT:
        kind = "tournament"
    stamp = stamp_of(known.last.line)
    return JournalNote(
        id=known.id,
        name="" if kind == "house" else known.name,
        kind=kind,
        game=game,
        live=known.settings.live or known.settings.live_tables,
        state="house" if kind == "house" else _state(actor, known.settings),
        trouble="" if actor is None else trouble_of(actor),
        number=known.last.number,
        time=0 if stamp is None else stamp.time,
        hash=known.last.hash.hex(),
    )


def _state(actor: TableActor | None, settings: Settings) -> State:
    if settings.wound_up:
        return "wound up"
    if actor is None:
        return "over"  # a tournament that has come to its end, or a table of one: it is loaded when somebody looks
    if actor.trouble or actor.is_out_of_chance:
        return "out of order"
    state = actor.head.state
    if actor.setting.game == TOURNAMENT:
        return state.known_as(TournamentState).phase.value
    if actor.head.schedule.is_over(state):
        return "over"
    return "open" if state.known_as(Table).is_open else "closed"


@get("/api/v1/audit/journals", who=INSPECTORS, gives=JournalNotes, query={"after": str, "most": int})
async def journals(casino: Casino, after: str = "", most: Most = 200) -> JournalNotes:
    """Every journal there is, also of tables that are gone, in the order of their names."""
    found = await casino.store.read(suspecting(lambda connection: _known(connection, after, most + 1)))
    notes = tuple(_note(casino, each) for each in found[:most])
    return JournalNotes(notes, notes[-1].id if len(found) > most else None)


# One journal


class JournalEntry(Struct, frozen=True):
    """One entry as it is stored, and what it says."""

    number: int
    time: int
    """0 where it cannot be read."""
    text: str
    """As it was stored and hashed."""
    hash: str
    is_chained: bool
    """Its hash follows from the one before it and its text."""
    line: str
    """The act in the notation; empty where there is none."""
    act: dict[str, Any] | None
    note: str
    """What stands there beside an act, or instead of one."""
    role: str
    """In which the act was done; empty for a note."""
    who: str
    """Who did it; empty for the house itself."""
    by: ByRule | None
    """The clause that such an act is done by, where one names it."""
    round: int | None
    """Which round it belongs to, once that is over."""
    moved: bool
    """Whether anything stands in the ledger for it."""
    fault: str
    """Why it cannot be read; empty where it can."""


class JournalPage(Struct, frozen=True):
    journal: JournalNote
    entries: tuple[JournalEntry, ...]
    names: dict[str, str]
    """What those are called who are named in it; who has closed the account is not."""


def _rule(state: Journalled | None, act: Act) -> Cite | None:
    """The clause of such an act at this table: of its step, of its occasion, or of its place in a tournament."""
    kind = type(act)
    if kind in CLAUSES:
        return CLAUSES[kind]
    if not isinstance(state, Table):
        return None
    name = kind.words()
    if (step := state.steps.get(STEP_OF.get(name, name))) is not None:
        return step.rule
    if act.actor.role is Role.PLAYER:
        is_wager = sort_of(state, kind) is Sort.WAGER
        return state.game.clauses.wager if is_wager and isinstance(state, LayoutTable) else None
    return rule_of(state, kind)


class _Reader:
    """The entries of one journal, read as far as they can be."""

    def __init__(self, stream: str, game: str, state: Journalled | None) -> None:
        self._stream, self._game, self._state = stream, game, state
        self._spans: list[tuple[int, int, int]] = []

    def read(
        self, rows: Iterable[StoredRow], before: bytes | None, moving: set[int], spans: list[tuple[int, int, int]]
    ) -> tuple[JournalEntry, ...]:
        """`moving` are the numbers of those that moved something, `spans` the rounds that they belong to, in order."""
        self._spans = spans
        found = []
        for row in rows:
            is_chained = hash_after(self._stream, before, row.line) == row.hash
            found.append(self._entry(row, is_chained=is_chained, moved=row.number in moving))
            before = row.hash
        return tuple(found)

    def _entry(self, row: StoredRow, *, is_chained: bool, moved: bool) -> JournalEntry:
        act, stamp, fault = self._said(row)
        rule = None if act is None else _rule(self._state, act)
        return JournalEntry(
            number=row.number,
            time=0 if stamp is None else stamp.time,
            text=row.line,
            hash=row.hash.hex(),
            is_chained=is_chained,
            line="" if act is None else row.line[: row.line.rindex(" # ")],
            act=None if act is None else msgspec.to_builtins(plain(act)),
            note="" if stamp is None else stamp.note,
            role="" if act is None else act.actor.role,
            who="" if act is None else act.actor.name,
            by=None if rule is None else by_rule(rule),
            round=self._round_at(row.number),
            moved=moved,
            fault=fault,
        )

    def _round_at(self, entry: int) -> int | None:
        """The round that the entry of that number belongs to, where it is over."""
        index = bisect_left(self._spans, entry, key=itemgetter(2))
        number, first, _ = self._spans[index] if index < len(self._spans) else (None, entry + 1, 0)
        return number if first <= entry else None

    def _said(self, row: StoredRow) -> tuple[Act | None, Stamp | None, str]:
        try:
            if not self._game:
                return None, read_stamp(row.line)[1], ""
            if row.number == 0:
                forms_of(self._game)
                return None, read_first(row.line)[0], ""
            entered = read_entry(self._game, row.line)
        except ValueError as error:
            return None, stamp_of(row.line), str(error)
        return entered.act, entered.stamp, ""


def _reader(casino: Casino, known: _Known) -> _Reader:
    actor, game = casino.actors.get(known.id), _game_in(known.first)
    return _Reader(known.id, game, None if actor is None or actor.trouble else actor.head.state)


async def _journal(casino: Casino, id: str) -> _Known:
    """That one; raises where there is none."""
    await casino.find(id)
    found = await casino.store.read(suspecting(lambda connection: _called(connection, id))) if is_storable(id) else None
    if found is None:
        raise Problem(404, HouseRule.NO_SUCH_JOURNAL.refusal())
    return found


def _called(connection: Connection, id: str) -> _Known | None:
    row = connection.execute(f"{_TABLES} WHERE id = ?", (id,)).fetchone()
    return _one(connection, *(row or (id, id, "{}")))


def _told(casino: Casino, known: _Known) -> int:
    """The last entry that may be shown: what is durable and not yet told is not told here first."""
    actor = casino.actors.get(known.id)
    return known.last.number if actor is None or actor.trouble else actor.head.number


async def _page(casino: Casino, reader: _Reader, id: str, first: int, most: int) -> tuple[JournalEntry, ...]:
    """From that entry on; the one before it begins the chain."""
    rows = await stored(casino, id, first - 2, most + 1) if first else await stored(casino, id, -1, most)
    before = rows.pop(0).hash if first and rows and rows[0].number == first - 1 else None
    shown = rows[:most]
    span = (id, first, shown[-1].number if shown else first)

    def beside(connection: Connection) -> tuple[set[int], list[tuple[int, int, int]]]:
        moving = connection.execute(_MOVING, span).fetchall()
        return {number for (number,) in moving}, spans_between(connection, *span)

    return reader.read(shown, before, *await casino.store.read(beside))


def _named(entries: Iterable[JournalEntry]) -> set[str]:
    """Everybody whose id stands there: those who act, and those of whom a note tells."""
    said = (f"{entry.line} {entry.note} {entry.who}" for entry in entries)
    return {person for text in said for person in (*ids_in(text), *aliases_in(text))}


async def _names(casino: Casino, known: _Known, entries: Iterable[JournalEntry]) -> dict[str, str]:
    """What they are called, by the ids under which they stand there."""
    named = _named(entries)
    people = await casino.people_behind(known.id, known.settings, named)
    names = await casino.people.accounts.names(people.values())
    return {player: names[person] for player, person in people.items() if person in names}


@get("/api/v1/audit/journals/{id:str}", who=INSPECTORS, gives=JournalPage, query={"first": int, "most": int})
async def journal_page(casino: Casino, id: str, first: First = 0, most: MostEntries = 100) -> JournalPage:
    """Entries of any journal, from that number on, as they are stored, with what they say."""
    known = await _journal(casino, id)
    room = max(0, min(most, _told(casino, known) - first + 1))
    entries = await _page(casino, _reader(casino, known), id, first, room) if room else ()
    return JournalPage(_note(casino, known), entries, await _names(casino, known, entries))


@get("/api/v1/audit/journals/{id:str}/text", who=INSPECTORS, gives="text/plain", noted="exports the journal")
async def journal_text(casino: Casino, id: str) -> Stream:
    """Any journal as a text file, for `croupier verify` and `croupier replay`."""
    known = await _journal(casino, id)
    return journal_of(casino, id, _told(casino, known))


# Lists


_COLUMNS: Row = ("number", "time", "role", "who", "name", "act", "note", "clause", "round", "chained", "hash")


@get("/api/v1/audit/journals/{id:str}/list", who=INSPECTORS, gives=CSV, noted="exports the journal")
async def journal_list(casino: Casino, id: str) -> Stream:
    """The entries of any journal as a CSV file."""
    known = await _journal(casino, id)
    last = _told(casino, known)

    async def pages() -> AsyncIterator[list[Row]]:
        yield [_COLUMNS]
        for first in range(0, last + 1, MOST_ENTRIES):
            # Made anew for each page: so rounds are looked for ahead of it, in a journal of any length.
            reader = _reader(casino, known)
            entries = await _page(casino, reader, id, first, min(MOST_ENTRIES, last - first + 1))
            names = await _names(casino, known, entries)
            yield [_row(entry, names) for entry in entries]

    return csv_pages(f"{id}-journal", pages())


def _row(entry: JournalEntry, names: dict[str, str]) -> Row:
    return (
        entry.number,
        utc(entry.time) if entry.time else "",
        entry.role,
        entry.who,
        names.get(entry.who, ""),
        entry.line.partition(": ")[2] or entry.line,
        entry.fault or entry.note,
        "" if entry.by is None else entry.by.rule,
        "" if entry.round is None else entry.round,
        "yes" if entry.is_chained else "no",
        entry.hash,
    )


def _join(connection: Connection) -> list[Row]:
    return list(joined(lambda sql: connection.execute(sql).fetchall()))


@get("/api/v1/audit/lists/join", who=INSPECTORS, gives=CSV, noted="exports who is who in the journals")
async def join_list(casino: Casino) -> Stream:
    """Who stands behind each player's id in each journal, as a CSV file. Every other list leaves people apart."""

    async def pages() -> AsyncIterator[list[Row]]:
        yield [("journal", "player", "person")]
        yield await casino.store.read(suspecting(_join))

    return csv_pages("join", pages())


@get("/api/v1/audit/lists/journals", who=INSPECTORS, gives=CSV, noted="exports the list of journals")
async def journals_list(casino: Casino) -> Stream:
    """All journals as a CSV file: what each is, how it stands, and where it ends."""

    async def pages() -> AsyncIterator[list[Row]]:
        yield [("journal", "name", "kind", "game", "live", "state", "trouble", "entries", "last", "hash")]
        after = ""
        while found := await casino.store.read(suspecting(partial(_known, after=after, most=MOST_JOURNALS))):
            after = found[-1].id
            yield [_list_row(_note(casino, each)) for each in found]

    return csv_pages("journals", pages())


def _list_row(note: JournalNote) -> Row:
    known = note.id, note.name, note.kind, note.game, "yes" if note.live else "no", note.state, note.trouble
    return *known, note.number + 1, utc(note.time) if note.time else "", note.hash


ROUTES: list[ControllerRouterHandler] = [journals, journal_page, journal_text, journal_list, join_list, journals_list]
