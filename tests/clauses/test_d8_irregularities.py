"""Section 5 with what rule 3.8 leaves to a supervisor: void spins, the ball, late wagers, corrections, favours."""

from __future__ import annotations

from typing import Any, cast

import pytest

from croupier import (
    Actor,
    BuyColour,
    CashOut,
    Chips,
    Collect,
    Favour,
    HandIn,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    Outcome,
    Pay,
    PayWager,
    Position,
    Role,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.offers import Choices, Words
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.position import Placed
from croupier.games.roulette import (
    Announce,
    BallRests,
    ChangeBall,
    Colour,
    CorrectNumber,
    Direction,
    Dolly,
    ExamineBall,
    ReturnBall,
    Spin,
    SpinBall,
    black,
    even,
    odd,
    red,
    split,
    straight_up,
)
from tests.support.rules.tables import (
    assert_refused,
    live_roulette,
    outcomes,
    refusal_code,
    roulette,
    total_money,
    value_of,
)

AGAINST = SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE)
WITH = SpinBall(Direction.CLOCKWISE, Direction.CLOCKWISE)
MARKED_17: tuple[Act, ...] = (AGAINST, NoMoreBets(), Spin(17), Announce(17, Colour.BLACK), Dolly(17))

GROUNDS = {
    "same_direction": ("D8 5.1(a)", "the ball ran with the wheel"),
    "foreign_object": ("D8 5.1(b)", "a foreign object entered the wheel"),
    "ball_hangs": ("D8 5.1(c)", "the ball did not fall into a compartment in reasonable time"),
    "interference": ("D8 5.1(d)", "somebody interfered with the ball or the wheel"),
    "ball_out": ("D8 5.2", "the ball left the wheel"),
    "too_few_revolutions": ("D8 5.3", "the ball would not go round four times"),
}


# A spin that is void

PLACED = (
    Wager("ana", black, 10_00),
    Wager("ana", straight_up(17), 5_00),
    Wager("ben", red, 20_00),
    Wager("ben", split(17, 20), 5_00, Chips.COLOUR),
)
LYING = (
    Placed("ana", black, 10_00),
    Placed("ana", straight_up(17), 5_00),
    Placed("ben", red, 20_00),
    Placed("ben", split(17, 20), 5_00, Chips.COLOUR),
)

STAGES: dict[str, tuple[Act, ...]] = {
    "ball running": (AGAINST,),
    "call made": (AGAINST, NoMoreBets()),
    "number entered": MARKED_17[:3],
    "number announced": MARKED_17[:4],
    "dolly placed": MARKED_17,
    "losers collected": (*MARKED_17, Collect()),
    "one winner paid": (*MARKED_17, Collect(), PayWager("ana", black)),
    "one winner lifted": (*MARKED_17, Collect(), PayWager("ana", black), Withdraw("ana", black)),
    "all winners paid": (*MARKED_17, Collect(), Pay()),
    "all winners lifted": (
        *(*MARKED_17, Collect(), Pay()),
        *(Withdraw("ana", black), Withdraw("ana", straight_up(17)), Withdraw("ben", split(17, 20))),
    ),
}


def wagered() -> LayoutTable:
    """A live table with two players' wagers, one of them in colour chips."""
    return live_roulette("ana", "ben").play(BuyColour("ben", "pink", 2_50, 100_00), *PLACED)


@pytest.mark.clause(
    "D8 5.1(a)", "D8 5.1(b)", "D8 5.1(c)", "D8 5.1(d)", "D8 5.1 (closing)", "D8 5.2", "D8 5.3", "D8 4.6"
)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("ground", GROUNDS)
def test_D8_5_1_on_a_ground_the_spin_is_void_whatever_was_done_since(ground: str, stage: str) -> None:
    before = wagered()
    void = before.play(*STAGES[stage], NoSpin(ground))
    clause, words = GROUNDS[ground]
    assert [(line.wager, line.outcome, line.pays) for line in void.settled] == [
        (wager, Outcome.VOID, 0) for wager in LYING
    ]
    assert {(str(line.rule), line.reason) for line in void.settled} == {(clause, words)}
    assert void.wagers == LYING
    assert void.general == before.general
    assert (void.result, void.round, void.progress, void.voided) == (None, 1, (), ())
    assert (void.step, void.betting_is_open) == ("spin ball", True)
    assert (void.equipment.wheel, void.equipment.ball, void.equipment.last) == (None, None, None)
    assert void.equipment.needs_examination is (ground == "ball_out")


@pytest.mark.clause("D8 5.1(a)", "D8 5.1 (closing)", "D8 4.2")
@pytest.mark.parametrize("revolutions", [None, 4, 9])
def test_D8_5_1_a_a_ball_that_runs_with_the_wheel_makes_no_result_though_nobody_says_so(
    revolutions: int | None,
) -> None:
    before = wagered()
    running = before.play(WITH)
    assert running.betting_is_open is True
    void = running.play(NoMoreBets(), Spin(17, revolutions))
    assert {(str(line.rule), line.reason, line.outcome) for line in void.settled} == {
        ("D8 5.1(a)", "the ball ran with the wheel", Outcome.VOID)
    }
    assert (void.wagers, void.general, void.result) == (LYING, before.general, None)
    assert void.step == "spin ball"


