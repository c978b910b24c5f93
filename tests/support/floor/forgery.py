"""A house whose database somebody alters by hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from croupier.floor.store.engines.sqlite import FILE
from croupier.record.house_journal.house import money_of
from croupier.record.journals.journal import HOUSE_STREAM, hash_after, read_stamp
from tests.support.server.real_server import Running


def alter(house: Running, sql: str, *parameters: object) -> None:
    """As somebody does who has the database in his hands, and means to leave no trace."""
    with closing(sqlite3.connect(house.folder / FILE)) as books:
        for (trigger,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            books.execute(f"DROP TRIGGER {trigger}")
        assert books.execute(sql, parameters).rowcount == 1
        books.commit()


def rewrite_house(folder: Path, old: str, new: str) -> None:
    """Other words in the last line of the house's journal that has these, and all hashes and transfers to fit them."""
    with closing(sqlite3.connect(folder / FILE)) as books:
        for (trigger,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            books.execute(f"DROP TRIGGER {trigger}")
        rows = books.execute("SELECT number, line FROM journal WHERE stream = 'house' ORDER BY number").fetchall()
        place = max(number for number, line in rows if old in line)
        before = None
        for number, line in rows:
            text = line.replace(old, new) if number == place else line
            before = hash_after(HOUSE_STREAM, before, text)
            books.execute(
                "UPDATE journal SET line = ?, hash = ? WHERE stream = 'house' AND number = ?", (text, before, number)
            )
            for moved in money_of(read_stamp(text)[1].note):
                books.execute(
                    "UPDATE transfers SET amount = ? WHERE stream = 'house' AND number = ?", (moved.amount, number)
                )
        books.commit()
