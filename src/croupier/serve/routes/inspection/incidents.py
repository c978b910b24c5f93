"""The incident log: voids, corrections, disputes, late wagers and the like, across all tables of the house."""

from __future__ import annotations

from litestar import Response, get
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.reports.incidents import Incident, incidents_between
from croupier.floor.keeping.reports.played import table_names
from croupier.record.house_journal.incidents import IncidentKind
from croupier.record.text.moments import utc
from croupier.serve.routes.inspection.house_report import LONGEST_DAYS, Since, Until
from croupier.serve.routes.inspection.inspector import INSPECTORS, refuse_null_kind
from croupier.serve.security.errors import Problem
from croupier.serve.views.lists import CSV, Row, csv_file

MOST_SHOWN = 500
_QUERY = {"since": int, "until": int, "kind": IncidentKind, "table": str, "about": str}
_COLUMNS = ("time", "table", "name", "round", "kind", "clause", "reason", "words", "by", "about", "entry")


class IncidentLog(Struct, frozen=True):
    incidents: tuple[Incident, ...]
    """The latest first, as many as are shown at once."""
    total: int
    names: dict[str, str]
    """Of people and tables, as far as they are still here."""


@get("/api/v1/incidents", who=INSPECTORS, gives=IncidentLog, query=_QUERY, guards=[refuse_null_kind])
async def incidents(
    casino: Casino,
    since: Since,
    until: Until,
    *,
    kind: IncidentKind | None = None,
    table: str = "",
    about: str = "",
) -> IncidentLog:
    """Voids, corrections, disputes, make-goods, late wagers, rulings, disqualifications, exclusions and refused
    devices, by kind, table and person."""
    found, names = await _found(casino, since, until, kind=kind, table=table, about=about)
    return IncidentLog(tuple(found[:MOST_SHOWN]), len(found), names)


@get(
    "/api/v1/incidents/list",
    who=INSPECTORS,
    gives=CSV,
    query=_QUERY,
    noted="exports the incident log",
    guards=[refuse_null_kind],
)
async def incident_list(
    casino: Casino,
    since: Since,
    until: Until,
    *,
    kind: IncidentKind | None = None,
    table: str = "",
    about: str = "",
) -> Response[str]:
    """The same as a CSV file, all of them."""
    found, names = await _found(casino, since, until, kind=kind, table=table, about=about)
    return csv_file("incidents", [_COLUMNS, *(_row(each, names) for each in found)])


async def _found(
    casino: Casino, since: int, until: int, *, kind: IncidentKind | None, table: str, about: str
) -> tuple[list[Incident], dict[str, str]]:
    if not since < until <= since + LONGEST_DAYS * 86_400:
        raise Problem(400, HouseRule.BAD_PERIOD.refusal(most=LONGEST_DAYS))
    found = await casino.store.read(lambda connection: incidents_between(connection, since, until))
    wanted = [
        each
        for each in found
        if (kind is None or each.kind is kind)
        and (not table or each.table == table)
        and (not about or about in (each.actor, each.person))
    ]
    people = {id for each in wanted for id in (each.actor, each.person) if id}
    tables = await casino.store.read(table_names)
    return wanted, await casino.people.accounts.names(people) | tables


def _row(each: Incident, names: dict[str, str]) -> Row:
    table = names.get(each.table, "")
    people = (names.get(each.actor, each.actor), names.get(each.person, each.person))
    what = (each.kind, each.clause, each.reason, each.words)
    return (
        utc(each.time),
        each.table or each.stream,
        table,
        "" if each.round is None else each.round,
        *what,
        *people,
        each.number,
    )


ROUTES: list[ControllerRouterHandler] = [incidents, incident_list]
