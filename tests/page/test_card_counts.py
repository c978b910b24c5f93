"""The page of card counts: a count chosen, calculated and drawn."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive


def test_a_count_is_drawn_with_its_plays_and_its_risk(arrive: Arrive) -> None:
    page = arrive().go("/odds/blackjack")
    page.get_by_role("link", name="What is a card count worth?").click()
    page.get_by_label(re.compile("^Decks")).select_option("6")
    count = page.get_by_role("combobox", name=re.compile("^Count"))
    page.get_by_label("Card 7").fill("2")
    expect(count).to_have_value("")
    count.select_option("Hi-Lo")
    expect(page.get_by_label("Card 7")).to_have_value("0")
    page.get_by_role("button", name="Calculate").click()
    found = page.get_by_test_id("count")
    expect(found).to_contain_text("Insurance", timeout=240_000)
    expect(found).to_contain_text("from +3")
    expect(found).to_contain_text("Betting correlation 0.96")
    expect(found.get_by_role("img", name="What a round is worth at each count")).to_be_visible()
    assert faults_at_both_widths(page) == []
