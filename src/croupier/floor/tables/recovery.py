"""A table's journal folded into its present: from its first entry, or from the last snapshot."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.store.port import Connection, Row, Store, StoredSnapshot
from croupier.floor.store.statements import snapshot, tail
from croupier.floor.tables.chance import ChanceSource, Round
from croupier.floor.tables.head import JournalHead, Shown, shown
from croupier.floor.tables.snapshot import unpack
from croupier.games.journalled import Journalled
from croupier.games.refusal import Refused
from croupier.record import Unreadable, read
from croupier.record.journals.journal import Stamp, ends_round, read_entry, read_first
from croupier.rulebook import EDITION

PAGE = 2000


class Broken(Exception):  # noqa: N818
    """The journal cannot be folded: an entry is unreadable, or does not follow by the rules that are here."""


class Folded(Struct, frozen=True):
    head: JournalHead
    shown: tuple[Shown, ...]
    """What was folded, for those who must be told."""
    snapshot: int = 0
    """The number of the entry that the last snapshot was made at."""


class StoredJournal(Struct, frozen=True):
    """As much of a table's journal as its present is made of."""

    first: Row
    snapshot: StoredSnapshot | None
    rows: tuple[Row, ...]
    """From the entry on at which the snapshot was made, or else the second: a page of them at most."""

    @property
    def game(self) -> str:
        return next(line.removeprefix("game ") for line in self.first.line.splitlines() if line.startswith("game "))


def stored_journal(connection: Connection, stream: str) -> StoredJournal:
    found = snapshot(connection, stream)
    if found is not None and found.edition == EDITION:
        rows = tail(connection, stream, found.number - 1, PAGE)
        if rows and rows[0].number == found.number:
            return StoredJournal(tail(connection, stream, -1, 1)[0], found, tuple(rows))
    first, *rest = tail(connection, stream, -1, PAGE)
    return StoredJournal(first, None, tuple(rest))


async def folded(
    store: Store, stream: str, source: ChanceSource, key: bytes, known: StoredJournal | None = None
) -> Folded:
    """The table as its journal leaves it."""
    if known is None:
        known = await store.read(lambda connection: stored_journal(connection, stream))
    head, rows = _first_head(known.first, source), known.rows
    is_whole = len(rows) < PAGE - 1
    if known.snapshot is not None:
        at = rows[0]
        state = unpack(key, at.hash, known.snapshot.state)
        # A snapshot that this house did not write is ignored, and the whole journal is folded.
        is_whole = is_whole and state is not None
        head, rows = (head, ()) if state is None else (_head_at(head, at, state, source), rows[1:])
    made = head.number
    for row in rows:
        head = _after(head, row, source, [])
    return Folded(head if is_whole else (await caught_up(store, stream, head, source)).head, (), made)


async def caught_up(store: Store, stream: str, head: JournalHead, source: ChanceSource) -> Folded:
    """The place after all that the store has beyond it."""
    told: list[Shown] = []
    while rows := await store.tail(stream, head.number, PAGE):
        for row in rows:
            head = _after(head, row, source, told)
    return Folded(head, tuple(told))


def _first_head(row: Row, source: ChanceSource) -> JournalHead:
    try:
        stamp, header = read_first(row.line)
        state = read(header).header.table()
    except (ValueError, Unreadable, Refused) as error:
        raise Broken(f"entry 0: {error}") from None
    return JournalHead(
        state=state,
        number=0,
        hash=row.hash,
        time=stamp.time,
        began=stamp.time,
        round=_round(Round(0), stamp, row, source),
        since=stamp.time,
    )


def _head_at(first: JournalHead, row: Row, state: Journalled, source: ChanceSource) -> JournalHead:
    """A snapshot is made at the line that ended a round, so nothing has gone into the next one yet."""
    game = state.origin.game
    stamp = read_entry(game, row.line).stamp
    return replace(
        first,
        state=state,
        number=row.number,
        hash=row.hash,
        time=stamp.time,
        round=_round(Round(row.number), stamp, row, source),
        since=stamp.time,
        ended=stamp.time,
        count=first.count.after_end(state, row.number),
    )


def _round(before: Round, stamp: Stamp, row: Row, source: ChanceSource) -> Round:
    return source.again(stamp.number, stamp.seal, row.fresh) if stamp.seal else before


def _after(head: JournalHead, row: Row, source: ChanceSource, told: list[Shown]) -> JournalHead:
    state = head.state
    try:
        entered = read_entry(state.origin.game, row.line)
        after = state if entered.act is None else state.play(entered.act)
    except (ValueError, Refused) as error:
        raise Broken(f"entry {row.number}: {error}") from None
    act, stamp = entered.act, entered.stamp
    told.append(shown(act, stamp, row.line, row.hash))
    if ends_round(state, after):
        round = Round(row.number)
    else:
        round = head.round.after(stamp.nonce, is_draw=act is not None and act in state.chance())
    return head.moved_on(after, row.number, stamp.time, row.hash, _round(round, stamp, row, source))


def shown_of(game: str, rows: Iterable[Row]) -> tuple[Shown, ...]:
    """Entries as everybody may see them, for a client that comes back."""
    told = []
    for row in rows:
        if row.number:
            entered = read_entry(game, row.line)
            told.append(shown(entered.act, entered.stamp, row.line, row.hash))
    return tuple(told)
