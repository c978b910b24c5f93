"""The end of a tournament session as it lies on the table: stacks, wagers from the marker on, cards seen and dealt.

A value and its checks, for a program that asks for the best wager or the best decision. It computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.options import FEWEST_DECKS, MOST_DECKS
from croupier.games.money import MOST, is_whole, priced
from croupier.games.people import is_name
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import MOST_AT_TABLE
from croupier.games.tournament.session_table.wager_amounts import lawful_wagers
from croupier.rulebook import Cite

FEWEST_PLAYERS = 2
"""A play-off may have two (ruling T6)."""
MOST_ROUNDS = 3
CARDS_A_BOX = 12
"""So many cards for each box, and for the dealer, and no shoe runs out in the middle of the last hand (D2 16.7)."""

Path = tuple[str | int, ...]


class BetModel(StrEnum):
    """How a player chooses a wager."""

    BEST = "best"
    """What takes them on most often, all who come after them doing the same."""
    MINIMUM = "minimum"
    MAXIMUM = "maximum"
    """The maximum, or all they hold."""
    MATCH = "match"
    """The largest wager that lies on the layout already; the minimum where none does."""


BEST, BASIC = "best", "basic"
"""How a player plays the hand: for the place, or by basic play. Anything else is the name of a strategy file."""


class LastSeat(Struct, frozen=True):
    """One player, in the order of the boxes from the dealer's left."""

    name: str
    chips: int
    """All that they hold, with the wager that lies on the box."""
    wager: int | None = None
    """What lies on the box already."""
    bets: BetModel = BetModel.BEST
    plays: str = BEST
    cards: tuple[int, ...] = ()
    """The cards of the hand by value, where the deal is done."""
    doubled: int = 0
    """What was added by doubling."""
    stands: bool = False
    """Whether the player has decided to take no further card."""


class LastHand(Struct, frozen=True):
    seats: tuple[LastSeat, ...]
    marker: str
    """Who wagers first (D7 5.9, 5.10)."""
    sign: Sign
    advance: int = 1
    """How many go on, or win (D7 6.5, 6.6)."""
    rounds: int = 1
    """How many rounds are left, this one included."""
    decks: int = 8
    seen: tuple[int, ...] = ()
    """Cards that have left the shoe in earlier rounds, by value."""
    tie: Fraction | None = None
    """The chance of the one to act in a play-off; an equal share for everybody where nothing is given."""
    prizes: tuple[int, ...] = ()
    """The money of each place, where this table decides the places."""
    up: int = 0
    """The dealer's first card, where the deal is done."""

    @property
    def able(self) -> tuple[LastSeat, ...]:
        """Those who can wager; the others sit out, and their chips count (ruling T3)."""
        return tuple(seat for seat in self.seats if seat.chips >= self.sign.minimum)

    @property
    def betting_order(self) -> tuple[LastSeat, ...]:
        """Clockwise from the marker, those who can wager (D7 5.10, ruling T10)."""
        names = [seat.name for seat in self.seats]
        first = names.index(self.marker)
        return tuple(seat for seat in (*self.seats[first:], *self.seats[:first]) if seat in self.able)

    @property
    def is_betting(self) -> bool:
        return any(seat.wager is None for seat in self.able)

    @property
    def to_act(self) -> LastSeat:
        """Whose wager is due; after the last wager whose hand is (D2 8.3), the first where no card is out."""
        if self.is_betting:
            return next(seat for seat in self.betting_order if seat.wager is None)
        return next((seat for seat in self.able if is_open(seat)), self.able[-1])


def hand_of(seat: LastSeat) -> machine.Hand:
    """The hand that the cards make, with the double that was made before the last of them."""
    hand = machine.EMPTY
    for place, card in enumerate(seat.cards):
        if not machine.needs_card(hand):
            decision = machine.Decision.DOUBLE if seat.doubled and place == 2 else machine.Decision.DRAW  # noqa: PLR2004
            hand = machine.after_decision(hand, decision)
        hand = machine.after_card(hand, card)
    return hand


def is_open(seat: LastSeat) -> bool:
    return not seat.stands and not machine.is_over(hand_of(seat))


# What cannot be


def refuses_last_hand(hand: LastHand) -> tuple[Path, Refusal] | None:
    """The first thing that cannot be, and where in the file it stands."""
    return next(_refusals(hand), None)


