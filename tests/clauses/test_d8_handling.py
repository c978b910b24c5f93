"""Sections 3.3 to 3.8: chips, spoken wagers, and who may touch a wager when."""

from __future__ import annotations

from typing import Any, cast

import pytest

from croupier import (
    Actor,
    BuyColour,
    BuyIn,
    CashOut,
    Chips,
    Collect,
    HandIn,
    LayoutTable,
    NoMoreBets,
    OpenBetting,
    Outcome,
    Pay,
    PayWager,
    Position,
    Role,
    RouletteOptions,
    Sign,
    Wager,
    Withdraw,
)
from croupier import roulette as roulette_table
from croupier.games.offers import Offer
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.position import Placed
from croupier.games.roulette import (
    Announce,
    BallRests,
    Colour,
    Direction,
    Dolly,
    Spin,
    SpinBall,
    black,
    column,
    corner,
    dozen,
    even,
    high,
    low,
    neighbour,
    odd,
    red,
    six_line,
    split,
    straight_up,
    street,
)
from tests.support.rules.tables import (
    assert_refused,
    live_roulette,
    outcomes,
    refusal_code,
    roulette,
    total_money,
    value_of,
    with_players,
)

SPIN_BALL = SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE)
SPUN_17 = (SPIN_BALL, NoMoreBets(), Spin(17), Announce(17, Colour.BLACK), Dolly(17))
SPUN_36 = (SPIN_BALL, NoMoreBets(), Spin(36), Announce(36, Colour.RED), Dolly(36))
WITH_NEIGHBOURS = RouletteOptions(neighbours=True)


def colour_amount(table: LayoutTable, name: str) -> int:
    purse = table.purse(name)
    assert purse is not None
    return purse.colour


# 3.3: value chips or colour chips


@pytest.mark.clause("D8 3.3")
def test_D8_3_3_a_wager_moves_value_chips_from_purse_to_layout() -> None:
    table = roulette("ana", "ben").play(Wager("ana", split(17, 20), 20_00), Wager("ana", split(17, 20), 5_00))
    assert table.wagers == (Placed("ana", split(17, 20), 25_00, Chips.VALUE),)
    assert value_of(table, "ana") == 4_975_00
    assert value_of(table, "ben") == 5_000_00
    assert total_money(table) == 10_000_00


@pytest.mark.clause("D8 3.3")
def test_D8_3_3_a_wager_needs_chips_that_its_player_has() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00)), "ana", amount=20_00)
    too_much = Wager("ana", red, 20_50)
    assert_refused(table, too_much, "not_enough_chips", "D8 3.3", "ana has $20 in chips here; this needs $20.50.")
    nothing_left = table.play(Wager("ana", red, 20_00))
    assert value_of(nothing_left, "ana") == 0
    assert_refused(nothing_left, Wager("ana", black, 5_00), "not_enough_chips", "D8 3.3", "ana has $0 in chips here")
    assert_refused(
        table, Wager("ben", red, 5_00), "not_enough_chips", "D8 3.3", "ben has $0 in chips here; this needs $5."
    )
    nobody = Wager(cast("str", None), red, 5_00)
    assert_refused(table, nobody, "not_enough_chips", "D8 3.3", "None has $0 in chips here")


@pytest.mark.clause("D8 3.3")
@pytest.mark.parametrize(
    ("amount", "code", "words"),
    [
        (5_25, "not_in_chips", "$5.25 cannot be paid in chips of $0.50."),
        (0, "not_positive", "The amount must be above $0; this is $0."),
        (-5_00, "not_positive", "The amount must be above $0; this is -$5."),
        (5.0, "not_an_amount", "An amount is a whole number of cents."),
        (True, "not_an_amount", "An amount is a whole number of cents."),
        ("500", "not_an_amount", "An amount is a whole number of cents."),
        (None, "not_an_amount", "An amount is a whole number of cents."),
    ],
)
def test_D8_3_3_a_wager_is_made_of_whole_chips(amount: Any, code: str, words: str) -> None:
    assert_refused(roulette("ana"), Wager("ana", red, amount), code, "D8 3.3", words)


