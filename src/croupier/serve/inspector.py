"""What an inspector sees: the money of the whole house, and its own journal."""

from __future__ import annotations

from litestar import get
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import BEYOND, total
from croupier.record.journal import HOUSE_STREAM
from croupier.serve.tables import journal_of, trouble_of

INSPECTORS = frozenset((HouseRole.INSPECTOR, HouseRole.OPERATOR))
_KINDS = ("house", "wallet:", "held:", "stack:", "layout:", "pool:", "chip-money:", "float:")
_OF_CHIPS = ("chips:", "float:chips:")
"""Kinds of account that are kept in tournament chips, and not in money."""
_SUM = "SELECT count(*), coalesce(sum(amount), 0) FROM balances WHERE account >= ? AND account < ?"


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
    found = {kind.rstrip(":"): _of_kind(connection, kind) for kind in _KINDS}
    stacks, floats = (_of_kind(connection, kind) for kind in _OF_CHIPS)
    money = found["float"]
    found["float"] = KindOfAccount(money.accounts - floats.accounts, money.cents - floats.cents)
    return total(connection), found, stacks.cents + floats.cents


def _of_kind(connection: Connection, kind: str) -> KindOfAccount:
    bound = kind + BEYOND if kind.endswith(":") else kind + "!"
    row = connection.execute(_SUM, (kind, bound)).fetchone()
    return KindOfAccount(int(row[0]), int(row[1]))


@get("/api/v1/audit", who=INSPECTORS, gives=Audit)
async def audit(casino: Casino) -> Audit:
    """Whether all money is accounted for now, and what each kind of account holds."""
    whole, balances, chips = await casino.store.read(_money)
    named = sum(each.cents for each in balances.values())
    heads = []
    for desk in casino.desks.values():
        if desk.trouble:
            heads.append(TableHead(desk.id, desk.trouble))
        else:
            place = desk.place
            heads.append(TableHead(desk.id, trouble_of(desk), place.number, place.hash.hex()))
    return Audit(casino.time(), whole, whole == named == chips == 0, balances, chips, tuple(heads))


@get("/api/v1/house/journal", who=INSPECTORS, gives="text/plain")
async def house_journal(casino: Casino) -> Stream:
    """The journal of the house itself: money given out, tables made, roles given."""
    last = await casino.store.last(HOUSE_STREAM)
    return journal_of(casino, HOUSE_STREAM, -1 if last is None else last.number)


ROUTES: list[ControllerRouterHandler] = [audit, house_journal]
