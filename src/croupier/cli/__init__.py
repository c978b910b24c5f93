"""The command line."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from croupier.cli.console.exit_codes import INTERRUPTED, UNREADABLE

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run one command: 0 done, 1 refused or not in order, 2 input that cannot be read."""
    if find_spec("cyclopts") is None or find_spec("rich") is None:
        print("The command line needs its extra: pip install 'croupier[cli]'", file=sys.stderr)
        return UNREADABLE
    try:
        from croupier.cli.app import run

        return run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
