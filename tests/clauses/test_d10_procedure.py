"""The spin of the wheel and the table's operation: Division 10, section 4."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    BuyIn,
    CashOut,
    ChangeLimits,
    CheckWheel,
    Clock,
    Collect,
    Favour,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PayWager,
    PostClosing,
    PostLimits,
    Refused,
    ReserveTable,
    VoidChips,
    VoidWager,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.acts import Act, CallSupervisor
from croupier.games.layout.game import chain
from croupier.games.layout.results import correction_handler
from croupier.games.layout.steps import proceed, step_handler
from croupier.games.machine import Awaited
from croupier.games.money_wheel import (
    AnnounceSymbol,
    CorrectSection,
    Direction,
    IndicatorRests,
    MoneyWheel,
    SpinWheel,
    WheelRests,
    symbol,
)
from croupier.games.offers import Bounds, Choices, Offer, Words
from croupier.games.people import DEALER, Role, player
from croupier.games.position import Placed
from croupier.games.steps import Step, in_order
from croupier.rulebook import Cite
from tests.support.rules.tables import SIGN, live_money_wheel, money_wheel, outcomes, refusal_code, refusal_rule

A, B, C = map(symbol, "ABC")
CLOCKWISE, ANTICLOCKWISE = Direction.CLOCKWISE, Direction.ANTICLOCKWISE
TURN = (NoMoreBets(), SpinWheel(CLOCKWISE))
TEN_YEARS = 316_224_000


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


def value_of(table: LayoutTable, name: str) -> int:
    purse = table.purse(name)
    return 0 if purse is None else purse.value


def offers(table: LayoutTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


# The steps in their order

STEPS: dict[str, Act] = {
    "no more bets": NoMoreBets(),
    "spin wheel": SpinWheel(CLOCKWISE),
    "result": IndicatorRests(2),
    "announce": AnnounceSymbol("A"),
    "collect": Collect(),
    "pay": Pay(),
    "open betting": OpenBetting(),
}
DUE = {
    "no more bets": ("D10 4.3", "call “No more bets” and ring the bell"),
    "spin wheel": ("D10 4.2", "spin the wheel"),
    "result": ("D10 4.4", "enter the section at which the indicator rests"),
    "announce": ("D10 4.4(a)", "announce the winning symbol"),
    "collect": ("D10 4.4(b)", "collect the losing wagers"),
    "pay": ("D10 4.4(c)", "pay the winning wagers"),
    "open betting": ("D10 5.4", "open betting for the next spin"),
}
# What the dealer may do when each step is due. The wheel may start before the call, by a mistake (ruling M11).
MAY = {
    "no more bets": {"no more bets", "spin wheel"},
    "spin wheel": {"spin wheel"},
    "result": {"result"},
    "announce": {"announce"},
    "collect": {"collect"},
    "pay": {"pay", "pay wager"},
    "open betting": {"open betting"},
}


def before(due: str) -> LayoutTable:
    """A live table at which that step is due; ana has won on A and lost on B, if the wheel has been spun."""
    table = live_money_wheel("ana").play(Wager("ana", A, 10_00), Wager("ana", B, 5_00))
    for name, act in STEPS.items():
        if name == due:
            return table
        table = table.play(act)
    raise LookupError(due)


@pytest.mark.clause("D10 4.2", "D10 4.3", "D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)")
@pytest.mark.parametrize("due", STEPS)
def test_D10_4_4_the_dealer_takes_each_step_in_its_order_and_no_other(due: str) -> None:
    table = before(due)
    assert table.step == due
    assert table.view().public.step == due
    acts = {**STEPS, "pay wager": PayWager("ana", A)}
    assert {name for name, act in acts.items() if refusal_code(table, act) is None} == MAY[due]
    rule, words = DUE[due]
    for name in acts.keys() - MAY[due]:
        assert refusal_code(table, acts[name]) == "out_of_order"
        assert refusal_rule(table, acts[name]) == rule
        assert why(table, acts[name]) == f"Not now: the next step is to {words}."


@pytest.mark.clause("D10 4.3", "D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)")
@pytest.mark.parametrize("due", STEPS)
def test_D10_4_4_the_table_says_what_it_waits_for(due: str) -> None:
    rule, words = DUE[due]
    waited = before(due).awaits
    assert (waited[-1].what, waited[-1].role, waited[-1].rule.clause) == (words, Role.DEALER, rule)
    wagers = (Awaited("place wagers", Role.PLAYER, Cite("D10 3.1")),)
    assert waited[:-1] == (wagers if due == "no more bets" else ())


@pytest.mark.clause("D10 4.4(b)", "D10 4.4(c)")
def test_D10_4_4_b_losers_are_collected_and_then_winners_are_paid() -> None:
    announced = before("collect")
    assert (value_of(announced, "ana"), announced.general.house) == (4_985_00, 0)
    assert announced.wagers == (Placed("ana", A, 10_00), Placed("ana", B, 5_00))
    collected = announced.play(Collect())
    assert (value_of(collected, "ana"), collected.general.house) == (4_985_00, 5_00)
    assert collected.wagers == (Placed("ana", A, 10_00),)
    paid = collected.play(Pay())
    assert (value_of(paid, "ana"), paid.general.house) == (4_995_00, -5_00)
    assert paid.wagers == (Placed("ana", A, 10_00),)


@pytest.mark.clause("D10 4.4(b)", "D10 4.4(c)")
def test_D10_4_4_b_a_step_with_nothing_to_do_is_passed_over() -> None:
    winner = live_money_wheel("ana").play(Wager("ana", A, 5_00), *TURN, IndicatorRests(2), AnnounceSymbol("A"))
    assert winner.step == "pay"
    loser = live_money_wheel("ana").play(Wager("ana", B, 5_00), *TURN, IndicatorRests(2), AnnounceSymbol("A"))
    assert loser.step == "collect"
    assert loser.play(Collect()).step == "open betting"
    nobody = live_money_wheel("ana").play(*TURN, IndicatorRests(2), AnnounceSymbol("A"))
    assert nobody.step == "open betting"
    assert refusal_code(nobody, Collect()) == "out_of_order"


@pytest.mark.clause("D10 4.4(c)")
def test_D10_4_4_c_winners_are_paid_one_by_one_by_area_or_all_at_once() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", A, 20_00), Wager("bob", B, 5_00))
    due = table.play(*TURN, IndicatorRests(2), AnnounceSymbol("A"), Collect())
    singly = due.play(PayWager("bob", A))
    assert [value_of(singly, name) for name in ("ana", "bob")] == [4_990_00, 4_995_00]
    assert singly.step == "pay"
    assert offers(singly, PayWager) == [
        Offer(PayWager, Role.DEALER, {"player": Choices(("ana",)), "position": Choices((A,))})
    ]
    assert singly.play(PayWager("ana", A)).step == "open betting"
    for act in (Pay(), Pay("A")):
        paid = due.play(act)
        assert [value_of(paid, name) for name in ("ana", "bob")] == [5_000_00, 4_995_00]
        assert paid.general.house == 5_00 - 30_00
        assert paid.step == "open betting"


@pytest.mark.clause("D10 4.4(c)")
def test_D10_4_4_c_only_winners_that_wait_are_paid() -> None:
    due = before("pay")
    area: Any
    for area in ("B", "a", "AB", 5):
        assert refusal_code(due, Pay(area)) == "nothing_to_pay"
        assert refusal_rule(due, Pay(area)) == "D10 4.4(c)"
        assert why(due, Pay(area)) == f"No winning wager in the area {area!r} is waiting to be paid."
    for act in (PayWager("ana", B), PayWager("ana", C), PayWager("bob", A)):
        assert refusal_code(due, act) == "nothing_to_pay"
        assert refusal_rule(due, act) == "D10 4.4(c)"
    assert why(due, PayWager("bob", A)) == "bob has no winning wager on A that is waiting to be paid."


@pytest.mark.clause("D10 4.4(c)", "D10 3.7")
def test_D10_4_4_c_the_winners_of_one_area_may_be_paid_before_those_of_another() -> None:
    table = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00), Wager("bob", B, 5_00), *TURN, IndicatorRests(2))
    due = table.play(Favour("bob", B, "the dealer misplaced it", settle_as=A), AnnounceSymbol("A"))
    only_b = due.play(Pay("B"))
    assert [value_of(only_b, name) for name in ("ana", "bob")] == [4_990_00, 5_000_00]
    assert only_b.step == "pay"
    assert refusal_code(only_b, Pay("B")) == "nothing_to_pay"
    assert only_b.play(Pay("A")).step == "open betting"


# Direction and revolutions


@pytest.mark.clause("D10 4.1")
@pytest.mark.parametrize("first", list(Direction))
@pytest.mark.parametrize("second", list(Direction))
def test_D10_4_1_each_spin_may_go_either_way(first: Direction, second: Direction) -> None:
    table = live_money_wheel("ana").play(NoMoreBets(), SpinWheel(first))
    assert table.equipment.direction is first
    again = table.play(IndicatorRests(2), AnnounceSymbol("A"), OpenBetting())
    assert again.equipment.direction is None
    turned = again.play(NoMoreBets(), SpinWheel(second))
    assert turned.view().public.equipment.direction is second
    assert refusal_code(turned, IndicatorRests(3)) is None


@pytest.mark.clause("D10 4.1")
@pytest.mark.parametrize("direction", ["", "up", "Clockwise", None, 5])
def test_D10_4_1_the_wheel_turns_clockwise_or_anticlockwise(direction: Any) -> None:
    for table in (before("spin wheel"), before("no more bets")):
        assert refusal_code(table, SpinWheel(direction)) == "bad_direction"
        assert refusal_rule(table, SpinWheel(direction)) == "D10 4.1"
        assert why(table, SpinWheel(direction)) == "Say clockwise or anticlockwise."


@pytest.mark.clause("D10 4.2")
@pytest.mark.parametrize("revolutions", [None, 4, 5, 12, 999_999])
def test_D10_4_2_four_revolutions_make_a_spin(revolutions: int | None) -> None:
    table = before("result").play(IndicatorRests(2, revolutions=revolutions))
    assert outcomes(table) == {("ana", "A"): (Outcome.WIN, 10_00), ("ana", "B"): (Outcome.LOSE, 0)}


@pytest.mark.clause("D10 4.2")
@pytest.mark.parametrize("revolutions", [0, 1, 2, 3])
def test_D10_4_2_fewer_than_four_revolutions_make_the_spin_void(revolutions: int) -> None:
    table = before("result").play(IndicatorRests(2, revolutions=revolutions))
    assert outcomes(table) == {("ana", "A"): (Outcome.VOID, 0), ("ana", "B"): (Outcome.VOID, 0)}
    assert {line.rule.clause for line in table.settled} == {"D10 4.2"}
    assert {line.reason for line in table.settled} == {"the wheel turned fewer than four times"}
    assert table.betting_is_open
    assert value_of(table, "ana") == 4_985_00


@pytest.mark.clause("D10 4.2")
@pytest.mark.parametrize("revolutions", [-1, -4, 3.5, 4.0, "4", True, 1_000_000])
def test_D10_4_2_revolutions_are_counted_in_whole_numbers(revolutions: Any) -> None:
    act = IndicatorRests(2, revolutions=revolutions)
    assert refusal_code(before("result"), act) == "bad_revolutions"
    assert refusal_rule(before("result"), act) == "D10 4.2"
    assert why(before("result"), act) == "Revolutions are counted in whole numbers."


# The call


@pytest.mark.clause("D10 4.3", "D10 3.5(a)")
def test_D10_4_3_the_call_closes_betting_before_the_wheel_is_spun() -> None:
    betting = before("no more bets")
    assert betting.betting_is_open
    called = betting.play(NoMoreBets())
    assert not called.betting_is_open
    assert called.closed_early is False
    assert refusal_code(called, Wager("ana", C, 5_00)) == "too_late"
    assert refusal_code(called, IndicatorRests(2)) == "out_of_order"
    assert refusal_rule(called, IndicatorRests(2)) == "D10 4.2"


@pytest.mark.clause("D10 4.3", "D10 3.5(a)")
def test_D10_4_3_a_wheel_spun_before_the_call_closes_betting_by_itself() -> None:
    turning = before("no more bets").play(SpinWheel(ANTICLOCKWISE))
    assert not turning.betting_is_open
    assert not turning.view().public.betting
    for act in (Wager("ana", C, 5_00), Wager("ana", C, 5_00, by=DEALER)):
        refusal = turning.refuses(act)
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("too_late", "D10 4.3", "M11")
        assert refusal.why == "Betting is closed: the result is on its way."
    assert refusal_code(turning, Withdraw("ana", A)) == "too_late"
    assert refusal_rule(turning, Withdraw("ana", A)) == "D10 4.3"
    assert why(turning, Withdraw("ana", A)) == "Wagers stay where they are: the result is on its way."
    assert offers(turning, Wager) == []
    assert offers(turning, Withdraw) == []
    assert len(turning.awaits) == 1


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_a_missed_call_is_made_good_before_the_result_and_the_spin_stands() -> None:
    turning = before("no more bets").play(SpinWheel(ANTICLOCKWISE))
    for act in (IndicatorRests(2), SpinWheel(CLOCKWISE), AnnounceSymbol("A"), Collect(), OpenBetting()):
        assert refusal_code(turning, act) == "out_of_order"
        assert refusal_rule(turning, act) == "D10 4.3"
    called = turning.play(NoMoreBets())
    assert called.step == "result"
    assert called.equipment.direction is ANTICLOCKWISE
    assert refusal_rule(called, Wager("ana", C, 5_00)) == "D10 3.5(a)"
    known = called.play(IndicatorRests(2))
    assert outcomes(known) == {("ana", "A"): (Outcome.WIN, 10_00), ("ana", "B"): (Outcome.LOSE, 0)}
    opened = known.play(AnnounceSymbol("A"), Collect(), Pay(), OpenBetting())
    assert refusal_code(opened, Wager("ana", C, 5_00)) is None


@pytest.mark.clause("D10 4.3", "D10 4.5")
def test_D10_4_3_only_the_dealer_calls_and_spins() -> None:
    table = before("no more bets")
    for act in (NoMoreBets(by=player("ana")), SpinWheel(CLOCKWISE, by=player("ana"))):
        assert refusal_code(table, act) == "not_your_act"
        assert refusal_rule(table, act) == "D1 1.1 Dealer"


@pytest.mark.clause("D10 4.5")
def test_D10_4_5_nobody_but_the_dealer_touches_the_wheel_and_interference_voids_the_spin() -> None:
    assert refusal_code(before("spin wheel"), SpinWheel(CLOCKWISE, by=player("ana"))) == "not_your_act"
    assert refusal_code(before("result"), IndicatorRests(2, by=player("ana"))) == "not_your_act"
    void = before("result").play(NoSpin("interference"))
    assert {line.outcome for line in void.settled} == {Outcome.VOID}
    assert void.wagers == (Placed("ana", A, 10_00), Placed("ana", B, 5_00))


# The announcement


@pytest.mark.clause("D10 4.4(a)")
@pytest.mark.parametrize("announced", ["B", "G", "a", "", "H", None, 2])
def test_D10_4_4_a_the_dealer_announces_the_symbol_under_the_indicator(announced: Any) -> None:
    table = before("announce")
    assert refusal_code(table, AnnounceSymbol(announced)) == "wrong_announcement"
    assert refusal_rule(table, AnnounceSymbol(announced)) == "D10 4.4(a)"
    assert why(table, AnnounceSymbol(announced)) == "The indicator shows symbol A. Announce that."
    assert refusal_code(table, AnnounceSymbol("A")) is None


# What is offered at each step


ALWAYS = {BuyIn, CallSupervisor, CashOut, Clock, PostClosing, PostLimits, ReserveTable}
OFFERED: dict[str, set[type[Act]]] = {
    "no more bets": {Wager, Withdraw, WrongLimits, ChangeLimits, NoMoreBets, CheckWheel},
    "spin wheel": {WrongLimits, VoidWager, VoidChips, Favour, SpinWheel},
    "result": {WrongLimits, VoidWager, VoidChips, Favour, NoSpin, WheelRests, IndicatorRests},
    "announce": {VoidWager, VoidChips, Favour, NoSpin, CorrectSection, AnnounceSymbol},
    "collect": {VoidWager, VoidChips, Favour, NoSpin, CorrectSection, Collect},
    "pay": {VoidWager, VoidChips, Favour, NoSpin, CorrectSection, Pay, PayWager},
    "open betting": {VoidWager, VoidChips, Favour, NoSpin, CorrectSection, Withdraw, OpenBetting},
}
OWN_STEP: dict[str, Offer] = {
    "no more bets": Offer(NoMoreBets, Role.DEALER, {}),
    "spin wheel": Offer(SpinWheel, Role.DEALER, {"direction": Choices((CLOCKWISE,))}),
    "announce": Offer(AnnounceSymbol, Role.DEALER, {"symbol": Choices(("A",))}),
    "collect": Offer(Collect, Role.DEALER, {}),
    "pay": Offer(Pay, Role.DEALER, {"area": Choices(("",))}),
    "open betting": Offer(OpenBetting, Role.DEALER, {}),
}


@pytest.mark.clause("D10 4.3", "D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)")
@pytest.mark.parametrize("due", STEPS)
def test_D10_4_4_each_step_offers_what_it_accepts(due: str) -> None:
    table = before(due)
    assert {offer.kind for offer in table.legal} == ALWAYS | OFFERED[due]
    if due in OWN_STEP:
        assert OWN_STEP[due] in list(table.legal)
    assert len(table.legal) == len(list(table.legal))


@pytest.mark.clause("D10 4.3", "D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)")
@pytest.mark.parametrize("due", STEPS)
def test_D10_4_4_every_offer_is_accepted_at_both_ends_of_its_bounds(due: str) -> None:
    table = before(due)
    for offer in table.legal:
        ranges = {name: field for name, field in offer.fields.items() if isinstance(field, Bounds)}
        words = {name: "as offered" for name in offer.fields if name == "reason"}
        for end in ("lowest", "highest"):
            act = offer.act(**words, **{name: getattr(field, end) for name, field in ranges.items()})
            assert table.refuses(act) is None, act
            assert act in table.legal


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_offers_read_as_plain_words() -> None:
    table = before("no more bets")
    assert [str(offer) for offer in table.legal if offer.kind in {NoMoreBets, Withdraw, Wager}] == [
        "player: wager (player ana, position A, amount 50..99000 by 50, chips value)",
        "player: wager (player ana, position B, amount 50..99500 by 50, chips value)",
        "player: wager (player ana, position C, D, E, F … (5 in all), amount 500..100000 by 50, chips value)",
        "player: withdraw (player ana, position A)",
        "player: withdraw (player ana, position B)",
        "dealer: no more bets",
    ]
    assert repr(table.legal).splitlines() == [str(offer) for offer in table.legal]


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_an_offer_knows_what_lies_within_it() -> None:
    amounts = Bounds(lowest=5_00, highest=11_00, step=3_00)
    assert [amount for amount in range(0, 15_00, 50) if amount in amounts] == [5_00, 8_00, 11_00]
    assert A in Choices((A, B))
    assert C not in Choices((A, B))
    clock, reason = Offer(Clock, Role.OPERATOR, {"seconds": Bounds(1, 9)}), {"reason": Words()}
    assert str(clock) == "operator: clock (seconds 1..9)"
    assert str(Offer(Favour, Role.GAME_SUPERVISOR, reason)) == "game supervisor: favour (reason in words)"
    assert str(Offer(Wager, Role.PLAYER, {"position": Choices(tuple(map(symbol, "ABCD")))})).endswith("A, B, C, D)")


@pytest.mark.clause("D10 4.4(a)")
@pytest.mark.parametrize("role", [Role.DEALER, Role.GAME_SUPERVISOR])
def test_D10_4_4_a_step_is_refused_offered_and_taken_by_its_name_and_role(role: Role) -> None:
    handler = step_handler("announce", proceed, role=role)
    assert handler.roles == (role,)
    assert list(handler.offers(before("announce"))) == [Offer(AnnounceSymbol, role, {"symbol": Choices(("A",))})]
    assert list(handler.offers(before("collect"))) == []
    assert handler.refuses(before("announce"), AnnounceSymbol("B")) is None
    assert handler.refuses(before("collect"), AnnounceSymbol("A")) is not None
    assert handler.after(before("announce"), AnnounceSymbol("A")).step == "collect"
    assert step_handler("announce", proceed).roles == (Role.DEALER,)


@pytest.mark.clause("D10 4.4(a)")
def test_D10_4_4_a_step_may_be_refused_for_more_than_its_time() -> None:
    refusal = before("announce").refuses(AnnounceSymbol("B"))
    handler = step_handler("announce", proceed, also_refuses=lambda _table, _act: refusal)
    assert handler.refuses(before("announce"), AnnounceSymbol("A")) is refusal
    assert handler.refuses(before("collect"), AnnounceSymbol("A")) is not refusal


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_correction_is_for_those_it_is_given_to() -> None:
    handler = correction_handler(Role.GAME_SUPERVISOR, Role.OPERATOR)
    assert handler.roles == (Role.GAME_SUPERVISOR, Role.OPERATOR)
    table, act = before("collect"), CorrectSection(3, "misread")
    assert handler.refuses(table, act) is None
    assert handler.after(table, act).result == 3
    assert [offer.kind for offer in handler.offers(table)] == [CorrectSection]


@pytest.mark.clause("D10 4.4(b)")
def test_D10_4_4_each_step_is_followed_by_the_next_and_the_last_by_the_first() -> None:
    assert chain(("call", "spin", "pay")) == {"call": "spin", "spin": "pay", "pay": "call"}
    assert chain(STEPS) == MoneyWheel.following
    steps = (Step("call", Cite("D10 4.3"), "call"), Step("spin", Cite("D10 4.2"), "spin"))
    assert list(in_order(*steps).items()) == [("call", steps[0]), ("spin", steps[1])]


# An automated table


@pytest.mark.clause("D10 4.3", "D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)")
def test_D10_4_4_an_automated_table_takes_all_steps_but_the_result() -> None:
    table = money_wheel("ana").play(Wager("ana", A, 10_00), Wager("ana", B, 5_00), NoMoreBets())
    assert table.step == "result"
    assert table.equipment.direction is CLOCKWISE
    done = table.play(IndicatorRests(2))
    assert done.step == "no more bets"
    assert done.betting_is_open
    assert done.wagers == ()
    assert value_of(done, "ana") == 5_000_00 - 5_00 + 10_00
    assert done.general.house == 5_00 - 10_00
    assert refusal_code(done, CorrectSection(3, "misread")) == "final"


EVERY_STEP_BUT_RESULT = {"no more bets", "spin wheel", "announce", "collect", "pay", "open betting"}


@pytest.mark.clause("D10 4.4(a)", "D10 4.4(b)", "D10 4.4(c)")
@pytest.mark.parametrize("by_hand", ["spin wheel", "announce", "collect", "pay", "open betting"])
def test_D10_4_4_any_step_may_be_left_to_the_dealer(by_hand: str) -> None:
    automation = EVERY_STEP_BUT_RESULT - {by_hand} | {"take up", "open table"}
    table = croupier.money_wheel(SIGN, automation=automation).play(
        BuyIn("ana", 5_000_00), Wager("ana", A, 10_00), Wager("ana", B, 5_00), NoMoreBets()
    )
    done = table
    for name in ("spin wheel", "result", "announce", "collect", "pay", "open betting"):
        if name in {by_hand, "result"}:
            assert done.step == name
            done = done.play(STEPS[name])
    assert done.step == "no more bets"
    assert (value_of(done, "ana"), done.wagers, done.general.house) == (5_005_00, (), -5_00)


@pytest.mark.clause("D10 4.4(c)", "D10 3.5(b)")
def test_D10_4_4_c_winners_lie_until_taken_up_where_that_is_left_to_the_players() -> None:
    automation = EVERY_STEP_BUT_RESULT | {"open table"}
    table = croupier.money_wheel(SIGN, automation=automation).play(BuyIn("ana", 5_000_00), Wager("ana", A, 10_00))
    done = table.play(NoMoreBets(), IndicatorRests(2))
    assert done.wagers == (Placed("ana", A, 10_00),)
    assert value_of(done, "ana") == 5_000_00


@pytest.mark.clause("D10 1.1")
def test_D10_1_1_a_table_that_opens_by_itself_is_open_at_once() -> None:
    assert croupier.money_wheel(SIGN, automation=["open table"]).general.is_open
    closed = croupier.money_wheel(SIGN, automation=["announce"])
    assert not closed.general.is_open
    assert closed.play(OpenTable()).betting_is_open


# The window in which an automated table takes wagers


def timed(automation: set[str] | None = None) -> LayoutTable:
    """Betting stays open for 30 seconds from the first wager; the clock shows 100."""
    table = croupier.money_wheel(SIGN, automation=automation, betting_seconds=30)
    return table.play(BuyIn("ana", 5_000_00), Clock(100))


@pytest.mark.clause("D10 4.3", "D10 3.5(a)")
def test_D10_4_3_the_call_comes_by_itself_when_the_window_ends() -> None:
    assert timed().window_ends is None
    assert timed().play(Clock(500)).betting_is_open
    wagered = timed().play(Wager("ana", A, 5_00))
    assert wagered.window_ends == 130
    assert wagered.view().public.window_ends == 130
    assert wagered.play(Clock(29)).betting_is_open
    for seconds in (30, 31, 500):
        called = wagered.play(Clock(seconds))
        assert not called.betting_is_open
        assert (called.step, called.window_ends) == ("result", None)
    assert wagered.play(NoMoreBets()).window_ends is None


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_the_window_runs_from_the_first_wager_that_lies() -> None:
    wagered = timed().play(Wager("ana", A, 5_00), Clock(10), Wager("ana", B, 5_00), Wager("ana", A, 5_00))
    assert wagered.window_ends == 130
    assert wagered.play(Withdraw("ana", A)).window_ends == 130
    empty = wagered.play(Withdraw("ana", A), Withdraw("ana", B))
    assert empty.window_ends is None
    assert empty.play(Wager("ana", A, 5_00)).window_ends == 140


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_wagers_that_stand_over_start_the_next_window_at_once() -> None:
    void = timed().play(Wager("ana", A, 5_00), Clock(40), IndicatorRests(2, on_peg=True))
    assert void.betting_is_open
    assert void.window_ends == 170
    riding = timed(EVERY_STEP_BUT_RESULT | {"open table"}).play(Wager("ana", A, 5_00), Clock(40), IndicatorRests(2))
    assert riding.wagers == (Placed("ana", A, 5_00),)
    assert riding.window_ends == 170
    assert timed().play(Wager("ana", A, 5_00), Clock(40), IndicatorRests(2)).window_ends is None


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_where_the_dealer_calls_no_window_does() -> None:
    automation = EVERY_STEP_BUT_RESULT - {"no more bets"} | {"take up", "open table"}
    table = timed(automation).play(Wager("ana", A, 5_00), Clock(500))
    assert table.betting_is_open
    assert table.step == "no more bets"


@pytest.mark.clause("D10 4.3")
def test_D10_4_3_a_wheel_that_turns_early_ends_the_window() -> None:
    turning = timed().play(Wager("ana", A, 5_00), SpinWheel(CLOCKWISE))
    assert turning.window_ends is None
    assert turning.play(Clock(30)).step == "no more bets"
    assert turning.play(NoMoreBets()).step == "result"


@pytest.mark.clause("D10 4.3")
@pytest.mark.parametrize("seconds", [0, -1, TEN_YEARS + 1, 30.0, "30", True])
def test_D10_4_3_a_window_is_a_whole_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(Refused) as caught:
        croupier.money_wheel(SIGN, betting_seconds=seconds)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("bad_window", "D10 1.1")
    assert refusal.why == "Betting stays open for a whole number of seconds, at least 1."


@pytest.mark.clause("D10 4.3")
@pytest.mark.parametrize("seconds", [1, 30, TEN_YEARS])
def test_D10_4_3_a_window_lasts_from_a_second_to_ten_years(seconds: int) -> None:
    table = croupier.money_wheel(SIGN, betting_seconds=seconds).play(BuyIn("ana", 20_00), Wager("ana", A, 5_00))
    assert table.window_ends == seconds
