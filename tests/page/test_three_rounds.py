"""Three rounds of each game by touch alone, by keys alone, and by what a screen reader says alone.

Betting stays open for five minutes: each round is closed by the player, as somebody who is alone at a table does it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.page.blackjack import decide_until_over
from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, seated, tab_to
from tests.support.server.real_server import Running

ROUNDS = 3
GAMES = {
    "roulette": ("red", "Red", "Spin now"),
    "money-wheel": ("A", "Symbol A", "Spin now"),
    "tai-sai": ("big", "Big", "Roll now"),
    "blackjack": ("box 1", "Box 1", "Deal now"),
}
"""A place for a chip by its key, what it is called, and what begins a round."""
FIRST_STOP = {"roulette": "17 black", "money-wheel": "Symbol A", "tai-sai": "Small", "blackjack": "Box 1"}
"""A layout has one stop for Tab, and arrow keys go on from there."""
SEATED = re.compile(r"^Leave")
DECISIONS = ("Stand", "Hit", "No insurance", "No even money")
"""In this order: who may not stand must draw."""
TOLD = re.compile(r"[+−]\$[\d,]+\.\d\d|[Bb]roke even")
"""The net figure of the round: the same words as on the screen."""


@pytest.mark.parametrize("game", list(GAMES))
def test_three_rounds_by_touch_alone(arrive: Arrive, floor: Running, game: str) -> None:
    key, _, begins = GAMES[game]
    page = arrive(width=390, height=844).go(f"/tables/{own_table(floor, game, **CALM)}")
    page.get_by_test_id("seat").get_by_role("button", name="Sit down").tap()
    page.locator("[data-testid=seat][data-seated]").wait_for()

    def tap(button: Locator) -> None:
        """With a finger: it has to be in sight, and large enough to be hit."""
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24
        assert box["y"] + box["height"] <= 844
        button.tap()

    for number in range(1, ROUNDS + 1):
        if number == 1:
            tap(page.locator(f"[data-key='{key}']"))
        else:
            tap(page.get_by_role("button", name="Again", exact=True))
        go_on = page.get_by_role("button", name=begins)
        expect(go_on).to_be_enabled()
        tap(go_on)
        end_round(page, game, number, lambda decision: tap(page.locator(f"[data-decision={decision}]").first))
        assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("game", list(GAMES))
def test_three_rounds_by_keys_alone(arrive: Arrive, floor: Running, game: str) -> None:
    _, _, begins = GAMES[game]
    page = arrive().go(f"/tables/{own_table(floor, game, **CALM)}")
    page.get_by_test_id("seat").get_by_role("button").first.wait_for()
    tab_to(page, "Sit down")
    page.keyboard.press("Enter")
    seated(page)
    tab_to(page, FIRST_STOP[game])
    page.keyboard.press("Enter")
    letters = {"stand": "s", "draw": "h", "pass": "n"}
    for number in range(1, ROUNDS + 1):
        if number > 1:
            page.keyboard.press("r")
        expect(page.get_by_role("button", name=begins)).to_be_enabled()
        page.keyboard.press("n")
        end_round(page, game, number, lambda decision: page.keyboard.press(letters[decision]))


@pytest.mark.parametrize("game", list(GAMES))
def test_three_rounds_by_what_a_screen_reader_says(arrive: Arrive, floor: Running, game: str) -> None:
    """Roles and names alone: where anything is drawn, what class it has and what it shows plays no part."""
    _, name, begins = GAMES[game]
    page = arrive().go(f"/tables/{own_table(floor, game, **CALM)}")

    def button(words: str | re.Pattern[str]) -> Locator:
        return page.get_by_role("button", name=words)

    button("Sit down").click()
    expect(button(SEATED).first).to_be_visible()
    place = button(re.compile(rf"^{name}, ")).first
    expect(place).to_be_visible()
    for number in range(1, ROUNDS + 1):
        place.click() if number == 1 else button("Again").click()
        expect(place).to_have_accessible_name(re.compile("you have"))
        expect(button(begins)).to_be_enabled()
        button(begins).click()
        if game == "blackjack":
            decide_by_name(page, page.get_by_role("link", name=re.compile(rf"\b[Rr]ound {number}\b")))
        expect(page.get_by_role("alert")).to_have_text(TOLD, timeout=40_000)
        expect(button("Again")).to_be_enabled()


def end_round(page: Page, game: str, number: int, press: Callable[[str], None]) -> None:
    if game == "blackjack":
        decide_until_over(page, press, number)
    page.locator("[data-testid=result][data-stage=paid]").wait_for(timeout=40_000)
    expect(page.get_by_role("button", name="Again", exact=True)).to_be_enabled()


def decide_by_name(page: Page, over: Locator) -> None:
    """Whatever is asked, until the round can be checked."""
    asked = page.get_by_role("region", name="Your decision").get_by_role("button", disabled=False)
    for _ in range(40):
        over.or_(asked.first).first.wait_for(timeout=40_000)
        if over.count():
            return
        names = asked.all_inner_texts()
        chosen = next((each for each in DECISIONS if any(name.startswith(each) for name in names)), None)
        if chosen is not None:
            asked.filter(has_text=chosen).first.click()
        page.wait_for_timeout(200)
    raise AssertionError("the round does not end")
