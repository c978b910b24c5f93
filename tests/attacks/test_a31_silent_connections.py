"""A31: connections that send nothing, or do not read, shut nobody out; they are cut, counted and said in the log."""

from __future__ import annotations

import contextlib
import json
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from msgspec.structs import replace

from croupier.serve.process import doorkeeper
from croupier.serve.process.doorkeeper import ConnectionSeen, Doorkeeper
from croupier.serve.process.settings import ServerSettings
from croupier.serve.security.rates import address_key
from tests.support.server.figures import figures_at, free_port
from tests.support.server.real_server import NO_CERTIFICATES, SECONDS, Running, server, wait_until

linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what becomes of a connection")
SILENT, UNREAD = 2_200, 1_100
CAP = 512


# A real server, thousands of real connections


@pytest.fixture
def many_files() -> Iterator[None]:
    """Where the system allows few files by default, it allows more to who asks."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(before[0], min(before[1], 8192)), before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@linux
@pytest.mark.usefixtures("many_files")
def test_A31_thousands_of_silent_connections_shut_nobody_out(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path / "house", "--metrics", str(port), rates=1) as running, contextlib.ExitStack() as opened:
        for number in range(SILENT):
            # Most of them from one address; the others from so many that no cap for one address helps.
            opened.enter_context(_connection(running, "127.0.0.2" if number % 4 else f"127.1.{number // 200}.1"))
        _probe(running)
        wait_until(lambda: _cut(port, "address") >= SILENT * 3 // 4 - CAP)
        _probe(running)
        wait_until(lambda: _cut(port, "address") + _cut(port, "silent") == SILENT)
        wait_until(lambda: figures_at(port)["croupier_connections"] <= 1)
        lines = [json.loads(line) for line in running.log().splitlines() if '"cut ' in line]
        assert sum(line.get("silent", 0) + line.get("address", 0) for line in lines) == SILENT
        assert not any("127." in json.dumps(line) for line in lines), "the log names no address"


@linux
@pytest.mark.usefixtures("many_files")
def test_A31_a_thousand_that_do_not_read_shut_nobody_out(tmp_path: Path) -> None:
    with server(tmp_path / "house", rates=1) as running, contextlib.ExitStack() as opened:
        for number in range(UNREAD):
            deaf = opened.enter_context(_connection(running, f"127.1.{number // 100}.1"))
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.sendall(b"GET /api/v1/rulebook HTTP/1.1\r\nHost: localhost\r\n\r\n" * 2)
        _probe(running)


def _connection(running: Running, source: str) -> socket.socket:
    where = urlsplit(running.url)
    assert where.hostname is not None
    assert where.port is not None
    return socket.create_connection((where.hostname, where.port), SECONDS, (source, 0))


def _probe(running: Running) -> None:
    """Somebody else, at a connection of their own."""
    with httpx.Client(base_url=running.url, timeout=9, verify=NO_CERTIFICATES) as client:
        assert client.get("/health").status_code == 200


def _cut(port: int, why: str) -> float:
    return figures_at(port).get(f"croupier_connections_cut_total {why}", 0)


# The same by the doorkeeper alone, in a time of its own


class Times:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@linux
def test_A31_who_sends_nothing_and_who_does_not_read_are_cut_and_others_are_not() -> None:
    times = Times()
    with socket.create_server(("127.0.0.1", 0)) as listening, contextlib.ExitStack() as opened:
        port = listening.getsockname()[1]

        def pair() -> tuple[socket.socket, socket.socket]:
            client = opened.enter_context(socket.create_connection(("127.0.0.1", port)))
            return client, opened.enter_context(listening.accept()[0])

        silent, _ = pair()
        (deaf, to_deaf), (slow, to_slow), (reader, to_reader) = pair(), pair(), pair()
        for client in (deaf, slow, reader):
            client.sendall(b"GET / HTTP/1.1\r\n\r\n")
        for answering in (to_deaf, to_slow):
            answering.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    answering.send(bytes(65536))
        to_reader.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        keeper = Doorkeeper(ServerSettings(), 1000, times)
        for second in range(doorkeeper.UNREAD_SECONDS + 1):
            times.now = float(second)
            with contextlib.suppress(BlockingIOError):
                slow.recv(1 << 17, socket.MSG_DONTWAIT)  # It takes a little now and then, which is its right.
            doorkeeper.look(keeper, port)
            assert _is_cut(silent) == (second >= doorkeeper.FIRST_BYTE_SECONDS)
        wait_until(lambda: _drained(deaf))
        assert not _is_cut(reader, b"HTTP/1.1 200 OK\r\n\r\n")
        slow.sendall(b"more")
        assert to_slow.recv(100).endswith(b"more")


@linux
def test_A31_looking_at_connections_drops_no_lock_of_the_database(tmp_path: Path) -> None:
    """Locks on files belong to a process, and go when it closes any copy of the file: then two would write at once."""
    import fcntl
    import subprocess

    path = tmp_path / "database"
    path.write_bytes(b"")
    try_it = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB)"
    with path.open("r+b") as file, socket.create_server(("127.0.0.1", 0)) as listening:
        fcntl.lockf(file, fcntl.LOCK_EX)
        doorkeeper.look(Doorkeeper(ServerSettings(), 1000, Times()), listening.getsockname()[1])
        command = (sys.executable, "-c", try_it, str(path))
        other = subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert b"BlockingIOError" in other.stderr


def _is_cut(client: socket.socket, told: bytes = b"") -> bool:
    client.setblocking(False)
    try:
        return client.recv(1000, socket.MSG_PEEK) == b"" and not told
    except BlockingIOError:
        return False


def _drained(client: socket.socket) -> bool:
    """Whether the end comes once everything is read."""
    client.settimeout(SECONDS)
    while client.recv(1 << 20):
        pass
    return True


def _connections(
    number: int, address: str, received: int = 100, first: int = 1, idle: float = 0
) -> list[ConnectionSeen]:
    return [ConnectionSeen(first + each, 0, address, received, 0, 0, idle) for each in range(number)]


def test_A31_one_address_has_so_many_and_a_proxy_has_all() -> None:
    keeper = Doorkeeper(ServerSettings(), 10_000, Times())
    own = _connections(CAP, "203.0.113.5")
    other = _connections(3, "203.0.113.6", first=5_000)
    proxy = _connections(2_000, "127.0.0.1", first=10_000)
    assert keeper.choose([*own, *other, *proxy]) == {}
    # What comes after is cut, and who was there stays.
    later = _connections(20, "203.0.113.5", first=3_000)
    times = Times()
    keeper = Doorkeeper(ServerSettings(), 10_000, times)
    assert keeper.choose(own) == {}
    times.now = 1
    assert keeper.choose([*later, *own, *other]) == {"address": later}


def test_A31_who_has_said_something_stays_before_who_came_first() -> None:
    times = Times()
    keeper = Doorkeeper(ServerSettings(), 10_000, times)
    silent = _connections(CAP, "203.0.113.5", received=0)
    keeper.choose(silent)
    times.now = 1
    speaks = _connections(10, "203.0.113.5", first=9_000)
    assert len(cut := keeper.choose([*silent, *speaks])["address"]) == 10
    assert set(cut) <= set(silent)


def test_A31_a_household_of_ipv6_is_one_address_and_all_of_ipv4_is_not() -> None:
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:2")
    assert address_key("::ffff:203.0.113.5") == "203.0.113.5" != address_key("::ffff:203.0.113.6")


def test_A31_where_the_room_is_nearly_full_the_quietest_go() -> None:
    keeper = Doorkeeper(ServerSettings(), 1000, Times())
    playing = [
        each for number in range(790) for each in _connections(1, f"10.0.{number // 250}.{number % 250}", 1, number)
    ]
    idle = [each for number in range(30) for each in _connections(1, f"10.1.0.{number}", 9, 2_000 + number, idle=60)]
    silent = [each for number in range(10) for each in _connections(1, f"10.2.0.{number}", 0, 3_000 + number)]
    cut = keeper.choose([*silent, *idle, *playing])["room"]
    assert len(cut) == 30
    assert set(silent) <= set(cut) <= {*silent, *idle}


def test_A31_who_says_nothing_for_minutes_is_gone() -> None:
    keeper = Doorkeeper(ServerSettings(), 1000, Times())
    asleep = _connections(1, "203.0.113.5", idle=doorkeeper.IDLE_SECONDS)
    assert keeper.choose([*asleep, *_connections(1, "203.0.113.5", first=9, idle=60)]) == {"idle": asleep}


def test_A31_who_waits_for_our_answer_has_much_longer() -> None:
    keeper = Doorkeeper(ServerSettings(), 1000, Times())
    (asleep,) = _connections(1, "203.0.113.5", idle=doorkeeper.IDLE_SECONDS)
    waits = replace(asleep, id=2, is_awaiting=True)
    forgotten = replace(waits, id=3, idle=doorkeeper.AWAITING_SECONDS)
    assert keeper.choose([asleep, waits, forgotten]) == {"idle": [asleep, forgotten]}


@linux
def test_A31_who_has_asked_waits_until_we_answer() -> None:
    """The system's own figures, from a real connection."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        where = listening.getsockname()
        with socket.create_connection(where) as client, listening.accept()[0] as answering:

            def is_awaiting() -> bool:
                (seen,) = (each for each in doorkeeper.connections_at(where[1]) if each.file == answering.fileno())
                return seen.is_awaiting

            def asked() -> bool:
                """The system counts in steps of some milliseconds, and what falls into one is at the same time."""
                client.sendall(b"GET / HTTP/1.1\r\n\r\n")
                return is_awaiting()

            def answered() -> bool:
                answering.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
                return not is_awaiting()

            wait_until(asked)
            wait_until(answered)


