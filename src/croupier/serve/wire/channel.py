"""The watchers of one table: what all may see is made once for all of them, and each one's own part for them alone."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from msgspec import Struct
from msgspec.structs import fields, replace

from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.schedules.cash import deadline
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import tail
from croupier.floor.tables.actor import TableActor, Told
from croupier.floor.tables.head import JournalHead, Shown, everybody_at
from croupier.floor.tables.recovery import shown_of
from croupier.games.acts import Act
from croupier.games.chips import Purse
from croupier.games.journalled import Journalled
from croupier.games.table import Table
from croupier.games.tournament.state import Entry as TournamentEntry
from croupier.games.tournament.state import TournamentState
from croupier.record.journals.journal import Stamp, read_stamp
from croupier.serve.wire.messages import Acts, Company, Phrase, PublicSnapshot, Said, ShownEntry, You, frame

LOG = logging.getLogger("croupier.sockets")
MOST_WAITING = 256
"""Frames that may wait for a slow reader before it is cut; it comes back and resumes by number."""
MOST_RESUMED = 1000
"""Entries that a resume brings; whoever missed more gets a snapshot."""
ENTRIES_A_FRAME = 200
SOCKETS_A_PERSON = 8
"""At one table. One more cuts the oldest: it is the one that a broken line has left behind."""
TOO_SLOW, TOO_MANY, OUR_ERROR = 1013, 1008, 1011
GONE = 4404
"""Of our own, after HTTP's: it is in vain to come back."""
TAKEN_AWAY = "This table has been removed."
COME_BACK = "Come back and resume by number."
MOST_KNOWN = 200
"""People whose names need not be sent again; when there are more, only those at the table stay known."""
COMPANY_SECONDS = 0.5
"""Those who come and go within this time are told of at once."""
MOST_PHRASES, PHRASES_SECONDS = 3, 10
"""So many phrases of one person within so many seconds."""
FRESH_SECONDS = 5
"""How long a snapshot's public part serves others: an erased name goes from it, too."""


Stamps = dict[int, Stamp]


def entry_of(shown: Shown, stamps: Stamps) -> ShownEntry:
    stamp = stamps.get(shown.number)
    reveal, seal = (stamp.reveal, stamp.seal) if stamp else ("", "")
    return ShownEntry(shown.number, shown.time, shown.hash, shown.line, plain(shown.act), reveal, seal)


def plain(act: Act | None) -> Act | None:
    """The same act, in the one way that it is written: read back from a journal or just done, to the same letters."""
    if act is None or act.by != (default := _done_by(type(act))):  # type: ignore[attr-defined]
        return act
    return replace(act, by=default)


@lru_cache(maxsize=1024)
def _done_by(kind: type[Act]) -> Any:
    return next(field.default for field in fields(kind) if field.name == "by")


ENTRIES_READ = 1_000
"""So many in a fiftieth of a second, from the journal to what is shown."""


def stamps_of(connection: Connection, stream: str, after: int, most: int) -> Stamps:
    rows = tail(connection, stream, after, most)
    return {row.number: read_stamp(row.line)[1] for row in rows if row.number}


def entries_of(connection: Connection, stream: str, game: str, after: int, most: int) -> tuple[ShownEntry, ...]:
    """Entries as everybody may see them, read from the journal."""
    rows = tail(connection, stream, after, most)
    stamps = {row.number: read_stamp(row.line)[1] for row in rows if row.number}
    return tuple(entry_of(shown, stamps) for shown in shown_of(game, rows))


def people_in(entries: Iterable[Shown | ShownEntry]) -> set[str]:
    found: set[str] = set()
    for entry in entries:
        if entry.act is not None:
            found |= {entry.act.actor.name, getattr(entry.act, "player", "")}
    return found - {""}


class Own(Struct, frozen=True):
    """What is one person's own: chips at a table, or the entry in a tournament."""

    purse: Purse | None = None
    entry: TournamentEntry | None = None


