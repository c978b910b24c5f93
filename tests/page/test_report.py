"""The morning report on the operator's console, after two spins whose figures are known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.consoles import act, come_in, live_table, staff
from tests.support.server.real_server import Running, server

SEVENTEEN = {"kind": "straight up", "numbers": [17]}
PHONE_WIDTH, ONE_ROW = 390, 60
SPINS = ((17, "black", "pay"), (8, "black", "collect"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Two spins: 17 wins 350 for a wager of 10, and another 10 is lost."""
    folder: Path = tmp_path_factory.mktemp("report")
    with server(folder / "house") as running:
        table, ana, dora = live_table(running, "roulette", "Tōtara"), running.guest(), staff(running, "dealer", "Dora")
        assert dora.ask("POST", f"/api/v1/tables/{table}/duty").status_code == 201
        act(dora, table, "open table", office="dealer")
        act(ana, table, "buy in", amount=200_00)
        act(ana, table, "wager", position=SEVENTEEN, amount=10_00)
        for number, colour, settles in SPINS:
            act(dora, table, "spin ball", office="dealer", ball="clockwise", wheel="anticlockwise")
            act(dora, table, "no more bets", office="dealer")
            act(dora, table, "spin", office="dealer", number=number)
            act(dora, table, "announce", office="dealer", number=number, colour=colour)
            act(dora, table, "dolly", office="dealer", number=number)
            act(dora, table, settles, office="dealer")
            act(dora, table, "open betting", office="dealer")
        sam = staff(running, "game-supervisor", "Sam")
        dispute = {"player": ana.id, "round": 2, "reason": "The ball had not come to rest"}
        act(sam, table, "record dispute", office="game supervisor", **dispute)
        yield running


def test_the_operator_reads_the_day_by_table_dealer_and_player(arrive: Arrive, house: Running) -> None:
    visitor = come_in(arrive(house=house), house.operator())
    page = visitor.go("/console/operator/report")
    expect(page.get_by_test_id("win")).to_have_text("−$340.00")
    rows = page.get_by_test_id("report-rows")
    expect(rows.locator("tbody tr")).to_have_count(1)
    expect(rows.locator("tbody tr")).to_contain_text("Tōtara")
    for words in ("$20.00", "$10.00", "$200.00", "−170.0 %", "$0.54", "−$340.54"):
        expect(rows.locator("tbody tr")).to_contain_text(words)
    expect(rows.locator("tbody tr")).to_contain_text("Live roulette")
    expect(page.get_by_test_id("report-total")).to_contain_text("All tables")
    expect(page.get_by_test_id("report-total")).to_contain_text("−$340.54")
    expect(page.get_by_test_id("disputes")).to_contain_text("Tōtara, round 2")
    page.get_by_role("button", name="Dealer").click()
    expect(rows.locator("tbody tr")).to_contain_text("Dora")
    page.get_by_role("button", name="Player").click()
    expect(rows.locator("tbody tr")).to_contain_text("−$340.00")
    expect(rows.locator("tbody").get_by_test_id("played")).to_have_text("0:00")
    page.get_by_test_id("period").select_option("yesterday")
    expect(page.get_by_text("No rounds ended in this time.").first).to_be_visible()
    with page.expect_download() as loaded:
        page.get_by_test_id("csv").click()
    assert "by,key,name" in loaded.value.path().read_text("utf-8")
    with page.expect_download() as paper:
        page.get_by_test_id("pdf").click()
    assert paper.value.path().read_bytes().startswith(b"%PDF")
    assert visitor.complaints == []


def test_the_operator_asks_whether_the_wheel_is_fair(arrive: Arrive, house: Running) -> None:
    visitor = come_in(arrive(house=house), house.operator())
    page = visitor.go("/console/operator/fairness")
    devices = page.get_by_test_id("devices")
    expect(devices.get_by_role("button", name="Tōtara")).to_contain_text("2 spins")
    devices.get_by_role("button", name="Tōtara").click()
    device = page.get_by_test_id("device")
    expect(device).to_contain_text("No sign of bias")
    expect(device.get_by_text("17: 1 times, 0.1 expected, +4.1 standard errors")).to_be_attached()
    expect(device).to_contain_text("comes 10 % too often is found four times in five after about 113,194 results")
    expect(device).to_contain_text("5 neighbours that come 10 % too often are found after about 21,098")
    expect(device.get_by_test_id("e-curve")).to_be_visible()
    assert faults_at_both_widths(page) == []
    assert visitor.complaints == []


def test_the_operator_reads_the_incidents_and_opens_the_round(arrive: Arrive, house: Running) -> None:
    visitor = come_in(arrive(house=house), house.operator())
    page = visitor.go("/console/operator/incidents")
    row = page.get_by_test_id("incidents").locator("tbody tr")
    expect(row).to_have_count(1)
    for words in ("Dispute", "Tōtara", "The ball had not come to rest", "D1 11.1", "by Sam"):
        expect(row).to_contain_text(words)
    assert faults_at_both_widths(page) == []
    page.get_by_test_id("about").select_option(label="Sam")
    expect(row).to_have_count(1)
    page.get_by_test_id("about").select_option("")
    page.get_by_test_id("kind").select_option("void")
    expect(page.get_by_text("No incidents in this time.")).to_be_visible()
    page.get_by_test_id("kind").select_option("")
    page.get_by_role("link", name="round 2").click()
    expect(page).to_have_url(re.compile(r"/rounds/2$"))
    assert visitor.complaints == []


def test_incidents_and_slips_go_by_the_day_of_the_report(arrive: Arrive, house: Running) -> None:
    """What happens after midnight is found under the evening to which the report counts it."""
    visitor = come_in(arrive(house=house), house.operator())
    page = visitor.go("/console/operator/report")
    page.get_by_test_id("day-begins").select_option("6")
    for part in ("incidents", "chips"):
        page = visitor.go(f"/console/operator/{part}")
        expect(page.get_by_test_id("day")).to_contain_text("6 AM to 6 AM")
        address = page.get_by_role("link", name="as CSV").get_attribute("href") or ""
        since = re.findall(r"since=(\d+)", address)[0]
        assert page.evaluate(f"new Date({since} * 1000).getHours()") == 6, part


def test_axe_finds_nothing(arrive: Arrive, house: Running) -> None:
    page = come_in(arrive(house=house), house.operator()).go("/console/operator/report")
    expect(page.get_by_test_id("report-rows")).to_be_visible()
    assert faults_at_both_widths(page) == []


def test_the_parts_of_the_console_stand_in_the_header_and_on_a_phone_in_one_row(arrive: Arrive, house: Running) -> None:
    page = come_in(arrive(house=house), house.operator()).go("/console/operator")
    header = page.locator("header").get_by_role("navigation", name="Parts of this console")
    for part in ("Report", "Fairness", "Incidents", "Chips and cash", "People", "House journal", "Tables"):
        header.get_by_role("link", name=part).click()
        expect(header.get_by_role("link", name=part)).to_have_attribute("aria-current", "page")
    header.get_by_role("link", name="Consoles").click()
    expect(page.get_by_role("link", name="You")).to_be_visible()
    expect(header).to_have_count(0)
    phone = come_in(arrive(house=house, width=390, height=844), house.operator()).go("/console/operator/people")
    row = phone.locator("main").get_by_role("navigation", name="Parts of this console")
    expect(row.get_by_role("link", name="People")).to_be_in_viewport()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH
    assert row.evaluate("each => each.getBoundingClientRect().height") < ONE_ROW