def test_A31_where_the_system_answers_with_zeros_nobody_is_cut_for_them() -> None:
    times = Times()
    keeper = Doorkeeper(ServerSettings(), 1000, times)
    unknown = [replace(each, waiting=9) for each in _connections(3, "203.0.113.5", received=0)]
    for second in range(2 * doorkeeper.UNREAD_SECONDS):
        times.now = float(second)
        assert keeper.choose(unknown) == {}
    # Once anybody's bytes are seen, the figures are taken at their word.
    assert keeper.choose([*unknown, *_connections(1, "203.0.113.6", first=9)]) == {"silent": unknown}


@linux
def test_A31_linux_gives_figures_and_silent_ones_are_cut_before_anybody_talks() -> None:
    assert doorkeeper.has_figures()
    times = Times()
    keeper = Doorkeeper(ServerSettings(), 1000, times, has_figures=True)
    silent = _connections(3, "203.0.113.5", received=0)
    assert keeper.choose(silent) == {}
    times.now = float(doorkeeper.FIRST_BYTE_SECONDS)
    assert keeper.choose(silent) == {"silent": silent}


@linux
def test_A31_where_the_system_says_too_little_the_thread_ends_with_one_warning(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(doorkeeper, "_INFO_BYTES", 104)  # as older systems have it
    monkeypatch.setattr(doorkeeper, "LOOK_SECONDS", 0.001)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        where = listening.getsockname()
        with (
            socket.create_connection(where),
            listening.accept()[0],
            doorkeeper.keeping(where[1], ServerSettings(), 1000),
        ):
            wait_until(lambda: not any(each.name == "doorkeeper" for each in threading.enumerate()))
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_A31_a_cap_for_all_together_is_found() -> None:
    """The planted bug: Granian's own way, which takes so many and asks nobody where they come from."""
    keeper = Doorkeeper(ServerSettings(connections=10**9), 1_280, Times())
    flood = _connections(2_000, "203.0.113.5")
    late = _connections(3, "203.0.113.6", first=5_000, idle=1)
    with pytest.raises(AssertionError):
        assert not set(keeper.choose([*flood, *late])["room"]) & set(late)


def test_A31_there_is_more_room_than_the_backlog() -> None:
    from croupier.serve.process.server import BACKLOG

    assert doorkeeper.MOST_ROOM > BACKLOG
