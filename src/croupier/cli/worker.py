"""`python -m croupier.cli.worker`: one of several workers, started by `croupier serve --workers` and by nobody else."""

from __future__ import annotations

import os
import sys

import msgspec

from croupier import child_process
from croupier.cli.console.exit_codes import DONE
from croupier.cli.house.serve import at_the_server
from croupier.serve.process.logs import keep_log

LONGEST_LINE = 1 << 20


def main() -> int:
    def work() -> int:
        from croupier.serve.process.server import run_worker
        from croupier.serve.process.workers import END_SECONDS, read_told

        worker = read_told(_first_line())
        # The end of standard input stops the server in good order, if it runs by then and if it can.
        child_process.watch_input(lambda: child_process.exit_after(END_SECONDS))
        keep_log()
        run_worker(worker, _say)
        return DONE

    return at_the_server(work)


def _first_line() -> bytes:
    """By the bare file, as the end of it is read later: nothing of it may wait in a buffer. It comes at once, and where
    the parent is gone the end comes instead."""
    line = b""
    while not line.endswith(b"\n") and len(line) < LONGEST_LINE:
        if not (read := os.read(sys.stdin.fileno(), 1)):
            break
        line += read
    return line


def _say(address: str, token: str | None) -> None:
    from croupier.serve.process.workers import Listening

    print(msgspec.json.encode(Listening(address, token)).decode(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
