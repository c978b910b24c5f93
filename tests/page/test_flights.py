"""Chips travel: what was won comes from the house, and with stillness nothing travels. Nothing is left behind."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from croupier.games.acts import Clock
from croupier.games.money_wheel import IndicatorRests, symbol
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import black, red, straight_up
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.page.browser import Arrive
from tests.support.page.feed import Feed
from tests.support.page.player import own_table, result
from tests.support.server.real_server import Running

COUNTED = """() => {
  window.flown = [];
  new MutationObserver((changes) => changes.forEach((each) => each.addedNodes.forEach((node) => {
    if (node.dataset?.flying) window.flown.push(node.dataset.flying);
  }))).observe(document.body, { childList: true });
}"""


def flown(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.flown")
    return found


def counted(arrive: Arrive, floor: Running, game: str, *, still: bool) -> Feed:
    feed = Feed(arrive(still=still), own_table(floor, game), game)
    feed.open()
    feed.page.evaluate(COUNTED)
    return feed


def test_winnings_come_from_the_wheel(arrive: Arrive, floor: Running) -> None:
    feed = counted(arrive, floor, "roulette", still=False)
    feed.play(*(Wager(feed.me, position, 5_00) for position in (straight_up(17), black, red)))
    feed.play(Clock(20), Spin(17))
    result(feed.page)
    # Three chips to each of the two places that won; what lost flies nowhere but to the house.
    feed.page.wait_for_function("window.flown.length === 6")
    assert set(flown(feed.page)) == {"paid"}
    expect(feed.page.locator("[data-flying]")).to_have_count(0)
    expect(feed.page.locator("[data-chips='red']")).to_have_count(0)


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
