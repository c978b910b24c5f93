"""Tournaments by request and answer: what stands there, one's own part in it, an act, the journal, lists to print."""

from __future__ import annotations

from litestar import Response, get, post, websocket
from litestar.response import Stream
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.schedules.cash import deadline
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.head import everybody_at
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tournaments.opening import TournamentSpec
from croupier.games.money import dollars
from croupier.games.tournament.conditions import Conditions, missing
from croupier.games.tournament.planning.prizes import money_prizes
from croupier.games.tournament.state import Entry as TournamentEntry
from croupier.games.tournament.state import PublicTournament, TournamentState
from croupier.record.text.header import TOURNAMENT
from croupier.serve.routes.table_play.sockets import Socket, Wants, watched
from croupier.serve.routes.table_play.tables import (
    After,
    Entries,
    Most,
    WindUp,
    entries_after,
    journal_of_actor,
    trouble_of,
)
from croupier.serve.security.auth import ANYBODY, OPERATORS, SIGNED_IN, Charge, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.views.legal import legal_of
from croupier.serve.views.lists import Rows, csv_file
from croupier.serve.views.lookup import CONDUCTORS, in_order, tournament_actor
from croupier.serve.views.preview import tied_in
from croupier.serve.views.session_play import SessionPlay, plays_of
from croupier.serve.wire.messages import ActRequest, request_of
from croupier.serve.wire.offers import LegalShown

# What stands there


class TournamentNote(Struct, frozen=True):
    """A tournament in the list of all."""

    id: str
    name: str
    live: bool
    """Dealers deal at its tables; otherwise the tables are automatic, with sealed chance."""
    runs_itself: bool
    """The house does all that needs no judgement; otherwise a tournament director does."""
    trouble: str
    """Why it is out of order, in words; empty while it is in order."""
    phase: str = ""
    starts: int | None = None
    """UTC seconds."""
    entry_fee: int | None = None
    """In cents."""
    players: int = 0
    fewest: int | None = None
    most: int | None = None
    pool: int = 0
    is_open: bool = False
    """Whether applications are taken."""
    house_players: bool = False
    """House players take the seats that stay empty, and it begins when it is full."""


class Tournaments(Struct, frozen=True):
    tournaments: tuple[TournamentNote, ...]


class TournamentShown(Struct, frozen=True):
    """A tournament as everybody may see it."""

    note: TournamentNote
    number: int
    """Of the last entry of its journal."""
    hash: str
    time: int
    """Of that entry."""
    seal: str
    """Of the draw of seats that comes next, or is going on."""
    due: int | None
    """When the house goes on by itself, UTC seconds."""
    conditions: Conditions
    """The conditions of entry (D7 3.2)."""
    view: PublicTournament
    """Who takes part, sessions and seats, who went on and why, places and prizes, each with its clause."""
    prizes: tuple[int, ...]
    """What each place would bring of the pool as it is now, in cents, from the winner's on."""
    tables: dict[str, str]
    """The tables of the sessions that were started, by the number of the session."""
    play: tuple[SessionPlay, ...]
    """How they stand there: chips, marker, order of betting, how long it lasts."""
    names: dict[str, str]
    now: int


class OwnPart(Struct, frozen=True):
    """Your own part in a tournament."""

    number: int
    """After the entry of this number."""
    player: str
    """Your own id in this tournament and at its tables, and nowhere else."""
    entry: TournamentEntry | None
    """What you have paid, what came of your application, and the clause; nothing where you have not applied."""
    session: int | None = None
    """The session that you are seated for."""
    box: int | None = None
    table: str | None = None
    """Where it is played, once it was started."""
    tied: bool = False
    """You are tied where it matters: a play-off decides."""


def _working(casino: Casino, id: str) -> TableActor:
    return in_order(tournament_actor(casino, id), "This tournament")


def _note(casino: Casino, actor: TableActor) -> TournamentNote:
    settings = casino.settings[actor.id]
    plain = (actor.id, casino.names[actor.id], settings.live_tables, settings.pace.runs_itself, trouble_of(actor))
    if actor.trouble:
        return TournamentNote(*plain)
    state = actor.head.state.known_as(TournamentState)
    conditions = state.conditions
    return TournamentNote(
        *plain,
        phase=state.phase,
        starts=state.starts,
        entry_fee=conditions.entry_fee,
        players=len(state.players),
        fewest=conditions.fewest,
        most=conditions.most,
        pool=state.pool,
        is_open=state.takes_entries and not missing(conditions),
        house_players=settings.pace.house_players,
    )


NEWEST = 12
"""Of the tournaments that are over: they are loaded, so that each stands in the list as its journal has it."""


