"""The one thread that writes: it takes all that waits, and commits it at once.

Each unit stands in a savepoint, so one's failure never takes another with it. Batches that wait one after another are
first written together, a statement for all the rows of a table; where that fails for any reason it is undone and each
is written alone, so that each gets its own answer, in the order in which they came.

Where others write to the same database, a transaction comes to its rows in a fixed order: batches that are written
together share one, and whatever is done alone has one of its own, so that nothing holds what it has changed while it
waits for what another holds. Batches that come second with their numbers are found out at once, and the rest is still
written together. Where two transactions wait for each other all the same, the database undoes one of them, and that one
is done again.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby
from queue import Empty, SimpleQueue
from typing import Any, cast

from croupier.floor import metrics
from croupier.floor.store import sharing, statements
from croupier.floor.store.engines.engine import DatabaseSession, Engine
from croupier.floor.store.port import Batch, Clash, Connection, KeyUsed, Overdraft, StoreError, StoreFailed, Taken
from croupier.record.journals.ledger import may_owe

LOG = logging.getLogger("croupier.store")
CLOSE_SECONDS = 60
"""For what still waits when the store is closed. A disk or a database that has not answered by then is left alone: the
thread is a daemon and goes with its process, and nobody has been told that what waits there was done."""
MOST = 512
"""Units in one commit: enough to fill a disk's time, few enough that the first does not wait long for the last."""

TRIES = 6
"""Of a transaction that the database undid because another's stood in its way."""

Work = Batch | Callable[[Connection], Any]


class Unit:
    """One piece of work, who waits for it, and how it went."""

    __slots__ = ("error", "future", "loop", "result", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()
        self.result: Any = None
        self.error: BaseException | None = None


class Gone(Exception):  # noqa: N818
    """The database has rolled the whole transaction back by itself, as it does when the disk fails."""


class Unsure(Exception):  # noqa: N818
    """The connection was lost with a message that may have been heard, and there is none to ask."""


class Again(Exception):  # noqa: N818
    """The database undid work of this transaction because another's stood in its way: all of it is to be done again."""


class Apart(Exception):  # noqa: N818
    """These batches cannot be written together, and others write to the same rows: each is to be committed by itself,
    so that none holds what it has written while it waits for what another holds."""


class Writer:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: DatabaseSession | None = engine.writing()
        self._waiting: SimpleQueue[Unit | None] = SimpleQueue()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="croupier-writer", daemon=True)
        self._thread.start()

    def ask(self, work: Work) -> asyncio.Future[Any]:
        if not self._open:
            raise StoreFailed("the store is closed")
        unit = Unit(work)
        self._waiting.put(unit)
        return unit.future

    @property
    def unsettled(self) -> bool:
        """Whether a connection failed and there is none in its place yet: its last COMMIT may still take effect."""
        return self._connection is None

    def close(self) -> None:
        """Finish what waits, then stop."""
        if self._open:
            self._open = False
            self._waiting.put(None)
        self._thread.join(CLOSE_SECONDS)
        if self._thread.is_alive():
            LOG.error("the store has not answered for %d seconds: what waits there is left undone", CLOSE_SECONDS)

    # The thread

    def _run(self) -> None:
        going = True
        while going:
            taken, going = self._taken()
            for units in _apart(taken) if self._engine.is_shared else [taken]:
                if units:
                    self._do(units)
        self._disconnect()

    def _do(self, units: list[Unit]) -> None:
        metrics.COMMIT_UNITS.observe(len(units))
        try:
            with metrics.COMMIT_SECONDS.time():
                self._commit(units)
        except Exception as error:  # noqa: BLE001  (a thread that ends would leave all who come later waiting)
            self._fail(units, error, unknown=True)
        _answer(units)

    def _taken(self) -> tuple[list[Unit], bool]:
        """All that waits, at least one; and whether to go on."""
        units: list[Unit] = []
        unit = self._waiting.get()  # `close` puts the end there: nothing outside this process is waited for
        try:
            while unit is not None:
                units.append(unit)
                if len(units) == MOST:
                    return units, True
                unit = self._waiting.get_nowait()
        except Empty:
            return units, True
        return units, False

    def _commit(self, units: list[Unit]) -> None:
        """Do those units in one transaction, and note on each how it went."""
        try:
            if self._engine.is_shared and all(map(_is_plain, units)) and self._is_put_at_once(units):
                return
            connection = self._done(units)
        except Apart:
            self._commit_apart(units)
            return
        except Unsure as unsure:
            self._fail(units, unsure.__cause__ or unsure, unknown=True)
            return
        except (Gone, Again) as gone:
            self._fail(units, gone.__cause__ or gone, unknown=False)
            return
        except self._engine.errors as error:
            self._fail(units, error, unknown=False)
            return
        try:
            connection.execute("COMMIT")
        except self._engine.errors as error:
            self._fail(units, error, unknown=True)

    def _is_put_at_once(self, units: list[Unit]) -> bool:
        """Whether one message to the database made them durable. Where none did, nothing was done."""
        batches, connection = [_batch(unit) for unit in units], self._connected()
        try:
            return self._engine.put_at_once(connection, batches)
        except self._engine.errors as lost:
            # A new connection is given when the old one can no longer commit: then it can be seen.
            self._disconnect()
            try:
                return _are_there(self._connected(), batches)
            except self._engine.errors:
                raise Unsure from lost

    def _done(self, units: list[Unit]) -> DatabaseSession:
        """The connection in whose transaction they are done, all but the COMMIT."""
        for tries in range(1, TRIES + 1):
            connection = self._begun()
            try:
                _Transaction(connection, self._engine).do(units)
            except Again:
                if tries == TRIES:
                    raise
                _undo_all(connection, units)
            except Apart:
                _undo_all(connection, units)
                raise
            else:
                return connection
        raise AssertionError

    def _commit_apart(self, units: list[Unit]) -> None:
        for unit in units:
            self._commit([unit])

    def _begun(self) -> DatabaseSession:
        """A connection with a transaction begun. One that was lost while idle is replaced: nothing hung on it."""
        connection = self._connected()
        try:
            connection.execute(self._engine.begin_write)
        except self._engine.errors:
            if not self._engine.is_lost(connection):
                raise
            self._disconnect()
            connection = self._connected()
            connection.execute(self._engine.begin_write)
        return connection

    def _fail(self, units: list[Unit], reason: BaseException, *, unknown: bool) -> None:
        """Nothing of this transaction counts, not even a refusal: it may rest on what another unit had done in it."""
        metrics.STORE_FAILURES.inc()
        words = self._engine.words(reason) if isinstance(reason, Exception) else str(reason)
        for unit in units:
            unit.error = StoreFailed(f"the store failed: {words}", unknown=unknown and unit.error is None)
        self._disconnect()
        # Made anew at once: what a failed COMMIT left behind is settled before anyone asks what became of it.
        with suppress(self._engine.errors):
            self._connected()

    def _connected(self) -> DatabaseSession:
        if self._connection is None:
            connection = self._engine.writing()
            try:
                self._engine.settle(connection)
            except BaseException:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            # What stands open is rolled back, where anything does; closing alone would do it later.
            with suppress(self._engine.errors):
                connection.execute("ROLLBACK")
            with suppress(self._engine.errors):
                connection.close()


