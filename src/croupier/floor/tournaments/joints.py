"""A session that is recalled, or begins at its table: two acts in two journals, of which only one may be done.

No server can say from what it has read which of them came first. Both are looked for in the transaction that writes the
one or the other, and whoever is about to write either holds the tournament's row meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.store.port import Check, Connection
from croupier.floor.tables.opening import Joint
from croupier.floor.tournaments.opening import table_id
from croupier.games.acts import Act
from croupier.games.tournament.acts import RecallSession, StartSession
from croupier.games.tournament.session_table.table_acts import BeginSession

_HOLD = "UPDATE tables SET made = made WHERE id = ?"
_LATEST = (
    "SELECT act, number FROM journal WHERE stream = ? AND session = ? AND act IN (?, ?) ORDER BY number DESC LIMIT 1"
)
# By the index of sessions, which has few entries: with `+`, by no range of the journal, which anybody can make long.
_STARTED = (
    "SELECT session, max(number) FROM journal WHERE stream = ? AND session IS NOT NULL AND act = ? AND +number <= ? "
    "GROUP BY session"
)
# It comes before the first round, so few entries are looked at.
_BEGINNING = "SELECT 1 FROM journal WHERE stream = ? AND act = ? LIMIT 1"


def started(connection: Connection, tournament: str, session: int) -> int | None:
    """The entry that started the session; nothing where it was never started, or recalled since."""
    asked = (tournament, session, StartSession.words(), RecallSession.words())
    act, number = connection.execute(_LATEST, asked).fetchone() or (None, None)
    return number if act == StartSession.words() else None


def last_starts(tournament: str, until: int, connection: Connection) -> dict[int, int]:
    """By session, the entry up to that one that started it last: from it the session's table has its name."""
    return dict(connection.execute(_STARTED, (tournament, StartSession.words(), until)).fetchall())


def refuses_at_table(joint: Joint, connection: Connection) -> HouseRefusal | None:
    if started(connection, joint.tournament, joint.session) == joint.started:
        return None
    return HouseRule.RECALLED.refusal()


def refuses_recall(tournament: str, session: int, connection: Connection) -> HouseRefusal | None:
    number = started(connection, tournament, session)
    if number is None:
        return None  # that it was not started is for the rules to say
    table = table_id(Joint(tournament, session, number))
    if connection.execute(_BEGINNING, (table, BeginSession.words())).fetchone() is None:
        return None
    return HouseRule.HAS_BEGUN.refusal()


def check_of(id: str, joint: Joint | None, acts: Iterable[Act]) -> Check | None:
    """What must be so when those acts are written to that journal, where the other side has a say in it."""
    if joint is not None:
        begins = any(isinstance(act, BeginSession) for act in acts)
        return partial(_checked_beginning, joint) if begins else None
    recalled = tuple(act.session for act in acts if isinstance(act, RecallSession))
    return partial(_checked_recall, id, recalled) if recalled else None


def _checked_beginning(joint: Joint, connection: Connection) -> None:
    connection.execute(_HOLD, (joint.tournament,))
    if refusal := refuses_at_table(joint, connection):
        raise NotAccepted(refusal)


def _checked_recall(tournament: str, sessions: tuple[int, ...], connection: Connection) -> None:
    connection.execute(_HOLD, (tournament,))
    for session in sessions:
        if refusal := refuses_recall(tournament, session, connection):
            raise NotAccepted(refusal)
