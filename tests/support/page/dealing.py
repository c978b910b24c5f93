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


def before_the_cards(
    arrive: Arrive, floor: Running, boxes: tuple[int, ...] = (3,), *, is_called: bool = True, **options: int
) -> tuple[Visitor, Page]:
    """A round of blackjack with a wager of $10 on each of these boxes, just before the call or after it."""
    table = live_table(floor, "blackjack")
    players, sue = [floor.guest() for _ in boxes], staff(floor, "game-supervisor", "Sue")
    dealt_by_request(floor, table, ("open table", {}))
    for player, box in zip(players, boxes, strict=True):
        act(player, table, "buy in", amount=100_00)
        act(player, table, "sit", box=box)
        act(player, table, "wager", position={"kind": "box", "numbers": [box]}, amount=10_00)
    dealt_by_request(floor, table, ("inspect cards", {}))
    act(sue, table, "inspect cards", office="game supervisor")
    shuffled = ("spread cards", "turn cards", "wash", "stack", "riffle")
    dealt_by_request(floor, table, *((kind, {}) for kind in shuffled))
    for player in players:
        act(player, table, "decline cut")
    cut: tuple[tuple[str, dict[str, object]], ...] = (
        ("staff cut", {"at": 200}),
        ("insert cutting card", {"from_back": 60}),
    )
    call: tuple[tuple[str, dict[str, object]], ...] = (("no more bets", {}),) if is_called else ()
    dealt_by_request(floor, table, *cut, *call)
    return at_console(arrive, floor, table, "deal" if is_called else "no more bets", **options)
