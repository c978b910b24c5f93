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
_KINDS = ("house", "wallet:", "held:", "stack:", "layout:", "float:")
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
    tables: tuple[TableHead, ...]


def _money(connection: Connection) -> tuple[int, dict[str, KindOfAccount]]:
    found = {}
    for kind in _KINDS:
        bound = kind + BEYOND if kind.endswith(":") else kind + "!"
        row = connection.execute(_SUM, (kind, bound)).fetchone()
        found[kind.rstrip(":")] = KindOfAccount(int(row[0]), int(row[1]))
    return total(connection), found


@get("/api/v1/audit", who=INSPECTORS, gives=Audit)
async def audit(casino: Casino) -> Audit:
    """Whether all money is accounted for now, and what each kind of account holds."""
    whole, balances = await casino.store.read(_money)
    named = sum(each.cents for each in balances.values())
    heads = []
    for desk in casino.desks.values():
        if desk.trouble:
            heads.append(TableHead(desk.id, desk.trouble))
        else:
            place = desk.place
            heads.append(TableHead(desk.id, trouble_of(desk), place.number, place.hash.hex()))
    return Audit(casino.time(), whole, whole == 0 and named == 0, balances, tuple(heads))


@get("/api/v1/house/journal", who=INSPECTORS, gives="text/plain")
async def house_journal(casino: Casino) -> Stream:
    """The journal of the house itself: money given out, tables made, roles given."""
    last = await casino.store.last(HOUSE_STREAM)
    return journal_of(casino, HOUSE_STREAM, -1 if last is None else last.number)


ROUTES: list[ControllerRouterHandler] = [audit, house_journal]
