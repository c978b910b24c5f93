"""A house whose database somebody alters by hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from croupier.floor.store.sqlite import FILE
from tests.support.server.real_server import Running


def alter(house: Running, sql: str, *parameters: object) -> None:
    """As somebody does who has the database in his hands, and means to leave no trace."""
    with closing(sqlite3.connect(house.folder / FILE)) as books:
        for (trigger,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            books.execute(f"DROP TRIGGER {trigger}")
        assert books.execute(sql, parameters).rowcount == 1
        books.commit()
