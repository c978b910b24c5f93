"""What a supervisor rules at a layout, as it is offered and reported, and where several rulings meet."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    BuyColour,
    BuyIn,
    CashOut,
    CheckWheel,
    Chips,
    Clock,
    CloseTable,
    Collect,
    CorrectGround,
    Favour,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PostClosing,
    Role,
    RouletteOptions,
    TakeBackFavour,
    VoidChips,
    VoidWager,
    Wager,
    WrongLimits,
)
from croupier.games.acts import Act
from croupier.games.dealers_view import dealers_view
from croupier.games.layout.checking import wheel_check
from croupier.games.layout.results import correction_handler
from croupier.games.machine import Handler, handlers_of
from croupier.games.occasions import Sort
from croupier.games.offers import Bounds, Choices, Offer, Words
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.roulette import (
    Announce,
    Colour,
    CorrectNumber,
    Direction,
    Dolly,
    Spin,
    SpinBall,
    black,
    odd,
    red,
    straight_up,
)
from croupier.games.roulette.game import Roulette
from croupier.rulebook import Cite
from tests.support.rules.tables import SIGN, live_roulette, total_money, value_of

AGAINST = SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE)
MARKED_17: tuple[Act, ...] = (Spin(17), Announce(17, Colour.BLACK), Dolly(17))
WHY = "the dealer misheard"
SUPERVISOR = Role.GAME_SUPERVISOR


def called(*wagers: Wager) -> LayoutTable:
    """A live table with these wagers of ana's and ben's, after the call."""
    return live_roulette("ana", "ben").play(*wagers, AGAINST, NoMoreBets())


def favour(name: str, position: Position, settle_as: Position | None = None) -> Favour:
    return Favour(name, position, WHY, settle_as)


def offered(table: LayoutTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def reported(table: LayoutTable, kind: type[Act], role: Role = SUPERVISOR) -> list[Offer]:
    report = handlers_of(table)[kind].occasion.reported
    assert report is not None
    return list(report(table, kind, role))


def lines_of(table: LayoutTable) -> list[tuple[str, str, Outcome, int]]:
    return [(line.wager.player, str(line.wager.position), line.outcome, line.pays) for line in table.settled]


# What is offered and reported


@pytest.mark.clause("D8 2.3(c)", "D10 2.2(c)")
@pytest.mark.parametrize("has_ball", [True, False])
def test_D8_2_3_c_the_check_of_a_wheel_is_offered_reported_and_refused_by_its_clause(has_ball: bool) -> None:
    table, rule = live_roulette("ana"), Cite("D8 2.3(c)")
    handler = wheel_check(rule, lambda checked, _act: checked, has_ball=has_ball)
    assert handler.roles == (Role.GAME_SUPERVISOR, Role.OPERATOR)
    assert (handler.occasion.sort, handler.occasion.rule_at(table)) == (Sort.TABLE, rule)
    assert list(handler.offers(table)) == [Offer(CheckWheel, SUPERVISOR, {})]
    report = handler.occasion.reported
    assert report is not None
    fields: dict[str, Any] = {"finding": Words()} | ({"ball": Words(64)} if has_ball else {})
    assert list(report(table, CheckWheel, Role.OPERATOR)) == [Offer(CheckWheel, Role.OPERATOR, fields)]
    running, why = table.play(AGAINST), "Check the wheel before it is spun or between two spins."
    assert handler.refuses(running, CheckWheel()) == Refusal(rule, "mid_round", why)
    assert list(handler.offers(running)) == list(report(running, CheckWheel, Role.OPERATOR)) == []
    none = None if has_ball else Refusal(rule, "bad_ball", "This game has no ball.")
    assert handler.refuses(table, CheckWheel(ball="7")) == none


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_a_correction_is_a_ruling_of_those_whom_the_game_names() -> None:
    handler: Handler = correction_handler(Role.DEALER, Role.GAME_SUPERVISOR)
    spun = called(Wager("ana", black, 10_00)).play(Spin(17))
    assert handler.roles == (Role.DEALER, Role.GAME_SUPERVISOR)
    assert (handler.occasion.sort, handler.occasion.rule_at(spun)) == (Sort.RULING, Cite("D1 11.1"))
    assert handler.refuses(spun, CorrectNumber(18, "misread")) is None
    (offer,) = handler.offers(spun)
    assert (offer.kind, set(offer.fields)) == (CorrectNumber, {"number", "reason"})


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_ruling_is_reported_for_each_wager_that_it_could_help_by_R25() -> None:
    placed = live_roulette("ana", "ben").play(Wager("ana", black, 10_00), Wager("ben", red, 5_00))
    assert reported(placed, Favour) == []
    table = placed.play(AGAINST, NoMoreBets())
    anywhere = Choices((None, *table.game.areas))

    def one(name: str, position: Position, role: Role = SUPERVISOR) -> Offer:
        fields: dict[str, Any] = {"player": Choices((name,)), "position": Choices((position,))}
        return Offer(Favour, role, {**fields, "settle_as": anywhere, "reason": Words()})

    both = [one("ana", black), one("ben", red)]
    assert reported(table, Favour) == both
    assert reported(table, Favour, Role.OPERATOR) == [
        one("ana", black, Role.OPERATOR),
        one("ben", red, Role.OPERATOR),
    ]
    # A wager that was found late may be ruled good: it comes after those that lie there.
    late = table.play(VoidWager("ana", black, "late"))
    assert reported(late, Favour) == [one("ben", red), one("ana", black)]
    # A straight-up wager that has won cannot be bettered.
    most = called(Wager("ana", straight_up(17), 10_00), Wager("ben", red, 5_00)).play(*MARKED_17)
    assert reported(most, Favour) == [one("ben", red)]
    final = most.play(Collect(), Pay(), OpenBetting())
    assert reported(final, Favour) == [one("ben", red)]


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_ruling_may_be_taken_back_while_it_stands_by_R25() -> None:
    table = called(Wager("ana", black, 10_00), Wager("ben", red, 5_00))
    assert offered(table, TakeBackFavour) == []
    ruled = table.play(favour("ana", black), favour("ben", red, black))
    assert offered(ruled, TakeBackFavour) == [
        Offer(
            TakeBackFavour,
            SUPERVISOR,
            {"player": Choices((name,)), "position": Choices((position,)), "reason": Words()},
        )
        for name, position in (("ana", black), ("ben", red))
    ]


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_ruling_is_not_offered_back_where_its_player_lacks_what_it_paid_by_R25() -> None:
    ruled = called(Wager("ana", red, 10_00)).play(favour("ana", red, black))
    final = ruled.play(*MARKED_17, Pay(), OpenBetting())
    assert len(offered(final, TakeBackFavour)) == 1
    # The stake was paid 10, and lies there still; all of the purse but 5 is taken away.
    gone = final.play(CashOut("ana", value_of(final, "ana") - 5_00))
    assert gone.refuses(TakeBackFavour("ana", red, WHY)) is not None
    assert offered(gone, TakeBackFavour) == []


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_at_a_layout_any_amount_on_any_position_is_reported() -> None:
    table = live_roulette("ana", "ben")
    fields: dict[str, Any] = {
        "player": Choices(("ana", "ben")),
        "position": Choices(tuple(table.game.areas)),
        "amount": Bounds(50, 10_000_00, 50),
    }
    assert SIGN.maximum == 1_000_00
    assert reported(table, WrongLimits, Role.DEALER) == [Offer(WrongLimits, Role.DEALER, fields)]
    assert reported(live_roulette(), WrongLimits) == []
    few = Wager("ana", black, 995_00)
    short = WrongLimits("ana", red, 4_006_00)
    refusal = table.play(few).refuses(short)
    assert refusal is not None
    assert refusal.why == "ana has $4005 in chips here; this needs $4006."


@pytest.mark.clause("D1 11.1")
def test_D1_11_1_the_correction_of_a_ground_is_offered_to_the_supervisor_by_R28() -> None:
    spun = called(Wager("ana", black, 10_00)).play(Spin(17))
    void = spun.play(NoSpin("interference"))
    assert offered(spun, CorrectGround) == []
    assert offered(void, CorrectGround) == [Offer(CorrectGround, SUPERVISOR, {"reason": Words()})]


# Where several rulings meet


@pytest.mark.clause("D8 3.8", "D8 3.6(a)")
def test_D8_3_8_of_two_late_wagers_the_one_that_is_ruled_on_comes_back_by_R25() -> None:
    table = called(Wager("ana", black, 10_00), Wager("ben", red, 5_00))
    late = table.play(VoidWager("ana", black, "late"), VoidWager("ben", red, "late"))
    ruled = late.play(favour("ben", red, red))
    assert [(each.player, each.stake) for each in ruled.wagers] == [("ben", 5_00)]
    assert [line.wager.player for line in ruled.voided] == ["ana"]
    elsewhere = Refusal(
        Cite("D8 3.8", "R12"), "no_wager_there", "ana has no wager on red in a round that is not final."
    )
    assert late.refuses(favour("ana", red, red)) == elsewhere


@pytest.mark.clause("D8 3.8", "D8 3.6(a)")
def test_D8_3_8_a_better_ruling_takes_the_place_of_the_first_and_knows_that_the_wager_was_late_by_R25() -> None:
    table = called(Wager("ana", black, 10_00), Wager("ben", red, 5_00)).play(VoidWager("ana", black, "late"))
    spun = table.play(Spin(17), favour("ben", red), favour("ana", black, odd))
    better = spun.play(favour("ana", black, straight_up(17)))
    assert [(each.player, each.settle_as) for each in better.favours] == [("ben", None), ("ana", straight_up(17))]
    assert lines_of(better) == [("ana", "black", Outcome.WIN, 350_00), ("ben", "red", Outcome.VOID, 0)]
    assert better.favours[1].late == table.voided[0]
    # Taken back, ana's wager is late again and void; ben's ruling stands.
    back = better.play(TakeBackFavour("ana", black, "the film shows it"))
    assert [each.player for each in back.favours] == ["ben"]
    void = [line for line in back.settled if line.wager.player == "ana"]
    assert [(line.outcome, str(line.rule)) for line in void] == [(Outcome.VOID, "D8 3.6(a) (R19)")]
    assert (value_of(back, "ana"), value_of(back, "ben")) == (5_000_00, 5_000_00)
    assert total_money(back) == total_money(table) == 10_000_00


@pytest.mark.clause("D8 3.8")
def test_D8_3_8_a_ruling_after_betting_has_opened_changes_its_own_line_alone_by_R25() -> None:
    table = called(Wager("ana", black, 10_00), Wager("ana", red, 5_00), Wager("ben", red, 20_00))
    final = table.play(*MARKED_17, Collect(), Pay(), OpenBetting())
    before = lines_of(final)
    given = final.play(favour("ana", red))
    assert len(before) == 3
    assert [line for line in lines_of(given) if line[:2] != ("ana", "red")] == [
        line for line in before if line[:2] != ("ana", "red")
    ]
    assert ("ana", "red", Outcome.VOID, 0) in lines_of(given)
    assert len(given.settled) == 3


@pytest.mark.clause("D8 3.8", "D8 3.5")
def test_D8_3_8_after_betting_has_opened_colour_chips_are_given_back_in_their_colour_by_R25() -> None:
    bought = live_roulette("ana", "ben").play(BuyColour("ana", "pink", 5_00, 100_00))
    table = bought.play(Wager("ana", red, 10_00, Chips.COLOUR), AGAINST, NoMoreBets(), *MARKED_17, Collect())
    final = table.play(OpenBetting())
    purse = final.play(favour("ana", red)).purse("ana")
    assert purse is not None
    assert (purse.colour, purse.value) == (100_00, 4_900_00)


@pytest.mark.clause("D8 3.8", "D8 3.6(a)")
def test_D8_3_8_a_late_wager_in_colour_chips_needs_colour_chips_by_R25() -> None:
    bought = live_roulette("ana", "ben").play(BuyColour("ana", "pink", 5_00, 100_00))
    table = bought.play(Wager("ana", red, 10_00, Chips.COLOUR), AGAINST, NoMoreBets(), VoidWager("ana", red, "late"))
    assert table.refuses(favour("ana", red, red)) is None
    gone = called(Wager("ana", red, 10_00)).play(VoidWager("ana", red, "late"), CashOut("ana", 4_995_00))
    few = Refusal(Cite("D8 3.8", "R12"), "not_enough_chips", "ana has $5 in chips here; this needs $10.")
    assert gone.refuses(favour("ana", red, red)) == few


@pytest.mark.clause("D8 3.8", "D8 3.9")
def test_D8_3_8_the_payout_sheet_has_the_odds_of_the_place_that_the_ruling_names_by_R25() -> None:
    table = called(Wager("ana", red, 10_00), Wager("ben", straight_up(17), 5_00))
    # Ben's wager wins more where it lies than on black: the ruling is not applied.
    spun = table.play(favour("ana", red, straight_up(17)), favour("ben", straight_up(17), black), *MARKED_17)
    sheet = dealers_view(spun).payouts
    assert sheet is not None
    told = {line.player: (line.odds, line.pays) for each in sheet.players for line in each.lines}
    assert told == {"ana": ("35 to 1", 350_00), "ben": ("35 to 1", 175_00)}


@pytest.mark.clause("D8 3.8", "D1 9 (breach)")
def test_D8_3_8_what_is_put_right_beside_a_late_wager_is_late_with_it_when_the_ruling_is_taken_back_by_R25() -> None:
    table = called(Wager("ana", red, 20_00)).play(VoidWager("ana", red, "late"), favour("ana", red, black))
    more = table.play(WrongLimits("ana", red, 1_500_00))
    assert [(each.stake, value_of(more, "ana")) for each in more.wagers] == [(1_000_00, 4_000_00)]
    back = more.play(TakeBackFavour("ana", red, "the film shows it"))
    assert (back.wagers, value_of(back, "ana")) == ((), 5_000_00)
    void = [(line.wager.stake, str(line.rule)) for line in back.voided]
    assert void == [(520_00, "D1 9 (breach)"), (1_000_00, "D8 3.6(a) (R19)")]


@pytest.mark.clause("D1 8", "D8 3.8")
def test_D1_8_when_a_table_closes_the_last_result_may_be_ruled_on_and_a_void_one_stays_void_by_R25() -> None:
    table = called(Wager("ana", black, 10_00))
    final = table.play(*MARKED_17, Pay(), OpenBetting())
    void = table.play(Spin(17), NoSpin("interference"))
    assert (final.is_just_final, void.overturned is None) == (True, False)
    for open_table in (final, void):
        closed = open_table.play(PostClosing(1_200), Clock(1_200), CloseTable())
        # The wagers of the void result are with their players again: closing withdrew them.
        assert (closed.is_just_final, closed.overturned) == (open_table.is_just_final, None)
        assert closed.play(OpenTable()).is_just_final is False


def test_a_game_is_the_same_wherever_its_options_are() -> None:
    first, again = Roulette(RouletteOptions()), Roulette(RouletteOptions())
    assert first == again
    assert first != Roulette(RouletteOptions(layout=2))
    assert first != croupier.money_wheel(SIGN).game


@pytest.mark.clause("D8 3.6(a)")
def test_D8_3_6_a_R29_late_chips_are_offered_in_whole_chips_of_their_kind() -> None:
    colour = BuyColour("ana", "white", 2_50, 20_00)
    table = live_roulette("ana", "ben").play(colour, Wager("ana", red, 10_00, Chips.COLOUR), AGAINST, NoMoreBets())
    (offer,) = (each for each in table.legal if each.kind is VoidChips)
    assert (offer.role, offer.fields["amount"]) == (Role.DEALER, Bounds(2_50, 10_00, 2_50))


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_R30_of_too_much_the_largest_lawful_wager_stands_though_it_is_the_only_one() -> None:
    """Chips of 600 make one wager of at most 1,000: one chip."""
    table = live_roulette("ana", "ben").play(BuyIn("ana", 2_000_00), BuyColour("ana", "white", 600_00, 1_200_00))
    table = table.play(Wager("ben", red, 5_00), AGAINST, NoMoreBets(), Spin(17))
    table = table.play(WrongLimits("ana", black, 1_200_00, Chips.COLOUR))
    found = [(line.wager.stake, line.outcome) for line in table.settled if line.wager.player == "ana"]
    assert sorted(found) == [(600_00, Outcome.VOID), (600_00, Outcome.WIN)]
