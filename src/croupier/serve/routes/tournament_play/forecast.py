"""What an evening would come to, asked before the tournament is opened; and its conditions as a file to use again."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.tables.commands import closed
from croupier.floor.tournaments.opening import conditions_asked
from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import Conditions, refuses_conditions
from croupier.games.tournament.planning.forecast import Forecast, forecast
from croupier.games.tournament.state import TournamentState
from croupier.record.files.conditions import write_conditions
from croupier.serve.security.auth import ANYBODY, OPERATORS
from croupier.serve.views.lookup import in_order, tournament_actor


class ForecastAsked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    conditions: closed(Conditions) | str  # type: ignore[valid-type]
    """The conditions of entry: their fields, or the text of a conditions file."""
    entries: int
    live: bool = False


@post("/api/v1/tournaments/forecast", who=OPERATORS, takes=ForecastAsked, gives=Forecast, status_code=200)
async def foretell(asked: ForecastAsked) -> Forecast:
    """About how long the evening lasts and what the prizes are, for a number of entries. Nothing is opened."""
    conditions = conditions_asked(asked.conditions)
    if refusal := refuses_conditions(conditions):
        raise NotAccepted(refusal)
    made = forecast(conditions, asked.entries, live=asked.live)
    if isinstance(made, Refusal):
        raise NotAccepted(made)
    return made


@get("/api/v1/tournaments/{id:str}/conditions", who=ANYBODY, gives="text/plain")
async def conditions_file(casino: Casino, id: str) -> Response[str]:
    """The conditions of entry as a file, as `POST /tournaments` takes them and `croupier tournament` reads them."""
    actor = in_order(tournament_actor(casino, id), "This tournament")
    text = write_conditions(actor.head.state.known_as(TournamentState).conditions)
    disposition = f'attachment; filename="{id}.toml"'
    return Response(text, media_type="text/plain", headers={"Content-Disposition": disposition})


ROUTES: list[ControllerRouterHandler] = [foretell, conditions_file]
