"""Who may do what: every route, role and owner. A route without a row here fails (A19)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from croupier.floor.casino import Casino
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.serve.app import create_app
from croupier.serve.routes.web import AT_ROOT, PLACES
from croupier.serve.wire.declared import declared
from tests.support.server.real_server import Person, Running, server

pytestmark = pytest.mark.xdist_group("serve-matrix")

ACTORS = ("anonymous", "guest", "player", "dealer", "supervisor", "director", "operator", "inspector")
OFFICES = {
    "dealer": "dealer",
    "supervisor": "game-supervisor",
    "director": "tournament-director",
    "inspector": "inspector",
}
ALL = frozenset(ACTORS)
SIGNED_IN = ALL - {"anonymous"}
PLAYERS = frozenset(("guest", "player"))
OPERATOR = frozenset(("operator",))

ROWS: dict[str, frozenset[str]] = {
    "GET /": ALL,
    "GET /api": ALL,
    "GET /health": ALL,
    "GET /operator": ALL,
    "GET /reset": ALL,
    "GET /walk-up": ALL,
    "GET /join": ALL,
    "GET /static/{name}": ALL,
    "GET /assets/{name}": ALL,
    **{f"GET /{name}": ALL for name in AT_ROOT},
    **{f"GET /{place}{rest}": ALL for place in PLACES for rest in ("", "/{rest}")},
    "GET /api/v1/here": ALL,
    "GET /api/v1/openapi.json": ALL,
    # The doors
    "POST /api/v1/guests": ALL,
    "POST /api/v1/accounts": ALL,
    "POST /api/v1/sessions": ALL,
    "POST /api/v1/links/operator": ALL,
    "POST /api/v1/links/reset": ALL,
    "POST /api/v1/links/reset/passkey": ALL,
    # What is one's own
    "GET /api/v1/sessions": SIGNED_IN,
    "DELETE /api/v1/sessions": SIGNED_IN,
    "DELETE /api/v1/sessions/current": SIGNED_IN,
    "DELETE /api/v1/sessions/{session}": SIGNED_IN,
    "POST /api/v1/sessions/passkey": ALL,
    "GET /api/v1/me/second-factors": SIGNED_IN,
    "POST /api/v1/me/second-factors": SIGNED_IN,
    "POST /api/v1/me/second-factors/totp": SIGNED_IN,
    "POST /api/v1/me/second-factors/passkey": SIGNED_IN,
    "DELETE /api/v1/me/second-factors/{factor}": SIGNED_IN,
    "POST /api/v1/me/recovery-codes": SIGNED_IN,
    "POST /api/v1/me/proof": SIGNED_IN,
    "POST /api/v1/me/proof/passkey": SIGNED_IN,
    "GET /api/v1/approvals": OPERATOR,
    "POST /api/v1/approvals/{approval}": OPERATOR,
    "GET /api/v1/me": SIGNED_IN,
    "DELETE /api/v1/me": SIGNED_IN,
    "GET /api/v1/me/data": SIGNED_IN,
    "GET /api/v1/me/rounds": SIGNED_IN,
    "POST /api/v1/me/password": SIGNED_IN,
    "POST /api/v1/me/money": PLAYERS,
    "POST /api/v1/me/claim": SIGNED_IN,
    "PUT /api/v1/me/limits/{kind}": SIGNED_IN,
    "POST /api/v1/me/time-out": SIGNED_IN,
    "POST /api/v1/me/exclusion": SIGNED_IN,
    "PUT /api/v1/me/reality-check": SIGNED_IN,
    "POST /api/v1/me/reality-check/seen": SIGNED_IN,
    # People
    "GET /api/v1/people": OPERATOR,
    "GET /api/v1/people/{id}": OPERATOR,
    "PUT /api/v1/people/{id}/roles/{role}": OPERATOR,
    "DELETE /api/v1/people/{id}/roles/{role}": OPERATOR,
    "POST /api/v1/people/{id}/reset-link": OPERATOR,
    "PUT /api/v1/people/{id}/exclusion": OPERATOR,
    "GET /api/v1/people/{id}/sessions": OPERATOR,
    "DELETE /api/v1/people/{id}/sessions": OPERATOR,
    "DELETE /api/v1/people/{id}/sessions/{session}": OPERATOR,
    # Tables: everybody may watch; in which role an act is done, the rules judge
    "GET /api/v1/tables": ALL,
    "POST /api/v1/tables": OPERATOR,
    "GET /api/v1/tables/{id}": ALL,
    "GET /api/v1/tables/{id}/acts": ALL,
    "POST /api/v1/tables/{id}/acts": SIGNED_IN,
    "POST /api/v1/tables/{id}/consider": frozenset(("dealer", "supervisor", "director", "operator")),
    "GET /api/v1/tables/{id}/working": frozenset(("dealer", "supervisor", "operator")),
    "GET /api/v1/tables/{id}/working/offers": frozenset(("dealer", "supervisor", "operator")),
    "GET /api/v1/tables/{id}/journal": ALL,
    "GET /api/v1/tables/{id}/legal": SIGNED_IN,
    "POST /api/v1/tables/{id}/pass": SIGNED_IN,
    "POST /api/v1/tables/{id}/duty": frozenset(("dealer",)),
    "DELETE /api/v1/tables/{id}/duty": frozenset(("dealer", "supervisor", "operator")),
    "POST /api/v1/tables/{id}/seal": OPERATOR,
    "POST /api/v1/tables/{id}/wind-up": OPERATOR,
    "POST /api/v1/tables/{id}/retire": OPERATOR,
    "GET /api/v1/tables/{id}/devices": OPERATOR,
    "POST /api/v1/tables/{id}/devices": OPERATOR,
    "DELETE /api/v1/tables/{id}/devices/{device}": OPERATOR,
    "POST /api/v1/tables/{id}/results": ALL,
    "GET /api/v1/calls": frozenset(("supervisor",)),
    "GET /api/v1/pace": frozenset(("supervisor", "operator")),
    "PUT /api/v1/tables/{id}/pace": OPERATOR,
    "GET /api/v1/tables/{id}/tray": frozenset(("dealer", "supervisor", "operator", "inspector")),
    "POST /api/v1/tables/{id}/slips": frozenset(("dealer", "supervisor", "operator")),
    **{
        f"POST /api/v1/slips/{{number}}/{word}": frozenset(("dealer", "supervisor", "operator"))
        for word in ("count", "sign", "withdraw")
    },
    "GET /api/v1/slips": frozenset(("inspector", "operator")),
    "GET /api/v1/slips/list": frozenset(("inspector", "operator")),
    "PUT /api/v1/tables/{id}/private-copies": OPERATOR,
    "GET /api/v1/tables/{id}/address.svg": ALL,
    "GET /api/v1/private-tables": SIGNED_IN,
    "POST /api/v1/private-tables": PLAYERS,
    "DELETE /api/v1/private-tables/{id}": SIGNED_IN,
    "POST /api/v1/audit/verification": frozenset(("inspector", "operator")),
    "WS /api/v1/tables/{id}/socket": ALL,
    "GET /api/v1/tables/{id}/game": ALL,
    "POST /api/v1/tables/{id}/odds": ALL,
    "GET /api/v1/tables/{id}/chart": ALL,
    "GET /api/v1/tables/{id}/rounds": ALL,
    "GET /api/v1/tables/{id}/rounds/{round}": ALL,
    # What anybody may look up
    "GET /api/v1/address": ALL,
    "GET /api/v1/address.svg": ALL,
    "GET /api/v1/checkpoints": ALL,
    "GET /api/v1/checkpoints/latest": ALL,
    "GET /api/v1/checkpoints/latest.svg": ALL,
    "GET /api/v1/tables/{id}/entries/{number}/checkpoint": ALL,
    "GET /api/v1/games": ALL,
    "GET /api/v1/games/{name}": ALL,
    "POST /api/v1/games/{name}/odds": ALL,
    "GET /api/v1/games/blackjack/chart": ALL,
    "POST /api/v1/practice/{name}": ALL,
    "GET /api/v1/school": ALL,
    "GET /api/v1/school/drills": ALL,
    "GET /api/v1/school/shoes/{game}": ALL,
    "GET /api/v1/school/layouts/{game}": ALL,
    "POST /api/v1/school/console/{name}": ALL,
    "POST /api/v1/school/answers": SIGNED_IN,
    "POST /api/v1/school/exams/{game}": SIGNED_IN,
    "PUT /api/v1/school/exams/{id}": SIGNED_IN,
    "GET /api/v1/school/exams/{id}": SIGNED_IN,
    "GET /api/v1/school/dealers": frozenset({"operator"}),
    "PUT /api/v1/school/requirements/{game}": frozenset({"operator"}),
    "POST /api/v1/last-hand": ALL,
    "GET /api/v1/tournaments/{id}/coach": SIGNED_IN,
    "GET /api/v1/tournaments/{id}/coach/{session_number}/{number}": SIGNED_IN,
    "POST /api/v1/games/blackjack/count": ALL,
    "GET /api/v1/rulebook": ALL,
    "GET /api/v1/rulebook/{clause}": ALL,
    # Tournaments: likewise
    "GET /api/v1/leagues": ALL,
    "POST /api/v1/leagues": frozenset(("director", "operator")),
    "GET /api/v1/leagues/{id}": ALL,
    "GET /api/v1/leagues/{id}/table.csv": ALL,
    "POST /api/v1/leagues/{id}/evenings": frozenset(("director", "operator")),
    "DELETE /api/v1/leagues/{id}/evenings/{tournament}": frozenset(("director", "operator")),
    "GET /api/v1/tournaments": ALL,
    "GET /api/v1/tournaments/over": ALL,
    "POST /api/v1/tournaments": OPERATOR,
    "POST /api/v1/tournaments/forecast": OPERATOR,
    "GET /api/v1/tournaments/{id}": ALL,
    "GET /api/v1/tournaments/{id}/conditions": ALL,
    "GET /api/v1/tournaments/{id}/address.svg": ALL,
    "GET /api/v1/tournaments/{id}/working": frozenset(("director", "operator", "inspector")),
    "GET /api/v1/tournaments/{id}/acts": ALL,
    "POST /api/v1/tournaments/{id}/acts": SIGNED_IN,
    "POST /api/v1/tournaments/{id}/walk-ups": frozenset(("director", "operator")),
    "POST /api/v1/tournaments/{id}/consider": frozenset(("director", "operator")),
    "GET /api/v1/tournaments/{id}/entry": SIGNED_IN,
    "GET /api/v1/tournaments/{id}/journal": ALL,
    "GET /api/v1/tournaments/{id}/legal": SIGNED_IN,
    "GET /api/v1/tournaments/{id}/lists/{kind}": frozenset(("director", "operator", "inspector")),
    "POST /api/v1/tournaments/{id}/seal": OPERATOR,
    "POST /api/v1/tournaments/{id}/wind-up": OPERATOR,
    "WS /api/v1/tournaments/{id}/socket": ALL,
    # The books
    "GET /api/v1/audit": frozenset(("operator", "inspector")),
    "GET /api/v1/house/journal": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/verification": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/journals": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/journals/{id}": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/journals/{id}/text": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/journals/{id}/list": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/staff-log": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/lists/staff-log": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/accounts": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/transfers": frozenset(("operator", "inspector")),
    "GET /api/v1/report": frozenset(("operator", "inspector")),
    "GET /api/v1/report/list": frozenset(("operator", "inspector")),
    "GET /api/v1/report/pdf": frozenset(("operator", "inspector")),
    "GET /api/v1/fairness": frozenset(("operator", "inspector")),
    "GET /api/v1/incidents": frozenset(("operator", "inspector")),
    "GET /api/v1/incidents/list": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/lists/join": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/lists/journals": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/lists/accounts": frozenset(("operator", "inspector")),
    "GET /api/v1/audit/lists/transfers": frozenset(("operator", "inspector")),
    # The operator's console
    "GET /api/v1/table-form": OPERATOR,
    "GET /api/v1/lists/people": OPERATOR,
    "POST /api/v1/invitations/{role}": OPERATOR,
    "POST /api/v1/links/invitation": ALL,
}

ENDS_THE_SESSION = ("DELETE /api/v1/sessions", "DELETE /api/v1/sessions/current")
UNSAFE = tuple(route for route in ROWS if route.split()[0] not in {"GET", "WS"})
NO_BODY_TAKES_THIS = {"no such field": 1}
"""Judged after the role: so nothing is done by those who may."""


class House:
    def __init__(self, running: Running) -> None:
        self.running = running
        self.people: dict[str, Person] = {
            "guest": running.guest(),
            "player": running.account("Pania"),
            "operator": running.operator(),
        }
        for actor, office in OFFICES.items():
            self.people[actor] = running.staff(office, f"Weka the {actor.translate(_ODD)}")
        self.other = running.account("Hinemoa")

    def fresh(self, actor: str) -> Person | None:
        """With a session of its own, which may end."""
        if actor == "anonymous":
            return None
        if actor == "guest":
            return self.running.guest()
        return self.running.sign_in(self.people[actor].name)

    def renew(self, actor: str) -> None:
        """Some routes end every session of an account."""
        if actor in self.people and actor != "guest":
            self.people[actor] = self.running.sign_in(self.people[actor].name)


_ODD = str.maketrans("aeiou", "yyyyy")
"""Names that are like those of offices are kept back."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with server(tmp_path_factory.mktemp("matrix") / "house") as running:
        yield House(running)


