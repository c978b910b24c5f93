"""A server that stops without grace, at every entry of a round: the next one goes on as if nothing had been."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from croupier.floor.house_key import NAME, house_key
from croupier.floor.house_rules.request import Request
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.tables import actor as actor_module
from croupier.floor.tables.actor import TableActor, Told
from croupier.floor.tables.chance import Keyed, Sealed
from croupier.floor.tables.head import JournalHead
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tables.recovery import Folded, folded
from croupier.games.acts import BuyIn, CashOut
from croupier.games.blackjack.acts import Draw, Sit, Stand
from croupier.record.journals.ledger import wallet
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    DECIDE,
    LIVE_BLACKJACK,
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

TABLE = "t-one"


class Copies:
    """A copy of the data folder after every commit, as a machine that loses power there would leave it."""

    def __init__(self, folder: Path, to: Path, actor: TableActor, hand: Hand) -> None:
        self.made: list[tuple[Path, JournalHead, float]] = []
        self._folder, self._to, self._hand = folder, to, hand
        actor.listen(self)

    def __call__(self, told: Told) -> None:
        to = self._to / f"{told.head.number}"
        to.mkdir(parents=True)
        copied(self._folder, to)
        self.made.append((to, told.head, self._hand.time))


def copied(folder: Path, to: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as old, closing(sqlite3.connect(to / FILE)) as new:
        old.backup(new)
    shutil.copy(folder / NAME, to / NAME)


async def folded_alone(folder: Path) -> Folded:
    """The table as its journal leaves it, before anybody goes on with it."""
    store, key = SqliteStore(folder / FILE), house_key(folder)
    try:
        return await folded(store, TABLE, Sealed(key), key)
    finally:
        await store.close()


async def outcomes(house: House) -> list[str]:
    lines = await house.lines(house.casino.actors[TABLE])
    return [
        line.partition(" # ")[0] for line in lines if line.startswith(("dealer: card", "dealer: spin", "dealer: roll"))
    ]


@pytest.mark.parametrize("snapshots", [True, False])
@pytest.mark.parametrize("game", AUTOMATED)
def test_a_restart_at_every_entry_of_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, *, snapshots: bool
) -> None:
    monkeypatch.setattr(actor_module, "SNAPSHOT_EVERY", 1 if snapshots else 10**9)
    folder = tmp_path / "first"
    folder.mkdir()

    async def play(house: House) -> tuple[Copies, list[int], list[str]]:
        ends = []
        actor = await house.table(game, id=TABLE)
        copies = Copies(folder, tmp_path / "copies", actor, house.hand)
        ana, ben = await house.seated(actor), await house.seated(actor)
        for _ in range(2):
            await begun(house, actor, ana, ben)
            await decided(house, actor)
            ends.append(len(await outcomes(house)))
            await house.later(actor, REST)
        return copies, ends, await outcomes(house)

    copies, ends, whole = in_casino(folder, play)
    assert len(copies.made) > 8
    taken = set()
    for copy, place, time in copies.made:
        found = asyncio.run(folded_alone(copy))
        assert found.head == place
        taken.add(found.snapshot)

        async def go_on(house: House) -> None:
            actor = house.casino.actors[TABLE]
            had = len(await outcomes(house))
            await house.quiet(actor)
            if not state_of(actor).is_between_rounds or state_of(actor).window_ends is not None:
                await house.later(actor, BETTING)
                await decided(house, actor)
            # Whatever had been drawn stands, and what was still to be drawn comes as it came the first time.
            # Fewer may have wagered by then, so that the dealer took more cards: those are no part of the first run.
            end = next((end for end in ends if end > had), len(whole))
            assert (await outcomes(house))[:end] == whole[:end][: len(await outcomes(house))]

        in_casino(copy, go_on, hand=Hand(time))
    assert whole
    assert (len(taken) > 1) == snapshots


def test_the_place_is_folded_to_the_letter(tmp_path: Path) -> None:
    """Every part of it, also those that a round's end resets; with nonces, and at a live table too."""
    folder = tmp_path / "first"
    folder.mkdir()

    async def play(house: House) -> Copies:
        actor = await house.table("blackjack", live=True, id=TABLE)
        copies = Copies(folder, tmp_path / "copies", actor, house.hand)
        ana = await house.player()
        await house.say(actor, "dealer: open table\nana: buy in 200\nana: sit at box 1", ana=ana)
        for step in LIVE_BLACKJACK:
            house.hand.time += 3
            await house.say(actor, step, ana=ana)
        return copies

    for copy, place, time in in_casino(folder, play).made:

        async def go_on(house: House, place: JournalHead = place) -> None:
            assert house.casino.actors[TABLE].head == place
            assert isinstance(house.casino.actors[TABLE].setting.source, Keyed)

        in_casino(copy, go_on, hand=Hand(time))