@pytest.mark.clause("D8 3.3")
@pytest.mark.parametrize("chips", ["value", "colour", None, 1])
def test_D8_3_3_a_wager_is_made_of_value_or_colour_chips(chips: Any) -> None:
    act = Wager("ana", red, 5_00, chips)
    words = "Choose value chips or colour chips for the wager."
    assert_refused(roulette("ana"), act, "bad_chips", "D8 3.3", words)


@pytest.mark.clause("D8 3.3", "D1 11.2")
def test_D8_3_3_a_wager_of_colour_chips_is_paid_in_the_same_colour() -> None:
    table = roulette("ana").play(
        BuyColour("ana", "pink", 2_50, 100_00), Wager("ana", split(17, 20), 7_50, Chips.COLOUR)
    )
    assert table.wagers == (Placed("ana", split(17, 20), 7_50, Chips.COLOUR),)
    assert (value_of(table, "ana"), colour_amount(table, "ana")) == (4_900_00, 92_50)
    won = table.play(NoMoreBets(), Spin(17))
    assert outcomes(won) == {("ana", "split 17-20"): (Outcome.WIN, 127_50)}
    assert (value_of(won, "ana"), colour_amount(won, "ana")) == (4_900_00, 227_50)
    lost = table.play(NoMoreBets(), Spin(18))
    assert (value_of(lost, "ana"), colour_amount(lost, "ana")) == (4_900_00, 92_50)


@pytest.mark.clause("D8 3.3")
def test_D8_3_3_value_and_colour_chips_are_not_mixed_in_one_wager() -> None:
    table = roulette("ana", "ben").play(BuyColour("ana", "pink", 2_50, 100_00))
    words = "Use value chips or colour chips for one wager, not both."
    value_first = table.play(Wager("ana", red, 10_00))
    assert_refused(value_first, Wager("ana", red, 10_00, Chips.COLOUR), "mixed_chips", "D8 3.3 (R13)", words)
    colour_first = table.play(Wager("ana", red, 10_00, Chips.COLOUR))
    assert_refused(colour_first, Wager("ana", red, 10_00), "mixed_chips", "D8 3.3 (R13)", words)
    both = colour_first.play(
        Wager("ana", black, 10_00), Wager("ben", red, 10_00), Wager("ana", red, 5_00, Chips.COLOUR)
    )
    assert [(wager.stake, wager.chips) for wager in both.wagers] == [
        (10_00, Chips.VALUE),
        (15_00, Chips.COLOUR),
        (10_00, Chips.VALUE),
    ]


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_a_colour_wager_is_a_whole_number_of_its_players_chips() -> None:
    table = roulette("ana").play(BuyColour("ana", "pink", 3_00, 30_00))
    off = Wager("ana", red, 10_00, Chips.COLOUR)
    words = "ana's chips are $3 each and cannot make $10."
    assert_refused(table, off, "colour_value", "D1 1.1 Chips (R16)", words)
    assert table.refuses(Wager("ana", red, 9_00, Chips.COLOUR)) is None
    assert table.refuses(Wager("ana", red, 30_00, Chips.COLOUR)) is None
    too_much = Wager("ana", red, 33_00, Chips.COLOUR)
    assert_refused(table, too_much, "not_enough_chips", "D8 3.3", "ana has $30 in colour chips here; this needs $33.")


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_the_limits_count_the_value_of_colour_chips() -> None:
    table = roulette("ana").play(BuyColour("ana", "pink", 2_50, 1_500_00))
    one_chip = Wager("ana", red, 2_50, Chips.COLOUR)
    assert_refused(table, one_chip, "under_minimum", "D1 9.1", "The minimum on red is $5; this makes $2.50.")
    assert table.refuses(Wager("ana", red, 5_00, Chips.COLOUR)) is None
    assert table.refuses(Wager("ana", red, 1_000_00, Chips.COLOUR)) is None
    assert refusal_code(table, Wager("ana", red, 1_002_50, Chips.COLOUR)) == "over_maximum"


