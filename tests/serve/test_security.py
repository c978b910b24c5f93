"""What strangers try at the door: other origins, forged requests, floods, giants; and what every answer carries."""

from __future__ import annotations

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from croupier.serve.process.settings import LARGEST_BODY, Rate, ServerSettings
from croupier.serve.security.origin import Reached, is_foreign_host, own_origin, reached, refuses_origin
from croupier.serve.security.rates import Buckets, address_key
from tests.support.server.real_server import PASSWORD, Running, server

pytestmark = pytest.mark.xdist_group("serve-security")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("security") / "house") as running:
        yield running


# The Origin check, by itself (A18)

_HERE = Reached("https", "https://casino.example", "203.0.113.5")
_FOREIGN = (
    "null",
    "",
    "https://casino.example.evil.example",
    "https://evilcasino.example",
    "https://sub.casino.example",
    "https://casino.example.",
    "http://casino.example",
    "https://casino.example:8443",
    "https://casino.example:443",
    "HTTPS://CASINO.EXAMPLE",
    "https://Casino.Example",
    "https://casino.example/",
    "https://casino.example https://evil.example",
    "https://casino.example, https://evil.example",
    "https://user@casino.example",
    "https://casino.example@evil.example",
    "*",
)


@pytest.mark.parametrize("origin", _FOREIGN)
@pytest.mark.parametrize("has_cookie", [True, False])
def test_an_origin_counts_to_the_letter(origin: str, has_cookie: bool) -> None:
    assert refuses_origin({"origin": origin}, _HERE, ServerSettings(), has_cookie=has_cookie)


def test_ones_own_origin_and_a_listed_one_are_taken() -> None:
    settings = ServerSettings(origins=("https://other.example",))
    for origin in ("https://casino.example", "https://other.example"):
        assert refuses_origin({"origin": origin}, _HERE, settings, has_cookie=True) is None
    assert refuses_origin({"origin": "https://other.example"}, _HERE, ServerSettings(), has_cookie=True)


