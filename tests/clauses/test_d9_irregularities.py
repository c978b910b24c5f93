"""Division 9, section 7: void rolls, late wagers, and dice that were read or entered wrongly (S14)."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    Actor,
    CashOut,
    Collect,
    Favour,
    LayoutTable,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    Refused,
    Role,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.tai_sai import (
    AnnounceDice,
    CorrectDice,
    Enter,
    InspectDice,
    KeyIn,
    NoRoll,
    Roll,
    Tumble,
    Uncover,
    big,
    even,
    odd,
    small,
    triple,
)
from tests.support.rules.tables import SIGN, live_tai_sai, outcomes, refusal_code, refusal_rule, tai_sai, total_money
from tests.support.rules.tai_sai import AUTOMATIC, NAMES, ROLLS, Dice, before, by, inspected, value_of

PLACING = "D9 4.2-4.9"
IRREGULAR = "D9 7"

GROUNDS = {
    "not_flat": "a die did not lie flat, or lay on another",
    "die_outside": "a die left the tumbler",
    "too_few_tumbles": "the tumbler turned fewer than three times",
    "interference": "somebody interfered with the tumbler",
    "uncovered_early": "the cover came off before “No more bets”",
}
RESULT_STEPS = NAMES[NAMES.index("announce") :]
VOID_STEPS = NAMES[NAMES.index("no more bets") :]
SPOTTERS = (DEALER, GAME_SUPERVISOR)
NOT_SPOTTERS = (CASINO_SUPERVISOR, OPERATOR, player("ana"), Actor(Role.TOURNAMENT_DIRECTOR))


def entered(dice: Dice) -> tuple[Act, ...]:
    """What the dealer does about these dice from the announcement to the entry."""
    low, middle, high = sorted(dice)
    return AnnounceDice((low, middle, high), sum(dice)), KeyIn(dice), Enter()


def assert_void(table: LayoutTable, reason: str) -> None:
    """The state that the wagers of `inspected` are in after a void roll: nothing won, nothing lost, betting open."""
    assert {(str(line.wager.position), line.outcome, line.pays, line.rule.clause) for line in table.settled} == {
        ("big", Outcome.VOID, 0, IRREGULAR),
        ("small", Outcome.VOID, 0, IRREGULAR),
    }
    assert {line.reason for line in table.settled} == {reason}
    assert [(wager.player, str(wager.position), wager.stake) for wager in table.wagers] == [
        ("ana", "big", 10_00),
        ("ben", "small", 20_00),
    ]
    assert (value_of(table, "ana"), value_of(table, "ben"), table.general.house) == (4_990_00, 4_980_00, 0)
    public = table.view().public
    assert (public.betting, public.step, public.round, public.result, public.lit) == (True, "tumble", 1, None, ())
    assert (table.equipment.inspected, table.equipment.tumbles, table.equipment.keyed) == (True, 0, None)


# Void rolls that somebody announces


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", VOID_STEPS)
@pytest.mark.clause("D9 7")
def test_D9_7_a_roll_is_void_on_any_ground_before_and_after_payment_by_R17(name: str, ground: str) -> None:
    assert_void(before(name).play(NoRoll(ground)), GROUNDS[ground])


@pytest.mark.clause("D9 7")
def test_D9_7_after_a_void_roll_the_wagers_stand_and_are_settled_by_the_next() -> None:
    void = before("open betting").play(NoRoll("interference"))
    done = void.play(Tumble(3), NoMoreBets(), Uncover(), Roll((1, 2, 1)), *entered((1, 2, 1)), Collect(), Pay())
    assert outcomes(done) == {("ana", "big"): (Outcome.LOSE, 0), ("ben", "small"): (Outcome.WIN, 20_00)}
    assert (value_of(done, "ana"), value_of(done, "ben"), done.general.house) == (4_990_00, 5_000_00, -10_00)
    assert done.view().public.round == 2


@pytest.mark.clause("D9 7")
def test_D9_7_after_a_void_roll_betting_is_open_again() -> None:
    void = before("collect").play(NoRoll("die_outside"))
    changed = void.play(Withdraw("ben", small), Wager("ben", odd, 5_00), Wager("ana", big, 5_00))
    assert [(wager.player, str(wager.position), wager.stake) for wager in changed.wagers] == [
        ("ana", "big", 15_00),
        ("ben", "odd", 5_00),
    ]
    assert total_money(changed) == 10_000_00


@pytest.mark.clause("D9 7")
def test_D9_7_a_winner_that_was_taken_up_goes_back_to_its_position_by_R17() -> None:
    taken = before("open betting").play(Withdraw("ana", big))
    assert (value_of(taken, "ana"), taken.general.house) == (5_010_00, 10_00)
    assert_void(taken.play(NoRoll("not_flat")), GROUNDS["not_flat"])


@pytest.mark.clause("D9 7")
def test_D9_7_winnings_stay_at_the_table_until_the_result_is_final_by_R17() -> None:
    paid = before("open betting")
    too_much = paid.refuses(CashOut("ana", 4_990_50))
    assert too_much is not None
    assert (too_much.code, too_much.rule.clause) == ("not_final", IRREGULAR)
    assert "until its result is final" in too_much.why
    assert paid.refuses(CashOut("ana", 4_990_00)) is None
    assert paid.play(OpenBetting()).refuses(CashOut("ana", 5_000_00)) is None


@pytest.mark.clause("D9 7")
def test_D9_7_once_betting_is_open_again_the_result_is_final_by_R17() -> None:
    final = before("open betting").play(OpenBetting())
    for ground in ("", *GROUNDS):
        refusal = final.refuses(NoRoll(ground))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("nothing_to_void", IRREGULAR)
        assert "the last result is final" in refusal.why


@pytest.mark.clause("D9 7")
def test_D9_7_a_void_next_roll_leaves_the_last_settlement_alone() -> None:
    table = before("open betting").play(OpenBetting(), Tumble(3), NoRoll("interference"))
    assert (value_of(table, "ana"), value_of(table, "ben"), table.general.house) == (5_000_00, 4_980_00, 10_00)
    assert [(str(line.wager.position), line.outcome) for line in table.settled] == [("big", Outcome.VOID)]
    assert table.view().public.round == 2


@pytest.mark.clause("D9 7")
def test_D9_7_nothing_is_void_before_the_tumbler_turns() -> None:
    for table in (live_tai_sai("ana"), before("tumble")):
        act = NoRoll("interference")
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("nothing_to_void", IRREGULAR)
        assert not [offer for offer in table.legal if offer.kind is NoRoll]
    closed = croupier.tai_sai(SIGN, automation=LIVE)
    assert (refusal_code(closed, NoRoll()), refusal_rule(closed, NoRoll())) == ("table_closed", "D1 8")


@pytest.mark.parametrize("name", ["no more bets", "uncover"])
@pytest.mark.clause("D9 7")
def test_D9_7_while_the_dice_are_covered_a_void_may_be_called_without_a_ground(name: str) -> None:
    assert_void(before(name).play(NoRoll()), "announced")


@pytest.mark.clause("D9 7")
def test_D9_7_once_the_dice_lie_uncovered_a_void_needs_its_ground() -> None:
    """Rulings R10 and S14: uncovered dice are a result, whether somebody has read them or not."""
    uncovered = before("result")
    refusal = uncovered.refuses(NoRoll())
    assert refusal is not None
    assert (refusal.code, str(refusal.rule)) == ("no_such_ground", "D9 7 (S14)")
    grounds: Any = next(offer for offer in uncovered.legal if offer.kind is NoRoll).fields["ground"]
    assert grounds.values == tuple(GROUNDS)
    assert_void(uncovered.play(NoRoll("die_outside")), GROUNDS["die_outside"])
    assert before("uncover").refuses(NoRoll()) is None


@pytest.mark.parametrize("name", RESULT_STEPS)
@pytest.mark.parametrize("ground", ["", "peg", None, 5])
@pytest.mark.clause("D9 7")
def test_D9_7_a_result_is_void_only_on_a_ground_of_the_section(name: str, ground: Any) -> None:
    refusal = before(name).refuses(NoRoll(ground))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("no_such_ground", IRREGULAR)
    assert ", ".join(GROUNDS) in refusal.why


@pytest.mark.parametrize("ground", ["peg", None, 5])
@pytest.mark.clause("D9 7")
def test_D9_7_a_ground_that_is_named_must_be_one_of_the_section(ground: Any) -> None:
    for name in ("no more bets", "uncover", "result"):
        assert refusal_code(before(name), NoRoll(ground)) == "no_such_ground"


@pytest.mark.parametrize("name", VOID_STEPS)
@pytest.mark.clause("D9 7")
def test_D9_7_dealer_and_game_supervisor_may_declare_a_roll_void(name: str) -> None:
    table = before(name)
    for actor in SPOTTERS:
        assert table.refuses(NoRoll("not_flat", by=actor)) is None
    for actor in NOT_SPOTTERS:
        refusal = table.refuses(NoRoll("not_flat", by=actor))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("not_your_act", "D1 1.1 Game Supervisor")
        assert "for the dealer or game supervisor to do" in refusal.why


@pytest.mark.clause("D9 7")
def test_D9_7_the_grounds_are_offered_to_the_dealer() -> None:
    for name in RESULT_STEPS:
        offers = [offer for offer in before(name).legal if offer.kind is NoRoll]
        grounds: Any = offers[0].fields["ground"]
        assert (len(offers), offers[0].role, grounds.values) == (1, Role.DEALER, tuple(GROUNDS))
    covered: Any = next(offer for offer in before("uncover").legal if offer.kind is NoRoll).fields["ground"]
    assert covered.values == ("", *GROUNDS)


# Void rolls that nobody announces


@pytest.mark.clause("D9 7")
def test_D9_7_a_die_that_does_not_lie_flat_voids_the_roll_unannounced() -> None:
    uncovered = before("result")
    for dice in ROLLS:
        assert_void(uncovered.play(Roll(dice, flat=False)), GROUNDS["not_flat"])


@pytest.mark.parametrize("tumbles", [1, 2])
@pytest.mark.clause("D9 7")
def test_D9_7_too_few_tumbles_void_the_roll_unannounced(tumbles: int) -> None:
    uncovered = inspected().play(Tumble(tumbles), NoMoreBets(), Uncover())
    void = uncovered.play(Roll((6, 2, 5)))
    assert_void(void, GROUNDS["too_few_tumbles"])
    assert_void(uncovered.play(Roll((6, 2, 5), flat=False)), GROUNDS["not_flat"])
    assert void.play(Tumble(3), NoMoreBets(), Uncover(), Roll((6, 2, 5))).result == (2, 5, 6)


@pytest.mark.clause("D9 7")
def test_D9_7_the_tumbles_of_a_void_roll_do_not_count_for_the_next() -> None:
    void = before("result").play(Roll((6, 2, 5), flat=False))
    assert refusal_code(void, NoMoreBets()) == "out_of_order"
    again = void.play(Tumble(2), NoMoreBets(), Uncover(), Roll((6, 2, 5)))
    assert again.settled[0].reason == GROUNDS["too_few_tumbles"]
    assert again.view().public.round == 2


@pytest.mark.clause("D9 7")
def test_D9_7_the_cover_is_not_taken_off_before_the_call() -> None:
    tumbled = before("no more bets")
    assert refusal_code(tumbled, Uncover()) == "out_of_order"
    with pytest.raises(Refused):
        tumbled.play(Uncover())
    assert_void(tumbled.play(NoRoll("uncovered_early")), GROUNDS["uncovered_early"])


@pytest.mark.clause("D9 7")
def test_D9_7_an_automated_table_tumbles_anew_after_a_void_roll() -> None:
    table = tai_sai("ana").play(Wager("ana", big, 10_00), NoMoreBets(), Roll((6, 2, 5), flat=False))
    assert (table.step, table.equipment.tumbles, table.round) == ("no more bets", 3, 1)
    assert [(str(wager.position), wager.stake) for wager in table.wagers] == [("big", 10_00)]
    assert outcomes(table) == {("ana", "big"): (Outcome.VOID, 0)}
    done = table.play(NoMoreBets(), Roll((6, 2, 5)))
    assert (value_of(done, "ana"), done.round) == (5_010_00, 2)


@pytest.mark.clause("D9 7")
def test_D9_7_a_settlement_made_by_an_automated_table_is_undone_until_betting_opens() -> None:
    table = croupier.tai_sai(SIGN, automation=AUTOMATIC - {"open betting"})
    table = table.play(croupier.BuyIn("ana", 100_00), Wager("ana", big, 10_00), Wager("ana", small, 20_00))
    done = table.play(NoMoreBets(), Roll((6, 2, 5)))
    assert (done.step, value_of(done, "ana"), done.general.house) == ("open betting", 90_00, 10_00)
    void = done.play(NoRoll("not_flat"))
    assert (void.step, value_of(void, "ana"), void.general.house) == ("no more bets", 70_00, 0)
    assert sorted((str(wager.position), wager.stake) for wager in void.wagers) == [("big", 10_00), ("small", 20_00)]


@pytest.mark.clause("D9 7")
def test_D9_7_after_a_void_roll_the_betting_time_starts_again() -> None:
    table = tai_sai("ana", betting_seconds=30).play(Wager("ana", big, 10_00), NoMoreBets())
    assert table.window_ends is None
    assert table.play(Roll((6, 2, 5), flat=False)).window_ends == 30


# The dice decide, not the terminal


@pytest.mark.parametrize("name", RESULT_STEPS)
@pytest.mark.clause("D9 7", "D9 3.3(b)")
def test_D9_7_dice_entered_wrongly_are_put_right_before_and_after_payment(name: str) -> None:
    corrected = before(name).play(CorrectDice((3, 2, 1), "misread"))
    assert (corrected.step, corrected.result, corrected.view().public.lit) == ("announce", (1, 2, 3), ())
    assert (value_of(corrected, "ana"), value_of(corrected, "ben"), corrected.general.house) == (4_990_00, 4_980_00, 0)
    assert corrected.view().public.round == 1
    assert refusal_code(corrected, AnnounceDice((2, 5, 6), 13)) == "wrong_announcement"
    shown = corrected.play(AnnounceDice((1, 2, 3), 6))
    assert refusal_code(shown.play(KeyIn((2, 5, 6))), Enter()) == "display_differs"
    done = shown.play(KeyIn((1, 2, 3)), Enter(), Collect(), Pay())
    assert "small" in done.view().public.lit
    assert "big" not in done.view().public.lit
    assert outcomes(done) == {("ana", "big"): (Outcome.LOSE, 0), ("ben", "small"): (Outcome.WIN, 20_00)}
    assert (value_of(done, "ana"), value_of(done, "ben"), done.general.house) == (4_990_00, 5_000_00, -10_00)
    assert total_money(done) == 10_000_00


@pytest.mark.parametrize("name", [name for name in NAMES if name not in RESULT_STEPS])
@pytest.mark.clause("D9 7")
def test_D9_7_there_are_no_dice_to_correct_before_the_roll(name: str) -> None:
    refusal = before(name).refuses(CorrectDice((1, 2, 3), "misread"))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("final", IRREGULAR)
    assert "no result to correct" in refusal.why


@pytest.mark.clause("D9 7")
def test_D9_7_a_final_result_and_a_void_roll_are_not_corrected() -> None:
    correction = CorrectDice((1, 2, 3), "misread")
    assert refusal_code(before("open betting").play(OpenBetting()), correction) == "final"
    assert refusal_code(before("announce").play(NoRoll("not_flat")), correction) == "final"


@pytest.mark.parametrize("dice", [(0, 1, 2), (1, 2, 7), (1, 2), [1, 2, 3], None])
@pytest.mark.clause("D9 7")
def test_D9_7_a_correction_names_three_dice(dice: Any) -> None:
    act = CorrectDice(dice, "misread")
    assert (refusal_code(before("pay"), act), refusal_rule(before("pay"), act)) == ("no_such_dice", "D9 3.3(a)(i)")


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", None, 5])
@pytest.mark.clause("D9 7")
def test_D9_7_a_correction_needs_its_reason(reason: Any) -> None:
    refusal = before("pay").refuses(CorrectDice((1, 2, 3), reason))
    assert refusal is not None
    assert refusal.code == "no_reason"
    assert "Give the reason on one line" in refusal.why


@pytest.mark.clause("D9 7")
def test_D9_7_dealer_and_game_supervisor_may_correct_the_dice() -> None:
    table = before("pay")
    for actor in SPOTTERS:
        assert table.refuses(CorrectDice((1, 2, 3), "misread", by=actor)) is None
    for actor in NOT_SPOTTERS:
        act = CorrectDice((1, 2, 3), "misread", by=actor)
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("not_your_act", "D1 1.1 Game Supervisor")


@pytest.mark.clause("D9 7")
def test_D9_7_the_correction_is_offered_with_all_216_rolls_while_there_is_a_result() -> None:
    for name in NAMES:
        offers = [offer for offer in before(name).legal if offer.kind is CorrectDice]
        assert len(offers) == (1 if name in RESULT_STEPS else 0)
        if offers:
            dice: Any = offers[0].fields["dice"]
            assert offers[0].role is Role.DEALER
            assert sorted(dice.values) == sorted(ROLLS)


@pytest.mark.clause("D9 7")
def test_D9_7_an_automated_table_settles_a_correction_by_itself() -> None:
    table = croupier.tai_sai(SIGN, automation=AUTOMATIC - {"open betting"})
    table = table.play(croupier.BuyIn("ana", 100_00), Wager("ana", big, 10_00), Wager("ana", triple(1), 20_00))
    wrong = table.play(NoMoreBets(), Roll((6, 2, 5)))
    assert (value_of(wrong, "ana"), wrong.general.house) == (90_00, 10_00)
    right = wrong.play(CorrectDice((1, 1, 1), "the dealer misread the dice"))
    assert (right.step, value_of(right, "ana"), right.general.house) == ("open betting", 3_690_00, -3_590_00)
    assert right.equipment.keyed == (1, 1, 1)


# Late wagers (R19)


@pytest.mark.parametrize("name", [name for name in VOID_STEPS if name != "no more bets"])
@pytest.mark.clause("D9 4.2-4.9", "D9 7")
def test_D9_4_2_to_4_9_a_wager_found_to_be_late_is_void_and_returned_by_R19(name: str) -> None:
    for who, position, stake in (("ana", big, 10_00), ("ben", small, 20_00)):
        table = before(name).play(VoidWager(who, position, "late"))
        assert value_of(table, who) == 5_000_00
        assert [wager.player for wager in table.wagers if wager.player == who] == []
        line = next(line for line in (*table.voided, *table.settled) if line.wager.player == who)
        assert (line.outcome, line.pays, line.rule.clause, line.wager.stake) == (Outcome.VOID, 0, PLACING, stake)
        assert line.reason == "it was placed after “No more bets”"
        again = VoidWager(who, position, "late")
        assert (refusal_code(table, again), refusal_rule(table, again)) == ("no_wager_there", "D9 4.1")
        assert total_money(table) == 10_000_00


@pytest.mark.clause("D9 4.2-4.9", "D9 7")
def test_D9_4_2_to_4_9_a_late_wager_does_not_come_back() -> None:
    voided = before("open betting").play(VoidWager("ana", big, "late"))
    assert (voided.step, voided.general.house) == ("open betting", 20_00)
    corrected = voided.play(CorrectDice((1, 2, 3), "misread"))
    assert value_of(corrected, "ana") == 5_000_00
    assert [wager.player for wager in corrected.wagers] == ["ben"]
    no_roll = voided.play(NoRoll("interference"))
    assert [(wager.player, wager.stake) for wager in no_roll.wagers] == [("ben", 20_00)]
    assert (value_of(no_roll, "ana"), value_of(no_roll, "ben"), no_roll.general.house) == (5_000_00, 4_980_00, 0)


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_wager_found_late_before_the_roll_is_not_settled_by_it() -> None:
    table = before("uncover").play(VoidWager("ana", big, "late"), Uncover(), Roll((6, 2, 5)), *entered((6, 2, 5)))
    done = table.play(Collect())
    assert outcomes(done) == {("ana", "big"): (Outcome.VOID, 0), ("ben", "small"): (Outcome.LOSE, 0)}
    assert (value_of(done, "ana"), done.general.house, done.step) == (5_000_00, 20_00, "open betting")


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_no_wager_is_late_while_betting_is_open() -> None:
    for name in ("tumble", "no more bets"):
        refusal = before(name).refuses(VoidWager("ana", big, "late"))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("betting_open", PLACING)
        assert "simply be taken back" in refusal.why


@pytest.mark.parametrize("name", ["uncover", "announce", "open betting"])
@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_late_wager_must_be_one_that_lies_there(name: str) -> None:
    table = before(name)
    for act in (VoidWager("ben", big, "late"), VoidWager("ana", even, "late")):
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("no_wager_there", "D9 4.1")
    refusal = table.refuses(VoidWager("ana", triple(7), "late"))
    assert refusal is not None
    assert refusal.code == "no_such_triple"


@pytest.mark.parametrize("ground", ["", "not_flat", "outside", None, 5])
@pytest.mark.clause("D9 4.2-4.9", "D9 7")
def test_D9_7_being_late_is_the_only_ground_on_which_one_wager_is_void(ground: Any) -> None:
    refusal = before("uncover").refuses(VoidWager("ana", big, ground))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("no_such_ground", IRREGULAR)
    assert refusal.why.endswith("grounds: late.")


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_dealer_and_game_supervisor_may_find_a_wager_late() -> None:
    table = before("uncover")
    for actor in SPOTTERS:
        assert table.refuses(by(VoidWager("ana", big, "late"), actor)) is None
    for actor in NOT_SPOTTERS:
        act = by(VoidWager("ana", big, "late"), actor)
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("not_your_act", "D1 1.1 Game Supervisor")


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_wager_that_may_be_late_is_offered_as_such() -> None:
    for name, count in (("no more bets", 0), ("uncover", 2), ("announce", 2), ("open betting", 2)):
        offers = [offer.act() for offer in before(name).legal if offer.kind is VoidWager]
        expected = [VoidWager("ana", big, "late"), VoidWager("ben", small, "late")]
        assert offers == expected[:count]


# A ruling for the player's good (R12)


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_supervisor_may_settle_a_wager_elsewhere_in_the_players_favour_by_R12() -> None:
    table = before("open betting").play(Favour("ben", small, "knocked over by the dealer", settle_as=odd))
    assert table.step == "pay"
    done = table.play(Pay())
    line = next(line for line in done.settled if line.wager.player == "ben")
    assert (line.outcome, line.pays, line.rule.clause, line.rule.ruling) == (Outcome.WIN, 20_00, PLACING, "R12")
    assert line.reason == "knocked over by the dealer"
    assert (value_of(done, "ben"), done.general.house) == (5_000_00, -30_00)


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_supervisor_may_give_a_losing_wager_back_by_R12() -> None:
    done = before("collect").play(Favour("ben", small, "misled"))
    assert outcomes(done)["ben", "small"] == (Outcome.VOID, 0)
    assert (value_of(done, "ben"), done.general.house) == (5_000_00, 0)


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_no_ruling_against_the_player_by_R12() -> None:
    table = before("collect")
    for act in (
        Favour("ana", big, "why not"),
        Favour("ana", big, "why not", settle_as=small),
        Favour("ana", big, "why not", settle_as=odd),
        Favour("ben", small, "why not", settle_as=even),
    ):
        refusal = table.refuses(act)
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("not_in_favour", PLACING)
        assert "only favour the player" in refusal.why


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_a_ruling_needs_a_reason_a_wager_and_a_lawful_position() -> None:
    table = before("collect")
    for act, code, rule in (
        (Favour("ben", small, ""), "no_reason", PLACING),
        (Favour("ana", odd, "misled"), "no_wager_there", PLACING),
        (Favour("ben", small, "misled", settle_as=triple(7)), "no_such_triple", "D9 4.1(c)"),
    ):
        assert (refusal_code(table, act), refusal_rule(table, act)) == (code, rule)
    final = before("open betting").play(OpenBetting())
    assert final.refuses(Favour("ben", small, "misled")) is None
    begun = final.play(Tumble(3))
    assert refusal_code(begun, Favour("ben", small, "misled")) == "no_wager_there"


@pytest.mark.clause("D9 4.2-4.9")
def test_D9_4_2_to_4_9_game_supervisor_and_operator_may_rule_for_a_player() -> None:
    table = before("collect")
    for actor in (GAME_SUPERVISOR, OPERATOR):
        assert table.refuses(by(Favour("ben", small, "misled"), actor)) is None
    for actor in (DEALER, CASINO_SUPERVISOR, player("ben")):
        act = by(Favour("ben", small, "misled"), actor)
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("not_your_act", "D1 1.1 Game Supervisor")


@pytest.mark.clause("D9 5", "D9 7")
def test_D9_7_a_void_roll_needs_no_new_inspection() -> None:
    table = croupier.tai_sai(SIGN, automation=LIVE).play(OpenTable(), InspectDice(), Tumble(2), NoMoreBets(), Uncover())
    assert table.play(Roll((1, 1, 1))).refuses(Tumble(3)) is None
