"""What is said, offered and changed from the call to the collected cards (Division 2, 5, 8, 9 and 10).

Refusals, offers and what follows are compared whole: the clause with its ruling, the code, the words, every field.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

import croupier
from croupier import BlackjackOptions, Clock, NoMoreBets, Outcome, Position, Refusal, Role, Settled, Wager, Withdraw
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CallInsurance,
    CloseInsurance,
    CollectCards,
    Cut,
    CuttingCard,
    Deal,
    Double,
    Draw,
    DrawnUnseen,
    ExposeCard,
    InsertCuttingCard,
    PayBlackjacks,
    ReopenBetting,
    ReportCuttingCard,
    SettleBox,
    SettleEarly,
    Shuffle,
    Split,
    Stand,
    VoidRound,
)
from croupier.games.blackjack.boxes import Box, Playing, Stake
from croupier.games.blackjack.cards import DECK, Card, card, decks
from croupier.games.blackjack.flow import AUTOMATIC
from croupier.games.blackjack.hand import Hand, Sevens, State
from croupier.games.blackjack.options import Takes
from croupier.games.blackjack.state import BlackjackTable, PendingDecision, TableShoe
from croupier.games.chips import Purse
from croupier.games.machine import Awaited
from croupier.games.offers import Choices, Offer
from croupier.games.position import Placed
from croupier.rulebook import Cite
from tests.support.rules.blackjack import (
    SIGN,
    allowed_roles,
    blackjack,
    box,
    cards,
    changed,
    deal,
    insurance,
    live,
    only_left,
    opened,
    ready,
    seated,
    staked,
    super_sevens,
    until_cutting_card,
)

WIN, LOSE, STAND_OFF, VOID = Outcome.WIN, Outcome.LOSE, Outcome.STAND_OFF, Outcome.VOID
SHUFFLING = ("shuffle", "cut", "insert cutting card")
NOBODY: frozenset[str] = frozenset()
SHARED = (("ana", 1, 10_00), ("ben", 1, 20_00))
PLACE_WAGERS = Awaited("place wagers", Role.PLAYER, Cite("D2 5.1"))
CLOSED = Refusal(Cite("D1 8"), "table_closed", "The table is closed.")
BLACKJACK = Hand(11, 1, 2, 0, 0, State.OVER)
EARLY = Cite("D2 10.3(a)", "B12")

EVERY: tuple[Act, ...] = (
    NoMoreBets(),
    Deal(card("2c")),
    CuttingCard(),
    CallInsurance(),
    CloseInsurance(),
    PayBlackjacks(),
    SettleBox(1),
    CollectCards(),
)
KINDS = frozenset(type(act) for act in EVERY) | {ReopenBetting, SettleEarly}


def offered(table: BlackjackTable) -> list[Offer]:
    """What is offered of the acts from the call to the collected cards."""
    return [offer for offer in table.legal if offer.kind in KINDS]


def dealers(kind: type[Act]) -> Offer:
    return Offer(kind, Role.DEALER, {})


def early(player: str, number: int) -> Offer:
    return Offer(SettleEarly, Role.PLAYER, {"player": Choices((player,)), "box": Choices((number,))})


def not_now(rule: str, words: str) -> Refusal:
    return Refusal(Cite(rule), "out_of_order", f"Not now: the next step is to {words}.")


def closed_now(table: BlackjackTable) -> BlackjackTable:
    """The same moment at a table that is closed."""
    return table._with_general(replace(table.general, is_open=False))


def line(  # noqa: PLR0917  a line reads like the settlement it is
    player: str, position: Position, stake: int, outcome: Outcome, pays: int, rule: Cite
) -> Settled:
    return Settled(Placed(player, position, stake), outcome, pays, rule)


def purses(**amounts: int) -> tuple[Purse, ...]:
    return tuple(Purse(player, amount) for player, amount in sorted(amounts.items()))


def seen_of_dealer(text: str, hand: Hand) -> Box:
    """The dealer's cards as they are kept to be seen."""
    return Box(0, hands=(Playing(0, cards(text), hand),))


def shoe_without(text: str, until: int | None, **fields: Any) -> TableShoe:
    """Four decks less these cards."""
    pile = decks(4)
    for each in cards(text):
        pile = pile.without(each)
    return TableShoe(pile, until_cutting_card=until, **fields)


def at_hand(*names: str, **options: Any) -> BlackjackTable:
    """Four decks, every step the dealer's, the shoe loaded with 108 cards before the cutting card."""
    return ready(live(*(names or ("ana",)), decks=4, **options), (names or ("ana",))[0])


def wagered() -> BlackjackTable:
    return staked(at_hand(), ("ana", 1, 10_00))


def complete() -> BlackjackTable:
    """Ana stood on 18 against the dealer's 17."""
    return deal(opened(at_hand(), "Th 9d 8c").play(Stand("ana", 1)), "8d")


# Every moment of a round


class Moment:
    """A moment of a round: what is awaited, which acts are accepted, and what is offered."""

    def __init__(
        self, made: Callable[[], BlackjackTable], step: str, rule: str, words: str, accepted: Act | None, *more: Offer
    ) -> None:
        self.made, self.step, self.rule, self.words = made, step, rule, words
        self.accepted, self.offers = accepted, more


DEAL_ANY = Offer(Deal, Role.DEALER, {"card": Choices(DECK)})
MOMENTS = (
    Moment(wagered, "no more bets", "D2 8.2", "call “No more bets”", NoMoreBets(), dealers(NoMoreBets)),
    Moment(
        lambda: wagered().play(NoMoreBets()),
        "card",
        "D2 8.2(a)",
        "deal the next card",
        Deal(card("2c")),
        dealers(ReopenBetting),
        DEAL_ANY,
    ),
    Moment(
        lambda: staked(until_cutting_card(at_hand(), 0), ("ana", 1, 10_00)).play(NoMoreBets()),
        "cutting card",
        "D2 8.7",
        "take the cutting card out",
        CuttingCard(),
        dealers(ReopenBetting),
        dealers(CuttingCard),
    ),
    Moment(
        lambda: opened(at_hand(), "Th Ad 5c"),
        "call insurance",
        "D2 9.2(a)",
        "call “Insurance” and run a hand along the insurance line",
        CallInsurance(),
        dealers(CallInsurance),
    ),
    Moment(
        lambda: opened(at_hand(), "Th Ad 5c").play(CallInsurance()),
        "close insurance",
        "D2 9.2 (closing)",
        "close insurance",
        CloseInsurance(),
        dealers(CloseInsurance),
    ),
    Moment(
        lambda: opened(at_hand(), "Ah 9d Kc"),
        "pay blackjacks",
        "D2 10.1",
        "pay the blackjacks",
        PayBlackjacks(),
        dealers(PayBlackjacks),
    ),
    Moment(lambda: opened(at_hand(), "Th 9d 5c"), "decide", "D2 8.3", "decide for the hand in turn", None),
    Moment(
        lambda: opened(at_hand(), "Th 9d 5c").play(Draw("ana", 1)),
        "card",
        "D2 8.4",
        "deal the next card",
        Deal(card("2c")),
        DEAL_ANY,
    ),
    Moment(
        complete,
        "settle box",
        "D2 5.7",
        "settle the boxes",
        SettleBox(1),
        Offer(SettleBox, Role.DEALER, {"box": Choices((1,))}),
    ),
    Moment(
        lambda: complete().play(SettleBox(1)),
        "collect cards",
        "D2 8.6",
        "collect the cards",
        CollectCards(),
        dealers(CollectCards),
    ),
)


