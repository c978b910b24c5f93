"""What people do at the tables of the page, for the tests of every game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.page.browser import LATER, Visitor
from tests.support.page.played_rounds import SIGN
from tests.support.server.real_server import Running, wait_until

QUICK = {"betting_seconds": 20, "rest": 0}
"""Time for some wagers on a busy machine; then `close_betting` ends it."""
CALM = {"betting_seconds": 300}
"""For whatever is done with chips: no test waits for its end, and none is overtaken by it."""
ROUND_SECONDS = 30
CHIP, SECOND_CHIP = 5_00, 10_00
"""The first two of the rail at the tables of these tests."""
OUTCOME = r"(?:[+−]\$[\d,.]+|[+−]?\$[\d,.]+, won \$[\d,.]+, lost \$[\d,.]+)"
FOCUSED = """() => {
  const focused = document.activeElement;
  return !focused || focused === document.body ? '' : focused.getAttribute('aria-label') ?? focused.innerText;
}"""
MOST_TABS = 80


def own_table(floor: Running, game: str, **more: Any) -> str:
    """A table that nobody else plays at; its id."""
    body = {"name": f"A table of {game}", "game": game, "sign": SIGN, **QUICK, **more}
    made = floor.operator().ask("POST", "/api/v1/tables", body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def at_table(visitor: Visitor, table: str) -> Page:
    page = visitor.go(f"/tables/{table}")
    page.get_by_test_id("seat").get_by_role("button").first.wait_for()
    return page


def sit_down(visitor: Visitor, table: str) -> Page:
    """One click: as a guest, with chips for twenty of the smallest wagers."""
    page = at_table(visitor, table)
    page.get_by_test_id("seat").get_by_role("button", name="Sit down").click()
    seated(page)
    return page


def seated(page: Page) -> None:
    """Chips are bought, and changed into a colour where the table has colours."""
    expect(page.locator("[data-testid=seat][data-seated]")).to_contain_text("$100.00")
    expect(page.get_by_test_id("seat").locator("button:disabled", has_text="More chips")).to_have_count(0)


def spot(page: Page, key: str) -> Locator:
    """A target of the layout, by its position's name."""
    return page.locator(f'[data-key="{key}"]')


def staked(page: Page, amount: str) -> None:
    expect(page.get_by_test_id("on-layout")).to_have_text(amount)


def close_betting(floor: Running, *pages: Page, wagers: int = 1) -> None:
    """Once the house has so many wagers at the table of these pages, its window of betting is over at once."""
    path = f"/api/v1/tables/{pages[0].url.rpartition('/')[2]}"
    wait_until(lambda: floor.operator().client.get(f"{path}/journal").text.count(" wager ") >= wagers)
    shown = floor.operator().get(path)
    for page in pages:
        page.evaluate(LATER, shown["due"] - shown["now"])
    floor.move_on(shown["due"] - shown["now"])


def result(page: Page) -> Locator:
    """The line of the result, once everything about it has been shown."""
    found = page.locator("[data-testid=result][data-stage=paid]")
    found.wait_for(timeout=ROUND_SECONDS * 1000)
    return found


def announced(page: Page) -> str:
    return page.locator("[data-announcer=urgent]").inner_text().strip()


def told(page: Page, words: str) -> re.Match[str]:
    """The result, which reads like that, with one's own winnings: the same on the screen and to a screen reader."""
    line = result(page)
    shown = f"{line.locator('strong').first.text_content()}. {line.get_by_test_id('outcome').text_content()}"
    found = re.fullmatch(rf"{words}\. {OUTCOME}", shown)
    assert found, shown
    assert announced(page) == shown
    return found


def settled_by(page: Page, division: str, lines: int) -> None:
    """So many lines, each with its clause."""
    settlement = page.get_by_test_id("settlement")
    expect(settlement.locator("li")).to_have_count(lines)
    expect(settlement.locator("li a").first).to_have_attribute("href", re.compile(f"^/rulebook/{division}"))


def dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def tab_to(page: Page, label: str) -> None:
    """By the Tab key alone, to what begins with these words."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if str(page.evaluate(FOCUSED)).startswith(label):
            return
    raise AssertionError(f"no way by Tab to {label}")


def sit_down_by_keys(visitor: Visitor, table: str) -> Page:
    page = at_table(visitor, table)
    tab_to(page, "Sit down")
    page.keyboard.press("Enter")
    seated(page)
    return page


def handle_chips_by_mouse(page: Page, keys: Sequence[str]) -> None:
    """A chip on each; one comes back, and lies there again; all of it twice; nothing; and away from the table."""
    whole = CHIP * len(keys)
    for key in keys:
        spot(page, key).click()
    staked(page, dollars(whole))
    spot(page, keys[0]).click(button="right")
    staked(page, dollars(whole - CHIP))
    page.get_by_role("button", name="Undo").click()
    staked(page, dollars(whole))
    page.get_by_role("button", name="Double", exact=True).click()
    staked(page, dollars(2 * whole))
    expect(page.get_by_test_id("countdown")).to_contain_text("Wagers are closing")
    page.get_by_role("button", name="Clear").click()
    staked(page, dollars(0))
    page.get_by_test_id("seat").get_by_role("button", name="Leave").click()
    expect(page.get_by_test_id("seat").get_by_role("button", name="Sit down")).to_be_visible()


def handle_chips_by_keys(page: Page, first: str, way: Sequence[tuple[Sequence[str], str]]) -> None:
    """From the target of that name along a way, each stretch with what it ends at; then undo, another chip, delete."""
    tab_to(page, first)
    placed = 0
    for keys, key in way:
        for each in keys:
            page.keyboard.press(each)
        placed += CHIP * list(keys).count("Enter")
        expect(page.locator(":focus")).to_have_attribute("data-key", key)
    staked(page, dollars(placed))
    # A chip of another value on top, and off again: the first lies there as before.
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    staked(page, dollars(placed + SECOND_CHIP))
    page.keyboard.press("Backspace")
    staked(page, dollars(placed))
    page.keyboard.press("Delete")
    staked(page, dollars(placed - CHIP))
    page.keyboard.press("Backspace")
    staked(page, dollars(placed))


def again_and_double_by_keys(page: Page) -> None:
    """After a round with one chip: it lies there again, and once more."""
    page.keyboard.press("r")
    staked(page, dollars(CHIP))
    page.keyboard.press("d")
    staked(page, dollars(2 * CHIP))
