"""Whatever types like a keyboard, fast: a wheel sensor or a shoe reader is read whole, never half and never twice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.consoles import dialog, live_table, next_step
from tests.support.page.dealing import at_console, before_the_cards, dealt_by_request
from tests.support.server.real_server import Running

BURST = """keys => {
  // All in one moment, with what a browser does where nobody prevents it.
  for (const key of keys) {
    const at = document.activeElement ?? document.body;
    const goes = at.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    if (!goes) continue;
    if (key === 'Enter') at instanceof HTMLButtonElement ? at.click() : at.form?.requestSubmit();
    else if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) {
      at.value += key;
      at.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
}"""


def scan(page: Page, text: str) -> None:
    page.evaluate(BURST, ["Enter" if each == "\n" else each for each in text])


def results(floor: Running, table: str, kind: str) -> list[dict[str, Any]]:
    entries = floor.client().get(f"/api/v1/tables/{table}/acts?most=200").json()["entries"]
    return [entry["act"] for entry in entries if entry["act"] and entry["act"]["act"] == kind]


def at_the_result(arrive: Arrive, floor: Running) -> tuple[str, Page]:
    """A roulette table whose ball has been called, with a wager that loses."""
    table = live_table(floor, "roulette")
    spun: dict[str, object] = {"wheel": "clockwise", "ball": "anticlockwise"}
    dealt_by_request(floor, table, ("open table", {}), ("spin ball", spun), ("no more bets", {}))
    _, page = at_console(arrive, floor, table, "spin")
    return table, page


def test_two_scans_of_a_wheel_at_once_are_one_result(arrive: Arrive, floor: Running) -> None:
    table, page = at_the_result(arrive, floor)
    scan(page, "17\n17\n")
    # The number, its announcement and the dolly are one movement; the next step is not.
    expect(next_step(page)).to_have_attribute("data-act", "open betting")
    expect(page.get_by_test_id("do")).to_have_attribute("aria-disabled", "false")
    assert [act["number"] for act in results(floor, table, "spin")] == [17]
    assert [len(results(floor, table, kind)) for kind in ("announce", "dolly", "open betting")] == [1, 1, 0]


def test_a_scan_while_a_dialog_is_open_waits_and_presses_nothing_there(arrive: Arrive, floor: Running) -> None:
    table, page = at_the_result(arrive, floor)
    page.keyboard.press("i")
    dialog(page).locator("[data-act='no spin']").click()
    # The first choice of the form has the focus, or the field for words where there is one.
    form = dialog(page).get_by_test_id("offer-form")
    form.wait_for()
    scan(page, "17\n")
    expect(page.locator("[data-announcer=urgent]")).to_contain_text("Scanned: 17. It is entered when this is closed.")
    expect(dialog(page)).to_be_visible()
    assert results(floor, table, "no spin") == results(floor, table, "spin") == []
    page.keyboard.press("Escape")
    expect(next_step(page)).not_to_have_attribute("data-act", "spin")
    assert [act["number"] for act in results(floor, table, "spin")] == [17]


def test_a_shoe_reader_types_five_cards_in_one_moment(arrive: Arrive, floor: Running) -> None:
    """Ten characters without Enter; then a card too early, which is no decision of a player's."""
    _, page = before_the_cards(arrive, floor, (1, 2))
    table = page.url.rpartition("/")[2]
    scan(page, "kd9c8c5h0d")
    expect(page.get_by_test_id("signals").locator("strong")).to_contain_text("box 1")
    dealt = ["Kd", "9c", "8c", "5h", "Td"]
    assert cards(floor, table) == dealt
    for early in ("ks", "7s", "4h\n", "2d\n"):
        scan(page, early)
    # Nobody stood, drew or doubled by the suit of a card.
    expect(page.get_by_test_id("signals").locator("strong")).to_contain_text("box 1")
    assert [results(floor, table, kind) for kind in ("stand", "draw", "double", "split")] == [[], [], [], []]
    assert cards(floor, table) == dealt


def test_two_scans_with_enter_wait_for_each_other(arrive: Arrive, floor: Running) -> None:
    _, page = before_the_cards(arrive, floor, (1, 2))
    table = page.url.rpartition("/")[2]
    scan(page, "kd9c\n8c5h\n0d\n")
    expect(page.get_by_test_id("signals").locator("strong")).to_contain_text("box 1")
    assert cards(floor, table) == ["Kd", "9c", "8c", "5h", "Td"]


def cards(floor: Running, table: str) -> list[str]:
    return [act["card"]["rank"] + act["card"]["suit"] for act in results(floor, table, "deal")]
