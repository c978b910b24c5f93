"""What goes wrong, drawn from the seed, and how often each fault came."""

from __future__ import annotations

from collections import Counter
from random import Random

SLOW_SECONDS = 4.0


class Faults:
    """Between servers, their database and their players. `stop` ends them all: from then on everything must recover."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.counts: Counter[str] = Counter()
        self.is_on = True
        # Some runs are gentle, some are rough: most bugs need one fault at the right moment, not all of them at once.
        self._rate = random.choice((0.0, 0.01, 0.03, 0.1))
        self._slow = random.choice((0.0, 0.0, 0.01, 0.05))
        self._cut: set[str] = set()
        self._partitions: set[frozenset[str]] = set()

    def stop(self) -> None:
        self.is_on = False
        self._cut.clear()
        self._partitions.clear()

    def note(self, kind: str) -> None:
        self.counts[kind] += 1

    def _comes(self, kind: str, rate: float) -> bool:
        if not self.is_on or self._random.random() >= rate:
            return False
        self.note(kind)
        return True

    # Between a server and its database

    def way_to_database(self, server: str) -> float:
        """Seconds that one way takes."""
        del server
        if self._comes("slow database", self._slow):
            return self._random.uniform(0.5, SLOW_SECONDS)
        return self._random.expovariate(1000)

    def lost_commit(self, server: str) -> str:
        """Whether the connection is lost `before` the work is done, or `after` it; empty where it is not."""
        if server in self._cut:
            self.note("commit during an outage")
            return "before"
        if self._comes("commit lost before", self._rate):
            return "before"
        return "after" if self._comes("commit lost after", self._rate) else ""

    def lost_message_to_database(self, server: str) -> str:
        """The same of a message that is a transaction by itself, where the server has a new connection at once."""
        if server in self._cut:
            return ""
        if self._comes("batches lost before", self._rate):
            return "before"
        return "after" if self._comes("batches lost after", self._rate) else ""

    def lost_read(self, server: str) -> bool:
        return server in self._cut or self._comes("read lost", self._rate / 2)

    def cut_off(self, server: str) -> None:
        """From the database, until `reach`."""
        self.note("database out of reach")
        self._cut.add(server)

    def reach(self, server: str) -> None:
        self._cut.discard(server)

    # Between servers

    def lost_ring(self, sender: str, hearer: str) -> bool:
        return self.is_apart(sender, hearer) or self._comes("doorbell lost", self._rate * 3)

    def part(self, one: str, other: str) -> None:
        self.note("partition")
        self._partitions.add(frozenset({one, other}))

    def join(self, one: str, other: str) -> None:
        self._partitions.discard(frozenset({one, other}))

    def is_apart(self, one: str, other: str) -> bool:
        return frozenset({one, other}) in self._partitions

    # Between a player and a server

    def way_to_player(self) -> float:
        if self._comes("slow message", self._slow):
            return self._random.uniform(0.5, SLOW_SECONDS)
        return self._random.expovariate(200)

    def lost_message(self, kind: str) -> bool:
        return self._comes(f"{kind} lost", self._rate / 4)