@pytest.mark.clause("D8 3.3", "D1 9.5")
def test_D8_3_3_colour_chips_keep_the_increment_of_the_sign() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00, increment=5_00)), "ana")
    table = table.play(BuyColour("ana", "pink", 3_00, 90_00))
    off = Wager("ana", red, 30_00 - 3_00, Chips.COLOUR)
    assert_refused(table, off, "off_increment", "D1 9.5", "Wagers go up in steps of $15; this makes $27.")
    assert table.refuses(Wager("ana", red, 15_00, Chips.COLOUR)) is None


# Ruling R16: whose the colours are and what they are worth


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_a_colour_belongs_to_one_player() -> None:
    table = roulette("ana", "ben").play(BuyColour("ana", "pink", 2_50, 100_00))
    taken = BuyColour("ben", "pink", 2_50, 100_00)
    assert_refused(
        table, taken, "colour_taken", "D1 1.1 Chips (R16)", "Another player has the pink chips. Choose another colour."
    )
    assert table.refuses(BuyColour("ben", "mint", 2_50, 100_00)) is None


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_a_colour_keeps_its_value_until_all_of_it_is_handed_in() -> None:
    table = roulette("ana").play(BuyColour("ana", "pink", 2_50, 100_00))
    words = "ana has pink chips of $2.50. Hand them all in first."
    for other in (BuyColour("ana", "pink", 5_00, 100_00), BuyColour("ana", "mint", 2_50, 100_00)):
        assert_refused(table, other, "colour_fixed", "D1 1.1 Chips (R16)", words)
        assert_refused(table.play(HandIn("ana", 97_50)), other, "colour_fixed", "D1 1.1 Chips (R16)")
        assert table.play(HandIn("ana", 100_00)).refuses(other) is None
    more = table.play(BuyColour("ana", "pink", 2_50, 2_50))
    assert (value_of(more, "ana"), colour_amount(more, "ana")) == (4_897_50, 102_50)


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_a_colour_on_the_layout_is_not_handed_in_yet() -> None:
    table = roulette("ana").play(BuyColour("ana", "pink", 2_50, 100_00), Wager("ana", red, 50_00, Chips.COLOUR))
    rest = table.play(HandIn("ana", 50_00))
    assert refusal_code(rest, BuyColour("ana", "pink", 5_00, 50_00)) == "colour_fixed"
    lost = rest.play(NoMoreBets(), Spin(17))
    assert lost.view().public.rack == ()
    assert lost.refuses(BuyColour("ana", "pink", 5_00, 50_00)) is None
    won = rest.play(NoMoreBets(), Spin(36))
    assert won.view().public.rack == (("pink", "ana", 2_50),)
    assert colour_amount(won, "ana") == 100_00


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_a_colour_is_free_again_whatever_else_lies_on_the_layout() -> None:
    table = roulette("ana", "ben").play(
        BuyColour("ana", "pink", 2_50, 100_00), BuyColour("ben", "mint", 2_50, 100_00), Wager("ana", black, 5_00)
    )
    table = table.play(Wager("ben", red, 50_00, Chips.COLOUR), HandIn("ana", 100_00))
    assert table.view().public.rack == (("mint", "ben", 2_50),)
    assert table.refuses(BuyColour("ana", "pink", 5_00, 50_00)) is None


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
@pytest.mark.parametrize("chip_value", [0, -2_50, 2_25, 2.5, True])
def test_D8_3_3_a_colour_chip_is_worth_a_multiple_of_the_smallest_chip(chip_value: Any) -> None:
    act = BuyColour("ana", "pink", chip_value, 100_00)
    words = "A colour chip cannot have that value. "
    assert_refused(roulette("ana"), act, "colour_value", "D1 1.1 Chips (R16)", words)


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_only_colours_of_this_table_are_sold_and_whole_chips_of_them() -> None:
    table = roulette("ana")
    words = "There are no chips of that colour at this table."
    assert_refused(table, BuyColour("ana", "gold", 50, 10_00), "no_such_colour", "D1 1.1 Chips (R16)", words)
    without = roulette("ana", colours=())
    assert_refused(without, BuyColour("ana", "white", 50, 10_00), "no_such_colour", "D1 1.1 Chips (R16)", words)
    for colour in ("white", "yellow", "orange", "pink", "lavender", "sky", "mint", "brown"):
        assert table.refuses(BuyColour("ana", colour, 50, 10_00)) is None
    assert refusal_code(table, BuyColour("ana", "pink", 3_00, 10_00)) == "not_in_chips"
    assert refusal_code(table, BuyColour("ana", "pink", 2_50, 5_002_50)) == "not_enough_chips"


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_colour_chips_are_redeemed_at_the_table_only() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00)), "ana", amount=100_00)
    table = table.play(BuyColour("ana", "pink", 2_50, 100_00))
    assert_refused(
        table, CashOut("ana", 50), "not_enough_chips", "D1 13.1", "ana has $0 in chips here; this needs $0.50."
    )
    redeemed = table.play(HandIn("ana", 40_00))
    assert (value_of(redeemed, "ana"), colour_amount(redeemed, "ana")) == (40_00, 60_00)
    assert redeemed.refuses(CashOut("ana", 40_00)) is None
    assert refusal_code(redeemed, CashOut("ana", 40_50)) == "not_enough_chips"
    assert refusal_code(redeemed, HandIn("ana", 62_50)) == "not_enough_chips"
    assert refusal_code(redeemed, HandIn("ana", 1_00)) == "not_in_chips"
    nothing = HandIn("ben", 2_50)
    assert_refused(redeemed, nothing, "no_colour", "D1 1.1 Chips (R16)", "ben has no colour chips to hand in.")