@pytest.mark.clause(
    "D2 5.7", "D2 8.2", "D2 8.3", "D2 8.6", "D2 8.7", "D2 9.2(a)", "D2 9.2 (closing)", "D2 10.1", "D2 4.2"
)
@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.step)
def test_D2_8_2_to_8_6_each_step_of_a_round_is_awaited_offered_and_the_only_one_accepted(moment: Moment) -> None:
    table = moment.made()
    assert table.step == moment.step
    role = Role.PLAYER if moment.step == "decide" else Role.DEALER
    due = Awaited(moment.words, role, Cite(moment.rule))
    assert table.awaits == ((PLACE_WAGERS, due) if moment.step == "no more bets" else (due,))
    assert offered(table) == list(moment.offers)
    for act in EVERY:
        assert table.refuses(act) == (None if act == moment.accepted else not_now(moment.rule, moment.words))
    if moment.accepted is not None:
        assert allowed_roles(table, moment.accepted) == {Role.DEALER}
    closed = closed_now(table)
    for act in EVERY:
        assert closed.refuses(act) == CLOSED
    assert [offer for offer in offered(closed) if offer.kind is not ReopenBetting] == []


# The call, taken back and by the clock


@pytest.mark.clause("D2 8.2", "D2 5.5(a)")
def test_D2_8_2_the_call_needs_a_wager_and_is_taken_back_until_a_card_is_out() -> None:
    bare = at_hand()
    assert bare.refuses(NoMoreBets()) == Refusal(Cite("D2 8.2"), "no_wagers", "There is no wager on any box.")
    assert offered(bare) == []
    open_still = Refusal(Cite("D2 8.2", "B1"), "betting_open", "Betting is open.")
    assert bare.refuses(ReopenBetting()) == open_still
    table = wagered()
    assert table.refuses(ReopenBetting()) == open_still
    called = table.play(NoMoreBets())
    assert changed(table, called) == {"is_called": True, "step": "card"}
    assert allowed_roles(called, ReopenBetting()) == {Role.DEALER}
    assert changed(called, called.play(ReopenBetting())) == {"is_called": False, "step": "no more bets"}
    too_late = Refusal(Cite("D2 5.5(a)"), "too_late", "A card has left the shoe, so betting cannot be reopened.")
    begun = deal(called, "2c")
    unseen = called.play(DrawnUnseen())
    for each in (begun, unseen):
        assert each.refuses(ReopenBetting()) == too_late
        assert [offer for offer in offered(each) if offer.kind is ReopenBetting] == []


def timed(*manual: str) -> BlackjackTable:
    """A table whose betting stays open for 30 seconds, at the tenth second."""
    table = croupier.blackjack(
        SIGN, BlackjackOptions(decks=4), automation=AUTOMATIC - frozenset(manual), betting_seconds=30
    )
    return seated(table, "ana", "ben").play(Clock(10))


@pytest.mark.clause("D2 8.2", "D2 5.1")
def test_D2_8_2_the_window_begins_with_the_first_wager_and_again_when_the_call_is_taken_back() -> None:
    table = timed()
    first = staked(table, ("ana", 1, 10_00))
    assert first.window_ends == 40
    second = staked(first.play(Clock(5)), ("ben", 2, 10_00))
    assert second.window_ends == 40
    called = second.play(NoMoreBets())
    assert changed(second, called) == {"is_called": True, "window_ends": None, "step": "card"}
    later = called.play(Clock(100))
    assert changed(called, later) == {"clock": 115}
    again = later.play(ReopenBetting())
    assert changed(later, again) == {"is_called": False, "window_ends": 145, "step": "no more bets"}


@pytest.mark.clause("D2 8.2")
def test_D2_8_2_the_window_closes_by_itself_at_its_last_second_and_not_before() -> None:
    first = staked(timed(), ("ana", 1, 10_00))
    almost = first.play(Clock(29))
    assert changed(first, almost) == {"clock": 39}
    assert changed(almost, almost.play(Clock(1))) == {
        "clock": 40,
        "is_called": True,
        "window_ends": None,
        "step": "card",
    }
    assert changed(first, first.play(Clock(31))) == {
        "clock": 41,
        "is_called": True,
        "window_ends": None,
        "step": "card",
    }
    assert changed(timed(), timed().play(Clock(100))) == {"clock": 110}
    by_hand = staked(timed("no more bets"), ("ana", 1, 10_00))
    assert changed(by_hand, by_hand.play(Clock(100))) == {"clock": 110}
    assert by_hand.play(NoMoreBets()).is_called


@pytest.mark.clause("D2 8.2", "D2 7.1")
def test_D2_8_2_the_window_does_not_begin_before_the_cards_are_ready() -> None:
    table = staked(timed(*SHUFFLING), ("ana", 1, 10_00))
    assert (table.step, table.window_ends) == ("cut", None)
    assert changed(table, table.play(Clock(100))) == {"clock": 110}
    loaded = table.play(Clock(100), Cut("ana", 104), InsertCuttingCard(100))
    assert (loaded.step, loaded.is_called, loaded.window_ends) == ("no more bets", False, 140)
    assert changed(loaded, loaded.play(Clock(29))) == {"clock": 139}
    assert changed(loaded, loaded.play(Clock(30))) == {
        "clock": 140,
        "is_called": True,
        "window_ends": None,
        "step": "card",
    }


# Cards


