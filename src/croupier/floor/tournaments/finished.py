"""Tournaments that are over: a start leaves them and their tables unread, and whoever looks at one has it loaded.

That one is over is noted beside its row. The note spares a start the reading and decides nothing: what is loaded is
what the journal says, and `verify` holds the note against it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Protocol

from croupier.floor.schedules.cash import deadline
from croupier.floor.store.port import Connection, Store
from croupier.floor.store.statements import FINISHED
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.opening import Settings, read_settings
from croupier.games.tournament.state import TournamentState

KEPT_SECONDS = 600
"""For so long one stays loaded at which nobody looks any more."""
MOST_KEPT = 100
"""Of those at which nobody looks any more: who asks for one after the other does not fill the memory with them."""
_NOTE = f"UPDATE tables SET ended = {FINISHED} WHERE id = ? AND ended = 0"  # noqa: S608  a number of ours
_ONE = f"SELECT settings FROM tables WHERE id = ? AND ended = {FINISHED}"  # noqa: S608
_OF_ONE = (
    f"SELECT id, name, settings FROM tables WHERE ended = {FINISHED} AND (id = ? OR (id > ? AND id < ?)) "  # noqa: S608
    "ORDER BY made, id"
)
_NEWEST = (
    f"SELECT id FROM tables WHERE ended = {FINISHED} AND settings NOT LIKE '%\"joint\":{{%' "  # noqa: S608
    "AND (made < ? OR (made = ? AND id < ?)) ORDER BY made DESC, id DESC LIMIT ?"
)
_MADE = "SELECT made FROM tables WHERE id = ?"
_NAME = "SELECT name FROM tables WHERE id = ?"


class FinishedHouse(Protocol):
    """What is asked of the casino whose tournaments they are."""

    @property
    def store(self) -> Store: ...

    @property
    def actors(self) -> dict[str, TableActor]: ...

    @property
    def settings(self) -> dict[str, Settings]: ...

    async def open_those(self, tables: Sequence[tuple[str, str, Settings]]) -> None: ...

    async def close_those(self, tables: Iterable[str]) -> None: ...


def is_finished(actor: TableActor) -> bool:
    """Whether nothing comes of it by itself any more, and nobody has anything at stake in it."""
    return actor.head.state.known_as(TournamentState).is_done_with and deadline(actor.head, actor.setting.pace) is None


class FinishedTournaments:
    steady = staticmethod(time.monotonic)

    def __init__(self, house: FinishedHouse) -> None:
        self._house = house
        self._looked: dict[str, float] = {}
        """When somebody last looked at one that is loaded."""

    async def note(self, tournament: str, tables: Iterable[str]) -> None:
        """This one is over, with these tables: the next start need not read them."""
        if tournament not in self._looked:
            ids = sorted({tournament, *tables})

            def noted(connection: Connection) -> None:
                for id in ids:
                    connection.execute(_NOTE, (id,))

            await self._house.store.write(noted)
            self._looked[tournament] = self.steady()

    async def find(self, table: str) -> None:
        """Loaded, where it is one of them, or a table of one."""
        if found := await self._house.store.read(lambda connection: _of_one(connection, table)):
            self._looked[found[0][0]] = self.steady()
            await self._house.open_those(found)
            await self._put_away(self._longest_unseen())

    async def journals_to_read(self, *tables: str) -> int:
        """How many a look at them would load: none for those that are there already, or are none of these."""
        unread = [each for each in tables if each not in self._house.actors]
        if not unread:
            return 0
        return await self._house.store.read(lambda c: sum(len(_of_one(c, each)) for each in unread))

    async def knows(self, tournament: str) -> bool:
        """Whether there is one of that name, loaded or not."""
        return tournament in self._house.actors or bool(await self.names((tournament,)))

    def note_look(self, table: str) -> None:
        """Somebody looks at one that is loaded; or at any other table, and then nothing is noted."""
        if self._looked and table in self._house.settings:
            tournament = self._tournament_of(table)
            if tournament in self._looked:
                self._looked[tournament] = self.steady()

    async def newest(self, most: int, before: str = "") -> list[str]:
        """The tournaments among them that were made last, before that one where one is named."""

        def found(connection: Connection) -> list[str]:
            row = connection.execute(_MADE, (before,)).fetchone()
            made = 2**62 if row is None else row[0]
            return [id for (id,) in connection.execute(_NEWEST, (made, made, before, most)).fetchall()]

        return await self._house.store.read(found)

    def _tournament_of(self, table: str) -> str:
        return self._house.settings[table].tournament_of(table)

    async def names(self, tables: Iterable[str]) -> dict[str, str]:
        """What tables are called that need not be loaded for it."""
        wanted = sorted(set(tables))

        def found(connection: Connection) -> dict[str, str]:
            rows = ((id, connection.execute(_NAME, (id,)).fetchone()) for id in wanted)
            return {id: row[0] for id, row in rows if row is not None}

        return await self._house.store.read(found)

    async def put_away_unseen(self) -> None:
        """Those at which nobody has looked for a while."""
        long_ago = self.steady() - KEPT_SECONDS
        await self._put_away([each for each, looked in self._looked.items() if looked < long_ago])

    def _longest_unseen(self) -> list[str]:
        """Those above the most that are kept."""
        return sorted(self._looked, key=self._looked.__getitem__)[: max(0, len(self._looked) - MOST_KEPT)]

    async def _put_away(self, tournaments: Iterable[str]) -> None:
        """But those that somebody watches."""
        for tournament in tournaments:
            own = [id for id in self._house.actors if self._tournament_of(id) == tournament]
            if not any(self._house.actors[id].followers for id in own):
                self._looked.pop(tournament, None)
                await self._house.close_those(own)


def _of_one(connection: Connection, table: str) -> list[tuple[str, str, Settings]]:
    """The tournament that this is or belongs to, and the tables of its sessions."""
    row = connection.execute(_ONE, (table,)).fetchone()
    if row is None:
        return []
    tournament = read_settings(row[0]).tournament_of(table)
    rows = connection.execute(_OF_ONE, (tournament, f"{tournament}.", f"{tournament}/")).fetchall()
    return [(id, name, read_settings(settings)) for id, name, settings in rows]