@pytest.mark.clause("D8 3.3", "D1 1.1 Chips")
def test_D8_3_3_wagers_are_offered_in_the_chips_a_player_holds() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00)), "ana", amount=100_00)
    table = table.play(BuyColour("ana", "pink", 3_00, 30_00), Wager("ana", red, 9_00, Chips.COLOUR))
    offered = [wager_offer(offer) for offer in table.legal if offer.kind is Wager]
    assert offered == [
        (Chips.VALUE, (5_00, 70_00, 50), 156),
        (Chips.COLOUR, (6_00, 21_00, 3_00), 156),
        (Chips.COLOUR, (3_00, 21_00, 3_00), 1),
    ]


def wager_offer(offer: Offer) -> tuple[Chips, tuple[int, int, int], int]:
    """In which chips, between which amounts and in what steps, and on how many positions."""
    chips, bounds, positions = (cast("Any", offer.fields[name]) for name in ("chips", "amount", "position"))
    return chips.values[0], (bounds.lowest, bounds.highest, bounds.step), len(positions.values)


# 3.4: spoken wagers


@pytest.mark.clause("D8 3.4")
def test_D8_3_4_the_dealer_places_a_spoken_wager_with_the_players_chips() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", split(17, 20), 20_00, by=DEALER))
    assert table.wagers == (Placed("ana", split(17, 20), 20_00),)
    assert value_of(table, "ana") == 4_980_00
    running = table.play(SPIN_BALL)
    assert running.refuses(Wager("ben", red, 5_00, by=Actor(Role.DEALER, "dee"))) is None


@pytest.mark.clause("D8 3.4")
def test_D8_3_4_a_spoken_wager_needs_its_chips() -> None:
    table = with_players(roulette_table(Sign(5_00, 1_000_00)), "ana", amount=20_00)
    assert table.refuses(Wager("ana", red, 20_00, by=DEALER)) is None
    short = Wager("ana", red, 20_50, by=DEALER)
    assert_refused(table, short, "not_enough_chips", "D8 3.4", "ana has $20 in chips here; this needs $20.50.")
    assert_refused(table, Wager("ben", red, 5_00, by=DEALER), "not_enough_chips", "D8 3.4", "ben has $0 in chips here")


@pytest.mark.clause("D8 3.4")
def test_D8_3_4_a_spoken_wager_comes_too_late_after_the_call() -> None:
    running = live_roulette("ana").play(SPIN_BALL)
    act = Wager("ana", red, 5_00, by=DEALER)
    assert running.refuses(act) is None
    assert_refused(
        running.play(NoMoreBets()), act, "too_late", "D8 3.4", "Betting is closed: “No more bets” has been called."
    )
    assert_refused(roulette("ana").play(NoMoreBets()), act, "too_late", "D8 3.4")