@pytest.mark.clause("D8 5.3", "D8 5.1 (closing)")
@pytest.mark.parametrize("stage", ["ball running", "call made"])
def test_D8_5_3_a_call_of_no_spin_before_the_ball_rests_stands_without_a_ground(stage: str) -> None:
    before = wagered()
    void = before.play(*STAGES[stage], NoSpin())
    assert {(str(line.rule), line.reason, line.outcome) for line in void.settled} == {
        ("D8 5.3 (R10)", "announced", Outcome.VOID)
    }
    assert (void.wagers, void.general, void.round) == (LYING, before.general, 1)
    assert void.equipment.needs_examination is False


@pytest.mark.clause("D8 5.3", "D8 5.1 (closing)")
def test_D8_5_3_once_there_is_a_result_a_void_needs_its_ground() -> None:
    words = (
        "A result is void only on one of these grounds: "
        "same_direction, foreign_object, ball_hangs, interference, ball_out, too_few_revolutions."
    )
    junk: tuple[Any, ...] = ("", "bad luck", "late", None, 5, [])
    for stage in ("number entered", "dolly placed", "losers collected", "one winner paid", "all winners paid"):
        table = wagered().play(*STAGES[stage])
        for ground in junk:
            assert_refused(table, NoSpin(ground), "no_such_ground", "D8 5.3 (R10)", words)


@pytest.mark.clause("D8 5.3")
def test_D8_5_3_a_ground_that_is_named_must_be_one_of_the_rules() -> None:
    for stage in ("ball running", "call made"):
        table = wagered().play(*STAGES[stage])
        assert refusal_code(table, NoSpin("bad luck")) == "no_such_ground"


@pytest.mark.clause("D8 5.3", "D8 5.1 (closing)")
@pytest.mark.parametrize("acts", [(BallRests(),), (BallRests(), NoMoreBets())], ids=["call owed", "call made good"])
def test_D8_5_3_once_the_ball_is_known_to_rest_a_void_needs_its_ground(acts: tuple[Act, ...]) -> None:
    # Ruling R10: a bare call stands when it is made before the ball rests; after that a ground must be recorded.
    rests = wagered().play(AGAINST, *acts)
    assert_refused(rests, NoSpin(), "no_such_ground", "D8 5.3 (R10)", "A result is void only on")
    assert no_spin_offers(rests) == [tuple(GROUNDS)]
    void = rests.play(NoSpin("interference"))
    called = rests if rests.step == "result" else rests.play(NoMoreBets())
    assert called.closed_early is False
    for next_spin in (void, finish(called)):
        assert (next_spin.equipment.at_rest, next_spin.closed_early) == (False, False)
        running = next_spin.play(AGAINST) if next_spin.step == "spin ball" else next_spin.play(ReturnBall(17), AGAINST)
        assert running.refuses(NoSpin()) is None


@pytest.mark.clause("D8 5.1 (closing)")
def test_D8_5_1_closing_a_void_after_a_forgotten_call_opens_betting_again() -> None:
    void = wagered().play(AGAINST, BallRests(), NoSpin("foreign_object"))
    assert (void.step, void.betting_is_open, void.wagers) == ("spin ball", True, LYING)
    assert void.refuses(Wager("ana", red, 5_00)) is None
    assert void.refuses(Withdraw("ana", black)) is None


@pytest.mark.clause("D8 5.1 (closing)")
def test_D8_5_1_closing_a_result_is_final_once_betting_is_open_again() -> None:
    table = wagered()
    words = "No spin or roll is under way, and the last result is final."
    done = table.play(*MARKED_17, Collect(), Pay(), OpenBetting())
    for at_rest in (table, done, table.play(AGAINST, NoSpin())):
        for ground in ("", *GROUNDS):
            assert_refused(at_rest, NoSpin(ground), "nothing_to_void", "D8 5.1 (R17)", words)
    assert done.general.house == 20_00 - 10_00 - 175_00 - 85_00
    assert done.play(AGAINST).refuses(NoSpin()) is None


@pytest.mark.clause("D8 5.1 (closing)")
def test_D8_5_1_closing_voiding_the_next_spin_leaves_the_last_result_alone() -> None:
    done = wagered().play(*MARKED_17, Collect(), Pay(), OpenBetting())
    void = done.play(AGAINST, NoMoreBets(), NoSpin("ball_hangs"))
    assert void.general == done.general
    assert void.wagers == done.wagers
    assert (void.equipment.last, void.equipment.display, void.round) == (17, (17,), 2)


@pytest.mark.clause("D8 5.1(a)", "D8 5.1(b)", "D8 5.1(c)", "D8 5.1(d)", "D8 5.2")
@pytest.mark.parametrize("ground", [ground for ground in GROUNDS if ground != "too_few_revolutions"])
def test_D8_5_1_the_dealer_or_the_game_supervisor_announces_no_spin(ground: str) -> None:
    for stage in ("ball running", "call made", "dolly placed"):
        table = wagered().play(*STAGES[stage])
        for by in (DEALER, GAME_SUPERVISOR):
            assert table.refuses(NoSpin(ground, by=by)) is None
        for other in (player("ana"), CASINO_SUPERVISOR, OPERATOR):
            words = f"This is for the dealer or game supervisor to do, not for a {other.role}."
            assert_refused(table, NoSpin(ground, by=other), "not_your_act", "D1 1.1 Game Supervisor", words)


