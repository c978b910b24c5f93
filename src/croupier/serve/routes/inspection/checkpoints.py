"""Signed checkpoints over all journals, for whoever wants to keep them outside the house."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.checkpoints import EVERY_SECONDS
from croupier.serve.process.address import SVG, qr_code
from croupier.serve.routes.table_play.tables import stored
from croupier.serve.security.auth import ANYBODY
from croupier.serve.security.errors import Problem
from croupier.serve.views.lookup import actor_at

MOST_LINES = 5_000
"""Between an entry and the head of its journal: a few minutes of play are some hundreds."""

AfterNumber = Annotated[int, QueryParameter(name="after", ge=-1, le=2**63 - 1)]


class CheckpointShown(Struct, frozen=True):
    number: int
    time: str
    journals: int
    """How many there were."""
    root: str
    """In hex."""
    note: str
    """As it was signed."""


class LatestCheckpoint(Struct, frozen=True):
    key: str
    """Of the house, as tools for notes read it: name, id and public key."""
    every_seconds: int
    latest: CheckpointShown | None


class InclusionShown(Struct, frozen=True):
    """What is needed to prove that an entry is under a signed checkpoint."""

    key: str
    note: str
    lines: tuple[str, ...]
    """The entries after the one that was asked about, up to the head of the journal at that time."""
    head: int
    """The number of that head."""
    hash: str
    index: int
    """The place of the journal among all."""
    path: tuple[str, ...]
    """Hashes in hex, from the leaf up to the root."""


class EntryUnderCheckpoint(Struct, frozen=True):
    proof: InclusionShown | None


@get("/api/v1/checkpoints", who=ANYBODY, heavy=2, gives="text/plain", query={"after": int})
async def checkpoints(casino: Casino, after: AfterNumber = -1) -> Stream:
    """All of them with the heads of the journals, as `croupier verify --checkpoints` reads them.

    With `after`, those after that number and without the key before them: to be added to what one has.
    """
    named = {"Content-Disposition": 'attachment; filename="checkpoints.txt"'}
    return Stream(casino.checkpoints.pages(after), media_type="text/plain", headers=named)


@get("/api/v1/checkpoints/latest", who=ANYBODY, gives=LatestCheckpoint)
async def latest(casino: Casino) -> LatestCheckpoint:
    """The latest, and the key by which it is checked."""
    found = await casino.checkpoints.latest()
    shown = None
    if found is not None:
        shown = CheckpointShown(found.number, found.time, found.size, found.root.hex(), found.note)
    return LatestCheckpoint(str(casino.checkpoints.key.verifier), EVERY_SECONDS, shown)


@get("/api/v1/checkpoints/latest.svg", who=ANYBODY, heavy=1, gives=SVG)
async def latest_svg(casino: Casino) -> Response[bytes]:
    """The latest note as a QR code, to be printed or photographed."""
    found = await casino.checkpoints.latest()
    if found is None:
        raise Problem(404, HouseRule.NO_CHECKPOINT.refusal())
    return Response(qr_code(found.note), media_type=SVG)


@get("/api/v1/tables/{id:str}/entries/{number:int}/checkpoint", who=ANYBODY, heavy=1, gives=EntryUnderCheckpoint)
async def inclusion(casino: Casino, id: str, number: int) -> EntryUnderCheckpoint:
    """That an entry of a table is under a signed checkpoint; nothing until the next one comes."""
    actor = actor_at(casino, id)
    found = await casino.checkpoints.inclusion(actor.id, number) if number >= 0 else None
    if found is None or found.tip.number - number > MOST_LINES:
        return EntryUnderCheckpoint(None)
    after = found.tip.number - number
    rows = await stored(casino, actor.id, number, after) if after else []
    shown = InclusionShown(
        key=str(casino.checkpoints.key.verifier),
        note=found.note,
        lines=tuple(row.line for row in rows),
        head=found.tip.number,
        hash=found.tip.hash,
        index=found.index,
        path=found.path,
    )
    return EntryUnderCheckpoint(shown)


ROUTES: list[ControllerRouterHandler] = [checkpoints, latest, latest_svg, inclusion]
