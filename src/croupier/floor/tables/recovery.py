"""A table's journal folded into its present: from its first entry, or from the last snapshot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.store.port import Row, Store
from croupier.floor.tables.chance import Round, Source
from croupier.floor.tables.head import Place, Shown, shown
from croupier.floor.tables.snapshot import unpack
from croupier.games.refusal import Refused
from croupier.record import Unreadable, read
from croupier.record.journal import Stamp, ends_round, read_entry, read_first
from croupier.rulebook import EDITION

PAGE = 2000


class Broken(Exception):  # noqa: N818
    """The journal cannot be folded: an entry is unreadable, or does not follow by the rules that are here."""


class Folded(Struct, frozen=True):
    place: Place
    shown: tuple[Shown, ...]
    """What was folded, for those who must be told."""
    snapshot: int = 0
    """The number of the entry that the last snapshot was made at."""


async def folded(store: Store, stream: str, source: Source, key: bytes) -> Folded:
    """The table as its journal leaves it."""
    found = await store.snapshot(stream)
    first = (await store.tail(stream, -1, 1))[0]
    place = _first_place(first, source)
    if found is not None and found.edition == EDITION:
        for at in await store.tail(stream, found.number - 1, 1):
            state = unpack(key, at.hash, found.state)
            place = place if state is None else _place_at(place, at, state, source)
    made = place.number
    rest = await caught_up(store, stream, place, source)
    return Folded(rest.place, rest.shown, made)


async def caught_up(store: Store, stream: str, place: Place, source: Source) -> Folded:
    """The place after all that the store has beyond it."""
    told: list[Shown] = []
    while rows := await store.tail(stream, place.number, PAGE):
        for row in rows:
            place = _after(place, row, source, told)
    return Folded(place, tuple(told))


def _first_place(row: Row, source: Source) -> Place:
    try:
        stamp, header = read_first(row.line)
        state = read(header).header.table()
    except (ValueError, Unreadable, Refused) as error:
        raise Broken(f"entry 0: {error}") from None
    return Place(
        state=state,
        number=0,
        hash=row.hash,
        time=stamp.time,
        began=stamp.time,
        round=_round(Round(0), stamp, row, source),
        since=stamp.time,
    )


def _place_at(first: Place, row: Row, state: Any, source: Source) -> Place:
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
    )


def _round(before: Round, stamp: Stamp, row: Row, source: Source) -> Round:
    return source.again(stamp.number, stamp.seal, row.fresh) if stamp.seal else before


def _after(place: Place, row: Row, source: Source, told: list[Shown]) -> Place:
    state = place.state
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
        round = place.round.after(stamp.nonce, is_draw=act is not None and act in state.chance())
    return place.moved_on(after, row.number, stamp.time, row.hash, _round(round, stamp, row, source))


def shown_of(game: str, rows: Iterable[Row]) -> tuple[Shown, ...]:
    """Entries as everybody may see them, for a client that comes back."""
    told = []
    for row in rows:
        if row.number:
            entered = read_entry(game, row.line)
            told.append(shown(entered.act, entered.stamp, row.line, row.hash))
    return tuple(told)