def own_of(state: Journalled, player: str) -> Own:
    if not player:
        return Own()
    if isinstance(state, TournamentState):
        return Own(entry=state.entry(player))
    return Own(state.purse_if_any(player))


# Watchers


class TableFrame(Struct, frozen=True):
    """A frame that shows the whole table, with where it stands then: what is one watcher's own may ride on it."""

    text: str
    head: JournalHead

    def with_parts(self, parts: dict[str, str]) -> str:
        """The public part as it was made once, and behind it what is this watcher's own."""
        return self.text[:-1] + "".join(f',"{name}":{part}' for name, part in parts.items()) + "}"


Frame = str | TableFrame


class Begins(Struct, frozen=True):
    """Stands in a watcher's queue where the stream begins, or begins again."""

    after: int | None = None
    is_moved: bool = False
    """Whether its client was told everything up to that entry by another server: then it is told what follows."""


def _never(_text: str) -> bool:
    return False


class Watcher:
    """One socket's end: what waits to be sent to it."""

    def __init__(self, person: str | None, player: str, begins: Begins) -> None:
        self.person, self.player = person, player
        self.own = Own()
        """What its owner was last told of it."""
        self.is_started = False
        self.has_own_parts = False
        """Whether something of its own rides on the table's frames."""
        self.cut_with: tuple[int, str] | None = None
        self.is_cut = asyncio.Event()
        self._queue: deque[tuple[bool, Frame | Begins]] = deque([(False, begins)])
        self._wake = asyncio.Event()
        self._is_idle = False
        """Whether the one who sends waits for something to send."""
        self.at_once: Callable[[str], bool] = _never
        """Sends a text without waiting, and says whether that could be done."""
        self.has_company = False
        """Whether it is told who else is there, and what they say."""
        self.is_at_work = False
        """Whether it is an office's: then nobody counts it among those who watch."""

    def push(self, text: Frame | Begins, *, is_public: bool = False) -> None:
        if self.cut_with is not None:
            return
        if len(self._queue) >= MOST_WAITING:
            self.cut(TOO_SLOW, "You read too slowly: come back and resume by number.")
            return
        if self._is_idle and isinstance(text, str) and self.at_once(text):
            # Nothing waits before it: nobody need be woken to send it.
            return
        self._queue.append((is_public, text))
        self._is_idle = False
        self._wake.set()

    async def next(self) -> Frame | Begins:
        while not self._queue:
            self._wake.clear()
            self._is_idle = True
            await self._wake.wait()
        return self._queue.popleft()[1]

    @property
    def is_behind(self) -> bool:
        """Whether a later state of the table waits to be sent: what belongs to this one would be old at once."""
        return any(isinstance(waiting, TableFrame | Begins) for _, waiting in self._queue)

    def restart(self, head: JournalHead) -> None:
        """From here on it is told everything after that place, and nothing of what waited up to it."""
        self._queue = deque(each for each in self._queue if not each[0])
        self.is_started = True
        self.own = own_of(head.state, self.player)

    def cut(self, code: int, reason: str) -> None:
        if self.cut_with is None:
            self.cut_with = code, reason
            self.is_cut.set()


