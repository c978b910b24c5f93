"""Division 9, sections 3.3, 5 and 6: the inspection, the tumbler, the call, the terminal, collecting and paying."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    Actor,
    Clock,
    CloseTable,
    Collect,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PayWager,
    PostClosing,
    Refused,
    Role,
    TaiSaiOptions,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.registry import table_of
from croupier.games.tai_sai import (
    AnnounceDice,
    Enter,
    InspectDice,
    KeyIn,
    Roll,
    Tumble,
    Uncover,
    big,
    odd,
    small,
)
from tests.support.rules.tables import SIGN, live_tai_sai, refusal_code, refusal_rule, tai_sai, total_money
from tests.support.rules.tai_sai import (
    AUTOMATIC,
    NAMES,
    POSITIONS,
    ROLLS,
    ROUND,
    STAKE,
    WON_BY,
    Dice,
    Step,
    before,
    by,
    inspected,
    position_named,
    value_of,
)

BETTING_STEPS = ("tumble", "no more bets")


# Section 5: the inspection


@pytest.mark.clause("D9 5")
def test_D9_5_no_roll_before_the_dice_are_inspected() -> None:
    table = live_tai_sai("ana")
    assert table.equipment.inspected is False
    refusal = table.refuses(Tumble(3))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("not_inspected", "D9 5")
    assert refusal.why == "The game supervisor has yet to inspect the dice."
    ready = table.play(InspectDice())
    assert ready.equipment.inspected is True
    assert ready.refuses(Tumble(3)) is None


@pytest.mark.clause("D9 5")
def test_D9_5_the_dice_are_inspected_once_for_each_opening() -> None:
    table = live_tai_sai().play(InspectDice())
    again = table.refuses(InspectDice())
    assert again is not None
    assert (again.code, again.rule.clause) == ("inspected_already", "D9 5")
    assert again.why == "The dice have been inspected since the table opened."
    second_roll = table.play(*(step.act for step in ROUND if step.name not in ("collect", "pay")))
    assert second_roll.refuses(Tumble(3)) is None, "a later roll of the same opening needs no inspection"
    reopened = second_roll.play(CloseTable(), OpenTable())
    assert reopened.equipment.inspected is False
    assert refusal_code(reopened, Tumble(3)) == "not_inspected"
    assert reopened.play(InspectDice()).refuses(Tumble(3)) is None


@pytest.mark.clause("D9 5", "D9 6")
def test_D9_5_a_table_closed_over_a_tumbled_roll_starts_afresh() -> None:
    # Edition 1 let a table close over a tumbled roll; since edition 2 closing waits for it (rulings R23, S15).
    tumbled = live_tai_sai().play(InspectDice(), Tumble(3))
    assert (refusal_code(tumbled, CloseTable()), refusal_rule(tumbled, CloseTable())) == ("mid_round", "D1 8")
    older = table_of("tai-sai", SIGN, automation=LIVE, edition=1).play(OpenTable(), InspectDice(), Tumble(3))
    reopened = older.play(CloseTable(), OpenTable())
    assert refusal_code(reopened, NoMoreBets()) == "out_of_order"
    assert refusal_code(reopened, Tumble(3)) == "not_inspected"


@pytest.mark.clause("D9 5")
def test_D9_5_a_table_that_closed_after_notice_is_inspected_again() -> None:
    table = inspected().play(PostClosing(1200), Clock(1200), CloseTable(), OpenTable())
    assert table.wagers == ()
    assert (value_of(table, "ana"), value_of(table, "ben")) == (5_000_00, 5_000_00)
    assert refusal_code(table, Tumble(3)) == "not_inspected"


@pytest.mark.parametrize("actor", [DEALER, CASINO_SUPERVISOR, OPERATOR, player("ana")])
@pytest.mark.clause("D9 5")
def test_D9_5_only_the_game_supervisor_inspects_the_dice(actor: Actor) -> None:
    refusal = live_tai_sai("ana").refuses(InspectDice(by=actor))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("not_your_act", "D1 1.1 Game Supervisor")
    assert f"for the game supervisor to do, not for a {actor.role}" in refusal.why
    assert InspectDice() == InspectDice(by=GAME_SUPERVISOR)


@pytest.mark.clause("D9 5")
def test_D9_5_the_inspection_is_offered_until_it_is_done() -> None:
    table = live_tai_sai("ana")
    offers = [offer for offer in table.legal if offer.kind is InspectDice]
    assert [(offer.role, offer.act()) for offer in offers] == [(Role.GAME_SUPERVISOR, InspectDice())]
    assert not [offer for offer in table.legal if offer.kind is Tumble]
    ready = table.play(InspectDice())
    assert not [offer for offer in ready.legal if offer.kind is InspectDice]
    assert [offer.act() for offer in ready.legal if offer.kind is Tumble] == [Tumble(3)]


@pytest.mark.clause("D9 5")
def test_D9_5_where_the_tumbler_turns_by_itself_it_waits_for_the_inspection() -> None:
    table = croupier.tai_sai(SIGN, automation=["tumble"]).play(OpenTable())
    assert (table.step, table.equipment.tumbles) == ("tumble", 0)
    assert (table.play(InspectDice()).step, table.play(InspectDice()).equipment.tumbles) == ("no more bets", 3)


@pytest.mark.clause("D9 5")
def test_D9_5_no_tumbler_turns_while_the_table_is_closed() -> None:
    closed = croupier.tai_sai(SIGN, automation=["tumble"])
    accepted = [act for act in (InspectDice(), Tumble(3)) if closed.refuses(act) is None]
    assert closed.play(*accepted).equipment.tumbles == 0


# Section 6: the steps and their order


@pytest.mark.parametrize("place", range(len(ROUND)), ids=NAMES)
@pytest.mark.clause("D9 6")
def test_D9_6_every_other_step_is_out_of_order(place: int) -> None:
    due = ROUND[place]
    table = before(due.name)
    assert table.view().public.step == due.name
    assert table.refuses(due.act) is None
    for other in (*ROUND[:place], *ROUND[place + 1 :]):
        if (due.name, other.name) != ("enter", "key in"):
            refusal = table.refuses(other.act)
            assert refusal is not None
            assert (refusal.code, refusal.rule.clause) == ("out_of_order", due.rule), other.name
            assert refusal.why.startswith("Not now: the next step is to ")
            assert due.words in refusal.why
    if due.name != "pay":
        act = PayWager("ana", big)
        assert (refusal_code(table, act), refusal_rule(table, act)) == ("out_of_order", due.rule)


@pytest.mark.clause("D9 6")
def test_D9_6_after_the_last_step_the_first_is_due_again() -> None:
    table = before("open betting").play(OpenBetting())
    assert table.view().public.step == "tumble"
    assert table.view().public.round == 1
    assert table.equipment.tumbles == 0


@pytest.mark.parametrize("step", ROUND, ids=NAMES)
@pytest.mark.clause("D9 6")
def test_D9_6_nothing_is_done_at_a_closed_table(step: Step) -> None:
    closed = croupier.tai_sai(SIGN, automation=LIVE)
    assert (refusal_code(closed, step.act), refusal_rule(closed, step.act)) == ("table_closed", "D1 8")
    assert closed.awaits[0].what == "open table"


@pytest.mark.parametrize("step", ROUND, ids=NAMES)
@pytest.mark.clause("D9 6")
def test_D9_6_every_step_is_the_dealers(step: Step) -> None:
    table = before(step.name)
    others = (GAME_SUPERVISOR, CASINO_SUPERVISOR, OPERATOR, player("ana"), Actor(Role.TOURNAMENT_DIRECTOR))
    for actor in others:
        refusal = table.refuses(by(step.act, actor))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("not_your_act", "D1 1.1 Dealer"), actor
        assert f"for the dealer to do, not for a {actor.role}" in refusal.why
    assert table.refuses(by(step.act, Actor(Role.DEALER, "dot"))) is None


@pytest.mark.clause("D9 6")
def test_D9_6_a_single_payment_is_the_dealers_too() -> None:
    table = before("pay")
    act = PayWager("ana", big, by=GAME_SUPERVISOR)
    assert (refusal_code(table, act), refusal_rule(table, act)) == ("not_your_act", "D1 1.1 Dealer")


@pytest.mark.parametrize("step", ROUND, ids=NAMES)
@pytest.mark.clause("D9 6")
def test_D9_6_the_table_says_which_step_it_awaits(step: Step) -> None:
    table = before(step.name)
    due = table.awaits[-1]
    assert (due.role, due.rule.clause) == (Role.DEALER, step.rule)
    assert step.words in due.what
    betting = step.name in BETTING_STEPS
    assert table.view().public.betting is betting
    players = [(awaited.what, awaited.rule.clause) for awaited in table.awaits if awaited.role is Role.PLAYER]
    assert players == ([("place wagers", "D9 4.1")] if betting else [])


@pytest.mark.parametrize("step", ROUND, ids=NAMES)
@pytest.mark.clause("D9 6")
def test_D9_6_only_the_due_step_is_offered(step: Step) -> None:
    kinds = {type(each.act) for each in ROUND} | {PayWager}
    offers = [offer for offer in before(step.name).legal if offer.kind in kinds]
    expected: set[type[Act]] = {type(step.act)}
    if step.name == "enter":
        expected |= {KeyIn}
    if step.name == "pay":
        expected |= {PayWager}
    assert {offer.kind for offer in offers} == expected
    assert len(offers) == len(expected)
    for offer in offers:
        assert offer.role is Role.DEALER
        assert before(step.name).refuses(offer.act()) is None
    if step.name not in ("result", "key in", "enter"):
        assert [offer.act() for offer in offers if offer.kind is type(step.act)] == [step.act]


@pytest.mark.parametrize("name", ["result", "key in", "enter"])
@pytest.mark.clause("D9 6", "D9 3.3(a)(iii)")
def test_D9_6_all_216_rolls_may_be_read_and_keyed(name: str) -> None:
    kind = Roll if name == "result" else KeyIn
    offers = [offer for offer in before(name).legal if offer.kind is kind]
    dice: Any = offers[0].fields["dice"]
    assert sorted(dice.values) == sorted(ROLLS)


# The tumbler


@pytest.mark.parametrize("tumbles", [0, -1, 2.5, 3.0, True, "3", None])
@pytest.mark.clause("D9 6")
def test_D9_6_the_tumbler_turns_a_whole_number_of_times(tumbles: Any) -> None:
    refusal = inspected().refuses(Tumble(tumbles))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("bad_tumbles", "D9 6")
    assert refusal.why == "The tumbler turns a whole number of times."


@pytest.mark.parametrize(("tumbles", "is_valid"), [(1, False), (2, False), (3, True), (4, True), (20, True)])
@pytest.mark.clause("D9 6", "D9 7")
def test_D9_6_three_tumbles_make_a_valid_roll(tumbles: int, *, is_valid: bool) -> None:
    tumbled = inspected().play(Tumble(tumbles))
    assert tumbled.equipment.tumbles == tumbles
    rolled = tumbled.play(NoMoreBets(), Uncover(), Roll((6, 2, 5)))
    assert rolled.result == ((2, 5, 6) if is_valid else None)
    assert rolled.step == ("announce" if is_valid else "tumble")


@pytest.mark.clause("D9 6")
def test_D9_6_wagers_are_taken_before_and_after_the_tumbling_until_the_call() -> None:
    for name in BETTING_STEPS:
        assert before(name).refuses(Wager("ana", odd, 5_00)) is None
    assert refusal_code(before("uncover"), Wager("ana", odd, 5_00)) == "too_late"


# Reading, announcing


@pytest.mark.parametrize(
    "dice",
    [(0, 1, 2), (1, 2, 7), (-1, 2, 3), (1, 2), (1, 2, 3, 4), (), [1, 2, 3], (1.0, 2, 3), (True, 2, 3), "123", None, 6],
)
@pytest.mark.clause("D9 6")
def test_D9_6_three_dice_each_show_one_to_six(dice: Any) -> None:
    for table, act in ((before("result"), Roll(dice)), (before("key in"), KeyIn(dice)), (before("enter"), KeyIn(dice))):
        refusal = table.refuses(act)
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause) == ("no_such_dice", "D9 3.3(a)(i)")
        assert refusal.why == "Enter three dice, each from 1 to 6."


@pytest.mark.clause("D9 6")
def test_D9_6_the_dice_are_read_from_lowest_to_highest() -> None:
    uncovered = before("result")
    assert uncovered.view().public.result is None
    for dice in permutations((2, 5, 6), 3):
        rolled = uncovered.play(Roll(dice))
        assert rolled.result == (2, 5, 6)
        assert rolled.view().public.result == "2-5-6, total 13"


@pytest.mark.clause("D9 6")
def test_D9_6_the_faces_are_announced_from_lowest_to_highest() -> None:
    rolled = before("announce")
    accepted = [dice for dice in permutations((2, 5, 6), 3) if rolled.refuses(AnnounceDice(dice, 13)) is None]
    assert accepted == [(2, 5, 6)]


@pytest.mark.parametrize(
    ("dice", "total"),
    [
        ((6, 5, 2), 13),
        ((2, 5, 6), 12),
        ((2, 5, 6), 14),
        ((1, 5, 6), 13),
        ((2, 5, 5), 13),
        ((1, 6, 6), 13),
        ((2, 5), 13),
        (None, 13),
        ((2, 5, 6), None),
    ],
)
@pytest.mark.clause("D9 6")
def test_D9_6_another_announcement_than_the_dice_show_is_refused(dice: Any, total: Any) -> None:
    refusal = before("announce").refuses(AnnounceDice(dice, total))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("wrong_announcement", "D9 6")
    assert refusal.why == "Announce the dice from lowest to highest: 2-5-6, total 13."


# The terminal


@pytest.mark.clause("D9 3.3(a)(iii)")
def test_D9_3_3_a_iii_the_display_reads_back_what_was_keyed() -> None:
    announced = before("key in")
    assert announced.equipment.keyed is None
    keyed = announced.play(KeyIn((6, 2, 5)))
    assert keyed.view().public.equipment.keyed == (6, 2, 5)
    wrong = announced.play(KeyIn((1, 2, 5)))
    assert wrong.view().public.equipment.keyed == (1, 2, 5)
    right = wrong.play(KeyIn((5, 6, 2)))
    assert right.view().public.equipment.keyed == (5, 6, 2)
    assert right.step == "enter"


@pytest.mark.parametrize("keyed", [(1, 2, 5), (2, 5, 5), (6, 6, 6), (2, 6, 6), (5, 2, 1)])
@pytest.mark.clause("D9 3.3(a)(iii)")
def test_D9_3_3_a_iii_wrong_numbers_are_not_entered_and_may_be_keyed_again(keyed: Dice) -> None:
    wrong = before("key in").play(KeyIn(keyed))
    refusal = wrong.refuses(Enter())
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("display_differs", "D9 3.3(a)(iii)")
    shown = "-".join(map(str, keyed))
    assert refusal.why == f"The display reads {shown}; the dice show 2-5-6, total 13."
    assert not [offer for offer in wrong.legal if offer.kind is Enter]
    right = wrong.play(KeyIn((2, 5, 6)))
    assert [offer.act() for offer in right.legal if offer.kind is Enter] == [Enter()]
    assert right.play(Enter()).step == "collect"


@pytest.mark.clause("D9 3.3(a)(iii)")
def test_D9_3_3_a_iii_the_buttons_may_be_pressed_in_any_order() -> None:
    for dice in permutations((2, 5, 6), 3):
        assert before("key in").play(KeyIn(dice), Enter()).step == "collect"


@pytest.mark.clause("D9 3.3(a)(iii)")
def test_D9_3_3_a_iii_on_every_roll_only_its_own_numbers_are_entered() -> None:
    announced = before("key in")
    for dice in ROLLS:
        expected = None if sorted(dice) == [2, 5, 6] else "display_differs"
        assert refusal_code(announced.play(KeyIn(dice)), Enter()) == expected


@pytest.mark.clause("D9 3.3(a)(iii)")
def test_D9_3_3_a_iii_wrong_numbers_do_not_enter_themselves_either() -> None:
    table = croupier.tai_sai(SIGN, automation=AUTOMATIC - {"key in"}).play(NoMoreBets(), Roll((6, 2, 5)))
    assert table.step == "key in"
    wrong = table.play(KeyIn((1, 1, 1)))
    assert (wrong.step, wrong.view().public.lit) == ("enter", ())
    right = wrong.play(KeyIn((2, 5, 6)))
    assert right.step == "no more bets"


@pytest.mark.clause("D9 3.3(a)(iii)")
def test_D9_3_3_a_iii_the_display_is_blank_for_the_next_roll() -> None:
    table = before("open betting")
    assert table.equipment.keyed == (6, 2, 5)
    assert table.play(OpenBetting()).equipment.keyed is None
    assert table.play(OpenBetting(), Tumble(3)).equipment.keyed is None


# The lights


@pytest.mark.parametrize(("layout", "offered"), [(1, POSITIONS[:50]), (2, POSITIONS)])
@pytest.mark.clause("D9 3.3(b)")
def test_D9_3_3_b_every_winning_area_lights_on_entry_and_not_before(layout: int, offered: tuple[str, ...]) -> None:
    table = croupier.tai_sai(SIGN, TaiSaiOptions(layout=layout), automation=LIVE)
    uncovered = table.play(OpenTable(), InspectDice(), Tumble(3), NoMoreBets(), Uncover())
    assert uncovered.view().public.lit == ()
    for dice in ROLLS:
        low, middle, high = sorted(dice)
        rolled = uncovered.play(Roll(dice))
        announced = rolled.play(AnnounceDice((low, middle, high), sum(dice)))
        keyed = announced.play(KeyIn(dice))
        assert [stage.view().public.lit for stage in (rolled, announced, keyed)] == [(), (), ()]
        lit = keyed.play(Enter()).view().public.lit
        assert sorted(lit) == sorted(name for name in WON_BY[dice] if name in offered), dice


@pytest.mark.clause("D9 3.3(b)")
def test_D9_3_3_b_the_areas_stay_lit_while_wagers_are_settled() -> None:
    expected = set(WON_BY[6, 2, 5])
    for name in ("collect", "pay", "open betting"):
        assert set(before(name).view().public.lit) == expected
    for name in NAMES[: NAMES.index("collect")]:
        assert before(name).view().public.lit == ()


@pytest.mark.clause("D9 3.3(b)")
def test_D9_3_3_b_no_area_is_lit_for_a_roll_that_is_not_entered_yet() -> None:
    called = before("open betting").play(OpenBetting(), Tumble(3), NoMoreBets())
    assert called.view().public.lit == ()
    assert called.view().public.result is None
    assert called.play(Uncover(), Roll((1, 1, 1))).view().public.lit == ()


@pytest.mark.clause("D9 3.3(b)")
def test_D9_3_3_b_an_automated_table_shows_the_lights_of_its_last_roll() -> None:
    done = tai_sai("ana").play(NoMoreBets(), Roll((4, 4, 4)))
    assert set(done.view().public.lit) == {"triple 4", "double 4", "any triple", "total 12", "face 4"}
    assert done.view().public.result == "4-4-4, total 12"


# Collecting and paying


@pytest.mark.clause("D9 6")
def test_D9_6_losing_wagers_are_collected_and_then_winners_paid() -> None:
    entered = before("collect")
    assert (value_of(entered, "ana"), value_of(entered, "ben"), entered.general.house) == (4_990_00, 4_980_00, 0)
    collected = entered.play(Collect())
    assert [str(wager.position) for wager in collected.wagers] == ["big"]
    assert (value_of(collected, "ana"), value_of(collected, "ben")) == (4_990_00, 4_980_00)
    assert collected.general.house == 20_00
    paid = collected.play(Pay())
    assert (value_of(paid, "ana"), value_of(paid, "ben"), paid.general.house) == (5_000_00, 4_980_00, 10_00)
    assert [(str(wager.position), wager.stake) for wager in paid.wagers] == [("big", 10_00)]
    assert total_money(paid) == 10_000_00


@pytest.mark.clause("D9 6")
def test_D9_6_a_step_with_nothing_to_do_is_passed_over() -> None:
    table = live_tai_sai("ana").play(InspectDice(), Wager("ana", big, 10_00))
    rolled = table.play(Tumble(3), NoMoreBets(), Uncover())
    won = rolled.play(Roll((6, 2, 5)), AnnounceDice((2, 5, 6), 13), KeyIn((2, 5, 6)), Enter())
    assert won.step == "pay"
    lost = rolled.play(Roll((1, 2, 3)), AnnounceDice((1, 2, 3), 6), KeyIn((1, 2, 3)), Enter())
    assert lost.step == "collect"
    assert lost.play(Collect()).step == "open betting"


@pytest.mark.clause("D9 6")
def test_D9_6_winners_may_be_paid_by_area_or_one_by_one() -> None:
    table = live_tai_sai("ana", "ben").play(
        InspectDice(), Wager("ana", big, 10_00), Wager("ben", big, 20_00), Wager("ben", odd, 30_00)
    )
    due = table.play(*(step.act for step in ROUND[:7]))
    assert due.step == "pay"
    one = due.play(PayWager("ben", big))
    assert (one.step, value_of(one, "ana"), value_of(one, "ben")) == ("pay", 4_990_00, 4_970_00)
    area = one.play(Pay("big"))
    assert (area.step, value_of(area, "ana"), value_of(area, "ben")) == ("pay", 5_000_00, 4_970_00)
    for act in (Pay("big"), Pay("small"), PayWager("ben", big), PayWager("ana", odd)):
        assert (refusal_code(area, act), refusal_rule(area, act)) == ("nothing_to_pay", "D9 6")
    rest = area.play(Pay())
    assert (rest.step, value_of(rest, "ben"), rest.general.house) == ("open betting", 5_000_00, -60_00)
    offers = [offer.act() for offer in one.legal if offer.kind is PayWager]
    assert offers == [PayWager("ana", big), PayWager("ben", odd)]


# The table that deals itself


@pytest.mark.clause("D9 6")
def test_D9_6_an_automated_table_tumbles_three_times_and_waits_for_the_call() -> None:
    table = tai_sai("ana")
    assert (table.step, table.equipment.tumbles) == ("no more bets", 3)
    called = table.play(NoMoreBets())
    assert called.step == "result"
    done = called.play(Roll((1, 2, 3)))
    assert (done.step, done.equipment.tumbles, done.equipment.keyed, done.round) == ("no more bets", 3, None, 1)
    assert done.view().public.betting is True


@pytest.mark.clause("D9 6")
def test_D9_6_the_dice_never_read_themselves() -> None:
    with pytest.raises(Refused) as refused:
        croupier.tai_sai(SIGN, automation=["result"])
    refusal = refused.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("no_such_step", "D9 2.0")
    assert croupier.tai_sai(SIGN, automation=AUTOMATIC).automation == croupier.tai_sai(SIGN).automation


@pytest.mark.parametrize("step", [step for step in ROUND if step.name != "result"], ids=lambda step: step.name)
@pytest.mark.clause("D9 6")
def test_D9_6_a_step_left_out_of_the_automation_is_the_dealers(step: Step) -> None:
    table = croupier.tai_sai(SIGN, automation=AUTOMATIC - {step.name})
    table = table.play(croupier.BuyIn("ana", 5_000_00), Wager("ana", big, 10_00), Wager("ana", small, 20_00))
    needed = [each.act for each in ROUND if each.name in (step.name, "no more bets", "result")]
    for act in needed:
        assert table.refuses(act) is None
        if type(act) is type(step.act):
            assert table.step == step.name
        table = table.play(act)
    assert {(str(line.wager.position), line.outcome) for line in table.settled} == {
        ("big", Outcome.WIN),
        ("small", Outcome.LOSE),
    }
    assert value_of(table, "ana") == 4_990_00
    assert table.wagers == ()


@pytest.mark.clause("D9 6", "D9 3.3(b)")
def test_D9_6_live_and_automated_tables_settle_alike_on_all_216_rolls() -> None:
    wagers = [Wager("ana", position_named(name), STAKE) for name in POSITIONS]
    automated = tai_sai("ana").play(*wagers, NoMoreBets())
    live = live_tai_sai("ana").play(InspectDice(), *wagers, Tumble(3), NoMoreBets(), Uncover())
    for dice in ROLLS:
        dealt = automated.play(Roll(dice))
        low, middle, high = sorted(dice)
        paid = live.play(
            Roll(dice), AnnounceDice((low, middle, high), sum(dice)), KeyIn(dice), Enter(), Collect(), Pay()
        )
        taken = paid.play(*(Withdraw("ana", wager.position) for wager in paid.wagers), OpenBetting())
        assert taken.settled == dealt.settled
        assert taken.general.purses == dealt.general.purses
        assert taken.general.house == dealt.general.house
        assert (taken.wagers, dealt.wagers) == ((), ())
        assert {str(line.wager.position) for line in dealt.settled if line.pays} == set(WON_BY[dice])


@pytest.mark.clause("D9 6")
def test_D9_6_the_end_of_the_betting_time_is_the_call() -> None:
    table = tai_sai("ana", betting_seconds=30).play(Wager("ana", big, 10_00))
    waiting = table.play(Clock(29))
    assert (waiting.step, waiting.view().public.betting) == ("no more bets", True)
    called = waiting.play(Clock(1))
    assert (called.step, called.view().public.betting) == ("result", False)
    assert refusal_code(called, Wager("ana", odd, 5_00)) == "too_late"


# Chance


@pytest.mark.clause("D9 6")
def test_D9_6_there_are_216_equally_likely_rolls() -> None:
    for table in (before("result"), tai_sai("ana").play(NoMoreBets())):
        chance = table.chance()
        assert chance == {Roll(dice): Fraction(1, 216) for dice in ROLLS}
        assert len(chance) == 216
        assert sum(chance.values()) == 1


@pytest.mark.clause("D9 6")
def test_D9_6_chance_decides_nothing_but_the_roll() -> None:
    for name in NAMES:
        if name != "result":
            assert before(name).chance() == {}
