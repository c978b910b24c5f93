"""What somebody with the database in hand changes about people, roles, limits and tables: `verify` names it (A30)."""

# ruff: noqa: S608  the tables and columns are named here, and nobody else has the file

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pyotp
import pytest

from croupier.floor.keeping.audits import audit
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.keeping.audits.register_audit import RegisterAudit
from croupier.floor.people.responsible_play import play
from croupier.floor.people.responsible_play.exclusions import HouseExclusion, SelfExclusion
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.second_factors import Prover
from croupier.floor.people.sign_in.second_factors import FactorProof
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.tables.opening import TableSpec
from croupier.record.audits.audit import Breach
from croupier.record.house_journal.house import money_of
from croupier.record.house_journal.house_register import BEGINS, WHOLE
from croupier.record.journals.journal import hash_after, read_stamp
from tests.support.floor import postgres
from tests.support.floor.casino import SIGN, House, opened
from tests.support.process import run_command

PASSWORD = "a ticklish weta"  # noqa: S105


class Cast(NamedTuple):
    """Who is in the house."""

    olga: str
    dora: str
    ana: str
    ben: str
    guest: str
    gone: str


async def live(house: House) -> Cast:
    """A house in which everything stands that somebody may want to change."""
    casino, people = house.casino, house.casino.people
    link = await people.links.make_operator_link(casino.time())
    olga = await people.links.use_operator_link(link, "Olga", PASSWORD, casino.time(), also=casino.book.operator_came)
    dora = await people.sign_in.sign_up("Dora", PASSWORD, casino.time())
    await casino.give_role(dora.person.id, HouseRole.DEALER, by=olga.person.id)
    ana, ben = await casino.front_desk.sign_up("Ana", PASSWORD), await casino.front_desk.arrive()
    for amount in (100_00, 900_00):
        await people.standings.set_limit(ana.person.id, LimitKind.LOSS, amount, casino.time())
    await people.standings.set_reality_minutes(ana.person.id, 30, casino.time())
    await people.standings.exclude(ben.person.id, SelfExclusion.HALF_YEAR, casino.time())
    guest, gone = await casino.front_desk.arrive(), await casino.front_desk.arrive()
    await casino.close_account(gone.person.id)
    await house.table("roulette", id="t-played")
    actor = await house.table("roulette", id="t-gone")
    await house.seated(actor)
    await casino.make_table(TableSpec(name="Live", game="roulette", live=True, sign=SIGN), id="t-live")
    await casino.take_duty("t-live", dora.person.id)
    await casino.front_desk.reset_link(ana.person.id, by=olga.person.id)
    await doors_and_duties(house, olga.person.id, dora.person.id, ana.person.id)
    return Cast(*(each.person.id for each in (olga, dora, ana, ben, guest, gone)))


async def doors_and_duties(house: House, olga: str, dora: str, ana: str) -> None:
    """Recovery codes, a proof, an agreement, exams, and a game that needs one."""
    casino, factors = house.casino, house.casino.people.second_factors
    now = casino.time()
    secret = (await factors.offer_totp(olga, "Olga", now)).secret
    codes = await factors.add_totp(olga, pyotp.TOTP(secret).at(now), "Phone", now)
    token = (await casino.people.sign_in.sign_in("Olga", PASSWORD, now, proof=FactorProof(code=codes[0]))).token
    await factors.prove(Prover(olga, token, "here", now), "", FactorProof(code=codes[1]), now)
    otto = await casino.people.sign_in.sign_up("Otto", PASSWORD, now)
    await casino.give_role(otto.person.id, HouseRole.OPERATOR, by=olga)
    for what in ("PUT /a", "PUT /b"):
        assert not await factors.is_approved(olga, what, now)
    agreed = next(each for each in await factors.waiting(now) if each.what == "PUT /a")
    await factors.approve(agreed.id, otto.person.id, now, lambda *_: None)
    begun = await casino.school.begin_exam(dora, "roulette")
    await casino.school.end_exam(dora, begun.record.id, ())
    await casino.school.begin_exam(dora, "tai-sai")
    await casino.school.require("roulette", olga, is_required=True)
    order = HouseExclusion(now, now + 9, "shouted", olga)
    await casino.people.standings.order_exclusion(ana, order, now, lambda *_: None)


LATER = 4_000_000_000
TOKEN = "x'" + "ab" * 32 + "'"
STREAMS = ("journal", "transfers", "keys", "rounds", "round_parts", "snapshots")

