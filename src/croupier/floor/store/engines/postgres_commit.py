"""Batches of many tables as one statement of PostgreSQL: one message there, one answer back, and they are durable.

Each part takes its rows from one JSON document and waits for the part before it, so that rows are come to in the order
in which `statements.put` comes to them. What must hold is part of the statement: where it does not hold, a division by
nothing undoes all of it, and the batches are then written one after the other, so that each gets its own answer.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from croupier.floor.store.port import Batch
from croupier.floor.store.sharing import SHARED
from croupier.floor.store.statements import Rows, add_entry_rows, debits_and_credits, part_rows, round_row

_JOURNAL = ("stream text", "number bigint", "line text", "hash text", "fresh text")
_FACTS = ("act text", "actor text", "person text", "session bigint")
_PARTS: dict[str, tuple[str, ...]] = {
    "terms": ("person text", "revision bigint"),
    "owned": ("account text",),
    "journal": (*_JOURNAL, *_FACTS),
    "transfers": ("stream text", "number bigint", "part bigint", "debit text", "credit text", "amount bigint"),
    "keys": ("actor text", "key text", "body text", "stream text", "number bigint"),
    "rounds": (
        *("stream text", "number bigint", "first bigint", "last bigint", "time bigint", "result text", "void bigint"),
        *("wagers bigint", "staked bigint", "returned bigint", "seal text", "reveal text"),
    ),
    "round_parts": (
        *("stream text", "round bigint", "person text", "time bigint", "last bigint"),
        *("staked bigint", "returned bigint", "settled text"),
    ),
    "snapshots": ("stream text", "number bigint", "edition bigint", "state text"),
    "debits": ("account text", "amount bigint"),
    "credits": ("account text", "amount bigint"),
    "days": ("person text", "day bigint", "granted bigint", "staked bigint", "returned bigint"),
    "losses": ("person text", "day bigint", "back bigint", "most bigint"),
}
"""What each part's document holds, as the statement reads it: arrays, a row each."""
_BYTES = {"hash", "fresh", "body", "state"}


def _columns(part: str) -> list[str]:
    return [column.partition(" ")[0] for column in _PARTS[part]]


def _rows(part: str) -> str:
    """The rows of that part's document, in columns of their types."""
    names = []
    for place, column in enumerate(_PARTS[part]):
        name, _, kind = column.partition(" ")
        value = f"one ->> {place}"
        value = f"decode({value}, 'base64')" if name in _BYTES else f"({value})::{kind}"
        names.append(f"{value} AS {name}")
    number = 1 + list(_PARTS).index(part)
    return f"SELECT {', '.join(names)} FROM json_array_elements(${number}::json) AS one"  # noqa: S608  our own words


def _inserted(part: str, after: str, ending: str = "", returning: str = "1 AS done", table: str = "") -> str:
    columns = ", ".join(f'"{name}"' for name in _columns(part))
    shown = ", ".join(f'given."{name}"' for name in _columns(part))
    return (
        f"put_{part} AS (INSERT INTO {table or part} ({columns}) SELECT {shown} FROM ({_rows(part)}) AS given, "  # noqa: S608
        f"(SELECT count(*) AS done FROM {after}) AS before WHERE before.done >= 0 {ending} RETURNING {returning})"
    )


_ADD = "ON CONFLICT (account) DO UPDATE SET amount = balances.amount + excluded.amount"
_ADD_DAY = (
    "ON CONFLICT (person, day) DO UPDATE SET granted = days.granted + excluded.granted, "
    "staked = days.staked + excluded.staked, returned = days.returned + excluded.returned"
)
_SNAPSHOT = "ON CONFLICT (stream, number) DO UPDATE SET edition = excluded.edition, state = excluded.state"
_IF = "1 / (CASE WHEN {so} THEN 1 ELSE 0 END)"

