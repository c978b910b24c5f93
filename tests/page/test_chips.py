"""Chips and cash at the consoles: a dealer asks, a supervisor signs, the operator reads and prints the list."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in, live_table, staff
from tests.support.page.supervisor import dealer_at
from tests.support.server.real_server import Running


def _count(page: Page, **counts: int) -> None:
    for value, count in counts.items():
        page.locator(f"input[data-value='{value.removeprefix('v')}']").fill(str(count))


def _press(page: Page, testid: str) -> None:
    page.get_by_test_id(testid).click()


def test_a_float_is_opened_by_two_and_a_fill_is_brought(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette")
    dealer_at(floor, table)
    dora = come_in(arrive(house=floor), staff(floor, "dealer", "Dora")).go(f"/console/dealer/{table}")
    dora.get_by_test_id("chips").click()
    expect(dora.get_by_test_id("tray")).to_contain_text("Nobody has counted this tray yet")
    dora.get_by_role("button", name="Opening float").click()
    _count(dora, v10000=40, v2500=100)
    expect(dora.get_by_test_id("pieces-total")).to_have_text("$6,500.00")
    _press(dora, "ask")
    waiting = dora.get_by_test_id("waiting")
    expect(waiting).to_contain_text("A colleague must sign this")
    expect(waiting.get_by_test_id("sign")).to_have_count(0)
    sue = come_in(arrive(house=floor), staff(floor, "game-supervisor", "Sue")).go(f"/console/supervisor/{table}")
    sue.get_by_test_id("chips").click()
    _press(sue, "sign")
    expect(sue.get_by_test_id("expected")).to_have_text("$6,500.00")
    sue.get_by_role("button", name="Fill", exact=True).click()
    _count(sue, v500=60)
    _press(sue, "ask")
    dora.reload()
    _press(dora, "sign")
    expect(dora.get_by_test_id("expected")).to_have_text("$6,800.00")
    # Five chips of 25 dollars are missing: the count stands, and the difference is seen.
    dora.get_by_role("button", name="Closing float").click()
    _count(dora, v10000=40, v2500=95, v500=60)
    _press(dora, "ask")
    sue.reload()
    expect(sue.get_by_test_id("waiting")).to_contain_text("$6,800.00 expected")
    assert faults_at_both_widths(sue) == []
    _press(sue, "sign")
    expect(sue.get_by_test_id("tray")).to_contain_text("Closed")
    olga = come_in(arrive(house=floor), floor.operator()).go("/console/operator/chips")
    slips = olga.get_by_test_id("slips").locator("tbody tr")
    expect(slips).to_have_count(3)
    expect(slips.first).to_contain_text("$125.00 short")
    expect(slips.first).to_contain_text("Dora, signed by Sue")
    assert faults_at_both_widths(olga) == []
