"""One request, however often it is sent: one effect and one answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from croupier.floor.store.port import Key
from croupier.floor.tables.receipt import Receipt
from croupier.games.acts import BuyIn, CashOut
from croupier.record.journals.ledger import wallet
from tests.support.floor.casino import (
    WALLET,
    Hand,
    House,
    code_of,
    in_casino,
    wager,
)


@pytest.mark.parametrize("act", ["wager", "buy in", "cash out"])
def test_a_thousand_copies_of_one_request(tmp_path: Path, act: str) -> None:
    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor, 500_00)
        made = {"wager": wager(actor, ana), "buy in": BuyIn(ana, 10_00), "cash out": CashOut(ana, 10_00)}[act]
        number = actor.head.number
        copies = await asyncio.gather(*(house.act(actor, made, key="k", body=b"same") for _ in range(1000)))
        assert len(set(copies)) == 1
        assert copies[0].number == actor.head.number == number + 1
        # One more, when all is stored; and one after so many others that the table itself has forgotten it.
        assert await house.act(actor, made, key="k", body=b"same") == copies[0]

    in_casino(tmp_path, play)


def test_without_a_key_every_copy_acts(tmp_path: Path) -> None:
    """So it is the key that makes the thousand one."""

    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana = await house.seated(actor, 500_00)
        copies = await asyncio.gather(*(house.act(actor, wager(actor, ana)) for _ in range(20)))
        assert len(set(copies)) == 20

    in_casino(tmp_path, play)


def test_a_key_with_another_body_is_refused_wherever_it_comes(tmp_path: Path) -> None:
    hand = Hand()

    async def first(house: House) -> tuple[str, Receipt]:
        actor, other = await house.table("roulette", id="t-one"), await house.table("roulette", id="t-two")
        ana, ben = await house.seated(actor, 500_00), await house.seated(actor)
        both = await asyncio.gather(
            house.refused(actor, wager(actor, ana), key="k", body=b"one"),
            house.refused(actor, wager(actor, ana, 20_00), key="k", body=b"two"),
        )
        assert [*both] == ["", "key_used"]
        assert await house.refused(actor, wager(actor, ana, 20_00), key="k", body=b"two") == "key_used"
        assert await house.refused(other, BuyIn(ana, 5_00), key="k", body=b"two") == "key_used"
        assert await house.refused(other, BuyIn(ana, 5_00), key="k", body=b"one") == "key_used"
        # A key is its owner's: another's is another.
        assert await house.refused(actor, wager(actor, ben), key="k", body=b"two") == ""
        return ana, await house.act(actor, wager(actor, ana), key="k", body=b"one")

    async def again(house: House) -> None:
        actor = house.casino.actors["t-one"]
        assert await house.act(actor, wager(actor, ana), key="k", body=b"one") == receipt
        assert await house.refused(actor, wager(actor, ana, 20_00), key="k", body=b"two") == "key_used"

    ana, receipt = in_casino(tmp_path, first, hand=hand)
    in_casino(tmp_path, again, hand=hand)


def test_a_repeated_request_gets_its_answer_though_it_would_now_be_refused(tmp_path: Path) -> None:
    """After a restart, a round later, with an empty purse: the answer that it got, and not a refusal."""
    hand = Hand()

    async def first(house: House) -> tuple[str, Receipt]:
        actor = await house.table("roulette", id="t-one")
        ana = await house.seated(actor, 10_00)
        return ana, await house.act(actor, wager(actor, ana), key="k", body=b"b", round=actor.head.state.round)

    async def again(house: House) -> None:
        actor = house.casino.actors["t-one"]
        await house.later(actor, 30)
        copies = await asyncio.gather(
            *(house.act(actor, wager(actor, ana), key="k", body=b"b", round=0) for _ in "123")
        )
        assert copies == [receipt] * 3
        assert await house.play_of(ana) == (10_00, (await house.play_of(ana))[1])
        assert await house.refused(actor, wager(actor, ana), key="new", round=7) == "other_round"

    ana, receipt = in_casino(tmp_path, first, hand=hand)
    in_casino(tmp_path, again, hand=hand)


def test_grants_by_one_key_are_one_grant(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        ana = await house.player()
        key = Key(ana, "more", b"body")
        receipts = await asyncio.gather(*(house.casino.grant(ana, 100_00, key) for _ in range(100)))
        assert len(set(receipts)) == 1
        assert await house.store.balance(wallet(ana)) == WALLET + 100_00
        assert await code_of(house.casino.grant(ana, 50_00, Key(ana, "more", b"other"))) == "key_used"

    in_casino(tmp_path, play)
