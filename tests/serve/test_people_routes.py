"""People over HTTP: coming in, money, limits, leaving; and what the operator does about them."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.floor.house import bytes_on_disk
from tests.support.server.real_server import PASSWORD, Person, Running, server

pytestmark = pytest.mark.xdist_group("serve-people")

_NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("people") / "house") as running:
        yield running


@pytest.fixture
def name() -> str:
    return f"Weka {next(_NUMBERS)}"


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["refusal"]["code"]


def wallet(person: Person) -> int:
    found: int = person.get("/api/v1/me")["money"]["wallet"]
    return found


# Coming in and going out


def test_a_guest_has_a_thousand_dollars_of_play_money(house: Running) -> None:
    me = house.guest().get("/api/v1/me")
    assert me["guest"]
    assert me["roles"] == ["player"]
    assert me["money"] == {"wallet": 1_000_00, "held": 0, "stacks": {}}
    assert me["today"] == me["ever"] == {"granted": 1_000_00, "staked": 0, "returned": 0, "open": 0, "net": 0}


def test_a_guest_becomes_an_account_and_keeps_the_wallet(house: Running, name: str) -> None:
    guest = house.guest()
    assert guest.ask("POST", "/api/v1/me/money", {"amount": 5_00, "key": "a"}).status_code == 201
    body = {"name": name, "password": PASSWORD, "session": "token"}
    became = guest.ask("POST", "/api/v1/accounts", body)
    assert became.status_code == 201
    assert became.json()["id"] == guest.id
    # The session of the guest is over: what was worth little is now worth more.
    assert guest.ask("GET", "/api/v1/me").status_code == 401
    account = house.sign_in(name)
    assert account.id == guest.id
    assert wallet(account) == 1_005_00
    assert code(account.ask("POST", "/api/v1/accounts", body)) == (409, "already_account")
    assert code(house.client().post("/api/v1/accounts", json=body)) == (409, "name_taken")


def test_a_new_account_has_its_welcome_too(house: Running, name: str) -> None:
    assert wallet(house.account(name)) == 1_000_00


@pytest.mark.parametrize(
    ("name", "password", "refused"),
    [
        ("", PASSWORD, "name_"),
        ("x" * 500, PASSWORD, "name_"),
        ("Operator", PASSWORD, "name_reserved"),
        ("Good Name", "short", "password_length"),
        ("Good Name", "password123", "password_common"),
        ("Good Name", "\ud800" * 12, "malformed"),
        ("Good\x00Name", PASSWORD, "name_"),
    ],
)
def test_names_and_passwords_that_are_not_taken(house: Running, name: str, password: str, refused: str) -> None:
    body = json.dumps({"name": name, "password": password})
    answer = house.client().post("/api/v1/accounts", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in {400, 409}
    assert answer.json()["refusal"]["code"].startswith(refused)


def test_signing_in_says_nothing_about_who_is_here(house: Running, name: str) -> None:
    house.account(name)
    wrong = house.client().post("/api/v1/sessions", json={"name": name, "password": "not her password"})
    nobody = house.client().post("/api/v1/sessions", json={"name": "Nobody Here", "password": "not her password"})
    assert code(wrong) == code(nobody) == (401, "wrong_credentials")
    assert wrong.json() == nobody.json()
    assert "set-cookie" not in wrong.headers


def test_five_wrong_passwords_lock_a_name(house: Running, name: str) -> None:
    house.account(name)
    client = house.client()
    for _ in range(5):
        client.post("/api/v1/sessions", json={"name": name, "password": "not her password"})
    locked = client.post("/api/v1/sessions", json={"name": name, "password": PASSWORD})
    assert code(locked) == (429, "locked_out")
    assert int(locked.headers["retry-after"]) > 0


def test_sessions_are_listed_and_ended(house: Running, name: str) -> None:
    first = house.account(name)
    second, third = house.sign_in(name), house.sign_in(name)
    listed = first.get("/api/v1/sessions")["sessions"]
    assert len(listed) == 3
    (current,) = [each for each in listed if each["current"]]
    (other,) = [each for each in second.get("/api/v1/sessions")["sessions"] if each["current"]]
    assert first.ask("DELETE", f"/api/v1/sessions/{other['session']}").status_code == 204
    assert second.ask("GET", "/api/v1/me").status_code == 401
    # Another's session has no name here.
    stranger = house.guest()
    assert code(stranger.ask("DELETE", f"/api/v1/sessions/{current['session']}")) == (404, "no_such_session")
    assert first.ask("DELETE", "/api/v1/sessions/current").status_code == 204
    assert first.ask("GET", "/api/v1/me").status_code == 401
    assert third.ask("DELETE", "/api/v1/sessions").status_code == 204
    assert third.ask("GET", "/api/v1/me").status_code == 401


def test_signing_out_takes_the_cookie(house: Running) -> None:
    browser = house.browser()
    csrf = browser.post("/api/v1/guests").json()["csrf"]
    left = browser.delete("/api/v1/sessions/current", headers={"X-CSRF-Token": csrf})
    assert left.status_code == 204
    assert "max-age=0" in left.headers["set-cookie"].lower()
    assert not dict(browser.cookies)
    assert code(browser.get("/api/v1/me")) == (401, "no_session")


def test_a_new_password_ends_the_other_sessions(house: Running, name: str) -> None:
    first = house.account(name)
    second = house.sign_in(name)
    wrong = first.ask("POST", "/api/v1/me/password", {"old": "not her password", "new": "another ticklish weta"})
    assert code(wrong) == (401, "wrong_credentials")
    changed = first.ask("POST", "/api/v1/me/password", {"old": PASSWORD, "new": "another ticklish weta"})
    assert changed.status_code == 204
    assert first.ask("GET", "/api/v1/me").status_code == 200
    assert second.ask("GET", "/api/v1/me").status_code == 401
    assert house.sign_in(name, "another ticklish weta").id == first.id
    guest = house.guest().ask("POST", "/api/v1/me/password", {"old": "", "new": "another ticklish weta"})
    assert code(guest) == (409, "guest_has_no_password")


# Money


def test_money_on_request_once_a_key(house: Running) -> None:
    guest = house.guest()
    first = guest.ask("POST", "/api/v1/me/money", {"amount": 250_00, "key": "more-1"})
    again = guest.ask("POST", "/api/v1/me/money", {"amount": 250_00, "key": "more-1"})
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert wallet(guest) == 1_250_00
    other = guest.ask("POST", "/api/v1/me/money", {"amount": 251_00, "key": "more-1"})
    assert code(other) == (409, "key_used")
    # Another's key is another key.
    assert house.guest().ask("POST", "/api/v1/me/money", {"amount": 1_00, "key": "more-1"}).status_code == 201
    assert code(guest.ask("POST", "/api/v1/me/claim", {})) == (409, "nothing_held")


@pytest.mark.parametrize(
    "body",
    [
        {"amount": 1_00},
        {"amount": 1.5, "key": "k"},
        {"amount": "100", "key": "k"},
        {"amount": True, "key": "k"},
        {"amount": None, "key": "k"},
        {"amount": 1_00, "key": ""},
        {"amount": 1_00, "key": "a b"},
        {"amount": 1_00, "key": "a\n"},
        {"amount": 1_00, "key": "k" * 65},
        {"amount": 1_00, "key": "k", "person": "somebody"},
    ],
)
def test_money_is_asked_for_in_whole_cents_with_a_key(house: Running, body: dict[str, Any]) -> None:
    guest = house.guest()
    assert code(guest.ask("POST", "/api/v1/me/money", body)) == (400, "malformed")
    assert wallet(guest) == 1_000_00


@pytest.mark.parametrize("amount", [0, -1, 1_000_01, 10**12, 2**63, 10**30])
def test_the_house_gives_so_much_and_no_more(house: Running, amount: int) -> None:
    guest = house.guest()
    assert guest.ask("POST", "/api/v1/me/money", {"amount": amount, "key": "k"}).status_code in {400, 409}
    assert wallet(guest) == 1_000_00


# Responsible play


def test_a_limit_binds_at_once_and_loosens_after_a_day(house: Running) -> None:
    guest = house.guest()
    set_limit = guest.ask("PUT", "/api/v1/me/limits/deposit", {"amount": 1_100_00})
    assert set_limit.json()["limits"]["deposit"] == {"amount": 1_100_00, "pending": None}
    assert guest.ask("POST", "/api/v1/me/money", {"amount": 100_00, "key": "a"}).status_code == 201
    over = guest.ask("POST", "/api/v1/me/money", {"amount": 1, "key": "b"})
    assert code(over) == (409, "deposit_limit")
    assert over.json()["refusal"]["rule"] == "house: limits"
    for looser in (2_000_00, None):
        guest.ask("PUT", "/api/v1/me/limits/deposit", {"amount": looser})
        shown = guest.get("/api/v1/me")["play"]["limits"]["deposit"]
        assert shown["amount"] == 1_100_00
        assert shown["pending"]["amount"] == looser
        assert shown["pending"]["begins"] - guest.get("/api/v1/me")["now"] in range(24 * 3600 - 60, 24 * 3600 + 1)
    assert code(guest.ask("POST", "/api/v1/me/money", {"amount": 1, "key": "c"})) == (409, "deposit_limit")
    assert code(guest.ask("PUT", "/api/v1/me/limits/luck", {"amount": 1})) == (404, "no_such_limit")
    assert code(guest.ask("PUT", "/api/v1/me/limits/time", {"amount": 10**9})) == (409, "limit_range")
    assert code(guest.ask("PUT", "/api/v1/me/limits/time", {})) == (400, "malformed")


def _buys_in(person: Person, key: str = "buy") -> httpx.Response:
    act = {"act": {"act": "buy in", "amount": 100_00}, "key": key}
    return person.ask("POST", "/api/v1/tables/roulette-1/acts", act)


@pytest.mark.parametrize(
    ("path", "length", "field", "refused"),
    [
        ("time-out", "24 hours", "time_out_until", "timed_out"),
        ("exclusion", "6 months", "excluded_until", "self_excluded"),
    ],
)
def test_who_shuts_the_door_on_herself_stays_out(
    house: Running, path: str, length: str, field: str, refused: str
) -> None:
    guest = house.guest()
    shown = guest.ask("POST", f"/api/v1/me/{path}", {"length": length})
    assert shown.status_code == 201
    assert shown.json()[field] > guest.get("/api/v1/me")["now"]
    assert code(_buys_in(guest)) == (409, refused)
    assert code(guest.ask("POST", "/api/v1/me/money", {"amount": 1_00, "key": "k"})) == (409, refused)
    assert code(guest.ask("POST", f"/api/v1/me/{path}", {"length": "5 minutes"})) == (400, "malformed")


def test_the_reality_check(house: Running) -> None:
    guest = house.guest()
    assert guest.ask("PUT", "/api/v1/me/reality-check", {"minutes": 15}).json()["reality_minutes"] == 15
    assert code(guest.ask("PUT", "/api/v1/me/reality-check", {"minutes": 1})) == (409, "reality_range")
    assert not guest.ask("POST", "/api/v1/me/reality-check/seen").json()["reality_check_due"]
    assert guest.get("/api/v1/me")["play"]["reality_minutes"] == 15


# One's own data, and the end of it


def test_everything_that_is_held_can_be_fetched(house: Running, name: str) -> None:
    account = house.account(name)
    account.ask("POST", "/api/v1/me/money", {"amount": 1_00, "key": "held"})
    held = account.get("/api/v1/me/data")
    assert (held["id"], held["name"]) == (account.id, name)
    assert held["money"]["wallet"] == 1_001_00
    assert [(day["granted"], day["staked"]) for day in held["days"]] == [(1_001_00, 0)]
    keys = {(each["key"], each["journal"]) for each in held["requests"]}
    assert keys == {("held", "house"), (f"welcome-{account.id}", "house")}
    assert "argon2" not in str(held)
    assert account.token not in str(held)


def test_closing_an_account_erases_it(house: Running) -> None:
    name = "Quetzalcoatlus"
    account = house.account(name)
    assert code(account.ask("DELETE", "/api/v1/me", {})) == (400, "password_needed")
    assert code(account.ask("DELETE", "/api/v1/me", {"password": "not her password"})) == (401, "wrong_credentials")
    assert account.ask("DELETE", "/api/v1/me", {"password": PASSWORD}).status_code == 204
    assert account.ask("GET", "/api/v1/me").status_code == 401
    assert code(house.client().post("/api/v1/sessions", json={"name": name, "password": PASSWORD}))[0] == 401
    shown = house.operator().get(f"/api/v1/people/{account.id}")
    assert shown["person"]["name"] == "(closed)"
    assert shown["money"]["wallet"] == 0
    assert name not in house.log()


def test_a_guest_leaves_without_a_password(house: Running) -> None:
    guest = house.guest()
    assert guest.ask("DELETE", "/api/v1/me").status_code == 204
    assert guest.ask("GET", "/api/v1/me").status_code == 401


def test_who_has_chips_at_a_table_cannot_close(house: Running) -> None:
    guest = house.guest()
    assert _buys_in(guest).status_code == 201
    assert guest.get("/api/v1/me")["money"] == {"wallet": 900_00, "held": 0, "stacks": {"roulette-1": 100_00}}
    assert code(guest.ask("DELETE", "/api/v1/me")) == (409, "chips_on_table")


# The operator


def test_a_link_for_the_operator_is_good_once(house: Running) -> None:
    house.operator()
    body = {"token": house.operator_token, "name": "Second Comer", "password": PASSWORD}
    assert code(house.client().post("/api/v1/links/operator", json=body)) == (409, "dead_link")
    body["token"] = "made-up"  # noqa: S105
    assert code(house.client().post("/api/v1/links/operator", json=body)) == (409, "dead_link")


def test_roles_are_given_and_taken(house: Running, name: str) -> None:
    operator, account = house.operator(), house.account(name)
    path = f"/api/v1/people/{account.id}/roles"
    given = operator.ask("PUT", f"{path}/game-supervisor")
    assert given.json()["roles"] == ["game supervisor"]
    assert code(account.ask("POST", "/api/v1/me/money", {"amount": 1_00, "key": "k"})) == (403, "wrong_role")
    assert _buys_in(account).status_code == 409
    assert code(operator.ask("PUT", f"{path}/inspector")) == (409, "inspector_alone")
    assert code(operator.ask("PUT", f"{path}/player")) == (404, "no_such_role")
    assert operator.ask("DELETE", f"{path}/game-supervisor").json()["roles"] == ["player"]
    assert code(operator.ask("PUT", f"/api/v1/people/{house.guest().id}/roles/dealer")) == (409, "guest_has_no_role")
    assert code(operator.ask("PUT", "/api/v1/people/paaaaaaaaaaaa/roles/dealer")) == (404, "no_such_person")
    last = operator.ask("DELETE", f"/api/v1/people/{operator.id}/roles/operator")
    assert code(last) == (409, "last_operator")
    assert code(operator.ask("DELETE", "/api/v1/me", {"password": PASSWORD})) == (409, "last_operator")


def test_a_forgotten_password_is_reset_by_a_link(house: Running, name: str) -> None:
    account = house.account(name)
    link = house.operator().ask("POST", f"/api/v1/people/{account.id}/reset-link").json()
    assert link["link"] == f"{house.url}/reset#token={link['token']}"
    short = house.client().post("/api/v1/links/reset", json={"token": link["token"], "password": "short"})
    assert code(short) == (409, "password_length")
    body = {"token": link["token"], "password": "a third ticklish weta", "session": "token"}
    assert house.client().post("/api/v1/links/reset", json=body).json()["id"] == account.id
    assert code(house.client().post("/api/v1/links/reset", json=body)) == (409, "dead_link")
    assert account.ask("GET", "/api/v1/me").status_code == 401
    assert house.sign_in(name, "a third ticklish weta").id == account.id


def test_people_are_listed_page_by_page(house: Running, name: str) -> None:
    account, operator = house.account(name), house.operator()
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = operator.get(f"/api/v1/people?most=3&after={after}")
        found += [person["id"] for person in page["people"]]
        after = page["next"]
    assert found == sorted(set(found))
    assert account.id in found
    assert [each["id"] for each in operator.get(f"/api/v1/people?name={name}")["people"]] == [account.id]
    assert operator.get("/api/v1/people?name=Nobody")["people"] == []
    part = name[1:].upper()
    assert account.id in [each["id"] for each in operator.get(f"/api/v1/people?name={part}")["people"]]
    # Signs that a search might take for others stand for themselves.
    assert operator.get("/api/v1/people?name=%25")["people"] == []
    assert operator.get("/api/v1/people?name=_")["people"] == []
    for wrong in ("most=0", "most=1000", "most=many"):
        assert operator.ask("GET", f"/api/v1/people?{wrong}").status_code == 400


# Pages and documents


@pytest.mark.parametrize("path", ["/", "/tables/roulette-1", "/rulebook/D8%203.1", "/me", "/about"])
def test_the_page_is_the_same_at_each_of_its_addresses(house: Running, path: str) -> None:
    answer = house.client().get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert answer.headers["cache-control"] == "no-cache"
    assert _without_links(answer.text) == _without_links(house.client().get("/odds").text)
    assert 'id="page"' in answer.text


def _without_links(document: str) -> str:
    return "".join(line for line in document.splitlines(keepends=True) if "<link" not in line)


def test_the_lobby_asks_for_what_it_needs_at_once(house: Running) -> None:
    links = set(re.findall(r'<link rel="(\w+)"[^>]* href="([^"]+)"', house.client().get("/").text))
    elsewhere = set(re.findall(r'<link rel="(\w+)"[^>]* href="([^"]+)"', house.client().get("/me").text))
    own = links - elsewhere
    assert {("preload", f"/api/v1/{each}") for each in ("here", "tables", "tournaments")} <= own
    assert {kind for kind, _ in own} == {"preload", "modulepreload", "stylesheet"}
    for _, path in own:
        assert house.client().get(path).status_code == 200, path


def test_where_no_page_was_built_the_server_says_so_and_serves_the_rest(tmp_path: Path) -> None:
    with server(tmp_path / "house", command=("-m", "tests.support.server.pageless_server", "serve")) as bare:
        for path in ("/", "/tables/roulette-1"):
            answer = bare.client().get(path)
            assert (answer.status_code, answer.headers["content-type"]) == (503, "text/html; charset=utf-8")
            assert "The page has not been built here." in answer.text
            assert "python3 start.py" in answer.text
        assert bare.client().get("/assets/anything.js").status_code == 404
        assert bare.client().get("/api/v1/tables").status_code == 200


def test_parts_of_the_page_are_kept_for_ever_and_come_packed(house: Running) -> None:
    client = house.client()
    names = re.findall(r"/assets/[\w.-]+\.(?:js|css)", client.get("/").text)
    assert len(names) >= 2
    for name in names:
        packed = client.get(name, headers={"Accept-Encoding": "gzip"})
        plain = client.get(name, headers={"Accept-Encoding": "identity"})
        assert packed.content == plain.content
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        sizes = {}
        for accepted in ("gzip, deflate", "gzip, deflate, br, zstd", "gzip, br;q=0"):
            with client.stream("GET", name, headers={"Accept-Encoding": accepted}) as answer:
                sizes[accepted] = (answer.headers["content-encoding"], len(b"".join(answer.iter_raw())))
                assert answer.headers["vary"] == "Accept-Encoding"
        assert [way for way, _ in sizes.values()] == ["gzip", "br", "gzip"]
        assert sizes["gzip, deflate, br, zstd"][1] < sizes["gzip, deflate"][1]
        assert packed.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert packed.headers["content-type"].partition(";")[0] in {"text/javascript", "text/css"}
    for missing in (
        "/assets/index.html",
        "/assets/lobby.html",
        "/assets/nothing.js",
        "/assets/..%2Findex.html",
        "/nothing",
    ):
        assert client.get(missing).status_code == 404, missing


def test_here_tells_a_stranger_of_nobody_and_a_guest_of_herself(house: Running) -> None:
    stranger = house.client().get("/api/v1/here").json()
    assert stranger["me"] is None
    assert stranger["version"]
    guest = house.guest()
    assert guest.get("/api/v1/here")["me"]["id"] == guest.id


def test_the_document_describes_every_request(house: Running) -> None:
    document = house.client().get("/api/v1/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    names = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names))
    money = document["paths"]["/api/v1/me/money"]["post"]
    schema = money["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert document["components"]["schemas"][schema]["additionalProperties"] is False
    assert "x-websocket" in document
    _resolve_all(document, document)
    page = house.client().get("/api").text
    for path in document["paths"]:
        assert path in page


def _resolve_all(part: Any, document: dict[str, Any]) -> None:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            found: Any = document
            for step in part["$ref"].removeprefix("#/").split("/"):
                found = found[step]
        for inner in part.values():
            _resolve_all(inner, document)
    elif isinstance(part, list):
        for inner in part:
            _resolve_all(inner, document)


def test_closed_names_are_gone_from_the_disk(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("closing") / "house"
    with server(folder) as running:
        account = running.account("Archaeopteryx")
        assert account.ask("DELETE", "/api/v1/me", {"password": PASSWORD}).status_code == 204
        assert running.stop() == 0
    assert b"archaeopteryx" not in bytes_on_disk(folder).lower()


def test_a_guest_with_chips_at_a_table_does_not_lose_them_by_one_click(house: Running, name: str) -> None:
    guest = house.guest()
    act = {"act": {"act": "buy in", "amount": 100_00}, "key": "buy"}
    assert guest.ask("POST", "/api/v1/tables/roulette-1/acts", act).status_code == 201
    for path in ("/api/v1/sessions/current", "/api/v1/sessions"):
        assert code(guest.ask("DELETE", path)) == (409, "guest_gives_up")
    assert guest.get("/api/v1/me")["money"]["stacks"] == {"roulette-1": 100_00}
    assert guest.ask("DELETE", "/api/v1/sessions/current?give_up=true").status_code == 204
    assert guest.ask("GET", "/api/v1/me").status_code == 401
    # Who can come back is not asked.
    account = house.account(name)
    assert account.ask("POST", "/api/v1/tables/roulette-1/acts", act).status_code == 201
    assert account.ask("DELETE", "/api/v1/sessions/current").status_code == 204
    # Nor is a guest who has nothing at a table.
    assert house.guest().ask("DELETE", "/api/v1/sessions").status_code == 204