def _routes(folder: Path) -> list[str]:
    async def routes() -> list[str]:
        store = SqliteStore(folder / FILE)
        try:
            return [f"{each.method} {each.path}" for each in declared(create_app(Casino(folder, store)))]
        finally:
            await store.close()

    return asyncio.run(routes())


def test_every_route_has_a_row_and_every_row_a_route(tmp_path: Path) -> None:
    found = _routes(tmp_path)
    assert len(found) == len(set(found))
    assert sorted(set(found) - set(ROWS)) == [], "routes without a row"
    assert sorted(set(ROWS) - set(found)) == [], "rows without a route"


def _path(route: str, person: str) -> str:
    method, _, path = route.partition(" ")
    is_safe = method in {"GET", "WS"}
    # Nobody's sign-ins end: they are needed for what follows.
    nobody = "nobody" if route == "DELETE /api/v1/people/{id}/sessions" else ""
    table, tournament = ("roulette-1", "cup-1") if is_safe else ("no-such-table", "no-such-tournament")
    return path.format(
        tournament="no-such-tournament",
        id=table if "/tables/" in path else tournament if "/tournaments/" in path else nobody or person,
        role="no-such-role",
        number=0,
        game="roulette" if is_safe else "no-such-game",
        kind="entries" if "/lists/" in path else "loss",
        session="nothing",
        session_number=1,
        factor="nothing",
        approval="nothing",
        device="nothing",
        name="style.css",
        rest="anything",
        clause="D8 3.1(b)",
        round=1,
    )


