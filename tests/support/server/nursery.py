"""A process that has imported all that a server needs, and forks a server whenever a test asks for one.

A server spends most of its start on imports: a second of processor time, some hundred times in a run. A forked one is a
real process all the same: it can be killed, and it opens its own files, sockets and threads.

Programs other than `croupier` are forked likewise: such as a server with a fault, which plants it and then serves.

Linux only. Elsewhere `real_server` starts a fresh Python.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import IO, Any

from tests.support.waiting import in_time

ROOT = Path(__file__).resolve().parents[3]
IMPORTED = (
    "croupier.cli.app",
    *(
        "croupier.cli.records.tour",
        "croupier.cli.records.replay",
        "croupier.cli.house.verify",
        "croupier.cli.exact.odds_wagers",
        "croupier.cli.exact.par",
    ),
    *(
        "croupier.cli.exact.risk",
        "croupier.cli.exact.solve",
        "croupier.cli.exact.solve_sevens",
        "croupier.cli.simulate.command",
    ),
    *(
        "croupier.cli.records.rulebook",
        "croupier.cli.house.backup",
        "croupier.cli.house.config",
        "croupier.cli.exact.plot",
    ),
    *("croupier.cli.tournaments.tournament_plan", "croupier.cli.tournaments.tournament_run"),
    "croupier.cli.house.serve",
    "croupier.serve.app",
    "croupier.serve.process.server",
    "croupier.floor.casino",
    "croupier.floor.store.engines.sqlite_file",
    "croupier.floor.store.engines.sqlite",
    "croupier.floor.store.upgrade",
    "granian.server.embed",
)
LONGEST_REQUEST = 1 << 18
SECONDS = 60


class ForkedServer:
    """The part of `subprocess.Popen` that tests use, for a process that the nursery forked."""

    def __init__(self, stdout: int, status: int) -> None:
        self.stdin: IO[bytes] | None = None
        self.stdout: IO[bytes] | None = os.fdopen(stdout, "rb")
        self._status = os.fdopen(status, "rb", buffering=0)
        self.returncode: int | None = None
        self.pid = self._read(SECONDS)

    def _read(self, seconds: float | None) -> int:
        readable, _, _ = select.select([self._status], [], [], seconds)
        if not readable:
            raise subprocess.TimeoutExpired("a forked server", seconds or 0)
        return int.from_bytes(self._status.read(8) or b"", "little", signed=True)

    def poll(self) -> int | None:
        try:
            return self.wait(0)
        except subprocess.TimeoutExpired:
            return None

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            self.returncode = self._read(timeout)
            self._status.close()
        return self.returncode

    def communicate(self, timeout: float) -> tuple[bytes, None]:
        """All that it says until it ends. Its errors went where the test said."""
        assert self.stdout is not None
        with self.stdout:
            said = in_time(self.stdout.read, timeout)
        self.wait(timeout)
        return said, None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


class Nursery:
    """Of one worker of pytest. It ends with that worker, and ends what it forked."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            command = (sys.executable, "-m", __name__, str(theirs.fileno()))
            # The first test that needs it may work in a folder of its own, where no tests are found.
            told: dict[str, Any] = {"pass_fds": (theirs.fileno(),), "start_new_session": True, "cwd": ROOT}
            self._process = subprocess.Popen(command, **told)

    def start(
        self,
        program: str,
        *arguments: str,
        folder: str,
        environment: Mapping[str, str],
        input: int | None = None,
        errors: int | None = None,
    ) -> ForkedServer:
        """What `python -m PROGRAM ARGUMENTS` would start. Its errors go where its other words go, and it has nothing to
        read, unless told otherwise."""
        (out, out_end), (status, status_end) = os.pipe(), os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        try:
            asked = {"program": program, "arguments": arguments, "folder": folder, "environment": dict(environment)}
            request = json.dumps(asked).encode()
            told = (nothing if input is None else input, out_end, out_end if errors is None else errors)
            given = array.array("i", (*told, status_end))
            self._socket.sendmsg([request], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, given)])
        finally:
            for each in (nothing, out_end, status_end):
                os.close(each)
        return ForkedServer(out, status)


@cache
def nursery() -> Nursery:
    return Nursery()


# In the process that forks


def main(descriptor: int) -> None:
    for name in IMPORTED:
        importlib.import_module(name)
    _hash_passwords_cheaply()
    _route()
    assert threading.active_count() == 1
    # What is there now stays: a forked process does not look through it again, and shares its memory.
    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(fileno=descriptor) as asked:
        while True:
            request, given, _, _ = socket.recv_fds(asked, LONGEST_REQUEST, 4)
            if not request:
                # The worker has gone; whatever it left running goes with it.
                os.killpg(0, signal.SIGKILL)
            if os.fork() == 0:
                asked.close()
                _keep(request, *given)
            for each in given:
                os.close(each)


def _hash_passwords_cheaply() -> None:
    """Real hashes with small parameters: a proper one takes a fifth of a second, and tests make hundreds of accounts.
    The proper parameters have tests of their own (tests/floor/test_people.py)."""
    from argon2 import PasswordHasher

    from croupier.floor.people.sign_in import passwords

    small = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
    setattr(passwords, "PasswordHasher", small)  # noqa: B010  its module says nothing of having one


def _route() -> None:
    """The routes are the same for every server, and working them out takes half of its start."""
    from croupier.serve.app import routed

    routed()


def _keep(request: bytes, input: int, out: int, errors: int, status: int) -> None:
    """A process between: it waits for the server, and tells the test how the server ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    server = os.fork()
    if server == 0:
        os.close(status)
        _serve(request, input, out, errors)
    for each in (input, out, errors):
        os.close(each)
    os.write(status, server.to_bytes(8, "little", signed=True))
    _, ended = os.waitpid(server, 0)
    os.write(status, os.waitstatus_to_exitcode(ended).to_bytes(8, "little", signed=True))
    os._exit(0)


def _serve(request: bytes, *streams: int) -> None:
    status = 1
    try:
        asked = json.loads(request)
        for target, source in enumerate(streams):
            os.dup2(source, target)
        os.closerange(3, max(streams) + 1)
        sys.stdin, sys.stdout, sys.stderr = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(2, "w", buffering=1)
        os.chdir(asked["folder"])
        os.environ.clear()
        os.environ.update(asked["environment"])
        sys.argv = [asked["program"], *asked["arguments"]]
        runpy.run_module(asked["program"], run_name="__main__", alter_sys=True)
        status = 0
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:  # noqa: BLE001  nothing above this may go on in a forked process
        traceback.print_exc()
    finally:
        # As at the end of any Python: some say then that what they compiled may be used again.
        atexit._run_exitfuncs()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError):
                stream.flush()
        os._exit(status)


if __name__ == "__main__":
    main(int(sys.argv[1]))