@pytest.mark.clause("D8 5.3")
def test_D8_5_3_the_dealer_announces_too_few_revolutions_and_no_player_does() -> None:
    table = wagered().play(AGAINST)
    assert table.refuses(NoSpin("too_few_revolutions", by=DEALER)) is None
    assert refusal_code(table, NoSpin("too_few_revolutions", by=player("ana"))) == "not_your_act"


@pytest.mark.clause("D8 5.1 (closing)", "D8 5.3")
def test_D8_5_1_closing_the_grounds_are_offered_to_the_dealer() -> None:
    offered = {stage: no_spin_offers(wagered().play(*acts)) for stage, acts in STAGES.items()}
    for stage, offers in offered.items():
        running = stage in ("ball running", "call made")
        assert offers == [("", *GROUNDS) if running else tuple(GROUNDS)]
    assert no_spin_offers(wagered()) == []


def no_spin_offers(table: LayoutTable) -> list[tuple[str, ...]]:
    offers = [offer for offer in table.legal if offer.kind is NoSpin]
    assert all(offer.role is Role.DEALER for offer in offers)
    return [cast("Choices", offer.fields["ground"]).values for offer in offers]


@pytest.mark.clause("D8 5.1 (closing)", "D8 5.4")
def test_D8_5_1_closing_at_an_automated_table_a_void_spin_is_spun_again() -> None:
    table = roulette("ana").play(Wager("ana", black, 10_00))
    for acts in ((NoSpin("interference"),), (NoMoreBets(), NoSpin()), (NoMoreBets(), Spin(17, 3))):
        void = table.play(*cast("tuple[Act, ...]", acts))
        assert (void.step, void.betting_is_open, void.round) == ("no more bets", True, 1)
        assert void.wagers == (Placed("ana", black, 10_00),)
        assert value_of(void, "ana") == 4_990_00
        won = void.play(NoMoreBets(), Spin(17))
        assert (value_of(won, "ana"), won.general.house, won.round) == (5_010_00, -10_00, 2)


@pytest.mark.clause("D8 5.1 (closing)")
def test_D8_5_1_closing_after_a_void_spin_wagers_may_be_changed() -> None:
    void = wagered().play(AGAINST, NoMoreBets(), NoSpin())
    changed = void.play(Withdraw("ana", black), Wager("ana", red, 10_00), *MARKED_17)
    assert outcomes(changed)["ana", "red"] == (Outcome.LOSE, 0)
    assert ("ana", "black") not in outcomes(changed)
    assert void.play(*MARKED_17).round == 2


# Ruling R17: what may still be taken back stays at the table


@pytest.mark.clause("D8 5.1 (closing)", "D1 13.1")
def test_D8_5_1_closing_chips_of_a_result_that_is_not_final_stay_at_the_table() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 100_00), *MARKED_17)
    words = "Chips won in a round stay at the table until its result is final."
    assert table.refuses(CashOut("ana", 4_900_00)) is None
    paid = table.play(Pay())
    lifted = paid.play(Withdraw("ana", black))
    assert (value_of(paid, "ana"), value_of(lifted, "ana")) == (5_000_00, 5_100_00)
    for held in (paid, lifted):
        assert held.refuses(CashOut("ana", 4_900_00)) is None
        for act in (
            CashOut("ana", 4_900_50),
            CashOut("ana", 5_000_00),
            BuyColour("ana", "pink", 50, 4_900_50),
        ):
            assert_refused(held, act, "not_final", "D8 5.1 (R17)", words)
        assert held.refuses(BuyColour("ana", "pink", 50, 4_900_00)) is None
    assert lifted.play(OpenBetting()).refuses(CashOut("ana", 5_100_00)) is None
    assert paid.play(OpenBetting()).refuses(CashOut("ana", 5_000_00)) is None
    gone = lifted.play(CashOut("ana", 4_900_00), NoSpin("interference"))
    assert (value_of(gone, "ana"), gone.wagers) == (0, (Placed("ana", black, 100_00),))


@pytest.mark.clause("D8 5.1 (closing)")
def test_D8_5_1_closing_colour_chips_of_a_result_that_is_not_final_stay_too() -> None:
    table = live_roulette("ana").play(BuyColour("ana", "pink", 2_50, 100_00), Wager("ana", black, 50_00, Chips.COLOUR))
    paid = table.play(*MARKED_17, Pay(), Withdraw("ana", black))
    assert paid.refuses(HandIn("ana", 50_00)) is None
    assert_refused(paid, HandIn("ana", 52_50), "not_final", "D8 5.1 (R17)")
    assert paid.refuses(CashOut("ana", 4_900_00)) is None
    assert paid.play(OpenBetting()).refuses(HandIn("ana", 150_00)) is None


