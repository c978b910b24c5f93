"""One's own page: money, limits, pauses, a name, and leaving for good."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive, Visitor
from tests.support.page.player import CALM, own_table, sit_down, spot, staked
from tests.support.server.real_server import PASSWORD, Running


def _as_guest(visitor: Visitor) -> Page:
    page = visitor.go("/")
    page.get_by_role("button", name="Play as a guest").click()
    page.get_by_test_id("welcome").wait_for()
    return visitor.go("/me")


def _expect_refusal(visitor: Visitor, status: int) -> None:
    """The browser notes a refused request in its console: here one is wanted."""
    visitor.complaints = [each for each in visitor.complaints if str(status) not in each]


def test_more_play_money_comes_within_ones_own_limit(arrive: Arrive) -> None:
    visitor = arrive()
    page = _as_guest(visitor)
    expect(page.get_by_test_id("my-wallet")).to_have_text("$1,000.00")
    page.get_by_label("More play money").fill("250")
    page.get_by_role("button", name="Get play money").click()
    expect(page.get_by_test_id("my-wallet")).to_have_text("$1,250.00")
    deposit = page.locator("[data-limit=deposit]")
    deposit.get_by_role("textbox").fill("1300")
    deposit.get_by_role("button", name="Set").click()
    expect(deposit).to_contain_text("$1,300.00")
    page.get_by_label("More play money").fill("100")
    page.get_by_role("button", name="Get play money").click()
    expect(page.get_by_test_id("refusal")).to_be_visible()
    expect(page.get_by_test_id("my-wallet")).to_have_text("$1,250.00")
    deposit.get_by_role("button", name="Remove").click()
    expect(deposit).to_contain_text("from")
    expect(deposit).to_contain_text("$1,300.00")
    _expect_refusal(visitor, 409)


def test_open_stakes_stand_apart_from_what_the_day_has_brought(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    page = sit_down(visitor, own_table(floor, "roulette", **CALM))
    spot(page, "red").click()
    staked(page, "$5.00")
    visitor.go("/me")
    day = page.get_by_test_id("standing")
    expect(day).to_contain_text(re.compile(r"Today, \$5\.00 in play\s*\$0\.00"))
    expect(page.get_by_test_id("open")).to_have_text("$5.00")
    expect(page.get_by_text("All time", exact=True).locator("xpath=following-sibling::dd[1]")).to_have_text("$0.00")


def test_a_time_out_is_asked_twice_and_then_binds(arrive: Arrive) -> None:
    visitor = arrive()
    page = _as_guest(visitor)
    page.get_by_role("button", name="24 hours").click()
    expect(page.get_by_text("You cannot play until")).to_be_hidden()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("You cannot play until")).to_be_visible()
    visitor.go("/tables/roulette-1").get_by_role("button", name="Sit down").click()
    expect(page.get_by_test_id("refusal")).to_be_visible()


def test_a_guest_takes_a_name_comes_back_by_it_and_closes_the_account(arrive: Arrive) -> None:
    visitor, name = arrive(), f"Hinemoa {secrets.token_hex(3)}"
    page = _as_guest(visitor)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()

    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("do not match")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.get_by_test_id("my-wallet")).to_have_text("$1,000.00")

    page.get_by_role("button", name="Close account").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Close for good").click()
    expect(page.get_by_role("button", name="Play as a guest")).to_be_visible()
    _expect_refusal(visitor, 401)


def test_a_guest_who_signs_out_is_told_what_is_lost_and_offered_an_account(arrive: Arrive) -> None:
    visitor = arrive()
    page = _as_guest(visitor)
    visitor.go("/tables/roulette-1").get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Sit down")).to_be_hidden()
    page = visitor.go("/me")
    page.get_by_role("button", name="Sign out").click()
    dialog = page.get_by_test_id("guest-sign-out")
    expect(dialog.get_by_test_id("guest-loses")).to_contain_text("in chips at tables")
    expect(dialog.get_by_role("link")).to_contain_text("at roulette-1 first")
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Sign out").click()
    dialog.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Name")).to_be_focused()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_test_id("guest-leaves").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
