"""Decisions at blackjack, word for word: every refusal, every offer, every field that a decision changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import croupier
from croupier import (
    BlackjackOptions,
    BuyIn,
    Clock,
    CloseTable,
    NoMoreBets,
    Outcome,
    PostClosing,
    Role,
    Sign,
    Wager,
    Withdraw,
)
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    Double,
    Draw,
    FullPatronage,
    Split,
    Stand,
)
from croupier.games.blackjack.boxes import Playing, Stake
from croupier.games.blackjack.hand import Hand, HandOrigin, Sevens, State
from croupier.games.blackjack.state import BlackjackTable, PendingDecision
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.position import Placed, Settled
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite
from tests.support.rules.blackjack import (
    SIGN,
    blackjack,
    box,
    cards,
    deal,
    insurance,
    opened,
    purse,
    seated,
    staked,
    super_sevens,
)

Make = Callable[[], BlackjackTable]

TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
SHARED = (("ben", 1, 20_00), ("ana", 1, 10_00))
IS_21 = Refusal(Cite("D2 13.1(a)"), "is_21", "A hand of 21 takes no card and no decision.")
TURN_OF_1 = Refusal(Cite("D2 8.3"), "not_in_turn", "It is not this box's turn. It is box 1's turn.")
TURN_OF_2 = Refusal(Cite("D2 8.3"), "not_in_turn", "It is not this box's turn. It is box 2's turn.")


def deal_first(clause: str) -> Refusal:
    return Refusal(Cite(clause), "out_of_order", "Not now: the next step is to deal the next card.")


def one(text: str, amount: int = 10_00, **options: Any) -> BlackjackTable:
    """Ana alone on box 1."""
    return opened(blackjack("ana", **options), text, ("ana", 1, amount))


def two(text: str) -> BlackjackTable:
    """Ana with 10 on box 1, ben with 20 on box 2."""
    return opened(blackjack("ana", "ben"), text, *TWO)


def shared(text: str, *acts: Act, **options: Any) -> BlackjackTable:
    """Ana with 10 seated at box 1, ben with 20 behind her, though he placed his first."""
    return opened(blackjack("ana", "ben", **options), text, *SHARED).play(*acts)


def with_purse(amount: int, text: str, wagered: int = 10_00) -> BlackjackTable:
    """Ana alone with so many chips before she wagered."""
    return opened(seated(croupier.blackjack(SIGN), "ana", amount=amount), text, ("ana", 1, wagered))


def left_alone() -> BlackjackTable:
    """Full patronage: ana is behind at box 2, whose own player took his wager back. It is that box's turn."""
    table = blackjack("ana", "ben").play(FullPatronage(True))
    table = staked(table, ("ana", 1, 10_00), ("ben", 2, 10_00), ("ana", 2, 10_00)).play(Withdraw("ben", box(2)))
    return deal(table.play(NoMoreBets()), "8h 9d 6c 9s 9h").play(Stand("ana", 1))


def closed() -> BlackjackTable:
    return blackjack("ana").play(PostClosing(1200), Clock(1200), CloseTable())


