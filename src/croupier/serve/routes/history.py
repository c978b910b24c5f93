"""A person's last rounds, read from the journals: so they are the same after a restart, and nobody can edit them.

What a round settled is not written in a journal but follows from it: a table's journal is folded once, as far as one
request may take, and from there on as it grows.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections import defaultdict, deque
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.store.port import Connection, Row
from croupier.floor.store.sqlite_file import suspected
from croupier.floor.store.statements import tail
from croupier.games.chips import Chips
from croupier.games.position import Settled
from croupier.games.refusal import Refused
from croupier.games.table import handed_back
from croupier.record import Unreadable, read
from croupier.record.journal import Stamp, read_entry, read_first
from croupier.record.ledger import stack
from croupier.serve.security.auth import SIGNED_IN
from croupier.serve.wire.channel import entries_of, people_in
from croupier.serve.wire.messages import ShownEntry

MOST_ROUNDS = 50
MOST_LINES = 300
"""Of one round that are shown: the journal has the rest."""
FOLDED_A_REQUEST = 20_000
"""Entries that one request folds at most; the next request goes on from there."""
PAGE = 500
MARK_EVERY = 8
"""Rounds between two states that are remembered: an old round is played again from the one before it."""
MOST_MARKS = 2000
"""When there are more, every other one is forgotten: so one state is kept for so many rounds of the whole journal."""
_HAS_PLAYED = "SELECT 1 FROM balances WHERE account = ?"


class Ended(Struct, frozen=True):
    """A round that is over."""

    number: int
    """Which round of its table it was, as the table counts them."""
    first: int
    last: int
    """The entries from which and up to which it went."""
    time: int
    seal: str
    reveal: str
    result: str
    settled: tuple[Settled, ...]


class Span(Struct, frozen=True):
    """Which entries a round is."""

    number: int
    first: int
    last: int


class Marks:
    """States at the ends of rounds, far enough apart that a journal of any length keeps few of them."""

    def __init__(self) -> None:
        self._every = MARK_EVERY
        self._rounds = 0
        self._numbers: list[int] = []
        self._states: list[Any] = []

    def begin(self, state: Any) -> None:
        self._numbers, self._states = [0], [state]

    def round_ended(self, number: int, state: Any) -> None:
        self._rounds += 1
        if self._rounds % self._every:
            return
        self._numbers.append(number)
        self._states.append(state)
        if len(self._numbers) > MOST_MARKS:
            self._every *= 2
            self._numbers, self._states = self._numbers[::2], self._states[::2]

    def before(self, number: int) -> tuple[int, Any]:
        """The last entry up to that one whose state is known, and the state after it."""
        index = bisect_right(self._numbers, number) - 1
        return self._numbers[index], self._states[index]


class Fold:
    """One table's journal, folded so far."""

    def __init__(self, stream: str, game: str) -> None:
        self.stream, self.game = stream, game
        self.number = -1
        self.lock = asyncio.Lock()
        self.is_broken = False
        self._state: Any = None
        self._first = 1
        self._seal = ""
        self._told: tuple[Settled, ...] = ()
        self._of: dict[str, deque[Ended]] = defaultdict(lambda: deque(maxlen=MOST_ROUNDS))
        self.latest: deque[Ended] = deque(maxlen=MOST_ROUNDS)
        self.spans: list[Span] = []
        """Every round there was, in order."""
        self.marks = Marks()
        self._span_first = 1

    def of(self, person: str) -> tuple[Ended, ...]:
        return tuple(self._of.get(person, ()))

    def page(self, connection: Connection, most: int) -> int:
        """Fold some more, in the reader's thread; how many entries that were."""
        with suspected(connection):
            rows = tail(connection, self.stream, self.number, min(PAGE, most))
        for row in rows:
            try:
                self._add(row)
            except (ValueError, Unreadable, Refused):
                # Not by the rules that are here: what came before it can still be shown.
                self.is_broken = True
                return 0
        return len(rows)

    def _add(self, row: Row) -> None:
        if row.number == 0:
            stamp, header = read_first(row.line)
            self._state = read(header).header.table()
            self._seal = stamp.seal
            self.marks.begin(self._state)
        else:
            entered = read_entry(self.game, row.line)
            before = self._state
            self._state = before if entered.act is None else before.play(entered.act)
            if not before.is_between_rounds and self._state.is_between_rounds:
                self._end(before, entered.stamp)
            self._seal = entered.stamp.seal or self._seal
        self.number = row.number

    def _end(self, before: Any, stamp: Stamp) -> None:
        after = self._state
        settled = after.settled if after.settled is not self._told else ()
        self._told = after.settled
        ended = Ended(
            number=after.round,
            first=self._first,
            last=stamp.number,
            time=stamp.time,
            seal=self._seal,
            reveal=stamp.reveal,
            result=_result(before, after),
            settled=settled,
        )
        self._first = stamp.number + 1
        self._span(ended)
        for player in {line.wager.player for line in settled}:
            self._of[player].append(ended)

    def _span(self, ended: Ended) -> None:
        """A call that was taken back before any card ends no round that counts: its lines belong to the next one."""
        if self.spans and self.spans[-1].number == ended.number:
            return
        self.spans.append(Span(ended.number, self._span_first, ended.last))
        self._span_first = ended.last + 1
        self.latest.append(ended)
        self.marks.round_ended(ended.last, self._state)

    def span(self, number: int) -> Span | None:
        """The entries of that round, where it is over and folded."""
        index = bisect_left(self.spans, number, key=lambda span: span.number)
        found = self.spans[index] if index < len(self.spans) else None
        return found if found is not None and found.number == number else None

    def round_at(self, entry: int) -> int | None:
        """The round that the entry of that number belongs to, where it is over and folded."""
        index = bisect_left(self.spans, entry, key=lambda span: span.last)
        return self.spans[index].number if index < len(self.spans) and self.spans[index].first <= entry else None


