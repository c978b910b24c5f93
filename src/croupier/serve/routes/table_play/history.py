"""A person's last rounds, asked for by index: each was written with the journal line that ended it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated

from litestar import get
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.store.engines.sqlite_file import suspected
from croupier.floor.store.port import Connection
from croupier.floor.store.rounds import PersonsRound
from croupier.floor.store.rounds import rounds_of as kept_rounds_of
from croupier.record.journals.rounds import EndedRound, SettledLine
from croupier.serve.security.auth import SIGNED_IN, Charge
from croupier.serve.wire.channel import ENTRIES_READ, entries_of, people_in
from croupier.serve.wire.messages import ShownEntry

MOST_ROUNDS = 50
MOST_LINES = 300
"""Of one round that are shown: the journal has the rest."""


# What is shown


class SettledShown(Struct, frozen=True):
    """How one wager ended."""

    position: str
    stake: int
    chips: str
    outcome: str
    pays: int
    """Without the stake."""
    rule: str
    reason: str
    clause: str
    """To be looked up under `/api/v1/rulebook/CLAUSE`."""


class OneRound(Struct, frozen=True):
    """Which round of which table it is."""

    table: str
    name: str
    game: str
    round: int
    first: int
    last: int
    """The entries of the table's journal that are this round."""
    time: int


class RoundShown(OneRound, frozen=True):
    result: str
    staked: int
    returned: int
    """Stakes that came back included."""
    settled: tuple[SettledShown, ...]
    seal: str
    reveal: str
    acts: tuple[ShownEntry, ...]
    """All that was done in the round, in order; a round can be played again from it."""
    yours: tuple[int, ...]
    """The numbers of your own."""
    journal: str


class RoundsShown(Struct, frozen=True):
    rounds: tuple[RoundShown, ...]
    """The latest first."""
    complete: bool
    """Always so: a server of an older version had to read a long journal first."""


def _line(line: SettledLine) -> SettledShown:
    how = (line.outcome, line.pays, line.rule, line.reason, line.clause)
    return SettledShown(line.position, line.stake, line.chips, *how)


def _entries_shown(ended: EndedRound) -> int:
    return min(ended.last - ended.first + 1, MOST_LINES)


def _shown(connection: Connection, casino: Casino, kept: PersonsRound, person: str) -> RoundShown | None:
    """Nothing where an entry of the round cannot be read any more: an inspector sees it as it is stored."""
    table, ended = kept.stream, kept.round
    (part,) = ended.parts
    actor = casino.actors[table]
    player, game, most = actor.player_id(person), actor.setting.game, _entries_shown(ended)
    try:
        entries = entries_of(connection, table, game, ended.first - 1, most)
    except ValueError:
        return None
    return RoundShown(
        table=table,
        name=casino.names[table],
        game=game,
        round=ended.number,
        first=ended.first,
        last=ended.last,
        time=ended.time,
        result=ended.result,
        staked=part.staked,
        returned=part.returned,
        settled=tuple(map(_line, part.lines)),
        seal=ended.seal,
        reveal=ended.reveal,
        acts=entries,  # the same parts, with the act as it is
        yours=tuple(entry.number for entry in entries if player in people_in((entry,))),
        journal=f"/api/v1/tables/{table}/journal",
    )


async def rounds_of(casino: Casino, charge: Charge, person: str, most: int) -> RoundsShown:
    # What is durable and not yet told is not told here first, and a table that is out of order shows nothing.
    told = {id: actor.head.number for id, actor in casino.actors.items() if not actor.trouble}

    def kept(connection: Connection) -> Iterator[PersonsRound]:
        found = kept_rounds_of(connection, person, most)
        return (each for each in found if each.round.last <= told.get(each.stream, 0))

    def entries(connection: Connection) -> int:
        with suspected(connection):
            return sum(_entries_shown(each.round) for each in islice(kept(connection), most))

    def found(connection: Connection) -> tuple[RoundShown, ...]:
        with suspected(connection):
            shown = (_shown(connection, casino, each, person) for each in kept(connection))
            return tuple(islice((each for each in shown if each is not None), most))

    charge(await casino.store.read(entries) / ENTRIES_READ)
    return RoundsShown(await casino.store.read(found), complete=True)


@get("/api/v1/me/rounds", who=SIGNED_IN, gives=RoundsShown, query={"most": int})
async def my_rounds(
    casino: Casino,
    charge: Charge,
    person: Visitor,
    most: Annotated[int, QueryParameter(name="most", ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS,
) -> RoundsShown:
    """Your last rounds at all tables, with what you did, what came and how every wager ended."""
    return await rounds_of(casino, charge, person.person.id, most)


ROUTES: list[ControllerRouterHandler] = [my_rounds]
