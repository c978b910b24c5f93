"""The house key: made once, and what is left of a round when it is lost."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from croupier.floor.house_key import NAME, SIZE, BadKey, house_key
from croupier.games.blackjack.acts import ReopenBetting, VoidRound
from croupier.games.layout.acts import NoSpin, Withdraw
from croupier.games.tai_sai.acts import NoRoll
from croupier.record.journal import read_stamp
from croupier.record.ledger import layout
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
        desk = await house.table(game, id="t-one")
        ana = await house.seated(desk, 100_00)
        if wagers:
            if game == "blackjack":
                await house.say(desk, "ana: sit at box 1", ana=ana)
            await house.act(desk, wager(desk, ana))
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
        desk = house.casino.desks["t-one"]
        assert await house.refused(desk, wager(desk, ana)) == "out_of_order"
        await house.later(desk, BETTING)
        assert not desk.place.state.is_between_rounds
        number = desk.place.number
        await house.later(desk, 3600)
        assert desk.place.number == number, "nothing can be drawn"
        assert await house.refused(desk, Withdraw(ana, POSITIONS[game])), "betting is closed"
        await house.act(desk, VOIDS[game])
        last = (await house.lines(desk))[-1]
        assert "secret lost" in last
        assert " reveal " not in last
        assert read_stamp(last)[1].seal
        # The wagers stand and betting opens again, so they can be taken back.
        await house.act(desk, Withdraw(ana, POSITIONS[game]))
        assert await house.store.balance(layout(desk.id)) == 0
        assert desk.place.state.purse(ana).value == 100_00
        await house.later(desk, BETTING)
        await house.later(desk, REST)
        await house.act(desk, wager(desk, ana))
        await house.later(desk, BETTING)
        await decided(house, desk)
        assert " reveal " in (await house.lines(desk))[-1]

    in_casino(tmp_path, play, hand=hand)


def test_a_lost_key_in_the_middle_of_a_hand(tmp_path: Path) -> None:
    hand = Hand()

    async def first(house: House) -> tuple[str, int]:
        desk = await house.table("blackjack", id="t-one")
        ana, ben = await house.seated(desk, 100_00), await house.seated(desk, 100_00)
        for _ in range(20):
            chips = desk.place.state.purse(ana).value
            await begun(house, desk, ana, ben)
            if desk.place.state.step == "decide":
                return ana, chips
            await decided(house, desk)
            await house.later(desk, REST)
        raise AssertionError("never a decision")

    async def second(house: House) -> None:
        desk = house.casino.desks["t-one"]
        assert await house.refused(desk, ReopenBetting(by=DEALER)) == "too_late"
        assert await house.refused(desk, VoidRound("", by=OPERATOR)) == "no_reason"
        assert await house.refused(desk, VoidRound("the key is lost", by=DEALER)) == "deals_itself"
        await house.act(desk, VoidRound("the key is lost", by=OPERATOR))
        last = (await house.lines(desk))[-1]
        assert "secret lost" in last
        assert desk.place.state.purse(ana).value == chips
        assert await house.store.balance(layout(desk.id)) == 0
        await house.later(desk, REST)
        await house.act(desk, wager(desk, ana))
        await house.later(desk, BETTING)
        await decided(house, desk)

    ana, chips = in_casino(tmp_path, first, hand=hand)
    (tmp_path / NAME).unlink()
    in_casino(tmp_path, second, hand=hand)


@pytest.mark.parametrize("game", AUTOMATED)
def test_a_table_at_rest_under_a_lost_key_is_sealed_anew(tmp_path: Path, game: str) -> None:
    hand = Hand()
    ana = lost_key(tmp_path, game, hand, wagers=False)

    async def play(house: House) -> None:
        desk = house.casino.desks["t-one"]
        await house.quiet(desk)
        assert "secret lost seal " in (await house.lines(desk))[-1]
        await begun(house, desk, ana)
        await decided(house, desk)
        assert " reveal " in (await house.lines(desk))[-1]

    in_casino(tmp_path, play, hand=hand)
