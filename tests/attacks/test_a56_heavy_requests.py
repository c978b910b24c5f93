"""One address that has work done without end: rates that count every request alike let it have it all (A56)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.house_rules.rules import HouseRule
from croupier.serve.process.settings import Rate, ServerSettings
from croupier.serve.routes.table_play import practice
from croupier.serve.security import auth
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import SOLVER
from croupier.serve.wire.declared import declared
from tests.support.server.wire import FREE, Guest, House, in_house

DRILLS, SHOE = "/api/v1/school/drills?count=1&game=money-wheel", "/api/v1/school/shoes/money-wheel?rounds=1"
FEW = replace(FREE, heavy=Rate(9, 0.001))
"""Two requests for drills, and not three."""
NO_HEADERS: Mapping[str, str] = {}
ELSEWHERE = {"x-forwarded-for": "198.51.100.7"}
WEIGHED = {
    "GET /api/v1/checkpoints",
    "GET /api/v1/checkpoints/latest.svg",
    "GET /api/v1/leagues/{id}",
    "GET /api/v1/leagues/{id}/table.csv",
    "GET /api/v1/me/data",
    "GET /api/v1/school/drills",
    "GET /api/v1/school/shoes/{game}",
    "GET /api/v1/tables/{id}/entries/{number}/checkpoint",
    "GET /api/v1/tables/{id}/journal",
    "GET /api/v1/tables/{id}/rounds",
    "GET /api/v1/tables/{id}/rounds/{round}",
    "GET /api/v1/tournaments/{id}/coach",
    "GET /api/v1/tournaments/{id}/coach/{session_number}/{number}",
    "GET /api/v1/tournaments/{id}/journal",
    "POST /api/v1/school/answers",
    "POST /api/v1/school/exams/{game}",
    "PUT /api/v1/school/exams/{id}",
}


async def _statuses(
    house: House, path: str, times: int, who: Guest | None = None, headers: Mapping[str, str] = NO_HEADERS
) -> list[int]:
    return [(await house.ask("GET", path, who, headers=headers)).status_code for _ in range(times)]


def _asked(folder: Path, settings: ServerSettings) -> list[list[int]]:
    """By guests of one address, by another address, for something light, and by somebody who works here."""

    async def scenario(house: House) -> list[list[int]]:
        ana, ben, boss = await house.guest(), await house.guest(), await house.operator()
        return [
            [*await _statuses(house, DRILLS, 2, ana), *await _statuses(house, SHOE, 2, ben)],
            await _statuses(house, DRILLS, 2, headers=ELSEWHERE),
            await _statuses(house, "/api/v1/here", 3, ana),
            await _statuses(house, DRILLS, 3, boss),
        ]

    return in_house(folder, scenario, settings=settings)


def test_A56_an_address_has_so_much_worked_out_and_others_are_answered(tmp_path: Path) -> None:
    assert _asked(tmp_path, FEW) == [[200, 200, 429, 429], [200, 200], [200, 200, 200], [200, 200, 429]]


def test_A56_a_house_that_counts_every_request_alike_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: whoever asked for drills had as many a second as whoever asked for the time."""
    monkeypatch.setattr(auth, "weigh", lambda *_: None)
    assert _asked(tmp_path, FEW)[0] == [200, 200, 200, 200]


def test_A56_every_long_work_says_so(tmp_path: Path) -> None:
    """Those that are left out here cost a few milliseconds, or are for staff, or wait in a queue of their own (A46)."""

    async def scenario(house: House) -> set[str]:
        routes = declared(house.app._app)
        return {f"{each.method} {each.path}" for each in routes if each.handler.opt.get("heavy")}

    assert in_house(tmp_path, scenario) == WEIGHED


def test_A56_a_practice_that_is_played_again_from_its_first_line_is_weighed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that goes on where it ended costs nothing."""
    monkeypatch.setattr(practice, "ACTS_PLAYED_AGAIN", 1)
    path = "/api/v1/practice/roulette"

    async def scenario(house: House) -> None:
        async def practise(acts: list[str], act: dict[str, Any] | None) -> Any:
            return await house.ask("POST", path, json={"acts": acts, "act": act, "hints": False})

        acts = (await practise([], None)).json()["acts"]
        for amount in (5_00, 10_00, 15_00, 20_00, 25_00, 30_00):
            said = await practise(acts, {"act": "wager", "position": {"kind": "red"}, "amount": amount})
            assert said.status_code == 200, said.text
            acts = said.json()["acts"]
        practice.KEPT._tables.clear()
        assert [(await practise(acts[:many], None)).status_code for many in (6, 5)] == [200, 429]
        assert (await practise([], None)).status_code == 200

    in_house(tmp_path, scenario, settings=FEW)


def test_A56_hints_and_charts_count_against_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They wait in one queue; whoever asked for every chart that there can be took all its places."""
    askers: list[str] = []

    async def ask(_question: Any, _answer: Any, asker: str = "") -> Any:
        askers.append(asker)
        raise Problem(503, HouseRule.SOLVER_BUSY.refusal())

    monkeypatch.setattr(SOLVER, "ask", ask)

    async def scenario(house: House) -> None:
        table = await house.table("blackjack")
        for path in ("/api/v1/games/blackjack/chart?decks=7", f"/api/v1/tables/{table}/chart"):
            assert (await house.ask("GET", path, headers=ELSEWHERE)).status_code == 503
        for _ in range(20):  # until a hand is in turn
            acts = (await house.ask("POST", "/api/v1/practice/blackjack", json={})).json()["acts"]
            for act in (
                {"act": "wager", "position": {"kind": "box", "numbers": [1]}, "amount": 5_00},
                {"act": "no more bets"},
            ):
                body = {"acts": acts, "act": act}
                said = await house.ask("POST", "/api/v1/practice/blackjack", json=body, headers=ELSEWHERE)
                assert said.status_code == 200, said.text
                acts = said.json()["acts"]
            if len(askers) > 2:
                break
        assert set(askers) == {"198.51.100.7"}
        assert len(askers) == 3

    in_house(tmp_path, scenario)
