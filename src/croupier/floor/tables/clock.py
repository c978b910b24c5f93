"""The house's time as one table counts it: it never goes back behind the last line of its journal."""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.tables.head import JournalHead


class TableClock:
    def __init__(self, now: Callable[[], float], steady: Callable[[], float]) -> None:
        self._now, self._steady = now, steady
        self._anchor = 0.0
        """What the steady clock showed at the time of the last line."""
        self._moved = 0.0

    def time(self, head: JournalHead) -> float:
        """Where the house's clock went back behind the last line, time goes on from there all the same."""
        now = self._now()
        return now if now >= head.time else head.time + self._steady() - self._anchor

    def move(self, before: JournalHead | None, head: JournalHead) -> None:
        """The journal has a new end."""
        self._moved = self._steady()
        if before is not None and self._now() < head.time:
            self._anchor += head.time - before.time
        else:
            self._anchor = self._steady()

    @property
    def still(self) -> float:
        """For how many seconds the journal has not moved here."""
        return self._steady() - self._moved
