"""What a server says when it is open: its address and that for phones; and a browser, where there is a desktop."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import threading
import webbrowser
from urllib.parse import urlsplit

import segno

from croupier.serve.process.address import BORDER, room_address

WHITE_ON_BLACK, USUAL = "\033[97;40m", "\033[0m"
"""Light modules are drawn, dark ones are the ground: so it is the right way round on a terminal of any colours."""


def welcome(address: str, token: str | None, *, host: str, browser: bool) -> None:
    """At one go, so that whoever waits for the first line has all of them."""
    lines = [f"Croupier is open at {address}/  (play money only; Ctrl-C closes it)"]
    if token is not None:
        lines.append(f"For the operator, works once, for one day: {link(address, token)}")
    room = room_address(host, urlsplit(address).port or 80)
    if room:
        lines.append(f"Phones in the room join at {room}/")
        lines += code_lines(room)
    print("\n".join(lines), flush=True)
    if browser and sys.stdout.isatty():
        open_browser(f"{address}/")


def link(address: str, token: str, page: str = "operator") -> str:
    """What follows the # never leaves the browser: no log on the way has the token."""
    return f"{address}/{page}#token={token}"


def code_lines(text: str) -> list[str]:
    """Its QR code, where somebody sees it: a log has no use for one, nor a terminal without such letters."""
    if not sys.stdout.isatty():
        return []
    drawn = io.StringIO()
    segno.make_qr(text, error="m").terminal(out=drawn, border=BORDER, compact=True)
    lines = drawn.getvalue().splitlines()
    try:
        "".join(lines).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return [f"{WHITE_ON_BLACK}{line}{USUAL}" for line in lines]


def open_browser(address: str) -> None:
    """Without waiting for it; where none comes, the address stands in the terminal."""
    if sys.platform in {"darwin", "win32"}:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    elif command := _desktop_command():
        # Not by `webbrowser`, which would put a browser for text into this terminal.
        subprocess.Popen(
            (command, address),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def _desktop_command() -> str | None:
    """What opens an address on this desktop; None without one, and over ssh, where it would be somebody else's."""
    has_desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return shutil.which("xdg-open") if has_desktop and not os.environ.get("SSH_CONNECTION") else None
