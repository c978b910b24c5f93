"""A plan for so many players keeps every table between 4 and 7, comes to an end, and gives away the whole pool."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import (
    Measure,
    Prize,
    even_tables,
    missing,
    players_in_final,
    refuses_conditions,
    tables_for,
)
from croupier.games.tournament.planning import planner
from croupier.games.tournament.planning.planner import Plan, plan

STARTS = 1_796_450_400


@pytest.fixture(autouse=True)
def _planned_anew() -> None:
    """A plan kept from an earlier test would hide what a change does to it."""
    planner._best.cache_clear()


def planned(players: int, advance: int | None = None, seats: int = 7, fee: int = 50_00, added: int = 0) -> Plan:
    found = plan(players, advance=advance, seats=seats, fee=fee, added=added, starts=STARTS)
    assert isinstance(found, Plan), found
    return found


def refused(players: int, **wishes: Any) -> Refusal:
    found = plan(players, **wishes)
    assert isinstance(found, Refusal)
    return found


def _terms(found: Plan) -> list[tuple[int, int, int, int]]:
    return [(stage.players, len(stage.tables), stage.advance, stage.best_losers) for stage in found.stages]


@pytest.mark.parametrize(
    ("players", "terms"),
    [
        (4, [(4, 1, 0, 0)]),
        (5, [(5, 1, 0, 0)]),
        (7, [(7, 1, 0, 0)]),
        (8, [(8, 2, 2, 0), (4, 1, 0, 0)]),
        (9, [(9, 2, 2, 0), (4, 1, 0, 0)]),
        (14, [(14, 2, 3, 1), (7, 1, 0, 0)]),
        (15, [(15, 3, 2, 1), (7, 1, 0, 0)]),
        (29, [(29, 5, 1, 2), (7, 1, 0, 0)]),
        (48, [(48, 7, 1, 0), (7, 1, 0, 0)]),
        (100, [(100, 15, 1, 0), (15, 3, 2, 1), (7, 1, 0, 0)]),
        (333, [(333, 48, 1, 0), (48, 7, 1, 0), (7, 1, 0, 0)]),
        (10_000, [(10_000, 1429, 1, 0), (1429, 205, 1, 0), (205, 30, 1, 0), (30, 5, 1, 2), (7, 1, 0, 0)]),
    ],
)
def test_known_plans(players: int, terms: list[tuple[int, int, int, int]]) -> None:
    assert _terms(planned(players)) == terms


def _assert_keeps_the_law(found: Plan) -> None:
    players = found.players
    for stage in found.stages:
        assert stage.players == players == sum(stage.tables)
        assert all(4 <= table <= found.seats for table in stage.tables)
        assert max(stage.tables) - min(stage.tables) <= 1
        assert stage.is_final == (stage is found.stages[-1])
        assert stage.is_final or 1 <= stage.going_on < players
        players = stage.going_on
    assert found.stages[-1].tables == (found.finalists,)
    assert 4 <= found.finalists <= found.seats
    assert missing(found.conditions) == ()
    assert refuses_conditions(found.conditions) is None
    assert sum(found.money) == found.pool
    assert list(found.money) == sorted(found.money, reverse=True)
    assert len(found.conditions.prizes) <= found.finalists


@pytest.mark.clause("D7 5.4")
@pytest.mark.parametrize("advance", [None, 1, 2, 3])
def test_every_number_of_players_has_a_plan(advance: int | None) -> None:
    for players in (*range(4, 401), 9_999, 10_000):
        found = planned(players, advance, fee=33_33)
        _assert_keeps_the_law(found)
        assert all(stage.tables == tables_for(stage.players) for stage in found.stages)
        assert players_in_final(players, found.conditions) == found.finalists
        if advance is not None:
            assert all(stage.advance == advance for stage in found.stages[:-1])


@pytest.mark.parametrize("advance", [None, 2])
def test_fewer_players_down_to_the_smallest_number_come_to_a_final_too(advance: int | None) -> None:
    for players in range(4, 200):
        conditions = planned(players, advance).conditions
        assert conditions.fewest is not None
        for fewer in range(conditions.fewest, players + 1):
            assert 4 <= players_in_final(fewer, conditions) <= 7
            assert players_in_final(fewer, conditions) >= len(conditions.prizes)


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_smaller_tables_are_kept_in_every_stage_or_refused_by_the_clause(seats: int) -> None:
    for players in range(4, 200):
        for advance in (None, 1, 2, 3):
            found = plan(players, advance=advance, seats=seats, fee=50_00, starts=STARTS)
            if isinstance(found, Plan):
                _assert_keeps_the_law(found)
            else:
                assert found.code in {"bad_seats", "no_stages"}
                assert even_tables(players, seats)[-1] < 4 or advance is not None or seats == 4


def test_no_plan_is_shorter_than_it_must_be() -> None:
    """With 7 at a table and the winner of each going on, k stages before the final take at most 7 to the k + 1."""
    for players in range(4, 401):
        stages = len(planned(players).stages)
        assert stages == 1 + (players > 7) + (players > 49) + (players > 343)


@pytest.mark.parametrize(
    ("players", "wishes", "clause", "code", "words"),
    [
        (3, {}, "D7 5.4", "too_few", "at least 4"),
        (0, {}, "D7 5.4", "too_few", "at least 4"),
        (-5, {}, "D7 5.4", "too_few", "at least 4"),
        (10_001, {}, "D7 3.2(f)", "bad_numbers", "at most 10000"),
        (5, {"seats": 4}, "D7 5.4", "bad_seats", "too many for one table of 4 and too few for two"),
        (7, {"seats": 6}, "D7 5.4", "bad_seats", "too many for one table of 6"),
        (9, {"seats": 4}, "D7 5.4", "bad_seats", "would leave a table with 3"),
        (11, {"seats": 5}, "D7 5.4", "bad_seats", "would leave a table with 3"),
        (20, {"seats": 3}, "D7 5.4", "bad_seats", "4 to 7"),
        (20, {"seats": 8}, "D7 5.4", "bad_seats", "4 to 7"),
        (20, {"advance": 0}, "D7 6.6", "bad_advance", "1 to 7"),
        (20, {"advance": 8}, "D7 6.6", "bad_advance", "1 to 7"),
        (20, {"advance": 4}, "D7 6.6", "no_stages", "with 4 qualifying from each"),
        (8, {"seats": 4, "advance": 3}, "D7 6.6", "no_stages", "with 3 qualifying from each"),
        (20, {"fee": -1}, "D7 3.2(b)", "bad_fee", "cents"),
        (20, {"added": -1}, "D7 3.4", "bad_pool", "whole number of cents"),
        (20, {"fee": 10**13}, "D7 3.4", "bad_pool", "together are more than"),
        (20, {"rounds": 0}, "D7 3.2(g)", "bad_length", "rounds"),
        (20, {"rounds": 10**6}, "D7 3.2(g)", "bad_length", "rounds"),
    ],
)
def test_what_cannot_be(players: int, wishes: dict[str, int], clause: str, code: str, words: str) -> None:
    refusal = refused(players, **wishes)
    assert (refusal.rule.clause, refusal.code) == (clause, code)
    assert words in refusal.why


@pytest.mark.clause("D7 3.4")
def test_fees_and_what_is_added_go_to_the_winners_to_the_cent() -> None:
    found = planned(48, fee=50_00, added=500_00)
    assert found.pool == 2_900_00
    assert found.money == (1_305_00, 783_00, 522_00, 290_00)
    odd = planned(5, fee=3, added=2)
    assert (odd.pool, odd.money) == (17, (9, 5, 3))


def test_where_there_is_no_money_the_winner_has_a_trophy() -> None:
    found = planned(20, fee=0)
    assert found.conditions.prizes == (Prize(goods="Trophy"),)
    assert found.money == (0,)


def test_lengths() -> None:
    found = plan(20, rounds=30, starts=STARTS)
    assert isinstance(found, Plan)
    conditions = found.conditions
    assert {str(stage.duration) for stage in found.stages} == {"30 rounds"}
    assert conditions.final is not None
    assert (conditions.final.measure, conditions.final.count) == (Measure.ROUNDS, 30)
    assert str(conditions.play_off) == "7 rounds"


def test_each_stage_says_why() -> None:
    first, final = planned(29).stages
    assert first.why == (
        "The winner of each table qualifies, and the 2 highest of all the others, so that 7 play the final."
    )
    assert final.why == "Whoever holds most at its end has won."
    assert planned(100, 2).stages[0].why == "The 2 highest of each table qualify, so that 30 play stage 2."