_HELD = (
    "held AS MATERIALIZED (SELECT people.id FROM people, terms, (SELECT count(*) AS done FROM put_round_parts) AS b "
    "WHERE people.id = terms.person AND people.revision = terms.revision AND b.done >= 0 "
    "ORDER BY people.id FOR SHARE OF people)"
)
_OWNED = (
    "owned AS MATERIALIZED (SELECT account FROM balances WHERE account IN (SELECT account FROM wanted) "
    "AND (SELECT count(*) FROM held) >= 0 ORDER BY account FOR UPDATE)"
)
_PRESENT = (
    "present AS MATERIALIZED (SELECT count(*) AS number FROM balances JOIN debits USING (account) "
    "WHERE (SELECT count(*) FROM owned) >= 0)"
)
_DEBITED = (
    "put_debits AS (UPDATE balances SET amount = balances.amount - debits.amount FROM debits, present "
    "WHERE balances.account = debits.account AND present.number >= 0 RETURNING 1 AS done)"
)
_STEPS = (
    f"WITH terms AS MATERIALIZED ({_rows('terms')})",
    _inserted("journal", "terms"),
    _inserted("transfers", "put_journal"),
    _inserted("keys", "put_transfers"),
    _inserted("rounds", "put_keys"),
    _inserted("round_parts", "put_rounds"),
    _HELD,
    f"wanted AS MATERIALIZED ({_rows('owned')})",
    _OWNED,
    f"debits AS MATERIALIZED ({_rows('debits')})",
    _PRESENT,
    _DEBITED,
    _inserted("credits", "put_debits", _ADD, table="balances"),
    _inserted("days", "put_credits", _ADD_DAY, "person, day, days.staked - days.returned AS lost"),
    _inserted("snapshots", "put_days", _SNAPSHOT),
    f"losses AS MATERIALIZED ({_rows('losses')})",
)
_MUST_HOLD = (
    "(SELECT count(*) FROM held) = (SELECT count(*) FROM terms)",
    "(SELECT number FROM present) = (SELECT count(*) FROM debits)",
    "NOT EXISTS (SELECT 1 FROM losses JOIN put_days USING (person, day) WHERE lost + back > most)",
    "(SELECT count(*) FROM put_snapshots) >= 0",
)
STATEMENT = f"{', '.join(_STEPS)} SELECT {', '.join(_IF.format(so=so) for so in _MUST_HOLD)}"


def parameters(batches: Sequence[Batch]) -> tuple[str, ...] | None:
    """The documents of the statement; nothing where these batches cannot be written by one."""
    found = _documents(batches)
    people = [person for person, _ in found["terms"]]
    amounts = [account for account, _ in (*found["debits"], *found["credits"])]
    if len(people) != len(set(people)) or len(amounts) != len(set(amounts)):
        # Judged on two different standings; or an account that one of them fills and another empties.
        return None
    return tuple(msgspec.json.encode(found[part]).decode() for part in _PARTS)


def _documents(batches: Sequence[Batch]) -> dict[str, Rows]:
    found: dict[str, Rows] = {part: [] for part in _PARTS}
    found["terms"] = sorted({(term.person, term.revision) for batch in batches for term in batch.terms})
    for batch in batches:
        add_entry_rows(batch, found["journal"], found["transfers"], found["keys"])
        for ended in batch.rounds:
            found["rounds"].append(round_row(batch.stream, ended))
            found["round_parts"] += part_rows(batch.stream, ended)
        if (kept := batch.snapshot) is not None:
            found["snapshots"].append((batch.stream, kept.number, kept.edition, kept.state))
    found["journal"].sort()
    found["keys"].sort()
    _add_money(found, batches)
    _add_days(found, batches)
    return found


def _add_money(found: dict[str, Rows], batches: Sequence[Batch]) -> None:
    debits, credits = debits_and_credits(batches)
    found["debits"], found["credits"] = sorted(debits.items()), sorted(credits.items())
    if found["terms"]:
        shared = sorted(account for account in (*debits, *credits) if account.startswith(SHARED))
        found["owned"] = [(account,) for account in shared] if len(shared) > 1 else []


def _add_days(found: dict[str, Rows], batches: Sequence[Batch]) -> None:
    days: dict[tuple[str, int], list[int]] = {}
    for batch in batches:
        for day in batch.days:
            sums = days.setdefault((day.person, day.day), [0, 0, 0])
            for place, amount in enumerate((day.granted, day.staked, day.returned)):
                sums[place] += amount
    found["days"] = [(*at, *sums) for at, sums in sorted(days.items())]
    most = {(term.person, term.day): term.most for batch in batches for term in batch.terms if term.most is not None}
    # What comes back in the same batches does not make room.
    found["losses"] = [(*at, days[at][2], limit) for at, limit in most.items() if at in days and days[at][1]]
