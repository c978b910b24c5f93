"""Who may do what: the roles of the house, given and taken by the operator."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.accounts import changing, has_password, hold, person_of
from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.port import Connection
from croupier.games.people import Role


class HouseRole(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    GAME_SUPERVISOR = "game supervisor"
    TOURNAMENT_DIRECTOR = "tournament director"
    OPERATOR = "operator"
    INSPECTOR = "inspector"


Roles = frozenset[HouseRole]
_WAS_INSPECTOR = "inspector "
"""The mark of whoever holds that office, or held it once."""

STAFF: Roles = frozenset(HouseRole) - {HouseRole.PLAYER}
ONLY_PLAYER: Roles = frozenset((HouseRole.PLAYER,))


def in_rules(role: HouseRole) -> Role | None:
    """The role in which she acts at a table. The rules know no inspector: he looks, and does nothing."""
    return None if role is HouseRole.INSPECTOR else Role(role.value)


def is_staff(roles: Collection[HouseRole]) -> bool:
    return not STAFF.isdisjoint(roles)


def may_play(roles: Collection[HouseRole]) -> bool:
    """Who works in the house does not wager in it."""
    return not is_staff(roles)


def refuses_staff_play(roles: Collection[HouseRole]) -> HouseRefusal | None:
    if may_play(roles):
        return None
    return HouseRule.STAFF_MAY_NOT_PLAY.refusal()


def roles_of(connection: Connection, person: str) -> Roles:
    """Everybody is a player who is nothing else."""
    found = rows(connection, "SELECT role FROM roles WHERE person = ?", person)
    return frozenset(HouseRole(role) for (role,) in found) or ONLY_PLAYER


def require_operator(connection: Connection, by: str) -> None:
    if HouseRole.OPERATOR not in roles_of(connection, by):
        raise HouseRule.NOT_OPERATOR.refused()


def require_role(connection: Connection, person: str, role: HouseRole) -> None:
    """In the transaction of what the role is needed for: it may have been taken from them since they were let in. Who
    takes it at this very moment comes before or after. Raises."""
    is_known = hold(connection, person) or person_of(connection, person) is not None
    if is_known and role not in roles_of(connection, person):
        raise HouseRule.WRONG_ROLE.refused(role=role)


def give_role(connection: Connection, person: str, role: HouseRole, now: int, *, by: str, has_chips: bool) -> Roles:
    """Her chips must be off the tables first: from now on she could not play them."""
    _hold_operators(connection)
    require_operator(connection, by)
    held = _roles_of_candidate(connection, person, role, now)
    if has_chips:
        raise HouseRule.CHIPS_BEFORE_ROLE.refused()
    if HouseRole.INSPECTOR in held | {role} and (held | {role}) & STAFF != {HouseRole.INSPECTOR}:
        raise HouseRule.INSPECTOR_ALONE.refused()
    put_role(connection, person, role, now, by=by)
    return roles_of(connection, person)


def _roles_of_candidate(connection: Connection, person: str, role: HouseRole, now: int) -> Roles:
    if role is HouseRole.PLAYER:
        raise HouseRule.PLAYER_IS_NO_OFFICE.refused()
    changing(connection, person, now)
    if not has_password(connection, person):
        raise HouseRule.GUEST_HAS_NO_ROLE.refused()
    return roles_of(connection, person)


def put_role(connection: Connection, person: str, role: HouseRole, now: int, *, by: str | None) -> None:
    sql = "INSERT INTO roles (person, role, since, given_by) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
    change(connection, sql, person, role.value, now, by)
    _remember_inspector(connection, person, role)


def _remember_inspector(connection: Connection, person: str, role: HouseRole) -> None:
    """For good: an operator could otherwise take the office from somebody, sign in as them, and give it back."""
    if role is HouseRole.INSPECTOR:
        sql = "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
        change(connection, sql, f"{_WAS_INSPECTOR}{person}", b"")


def was_ever_inspector(connection: Connection, person: str) -> bool:
    if HouseRole.INSPECTOR in roles_of(connection, person):
        return True
    return row(connection, "SELECT 1 FROM marks WHERE name = ?", f"{_WAS_INSPECTOR}{person}") is not None


def take_role(connection: Connection, person: str, role: HouseRole, now: int, *, by: str) -> Roles:
    _hold_operators(connection)
    require_operator(connection, by)
    changing(connection, person, now)
    if role is HouseRole.OPERATOR:
        keep_last_operator(connection, person)
    if role in roles_of(connection, person):
        _remember_inspector(connection, person, role)  # one to whom an older version gave it
    change(connection, "DELETE FROM roles WHERE person = ? AND role = ?", person, role.value)
    return roles_of(connection, person)


def _hold_operators(connection: Connection) -> None:
    """Writing the rows unchanged makes others wait who would count or change the operators at the same time."""
    change(connection, "UPDATE roles SET since = since WHERE role = ?", HouseRole.OPERATOR.value)


def keep_last_operator(connection: Connection, person: str) -> None:
    _hold_operators(connection)
    operators = {
        found for (found,) in rows(connection, "SELECT person FROM roles WHERE role = ?", HouseRole.OPERATOR.value)
    }
    if operators == {person}:
        raise HouseRule.LAST_OPERATOR.refused()


def has_operator(connection: Connection) -> bool:
    return row(connection, "SELECT 1 FROM roles WHERE role = ? LIMIT 1", HouseRole.OPERATOR.value) is not None
