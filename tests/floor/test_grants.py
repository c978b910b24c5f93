"""Play money from the house: within a person's own limits, however many requests come at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.store.port import Key
from croupier.record.journals.ledger import wallet
from tests.support.floor.casino import House, in_casino

WELCOME = 1_000_00


def test_a_hundred_requests_at_once_stay_within_the_deposit_limit(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        person = await house.player()
        await house.casino.people.standings.set_limit(person, LimitKind.DEPOSIT, WELCOME + 250_00, house.casino.time())
        asked = [house.casino.grant(person, 100_00, Key(person, f"k{each}", b"")) for each in range(100)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, NotAccepted)]
        assert {answer.refusal.code for answer in refused} == {"deposit_limit"}
        assert len(refused) == 98
        assert await house.store.balance(wallet(person)) == WELCOME + 200_00

    in_casino(tmp_path, play)


def test_a_repeated_request_gets_its_answer_also_when_the_limit_is_reached(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        person = await house.player()
        key = Key(person, "once", b"body")
        first = await house.casino.grant(person, 100_00, key)
        await house.casino.people.standings.set_limit(person, LimitKind.DEPOSIT, 0, house.casino.time())
        assert await house.casino.grant(person, 100_00, key) == first
        assert await house.store.balance(wallet(person)) == WELCOME + 100_00

    in_casino(tmp_path, play)


def test_a_house_in_which_somebody_closed_the_account_follows(tmp_path: Path) -> None:
    async def play(house: House) -> str:
        person = await house.player()
        await house.casino.grant(person, 100_00, Key(person, "more", b""))
        await house.casino.close_account(person)
        assert await house.store.balance(wallet(person)) == 0
        return person

    in_casino(tmp_path, play)
    found = inspect(tmp_path)
    assert (found.breaches, found.total) == ((), 0)
