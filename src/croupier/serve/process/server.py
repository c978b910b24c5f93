"""The server as a process, from the lock on its folder to a stop in good order; or one worker of several."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server
from msgspec import Struct
from msgspec.structs import replace

from croupier import child_process
from croupier.floor import gc_tuning
from croupier.floor.casino import Casino
from croupier.floor.house_key import house_key
from croupier.floor.store.engines.lock import FolderLock
from croupier.floor.store.engines.sqlite import FILE, SqliteStore
from croupier.floor.store.engines.threads import ThreadedStore
from croupier.record.house_journal.free_words import without_signs
from croupier.serve.app import create_app
from croupier.serve.process.address import room_address
from croupier.serve.process.doorkeeper import keeping, room
from croupier.serve.process.heartbeat import RESTARTS, Tell, beating, tell_parent, tell_systemd
from croupier.serve.process.metrics import Address, listening
from croupier.serve.process.new_house import ready
from croupier.serve.process.paced_loop import run_paced
from croupier.serve.process.settings import EVERYWHERE, ServerSettings
from croupier.serve.relay.addresses import PeerAddress
from croupier.serve.relay.relay import Relay
from croupier.serve.routes.inspection.verification import break_off_verification
from croupier.serve.security.middleware import Shell

LOG = logging.getLogger("croupier.serve")
ADDRESS_FILE = "croupier.address"
"""Where the server of this folder was reached last: so that a link made beside it leads there."""
STOP_SECONDS = 4
"""What has not ended by then, in each step of a stop, is cut."""
LAST_SECONDS = 60
"""A stop that has not come to its end by then hangs, at a disk or a database: the process ends all the same. What was
answered is stored."""
LISTEN_SECONDS = 60
"""A server that cannot be reached at its own address by then never will be."""
BACKLOG = 4096
"""Who waits to be taken. The system may allow fewer (`net.core.somaxconn`)."""
LAST_PORT = 65_535
HEADER_MILLISECONDS = 10_000
"""Whoever sends the head of a request more slowly than this is cut off."""
BUFFER_BYTES = 128 * 1024


class PortTaken(Exception):  # noqa: N818  said in one line
    """Nothing can be heard at that address."""


class ServerPlace(Struct, frozen=True):
    """Where the server is to be found."""

    folder: Path
    host: str
    port: int
    ends_with_input: bool = False
    """Whether the end of standard input stops it: a parent that cannot become the server holds the other end."""
    database: str | None = None
    """The URL of a database of PostgreSQL, in place of a file in the folder."""
    upgrade: bool = False
    """Whether such a database, where it is of an older schema, is brought up to date."""
    metrics: Address | None = None
    """Where Prometheus may ask for the figures."""
    peers: PeerAddress = PeerAddress()
    """Where other workers of the house reach this one, on a database that they share."""


class Worker(Struct, frozen=True):
    """What one of several workers is told by their parent, which holds the lock on the folder."""

    place: ServerPlace
    settings: ServerSettings
    is_first: bool = False
    """Whether it makes the operator's first link."""
    restarts: dict[str, int] = {}
    """How often a worker was started again in this place, by what befell the one before."""


Opened = Callable[[str, str | None], None]
"""Told once the server listens: its address, and the token of the operator's first link while there is no operator."""


def address_of(host: str, port: int) -> str:
    """As it is typed into a browser on this machine."""
    shown = "localhost" if host in EVERYWHERE else host
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def resolved(host: str, port: int) -> tuple[socket.AddressFamily, Any]:
    family, _, _, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    return family, where


def free_port(host: str, port: int) -> int:
    """
    The port, or one that is free for 0; raises `PortTaken`. Asked beforehand, for granian would share the port with
    another that shares it.
    """
    if not 0 <= port <= LAST_PORT:
        raise PortTaken(f"there is no port {port}: they go from 0 to {LAST_PORT}")
    try:
        family, where = resolved(host, port)
        with socket.socket(family, socket.SOCK_STREAM) as trial:
            if os.name == "posix":
                # Elsewhere this would let us take a port that is in use.
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where)
            trial.listen(1)
            return int(trial.getsockname()[1])
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"port {port} at {host} is taken: choose another with --port") from None
        raise PortTaken(f"cannot listen at {host} port {port}: {(error.strerror or str(error)).lower()}") from None


def run(place: ServerPlace, settings: ServerSettings, opened: Opened) -> None:
    """Until a signal stops it. Raises what stands in its way before it listens."""
    with taken(place) as found:
        run_paced(_run(found, settings, opened, makes_link=True, tell=lambda: None))
    LOG.info("stopped")


def run_worker(worker: Worker, opened: Opened) -> None:
    """The same beside others, until the end of standard input or a signal."""
    for why, times in worker.restarts.items():
        RESTARTS.labels(why).inc(times)
    run_paced(_run(worker.place, worker.settings, opened, makes_link=worker.is_first, tell=tell_parent))


@contextlib.contextmanager
def taken(place: ServerPlace) -> Iterator[ServerPlace]:
    """With the folder locked, and with a port that is free."""
    place.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with FolderLock(place.folder):
        yield replace(place, port=free_port(place.host, place.port))


