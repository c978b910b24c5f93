"""The house key: made once, and what is left of a round when it is lost."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from croupier.floor.house_key import NAME, SIZE, BadKey, house_key
from croupier.games.blackjack.acts import ReopenBetting, VoidRound
from croupier.games.layout.acts import NoSpin
from croupier.games.tai_sai.acts import NoRoll
from croupier.games.wagers import Withdraw
from croupier.record.journals.journal import read_stamp
from croupier.record.journals.ledger import layout
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    DEALER,
    OPERATOR,
    POSITIONS,
    REST,
    SUPERVISOR,
    Hand,
    House,
    begun,
    decided,
    in_casino,
    wager,
)
from tests.support.floor.states import state_of


def test_the_house_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    (tmp_path / "house.part").write_bytes(b"half a key")
    key = house_key(tmp_path)
    assert len(key) == SIZE
    assert house_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    (tmp_path / NAME).write_bytes(key[:-1])
    with pytest.raises(BadKey):
        house_key(tmp_path)


def lost_key(folder: Path, game: str, hand: Hand, *, wagers: bool) -> str:
    """A table with a round open, or at rest, whose house key is then another."""

    async def play(house: House) -> str:
        actor = await house.table(game, id="t-one")
        ana = await house.seated(actor, 100_00)
        if wagers:
            if game == "blackjack":
                await house.say(actor, "ana: sit at box 1", ana=ana)
            await house.act(actor, wager(actor, ana))
        return ana

    ana = in_casino(folder, play, hand=hand)
    (folder / NAME).unlink()
    return ana


VOIDS = {
    "roulette": NoSpin(by=SUPERVISOR),
    "money-wheel": NoSpin(by=SUPERVISOR),
    "tai-sai": NoRoll("interference", by=SUPERVISOR),
    # No card has left the shoe: there is no round to void yet, and the call is taken back.
    "blackjack": ReopenBetting(by=DEALER),
}


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_lost_key_voids_the_open_round_and_no_more(tmp_path: Path, game: str) -> None:
    hand = Hand()
    ana = lost_key(tmp_path, game, hand, wagers=True)

    async def play(house: House) -> None:
        actor = house.casino.actors["t-one"]
        assert await house.refused(actor, wager(actor, ana)) == "out_of_order"
        await house.later(actor, BETTING)
        assert not state_of(actor).is_between_rounds
        number = actor.head.number
        await house.later(actor, 3600)
        assert actor.head.number == number, "nothing can be drawn"
        assert await house.refused(actor, Withdraw(ana, POSITIONS[game])), "betting is closed"
        await house.act(actor, VOIDS[game])
        last = (await house.lines(actor))[-1]
        assert "secret lost" in last
        assert " reveal " not in last
        assert read_stamp(last)[1].seal
        # The wagers stand and betting opens again, so they can be taken back.
        await house.act(actor, Withdraw(ana, POSITIONS[game]))
        assert await house.store.balance(layout(actor.id)) == 0
        assert state_of(actor).purse(ana).value == 100_00
        await house.later(actor, BETTING)
        await house.later(actor, REST)
        await house.act(actor, wager(actor, ana))
        await house.later(actor, BETTING)
        await decided(house, actor)
        assert " reveal " in (await house.lines(actor))[-1]

    in_casino(tmp_path, play, hand=hand)


def test_a_lost_key_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    hand = Hand()

    async def first(house: House) -> tuple[str, int]:
        actor = await house.table("blackjack", id="t-one")
        ana, ben = await house.seated(actor, 100_00), await house.seated(actor, 100_00)
        for _ in range(20):
            chips = state_of(actor).purse(ana).value
            await begun(house, actor, ana, ben)
            if state_of(actor).step == "decide":
                return ana, chips
            await decided(house, actor)
            await house.later(actor, REST)
        raise AssertionError("never a decision")

    async def second(house: House) -> None:
        actor = house.casino.actors["t-one"]
        assert await house.refused(actor, ReopenBetting(by=DEALER)) == "too_late"
        assert await house.refused(actor, VoidRound("", by=OPERATOR)) == "no_reason"
        assert await house.refused(actor, VoidRound("the key is lost", by=DEALER)) == "deals_itself"
        await house.act(actor, VoidRound("the key is lost", by=OPERATOR))
        last = (await house.lines(actor))[-1]
        assert "secret lost" in last
        assert state_of(actor).purse(ana).value == chips
        assert await house.store.balance(layout(actor.id)) == 0
        await house.later(actor, REST)
        await house.act(actor, wager(actor, ana))
        await house.later(actor, BETTING)
        await decided(house, actor)

    ana, chips = in_casino(tmp_path, first, hand=hand)
    (tmp_path / NAME).unlink()
    in_casino(tmp_path, second, hand=hand)


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_table_at_rest_under_a_lost_key_is_sealed_anew(tmp_path: Path, game: str) -> None:
    hand = Hand()
    ana = lost_key(tmp_path, game, hand, wagers=False)

    async def play(house: House) -> None:
        actor = house.casino.actors["t-one"]
        await house.quiet(actor)
        assert "secret lost seal " in (await house.lines(actor))[-1]
        await begun(house, actor, ana)
        await decided(house, actor)
        assert " reveal " in (await house.lines(actor))[-1]

    in_casino(tmp_path, play, hand=hand)
