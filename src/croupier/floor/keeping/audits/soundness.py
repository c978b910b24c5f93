"""Whether the database itself is sound: looked at quickly when the house starts, and wholly every night (A40)."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

from msgspec import Struct

from croupier.floor.people.responsible_play.days import HOUR, day_of, start_of
from croupier.floor.store.port import Store, StoreError

LOG = logging.getLogger("croupier.floor")
HOUR_OF_NIGHT = 4
"""Of the house's clocks: when the fewest play."""
RETRY_SECONDS = 60


class Soundness(Struct, frozen=True):
    checked: int
    """When it was looked at."""
    whole: bool
    """Everything was read; otherwise what can be seen quickly."""
    faults: tuple[str, ...]
    """In the database's own words; nothing where it is sound."""


class DatabaseWatch:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self._store, self._now = store, now
        self._task: asyncio.Task[None] | None = None
        self.last: Soundness | None = None
        """What the last check found."""

    async def check(self, *, whole: bool) -> Soundness:
        found = Soundness(self._now(), whole, await self._store.damage(whole=whole))
        for fault in found.faults:
            LOG.error("the database is damaged: %s", fault)
        self.last = found
        return found

    def start(self) -> None:
        self._task = asyncio.create_task(self._watch(), name="database watch")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _watch(self) -> None:
        """Beside the tables: a check reads, and holds nobody up."""
        await self._checked(whole=False)
        while True:
            await asyncio.sleep(until_night(self._now()))
            await self._checked(whole=True)

    async def _checked(self, *, whole: bool) -> None:
        """A database that cannot be asked is no damaged one: `/health` says that it does not answer, and what the last
        check found still stands. It is asked again until it answers."""
        while True:
            try:
                await self.check(whole=whole)
            except StoreError as failed:
                LOG.warning("the database could not be checked: %s", failed)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return


def until_night(now: int) -> int:
    """Seconds to the next check of the whole."""
    today = day_of(now)
    return next(at - now for day in (today, today + 1) if (at := start_of(day) + HOUR_OF_NIGHT * HOUR) > now)
