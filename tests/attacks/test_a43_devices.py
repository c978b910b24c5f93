"""Results from devices: wrong, revoked and stolen tokens, repeats, wrong order, acts that do not exist (A43)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from croupier.floor import devices_office
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.roles import HouseRole
from croupier.serve.process.settings import Rate, ServerSettings
from tests.support.server.wire import FREE, Guest, House, buy_in, in_house, wager

BALL = {"act": "spin ball", "ball": "clockwise", "wheel": "anticlockwise"}
SPIN = {"act": "spin", "number": 17}


class Wheel(NamedTuple):
    """A live roulette table where the ball runs, and a sensor that will say where it falls."""

    house: House
    table: str
    dora: Guest
    operator: Guest
    device: str
    token: str

    async def report(self, number: int, act: Any = SPIN, token: str | None = None, table: str = "") -> tuple[int, str]:
        """The status, and the code of a refusal."""
        answer = await self.house.ask(
            "POST",
            f"/api/v1/tables/{table or self.table}/results",
            json={"number": number, "act": act},
            headers={"Authorization": f"Device {self.token if token is None else token}"},
        )
        return answer.status_code, answer.json().get("refusal", {}).get("code", "")

    async def spin_ball(self) -> None:
        for act in (BALL, {"act": "no more bets"}):
            key = f"k{self.house.casino.actors[self.table].head.number}"
            assert (await self.house.act(self.table, self.dora, key, act, **{"as": "dealer"})).status_code == 201

    async def lines(self, stream: str) -> list[str]:
        return [row.line for row in await self.house.store.tail(stream, -1, 10_000)]


async def _wheel(house: House) -> Wheel:
    table, dora, operator = await house.table(live=True), await house.staff(HouseRole.DEALER, "Dora"), None
    operator = await house.operator()
    assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dora)).status_code == 201
    assert (await house.act(table, dora, "open", {"act": "open table"}, **{"as": "dealer"})).status_code == 201
    answer = await house.ask("POST", f"/api/v1/tables/{table}/devices", operator, json={"name": "Sensor"})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    wheel = Wheel(house, table, dora, operator, made["device"]["id"], made["token"])
    ana = await house.guest()
    assert (await house.act(table, ana, "a1", buy_in(100_00))).status_code == 201
    assert (await house.act(table, ana, "a2", wager(17, 10_00))).status_code == 201
    await wheel.spin_ball()
    return wheel


def _at_wheel(folder: Path, scenario: Any, settings: ServerSettings = FREE) -> None:
    async def within(house: House) -> None:
        await scenario(await _wheel(house))

    in_house(folder, within, settings=settings)
    assert inspect(folder).breaches == ()


def test_A43_a_result_is_the_dealers_and_says_that_a_device_sent_it(tmp_path: Path) -> None:
    async def scenario(wheel: Wheel) -> None:
        assert await wheel.report(1) == (201, "")
        [line] = [line for line in await wheel.lines(wheel.table) if "spin 17" in line]
        assert wheel.dora.id in line
        assert f"key device-{wheel.device}-1" in line
        # The token itself stands nowhere in the house.
        kept = await wheel.house.store.read(lambda c: c.execute("SELECT settings FROM tables").fetchall())
        everything = str(kept) + "".join([*await wheel.lines("house"), *await wheel.lines(wheel.table)])
        assert wheel.token not in everything

    _at_wheel(tmp_path, scenario)


def test_A43_a_repeat_and_a_result_out_of_order_are_refused_and_logged(tmp_path: Path) -> None:
    async def scenario(wheel: Wheel) -> None:
        assert await wheel.report(2) == (409, "device_number")
        assert await wheel.report(1) == (201, "")
        # The same again, and with another number on the wheel: neither counts, also in the next round.
        assert await wheel.report(1) == (409, "device_number")
        assert await wheel.report(1, {"act": "spin", "number": 5}) == (409, "device_number")
        refusals = [line for line in await wheel.lines("house") if f"device {wheel.device} refused" in line]
        assert len(refusals) == 3
        assert all("device_number" in line for line in refusals)

    _at_wheel(tmp_path, scenario)


def test_A43_wrong_revoked_and_other_tables_tokens_open_nothing(tmp_path: Path) -> None:
    async def scenario(wheel: Wheel) -> None:
        assert await wheel.report(1, token="") == (401, "no_such_device")
        assert await wheel.report(1, token=wheel.token[:-1] + ("A" if wheel.token[-1] != "A" else "B")) == (
            401,
            "no_such_device",
        )
        other = await wheel.house.table(live=True)
        assert await wheel.report(1, table=other) == (409, "device_elsewhere")
        itself = await wheel.house.table()
        assert await wheel.report(1, table=itself) == (409, "deals_itself")
        path = f"/api/v1/tables/{wheel.table}/devices/{wheel.device}"
        assert (await wheel.house.ask("DELETE", path, wheel.dora)).status_code == 403
        assert (await wheel.house.ask("DELETE", path, wheel.operator)).status_code == 204
        assert await wheel.report(1) == (409, "device_revoked")
        assert (await wheel.house.ask("DELETE", path, wheel.operator)).json()["refusal"]["code"] == "no_such_device"
        house = "".join(await wheel.lines("house"))
        assert f"device {wheel.device} refused at {other}: device_elsewhere" in house
        assert f"device {wheel.device} refused at {wheel.table}: device_revoked" in house
        assert f"table {wheel.table} device {wheel.device} revoked by {wheel.operator.id}" in house
        assert not any("spin 17" in line for line in await wheel.lines(wheel.table))

    _at_wheel(tmp_path, scenario)


def test_A43_a_device_does_nothing_but_report_results_of_a_dealer_on_duty(tmp_path: Path) -> None:
    async def scenario(wheel: Wheel) -> None:
        assert await wheel.report(1, {"act": "collect"}) == (409, "no_result")
        assert await wheel.report(2, {"act": "buy in", "amount": 5}) == (409, "no_result")
        assert await wheel.report(3, {"act": "spin", "number": 99}) == (409, "no_such_number")
        # Nobody else writes a key that looks like a device's.
        answer = await wheel.house.act(wheel.table, wheel.dora, "device-x-1", SPIN, **{"as": "dealer"})
        assert answer.json()["refusal"]["code"] == "bad_key"
        assert (await wheel.house.ask("DELETE", f"/api/v1/tables/{wheel.table}/duty", wheel.dora)).status_code == 204
        assert await wheel.report(4) == (409, "not_on_duty")

    _at_wheel(tmp_path, scenario)


def test_A43_a_device_that_sends_without_end_is_slowed_down(tmp_path: Path) -> None:
    async def scenario(wheel: Wheel) -> None:
        answers = [await wheel.report(number, {"act": "collect"}) for number in range(1, 6)]
        assert answers == [(409, "no_result")] * 3 + [(429, "too_many")] * 2
        guesses = [(await wheel.report(1, token=f"guess{n}"))[0] for n in range(5)]
        assert guesses == [401] * 2 + [429] * 3

    settings = ServerSettings(
        doors=Rate(3, 0.001), requests=FREE.requests, address=FREE.address, devices=Rate(3, 0.001)
    )
    _at_wheel(tmp_path, scenario, settings)


def test_A43_a_house_that_forgets_the_numbers_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted bug: whatever number comes is the one that was due."""
    monkeypatch.setattr(devices_office, "_take_number", lambda _connection, _device, number: number)

    async def scenario(wheel: Wheel) -> None:
        assert await wheel.report(1) == (201, "")
        assert await wheel.report(1, {"act": "spin", "number": 5}) != (409, "device_number")

    _at_wheel(tmp_path, scenario)
