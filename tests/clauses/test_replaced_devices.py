"""A wheel, a set of dice or the cards replaced: on record, between two results, and looked over anew.

The divisions say how a wheel, dice and cards must be (D8 2.3, 2.5; D10 2.2, 2.4; D9 5; D2 7.7). None but D2 7.7 and,
for the ball, D8 4.7 speaks of another one.
"""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import Role, Sign
from croupier.games.acts import CloseTable, OpenTable
from croupier.games.blackjack import ReplaceCards
from croupier.games.layout.acts import CheckWheel, CorrectGround, OpenBetting, ReplaceWheel
from croupier.games.layout.motion import Direction
from croupier.games.money_wheel import AnnounceSymbol, IndicatorRests, SpinWheel
from croupier.games.people import Actor
from croupier.games.roulette import Announce, BallRests, Colour, Dolly, Spin, SpinBall
from croupier.games.tai_sai import AnnounceDice, Enter, InspectDice, KeyIn, ReplaceDice, Roll, Tumble, Uncover
from croupier.games.wagers import NoMoreBets

SIGN = Sign(minimum=5_00, maximum=500_00)
BALL = SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE)


def opened(make: Any) -> Any:
    return make(SIGN, automation=frozenset()).play(OpenTable())


def code(table: Any, act: Any) -> tuple[str, str] | None:
    refusal = table.refuses(act)
    return None if refusal is None else (str(refusal.rule), refusal.code)


@pytest.mark.clause("D8 2.3(c)", "D8 2.5(b)")
def test_D8_2_3_c_a_wheel_is_replaced_between_two_spins_and_checked_anew() -> None:
    table = opened(croupier.roulette).play(CheckWheel("level"))
    new = ReplaceWheel("W-2", "a fret is bent")
    changed = table.play(new)
    assert (changed.equipment.wheel_in_use, changed.equipment.is_checked) == ("W-2", False)
    assert code(table, CheckWheel()) == ("D8 2.3(c)", "checked_already")
    assert code(changed, CheckWheel()) is None
    assert code(changed, new) == ("D8 2.3(c)", "in_use_already")
    assert code(changed, ReplaceWheel("two words", "worn")) == ("D8 2.3(c)", "bad_device")
    assert code(changed, ReplaceWheel("", "worn")) == ("D8 2.3(c)", "bad_device")
    assert code(changed, ReplaceWheel("W-3", "")) == ("D8 2.3(c)", "no_reason")
    assert changed.refuses(ReplaceWheel("W-3", "")).why == "Give the reason on one line."
    for at in (table.play(BALL), table.play(BALL, BallRests()), table.play(BALL, NoMoreBets())):
        assert code(at, new) == ("D8 2.3(c)", "mid_round")
    # A result lies there until betting opens for the next: it is the old wheel's.
    assert code(table.play(BALL, NoMoreBets(), Spin(17)), new) == ("D8 2.3(c)", "mid_round")
    assert code(table, ReplaceWheel("W-2", "worn", by=Actor(Role.DEALER))) == ("D1 1.1 Game Supervisor", "not_your_act")
    assert code(table, ReplaceWheel("W-2", "worn", by=Actor(Role.OPERATOR))) is None
    assert code(croupier.roulette(SIGN, automation=frozenset()), new) is not None, "not at a closed table"


@pytest.mark.clause("D10 2.2(c)", "D10 2.4(b)")
def test_D10_2_2_c_a_money_wheel_is_replaced_while_wagers_are_open() -> None:
    table = opened(croupier.money_wheel)
    new = ReplaceWheel("K-7", "unbalanced")
    assert table.play(new).equipment.wheel_in_use == "K-7"
    assert code(table.play(NoMoreBets()), new) == ("D10 2.2(c)", "mid_round")
    spun = table.play(NoMoreBets(), SpinWheel(Direction.CLOCKWISE))
    assert code(spun.play(IndicatorRests(1)), new) == ("D10 2.2(c)", "mid_round")


@pytest.mark.clause("D8 2.3(c)", "D10 2.2(c)", "D9 5")
def test_a_device_that_was_replaced_is_still_in_use_when_its_result_is_final_void_or_restored() -> None:
    kiwi, ball = ReplaceWheel("K-7", "unbalanced"), ReplaceWheel("W-2", "a fret is bent")
    dice = ReplaceDice("set-3", "one is chipped")
    turned = opened(croupier.money_wheel).play(kiwi, NoMoreBets(), SpinWheel(Direction.CLOCKWISE))
    spun = opened(croupier.roulette).play(ball, BALL, NoMoreBets())
    thrown = opened(croupier.tai_sai).play(dice, InspectDice(), Tumble(3), NoMoreBets(), Uncover())
    announced = (AnnounceDice((1, 2, 4), 7), KeyIn((1, 2, 4)), Enter(), OpenBetting())
    for now, void, final in (
        (turned, IndicatorRests(1, on_peg=True), (IndicatorRests(1), AnnounceSymbol("F"), OpenBetting())),
        (spun, Spin(17, 3), (Spin(17), Announce(17, Colour.BLACK), Dolly(17), OpenBetting())),
        (thrown, Roll((1, 2, 4), flat=False), (Roll((1, 2, 4)), *announced)),
    ):
        used = in_use(now)
        assert used in ("K-7", "W-2", "set-3")
        assert [in_use(now.play(*final)), in_use(now.play(void))] == [used, used]
        assert in_use(now.play(void, CorrectGround("the key slipped"))) == used
        assert in_use(now.play(*final, CloseTable(), OpenTable())) == used


def in_use(table: Any) -> str:
    parts = (getattr(table.equipment, name, "") for name in ("wheel_in_use", "dice_in_use"))
    return str(next(filter(None, parts), ""))


@pytest.mark.clause("D9 5")
def test_D9_5_dice_that_are_replaced_are_inspected_before_they_are_tumbled() -> None:
    table = opened(croupier.tai_sai).play(InspectDice())
    new = ReplaceDice("set-3", "one is chipped")
    changed = table.play(new)
    assert (changed.equipment.dice_in_use, changed.equipment.inspected) == ("set-3", False)
    assert code(changed, Tumble(3)) == ("D9 5", "not_inspected")
    assert code(changed.play(InspectDice()), Tumble(3)) is None
    assert code(table.play(Tumble(3)), new) == ("D9 5", "mid_round")
    assert code(table, ReplaceDice("no good", "worn")) == ("D9 5", "bad_device")


@pytest.mark.clause("D2 7.7")
def test_D2_7_7_new_cards_may_have_a_mark_on_the_record() -> None:
    table = opened(croupier.blackjack)
    assert table.play(ReplaceCards("S-4")) == table.play(ReplaceCards())
    assert code(table, ReplaceCards("two words")) == ("D2 7.7", "bad_device")
    assert code(table, ReplaceCards("S-4", by=Actor(Role.DEALER))) == ("D1 1.1 Game Supervisor", "not_your_act")
