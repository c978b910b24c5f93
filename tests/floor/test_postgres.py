"""The store on PostgreSQL, where it differs: its triggers, a server that goes away; and a house that plays on it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import psycopg
import pytest
from psycopg import errors

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.keeping.read_only import NoData
from croupier.floor.store.engines.postgres import (
    PostgresEngine,
    PostgresSession,
    PostgresStore,
    numbered,
    one_line,
    shown,
)
from croupier.floor.store.engines.sqlite_file import VERSION
from croupier.floor.store.port import Batch, Connection, NotOurs, Overdraft, Row, Store, StoreFailed, Taken, TooNew
from croupier.record.journals.ledger import Transfer
from tests.support.floor import postgres
from tests.support.floor.casino import AUTOMATED, REST, WALLET, Hand, House, begun, decided, in_casino
from tests.support.floor.store_batches import GRANTED, entry, held_up, in_one_commit, outcomes
from tests.support.process import run_command
from tests.support.server.real_server import server

T = TypeVar("T")


def in_store(database: str, play: Callable[[PostgresStore], Coroutine[Any, Any, T]]) -> T:
    async def main() -> T:
        store = PostgresStore(postgres.url_of(database))
        try:
            return await play(store)
        finally:
            await store.close()

    return asyncio.run(main())


@pytest.fixture
def database() -> str:
    return postgres.fresh()


# The SQL


@pytest.mark.parametrize(
    ("sql", "numbers"),
    [
        ("SELECT ? FROM t WHERE a = ? AND b LIKE '%'", "SELECT $1 FROM t WHERE a = $2 AND b LIKE '%'"),
        ("SELECT '?', 'it''s ?', \"a?\"\"b\", ? -- why?\n, ?", "SELECT '?', 'it''s ?', \"a?\"\"b\", $1 -- why?\n, $2"),
        ("SELECT '%s', 1 % ?", "SELECT '%s', 1 % $1"),
    ],
)
def test_only_a_mark_that_stands_for_a_value_becomes_a_number(sql: str, numbers: str) -> None:
    assert numbered(sql) == numbers


def test_a_sum_is_a_whole_number_and_text_is_in_the_order_of_its_letters(database: str) -> None:
    async def play(store: Store) -> None:
        await store.append(Batch("house", (entry(0, *GRANTED.entries[0].transfers),)))
        (found,) = await store.read(
            lambda connection: connection.execute("SELECT sum(amount) FROM balances").fetchone()
        )
        assert (found, type(found)) == (0, int)
        for stream in ("a", "B", "_", "\u00e9", "t-1", "t1"):
            await store.append(Batch(stream, (entry(0),)))
        assert await store.streams() == sorted(["a", "B", "_", "\u00e9", "t-1", "t1", "house"])

    in_store(database, play)


# Only ever inserted


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {0} SET number = 7",
        "UPDATE {0} SET number = 7 WHERE false",
        "DELETE FROM {0}",
        "TRUNCATE {0}",
        "TRUNCATE balances, {0}",
        "INSERT INTO {0} SELECT * FROM {0} ON CONFLICT (stream, number{1}) DO UPDATE SET number = 9",
        "MERGE INTO {0} USING balances ON true WHEN MATCHED THEN DELETE",
    ],
)
@pytest.mark.parametrize("table", ["journal", "transfers"])
def test_journal_and_transfers_are_only_ever_inserted(database: str, sql: str, table: str) -> None:
    in_store(database, lambda store: store.append(GRANTED))
    with pytest.raises(errors.IntegrityError, match=r"only ever inserted|follow one another"):
        postgres.execute(sql.format(table, ", part" if table == "transfers" else ""), database)
    assert postgres.execute(f"SELECT count(*) FROM {table}", database) == [(1,)]  # noqa: S608


def test_no_number_is_left_out_or_used_twice_by_another_program(database: str) -> None:
    in_store(database, lambda store: store.append(GRANTED))
    for number in (0, 2, -1):
        with pytest.raises(errors.IntegrityError, match="follow one another"):
            postgres.execute(f"INSERT INTO journal VALUES ('house', {number}, '', '')", database)  # noqa: S608
    with pytest.raises(errors.IntegrityError, match="transfers_pkey"):
        postgres.execute("INSERT INTO transfers SELECT * FROM transfers", database)


def test_the_database_itself_forbids_an_overdraft(database: str) -> None:
    in_store(database, lambda store: store.append(GRANTED))
    for sql in (
        "UPDATE balances SET amount = -1 WHERE account = 'wallet:ana'",
        "INSERT INTO balances VALUES ('x', -1)",
    ):
        with pytest.raises(errors.CheckViolation, match="overdraft"):
            postgres.execute(sql, database)


def test_a_refusal_never_shows_a_value(database: str) -> None:
    sql, row = "INSERT INTO names VALUES (?, ?, ?, ?, ?)", ("p1", "Ana", "ana", None, 0)
    with PostgresSession(postgres.url_of(database)) as session:
        session.execute(sql, row)
        with pytest.raises(errors.UniqueViolation) as said:
            session.execute(sql, row)
    assert "(p1)" in str(said.value)
    assert "p1" not in one_line(said.value)


# Databases of other ages and other programs


def test_a_newer_database_is_refused(database: str) -> None:
    postgres.execute(f"UPDATE alembic_version SET version_num = '{VERSION + 1:04}'", database)  # noqa: S608
    with pytest.raises(TooNew, match="newer version") as said:
        PostgresStore(postgres.url_of(database))
    assert "\n" not in str(said.value)


def test_another_programs_database_is_refused_and_left_as_it_is() -> None:
    database = postgres.fresh(empty=True)
    for sql in ("CREATE TABLE recipes (name text)", "CREATE TABLE alembic_version (version_num text)"):
        postgres.execute(sql, database)
        with pytest.raises(NotOurs):
            PostgresStore(postgres.url_of(database))
    assert postgres.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1", database) == [
        ("alembic_version",),
        ("recipes",),
    ]


def test_a_database_that_is_not_there_is_said_in_one_line_without_the_password() -> None:
    with pytest.raises(StoreFailed) as said:
        PostgresStore("postgresql://ana:hunter2@localhost:1/nowhere")
    assert "\n" not in str(said.value)
    assert "hunter2" not in str(said.value)
    assert shown("postgresql://ana:hunter2@db.example/house") == "the database house at db.example"


def test_a_database_in_another_encoding_is_refused() -> None:
    name = postgres.fresh(empty=True) + "_latin"
    postgres.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(NotOurs, match="UTF8"):
        PostgresStore(postgres.url_of(name))


def test_the_migrations_make_what_the_tables_say(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    from croupier.floor.store.schema import metadata

    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(postgres.url_of(database)))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == f"{VERSION:04}"
        assert compare_metadata(context, metadata) == []
    engine.dispose()


def test_those_who_start_at_once_make_the_tables_once() -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    said: list[BaseException | None] = []

    def start() -> None:
        try:
            asyncio.run(PostgresStore(url).close())
        except StoreFailed as error:
            said.append(error)
        else:
            said.append(None)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert said == [None] * 4


def test_one_refusal_leaves_the_others_in_one_commit(database: str) -> None:
    """Else whoever asks for more than the wallet holds would make everybody wait for a commit each."""

    async def play(store: Store) -> None:
        await store.append(GRANTED)
        spends = [Batch(f"t{n}", (entry(0, Transfer("wallet:ana", f"layout:t{n}", 10)),)) for n in range(6)]
        too_much = Batch("u", (entry(0, Transfer("wallet:ana", "layout:u", 1_000)),))
        said = await in_one_commit(store, map(store.append, (*spends[:3], too_much, *spends[3:])))
        assert [type(error) for error in said] == [type(None)] * 3 + [Overdraft] + [type(None)] * 3

    in_store(database, play)
    written = "SELECT count(*), count(DISTINCT xmin::text) FROM journal WHERE stream LIKE 't%'"
    assert postgres.execute(written, database) == [(6, 1)]


def test_two_who_write_to_the_same_journals_never_wait_each_for_the_other(database: str) -> None:
    """As two servers at the same tables: who comes second with a number looks where the journal is, and goes on."""
    last, pauses = 30, Random(20261116)

    async def fill(store: Store, stream: str) -> int:
        stored = number = 0
        while number <= last:
            await asyncio.sleep(pauses.random() / 100)
            try:
                await store.append(Batch(stream, (entry(number),)))
                stored += 1
            except Taken:
                row = await store.last(stream)
                assert row is not None
                number = row.number
            number += 1
        return stored

    async def play(store: Store) -> None:
        other = PostgresStore(postgres.url_of(database))
        streams = [f"table-{number:02}" for number in range(40)]
        try:
            # One in this order and one in the other, so that nothing but the store brings them into one.
            work = [fill(store, each) for each in streams] + [fill(other, each) for each in reversed(streams)]
            assert sum(await asyncio.gather(*work)) == len(streams) * (last + 1)
        finally:
            await other.close()

    in_store(database, play)
    assert postgres.execute(f"SELECT deadlocks FROM pg_stat_database WHERE datname = '{database}'") == [(0,)]  # noqa: S608


# A server that goes away


def cut(database: str) -> None:
    """Every connection to that database is ended, as when its server restarts."""
    postgres.execute(
        f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{database}'"  # noqa: S608
    )


def test_connections_lost_while_nothing_was_going_on_are_made_anew(database: str) -> None:
    async def play(store: Store) -> None:
        await store.append(GRANTED)
        for number in range(1, 4):
            await asyncio.gather(*(store.last("house") for _ in range(4)))
            cut(database)
            assert await outcomes(store.last("house") for _ in range(4)) == [None] * 4
            cut(database)
            await store.append(Batch("house", (entry(number),)))
        assert len(await store.tail("house")) == 4

    in_store(database, play)


def test_a_connection_lost_in_a_transaction_undoes_it_and_says_so(database: str) -> None:
    def lost(connection: Connection) -> None:
        connection.execute("INSERT INTO tables (id, name, settings, made) VALUES (?, ?, ?, ?)", ("t", "T", "{}", 1))
        cut(database)
        connection.execute("SELECT 1")

    async def play(store: Store) -> None:
        async with held_up(store):
            together = asyncio.create_task(
                outcomes([store.append(Batch("a", (entry(0),))), store.write(lost), store.append(GRANTED)])
            )
            await asyncio.sleep(0.01)
        first, said, second = await together
        assert isinstance(said, StoreFailed)
        assert not said.unknown
        # A function has a transaction of its own: the batches that waited with it were not in it.
        assert (first, second) == (None, None)
        assert await store.streams() == ["a", "house"]
        assert await store.read(lambda connection: connection.execute("SELECT id FROM tables").fetchall()) == []

    in_store(database, play)


def nothing(_connection: Connection) -> None:
    """A batch that looks at what others wrote has a transaction of its own, with a COMMIT of its own."""


@pytest.mark.parametrize("late", [False, True])
def test_a_batch_whose_connection_went_with_it_is_done_once(
    database: str, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Batches go in one message. Whether it was heard is asked over a new connection, and what was not done is done."""
    at_once, sent = PostgresSession.at_once, 0

    def failing(self: PostgresSession, documents: Any) -> None:
        nonlocal sent
        sent += 1
        if sent == 2:
            if late:
                at_once(self, documents)
            cut(database)
        at_once(self, documents)

    monkeypatch.setattr(PostgresSession, "at_once", failing)

    async def play(store: Store) -> None:
        await store.append(GRANTED)
        paid = Batch("t", (entry(0, Transfer("wallet:ana", "stack:t:ana", 20)),))
        assert await outcomes([store.append(paid)]) == [None]
        assert sent == 2
        assert await store.last("t") == Row(0, entry(0).line, entry(0).hash, None)
        assert await store.balance("stack:t:ana") == 20

    in_store(database, play)


