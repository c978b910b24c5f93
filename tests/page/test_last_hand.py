"""The last hand on the page: every wager, a hand that is dealt, and what cannot be."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive

SOLVER_SECONDS = 180
"""The solver's sums are compiled when they are first needed."""


def box(page: Page, number: int) -> Locator:
    return page.get_by_role("group", name=f"Box {number}")


def test_a_leader_who_bets_last_covers_both_ends(arrive: Arrive) -> None:
    page = arrive().go("/odds/last-hand")
    page.get_by_label("Minimum", exact=True).fill("100")
    page.get_by_label("Increment", exact=True).fill("100")
    box(page, 1).get_by_label("Wager", exact=True).fill("500")
    box(page, 1).get_by_label("Basic play").check()
    box(page, 2).get_by_label("Basic play").check()
    page.get_by_role("button", name="Calculate").click()
    found = page.get_by_test_id("last-hand")
    expect(found).to_contain_text("Ben wagers", timeout=SOLVER_SECONDS * 1000)
    expect(found.locator("tr.best")).to_contain_text("$500")
    assert faults_at_both_widths(page) == []


def test_a_hand_that_is_dealt_is_played_for_the_place(arrive: Arrive) -> None:
    """Ana is bust: Ben stands on 12 against a ten, and has won."""
    page = arrive().go("/odds/last-hand")
    page.get_by_label("Dealer shows").select_option("10")
    for number, (wager, cards) in enumerate((("500", "10 6 K"), ("400", "10 2")), 1):
        box(page, number).get_by_label("Wager", exact=True).fill(wager)
        box(page, number).get_by_label("Cards").fill(cards)
    page.get_by_role("button", name="Calculate").click()
    found = page.get_by_test_id("last-hand")
    expect(found.locator("tr.best")).to_contain_text("Stand", timeout=SOLVER_SECONDS * 1000)
    expect(found.locator("tr.best")).to_contain_text("100")


def test_rounds_cards_and_prizes_are_asked_about_with_seven_players(arrive: Arrive) -> None:
    """What is typed arrives: each thing that cannot be is refused by its own clause."""
    visitor = arrive()
    page = visitor.go("/odds/last-hand")
    page.get_by_text("Rounds left, cards seen").click()
    refusal = page.get_by_test_id("refusal")
    for label, typed, said in (
        ("Cards gone from the shoe", "5 " * 33, "fewer cards of value 5"),
        ("Prizes by place", "600 300 100", "Give each place at most one prize"),
    ):
        field = page.get_by_label(label)
        field.fill(typed)
        page.get_by_role("button", name="Calculate").click()
        expect(refusal).to_contain_text(said)
        field.fill("")
    page.get_by_label("Rounds left").select_option("2")
    add = page.get_by_role("button", name="Add a player")
    for _ in range(2):
        add.click()
    page.get_by_role("button", name="Calculate").click()
    expect(refusal).to_contain_text("at most 3 players, not for 4")
    for _ in range(3):
        add.click()
    expect(box(page, 7)).to_be_visible()
    # That takes minutes, so the page names the command instead and saves what was typed for it.
    expect(page.get_by_test_id("too-many")).to_contain_text("the wagers of more than 4 players take some minutes")
    expect(page.get_by_role("button", name="Calculate")).to_be_disabled()
    visitor.complaints = [each for each in visitor.complaints if "409" not in each]


def test_what_cannot_be_is_refused_with_its_clause(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/odds/last-hand")
    box(page, 1).get_by_label("Wager", exact=True).fill("15")
    page.get_by_role("button", name="Calculate").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("Wagers go up in steps of $10.")
    expect(refusal).to_contain_text("D7 4.4")
    visitor.complaints = [each for each in visitor.complaints if "409" not in each]
