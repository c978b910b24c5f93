"""The house's own journal: money given, taken back or claimed, and what the operator changed. No act of any game."""

from __future__ import annotations

import re

from croupier.games.chips import Chips
from croupier.games.money import dollars
from croupier.record.house_journal.chip_slips import ABOUT_MONEY, chips_moved
from croupier.record.journals.ledger import HOUSE, Transfer, chip_money, float_of, kept, layout, pool, stack, wallet
from croupier.record.text.codecs import AMOUNT, NAME, read_dollars

_GRANT = re.compile(rf"grant (?P<amount>{AMOUNT}) to (?P<person>{NAME})")
_FORFEIT = re.compile(rf"forfeit (?P<amount>{AMOUNT}) of (?P<person>{NAME})")
_CLAIM = re.compile(rf"claim (?P<amount>{AMOUNT}) by (?P<person>{NAME})")

_ABOUT_MONEY = frozenset(("grant", "forfeit", "claim", "unwind", "pay", "return", "cover", *ABOUT_MONEY))
_CHIPS = "|".join(Chips)
_UNWIND = re.compile(
    rf"unwind (?P<amount>{AMOUNT}) (?P<way>from|to) the layout of (?P<table>{NAME})"
    rf" for (?:float|(?P<person>{NAME}) (?P<chips>{_CHIPS}))"
)
_PAY_OUT = re.compile(
    rf"pay out (?P<amount>{AMOUNT}) in (?P<chips>{_CHIPS}) of (?P<person>{NAME}) at (?P<table>{NAME})"
)
_FUNDS = {"fees": pool, "chip money": chip_money}
_RETURN = re.compile(
    rf"return (?P<amount>{AMOUNT}) of the (?P<fund>{'|'.join(_FUNDS)}) of (?P<tournament>{NAME})"
    rf" to (?:the house|(?P<person>{NAME}))"
)
_COVER = re.compile(rf"cover (?P<amount>{AMOUNT}) of the (?P<fund>{'|'.join(_FUNDS)}) of (?P<tournament>{NAME})")


def grant(person: str, amount: int) -> str:
    """Play money from the house to a wallet."""
    return f"grant {dollars(amount)} to {person}"


def forfeit(person: str, amount: int) -> str:
    """What a wallet still held when its owner closed the account."""
    return f"forfeit {dollars(amount)} of {person}"


def claim(person: str, amount: int) -> str:
    """What the casino kept for a person, claimed at last (D1 12.2)."""
    return f"claim {dollars(amount)} by {person}"


# A table that this version of the rules no longer knows is wound up by the ledger alone: what lies on its layout goes
# back where it came from, and every stack goes to its owner's wallet.


def unwound(account: str, table: str, amount: int) -> str:
    """What an account of the table gets back from the layout, or gives back where the amount is below nothing."""
    way = f"{dollars(amount)} from" if amount > 0 else f"{dollars(-amount)} to"
    return f"unwind {way} the layout of {table} for {_owner(account)}"


def paid_out(account: str, amount: int) -> str:
    """A stack of a table that is wound up, into its owner's wallet."""
    _, table, person, chips = account.split(":")
    return f"pay out {dollars(amount)} in {chips} of {person} at {table}"


def given_back(account: str, tournament: str, fund: str, amount: int) -> str:
    """What somebody has put into a fund of a tournament that is wound up, and has not had back."""
    to = account.removeprefix("wallet:") if account != HOUSE else "the house"
    return f"return {dollars(amount)} of the {fund} of {tournament} to {to}"


def covered(tournament: str, fund: str, amount: int) -> str:
    """What the house adds to a fund that cannot give everybody back what is his."""
    return f"cover {dollars(amount)} of the {fund} of {tournament}"


def fund_accounts(tournament: str) -> dict[str, str]:
    """The accounts of a tournament's funds, by what they are called."""
    return {fund: account(tournament) for fund, account in _FUNDS.items()}


def _owner(account: str) -> str:
    kind, _, *rest = account.split(":")
    return " ".join(rest) if kind == "stack" else kind


def is_about_money(note: str) -> bool:
    """Whether the note is meant to move money, so that one which moves none is a mistake."""
    return note.partition(" ")[0] in _ABOUT_MONEY


def money_of(note: str) -> tuple[Transfer, ...]:
    """The transfers that a note of the house's journal stands for; most stand for none."""
    if found := _GRANT.fullmatch(note):
        return (Transfer(HOUSE, wallet(found["person"]), read_dollars(found["amount"])),)
    if found := _FORFEIT.fullmatch(note):
        return (Transfer(wallet(found["person"]), HOUSE, read_dollars(found["amount"])),)
    if found := _CLAIM.fullmatch(note):
        person = found["person"]
        return (Transfer(kept(person), wallet(person), read_dollars(found["amount"])),)
    if found := _UNWIND.fullmatch(note):
        return (_unwound(found),)
    if found := _PAY_OUT.fullmatch(note):
        mine = stack(found["table"], found["person"], Chips(found["chips"]))
        return (Transfer(mine, wallet(found["person"]), read_dollars(found["amount"])),)
    return _of_funds(note) or chips_moved(note)


def _of_funds(note: str) -> tuple[Transfer, ...]:
    found, to_house = _COVER.fullmatch(note), False
    if found is None:
        found, to_house = _RETURN.fullmatch(note), True
    if found is None:
        return ()
    fund, amount = _FUNDS[found["fund"]](found["tournament"]), read_dollars(found["amount"])
    if not to_house:
        return (Transfer(HOUSE, fund, amount),)
    return (Transfer(fund, wallet(found["person"]) if found["person"] else HOUSE, amount),)


def _unwound(found: re.Match[str]) -> Transfer:
    table, person, amount = found["table"], found["person"], read_dollars(found["amount"])
    account = float_of(table) if person is None else stack(table, person, Chips(found["chips"]))
    lying = layout(table)
    return Transfer(lying, account, amount) if found["way"] == "from" else Transfer(account, lying, amount)
