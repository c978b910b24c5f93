"""Disputes about rounds whose result is final, and what the house pays to make good: Division 1, rule 11.1."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import (
    BuyIn,
    CashOut,
    Collect,
    LayoutTable,
    MakeGood,
    NoMoreBets,
    OpenBetting,
    Pay,
    Purpose,
    RecordDispute,
    ReserveTable,
    Role,
    Wager,
)
from croupier.games.blackjack.acts import Stand
from croupier.games.money_wheel import AnnounceSymbol, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Bounds, Choices, Offer, Words
from croupier.games.people import DEALER, OPERATOR, player
from croupier.record.journals.ledger import Transfer, transfers
from tests.support.rules import blackjack
from tests.support.rules.tables import (
    assert_refused,
    live_money_wheel,
    money_wheel,
    refusal_code,
    roulette,
    total_money,
    value_of,
)

A, B = symbol("A"), symbol("B")
TURN = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(2), AnnounceSymbol("A"))
DISPUTE = RecordDispute("ana", 1, "it lay on A")
GOOD = MakeGood("ana", 1, 17_50, "it lay on A")


def final() -> LayoutTable:
    """A live wheel at which ana has lost 10 on B in round 1, and betting is open again."""
    return live_money_wheel("ana", "ben").play(Wager("ana", B, 10_00), *TURN, Collect(), OpenBetting())


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_the_house_makes_good_for_a_round_that_is_final() -> None:
    table = final()
    made = table.play(GOOD)
    assert (value_of(table, "ana"), table.general.house) == (4_990_00, 10_00)
    assert (value_of(made, "ana"), made.general.house) == (5_007_50, -7_50)
    assert total_money(made) == total_money(table) == 10_000_00
    # The result stays final (ruling R17): nothing is settled again.
    assert (made.settled, made.wagers, made.round, made.result) == (table.settled, (), 1, table.result)
    assert table.play(DISPUTE) == table


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_what_is_made_good_has_a_line_of_its_own_in_the_ledger() -> None:
    table = final()
    assert transfers("t1", table, GOOD, table.play(GOOD)) == (Transfer("float:t1", "stack:t1:ana:value", 17_50),)
    assert transfers("t1", table, DISPUTE, table.play(DISPUTE)) == ()


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_dispute_is_about_a_round_whose_result_is_final() -> None:
    table = final()
    for number in (0, -1, 2, 10**30):
        for act in (RecordDispute("ana", number, "a reason"), MakeGood("ana", number, 5_00, "a reason")):
            assert_refused(table, act, "no_such_round", "D1 11.1")
    assert table.play(Wager("ana", B, 10_00), NoMoreBets()).refuses(DISPUTE) is None
    again = table.play(Wager("ana", B, 10_00), *TURN)
    assert again.round == 2
    words = "The result of this round is not final yet: correct it instead."
    for second in (RecordDispute("ana", 2, "a reason"), MakeGood("ana", 2, 5_00, "a reason")):
        assert_refused(again, second, "not_final", "D10 5.4 (M10)", words)
        assert again.play(Collect(), OpenBetting()).refuses(second) is None
    assert again.refuses(DISPUTE) is None
    assert again.play(GOOD).general.house == again.general.house - 17_50
    assert refusal_code(live_money_wheel("ana"), DISPUTE) == "no_such_round"


@pytest.mark.clause("D1 11.1", "D1 1.1 Game Supervisor")
def test_D1_11_1_supervisor_or_operator_settle_a_dispute_with_its_reason() -> None:
    table = final()
    for reason in ("", " ", "two\nlines", "w" * 201):
        assert_refused(table, RecordDispute("ana", 1, reason), "no_reason", "D1 11.1")
        assert_refused(table, MakeGood("ana", 1, 5_00, reason), "no_reason", "D1 11.1")
    for by in (DEALER, player("ana")):
        assert refusal_code(table, MakeGood("ana", 1, 5_00, "a reason", by=by)) == "not_your_act"
        assert refusal_code(table, RecordDispute("ana", 1, "a reason", by=by)) == "not_your_act"
    assert table.refuses(MakeGood("ana", 1, 5_00, "a reason", by=OPERATOR)) is None


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_it_is_made_good_in_chips_to_a_player_by_name() -> None:
    table = final()
    cases: tuple[tuple[Any, str], ...] = ((0, "not_positive"), (25, "not_in_chips"), (2.5, "not_an_amount"))
    for amount, code in cases:
        assert_refused(table, MakeGood("ana", 1, amount, "a reason"), code, "D1 11.1")
    nobody: Any
    for nobody in ("", "two words", None, 5):
        assert refusal_code(table, MakeGood(nobody, 1, 5_00, "a reason")) == "bad_name"


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_one_who_lost_the_last_chip_gets_chips_again() -> None:
    table = live_money_wheel("ben").play(BuyIn("ana", 10_00), Wager("ana", B, 10_00), *TURN, Collect(), OpenBetting())
    assert table.players == ("ben",)
    assert value_of(table.play(GOOD), "ana") == 17_50
    offers = [offer for offer in table.legal if offer.kind is RecordDispute]
    assert offers == [
        Offer(
            RecordDispute,
            Role.GAME_SUPERVISOR,
            {"player": Choices((name,)), "round": Bounds(1, 1), "reason": Words()},
        )
        for name in ("ana", "ben")
    ]


@pytest.mark.clause("D1 11.1", "D1 7.1")
def test_D1_11_1_it_is_made_good_at_a_reserved_table_too_where_no_more_can_be_bought() -> None:
    table = live_money_wheel("ben").play(BuyIn("ana", 10_00), Wager("ana", B, 10_00), *TURN, Collect(), OpenBetting())
    reserved = table.play(ReserveTable(Purpose.PRIVATE_USE, ("ben",)), GOOD)
    assert value_of(reserved, "ana") == 17_50
    assert reserved.refuses(BuyIn("ana", 10_00)) is not None
    assert [offer.fields["player"] for offer in reserved.legal if offer.kind is BuyIn] == [Choices(("ben",))]
    assert reserved.refuses(CashOut("ana", 17_50)) is None


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_at_every_game() -> None:
    wheel = money_wheel("ana").play(Wager("ana", A, 10_00), NoMoreBets(), IndicatorRests(2))
    assert value_of(wheel.play(GOOD), "ana") == 5_027_50
    assert refusal_code(roulette("ana"), GOOD) == "no_such_round"
    table = blackjack.opened(blackjack.blackjack("ana", "ben"), "Th 9d 9c")
    assert blackjack.refusal(table, GOOD)[0] == "not_final"
    over = blackjack.deal(table.play(Stand("ana", 1)), "8d")
    made = over.play(GOOD)
    assert value_of(made, "ana") - value_of(over, "ana") == 17_50
    assert over.general.house - made.general.house == 17_50
    assert (made.players, made.round) == (("ana", "ben"), over.round)


def test_paying_is_not_made_good_by_a_pay_step() -> None:
    """A winner that waits to be paid is paid by the dealer's step, and not from here."""
    waiting = live_money_wheel("ana").play(Wager("ana", A, 10_00), *TURN)
    assert refusal_code(waiting, GOOD) == "not_final"
    assert waiting.refuses(Pay()) is None
