"""No figure on a table's page tells a round's end before the ball rests or the last card lies.

The page is looked at in every frame from the wager to the payment: wallet and result of the day, chips in hand and at
stake, the round, the strip of results, the settlement and the link to the last round.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.blackjack import READY
from tests.support.page.browser import Arrive
from tests.support.page.player import own_table, sit_down, spot, staked
from tests.support.server.real_server import Running

WATCH = """() => {
  const text = (selector) => [...document.querySelectorAll(selector)].map((each) => each.innerText).join(' | ');
  const figures = () => ({
    money: text('[data-testid=standing] div:nth-child(-n+2) dd'),
    seat: text('[data-testid=seat] .figures'),
    held: text('[data-testid=held]'),
    layout: text('[data-testid=on-layout]'),
    round: text('[data-testid=about-table]'),
    strip: text('[data-testid=last-numbers]') + text('[data-testid=last-results]'),
    lines: document.querySelectorAll('[data-testid=settlement] li').length,
    check: text('[data-testid=check-round]'),
    dealer: document.querySelector('[data-hand="0-0"]')?.getAttribute('aria-label') ?? '',
  });
  window.looks = [];
  const look = () => {
    window.looks.push({
      stage: document.querySelector('[data-testid=result]')?.dataset.stage ?? '',
      isBusy: document.querySelector('[data-testid=felt]')?.dataset.busy !== undefined,
      cards: document.querySelectorAll('.card-laid').length,
      ...figures(),
    });
    requestAnimationFrame(look);
  };
  look();
}"""
SHOWN_APART = {"stage", "isBusy", "cards", "dealer"}
"""What the figures are held against; the words for the dealer's cards are looked at apart."""
OF_THE_CONTROLS = {"held", "layout"}
"""At blackjack these give way to the decisions while hands are played."""


def looks(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("window.looks")
    return found


def figures(look: dict[str, Any], *, without: set[str] = SHOWN_APART) -> dict[str, Any]:
    return {name: value for name, value in look.items() if name not in without}


def test_at_roulette_every_figure_waits_for_the_ball(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(still=False), own_table(floor, "roulette", betting_seconds=8))
    # Twice as much on red: whatever comes, the day ends with more or less than it began.
    spot(page, "red").click()
    spot(page, "red").click()
    spot(page, "straight up 0").click()
    staked(page, "$15.00")
    expect(page.get_by_test_id("seat")).to_contain_text("$85.00")
    page.evaluate(WATCH)
    page.locator("[data-testid=result][data-stage=paid]").wait_for(timeout=30_000)
    seen = looks(page)
    before = [figures(each) for each in seen if each["stage"] == "betting"]
    rolling = [figures(each) for each in seen if each["stage"] in {"closed", "rolling"}]
    assert len(rolling) > 10
    assert before[0]["seat"] == "$85.00 | + $15.00 at stake"
    assert [each for each in rolling if each != before[0]] == []
    after = figures(seen[-1])
    assert {name for name in after if after[name] != before[0][name]} >= {"seat", "layout", "round", "strip", "check"}
    # One's winnings and losses of the day come with the next answer of the server.
    expect(page.get_by_test_id("standing").locator("dd").nth(1)).not_to_have_text(before[0]["money"].split(" | ")[1])


@pytest.mark.parametrize(("game", "keys"), [("money-wheel", ("A", "C")), ("tai-sai", ("big", "total 9"))])
def test_at_a_wheel_and_at_dice_every_figure_waits_for_the_result(
    arrive: Arrive, floor: Running, game: str, keys: tuple[str, str]
) -> None:
    page = sit_down(arrive(still=False), own_table(floor, game, betting_seconds=8))
    for key in keys:
        spot(page, key).click()
    staked(page, "$10.00")
    expect(page.get_by_test_id("seat")).to_contain_text("$90.00")
    page.evaluate(WATCH)
    page.locator("[data-testid=result][data-stage=paid]").wait_for(timeout=30_000)
    seen = looks(page)
    before = [figures(each) for each in seen if each["stage"] == "betting"]
    moving = [figures(each) for each in seen if each["stage"] in {"closed", "moving"}]
    assert len([each for each in seen if each["stage"] == "moving"]) > 10
    assert before[0]["seat"] == "$90.00 | + $10.00 at stake"
    assert [each for each in moving if each != before[0]] == []
    after = figures(seen[-1])
    assert {name for name in after if after[name] != before[0][name]} >= {"seat", "layout", "round", "strip", "check"}


def test_at_blackjack_every_figure_waits_for_the_last_card(arrive: Arrive, floor: Running) -> None:
    page = sit_down(arrive(still=False), own_table(floor, "blackjack", betting_seconds=8))
    spot(page, "box 1").click()
    staked(page, "$5.00")
    page.evaluate(WATCH)
    over = page.locator("[data-testid=result][data-stage=paid]")
    over.or_(page.locator(READY)).first.wait_for(timeout=30_000)
    while not over.is_visible():
        if page.locator(READY).is_visible():
            # A hand under 12 must draw (D2 13.1(d)).
            page.keyboard.press("s" if page.locator(f"{READY} [data-decision=stand]:enabled").count() else "h")
        page.wait_for_timeout(100)
    seen = looks(page)
    without = SHOWN_APART | OF_THE_CONTROLS
    stretches = dealt_stretches(seen)
    looked_at = 0
    for before, busy in stretches:
        whole = busy[-1]["cards"]
        # A single card may lie by the first frame.
        on_their_way = [each for each in busy if each["cards"] < whole]
        looked_at += len(on_their_way)
        changed = [each for each in on_their_way if figures(each, without=without) != figures(before, without=without)]
        assert changed == []
    assert looked_at > 10
    after, first = figures(seen[-1], without=without), figures(seen[0], without=without)
    assert {name for name in after if after[name] != first[name]} >= {"lines", "check"}
    # The dealer's hand is read aloud when its cards lie, and by its bare name before: one card first, then all of them
    # with their total. Where a blackjack is paid at once there is no more than one.
    named = [each["dealer"] for each in seen if each["dealer"] != "Dealer" and each["dealer"]]
    told = [name for at, name in enumerate(named) if at == 0 or named[at - 1] != name]
    assert 1 <= len(told) <= 2
    early = [look for _, busy in stretches for look in busy if look["cards"] < busy[-1]["cards"]]
    assert told[-1] == told[0] or told[-1] not in {look["dealer"] for look in early}


def dealt_stretches(seen: list[dict[str, Any]]) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each time cards were on their way: what was seen before, and while."""
    found: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
    for before, look in pairwise(seen):
        if look["isBusy"] and not before["isBusy"]:
            found.append((before, []))
        if look["isBusy"] and found:
            found[-1][1].append(look)
    return [(before, busy) for before, busy in found if busy[-1]["cards"] > before["cards"]]