@pytest.mark.parametrize(
    ("headers", "taken"),
    [
        ({"referer": "https://casino.example/page?x=1"}, True),
        ({"referer": "https://casino.example.evil.example/"}, False),
        ({"referer": "https://evil.example/https://casino.example/"}, False),
        ({"referer": "https://casino.example@evil.example/"}, False),
        ({"referer": "about:blank"}, False),
        ({"referer": "https://[broken"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "same-site"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        # The Origin decides where there is one, whatever else is said.
        ({"origin": "https://evil.example", "referer": "https://casino.example/"}, False),
        ({"origin": "https://evil.example", "sec-fetch-site": "same-origin"}, False),
    ],
)
def test_without_an_origin_the_referer_or_the_browser_says_it(headers: dict[str, str], taken: bool) -> None:
    assert (refuses_origin(headers, _HERE, ServerSettings(), has_cookie=True) is None) is taken


def test_without_any_word_a_cookie_is_not_taken_and_a_program_is() -> None:
    assert refuses_origin({}, _HERE, ServerSettings(), has_cookie=True)
    assert refuses_origin({}, _HERE, ServerSettings(), has_cookie=False) is None


def test_a_host_that_makes_no_sense_has_no_origin() -> None:
    for host in ("", "evil.example/", "a b", "a@b", "[::1", "[:::]", "[1.2.3.4]", "host:port", "host:999999", "a\nb"):
        assert not own_origin("http", host)
        here = Reached("http", own_origin("http", host), "")
        assert refuses_origin({"origin": ""}, here, ServerSettings(), has_cookie=False)
        assert is_foreign_host(here, ServerSettings(origins=("https://casino.example",)))


@pytest.mark.parametrize(
    ("scheme", "host", "origin"),
    [
        ("http", "127.0.0.1:8421", "http://127.0.0.1:8421"),
        ("http", "LocalHost:8421", "http://localhost:8421"),
        ("http", "casino.example:80", "http://casino.example"),
        ("https", "casino.example:443", "https://casino.example"),
        ("https", "casino.example:80", "https://casino.example:80"),
        ("http", "[::1]:8421", "http://[::1]:8421"),
    ],
)
def test_ones_own_origin_is_written_as_browsers_write_it(scheme: str, host: str, origin: str) -> None:
    assert own_origin(scheme, host) == origin


# Proxies


def _reached(peer: str, **headers: str) -> Reached:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    scope = {"client": (peer, 1), "scheme": "http"}
    return reached(scope, {"host": "casino.example", **named}, ServerSettings())


@pytest.mark.parametrize(
    "headers",
    [
        {"x_forwarded_proto": "https"},
        {"x_forwarded_proto": "HTTPS"},
        {"x_forwarded_proto": "https, http"},
        {"forwarded": "for=192.0.2.60;proto=https;by=203.0.113.43"},
        {"forwarded": 'for="[2001:db8::1]:4711"; proto="https"'},
    ],
)
def test_a_trusted_proxy_is_believed_about_https_and_another_is_not(headers: dict[str, str]) -> None:
    assert _reached("127.0.0.1", **headers).is_secure
    assert _reached("127.0.0.1", **headers).origin == "https://casino.example"
    assert not _reached("198.51.100.7", **headers).is_secure


@pytest.mark.parametrize(
    ("said", "client"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("10.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("198.51.100.7, 127.0.0.1", "198.51.100.7"),
        ("198.51.100.7:4711", "198.51.100.7"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("2001:db8::1", "2001:db8::1"),
        ("nonsense", "127.0.0.1"),
        ("198.51.100.7, nonsense", "127.0.0.1"),
        ("", "127.0.0.1"),
    ],
)
def test_of_the_addresses_on_the_way_the_last_that_is_not_ours_counts(said: str, client: str) -> None:
    """What stands before it anybody may have written, to be somebody else for the rate limits."""
    assert _reached("127.0.0.1", x_forwarded_for=said).client == client
    assert _reached("198.51.100.9", x_forwarded_for=said).client == "198.51.100.9"


# Cookies and forged requests, at the real server


def _cookie(answer: httpx.Response) -> str:
    (cookie,) = answer.headers.get_list("set-cookie")
    return cookie


def test_the_cookie_of_a_plain_visit(house: Running) -> None:
    answer = house.browser().post("/api/v1/guests")
    name, _, rest = _cookie(answer).partition("=")
    assert name == "croupier_session"
    flags = {part.strip().lower() for part in rest.split(";")[1:]}
    assert {"httponly", "path=/", "samesite=strict"} <= flags
    assert "secure" not in flags
    assert "token" not in answer.json()
    assert "strict-transport-security" not in answer.headers


def test_the_cookie_by_https_through_a_proxy(house: Running) -> None:
    client = house.client(
        **{"X-Forwarded-Proto": "https", "Host": "casino.example", "Origin": "https://casino.example"}
    )
    answer = client.post("/api/v1/guests")
    assert answer.status_code == 201
    name, _, rest = _cookie(answer).partition("=")
    assert name == "__Host-croupier_session"
    assert {"httponly", "path=/", "samesite=strict", "secure"} <= {part.strip().lower() for part in rest.split(";")[1:]}
    assert "domain" not in rest.lower()
    assert answer.headers["strict-transport-security"].startswith("max-age=")
    # The plain name is not looked at by https: a page without https could have set it.
    token = rest.partition(";")[0]
    assert client.get("/api/v1/me", headers={"Cookie": f"croupier_session={token}"}).status_code == 401
    assert client.get("/api/v1/me", headers={"Cookie": f"__Host-croupier_session={token}"}).status_code == 200


def _code(answer: httpx.Response) -> str:
    code = answer.json()["refusal"]["code"]
    assert isinstance(code, str)
    return code


def test_what_changes_something_needs_the_token_and_the_origin(house: Running) -> None:
    browser = house.browser()
    csrf = browser.post("/api/v1/guests").json()["csrf"]
    assert browser.get("/api/v1/me").json()["csrf"] == csrf
    body = {"minutes": 30}

    def change(**headers: str | None) -> httpx.Response:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        request = browser.build_request("PUT", "/api/v1/me/reality-check", json=body)
        for name, value in given.items():
            request.headers.pop(name, None)
            if value is not None:
                request.headers[name] = value
        return browser.send(request)

    assert change(X_CSRF_Token=csrf).status_code == 200
    for wrong in (None, "", "0" * 64, csrf[:-1], csrf.upper()):
        refused = change(X_CSRF_Token=wrong)
        assert (refused.status_code, _code(refused)) == (403, "wrong_csrf")
    port = urlsplit(house.url).port
    for origin in (None, "null", "https://evil.example", f"http://127.0.0.1.evil.example:{port}", "http://127.0.0.1"):
        refused = change(X_CSRF_Token=csrf, Origin=origin)
        assert (refused.status_code, _code(refused)) == (403, "wrong_origin")
    another = house.browser().post("/api/v1/guests").json()["csrf"]
    assert _code(change(X_CSRF_Token=another)) == "wrong_csrf"


def test_every_door_looks_at_the_origin(house: Running) -> None:
    """Else a page of another could sign somebody in as somebody else."""
    for path in ("guests", "accounts", "sessions", "links/operator", "links/reset"):
        answer = house.client(Origin="https://evil.example").post(f"/api/v1/{path}", json={})
        assert (answer.status_code, _code(answer)) == (403, "wrong_origin")


def test_a_form_of_another_page_cannot_even_speak_json(house: Running) -> None:
    client = house.client()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = client.post("/api/v1/guests", content=b"{}", headers={"Content-Type": kind})
        assert (answer.status_code, _code(answer)) == (415, "not_json")


def test_a_bearer_token_needs_neither(house: Running) -> None:
    guest = house.guest()
    assert guest.ask("PUT", "/api/v1/me/reality-check", {"minutes": 30}).status_code == 200
    wrong = house.client(Authorization="Bearer nonsense").get("/api/v1/me")
    assert (wrong.status_code, _code(wrong)) == (401, "session_over")
    basic = house.client(Authorization="Basic eDp5").get("/api/v1/me")
    assert (basic.status_code, _code(basic)) == (401, "no_session")


def test_a_token_in_the_address_is_not_a_session(house: Running) -> None:
    guest = house.guest()
    assert house.client().get(f"/api/v1/me?token={guest.token}").status_code == 401


def _socket_status(house: Running, **headers: str) -> int:
    address = house.url.replace("http", "ws", 1) + "/api/v1/tables/roulette-1/socket"
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with connect(address, additional_headers=given) as opened:
            opened.recv(timeout=10)
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code
    except ConnectionClosed:
        return 403


def test_the_socket_of_a_table_asks_for_the_same_origin(house: Running) -> None:
    browser = house.browser()
    browser.post("/api/v1/guests")
    cookie = f"croupier_session={browser.cookies['croupier_session']}"
    port = urlsplit(house.url).port
    assert _socket_status(house, Cookie=cookie, Origin=house.url) == 101
    for origin in (
        "null",
        "https://evil.example",
        house.url.replace("http", "https", 1),
        f"http://127.0.0.1.evil.example:{port}",
        f"http://127.0.0.1:{(port or 0) + 1}",
        "http://127.0.0.1",
        house.url.replace("http", "HTTP", 1),
        f"http://localhost:{port}",
    ):
        assert _socket_status(house, Cookie=cookie, Origin=origin) == 403, origin
    assert _socket_status(house, Cookie=cookie) == 403
    assert _socket_status(house, Authorization=f"Bearer {house.guest().token}") == 101


# What every answer carries


@pytest.mark.parametrize("path", ["/", "/api", "/operator", "/static/style.css", "/nothing", "/api/v1/me", "/health"])
def test_every_answer_has_the_headers(house: Running, path: str) -> None:
    answer = house.client().get(path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["connect-src"] == f"'self' {house.url.replace('http', 'ws', 1)}"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in answer.headers
    if path.startswith("/api/v1"):
        assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/api", "/operator", "/reset", "/nothing"])
def test_pages_have_no_script_or_style_of_their_own(house: Running, path: str) -> None:
    text = house.client(Accept="text/html").get(path).text
    assert text.startswith("<!doctype html>")
    assert "<style" not in text
    assert " style=" not in text
    assert " on" not in {part[:3] for part in text.split('"') if part.endswith("=")}
    for tag in text.split("<script")[1:]:
        assert re.match(r' (type="module" crossorigin )?src="/(static|assets)/[\w.-]+"( defer)?></script>', tag), tag
    assert "//" not in text.replace(house.url, "").replace("<!doctype", "").replace("https://json-schema.org", "")


# Giants, depths and drops (A26)


def test_a_body_that_is_too_large_is_not_read(house: Running) -> None:
    answer = house.client().post(
        "/api/v1/guests", content=b" " * (LARGEST_BODY + 1), headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, _code(answer)) == (413, "too_large")


@pytest.mark.parametrize("depth", [2_000, 30_000])
@pytest.mark.parametrize("part", ["[", '{"a":'])
def test_a_document_that_is_nested_too_deeply(house: Running, part: str, depth: int) -> None:
    text = (part * depth)[: LARGEST_BODY - 1]
    answer = house.client().post("/api/v1/guests", content=text, headers={"Content-Type": "application/json"})
    assert (answer.status_code, _code(answer)) == (400, "malformed")
    giant = part * 100_000
    answer = house.client().post("/api/v1/guests", content=giant, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert house.client().get("/health").json()["ok"]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "1",
        '"x"',
        '{"session": 1}',
        '{"session": "x"}',
        "\xff",
        "{}x",
        '"\xff"',
        '{"\xed\xa0\x80": 1}',
    ],
)
def test_what_is_not_understood_gets_the_one_shape(house: Running, body: str) -> None:
    answer = house.client().post(
        "/api/v1/accounts", content=body.encode("latin-1"), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code == 400
    assert set(answer.json()) == {"refusal"}
    assert set(answer.json()["refusal"]) == {"rule", "code", "why", "clause", "help"}


def test_a_mistake_is_named_by_its_place(house: Running) -> None:
    answer = house.guest().ask("POST", "/api/v1/me/money", {"amount": "much", "key": "k"})
    assert answer.status_code == 400
    assert "$.amount" in answer.json()["refusal"]["why"]


def test_other_methods_and_addresses_get_the_one_shape(house: Running) -> None:
    client = house.client()
    assert (client.get("/api/v1/guests").status_code, _code(client.get("/api/v1/guests"))) == (405, "no_such_method")
    assert (client.get("/api/v1/x").status_code, _code(client.get("/api/v1/x"))) == (404, "no_such_page")


def test_who_sends_a_request_in_drops_is_cut_off_and_others_are_not_held_up(house: Running) -> None:
    where = urlsplit(house.url)
    assert where.hostname is not None
    assert where.port is not None
    heads = [socket.create_connection((where.hostname, where.port)) for _ in range(20)]
    bodies = [socket.create_connection((where.hostname, where.port)) for _ in range(20)]
    start = time.monotonic()
    for slow in heads:
        slow.sendall(b"POST /api/v1/guests HTTP/1.1\r\nHost: a\r\n")
    for slow in bodies:
        slow.sendall(
            b"POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
        )
    assert house.client().get("/health").json()["ok"]
    assert time.monotonic() - start < 5
    for slow in heads:
        slow.settimeout(30)
        assert b" 200 " not in slow.recv(1000)
    for slow in bodies:
        slow.settimeout(30)
        assert b" 408 " in slow.recv(1000)
    for slow in heads + bodies:
        slow.close()
    assert time.monotonic() - start < 30


# Rates


def test_a_bucket_runs_dry_and_fills_again() -> None:
    now = [0.0]
    buckets = Buckets(Rate(3, 0.5), lambda: now[0])
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.wait("b") == 0
    now[0] = 2.0
    assert [buckets.wait("a"), buckets.wait("a")] == [0, 2]
    now[0] = 1000.0
    assert [buckets.wait("a") for _ in range(4)] == [0, 0, 0, 2]


def test_buckets_are_kept_for_so_many_and_no_more() -> None:
    buckets = Buckets(Rate(1, 1), lambda: 0.0, most=100)
    for number in range(1000):
        buckets.wait(str(number))
    assert len(buckets) == 100
    assert buckets.wait("999") > 0


def test_one_household_is_one_address() -> None:
    assert address_key("2001:db8:1:2:3:4:5:6") == address_key("2001:db8:1:2::9")
    assert address_key("2001:db8:1:2::9") != address_key("2001:db8:1:3::9")
    assert address_key("198.51.100.7") != address_key("198.51.100.8")


def test_a_flood_at_the_door_is_told_to_wait_and_others_come_in(tmp_path: Path) -> None:
    with server(tmp_path / "house", rates=1) as running:
        client = running.client()
        body = {"session": "token"}
        answers = [client.post("/api/v1/guests", json=body) for _ in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert 5 <= len(refused) <= 12
        assert int(refused[0].headers["retry-after"]) >= 1
        assert _code(refused[0]) == "too_many"
        # Everything else goes on, and so does another household behind the same proxy.
        assert client.get("/health").status_code == 200
        other = client.post("/api/v1/guests", json=body, headers={"X-Forwarded-For": "198.51.100.7"})
        assert other.status_code == 201


def test_a_flood_of_one_person_is_told_to_wait(tmp_path: Path) -> None:
    """A person has a bucket of her own, wherever she is. It is small here, so that a busy machine empties it too."""
    with server(tmp_path / "house", rates=0.1) as running:
        guest = running.guest()
        mine = [guest.ask("GET", "/api/v1/me").status_code for _ in range(60)]
        assert set(mine) == {200, 429}
        assert running.client().get("/health").status_code == 200


# The log


def test_the_log_has_no_names_and_no_secrets(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        secret = "quokka-quokka-" + "9" * 8
        guest = running.guest()
        browser = running.browser()
        entered = browser.post("/api/v1/accounts", json={"name": "Zanzibar Jones", "password": secret}).json()
        running.client().post("/api/v1/sessions", json={"name": "Zanzibar Jones", "password": secret + "x"})
        signed_in = running.sign_in("Zanzibar Jones", secret)
        operator = running.operator()
        link = operator.ask("POST", f"/api/v1/people/{entered['id']}/reset-link").json()
        body = {"token": link["token"], "password": secret + "y", "session": "token"}
        reset = running.client().post("/api/v1/links/reset", json=body).json()
        running.client().get(f"/api/v1/me?token={reset['token']}")
        running.client().get(f"/reset/{reset['token']}")
        running.client().get(f"/api/v1/tables/{guest.token}")
        running.client().get("/api/v1/people?name=Zanzibar")
        guest.ask("POST", "/api/v1/me/money", {"amount": 5000, "key": "quokka-key"})
        act = {"act": {"act": "buy in", "amount": 10000}, "key": "quokka-act"}
        guest.ask("POST", "/api/v1/tables/roulette-1/acts", act)
        cookie = browser.cookies["croupier_session"]
        assert running.stop() == 0
        log = running.log()
        lines = [json.loads(line) for line in log.splitlines()]
        assert sum(line["part"] == "croupier.requests" for line in lines) >= 12
        secrets = (
            *(secret, PASSWORD, "Zanzibar", "Olga", guest.name, guest.token, signed_in.token, operator.token),
            *(cookie, entered["csrf"], link["token"], reset["token"], running.operator_token, "quokka"),
        )
        for word in secrets:
            assert word not in log
            assert word.lower() not in log.lower()
