"""What a dealer is told before paying: who gets what, at which odds, in which chips; and what one key takes.

Every figure here was worked out by hand from the Gazette's odds.
"""

from __future__ import annotations

import pytest

from croupier import BuyColour, Chips, Collect, NoMoreBets, OpenBetting, Pay, Position, Wager
from croupier.games.blackjack.acts import (
    CallInsurance,
    CloseInsurance,
    Double,
    Draw,
    PayBlackjacks,
    SettleBox,
    Split,
    Stand,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.dealers_view import CardPlace, dealers_view
from croupier.games.layout.motion import Direction
from croupier.games.money_wheel.acts import IndicatorRests, SpinWheel
from croupier.games.money_wheel.wheel import DEFAULT_ORDER
from croupier.games.payouts import ChipsCut, PayoutSheet, chips_cut
from croupier.games.roulette.acts import Announce, Dolly, Spin, SpinBall
from croupier.games.roulette.wheel import Colour
from croupier.games.table import Table
from croupier.games.tai_sai.acts import AnnounceDice, Enter, InspectDice, KeyIn, Roll, Tumble, Uncover
from tests.support.rules.blackjack import blackjack, deal, insurance, opened, staked, super_sevens
from tests.support.rules.tables import live_money_wheel, live_roulette, live_tai_sai

BY_HAND = ("pay blackjacks", "settle box", "collect cards", "call insurance")


def sheet(table: Table) -> PayoutSheet:
    found = dealers_view(table).payouts
    assert found is not None
    return found


def told(table: Table) -> list[tuple[str, str, int, str, str, int, str]]:
    """Player, place, hand, odds, state, winnings, chips: the winners first, then the losers."""
    found = sheet(table)
    lines = [*(line for each in found.players for line in each.lines), *found.losers]
    return [
        (line.player, str(line.position), line.hand, line.odds, line.state, line.pays, cut_words(line.cut))
        for line in lines
    ]


def cut_words(cut: tuple[ChipsCut, ...]) -> str:
    return ", ".join(f"{each.count} x {each.value / 100:g}{f' {each.colour}' if each.colour else ''}" for each in cut)


def acts(table: Table) -> list[str]:
    return [act.words() for act in dealers_view(table).movement]


@pytest.mark.parametrize(
    ("cents", "smallest", "words"),
    [
        (80_00, 50, "3 x 25, 1 x 5"),
        (60_00, 50, "2 x 25, 1 x 10"),
        (1_617_50, 50, "1 x 1000, 1 x 500, 1 x 100, 1 x 10, 1 x 5, 1 x 2.5"),
        (3_50, 50, "1 x 2.5, 1 x 1"),
        # Where nothing is finer than a dollar, chips of 2.50 would leave 50 cents over.
        (8_00, 1_00, "1 x 5, 3 x 1"),
        (7_50, 2_50, "1 x 5, 1 x 2.5"),
        (0, 50, ""),
    ],
)
def test_D1_11_3_chips_are_cut_from_the_largest_down(cents: int, smallest: int, words: str) -> None:
    assert cut_words(chips_cut(cents, smallest)) == words


def spun() -> Table:
    return live_roulette("ana", "ben").play(
        BuyColour("ben", "mint", 2_00, 200_00),
        Wager("ana", Position("straight up", (17,)), 10_00),
        Wager("ana", Position("red"), 25_00),
        Wager("ana", Position("split", (14, 17)), 5_00),
        Wager("ben", Position("dozen", (2,)), 8_00, Chips.COLOUR),
        SpinBall(Direction.ANTICLOCKWISE, Direction.CLOCKWISE),
        NoMoreBets(),
    )


@pytest.mark.clause("D8 3.9", "D8 4.5(a)", "D8 4.5(b)")
def test_D8_4_5_the_sheet_is_there_from_the_result_to_the_last_payment() -> None:
    table = spun()
    assert dealers_view(table).payouts is None
    table = table.play(Spin(17))
    assert told(table) == [
        ("ana", "split 14-17", 0, "17 to 1", "pay", 85_00, "3 x 25, 1 x 10"),
        ("ana", "17", 0, "35 to 1", "pay", 350_00, "3 x 100, 2 x 25"),
        ("ben", "dozen 2", 0, "2 to 1", "pay", 16_00, "8 x 2 mint"),
        ("ana", "red", 0, "", "collect", 0, ""),
    ]
    found = sheet(table)
    assert [(each.player, each.colour, each.pays, cut_words(each.cut)) for each in found.players] == [
        ("ana", "", 435_00, "4 x 100, 1 x 25, 1 x 10"),
        ("ben", "mint", 16_00, "8 x 2 mint"),
    ]
    assert (found.pays, found.may_win, found.collects) == (451_00, 0, 25_00)
    paid = table.play(Announce(17, Colour.BLACK), Dolly(17), Collect(), Pay())
    assert {line.state for each in sheet(paid).players for line in each.lines} == {"paid"}
    assert [(line.state, line.stake) for line in sheet(paid).losers] == [("collected", 25_00)]
    assert dealers_view(paid.play(OpenBetting())).payouts is None


@pytest.mark.clause("D8 4.4(a)", "D8 4.4(b)", "D8 4.5(a)", "D8 4.5(b)")
def test_D8_4_5_one_key_takes_the_steps_in_their_lawful_order() -> None:
    table = spun()
    assert acts(table) == []
    read = table.play(Spin(17))
    assert acts(read) == ["announce", "dolly"]
    known = read.play(*dealers_view(read).movement)
    assert acts(known) == ["collect", "pay", "open betting"]
    assert known.play(*dealers_view(known).movement).step == "spin ball"
    # Where nobody has lost there is nothing to collect, and where nobody wagered nothing to pay.
    nobody = live_roulette("ana").play(SpinBall(Direction.ANTICLOCKWISE, Direction.CLOCKWISE), NoMoreBets(), Spin(3))
    assert acts(nobody.play(*dealers_view(nobody).movement)) == ["open betting"]


@pytest.mark.clause("D10 4.4(b)", "D10 4.4(c)", "D10 3.8")
def test_D10_4_4_the_sheet_and_the_movements_of_the_money_wheel() -> None:
    table = live_money_wheel("ana", "ben").play(
        Wager("ana", Position("A"), 20_00),
        Wager("ben", Position("C"), 10_00),
        NoMoreBets(),
        SpinWheel(Direction.CLOCKWISE),
    )
    # Symbol C has seven of the 52 sections, and pays 5 to 1.
    section = DEFAULT_ORDER.index("C") + 1
    read = table.play(IndicatorRests(section))
    assert told(read) == [
        ("ben", "C", 0, "5 to 1", "pay", 50_00, "2 x 25"),
        ("ana", "A", 0, "", "collect", 0, ""),
    ]
    assert acts(read) == ["announce"]
    assert acts(read.play(*dealers_view(read).movement)) == ["collect", "pay", "open betting"]


@pytest.mark.clause("D9 3.3(a)(iii)", "D9 3.3(b)", "D9 6")
def test_D9_6_the_movements_of_tai_sai() -> None:
    table = live_tai_sai("ana").play(
        InspectDice(), Wager("ana", Position("small"), 10_00), Tumble(3), NoMoreBets(), Uncover(), Roll((1, 2, 4))
    )
    assert acts(table) == ["announce"]
    called = table.play(AnnounceDice((1, 2, 4), 7))
    assert dealers_view(called).movement == (KeyIn((1, 2, 4)), Enter())
    # A display that differs stops the movement: it is keyed again first.
    assert acts(called.play(KeyIn((1, 1, 4)))) == []
    lit = called.play(KeyIn((1, 2, 4)), Enter())
    assert told(lit) == [("ana", "small", 0, "1 to 1", "pay", 10_00, "1 x 10")]
    assert acts(lit) == ["pay", "open betting"]


FOUR = (("ana", 1, 40_00), ("ben", 2, 20_00), ("cy", 3, 25_00), ("di", 4, 10_00))


def four_boxes(text: str) -> BlackjackTable:
    return opened(blackjack("ana", "ben", "cy", "di", manual=BY_HAND), text, *FOUR)


@pytest.mark.clause("D2 10.1", "D2 13.2")
def test_D2_10_1_a_blackjack_is_certain_and_the_others_hang_on_the_dealer() -> None:
    # Ana A K, ben 10 4, cy 8 8, di 10 9; the dealer shows a 6.
    table = four_boxes("Ac Tc 8h Td 6d Kh 4c 8s 9d")
    assert told(table) == [
        ("ana", "box 1", 1, "3 to 2", "pay", 60_00, "2 x 25, 1 x 10"),
        ("ben", "box 2", 1, "1 to 1", "may win", 20_00, "2 x 10"),
        ("cy", "box 3", 1, "1 to 1", "may win", 25_00, "1 x 25"),
        ("di", "box 4", 1, "1 to 1", "may win", 10_00, "1 x 10"),
    ]
    assert (sheet(table).pays, sheet(table).may_win) == (60_00, 55_00)
    bust = deal(table.play(PayBlackjacks(), Draw("ben", 2)), "8c")
    assert told(bust)[-1] == ("ben", "box 2", 1, "", "collected", 0, "")
    split = bust.play(Split("cy", 3))
    assert told(split)[1:3] == [
        ("cy", "box 3", 1, "1 to 1", "may win", 25_00, "1 x 25"),
        ("cy", "split b 3", 2, "1 to 1", "may win", 25_00, "1 x 25"),
    ]


@pytest.mark.clause("D2 5.7", "D2 8.6")
def test_D2_5_7_one_key_settles_every_box_and_collects_the_cards() -> None:
    table = four_boxes("Tc Tc 9h Td 6d 9c 8c 8s 7d")
    for player, number in (("ana", 1), ("ben", 2), ("cy", 3), ("di", 4)):
        table = table.play(Stand(player, number))
    # The dealer has 18: 19 wins, 18 stands off, 17 and 17 lose.
    table = deal(table, "Ts 2c")
    assert told(table) == [
        ("ana", "box 1", 1, "1 to 1", "pay", 40_00, "1 x 25, 1 x 10, 1 x 5"),
        ("ben", "box 2", 1, "", "stands off", 0, ""),
        ("cy", "box 3", 1, "", "collect", 0, ""),
        ("di", "box 4", 1, "", "collect", 0, ""),
    ]
    assert sheet(table).collects == 35_00
    assert dealers_view(table).movement[:-1] == tuple(SettleBox(number) for number in (1, 2, 3, 4))
    assert acts(table)[-1] == "collect cards"
    assert dealers_view(table.play(*dealers_view(table).movement)).payouts is None


@pytest.mark.clause("D2 9.4", "D2 11.1")
def test_D2_9_4_insurance_pays_two_to_one_if_it_wins_and_a_double_its_own_stake() -> None:
    table = opened(blackjack("ana", "ben", manual=BY_HAND), "5h Tc Ad 6h 9c", ("ana", 1, 20_00), ("ben", 2, 10_00))
    called = table.play(CallInsurance())
    assert [offer.kind.words() for offer in dealers_view(called).signals] == ["wager", "wager"]
    insured = called.play(Wager("ben", insurance(2), 5_00), CloseInsurance())
    assert ("ben", "insurance 2", 1, "2 to 1", "may win", 10_00, "1 x 10") in told(insured)
    doubled = insured.play(Double("ana", 1, 20_00))
    assert ("ana", "double a 1", 1, "1 to 1", "may win", 20_00, "2 x 10") in told(doubled)
    assert dealers_view(doubled).cards == (CardPlace(1, 0, 1, 1),)
    assert dealers_view(doubled).then == (CardPlace(2, 0, 1, 1), CardPlace(0, 0, 1, 1))


@pytest.mark.clause("D2 15.4(a)", "D2 15.4(c)", "D2 15.5", "D2 15.6")
def test_D2_15_5_what_super_sevens_is_paid_if_no_seven_follows_and_at_the_split() -> None:
    start = staked(blackjack("ana", "-", "ben", layout=2, super_sevens=2_00), ("ana", 1, 10_00), ("ben", 3, 10_00))
    dealt = deal(start.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), "7h Tc 6d")
    line = ("ana", "super sevens 1", 1)
    assert (*line, "3 to 1", "may win", 6_00, "1 x 5, 1 x 1") in told(dealt)
    suited = deal(dealt, "7h 9c")
    assert (*line, "100 to 1", "may win", 200_00, "2 x 100") in told(suited)
    # The split takes the wager out of the next card's reach: it is paid at once, by the odds of the two sevens.
    assert (*line, "100 to 1", "paid", 200_00, "2 x 100") in told(suited.play(Split("ana", 1)))
    mixed = deal(dealt, "7c 9c").play(Split("ana", 1))
    assert (*line, "50 to 1", "paid", 100_00, "1 x 100") in told(mixed)
    lost = deal(start.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), "8h Tc 6d")
    assert (*line, "", "collected", 0, "") in told(lost)


