"""The kinds of columns, as each database must be told of them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, Text

WHOLE = BigInteger().with_variant(Integer, "sqlite")
"""An integer of 64 bits: the only word for it that STRICT tables of SQLite know is INTEGER."""

TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""In the order of its letters' numbers, as SQLite and Python have it, whatever a database's own language is."""