def _undo_all(connection: DatabaseSession, units: list[Unit]) -> None:
    connection.execute("ROLLBACK")
    for unit in units:
        unit.result = unit.error = None


def _answer(units: list[Unit]) -> None:
    """Wake those who wait: once a commit, not once a unit."""
    for loop, those in groupby(units, key=lambda unit: unit.loop):
        # A loop that is closed has nobody waiting in it.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_resolve, list(those))


def _resolve(units: list[Unit]) -> None:
    for unit in units:
        if unit.future.done():
            continue
        if unit.error is None:
            unit.future.set_result(unit.result)
        else:
            unit.future.set_exception(unit.error)


# One transaction


def _apart(units: list[Unit]) -> Iterator[list[Unit]]:
    """The batches together; by itself every function, and a batch that looks at what others wrote.

    All of them wait at the same moment, so that none could say that it came before one of the other kind.
    """
    yield [unit for unit in units if _is_plain(unit)]
    yield from ([unit] for unit in units if not _is_plain(unit))


def _is_plain(unit: Unit) -> bool:
    return isinstance(unit.work, Batch) and unit.work.check is None


def _runs(units: list[Unit]) -> Iterator[list[Unit]]:
    """Batches that follow one another, together; by itself every function, and a batch that looks at what others
    wrote."""
    for are_plain, those in groupby(units, key=_is_plain):
        if are_plain:
            yield list(those)
        else:
            yield from ([unit] for unit in those)


