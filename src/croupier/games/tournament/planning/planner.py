"""A proposal for so many players: stages, tables, who goes on, how long, and what the winners take (D7 3.2, 5.4, 6.6).

Nothing here is law but its bounds: every table seats 4 to 7, the final too. Within them the shortest tournament is
proposed, and of the shortest the one with the fullest final that does not send on more than half of a stage's players.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import Struct

from croupier.games.money import MOST, is_whole
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import (
    FEWEST_AT_TABLE,
    MOST_AT_TABLE,
    MOST_PLAYERS,
    Conditions,
    Duration,
    Issue,
    Measure,
    Prize,
    Stage,
    can_sit,
    even_tables,
    players_in_final,
    refuses_cap,
    refuses_conditions,
)
from croupier.games.tournament.planning.prizes import money_prizes
from croupier.rulebook import Cite

MOST_PROPOSED = 3
"""How many of a table a proposal sends on at most; the operator may ask for any number (ruling T39)."""
TABLES = Cite("D7 5.4")
TERMS = Cite("D7 6.6")
CHIPS = 1_000_00
SIGN = Sign(minimum=10_00, maximum=500_00, increment=10_00, smallest_chip=5_00)
"""With wagers in tens and a chip of 5, a blackjack pays 3 to 2 and insurance takes half without a remainder."""
ENTRY_FORM = "Name, address, date of birth, and a signature under the conditions of entry"
SHARES = {4: (65, 35), 5: (50, 30, 20), 6: (50, 30, 20), 7: (45, 27, 18, 10)}
"""By the number of finalists: the parts of the pool from the winner's on."""
TROPHY = Prize(goods="Trophy")
"""For the winner where there is no money to share."""


class PlannedStage(Struct, frozen=True):
    """One stage as it is played when the field is full; the last of a plan is the final."""

    players: int
    tables: tuple[int, ...]
    """How many sit at each table, the larger first."""
    duration: Duration
    advance: int
    """How many of each table go on; 0 in the final."""
    best_losers: int
    """How many more go on, the highest of all the others."""
    why: str

    @property
    def going_on(self) -> int:
        return len(self.tables) * self.advance + self.best_losers

    @property
    def is_final(self) -> bool:
        return not self.advance


class Plan(Struct, frozen=True):
    players: int
    seats: int
    """The most players that sit at one table."""
    stages: tuple[PlannedStage, ...]
    conditions: Conditions
    added: int
    """What the operator adds to the pool: the conditions of entry have no place for it (D7 3.4)."""
    pool: int
    """Every fee of a full field, and what the operator adds."""
    money: tuple[int, ...]
    """What each prize of the list comes to; all together they are the pool."""

    @property
    def finalists(self) -> int:
        return self.stages[-1].players


