"""Practice at blackjack: no clock, no money, and what each choice costs."""

from __future__ import annotations

import json
import re
from decimal import Decimal

import pytest
from playwright.sync_api import Locator, Request, expect

from tests.support.page.accessibility import faults
from tests.support.page.blackjack import asked, until_a_hand_is_asked_for
from tests.support.page.browser import Arrive
from tests.support.page.player import own_table, result, sit_down, spot, staked
from tests.support.server.real_server import Running

STAKE = 10
HINT_SECONDS = 90
"""The solver's first answer waits for its sums to be compiled."""


def test_a_hand_by_mouse_with_its_hint_and_the_judgement_of_the_choice(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/practice")
    page.get_by_test_id("deal").click()
    until_a_hand_is_asked_for(page)
    page.get_by_role("button", name="Show the hint").click()
    hints = page.locator("[data-hint]")
    hints.first.wait_for(timeout=HINT_SECONDS * 1000)
    assert {row.get_attribute("data-hint") for row in hints.all()} == set(asked(page))
    expect(hints.first).to_contain_text("best")
    best, second = average(hints.first), average(hints.nth(1))
    reason = page.get_by_test_id("reason").inner_text().rpartition(": ")[2]
    worst = hints.last
    cost, choice = worst.locator("td").last.inner_text(), worst.get_attribute("data-hint")
    # Before an ace insurance was asked for first: letting it pass was a decision, and the best one.
    right = 0 if "No decisions yet." in page.get_by_test_id("score").inner_text() else 1
    page.locator(f'[data-choice="{choice}"]').click()
    expect(page.get_by_test_id("judged")).to_contain_text(f"Your choice cost {cost} of the wager")
    score = "0 of 1 decision was the best." if right == 0 else "1 of 2 decisions were the best."
    expect(page.get_by_test_id("score")).to_contain_text(score)
    found = re.search(r"Mistakes so far cost \$(\d+\.\d\d)\.", page.get_by_test_id("score").inner_text())
    assert found
    # Both are rounded: the share to a hundredth of a percent, the dollars to a cent.
    assert abs(Decimal(found[1]) - Decimal(cost.removesuffix("%")) * STAKE / 100) <= Decimal("0.0055")
    # The same on the list of mistakes, with the reason in figures before it, and on the chart.
    assert reason == f"{best} of the wager on average, {second}."
    row = page.get_by_test_id("mistakes").locator("tbody tr")
    expect(row).to_have_count(1)
    assert row.locator("td").last.inner_text() == f"${found[1]}"
    visitor.go("/odds/blackjack")
    marked = page.locator("[data-own]")
    marked.first.wait_for(timeout=HINT_SECONDS * 1000)
    assert [each.get_attribute("data-own") for each in marked.all()] == ["0-1"]


def average(row: Locator) -> str:
    """What a row of the hint says, in the words of the reason."""
    worth = row.locator("td").first.inner_text()
    says = "loses" if worth.startswith("-") else "wins"
    return f"{row.locator('th').inner_text().lower()} {says} {worth.lstrip('+-')}"


def test_every_layout_game_is_practised_at_its_own_table(arrive: Arrive) -> None:
    visitor = arrive()
    for game, key in (("roulette", "straight up 17"), ("money-wheel", "A"), ("tai-sai", "big")):
        page = visitor.go(f"/practice/{game}")
        expect(page.get_by_test_id("practice-purse")).to_contain_text("$10,000.00")
        spot(page, key).click()
        staked(page, "$5.00")
        expect(page.get_by_test_id("practice-odds")).to_contain_text("house edge, exactly")
        page.get_by_test_id("go-on").click()
        found = re.fullmatch(r"([+−])\$([\d.]+)", result(page).get_by_test_id("outcome").inner_text())
        assert found
        net = Decimal(found[2]) * (1 if found[1] == "+" else -1)
        expect(page.get_by_test_id("practice-purse")).to_contain_text(f"${10_000 + net:,.2f}")
        page.keyboard.press("r")
        staked(page, "$5.00")
    # Nobody came in, and no table was asked for.
    assert not [url for url in visitor.requests if "/api/v1/tables/" in url]
    assert visitor.context.cookies() == []


def test_rounds_by_keys_alone_move_no_money(arrive: Arrive) -> None:
    visitor = arrive()
    sent: list[Request] = []
    visitor.page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page = visitor.go("/practice")
    for _ in range(4):
        page.keyboard.press("n")
        until_a_hand_is_asked_for(page)
        while choices := asked(page):
            page.keyboard.press("s" if "stand" in choices else "h" if "draw" in choices else "n")
            expect(page.locator("[data-choice][aria-disabled=true]")).to_have_count(0)
        expect(page.get_by_test_id("practice-result")).to_be_visible()
    assert {request.url.removeprefix(visitor.url) for request in sent} == {"/api/v1/practice/blackjack"}
    acts = json.loads(sent[-1].post_data or "{}")["acts"]
    assert sum(" wager " in line for line in acts) >= 4


ON_THE_RACK = "() => document.activeElement.closest('[data-testid=practice-asked]') !== null"


def test_focus_stays_on_the_rack(arrive: Arrive) -> None:
    page = arrive().go("/practice")
    deal = page.get_by_test_id("deal")
    deal.focus()
    for _ in range(4):
        expect(deal).to_be_focused()
        page.keyboard.press("Enter")
        while any(choices := asked(page)):
            assert page.evaluate(ON_THE_RACK)
            # A key that is off does nothing, and keeps the focus too.
            deal.focus()
            page.keyboard.press("Enter")
            expect(deal).to_have_attribute("aria-disabled", "true")
            chosen = "stand" if "stand" in choices else "draw" if "draw" in choices else choices[-1]
            page.locator(f'[data-choice="{chosen}"]').focus()
            page.keyboard.press("Enter")
            expect(page.locator("[data-choice][aria-disabled=true]")).to_have_count(0)
            page.wait_for_function(ON_THE_RACK)
        expect(page.get_by_test_id("practice-result")).to_be_visible()
        deal.focus()


def test_the_felt_is_asked_for_again_after_a_lost_connection(arrive: Arrive) -> None:
    visitor = arrive()
    game = "**/api/v1/games/blackjack"
    visitor.page.route(game, lambda route: route.abort("connectionfailed"))
    page = visitor.go("/practice")
    page.get_by_test_id("practice-felt").get_by_role("alert").wait_for()
    page.unroute(game)
    page.locator(".practice [data-house]").wait_for()
    expect(page.get_by_test_id("practice-felt").get_by_role("alert")).to_have_count(0)
    visitor.complaints.clear()  # what was asked for without a connection


def test_a_live_table_has_no_hint(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    page = sit_down(visitor, own_table(floor, "blackjack"))
    page.wait_for_load_state("networkidle")
    assert page.get_by_text("hint", exact=False).count() == 0
    assert not any("/api/v1/practice" in url for url in visitor.requests)


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(arrive: Arrive, width: int) -> None:
    page = arrive(width=width).go("/practice")
    assert faults(page) == []
    page.get_by_test_id("deal").click()
    until_a_hand_is_asked_for(page)
    page.get_by_role("button", name="Show the hint").click()
    page.locator("[data-hint]").first.wait_for(timeout=HINT_SECONDS * 1000)
    assert faults(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


PLACES = """() => [...document.querySelectorAll('[data-testid=practice-asked] .keys button')].map((each) => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  return [each.getAttribute('aria-keyshortcuts'), left, top, right <= innerWidth && bottom <= innerHeight];
})"""


def test_the_keys_keep_their_places_and_a_phone_need_not_scroll(arrive: Arrive) -> None:
    page = arrive(width=390, height=844).go("/practice")
    before = page.evaluate(PLACES)
    assert [key for key, *_ in before] == ["h", "s", "d", "p"]
    assert all(is_in_sight for *_, is_in_sight in before)
    page.get_by_test_id("deal").tap()
    until_a_hand_is_asked_for(page)
    assert page.evaluate(PLACES) == before
    expect(page.get_by_test_id("practice-felt").get_by_test_id("hand").last).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("scrollY") == 0
