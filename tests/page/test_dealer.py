"""The dealer's console: live tables of every game, dealt in one browser while a player sits in another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults, faults_at_both_widths
from tests.support.page.browser import Arrive, Visitor
from tests.support.page.consoles import (
    act,
    come_in,
    confirm,
    consequence,
    dialog,
    do,
    due,
    keyed,
    live_table,
    next_step,
    staff,
    step_by_step,
    was_refused,
    with_enter,
)
from tests.support.page.dealing import at_console, before_the_cards, dealt_by_request
from tests.support.page.player import sit_down, spot, staked, tab_to
from tests.support.server.real_server import Running


def on_duty(arrive: Arrive, floor: Running, table: str, **options: int) -> tuple[Visitor, Page]:
    """Dora takes the table at her console, and opens it."""
    visitor = come_in(arrive(**options), staff(floor, "dealer", "Dora"))
    page = visitor.go(f"/console/dealer/{table}")
    page.get_by_test_id("take").click()
    expect(page.locator("#next-title")).to_have_text("Open table")
    do(page)
    return visitor, page


def irregular(page: Page, kind: str) -> None:
    page.locator("[data-sort=irregularity]").click()
    listed = dialog(page).locator(f"[data-act='{kind}']")
    if listed.count():
        listed.click()


def test_whoever_is_no_dealer_is_told_so(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/console/dealer")
    expect(page.locator("main")).to_contain_text("This console is for the dealer.")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    expect(page.get_by_role("link", name="Consoles")).to_have_count(0)


def test_a_table_is_taken_and_left(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "Taken and left")
    dora = come_in(arrive(), staff(floor, "dealer", "Dora"))
    other = come_in(arrive(), staff(floor, "dealer", "Dan"))
    page = dora.go("/console/dealer")
    page.get_by_role("button", name="Deal at Taken and left").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Taken and left")
    due(page, "Open table", "D8 1.0")
    watched = other.go(f"/console/dealer/{table}")
    expect(watched.locator("main")).to_contain_text("Dealer: Dora")
    expect(watched.get_by_test_id("do")).to_have_count(0)
    page.get_by_test_id("leave").click()
    expect(page.get_by_test_id("take")).to_be_visible()
    watched.reload()
    watched.get_by_test_id("take").click()
    due(watched, "Open table", "D8 1.0")


def test_roulette_with_a_foreign_object_an_oral_wager_and_a_step_out_of_order(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette")
    dora, page = on_duty(arrive, floor, table)
    player = sit_down(arrive(), table)
    spot(player, "straight up 17").click()
    staked(player, "$5.00")
    expect(page.get_by_test_id("table-state")).to_contain_text("17")
    expect(page.get_by_test_id("purses")).to_contain_text("$95.00")
    due(page, "Spin the ball against the wheel", "D8 4.2")
    do(page)
    # A player asks aloud: the dealer places it, and sees first what it does.
    page.keyboard.press("w")
    form = dialog(page)
    form.get_by_test_id("pick-position").locator("[data-key=red]").click()
    expect(form.get_by_test_id("picked")).to_have_text("Red")
    form.get_by_label("Amount in dollars").fill("10")
    expect(consequence(page)).to_contain_text("−$10.00")
    confirm(page)
    expect(page.get_by_test_id("table-state")).to_contain_text("Red")
    expect(page.get_by_test_id("purses")).to_contain_text("$85.00")
    do(page)
    due(page, "Enter the number in which the ball rests", "D8 4.4")
    irregular(page, "no spin")
    dialog(page).get_by_label("A foreign object entered the wheel").check()
    shown = consequence(page)
    expect(shown.locator("[data-outcome=void]")).to_have_count(2)
    expect(shown).to_contain_text("D8 5.1(b)")
    expect(shown).to_contain_text("No chips move")
    confirm(page)
    expect(player.locator("main")).to_contain_text("No spin")
    step_by_step(page, "spin")
    with_enter(page)
    keyed(page, "1 6")
    expect(page.get_by_test_id("entered")).to_contain_text("16 red")
    page.keyboard.press("Backspace")
    page.keyboard.press("7")
    expect(page.get_by_test_id("do")).to_contain_text("Confirm 17 black")
    do(page)
    _pays_by_one_key(page, dora)
    expect(player.locator("main")).to_contain_text("17 black")


def _pays_by_one_key(page: Page, dora: Visitor) -> None:
    # The number was announced and the dolly placed with it. What is to be paid stands there before it is paid.
    due(page, "Collect the losing wagers", "D8 4.5(a)")
    sheet = page.get_by_test_id("payouts")
    expect(sheet.get_by_test_id("to-pay")).to_have_text("$175.00")
    expect(sheet.get_by_test_id("cut")).to_contain_text("35 \u00d7 5 white")
    expect(sheet).to_contain_text("$5.00 at 35 to 1")
    expect(sheet.get_by_test_id("losers")).to_contain_text("Red")
    expect(sheet.get_by_test_id("collects")).to_have_text("$10.00")
    page.get_by_test_id("procedure").locator("summary").click()
    page.locator("[data-step=pay]").click()
    refusal = page.get_by_test_id("procedure").get_by_test_id("refusal")
    expect(refusal).to_contain_text("the next step is to collect the losing wagers")
    expect(refusal.get_by_role("link", name="D8 4.5(a)")).to_be_visible()
    was_refused(dora)
    # One step by itself, then the rest of the movement by one key.
    expect(page.get_by_test_id("do")).to_contain_text("Collect, pay, open betting")
    page.get_by_test_id("only-step").click()
    due(page, "Pay the winning wagers", "D8 4.5(b)")
    expect(sheet.get_by_test_id("losers")).to_contain_text("collected")
    do(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$260.00")
    due(page, "Spin the ball against the wheel", "D8 4.2")
    written = page.get_by_test_id("journal")
    for line in ("collects the losing wagers", "pays the winning wagers", "opens betting"):
        expect(written).to_contain_text(line)


def test_money_wheel_with_the_indicator_on_a_peg(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "money-wheel")
    _, page = on_duty(arrive, floor, table)
    player = sit_down(arrive(), table)
    player.locator("[data-key=A]").first.click()
    staked(player, "$5.00")
    due(page, "Call “No more bets” and ring the bell", "D10 4.3")
    step_by_step(page, "spin")
    irregular(page, "no spin")
    dialog(page).get_by_label("The indicator came to rest on a peg").check()
    expect(consequence(page)).to_contain_text("D10 5.2 (M9)")
    confirm(page)
    expect(player.locator("main")).to_contain_text("No spin")
    step_by_step(page, "spin")
    # The wheel is seen at rest before its section is entered (ruling M13).
    irregular(page, "wheel rests")
    expect(consequence(page)).to_contain_text("No chips move")
    confirm(page)
    # A number that is pressed goes by itself, and is announced.
    page.get_by_test_id("pad").locator("[data-key='2']").click()
    due(page, "Pay the winning wagers", "D10 4.4(c)")
    expect(page.get_by_test_id("to-pay")).to_have_text("$5.00")
    do(page)
    due(page, "Call “No more bets” and ring the bell", "D10 4.3")
    expect(player.locator("main")).to_contain_text("A")
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")


def test_tai_sai_with_a_die_outside_and_dice_keyed_in_wrongly(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "tai-sai")
    _, page = on_duty(arrive, floor, table)
    player = sit_down(arrive(), table)
    spot(player, "small").click()
    staked(player, "$5.00")
    due(page, "Inspect the dice", "D9 5")
    expect(next_step(page)).to_contain_text("Waiting for the game supervisor")
    act(staff(floor, "game-supervisor", "Sue"), table, "inspect dice", office="game supervisor")
    step_by_step(page, "roll")
    irregular(page, "no roll")
    dialog(page).get_by_label("A die left the tumbler").check()
    expect(consequence(page)).to_contain_text("D9 7 (S14)")
    confirm(page)
    step_by_step(page, "roll")
    keyed(page, "3 1 2")
    due(page, "Key in the three numbers and check the display", "D9 3.3(a)(iii)")
    expect(page.get_by_test_id("do")).to_contain_text("Key in 1 · 2 · 3, enter")
    keyed(page, "1 1 3")
    # The display reads what was keyed; it is keyed again, and only then entered.
    expect(page.get_by_test_id("stuck")).to_contain_text("The display reads 1-1-3")
    keyed(page, "1 2 3")
    due(page, "Pay the winning wagers", "D9 6")
    do(page)
    due(page, "Turn the covered tumbler at least three times", "D9 6")
    expect(player.locator("main")).to_contain_text("1, 2, 3")
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")


def test_a_full_blackjack_round_by_keys_alone(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "blackjack")
    dora = come_in(arrive(), staff(floor, "dealer", "Dora"))
    page = dora.go(f"/console/dealer/{table}")
    page.get_by_test_id("take").wait_for()
    tab_to(page, "Take this table")
    page.keyboard.press("Enter")
    due(page, "Open table", "D2 2.0")
    do(page, "Enter")
    do(page, "Enter")
    act(staff(floor, "game-supervisor", "Sue"), table, "inspect cards", office="game supervisor")
    player = sit_down(arrive(), table)
    player.get_by_role("button", name="Sit at box 3").click()
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text("sit")
    expect(next_step(page)).to_have_attribute("data-act", "spread cards")
    step_by_step(page, "", "Enter")
    expect(next_step(page)).to_contain_text("Waiting for the player")
    player.get_by_role("button", name="Pass the cut on").click()
    expect(next_step(page)).to_have_attribute("data-act", "staff cut")
    keyed(page, "2 0 0")
    do(page, "Enter")
    keyed(page, "6 0")
    do(page, "Enter")
    spot(player, "box 3").click()
    staked(player, "$5.00")
    due(page, "Call “No more bets”", "D2 8.2")
    expect(next_step(page)).to_have_attribute("data-act", "no more bets")
    do(page, "Enter")
    # Three cards are entered, the last wrongly: it is taken back before anything is confirmed.
    with_enter(page)
    keyed(page, "k s 9 h 0 c")
    expect(page.get_by_test_id("entered").locator("[data-card]")).to_have_count(3)
    page.keyboard.press("Backspace")
    keyed(page, "8 d")
    do(page, "Enter")
    expect(page.locator("[data-testid=table-state] [data-box='3']")).to_contain_text("hard 18")
    expect(player.locator("[data-card=Ks]")).to_be_visible()
    expect(page.get_by_test_id("signals")).to_contain_text("box 3")
    _reports_a_card_drawn_unseen(page)
    player.get_by_test_id("decisions").get_by_role("button", name="Stand").click()
    due(page, "Card to the dealer", "D2 8.5")
    keyed(page, "0 s")
    do(page, "Enter")
    due(page, "Settle the boxes", "D2 5.7")
    do(page, "Enter")
    due(page, "Call “No more bets”", "D2 8.2")
    expect(page.get_by_test_id("purses")).to_contain_text("$95.00")
    expect(player.get_by_test_id("settlement").first).to_contain_text("loses")


def _reports_a_card_drawn_unseen(page: Page) -> None:
    """It left the shoe, and nobody has seen it: by keys."""
    page.keyboard.press("i")
    dialog(page)
    tab_to(page, "Card drawn, not seen")
    page.keyboard.press("Enter")
    expect(consequence(page)).to_contain_text("No chips move")
    expect(dialog(page)).to_contain_text("D2 16.2")
    tab_to(page, "Confirm: Card drawn, not seen")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("act-dialog")).to_have_count(0)


def test_cards_entered_ahead_stop_where_one_is_refused(arrive: Arrive, floor: Running) -> None:
    dora, page = before_the_cards(arrive, floor)
    keyed(page, "k s 9 h 8 d 7 c")
    page.get_by_test_id("do").click()
    refusal = next_step(page).get_by_test_id("refusal")
    expect(refusal).to_contain_text("decide for the hand in turn")
    expect(refusal.get_by_role("link", name="D2 8.3")).to_be_visible()
    lying = page.locator("[data-testid=table-state] [data-box='3'] [data-card]")
    assert [each.get_attribute("data-card") for each in lying.all()] == ["Ks", "8d"]
    was_refused(dora)


POSITIONS = {"roulette": {"kind": "red"}, "money-wheel": {"kind": "A"}, "tai-sai": {"kind": "small"}}


STEPS: dict[str, tuple[tuple[str, dict[str, object]], ...]] = {
    "roulette": (("spin ball", {"wheel": "anticlockwise", "ball": "clockwise"}), ("no more bets", {})),
    "money-wheel": (("no more bets", {}), ("spin wheel", {"direction": "clockwise"})),
    "tai-sai": (("tumble", {"tumbles": 3}), ("no more bets", {}), ("uncover", {})),
}


def before_the_result(arrive: Arrive, floor: Running, game: str, width: int, height: int) -> tuple[Visitor, Page]:
    """A round with a wager, whose result is to be entered next."""
    table = live_table(floor, game)
    dealt_by_request(floor, table, ("open table", {}))
    ana = floor.guest()
    act(ana, table, "buy in", amount=100_00)
    act(ana, table, "wager", position=POSITIONS[game], amount=10_00)
    if game == "tai-sai":
        act(staff(floor, "game-supervisor", "Sue"), table, "inspect dice", office="game supervisor")
    dealt_by_request(floor, table, *STEPS[game])
    return at_console(arrive, floor, table, "roll" if game == "tai-sai" else "spin", width=width, height=height)


def needs_no_scrolling(page: Page, width: int, height: int) -> None:
    box = page.get_by_test_id("do").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= height
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert faults(page) == []


@pytest.mark.parametrize("game", list(POSITIONS))
def test_the_next_step_needs_no_scrolling(arrive: Arrive, floor: Running, game: str) -> None:
    """On a desk; where results are entered by finger the same is seen on a phone."""
    _, page = before_the_result(arrive, floor, game, 1280, 800)
    needs_no_scrolling(page, 1280, 800)


def test_axe_finds_nothing_where_an_irregularity_is_reported(arrive: Arrive, small_floor: Running) -> None:
    visitor, page = before_the_result(arrive, small_floor, "roulette", 1280, 844)
    page.locator("[data-sort=irregularity]").click()
    dialog(page).locator("[data-act='no spin']").wait_for()
    assert faults_at_both_widths(page) == []
    dialog(page).locator("[data-act='no spin']").click()
    dialog(page).get_by_role("radio").nth(1).check()
    consequence(page)
    assert faults_at_both_widths(page) == []
    visitor.go("/console/dealer").locator("li.card").first.wait_for()
    assert faults_at_both_widths(visitor.page) == []


def test_axe_finds_nothing_while_blackjack_is_dealt(arrive: Arrive, floor: Running) -> None:
    _, page = before_the_cards(arrive, floor, width=1280, height=844)
    assert faults_at_both_widths(page) == []
    keyed(page, "k s 9 h")
    expect(page.get_by_test_id("entered").locator("[data-card]")).to_have_count(2)
    assert faults_at_both_widths(page) == []
    keyed(page, "8 d")
    expect(page.get_by_test_id("signals")).to_contain_text("box 3")
    assert faults_at_both_widths(page) == []
    page.locator("[data-sort=irregularity]").click()
    dialog(page).locator("[data-act]").first.wait_for()
    assert faults_at_both_widths(page) == []


SMALLEST_TARGET = 24


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai"])
def test_results_are_entered_by_finger_on_a_phone(arrive: Arrive, floor: Running, game: str) -> None:
    """Every key of the pad is a target, all of them are in view, and the wrong one is taken back."""
    _, page = before_the_result(arrive, floor, game, 390, 844)
    needs_no_scrolling(page, 390, 844)
    keys = page.get_by_test_id("pad").locator("button[data-key]")
    boxes = [box for key in keys.all() if (box := key.bounding_box()) is not None]
    assert len(boxes) == keys.count() > 5
    assert min(min(box["width"], box["height"]) for box in boxes) >= SMALLEST_TARGET
    # The layout stands upright, as wide as the phone lets it: no area is a sliver.
    areas = page.get_by_test_id("drawn-layout").locator("[data-key]").all()
    drawn = [box for area in areas if (box := area.bounding_box()) is not None]
    assert not drawn or min(box["width"] for box in drawn) >= SMALLEST_TARGET
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 844 for box in boxes)
    wrong, right, entered, stands = {
        "roulette": (["16"], ["17"], "17 black", "Collect the losing wagers"),
        "money-wheel": (["3"], ["2"], "2 · A", "Pay the winning wagers"),
        "tai-sai": (["6"], ["1", "2", "3"], "1 · 2 · 3", "Key in the three numbers and check the display"),
    }[game]
    with_enter(page)
    for key in wrong:
        page.get_by_test_id("pad").locator(f"button[data-key='{key}']").first.tap()
    page.get_by_test_id("take-back").tap()
    for key in right:
        page.get_by_test_id("pad").locator(f"button[data-key='{key}']").first.tap()
    expect(page.get_by_test_id("do")).to_contain_text(entered)
    page.get_by_test_id("do").tap()
    expect(page.locator("#next-title")).to_have_text(stands)