@pytest.mark.clause("D2 3.3(a)", "D2 16.4")
def test_D2_3_3_a_which_card_may_not_be_dealt() -> None:
    table = opened(at_hand("ana", "ben"), "7h 7h 7h", ("ana", 1, 10_00), ("ben", 2, 10_00))
    assert table.refuses(Deal(card("7h"))) is None
    assert offered(table) == [DEAL_ANY]
    none_left = deal(table, "7h")
    assert none_left.refuses(Deal(card("7h"))) == Refusal(
        Cite("D2 3.3(a)"), "not_in_shoe", "No 7h is left in the shoe."
    )
    others = tuple(each for each in DECK if each != card("7h"))
    assert offered(none_left) == [Offer(Deal, Role.DEALER, {"card": Choices(others)})]
    no_card = Refusal(
        Cite("D2 3.3(a)"),
        "no_such_card",
        "Write a card as its rank (A, 2 to 9, T, J, Q or K) and its suit (c, d, h or s).",
    )
    bad: tuple[Any, ...] = (
        Card("1", "h"),
        Card("T", "x"),
        Card("t", "h"),
        Card(7, "h"),  # type: ignore[arg-type]
        Card("7", 7),  # type: ignore[arg-type]
        Card(["7"], "h"),  # type: ignore[arg-type]
        Card("7", ["h"]),  # type: ignore[arg-type]
        "7h",
        None,
    )
    for each in bad:
        assert table.refuses(Deal(each)) == no_card
        assert at_hand().refuses(Deal(each)) == no_card


@pytest.mark.clause("D2 16.4")
def test_D2_16_4_the_exposed_card_comes_first_and_has_left_the_shoe_already() -> None:
    table = opened(at_hand("ana", "ben"), "Th 9d 5c", *SHARED).play(ExposeCard(card("4s")), Double("ana", 1, 10_00))
    assert table.pending == PendingDecision("double", 1, (0,), ("ana",))
    assert table.refuses(Deal(card("4h"))) == Refusal(
        Cite("D2 16.4"), "exposed_first", "The next card must be the exposed 4s."
    )
    assert table.refuses(Deal(card("4s"))) is None
    assert offered(table) == [Offer(Deal, Role.DEALER, {"card": Choices(cards("4s"))})]
    after = deal(table, "4s")
    hand = Hand(19, 0, 3, 0, 0, State.OVER)
    stakes = (Stake("ana", "box", 10_00), Stake("ben", "box", 20_00), Stake("ana", "double", 10_00))
    grown = Box(1, stakes, (Playing(0, cards("Th 5c 4s"), hand),), Sevens.LOST, ("ana", "ben"))
    assert changed(table, after) == {
        "boxes": (grown,),
        "seen": (seen_of_dealer("9d", Hand(9, 0, 1)), replace(grown, stakes=())),
        "exposed": None,
        "pending": None,
    }
    assert after.shoe == shoe_without("Th 9d 5c 4s", 104)


@pytest.mark.clause("D2 8.2(a)", "D2 1.0 Round", "D2 16.2")
def test_D2_8_2_a_the_first_card_begins_the_round() -> None:
    table = complete().play(SettleBox(1), DrawnUnseen(), CollectCards())
    called = staked(table, ("ana", 3, 10_00)).play(NoMoreBets())
    assert (called.round, called.is_final, called.unseen, len(called.settled)) == (1, True, True, 1)
    after = deal(called, "5h")
    first = Box(3, (), (Playing(0, cards("5h"), Hand(5, 0, 1)),), Sevens.LOST, ("ana",))
    assert changed(called, after) == {
        "boxes": (replace(first, stakes=(Stake("ana", "box", 10_00),)),),
        "seen": (first,),
        "shoe": shoe_without("Th 9d 8c 8d 5h", 103, rounds=1),
        "unseen": False,
        "round": 2,
        "settled": (),
        "settled_on": (),
        "is_final": False,
    }
    dealers_card = deal(after, "6h")
    assert changed(after, dealers_card) == {
        "dealer": Playing(0, cards("6h"), Hand(6, 0, 1)),
        "seen": (seen_of_dealer("6h", Hand(6, 0, 1)), first),
        "shoe": shoe_without("Th 9d 8c 8d 5h 6h", 102, rounds=1),
    }
    dealt = deal(dealers_card, "7h")
    second = replace(first, hands=(Playing(0, cards("5h 7h"), Hand(12, 0, 2)),))
    assert changed(dealers_card, dealt) == {
        "boxes": (replace(second, stakes=(Stake("ana", "box", 10_00),)),),
        "seen": (seen_of_dealer("6h", Hand(6, 0, 1)), second),
        "shoe": shoe_without("Th 9d 8c 8d 5h 6h 7h", 101, rounds=1),
        "is_dealt": True,
        "step": "decide",
    }


@pytest.mark.clause("D2 13.2", "D2 5.1(f)")
def test_D2_13_2_a_hand_over_21_loses_its_wagers_and_its_cards_at_once() -> None:
    table = opened(at_hand("ana", "ben"), "Th 9s 9d 5c 8h", *SHARED, ("ben", 2, 15_00)).play(Draw("ana", 1))
    after = deal(table, "7s")
    bust = Cite("D2 5.1(f)")
    gone = Box(1, (), (Playing(0, (), Hand(22, 0, 3, 0, 0, State.OVER), settled=True),), Sevens.LOST, ("ana", "ben"))
    busted = replace(gone, hands=(Playing(0, cards("Th 5c 7s"), Hand(22, 0, 3, 0, 0, State.OVER)),))
    assert changed(table, after) == {
        "boxes": (table.boxes[1],),
        "gone": (gone,),
        "seen": (seen_of_dealer("9d", Hand(9, 0, 1)), busted, replace(table.boxes[1], stakes=())),
        "shoe": shoe_without("Th 9s 9d 5c 8h 7s", 102),
        "rack": cards("Th 5c 7s"),
        "step": "decide",
        "settled": (line("ana", box(1), 10_00, LOSE, 0, bust), line("ben", box(1), 20_00, LOSE, 0, bust)),
        "settled_on": ((1, 0), (1, 0)),
        "house": 30_00,
    }


# The cutting card


@pytest.mark.clause("D2 8.8", "D2 7.1(b)", "D2 7.3(b)")
def test_D2_8_8_first_out_of_a_round_it_takes_the_call_back_and_brings_the_shuffle() -> None:
    table = until_cutting_card(timed(*SHUFFLING).play(Cut("ana", 104), InsertCuttingCard(100)), 0)
    called = staked(table, ("ben", 2, 10_00), ("ben", 3, 10_00)).play(NoMoreBets(), Clock(90))
    assert (called.step, called.cut_after, called.window_ends) == ("cutting card", "start", None)
    after = called.play(CuttingCard())
    assert changed(called, after) == {
        "is_called": False,
        "shoe": replace(called.shoe, until_cutting_card=None, came_out_at=2),
        "preparation": SHUFFLING,
        "cut_after": "2",
        "step": "shuffle",
    }
    again = after.play(Shuffle(), Clock(5), Cut("ben", 104), InsertCuttingCard(100))
    assert (again.step, again.window_ends) == ("no more bets", again.clock + 30)
    plain = staked(until_cutting_card(at_hand(), 0), ("ana", 4, 10_00)).play(NoMoreBets())
    assert changed(plain, plain.play(CuttingCard())) == {
        "is_called": False,
        "shoe": replace(plain.shoe, until_cutting_card=None, came_out_at=4),
        "preparation": SHUFFLING,
        "cut_after": "4",
        "step": "shuffle",
    }


