"""The game supervisor's console: all tables at a glance, voids, corrections, disputes, limits, notices, relief."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.page import dealing
from tests.support.page.accessibility import faults, faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.consoles import act, come_in, confirm, consequence, dialog, live_table, staff, was_refused
from tests.support.page.director import picture
from tests.support.page.player import sit_down, spot, staked
from tests.support.page.supervisor import SPIN_BALL, at_console, deal, dealer_at, open_act, ready_shoe
from tests.support.server.real_server import Running


@pytest.fixture
def floor(small_floor: Running) -> Running:
    """The pit lists all live tables, and nearly every other test leaves one on the shared floor."""
    return small_floor


def spun(floor: Running, table: str, number: int, *, paid: bool) -> None:
    dora = staff(floor, "dealer", "Dora")
    act(dora, table, "spin ball", **SPIN_BALL)
    act(dora, table, "no more bets")
    act(dora, table, "spin", number=number)
    if paid:
        act(dora, table, "announce", number=17, colour="black")
        act(dora, table, "dolly", number=17)
        act(dora, table, "collect")
        act(dora, table, "pay")


def test_a_spin_is_void_after_it_was_paid(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette")
    dealer_at(floor, table)
    player = sit_down(arrive(), table)
    spot(player, "straight up 17").click()
    spot(player, "red").click()
    staked(player, "$10.00")
    spun(floor, table, 17, paid=True)
    _, page = at_console(arrive, floor, table)
    expect(page.get_by_test_id("purses")).to_contain_text("$265.00")
    open_act(page, "no spin")
    expect(dialog(page).get_by_label("No ground")).to_have_count(0)
    dialog(page).get_by_label("Somebody interfered with the ball or the wheel").check()
    shown = consequence(page)
    expect(shown).to_contain_text("−$175.00")
    expect(shown).to_contain_text("The house +$170.00")
    expect(shown.locator("[data-outcome=void]")).to_have_count(2)
    expect(shown.locator("[data-outcome=void]").first).to_contain_text("D8 5.1(d)")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$90.00")
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text("Game supervisor Sue")
    expect(player.locator("main")).to_contain_text("No spin")


def test_a_hand_with_insurance_is_void(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "blackjack")
    dora, ana = ready_shoe(floor, table)
    act(ana, table, "wager", position={"kind": "box", "numbers": [3]}, amount=10_00)
    act(dora, table, "no more bets")
    deal(dora, table, "Ks Ah 9d")
    act(dora, table, "call insurance")
    act(ana, table, "wager", position={"kind": "insurance", "numbers": [3]}, amount=5_00)
    _, page = at_console(arrive, floor, table)
    expect(page.get_by_test_id("purses")).to_contain_text("$85.00")
    open_act(page, "void hand")
    dialog(page).get_by_label("Reason").fill("the second card went to the wrong box")
    shown = consequence(page)
    expect(shown.locator("[data-outcome=void]")).to_have_count(2)
    expect(shown).to_contain_text("D2 9.6")
    expect(shown).to_contain_text("D2 16.5")
    expect(shown).to_contain_text("+$15.00")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text("the second card went to the wrong box")


def test_a_blackjack_that_was_paid_is_void_as_it_is_offered(arrive: Arrive, floor: Running) -> None:
    """Rulings B47 and B58: Ana's blackjack was settled and its cards are gone. Its hand is still to be chosen."""
    table = live_table(floor, "blackjack")
    dora, ana = ready_shoe(floor, table)
    ben = floor.guest()
    act(ben, table, "buy in", amount=100_00)
    act(ben, table, "sit", box=5)
    for player, box in ((ana, 3), (ben, 5)):
        act(player, table, "wager", position={"kind": "box", "numbers": [box]}, amount=10_00)
    act(dora, table, "no more bets")
    deal(dora, table, "As 9h 6h Kd 8d")
    act(dora, table, "pay blackjacks")
    _, page = at_console(arrive, floor, table)
    expect(page.get_by_test_id("purses")).to_contain_text("$115.00")
    open_act(page, "void hand")
    dialog(page).get_by_label("Box 3").check()
    dialog(page).get_by_label("Reason").fill("the king was of box 5")
    shown = consequence(page)
    expect(shown.locator("[data-outcome=void]")).to_have_count(1)
    expect(shown).to_contain_text("D2 16.5")
    expect(shown).to_contain_text(f"{ana.name} −$15.00")
    expect(shown).to_contain_text("The house +$15.00")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")
    expect(page.get_by_test_id("purses")).not_to_contain_text("$115.00")
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text("the king was of box 5")


