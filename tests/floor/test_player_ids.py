"""A player has an id of each journal alone: nobody follows a person from table to table, and the house still can."""

from __future__ import annotations

import csv
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house_key import NAME
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.keeping.backup import back_up, restore
from croupier.floor.keeping.export import JOIN, JOURNALS, TRANSFERS, export
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.tables import opening
from croupier.floor.tables.actor import TableActor
from croupier.games.acts import BuyIn, CashOut, Purpose, ReserveTable
from croupier.record.journals.aliases import alias_of, scope_key
from tests.support.floor import postgres
from tests.support.floor.casino import BETTING, OPERATOR, REST, House, begun, in_casino, wager
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import STARTS, at, entered, follows, settled, tournament
from tests.support.floor.tournaments import tables as tables_of

PERSON, ALIAS = re.compile(r"\bp[a-z2-7]{12}\b"), re.compile(r"\bq[a-z2-7]{16}\b")


async def two_tables(house: House) -> tuple[TableActor, TableActor, list[str]]:
    """Two people who play at both."""
    rata, rimu = await house.table("roulette", id="rata"), await house.table("tai-sai", id="rimu")
    people = [await house.player() for _ in range(2)]
    for actor in (rata, rimu):
        for person in people:
            await house.act(actor, BuyIn(person, 100_00))
        await begun(house, actor, *people)
    return rata, rimu, people


def shared_ids(folder: Path) -> set[str]:
    """What stands both in what was exported of one table, and in what was exported of the other."""
    seen: dict[str, set[str]] = {}
    with (folder / TRANSFERS).open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["stream"] in ("rata", "rimu")]
    for table in ("rata", "rimu"):
        text = (folder / JOURNALS / f"{table}.txt").read_text()
        text += " ".join(f"{row['debit']} {row['credit']}" for row in rows if row["stream"] == table)
        seen[table] = set(PERSON.findall(text)) | set(ALIAS.findall(text))
        assert len(seen[table]) == 2
    return seen["rata"] & seen["rimu"]


async def played(house: House) -> list[str]:
    return (await two_tables(house))[2]


def test_A41_nobody_links_two_journals_without_the_key(tmp_path: Path) -> None:
    house, out = tmp_path / "house", tmp_path / "out"
    house.mkdir()
    in_casino(house, played)
    export(house, out)
    assert shared_ids(out) == set()
    assert not (out / JOIN).exists()


