"""The whole house judged anew at a click, by a process of its own: the tables go on meanwhile."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.context import SpawnContext
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from litestar import get, post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.inspect import Inspection, inspect
from croupier.floor.people.sessions import Visitor
from croupier.floor.store import statements
from croupier.floor.store.opening import suspecting
from croupier.floor.store.port import Connection
from croupier.floor.viewing import NoData
from croupier.record.audit import Breach, Report
from croupier.serve.errors import Problem
from croupier.serve.inspector import INSPECTORS


class Verifying(Struct, frozen=True):
    """How far the house has been judged. A server that shares its database with others knows only of its own work."""

    is_running: bool
    began: int = 0
    judged: int = 0
    """Entries so far."""
    entries: int = 0
    """Entries that there were when it began."""


class _Work:
    """One verification under way, counted by the process that does it."""

    def __init__(self, began: int) -> None:
        self.context: SpawnContext = multiprocessing.get_context("spawn")
        self.count: Any = self.context.RawValue("q", 0)
        self.began, self.entries = began, 0

    def shown(self) -> Verifying:
        judged = min(self.count.value, self.entries)
        return Verifying(is_running=True, began=self.began, judged=judged, entries=self.entries)


_WORK: WeakKeyDictionary[Casino, _Work] = WeakKeyDictionary()


class Verified(Struct, frozen=True):
    """What `croupier verify` finds: every act judged again, every hash, seal, transfer and balance."""

    began: int
    seconds: float
    follows: bool
    """Nothing was found that does not follow, and nothing that cannot be judged here."""
    total: int
    """Of all balances, in cents: nothing, always."""
    accounts: int
    has_key: bool
    journals: tuple[Report, ...]
    breaches: tuple[Breach, ...]
    """The first of each journal, and what is wrong with balances and days."""


@post("/api/v1/audit/verification", who=INSPECTORS, gives=Verified, status_code=200)
async def verification(casino: Casino, person: Visitor) -> Verified:
    """Judge the whole house anew. That it was done, and what came of it, goes into the house's journal."""
    if casino in _WORK:
        raise Problem(409, "being_verified", "The house is being verified already: wait for it.", topic="audit")
    began, clock = casino.time(), time.perf_counter()
    work = _WORK[casino] = _Work(began)
    try:
        found = await _inspected(casino, work)
    finally:
        del _WORK[casino]
    follows = not found.breaches and not any(report.unknown for report in found.reports)
    await casino.book.note(f"verified by {person.person.id}: {_words(found, follows=follows)}")
    return Verified(
        began=began,
        seconds=round(time.perf_counter() - clock, 3),
        follows=follows,
        total=found.total,
        accounts=found.accounts,
        has_key=found.has_key,
        journals=found.reports,
        breaches=found.breaches,
    )


@get("/api/v1/audit/verification", who=INSPECTORS, gives=Verifying)
async def how_far(casino: Casino) -> Verifying:
    """Whether the house is being judged anew, and how far that has come."""
    work = _WORK.get(casino)
    return Verifying(is_running=False) if work is None else work.shown()


_count: Any = None
"""In the process that judges: where it says how far it has come."""


def _prepare(count: Any) -> None:
    global _count  # noqa: PLW0603  a process of its own has nothing else to be told by
    _count = count


def _judge(folder: Path, database: str | None) -> Inspection:
    return inspect(folder, None, database, _tell)


def _tell(entries: int) -> None:
    _count.value = entries


def _entries(connection: Connection) -> int:
    """How many there are, by the last number of each journal: millions of lines are not counted one by one."""
    ends = (statements.last(connection, stream) for stream in statements.streams(connection))
    return sum(end.number + 1 for end in ends if end is not None)


async def _inspected(casino: Casino, work: _Work) -> Inspection:
    """In another process, for judging takes all of a core; and begun afresh, for threads do not live through a fork."""
    work.entries = await casino.store.read(suspecting(_entries))
    settings: dict[str, Any] = {"initializer": _prepare, "initargs": (work.count,)}
    with ProcessPoolExecutor(1, mp_context=work.context, **settings) as executor:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(executor, _judge, casino.folder, casino.store.url)
        except NoData as error:
            raise Problem(503, "not_readable", f"The house cannot be read: {error}.", topic="audit") from None
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _words(found: Inspection, *, follows: bool) -> str:
    entries = sum(report.entries for report in found.reports)
    if follows:
        return f"everything follows, {entries} entries"
    first = next((f"{each.stream} {each.number or ''}".strip() for each in found.breaches), "")
    return f"does not follow, {first}" if first else "not all of it can be judged here"


ROUTES: list[ControllerRouterHandler] = [verification, how_far]
