"""What an act would do, looked at before it is done: for those who work at a table, or conduct a tournament."""

from __future__ import annotations

from typing import Any

from litestar import post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.roles import STAFF, HouseRole
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.draft import Draft
from croupier.games.journalled import Journalled
from croupier.games.position import Settled
from croupier.games.refusal import Refused
from croupier.games.tournament.acts import ReportSession
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.state import TournamentState
from croupier.record.journals.aliases import moved_as
from croupier.record.journals.ledger import Transfer, transfers
from croupier.serve.views.lookup import CONDUCTORS, tournament_actor
from croupier.serve.views.preview import Foreseen, foreseen
from croupier.serve.wire.messages import ActRequest, request_of


class Considered(Struct, frozen=True):
    """The table as it would be. Nothing of it has happened."""

    number: int
    """After the entry of this number: if the table has moved on, ask again."""
    lines: tuple[str, ...]
    """What would be written, in the notation: the act, and before it what time has brought about."""
    view: dict[str, Any]
    settled: tuple[Settled, ...]
    """The settlement lines that would stand then."""
    moved: tuple[Transfer, ...]
    """The money that would move."""
    awaits: tuple[str, ...]
    """What would come next, and from whom."""
    tournament: Foreseen | None = None
    """What the tournament would make of it, where it would end a session of one."""


class ConsideredTournament(Struct, frozen=True):
    """The tournament as it would be. Nothing of it has happened."""

    number: int
    """After the entry of this number."""
    lines: tuple[str, ...]
    """What would be written, in the notation: the act, and before it what time has brought about."""
    change: Foreseen


@post(
    "/api/v1/tables/{id:str}/consider",
    who=STAFF - {HouseRole.INSPECTOR},
    takes=ActRequest,
    gives=Considered,
    status_code=200,
)
async def consider(casino: Casino, person: Visitor, id: str, asked: ActRequest) -> Considered:
    """What an act of yours would do at a table, or why it would be refused. It is not done."""
    before, draft = await casino.consider(id, request_of(casino, id, person, asked))
    state = draft.head.state
    return Considered(
        number=before,
        lines=tuple(each.line for each in draft.shown),
        view=state.view().public,
        settled=state.settled,
        moved=_moved(draft),
        awaits=tuple(f"{each.role}: {each.what}" for each in state.awaits),
        tournament=_after_session(casino, id, state),
    )


@post(
    "/api/v1/tournaments/{id:str}/consider",
    who=CONDUCTORS - {HouseRole.INSPECTOR},
    takes=ActRequest,
    gives=ConsideredTournament,
    status_code=200,
)
async def consider_in_tournament(casino: Casino, person: Visitor, id: str, asked: ActRequest) -> ConsideredTournament:
    """What an act of yours would do in a tournament, or why it would be refused. It is not done."""
    actor = tournament_actor(casino, id)
    number, draft = await casino.consider(id, request_of(casino, id, person, asked))
    # Asked for now and not before: while others were looked up the tournament may have gone on.
    before = actor.head.state.known_as(TournamentState)
    lines = tuple(each.line for each in draft.shown)
    return ConsideredTournament(
        number, lines, foreseen(before, draft.head.state.known_as(TournamentState), _moved(draft))
    )


def _moved(draft: Draft) -> tuple[Transfer, ...]:
    """With people under their ids in this journal, as in everything else that is shown of it."""
    named = draft.setting.players.of
    return tuple(moved_as(transfer, named) for entry in draft.entries for transfer in entry.transfers)


def _after_session(casino: Casino, id: str, table: Journalled) -> Foreseen | None:
    """The chips that would be counted then, told to the tournament as the house will tell them."""
    joint = casino.settings[id].joint
    if joint is None or not isinstance(table, SessionTable) or table.ended is None:
        return None
    actor = casino.actors.get(joint.tournament)
    if actor is None or actor.trouble:
        return None  # the table's own affairs can be looked at all the same
    before = actor.head.state.known_as(TournamentState)
    act = ReportSession(joint.session, table.tally or table.counted())
    try:
        after = before.play(act)
    except Refused:
        return None  # it has been told already, or the session was recalled: nothing hangs on this table any more
    return foreseen(before, after, transfers(joint.tournament, before, act, after))


ROUTES: list[ControllerRouterHandler] = [consider, consider_in_tournament]