@pytest.mark.clause("D2 8.7", "D2 16.2")
def test_D2_8_7_in_a_round_it_changes_nothing_but_the_shoe() -> None:
    table = staked(until_cutting_card(at_hand(), 1), ("ana", 1, 10_00)).play(NoMoreBets())
    begun = deal(table, "Th")
    assert changed(begun, begun.play(CuttingCard())) == {
        "shoe": replace(begun.shoe, until_cutting_card=None, came_out_at=0),
        "step": "card",
    }
    unseen = staked(until_cutting_card(at_hand(edition=1), 0), ("ana", 1, 10_00)).play(NoMoreBets(), DrawnUnseen())
    assert changed(unseen, unseen.play(CuttingCard())) == {
        "shoe": replace(unseen.shoe, until_cutting_card=None, came_out_at=1),
        "step": "card",
    }


# Insurance


def insured() -> BlackjackTable:
    """Box 1 has a blackjack against an ace: ana with 10 and 5 of insurance, ben with 20 and 10 of insurance."""
    table = opened(at_hand("ana", "ben"), "Ah Ad Kc", *SHARED).play(CallInsurance())
    return table.play(Wager("ana", insurance(1), 5_00), Wager("ben", insurance(1), 10_00))


@pytest.mark.clause("D2 9.2(a)", "D2 9.2 (closing)")
def test_D2_9_2_the_call_of_insurance_and_its_end() -> None:
    table = opened(at_hand(), "Th Ad 5c")
    called = table.play(CallInsurance())
    assert changed(table, called) == {"insurance": "called", "step": "close insurance"}
    assert changed(called, called.play(CloseInsurance())) == {"insurance": "closed", "step": "decide"}


@pytest.mark.clause("D2 9.4", "D2 9.5", "D2 5.1(e)", "D2 5.4")
def test_D2_9_5_insurance_is_decided_by_the_second_card() -> None:
    table = insured().play(CloseInsurance())
    assert table.step == "card"
    stakes = (Stake("ana", "box", 10_00), Stake("ben", "box", 20_00))
    left = Box(1, stakes, (Playing(0, cards("Ah Kc"), BLACKJACK),), Sevens.LOST, ("ana", "ben"))
    lost = deal(table, "9h")
    rule = Cite("D2 9.5")
    assert changed(table, lost) == {
        "boxes": (left,),
        "dealer": Playing(0, cards("Ad 9h"), Hand(10, 1, 2)),
        "seen": (seen_of_dealer("Ad 9h", Hand(10, 1, 2)), replace(left, stakes=())),
        "shoe": shoe_without("Ah Ad Kc 9h", 104),
        "step": "settle box",
        "settled": (
            line("ana", insurance(1), 5_00, LOSE, 0, rule),
            line("ben", insurance(1), 10_00, LOSE, 0, rule),
        ),
        "settled_on": ((1, 0), (1, 0)),
        "house": 15_00,
    }
    rule = Cite("D2 9.4")
    won = deal(table, "Th")
    assert changed(table, won) == {
        "boxes": (left,),
        "dealer": Playing(0, cards("Ad Th"), Hand(11, 1, 2)),
        "seen": (seen_of_dealer("Ad Th", Hand(11, 1, 2)), replace(left, stakes=())),
        "shoe": shoe_without("Ah Ad Kc Th", 104),
        "step": "settle box",
        "settled": (
            line("ana", insurance(1), 5_00, WIN, 10_00, rule),
            line("ben", insurance(1), 10_00, WIN, 20_00, rule),
        ),
        "settled_on": ((1, 0), (1, 0)),
        "purses": purses(ana=5_000_00, ben=5_000_00),
        "house": -30_00,
    }


# Blackjacks


@pytest.mark.clause("D2 10.3(a)", "D2 10.3(b)", "D2 10.3 (closing)", "D2 14.3(g)")
def test_D2_10_3_early_settlement_player_by_player() -> None:
    table = insured()
    assert offered(table) == [dealers(CloseInsurance), early("ana", 1), early("ben", 1)]
    first = table.play(SettleEarly("ana", 1))
    paid, returned = Cite("D2 10.3(a)"), Cite("D2 10.3 (closing)")
    anas = (
        line("ana", box(1), 10_00, WIN, 10_00, paid),
        line("ana", insurance(1), 5_00, VOID, 0, returned),
    )
    stakes = (Stake("ben", "box", 20_00), Stake("ben", "insurance", 10_00))
    hands = (Playing(0, cards("Ah Kc"), BLACKJACK),)
    assert changed(table, first) == {
        "boxes": (Box(1, stakes, hands, Sevens.LOST, ("ana", "ben")),),
        "settled": anas,
        "settled_on": ((1, 0), (1, 0)),
        "purses": purses(ana=5_010_00, ben=4_970_00),
        "house": -10_00,
    }
    assert offered(first) == [dealers(CloseInsurance), early("ben", 1)]
    assert first.refuses(SettleEarly("ana", 1)) == Refusal(EARLY, "no_wager_there", "ana has no wager on box 1.")
    second = first.play(SettleEarly("ben", 1))
    removed = Box(1, (), (Playing(0, (), BLACKJACK, settled=True),), Sevens.LOST, ("ana", "ben"))
    assert changed(first, second) == {
        "boxes": (),
        "gone": (removed,),
        "rack": cards("Ah Kc"),
        "settled": (
            *anas,
            line("ben", box(1), 20_00, WIN, 20_00, paid),
            line("ben", insurance(1), 10_00, VOID, 0, returned),
        ),
        "settled_on": ((1, 0), (1, 0), (1, 0), (1, 0)),
        "purses": purses(ana=5_010_00, ben=5_020_00),
        "house": -30_00,
    }
    assert offered(second) == [dealers(CloseInsurance)]
    assert changed(second, second.play(CloseInsurance())) == {"insurance": "closed", "step": "collect cards"}


