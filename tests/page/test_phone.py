"""On a phone layout, rail, chips and own hands are seen at once, and a finger slides to the place that it means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.support.page.blackjack import READY
from tests.support.page.browser import Arrive, resize
from tests.support.page.player import CALM, own_table, sit_down, spot, staked
from tests.support.server.real_server import Running, server
from tests.support.server.taped_server import command

WIDTH, HEIGHT = 390, 844
FIRST_TARGET = {"roulette": "straight up 0", "blackjack": "box 1", "money-wheel": "A", "tai-sai": "small"}


@pytest.mark.parametrize("game", list(FIRST_TARGET))
def test_the_layout_and_the_rail_are_seen_at_once(arrive: Arrive, floor: Running, game: str) -> None:
    page = sit_down(arrive(width=WIDTH, height=HEIGHT), own_table(floor, game, **CALM))
    page.evaluate("scrollTo(0, 0)")
    target = page.locator(f'[data-key="{FIRST_TARGET[game]}"]').bounding_box()
    rail = page.get_by_role("group", name="Chips").first.bounding_box()
    assert target is not None
    assert rail is not None
    assert target["y"] <= HEIGHT / 2
    assert target["y"] + target["height"] < rail["y"]
    assert rail["y"] + rail["height"] <= HEIGHT


SLIDES = {
    "roulette": ("corner 16-17-19-20", "split 17-20", "Split 17 and 20"),
    "tai-sai": ("total 9", "total 10", "Total 10"),
}


def slide(page: Page, start: str, end: str) -> CDPSession:
    """A finger is put down on one place, and slides to another; it stays there."""
    touch = page.context.new_cdp_session(page)
    for kind, key in (("touchStart", start), ("touchMove", end)):
        box = spot(page, key).bounding_box()
        assert box is not None
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    return touch


@pytest.mark.parametrize("game", list(SLIDES))
def test_a_finger_slides_to_a_small_place_and_places_there(arrive: Arrive, floor: Running, game: str) -> None:
    start, end, name = SLIDES[game]
    page = sit_down(arrive(width=WIDTH, height=HEIGHT), own_table(floor, game, **CALM))
    touch = slide(page, start, end)
    expect(page.get_by_test_id("magnifier")).to_contain_text(name)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    staked(page, "$5.00")
    expect(spot(page, end)).to_have_attribute("aria-label", re.compile("you have \\$5.00"))
    expect(page.get_by_test_id("magnifier")).to_have_count(0)


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai"])
def test_what_lies_on_the_layout_stands_with_the_chips(arrive: Arrive, floor: Running, game: str) -> None:
    page = sit_down(arrive(width=WIDTH, height=HEIGHT), own_table(floor, game, **CALM))
    chips = page.get_by_test_id("seat").get_by_role("button", name="Your chips: $100.00. On the layout: $0.00")
    expect(chips).to_be_visible()
    spot(page, FIRST_TARGET[game]).click()
    chips = page.get_by_test_id("seat").get_by_role("button", name="Your chips: $95.00. On the layout: $5.00")
    expect(chips.get_by_text("On the layout $5.00")).to_be_visible()
    chips.click()
    expect(chips).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_test_id("seat").get_by_role("button", name="More chips")).to_be_visible()


def test_sound_and_settings_are_at_hand_at_a_table(arrive: Arrive, floor: Running) -> None:
    page = arrive(width=WIDTH, height=HEIGHT).go(f"/tables/{own_table(floor, 'roulette', **CALM)}")
    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("button", name="Sound: Off").tap()
    expect(page.get_by_role("button", name="Sound: On")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Motion").tap()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sound: On")).to_have_count(0)
    # Of the header nothing else is there, and it hides nothing of the bar.
    expect(page.get_by_role("navigation", name="Pages")).to_have_count(0)
    expect(page.get_by_role("link", name="Croupier")).to_have_count(0)
    sit = page.get_by_test_id("seat").get_by_role("button", name="Sit down")
    sit.tap()
    pill, settings = (
        page.locator(".seat .pill").bounding_box(),
        page.get_by_role("button", name="Settings").bounding_box(),
    )
    assert pill is not None
    assert settings is not None
    assert pill["x"] + pill["width"] <= settings["x"]
    assert settings["x"] + settings["width"] <= WIDTH
    assert min(settings["width"], settings["height"]) >= 40


def test_on_a_desk_the_chips_are_no_button(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(), own_table(floor, "roulette", **CALM))
    expect(page.get_by_test_id("seat").get_by_role("button")).to_have_text(["More chips", "Leave with $100.00"])


SHORT = ((390, 664), (375, 553), (667, 375))
"""Phones with the bars of a browser, and one on its side."""
PAIR = "8h 6d 8c 3s 2d Td 9c 5h 5d 5c"
"""For one box: a pair of eights against 6; the first hand of the split is an eleven."""
COVERED = """() => {
  const all = (within, parts) => [...document.querySelector(within).querySelectorAll(parts)];
  const own = all('[data-testid=own-hands]', '[data-card], [data-testid=total]');
  const shown = [...own, ...all('[data-testid=decisions]', 'h2, [data-decision]')];
  const covered = shown.filter(each => {
    each.style.pointerEvents = 'auto'; // A total lets every touch through, and would not be found.
    const { left, right, top, bottom } = each.getBoundingClientRect();
    // A card lies on the one before it, and the total on both: that is a hand, and hides nothing of it.
    const ground = each.closest('[data-testid=hand]') ?? each;
    const isSeen = (x, y) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && ground.contains(there);
    };
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return ![[x, top + 2], [x, bottom - 2], [left + 4, y], [right - 4, y]].every(([x, y]) => isSeen(x, y));
  });
  const name = each => each.dataset.card ?? each.dataset.decision ?? each.innerText;
  return { shown: own.map(name), covered: covered.map(name) };
}"""

KEYS = """() => [...document.querySelectorAll('[data-decision]')].map(each => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [each.dataset.decision, left, top, width, height];
})"""
SHAKEN = """() => {
  window.shaken = [];
  const seen = new MutationObserver(all => {
    for (const { target } of all) if (target.matches('.shake')) window.shaken.push(target.dataset.decision);
  });
  document.querySelectorAll('[data-decision]').forEach(each => seen.observe(each, { attributeFilter: ['class'] }));
}"""


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Running]:
    with server(tmp_path / "house", command=command(PAIR)) as running:
        yield running


def all_is_seen(page: Page, shown: list[str]) -> None:
    """Own cards, totals and every decision, whole and without scrolling."""
    for size in SHORT:
        resize(page, *size)
        expect(page.get_by_test_id("own-hands").get_by_test_id("total").first).to_be_visible()
        assert page.evaluate(COVERED) == {"shown": shown, "covered": []}, size
        assert page.evaluate("() => scrollY") == 0


def test_own_hands_and_decisions_are_whole_on_a_short_phone(dealt: Running, arrive: Arrive) -> None:
    width, height = SHORT[0]
    table = own_table(dealt, "blackjack", **CALM, decide=600)
    page = sit_down(arrive(url=dealt.url, width=width, height=height), table)
    spot(page, "box 1").click()
    staked(page, "$5.00")
    page.get_by_role("button", name="Deal now").click()
    page.locator(READY).wait_for()
    all_is_seen(page, ["8h", "8c", "16"])
    resize(page, WIDTH, HEIGHT)
    before = page.evaluate(KEYS)
    assert [key for key, *_ in before] == ["draw", "stand", "double", "split"]
    number = page.get_by_test_id("decisions").get_attribute("data-number")
    page.locator("[data-decision=split]").click()
    page.locator(f"{READY}:not([data-number='{number}'])").wait_for()
    all_is_seen(page, ["8h", "3s", "11", "8c", "8"])
    resize(page, WIDTH, HEIGHT)
    # Hand after hand each key is where it was, also the one that may not be pressed.
    assert page.evaluate(KEYS) == before
    a_key_that_is_refused_is_seen_to_be(page)


def a_key_that_is_refused_is_seen_to_be(page: Page) -> None:
    """Nobody stands on 11; without a decision it takes a card (D2 16.6)."""
    asked = page.get_by_test_id("decisions")
    expect(asked).to_contain_text("Time out: this hand takes one card.")
    stand = page.locator("[data-decision=stand]")
    expect(stand).to_be_disabled()
    expect(stand).to_contain_text("not under 12")
    number = asked.get_attribute("data-number")
    page.evaluate(SHAKEN)
    page.keyboard.press("s")
    expect(page.locator("[data-announcer=urgent]")).to_have_text("Stand: not under 12")
    assert page.evaluate("shaken") == ["stand"]
    expect(asked).to_have_attribute("data-number", number or "")
