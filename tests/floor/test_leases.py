"""How tables are spread over the servers: evenly, a few moves at a time, and none homeless when a server stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

import pytest

from croupier.floor.store import leases
from tests.floor_simulation.database import Database

KEY = b"key"


class Spread:
    """Servers that look at their leases one after another, each as often as the others."""

    def __init__(self, database: Database, tables: int) -> None:
        self._connection = database.session
        self.tables = [f"t-{number:03}" for number in range(tables)]
        self.moves = 0
        """The most tables that one server gave away at one look."""

    def looks(self, servers: Iterable[str]) -> None:
        for server in servers:
            before = self.held()[server]
            leases.renewed(self._connection, server, KEY, self.tables)
            self.moves = max(self.moves, before - self.held()[server])

    def held(self) -> Counter[str]:
        return Counter(holder for (holder,) in self._connection.execute("SELECT holder FROM leases").fetchall())

    def stops(self, server: str) -> None:
        leases.signed_off(self._connection, server)


@pytest.fixture
def database() -> Iterator[Database]:
    now = 1_000
    with closing(Database(lambda: now, lambda _: "")) as made:
        yield made


def assert_even(spread: Spread, servers: Sequence[str]) -> None:
    held = spread.held()
    assert held.keys() <= set(servers)
    counted = [held[server] for server in servers]
    assert sum(counted) == len(spread.tables)
    assert max(counted) - min(counted) <= 1, held


@pytest.mark.parametrize(
    ("tables", "before", "after"), [(6, 3, 4), (33, 1, 32), (33, 32, 33), (5, 2, 4), (1000, 2, 3), (3, 1, 8), (0, 1, 2)]
)
def test_tables_are_spread_evenly_when_servers_come(database: Database, tables: int, before: int, after: int) -> None:
    spread = Spread(database, tables)
    servers = [f"s-{number:02}" for number in range(after)]
    for _ in range(60):
        spread.looks(servers[:before])
    assert_even(spread, servers[:before])
    spread.moves = 0
    for _ in range(60):
        spread.looks(servers)
    assert_even(spread, servers)
    assert spread.moves <= max(leases.FEW, tables // before // 10 + 1)
    settled = spread.held()
    spread.looks(servers)
    assert spread.held() == settled, "tables move although they lie evenly"


def test_the_tables_of_a_server_that_stops_have_homes_at_the_next_look(database: Database) -> None:
    """Nobody waits until the one who has stopped no longer counts."""
    spread = Spread(database, 12)
    for _ in range(20):
        spread.looks(("s-0", "s-1", "s-2"))
    spread.stops("s-1")
    spread.looks(("s-0", "s-2"))
    assert_even(spread, ("s-0", "s-2"))