@pytest.mark.clause("D2 10.3(a)", "D2 10.3(b)")
def test_D2_10_3_without_insurance_the_wager_alone_is_paid() -> None:
    table = opened(at_hand("ana", "ben"), "Th Ah Ad 5c Kc", ("ana", 1, 10_00), ("ben", 2, 20_00))
    assert offered(table) == [dealers(CallInsurance), early("ben", 2)]
    after = table.play(SettleEarly("ben", 2))
    assert changed(table, after) == {
        "boxes": table.boxes[:1],
        "gone": (Box(2, (), (Playing(0, (), BLACKJACK, settled=True),), Sevens.LOST, ("ben",)),),
        "rack": cards("Ah Kc"),
        "settled": (line("ben", box(2), 20_00, WIN, 20_00, Cite("D2 10.3(a)")),),
        "settled_on": ((2, 0),),
        "purses": purses(ana=4_990_00, ben=5_020_00),
        "house": -20_00,
    }


@pytest.mark.clause("D2 10.3(a)", "D2 10.2")
def test_D2_10_3_who_may_not_settle_early_and_why() -> None:
    table = opened(at_hand("ana", "ben"), "Ah 9h Ad Kc 5c", ("ana", 1, 10_00), ("ben", 2, 20_00))
    assert table.refuses(SettleEarly("ana", 1)) is None
    for player, number in (("ana", 3), ("ana", 2), ("ben", 1), ("cal", 1)):
        assert table.refuses(SettleEarly(player, number)) == Refusal(
            EARLY, "no_wager_there", f"{player} has no wager on box {number}."
        )
    assert table.refuses(SettleEarly("ben", 2)) == Refusal(EARLY, "no_blackjack", "Only a blackjack can be paid early.")
    for up in ("9d", "Td"):
        other = opened(at_hand(), f"Ah {up} Kc")
        assert other.refuses(SettleEarly("ana", 1)) == Refusal(
            EARLY, "no_ace", "A blackjack can be paid early only against an ace."
        )
        assert early("ana", 1) not in offered(other)
    assert allowed_roles(table, SettleEarly("ana", 1)) == {Role.DEALER}


@pytest.mark.clause("D2 10.3(a)", "D2 10.3(b)", "D2 16.2", "D2 16.4")
def test_D2_10_3_early_settlement_ends_with_the_next_card_and_not_with_insurance() -> None:
    called = insured()
    too_late = Refusal(EARLY, "too_late", "Early payment must be asked for before the next card is dealt.")
    assert called.refuses(SettleEarly("ana", 1)) is None
    assert called.play(CloseInsurance()).refuses(SettleEarly("ana", 1)) is None
    for late in (
        called.play(DrawnUnseen()),
        called.play(ExposeCard(card("2c"))),
        deal(called.play(CloseInsurance()), "9s"),
    ):
        assert late.refuses(SettleEarly("ana", 1)) == too_late
        assert [offer for offer in offered(late) if offer.kind is SettleEarly] == []


@pytest.mark.clause("D2 10.3(a)", "D2 10.2")
def test_D2_10_2_an_ace_as_the_dealers_second_card_brings_no_early_settlement() -> None:
    ten_up = deal(opened(at_hand(), "Ah Td Kc"), "As")
    assert (ten_up.step, ten_up.insurance) == ("settle box", "")
    refusal = ten_up.refuses(SettleEarly("ana", 1))
    assert refusal is not None
    assert refusal.rule == EARLY
    assert [offer for offer in offered(ten_up) if offer.kind is SettleEarly] == []


@pytest.mark.clause("D2 10.3(a)", "D2 1.0 Initial Deal")
def test_D2_10_3_no_early_settlement_before_the_deal_is_complete() -> None:
    table = opened(at_hand("ana", "ben"), "Ah 9h Ad Kc", ("ana", 1, 10_00), ("ben", 2, 20_00))
    owed = Refusal(Cite("D2 8.2(c)"), "out_of_order", "Not now: the next step is to deal the next card.")
    assert table.refuses(SettleEarly("ana", 1)) == owed
    assert [offer for offer in offered(table) if offer.kind is SettleEarly] == []
    assert deal(table, "5c").refuses(SettleEarly("ana", 1)) is None


@pytest.mark.clause("D2 10.1", "D2 5.4")
def test_D2_10_1_blackjacks_are_paid_and_their_cards_go() -> None:
    table = opened(at_hand("ana", "ben"), "Ah Th 9d Kc 8c", *SHARED, ("ben", 2, 15_00))
    after = table.play(PayBlackjacks())
    rule = Cite("D2 10.1")
    assert changed(table, after) == {
        "boxes": table.boxes[1:],
        "gone": (Box(1, (), (Playing(0, (), BLACKJACK, settled=True),), Sevens.LOST, ("ana", "ben")),),
        "rack": cards("Ah Kc"),
        "step": "decide",
        "settled": (line("ana", box(1), 10_00, WIN, 15_00, rule), line("ben", box(1), 20_00, WIN, 30_00, rule)),
        "settled_on": ((1, 0), (1, 0)),
        "purses": purses(ana=5_015_00, ben=5_015_00),
        "house": -45_00,
    }


@pytest.mark.clause("D2 10.1", "D2 10.2")
@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("Ah 2d Kc", "pay blackjacks"),
        ("Ah 9d Kc", "pay blackjacks"),
        ("Ah Td Kc", "card"),
        ("Ah Kd Kc", "card"),
        ("Ah Ad Kc", "call insurance"),
        ("Th 9d 9c", "decide"),
        ("Th 2d 9c", "decide"),
        ("Ah 9d 9c", "decide"),
    ],
)
def test_D2_10_1_what_comes_after_the_deal(text: str, step: str) -> None:
    assert opened(at_hand(), text).step == step


# How wagers end


DEALERS_BLACKJACK = [
    ("original", STAND_OFF, Cite("D2 11.5", "B4"), Cite("D2 12.6", "B4")),
    ("peek", STAND_OFF, Cite("D2 11.5", "B4"), Cite("D2 12.6", "B4")),
    ("all", LOSE, Cite("D2 5.1(g)"), Cite("D2 5.1(g)")),
]


@pytest.mark.clause("D2 11.5", "D2 12.6", "D2 5.1(g)")
@pytest.mark.parametrize(("takes", "outcome", "doubled", "parted"), DEALERS_BLACKJACK)
def test_D2_11_5_and_12_6_what_a_dealers_blackjack_takes(
    takes: str, outcome: Outcome, doubled: Cite, parted: Cite
) -> None:
    table = opened(at_hand(dealer_blackjack=Takes(takes)), "8h Td 8c").play(Split("ana", 1))
    table = deal(deal(table, "2c").play(Double("ana", 1, 10_00)), "7c")
    done = deal(deal(table, "Tc").play(Stand("ana", 1)), "Ad").play(SettleBox(1))
    assert done.settled == (
        line("ana", box(1), 10_00, LOSE, 0, Cite("D2 5.1(g)")),
        line("ana", Position("double a", (1,)), 10_00, outcome, 0, doubled),
        line("ana", Position("split b", (1,)), 10_00, outcome, 0, parted),
    )
    assert done.settled_on == ((1, 0), (1, 0), (1, 1))
    assert done.general.house == (10_00 if outcome is STAND_OFF else 30_00)
    assert done.general.purses == purses(ana=4_990_00 if outcome is STAND_OFF else 4_970_00)


