"""Wagers and winnings are claimed by their players, and held where nobody claims them: Division 1, section 12."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    BuyColour,
    BuyIn,
    CashOut,
    Chips,
    Clock,
    CloseTable,
    Collect,
    Consent,
    HandIn,
    HoldUnclaimed,
    LayoutTable,
    NoMoreBets,
    OpenBetting,
    Pay,
    PostClosing,
    PostLimits,
    Role,
    Sign,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Draw, Stand
from croupier.games.chips import Purse
from croupier.games.money_wheel import AnnounceSymbol, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Choices, Offer
from croupier.games.people import DEALER, GAME_SUPERVISOR, OPERATOR, Actor, player
from croupier.games.table import Table
from tests.support.rules import blackjack
from tests.support.rules.tables import (
    SIGN,
    assert_refused,
    live_money_wheel,
    money_wheel,
    refusal_code,
    roulette,
    total_money,
)

A, B = symbol("A"), symbol("B")
IN_PLAY = "ana still has a wager on the table, or one whose result is not final."
OTHERS = [player("ben"), DEALER, GAME_SUPERVISOR, OPERATOR, Actor(Role.CASINO_SUPERVISOR)]


def offered(table: Table) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is HoldUnclaimed]


def paid() -> LayoutTable:
    """A live wheel at which ana has won on A and been paid, and ben has won nothing."""
    table = live_money_wheel("ana", "ben", colours=("red",)).play(BuyColour("ana", "red", 5_00, 100_00))
    table = table.play(
        Wager("ana", A, 10_00), NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(2), AnnounceSymbol("A")
    )
    return table.play(Pay())


# Players claim their own


@pytest.mark.clause("D1 12.1")
@pytest.mark.parametrize("by", OTHERS, ids=str)
def test_D1_12_1_nobody_collects_what_is_anothers(by: Actor) -> None:
    table = paid()
    acts: list[Act] = [
        Withdraw("ana", A, by=by),
        CashOut("ana", 10_00, by=by),
        HandIn("ana", 10_00, by=by),
    ]
    for act in acts:
        assert_refused(table, act, "not_yours", "D1 10.4", "Only ana may do this.")
    for act in (Withdraw("ana", A), CashOut("ana", 10_00), HandIn("ana", 10_00)):
        assert refusal_code(table, act) is None


@pytest.mark.clause("D1 12.1")
@pytest.mark.parametrize("by", OTHERS, ids=str)
def test_D1_12_1_nobody_collects_what_is_anothers_at_blackjack(by: Actor) -> None:
    table = blackjack.staked(blackjack.blackjack("ana", "ben"), ("ana", 1, 10_00))
    assert blackjack.refusal(table, Withdraw("ana", blackjack.box(1), by=by)) == ("not_yours", "D1 10.4")
    assert blackjack.refusal(table, CashOut("ana", 10_00, by=by)) == ("not_yours", "D1 10.4")
    assert table.refuses(Withdraw("ana", blackjack.box(1))) is None
    assert table.refuses(CashOut("ana", 10_00)) is None


@pytest.mark.clause("D1 12.1")
def test_D1_12_1_what_is_not_taken_up_stays_where_it_lies() -> None:
    again = paid().play(OpenBetting())
    assert [(wager.player, wager.stake) for wager in again.wagers] == [("ana", 10_00)]
    assert again.purse_here("ben") == Purse("ben", 5_000_00)


# What nobody claims is held


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_all_that_a_player_left_goes_into_keeping() -> None:
    table = roulette("ana", "ben", colours=("red",)).play(BuyColour("ana", "red", 5_00, 100_00))
    assert table.purse_here("ana") == Purse("ana", 4_900_00, 100_00, "red", 5_00)
    held = table.play(HoldUnclaimed("ana"))
    assert held.general.purses == (Purse("ben", 5_000_00),)
    assert total_money(table) - total_money(held) == 5_000_00
    assert held.general.house == table.general.house
    assert refusal_code(held, BuyColour("ben", "red", 2_50, 25_00)) is None
    assert_refused(held, HoldUnclaimed("ana"), "nothing_unclaimed", "D1 12.2", "ana has left no chips at this table.")


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_winnings_are_held_once_the_result_is_final() -> None:
    table = live_money_wheel("ana", "ben").play(Wager("ana", A, 10_00))
    steps: tuple[Act, ...] = (
        NoMoreBets(),
        SpinWheel(Direction.CLOCKWISE),
        IndicatorRests(2),
        AnnounceSymbol("A"),
        Pay(),
    )
    for count in range(len(steps) + 1):
        now = table.play(*steps[:count])
        assert_refused(now, HoldUnclaimed("ana"), "in_play", "D1 12.2", IN_PLAY)
        assert offered(now) == [Offer(HoldUnclaimed, Role.OPERATOR, {"player": Choices(("ben",))})]
    taken = table.play(*steps, Withdraw("ana", A))
    assert refusal_code(taken, HoldUnclaimed("ana")) == "in_play"
    final = taken.play(OpenBetting())
    assert total_money(final) - total_money(final.play(HoldUnclaimed("ana"))) == 5_010_00


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_a_loser_has_a_result_that_is_not_final_too() -> None:
    table = live_money_wheel("ana").play(Wager("ana", B, 10_00), NoMoreBets(), SpinWheel(Direction.CLOCKWISE))
    collected = table.play(IndicatorRests(2), AnnounceSymbol("A"), Collect())
    assert refusal_code(collected, HoldUnclaimed("ana")) == "in_play"
    assert refusal_code(collected.play(OpenBetting()), HoldUnclaimed("ana")) is None


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_a_wager_in_colour_chips_is_a_wager() -> None:
    table = money_wheel("ana", colours=("red",)).play(BuyColour("ana", "red", 5_00, 5_000_00))
    assert refusal_code(table.play(Wager("ana", A, 5_00, Chips.COLOUR)), HoldUnclaimed("ana")) == "in_play"
    assert table.play(HoldUnclaimed("ana")).general.purses == ()


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_what_lies_at_a_table_that_closed_is_held() -> None:
    table = money_wheel("ana", "ben").play(Wager("ana", A, 10_00), PostClosing(1200), Clock(1200), CloseTable())
    assert offered(table) == [Offer(HoldUnclaimed, Role.OPERATOR, {"player": Choices(("ana", "ben"))})]
    empty = table.play(HoldUnclaimed("ana"), HoldUnclaimed("ben"))
    assert (empty.players, total_money(empty), offered(empty)) == ((), 0, [])


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_whose_chips_are_held_no_longer_agrees_to_anything() -> None:
    table = money_wheel("ana", "ben").play(PostLimits(Sign(10_00, 500_00), 1200), Consent("ana"), Consent("ben"))
    held = table.play(HoldUnclaimed("ana"))
    assert held.general.limits is not None
    assert held.general.limits.agreed == ("ben",)


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_at_blackjack_the_seat_goes_with_the_chips() -> None:
    table = blackjack.blackjack("ana", "ben", decks=4)
    held = table.play(HoldUnclaimed("ben"))
    assert (held.seats[:2], held.players) == (("ana", ""), ("ana",))
    assert blackjack.total_money(table) - blackjack.total_money(held) == blackjack.PURSE
    wagered = blackjack.opened(table, "")
    for now in (blackjack.staked(table, ("ana", 1, 10_00)), wagered, blackjack.deal(wagered, "Th 9d 9c")):
        assert blackjack.refusal(now, HoldUnclaimed("ana")) == ("in_play", "D1 12.2")
        assert now.play(HoldUnclaimed("ben")).players == ("ana",)
    over = blackjack.deal(blackjack.deal(wagered, "Th 9d 9c").play(Stand("ana", 1)), "8d")
    assert over.play(HoldUnclaimed("ana")).players == ("ben",)


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_a_hand_that_is_lost_at_once_is_not_final_before_the_round() -> None:
    table = blackjack.opened(blackjack.blackjack("ana", "ben", manual=("collect cards",)), "Th 9d 6c")
    busted = blackjack.deal(table.play(Draw("ana", 1)), "Kh")
    assert not busted.boxes
    assert blackjack.refusal(busted, HoldUnclaimed("ana")) == ("in_play", "D1 12.2")


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_holding_is_for_the_house_to_do() -> None:
    table = money_wheel("ana", "ben")
    assert_refused(table, HoldUnclaimed("ana", by=player("ben")), "not_your_act", "D1 1.1 Game Supervisor")
    assert_refused(table, HoldUnclaimed("ana", by=player("ana")), "not_your_act", "D1 1.1 Game Supervisor")
    assert refusal_code(table, HoldUnclaimed("ana", by=GAME_SUPERVISOR)) is None


@pytest.mark.clause("D1 12.2")
@pytest.mark.parametrize("nobody", ["zoe", "", None, 5, ["ana"]])
def test_D1_12_2_nothing_is_held_of_somebody_who_left_nothing(nobody: Any) -> None:
    assert refusal_code(money_wheel("ana"), HoldUnclaimed(nobody)) == "nothing_unclaimed"


@pytest.mark.clause("D1 12.2")
def test_D1_12_2_a_wager_found_void_before_the_result_holds_nobody_up() -> None:
    table = live_money_wheel("ana", "ben").play(Wager("ana", A, 10_00), Wager("ben", A, 10_00), NoMoreBets())
    void = table.play(VoidWager("ana", A, "late"))
    assert void.play(HoldUnclaimed("ana")).players == ("ben",)
    assert croupier.money_wheel(SIGN).play(BuyIn("ana", 5_00), HoldUnclaimed("ana")).players == ()
