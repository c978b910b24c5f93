"""How to play: one page a game, told in the rulebook's own sentences."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from croupier.rulebook import divisions
from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive

STEPS = {"roulette": 4, "blackjack": 6, "tai-sai": 4, "money-wheel": 4}


@pytest.mark.parametrize(("game", "steps"), STEPS.items())
@pytest.mark.parametrize("width", [1280, 390])
def test_a_game_is_told_by_its_clauses(arrive: Arrive, game: str, steps: int, width: int) -> None:
    page = arrive(width=width, height=844).go(f"/learn/{game}")
    lesson = page.get_by_test_id("lesson")
    expect(lesson.locator("> li")).to_have_count(steps)
    gists = {clause.gist for division in divisions() for clause in division.clauses}
    told = [re.sub(r"\s*D\d+ [^ ]*( \(.*\))?$", "", text).strip() for text in lesson.locator("li p").all_inner_texts()]
    assert told
    assert [text for text in told if text not in gists] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []


def test_every_table_leads_to_it(arrive: Arrive) -> None:
    page = arrive().go("/tables/roulette-1")
    page.get_by_test_id("table-links").get_by_role("link", name="How to play").click()
    expect(page.get_by_role("heading", level=1, name="How to play Roulette")).to_be_visible()
