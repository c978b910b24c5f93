"""Tables by request and answer: what stands there, what may be done, an act, the journal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from litestar import delete, get, post
from litestar.datastructures import State
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.schedules.cash import deadline
from croupier.floor.store.engines.sqlite_file import suspecting
from croupier.floor.store.port import Row
from croupier.floor.store.statements import tail
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.head import everybody_at
from croupier.floor.tables.opening import TableSpec
from croupier.floor.tables.receipt import Receipt
from croupier.games.sign import Sign
from croupier.games.table import Table
from croupier.record.journals.journal import Written, exported
from croupier.record.journals.private_names import is_private
from croupier.record.text.header import TOURNAMENT
from croupier.serve.routes.table_play import history
from croupier.serve.security.auth import ANYBODY, OPERATORS, SIGNED_IN, Charge, lacks_factor
from croupier.serve.security.errors import Problem
from croupier.serve.views.legal import legal_of
from croupier.serve.views.lookup import actor_at, working
from croupier.serve.views.results import latest
from croupier.serve.wire.channel import ENTRIES_READ, entries_of
from croupier.serve.wire.messages import ActRequest, ShownEntry, request_of
from croupier.serve.wire.offers import LegalShown

MOST_ENTRIES = 1000
PAGE = 1000
_LARGEST = 2**63 - 1
_OVERSIGHT = frozenset((HouseRole.OPERATOR, HouseRole.GAME_SUPERVISOR, HouseRole.INSPECTOR))

After = Annotated[int, QueryParameter(name="after", ge=0, le=_LARGEST)]
Most = Annotated[int, QueryParameter(name="most", ge=1, le=MOST_ENTRIES)]


# What stands there


class TableNote(Struct, frozen=True):
    """A table in the list of all."""

    id: str
    name: str
    game: str
    live: bool
    """A dealer deals; otherwise the table is automatic."""
    trouble: str
    """Why it is out of order, in words; empty while it is in order."""
    open: bool = False
    sign: Sign | None = None
    """The limits of a wager, in cents."""
    players: int = 0
    round: int = 0
    dealer: bool = False
    """Whether a dealer is on duty here."""
    betting: bool = False
    """Whether wagers are taken now."""
    due: int | None = None
    """When the house goes on by itself, UTC seconds."""
    boxes: int = 0
    """How many boxes there are to sit at; 0 where there are none."""
    taken: int = 0
    """How many of them are taken."""
    results: tuple[str, ...] = ()
    """The latest results, the newest first."""
    tournament: str = ""
    """Whose table it is, where its chips are a tournament's."""
    session: int = 0
    """Which of its sessions is played here."""
    private: bool = False
    """Whether it is in no list but its owner's and the staff's."""
    private_copies: bool = False
    """Whether people may open private tables like it."""


class Tables(Struct, frozen=True):
    tables: tuple[TableNote, ...]


class TableShown(Struct, frozen=True):
    """A table as everybody may see it."""

    id: str
    name: str
    game: str
    live: bool
    trouble: str
    number: int
    """Of the last entry of its journal."""
    hash: str
    time: int
    """Of that entry."""
    seal: str
    """Of the open round; empty at a table that draws from no seal."""
    due: int | None
    """When the house goes on by itself, UTC seconds."""
    view: dict[str, Any]
    names: dict[str, str]
    dealer: str
    """Who deals here; nobody where it is empty."""
    rest: int
    """Seconds between the end of a round and the first wager of the next, where the table is automatic."""
    now: int
    tournament: str = ""
    """Whose table it is, where its chips are a tournament's."""
    session: int = 0
    """Which of its sessions is played here."""
    private: bool = False
    """Whether it is found by its name alone."""
    away: int = 0
    """Seconds after which a seat is freed whose player has neither a wager nor a connection; 0 where none is (B54)."""


def _away_at(actor: TableActor) -> int:
    """A seat of a session is kept for it, and at a live table the staff see who is there."""
    frees = actor.setting.game == "blackjack" and actor.head.state.is_automated
    return actor.setting.pace.away if frees else 0


def trouble_of(actor: TableActor) -> str:
    if actor.trouble:
        return actor.trouble
    return "It has no sealed chance to draw on." if actor.is_out_of_chance else ""


