"""Live tables in pictures, as those see them who deal there and rule there."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.gallery.house import House, Scene, settled
from tests.support.page.browser import Visitor
from tests.support.page.consoles import act, come_in, consequence, do, keyed, live_table, next_step, staff, step_by_step
from tests.support.page.dealing import dealt_by_request

_NAMES = iter(("Wiremu", "Isla", "Noor", "Piri"))
"""A scene is played once a size, and a name is one person's."""
_SEATED = iter((("Anahera", "Rāwiri", "Mere", "Hinemoa", "Tāne"), ("Hana", "Wai", "Tia", "Manaia", "Rongo")))
BOXES = {1: 40_00, 2: 20_00, 3: 25_00, 5: 10_00, 6: 50_00}


def _on_duty(visitor: Visitor, house: House, table: str) -> Page:
    page = come_in(visitor, staff(house.running, "dealer", "Dora")).go(f"/console/dealer/{table}")
    page.get_by_test_id("take").click()
    do(page)
    return page


def dealing_cards(visitor: Visitor, house: House) -> Page:
    """A round of blackjack in the middle of a split: a blackjack is paid for certain, one hand is bust."""
    running = house.running
    table = live_table(running, "blackjack", "Rimu")
    dealt_by_request(running, table, ("open table", {}))
    players = [running.account(name) for name in next(_SEATED)]
    for player, (box, amount) in zip(players, BOXES.items(), strict=True):
        act(player, table, "buy in", amount=400_00)
        act(player, table, "sit", box=box)
        act(player, table, "wager", position={"kind": "box", "numbers": [box]}, amount=amount)
    dealt_by_request(running, table, ("inspect cards", {}))
    act(staff(running, "game-supervisor", "Sven"), table, "inspect cards", office="game supervisor")
    shuffled = ("spread cards", "turn cards", "wash", "stack", "riffle")
    dealt_by_request(running, table, *((kind, {}) for kind in shuffled))
    for player in players:
        act(player, table, "decline cut")
    dealt_by_request(
        running, table, ("staff cut", {"at": 200}), ("insert cutting card", {"from_back": 60}), ("no more bets", {})
    )
    page = come_in(visitor, staff(running, "dealer", "Dora")).go(f"/console/dealer/{table}")
    next_step(page).locator("xpath=self::*[@data-act='deal']").wait_for()
    _keys(page, "a s k c 8 s a h 0 s 6 d k h 4 c 8 h 7 h 9 s", "Pay the blackjacks")
    _keys(page, "Enter", "Decide for the hand in turn")
    _keys(page, "h", "Card to box 2")
    _keys(page, "8 c", "Decide for the hand in turn")
    _keys(page, "p", "Card to box 3, hand 1")
    _keys(page, "k d", "Decide for the hand in turn")
    _keys(page, "s", "Card to box 3, hand 2")
    return settled(page)


def _keys(page: Page, keys: str, leads_to: str) -> None:
    expect(next_step(page)).to_have_attribute("data-number", re.compile(r"\d"))
    if keys == "Enter":
        expect(page.get_by_test_id("do")).to_have_attribute("aria-disabled", "false")
    keyed(page, keys)
    expect(page.locator("#next-title")).to_have_text(leads_to)


def paying(visitor: Visitor, house: House) -> Page:
    """The number is in: who is paid what, in which chips, and who has lost, before anything is done."""
    running = house.running
    table = live_table(running, "roulette", "Kauri")
    page = _on_duty(visitor, house, table)
    wagers: tuple[tuple[dict[str, object], int], ...] = (
        ({"kind": "straight up", "numbers": [17]}, 10_00),
        ({"kind": "split", "numbers": [14, 17]}, 5_00),
        ({"kind": "red"}, 50_00),
    )
    guests = [running.guest() for _ in range(2)]
    for guest in guests:
        act(guest, table, "buy in", amount=400_00)
    act(guests[1], table, "buy colour", colour="mint", chip_value=2_00, amount=100_00)
    for position, amount in wagers:
        act(guests[0], table, "wager", position=position, amount=amount)
    act(guests[1], table, "wager", position={"kind": "dozen", "numbers": [2]}, amount=20_00, chips="colour")
    act(guests[1], table, "wager", position={"kind": "column", "numbers": [3]}, amount=10_00, chips="colour")
    page.get_by_test_id("purses").get_by_text("$335.00").wait_for()
    step_by_step(page, "spin")
    keyed(page, "1 7")
    next_step(page).locator("xpath=self::*[@data-act='collect']").wait_for()
    return settled(page)


def irregularity(visitor: Visitor, house: House) -> Page:
    """The wheel was interfered with: what would follow stands there before it is confirmed."""
    running = house.running
    table = live_table(running, "roulette", "Tawa")
    page = _on_duty(visitor, house, table)
    guest = running.guest()
    act(guest, table, "buy in", amount=200_00)
    act(guest, table, "wager", position={"kind": "straight up", "numbers": [17]}, amount=10_00)
    act(guest, table, "wager", position={"kind": "red"}, amount=25_00)
    page.get_by_test_id("table-state").get_by_text("17").first.wait_for()
    step_by_step(page, "spin")
    page.locator("[data-sort=irregularity]").click()
    page.get_by_test_id("act-dialog").locator("[data-act='no spin']").click()
    page.get_by_test_id("act-dialog").get_by_label("A foreign object entered the wheel").check()
    consequence(page)
    page.get_by_test_id("act-dialog").locator(".body").evaluate("each => each.scrollTo(0, each.scrollHeight)")
    return page


def ruling(visitor: Visitor, house: House) -> Page:
    """A spin that was paid is to be void: each wager, its clause, and the chips that would go back."""
    running = house.running
    table = live_table(running, "roulette", "Miro")
    dealer, players = staff(running, "dealer", "Dora"), [running.account(next(_NAMES)) for _ in range(2)]
    assert dealer.ask("POST", f"/api/v1/tables/{table}/duty").status_code == 201
    act(dealer, table, "open table")
    for player, number in zip(players, (17, 20), strict=True):
        act(player, table, "buy in", amount=200_00)
        act(player, table, "wager", position={"kind": "straight up", "numbers": [number]}, amount=10_00)
    act(dealer, table, "spin ball", wheel="anticlockwise", ball="clockwise")
    act(dealer, table, "no more bets")
    act(dealer, table, "spin", number=17)
    act(dealer, table, "announce", number=17, colour="black")
    act(dealer, table, "dolly", number=17)
    act(dealer, table, "collect")
    act(dealer, table, "pay")
    page = come_in(visitor, staff(running, "game-supervisor", "Sven")).go(f"/console/supervisor/{table}")
    page.get_by_test_id("table-state").wait_for()
    page.locator("[data-act='no spin']").click()
    page.get_by_test_id("act-dialog").get_by_label("Somebody interfered with the ball or the wheel").check()
    consequence(page)
    page.get_by_test_id("act-dialog").locator(".body").evaluate("each => each.scrollTo(0, each.scrollHeight)")
    return page


CONSOLES = (
    Scene(
        "dealer-cards",
        "Dealing blackjack",
        "Where the next card goes, what each hand has, and what it is paid if it wins.",
        dealing_cards,
    ),
    Scene("dealer-paying", "Before paying", "By player: odds, winnings and the chips to cut; losers apart.", paying),
    Scene("supervisor-ruling", "A ruling", "A spin void after it was paid, seen before it is confirmed.", ruling),
    Scene("dealer-irregularity", "An irregularity", "The clause of each case, and what would follow.", irregularity),
)
