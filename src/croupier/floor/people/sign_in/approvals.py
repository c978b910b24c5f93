"""Four eyes: what an operator wants to do, and a second operator who agrees to it first."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.ids import Entropy
from croupier.floor.people.responsible_play.days import HOUR
from croupier.floor.people.roles import HouseRole, require_operator, roles_of
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.house_lines import add_lines, mark_of
from croupier.floor.store.port import Connection
from croupier.record.house_journal.house_register import approval_words

LIFE_SECONDS = HOUR
"""From the asking to the agreement, and from there to the deed."""


class Approval(Struct, frozen=True):
    id: str
    person: str
    """Who wants to do it."""
    what: str
    """The request, as method and address."""
    asked: int
    approver: str | None


def waiting(connection: Connection, now: int) -> list[Approval]:
    sql = "SELECT id, person, what, asked, approver FROM approvals WHERE asked > ? ORDER BY asked, id"
    return [Approval(*found) for found in rows(connection, sql, now - LIFE_SECONDS)]


def use_or_ask(connection: Connection, person: str, what: str, now: int, entropy: Entropy) -> bool:
    """Whether a second operator has agreed to it, which is used up then; otherwise it waits for one."""
    sql = "DELETE FROM approvals WHERE person = ? AND what = ? AND approved > ? RETURNING approver"
    found = row(connection, sql, person, what, now - LIFE_SECONDS)
    if found is not None and HouseRole.OPERATOR in roles_of(connection, found[0]):
        # Looked at again: the second operator may have lost the office since.
        return True
    sql = "SELECT 1 FROM approvals WHERE person = ? AND what = ? AND asked > ?"
    if row(connection, sql, person, what, now - LIFE_SECONDS) is None:
        sql = "INSERT INTO approvals (id, person, what, asked, approver, approved) VALUES (?, ?, ?, ?, NULL, NULL)"
        change(connection, sql, entropy(8).hex(), person, what, now)
    return False


def approve(connection: Connection, id: str, by: str, now: int) -> Approval:
    """By another operator than the one who asked; raises."""
    require_operator(connection, by)
    sql = (
        "UPDATE approvals SET approver = ?, approved = ? WHERE id = ? AND person <> ?"
        " AND approver IS NULL AND asked > ? RETURNING id, person, what, asked, approver, approved"
    )
    found = row(connection, sql, by, now, id, by, now - LIFE_SECONDS)
    if found is None:
        raise HouseRule.NO_SUCH_APPROVAL.refused()
    add_lines(connection, now, approval_words(mark_of(*found)))
    return Approval(*found[:-1])


def forget_old(connection: Connection, now: int) -> None:
    sql = "DELETE FROM approvals WHERE asked <= ? AND (approved IS NULL OR approved <= ?)"
    change(connection, sql, now - LIFE_SECONDS, now - LIFE_SECONDS)


def forget_of(connection: Connection, person: str) -> None:
    """What they asked for and what they agreed to, when they lose the office or close the account."""
    change(connection, "DELETE FROM approvals WHERE person = ? OR approver = ?", person, person)
