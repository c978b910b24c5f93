"""What staff did stands in the house's journal, and the inspector finds it; and where everybody is signed in."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyotp
import pytest
from litestar.handlers import HTTPRouteHandler

from croupier.floor.people.roles import HouseRole
from croupier.record.house_journal.staff_log import StaffEventKind, event_of
from croupier.serve.app import ROUTES
from croupier.serve.security.device import device_words
from tests.support.process import in_this_process
from tests.support.server.changes import account, made
from tests.support.server.real_server import PASSWORD, Person, Running, server, wait_until
from tests.support.server.wire import Guest, House, in_house

pytestmark = pytest.mark.xdist_group("staff-log")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("staff-log") / "house") as running:
        running.staff("inspector", "Ines")
        yield running


@pytest.fixture
def inspector(house: Running) -> Person:
    return house.sign_in("Ines")


def _log(inspector: Person, query: str = "") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    before = ""
    while True:
        page = inspector.get(f"/api/v1/audit/staff-log?{query}{before}")
        found += page["entries"]
        if page["next"] is None:
            return found
        before = f"&before={page['next']}"


def _words(inspector: Person, query: str = "") -> list[str]:
    return [entry["words"] for entry in _log(inspector, query)]


def test_sign_ins_of_staff_and_failures_are_on_record_and_players_are_not(house: Running, inspector: Person) -> None:
    dealer = house.staff("dealer", "Dora")
    house.account("Paul")
    house.sign_in("Dora")
    house.sign_in("Paul")
    for name in ("Dora", "Paul", "Nobody"):
        wrong = house.client().post("/api/v1/sessions", json={"name": name, "password": "not hers", "session": "token"})
        assert wrong.status_code == 401
    wait_until(lambda: bool(_words(inspector, f"kind=failure&about={dealer.id}")))
    assert _words(inspector, f"kind=failure&about={dealer.id}") == [f"staff sign-in of {dealer.id} refused"]
    assert _words(inspector, f"kind=sign-in&about={dealer.id}") == [f"staff sign-in of {dealer.id}"]
    ids = {entry[side] for entry in _log(inspector, "kind=sign-in") for side in ("who", "about")}
    assert ids <= {"", dealer.id, inspector.id, house.operator().id}


def test_every_wrong_password_and_code_for_staff_is_on_record(tmp_path: Path) -> None:
    """Wherever it is tried: at both doors, in an open session, and with a link to a new password."""

    async def scenario(house: House) -> None:
        boss, dora = await house.operator(), await house.staff(HouseRole.DEALER, "Dora")
        paul = await account(house, "Paul")
        who = {"name": "Dora", "password": "not hers at all"}

        async def refused() -> list[str]:
            await asyncio.gather(*house.casino.people.refusals._telling)  # beside the answer
            lines = [row.line.partition(" # ")[2] or row.line for row in await house.store.tail("house", -1, 10_000)]
            return [line.partition("refused")[2] for line in lines if f"sign-in of {dora.id} refused" in line]

        local = {"host": "localhost", "origin": "http://localhost"}
        answer = await house.ask("POST", "/api/v1/sessions/passkey", json=who, headers=local)
        assert answer.status_code == 401, answer.text
        assert await refused() == [""]
        for path, body in (("me/proof", {"password": "no"}), ("me/password", {"old": "no", "new": "another weta"})):
            assert (await house.ask("POST", f"/api/v1/{path}", dora, json=body)).status_code == 401
        assert await refused() == ["", *[": wrong password in an open session"] * 2]
        await _with_totp(house, dora)
        right = {"name": "Dora", "password": PASSWORD}
        assert (await house.ask("POST", "/api/v1/sessions", json={**right, "code": "000000"})).status_code == 401
        assert (await house.ask("POST", "/api/v1/me/proof", dora, json={"code": "000000"})).status_code == 401
        token = await made(house, boss, dora)
        body = {"token": token, "password": "another ticklish weta", "code": "000000"}
        assert (await house.ask("POST", "/api/v1/links/reset", json=body)).status_code == 401
        wrong = [": wrong code " + where for where in ("at the door", "in an open session")]
        assert (await refused())[3:] == [*wrong, ": wrong code with a link to a new password"]
        # A player's are no business of the staff log.
        assert (await house.ask("POST", "/api/v1/me/proof", paul, json={"password": "no"})).status_code == 401
        assert len(await refused()) == 6
        assert not any(
            paul.id in row.line and "refused" in row.line for row in await house.store.tail("house", -1, 10_000)
        )

    in_house(tmp_path, scenario)


async def _with_totp(house: House, person: Guest) -> None:
    services, now = house.casino.people.second_factors, house.casino.time()
    secret = (await services.offer_totp(person.id, "Dora", now)).secret
    await services.add_totp(person.id, pyotp.TOTP(secret).at(now), "Phone", now)


def test_what_was_looked_at_and_taken_away_is_on_record(house: Running, inspector: Person) -> None:
    operator, player = house.operator(), house.account("Lena")
    for _ in range(3):
        operator.get(f"/api/v1/people/{player.id}")
    assert operator.ask("GET", "/api/v1/people/pnobodyatalla").status_code == 404
    assert operator.ask("GET", "/api/v1/lists/people").status_code == 200
    assert inspector.ask("GET", "/api/v1/audit/lists/accounts").status_code == 200
    assert inspector.ask("GET", "/api/v1/audit/journals/roulette-1/text").status_code == 200
    # Three looks in a row are one.
    assert _words(inspector, f"about={player.id}&kind=look") == [
        f"staff {operator.id} looks at the account of {player.id}"
    ]
    assert f"staff {operator.id} exports the list of people" in _words(inspector, "kind=export")
    own = _words(inspector, f"kind=export&about={inspector.id}")
    assert own[:2] == [
        f"staff {inspector.id} exports the journal of roulette-1",
        f"staff {inspector.id} exports the list of accounts",
    ]
    assert not any("pnobodyatalla" in words for words in _words(inspector))


def test_whose_money_was_looked_at_is_on_record(house: Running, inspector: Person) -> None:
    """By name, by id, and by an account; accounts of tables are nobody's."""
    for search in ("about={name}", "about={id}"):
        player = house.account("Lou " + search[6:8].strip("{}"))
        inspector.get("/api/v1/audit/accounts?" + search.format(id=player.id, name=player.name.lower()))
        looked = f"staff {inspector.id} looks at the money of {player.id}"
        assert _words(inspector, f"about={player.id}&kind=look") == [looked]
    player = house.account("Lisa")
    inspector.get(f"/api/v1/audit/transfers?account=wallet:{player.id}")
    inspector.get("/api/v1/audit/transfers?account=float:roulette-1")
    inspector.get("/api/v1/audit/accounts?about=wallet")
    assert len(_words(inspector, f"about={player.id}&kind=look")) == 1
    assert not any("float" in words for words in _words(inspector))