@pytest.mark.clause("D2 11.5", "D2 13.2")
def test_D2_11_5_where_one_wager_a_box_is_taken_what_a_bust_addition_lost_comes_back() -> None:
    table = opened(at_hand(dealer_blackjack=Takes.PEEK), "7h Td 5c").play(Double("ana", 1, 10_00))
    bust = deal(table, "Kc")
    lost = line("ana", box(1), 10_00, LOSE, 0, Cite("D2 5.1(f)"))
    double = line("ana", Position("double a", (1,)), 10_00, LOSE, 0, Cite("D2 5.1(f)"))
    assert (bust.settled, bust.general.house, bust.step) == ((lost, double), 20_00, "card")
    after = deal(bust, "Ad")
    settled = after.settled
    assert changed(bust, after) == {
        "dealer": Playing(0, cards("Td Ad"), Hand(11, 1, 2)),
        "seen": (seen_of_dealer("Td Ad", Hand(11, 1, 2)), bust.seen[1]),
        "shoe": shoe_without("7h Td 5c Kc Ad", 103),
        "step": "collect cards",
        "settled": settled,
        "purses": purses(ana=4_990_00),
        "house": 10_00,
    }
    assert settled[0] == lost
    assert (settled[1].wager, settled[1].outcome, settled[1].pays) == (double.wager, STAND_OFF, 0)
    other = deal(bust, "9d")
    assert (other.settled, other.general.house, other.step) == ((lost, double), 20_00, "collect cards")
    gazetted = deal(opened(at_hand(), "7h Td 5c").play(Double("ana", 1, 10_00)), "Kc")
    assert gazetted.step == "collect cards"


FIVE_ONE = [
    ("Th 9d 8c", "8d", WIN, 10_00, "D2 5.1(b)"),
    ("Th 9d 8c", "9s", STAND_OFF, 0, "D2 5.1(e)"),
    ("Th 9d 8c", "Ts", LOSE, 0, "D2 5.1(g)"),
    ("Th 6d 8c", "Kd Ks", WIN, 10_00, "D2 5.1(a)"),
    ("Th Td 8c", "Ad", LOSE, 0, "D2 5.1(g)"),
    ("Th Td 9c", "Ad", LOSE, 0, "D2 5.1(g)"),
]


@pytest.mark.clause("D2 5.1(a)", "D2 5.1(b)", "D2 5.1(e)", "D2 5.1(g)", "D2 5.7")
@pytest.mark.parametrize(("text", "dealers_cards", "outcome", "pays", "rule"), FIVE_ONE)
def test_D2_5_7_a_box_is_settled(text: str, dealers_cards: str, outcome: Outcome, pays: int, rule: str) -> None:
    table = deal(opened(at_hand(), text).play(Stand("ana", 1)), dealers_cards)
    back = {WIN: 20_00, STAND_OFF: 10_00, LOSE: 0}[outcome]
    house = {WIN: -10_00, STAND_OFF: 0, LOSE: 10_00}[outcome]
    expected: dict[str, Any] = {
        "boxes": (replace(table.boxes[0], stakes=()),),
        "step": "collect cards",
        "settled": (line("ana", box(1), 10_00, outcome, pays, Cite(rule)),),
        "settled_on": ((1, 0),),
    }
    if back:
        expected["purses"] = purses(ana=4_990_00 + back)
    if house:
        expected["house"] = house
    assert changed(table, table.play(SettleBox(1))) == expected


@pytest.mark.clause("D2 5.1(c)", "D2 5.1(d)", "D2 5.1(e)", "D2 5.4")
def test_D2_5_1_c_to_e_blackjacks_and_other_21s() -> None:
    two = (("ana", 1, 10_00), ("ben", 2, 20_00))
    table = deal(opened(at_hand("ana", "ben"), "Ah 9d Tc Ks 5h", *two).play(Draw("ben", 2)), "7s")
    assert deal(table, "Ac").play(SettleBox(2), SettleBox(1)).settled == (
        line("ben", box(2), 20_00, LOSE, 0, Cite("D2 5.1(d)")),
        line("ana", box(1), 10_00, STAND_OFF, 0, Cite("D2 5.1(e)")),
    )
    assert deal(table, "6c 5c").play(SettleBox(1), SettleBox(2)).settled == (
        line("ana", box(1), 10_00, WIN, 15_00, Cite("D2 5.1(c)")),
        line("ben", box(2), 20_00, STAND_OFF, 0, Cite("D2 5.1(e)")),
    )
    assert deal(table, "8c").play(SettleBox(1), SettleBox(2)).settled == (
        line("ana", box(1), 10_00, WIN, 15_00, Cite("D2 5.4")),
        line("ben", box(2), 20_00, WIN, 20_00, Cite("D2 5.1(b)")),
    )


@pytest.mark.clause("D2 5.7")
def test_D2_5_7_only_a_box_where_a_wager_waits_is_settled() -> None:
    table = opened(at_hand("ana", "ben"), "Th 9d 9c 8s 8h", ("ana", 1, 10_00), ("ben", 4, 20_00))
    table = deal(table.play(Stand("ana", 1), Stand("ben", 4)), "8d")
    nothing = Refusal(Cite("D2 5.7", "B50"), "nothing_to_settle", "That box has no wager to settle.")
    bad: tuple[Any, ...] = (0, 2, 8, "1", None)
    for number in bad:
        assert table.refuses(SettleBox(number)) == nothing
    assert offered(table) == [Offer(SettleBox, Role.DEALER, {"box": Choices((1, 4))})]
    first = table.play(SettleBox(1))
    assert first.step == "settle box"
    assert first.refuses(SettleBox(1)) == nothing
    assert offered(first) == [Offer(SettleBox, Role.DEALER, {"box": Choices((4,))})]


# The end of a round