def offered(table: BlackjackTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def states(table: BlackjackTable, place: int = 0) -> list[int]:
    return [each.hand.state for each in table.boxes[place].hands]


# Whose turn it is


def decisions(player: str, number: Any) -> tuple[Act, ...]:
    return Stand(player, number), Draw(player, number), Double(player, number, 10_00), Split(player, number)


TURNS: list[tuple[Make, str, Any, Refusal | None]] = [
    (closed, "ana", 1, Refusal(Cite("D1 8"), "table_closed", "The table is closed.")),
    (
        lambda: blackjack("ana"),
        "ana",
        1,
        Refusal(Cite("D2 8.2"), "out_of_order", "Not now: the next step is to call “No more bets”."),
    ),
    (lambda: one("8h 9d"), "ana", 1, deal_first("D2 8.2(c)")),
    (lambda: one("8h 9d 8c").play(Draw("ana", 1)), "ana", 1, deal_first("D2 8.4")),
    (
        lambda: one("8h Ad 8c"),
        "ana",
        1,
        Refusal(Cite("D2 9.2 (closing)"), "out_of_order", "Not now: the next step is to close insurance."),
    ),
    (lambda: two("8h 9d 6c 8s 4h"), "ben", 2, TURN_OF_1),
    (lambda: two("8h 9d 6c 8s 4h"), "ana", 3, TURN_OF_1),
    (lambda: two("8h 9d 6c 8s 4h"), "ana", "1", TURN_OF_1),
    (lambda: two("8h 9d 6c 8s 9h").play(Stand("ana", 1)), "ana", 1, TURN_OF_2),
    (lambda: two("Ah 9d Kc Ks 9h"), "ana", 1, IS_21),
    (lambda: deal(two("5h 9d 6c 6s 9h").play(Draw("ana", 1)), "Tc"), "ana", 1, IS_21),
    (lambda: deal(two("Th 9d 6c Ts 9h").play(Split("ana", 1)), "Ac Ad"), "ana", 1, IS_21),
    (
        lambda: deal(two("Th 9d 6c Ts 9h").play(Split("ana", 1)), "Ac 9c").play(Stand("ana", 1)),
        "ana",
        1,
        TURN_OF_2,
    ),
    (
        lambda: shared("8h 9d 8c"),
        "ben",
        1,
        Refusal(Cite("D2 14.3(a)"), "not_yours_to_decide", "ana decides for box 1."),
    ),
    (left_alone, "ana", 2, Refusal(Cite("D2 14.3(a)"), "not_yours_to_decide", "Nobody decides for box 2.")),
    (left_alone, "ben", 2, Refusal(Cite("D2 14.3(a)"), "not_yours_to_decide", "Nobody decides for box 2.")),
    (left_alone, "", 2, Refusal(Cite("D2 14.3(a)"), "not_yours_to_decide", "Nobody decides for box 2.")),
    (lambda: shared("8h 9d 8c"), "ana", 1, None),
]


@pytest.mark.clause("D2 8.3", "D2 13.1(a)", "D2 14.3(a)", "D2 14.5")
@pytest.mark.parametrize(("make", "player", "number", "refusal"), TURNS)
def test_D2_8_3_why_it_is_not_this_players_decision(
    make: Make, player: str, number: Any, refusal: Refusal | None
) -> None:
    table = make()
    for act in decisions(player, number):
        assert table.refuses(act) == refusal


# Stand and draw


@pytest.mark.clause("D2 13.1(d)")
@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("2h 9d 3c", Refusal(Cite("D2 13.1(d)"), "must_draw", "A hand of 5 must draw until it has 12 or more.")),
        ("5h 9d 6c", Refusal(Cite("D2 13.1(d)"), "must_draw", "A hand of 11 must draw until it has 12 or more.")),
        ("6h 9d 6c", None),
        ("Ah 9d Ac", None),
    ],
)
def test_D2_13_1_d_why_a_hand_does_not_stand(text: str, refusal: Refusal | None) -> None:
    table = one(text)
    assert table.refuses(Stand("ana", 1)) == refusal
    fields = {"player": Choices(("ana",)), "box": Choices((1,))}
    stand = [] if refusal else [Offer(Stand, Role.PLAYER, fields)]
    assert offered(table, Stand) == stand
    assert offered(table, Draw) == [Offer(Draw, Role.PLAYER, fields)]


@pytest.mark.clause("D2 8.3", "D2 14.5")
@pytest.mark.parametrize(
    "make",
    [
        closed,
        lambda: blackjack("ana"),
        lambda: staked(blackjack("ana"), ("ana", 1, 10_00)),
        lambda: one("8h 9d"),
        lambda: one("8h Ad 8c"),
        lambda: one("8h 9d 8c").play(Draw("ana", 1)),
        lambda: one("8h 9d 8c").play(Stand("ana", 1)),
        left_alone,
    ],
)
def test_D2_8_3_where_no_decision_is_due_none_is_offered(make: Make) -> None:
    table = make()
    for kind in (Stand, Draw, Double, Split, ChooseHand):
        assert offered(table, kind) == []


@pytest.mark.clause("D2 8.3", "D2 8.4")
def test_D2_8_3_what_standing_and_drawing_change() -> None:
    table = two("8h 9d 6c 9s 4h")
    stood = table.play(Stand("ana", 1))
    assert stood.boxes[0].hands == (Playing(0, cards("8h 9s"), Hand(17, 0, 2, 0, HandOrigin.DEALT, State.OVER)),)
    assert (stood.boxes[1], stood.step, stood.pending) == (table.boxes[1], "decide", None)
    assert (stood.boxes[0].stakes, stood.general, stood.shoe) == (table.boxes[0].stakes, table.general, table.shoe)
    drawing = table.play(Draw("ana", 1))
    assert drawing.boxes[0].hands == (Playing(0, cards("8h 9s"), Hand(17, 0, 2, 0, HandOrigin.DEALT, State.DRAWING)),)
    assert (drawing.boxes[1], drawing.step, drawing.pending) == (table.boxes[1], "card", None)
    assert (drawing.general, drawing.shoe) == (table.general, table.shoe)


