"""Wagers at a tournament table: in turn, of tournament chips, within the limits, final when placed (Division 7, 4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import ChangeLimits, Chips, Clock, NoMoreBets, Outcome, Position, Role, Sign, Wager, Withdraw
from croupier.games.blackjack.acts import (
    CloseInsurance,
    Double,
    DrawForAbsent,
    DrawnUnseen,
    ReopenBetting,
    SettleEarly,
    Split,
    Stand,
    StandForAbsent,
    VoidRound,
)
from croupier.games.layout.acts import WrongLimits
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import DEALER, GAME_SUPERVISOR, OPERATOR, Actor, player
from croupier.games.refusal import Refusal
from croupier.games.sign import KindLimits
from croupier.games.tournament.session_table.session import Fall, Standing
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify, LeaveTable, LimitTime, TakeSeat
from croupier.games.tournament.session_table.wagering import wager_bounds
from croupier.rulebook import Cite
from tests.support.rules.blackjack import allowed_roles, changed
from tests.support.rules.tournament_tables import (
    CHIPS,
    FOUR,
    SIGN,
    box,
    called,
    chips,
    deal,
    finished,
    insurance,
    live,
    offered,
    round_of,
    seated,
    session,
    total,
    until,
    wagered,
)

Make = Callable[[], Division7Table]
TOO_LATE = Refusal(Cite("D2 8.2"), "too_late", "No wager can be placed now.")
NOT_BEGUN = Refusal(Cite("D7 5.8(a)"), "not_begun", "The session has not begun.")
OVER_T1 = Refusal(Cite("D7 1.0 Session", "T1"), "session_over", "The session is over.")
CLOSED = Refusal(Cite("D1 8"), "table_closed", "The table is closed.")
NO_SUCH_WAGER = Refusal(Cite("D2 5.1"), "no_such_wager", "Wager on your own box, or on its insurance.")
ONLY_TOURNAMENT_CHIPS = Refusal(Cite("D7 4.1"), "bad_chips", "Only tournament chips are wagered.")
FINAL = Refusal(Cite("D7 4.2", "T19"), "wagered_already", "A wager is final when it is placed.")


def short(table: Division7Table, **amounts: int) -> Division7Table:
    """The table with so many chips in these players' purses, what they lost being the house's."""
    for name, left in amounts.items():
        lost = table.chips_of(name) - left
        table = table._moved(name, -lost, lost)
    return table


def fallen(*names: str, left: int = 0, **wishes: Any) -> Division7Table:
    """A session in whose first round these players came down to so many chips."""
    table = short(session(**wishes), **dict.fromkeys(names, left + 5_00))
    return round_of(table, **dict.fromkeys(names, "lose"))


# Tournament chips and the position (4.1, 2.2(b))


def first_turn() -> Division7Table:
    return session()


@pytest.mark.clause("D7 4.1", "D7 1.0 Tournament Chips", "D7 2.2(b)", "D7 1.0 Player", "D7 5.2", "D7 4.5", "D7 5.9")
@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (Wager("ana", "box 1", 10_00), NO_SUCH_WAGER),  # type: ignore[arg-type]
        (Wager("ana", Position("double a", (1,)), 10_00), NO_SUCH_WAGER),
        (Wager("ana", Position("red"), 10_00, Chips.COLOUR), NO_SUCH_WAGER),
        (
            Wager("ana", Position("super sevens", (1,)), 10_00, Chips.COLOUR),
            Refusal(Cite("D7 2.2(b)"), "disapplied", "There are no Super Sevens in a tournament."),
        ),
        (Wager("zoe", box(1), 10_00, Chips.COLOUR), ONLY_TOURNAMENT_CHIPS),
        (Wager("ana", box(1), 10_00, "value"), ONLY_TOURNAMENT_CHIPS),  # type: ignore[arg-type]
        (Wager("ana", insurance(1), 5_00, Chips.COLOUR), ONLY_TOURNAMENT_CHIPS),
        (
            Wager("zoe", box(9), 1),
            Refusal(Cite("D7 1.0 Player"), "not_playing", "zoe does not play in this session."),
        ),
        (
            Wager("ana", box(2), 10_00),
            Refusal(Cite("D7 5.2"), "not_your_box", "ana may wager only on box 1."),
        ),
        (
            Wager("ben", box(1), 10_00),
            Refusal(Cite("D7 5.2"), "not_your_box", "ben may wager only on box 2."),
        ),
        (
            Wager("ana", box(8), 10_00),
            Refusal(Cite("D7 5.2"), "not_your_box", "ana may wager only on box 1."),
        ),
        (
            Wager("ana", Position("box", (1, 2)), 10_00),
            Refusal(Cite("D7 5.2"), "not_your_box", "ana may wager only on box 1."),
        ),
        (Wager("ben", box(2), 1), Refusal(Cite("D7 5.9"), "not_in_turn", "It is ana's turn to wager.")),
        (
            Wager("ana", box(1), "10"),  # type: ignore[arg-type]
            Refusal(Cite("D7 4.1"), "not_an_amount", "An amount is a whole number of cents."),
        ),
        (
            Wager("ana", box(1), 0),
            Refusal(Cite("D7 4.1"), "not_positive", "The amount must be above $0; this is $0."),
        ),
        (
            Wager("ana", box(1), 7_25),
            Refusal(Cite("D7 4.1"), "not_in_chips", "$7.25 cannot be paid in chips of $0.50."),
        ),
        (Wager("ana", box(1), 4_50), Refusal(Cite("D7 4.5"), "under_minimum", "The minimum is $5.")),
        (Wager("ana", box(1), 100_50), Refusal(Cite("D7 4.5"), "over_maximum", "The maximum is $100.")),
        (Wager("ana", box(1), 5_00), None),
        (Wager("ana", box(1), 5_50), None),
        (Wager("ana", box(1), 100_00), None),
    ],
)
def test_D7_4_1_why_a_wager_is_none(act: Wager, refusal: Refusal | None) -> None:
    assert first_turn().refuses(act) == refusal


@pytest.mark.clause("D7 4.1", "D7 5.5", "D7 5.11")
def test_D7_4_1_a_player_wagers_no_more_than_lies_before_him() -> None:
    table = short(session(), ana=20_00)
    assert table.refuses(Wager("ana", box(1), 20_50)) == Refusal(
        Cite("D7 4.1"), "not_enough_chips", "ana has $20 in chips here; this needs $20.50."
    )
    after = table.play(Wager("ana", box(1), 20_00))
    assert (after.chips_of("ana"), after.staked("ana"), after.staked("ben")) == (0, 20_00, 0)
    assert offered(table, Wager)[0].fields["amount"] == Bounds(5_00, 20_00, 50)


@pytest.mark.clause("D7 4.5", "D7 5.9")
@pytest.mark.parametrize(
    ("make", "refusal"),
    [
        (seated, NOT_BEGUN),
        (lambda: seated().play(Attendance(True)), NOT_BEGUN),
        (lambda: round_of(session(rounds=1, manual=("tally chips",))), OVER_T1),
        (lambda: round_of(session(rounds=1)), OVER_T1),
        (lambda: called(session()), TOO_LATE),
        (lambda: called(live()), TOO_LATE),
        (lambda: deal(called(live()), "2c"), TOO_LATE),
    ],
)
def test_D7_4_5_when_no_wager_is_placed(make: Make, refusal: Refusal) -> None:
    table = make()
    assert table.refuses(Wager("ana", box(1), 10_00)) == refusal
    assert table.refuses(Wager("zoe", box(1), 10_00)) == refusal
    assert table.refuses(WrongLimits("ana", box(1), 1_00)) == refusal
    assert table.refuses(NoMoreBets()) == refusal
    assert [offer for offer in table.legal if offer.kind in (Wager, WrongLimits, NoMoreBets)] == []


@pytest.mark.clause("D7 4.5", "D7 2.1(a)")
def test_D7_4_5_at_a_closed_table_nobody_wagers() -> None:
    table = session()
    shut = table._with_general(replace(table.general, is_open=False))
    assert shut.refuses(Wager("ana", box(1), 10_00)) == CLOSED
    assert shut.refuses(NoMoreBets()) == CLOSED
    assert shut.refuses(WrongLimits("ana", box(1), 1_00)) == CLOSED
    assert not shut.betting_is_open


@pytest.mark.clause("D7 4.2", "D7 2.1(b)")
def test_D7_4_2_a_wager_is_final_when_it_is_placed() -> None:
    table = session().play(Wager("ana", box(1), 10_00))
    assert table.refuses(Wager("ana", box(1), 10_00)) == FINAL
    assert table.refuses(WrongLimits("ana", box(1), 1_00)) == FINAL
    final = Refusal(Cite("D7 4.2", "T19"), "final", "A wager is final when it is placed.")
    assert table.refuses(Withdraw("ana", box(1))) == final
    assert offered(table, Withdraw) == []
    by_hand = called(live())
    reopened = Refusal(Cite("D7 4.2", "T19"), "final", "Wagers are final: betting is not opened again.")
    assert by_hand.refuses(ReopenBetting()) == reopened
    assert offered(by_hand, ReopenBetting) == []


@pytest.mark.clause("D7 4.2", "D7 2.1(b)")
def test_D7_4_2_insurance_is_final_too() -> None:
    table = deal(called(session(), {"ana": 20_00}), "9c 9d 9h 9s Ac 8c 8d 8h 8s")
    assert table.step == "close insurance"
    assert offered(table, Wager)[0] == Offer(
        Wager,
        Role.PLAYER,
        {"player": Choices(("ana",)), "position": Choices((insurance(1),)), "amount": Bounds(50, 10_00, 50)},
    )
    assert len(offered(table, Wager)) == 4
    assert table.refuses(Wager("ana", insurance(1), 10_50)) == Refusal(
        Cite("D2 9.3(a)"), "over_half", "Insurance is at most half of the $20 wagered; this makes $10.50."
    )
    insured = table.play(Wager("ana", insurance(1), 4_00))
    assert insured.chips_of("ana") == CHIPS - 24_00
    assert insured.step == "close insurance"
    assert insured.refuses(Wager("ana", insurance(1), 4_00)) == FINAL
    assert insured.refuses(Wager("ana", insurance(1), 50_00)) == FINAL
    assert insured.refuses(Wager("ben", insurance(2), 2_50)) is None
    assert [offer.fields["player"] for offer in offered(insured, Wager)] == [
        Choices((name,)) for name in ("ben", "cat", "dan")
    ]
    assert insured.refuses(Withdraw("ana", insurance(1))) is not None
    assert insured.refuses(Wager("ana", insurance(9), 4_00)) == Refusal(
        Cite("D2 3.1"), "no_such_box", "Choose a box from 1 to 7."
    )
    assert insured.refuses(Wager("ana", insurance(2), 2_00)) == Refusal(
        Cite("D2 9.1"), "no_wager_there", "ana has no wager on box 2."
    )


@pytest.mark.clause("D7 5.9", "D7 2.1(b)")
def test_D7_5_9_insurance_is_not_in_turn_and_brings_no_call_on() -> None:
    table = deal(called(session()), "9c 9d 9h 9s Ac 8c 8d 8h 8s")
    insured = table.play(Wager("dan", insurance(4), 2_50))
    assert changed(table, insured) == {
        "boxes": insured.boxes,
        "purses": insured.general.purses,
    }
    assert insured.play(CloseInsurance()).step == "decide"


# Limits and increment (4.3 to 4.5)


@pytest.mark.clause("D7 4.4", "D7 4.3")
@pytest.mark.parametrize(
    ("amount", "refusal"),
    [
        (12_50, Refusal(Cite("D7 4.4"), "off_increment", "Wagers go up in steps of $5.")),
        (10_50, Refusal(Cite("D7 4.4"), "off_increment", "Wagers go up in steps of $5.")),
        (10_00, None),
        (15_00, None),
        (100_00, None),
        (102_00, None),
        (101_00, Refusal(Cite("D7 4.4"), "off_increment", "Wagers go up in steps of $5.")),
    ],
)
def test_D7_4_4_wagers_come_in_increments_where_the_sign_says_so(amount: int, refusal: Refusal | None) -> None:
    table = session(sign=Sign(minimum=10_00, maximum=102_00, increment=5_00))
    assert table.refuses(Wager("ana", box(1), amount)) == refusal
    assert wager_bounds(table, "ana") == Bounds(10_00, 100_00, 5_00)
    assert wager_bounds(short(table, ana=38_00), "ana") == Bounds(10_00, 35_00, 5_00)


@pytest.mark.clause("D7 4.4", "D7 4.5")
def test_D7_4_4_T41_the_minimum_need_not_be_a_multiple_of_the_increment() -> None:
    """Minimum 25, increment 10: 25, 30, 40 and so on, and the maximum of 95 itself."""
    table = session(sign=Sign(minimum=25_00, maximum=95_00, increment=10_00))
    good = [each for each in range(20_00, 100_00, 50) if table.refuses(Wager("ana", box(1), each)) is None]
    assert good == [25_00, 30_00, 40_00, 50_00, 60_00, 70_00, 80_00, 90_00, 95_00]
    bounds, beside = (offer.fields["amount"] for offer in offered(table, Wager))
    assert (bounds, beside) == (Bounds(30_00, 90_00, 10_00), Choices((25_00, 95_00)))
    poor = short(table, ana=28_00)
    (only,) = offered(poor, Wager)
    assert only.fields["amount"] == Bounds(25_00, 25_00, 10_00)
    assert poor.refuses(Wager("ana", box(1), 25_00)) is None
    under = Refusal(Cite("D7 4.5"), "under_minimum", "The minimum is $25.")
    assert table.refuses(Wager("ana", box(1), 20_00)) == under


@pytest.mark.clause("D7 4.3", "D7 4.4")
def test_D7_4_3_without_a_word_on_the_sign_wagers_need_not_be_multiples_of_the_minimum() -> None:
    assert session().refuses(Wager("ana", box(1), 7_50)) is None
    assert session().view().public.sign == SIGN


@pytest.mark.clause("D7 4.5")
def test_D7_4_5_a_double_and_a_split_may_go_beyond_the_maximum() -> None:
    table = deal(called(session(), {"ana": 100_00}), "8c 9d 9h 9s 6c 8d 9c 9c 9c")
    assert table.refuses(Double("ana", 1, 100_00)) is None
    split = table.play(Split("ana", 1))
    assert split.chips_of("ana") == CHIPS - 200_00
    doubled = deal(split, "3c").play(Double("ana", 1, 100_00))
    assert doubled.chips_of("ana") == CHIPS - 300_00


@pytest.mark.clause("D7 4.4", "D7 2.1(b)")
def test_D7_4_4_the_increment_is_the_least_that_a_double_adds() -> None:
    sign = Sign(minimum=10_00, maximum=100_00, increment=5_00)
    table = deal(called(session(sign=sign), {"ana": 20_00}), "8c 9d 9h 9s 6c 3d 9c 9c 9c")
    assert offered(table, Double)[0].fields["amount"] == Bounds(5_00, 20_00, 5_00)
    refusal = table.refuses(Double("ana", 1, 7_50))
    assert refusal is not None
    assert refusal.code == "off_increment"


# Wagers outside the limits that were taken (4.6)


@pytest.mark.clause("D7 4.6(a)", "D7 4.6(b)")
@pytest.mark.parametrize(("taken", "stands"), [(50, 5_00), (4_50, 5_00), (100_50, 100_00), (1_000_00, 100_00)])
def test_D7_4_6_a_short_wager_is_raised_and_an_excess_is_void(taken: int, stands: int) -> None:
    table = session()
    put_right = table.play(WrongLimits("ana", box(1), taken))
    assert (put_right.staked("ana"), put_right.chips_of("ana")) == (stands, CHIPS - stands)
    assert put_right.in_turn == ("ben",)
    assert put_right == table.play(Wager("ana", box(1), stands))


WRONG = Cite("D7 4.6(a)")


@pytest.mark.clause("D7 4.6(a)", "D7 4.6(b)")
@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (
            WrongLimits("ana", "box 1", 1_00),  # type: ignore[arg-type]
            Refusal(WRONG, "no_such_wager", "Only a wager on a box, in value chips, can be put right."),
        ),
        (
            WrongLimits("ana", insurance(1), 1_00),
            Refusal(WRONG, "no_such_wager", "Only a wager on a box, in value chips, can be put right."),
        ),
        (
            WrongLimits("ana", box(1), 1_00, Chips.COLOUR),
            Refusal(WRONG, "no_such_wager", "Only a wager on a box, in value chips, can be put right."),
        ),
        (
            WrongLimits("zoe", box(1), 1_00),
            Refusal(Cite("D7 1.0 Player"), "not_playing", "zoe does not play in this session."),
        ),
        (
            WrongLimits("ana", box(2), 1_00),
            Refusal(Cite("D7 5.2"), "not_your_box", "ana may wager only on box 1."),
        ),
        (WrongLimits("ben", box(2), 1_00), Refusal(Cite("D7 5.9"), "not_in_turn", "It is ana's turn to wager.")),
        (WrongLimits("ana", box(1), 0), Refusal(WRONG, "not_positive", "The amount must be above $0; this is $0.")),
        (
            WrongLimits("ana", box(1), 1_25),
            Refusal(WRONG, "not_in_chips", "$1.25 cannot be paid in chips of $0.50."),
        ),
        (WrongLimits("ana", box(1), 5_00), Refusal(WRONG, "within_limits", "$5 is within the limits.")),
        (WrongLimits("ana", box(1), 100_00), Refusal(WRONG, "within_limits", "$100 is within the limits.")),
        (
            WrongLimits("ana", box(1), 1_000_50),
            Refusal(Cite("D7 4.1"), "not_enough_chips", "ana has $1000 in chips here; this needs $1000.50."),
        ),
        (WrongLimits("ana", box(1), 4_50), None),
        (WrongLimits("ana", box(1), 100_50), None),
        (WrongLimits("ana", box(1), 100_50, by=GAME_SUPERVISOR), None),
    ],
)
def test_D7_4_6_what_is_put_right(act: WrongLimits, refusal: Refusal | None) -> None:
    table = session()
    assert table.refuses(act) == refusal
    assert allowed_roles(table, WrongLimits("ana", box(1), 4_50)) == {Role.DEALER, Role.GAME_SUPERVISOR}


@pytest.mark.clause("D7 4.6(a)", "D7 4.5")
def test_D7_4_6_a_who_cannot_raise_it_gets_it_back_and_sits_out() -> None:
    table = fallen("ben", left=4_00)
    assert table.marker == 3
    before = table.play(WrongLimits("ben", box(2), 3_00))
    assert before == table
    assert table.refuses(WrongLimits("ben", box(2), 4_00)) is None
    assert table.refuses(WrongLimits("ben", box(2), 4_50)) == Refusal(
        Cite("D7 4.1"), "not_enough_chips", "ben has $4 in chips here; this needs $4.50."
    )
    assert table.refuses(Wager("ben", box(2), 4_00)) == Refusal(
        Cite("D7 4.5", "T3"), "unable", "ben has $4 left. That is less than the minimum, so no wager is possible."
    )
    assert table.refuses(Wager("ben", box(2), 5_00)) == table.refuses(Wager("ben", box(2), 4_00))


@pytest.mark.clause("D7 4.6(a)", "D7 4.6(b)")
def test_D7_4_6_what_may_be_put_right_is_offered_to_the_dealer() -> None:
    def offer(name: str, number: int, *amounts: int) -> Offer:
        fields = {"player": Choices((name,)), "position": Choices((box(number),)), "amount": Choices(amounts)}
        return Offer(WrongLimits, Role.DEALER, fields)

    assert offered(session(), WrongLimits) == [offer("ana", 1, 50, 100_50)]
    assert offered(short(session(), ana=100_00), WrongLimits) == [offer("ana", 1, 50)]
    table = fallen("ben", left=4_00)
    assert offered(table, WrongLimits) == [offer("ben", 2, 50), offer("cat", 3, 50, 100_50)]
    smallest = session(sign=Sign(minimum=50, maximum=100_00))
    assert offered(smallest, WrongLimits) == [offer("ana", 1, 100_50)]
    assert offered(called(session()), WrongLimits) == []


# Turns (5.9, 5.10)


@pytest.mark.clause("D7 5.9", "D7 2.3(a)")
def test_D7_5_9_the_first_round_is_wagered_clockwise_from_the_dealers_left() -> None:
    table = session("-", "ana", "ben", "-", "cat", "dan")
    assert (table.marker, table.in_turn, table.bettors) == (2, ("ana",), FOUR)
    seen = []
    while table.in_turn:
        name = table.in_turn[0]
        others = [other for other in table.bettors if other != name]
        for other in others:
            assert table.refuses(Wager(other, box(table.box_number(other)), 5_00)) == Refusal(
                Cite("D7 5.9"), "not_in_turn", f"It is {name}'s turn to wager."
            )
        assert offered(table, Wager) == [
            Offer(
                Wager,
                Role.PLAYER,
                {
                    "player": Choices((name,)),
                    "position": Choices((box(table.box_number(name)),)),
                    "amount": Bounds(5_00, 100_00, 50),
                },
            )
        ]
        assert table.view().public.in_turn == (name,)
        seen.append(name)
        table = table.play(Wager(name, box(table.box_number(name)), 5_00))
    assert seen == ["ana", "ben", "cat", "dan"]
    assert (table.step, table.view().public.in_turn) == ("card", ())


@pytest.mark.clause("D7 5.10", "D7 2.3(a)")
def test_D7_5_10_the_marker_moves_one_player_a_round_and_the_betting_goes_round_from_it() -> None:
    table = session("-", "ana", "ben", "-", "cat", "dan")
    markers, orders = [], []
    for _ in range(5):
        markers.append(table.marker)
        orders.append(" ".join(table.bettors))
        assert table.view().public.marker == table.marker
        table = round_of(table)
    assert markers == [2, 3, 5, 6, 2]
    assert orders == ["ana ben cat dan", "ben cat dan ana", "cat dan ana ben", "dan ana ben cat", "ana ben cat dan"]


@pytest.mark.clause("D7 5.10")
def test_D7_5_10_out_of_turn_in_a_later_round() -> None:
    table = round_of(session())
    assert table.refuses(Wager("ana", box(1), 5_00)) == Refusal(
        Cite("D7 5.10"), "not_in_turn", "It is ben's turn to wager."
    )
    wrong = wagered(table, stop="ana").play(Wager("ana", box(1), 5_00))
    assert wrong.step == "card"


@pytest.mark.clause("D7 5.10", "D7 4.7", "D7 4.5")
def test_D7_5_10_the_marker_passes_over_who_cannot_wager() -> None:
    table = fallen("ben", "cat")
    assert (table.marker, table.bettors) == (4, ("dan", "ana"))
    assert round_of(table).marker == 1
    assert round_of(round_of(table)).marker == 4
    unable = fallen("ben", left=4_50)
    assert (unable.marker, unable.bettors) == (3, ("cat", "dan", "ana"))


@pytest.mark.clause("D7 5.10")
def test_D7_5_10_from_a_holder_who_falls_the_marker_moves_on_as_usual() -> None:
    table = fallen("ana")
    assert table.marker == 2
    out = round_of(session(edition=1)).play(Disqualify("ben", "took advice", "asked a friend"))
    assert (out.marker, out.bettors) == (2, ("cat", "dan", "ana"))
    assert round_of(out).marker == 3


@pytest.mark.clause("D7 5.10")
def test_D7_5_10_T42_from_a_holder_who_is_disqualified_between_rounds_the_marker_goes_on_at_once() -> None:
    """To the next who can wager, and from there as usual: cat wagers first in this round, dan in the next."""
    between = round_of(session())
    assert between.marker == 2
    out = between.play(Disqualify("ben", "took advice", "asked a friend"))
    assert (out.marker, out.bettors) == (3, ("cat", "dan", "ana"))
    assert round_of(out).marker == 4
    other = between.play(Disqualify("cat", "took advice", "asked a friend"))
    assert other.marker == 2
    skips = fallen("cat").play(Disqualify("ben", "took advice", "asked a friend"))
    assert (skips.marker, round_of(skips).marker) == (4, 1)
    in_a_round = deal(called(between), "2c").play(Disqualify("ben", "took advice", "asked a friend"))
    assert in_a_round.marker == 2
    assert finished(in_a_round).marker == 3


@pytest.mark.clause("D7 5.10", "D7 4.5")
@pytest.mark.parametrize(("edition", "marker", "then"), [(1, 1, 2), (2, 2, 3)])
def test_D7_5_10_T42_also_where_the_holder_never_wagers_and_is_out_at_the_call(
    edition: int, marker: int, then: int
) -> None:
    late = wagered(session(wager_seconds=30, edition=edition).play(Clock(30)), stop="ana")
    out = late.play(Clock(30))
    assert (late.marker, out.disqualified, out.marker) == (1, ("ana",), marker)
    assert finished(out).marker == then
    other = wagered(session(wager_seconds=30, edition=edition).play(Wager("ana", box(1), 5_00), Clock(30)), stop="ben")
    assert (other.play(Clock(30)).disqualified, other.play(Clock(30)).marker) == (("ben",), 1)


@pytest.mark.clause("D7 5.9", "D7 5.10", "D7 2.1(b)")
def test_D7_5_9_cards_start_at_the_dealers_left_wherever_the_marker_is() -> None:
    table = round_of(round_of(session()))
    assert table.marker == 3
    dealt = deal(called(table), "2c")
    assert [(each.number, len(each.hands[0].cards)) for each in dealt.boxes] == [(1, 1), (2, 0), (3, 0), (4, 0)]


# No chips left (4.7) and too few (T3)


@pytest.mark.clause("D7 4.7", "D7 5.2")
def test_D7_4_7_who_has_lost_all_is_eliminated_and_the_box_stays_closed() -> None:
    table = fallen("ben")
    assert table.standing_of("ben") is Standing.ELIMINATED
    assert table.falls == (Fall("ben", 1),)
    assert table.refuses(Wager("ben", box(2), 5_00)) == Refusal(
        Cite("D7 4.7"), "eliminated", "ben has no tournament chips left."
    )
    assert table.refuses(Wager("cat", box(2), 5_00)) == Refusal(
        Cite("D7 5.2"), "not_your_box", "cat may wager only on box 3."
    )
    assert "ben" not in table.able
    assert "ben" not in table.bettors
    again = round_of(table)
    assert again.rounds == 2
    assert again.falls == (Fall("ben", 1),)
    assert table.refuses(WrongLimits("ben", box(2), 50)) == Refusal(
        Cite("D7 4.1"), "not_enough_chips", "ben has $0 in chips here; this needs $0.50."
    )


@pytest.mark.clause("D7 4.5", "D7 4.7")
def test_D7_4_5_less_than_the_minimum_is_neither_eliminated_nor_disqualified() -> None:
    table = fallen("ben", left=4_50)
    assert table.standing_of("ben") is Standing.UNABLE
    assert table.standing_of("ana") is Standing.PLAYING
    assert table.disqualified == ()
    after = round_of(table)
    assert (after.rounds, after.chips_of("ben"), after.disqualified) == (2, 4_50, ())
    exactly = fallen("ben", left=5_00)
    assert exactly.standing_of("ben") is Standing.PLAYING
    assert exactly.falls == ()


@pytest.mark.clause("D7 4.3", "D7 4.5")
def test_D7_4_3_a_lowered_minimum_brings_back_who_could_not_wager() -> None:
    table = fallen("ben", "cat", left=4_50, lowest_minimum=4_50)
    table = short(table, cat=2_00)
    back = table.play(ChangeLimits(Sign(minimum=4_50, maximum=100_00)))
    assert back.standing_of("ben") is Standing.PLAYING
    assert back.falls == (Fall("cat", 1),)
    assert "ben" in back.bettors
    lost = round_of(back, ben="lose")
    assert lost.falls == (Fall("ben", 2), Fall("cat", 1))


# The call (4.5, T2)


@pytest.mark.clause("D7 4.5", "D7 5.9")
def test_D7_4_5_no_call_before_everyone_in_turn_has_wagered() -> None:
    table = live()
    assert table.refuses(NoMoreBets()) == Refusal(Cite("D7 5.9"), "still_to_wager", "ana has still to wager.")
    three = wagered(table, stop="dan")
    assert three.refuses(NoMoreBets()) == Refusal(Cite("D7 5.9"), "still_to_wager", "dan has still to wager.")
    assert (three.step, offered(three, NoMoreBets)) == ("wager", [])
    assert (three.awaits[0].what, three.awaits[0].role, three.awaits[0].rule) == (
        "wager in turn",
        Role.PLAYER,
        Cite("D7 5.9"),
    )
    all_in = wagered(table)
    assert all_in.step == "no more bets"
    assert offered(all_in, NoMoreBets) == [Offer(NoMoreBets, Role.DEALER, {})]
    assert allowed_roles(all_in, NoMoreBets()) == {Role.DEALER}
    after = all_in.play(NoMoreBets())
    assert changed(all_in, after) == {"is_called": True, "step": "card"}


@pytest.mark.clause("D7 4.5", "D7 2.1(b)")
def test_D7_4_5_at_an_automated_table_the_call_comes_with_the_last_wager() -> None:
    three = wagered(session(), stop="dan")
    assert (three.step, three.is_called) == ("wager", False)
    after = three.play(Wager("dan", box(4), 5_00))
    assert (after.step, after.is_called) == ("card", True)
    by_hand = wagered(session(manual=("no more bets",)))
    assert (by_hand.step, by_hand.is_called) == ("no more bets", False)
    wrong = three.play(WrongLimits("dan", box(4), 1_00))
    assert wrong == after


@pytest.mark.clause("D7 4.5", "D7 3.3(b)(i)")
def test_D7_4_5_at_an_automated_table_the_call_comes_when_the_last_bettor_is_disqualified() -> None:
    three = wagered(session(), stop="dan")
    after = three.play(Disqualify("dan", "no wager", "would not wager"))
    assert (after.step, after.is_called) == ("card", True)


# The time for a wager (4.9, T2, T37)


def timed(**wishes: Any) -> Division7Table:
    return session(wager_seconds=30, **wishes)


@pytest.mark.clause("D7 4.9")
def test_D7_4_9_each_bettors_time_begins_with_his_turn() -> None:
    table = timed()
    assert (table.turn_ends, table.wager_seconds, table.view().public.turn_ends) == (30, 30, 30)
    assert session().turn_ends is None
    later = table.play(Clock(29))
    assert (later.turn_ends, later.passed, later.in_turn) == (30, (), ("ana",))
    assert later.play(Wager("ana", box(1), 50_00)).turn_ends == 59
    last = wagered(later)
    assert last.turn_ends is None
    second = finished(last)
    assert second.turn_ends == 59


@pytest.mark.clause("D7 4.9", "D7 5.9")
def test_D7_4_9_who_lets_the_time_pass_is_held_to_the_minimum_and_comes_last() -> None:
    table = timed().play(Clock(30))
    assert (table.passed, table.in_turn, table.turn_ends) == (("ana",), ("ben",), 60)
    assert table.refuses(Wager("ana", box(1), 5_00)) == Refusal(
        Cite("D7 5.9"), "not_in_turn", "It is ben's turn to wager."
    )
    others = wagered(table, stop="ana")
    assert (others.step, others.in_turn, others.is_called) == ("no more bets", ("ana",), False)
    held = Refusal(
        Cite("D7 4.9", "T2"), "held_to_minimum", "The time for a wager has passed: it is limited to the minimum of $5."
    )
    assert others.refuses(Wager("ana", box(1), 5_50)) == held
    assert others.refuses(Wager("ana", box(1), 500_00)) == held
    assert others.refuses(Wager("ana", box(1), 4_50)) == Refusal(Cite("D7 4.5"), "under_minimum", "The minimum is $5.")
    assert offered(others, Wager)[0].fields["amount"] == Bounds(5_00, 5_00, 50)
    put_right = others.play(WrongLimits("ana", box(1), 200_00))
    assert put_right.staked("ana") == 5_00
    assert put_right == others.play(Wager("ana", box(1), 5_00))
    assert put_right.step == "card"
    assert finished(put_right).passed == ()


@pytest.mark.clause("D7 4.9")
def test_D7_4_9_where_the_house_does_not_hold_the_late_to_the_minimum() -> None:
    others = wagered(timed(late_is_minimum=False).play(Clock(30)), stop="ana")
    assert others.in_turn == ("ana",)
    assert others.refuses(Wager("ana", box(1), 100_00)) is None
    assert others.play(WrongLimits("ana", box(1), 200_00)).staked("ana") == 100_00
    assert offered(others, Wager)[0].fields["amount"] == Bounds(5_00, 100_00, 50)


@pytest.mark.clause("D7 4.5", "D7 4.9")
def test_D7_4_5_who_has_not_wagered_at_the_call_is_disqualified_in_edition_1() -> None:
    table = live(edition=1, wager_seconds=30).play(Clock(30))
    others = wagered(table, stop="ana")
    assert offered(others, NoMoreBets) == [Offer(NoMoreBets, Role.DEALER, {})]
    after = others.play(NoMoreBets())
    assert changed(others, after) == {
        "disqualified": ("ana",),
        "grounds": ("no wager",),
        "turn_ends": None,
        "is_called": True,
        "step": "card",
    }
    assert after.standing_of("ana") is Standing.DISQUALIFIED
    assert [each.number for each in after.boxes] == [2, 3, 4]
    assert finished(after).marker == 2


@pytest.mark.clause("D7 4.5", "D7 4.9")
def test_D7_4_9_at_an_automated_table_the_call_comes_when_as_much_time_again_is_over() -> None:
    late = timed().play(Clock(30))
    late = wagered(late, stop="ana")
    assert late.turn_ends == 60
    waiting = late.play(Clock(29))
    assert (waiting.disqualified, waiting.turn_ends, waiting.step) == ((), 60, "no more bets")
    over = waiting.play(Clock(1))
    assert (over.disqualified, over.turn_ends, over.step) == (("ana",), None, "card")
    by_hand = wagered(live(wager_seconds=30).play(Clock(30)), stop="ana").play(Clock(30))
    assert (by_hand.disqualified, by_hand.turn_ends, by_hand.step) == ((), None, "no more bets")
    assert by_hand.refuses(Wager("ana", box(1), 5_00)) is None


@pytest.mark.clause("D7 4.9", "D7 5.9")
def test_D7_4_9_time_passes_one_bettor_after_the_other() -> None:
    table = timed(manual=("no more bets",))
    assert table.play(Clock(59)).passed == ("ana",)
    two = table.play(Clock(60))
    assert (two.passed, two.turn_ends, two.in_turn) == (("ana", "ben"), 90, ("cat",))
    every = table.play(Clock(120))
    assert (every.passed, every.turn_ends, every.in_turn) == (FOUR, 150, FOUR)
    assert every.step == "no more bets"
    done = every.play(Clock(30))
    assert (done.turn_ends, done.disqualified) == (None, ())
    any_order = every.play(Wager("cat", box(3), 5_00))
    assert (any_order.in_turn, any_order.turn_ends) == (("ana", "ben", "dan"), 150)
    assert [offer.fields["player"] for offer in offered(every, Wager)] == [Choices((name,)) for name in FOUR]


@pytest.mark.clause("D7 4.5", "D7 6.1")
def test_D7_4_5_where_nobody_has_wagered_at_the_call_no_round_comes() -> None:
    table = timed(manual=("tally chips",))
    over = table.play(Clock(150))
    assert (over.disqualified, over.ended, over.step, over.boxes) == (FOUR, Cite("D7 6.1", "T21"), "tally chips", ())
    assert (over.turn_ends, over.passed, over.is_called) == (None, (), False)
    by_hand = live(edition=1, wager_seconds=30).play(Clock(120), NoMoreBets())
    assert (by_hand.ended, by_hand.step, by_hand.disqualified) == (Cite("D7 6.1", "T21"), "tally chips", FOUR)


@pytest.mark.clause("D7 6.1", "D7 4.5", "D7 3.3(b)(i)")
def test_D7_6_1_where_all_but_one_are_out_at_the_call_the_session_ends_at_once() -> None:
    """As it does where the director disqualifies them a moment later (ruling T21)."""
    late = live(edition=1, wager_seconds=30).play(Clock(120), Wager("ana", box(1), 5_00))
    one_by_one = late.play(*(Disqualify(name, "no wager", "silent") for name in ("ben", "cat", "dan")))
    assert (one_by_one.ended, one_by_one.chips_of("ana")) == (Cite("D7 6.1", "T21"), CHIPS)
    at_once = late.play(NoMoreBets())
    assert at_once.disqualified == ("ben", "cat", "dan")
    assert at_once.ended is not None
    assert at_once.chips_of("ana") == CHIPS


@pytest.mark.clause("D7 4.9", "D7 5.1")
def test_D7_4_9_no_time_passes_for_a_bettor_while_the_director_is_away() -> None:
    """Nobody may wager then (5.1): who cannot wager does not let the time pass."""
    table = timed().play(Attendance(False), Clock(500))
    assert (table.passed, table.disqualified, table.ended) == ((), (), None)


@pytest.mark.clause("D7 4.9")
@pytest.mark.parametrize(
    ("seconds", "refusal"),
    [
        (-1, "bad"),
        (3601, "bad"),
        (True, "bad"),
        ("30", "bad"),
        (None, "bad"),
        (0, None),
        (1, None),
        (3600, None),
    ],
)
def test_D7_4_9_the_time_is_up_to_an_hour(seconds: Any, refusal: str | None) -> None:
    bad = Refusal(Cite("D7 4.9"), "bad_time", "The time for a wager is 1 to 3600 seconds, or 0 for no limit.")
    assert session().refuses(LimitTime(seconds)) == (None if refusal is None else bad)


@pytest.mark.clause("D7 4.9", "D7 1.0 Tournament Director")
def test_D7_4_9_the_director_announces_a_limit_and_it_holds_from_the_next_round() -> None:
    table = session()
    assert offered(table, LimitTime) == [Offer(LimitTime, Role.TOURNAMENT_DIRECTOR, {"seconds": Bounds(0, 3600)})]
    assert allowed_roles(table, LimitTime(30)) == {Role.TOURNAMENT_DIRECTOR}
    announced = table.play(LimitTime(20))
    assert changed(table, announced) == {"coming_seconds": 20}
    after = round_of(announced)
    assert (after.wager_seconds, after.coming_seconds, after.turn_ends) == (20, None, 20)
    lifted = round_of(after.play(LimitTime(0)))
    assert (lifted.wager_seconds, lifted.coming_seconds, lifted.turn_ends) == (None, None, None)
    before = seated()
    assert changed(before, before.play(LimitTime(15))) == {"wager_seconds": 15}
    assert changed(seated(wager_seconds=9), seated(wager_seconds=9).play(LimitTime(0))) == {"wager_seconds": None}
    over = round_of(session(rounds=1))
    assert over.refuses(LimitTime(30)) == OVER_T1
    assert offered(over, LimitTime) == []


@pytest.mark.clause("D7 4.9")
def test_D7_4_9_the_time_runs_only_when_the_cards_are_ready() -> None:
    table = round_of(live(wager_seconds=30, decks=4))
    again = replace(table, preparation=("insert cutting card",), turn_ends=None, step="insert cutting card")
    assert again._turn_begun().turn_ends is None


# What a disqualified player, or one who is away, may still do (T21, T35, B26)


def ace_up() -> Division7Table:
    """Ana has a blackjack against an ace, ben two nines."""
    return deal(called(session(), {"ana": 20_00, "ben": 20_00}), "Tc 9d 9h 9s Ac Ad 9h 8h 8s")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_3_3_b_i_the_hand_of_a_disqualified_player_ends_without_him() -> None:
    table = ace_up().play(Disqualify("ben", "concealed chips", "two chips in a sleeve"), CloseInsurance())
    assert table.step == "decide"
    for act in (Stand("ben", 2), Split("ben", 2), Double("ben", 2, 5_00)):
        refusal = table.refuses(act)
        assert refusal is not None, act
        assert (refusal.code, refusal.why) == ("not_yours_to_decide", "Nobody decides for box 2.")
    assert table.refuses(DrawForAbsent(2)) is not None
    assert table.play(StandForAbsent(2)).step == "decide"


@pytest.mark.clause("D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_3_3_b_i_a_disqualified_player_takes_no_insurance() -> None:
    table = ace_up().play(Disqualify("ben", "concealed chips", "two chips in a sleeve"))
    assert table.refuses(Wager("ben", insurance(2), 5_00)) is not None
    assert Choices(("ben",)) not in [offer.fields["player"] for offer in offered(table, Wager)]


@pytest.mark.clause("D7 3.3(b)(i)", "D7 2.1(b)")
def test_D7_3_3_b_i_a_disqualified_player_takes_no_even_money() -> None:
    table = ace_up()
    assert table.refuses(SettleEarly("ana", 1)) is None
    out = table.play(Disqualify("ana", "concealed chips", "two chips in a sleeve"))
    assert out.refuses(SettleEarly("ana", 1)) is not None
    assert offered(out, SettleEarly) == []


@pytest.mark.clause("D7 5.7", "D7 2.1(b)")
def test_D7_5_7_the_hand_of_a_player_who_is_away_goes_by_the_rule_for_the_absent() -> None:
    table = deal(called(session()), "4c 9d 9h 9s 6c 4d 9h 8h 8s").play(LeaveTable("ana", emergency=True))
    assert table.refuses(DrawForAbsent(1)) is None
    assert table.refuses(StandForAbsent(1)) is None
    back = table.play(TakeSeat("ana"))
    assert back.refuses(Split("ana", 1)) is None


@pytest.mark.clause("D7 5.7", "D7 2.1(b)")
@pytest.mark.parametrize("act", [Split("ana", 1), Double("ana", 1, 5_00), Stand("ana", 1)])
def test_D7_5_7_a_player_who_is_away_decides_nothing(act: Any) -> None:
    """No double, split, insurance or even money for an absent player (rulings B26, T35)."""
    table = deal(called(session()), "6c 9d 9h 9s 6c 6d 9h 8h 8s")
    assert table.refuses(act) is None
    assert table.play(LeaveTable("ana", emergency=True)).refuses(act) is not None


@pytest.mark.clause("D7 5.7", "D7 4.5")
def test_D7_5_7_a_player_who_is_away_comes_back_to_wager() -> None:
    """The duty to wager in turn has no exception (ruling T35), but chips are placed by hand."""
    table = session().play(LeaveTable("ana", emergency=True))
    assert table.bettors[0] == "ana"
    assert table.refuses(Wager("ana", box(1), 5_00)) is not None
    assert table.play(TakeSeat("ana")).refuses(Wager("ana", box(1), 5_00)) is None


# Oral wagers and disapplied rules (2.2)


@pytest.mark.clause("D7 2.2(b)", "D7 2.2(a)", "D7 5.2")
@pytest.mark.parametrize("by", [DEALER, player("ben"), OPERATOR, Actor(Role.TOURNAMENT_DIRECTOR)])
def test_D7_2_2_b_no_oral_wager_and_no_wager_by_another(by: Actor) -> None:
    table = session()
    refusal = table.refuses(Wager("ana", box(1), 5_00, by=by))
    assert refusal is not None
    assert refusal.code == "not_yours"
    assert refusal.rule.clause not in table.disapplied


@pytest.mark.clause("D7 2.2(b)", "D7 5.2")
def test_D7_2_2_b_who_may_decide_for_a_box_is_said_by_this_division() -> None:
    table = deal(called(session()), "4c 9d 9h 9s 6c 4d 9h 8h 8s")
    refusal = table.refuses(Stand("ben", 1))
    assert refusal is not None
    assert refusal.code == "not_yours_to_decide"
    assert not refusal.rule.clause.startswith("D2 14")


@pytest.mark.clause("D7 2.2(b)")
def test_D7_2_2_b_a_second_double_is_not_refused_by_the_rule_on_shared_boxes() -> None:
    table = deal(called(session()), "4c 9d 9h 9s 6c 4d 9h 8h 8s").play(Double("ana", 1, 5_00))
    refusal = table.refuses(Double("ana", 1, 5_00))
    assert refusal is not None
    assert not refusal.rule.clause.startswith("D2 14")


# Void rounds and cards drawn unseen


@pytest.mark.clause("D7 5.10", "D7 1.0 Session", "D7 2.1(b)")
def test_D7_5_10_a_void_round_is_none_and_is_wagered_anew_in_the_same_order() -> None:
    table = round_of(session(rounds=3, wager_seconds=30).play(LimitTime(20)))
    before = table.play(Clock(5))
    void = deal(called(before, {"ana": 50_00}), "2c 3c").play(VoidRound("a card went to the wrong box"))
    assert (void.rounds, void.marker, void.bettors) == (1, 2, ("ben", "cat", "dan", "ana"))
    assert chips(void) == chips(table)
    assert (void.passed, void.turn_ends, void.ended) == ((), 25, None)
    assert {line.outcome for line in void.settled} == {Outcome.VOID}
    assert total(void) == 4 * CHIPS


@pytest.mark.clause("D7 6.2", "D7 1.0 Session")
def test_D7_6_2_a_card_left_over_from_the_last_round_does_not_keep_the_session_open() -> None:
    table = until(called(live(seconds=100)), "settle box")
    between = finished(table.play(DrawnUnseen()))
    assert (between.unseen, between.is_between_rounds) == (True, True)
    assert between.play(Clock(100)).ended == Cite("D7 6.2", "T22")


@pytest.mark.clause("D7 3.3(b)(i)", "D7 5.10")
def test_D7_3_3_b_i_a_card_left_over_does_not_keep_a_disqualified_players_wager_in() -> None:
    table = until(called(live()), "settle box")
    between = wagered(finished(table.play(DrawnUnseen())), stop="dan")
    out = between.play(Disqualify("cat", "took advice", "asked"))
    assert [each.number for each in out.boxes] == [2]


@pytest.mark.clause("D7 4.3")
def test_D7_4_3_the_sign_of_a_tournament_table_has_one_minimum_and_one_maximum() -> None:
    two = Sign(5_00, 100_00, by_kind=(KindLimits("box", 5_00, 50_00),))
    refusal = session().refuses(ChangeLimits(two))
    assert refusal == Refusal(
        Cite("D7 4.3"), "bad_limits", "State the new limits as a sign with one minimum and one maximum."
    )
