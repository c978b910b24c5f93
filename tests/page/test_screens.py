"""The same table on another screen: a phone turned on its side, a window made wider with chips on the boxes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive, resize
from tests.support.page.consoles import live_table
from tests.support.page.player import CALM, at_table, own_table, sit_down, spot, staked
from tests.support.server.real_server import Running

DESK, PHONE = (1280, 860), (390, 844)
ON_ITS_SIDE = ((844, 390), (932, 430), (667, 375))
FIRST = {"roulette": "straight up 17", "blackjack": "box 3", "money-wheel": "C", "tai-sai": "three 1-1-2"}
OUT_OF_SIGHT = """() => [...document.querySelectorAll('.bar, .stage, .rack, [data-key], .rack button')].filter(each => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
}).map(each => each.dataset.key ?? each.className)"""


def all_in_sight(page: Page) -> None:
    assert page.evaluate(OUT_OF_SIGHT) == []
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("game", list(FIRST))
def test_a_phone_on_its_side_has_the_whole_table_in_sight(arrive: Arrive, floor: Running, game: str) -> None:
    page = sit_down(arrive(width=PHONE[0], height=PHONE[1]), own_table(floor, game, **CALM))
    placed = 0
    for width, height in ON_ITS_SIDE:
        resize(page, width, height)
        all_in_sight(page)
        spot(page, FIRST[game]).click()
        placed += 5
        expect(page.get_by_test_id("seat")).to_contain_text(f"${placed}.00")


def test_chips_stay_on_their_boxes_when_the_window_changes(arrive: Arrive, floor: Running) -> None:
    """The box that was pressed last has the focus, and is drawn anew: the browser complains of nothing."""
    page = sit_down(arrive(width=PHONE[0], height=PHONE[1]), own_table(floor, "blackjack", **CALM))
    for number, key in enumerate(("box 3", "box 5"), 1):
        spot(page, key).click()
        expect(page.get_by_test_id("on-layout-phone")).to_contain_text(f"${5 * number}.00")
    for width, height in (DESK, PHONE, DESK):
        resize(page, width, height)
        for key in ("box 3", "box 5"):
            expect(spot(page, key)).to_have_attribute("data-stake", "500")
    staked(page, "$10.00")
    spot(page, "box 3").click()
    staked(page, "$15.00")


def test_a_closed_live_table_can_be_watched_and_offers_no_seat(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    page = visitor.go(f"/tables/{live_table(floor, 'roulette', 'Nobody deals here')}")
    expect(page.get_by_test_id("watching")).to_contain_text("You are watching")
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    # One that is open has a seat.
    at_table(visitor, own_table(floor, "roulette", **CALM))
