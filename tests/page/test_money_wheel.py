"""The money wheel in the browser: by mouse, by keys alone, on a phone, in motion, and section by section."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.games.money_wheel import IndicatorRests, symbol
from croupier.games.money_wheel.wheel import DEFAULT_ORDER
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive, resize
from tests.support.page.feed import OTHER, Feed
from tests.support.page.layouts import check_ledger, keys_of, lit, small_targets, wait_for_result
from tests.support.page.player import (
    CALM,
    again_and_double_by_keys,
    close_betting,
    handle_chips_by_keys,
    handle_chips_by_mouse,
    own_table,
    result,
    settled_by,
    sit_down,
    sit_down_by_keys,
    spot,
    staked,
    tab_to,
    told,
)
from tests.support.server.real_server import Running

SYMBOLS = list("ABCDEFG")


def turned_up(page: Page) -> str:
    """The result in words, the same at the wheel."""
    found = told(page, r"([A-G]), section (\d+)")
    wheel = page.get_by_test_id("wheel")
    expect(wheel).to_have_attribute("data-section", found[2])
    expect(wheel).to_have_attribute("aria-label", f"The pointer shows {found[1]}, section {found[2]}.")
    assert DEFAULT_ORDER[int(found[2]) - 1] == found[1]
    assert lit(page) == [found[1]]
    return found[2]


def test_chips_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "money-wheel", **CALM))
    assert keys_of(page) == SYMBOLS
    expect(spot(page, "D")).to_have_attribute("aria-label", "Symbol D, pays 11 to 1, on 4 of 52 sections")
    handle_chips_by_mouse(page, ("A", "B", "G"))


def test_a_full_round_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "money-wheel"))
    spot(page, "A").click()
    close_betting(floor, page)
    turned_up(page)
    settled_by(page, "D10", 1)
    expect(page.get_by_test_id("last-results").locator("li")).to_have_count(1)
    page.get_by_role("button", name="Again").click()
    staked(page, "$5.00")


def test_chips_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "money-wheel", **CALM))
    handle_chips_by_keys(
        page, "Symbol A", ((("Enter",), "A"), (("ArrowRight", "ArrowRight", "ArrowLeft", "Enter"), "B"))
    )


def test_a_full_round_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "money-wheel"))
    tab_to(page, "Symbol A")
    page.keyboard.press("Enter")
    close_betting(floor, page)
    turned_up(page)
    again_and_double_by_keys(page)


def test_a_full_round_on_a_phone(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(width=390, height=844), own_table(floor, "money-wheel"))
    spot(page, "F").tap()
    close_betting(floor, page)
    turned_up(page)


def test_it_fits_every_screen(arrive: Arrive, floor: Running) -> None:
    page = arrive().go(f"/tables/{own_table(floor, 'money-wheel')}")
    page.get_by_test_id("layout").wait_for()
    for width in (1280, 800, 390, 320):
        resize(page, width, 900)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert small_targets(page) == []


def test_the_wheel_turns_and_comes_to_rest_where_the_result_says(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(still=False), own_table(floor, "money-wheel"))
    spot(page, "A").click()
    close_betting(floor, page)
    page.locator("[data-testid=result][data-stage=moving]").wait_for()
    expect(page.get_by_test_id("countdown")).to_contain_text("The wheel turns clockwise")
    moved = page.evaluate(
        "() => document.getAnimations().flatMap(each => each.effect.getKeyframes()).flatMap(Object.keys)"
    )
    assert set(moved) <= {"offset", "computedOffset", "easing", "composite", "transform", "opacity"}
    section = int(turned_up(page))
    # The first section stands at the top of a wheel that has not turned.
    turned = float(page.get_by_test_id("wheel").get_attribute("data-angle") or 0)
    assert round(-turned * 52 / 360) % 52 == section - 1
    shown = page.evaluate("() => document.querySelector('[data-testid=wheel] > div').style.transform")
    assert abs(float(shown.removeprefix("rotate(").removesuffix("deg)")) - turned) < 0.01


def test_two_at_one_table_see_the_same(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "money-wheel")
    hers, his = sit_down(arrive(), table), sit_down(arrive(), table)
    spot(hers, "A").click()
    spot(his, "B").click()
    expect(spot(his, "A")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    expect(spot(hers, "B")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    close_betting(floor, hers, his, wagers=2)
    assert turned_up(hers) == turned_up(his)


def test_a_refusal_stands_next_to_what_was_refused(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "money-wheel", **CALM))
    page.keyboard.press("6")
    spot(page, "C").click()
    spot(page, "C").click()
    refusal = page.get_by_test_id("refusal")
    expect(refusal).to_be_visible()
    box, there = refusal.bounding_box(), spot(page, "C").bounding_box()
    assert box is not None
    assert there is not None
    assert abs(box["y"] - (there["y"] + there["height"])) < 60
    refusal.get_by_role("button").click()
    expect(refusal).to_be_hidden()


def test_T39_T40_the_page_shows_what_the_ledger_says_for_every_section(arrive: Arrive, floor: Running) -> None:
    feed = Feed(arrive(), own_table(floor, "money-wheel"), "money-wheel")
    page = feed.open(OTHER)
    for section, letter in enumerate(DEFAULT_ORDER, start=1):
        wagers = [Wager(feed.me, symbol(each), 5_00 + 50 * section) for each in SYMBOLS]
        feed.play(*wagers, Wager(OTHER, symbol("A"), 5_00))
        feed.play(NoMoreBets(), IndicatorRests(section))
        wait_for_result(page, "wheel", "section", str(section))
        check_ledger(feed, f"{letter}, section {section}")


def test_a_spin_that_rests_on_a_peg_is_no_spin(arrive: Arrive, floor: Running) -> None:
    feed = Feed(arrive(), own_table(floor, "money-wheel"), "money-wheel")
    page = feed.open()
    feed.play(Wager(feed.me, symbol("A"), 5_00))
    feed.play(NoMoreBets(), IndicatorRests(7, on_peg=True))
    expect(page.get_by_test_id("result")).to_contain_text("No spin. Your wagers stay.")
    expect(page.get_by_test_id("on-layout")).to_have_text("$5.00")
    assert lit(page) == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_axe_finds_nothing(arrive: Arrive, floor: Running, width: int, scheme: Any) -> None:
    visitor = arrive(width=width)
    visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page = sit_down(visitor, own_table(floor, "money-wheel"))
    spot(page, "A").click()
    page.keyboard.press("6")
    spot(page, "A").click()
    page.get_by_test_id("refusal").wait_for()
    assert faults(page) == []
    close_betting(floor, page)
    result(page)
    assert faults(page) == []