def test_the_cards_of_a_round_are_restated_and_what_stands_in_the_way_is_named(arrive: Arrive, floor: Running) -> None:
    """Ana's K-9-5 was a bust. With a two for the five it is 21; with an ace for the nine she could not have drawn."""
    table = live_table(floor, "blackjack")
    dora, ana = ready_shoe(floor, table)
    act(ana, table, "wager", position={"kind": "box", "numbers": [3]}, amount=10_00)
    act(dora, table, "no more bets")
    deal(dora, table, "Ks 6h 9d")
    act(ana, table, "draw", box=3)
    deal(dora, table, "5c")
    visitor, page = at_console(arrive, floor, table)
    open_act(page, "restate cards")
    cards = dialog(page).get_by_label("Cards of the round")
    expect(cards).to_have_value("Ks 6h 9d 5c")
    dialog(page).get_by_label("Reason").fill("the camera shows it")
    cards.fill("Ks 6h Ad 5c")
    expect(dialog(page)).to_contain_text("would not be lawful then")
    cards.fill("Ks 6h 9d 2c")
    expect(consequence(page)).to_contain_text("−$10.00")
    confirm(page)
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text("K♠ 6♥ 9♦ 2♣")
    # The browser complains of every refusal; these were the answer.
    visitor.complaints = [each for each in visitor.complaints if "409" not in each]


def test_a_number_is_corrected_and_a_dispute_decided(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette")
    dealer_at(floor, table)
    ana = floor.guest()
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "wager", position={"kind": "straight up", "numbers": [17]}, amount=5_00)
    spun(floor, table, 18, paid=False)
    _, page = at_console(arrive, floor, table)
    expect(page.get_by_test_id("state-result")).to_contain_text("18")
    open_act(page, "favour")
    dialog(page).get_by_label("Settle as if it were on").select_option(label="18")
    dialog(page).get_by_label("Reason").fill("the chip was moved by a sleeve")
    expect(consequence(page)).to_contain_text("pay $175.00")
    page.keyboard.press("Escape")
    open_act(page, "correct number")
    dialog(page).locator("[data-key='17']").click()
    dialog(page).get_by_label("Reason").fill("misread")
    expect(consequence(page)).to_contain_text("The result is 17")
    confirm(page)
    expect(page.get_by_test_id("state-result")).to_contain_text("17")


def test_a_ground_is_corrected_and_an_earlier_round_made_good(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette")
    dora, ana = dealer_at(floor, table), floor.guest()
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "wager", position={"kind": "straight up", "numbers": [17]}, amount=5_00)
    act(dora, table, "spin ball", **SPIN_BALL)
    act(dora, table, "no more bets")
    act(dora, table, "spin", number=18, revolutions=3)
    _, page = at_console(arrive, floor, table)
    open_act(page, "check wheel")
    dialog(page).get_by_label("What was found").fill("level and free")
    dialog(page).get_by_label("Ball").fill("7")
    consequence(page)
    confirm(page)
    open_act(page, "correct ground")
    dialog(page).get_by_label("Reason").fill("the key slipped")
    expect(consequence(page)).to_contain_text("The result is 18")
    confirm(page)
    expect(page.get_by_test_id("state-result")).to_contain_text("18")
    act(dora, table, "announce", number=18, colour="red")
    act(dora, table, "dolly", number=18)
    act(dora, table, "collect")
    act(dora, table, "open betting")
    open_act(page, "make good")
    dialog(page).get_by_label("Round").fill("2")
    dialog(page).get_by_label("Reason").fill("the dealer misplaced it")
    dialog(page).get_by_label("Amount in dollars").fill("5")
    shown = consequence(page)
    expect(shown).to_contain_text("+$5.00")
    expect(shown).to_contain_text("The house −$5.00")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text("the dealer misplaced it")


