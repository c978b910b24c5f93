"""Rounds as rows: written with the entry that ends them, the same after a restart, found by index."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store import rounds as kept
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import reading
from croupier.floor.store.statements import LARGEST
from croupier.games.blackjack.acts import VoidRound
from croupier.games.layout.acts import NoSpin
from croupier.games.roulette.acts import CorrectNumber
from croupier.record.journals.rounds import EndedRound
from tests.support.floor import postgres
from tests.support.floor.casino import AUTOMATED, REST, SUPERVISOR, Hand, House, begun, decided, in_casino
from tests.support.floor.states import state_of

SPIN_BALL = "dealer: spin ball clockwise, wheel anticlockwise"
TABLE = "t-one"


async def rounds(house: House) -> list[EndedRound]:
    """The newest first."""
    return await house.store.read(lambda connection: kept.latest_rounds(connection, TABLE, LARGEST, 100))


async def parts(house: House, person: str) -> list[tuple[int, int, int]]:
    """Round, staked and returned, the newest first; asked for in pages of two."""
    found = await house.store.read(lambda connection: list(kept.rounds_of(connection, person, 2)))
    return [(each.round.number, each.round.parts[0].staked, each.round.parts[0].returned) for each in found]


def follows(folder: Path, store: str | None) -> None:
    found = inspect(folder, database=None if store is None else postgres.url_of(store))
    assert found.breaches == ()


@pytest.mark.parametrize("game", AUTOMATED)
def test_every_round_is_kept_and_is_there_after_a_restart(tmp_path: Path, store: str | None, game: str) -> None:
    hand = Hand()

    async def play(house: House) -> tuple[list[EndedRound], str, list[tuple[int, int, int]]]:
        actor = await house.table(game, id=TABLE)
        ana, ben = await house.seated(actor), await house.seated(actor)
        for _ in range(3):
            await begun(house, actor, ana, ben)
            await decided(house, actor)
            await house.later(actor, REST)
        found = await rounds(house)
        assert [each.number for each in found] == [3, 2, 1]
        assert found[-1].first == 1
        assert all(later.first == earlier.last + 1 for later, earlier in pairwise(found))
        assert all(each.result and each.seal and each.reveal and each.wagers >= 2 for each in found)
        assert not any(each.is_void for each in found)
        mine = await parts(house, ana)
        assert [round for round, _, _ in mine] == [3, 2, 1]
        chips = sum(state_of(actor).purse(each).value for each in (ana, ben))
        assert chips == 400_00 + sum(each.returned - each.staked for each in found)
        return found, ana, mine

    before, ana, mine = in_casino(tmp_path, play, hand=hand, database=store)

    async def again(house: House) -> None:
        assert await rounds(house) == before
        assert await parts(house, ana) == mine

    in_casino(tmp_path, again, hand=hand, database=store)
    follows(tmp_path, store)


def test_a_result_that_was_put_right_is_kept_as_it_stands_when_betting_opens(tmp_path: Path, store: str | None) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True, id=TABLE)
        ana = await house.player()
        await house.say(
            actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 17\nana: wager 20 on red", ana=ana
        )
        steps = (SPIN_BALL, "dealer: no more bets", "dealer: spin 17", "dealer: announce 17 black", "dealer: dolly 17")
        await house.say(actor, "\n".join((*steps, "dealer: collect", "dealer: pay")))
        await house.act(actor, CorrectNumber(18, "it lay in 18", by=SUPERVISOR))
        assert await rounds(house) == [], "the result is not final before betting opens"
        await house.say(actor, "dealer: announce 18 red\ndealer: dolly 18\ndealer: collect\ndealer: pay")
        await house.say(actor, "dealer: open betting")
        (ended,) = await rounds(house)
        assert (ended.number, ended.result, ended.is_void, ended.staked, ended.returned) == (
            *(1, "18 red", False),
            *(30_00, 40_00),
        )
        assert (ended.first, ended.last) == (1, actor.head.number)
        assert await house.refused(actor, CorrectNumber(17, "x", by=SUPERVISOR)) == "final"

    in_casino(tmp_path, play, database=store)
    follows(tmp_path, store)


def test_a_void_spin_is_kept_as_void_and_the_stakes_came_back(tmp_path: Path, store: str | None) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", live=True, id=TABLE)
        ana = await house.player()
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: wager 10 on 17", ana=ana)
        await house.say(actor, f"{SPIN_BALL}\ndealer: no more bets")
        await house.act(actor, NoSpin(by=SUPERVISOR))
        (ended,) = await rounds(house)
        assert (ended.number, ended.result, ended.is_void, ended.staked, ended.returned) == (1, "", True, 10_00, 10_00)
        assert await house.store.read(lambda c: kept.latest_results(c, TABLE, LARGEST, 20)) == []
        assert await parts(house, ana) == [(1, 10_00, 10_00)]

    in_casino(tmp_path, play, database=store)
    follows(tmp_path, store)


def test_a_round_of_blackjack_that_is_voided(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack", id=TABLE)
        ana = await house.seated(actor)
        for _ in range(30):
            await begun(house, actor, ana)
            if state_of(actor).step == "decide":
                break
            await decided(house, actor)
            await house.later(actor, REST)
        await house.act(actor, VoidRound("a card lay face up", by=SUPERVISOR))
        ended = (await rounds(house))[0]
        assert (ended.is_void, ended.staked, ended.returned) == (True, 10_00, 10_00)
        assert ended.result.startswith("dealer ")

    in_casino(tmp_path, play)
    follows(tmp_path, None)


def test_history_and_results_are_found_by_index(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        await house.table("roulette", id=TABLE)

    in_casino(tmp_path, play)
    with closing(reading(tmp_path / FILE)) as connection:
        for sql, values in (
            (kept._OF_PERSON, ("p", 1, 1, "t", 50)),
            (kept._LATEST, (TABLE, 10, 10, 50)),
            (kept._RESULTS, (TABLE, 10, 20)),
            (kept._SPANS, (TABLE, 10, 20)),
        ):
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
            assert all(step.startswith("SEARCH") for step in plan), (sql, plan)
