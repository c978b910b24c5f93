"""The running floor: its tables, its people, its money."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.chips_office import ChipsOffice
from croupier.floor.cluster import dealer_duty
from croupier.floor.cluster.members import Alone, Colleagues, heads_of
from croupier.floor.devices_office import DevicesOffice
from croupier.floor.duties import Duties
from croupier.floor.front_desk import FrontDesk
from croupier.floor.house_clock import LARGEST_STEP, HouseClock, steady_seconds
from croupier.floor.house_journal import Book
from croupier.floor.house_key import house_key
from croupier.floor.house_rules.guard import HouseGuard
from croupier.floor.house_rules.judges import AT_THE_TABLE, Duty
from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.audits.soundness import DatabaseWatch
from croupier.floor.keeping.checkpoints import Checkpoints
from croupier.floor.late_wagers import LateWagers
from croupier.floor.people.abandoned import MOST_AT_ONCE, abandoned_guests
from croupier.floor.people.accounts import Person
from croupier.floor.people.responsible_play.grants import refuses_grant
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.responsible_play.play import standing_of
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.also import Also
from croupier.floor.people.services.people import People
from croupier.floor.pit import Pit
from croupier.floor.private_tables import PrivateTables, allowing
from croupier.floor.school_office import SchoolOffice
from croupier.floor.store import sharing
from croupier.floor.store.house_lines import mark_of
from croupier.floor.store.port import Connection, Key, Stale, Store, StoreError, StoreFailed
from croupier.floor.store.statements import checked, hold_house, put
from croupier.floor.tables import winding_up
from croupier.floor.tables.actor import RETRY_SECONDS, TableActor
from croupier.floor.tables.chance import ChanceSource, NoEntropy
from croupier.floor.tables.draft import Draft, Setting
from croupier.floor.tables.opening import (
    Check,
    Made,
    Settings,
    TableSpec,
    held_settings,
    made,
    new_id,
    player_ids,
    put_settings,
    read_settings,
    source_of,
)
from croupier.floor.tables.player_ids import PlayerIds
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tables.recovery import StoredJournal, stored_journal
from croupier.floor.tournaments import joints, walk_ups
from croupier.floor.tournaments.finished import FinishedTournaments
from croupier.floor.tournaments.leagues import LeagueOffice
from croupier.floor.tournaments.opening import TournamentSpec, made_tournament
from croupier.floor.tournaments.reconciler import Reconciler
from croupier.games.people import Role, is_house_player
from croupier.games.table import Table
from croupier.games.tournament.at_the_door import acts_of_entry
from croupier.games.tournament.state import TournamentState
from croupier.record.house_journal import staff_log
from croupier.record.house_journal.free_words import quoted
from croupier.record.house_journal.house import claim
from croupier.record.house_journal.house_register import role_words, table_words
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.record.journals.ledger import kept, wallet
from croupier.record.text.codecs import NAME
from croupier.record.text.header import TOURNAMENT

LOG = logging.getLogger("croupier.floor")
NAMED = re.compile(NAME)
TIDY_SECONDS = 60
NEVER_REACHED = 2**62
"""By the numbers of a journal."""
FORGET_SECONDS = 600
DECIDED_SECONDS = 10
"""For so long people wait to hear whether a table goes."""
OPENED_AT_ONCE = 50
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


class _ByTable(dict[str, Any]):
    """Somebody may still hold the actor of a table that is being taken away: they are told that it is gone."""

    def __missing__(self, table: str) -> Any:
        raise HouseRule.NO_SUCH_TABLE.refused()


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
        self.people.refusals.note = self.book.staff_refused
        self.school = SchoolOffice(store, self.book, self.time)
        self.chips = ChipsOffice(store, self.book)
        self.late_wagers = LateWagers(self.book, self.time)
        self.database_watch = DatabaseWatch(store, self.time)
        self._jump_noted = 0
        self.actors: dict[str, TableActor] = {}
        self.names: dict[str, str] = _ByTable()
        """What each table is called."""
        self.settings: dict[str, Settings] = _ByTable()
        self.devices = DevicesOffice(store, self.book, self.settings, self.time)
        self.pit = Pit(store, self.book, self.settings, self.time)
        self.duties = Duties(store, self.book, self.time, self._house_changed)
        self._player_ids: dict[str, PlayerIds] = {}
        """By the journal into which people come: a tournament's tables have those of the tournament."""
        self._connections_since: int | None = None
        """From when on this process looks after people's connections, where it does."""
        self._key = house_key(folder)
        self.front_desk = FrontDesk(self.people, self.book, self._key, self.time, self.earliest)
        self.checkpoints = Checkpoints(folder, store, self._key, self.time)
        self.finished: FinishedTournaments = FinishedTournaments(self)
        self.tournaments: Reconciler = Reconciler(self, self._key)
        self.leagues = LeagueOffice(store, self.book, self, self.people.accounts, self._key)
        self.private_tables = PrivateTables(self, self._key)
        self._sources = sources
        self._tidying: asyncio.Task[None] | None = None
        self._cleared_to = ""
        self._learning = asyncio.Lock()
        self._leaving: dict[str, asyncio.Event] = {}
        """Tables whose end is being stored, with what is set when that is decided."""
        self._coming_back: set[asyncio.Task[None]] = set()
        self._is_to_settle = True
        """Whether something may lie at a table that is gone; also after a start."""
        self.cluster: Colleagues | Alone = Colleagues(store, self._key, self) if store.is_shared else Alone()
        self.people.session_ends.pass_on = self.cluster.ring_out

    def time(self) -> int:
        return int(self.now())

    def earliest(self) -> int:
        """For what ends by itself: a clock that went ahead ends nothing early."""
        return min(self.time(), self.clock.time())

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
        for coming in self._coming_back:
            coming.cancel()
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
                await self.people.sign_in.tidy(self.earliest())
                await self._forget_absent()
                await self.clear_abandoned()
                await self.private_tables.retire_empty()
                await self.finished.put_away_unseen()
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
        now, after = self.earliest(), self._cleared_to
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

    async def opened_new(self, new: Made, words: str, check: Check | None = None) -> TableActor:
        """A journal stored with its first entry and the house's line that tells of it, and its table actor."""

        def put_table(connection: Connection) -> Receipt:
            if check is not None:
                check(connection)
            mark = _put_table(connection, new, self.time())
            return self.book.put(connection, words, table_words(new.id, mark))

        await self.book.written(put_table)
        self._house_changed()
        await self.learn()
        return self.actors[new.id]

    async def learn(self) -> None:
        """Tables that were made or wound up, by another server too, and who deals where."""
        async with self._learning:
            tables, self.duties.on_duty = await self.store.read(_known)
            standing = {id for id, _, _ in tables}
            for gone in await self._ended(set(self.actors) - standing):
                await self._put_away(gone)
                self._is_to_settle = True
            new: list[tuple[str, str, Settings]] = []
            for id, name, settings in tables:
                known = read_settings(settings)
                if id in self.actors:
                    self.settings[id] = known
                elif id not in self._leaving:
                    new.append((id, name, known))
            await self._open_all(new)
            if self._is_to_settle and self.store.is_shared:
                await self._settle_late()
            self._is_to_settle = False

    async def _ended(self, tables: Iterable[str]) -> list[str]:
        """Those of them that are over; one whose row is gone is not."""
        wanted = sorted(tables)
        return await self.store.read(lambda connection: [id for id in wanted if _is_over(connection, id)])

    async def _settle_late(self) -> None:
        """What came to a table at one server while another took it away goes back to whose it is."""

        def left(connection: Connection) -> list[str]:
            return [id for id in winding_up.unsettled(connection) if _is_over(connection, id)]

        for table in await self.store.read(left):

            def put_rest(connection: Connection, table: str = table) -> Receipt | None:
                hold_house(connection)
                notes = winding_up.notes(connection, table)
                words = f"table {table} paid out what came when it was taken away"
                return self.book.put(connection, words, *notes) if notes else None

            if await self.store.write(put_rest) is not None:
                LOG.warning("%s was taken away while somebody acted there: all of it went back", table)

    async def find(self, table: str) -> None:
        """Before a table is asked for that another server may have made a moment ago, or that is about to go."""
        await self._decided(table)
        if table in self.actors or NAMED.fullmatch(table) is None:
            self.finished.note_look(table)
            return
        await self.finished.find(table)
        if not self.store.is_shared or table in self.actors:
            return
        if await self.store.read(lambda connection: _stands(connection, table)):
            # Only then: anybody may ask for any name, and all tables are read by it.
            await self.learn()

    async def open_those(self, tables: Sequence[tuple[str, str, Settings]]) -> None:
        """Tables that a start has left unread, with what joins them to each other."""
        async with self._learning:
            new = [each for each in tables if each[0] not in self.actors]
            await self._open_all(new)
            for id, _, _ in new:
                await self.tournaments.look_up(id)

    async def close_those(self, tables: Iterable[str]) -> None:
        async with self._learning:
            for id in tables:
                await self._set_aside(id)

    async def _decided(self, table: str) -> None:
        """Until it is known whether a table goes whose end is being stored; raises `NotAccepted` if that takes long."""
        if (decided := self._leaving.get(table)) is not None:
            try:
                await asyncio.wait_for(decided.wait(), DECIDED_SECONDS)
            except TimeoutError:
                raise HouseRule.NOT_DONE.refused() from None

    async def present(self, *tables: str) -> None:
        """Before tables are looked at: read what other servers have done there; at all tables if none is named.

        A table at home here is read only until its new home has caught up. A link that was lost makes no other
        difference: until the next look at the leases nobody may be home.
        """
        if not isinstance(self.cluster, Colleagues):
            return
        cluster, watched = self.cluster, self.watched
        named = [id for id in tables or watched if id in watched]
        behind = [id for id in named if not cluster.is_home_of(id) or watched[id].has_to_look]
        if len(behind) > 1:
            heads = await self.store.read(partial(heads_of, behind))
            behind = [id for id in behind if heads.get(id, 0) > watched[id].number]
        await asyncio.gather(*(watched[id].abreast() for id in behind))

    def became_home(self, table: str) -> None:
        """What time brings about there is ours from now on, and so is what joins it to others."""
        if (actor := self.watched.get(table)) is not None:
            actor.hear()
            self.tournaments.look_at_joints_of(actor)

    async def opened_known(self, id: str) -> TableActor | None:
        """The table actor of a journal that another server has made; nothing where it has been wound up since."""
        await self.learn()
        return self.actors.get(id)

    def look_after_connections(self) -> None:
        """People come by connections from now on: whose last one has ended may have gone (B54)."""
        self._connections_since = self.time()
        for actor in self.actors.values():
            actor.presence.since = self._connections_since

    @property
    def watched(self) -> dict[str, TableActor]:
        return {id: actor for id, actor in self.actors.items() if not actor.trouble}

    async def _put_away(self, table: str) -> None:
        """For good, so that nobody watches it any more."""
        if (actor := await self._set_aside(table)) is not None:
            actor.dismiss(is_gone=True)

    async def _set_aside(self, table: str) -> TableActor | None:
        for known in (self.names, self.settings):
            known.pop(table, None)
        if (actor := self.actors.pop(table, None)) is not None:
            await actor.stop()
        return actor

    async def _open_all(self, tables: Sequence[tuple[str, str, Settings]]) -> None:
        """Many journals are read at once, and no more of them than may lie in memory together."""
        for start in range(0, len(tables), OPENED_AT_ONCE):
            part = tables[start : start + OPENED_AT_ONCE]
            known = await self.store.read(partial(_stored_journals, [id for id, _, _ in part]))
            for id, name, settings in part:
                await self._open(id, name, settings, known[id])

    async def _open(self, id: str, name: str, settings: Settings, known: StoredJournal) -> None:
        check_of = partial(joints.check_of, id, settings.joint)
        source, ids = self._sources(settings, self._key), player_ids(id, settings)
        players = self._player_ids.setdefault(ids.home, ids)
        setting = Setting(id, known.game, settings.pace, source, self.guard, check_of, players)
        actor = TableActor(setting, self.store, self._key, self.now)
        actor.cluster = self.cluster
        actor.presence.since = self._connections_since
        # Loaded before anybody finds it: tables are made while others look at all of them.
        await actor.start(known)
        self.actors[id], self.names[id], self.settings[id] = actor, name, settings
        self.tournaments.opened(actor)

    async def wind_up(self, table: str, reason: str, *, by: str) -> Receipt:
        """End a table that this version cannot go on with: the open round is void, stakes and stacks go back."""
        actor = self.actor(table)
        if not actor.trouble:
            raise HouseRule.IN_ORDER.refused()
        words = f"table {table} wound up by {by} because {quoted(checked_reason(reason))}"

        def put_end(connection: Connection) -> Receipt:
            mark = put_settings(connection, table, replace(held_settings(connection, table), wound_up=True))
            return self.book.put(connection, words, table_words(table, mark), *winding_up.notes(connection, table))

        receipt = await self.book.written(put_end)
        self._house_changed()
        await self._put_away(table)
        return receipt

    async def allow_private_copies(self, table: str, *, is_allowed: bool, by: str) -> None:
        """Whether people may open private tables like this one of the house; raises `NotAccepted`."""
        self.actor(table)
        words = f"private tables like {table} {'allowed' if is_allowed else 'not allowed'} by {by}"

        def put_word(connection: Connection) -> Receipt:
            # Not what this server has in mind: another one may have retired the table since.
            settings = allowing(held_settings(connection, table), is_allowed=is_allowed)
            return self.book.put(connection, words, table_words(table, put_settings(connection, table, settings)))

        await self.book.written(put_word)
        self.settings[table] = replace(self.settings[table], private_copies=is_allowed)
        self._house_changed()

    async def retire(self, table: str, reason: str, *, by: str, pays_out: bool = False) -> Receipt:
        """Take away a table at which nobody has chips, or pay them out. Its journal, rounds and figures stay."""
        actor, name, settings = self.actor(table), self.names[table], self.settings[table]
        if actor.trouble or settings.joint is not None or actor.setting.game == TOURNAMENT:
            raise HouseRule.TABLE_IN_USE.refused("not_this_way")
        words = f"table {table} retired by {by} because {quoted(checked_reason(reason))}"
        await self.present(table)

        def stacks(connection: Connection) -> tuple[str, ...]:
            notes = tuple(winding_up.notes(connection, table))
            if not actor.head.state.is_between_rounds or (notes and not pays_out):
                raise HouseRule.TABLE_IN_USE.refused()
            return notes

        def put_end(connection: Connection) -> Receipt:
            retired = replace(held_settings(connection, table), wound_up=True)
            notes = stacks(connection)
            mark = put_settings(connection, table, retired)
            return self.book.put(connection, words, table_words(table, mark), *notes)

        # A table at which somebody plays is not disturbed. Then nobody buys chips there while it is decided.
        await self.store.read(stacks)
        async with self._learning:
            if self.actor(table) is not actor:
                raise HouseRule.TABLE_BUSY.refused()
            self._leaving[table] = asyncio.Event()
            try:
                await self._set_aside(table)
                receipt = await self.book.written(put_end)
            except BaseException:
                coming = asyncio.create_task(self._bring_back(actor, name, settings), name=f"{table} comes back")
                self._coming_back.add(coming)
                coming.add_done_callback(self._coming_back.discard)
                await asyncio.wait({coming}, timeout=DECIDED_SECONDS)
                raise
            self._is_gone(actor)
        self._house_changed()
        return receipt

    async def _bring_back(self, actor: TableActor, name: str, settings: Settings) -> None:
        """A table whose end was not stored, as soon as the database answers. Who asks for it waits meanwhile."""
        table = actor.id
        while True:
            try:
                if await self.store.read(lambda connection: _stands(connection, table)):
                    await self._open_all([(table, name, settings)])
                break
            except StoreFailed as failed:
                LOG.warning("%s is not back yet: the store fails: %s", table, failed)
                await asyncio.sleep(RETRY_SECONDS)
        if table in self.actors:
            self._leaving.pop(table).set()
            actor.dismiss(is_gone=False)
        else:
            self._is_gone(actor)

    def _is_gone(self, actor: TableActor) -> None:
        """For good: those who wait are told so, and so is whoever watches."""
        self._is_to_settle = True
        self._leaving.pop(actor.id).set()
        actor.dismiss(is_gone=True)

    def actor(self, id: str) -> TableActor:
        """The table of that name; raises `NotAccepted`."""
        found = self.actors.get(id)
        if found is None:
            raise HouseRule.NO_SUCH_TABLE.refused()
        return found

    async def take_duty(self, table: str, dealer: str) -> None:
        """A dealer takes a live table that nobody deals at; raises `NotAccepted`."""
        game = self.actor(table).setting.game
        if not self.settings[table].live:
            raise HouseRule.DEALS_ITSELF.refused()
        await self.duties.take(table, game, dealer)

    def _house_changed(self) -> None:
        """Other servers read the house's journal again."""
        self.cluster.ring(HOUSE_STREAM)

    # Acts

    async def act(self, table: str, request: Request) -> Receipt:
        """A person's act at a table; raises `NotAccepted`. Durable when it returns."""
        actor = await self._actor_for(table, request, anew=False)
        try:
            receipt = await self.tournaments.act(actor, request)
        except NotAccepted as refused:
            # The wager is refused whether or not the log can say so now.
            with contextlib.suppress(NotAccepted, StoreError):
                await self.late_wagers.note(actor, request, refused.refusal.code)
            raise
        player = actor.person_of(request) if self.store.is_shared else None
        if player is not None and self.people.standings.has_limit(player, LimitKind.TIME):
            # Her clock goes on at whichever server she asks next.
            await self.people.standings.save_clocks()
        return receipt

    async def consider(self, table: str, request: Request) -> tuple[int, Draft]:
        """What the act would do after the entry of that number, without doing it; raises `NotAccepted`."""
        actor = await self._actor_for(table, request, anew=True)
        joined = await self.tournaments.joined_request(actor, request)
        return actor.head.number, actor.considered(joined)

    async def _actor_for(self, table: str, request: Request, *, anew: bool) -> TableActor:
        """The table, once the house has looked at who asks; `anew` where nothing compares later what was known."""
        await self.find(table)
        actor = self.actor(table)
        # Also where the dealer tops a wager up, or places one for a player.
        player = actor.person_of(request)
        try:
            if self.store.is_shared and request.act.actor.role is Role.DEALER:
                await self.duties.look()
            accept(AT_THE_TABLE.refuses(Duty(request, self.settings[table].live, self.duties.on_duty.get(table))))
            if player is not None and not is_house_player(player):
                # A table whose last line lies ahead of the clock goes on from there.
                await self.guard.load((player,), max(self.time(), actor.last_time), anew=anew)
        except StoreFailed:
            raise HouseRule.NOT_DONE.refused() from None
        return actor

    async def enter_walk_ups(self, tournament: str, text: str, *, by: str, is_operator: bool) -> list[Person]:
        """Those whom this list names get accounts and are entered, all or nobody; raises `NotAccepted` with the line.

        By a director they apply and pay; an operator also tells them the conditions and accepts them (D7 3.1, 3.7).
        """
        state = self.actor(tournament).head.state.known_as(TournamentState)
        rows = walk_ups.read_walk_ups(text)
        await self.store.read(lambda connection: walk_ups.check_names(connection, rows))
        walk_ups.check_entries(state, rows, is_operator=is_operator)
        hashed = await self.people.passwords.new_account(rows[0].name, walk_ups.unknown_secret())

        def also(connection: Connection, person: str) -> None:
            self.book.welcome(connection, person)
            self.book.put(connection, staff_log.did(by, f"enters walk-up {person} for {tournament}"))

        def made(connection: Connection) -> list[Person]:
            return walk_ups.make_accounts(connection, rows, hashed, self.time(), also)

        people = await self.store.write(made)
        self._house_changed()
        for row, person in zip(rows, people, strict=True):
            for act in acts_of_entry(state, person.id, by if is_operator else None):
                try:
                    await self.act(tournament, Request(person=act.actor.name, act=act))
                except NotAccepted as refused:
                    # Somebody else took the last place meanwhile: those before this line are entered.
                    raise HouseRule.ROW_REFUSED.refused(line=row.line, what_is_wrong=refused.refusal.why) from None
        return people

    # Money

    async def grant(self, person: str, amount: int, key: Key | None = None) -> Receipt:
        """More play money on request, within the person's own limits."""
        now = self.earliest()

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
            if not isinstance(state, Table) or not state.is_for_money:
                continue
            if (purse := state.purse_if_any(actor.player_id(person))) is not None:
                stacks[id] = purse.value + purse.colour
        return Money(await self.store.balance(wallet(person)), await self.store.balance(kept(person)), stacks)

    def is_at_a_table(self, person: str) -> bool:
        """Whether the person has chips or wagers anywhere, or a part in a tournament."""
        return any(actor.player_id(person) in actor.head.state.engaged for actor in self.watched.values())

    async def people_behind(self, journal: str, settings: Settings, players: Iterable[str]) -> dict[str, str]:
        """The people behind the ids of a journal, also of one whose table is gone."""
        wanted, ids = set(players), player_ids(journal, settings)
        if unknown := {each for each in wanted if ids.is_unknown(each)}:
            ids.join(await self.store.read(lambda connection: ids.found(connection, journal, unknown)))
        return {player: ids.person(player) for player in wanted}

    async def names_at(self, actor: TableActor, players: Iterable[str]) -> dict[str, str]:
        """What the players of a journal are called, by their ids there; who has closed the account is not."""
        wanted = set(players)
        await actor.learn_players(wanted)
        people = {player: actor.setting.players.person(player) for player in wanted}
        names = await self.people.accounts.names(set(people.values()))
        return {player: names[person] for player, person in people.items() if person in names}

    async def _knowing(self, person: str, work: Callable[[bool, Also], Awaitable[object]]) -> None:
        """Work that must know whether somebody has chips anywhere, and finds out in its transaction if that changed.

        Meanwhile they begin nothing new here: a buy-in that was judged before would be stored after.
        """
        with self.guard.held(person):
            for _ in range(TRIES):
                heads = self._known_heads()
                try:
                    await work(self.is_at_a_table(person), partial(self._check_seen, heads))
                except Stale:
                    await self.learn()
                    await asyncio.gather(*(actor.abreast() for actor in self.watched.values()))
                else:
                    return
        raise HouseRule.PEOPLE_BUSY.refused()

    def _known_heads(self) -> dict[str, int]:
        heads = {id: actor.number for id, actor in self.watched.items()}
        # Nothing is stored any more at a table that is out of order, unless another server goes on with it.
        is_alone = not self.store.is_shared
        return heads | {id: NEVER_REACHED for id, actor in self.actors.items() if actor.trouble and is_alone}

    def _check_seen(self, heads: dict[str, int], connection: Connection, person: str) -> None:
        sharing.check_seen(connection, person, heads, is_shared=self.store.is_shared)

    async def close_account(self, person: str) -> None:
        """Name and credentials go, the records stay; the wallet's play money goes back to the house."""
        changed: dict[str, Settings] = {}

        async def closed(has_chips: bool, check: Also) -> None:
            def also(connection: Connection, who: str) -> None:
                check(connection, who)
                changed.update(self.devices.revoke_of(connection, who, who))
                self.book.farewell(connection, who)

            await self.people.accounts.close(person, self.time(), has_chips=has_chips, also=also)

        await self._knowing(person, closed)
        self._know_again(changed)

    async def give_role(self, person: str, role: HouseRole, *, by: str) -> None:
        async def given(has_chips: bool, check: Also) -> None:
            def also(connection: Connection, who: str) -> None:
                check(connection, who)
                self.book.put(connection, role_words(role, who, by))

            await self.people.roles.give(person, role, self.time(), by=by, has_chips=has_chips, also=also)

        await self._knowing(person, given)

    def _know_again(self, changed: dict[str, Settings]) -> None:
        """Settings that were changed with something else."""
        self.settings.update({table: settings for table, settings in changed.items() if table in self.settings})

    async def take_role(self, person: str, role: HouseRole, *, by: str) -> None:
        changed: dict[str, Settings] = {}

        def also(connection: Connection, who: str) -> None:
            if role is HouseRole.OPERATOR:
                changed.update(self.devices.revoke_of(connection, who, by))
            left = [f"{who} leaves {table}" for table in dealer_duty.leave_all(connection, who)]
            self.book.put(connection, *left, f"role {role} from {who} by {by}")

        await self.people.roles.take(person, role, self.time(), by=by, also=also)
        self._know_again(changed)
        self._house_changed()
        await self.duties.look()


