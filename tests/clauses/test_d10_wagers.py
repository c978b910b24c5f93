"""Wagers on the symbols: Division 10, section 3."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

import croupier
from croupier import (
    BuyColour,
    BuyIn,
    Chips,
    Collect,
    Favour,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    Outcome,
    Pay,
    PayWager,
    Position,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.money_wheel import AnnounceSymbol, CorrectSection, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Choices, Offer, Words
from croupier.games.people import DEALER, OPERATOR, Role
from croupier.games.position import Placed
from croupier.games.roulette import red, straight_up
from tests.support.rules.tables import (
    SIGN,
    live_money_wheel,
    money_wheel,
    outcomes,
    refusal_code,
    refusal_rule,
    total_money,
)

A, B, C, D = map(symbol, "ABCD")
TURN = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE))

# Symbol by symbol: the sections on which it wins, and what a wager of 7.50 is then paid.
ODD_AND_EVEN_A = (
    *(2, 4, 6, 8, 10, 12, 15, 17, 19, 21, 23, 25),
    *(28, 30, 32, 34, 36, 38, 41, 43, 45, 47, 49, 51),
)
WINS = {
    "A": (ODD_AND_EVEN_A, 7_50),
    "B": ((3, 7, 11, 16, 20, 26, 29, 33, 37, 42, 46, 52), 22_50),
    "C": ((5, 13, 18, 24, 31, 39, 44, 50), 37_50),
    "D": ((9, 22, 35, 48), 82_50),
    "E": ((14, 40), 172_50),
    "F": ((1,), 352_50),
    "G": ((27,), 352_50),
}


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


def value_of(table: LayoutTable, player: str) -> int:
    purse = table.purse(player)
    return 0 if purse is None else purse.value


def offers(table: LayoutTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


# Winning, losing and odds


@pytest.mark.clause("D10 3.1", "D10 3.1(a)", "D10 3.1(b)", "D10 3.8", "D1 11.1")
@pytest.mark.parametrize("letter", list("ABCDEFG"))
@pytest.mark.parametrize("section", range(1, 53))
def test_D10_3_1_a_wager_wins_on_its_symbol_at_its_odds_and_loses_on_any_other(letter: str, section: int) -> None:
    sections, paid = WINS[letter]
    table = money_wheel("ana").play(Wager("ana", symbol(letter), 7_50), NoMoreBets(), IndicatorRests(section))
    (line,) = table.settled
    if section in sections:
        assert (line.outcome, line.pays, line.rule.clause) == (Outcome.WIN, paid, "D10 3.8")
        assert value_of(table, "ana") == 5_000_00 + paid
        assert table.general.house == -paid
    else:
        assert (line.outcome, line.pays, line.rule.clause) == (Outcome.LOSE, 0, "D10 3.1(b)")
        assert value_of(table, "ana") == 4_992_50
        assert table.general.house == 7_50
    assert table.wagers == ()


@pytest.mark.clause("D10 3.8")
@pytest.mark.parametrize(
    ("letter", "section", "least", "most"),
    [
        ("A", 2, 5_00, 1_000_00),
        ("B", 3, 15_00, 3_000_00),
        ("C", 5, 25_00, 5_000_00),
        ("D", 9, 55_00, 11_000_00),
        ("E", 14, 115_00, 23_000_00),
        ("F", 1, 235_00, 47_000_00),
        ("G", 27, 235_00, 47_000_00),
    ],
)
def test_D10_3_8_the_smallest_and_the_largest_wager_are_paid_at_the_same_odds(
    letter: str, section: int, least: int, most: int
) -> None:
    for stake, paid in ((5_00, least), (1_000_00, most)):
        table = money_wheel("ana").play(Wager("ana", symbol(letter), stake), NoMoreBets(), IndicatorRests(section))
        assert outcomes(table) == {("ana", letter): (Outcome.WIN, paid)}
        assert value_of(table, "ana") == 5_000_00 + paid


@pytest.mark.clause("D10 3.1", "D10 3.8")
def test_D10_3_1_one_player_may_wager_on_all_seven_symbols_at_once() -> None:
    table = money_wheel("ana").play(*(Wager("ana", symbol(letter), 5_00) for letter in "ABCDEFG"), NoMoreBets())
    done = table.play(IndicatorRests(14))
    assert outcomes(done) == {
        ("ana", letter): (Outcome.WIN, 115_00) if letter == "E" else (Outcome.LOSE, 0) for letter in "ABCDEFG"
    }
    assert value_of(done, "ana") == 5_000_00 - 6 * 5_00 + 115_00


@pytest.mark.clause("D10 3.8")
def test_D10_3_8_over_all_sections_each_symbol_gives_back_48_in_52() -> None:
    for letter, (sections, paid) in WINS.items():
        assert len(sections) * (7_50 + paid) == 48 * 7_50, letter


# Where a wager lies


@pytest.mark.clause("D10 3.1")
@pytest.mark.parametrize(
    "position",
    [
        symbol("H"),
        symbol("a"),
        symbol(""),
        symbol("AA"),
        symbol("AB"),
        symbol("A "),
        symbol("A-"),
        symbol("-A"),
        symbol("-"),
        symbol("A-H"),
        symbol("H-A"),
        symbol("A+B"),
        Position("A", (1,)),
        red,
        straight_up(17),
        "A",
        None,
        5,
    ],
)
def test_D10_3_1_there_are_no_wagers_but_on_the_seven_symbols(position: Any) -> None:
    table = money_wheel("ana")
    for act in (Wager("ana", position, 5_00), Withdraw("ana", position)):
        assert refusal_code(table, act) == "no_such_wager"
        assert refusal_rule(table, act) == "D10 3.1"
    told = "Choose one of the symbols A to G for the wager."
    expected = told if isinstance(position, Position) else "That is not a position on the layout."
    assert why(table, Wager("ana", position, 5_00)) == expected


@pytest.mark.clause("D10 3.1")
@pytest.mark.parametrize("kind", [None, 5, ["A"]])
def test_D10_3_1_a_position_that_is_no_word_is_refused_like_any_other(kind: Any) -> None:
    table = money_wheel("ana")
    assert refusal_code(table, Wager("ana", Position(kind), 5_00)) == "no_such_wager"
    assert refusal_rule(table, Wager("ana", Position(kind), 5_00)) == "D10 3.1"


STRADDLING = ["-".join(pair) for pair in permutations("ABCDEFG", 2)]


@pytest.mark.clause("D10 3.2")
@pytest.mark.parametrize("kind", [*STRADDLING, "A-B-C", "A-B-C-D-E-F-G"])
def test_D10_3_2_a_wager_across_segments_is_refused(kind: str) -> None:
    table = money_wheel("ana")
    refusal = table.refuses(Wager("ana", symbol(kind), 5_00))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("not_inside", "D10 3.2", "M4")
    assert refusal.why == "A wager must lie wholly inside one segment."
    assert refusal_code(table, Withdraw("ana", symbol(kind))) == "not_inside"


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_a_wager_is_made_by_placing_chips() -> None:
    table = money_wheel("ana")
    placed = table.play(Wager("ana", A, 5_00), Wager("ana", B, 7_50), Wager("ana", A, 2_50))
    assert placed.wagers == (Placed("ana", A, 7_50), Placed("ana", B, 7_50))
    assert value_of(placed, "ana") == 4_985_00
    assert total_money(placed) == 5_000_00
    bad: Any
    for bad, code in (
        (5_00.0, "not_an_amount"),
        (True, "not_an_amount"),
        (None, "not_an_amount"),
        (0, "not_positive"),
        (-5_00, "not_positive"),
        (5_25, "not_in_chips"),
        (5_000_50, "not_enough_chips"),
    ):
        assert refusal_code(table, Wager("ana", A, bad)) == code
        assert refusal_rule(table, Wager("ana", A, bad)) == "D10 3.2"
    for bad in ("value", None, 5, "red"):
        assert refusal_code(table, Wager("ana", A, 5_00, bad)) == "bad_chips"
        assert refusal_rule(table, Wager("ana", A, 5_00, bad)) == "D10 3.2"
        assert why(table, Wager("ana", A, 5_00, bad)) == "Choose value chips or colour chips for the wager."


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_wagers_stand_in_the_order_of_players_and_symbols() -> None:
    table = money_wheel("bob", "ana").play(
        Wager("bob", B, 5_00), Wager("ana", C, 5_50), Wager("bob", A, 6_00), Wager("ana", A, 6_50)
    )
    expected = (Placed("ana", A, 6_50), Placed("ana", C, 5_50), Placed("bob", A, 6_00), Placed("bob", B, 5_00))
    assert table.wagers == expected
    assert table.view().public.wagers == expected
    assert table.play(Withdraw("ana", C)).wagers == (expected[0], *expected[2:])


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_colour_chips_are_used_only_where_the_table_has_them() -> None:
    assert refusal_code(money_wheel("ana"), BuyColour("ana", "red", 5_00, 5_00)) == "no_such_colour"
    assert croupier.money_wheel(SIGN).general.colours == ()
    table = money_wheel("ana", colours=("red",)).play(BuyColour("ana", "red", 2_50, 50_00))
    assert table.view().public.rack == (("red", "ana", 2_50),)
    won = table.play(Wager("ana", D, 7_50, Chips.COLOUR), NoMoreBets(), IndicatorRests(9))
    purse = won.purse("ana")
    assert purse is not None
    assert (purse.value, purse.colour) == (4_950_00, 50_00 + 82_50)


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_one_wager_is_not_made_of_both_kinds_of_chips() -> None:
    table = money_wheel("ana", colours=("red",)).play(BuyColour("ana", "red", 5_00, 50_00))
    value, colour = Wager("ana", A, 5_00), Wager("ana", A, 5_00, Chips.COLOUR)
    for first, second in ((value, colour), (colour, value)):
        placed = table.play(first)
        assert refusal_code(placed, second) == "mixed_chips"
        assert why(placed, second) == "Use value chips or colour chips for one wager, not both."
        assert refusal_code(placed, first) is None
    assert refusal_code(table.play(value), Wager("ana", B, 5_00, Chips.COLOUR)) is None


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_mixing_is_refused_by_the_rule_of_this_game() -> None:
    table = money_wheel("ana", colours=("red",)).play(BuyColour("ana", "red", 5_00, 50_00), Wager("ana", A, 5_00))
    assert refusal_rule(table, Wager("ana", A, 5_00, Chips.COLOUR)) == "D10 3.2"


# Oral wagers


@pytest.mark.clause("D10 3.3")
def test_D10_3_3_the_dealer_places_an_oral_wager_with_the_players_chips_in_time() -> None:
    table = live_money_wheel("ana").play(Wager("ana", A, 5_00, by=DEALER))
    assert table.wagers == (Placed("ana", A, 5_00),)
    assert value_of(table, "ana") == 4_995_00


@pytest.mark.clause("D10 3.3")
def test_D10_3_3_an_oral_wager_without_chips_or_time_is_refused_by_its_own_rule() -> None:
    table = live_money_wheel("ana")
    for act in (Wager("bob", A, 5_00, by=DEALER), Wager("ana", A, 5_000_50, by=DEALER)):
        assert refusal_code(table, act) == "not_enough_chips"
        assert refusal_rule(table, act) == "D10 3.3"
    late = table.play(NoMoreBets())
    assert refusal_code(late, Wager("ana", A, 5_00, by=DEALER)) == "too_late"
    assert refusal_rule(late, Wager("ana", A, 5_00, by=DEALER)) == "D10 3.3"
    assert refusal_rule(late, Wager("ana", A, 5_00, by=croupier.Actor(Role.PLAYER, "ana"))) == "D10 3.5(a)"


# After the call


def every_step() -> list[LayoutTable]:
    """A live table at each step from the call to the payment; ana has won on A and lost on B."""
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("ana", B, 5_00))
    acts = (*TURN, IndicatorRests(2), AnnounceSymbol("A"), Collect(), Pay())
    return [table.play(*acts[: step + 1]) for step in range(len(acts))]


@pytest.mark.clause("D10 3.5(a)")
def test_D10_3_5_a_no_wager_after_the_call_until_betting_opens_again() -> None:
    tables = every_step()
    for table in tables:
        for act in (Wager("ana", A, 5_00), Wager("bob", C, 5_00)):
            assert refusal_code(table, act) == "too_late"
            assert refusal_rule(table, act) == "D10 3.5(a)"
            assert why(table, act) == "Betting is closed: “No more bets” has been called."
        assert offers(table, Wager) == []
        assert not table.view().public.betting
    opened = tables[-1].play(OpenBetting())
    assert opened.view().public.betting
    assert refusal_code(opened, Wager("bob", C, 5_00)) is None


@pytest.mark.clause("D10 3.5(b)")
def test_D10_3_5_b_before_the_call_a_wager_may_be_taken_back() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", A, 5_00))
    back = table.play(Withdraw("ana", A))
    assert back.wagers == (Placed("bob", A, 5_00),)
    assert value_of(back, "ana") == 5_000_00
    assert refusal_code(back, Withdraw("ana", A)) == "no_wager_there"
    assert refusal_rule(back, Withdraw("ana", A)) == "D10 3.1"
    assert why(back, Withdraw("ana", A)) == "ana has no wager on A."
    assert offers(table, Withdraw) == [
        Offer(Withdraw, Role.PLAYER, {"player": Choices((name,)), "position": Choices((A,))}) for name in ("ana", "bob")
    ]


@pytest.mark.clause("D10 3.5(b)")
def test_D10_3_5_b_after_the_call_no_wager_is_taken_back_before_it_is_paid() -> None:
    called, turning, at_rest, announced, collected, paid = every_step()
    for table in (called, turning):
        for position in (A, B):
            assert refusal_code(table, Withdraw("ana", position)) == "too_late"
            assert refusal_rule(table, Withdraw("ana", position)) == "D10 3.5(b)"
        assert why(table, Withdraw("ana", A)) == "Wagers stay where they are after “No more bets”."
        assert refusal_code(table, Withdraw("bob", A)) == "no_wager_there"
        assert offers(table, Withdraw) == []
    for table in (at_rest, announced, collected):
        assert refusal_code(table, Withdraw("ana", A)) == "not_paid"
        assert refusal_rule(table, Withdraw("ana", A)) == "D10 3.5(b)"
        assert why(table, Withdraw("ana", A)) == "This wager has won and is not paid yet."
        assert refusal_code(table, Withdraw("bob", A)) == "no_wager_there"
        assert why(table, Withdraw("bob", A)) == "bob has no wager on A."
        assert offers(table, Withdraw) == []
    assert offers(paid, Withdraw) == [
        Offer(Withdraw, Role.PLAYER, {"player": Choices(("ana",)), "position": Choices((A,))})
    ]
    taken_up = paid.play(Withdraw("ana", A))
    assert value_of(taken_up, "ana") == 5_000_00 - 5_00 + 10_00
    assert taken_up.wagers == ()
    assert refusal_code(taken_up, Withdraw("ana", A)) == "no_wager_there"
    assert why(taken_up, Withdraw("ana", A)) == "ana has no wager on A."
    assert offers(taken_up, Withdraw) == []


@pytest.mark.clause("D10 3.5(b)")
def test_D10_3_5_b_a_paid_winner_stays_until_all_winners_of_its_symbol_are_paid() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", A, 5_00), *TURN, IndicatorRests(2))
    one_paid = table.play(AnnounceSymbol("A"), PayWager("ana", A))
    assert refusal_code(one_paid, Withdraw("ana", A)) == "area_not_paid"
    assert refusal_rule(one_paid, Withdraw("ana", A)) == "D10 3.5(b)"
    assert why(one_paid, Withdraw("ana", A)) == "This wager stays until every winner in its area is paid."
    assert refusal_code(one_paid, Withdraw("bob", A)) == "not_paid"
    both_paid = one_paid.play(PayWager("bob", A))
    assert refusal_code(both_paid, Withdraw("ana", A)) is None
    assert refusal_code(both_paid, Withdraw("bob", A)) is None


@pytest.mark.clause("D10 3.5(b)", "D10 3.7")
def test_D10_3_5_b_the_area_is_that_of_one_symbol() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", B, 5_00), *TURN, IndicatorRests(2))
    favoured = table.play(Favour("bob", B, "the dealer misplaced it", settle_as=A), AnnounceSymbol("A"))
    owed_on_b = favoured.play(PayWager("ana", A))
    assert refusal_code(owed_on_b, PayWager("bob", B)) is None
    assert refusal_code(owed_on_b, Withdraw("ana", A)) is None
    owed_on_a = favoured.play(Pay("B"))
    assert refusal_code(owed_on_a, Withdraw("bob", B)) is None
    assert refusal_code(owed_on_a, Withdraw("ana", A)) == "not_paid"


@pytest.mark.clause("D10 3.6")
def test_D10_3_6_a_losing_wager_is_nobodys_to_take_but_the_dealers() -> None:
    for table in every_step()[2:]:
        assert refusal_code(table, Withdraw("ana", B)) == "losing_wager"
        assert refusal_rule(table, Withdraw("ana", B)) == "D10 3.6"
        assert why(table, Withdraw("ana", B)) == "This wager has lost. The dealer collects it."
    collected = every_step()[4]
    assert collected.wagers == (Placed("ana", A, 10_00),)
    assert value_of(collected, "ana") == 4_985_00
    assert collected.general.house == 5_00


@pytest.mark.clause("D10 3.5(b)")
def test_D10_3_5_b_a_winner_that_is_not_taken_up_rides_on_the_next_spin() -> None:
    paid = every_step()[-1].play(OpenBetting())
    assert paid.wagers == (Placed("ana", A, 10_00),)
    assert value_of(paid, "ana") == 4_995_00
    lost = paid.play(*TURN, IndicatorRests(3), AnnounceSymbol("B"), Collect(), OpenBetting())
    assert value_of(lost, "ana") == 4_995_00
    assert lost.wagers == ()
    assert lost.general.house == 5_00 - 10_00 + 10_00
    taken_back = paid.play(Withdraw("ana", A))
    assert value_of(taken_back, "ana") == 5_005_00


# Settled by position, and the ruling in the player's favour


def at_rest_on_a() -> LayoutTable:
    """Ana has won 10 on A and lost 5 on B, bob has lost 20 on C; nothing is announced yet."""
    wagered = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("ana", B, 5_00), Wager("bob", C, 20_00))
    return wagered.play(*TURN, IndicatorRests(2))


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_a_wager_is_settled_where_it_lies_when_the_result_is_known() -> None:
    moved = live_money_wheel("ana").play(Wager("ana", A, 10_00), Withdraw("ana", A), Wager("ana", B, 10_00))
    assert outcomes(moved.play(*TURN, IndicatorRests(2))) == {("ana", "B"): (Outcome.LOSE, 0)}
    assert outcomes(moved.play(*TURN, IndicatorRests(3))) == {("ana", "B"): (Outcome.WIN, 30_00)}


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_a_ruling_may_give_a_losing_wager_back() -> None:
    table = at_rest_on_a().play(Favour("bob", C, "bob was jostled"))
    (line,) = [line for line in table.settled if line.wager.player == "bob"]
    assert (line.outcome, line.pays, line.rule.clause, line.rule.ruling) == (Outcome.VOID, 0, "D10 3.7", "R12")
    assert line.reason == "bob was jostled"
    assert value_of(table, "bob") == 5_000_00
    assert refusal_code(table, Withdraw("bob", C)) == "no_wager_there"
    done = table.play(AnnounceSymbol("A"), Collect(), Pay(), OpenBetting())
    assert value_of(done, "bob") == 5_000_00
    assert done.general.house == 5_00 - 10_00


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_a_ruling_may_settle_a_wager_as_if_it_lay_elsewhere() -> None:
    table = at_rest_on_a().play(Favour("bob", C, "the dealer misheard bob", settle_as=A))
    line = table.settled[2]
    assert (line.wager, line.outcome, line.pays) == (Placed("bob", C, 20_00), Outcome.WIN, 20_00)
    assert (line.rule.clause, line.rule.ruling, line.reason) == ("D10 3.7", "R12", "the dealer misheard bob")
    done = table.play(AnnounceSymbol("A"), Collect(), Pay(), Withdraw("bob", C), OpenBetting())
    assert value_of(done, "bob") == 5_020_00
    assert value_of(done, "ana") == 5_000_00 - 5_00
    assert done.general.house == 5_00 - 10_00 - 20_00


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_a_ruling_on_one_wager_leaves_the_others_as_they_were() -> None:
    table = at_rest_on_a().play(Favour("ana", B, "ana was jostled"))
    assert [(str(line.wager.position), line.outcome, line.pays) for line in table.settled] == [
        ("A", Outcome.WIN, 10_00),
        ("B", Outcome.VOID, 0),
        ("C", Outcome.LOSE, 0),
    ]


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_the_operator_too_may_rule_for_the_player() -> None:
    table = at_rest_on_a().play(Favour("bob", C, "bob was jostled", by=OPERATOR))
    assert outcomes(table)["bob", "C"] == (Outcome.VOID, 0)


@pytest.mark.clause("D10 3.7")
@pytest.mark.parametrize(
    "act",
    [
        Favour("ana", A, "a winner given back"),
        Favour("ana", A, "a winner as it is", settle_as=A),
        Favour("ana", A, "a winner as a loser", settle_as=B),
        Favour("bob", C, "a loser as it is", settle_as=C),
        Favour("bob", C, "a loser as another loser", settle_as=D),
    ],
)
def test_D10_3_7_a_ruling_may_only_favour_the_player(act: Favour) -> None:
    table = at_rest_on_a()
    assert refusal_code(table, act) == "not_in_favour"
    assert refusal_rule(table, act) == "D10 3.7"
    assert why(table, act) == "A ruling against the strict rule may only favour the player."


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_a_wager_given_back_may_still_be_ruled_a_winner_but_not_a_loser() -> None:
    table = at_rest_on_a().play(Favour("bob", C, "bob was jostled"))
    assert refusal_code(table, Favour("bob", C, "once more")) == "not_in_favour"
    assert refusal_code(table, Favour("bob", C, "as a loser", settle_as=B)) == "not_in_favour"
    better = table.play(Favour("bob", C, "it was meant for A", settle_as=A))
    assert value_of(better, "bob") == 4_980_00
    assert better.wagers[-1] == Placed("bob", C, 20_00)
    assert value_of(better.play(AnnounceSymbol("A"), Collect(), Pay()), "bob") == 5_000_00


@pytest.mark.clause("D10 3.7", "D10 3.2")
def test_D10_3_7_a_ruling_is_about_a_wager_of_a_round_that_is_not_final() -> None:
    table = at_rest_on_a()
    nowhere = Favour("bob", A, "no wager there")
    assert refusal_code(table, nowhere) == "no_wager_there"
    assert refusal_rule(table, nowhere) == "D10 3.7"
    assert why(table, nowhere) == "bob has no wager on A in a round that is not final."
    assert refusal_code(table, Favour("bob", C, "reason", settle_as=symbol("A-B"))) == "not_inside"
    assert refusal_rule(table, Favour("bob", C, "reason", settle_as=symbol("A-B"))) == "D10 3.2"
    assert refusal_code(table, Favour("bob", C, "reason", settle_as=symbol("H"))) == "no_such_wager"
    betting = live_money_wheel("bob").play(Wager("bob", C, 20_00))
    assert refusal_code(betting, Favour("bob", C, "reason")) == "no_wager_there"
    # Rulings R25 and M13: from the call on, and until somebody begins the next round.
    assert refusal_code(betting.play(*TURN), Favour("bob", C, "reason")) is None
    final = table.play(AnnounceSymbol("A"), Collect(), Pay(), OpenBetting())
    assert refusal_code(final, Favour("bob", C, "reason")) is None
    for begun in (final.play(Wager("bob", C, 20_00)), final.play(NoMoreBets())):
        assert refusal_code(begun, Favour("bob", symbol("D"), "reason")) == "no_wager_there"
    assert refusal_code(final.play(Wager("bob", A, 20_00)), Favour("bob", C, "reason")) == "no_wager_there"


@pytest.mark.clause("D10 3.7")
@pytest.mark.parametrize("reason", ["", " ", "one\ntwo", None, 5])
def test_D10_3_7_a_ruling_needs_its_reason(reason: Any) -> None:
    act = Favour("bob", C, reason)
    assert refusal_code(at_rest_on_a(), act) == "no_reason"
    assert refusal_rule(at_rest_on_a(), act) == "D10 3.7"


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_a_ruling_after_collecting_brings_the_wager_back() -> None:
    collected = at_rest_on_a().play(AnnounceSymbol("A"), Collect())
    assert value_of(collected, "bob") == 4_980_00
    returned = collected.play(Favour("bob", C, "bob was jostled"))
    assert value_of(returned, "bob") == 5_000_00
    assert returned.general.house == 5_00
    assert refusal_code(returned, Pay()) is None
    won = collected.play(Favour("bob", C, "it was meant for A", settle_as=A))
    assert won.wagers == (Placed("ana", A, 10_00), Placed("bob", C, 20_00))
    assert won.play(Pay()).general.house == 5_00 - 10_00 - 20_00


@pytest.mark.clause("D10 3.7", "D10 4.4(c)")
def test_D10_3_7_a_ruling_after_paying_is_paid_before_betting_opens() -> None:
    paid = at_rest_on_a().play(AnnounceSymbol("A"), Collect(), Pay())
    won = paid.play(Favour("bob", C, "it was meant for A", settle_as=A))
    assert refusal_code(won, OpenBetting()) == "out_of_order"
    assert refusal_rule(won, OpenBetting()) == "D10 4.4(c)"
    assert value_of(won.play(Pay()), "bob") == 5_000_00
    assert value_of(won.play(Pay()), "ana") == 4_995_00
    returned = paid.play(Favour("bob", C, "bob was jostled"))
    assert refusal_code(returned, OpenBetting()) is None


@pytest.mark.clause("D10 3.7")
def test_D10_3_7_rulings_are_offered_for_losing_wagers() -> None:
    fields = [("ana", B), ("bob", C)]
    expected = [
        Offer(
            Favour,
            Role.GAME_SUPERVISOR,
            {"player": Choices((name,)), "position": Choices((position,)), "reason": Words()},
        )
        for name, position in fields
    ]
    assert offers(at_rest_on_a(), Favour) == expected
    assert offers(live_money_wheel("ana").play(Wager("ana", A, 5_00)), Favour) == []
    final = at_rest_on_a().play(AnnounceSymbol("A"), Collect(), Pay(), OpenBetting())
    assert offers(final, Favour) == expected
    assert offers(final.play(Withdraw("ana", A)), Favour) == []


# Wagers that should not have been taken: across segments, or too late


GROUNDS = [
    ("late", "D10 3.5(a)", "M11", "it was placed after “No more bets”"),
    ("not_inside", "D10 3.2", "M4", "it did not lie wholly inside one segment"),
]


@pytest.mark.clause("D10 3.2", "D10 3.5(a)", "D1 1.1 Void")
@pytest.mark.parametrize(("ground", "rule", "ruling", "words"), GROUNDS)
def test_D10_3_2_a_wager_found_bad_after_the_call_is_void_and_returned(
    ground: str, rule: str, ruling: str, words: str
) -> None:
    wagered = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", A, 5_00))
    for acts in (TURN[:1], TURN):
        void = wagered.play(*acts, VoidWager("ana", A, ground))
        assert void.wagers == (Placed("bob", A, 5_00),)
        assert value_of(void, "ana") == 5_000_00
        assert refusal_code(void, VoidWager("ana", A, ground)) == "no_wager_there"
    for section in (2, 3):
        done = wagered.play(*TURN, VoidWager("ana", A, ground), IndicatorRests(section))
        line = done.settled[0]
        assert (line.wager, line.outcome, line.pays) == (Placed("ana", A, 10_00), Outcome.VOID, 0)
        assert (line.rule.clause, line.rule.ruling, line.reason) == (rule, ruling, words)
        assert value_of(done, "ana") == 5_000_00


@pytest.mark.clause("D10 3.2", "D10 3.5(a)")
@pytest.mark.parametrize(("ground", "rule", "ruling", "words"), GROUNDS)
def test_D10_3_2_a_losing_wager_found_bad_is_returned_even_when_collected(
    ground: str, rule: str, ruling: str, words: str
) -> None:
    for acts in ((), (AnnounceSymbol("A"),), (AnnounceSymbol("A"), Collect()), (AnnounceSymbol("A"), Collect(), Pay())):
        void = at_rest_on_a().play(*acts, VoidWager("bob", C, ground))
        assert value_of(void, "bob") == 5_000_00
        assert (void.settled[0].wager, void.settled[0].outcome) == (Placed("bob", C, 20_00), Outcome.VOID)
        cite = void.settled[0].rule
        assert (cite.clause, cite.ruling, void.settled[0].reason) == (rule, ruling, words)
        assert total_money(void) == 10_000_00
        assert refusal_code(void, VoidWager("bob", C, ground)) == "no_wager_there"


@pytest.mark.clause("D10 3.2", "D1 11.1")
def test_D10_3_2_a_winner_found_bad_gives_its_winnings_back() -> None:
    paid = at_rest_on_a().play(AnnounceSymbol("A"), Collect(), Pay())
    assert value_of(paid, "ana") == 4_995_00
    for before in (paid, paid.play(Withdraw("ana", A))):
        void = before.play(VoidWager("ana", A, "not_inside"))
        assert value_of(void, "ana") == 4_995_00
        assert void.general.house == 25_00
        assert void.wagers == ()
        assert refusal_code(void, OpenBetting()) is None


@pytest.mark.clause("D10 3.2", "D10 4.4(b)", "D10 4.4(c)")
def test_D10_3_2_the_other_wagers_of_the_round_are_settled_as_they_were() -> None:
    table = live_money_wheel("ana", "bob").play(
        *(Wager(name, position, 5_00) for name in ("ana", "bob") for position in (A, B, C)), *TURN
    )
    known = table.play(
        VoidWager("bob", A, "late"), IndicatorRests(3), VoidWager("ana", C, "not_inside"), VoidWager("ana", B, "late")
    )
    assert [(line.wager.player, str(line.wager.position), line.outcome) for line in known.settled] == [
        ("bob", "A", Outcome.VOID),
        ("ana", "C", Outcome.VOID),
        ("ana", "B", Outcome.VOID),
        ("ana", "A", Outcome.LOSE),
        ("bob", "B", Outcome.WIN),
        ("bob", "C", Outcome.LOSE),
    ]
    done = known.play(AnnounceSymbol("B"), Collect(), Pay(), Withdraw("bob", B), OpenBetting())
    assert [value_of(done, name) for name in ("ana", "bob")] == [4_995_00, 5_000_00 - 5_00 + 15_00]
    assert done.general.house == 10_00 - 15_00


@pytest.mark.clause("D10 3.2", "D10 4.4(b)")
def test_D10_3_2_a_void_found_while_paying_leaves_the_others_to_be_paid() -> None:
    table = live_money_wheel("ana", "bob").play(
        Wager("ana", A, 10_00),
        Wager("bob", A, 5_00),
        Wager("bob", B, 5_00),
        *TURN,
        IndicatorRests(2),
        AnnounceSymbol("A"),
        Collect(),
    )
    half = table.play(PayWager("ana", A), VoidWager("ana", A, "late"))
    assert value_of(half, "ana") == 5_000_00
    assert refusal_code(half, PayWager("bob", A)) is None
    assert half.play(Pay()).general.house == 5_00 - 5_00
    none_left = table.play(VoidWager("bob", A, "late"), VoidWager("ana", A, "late"))
    assert refusal_code(none_left, OpenBetting()) is None


@pytest.mark.clause("D10 3.2", "D1 11.1")
def test_D10_3_2_no_correction_brings_a_void_wager_back() -> None:
    void = at_rest_on_a().play(VoidWager("bob", C, "late"))
    corrected = void.play(CorrectSection(5, "misread"))
    assert outcomes(corrected) == {
        ("bob", "C"): (Outcome.VOID, 0),
        ("ana", "A"): (Outcome.LOSE, 0),
        ("ana", "B"): (Outcome.LOSE, 0),
    }
    assert value_of(corrected, "bob") == 5_000_00
    no_spin = void.play(NoSpin("malfunction"))
    assert no_spin.wagers == (Placed("ana", A, 10_00), Placed("ana", B, 5_00))
    assert value_of(no_spin, "bob") == 5_000_00
    again = no_spin.play(*TURN, IndicatorRests(5))
    assert ("bob", "C") not in outcomes(again)


@pytest.mark.clause("D10 3.2", "D1 1.1 Void")
def test_D10_3_2_a_void_wager_belongs_to_its_own_round() -> None:
    void = at_rest_on_a().play(VoidWager("bob", C, "late"), AnnounceSymbol("A"), Collect(), Pay(), OpenBetting())
    assert len(void.settled) == 3
    again = void.play(*TURN, IndicatorRests(3))
    assert [(str(line.wager.position), line.outcome) for line in again.settled] == [("A", Outcome.LOSE)]


@pytest.mark.clause("D10 3.2", "D10 3.5(a)")
@pytest.mark.parametrize(("ground", "rule", "ruling"), [row[:3] for row in GROUNDS])
def test_D10_3_2_while_betting_is_open_a_bad_wager_is_simply_taken_back(ground: str, rule: str, ruling: str) -> None:
    table = live_money_wheel("ana").play(Wager("ana", A, 10_00))
    act = VoidWager("ana", A, ground)
    refusal = table.refuses(act)
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("betting_open", rule, ruling)
    assert refusal.why == "Betting is open: the wager can simply be taken back."
    assert refusal_code(table.play(SpinWheel(Direction.CLOCKWISE)), act) is None


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_a_wager_is_void_only_on_a_ground_and_where_it_lies() -> None:
    table = at_rest_on_a()
    ground: Any
    for ground in ("", "interference", "Late", None, 5, ["late"]):
        act = VoidWager("bob", C, ground)
        assert refusal_code(table, act) == "no_such_ground"
        assert refusal_rule(table, act) == "D10 5.4"
        assert why(table, act) == "Give one of these grounds: late, not_inside."
    called = live_money_wheel("ana").play(Wager("ana", A, 10_00), NoMoreBets())
    for state in (table, called):
        assert refusal_code(state, VoidWager("bob", A, "late")) == "no_wager_there"
        assert refusal_rule(state, VoidWager("bob", A, "late")) == "D10 3.1"
        assert why(state, VoidWager("bob", A, "late")) == "bob has no wager on A."
        assert refusal_code(state, VoidWager("ana", symbol("A-B"), "late")) == "not_inside"
        assert refusal_code(state, VoidWager("ana", symbol("H"), "late")) == "no_such_wager"


@pytest.mark.clause("D10 3.2", "D10 3.7")
def test_D10_3_2_a_wager_that_a_ruling_gave_back_is_not_voided_again() -> None:
    table = at_rest_on_a().play(Favour("bob", C, "bob was jostled"))
    assert refusal_code(table, VoidWager("bob", C, "late")) == "no_wager_there"


@pytest.mark.clause("D10 3.2", "D10 3.5(a)")
def test_D10_3_2_voiding_is_offered_after_the_call_on_every_ground() -> None:
    def on(*wagers: tuple[str, Position]) -> list[Offer]:
        return [
            Offer(
                VoidWager,
                Role.DEALER,
                {"player": Choices((name,)), "position": Choices((position,)), "ground": Choices((ground,))},
            )
            for name, position in wagers
            for ground in ("late", "not_inside")
        ]

    betting = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", C, 20_00))
    assert offers(betting, VoidWager) == []
    assert offers(betting.play(NoMoreBets()), VoidWager) == on(("ana", A), ("bob", C))
    known = betting.play(*TURN, IndicatorRests(2), AnnounceSymbol("A"), Collect())
    assert offers(known, VoidWager) == on(("ana", A), ("bob", C))
    assert offers(known.play(VoidWager("bob", C, "late")), VoidWager) == on(("ana", A))


@pytest.mark.clause("D10 3.2")
def test_D10_3_2_everybody_sees_the_layout_and_only_the_own_chips() -> None:
    table = money_wheel("ana").play(BuyIn("bob", 20_00), Wager("bob", C, 20_00))
    assert table.view("ana").purse == table.purse("ana")
    assert table.view("zoe").purse is None
    assert table.view().purse is None
    assert table.view("ana").public == table.view().public
    assert table.view().public.players == ("ana", "bob")