def test_A41_journals_as_they_were_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same look at a house that gives people one id everywhere, as every house did."""
    monkeypatch.setattr(opening, "scope_key", lambda _key, _scope: "")
    house, out = tmp_path / "house", tmp_path / "out"
    house.mkdir()
    people = in_casino(house, played)
    export(house, out)
    assert shared_ids(out) == set(people)


def test_A41_who_has_the_join_file_puts_them_together(tmp_path: Path) -> None:
    house, out = tmp_path / "house", tmp_path / "out"
    house.mkdir()
    people = in_casino(house, played)
    found = export(house, out, join=True)
    with (out / JOIN).open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert found.joined == len(rows) == 4
    assert {row["person"] for row in rows} == set(people)
    for row in rows:
        assert row["player"] in (out / JOURNALS / f"{row['journal']}.txt").read_text()


def test_the_id_is_a_code_of_house_key_scope_and_person(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        rata, _, (ana, ben) = await two_tables(house)
        key = bytes.fromhex(scope_key((house.folder / NAME).read_bytes(), "rata"))
        assert rata.player_id(ana) == alias_of(key, ana) != alias_of(key, ben)
        assert set(rata.head.state.players) == {alias_of(key, ana), alias_of(key, ben)}
        assert not PERSON.search("\n".join(await house.lines(rata)))

    in_casino(tmp_path, play)


def test_money_days_and_rounds_are_the_persons_own(tmp_path: Path) -> None:
    """Also after a restart, when the ids have to be made again."""

    async def play(house: House) -> str:
        rata, _, (ana, _ben) = await two_tables(house)
        await house.later(rata, BETTING)
        assert (await house.play_of(ana))[0] == 20_00
        assert {person for (person,) in house.view.all("SELECT DISTINCT person FROM round_parts")} > {ana}
        return ana

    ana = in_casino(tmp_path, play)

    async def leave(house: House) -> None:
        rata = house.casino.actors["rata"]
        before = await house.casino.money(ana)
        chips = state_of(rata).purse(ana).value
        assert before.stacks["rata"] == chips > 0
        await house.act(rata, CashOut(ana, chips))
        after = await house.casino.money(ana)
        assert after.wallet == before.wallet + chips
        assert await house.refused(rata, BuyIn(ana, 10**9)) == "not_enough_money"
        assert inspect(house.folder).breaches == ()

    in_casino(tmp_path, leave)


def test_in_postgresql_too(tmp_path: Path) -> None:
    name = postgres.fresh()

    async def play(house: House) -> None:
        rata, _, (ana, _ben) = await two_tables(house)
        await house.later(rata, BETTING)
        await house.act(rata, CashOut(ana, 5_00))
        assert inspect(house.folder, database=house.store.url).breaches == ()

    in_casino(tmp_path, play, database=name)


def test_a_tournament_and_its_tables_share_one_id(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await tournament(house)
        people = await entered(house, actor, 4)
        await at(house, STARTS)
        await settled(house)
        tables = tables_of(house, actor.id)
        assert tables
        assert all(table.player_id(person) == actor.player_id(person) for table in tables for person in people)
        other = await house.table("roulette", id="rata")
        assert not {other.player_id(each) for each in people} & {actor.player_id(each) for each in people}
        follows(house)

    in_casino(tmp_path, play)


def test_who_is_admitted_to_a_reserved_table_stands_there_under_the_tables_id(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        rata = await house.table("roulette", id="rata")
        ana = await house.player()
        await house.act(rata, ReserveTable(Purpose.PRIVATE_USE, (ana,), by=OPERATOR))
        [*_, line] = await house.lines(rata)
        assert ana not in line
        assert rata.player_id(ana) in line

    in_casino(tmp_path, play)


def test_a_journal_of_an_older_version_plays_on_and_follows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(opening, "scope_key", lambda _key, _scope: "")
        people = in_casino(tmp_path, played)

    async def play_on(house: House) -> None:
        rata, new = house.casino.actors["rata"], await house.table("roulette", id="new")
        assert set(rata.head.state.players) == set(people)
        await house.later(rata, BETTING + REST)
        for actor in (rata, new):
            await house.act(actor, BuyIn(people[0], 20_00))
            await house.act(actor, wager(actor, people[0]))
        assert people[0] in "\n".join(await house.lines(rata))
        assert people[0] not in "\n".join(await house.lines(new))
        assert inspect(house.folder).breaches == ()

    in_casino(tmp_path, play_on)


def test_a_house_restored_without_its_key_knows_its_players(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    ana = in_casino(first, played)[0]
    back_up(first, tmp_path / "backup", None, None)
    restore(tmp_path / "backup", second, None, None)
    assert not (second / NAME).exists()

    async def leave(house: House) -> None:
        rata = house.casino.actors["rata"]
        chips = state_of(rata).purse(ana).value
        before = (await house.casino.money(ana)).wallet
        await house.act(rata, CashOut(ana, chips))
        assert (await house.casino.money(ana)).wallet == before + chips
        assert inspect(house.folder).breaches == ()

    in_casino(second, leave, audited=False)


_KEY = '"players_key":"'
FORGERIES = {
    "another person beside the line": (
        "UPDATE journal SET person = (SELECT max(id) FROM people WHERE id <> journal.person) WHERE number = 1",
        "that is not the ID of",
    ),
    "a key that was not the house's": (
        f"UPDATE tables SET settings = replace(settings, '{_KEY}', '{_KEY}00') WHERE id = 'rata'",  # noqa: S608  our own words
        "that is not the ID of",
    ),
    "a person who is not here": ("DELETE FROM people WHERE id = (SELECT min(person) FROM journal)", "people"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_verify_makes_every_id_again(tmp_path: Path, forgery: str) -> None:
    sql, named = FORGERIES[forgery]
    in_casino(tmp_path, played)
    assert inspect(tmp_path).breaches == ()
    with closing(sqlite3.connect(tmp_path / FILE)) as connection, connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        assert connection.execute(sql).rowcount >= 1
    assert any(named in breach.why for breach in inspect(tmp_path).breaches)


def test_who_closed_the_account_has_no_name_and_the_journal_still_follows(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        rata = await house.table("roulette", id="rata")
        ana = await house.seated(rata, 20_00)
        player: Any = rata.player_id(ana)
        assert (await house.casino.names_at(rata, [player]))[player].startswith("Guest ")
        await house.act(rata, CashOut(ana, 20_00))
        await house.casino.close_account(ana)
        assert await house.casino.names_at(rata, [player]) == {}
        assert inspect(house.folder).breaches == ()

    in_casino(tmp_path, play)