@pytest.mark.clause("D8 5.1 (closing)")
def test_D8_5_1_closing_a_player_who_lost_all_is_still_there_until_the_result_is_final() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", red, 1_000_00), CashOut("ana", 4_000_00))
    collected = table.play(*MARKED_17, Collect(), CashOut("ben", 50))
    assert collected.players == ("ana", "ben")
    back = collected.play(NoSpin("interference"))
    assert (back.wagers, back.general.house) == ((Placed("ana", red, 1_000_00),), 0)
    assert back.play(Withdraw("ana", red)).refuses(CashOut("ana", 1_000_00)) is None
    assert collected.play(OpenBetting()).players == ("ben",)


# 5.2: a ball that left the wheel


@pytest.mark.clause("D8 5.2")
def test_D8_5_2_there_is_no_new_spin_until_the_supervisor_has_examined_the_ball() -> None:
    void = wagered().play(AGAINST, NoSpin("ball_out"))
    assert (void.step, void.betting_is_open) == ("spin ball", True)
    words = "The game supervisor has yet to examine the ball."
    assert_refused(void, AGAINST, "not_examined", "D8 5.2 (R20)", words)
    assert_refused(void.play(ChangeBall()), AGAINST, "not_examined", "D8 5.2 (R20)")
    assert void.refuses(Wager("ana", red, 5_00)) is None
    assert [offer.kind for offer in void.legal if offer.kind in (SpinBall, ExamineBall)] == [ExamineBall]
    examined = void.play(ExamineBall())
    assert examined.step == "spin ball"
    assert examined.equipment.needs_examination is False
    assert examined.refuses(AGAINST) is None
    assert [offer.kind for offer in examined.legal if offer.kind in (SpinBall, ExamineBall)] == [SpinBall]


@pytest.mark.clause("D8 5.2", "D1 1.1 Game Supervisor")
def test_D8_5_2_the_game_supervisor_alone_examines_the_ball() -> None:
    void = wagered().play(AGAINST, NoSpin("ball_out"))
    assert void.refuses(ExamineBall(by=GAME_SUPERVISOR)) is None
    for by in (DEALER, CASINO_SUPERVISOR, OPERATOR, player("ana")):
        words = f"This is for the game supervisor to do, not for a {by.role}."
        assert_refused(void, ExamineBall(by=by), "not_your_act", "D1 1.1 Game Supervisor", words)
    offers = [(offer.role, offer.fields) for offer in void.legal if offer.kind is ExamineBall]
    assert offers == [("game supervisor", {})]


@pytest.mark.clause("D8 5.2")
def test_D8_5_2_a_ball_that_stayed_in_the_wheel_is_not_examined() -> None:
    table = wagered()
    words = "The ball has not left the wheel."
    assert_refused(table, ExamineBall(), "nothing_to_examine", "D8 5.2 (R20)", words)
    for ground in ("same_direction", "foreign_object", "ball_hangs", "interference", "too_few_revolutions", ""):
        void = table.play(AGAINST, NoSpin(ground))
        assert_refused(void, ExamineBall(), "nothing_to_examine", "D8 5.2 (R20)")
        assert void.refuses(AGAINST) is None
    examined = table.play(AGAINST, NoSpin("ball_out"), ExamineBall())
    assert_refused(examined, ExamineBall(), "nothing_to_examine", "D8 5.2 (R20)")


@pytest.mark.clause("D8 5.2")
def test_D8_5_2_at_an_automated_table_the_wheel_waits_for_the_examination() -> None:
    table = roulette("ana").play(Wager("ana", black, 10_00), NoMoreBets(), Spin(5), Wager("ana", black, 10_00))
    void = table.play(NoMoreBets(), NoSpin("ball_out"))
    assert (void.step, void.betting_is_open) == ("spin ball", True)
    assert_refused(void, NoMoreBets(), "out_of_order", "D8 4.2")
    examined = void.play(ExamineBall())
    assert examined.step == "no more bets"
    assert value_of(examined.play(NoMoreBets(), Spin(17)), "ana") == 5_000_00


@pytest.mark.clause("D8 5.2", "D8 5.4")
def test_D8_5_2_the_ball_goes_back_before_or_after_it_is_examined() -> None:
    done = live_roulette("ana").play(*MARKED_17, OpenBetting())
    void = done.play(AGAINST, NoSpin("ball_out"))
    assert void.step == "return ball"
    returned_first = void.play(ReturnBall(17))
    assert_refused(returned_first, AGAINST, "not_examined", "D8 5.2 (R20)")
    assert returned_first.play(ExamineBall()).refuses(AGAINST) is None
    examined_first = void.play(ExamineBall())
    assert examined_first.step == "return ball"
    assert examined_first.play(ReturnBall(17)).refuses(AGAINST) is None


# 5.4: the ball goes back to the last winning number


@pytest.mark.clause("D8 5.4")
def test_D8_5_4_after_a_void_spin_the_ball_goes_back_to_the_last_winning_number() -> None:
    table = live_roulette("ana").play(*MARKED_17, OpenBetting())
    void = table.play(AGAINST, NoMoreBets(), NoSpin())
    assert (void.step, void.betting_is_open) == ("return ball", True)
    assert_refused(void, AGAINST, "out_of_order", "D8 5.4", "Not now: the next step is to return the ball")
    for number in (*range(-1, 17), *range(18, 38)):
        words = "Return the ball to 17, which won last."
        assert_refused(void, ReturnBall(number), "wrong_pocket", "D8 5.4", words)
    back = void.play(Wager("ana", black, 5_00), ReturnBall(17), Wager("ana", red, 5_00))
    assert back.step == "spin ball"
    again = back.play(*MARKED_17, Collect(), Pay(), OpenBetting())
    assert (value_of(again, "ana"), again.general.house) == (4_995_00, 0)


