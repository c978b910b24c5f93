"""`croupier serve`, and one-time links from the console: for the operator, and to a new password."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli.configuration import HOST, PORT, configured, database_of, folder_of
from croupier.cli.exit_codes import DONE
from croupier.cli.one_line import in_one_line
from croupier.floor.house_key import BadKey
from croupier.floor.store.port import StoreError
from croupier.serve.process.logs import keep_log
from croupier.serve.process.settings import ServerSettings

if TYPE_CHECKING:
    from croupier.floor.store.port import Connection
    from croupier.floor.store.threads import ThreadedStore
    from croupier.serve.process.server import Opened, ServerPlace
    from croupier.serve.process.settings import ServerSettings

Data = Annotated[
    Path | None,
    Parameter(help="The folder in which this house keeps everything; by default one of the user's own."),
]
Database = Annotated[
    str | None,
    Parameter(help="A database of PostgreSQL, as postgresql://user@host/name, in place of a file in the folder."),
]


def serve(
    *,
    data: Data = None,
    database: Database = None,
    workers: Annotated[
        int | None,
        Parameter(help="Processes that share the work, 1 by default; more than one only on PostgreSQL, and on Linux."),
    ] = None,
    host: Annotated[
        str | None,
        Parameter(help=f"The address to listen at, {HOST} by default; 0.0.0.0 for every address of this machine."),
    ] = None,
    port: Annotated[
        int | None, Parameter(help=f"The port to listen at, {PORT} by default; 0 takes one that is free.")
    ] = None,
    origin: Annotated[
        tuple[str, ...],
        Parameter(
            help="Another address at which people reach this server, such as https://casino.example.", negative=""
        ),
    ] = (),
    trust_proxy: Annotated[
        tuple[str, ...],
        Parameter(
            help="A proxy whose word on https and on the client's address is taken, in place of one on this machine.",
            negative="",
        ),
    ] = (),
    rate_factor: Annotated[
        float | None, Parameter(help="So many times as many requests from one address; 1 by default.")
    ] = None,
    metrics: Annotated[
        str | None,
        Parameter(help="Show figures for Prometheus at this port of this machine, or at this address and port."),
    ] = None,
    browser: Annotated[
        bool | None,
        Parameter(help="Open the page in a browser, from a terminal on a desktop; it does unless told not to."),
    ] = None,
    upgrade: Annotated[
        bool,
        Parameter(
            help="Bring a database of PostgreSQL of an older version up to date: back it up first, with pg_dump.",
            negative="",
        ),
    ] = False,
    with_parent: Annotated[bool, Parameter(show=False, negative="")] = False,
) -> int:
    """Run the casino: tables, people, money and the journal of it all, in one folder and one process.

    On PostgreSQL it may be several processes (--workers), and several machines with the same database and house key.

    It listens on this machine only, unless --host says otherwise, and speaks http: put a proxy with https before it
    when others are to reach it. The first start prints a link for the operator, good for once and for a day.
    SIGTERM or Ctrl-C stops it in good order. All money is play money. What no flag says may be said by the environment
    (CROUPIER_PORT and so on) or by croupier.toml in the folder: `croupier config` shows it.

    Example: `croupier serve --data house --port 8421`
    """

    def work() -> int:
        from croupier.cli.welcome import welcome
        from croupier.serve.process.metrics import Address
        from croupier.serve.process.server import ServerPlace, run

        said = configured(
            data,
            database=database,
            workers=workers,
            host=host,
            port=port,
            origin=origin,
            trust_proxy=trust_proxy,
            rate_factor=rate_factor,
            metrics=metrics,
            browser=browser,
        )
        settings = ServerSettings(origins=said["origin"], trusted=said["trust_proxy"]).times(said["rate_factor"])
        keep_log()
        figures = None if said["metrics"] is None else Address.read(said["metrics"])
        place = ServerPlace(
            said.folder.value, said["host"], said["port"], with_parent, database_of(said), upgrade, figures
        )
        opened = partial(welcome, host=said["host"], browser=said["browser"])
        if said["workers"] == 1:
            run(place, settings, opened)
            return DONE
        return _many(place, settings, said["workers"], opened)

    return at_the_server(work)


def _many(place: ServerPlace, settings: ServerSettings, workers: int, opened: Opened) -> int:
    from croupier.serve.process.workers import run_many

    if place.database is None:
        raise _NotThereError("more than one worker needs a database of PostgreSQL: name it with --database")
    if sys.platform != "linux":
        raise _NotThereError("more than one worker at one port needs Linux: run one server a port, behind a proxy")
    return run_many(place, settings, workers, opened)


def operator_link(*, data: Data = None, database: Database = None) -> int:
    """Make another one-time link for the operator, beside a running server or without one.

    Whoever opens it first, within a day, chooses a name and a password and is an operator.

    Example: `croupier operator-link --data house`
    """

    async def made(store: ThreadedStore) -> str:
        from croupier.floor.people.services.people import People

        return await People(store).links.make_operator_link(int(time.time()))

    return at_the_server(lambda: _print_link(data, database, made, "operator"))


def reset_link(
    name: Annotated[str, Parameter(help="The name of the account.")], /, *, data: Data = None, database: Database = None
) -> int:
    """Make a one-time link to a new password for somebody with an account, an inspector too.

    An operator makes such links on the page, but none for an inspector, who watches the operator. This command needs
    the machine of the house. The house's journal says that the link was made, and that it was used.

    Example: `croupier reset-link Ana --data house`
    """

    async def made(store: ThreadedStore) -> str:
        from croupier.floor.house_journal import Book
        from croupier.floor.people.services.people import People

        people, book = People(store), Book(store, time.time)
        await book.open()
        found = await people.accounts.called(name)
        if found is None or found.guest:
            raise _NotThereError(f"nobody here has an account with the name {name}")

        def also(connection: Connection, person: str) -> None:
            book.reset_link_made(connection, person, None)

        return await people.links.make_reset_link(found.id, int(time.time()), by=None, also=also)

    return at_the_server(lambda: _print_link(data, database, made, "reset"))


def _print_link(
    data: Path | None, database: str | None, made: Callable[[ThreadedStore], Awaitable[str]], page: str
) -> int:
    """A link to that page of the house, with the token that is made in its store."""
    from croupier.cli.welcome import link
    from croupier.floor.store.sqlite import FILE
    from croupier.serve.process.server import ADDRESS_FILE, address_of

    folder = folder_of(data)
    url = database_of(configured(data, database=database))
    if url is None and not (folder / FILE).is_file():
        raise _NotThereError(f"there is no house in {folder}: croupier serve makes one")
    token = asyncio.run(_with_store(folder / FILE, url, made))
    try:
        address = (folder / ADDRESS_FILE).read_text().strip()
    except OSError:
        address = address_of(HOST, PORT)
    print(link(address, token, page))
    return DONE


async def _with_store(file: Path, url: str | None, made: Callable[[ThreadedStore], Awaitable[str]]) -> str:
    from croupier.floor.store.sqlite import SqliteStore

    if url is None:
        store: ThreadedStore = SqliteStore(file)
    else:
        from croupier.floor.store.postgres import PostgresStore

        store = PostgresStore(url)
    try:
        return await made(store)
    finally:
        await store.close()


class _NotThereError(Exception):
    """Said in one line."""


def at_the_server(work: Callable[[], int]) -> int:
    return in_one_line(work, _obstacles)


def _obstacles() -> tuple[type[Exception], ...]:
    from croupier.floor.store.lock import FolderInUse
    from croupier.serve.process.metrics import NotListening
    from croupier.serve.process.server import PortTaken

    return PortTaken, NotListening, FolderInUse, StoreError, BadKey, _NotThereError
