"""Division 1 at the table: how the acts that every game has are judged, and what they do."""

from croupier.games.general.calls import CALLS
from croupier.games.general.disputes import DISPUTES
from croupier.games.general.exchange import EXCHANGES
from croupier.games.general.going_on import GOING_ON
from croupier.games.general.house_players import HOUSE_PLAYERS
from croupier.games.general.limits import LIMITS_CHANGES
from croupier.games.general.opening import OPENINGS
from croupier.games.general.reserving import RESERVATIONS
from croupier.games.machine import Handlers

__all__ = ["GENERAL"]

GENERAL: Handlers = {
    **EXCHANGES,
    **OPENINGS,
    **RESERVATIONS,
    **LIMITS_CHANGES,
    **CALLS,
    **DISPUTES,
    **GOING_ON,
    **HOUSE_PLAYERS,
}