def sevens(text: str) -> BlackjackTable:
    """Ana with 10 and 2 on Super Sevens at box 1, ben with 20 and 2 behind her."""
    table = staked(blackjack("ana", "ben", layout=2, super_sevens=2_00), ("ana", 1, 10_00), ("ben", 1, 20_00))
    wagered = table.play(Wager("ana", super_sevens(1), 2_00), Wager("ben", super_sevens(1), 2_00))
    return deal(wagered.play(NoMoreBets()), text)


def won(name: str, pays: int, rule: str) -> Settled:
    return Settled(Placed(name, super_sevens(1), 2_00), Outcome.WIN, pays, Cite(rule))


@pytest.mark.clause("D2 15.4(b)", "D2 15.4(c)", "D2 15.6")
@pytest.mark.parametrize(
    ("text", "state", "pays", "rule"),
    [
        ("7h 9d 7h", Sevens.WON_TWO_SUITED, 200_00, "D2 15.4(c)"),
        ("7h 9d 7c", Sevens.WON_TWO_MIXED, 100_00, "D2 15.4(b)"),
    ],
)
def test_D2_15_4_a_stand_on_two_sevens_decides_super_sevens(text: str, state: Sevens, pays: int, rule: str) -> None:
    stood = sevens(text).play(Stand("ana", 1))
    assert stood.settled == (won("ana", pays, rule), won("ben", pays, rule))
    assert stood.settled_on == ((1, 0), (1, 0))
    assert (stood.boxes[0].sevens, stood.general.house, stood.step) == (state, -2 * pays, "card")
    assert (purse(stood, "ana"), purse(stood, "ben")) == (4_990_00 + pays, 4_980_00 + pays)
    assert stood.boxes[0].stakes == (Stake("ana", "box", 10_00), Stake("ben", "box", 20_00))


# Doubling


STEPS_OF_5 = Sign(minimum=5_00, maximum=1_000_00, increment=5_00)


def stepped() -> BlackjackTable:
    return opened(blackjack("ana", sign=STEPS_OF_5), "8h 9d 3c", ("ana", 1, 20_00))


def wagered_before_the_steps() -> BlackjackTable:
    """12.50 that was wagered under another sign."""
    table = one("8h 9d 3c", 12_50)
    return table._with_general(replace(table.general, sign=STEPS_OF_5))


def off(own: str) -> Refusal:
    why = f"Double by $5, by a multiple of it, or by all of the ${own}."
    return Refusal(Cite("D2 11.2(b)", "B39"), "off_increment", why)


def most(own: str) -> Refusal:
    return Refusal(Cite("D2 11.2(a)"), "over_original", f"Double by at most the ${own} wagered on the hand.")


NO_ACE = Refusal(Cite("D2 11.1", "B2"), "double_with_ace", "A hand with an ace cannot be doubled.")
TWO_CARDS = Refusal(Cite("D2 11.1"), "not_two_cards", "A hand can be doubled only on its first two cards.")
AMOUNTS = Cite("D2 11.2(b)")
DOUBLES: list[tuple[Make, Any, Refusal | None]] = [
    (lambda: one("Ah 9d 5c"), 10_00, NO_ACE),
    (lambda: one("5h 9d Ac"), 10_00, NO_ACE),
    (lambda: deal(one("8h 9d 8c").play(Split("ana", 1)), "Ac"), 10_00, NO_ACE),
    (lambda: deal(one("2h 9d 3c").play(Draw("ana", 1)), "4c"), 10_00, TWO_CARDS),
    (lambda: deal(one("2h 9d 3c").play(Draw("ana", 1)), "Ac"), 10_00, TWO_CARDS),
    (lambda: one("Ah 9d 5c", double_with_ace=True), 10_00, None),
    (lambda: one("8h 9d 3c"), "10", Refusal(AMOUNTS, "not_an_amount", "An amount is a whole number of cents.")),
    (lambda: one("8h 9d 3c"), 0, Refusal(AMOUNTS, "not_positive", "The amount must be above $0; this is $0.")),
    (
        lambda: one("8h 9d 3c"),
        10_25,
        Refusal(AMOUNTS, "not_in_chips", "$10.25 cannot be paid in chips of $0.50."),
    ),
    (lambda: one("8h 9d 3c"), 50, None),
    (lambda: one("8h 9d 3c"), 10_00, None),
    (lambda: one("8h 9d 3c"), 10_50, most("10")),
    (stepped, 4_50, off("20")),
    (stepped, 5_00, None),
    (stepped, 7_50, off("20")),
    (stepped, 20_00, None),
    (stepped, 20_50, most("20")),
    (wagered_before_the_steps, 10_00, None),
    (wagered_before_the_steps, 12_00, off("12.50")),
    (wagered_before_the_steps, 12_50, None),
    (wagered_before_the_steps, 13_00, most("12.50")),
    (lambda: with_purse(16_00, "8h 9d 3c"), 6_00, None),
    (
        lambda: with_purse(16_00, "8h 9d 3c"),
        6_50,
        Refusal(Cite("D2 5.2"), "not_enough_chips", "ana has $6 in chips here; this needs $6.50."),
    ),
]


