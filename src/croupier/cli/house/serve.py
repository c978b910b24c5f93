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

from croupier.cli.console.exit_codes import DONE
from croupier.cli.console.parameters import Data, Database
from croupier.cli.house.configuration import HOST, PORT, configured, database_of, folder_of
from croupier.cli.house.one_line import in_one_line
from croupier.floor.house_key import BadKey
from croupier.floor.store.port import StoreError
from croupier.serve.process.logs import keep_log
from croupier.serve.process.settings import ServerSettings

if TYPE_CHECKING:
    from croupier.floor.store.engines.threads import ThreadedStore
    from croupier.floor.store.port import Connection
    from croupier.serve.process.server import Opened, ServerPlace
    from croupier.serve.process.settings import ServerSettings


def serve(
    *,
    data: Data = None,
    database: Database = None,
    workers: Annotated[
        int | None,
        Parameter(metavar="NUMBER", help="Server processes; 1 if left out. More than 1 needs PostgreSQL and Linux."),
    ] = None,
    host: Annotated[
        str | None,
        Parameter(
            metavar="ADDRESS",
            help=f"Listen at this address; {HOST} (this machine only) if left out. 0.0.0.0 lets others in.",
        ),
    ] = None,
    port: Annotated[
        int | None, Parameter(metavar="NUMBER", help=f"Listen at this port; {PORT} if left out, 0 for any free port.")
    ] = None,
    origin: Annotated[
        tuple[str, ...],
        Parameter(
            metavar="URL",
            help="A public address of this server, such as https://casino.example. Give it again for more.",
            negative="",
        ),
    ] = (),
    trust_proxy: Annotated[
        tuple[str, ...],
        Parameter(
            metavar="ADDRESS",
            help="Trust this proxy's headers for https and the client's address; if left out, one on this machine is "
            "trusted.",
            negative="",
        ),
    ] = (),
    rate_factor: Annotated[
        float | None, Parameter(metavar="NUMBER", help="Multiply the per-address request limit by this; 1 if left out.")
    ] = None,
    metrics: Annotated[
        str | None,
        Parameter(
            metavar="[ADDRESS:]PORT",
            help="Serve Prometheus metrics at this port, on this machine if no address is given.",
        ),
    ] = None,
    peers: Annotated[
        str | None,
        Parameter(
            metavar="ADDRESS",
            help=f"The address at which workers on other machines reach these; {HOST} (this machine only) if left out.",
        ),
    ] = None,
    peer_certificate: Annotated[
        str | None,
        Parameter(metavar="FILE", help="Workers speak TLS to each other with this certificate, the same on each."),
    ] = None,
    peer_key: Annotated[str | None, Parameter(metavar="FILE", help="The private key of that certificate.")] = None,
    staff_second_factor: Annotated[
        bool | None, Parameter(help="Require a second factor of all staff.", negative="")
    ] = None,
    four_eyes: Annotated[
        bool | None,
        Parameter(help="Require a second operator's agreement to roles, password links and winding up.", negative=""),
    ] = None,
    browser: Annotated[
        bool | None,
        Parameter(help="Open the page in a browser. It opens if left out, on a desktop and from a terminal."),
    ] = None,
    upgrade: Annotated[
        bool,
        Parameter(
            help="Upgrade a PostgreSQL database of an older version. Back it up first with pg_dump.",
            negative="",
        ),
    ] = False,
    with_parent: Annotated[bool, Parameter(show=False, negative="")] = False,
) -> int:
    """Run the casino server: tables, accounts, play money and the journal.

    Everything is kept in one folder. The first start prints a sign-in link for the operator, valid once and for a day.
    Ctrl-C or SIGTERM stops the server safely. All money is play money.

    The server listens on this machine only, unless you set --host. It speaks http: put a proxy with https in front of
    it before others use it. On PostgreSQL it can run as several processes (--workers), and on several machines with the
    same database and house key.

    Settings may also come from the environment (CROUPIER_PORT is --port) or from croupier.toml in the folder;
    `croupier config` shows them.

    For example:

    - `croupier serve --data house --port 8421`
    - `croupier serve --data house --host 0.0.0.0 --no-browser`
    """

    def work() -> int:
        from croupier.cli.house.welcome import welcome
        from croupier.serve.process.metrics import Address
        from croupier.serve.process.server import ServerPlace, run
        from croupier.serve.relay.addresses import peer_address

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
            peers=peers,
            peer_certificate=peer_certificate,
            peer_key=peer_key,
            staff_second_factor=staff_second_factor,
            four_eyes=four_eyes,
            browser=browser,
        )
        settings = ServerSettings(
            origins=said["origin"],
            trusted=said["trust_proxy"],
            staff_factor=said["staff_second_factor"],
            four_eyes=said["four_eyes"],
        ).times(said["rate_factor"])
        keep_log()
        figures = None if said["metrics"] is None else Address.read(said["metrics"])
        place = ServerPlace(
            said.folder.value,
            said["host"],
            said["port"],
            with_parent,
            database_of(said),
            upgrade,
            figures,
            peer_address(said["peers"], said["peer_certificate"], said["peer_key"]),
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
        raise _NotThereError("more than one worker needs PostgreSQL: name the database with --database")
    if sys.platform != "linux":
        raise _NotThereError(
            "more than one worker needs Linux: elsewhere run several servers at different ports behind a proxy"
        )
    return run_many(place, settings, workers, opened)


def operator_link(*, data: Data = None, database: Database = None) -> int:
    """Make a one-time sign-in link for the operator.

    The server may be running or not. The first person to open the link, within a day, chooses a name and a password and
    becomes an operator.

    For example:

    - `croupier operator-link --data house`
    - `CROUPIER_DATA=house croupier operator-link`
    """

    async def made(store: ThreadedStore) -> str:
        from croupier.floor.people.services.people import People

        return await People(store).links.make_operator_link(int(time.time()))

    return at_the_server(lambda: _print_link(data, database, made, "operator"))


def reset_link(
    name: Annotated[str, Parameter(help="The name of the account.")],
    /,
    *,
    drop_second_factor: Annotated[
        bool, Parameter(help="Remove the account's apps and passkeys, for somebody who lost them.", negative="")
    ] = False,
    data: Data = None,
    database: Database = None,
) -> int:
    """Make a one-time link to set a new password.

    Operators can make such links on the page, except for inspectors, who check the operators. Run this command on the
    house's machine. The house's journal records that the link was made and used.

    For example:

    - `croupier reset-link Ana --data house`
    - `CROUPIER_DATA=house croupier reset-link Ana`
    """

    async def made(store: ThreadedStore) -> str:
        from croupier.floor.house_journal import Book
        from croupier.floor.people.services.people import People

        people, book = People(store), Book(store, time.time)
        await book.open()
        found = await people.accounts.called(name)
        if found is None or found.guest:
            raise _NotThereError(f"no account is called {name!r}; the name must be exact")

        def also(connection: Connection, person: str) -> None:
            book.reset_link_made(connection, person, None)

        if drop_second_factor:
            await people.second_factors.drop_all(found.id, int(time.time()))
        return await people.links.make_reset_link(found.id, int(time.time()), by=None, also=also)

    return at_the_server(lambda: _print_link(data, database, made, "reset"))


def _print_link(
    data: Path | None, database: str | None, made: Callable[[ThreadedStore], Awaitable[str]], page: str
) -> int:
    """A link to that page of the house, with the token that is made in its store."""
    from croupier.cli.house.welcome import link
    from croupier.floor.store.engines.sqlite import FILE
    from croupier.serve.process.server import ADDRESS_FILE, address_of

    folder = folder_of(data)
    url = database_of(configured(data, database=database))
    if url is None and not (folder / FILE).is_file():
        raise _NotThereError(
            f"{folder} holds no house; `croupier serve --data {folder}` creates one. On PostgreSQL, name --database."
        )
    token = asyncio.run(_with_store(folder / FILE, url, made))
    try:
        address = (folder / ADDRESS_FILE).read_text().strip()
    except OSError:
        address = address_of(HOST, PORT)
    print(link(address, token, page))
    return DONE


async def _with_store(file: Path, url: str | None, made: Callable[[ThreadedStore], Awaitable[str]]) -> str:
    from croupier.floor.store.engines.sqlite import SqliteStore

    if url is None:
        store: ThreadedStore = SqliteStore(file)
    else:
        from croupier.floor.store.engines.postgres import PostgresStore

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
    from croupier.floor.store.engines.lock import FolderInUse
    from croupier.serve.process.metrics import NotListening
    from croupier.serve.process.server import PortTaken

    return PortTaken, NotListening, FolderInUse, StoreError, BadKey, _NotThereError
