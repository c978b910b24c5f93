"""A casino for the tests of the floor: real parts on a folder of their own, and a clock that the test moves."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from croupier.floor.casino import Casino, Sources
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.services.people import People
from croupier.floor.people.sign_in.passwords import Passwords
from croupier.floor.store.engines.postgres import PostgresStore
from croupier.floor.store.engines.sqlite import SqliteStore
from croupier.floor.store.engines.threads import ThreadedStore
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import ChanceSource, Keyed, Sealed, Tape
from croupier.floor.tables.commands import closed
from croupier.floor.tables.opening import Settings, TableSpec, source_of
from croupier.floor.tables.receipt import Receipt
from croupier.games.acts import Act, BuyIn, CashOut
from croupier.games.blackjack.acts import Draw, Sit, Stand
from croupier.games.blackjack.flow import DECIDE as DECIDE_STEP
from croupier.games.blackjack.flow import hand_in_turn
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.people import Actor, Role
from croupier.games.position import Position
from croupier.games.sign import Sign
from croupier.games.wagers import Wager
from croupier.record.audits.audit import audit
from croupier.record.journals.journal import Written, read_entry
from tests.support.floor import postgres
from tests.support.floor.house import NOON, QUICK, lay_store
from tests.support.floor.states import state_of
from tests.support.floor.witness import View, Witness, unbalanced

T = TypeVar("T")

AUTOMATED = ("roulette", "blackjack", "tai-sai", "money-wheel")
WALLET = 1_000_00
SIGN = closed(Sign)(minimum=5_00, maximum=1_000_00)
BETTING, DECIDE, REST = 20, 25, 4
POSITIONS = {
    "roulette": Position("straight up", (17,)),
    "blackjack": Position("box", (1,)),
    "tai-sai": Position("small"),
    "money-wheel": Position("A"),
}
PATIENCE = 30
"""Real seconds after which a test that waits for something has failed."""


class Hand:
    """The clock of the house, moved by the test."""

    def __init__(self, time: float = NOON) -> None:
        self.time: float = time

    def __call__(self) -> float:
        return self.time


class House:
    """One running casino and all that a test wants of it."""

    def __init__(self, folder: Path, store: ThreadedStore, casino: Casino, hand: Hand) -> None:
        self.folder, self.store, self.casino, self.hand = folder, store, casino, hand
        self.view = View(folder, store.url)
        self.witnesses: dict[str, Witness] = {}

    # People and tables

    async def player(self, wallet: int = WALLET) -> str:
        guest = await self.casino.front_desk.arrive()
        for amount in range(wallet - WALLET, 0, -WALLET):
            await self.casino.book.grant(guest.person.id, min(amount, WALLET))
        return guest.person.id

    async def table(self, game: str, *, live: bool = False, id: str | None = None, **more: Any) -> TableActor:
        settings: dict[str, Any] = {"decide": DECIDE, "rest": REST, "betting_seconds": None if live else BETTING}
        spec = TableSpec(name=game, game=game, live=live, **({"sign": SIGN} | settings | more))
        actor = await self.casino.make_table(spec, id=id or f"t-{game}-{len(self.casino.actors)}")
        if live:
            await self.casino.take_duty(actor.id, DEALER.name)
        return self.watch(actor)

    def watch(self, actor: TableActor) -> TableActor:
        if actor.id not in self.witnesses:
            self.witnesses[actor.id] = Witness(self.view, actor)
        return actor

    async def seated(self, actor: TableActor, chips: int = 200_00, *, wallet: int = WALLET) -> str:
        """A newcomer with chips at the table."""
        player = await self.player(wallet)
        await self.act(actor, BuyIn(player, chips))
        return player

    # Acts

    async def act(self, actor: TableActor, act: Act, **more: Any) -> Receipt:
        person = more.pop("person", actor.setting.players.person(act.actor.name))
        return await self.casino.act(actor.id, Request(person=person, act=act, **more))

    async def say(self, actor: TableActor, words: str, **who: str) -> None:
        """Acts in the notation, a line each; `who` gives those who are named in them their ids."""
        for line in words.strip().splitlines():
            await self.act(actor, said(actor, line.strip(), who))

    async def refused(self, actor: TableActor, act: Act | str, **more: Any) -> str:
        """The code with which it is refused; nothing where it is accepted."""
        who = {name: more.pop(name) for name in tuple(more) if name in ("ana", "ben", "cat")}
        return await code_of(self.act(actor, said(actor, act, who) if isinstance(act, str) else act, **more))

    async def why(self, actor: TableActor, words: str, **who: str) -> str:
        """The words with which it is refused."""
        try:
            await self.say(actor, words, **who)
        except NotAccepted as refused:
            return refused.refusal.why
        raise AssertionError(f"{words} was accepted")

    async def quiet(self, actor: TableActor) -> None:
        """Until the table has done all that is to be done at this moment of its clock."""
        async with asyncio.timeout(PATIENCE):
            number, seen = actor.head.number, 0
            while seen < 3:
                await self._barrier(actor)
                seen = seen + 1 if actor.head.number == number else 0
                number = actor.head.number

    async def _barrier(self, actor: TableActor) -> None:
        try:
            await actor.submit(Request(person="pnobody", act=CashOut("pnobody", 5_00)))
        except NotAccepted:
            return

    async def at(self, actor: TableActor, time: float) -> None:
        """Move the clock there, and let the table do what is due."""
        self.hand.time = time
        await self.quiet(actor)

    async def later(self, actor: TableActor, seconds: float) -> None:
        await self.at(actor, self.hand.time + seconds)

    # What there is

    async def lines(self, actor: TableActor) -> list[str]:
        return [row.line for row in await self.store.tail(actor.id, -1, 100_000)]

    async def play_of(self, person: str) -> tuple[int, int]:
        """What the person staked today, and what came back."""
        day = await self.store.day(person, day_of(self.casino.time()))
        return day.staked, day.returned

    async def fortune(self, person: str) -> int:
        """All that is the person's own where nobody else plays: in the wallet, in stacks and on layouts."""
        money = await self.casino.money(person)
        return (
            money.wallet
            + money.held
            + sum(money.stacks.values())
            + sum((await self.store.balances("layout:")).values())
        )

    async def won(self) -> int:
        """What the tables have won, by the ledger."""
        return sum((await self.store.balances("float:")).values())

    async def audited(self, actor: TableActor) -> Any:
        rows = await self.store.tail(actor.id, -1, 100_000)
        return audit(actor.id, [Written(row.line, row.hash) for row in rows])

    async def check(self, *, audited: bool = True) -> None:
        """Nothing that the witnesses noted; every journal follows; no money made or lost."""
        assert await self.store.total() == 0
        for id, witness in self.witnesses.items():
            assert witness.faults == []
            numbers = witness.numbers
            assert numbers == sorted(set(numbers)), "told twice, or out of order"
            if audited:
                report = await self.audited(self.casino.actors[id])
                assert report.breach is None, report.breach
                assert not report.unknown
        for id in self.witnesses:
            assert unbalanced(self.view, id, state_of(self.casino.actors[id])) == []


