"""What a person has in play and has neither won nor lost yet: it is told apart from what a day has brought.

The loss limit counts open stakes as lost, because they may be. What people are shown must not: a chip on the layout is
still theirs to win or lose, and so is the fee of a tournament that goes on.
"""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.responsible_play.days import day_of, start_of
from croupier.floor.store.port import Connection
from croupier.floor.tables.actor import TableActor
from croupier.games.table import Table
from croupier.record.journals.journal import stamp_of
from croupier.record.journals.ledger import Transfer, returned, staked

_MOVED = (
    "SELECT line, debit, credit, amount FROM transfers JOIN journal USING (stream, number) "
    "WHERE transfers.stream = ? AND transfers.number >= ?"
)


class OpenStakes(Struct, frozen=True):
    """Cents."""

    today: int
    """Of all of them, what was staked since midnight."""
    all: int


async def open_stakes(casino: Casino, person: str) -> OpenStakes:
    midnight = start_of(day_of(casino.time()))
    found = [(actor, amount) for actor in casino.watched.values() if (amount := _undecided(actor, person))]
    today = 0
    for actor, amount in found:
        since = amount if _began_since(actor, midnight) else await _staked_since(casino, actor, person, midnight)
        today += max(0, min(amount, since))
    return OpenStakes(today, sum(amount for _, amount in found))


def _undecided(actor: TableActor, person: str) -> int:
    state = actor.head.state
    return state.undecided(actor.player_id(person)) if state.is_for_money else 0


def _began_since(actor: TableActor, midnight: int) -> bool:
    """Whether the open round is of today: the last one ended today. A tournament is open for days."""
    return isinstance(actor.head.state, Table) and actor.head.ended >= midnight


async def _staked_since(casino: Casino, actor: TableActor, person: str, midnight: int) -> int:
    """In the round that is on, or in the tournament, which may have begun on another day."""
    first = actor.head.count.first
    return await casino.store.read(lambda connection: _moved(connection, actor.id, first, person, midnight))


def _moved(connection: Connection, stream: str, first: int, person: str, midnight: int) -> int:
    total = 0
    for line, *parts in connection.execute(_MOVED, (stream, first)).fetchall():
        moved, stamp = [Transfer(*parts)], stamp_of(line)
        if stamp is not None and stamp.time >= midnight:
            total += sum(amount for who, amount in staked(moved) if who == person)
            total -= sum(amount for who, amount in returned(moved) if who == person)
    return total
