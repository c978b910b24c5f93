"""Acts of the newer rulings at the supervisor's console: what each would do is shown first, then it is confirmed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.consoles import act, confirm, consequence, dialog, live_table, staff, was_refused
from tests.support.page.supervisor import SPIN_BALL, at_console, deal, dealer_at, open_act, ready_shoe
from tests.support.server.real_server import Running


def fill(page: Page, **values: str) -> None:
    """Each field by the beginning of its label."""
    for label, value in values.items():
        dialog(page).get_by_label(label.replace("_", " ")).fill(value)


def key_in(page: Page, rank: str, suit: str) -> None:
    for key in (rank, suit):
        dialog(page).locator(f"[data-key='{key}']").click()


def newest(page: Page, words: str) -> None:
    expect(page.get_by_test_id("journal").locator("li").first).to_contain_text(words)


def test_blackjack_limits_damage_a_card_and_a_late_wager(arrive: Arrive, floor: Running) -> None:
    """Rulings B55, B61 and B53: Ana's nine was an ace, and she has a blackjack."""
    table = live_table(floor, "blackjack")
    dora, ana = ready_shoe(floor, table)
    _, page = at_console(arrive, floor, table)
    open_act(page, "wrong limits")
    dialog(page).get_by_label("Box 3").check()
    fill(page, Amount_in_dollars="3")
    # A wager of $3 under a minimum of $5 is raised to it.
    expect(consequence(page)).to_contain_text("−$5.00")
    confirm(page)
    newest(page, "$3.00")
    act(ana, table, "wager", position={"kind": "box", "numbers": [3]}, amount=5_00)
    act(dora, table, "no more bets")
    deal(dora, table, "Ks 6h 9d")
    open_act(page, "note damage")
    key_in(page, "9", "d")
    expect(consequence(page)).to_contain_text("No chips move")
    confirm(page)
    newest(page, "9♦")
    open_act(page, "correct card")
    dialog(page).get_by_label("3", exact=True).check()
    key_in(page, "A", "d")
    fill(page, Reason="the camera shows an ace")
    expect(consequence(page)).to_contain_text("Dealer: pay the blackjacks")
    confirm(page)
    newest(page, "the camera shows an ace")
    open_act(page, "void wager")
    shown = consequence(page)
    expect(shown).to_contain_text("D2 5.5(a) (B55)")
    expect(shown).to_contain_text("+$10.00")
    confirm(page)
    newest(page, "late")
    # Everything that she wagered on the box is hers again.
    expect(page.get_by_test_id("purses")).to_contain_text("$100.00")


def test_blackjack_a_shuffle_is_ordered_between_rounds(arrive: Arrive, floor: Running) -> None:
    """Ruling B60: after it the cards are shuffled and cut again before anybody wagers."""
    table = live_table(floor, "blackjack")
    ready_shoe(floor, table)
    _, page = at_console(arrive, floor, table)
    open_act(page, "order shuffle")
    fill(page, Reason="a card was dropped")
    expect(consequence(page)).to_contain_text("Dealer: ")
    confirm(page)
    newest(page, "a card was dropped")


def test_roulette_a_ball_that_left_the_wheel_is_examined(arrive: Arrive, floor: Running) -> None:
    """D8 5.2: what was found goes on the record, and the ball can be spun again."""
    table = live_table(floor, "roulette")
    dora = dealer_at(floor, table)
    act(dora, table, "spin ball", **SPIN_BALL)
    act(dora, table, "no more bets")
    act(dora, table, "no spin", ground="ball_out")
    _, page = at_console(arrive, floor, table)
    open_act(page, "examine ball")
    fill(page, What_was_found="no chip in it")
    expect(consequence(page)).to_contain_text("No chips move")
    confirm(page)
    newest(page, "no chip in it")