@pytest.mark.clause("D8 5.4")
def test_D8_5_4_a_number_that_proved_void_never_won() -> None:
    done = live_roulette("ana").play(*MARKED_17, OpenBetting())
    spun_5 = done.play(AGAINST, NoMoreBets(), Spin(5), Announce(5, Colour.RED), Dolly(5))
    void = spun_5.play(NoSpin("interference"))
    assert_refused(void, ReturnBall(5), "wrong_pocket", "D8 5.4")
    assert void.refuses(ReturnBall(17)) is None
    kept = spun_5.play(OpenBetting(), AGAINST, NoMoreBets(), NoSpin())
    assert kept.refuses(ReturnBall(5)) is None


@pytest.mark.clause("D8 5.4")
def test_D8_5_4_zero_is_a_winning_number_too() -> None:
    zero = (AGAINST, NoMoreBets(), Spin(0), Announce(0, Colour.GREEN), Dolly(0), OpenBetting())
    void = live_roulette("ana").play(*zero, AGAINST, NoSpin())
    assert void.step == "return ball"
    assert void.refuses(ReturnBall(0)) is None


@pytest.mark.clause("D8 5.4")
def test_D8_5_4_before_the_first_winning_number_the_ball_starts_anywhere() -> None:
    void = live_roulette("ana").play(AGAINST, NoMoreBets(), NoSpin())
    assert void.step == "spin ball"
    assert_refused(void, ReturnBall(0), "out_of_order", "D8 4.2")
    again = void.play(AGAINST, NoMoreBets(), NoSpin())
    assert again.step == "spin ball"


@pytest.mark.clause("D8 5.4")
def test_D8_5_4_several_void_spins_in_a_row_leave_the_last_winning_number() -> None:
    table = live_roulette("ana").play(*MARKED_17, OpenBetting())
    for ground in GROUNDS:
        table = table.play(AGAINST, NoSpin(ground), ReturnBall(17))
        table = table.play(ExamineBall()) if ground == "ball_out" else table
    assert (table.round, table.equipment.last, table.equipment.display) == (7, 17, (17,))


# Ruling R12: a supervisor's ruling for the player's good


def favoured(*, settle_as: Position | None = None, position: Position = red) -> Favour:
    return Favour("ana", position, "a waiter knocked the stack over", settle_as=settle_as)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_losing_wager_may_be_given_back_as_a_favour() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), Wager("ana", black, 10_00), *MARKED_17)
    for stage in (table, table.play(Collect()), table.play(Collect(), Pay())):
        given = stage.play(favoured())
        line = next(line for line in given.settled if line.wager.position == red)
        assert (line.outcome, line.pays, str(line.rule)) == (Outcome.VOID, 0, "D8 3.8 (R12)")
        assert line.reason == "a waiter knocked the stack over"
        assert Placed("ana", red, 5_00) not in given.wagers
        assert total_money(given) == 5_000_00
    done = table.play(Collect(), Pay(), favoured(), OpenBetting())
    assert (value_of(done, "ana"), done.wagers, done.general.house) == (
        5_000_00,
        (Placed("ana", black, 10_00),),
        -10_00,
    )


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_wager_may_be_settled_as_if_it_lay_elsewhere_for_the_player() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17, Collect())
    assert (table.step, table.general.house) == ("open betting", 5_00)
    ruled = table.play(favoured(settle_as=straight_up(17)))
    assert outcomes(ruled) == {("ana", "red"): (Outcome.WIN, 175_00)}
    assert [(str(line.rule), line.reason) for line in ruled.settled] == [
        ("D8 3.8 (R12)", "a waiter knocked the stack over")
    ]
    assert (ruled.step, ruled.wagers, ruled.general.house) == ("pay", (Placed("ana", red, 5_00),), 0)
    paid = ruled.play(Pay(), Withdraw("ana", red), OpenBetting())
    assert (value_of(paid, "ana"), paid.general.house) == (5_175_00, -175_00)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_favour_leaves_every_other_wager_as_it_was() -> None:
    before = wagered().play(*MARKED_17)
    after = before.play(Favour("ben", red, "a waiter knocked the stack over"))
    assert outcomes(after) == outcomes(before) | {("ben", "red"): (Outcome.VOID, 0)}
    first = before.play(Favour("ana", black, "a waiter knocked the stack over", settle_as=straight_up(17)))
    assert outcomes(first) == outcomes(before) | {("ana", "black"): (Outcome.WIN, 350_00)}
    assert [line.wager for line in first.settled] == [line.wager for line in before.settled]


@pytest.mark.clause("D8 3.8", "D1 11.1")
def test_D8_3_8_a_winner_that_was_paid_may_be_paid_better() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), *MARKED_17, Pay(), Withdraw("ana", black))
    assert value_of(table, "ana") == 5_010_00
    better = table.play(favoured(position=black, settle_as=split(17, 20)))
    assert (better.step, value_of(better, "ana"), better.wagers) == ("pay", 4_990_00, (Placed("ana", black, 10_00),))
    assert value_of(better.play(Pay()), "ana") == 5_160_00