@pytest.mark.clause("D2 11.1", "D2 11.2(a)", "D2 11.2(b)", "D2 5.2")
@pytest.mark.parametrize(("make", "amount", "refusal"), DOUBLES)
def test_D2_11_2_why_a_hand_is_not_doubled(make: Make, amount: Any, refusal: Refusal | None) -> None:
    assert make().refuses(Double("ana", 1, amount)) == refusal


def none_there(name: str, rule: Cite) -> Refusal:
    return Refusal(rule, "no_wager_there", f"{name} has no wager on that hand.")


def chosen(name: str, rule: Cite) -> Refusal:
    return Refusal(rule, "chosen_already", f"{name} has chosen already.")


def doubled() -> BlackjackTable:
    """Ana with 10, ben with 20 behind her, cal with 30 on box 2; ana has doubled by 6."""
    wagers = (*SHARED, ("cal", 2, 30_00))
    return opened(blackjack("ana", "ben", "cal"), "8h 5d 9d 3c 6d", *wagers).play(Double("ana", 1, 6_00))


@pytest.mark.clause("D2 14.3(c)", "D2 11.2(a)")
@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (Double("cal", 1, 5_00), none_there("cal", Cite("D2 14.3(c)"))),
        (Double("dee", 1, 5_00), none_there("dee", Cite("D2 14.3(c)"))),
        (Double("ana", 1, 4_00), chosen("ana", Cite("D2 14.3(c)"))),
        (Double("ben", 1, 20_50), most("20")),
        (Double("ben", 1, 25), Refusal(AMOUNTS, "not_in_chips", "$0.25 cannot be paid in chips of $0.50.")),
        (Double("ben", 1, 20_00), None),
        (Double("ben", 1, 50), None),
        (Double("cal", 2, 5_00), deal_first("D2 8.4")),
        (Split("ben", 1), deal_first("D2 8.4")),
    ],
)
def test_D2_14_3_c_why_another_bettor_does_not_double(act: Act, refusal: Refusal | None) -> None:
    assert doubled().refuses(act) == refusal


@pytest.mark.clause("D2 14.3(c)", "D2 5.2")
def test_D2_14_3_c_another_bettor_needs_the_chips_too() -> None:
    table = blackjack("ana").play(BuyIn("ben", 26_00))
    table = opened(table, "8h 9d 3c", *SHARED).play(Double("ana", 1, 10_00))
    short = Refusal(Cite("D2 5.2"), "not_enough_chips", "ben has $6 in chips here; this needs $6.50.")
    assert table.refuses(Double("ben", 1, 6_50)) == short
    assert offered(table, Double) == [double_offer("ben", 1, Bounds(50, 6_00, 50))]


@pytest.mark.clause("D2 11.2(a)", "D2 11.3")
def test_D2_11_3_what_a_double_changes() -> None:
    table = shared("8h 9d 3c").play(Double("ana", 1, 6_00))
    assert table.boxes[0].hands == (Playing(0, cards("8h 3c"), Hand(11, 0, 2, 0, HandOrigin.DEALT, State.DOUBLED)),)
    initial = (Stake("ben", "box", 20_00), Stake("ana", "box", 10_00))
    assert table.boxes[0].stakes == (*initial, Stake("ana", "double", 6_00, 0))
    assert (purse(table, "ana"), purse(table, "ben"), table.general.house) == (4_984_00, 4_980_00, 0)
    assert (table.pending, table.step) == (PendingDecision("double", 1, (0,), ("ana",)), "card")
    followed = table.play(Double("ben", 1, 12_50))
    doubles = (Stake("ana", "double", 6_00, 0), Stake("ben", "double", 12_50, 0))
    assert followed.boxes[0].stakes == (*initial, *doubles)
    assert (purse(followed, "ana"), purse(followed, "ben"), followed.general.house) == (4_984_00, 4_967_50, 0)
    assert (followed.pending, followed.step) == (PendingDecision("double", 1, (0,), ("ana", "ben")), "card")
    assert followed.boxes[0].hands == table.boxes[0].hands
    assert deal(followed, "2c").pending is None


