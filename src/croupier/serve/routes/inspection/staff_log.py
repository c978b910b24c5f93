"""The staff log: what the house's journal says about those who work here, to be filtered and taken away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.store.port import Connection
from croupier.record.house_journal.staff_log import StaffEventKind, event_of
from croupier.record.journals.journal import HOUSE_STREAM, stamp_of
from croupier.record.text.moments import utc
from croupier.serve.routes.inspection.inspector import INSPECTORS, refuse_null_kind
from croupier.serve.views.lists import CSV, Row, csv_pages

MOST_EVENTS = 200
MOST_LOOKED_AT = 20_000
"""Lines of the journal for one request. A question to which little fits is answered in several steps."""
_LINES = "SELECT number, line FROM journal WHERE stream = ? AND number < ? ORDER BY number DESC LIMIT ?"
_BEYOND = 1 << 62

Most = Annotated[int, Meta(ge=1, le=MOST_EVENTS)]
QUERY = {"kind": StaffEventKind, "about": str, "since": int, "until": int}


class StaffLogEntry(Struct, frozen=True):
    number: int
    """Of the line in the house's journal, where it is chained by hash."""
    time: int
    kind: StaffEventKind
    who: str
    """Who did it; empty for the console, and for whoever tried a wrong password."""
    about: str
    words: str
    """As they stand in the journal."""


class StaffLog(Struct, frozen=True):
    entries: tuple[StaffLogEntry, ...]
    """The latest first."""
    names: dict[str, str]
    """Of those who are named, as far as they are still here."""
    next: int | None
    """Ask again with `before` for what is older; there may be nothing that fits."""


class _Wanted(Struct, frozen=True):
    kind: StaffEventKind | None
    about: str
    since: int
    until: int

    def fits(self, entry: StaffLogEntry) -> bool:
        is_of_kind = self.kind is None or entry.kind is self.kind
        is_about = not self.about or self.about in (entry.who, entry.about)
        return is_of_kind and is_about and self.since <= entry.time < self.until


def _entry(number: int, line: str) -> StaffLogEntry | None:
    stamp = stamp_of(line)  # one that cannot be read is for an audit to name
    event = None if stamp is None else event_of(stamp.note)
    if stamp is None or event is None:
        return None
    return StaffLogEntry(number, stamp.time, event.kind, event.who, event.about, stamp.note)


async def _page(casino: Casino, wanted: _Wanted, before: int, most: int) -> tuple[list[StaffLogEntry], int | None]:
    """Those that fit, and from where to look on."""

    def read(connection: Connection) -> tuple[list[StaffLogEntry], int | None]:
        lines = connection.execute(_LINES, (HOUSE_STREAM, before, MOST_LOOKED_AT)).fetchall()
        found: list[StaffLogEntry] = []
        for number, line in lines:
            entry = _entry(number, line)
            if entry is not None and wanted.fits(entry):
                found.append(entry)
            if len(found) == most:
                return found, number
        return found, lines[-1][0] if len(lines) == MOST_LOOKED_AT else None

    return await casino.store.read(read)


@get(
    "/api/v1/audit/staff-log",
    who=INSPECTORS,
    gives=StaffLog,
    query={**QUERY, "before": int, "most": Most},
    guards=[refuse_null_kind],
)
async def staff_log(
    casino: Casino,
    kind: StaffEventKind | None = None,
    about: str = "",
    since: int = 0,
    until: int = _BEYOND,
    *,
    before: int = _BEYOND,
    most: Annotated[int, QueryParameter(ge=1, le=MOST_EVENTS)] = 50,
) -> StaffLog:
    """Sign-ins and failures, links, roles, exports, accounts looked at, limits, settings; by kind, person and time."""
    found, following = await _page(casino, _Wanted(kind, about, since, until), before, most)
    people = {id for entry in found for id in (entry.who, entry.about) if id}
    return StaffLog(tuple(found), await casino.people.accounts.names(people), following)


@get(
    "/api/v1/audit/lists/staff-log",
    who=INSPECTORS,
    gives=CSV,
    query=QUERY,
    noted="exports the staff log",
    guards=[refuse_null_kind],
)
async def staff_log_list(
    casino: Casino,
    kind: StaffEventKind | None = None,
    about: str = "",
    since: int = 0,
    until: int = _BEYOND,
) -> Stream:
    """The same as a CSV file, as far back as the journal goes."""
    wanted = _Wanted(kind, about, since, until)

    async def pages() -> AsyncIterator[list[Row]]:
        yield [("number", "time", "kind", "who", "name", "about", "name of about", "words")]
        before: int | None = _BEYOND
        while before is not None:
            found, before = await _page(casino, wanted, before, MOST_EVENTS)
            names = await casino.people.accounts.names({id for each in found for id in (each.who, each.about) if id})
            yield [_row(each, names) for each in found]

    return csv_pages("staff-log", pages())


def _row(entry: StaffLogEntry, names: dict[str, str]) -> Row:
    who, about = names.get(entry.who, ""), names.get(entry.about, "")
    return entry.number, utc(entry.time), entry.kind, entry.who, who, entry.about, about, entry.words


ROUTES: list[ControllerRouterHandler] = [staff_log, staff_log_list]