def test_limits_change_with_notice_and_not_before(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette")
    dealer_at(floor, table)
    ana = floor.guest()
    act(ana, table, "buy in", amount=100_00)
    visitor, page = at_console(arrive, floor, table)
    open_act(page, "change limits")
    dialog(page).get_by_label("Minimum in dollars").fill("10")
    refusal = dialog(page).get_by_test_id("refusal")
    expect(refusal).to_contain_text("20 minutes ahead")
    expect(refusal.get_by_role("link", name="D1 9.3(a)")).to_be_visible()
    expect(page.get_by_test_id("confirm-act")).to_be_disabled()
    was_refused(visitor)
    page.keyboard.press("Escape")
    open_act(page, "post limits")
    dialog(page).get_by_label("Minimum in dollars").fill("10")
    dialog(page).get_by_label("In how many minutes").fill("20")
    expect(consequence(page)).to_contain_text("New limits $10.00 to $500.00 in 20:00")
    confirm(page)
    expect(page.get_by_test_id("limits-notice")).to_contain_text("$10.00 to $500.00")
    # Everybody agrees: the notice need not run.
    act(ana, table, "consent")
    open_act(page, "change limits")
    dialog(page).get_by_role("button", name="$10.00 to $500.00").click()
    expect(consequence(page)).to_contain_text("Limits are $10.00 to $500.00")
    confirm(page)
    expect(page.locator("main header")).to_contain_text("$10.00 to $500.00")


def test_a_closing_is_posted_and_the_dealer_relieved(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "To be closed")
    dealer_at(floor, table)
    act(floor.guest(), table, "buy in", amount=100_00)
    _, page = at_console(arrive, floor, table)
    open_act(page, "post closing")
    dialog(page).get_by_label("In how many minutes").fill("5")
    expect(page.get_by_test_id("confirm-act")).to_be_disabled()
    dialog(page).get_by_label("In how many minutes").fill("30")
    expect(consequence(page)).to_contain_text("Closes in 30:00")
    confirm(page)
    expect(page.get_by_test_id("closing")).to_be_visible()
    page.get_by_test_id("relieve").click()
    expect(page.get_by_role("dialog")).to_contain_text("Dora leaves the table at once")
    page.get_by_test_id("relieve-sure").click()
    expect(page.get_by_test_id("relieve")).to_have_count(0)
    listed = {each["id"]: each for each in floor.guest().get("/api/v1/tables")["tables"]}
    assert not listed[table]["dealer"]


def test_what_waits_for_a_supervisor_comes_first(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "tai-sai", "Waiting dice")
    dealer_at(floor, table)
    page = come_in(arrive(), staff(floor, "game-supervisor", "Sue")).go("/console/supervisor")
    waiting = page.locator(f"[data-table='{table}']")
    expect(waiting).to_contain_text("Needs you: inspect the dice, D9 5")
    waiting.get_by_role("link").click()
    expect(page.locator("#next-title")).to_have_text("Inspect the dice")
    page.get_by_test_id("do").click()
    expect(page.locator("#next-title")).to_have_text("Turn the covered tumbler at least three times")


def test_axe_finds_nothing(arrive: Arrive, small_floor: Running) -> None:
    floor = small_floor
    table = live_table(floor, "roulette")
    dealer_at(floor, table)
    ana = floor.guest()
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "wager", position={"kind": "straight up", "numbers": [17]}, amount=5_00)
    spun(floor, table, 18, paid=False)
    visitor, page = at_console(arrive, floor, table)
    assert faults_at_both_widths(page) == []
    for kind in ("favour", "correct number", "post limits"):
        open_act(page, kind)
        dialog(page).get_by_test_id("offer-form").wait_for()
        assert faults_at_both_widths(page) == [], kind
        page.keyboard.press("Escape")
    visitor.go("/console/supervisor").get_by_test_id("all-tables").wait_for()
    assert faults_at_both_widths(visitor.page) == []
    visitor.go("/console")
    assert faults_at_both_widths(visitor.page) == []


def test_the_dealer_calls_by_one_key_and_the_supervisor_comes(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "Calling")
    dealing.dealt_by_request(floor, table, ("open table", {}))
    guest = floor.guest()
    act(guest, table, "buy in", amount=100_00)
    act(guest, table, "wager", position={"kind": "red"}, amount=10_00)
    _, desk = dealing.at_console(arrive, floor, table, "spin ball")
    sue = come_in(arrive(), staff(floor, "game-supervisor", "Sue"))
    page = sue.go("/console/supervisor")
    tile = page.locator(f"[data-table='{table}']")
    expect(tile).to_contain_text("Dealer: Dora")
    expect(tile).to_contain_text("$90.00 with players, $10.00 on the layout")
    desk.keyboard.press("g")
    expect(desk.get_by_test_id("call-supervisor")).to_have_text("Supervisor called")
    expect(page.get_by_test_id("calls")).to_contain_text("Calling")
    expect(tile).to_have_attribute("data-alert", "called")
    expect(page.get_by_test_id("wallet")).to_have_count(0)
    page.get_by_test_id("calls").get_by_role("link", name="Calling").click()
    page.get_by_test_id("called").get_by_role("button", name="I am here").click()
    expect(page.get_by_test_id("called")).to_have_count(0)
    expect(desk.get_by_test_id("call-supervisor")).to_be_enabled()


