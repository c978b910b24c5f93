"""“Spin now”, “Roll now”, “Deal now”: nobody waits for a window that everyone at the table wants to end.

Betting stays open for five minutes here, so that nothing goes on by itself.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.blackjack import take_seat
from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, result, sit_down, spot, staked
from tests.support.server.real_server import Running

GAMES = {
    "roulette": ("red", "Spin now"),
    "money-wheel": ("A", "Spin now"),
    "tai-sai": ("small", "Roll now"),
    "blackjack": ("box 1", "Deal now"),
}


def wagered(page: Page, game: str, amount: str = "$5.00") -> None:
    spot(page, GAMES[game][0]).first.click()
    staked(page, amount)


@pytest.mark.parametrize("game", GAMES)
def test_who_is_alone_waits_for_nobody(arrive: Arrive, floor: Running, game: str) -> None:
    table = own_table(floor, game, **CALM)
    page = sit_down(arrive(), table)
    now = page.get_by_role("button", name=GAMES[game][1])
    if game == "blackjack":
        take_seat(page, 1)
    expect(now).to_be_disabled()
    wagered(page, game)
    expect(now).to_be_enabled()
    assert faults(page) == []
    now.click()
    if game == "blackjack":
        expect(page.locator("[data-box='1'] [data-card]").first).to_be_visible()
    else:
        result(page)
    journal = floor.client().get(f"/api/v1/tables/{table}/journal").text
    assert "operator: call early by consent of " in journal


def test_two_wait_for_each_other_and_a_new_wager_asks_them_anew(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", **CALM)
    hers, his = (sit_down(arrive(**options), table) for options in ({}, {"width": 390, "height": 844}))
    for page in (hers, his):
        wagered(page, "roulette")
    hers.keyboard.press("n")
    expect(hers.get_by_test_id("go-on")).to_be_disabled()
    expect(his.get_by_test_id("go-on")).to_contain_text("1 of 2 ready")
    assert faults(his) == []
    spot(his, "black").tap()
    expect(hers.get_by_test_id("go-on")).to_be_enabled()
    hers.get_by_test_id("go-on").click()
    expect(his.get_by_test_id("go-on")).to_contain_text("1 of 2 ready")
    his.get_by_test_id("go-on").tap()
    for page in (hers, his):
        result(page)
