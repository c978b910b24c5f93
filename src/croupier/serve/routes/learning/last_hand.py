"""The last hand of a tournament session by request: what every wager, or every decision, is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from litestar import post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.games.money import MOST
from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.games.tournament.session_table.last_hand import BetModel, LastHand, LastSeat, refuses_last_hand
from croupier.odds.last_hand.figures import DecisionAnswer, LastHandAnswer, WagerAnswer
from croupier.report.figures import decimal
from croupier.serve.security.auth import ANYBODY, RequestContext
from croupier.serve.security.rates import address_key
from croupier.serve.solver.client import SLOW_SOLVER
from croupier.serve.solver.questions import AskLastHand

MOST_PLAYERS = 3
"""With more it takes a minute: `croupier tournament last-hand` is for those."""
MOST_CARDS = 12
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

    players: Annotated[tuple[LastSeatAsked, ...], Meta(min_length=2, max_length=MOST_PLAYERS)]
    marker: Annotated[str, Meta(max_length=40)]
    minimum: Chips
    maximum: Chips
    increment: Chips
    smallest_chip: Chips
    advance: Annotated[int, Meta(ge=1, le=2)] = 1
    decks: Annotated[int, Meta(ge=4, le=8)] = 8
    dealer: Annotated[int, Meta(ge=0, le=10)] = 0
    """The dealer's first card by value, once cards are dealt; 0 before."""


class WagerWorth(Struct, frozen=True):
    wager: int
    chance: str
    """To go on, in hundredths."""
    others: dict[str, int]
    is_best: bool
    method: str


class DecisionWorth(Struct, frozen=True):
    decision: str
    amount: int
    chance: str
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
    wagers: tuple[WagerWorth, ...]
    decisions: tuple[DecisionWorth, ...]
    insurance: tuple[DecisionWorth, ...]
    departures: tuple[DepartureWorth, ...]


def _percent(chance: float) -> str:
    return str(decimal(Fraction(chance) * 100, PLACES))


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
    hand = LastHand(seats, asked.marker, sign, asked.advance, decks=asked.decks, up=asked.dealer)
    if refusal := refuses_last_hand(hand):
        raise NotAccepted(refusal[1])
    return hand


def _wager(each: WagerAnswer, best: int | None) -> WagerWorth:
    return WagerWorth(each.wager, _percent(each.chance), each.others, each.wager == best, each.method)


def _decision(each: DecisionAnswer) -> DecisionWorth:
    return DecisionWorth(each.decision, each.amount, _percent(each.chance), each.is_basic)


def _shown(found: LastHandAnswer) -> LastHandShown:
    return LastHandShown(
        player=found.player,
        method=found.method,
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
    """The chance to go on with every wager, or every decision, of the one to act in a last hand."""
    asker = address_key(entry.here.client)
    return _shown(await SLOW_SOLVER.ask(AskLastHand(_hand(asked)), LastHandAnswer, asker))


ROUTES: list[ControllerRouterHandler] = [last_hand]