def _refusals(hand: LastHand) -> Iterator[tuple[Path, Refusal]]:
    yield from _refused_company(hand)
    for place, seat in enumerate(hand.seats):
        for key, refusal in _refused_seat(hand, seat):
            yield ("players", place, key), refusal
    yield from _refused_table(hand)
    yield from _refused_order(hand)
    yield from _refused_cards(hand)


def _refused_company(hand: LastHand) -> Iterator[tuple[Path, Refusal]]:
    number = len(hand.seats)
    if not FEWEST_PLAYERS <= number <= MOST_AT_TABLE:
        why = f"There are {number} players; a last hand has {FEWEST_PLAYERS} to {MOST_AT_TABLE}."
        yield ("players",), Refusal(Cite("D7 5.4", "T6"), "bad_players", why)
    names = [seat.name for seat in hand.seats]
    for place, name in enumerate(names):
        if not is_name(name):
            yield ("players", place, "name"), Refusal(Cite("D7 5.3"), "bad_name", "Give every player a name.")
        elif name in names[:place]:
            why = f"{name} sits at the table twice; every player has one box."
            yield ("players", place, "name"), Refusal(Cite("D7 5.2"), "seated_twice", why)


def _refused_seat(hand: LastHand, seat: LastSeat) -> Iterator[tuple[str, Refusal]]:
    sign, chip = hand.sign, hand.sign.smallest_chip
    if is_whole(seat.chips) and seat.chips > MOST:
        why = f"{seat.name} holds {priced(seat.chips)}; give {priced(MOST)} or less."
        yield "chips", Refusal(Cite("D7 4.1"), "too_many_chips", why)
    elif not is_whole(seat.chips) or seat.chips <= 0:
        why = f"{seat.name} holds {priced(seat.chips)}. Leave out players who have lost all their chips."
        yield "chips", Refusal(Cite("D7 4.7"), "no_chips", why)
    elif seat.chips % chip:
        why = f"{priced(seat.chips)} cannot be made with chips of {priced(chip)}."
        yield "chips", Refusal(Cite("D7 4.1"), "bad_chips", why)
    if seat.wager is not None and seat.wager not in lawful_wagers(sign, seat.chips):
        yield "wager", _why_no_wager(sign, seat)
    if seat.doubled and not (0 < seat.doubled <= (seat.wager or 0)):
        why = "A double adds at most what was wagered."
        yield "doubled", Refusal(Cite("D2 11.2(a)"), "over_original", why)


def _why_no_wager(sign: Sign, seat: LastSeat) -> Refusal:
    wager = seat.wager or 0
    if wager < sign.minimum:
        return Refusal(Cite("D7 4.5"), "under_minimum", f"The minimum is {priced(sign.minimum)}.")
    if wager > sign.maximum:
        return Refusal(Cite("D7 4.5"), "over_maximum", f"The maximum is {priced(sign.maximum)}.")
    if wager > seat.chips:
        why = f"{seat.name} holds {priced(seat.chips)} and cannot wager {priced(wager)}."
        return Refusal(Cite("D7 4.1"), "not_enough", why)
    return Refusal(Cite("D7 4.4"), "off_increment", f"Wagers go up in steps of {priced(sign.step)}.")


def _refused_table(hand: LastHand) -> Iterator[tuple[Path, Refusal]]:
    number = len(hand.seats)
    if not is_whole(hand.advance) or not 1 <= hand.advance < number:
        why = f"{hand.advance} of {number} cannot qualify: at least 1 does, and fewer than all."
        yield ("advance",), Refusal(Cite("D7 6.6"), "bad_advance", why)
    if not is_whole(hand.rounds) or not 1 <= hand.rounds <= MOST_ROUNDS:
        why = f"Enter 1 to {MOST_ROUNDS} for the rounds that are left."
        yield ("rounds",), Refusal(Cite("D7 1.0 Session"), "bad_rounds", why)
    if not is_whole(hand.decks) or not FEWEST_DECKS <= hand.decks <= MOST_DECKS:
        why = f"Blackjack is played with {FEWEST_DECKS} to {MOST_DECKS} decks."
        yield ("decks",), Refusal(Cite("D2 3.3(a)"), "bad_decks", why)
    if hand.tie is not None and not 0 <= hand.tie <= 1:
        yield ("tie",), Refusal(Cite("D7 6.5"), "bad_tie", "Give the chance in a play-off as a number from 0 to 1.")
    if len(hand.prizes) > number or any(not is_whole(each) or each < 0 for each in hand.prizes):
        why = "Give each place at most one prize, and no prize below $0."
        yield ("prizes",), Refusal(Cite("D7 3.2(h)"), "bad_prizes", why)


