"""One table of the running floor: a mailbox, and one act after the other from it into the journal.

Whatever waits in the mailbox is judged at once and stored in one batch; only when the store has it are the answers
given and the watchers told. An outcome is drawn from what is durable, and stored before anybody hears of it.

Other servers may serve the same table. Who loses the race for a number reads what the other wrote and judges again; so
does, before it refuses, a server that was behind. What time brings about is left for a while to the one who has the
table's lease, except where somebody asks here, or it follows from what was stored here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor import metrics
from croupier.floor.cluster.members import Alone, Cluster
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.schedules.absence import Presence, frees_at
from croupier.floor.schedules.cash import deadline, draws_now, soonest
from croupier.floor.store.port import (
    Batch,
    KeyUsed,
    Overdraft,
    Stale,
    Store,
    StoredSnapshot,
    StoreError,
    StoreFailed,
    Taken,
)
from croupier.floor.tables.answers import Accepted, Answers, Refused, WaitingRequest, counted, refuse_all
from croupier.floor.tables.chance import NoEntropy
from croupier.floor.tables.clock import TableClock
from croupier.floor.tables.draft import Draft, Setting
from croupier.floor.tables.head import JournalHead, Shown, everybody_at
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tables.recovery import Broken, Folded, StoredJournal, caught_up, folded
from croupier.floor.tables.snapshot import pack, unpack
from croupier.floor.tables.states import Errand, TableState
from croupier.games.chips import Chips
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.record.journals.journal import read_stamp
from croupier.rulebook import EDITION

LOG = logging.getLogger("croupier.table")
MOST_AT_ONCE = 256
MOST_WAITING = 20_000
SNAPSHOT_EVERY = 200
"""Entries between two snapshots: what a restart has to fold for each table, at most, beside the open round."""
RETRY_SECONDS = 1
STUCK_SECONDS = 2
"""For so long a table may be unsure of its journal and keep its lease: another server may read what this one cannot."""


class Told(Struct, frozen=True):
    """What the watchers of a table are told after a commit."""

    entries: tuple[Shown, ...]
    head: JournalHead


Listener = Callable[[Told], None]


_NOBODY_KNOWN = Presence()


class Unbalanced(Exception):  # noqa: N818
    """A draft in which money appeared or vanished."""


class TableActor:
    steady = staticmethod(time.monotonic)
    """A clock that nobody sets."""

    def __init__(self, setting: Setting, store: Store, key: bytes, now: Callable[[], float]) -> None:
        self.setting = setting
        self._store, self._house_key, self._now = store, key, now
        self._mailbox: list[WaitingRequest] = []
        self._wake = asyncio.Event()
        self._listeners: list[Listener] = []
        self._watching: list[Callable[[bool], None]] = []
        """Whom to tell when there is nothing to watch here any more."""
        self._answers = Answers(setting.id, store)
        self._clock = TableClock(now, self.steady)
        self._task: asyncio.Task[None] | None = None
        self._state = TableState.UNLOADED
        self._unsure_since: float | None = None
        self._errands: set[Errand] = set()
        self._looking: list[asyncio.Future[bool]] = []
        """Those who wait until it has looked for what others stored."""
        self._is_looking = False
        self._head: JournalHead | None = None
        self._snapshot = 0
        self._own = -1
        """The last entry that was stored from here."""
        self.presence = Presence()
        """Who has a connection to the table here."""
        self._is_elsewhere = False
        self.followers = 0
        """Who shows here what happens at this table, wherever it is at home."""
        self.cluster: Cluster = Alone()
        self.trouble = ""
        """Why the table is out of order, in words; empty while it is in order."""

    @property
    def id(self) -> str:
        return self.setting.id

    @property
    def head(self) -> JournalHead:
        """Where the journal stands; raises `LookupError` before the table was loaded."""
        if self._head is None:
            raise LookupError(self.id)
        return self._head

    @property
    def is_loaded(self) -> bool:
        """Whether there is anything to watch here."""
        return self._head is not None

    @property
    def number(self) -> int:
        return self.head.number

    def player_id(self, person: str) -> str:
        """Under which id a person plays here, or would."""
        return self.setting.players.of(person)

    def person_of(self, request: Request) -> str | None:
        """The person behind the player whom a request names."""
        return self.setting.players.person_named(request)

    @property
    def last_time(self) -> int:
        """When its last entry was written; nothing at a table that cannot be loaded."""
        return 0 if self._head is None else self._head.time

    @property
    def _takes_requests(self) -> bool:
        return self._state.is_serving and Errand.STOP not in self._errands

    def hear(self) -> None:
        """Something may have moved here, by another server."""
        self._send(Errand.LOOK)

    @property
    def has_to_look(self) -> bool:
        """Whether something may have moved here that is not known yet."""
        return self._is_looking or Errand.LOOK in self._errands

    @property
    def is_stuck(self) -> bool:
        """Whether it has been unsure for so long that another server should be its home."""
        return self._unsure_since is not None and self.steady() - self._unsure_since > STUCK_SECONDS

    def seal_again(self) -> None:
        """Try to seal a round at a table that is out of order for want of one."""
        self._send(Errand.SEAL)

    def put_out_of_order(self, trouble: str) -> None:
        """For good: nothing is judged or stored here any more."""
        self.trouble = trouble
        self._become(TableState.OUT_OF_ORDER)

    async def abreast(self) -> bool:
        """Until all is known here that was durable when this was asked; not where the store could not be read."""
        if not self._takes_requests:
            return True
        looked: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._looking.append(looked)
        self.hear()
        return await looked

    async def start(self, known: StoredJournal | None = None) -> None:
        """Load the table and take up its work; a table that cannot be loaded stays out of order."""
        try:
            self._adopt(await folded(self._store, self.id, self.setting.source, self._house_key, known))
            await self.learn_players(everybody_at(self.head.state))
        except Broken as broken:
            self.put_out_of_order(str(broken))
            LOG.warning("table %s cannot be loaded: %s", self.id, broken)
            return
        self._take(Errand.STOP)
        self._become(TableState.IN_ORDER)
        if self.is_out_of_chance:
            self.seal_again()
        self._task = asyncio.create_task(self._serve(), name=f"table {self.id}")

    async def learn_players(self, players: Iterable[str]) -> None:
        """Who stands behind these ids, where this server has not seen them come."""
        ids = self.setting.players
        if unknown := [each for each in players if ids.is_unknown(each)]:
            ids.join(await self._store.read(lambda connection: ids.found(connection, self.id, unknown)))

    async def stop(self) -> None:
        """No act is begun after this; the one being stored is finished."""
        self._send(Errand.STOP)
        if self._task is not None:
            await self._task
        self._become(TableState.STOPPED)
        refuse_all(self._mailbox, HouseRule.STOPPING.refusal())
        self._mailbox.clear()

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every commit; call what comes back to be told no more."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def watch(self, ended: Callable[[bool], None]) -> Callable[[], None]:
        """Be told when there is nothing to watch here any more, with whether the table is gone for good; call what
        comes back to be told no more."""
        self._watching.append(ended)
        return lambda: self._watching.remove(ended) if ended in self._watching else None

    def dismiss(self, *, is_gone: bool) -> None:
        """Send away whoever watches: the table has been taken away, or another actor has its place."""
        for ended in tuple(self._watching):
            ended(is_gone)

    async def submit(self, request: Request) -> Receipt:
        """The receipt once the act is durable; raises `NotAccepted`."""
        if len(self._mailbox) >= MOST_WAITING:
            raise HouseRule.TABLE_BUSY.refused()
        if not self._takes_requests:
            raise NotAccepted(self._out_of_order())
        if request.act.actor.role is Role.PLAYER:
            self.presence.note(self.player_id(request.person), int(self._time()))
        answer: asyncio.Future[Receipt] = asyncio.get_running_loop().create_future()
        self._mailbox.append(WaitingRequest(self.setting.players.request(request), answer))
        self._wake.set()
        return await counted(answer)

    def let_pass(self, person: str) -> int:
        """Somebody asks for nothing where the table waits in case they do; for how many others it waits still.

        Nothing is written of it. When all have let it pass, the house goes on as it does when their time is up. Other
        servers do not hear of it: where somebody lets it pass there, the time runs as before. Raises `NotAccepted`.
        """
        if not self._takes_requests:
            raise NotAccepted(self._out_of_order())
        awaited = self.head.schedule.may_pass(self.head.state)
        player = self.player_id(person)
        if player not in awaited:
            raise HouseRule.NOTHING_TO_PASS.refused()
        self._head = self.head.passed_by(player, int(self._time()))
        left = len(awaited - self.head.passed.keys())
        if not left:
            # It was asked for here: there is no other server to leave it to.
            self._own = self.head.number
        self._wake.set()
        return left

    def _out_of_order(self) -> HouseRefusal:
        if self.trouble:
            return HouseRule.TABLE_OUT_OF_ORDER.refusal("trouble", what_is_wrong=self.trouble)
        return HouseRule.TABLE_OUT_OF_ORDER.refusal()

    @property
    def waiting(self) -> int:
        """How many wait for an answer and have not been looked at yet."""
        return len(self._mailbox)

    def considered(self, request: Request) -> Draft:
        """What the act would do now. Nothing of it is stored, told or counted; raises `NotAccepted`."""
        if not self._takes_requests:
            raise NotAccepted(self._out_of_order())
        draft = Draft(self.setting, self.head, int(self._time()))
        draft.let_time_pass()
        try:
            draft.request(self.setting.players.request(request))
        finally:
            self.setting.guard.taken_back(draft.days())
        return draft

    # The work

    def _become(self, state: TableState) -> None:
        self._state = self._state.after(state)
        if self._state is not TableState.UNSURE:
            self._unsure_since = None
        elif self._unsure_since is None:
            self._unsure_since = self.steady()

    def _send(self, errand: Errand) -> None:
        self._errands.add(errand)
        self._wake.set()

    def _take(self, errand: Errand) -> bool:
        """Whether it was asked for; from now on it is not, until it is asked for again."""
        is_asked = errand in self._errands
        self._errands.discard(errand)
        return is_asked

    async def _serve(self) -> None:
        while self._takes_requests:
            await self._idle(self._rest())
            taken, self._mailbox = self._mailbox[:MOST_AT_ONCE], self._mailbox[MOST_AT_ONCE:]
            try:
                await self._work(taken)
            except Unbalanced:
                self._halt(taken)
            except StoreFailed as failed:
                # It went away while we asked it what had become of a request.
                LOG.warning("table %s: the store fails: %s", self.id, failed)
                self._become(TableState.UNSURE)
                refuse_all(taken, HouseRule.UNKNOWN.refusal())
            except Exception:
                LOG.exception("table %s: an error of ours", self.id)
                self._become(TableState.UNSURE)
                refuse_all(taken, HouseRule.ERROR.refusal())
            if Errand.LOOK not in self._errands:
                self._let_go()
        self._let_go()

    def _let_go(self) -> None:
        """Those who waited until we had looked."""
        waiting, self._looking = self._looking, []
        for each in waiting:
            if not each.done():
                each.set_result(self._state is not TableState.UNSURE)

    def _halt(self, taken: list[WaitingRequest]) -> None:
        """The rules made money or lost some, which is an error of ours: nothing is stored, and nothing follows."""
        self.put_out_of_order("The money at this table does not add up: it is halted for the operator to look at.")
        LOG.critical("table %s: money made or lost in judging entry %d; halted", self.id, self.head.number + 1)
        refuse_all((*taken, *self._mailbox), self._out_of_order())
        self._mailbox.clear()

    async def _idle(self, seconds: float | None) -> None:
        """Until something comes, or so many seconds have gone."""
        if seconds == 0:
            await asyncio.sleep(0)
        else:
            timer = None
            if seconds is not None:
                timer = asyncio.get_running_loop().call_later(seconds, self._wake.set)
            await self._wake.wait()
            if timer is not None:
                timer.cancel()
        self._wake.clear()

    def _rest(self) -> float | None:
        """How long nothing is to be done."""
        if self._mailbox or Errand.LOOK in self._errands:
            return 0
        if self._state is TableState.UNSURE:
            return RETRY_SECONDS
        if self._state is TableState.AT_REST:
            return None
        head = self.head
        if draws_now(head, self.setting.pace, int(self._time())) and self._can_draw(head):
            return max(self._left_to_another, 0)
        away = frees_at(head.state, self._presence_here, self.setting.pace.away)
        at = soonest(deadline(head, self.setting.pace), away)
        if at is None:
            return None
        left = max(at - self._time(), self._left_to_another)
        # A secret that is lost cannot be drawn on: then only an act can move the table.
        return max(left, 0) if left > 0 or self._can_draw(head) else None

    @property
    def _presence_here(self) -> Presence:
        """Only where the table is at home do all connections to it come together; from then on they are known."""
        if self.cluster.grace(self.id) or not self.cluster.is_linked_to_all:
            self._is_elsewhere = True
            return _NOBODY_KNOWN
        if self._is_elsewhere:
            self._is_elsewhere = False
            self.presence.begin(int(self._time()))
        return self.presence

    def saw_leave(self, player: str) -> None:
        """A connection of theirs has ended: the time runs after which their seat is freed."""
        self.presence.go(player, int(self._time()))
        self._wake.set()

    @property
    def _left_to_another(self) -> float:
        """For how long what is due is left to another server: not at all where it follows from what was stored here."""
        grace = 0 if self._own == self.head.number else self.cluster.grace(self.id)
        if not grace:
            return 0
        at = deadline(self.head, self.setting.pace)
        since_due = 0 if at is None else at - self._time()
        return grace + max(since_due, -self._clock.still)

    def _time(self) -> float:
        return self._clock.time(self.head)

    def _put(self, head: JournalHead) -> None:
        before, self._head = self._head, head
        if before is not None and before.passed and before.asks_the_same(head):
            # Somebody may have let it pass while this was being stored.
            self._head = replace(head, passed=before.still_passed(head.state))
        self._clock.move(before, head)

    def _can_draw(self, head: JournalHead) -> bool:
        return not self.setting.source.is_sealed or head.round.secret is not None

    async def _work(self, taken: list[WaitingRequest]) -> None:
        is_rung = self._take(Errand.LOOK)
        if (self._state is TableState.UNSURE or is_rung) and not await self._look_again():
            refuse_all(taken, HouseRule.NOT_DONE.refusal())
            return
        if self._take(Errand.SEAL):
            await self._seal()
        if not taken and self._left_to_another > 0:
            return
        # A card for which others were waited for comes before what they ask when their time is up.
        await self._draw()
        await self._answer(taken)
        await self._draw()

    async def _answer(self, waiting: list[WaitingRequest], *, is_abreast: bool = False) -> None:
        draft = Draft(self.setting, self.head, int(self._time()), self._presence_here)
        due = deadline(self.head, self.setting.pace)
        draft.let_time_pass()
        if due is not None and draft.entries:
            metrics.LATE_SECONDS.observe(max(self._time() - due, 0))
        accepted: Accepted = []
        refused: Refused = []
        before: dict[tuple[str, str], WaitingRequest] = {}
        for each in waiting:
            if not self._answers.is_answered(each, before):
                self._judge(draft, each, accepted, refused)
        if draft.entries:
            await self._settle(draft, accepted)
        if refused and self._store.is_shared and not is_abreast:
            await self._judge_again(refused)
        elif refused:
            await self._answers.refuse_unless_done(refused)

    async def _judge_again(self, refused: Refused) -> None:
        """Another server may have stored what would make it right: only what is durable now is reason to refuse."""
        if await self._look_again() and await self._load(each for each, _ in refused):
            await self._answer([each for each, _ in refused], is_abreast=True)
        else:
            refuse_all((each for each, _ in refused), HouseRule.NOT_DONE.refusal())

    async def _load(self, waiting: Iterable[WaitingRequest]) -> bool:
        """What is known of those whose acts these are, read anew; whether that went well."""
        players = {player for each in waiting if (player := each.request.player) is not None}
        try:
            await self.setting.guard.load(players, int(self._time()))
        except NotAccepted:
            return True  # somebody who is not known here: the rules, or the guard, refuse the act all the same
        except StoreFailed:
            return False
        return True

    async def _settle(self, draft: Draft, accepted: Accepted) -> None:
        players = {player for each, _ in accepted if (player := each.request.player) is not None}
        try:
            await self._stored(draft, players)
        except (KeyUsed, NotAccepted, Overdraft, Stale, Taken, StoreFailed) as error:
            self.setting.guard.taken_back(draft.days())
            if isinstance(error, StoreFailed) and error.unknown:
                self.setting.guard.forget(players)
            await self._not_stored(accepted, error)
        else:
            self._answers.give(accepted, draft.time)

    async def _not_stored(self, accepted: Accepted, error: StoreError | NotAccepted) -> None:
        if isinstance(error, StoreFailed):
            await self._after_failure(accepted)
        elif isinstance(error, Taken):
            if await self._look_again():
                await self._answer([each for each, _ in accepted])
            else:
                refuse_all((each for each, _ in accepted), HouseRule.NOT_DONE.refusal())
        elif isinstance(error, Stale):
            if await self._load(each for each, _ in accepted):
                await self._answer([each for each, _ in accepted])
            else:
                refuse_all((each for each, _ in accepted), HouseRule.NOT_DONE.refusal())
        else:
            await self._refused_by_store(accepted, error)

    def _judge(
        self,
        draft: Draft,
        each: WaitingRequest,
        accepted: Accepted,
        refused: Refused,
    ) -> None:
        try:
            accepted.append((each, draft.request(each.request)))
        except NotAccepted as error:
            if each.request.key or self._store.is_shared:
                refused.append((each, error))
            else:
                each.fail(error)
        except Exception as error:
            LOG.exception("table %s: an act broke the rules' code", self.id)
            each.refuse(HouseRule.ERROR.refusal("of_kind", kind=type(error).__name__))

    async def _stored(self, draft: Draft, players: Iterable[str] = ()) -> None:
        if not draft.is_balanced():
            raise Unbalanced(self.id)
        snapshot, days = self._due_snapshot(draft), draft.days()
        terms = self.setting.guard.terms(players, draft.time)
        check = self.setting.check_of(draft.acts)
        rounds = tuple(draft.rounds)
        await self._store.append(Batch(self.id, tuple(draft.entries), days, snapshot, terms, check, rounds))
        self._own = draft.head.number
        self.cluster.ring(self.id)
        self.setting.guard.stored(players, days, draft.time)
        metrics.ENTRIES.inc(len(draft.entries))
        if draft.has_ended_round:
            metrics.ROUNDS.labels(self.setting.game).inc()
        if snapshot is not None:
            self._snapshot = snapshot.number
        self._tell(Folded(draft.head, tuple(draft.shown)))

    def _due_snapshot(self, draft: Draft) -> StoredSnapshot | None:
        """Made only where the very last entry ended a round: nothing has gone into the next one.

        A call that was taken back is no such end: the entries before it belong to the next round.
        """
        head = draft.head
        is_new = head.round.number == head.number and draft.has_ended_round
        if isinstance(head.state, Table):
            is_new = is_new and head.count.first == head.number + 1
        if not is_new or head.number - self._snapshot < SNAPSHOT_EVERY:
            return None
        return StoredSnapshot(head.number, EDITION, pack(self._house_key, head.hash, head.state))

    def snapshot_reader(self) -> Callable[[bytes, bytes], Any | None]:
        """What makes a state of a snapshot's bytes and the hash of its entry, where they are the house's own."""
        return partial(unpack, self._house_key)

    def _tell(self, news: Folded) -> None:
        self._put(news.head)
        told = Told(news.shown, news.head)
        if self.is_out_of_chance:
            LOG.error("table %s: no random bytes to seal the next round with; it takes no wagers", self.id)
        for listener in tuple(self._listeners):
            try:
                listener(told)
            except Exception:
                LOG.exception("table %s: a watcher failed", self.id)

    async def _refused_by_store(self, accepted: Accepted, error: Exception) -> None:
        """One of them broke a constraint and took the others with it: each is tried by itself."""
        if len(accepted) > 1:
            for each, _ in accepted:
                await self._answer([each])
        elif isinstance(error, NotAccepted):
            if accepted:
                accepted[0][0].fail(error)
            else:
                LOG.info("table %s: time brings nothing about here any more: %s", self.id, error.refusal.why)
                self._become(TableState.AT_REST)
        elif isinstance(error, KeyUsed) and accepted:
            await self._answers.repeat_from_store(accepted[0][0])
        elif accepted:
            accepted[0][0].refuse(HouseRule.NOT_ENOUGH_MONEY.refusal())
        else:
            raise error

    async def _after_failure(self, accepted: Accepted) -> None:
        """The store failed, perhaps after it had done the work: only what it says now counts."""
        self._become(TableState.UNSURE)
        known = await self._look_again()
        for each, entry in accepted:
            if not known:
                refuse_all((each,), HouseRule.UNKNOWN.refusal())
                continue
            row = await self._row(entry.number)
            if row == entry.hash:
                self._answers.give([(each, entry)], read_stamp(entry.line)[1].time)
            else:
                each.refuse(HouseRule.NOT_DONE.refusal("stored"))

    async def _row(self, number: int) -> bytes | None:
        found = await self._store.tail(self.id, number - 1, 1)
        return found[0].hash if found and found[0].number == number else None

    async def _look_again(self) -> bool:
        """Read what the store has beyond what we know; whether that went well."""
        self._is_looking = True
        try:
            news = await caught_up(self._store, self.id, self.head, self.setting.source)
            await self.learn_players(everybody_at(news.head.state))
        except StoreFailed as failed:
            LOG.warning("table %s: the store fails: %s", self.id, failed)
            self._become(TableState.UNSURE)
            return False
        finally:
            self._is_looking = False
        self._become(TableState.IN_ORDER)
        if news.shown:
            self._tell(news)
        return True

    async def _draw(self) -> None:
        """Every outcome that is due, drawn from what is durable and stored before it is told."""
        if self._state is TableState.UNSURE or not draws_now(self.head, self.setting.pace, int(self._time())):
            return
        draft = Draft(self.setting, self.head, int(self._time()))
        while draws_now(draft.head, self.setting.pace, draft.time) and draft.draw():
            pass
        if not draft.entries:
            return
        try:
            await self._stored(draft)
        except Taken:
            await self._look_again()
        except StoreFailed:
            self._become(TableState.UNSURE)
        self._wake.set()

    async def _seal(self) -> None:
        if not self.is_out_of_chance or self._is_lost_with_wagers:
            return
        draft = Draft(self.setting, self.head, int(self._time()))
        try:
            draft.seal()
            await self._stored(draft)
        except NoEntropy as error:
            LOG.warning("table %s: no seal: %s", self.id, error)
        except (Taken, StoreFailed):
            self._become(TableState.UNSURE)

    @property
    def is_out_of_chance(self) -> bool:
        """No round can be drawn here: random bytes failed when the last one ended, or the house key is another."""
        return self.setting.source.is_sealed and self.head.round.secret is None

    @property
    def _is_lost_with_wagers(self) -> bool:
        """Wagers lie under a seal that cannot be opened: no other is put in its place, the round must be voided."""
        state = self.head.state
        at_stake = (state.at_stake(player, chips) for player in state.players for chips in Chips)
        return bool(self.head.round.seal) and (not state.is_between_rounds or any(at_stake))

    def _adopt(self, loaded: Folded) -> None:
        self._put(loaded.head)
        self._snapshot = loaded.snapshot
