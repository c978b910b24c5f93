"""What the database holds about people, roles, limits and tables, in the words of the house's journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from croupier.floor.people.responsible_play.limits import (
    DEFAULT_REALITY_MINUTES,
    Limit,
    LimitKind,
    WaitingLimit,
    limit_words,
)
from croupier.floor.people.sign_in.second_factors import codes_held
from croupier.floor.store.house_lines import add_lines, last_line_of, mark_of
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import FINISHED
from croupier.record.house_journal.house_facts import HouseLine
from croupier.record.house_journal.house_register import (
    BEGINS,
    RESTATED,
    WHOLE,
    approval_words,
    closed_words,
    duty_words,
    exclusion_words,
    factor_words,
    limit_line,
    link_words,
    name_words,
    person_words,
    proof_words,
    reality_words,
    recovery_words,
    role_words,
    sign_in_words,
    table_words,
)
from croupier.record.house_journal.school_lines import exam_result, requirement_words
from croupier.record.text.moments import utc
from croupier.school.exam import QUESTIONS

Execute = Callable[[str], Iterable[Any]]
"""The rows of a statement."""

_TABLES = "SELECT id, name, settings, made, ended FROM tables ORDER BY id"
_IS_OVER = '"wound_up":true'
_EXCLUSIONS = "SELECT person, kind, until, ordered_by FROM exclusions ORDER BY person, kind"
_PROOFS = "SELECT token, person, made, proved FROM sessions"
_APPROVALS = (
    "SELECT id, person, what, asked, approver, approved FROM approvals"
    " WHERE approver IS NOT NULL OR approved IS NOT NULL ORDER BY id"
)
_EXAMS = (
    "SELECT id, person, game, correct, passed, seed FROM school_exams"
    " WHERE ended IS NOT NULL OR correct IS NOT NULL OR passed IS NOT NULL ORDER BY id"
)
_AT_ONCE = 1_000
NEVER = "never"
"""In place of the moment at which a session was proved again."""


class HeldRegister(Struct, frozen=True):
    """The rows of the database, in the words in which the journal tells of them."""

    people: dict[str, str]
    closed: frozenset[str]
    names: dict[str, str]
    roles: dict[tuple[str, str], str]
    limits: dict[tuple[str, str], str]
    exclusions: dict[tuple[str, str], str]
    reality: dict[str, str]
    tables: dict[str, str]
    duties: dict[str, str]
    sign_ins: frozenset[tuple[str, str]]
    links: dict[str, str]
    """The kind of each, by its mark."""
    factors: dict[tuple[str, str], str]
    """Likewise, with its person."""
    codes: dict[str, tuple[int, str]]
    proofs: dict[tuple[str, str], str]
    approvals: dict[str, str]
    """Who wants to do what, by the mark of a second operator's agreement."""
    exams: dict[str, str]
    requirements: dict[str, str]


def _table(name: str, settings: str, made: int, ended: int) -> str:
    """The mark, unless a table passes for one that is gone, or the other way round. That a tournament is over the audit
    holds against its journal."""
    is_right = ended == 1 if _IS_OVER in settings else ended in {0, FINISHED}
    return mark_of(name, settings, made) if is_right else "wrongly over or not over"


def _exam(person: str, game: str, right: int | None, passed: int | None, seed: int) -> str:
    return exam_result(person, game, right or 0, of=QUESTIONS, seed=seed, passed=passed)


