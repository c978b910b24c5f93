"""Houses of every schema that was published: brought up to date, verified and played on; and schemas yet to come."""

from __future__ import annotations

import asyncio
import gzip
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.keeping.backup import restore
from croupier.floor.store.engines.postgres import PostgresStore
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.engines.sqlite_file import VERSION, pragma, reading, writing
from croupier.floor.store.port import StoreFailed, TooNew, TooOld
from croupier.floor.store.upgrade import VERSIONS
from croupier.games.acts import CloseTable, OpenTable, PostClosing, TakeUpEdition
from croupier.games.tournament.state import Phase
from croupier.serve.process.new_house import AHEAD, FIRST_SIT_AND_GO, FIRST_TABLES, FIRST_TOURNAMENT, ready
from tests.support.floor import postgres
from tests.support.floor.casino import BETTING, OPERATOR, REST, WALLET, Hand, House, begun, decided, in_casino
from tests.support.floor.house import NOON
from tests.support.floor.schema_house import FOLDER
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import FEE, at, chips_by_machine, entered, follows, play, wallets
from tests.support.process import run_command

SCHEMAS = sorted(int(folder.name.removeprefix("schema-")) for folder in FOLDER.glob("schema-*"))
LATER = NOON + 24 * 3600


def old_house(schema: int, folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    shutil.copy(FOLDER / f"schema-{schema}" / HOUSE_KEY, folder)
    (folder / FILE).write_bytes(gzip.decompress((FOLDER / f"schema-{schema}" / f"{FILE}.gz").read_bytes()))
    return folder


def old_database(schema: int) -> str:
    database = postgres.fresh(empty=True)
    script = gzip.decompress((FOLDER / f"schema-{schema}" / "postgres.sql.gz").read_bytes())
    with psycopg.connect(postgres.url_of(database), autocommit=True) as connection:
        connection.execute(script)
    return database


async def goes_on(house: House) -> None:
    """The rounds that were open are finished, and another of each is played."""
    assert await house.store.total() == 0
    ana = await house.casino.people.accounts.called("Ana")
    assert ana is not None
    at_tables = 0
    for actor in tuple(house.casino.actors.values()):
        assert not actor.trouble
        rounds = (await house.audited(actor)).rounds
        await house.later(actor, BETTING)
        await decided(house, actor)
        await house.later(actor, REST)
        await begun(house, actor, ana.id)
        await decided(house, actor)
        report = await house.audited(actor)
        assert (report.breach, report.rounds > rounds) == (None, True)
        at_tables += 1
    assert at_tables == 2
    assert (await house.casino.people.standings.load(ana.id)).loss.amount == 500_00
    assert (await house.casino.money(await house.player())).wallet == WALLET


def test_there_is_a_house_of_every_schema_before_this() -> None:
    assert list(range(1, VERSION)) == SCHEMAS


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_file_of_an_older_schema_is_backed_up_upgraded_and_played_on(tmp_path: Path, schema: int) -> None:
    folder = old_house(schema, tmp_path / "house")
    in_casino(folder, goes_on, hand=Hand(LATER))
    with closing(reading(folder / FILE)) as connection:
        assert pragma(connection, "user_version") == VERSION
    found = inspect(folder)
    assert (found.breaches, found.total) == ((), 0)
    backup = folder / f"{FILE}.schema-{schema}.backup"
    assert [path for path in folder.iterdir() if "backup" in path.name] == [backup]
    with closing(reading(backup)) as connection:
        assert pragma(connection, "user_version") == schema
    assert restore(backup, tmp_path / "again", folder / HOUSE_KEY).breaches == ()
    in_casino(tmp_path / "again", goes_on, hand=Hand(LATER))


async def opened_anew(house: House) -> None:
    """Each table goes on under the edition it has, until it is closed and opened again."""
    for actor in tuple(house.casino.actors.values()):
        await house.later(actor, BETTING)
        await decided(house, actor)
        assert state_of(actor).edition == 1
        await house.act(actor, PostClosing(1200, by=OPERATOR))
        await house.later(actor, 1200)
        await house.act(actor, CloseTable(by=OPERATOR))
        assert state_of(actor).edition == 1
        assert await house.refused(actor, TakeUpEdition(2, by=OPERATOR)) == "own_act"
        await house.act(actor, OpenTable(by=OPERATOR))
        assert (state_of(actor).edition, state_of(actor).general.is_open) == (2, True)
        assert await house.refused(actor, OpenTable(by=OPERATOR)) == "table_open"
        texts = [row.line for row in await house.store.tail(actor.id, actor.head.number - 2)]
        written = [text.partition(" #")[0] for text in texts]
        assert written == ["operator: take up edition 2", "operator poperator: open table"]
        assert (await house.audited(actor)).breach is None


def test_a_table_of_an_older_edition_takes_up_the_newest_when_it_is_next_opened(tmp_path: Path) -> None:
    folder = old_house(2, tmp_path / "house")
    in_casino(folder, opened_anew, hand=Hand(LATER))
    found = inspect(folder)
    assert (found.breaches, found.total) == ((), 0)


FILLED = """SELECT rounds.stream, rounds.number, first, rounds.last, void, wagers, rounds.staked, count(person),
    sum(round_parts.staked) FROM rounds JOIN round_parts ON rounds.stream = round_parts.stream AND number = round
    GROUP BY rounds.stream, rounds.number ORDER BY rounds.stream, rounds.number"""
ACTS = (
    "SELECT stream, act, count(DISTINCT person) FROM journal WHERE act = 'wager' GROUP BY stream, act ORDER BY stream"
)


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("is_file", [True, False])
def test_what_follows_from_an_older_house_s_journals_is_filled_in(tmp_path: Path, schema: int, is_file: bool) -> None:
    """The same play stands in both kinds of database: a round of each game, and one of roulette more."""
    if is_file:
        folder = old_house(schema, tmp_path / "house")
        asyncio.run(SqliteStore(folder / FILE).close())
        with closing(writing(folder / FILE)) as connection:
            rounds, acts = (connection.execute(sql).fetchall() for sql in (FILLED, ACTS))
            with pytest.raises(sqlite3.IntegrityError, match="only ever inserted"):
                connection.execute("UPDATE journal SET act = ''")
    else:
        database = old_database(schema)
        asyncio.run(PostgresStore(postgres.url_of(database), upgrade=True).close())
        rounds, acts = (postgres.execute(sql, database) for sql in (FILLED, ACTS))
        with pytest.raises(psycopg.Error, match="only ever inserted"):
            postgres.execute("UPDATE journal SET act = ''", database)
    assert [row[:2] for row in rounds] == [("t-blackjack", 1), ("t-roulette", 1), ("t-roulette", 2)]
    for _, _, first, last, void, wagers, staked, players, parts in rounds:
        assert (first < last, void, wagers >= 2, players) == (True, 0, True, 2)
        assert staked == parts
    assert acts == [("t-blackjack", "wager", 2), ("t-roulette", "wager", 2)]


def test_a_backup_that_cannot_be_written_leaves_the_house_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = old_house(1, tmp_path / "house")
    before = (folder / FILE).read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("croupier.floor.store.engines.backup_file._signed", full)
    with pytest.raises(StoreFailed, match=r"could not be backed up before the upgrade.*no space left"):
        SqliteStore(folder / FILE)
    assert (folder / FILE).read_bytes() == before
    assert not [path for path in folder.iterdir() if path.suffix in {".backup", ".part"}]


def test_an_earlier_backup_is_never_written_over(tmp_path: Path) -> None:
    folder = old_house(1, tmp_path / "house")
    earlier = folder / f"{FILE}.schema-1.backup"
    earlier.write_text("mine")
    asyncio.run(SqliteStore(folder / FILE).close())
    assert earlier.read_text() == "mine"
    assert (folder / f"{FILE}.schema-1-2.backup").is_file()


def test_a_file_of_a_schema_to_come_is_refused_in_one_line(tmp_path: Path) -> None:
    folder = old_house(1, tmp_path / "house")
    with closing(writing(folder / FILE)) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(TooNew, match=f"schema {VERSION + 1}, known {VERSION}"):
        SqliteStore(folder / FILE)
    done = run_command("serve", "--data", str(folder), "--port", "0")
    assert (done.status, done.out, len(done.error_lines)) == (2, "", 1)
    assert not [path for path in folder.iterdir() if "backup" in path.name]


@pytest.mark.parametrize("schema", SCHEMAS)
def test_a_database_of_an_older_schema_is_upgraded_when_somebody_says_so(tmp_path: Path, schema: int) -> None:
    database = old_database(schema)
    url = postgres.url_of(database)
    shutil.copy(FOLDER / f"schema-{schema}" / HOUSE_KEY, tmp_path)
    with pytest.raises(TooOld, match=r"pg_dump.*--upgrade") as said:
        PostgresStore(url)
    assert "\n" not in str(said.value)
    done = run_command("serve", "--data", str(tmp_path), "--port", "0", "--database", url)
    assert (done.status, done.out, len(done.error_lines)) == (2, "", 1)
    assert postgres.execute("SELECT version_num FROM alembic_version", database) == [(f"{schema:04}",)]
    asyncio.run(PostgresStore(url, upgrade=True).close())
    in_casino(tmp_path, goes_on, hand=Hand(LATER), database=database)
    found = inspect(tmp_path, database=url)
    assert (found.breaches, found.total) == ((), 0)


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("is_file", [True, False])
def test_a_house_of_an_older_schema_gets_the_ready_floors_cup_and_plays_it(
    tmp_path: Path, schema: int, is_file: bool
) -> None:
    database = None if is_file else old_database(schema)
    folder = old_house(schema, tmp_path / "house")
    if database is not None:
        (folder / FILE).unlink()
        asyncio.run(PostgresStore(postgres.url_of(database), upgrade=True).close())

    async def scenario(house: House) -> None:
        old = set(house.casino.actors)
        await ready(house.casino)
        assert set(house.casino.actors) == old | {*FIRST_TABLES, FIRST_TOURNAMENT, FIRST_SIT_AND_GO}
        cup = house.watch(house.casino.actor(FIRST_TOURNAMENT))
        people = await entered(house, cup, 4)
        await at(house, LATER + AHEAD)
        await play(house, cup)
        done = state_of(cup)
        assert (done.phase, done) == (Phase.OVER, await chips_by_machine(house, cup))
        prizes = {award.player: award.money for award in done.awards}
        assert sorted(prizes.values()) == [32_00, 48_00], "60 and 40 parts of four fees of 20 dollars"
        assert await wallets(house, people) == {player: WALLET - FEE + prizes.get(player, 0) for player in people}
        follows(house)

    in_casino(folder, scenario, hand=Hand(LATER), database=database)


def test_a_database_on_which_an_older_server_works_is_not_upgraded() -> None:
    database = old_database(1)
    url = postgres.url_of(database)
    with psycopg.connect(url, autocommit=True) as older:
        older.execute(f"SELECT pg_advisory_lock({0x43524F55})")  # what a server of schema 1 holds while it works
        with pytest.raises(StoreFailed, match="older version"):
            PostgresStore(url, upgrade=True)
        assert postgres.execute("SELECT version_num FROM alembic_version", database) == [("0001",)]
    asyncio.run(PostgresStore(url, upgrade=True).close())


def test_a_database_of_a_schema_to_come_is_refused_in_one_line(tmp_path: Path) -> None:
    database = postgres.fresh()
    postgres.execute(f"UPDATE alembic_version SET version_num = '{VERSION + 1:04}'", database)  # noqa: S608
    url = postgres.url_of(database)
    with pytest.raises(TooNew, match="newer version"):
        PostgresStore(url, upgrade=True)
    done = run_command("serve", "--data", str(tmp_path), "--port", "0", "--database", url)
    assert (done.status, done.out, len(done.error_lines)) == (2, "", 1)


def test_there_is_one_migration_for_each_version() -> None:
    assert len(VERSIONS) == VERSION
    names = [version.__name__.rpartition(".")[2][:5] for version in VERSIONS]
    assert names == [f"v{number:04}" for number in range(1, VERSION + 1)]
