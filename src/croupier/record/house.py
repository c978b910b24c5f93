"""The house's own journal: money given, taken back or claimed, and what the operator changed. No act of any game."""

from __future__ import annotations

import re

from croupier.games.money import dollars
from croupier.record.codecs import AMOUNT, NAME, read_dollars
from croupier.record.ledger import HOUSE, Transfer, kept, wallet

_GRANT = re.compile(rf"grant (?P<amount>{AMOUNT}) to (?P<person>{NAME})")
_FORFEIT = re.compile(rf"forfeit (?P<amount>{AMOUNT}) of (?P<person>{NAME})")
_CLAIM = re.compile(rf"claim (?P<amount>{AMOUNT}) by (?P<person>{NAME})")


def grant(person: str, amount: int) -> str:
    """Play money from the house to a wallet."""
    return f"grant {dollars(amount)} to {person}"


def forfeit(person: str, amount: int) -> str:
    """What a wallet still held when its owner closed the account."""
    return f"forfeit {dollars(amount)} of {person}"


def claim(person: str, amount: int) -> str:
    """What the casino kept for a person, claimed at last (D1 12.2)."""
    return f"claim {dollars(amount)} by {person}"


def money_of(note: str) -> tuple[Transfer, ...]:
    """The transfers that a note of the house's journal stands for; most stand for none."""
    if found := _GRANT.fullmatch(note):
        return (Transfer(HOUSE, wallet(found["person"]), read_dollars(found["amount"])),)
    if found := _FORFEIT.fullmatch(note):
        return (Transfer(wallet(found["person"]), HOUSE, read_dollars(found["amount"])),)
    if found := _CLAIM.fullmatch(note):
        person = found["person"]
        return (Transfer(kept(person), wallet(person), read_dollars(found["amount"])),)
    return ()
