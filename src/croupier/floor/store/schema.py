"""The tables, as SQLAlchemy knows them. Only a new or an old file needs this module: any other is opened without it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, LargeBinary, MetaData, Table

from croupier.floor.store.columns import TEXT, WHOLE
from croupier.floor.store.people_schema import add_people

metadata = MetaData()

# No rowid: one tree a table, and no second key by which INSERT OR REPLACE could drop a row behind the triggers' backs.
STRICT: dict[str, Any] = {"sqlite_strict": True, "sqlite_with_rowid": False}

MAY_OWE = "account = 'house' OR substr(account, 1, 6) = 'float:'"

journal = Table(
    "journal",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("number", WHOLE, primary_key=True, autoincrement=False),
    Column("line", TEXT, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("fresh", LargeBinary),
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

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", TEXT, primary_key=True),
    Column("number", WHOLE, nullable=False),
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
    sqlite_strict=True,
)

TABLES = (journal, transfers, balances, keys, snapshots, days, tables, *add_people(metadata))

# What SQLite has for "only ever inserted". The two on INSERT stop INSERT OR REPLACE, which deletes without asking the
# trigger on DELETE wherever recursive_triggers is off, as it is in every other program; the first also keeps a journal
# free of gaps.
SQLITE_TRIGGERS = (
    *(
        f"CREATE TRIGGER {table}_{event.lower()} BEFORE {event} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is only ever inserted'); END"
        for table in ("journal", "transfers")
        for event in ("UPDATE", "DELETE")
    ),
    """CREATE TRIGGER journal_insert BEFORE INSERT ON journal
    WHEN NEW.number IS NOT (SELECT coalesce(max(number), -1) + 1 FROM journal WHERE stream = NEW.stream)
    BEGIN SELECT RAISE(ABORT, 'journal numbers follow one another'); END""",
    """CREATE TRIGGER transfers_insert BEFORE INSERT ON transfers
    WHEN EXISTS (SELECT 1 FROM transfers WHERE stream = NEW.stream AND number = NEW.number AND part = NEW.part)
    BEGIN SELECT RAISE(ABORT, 'transfers is only ever inserted'); END""",
)

# The same in PL/pgSQL. Whoever owns the tables can take a trigger away, as whoever owns a file of SQLite can: what then
# happens is for `verify` to find. An INSERT needs no guard of its own here, since no INSERT of PostgreSQL replaces.
POSTGRES_TRIGGERS = (
    """CREATE FUNCTION only_ever_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '% is only ever inserted', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$""",
    *(
        f"CREATE TRIGGER {table}_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION only_ever_inserted()"
        for table in ("journal", "transfers")
    ),
    """CREATE FUNCTION journal_follows() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF NEW.number IS DISTINCT FROM
            (SELECT coalesce(max(number), -1) + 1 FROM journal WHERE stream = NEW.stream)
        THEN
            RAISE EXCEPTION 'journal numbers follow one another' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$""",
    "CREATE TRIGGER journal_insert BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_follows()",
)

TRIGGERS = {"sqlite": SQLITE_TRIGGERS, "postgresql": POSTGRES_TRIGGERS}