def _known(connection: Connection) -> tuple[list[tuple[str, str, str]], dict[str, str]]:
    return _known_tables(connection), dealer_duty.all_of_them(connection)


def _stored_journals(tables: Iterable[str], connection: Connection) -> dict[str, StoredJournal]:
    return {id: stored_journal(connection, id) for id in tables}


def _known_tables(connection: Connection) -> list[tuple[str, str, str]]:
    """Those that are over are as many as there ever were: they are not read."""
    return connection.execute("SELECT id, name, settings FROM tables WHERE ended = 0 ORDER BY made, id").fetchall()


def _stands(connection: Connection, table: str) -> bool:
    return connection.execute("SELECT 1 FROM tables WHERE id = ? AND ended = 0", (table,)).fetchone() is not None


def _is_over(connection: Connection, table: str) -> bool:
    return connection.execute("SELECT 1 FROM tables WHERE id = ? AND ended = 1", (table,)).fetchone() is not None


def _put_table(connection: Connection, new: Made, made: int) -> str:
    """The mark of the table's row, for the house's journal."""
    put(connection, [checked(new.batch)])
    settings = msgspec.json.encode(new.settings).decode()
    sql = "INSERT INTO tables (id, name, settings, made) VALUES (?, ?, ?, ?)"
    connection.execute(sql, (new.id, new.name, settings, made))
    return mark_of(new.name, settings, made)


def checked_reason(reason: str) -> str:
    """Words on one line; raises `NotAccepted`."""
    if not reason.strip() or "#" in reason or not reason.isprintable():
        raise HouseRule.NO_REASON.refused()
    return reason.strip()