@get("/api/v1/tournaments", who=ANYBODY, gives=Tournaments)
async def tournaments(casino: Casino) -> Tournaments:
    """All tournaments that go on, and the last of those that are over. `/tournaments/over` has the others."""
    await _found_over(casino)
    actors = [actor for actor in casino.actors.values() if actor.setting.game == TOURNAMENT]
    return Tournaments(tuple(_note(casino, actor) for actor in actors))


@get("/api/v1/tournaments/over", who=ANYBODY, gives=Tournaments, query={"before": str})
async def tournaments_over(casino: Casino, before: str = "") -> Tournaments:
    """Tournaments that are over, the last first, a few at a time: those that were made before that one."""
    found = await _found_over(casino, before)
    return Tournaments(tuple(_note(casino, casino.actors[id]) for id in found if id in casino.actors))


async def _found_over(casino: Casino, before: str = "") -> list[str]:
    found = await casino.finished.newest(NEWEST, before)
    for id in found:
        await casino.find(id)
    return found


@post("/api/v1/tournaments", who=OPERATORS, takes=TournamentSpec, gives=TournamentNote)
async def make_tournament(casino: Casino, person: Visitor, asked: TournamentSpec) -> TournamentNote:
    """Open a tournament. Its first entry seals the draw of its seats."""
    return _note(casino, await casino.make_tournament(asked, by=person.person.id))


@get("/api/v1/tournaments/{id:str}", who=ANYBODY, gives=TournamentShown)
async def tournament(casino: Casino, id: str) -> TournamentShown:
    """One tournament as everybody may see it."""
    actor = _working(casino, id)
    head = actor.head
    names = await casino.names_at(actor, everybody_at(head.state))
    state = head.state.known_as(TournamentState)
    return TournamentShown(
        note=_note(casino, actor),
        number=head.number,
        hash=head.hash.hex(),
        time=head.time,
        seal=head.round.seal,
        due=deadline(head, actor.setting.pace),
        conditions=state.conditions,
        prizes=money_prizes(state.conditions.prizes, state.pool)[0],
        view=head.state.view().public,
        tables={str(session): table for session, table in casino.tournaments.tables_of(id).items()},
        play=plays_of(casino, id),
        names=names,
        now=casino.time(),
    )


@get("/api/v1/tournaments/{id:str}/entry", who=SIGNED_IN, gives=OwnPart)
async def own_part(casino: Casino, person: Visitor, id: str) -> OwnPart:
    """What you have paid, what came of it, and where you sit."""
    actor = _working(casino, id)
    head, player = actor.head, actor.player_id(person.person.id)
    state = head.state.known_as(TournamentState)
    session, tied = state.session_of(player), player in tied_in(state)
    if session is None:
        return OwnPart(head.number, player, state.entry(player), tied=tied)
    table = casino.tournaments.tables_of(id).get(session.number)
    box = session.seats.index(player) + 1
    return OwnPart(head.number, player, state.entry(player), session.number, box, table, tied)


# What may be done, and what was


@get("/api/v1/tournaments/{id:str}/legal", who=SIGNED_IN, gives=LegalShown)
async def tournament_legal(casino: Casino, person: Visitor, id: str) -> LegalShown:
    """What you may do in a tournament now."""
    actor = _working(casino, id)
    return await legal_of(casino, actor, actor.head, person)


@post("/api/v1/tournaments/{id:str}/acts", who=SIGNED_IN, takes=ActRequest, gives=Receipt)
async def tournament_act(casino: Casino, person: Visitor, id: str, asked: ActRequest) -> Receipt:
    """Do something in a tournament: apply, pay the fee, direct it. The receipt comes when it is durable."""
    tournament_actor(casino, id)
    return await casino.act(id, request_of(casino, id, person, asked))


@get("/api/v1/tournaments/{id:str}/acts", who=ANYBODY, gives=Entries, query={"after": int, "most": int})
async def tournament_acts(casino: Casino, charge: Charge, id: str, after: After = 0, most: Most = 100) -> Entries:
    """Entries of a tournament's journal as everybody may see them, those after a number."""
    return await entries_after(casino, charge, _working(casino, id), after, most)


@get("/api/v1/tournaments/{id:str}/journal", who=ANYBODY, heavy=2, gives="text/plain")
async def tournament_journal(casino: Casino, id: str) -> Stream:
    """The whole journal of a tournament, as `croupier verify` and `croupier replay` read it."""
    return await journal_of_actor(casino, tournament_actor(casino, id))


