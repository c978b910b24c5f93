"""Offices taken by a way round: by a link that outlives its maker, or by a role that no journal names (A28, A29)."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.responsible_play.limits import Limit, LimitKind, WaitingLimit, limit_words
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.services.links import LinkService
from croupier.floor.people.sign_in import links
from croupier.floor.store.engines.sqlite import FILE
from croupier.record.journals.journal import HOUSE_STREAM, read_stamp
from croupier.record.text.moments import utc
from tests.support.floor.faults import Fuse, connections
from tests.support.process import run_command
from tests.support.server.changes import (
    CHANGES,
    OTHER,
    Change,
    account,
    by_operator_link,
    made,
    reset_link,
)
from tests.support.server.real_server import Running, server
from tests.support.server.wire import PASSWORD, Guest, House, in_house


async def used(house: House, token: str) -> tuple[int, str]:
    """The status, and the code where it is refused."""
    answer = await house.ask("POST", "/api/v1/links/reset", json={"token": token, "password": OTHER})
    return answer.status_code, "" if answer.status_code == 201 else answer.json()["refusal"]["code"]


async def house_lines(house: House) -> list[str]:
    return [row.line for row in await house.store.tail(HOUSE_STREAM, -1, 10_000)]


async def dismiss(house: House, somebody: Guest, role: str = "operator") -> None:
    boss = await house.operator()
    answer = await house.ask("DELETE", f"/api/v1/people/{somebody.id}/roles/{role}", boss)
    assert answer.status_code == 200, answer.text


# A28: a dismissed operator comes back


def test_A28_a_link_is_worth_nothing_once_its_maker_has_lost_the_office(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        await dismiss(house, oscar)
        assert await used(house, token) == (409, "dead_link")
        assert (await house.ask("GET", "/api/v1/me", dealer)).status_code == 200, "her sessions go on"

    in_house(tmp_path, scenario)


def test_A28_the_maker_is_looked_at_when_the_link_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only are the links dropped with the office: one that was left over opens nothing."""
    monkeypatch.setattr(links, "forget_made_by", lambda *_: None)

    async def scenario(house: House) -> None:
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        await dismiss(house, oscar)
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_links_go_with_the_office_and_do_not_come_back_with_it(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        invited = (await house.ask("POST", "/api/v1/invitations/operator", oscar)).json()["token"]
        await dismiss(house, oscar)
        await house.casino.give_role(oscar.id, HouseRole.OPERATOR, by=(await house.operator()).id)
        assert await used(house, token) == (409, "dead_link")
        body = {"token": invited, "name": "Otto", "password": PASSWORD}
        assert (await house.ask("POST", "/api/v1/links/invitation", json=body)).status_code == 409

    in_house(tmp_path, scenario)


def test_A28_links_go_with_the_account_of_their_maker(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.operator()
        oscar, dealer = await house.staff(HouseRole.OPERATOR, "Oscar"), await house.staff(HouseRole.DEALER, "Dora")
        token = await made(house, oscar, dealer)
        gone = await house.ask("DELETE", "/api/v1/me", oscar, json={"password": PASSWORD})
        assert gone.status_code == 204
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_the_use_of_a_link_stands_in_the_journal(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        boss, ana = await house.operator(), await account(house, "Ana")
        assert await used(house, await made(house, boss, ana)) == (201, "")
        reset, signed_in = (await house_lines(house))[-2:]
        assert f"password of {ana.id} reset by a link from {boss.id}" in reset
        assert f"sign-in of {ana.id} " in signed_in

    in_house(tmp_path, scenario)


def test_A28_no_operator_resets_an_inspector(tmp_path: Path) -> None:
    """Neither one who is an inspector when the link is made, nor one who has become an inspector since."""

    async def scenario(house: House) -> None:
        boss, iris = await house.operator(), await house.staff(HouseRole.INSPECTOR, "Iris")
        answer = await reset_link(house, boss, iris)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "inspector_reset")
        ivan = await account(house, "Ivan")
        token = await made(house, boss, ivan)
        await house.casino.give_role(ivan.id, HouseRole.INSPECTOR, by=boss.id)
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_a_link_made_before_the_office_is_looked_at_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "forget_of", lambda *_: None)

    async def scenario(house: House) -> None:
        boss, ivan = await house.operator(), await account(house, "Ivan")
        token = await made(house, boss, ivan)
        await house.casino.give_role(ivan.id, HouseRole.INSPECTOR, by=boss.id)
        assert await used(house, token) == (409, "dead_link")

    in_house(tmp_path, scenario)


def test_A28_who_was_ever_an_inspector_is_reset_at_the_console_alone(tmp_path: Path) -> None:
    """An operator takes the office from the inspector, makes a link, uses it, and gives the office back."""

    async def scenario(house: House) -> None:
        boss, iris = await house.operator(), await house.staff(HouseRole.INSPECTOR, "Iris")
        await dismiss(house, iris, "inspector")
        answer = await reset_link(house, boss, iris)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "inspector_reset")

    in_house(tmp_path, scenario)


