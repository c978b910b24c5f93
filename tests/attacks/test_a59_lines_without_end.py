"""One guest who has the house write about them without end: its journal is kept for good (A59)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyotp
from msgspec.structs import replace

from croupier.record.journals.journal import HOUSE_STREAM
from croupier.serve.process.settings import Rate, ServerSettings
from croupier.serve.wire.declared import declared
from tests.support.server.wire import FREE, PASSWORD, Guest, House, in_house

FEW = replace(FREE, records=Rate(8, 0.001))
TIMES = 4
ELSEWHERE = {"x-forwarded-for": "198.51.100.7"}
RECORDED = {
    "POST /api/v1/me/money",
    "PUT /api/v1/me/limits/{kind}",
    "POST /api/v1/me/time-out",
    "POST /api/v1/me/exclusion",
    "PUT /api/v1/me/reality-check",
    "POST /api/v1/me/second-factors",
    "DELETE /api/v1/me/second-factors/{factor}",
    "POST /api/v1/me/recovery-codes",
    "POST /api/v1/school/exams/{game}",
    "PUT /api/v1/school/exams/{id}",
}
"""All that people without an office have written there by themselves, beside what comes through the doors."""


async def _lines(house: House) -> int:
    sql = "SELECT count(*) FROM journal WHERE stream = ?"
    ((found,),) = await house.store.read(lambda connection: connection.execute(sql, (HOUSE_STREAM,)).fetchall())
    return int(found)


async def _has_a_lot_written(house: House, guest: Guest, member: Guest) -> None:
    """Everything that a player can do which the house's journal tells of, again and again."""
    for time in range(TIMES):
        code = {}
        if (offered := await house.ask("POST", "/api/v1/me/second-factors/totp", member)).status_code == 201:
            code = {"code": pyotp.TOTP(offered.json()["secret"]).at(int(house.time)), "name": "An app"}
        wishes: list[tuple[str, str, Guest, Any]] = [
            ("PUT", "/api/v1/me/limits/deposit", guest, {"amount": 1_000_00 - time}),
            ("PUT", "/api/v1/me/limits/loss", guest, {"amount": 1_000_00 + time}),
            ("PUT", "/api/v1/me/reality-check", guest, {"minutes": 10 + time}),
            ("POST", "/api/v1/me/money", guest, {"amount": 1, "key": f"money-{time}"}),
            ("POST", "/api/v1/me/second-factors", member, code),
            ("POST", "/api/v1/me/recovery-codes", member, None),
        ]
        for method, path, who, body in wishes:
            await house.ask(method, path, who, json=body)
        held = (await house.ask("GET", "/api/v1/me/second-factors", member)).json()["factors"]
        for each in held:
            await house.ask("DELETE", f"/api/v1/me/second-factors/{each['id']}", member)
    await house.ask("POST", "/api/v1/me/time-out", guest, json={"length": "24 hours"})


def _written(folder: Path, settings: ServerSettings) -> int:
    async def scenario(house: House) -> int:
        guest = await house.guest()
        entered = await house.ask(
            "POST", "/api/v1/accounts", json={"name": "Zoe", "password": PASSWORD, "session": "token"}
        )
        member = Guest(entered.json()["id"], entered.json()["token"])
        before = await _lines(house)
        await _has_a_lot_written(house, guest, member)
        found = await _lines(house) - before
        # Whoever is elsewhere sets a limit all the same.
        limit = await house.ask("PUT", "/api/v1/me/limits/loss", guest, json={"amount": 1_00}, headers=ELSEWHERE)
        assert limit.status_code == 200
        return found

    return in_house(folder, scenario, settings=settings)


def test_A59_one_address_has_so_much_written_and_no_more(tmp_path: Path) -> None:
    # A factor brings its recovery codes along, or takes them: three lines at most.
    assert 8 <= _written(tmp_path, FEW) <= 3 * 8


def test_A59_a_house_that_writes_without_end_is_found(tmp_path: Path) -> None:
    """As it was."""
    assert _written(tmp_path, FREE) >= 6 * TIMES + 1


def test_A59_every_route_that_is_written_down_for_good_says_so(tmp_path: Path) -> None:
    async def scenario(house: House) -> set[str]:
        routes = declared(house.app._app)
        return {f"{each.method} {each.path}" for each in routes if each.handler.opt.get("recorded")}

    assert in_house(tmp_path, scenario) == RECORDED