def _taken_away() -> list[Any]:
    """Every way out for a file that staff alone may have."""
    files = ("text/csv", "text/plain", "application/pdf")
    return [
        handler
        for handler in ROUTES
        if isinstance(handler, HTTPRouteHandler) and handler.opt.get("who") and handler.opt.get("gives") in files
    ]


def test_every_file_that_staff_take_away_is_on_record() -> None:
    found = _taken_away()
    assert len(found) > 10
    assert [handler.fn.__name__ for handler in found if not handler.opt.get("noted", "").startswith("exports ")] == []


def test_the_report_is_taken_away_on_record(inspector: Person) -> None:
    assert inspector.ask("GET", "/api/v1/report/list?since=0&until=86400").status_code == 200
    assert f"staff {inspector.id} exports the report" in _words(inspector, "kind=export")


def test_roles_links_limits_and_settings_are_found_by_their_kind(house: Running, inspector: Person) -> None:
    operator, player = house.operator(), house.account("Rosa")
    assert operator.ask("PUT", f"/api/v1/people/{player.id}/roles/dealer").status_code == 200
    assert operator.ask("DELETE", f"/api/v1/people/{player.id}/roles/dealer").status_code == 200
    assert operator.ask("POST", f"/api/v1/people/{player.id}/reset-link").status_code == 201
    assert player.ask("PUT", "/api/v1/me/limits/loss", {"amount": 50_00}).status_code == 200
    assert len(_words(inspector, f"kind=role&about={player.id}")) == 2
    assert len(_words(inspector, f"kind=link&about={player.id}")) == 1
    assert len(_words(inspector, f"kind=limit&about={player.id}")) == 1
    (settings,) = [words for words in _words(inspector, "kind=setting") if words.startswith("settings are")]
    assert '"connections":' in settings
    assert _words(inspector, "until=1000") == []
    assert _log(inspector, "since=1000") == _log(inspector)


def test_it_is_paged_and_taken_away_as_a_file_and_follows(house: Running, inspector: Person) -> None:
    numbers = [entry["number"] for entry in _log(inspector, "most=2")]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == len(numbers) > 4
    answer = inspector.ask("GET", "/api/v1/audit/lists/staff-log?kind=role")
    assert answer.headers["content-type"].startswith("text/csv")
    header, *rows = csv.reader(io.StringIO(answer.text))
    assert header[:5] == ["number", "time", "kind", "who", "name"]
    assert {row[2] for row in rows} == {"role"}
    assert in_this_process("verify", str(house.folder)).status == 0


def test_the_same_settings_are_written_once(tmp_path: Path) -> None:
    for rates, times in ((1000, 1), (1000, 1), (2000, 2)):
        with server(tmp_path / "house", rates=rates) as running:
            inspector = running.operator() if not times - 1 and running.operator_token else running.sign_in("Olga")
            assert sum(words.startswith("settings are") for words in _words(inspector, "kind=setting")) == times


