"""No spin: Division 10, section 5."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import (
    BuyColour,
    Chips,
    Collect,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    Outcome,
    Pay,
    PayWager,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.chips import Purse
from croupier.games.money_wheel import AnnounceSymbol, CorrectSection, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Choices, Offer
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, Actor, Role, player
from croupier.games.position import Placed
from tests.support.rules.tables import live_money_wheel, money_wheel, outcomes, refusal_code, refusal_rule, total_money

A, B, C = map(symbol, "ABC")
TURN = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE))

# The grounds: the clause, the ruling it is read by, and the words of the settlement.
GROUNDS: dict[str, tuple[str, str | None, str]] = {
    "interference": ("D10 5.1(a)", None, "something interfered with the spin"),
    "unbalanced": ("D10 5.1(b)", None, "the wheel lost its balance"),
    "malfunction": ("D10 5.1(c)", None, "the wheel or its support failed"),
    "on_peg": ("D10 5.2", "M9", "the indicator came to rest on a peg"),
    "too_few_revolutions": ("D10 5.3", None, "the wheel turned fewer than four times"),
}
# How far the dealer has come: the wheel turns, rests, is announced, losers in, winners paid, the winner taken up.
PLAYED: dict[str, tuple[Act, ...]] = {
    "turning": (),
    "at rest": (IndicatorRests(2),),
    "announced": (IndicatorRests(2), AnnounceSymbol("A")),
    "collected": (IndicatorRests(2), AnnounceSymbol("A"), Collect()),
    "half paid": (IndicatorRests(2), AnnounceSymbol("A"), Collect(), PayWager("ana", A)),
    "paid": (IndicatorRests(2), AnnounceSymbol("A"), Collect(), Pay()),
    "taken up": (IndicatorRests(2), AnnounceSymbol("A"), Collect(), Pay(), Withdraw("ana", A)),
}
WITH_RESULT = [moment for moment in PLAYED if moment != "turning"]
WAGERS = (Placed("ana", A, 10_00), Placed("ana", B, 5_00), Placed("bob", A, 7_50))


def spun(moment: str) -> LayoutTable:
    """A live table at that moment of a spin that stops at section 2, symbol A."""
    wagered = live_money_wheel("ana", "bob").play(*(Wager(each.player, each.position, each.stake) for each in WAGERS))
    return wagered.play(*TURN, *PLAYED[moment])


def offers(table: LayoutTable) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is NoSpin]


def value_of(table: LayoutTable, name: str) -> int:
    purse = table.purse(name)
    return 0 if purse is None else purse.value


def assert_as_before_the_spin(table: LayoutTable) -> None:
    """Every wager lies where it lay at the call, every chip is back, and betting is open."""
    assert table.wagers == WAGERS
    assert [value_of(table, name) for name in ("ana", "bob")] == [4_985_00, 4_992_50]
    assert table.general.house == 0
    assert table.betting_is_open
    assert table.step == "no more bets"
    assert (table.progress, table.voided, table.closed_early) == ((), (), False)
    assert table.round == 1
    assert table.view().public.result is None
    assert table.equipment.direction is None
    assert [line.wager for line in table.settled] == list(WAGERS)
    assert {(line.outcome, line.pays) for line in table.settled} == {(Outcome.VOID, 0)}


@pytest.mark.clause("D10 5.1(a)", "D10 5.1(b)", "D10 5.1(c)", "D10 5.1 (closing)", "D10 5.2", "D10 5.3", "D10 5.4")
@pytest.mark.parametrize("by", [DEALER, GAME_SUPERVISOR])
@pytest.mark.parametrize("moment", PLAYED)
@pytest.mark.parametrize("ground", GROUNDS)
def test_D10_5_4_every_ground_voids_the_spin_whenever_it_is_found(ground: str, moment: str, by: Actor) -> None:
    void = spun(moment).play(NoSpin(ground, by=by))
    assert_as_before_the_spin(void)
    rule, ruling, words = GROUNDS[ground]
    assert {(line.rule.clause, line.rule.ruling, line.reason) for line in void.settled} == {(rule, ruling, words)}


@pytest.mark.clause("D10 5.4", "D10 5.1 (closing)", "D1 1.1 Void")
@pytest.mark.parametrize("moment", PLAYED)
def test_D10_5_4_after_a_void_spin_the_wagers_stand_and_the_wheel_is_spun_again(moment: str) -> None:
    void = spun(moment).play(NoSpin("malfunction"))
    changed = void.play(Withdraw("bob", A), Wager("bob", C, 20_00), Wager("ana", A, 5_00))
    done = changed.play(
        *TURN, IndicatorRests(5), AnnounceSymbol("C"), Collect(), Pay(), Withdraw("bob", C), OpenBetting()
    )
    assert outcomes(done) == {
        ("ana", "A"): (Outcome.LOSE, 0),
        ("ana", "B"): (Outcome.LOSE, 0),
        ("bob", "C"): (Outcome.WIN, 100_00),
    }
    assert [value_of(done, name) for name in ("ana", "bob")] == [4_980_00, 5_100_00]
    assert done.general.house == 20_00 - 100_00
    assert done.round == 2


@pytest.mark.clause("D10 5.1 (closing)", "D10 5.4")
@pytest.mark.parametrize("section", range(1, 53))
def test_D10_5_1_closing_a_void_spin_is_void_wherever_the_indicator_stops(section: int) -> None:
    wagered = live_money_wheel("ana").play(*(Wager("ana", symbol(letter), 5_00) for letter in "ABCDEFG"), *TURN)
    for void in (
        wagered.play(IndicatorRests(section), NoSpin("unbalanced")),
        wagered.play(IndicatorRests(section, on_peg=True)),
        wagered.play(IndicatorRests(section, revolutions=3)),
    ):
        assert {line.outcome for line in void.settled} == {Outcome.VOID}
        assert len(void.wagers) == 7
        assert value_of(void, "ana") == 4_965_00
        assert void.general.house == 0


@pytest.mark.clause("D10 5.2", "D10 5.4")
def test_D10_5_2_the_indicator_on_a_peg_voids_the_spin_without_any_announcement() -> None:
    for act in (
        IndicatorRests(2, on_peg=True),
        IndicatorRests(2, revolutions=12, on_peg=True),
        IndicatorRests(2, revolutions=1, on_peg=True),
    ):
        void = spun("turning").play(act)
        assert_as_before_the_spin(void)
        cites = {(line.rule.clause, line.rule.ruling, line.reason) for line in void.settled}
        assert cites == {("D10 5.2", "M9", "the indicator came to rest on a peg")}


@pytest.mark.clause("D10 5.2")
@pytest.mark.parametrize("on_peg", ["no", "", None, 0, 1])
def test_D10_5_2_the_indicator_rests_on_a_peg_or_it_does_not(on_peg: Any) -> None:
    refusal = spun("turning").refuses(IndicatorRests(2, on_peg=on_peg))
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause) == ("bad_rest", "D10 5.2")
    assert refusal.why == "Say yes or no: the indicator rests on a peg."


@pytest.mark.clause("D10 5.2")
def test_D10_5_2_what_happens_after_full_rest_on_a_peg_changes_nothing() -> None:
    void = spun("turning").play(IndicatorRests(2, on_peg=True))
    assert refusal_code(void, CorrectSection(2, "it slipped off the peg")) == "final"
    assert refusal_rule(void, CorrectSection(2, "it slipped off the peg")) == "D10 5.4"
    assert refusal_code(void, IndicatorRests(2)) == "out_of_order"


@pytest.mark.clause("D10 5.3", "D10 5.4", "D10 4.2")
@pytest.mark.parametrize("revolutions", range(8))
def test_D10_5_3_too_few_turns_void_the_spin_without_any_announcement(revolutions: int) -> None:
    table = spun("turning").play(IndicatorRests(2, revolutions=revolutions))
    if revolutions < 4:
        assert_as_before_the_spin(table)
        assert {line.rule.clause for line in table.settled} == {"D10 4.2"}
    else:
        assert outcomes(table) == {
            ("ana", "A"): (Outcome.WIN, 10_00),
            ("ana", "B"): (Outcome.LOSE, 0),
            ("bob", "A"): (Outcome.WIN, 7_50),
        }


@pytest.mark.clause("D10 5.4")
def test_D10_5_4_a_call_of_no_spin_before_the_wheel_rests_stands_without_a_ground() -> None:
    for by in (DEALER, GAME_SUPERVISOR):
        void = spun("turning").play(NoSpin(by=by))
        assert_as_before_the_spin(void)
        cites = {(line.rule.clause, line.rule.ruling, line.reason) for line in void.settled}
        assert cites == {("D10 5.4", "M10", "announced")}


@pytest.mark.clause("D10 5.4")
@pytest.mark.parametrize("moment", WITH_RESULT)
def test_D10_5_4_after_the_wheel_rests_a_ground_is_needed(moment: str) -> None:
    table = spun(moment)
    refusal = table.refuses(NoSpin())
    assert refusal is not None
    assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("no_such_ground", "D10 5.4", "M10")
    assert refusal.why == (
        "A result is void only on one of these grounds: "
        "interference, unbalanced, malfunction, on_peg, too_few_revolutions."
    )


@pytest.mark.clause("D10 5.4")
@pytest.mark.parametrize("moment", PLAYED)
@pytest.mark.parametrize("ground", ["ball_out", "late", "Interference", " ", None, 5, ["on_peg"]])
def test_D10_5_4_no_other_ground_voids_a_spin(moment: str, ground: Any) -> None:
    assert refusal_code(spun(moment), NoSpin(ground)) == "no_such_ground"
    assert refusal_rule(spun(moment), NoSpin(ground)) == "D10 5.4"


@pytest.mark.clause("D10 5.4")
@pytest.mark.parametrize("ground", ["", *GROUNDS])
def test_D10_5_4_there_is_nothing_to_void_before_the_spin_and_once_the_result_is_final(ground: str) -> None:
    betting = live_money_wheel("ana", "bob").play(Wager("ana", A, 10_00))
    called = betting.play(NoMoreBets())
    final = spun("paid").play(OpenBetting())
    void = spun("paid").play(NoSpin("malfunction"))
    for table in (betting, called, final, void):
        refusal = table.refuses(NoSpin(ground))
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("nothing_to_void", "D10 5.4", "M10")
        assert refusal.why == "No spin or roll is under way, and the last result is final."
    assert value_of(final, "ana") == 4_995_00


@pytest.mark.clause("D10 5.4", "D10 4.3")
@pytest.mark.parametrize("ground", ["", *GROUNDS])
def test_D10_5_4_a_wheel_spun_before_the_call_may_be_called_no_spin(ground: str) -> None:
    wagered = live_money_wheel("ana").play(Wager("ana", A, 10_00))
    void = wagered.play(SpinWheel(Direction.CLOCKWISE), NoSpin(ground))
    assert void.betting_is_open
    assert void.wagers == (Placed("ana", A, 10_00),)
    assert void.equipment.direction is None
    assert outcomes(void) == {("ana", "A"): (Outcome.VOID, 0)}
    assert refusal_code(void, Wager("ana", B, 5_00)) is None
    assert refusal_rule(void.play(NoMoreBets()), IndicatorRests(2)) == "D10 4.2"


@pytest.mark.clause("D10 5.1(a)", "D10 5.1(b)", "D10 5.1(c)", "D10 5.2", "D10 5.3")
@pytest.mark.parametrize("ground", ["", *GROUNDS])
def test_D10_5_1_no_spin_is_for_the_dealer_or_the_game_supervisor_to_announce(ground: str) -> None:
    table = spun("turning")
    for by in (player("ana"), OPERATOR, CASINO_SUPERVISOR, Actor(Role.TOURNAMENT_DIRECTOR)):
        assert refusal_code(table, NoSpin(ground, by=by)) == "not_your_act"
        assert refusal_rule(table, NoSpin(ground, by=by)) == "D1 1.1 Game Supervisor"


@pytest.mark.clause("D10 5.4")
def test_D10_5_4_an_announcement_is_offered_with_the_grounds_that_will_do() -> None:
    every = tuple(GROUNDS)
    assert offers(spun("turning")) == [Offer(NoSpin, Role.DEALER, {"ground": Choices(("", *every))})]
    for moment in WITH_RESULT:
        assert offers(spun(moment)) == [Offer(NoSpin, Role.DEALER, {"ground": Choices(every)})]
    assert offers(spun("paid").play(OpenBetting())) == []
    assert offers(live_money_wheel("ana").play(NoMoreBets())) == []


@pytest.mark.clause("D10 5.4", "D1 1.1 Void", "D1 1.1 Chips")
def test_D10_5_4_what_was_paid_in_colour_chips_is_taken_back_in_colour_chips() -> None:
    table = live_money_wheel("ana", colours=("red",)).play(BuyColour("ana", "red", 2_50, 100_00))
    wagered = table.play(Wager("ana", A, 10_00, Chips.COLOUR), Wager("ana", B, 5_00))
    paid = wagered.play(*TURN, *PLAYED["taken up"])
    assert paid.general.purses == (Purse("ana", 4_895_00, 110_00, "red", 2_50),)
    void = paid.play(NoSpin("interference"))
    assert void.general.purses == (Purse("ana", 4_895_00, 90_00, "red", 2_50),)
    assert void.wagers == (Placed("ana", A, 10_00, Chips.COLOUR), Placed("ana", B, 5_00))
    assert total_money(void) == 5_000_00


@pytest.mark.clause("D10 5.4")
def test_D10_5_4_a_player_whose_chips_were_all_collected_has_them_back() -> None:
    table = live_money_wheel("ana").play(Wager("ana", B, 1_000_00), Wager("ana", C, 1_000_00))
    collected = table.play(*TURN, IndicatorRests(2), AnnounceSymbol("A"), Collect())
    assert collected.general.house == 2_000_00
    void = collected.play(NoSpin("on_peg"))
    assert void.general.house == 0
    assert void.play(Withdraw("ana", B), Withdraw("ana", C)).general.purses == (Purse("ana", 5_000_00),)


@pytest.mark.clause("D10 5.4")
def test_D10_5_4_a_corrected_result_may_still_prove_void() -> None:
    corrected = spun("taken up").play(CorrectSection(3, "misread"), AnnounceSymbol("B"), Collect(), Pay())
    void = corrected.play(NoSpin("malfunction"))
    assert_as_before_the_spin(void)


@pytest.mark.clause("D10 5.4")
def test_D10_5_4_at_an_automated_table_the_result_is_final_at_once_and_a_void_spin_known_to_it() -> None:
    table = money_wheel("ana").play(Wager("ana", A, 10_00), NoMoreBets())
    assert refusal_code(table.play(IndicatorRests(2)), NoSpin("malfunction")) == "nothing_to_void"
    for void in (
        table.play(NoSpin()),
        table.play(IndicatorRests(2, revolutions=3)),
        table.play(IndicatorRests(2, on_peg=True)),
    ):
        assert void.betting_is_open
        assert void.wagers == (Placed("ana", A, 10_00),)
        assert value_of(void, "ana") == 4_990_00
        assert value_of(void.play(NoMoreBets(), IndicatorRests(2)), "ana") == 5_010_00


@pytest.mark.clause("D10 5.4")
def test_D10_5_4_void_spins_are_counted_as_rounds() -> None:
    table = live_money_wheel("ana")
    assert table.round == 0
    once = table.play(*TURN, NoSpin())
    assert once.round == 1
    twice = once.play(*TURN, IndicatorRests(2, on_peg=True))
    assert twice.round == 2
    thrice = twice.play(*TURN, IndicatorRests(2))
    assert thrice.round == 3
    assert thrice.play(NoSpin("malfunction")).round == 3
    assert thrice.view().public.round == 3
