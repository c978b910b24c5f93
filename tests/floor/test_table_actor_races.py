"""Many at once: parallel wagers, copies of one request, two tables and one purse."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from croupier.floor.house_rules.guard import HouseGuard
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.store.engines.sqlite import SqliteStore
from croupier.floor.store.port import Day
from croupier.floor.tables.receipt import Receipt
from croupier.games.acts import BuyIn, CashOut
from croupier.games.position import Position
from croupier.games.wagers import Wager, Withdraw
from croupier.record.journals.ledger import wallet
from tests.support.floor.casino import (
    AUTOMATED,
    POSITIONS,
    REST,
    WALLET,
    Hand,
    House,
    begun,
    decided,
    in_casino,
    wager,
)
from tests.support.floor.states import state_of

MANY = 1000


# One balance


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_thousand_wagers_of_a_whole_balance(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana = await house.seated(actor, 100_00)
        codes = await asyncio.gather(
            *(house.refused(actor, wager(actor, ana, 100_00), key=f"k{each}") for each in range(MANY))
        )
        assert Counter(codes) == {"": 1, "not_enough_chips": MANY - 1}

    in_casino(tmp_path, play)


def test_the_whole_wallet_at_many_tables_at_once(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actors = [await house.table("roulette") for _ in range(8)]
        for _ in range(10):
            ana = await house.player()
            work = (house.refused(actor, BuyIn(ana, WALLET)) for actor in actors for _ in range(4))
            assert Counter(await asyncio.gather(*work)) == {"": 1, "not_enough_money": 31}
            assert await house.store.balance(wallet(ana)) == 0

    in_casino(tmp_path, play)


def test_one_overdraft_takes_nobody_else_with_it(tmp_path: Path) -> None:
    """Whatever shares a commit: each gets its own answer."""

    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana, ben, cat = [await house.seated(actor, 100_00) for _ in range(3)]
        for place in range(5):
            work = [
                house.refused(actor, wager(actor, ana), key=f"a{place}"),
                house.refused(actor, BuyIn(ben, WALLET), key=f"b{place}"),
                house.refused(actor, wager(actor, cat), key=f"c{place}"),
                house.refused(actor, wager(actor, ana), key=f"d{place}"),
            ]
            assert await asyncio.gather(*work) == ["", "not_enough_money", "", ""]
        assert await house.play_of(ana) == (100_00, 0)
        assert house.casino.guard.lost_today(ana, house.casino.time()) == 100_00

    in_casino(tmp_path, play)


# One limit


@pytest.mark.parametrize("planted", [False, True])
def test_the_loss_limit_holds_at_two_tables_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, planted: bool
) -> None:
    """The planted fault: a stake counts when it is stored, and not when it is judged."""
    if planted:
        monkeypatch.setattr(HouseGuard, "staked", lambda *_: None)
    hand = Hand()

    async def sit(house: House) -> list[str]:
        actors = [await house.table("roulette", id=f"t-{each}") for each in (1, 2)]
        players = []
        for _ in range(10):
            player = await house.seated(actors[0])
            await house.act(actors[1], BuyIn(player, 100_00))
            await house.casino.people.standings.set_limit(player, LimitKind.LOSS, 30_00, house.casino.time())
            players.append(player)
        return players

    async def play(house: House) -> int:
        over = 0
        for player in players:
            work = (
                house.refused(actor, wager(actor, player, 10_00))
                for _ in range(5)
                for actor in house.casino.actors.values()
            )
            codes = Counter(await asyncio.gather(*work))
            assert set(codes) <= {"", "loss_limit"}
            over += codes[""] > 3
            assert planted or codes[""] == 3
        return over

    players = in_casino(tmp_path, sit, hand=hand)
    # Started anew: what each has lost today is read when the first request comes, and two come at once.
    assert bool(in_casino(tmp_path, play, hand=hand)) == planted


def test_the_loss_limit_holds_while_the_days_are_still_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    delays = iter([0.0, 0.05, 0.0, 0.05])
    read = SqliteStore.day

    async def slow(self: SqliteStore, person: str, day: int) -> Day:
        found = await read(self, person, day)
        await asyncio.sleep(next(delays, 0))
        return found

    hand = Hand()

    async def sit(house: House) -> str:
        actors = [await house.table("roulette", id=f"t-{each}") for each in (1, 2)]
        ana = await house.seated(actors[0])
        await house.act(actors[1], BuyIn(ana, 100_00))
        await house.casino.people.standings.set_limit(ana, LimitKind.LOSS, 10_00, house.casino.time())
        return ana

    async def play(house: House) -> None:
        monkeypatch.setattr(SqliteStore, "day", slow)
        work = (house.refused(actor, wager(actor, ana, 10_00)) for actor in house.casino.actors.values())
        assert sorted(await asyncio.gather(*work)) == ["", "loss_limit"]
        monkeypatch.setattr(SqliteStore, "day", read)

    ana = in_casino(tmp_path, sit, hand=hand)
    in_casino(tmp_path, play, hand=hand)


# One round


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_wager_meant_for_one_round_does_not_fall_into_the_next(tmp_path: Path, game: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table(game)
        ana, ben = await house.seated(actor), await house.seated(actor)
        meant = state_of(actor).round
        assert await house.refused(actor, wager(actor, ben), round=meant + 1) == "other_round"
        await begun(house, actor, ana)
        await decided(house, actor)
        await house.later(actor, REST)
        assert state_of(actor).round == meant + 1
        assert await house.refused(actor, wager(actor, ben), round=meant) == "other_round"
        assert await house.refused(actor, wager(actor, ben), round=meant + 1) == ""

    in_casino(tmp_path, play)


def test_random_acts_of_several_people_at_once(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Whatever order they come in: each is done whole or refused with a reason, and the books balance (T17)."""
    rounds = 300 if request.config.getoption("--long") else 30
    random = Random(5)
    places = [Position("red"), Position("black"), POSITIONS["roulette"]]

    async def play(house: House) -> None:
        actor = await house.table("roulette", rest=0)
        people = [await house.seated(actor) for _ in range(3)]
        for step in range(rounds):
            work = []
            for _ in range(8):
                who, place, amount = random.choice(people), random.choice(places), random.choice((5_00, 50_00, 200_00))
                acts = (Wager(who, place, amount), Withdraw(who, place), BuyIn(who, amount), CashOut(who, amount))
                work.append(house.act(actor, random.choice(acts), key=f"{step}-{random.randrange(6)}"))
            for answer in await asyncio.gather(*work, return_exceptions=True):
                if not isinstance(answer, Receipt):
                    assert isinstance(answer, NotAccepted)
                    assert answer.refusal.code not in ("error", "not_done", "unknown")
            await house.later(actor, random.choice((0, 0, 7, 20)))
        for person in people:
            money = await house.casino.money(person)
            staked, returned = await house.play_of(person)
            lying = sum(each.stake for each in state_of(actor).wagers if each.player == person)
            assert money.wallet + sum(money.stacks.values()) == WALLET - staked + returned
            assert lying <= staked

    in_casino(tmp_path, play)
