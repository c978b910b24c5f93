"""The last hand on the page: every wager, a hand that is dealt, and what cannot be."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive

SOLVER_SECONDS = 180
"""The solver's sums are compiled when they are first needed."""


def box(page: Page, number: int) -> Page:
    return page.get_by_role("group", name=f"Box {number}")  # type: ignore[return-value]


def test_a_leader_who_bets_last_covers_both_ends(arrive: Arrive) -> None:
    page = arrive().go("/odds/last-hand")
    page.get_by_label("Minimum").fill("100")
    page.get_by_label("Increment").fill("100")
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


def test_what_cannot_be_is_refused_with_its_clause(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/odds/last-hand")
    box(page, 1).get_by_label("Wager", exact=True).fill("15")
    page.get_by_role("button", name="Calculate").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("Wagers go up in steps of $10.")
    expect(refusal).to_contain_text("D7 4.4")
    visitor.complaints = [each for each in visitor.complaints if "409" not in each]