def _owners(route: str) -> tuple[str, ...]:
    return ("self", "other") if "/people/{id}" in route else ("-",)


def _cases() -> Iterator[tuple[str, str, str]]:
    for route in ROWS:
        for actor in ACTORS:
            for owner in _owners(route):
                yield route, actor, owner


@pytest.mark.parametrize(("route", "actor", "owner"), tuple(_cases()))
def test_the_matrix(house: House, route: str, actor: str, owner: str) -> None:
    person = house.fresh(actor) if route in ENDS_THE_SESSION else house.people.get(actor)
    whose = house.other.id if owner == "other" or person is None else person.id
    path = _path(route, whose)
    if route.startswith("WS "):
        assert _opens(house.running, path, person) is (actor in ROWS[route])
        return
    client = house.running.client() if person is None else person.client
    method = route.split(maxsplit=1)[0]
    answer = client.request(method, path, json=None if method == "GET" else NO_BODY_TAKES_THIS)
    if route in ENDS_THE_SESSION:
        house.renew(actor)
    if actor in ROWS[route]:
        assert answer.status_code not in {401, 403, 405}, answer.text
        assert answer.status_code < 500
    else:
        expected = (401, "no_session") if person is None else (403, "wrong_role")
        assert (answer.status_code, answer.json()["refusal"]["code"]) == expected