DEALER = Actor(Role.DEALER, "pdealer")
SUPERVISOR = Actor(Role.GAME_SUPERVISOR, "pboss")
OPERATOR = Actor(Role.OPERATOR, "poperator")


STAFF = {"dealer": DEALER, "supervisor": SUPERVISOR, "operator": OPERATOR}


def said(actor: TableActor, line: str, who: dict[str, str]) -> Act:
    """The act that a line in the notation says, done by those people."""
    speaker, _, words = line.partition(": ")
    name = f"{speaker} {STAFF[speaker].name}" if speaker in STAFF else who[speaker]
    for player, id in who.items():
        words = words.replace(f"{player}'s ", f"{id}'s ").replace(f"for {player}", f"for {id}")
    act = read_entry(actor.setting.game, f"{name}: {words} # 0 2026-11-15T00:00:00Z").act
    assert act is not None
    return act


async def code_of(work: Awaitable[object]) -> str:
    """The code with which it is refused; nothing where it is accepted."""
    try:
        await work
    except NotAccepted as refused:
        return refused.refusal.code
    return ""


def wager(actor: TableActor, player: str, amount: int = 10_00, **more: Any) -> Wager:
    return Wager(player, POSITIONS[actor.setting.game], amount, **more)


LIVE_BLACKJACK = (
    *("dealer: inspect cards", "supervisor: inspect cards", "dealer: spread cards", "dealer: turn cards"),
    *("dealer: wash", "dealer: stack", "dealer: riffle", "ana: cut at 100"),
    *("dealer: insert cutting card 100 from the back", "ana: wager 10 on box 1", "dealer: no more bets"),
    *("dealer: card Th", "dealer: card 9d", "dealer: card 4c", "ana: draw on box 1", "dealer: card 7h"),
    *("dealer: card Td", "dealer: settle box 1", "dealer: collect cards"),
)