@pytest.mark.clause("D2 11.1", "D2 14.3(c)")
def test_D2_11_1_what_a_double_on_the_second_hand_of_a_split_changes() -> None:
    split = shared("8h 9d 8c").play(Split("ana", 1), ChooseHand("ben", 1, 2))
    table = deal(deal(split, "9c").play(Stand("ana", 1)), "3c")
    assert offered(table, Double) == [double_offer("ana", 1, Bounds(50, 10_00, 50))]
    second = table.play(Double("ana", 1, 7_00))
    assert states(second) == [State.OVER, State.DOUBLED]
    assert second.pending == PendingDecision("double", 1, (1,), ("ana",))
    assert offered(second, Double) == [double_offer("ben", 1, Bounds(50, 20_00, 50))]
    followed = second.play(Double("ben", 1, 20_00))
    assert followed.boxes[0].stakes == (
        Stake("ben", "box", 20_00, 1),
        Stake("ana", "box", 10_00, 0),
        Stake("ana", "split", 10_00, 1),
        Stake("ana", "double", 7_00, 1),
        Stake("ben", "double", 20_00, 1),
    )


def double_offer(name: str, number: int, bounds: Bounds) -> Offer:
    fields: dict[str, Field] = {"player": Choices((name,)), "box": Choices((number,)), "amount": bounds}
    return Offer(Double, Role.PLAYER, fields)


@pytest.mark.clause("D2 11.2(a)", "D2 11.2(b)", "D2 5.2")
@pytest.mark.parametrize(
    ("make", "bounds"),
    [
        (lambda: one("8h 9d 3c"), Bounds(50, 10_00, 50)),
        (stepped, Bounds(5_00, 20_00, 5_00)),
        (wagered_before_the_steps, Bounds(5_00, 10_00, 5_00)),
        (lambda: with_purse(16_00, "8h 9d 3c"), Bounds(50, 6_00, 50)),
        (lambda: with_purse(10_50, "8h 9d 3c"), Bounds(50, 50, 50)),
        (lambda: with_purse(10_00, "8h 9d 3c"), None),
        (lambda: one("8h 9d Ac"), None),
        (lambda: deal(one("2h 9d 3c").play(Draw("ana", 1)), "4c"), None),
        (lambda: one("8h Ad 3c"), None),
    ],
)
def test_D2_11_2_between_which_bounds_a_double_is_offered(make: Make, bounds: Bounds | None) -> None:
    assert offered(make(), Double) == ([] if bounds is None else [double_offer("ana", 1, bounds)])


@pytest.mark.clause("D2 14.3(c)")
def test_D2_14_3_c_a_double_is_offered_to_the_other_bettors_and_to_each_once() -> None:
    wagers = (*SHARED, ("cal", 1, 30_00))
    table = opened(blackjack("ana", "ben", "cal"), "8h 9d 3c", *wagers)
    assert offered(table, Double) == [double_offer("ana", 1, Bounds(50, 10_00, 50))]
    after = table.play(Double("ana", 1, 6_00))
    ben, cal = double_offer("ben", 1, Bounds(50, 20_00, 50)), double_offer("cal", 1, Bounds(50, 30_00, 50))
    assert offered(after, Double) == [ben, cal]
    assert offered(after.play(Double("ben", 1, 50)), Double) == [cal]
    assert offered(after.play(Double("ben", 1, 50), Double("cal", 1, 50)), Double) == []


# Splitting


NOT_A_PAIR = Refusal(Cite("D2 12.1", "B5"), "not_a_pair", "Only two cards of the same value can be split.")
ENOUGH = Refusal(Cite("D2 12.4(a)"), "hands_enough", "This box has as many hands as one box may have.")
ONCE = Refusal(Cite("D2 12.4(b)"), "aces_once", "Aces can be split only once.")
FOLLOWING = Cite("D2 14.3(d)", "B18")


def three_hands(card: str) -> BlackjackTable:
    """Split twice, with this card on the first of three hands."""
    return deal(deal(one("8h 9d 8c").play(Split("ana", 1)), "8d").play(Split("ana", 1)), card)


