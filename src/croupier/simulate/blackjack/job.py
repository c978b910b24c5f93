"""Blackjack as a job: tables made once from the hand machine, walked chunk by chunk by compiled code."""

from __future__ import annotations

import hashlib
import time
from functools import cached_property
from typing import Any

import msgspec
import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK, code
from croupier.games.refusal import Refused
from croupier.odds.blackjack.solver import Shoe, solve
from croupier.odds.blackjack.solver import Strategy as Kind
from croupier.rulebook import EDITION
from croupier.simulate import store
from croupier.simulate.blackjack import one_box
from croupier.simulate.blackjack.boxes import Boxes, Detail
from croupier.simulate.blackjack.chunk import ChunkRun
from croupier.simulate.blackjack.hands import HandGraph, Way
from croupier.simulate.blackjack.player import Player
from croupier.simulate.blackjack.rounds import Rounds
from croupier.simulate.blackjack.setup import Setup, refuses_setup
from croupier.simulate.blackjack.solved import ByCards, ByTotals
from croupier.simulate.blackjack.strategy import ByChart, ChoiceSource
from croupier.simulate.blackjack.tables import BoxOutcome, tables_of, unit_of
from croupier.simulate.blackjack.tables_cache import MadeTables, packed, unpacked
from croupier.simulate.job import Chunk, Task

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


def _is_whole(setup: Setup) -> bool:
    """Whether rounds are tabulated whole."""
    return setup.boxes == 1 and len(setup.strategy.counts) == 1 and setup.detail is not Detail.HANDS


def made_of(setup: Setup, boxes: Boxes) -> MadeTables:
    tables, outcomes = tables_of(boxes)
    if not _is_whole(setup):
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


class BlackjackJob:
    """A setup, ready to run. It can be pickled; what only some runs need is made when it is asked for."""

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

    def run(self, seed: int, task: Task) -> Chunk:
        run = ChunkRun(self, seed, task)
        began = time.perf_counter()
        if self.goes_whole:
            self._run_whole(run)
        else:
            run.play()
        return Chunk(run.totals(), time.perf_counter() - began)

    def _run_whole(self, run: ChunkRun) -> None:
        table, ends, rounds = self.made.whole, len(self.made.whole_outcomes), run.task.rounds
        if self.setup.fresh:
            found = one_box.from_fresh_shoes(table, ends, self.template, run.base, rounds)
        else:
            depth = (self.setup.burnt, self.setup.before_cut)
            found = one_box.from_shoes(table, ends, self.template, depth, run.base, rounds)
        run.count_whole(found)

    def recorded(self, seed: int, task: Task) -> ChunkRun:
        """The same rounds box by box, each one kept."""
        run = ChunkRun(self, seed, task, task.rounds)
        run.play()
        return run


def blackjack_job(setup: Setup) -> BlackjackJob:
    """The job of a setup; raises `Refused` where there is none."""
    refusal = refuses_setup(setup)
    if refusal is not None:
        raise Refused(refusal)
    return BlackjackJob(setup, _kept(setup) or _made(setup))


def _key(setup: Setup) -> str:
    """Of all that the tables hang on: how often and from which shoe they are walked is no part of it."""
    told = (SCHEME, store.sources(), setup.options, setup.strategy, setup.stakes, setup.detail, _is_whole(setup))
    return hashlib.sha256(msgspec.msgpack.encode(told)).hexdigest()


def _made(setup: Setup) -> MadeTables:
    made = made_of(setup, boxes_of(setup))
    store.save("tables", _key(setup), packed(made))
    return made


def _kept(setup: Setup) -> MadeTables | None:
    body = store.saved("tables", _key(setup))
    return None if body is None else unpacked(body)
