"""The whole house judged anew at a click, by a process of its own: the tables go on meanwhile."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from weakref import WeakSet

from litestar import post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.inspect import Inspection, inspect
from croupier.floor.people.sessions import Visitor
from croupier.floor.viewing import NoData
from croupier.record.audit import Breach, Report
from croupier.serve.errors import Problem
from croupier.serve.inspector import INSPECTORS

_BUSY: WeakSet[Casino] = WeakSet()


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
    if casino in _BUSY:
        raise Problem(409, "being_verified", "The house is being verified already: wait for it.", topic="audit")
    _BUSY.add(casino)
    try:
        began, clock = casino.time(), time.perf_counter()
        found = await _inspected(casino)
    finally:
        _BUSY.discard(casino)
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


async def _inspected(casino: Casino) -> Inspection:
    """In another process, for judging takes all of a core; and begun afresh, for threads do not live through a fork."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(executor, inspect, casino.folder, None, casino.store.url)
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


ROUTES: list[ControllerRouterHandler] = [verification]
