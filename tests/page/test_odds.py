"""Odds on the page: every wager's edge, chips together, and blackjack's chart."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, sit_down, spot, staked
from tests.support.server.real_server import Running

CHART_SECONDS = 60
"""The solver's sums are compiled when they are first needed."""


def test_every_wager_of_roulette_has_an_edge_of_one_in_37(arrive: Arrive) -> None:
    page = arrive().go("/odds/roulette")
    rows = page.locator("[data-wager]")
    rows.last.wait_for()
    assert rows.count() == 14
    for row in rows.all():
        expect(row).to_contain_text("2.7027%")
    expect(page.locator('[data-wager="straight up"]')).to_contain_text("35 to 1")
    page.locator('[data-wager="split"]').get_by_role("link").click()
    expect(page.locator("main h1")).to_have_text("D8 3.1(b)")


def test_the_games_differ(arrive: Arrive) -> None:
    page = arrive().go("/odds")
    page.get_by_role("link", name="Tai-Sai").click()
    expect(page.locator('[data-wager="big"]')).to_contain_text("2.7778%")
    page.get_by_role("link", name="Money wheel").click()
    page.locator("[data-wager]").first.wait_for()


def test_chips_together_are_worth_what_their_parts_are(arrive: Arrive) -> None:
    """17 and red with 10 dollars each: 17 is black, so 17 gains 340, a red number nothing, and every other loses 20."""
    page = arrive().go("/odds/roulette")
    page.get_by_label("Position").select_option("17")
    page.get_by_role("button", name="Add").click()
    page.get_by_label("Wager", exact=True).select_option("red")
    page.get_by_role("button", name="Add").click()
    panel = page.get_by_test_id("chips-edge")
    expect(panel).to_contain_text("$20.00")
    expect(panel.get_by_test_id("edge")).to_have_text("2.7027%")
    expect(panel).to_contain_text("lose $0.5405")
    expect(panel).to_contain_text("+$340.00")
    expect(panel).to_contain_text("Even 48.6486%")
    page.get_by_role("button", name="Remove red").click()
    expect(panel).to_contain_text("Even 0.0000%")
    page.get_by_label("Amount in dollars").fill("much")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_text("Enter an amount")).to_be_visible()


def test_the_chips_on_a_table_say_what_they_are_worth(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", **CALM))
    page.get_by_text("Odds of your chips on the layout").click()
    panel = page.get_by_test_id("chips-edge")
    expect(panel).to_contain_text("There are no chips on the layout.")
    spot(page, "red").click()
    staked(page, "$5.00")
    expect(panel.get_by_test_id("edge")).to_have_text("2.7027%")
    expect(panel).to_contain_text("lose $0.1351")


def test_the_chart_is_a_table_of_letters_for_the_rules_that_it_names(arrive: Arrive) -> None:
    page = arrive().go("/odds/blackjack")
    page.locator("[data-chart]").first.wait_for(timeout=CHART_SECONDS * 1000)
    expect(page.get_by_test_id("chart-edge")).to_contain_text("0.5411%")
    hard = page.locator('[data-chart="hard"] tbody tr')
    expect(hard.first.locator("th")).to_have_text("20")
    expect(page.locator('[data-chart="pairs"] tbody tr').first.locator("th")).to_have_text("AA")
    eleven = page.locator('[data-chart="hard"] tbody tr', has=page.get_by_role("rowheader", name="11", exact=True))
    assert [cell.inner_text().split()[0] for cell in eleven.locator("td").all()] == [*"DDDDDDDDDH"]
    expect(page.get_by_test_id("sevens-edge")).to_contain_text("9.0078%")


def test_axe_finds_nothing(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/odds/tai-sai")
    page.get_by_role("button", name="Add").click()
    page.get_by_test_id("edge").wait_for()
    assert faults_at_both_widths(page) == []
    page = visitor.go("/odds/blackjack")
    page.locator("[data-chart]").first.wait_for(timeout=CHART_SECONDS * 1000)
    assert faults_at_both_widths(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
