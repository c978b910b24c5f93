"""The last hand of a tournament session by request: what every wager, or every decision, is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from litestar import post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.games.money import MOST
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import MOST_AT_TABLE
from croupier.games.tournament.session_table.last_hand import (
    MOST_ROUNDS,
    BetModel,
    LastHand,
    LastSeat,
    refuses_last_hand,
)
from croupier.odds.last_hand.figures import DecisionAnswer, LastHandAnswer, WagerAnswer
from croupier.odds.last_hand.limits import refuses_rounds
from croupier.record.files.last_hand import MOST_SEEN
from croupier.report.figures import decimal
from croupier.rulebook import Cite
from croupier.serve.security.auth import ANYBODY, RequestContext
from croupier.serve.security.rates import address_key
from croupier.serve.solver.client import COACH, SLOW_SOLVER
from croupier.serve.solver.questions import AskLastHand

QUICK_PLAYERS = 3
"""With more it may take a minute, and another process works it out: nobody's short question waits for it."""
MOST_BETTORS = 4
"""With more before the deal it takes minutes: `croupier tournament last-hand` is for those. A hand that is dealt is
worked out with any number of players."""
MOST_CARDS = 12
HUNDREDTHS = 100
PLACES = 2

Chips = Annotated[int, Meta(ge=0, le=MOST)]
CardValue = Annotated[int, Meta(ge=1, le=10)]


class LastSeatAsked(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    chips: Chips
    """All that the player holds, with the wager that lies on the box."""
    wager: Chips | None = None
    bets: BetModel = BetModel.BEST
    basic: bool = False
    """Whether the player plays the hand by basic play, not for the place."""
    cards: Annotated[tuple[CardValue, ...], Meta(max_length=MOST_CARDS)] = ()
    """By value: an ace is 1, all tens are 10."""
    doubled: Chips = 0
    stands: bool = False


class LastHandAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """Players as they sit, from the dealer's left."""

    players: Annotated[tuple[LastSeatAsked, ...], Meta(min_length=2, max_length=MOST_AT_TABLE)]
    marker: Annotated[str, Meta(max_length=40)]
    minimum: Chips
    maximum: Chips
    increment: Chips
    smallest_chip: Chips
    advance: Annotated[int, Meta(ge=1, le=MOST_AT_TABLE)] = 1
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    """How many rounds are left, this one included."""
    decks: Annotated[int, Meta(ge=4, le=8)] = 8
    seen: Annotated[tuple[CardValue, ...], Meta(max_length=MOST_SEEN)] = ()
    """Cards that have left the shoe in earlier rounds, by value."""
    tie: Annotated[int, Meta(ge=0, le=HUNDREDTHS)] | None = None
    """The chance of the one to act in a play-off, in hundredths; an equal share where it is left out."""
    prizes: Annotated[tuple[Chips, ...], Meta(max_length=MOST_AT_TABLE)] = ()
    """The money of each place, where this table decides the places."""
    for_prize: bool = False
    """Whether everybody plays for the expected prize, and not to go on."""
    dealer: Annotated[int, Meta(ge=0, le=10)] = 0
    """The dealer's first card by value, once cards are dealt; 0 before."""


class WagerWorth(Struct, frozen=True):
    wager: int
    chance: str
    """To go on, in hundredths."""
    prize: int | None
    """The expected prize, where prizes are given."""
    error: str
    """By how much the chance may be off, 99 times in 100, where deals were drawn at random; empty otherwise."""
    others: dict[str, int]
    is_best: bool
    method: str


class DecisionWorth(Struct, frozen=True):
    decision: str
    amount: int
    chance: str
    prize: int | None
    is_basic: bool


class DepartureWorth(Struct, frozen=True):
    up: int
    hand: str
    other: str
    decision: str
    amount: int
    basic: str
    gain: str


class LastHandShown(Struct, frozen=True):
    player: str
    method: str
    error: str
    """By how much the figures may be off, where rounds to come were read off a grid; empty otherwise."""
    wagers: tuple[WagerWorth, ...]
    decisions: tuple[DecisionWorth, ...]
    insurance: tuple[DecisionWorth, ...]
    departures: tuple[DepartureWorth, ...]


def _percent(chance: float) -> str:
    return str(decimal(Fraction(chance) * HUNDREDTHS, PLACES))


def _off(error: float | None) -> str:
    return "" if error is None else _percent(error)


def _money(prize: float | None) -> int | None:
    return None if prize is None else round(prize)


def _hand(asked: LastHandAsked) -> LastHand:
    """What was asked, or why it cannot be."""
    try:
        sign = Sign(asked.minimum, asked.maximum, asked.increment or None, asked.smallest_chip)
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None
    seats = tuple(
        LastSeat(
            each.name,
            each.chips,
            each.wager,
            each.bets,
            "basic" if each.basic else "best",
            each.cards,
            each.doubled,
            each.stands,
        )
        for each in asked.players
    )
    hand = LastHand(
        seats,
        asked.marker,
        sign,
        asked.advance,
        asked.rounds,
        asked.decks,
        asked.seen,
        None if asked.tie is None else Fraction(asked.tie, HUNDREDTHS),
        asked.prizes,
        asked.dealer,
    )
    if refusal := refuses_last_hand(hand):
        raise NotAccepted(refusal[1])
    return hand


def _refuses_bettors(hand: LastHand) -> Refusal | None:
    if hand.up or len(hand.able) <= MOST_BETTORS:
        return None
    why = (
        f"Before the deal, wagers of more than {MOST_BETTORS} players take minutes to work out. Use `croupier "
        "tournament last-hand`, or ask about a hand that is dealt."
    )
    return Refusal(Cite("D7 1.0 Session"), "too_many_players", why)


def _wager(each: WagerAnswer, best: int | None) -> WagerWorth:
    chance, prize = _percent(each.chance), _money(each.prize)
    return WagerWorth(each.wager, chance, prize, _off(each.error), each.others, each.wager == best, each.method)


def _decision(each: DecisionAnswer) -> DecisionWorth:
    return DecisionWorth(each.decision, each.amount, _percent(each.chance), _money(each.prize), each.is_basic)


def _shown(found: LastHandAnswer) -> LastHandShown:
    return LastHandShown(
        player=found.player,
        method=found.method,
        error=_off(found.error),
        wagers=tuple(_wager(each, found.best) for each in found.wagers),
        decisions=tuple(map(_decision, found.decisions)),
        insurance=tuple(map(_decision, found.insurance)),
        departures=tuple(
            DepartureWorth(each.up, each.hand, each.other, each.decision, each.amount, each.basic, _percent(each.gain))
            for each in found.departures
        ),
    )


@post("/api/v1/last-hand", who=ANYBODY, takes=LastHandAsked, gives=LastHandShown, status_code=200)
async def last_hand(entry: RequestContext, asked: LastHandAsked) -> LastHandShown:
    """The chance to go on with every wager, or every decision, of the one to act in a last hand.

    With more than three players, or more than one round left, it may take a minute.
    """
    asker = address_key(entry.here.client)
    hand = _hand(asked)
    if refusal := refuses_rounds(hand) or _refuses_bettors(hand):
        raise NotAccepted(refusal)
    is_slow = not hand.up and (len(hand.able) > QUICK_PLAYERS or hand.rounds > 1)
    question = AskLastHand(hand, aims_at_prize=asked.for_prize and bool(asked.prizes))
    return _shown(await (COACH if is_slow else SLOW_SOLVER).ask(question, LastHandAnswer, asker))


ROUTES: list[ControllerRouterHandler] = [last_hand]
