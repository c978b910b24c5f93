"""Settlement under Division 1: stand off and void, no wagers between players, rules 11.1 to 11.3."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import croupier
from croupier import (
    BuyColour,
    BuyIn,
    Chips,
    Collect,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    Odds,
    OpenBetting,
    Outcome,
    Pay,
    PayWager,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act, PlayersAct
from croupier.games.chips import Purse
from croupier.games.money_wheel import AnnounceSymbol, CorrectSection, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.position import Placed
from croupier.games.roulette import Announce as AnnounceNumber
from croupier.games.roulette import Colour, CorrectNumber, Dolly, SpinBall, straight_up
from croupier.games.roulette import Spin as SpinNumber
from croupier.games.table import handed_back, winnings
from tests.support.rules.tables import (
    SIGN,
    live_money_wheel,
    live_roulette,
    money_wheel,
    outcomes,
    refusal_code,
    refusal_rule,
    roulette,
    tai_sai,
    total_money,
)

A, B, C = symbol("A"), symbol("B"), symbol("C")
TURN = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE))


def value_of(table: LayoutTable, player: str) -> int:
    purse = table.purse(player)
    return 0 if purse is None else purse.value


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


# Stand off and void


@pytest.mark.clause("D1 1.1 Stand off")
@pytest.mark.parametrize("stake", [50, 5_00, 7_50, 1_000_00])
def test_D1_1_1_a_stand_off_gives_the_stake_back_and_no_more(stake: int) -> None:
    assert handed_back(Outcome.STAND_OFF, stake, 0) == stake
    assert handed_back(Outcome.STAND_OFF, stake, 35 * stake) == stake


@pytest.mark.clause("D1 1.1 Void")
@pytest.mark.parametrize("stake", [50, 5_00, 7_50, 1_000_00])
def test_D1_1_1_a_void_wager_gives_the_stake_back_and_no_more(stake: int) -> None:
    assert handed_back(Outcome.VOID, stake, 0) == stake
    assert handed_back(Outcome.VOID, stake, 35 * stake) == stake


@pytest.mark.clause("D1 1.1 Stand off", "D1 1.1 Void")
def test_D1_1_1_a_winner_keeps_stake_and_winnings_and_a_loser_neither() -> None:
    assert handed_back(Outcome.WIN, 5_00, 175_00) == 180_00
    assert handed_back(Outcome.WIN, 5_00, 0) == 5_00
    assert handed_back(Outcome.LOSE, 5_00, 0) == 0
    assert handed_back(Outcome.LOSE, 5_00, 175_00) == 0
    assert [str(outcome) for outcome in Outcome] == ["win", "lose", "stand off", "void"]


@pytest.mark.clause("D1 1.1 Void")
def test_D1_1_1_a_void_spin_has_no_result_and_every_stake_is_whole() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", B, 7_50), *TURN)
    for void in (table.play(NoSpin("malfunction")), table.play(IndicatorRests(2, revolutions=3))):
        assert outcomes(void) == {("ana", "A"): (Outcome.VOID, 0), ("bob", "B"): (Outcome.VOID, 0)}
        assert void.view().public.result is None
        back = void.play(Withdraw("ana", A), Withdraw("bob", B))
        assert [value_of(back, name) for name in ("ana", "bob")] == [5_000_00, 5_000_00]
        assert back.general.house == 0


@pytest.mark.clause("D1 1.1 Void")
@pytest.mark.parametrize("section", [2, 3])
def test_D1_1_1_a_void_wager_neither_wins_nor_loses_whatever_is_spun(section: int) -> None:
    table = live_money_wheel("ana").play(
        Wager("ana", A, 10_00), *TURN, VoidWager("ana", A, "late"), IndicatorRests(section)
    )
    assert outcomes(table) == {("ana", "A"): (Outcome.VOID, 0)}
    assert value_of(table, "ana") == 5_000_00
    assert table.wagers == ()


# No wagers between players


class SideBet(PlayersAct, frozen=True):
    """An act that no game of the casino has."""

    player: str
    against: str
    amount: int


@pytest.mark.clause("D1 5")
@pytest.mark.parametrize("table", [money_wheel("ana", "bob"), roulette("ana", "bob"), tai_sai("ana", "bob")])
def test_D1_5_no_table_knows_a_wager_between_players(table: LayoutTable) -> None:
    side_bet = SideBet("ana", "bob", 5_00)
    assert refusal_code(table, side_bet) == "unknown_act"
    assert refusal_rule(table, side_bet) in {"D8 1.0", "D9 2.0", "D10 1.1"}
    assert not any(issubclass(kind, SideBet) for kind in table._handlers)


def on_every_symbol(player: str, first: int) -> list[Act]:
    return [Wager(player, symbol(letter), first + 50 * place) for place, letter in enumerate("ABCDEFG")]


@pytest.mark.clause("D1 5")
@pytest.mark.parametrize("section", range(1, 53))
def test_D1_5_what_a_player_wins_or_loses_is_the_same_whoever_else_plays(section: int) -> None:
    spin = (NoMoreBets(), IndicatorRests(section))
    alone = money_wheel("ana").play(*on_every_symbol("ana", 5_00), *spin)
    crowd = money_wheel("ana", "bob", "cleo").play(
        *on_every_symbol("bob", 100_00), *on_every_symbol("ana", 5_00), Wager("cleo", A, 1_000_00), *spin
    )
    assert value_of(crowd, "ana") == value_of(alone, "ana")
    changes = [value_of(crowd, name) - 5_000_00 for name in ("ana", "bob", "cleo")]
    assert sum(changes) == -crowd.general.house


def holdings(table: LayoutTable, player: str) -> int:
    """All that is the player's at the table, in the purse and on the layout."""
    on_layout = sum(wager.stake for wager in table.wagers if wager.player == player)
    return value_of(table, player) + on_layout


