"""A newcomer is shown around a table once; who wants to hears the calls."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, result, sit_down, spot, staked
from tests.support.server.real_server import Running

HEARD = """() => {
  window.heard = [];
  speechSynthesis.speak = said => window.heard.push(said.text);
}"""


def steps(page: Page) -> list[str]:
    """Through all of it; the page's own button is never in the way of the thing that it is about."""
    found: list[str] = []
    coach = page.get_by_test_id("coach")
    coach.wait_for()
    while coach.count():
        found.append(str(coach.get_attribute("data-step")))
        coach.get_by_role("button", name=re.compile("Next|Got it")).click()
        page.wait_for_timeout(50)
    return found


def test_a_newcomer_is_shown_around_once(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", **CALM)
    for size in ({"width": 1280, "height": 860}, {"width": 390, "height": 844}):
        visitor = arrive(is_new=True, **size)
        page = visitor.go(f"/tables/{table}")
        page.get_by_test_id("coach").wait_for()
        assert faults(page) == []
        assert steps(page) == ["seat", "chips", "place", "goOn", "below"]
        page.reload()
        page.get_by_test_id("seat").get_by_role("button", name="Sit down").click()
        expect(page.locator("[data-testid=seat][data-seated]")).to_contain_text("$100.00")
        expect(page.get_by_test_id("coach")).to_have_count(0)
    # Another game has other places; Escape ends it.
    page = visitor.go(f"/tables/{own_table(floor, 'blackjack', **CALM)}")
    expect(page.get_by_test_id("coach")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("coach")).to_have_count(0)


def test_who_plays_on_without_reading_is_told_nothing_that_is_done(arrive: Arrive, floor: Running) -> None:
    visitor = arrive(is_new=True, still=False, width=390, height=844)
    page = sit_down(visitor, own_table(floor, "roulette", **CALM))
    coach = page.get_by_test_id("coach")
    expect(coach).to_have_attribute("data-step", "chips")
    spot(page, "red").click()
    expect(coach).to_have_attribute("data-step", "goOn")
    page.get_by_test_id("go-on").click()
    # Nothing lies over the ball and the result.
    expect(coach).to_have_count(0)
    page.locator("[data-testid=result][data-stage=rolling]").wait_for()
    assert coach.count() == 0
    result(page)
    expect(coach).to_have_attribute("data-step", "below")
    coach.get_by_role("button", name="Got it").click()
    expect(coach).to_have_count(0)


def test_calls_are_spoken_where_they_are_asked_for(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    visitor.context.add_init_script(f"({HEARD})()")
    page = sit_down(visitor, own_table(floor, "roulette", **CALM))
    spot(page, "red").click()
    staked(page, "$5.00")
    assert page.evaluate("heard") == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Spoken calls: Off").click()
    page.get_by_test_id("go-on").click()
    words = result(page).locator("strong").first.inner_text()
    page.wait_for_function("words => heard.some(each => each.startsWith(words))", arg=words)
    assert any("No more bets" in each for each in page.evaluate("heard"))
