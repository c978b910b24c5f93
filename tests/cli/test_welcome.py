"""What a newcomer sees in the terminal: the address, that for phones with its QR code, and a browser on a desktop."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.support.process import environment
from tests.support.project import ROOT
from tests.support.qr_code import BORDER, SIZE, read_grid
from tests.support.server.real_server import server, wait_until
from tests.support.waiting import in_time

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="terminals of this kind are not known there")
LETTERS = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
"""The upper and the lower module of each; what is drawn is light."""
EVERYWHERE = "0.0.0.0"  # noqa: S104  to be heard from the room is the point
ROOM = "http://192.168.1.20:8421"
SAYS = f"""
import sys
from croupier.cli.house.welcome import welcome
import croupier.cli.house.welcome as part
part.room_address = lambda host, port: {ROOM!r} if host == "room" else ""
welcome("http://127.0.0.1:8421", None, host=sys.argv[1], browser=sys.argv[2] == "yes")
"""


def on_a_terminal(*words: str, **more: str) -> str:
    """What Python says with these arguments where its output is a terminal."""
    import pty

    child, there = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        os.execve(sys.executable, (sys.executable, *words), environment(**more))  # noqa: S606  there is no shell in it
    said = b""
    try:
        while read := in_time(lambda: os.read(there, 65536)):
            said += read
    except OSError:  # so a terminal says that nobody is there any more
        pass
    os.close(there)
    os.waitpid(child, 0)
    return said.decode()


def a_desktop(folder: Path) -> tuple[dict[str, str], Path]:
    """One whose command for opening an address writes it down."""
    opened, command = folder / "opened", folder / "xdg-open"
    command.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    command.chmod(0o755)
    path = os.pathsep.join((str(folder), os.environ["PATH"]))
    return {"PATH": path, "DISPLAY": ":99", "SSH_CONNECTION": "", "PYTHONIOENCODING": "utf-8"}, opened


def test_a_phone_is_shown_the_address_and_its_code() -> None:
    said = on_a_terminal("-c", SAYS, "room", "no", PYTHONIOENCODING="utf-8")
    assert "open at http://127.0.0.1:8421/ " in said
    assert f"Phones in the room join at {ROOM}/" in said
    rows: list[list[bool]] = []
    for line in re.findall(r"\x1b\[97;40m(.*?)\x1b\[0m", said):
        rows += [[LETTERS[letter][half] for letter in line] for half in (0, 1)]
    grid = [row[BORDER : BORDER + SIZE] for row in rows[BORDER : BORDER + SIZE]]
    assert read_grid(grid) == ROOM
    assert not any(any(row) for row in (*rows[:BORDER], *(each[:BORDER] for each in rows[:-1])))


def test_a_terminal_without_such_letters_has_the_address_only() -> None:
    said = on_a_terminal("-c", SAYS, "room", "no", PYTHONIOENCODING="ascii")
    assert f"join at {ROOM}/" in said
    assert "\x1b" not in said


@pytest.mark.skipif(sys.platform == "darwin", reason="a desktop there has no such command")
def test_a_desktop_opens_the_browser(tmp_path: Path) -> None:
    desktop, opened = a_desktop(tmp_path)
    on_a_terminal("-c", SAYS, "here", "yes", **desktop)
    wait_until(opened.exists)
    assert opened.read_text() == "http://127.0.0.1:8421/\n"


@pytest.mark.skipif(sys.platform == "darwin", reason="a desktop there has no such command")
@pytest.mark.parametrize(
    ("asked", "changed"),
    [
        ("no", {}),
        ("yes", {"DISPLAY": "", "WAYLAND_DISPLAY": ""}),
        ("yes", {"SSH_CONNECTION": "10.0.0.7 1 10.0.0.8 22"}),
    ],
)
def test_no_browser_where_none_is_wanted_or_seen(tmp_path: Path, asked: str, changed: dict[str, str]) -> None:
    """What would open it is this process's child, and has ended before the terminal does, or never began."""
    desktop, opened = a_desktop(tmp_path)
    waits = SAYS + "import time; time.sleep(0.5)\n"
    assert "open at" in on_a_terminal("-c", waits, "here", asked, **desktop | changed)
    assert not opened.exists()


def test_a_log_has_neither_code_nor_browser(tmp_path: Path) -> None:
    with server(tmp_path / "house", "--host", EVERYWHERE) as running:
        assert "\x1b" not in running.said
        assert running.client().get("/health").status_code == 200
        assert running.stop() == 0


@pytest.mark.parametrize(
    ("typed", "understood"),
    [
        ([], []),
        (["--host"], ["serve", "--host", EVERYWHERE]),
        (["--host", "--port", "1"], ["serve", "--host", EVERYWHERE, "--port", "1"]),
        (["--host", "10.0.0.7", "--no-browser"], ["serve", "--host", "10.0.0.7", "--no-browser"]),
        (["--help"], ["--help"]),
        (["odds", "roulette", "--json"], ["odds", "roulette", "--json"]),
    ],
)
def test_options_alone_are_those_of_the_server(typed: list[str], understood: list[str]) -> None:
    import start

    assert start.understood(typed) == understood
