"""A count studied: its best index plays, and what a round is worth at each count."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.options import BlackjackOptions
from croupier.odds.blackjack.effects import RemovalEffects, effects_of_removal
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.solver import Shoe, solve
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.counting.cells import BETTING, UNHEARD_OF, CountCells, CountedShoe, RoundLengths
from croupier.odds.counting.count import CardCount
from croupier.odds.counting.figures import CountStudy, CountWorth, IndexPlay, InsuranceIndex
from croupier.odds.counting.hands import CountedUpCard
from croupier.odds.counting.insurance import insurance_index
from croupier.odds.counting.rows import ChartRow, Tables, index_plays, moments_of, row_values
from croupier.odds.counting.worth import worths
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.prepared import way_of
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import (
    NO_CARDS,
    Deviation,
    HeldHand,
    Letter,
    PlayStrategy,
    row_of,
)

Array = Any
LONGEST_ROUND = 24
"""Cards: no round of one box that is worth counting takes more."""
KEPT = 4


def with_indices(base: PlayStrategy, found: CountStudy) -> PlayStrategy:
    """The same strategy with the indices that were found in place of its own."""
    plays = sorted(found.plays, key=lambda play: (play.row, -play.total, play.up, _written(play)))
    return replace(
        base,
        insures=False,
        insures_at=found.insurance.at,
        deviations=tuple(_deviation(play) for play in plays),
    )


def _written(play: IndexPlay) -> int:
    """Of several that apply the last one counts, so what is further away is written later."""
    return -play.at if play.is_below else play.at


def _deviation(play: IndexPlay) -> Deviation:
    return Deviation(play.row, play.total, play.up, play.at, Letter(play.play), play.is_below)


def study(setup: Setup) -> CountStudy:
    """Everything about the count of a setup's strategy, which must have one: some ten seconds of sums."""
    strategy, options = setup.strategy, setup.options
    if strategy.count is None:
        raise ValueError("the strategy counts nothing")
    studied = _studied(options, strategy.count, setup.before_cut, setup.burnt)
    overall = sum(each.frequency * each.basic for each in studied.worths)
    return CountStudy(
        strategy.count,
        options.decks,
        studied.effects.by_card,
        studied.effects.betting_correlation(strategy.count.values),
        studied.worths,
        index_plays(studied.cells, studied.tables, _chart(setup, studied.tables)),
        studied.insurance,
        overall - studied.off_the_top,
    )


class _Studied(Struct, frozen=True):
    """What hangs on the count and the shoe alone, not on the chart."""

    cells: CountCells
    tables: Tables
    worths: tuple[CountWorth, ...]
    insurance: InsuranceIndex
    effects: RemovalEffects
    off_the_top: float


@lru_cache(maxsize=KEPT)
def _studied(options: BlackjackOptions, count: CardCount, before_cut: int, burnt: int) -> _Studied:
    shoe = CountedShoe(options.decks, count, round_lengths(options, count.values), before_cut - burnt)
    cells = CountCells(shoe, burnt, (BETTING, *moments_of(count.values)))
    laid = layout(options.rules)
    ups = tuple(CountedUpCard(laid, shoe, up) for up in RANKS)
    by_totals = solve(Shoe.of_decks(options.decks), options.rules)
    tables = row_values(cells, ups)
    effects = effects_of_removal(options.decks, options.rules)
    found = worths(cells, ups, by_totals)
    return _Studied(cells, tables, found, insurance_index(cells, ups[0]), effects, by_totals.value)


@lru_cache(maxsize=KEPT)
def round_lengths(options: BlackjackOptions, values: tuple[int, ...]) -> RoundLengths:
    """How many cards a round of one box takes and what they add to a count, from a shoe that never runs down."""
    setup = Setup(options)
    job = blackjack_job(setup)
    table, ends = job.made.whole, len(job.made.whole_outcomes)
    if table is None:
        raise ValueError("rounds of one box that nobody counts are tabulated whole")
    tags = [values[machine.value(card) - 1] for card in setup.stakes.cards]
    chances = np.bincount(job.template, minlength=table.shape[1]) / len(job.template)
    at: dict[int, Array] = {0: np.bincount([ends], minlength=len(table)).astype(np.float64)}
    found: RoundLengths = {}
    for cards in range(1, LONGEST_ROUND):
        at = _after_card(at, table, list(zip(tags, chances, strict=True)))
        for added, states in at.items():
            if (over := float(states[:ends].sum())) > UNHEARD_OF:
                found[cards, added] = over
            states[:ends] = 0.0
        at = {added: states for added, states in at.items() if states.sum() > UNHEARD_OF}
    return found


def _after_card(at: dict[int, Array], table: Array, cards: list[tuple[int, float]]) -> dict[int, Array]:
    """One card more: the chance of each state of a round, by what its cards have added to the count."""
    found: dict[int, Array] = {}
    for added, states in at.items():
        there = np.flatnonzero(states)
        for place, (tag, chance) in enumerate(cards):
            grown = np.bincount(table[there, place], states[there] * chance, len(table))
            found[added + tag] = found.get(added + tag, 0.0) + grown
    return found


def _chart(setup: Setup, tables: Tables) -> dict[ChartRow, str]:
    """The letter of every row, as the strategy plays its first two cards."""
    way = way_of(setup if setup.strategy.chart else Setup(setup.options))
    found = {}
    for first in RANKS:
        for second in range(first, RANKS[-1] + 1):
            hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
            options = machine.decisions(hand, 1, setup.options.rules)
            is_pair = machine.Decision.SPLIT in options
            name, total = ("pair", first) if is_pair else row_of(hand)
            for up in RANKS:
                row = ChartRow(name, total, up)
                if row in tables and row not in found:
                    decision = way.decision(HeldHand(up, hand, NO_CARDS, 0, options))
                    found[row] = _LETTERS[decision]
    return found


_LETTERS = {
    machine.Decision.STAND: "S",
    machine.Decision.DRAW: "H",
    machine.Decision.DOUBLE: "D",
    machine.Decision.SPLIT: "P",
}