class TableCompany:
    """Who else is at a table, and what they say to each other. Nothing of it is kept, and no state hears of it.

    A table's sockets are all held at its home, so everybody there hears everybody, whichever worker they came by.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._told: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._said: dict[str, deque[float]] = {}
        """By person, when they said something lately."""

    def changed(self) -> None:
        """Somebody came, went, sat down or left: all are told, once, a little later."""
        if self._timer is None and any(each.has_company for each in self._channel.watchers):
            self._timer = asyncio.get_running_loop().call_later(COMPANY_SECONDS, self._tell)

    def welcome(self, watcher: Watcher) -> None:
        """Somebody who wants to know came: they are told at once, the others a little later."""
        watcher.has_company = True
        watcher.push(frame(Company(self.watching)))
        self.changed()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    @property
    def watching(self) -> int:
        """People without chips here, and sockets of nobody."""
        players = frozenset(self._channel.head.state.players)
        looking = [each for each in self._channel.watchers if not each.is_at_work and each.player not in players]
        return len({each.person or each for each in looking})

    def _tell(self) -> None:
        self._timer = None
        if self._told != (watching := self.watching):
            self._told = watching
            self._send(frame(Company(watching)))

    def refuses(self, person: str, player: str, now: float) -> HouseRefusal | None:
        """What is against a phrase of theirs now; `now` by a clock that nobody sets."""
        state = self._channel.actor.head.state
        if not isinstance(state, Table) or not state.is_for_money:
            return HouseRule.NO_PHRASES.refusal()
        if player not in state.players:
            return HouseRule.NO_CHIPS_HERE.refusal()
        lately = [each for each in self._said.get(person, ()) if now - each < PHRASES_SECONDS]
        if len(lately) < MOST_PHRASES:
            return None
        return HouseRule.TOO_MANY.refusal(seconds=math.ceil(lately[0] + PHRASES_SECONDS - now))

    def say(self, person: str, player: str, phrase: Phrase, now: float) -> None:
        """To all who want to hear it, and to whoever said it."""
        self._said[person] = deque((*self._said.get(person, ()), now), maxlen=MOST_PHRASES)
        self._send(frame(Said(player, phrase)))

    def _send(self, text: str) -> None:
        for watcher in self._channel.watchers:
            if watcher.has_company:
                watcher.push(text)


class Channel:
    """Listens to one table as long as anybody watches it."""

    def __init__(self, actor: TableActor, casino: Casino) -> None:
        self.actor, self.casino = actor, casino
        self.head = actor.head
        """After what the watchers were told last: the table may be ahead by what is being made ready."""
        self.watchers: list[Watcher] = []
        self._known: set[str] = set()
        """Whose names every watcher has. The names themselves are not kept: they may be erased."""
        self._news: deque[Told] = deque()
        self._pump: asyncio.Task[None] | None = None
        self._public: tuple[JournalHead, int, str] | None = None
        self._made_of: JournalHead | None = None
        self._made: dict[str, asyncio.Future[str]] = {}
        self.company = TableCompany(self)
        self._stops = actor.listen(self._heard), actor.watch(self._ended)
        actor.followers += 1

    def join(self, person: str | None, begins: Begins) -> Watcher:
        player = "" if person is None else self.actor.player_id(person)
        watcher = Watcher(person, player, begins)
        mine = [each for each in self.watchers if person is not None and each.person == person]
        if len(mine) >= SOCKETS_A_PERSON:
            mine[0].cut(TOO_MANY, "You have opened too many sockets at this table.")
        self.watchers.append(watcher)
        if player:
            self.actor.presence.come(player)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        self.watchers.remove(watcher)
        if watcher.player:
            self.actor.saw_leave(watcher.player)
        self.company.changed()

    def close(self) -> None:
        for stop in self._stops:
            stop()
        self.company.close()
        self.actor.followers -= 1
        if self._pump is not None:
            self._pump.cancel()

    def _ended(self, is_gone: bool) -> None:
        code, reason = _close(is_gone=is_gone)
        for watcher in self.watchers:
            watcher.cut(code, reason)

    # Live

    def _heard(self, told: Told) -> None:
        """Told on at once, unless something has to be looked up first; then in the same order."""
        if self._pump is None and not self._is_to_be_looked_up(told):
            self._published(told, {}, {})
            return
        self._news.append(told)
        if self._pump is None:
            self._pump = asyncio.create_task(self._pumped(), name=f"channel {self.actor.id}")

    def _is_to_be_looked_up(self, told: Told) -> bool:
        ends_round = told.head.round.number != self.head.round.number
        return ends_round or not self._strangers(told) <= self._known

    @staticmethod
    def _strangers(told: Told) -> set[str]:
        return everybody_at(told.head.state) | people_in(told.entries)

    async def _pumped(self) -> None:
        while self._news:
            told = self._news[0]
            names, stamps = await self._looked_up(told)
            self._news.popleft()
            self._published(told, names, stamps)
        self._pump = None

    def _published(self, told: Told, names: dict[str, str], stamps: Stamps) -> None:
        """An error of ours here must not reach the table: its watchers come back and begin again."""
        try:
            self._publish(told, names, stamps)
        except Exception:
            LOG.exception("table %s: its watchers could not be told", self.actor.id)
            for watcher in self.watchers:
                watcher.cut(OUR_ERROR, "An error of ours: come back and resume by number.")

    async def _looked_up(self, told: Told) -> tuple[dict[str, str], Stamps]:
        """Names of those who are new here, and what rides on the line that ended a round."""
        new, after = self._strangers(told) - self._known, self.head.number
        most = told.head.number - after
        try:
            names = await self._names(new) if new else {}
            if told.head.round.number == self.head.round.number:
                return names, {}
            return names, await self.casino.store.read(lambda c: stamps_of(c, self.actor.id, after, most))
        except Exception:
            # The table goes on, and its watchers with it; what is missing here is in the journal.
            LOG.exception("table %s: names and reveals could not be read", self.actor.id)
            return {}, {}

    def _publish(self, told: Told, names: dict[str, str], stamps: Stamps) -> None:
        self.head = head = told.head
        self._known |= names.keys()
        if len(self._known) > MOST_KNOWN:
            self._known &= everybody_at(head.state)
        if not self.watchers:
            return
        entries = tuple(entry_of(each, stamps) for each in told.entries)
        shown = TableFrame(frame(self._acts(entries, head, names)), head)
        for watcher in self.watchers:
            if watcher.is_started:
                watcher.push(shown if watcher.has_own_parts else shown.text, is_public=True)
                self._tell_owner(watcher, head)
        self.company.changed()

    def _acts(self, entries: tuple[ShownEntry, ...], head: JournalHead, names: dict[str, str]) -> Acts:
        seal, view = head.round.seal, head.state.view().public
        return Acts(entries, head.number, head.hash.hex(), head.time, seal, names, self._due(head), view)

    def _due(self, head: JournalHead) -> int | None:
        return deadline(head, self.actor.setting.pace)

    @staticmethod
    def _tell_owner(watcher: Watcher, head: JournalHead) -> None:
        own = own_of(head.state, watcher.player)
        if own != watcher.own:
            watcher.own = own
            watcher.push(frame(_you(head, own)), is_public=True)

    async def once(self, head: JournalHead, key: str, make: Callable[[], Awaitable[str]]) -> str:
        """What is made of that head: by the first who asks, for all who ask while the table stands there."""
        if self._made_of is not head:
            self._made_of, self._made = head, {}
        if key not in self._made:
            made = self._made[key] = asyncio.ensure_future(make())
            # All who asked may be gone when it fails.
            made.add_done_callback(lambda done: done.cancelled() or done.exception())
        # Whoever asked first may go while others wait for it.
        return await asyncio.shield(self._made[key])

    # The beginning of a stream

    async def begun(self, watcher: Watcher, begins: Begins) -> list[Frame]:
        """The first frames: whatever is told after this call, and nothing of it, is in the watcher's queue."""
        after = begins.after
        if after is not None and after > self.head.number and self._pump is not None:
            # The client was told elsewhere what is being made ready here: it is never shown the table as it was before.
            await asyncio.wait((self._pump,))
        head = self.head
        watcher.restart(head)
        if after is None or after > head.number or head.number - after > MOST_RESUMED:
            return [await self._snapshot(head, watcher)]
        if begins.is_moved and after == head.number:
            return [frame(_you(head, watcher.own))] if watcher.person else []
        return await self._resumed(head, watcher, after, is_resumed=not begins.is_moved)

    async def _snapshot(self, head: JournalHead, watcher: Watcher) -> TableFrame:
        now = self.casino.time()
        if self._public is None or self._public[0] is not head or now - self._public[1] > FRESH_SECONDS:
            names = await self._names(everybody_at(head.state) | self._known)
            seal, view = head.round.seal, head.state.view().public
            public = PublicSnapshot(
                self.actor.id, head.number, head.hash.hex(), head.time, head.began, seal, self._due(head), view, names
            )
            self._public = head, now, frame(public)
        own = watcher.own
        parts = {"now": str(now), "player": frame(watcher.player), "you": frame(own.purse)}
        parts |= {} if own.entry is None else {"entry": frame(own.entry)}
        return TableFrame(TableFrame(self._public[2], head).with_parts(parts), head)

    async def _resumed(self, head: JournalHead, watcher: Watcher, after: int, *, is_resumed: bool) -> list[Frame]:
        id, game, most = self.actor.id, self.actor.setting.game, head.number - after
        # In the reader's thread: a thousand lines are not read while everybody else waits.
        entries = await self.casino.store.read(lambda c: entries_of(c, id, game, after, most)) if most else ()
        names = await self._names(everybody_at(head.state) | people_in(entries) | self._known)
        frames: list[Frame] = []
        for start in range(0, max(len(entries), 1), ENTRIES_A_FRAME):
            part = entries[start : start + ENTRIES_A_FRAME]
            is_last = start + ENTRIES_A_FRAME >= len(entries)
            text = frame(self._part(part, head, names if not start else {}, is_resumed and start == 0, is_last))
            frames.append(TableFrame(text, head) if is_last else text)
        return [*frames, frame(_you(head, watcher.own))] if watcher.person else frames

    def _part(
        self, part: tuple[ShownEntry, ...], head: JournalHead, names: dict[str, str], is_first: bool, is_last: bool
    ) -> Acts:
        if is_last:
            made = self._acts(part, head, names)
            return replace(made, resumed=is_first)
        last = part[-1]
        return Acts(part, last.number, last.hash, last.time, head.round.seal, names, resumed=is_first)

    async def _names(self, people: set[str]) -> dict[str, str]:
        """What each is called; a person who has gone has no name, and need not be asked for again."""
        names = await self.casino.names_at(self.actor, people)
        return {person: names.get(person, "") for person in sorted(people)}