@websocket("/api/v1/tournaments/{id:str}/socket", who=ANYBODY)
async def tournament_socket(
    socket: Socket, id: str, casino: Casino, entry: RequestContext, *, after: str = "", legal: bool = False
) -> None:
    """Watch a tournament, and act in it. `?after=N` takes up where a broken line left off."""
    tournament_actor(casino, id)
    await watched(socket, id, casino, entry, after, wants=Wants(legal=legal))


# The operator


@post("/api/v1/tournaments/{id:str}/seal", who=OPERATORS, gives=TournamentNote, status_code=202)
async def seal_tournament(casino: Casino, id: str) -> TournamentNote:
    """Try to seal the draw of seats of a tournament that is out of order for want of a seal."""
    actor = _working(casino, id)
    actor.seal_again()
    return _note(casino, actor)


@post("/api/v1/tournaments/{id:str}/wind-up", who=OPERATORS, fresh=True, four_eyes=True, takes=WindUp, gives=Receipt)
async def wind_up_tournament(casino: Casino, person: Visitor, id: str, asked: WindUp) -> Receipt:
    """End a tournament that this version cannot go on with: everybody has back what was paid and not given back."""
    tournament_actor(casino, id)
    return await casino.wind_up(id, asked.reason, by=person.person.id)


# Lists


class _Listed(Struct, frozen=True):
    """What lists are made of."""

    state: TournamentState
    names: dict[str, str]
    plays: tuple[SessionPlay, ...]

    def known(self, player: str) -> tuple[str, str]:
        return player, self.names.get(player, "")


def _entries(listed: _Listed) -> Rows:
    yield "player", "name", "status", "fee paid", "refunded", "clause", "why"
    for entry in listed.state.entries:
        rule = "" if entry.rule is None else str(entry.rule)
        figures = dollars(entry.held), dollars(entry.refunded)
        yield *listed.known(entry.player), entry.status, *figures, rule, entry.working


def _seats(listed: _Listed) -> Rows:
    yield "stage", "session", "play-off", "box", "player", "name", "chips"
    for session in listed.state.sessions:
        counts = {} if session.tally is None else {count.player: dollars(count.chips) for count in session.tally.counts}
        for box, player in enumerate(session.seats, start=1):
            kind = "yes" if session.play_off else "no"
            yield session.stage, session.number, kind, box, *listed.known(player), counts.get(player, "")


def _chips(listed: _Listed) -> Rows:
    """As they lie before the players at this moment, table by table."""
    yield "session", "table", "rounds played", "box", "player", "name", "chips", "wagered", "standing", "at the table"
    played = {session.number for session in listed.state.sessions if session.begun and session.tally is None}
    for play in listed.plays:
        for stack in play.stacks if play.session in played else ():
            figures = dollars(stack.chips), dollars(stack.staked)
            is_there = "no" if stack.player in play.missing else "yes"
            where = play.session, play.table, play.rounds, stack.box
            yield *where, *listed.known(stack.player), *figures, stack.standing, is_there


def _through(listed: _Listed) -> Rows:
    yield "player", "name", "clause", "why"
    for each in listed.state.through:
        yield *listed.known(each.player), str(each.rule), each.working


def _standings(listed: _Listed) -> Rows:
    yield "place", "player", "name", "prize", "goods", "clause", "why"
    awards = {award.player: award for award in listed.state.awards}
    for placing in listed.state.placings:
        for player in placing.players:
            award = awards.get(player)
            prize = ("0", "") if award is None else (dollars(award.money), award.goods)
            yield placing.place, *listed.known(player), *prize, str(placing.rule), placing.working


LISTS = {"entries": _entries, "seats": _seats, "chips": _chips, "through": _through, "standings": _standings}


@get(
    "/api/v1/tournaments/{id:str}/lists/{kind:str}",
    who=CONDUCTORS,
    gives="text/csv",
    choices={"kind": tuple(LISTS)},
    noted="exports a list",
)
async def tournament_list(casino: Casino, id: str, kind: str) -> Response[str]:
    """Entries, seats, chips, qualifiers or standings as a CSV file, to print or to calculate with."""
    actor = _working(casino, id)
    state = actor.head.state.known_as(TournamentState)
    made = LISTS.get(kind)
    if made is None:
        raise Problem(404, HouseRule.NO_SUCH_LIST.refusal(lists=", ".join(LISTS)))
    listed = _Listed(state, await casino.names_at(actor, everybody_at(state)), plays_of(casino, id))
    return csv_file(f"{id}-{kind}", made(listed))


ROUTES: list[ControllerRouterHandler] = [
    tournaments,
    tournaments_over,
    make_tournament,
    tournament,
    own_part,
    tournament_legal,
    tournament_act,
    tournament_acts,
    tournament_journal,
    tournament_socket,
    tournament_list,
    seal_tournament,
    wind_up_tournament,
]
