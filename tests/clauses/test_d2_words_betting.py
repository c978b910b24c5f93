"""Seats and wagers at blackjack, word for word: every refusal, every offer, every field that an act changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import croupier
from croupier import (
    BuyIn,
    CashOut,
    Chips,
    Clock,
    CloseTable,
    NoMoreBets,
    Position,
    PostClosing,
    Role,
    Sign,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CloseInsurance,
    DrawnUnseen,
    ExposeCard,
    FullPatronage,
    LeaveSeat,
    ReportCuttingCard,
    Shuffle,
    Sit,
    VoidRound,
)
from croupier.games.blackjack.boxes import Box, Stake
from croupier.games.blackjack.cards import card
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import RESHUFFLE
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import DEALER, player
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite
from tests.support.rules.blackjack import (
    SIGN,
    blackjack,
    box,
    deal,
    insurance,
    opened,
    purse,
    seated,
    staked,
    super_sevens,
)

Make = Callable[[], BlackjackTable]

CLOSED = Refusal(Cite("D1 8"), "table_closed", "The table is closed.")
SEVENS: dict[str, Any] = {"layout": 2, "super_sevens": 2_00}


def offered(table: BlackjackTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def closed() -> BlackjackTable:
    return blackjack("ana").play(PostClosing(1200), Clock(1200), CloseTable())


def with_ben_standing() -> BlackjackTable:
    """Five boxes, ana at the third, ben with chips and no seat."""
    return blackjack("-", "-", "ana", boxes=5).play(BuyIn("ben", 100_00))


def called() -> BlackjackTable:
    return staked(blackjack("ana"), ("ana", 1, 10_00)).play(NoMoreBets())


def with_purse(amount: int, sign: Sign = SIGN, **options: Any) -> BlackjackTable:
    """Ana alone with so many chips."""
    return seated(croupier.blackjack(sign, croupier.BlackjackOptions(**options)), "ana", amount=amount)


def voided(table: BlackjackTable, *players: tuple[str, int]) -> BlackjackTable:
    """A round in which these players wager the minimum on these boxes, and which is then void."""
    wagered = staked(table, *((name, number, 5_00) for name, number in players))
    return deal(wagered.play(NoMoreBets()), "2c").play(VoidRound("misdeal"))


# Seats


@pytest.mark.clause("D2 3.1", "D2 5.2")
@pytest.mark.parametrize(
    ("make", "act", "refusal"),
    [
        (closed, Sit("ana", 9), CLOSED),
        (with_ben_standing, Sit("ben", 0), Refusal(Cite("D2 3.1"), "no_such_box", "Choose a box from 1 to 5.")),
        (with_ben_standing, Sit("ben", 6), Refusal(Cite("D2 3.1"), "no_such_box", "Choose a box from 1 to 5.")),
        (with_ben_standing, Sit("ben", True), Refusal(Cite("D2 3.1"), "no_such_box", "Choose a box from 1 to 5.")),
        (with_ben_standing, Sit("cal", 6), Refusal(Cite("D2 3.1"), "no_such_box", "Choose a box from 1 to 5.")),
        (with_ben_standing, Sit("cal", 1), Refusal(Cite("D2 5.2"), "no_chips", "cal has no chips at this table.")),
        (with_ben_standing, Sit("cal", 3), Refusal(Cite("D2 5.2"), "no_chips", "cal has no chips at this table.")),
        (with_ben_standing, Sit("ana", 1), Refusal(Cite("D2 3.1"), "seated_already", "ana is seated already.")),
        (with_ben_standing, Sit("ana", 3), Refusal(Cite("D2 3.1"), "seated_already", "ana is seated already.")),
        (with_ben_standing, Sit("ben", 3), Refusal(Cite("D2 3.1"), "seat_taken", "ana is seated at box 3.")),
        (with_ben_standing, Sit("ben", 1), None),
        (with_ben_standing, Sit("ben", 2), None),
        (with_ben_standing, Sit("ben", 4), None),
        (with_ben_standing, Sit("ben", 5), None),
    ],
)
def test_D2_3_1_why_a_seat_is_not_taken(make: Make, act: Sit, refusal: Refusal | None) -> None:
    assert make().refuses(act) == refusal


@pytest.mark.clause("D2 3.1", "D2 6.2", "D2 7.3(a)")
def test_D2_3_1_the_first_to_sit_is_remembered_and_the_cards_are_made_ready() -> None:
    table = croupier.blackjack(SIGN).play(BuyIn("ana", 20_00), BuyIn("ben", 20_00))
    assert (table.step, table.seats, table.arrived) == ("turn cards", ("",) * 7, "")
    sat = table.play(Sit("ben", 7))
    assert (sat.step, sat.preparation, sat.shoe.until_cutting_card) == ("no more bets", (), 416 - 104)
    assert (sat.seats, sat.arrived) == (("", "", "", "", "", "", "ben"), "ben")
    both = sat.play(Sit("ana", 1))
    assert (both.seats, both.arrived) == (("ana", "", "", "", "", "", "ben"), "ben")


@pytest.mark.clause("D2 3.1")
def test_D2_3_1_a_free_seat_is_offered_to_whoever_stands() -> None:
    table = with_ben_standing().play(BuyIn("cal", 100_00))
    free = Choices((1, 2, 4, 5))
    assert offered(table, Sit) == [
        Offer(Sit, Role.PLAYER, {"player": Choices(("ben",)), "box": free}),
        Offer(Sit, Role.PLAYER, {"player": Choices(("cal",)), "box": free}),
    ]
    assert offered(blackjack("ana", boxes=1).play(BuyIn("ben", 100_00)), Sit) == []
    assert offered(blackjack("ana"), Sit) == []
    assert offered(closed(), Sit) == []


@pytest.mark.clause("D2 3.1", "D2 5.5(b)")
def test_D2_3_1_why_a_seat_is_not_left_and_to_whom_leaving_is_offered() -> None:
    table = staked(blackjack("ana", "ben"), ("ana", 5, 10_00))
    assert table.refuses(LeaveSeat("cal")) == Refusal(Cite("D2 3.1"), "not_seated", "cal is not seated here.")
    lies = "You cannot leave the seat while you have a wager on the table."
    assert table.refuses(LeaveSeat("ana")) == Refusal(Cite("D2 5.5(b)"), "has_wager", lies)
    assert table.refuses(LeaveSeat("ben")) is None
    assert offered(table, LeaveSeat) == [Offer(LeaveSeat, Role.PLAYER, {"player": Choices(("ben",))})]
    left = table.play(LeaveSeat("ben"))
    assert left.seats == ("ana", "", "", "", "", "", "")
    assert offered(left, LeaveSeat) == []


# Wagers


def five_boxes() -> BlackjackTable:
    return blackjack("ana", boxes=5).play(BuyIn("ben", 20_00))


NO_SUCH_WAGER = Refusal(Cite("D2 5.1"), "no_such_wager", "Wager on a box, on its Super Sevens or on its insurance.")
NO_SUCH_BOX = Refusal(Cite("D2 3.1"), "no_such_box", "Choose a box from 1 to 5.")
BAD_CHIPS = Refusal(Cite("D2 5.2"), "bad_chips", "Blackjack is played with value chips.")
CHIPS = Cite("D2 5.2")
WAGERS: list[tuple[Any, Refusal | None]] = [
    (Wager("ana", "box 1", 10_00), NO_SUCH_WAGER),  # type: ignore[arg-type]
    (Wager("ana", Position("double a", (1,)), 10_00), NO_SUCH_WAGER),
    (Wager("ana", Position("split", (9,)), 10_00), NO_SUCH_WAGER),
    (Wager("ana", Position("box"), 10_00), NO_SUCH_BOX),
    (Wager("ana", Position("box", (1, 2)), 10_00), NO_SUCH_BOX),
    (Wager("ana", Position("box", (True,)), 10_00), NO_SUCH_BOX),
    (Wager("ana", box(0), 10_00), NO_SUCH_BOX),
    (Wager("ana", box(6), 10_00), NO_SUCH_BOX),
    (Wager("ana", super_sevens(6), 2_00), NO_SUCH_BOX),
    (Wager("ana", insurance(6), 2_00, Chips.COLOUR), NO_SUCH_BOX),
    (Wager("ana", box(1), 10_00, Chips.COLOUR), BAD_CHIPS),
    (Wager("ana", insurance(1), 10_00, Chips.COLOUR), BAD_CHIPS),
    (Wager("ana", box(1), "10"), Refusal(CHIPS, "not_an_amount", "An amount is a whole number of cents.")),  # type: ignore[arg-type]
    (Wager("ana", box(1), 0), Refusal(CHIPS, "not_positive", "The amount must be above $0; this is $0.")),
    (
        Wager("ana", box(1), 10_25),
        Refusal(CHIPS, "not_in_chips", "$10.25 cannot be paid in chips of $0.50."),
    ),
    (
        Wager("ana", super_sevens(1), 2_25),
        Refusal(CHIPS, "not_in_chips", "$2.25 cannot be paid in chips of $0.50."),
    ),
    (Wager("ben", box(1), 20_50), Refusal(CHIPS, "not_enough_chips", "ben has $20 in chips here; this needs $20.50.")),
    (Wager("cal", box(1), 10_00), Refusal(CHIPS, "not_enough_chips", "cal has $0 in chips here; this needs $10.")),
    (Wager("ben", box(1), 20_00), None),
    (Wager("ana", box(1), 5_00), None),
    (Wager("ana", box(5), 5_00), None),
]


@pytest.mark.clause("D2 5.1", "D2 5.2", "D2 3.1")
@pytest.mark.parametrize(("act", "refusal"), WAGERS)
def test_D2_5_2_why_a_wager_is_none(act: Wager, refusal: Refusal | None) -> None:
    assert five_boxes().refuses(act) == refusal


AFTER_CALL = "Betting is closed: “No more bets” has been called."
NO_TIME = Refusal(Cite("D2 5.3"), "too_late", "There is no time to place it: “No more bets” has been called.")


@pytest.mark.clause("D2 5.3", "D2 5.5(a)", "D2 8.2")
@pytest.mark.parametrize(
    ("make", "act", "refusal"),
    [
        (closed, Wager("ana", box(1), 10_00), CLOSED),
        (closed, Wager("ana", box(1), 10_00, by=DEALER), CLOSED),
        (called, Wager("ana", box(2), 10_00), Refusal(Cite("D2 8.2", "B1"), "too_late", AFTER_CALL)),
        (called, Wager("ana", box(2), 3), Refusal(Cite("D2 8.2", "B1"), "too_late", AFTER_CALL)),
        (
            called,
            Wager("ana", box(2), 10_00, by=player("ana")),
            Refusal(Cite("D2 8.2", "B1"), "too_late", AFTER_CALL),
        ),
        (called, Wager("ana", box(2), 10_00, by=DEALER), NO_TIME),
        (
            lambda: deal(called(), "Th"),
            Wager("ana", box(2), 10_00),
            Refusal(Cite("D2 5.5(a)"), "too_late", AFTER_CALL),
        ),
        (lambda: deal(called(), "Th"), Wager("ana", box(2), 10_00, by=DEALER), NO_TIME),
        (lambda: blackjack("ana"), Wager("ana", box(2), 10_00), None),
        (lambda: blackjack("ana"), Wager("ana", box(2), 10_00, by=DEALER), None),
    ],
)
def test_D2_5_3_why_a_wager_comes_too_late(make: Make, act: Wager, refusal: Refusal | None) -> None:
    assert make().refuses(act) == refusal


def crowded(bettors: int, on_box: int) -> BlackjackTable:
    """Of ana, ben, cal and dee the first so many on box 6, where so many may."""
    names = ("ana", "ben", "cal", "dee")
    return staked(blackjack(*names, bettors=bettors), *((name, 6, 10_00) for name in names[:on_box]))


@pytest.mark.clause("D2 14.1")
@pytest.mark.parametrize("bettors", [1, 2, 3])
def test_D2_14_1_why_a_box_takes_no_further_player(bettors: int) -> None:
    full = f"Box 6 is full: at most {bettors} may wager on it."
    refusal = Refusal(Cite("D2 14.1"), "box_full", full)
    assert crowded(bettors, bettors).refuses(Wager("dee", box(6), 10_00)) == refusal
    assert crowded(bettors, bettors).play(FullPatronage(True)).refuses(Wager("dee", box(6), 10_00)) == refusal
    assert crowded(bettors, bettors).refuses(Wager("ana", box(6), 10_00)) is None
    assert crowded(bettors, bettors - 1).refuses(Wager("dee", box(6), 10_00)) is None


NOT_YOURS = Refusal(
    Cite("D2 14.5", "B34"),
    "not_your_box",
    "With full patronage a player seated elsewhere may only wager behind the player of the box.",
)


def patronage(full: bool, *wagers: tuple[str, int, int]) -> BlackjackTable:
    """Ana and ben seated, cal with chips and no seat."""
    return staked(blackjack("ana", "ben").play(BuyIn("cal", 100_00), FullPatronage(full)), *wagers)


@pytest.mark.clause("D2 14.5")
@pytest.mark.parametrize(
    ("full", "wagers", "act", "refusal"),
    [
        (True, (), Wager("ana", box(2), 10_00), NOT_YOURS),
        (True, (), Wager("ana", box(3), 10_00), NOT_YOURS),
        (True, (("cal", 2, 10_00),), Wager("ana", box(2), 10_00), NOT_YOURS),
        (True, (("cal", 3, 10_00),), Wager("ana", box(3), 10_00), NOT_YOURS),
        (True, (("ben", 2, 10_00),), Wager("ana", box(2), 10_00), None),
        (True, (), Wager("ana", box(1), 10_00), None),
        (True, (), Wager("cal", box(2), 10_00), None),
        (True, (), Wager("cal", box(3), 10_00), None),
        (False, (), Wager("ana", box(2), 10_00), None),
    ],
)
def test_D2_14_5_why_a_seated_player_does_not_wager_elsewhere(
    full: bool, wagers: tuple[tuple[str, int, int], ...], act: Wager, refusal: Refusal | None
) -> None:
    assert patronage(full, *wagers).refuses(act) == refusal


@pytest.mark.clause("D2 14.4")
@pytest.mark.parametrize("extra", [0, 1, 2])
def test_D2_14_4_why_a_player_gets_no_further_box(extra: int) -> None:
    table = staked(
        blackjack("ana", "ben", extra_boxes=extra), *(("ana", number, 5_00) for number in range(1, extra + 1))
    )
    assert table.refuses(Wager("ana", box(extra + 1), 5_00)) is None
    table = staked(table, ("ana", extra + 1, 5_00))
    many = Refusal(Cite("D2 14.4"), "too_many_boxes", "ana already has as many boxes as one player may have here.")
    assert table.refuses(Wager("ana", box(extra + 2), 5_00)) == many
    assert table.refuses(Wager("ana", box(extra + 1), 5_00)) is None
    assert table.refuses(Wager("ben", box(extra + 2), 5_00)) is None


def stepped(*wagers: tuple[str, int, int]) -> BlackjackTable:
    """The minimum 5, the maximum 100, in steps of 5."""
    return staked(blackjack("ana", "ben", sign=Sign(minimum=5_00, maximum=100_00, increment=5_00)), *wagers)


def held(**options: Any) -> BlackjackTable:
    """Ben sat out the second round, cal both."""
    table = voided(blackjack("ana", "ben", "cal", **options), ("ana", 1), ("ben", 2))
    return voided(table, ("ana", 1))


def over(rule: Cite, most: str, total: str) -> Refusal:
    return Refusal(rule, "over_maximum", f"The maximum here is ${most}; this makes ${total}.")


TOTALS: list[tuple[Make, Wager, Refusal | None]] = [
    (
        stepped,
        Wager("ana", box(1), 4_50),
        Refusal(Cite("D1 9.1"), "under_minimum", "The minimum on a box is $5; this makes $4.50."),
    ),
    (
        lambda: stepped(("ben", 2, 10_00)),
        Wager("ana", box(1), 4_50),
        Refusal(Cite("D1 9.1"), "under_minimum", "The minimum on a box is $5; this makes $4.50."),
    ),
    (
        lambda: stepped(("ana", 2, 10_00)),
        Wager("ana", box(1), 4_50),
        Refusal(Cite("D2 14.6"), "under_minimum", "The minimum on a box is $5; this makes $4.50."),
    ),
    (stepped, Wager("ana", box(1), 5_00), None),
    (stepped, Wager("ana", box(1), 100_00), None),
    (stepped, Wager("ana", box(1), 100_50), over(Cite("D1 9.1"), "100", "100.50")),
    (lambda: stepped(("ana", 1, 60_00)), Wager("ana", box(1), 40_00), None),
    (lambda: stepped(("ana", 1, 60_00)), Wager("ana", box(1), 40_50), over(Cite("D1 9.1"), "100", "100.50")),
    (
        lambda: stepped(("ana", 1, 10_00)),
        Wager("ana", box(1), 2_50),
        Refusal(Cite("D1 9.5"), "off_increment", "Wagers go up in steps of $5; this makes $12.50."),
    ),
    (
        stepped,
        Wager("ana", box(1), 7_50),
        Refusal(Cite("D1 9.5"), "off_increment", "Wagers go up in steps of $5; this makes $7.50."),
    ),
    (
        lambda: staked(blackjack("ana", "ben", box_maximum=100_00), ("ben", 1, 60_00)),
        Wager("ana", box(1), 40_50),
        over(Cite("D2 14.2", "B19"), "40", "40.50"),
    ),
    (
        lambda: staked(blackjack("ana", "ben", box_maximum=100_00), ("ben", 1, 60_00), ("ana", 1, 10_00)),
        Wager("ana", box(1), 30_50),
        over(Cite("D2 14.2", "B19"), "40", "40.50"),
    ),
    (
        lambda: staked(blackjack("ana", "ben", box_maximum=100_00), ("ben", 1, 60_00), ("ana", 1, 10_00)),
        Wager("ana", box(1), 30_00),
        None,
    ),
    (
        lambda: blackjack("ana", player_maximum=30_00, box_maximum=100_00),
        Wager("ana", box(1), 30_50),
        over(Cite("D2 14.2", "B19"), "30", "30.50"),
    ),
    (lambda: blackjack("ana", player_maximum=30_00), Wager("ana", box(1), 30_00), None),
    (
        lambda: held(holds_absent=True),
        Wager("cal", box(3), 5_50),
        over(Cite("D2 5.8(a)"), "5", "5.50"),
    ),
    (lambda: held(holds_absent=True), Wager("cal", box(3), 5_00), None),
    (lambda: held(holds_absent=True), Wager("ben", box(2), 1_000_00), None),
    (
        lambda: held(holds_skipping=True),
        Wager("ben", box(2), 5_50),
        over(Cite("D2 5.8(b)"), "5", "5.50"),
    ),
    (lambda: held(holds_skipping=True), Wager("ben", box(2), 5_00), None),
    (lambda: held(holds_skipping=True), Wager("cal", box(3), 1_000_00), None),
    (
        lambda: held(holds_absent=True, holds_skipping=True),
        Wager("ben", box(2), 5_50),
        over(Cite("D2 5.8(b)"), "5", "5.50"),
    ),
    (
        lambda: held(holds_absent=True, holds_skipping=True),
        Wager("cal", box(3), 5_50),
        over(Cite("D2 5.8(a)"), "5", "5.50"),
    ),
    (held, Wager("ben", box(2), 1_000_00), None),
]


@pytest.mark.clause("D2 5.1", "D2 5.8(a)", "D2 5.8(b)", "D2 14.2", "D2 14.6")
@pytest.mark.parametrize(("make", "act", "refusal"), TOTALS)
def test_D2_5_1_why_an_initial_wager_is_too_small_too_large_or_between(
    make: Make, act: Wager, refusal: Refusal | None
) -> None:
    assert make().refuses(act) == refusal


def with_sevens(*acts: Act) -> BlackjackTable:
    """Ana with 10 on box 1, where Super Sevens is 2; ben with nothing there."""
    return staked(blackjack("ana", "ben", **SEVENS), ("ana", 1, 10_00)).play(*acts)


BESIDE = Refusal(Cite("D2 15.2", "B41"), "no_wager_there", "Super Sevens needs a wager of yours on the same box.")
AMOUNT = Refusal(Cite("D2 15.3", "B20"), "not_the_amount", "A Super Sevens wager must be $2.")


@pytest.mark.clause("D2 15.1", "D2 15.2", "D2 15.3")
@pytest.mark.parametrize(
    ("make", "act", "refusal"),
    [
        (
            lambda: staked(blackjack("ana"), ("ana", 1, 10_00)),
            Wager("ana", super_sevens(1), 2_00),
            Refusal(Cite("D2 15.1"), "no_super_sevens", "Super Sevens is not offered here."),
        ),
        (with_sevens, Wager("ana", super_sevens(2), 2_00), BESIDE),
        (with_sevens, Wager("ben", super_sevens(1), 2_00), BESIDE),
        (
            lambda: with_sevens(Wager("ana", super_sevens(1), 2_00)),
            Wager("ana", super_sevens(1), 2_00),
            Refusal(Cite("D2 15.3", "B41"), "once_only", "You already have a Super Sevens wager on this box."),
        ),
        (with_sevens, Wager("ana", super_sevens(1), 1_50), AMOUNT),
        (with_sevens, Wager("ana", super_sevens(1), 2_50), AMOUNT),
        (with_sevens, Wager("ana", super_sevens(1), 2_00), None),
    ],
)
def test_D2_15_2_why_a_super_sevens_wager_is_none(make: Make, act: Wager, refusal: Refusal | None) -> None:
    assert make().refuses(act) == refusal


# Insurance


def insured(*acts: Act, manual: tuple[str, ...] = (), amount: int = 10_00) -> BlackjackTable:
    """Ana on box 1 against an ace, ben seated with nothing on it."""
    return opened(blackjack("ana", "ben", manual=manual), "9h Ad 8c", ("ana", 1, amount)).play(*acts)


def short_of_chips() -> BlackjackTable:
    """Two left after ten were wagered."""
    return opened(with_purse(12_00), "9h Ad 8c")


def half(wagered: str, total: str) -> Refusal:
    why = f"Insurance is at most half of the ${wagered} wagered; this makes ${total}."
    return Refusal(Cite("D2 9.3(a)"), "over_half", why)


NO_ACE = Refusal(Cite("D2 9.1"), "no_ace", "Insurance is offered only when the dealer's first card is an ace.")
BETWEEN = Refusal(
    Cite("D2 9.2 (closing)"), "too_late", "Insurance can be placed only after it is called and before the next card."
)
PAYABLE = Cite("D2 9.3(b)", "B10")
INSURANCES: list[tuple[Make, Any, Refusal | None]] = [
    (lambda: blackjack("ana"), Wager("ana", insurance(1), 5_00), NO_ACE),
    (lambda: opened(blackjack("ana"), "9h Td 8c"), Wager("ana", insurance(1), 5_00), NO_ACE),
    (lambda: insured(manual=("call insurance",)), Wager("ana", insurance(1), 5_00), BETWEEN),
    (lambda: insured(CloseInsurance()), Wager("ana", insurance(1), 5_00), BETWEEN),
    (lambda: insured(ExposeCard(card("5c"))), Wager("ana", insurance(1), 5_00), BETWEEN),
    (lambda: insured(DrawnUnseen()), Wager("ana", insurance(1), 5_00), BETWEEN),
    (
        insured,
        Wager("ana", insurance(2), 5_00),
        Refusal(Cite("D2 9.1"), "no_wager_there", "ana has no wager on box 2."),
    ),
    (
        insured,
        Wager("ben", insurance(1), 5_00),
        Refusal(Cite("D2 9.1"), "no_wager_there", "ben has no wager on box 1."),
    ),
    (
        insured,
        Wager("ana", insurance(1), "5"),  # type: ignore[arg-type]
        Refusal(PAYABLE, "not_an_amount", "An amount is a whole number of cents."),
    ),
    (
        insured,
        Wager("ana", insurance(1), 0),
        Refusal(PAYABLE, "not_positive", "The amount must be above $0; this is $0."),
    ),
    (
        insured,
        Wager("ana", insurance(1), 25),
        Refusal(PAYABLE, "not_in_chips", "$0.25 cannot be paid in chips of $0.50."),
    ),
    (insured, Wager("ana", insurance(1), 50), None),
    (
        short_of_chips,
        Wager("ana", insurance(1), 2_50),
        Refusal(Cite("D2 5.2"), "not_enough_chips", "ana has $2 in chips here; this needs $2.50."),
    ),
    (short_of_chips, Wager("ana", insurance(1), 2_00), None),
    (insured, Wager("ana", insurance(1), 5_00), None),
    (insured, Wager("ana", insurance(1), 5_50), half("10", "5.50")),
    (lambda: insured(amount=5_50), Wager("ana", insurance(1), 2_50), None),
    (lambda: insured(amount=5_50), Wager("ana", insurance(1), 3_00), half("5.50", "3")),
    (lambda: insured(Wager("ana", insurance(1), 3_00)), Wager("ana", insurance(1), 2_00), None),
    (lambda: insured(Wager("ana", insurance(1), 3_00)), Wager("ana", insurance(1), 2_50), half("10", "5.50")),
]


@pytest.mark.clause("D2 9.1", "D2 9.2 (closing)", "D2 9.3(a)", "D2 9.3(b)")
@pytest.mark.parametrize(("make", "act", "refusal"), INSURANCES)
def test_D2_9_1_why_an_insurance_wager_is_none(make: Make, act: Wager, refusal: Refusal | None) -> None:
    assert make().refuses(act) == refusal


@pytest.mark.clause("D2 9.1")
def test_D2_9_1_no_insurance_while_the_initial_deal_goes_on() -> None:
    refusal = opened(blackjack("ana"), "9h Ad").refuses(Wager("ana", insurance(1), 5_00))
    assert refusal == Refusal(Cite("D2 8.2(c)"), "out_of_order", "Not now: the next step is to deal the next card.")


# What a wager changes


@pytest.mark.clause("D2 5.1", "D2 14.1")
def test_D2_5_1_what_a_wager_changes() -> None:
    table = blackjack("ana", "ben", **SEVENS)
    first = table.play(Wager("ben", box(2), 5_00))
    assert first.boxes == (Box(2, stakes=(Stake("ben", "box", 5_00),), bettors=("ben",)),)
    assert (purse(first, "ben"), purse(first, "ana"), first.general.house) == (4_995_00, 5_000_00, 0)
    behind = first.play(Wager("ana", box(2), 7_00), Wager("ben", super_sevens(2), 2_00), Wager("ben", box(2), 3_50))
    assert behind.boxes == (
        Box(
            2,
            stakes=(Stake("ben", "box", 8_50), Stake("ana", "box", 7_00), Stake("ben", "super sevens", 2_00)),
            bettors=("ben", "ana"),
        ),
    )
    assert (purse(behind, "ben"), purse(behind, "ana")) == (5_000_00 - 10_50, 5_000_00 - 7_00)
    left = behind.play(Wager("ana", box(1), 5_00))
    assert [each.number for each in left.boxes] == [1, 2]
    assert left.window_ends is None


@pytest.mark.clause("D2 9.1", "D2 9.3(a)")
def test_D2_9_1_what_an_insurance_wager_changes() -> None:
    once = insured(Wager("ana", insurance(1), 3_00))
    assert once.boxes[0].stakes == (Stake("ana", "box", 10_00), Stake("ana", "insurance", 3_00))
    assert (once.boxes[0].bettors, purse(once, "ana")) == (("ana",), 4_987_00)
    twice = once.play(Wager("ana", insurance(1), 1_50))
    assert twice.boxes[0].stakes == (Stake("ana", "box", 10_00), Stake("ana", "insurance", 4_50))
    assert (twice.boxes[0].bettors, purse(twice, "ana"), twice.general.house) == (("ana",), 4_985_50, 0)


@pytest.mark.clause("D2 5.1", "D2 8.2", "D2 9.2 (closing)")
def test_D2_8_2_the_first_wager_starts_the_window_and_insurance_starts_none() -> None:
    table = seated(croupier.blackjack(SIGN, betting_seconds=30), "ana").play(Clock(100))
    assert table.window_ends is None
    wagered = staked(table, ("ana", 1, 10_00))
    assert wagered.window_ends == 130
    assert staked(wagered.play(Clock(7)), ("ana", 2, 10_00)).window_ends == 130
    against_ace = deal(wagered.play(NoMoreBets()), "9h Ad 8c").play(Wager("ana", insurance(1), 5_00))
    assert against_ace.window_ends is None


# What is offered


def wager_offer(name: str, position: Position, bounds: Bounds) -> Offer:
    fields: dict[str, Field] = {"player": Choices((name,)), "position": Choices((position,)), "amount": bounds}
    return Offer(Wager, Role.PLAYER, fields)


@pytest.mark.clause("D2 5.1", "D2 15.3")
def test_D2_5_1_which_wagers_are_offered_while_betting_is_open() -> None:
    table = staked(blackjack("ana", "ben", boxes=2, **SEVENS), ("ana", 1, 10_00))
    assert offered(table, Wager) == [
        wager_offer("ana", box(1), Bounds(50, 990_00, 50)),
        wager_offer("ana", super_sevens(1), Bounds(2_00, 2_00)),
        wager_offer("ana", box(2), Bounds(5_00, 1_000_00, 50)),
        wager_offer("ben", box(1), Bounds(5_00, 1_000_00, 50)),
        wager_offer("ben", box(2), Bounds(5_00, 1_000_00, 50)),
    ]
    placed = table.play(Wager("ana", super_sevens(1), 2_00))
    assert offered(placed, Wager) == [
        offer for offer in offered(table, Wager) if offer.fields["amount"] != Bounds(2_00, 2_00)
    ]
    assert offered(table.play(NoMoreBets()), Wager) == []
    assert offered(closed(), Wager) == []


STEPS_OF_5 = Sign(minimum=7_50, maximum=52_50, increment=5_00)
CENTS = Sign(minimum=5_00, maximum=100_00)


@pytest.mark.clause("D2 5.1", "D2 5.2")
@pytest.mark.parametrize(
    ("sign", "amount", "lying", "bounds"),
    [
        (CENTS, 4_50, 0, None),
        (CENTS, 5_00, 0, Bounds(5_00, 5_00, 50)),
        (CENTS, 7_50, 0, Bounds(5_00, 7_50, 50)),
        (CENTS, 200_00, 0, Bounds(5_00, 100_00, 50)),
        (CENTS, 200_00, 99_50, Bounds(50, 50, 50)),
        (CENTS, 200_00, 100_00, None),
        (CENTS, 10_00, 10_00, None),
        (CENTS, 10_50, 10_00, Bounds(50, 50, 50)),
        (STEPS_OF_5, 9_50, 0, None),
        (STEPS_OF_5, 10_00, 0, Bounds(10_00, 10_00, 5_00)),
        (STEPS_OF_5, 17_50, 0, Bounds(10_00, 15_00, 5_00)),
        (STEPS_OF_5, 200_00, 0, Bounds(10_00, 50_00, 5_00)),
        (STEPS_OF_5, 17_50, 10_00, Bounds(5_00, 5_00, 5_00)),
        (STEPS_OF_5, 14_50, 10_00, None),
        (STEPS_OF_5, 200_00, 50_00, None),
    ],
)
def test_D2_5_1_between_which_bounds_an_initial_wager_is_offered(
    sign: Sign, amount: int, lying: int, bounds: Bounds | None
) -> None:
    table = with_purse(amount, sign, boxes=1)
    if lying:
        table = staked(table, ("ana", 1, lying))
    assert offered(table, Wager) == ([] if bounds is None else [wager_offer("ana", box(1), bounds)])


@pytest.mark.clause("D2 5.8(a)", "D2 14.2")
def test_D2_14_2_what_is_offered_stays_within_the_maxima_of_the_box_and_of_a_limited_person() -> None:
    table = blackjack("ana", boxes=1, box_maximum=100_00).play(BuyIn("ben", 100_00))
    table = staked(table, ("ben", 1, 60_00), ("ana", 1, 10_00))
    assert offered(table, Wager) == [
        wager_offer("ana", box(1), Bounds(50, 30_00, 50)),
        wager_offer("ben", box(1), Bounds(50, 30_00, 50)),
    ]
    late = voided(blackjack("ana", "ben", boxes=2, holds_absent=True), ("ana", 1))
    assert [offer.fields["amount"] for offer in offered(late, Wager)] == [
        *[Bounds(5_00, 1_000_00, 50)] * 2,
        *[Bounds(5_00, 5_00, 50)] * 2,
    ]


@pytest.mark.clause("D2 9.1", "D2 9.3(a)", "D2 9.3(b)")
@pytest.mark.parametrize(
    ("chip", "amount", "wagered", "lying", "bounds"),
    [
        (50, 100_00, 10_00, 0, Bounds(50, 5_00, 50)),
        (50, 100_00, 10_00, 2_00, Bounds(50, 3_00, 50)),
        (50, 100_00, 10_00, 4_50, Bounds(50, 50, 50)),
        (50, 100_00, 10_00, 5_00, None),
        (50, 100_00, 5_50, 0, Bounds(50, 2_50, 50)),
        (50, 12_00, 10_00, 0, Bounds(50, 2_00, 50)),
        (50, 10_50, 10_00, 0, Bounds(50, 50, 50)),
        (50, 10_00, 10_00, 0, None),
        (1_00, 100_00, 5_00, 0, Bounds(1_00, 2_00, 1_00)),
    ],
)
def test_D2_9_3_between_which_bounds_insurance_is_offered(
    chip: int, amount: int, wagered: int, lying: int, bounds: Bounds | None
) -> None:
    sign = Sign(minimum=5_00, maximum=100_00, smallest_chip=chip)
    table = opened(with_purse(amount, sign), "9h Ad 8c", ("ana", 1, wagered))
    if lying:
        table = table.play(Wager("ana", insurance(1), lying))
    assert offered(table, Wager) == ([] if bounds is None else [wager_offer("ana", insurance(1), bounds)])
    assert offered(table.play(CloseInsurance()), Wager) == []


# Taking wagers back


def none_there(name: str, place: str) -> Refusal:
    return Refusal(Cite("D2 5.1"), "no_wager_there", f"{name} has no wager on {place}.")


STAYS = "Wagers stay where they are after “No more bets”."
ON_SEVENS = (Wager("ana", super_sevens(1), 2_00),)
WITHDRAWALS: list[tuple[Make, Any, Refusal | None]] = [
    (with_sevens, Withdraw("ana", "box 1"), none_there("ana", "box 1")),  # type: ignore[arg-type]
    (with_sevens, Withdraw("ana", box(9)), none_there("ana", "box 9")),
    (with_sevens, Withdraw("ana", box(2)), none_there("ana", "box 2")),
    (with_sevens, Withdraw("ben", box(1)), none_there("ben", "box 1")),
    (with_sevens, Withdraw("ana", super_sevens(1)), none_there("ana", "super sevens 1")),
    (with_sevens, Withdraw("ana", insurance(1)), none_there("ana", "insurance 1")),
    (with_sevens, Withdraw("ana", box(1)), None),
    (lambda: with_sevens(*ON_SEVENS), Withdraw("ana", super_sevens(1)), None),
    (called, Withdraw("ana", box(1)), Refusal(Cite("D2 8.2", "B1"), "too_late", STAYS)),
    (
        lambda: with_sevens(*ON_SEVENS, NoMoreBets()),
        Withdraw("ana", super_sevens(1)),
        Refusal(Cite("D2 8.2", "B1"), "too_late", STAYS),
    ),
    (lambda: deal(called(), "Th"), Withdraw("ana", box(1)), Refusal(Cite("D2 5.5(b)"), "too_late", STAYS)),
    (
        lambda: deal(with_sevens(*ON_SEVENS, NoMoreBets()), "7h"),
        Withdraw("ana", super_sevens(1)),
        Refusal(Cite("D2 5.5(b)"), "too_late", STAYS),
    ),
    (
        lambda: insured(Wager("ana", insurance(1), 5_00)),
        Withdraw("ana", box(1)),
        Refusal(Cite("D2 5.5(b)"), "too_late", STAYS),
    ),
    (lambda: insured(Wager("ana", insurance(1), 5_00)), Withdraw("ana", insurance(1)), None),
    (
        lambda: insured(Wager("ana", insurance(1), 5_00), CloseInsurance()),
        Withdraw("ana", insurance(1)),
        Refusal(Cite("D2 5.6", "B40"), "too_late", "The dealer has closed insurance, so it cannot be taken back."),
    ),
]


@pytest.mark.clause("D2 5.1", "D2 5.5(b)", "D2 5.6", "D2 8.2")
@pytest.mark.parametrize(("make", "act", "refusal"), WITHDRAWALS)
def test_D2_5_6_why_a_wager_is_not_taken_back(make: Make, act: Withdraw, refusal: Refusal | None) -> None:
    assert make().refuses(act) == refusal


@pytest.mark.clause("D2 5.1", "D2 15.2")
def test_D2_15_2_what_taking_a_wager_back_changes() -> None:
    behind = (Wager("ben", box(1), 20_00), Wager("ben", super_sevens(1), 2_00))
    table = with_sevens(*ON_SEVENS, *behind)
    whole = table.play(Withdraw("ana", box(1)))
    assert whole.boxes == (
        Box(1, stakes=(Stake("ben", "box", 20_00), Stake("ben", "super sevens", 2_00)), bettors=("ben",)),
    )
    assert (purse(whole, "ana"), purse(whole, "ben"), whole.general.house) == (5_000_00, 4_978_00, 0)
    beside = table.play(Withdraw("ana", super_sevens(1)))
    assert beside.boxes == (
        Box(
            1,
            stakes=(Stake("ana", "box", 10_00), Stake("ben", "box", 20_00), Stake("ben", "super sevens", 2_00)),
            bettors=("ana", "ben"),
        ),
    )
    assert (purse(beside, "ana"), purse(beside, "ben")) == (4_990_00, 4_978_00)


@pytest.mark.clause("D2 5.6", "D2 9.1")
def test_D2_5_6_what_taking_insurance_back_changes() -> None:
    table = opened(blackjack("ana", "ben"), "9h Ad 8c", ("ana", 1, 10_00), ("ben", 1, 20_00))
    both = table.play(Wager("ana", insurance(1), 5_00), Wager("ben", insurance(1), 6_00))
    back = both.play(Withdraw("ana", insurance(1)))
    assert back.boxes[0].stakes == (
        Stake("ana", "box", 10_00),
        Stake("ben", "box", 20_00),
        Stake("ben", "insurance", 6_00),
    )
    assert back.boxes[0].bettors == ("ana", "ben")
    assert (purse(back, "ana"), purse(back, "ben")) == (4_990_00, 4_974_00)
    assert back.gone == ()


@pytest.mark.clause("D2 5.1", "D2 8.2")
def test_D2_8_2_the_window_ends_with_the_last_wager_taken_back() -> None:
    table = seated(croupier.blackjack(SIGN, betting_seconds=30), "ana").play(Clock(100))
    two = staked(table, ("ana", 1, 10_00), ("ana", 2, 10_00))
    one = two.play(Withdraw("ana", box(1)))
    assert one.window_ends == 130
    none = one.play(Withdraw("ana", box(2)))
    assert (none.window_ends, none.boxes, none.gone) == (None, (), ())


def withdraw_offer(name: str, position: Position) -> Offer:
    return Offer(Withdraw, Role.PLAYER, {"player": Choices((name,)), "position": Choices((position,))})


@pytest.mark.clause("D2 5.1", "D2 5.6")
def test_D2_5_6_which_wagers_may_be_taken_back() -> None:
    table = staked(with_sevens(*ON_SEVENS), ("ben", 1, 20_00), ("ben", 2, 20_00))
    assert offered(table, Withdraw) == [
        withdraw_offer("ana", box(1)),
        withdraw_offer("ana", super_sevens(1)),
        withdraw_offer("ben", box(1)),
        withdraw_offer("ben", box(2)),
    ]
    assert offered(table.play(NoMoreBets()), Withdraw) == []
    with_insurance = insured(Wager("ana", insurance(1), 5_00))
    assert offered(with_insurance, Withdraw) == [withdraw_offer("ana", insurance(1))]
    assert offered(with_insurance.play(CloseInsurance()), Withdraw) == []


# Coming and going


@pytest.mark.clause("D2 7.1(d)", "D2 7.3(a)")
def test_D2_7_1_d_what_buying_in_at_a_vacant_table_changes() -> None:
    table = voided(blackjack("-", "ana", manual=("shuffle",), edition=1), ("ana", 2))
    assert (table.arrived, table.shoe.rounds, table.preparation) == ("ana", 1, ())
    vacant = table.play(CashOut("ana", 5_000_00))
    assert (vacant.players, vacant.seats, vacant.step) == ((), ("",) * 7, "no more bets")
    again = vacant.play(BuyIn("ben", 20_00))
    assert (again.preparation, again.step, again.cut_after) == (RESHUFFLE, "shuffle", "start")
    assert (again.arrived, again.declined, purse(again, "ben")) == ("", (), 20_00)
    following = again.play(BuyIn("cal", 20_00), Shuffle(), Sit("cal", 3))
    assert (following.arrived, following.preparation, following.shoe.left) == ("cal", (), 416)


@pytest.mark.clause("D2 7.1(d)")
def test_D2_7_1_d_no_shuffle_where_the_table_was_not_vacant_or_the_shoe_is_new_or_being_shuffled() -> None:
    table = voided(blackjack("ana", manual=("shuffle",)), ("ana", 1))
    joined = table.play(BuyIn("ben", 20_00))
    assert (joined.preparation, joined.step, joined.arrived) == ((), "no more bets", "ana")
    unplayed = blackjack("ana", manual=("shuffle",)).play(CashOut("ana", 5_000_00), BuyIn("ben", 20_00))
    assert (unplayed.preparation, unplayed.step, unplayed.arrived) == ((), "no more bets", "ana")
    owed = table.play(ReportCuttingCard(3), CashOut("ana", 5_000_00), BuyIn("ben", 20_00))
    assert (owed.preparation, owed.cut_after, owed.arrived) == (RESHUFFLE, "3", "ana")


@pytest.mark.clause("D2 3.1", "D2 5.7")
def test_D2_3_1_in_edition_1_who_takes_all_chips_away_leaves_the_seat() -> None:
    table = blackjack("ana", "ben", edition=1)
    assert table.play(CashOut("ana", 4_999_50)).seats[:2] == ("ana", "ben")
    left = table.play(CashOut("ana", 5_000_00))
    assert (left.seats[:2], left.players) == (("", "ben"), ("ben",))
    wagered = staked(table, ("ana", 1, 10_00)).play(CashOut("ana", 4_990_00))
    assert (wagered.seats[:2], purse(wagered, "ana")) == (("ana", "ben"), 0)
