"""axe finds nothing, on every page, in both themes, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.games.acts import Clock
from croupier.games.roulette.positions import red
from croupier.games.wagers import Wager
from tests.support.page.accessibility import faults, faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.feed import Feed
from tests.support.page.player import close_betting, own_table, result, sit_down, spot, staked
from tests.support.server.real_server import Running

PAGES = ("/", "/me", "/about", "/about/nothing", "/learn", "/glossary")
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


@pytest.mark.parametrize("width", [1280, 390])
def test_between_wager_and_result(arrive: Arrive, floor: Running, width: int) -> None:
    """The settings over a layout, a call while nobody may wager, and a line that is lost."""
    feed = Feed(arrive(width=width), own_table(floor, "roulette"), "roulette")
    page = feed.open()
    page.get_by_role("button", name="Settings").click()
    assert faults(page) == []
    page.keyboard.press("Escape")
    feed.play(Wager(feed.me, red, 5_00))
    staked(page, "$5.00")
    feed.play(Clock(20))
    expect(page.get_by_role("button", name="Double", exact=True)).to_be_disabled()
    assert faults(page) == []
    feed.hang_up()
    expect(page.get_by_test_id("line")).to_contain_text("Connection lost")
    assert faults(page) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_practice_at_a_layout(arrive: Arrive, width: int) -> None:
    page = arrive(width=width).go("/practice/money-wheel")
    spot(page, "A").click()
    staked(page, "$5.00")
    assert faults(page) == []
    page.get_by_test_id("go-on").click()
    result(page)
    assert faults(page) == []
