"""Leagues over several evenings: opened, evenings counted or taken out again, and the table of points."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Protocol

from msgspec import Struct

from croupier.floor.house_journal import Book
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.store import statements
from croupier.floor.store.house_lines import lines_of
from croupier.floor.store.port import Connection, Store
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.opening import new_id, tidy_name
from croupier.floor.tables.receipt import Receipt
from croupier.games.people import is_house_player
from croupier.games.tournament.planning.league_points import PointsFormula, evening_points, places
from croupier.games.tournament.state import Phase, TournamentState
from croupier.record.house_journal.house_facts import HouseLine
from croupier.record.house_journal.leagues import (
    League,
    LeagueBook,
    counts_words,
    drops_words,
    opened_words,
    points_mark,
)
from croupier.record.journals.aliases import alias_of, scope_key
from croupier.record.journals.journal import HOUSE_STREAM, stamp_of
from croupier.record.text.header import TOURNAMENT

MOST_BEST = 100
_LAST = "SELECT max(number) FROM journal WHERE stream = ?"


class LeagueNames(Protocol):
    """What people are called."""

    async def names(self, people: Iterable[str]) -> dict[str, str]: ...


class TournamentsKnown(Protocol):
    """The tournaments of the house, loaded where somebody asks."""

    @property
    def actors(self) -> dict[str, TableActor]: ...

    async def find(self, table: str) -> None: ...


class LeagueTableRow(Struct, frozen=True):
    """One player in the table of a league."""

    rank: int
    player: str
    """An id of this league alone."""
    name: str
    evenings: int
    wins: int
    points: int
    by_evening: tuple[int | None, ...]
    """In the order of the evenings; nothing for one that was missed."""


class _Earned(Struct):
    points: list[int | None]
    wins: int = 0

    def total(self, best: int) -> int:
        gained = sorted((each for each in self.points if each is not None), reverse=True)
        return sum(gained[:best] if best else gained)


class LeagueOffice:
    def __init__(self, store: Store, book: Book, house: TournamentsKnown, names: LeagueNames, key: bytes) -> None:
        self._store, self._book, self._house, self._names, self._key = store, book, house, names, key
        self._folded, self._read = LeagueBook(), -1

    async def leagues(self) -> dict[str, League]:
        """All of them, by their ids. Only what was written since the last look is read."""
        lines, last = await self._store.read(partial(_lines_after, self._read))
        for number, note in lines:
            if number > self._read:
                self._folded.follow(number, note)
        self._read = max(self._read, last)
        return self._folded.leagues

    async def league(self, id: str) -> League:
        found = (await self.leagues()).get(id)
        if found is None:
            raise HouseRule.NO_SUCH_LEAGUE.refused()
        return found

    async def open(self, name: str, formula: PointsFormula, best: int, by: str) -> League:
        if not 0 <= best <= MOST_BEST:
            raise HouseRule.BAD_LEAGUE.refused(most=MOST_BEST)
        league = League(new_id("league"), tidy_name(name), formula, best)
        await self._book.note(opened_words(league, by))
        return league

    async def count(self, id: str, tournament: str, by: str) -> Receipt:
        """The evening counts from now on, with a mark of its points."""
        state = (await self._over(tournament))[1]

        def counted(connection: Connection) -> Receipt:
            league = _league_now(connection, id)
            if league.has(tournament):
                raise HouseRule.COUNTED_ALREADY.refused()
            mark = points_mark(evening_points(state, league.formula))
            return self._book.put(connection, counts_words(id, tournament, mark, by))

        return await self._book.written(counted)

    async def drop(self, id: str, tournament: str, by: str) -> Receipt:
        """An evening that was counted by mistake."""

        def dropped(connection: Connection) -> Receipt:
            if not _league_now(connection, id).has(tournament):
                raise HouseRule.NOT_COUNTED.refused()
            return self._book.put(connection, drops_words(id, tournament, by))

        return await self._book.written(dropped)

    async def table(self, league: League) -> tuple[LeagueTableRow, ...]:
        """Everybody who has played in it, the leader first; equal ones share their rank."""
        earned = await self._earned(league)
        names = await self._names.names(set(earned))
        key = bytes.fromhex(scope_key(self._key, league.id))
        ordered = sorted(
            earned.items(), key=lambda item: (-item[1].total(league.best), -item[1].wins, names.get(item[0], ""))
        )
        rows: list[LeagueTableRow] = []
        for at, (person, got) in enumerate(ordered, start=1):
            total, last = got.total(league.best), rows[-1] if rows else None
            shares = last is not None and (last.points, last.wins) == (total, got.wins)
            rank = last.rank if last is not None and shares else at
            evenings = sum(each is not None for each in got.points)
            alias, name = alias_of(key, person), names.get(person, "")
            rows.append(LeagueTableRow(rank, alias, name, evenings, got.wins, total, tuple(got.points)))
        return tuple(rows)

    async def _earned(self, league: League) -> dict[str, _Earned]:
        earned: dict[str, _Earned] = {}
        for at, evening in enumerate(league.evenings):
            actor, state = await self._over(evening.tournament)
            won = places(state)
            gained = evening_points(state, league.formula)
            await actor.learn_players(set(gained))
            for player, points in gained.items():
                if not is_house_player(player):
                    person = actor.setting.players.person(player)
                    got = earned.setdefault(person, _Earned([None] * len(league.evenings)))
                    got.points[at] = points
                    got.wins += won[player] == 1
        return earned

    async def _over(self, tournament: str) -> tuple[TableActor, TournamentState]:
        """Loaded now, where it was not."""
        await self._house.find(tournament)
        actor = self._house.actors.get(tournament)
        if actor is None or actor.setting.game != TOURNAMENT:
            raise HouseRule.NO_SUCH_TOURNAMENT.refused()
        state = None if actor.trouble else actor.head.state.known_as(TournamentState)
        if state is None or state.phase is not Phase.OVER:
            raise HouseRule.NOT_OVER.refused()
        return actor, state


def _lines_after(read: int, connection: Connection) -> tuple[list[tuple[int, str]], int]:
    rows = lines_of(connection, HouseLine.LEAGUE, read)
    last = connection.execute(_LAST, (HOUSE_STREAM,)).fetchone()
    stamps = ((number, stamp_of(line)) for number, line in rows)
    return [(number, stamp.note) for number, stamp in stamps if stamp], -1 if last is None else last[0] or 0


def _league_now(connection: Connection, id: str) -> League:
    """As it stands in this transaction, while nobody else writes into the house's journal."""
    statements.hold_house(connection)
    book = LeagueBook()
    for number, note in _lines_after(-1, connection)[0]:
        book.follow(number, note)
    if id not in book.leagues:
        raise HouseRule.NO_SUCH_LEAGUE.refused()
    return book.leagues[id]
