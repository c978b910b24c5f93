"""Chips and their exchange: Division 1, rules 1.1, 10.2 and 13.1, with ruling R16."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    BuyColour,
    BuyIn,
    CashOut,
    ChangeLimits,
    Chips,
    CloseTable,
    Collect,
    HandIn,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Pay,
    PostLimits,
    Refused,
    Sign,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act, RemoveHousePlayer, SeatHousePlayer
from croupier.games.chips import Purse
from croupier.games.money_wheel import AnnounceSymbol, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import Role
from tests.support.rules.tables import (
    SIGN,
    live_money_wheel,
    money_wheel,
    refusal_code,
    refusal_rule,
    roulette,
    total_money,
)

A, B = symbol("A"), symbol("B")
NOT_AMOUNTS = [5_00.0, "500", True, False, None, Fraction(5_00), [5_00]]
MOST_IN_A_PURSE = 10_000_000_000_000


def purse(table: LayoutTable, player: str) -> Purse:
    found = table.purse(player)
    assert found is not None
    return found


def offers(table: LayoutTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


def colourful(*names: str) -> LayoutTable:
    """A money wheel with red and blue chips on its rack, where everybody starts with 100 dollars."""
    table = croupier.money_wheel(SIGN, colours=("red", "blue"))
    return table.play(*(BuyIn(name, 100_00) for name in names))


def present(*names: str) -> LayoutTable:
    """A money wheel at which everybody has 20 dollars."""
    return croupier.money_wheel(SIGN).play(*(BuyIn(name, 20_00) for name in names))


def live_present(*names: str) -> LayoutTable:
    table = croupier.money_wheel(SIGN, automation=LIVE).play(OpenTable())
    return table.play(*(BuyIn(name, 20_00) for name in names))


def live_colourful() -> LayoutTable:
    return live_money_wheel("ana", colours=("red", "blue"))


def section_entered(table: LayoutTable, section: int, letter: str) -> LayoutTable:
    """A live table after the call, the spin and the announcement."""
    return table.play(NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(section), AnnounceSymbol(letter))


# Buying in


@pytest.mark.clause("D1 13.1", "D1 1.1 Chips")
def test_D1_13_1_money_buys_value_chips_of_the_same_amount() -> None:
    table = croupier.money_wheel(SIGN).play(BuyIn("ana", 50))
    assert purse(table, "ana") == Purse("ana", value=50)
    again = table.play(BuyIn("ana", 20_00), BuyIn("bob", 7_50))
    assert again.general.purses == (Purse("ana", value=20_50), Purse("bob", value=7_50))
    assert again.general.house == 0


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_purses_stand_in_the_order_of_names_whoever_comes_first() -> None:
    table = croupier.money_wheel(SIGN).play(BuyIn("cleo", 50), BuyIn("ana", 1_00), BuyIn("bob", 1_50), BuyIn("dan", 50))
    assert table.players == ("ana", "bob", "cleo", "dan")
    assert [purse(table, name).value for name in table.players] == [1_00, 1_50, 50, 50]
    assert table.purse_if_any("abe") is None
    assert table.purse_if_any("bo") is None
    assert table.purse_if_any("zoe") is None


@pytest.mark.clause("D1 13.1")
@pytest.mark.parametrize("name", ["a", "7", "Zoë", "a.b@c-d_e", "x" * 64])
def test_D1_13_1_names_are_one_to_sixty_four_plain_signs(name: str) -> None:
    assert croupier.money_wheel(SIGN).play(BuyIn(name, 5_00)).players == (name,)


@pytest.mark.clause("D1 13.1")
@pytest.mark.parametrize(
    "name", ["", " ", "ana b", "ana\n", "\nana", "a/b", "a,b", "x" * 65, 5, None, b"ana", ("ana",)]
)
def test_D1_13_1_a_bad_name_is_refused(name: Any) -> None:
    table = croupier.money_wheel(SIGN)
    assert refusal_code(table, BuyIn(name, 5_00)) == "bad_name"
    assert refusal_rule(table, BuyIn(name, 5_00)) == "D1 13.1"
    assert why(table, BuyIn(name, 5_00)) == "A player's name is 1 to 64 letters, digits, or any of _ . @ and -."


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_nobody_buys_in_at_a_closed_table() -> None:
    table = croupier.money_wheel(SIGN).play(CloseTable())
    assert refusal_code(table, BuyIn("ana", 5_00)) == "table_closed"
    assert refusal_rule(table, BuyIn("ana", 5_00)) == "D1 8"
    assert offers(table, BuyIn) == []


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_a_purse_is_full_at_a_hundred_billion_dollars() -> None:
    empty = croupier.money_wheel(SIGN)
    too_much = BuyIn("ana", MOST_IN_A_PURSE + 50)
    assert refusal_code(empty, too_much) == "too_much"
    assert refusal_rule(empty, too_much) == "D1 13.1"
    assert why(empty, too_much) == "A player may hold at most $100000000000."
    full = empty.play(BuyIn("ana", MOST_IN_A_PURSE))
    assert refusal_code(full, BuyIn("ana", 50)) == "too_much"
    assert refusal_code(full, BuyIn("bob", MOST_IN_A_PURSE)) is None
    nearly = empty.play(BuyIn("ana", MOST_IN_A_PURSE - 1_00))
    assert refusal_code(nearly, BuyIn("ana", 1_00)) is None
    assert refusal_code(nearly, BuyIn("ana", 1_50)) == "too_much"


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_buying_in_is_offered_to_all_present_up_to_a_full_purse() -> None:
    table = croupier.money_wheel(SIGN).play(BuyIn("ana", 20_00), BuyIn("bob", MOST_IN_A_PURSE - 50))
    assert offers(table, BuyIn) == [
        Offer(
            BuyIn,
            Role.PLAYER,
            {"player": Choices(("ana",)), "amount": Bounds(lowest=50, highest=9_999_999_998_000, step=50)},
        ),
        Offer(BuyIn, Role.PLAYER, {"player": Choices(("bob",)), "amount": Bounds(lowest=50, highest=50, step=50)}),
    ]
    assert len(offers(table.play(BuyIn("bob", 50)), BuyIn)) == 1


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_a_purse_is_offered_room_in_whole_chips() -> None:
    table = croupier.money_wheel(Sign(minimum=3_00, maximum=30_00, smallest_chip=3_00)).play(BuyIn("ana", 3_00))
    # Three dollars go 33,333,333,333 times into the hundred billion, with one dollar over; one chip is held already.
    (offer,) = offers(table, BuyIn)
    assert offer.fields["amount"] == Bounds(lowest=3_00, highest=9_999_999_999_600, step=3_00)


# Amounts that are none, at every exchange


def every_exchange(amount: Any) -> list[Act]:
    return [BuyIn("ana", amount), CashOut("ana", amount), BuyColour("ana", "red", 50, amount), HandIn("ana", amount)]


EXCHANGE_RULES = ["D1 13.1", "D1 13.1", "D1 1.1 Chips", "D1 1.1 Chips"]


def with_colour() -> LayoutTable:
    return colourful("ana").play(BuyColour("ana", "red", 50, 50_00))


@pytest.mark.clause("D1 13.1", "D1 1.1 Chips")
@pytest.mark.parametrize("amount", NOT_AMOUNTS)
def test_D1_13_1_only_whole_cents_are_an_amount(amount: Any) -> None:
    table = with_colour()
    acts = every_exchange(amount)
    assert [refusal_code(table, act) for act in acts] == ["not_an_amount"] * 4
    assert [refusal_rule(table, act) for act in acts] == EXCHANGE_RULES
    assert {why(table, act) for act in acts} == {"An amount is a whole number of cents."}


@pytest.mark.clause("D1 13.1", "D1 1.1 Chips")
@pytest.mark.parametrize(("amount", "shown"), [(0, "$0"), (-50, "-$0.50"), (-5_00, "-$5")])
def test_D1_13_1_an_amount_is_more_than_nothing(amount: int, shown: str) -> None:
    table = with_colour()
    acts = every_exchange(amount)
    assert [refusal_code(table, act) for act in acts] == ["not_positive"] * 4
    assert [refusal_rule(table, act) for act in acts] == EXCHANGE_RULES
    assert {why(table, act) for act in acts} == {f"The amount must be above $0; this is {shown}."}


@pytest.mark.clause("D1 13.1", "D1 1.1 Chips")
@pytest.mark.parametrize(
    ("amount", "shown"), [(1, "$0.01"), (49, "$0.49"), (51, "$0.51"), (99, "$0.99"), (5_25, "$5.25")]
)
def test_D1_13_1_an_amount_is_a_number_of_chips(amount: int, shown: str) -> None:
    table = with_colour()
    acts = every_exchange(amount)
    assert [refusal_code(table, act) for act in acts] == ["not_in_chips"] * 4
    assert [refusal_rule(table, act) for act in acts] == EXCHANGE_RULES
    assert {why(table, act) for act in acts} == {f"{shown} cannot be paid in chips of $0.50."}


# Cashing out


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_value_chips_are_redeemed_at_their_value() -> None:
    table = present("ana", "bob").play(CashOut("ana", 12_50))
    assert table.general.purses == (Purse("ana", value=7_50), Purse("bob", value=20_00))
    assert table.general.house == 0
    assert table.play(CashOut("ana", 7_50)).players == ("bob",)
    assert table.play(Wager("bob", A, 5_00), CashOut("ana", 7_50)).players == ("bob",)


@pytest.mark.clause("D1 13.1", "D1 10.2")
def test_D1_13_1_only_chips_that_are_there_are_redeemed() -> None:
    table = present("ana")
    assert refusal_code(table, CashOut("ana", 20_00)) is None
    assert refusal_code(table, CashOut("ana", 20_50)) == "not_enough_chips"
    assert refusal_rule(table, CashOut("ana", 20_50)) == "D1 13.1"
    assert why(table, CashOut("ana", 20_50)) == "ana has $20 in chips here; this needs $20.50."
    assert refusal_code(table, CashOut("bob", 50)) == "not_enough_chips"
    assert why(table, CashOut("bob", 50)) == "bob has $0 in chips here; this needs $0.50."


@pytest.mark.clause("D1 13.1")
@pytest.mark.parametrize("nobody", [None, 5, ["ana"], b"ana"])
def test_D1_13_1_whoever_has_no_name_has_no_chips(nobody: Any) -> None:
    table = with_colour()
    assert refusal_code(table, CashOut(nobody, 50)) == "not_enough_chips"
    assert refusal_code(table, BuyColour(nobody, "blue", 50, 50)) == "not_enough_chips"
    assert refusal_code(table, HandIn(nobody, 50)) == "no_colour"


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_chips_on_the_layout_are_not_redeemed_and_keep_their_player_there() -> None:
    table = present("ana").play(Wager("ana", A, 5_00))
    assert refusal_code(table, CashOut("ana", 15_50)) == "not_enough_chips"
    rest_gone = table.play(CashOut("ana", 15_00))
    assert rest_gone.general.purses == (Purse("ana"),)
    assert rest_gone.play(Withdraw("ana", A)).general.purses == (Purse("ana", value=5_00),)


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_chips_are_redeemed_after_the_table_has_closed() -> None:
    table = present("ana").play(CashOut("ana", 20_00), CloseTable())
    assert table.players == ()
    noticed = present("ana").play(croupier.PostClosing(1200), croupier.Clock(1200), CloseTable())
    assert noticed.play(CashOut("ana", 20_00)).players == ()


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_cashing_out_is_offered_up_to_what_is_free() -> None:
    table = present("ana", "bob").play(Wager("ana", A, 20_00))
    assert offers(table, CashOut) == [
        Offer(CashOut, Role.PLAYER, {"player": Choices(("bob",)), "amount": Bounds(50, 20_00, 50)})
    ]
    one_chip = croupier.money_wheel(SIGN).play(BuyIn("ana", 50))
    assert offers(one_chip, CashOut)[0].fields["amount"] == Bounds(50, 50, 50)


@pytest.mark.clause("D1 13.1", "D1 11.1")
def test_D1_13_1_chips_won_stay_until_the_result_is_final() -> None:
    wagered = live_money_wheel("ana").play(Wager("ana", A, 10_00))
    paid = section_entered(wagered, 2, "A").play(Pay())
    assert purse(paid, "ana").value == 5_000_00
    assert refusal_code(paid, CashOut("ana", 4_990_00)) is None
    assert refusal_code(paid, CashOut("ana", 4_990_50)) == "not_final"
    assert refusal_rule(paid, CashOut("ana", 4_990_50)) == "D10 5.4"
    assert why(paid, CashOut("ana", 4_990_50)) == "Chips won in a round stay at the table until its result is final."
    assert offers(paid, CashOut)[0].fields["amount"] == Bounds(50, 4_990_00, 50)
    taken_up = paid.play(Withdraw("ana", A))
    assert purse(taken_up, "ana").value == 5_010_00
    assert refusal_code(taken_up, CashOut("ana", 4_990_00)) is None
    assert refusal_code(taken_up, CashOut("ana", 4_990_50)) == "not_final"
    assert refusal_code(taken_up, CashOut("ana", 5_010_50)) == "not_enough_chips"
    assert taken_up.play(OpenBetting(), CashOut("ana", 5_010_00)).players == ()


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_winnings_that_are_not_final_hold_only_their_own_player_back() -> None:
    wagered = live_present("ana", "bob").play(Wager("ana", A, 20_00), Wager("bob", B, 5_00))
    paid = section_entered(wagered, 2, "A").play(Collect(), Pay())
    assert offers(paid, CashOut) == [
        Offer(CashOut, Role.PLAYER, {"player": Choices(("bob",)), "amount": Bounds(50, 15_00, 50)})
    ]
    assert refusal_code(paid, CashOut("ana", 50)) == "not_final"


@pytest.mark.clause("D1 13.1", "D10 5.4")
def test_D1_13_1_one_who_cashes_out_does_not_clear_away_another_whose_loss_is_not_final() -> None:
    wagered = live_present("ana", "bob").play(Wager("ana", B, 20_00), Wager("bob", A, 5_00))
    collected = section_entered(wagered, 2, "A").play(Collect())
    left = collected.play(CashOut("bob", 15_00))
    assert left.players == ("ana", "bob")
    void = left.play(NoSpin("malfunction"), Withdraw("ana", B))
    assert purse(void, "ana") == Purse("ana", value=20_00)
    assert left.play(Pay(), OpenBetting()).players == ("bob",)


# Colour chips


@pytest.mark.clause("D1 13.1", "D1 1.1 Chips")
def test_D1_13_1_value_chips_are_exchanged_for_colour_chips_of_equal_value_and_back() -> None:
    table = colourful("ana")
    bought = table.play(BuyColour("ana", "red", 2_50, 60_00))
    assert purse(bought, "ana") == Purse("ana", value=40_00, colour=60_00, colour_name="red", chip_value=2_50)
    more = bought.play(BuyColour("ana", "red", 2_50, 2_50))
    assert purse(more, "ana") == Purse("ana", value=37_50, colour=62_50, colour_name="red", chip_value=2_50)
    back = more.play(HandIn("ana", 22_50))
    assert purse(back, "ana") == Purse("ana", value=60_00, colour=40_00, colour_name="red", chip_value=2_50)
    assert purse(back.play(HandIn("ana", 40_00)), "ana") == Purse("ana", value=100_00)
    assert {total_money(each) for each in (table, bought, more, back)} == {100_00}


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_the_rack_shows_whose_each_colour_is_and_what_it_is_worth() -> None:
    table = colourful("ana", "bob", "cleo")
    assert table.view().public.rack == ()
    bought = table.play(BuyColour("bob", "red", 5_00, 50_00), BuyColour("ana", "blue", 50, 50))
    assert bought.view().public.rack == (("blue", "ana", 50), ("red", "bob", 5_00))


@pytest.mark.clause("D1 1.1 Chips", "D1 10.2")
def test_D1_1_1_only_colours_of_this_table_are_sold() -> None:
    table = colourful("ana")
    for colour in ("green", "", "Red", None, 5):
        act = BuyColour("ana", colour, 50, 50)  # type: ignore[arg-type]
        assert refusal_code(table, act) == "no_such_colour"
        assert refusal_rule(table, act) == "D1 1.1 Chips"
        assert why(table, act) == "There are no chips of that colour at this table."
    assert refusal_code(money_wheel("ana"), BuyColour("ana", "red", 50, 50)) == "no_such_colour"


@pytest.mark.clause("D1 1.1 Chips")
@pytest.mark.parametrize(
    ("chip_value", "reason"),
    [
        (0, "The amount must be above $0; this is $0."),
        (-50, "The amount must be above $0; this is -$0.50."),
        (25, "$0.25 cannot be paid in chips of $0.50."),
        (75, "$0.75 cannot be paid in chips of $0.50."),
        (1_00.0, "An amount is a whole number of cents."),
        ("100", "An amount is a whole number of cents."),
        (True, "An amount is a whole number of cents."),
        (None, "An amount is a whole number of cents."),
    ],
)
def test_D1_1_1_a_colour_is_worth_a_multiple_of_the_smallest_chip(chip_value: Any, reason: str) -> None:
    act = BuyColour("ana", "red", chip_value, 50_00)
    assert refusal_code(colourful("ana"), act) == "colour_value"
    assert refusal_rule(colourful("ana"), act) == "D1 1.1 Chips"
    assert why(colourful("ana"), act) == f"A colour chip cannot have that value. {reason}"


@pytest.mark.clause("D1 1.1 Chips")
@pytest.mark.parametrize("chip_value", [50, 1_00, 1_50, 5_00, 100_00])
def test_D1_1_1_the_player_chooses_what_the_colour_is_worth(chip_value: int) -> None:
    bought = colourful("ana").play(BuyColour("ana", "red", chip_value, chip_value))
    assert purse(bought, "ana").chip_value == chip_value


@pytest.mark.clause("D1 1.1 Chips")
@pytest.mark.parametrize(("amount", "shown"), [(1_00, "1"), (2_00, "2"), (3_00, "3"), (51_00, "51")])
def test_D1_1_1_colour_chips_are_bought_and_handed_in_whole(amount: int, shown: str) -> None:
    table = colourful("ana").play(BuyColour("ana", "red", 2_50, 50_00))
    for act in (BuyColour("ana", "red", 2_50, amount), HandIn("ana", amount)):
        assert refusal_code(table, act) == "not_in_chips"
        assert refusal_rule(table, act) == "D1 1.1 Chips"
        assert why(table, act) == f"${shown} cannot be paid in chips of $2.50."


@pytest.mark.clause("D1 13.1", "D1 10.2")
def test_D1_13_1_colour_chips_are_bought_with_value_chips_that_are_there() -> None:
    table = colourful("ana")
    assert refusal_code(table, BuyColour("ana", "red", 50, 100_00)) is None
    assert refusal_code(table, BuyColour("ana", "red", 50, 100_50)) == "not_enough_chips"
    assert refusal_rule(table, BuyColour("ana", "red", 50, 100_50)) == "D1 13.1"
    assert why(table, BuyColour("ana", "red", 50, 100_50)) == "ana has $100 in chips here; this needs $100.50."
    assert refusal_code(table, BuyColour("bob", "red", 50, 50)) == "not_enough_chips"


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_a_colour_belongs_to_one_player() -> None:
    table = colourful("ana", "bob").play(BuyColour("ana", "red", 50, 50_00))
    act = BuyColour("bob", "red", 50, 50)
    assert refusal_code(table, act) == "colour_taken"
    assert refusal_rule(table, act) == "D1 1.1 Chips"
    assert why(table, act) == "Another player has the red chips. Choose another colour."
    assert refusal_code(table, BuyColour("bob", "blue", 50, 50)) is None
    assert refusal_code(table, BuyColour("ana", "red", 50, 50)) is None


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_colour_and_value_stay_until_all_chips_are_handed_in() -> None:
    table = colourful("ana", "bob").play(BuyColour("ana", "red", 2_50, 50_00))
    for act in (
        BuyColour("ana", "red", 5_00, 5_00),
        BuyColour("ana", "red", 50, 50),
        BuyColour("ana", "blue", 2_50, 2_50),
        BuyColour("ana", "blue", 5_00, 5_00),
    ):
        assert refusal_code(table, act) == "colour_fixed"
        assert refusal_rule(table, act) == "D1 1.1 Chips"
        assert why(table, act) == "ana has red chips of $2.50. Hand them all in first."
    nearly = table.play(HandIn("ana", 47_50))
    assert refusal_code(nearly, BuyColour("ana", "red", 5_00, 5_00)) == "colour_fixed"
    assert refusal_code(nearly, BuyColour("bob", "red", 5_00, 5_00)) == "colour_taken"
    all_in = nearly.play(HandIn("ana", 2_50))
    assert refusal_code(all_in, BuyColour("ana", "red", 5_00, 5_00)) is None
    assert refusal_code(all_in, BuyColour("ana", "blue", 50, 50)) is None
    assert refusal_code(all_in, BuyColour("bob", "red", 5_00, 5_00)) is None


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_a_colour_on_the_layout_is_still_its_players() -> None:
    bought = colourful("ana", "bob").play(BuyColour("ana", "red", 5_00, 10_00))
    table = bought.play(Wager("ana", A, 5_00, Chips.COLOUR), HandIn("ana", 5_00))
    assert purse(table, "ana") == Purse("ana", value=95_00, colour_name="red", chip_value=5_00)
    assert refusal_code(table, BuyColour("bob", "red", 50, 50)) == "colour_taken"
    assert refusal_code(table, BuyColour("ana", "red", 50, 50)) == "colour_fixed"
    lost = table.play(NoMoreBets(), IndicatorRests(3))
    assert purse(lost, "ana") == Purse("ana", value=95_00)
    assert refusal_code(lost, BuyColour("bob", "red", 50, 50)) is None


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_a_player_whose_chips_are_all_lost_has_left() -> None:
    table = colourful("ana", "bob").play(
        BuyColour("ana", "red", 5_00, 100_00), Wager("ana", A, 100_00, Chips.COLOUR), NoMoreBets()
    )
    assert table.players == ("ana", "bob")
    assert table.play(IndicatorRests(3)).players == ("bob",)
    assert table.play(IndicatorRests(2)).players == ("ana", "bob")


@pytest.mark.clause("D1 1.1 Chips", "D1 13.1")
def test_D1_1_1_colour_chips_are_good_and_redeemed_at_their_table_only() -> None:
    table = colourful("ana").play(BuyColour("ana", "red", 5_00, 100_00))
    assert refusal_code(table, CashOut("ana", 50)) == "not_enough_chips"
    assert table.play(HandIn("ana", 100_00), CashOut("ana", 100_00)).players == ()


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_without_colour_chips_there_are_none_to_hand_in() -> None:
    table = colourful("ana", "bob").play(BuyColour("ana", "red", 5_00, 10_00))
    for nobody in ("bob", "cleo"):
        assert refusal_code(table, HandIn(nobody, 5_00)) == "no_colour"
        assert refusal_rule(table, HandIn(nobody, 5_00)) == "D1 1.1 Chips"
        assert why(table, HandIn(nobody, 5_00)) == f"{nobody} has no colour chips to hand in."
    assert refusal_code(table, HandIn("ana", 15_00)) == "not_enough_chips"
    assert refusal_rule(table, HandIn("ana", 15_00)) == "D1 13.1"
    assert why(table, HandIn("ana", 15_00)) == "ana has $10 in colour chips here; this needs $15."


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_a_closed_table_sells_no_colour_and_takes_it_back() -> None:
    table = colourful("ana").play(BuyColour("ana", "red", 5_00, 10_00), croupier.PostClosing(1200))
    closed = table.play(croupier.Clock(1200), CloseTable())
    assert refusal_code(closed, BuyColour("ana", "red", 5_00, 5_00)) == "table_closed"
    assert refusal_rule(closed, BuyColour("ana", "red", 5_00, 5_00)) == "D1 8"
    assert offers(closed, BuyColour) == []
    assert offers(closed, HandIn)[0].fields["amount"] == Bounds(5_00, 10_00, 5_00)
    assert closed.play(HandIn("ana", 10_00)).general.purses == (Purse("ana", value=100_00),)


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_winnings_that_are_not_final_are_not_exchanged() -> None:
    table = live_colourful().play(BuyColour("ana", "red", 5_00, 4_900_00))
    wagered = table.play(Wager("ana", A, 50_00), Wager("ana", B, 50_00, Chips.COLOUR))
    value_paid = section_entered(wagered, 2, "A").play(Collect(), Pay(), Withdraw("ana", A))
    assert purse(value_paid, "ana") == Purse("ana", 150_00, 4_850_00, "red", 5_00)
    assert refusal_code(value_paid, BuyColour("ana", "red", 5_00, 50_00)) is None
    assert refusal_code(value_paid, BuyColour("ana", "red", 5_00, 55_00)) == "not_final"
    assert refusal_rule(value_paid, BuyColour("ana", "red", 5_00, 55_00)) == "D10 5.4"
    assert offers(value_paid, BuyColour)[0].fields["amount"] == Bounds(5_00, 50_00, 5_00)
    assert refusal_code(value_paid, HandIn("ana", 4_850_00)) is None
    colour_paid = section_entered(wagered, 3, "B").play(Collect(), Pay())
    assert purse(colour_paid, "ana") == Purse("ana", 50_00, 5_000_00, "red", 5_00)
    assert refusal_code(colour_paid, HandIn("ana", 4_850_00)) is None
    assert refusal_code(colour_paid, HandIn("ana", 4_855_00)) == "not_final"
    assert refusal_rule(colour_paid, HandIn("ana", 4_855_00)) == "D10 5.4"
    assert refusal_code(colour_paid, CashOut("ana", 50_00)) is None
    assert offers(colour_paid, HandIn)[0].fields["amount"] == Bounds(5_00, 4_850_00, 5_00)


@pytest.mark.clause("D1 13.1")
def test_D1_13_1_exchanges_for_colour_are_offered_as_they_are_accepted() -> None:
    table = colourful("ana", "bob", "cleo").play(
        BuyColour("ana", "red", 15_00, 45_00), BuyIn("dan", 50), BuyIn("eve", 2_50), Wager("cleo", A, 100_00)
    )
    assert offers(table, BuyColour) == [
        Offer(
            BuyColour,
            Role.PLAYER,
            {
                "player": Choices(("ana",)),
                "colour": Choices(("red",)),
                "chip_value": Choices((15_00,)),
                "amount": Bounds(lowest=15_00, highest=45_00, step=15_00),
            },
        ),
        *(
            Offer(
                BuyColour,
                Role.PLAYER,
                {
                    "player": Choices((name,)),
                    "colour": Choices(("blue",)),
                    "chip_value": Choices((50,)),
                    "amount": Bounds(lowest=50, highest=most, step=50),
                },
            )
            for name, most in (("bob", 100_00), ("dan", 50), ("eve", 2_50))
        ),
    ]
    assert offers(table, HandIn) == [
        Offer(HandIn, Role.PLAYER, {"player": Choices(("ana",)), "amount": Bounds(15_00, 45_00, 15_00)})
    ]
    both_taken = table.play(BuyColour("bob", "blue", 50, 50))
    assert [offer.fields["player"] for offer in offers(both_taken, BuyColour)] == [Choices(("ana",)), Choices(("bob",))]
    nothing_left = table.play(CashOut("ana", 55_00))
    assert [offer.fields["player"] for offer in offers(nothing_left, BuyColour)] == [
        Choices(("bob",)),
        Choices(("dan",)),
        Choices(("eve",)),
    ]


@pytest.mark.clause("D1 1.1 Chips")
@pytest.mark.parametrize(
    "colours", [("red", "red"), ("red", "blue", "red"), ("",), ("red", ""), ("dark red",), ("red2",), ("réd",)]
)
def test_D1_1_1_every_colour_of_a_table_is_a_word_of_its_own(colours: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as caught:
        croupier.money_wheel(SIGN, colours=colours)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("bad_colours", "D1 1.1 Chips", "R16")
    assert refusal.why == "Each colour of chips needs a name of its own, in one word."


# Wagers in chips


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_a_colour_wager_is_made_of_whole_chips() -> None:
    table = colourful("ana").play(BuyColour("ana", "red", 3_00, 60_00))
    act = Wager("ana", A, 10_00, Chips.COLOUR)
    assert refusal_code(table, act) == "colour_value"
    assert refusal_rule(table, act) == "D1 1.1 Chips"
    assert why(table, act) == "ana's chips are $3 each and cannot make $10."
    assert refusal_code(table, Wager("ana", A, 9_00, Chips.COLOUR)) is None


@pytest.mark.clause("D1 1.1 Chips")
def test_D1_1_1_limits_count_what_colour_chips_are_worth() -> None:
    table = money_wheel("ana", colours=("red",)).play(BuyColour("ana", "red", 3_00, 1_500_00))
    assert refusal_code(table, Wager("ana", A, 3_00, Chips.COLOUR)) == "under_minimum"
    assert refusal_code(table, Wager("ana", A, 6_00, Chips.COLOUR)) is None
    assert refusal_code(table, Wager("ana", A, 999_00, Chips.COLOUR)) is None
    assert refusal_code(table, Wager("ana", A, 1_002_00, Chips.COLOUR)) == "over_maximum"


@pytest.mark.clause("D1 10.2")
def test_D1_10_2_a_wager_is_made_only_with_chips_held_at_the_table() -> None:
    table = croupier.money_wheel(SIGN, colours=("red",)).play(BuyIn("ana", 20_00))
    for act in (
        Wager("bob", A, 5_00),
        Wager("ana", A, 20_50),
        Wager("ana", A, 5_00, Chips.COLOUR),
        Wager("bob", A, 5_00, Chips.COLOUR),
    ):
        assert refusal_code(table, act) == "not_enough_chips"
        assert refusal_rule(table, act) == "D10 3.2"
    assert why(table, Wager("ana", A, 20_50)) == "ana has $20 in chips here; this needs $20.50."
    assert why(table, Wager("ana", A, 5_00, Chips.COLOUR)) == "ana has $0 in colour chips here; this needs $5."
    assert why(table, Wager("bob", A, 5_00)) == "bob has $0 in chips here; this needs $5."
    assert refusal_code(table, Wager("ana", A, 20_00)) is None


@pytest.mark.clause("D1 10.2")
@pytest.mark.parametrize("nobody", [None, 5, ["ana"]])
def test_D1_10_2_a_wager_of_nobody_is_refused(nobody: Any) -> None:
    assert refusal_code(money_wheel("ana"), Wager(nobody, A, 5_00)) == "not_enough_chips"


@pytest.mark.clause("D1 10.2", "D1 1.1 Chips")
def test_D1_10_2_a_wager_is_made_of_chips_this_casino_has() -> None:
    table = roulette("ana")
    red = croupier.Position("red")
    for amount, code in (
        (5_25, "not_in_chips"),
        (0, "not_positive"),
        (-5_00, "not_positive"),
        (5_00.0, "not_an_amount"),
    ):
        act = Wager("ana", red, amount)  # type: ignore[arg-type]
        assert refusal_code(table, act) == code
        assert refusal_rule(table, act) == "D8 3.3"


@pytest.mark.clause("D1 10.2")
def test_D1_10_2_the_smallest_chip_stays_while_chips_are_out() -> None:
    finer = Sign(minimum=5_00, maximum=1_000_00, smallest_chip=25)
    table = money_wheel("ana")
    for act in (PostLimits(finer, 1200), ChangeLimits(finer)):
        assert refusal_code(table, act) == "chips_out"
        assert refusal_rule(table, act) == "D1 10.2"
        assert why(table, act) == "The smallest chip cannot change while players hold chips at the table."
    empty = table.play(CashOut("ana", 5_000_00), ChangeLimits(finer))
    assert refusal_code(empty, BuyIn("ana", 25)) is None
    assert refusal_code(croupier.money_wheel(SIGN), PostLimits(finer, 1200)) is None


@pytest.mark.clause("D1 13.1", "D1 1.1 Chips")
def test_D1_13_1_with_a_bot_all_of_its_loan_goes_back_colour_chips_too() -> None:
    table = roulette("ana").play(SeatHousePlayer("bot-red", "red", 100_00))
    assert (table.general.house, table.money) == (-100_00, 5_000_00)
    coloured = table.play(BuyColour("bot-red", "sky", 5_00, 30_00))
    for each in (table, coloured):
        left = each.play(RemoveHousePlayer("bot-red"))
        assert (left.general.house, left.money, left.players) == (0, 5_000_00, ("ana",))
