"""A setup of blackjack with the tables that are made once from the hand machine, before any round is played."""

from __future__ import annotations

import hashlib
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK, code
from croupier.odds.blackjack.solver import Shoe, solve
from croupier.odds.blackjack.solver import Strategy as Kind
from croupier.rulebook import EDITION
from croupier.simulate.blackjack.player import Player
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.solved import ByCards, ByTotals
from croupier.simulate.blackjack.strategies.strategy import ByChart, ChoiceSource
from croupier.simulate.blackjack.tabulated.boxes import Boxes, Detail
from croupier.simulate.blackjack.tabulated.hands import HandGraph, Way
from croupier.simulate.blackjack.tabulated.rounds import Rounds
from croupier.simulate.blackjack.tabulated.tables import BoxOutcome, tables_of, unit_of
from croupier.simulate.blackjack.tabulated.tables_cache import MadeTables

Array = Any
SCHEME = 1
"""Rises whenever the same seed would give other totals."""


def way_of(setup: Setup) -> Way:
    strategy = setup.strategy
    if strategy.chart is not None:
        return ByChart(strategy.chart)
    solution = solve(Shoe.of_decks(setup.options.decks), setup.options.rules, Kind(strategy.source))
    return ByTotals(solution) if strategy.source is ChoiceSource.TOTAL else ByCards(solution)


def boxes_of(setup: Setup) -> Boxes:
    return Boxes(setup.options.rules, way_of(setup), setup.strategy, setup.stakes, setup.detail)


def is_whole(setup: Setup) -> bool:
    """Whether rounds are tabulated whole."""
    return setup.boxes == 1 and len(setup.strategy.counts) == 1 and setup.detail is not Detail.HANDS


def made_of(setup: Setup, boxes: Boxes) -> MadeTables:
    tables, outcomes = tables_of(boxes)
    if not is_whole(setup):
        return MadeTables(tables, outcomes, None, (), 0)
    rounds = Rounds(boxes)
    numbers = {outcome: number for number, outcome in enumerate(outcomes)}
    return MadeTables(
        tables, outcomes, rounds.table(), tuple(numbers[each] for each in rounds.outcomes.all), rounds.longest
    )


def _template(cards: tuple[int, ...], number: int) -> Array:
    """The cards of a full shoe, as the tables see them."""
    places = {card: place for place, card in enumerate(cards)}
    seen = [code(card) if code(card) in places else machine.value(code(card)) for card in DECK]
    return np.repeat(np.array(sorted(places[card] for card in seen), dtype=np.uint8), number)


class PreparedBlackjack:
    """A setup with all that its rounds need. It can be pickled; what only some runs need is made when asked for."""

    def __init__(self, setup: Setup, made: MadeTables) -> None:
        self.setup, self.made = setup, made
        self.unit = unit_of(made.outcomes)
        cards = setup.stakes.cards
        self.template = _template(cards, setup.options.decks)
        self.nets = np.array([outcome.net // self.unit for outcome in made.outcomes], dtype=np.int64)
        """In units: compiled sums stay small."""
        count = setup.strategy.count
        self.start = 0 if count is None else count.start
        values = (0,) * 10 if count is None else count.values
        self.values = np.array([values[machine.value(card) - 1] for card in cards], np.int64)
        """What each card adds to the count."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("player", "_numbers")}

    @property
    def identity(self) -> str:
        """Of the setup and of all that was made from it: what counts as which outcome belongs to it."""
        digest = hashlib.sha256(msgspec.msgpack.encode((SCHEME, EDITION, self.setup, self.made.outcomes)))
        for array in (table for table in self.made.tables if not isinstance(table, tuple)):
            digest.update(array.tobytes())
        return digest.hexdigest()

    @cached_property
    def player(self) -> Player:
        """For rounds at the real table."""
        return Player(self.setup, HandGraph(self.setup.options.rules, way_of(self.setup), self.setup.strategy))

    @cached_property
    def _numbers(self) -> dict[BoxOutcome, int]:
        return {outcome: number for number, outcome in enumerate(self.made.outcomes)}

    def number(self, outcome: BoxOutcome) -> int:
        return self._numbers[outcome]

    @property
    def goes_whole(self) -> bool:
        """Whether rounds are walked whole: then none may use up the shoe."""
        return self.made.whole is not None and (self.setup.fresh or self.setup.from_back + 1 >= self.made.longest)