@pytest.mark.clause("D2 8.2(a)", "D2 8.2(b)", "D2 8.2(c)", "D2 12.3")
def test_D2_8_2_every_card_has_its_place_also_those_entered_ahead() -> None:
    table = staked(blackjack("ana", "-", "ben"), ("ana", 1, 10_00), ("ben", 3, 10_00)).play(NoMoreBets())
    places = [(each.box, each.number) for each in dealers_view(table).cards]
    assert places == [(1, 1), (3, 1), (0, 1), (1, 1), (3, 1)]
    assert [each.box for each in dealers_view(deal(table, "8h 9c")).cards] == [0, 1, 3]
    split = deal(table, "8h 9c 6d 8c Tc").play(Split("ana", 1))
    assert dealers_view(split).cards == (CardPlace(1, 0, 1, 2),)
    second = deal(split, "Kc").play(Stand("ana", 1))
    assert dealers_view(second).cards == (CardPlace(1, 1, 2, 2),)
    assert [each.box for each in dealers_view(second).then] == [3, 0]


@pytest.mark.clause("D2 8.3")
def test_D2_8_3_the_signals_are_those_that_the_hand_allows() -> None:
    table = opened(blackjack("ana"), "8h 9d 8c")
    assert [offer.kind.words() for offer in dealers_view(table).signals] == ["stand", "draw", "double", "split"]
    eleven = opened(blackjack("ana"), "5h 9d 6c")
    assert [offer.kind.words() for offer in dealers_view(eleven).signals] == ["draw", "double"]
