"""The dealer calls the game supervisor to a live table (Division 1, section 1.1)."""

from __future__ import annotations

import pytest

from croupier import AnswerCall, CallSupervisor, Wager
from croupier.games.position import Position
from tests.support.rules.blackjack import allowed_roles, live, offers
from tests.support.rules.tables import assert_refused, live_roulette, roulette

RULE = "D1 1.1 Game Supervisor"


@pytest.mark.clause("D1 1.1 Game Supervisor", "D1 1.1 Dealer")
def test_D1_1_1_the_dealer_calls_and_the_game_supervisor_comes() -> None:
    table = live_roulette("ana").play(Wager("ana", Position("red"), 10_00))
    assert_refused(table, AnswerCall(), "not_called", RULE, "Nobody has called")
    called = table.play(CallSupervisor())
    assert called.general.is_supervisor_called
    assert_refused(called, CallSupervisor(), "called_already", RULE, "The game supervisor has been called")
    # It moves no chip and holds nothing up.
    assert (called.money, called.step, called.wagers) == (table.money, table.step, table.wagers)
    assert called.play(AnswerCall()) == table


@pytest.mark.clause("D1 1.1 Game Supervisor")
def test_D1_1_1_who_calls_and_who_comes() -> None:
    table = live("ana")
    assert allowed_roles(table, CallSupervisor()) == {"dealer"}
    called = table.play(CallSupervisor())
    assert allowed_roles(called, AnswerCall()) == {"game supervisor"}
    assert offers(table, CallSupervisor) == ["dealer: call supervisor"]
    assert offers(called, CallSupervisor) == []
    assert offers(called, AnswerCall) == ["game supervisor: answer call"]


@pytest.mark.clause("D1 1.1 Dealer")
def test_D1_1_1_a_table_that_deals_itself_has_nobody_who_calls() -> None:
    assert_refused(roulette("ana"), CallSupervisor(), "no_dealer_here", RULE, "This table is automatic")
