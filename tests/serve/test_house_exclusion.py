"""Exclusions that the house orders, and self-exclusion that follows a device."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.support.process import in_this_process
from tests.support.server.real_server import PASSWORD, Person, Running, server

pytestmark = pytest.mark.xdist_group("staff-log")
DAY = 24 * 3600
BUY = {"act": {"act": "buy in", "amount": 10_00}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("exclusion") / "house") as running:
        yield running


def _plays(person: Person, key: str) -> httpx.Response:
    return person.ask("POST", "/api/v1/tables/roulette-1/acts", {**BUY, "key": key})


def _code(answer: httpx.Response) -> str:
    return str(answer.json()["refusal"]["code"])


def test_who_is_excluded_by_the_house_plays_no_more_until_it_ends(house: Running) -> None:
    operator, ana = house.operator(), house.account("Ana")
    path = f"/api/v1/people/{ana.id}/exclusion"
    until = int(time.time()) + 30 * DAY
    assert _plays(ana, "before").status_code == 201
    ordered = operator.ask("PUT", path, {"until": until, "reason": "shouted  at the dealer"})
    assert ordered.status_code == 200, ordered.text
    assert ordered.json()["house_exclusion"]["reason"] == "shouted at the dealer"
    assert (ordered.json()["house_exclusion"]["until"], ordered.json()["house_exclusion"]["by"]) == (until, operator.id)
    assert _code(_plays(ana, "after")) == "house_excluded"
    assert _code(ana.ask("POST", "/api/v1/me/money", {"amount": 10_00, "key": "m"})) == "house_excluded"
    # She reads that, and not why; nor does the journal say it.
    assert "shouted" not in ana.client.get("/api/v1/me").text + ana.client.get("/api/v1/me/data").text
    assert "shouted" not in operator.client.get("/api/v1/house/journal").text
    log = operator.get(f"/api/v1/audit/staff-log?about={ana.id}&kind=limit")["entries"]
    assert f"staff {operator.id} orders the exclusion of {ana.id}" in [entry["words"] for entry in log]
    ended = operator.ask("PUT", path, {"until": 0, "reason": "apologized"})
    assert ended.status_code == 200
    assert _plays(ana, "again").status_code == 201
    assert in_this_process("verify", str(house.folder)).status == 0


@pytest.mark.parametrize(("until", "reason"), [(10**10, "x"), (10**10, ""), (-1, "x"), (0, "  "), (0, "x" * 501)])
def test_an_exclusion_has_a_reason_and_an_end(house: Running, until: int, reason: str) -> None:
    somebody = house.guest()
    answer = house.operator().ask("PUT", f"/api/v1/people/{somebody.id}/exclusion", {"until": until, "reason": reason})
    assert (answer.status_code, _code(answer)) == (409, "bad_exclusion")


def test_self_exclusion_follows_the_device(house: Running) -> None:
    browser = house.browser()
    csrf = browser.post("/api/v1/guests").json()["csrf"]
    done = browser.post("/api/v1/me/exclusion", json={"length": "1 year"}, headers={"X-CSRF-Token": csrf})
    assert done.status_code == 201, done.text
    assert browser.delete("/api/v1/sessions/current", headers={"X-CSRF-Token": csrf}).status_code == 204
    until = done.json()["excluded_until"]
    for path, body in (("guests", {}), ("accounts", {"name": "Somebody Else", "password": "a ticklish weta"})):
        csrf = browser.post(f"/api/v1/{path}", json=body).json()["csrf"]
        assert browser.get("/api/v1/me").json()["play"]["excluded_until"] == until
        refused = browser.post(
            "/api/v1/tables/roulette-1/acts", json={**BUY, "key": path}, headers={"X-CSRF-Token": csrf}
        )
        assert _code(refused) == "self_excluded"
        browser.delete("/api/v1/sessions/current", headers={"X-CSRF-Token": csrf})
    assert in_this_process("verify", str(house.folder)).status == 0


@pytest.mark.parametrize("mark", ["", "nonsense", "99999999999.00", "9" * 400, "99999999999"])
def test_a_mark_that_the_house_did_not_write_excludes_nobody(house: Running, mark: str) -> None:
    client = house.client(Cookie=f"croupier_excluded={mark}")
    entered = client.post("/api/v1/guests", json={"session": "token"}).json()
    headers = {"Authorization": f"Bearer {entered['token']}"}
    assert house.client().get("/api/v1/me", headers=headers).json()["play"]["excluded_until"] is None


def test_A42_who_is_barred_does_not_come_back_as_a_guest_of_the_same_browser(house: Running) -> None:
    operator, browser = house.operator(), house.browser()
    entered = browser.post("/api/v1/guests", json={}).json()
    path, order = f"/api/v1/people/{entered['id']}/exclusion", {"until": int(time.time()) + DAY, "reason": "threats"}
    assert operator.ask("PUT", path, order).status_code == 200
    # The page asks who one is when it is opened; a sign-out says it at the latest.
    signed_out = browser.delete("/api/v1/sessions/current", headers={"X-CSRF-Token": entered["csrf"]})
    assert signed_out.status_code == 204
    again = browser.post("/api/v1/guests", json={}).json()
    buying = browser.post(
        "/api/v1/tables/roulette-1/acts", json={**BUY, "key": "k"}, headers={"X-CSRF-Token": again["csrf"]}
    )
    assert _code(buying) == "house_excluded"
    shown = operator.get(f"/api/v1/people/{again['id']}")["house_exclusion"]
    assert (shown["until"], shown["by"]) == (order["until"], "")
    # Staff may let a newcomer in who only shares the tablet.
    let_in = operator.ask("PUT", f"/api/v1/people/{again['id']}/exclusion", {"until": 0, "reason": "a sister"})
    assert let_in.status_code == 200
    assert in_this_process("verify", str(house.folder)).status == 0


def _barred(house: Running, person: str) -> httpx.Response:
    path, order = f"/api/v1/people/{person}/exclusion", {"until": int(time.time()) + DAY, "reason": "threats"}
    return house.operator().ask("PUT", path, order)


WAYS = ("everywhere", "here by name", "by closing", "by staff", "by staff before the order", "over", "without leaving")


@pytest.mark.parametrize("way", WAYS)
def test_A42_however_they_leave_the_browser_stays_marked(house: Running, way: str) -> None:
    """The page lies open when the order comes, and asks nothing meanwhile."""
    operator, browser = house.operator(), house.browser()
    entered = browser.post("/api/v1/guests", json={}).json()
    headers = {"X-CSRF-Token": entered["csrf"]}
    sessions = f"/api/v1/people/{entered['id']}/sessions"
    if way == "by staff before the order":
        assert operator.ask("DELETE", sessions).status_code == 204
    assert _barred(house, entered["id"]).status_code == 200
    if way == "everywhere":
        assert browser.delete("/api/v1/sessions", headers=headers).status_code == 204
    elif way == "here by name":
        (own,) = browser.get("/api/v1/sessions").json()["sessions"]
        assert browser.delete(f"/api/v1/sessions/{own['session']}", headers=headers).status_code == 204
    elif way == "by closing":
        assert browser.request("DELETE", "/api/v1/me", json={}, headers=headers).status_code == 204
    elif way == "by staff":
        assert operator.ask("DELETE", sessions).status_code == 204
    elif way == "over":
        with sqlite3.connect(house.folder / "croupier.sqlite") as database:
            database.execute("UPDATE sessions SET made = 0, seen = 0 WHERE person = ?", (entered["id"],))
    came = browser.post("/api/v1/guests", json={}, headers=headers).json()
    shown = operator.get(f"/api/v1/people/{came['id']}")["house_exclusion"]
    assert shown is not None
    assert shown["by"] == ""
    browser.cookies.delete("croupier_session")
    again = browser.post("/api/v1/guests", json={}).json()
    assert operator.get(f"/api/v1/people/{again['id']}")["house_exclusion"] is not None, "the device is marked now"


def test_A42_a_second_browser_of_an_account_that_was_closed_is_marked_too(house: Running) -> None:
    first, second = house.browser(), house.browser()
    made = first.post("/api/v1/accounts", json={"name": "Barry", "password": PASSWORD}).json()
    assert second.post("/api/v1/sessions", json={"name": "Barry", "password": PASSWORD}).status_code == 201
    assert _barred(house, made["id"]).status_code == 200
    gone = first.request("DELETE", "/api/v1/me", json={"password": PASSWORD}, headers={"X-CSRF-Token": made["csrf"]})
    assert gone.status_code == 204
    came = second.post("/api/v1/guests", json={}).json()
    assert house.operator().get(f"/api/v1/people/{came['id']}")["house_exclusion"] is not None
    with sqlite3.connect(house.folder / "croupier.sqlite") as database:
        kept = database.execute("SELECT count(*) FROM ended_sessions WHERE person = ?", (made["id"],)).fetchone()
    assert kept == (0,), "nothing says any more whose they were"


def test_self_exclusion_follows_the_owner_to_every_browser_of_theirs(house: Running) -> None:
    phone, laptop = house.browser(), house.browser()
    made = phone.post("/api/v1/accounts", json={"name": "Selma", "password": PASSWORD}).json()
    assert laptop.post("/api/v1/sessions", json={"name": "Selma", "password": PASSWORD}).status_code == 201
    headers = {"X-CSRF-Token": made["csrf"]}
    done = phone.post("/api/v1/me/exclusion", json={"length": "1 year"}, headers=headers)
    assert done.status_code == 201
    assert phone.delete("/api/v1/sessions", headers=headers).status_code == 204
    laptop.post("/api/v1/guests", json={})
    assert laptop.get("/api/v1/me").json()["play"]["excluded_until"] == done.json()["excluded_until"]


def test_who_is_not_excluded_leaves_no_mark(house: Running) -> None:
    browser = house.browser()
    entered = browser.post("/api/v1/guests", json={}).json()
    assert house.operator().ask("DELETE", f"/api/v1/people/{entered['id']}/sessions").status_code == 204
    again = browser.post("/api/v1/guests", json={}).json()
    assert house.operator().get(f"/api/v1/people/{again['id']}")["house_exclusion"] is None
    assert set(browser.cookies) == {"croupier_session"}
    assert in_this_process("verify", str(house.folder)).status == 0


@pytest.mark.parametrize("mark", ["", "99999999999.00", "9" * 400])
def test_A42_a_mark_of_the_one_kind_is_none_of_the_other(house: Running, mark: str) -> None:
    client = house.client(Cookie=f"croupier_barred={mark}")
    entered = client.post("/api/v1/guests", json={"session": "token"}).json()
    assert house.operator().get(f"/api/v1/people/{entered['id']}")["house_exclusion"] is None
