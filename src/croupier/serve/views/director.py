"""A tournament as those see it who conduct it: entries, what comes next and by which clause, what is being decided."""

from __future__ import annotations

from litestar import Response, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.games.tournament.clauses import CLAUSES
from croupier.games.tournament.conditions import missing, warnings
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.state import Contest, SeatDraw, Session, TournamentState
from croupier.games.tournament.state import Entry as TournamentEntry
from croupier.serve.process.address import SVG, address_for, qr_code
from croupier.serve.security.auth import ANYBODY, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.views.lookup import CONDUCTORS, in_order, tournament_actor
from croupier.serve.views.staff_actions import GroundShown
from croupier.serve.wire.work import ByRule, Due, by_rule


class TournamentWork(Struct, frozen=True):
    """What those who conduct a tournament have before them."""

    number: int
    """After the entry of this number."""
    entries: tuple[TournamentEntry, ...]
    open: tuple[str, ...]
    """Conditions of entry that are not settled yet: no application is taken before they are (D7 3.2)."""
    due: tuple[Due, ...]
    contests: tuple[Contest, ...]
    """What the sessions of this stage decide, and who plays off for what."""
    draws: tuple[SeatDraw, ...]
    """Players who are to be seated by lot, and the seats in their order."""
    contributed: int
    notice: int
    """How many seconds ahead the players must be told of a changed start (D7 3.8)."""
    reason: str
    """Why it did not proceed; empty where it did."""
    rules: dict[str, ByRule]
    """The clause of each kind of act, by its name."""
    grounds: tuple[GroundShown, ...]
    """Why a player may be disqualified."""
    warnings: tuple[str, ...]
    """What the conditions of entry lead to that an operator should know: a final of fewer than four (D7 5.4)."""
    remarks: tuple[str, ...]
    """What somebody should look at in the tallies of this stage (ruling T43)."""
    last_stage: tuple[Session, ...]
    """The sessions of the stage that is over, while a miscount in it may be corrected (ruling T43)."""


@get("/api/v1/tournaments/{id:str}/working", who=CONDUCTORS, gives=TournamentWork)
async def conducting(casino: Casino, id: str) -> TournamentWork:
    """A tournament for those who conduct it: all entries with their fees, what comes next, and what depends on what."""
    head = in_order(tournament_actor(casino, id), "This tournament").head
    state = head.state.known_as(TournamentState)
    return TournamentWork(
        number=head.number,
        entries=state.entries,
        open=missing(state.conditions),
        due=tuple(Due(each.what, each.role, by_rule(each.rule)) for each in head.state.awaits),
        contests=state.contests,
        draws=state.draws,
        contributed=state.contributed,
        notice=state.conditions.notice_seconds,
        reason=state.reason,
        rules={kind.words(): by_rule(rule) for kind, rule in CLAUSES.items()},
        grounds=tuple(GroundShown(name, name, by_rule(rule)) for name, rule in GROUNDS.items()),
        warnings=warnings(state.conditions),
        remarks=state.remarks,
        last_stage=() if state.last_stage is None else state.last_stage.sessions,
    )


@get("/api/v1/tournaments/{id:str}/address.svg", who=ANYBODY, gives=SVG)
async def tournament_address(casino: Casino, state: State, entry: RequestContext, id: str) -> Response[bytes]:
    """Where phones in the room find this tournament, and players their seats, as a QR code."""
    tournament_actor(casino, id)
    found = address_for(entry.here, state.settings)
    if not found:
        raise Problem(404, HouseRule.ONLY_HERE.refusal())
    return Response(qr_code(f"{found}/tournaments/{id}"), media_type=SVG)


ROUTES: list[ControllerRouterHandler] = [conducting, tournament_address]
