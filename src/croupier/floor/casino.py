"""The running floor: its tables, its people, its money."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.cluster import dealer_duty
from croupier.floor.cluster.members import Alone, Colleagues
from croupier.floor.house_clock import LARGEST_STEP, HouseClock, steady_seconds
from croupier.floor.house_journal import Book
from croupier.floor.house_key import house_key
from croupier.floor.house_rules.guard import HouseGuard
from croupier.floor.house_rules.judges import AT_THE_TABLE, Duty
from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.checkpoints import Checkpoints
from croupier.floor.keeping.soundness import DatabaseWatch
from croupier.floor.people.abandoned import MOST_AT_ONCE, abandoned_guests
from croupier.floor.people.responsible_play.grants import refuses_grant
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.responsible_play.play import carry_over, standing_of
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.also import Also
from croupier.floor.people.services.entrance import Entrance
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.sign_ins import NOWHERE, Whereabouts
from croupier.floor.store import sharing
from croupier.floor.store.house_lines import mark_of
from croupier.floor.store.port import Connection, Key, Stale, Store, StoreFailed
from croupier.floor.store.statements import checked, put
from croupier.floor.tables import winding_up
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import ChanceSource, NoEntropy
from croupier.floor.tables.draft import Draft, Setting
from croupier.floor.tables.opening import Made, Settings, TableSpec, made, new_id, source_of
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tournaments import joints
from croupier.floor.tournaments.opening import TournamentSpec, made_tournament
from croupier.floor.tournaments.reconciler import Reconciler
from croupier.games.people import Role, is_house_player
from croupier.games.table import Table
from croupier.record.header import TOURNAMENT
from croupier.record.house import claim
from croupier.record.house_register import duty_words, role_words, table_words
from croupier.record.journal import HOUSE_STREAM
from croupier.record.ledger import kept, wallet

LOG = logging.getLogger("croupier.floor")
TIDY_SECONDS = 60
LAST_MOMENT = 253_402_300_799
"""Of the year 9999."""
FORGET_SECONDS = 600
TRIES = 20
"""Of what must know exactly where somebody stands, while other servers go on."""
Sources = Callable[[Settings, bytes], ChanceSource]


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
        steady: Callable[[], float] | None = None,
        sources: Sources = source_of,
        people: People | None = None,
    ) -> None:
        self.folder, self.store, self.now = folder, store, now
        self.people = people or People(store)
        # A clock that somebody else moves is held against none but itself.
        self.clock = HouseClock(now, steady or (steady_seconds if now is time.time else now))
        self.guard = HouseGuard(store, self.people.standings, self.clock.time)
        self.book = Book(store, now, self.clock.time)
        self.database_watch = DatabaseWatch(store, self.time)
        self._jump_noted = 0
        self.actors: dict[str, TableActor] = {}
        self.names: dict[str, str] = {}
        """What each table is called."""
        self.settings: dict[str, Settings] = {}
        self.on_duty: dict[str, str] = {}
        """Who deals at each live table, as it was last read."""
        self._key = house_key(folder)
        self.checkpoints = Checkpoints(folder, store, self._key, self.time)
        self.tournaments = Reconciler(self, self._key)
        self._sources = sources
        self._tidying: asyncio.Task[None] | None = None
        self._cleared_to = ""
        self._learning = asyncio.Lock()
        self.cluster: Colleagues | Alone = Colleagues(store, self._key, self) if store.is_shared else Alone()

    def time(self) -> int:
        return int(self.now())

    async def start(self) -> None:
        await self.people.passwords.hasher.prepare()
        if isinstance(self.cluster, Colleagues):
            await self.cluster.join()
        await self.book.open()
        await self.learn()
        if isinstance(self.cluster, Colleagues):
            await self.cluster.start()
        await self.tournaments.start()
        self._tidying = asyncio.create_task(self._tidy(), name="tidy")
        self.database_watch.start()
        self.checkpoints.start()

    async def stop(self) -> None:
        """What has begun is finished; every table rests where its journal stands."""
        await self.database_watch.stop()
        await self.checkpoints.stop()
        if self._tidying is not None:
            self._tidying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._tidying
        await self.tournaments.stop()
        if isinstance(self.cluster, Colleagues):
            await self.cluster.pause()
        await asyncio.gather(*(actor.stop() for actor in self.actors.values()))
        if isinstance(self.cluster, Colleagues):
            await self.cluster.leave()
        with contextlib.suppress(Exception):
            await self.people.standings.save_clocks()

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await self.people.standings.save_clocks()
                await self.note_jump()
                await self.people.sign_in.tidy(min(self.time(), self.clock.time()))
                await self._forget_absent()
                await self.clear_abandoned()
            except Exception:
                LOG.exception("tidying failed")

    async def note_jump(self) -> None:
        """A jump of the clock goes on record, once."""
        jumped = self.clock.jumped()
        if jumped and abs(jumped - self._jump_noted) > LARGEST_STEP:
            LOG.warning("the clock of this machine jumped by %d seconds", jumped)
            await self.book.note(f"clock jumped by {jumped} seconds")
        self._jump_noted = jumped

    async def clear_abandoned(self) -> int:
        """Guests whom nobody has seen for 90 days, without chips or entries; their play money goes back to the house.

        A batch at a time, from where the last one ended. How many were cleared.
        """
        now, after = min(self.time(), self.clock.time()), self._cleared_to
        found = await self.store.read(lambda connection: abandoned_guests(connection, now, after))
        self._cleared_to = found[-1] if len(found) == MOST_AT_ONCE else ""
        cleared = 0
        for person in found:
            if not self.is_at_a_table(person):
                with contextlib.suppress(NotAccepted):  # chips at a table that is out of order, or a change meanwhile
                    await self.close_account(person)
                    cleared += 1
        if cleared:
            LOG.info("%d abandoned guests were cleared", cleared)
        return cleared

    async def _forget_absent(self) -> None:
        """Who is at no table need not be kept in mind."""
        long_ago = self.time() - FORGET_SECONDS
        for person in [each for each in self.guard.not_seen_since(long_ago) if not self.is_at_a_table(each)]:
            self.guard.forget_absent((person,))
            await self.people.standings.forget(person)

    # Tables

    async def make_table(self, spec: TableSpec, *, by: str = "", id: str | None = None) -> TableActor:
        """A new table; raises `NotAccepted` where the rules or the house know no such table."""
        try:
            new = made(spec, id or new_id(spec.game), self._key, self.time())
        except NoEntropy as error:
            raise HouseRule.TABLE_OUT_OF_ORDER.refused("no_entropy", what_is_wrong=error) from None

        return await self.opened_new(new, f"table {new.id} made" + (f" by {by}" if by else ""))

    async def make_tournament(self, spec: TournamentSpec, *, by: str = "", id: str | None = None) -> TableActor:
        """A new tournament; raises `NotAccepted` where the rules or the house know no such tournament."""
        try:
            new = made_tournament(spec, id or new_id(TOURNAMENT), self._key, self.time())
        except NoEntropy as error:
            raise HouseRule.TOURNAMENT_OUT_OF_ORDER.refused(what_is_wrong=error) from None
        return await self.opened_new(new, f"tournament {new.id} made" + (f" by {by}" if by else ""))

    async def opened_new(self, new: Made, words: str) -> TableActor:
        """A journal stored with its first entry and the house's line that tells of it, and its table actor."""

        def put_table(connection: Connection) -> Receipt:
            mark = _put_table(connection, new, self.time())
            return self.book.put(connection, words, table_words(new.id, mark))

        await self.book.written(put_table)
        self.cluster.ring(HOUSE_STREAM)
        await self.learn()
        return self.actors[new.id]

    async def learn(self) -> None:
        """Tables that were made or wound up, by another server too, and who deals where."""
        async with self._learning:
            tables, self.on_duty = await self.store.read(_known)
            for id, name, settings in tables:
                known = msgspec.json.decode(settings, type=Settings)
                if known.wound_up:
                    await self._put_away(id)
                elif id not in self.actors:
                    await self._open(id, name, known)

    async def find(self, table: str) -> None:
        """Before a table is asked for that another server may have made a moment ago."""
        if self.store.is_shared and table not in self.actors:
            await self.learn()

    async def opened_known(self, id: str) -> TableActor | None:
        """The table actor of a journal that another server has made; nothing where it has been wound up since."""
        await self.learn()
        return self.actors.get(id)

    @property
    def watched(self) -> dict[str, TableActor]:
        return {id: actor for id, actor in self.actors.items() if not actor.trouble}

    async def _put_away(self, table: str) -> None:
        for known in (self.names, self.settings):
            known.pop(table, None)
        if (actor := self.actors.pop(table, None)) is not None:
            await actor.stop()

    async def _open(self, id: str, name: str, settings: Settings) -> None:
        game = await self._game_of(id)
        check_of = partial(joints.check_of, id, settings.joint)
        setting = Setting(id, game, settings.pace, self._sources(settings, self._key), self.guard, check_of)
        actor = TableActor(setting, self.store, self._key, self.now)
        actor.cluster = self.cluster
        # Loaded before anybody finds it: tables are made while others look at all of them.
        await actor.start()
        self.actors[id], self.names[id], self.settings[id] = actor, name, settings
        self.tournaments.opened(actor)

    async def _game_of(self, id: str) -> str:
        first = (await self.store.tail(id, -1, 1))[0]
        return next(line.removeprefix("game ") for line in first.line.splitlines() if line.startswith("game "))

    async def wind_up(self, table: str, reason: str, *, by: str) -> Receipt:
        """End a table that this version cannot go on with: the open round is void, stakes and stacks go back."""
        actor = self.actor(table)
        if not actor.trouble:
            raise HouseRule.IN_ORDER.refused()
        if not reason.strip() or "#" in reason or not reason.isprintable():
            raise HouseRule.NO_REASON.refused()
        words = f"table {table} wound up by {by} because {reason.strip()}"
        wound_up = replace(self.settings[table], wound_up=True)

        def put_end(connection: Connection) -> Receipt:
            mark = _put_settings(connection, table, wound_up)
            return self.book.put(connection, words, table_words(table, mark), *winding_up.notes(connection, table))

        receipt = await self.book.written(put_end)
        self.cluster.ring(HOUSE_STREAM)
        await self._put_away(table)
        return receipt

    def actor(self, id: str) -> TableActor:
        """The table of that name; raises `NotAccepted`."""
        found = self.actors.get(id)
        if found is None:
            raise HouseRule.NO_SUCH_TABLE.refused()
        return found

    async def take_duty(self, table: str, dealer: str) -> None:
        """A dealer takes a live table that nobody deals at. One dealer deals at one table: duty elsewhere ends."""
        self.actor(table)
        if not self.settings[table].live:
            raise HouseRule.DEALS_ITSELF.refused()

        def taken(connection: Connection) -> None:
            if dealer_duty.take(connection, table, dealer, self.time()):
                for other in dealer_duty.leave_all(connection, dealer, but=table):
                    self.book.put(connection, f"{dealer} leaves {other}")
                self.book.put(connection, duty_words(dealer, table))

        await self._change_duties(taken)

    async def leave_duty(self, table: str, dealer: str) -> None:
        def left(connection: Connection) -> None:
            if dealer_duty.leave(connection, table, dealer):
                self.book.put(connection, f"{dealer} leaves {table}")

        await self._change_duties(left)

    async def relieve(self, table: str, by: str) -> None:
        """A supervisor or the operator sends the dealer of a table home."""

        def relieved(connection: Connection) -> None:
            if dealer := dealer_duty.relieve(connection, table):
                self.book.put(connection, f"{dealer} relieved at {table} by {by}")

        await self._change_duties(relieved)

    async def _change_duties(self, function: Callable[[Connection], None]) -> None:
        await self.store.write(function)
        self.cluster.ring(HOUSE_STREAM)
        await self.look_at_duties()

    async def look_at_duties(self) -> None:
        self.on_duty = await self.store.read(dealer_duty.all_of_them)

    # Acts

    async def act(self, table: str, request: Request) -> Receipt:
        """A person's act at a table; raises `NotAccepted`. Durable when it returns."""
        actor = await self._actor_for(table, request)
        receipt = await self.tournaments.act(actor, request)
        player = getattr(request.act, "player", None)
        if player is not None and self.store.is_shared and self.people.standings.has_limit(player, LimitKind.TIME):
            # Her clock goes on at whichever server she asks next.
            await self.people.standings.save_clocks()
        return receipt

    async def consider(self, table: str, request: Request) -> tuple[int, Draft]:
        """What the act would do after the entry of that number, without doing it; raises `NotAccepted`."""
        actor = await self._actor_for(table, request)
        joined = await self.tournaments.joined_request(actor, request)
        return actor.head.number, actor.considered(joined)

    async def _actor_for(self, table: str, request: Request) -> TableActor:
        """The table, once the house has looked at who asks."""
        await self.find(table)
        actor = self.actor(table)
        # Also where the dealer tops a wager up, or places one for a player.
        player = getattr(request.act, "player", None)
        try:
            if self.store.is_shared and request.act.actor.role is Role.DEALER:
                await self.look_at_duties()
            accept(AT_THE_TABLE.refuses(Duty(request, self.settings[table].live, self.on_duty.get(table))))
            if player is not None and not is_house_player(player):
                # A table whose last line lies ahead of the clock goes on from there.
                await self.guard.load((player,), max(self.time(), actor.last_time))
        except StoreFailed:
            raise HouseRule.NOT_DONE.refused() from None
        return actor

    # Coming in

    async def arrive(self, where: Whereabouts = NOWHERE, excluded_until: int = 0) -> Entrance:
        """A guest, with a newcomer's play money; excluded where the device's last owner is."""
        also = self._newcomer(excluded_until)
        return await self.people.sign_in.arrive(self.time(), where=where, also=also)

    async def sign_up(
        self, name: str, password: str, where: Whereabouts = NOWHERE, excluded_until: int = 0
    ) -> Entrance:
        """A new account, likewise."""
        also = self._newcomer(excluded_until)
        return await self.people.sign_in.sign_up(name, password, self.time(), where=where, also=also)

    def _newcomer(self, excluded_until: int) -> Also:
        def also(connection: Connection, person: str) -> None:
            self.book.welcome(connection, person)
            carry_over(connection, person, excluded_until, self.time())

        return also

    def exclusion_mark(self, until: int) -> str:
        """For a device: that its owner is excluded until then. Nobody else can write one."""
        return f"{until}.{hmac.new(self._key, f'excluded until {until}'.encode(), 'sha256').hexdigest()}"

    def read_exclusion_mark(self, mark: str) -> int:
        """Until when; 0 where this house did not write the mark."""
        words = mark.partition(".")[0]
        if not words.isdecimal() or len(words) > len(str(LAST_MOMENT)) or not words.isascii():
            return 0
        return int(words) if hmac.compare_digest(self.exclusion_mark(int(words)).encode(), mark.encode()) else 0

    async def invite(self, role: HouseRole, *, by: str) -> str:
        """The token of an invitation to an office. That there is one stands in the house's journal, and no token."""

        def also(connection: Connection, who: str) -> None:
            self.book.put(connection, f"invitation to role {role} by {who}")

        return await self.people.links.invite(role, self.time(), by=by, also=also)

    async def reset_link(self, person: str, *, by: str) -> str:
        """The token of a link to a new password, made for somebody and put on record in the same way."""

        def also(connection: Connection, who: str) -> None:
            self.book.reset_link_made(connection, who, by)

        return await self.people.links.make_reset_link(person, self.time(), by=by, also=also)

    async def join(self, token: str, name: str, password: str, where: Whereabouts = NOWHERE) -> Entrance:
        """A new account with an office, by an operator's invitation; staff get no play money."""

        def also(connection: Connection, who: str, role: HouseRole, by: str) -> None:
            self.book.put(connection, role_words(role, who, by))

        return await self.people.links.use_invitation(token, name, password, self.time(), also=also, where=where)

    # Money

    async def grant(self, person: str, amount: int, key: Key | None = None) -> Receipt:
        """More play money on request, within the person's own limits."""
        now = min(self.time(), self.clock.time())

        def refuses(connection: Connection, granted: int) -> HouseRefusal | None:
            return refuses_grant(standing_of(connection, person), amount, granted, now)

        return await self.book.grant(person, amount, key, refuses)

    async def claim(self, person: str, key: Key | None = None) -> Receipt:
        """What the house kept for a person goes to the wallet (D1 12.2)."""
        amount = await self.store.balance(kept(person))
        if amount <= 0:
            raise HouseRule.NOTHING_HELD.refused()
        return await self.book.note(claim(person, amount), key=key)

    async def money(self, person: str) -> Money:
        stacks: dict[str, int] = {}
        for id, actor in self.actors.items():
            state = None if actor.trouble else actor.head.state
            if isinstance(state, Table) and state.is_for_money and (purse := state.purse_if_any(person)) is not None:
                stacks[id] = purse.value + purse.colour
        return Money(await self.store.balance(wallet(person)), await self.store.balance(kept(person)), stacks)

    def is_at_a_table(self, person: str) -> bool:
        """Whether the person has chips or wagers anywhere, or a part in a tournament."""
        return any(person in actor.head.state.engaged for actor in self.actors.values() if not actor.trouble)

    async def _knowing(self, person: str, work: Callable[[bool, Also], Awaitable[object]]) -> None:
        """Work that must know whether somebody has chips anywhere, and finds out in its transaction if that changed."""
        for _ in range(TRIES):
            heads = {id: actor.number for id, actor in self.watched.items()}
            try:
                await work(self.is_at_a_table(person), partial(self._check_seen, heads))
            except Stale:
                await self.learn()
                await asyncio.gather(*(actor.abreast() for actor in self.watched.values()))
            else:
                return
        raise HouseRule.PEOPLE_BUSY.refused()

    def _check_seen(self, heads: dict[str, int], connection: Connection, person: str) -> None:
        if self.store.is_shared:
            sharing.check_seen(connection, person, heads)

    async def close_account(self, person: str) -> None:
        """Name and credentials go, the records stay; the wallet's play money goes back to the house."""

        async def closed(has_chips: bool, check: Also) -> None:
            def also(connection: Connection, who: str) -> None:
                check(connection, who)
                self.book.farewell(connection, who)

            await self.people.accounts.close(person, self.time(), has_chips=has_chips, also=also)

        await self._knowing(person, closed)

    async def give_role(self, person: str, role: HouseRole, *, by: str) -> None:
        async def given(has_chips: bool, check: Also) -> None:
            def also(connection: Connection, who: str) -> None:
                check(connection, who)
                self.book.put(connection, role_words(role, who, by))

            await self.people.roles.give(person, role, self.time(), by=by, has_chips=has_chips, also=also)

        await self._knowing(person, given)

    async def take_role(self, person: str, role: HouseRole, *, by: str) -> None:
        def also(connection: Connection, who: str) -> None:
            left = [f"{who} leaves {table}" for table in dealer_duty.leave_all(connection, who)]
            self.book.put(connection, *left, f"role {role} from {who} by {by}")

        await self.people.roles.take(person, role, self.time(), by=by, also=also)
        self.cluster.ring(HOUSE_STREAM)
        await self.look_at_duties()


def _known(connection: Connection) -> tuple[list[tuple[str, str, str]], dict[str, str]]:
    return _known_tables(connection), dealer_duty.all_of_them(connection)


def _known_tables(connection: Connection) -> list[tuple[str, str, str]]:
    return connection.execute("SELECT id, name, settings FROM tables ORDER BY made, id").fetchall()


def _put_settings(connection: Connection, table: str, settings: Settings) -> str:
    """The mark of the table's row, for the house's journal."""
    words = msgspec.json.encode(settings).decode()
    sql = "UPDATE tables SET settings = ? WHERE id = ? RETURNING name, settings, made"
    return mark_of(*connection.execute(sql, (words, table)).fetchall()[0])


def _put_table(connection: Connection, new: Made, made: int) -> str:
    """Likewise."""
    put(connection, [checked(new.batch)])
    settings = msgspec.json.encode(new.settings).decode()
    sql = "INSERT INTO tables (id, name, settings, made) VALUES (?, ?, ?, ?)"
    connection.execute(sql, (new.id, new.name, settings, made))
    return mark_of(new.name, settings, made)
