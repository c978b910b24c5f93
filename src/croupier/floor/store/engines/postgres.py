"""The store on PostgreSQL: the same SQL, the same threads, on connections to a server that may go away and come back.

A transaction that writes is READ COMMITTED. What two writers must not both do is kept apart by rows that they both
write: the journal's unique (stream, number), a key's row, a balance and its constraint, a person's revision. They come
to those rows in one order (statements.put), and where two wait for each other all the same, one does its work again.
SERIALIZABLE would add nothing but failures of whole groups of units that have nothing to do with one another.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import count
from typing import Any, Self, cast

import psycopg
from psycopg import RawCursor, RawServerCursor, errors
from psycopg.adapt import Buffer, Loader
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import BytesDumper

from croupier.floor.store.engines.engine import DatabaseSession
from croupier.floor.store.engines.postgres_commit import STATEMENT, parameters
from croupier.floor.store.engines.postgres_doorbell import PostgresBell
from croupier.floor.store.engines.sqlite_file import OURS, VERSION
from croupier.floor.store.engines.threads import ThreadedStore
from croupier.floor.store.port import Batch, Cursor, NotOurs, StoreFailed, TooNew, TooOld

MARK = "croupier"
"""The comment on Alembic's own table, so that another program's database is never taken for one of ours."""

WAIT_SECONDS = 10
"""For an answer to a call, for a row that another server is writing, and for one that stands still in its work."""
PATIENCE_SECONDS = 2
"""For the lock that a server of an older version keeps as long as it works."""
UPGRADE_SECONDS = 600
"""For another server that makes the tables or brings them up to date, and for whoever reads them meanwhile."""
PREPARED = 256
ROWS = 2000

DEFAULTS = {
    "connect_timeout": WAIT_SECONDS,
    "keepalives_idle": WAIT_SECONDS,
    "keepalives_interval": WAIT_SECONDS,
    "keepalives_count": 3,
    "tcp_user_timeout": 3 * WAIT_SECONDS * 1000,
    "application_name": "croupier",
}
"""Unless the URL says otherwise. A server that no longer answers is noticed within half a minute."""


class PostgresStore(ThreadedStore):
    """Make one by `PostgresStore(url)`; the tables are made where there are none.

    Any number of servers may work on one database. `upgrade` brings one of an older schema up to date, which otherwise
    is refused: nobody here can say whether it has been backed up.
    """

    def __init__(self, url: str, *, upgrade: bool = False) -> None:
        self.url = url
        try:
            super().__init__(PostgresEngine(url, upgrade=upgrade))
        except psycopg.Error as error:
            raise StoreFailed(f"{shown(url)} cannot be opened: {one_line(error)}") from error

    def bell(self) -> PostgresBell:
        return PostgresBell(lambda: connected(str(self.url)))


def shown(url: str) -> str:
    """What may be said of a URL: never a password."""
    try:
        parts = conninfo_to_dict(url)
    except psycopg.Error:
        return "the database"
    return f"the database {parts.get('dbname') or '(default)'} at {parts.get('host') or 'this machine'}"


# Connections


class Whole(Loader):
    """A sum of 64-bit integers is a numeric in PostgreSQL, and an int here. None of our columns has fractions."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


class Untyped(BytesDumper):
    """Bytes of the column's own type, as text and None are: one statement to prepare, whichever of them are empty."""

    oid = 0


_LITERAL_OR_MARK = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|--[^\n]*|\?")


@cache
def numbered(sql: str) -> str:
    """With PostgreSQL's own $1, $2 … for each question mark that stands for a value."""
    numbers = count(1)
    return _LITERAL_OR_MARK.sub(lambda found: f"${next(numbers)}" if found[0] == "?" else found[0], sql)


def connected(url: str, *, autocommit: bool = True) -> psycopg.Connection[Any]:
    settings: dict[str, Any] = {**DEFAULTS, **conninfo_to_dict(url)}
    return psycopg.connect(autocommit=autocommit, **settings)