def held_register(execute: Execute) -> HeldRegister:
    people = list(execute("SELECT id, made, closed, reality_minutes FROM people ORDER BY id"))
    names = execute("SELECT person, name, key, password, chosen FROM names ORDER BY person")
    limits = execute("SELECT person, kind, amount, next_amount, next_from FROM limits ORDER BY person, kind")
    links = execute("SELECT token, kind, person, until, made_by FROM links")
    return HeldRegister(
        people={id: _moment(made) for id, made, _, _ in people},
        closed=frozenset(id for id, _, closed, _ in people if closed is not None),
        names={person: mark_of(*kept) for person, *kept in names},
        roles={
            (person, role): by or ""
            for person, role, by in execute("SELECT person, role, given_by FROM roles ORDER BY person, role")
        },
        limits={(person, kind): _limit(kind, *amounts) for person, kind, *amounts in limits},
        exclusions={
            (person, kind): _moment(until) + (f" by {by}" if by else "")
            for person, kind, until, by in execute(_EXCLUSIONS)
        },
        reality={id: str(minutes) for id, _, _, minutes in people if minutes != DEFAULT_REALITY_MINUTES},
        tables={id: _table(*kept) for id, *kept in execute(_TABLES)},
        duties=dict(execute("SELECT stream, dealer FROM duties ORDER BY stream")),
        sign_ins=frozenset(
            (person, mark_of(token, person, made))
            for token, person, made in execute("SELECT token, person, made FROM sessions")
        ),
        links={mark_of(*kept): kept[1] for kept in links},
        factors={
            (person, mark_of(id, person, kind, secret)): kind
            for id, person, kind, secret in execute("SELECT id, person, kind, secret FROM second_factors ORDER BY id")
        },
        codes=codes_held(execute("SELECT person, code FROM recovery_codes ORDER BY person")),
        proofs={
            (person, mark_of(token, person, made)): _moment(proved) if proved else NEVER
            for token, person, made, proved in execute(_PROOFS)
        },
        approvals={mark_of(*kept): f"{kept[2]} by {kept[1]}" for kept in execute(_APPROVALS)},
        exams={id: _exam(*result) for id, *result in execute(_EXAMS)},
        requirements={game: "" for (game,) in execute("SELECT game FROM school_requirements ORDER BY game")},
    )


def _moment(seconds: int) -> str:
    """Somebody may have put a moment there that no calendar has."""
    try:
        return utc(seconds)
    except OverflowError:
        return f"{seconds} seconds"


def _limit(kind: str, amount: int | None, following: int | None, begins: int | None) -> str:
    if begins is None and following is not None:
        return f"{amount}, {following} from no moment"
    try:
        return limit_words(LimitKind(kind), Limit(amount, None if begins is None else WaitingLimit(following, begins)))
    except (ValueError, OverflowError):  # likewise, or a kind that nobody knows
        return f"{amount}, {following} from {begins}"


def begin_register(connection: Connection, now: int) -> None:
    """Put on record what an older version of this program did not write down, once in the life of a house."""
    for kind, line, restated in (
        (HouseLine.REGISTER, BEGINS, _restated),
        (HouseLine.WHOLE_REGISTER, WHOLE, _restated_wholly),
    ):
        if last_line_of(connection, kind) is None:
            _put_on_record(connection, now, line, restated)


def _put_on_record(
    connection: Connection, now: int, line: str, restated: Callable[[HeldRegister], Iterator[str]]
) -> None:
    held = held_register(lambda sql: connection.execute(sql).fetchall())
    lines = [RESTATED + words for words in restated(held)]
    add_lines(connection, now, line)
    for start in range(0, len(lines), _AT_ONCE):
        add_lines(connection, now, *lines[start : start + _AT_ONCE])


def _restated_wholly(held: HeldRegister) -> Iterator[str]:
    """What lines did not say when a register was begun by the version before."""
    yield from (recovery_words(person, *codes) for person, codes in held.codes.items())
    proofs = sorted((key, moment) for key, moment in held.proofs.items() if moment != NEVER)
    yield from (proof_words(person, mark, moment) for (person, mark), moment in proofs)
    yield from (approval_words(mark) for mark in sorted(held.approvals))
    yield from (exclusion_words(kind, person, until) for (person, kind), until in held.exclusions.items())


def _restated(held: HeldRegister) -> Iterator[str]:
    yield from (person_words(person, since) for person, since in held.people.items())
    yield from (closed_words(person) for person in sorted(held.closed))
    yield from (name_words(person, mark) for person, mark in held.names.items())
    yield from (role_words(role, person, giver) for (person, role), giver in held.roles.items())
    yield from (limit_line(kind, person, limit) for (person, kind), limit in held.limits.items())
    yield from (exclusion_words(kind, person, until) for (person, kind), until in held.exclusions.items())
    yield from (reality_words(person, int(minutes)) for person, minutes in held.reality.items())
    yield from (f"table {table} made" for table in held.tables)
    yield from (table_words(table, mark) for table, mark in held.tables.items())
    yield from (duty_words(dealer, table) for table, dealer in held.duties.items())
    yield from (sign_in_words(person, mark) for person, mark in sorted(held.sign_ins))
    yield from (link_words(kind, mark) for mark, kind in sorted(held.links.items()))
    yield from (factor_words(kind, person, mark) for (person, mark), kind in held.factors.items())
    yield from (f"exam {id} of {result}" for id, result in held.exams.items())
    yield from (requirement_words(game, "an operator", is_required=True) for game in held.requirements)
