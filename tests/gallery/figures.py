"""Pictures of what is calculated: the office's figures, the last hand, a card count, a shoe in the school."""

from __future__ import annotations

import re
from functools import cache

from playwright.sync_api import Page

from tests.gallery.house import House, Scene, settled
from tests.support.page.browser import Visitor
from tests.support.page.consoles import act, come_in, live_table, staff
from tests.support.server.real_server import Person, Running

SUM_MILLISECONDS = 240_000
STEP_MILLISECONDS = 400
"""The solver's sums are compiled when they are first needed."""
SEVENTEEN = 17
SPINS = ((SEVENTEEN, "black"), (8, "black"), (32, "red"), (26, "black"), (5, "red"), (17, "black"))
PLACED: dict[str, tuple[dict[str, object], int]] = {
    "Moana": ({"kind": "straight up", "numbers": [SEVENTEEN]}, 5_00),
    "Rangi": ({"kind": "red"}, 40_00),
}


@cache
def pit(running: Running) -> str:
    """A live table with six spins, two players and a dispute; whoever asks again gets the same one."""
    table, dora = live_table(running, "roulette", "Tōtara"), staff(running, "dealer", "Dora")
    dora.ask("POST", f"/api/v1/tables/{table}/duty")
    act(dora, table, "open table", office="dealer")
    players = {name: running.account(name) for name in PLACED}
    for player in players.values():
        act(player, table, "buy in", amount=400_00)
    for number, colour in SPINS:
        for name, (position, amount) in PLACED.items():
            act(players[name], table, "wager", position=position, amount=amount)
        _spin(dora, table, number, colour)
    sven = staff(running, "game-supervisor", "Sven")
    dispute = {"player": players["Rangi"].id, "round": 2, "reason": "The ball had not come to rest"}
    act(sven, table, "record dispute", office="game supervisor", **dispute)
    return table


def _spin(dora: Person, table: str, number: int, colour: str) -> None:
    act(dora, table, "spin ball", office="dealer", ball="clockwise", wheel="anticlockwise")
    act(dora, table, "no more bets", office="dealer")
    act(dora, table, "spin", office="dealer", number=number)
    act(dora, table, "announce", office="dealer", number=number, colour=colour)
    act(dora, table, "dolly", office="dealer", number=number)
    # 17 is black: one of the two wagers always loses.
    for step in ("collect", "pay") if number == SEVENTEEN or colour == "red" else ("collect",):
        act(dora, table, step, office="dealer")
    act(dora, table, "open betting", office="dealer")


def _operators(visitor: Visitor, house: House, part: str, shown: str) -> Page:
    _ = house.rounds, pit(house.running)
    page = come_in(visitor, house.running.operator()).go(f"/console/operator/{part}")
    page.get_by_test_id(shown).first.wait_for()
    return settled(page)


def report(visitor: Visitor, house: House) -> Page:
    return _operators(visitor, house, "report", "report-rows")


def fairness(visitor: Visitor, house: House) -> Page:
    page = _operators(visitor, house, "fairness", "devices")
    page.get_by_test_id("devices").get_by_role("button", name="Tōtara").click()
    page.get_by_test_id("device").wait_for()
    return settled(page)


def incidents(visitor: Visitor, house: House) -> Page:
    return _operators(visitor, house, "incidents", "incidents")


def chips(visitor: Visitor, house: House) -> Page:
    """The dealer asks for the opening float; the count is worked out as it is typed."""
    table = live_table(house.running, "money-wheel", "Miro")
    staff(house.running, "dealer", "Dora").ask("POST", f"/api/v1/tables/{table}/duty")
    page = come_in(visitor, staff(house.running, "dealer", "Dora")).go(f"/console/chips/{table}")
    page.get_by_role("button", name="Opening float").click()
    for value, count in ((10000, 40), (2500, 100), (500, 60)):
        page.locator(f"input[data-value='{value}']").fill(str(count))
    return settled(page)


def last_hand(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    page = visitor.go("/odds/last-hand")
    page.get_by_role("button", name="Calculate").click()
    found = page.get_by_test_id("last-hand")
    found.wait_for(timeout=SUM_MILLISECONDS)
    found.evaluate("each => each.scrollIntoView({block: 'start'})")
    return settled(page)


def counts(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    page = visitor.go("/odds/card-counts")
    page.get_by_label(re.compile("^Count")).select_option("Hi-Lo")
    page.get_by_role("button", name="Calculate").click()
    picture = page.get_by_test_id("count").get_by_role("img").first
    picture.wait_for(timeout=SUM_MILLISECONDS)
    page.get_by_test_id("count").evaluate("each => each.scrollIntoView({block: 'start'})")
    return settled(page)


def shoe(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    page = visitor.go("/school/shoe/roulette")
    for step in (0, 1):
        page.get_by_test_id("next").and_(page.locator("[data-number]:not([data-number=''])")).wait_for()
        with page.expect_response("**/school/console/**"):
            page.keyboard.press("Enter")
        page.wait_for_timeout(STEP_MILLISECONDS * (step + 1))
    page.get_by_test_id("fallen").locator("strong").wait_for()
    return settled(page)


def wall(visitor: Visitor, house: House) -> Page:  # noqa: ARG001  as every scene
    page = visitor.go("/school/practice?lesson=roulette/pay/whole-number&count=1")
    page.get_by_test_id("drill-layout").locator("svg").first.wait_for()
    # A browser without a screen has a small one.
    page.evaluate("delete Element.prototype.requestFullscreen")
    page.get_by_test_id("wall").click()
    return settled(page)


OFFICE = (
    Scene("report", "The morning report", "What each table won, and what it should have won.", report),
    Scene("fairness", "Is the wheel fair?", "Each wheel's numbers, and which bias would be found.", fairness),
    Scene("incidents", "Incidents", "Disputes, voids and corrections, with their rounds.", incidents),
    Scene("chips", "Chips and cash", "A float, counted by two people.", chips),
)
SUMS = (
    Scene("last-hand", "The last hand", "Every wager of a tournament's last hand, and its chance.", last_hand),
    Scene("card-counts", "Card counts", "What a count is worth, drawn.", counts),
)
SHOE = (
    Scene("school-shoe", "A shoe in the school", "The dealer's own console, a table of bots, and what came.", shoe),
    Scene("school-wall", "The school on a wall", "Read from the back of a room.", wall, is_for_desk=True),
)