SPLITS: list[tuple[Make, Refusal | None]] = [
    (lambda: one("8h 9d 9c"), NOT_A_PAIR),
    (lambda: deal(one("4h 9d 4c").play(Draw("ana", 1)), "8c"), NOT_A_PAIR),
    (lambda: deal(one("8h 9d 8c").play(Split("ana", 1)), "9c"), NOT_A_PAIR),
    (lambda: three_hands("9s"), NOT_A_PAIR),
    (lambda: three_hands("8s"), ENOUGH),
    (lambda: deal(one("8h 9d 8c", hands=2).play(Split("ana", 1)), "8d"), ENOUGH),
    (lambda: deal(one("8h 9d 8c", hands=4).play(Split("ana", 1)), "8d"), None),
    (lambda: deal(one("Ah 9d Ac").play(Split("ana", 1)), "As"), ONCE),
    (lambda: one("Ah 9d Ac"), None),
    (lambda: one("Kh 9d Tc"), None),
    (
        lambda: with_purse(19_50, "8h 9d 8c"),
        Refusal(Cite("D2 12.2"), "not_enough_chips", "ana has $9.50 in chips here; this needs $10."),
    ),
    (lambda: with_purse(20_00, "8h 9d 8c"), None),
]


@pytest.mark.clause("D2 12.1", "D2 12.2", "D2 12.4(a)", "D2 12.4(b)")
@pytest.mark.parametrize(("make", "refusal"), SPLITS)
def test_D2_12_1_why_a_hand_is_not_split(make: Make, refusal: Refusal | None) -> None:
    table = make()
    assert table.refuses(Split("ana", 1)) == refusal
    assert offered(table, Split) == ([] if refusal else [split_offer("ana", 1)])


@pytest.mark.clause("D2 12.4(b)", "D2 8.3")
def test_D2_12_4_b_split_aces_of_one_box_say_nothing_of_another() -> None:
    table = opened(blackjack("ana", "ben"), "Ah 8d 9d Ac 8h", *TWO).play(Split("ana", 1))
    waiting = deal(table, "As")
    assert waiting.refuses(Split("ana", 1)) == ONCE
    assert waiting.refuses(Split("ben", 2)) == deal_first("D2 12.4(b)")


def split_offer(name: str, number: int) -> Offer:
    return Offer(Split, Role.PLAYER, {"player": Choices((name,)), "box": Choices((number,))})


def choice_offer(name: str, number: int) -> Offer:
    fields = {"player": Choices((name,)), "box": Choices((number,)), "hand": Choices((1, 2))}
    return Offer(ChooseHand, Role.PLAYER, fields)


def split_by_ana(bens: int = 5_000_00) -> BlackjackTable:
    """Ana with 10 has split box 1, ben with 20 and cal with 30 behind her, dee with 40 on box 2."""
    table = seated(croupier.blackjack(SIGN, BlackjackOptions()), "ana").play(BuyIn("ben", bens))
    table = table.play(BuyIn("cal", 5_000_00), BuyIn("dee", 5_000_00))
    table = opened(table, "8h 8s 9d 8c 8d", *SHARED, ("cal", 1, 30_00), ("dee", 2, 40_00))
    return table.play(Split("ana", 1))


NOTHING_SPLIT = Refusal(FOLLOWING, "nothing_split", "That box was not split just now.")
NO_SUCH_HAND = Refusal(FOLLOWING, "no_such_hand", "Choose hand 1 or hand 2 of the split.")


@pytest.mark.clause("D2 14.3(d)", "D2 12.2")
@pytest.mark.parametrize(
    ("make", "act", "refusal"),
    [
        (split_by_ana, Split("dee", 1), none_there("dee", FOLLOWING)),
        (split_by_ana, Split("eve", 1), none_there("eve", FOLLOWING)),
        (split_by_ana, Split("ana", 1), chosen("ana", FOLLOWING)),
        (lambda: split_by_ana().play(Split("ben", 1)), Split("ben", 1), chosen("ben", FOLLOWING)),
        (lambda: split_by_ana().play(ChooseHand("ben", 1, 1)), Split("ben", 1), chosen("ben", FOLLOWING)),
        (
            lambda: split_by_ana().play(ChooseHand("ben", 1, 2)),
            Split("ben", 1),
            none_there("ben", FOLLOWING),
        ),
        (
            lambda: split_by_ana(39_50),
            Split("ben", 1),
            Refusal(Cite("D2 12.2"), "not_enough_chips", "ben has $19.50 in chips here; this needs $20."),
        ),
        (lambda: split_by_ana(40_00), Split("ben", 1), None),
        (split_by_ana, Split("cal", 1), None),
        (split_by_ana, Split("dee", 2), deal_first("D2 12.3")),
        (split_by_ana, ChooseHand("dee", 2, 1), deal_first("D2 12.3")),
        (lambda: deal(split_by_ana(), "9c"), ChooseHand("ben", 1, 1), NOTHING_SPLIT),
        (lambda: shared("8h 9d 8c"), ChooseHand("ben", 1, 1), NOTHING_SPLIT),
        (lambda: shared("8h 9d 8c", Double("ana", 1, 10_00)), ChooseHand("ben", 1, 1), deal_first("D2 8.4")),
        (split_by_ana, ChooseHand("ben", 1, 0), NO_SUCH_HAND),
        (split_by_ana, ChooseHand("ben", 1, 3), NO_SUCH_HAND),
        (split_by_ana, ChooseHand("ben", 1, 1.0), NO_SUCH_HAND),  # type: ignore[arg-type]
        (split_by_ana, ChooseHand("ben", 1, "1"), NO_SUCH_HAND),  # type: ignore[arg-type]
        (split_by_ana, ChooseHand("dee", 1, 1), none_there("dee", FOLLOWING)),
        (split_by_ana, ChooseHand("ana", 1, 1), chosen("ana", FOLLOWING)),
        (split_by_ana, ChooseHand("ben", 1, 1), None),
        (split_by_ana, ChooseHand("ben", 1, 2), None),
    ],
)
def test_D2_14_3_d_why_another_bettor_does_not_follow_a_split(make: Make, act: Act, refusal: Refusal | None) -> None:
    assert make().refuses(act) == refusal


