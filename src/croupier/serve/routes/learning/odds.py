"""Exact odds by request: what lies on a layout, and blackjack's chart for a table's rules."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import get, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.tables.commands import closed
from croupier.floor.tables.opening import TABLE_GAMES
from croupier.games.blackjack.in_words import hands_in_words
from croupier.games.blackjack.options import (
    DEFAULT,
    BlackjackOptions,
    Soft17,
    Takes,
    refuses_options,
)
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.game import Game
from croupier.games.layout.table import LayoutTable
from croupier.games.money import MOST
from croupier.games.position import Position
from croupier.games.refusal import Refused
from croupier.games.registry import LAYOUT_GAMES, game_of
from croupier.games.sign import DEFAULT_SMALLEST_CHIP, Sign
from croupier.odds import Combination, combination
from croupier.report.figures import root
from croupier.serve.security.auth import ANYBODY, Charge, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.security.rates import address_key
from croupier.serve.solver.client import SOLVER
from croupier.serve.solver.questions import AskChart, ChartFound, MistakeFound, SolverReadings
from croupier.serve.views.blackjack import RuleInWords, told_shown
from croupier.serve.views.games import known_game
from croupier.serve.views.lookup import working
from croupier.serve.wire.figures import Cents, Share

MOST_WAGERS = 400
"""More than any layout has positions."""
WAGERS_RECKONED = 100
"""So many in a fiftieth of a second, at Tai-Sai."""


# What lies on a layout


class WagerAsked(Struct, frozen=True, forbid_unknown_fields=True):
    position: closed(Position)  # type: ignore[valid-type]
    amount: Annotated[int, Meta(ge=1, le=MOST)]


class OddsAsked(Struct, frozen=True, forbid_unknown_fields=True):
    wagers: Annotated[tuple[WagerAsked, ...], Meta(min_length=1, max_length=MOST_WAGERS)]
    """Several on one position are one wager."""


class ResultShown(Struct, frozen=True):
    """One amount that the wagers can come to."""

    net: int
    """What the player then has more than before, in cents."""
    ways: int
    chance: Share


class OddsShown(Struct, frozen=True):
    """What these wagers of one player come to together, on one spin or roll."""

    stake: int
    edge: Share
    """What the house keeps on average of each unit staked."""
    mean: Cents
    """The player's net result on average."""
    deviation: str
    """The standard deviation of that result, in cents, rounded."""
    wins: Share
    """The chance that at least one of the wagers wins."""
    ahead: Share
    even: Share
    behind: Share
    best: ResultShown
    worst: ResultShown
    results: tuple[ResultShown, ...]
    """All of them, from the best to the worst."""


def odds_shown(found: Combination) -> OddsShown:
    chances = found.distribution
    results = tuple(ResultShown(each.net, each.ways, Share.of(chances[each.net])) for each in found.results)
    return OddsShown(
        stake=found.stake,
        edge=Share.of(found.edge),
        mean=Cents.of(found.mean),
        deviation=str(root(found.variance, 2)),
        wins=Share.of(found.hit_rate),
        ahead=Share.of(found.ahead),
        even=Share.of(found.even),
        behind=Share.of(found.behind),
        best=results[0],
        worst=results[-1],
        results=results,
    )


def _odds(game: Game, asked: OddsAsked, chip: int) -> OddsShown:
    """As a table pays them, whose smallest chip this is; limits are not looked at. In a thread: it takes a while."""
    wagers = ((Position(each.position.kind, each.position.numbers), each.amount) for each in asked.wagers)
    try:
        return odds_shown(combination(game, wagers, Sign(chip, MOST - MOST % chip, smallest_chip=chip)))
    except Refused as refused:
        raise NotAccepted(refused.refusal) from None


@post(
    "/api/v1/games/{name:str}/odds",
    who=ANYBODY,
    takes=OddsAsked,
    gives=OddsShown,
    status_code=200,
    choices={"name": TABLE_GAMES},
)
async def game_odds(charge: Charge, name: str, asked: OddsAsked) -> OddsShown:
    """The exact odds of some wagers together, at a game as it is by default, on a layout that has all of them."""
    if known_game(name) not in LAYOUT_GAMES:
        raise _no_layout()
    charge(len(asked.wagers) / WAGERS_RECKONED)
    return await asyncio.to_thread(_odds, game_of(name).with_every_wager(), asked, DEFAULT_SMALLEST_CHIP)


