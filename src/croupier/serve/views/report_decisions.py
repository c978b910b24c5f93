"""What players' own decisions at blackjack cost, for the report: rounds played again from their journals.

Rounds that are over do not change, so each is played again once, and what was decided in it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from weakref import WeakKeyDictionary

from croupier.floor.casino import Casino
from croupier.floor.keeping.played import DutyRoster, RoundSpan, spans_played
from croupier.floor.store.port import Connection
from croupier.floor.store.sqlite_file import suspecting
from croupier.floor.store.statements import tail
from croupier.floor.tables.actor import TableActor
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.people import is_house_player
from croupier.games.refusal import Refused
from croupier.games.table import Outcome
from croupier.odds.blackjack.held import Held
from croupier.record.journal import read_entry
from croupier.report.decisions import PlayersDecision, cost_of, decision_of
from croupier.report.house import DecisionsCost
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import SOLVER
from croupier.serve.solver.questions import AskWorths, SolverReadings, WorthsFound
from croupier.serve.views.table_states import States, StillReading, states_of

FOLDED_AT_ONCE = 20_000
ROUNDS_AT_ONCE = 200
"""Between two of these reads others come to the reader's thread."""
HANDS_AT_ONCE = 50
"""In one question to the solver, so that nobody's hint waits long for it."""
MOST_KEPT = 50_000
"""Rounds of one table whose decisions are kept."""

Decided = dict[int, tuple[PlayersDecision, ...]]
"""By the number of the round."""

_KEPT: WeakKeyDictionary[TableActor, Decided] = WeakKeyDictionary()


async def decisions_cost(casino: Casino, actor: TableActor, since: int, until: int) -> list[DecisionsCost] | None:
    """Of every player in every round of this table that ended in this time; `None` where the solver cannot say."""
    state = actor.head.state.known_as(BlackjackTable)
    spans = await casino.store.read(lambda connection: spans_played(connection, actor.id, since, until))
    try:
        decided = await _decided(casino, actor, spans)
        worths = await _worths(state.options, [each for span in spans for each in decided.get(span.number, ())])
    except (Problem, ValueError, Refused):
        # No solver, or a journal that does not follow: `verify` says more about that.
        return None
    roster = await casino.store.read(DutyRoster)
    # The journal has players under ids of its own; the report is about people.
    await actor.learn_players({each.person for span in spans for each in decided.get(span.number, ())})
    person = actor.setting.players.person
    return [
        DecisionsCost(actor.id, span.time, roster.dealer_at(actor.id, span.time), person(each.person), cost)
        for span in spans
        for each in decided.get(span.number, ())
        for cost in [cost_of(each, {} if each.held is None else worths[each.held], state.options.decks)]
    ]


async def _decided(casino: Casino, actor: TableActor, spans: Sequence[RoundSpan]) -> Decided:
    kept = _KEPT.setdefault(actor, {})
    if len(kept) > MOST_KEPT:
        kept.clear()
    states = states_of(actor)
    unknown = [span for span in spans if span.number not in kept]
    while unknown:
        asked = unknown[:ROUNDS_AT_ONCE]
        try:
            async with states.lock:
                kept |= await casino.store.read(suspecting(lambda connection: _read(connection, states, asked)))  # noqa: B023
        except StillReading:
            continue
        unknown = unknown[ROUNDS_AT_ONCE:]
    return kept


def _read(connection: Connection, states: States, spans: Sequence[RoundSpan]) -> Decided:
    """These rounds played again, each from the state before it."""
    found: Decided = {}
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


async def _worths(options: BlackjackOptions, decisions: Sequence[PlayersDecision]) -> dict[Held, dict[str, Fraction]]:
    hands = sorted({each.held for each in decisions if each.held is not None}, key=str)
    found: dict[Held, dict[str, Fraction]] = {}
    readings = SolverReadings.of(options.rules)
    for start in range(0, len(hands), HANDS_AT_ONCE):
        part = tuple(hands[start : start + HANDS_AT_ONCE])
        answer = await SOLVER.ask(AskWorths(options.decks, readings, part), WorthsFound)
        for held, worth in zip(part, answer.worths, strict=True):
            found[held] = {each.name: Fraction(each.value) for each in worth.choices}
    return found
