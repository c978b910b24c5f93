"""One-time links: the operator's first door, and the way back for who forgot the password. No mail is sent."""

from __future__ import annotations

from enum import StrEnum

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import changing, has_password, unknown_person
from croupier.floor.people.ids import SYSTEM_ENTROPY, Entropy, new_token, token_hash
from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.roles import STAFF, HouseRole, require_operator, roles_of, was_ever_inspector
from croupier.floor.people.statements import change, row
from croupier.floor.store.house_lines import add_lines, mark_of
from croupier.floor.store.port import Connection
from croupier.record.house_journal.house_register import link_words

LIFE_SECONDS = DAY


class LinkKind(StrEnum):
    OPERATOR = "operator"
    RESET = "reset"


def invitation(role: HouseRole) -> str:
    """The kind of a link that makes its bearer's account one with that office."""
    return f"invitation {role.value}"


_INVITATIONS = {invitation(role): role for role in STAFF}


def dead_link() -> NotAccepted:
    """One answer for used, expired, replaced and never made."""
    return HouseRule.DEAD_LINK.refused()


def make_operator_link(connection: Connection, now: int, entropy: Entropy = SYSTEM_ENTROPY) -> str:
    """Made by whoever holds the server's own console."""
    return _put(connection, LinkKind.OPERATOR, now, person=None, by=None, entropy=entropy)


def make_reset_link(
    connection: Connection, person: str, now: int, *, by: str | None, entropy: Entropy = SYSTEM_ENTROPY
) -> str:
    """Takes the place of an earlier one. Without `by` it is made at the server's own console."""
    changing(connection, person, now)
    if not has_password(connection, person):
        raise unknown_person()
    if by is not None and was_ever_inspector(connection, person):
        # The inspector watches the operator, who must not be able to sign in as the inspector, nor as one to be.
        raise HouseRule.INSPECTOR_RESET.refused()
    forget_of(connection, person)
    return _put(connection, LinkKind.RESET, now, person=person, by=by, entropy=entropy)


def reset_by(connection: Connection, token: str, now: int) -> tuple[str, str | None]:
    """Whose password a good link changes, and who made it; raises.

    Asked again when the link is used: its maker may have lost the office since, and its owner may have become an
    inspector.
    """
    sql = "SELECT person, made_by FROM links WHERE token = ? AND kind = ? AND until > ?"
    found = row(connection, sql, token_hash(token), str(LinkKind.RESET), now)
    if found is None:
        raise dead_link()
    person, by = found
    if by is not None:
        may_reset = HouseRole.OPERATOR in roles_of(connection, by)
        if not may_reset or was_ever_inspector(connection, person):
            raise dead_link()
    return str(person), None if by is None else str(by)


def make_invitation(
    connection: Connection, role: HouseRole, now: int, *, by: str, entropy: Entropy = SYSTEM_ENTROPY
) -> str:
    """For somebody who has no account here yet: it is made with the office, and no play money comes with it."""
    require_operator(connection, by)
    return _put(connection, invitation(role), now, person=None, by=by, entropy=entropy)


def invited(connection: Connection, token: str, now: int) -> tuple[HouseRole, str]:
    """The office that a good invitation gives, and who gave it, who must still be an operator; raises."""
    sql = "SELECT kind, made_by FROM links WHERE token = ? AND until > ?"
    found = row(connection, sql, token_hash(token), now)
    role = None if found is None else _INVITATIONS.get(found[0])
    if found is None or role is None or HouseRole.OPERATOR not in roles_of(connection, found[1]):
        raise dead_link()
    return role, str(found[1])


def _put(connection: Connection, kind: str, now: int, *, person: str | None, by: str | None, entropy: Entropy) -> str:
    token = new_token(entropy)
    sql = "INSERT INTO links (token, kind, person, until, made_by) VALUES (?, ?, ?, ?, ?)"
    kept = (token_hash(token), str(kind), person, now + LIFE_SECONDS, by)
    change(connection, sql, *kept)
    add_lines(connection, now, link_words(str(kind), mark_of(*kept)))
    return token


def link_owner(connection: Connection, token: str, kind: str, now: int) -> str | None:
    """Whom a link that is still good is for (an operator's is for nobody yet); raises where it is not good."""
    sql = "SELECT person FROM links WHERE token = ? AND kind = ? AND until > ?"
    found = row(connection, sql, token_hash(token), str(kind), now)
    if found is None:
        raise dead_link()
    return None if found[0] is None else str(found[0])


def use_link(connection: Connection, token: str, kind: str, now: int) -> str | None:
    """The row goes with the first use: of two at once, one finds it."""
    sql = "DELETE FROM links WHERE token = ? AND kind = ? AND until > ? RETURNING person"
    found = row(connection, sql, token_hash(token), str(kind), now)
    if found is None:
        raise dead_link()
    return None if found[0] is None else str(found[0])


def forget_old(connection: Connection, now: int) -> None:
    change(connection, "DELETE FROM links WHERE until <= ?", now)


def forget_of(connection: Connection, person: str) -> None:
    change(connection, "DELETE FROM links WHERE person = ?", person)


def forget_made_by(connection: Connection, person: str) -> None:
    """When they lose the office in which they made them."""
    change(connection, "DELETE FROM links WHERE made_by = ?", person)
