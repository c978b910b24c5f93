"""How much play money a person may have from the house. The movement itself is the casino's, in the house's journal."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.games.money import dollars

NEWCOMER = 1_000_00
MOST_A_REQUEST = 1_000_00
MOST_A_DAY = 10_000_00


class Welcome(Struct, frozen=True):
    """What a newcomer's wallet begins with, and the key under which the casino journals it: so nobody has it twice."""

    person: str
    amount: int
    key: str


def welcome(person: str) -> Welcome:
    return Welcome(person, NEWCOMER, f"welcome-{person}")


def refuses_grant(standing: PersonStanding, amount: int, day_granted: int, now: int) -> HouseRefusal | None:
    """Whether the house gives so much on request, after `day_granted` today."""
    if standing.closed:
        return HouseRule.ACCOUNT_CLOSED.refusal()
    if not 0 < amount <= MOST_A_REQUEST:
        return HouseRule.GRANT_RANGE.refusal(most=dollars(MOST_A_REQUEST))
    if day_granted + amount > MOST_A_DAY:
        return HouseRule.GRANT_DAY.refusal(most=dollars(MOST_A_DAY))
    return standing.refuses_presence(now) or standing.refuses_deposit(amount, day_granted, now)
