"""Leagues on a real floor: evenings counted, the table of points, and an audit that works the points out again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store.port import StoreError
from croupier.floor.tables.actor import TableActor
from croupier.games.tournament.acts import Apply, PayFee
from croupier.games.tournament.planning.league_points import PointsFormula
from croupier.games.tournament.state import TournamentState
from croupier.record.house_journal.leagues import counts_words
from croupier.record.journals.aliases import is_alias
from tests.support.floor.casino import OPERATOR, House, code_of, in_casino
from tests.support.floor.faults import Fuse, connections
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import DAY, FEE, STARTS, at, do, entered, follows, play, settled, tournament

BY = OPERATOR.name


async def _first(house: House) -> tuple[TableActor, list[str]]:
    """Four play one final of two rounds."""
    actor = await tournament(house)
    people = await entered(house, actor, 4)
    await at(house, STARTS)
    await play(house, actor)
    return actor, people


async def _second(house: House, people: list[str]) -> TableActor:
    """The same four and one more, a day later."""
    actor = await tournament(house, "cup2", starts=STARTS + DAY)
    for player in people:
        await do(house, actor, Apply(player), PayFee(player, FEE))
    await entered(house, actor, 1)
    await at(house, STARTS + DAY)
    await play(house, actor)
    await settled(house)
    return actor


def _field_points(state: TournamentState, person: str, players: int) -> int:
    """By hand: one for each who did not do better; all of them played the final."""
    return next(players - each.place + 1 for each in state.placings if person in each.players)


def test_points_of_two_evenings_are_added_up_and_an_audit_finds_the_same(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        first, people = await _first(house)
        office = house.casino.leagues
        league = await office.open("Autumn  league", PointsFormula.FIELD, 0, BY)
        assert league.name == "Autumn league"
        await office.count(league.id, first.id, BY)
        second = await _second(house, people)
        await office.count(league.id, second.id, BY)
        found = await office.league(league.id)
        assert [each.tournament for each in found.evenings] == ["cup", "cup2"]
        rows = await office.table(found)
        due = sorted(
            (
                _field_points(state_of(first), person, 4) + _field_points(state_of(second), person, 5)
                for person in people
            ),
            reverse=True,
        )
        assert [row.points for row in rows if row.evenings == 2] == due
        assert sum(row.wins for row in rows) == 2
        assert all(row.points == sum(each or 0 for each in row.by_evening) for row in rows)
        assert all(is_alias(row.player) and row.player not in people for row in rows)
        follows(house)
        best = await office.open("The best alone", PointsFormula.FIELD, 1, BY)
        await office.count(best.id, first.id, BY)
        await office.count(best.id, second.id, BY)
        of_best = await office.table(await office.league(best.id))
        assert all(row.points == max(each or 0 for each in row.by_evening) for row in of_best)
        await office.drop(league.id, second.id, BY)
        assert [len(row.by_evening) for row in await office.table(await office.league(league.id))] == [1] * 4

    in_casino(tmp_path, scenario)


def test_A29_a_kill_at_any_call_leaves_a_league_that_follows(tmp_path: Path) -> None:
    """It is opened, counts an evening and drops it again: each by one line, done or not done."""
    fuse = Fuse()

    async def killed(house: House, change: Callable[[], Awaitable[Any]]) -> None:
        for call in range(1, 100):
            fuse.arm("killed before", call, stays=True)
            with suppress(StoreError, NotAccepted):
                await change()
            calls = fuse.mend()
            assert inspect(house.casino.folder).breaches == (), f"killed at call {call}"
            if calls < call:
                return
        raise AssertionError("it is never done")

    async def scenario(house: House) -> None:
        cup, _ = await _first(house)
        office = house.casino.leagues
        await killed(house, lambda: office.open("Autumn", PointsFormula.PLACES, 0, BY))
        (league,) = await office.leagues()
        await killed(house, lambda: office.count(league, cup.id, BY))
        assert (await office.league(league)).has(cup.id)
        await killed(house, lambda: office.drop(league, cup.id, BY))
        assert not (await office.league(league)).has(cup.id)

    in_casino(tmp_path, scenario, factory=connections(fuse))


def test_what_a_league_does_not_take(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        office = house.casino.leagues
        open_one = await tournament(house)
        league = await office.open("Autumn", PointsFormula.PLACES, 0, BY)
        assert await code_of(office.count(league.id, open_one.id, BY)) == "not_over"
        assert await code_of(office.count(league.id, "nothing", BY)) == "no_such_tournament"
        assert await code_of(office.league("nothing")) == "no_such_league"
        assert await code_of(office.drop(league.id, open_one.id, BY)) == "not_counted"
        assert await code_of(office.open("Autumn", PointsFormula.PLACES, 101, BY)) == "bad_league"
        assert await code_of(office.open(" ", PointsFormula.PLACES, 0, BY)) == "bad_name"

    in_casino(tmp_path, scenario)


def test_an_audit_names_points_that_do_not_follow(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        first, _ = await _first(house)
        office = house.casino.leagues
        league = await office.open("Autumn", PointsFormula.PLACES, 0, BY)
        await office.count(league.id, first.id, BY)
        assert await code_of(office.count(league.id, first.id, BY)) == "counted_already"
        follows(house)
        other = await office.open("Winter", PointsFormula.PLACES, 0, BY)
        await house.casino.book.note(counts_words(other.id, first.id, "0" * 32, BY))
        breaches = inspect(house.folder, database=house.store.url).breaches
        assert [each.stream for each in breaches] == ["house"]
        assert f"league {other.id} counts points marked {'0' * 32} for cup" in breaches[0].why

    in_casino(tmp_path, scenario)
