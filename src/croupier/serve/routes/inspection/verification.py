"""The whole house judged anew at a click, by a process of its own: the tables go on meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from weakref import WeakKeyDictionary, WeakSet

import msgspec
from litestar import get, post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier import child_process
from croupier.floor.casino import NAMED, Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.audits.audit import Inspection
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.store import statements
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Connection
from croupier.record.audits.audit import Breach, Report
from croupier.serve.process.verifier import (
    HouseJudged,
    HouseUnreadable,
    JudgedSoFar,
    VerifierAsk,
    VerifierFailed,
    VerifierSays,
)
from croupier.serve.routes.inspection.inspector import INSPECTORS
from croupier.serve.security.errors import Problem

LOG = logging.getLogger("croupier.serve")
SILENT_SECONDS = 600
"""A verification tells of every few entries. Before the first a big database may sort for minutes; after so long
without a word it hangs, and is ended."""
LONGEST_ANSWER = 1 << 28
"""Bytes: some hundreds for each journal."""


class Verifying(Struct, frozen=True):
    """How far the house has been judged. A server that shares its database with others knows only of its own work."""

    is_running: bool
    began: int = 0
    judged: int = 0
    """Entries so far."""
    entries: int = 0
    """Entries that there were when it began."""


class _Work:
    """One verification under way, and the process that does it."""

    def __init__(self, began: int) -> None:
        self.began, self.judged, self.entries = began, 0, 0
        self.process: Process | None = None
        self.is_broken_off = False

    def shown(self) -> Verifying:
        judged = min(self.judged, self.entries)
        return Verifying(is_running=True, began=self.began, judged=judged, entries=self.entries)

    def break_off(self) -> None:
        self.is_broken_off = True
        if self.process is not None:
            _kill(self.process)


_WORK: WeakKeyDictionary[Casino, _Work] = WeakKeyDictionary()
_STOPPING: WeakSet[Casino] = WeakSet()


def break_off_verification(casino: Casino) -> None:
    """For a server that stops, which waits for none and begins none: the house can be verified again."""
    _STOPPING.add(casino)
    if (work := _WORK.get(casino)) is not None:
        work.break_off()


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
    """Verify the whole house. That it was done, and the result, goes into the house's journal."""
    if casino in _WORK:
        raise Problem(409, HouseRule.BEING_VERIFIED.refusal())
    if casino in _STOPPING:
        raise _stopping()
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
    """Whether the house is being verified, and how far that has come."""
    work = _WORK.get(casino)
    return Verifying(is_running=False) if work is None else work.shown()


def _entries(connection: Connection) -> int:
    """How many there are, by the last number of each journal: millions of lines are not counted one by one."""
    ends = (statements.last(connection, stream) for stream in statements.streams(connection))
    return sum(end.number + 1 for end in ends if end is not None)


async def _inspected(casino: Casino, work: _Work) -> Inspection:
    work.entries = await casino.store.read(suspecting(_entries))
    asked = VerifierAsk(str(casino.folder), casino.store.url)
    async with _verifier(work, asked) as process:
        while not work.is_broken_off:
            match await _next_word(process):
                case JudgedSoFar(entries):
                    work.judged = entries
                case HouseJudged(found):
                    return found
                case HouseUnreadable(why):
                    raise Problem(503, HouseRule.NOT_READABLE.refusal(what_is_wrong=why))
                case failed if not work.is_broken_off:
                    raise _ended_early(failed)
    raise _stopping()


def _stopping() -> Problem:
    return Problem(503, HouseRule.STOPPING.refusal())


def _ended_early(failed: VerifierFailed | None) -> Problem:
    """By an error of ours, which it could tell; or killed, or silent."""
    known = {} if failed is None else msgspec.structs.asdict(failed)
    LOG.error("a verification ended before its time", extra={"known": known})
    return Problem(503, HouseRule.NOT_READABLE.refusal("ended"))


@contextlib.asynccontextmanager
async def _verifier(work: _Work, asked: VerifierAsk) -> AsyncIterator[Process]:
    """The process that judges. It is gone at the end, whether it is done or not."""
    command = child_process.command("croupier.serve.process.verifier")
    process = await asyncio.create_subprocess_exec(*command, limit=LONGEST_ANSWER, **child_process.PIPES)
    work.process = process
    try:
        assert process.stdin is not None  # noqa: S101  asked for by PIPES
        process.stdin.write(msgspec.json.encode(asked) + b"\n")
        yield process
    finally:
        work.process = None
        _kill(process)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(child_process.KILL_SECONDS):
                await process.wait()


async def _next_word(process: Process) -> VerifierSays | None:
    """Nothing where it has ended, or says nothing any more."""
    assert process.stdout is not None  # noqa: S101  asked for by PIPES
    try:
        async with asyncio.timeout(SILENT_SECONDS):
            line = await process.stdout.readline()
        return msgspec.json.decode(line, type=VerifierSays) if line else None
    except (TimeoutError, ValueError):
        # Half a line, too, of one that was killed while it spoke.
        return None


def _kill(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()


def _words(found: Inspection, *, follows: bool) -> str:
    entries = sum(report.entries for report in found.reports)
    if follows:
        return f"everything follows, {entries} entries"
    if not found.breaches:
        return "not all of it can be judged here"
    first = found.breaches[0]
    # In a database that was altered a journal may be called anything.
    where = f"{first.stream} {first.number or ''}".strip() if NAMED.fullmatch(first.stream) else "an odd name"
    return f"does not follow, {where}"


ROUTES: list[ControllerRouterHandler] = [verification, how_far]
