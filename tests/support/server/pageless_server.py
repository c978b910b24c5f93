"""A server beside which no page was built: `python -m tests.support.server.pageless_server serve`, then its options."""

from __future__ import annotations

import sys

from croupier.cli import main
from croupier.serve.routes import web

if __name__ == "__main__":
    web.files = dict  # type: ignore[assignment]  # nothing lies there
    sys.exit(main(sys.argv[1:]))
