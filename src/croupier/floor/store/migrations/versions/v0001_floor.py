"""The first floor: journal, transfers and what is derived from them, and people."""

from __future__ import annotations

from sqlalchemy import Connection, text

from croupier.floor.store.migrations.ddl import make

TABLES = (
    """CREATE TABLE journal (
        stream TEXT NOT NULL, number WHOLE NOT NULL, line TEXT NOT NULL, hash BYTES NOT NULL, fresh BYTES,
        PRIMARY KEY (stream, number)
    ) ONE_TREE""",
    """CREATE TABLE transfers (
        stream TEXT NOT NULL, number WHOLE NOT NULL, part WHOLE NOT NULL,
        debit TEXT NOT NULL, credit TEXT NOT NULL, amount WHOLE NOT NULL,
        PRIMARY KEY (stream, number, part), CONSTRAINT positive CHECK (amount > 0)
    ) ONE_TREE""",
    """CREATE TABLE balances (
        account TEXT NOT NULL, amount WHOLE NOT NULL, PRIMARY KEY (account),
        CONSTRAINT overdraft CHECK (amount >= 0 OR account = 'house' OR substr(account, 1, 6) = 'float:')
    ) ONE_TREE""",
    """CREATE TABLE keys (
        actor TEXT NOT NULL, "key" TEXT NOT NULL, body BYTES NOT NULL, stream TEXT NOT NULL, number WHOLE NOT NULL,
        PRIMARY KEY (actor, "key")
    ) ONE_TREE""",
    """CREATE TABLE snapshots (
        stream TEXT NOT NULL, number WHOLE NOT NULL, edition WHOLE NOT NULL, state BYTES NOT NULL, PRIMARY KEY (stream)
    ) STRICT""",
    """CREATE TABLE days (
        person TEXT NOT NULL, day WHOLE NOT NULL, granted WHOLE NOT NULL, staked WHOLE NOT NULL,
        returned WHOLE NOT NULL, PRIMARY KEY (person, day)
    ) ONE_TREE""",
    """CREATE TABLE tables (
        id TEXT NOT NULL, name TEXT NOT NULL, settings TEXT NOT NULL, made WHOLE NOT NULL, PRIMARY KEY (id)
    ) STRICT""",
    """CREATE TABLE people (
        id TEXT NOT NULL, made WHOLE NOT NULL, closed WHOLE, latest WHOLE NOT NULL, revision WHOLE DEFAULT '0' NOT NULL,
        reality_minutes WHOLE DEFAULT '60' NOT NULL, PRIMARY KEY (id)
    ) STRICT""",
    """CREATE TABLE names (
        person TEXT NOT NULL, name TEXT NOT NULL, "key" TEXT NOT NULL, password TEXT, chosen WHOLE NOT NULL,
        PRIMARY KEY (person), UNIQUE ("key")
    ) STRICT""",
    """CREATE TABLE failures (
        name BYTES NOT NULL, attempts WHOLE NOT NULL, last WHOLE NOT NULL, locked_until WHOLE DEFAULT '0' NOT NULL,
        PRIMARY KEY (name)
    ) STRICT""",
    """CREATE TABLE sessions (
        token BYTES NOT NULL, person TEXT NOT NULL, made WHOLE NOT NULL, seen WHOLE NOT NULL, PRIMARY KEY (token)
    ) STRICT""",
    "CREATE INDEX sessions_of_person ON sessions (person)",
    """CREATE TABLE roles (
        person TEXT NOT NULL, role TEXT NOT NULL, since WHOLE NOT NULL, given_by TEXT, PRIMARY KEY (person, role)
    ) STRICT""",
    """CREATE TABLE links (
        token BYTES NOT NULL, kind TEXT NOT NULL, person TEXT, until WHOLE NOT NULL, made_by TEXT, PRIMARY KEY (token)
    ) STRICT""",
    "CREATE INDEX links_of_person ON links (person)",
    """CREATE TABLE limits (
        person TEXT NOT NULL, kind TEXT NOT NULL, amount WHOLE, next_amount WHOLE, next_from WHOLE,
        PRIMARY KEY (person, kind), CONSTRAINT limits_not_negative CHECK (amount >= 0 AND next_amount >= 0)
    ) STRICT""",
    """CREATE TABLE exclusions (
        person TEXT NOT NULL, kind TEXT NOT NULL, since WHOLE NOT NULL, until WHOLE NOT NULL, PRIMARY KEY (person, kind)
    ) STRICT""",
    """CREATE TABLE play_clocks (
        person TEXT NOT NULL, day WHOLE NOT NULL, played WHOLE NOT NULL, began WHOLE NOT NULL, last WHOLE NOT NULL,
        reminded WHOLE NOT NULL, PRIMARY KEY (person)
    ) STRICT""",
)

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


def upgrade(connection: Connection) -> None:
    make(connection, TABLES)
    for trigger in TRIGGERS[connection.dialect.name]:
        connection.execute(text(trigger))