def after_each(table: LayoutTable, *acts: Act) -> Iterator[LayoutTable]:
    for act in acts:
        table = table.play(act)
        yield table


@pytest.mark.clause("D1 5")
def test_D1_5_chips_move_only_between_a_player_and_the_house() -> None:
    start = live_money_wheel("ana", "bob")
    acts: list[Act] = [
        Wager("ana", A, 10_00),
        Wager("ana", B, 5_00),
        Wager("bob", A, 20_00),
        Withdraw("ana", B),
        Wager("ana", C, 5_00),
        *TURN,
        IndicatorRests(2),
        AnnounceSymbol("A"),
        Collect(),
        PayWager("bob", A),
        PayWager("ana", A),
        Withdraw("bob", A),
        OpenBetting(),
    ]
    seen = [(holdings(table, "ana"), holdings(table, "bob"), table.general.house) for table in after_each(start, *acts)]
    assert seen == [
        *[(5_000_00, 5_000_00, 0)] * 9,
        (4_995_00, 5_000_00, 5_00),
        (4_995_00, 5_020_00, -15_00),
        (5_005_00, 5_020_00, -25_00),
        (5_005_00, 5_020_00, -25_00),
        (5_005_00, 5_020_00, -25_00),
    ]


# Strictly by the rules, and overpayments recovered