async def table_note(casino: Casino, actor: TableActor) -> TableNote:
    id, live = actor.id, casino.settings[actor.id].live
    note = TableNote(
        id, casino.names[id], actor.setting.game, live, trouble_of(actor), dealer=id in casino.duties.on_duty
    )
    note = replace(note, private=is_private(id), private_copies=casino.settings[id].private_copies)
    if (joint := casino.settings[id].joint) is not None:
        note = replace(note, tournament=joint.tournament, session=joint.session)
    if actor.trouble:
        return note
    state = actor.head.state.known_as(Table)
    seats = getattr(state, "seats", ())
    return replace(
        note,
        open=state.is_open,
        sign=state.sign,
        players=len(state.players),
        round=state.round,
        betting=state.betting_is_open,
        due=deadline(actor.head, actor.setting.pace),
        boxes=len(seats),
        taken=sum(1 for seat in seats if seat),
        results=await latest(casino, actor),
    )


def listed(casino: Casino) -> list[TableActor]:
    """All tables: a tournament's tables are listed while they are in play."""
    return [actor for actor in casino.actors.values() if actor.setting.game != TOURNAMENT and not _is_over(actor)]


def _is_over(actor: TableActor) -> bool:
    return not actor.trouble and actor.head.schedule.is_over(actor.head.state)


@get("/api/v1/tables", who=ANYBODY, gives=Tables)
async def tables(casino: Casino, state: State, visitor: Visitor | None) -> Tables:
    """All tables; the private ones for those of the staff who look after all of them."""
    is_shown = visitor is not None and not visitor.roles.isdisjoint(_OVERSIGHT)
    is_shown = is_shown and not lacks_factor(state.settings, visitor)
    shown = [actor for actor in listed(casino) if is_shown or not is_private(actor.id)]
    return Tables(tuple([await table_note(casino, actor) for actor in shown]))


@post("/api/v1/tables", who=OPERATORS, takes=TableSpec, gives=TableNote)
async def make_table(casino: Casino, person: Visitor, asked: TableSpec) -> TableNote:
    """Make a table."""
    return await table_note(casino, await casino.make_table(asked, by=person.person.id))


@get("/api/v1/tables/{id:str}", who=ANYBODY, gives=TableShown)
async def table(casino: Casino, id: str) -> TableShown:
    """One table as everybody may see it."""
    actor = working(casino, id)
    head = actor.head
    names = await casino.names_at(actor, everybody_at(head.state))
    joint = casino.settings[id].joint
    return TableShown(
        id=id,
        name=casino.names[id],
        game=actor.setting.game,
        live=casino.settings[id].live,
        trouble=trouble_of(actor),
        number=head.number,
        hash=head.hash.hex(),
        time=head.time,
        seal=head.round.seal,
        due=deadline(head, actor.setting.pace),
        view=head.state.view().public,
        names=names,
        dealer=casino.duties.on_duty.get(id, ""),
        rest=0 if casino.settings[id].live else actor.setting.pace.rest,
        now=casino.time(),
        tournament="" if joint is None else joint.tournament,
        session=0 if joint is None else joint.session,
        private=is_private(id),
        away=_away_at(actor),
    )


# What may be done


@get("/api/v1/tables/{id:str}/legal", who=SIGNED_IN, gives=LegalShown)
async def legal(casino: Casino, person: Visitor, id: str) -> LegalShown:
    """What you may do at a table now."""
    actor = working(casino, id)
    return await legal_of(casino, actor, actor.head, person)


class LetPass(Struct, frozen=True):
    waits_for: int
    """For how many others the table waits still."""


@post("/api/v1/tables/{id:str}/pass", who=SIGNED_IN, gives=LetPass, status_code=200)
async def let_pass(casino: Casino, person: Visitor, id: str) -> LetPass:
    """Ask for nothing where the house waits in case you do: insurance, or to follow a double or a split."""
    actor = working(casino, id)
    await actor.abreast()
    return LetPass(actor.let_pass(person.person.id))


# Acts


class Entries(Struct, frozen=True):
    entries: tuple[ShownEntry, ...]
    number: int
    """The last of the table's journal."""


@post("/api/v1/tables/{id:str}/acts", who=SIGNED_IN, takes=ActRequest, gives=Receipt)
async def act(casino: Casino, person: Visitor, id: str, asked: ActRequest) -> Receipt:
    """Do something at a table. The receipt comes when it is durable."""
    actor_at(casino, id)
    return await casino.act(id, request_of(casino, id, person, asked))


@get("/api/v1/tables/{id:str}/acts", who=ANYBODY, gives=Entries, query={"after": int, "most": int})
async def acts(casino: Casino, charge: Charge, id: str, after: After = 0, most: Most = 100) -> Entries:
    """Entries of a table's journal as everybody may see them, those after a number."""
    return await entries_after(casino, charge, working(casino, id), after, most)