async def _run(place: ServerPlace, settings: ServerSettings, opened: Opened, *, makes_link: bool, tell: Tell) -> None:
    store = _store(place)
    try:
        casino = Casino(place.folder, store)
        relay = await _relay(casino, place)
        await casino.start()
        gc_tuning.settle()
        try:
            if makes_link:
                await casino.book.note_settings(without_signs(msgspec.json.encode(settings).decode()))
            token = await ready(casino, makes_link=makes_link)
            await _serve(casino, place, settings, lambda address: opened(address, token), relay=relay, tell=tell)
        finally:
            await casino.stop()
    finally:
        await store.close()


def _store(place: ServerPlace) -> ThreadedStore:
    if place.database is None:
        return SqliteStore(place.folder / FILE)
    from croupier.floor.store.engines.postgres import PostgresStore

    return PostgresStore(place.database, upgrade=place.upgrade)


async def _relay(casino: Casino, place: ServerPlace) -> Relay | None:
    """Where other workers may have the same house, it is reached by them before it signs on."""
    if not casino.store.is_shared:
        return None
    relay = Relay(casino, house_key(place.folder), place.peers)
    try:
        await relay.listen()
    except OSError as error:
        why = error.strerror or str(error)
        raise PortTaken(f"other workers cannot reach this one at {place.peers.host}: {why.lower()}") from None
    return relay


async def _serve(
    casino: Casino,
    place: ServerPlace,
    settings: ServerSettings,
    opened: Callable[[str], None],
    *,
    relay: Relay | None,
    tell: Tell,
) -> None:
    places = room()
    app = create_app(casino, replace(settings, room=room_address(place.host, place.port)))
    app.state.relay = relay
    casino.look_after_connections()
    shell = Shell(app, None if relay is None else relay.pass_on)
    if relay is not None:
        relay.start(settings, shell)
    server = Server(
        shell,
        address=place.host,
        port=place.port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        backlog=BACKLOG,
        backpressure=places,
        http1_settings=HTTP1Settings(header_read_timeout=HEADER_MILLISECONDS, max_buffer_size=BUFFER_BYTES),
        log_enabled=False,
    )
    asked_to_stop = asyncio.Event()
    figures = listening(place.metrics, casino, lambda: shell.sockets)
    door = keeping(place.port, settings, places)
    with figures, door, heard(asked_to_stop, with_input=place.ends_with_input):
        serving = asyncio.create_task(server.serve())
        stopping = asyncio.create_task(asked_to_stop.wait())
        if await _listens(place, serving, asked_to_stop):
            address = address_of(place.host, place.port)
            (place.folder / ADDRESS_FILE).write_text(address + "\n")
            LOG.info("open at %s", address)
            opened(address)
            tell_systemd("READY=1")
        async with beating(tell):
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            tell_systemd("STOPPING=1")
            await _stop(casino, relay, shell, server, serving)
        if not asked_to_stop.is_set():
            raise RuntimeError("the server ended by itself")


async def _listens(place: ServerPlace, serving: asyncio.Task[None], asked_to_stop: asyncio.Event) -> bool:
    """Whether it can be reached, as soon as it can; not where it ended instead. Raises `PortTaken` where it cannot."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(place.host, place.host)  # noqa: S104  it is called, not listened at
    end = asyncio.get_running_loop().time() + LISTEN_SECONDS
    while not serving.done() and not asked_to_stop.is_set():
        try:
            async with asyncio.timeout_at(end):
                _, writer = await asyncio.open_connection(host, place.port)
        except TimeoutError:
            raise PortTaken(f"nobody can reach {place.host} port {place.port}: choose another with --host") from None
        except OSError:
            await asyncio.sleep(0.01)
            continue
        writer.close()
        return True
    return False


async def _stop(casino: Casino, relay: Relay | None, shell: Shell, server: Server, serving: asyncio.Task[None]) -> None:
    """No act is begun from here on; what is being stored is finished and answered; then the connections end."""
    LOG.info("stopping")
    child_process.exit_after(LAST_SECONDS, lambda: LOG.error("the stop took too long: it was cut"))
    break_off_verification(casino)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(STOP_SECONDS):
            if relay is not None:
                await relay.stop()
            await casino.stop()
            await shell.close_sockets()
    server.stop()  # type: ignore[no-untyped-call]
    done, _ = await asyncio.wait((serving,), timeout=STOP_SECONDS)
    if not done:
        LOG.warning("connections were cut")
        serving.cancel()
    elif (error := serving.exception()) is not None:
        raise error


@contextlib.contextmanager
def heard(stop: asyncio.Event, *, with_input: bool) -> Iterator[None]:
    """SIGTERM and SIGINT ask for a stop, on every system."""
    loop = asyncio.get_running_loop()

    def ask(_number: int = 0, _frame: FrameType | None = None) -> None:
        with contextlib.suppress(RuntimeError):  # it has stopped already
            loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    if with_input:
        child_process.watch_input(ask)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
