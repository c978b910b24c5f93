"""What a game supervisor's console needs before it: a live table with its dealer, and a shoe that is ready."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.support.page.browser import Arrive, Visitor
from tests.support.page.consoles import act, come_in, dialog, staff
from tests.support.server.real_server import Person, Running

SPIN_BALL = {"wheel": "anticlockwise", "ball": "clockwise"}


def dealer_at(floor: Running, table: str) -> Person:
    """Dora, on duty at the table, which she opens."""
    dora = staff(floor, "dealer", "Dora")
    assert dora.ask("POST", f"/api/v1/tables/{table}/duty").status_code == 201
    act(dora, table, "open table")
    return dora


def at_console(arrive: Arrive, floor: Running, table: str, **options: Any) -> tuple[Visitor, Page]:
    visitor = come_in(arrive(house=floor, **options), staff(floor, "game-supervisor", "Sue"))
    page = visitor.go(f"/console/supervisor/{table}")
    page.get_by_test_id("table-state").wait_for()
    return visitor, page


def open_act(page: Page, kind: str) -> None:
    page.locator(f"[data-act='{kind}']").click()
    dialog(page)


def ready_shoe(floor: Running, table: str) -> tuple[Person, Person]:
    """Dora and Ana at a blackjack table: she has $100 and box 3, the cards are inspected, shuffled and cut."""
    dora, sue, ana = dealer_at(floor, table), staff(floor, "game-supervisor", "Sue"), floor.guest()
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "sit", box=3)
    act(dora, table, "inspect cards", office="dealer")
    act(sue, table, "inspect cards", office="game supervisor")
    for step in ("spread cards", "turn cards", "wash", "stack", "riffle"):
        act(dora, table, step)
    act(ana, table, "cut", at=200)
    act(dora, table, "insert cutting card", from_back=60)
    return dora, ana


def deal(dora: Person, table: str, cards: str) -> None:
    """Each of these cards, such as `Ks 6h`."""
    for card in cards.split():
        act(dora, table, "deal", card={"rank": card[0], "suit": card[1]})