def test_A28_an_inspector_of_an_older_version_is_remembered_too(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        boss, iris = await house.operator(), await house.staff(HouseRole.INSPECTOR, "Iris")
        await house.store.write(
            lambda connection: connection.execute("DELETE FROM marks WHERE name LIKE 'inspector %'")
        )
        await dismiss(house, iris, "inspector")
        assert (await reset_link(house, boss, iris)).status_code == 409
        # Taking an office from somebody who never had it makes nobody an inspector of old.
        ana = await account(house, "Ana")
        await dismiss(house, ana, "inspector")
        assert (await reset_link(house, boss, ana)).status_code == 201

    in_house(tmp_path, scenario)


def test_A28_whoever_becomes_an_inspector_signs_in_anew(tmp_path: Path) -> None:
    """Otherwise an operator who sits in a sign-in of that account looks on as the inspector."""

    async def scenario(house: House) -> None:
        boss, ivan = await house.operator(), await account(house, "Ivan")
        given = await house.ask("PUT", f"/api/v1/people/{ivan.id}/roles/inspector", boss)
        assert given.status_code == 200
        assert (await house.ask("GET", "/api/v1/me", ivan)).status_code == 401

    in_house(tmp_path, scenario)


def _reset_at_console(running: Running, name: str) -> str:
    done = run_command("reset-link", name, "--data", str(running.folder))
    assert (done.status, done.errors) == (0, "")
    address, _, token = done.out.strip().partition("#token=")
    assert address == f"{running.url}/reset"
    return token


def test_A28_an_inspector_is_reset_at_the_console_and_the_journal_says_so(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        iris = running.staff("inspector", "Iris")
        body = {"token": _reset_at_console(running, "iris"), "password": OTHER, "session": "token"}
        assert running.client().post("/api/v1/links/reset", json=body).status_code == 201
        iris = running.sign_in("Iris", OTHER)
        journal = iris.client.get("/api/v1/audit/journals/house/text").text
        assert f"reset link for {iris.id} by the console" in journal
        assert f"password of {iris.id} reset by a link from the console" in journal
        nobody = run_command("reset-link", "Nobody", "--data", str(running.folder))
        assert nobody.status == 2
        assert nobody.errors.count("\n") == 1
        assert "Nobody" in nobody.errors
        assert running.stop() == 0
    assert run_command("verify", str(tmp_path / "house")).status == 0


# A29: what changes people, offices and tables stands or falls with its line, wherever the server is killed

CLOSED = re.compile(r"account (\S+) closed")
GIVEN = re.compile(r"role ([\w ]+?) (to|from) (\S+) by ")
TABLE = re.compile(r"(?:table|tournament) (\S+) made")
DUTY = re.compile(r"(\S+) (deals at|leaves) (\S+)")
RESET = re.compile(r"password of \S+ (?:reset|changed)|guest \S+ takes an account")
LIMIT = re.compile(r"limit (\w+) of (\w+): (.*)")
EXCLUSION = re.compile(r"(time-out|self-exclusion) of (\w+) until (\S+)")


class Facts(NamedTuple):
    """What the database holds about people and tables, or what the journal of the house says that it holds."""

    roles: set[tuple[str, str]]
    tables: set[str]
    duties: set[tuple[str, str]]
    closed: set[str]
    resets: int
    """Passwords that are other ones than at the beginning."""
    limits: dict[tuple[str, str], str]
    exclusions: set[tuple[str, str, str]]


def held(folder: Path, passwords: dict[str, str]) -> Facts:
    """`passwords` are those of the beginning: every other one was reset."""
    with closing(sqlite3.connect(folder / FILE)) as database:

        def rows(sql: str) -> list[Any]:
            return database.execute(sql).fetchall()

        return Facts(
            {(role, person) for role, person in rows("SELECT role, person FROM roles")},
            {id for (id,) in rows("SELECT id FROM tables")},
            {(dealer, table) for dealer, table in rows("SELECT dealer, stream FROM duties")},
            {id for (id,) in rows("SELECT id FROM people WHERE closed IS NOT NULL")},
            sum(
                passwords.setdefault(person, password) != password
                for person, password in rows("SELECT person, password FROM names")
            ),
            {
                (kind, person): limit_words(LimitKind(kind), Limit(now, None if at is None else WaitingLimit(then, at)))
                for person, kind, now, then, at in rows(
                    "SELECT person, kind, amount, next_amount, next_from FROM limits"
                )
            },
            {(kind, person, utc(until)) for kind, person, until in rows("SELECT kind, person, until FROM exclusions")},
        )


def told(lines: list[str]) -> Facts:
    """The journal, folded."""
    facts = Facts(set(), set(), set(), set(), sum(RESET.search(line) is not None for line in lines), {}, set())
    for line in lines:
        if found := LIMIT.fullmatch(read_stamp(line)[1].note):
            facts.limits[found[1], found[2]] = found[3]
        if found := EXCLUSION.search(line):
            facts.exclusions.add((found[1], found[2], found[3]))
        if found := GIVEN.search(line):
            role, way, person = found.groups()
            (facts.roles.add if way == "to" else facts.roles.discard)((role, person))
        if found := DUTY.search(line):
            dealer, way, table = found.groups()
            (facts.duties.add if way == "deals at" else facts.duties.discard)((dealer, table))
        if found := TABLE.search(line):
            facts.tables.add(found[1])
        if found := CLOSED.search(line):
            facts.closed.add(found[1])
            facts.roles.difference_update({each for each in facts.roles if each[1] == found[1]})
    return facts


async def torn(house: House, fuse: Fuse, kind: str, change: Change) -> list[str]:
    """Where the database differs from the journal, if each of its calls in turn is the last before a kill."""
    passwords: dict[str, str] = {}
    held(house.casino.folder, passwords)
    at = 0
    while True:
        at += 1
        assert at < 200, "it is never done"
        fuse.arm(kind, at, stays=True)
        answer = await change(house)
        calls = fuse.mend()
        facts, said = held(house.casino.folder, passwords), told(await house_lines(house))
        if facts != said:
            return [f"killed at call {at}", str(facts), str(said)]
        if breaches := inspect(house.casino.folder).breaches:
            return [f"killed at call {at}", *map(str, breaches)]
        if calls < at or answer.status_code not in (500, 503):
            assert answer.status_code < 400 or kind.endswith("done"), answer.text
            return []


@pytest.mark.parametrize("kind", ["killed before", "COMMIT killed, and it was done"])
@pytest.mark.parametrize("prepared", CHANGES, ids=lambda change: change.__name__)
def test_A29_a_change_and_its_line_are_done_together_or_not_at_all(
    tmp_path: Path, prepared: Callable[[House], Awaitable[Change]], kind: str
) -> None:
    fuse = Fuse()

    async def scenario(house: House) -> None:
        assert await torn(house, fuse, kind, await prepared(house)) == []

    in_house(tmp_path, scenario, factory=connections(fuse))


def test_A29_a_line_written_after_its_role_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with a link of the old kind, which committed the role first."""
    fuse, now = Fuse(), LinkService.use_operator_link

    async def in_two_steps(self: LinkService, *asked: Any, also: Any, where: Any) -> Any:
        entrance = await now(self, *asked, also=lambda *_: None, where=where)
        await self._store.write(lambda connection: also(connection, entrance.person.id))
        return entrance

    monkeypatch.setattr(LinkService, "use_operator_link", in_two_steps)

    async def scenario(house: House) -> None:
        assert await torn(house, fuse, "killed before", await by_operator_link(house)) != []

    in_house(tmp_path, scenario, factory=connections(fuse))
