"""On a phone layout and chip rail are seen with the first look, and a finger slides to the place that it means."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, sit_down, spot, staked
from tests.support.server.real_server import Running

WIDTH, HEIGHT = 390, 844
FIRST_TARGET = {"roulette": "straight up 0", "blackjack": "box 1", "money-wheel": "A", "tai-sai": "small"}


@pytest.mark.parametrize("game", list(FIRST_TARGET))
def test_the_layout_and_the_rail_are_seen_at_once(arrive: Arrive, floor: Running, game: str) -> None:
    page = sit_down(arrive(width=WIDTH, height=HEIGHT), own_table(floor, game, **CALM))
    page.evaluate("scrollTo(0, 0)")
    target = page.locator(f'[data-key="{FIRST_TARGET[game]}"]').bounding_box()
    rail = page.get_by_role("group", name="Chips").first.bounding_box()
    assert target is not None
    assert rail is not None
    assert target["y"] <= HEIGHT / 2
    assert target["y"] + target["height"] < rail["y"]
    assert rail["y"] + rail["height"] <= HEIGHT


SLIDES = {
    "roulette": ("corner 16-17-19-20", "split 17-20", "Split 17 and 20"),
    "tai-sai": ("total 9", "total 10", "Total 10"),
}


def slide(page: Page, start: str, end: str) -> CDPSession:
    """A finger is put down on one place, and slides to another; it stays there."""
    touch = page.context.new_cdp_session(page)
    for kind, key in (("touchStart", start), ("touchMove", end)):
        box = spot(page, key).bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    return touch


@pytest.mark.parametrize("game", list(SLIDES))
def test_a_finger_slides_to_a_small_place_and_places_there(arrive: Arrive, floor: Running, game: str) -> None:
    start, end, name = SLIDES[game]
    page = sit_down(arrive(width=WIDTH, height=HEIGHT), own_table(floor, game, **CALM))
    touch = slide(page, start, end)
    expect(page.get_by_test_id("magnifier")).to_contain_text(name)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    staked(page, "$5.00")
    expect(spot(page, end)).to_have_attribute("aria-label", re.compile("you have \\$5.00"))
    expect(page.get_by_test_id("magnifier")).to_have_count(0)