@pytest.mark.clause("D8 3.4", "D1 10.4")
@pytest.mark.parametrize("by", [GAME_SUPERVISOR, CASINO_SUPERVISOR, OPERATOR, player("ben")], ids=str)
def test_D8_3_4_nobody_else_wagers_a_players_chips(by: Actor) -> None:
    act = Wager("ana", red, 5_00, by=by)
    words = "Only ana may do this."
    assert_refused(roulette("ana", "ben"), act, "not_yours", "D1 10.4", words)
    assert roulette("ana").refuses(Wager("ana", red, 5_00, by=player("ana"))) is None


# 3.6(a): no wager after the call


@pytest.mark.clause("D8 3.6(a)", "D8 4.3")
def test_D8_3_6_a_wagers_are_taken_until_the_call_and_not_after_it() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), Wager("ana", black, 5_00))
    late = (Wager("ana", straight_up(17), 5_00), Wager("ana", red, 5_00))
    for act in late:
        assert table.refuses(act) is None
    running = table.play(SPIN_BALL)
    for act in late:
        assert running.refuses(act) is None
    closed = running.play(NoMoreBets())
    for step in (Spin(17), Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay(), OpenBetting()):
        for act in late:
            assert_refused(closed, act, "too_late", "D8 3.6(a)", "Betting is closed: “No more bets” has been called.")
        closed = closed.play(step)
    for act in late:
        assert closed.refuses(act) is None


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_at_an_automated_table_the_call_closes_betting_until_the_next_spin() -> None:
    table = roulette("ana").play(Wager("ana", red, 5_00), NoMoreBets())
    assert table.betting_is_open is False
    assert_refused(table, Wager("ana", red, 5_00), "too_late", "D8 3.6(a)")
    assert refusal_code(table, NoMoreBets()) == "out_of_order"
    assert table.play(Spin(17)).refuses(Wager("ana", red, 5_00)) is None


# 3.6(b): no handling after the call


@pytest.mark.clause("D8 3.6(b)")
@pytest.mark.parametrize("make", [roulette, live_roulette])
def test_D8_3_6_b_a_wager_may_be_taken_back_before_the_call(make: Any) -> None:
    table = make("ana").play(Wager("ana", red, 5_00), Wager("ana", black, 10_00))
    back = table.play(Withdraw("ana", black))
    assert back.wagers == (Placed("ana", red, 5_00),)
    assert value_of(back, "ana") == 4_995_00
    assert refusal_code(back, Withdraw("ana", black)) == "no_wager_there"


@pytest.mark.clause("D8 3.6(b)", "D8 3.1")
def test_D8_3_6_b_only_a_wager_that_lies_there_can_be_taken_back() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", red, 5_00))
    words = "ben has no wager on red."
    assert_refused(table, Withdraw("ben", red), "no_wager_there", "D8 3.1", words)
    assert_refused(table, Withdraw("ana", black), "no_wager_there", "D8 3.1", "ana has no wager on black.")
    spun = table.play(*SPUN_17)
    assert_refused(spun, Withdraw("ben", red), "no_wager_there", "D8 3.1", words)
    assert_refused(spun, Withdraw("ana", black), "no_wager_there", "D8 3.1")


@pytest.mark.clause("D8 3.6(b)", "D1 10.4")
@pytest.mark.parametrize("by", [DEALER, GAME_SUPERVISOR, OPERATOR, player("ben")], ids=str)
def test_D8_3_6_b_nobody_else_handles_a_players_wager(by: Actor) -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", red, 5_00))
    act = Withdraw("ana", red, by=by)
    assert_refused(table, act, "not_yours", "D1 10.4", "Only ana may do this.")


@pytest.mark.clause("D8 3.6(b)")
@pytest.mark.parametrize("make", [roulette, live_roulette])
def test_D8_3_6_b_no_wager_is_handled_after_the_call(make: Any) -> None:
    table = make("ana").play(Wager("ana", red, 5_00))
    table = table.play(NoMoreBets()) if make is roulette else table.play(SPIN_BALL, NoMoreBets())
    words = "Wagers stay where they are after “No more bets”."
    assert_refused(table, Withdraw("ana", red), "too_late", "D8 3.6(b)", words)


