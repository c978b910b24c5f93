"""axe finds nothing, on every page, in both themes, on a desk and on a phone."""

from __future__ import annotations

import pytest

from tests.support.page.accessibility import faults, faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.player import close_betting, own_table, result, sit_down, spot
from tests.support.server.real_server import Running

PAGES = ("/", "/me", "/about", "/about/nothing")
OWN_PAGES = ("/", "/me")


@pytest.fixture
def floor(small_floor: Running) -> Running:
    return small_floor


def test_the_pages(arrive: Arrive) -> None:
    visitor = arrive()
    for path in PAGES:
        visitor.go(path)
        visitor.page.wait_for_load_state("networkidle")
        assert faults_at_both_widths(visitor.page) == [], path
    visitor.go("/").get_by_role("button", name="Play as a guest").click()
    visitor.page.get_by_test_id("welcome").wait_for()
    for path in OWN_PAGES:
        visitor.go(path)
        visitor.page.wait_for_load_state("networkidle")
        assert faults_at_both_widths(visitor.page) == [], f"{path} as a guest"


@pytest.mark.parametrize("width", [1280, 390])
def test_roulette_with_wagers_a_refusal_and_a_result(arrive: Arrive, floor: Running, width: int) -> None:
    table = own_table(floor, "roulette", options={"neighbours": True})
    page = sit_down(arrive(width=width), table)
    spot(page, "red").click()
    page.keyboard.press("6")
    spot(page, "straight up 17").click()
    page.get_by_test_id("refusal").wait_for()
    assert faults(page) == []
    close_betting(floor, page)
    result(page)
    page.get_by_text("Statistics").click()
    page.get_by_text("Place by name").click()
    assert faults(page) == []