def plan(
    players: int,
    *,
    advance: int | None = None,
    seats: int = MOST_AT_TABLE,
    fee: int = 0,
    added: int = 0,
    rounds: int = 20,
    name: str = "Blackjack tournament",
    starts: int | None = None,
    zone: str = "Pacific/Auckland",
) -> Plan | Refusal:
    """Propose a tournament for so many players; where it cannot be, the clause and the reason.

    `advance` is how many of each table go on from every stage; chosen where it is `None`. `starts` must be given for
    conditions of entry under which applications can be taken.
    """
    refusal = _refuses_wishes(players, advance, seats, fee, added)
    if refusal is not None:
        return refusal
    way = _best(players, advance, seats)
    if way is None:
        return _refuses_way(players, advance, seats)
    length = Duration(Measure.ROUNDS, rounds)
    conditions = Conditions(
        name=name,
        entry_form=ENTRY_FORM,
        entry_fee=fee,
        chips=CHIPS,
        issue=Issue.FREE,
        sign=SIGN,
        most=players,
        stages=tuple(Stage(length, terms.advance, terms.best_losers) for terms in way.terms),
        final=length,
        play_off=Duration(Measure.ROUNDS, max(1, rounds // 4)) if is_whole(rounds) else length,
        starts=starts,
        zone=zone,
        seats=seats,
    )
    pool = players * fee + added
    places = min(way.finalists, players_in_final(players, conditions))
    prizes = _prizes(places, pool)
    conditions = msgspec.structs.replace(
        conditions, prizes=prizes, fewest=_fewest(players, seats, way.terms, len(prizes))
    )
    if refusal := refuses_conditions(conditions):
        return refusal
    stages = _stages(players, seats, way.terms, length)
    return Plan(players, seats, stages, conditions, added, pool, money_prizes(prizes, pool)[0])


# What cannot be


def _refuses_wishes(players: int, advance: int | None, seats: int, fee: int, added: int) -> Refusal | None:
    if not is_whole(players) or players > MOST_PLAYERS:
        return Refusal(Cite("D7 3.2(f)"), "bad_numbers", f"A tournament has at most {MOST_PLAYERS} players.")
    if players < FEWEST_AT_TABLE:
        return Refusal(TABLES, "too_few", f"A table has at least {FEWEST_AT_TABLE} players; there would be {players}.")
    if not is_whole(seats) or not FEWEST_AT_TABLE <= seats <= MOST_AT_TABLE:
        return Refusal(TABLES, "bad_seats", f"A table seats {FEWEST_AT_TABLE} to {MOST_AT_TABLE} players.")
    if advance is not None and not (is_whole(advance) and 1 <= advance <= MOST_AT_TABLE):
        return Refusal(TERMS, "bad_advance", f"From 1 to {MOST_AT_TABLE} players can qualify from each table.")
    if not is_whole(fee) or not 0 <= fee <= MOST:
        return Refusal(Cite("D7 3.2(b)"), "bad_fee", "The entry fee must be $0 or a whole number of cents.")
    if not is_whole(added) or added < 0:
        return Refusal(Cite("D7 3.4"), "bad_pool", "The addition to the fees must be $0 or a whole number of cents.")
    if players * fee + added > MOST:
        return Refusal(Cite("D7 3.4"), "bad_pool", f"All fees and the addition together are more than ${MOST // 100}.")
    return None


def _refuses_way(players: int, advance: int | None, seats: int) -> Refusal:
    if not can_sit(players, seats):
        return refuses_cap(players, seats)
    of_each = "" if advance is None else f", with {advance} qualifying from each,"
    why = f"{players} players at tables of {seats}{of_each} cannot be brought to a final of 4 to {seats}."
    return Refusal(TERMS, "no_stages", why)


# The way from the first stage to the final


class _Terms(NamedTuple):
    advance: int
    best_losers: int


class _Way(NamedTuple):
    """Compared by its figures: the lower, the better."""

    stages: int
    too_many: int
    """How many players go on beyond half of a stage's, all stages together: such a stage decides little."""
    empty: int
    """Places at the final table that stay empty."""
    burden: int
    """Tables to be dealt at, and best losers to be found across tables."""
    advance: int
    terms: tuple[_Terms, ...]

    @property
    def finalists(self) -> int:
        return MOST_AT_TABLE - self.empty


@lru_cache(maxsize=4096)
def _best(players: int, advance: int | None, seats: int) -> _Way | None:
    """The best way from here to the final."""
    if not can_sit(players, seats):
        return None
    if players <= seats:
        return _Way(0, 0, MOST_AT_TABLE - players, 1, 0, ())
    return min(_ways(players, advance, seats), default=None)


def _ways(players: int, advance: int | None, seats: int) -> Iterator[_Way]:
    tables = len(even_tables(players, seats))
    for each in range(1, MOST_PROPOSED + 1) if advance is None else (advance,):
        for on in _numbers_going_on(tables * each, players, seats):
            losers = on - tables * each
            rest = _best(on, advance, seats) if _ends(each, losers) else None
            if rest is not None:
                yield _Way(
                    rest.stages + 1,
                    rest.too_many + max(0, on - players // 2),
                    rest.empty,
                    rest.burden + tables + losers,
                    rest.advance + each,
                    (_Terms(each, losers), *rest.terms),
                )


def _ends(advance: int, best_losers: int) -> bool:
    """Whether by such terms fewer go on than played, even of the 8 at two tables with whom a stage may begin."""
    return 2 * advance + best_losers <= MOST_AT_TABLE


def _numbers_going_on(winners: int, players: int, seats: int) -> Iterator[int]:
    """Every number that makes a final; else every one that can be seated, with a few best losers at most."""
    yield from range(max(winners, FEWEST_AT_TABLE), min(seats + 1, players))
    larger = range(max(winners, MOST_AT_TABLE + 1), players)
    yield from (number for number in larger[:MOST_AT_TABLE] if can_sit(number, seats))


def _fewest(players: int, seats: int, terms: tuple[_Terms, ...], places: int) -> int:
    """The smallest number from which on every number of players comes to a proper final by the same terms."""
    fewest = players
    while fewest > FEWEST_AT_TABLE and _finalists(fewest - 1, seats, terms) >= max(FEWEST_AT_TABLE, places):
        fewest -= 1
    return fewest


def _finalists(players: int, seats: int, terms: tuple[_Terms, ...]) -> int:
    """How many play the final; 0 where some table cannot be made up on the way."""
    number = 0
    while can_sit(players, seats):
        if players <= seats:
            return players
        each, losers = terms[min(number, len(terms) - 1)]
        going_on = len(even_tables(players, seats)) * each + losers
        if going_on >= players:
            return 0
        players, number = going_on, number + 1
    return 0


# What it looks like


def _stages(players: int, seats: int, terms: tuple[_Terms, ...], length: Duration) -> tuple[PlannedStage, ...]:
    stages = []
    for number, (each, losers) in enumerate(terms, 1):
        tables = even_tables(players, seats)
        on = len(tables) * each + losers
        then = "play the final" if number == len(terms) else f"play stage {number + 1}"
        why = f"{_who(each, losers)}, so that {on:,} {then}."
        stages.append(PlannedStage(players, tables, length, each, losers, why))
        players = on
    return (*stages, PlannedStage(players, (players,), length, 0, 0, "Whoever holds most at its end has won."))


def _who(advance: int, best_losers: int) -> str:
    said = "The winner of each table qualifies" if advance == 1 else f"The {advance} highest of each table qualify"
    if best_losers == 1:
        return f"{said}, and the highest of all the others"
    return f"{said}, and the {best_losers} highest of all the others" if best_losers else said


def _prizes(places: int, pool: int) -> tuple[Prize, ...]:
    if not pool:
        return (TROPHY,)
    return tuple(Prize(share=share) for share in SHARES.get(places, (100,)))