def _opens(running: Running, path: str, person: Person | None) -> bool:
    headers = {} if person is None else {"Authorization": f"Bearer {person.token}"}
    try:
        with connect(running.url.replace("http", "ws", 1) + path, additional_headers=headers) as socket:
            socket.recv(timeout=10)
    except InvalidStatus:
        return False
    return True


@pytest.mark.parametrize("route", UNSAFE)
def test_no_route_that_changes_something_can_be_forged(house: House, route: str) -> None:
    """By cookie, and from another page, or without the token that another page cannot know."""
    browser = house.running.browser()
    browser.post("/api/v1/guests")
    method, path = route.split(maxsplit=1)[0], _path(route, house.other.id)
    foreign = browser.request(method, path, json={}, headers={"Origin": "https://evil.example"})
    assert (foreign.status_code, foreign.json()["refusal"]["code"]) == (403, "wrong_origin")
    blind = browser.request(method, path, json={})
    assert (blind.status_code, blind.json()["refusal"]["code"]) == (403, "wrong_csrf")
    assert browser.get("/api/v1/me").status_code == 200


def _own_pages() -> tuple[str, ...]:
    return tuple(
        route.split()[1] for route in ROWS if route.startswith("GET /api/v1/me") or route == "GET /api/v1/sessions"
    )