def _you(head: JournalHead, own: Own) -> You:
    return You(head.number, own.purse, own.entry)


# All tables


_OF_CASINO: WeakKeyDictionary[Casino, dict[str, Channel]] = WeakKeyDictionary()


def _close(*, is_gone: bool) -> tuple[int, str]:
    return (GONE, TAKEN_AWAY) if is_gone else (OUR_ERROR, COME_BACK)


def close_of(refused: NotAccepted) -> tuple[int, str]:
    """With which code and words a socket ends that could not be joined to its table."""
    return _close(is_gone=HouseRule.NO_SUCH_TABLE.is_of(refused.refusal))


def joined(casino: Casino, table: str, person: str | None, begins: Begins) -> tuple[Channel, Watcher]:
    """A new watcher of that table; raises `NotAccepted` or `LookupError` where there is nothing to watch."""
    channels, actor = _OF_CASINO.setdefault(casino, {}), casino.actor(table)
    # One of an actor that is there no more ends as soon as its last watcher has left.
    if table not in channels or channels[table].actor is not actor:
        channels[table] = Channel(actor, casino)
    return channels[table], channels[table].join(person, begins)


def left(casino: Casino, channel: Channel, watcher: Watcher) -> None:
    channel.leave(watcher)
    channels = _OF_CASINO.get(casino, {})
    if not channel.watchers:
        channel.close()
        if channels.get(channel.actor.id) is channel:
            del channels[channel.actor.id]
