"""The tournament's room in pictures: for players, for the wall, and for whoever conducts it."""

from __future__ import annotations

from playwright.sync_api import Page, Route

from croupier.serve.process.address import SVG, qr_code
from tests.gallery.house import House, Scene, settled
from tests.support.page.browser import Visitor
from tests.support.page.consoles import come_in
from tests.support.page.director import outlook

ADDRESS = "http://192.0.2.10:8000"
"""From the range that is kept for documents: the pictures name no machine."""


def room(visitor: Visitor, house: House) -> Page:
    page = come_in(visitor, house.cup.first).go(f"/tournaments/{house.cup.id}")
    page.get_by_test_id("seat-card").wait_for()
    return settled(page)


def session_table(visitor: Visitor, house: House) -> Page:
    """Somebody's turn to wager, who sits at this page."""
    cup = house.cup
    (play, *_) = cup.evening.shown()["play"]
    person = next(each for each in cup.people if each.id_at(cup.id) == play["order"][0])
    page = come_in(visitor, person).go(f"/tables/{play['table']}")
    page.get_by_test_id("wager").wait_for()
    return settled(page)


def wall(visitor: Visitor, house: House) -> Page:
    page = visitor.go(f"/tournaments/{house.cup.id}/projector")
    page.get_by_test_id("projector-table").first.wait_for()
    return settled(page)


def director(visitor: Visitor, house: House) -> Page:
    page = come_in(visitor, house.cup.director).go(f"/console/director/{house.cup.id}")
    page.locator("[data-session='2']").wait_for()
    return settled(page)


def disqualifying(visitor: Visitor, house: House) -> Page:
    page = director(visitor, house)
    session = page.locator("[data-session='1']")
    session.get_by_text("At the table").click()
    session.locator("[data-act='disqualify']").click()
    dialog = page.get_by_test_id("do-dialog")
    dialog.get_by_label("Chloe").check()
    dialog.get_by_label("Concealed chips").check()
    dialog.get_by_label("Reason").fill("two chips in a sleeve")
    outlook(page)
    return page


def in_the_room(page: Page, path: str) -> None:
    """As where the server is started with --host."""

    def address(route: Route) -> None:
        route.fulfill(json={"address": ADDRESS, "qr": "/api/v1/address.svg", "why": ""})

    def code(route: Route) -> None:
        route.fulfill(body=qr_code(f"{ADDRESS}{path}"), content_type=SVG)

    page.route("**/api/v1/address", address)
    page.route("**/address.svg", code)


def seat_cards(visitor: Visitor, house: House) -> Page:
    in_the_room(visitor.page, f"/tournaments/{house.cup.id}")
    page = director(visitor, house)
    page.get_by_test_id("printed-card").first.get_by_role("img").wait_for()
    page.locator("#cards-title").evaluate("each => each.scrollIntoView({block: 'start'})")
    page.evaluate("scrollBy(0, -80)")
    return settled(page)


TOURNAMENTS = (
    Scene("tournament", "The tournament's page", "Seat card, tables, chips of all, conditions.", room),
    Scene(
        "tournament-table", "A session's table", "Marker, order of betting, and a wager that is final.", session_table
    ),
    Scene("projector", "The screen on the wall", "For everybody in the room; nobody signs in.", wall),
    Scene("director", "The director's console", "What comes next, who is late, chips by table.", director),
    Scene(
        "director-outlook",
        "Before the director confirms",
        "What it would do, worked out by the server, with its clauses.",
        disqualifying,
    ),
    Scene("seat-cards", "Seat cards", "Printed from the console, each with a code for the phone.", seat_cards),
)
