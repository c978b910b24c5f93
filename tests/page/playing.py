"""What people do at the tables of the page, for the tests of every game."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.browser import Visitor
from tests.page.rounds import SIGN
from tests.serve.running import Running

QUICK = {"betting_seconds": 3, "rest": 0}
"""Long enough for a few wagers on a busy machine, and no longer."""
ROUND_SECONDS = 30


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
    expect(page.get_by_test_id("seat").get_by_role("button", name="More chips")).to_be_enabled()
    expect(page.get_by_test_id("seat")).to_contain_text("$100.00")


def spot(page: Page, key: str) -> Locator:
    """A target of the layout, by its position's name."""
    return page.locator(f'[data-key="{key}"]')


def staked(page: Page, amount: str) -> None:
    expect(page.get_by_test_id("on-layout")).to_have_text(amount)


def result(page: Page) -> Locator:
    """The line of the result, once everything about it has been shown."""
    found = page.locator("[data-testid=result][data-stage=paid]")
    found.wait_for(timeout=ROUND_SECONDS * 1000)
    return found


def announced(page: Page) -> str:
    return page.locator("[data-announcer=urgent]").inner_text().strip()