class _Transaction:
    def __init__(self, connection: DatabaseSession, engine: Engine) -> None:
        self._connection = connection
        self._engine = engine

    def do(self, units: list[Unit]) -> None:
        for run in _runs(units):
            self._write(run)

    def _write(self, run: list[Unit]) -> None:
        while len(run) > 1:
            if self._together(run):
                return
            if not self._engine.is_shared:
                break
            run = self._still_possible(run)
        for unit in run:
            self._alone(unit)

    def _still_possible(self, run: list[Unit]) -> list[Unit]:
        """Those that nothing stands against; raises `Apart` where nothing stands against any.

        Numbers that others have written meanwhile are asked for all at once: where many write to the same tables most
        of a run may come second. Whatever is left is still written together.
        """
        ahead = sharing.written(self._connection, map(_first, run))
        if ahead:
            for unit in run:
                unit.error = Taken(*_first(unit)) if _first(unit) in ahead else None
        else:
            self._name_refused(run)
        left = [unit for unit in run if unit.error is None]
        if len(left) == len(run):
            raise Apart
        return left

    def _name_refused(self, run: list[Unit]) -> None:
        earlier = _Earlier()
        for unit in run:
            unit.error = next(_refusals(self._connection, _batch(unit), earlier), None)
            if unit.error is None:
                earlier.add(_batch(unit))

    def _together(self, run: list[Unit]) -> bool:
        try:
            self._connection.execute("SAVEPOINT unit")
            statements.put(self._connection, [unit.work for unit in run if isinstance(unit.work, Batch)])
            self._connection.execute("RELEASE unit")
        except Exception as error:  # noqa: BLE001  (whatever it was, it happens again to the one that it belongs to)
            self._yield_to_others(error)
            self._undo(error)
            return False
        return True

    def _alone(self, unit: Unit) -> None:
        try:
            self._connection.execute("SAVEPOINT unit")
            if isinstance(unit.work, Batch):
                statements.put(self._connection, [unit.work])
            else:
                unit.result = unit.work(self._connection)
            self._connection.execute("RELEASE unit")
        except Exception as error:  # noqa: BLE001  (handed to the one who waits)
            self._yield_to_others(error)
            self._undo(error)
            unit.error = self._explained(error)

    def _yield_to_others(self, error: Exception) -> None:
        cause = error.reason if isinstance(error, statements.NotPut) else error
        if self._engine.is_victim(cause):
            raise Again from cause

    def _undo(self, error: Exception) -> None:
        try:
            self._connection.execute("ROLLBACK TO unit")
            self._connection.execute("RELEASE unit")
        except self._engine.errors:
            raise Gone from error

    def _explained(self, error: Exception) -> Exception:
        """The error in the port's own words; what is not the database's is left as it is."""
        batches: Sequence[Batch] = ()
        if isinstance(error, statements.NotPut):
            batches, error = error.batches, error.reason
        if not isinstance(error, self._engine.errors):
            return error
        words = self._engine.words(error)
        if not self._engine.is_refusal(error):
            return StoreFailed(f"the store failed: {words}")
        try:
            reasons = chain.from_iterable(_refusals(self._connection, batch, _Earlier()) for batch in batches)
            return next(reasons, None) or Clash(words)
        except self._engine.errors as another:
            return StoreFailed(f"the store failed: {self._engine.words(another)}")


def _batch(unit: Unit) -> Batch:
    return cast("Batch", unit.work)


def _first(unit: Unit) -> tuple[str, int]:
    """The stream of a batch, and the number at which it begins."""
    batch = _batch(unit)
    return batch.stream, batch.entries[0].number


def _are_there(connection: Connection, batches: Sequence[Batch]) -> bool:
    """Whether all of them stand in their journals.

    One says nothing of the rest: what time brings about at a table, another server may have written word for word.
    """
    return all(_is_there(connection, batch) for batch in batches)


def _is_there(connection: Connection, batch: Batch) -> bool:
    """Whether this very batch stands in its journal: each hash covers all lines before it."""
    last = batch.entries[-1]
    row = next(iter(statements.tail(connection, batch.stream, last.number - 1, 1)), None)
    return row is not None and row.number == last.number and bytes(row.hash) == last.hash


class _Earlier:
    """What batches that come first leave to the next."""

    def __init__(self) -> None:
        self.numbers: set[tuple[str, int]] = set()
        self.keys: set[tuple[str, str]] = set()
        self.changes: dict[str, int] = {}

    def add(self, batch: Batch) -> None:
        self.numbers |= {(batch.stream, entry.number) for entry in batch.entries}
        self.keys |= {(entry.key.actor, entry.key.key) for entry in batch.entries if entry.key}
        for account, change in statements.net(batch).items():
            self.changes[account] = self.changes.get(account, 0) + change


def _refusals(connection: Connection, batch: Batch, earlier: _Earlier) -> Iterator[StoreError]:
    """Every reason for which that batch cannot be written after those, now that what they wrote is undone."""
    first = batch.stream, batch.entries[0].number
    if first in earlier.numbers or connection.execute(statements.EXISTS, first).fetchone():
        yield Taken(*first)
    used = set(earlier.keys)
    for key in (entry.key for entry in batch.entries if entry.key):
        if (key.actor, key.key) in used or statements.used(connection, key.actor, key.key):
            yield KeyUsed(key.actor, key.key)
        used.add((key.actor, key.key))
    for account, change in statements.net(batch).items():
        if change < 0 and not may_owe(account):
            held = statements.held(connection, account) + earlier.changes.get(account, 0)
            if held + change < 0:
                yield Overdraft(account)
