"""Random lawful play at every game that deals itself: no error of ours, no table that stands still."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.floor.tables.actor import TableActor
from croupier.games.acts import Act, BuyIn
from croupier.games.blackjack.acts import LeaveSeat
from croupier.games.offers import Bounds, Choices
from croupier.games.people import Role
from croupier.games.wagers import Withdraw
from tests.support.floor.casino import AUTOMATED, BETTING, House, in_casino
from tests.support.floor.states import state_of

FAULTS = ("error", "not_done", "unknown", "out_of_chance")
RARE = (Withdraw, LeaveSeat)


def value(random: Random, field: Any) -> Any:
    if isinstance(field, Choices):
        return random.choice(field.values)
    assert isinstance(field, Bounds)
    return field.lowest + field.step * min(int(random.expovariate(0.3)), (field.highest - field.lowest) // field.step)


def chosen(random: Random, actor: TableActor) -> Act | None:
    """Something that a player may do now."""
    offers = [
        offer for offer in state_of(actor).legal if offer.role is Role.PLAYER and offer.kind.__name__ != "CashOut"
    ]
    common = [offer for offer in offers if offer.kind not in RARE and offer.kind is not BuyIn]
    offers = common if common and random.random() < 0.9 else offers
    if not offers:
        return None
    offer = random.choice(offers)
    act: Act = offer.kind(**{name: value(random, field) for name, field in offer.fields.items()})
    return act


@pytest.mark.parametrize("game", AUTOMATED)
def test_random_play(tmp_path: Path, request: pytest.FixtureRequest, game: str) -> None:
    steps = 5000 if request.config.getoption("--long") else 250
    options = {"decks": 6, "layout": 2, "super_sevens": 5_00} if game == "blackjack" else {}

    async def play(house: House) -> None:
        random = Random(f"{game} {steps}")
        actor = await house.table(game, rest=0, options=options)
        people = [await house.seated(actor, 1_000_00) for _ in range(4)]
        for step in range(steps):
            act = chosen(random, actor)
            if act is None or random.random() < 0.1:
                await house.later(actor, random.choice((1, 5, BETTING, 25)))
                await bought(house, actor, random.choice(people))
                continue
            nonce = random.choice(("", random.randbytes(16).hex()))
            assert await house.refused(actor, act, key=f"k{step}", nonce=nonce) not in FAULTS, act
            if random.random() < 0.5:
                await house.quiet(actor)
        assert actor.head.state.round > steps / 150

    in_casino(tmp_path, play)


async def bought(house: House, actor: TableActor, person: str) -> None:
    """A poor player comes by more chips."""
    purse = state_of(actor).purse(person)
    if purse is None or purse.value < 50_00:
        await house.casino.book.grant(person, 500_00)
        await house.refused(actor, BuyIn(person, 500_00))
