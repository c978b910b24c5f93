"""A real server: a process of its own, at a port that is free, in a folder of its own."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.support.process import environment
from tests.support.project import ROOT
from tests.support.server.clock import MOVED
from tests.support.server.nursery import ForkedServer, nursery
from tests.support.waiting import in_time

SECONDS = 60
"""Long enough for any start or stop on a busy machine; nothing waits for it."""
PASSWORD = "a ticklish weta"  # noqa: S105
COMMAND = ("-m", "croupier", "serve")
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of httpx. Otherwise each of them reads all certificates of the world, and test servers have none."""
CLOCKED = ("-m", "tests.support.server.clock")
LONGEST_MOVE = 90
_OPEN = re.compile(r"open at (http://\S+?)/ ")
_LINK = re.compile(r"/operator#token=(\S+)")


class Person:
    """Somebody who has come in, as a program does: with a bearer token."""

    def __init__(self, running: Running, entered: dict[str, Any]) -> None:
        self.id, self.name, self.token = entered["id"], entered["name"], entered["token"]
        self.client = running.client(Authorization=f"Bearer {self.token}")

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return self.client.request(method, path, json=body)

    def id_in(self, journal: str) -> str:
        """Under which id they stand in that journal, by their own data."""
        found: str = self.get("/api/v1/me/data")["ids"][journal]
        return found

    def id_at(self, tournament: str) -> str:
        """Under which id they are in that tournament, also where they have not applied."""
        found: str = self.get(f"/api/v1/tournaments/{tournament}/entry")["player"]
        return found

    def is_out(self) -> bool:
        """Whether their sign-in has ended: a shared house stands for longer than one lasts on a slow machine."""
        return self.client.get("/api/v1/me").status_code == 401

    def get(self, path: str) -> Any:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


