"""Acts of the newer rulings, seen before they are confirmed: at the consoles, and a seat left without chips."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.page import dealing
from tests.support.page.blackjack import Dealt, take_seat, told
from tests.support.page.browser import Arrive
from tests.support.page.consoles import (
    act,
    come_in,
    confirm,
    consequence,
    dialog,
    live_table,
    lone_director,
    next_step,
    staff,
)
from tests.support.page.director import (
    LOSES,
    WINS,
    Evening,
    Plan,
    at_session,
    enter_all,
    outlook,
    set_tables,
    start_now,
)
from tests.support.page.director import confirm as confirm_doing
from tests.support.page.player import at_table, spot, staked
from tests.support.page.supervisor import SPIN_BALL, at_console, dealer_at, open_act
from tests.support.server.contestants import Field, opened_tournament
from tests.support.server.real_server import Running, wait_until

ROUND = {"measure": "rounds", "count": 1}


def report(page: Page, kind: str, sort: str = "irregularity") -> None:
    """At the dealer's console."""
    page.locator(f"[data-sort={sort}]").click()
    listed = dialog(page).locator(f"[data-act='{kind}']")
    if listed.count():
        listed.click()


def newest(page: Page, words: str) -> None:
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text(words)


def test_roulette_once_the_ball_rests_no_spin_needs_a_ground(arrive: Arrive, floor: Running) -> None:
    """Ruling R27: it is seen at rest after the call, and its number is not entered yet."""
    table = live_table(floor, "roulette")
    ana = floor.guest()
    dealing.dealt_by_request(floor, table, ("open table", {}))
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "wager", position={"kind": "red"}, amount=10_00)
    dealing.dealt_by_request(floor, table, ("spin ball", dict(SPIN_BALL)), ("no more bets", {}))
    _, page = dealing.at_console(arrive, floor, table, "spin")
    # Until it is at rest the dealer's word is enough.
    report(page, "no spin")
    dialog(page).get_by_label("No ground").check()
    expect(consequence(page)).to_contain_text("D8 5.3 (R10)")
    page.keyboard.press("Escape")
    report(page, "ball rests")
    shown = consequence(page)
    expect(shown).to_contain_text("No chips move")
    confirm(page)
    newest(page, "says that the ball is at rest")
    expect(next_step(page)).to_have_attribute("data-act", "spin")
    report(page, "no spin")
    expect(dialog(page)).to_contain_text("Choose first")
    expect(dialog(page).get_by_label("No ground")).to_have_count(0)
    expect(page.get_by_test_id("confirm-act")).to_be_disabled()
    dialog(page).get_by_label("A foreign object entered the wheel").check()
    expect(consequence(page)).to_contain_text("D8 5.1(b)")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$90.00")


def test_blackjack_a_cut_that_nobody_answers_goes_on(arrive: Arrive, floor: Running) -> None:
    """D2 7.4: the dealer passes it to the next player clockwise, and cuts when nobody is left."""
    table = live_table(floor, "blackjack")
    ana, ben = floor.guest(), floor.guest()
    dealing.dealt_by_request(floor, table, ("open table", {}))
    for player, box in ((ana, 3), (ben, 5)):
        act(player, table, "buy in", amount=100_00)
        act(player, table, "sit", box=box)
    dealing.dealt_by_request(floor, table, ("inspect cards", {}))
    act(staff(floor, "game-supervisor", "Sue"), table, "inspect cards", office="game supervisor")
    shuffled = ("spread cards", "turn cards", "wash", "stack", "riffle")
    dealing.dealt_by_request(floor, table, *((kind, {}) for kind in shuffled))
    page = come_in(arrive(), staff(floor, "dealer", "Dora")).go(f"/console/dealer/{table}")
    expect(next_step(page)).to_contain_text("Waiting for the player")
    report(page, "decline cut", "wager")
    shown = consequence(page)
    expect(shown).to_contain_text("No chips move")
    confirm(page)
    newest(page, ana.name)
    report(page, "decline cut", "wager")
    consequence(page)
    confirm(page)
    expect(next_step(page)).to_have_attribute("data-act", "staff cut")


def test_roulette_over_the_maximum_and_late_noticed_after_the_result(arrive: Arrive, floor: Running) -> None:
    """Rulings R30 and R19: $600 lay on black where $500 is the most, and red was wagered on after the call."""
    table = live_table(floor, "roulette")
    dora, ana, ben = dealer_at(floor, table), floor.guest(), floor.guest()
    act(ana, table, "buy in", amount=700_00)
    act(ben, table, "buy in", amount=100_00)
    act(ben, table, "wager", position={"kind": "red"}, amount=10_00)
    act(dora, table, "spin ball", **SPIN_BALL)
    act(dora, table, "no more bets")
    act(dora, table, "spin", number=17)
    _, page = at_console(arrive, floor, table)
    open_act(page, "wrong limits")
    form = dialog(page)

    form.get_by_label(ana.name).check()
    form.get_by_test_id("pick-position").locator("[data-key=black]").click()
    form.get_by_label("Amount in dollars").fill("600")
    shown = consequence(page)
    expect(shown).to_contain_text("Black, $100.00: void")
    expect(shown).to_contain_text("D1 9 (breach) (R30)")
    expect(shown).to_contain_text("Black, $500.00: wins, pay $500.00")
    expect(shown).to_contain_text(f"{ana.name} −$500.00")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$200.00")
    newest(page, "$600.00")
    open_act(page, "void wager")
    form.get_by_label(ben.name).check()
    expect(dialog(page)).to_contain_text("It was placed after “No more bets”")
    shown = consequence(page)
    expect(shown).to_contain_text("+$10.00")
    expect(shown.locator("[data-outcome=void]")).to_have_count(1)
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")
    act(dora, table, "announce", number=17, colour="black")
    act(dora, table, "dolly", number=17)
    act(dora, table, "pay")
    # The lawful $500 was paid at 1 to 1, beside the stake.
    expect(page.get_by_test_id("purses")).to_contain_text("$700.00")


