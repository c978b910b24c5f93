"""Chips travel: what was won comes from the house, and with stillness nothing travels. Nothing is left behind."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from croupier.games.acts import Clock
from croupier.games.blackjack.acts import Deal, Sit, Stand
from croupier.games.money_wheel import IndicatorRests, symbol
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import black, red, straight_up
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.page.browser import Arrive
from tests.support.page.feed import OTHER, Feed
from tests.support.page.player import own_table, result, spot
from tests.support.rules.blackjack import box
from tests.support.server.real_server import Running

COUNTED = """() => {
  window.flown = [];
  window.cutShort = 0;
  new MutationObserver((changes) => changes.forEach((each) => each.addedNodes.forEach((node) => {
    if (!node.dataset?.flying) return;
    window.flown.push(node.dataset.flying);
    for (const flight of node.getAnimations()) flight.addEventListener('cancel', () => window.cutShort++);
  }))).observe(document.body, { childList: true });
}"""
ARRIVED = """(key) => {
  const chips = document.querySelector(`[data-chips='${key}']`);
  const flight = chips?.getAnimations().find((each) => each.effect.getTiming().duration > 100);
  if (!flight) return null;
  flight.pause();
  flight.currentTime = flight.effect.getTiming().duration * 0.999;
  const middle = (each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [there, house] = [middle(chips), middle(document.querySelector('[data-house]'))];
  const { top, bottom, left, right } = chips.ownerSVGElement.getBoundingClientRect();
  const isWithin = there[0] > left && there[0] < right && there[1] > top && there[1] < bottom;
  const isSeen = isWithin || getComputedStyle(chips.ownerSVGElement).overflow === 'visible';
  flight.finish();
  return { apart: Math.hypot(there[0] - house[0], there[1] - house[1]), isWithin, isSeen };
}"""
"""How far from the middle of the house lost chips come to rest, and whether the layout's edge hides them there."""


def flown(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.flown")
    return found


def counted(arrive: Arrive, floor: Running, game: str, *people: str, still: bool) -> Feed:
    feed = Feed(arrive(still=still), own_table(floor, game), game)
    feed.open(*people)
    feed.page.evaluate(COUNTED)
    return feed


def test_winnings_come_from_the_wheel(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "roulette", still=False)
    feed.play(*(Wager(feed.me, position, 5_00) for position in (straight_up(17), black, red)))
    feed.play(Clock(20), Spin(17))
    result(feed.page)
    # Three chips to each of the two places that won; what lost flies nowhere but to the house.
    feed.page.wait_for_function("() => window.flown.length === 6")
    assert set(flown(feed.page)) == {"paid"}
    expect(feed.page.locator("[data-flying]")).to_have_count(0)
    expect(feed.page.locator("[data-chips='red']")).to_have_count(0)


def test_what_lost_goes_to_the_wheel(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "roulette", still=False)
    feed.play(*(Wager(feed.me, position, 5_00) for position in (black, red)))
    feed.play(Clock(20), Spin(17))
    arrived = feed.page.wait_for_function(ARRIVED, arg="red").json_value()
    assert arrived["apart"] < 3
    assert not arrived["isWithin"]
    assert arrived["isSeen"]
    expect(feed.page.locator("[data-chips='red']")).to_have_count(0)


def test_somebody_elses_wager_cuts_no_flight_short(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "roulette", OTHER, still=False)
    feed.play(Wager(feed.me, black, 5_00))
    feed.play(Clock(20), Spin(17))
    feed.page.wait_for_function("() => window.flown.length === 3")
    feed.play(Wager(OTHER, red, 5_00))
    feed.page.locator("[data-chips='red']").wait_for()
    expect(feed.page.locator("[data-flying]")).to_have_count(0)
    assert flown(feed.page) == ["paid"] * 3
    assert feed.page.evaluate("window.cutShort") == 0


def dealt(feed: Feed, ranks: str) -> None:
    """A round to its end, with these cards; every hand stands where it may."""
    left = list(ranks)
    while not feed.state.betting_is_open:
        drawn = list(feed.state.chance())
        cards = [act for act in drawn if isinstance(act, Deal)]
        if cards:
            rank = left.pop(0)
            feed.play(next(act for act in cards if act.card.rank == rank))
        elif drawn:
            feed.play(drawn[0])
        else:
            turn = feed.state.shown.turn
            feed.play(Stand(turn.decides, turn.box))
    assert not left


def test_winnings_come_from_the_dealer_once_and_when_they_are_paid(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "blackjack", OTHER, still=False)
    feed.play(Sit(feed.me, 3), Sit(OTHER, 5))
    feed.play(Wager(feed.me, box(3), 10_00))
    feed.play(Clock(20))
    dealt(feed, "T7TT")
    result(feed.page)
    feed.page.wait_for_function("() => window.flown.length === 3")
    # Neither somebody else's wager nor one's own on the next round pays the last one again.
    feed.play(Wager(OTHER, box(5), 10_00))
    expect(spot(feed.page, "box 5")).to_have_attribute("data-others", "1000")
    expect(feed.page.locator("[data-flying]")).to_have_count(0)
    assert feed.page.evaluate("window.cutShort") == 0
    feed.play(Wager(feed.me, box(3), 10_00))
    expect(spot(feed.page, "box 3")).to_have_attribute("data-stake", "1000")
    assert flown(feed.page) == ["paid"] * 3


def test_what_is_on_its_way_is_gone_when_the_next_round_begins(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "money-wheel", still=False)
    feed.play(Wager(feed.me, symbol("A"), 5_00))
    feed.play(NoMoreBets(), IndicatorRests(2))
    result(feed.page)
    feed.play(Wager(feed.me, symbol("B"), 5_00))
    expect(feed.page.locator("[data-flying=paid]")).to_have_count(0)
    assert flown(feed.page).count("paid") == 3


def test_with_stillness_nothing_travels(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "roulette", still=True)
    feed.play(Wager(feed.me, straight_up(17), 5_00))
    feed.play(Clock(20), Spin(17))
    result(feed.page)
    assert flown(feed.page) == []
