"""Addresses with what no database takes: they name nothing, and are no error of ours (A54)."""

from __future__ import annotations

from pathlib import Path

import pyotp
import pytest

from tests.support.floor.postgres import fresh, url_of
from tests.support.server.real_server import Person, Running, server
from tests.support.server.wire import House, in_house

HUGE = "99999999999999999999"
BEHIND = (
    ("GET", f"tables/roulette-1/rounds/{HUGE}"),
    ("GET", f"tables/roulette-1/entries/{HUGE}/checkpoint"),
    ("GET", f"tables/roulette-1/entries/-{HUGE}/checkpoint"),
    ("POST", f"slips/{HUGE}/sign"),
    ("GET", "school/exams/%00"),
    ("GET", "people/%00"),
    ("DELETE", "me/second-factors/%00"),
    ("GET", "tables/%00"),
    ("GET", "tables/%ED%A0%80"),
)


def _answers(running: Running, who: Person | None) -> set[int]:
    ask = running.client() if who is None else who.client
    return {ask.request(method, f"/api/v1/{path}").status_code for method, path in BEHIND}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_A54_an_address_that_no_database_takes_names_nothing(tmp_path: Path, kind: str) -> None:
    options = () if kind == "sqlite" else ("--database", url_of(fresh()))
    with server(tmp_path / "house", *options) as running:
        assert _answers(running, running.operator()) == {404}
        assert _answers(running, None) <= {401, 404}
        assert "Traceback" not in running.log()


def test_A54_words_that_no_database_takes_do_not_come_to_it(tmp_path: Path) -> None:
    """PostgreSQL takes no zero byte."""

    async def scenario(house: House) -> None:
        boss = await house.operator()
        offer = (await house.ask("POST", "/api/v1/me/second-factors/totp", boss)).json()
        code = pyotp.TOTP(offer["secret"]).at(int(house.time))
        body = {"code": code, "name": " My\0 \t phone\u202e\u0007"}
        assert (await house.ask("POST", "/api/v1/me/second-factors", boss, json=body)).status_code == 201
        held = (await house.ask("GET", "/api/v1/me/second-factors", boss)).json()["factors"]
        assert [each["name"] for each in held] == ["My phone"]
        ana = await house.guest()
        order = {"until": int(house.time) + 9_000, "reason": "a\0b"}
        answer = await house.ask("PUT", f"/api/v1/people/{ana.id}/exclusion", boss, json=order)
        assert answer.json()["refusal"]["code"] == "bad_exclusion"
        listed = await house.ask("GET", "/api/v1/people?after=%00", boss)
        assert {each["id"] for each in listed.json()["people"]} == {ana.id, boss.id}

    in_house(tmp_path, scenario)
