"""Chips that nobody claims: the house keeps them apart, and their owner claims them once (D1 12)."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.keeping.audits.audit import inspect
from croupier.games.acts import BuyIn, HoldUnclaimed
from croupier.games.people import Actor, Role
from croupier.record.journals.ledger import kept, wallet
from tests.support.floor.casino import WALLET, House, in_casino


@pytest.mark.clause("D1 12.2", "D1 12.1")
def test_D1_12_2_what_is_held_is_the_houses_to_keep_until_its_owner_claims_it(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        actor, ana = await house.table("roulette"), await house.player()
        await house.casino.act(actor.id, Request(person=ana, act=BuyIn(ana, 60_00)))
        hold = HoldUnclaimed(ana, by=Actor(Role.OPERATOR, "pboss"))
        await house.casino.act(actor.id, Request(person="pboss", act=hold))
        assert await house.store.balance(kept(ana)) == 60_00
        assert await house.store.balance(wallet(ana)) == WALLET - 60_00
        await house.casino.claim(ana)
        assert await house.store.balance(kept(ana)) == 0
        assert await house.store.balance(wallet(ana)) == WALLET
        with pytest.raises(NotAccepted, match="nothing_held"):
            await house.casino.claim(ana)

    in_casino(tmp_path, play)
    assert inspect(tmp_path).breaches == ()
