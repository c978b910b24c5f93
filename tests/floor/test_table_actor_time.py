"""Time at the table: windows, decisions, rest and a clock that jumps."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.schedules import cash
from croupier.floor.schedules.cash import Pace
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.head import JournalHead
from croupier.games.acts import BuyIn
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import card
from croupier.record.journals.journal import Stamp, read_stamp
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    REST,
    Hand,
    House,
    begun,
    code_of,
    decided,
    in_casino,
    wager,
)
from tests.support.floor.house import NOON


def cards(text: str) -> list[Deal]:
    return [Deal(card(each)) for each in text.split()]


async def stamps(house: House, actor: TableActor) -> list[Stamp]:
    return [read_stamp(line.partition("\n")[0])[1] for line in await house.lines(actor)]


async def acts(house: House, actor: TableActor) -> list[str]:
    return [line.partition(" # ")[0] for line in (await house.lines(actor))[1:]]


# The window


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_window_closes_at_its_announced_second_and_not_before(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana, ben = await house.seated(actor), await house.seated(actor)
        # The table has rested for a while: its clock is set right on a line before the wager that begins the window.
        await house.later(actor, 1000.7)
        if game == "blackjack":
            await house.say(actor, "ana: sit at box 1", ana=ana)
        await house.act(actor, wager(actor, ana))
        began = int(house.hand.time)
        last = await stamps(house, actor)
        assert last[-1].closes == began + BETTING
        assert [stamp.closes for stamp in last[:-1]] == [None] * (len(last) - 1)
        assert (await acts(house, actor))[-2] == f"operator: clock {began - NOON} seconds"
        await house.at(actor, began + BETTING - 0.001)
        assert actor.head.state.is_between_rounds
        await house.act(actor, wager(actor, ben))
        assert (await stamps(house, actor))[-1].closes is None
        house.hand.time = began + BETTING
        assert await house.refused(actor, wager(actor, ben)) == "too_late"
        await house.quiet(actor)
        [close] = [stamp for stamp in await stamps(house, actor) if stamp.time == began + BETTING][:1]
        assert "clock" in (await house.lines(actor))[close.number]

    in_casino(tmp_path, play)


def test_a_window_closes_by_itself(tmp_path: Path) -> None:
    """By the real clock, and with nobody there to ask."""
    told = asyncio.Event()

    async def play(house: House) -> None:
        actor = await house.table("roulette", betting_seconds=1)
        ana = await house.seated(actor)
        actor.listen(lambda news: told.set() if news.head.ended else None)
        await house.act(actor, wager(actor, ana))
        async with asyncio.timeout(10):
            await told.wait()
        ends = await stamps(house, actor)
        closes = next(stamp.closes for stamp in ends if stamp.closes)
        assert closes <= ends[-1].time <= closes + 1

    in_casino(tmp_path, play, hand=time.time)


def test_wagers_aimed_at_the_close_under_a_jumping_clock(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None accepted after the announced second, none refused before it, and no stamp before the one above it."""
    tries = 100_000 if request.config.getoption("--long") else 10_000
    monkeypatch.setattr(TableActor, "steady", lambda *_: 0.0)
    late, counts = asyncio.run(aimed(tmp_path, tries))
    assert late == []
    assert counts["accepted"] > tries // 4
    assert counts["refused"] > tries // 4


def test_a_window_that_stays_open_a_second_longer_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableActor, "steady", lambda *_: 0.0)

    def late(place: JournalHead, pace: Pace, now: int) -> Any:
        return due(place, pace, now - 1)

    due = cash.due
    monkeypatch.setattr("croupier.floor.tables.draft.due", late)
    found, _ = asyncio.run(aimed(tmp_path, 200))
    assert found


