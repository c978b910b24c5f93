"""Super Sevens at the table: when it is decided, what it pays, and what becomes of it (Division 2, 15.4 to 15.7)."""

from __future__ import annotations

import pytest

from croupier import NoMoreBets, Outcome, Wager
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CloseInsurance,
    Double,
    Draw,
    DrawForAbsent,
    ExposeCard,
    RefuseCard,
    Split,
    Stand,
    StandForAbsent,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.cards import card
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules.blackjack import (
    blackjack,
    box,
    deal,
    gain,
    insurance,
    lines,
    refusal,
    staked,
    super_sevens,
    total_money,
)

WIN, LOSE, VOID = Outcome.WIN, Outcome.LOSE, Outcome.VOID
SEVENS = ("ana", "super sevens 1")


def wagered(text: str, *others: str) -> BlackjackTable:
    """Ana with 10 and Super Sevens for 2 on box 1; the others behind her with 5 and as much on Super Sevens."""
    table = staked(blackjack("ana", *others, layout=2, super_sevens=2_00), ("ana", 1, 10_00))
    table = table.play(Wager("ana", super_sevens(1), 2_00))
    for other in others:
        table = table.play(Wager(other, box(1), 5_00), Wager(other, super_sevens(1), 2_00))
    return deal(table.play(NoMoreBets()), text)


@pytest.mark.clause("D2 15.4(f)", "D2 15.6")
@pytest.mark.parametrize("first", ["Ah", "2h", "6h", "8h", "Th", "Kh"])
def test_D2_15_4_f_a_first_card_that_is_no_seven_loses_at_once(first: str) -> None:
    table = wagered(first)
    assert lines(table) == {SEVENS: (LOSE, 0, "D2 15.4(f)")}
    assert table.general.house == 2_00
    assert table.boxes[0].stake("ana", "super sevens") is None
    later = deal(table, "9d 7c")
    assert lines(later)[SEVENS] == (LOSE, 0, "D2 15.4(f)")


@pytest.mark.clause("D2 15.4(a)", "D2 15.6", "D2 5.4")
@pytest.mark.parametrize("suit", ["c", "d", "h", "s"])
def test_D2_15_4_a_one_seven_pays_three_to_one_with_the_second_card(suit: str) -> None:
    table = wagered(f"7{suit} 9d")
    assert table.settled == ()
    won = deal(table, "8c")
    assert lines(won) == {SEVENS: (WIN, 6_00, "D2 15.4(a)")}
    assert gain(won, "ana") == -10_00 + 6_00
    assert total_money(won) == 5_000_00
    assert won.boxes[0].stake("ana", "box") is not None


@pytest.mark.clause("D2 15.4(b)", "D2 15.4(c)", "D2 15.6")
@pytest.mark.parametrize(
    ("pair", "pays", "clause"), [(("7h", "7d"), 100_00, "D2 15.4(b)"), (("7h", "7h"), 200_00, "D2 15.4(c)")]
)
def test_D2_15_4_b_and_c_two_sevens_wait_for_the_third_card_or_the_end_of_the_hand(
    pair: tuple[str, str], pays: int, clause: str
) -> None:
    table = wagered(f"{pair[0]} 9d {pair[1]}")
    assert table.settled == ()
    drawn = deal(table.play(Draw("ana", 1)), "2c")
    assert lines(drawn) == {SEVENS: (WIN, pays, clause)}
    assert gain(drawn, "ana") == -10_00 + pays
    stood = table.play(Stand("ana", 1))
    assert lines(stood) == {SEVENS: (WIN, pays, clause)}
    doubled = deal(table.play(Double("ana", 1, 10_00)), "2c")
    assert lines(doubled) == {SEVENS: (WIN, pays, clause)}
    away = table.play(StandForAbsent(1))
    assert lines(away) == {SEVENS: (WIN, pays, clause)}
    assert refusal(table, DrawForAbsent(1)) == ("over_11", "D2 16.6")
    refused = table.play(ExposeCard(card("7h")), RefuseCard("ana", 1))
    assert lines(refused) == {SEVENS: (WIN, pays, clause)}
    bust = deal(table.play(Draw("ana", 1)), "8c")
    assert lines(bust)[SEVENS] == (WIN, pays, clause)
    assert lines(bust)[("ana", "box 1")] == (LOSE, 0, "D2 5.1(f)")
    assert gain(bust, "ana") == -10_00 + pays


THREE_SEVENS = [
    ("7h 9d 7h", "7h", 10_000_00, "D2 15.4(e)"),
    ("7c 9d 7c", "7c", 10_000_00, "D2 15.4(e)"),
    ("7h 9d 7h", "7d", 1_000_00, "D2 15.4(d)"),
    ("7h 9d 7d", "7h", 1_000_00, "D2 15.4(d)"),
    ("7d 9d 7h", "7h", 1_000_00, "D2 15.4(d)"),
    ("7d 9d 7h", "7s", 1_000_00, "D2 15.4(d)"),
]


