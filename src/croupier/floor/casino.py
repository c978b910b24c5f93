"""The running floor: its tables, its people, its money."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor import winding_up
from croupier.floor.book import Book
from croupier.floor.chance import NoEntropy, Source
from croupier.floor.desk import Desk
from croupier.floor.draft import Request, Setting
from croupier.floor.guard import HouseGuard
from croupier.floor.house_key import house_key
from croupier.floor.people.grants import refuses_grant
from croupier.floor.people.office import Entrance, People
from croupier.floor.people.refusal import HouseRefusal
from croupier.floor.people.roles import HouseRole
from croupier.floor.receipt import Receipt
from croupier.floor.refusal import NotAccepted
from croupier.floor.store.port import Connection, Key, Store, StoreFailed
from croupier.floor.store.statements import checked, put
from croupier.floor.tables import Made, Settings, TableSpec, made, new_id, source_of
from croupier.floor.tournaments.office import Office
from croupier.floor.tournaments.opening import TournamentSpec, made_tournament
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.record.header import TOURNAMENT
from croupier.record.house import claim
from croupier.record.journal import HOUSE_STREAM
from croupier.record.ledger import kept, wallet

LOG = logging.getLogger("croupier.floor")
TIDY_SECONDS = 60
FORGET_SECONDS = 600
Sources = Callable[[Settings, bytes], Source]


class Money(Struct, frozen=True):
    """What a person has, in cents."""

    wallet: int
    held: int
    """Kept by the house until it is claimed (D1 12.2)."""
    stacks: dict[str, int]
    """Chips at each table."""


class Casino:
    def __init__(
        self,
        folder: Path,
        store: Store,
        *,
        now: Callable[[], float] = time.time,
        sources: Sources = source_of,
        people: People | None = None,
    ) -> None:
        self.store, self.now = store, now
        self.people = people or People(store)
        self.guard = HouseGuard(store, self.people)
        self.book = Book(store, now)
        self.desks: dict[str, Desk] = {}
        self.names: dict[str, str] = {}
        """What each table is called."""
        self.settings: dict[str, Settings] = {}
        self.on_duty: dict[str, str] = {}
        """Who deals at each live table."""
        self._key = house_key(folder)
        self.tournaments = Office(self, self._key)
        self._sources = sources
        self._tidying: asyncio.Task[None] | None = None

    def time(self) -> int:
        return int(self.now())

    async def start(self) -> None:
        await self.people.prepare()
        if await self.store.last(HOUSE_STREAM) is None:
            await self.book.note("opened")
        for id, name, settings in await self.store.read(_known_tables):
            known = msgspec.json.decode(settings, type=Settings)
            if not known.wound_up:
                await self._open(id, name, known)
        await self.tournaments.start()
        self._tidying = asyncio.create_task(self._tidy(), name="tidy")

    async def stop(self) -> None:
        """What has begun is finished; every table rests where its journal stands."""
        if self._tidying is not None:
            self._tidying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tidying
        await self.tournaments.stop()
        await asyncio.gather(*(desk.stop() for desk in self.desks.values()))
        with contextlib.suppress(Exception):
            await self.people.save_clocks()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.people.save_clocks()
                await self.people.tidy(self.time())
                await self._forget_absent()
            except Exception:
                LOG.exception("tidying failed")

    async def _forget_absent(self) -> None:
        """Who is at no table need not be kept in mind."""
        long_ago = self.time() - FORGET_SECONDS
        for person in [each for each in self.guard.not_seen_since(long_ago) if not self.is_at_a_table(each)]:
            self.guard.forget((person,))
            await self.people.forget_standing(person)

    # Tables

    async def make_table(self, spec: TableSpec, *, by: str = "", id: str | None = None) -> Desk:
        """A new table; raises `NotAccepted` where the rules or the house know no such table."""
        try:
            new = made(spec, id or new_id(spec.game), self._key, self.time())
        except NoEntropy as error:
            raise NotAccepted(HouseRefusal("tables", "out_of_order", f"No table can open: {error}.")) from None

        return await self.opened_new(new, f"table {new.id} made" + (f" by {by}" if by else ""))

    async def make_tournament(self, spec: TournamentSpec, *, by: str = "", id: str | None = None) -> Desk:
        """A new tournament; raises `NotAccepted` where the rules or the house know no such tournament."""
        try:
            new = made_tournament(spec, id or new_id(TOURNAMENT), self._key, self.time())
        except NoEntropy as error:
            raise NotAccepted(HouseRefusal("tournaments", "out_of_order", f"None can open: {error}.")) from None
        return await self.opened_new(new, f"tournament {new.id} made" + (f" by {by}" if by else ""))

    async def opened_new(self, new: Made, words: str) -> Desk:
        """A journal stored with its first entry and the house's line that tells of it, and its desk."""

        def put_table(connection: Connection) -> Receipt:
            _put_table(connection, new, self.time())
            return self.book.put(connection, words)

        await self.book.written(put_table)
        return await self._open(new.id, new.name, new.settings)

    async def opened_known(self, id: str) -> Desk | None:
        """The desk of a journal that another server has made; nothing where it has been wound up since."""
        found = {each[0]: each for each in await self.store.read(_known_tables)}
        _, name, settings = found[id]
        known = msgspec.json.decode(settings, type=Settings)
        return None if known.wound_up else await self._open(id, name, known)

    async def _open(self, id: str, name: str, settings: Settings) -> Desk:
        game = await self._game_of(id)
        setting = Setting(id, game, settings.pace, self._sources(settings, self._key), self.guard)
        desk = Desk(setting, self.store, self._key, self.now)
        # Loaded before anybody finds it: tables are made while others look at all of them.
        await desk.start()
        self.desks[id], self.names[id], self.settings[id] = desk, name, settings
        self.tournaments.opened(desk)
        return desk

    async def _game_of(self, id: str) -> str:
        first = (await self.store.tail(id, -1, 1))[0]
        return next(line.removeprefix("game ") for line in first.line.splitlines() if line.startswith("game "))

    async def wind_up(self, table: str, reason: str, *, by: str) -> Receipt:
        """End a table that this version cannot go on with: the open round is void, stakes and stacks go back."""
        desk = self.desk(table)
        if not desk.trouble:
            raise NotAccepted(HouseRefusal("tables", "in_order", "This table is in order: close it by the rules."))
        if not reason.strip() or "#" in reason or not reason.isprintable():
            raise NotAccepted(HouseRefusal("tables", "no_reason", "A reason is words on one line, without #."))
        words = f"table {table} wound up by {by} because {reason.strip()}"
        wound_up = replace(self.settings[table], wound_up=True)

        def put_end(connection: Connection) -> Receipt:
            _put_settings(connection, table, wound_up)
            return self.book.put(connection, words, *winding_up.notes(connection, table))

        receipt = await self.book.written(put_end)
        for known in (self.desks, self.names, self.settings):
            known.pop(table, None)
        return receipt

    def desk(self, id: str) -> Desk:
        """The table of that name; raises `NotAccepted`."""
        found = self.desks.get(id)
        if found is None:
            raise NotAccepted(HouseRefusal("tables", "no_such_table", "There is no such table."))
        return found

    async def take_duty(self, table: str, dealer: str) -> None:
        """A dealer takes a live table that nobody deals at."""
        self.desk(table)
        if not self.settings[table].live:
            raise NotAccepted(HouseRefusal("tables", "deals_itself", "This table deals itself."))
        if self.on_duty.get(table, dealer) != dealer:
            raise NotAccepted(HouseRefusal("tables", "has_a_dealer", "Another dealer is at this table."))
        self.on_duty[table] = dealer
        await self.book.note(f"{dealer} deals at {table}")

    async def leave_duty(self, table: str, dealer: str) -> None:
        if self.on_duty.get(table) == dealer:
            del self.on_duty[table]
            await self.book.note(f"{dealer} leaves {table}")

    async def relieve(self, table: str, by: str) -> None:
        """A supervisor or the operator sends the dealer of a table home."""
        if dealer := self.on_duty.pop(table, None):
            await self.book.note(f"{dealer} relieved at {table} by {by}")

    # Acts

    async def act(self, table: str, request: Request) -> Receipt:
        """A person's act at a table; raises `NotAccepted`. Durable when it returns."""
        desk = self.desk(table)
        if refusal := self._refuses_office(table, request):
            raise NotAccepted(refusal)
        # Also where the dealer tops a wager up, or places one for a player.
        if (player := getattr(request.act, "player", None)) is not None:
            try:
                await self.guard.load((player,), self.time())
            except StoreFailed:
                why = "The store does not answer, and this was not done."
                raise NotAccepted(HouseRefusal("store", "not_done", why)) from None
        return await self.tournaments.act(desk, request)

    def _refuses_office(self, table: str, request: Request) -> HouseRefusal | None:
        """A dealer acts at the table where he is on duty, and nowhere else."""
        role = request.act.actor.role
        if role is Role.DEALER and self.on_duty.get(table) != request.person and self.settings[table].live:
            return HouseRefusal("tables", "not_on_duty", "Take this table first: you are not its dealer.")
        return None

    # Coming in

    async def arrive(self) -> Entrance:
        """A guest, with a newcomer's play money."""
        return await self.people.arrive(self.time(), also=self.book.welcome)

    async def sign_up(self, name: str, password: str) -> Entrance:
        """A new account, with a newcomer's play money."""
        return await self.people.sign_up(name, password, self.time(), also=self.book.welcome)

    # Money

    async def grant(self, person: str, amount: int, key: Key | None = None) -> Receipt:
        """More play money on request, within the person's own limits."""
        standing, now = await self.people.load_standing(person), self.time()
        return await self.book.grant(
            person, amount, key, refuses=lambda granted: refuses_grant(standing, amount, granted, now)
        )

    async def claim(self, person: str, key: Key | None = None) -> Receipt:
        """What the house kept for a person goes to the wallet (D1 12.2)."""
        amount = await self.store.balance(kept(person))
        if amount <= 0:
            raise NotAccepted(HouseRefusal("wallet", "nothing_held", "The house keeps nothing for you."))
        return await self.book.note(claim(person, amount), key=key)

    async def money(self, person: str) -> Money:
        stacks: dict[str, int] = {}
        for id, desk in self.desks.items():
            state = None if desk.trouble else desk.place.state
            if isinstance(state, Table) and state.is_for_money and (purse := state.purse(person)) is not None:
                stacks[id] = purse.value + purse.colour
        return Money(await self.store.balance(wallet(person)), await self.store.balance(kept(person)), stacks)

    def is_at_a_table(self, person: str) -> bool:
        """Whether the person has chips or wagers anywhere, or a part in a tournament."""
        return any(person in desk.place.state.engaged for desk in self.desks.values() if not desk.trouble)

    async def close_account(self, person: str) -> None:
        """Name and credentials go, the records stay; the wallet's play money goes back to the house."""
        await self.people.close(person, self.time(), has_chips=self.is_at_a_table(person), also=self.book.farewell)

    async def give_role(self, person: str, role: HouseRole, *, by: str) -> None:
        await self.people.give_role(person, role, self.time(), by=by, has_chips=self.is_at_a_table(person))
        await self.book.note(f"role {role} to {person} by {by}")

    async def take_role(self, person: str, role: HouseRole, *, by: str) -> None:
        await self.people.take_role(person, role, self.time(), by=by)
        for table in [table for table, dealer in self.on_duty.items() if dealer == person]:
            await self.leave_duty(table, person)
        await self.book.note(f"role {role} from {person} by {by}")


def _known_tables(connection: Connection) -> list[tuple[str, str, str]]:
    return connection.execute("SELECT id, name, settings FROM tables ORDER BY made, id").fetchall()


def _put_settings(connection: Connection, table: str, settings: Settings) -> None:
    words = msgspec.json.encode(settings).decode()
    connection.execute("UPDATE tables SET settings = ? WHERE id = ?", (words, table))


def _put_table(connection: Connection, new: Made, made: int) -> None:
    put(connection, [checked(new.batch)])
    settings = msgspec.json.encode(new.settings).decode()
    sql = "INSERT INTO tables (id, name, settings, made) VALUES (?, ?, ?, ?)"
    connection.execute(sql, (new.id, new.name, settings, made))