@pytest.mark.clause("D8 3.8")
@pytest.mark.parametrize(
    ("position", "settle_as"),
    [
        (red, red),
        (red, even),
        (red, straight_up(18)),
        (black, None),
        (black, black),
        (black, odd),
        (black, red),
        (straight_up(17), None),
        (straight_up(17), split(17, 20)),
        (straight_up(17), straight_up(17)),
    ],
    ids=str,
)
def test_D8_3_8_no_ruling_against_the_strict_rule_unless_it_favours_the_player(
    position: Position, settle_as: Position | None
) -> None:
    wagers = (Wager("ana", red, 5_00), Wager("ana", black, 5_00), Wager("ana", straight_up(17), 5_00))
    table = live_roulette("ana").play(*wagers, *MARKED_17)
    act = favoured(position=position, settle_as=settle_as)
    words = "A ruling against the strict rule may only favour the player."
    assert_refused(table, act, "not_in_favour", "D8 3.8 (R12)", words)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_wager_given_back_may_be_ruled_a_winner_but_not_given_back_twice() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17, Collect(), favoured())
    assert refusal_code(table, favoured()) == "not_in_favour"
    won = table.play(favoured(settle_as=black))
    assert (won.step, won.wagers, value_of(won, "ana")) == ("pay", (Placed("ana", red, 5_00),), 4_995_00)
    assert value_of(won.play(Pay(), OpenBetting(), Withdraw("ana", red)), "ana") == 5_005_00


@pytest.mark.clause("D8 3.8")
@pytest.mark.parametrize("reason", ["", "   ", "two\nlines", None, 5])
def test_D8_3_8_a_favour_needs_its_reason_on_one_line(reason: Any) -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17)
    words = "Give the reason on one line"
    assert_refused(table, Favour("ana", red, reason), "no_reason", "D8 3.8 (R12)", words)
    assert_refused(table, CorrectNumber(18, reason), "no_reason", "D8 3.8 (R12)", words)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_favour_concerns_a_wager_of_a_round_that_is_not_final() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", red, 5_00))
    final = table.play(*MARKED_17, Collect(), OpenBetting())
    words = "ana has no wager on red in a round that is not final."
    # Ruling R25: from the call on, and until the next round begins with a wager, a withdrawal or a spin.
    for other in (table, table.play(AGAINST), final.play(Wager("ben", red, 5_00)), final.play(AGAINST)):
        assert_refused(other, favoured(), "no_wager_there", "D8 3.8 (R12)", words)
    assert table.play(AGAINST, NoMoreBets()).refuses(favoured()) is None
    assert final.refuses(favoured()) is None
    spun = table.play(*MARKED_17)
    assert_refused(spun, Favour("ben", red, "a reason"), "no_wager_there", "D8 3.8 (R12)")
    assert_refused(spun, Favour("ana", black, "a reason"), "no_wager_there", "D8 3.8 (R12)")


@pytest.mark.clause("D8 3.8", "D1 1.1 Game Supervisor")
def test_D8_3_8_the_game_supervisor_or_the_operator_rules() -> None:
    table = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17)
    rulings: tuple[Any, ...] = (Favour, CorrectNumber)
    for by in (GAME_SUPERVISOR, OPERATOR):
        assert table.refuses(Favour("ana", red, "a reason", by=by)) is None
        assert table.refuses(CorrectNumber(18, "misread", by=by)) is None
    for other in (DEALER, CASINO_SUPERVISOR, player("ana")):
        words = f"This is for the game supervisor or operator to do, not for a {other.role}."
        acts = (Favour("ana", red, "a reason", by=other), CorrectNumber(18, "misread", by=other))
        for act in acts:
            assert_refused(table, act, "not_your_act", "D1 1.1 Game Supervisor", words)
    offered = [(offer.kind, offer.role) for offer in table.legal if offer.kind in rulings]
    assert offered == [(Favour, "game supervisor"), (CorrectNumber, "game supervisor")]


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_giving_back_is_offered_for_losing_wagers_alone() -> None:
    table = live_roulette("ana", "ben").play(
        Wager("ana", red, 5_00), Wager("ana", black, 5_00), Wager("ben", even, 5_00)
    )
    assert [offer for offer in table.legal if offer.kind is Favour] == []
    offers = [offer for offer in table.play(*MARKED_17).legal if offer.kind is Favour]
    assert [offer.fields for offer in offers] == [
        {"player": Choices(("ana",)), "position": Choices((red,)), "reason": Words()},
        {"player": Choices(("ben",)), "position": Choices((even,)), "reason": Words()},
    ]


@pytest.mark.clause("D8 3.8", "D8 5.1 (closing)")
def test_D8_3_8_a_favour_falls_with_the_spin_it_was_made_on() -> None:
    before = live_roulette("ana").play(Wager("ana", red, 5_00))
    for settle_as in (None, black):
        table = before.play(*MARKED_17, Collect(), favoured(settle_as=settle_as))
        table = table.play(Pay()) if settle_as else table
        void = table.play(NoSpin("foreign_object"))
        assert (void.wagers, void.general) == (before.wagers, before.general)