@pytest.mark.parametrize(
    ("game", "position"), [("roulette", {"kind": "black"}), ("blackjack", {"kind": "box", "numbers": [1]})]
)
def test_what_new_limits_give_back_is_seen_before_they_change(
    arrive: Arrive, floor: Running, game: str, position: dict[str, Any]
) -> None:
    """Ruling R24: $400 lies there, and $100 is to be the most. Ana, who agrees, has the rest back at once."""
    table = live_table(floor, game)
    dealer_at(floor, table)
    ana = floor.guest()
    act(ana, table, "buy in", amount=500_00)
    act(ana, table, "wager", position=position, amount=400_00)
    _, page = at_console(arrive, floor, table)
    open_act(page, "post limits")
    dialog(page).get_by_label("Maximum in dollars").fill("100")
    dialog(page).get_by_label("In how many minutes").fill("20")
    consequence(page)
    confirm(page)
    act(ana, table, "consent")
    open_act(page, "change limits")
    dialog(page).get_by_role("button", name="$5.00 to $100.00").click()
    shown = consequence(page)
    expect(shown).to_contain_text("Limits are $5.00 to $100.00")
    expect(shown).to_contain_text(f"{ana.name} +$300.00")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$400.00")
    expect(page.get_by_test_id("table-state")).to_contain_text("$100.00")


def test_blackjack_who_has_no_chips_left_keeps_the_seat_and_can_leave_it(arrive: Arrive, floor: Running) -> None:
    """Ruling B54: the last chip is lost, the seat stays, and it is the player who gives it up."""
    dealt = Dealt(floor, "of the last chip")
    page = at_table(arrive(), dealt.table)
    seat = page.get_by_test_id("seat")
    seat.get_by_role("button", name="Another amount").click()
    seat.locator("#buy-in").fill("5")
    seat.get_by_role("button", name="Buy in").click()
    take_seat(page, 3)
    dealt.prepare(page)
    spot(page, "box 3").click()
    staked(page, "$5.00")
    leave = seat.get_by_role("button", name="Leave")
    expect(leave).to_be_disabled()
    dealt.does("no more bets")
    dealt.deals("Kh 9h 8s")
    page.locator("[data-decision=stand]:enabled").first.click()
    dealt.deals("Qs")
    dealt.does("settle box", box=3)
    dealt.does("collect cards")
    assert told(page) == "−$5.00"
    expect(page.locator("[data-box='3']")).to_contain_text("your seat")
    expect(page.locator("[data-testid=seat][data-seated]")).to_contain_text("$0.00")
    expect(leave).to_be_enabled()
    leave.click()
    expect(page.locator("[data-box='3']")).to_contain_text("free")
    expect(page.locator("[data-testid=seat][data-seated]")).to_have_count(0)
    assert "leave the seat" in floor.operator().client.get(f"/api/v1/tables/{dealt.table}/journal").text


def test_a_miscount_leads_to_a_lot_between_those_who_tie(arrive: Arrive, floor: Running) -> None:
    """Ruling T46: the conditions break ties by lot. Who would be in it is seen before the count is put right."""
    director = lone_director(floor)
    terms = {
        "name": "Lot Cup",
        "most": 8,
        "stages": [{"duration": ROUND, "advance": 1}],
        "final": ROUND,
        "play_off": ROUND,
        "prizes": [{"share": 60}, {"share": 40}],
        "tie_break": "lot",
        "wager_seconds": 80,
    }
    id = opened_tournament(floor, terms, runs_itself=False, live=True)
    people = [floor.guest() for _ in range(8)]
    Field(floor, people, seed=1).enter(id)
    page = come_in(arrive(), director).go(f"/console/director/{id}")
    enter_all(page, 8)
    start_now(page)
    set_tables(page, 2)
    evening = Evening(floor, id, people, staff(floor, "dealer", "Dora"), staff(floor, "game-supervisor", "Sue"))
    first, second, *others = evening.seats(1)
    at_session(page, 1, "start session")
    table = evening.opened(1)
    at_session(page, 1, "begin session")
    plans = {player: Plan(10_00, LOSES) for player in others}
    evening.played(table, plans | {first: Plan(90_00, WINS), second: Plan(70_00, WINS)})
    expect(page.locator("[data-session='1']")).to_have_attribute("data-state", "over")
    names = evening.shown()["names"]
    page.get_by_test_id("others").locator("[data-act='correct tally']").click()
    asked = page.get_by_test_id("do-dialog")
    asked.get_by_label(names[second]).first.fill("590")
    asked.get_by_label("Reason").fill("a stack of four lay behind the others")
    seen = outlook(page)
    expect(seen).to_contain_text("Tied, decided by lot:")
    confirm_doing(page)
    wait_until(lambda: evening.shown()["view"]["through"])
    (through,) = evening.shown()["view"]["through"]
    assert through["player"] in {first, second}
    assert "drawn by lot of 2" in through["working"]
    # The lot is the house's; the console says how it fell, and by which clause.
    went_on = page.get_by_test_id("contests")
    expect(went_on).to_contain_text(f"{names[through['player']]}: drawn by lot of 2 tied for 1")
    expect(went_on.get_by_role("link", name="D7 6.6 (T46)")).to_be_visible()
