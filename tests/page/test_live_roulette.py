"""A dealer deals a round of live roulette, and a player's page shows each step as it is done."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.consoles import act, live_table, staff
from tests.support.page.layouts import lit
from tests.support.page.player import announced, sit_down, spot, staked
from tests.support.server.real_server import Running

# 17 is black, odd, low, in the second dozen and the second column.
WINNING = ["straight up 17", "black"]


def stage(page: Page, name: str) -> None:
    expect(page.get_by_test_id("result")).to_have_attribute("data-stage", name)


def chips(page: Page, key: str, amount: str) -> None:
    expect(spot(page, key)).to_have_attribute("aria-label", re.compile(f"you have {re.escape(amount)} there"))


def no_chips(page: Page, key: str) -> None:
    expect(spot(page, key)).not_to_have_attribute("aria-label", re.compile("you have"))


class Dealer:
    """Dora, at a live table of her own."""

    def __init__(self, floor: Running) -> None:
        self.table, self._person = live_table(floor, "roulette"), staff(floor, "dealer", "Dora")
        assert self._person.ask("POST", f"/api/v1/tables/{self.table}/duty").status_code == 201
        self("open table")

    def __call__(self, kind: str, **fields: object) -> None:
        act(self._person, self.table, kind, office="dealer", **fields)


def test_each_step_of_the_dealer_is_seen(arrive: Arrive, floor: Running) -> None:
    deals = Dealer(floor)
    page = sit_down(arrive(), deals.table)
    _wagers_and_the_call(page, deals)
    _number_and_dolly(page, deals)
    _collection_before_payment(page, deals)


def _wagers_and_the_call(page: Page, deals: Dealer) -> None:
    countdown, result = page.get_by_test_id("countdown"), page.get_by_test_id("result")
    expect(countdown).to_contain_text("Wagers are open")
    for key in ("straight up 17", "black", "red"):
        spot(page, key).click()
    staked(page, "$15.00")

    deals("spin ball", wheel="clockwise", ball="anticlockwise")
    expect(result).to_contain_text("The ball is spinning: last wagers")
    stage(page, "betting")
    spot(page, "dozen 1").click()
    staked(page, "$20.00")

    deals("no more bets")
    stage(page, "closed")
    expect(result).to_contain_text("No more bets")
    assert announced(page) == "No more bets"
    expect(countdown).not_to_contain_text("Wagers are open")
    expect(page.get_by_role("button", name="Clear")).to_be_disabled()
    spot(page, "even").click()
    expect(page.locator("[data-testid=refusal][data-code=too_late]")).to_be_visible()
    page.get_by_test_id("refusal").get_by_role("button").click()


def _number_and_dolly(page: Page, deals: Dealer) -> None:
    deals("spin", number=17)
    stage(page, "number")
    expect(page.get_by_test_id("result").locator("strong")).to_have_text("17 black")
    expect(page.get_by_test_id("dolly")).to_have_count(0)

    deals("announce", number=17, colour="black")
    expect(page.locator("[data-announcer=urgent]")).to_have_text("17 black")
    expect(page.get_by_test_id("dolly")).to_have_count(0)

    deals("dolly", number=17)
    expect(page.get_by_test_id("dolly")).to_have_attribute("data-number", "17")
    expect(page.get_by_test_id("doing")).to_have_text("The dolly is on 17.")
    assert set(WINNING) <= set(lit(page))
    for key in (*WINNING, "red", "dozen 1"):
        chips(page, key, "$5.00")
    expect(page.get_by_test_id("held")).to_have_text("$80.00")


def _collection_before_payment(page: Page, deals: Dealer) -> None:
    """What has lost goes first, and only then is anything paid."""
    deals("collect")
    stage(page, "collected")
    expect(page.get_by_test_id("doing")).to_have_text("Losing wagers are collected.")
    for key in ("red", "dozen 1"):
        no_chips(page, key)
    for key in WINNING:
        chips(page, key, "$5.00")
    expect(page.get_by_test_id("held")).to_have_text("$80.00")

    deals("pay")
    stage(page, "paid")
    outcome = "+$170.00, won $180.00, lost $10.00"
    expect(page.get_by_test_id("outcome")).to_have_text(outcome)
    expect(page.locator("[data-announcer=urgent]")).to_have_text(f"17 black. {outcome}")
    # 35 to 1 and 1 to 1 on five dollars each; the winning chips themselves lie there still.
    expect(page.get_by_test_id("held")).to_have_text("$260.00")
    expect(page.get_by_test_id("standing")).to_contain_text("+$160.00")

    deals("open betting")
    expect(page.get_by_test_id("countdown")).to_contain_text("Wagers are open")
    expect(page.get_by_test_id("last-numbers").locator("li").first).to_have_text(re.compile("^17"))