class Running:
    def __init__(
        self,
        folder: Path,
        *options: str,
        rates: float = 1000,
        command: tuple[str, ...] = COMMAND,
        forked: bool = True,
    ) -> None:
        self.folder = folder
        folder.parent.mkdir(parents=True, exist_ok=True)
        self._log = folder.parent / f"{folder.name}.log"
        given = ("--data", str(folder), "--port", "0", "--rate-factor", str(rates))
        with self._log.open("ab") as log:
            command = CLOCKED if forked and command == COMMAND else command
            begun = _forked if forked and command[0] == "-m" and sys.platform == "linux" else _fresh
            self.process = begun(command, (*given, *options), log.fileno())
        self.said = ""
        self.url = self._address()
        self.operator_token = found[1] if (found := _LINK.search(self.said)) else ""
        self.ahead = 0.0
        """By how many seconds the house's clock was moved on."""
        self._clients: list[httpx.Client] = []
        self._operator: Person | None = None

    def _address(self) -> str:
        assert self.process.stdout is not None
        output = self.process.stdout.fileno()
        while read := in_time(lambda: os.read(output, 65536)):
            self.said += read.decode()
            if found := _OPEN.search(self.said):
                return found[1]
        raise AssertionError(f"the server ended with {self.process.wait(SECONDS)}: {self.log()}")

    def move_on(self, seconds: float) -> None:
        """The house's time goes ahead, and what is due by then happens at once. Not with several workers.

        At most a minute and a half at a time: whoever has been silent for two minutes at a socket is taken to be gone.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert seconds <= LONGEST_MOVE
        output, before = self.process.stdout.fileno(), len(self.said)
        self.process.stdin.write(f"{seconds}\n".encode())
        self.process.stdin.flush()
        while MOVED.decode() not in self.said[before:]:
            read = in_time(lambda: os.read(output, 65536))
            assert read, f"the server has ended: {self.log()}"
            self.said += read.decode()
        self.ahead += seconds

    def log(self) -> str:
        return self._log.read_text()

    def client(self, **headers: str) -> httpx.Client:
        made = httpx.Client(base_url=self.url, timeout=SECONDS, headers=headers, verify=NO_CERTIFICATES)
        self._clients.append(made)
        return made

    def browser(self) -> httpx.Client:
        """With cookies, and the Origin that a page of this server has."""
        return self.client(Origin=self.url)

    def guest(self) -> Person:
        return self._entered("/api/v1/guests", {})

    def account(self, name: str, password: str = PASSWORD) -> Person:
        return self._entered("/api/v1/accounts", {"name": name, "password": password})

    def sign_in(self, name: str, password: str = PASSWORD) -> Person:
        return self._entered("/api/v1/sessions", {"name": name, "password": password})

    def operator(self) -> Person:
        """The first, by the link that the server printed."""
        if self._operator is None:
            body = {"token": self.operator_token, "name": "Olga", "password": PASSWORD}
            self._operator = self._entered("/api/v1/links/operator", body)
        elif self._operator.is_out():
            self._operator = self.sign_in("Olga")
        return self._operator

    def give_role(self, person: Person, role: str) -> None:
        path = f"/api/v1/people/{person.id}/roles/{role}"
        given = self.operator().ask("PUT", path)
        if given.status_code == 403:
            # Who came in some minutes ago is asked again before roles: a shared house stands for longer.
            proved = self.operator().ask("POST", "/api/v1/me/proof", {"password": PASSWORD})
            assert proved.status_code == 204, proved.text
            given = self.operator().ask("PUT", path)
        assert given.status_code == 200, given.text

    def staff(self, role: str, name: str) -> Person:
        somebody = self.account(name)
        self.give_role(somebody, role)
        # Whoever becomes an inspector signs in anew.
        return self.sign_in(name) if role == "inspector" else somebody

    def _entered(self, path: str, body: dict[str, str]) -> Person:
        answer = self.client().post(path, json={**body, "session": "token"})
        assert answer.status_code == 201, answer.text
        return Person(self, answer.json())

    def kill(self) -> None:
        self.process.kill()
        self._ended()

    def stop(self) -> int:
        """In good order; the status."""
        self.process.terminate()
        return self._ended()

    def _ended(self) -> int:
        status = self.process.wait(SECONDS)
        assert self.process.stdout is not None
        # A process that outlived the server would hold the pipe open.
        self.said += in_time(self.process.stdout.read).decode()
        self.process.stdout.close()
        if self.process.stdin is not None:
            self.process.stdin.close()
        for client in self._clients:
            client.close()
        return status


def starting(folder: Path, *options: str) -> subprocess.Popen[bytes] | ForkedServer:
    """A server of which nobody waits that it opens. `communicate` gives all that it says, errors too."""
    begun = _forked if sys.platform == "linux" else _fresh
    return begun(COMMAND, ("--data", str(folder), "--port", "0", *options), None)


def _forked(
    command: tuple[str, ...], options: tuple[str, ...], log: int | None
) -> subprocess.Popen[bytes] | ForkedServer:
    """As `python -m croupier serve` would, but for the imports, which are there already."""
    _, program, *arguments = command
    input, moves = os.pipe()
    try:
        forked = nursery().start(
            program, *arguments, *options, folder=str(ROOT), environment=environment(), input=input, errors=log
        )
    finally:
        os.close(input)
    forked.stdin = os.fdopen(moves, "wb", buffering=0)
    return forked


def _fresh(
    command: tuple[str, ...], options: tuple[str, ...], log: int | None
) -> subprocess.Popen[bytes] | ForkedServer:
    return subprocess.Popen(
        (sys.executable, *command, *options),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if log is None else log,
        cwd=ROOT,
        env=environment(),
    )


@contextmanager
def server(
    folder: Path, *options: str, rates: float = 1000, command: tuple[str, ...] = COMMAND, forked: bool = True
) -> Iterator[Running]:
    """Killed at the end, if it still runs. A forked server shows its parent's environment and command to others."""
    running = Running(folder, *options, rates=rates, command=command, forked=forked)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.kill()


def wait_until(is_so: Any, seconds: float = SECONDS) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)