def _result(before: Any, after: Any) -> str:
    """In words: the number, the dice, the symbol, or the dealer's cards."""
    if hasattr(before, "dealer"):
        cards = after.dealer.cards or before.dealer.cards
        return "dealer " + " ".join(map(str, cards)) if cards else ""
    result = after.result if after.result is not None else before.result
    return "" if result is None else str(after.game.outcome_words(result))


_OF_CASINO: WeakKeyDictionary[Casino, dict[str, Fold]] = WeakKeyDictionary()


async def folded_table(casino: Casino, table: str, most: int) -> tuple[Fold, int, bool]:
    """The table's fold, brought on by so many entries at most; how many it was, and whether that was all."""
    actor = casino.actors[table]
    folds = _OF_CASINO.setdefault(casino, {})
    fold = folds.setdefault(table, Fold(table, actor.setting.game))
    done = 0
    async with fold.lock:
        last = actor.head.number
        while not fold.is_broken and fold.number < last and done < most:
            room = min(most - done, last - fold.number)
            done += await casino.store.read(lambda connection, room=room: fold.page(connection, room))  # type: ignore[misc]
    return fold, done, fold.number >= last


# What is shown


class SettledShown(Struct, frozen=True):
    """How one wager ended."""

    position: str
    stake: int
    chips: str
    outcome: str
    pays: int
    """Without the stake."""
    rule: str
    reason: str
    clause: str
    """To be looked up under `/api/v1/rulebook/CLAUSE`."""


class RoundShown(Struct, frozen=True):
    table: str
    name: str
    game: str
    round: int
    first: int
    last: int
    """The entries of the table's journal that are this round."""
    time: int
    result: str
    staked: int
    returned: int
    """Stakes that came back included."""
    settled: tuple[SettledShown, ...]
    seal: str
    reveal: str
    acts: tuple[ShownEntry, ...]
    """All that was done in the round, in order; a round can be played again from it."""
    yours: tuple[int, ...]
    """The numbers of your own."""
    journal: str


class RoundsShown(Struct, frozen=True):
    rounds: tuple[RoundShown, ...]
    """The latest first."""
    complete: bool
    """Otherwise a long journal is still being read: ask again."""


def _line(line: Settled) -> SettledShown:
    wager, rule = line.wager, line.rule
    how = (line.outcome, line.pays, str(rule), line.reason, rule.clause)
    return SettledShown(str(wager.position), wager.stake, wager.chips, *how)


def _shown(connection: Connection, casino: Casino, table: str, ended: Ended, person: str) -> RoundShown:
    game, most = casino.actors[table].setting.game, min(ended.last - ended.first + 1, MOST_LINES)
    entries = entries_of(connection, table, game, ended.first - 1, most)
    mine = [line for line in ended.settled if line.wager.player == person]
    return RoundShown(
        table=table,
        name=casino.names[table],
        game=game,
        round=ended.number,
        first=ended.first,
        last=ended.last,
        time=ended.time,
        result=ended.result,
        staked=sum(line.wager.stake for line in mine),
        returned=sum(handed_back(line.outcome, line.wager.stake, line.pays) for line in mine),
        settled=tuple(map(_line, mine)),
        seal=ended.seal,
        reveal=ended.reveal,
        acts=entries,  # type: ignore[arg-type]  # the same parts, with the act as it is
        yours=tuple(entry.number for entry in entries if person in people_in((entry,))),
        journal=f"/api/v1/tables/{table}/journal",
    )


def _played_at(connection: Connection, tables: list[str], person: str) -> list[str]:
    """The tables where the person has ever had chips: an account stays when it is empty."""
    value = Chips.VALUE
    return [
        table
        for table in tables
        if connection.execute(_HAS_PLAYED, (stack(table, person, value),)).fetchone() is not None
    ]


async def rounds_of(casino: Casino, person: str, most: int) -> RoundsShown:
    tables = [id for id, actor in casino.actors.items() if not actor.trouble]
    played = await casino.store.read(lambda connection: _played_at(connection, tables, person))
    left, complete = FOLDED_A_REQUEST, True
    found: list[tuple[str, Ended]] = []
    for table in played:
        fold, done, is_whole = await folded_table(casino, table, left)
        left -= done
        complete &= is_whole
        found += [(table, ended) for ended in fold.of(person)]
    latest = sorted(found, key=lambda each: (each[1].time, each[1].last), reverse=True)[:most]
    shown = await casino.store.read(
        lambda connection: [_shown(connection, casino, table, ended, person) for table, ended in latest]
    )
    return RoundsShown(tuple(shown), complete)


@get("/api/v1/me/rounds", who=SIGNED_IN, gives=RoundsShown, query={"most": int})
async def my_rounds(
    casino: Casino,
    person: Visitor,
    most: Annotated[int, QueryParameter(name="most", ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS,
) -> RoundsShown:
    """Your last rounds at all tables, with what you did, what came and how every wager ended."""
    return await rounds_of(casino, person.person.id, most)


ROUTES: list[ControllerRouterHandler] = [my_rounds]