RUNG = """() => {
  const root = document.documentElement;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...all) {
    root.dataset.rung = String(1 + Number(root.dataset.rung ?? 0));
    return start.apply(this, all);
  };
}"""


def test_a_call_is_heard_and_seen_wherever_a_supervisor_is_and_answered_once_for_all(
    arrive: Arrive, floor: Running
) -> None:
    table = live_table(floor, "money-wheel", "Wheel of calls")
    dora = dealer_at(floor, table)
    sue = come_in(arrive(), staff(floor, "game-supervisor", "Sue")).go("/rulebook")
    # On a phone there is no header at a table.
    sam = come_in(arrive(width=390, height=844), staff(floor, "game-supervisor", "Sam")).go(f"/tables/{table}")
    expect(sue.get_by_role("heading", level=1)).to_be_visible()
    expect(sam.get_by_test_id("calls-pill")).to_have_count(0)
    sue.evaluate(RUNG)
    sue.get_by_role("button", name="Sound").click()
    expect(sue.locator("html")).to_have_attribute("data-rung", "1")
    act(dora, table, "call supervisor")
    for page in (sue, sam):
        pill = page.get_by_test_id("calls-pill").filter(visible=True)
        expect(pill).to_have_text("1")
        expect(pill).to_have_attribute("aria-label", re.compile("Wheel of calls calls the game supervisor, called at"))
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        assert faults(page) == []
    expect(sue.locator("html")).to_have_attribute("data-rung", re.compile("^([2-9]|[1-9][0-9])$"))
    expect(sue.locator("[data-announcer=urgent]")).to_have_text("Wheel of calls calls the game supervisor")
    picture(sue, "call-at-the-rulebook")
    picture(sam, "call-at-a-table")
    # A page that is opened meanwhile has the mark in its own title.
    sue.get_by_role("link", name="Tournaments").first.click()
    expect(sue).to_have_title("(1) Tournaments · Croupier")
    sam.get_by_test_id("calls-pill").filter(visible=True).click()
    sam.get_by_test_id("called").get_by_role("button", name="I am here").click()
    for page in (sam, sue):
        expect(page.get_by_test_id("calls-pill")).to_have_count(0)
        expect(page).to_have_title(re.compile(r"^[^(]"))
    act(dora, table, "call supervisor")
    expect(sue.get_by_test_id("calls-pill")).to_have_text("1")
    players = arrive().go("/rulebook")
    expect(players.get_by_role("heading", level=1)).to_be_visible()
    expect(players.get_by_test_id("calls-pill")).to_have_count(0)


def test_the_tiles_say_how_fast_a_table_deals_beside_what_the_house_sets(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "money-wheel", "Slow wheel")
    dora = dealer_at(floor, table)
    boss = come_in(arrive(), floor.operator()).go(f"/console/operator/tables/{table}")
    pace = boss.get_by_test_id("house-pace")
    pace.get_by_label("House pace, in rounds an hour").fill("60")
    pace.get_by_role("button", name="Set").click()
    expect(pace).to_contain_text("The pace is set.")
    page = come_in(arrive(), staff(floor, "game-supervisor", "Sue")).go("/console/supervisor")
    tile = page.locator(f"[data-table='{table}']")
    expect(tile.get_by_test_id("pace")).to_have_text("House pace 60 rounds an hour")
    act(dora, table, "spin wheel", direction="clockwise")
    act(dora, table, "no more bets")
    act(dora, table, "spin", section=1)
    act(dora, table, "announce", symbol="F")
    act(dora, table, "open betting")
    for _ in range(4):
        floor.move_on(90)
    page.reload()
    expect(tile.get_by_test_id("pace")).to_have_text("10 rounds an hour, house pace 60")
    expect(tile).to_have_attribute("data-alert", "slow")
    assert faults_at_both_widths(page) == []
    picture(page, "pit-with-pace")
