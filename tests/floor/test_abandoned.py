"""Guests who will not come back are cleared, and their play money goes back to the house by the ledger."""

from __future__ import annotations

from pathlib import Path

from croupier.floor.people.abandoned import ABANDONED_SECONDS
from croupier.floor.people.responsible_play.exclusions import SelfExclusion
from croupier.record.journals.ledger import HOUSE, wallet
from tests.support.floor.casino import WALLET, House, in_casino

DAY = 24 * 3600


async def is_closed(house: House, person: str) -> bool:
    found = await house.casino.people.accounts.person(person)
    return found is not None and found.closed is not None


def test_a_guest_is_cleared_after_ninety_days_and_nobody_else(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        casino = house.casino
        gone, excluded = await house.player(), await house.player()
        seated = await house.seated(await house.table("roulette"))
        account = (await casino.front_desk.sign_up("Ana", "a ticklish weta")).person.id
        await casino.people.standings.exclude(excluded, SelfExclusion.YEAR, casino.time())
        before = await house.store.balance(HOUSE)
        assert await casino.clear_abandoned() == 0
        house.hand.time += ABANDONED_SECONDS - DAY
        assert await casino.clear_abandoned() == 0
        house.hand.time += 2 * DAY
        await casino.clear_abandoned()
        assert await is_closed(house, gone)
        for other in (seated, excluded, account):
            assert not await is_closed(house, other)
        assert await house.store.balance(wallet(gone)) == 0
        assert await house.store.balance(HOUSE) == before + WALLET
        assert await house.store.total() == 0

    in_casino(tmp_path, scenario)
