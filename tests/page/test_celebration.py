"""A win is felt by its size, in a round whose result is given: it moves nothing, and it can be switched off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from croupier.games.acts import Clock
from croupier.games.position import Position
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import black, column, corner, straight_up
from croupier.games.wagers import Wager
from tests.support.page.browser import Arrive, Visitor
from tests.support.page.feed import Feed
from tests.support.page.player import own_table
from tests.support.server.real_server import Running

ROUNDS: dict[int, tuple[tuple[Position, int], ...]] = {
    # Won as much as was staked: under twice the stake.
    1: ((black, 20_00),),
    # A corner pays 8 to 1, and 5 are lost: 75 for 15 staked.
    2: ((corner(16, 17, 19, 20), 10_00), (column(1), 5_00)),
    # 35 times the stake.
    3: ((straight_up(17), 10_00),),
}
NET = {1: "+$20.00", 2: "+$75.00", 3: "+$350.00"}
WATCHED = """() => {
  localStorage.setItem('croupier.motion', 'short');
  window.shifts = [];
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push([value, ...sources.map(each => each.node?.nodeName)]);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}"""
COUNTED = """net => {
  const shown = document.querySelector('[data-testid=celebration]');
  if (shown?.querySelector('p').textContent !== net) return false;
  const count = (what) => shown.querySelectorAll(what).length;
  // The sparks come last.
  if (shown.dataset.size === '3' && count('i') === 0) return false;
  const pointer = getComputedStyle(shown).pointerEvents;
  return { size: shown.dataset.size, rays: count('.rays'), sparks: count('i'), pointer };
}"""
"""What is seen when the sum has been counted up: in one look, since it is soon gone."""
SIZES = {"desk": (1280, 860), "phone": (390, 844)}


def played(visitor: Visitor, table: str, size: int) -> Feed:
    """One round that 17 wins."""
    visitor.context.add_init_script(f"({WATCHED})()")
    feed = Feed(visitor, table, "roulette")
    page = feed.open()
    feed.play(*(Wager(feed.me, position, amount) for position, amount in ROUNDS[size]))
    page.wait_for_timeout(300)
    page.evaluate("() => { window.shifts = [] }")
    feed.play(Clock(20), Spin(17))
    return feed


@pytest.mark.parametrize("screen", list(SIZES))
@pytest.mark.parametrize("size", list(ROUNDS))
def test_each_size_of_a_win_is_celebrated_and_moves_nothing(
    arrive: Arrive, floor: Running, size: int, screen: str
) -> None:
    width, height = SIZES[screen]
    page = played(arrive(width=width, height=height, still=False), own_table(floor, "roulette"), size).page
    seen = page.wait_for_function(COUNTED, arg=NET[size]).json_value()
    # It takes no press away from the table, and goes by itself.
    assert seen == {"size": str(size), "rays": int(size > 1), "sparks": 18 if size > 2 else 0, "pointer": "none"}
    expect(page.get_by_test_id("celebration")).to_have_count(0)
    shifts = page.evaluate("() => window.shifts")
    assert sum(each[0] for each in shifts) < 0.01, shifts
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("why", ["switched off", "stillness is wanted"])
def test_nothing_is_celebrated_where_that_is_not_wanted(arrive: Arrive, floor: Running, why: str) -> None:
    visitor = arrive(still=why != "switched off")
    visitor.context.add_init_script("localStorage.setItem('croupier.celebrations', 'off')" * (why == "switched off"))
    page = played(visitor, own_table(floor, "roulette"), 3).page
    page.locator("[data-testid=result][data-stage=paid]").wait_for()
    page.wait_for_timeout(500)
    expect(page.get_by_test_id("celebration")).to_have_count(0)
    expect(page.get_by_test_id("outcome")).to_contain_text("$350.00")