class PostgresSession:
    """One connection. Transactions begin and end where we say so, and nowhere else."""

    def __init__(self, url: str) -> None:
        self._connection = connected(url)
        self._connection.prepared_max = PREPARED
        adapters = self._connection.adapters
        adapters.register_dumper(int, Int8Dumper)  # of one type, however small: one statement to prepare
        adapters.register_dumper(bytes, Untyped)
        adapters.register_loader("numeric", Whole)

    def execute(self, sql: str, parameters: Sequence[Any] = (), /) -> Cursor:
        cursor = RawCursor(self._connection).execute(numbered(sql), parameters or None)
        if sql == "COMMIT" and cursor.statusmessage != "COMMIT":
            raise psycopg.OperationalError("the transaction had failed, and was rolled back")
        return cursor

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]], /) -> Cursor:
        cursor = RawCursor(self._connection)
        cursor.executemany(numbered(sql), parameters)
        return cursor

    def at_once(self, documents: Sequence[str]) -> None:
        """Batches as one statement, which is its own transaction."""
        RawCursor(self._connection).execute(STATEMENT, documents, prepare=True)

    def streamed(self, sql: str) -> Iterator[Any]:
        """The rows of that statement, fetched as they are asked for."""
        cursor = RawServerCursor(self._connection, f"rows_{secrets.token_hex(8)}")
        cursor.itersize = ROWS
        return iter(cursor.execute(sql))

    @property
    def is_lost(self) -> bool:
        return self._connection.closed

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


SYSTEM_ERRORS = "58"
"""The class of errors of the machine under the database, such as a sector that cannot be read."""
CHECKSUM_FAILURES = "SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()"
OUR_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"


class PostgresEngine:
    errors = psycopg.Error
    begin_write = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    begin_read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    is_shared = True

    def __init__(self, url: str, *, upgrade: bool = False) -> None:
        self._url = url
        self._own = secrets.randbits(31)
        """The lock that every writing connection of this store holds for as long as its server process lives."""
        bring_up_to_date(url, upgrade=upgrade)

    def writing(self) -> PostgresSession:
        session = PostgresSession(self._url)
        try:
            session.execute("SET synchronous_commit = on")
            session.execute(f"SET lock_timeout = '{WAIT_SECONDS}s'")
            self._lock(session)
            # One that stands still in the middle of its work loses its locks before those who wait for them give up.
            session.execute(f"SET idle_in_transaction_session_timeout = '{WAIT_SECONDS}s'")
            session.execute(f"SET lock_timeout = '{2 * WAIT_SECONDS}s'")
        except BaseException:
            session.close()
            raise
        return session

    def reading(self) -> PostgresSession:
        return PostgresSession(self._url)

    def _lock(self, session: PostgresSession) -> None:
        """Once we have our own lock again, no process of the server is left that could still do our last COMMIT."""
        session.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = "
            "(SELECT oid FROM pg_database WHERE datname = current_database()) AND classid = ? AND objid = ?",
            (OURS, self._own),
        )
        session.execute("SELECT pg_advisory_lock(?::int, ?::int)", (OURS, self._own))

    def settle(self, session: DatabaseSession) -> None:
        """It is settled: `writing` gives no connection before the last one's locks are free."""

    def put_at_once(self, session: DatabaseSession, batches: Sequence[Batch]) -> bool:
        """Whether they are durable; where they are not, nothing was done. Raises where the connection was lost."""
        documents = parameters(batches)
        if documents is None:
            return False
        try:
            cast("PostgresSession", session).at_once(documents)
        except psycopg.Error:
            if self.is_lost(session):
                raise
            return False
        return True

    def is_refusal(self, error: Exception) -> bool:
        return isinstance(error, (errors.IntegrityError, errors.NumericValueOutOfRange))

    def is_victim(self, error: Exception) -> bool:
        return isinstance(error, (errors.DeadlockDetected, errors.SerializationFailure))

    def is_lost(self, session: DatabaseSession) -> bool:
        return cast("PostgresSession", session).is_lost

    def damage(self, *, whole: bool) -> tuple[str, ...]:
        """What the server's own checksums have found; and, for the whole, every row of every table read once."""
        with PostgresSession(self._url) as session:
            (failures,) = session.execute(CHECKSUM_FAILURES).fetchone()
            faults = [f"{failures} pages failed their checksum"] if failures else []
            tables = [table for (table,) in session.execute(OUR_TABLES).fetchall()] if whole else []
            for table in tables:
                try:
                    session.execute(f'SELECT sum(length(kept::text)) FROM "{table}" AS kept').fetchone()  # noqa: S608
                except psycopg.Error as error:
                    if session.is_lost:
                        raise
                    faults.append(f"{table}: {one_line(error)}")
        return tuple(faults)

    def is_away(self, error: Exception) -> bool:
        """Nobody answers, or not now. A file of the server's that cannot be read is damage."""
        if not isinstance(error, psycopg.OperationalError):
            return False
        return not (error.sqlstate or "").startswith(SYSTEM_ERRORS)

    def words(self, error: Exception) -> str:
        return one_line(error)


def one_line(error: Exception) -> str:
    """The first line alone: those that follow show the values, and a value may be a name."""
    return next(iter(str(error).splitlines()), type(error).__name__)


# Opening


