"""A seat whose player has gone from an automatic table: the house frees it and cashes out the chips (B54)."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import BuyIn, Wager
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.tables.actor import TableActor
from croupier.games.acts import FreeSeat
from croupier.games.blackjack.acts import Sit
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.position import Position
from tests.support.floor.casino import WALLET, House, in_casino

AWAY = 300


def seats(actor: TableActor) -> list[str]:
    return [player for player in actor.head.state.known_as(BlackjackTable).seats if player]


def ids(actor: TableActor, *players: str) -> list[str]:
    """As the table's journal has them."""
    return [actor.player_id(player) for player in players]


async def table_with(house: House, *boxes: int) -> tuple[TableActor, list[str]]:
    """A table whose players are connected, each at one of these boxes."""
    actor = await house.table("blackjack", away=AWAY)
    house.casino.look_after_connections()
    players = []
    for number in boxes:
        player = await house.player()
        actor.presence.come(actor.player_id(player))
        await house.act(actor, BuyIn(player, 100_00))
        await house.act(actor, Sit(player, number))
        players.append(player)
    return actor, players


@pytest.mark.clause("D1 6", "D2 7.1(d)")
def test_B54_who_has_neither_a_wager_nor_a_connection_is_cashed_out_after_the_time_on_the_sign(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, (ana, ben) = await table_with(house, 1, 3)
        await house.later(actor, AWAY)
        assert seats(actor) == ids(actor, ana, ben)
        actor.saw_leave(actor.player_id(ana))
        await house.later(actor, AWAY - 1)
        assert seats(actor) == ids(actor, ana, ben)
        await house.later(actor, 1)
        assert seats(actor) == ids(actor, ben)
        assert (await house.lines(actor))[-1].startswith(f"operator: free the seat of {actor.player_id(ana)} # ")
        assert actor.head.state.players == (actor.player_id(ben),)
        assert await house.fortune(ana) == WALLET
        # The last of them: then the table is vacant, and the cards are shuffled for whoever comes.
        actor.saw_leave(actor.player_id(ben))
        await house.later(actor, AWAY)
        assert actor.head.state.known_as(BlackjackTable).is_vacant
        await house.check()

    in_casino(tmp_path, play)
    assert inspect(tmp_path).breaches == ()


@pytest.mark.clause("D1 6")
def test_B54_a_wager_an_act_or_a_second_connection_keeps_the_seat(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, (ana, ben, cat) = await table_with(house, 1, 3, 5)
        actor.presence.come(actor.player_id(ana))
        for player in (ana, ben, cat):
            actor.saw_leave(actor.player_id(player))
        await house.later(actor, AWAY - 10)
        await house.act(actor, BuyIn(ben, 5_00))
        await house.act(actor, Wager(cat, Position("box", (5,)), 10_00))
        await house.later(actor, 10)
        assert seats(actor) == ids(actor, ana, ben, cat)
        await house.check()

    in_casino(tmp_path, play)


@pytest.mark.clause("D1 6")
def test_B54_after_a_start_everybody_has_the_whole_time_and_only_the_house_frees_a_seat(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("blackjack", away=AWAY)
        ana = await house.seated(actor)
        await house.act(actor, Sit(ana, 1))
        # Where nobody looks after connections nobody is known to have gone.
        await house.later(actor, 2 * AWAY)
        assert seats(actor) == ids(actor, ana)
        assert await house.refused(actor, FreeSeat(ana)) == "own_act"
        house.casino.look_after_connections()
        actor.hear()
        await house.later(actor, AWAY - 1)
        assert seats(actor) == ids(actor, ana)
        await house.later(actor, 1)
        assert seats(actor) == []

    in_casino(tmp_path, play)


@pytest.mark.clause("D1 6")
def test_B54_at_a_full_table_windows_without_a_wager_count_as_rounds(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, players = await table_with(house, *range(1, 8))
        for _ in range(6):
            await house.later(actor, 20)
        assert actor.head.state.known_as(BlackjackTable).sat_out == (3,) * 7
        written = actor.number
        await house.later(actor, 200)
        assert actor.number == written
        assert seats(actor) == ids(actor, *players)

    in_casino(tmp_path, play)
    assert inspect(tmp_path).breaches == ()
