"""A count of the cards by request: its index plays, what a round is worth at each count, and its risk."""

from __future__ import annotations

from math import isfinite
from typing import Annotated

from litestar import post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.house_rules.rules import HouseRule
from croupier.games.blackjack.cards import DECK_SIZE
from croupier.games.blackjack.options import DEFAULT, BlackjackOptions, Soft17, Takes
from croupier.odds.counting.count import CardCount, Rounding
from croupier.odds.counting.figures import IndexRow
from croupier.serve.security.auth import ANYBODY, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.security.rates import address_key
from croupier.serve.solver.client import SLOW_SOLVER
from croupier.serve.solver.questions import AskCount, CountFound

MOST_VALUE = 3
"""Larger numbers take longer: `croupier solve count` is for those."""
MOST_SPREAD = 100
MOST_PLAYS = 24

CardNumber = Annotated[int, Meta(ge=-MOST_VALUE, le=MOST_VALUE)]


class CountAsked(Struct, frozen=True, forbid_unknown_fields=True):
    values: Annotated[tuple[CardNumber, ...], Meta(min_length=10, max_length=10)]
    """What each card adds, from the ace to the ten."""
    start: Annotated[int, Meta(ge=-100, le=100)] = 0
    true: bool = True
    """Whether the count is divided by the decks that are left."""
    rounding: Rounding = Rounding.FLOOR
    decks: Annotated[int, Meta(ge=4, le=8)] = DEFAULT.decks
    behind: Annotated[int, Meta(ge=10, le=50)] = 25
    """Of 100 cards, how many lie behind the cutting card."""
    spread: Annotated[int, Meta(ge=1, le=MOST_SPREAD)] = 8
    bankroll: Annotated[int, Meta(ge=1, le=1_000_000)] = 1000
    """In units of the smallest stake."""
    soft_17: Soft17 = DEFAULT.soft_17
    dealer_blackjack: Takes = DEFAULT.dealer_blackjack


class CountWorthShown(Struct, frozen=True):
    count: int
    frequency: str
    """In how many of 100 rounds it is met."""
    basic: str
    """What the player gains by the chart, in hundredths of the stake."""
    best: str
    stake: int
    """In units."""


class IndexPlayShown(IndexRow, frozen=True):
    turns: str
    gain: str
    """A round, in hundredths of the stake."""


class SpreadRiskShown(Struct, frozen=True):
    """Of one round, in units."""

    wagered: str
    gain: str
    """Of 100 rounds."""
    deviation: str
    score: str
    rounds_to_lead: int | None
    ruin: str
    """In hundredths."""


class CountShown(Struct, frozen=True):
    betting_correlation: str
    effects: tuple[str, ...]
    """What each card that is gone is worth to the player, in hundredths, an ace first."""
    insurance_at: int | None
    insurance_turns: str
    insurance_gain: str
    counts: tuple[CountWorthShown, ...]
    plays: tuple[IndexPlayShown, ...]
    """Those that gain most."""
    chart: SpreadRiskShown
    indices: SpreadRiskShown


def _shown(found: CountFound, bankroll: int) -> CountShown:
    study = found.study
    turns = study.insurance.turns
    return CountShown(
        betting_correlation=f"{study.betting_correlation:.3f}",
        effects=tuple(f"{100 * each:+.3f}" for each in study.effects),
        insurance_at=study.insurance.at,
        insurance_turns="" if turns is None else f"{turns:+.2f}",
        insurance_gain=f"{100 * study.insurance.gain:.4f}",
        counts=tuple(
            CountWorthShown(
                each.count,
                f"{100 * each.frequency:.2f}",
                f"{100 * each.basic:+.3f}",
                f"{100 * each.best:+.3f}",
                stake,
            )
            for each, stake in zip(study.worths, found.stakes, strict=True)
        ),
        plays=tuple(
            IndexPlayShown(
                **{name: getattr(each, name) for name in IndexRow.__struct_fields__},
                turns=f"{each.turns:+.1f}",
                gain=f"{100 * each.gain:.4f}",
            )
            for each in study.plays[:MOST_PLAYS]
        ),
        chart=_risk(found, bankroll, is_best=False),
        indices=_risk(found, bankroll, is_best=True),
    )


def _risk(found: CountFound, bankroll: int, *, is_best: bool) -> SpreadRiskShown:
    risk = found.indices if is_best else found.chart
    lead = risk.rounds_to_lead
    return SpreadRiskShown(
        wagered=f"{risk.wagered:.2f}",
        gain=f"{100 * risk.gain:+.2f}",
        deviation=f"{risk.deviation:.2f}",
        score=f"{risk.score:.2f}",
        rounds_to_lead=round(lead) if isfinite(lead) else None,
        ruin=f"{100 * risk.ruin(bankroll):.1f}",
    )


@post("/api/v1/games/blackjack/count", who=ANYBODY, takes=CountAsked, gives=CountShown, status_code=200)
async def count(entry: RequestContext, asked: CountAsked) -> CountShown:
    """Where the best play turns with a count of the cards, and what a spread of stakes gains: calculated, in units."""
    if len(set(asked.values)) == 1:
        raise Problem(409, HouseRule.NO_COUNT.refusal())
    options = BlackjackOptions(decks=asked.decks, soft_17=asked.soft_17, dealer_blackjack=asked.dealer_blackjack)
    cards = DECK_SIZE * asked.decks
    counted = CardCount("asked", asked.values, asked.start, asked.true, asked.rounding)
    found = await SLOW_SOLVER.ask(
        AskCount(options, counted, cards - cards * asked.behind // 100, asked.spread),
        CountFound,
        address_key(entry.here.client),
    )
    return _shown(found, asked.bankroll)


ROUTES: list[ControllerRouterHandler] = [count]
