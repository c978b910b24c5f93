"""A player's id in one journal alone: whoever reads two journals cannot tell that a player of both is one person.

The house key and a scope make the scope's own key, and that key and a person make the id. A tournament and the tables
of its sessions share one scope. The scope's key is kept beside the journal, so ids outlive a house key that is lost or
replaced, and an audit can make each id again. In the database's own columns people stand under their own ids; only the
lines, which are shown to others, have these.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Callable

from msgspec.structs import replace

from croupier.record.journals.facts import Facts
from croupier.record.journals.ledger import Transfer
from croupier.record.journals.rounds import EndedRound

Name = Callable[[str], str]
"""What somebody is called instead."""

_SCOPE, _PLAYER = b"croupier players of 1\0", b"croupier player 1\0"
_BYTES = 10
_ALIAS = "q[a-z2-7]{16}"
_IS_ALIAS = re.compile(rf"{_ALIAS}\Z")
_NAMED = re.compile(rf"\b{_ALIAS}\b")


def scope_key(house_key: bytes, scope: str) -> str:
    """In hex."""
    return hmac.digest(house_key, _SCOPE + scope.encode(), "sha256").hex()


def alias_of(key: bytes, person: str) -> str:
    """80 bits of the code: two people of one scope never share an id by chance."""
    code = hmac.digest(key, _PLAYER + person.encode(), "sha256")
    return "q" + b32encode(code[:_BYTES]).decode("ascii").lower()


def is_alias(name: str) -> bool:
    return _IS_ALIAS.match(name) is not None


def aliases_in(text: str) -> list[str]:
    """Every such id that stands there."""
    return _NAMED.findall(text)


def renamed(account: str, name: Name) -> str:
    """The same account with its owner under another name: of `wallet:p7`, `stack:t1:p7:value` and their like."""
    match account.split(":"):
        case [("wallet" | "held") as kind, person]:
            return f"{kind}:{name(person)}"
        case ["stack", table, person, chips]:
            return f"stack:{table}:{name(person)}:{chips}"
        case ["chips", "stack", table, person]:
            return f"chips:stack:{table}:{name(person)}"
        case _:
            return account


def table_of(account: str) -> str:
    """The table at which the chips of such an account lie; empty for a wallet and for the house's own."""
    match account.split(":"):
        case ["stack", table, _, _] | ["chips", "stack", table, _]:
            return table
        case _:
            return ""


# What follows from a line, with people under other names


def moved_as(transfer: Transfer, name: Name) -> Transfer:
    return Transfer(renamed(transfer.debit, name), renamed(transfer.credit, name), transfer.amount)


def facts_as(facts: Facts, name: Name) -> Facts:
    actor = None if facts.actor is None else name(facts.actor)
    return replace(facts, actor=actor, person=None if facts.person is None else name(facts.person))


def round_as(ended: EndedRound, name: Name) -> EndedRound:
    """Its parts in the order of these names."""
    parts = (replace(part, person=name(part.person)) for part in ended.parts)
    return replace(ended, parts=tuple(sorted(parts, key=lambda part: part.person)))
