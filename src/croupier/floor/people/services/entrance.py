"""Somebody who comes in: the account and the session that was opened for it."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.people.accounts import Person
from croupier.floor.people.ids import Entropy
from croupier.floor.people.sign_in import sign_ins
from croupier.floor.people.sign_in.sign_ins import NOWHERE, Whereabouts
from croupier.floor.store.port import Connection


class Entrance(Struct, frozen=True):
    """Somebody who has just come in, and the token of the new session. It is shown once and stored nowhere."""

    person: Person
    token: str


def entered(
    connection: Connection, person: Person, now: int, entropy: Entropy, where: Whereabouts = NOWHERE
) -> Entrance:
    """With a new session, opened there."""
    token = sign_ins.open_session(connection, person.id, now, entropy)
    sign_ins.place_session(connection, token, where)
    return Entrance(person, token)
