"""Tai-Sai in the browser: by mouse, by keys alone, on a phone, in motion, and roll by roll."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from croupier.games.tai_sai import NoRoll, Roll, big, even, face, four, odd, pair, small, three, total, triple
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive, resize
from tests.support.page.feed import OTHER, Feed
from tests.support.page.layouts import check_ledger, keys_of, label, lit, small_targets, strangers, wait_for_result
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

WORDS = r"(\d), (\d), (\d): total (\d+), [a-z ,]+"


def rolled(page: Page) -> list[int]:
    """The result in words, the same in the tumbler."""
    found = told(page, WORDS)
    dice = [int(found[each]) for each in (1, 2, 3)]
    assert sum(dice) == int(found[4])
    shown = page.get_by_test_id("tumbler").get_attribute("data-dice") or ""
    assert sorted(map(int, shown.split("-"))) == dice
    return dice


def test_chips_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "tai-sai", **CALM))
    expect(page.get_by_test_id("tumbler")).to_have_attribute("aria-label", "Three dice under the cover")
    expect(spot(page, "pair 1-5")).to_have_attribute("aria-label", "Pair 1 and 5, pays 6 to 1")
    handle_chips_by_mouse(page, ("small", "big", "total 10", "pair 1-5", "four 3-4-5-6"))


def test_a_full_round_by_mouse(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "tai-sai"))
    spot(page, "small").click()
    close_betting(floor, page)
    rolled(page)
    settled_by(page, "D9", 1)
    expect(page.get_by_test_id("last-results").locator("li")).to_have_count(1)
    page.get_by_role("button", name="Again").click()
    staked(page, "$5.00")


def test_chips_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "tai-sai", **CALM))
    way = (
        (("Enter",), "small"),
        (("ArrowRight", "Enter"), "odd"),
        # Down from odd to what lies under it, and up again to where the way began.
        (("ArrowDown", "Enter"), "total 6"),
        (("ArrowUp",), "odd"),
        (("ArrowDown", "ArrowDown", "ArrowRight", "Enter"), "pair 1-5"),
    )
    handle_chips_by_keys(page, "Small", way)


def test_a_full_round_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    page = sit_down_by_keys(arrive(), own_table(floor, "tai-sai"))
    tab_to(page, "Small")
    page.keyboard.press("Enter")
    close_betting(floor, page)
    rolled(page)
    again_and_double_by_keys(page)


def test_a_full_round_on_a_phone(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(width=390, height=844), own_table(floor, "tai-sai"))
    spot(page, "three 1-2-3").tap()
    close_betting(floor, page)
    rolled(page)


@pytest.mark.parametrize(("layout", "widths", "places"), [(1, (1280,), 50), (2, (1280, 800, 390, 320), 106)])
def test_every_position_of_the_server_is_a_target_of_its_own(
    arrive: Arrive, floor: Running, layout: int, widths: tuple[int, ...], places: int
) -> None:
    table = own_table(floor, "tai-sai", options={"layout": layout})
    page = arrive().go(f"/tables/{table}")
    page.get_by_test_id("layout").wait_for()
    positions = floor.client().get(f"/api/v1/tables/{table}/game").json()["positions"]
    assert len(positions) == places
    for width in widths:
        resize(page, width, 900)
        assert sorted(keys_of(page)) == sorted(each["name"] for each in positions)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert small_targets(page) == []
        assert strangers(page) == []


def test_the_dice_are_uncovered_when_wagers_are_closed(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(still=False), own_table(floor, "tai-sai"))
    spot(page, "small").click()
    tumbler = page.get_by_test_id("tumbler")
    expect(tumbler).to_have_attribute("data-covered", "true")
    close_betting(floor, page)
    page.locator("[data-testid=result][data-stage=moving]").wait_for()
    assert lit(page) == []
    moved = page.evaluate(
        "() => document.getAnimations().flatMap(each => each.effect.getKeyframes()).flatMap(Object.keys)"
    )
    assert set(moved) <= {"offset", "computedOffset", "easing", "composite", "transform", "opacity"}
    rolled(page)
    expect(tumbler).not_to_have_attribute("data-covered", "true")


def test_two_at_one_table_see_the_same(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "tai-sai")
    hers, his = sit_down(arrive(), table), sit_down(arrive(), table)
    spot(hers, "odd").click()
    spot(his, "even").click()
    expect(spot(his, "odd")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    expect(spot(hers, "even")).to_have_attribute("aria-label", re.compile("others have \\$5.00"))
    close_betting(floor, hers, his, wagers=2)
    assert rolled(hers) == rolled(his)
    assert lit(hers) == lit(his)


WAGERED = (small, big, odd, even, triple(2), total(9), pair(1, 5), face(3), three(1, 2, 3), four(1, 2, 3, 4))


def test_T39_T40_the_page_shows_what_the_ledger_says_for_all_216_rolls(arrive: Arrive, floor: Running) -> None:
    feed = Feed(arrive(), own_table(floor, "tai-sai"), "tai-sai")
    page = feed.open(OTHER)
    for dice in product(range(1, 7), range(1, 7), range(1, 7)):
        wagers = [Wager(feed.me, each, 5_00) for each in WAGERED]
        feed.play(*wagers, Wager(OTHER, face(dice[0]), 5_00), NoMoreBets(), Roll(dice))
        wait_for_result(page, "tumbler", "dice", "-".join(map(str, dice)))
        winning = feed.state.view().public.lit
        plain = [each for each in winning if each in {"small", "big", "odd", "even", "any triple"}]
        seen = check_ledger(feed, ", ".join((f"{', '.join(map(str, sorted(dice)))}: total {sum(dice)}", *plain)))
        named = {str(each): label(each) for each in feed.state.game.areas}
        assert seen["winning"] == "Winning areas: " + " · ".join(named[each] for each in winning)


def test_a_void_roll_leaves_the_wagers_where_they_lie(arrive: Arrive, floor: Running) -> None:
    feed = Feed(arrive(), own_table(floor, "tai-sai"), "tai-sai")
    page = feed.open()
    feed.play(Wager(feed.me, small, 5_00))
    feed.play(NoMoreBets())
    feed.play(NoRoll("not_flat"))
    expect(page.get_by_test_id("result")).to_contain_text("No roll. Your wagers stay.")
    expect(page.get_by_test_id("on-layout")).to_have_text("$5.00")
    assert lit(page) == []


@pytest.mark.parametrize(("width", "scheme"), [(1280, "dark"), (390, "light")])
def test_axe_finds_nothing(arrive: Arrive, floor: Running, width: int, scheme: Any) -> None:
    visitor = arrive(width=width)
    visitor.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page = sit_down(visitor, own_table(floor, "tai-sai"))
    spot(page, "small").click()
    page.keyboard.press("6")
    spot(page, "small").click()
    page.get_by_test_id("refusal").wait_for()
    assert faults(page) == []
    close_betting(floor, page)
    result(page)
    assert faults(page) == []