ALTERATIONS: dict[str, tuple[tuple[str, ...], str]] = {
    # A role that nobody gave, one that is gone, and one that another is said to have given.
    "role inserted": (
        ("INSERT INTO roles (person, role, since, given_by) VALUES ('{ana}', 'inspector', 0, NULL)",),
        "the role inspector of {ana} is in the database, given by a link, but no entry",
    ),
    "role deleted": (("DELETE FROM roles WHERE person = '{dora}'",), "the role dealer of {dora} is gone; entry"),
    "role by another": (
        ("UPDATE roles SET given_by = '{ana}' WHERE person = '{dora}'",),
        "the role dealer of {dora} is given by {ana}, and by entry",
    ),
    # Limits and exclusions.
    "limit deleted": (("DELETE FROM limits WHERE person = '{ana}'",), "the loss limit of {ana} is gone; entry"),
    "limit loosened": (
        ("UPDATE limits SET amount = 50000 WHERE person = '{ana}'",),
        "the loss limit of {ana} is 500, from",
    ),
    "limit sooner": (("UPDATE limits SET next_from = 0 WHERE person = '{ana}'",), "from 1970-01-01T00:00:00Z 900, and"),
    "limit inserted": (
        ("INSERT INTO limits (person, kind, amount) VALUES ('{guest}', 'time', 60)",),
        "the time limit of {guest} is in the database, 60 seconds, but no entry",
    ),
    "exclusion deleted": (("DELETE FROM exclusions",), "the self-exclusion of {ben} is gone; entry"),
    "exclusion shortened": (
        ("UPDATE exclusions SET until = 0 WHERE person = '{ben}'",),
        "the self-exclusion of {ben} is until 1970-01-01T00:00:00Z, and by entry",
    ),
    # People, names, passwords.
    "person deleted": (("DELETE FROM people WHERE id = '{guest}'",), "{guest} is gone; entry"),
    "wallet left": (
        ("DELETE FROM people WHERE id = '{guest}'",),
        "the account wallet:{guest} is there, and {guest} is not among the people",
    ),
    "person inserted": (
        ("INSERT INTO people (id, made, latest) VALUES ('pforged', 0, 0)",),
        "pforged is in the database, here since 1970-01-01T00:00:00Z, but no entry",
    ),
    "person older": (
        ("UPDATE people SET made = 0 WHERE id = '{ana}'",),
        "{ana} is here since 1970-01-01T00:00:00Z, and",
    ),
    "account opened again": (("UPDATE people SET closed = NULL",), "the account {gone} is open, but entry"),
    "account closed": (
        ("UPDATE people SET closed = 1 WHERE id = '{ana}'",),
        "the account {ana} is closed, but no entry",
    ),
    "reality check": (
        ("UPDATE people SET reality_minutes = 120 WHERE id = '{ana}'",),
        "{ana}'s reality check comes every 120 minutes, but the journal says 30 minutes in entry",
    ),
    "password replaced": (
        ("UPDATE names SET password = 'mine' WHERE person = '{olga}'",),
        "name and password of {olga} is marked",
    ),
    "name changed": (
        ("UPDATE names SET name = 'Anna' WHERE person = '{ana}'",),
        "name and password of {ana} is marked",
    ),
    "name deleted": (("DELETE FROM names WHERE person = '{ana}'",), "name and password of {ana} is gone; entry"),
    # Ways in.
    "sign-in forged": (
        (f"INSERT INTO sessions (token, person, made, seen) VALUES ({TOKEN}, '{{olga}}', {LATER}, {LATER})",),
        "a session of {olga} (marked ",
    ),
    "sign-in of another": (
        ("UPDATE sessions SET person = '{olga}' WHERE person = '{guest}'",),
        "a session of {olga} (marked ",
    ),
    "sign-in prolonged": (
        (f"UPDATE sessions SET made = {LATER} WHERE person = '{{guest}}'",),
        "a session of {guest} (marked ",
    ),
    "link forged": (
        (f"INSERT INTO links (token, kind, until) VALUES ({TOKEN}, 'operator', {LATER})",),
        "a link of the kind “operator” (marked ",
    ),
    "link prolonged": ((f"UPDATE links SET until = {LATER}",), "a link of the kind “reset” (marked "),
    "recovery code inserted": (
        (f"INSERT INTO recovery_codes (person, code) VALUES ('{{olga}}', {TOKEN})",),
        "the set of recovery codes of {olga} is marked",
    ),
    "recovery code for somebody": (
        (f"INSERT INTO recovery_codes (person, code) VALUES ('{{ana}}', {TOKEN})",),
        "the set of recovery codes of {ana} is in the database, marked",
    ),
    "recovery codes gone": (
        ("DELETE FROM recovery_codes WHERE person = '{olga}'",),
        "the set of recovery codes of {olga} is gone; entry",
    ),
    "proof forged": (
        (f"UPDATE sessions SET proved = {LATER} WHERE person = '{{dora}}'",),
        "a session of {dora} (marked ",
    ),
    "proof renewed": (
        (f"UPDATE sessions SET proved = {LATER} WHERE person = '{{olga}}' AND proved <> 0",),
        "was proved at 2096-10-02T07:06:40Z, but no entry says so",
    ),
    "proof taken away": (
        ("UPDATE sessions SET proved = 0 WHERE person = '{olga}' AND proved <> 0",),
        "was never proved, but entry",
    ),
    "agreement forged": (
        ("UPDATE approvals SET approver = '{dora}', approved = asked WHERE what = 'PUT /b'",),
        "a second operator's agreement to PUT /b by {olga} (marked ",
    ),
    "agreement to another deed": (
        ("UPDATE approvals SET what = 'DELETE /c' WHERE what = 'PUT /a'",),
        "a second operator's agreement to DELETE /c by {olga} (marked ",
    ),
    "agreement prolonged": (
        (f"UPDATE approvals SET approved = {LATER} WHERE what = 'PUT /a'",),
        "a second operator's agreement to PUT /a by {olga} (marked ",
    ),
    "order by another": (
        ("UPDATE exclusions SET ordered_by = '{dora}' WHERE kind = 'house-exclusion'",),
        "the house-exclusion of {ana} is until ",
    ),
    # The school, on which a duty hangs.
    "exam passed": (
        ("UPDATE school_exams SET passed = 1, correct = 20 WHERE ended IS NOT NULL",),
        "{dora} in roulette: 20 of 20, passed, seed",
    ),
    "exam of another": (
        ("UPDATE school_exams SET person = '{ana}' WHERE ended IS NOT NULL",),
        "{ana} in roulette: 0 of 20, not passed, seed",
    ),
    "exam inserted": (
        ("INSERT INTO school_exams VALUES ('ab', '{ana}', 'tai-sai', 7, 0, 0, 0, 20, 1)",),
        "the result of the exam ab is in the database, {ana} in tai-sai: 20 of 20, passed, seed 7, but no entry",
    ),
    "exam passed before its end": (
        ("UPDATE school_exams SET passed = 1 WHERE game = 'tai-sai' AND ended IS NULL",),
        "{dora} in tai-sai: 0 of 20, passed, seed",
    ),
    "exam gone": (("DELETE FROM school_exams WHERE ended IS NOT NULL",), "the result of the exam "),
    "requirement gone": (
        ("DELETE FROM school_requirements",),
        "that dealers of roulette need an exam is gone; entry",
    ),
    "requirement inserted": (
        ("INSERT INTO school_requirements (game, since) VALUES ('tai-sai', 0)",),
        "that dealers of tai-sai need an exam is in the database, as a rule of the house, but no entry",
    ),
    # Tables, their settings, and who deals there.
    "table over": (
        ("UPDATE tables SET ended = 1 WHERE id = 't-live'",),
        "name or settings of the table t-live differ",
    ),
    "settings changed": (
        ("UPDATE tables SET settings = '{{}}' WHERE id = 't-live'",),
        "name or settings of the table t-live differ",
    ),
    "table renamed": (
        ("UPDATE tables SET name = 'Mine' WHERE id = 't-played'",),
        "name or settings of the table t-played differ",
    ),
    "table gone": (
        (
            "DELETE FROM tables WHERE id = 't-gone'",
            *(f"DELETE FROM {table} WHERE stream = 't-gone'" for table in STREAMS),
            "DELETE FROM balances WHERE account LIKE '%:t-gone%'",
        ),
        "the table t-gone is gone, but entry",
    ),
    "duty taken": (
        ("UPDATE duties SET dealer = '{ana}'",),
        "who deals at t-live is {ana}, and by entry",
    ),
    "duty deleted": (("DELETE FROM duties",), "who deals at t-live is gone; entry"),
    "duty inserted": (
        ("INSERT INTO duties (stream, dealer, since) VALUES ('t-played', '{ana}', 0)",),
        "who deals at t-played is in the database, {ana}, but no entry",
    ),
}