def bring_up_to_date(url: str, *, upgrade: bool = False) -> None:
    with PostgresSession(url) as session:
        version = version_of(session, shown(url))
    if version is not None and version < VERSION and not upgrade:
        raise TooOld(
            f"{shown(url)} is of schema {version}, and this program works with {VERSION}: stop every server that uses "
            "it, back it up with pg_dump, and start one with --upgrade."
        )
    if version != VERSION:
        migrate(url)


def version_of(session: PostgresSession, name: str) -> int | None:
    """The schema of the database; none where it is empty. One not ours, or newer than we are, is refused."""
    if (encoding := session.execute("SHOW server_encoding").fetchone()[0]) != "UTF8":
        raise NotOurs(f"{name} is in {encoding}: make one with ENCODING 'UTF8'.")
    mark, tables = session.execute(
        "SELECT obj_description(to_regclass('alembic_version'), 'pg_class'), "
        "(SELECT count(*) FROM pg_tables WHERE schemaname = current_schema())"
    ).fetchone()
    if mark != MARK:
        if tables:
            raise NotOurs(f"{name} belongs to another program. Name another database.")
        return None
    version = int(session.execute("SELECT version_num FROM alembic_version").fetchone()[0])
    if version > VERSION:
        raise TooNew(f"{name} was made by a newer version of this program (schema {version}, known {VERSION}).")
    return version


class View:
    """One unmoving view of a database, each statement's rows fetched as they are asked for."""

    def __init__(self, session: PostgresSession) -> None:
        self._session = session

    def execute(self, sql: str, /) -> Iterator[Any]:
        return self._session.streamed(sql)


@contextmanager
def viewed(url: str) -> Iterator[View]:
    """For an audit, beside a running server too. Raises `StoreError` where there is nothing of ours to look at."""
    with session_viewed(url) as session:
        yield View(session)


@contextmanager
def session_viewed(url: str) -> Iterator[PostgresSession]:
    """The connection behind such a view."""
    try:
        with PostgresSession(url) as session:
            if version_of(session, shown(url)) != VERSION:
                raise NotOurs(f"{shown(url)} holds no house of this version: croupier serve makes one.")
            session.execute(PostgresEngine.begin_read)
            yield session
    except psycopg.Error as error:
        raise StoreFailed(f"{shown(url)} cannot be read: {one_line(error)}") from error


@contextmanager
def filling_empty(url: str) -> Iterator[PostgresSession]:
    """A transaction in which a house is put into an empty database; raises `StoreError` where it is not empty."""
    from croupier.floor.store.database_copy import is_empty

    try:
        bring_up_to_date(url)
        with PostgresSession(url) as session:
            session.execute(PostgresEngine.begin_write)
            session.execute(f"SET LOCAL lock_timeout = '{WAIT_SECONDS}s'")
            # A server that starts meanwhile waits, and then finds the house.
            session.execute("LOCK TABLE journal IN EXCLUSIVE MODE")
            if not is_empty(session):
                raise NotOurs(f"{shown(url)} has a house already. Name an empty database.")
            yield session
            session.execute("COMMIT")
    except psycopg.Error as error:
        raise StoreFailed(f"{shown(url)} cannot be written: {one_line(error)}") from error


def _wait_for_older_servers(connection: Any, url: str) -> None:
    """Servers of schema 1 hold this lock for as long as they work: raises `StoreFailed` where it is not let go soon.

    Asked for with patience, because a commit lets go of its locks one after the other: another that made the tables a
    moment ago may still have this one while its first is ours already.
    """
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE_SECONDS}s'")
    with _waiting_in_vain(f"{shown(url)} is in use by a server of an older version: stop it first."):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OURS})")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{UPGRADE_SECONDS}s'")


@contextmanager
def _waiting_in_vain(why: str) -> Iterator[None]:
    """Raises `StoreFailed` with these words where a lock is not had in time."""
    from sqlalchemy.exc import OperationalError

    try:
        yield
    except OperationalError as error:
        if not isinstance(error.orig, errors.LockNotAvailable):
            raise
        raise StoreFailed(why) from None


def migrate(url: str) -> None:
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    from croupier.floor.store.upgrade import upgrade

    connect = partial(connected, url, autocommit=False)
    engine = create_engine("postgresql+psycopg://", creator=connect, poolclass=NullPool)
    why = f"{shown(url)} is in use by another server, or being upgraded by one. Try again later."
    with _waiting_in_vain(why), engine.begin() as connection:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{UPGRADE_SECONDS}s'")
        # Two that start at once: the second waits, and then finds all done.
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({OURS}, 0)")
        _wait_for_older_servers(connection, url)
        upgrade(connection)
        connection.exec_driver_sql(f"COMMENT ON TABLE alembic_version IS '{MARK}'")
