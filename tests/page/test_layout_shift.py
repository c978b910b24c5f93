"""Nothing moves under a finger: three rounds of each game in motion, on a desk and on a phone.

The table is whole, nothing jumps, and the page never scrolls by itself.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.support.page.blackjack import click, decide_until_over
from tests.support.page.browser import Arrive
from tests.support.page.player import close_betting, own_table, result, sit_down, spot, staked
from tests.support.server.real_server import Running

SIZES = {
    "desk": (1280, 860, "short"),
    "phone": (390, 844, "auto"),
    "tablet": (768, 1024, "short"),
    "wide": (1920, 1080, "auto"),
}
"""Width and height, and whether motion is shortened or as long as it is by itself."""
ROUNDS = 3
ONCE = ("tablet", "wide")
"""Sizes between and beyond the two that people have most: one round there, and three with `--long`."""
MOST = 0.05
MOST_BYTES = 120_000
FIRST_LOAD = """() => performance.getEntriesByType('resource').map(each => each.name)
  .filter(each => /\\.(js|css)$/.test(each))"""
TARGETS = {
    "roulette": ("straight up 17", "red", "split 17-20"),
    "blackjack": ("box 3",),
    "money-wheel": ("A", "C"),
    "tai-sai": ("big", "total 9"),
}
WATCHED = """motion => {
  window.shifts = [];
  localStorage.setItem('croupier.motion', motion);
  new PerformanceObserver(list => {
    for (const each of list.getEntries()) {
      const names = each.sources.map(({ node }) => node?.className?.baseVal ?? node?.className ?? node?.nodeName);
      window.shifts.push({ value: each.value, names });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""


def play_round(page: Page, floor: Running, game: str, number: int) -> None:
    for key in TARGETS[game]:
        spot(page, key).click()
    staked(page, f"${5 * len(TARGETS[game])}.00")
    close_betting(floor, page, wagers=number * len(TARGETS[game]))
    if game == "blackjack":
        decide_until_over(page, click(page), number)
    else:
        result(page)
    page.locator("[data-testid=result][data-stage=paid]").wait_for()


def packed(floor: Running, names: list[str]) -> int:
    """Script and style as a phone in the room gets them: by gzip. Where the line is encrypted they are smaller."""
    client = floor.client(**{"Accept-Encoding": "gzip"})
    return sum(int(client.get(name).headers["content-length"]) for name in names)


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", list(TARGETS))
def test_nothing_moves_and_nothing_scrolls(
    arrive: Arrive, floor: Running, game: str, size: str, request: pytest.FixtureRequest
) -> None:
    width, height, motion = SIZES[size]
    visitor = arrive(width=width, height=height, still=False)
    visitor.context.add_init_script(f"({WATCHED})('{motion}')")
    page = sit_down(visitor, own_table(floor, game))
    # What comes before one sits is loading: from here on it is play.
    page.wait_for_load_state("networkidle")
    assert 50_000 < packed(floor, page.evaluate(FIRST_LOAD)) < MOST_BYTES
    page.evaluate("() => { window.shifts = [] }")
    rounds = 1 if size in ONCE and not request.config.getoption("--long") else ROUNDS
    for number in range(1, rounds + 1):
        play_round(page, floor, game, number)
        assert page.evaluate("() => scrollY") == 0
    shifts = page.evaluate("() => window.shifts")
    assert sum(each["value"] for each in shifts) < MOST, shifts
    for part in (page.locator(".stage"), page.locator(".rack")):
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
