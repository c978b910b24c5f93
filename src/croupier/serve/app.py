"""The application: every route, and what stands before all of them."""

from __future__ import annotations

import warnings
from copy import copy
from functools import cache, partial

from litestar import Litestar
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from croupier.floor.casino import Casino
from croupier.serve.process import address
from croupier.serve.process.settings import LARGEST_BODY, ServerSettings
from croupier.serve.routes import pages, web
from croupier.serve.routes.accounts import invitations, me, operator, people, second_factors
from croupier.serve.routes.inspection import (
    checkpoints,
    chips,
    fairness,
    house_report,
    incidents,
    inspector,
    journals,
    ledger,
    staff_log,
    verification,
)
from croupier.serve.routes.learning import coach, counts, last_hand, live_shoe, odds, rulebook, school
from croupier.serve.routes.table_play import devices, pit, practice, preview, private_tables, replays, sockets, tables
from croupier.serve.routes.tournament_play import forecast, leagues, tournaments, walk_ups
from croupier.serve.security.auth import DEPENDENCIES, Rates, admit
from croupier.serve.security.errors import HANDLERS
from croupier.serve.views import director, forms, games, staff_actions
from croupier.serve.wire import openapi
from croupier.serve.wire.declared import declared

_PARTS = (
    *(
        people,
        second_factors,
        me,
        operator,
        pages,
        web,
        openapi,
        tables,
        private_tables,
        tournaments,
        walk_ups,
        forecast,
        leagues,
        director,
        preview,
        staff_actions,
        sockets,
        inspector,
        verification,
        checkpoints,
        journals,
        staff_log,
        ledger,
        house_report,
        fairness,
        incidents,
        chips,
        devices,
        pit,
        invitations,
        forms,
    ),
    *(games, odds, counts, last_hand, coach, practice, school, live_shoe, rulebook, replays, address),
)
ROUTES: list[ControllerRouterHandler] = [handler for part in _PARTS for handler in part.ROUTES]


def create_app(casino: Casino, settings: ServerSettings | None = None) -> Litestar:
    settings = settings or ServerSettings()
    app = copy(routed())
    app.state = State({"casino": casino, "settings": settings, "rates": Rates(settings)})
    app.state.document = partial(openapi.document, app)
    return app


@cache
def routed() -> Litestar:
    """Every route, of no house yet. They are the same for all houses, and working them out takes a tenth of a second:
    a process that opens one house after the other does it once."""
    with warnings.catch_warnings():
        # The next great version of Litestar wants arguments marked in a longer way; we have said that we use this one.
        warnings.simplefilter("ignore", DeprecationWarning)
        app = Litestar(
            route_handlers=ROUTES,
            dependencies=DEPENDENCIES,
            guards=[admit],
            exception_handlers=HANDLERS,
            openapi_config=None,
            request_max_body_size=LARGEST_BODY,
            logging_config=None,
        )
    _check_declared(app)
    return app


def _check_declared(app: Litestar) -> None:
    """A route that does not say whom it is for does not start."""
    for each in declared(app):
        if "who" not in each.handler.opt:
            raise RuntimeError(f"{each.method} {each.path} does not say whom it is for: who=…")