@pytest.mark.clause("D8 3.6(b)")
def test_D8_3_6_b_a_winner_stays_until_it_is_paid() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), Wager("ana", red, 5_00), SPIN_BALL, NoMoreBets())
    for step in (Spin(17), Announce(17, Colour.BLACK), Dolly(17), Collect()):
        table = table.play(step)
        act = Withdraw("ana", black)
        assert_refused(table, act, "not_paid", "D8 3.6(b)", "This wager has won and is not paid yet.")
    paid = table.play(Pay())
    assert value_of(paid, "ana") == 4_995_00
    taken = paid.play(Withdraw("ana", black))
    assert value_of(taken, "ana") == 5_005_00
    assert taken.wagers == ()
    assert_refused(taken, Withdraw("ana", black), "no_wager_there", "D8 3.1", "ana has no wager on black.")


INSIDE = (straight_up(17), split(17, 20), street(16, 17, 18), corner(16, 17, 19, 20), six_line(16))


@pytest.mark.clause("D8 3.6(b)")
@pytest.mark.parametrize("position", INSIDE, ids=str)
def test_D8_3_6_b_a_wager_on_the_numbers_stays_until_all_winners_there_are_paid(position: Position) -> None:
    table = live_roulette("ana", "ben").play(
        Wager("ana", position, 5_00), Wager("ben", split(14, 17), 5_00), Wager("ben", black, 5_00), *SPUN_17
    )
    one_paid = table.play(PayWager("ana", position))
    words = "This wager stays until every winner in its area is paid."
    assert_refused(one_paid, Withdraw("ana", position), "area_not_paid", "D8 3.6(b)", words)
    assert refusal_code(one_paid, Withdraw("ben", split(14, 17))) == "not_paid"
    area_paid = one_paid.play(PayWager("ben", split(14, 17)))
    assert area_paid.step == "pay"
    before = value_of(area_paid, "ana")
    assert value_of(area_paid.play(Withdraw("ana", position)), "ana") == before + 5_00
    assert area_paid.refuses(Withdraw("ben", split(14, 17))) is None


GROUP = neighbour(25, 17, 34)


@pytest.mark.clause("D8 3.6(b)")
def test_D8_3_6_b_a_neighbour_stays_until_all_winning_neighbours_are_paid() -> None:
    table = live_roulette("ana", "ben", options=WITH_NEIGHBOURS).play(
        Wager("ana", GROUP, 5_00), Wager("ben", GROUP, 5_00), Wager("ana", straight_up(17), 5_00), *SPUN_17
    )
    one_paid = table.play(PayWager("ana", GROUP))
    assert_refused(one_paid, Withdraw("ana", GROUP), "area_not_paid", "D8 3.6(b)")
    both_paid = one_paid.play(PayWager("ben", GROUP))
    assert both_paid.refuses(Withdraw("ana", GROUP)) is None
    numbers_first = table.play(Pay("numbers"))
    assert numbers_first.refuses(Withdraw("ana", straight_up(17))) is None
    assert_refused(numbers_first, Withdraw("ana", GROUP), "not_paid", "D8 3.6(b)")


OUTSIDE_CASES = (
    *((low, odd, SPUN_17), (odd, black, SPUN_17), (black, low, SPUN_17)),
    *((column(2), dozen(2), SPUN_17), (dozen(2), column(2), SPUN_17)),
    *((high, even, SPUN_36), (even, red, SPUN_36), (red, high, SPUN_36)),
)


@pytest.mark.clause("D8 3.6 (closing)")
@pytest.mark.parametrize(("position", "other", "spun"), OUTSIDE_CASES, ids=str)
def test_D8_3_6_closing_an_outside_winner_may_be_lifted_once_it_is_paid(
    position: Position, other: Position, spun: tuple[Any, ...]
) -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", position, 5_00), Wager("ben", other, 5_00), *spun)
    assert_refused(table, Withdraw("ana", position), "not_paid", "D8 3.6(b)")
    paid = table.play(PayWager("ana", position))
    before = value_of(paid, "ana")
    lifted = paid.play(Withdraw("ana", position))
    assert value_of(lifted, "ana") == before + 5_00
    assert lifted.wagers == (Placed("ben", other, 5_00),)
    assert_refused(lifted, Withdraw("ben", other), "not_paid", "D8 3.6(b)")


