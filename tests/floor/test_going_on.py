"""“Spin now” and “Deal now”: an early close by consent of everyone with a wager, and how short a round may be."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import CallEarly, Ready
from croupier.floor.tables.actor import TableActor
from croupier.games.people import Actor, Role
from tests.support.floor.casino import AUTOMATED, BETTING, REST, Hand, House, begun, decided, in_casino, wager
from tests.support.floor.states import state_of

every_game = pytest.mark.parametrize("game", AUTOMATED)
FLOOR = 5
"""Seconds that a round takes at least."""


async def alone(house: House, actor: TableActor) -> str:
    player = await house.seated(actor)
    if actor.setting.game == "blackjack":
        await house.say(actor, "ana: sit at box 1", ana=player)
    return player


async def acts(house: House, actor: TableActor) -> list[str]:
    return [line.partition(" # ")[0] for line in (await house.lines(actor))[1:]]


@every_game
def test_a_lone_player_waits_no_longer_than_the_pace_floor(tmp_path: Path, game: str) -> None:
    """Three rounds, each six seconds after the one before: four of rest, and two for the wager."""

    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await alone(house, actor)
        await house.later(actor, 100)
        for _ in range(3):
            begins = house.hand.time
            await house.later(actor, REST)
            await house.act(actor, wager(actor, ana))
            await house.later(actor, 2)
            await house.act(actor, Ready(ana), nonce="0f" * 16)
            await house.quiet(actor)
            assert not state_of(actor).betting_is_open or state_of(actor).settled
            assert house.hand.time == begins + 6
            assert f"operator: call early by consent of {actor.player_id(ana)}" in (await acts(house, actor))
            if game == "blackjack":
                await decided(house, actor)
        report = await house.audited(actor)
        assert (report.breach, report.rounds, report.agreed_closes, report.early_closes) == (None, 3, 3, 0)

    in_casino(tmp_path, play)


@every_game
def test_nobody_goes_below_the_pace_floor(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game, rest=0)
        ana = await alone(house, actor)
        await begun(house, actor, ana)
        if game == "blackjack":
            await decided(house, actor)
        ended = int(house.hand.time)
        await house.act(actor, wager(actor, ana))
        await house.act(actor, Ready(ana))
        assert actor.head.schedule.deadline(actor.head, actor.setting.pace) == ended + FLOOR
        await house.at(actor, ended + FLOOR - 0.001)
        assert state_of(actor).betting_is_open
        await house.at(actor, ended + FLOOR)
        assert (await acts(house, actor)).count(f"operator: call early by consent of {actor.player_id(ana)}") == 1

    in_casino(tmp_path, play)


def test_all_who_have_a_wager_must_ask_and_news_ask_them_anew(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana, ben = await house.seated(actor), await house.seated(actor)
        for player in (ana, ben):
            await house.act(actor, wager(actor, player))
        ends = int(house.hand.time) + BETTING
        await house.act(actor, Ready(ana))
        await house.seated(actor)  # a newcomer: whoever agreed to the company before is asked again
        await house.act(actor, Ready(ben))
        await house.later(actor, 3)
        assert state_of(actor).betting_is_open
        await house.act(actor, wager(actor, ana))
        await house.act(actor, Ready(ana))
        await house.quiet(actor)
        assert state_of(actor).betting_is_open
        assert actor.head.schedule.deadline(actor.head, actor.setting.pace) == ends
        await house.act(actor, Ready(ben))
        await house.quiet(actor)
        assert f"operator: call early by consent of {', '.join(sorted(map(actor.player_id, (ana, ben))))}" in (
            await acts(house, actor)
        )
        assert state_of(actor).round == 1

    in_casino(tmp_path, play)


def test_nobody_but_the_house_writes_an_early_close(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette", rest=0)
        ana = await alone(house, actor)
        await begun(house, actor, ana)
        await house.act(actor, wager(actor, ana))
        await house.act(actor, Ready(ana))
        for role in (Role.OPERATOR, Role.GAME_SUPERVISOR):
            act = CallEarly((ana,), by=Actor(role, "pboss"))
            assert await house.refused(actor, act, person="pboss") == "own_act"

    in_casino(tmp_path, play)


def test_a_restart_remembers_who_has_asked(tmp_path: Path) -> None:
    hand = Hand()

    async def before(house: House) -> tuple[str, str]:
        actor = await house.table("roulette", id="t-1")
        ana, ben = await house.seated(actor), await house.seated(actor)
        for player in (ana, ben):
            await house.act(actor, wager(actor, player))
        await house.act(actor, Ready(ana))
        return ana, ben

    ana, ben = in_casino(tmp_path, before, hand=hand)
    hand.time += 2

    async def after(house: House) -> None:
        actor = house.casino.actors["t-1"]
        assert state_of(actor).general.ready == (ana,)
        await house.act(actor, Ready(ben))
        await house.quiet(actor)
        assert state_of(actor).round == 1

    in_casino(tmp_path, after, hand=hand)
