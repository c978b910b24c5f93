"""What players' own decisions at blackjack cost, for the report: rounds played again from their journals.

Rounds that are over do not change, so each is played again once, and what was decided in it is kept.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeVar

from croupier.floor.keeping.reports.played import DutyRoster, RoundSpan, spans_played
from croupier.floor.keeping.reports.table_states import States, StillReading
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import tail
from croupier.floor.tables.player_ids import PlayerIds
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import is_house_player
from croupier.games.table import Outcome
from croupier.odds.blackjack.held import Held
from croupier.record.journals.journal import read_entry
from croupier.report.decisions import PlayersDecision, cost_of, decision_of
from croupier.report.house import DecisionsCost

FOLDED_AT_ONCE = 20_000
ROUNDS_AT_ONCE = 200
"""Between two of these reads others come to the reader's thread."""
MOST_KEPT = 50_000
"""Rounds of one table whose decisions are kept."""

T = TypeVar("T")
Worths = Mapping[Held, Mapping[str, Fraction]]
"""What every choice for a hand is worth, for one unit of the wager."""
Weigh = Callable[[BlackjackOptions, Sequence[Held]], Awaitable[Worths]]


class Reader(Protocol):
    """A store that is read, beside others who read it too."""

    def read(self, function: Callable[[Connection], T]) -> Awaitable[T]: ...


class Decided:
    """The decisions in the rounds of one table."""

    def __init__(self, states: States) -> None:
        self._states = states
        self._kept: dict[int, tuple[PlayersDecision, ...]] = {}
        """By the number of the round."""

    async def of(self, reader: Reader, spans: Sequence[RoundSpan]) -> Mapping[int, tuple[PlayersDecision, ...]]:
        if len(self._kept) > MOST_KEPT:
            self._kept.clear()
        unknown = [span for span in spans if span.number not in self._kept]
        while unknown:
            asked = unknown[:ROUNDS_AT_ONCE]
            try:
                async with self._states.lock:
                    self._kept |= await reader.read(suspecting(lambda each: _read(each, self._states, asked)))  # noqa: B023
            except StillReading:
                continue
            unknown = unknown[ROUNDS_AT_ONCE:]
        return self._kept


async def decisions_cost(  # noqa: PLR0917  what a table and a time need
    reader: Reader,
    table: str,
    options: BlackjackOptions,
    players: PlayerIds,
    decided: Decided,
    weigh: Weigh,
    since: int,
    until: int,
) -> list[DecisionsCost]:
    """Of every player in every round of this table that ended in this time; raises what reading and weighing do."""
    spans = await reader.read(lambda connection: spans_played(connection, table, since, until))
    kept = await decided.of(reader, spans)
    made = [each for span in spans for each in kept.get(span.number, ())]
    hands = sorted({each.held for each in made if each.held is not None}, key=str)
    worths = await weigh(options, hands) if hands else {}
    roster = await reader.read(DutyRoster)
    # The journal has players under ids of its own; the report is about people.
    aliases = {each.person for each in made}
    people = await reader.read(lambda connection: players.found(connection, table, aliases))
    return [
        DecisionsCost(table, span.time, roster.dealer_at(table, span.time), people[each.person], cost)
        for span in spans
        for each in kept.get(span.number, ())
        for cost in [cost_of(each, {} if each.held is None else worths[each.held], options.decks)]
    ]


def _read(connection: Connection, states: States, spans: Sequence[RoundSpan]) -> dict[int, tuple[PlayersDecision, ...]]:
    """These rounds played again, each from the state before it."""
    found: dict[int, tuple[PlayersDecision, ...]] = {}
    at, state = -1, None
    for span in spans:
        if state is None or at != span.first - 1:
            state = states.after(connection, span.first - 1, FOLDED_AT_ONCE)
        made: list[PlayersDecision] = []
        for row in tail(connection, states.stream, span.first - 1, span.last - span.first + 1):
            act = read_entry(states.game, row.line).act
            decision = decision_of(state.known_as(BlackjackTable), act)
            made += [decision] if decision is not None else []
            state = state if act is None else state.play(act)
        at = span.last
        found[span.number] = tuple(_good(state.known_as(BlackjackTable), made))
    return found


def _good(table: BlackjackTable, made: Sequence[PlayersDecision]) -> Iterator[PlayersDecision]:
    """Decisions for wagers that were in play, of players who are no players of the house's own."""
    void = {(line.wager.player, str(line.wager.position)) for line in table.settled if line.outcome == Outcome.VOID}
    for each in made:
        if (each.person, f"box {each.box}") not in void and not is_house_player(each.person):
            yield each
