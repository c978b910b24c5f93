"""Undo at the last moment: the chips below the last one never stay away because wagers closed in between."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.player import own_table, sit_down, spot, staked
from tests.support.server.real_server import Running

SHIFT = """seconds => {
  window.trueNow ??= Date.now.bind(Date);
  Date.now = () => window.trueNow() + seconds * 1000;
}"""


def later(page: Page, seconds: float) -> None:
    """The viewer's clock goes so far ahead."""
    page.evaluate(SHIFT, seconds)


def test_a_chip_on_others_is_not_undone_when_wagers_are_about_to_close(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", betting_seconds=60))
    undo = page.get_by_role("button", name="Undo")
    for total in ("$5.00", "$10.00"):
        spot(page, "red").click()
        staked(page, total)
    later(page, 57.5)
    undo.click()
    expect(page.locator("[data-testid=refusal][data-code=undo_too_late]")).to_be_visible()
    staked(page, "$10.00")
    later(page, 0)
    undo.click()
    staked(page, "$5.00")
    later(page, 57.5)
    undo.click()
    staked(page, "$0.00")
