"""What was paid is written beside its chips, and over no number, word, die or symbol of the layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from croupier.games.acts import BuyColour, Clock
from croupier.games.chips import Chips
from croupier.games.money_wheel import IndicatorRests as WheelSpin
from croupier.games.money_wheel import symbol
from croupier.games.roulette.acts import Spin
from croupier.games.roulette.positions import black, column, corner, dozen, low, odd, split, straight_up, street
from croupier.games.tai_sai import Roll, big, face, pair, total
from croupier.games.tai_sai import odd as odd_total
from croupier.games.wagers import NoMoreBets, Wager
from tests.support.page.browser import Arrive
from tests.support.page.feed import Feed
from tests.support.page.player import own_table
from tests.support.server.real_server import Running

DESK, PHONE, SMALL = (1280, 860), (390, 844), (320, 640)
COVERED = """() => {
  const layout = document.querySelector('[data-testid=layout]');
  const box = (each, part = 1, words = '') => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    // Words that run downwards are as high as they are long.
    const isTurned = words.length > 2 && bottom - top > right - left;
    const margin = Math.min(bottom - top, right - left) * (1 - part) / 2;
    return isTurned
      ? { left: left + margin, right: right - margin, top, bottom }
      : { left, right, top: top + margin, bottom: bottom - margin };
  };
  const over = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  // A line of text is half as high again as its letters.
  const printed = [];
  const texts = document.createTreeWalker(layout, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const words = text.textContent.trim();
    if (!words || text.parentElement.closest('.chips') || text.parentElement.closest('[data-testid=paid]')) continue;
    range.selectNodeContents(text);
    printed.push({ words, at: box(range, 0.6, words) });
  }
  for (const drawn of layout.querySelectorAll('svg:not(.chips)')) printed.push({ words: 'a drawing', at: box(drawn) });
  const labels = [...layout.querySelectorAll('[data-testid=paid]')]
    .map(each => ({ words: each.textContent, at: box(each) }));
  const covered = labels.flatMap((label, at) => [...printed, ...labels.slice(at + 1)]
    .filter(each => over(label.at, each.at)).map(each => `${label.words} over ${each.words}`));
  return { labels: labels.length, printed: printed.length, covered };
}"""


def roulette(feed: Feed) -> None:
    feed.play(BuyColour(feed.me, "sky", 5_00, 3_000_00))
    won = (
        *(straight_up(17), split(17, 20), split(14, 17), split(16, 17), split(17, 18), street(16, 17, 18)),
        *(corner(17, 18, 20, 21), corner(13, 14, 16, 17), column(2), dozen(2), black, odd, low),
    )
    feed.play(*(Wager(feed.me, position, 20_00, chips=Chips.COLOUR) for position in won))
    feed.play(Clock(20), Spin(17))


def tai_sai(feed: Feed) -> None:
    won = (big, odd_total, total(13), face(3), face(5), pair(3, 5))
    feed.play(*(Wager(feed.me, position, 25_00) for position in won))
    feed.play(NoMoreBets(), Roll((3, 5, 5)))


def money_wheel(feed: Feed) -> None:
    feed.play(*(Wager(feed.me, symbol(letter), 20_00) for letter in "ABC"))
    feed.play(NoMoreBets(), WheelSpin(24))


WON: dict[str, tuple[Callable[[Feed], None], int]] = {
    "roulette": (roulette, 13),
    "tai-sai": (tai_sai, 6),
    "money-wheel": (money_wheel, 1),
}
"""What is played, and how many wagers win."""


@pytest.mark.parametrize("size", [DESK, PHONE, SMALL], ids=["desk", "phone", "small phone"])
@pytest.mark.parametrize("game", list(WON))
def test_what_was_paid_covers_nothing_that_is_printed(
    arrive: Arrive, floor: Running, game: str, size: tuple[int, int]
) -> None:
    visitor = arrive(width=size[0], height=size[1])
    feed = Feed(visitor, own_table(floor, game), game)
    page: Page = feed.open()
    play, labels = WON[game]
    play(feed)
    page.locator("[data-testid=result][data-stage=paid]").wait_for()
    page.locator("[data-testid=paid]").first.wait_for()
    seen = page.evaluate(COVERED)
    assert seen["printed"] >= 7
    assert seen["labels"] == labels
    assert seen["covered"] == []