class Lived(NamedTuple):
    folder: Path
    cast: Cast


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Lived:
    folder = tmp_path_factory.mktemp("a30") / "house"
    return Lived(folder, live_in(folder))


def live_in(folder: Path, database: str | None = None) -> Cast:
    async def lived() -> Cast:
        async with opened(folder, database=database) as house:
            return await live(house)

    folder.mkdir(exist_ok=True)
    return asyncio.run(lived())


@pytest.fixture
def copy(lived: Lived, tmp_path: Path) -> Path:
    return Path(shutil.copytree(lived.folder, tmp_path / "house"))


def alter(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for sql in statements:
            assert connection.execute(sql).rowcount != 0 or "stream" in sql, sql


def whys(folder: Path, database: str | None = None) -> list[str]:
    return [breach.why for breach in inspect(folder, None, database).breaches]


def test_A30_an_honest_house_follows(lived: Lived) -> None:
    found = inspect(lived.folder)
    assert (found.breaches, found.has_register) == ((), True)


@pytest.mark.parametrize("name", ALTERATIONS)
def test_A30_every_alteration_is_named(lived: Lived, copy: Path, name: str) -> None:
    statements, why = ALTERATIONS[name]
    alter(copy, *(sql.format(**lived.cast._asdict()) for sql in statements))
    words = why.format(**lived.cast._asdict())
    assert any(found.startswith(words) or words in found for found in whys(copy)), whys(copy)


TOGETHER = tuple(
    name
    for name in ALTERATIONS
    # Those of one row say the same once, and the last of them wins.
    if name not in {"role by another", "limit loosened", "limit sooner", "exclusion shortened", "person deleted"}
    and name not in {"name deleted", "duty deleted", "sign-in prolonged", "sign-in of another", "table over"}
    and name not in {"recovery codes gone", "proof forged", "proof renewed", "agreement prolonged"}
    and name not in {"order by another", "exam of another", "exam gone"}
    and name not in {"exclusion deleted", "requirement gone", "exam passed"}
)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_A30_all_of_them_are_named_at_once(tmp_path: Path, kind: str) -> None:
    database = postgres.fresh() if kind == "postgres" else None
    folder = tmp_path / "house"
    cast = live_in(folder, database)._asdict()
    url = None if database is None else postgres.url_of(database)
    assert whys(folder, url) == []
    statements = [sql.format(**cast) for name in TOGETHER for sql in ALTERATIONS[name][0]]
    if database is None:
        alter(folder, *statements)
    else:
        postgres.execute("ALTER TABLE journal DISABLE TRIGGER ALL", database)
        postgres.execute("ALTER TABLE transfers DISABLE TRIGGER ALL", database)
        for sql in statements:
            postgres.execute(sql.replace(TOKEN, f"'\\x{TOKEN[2:]}"), database)
    found = whys(folder, url)
    missing = [name for name in TOGETHER if not any(ALTERATIONS[name][1].format(**cast) in why for why in found)]
    assert missing == []


def test_A30_the_command_names_each(lived: Lived, copy: Path) -> None:
    alter(
        copy,
        f"DELETE FROM exclusions WHERE person = '{lived.cast.ben}'",
        f"DELETE FROM roles WHERE person = '{lived.cast.dora}'",
    )
    done = run_command("verify", str(copy), "--json")
    assert done.status == 1
    faults = [(fault["table"], fault["why"]) for fault in json.loads(done.out)["faults"]]
    assert [table for table, _ in faults] == ["roles", "exclusions"]
    assert lived.cast.ben in faults[1][1]


@pytest.mark.parametrize(
    ("grants", "why"),
    [
        ((5_000_00,), "the house gives at most 1000 at once"),
        ((1_000_00,) * 10, "on one day, but the house gives 10000 a day at most"),
    ],
)
def test_A30_a_grant_larger_than_any_rule_allows(tmp_path: Path, grants: tuple[int, ...], why: str) -> None:
    """With its line, its transfer and its day, so that everything else follows."""

    async def scenario() -> None:
        async with opened(tmp_path) as house:
            guest = await house.casino.front_desk.arrive()
            for amount in grants:
                await house.casino.book.grant(guest.person.id, amount)

    asyncio.run(scenario())
    (found,) = inspect(tmp_path).breaches
    assert found.stream == "house"
    assert why in found.why


def test_A30_money_for_somebody_who_is_not_here(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as house:
            await house.casino.book.grant("pnobody", 5_00)

    asyncio.run(scenario())
    found = whys(tmp_path)
    assert "it grants pnobody money, who is not here then" in found
    assert "the account wallet:pnobody is there, and pnobody is not among the people" in found


# A house of an older version


def _lines(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return [line for (line,) in connection.execute("SELECT line FROM journal WHERE stream = 'house'")]


def _as_an_older_version_left_it(folder: Path) -> None:
    """A journal that tells of money and tables, and no register."""
    kept = [line for line in _lines(folder) if any(words in line for words in ("opened", "grant", "forfeit"))]
    alter(folder, "DELETE FROM journal WHERE stream = 'house'", "DELETE FROM transfers WHERE stream = 'house'")
    alter(folder, "DELETE FROM keys WHERE stream = 'house'")
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as connection:
        before = None
        for number, line in enumerate(kept):
            stamp = read_stamp(line)[1]
            text = line.replace(f"# {stamp.number} ", f"# {number} ", 1).partition(" key ")[0]
            before = hash_after("house", before, text)
            row = ("house", number, text, before)
            connection.execute("INSERT INTO journal (stream, number, line, hash) VALUES (?, ?, ?, ?)", row)
            for part, moved in enumerate(money_of(read_stamp(text)[1].note)):
                connection.execute(
                    "INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?)",
                    ("house", number, part, moved.debit, moved.credit, moved.amount),
                )


def test_A30_an_older_house_goes_on_record_once(lived: Lived, copy: Path) -> None:
    _as_an_older_version_left_it(copy)
    found = inspect(copy)
    assert (found.breaches, found.has_register) == ((), False)
    assert "older version" in run_command("verify", str(copy)).out

    async def start() -> None:
        async with opened(copy):
            pass

    for _ in range(2):
        asyncio.run(start())
        found = inspect(copy)
        assert (found.breaches, found.has_register) == ((), True)
    for begins in (BEGINS, WHOLE):
        assert sum(line.endswith(f"Z {begins}") for line in _lines(copy)) == 1
    codes = f"DELETE FROM recovery_codes WHERE person = '{lived.cast.olga}'"
    alter(copy, "DELETE FROM exclusions", codes, "UPDATE sessions SET proved = 7 WHERE proved <> 0")
    for words in ("the self-exclusion of {ben} is gone", "codes of {olga} is gone", "proved at 1970"):
        assert any(words.format(**lived.cast._asdict()) in why for why in whys(copy)), words


def test_A30_a_register_that_is_taken_anew_is_named(lived: Lived, copy: Path) -> None:
    """Who hides its first line from the server does not get the altered rows on record."""
    hidden = "UPDATE journal SET act = NULL WHERE act LIKE '%register'"
    alter(copy, "DELETE FROM exclusions", hidden)

    async def start() -> None:
        async with opened(copy):
            pass

    asyncio.run(start())
    found = whys(copy)
    assert any(f"the self-exclusion of {lived.cast.ben} is gone" in why for why in found)
    assert sum("its column act has nothing" in why for why in found) == 2
    assert sum("the register begins a second time" in why for why in found) == 2

    async def written() -> None:
        async with opened(copy) as house:
            await house.casino.book.note(BEGINS, WHOLE)

    asyncio.run(written())
    assert sum("the register begins a second time" in why for why in whys(copy)) == 4


# The planted bug: a house that compares no rows, as it was


def test_A30_an_audit_that_folds_nothing_is_found(lived: Lived, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Blind(RegisterAudit):
        def breaches(self, *_asked: object) -> Iterator[Breach]:
            return iter(())

    monkeypatch.setattr(audit, "RegisterAudit", Blind)
    for name in ("role inserted", "limit deleted", "password replaced", "settings changed"):
        alter(copy, *(sql.format(**lived.cast._asdict()) for sql in ALTERATIONS[name][0]))
    assert whys(copy) == []


def test_A30_a_change_without_its_line_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "add_lines", lambda *_: None)
    cast = live_in(tmp_path)
    assert any(f"the loss limit of {cast.ana} is in the database" in why for why in whys(tmp_path))
