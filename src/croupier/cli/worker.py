"""`python -m croupier.cli.worker`: one of several workers, started by `croupier serve --workers` and by nobody else."""

from __future__ import annotations

import os
import sys

from croupier.cli import DONE
from croupier.cli.serve import at_the_server

LONGEST_LINE = 1 << 20


def main() -> int:
    def work() -> int:
        from croupier.serve.logs import keep_log
        from croupier.serve.running import run_worker
        from croupier.serve.workers import read_told

        worker = read_told(_first_line())
        keep_log()
        run_worker(worker, _say)
        return DONE

    return at_the_server(work)


def _first_line() -> bytes:
    """By the bare file, as the end of it is read later: nothing of it may wait in a buffer."""
    line = b""
    while not line.endswith(b"\n") and len(line) < LONGEST_LINE:
        if not (read := os.read(sys.stdin.fileno(), 1)):
            break
        line += read
    return line


def _say(address: str, token: str | None) -> None:
    import msgspec

    from croupier.serve.workers import Listening

    print(msgspec.json.encode(Listening(address, token)).decode(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
