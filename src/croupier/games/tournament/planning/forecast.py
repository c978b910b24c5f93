"""What an evening comes to before it is opened: about how long it lasts, and the prizes in dollars.

The length is an estimate. It rests on the pace that is stated with it, not on a rule.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.games.money import is_whole
from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import (
    FEWEST_AT_TABLE,
    MOST_AT_TABLE,
    MOST_PLAYERS,
    Conditions,
    Duration,
    Measure,
    going_on,
    tables_for,
)
from croupier.games.tournament.planning.prizes import money_prizes
from croupier.rulebook import Cite

CARDS_IN_DECK = 52


class TournamentPace(Struct, frozen=True):
    """What the estimate of an evening's length rests on."""

    turn: int = 6
    """Seconds in which a player wagers, and as many again to decide."""
    cards: int = 10
    """Seconds for dealing and paying a round."""
    shuffle: int = 120
    """Seconds for a shuffle by hand."""
    seating: int = 300
    """Seconds from the call to the tables until the first wager of a stage."""
    cards_a_hand: int = 3
    shoe_used: int = 75
    """The part of a shoe that is dealt before the cutting card, of a hundred."""


AUTOMATED_PACE = TournamentPace(shuffle=0)
LIVE_PACE = TournamentPace(turn=8, cards=25)


class ForecastStage(Struct, frozen=True):
    """One stage of the evening; its tables play at the same time."""

    players: int
    tables: tuple[int, ...]
    duration: Duration
    is_final: bool
    seconds: int


class Forecast(Struct, frozen=True):
    """An evening with that many entries."""

    entries: int
    stages: tuple[ForecastStage, ...]
    seconds: int
    """All stages with the breaks between them. Play-offs and pauses are not in it."""
    breaks: int
    pool: int
    prizes: tuple[int, ...]
    """In cents, from the winner's on; goods are worth nothing here."""
    pace: TournamentPace


def forecast(conditions: Conditions, entries: int, *, live: bool = False) -> Forecast | Refusal:
    """What an evening with so many entries comes to; a refusal where so many cannot play it."""
    if refusal := _refuses_entries(conditions, entries):
        return refusal
    pace = LIVE_PACE if live else AUTOMATED_PACE
    stages = _stages(conditions, entries, pace)
    breaks = conditions.break_seconds * (len(stages) - 1)
    pool = entries * (conditions.entry_fee or 0)
    return Forecast(
        entries=entries,
        stages=stages,
        seconds=sum(stage.seconds for stage in stages) + breaks,
        breaks=breaks,
        pool=pool,
        prizes=money_prizes(conditions.prizes, pool)[0],
        pace=pace,
    )


def _refuses_entries(conditions: Conditions, entries: int) -> Refusal | None:
    most = conditions.most or MOST_PLAYERS
    if not is_whole(entries) or not FEWEST_AT_TABLE <= entries <= most:
        why = f"This tournament has {FEWEST_AT_TABLE} to {most} players."
        return Refusal(Cite("D7 3.2(f)"), "bad_numbers", why)
    if conditions.final is None or (entries > MOST_AT_TABLE and not conditions.stages):
        return Refusal(Cite("D7 3.2(g)"), "bad_length", "Say how long the stages and the final last.")
    return None


def _stages(conditions: Conditions, players: int, pace: TournamentPace) -> tuple[ForecastStage, ...]:
    stages: list[ForecastStage] = []
    while players > MOST_AT_TABLE:
        terms = conditions.stage(len(stages) + 1)
        tables = tables_for(players, conditions.seats)
        seconds = pace.seating + session_seconds(conditions, terms.duration, max(tables), pace)
        stages.append(ForecastStage(players, tables, terms.duration, is_final=False, seconds=seconds))
        players = going_on(players, terms, conditions.seats)
    final = conditions.final or Duration(Measure.ROUNDS, 0)
    seconds = pace.seating + session_seconds(conditions, final, players, pace)
    return (*stages, ForecastStage(players, (players,), final, is_final=True, seconds=seconds))


def session_seconds(conditions: Conditions, duration: Duration, players: int, pace: TournamentPace) -> int:
    """About how long a session of so many players lasts: nobody is taken to fall out before its end."""
    if duration.measure is Measure.SECONDS:
        return duration.count
    turn = min(pace.turn, conditions.wager_seconds or pace.turn) + pace.turn
    round_seconds = players * turn + pace.cards
    dealt = conditions.options.decks * CARDS_IN_DECK * pace.shoe_used // 100
    rounds_in_shoe = max(1, dealt // ((players + 1) * pace.cards_a_hand))
    is_shoes = duration.measure is Measure.SHOES
    shoes = duration.count if is_shoes else -(-duration.count // rounds_in_shoe)
    rounds = duration.count * rounds_in_shoe if is_shoes else duration.count
    return rounds * round_seconds + shoes * pace.shuffle
