"""A tournament as those see it who conduct it: entries, what comes next and by which clause, what is being decided."""

from __future__ import annotations

from collections.abc import Mapping

from litestar import Response, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.games import acts as general
from croupier.games.acts import Act
from croupier.games.tournament import acts, table_acts
from croupier.games.tournament.conditions import missing
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.state import Contest, SeatDraw, TournamentState
from croupier.games.tournament.state import Entry as TournamentEntry
from croupier.rulebook import Cite
from croupier.serve.process.address import SVG, address_for, qr_code
from croupier.serve.routes.tables import in_order
from croupier.serve.routes.tournaments import CONDUCTORS, tournament_actor
from croupier.serve.security.auth import ANYBODY, Entry
from croupier.serve.security.errors import Problem
from croupier.serve.views.staff_actions import ByRule, Due, GroundShown, by_rule

RULES: Mapping[type[Act], Cite] = {
    acts.Determine: Cite("D7 3.2"),
    acts.NotifyApplicant: Cite("D7 3.7"),
    acts.AcceptEntry: Cite("D7 1.0 Player"),
    acts.RefuseEntry: Cite("D7 3.3(a)"),
    acts.ConsentToRefund: Cite("D7 3.5(a)(ii)"),
    acts.Contribute: Cite("D7 3.4"),
    acts.AlterStart: Cite("D7 3.8"),
    acts.CancelTournament: Cite("D7 3.3(d)"),
    acts.BreakOff: Cite("D7 3.5(b)", "T29"),
    acts.SetTables: Cite("D7 3.3(c)(i)"),
    acts.PlaceAt: Cite("D7 3.3(c)(ii)"),
    acts.StartSession: Cite("D7 5.1"),
    acts.RecallSession: Cite("D7 5.4", "T30"),
    acts.IssueAgain: Cite("D7 4.8(a)"),
    acts.DeclineIssue: Cite("D7 4.8(a)", "T4"),
    table_acts.Attendance: Cite("D7 5.1"),
    table_acts.BeginSession: Cite("D7 5.8(a)"),
    table_acts.Disqualify: Cite("D7 3.3(b)(i)"),
    table_acts.ConsentToLeave: Cite("D7 5.7"),
    table_acts.PermitWriting: Cite("D7 5.14"),
    table_acts.LimitTime: Cite("D7 4.9"),
    general.ChangeLimits: Cite("D7 4.3"),
}
"""By which clause the operator and the tournament director do what is theirs, in the tournament and at its tables."""


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
    reason: str
    """Why it did not proceed; empty where it did."""
    rules: dict[str, ByRule]
    """The clause of each kind of act, by its name."""
    grounds: tuple[GroundShown, ...]
    """Why a player may be disqualified."""


@get("/api/v1/tournaments/{id:str}/working", who=CONDUCTORS, gives=TournamentWork)
async def conducting(casino: Casino, id: str) -> TournamentWork:
    """A tournament for those who conduct it: all entries with their fees, what comes next, and what hangs on what."""
    head = in_order(tournament_actor(casino, id), "This tournament").head
    state: TournamentState = head.state
    return TournamentWork(
        number=head.number,
        entries=state.entries,
        open=missing(state.conditions),
        due=tuple(Due(each.what, each.role, by_rule(each.rule)) for each in head.state.awaits),
        contests=state.contests,
        draws=state.draws,
        contributed=state.contributed,
        reason=state.reason,
        rules={kind.words(): by_rule(rule) for kind, rule in RULES.items()},
        grounds=tuple(GroundShown(name, name, by_rule(rule)) for name, rule in GROUNDS.items()),
    )


@get("/api/v1/tournaments/{id:str}/address.svg", who=ANYBODY, gives=SVG)
async def tournament_address(casino: Casino, state: State, entry: Entry, id: str) -> Response[bytes]:
    """Where phones in the room find this tournament, and each player his seat, as a QR code."""
    tournament_actor(casino, id)
    found = address_for(entry.here, state.settings)
    if not found:
        raise Problem(404, HouseRule.ONLY_HERE.refusal())
    return Response(qr_code(f"{found}/tournaments/{id}"), media_type=SVG)


ROUTES: list[ControllerRouterHandler] = [conducting, tournament_address]
