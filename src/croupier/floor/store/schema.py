"""The tables as they are today, as SQLAlchemy knows them: what all migrations together must have made.

Only a new or an old file needs this module: any other is opened without it. The triggers, which SQLAlchemy does not
know, stand in the migrations.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, Index, LargeBinary, MetaData, Table, text

from croupier.floor.store.columns import TEXT, WHOLE
from croupier.floor.store.people_schema import add_people
from croupier.record.journals.journal import HOUSE_STREAM

metadata = MetaData()

# No rowid: one tree a table, and no second key by which INSERT OR REPLACE could drop a row behind the triggers' backs.
STRICT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}

MAY_OWE = "account = 'house' OR substr(account, 1, 6) = 'float:'"


def _where(condition: str) -> dict[str, Any]:
    """An index of some rows only: whatever has no such value adds nothing to it."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


journal = Table(
    "journal",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("line", TEXT, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("fresh", LargeBinary),
    # What the line says, for those who look for it: `verify` holds these against the line.
    Column("act", TEXT),
    Column("actor", TEXT),
    Column("person", TEXT),
    Column("session", WHOLE),
    Index("journal_of_person", "person", "stream", "number", **_where("person IS NOT NULL")),
    Index("journal_of_house", "act", "number", **_where(f"stream = '{HOUSE_STREAM}' AND act IS NOT NULL")),
    Index("journal_of_session", "stream", "session", "number", **_where("session IS NOT NULL")),
    **STRICT,
)

transfers = Table(
    "transfers",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("part", WHOLE, primary_key=True, autoincrement=False),
    Column("debit", TEXT, nullable=False),
    Column("credit", TEXT, nullable=False),
    Column("amount", WHOLE, nullable=False),
    CheckConstraint("amount > 0", name="positive"),
    **STRICT,
)

balances = Table(
    "balances",
    metadata,
    Column("account", TEXT, primary_key=True),
    Column("amount", WHOLE, nullable=False),
    CheckConstraint(f"amount >= 0 OR {MAY_OWE}", name="overdraft"),
    **STRICT,
)

keys = Table(
    "keys",
    metadata,
    Column("actor", TEXT, primary_key=True),
    Column("key", TEXT, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("stream", TEXT, nullable=False),
    Column("number", WHOLE, nullable=False),
    **STRICT,
)

rounds = Table(
    "rounds",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("first", WHOLE, nullable=False),
    Column("last", WHOLE, nullable=False),
    Column("time", WHOLE, nullable=False),
    Column("result", TEXT, nullable=False),
    Column("void", WHOLE, nullable=False),
    Column("wagers", WHOLE, nullable=False),
    Column("staked", WHOLE, nullable=False),
    Column("returned", WHOLE, nullable=False),
    Column("seal", TEXT, nullable=False),
    Column("reveal", TEXT, nullable=False),
    Index("rounds_by_last", "stream", "last"),
    **STRICT,
)

round_parts = Table(
    "round_parts",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("round", WHOLE, primary_key=True, autoincrement=False),
    Column("person", TEXT, primary_key=True),
    # Of the round, repeated here: so one index has a person's rounds in the order of time.
    Column("time", WHOLE, nullable=False),
    Column("last", WHOLE, nullable=False),
    Column("staked", WHOLE, nullable=False),
    Column("returned", WHOLE, nullable=False),
    Column("settled", TEXT, nullable=False),
    Index("round_parts_of_person", "person", "time", "last", "stream"),
    **STRICT,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("edition", WHOLE, nullable=False),
    Column("state", LargeBinary, nullable=False),
    sqlite_strict=True,
)

days = Table(
    "days",
    metadata,
    Column("person", TEXT, primary_key=True),
    Column("day", WHOLE, primary_key=True, autoincrement=False),
    Column("granted", WHOLE, nullable=False),
    Column("staked", WHOLE, nullable=False),
    Column("returned", WHOLE, nullable=False),
    **STRICT,
)

tables = Table(
    "tables",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("name", TEXT, nullable=False),
    Column("settings", TEXT, nullable=False),
    Column("made", WHOLE, nullable=False),
    # Whether its settings say that it is over, so that nobody has to read those of every table there ever was.
    Column("ended", WHOLE, nullable=False, server_default="0"),
    Index("tables_standing", "made", "id", **_where("ended = 0")),
    Index("tables_by_made", "made"),
    sqlite_strict=True,
)

marks = Table(
    "marks",
    metadata,
    Column("name", TEXT, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    sqlite_strict=True,
)

workers = Table(
    "workers",
    metadata,
    Column("id", TEXT, primary_key=True),
    Column("key", LargeBinary, nullable=False),
    Column("until", WHOLE, nullable=False),
    sqlite_strict=True,
)

leases = Table(
    "leases",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("holder", TEXT, nullable=False),
    Column("until", WHOLE, nullable=False),
    sqlite_strict=True,
)

duties = Table(
    "duties",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("dealer", TEXT, nullable=False),
    Column("since", WHOLE, nullable=False),
    sqlite_strict=True,
)

add_people(metadata)
