"""Chips and cash of live tables: float sheets, fills, credits and drop boxes, each with two names."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct

from croupier.floor.casino import Casino
from croupier.floor.chips_office import CASH_VALUES, CHIP_VALUES, MOST_PIECES, TrayNow
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.keeping.export import in_dollars
from croupier.floor.keeping.reports.played import table_names
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.games.chips import Chips
from croupier.games.table import Table
from croupier.record.house_journal.chip_slips import Pieces, Slip, SlipKind, SlipState
from croupier.record.text.moments import utc
from croupier.serve.routes.inspection.house_report import LONGEST_DAYS, Since, Until
from croupier.serve.routes.inspection.inspector import INSPECTORS
from croupier.serve.security.errors import Problem
from croupier.serve.views.lists import CSV, Row, csv_file
from croupier.serve.views.lookup import working

AT_THE_TRAY = frozenset((HouseRole.DEALER, HouseRole.GAME_SUPERVISOR, HouseRole.OPERATOR))
MOST_VALUES = 20
_QUERY = {"since": int, "until": int, "table": str}
_COLUMNS = (
    *("slip", "kind", "table", "name", "time", "state", "first name", "second name", "closed"),
    *("total", "expected", "difference", "pieces"),
)


class PiecesCounted(Struct, frozen=True, forbid_unknown_fields=True):
    value: Annotated[int, Meta(ge=1, le=max(CHIP_VALUES))]
    """In cents."""
    count: Annotated[int, Meta(ge=0, lt=MOST_PIECES)]


Counted = Annotated[tuple[PiecesCounted, ...], Meta(max_length=MOST_VALUES)]


class AskSlip(Struct, frozen=True, forbid_unknown_fields=True):
    kind: SlipKind
    pieces: Counted = ()
    """Nothing for a drop box: it is taken first, and counted later."""


class CountBox(Struct, frozen=True, forbid_unknown_fields=True):
    pieces: Counted


class SlipShown(Struct, frozen=True):
    number: int
    kind: SlipKind
    table: str
    time: int
    state: SlipState
    asked_by: str
    """Who asked for the chips, or counted them."""
    signed_by: str
    """The second name; of a slip that was withdrawn, who did that."""
    closed: int | None
    taken_by: str
    """Of a drop box: who took it from the table."""
    pieces: tuple[Pieces, ...]
    total: int
    expected: int | None
    difference: int | None
    """What was counted more than expected; below zero where something is missing."""


class TrayShown(Struct, frozen=True):
    table: str
    name: str
    open: bool
    """Whether an opening float sheet stands, and no closing one since."""
    counted: int | None
    """By the last count; nothing before the first."""
    fills: int
    """Since that count, and so are the figures that follow."""
    credits: int
    bought: int
    """Chips that players bought: they left the tray, and cash went into the box."""
    won: int
    colour: int
    """Colour chips that are out, for which chips of value lie in the tray."""
    expected: int | None
    """What the tray should hold now."""
    box: int
    """What the drop box should hold now."""
    on_layout: int
    """A tray is counted when this is nothing."""
    waiting: tuple[SlipShown, ...]
    chips: tuple[int, ...]
    """The values of chips, the largest first."""
    cash: tuple[int, ...]
    names: dict[str, str]


class SlipsShown(Struct, frozen=True):
    slips: tuple[SlipShown, ...]
    """The latest first."""
    names: dict[str, str]
    """Of people and tables."""


def slip_shown(slip: Slip) -> SlipShown:
    return SlipShown(
        slip.number,
        slip.kind,
        slip.table,
        slip.time,
        slip.state,
        "" if slip.state is SlipState.TAKEN else slip.asked_by,
        slip.signed_by,
        slip.closed,
        slip.taken_by,
        slip.pieces,
        slip.total,
        slip.expected,
        slip.difference,
    )


def _state(casino: Casino, id: str) -> Table:
    """Of a table that has a tray; raises."""
    state = working(casino, id).head.state
    if not casino.settings[id].live or not isinstance(state, Table) or not state.is_for_money:
        raise HouseRule.NO_TRAY.refused()
    return state


async def _check_duty(casino: Casino, person: Visitor, table: str) -> None:
    """A dealer has to do with the tray of the own table; supervisors and operators with all."""
    if person.roles.isdisjoint(AT_THE_TRAY - {HouseRole.DEALER}):
        await casino.duties.look()
        if casino.duties.on_duty.get(table) != person.person.id:
            raise Problem(403, HouseRule.NOT_ON_DUTY.refusal())


@get("/api/v1/tables/{id:str}/tray", who=AT_THE_TRAY | INSPECTORS, gives=TrayShown)
async def tray(casino: Casino, id: str) -> TrayShown:
    """What the tray and the drop box of a live table should hold now, and which slips wait for a name."""
    return await _shown(casino, id)


async def _shown(casino: Casino, id: str) -> TrayShown:
    state = _state(casino, id)
    now = await casino.chips.now(id)
    lying = sum(state.at_stake(player, Chips.COLOUR) for player in state.players)
    on_layout = sum(state.at_stake(player, chips) for player in state.players for chips in Chips)
    waiting = tuple(slip_shown(slip) for slip in now.waiting)
    people = {name for slip in waiting for name in (slip.asked_by, slip.taken_by) if name}
    names = await casino.people.accounts.names(people)
    return TrayShown(
        table=id,
        name=casino.names[id],
        open=now.tray.is_open,
        counted=now.tray.counted,
        fills=now.tray.fills,
        credits=now.tray.credits,
        bought=now.play.bought,
        won=now.play.won,
        colour=now.play.colour + lying,
        expected=_with_colour(now, lying),
        box=now.box,
        on_layout=on_layout,
        waiting=waiting,
        chips=CHIP_VALUES,
        cash=CASH_VALUES,
        names=names,
    )


def _with_colour(now: TrayNow, lying: int) -> int | None:
    """Colour chips on the layout are out too; the ledger does not tell them from others there."""
    return None if now.expected is None else now.expected + lying


@post("/api/v1/tables/{id:str}/slips", who=AT_THE_TRAY, takes=AskSlip, gives=SlipShown)
async def ask_slip(casino: Casino, person: Visitor, id: str, asked: AskSlip) -> SlipShown:
    """A float sheet, a fill or a credit that waits for its second name; or the drop box is taken from the table."""
    _state(casino, id)
    await _check_duty(casino, person, id)
    by, pieces = person.person.id, _pieces(asked.pieces)
    if asked.kind is not SlipKind.DROP:
        return slip_shown(await casino.chips.ask(id, asked.kind, pieces, by))
    if pieces:
        raise HouseRule.BAD_PIECES.refused("box")
    return slip_shown(await casino.chips.take_box(id, by))


def _pieces(counted: Counted) -> tuple[Pieces, ...]:
    return tuple(Pieces(each.value, each.count) for each in counted)


async def _check_slip(casino: Casino, person: Visitor, number: int) -> None:
    await _check_duty(casino, person, (await casino.chips.slip(number)).table)


@post("/api/v1/slips/{number:int}/count", who=AT_THE_TRAY, takes=CountBox, gives=SlipShown, status_code=200)
async def count_box(casino: Casino, person: Visitor, number: int, asked: CountBox) -> SlipShown:
    """What was found in a drop box. Another person signs it."""
    await _check_slip(casino, person, number)
    return slip_shown(await casino.chips.count_box(number, _pieces(asked.pieces), person.person.id))


@post("/api/v1/slips/{number:int}/sign", who=AT_THE_TRAY, gives=SlipShown, status_code=200)
async def sign_slip(casino: Casino, person: Visitor, number: int) -> SlipShown:
    """The second name on a slip: who brought or took the chips, or saw the count."""
    await _check_slip(casino, person, number)
    return slip_shown(await casino.chips.sign(number, person.person.id))


@post("/api/v1/slips/{number:int}/withdraw", who=AT_THE_TRAY, gives=SlipShown, status_code=200)
async def withdraw_slip(casino: Casino, person: Visitor, number: int) -> SlipShown:
    """Take back a slip that nobody has signed."""
    await _check_slip(casino, person, number)
    return slip_shown(await casino.chips.withdraw(number, person.person.id))


@get("/api/v1/slips", who=INSPECTORS, gives=SlipsShown, query=_QUERY)
async def slips(casino: Casino, since: Since, until: Until, table: str = "") -> SlipsShown:
    """All slips of a time, of one table or of all."""
    found, names = await _found(casino, since, until, table)
    return SlipsShown(tuple(slip_shown(slip) for slip in found), names)


@get("/api/v1/slips/list", who=INSPECTORS, gives=CSV, query=_QUERY, noted="exports the slips of chips and cash")
async def slip_list(casino: Casino, since: Since, until: Until, table: str = "") -> Response[str]:
    """The same as a CSV file, amounts in dollars."""
    found, names = await _found(casino, since, until, table)
    return csv_file("chips-and-cash", [_COLUMNS, *(_row(slip, names) for slip in found)])


async def _found(casino: Casino, since: int, until: int, table: str) -> tuple[list[Slip], dict[str, str]]:
    if not since < until <= since + LONGEST_DAYS * 86_400:
        raise Problem(400, HouseRule.BAD_PERIOD.refusal(most=LONGEST_DAYS))
    every = await casino.chips.slips()
    found = [slip for slip in every if since <= slip.time < until and (not table or slip.table == table)]
    people = {name for slip in found for name in (slip.asked_by, slip.signed_by, slip.taken_by) if name}
    names = await casino.people.accounts.names(people) | await casino.store.read(table_names)
    return sorted(found, key=lambda slip: -slip.number), names


def _row(slip: Slip, names: dict[str, str]) -> Row:
    shown = slip_shown(slip)
    people = (names.get(shown.asked_by, shown.asked_by), names.get(shown.signed_by, shown.signed_by))
    closed = "" if slip.closed is None else utc(slip.closed)
    sums = ("" if each is None else in_dollars(each) for each in (slip.total, slip.expected, slip.difference))
    pieces = "; ".join(f"{each.count} x {in_dollars(each.value)}" for each in slip.pieces)
    where = (slip.number, slip.kind, slip.table, names.get(slip.table, slip.table), utc(slip.time), slip.state)
    return *where, *people, closed, *sums, pieces


ROUTES: list[ControllerRouterHandler] = [
    tray,
    ask_slip,
    count_box,
    sign_slip,
    withdraw_slip,
    slips,
    slip_list,
]