@pytest.mark.parametrize("path", _own_pages())
def test_what_is_ones_own_shows_nobody_else(house: House, path: str) -> None:
    other = house.other
    for query in ("", f"?id={other.id}", f"?person={other.id}", f"?name={other.name}"):
        answer = house.people["player"].client.get(path + query)
        assert answer.status_code == 200
        assert other.id not in answer.text
        assert other.name not in answer.text


def test_another_s_session_cannot_be_ended(house: House) -> None:
    sessions = house.other.get("/api/v1/sessions")["sessions"]
    for actor, person in house.people.items():
        answer = person.ask("DELETE", f"/api/v1/sessions/{sessions[0]['session']}")
        assert answer.status_code == 404, actor
    assert house.other.ask("GET", "/api/v1/me").status_code == 200


@pytest.mark.parametrize("actor", ["guest", "player", "inspector", "director"])
def test_nobody_acts_in_another_s_name(house: House, actor: str) -> None:
    before = house.other.get("/api/v1/me")["money"]
    act = {"act": {"act": "buy in", "amount": 100_00, "player": house.other.id}, "key": f"for-{actor}"}
    answer = house.people[actor].ask("POST", "/api/v1/tables/roulette-1/acts", act)
    assert answer.status_code in {400, 403, 409}
    assert house.other.get("/api/v1/me")["money"] == before


@pytest.mark.parametrize("actor", [actor for actor in ACTORS if actor not in {"anonymous", "guest", "player"}])
def test_who_works_for_the_house_does_not_play_in_it(house: House, actor: str) -> None:
    for acting in ({}, {"as": "player"}):
        act = {"act": {"act": "buy in", "amount": 100_00}, "key": f"play-{actor}-{len(acting)}", **acting}
        answer = house.people[actor].ask("POST", "/api/v1/tables/roulette-1/acts", act)
        assert answer.status_code in {400, 403, 409}, answer.text


@pytest.mark.parametrize("role", ["dealer", "game supervisor", "operator", "tournament director"])
@pytest.mark.parametrize("actor", ["guest", "player", "inspector"])
def test_nobody_acts_in_a_role_that_is_not_theirs(house: House, actor: str, role: str) -> None:
    number = house.running.client().get("/api/v1/tables/roulette-live-1").json()
    act = {"act": {"act": "open table"}, "key": f"as-{actor}-{role.replace(' ', '-')}", "as": role}
    answer = house.people[actor].ask("POST", "/api/v1/tables/roulette-live-1/acts", act)
    assert answer.status_code in {400, 403, 409}, answer.text
    assert house.running.client().get("/api/v1/tables/roulette-live-1").json()["number"] == number["number"]
