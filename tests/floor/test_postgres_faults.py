"""Every call to PostgreSQL failing in turn: as on SQLite, each act is refused or done, and the same outcome drawn."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from pathlib import Path
from typing import Any

import psycopg
import pytest

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store.engines.postgres import PostgresSession, PostgresStore
from croupier.floor.store.port import Batch
from croupier.games.acts import Act
from croupier.record.journals.journal import read_stamp
from croupier.record.journals.ledger import wallet
from tests.support.floor import postgres
from tests.support.floor.casino import WALLET, opened
from tests.support.floor.faults import Fuse, Noting, a_round
from tests.support.floor.store_batches import GRANTED, entry, outcomes

FEW = 5
"""Of a round's calls fail unless the run is a long one."""
KINDS = ("the connection is lost", "COMMIT fails", "COMMIT fails, and it was done")


def blow(fuse: Fuse, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on that fuse is in every connection, and what blows it takes the connection with it."""
    execute, executemany = PostgresSession.execute, PostgresSession.executemany

    def tried(session: PostgresSession, work: Any, sql: str, parameters: Any) -> Any:
        try:
            fuse.before(sql)
            done = work(session, sql, parameters)
            fuse.after(sql)
        except fuse.error:
            if session.is_lost or fuse.calls >= fuse.at > 0:
                session._connection.close()
            raise
        return done

    monkeypatch.setattr(
        PostgresSession, "execute", lambda session, sql, parameters=(): tried(session, execute, sql, parameters)
    )
    monkeypatch.setattr(
        PostgresSession, "executemany", lambda session, sql, parameters: tried(session, executemany, sql, parameters)
    )


async def played(folder: Path, database: str, fuse: Fuse, game: str, at: int) -> int:
    """A round in which that call failed; how many calls there were."""
    notes = defaultdict[tuple[int, int], list[Act | None]](list)
    async with opened(folder, database=database, sources=lambda _, key: Noting(key, notes)) as house:
        actor = await house.table(game, id=f"t-{at}")
        ana = await house.player()
        fuse.arm(fuse.kind, at)
        try:
            client = await a_round(house, actor, ana)
        finally:
            calls = fuse.mend()
        assert client.untrue == [], "it was said not to be done, and was"
        keys = [read_stamp(line)[1].key for line in (await house.lines(actor))[1:]]
        assert len([key for key in keys if key]) == len(set(keys) - {""}) == len(client.receipts)
        staked, returned = await house.play_of(ana)
        assert staked == 10_00
        assert await house.store.balance(wallet(ana)) == WALLET - staked + returned
    assert all(len(set(acts)) == 1 for acts in notes.values()), "another outcome came the second time"
    return calls


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", ["roulette", "blackjack"])
def test_every_call_of_a_round_failing_in_turn(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, game: str, kind: str
) -> None:
    database, fuse = postgres.fresh(), Fuse(psycopg.OperationalError)
    fuse.kind = kind
    blow(fuse, monkeypatch)

    async def all_calls() -> None:
        calls = await played(tmp_path, database, fuse, game, 0)
        assert calls > 5
        step = 1 if request.config.getoption("--long") else max(calls // FEW, 1)
        for at in range(1, calls + 1, step):
            await played(tmp_path, database, fuse, game, at)

    asyncio.run(all_calls())
    found = inspect(tmp_path, database=postgres.url_of(database))
    assert (found.breaches, found.total) == ((), 0)


def test_batches_that_share_a_lost_transaction_are_all_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    fuse = Fuse(psycopg.OperationalError)
    blow(fuse, monkeypatch)

    async def main() -> None:
        store = PostgresStore(postgres.url_of(postgres.fresh()))
        try:
            await store.append(GRANTED)
            for at in range(1, 8):
                batches = [Batch(f"t-{at}-{number}", (entry(0),)) for number in range(5)]
                fuse.arm(KINDS[0], at)
                said = await outcomes(map(store.append, batches))
                fuse.mend()
                streams = set(await store.streams())
                for batch, error in zip(batches, said, strict=True):
                    if error is None or not getattr(error, "unknown", False):
                        assert (batch.stream in streams) == (error is None)
        finally:
            await store.close()

    asyncio.run(main())
