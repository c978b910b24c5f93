"""Blackjack in the browser: by mouse, by keys alone, on a phone; with chosen cards at a dealer's table, and by two."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.blackjack import OVER, READY, Dealt, click, decide_until_over, said, take_seat, told
from tests.support.page.browser import Arrive
from tests.support.page.layouts import keys_of, small_targets
from tests.support.page.player import CALM, close_betting, own_table, sit_down, sit_down_by_keys, spot, staked, tab_to
from tests.support.server.real_server import SECONDS, Running

SEVENS = {"options": {"layout": 2, "super_sevens": 2_00}}


def test_chips_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "blackjack", **CALM, **SEVENS))
    assert keys_of(page) == [f"{kind} {box}" for box in range(1, 8) for kind in ("box", "super sevens")]
    spot(page, "box 3").click()
    staked(page, "$5.00")
    expect(page.locator("[data-box='3']")).to_contain_text("your seat")
    spot(page, "super sevens 3").click()
    staked(page, "$7.00")
    spot(page, "box 4").click()
    staked(page, "$12.00")
    spot(page, "box 4").click(button="right")
    staked(page, "$7.00")
    page.get_by_role("button", name="Undo").click()
    staked(page, "$12.00")
    page.get_by_role("button", name="Clear").click()
    staked(page, "$0.00")
    page.locator("[data-box='3']").get_by_role("button", name="Leave the seat").click()
    expect(page.locator("[data-box='3']").get_by_role("button", name="Sit at box 3")).to_be_visible()


def test_a_full_round_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "blackjack", **SEVENS))
    take_seat(page, 3)
    spot(page, "box 3").click()
    spot(page, "super sevens 3").click()
    close_betting(floor, page, wagers=2)
    decide_until_over(page, click(page))
    told(page)
    assert page.get_by_test_id("total").count() >= 2
    settlement = page.get_by_test_id("settlement")
    expect(settlement.locator("li", has_text="Box 3, wager")).to_be_visible()
    expect(settlement.locator("li", has_text="Super Sevens")).to_be_visible()
    expect(settlement.locator("li a").first).to_have_attribute("href", re.compile("^/rulebook/D2"))
    page.get_by_role("button", name="Again").click()
    staked(page, "$7.00")


def test_chips_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "blackjack", **CALM, **SEVENS))
    tab_to(page, "Box 1")
    moves = (("ArrowLeft", "box 2"), ("ArrowLeft", "box 3"), ("ArrowDown", "super sevens 3"), ("ArrowUp", "box 3"))
    for key, at in moves:
        page.keyboard.press(key)
        expect(page.locator(":focus")).to_have_attribute("data-key", at)
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    staked(page, "$10.00")
    page.keyboard.press("Backspace")
    staked(page, "$0.00")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    staked(page, "$5.00")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    staked(page, "$7.00")


def test_a_full_round_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "blackjack", **SEVENS))
    tab_to(page, "Box 1")
    page.keyboard.press("Enter")
    close_betting(floor, page)
    letters = {"stand": "s", "draw": "h", "pass": "n"}
    decide_until_over(page, lambda decision: page.keyboard.press(letters[decision]))
    told(page)
    page.keyboard.press("r")
    staked(page, "$5.00")
    page.keyboard.press("d")
    staked(page, "$10.00")


@pytest.mark.parametrize("width", [390, 320])
def test_a_full_round_on_a_phone(arrive: Arrive, floor: Running, width: int) -> None:
    page = sit_down(arrive(width=width, height=844), own_table(floor, "blackjack", **SEVENS))
    assert small_targets(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    spot(page, "box 2").tap()
    spot(page, "box 6").tap()
    close_betting(floor, page, wagers=2)

    def tap(decision: str) -> None:
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.locator(f"[data-decision={decision}]").first.tap()

    decide_until_over(page, tap)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    told(page)


# A dealer's table: the cards are chosen, so every decision can be


def counts(page: Page, key: str, total: str) -> None:
    expect(page.locator(f"[data-hand='{key}']").get_by_test_id("total")).to_have_text(total)


def press(page: Page, decision: str) -> None:
    page.locator(f"{READY} [data-decision={decision}]:enabled").first.click()


def test_the_rules_say_what_becomes_of_a_hand_without_a_decision(arrive: Arrive, floor: Running) -> None:
    """The house directs a card for 11 or less (D2 16.6), and any other hand stands."""
    page = arrive().go(f"/tables/{own_table(floor, 'blackjack', **CALM)}")
    rules = page.locator("[aria-labelledby=table-rules]")
    expect(rules).to_contain_text("a hand of 11 or less takes a card, and any other hand stands. D2 16.6")


def test_splits_lie_side_by_side_with_their_own_results(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), (dealt := Dealt(floor, "of splits")).table)
    take_seat(page, 2)
    dealt.prepare(page)
    expect(page.get_by_test_id("shoe")).to_have_attribute("data-until", str(6 * 52 - 78))
    spot(page, "box 2").click()
    spot(page, "super sevens 2").click()
    staked(page, "$7.00")
    dealt.does("no more bets")
    dealt.deals("7h 6c")
    expect(page.get_by_test_id("sevens")).to_have_attribute("data-stage", "one")
    expect(page.get_by_test_id("sevens")).to_contain_text(
        "one seven: 3 to 1; next seven: 100 to 1 if of hearts, 50 to 1 otherwise"
    )
    dealt.deals("7d")
    page.locator(READY).wait_for()
    said(page, "Your decision. Box 2: 14 against six of clubs. Hit, Stand, Double or Split.")
    expect(page.get_by_test_id("sevens")).to_contain_text("two sevens: 50 to 1; next seven: 500 to 1")
    press(page, "split")
    expect(page.locator("[data-beside='super sevens']")).to_contain_text("won with two sevens +$100.00")
    dealt.deals("4s")
    press(page, "double")
    dealt.deals("Th")
    counts(page, "2-0", "21")
    dealt.deals("9c")
    expect(page.locator("[data-decision=double]")).to_contain_text("$5.00")
    page.keyboard.press("h")
    dealt.deals("Kc")
    expect(page.locator("[data-hand='2-1']")).to_have_attribute("data-outcome", "lose")
    counts(page, "2-1", "Bust 26")
    dealt.deals("5d 8c")
    dealt.does("settle box", box=2)
    dealt.does("collect cards")
    first = page.locator("[data-hand='2-0']")
    expect(first).to_have_attribute("data-outcome", "win")
    expect(first.get_by_test_id("hand-result")).to_contain_text("+$10.00")
    counts(page, "0-0", "19")
    assert told(page) == "+$105.00, won $110.00, lost $5.00"
    expect(page.get_by_test_id("rack")).to_have_attribute("data-discarded", "9")


def test_insurance_and_even_money_in_the_gazettes_words(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), (dealt := Dealt(floor, "of insurance")).table)
    take_seat(page, 1)
    dealt.prepare(page)
    for box in (1, 2):
        spot(page, f"box {box}").click()
    staked(page, "$10.00")
    dealt.does("no more bets")
    dealt.deals("Ah 9h Ad Kc 8h")
    dealt.does("call insurance")
    panel = page.locator(READY)
    expect(panel).to_contain_text("The dealer shows an ace. Insurance?")
    expect(panel).to_contain_text("Pays 2 to 1 if the dealer has blackjack")
    expect(panel.locator("[data-decision=early]")).to_contain_text("pays 1 to 1 at once")
    assert faults(page) == []
    panel.locator("[data-decision=early]").click()
    expect(page.locator("[data-hand='1-0']")).to_have_attribute("data-outcome", "win")
    counts(page, "1-0", "Blackjack")
    page.locator(READY).wait_for()
    page.keyboard.press("i")
    expect(page.locator("[data-box='2']")).to_contain_text("insured for $2.50")
    dealt.does("close insurance")
    page.locator(READY).wait_for()
    said(page, "Your decision. Box 2: 17 against ace of diamonds. Hit, Stand or Double.")
    page.keyboard.press("s")
    dealt.deals("Ks")
    expect(page.locator("[data-beside=insurance]")).to_contain_text("insurance wins +$5.00")
    dealt.does("settle box", box=2)
    dealt.does("collect cards")
    assert told(page) == "+$5.00, won $10.00, lost $5.00"


def test_two_on_one_box_see_the_same_and_the_other_may_follow(arrive: Arrive, floor: Running) -> None:
    dealt = Dealt(floor, "of two")
    first, second = sit_down(arrive(), dealt.table), sit_down(arrive(width=390), dealt.table)
    take_seat(first, 4)
    take_seat(second, 6)
    dealt.prepare(first)
    spot(first, "box 4").click()
    staked(first, "$5.00")
    spot(second, "box 4").tap()
    staked(second, "$5.00")
    expect(first.locator("[data-box='4'] .who")).to_contain_text("you $5.00 decides")
    expect(second.locator("[data-box='4'] .who")).to_contain_text("you $5.00 behind")
    dealt.does("no more bets")
    dealt.deals("8h 6c 8d")
    expect(second.get_by_test_id("decisions")).to_contain_text("plays box 4")
    press(first, "split")
    expect(second.locator(READY)).to_contain_text("Box 4 was doubled or split")
    second.get_by_role("button", name="All on the second hand").tap()
    expect(second.locator(READY)).to_have_count(0)
    dealt.deals("Th")
    press(first, "stand")
    expect(first.locator(READY)).to_have_count(0)
    dealt.deals("3c")
    press(first, "double")
    expect(second.locator(f"{READY} [data-decision=double]")).to_contain_text("$5.00")
    dealt.deals("9s Tc Kh")
    dealt.does("settle box", box=4)
    dealt.does("collect cards")
    for page in (first, second):
        for key, total in (("4-0", "18"), ("4-1", "20"), ("0-0", "Bust 26")):
            counts(page, key, total)
    assert told(first) == "+$15.00"
    assert told(second) == "+$5.00"


def test_a_refusal_is_seen_once_and_goes_with_the_call(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "blackjack", **SEVENS))
    spot(page, "super sevens 5").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("Super Sevens needs a wager of yours on the same box.")
    expect(refusal.get_by_role("link")).to_have_text("D2 15.2 (B41)")
    spot(page, "box 5").click()
    spot(page, "super sevens 5").click()
    expect(refusal).to_have_count(0)
    close_betting(floor, page, wagers=2)
    decide_until_over(page, click(page))


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing(arrive: Arrive, floor: Running, width: int) -> None:
    page = sit_down(arrive(width=width), own_table(floor, "blackjack", **SEVENS))
    spot(page, "box 3").click()
    spot(page, "super sevens 3").click()
    assert faults(page) == []
    close_betting(floor, page, wagers=2)
    page.locator(READY).or_(page.locator(OVER.format(1))).first.wait_for(timeout=SECONDS * 1000)
    assert faults(page) == []
    decide_until_over(page, click(page))
    assert faults(page) == []