@pytest.mark.parametrize(
    ("note", "kind", "who", "about"),
    [
        ("role operator to pa by a link", StaffEventKind.ROLE, "", "pa"),
        ("role game supervisor from pa by po", StaffEventKind.ROLE, "po", "pa"),
        ("password of pa reset by a link from the console", StaffEventKind.LINK, "", "pa"),
        ("password of pa reset by a link from po", StaffEventKind.LINK, "po", "pa"),
        ("self-exclusion of pa until 2027-01-01T00:00:00Z", StaffEventKind.LIMIT, "pa", ""),
        ("table roulette-9 made by po", StaffEventKind.SETTING, "po", ""),
        ("table roulette-9 wound up by po because of repairs", StaffEventKind.SETTING, "po", ""),
        ("staff po ends all sign-ins of pa", StaffEventKind.SIGN_IN, "po", "pa"),
        ("staff po looks at the money of pa", StaffEventKind.LOOK, "po", "pa"),
        ('table r-9 retired by po because "by pa, by pb"', StaffEventKind.SETTING, "po", ""),
        ("table r-9 pace 60 by po", StaffEventKind.SETTING, "po", ""),
        ("private tables like r-1 not allowed by po", StaffEventKind.SETTING, "po", ""),
        ('league l-1 opened by po, points by places, best 0, called "by pa"', StaffEventKind.SETTING, "po", ""),
        ("league l-1 counts cup, points 0a1b, by po", StaffEventKind.SETTING, "po", ""),
        ("league l-1 no longer counts cup, by po", StaffEventKind.SETTING, "po", ""),
        ("dealers of tai-sai need an exam, by po", StaffEventKind.SETTING, "po", ""),
        ("pa relieved at roulette-1 by po", StaffEventKind.ROLE, "po", "pa"),
        ("verified by po: everything follows, 12 entries", StaffEventKind.LOOK, "po", ""),
    ],
)
def test_a_line_is_read_as_what_it_says(note: str, kind: StaffEventKind, who: str, about: str) -> None:
    event = event_of(note)
    assert event is not None
    assert (event.kind, event.who, event.about) == (kind, who, about)


@pytest.mark.parametrize("note", ["opened", "grant 1000 to pa", "clock jumped by 9 seconds", "table roulette-1 made"])
def test_money_and_the_house_itself_are_no_doing_of_staff(note: str) -> None:
    assert event_of(note) is None


# Sign-ins


def test_ones_own_sign_ins_have_device_and_address(house: Running) -> None:
    ana = house.account("Ana")
    browser = house.client(**{"User-Agent": FIREFOX, "Origin": house.url})
    assert browser.post("/api/v1/sessions", json={"name": "Ana", "password": PASSWORD}).status_code == 201
    listed = ana.get("/api/v1/sessions")["sessions"]
    assert [(each["device"], each["address"], each["current"]) for each in listed] in (
        [("Firefox on Linux", "127.0.0.1", False), ("", "127.0.0.1", True)],
        [("", "127.0.0.1", True), ("Firefox on Linux", "127.0.0.1", False)],
    )
    held = ana.get("/api/v1/me/data")["sessions"]
    assert {each["device"] for each in held} == {"Firefox on Linux", ""}


def test_an_operator_ends_the_sign_ins_of_others_and_it_is_on_record(house: Running, inspector: Person) -> None:
    operator, first = house.operator(), house.account("Zoe")
    second = house.sign_in("Zoe")
    path = f"/api/v1/people/{first.id}/sessions"
    listed = operator.get(path)["sessions"]
    assert len(listed) == 2
    own = next(each["session"] for each in second.get("/api/v1/sessions")["sessions"] if each["current"])
    assert operator.ask("DELETE", f"{path}/{own}").status_code == 204
    assert second.ask("GET", "/api/v1/me").status_code == 401
    assert first.ask("GET", "/api/v1/me").status_code == 200
    assert operator.ask("DELETE", f"{path}/{own}").status_code == 404
    assert operator.ask("DELETE", path).status_code == 204
    assert first.ask("GET", "/api/v1/me").status_code == 401
    assert _words(inspector, f"kind=sign-in&about={first.id}") == [
        f"staff {operator.id} ends all sign-ins of {first.id}",
        f"staff {operator.id} ends a sign-in of {first.id}",
    ]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 "
                "Safari/537.36 Edg/140.0.0.0"
            ),
            "Edge on Windows",
        ),
        (
            (
                "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile "
                "Safari/537.36"
            ),
            "Chrome on Android",
        ),
        (
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                "Version/18.0 Mobile/15E148 Safari/604.1"
            ),
            "Safari on iPhone",
        ),
        ("python-httpx/0.28", ""),
        ("<script>alert(1)</script>", ""),
    ],
)
def test_a_device_is_called_by_a_few_words_of_ours(agent: str, words: str) -> None:
    assert device_words(agent) == words
