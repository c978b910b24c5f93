"""What an act would do, looked at before it is done: for those who work at a table."""

from __future__ import annotations

from typing import Any

from litestar import post
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.people.roles import STAFF, HouseRole
from croupier.floor.people.sessions import Visitor
from croupier.games.position import Settled
from croupier.record.ledger import Transfer
from croupier.serve.messages import ActRequest, request_of


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
    state = draft.place.state
    return Considered(
        number=before,
        lines=tuple(each.line for each in draft.shown),
        view=state.view().public,
        settled=state.settled,
        moved=tuple(transfer for entry in draft.entries for transfer in entry.transfers),
        awaits=tuple(f"{each.role}: {each.what}" for each in state.awaits),
    )


ROUTES: list[ControllerRouterHandler] = [consider]
