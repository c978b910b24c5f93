"""How the sessions of a tournament stand at their tables: what the room sees on its screen, in one answer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.schedules.cash import deadline
from croupier.floor.tables.actor import TableActor
from croupier.games.tournament.conditions import Duration
from croupier.games.tournament.session_table.session import SessionTable, Standing


class StackShown(Struct, frozen=True):
    """One player's chips, in clear view of all (D7 5.11)."""

    box: int
    player: str
    chips: int
    staked: int
    """What lies on the boxes in this round."""
    standing: Standing


class SessionPlay(Struct, frozen=True):
    """One session at its table."""

    session: int
    table: str
    begun: bool
    step: str
    duration: Duration
    rounds: int
    """Played to their end."""
    shoe: int | None
    """Which shoe this is, where the session is measured in shoes."""
    ends: int | None
    """When its time is up, UTC seconds, where it is measured in time."""
    due: int | None
    """When the house goes on by itself, UTC seconds."""
    minimum: int
    maximum: int
    marker: int
    """The box with the betting marker; 0 before the session."""
    order: tuple[str, ...]
    """Who has still to wager, in the order of betting; nobody while a round is dealt."""
    stacks: tuple[StackShown, ...]
    asks: tuple[str, ...]
    """Who has let all the time for a wager pass: the director is asked, and the round waits (D7 4.5, ruling T47)."""
    is_paused: bool
    """The director holds the game."""
    missing: tuple[str, ...]
    """Who has not come to the table, or has left it."""
    ended: str
    """The clause by which the session has ended; empty while it lasts."""


def plays_of(casino: Casino, tournament: str) -> tuple[SessionPlay, ...]:
    """All sessions of this tournament that were started and have a table in order."""
    return tuple(_plays(casino, tournament))


def _plays(casino: Casino, tournament: str) -> Iterator[SessionPlay]:
    for session, id in sorted(casino.tournaments.tables_of(tournament).items()):
        actor = casino.actors.get(id)
        if actor is not None and not actor.trouble:
            yield _play(actor, session)


def _play(actor: TableActor, session: int) -> SessionPlay:
    head = actor.head
    table = head.state.known_as(SessionTable)
    return SessionPlay(
        session=session,
        table=actor.id,
        begun=table.begun,
        step=table.step,
        duration=table.terms.duration,
        rounds=table.rounds,
        shoe=table.view().public.shoe,
        ends=None if table.session_ends is None else head.began + table.session_ends,
        due=deadline(head, actor.setting.pace),
        minimum=table.sign.minimum,
        maximum=table.sign.maximum,
        marker=table.marker,
        order=table.bettors if table.betting_is_open else (),
        stacks=tuple(_stack(table, player) for player in table.seated),
        asks=table.bettors if table.asks_director else (),
        is_paused=table.is_paused,
        missing=tuple(each for each in table.contenders if each not in table.came or each in table.away),
        ended="" if table.ended is None else str(table.ended),
    )


def _stack(table: SessionTable, player: str) -> StackShown:
    staked = sum(stake.amount for box in table.boxes for stake in box.stakes if stake.player == player)
    return StackShown(table.box_number(player), player, table.chips_of(player), staked, table.standing_of(player))
