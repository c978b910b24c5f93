"""Short words for tests of a tournament table: sessions as they are mostly needed, rounds with a known end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier import NoMoreBets, OpenTable, Position, Sign, Wager
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    CollectCards,
    CuttingCard,
    Deal,
    RemoveFaceUp,
    SettleBox,
    Stand,
    StandForAbsent,
)
from croupier.games.blackjack.acts import Cut as CutCards
from croupier.games.blackjack.cards import DECK, Card, card
from croupier.games.blackjack.flow import COLLECT, DECIDE, SETTLE, card_target, hand_in_turn, own_act
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.blackjack.procedure.preparing import cut_bounds, cut_order
from croupier.games.blackjack.step_names import CALL, CARD, CUT, CUTTING_CARD
from croupier.games.offers import Offer
from croupier.games.tournament.conditions import Duration, Measure
from croupier.games.tournament.session_table.table import AUTOMATIC, Division7Table, open_session
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.rulebook import EDITION

SIGN = Sign(minimum=5_00, maximum=100_00)
CHIPS = 1_000_00
FOUR = ("ana", "ben", "cat", "dan")
LENGTHS = {"rounds": Measure.ROUNDS, "shoes": Measure.SHOES, "seconds": Measure.SECONDS}

TENS = tuple(each for each in DECK if each.rank in "TJQK")
NINES, EIGHTS = (tuple(each for each in DECK if each.rank == rank) for rank in "98")
LOW = tuple(each for each in DECK if each.rank in "A234567")
COURT = tuple(each for each in DECK if each.rank in "JQK")
SECOND = {"win": TENS, "stand off": NINES, "lose": EIGHTS}
"""The second card to a ten with which a hand does that against the dealer's ten and nine."""


def terms(**wishes: Any) -> SessionOptions:
    """Terms of a session, its length as `rounds=3`, `shoes=2` or `seconds=600`."""
    for name, measure in LENGTHS.items():
        if name in wishes:
            wishes["duration"] = Duration(measure, wishes.pop(name))
    return SessionOptions(**wishes)


def box(number: int) -> Position:
    return Position("box", (number,))


def insurance(number: int) -> Position:
    return Position("insurance", (number,))


def seated(
    *names: str,
    sign: Sign = SIGN,
    by_itself: Iterable[str] | None = None,
    manual: Iterable[str] = (),
    edition: int = EDITION,
    **wishes: Any,
) -> Division7Table:
    """A table whose boxes are allocated, before the session begins; `-` leaves a box free."""
    automation = AUTOMATIC - frozenset(manual) if by_itself is None else frozenset(by_itself)
    table = open_session(sign, terms(**wishes), automation, None, (), edition=edition)
    if not table.general.is_open:
        table = table.play(OpenTable())
    return table.play(AllocateBoxes(tuple("" if name == "-" else name for name in names or FOUR)))


def session(*names: str, from_back: int = 0, **wishes: Any) -> Division7Table:
    """A session that has begun at a table which takes the dealer's steps by itself."""
    return prepared(seated(*names, **wishes).play(Attendance(True)), from_back).play(BeginSession())


def live(*names: str, from_back: int = 0, **wishes: Any) -> Division7Table:
    """A session that has begun at a table where the dealer takes every step."""
    return session(*names, from_back=from_back, by_itself=(), **wishes)


def prepared(table: Division7Table, from_back: int = 0) -> Division7Table:
    """The cards made ready, whatever steps that takes, with the cutting card so far from the back."""
    while table.preparation and table.ended is None:
        act: Any = own_act(table)
        if table.step == CUT and cut_order(table):
            act = CutCards(cut_order(table)[0], cut_bounds(table).lowest)
        elif from_back and hasattr(act, "from_back"):
            act = type(act)(from_back)
        table = table.play(act)
    return table


def wagered(table: Division7Table, amounts: Mapping[str, int] | None = None, *, stop: str = "") -> Division7Table:
    """Wagers in turn, of the minimum where no other amount is named, until it is that player's turn."""
    while table.betting_is_open and table.in_turn and table.in_turn[0] != stop:
        player = table.in_turn[0]
        amount = (amounts or {}).get(player, table.sign.minimum)
        table = table.play(Wager(player, box(table.box_number(player)), amount))
    return table


def called(table: Division7Table, amounts: Mapping[str, int] | None = None) -> Division7Table:
    table = wagered(table, amounts)
    return table.play(NoMoreBets()) if table.step == CALL else table


def in_shoe(table: Division7Table, wanted: Iterable[Card]) -> Card:
    return next(each for each in wanted if table.shoe.pile.count(each))


def next_act(table: Division7Table, ends: Mapping[str, str]) -> Act:
    """What comes next in a round in which each player's hand ends as said, without result where nothing is."""
    if table.step == CUTTING_CARD:
        return CuttingCard()
    if table.step == CARD:
        target = card_target(table)
        assert target is not None
        found = table.box(target.box)
        if found is None:
            return Deal(in_shoe(table, NINES if table.dealer.cards else TENS))
        second = SECOND[ends.get(found.bettors[0], "stand off")]
        return Deal(in_shoe(table, second if found.hands[0].cards else TENS))
    if table.step == DECIDE:
        turn = hand_in_turn(table)
        assert turn is not None
        number = turn[0].number
        stand = Stand(decider(table, turn[0]), number)
        return stand if table.refuses(stand) is None else StandForAbsent(number)
    assert table.step in (SETTLE, COLLECT), table.step
    return (
        SettleBox(next(each.number for each in table.boxes if each.stakes)) if table.step == SETTLE else CollectCards()
    )


def finished(table: Division7Table, **ends: str) -> Division7Table:
    """The round that was called, played to its end."""
    while not table.is_between_rounds:
        table = table.play(next_act(table, ends))
    return table


def until(table: Division7Table, step: str, **ends: str) -> Division7Table:
    """The round that was called, played until that step is due."""
    while table.step != step:
        table = table.play(next_act(table, ends))
    return table


def round_of(table: Division7Table, amounts: Mapping[str, int] | None = None, /, **ends: str) -> Division7Table:
    """One whole round: wagers in turn, the call, the cards."""
    return finished(called(table, amounts), **ends)


def rounds_of(table: Division7Table, count: int) -> Division7Table:
    for _ in range(count):
        table = round_of(prepared(table))
    return table


def deal(table: Division7Table, text: str) -> Division7Table:
    return table.play(*(Deal(card(name)) for name in text.split()))


def until_cutting_card(table: Division7Table, left: int) -> Division7Table:
    """So many cards before the cutting card: others were found face up, few of those that rounds are made of."""
    while table.shoe.until_cutting_card is not None and table.shoe.until_cutting_card > left:
        found = max(LOW, key=table.shoe.pile.count)
        table = table.play(RemoveFaceUp(found if table.shoe.pile.count(found) else in_shoe(table, COURT)))
    return table


def chips(table: Division7Table) -> dict[str, int]:
    """What everyone holds beside the layout."""
    return {player: table.chips_of(player) for player in table.seated}


def total(table: Division7Table) -> int:
    """All tournament chips: in front of the players, on the layout, and what the house has gained."""
    lying = sum(stake.amount for each in table.boxes for stake in each.stakes)
    return sum(each.value for each in table.general.purses) + lying + table.general.house


def offered(table: Division7Table, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]