def _refused_order(hand: LastHand) -> Iterator[tuple[Path, Refusal]]:
    names = [seat.name for seat in hand.seats]
    if hand.marker not in names:
        why = "Put the marker before one of the players."
        yield ("marker",), Refusal(Cite("D7 5.9"), "bad_marker", why)
        return
    if len(hand.able) < FEWEST_PLAYERS:
        why = "Fewer than two can still wager: the session is over."
        yield ("players",), Refusal(Cite("D7 6.1"), "session_over", why)
        return
    if hand.marker not in [seat.name for seat in hand.able]:
        why = f"{hand.marker} cannot wager, so the marker goes to the next who can."
        yield ("marker",), Refusal(Cite("D7 5.10", "T10"), "bad_marker", why)
    waiting = ""
    for seat in hand.betting_order:
        if seat.wager is None:
            waiting = waiting or seat.name
        elif waiting:
            why = f"It is {waiting}'s turn to wager, before {seat.name}."
            yield ("players", names.index(seat.name), "wager"), Refusal(Cite("D7 5.10"), "not_in_turn", why)
            return


def _refused_cards(hand: LastHand) -> Iterator[tuple[Path, Refusal]]:
    dealt = [card for seat in hand.seats for card in seat.cards]
    left = {rank: (16 if rank == machine.TEN else 4) * hand.decks for rank in range(1, 11)}
    for card in (*hand.seen, *dealt, *((hand.up,) if hand.up else ())):
        left[card] -= 1
    short = next((rank for rank, number in left.items() if number < 0), None)
    if short is not None:
        why = f"{hand.decks} decks hold fewer cards of value {short} than have been seen."
        yield ("seen",), Refusal(Cite("D2 3.3(a)"), "not_in_shoe", why)
    fewest = CARDS_A_BOX * (len(hand.seats) + 1)
    if sum(left.values()) < fewest:
        why = f"With fewer than {fewest} cards left the shoe might run out in the middle of the hand."
        yield ("seen",), Refusal(Cite("D2 16.7"), "too_few_cards", why)
    if dealt or hand.up:
        yield from _refused_deal(hand)


def _refused_deal(hand: LastHand) -> Iterator[tuple[Path, Refusal]]:
    names = [seat.name for seat in hand.seats]
    if hand.is_betting:
        why = "Enter every wager before the cards: none is dealt before all have wagered."
        yield ("dealer",), Refusal(Cite("D2 8.2"), "too_early", why)
    if hand.rounds > 1:
        yield ("rounds",), Refusal(Cite("D2 8.2"), "bad_rounds", "Once cards are dealt, only one round can be left.")
    if not hand.up:
        yield ("dealer",), Refusal(Cite("D2 8.2(b)"), "no_up_card", "Name the dealer's card too.")
    is_later = False
    for seat in hand.able:
        path = ("players", names.index(seat.name), "cards")
        if refusal := _refuses_hand(seat, is_later=is_later):
            yield path, refusal
            return
        is_later = is_later or seat == hand.to_act


def _refuses_hand(seat: LastSeat, *, is_later: bool) -> Refusal | None:
    if len(seat.cards) < 2:  # noqa: PLR2004
        return Refusal(Cite("D2 8.2(c)"), "too_few_cards", f"{seat.name} has two cards or more.")
    if is_later and len(seat.cards) > 2:  # noqa: PLR2004
        return Refusal(Cite("D2 8.3"), "not_in_turn", f"{seat.name} plays after the box in turn, so has two cards yet.")
    for length in range(2, len(seat.cards)):
        if machine.is_over(hand_of(_with_cards(seat, seat.cards[:length]))):
            return Refusal(Cite("D2 13.1"), "no_such_hand", "This hand cannot have another card.")
    if seat.doubled and not machine.may_double(hand_of(_with_cards(seat, seat.cards[:2], doubled=0))):
        return Refusal(Cite("D2 11.1"), "no_double", "This hand cannot be doubled.")
    if seat.stands and machine.total(hand_of(seat)) < machine.MUST_DRAW_TO:
        return Refusal(Cite("D2 13.1(d)"), "must_draw", "A hand under 12 must draw.")
    return None


def _with_cards(seat: LastSeat, cards: tuple[int, ...], **changes: Any) -> LastSeat:
    return replace(seat, cards=cards, **changes)