@pytest.mark.clause("D1 11.1")
@pytest.mark.parametrize("take_up", [False, True])
def test_D1_11_1_a_payment_on_a_wrongly_entered_result_is_recovered(take_up: bool) -> None:
    wagered = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", B, 7_50))
    paid = wagered.play(*TURN, IndicatorRests(2), AnnounceSymbol("A"), Collect(), Pay())
    wrong = paid.play(Withdraw("ana", A)) if take_up else paid
    assert value_of(wrong, "ana") == (5_010_00 if take_up else 5_000_00)
    assert wrong.general.house == -2_50
    corrected = wrong.play(CorrectSection(3, "the dealer misread the indicator"))
    assert corrected.wagers == (Placed("ana", A, 10_00), Placed("bob", B, 7_50))
    assert [value_of(corrected, name) for name in ("ana", "bob")] == [4_990_00, 4_992_50]
    assert corrected.general.house == 0
    assert outcomes(corrected) == {("ana", "A"): (Outcome.LOSE, 0), ("bob", "B"): (Outcome.WIN, 22_50)}
    assert corrected.round == wrong.round == 1
    done = corrected.play(AnnounceSymbol("B"), Collect(), Pay(), Withdraw("bob", B), OpenBetting())
    assert [value_of(done, name) for name in ("ana", "bob")] == [4_990_00, 5_022_50]
    assert done.general.house == -12_50
    assert total_money(done) == 10_000_00


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_result_may_be_corrected_at_any_step_until_it_is_final() -> None:
    wagered = live_money_wheel("ana").play(Wager("ana", A, 10_00), Wager("ana", B, 5_00))
    acts = (*TURN, IndicatorRests(2), AnnounceSymbol("A"), Collect(), Pay())
    for step in range(3):
        early = wagered.play(*acts[:step])
        assert refusal_code(early, CorrectSection(3, "misread")) == "final"
    for step in range(3, 7):
        corrected = wagered.play(*acts[:step], CorrectSection(3, "misread"))
        assert value_of(corrected, "ana") == 4_985_00
        assert refusal_code(corrected, AnnounceSymbol("B")) is None
    final = wagered.play(*acts, OpenBetting())
    assert refusal_code(final, CorrectSection(3, "misread")) == "final"
    assert refusal_rule(final, CorrectSection(3, "misread")) == "D10 5.4"
    assert why(final, CorrectSection(3, "misread")) == "There is no result to correct, or it is final."


@pytest.mark.clause("D1 11.1")
@pytest.mark.parametrize("reason", ["", "   ", "one\ntwo", "\n", "a\ttab", " padded", "padded ", None, 5])
def test_D1_11_1_a_correction_needs_its_reason(reason: Any) -> None:
    table = live_money_wheel("ana").play(Wager("ana", A, 10_00), *TURN, IndicatorRests(2))
    assert refusal_code(table, CorrectSection(3, reason)) == "no_reason"
    assert refusal_rule(table, CorrectSection(3, reason)) == "D10 3.7"
    assert why(table, CorrectSection(3, reason)) == "Give the reason on one line of plain text."


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_corrected_number_at_roulette_recovers_what_was_overpaid() -> None:
    seventeen, twenty = straight_up(17), straight_up(20)
    wagered = live_roulette("ana").play(Wager("ana", seventeen, 10_00), Wager("ana", twenty, 5_00))
    ball = SpinBall(Direction.ANTICLOCKWISE, Direction.CLOCKWISE)
    paid = wagered.play(
        ball, NoMoreBets(), SpinNumber(17), AnnounceNumber(17, Colour.BLACK), Dolly(17), Collect(), Pay()
    )
    assert value_of(paid, "ana") == 5_335_00
    corrected = paid.play(CorrectNumber(20, "the display was misread"))
    assert value_of(corrected, "ana") == 4_985_00
    assert corrected.general.house == 0
    done = corrected.play(AnnounceNumber(20, Colour.BLACK), Dolly(20), Collect(), Pay())
    assert value_of(done, "ana") == 4_985_00 + 175_00
    assert done.general.house == 10_00 - 175_00


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_winner_is_paid_once_and_what_the_odds_say() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", B, 10_00), Wager("bob", B, 5_00), *TURN, IndicatorRests(3))
    once = table.play(AnnounceSymbol("B"), PayWager("ana", B))
    assert value_of(once, "ana") == 4_990_00 + 30_00
    assert refusal_code(once, PayWager("ana", B)) == "nothing_to_pay"
    assert refusal_rule(once, PayWager("ana", B)) == "D10 4.4(c)"
    assert value_of(once.play(Pay()), "ana") == 4_990_00 + 30_00


@pytest.mark.clause("D1 11.1", "D1 1.1 Void")
def test_D1_11_1_a_payment_on_a_void_wager_is_recovered() -> None:
    table = live_money_wheel("ana").play(Wager("ana", A, 10_00), *TURN, IndicatorRests(2), AnnounceSymbol("A"), Pay())
    assert value_of(table, "ana") == 5_000_00
    for paid in (table, table.play(Withdraw("ana", A))):
        void = paid.play(VoidWager("ana", A, "late"))
        assert value_of(void, "ana") == 5_000_00
        assert void.wagers == ()
        assert void.general.house == 0
        corrected = void.play(CorrectSection(4, "misread"))
        assert outcomes(corrected) == {("ana", "A"): (Outcome.VOID, 0)}
        assert value_of(corrected, "ana") == 5_000_00


