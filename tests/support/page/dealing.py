"""A dealer at work in the browser: tables dealt by request up to the step that a test is about."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive, Visitor
from tests.support.page.consoles import act, come_in, live_table, next_step, staff
from tests.support.server.real_server import Running


def dealt_by_request(floor: Running, table: str, *steps: tuple[str, dict[str, object]]) -> None:
    """Dora takes the table, opens it and does these steps, all through the API: her page shows only what follows."""
    dora = staff(floor, "dealer", "Dora")
    assert dora.ask("POST", f"/api/v1/tables/{table}/duty").status_code == 201
    for kind, fields in steps:
        act(dora, table, kind, office="dealer", **fields)


def at_console(arrive: Arrive, floor: Running, table: str, awaited: str, **options: int) -> tuple[Visitor, Page]:
    """Where Dora is on duty, and that step is next."""
    visitor = come_in(arrive(house=floor, **options), staff(floor, "dealer", "Dora"))
    page = visitor.go(f"/console/dealer/{table}")
    expect(next_step(page)).to_have_attribute("data-act", awaited)
    return visitor, page


def before_the_cards(arrive: Arrive, floor: Running, **options: int) -> tuple[Visitor, Page]:
    """A round of blackjack with a wager on box 3, whose first card is to be entered next."""
    table = live_table(floor, "blackjack")
    ana, sue = floor.guest(), staff(floor, "game-supervisor", "Sue")
    dealt_by_request(floor, table, ("open table", {}))
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "sit", box=3)
    act(ana, table, "wager", position={"kind": "box", "numbers": [3]}, amount=10_00)
    dealt_by_request(floor, table, ("inspect cards", {}))
    act(sue, table, "inspect cards", office="game supervisor")
    shuffled = ("spread cards", "turn cards", "wash", "stack", "riffle")
    dealt_by_request(floor, table, *((kind, {}) for kind in shuffled))
    act(ana, table, "decline cut")
    cut: tuple[tuple[str, dict[str, object]], ...] = (
        ("staff cut", {"at": 200}),
        ("insert cutting card", {"from_back": 60}),
        ("no more bets", {}),
    )
    dealt_by_request(floor, table, *cut)
    return at_console(arrive, floor, table, "deal", **options)
