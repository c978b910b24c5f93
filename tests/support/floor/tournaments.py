"""Tournaments on a real floor: people who enter and play by acts, a director, dealers; the same on bare machines."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from msgspec.structs import replace

from croupier.floor.house_rules.request import Request
from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.commands import closed_value
from croupier.floor.tournaments.opening import TournamentSpec
from croupier.games.acts import Act, CashOut, OpenTable
from croupier.games.blackjack.acts import CloseInsurance, Cut, Draw, Stand
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn, own_act
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.blackjack.step_names import CARD, CUT, CUTTING_CARD
from croupier.games.people import Actor, Role
from croupier.games.position import Position
from croupier.games.sign import Sign
from croupier.games.tournament.acts import (
    AcceptEntry,
    Apply,
    NotifyApplicant,
    PayFee,
    PayPrizes,
    SetTables,
    StartSession,
)
from croupier.games.tournament.conditions import Conditions, Duration, Issue, Measure, Prize, Stage
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.session import ALLOCATE, BEGIN, OVER, WAGER
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.session_table.table_acts import Attendance, BeginSession, TakeSeat
from croupier.games.tournament.session_table.wagering import wager_bounds
from croupier.games.tournament.state import Phase
from croupier.games.wagers import Wager
from croupier.record import read
from croupier.record.journals.journal import read_entry, read_first
from tests.support.floor.casino import DEALER, OPERATOR, PATIENCE, SUPERVISOR, House, code_of
from tests.support.floor.house import NOON
from tests.support.floor.states import state_of, with_names

FEE = 20_00
DIRECTOR = Actor(Role.TOURNAMENT_DIRECTOR, "pdirector")
DAY = 24 * 60 * 60
STARTS = NOON + 3 * DAY
NEWCOMER = 1_000_00
DECIDE_SECONDS = 10
Deal = Callable[[str, Division7Table], Act]


def rounds(count: int) -> Duration:
    return Duration(Measure.ROUNDS, count)


TERMS = Conditions(
    name="Weta Cup",
    entry_form="a name",
    entry_fee=FEE,
    chips=500_00,
    issue=Issue.FREE,
    sign=Sign(minimum=10_00, maximum=500_00, smallest_chip=50),
    fewest=4,
    most=48,
    stages=(Stage(rounds(2)),),
    final=rounds(2),
    play_off=rounds(1),
    prizes=(Prize(share=60), Prize(share=40)),
    starts=STARTS,
    wager_seconds=20,
    notice_seconds=0,
)


async def tournament(house: House, id: str = "cup", *, runs_itself: bool = True, **wishes: Any) -> TableActor:
    own = {name: wishes.pop(name) for name in ("live", "again_after") if name in wishes}
    conditions = closed_value(replace(TERMS, **wishes))
    spec = TournamentSpec(conditions=conditions, runs_itself=runs_itself, decide=DECIDE_SECONDS, **own)
    return house.watch(await house.casino.make_tournament(spec, id=id))


async def do(house: House, actor: TableActor, *acts: Act, nonce: str = "") -> None:
    for act in acts:
        await house.casino.act(actor.id, Request(person=act.actor.name, act=act, nonce=nonce))


async def refusal(house: House, actor: TableActor, act: Act) -> str:
    return await code_of(do(house, actor, act))


async def entered(house: House, actor: TableActor, count: int, *, wallet: int = NEWCOMER) -> list[str]:
    """So many newcomers, each in the tournament; where it does not run itself, taken in by the operator."""
    people = [await house.player(wallet) for _ in range(count)]
    for place, player in enumerate(people):
        await do(house, actor, Apply(player), nonce=f"{place:032x}")
        if not actor.setting.pace.runs_itself:
            await do(house, actor, NotifyApplicant(player, by=OPERATOR))
        await do(house, actor, PayFee(player, FEE))
        if not actor.setting.pace.runs_itself:
            await do(house, actor, AcceptEntry(player, by=OPERATOR))
    await settled(house, actor)
    return people


async def seated(house: House, actor: TableActor, *sizes: int) -> None:
    """At the start: the director is there, the tables are set, and all seats are drawn."""
    await at(house, STARTS)
    await do(house, actor, Attendance(present=True, by=DIRECTOR), SetTables(sizes, by=OPERATOR))
    await at(house, STARTS + DECIDE_SECONDS)


async def start(house: House, actor: TableActor, *sessions: int) -> None:
    """The director starts those sessions, and their tables are there."""
    await do(house, actor, *(StartSession(number, by=DIRECTOR) for number in sessions))
    await settled(house, actor)


async def settled(house: House, *moved: TableActor) -> None:
    """Until no journal grows any more at this moment of the house's clock.

    Time may move any table, so all are asked. Where all were, and only acts have been done since, it is enough to name
    the tournaments that these can have moved: they and their tables are asked, and whatever grows meanwhile.
    """
    async with asyncio.timeout(PATIENCE):
        known = _numbers(house)
        to_do = known.keys() & {id for each in moved for id in (each.id, *_tables_of(house, each))} or set(known)
        while to_do or not house.casino.tournaments.is_at_rest:
            await asyncio.gather(*(_barrier(house.casino.actors[id]) for id in to_do))
            await asyncio.sleep(0.002)
            now = _numbers(house)
            to_do, known = {id for id, number in now.items() if known.get(id) != number}, now


async def _barrier(actor: TableActor) -> None:
    """Whatever was under way there when this was asked is stored, and so is what the first question brought about."""
    for _ in range(2):
        await code_of(actor.submit(Request(person="pnobody", act=CashOut("pnobody", 5_00))))


def _tables_of(house: House, tournament: TableActor) -> list[str]:
    return [table.id for table in tables(house, tournament.id)]


def _numbers(house: House) -> dict[str, int]:
    return {id: actor.head.number for id, actor in house.casino.actors.items() if not actor.trouble}


async def at(house: House, time: float) -> None:
    house.hand.time = time
    await settled(house)


def tables(house: House, tournament: str) -> list[TableActor]:
    """Where its sessions are being played."""
    joints = house.casino.settings
    return [
        actor
        for id, actor in house.casino.actors.items()
        if (joint := joints[id].joint) is not None and joint.tournament == tournament and not is_over(actor)
    ]


def is_over(actor: TableActor) -> bool:
    return bool(state_of(actor).step == OVER)


async def play(
    house: House, *actors: TableActor, seed: int = 1, deal: Deal | None = None, until: Callable[[], bool] | None = None
) -> None:
    """Those tournaments to their end, or until something is so; whoever is in turn acts."""
    random = Random(seed)
    for _ in range(5_000):
        if until is not None and until():
            return
        if all(state_of(actor).phase in (Phase.OVER, Phase.OFF) for actor in actors):
            return
        for actor in actors:
            await _play_offs_started(house, actor)
            await prizes_paid(house, actor)
        acts = [
            (table, act)
            for actor in actors
            for table in tables(house, actor.id)
            if (act := next_act(table, random, deal)) is not None
        ]
        at_once = [each for each in acts if each[1].actor.role is not Role.DEALER]
        await asyncio.gather(*(do(house, *each) for each in at_once))
        for table, act in acts:
            # One dealer goes from table to table.
            if act.actor.role is Role.DEALER:
                await house.casino.take_duty(table.id, DEALER.name)
                await do(house, table, act)
        await settled(house, *actors)
        if not acts:
            await at(house, house.hand.time + 1)
    raise AssertionError("it does not end")


async def prizes_paid(house: House, actor: TableActor) -> None:
    """Where nothing runs by itself the director pays them, as soon as everybody has a place (T43)."""
    if state_of(actor).phase is Phase.DECIDED and not actor.setting.pace.runs_itself:
        await do(house, actor, PayPrizes(by=DIRECTOR))


async def _play_offs_started(house: House, actor: TableActor) -> None:
    """A tie may come up in any play, and where a director starts the sessions, the play-off waits for that."""
    if actor.setting.pace.runs_itself:
        return
    waiting = [each.number for each in state_of(actor).sessions if each.play_off and not each.begun and all(each.seats)]
    if waiting:
        await start(house, actor, *waiting)


def next_act(actor: TableActor, random: Random, deal: Deal | None = None) -> Act | None:
    """What somebody does at that table now; nothing where only time can move it."""
    table: Division7Table = state_of(actor)
    if not table.general.is_open:
        return OpenTable(by=DEALER)
    if table.step == BEGIN:
        missing = [player for player in table.contenders if player not in table.came]
        if missing:
            return TakeSeat(missing[0])
        return None if actor.setting.pace.runs_itself else BeginSession(by=DIRECTOR)
    if table.step == WAGER:
        player = table.in_turn[0]
        bounds = wager_bounds(table, player)
        steps = random.randint(0, min(5, (bounds.highest - bounds.lowest) // bounds.step))
        amount = bounds.lowest + steps * bounds.step
        return Wager(player, Position("box", (table.box_number(player),)), amount)
    if table.step == DECIDE:
        return decision(table)
    return dealers_act(actor.id, table, deal) if not table.automation else None


def least(table: TableActor, player: str) -> Wager:
    state = state_of(table)
    return Wager(player, Position("box", (state.box_number(player),)), state.sign.minimum)


async def attended(house: House, actor: TableActor) -> None:
    """A dealer takes each of its tables, and all that they do is watched."""
    for table in tables(house, actor.id):
        house.watch(table)
        await house.casino.take_duty(table.id, DEALER.name)


def decision(table: Division7Table) -> Act:
    turn = hand_in_turn(table)
    assert turn is not None
    player, box = decider(table, turn[0]), turn[0].number
    return Stand(player, box) if table.refuses(Stand(player, box)) is None else Draw(player, box)


def dealers_act(id: str, table: Division7Table, deal: Deal | None) -> Act | None:
    """The next step of whoever deals at a live table, or cuts there."""
    if table.step in (ALLOCATE, OVER):
        return None
    if table.step == CUT and (offer := next(iter(table._handlers[Cut].offers(table)), None)) is not None:
        (player,) = offer.fields["player"].values  # type: ignore[union-attr]
        return Cut(player, offer.fields["at"].lowest)  # type: ignore[union-attr]
    if table.step in (CARD, CUTTING_CARD):
        act = next(iter(table.chance())) if deal is None else deal(id, table)
    else:
        act = CloseInsurance() if table.step == CLOSE_INSURANCE else table.own_act or own_act(table)
    role = getattr(act, "by", None)
    boss = role is not None and role.role is Role.GAME_SUPERVISOR
    return replace(act, by=SUPERVISOR if boss else DEALER)


# The same on bare machines


async def machine(house: House, stream: str) -> Any:
    """The rules alone, fed with the acts of that journal."""
    lines = [row.line for row in await house.store.tail(stream, -1, 100_000)]
    _, header = read_first(lines[0])
    state = read(header).header.table()
    acts = (read_entry(state.origin.game, line).act for line in lines[1:])
    return state.play(*(act for act in acts if act is not None))


async def wallets(house: House, people: Iterable[str]) -> dict[str, int]:
    return {player: (await house.casino.money(player)).wallet for player in people}


async def chips_by_machine(house: House, actor: TableActor) -> Tournament:
    """The tournament on a bare machine; every tally that it was told is the one that its table's machine counts."""
    told: Tournament = await machine(house, actor.id)
    for session, table in house.casino.tournaments.tables_of(actor.id).items():
        played: Division7Table = await machine(house, table)
        reported = told.session(session)
        assert played.step == OVER
        if reported is not None:
            assert reported.tally == played.tally
    named: Tournament = with_names(told, actor.setting.players.person)
    return named


def follows(house: House) -> None:
    found = inspect(house.folder, database=house.store.url)
    assert found.breaches == ()
    assert found.total == 0


async def played_to_the_end(house: House, id: str = "cup", starts: int = STARTS) -> TableActor:
    """A tournament of four that is over, and noted as such."""
    actor = await tournament(house, id, starts=starts)
    await entered(house, actor, 4)
    await at(house, starts)
    await play(house, actor)
    await settled(house)
    assert state_of(actor).phase is Phase.OVER
    async with asyncio.timeout(PATIENCE):
        while actor.id not in house.casino.finished._looked:  # noqa: ASYNC110  it is noted beside the game
            await asyncio.sleep(0.01)
    return actor
