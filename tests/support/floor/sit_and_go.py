"""A free tournament of four that begins by itself, house players in the seats that nobody takes."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.commands import closed_value
from croupier.floor.tournaments.opening import TournamentSpec
from croupier.games.tournament.conditions import Prize
from croupier.games.tournament.state import Phase
from tests.support.floor.casino import House
from tests.support.floor.states import state_of
from tests.support.floor.tournaments import DECIDE_SECONDS, TERMS, at, do, next_act, rounds, tables

SIT_AND_GO = replace(
    TERMS, entry_fee=0, fewest=4, most=4, stages=(), final=rounds(3), prizes=(Prize(amount=50_00), Prize(amount=20_00))
)


async def sit_and_go(house: House, **wishes: Any) -> TableActor:
    spec = TournamentSpec(
        conditions=closed_value(replace(SIT_AND_GO, **wishes)),
        runs_itself=True,
        house_players=True,
        decide=DECIDE_SECONDS,
    )
    return house.watch(await house.casino.make_tournament(spec, id="quick-1"))


async def played(house: House, cup: TableActor, *people: str) -> None:
    """To its end: people do whatever comes, house players by themselves."""
    random = Random(3)
    for _ in range(3_000):
        if state_of(cup).phase in (Phase.OVER, Phase.OFF):
            return
        for table in tables(house, cup.id):
            act = next_act(table, random)
            if act is not None and act.actor.name in people:
                await do(house, table, act)
        await at(house, house.hand.time + 1)
    raise AssertionError("it does not end")