def test_nonces_are_part_of_what_is_folded(tmp_path: Path) -> None:
    hand = Hand()

    async def first(house: House) -> JournalHead:
        actor = await house.table("roulette", id=TABLE)
        ana = await house.seated(actor)
        for nonce in ("00" * 16, "ff" * 16, "00" * 16):
            await house.act(actor, wager(actor, ana), nonce=nonce)
        return actor.head

    async def second(house: House) -> None:
        assert house.casino.actors[TABLE].head == place
        assert len(place.round.nonces) == 3
        await house.later(house.casino.actors[TABLE], BETTING)

    place = in_casino(tmp_path, first, hand=hand)
    in_casino(tmp_path, second, hand=hand)


def test_an_hour_without_a_server(tmp_path: Path) -> None:
    """The window closes late and the audit says so; the decision that was not made is an absent player's."""
    hand = Hand()

    async def first(house: House) -> str:
        actor = await house.table("blackjack", id=TABLE)
        ana = await house.seated(actor)
        await house.act(actor, Sit(ana, 1))
        await house.act(actor, wager(actor, ana))
        return ana

    async def second(house: House) -> None:
        actor = house.casino.actors[TABLE]
        assert await house.refused(actor, wager(actor, ana)) in ("too_late", "too_soon")
        await house.quiet(actor)
        assert (await house.audited(actor)).late_closes == 1
        await decided(house, actor)

    ana = in_casino(tmp_path, first, hand=hand)
    hand.time += 3600
    in_casino(tmp_path, second, hand=hand)


def test_a_captured_session_sent_again_does_nothing(tmp_path: Path) -> None:
    hand, sent, answers = Hand(), list[Request](), list[Receipt]()

    async def first(house: House) -> tuple[str, int]:
        actor = await house.table("blackjack", id=TABLE)
        ana = await house.player()
        acts = [BuyIn(ana, 100_00), Sit(ana, 1), wager(actor, ana), Draw(ana, 1), Stand(ana, 1), CashOut(ana, 50_00)]
        for number, act in enumerate(acts):
            request = Request(person=ana, act=act, key=f"k{number}", body=str(number).encode())
            if await house.refused(actor, act, key=request.key, body=request.body):
                await house.later(actor, BETTING if state_of(actor).is_between_rounds else 1)
                continue
            sent.append(request)
            await house.later(actor, BETTING if isinstance(act, type(wager(actor, ana))) else 1)
        await house.later(actor, DECIDE)
        await decided(house, actor)
        answers.extend([await house.casino.act(TABLE, request) for request in sent])
        return ana, actor.head.number

    async def second(house: House) -> None:
        assert [await house.casino.act(TABLE, request) for request in sent] == answers
        assert await asyncio.gather(*(house.casino.act(TABLE, each) for each in sent)) == answers
        assert house.casino.actors[TABLE].head.number == number

    _, number = in_casino(tmp_path, first, hand=hand)
    assert len(answers) >= 3
    in_casino(tmp_path, second, hand=hand)


def test_after_all_those_restarts_the_money_is_there(tmp_path: Path) -> None:
    hand = Hand()

    async def first(house: House) -> str:
        actor = await house.table("roulette", id=TABLE)
        return await house.seated(actor, 300_00)

    async def step(house: House) -> None:
        actor = house.casino.actors[TABLE]
        await house.act(actor, wager(actor, ana))
        await house.later(actor, BETTING)
        await house.later(actor, REST)

    async def last(house: House) -> None:
        staked, returned = await house.play_of(ana)
        assert staked == 100_00
        assert await house.store.balance(wallet(ana)) == WALLET - 300_00
        assert state_of(house.casino.actors[TABLE]).purse(ana).value == 300_00 - staked + returned

    ana = in_casino(tmp_path, first, hand=hand)
    for _ in range(10):
        in_casino(tmp_path, step, hand=hand)
    in_casino(tmp_path, last, hand=hand)