# Ruling R19: a wager placed after the call


@pytest.mark.clause("D8 3.6(a)", "D8 3.8")
@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage != "ball running"])
@pytest.mark.parametrize(
    ("name", "position", "chips"),
    [("ana", black, Chips.VALUE), ("ben", red, Chips.VALUE), ("ben", split(17, 20), Chips.COLOUR)],
)
def test_D8_3_6_a_a_late_wager_is_void_and_returned(stage: str, name: str, position: Position, chips: Chips) -> None:
    void = wagered().play(*STAGES[stage], VoidWager(name, position, "late"))
    assert position not in [wager.position for wager in void.wagers]
    done = finish(void)
    lines = {str(line.wager.position): line for line in done.settled}
    late = lines[str(position)]
    assert (late.outcome, late.pays, str(late.rule)) == (Outcome.VOID, 0, "D8 3.6(a) (R19)")
    assert late.reason == "it was placed after “No more bets”"
    stakes = {"black": 10_00, "red": 20_00, "split 17-20": 5_00}
    gains = {"black": 10_00, "17": 175_00, "red": -20_00, "split 17-20": 85_00} | {str(position): 0}
    assert done.general.house == -sum(gains.values())
    assert late.wager == Placed(name, position, stakes[str(position)], chips)
    assert total_money(done) == 10_000_00


def finish(table: LayoutTable) -> LayoutTable:
    """The rest of the dealer's steps on 17, up to the opening of the next betting."""
    steps: dict[str, Act] = {
        "result": Spin(17),
        "announce": Announce(17, Colour.BLACK),
        "dolly": Dolly(17),
        "collect": Collect(),
        "pay": Pay(),
    }
    while table.step != "open betting":
        table = table.play(steps[table.step])
    return table.play(OpenBetting())


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_a_late_wager_goes_back_to_the_cent() -> None:
    table = live_roulette("ana").play(
        Wager("ana", black, 10_00), Wager("ana", red, 20_00), *MARKED_17, Collect(), Pay()
    )
    assert (value_of(table, "ana"), table.general.house) == (4_980_00, 10_00)
    no_win = table.play(VoidWager("ana", black, "late"))
    assert (value_of(no_win, "ana"), no_win.general.house, no_win.wagers) == (4_980_00, 20_00, ())
    no_loss = no_win.play(VoidWager("ana", red, "late"))
    assert (value_of(no_loss, "ana"), no_loss.general.house) == (5_000_00, 0)
    assert no_loss.step == "open betting"


@pytest.mark.clause("D8 3.6(a)", "D8 4.5(b)")
def test_D8_3_6_a_a_late_wager_hurries_no_step_and_leaves_none_without_work() -> None:
    table = wagered().play(AGAINST, NoMoreBets())
    for step, act in (("result", Spin(17)), ("announce", Announce(17, Colour.BLACK)), ("dolly", Dolly(17))):
        assert table.play(VoidWager("ben", red, "late")).step == step
        table = table.play(act)
    only_winner = live_roulette("ana").play(Wager("ana", black, 5_00), Wager("ana", red, 5_00), *MARKED_17, Collect())
    assert only_winner.step == "pay"
    assert only_winner.play(VoidWager("ana", black, "late")).step == "open betting"


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_a_late_wager_is_forgotten_with_its_spin() -> None:
    called = wagered().play(AGAINST, NoMoreBets(), VoidWager("ben", red, "late"))
    void = called.play(NoSpin())
    assert ("ben", "red") in outcomes(void)
    for next_spin in (void, finish(called)):
        spun = next_spin.play(AGAINST, NoMoreBets(), Spin(17))
        assert ("ben", "red") not in outcomes(spun)
        assert len(spun.settled) == 3


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_a_wager_found_late_before_the_result_is_free_to_leave() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), AGAINST, NoMoreBets())
    void = table.play(VoidWager("ana", black, "late"))
    assert (void.wagers, value_of(void, "ana"), void.step) == ((), 5_000_00, "result")
    assert void.refuses(CashOut("ana", 5_000_00)) is None
    spun = void.play(Spin(17))
    assert outcomes(spun) == {("ana", "black"): (Outcome.VOID, 0)}
    again = spun.play(NoSpin("interference"))
    assert (again.wagers, value_of(again, "ana")) == ((), 5_000_00)
    assert outcomes(again) == {("ana", "black"): (Outcome.VOID, 0)}
    assert {str(line.rule) for line in again.settled} == {"D8 3.6(a) (R19)"}


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_only_a_wager_of_this_spin_can_be_late() -> None:
    table = live_roulette("ana", "ben").play(Wager("ana", black, 10_00))
    act = VoidWager("ana", black, "late")
    words = "Betting is open: the wager can simply be taken back."
    for open_ in (table, table.play(AGAINST), finish(table.play(*MARKED_17))):
        assert_refused(open_, act, "betting_open", "D8 3.6(a) (R19)", words)
    assert table.play(AGAINST, BallRests()).refuses(act) is None
    called = table.play(AGAINST, NoMoreBets())
    for closed in (called, called.play(Spin(17))):
        assert_refused(
            closed, VoidWager("ben", black, "late"), "no_wager_there", "D8 3.1", "ben has no wager on black."
        )
        assert_refused(closed, VoidWager("ana", red, "late"), "no_wager_there", "D8 3.1")
        assert_refused(closed.play(act), act, "no_wager_there", "D8 3.1")
    given = live_roulette("ana").play(Wager("ana", red, 5_00), *MARKED_17, favoured())
    assert_refused(given, VoidWager("ana", red, "late"), "no_wager_there", "D8 3.1")