async def aimed(folder: Path, tries: int) -> tuple[list[str], dict[str, int]]:
    """What went otherwise than the announced second says."""
    from tests.support.floor.casino import SIGN, opened

    random, wrong, counts = Random(7), [], {"accepted": 0, "refused": 0}
    async with opened(folder) as house:
        sign = replace(SIGN, minimum=50, maximum=10_000_00)
        actor = await house.table("roulette", sign=sign, rest=0)
        ana = await house.seated(actor, 9_000_00, wallet=9_000_00)
        closes, latest = 0, NOON
        while tries > 0:
            at_once = random.choice((1, 1, 4, 16))
            house.hand.time = (closes or latest) + random.choice(
                (-2, -0.5, -0.001, 0, 0.001, 0.5, 2, -3600, random.uniform(-3, 3))
            )
            round, before = actor.head.state.round, actor.head.time
            work = (house.act(actor, wager(actor, ana, 50), round=round) for _ in range(at_once))
            codes = await asyncio.gather(*map(code_of, work))
            now = max(before, int(house.hand.time))
            for code in codes:
                is_in_time = not closes or now < closes
                counts["refused" if code else "accepted"] += 1
                if bool(code) == is_in_time or (code and code not in ("too_late", "other_round")):
                    wrong.append(f"{house.hand.time} closes {closes}: {code or 'accepted'}")
            await house.quiet(actor)
            state, latest = actor.head.state, actor.head.time
            closes = 0 if state.window_ends is None else actor.head.began + state.window_ends
            tries -= at_once
        times = [stamp.time for stamp in await stamps(house, actor)]
        if times != sorted(times):
            wrong.append("a stamp went back")
        if not wrong:
            await house.check()
            assert (await house.audited(actor)).late_closes < len(times)
    return wrong, counts


def test_a_clock_that_was_ahead_and_is_put_right_stops_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last line lies an hour ahead: time goes on from there, also after a restart, and the window closes."""
    steady, hand = Hand(0), Hand()
    monkeypatch.setattr(TableActor, "steady", lambda *_: steady())

    async def first(house: House) -> str:
        actor = await house.table("roulette", id="t-one")
        ana = await house.seated(actor, 900_00)
        await house.later(actor, 3600)
        await house.act(actor, BuyIn(ana, 5_00))
        await house.later(actor, -3600)
        await house.act(actor, wager(actor, ana))
        return ana

    async def second(house: House) -> None:
        actor = house.casino.actors["t-one"]
        # However often somebody acts in between.
        for _ in range(BETTING * 2 - 1):
            steady.time += 0.5
            await house.act(actor, wager(actor, ana, 5_00))
        assert not actor.head.ended
        steady.time += 0.5
        assert await house.refused(actor, wager(actor, ana)) == "too_late"
        await house.quiet(actor)
        assert actor.head.ended == NOON + 3600 + BETTING
        steady.time += REST
        await house.act(actor, wager(actor, ana))

    ana = in_casino(tmp_path, first, hand=hand)
    in_casino(tmp_path, second, hand=hand)


def test_a_clock_that_goes_back_moves_nothing_back(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor)
        await house.act(actor, wager(actor, ana))
        await house.later(actor, 10)
        await house.act(actor, wager(actor, ana))
        await house.at(actor, NOON - 86_400)
        receipt = await house.act(actor, wager(actor, ana))
        assert receipt.time == NOON + 10
        await house.at(actor, NOON + BETTING - 1)
        assert actor.head.state.is_between_rounds
        assert not actor.head.ended
        await house.at(actor, NOON + BETTING)
        assert actor.head.ended == NOON + BETTING
        await house.at(actor, NOON)
        assert await house.refused(actor, wager(actor, ana)) == "too_soon"

    in_casino(tmp_path, play)


# Rest


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_table_at_which_nobody_plays_writes_nothing(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor)
        number = actor.head.number
        for _ in range(60):
            await house.later(actor, 60)
            assert await house.refused(actor, BuyIn(ana, 1)) == "smallest_chip" or actor.head.number == number
        assert actor.head.number == number

    in_casino(tmp_path, play)


@pytest.mark.parametrize("game", AUTOMATED)
def test_the_rest_between_two_rounds_cannot_be_beaten(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana, ben = await house.seated(actor), await house.seated(actor)
        await begun(house, actor, ana)
        await decided(house, actor)
        ended, number = actor.head.ended, actor.head.number
        for seconds in (0, 0.5, 1, REST - 1, REST - 0.001, -50):
            house.hand.time = ended + seconds
            for player in (ana, ben):
                assert await house.refused(actor, wager(actor, player)) == "too_soon"
        assert actor.head.number == number, "what is refused leaves no line"
        house.hand.time = ended + REST
        await house.act(actor, wager(actor, ana))

    in_casino(tmp_path, play)