@pytest.mark.clause("D8 3.6(b)", "D8 3.6 (closing)")
def test_D8_3_6_b_there_are_three_wagering_areas() -> None:
    areas = live_roulette(options=WITH_NEIGHBOURS).game.areas
    counts = {area: sum(each == area for each in areas.values()) for area in set(areas.values())}
    assert counts == {"numbers": 145, "outside": 12, "neighbours": 12}
    outside = (column(1), column(2), column(3), dozen(1), dozen(2), dozen(3), low, high, even, odd, red, black)
    assert {position for position, area in areas.items() if area == "outside"} == set(outside)
    assert {position.kind for position, area in areas.items() if area == "neighbours"} == {"neighbour"}


@pytest.mark.clause("D8 3.6(b)")
def test_D8_3_6_b_what_may_be_lifted_is_offered_and_nothing_else() -> None:
    table = live_roulette("ana").play(
        Wager("ana", black, 5_00), Wager("ana", straight_up(17), 5_00), Wager("ana", split(17, 20), 5_00)
    )
    table = table.play(Wager("ana", red, 5_00))
    assert lifts(table) == ["17", "black", "red", "split 17-20"]
    assert lifts(table.play(SPIN_BALL, NoMoreBets())) == []
    settling = table.play(*SPUN_17, Collect())
    assert lifts(settling) == []
    assert lifts(settling.play(PayWager("ana", black), PayWager("ana", straight_up(17)))) == ["black"]
    assert lifts(settling.play(Pay())) == ["17", "black", "split 17-20"]
    assert lifts(settling.play(Pay(), Withdraw("ana", black))) == ["17", "split 17-20"]


def lifts(table: LayoutTable) -> list[str]:
    offers = [offer for offer in table.legal if offer.kind is Withdraw]
    assert all(offer.role is Role.PLAYER for offer in offers)
    return sorted(str(cast("Withdraw", offer.act()).position) for offer in offers)


# 3.7: a losing wager


@pytest.mark.clause("D8 3.7")
def test_D8_3_7_a_losing_wager_is_not_touched_before_or_after_it_is_collected() -> None:
    table = live_roulette("ana").play(
        Wager("ana", red, 5_00), Wager("ana", straight_up(18), 5_00), Wager("ana", black, 5_00), SPIN_BALL, NoMoreBets()
    )
    for step in (Spin(17), Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay()):
        table = table.play(step)
        for position in (red, straight_up(18)):
            act = Withdraw("ana", position)
            assert_refused(table, act, "losing_wager", "D8 3.7", "This wager has lost. The dealer collects it.")
    assert value_of(table, "ana") == 4_990_00
    assert table.general.house == 5_00


@pytest.mark.clause("D8 3.7")
def test_D8_3_7_a_losing_wager_is_gone_when_betting_opens() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), *SPUN_17, Collect(), OpenBetting())
    assert table.wagers == ()
    assert_refused(table, Withdraw("ana", red), "no_wager_there", "D8 3.1", "ana has no wager on red.")
    assert (value_of(table, "ana"), table.general.house) == (4_995_00, 5_00)


# 3.8: settled where it lies


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_wager_is_settled_where_it_lies_when_the_ball_rests() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), SPIN_BALL)
    moved = table.play(Withdraw("ana", red), Wager("ana", black, 5_00), NoMoreBets(), Spin(17))
    assert outcomes(moved) == {("ana", "black"): (Outcome.WIN, 5_00)}
    stayed = table.play(NoMoreBets())
    for act in (Withdraw("ana", red), Wager("ana", black, 5_00)):
        assert refusal_code(stayed, act) == "too_late"
    assert outcomes(stayed.play(Spin(17))) == {("ana", "red"): (Outcome.LOSE, 0)}


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_winning_stake_that_nobody_takes_up_rides_on_the_next_spin() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 5_00), *SPUN_17, Pay(), OpenBetting())
    assert table.wagers == (Placed("ana", black, 5_00),)
    assert value_of(table, "ana") == 5_000_00
    again = table.play(*SPUN_17, Pay(), OpenBetting())
    assert (value_of(again, "ana"), again.wagers) == (5_005_00, (Placed("ana", black, 5_00),))
    taken_back = again.play(Withdraw("ana", black))
    assert (value_of(taken_back, "ana"), taken_back.general.house) == (5_010_00, -10_00)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_at_an_automated_table_a_winning_stake_goes_back_to_its_player() -> None:
    done = roulette("ana").play(Wager("ana", black, 5_00), NoMoreBets(), Spin(17))
    assert (value_of(done, "ana"), done.wagers, done.general.house) == (5_005_00, (), -5_00)


