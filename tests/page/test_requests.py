"""What a page asks the server for: what may be done comes with the table's frames, and a card costs one request."""

from __future__ import annotations

from playwright.sync_api import Page, Request, expect

from tests.support.page.blackjack import click, decide_until_over, take_seat, told
from tests.support.page.browser import Arrive
from tests.support.page.consoles import do, keyed, with_enter
from tests.support.page.dealing import before_the_cards
from tests.support.page.player import close_betting, own_table, sit_down, spot
from tests.support.server.real_server import Running


def asked_by(page: Page) -> list[tuple[str, str]]:
    """Every request to the house once the page has opened: how, and the last part of its address."""
    page.wait_for_load_state("networkidle")
    asked: list[tuple[str, str]] = []

    def note(request: Request) -> None:
        path = request.url.partition("?")[0]
        if "/api/" in path:
            asked.append((request.method, path.rpartition("/")[2]))

    page.on("request", note)
    return asked


def test_a_card_at_blackjack_costs_its_dealer_one_request(arrive: Arrive, floor: Running) -> None:
    _, page = before_the_cards(arrive, floor)
    with_enter(page)
    asked = asked_by(page)
    cards = page.locator("[data-testid=table-state] [data-box='3'] [data-card]")
    for card, held in (("k s", 1), ("9 h", 1), ("8 d", 2)):
        keyed(page, card)
        # Over when the next step stands there: the frame has brought it.
        do(page)
        expect(cards).to_have_count(held)
    assert asked == [("POST", "acts")] * 3


def test_a_player_asks_for_nothing_after_a_frame(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    asked = asked_by(visitor.page)
    page = sit_down(visitor, own_table(floor, "blackjack"))
    take_seat(page, 3)
    spot(page, "box 3").click()
    close_betting(floor, page, wagers=1)
    decide_until_over(page, click(page))
    told(page)
    assert not [each for each in asked if each[1] in {"legal", "working", "acts"}], asked


def test_at_a_layout_nothing_is_asked_after_a_frame_either(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    asked = asked_by(visitor.page)
    page = sit_down(visitor, own_table(floor, "roulette"))
    spot(page, "red").click()
    close_betting(floor, page, wagers=1)
    expect(page.get_by_test_id("settlement").first).to_be_visible(timeout=30_000)
    assert not [each for each in asked if each[1] in {"legal", "acts"}], asked