@pytest.mark.clause("D2 14.3(d)")
def test_D2_14_3_d_what_is_offered_to_the_other_bettors_after_a_split() -> None:
    table = split_by_ana()
    assert offered(table, Split) == [split_offer("ben", 1), split_offer("cal", 1)]
    assert offered(table, ChooseHand) == [choice_offer("ben", 1), choice_offer("cal", 1)]
    assert offered(table.play(Split("ben", 1)), Split) == [split_offer("cal", 1)]
    assert offered(table.play(ChooseHand("ben", 1, 2)), ChooseHand) == [choice_offer("cal", 1)]
    short = split_by_ana(39_50)
    assert offered(short, Split) == [split_offer("cal", 1)]
    assert offered(short, ChooseHand) == [choice_offer("ben", 1), choice_offer("cal", 1)]
    dealt = deal(table, "9c")
    assert (offered(dealt, Split), offered(dealt, ChooseHand)) == ([], [])


def half(id: int, text: str, points: int = 8, origin: HandOrigin = HandOrigin.SPLIT) -> Playing:
    """A hand of a split that waits for its second card."""
    return Playing(id, cards(text), Hand(points, int(points == 1), 1, 0, origin, State.PLAYING))


@pytest.mark.clause("D2 12.2", "D2 12.3")
def test_D2_12_2_what_a_split_changes() -> None:
    table = shared("8h 9d 8c").play(Split("ana", 1))
    initial = (Stake("ben", "box", 20_00), Stake("ana", "box", 10_00))
    assert table.boxes[0].hands == (half(0, "8h"), half(1, "8c"))
    assert table.boxes[0].stakes == (*initial, Stake("ana", "split", 10_00, 1))
    assert (table.boxes[0].bettors, table.settled, table.step) == (("ben", "ana"), (), "card")
    assert table.pending == PendingDecision("split", 1, (0, 1), ("ana",))
    assert (purse(table, "ana"), purse(table, "ben"), table.general.house) == (4_980_00, 4_980_00, 0)
    followed = table.play(Split("ben", 1))
    assert followed.boxes[0].stakes == (*initial, Stake("ana", "split", 10_00, 1), Stake("ben", "split", 20_00, 1))
    assert followed.pending == PendingDecision("split", 1, (0, 1), ("ana", "ben"))
    assert (purse(followed, "ana"), purse(followed, "ben")) == (4_980_00, 4_960_00)
    assert followed.boxes[0].hands == table.boxes[0].hands
    assert deal(followed, "9c").pending is None


@pytest.mark.clause("D2 12.2", "D2 12.4(a)", "D2 12.4(b)", "D2 14.3(d)")
def test_D2_12_4_a_what_a_second_split_changes() -> None:
    both = shared("8h 9d 8c").play(Split("ana", 1), Split("ben", 1))
    first = deal(both, "9c").play(Stand("ana", 1))
    again = deal(first, "8d").play(Split("ana", 1))
    assert again.boxes[0].hands[1:] == (half(1, "8c"), half(2, "8d"))
    assert again.pending == PendingDecision("split", 1, (1, 2), ("ana",))
    assert (again.boxes[0].stakes[-1], purse(again, "ana")) == (Stake("ana", "split", 10_00, 2), 4_970_00)
    chose = again.play(ChooseHand("ben", 1, 2))
    assert [(each.kind, each.hand) for each in chose.boxes[0].stakes if each.player == "ben"] == [
        ("box", 0),
        ("split", 2),
    ]
    aces = one("Ah 9d Ac").play(Split("ana", 1))
    assert aces.boxes[0].hands == tuple(half(id, text, 1, HandOrigin.SPLIT_ACE) for id, text in ((0, "Ah"), (1, "Ac")))