# Ruling R18: the call is forgotten


@pytest.mark.clause("D8 3.8", "D8 4.3")
def test_D8_3_8_without_a_call_betting_closes_when_the_ball_rests() -> None:
    running = live_roulette("ana", betting_seconds=30).play(Wager("ana", black, 5_00), SPIN_BALL)
    assert running.refuses(Wager("ana", red, 5_00)) is None
    rests = running.play(BallRests())
    assert (rests.betting_is_open, rests.window_ends) == (False, None)
    for by in (None, DEALER):
        act = Wager("ana", red, 5_00, by=by)
        assert_refused(rests, act, "too_late", "D8 3.8 (R18)", "Betting is closed: the result is on its way.")
    assert_refused(rests, Spin(17), "out_of_order", "D8 4.3", "Not now: the next step is to call “No more bets”")
    called = rests.play(NoMoreBets())
    assert_refused(
        called, Wager("ana", red, 5_00), "too_late", "D8 3.6(a)", "Betting is closed: “No more bets” has been called."
    )
    assert outcomes(called.play(Spin(17))) == {("ana", "black"): (Outcome.WIN, 5_00)}


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_without_a_call_no_wager_is_taken_back_once_the_ball_rests() -> None:
    running = live_roulette("ana").play(Wager("ana", black, 5_00), SPIN_BALL)
    assert running.refuses(Withdraw("ana", black)) is None
    rests = running.play(BallRests())
    # Rule 3.6(b) speaks of the time after the call, and there was none: it is rule 3.8 that holds the wager.
    words = "Wagers stay where they are: the result is on its way."
    assert_refused(rests, Withdraw("ana", black), "too_late", "D8 3.8 (R18)", words)


@pytest.mark.clause("D8 3.8", "D8 4.3")
def test_D8_3_8_the_ball_comes_to_rest_once_and_only_while_the_call_is_owed() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 5_00))
    assert_refused(table, BallRests(), "out_of_order", "D8 4.2", "Not now: the next step is to spin the ball")
    rests = table.play(SPIN_BALL, BallRests())
    words = "The ball has come to rest already. Call “No more bets”."
    assert_refused(rests, BallRests(), "at_rest_already", "D8 3.8 (R18)", words)
    assert_refused(rests.play(NoMoreBets()), BallRests(), "out_of_order", "D8 4.4")
    assert "place wagers" not in [each.what for each in rests.awaits]
    assert [str(each.rule) for each in rests.awaits] == ["D8 4.3"]


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_after_a_forgotten_call_the_next_spin_is_an_ordinary_one() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 5_00), SPIN_BALL, BallRests(), NoMoreBets(), Spin(17))
    table = table.play(Announce(17, Colour.BLACK), Dolly(17), Pay(), OpenBetting())
    assert table.betting_is_open is True
    assert table.refuses(Wager("ana", red, 5_00)) is None
    running = table.play(SPIN_BALL)
    assert running.refuses(Wager("ana", red, 5_00)) is None
    assert running.refuses(BallRests()) is None


@pytest.mark.clause("D8 3.3", "D1 10.2")
def test_D8_3_3_money_becomes_chips_before_it_is_wagered() -> None:
    table = roulette()
    assert refusal_code(table, Wager("ana", red, 5_00)) == "not_enough_chips"
    assert table.play(BuyIn("ana", 5_00)).refuses(Wager("ana", red, 5_00)) is None