async def entries_after(casino: Casino, charge: Charge, actor: TableActor, after: int, most: int) -> Entries:
    last, id = actor.head.number, actor.id
    game, wanted = actor.setting.game, max(0, min(most, last - after))
    charge(wanted / ENTRIES_READ)
    found = await casino.store.read(lambda c: entries_of(c, id, game, after, wanted)) if wanted else ()
    return Entries(found, last)  # the same parts, with the act as it is


async def stored(casino: Casino, stream: str, after: int, most: int) -> list[Row]:
    """Entries as they stand in the store, whatever was done to them."""
    return await casino.store.read(suspecting(lambda connection: tail(connection, stream, after, most)))


def journal_of(casino: Casino, stream: str, last: int) -> Stream:
    """A journal as a text file, up to the entry of that number, a page at a time."""

    async def pages() -> AsyncIterator[str]:
        after = -1
        while after < last:
            rows = await stored(casino, stream, after, min(PAGE, last - after))
            if not rows:
                return
            lines = exported(stream, [Written(row.line, row.hash) for row in rows])
            if after >= 0:
                next(lines)
            after = rows[-1].number
            yield "".join(lines)

    named = {"Content-Disposition": f'attachment; filename="{stream}.journal.txt"'}
    return Stream(pages(), media_type="text/plain", headers=named)


@get("/api/v1/tables/{id:str}/journal", who=ANYBODY, heavy=2, gives="text/plain")
async def journal(casino: Casino, id: str) -> Stream:
    """The whole journal of a table, as `croupier verify` and `croupier replay` read it."""
    return await journal_of_actor(casino, actor_at(casino, id))


async def journal_of_actor(casino: Casino, actor: TableActor) -> Stream:
    last = await casino.store.last(actor.id) if actor.trouble else None
    # What is durable and not yet told is not told here first.
    return journal_of(casino, actor.id, actor.head.number if last is None else last.number)


# Dealers and the operator


@post("/api/v1/tables/{id:str}/duty", who=frozenset((HouseRole.DEALER,)), gives=TableNote)
async def take_duty(casino: Casino, person: Visitor, id: str) -> TableNote:
    """Take a live table at which nobody deals."""
    actor_at(casino, id)
    await casino.take_duty(id, person.person.id)
    return await table_note(casino, casino.actor(id))


_DUTY = frozenset((HouseRole.DEALER, HouseRole.GAME_SUPERVISOR, HouseRole.OPERATOR))


@delete("/api/v1/tables/{id:str}/duty", who=_DUTY, gives=None)
async def leave_duty(casino: Casino, person: Visitor, id: str) -> None:
    """Leave the table, or send its dealer home."""
    actor_at(casino, id)
    await casino.duties.look()
    if casino.duties.on_duty.get(id) == person.person.id:
        await casino.duties.leave(id, person.person.id)
    elif person.roles.isdisjoint(_DUTY - {HouseRole.DEALER}):
        raise Problem(403, HouseRule.NOT_ON_DUTY.refusal("to_leave"))
    else:
        await casino.duties.relieve(id, person.person.id)


@post("/api/v1/tables/{id:str}/seal", who=OPERATORS, gives=TableNote, status_code=202)
async def seal_again(casino: Casino, id: str) -> TableNote:
    """Try to seal a round at a table that is out of order for want of one."""
    actor = working(casino, id)
    actor.seal_again()
    return await table_note(casino, actor)


class WindUp(Struct, frozen=True, forbid_unknown_fields=True):
    reason: str


@post("/api/v1/tables/{id:str}/wind-up", who=OPERATORS, fresh=True, four_eyes=True, takes=WindUp, gives=Receipt)
async def wind_up(casino: Casino, person: Visitor, id: str, asked: WindUp) -> Receipt:
    """End a table that this version cannot go on with: the open round is void, stakes and chips go back."""
    actor_at(casino, id)
    return await casino.wind_up(id, asked.reason, by=person.person.id)


@post("/api/v1/tables/{id:str}/retire", who=OPERATORS, fresh=True, takes=WindUp, gives=Receipt)
async def retire(casino: Casino, person: Visitor, id: str, asked: WindUp) -> Receipt:
    """Take a table away at which nobody has chips. Its journal, its rounds and its figures stay."""
    actor_at(casino, id)
    return await casino.retire(id, asked.reason, by=person.person.id)


ROUTES: list[ControllerRouterHandler] = [
    tables,
    make_table,
    table,
    legal,
    let_pass,
    act,
    acts,
    journal,
    take_duty,
    leave_duty,
    seal_again,
    wind_up,
    retire,
    *history.ROUTES,
]
