"""What an inspector sees: the money of the whole house, and its own journal."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import BEYOND, total
from croupier.record.journals.journal import HOUSE_STREAM
from croupier.record.journals.ledger import HOUSE, OF_CHIPS
from croupier.serve.routes.table_play.tables import journal_of, trouble_of
from croupier.serve.security.errors import Problem

INSPECTORS = frozenset((HouseRole.INSPECTOR, HouseRole.OPERATOR))

KINDS = ("house", "wallet", "held", "stack", "layout", "pool", "chip-money", "float")
"""Kinds of account that are kept in money."""
IS_CHIPS = " OR ".join(f"substr(account, 1, {len(prefix)}) = '{prefix}'" for prefix in OF_CHIPS)
OF_KIND = f"account >= ? AND account < ? AND NOT ({IS_CHIPS})"
"""An account of a kind, with the bounds of that kind."""
_SUM = f"SELECT count(*), coalesce(sum(amount), 0) FROM balances WHERE {OF_KIND}"  # noqa: S608  our own words
_CHIPS = f"SELECT coalesce(sum(amount), 0) FROM balances WHERE {IS_CHIPS}"  # noqa: S608  likewise


def refuse_null_kind(connection: ASGIConnection[Any, Any, Any, Any], _handler: BaseRouteHandler) -> None:
    """Whoever leaves the kind out asks for all of them; the word `null` would be read as nothing, and is no kind."""
    if connection.query_params.get("kind", "").casefold() == "null":
        raise Problem(400, HouseRule.MALFORMED.refusal("at", what_is_wrong="`kind`: null is no kind"))


class KindOfAccount(Struct, frozen=True):
    accounts: int
    cents: int


class TableHead(Struct, frozen=True):
    """The end of a table's journal."""

    id: str
    trouble: str
    number: int | None = None
    hash: str = ""


class Audit(Struct, frozen=True):
    """The money of the house at one moment. `croupier verify` proves how it came to be."""

    now: int
    total: int
    """Of all balances: nothing, always."""
    conserved: bool
    balances: dict[str, KindOfAccount]
    chips: int
    """Of all accounts that are kept in tournament chips: nothing, always. They are in no balance above."""
    tables: tuple[TableHead, ...]


def _money(connection: Connection) -> tuple[int, dict[str, KindOfAccount], int]:
    found = {kind: _of_kind(connection, kind) for kind in KINDS}
    return total(connection), found, int(connection.execute(_CHIPS).fetchone()[0])


def _of_kind(connection: Connection, kind: str) -> KindOfAccount:
    row = connection.execute(_SUM, bounds_of(kind)).fetchone()
    return KindOfAccount(int(row[0]), int(row[1]))


def bounds_of(kind: str) -> tuple[str, str]:
    """From which account on a kind goes, and which is beyond it. The house has one, and the others one for each."""
    return (HOUSE, f"{HOUSE}!") if kind == HOUSE else (f"{kind}:", f"{kind}:{BEYOND}")


@get("/api/v1/audit", who=INSPECTORS, gives=Audit)
async def audit(casino: Casino) -> Audit:
    """Whether all money is accounted for now, and what each kind of account holds."""
    whole, balances, chips = await casino.store.read(_money)
    named = sum(each.cents for each in balances.values())
    heads = []
    for actor in casino.actors.values():
        if actor.trouble:
            heads.append(TableHead(actor.id, actor.trouble))
        else:
            head = actor.head
            heads.append(TableHead(actor.id, trouble_of(actor), head.number, head.hash.hex()))
    return Audit(casino.time(), whole, whole == named == chips == 0, balances, chips, tuple(heads))


@get("/api/v1/house/journal", who=INSPECTORS, gives="text/plain", noted="exports the journal of the house")
async def house_journal(casino: Casino) -> Stream:
    """The journal of the house itself: money given out, tables made, roles given."""
    last = await casino.store.last(HOUSE_STREAM)
    return journal_of(casino, HOUSE_STREAM, -1 if last is None else last.number)


ROUTES: list[ControllerRouterHandler] = [audit, house_journal]
