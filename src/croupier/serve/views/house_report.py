"""The report of the running house: its store, its snapshots and the solver's process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar
from weakref import WeakKeyDictionary

from croupier.floor.casino import Casino
from croupier.floor.keeping.reports.decided import Decided, Worths
from croupier.floor.keeping.reports.house_report import Unsolved
from croupier.floor.keeping.reports.table_states import States, states_of
from croupier.floor.store.port import Connection
from croupier.games.blackjack.options import BlackjackOptions
from croupier.odds.blackjack.held import Held
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import SOLVER
from croupier.serve.solver.questions import AskEdge, AskWorths, EdgeFound, SolverReadings, WorthsFound

HANDS_AT_ONCE = 50
"""In one question to the solver, so that nobody's hint waits long for it."""

T = TypeVar("T")

_KEPT: WeakKeyDictionary[Casino, dict[str, Decided]] = WeakKeyDictionary()


class RunningHouse:
    def __init__(self, casino: Casino) -> None:
        self._casino = casino
        self._kept = _KEPT.setdefault(casino, {})

    async def read(self, function: Callable[[Connection], T]) -> T:
        return await self._casino.store.read(function)

    async def edge(self, options: BlackjackOptions) -> tuple[Fraction, Fraction]:
        try:
            found = await SOLVER.ask(AskEdge(options.decks, SolverReadings.of(options.rules)), EdgeFound)
        except Problem as problem:
            raise Unsolved from problem
        return Fraction(found.edge), Fraction(found.variance)

    async def worths(self, options: BlackjackOptions, hands: Sequence[Held]) -> Worths:
        found: dict[Held, dict[str, Fraction]] = {}
        readings = SolverReadings.of(options.rules)
        for start in range(0, len(hands), HANDS_AT_ONCE):
            part = tuple(hands[start : start + HANDS_AT_ONCE])
            try:
                answer = await SOLVER.ask(AskWorths(options.decks, readings, part), WorthsFound)
            except Problem as problem:
                raise Unsolved from problem
            found |= answer.by_hand(part)
        return found

    def decided(self, table: str, game: str) -> Decided:
        """A table that is gone is played again from its first entry, once."""
        if table not in self._kept:
            actor = self._casino.actors.get(table)
            self._kept[table] = Decided(States(table, game) if actor is None else states_of(actor))
        return self._kept[table]