async def begun(house: House, actor: TableActor, *players: str, amount: int = 10_00) -> None:
    """Everybody wagers, each on a box of his own where there are boxes, and the window closes."""
    for place, player in enumerate(players, start=1):
        if actor.setting.game == "blackjack":
            if player not in state_of(actor).seats:
                await house.act(actor, Sit(player, place))
            await house.act(actor, Wager(player, Position("box", (place,)), amount))
        else:
            await house.act(actor, wager(actor, player, amount))
    await house.later(actor, BETTING)


async def nothing() -> None: ...


async def decided(house: House, actor: TableActor, between: Callable[[], Awaitable[None]] = nothing) -> None:
    """The round goes on until it is over: everybody draws to 12, and stands; nobody insures."""
    for _ in range(60):
        state = state_of(actor)
        if state.is_between_rounds:
            return
        turn = hand_in_turn(state) if state.step == DECIDE_STEP else None
        if turn is None:
            await house.later(actor, DECIDE)
        else:
            box, player = turn[0].number, decider(state, turn[0])
            if await house.refused(actor, Stand(player, box)):
                await house.act(actor, Draw(player, box))
            await house.quiet(actor)
        await between()
    raise AssertionError("the round does not end")


@asynccontextmanager
async def opened(
    folder: Path,
    *,
    hand: Hand | None = None,
    factory: type[sqlite3.Connection] = sqlite3.Connection,
    sources: Sources = source_of,
    database: str | None = None,
    kind: type[House] = House,
) -> AsyncIterator[House]:
    """The casino on that folder, or on that database of PostgreSQL; left without grace: its tasks are dropped."""
    hand = hand or Hand()
    store: ThreadedStore = (
        SqliteStore(lay_store(folder), factory) if database is None else PostgresStore(postgres.url_of(database))
    )
    casino = Casino(folder, store, now=hand, sources=sources, people=People(store, Passwords(QUICK)))
    house = kind(folder, store, casino, hand)
    try:
        await casino.start()
        for actor in casino.actors.values():
            if not actor.trouble:
                house.watch(actor)
        yield house
    finally:
        await casino.stop()
        await store.close()
        house.view.close()


def in_casino(
    folder: Path, scenario: Callable[[House], Coroutine[Any, Any, T]], *, audited: bool = True, **more: Any
) -> T:
    """Play that scenario, and then look whether all is well."""

    async def main() -> T:
        async with opened(folder, **more) as house:
            result = await scenario(house)
            await house.check(audited=audited)
            return result

    return asyncio.run(main())


def taped(outcomes: Iterable[Act]) -> Sources:
    """Automated tables that draw from a list."""
    tape = Tape(outcomes)

    def source(settings: Settings, key: bytes) -> ChanceSource:
        del key
        return Keyed() if settings.live else tape

    return source


def sealed(entropy: Callable[[int], bytes]) -> Sources:
    """Automated tables whose random bytes come from the test."""

    def source(settings: Settings, key: bytes) -> ChanceSource:
        return Keyed() if settings.live else Sealed(key, entropy)

    return source
