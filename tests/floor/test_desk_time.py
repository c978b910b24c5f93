"""Time at the table: windows, decisions, rest and a clock that jumps."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor import timing
from croupier.floor.desk import Desk
from croupier.floor.place import Place
from croupier.floor.timing import Pace
from croupier.games.acts import BuyIn
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import card
from croupier.record.journal import Stamp, read_stamp
from tests.floor.casino import (
    AUTOMATED,
    BETTING,
    DECIDE,
    REST,
    Hand,
    House,
    begun,
    code_of,
    decided,
    in_casino,
    taped,
    wager,
)
from tests.floor.house import NOON


def cards(text: str) -> list[Deal]:
    return [Deal(card(each)) for each in text.split()]


async def stamps(house: House, desk: Desk) -> list[Stamp]:
    return [read_stamp(line.partition("\n")[0])[1] for line in await house.lines(desk)]


async def acts(house: House, desk: Desk) -> list[str]:
    return [line.partition(" # ")[0] for line in (await house.lines(desk))[1:]]


# The window


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_window_closes_at_its_announced_second_and_not_before(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        desk = await house.table(game)
        ana, ben = await house.seated(desk), await house.seated(desk)
        # The table has rested for a while: its clock is set right on a line before the wager that begins the window.
        await house.later(desk, 1000.7)
        if game == "blackjack":
            await house.say(desk, "ana: sit at box 1", ana=ana)
        await house.act(desk, wager(desk, ana))
        began = int(house.hand.time)
        last = await stamps(house, desk)
        assert last[-1].closes == began + BETTING
        assert [stamp.closes for stamp in last[:-1]] == [None] * (len(last) - 1)
        assert (await acts(house, desk))[-2] == f"operator: clock {began - NOON} seconds"
        await house.at(desk, began + BETTING - 0.001)
        assert desk.place.state.is_between_rounds
        await house.act(desk, wager(desk, ben))
        assert (await stamps(house, desk))[-1].closes is None
        house.hand.time = began + BETTING
        assert await house.refused(desk, wager(desk, ben)) == "too_late"
        await house.quiet(desk)
        [close] = [stamp for stamp in await stamps(house, desk) if stamp.time == began + BETTING][:1]
        assert "clock" in (await house.lines(desk))[close.number]

    in_casino(tmp_path, play)


def test_a_window_closes_by_itself(tmp_path: Path) -> None:
    """By the real clock, and with nobody there to ask."""
    told = asyncio.Event()

    async def play(house: House) -> None:
        desk = await house.table("roulette", betting_seconds=1)
        ana = await house.seated(desk)
        desk.listen(lambda news: told.set() if news.place.ended else None)
        await house.act(desk, wager(desk, ana))
        async with asyncio.timeout(10):
            await told.wait()
        ends = await stamps(house, desk)
        closes = next(stamp.closes for stamp in ends if stamp.closes)
        assert closes <= ends[-1].time <= closes + 1

    in_casino(tmp_path, play, hand=time.time)


def test_wagers_aimed_at_the_close_under_a_jumping_clock(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """None accepted after the announced second, none refused before it, and no stamp before the one above it."""
    tries = 100_000 if request.config.getoption("--long") else 10_000
    late, counts = asyncio.run(aimed(tmp_path, tries))
    assert late == []
    assert counts["accepted"] > tries // 4
    assert counts["refused"] > tries // 4


def test_a_window_that_stays_open_a_second_longer_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(place: Place, pace: Pace, now: int) -> Any:
        return due(place, pace, now - 1)

    due = timing.due
    monkeypatch.setattr("croupier.floor.draft.due", late)
    found, _ = asyncio.run(aimed(tmp_path, 200))
    assert found


async def aimed(folder: Path, tries: int) -> tuple[list[str], dict[str, int]]:
    """What went otherwise than the announced second says."""
    from tests.floor.casino import SIGN, opened

    random, wrong, counts = Random(7), [], {"accepted": 0, "refused": 0}
    async with opened(folder) as house:
        sign = replace(SIGN, minimum=50, maximum=10_000_00)
        desk = await house.table("roulette", sign=sign, rest=0)
        ana = await house.seated(desk, 9_000_00, wallet=9_000_00)
        closes, latest = 0, NOON
        while tries > 0:
            at_once = random.choice((1, 1, 4, 16))
            house.hand.time = (closes or latest) + random.choice((-2, -0.5, -0.001, 0, 0.001, 0.5, 2, -3600, random.uniform(-3, 3)))
            round, before = desk.place.state.round, desk.place.time
            work = (house.act(desk, wager(desk, ana, 50), round=round) for _ in range(at_once))
            codes = await asyncio.gather(*map(code_of, work))
            now = max(before, int(house.hand.time))
            for code in codes:
                is_in_time = not closes or now < closes
                counts["refused" if code else "accepted"] += 1
                if bool(code) == is_in_time or (code and code not in ("too_late", "other_round")):
                    wrong.append(f"{house.hand.time} closes {closes}: {code or 'accepted'}")
            await house.quiet(desk)
            state, latest = desk.place.state, desk.place.time
            closes = 0 if state.window_ends is None else desk.place.began + state.window_ends
            tries -= at_once
        times = [stamp.time for stamp in await stamps(house, desk)]
        if times != sorted(times):
            wrong.append("a stamp went back")
        if not wrong:
            await house.check()
            assert (await house.audited(desk)).late_closes < len(times)
    return wrong, counts


def test_a_clock_that_goes_back_moves_nothing_back(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("roulette")
        ana = await house.seated(desk)
        await house.act(desk, wager(desk, ana))
        await house.later(desk, 10)
        await house.act(desk, wager(desk, ana))
        await house.at(desk, NOON - 86_400)
        receipt = await house.act(desk, wager(desk, ana))
        assert receipt.time == NOON + 10
        await house.at(desk, NOON + BETTING - 1)
        assert desk.place.state.is_between_rounds
        assert not desk.place.ended
        await house.at(desk, NOON + BETTING)
        assert desk.place.ended == NOON + BETTING
        await house.at(desk, NOON)
        assert await house.refused(desk, wager(desk, ana)) == "too_soon"

    in_casino(tmp_path, play)


# Decisions


def test_who_does_not_decide_stands(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana = await house.seated(desk)
        await begun(house, desk, ana)
        await house.later(desk, DECIDE - 0.1)
        assert desk.place.state.step == "decide"
        await house.later(desk, 0.1)
        assert (await acts(house, desk))[-2:] == ["operator: stand for the absent on box 1", "dealer: card Td"]
        assert desk.place.ended == NOON + BETTING + DECIDE

    in_casino(tmp_path, play, sources=taped(cards("Th 9d 4c Td")), audited=False)


def test_who_must_draw_and_is_away_stands_all_the_same(tmp_path: Path) -> None:
    """Ruling B26: no card is directed for somebody who is away, whatever the hand."""

    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana = await house.seated(desk)
        await begun(house, desk, ana)
        assert await house.refused(desk, "ana: stand on box 1", ana=ana) == "must_draw"
        await house.later(desk, DECIDE)
        assert desk.place.state.is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("2h 9d 3c Td")), audited=False)


def test_the_time_to_decide_begins_anew_with_each_decision(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana, ben)
        await house.later(desk, DECIDE - 1)
        await house.say(desk, "ana: draw on box 1", ana=ana)
        await house.quiet(desk)
        await house.later(desk, DECIDE - 1)
        assert desk.place.state.step == "decide"
        await house.say(desk, "ana: stand on box 1", ana=ana)
        # Ben acts for himself only, and his time has just begun.
        await house.later(desk, DECIDE - 1)
        assert not desk.place.state.is_between_rounds
        assert await house.refused(desk, "ana: stand on box 2", ana=ana) == "not_yours_to_decide"
        # What others do meanwhile at the table does not give him more of it.
        await house.act(desk, BuyIn(ana, 5_00))
        await house.later(desk, 1)
        assert desk.place.state.is_between_rounds

    in_casino(tmp_path, play, sources=taped(cards("2h Th 9d 3c 4c 8c Td")), audited=False)


def test_insurance_that_is_not_answered_is_declined(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana, ben)
        await house.say(desk, "ana: wager 5 on insurance 1", ana=ana)
        await house.later(desk, DECIDE - 0.01)
        assert "dealer: insurance closed" not in await acts(house, desk)
        house.hand.time += 0.01
        assert await house.refused(desk, "ben: wager 5 on insurance 2", ben=ben)
        await house.quiet(desk)
        assert "dealer: insurance closed" in await acts(house, desk)
        await decided(house, desk)
        # The dealer has a blackjack: who insured loses nothing, who did not loses the wager.
        assert [desk.place.state.purse(each).value for each in (ana, ben)] == [200_00, 190_00]

    in_casino(tmp_path, play, sources=taped(cards("Th Th Ad 9c 9h Kd")), audited=False)


def test_others_may_follow_a_double_until_the_time_is_up(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        for follows in (True, False):
            await house.say(desk, "ana: wager 10 on box 1" if not follows else "ana: sit at box 1", ana=ana)
            if follows:
                await house.say(desk, "ana: wager 10 on box 1", ana=ana)
            await house.say(desk, "ben: wager 20 on box 1", ben=ben)
            await house.later(desk, BETTING)
            await house.say(desk, "ana: double 10 on box 1", ana=ana)
            await house.quiet(desk)
            number = desk.place.number
            await house.later(desk, DECIDE - 0.01)
            assert desk.place.number == number, "a card came while ben could follow"
            if follows:
                await house.say(desk, "ben: double 20 on box 1", ben=ben)
                await house.quiet(desk)
            else:
                house.hand.time += 0.01
                assert await house.refused(desk, "ben: double 20 on box 1", ben=ben)
                await house.quiet(desk)
            assert desk.place.state.is_between_rounds, "nobody can follow, and still no card came"
            await house.at(desk, int(house.hand.time) + 1 + REST)

    tape = cards("4h 9d 6c 2h Td 4h 9d 6c 2h Td")
    in_casino(tmp_path, play, sources=taped(tape), audited=False)


def test_nobody_is_waited_for_where_nobody_can_follow(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("blackjack")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana, ben)
        await house.say(desk, "ana: double 10 on box 1", ana=ana)
        await house.quiet(desk)
        assert (await acts(house, desk))[-1] == "dealer: card 2h"
        # Nor is it asked of a back bettor with an empty purse.
        await decided(house, desk)

    in_casino(tmp_path, play, sources=taped(cards("4h Th 9d 6c 7c 2h Td")), audited=False)


# Rest


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_table_at_which_nobody_plays_writes_nothing(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        desk = await house.table(game)
        ana = await house.seated(desk)
        number = desk.place.number
        for _ in range(60):
            await house.later(desk, 60)
            assert await house.refused(desk, BuyIn(ana, 1)) == "smallest_chip" or desk.place.number == number
        assert desk.place.number == number

    in_casino(tmp_path, play)


@pytest.mark.parametrize("game", AUTOMATED)
def test_the_rest_between_two_rounds_cannot_be_beaten(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        desk = await house.table(game)
        ana, ben = await house.seated(desk), await house.seated(desk)
        await begun(house, desk, ana)
        await decided(house, desk)
        ended, number = desk.place.ended, desk.place.number
        for seconds in (0, 0.5, 1, REST - 1, REST - 0.001, -50):
            house.hand.time = ended + seconds
            for player in (ana, ben):
                assert await house.refused(desk, wager(desk, player)) == "too_soon"
        assert desk.place.number == number, "what is refused leaves no line"
        house.hand.time = ended + REST
        await house.act(desk, wager(desk, ana))

    in_casino(tmp_path, play)
