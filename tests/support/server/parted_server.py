"""A server that other servers cannot reach, nor it them, while a file says so. The database stays in reach.

The command is `python -m tests.support.server.parted_server`. The file lies beside the server's folder, so that all
servers of a test have the same one.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from croupier.cli import main
from croupier.serve.relay.link import Link
from croupier.serve.relay.relay import Relay

FILE = "parted"
LOOK_SECONDS = 0.1


def part(file: Path) -> None:
    """What is sent waits, as TCP waits, until the servers are joined again or one of them gives the link up."""
    flush, call, called = Link._flush, Relay._call, Relay._called

    def is_parted() -> bool:
        return file.exists()

    def flush_if_joined(link: Link) -> None:
        if is_parted():
            asyncio.get_running_loop().call_later(LOOK_SECONDS, link._flush)
        else:
            flush(link)

    async def call_if_joined(relay: Relay, worker: str) -> None:
        if is_parted():
            relay._calling.discard(worker)
        else:
            await call(relay, worker)

    async def called_if_joined(relay: Relay, reader: Any, writer: Any) -> None:
        if is_parted():
            writer.transport.abort()
        else:
            await called(relay, reader, writer)

    for owner, name, replacement in (
        (Link, "_flush", flush_if_joined),
        (Relay, "_call", call_if_joined),
        (Relay, "_called", called_if_joined),
    ):
        setattr(owner, name, replacement)


if __name__ == "__main__":
    part(Path(sys.argv[sys.argv.index("--data") + 1]).parent / FILE)
    sys.exit(main(sys.argv[1:]))