@pytest.mark.clause("D8 3.6(a)", "D8 5.3")
@pytest.mark.parametrize("ground", ["", "ball_out", "not inside", None, 5, []])
def test_D8_3_6_a_lateness_is_the_one_ground_on_which_a_roulette_wager_is_void(ground: Any) -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), AGAINST, NoMoreBets())
    words = "Give one of these grounds: late."
    assert_refused(table, VoidWager("ana", black, ground), "no_such_ground", "D8 5.3 (R10)", words)


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_dealer_or_supervisor_finds_a_wager_late() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), AGAINST, NoMoreBets())
    for by in (DEALER, GAME_SUPERVISOR):
        assert table.refuses(VoidWager("ana", black, "late", by=by)) is None
    for other in (OPERATOR, CASINO_SUPERVISOR, player("ana")):
        act = VoidWager("ana", black, "late", by=other)
        words = f"This is for the dealer or game supervisor to do, not for a {other.role}."
        assert_refused(table, act, "not_your_act", "D1 1.1 Game Supervisor", words)


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_late_wagers_are_offered_while_the_round_is_not_final() -> None:
    table = live_roulette("ana").play(Wager("ana", black, 10_00), Wager("ana", red, 5_00))
    assert late_offers(table) == []
    called = table.play(AGAINST, NoMoreBets())
    assert late_offers(called) == ["black", "red"]
    assert late_offers(called.play(Spin(17))) == ["black", "red"]
    assert late_offers(called.play(Spin(17), VoidWager("ana", red, "late"))) == ["black"]
    assert late_offers(finish(called)) == []


def late_offers(table: LayoutTable) -> list[str]:
    offers = [offer for offer in table.legal if offer.kind is VoidWager]
    assert all(offer.role is Role.DEALER for offer in offers)
    acts = [cast("VoidWager", offer.act()) for offer in offers]
    assert {act.ground for act in acts} <= {"late"}
    return [str(act.position) for act in acts]


# A number entered wrongly


@pytest.mark.clause("D8 3.8", "D8 4.4(a)", "D1 11.1")
@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage not in ("ball running", "call made")])
def test_D8_3_8_a_corrected_number_settles_as_if_it_had_been_entered_first(stage: str) -> None:
    before = wagered()
    right = before.play(AGAINST, NoMoreBets(), Spin(18))
    corrected = before.play(*STAGES[stage]).play(CorrectNumber(18, "the dealer misread the wheel"))
    assert corrected == right
    assert outcomes(corrected) == {
        ("ana", "black"): (Outcome.LOSE, 0),
        ("ana", "17"): (Outcome.LOSE, 0),
        ("ben", "red"): (Outcome.WIN, 20_00),
        ("ben", "split 17-20"): (Outcome.LOSE, 0),
    }
    assert (corrected.step, corrected.round, corrected.result) == ("announce", 1, 18)
    done = corrected.play(Announce(18, Colour.RED), Dolly(18), Collect(), Pay(), OpenBetting())
    assert (done.equipment.last, done.equipment.display) == (18, (18,))
    assert (value_of(done, "ana"), done.general.house) == (4_985_00, 0)


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_wager_found_late_stays_void_when_the_number_is_corrected() -> None:
    table = wagered().play(*MARKED_17, VoidWager("ben", red, "late"), CorrectNumber(18, "misread"))
    assert outcomes(table)["ben", "red"] == (Outcome.VOID, 0)
    assert "red" not in [str(wager.position) for wager in table.wagers]


@pytest.mark.clause("D8 3.8", "D8 5.1 (closing)")
def test_D8_3_8_only_a_result_that_is_not_final_is_corrected() -> None:
    table = wagered()
    words = "There is no result to correct, or it is final."
    final = table.play(*MARKED_17, Collect(), Pay(), OpenBetting())
    for other in (table, table.play(AGAINST), table.play(AGAINST, NoMoreBets()), final):
        assert_refused(other, CorrectNumber(18, "misread"), "final", "D8 5.1 (R17)", words)
        assert [offer for offer in other.legal if offer.kind is CorrectNumber] == []
    spun = table.play(*MARKED_17)
    offer = next(offer for offer in spun.legal if offer.kind is CorrectNumber)
    assert offer.fields == {"number": Choices(tuple(range(37))), "reason": Words()}


@pytest.mark.clause("D1 1.1 Dealer")
def test_D8_5_1_an_act_names_its_actor_as_a_person_in_a_role() -> None:
    table = wagered().play(AGAINST)
    act = NoSpin("interference", by=cast("Actor", "the dealer"))
    assert_refused(table, act, "bad_actor", "D1 1.1 Dealer", "Say who does it, by role and name.")