def test_roulette_from_a_changed_ball_to_chips_left_behind(arrive: Arrive, floor: Running) -> None:
    """Rulings R29, R30, R25 and R22, and the ball on the record (D8 4.7)."""
    table = live_table(floor, "roulette")
    dora, ana = dealer_at(floor, table), floor.guest()
    act(ana, table, "buy in", amount=100_00)
    for _ in range(2):
        act(ana, table, "wager", position={"kind": "straight up", "numbers": [17]}, amount=5_00)
    _, page = at_console(arrive, floor, table)
    open_act(page, "change ball")
    fill(page, Ball="8", Reason="the old one has a flat spot")
    expect(consequence(page)).to_contain_text("No chips move")
    confirm(page)
    newest(page, "the old one has a flat spot")
    act(dora, table, "spin ball", **SPIN_BALL)
    act(dora, table, "no more bets")
    act(dora, table, "spin", number=18)
    open_act(page, "void chips")
    fill(page, Amount_in_dollars="5")
    shown = consequence(page)
    expect(shown).to_contain_text("+$5.00")
    confirm(page)
    expect(page.get_by_test_id("purses")).to_contain_text("$95.00")
    open_act(page, "favour")
    dialog(page).get_by_label("Settle as if it were on").select_option(label="18")
    fill(page, Reason="the chip was moved by a sleeve")
    expect(consequence(page)).to_contain_text("pay $175.00")
    confirm(page)
    open_act(page, "take back favour")
    fill(page, Reason="the camera shows otherwise")
    expect(consequence(page)).to_contain_text("loses")
    confirm(page)
    newest(page, "the camera shows otherwise")
    act(dora, table, "announce", number=18, colour="red")
    act(dora, table, "dolly", number=18)
    act(dora, table, "collect")
    act(dora, table, "open betting")
    open_act(page, "record dispute")
    fill(page, Round="1", Reason="Ana says that she was on 18")
    consequence(page)
    confirm(page)
    newest(page, "Ana says that she was on 18")
    open_act(page, "hold unclaimed")
    shown = consequence(page)
    expect(shown).to_contain_text(f"$95.00 is kept for {ana.name}")
    expect(shown).not_to_contain_text("No chips move")
    confirm(page)
    expect(page.locator("main")).to_contain_text("There are no players")


def test_a_money_wheel_is_replaced_and_is_still_in_use_after_its_next_result(arrive: Arrive, floor: Running) -> None:
    """D10 2.2(c): what comes from now on is the new one's."""
    wheel = live_table(floor, "money-wheel")
    dora, ana = dealer_at(floor, wheel), floor.guest()
    act(ana, wheel, "buy in", amount=100_00)
    act(ana, wheel, "wager", position={"kind": "A"}, amount=5_00)
    visitor, page = at_console(arrive, floor, wheel)
    open_act(page, "replace wheel")
    fill(page, Number_or_mark="K-7", Reason="it wobbles")
    expect(consequence(page)).to_contain_text("No chips move")
    confirm(page)
    newest(page, "it wobbles")
    # A result later it is still the wheel in use.
    act(dora, wheel, "no more bets")
    act(dora, wheel, "spin wheel", direction="clockwise")
    act(dora, wheel, "spin", section=2)
    act(dora, wheel, "announce", symbol="A")
    act(dora, wheel, "pay")
    act(dora, wheel, "open betting")
    open_act(page, "replace wheel")
    fill(page, Number_or_mark="K-7", Reason="it wobbles still")
    expect(dialog(page).get_by_test_id("refusal")).to_contain_text("K-7 is in use already")
    expect(page.get_by_test_id("confirm-act")).to_be_disabled()
    was_refused(visitor)


def test_tai_sai_new_dice_are_inspected_before_they_are_tumbled(arrive: Arrive, floor: Running) -> None:
    dice = live_table(floor, "tai-sai")
    dealer_at(floor, dice)
    act(staff(floor, "game-supervisor", "Sue"), dice, "inspect dice", office="game supervisor")
    _, page = at_console(arrive, floor, dice)
    open_act(page, "replace dice")
    fill(page, Number_or_mark="set-3", Reason="one is chipped")
    expect(consequence(page)).to_contain_text("Inspect the dice", ignore_case=True)
    confirm(page)
    newest(page, "one is chipped")
    expect(page.locator("#next-title")).to_have_text("Inspect the dice")