# Paid in chips of the kind that was staked


@pytest.mark.clause("D1 11.2", "D1 1.1 Chips")
def test_D1_11_2_winnings_are_paid_in_the_chips_that_were_staked() -> None:
    table = croupier.money_wheel(SIGN, colours=("red",)).play(
        BuyIn("ana", 200_00),
        BuyColour("ana", "red", 2_50, 100_00),
        Wager("ana", B, 10_00),
        Wager("ana", C, 7_50, Chips.COLOUR),
        NoMoreBets(),
    )
    on_b = table.play(IndicatorRests(3))
    assert on_b.general.purses == (Purse("ana", 90_00 + 40_00, 92_50, "red", 2_50),)
    on_c = table.play(IndicatorRests(5))
    assert on_c.general.purses == (Purse("ana", 90_00, 92_50 + 45_00, "red", 2_50),)
    on_a = table.play(IndicatorRests(2))
    assert on_a.general.purses == (Purse("ana", 90_00, 92_50, "red", 2_50),)


@pytest.mark.clause("D1 11.2")
@pytest.mark.parametrize("section", range(1, 53))
def test_D1_11_2_every_payment_is_a_number_of_chips(section: int) -> None:
    table = croupier.money_wheel(SIGN, colours=("red",)).play(
        BuyIn("ana", 5_000_00), BuyColour("ana", "red", 3_50, 350_00), NoMoreBets()
    )
    betting = table.play(IndicatorRests(section))
    stakes = [Wager("ana", symbol(letter), 5_50) for letter in "ACEG"]
    colours = [Wager("ana", symbol(letter), 7_00, Chips.COLOUR) for letter in "BDF"]
    purse = betting.play(*stakes, *colours, NoMoreBets(), IndicatorRests(section)).purse("ana")
    assert purse is not None
    assert purse.value % 50 == 0
    assert purse.colour % 3_50 == 0


# Rounded up


@pytest.mark.clause("D1 11.3")
@pytest.mark.parametrize("chip", [1, 50, 2_50])
@pytest.mark.parametrize(("pays", "to"), [(35, 1), (1, 1), (3, 2), (6, 5), (7, 3), (2, 3), (1, 7), (19, 20), (0, 1)])
def test_D1_11_3_winnings_are_the_least_payable_amount_that_is_not_too_little(chip: int, pays: int, to: int) -> None:
    for chips in range(1, 201):
        stake = chips * chip
        paid = winnings(stake, Odds(pays, to), chip)
        owed = Fraction(stake) * Fraction(pays, to)
        assert paid % chip == 0
        assert owed <= paid < owed + chip


@pytest.mark.clause("D1 11.3")
@pytest.mark.parametrize(
    ("stake", "odds", "chip", "paid"),
    [
        (5_00, Odds(3, 2), 50, 7_50),
        (5_50, Odds(3, 2), 50, 8_50),
        (6_00, Odds(3, 2), 50, 9_00),
        (50, Odds(3, 2), 50, 1_00),
        (50, Odds(1, 7), 50, 50),
        (5_00, Odds(6, 5), 50, 6_00),
        (5_50, Odds(6, 5), 50, 7_00),
        (5_00, Odds(7, 3), 50, 12_00),
        (5_00, Odds(2, 3), 50, 3_50),
        (5_00, Odds(2, 3), 1, 3_34),
        (10_00, Odds(19, 20), 50, 9_50),
        (11_00, Odds(19, 20), 50, 10_50),
        (2_50, Odds(3, 2), 2_50, 5_00),
        (7_50, Odds(3, 2), 2_50, 12_50),
        (5_00, Odds(3, 2), 2_50, 7_50),
        (5_00, Odds(47), 50, 235_00),
    ],
)
def test_D1_11_3_winnings_by_hand(stake: int, odds: Odds, chip: int, paid: int) -> None:
    assert winnings(stake, odds, chip) == paid


@pytest.mark.clause("D1 11.3")
def test_D1_11_3_odds_are_read_as_so_many_to_so_many() -> None:
    assert str(Odds(35)) == "35 to 1"
    assert str(Odds(3, 2)) == "3 to 2"
