"""A clock that jumps: limits of another day, exclusions that end, and nobody who notices (A36)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house_clock import BELIEVED_AFTER, HOUR, LARGEST_STEP, HouseClock
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.roles import HouseRole
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.serve.security.auth import FRESH_SECONDS
from tests.support.server.steady_clock import Steady
from tests.support.server.wire import NOON, PASSWORD, Guest, House, buy_in, in_house, wager


async def at_live_table(house: House) -> tuple[str, Guest]:
    """A live table, and a player with chips there: nothing is drawn, so what is staked stays staked."""
    table, dealer = await house.table(live=True, betting_seconds=None), await house.staff(HouseRole.DEALER, "Dora")
    await house.ask("POST", f"/api/v1/tables/{table}/duty", dealer)
    assert (await house.act(table, dealer, "open", {"act": "open table"})).status_code == 201
    ana = await house.guest()
    assert (await house.act(table, ana, "buy", buy_in(200_00))).status_code == 201
    return table, ana


async def code(work: Any) -> str:
    """The code with which it is refused; nothing where it is done."""
    answer = await work
    return "" if answer.status_code < 400 else str(answer.json()["refusal"]["code"])


async def limited(house: House) -> tuple[str, Guest]:
    """A player whose limit of the day is used up."""
    table, ana = await at_live_table(house)
    await house.ask("PUT", "/api/v1/me/limits/loss", ana, json={"amount": 10_00})
    assert await code(house.act(table, ana, "w1", wager(17, 10_00))) == ""
    assert await code(house.act(table, ana, "w2", wager(18, 5_00))) == "loss_limit"
    return table, ana


def test_A36_a_jump_ahead_begins_no_day_of_play(tmp_path: Path) -> None:
    steady = Steady()

    async def scenario(house: House) -> None:
        table, ana = await limited(house)
        house.time += DAY
        assert await code(house.act(table, ana, "w3", wager(18, 5_00))) == "loss_limit"
        house.time += BELIEVED_AFTER
        steady.seconds += BELIEVED_AFTER
        assert await code(house.act(table, ana, "w4", wager(18, 5_00))) == "", "a day has really gone by"

    in_house(tmp_path, scenario, steady=steady)


def test_A36_a_day_that_really_goes_by_begins_a_new_one(tmp_path: Path) -> None:
    steady = Steady()

    async def scenario(house: House) -> None:
        table, ana = await limited(house)
        house.time += DAY
        steady.seconds += DAY
        assert await code(house.act(table, ana, "w3", wager(18, 5_00))) == ""

    in_house(tmp_path, scenario, steady=steady)


def test_A36_there_and_back_again_is_one_day(tmp_path: Path) -> None:
    """A table that was played at meanwhile keeps its later time: it is no second day for those who play there."""
    steady = Steady()

    async def scenario(house: House) -> None:
        table, ana = await limited(house)
        house.time += DAY
        ben = await house.guest()
        assert await code(house.act(table, ben, "buy", buy_in(100_00))) == ""
        house.time -= DAY
        assert await code(house.act(table, ana, "w3", wager(18, 5_00))) == "loss_limit"

    in_house(tmp_path, scenario, steady=steady)


def test_A36_no_exclusion_ends_and_no_play_money_comes_early(tmp_path: Path) -> None:
    steady = Steady()

    async def scenario(house: House) -> None:
        table, ana = await at_live_table(house)
        await house.ask("PUT", "/api/v1/me/limits/deposit", ana, json={"amount": 1_100_00})
        asked = {"amount": 100_00, "key": "m1"}
        assert await code(house.ask("POST", "/api/v1/me/money", ana, json=asked)) == ""
        ben = await house.guest()
        await house.ask("POST", "/api/v1/me/time-out", ben, json={"length": "24 hours"})
        house.time += 2 * DAY
        again = {"amount": 100_00, "key": "m2"}
        assert await code(house.ask("POST", "/api/v1/me/money", ana, json=again)) == "deposit_limit"
        assert await code(house.act(table, ben, "buy", buy_in(100_00))) == "timed_out"

    in_house(tmp_path, scenario, steady=steady)


def test_A36_no_play_money_comes_twice_after_a_clock_that_went_ahead_and_back(tmp_path: Path) -> None:
    """Lines keep the later time, and what they grant counts into that day: it is looked at too."""
    steady = Steady()

    async def asked(house: House, guest: Guest, key: str) -> str:
        return await code(house.ask("POST", "/api/v1/me/money", guest, json={"amount": 1_000_00, "key": key}))

    async def scenario(house: House) -> None:
        ana, ben = await house.guest(), await house.guest()
        await house.ask("PUT", "/api/v1/me/limits/deposit", ben, json={"amount": 2_500_00})
        house.time += 2 * DAY
        await house.guest()  # a line of that time
        house.time -= 2 * DAY
        given = [await asked(house, ana, f"m{number}") for number in range(12)]
        assert given == [""] * 9 + ["grant_day"] * 3, "with the newcomer's $1,000 it is $10,000"
        assert [await asked(house, ben, f"m{number}") for number in range(3)] == ["", "deposit_limit", "deposit_limit"]
        assert inspect(house.casino.folder).breaches == ()
        house.time += 3 * DAY
        steady.seconds += 3 * DAY
        assert await asked(house, ana, "later") == "", "a day that really came"

    in_house(tmp_path, scenario, steady=steady)


def test_A36_no_session_ends_by_a_jump(tmp_path: Path) -> None:
    """A guest cannot sign in again: with the session the wallet would be gone."""

    async def scenario(house: House) -> None:
        guest = await house.guest()
        house.time += 40 * DAY
        assert await code(house.ask("GET", "/api/v1/me", guest)) == ""
        house.time -= 40 * DAY
        assert await code(house.ask("GET", "/api/v1/me", guest)) == ""

    in_house(tmp_path, scenario, steady=Steady())


def test_A36_a_jump_is_said_in_health_and_stands_in_the_journal_once(tmp_path: Path) -> None:
    steady = Steady()

    async def scenario(house: House) -> None:
        async def health() -> Any:
            return (await house.ask("GET", "/health")).json()

        assert (await health())["clock_jumped"] == 0
        assert (await health())["ok"]
        house.time += DAY
        assert (await health())["clock_jumped"] == DAY
        assert not (await health())["ok"]
        for _ in range(3):
            await house.casino.note_jump()
        lines = [row.line for row in await house.store.tail(HOUSE_STREAM, -1, 1000)]
        assert sum(f"clock jumped by {DAY} seconds" in line for line in lines) == 1
        house.time -= DAY
        assert (await health())["ok"]

    in_house(tmp_path, scenario, steady=steady)


def test_A36_a_day_is_read_before_it_counts(tmp_path: Path) -> None:
    """A server that starts while the clock is wrong knows another day first; the right one is read when it is back."""

    async def first(house: House) -> str:
        return (await limited(house))[1].id

    ana = in_house(tmp_path, first)

    async def second(house: House) -> None:
        house.time = NOON + DAY
        await house.casino.guard.load((ana,), NOON + DAY)
        assert house.casino.guard.lost_today(ana, NOON + DAY) == 0
        house.time = NOON
        await house.casino.guard.load((ana,), NOON)
        assert house.casino.guard.lost_today(ana, NOON) == 10_00

    in_house(tmp_path, second)


@pytest.mark.parametrize("step", [-DAY, -LARGEST_STEP, LARGEST_STEP, DAY])
def test_A36_every_large_step_is_noticed_and_believed_after_a_day(step: int) -> None:
    steady, time = Steady(), [float(NOON)]
    clock = HouseClock(lambda: time[0], steady)
    time[0] += step
    assert clock.jumped() == step
    assert clock.time() == NOON
    for seconds in (BELIEVED_AFTER - 1, 1):
        assert clock.jumped() == step
        time[0] += seconds
        steady.seconds += seconds
    assert clock.jumped() == 0
    assert clock.time() == NOON + step + BELIEVED_AFTER


def test_A36_a_clock_that_is_set_right_little_by_little_is_followed() -> None:
    steady, time = Steady(), [float(NOON)]
    clock = HouseClock(lambda: time[0], steady)
    for _ in range(10):
        time[0] += LARGEST_STEP - 1
        assert clock.jumped() == 0
        time[0] += HOUR
        steady.seconds += HOUR
    assert clock.time() == int(time[0])


@pytest.mark.parametrize("way", [1, -1])
def test_A36_many_small_steps_are_a_jump(way: int) -> None:
    """Whoever can set the clock could otherwise bring the next day about a minute at a time."""
    steady, time = Steady(), [float(NOON)]
    clock = HouseClock(lambda: time[0], steady)
    for _ in range(100):
        time[0] += 1 + way * (LARGEST_STEP - 1)
        steady.seconds += 1
        clock.jumped()
    assert abs(clock.jumped()) > 90 * (LARGEST_STEP - 1)
    assert abs(clock.time() - NOON - 100) < LARGEST_STEP


def test_A36_a_thousand_looks_are_no_step() -> None:
    """Between two looks at two clocks a moment goes by: it adds up to nothing."""
    steady, time = Steady(), [float(NOON)]
    clock = HouseClock(lambda: time[0], steady)
    for number in range(1_000):
        time[0] += 0.9 if number % 2 else -0.9
        assert clock.jumped() == 0


def test_A36_who_carries_a_mark_comes_in_excluded_while_the_clock_is_ahead(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        until = house.casino.time() + DAY
        mark = house.casino.front_desk.exclusion_mark(until)
        house.time += 2 * DAY
        came = await house.ask(
            "POST", "/api/v1/guests", headers={"cookie": f"croupier_excluded={mark}"}, json={"session": "token"}
        )
        house.time -= 2 * DAY
        guest = Guest(came.json()["id"], came.json()["token"])
        shown = (await house.ask("GET", "/api/v1/me", guest)).json()
        assert shown["play"]["excluded_until"] == until

    in_house(tmp_path, scenario, steady=Steady())


async def _may_give_a_role(house: House, boss: Guest, somebody: Guest) -> str:
    return await code(house.ask("PUT", f"/api/v1/people/{somebody.id}/roles/dealer", boss))


def test_A36_an_idle_console_is_not_fresh_again_because_the_clock_went_back(tmp_path: Path) -> None:
    steady = Steady()

    async def scenario(house: House) -> None:
        boss, dora = await house.operator(), await house.staff(HouseRole.DEALER, "Dora")
        assert await _may_give_a_role(house, boss, dora) == ""
        house.time += FRESH_SECONDS + 1 - 3_600
        steady.seconds += FRESH_SECONDS + 1
        assert await _may_give_a_role(house, boss, dora) == "prove_again"
        proof = {"password": PASSWORD}
        assert (await house.ask("POST", "/api/v1/me/proof", boss, json=proof)).status_code == 204
        assert await _may_give_a_role(house, boss, dora) == ""

    in_house(tmp_path, scenario, steady=steady)


def test_A36_a_sign_in_of_tomorrow_is_not_fresh_until_tomorrow(tmp_path: Path) -> None:
    steady = Steady()

    async def scenario(house: House) -> None:
        boss, dora = await house.operator(), await house.staff(HouseRole.DEALER, "Dora")
        house.time += 3_600
        who = {"name": "Olga", "password": PASSWORD, "session": "token"}
        again = Guest(boss.id, (await house.ask("POST", "/api/v1/sessions", json=who)).json()["token"])
        house.time -= 3_600
        assert await _may_give_a_role(house, again, dora) == "prove_again"
        proof = {"password": PASSWORD}
        assert (await house.ask("POST", "/api/v1/me/proof", again, json=proof)).status_code == 204
        assert await _may_give_a_role(house, again, dora) == ""
        steady.seconds += FRESH_SECONDS + 1
        house.time += FRESH_SECONDS + 1
        assert await _may_give_a_role(house, again, dora) == "prove_again"

    in_house(tmp_path, scenario, steady=steady)


def test_A36_a_house_that_believes_its_clock_is_found(tmp_path: Path) -> None:
    """As it was: the jump begins a day, and with it the limit."""

    async def scenario(house: House) -> None:
        table, ana = await limited(house)
        house.time += DAY
        assert await code(house.act(table, ana, "w3", wager(18, 5_00))) == ""

    in_house(tmp_path, scenario)
