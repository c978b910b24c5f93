"""The state of a table after any entry of its journal, so that an old round can be played again.

It is played on from the nearest state that is known: a snapshot that the table kept, or one that was come to before.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from croupier.floor.store.port import Connection
from croupier.floor.store.statements import snapshot, tail
from croupier.floor.tables.actor import TableActor
from croupier.games.journalled import Journalled
from croupier.record import read
from croupier.record.journals.journal import read_entry, read_first
from croupier.rulebook import EDITION

PAGE = 500
MARK_EVERY = 200
"""Entries between two states that are remembered."""
MOST_MARKS = 64
"""When there are more, every other one is forgotten."""


class StillReading(Exception):  # noqa: N818  an ordinary answer
    """It takes more than one request to come to that entry: the next one goes on from here."""

    def __init__(self, number: int) -> None:
        super().__init__(f"read up to entry {number}")
        self.number = number


class States:
    """Of one table. `unpack` makes a state of a snapshot; without it every entry is played again."""

    def __init__(self, stream: str, game: str, unpack: Callable[[bytes, bytes], Any | None] | None = None) -> None:
        self.stream, self.game, self._unpack = stream, game, unpack
        self.lock = asyncio.Lock()
        self._numbers: list[int] = []
        self._states: list[Journalled] = []

    def after(self, connection: Connection, number: int, most: int) -> Journalled:
        """The table after that entry; raises `StillReading` where that takes more than so many entries."""
        at, state = self._nearest(connection, number)
        end = min(number, at + most)
        marked = at
        while at < end:
            for row in tail(connection, self.stream, at, min(PAGE, end - at)):
                act = read_entry(self.game, row.line).act
                state = state if act is None else state.play(act)
                at = row.number
                if at - marked >= MARK_EVERY or at == end:
                    self._remember(at, state)
                    marked = at
        if at < number:
            raise StillReading(at)
        return state

    def _nearest(self, connection: Connection, number: int) -> tuple[int, Journalled]:
        """The last entry up to that one whose state is known, and the state after it."""
        place = bisect_right(self._numbers, number) - 1
        at, state = (self._numbers[place], self._states[place]) if place >= 0 else (-1, None)
        unpack = self._unpack
        kept = None if unpack is None else snapshot(connection, self.stream, number)
        if unpack is not None and kept is not None and kept.number > at and kept.edition == EDITION:
            for row in tail(connection, self.stream, kept.number - 1, 1):
                unpacked = unpack(row.hash, kept.state)
                at, state = (at, state) if unpacked is None else (kept.number, unpacked)
        if state is None:
            (first,) = tail(connection, self.stream, -1, 1)
            at, state = 0, read(read_first(first.line)[1]).header.table()
        return at, state

    def _remember(self, number: int, state: Journalled) -> None:
        place = bisect_right(self._numbers, number)
        if place and self._numbers[place - 1] == number:
            return
        self._numbers.insert(place, number)
        self._states.insert(place, state)
        if len(self._numbers) > MOST_MARKS:
            # The last one stays: whoever is still on the way to an entry goes on from there.
            self._numbers, self._states = self._numbers[-1::-2][::-1], self._states[-1::-2][::-1]


_OF_TABLE: WeakKeyDictionary[TableActor, States] = WeakKeyDictionary()


def states_of(actor: TableActor) -> States:
    found = _OF_TABLE.get(actor)
    if found is None:
        found = _OF_TABLE[actor] = States(actor.id, actor.setting.game, actor.snapshot_reader())
    return found