@pytest.mark.clause("D2 8.6", "D2 1.0 Round", "D2 5.8(a)")
def test_D2_8_6_the_round_ends_and_leaves_nothing_on_the_layout() -> None:
    table = opened(at_hand("ana", "ben"), "9h Th Ad 5c Kc", ("ana", 1, 10_00), ("ben", 2, 5_000_00 - 4_000_00))
    table = table.play(CallInsurance(), CloseInsurance(), Draw("ana", 1))
    table = deal(deal(table, "9c").play(Stand("ben", 2)), "2d 3d 4d").play(SettleBox(2))
    assert table.step == "collect cards"
    after = table.play(CollectCards())
    assert changed(table, after) == {
        "boxes": (),
        "gone": (),
        "dealer": Playing(0),
        "rack": cards("9h 5c 9c Th Kc Ad 2d 3d 4d"),
        "shoe": replace(table.shoe, rounds=1),
        "is_called": False,
        "is_dealt": False,
        "insurance": "",
        "is_final": True,
        "began": frozenset({"ana", "ben"}),
        "wagered": frozenset({"ana", "ben"}),
        "step": "no more bets",
    }
    assert offered(after) == []


@pytest.mark.clause("D2 8.6", "D2 16.4", "D2 16.5")
def test_D2_8_6_a_void_round_ends_with_its_exposed_card_in_the_rack_and_a_shuffle_that_is_owed() -> None:
    table = opened(at_hand("ana", "ben"), "Th 9d 5c", *SHARED)
    table = table.play(ReportCuttingCard(3), ExposeCard(card("4s")), Double("ana", 1, 10_00))
    after = table.play(VoidRound("misdeal"))
    rule = Cite("D2 16.5")
    assert changed(table, after) == {
        "boxes": (),
        "dealer": Playing(0),
        "rack": cards("Th 5c 9d 4s"),
        "shoe": replace(table.shoe, rounds=1),
        "is_called": False,
        "is_dealt": False,
        "is_final": True,
        "pending": None,
        "exposed": None,
        "began": frozenset({"ana", "ben"}),
        "wagered": frozenset({"ana", "ben"}),
        "preparation": SHUFFLING,
        "cut_after": "3",
        "step": "shuffle",
        "settled": (
            line("ana", box(1), 10_00, VOID, 0, rule),
            line("ben", box(1), 20_00, VOID, 0, rule),
            line("ana", Position("double a", (1,)), 10_00, VOID, 0, rule),
        ),
        "settled_on": ((1, 0), (1, 0), (1, 0)),
        "purses": purses(ana=5_000_00, ben=5_000_00),
    }


@pytest.mark.clause("D2 8.6", "D2 3.1")
@pytest.mark.parametrize(("edition", "second"), [(1, ""), (2, "ben")])
def test_D2_8_6_whoever_has_no_chip_left_keeps_the_seat_since_edition_2(edition: int, second: str) -> None:
    table = seated(live(decks=4, edition=edition), "ana", "ben", amount=10_00)
    table = opened(ready(table, "ana"), "Th 9h 9d 8c 7h", ("ana", 1, 10_00), ("ben", 2, 10_00))
    table = deal(table.play(Stand("ana", 1), Stand("ben", 2)), "8d").play(SettleBox(1), SettleBox(2))
    after = table.play(CollectCards())
    assert after.general.purses == purses(ana=20_00)
    assert after.seats == ("ana", second, "", "", "", "", "")


def round_of(table: BlackjackTable, *players: tuple[str, int]) -> BlackjackTable:
    """A round in which these players wager 10, and which is then void."""
    wagers = tuple((player, number, 10_00) for player, number in players)
    return opened(table, "2c", *wagers).play(VoidRound("misdeal"))


@pytest.mark.clause("D2 5.8(a)", "D2 5.8(b)")
def test_D2_5_8_who_began_a_shoe_who_wagered_in_it_and_who_sat_out() -> None:
    table = at_hand("ana", "ben", "cal")

    def counted(each: BlackjackTable) -> tuple[int, set[str], set[str], set[str]]:
        return each.shoe.rounds, set(each.began), set(each.wagered), set(each.skipped)

    assert counted(table) == (0, set(), set(), set())
    table = round_of(table, ("ana", 1), ("ben", 2))
    assert counted(table) == (1, {"ana", "ben"}, {"ana", "ben"}, set())
    table = round_of(table, ("ana", 1), ("cal", 3))
    assert counted(table) == (2, {"ana", "ben"}, {"ana", "ben", "cal"}, {"ben"})
    table = round_of(table, ("ben", 2))
    assert counted(table) == (3, {"ana", "ben"}, {"ana", "ben", "cal"}, {"ana", "ben", "cal"})
    table = round_of(table, ("ana", 1), ("ben", 2), ("cal", 3))
    assert counted(table) == (4, {"ana", "ben"}, {"ana", "ben", "cal"}, {"ana", "ben", "cal"})


@pytest.mark.clause("D2 5.8(a)", "D2 5.8(b)", "D2 16.7")
def test_D2_5_8_a_refill_begins_the_shoe_anew_after_its_round() -> None:
    table = round_of(round_of(at_hand("ana", "ben"), ("ana", 1), ("ben", 2)), ("ana", 1))
    table = only_left(opened(table, "Th 9d"), "8c").play(CuttingCard())
    table = deal(table, "8c").play(Stand("ana", 1), Shuffle(), Cut("ana", 104), InsertCuttingCard(100))
    table = deal(table, "8d").play(SettleBox(1))
    assert (table.is_refilled, table.shoe.rounds, table.shoe.came_out_at) == (True, 2, None)
    assert (table.began, table.skipped) == (frozenset({"ana", "ben"}), frozenset({"ben"}))
    after = table.play(CollectCards())
    assert changed(table, after) == {
        "boxes": (),
        "dealer": Playing(0),
        "rack": cards("Th 8c 9d 8d"),
        "shoe": replace(table.shoe, rounds=0),
        "is_called": False,
        "is_dealt": False,
        "is_final": True,
        "is_refilled": False,
        "sat_out": (0, 2, 0, 0, 0, 0, 0),
        "began": NOBODY,
        "wagered": NOBODY,
        "skipped": NOBODY,
        "step": "no more bets",
    }
    again = round_of(after, ("ben", 2))
    assert (again.shoe.rounds, again.began, again.wagered) == (1, frozenset({"ben"}), frozenset({"ben"}))


@pytest.mark.clause("D2 5.7", "D2 8.6")
def test_D2_5_7_a_table_that_deals_itself_settles_every_box_and_collects() -> None:
    table = opened(blackjack("ana", "ben", decks=4), "Th 9d 9c 8s 7h", ("ana", 3, 10_00), ("ben", 5, 20_00))
    after = deal(table.play(Stand("ana", 3), Stand("ben", 5)), "8d")
    assert after.settled == (
        line("ana", box(3), 10_00, WIN, 10_00, Cite("D2 5.1(b)")),
        line("ben", box(5), 20_00, LOSE, 0, Cite("D2 5.1(g)")),
    )
    assert after.settled_on == ((3, 0), (5, 0))
    assert (after.step, after.rack) == ("no more bets", cards("Th 8s 9d 7h 9c 8d"))
    assert after.awaits == (PLACE_WAGERS, Awaited("call “No more bets”", Role.DEALER, Cite("D2 8.2")))