@pytest.mark.clause("D2 15.4(d)", "D2 15.4(e)", "D2 15.6")
@pytest.mark.parametrize(("text", "third", "pays", "clause"), THREE_SEVENS)
@pytest.mark.parametrize("act", [Draw("ana", 1), Double("ana", 1, 10_00)])
def test_D2_15_4_d_and_e_three_sevens(text: str, third: str, pays: int, clause: str, act: Act) -> None:
    table = deal(wagered(text).play(act), third)
    assert lines(table)[SEVENS] == (WIN, pays, clause)
    done = deal(table, "8d")
    assert lines(done)[("ana", "box 1")] == (WIN, 10_00, "D2 5.1(b)")
    assert total_money(done) == 5_000_00


@pytest.mark.clause("D2 15.4(d)", "D2 16.4")
def test_D2_15_4_d_an_exposed_seven_that_is_accepted_is_the_third_card() -> None:
    table = deal(wagered("7h 9d 7d").play(ExposeCard(card("7s")), Draw("ana", 1)), "7s")
    assert lines(table)[SEVENS] == (WIN, 1_000_00, "D2 15.4(d)")


@pytest.mark.clause("D2 15.5", "D2 15.6")
@pytest.mark.parametrize(("second", "pays"), [("7d", 100_00), ("7h", 200_00)])
def test_D2_15_5_a_split_pays_two_sevens_at_once_whatever_comes_next(second: str, pays: int) -> None:
    split = wagered(f"7h 9d {second}").play(Split("ana", 1))
    assert lines(split) == {SEVENS: (WIN, pays, "D2 15.5")}
    assert gain(split, "ana") == -20_00 + pays
    seven = deal(split, "7h")
    assert lines(seven) == {SEVENS: (WIN, pays, "D2 15.5")}
    again = deal(seven.play(Split("ana", 1)), "7h")
    assert lines(again) == {SEVENS: (WIN, pays, "D2 15.5")}


@pytest.mark.clause("D2 15.5", "D2 15.6")
def test_D2_15_5_every_bettor_on_the_box_is_paid_at_the_split() -> None:
    split = wagered("7h 9d 7d", "ben", "cal").play(Split("ana", 1))
    assert lines(split) == {(name, "super sevens 1"): (WIN, 100_00, "D2 15.5") for name in ("ana", "ben", "cal")}
    assert gain(split, "ben") == -5_00 + 100_00


@pytest.mark.clause("D2 15.4(f)", "D2 15.5")
def test_D2_15_5_a_split_of_other_cards_leaves_a_lost_wager_lost() -> None:
    split = wagered("8h 9d 8d").play(Split("ana", 1))
    assert lines(split) == {SEVENS: (LOSE, 0, "D2 15.4(f)")}
    assert lines(deal(split, "7d")) == {SEVENS: (LOSE, 0, "D2 15.4(f)")}


@pytest.mark.clause("D2 15.4(a)", "D2 15.6")
def test_D2_15_6_each_box_is_decided_by_its_own_cards_and_without_holding_up_the_deal() -> None:
    table = staked(blackjack("ana", "ben", layout=2, super_sevens=2_00), ("ana", 1, 10_00), ("ben", 2, 10_00))
    table = table.play(Wager("ana", super_sevens(1), 2_00), Wager("ben", super_sevens(2), 2_00), NoMoreBets())
    table = deal(table, "7h 6h 9c 8h")
    assert lines(table) == {
        ("ben", "super sevens 2"): (LOSE, 0, "D2 15.4(f)"),
        ("ana", "super sevens 1"): (WIN, 6_00, "D2 15.4(a)"),
    }
    assert table.step == "card"


@pytest.mark.clause("D2 15.6", "D2 5.4")
def test_D2_15_6_the_initial_wager_goes_on_as_it_would_alone() -> None:
    table = wagered("7h Ad 8d").play(Wager("ana", insurance(1), 5_00), CloseInsurance())
    done = deal(table.play(Stand("ana", 1)), "Kd")
    assert lines(done) == {
        SEVENS: (WIN, 6_00, "D2 15.4(a)"),
        ("ana", "insurance 1"): (WIN, 10_00, "D2 9.4"),
        ("ana", "box 1"): (LOSE, 0, "D2 5.1(g)"),
    }
    assert gain(done, "ana") == 6_00


@pytest.mark.clause("D2 15.7(a)", "D2 15.7(b)")
def test_D2_15_7_void_with_the_hand_or_the_round() -> None:
    for text in ("7h 9d 7d", "7h 9d 8d", "6h 9d 8d"):
        table = wagered(text, "ben")
        for act in (VoidHand(1, 0, "misdeal"), VoidRound("misdeal")):
            void = table.play(act)
            assert {line[0] for line in lines(void).values()} == {VOID}
            assert len(lines(void)) == 4
            assert (gain(void, "ana"), gain(void, "ben"), void.general.house) == (0, 0, 0)


@pytest.mark.clause("D2 15.7(a)")
def test_D2_15_7_a_a_void_hand_of_another_box_leaves_it_alone() -> None:
    table = staked(blackjack("ana", "ben", layout=2, super_sevens=2_00), ("ana", 1, 10_00), ("ben", 2, 10_00))
    table = deal(table.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), "7h 6h 9c 7d 8h")
    void = table.play(VoidHand(2, 0, "misdeal"))
    assert lines(void) == {("ben", "box 2"): (VOID, 0, "D2 16.5")}
    assert lines(void.play(Stand("ana", 1)))[SEVENS] == (WIN, 100_00, "D2 15.4(b)")