@pytest.mark.clause("D2 12.3", "D2 12.4(a)")
def test_D2_12_3_the_hand_split_again_from_the_first_comes_before_the_other() -> None:
    table = deal(one("8h 9d 8c").play(Split("ana", 1)), "8d").play(Split("ana", 1))
    assert table.boxes[0].hands == (half(0, "8h"), half(2, "8d"), half(1, "8c"))
    assert table.pending == PendingDecision("split", 1, (0, 2), ("ana",))


@pytest.mark.clause("D2 15.5", "D2 15.6")
@pytest.mark.parametrize(
    ("text", "state", "pays"),
    [("7h 9d 7h", Sevens.WON_TWO_SUITED, 200_00), ("7h 9d 7c", Sevens.WON_TWO_MIXED, 100_00)],
)
def test_D2_15_5_a_split_of_sevens_decides_super_sevens(text: str, state: Sevens, pays: int) -> None:
    table = sevens(text).play(Split("ana", 1))
    assert table.settled == (won("ana", pays, "D2 15.5"), won("ben", pays, "D2 15.5"))
    assert table.settled_on == ((1, 0), (1, 0))
    assert (table.boxes[0].sevens, table.general.house) == (state, -2 * pays)
    assert (purse(table, "ana"), purse(table, "ben")) == (4_980_00 + pays, 4_980_00 + pays)
    assert table.boxes[0].stakes == (
        Stake("ana", "box", 10_00),
        Stake("ben", "box", 20_00),
        Stake("ana", "split", 10_00, 1),
    )
    chose = table.play(ChooseHand("ben", 1, 2))
    assert chose.settled == table.settled
    assert chose.settled_on == ((1, 0), (1, 1))
    stood = deal(table, "9c").play(Stand("ana", 1))
    assert (stood.settled, stood.boxes[0].sevens) == (table.settled, state)


@pytest.mark.clause("D2 14.3(d)", "D2 9.6", "D2 15.7(b)")
def test_D2_14_3_d_what_choosing_a_hand_changes() -> None:
    table = staked(blackjack("ana", "ben", "cal"), *SHARED, ("cal", 1, 30_00), ("ben", 2, 40_00))
    table = deal(table.play(NoMoreBets()), "8h 9h Ad 8c 9c")
    for name in ("ana", "ben", "cal"):
        table = table.play(Wager(name, insurance(1), 5_00))
    split = table.play(CloseInsurance(), Split("ana", 1))
    chose = split.play(ChooseHand("ben", 1, 2))
    assert chose.boxes[0].stakes == (
        Stake("ben", "box", 20_00, 1),
        Stake("ana", "box", 10_00, 0),
        Stake("cal", "box", 30_00, 0),
        Stake("ana", "insurance", 5_00, 0),
        Stake("ben", "insurance", 5_00, 1),
        Stake("cal", "insurance", 5_00, 0),
        Stake("ana", "split", 10_00, 1),
    )
    assert chose.pending == PendingDecision("split", 1, (0, 1), ("ana", "ben"))
    assert (chose.boxes[1], chose.general, chose.settled_on) == (split.boxes[1], split.general, ())
    stayed = split.play(ChooseHand("ben", 1, 1))
    assert (stayed.boxes, stayed.pending) == (split.boxes, PendingDecision("split", 1, (0, 1), ("ana", "ben")))


@pytest.mark.clause("D2 14.3(d)", "D2 15.7(b)")
def test_D2_14_3_d_a_choice_moves_no_settled_wager_of_another_box_or_player() -> None:
    table = staked(blackjack("ana", "ben", layout=2, super_sevens=2_00), *SHARED, ("ben", 2, 20_00))
    for name, number in (("ben", 1), ("ana", 1), ("ben", 2)):
        table = table.play(Wager(name, super_sevens(number), 2_00))
    split = deal(table.play(NoMoreBets()), "8h 9h 9d 8c 9c").play(Split("ana", 1))
    assert [(line.wager.player, str(line.wager.position)) for line in split.settled] == [
        ("ben", "super sevens 1"),
        ("ana", "super sevens 1"),
        ("ben", "super sevens 2"),
    ]
    assert split.settled_on == ((1, 0), (1, 0), (2, 0))
    assert split.play(ChooseHand("ben", 1, 2)).settled_on == ((1, 1), (1, 0), (2, 0))