@post("/api/v1/tables/{id:str}/odds", who=ANYBODY, takes=OddsAsked, gives=OddsShown, status_code=200)
async def table_odds(casino: Casino, charge: Charge, id: str, asked: OddsAsked) -> OddsShown:
    """The exact odds of some wagers together, at this table's layout and by what it pays."""
    actor = working(casino, id)
    if actor.setting.game not in LAYOUT_GAMES:
        raise _no_layout()
    charge(len(asked.wagers) / WAGERS_RECKONED)
    state = actor.head.state.known_as(LayoutTable)
    return await asyncio.to_thread(_odds, state.game, asked, state.sign.smallest_chip)


def _no_layout() -> Problem:
    return Problem(409, HouseRule.NO_LAYOUT_ODDS.refusal())


# Blackjack's chart


class MistakeShown(Struct, frozen=True):
    """What people do wrong, and what it costs."""

    name: str
    happens: str
    """In how many of a hundred rounds there is occasion for it."""
    costs: str
    """Each time, in hundredths of the initial wager."""


class ChartShown(Struct, frozen=True):
    decks: int
    gazetted: bool
    rules: tuple[RuleInWords, ...]
    edge: str
    """What the house keeps of each initial wager, by this chart, in hundredths: off the top of a full shoe."""
    edges: dict[str, str]
    """The same by strategy: by totals, by the cards, and that after a split as suits it best (cdp1, cdp)."""
    chart: dict[str, dict[str, dict[str, str]]]
    """Hard totals, soft totals and pairs; a row each, and in it a letter for every up card."""
    letters: dict[str, str]
    """Which decision a letter is, by the name of its act."""
    mistakes: tuple[MistakeShown, ...]


LETTERS = {"S": "stand", "H": "draw", "D": "double", "P": "split"}


def hundredths(value: float) -> str:
    return f"{100 * value:.4f}"


def _mistake(each: MistakeFound) -> MistakeShown:
    return MistakeShown(each.name, hundredths(each.happens), hundredths(each.costs))


async def chart_shown(options: BlackjackOptions, asker: str) -> ChartShown:
    """The asker is an address."""
    found = await SOLVER.ask(AskChart(options.decks, SolverReadings.of(options.rules)), ChartFound, asker)
    return ChartShown(
        decks=options.decks,
        gazetted=options.gazetted,
        rules=tuple(map(told_shown, hands_in_words(options))),
        edge=hundredths(found.edge),
        edges={name: hundredths(edge) for name, edge in found.edges.items()},
        chart=found.chart,
        letters=LETTERS,
        mistakes=tuple(map(_mistake, found.mistakes)),
    )


@get("/api/v1/tables/{id:str}/chart", who=ANYBODY, gives=ChartShown)
async def table_chart(casino: Casino, entry: RequestContext, id: str) -> ChartShown:
    """The best play by totals for this blackjack table's rules, and what the house keeps of it."""
    actor = working(casino, id)
    if actor.setting.game != "blackjack":
        raise Problem(409, HouseRule.NO_CHART.refusal())
    return await chart_shown(actor.head.state.known_as(BlackjackTable).options, address_key(entry.here.client))


@get(
    "/api/v1/games/blackjack/chart",
    who=ANYBODY,
    gives=ChartShown,
    query={
        "decks": int,
        "hands": int,
        "soft_17": Soft17,
        "dealer_blackjack": Takes,
        "double_with_ace": bool,
        "double_after_split": bool,
    },
)
async def chart(
    entry: RequestContext,
    decks: int = DEFAULT.decks,
    hands: int = DEFAULT.hands,
    soft_17: Soft17 = DEFAULT.soft_17,
    dealer_blackjack: Takes = DEFAULT.dealer_blackjack,
    *,
    double_with_ace: bool = DEFAULT.double_with_ace,
    double_after_split: bool = DEFAULT.double_after_split,
) -> ChartShown:
    """The same for other decks, and for readings that other houses have."""
    options = BlackjackOptions(
        decks=decks,
        hands=hands,
        soft_17=soft_17,
        dealer_blackjack=dealer_blackjack,
        double_with_ace=double_with_ace,
        double_after_split=double_after_split,
    )
    if refusal := refuses_options(options):
        raise NotAccepted(refusal)
    return await chart_shown(options, address_key(entry.here.client))


ROUTES: list[ControllerRouterHandler] = [game_odds, table_odds, table_chart, chart]