SEVENS = [
    ("8h", (), "", LOSE, 0, "D2 15.4(f)"),
    ("7h 9d 8c", (), "", WIN, 3, "D2 15.4(a)"),
    ("7h 9d 7c", (Stand("ana", 1),), "", WIN, 50, "D2 15.4(b)"),
    ("7h 9d 7c", (Draw("ana", 1),), "2c", WIN, 50, "D2 15.4(b)"),
    ("7h 9d 7h", (Stand("ana", 1),), "", WIN, 100, "D2 15.4(c)"),
    ("7h 9d 7h", (Double("ana", 1, 10_00),), "2c", WIN, 100, "D2 15.4(c)"),
    ("7h 9d 7c", (Draw("ana", 1),), "7h", WIN, 500, "D2 15.4(d)"),
    ("7h 9d 7h", (Draw("ana", 1),), "7c", WIN, 500, "D2 15.4(d)"),
    ("7h 9d 7h", (Draw("ana", 1),), "7h", WIN, 5000, "D2 15.4(e)"),
    ("7h 9d 7c", (Split("ana", 1),), "", WIN, 50, "D2 15.5"),
    ("7h 9d 7h", (Split("ana", 1),), "", WIN, 100, "D2 15.5"),
]


@pytest.mark.clause(
    "D2 15.4(a)", "D2 15.4(b)", "D2 15.4(c)", "D2 15.4(d)", "D2 15.4(e)", "D2 15.4(f)", "D2 15.5", "D2 15.6"
)
@pytest.mark.parametrize(("text", "acts", "more", "outcome", "odds", "rule"), SEVENS)
def test_D2_15_4_every_end_of_a_super_sevens_wager(  # noqa: PLR0917  a round and what comes of it
    text: str, acts: tuple[Act, ...], more: str, outcome: Outcome, odds: int, rule: str
) -> None:
    table = ready(live("ana", "ben", decks=6, layout=2, super_sevens=2_00), "ana")
    table = staked(table, *SHARED).play(Wager("ana", super_sevens(1), 2_00), Wager("ben", super_sevens(1), 2_00))
    table = deal(deal(table.play(NoMoreBets()), text).play(*acts), more)
    pays = 2_00 * odds
    assert table.settled == (
        line("ana", super_sevens(1), 2_00, outcome, pays, Cite(rule)),
        line("ben", super_sevens(1), 2_00, outcome, pays, Cite(rule)),
    )
    assert table.settled_on == ((1, 0), (1, 0))
    assert table.general.house == (4_00 if outcome is LOSE else -2 * pays)
    assert table.boxes[0].stake("ana", "super sevens") is None
    assert table.boxes[0].stake("ben", "super sevens") is None


@pytest.mark.clause("D2 15.4(a)", "D2 15.4(b)")
def test_D2_15_4_a_seven_or_two_decide_nothing_while_another_may_come() -> None:
    table = ready(live("ana", decks=6, layout=2, super_sevens=2_00), "ana")
    table = staked(table, ("ana", 1, 10_00)).play(Wager("ana", super_sevens(1), 2_00), NoMoreBets())
    one = deal(table, "7d")
    assert (one.settled, one.boxes[0].sevens) == ((), Sevens.ONE_B)
    two = deal(one, "9d 7d")
    assert (two.settled, two.boxes[0].sevens, two.step) == ((), Sevens.TWO_B, "decide")
    mixed = deal(one, "9d 7s")
    assert (mixed.settled, mixed.boxes[0].sevens, mixed.step) == ((), Sevens.TWO_MIXED, "decide")


@pytest.mark.clause("D2 16.5", "D2 9.6")
def test_D2_16_5_a_void_round_takes_back_what_was_paid_and_gives_back_what_was_lost() -> None:
    three = (("ana", 1, 10_00), ("ana", 2, 15_00), ("ben", 3, 20_00))
    table = opened(at_hand("ana", "ben"), "Ah Th 9h 8d Kc 5c 8h", *three).play(PayBlackjacks(), Draw("ana", 2))
    table = deal(table, "Kh")
    assert (table.general.house, len(table.gone), len(table.settled)) == (0, 2, 2)
    after = table.play(VoidRound("misdeal"))
    rule = Cite("D2 16.5")
    assert changed(table, after) == {
        "boxes": (),
        "gone": (),
        "dealer": Playing(0),
        "rack": cards("Ah Kc Th 5c Kh 9h 8h 8d"),
        "shoe": replace(table.shoe, rounds=1),
        "is_called": False,
        "is_dealt": False,
        "is_final": True,
        "began": frozenset({"ana", "ben"}),
        "wagered": frozenset({"ana", "ben"}),
        "step": "no more bets",
        "settled": (
            line("ana", box(1), 10_00, VOID, 0, rule),
            line("ana", box(2), 15_00, VOID, 0, rule),
            line("ben", box(3), 20_00, VOID, 0, rule),
        ),
        "settled_on": ((1, 0), (2, 0), (3, 0)),
        "purses": purses(ana=5_000_00, ben=5_000_00),
    }
    early_paid = insured().play(SettleEarly("ana", 1))
    assert early_paid.general.house == -10_00
    void = early_paid.play(VoidRound("misdeal"))
    assert (void.general.house, void.general.purses) == (0, purses(ana=5_000_00, ben=5_000_00))
    assert {each.outcome for each in void.settled} == {VOID}


@pytest.mark.clause("D2 16.7", "D2 16.4")
def test_D2_16_7_the_last_card_of_the_shoe_exposed_is_dealt_before_any_shuffle() -> None:
    table = only_left(opened(at_hand(), "Th 9d"), "5c 4s").play(CuttingCard())
    table = deal(table, "5c").play(ExposeCard(card("4s")))
    assert (table.shoe.left, table.step) == (0, "decide")
    drawing = table.play(Draw("ana", 1))
    assert (drawing.step, drawing.preparation, drawing.refilled) == ("card", (), False)
    dealt = deal(drawing, "4s")
    assert (dealt.step, dealt.preparation) == ("decide", ())
    assert dealt.play(Stand("ana", 1)).preparation == SHUFFLING


@pytest.mark.clause("D2 5.1", "D2 5.2")
def test_D2_5_1_a_box_whose_wager_is_taken_back_leaves_nothing() -> None:
    table = wagered()
    assert changed(table, table.play(Withdraw("ana", box(1)))) == {"boxes": (), "purses": purses(ana=5_000_00)}
