"""What goes wrong at blackjack, word for word: every refusal, every offer, every field that is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import croupier
from croupier import BlackjackOptions, BuyIn, Clock, CloseTable, NoMoreBets, Outcome, PostClosing, Role, Wager, Withdraw
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CloseInsurance,
    Cut,
    DeclineCut,
    DiscardExtra,
    Double,
    Draw,
    DrawForAbsent,
    DrawnUnseen,
    ExposeCard,
    FullPatronage,
    InsertCuttingCard,
    InspectCards,
    RefuseCard,
    RemoveFaceUp,
    ReplaceCards,
    ReplaceDamaged,
    ReportCuttingCard,
    ReportNoCuttingCard,
    SettleBox,
    ShowBurnt,
    Sit,
    Split,
    Stand,
    StandForAbsent,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.boxes import Playing, Stake
from croupier.games.blackjack.cards import Card, card, decks
from croupier.games.blackjack.hand import Hand, HandOrigin, Sevens, State
from croupier.games.blackjack.state import BlackjackTable, PendingDecision, TableShoe
from croupier.games.blackjack.step_names import OPENING, RESHUFFLE
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.position import Placed, Position, Settled
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite
from tests.support.rules.blackjack import (
    SIGN,
    allowed_roles,
    blackjack,
    box,
    cards,
    deal,
    insurance,
    live,
    only_left,
    opened,
    purse,
    seated,
    staked,
    super_sevens,
    until_cutting_card,
)

Make = Callable[[], BlackjackTable]

TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
NO_CARD = Card("1", "x")
CLOSED = Refusal(Cite("D1 8"), "table_closed", "The table is closed.")
NO_SUCH_CARD = Refusal(Cite("D2 3.3(a)"), "no_such_card", "That is not a playing card.")
DECIDE_FIRST = Refusal(Cite("D2 8.3"), "out_of_order", "Not now: the next step is to decide for the hand in turn.")
DEAL_SECOND, DEAL_ASKED, DEAL_DEALER = (
    Refusal(Cite(clause), "out_of_order", "Not now: the next step is to deal the next card.")
    for clause in ("D2 8.2(c)", "D2 8.4", "D2 8.5")
)
CALL_FIRST = Refusal(Cite("D2 8.2"), "out_of_order", "Not now: the next step is to call “No more bets”.")


def one(text: str, **options: Any) -> BlackjackTable:
    """Ana alone with 10 on box 1."""
    return opened(blackjack("ana", **options), text)


def two(text: str, **options: Any) -> BlackjackTable:
    """Ana with 10 on box 1, ben with 20 on box 2."""
    return opened(blackjack("ana", "ben", **options), text, *TWO)


def called() -> BlackjackTable:
    return staked(blackjack("ana"), ("ana", 1, 10_00)).play(NoMoreBets())


def closed() -> BlackjackTable:
    return blackjack("ana").play(PostClosing(1200), Clock(1200), CloseTable())


def complete(**options: Any) -> BlackjackTable:
    """The dealer has 17, ana 18, and the box is not yet settled."""
    table = one("Th 9d 8c", manual=("settle box", "collect cards"), **options)
    return deal(table.play(Stand("ana", 1)), "8d")


def drained() -> BlackjackTable:
    """No card is left in the shoe, and the 2c must be the one that was burnt."""
    return only_left(blackjack("ana", decks=4, burn=True), "2c")


def ran_out(*acts: Act, manual: tuple[str, ...] = ("shuffle",)) -> BlackjackTable:
    """Four decks without a cutting card, the last card dealt; ana has 15 and the dealer 9."""
    table = one("Th 9d", decks=4, manual=manual).play(ReportNoCuttingCard())
    return deal(only_left(table, "5c"), "5c").play(*acts)


def removed(table: BlackjackTable, name: str, times: int = 4) -> BlackjackTable:
    return table.play(*[RemoveFaceUp(card(name))] * times)


def offered(table: BlackjackTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def no_shoe(rule: str) -> Refusal:
    return Refusal(Cite(rule), "no_shoe", "The shoe is not loaded.")


def not_in_shoe(rule: str, name: str) -> Refusal:
    return Refusal(Cite(rule), "not_in_shoe", f"No {name} is left in the shoe.")


def settled(name: str, position: Position, stake: int, rule: Cite) -> Settled:
    return Settled(Placed(name, position, stake), Outcome.VOID, 0, rule)


# Cards seen or drawn when they should not be


FACE_UP: list[tuple[Make, Any, Refusal | None]] = [
    (closed, NO_CARD, NO_SUCH_CARD),
    (lambda: blackjack("ana"), "5s", NO_SUCH_CARD),
    (closed, card("5s"), no_shoe("D2 16.1")),
    (lambda: live("ana"), card("5s"), no_shoe("D2 16.1")),
    (lambda: removed(blackjack("ana", decks=4), "5s"), card("5s"), not_in_shoe("D2 16.1", "5s")),
    (lambda: removed(blackjack("ana", decks=4), "5s", 3), card("5s"), None),
    (drained, card("2c"), not_in_shoe("D2 16.1", "2c")),
    (drained, card("3c"), not_in_shoe("D2 16.1", "3c")),
    (lambda: blackjack("ana"), card("5s"), None),
]


@pytest.mark.clause("D2 16.1", "D2 3.3(a)")
@pytest.mark.parametrize(("make", "found", "refusal"), FACE_UP)
def test_D2_16_1_why_no_face_up_card_is_removed(make: Make, found: Any, refusal: Refusal | None) -> None:
    assert make().refuses(RemoveFaceUp(found)) == refusal


@pytest.mark.clause("D2 16.1")
@pytest.mark.parametrize(("before", "after"), [(None, None), (0, 0), (1, 0), (2, 1)])
def test_D2_16_1_what_removing_a_face_up_card_changes(before: int | None, after: int | None) -> None:
    table = one("Th").play(RemoveFaceUp(card("2c")))
    table = table.play(ReportNoCuttingCard()) if before is None else until_cutting_card(table, before)
    done = table.play(RemoveFaceUp(card("5s")))
    shoe = replace(table.shoe, pile=table.shoe.pile.without(card("5s")), until_cutting_card=after)
    step = "cutting card" if after == 0 else "card"
    assert done == replace(table, shoe=shoe, rack=(*table.rack, card("5s")), step=step)


NO_ROUND = Refusal(Cite("D2 16.2"), "no_round", "No round is being dealt.")


@pytest.mark.clause("D2 16.2")
@pytest.mark.parametrize(
    ("make", "refusal"),
    [
        (closed, NO_ROUND),
        (lambda: blackjack("ana"), NO_ROUND),
        (lambda: ran_out(Draw("ana", 1)), NO_ROUND),
        (
            lambda: called().play(DrawnUnseen()),
            Refusal(Cite("D2 16.2"), "drawn_already", "A card drawn in error is waiting already."),
        ),
        (
            lambda: one("Th 9d 5c").play(ExposeCard(card("2c"))),
            Refusal(Cite("D2 16.2"), "drawn_already", "A card drawn in error is waiting already."),
        ),
        (ran_out, Refusal(Cite("D2 16.2"), "not_in_shoe", "The shoe is empty.")),
        (called, None),
        (lambda: one("Th 9d 5c"), None),
    ],
)
def test_D2_16_2_why_no_card_is_drawn_unseen(make: Make, refusal: Refusal | None) -> None:
    table = make()
    assert table.refuses(DrawnUnseen()) == refusal
    if refusal is None:
        assert table.play(DrawnUnseen()) == replace(table, unseen=True)


@pytest.mark.clause("D2 16.3", "D2 3.3(a)")
@pytest.mark.parametrize(
    ("make", "found", "refusal"),
    [
        (closed, NO_CARD, CLOSED),
        (lambda: one("Th 9d 8c"), card("4s"), DECIDE_FIRST),
        (lambda: one("Th 9d 8c").play(Stand("ana", 1)), card("4s"), DEAL_DEALER),
        (complete, NO_CARD, NO_SUCH_CARD),
        (lambda: removed(complete(decks=4), "4s"), card("4s"), not_in_shoe("D2 16.3", "4s")),
        (complete, card("4s"), None),
        (lambda: complete().play(SettleBox(1)), card("4s"), None),
    ],
)
def test_D2_16_3_why_no_extra_card_is_discarded(make: Make, found: Card, refusal: Refusal | None) -> None:
    assert make().refuses(DiscardExtra(found)) == refusal


@pytest.mark.clause("D2 16.3")
def test_D2_16_3_what_discarding_an_extra_card_changes() -> None:
    table = complete().play(RemoveFaceUp(card("2c")))
    done = table.play(DiscardExtra(card("4s")))
    # 312 before the cutting card, less four dealt, one face up and this one.
    shoe = replace(table.shoe, pile=table.shoe.pile.without(card("4s")), until_cutting_card=312 - 6)
    assert done == replace(table, shoe=shoe, rack=cards("2c 4s"))


NOT_DEALT = Refusal(
    Cite("D2 16.4", "B24"),
    "not_dealt",
    "The initial deal is not complete. Correct the cards of the round, or void it (rule 16.5).",
)
DRAWN = Refusal(Cite("D2 16.4"), "drawn_already", "A card drawn in error is waiting already.")


@pytest.mark.clause("D2 16.4", "D2 3.3(a)")
@pytest.mark.parametrize(
    ("make", "found", "refusal"),
    [
        (called, card("2c"), NOT_DEALT),
        (lambda: one("Th 9d"), card("2c"), NOT_DEALT),
        (lambda: one("Th 9d"), NO_CARD, NOT_DEALT),
        (lambda: one("Th 9d 5c").play(ExposeCard(card("3c"))), card("2c"), DRAWN),
        (lambda: one("Th 9d 5c").play(DrawnUnseen()), card("2c"), DRAWN),
        (lambda: one("Th 9d 5c").play(DrawnUnseen()), NO_CARD, DRAWN),
        (lambda: one("Th 9d 5c"), NO_CARD, NO_SUCH_CARD),
        (lambda: ran_out(Draw("ana", 1)), card("2c"), no_shoe("D2 16.4")),
        (lambda: removed(one("Th 9d 5c", decks=4), "2c"), card("2c"), not_in_shoe("D2 16.4", "2c")),
        (ran_out, card("2c"), not_in_shoe("D2 16.4", "2c")),
        (lambda: one("Th 9d 5c"), card("2c"), None),
    ],
)
def test_D2_16_4_why_no_card_is_exposed(make: Make, found: Card, refusal: Refusal | None) -> None:
    assert make().refuses(ExposeCard(found)) == refusal


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_what_exposing_a_card_changes() -> None:
    table = one("Th 9d 5c").play(Draw("ana", 1))
    done = table.play(ExposeCard(card("2c")))
    shoe = replace(table.shoe, pile=table.shoe.pile.without(card("2c")), until_cutting_card=312 - 4)
    assert done == replace(table, shoe=shoe, exposed=card("2c"))
    assert (done.rack, done.step) == ((), "card")
    last = until_cutting_card(one("Th 9d 5c", edition=1).play(Draw("ana", 1)), 0)
    assert (last.step, last.play(ExposeCard(card("2c"))).step) == ("cutting card", "card")


def exposed(*acts: Act) -> BlackjackTable:
    """Ana has 15 on box 1, ben 13 on box 2, and the 2c lies exposed."""
    return two("Th 9d 6c 5s 4h").play(ExposeCard(card("2c")), *acts)


OFFERED = Cite("D2 16.4", "B25")
NOT_OFFERED = Refusal(OFFERED, "not_in_turn", "The card is not being offered to that box.")
ACCEPTED = Refusal(Cite("D2 8.4"), "accepted_already", "The card was accepted already.")
REFUSALS: list[tuple[Make, RefuseCard, Refusal | None]] = [
    (
        lambda: two("Th 9d 6c 5s 4h"),
        RefuseCard("ana", 1),
        Refusal(OFFERED, "nothing_exposed", "No exposed card is being offered."),
    ),
    (
        lambda: blackjack("ana"),
        RefuseCard("ana", 1),
        Refusal(OFFERED, "nothing_exposed", "No exposed card is being offered."),
    ),
    (exposed, RefuseCard("ben", 2), NOT_OFFERED),
    (lambda: one("9s Ad Kh").play(ExposeCard(card("2c"))), RefuseCard("ana", 1), NOT_OFFERED),
    (
        lambda: one("Th 9d 8c").play(Stand("ana", 1), ExposeCard(card("2c"))),
        RefuseCard("ana", 1),
        NOT_OFFERED,
    ),
    (
        exposed,
        RefuseCard("ben", 1),
        Refusal(Cite("D2 14.3(a)"), "not_yours_to_decide", "ana decides for that box."),
    ),
    (lambda: exposed(Draw("ana", 1)), RefuseCard("ana", 1), ACCEPTED),
    (lambda: exposed(Double("ana", 1, 10_00)), RefuseCard("ana", 1), ACCEPTED),
    (exposed, RefuseCard("ana", 1), None),
    (lambda: one("8h 9d 8c").play(Split("ana", 1), ExposeCard(card("2c"))), RefuseCard("ana", 1), None),
]


@pytest.mark.clause("D2 16.4", "D2 14.3(a)")
@pytest.mark.parametrize(("make", "act", "refusal"), REFUSALS)
def test_D2_16_4_why_an_exposed_card_is_not_refused(make: Make, act: RefuseCard, refusal: Refusal | None) -> None:
    table = make()
    assert table.refuses(act) == refusal
    if refusal is None:
        fields = {"player": Choices((act.player,)), "box": Choices((act.box,))}
        assert offered(table, RefuseCard) == [Offer(RefuseCard, Role.PLAYER, fields)]


@pytest.mark.clause("D2 16.4")
@pytest.mark.parametrize(
    "make",
    [
        lambda: blackjack("ana"),
        lambda: two("Th 9d 6c 5s 4h"),
        lambda: exposed(Draw("ana", 1)),
        lambda: one("9s Ad Kh").play(ExposeCard(card("2c"))),
        lambda: one("Th 9d 8c").play(Stand("ana", 1), ExposeCard(card("2c"))),
    ],
)
def test_D2_16_4_where_no_refusal_is_offered(make: Make) -> None:
    assert offered(make(), RefuseCard) == []


@pytest.mark.clause("D2 16.4", "D2 15.4(b)")
def test_D2_16_4_what_refusing_a_card_changes() -> None:
    table = exposed()
    done = table.play(RefuseCard("ana", 1))
    assert done.boxes[0].hands == (Playing(0, cards("Th 5s"), Hand(15, 0, 2, 0, HandOrigin.DEALT, State.OVER)),)
    assert (done.boxes[1], done.exposed, done.step) == (table.boxes[1], card("2c"), "decide")
    assert (done.shoe, done.general, done.rack) == (table.shoe, table.general, ())
    pair = with_sevens("7h 9d 7c").play(ExposeCard(card("2c")), RefuseCard("ana", 1))
    assert (pair.boxes[0].sevens, pair.general.house, pair.step) == (Sevens.WON_TWO_MIXED, -100_00, "card")
    assert purse(pair, "ana") == 5_000_00 - 10_00 + 100_00


def with_sevens(text: str, manual: tuple[str, ...] = ()) -> BlackjackTable:
    """Ana with 10 on box 1 and 2 on Super Sevens."""
    table = staked(blackjack("ana", layout=2, super_sevens=2_00, manual=manual), ("ana", 1, 10_00))
    return deal(table.play(Wager("ana", super_sevens(1), 2_00), NoMoreBets()), text)


# Void rounds and hands


NO_REASON = Refusal(Cite("D2 16.5"), "no_reason", "Give the reason on one line.")
REASONS = [
    ("", NO_REASON),
    (" x", NO_REASON),
    ("two\nlines", NO_REASON),
    ("x" * 201, NO_REASON),
    (None, NO_REASON),
    ("x" * 200, None),
    ("x", None),
]


@pytest.mark.clause("D2 16.5")
@pytest.mark.parametrize(("reason", "refusal"), REASONS)
def test_D2_16_5_a_void_needs_a_reason(reason: Any, refusal: Refusal | None) -> None:
    table = one("Th 9d 5c")
    assert table.refuses(VoidRound(reason)) == refusal
    assert table.refuses(VoidHand(1, 0, reason)) == refusal


NOTHING_PLAYED = Refusal(Cite("D2 16.5"), "no_round", "No round is being played.")
NO_HAND = Refusal(Cite("D2 16.5"), "no_such_hand", "The round has no hand with that number.")


@pytest.mark.clause("D2 16.5")
@pytest.mark.parametrize("make", [closed, lambda: blackjack("ana"), called])
def test_D2_16_5_why_no_round_and_no_hand_is_void_before_the_first_card(make: Make) -> None:
    table = make()
    for reason in ("misdeal", ""):
        assert table.refuses(VoidRound(reason)) == NOTHING_PLAYED
        assert table.refuses(VoidHand(1, 0, reason)) == NO_HAND
    assert (offered(table, VoidRound), offered(table, VoidHand)) == ([], [])


@pytest.mark.clause("D2 16.5")
@pytest.mark.parametrize(
    ("number", "hand", "refusal"),
    [
        (1, 0, None),
        (1, 1, None),
        (2, 0, None),
        (1, 2, NO_HAND),
        (1, -1, NO_HAND),
        (2, 1, NO_HAND),
        (3, 0, NO_HAND),
        (True, 0, NO_HAND),
        (1, True, NO_HAND),
        ("1", 0, NO_HAND),
        (1, "0", NO_HAND),
    ],
)
def test_D2_16_5_which_hands_there_are_to_void(number: Any, hand: Any, refusal: Refusal | None) -> None:
    table = two("8h 9d 6c 8s 4h").play(Split("ana", 1))
    assert table.refuses(VoidHand(number, hand, "misdeal")) == refusal
    assert table.refuses(VoidHand(number, hand, "")) == (refusal or NO_REASON)


@pytest.mark.clause("D2 16.5")
@pytest.mark.parametrize(
    ("bought", "refusal"),
    [
        (2_000_00, None),
        (
            1_999_50,
            Refusal(
                Cite("D2 16.5", "B58"),
                "chips_staked",
                "ana is $0.50 short of what this hand was paid. Void the whole round instead.",
            ),
        ),
    ],
)
def test_D2_16_5_no_hand_is_void_where_what_it_paid_is_staked_elsewhere(bought: int, refusal: Refusal | None) -> None:
    options = BlackjackOptions(layout=2, super_sevens=2_00)
    table = seated(croupier.blackjack(SIGN, options), "ana", amount=bought)
    table = staked(table, ("ana", 1, 10_00), ("ana", 2, 1_000_00)).play(Wager("ana", super_sevens(1), 2_00))
    won = deal(deal(table.play(NoMoreBets()), "7h 9h 6c 7h 2h").play(Draw("ana", 1)), "7h")
    doubled = won.play(Double("ana", 2, 1_000_00))
    assert purse(doubled, "ana") == bought - 1_012_00 + 10_002_00 - 1_000_00
    assert won.refuses(VoidHand(1, 0, "misdeal")) is None
    assert doubled.refuses(VoidHand(1, 0, "misdeal")) == refusal
    assert doubled.refuses(VoidRound("misdeal")) is None


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_which_voids_are_offered() -> None:
    def hand_offer(number: int, *hands: int) -> Offer:
        fields: dict[str, Field] = {"box": Choices((number,)), "hand": Choices(hands), "reason": Words(200)}
        return Offer(VoidHand, Role.GAME_SUPERVISOR, fields)

    table = two("8h 9d 6c 8s 4h").play(Split("ana", 1))
    assert offered(table, VoidRound) == [Offer(VoidRound, Role.GAME_SUPERVISOR, {"reason": Words(200)})]
    assert offered(table, VoidHand) == [hand_offer(1, 0, 1), hand_offer(2, 0)]
    assert offered(table.play(VoidHand(1, 0, "misdeal")), VoidHand) == [hand_offer(1, 1), hand_offer(2, 0)]
    insured = two("Th 9d Ac 5s 4h").play(Wager("ana", insurance(1), 5_00), CloseInsurance())
    busted = deal(insured.play(Draw("ana", 1)), "Kc")
    assert busted.boxes[0].stakes == (Stake("ana", "insurance", 5_00),)
    assert offered(busted, VoidHand) == [hand_offer(1, 0), hand_offer(2, 0)]
    assert offered(busted.play(VoidHand(1, 0, "misdeal")), VoidHand) == [hand_offer(2, 0)]
    assert busted.refuses(VoidHand(1, 0, "misdeal")) is None


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_what_a_void_round_changes() -> None:
    table = deal(two("Th 9d 6c 5s 4h").play(Draw("ana", 1)), "Kc").play(ExposeCard(card("2c")))
    assert (purse(table, "ana"), purse(table, "ben"), table.general.house) == (4_990_00, 4_980_00, 10_00)
    void = table.play(VoidRound("misdeal"))
    rule = Cite("D2 16.5")
    assert void.settled == (settled("ana", box(1), 10_00, rule), settled("ben", box(2), 20_00, rule))
    assert void.settled_on == ((1, 0), (2, 0))
    assert (purse(void, "ana"), purse(void, "ben"), void.general.house) == (5_000_00, 5_000_00, 0)
    assert void.rack == cards("Th 5s Kc 9d 4h 6c 2c")
    assert (void.boxes, void.gone, void.dealer, void.exposed) == ((), (), Playing(0), None)
    assert (void.is_called, void.is_dealt, void.is_final, void.step) == (False, False, True, "no more bets")
    assert (void.shoe.left, void.shoe.rounds, void.began) == (416 - 7, 1, frozenset({"ana", "ben"}))


@pytest.mark.clause("D2 16.5", "D2 9.6")
def test_D2_16_5_a_void_round_undoes_a_split_and_closed_insurance_too() -> None:
    table = opened(blackjack("ana", "ben"), "8h Ac 8c", ("ana", 1, 10_00), ("ben", 1, 20_00))
    table = table.play(Wager("ben", insurance(1), 10_00), CloseInsurance(), Split("ana", 1))
    void = table.play(VoidRound("misdeal"))
    rule = Cite("D2 16.5")
    assert void.settled == (
        settled("ana", box(1), 10_00, rule),
        settled("ben", box(1), 20_00, rule),
        settled("ben", insurance(1), 10_00, rule),
        settled("ana", Position("split b", (1,)), 10_00, rule),
    )
    assert void.settled_on == ((1, 0), (1, 0), (1, 0), (1, 1))
    assert (void.insurance, void.pending, void.rack) == ("", None, cards("8h 8c Ac"))
    assert (purse(void, "ana"), purse(void, "ben"), void.general.house) == (5_000_00, 5_000_00, 0)


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_void_round_takes_a_paid_blackjack_back() -> None:
    paid = two("Ah 9d 6c Ks 4h")
    assert (purse(paid, "ana"), paid.general.house) == (5_015_00, -15_00)
    void = paid.play(VoidRound("misdeal"))
    rule = Cite("D2 16.5")
    assert void.settled == (settled("ana", box(1), 10_00, rule), settled("ben", box(2), 20_00, rule))
    assert (purse(void, "ana"), purse(void, "ben"), void.general.house) == (5_000_00, 5_000_00, 0)


@pytest.mark.clause("D2 16.5", "D2 9.6", "D2 14.3(d)")
def test_D2_16_5_what_a_void_hand_of_a_split_changes() -> None:
    table = opened(blackjack("ana", "ben"), "8h Ac 8c", ("ana", 1, 10_00), ("ben", 1, 20_00))
    table = table.play(Wager("ben", insurance(1), 10_00), CloseInsurance(), Split("ana", 1))
    assert table.pending == PendingDecision("split", 1, (0, 1), ("ana",))
    first = table.play(VoidHand(1, 0, "misdeal"))
    rule = Cite("D2 16.5")
    assert first.settled == (
        settled("ana", box(1), 10_00, rule),
        settled("ben", box(1), 20_00, rule),
        settled("ben", insurance(1), 10_00, Cite("D2 9.6")),
    )
    assert first.settled_on == ((1, 0), (1, 0), (1, 0))
    assert first.boxes[0].stakes == (Stake("ana", "split", 10_00, 1),)
    assert first.boxes[0].hands == (
        replace(table.boxes[0].hands[0], cards=(), settled=True),
        table.boxes[0].hands[1],
    )
    assert (first.boxes[0].sevens, first.pending, first.rack) == (Sevens.LOST, None, cards("8h"))
    assert (purse(first, "ana"), purse(first, "ben"), first.general.house) == (4_990_00, 5_000_00, 0)
    assert (first.step, first.is_final, first.gone) == ("card", False, ())
    second = table.play(VoidHand(1, 1, "misdeal"))
    assert second.settled == (settled("ana", Position("split b", (1,)), 10_00, rule),)
    assert second.settled_on == ((1, 1),)
    assert [stake.kind for stake in second.boxes[0].stakes] == ["box", "box", "insurance"]
    assert (second.pending, second.rack, second.boxes[0].hands[1].settled) == (None, cards("8c"), True)


@pytest.mark.clause("D2 16.5", "D2 15.7(a)")
def test_D2_16_5_what_a_void_hand_changes_where_super_sevens_is_undecided() -> None:
    void = with_sevens("7h 9d 7c", manual=("collect cards",)).play(VoidHand(1, 0, "misdeal"))
    assert void.settled == (
        settled("ana", box(1), 10_00, Cite("D2 16.5")),
        settled("ana", super_sevens(1), 2_00, Cite("D2 15.7(a)")),
    )
    assert (void.boxes, void.rack, void.step) == ((), cards("7h 7c"), "collect cards")
    assert [each.number for each in void.gone] == [1]
    assert (purse(void, "ana"), void.general.house) == (5_000_00, 0)


@pytest.mark.clause("D2 16.5", "D2 15.7(b)")
def test_D2_16_5_what_a_void_hand_changes_of_what_was_settled() -> None:
    paid = two("Ah 9d 6c Ks 4h")
    void = paid.play(VoidHand(1, 0, "misdeal"))
    assert void.settled == (settled("ana", box(1), 10_00, Cite("D2 16.5", "B47")),)
    assert (purse(void, "ana"), purse(void, "ben"), void.general.house) == (5_000_00, 4_980_00, 0)
    assert (void.boxes, void.rack, void.step) == (paid.boxes, cards("Ah Ks"), "decide")


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_a_void_hand_leaves_what_was_settled_on_others() -> None:
    table = opened(blackjack("ana", "ben", "cal"), "Ah Th 5d 6c Ks 6h 4h", *TWO, ("cal", 3, 30_00))
    bust = deal(table.play(Draw("ben", 2)), "Kc")
    assert bust.general.house == -15_00 + 20_00
    void = bust.play(VoidHand(2, 0, "misdeal"))
    assert void.settled == (bust.settled[0], settled("ben", box(2), 20_00, Cite("D2 16.5", "B47")))
    assert (purse(void, "ana"), purse(void, "ben"), purse(void, "cal")) == (5_015_00, 5_000_00, 4_970_00)
    assert void.general.house == -15_00


# A player who is away


AWAY = Cite("D2 16.6")
NOT_THAT_BOX = Refusal(AWAY, "not_in_turn", "It is not that box's turn.")
OVER_11 = Refusal(
    Cite("D2 16.6", "B26"), "over_11", "Cards can be drawn for an absent player only while the total is 11 or less."
)


@pytest.mark.clause("D2 16.6")
@pytest.mark.parametrize(
    ("make", "number", "draws", "stands"),
    [
        (closed, 1, CLOSED, CLOSED),
        (lambda: blackjack("ana"), 1, CALL_FIRST, CALL_FIRST),
        (lambda: one("2h 9d"), 1, DEAL_SECOND, DEAL_SECOND),
        (lambda: one("2h 9d 3c").play(Draw("ana", 1)), 1, DEAL_ASKED, DEAL_ASKED),
        (lambda: two("2h 9d 6c 3s 4h"), 2, NOT_THAT_BOX, NOT_THAT_BOX),
        (lambda: two("Th 9d 6c 3s 4h"), 2, NOT_THAT_BOX, NOT_THAT_BOX),
        (lambda: two("2h 9d 6c 3s 4h"), None, NOT_THAT_BOX, NOT_THAT_BOX),
        (lambda: two("2h 9d 6c 3s 4h"), 1, None, None),
        (lambda: one("5h 9d 6c"), 1, None, None),
        (lambda: one("6h 9d 6c"), 1, OVER_11, None),
        (lambda: one("Ah 9d Ac"), 1, OVER_11, None),
    ],
)
def test_D2_16_6_why_no_card_and_no_stand_is_directed(
    make: Make, number: Any, draws: Refusal | None, stands: Refusal | None
) -> None:
    table = make()
    assert table.refuses(DrawForAbsent(number)) == draws
    assert table.refuses(StandForAbsent(number)) == stands


@pytest.mark.clause("D2 16.6")
@pytest.mark.parametrize(
    ("make", "draws", "stands"),
    [
        (lambda: blackjack("ana"), [], []),
        (lambda: staked(blackjack("ana"), ("ana", 1, 10_00)), [], []),
        (lambda: one("2h 9d 3c").play(Draw("ana", 1)), [], []),
        (lambda: one("5h 9d 6c"), [1], [1]),
        (lambda: one("6h 9d 6c"), [], [1]),
        (lambda: two("6h 2d 6c 6s 4h").play(Stand("ana", 1)), [2], [2]),
        (lambda: one("6h 9d 6c").play(Stand("ana", 1)), [], []),
    ],
)
def test_D2_16_6_what_is_offered_for_a_player_who_is_away(make: Make, draws: list[int], stands: list[int]) -> None:
    table = make()
    assert offered(table, DrawForAbsent) == [
        Offer(DrawForAbsent, Role.OPERATOR, {"box": Choices((number,))}) for number in draws
    ]
    assert offered(table, StandForAbsent) == [
        Offer(StandForAbsent, Role.OPERATOR, {"box": Choices((number,))}) for number in stands
    ]


@pytest.mark.clause("D2 16.6", "D2 15.4(b)")
def test_D2_16_6_what_is_changed_for_a_player_who_is_away() -> None:
    table = two("2h 9d 6c 3s 4h")
    drawing = table.play(DrawForAbsent(1))
    assert drawing.boxes[0].hands == (Playing(0, cards("2h 3s"), Hand(5, 0, 2, 0, HandOrigin.DEALT, State.DRAWING)),)
    assert (drawing.boxes[1], drawing.step, drawing.general) == (table.boxes[1], "card", table.general)
    stood = table.play(StandForAbsent(1))
    assert stood.boxes[0].hands == (Playing(0, cards("2h 3s"), Hand(5, 0, 2, 0, HandOrigin.DEALT, State.OVER)),)
    assert (stood.boxes[1], stood.step, stood.general) == (table.boxes[1], "decide", table.general)
    pair = with_sevens("7h 9d 7c").play(StandForAbsent(1))
    assert (pair.boxes[0].sevens, pair.general.house, pair.step) == (Sevens.WON_TWO_MIXED, -100_00, "card")


# The shoe


def mid_round(rule: Cite) -> Refusal:
    return Refusal(rule, "mid_round", "Wait until the round is over.")


@pytest.mark.clause("D2 7.7", "D2 16.8", "D2 14.5", "D2 3.3(a)")
@pytest.mark.parametrize("make", [called, lambda: one("Th 9d 5c")])
def test_D2_7_7_what_waits_until_the_round_is_over(make: Make) -> None:
    table = make()
    assert table.refuses(ReplaceCards()) == mid_round(Cite("D2 7.7"))
    assert table.refuses(ReplaceDamaged(card("Th"))) == mid_round(Cite("D2 16.8", "B27"))
    assert table.refuses(ReplaceDamaged(NO_CARD)) == NO_SUCH_CARD
    assert table.refuses(FullPatronage(True)) == mid_round(Cite("D2 14.5"))
    bad = Refusal(Cite("D2 14.5"), "bad_patronage", "Say yes or no: all tables are full.")
    assert table.refuses(FullPatronage(1)) == bad  # type: ignore[arg-type]
    assert (offered(table, ReplaceCards), offered(table, FullPatronage)) == ([], [])


@pytest.mark.clause("D2 7.7", "D2 16.8", "D2 14.5")
def test_D2_7_7_what_is_done_between_rounds_at_an_open_table() -> None:
    table = one("Th 9d 5c").play(VoidRound("misdeal"))
    assert table.refuses(ReplaceCards()) is None
    assert table.play(ReplaceDamaged(card("Th"))) == table
    assert offered(table, ReplaceCards) == [Offer(ReplaceCards, Role.OPERATOR, {})]
    assert offered(table, FullPatronage) == [Offer(FullPatronage, Role.OPERATOR, {"full": Choices((True, False))})]
    full = table.play(FullPatronage(True))
    assert full == replace(table, full_patronage=True)
    assert full.play(FullPatronage(False)) == table


@pytest.mark.clause("D2 7.7", "D2 16.8", "D2 14.5")
def test_D2_7_7_nothing_of_it_at_a_closed_table() -> None:
    table = closed()
    for act in (ReplaceCards(), ReplaceDamaged(card("Th")), FullPatronage(True)):
        assert table.refuses(act) is not None
    assert (offered(table, ReplaceCards), offered(table, FullPatronage)) == ([], [])


@pytest.mark.clause("D2 7.7", "D2 5.8(a)", "D2 5.8(b)")
def test_D2_7_7_what_new_cards_change() -> None:
    table = blackjack("ana", "ben", manual=("dealer inspects", "settle box", "cut")).play(InspectCards())
    table = table.play(Cut("ana", 104))
    first = opened(table, "Th 9d 6c 5s 4h", *TWO).play(VoidRound("misdeal"))
    second = deal(opened(first, "Th 9d 8c").play(Stand("ana", 1)), "8d").play(DrawnUnseen(), SettleBox(1))
    dirty = replace(second, preparation=RESHUFFLE, declined=("ana",), cut_after="2")
    assert (dirty.unseen, dirty.shoe.rounds, len(dirty.rack)) == (True, 2, 9)
    both = frozenset({"ana", "ben"})
    assert (dirty.began, dirty.wagered, dirty.skipped) == (both, both, frozenset({"ben"}))
    fresh = dirty.play(ReplaceCards())
    assert fresh.shoe == TableShoe(decks(8))
    assert (fresh.rack, fresh.unseen, fresh.declined) == ((), False, ())
    assert (fresh.began, fresh.wagered, fresh.skipped) == (frozenset(), frozenset(), frozenset())
    assert (fresh.preparation, fresh.step, fresh.cut_after) == (OPENING, "dealer inspects", "new cards")
    assert (fresh.seats, fresh.general, fresh.settled) == (dirty.seats, dirty.general, dirty.settled)


def burnt(**options: Any) -> BlackjackTable:
    return blackjack("ana", burn=True, decks=4, **options)


NOTHING_BURNT = Refusal(Cite("D2 8.1"), "nothing_burnt", "No card lies discarded face down, or it has been seen.")


@pytest.mark.clause("D2 8.1", "D2 3.3(a)")
@pytest.mark.parametrize(
    ("make", "found", "refusal"),
    [
        (closed, card("2c"), NOTHING_BURNT),
        (lambda: blackjack("ana"), NO_CARD, NOTHING_BURNT),
        (lambda: burnt().play(ShowBurnt(card("2c"))), card("2c"), NOTHING_BURNT),
        (burnt, NO_CARD, NO_SUCH_CARD),
        (lambda: removed(burnt(), "2c"), card("2c"), not_in_shoe("D2 8.1", "2c")),
        (lambda: removed(burnt(), "2c", 3), card("2c"), None),
        (lambda: burnt(manual=("shuffle",)).play(ReportCuttingCard(1)), card("2c"), no_shoe("D2 8.1")),
        (burnt, card("2c"), None),
    ],
)
def test_D2_8_1_why_no_burnt_card_is_shown(make: Make, found: Card, refusal: Refusal | None) -> None:
    assert make().refuses(ShowBurnt(found)) == refusal


@pytest.mark.clause("D2 8.1")
def test_D2_8_1_what_showing_the_burnt_card_changes() -> None:
    table = burnt().play(RemoveFaceUp(card("5s")))
    assert (table.shoe.unseen, table.shoe.left, table.rack) == (1, 206, cards("5s"))
    shown = table.play(ShowBurnt(card("2c")))
    shoe = replace(table.shoe, pile=table.shoe.pile.without(card("2c")), unseen=0)
    assert shown == replace(table, shoe=shoe, rack=cards("2c 5s"))
    assert shown.shoe.left == 206


OUT_ALREADY = Refusal(Cite("D2 16.9", "B13"), "out_already", "The cutting card is out already, or was never in.")
NO_BOX = Refusal(Cite("D2 16.9", "B13"), "no_such_box", "Choose a box from 1 to 5, or 0 for the dealer.")


@pytest.mark.clause("D2 16.9")
@pytest.mark.parametrize(
    ("make", "number", "refusal"),
    [
        (closed, 1, OUT_ALREADY),
        (lambda: live("ana"), 1, OUT_ALREADY),
        (lambda: one("Th", boxes=5).play(ReportCuttingCard(1)), 9, OUT_ALREADY),
        (lambda: blackjack("ana", boxes=5), -1, NO_BOX),
        (lambda: blackjack("ana", boxes=5), 0, None),
        (lambda: blackjack("ana", boxes=5), 5, None),
        (lambda: blackjack("ana", boxes=5), 6, NO_BOX),
        (lambda: blackjack("ana", boxes=5), True, NO_BOX),
        (lambda: blackjack("ana", boxes=5), "1", NO_BOX),
        (lambda: until_cutting_card(blackjack("ana", boxes=5), 0), 1, None),
    ],
)
def test_D2_16_9_why_no_cutting_card_is_reported(make: Make, number: Any, refusal: Refusal | None) -> None:
    assert make().refuses(ReportCuttingCard(number)) == refusal


@pytest.mark.clause("D2 16.10")
def test_D2_16_10_why_its_want_is_not_reported() -> None:
    out = Refusal(Cite("D2 16.10"), "out_already", "The cutting card is out already, or was reported missing.")
    assert closed().refuses(ReportNoCuttingCard()) == out
    assert one("Th").play(ReportNoCuttingCard()).refuses(ReportNoCuttingCard()) == out
    assert one("Th").play(ReportCuttingCard(1)).refuses(ReportNoCuttingCard()) == out
    assert one("Th").refuses(ReportNoCuttingCard()) is None
    assert until_cutting_card(blackjack("ana"), 0).refuses(ReportNoCuttingCard()) is None


@pytest.mark.clause("D2 16.9", "D2 16.10", "D2 7.1(c)")
@pytest.mark.parametrize(
    ("act", "at", "cut_after"),
    [
        (ReportCuttingCard(3), 3, "3"),
        (ReportCuttingCard(0), 0, "0"),
        (ReportNoCuttingCard(), -1, "new cards"),
    ],
)
def test_D2_16_9_what_a_report_changes(act: Act, at: int, cut_after: str) -> None:
    idle = blackjack("ana", manual=("shuffle",))
    reported = idle.play(act)
    shoe = replace(idle.shoe, until_cutting_card=None, came_out_at=at)
    assert reported == replace(idle, shoe=shoe, preparation=RESHUFFLE, cut_after=cut_after, declined=(), step="shuffle")
    dealing = until_cutting_card(one("Th", manual=("shuffle",)), 0)
    assert dealing.step == "cutting card"
    later = dealing.play(act)
    shoe = replace(dealing.shoe, until_cutting_card=None, came_out_at=at)
    assert later == replace(dealing, shoe=shoe, step="card")
    over = later.play(VoidRound("misdeal"))
    assert (over.preparation, over.cut_after, over.step) == (RESHUFFLE, cut_after, "shuffle")


@pytest.mark.clause("D2 7.4", "D2 7.7")
def test_D2_7_7_new_cards_while_the_cut_is_being_offered() -> None:
    table = blackjack("ana", "ben", manual=("dealer inspects", "cut", "insert cutting card")).play(InspectCards())
    table = table.play(DeclineCut("ana"))
    assert table.declined == ("ana",)
    fresh = table.play(ReplaceCards())
    assert (fresh.declined, fresh.preparation, fresh.cut_after) == ((), OPENING, "new cards")
    assert fresh.play(InspectCards()).play(Cut("ana", 104), InsertCuttingCard(100)).step == "no more bets"


DEALERS = {Role.DEALER, Role.GAME_SUPERVISOR}
MANAGERS = {Role.GAME_SUPERVISOR, Role.OPERATOR}
DOERS: list[tuple[Make, Act, set[Role]]] = [
    (lambda: blackjack("ana"), RemoveFaceUp(card("5s")), DEALERS),
    (called, DrawnUnseen(), DEALERS),
    (complete, DiscardExtra(card("4s")), DEALERS),
    (lambda: one("Th 9d 5c"), ExposeCard(card("2c")), DEALERS),
    (exposed, RefuseCard("ana", 1), {Role.DEALER}),
    (lambda: one("Th 9d 5c"), VoidRound("misdeal"), MANAGERS),
    (lambda: one("Th 9d 5c"), VoidHand(1, 0, "misdeal"), MANAGERS),
    (lambda: one("5h 9d 6c"), DrawForAbsent(1), MANAGERS),
    (lambda: one("5h 9d 6c"), StandForAbsent(1), MANAGERS),
    (lambda: blackjack("ana"), ReplaceCards(), MANAGERS),
    (lambda: blackjack("ana"), ReplaceDamaged(card("Th")), MANAGERS),
    (burnt, ShowBurnt(card("2c")), DEALERS),
    (lambda: blackjack("ana"), ReportCuttingCard(1), DEALERS),
    (lambda: blackjack("ana"), ReportNoCuttingCard(), DEALERS),
    (lambda: blackjack("ana"), FullPatronage(True), MANAGERS),
]


@pytest.mark.clause("D2 16.1", "D2 16.5", "D2 16.6", "D2 16.8", "D2 7.7", "D2 8.1")
@pytest.mark.parametrize(("make", "act", "roles"), DOERS)
def test_D2_16_who_of_the_staff_does_what(make: Make, act: Act, roles: set[Role]) -> None:
    table = make()
    assert table.refuses(act) is None
    assert allowed_roles(table, act) == roles


@pytest.mark.clause("D2 14.3(a)")
def test_D2_14_3_a_nobody_takes_a_seat_to_decide_for_hands_in_play() -> None:
    table = blackjack("ben").play(BuyIn("cal", 100_00))
    playing = opened(table, "8h 9d 8c", ("cal", 3, 10_00))
    assert playing.refuses(Sit("cal", 3)) == Refusal(
        Cite("D2 14.3(a)"),
        "box_in_play",
        "The hands of box 3 are being played. Sit down there after the round.",
    )
    free: dict[str, Field] = {"player": Choices(("cal",)), "box": Choices((2, 4, 5, 6, 7))}
    assert Offer(Sit, Role.PLAYER, free) in list(playing.legal)
    assert playing.refuses(Sit("cal", 4)) is None


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_a_card_is_not_refused_for_a_box_where_nobody_decides() -> None:
    table = blackjack("ana", "ben", "cal").play(FullPatronage(full=True))
    table = table.play(Wager("cal", Position("box", (3,)), 10_00), Wager("ben", Position("box", (3,)), 10_00))
    table = table.play(Withdraw("cal", Position("box", (3,))), NoMoreBets())
    offered = deal(table, "5h 9d 6c").play(ExposeCard(card("Kd")))
    refusal = Refusal(Cite("D2 14.3(a)"), "not_yours_to_decide", "Nobody decides for that box.")
    assert offered.refuses(RefuseCard("", 3)) == refusal
    assert offered.refuses(RefuseCard("ben", 3)) == refusal
    assert not [offer for offer in offered.legal if offer.kind is RefuseCard]


@pytest.mark.clause("D2 8.1")
def test_D2_8_1_the_burnt_card_is_shown_though_it_is_the_last() -> None:
    table = burnt()
    assert (
        replace(table, shoe=replace(table.shoe, pile=decks(0).with_cards([card("2c")]))).refuses(ShowBurnt(card("2c")))
        is None
    )
