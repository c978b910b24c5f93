"""Calls at roulette: a number with its neighbours, a number complete, and parts of the wheel, each by one gesture."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.layouts import small_targets
from tests.support.page.player import CALM, own_table, sit_down, staked
from tests.support.server.real_server import Running

TIERS = ("5-8", "10-11", "13-16", "23-24", "27-30", "33-36")
MORE = {"options": {"neighbours": True}}


def called(page: Page, what: str) -> None:
    page.get_by_test_id("racetrack").locator(f'[data-call="{what}"]').click()


def wagers(floor: Running, table: str) -> list[str]:
    """What lies there by the house's word, in the order in which it came."""
    journal = floor.client().get(f"/api/v1/tables/{table}/journal").text
    return re.findall(r": wager \d+ (?:in colour )?on ([^#]*) #", journal)


def test_neighbours_are_plain_wagers_one_by_one(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", **CALM, **MORE)
    page = sit_down(arrive(), table)
    assert faults(page) == []
    called(page, "17")
    staked(page, "$25.00")
    assert sorted(wagers(floor, table)) == sorted(["2", "25", "17", "34", "6"])
    page.get_by_role("button", name="Undo").click()
    staked(page, "$20.00")
    page.get_by_role("button", name="Clear").click()
    staked(page, "$0.00")
    page.get_by_label("its Neighbour area").check()
    called(page, "17")
    staked(page, "$5.00")
    assert wagers(floor, table)[-1].startswith("neighbour")


def test_a_number_complete_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", **CALM)
    page = sit_down(arrive(), table)
    page.get_by_label("all its places").check()
    page.get_by_test_id("racetrack").locator("[data-at='0']").focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    staked(page, "$60.00")
    assert len(wagers(floor, table)) == len(set(wagers(floor, table))) == 12
    expect(page.get_by_label("its Neighbour area")).to_have_count(0)


@pytest.mark.parametrize("width", [390, 320])
def test_a_third_of_the_wheel_by_touch(arrive: Arrive, floor: Running, width: int) -> None:
    table = own_table(floor, "roulette", **CALM)
    page = sit_down(arrive(width=width, height=844), table)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert small_targets(page) == []
    page.get_by_test_id("racetrack").locator('[data-call="tiers"]').tap()
    staked(page, "$30.00")
    assert sorted(wagers(floor, table)) == sorted(
        f"split {each}" for each in ("5-8", "10-11", "13-16", "23-24", "27-30", "33-36")
    )
    page.get_by_label("4 each side").check()
    page.keyboard.press("3")  # chips of 25 dollars
    page.get_by_test_id("racetrack").locator('[data-call="17"]').tap()
    expect(page.get_by_test_id("racetrack")).to_contain_text("You do not have enough chips here")
    staked(page, "$30.00")