@pytest.mark.parametrize("late", [False, True])
def test_a_group_whose_connection_went_with_it_is_there_only_where_all_of_it_is(
    database: str, late: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What time brings about two servers write word for word alike: that it is there says nothing of the rest."""
    at_once, lost = PostgresSession.at_once, False
    alike = Batch("a", (entry(0),))

    def failing(self: PostgresSession, documents: Any) -> None:
        nonlocal lost
        if '"t"' not in documents[2] or lost:
            return at_once(self, documents)
        lost = True
        if late:
            at_once(self, documents)
        cut(database)
        return at_once(self, documents)

    monkeypatch.setattr(PostgresSession, "at_once", failing)

    async def play(store: Store) -> None:
        await store.append(GRANTED)
        if not late:
            other = PostgresStore(postgres.url_of(database))
            await other.append(alike)
            await other.close()
        paid = Batch("t", (entry(0, Transfer("wallet:ana", "stack:t:ana", 20)),))
        said = await in_one_commit(store, map(store.append, (alike, paid)))
        assert lost
        assert [type(error) for error in said] == [type(None) if late else Taken, type(None)]
        assert await store.last("t") == Row(0, entry(0).line, entry(0).hash, None)
        assert await store.balance("stack:t:ana") == 20

    in_store(database, play)


@pytest.mark.parametrize("late", [False, True])
def test_after_a_lost_commit_the_store_is_asked(database: str, late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes with the COMMIT, before it or after it: only a read says which, and it says so for good."""
    armed = False
    execute = PostgresSession.execute

    def failing(self: PostgresSession, sql: str, *arguments: Any) -> Any:
        nonlocal armed
        if sql == "COMMIT" and armed:
            armed = False
            if late:
                execute(self, sql, *arguments)
            cut(database)
        return execute(self, sql, *arguments)

    monkeypatch.setattr(PostgresSession, "execute", failing)

    async def play(store: Store) -> None:
        nonlocal armed
        await store.append(GRANTED)
        armed = True
        (said,) = await outcomes([store.append(Batch("t", (entry(0),), check=nothing))])
        assert isinstance(said, StoreFailed)
        assert said.unknown
        expected = Row(0, entry(0).line, entry(0).hash, None) if late else None
        assert await store.last("t") == expected

    in_store(database, play)


def test_no_read_answers_while_a_lost_commit_may_still_be_done(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """We gave our connection up, but its process at the server works on: no answer before that one is gone."""
    kept: list[psycopg.Connection[Any]] = []
    armed = False
    execute = PostgresSession.execute

    def failing(self: PostgresSession, sql: str, *arguments: Any) -> Any:
        nonlocal armed
        if sql == "COMMIT" and armed:
            armed = False
            kept.append(self._connection)
            monkeypatch.setattr(self, "close", lambda: None)
            raise psycopg.OperationalError("the line is dead")
        if sql == "ROLLBACK" and self._connection in kept:
            raise psycopg.OperationalError("the line is dead")
        return execute(self, sql, *arguments)

    monkeypatch.setattr(PostgresSession, "execute", failing)

    async def play(store: Store) -> None:
        nonlocal armed
        armed = True
        (said,) = await outcomes([store.append(Batch("t", (entry(0),), check=nothing))])
        assert isinstance(said, StoreFailed)
        assert said.unknown
        assert await store.last("t") is None
        with pytest.raises(psycopg.OperationalError):
            kept[0].execute("COMMIT")
        assert await store.last("t") is None

    in_store(database, play)


def test_nothing_is_read_before_a_lost_connection_is_replaced(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The readers could be answered, but not yet for good."""
    writing, away = PostgresEngine.writing, False

    def unreachable(self: PostgresEngine) -> PostgresSession:
        if away:
            raise psycopg.OperationalError("no way there")
        return writing(self)

    monkeypatch.setattr(PostgresEngine, "writing", unreachable)

    async def play(store: Store) -> None:
        nonlocal away
        await store.append(GRANTED)
        away = True
        cut(database)
        (said,) = await outcomes([store.append(Batch("t", (entry(0),)))])
        assert isinstance(said, StoreFailed)
        with pytest.raises(StoreFailed, match="no way there"):
            await store.last("house")
        away = False
        assert await store.last("house") is not None

    in_store(database, play)


def test_a_transaction_that_had_failed_is_never_taken_for_done(database: str) -> None:
    """PostgreSQL answers its COMMIT with ROLLBACK, and no error."""
    with PostgresSession(postgres.url_of(database)) as session:
        session.execute("BEGIN")
        with pytest.raises(errors.UndefinedTable):
            session.execute("SELECT * FROM nowhere")
        with pytest.raises(psycopg.OperationalError, match="rolled back"):
            session.execute("COMMIT")


# A house


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_house_plays_restarts_and_plays_on(tmp_path: Path, database: str, game: str) -> None:
    hand = Hand()

    async def first(house: House) -> tuple[str, int]:
        actor = await house.table(game, id="t-one")
        ana = await house.seated(actor)
        await begun(house, actor, ana)
        await decided(house, actor)
        await house.later(actor, REST)
        await begun(house, actor, ana)  # stopped with this round open, where it is not over at once
        return ana, actor.head.number

    async def second(house: House, ana: str, number: int) -> None:
        actor = house.casino.actor("t-one")
        assert not actor.trouble
        assert actor.head.number >= number
        await decided(house, actor)
        assert await house.store.total() == 0
        assert await house.fortune(ana) + await house.won() == WALLET
        report = await house.audited(actor)
        assert report.breach is None

    ana, number = in_casino(tmp_path, first, hand=hand, database=database)
    in_casino(tmp_path, lambda house: second(house, ana, number), hand=hand, database=database)
    found = inspect(tmp_path, database=postgres.url_of(database))
    assert (found.breaches, found.total, found.has_key) == ((), 0, True)
    assert {report.stream for report in found.reports} == {"house", "t-one"}


def test_an_altered_database_is_found_out(tmp_path: Path, database: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", id="t-one")
        await begun(house, actor, await house.seated(actor))

    in_casino(tmp_path, play, database=database)
    postgres.execute("ALTER TABLE transfers DISABLE TRIGGER ALL", database)
    postgres.execute("UPDATE transfers SET amount = amount + 1 WHERE stream = 't-one'", database)
    found = inspect(tmp_path, database=postgres.url_of(database))
    assert found.breaches[0].stream == "t-one"


def test_there_is_nothing_to_inspect_where_nothing_is(tmp_path: Path) -> None:
    with pytest.raises(NoData, match="no house"):
        inspect(tmp_path, database=postgres.url_of(postgres.fresh(empty=True)))
    with pytest.raises(NoData, match="cannot be read"):
        inspect(tmp_path, database="postgresql://localhost:1/nowhere")


# The commands


def test_a_server_on_postgres_is_killed_and_goes_on(tmp_path: Path) -> None:
    url = postgres.url_of(postgres.fresh(empty=True))
    folder = tmp_path / "house"
    with server(folder, "--database", url) as running:
        running.operator()
        ana = running.account("Ana")
        assert ana.get("/api/v1/me")["ever"]["granted"] == WALLET
        tables = running.client().get("/api/v1/tables").json()["tables"]
        buy_in = {"key": "k1", "act": {"act": "buy in", "amount": 100_00}}
        bought = ana.ask("POST", f"/api/v1/tables/{tables[0]['id']}/acts", buy_in)
        assert bought.status_code in {200, 201}, bought.text
        running.kill()
    with server(folder, "--database", url) as running:
        assert running.client().get("/health").json()["tables"] == len(tables)
        assert running.sign_in("Ana").get("/api/v1/me")["money"]["wallet"] == WALLET - 100_00
        link = run_command("operator-link", "--data", str(folder), "--database", url)
        assert (link.status, running.url in link.out) == (0, True), link.errors
        judged = run_command("verify", str(folder), "--database", url)
        assert judged.status == 0, judged.out + judged.errors
        assert running.stop() == 0
    assert not (folder / "croupier.sqlite").exists()


@pytest.mark.parametrize("url", ["mysql://localhost/house", "postgresql://ana:hunter2@localhost:1/nowhere"])
def test_a_database_that_cannot_be_used_is_said_in_one_line(tmp_path: Path, url: str) -> None:
    done = run_command("serve", "--data", str(tmp_path), "--port", "0", "--database", url)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "hunter2" not in line
