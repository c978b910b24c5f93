"""What joins tournaments to their tables: whatever the durable states ask for, done once however often it is looked at.

Nothing here remembers what was to be done. A session that was started and has no table gets one; a table whose chips
are counted is reported; the director is at the tables when he is at the tournament. Each of these is an act in a
journal, so a kill between any two leaves what the next look finds, and of two servers that look at once one is first:
the other's act is refused, for it is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.store.port import Clash, Store, StoreError, StoreFailed, Taken
from croupier.floor.tables.actor import TableActor, Told
from croupier.floor.tables.opening import Joint, Made, Settings
from croupier.floor.tables.receipt import Receipt
from croupier.floor.tournaments.finished import FinishedTournaments, is_finished
from croupier.floor.tournaments.joints import last_starts, refuses_at_table, refuses_recall
from croupier.floor.tournaments.opening import TournamentSpec, made_session, next_tournament, table_id
from croupier.games.acts import Act, SeatHousePlayer
from croupier.games.people import HousePlayer
from croupier.games.tournament.acts import RecallSession
from croupier.games.tournament.game import Tournament, report_of
from croupier.games.tournament.session_table.session import ALLOCATE, BEGIN
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession, Disqualify
from croupier.games.tournament.state import Phase, Session
from croupier.record.text.header import TOURNAMENT

LOG = logging.getLogger("croupier.tournaments")
RETRY_SECONDS = 1
PASSING = (HouseRule.NOT_DONE, HouseRule.UNKNOWN, HouseRule.ERROR, HouseRule.TABLE_BUSY)
"""Refusals after which the same act may be taken a moment later."""


class TournamentHouse(Protocol):
    """What is asked of the casino in which tournaments and their tables run."""

    @property
    def store(self) -> Store: ...

    @property
    def actors(self) -> dict[str, TableActor]: ...

    @property
    def names(self) -> dict[str, str]: ...

    @property
    def settings(self) -> dict[str, Settings]: ...

    @property
    def finished(self) -> FinishedTournaments: ...

    def time(self) -> int: ...

    async def present(self, *tables: str) -> None: ...

    async def make_tournament(self, spec: TournamentSpec, *, by: str = "", id: str | None = None) -> TableActor: ...

    async def opened_new(self, new: Made, words: str) -> TableActor: ...

    async def opened_known(self, id: str) -> TableActor | None: ...


class Reconciler:
    def __init__(self, casino: TournamentHouse, key: bytes) -> None:
        self._casino, self._key = casino, key
        self._to_do: set[str] = set()
        self._wake = asyncio.Event()
        self.is_at_rest = True
        """Whether all that was to be looked at has been."""
        self._task: asyncio.Task[None] | None = None
        self._started: dict[str, dict[int, int]] = {}
        """By tournament and session, the entry that started it last."""
        self._read: dict[str, int] = {}
        """Up to which entry of each tournament's journal that is known."""

    async def start(self) -> None:
        """Look at everything once, for something may have been cut off; then at whatever moves."""
        self._task = asyncio.create_task(self._serve(), name="tournaments")

    async def stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def opened(self, actor: TableActor) -> None:
        """A journal has been opened: where it is a tournament's or one of its tables', it is listened to."""
        joint = self._casino.settings[actor.id].joint
        if actor.setting.game == TOURNAMENT:
            actor.listen(lambda _told: self._look_at(actor.id))
            self._look_at(actor.id)
        elif joint is not None:
            actor.listen(partial(self._heard, joint.tournament))
            self._look_at(joint.tournament)

    def look_at_joints_of(self, actor: TableActor) -> None:
        """Whoever looked after it before may have gone in the middle of it."""
        settings = self._casino.settings.get(actor.id)
        if actor.setting.game == TOURNAMENT:
            self._look_at(actor.id)
        elif settings is not None and settings.joint is not None:
            self._look_at(settings.joint.tournament)

    def tables_of(self, tournament: str) -> dict[int, str]:
        """The tables of its sessions that were started, by session."""
        started = self._started.get(tournament, {})
        return {session: table_id(Joint(tournament, session, number)) for session, number in started.items()}

    # Acts that hang on both

    async def act(self, actor: TableActor, request: Request) -> Receipt:
        return await actor.submit(await self.joined_request(actor, request))

    async def joined_request(self, actor: TableActor, request: Request) -> Request:
        """A session is recalled before it begins, or begins and is not recalled: never both."""
        try:
            refusal = await self._in_the_way(actor, request.act)
        except StoreFailed:
            raise HouseRule.NOT_DONE.refused() from None
        return request if refusal is None else replace(request, unless=refusal)

    async def _in_the_way(self, actor: TableActor, act: Act) -> HouseRefusal | None:
        """What the other side of the joint has to say, by what is durable: this server may be behind with it."""
        store, joint = self._casino.store, self._casino.settings[actor.id].joint
        if joint is not None and not actor.trouble and not actor.head.state.known_as(Division7Table).begun:
            return await store.read(partial(refuses_at_table, joint))
        if isinstance(act, RecallSession) and joint is None:
            return await store.read(partial(refuses_recall, actor.id, act.session))
        return None

    # Looking

    def _look_at(self, tournament: str) -> None:
        self.is_at_rest = False
        self._to_do.add(tournament)
        self._wake.set()

    def _heard(self, tournament: str, told: Told) -> None:
        """Most of what a table does is its own affair."""
        table = told.head.state.known_as(Division7Table)
        if not table.begun or table.tally is not None or not table.director_present:
            self._look_at(tournament)

    async def _serve(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            to_do, self._to_do = self._to_do, set()
            for tournament in sorted(to_do):
                await self._tried(tournament)
            self.is_at_rest = not self._to_do

    async def _tried(self, tournament: str) -> None:
        try:
            await self._reconcile(tournament)
        except StoreError as error:
            LOG.warning("tournament %s: the store fails: %s", tournament, error)
            self._later(tournament)
        except Exception:
            LOG.exception("tournament %s: an error of ours", tournament)
            self._later(tournament)

    def _later(self, tournament: str) -> None:
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._look_at, tournament)

    async def _reconcile(self, id: str) -> None:
        actor = self._casino.actors.get(id)
        if actor is None or actor.trouble:
            return
        await self._casino.present(id)
        head = actor.head
        tournament = head.state.known_as(Tournament)
        await self._succeeded(actor, tournament)
        await self._look_up_starts(id, head.number)
        for session in tournament.sessions:
            if session.begun and session.tally is None:
                await self._joined(actor, tournament, session)
        if is_finished(actor):
            await self._casino.finished.note(id, self.tables_of(id).values())

    async def _succeeded(self, actor: TableActor, state: Tournament) -> None:
        """Where one tournament follows another: the next opens when this one takes no more entries."""
        casino, settings = self._casino, self._casino.settings[actor.id]
        if not settings.again_after or state.phase is Phase.ENTRY:
            return
        id, spec = next_tournament(actor.id, settings, state.conditions, casino.time())
        if id in casino.actors:
            return
        try:
            await casino.make_tournament(spec, id=id)
        except (Taken, Clash):
            await casino.opened_known(id)

    async def look_up(self, tournament: str) -> None:
        """The tables of one that has been loaded just now, for whoever looks at it before anything moves there."""
        actor = self._casino.actors[tournament]
        if actor.setting.game == TOURNAMENT and not actor.trouble:
            await self._look_up_starts(tournament, actor.head.number)

    async def _look_up_starts(self, id: str, last: int) -> None:
        """Which entry started each session: from it the table has its name."""
        if self._read.get(id, 0) < last:
            self._started[id] = await self._casino.store.read(partial(last_starts, id, last))
            self._read[id] = last

    async def _joined(self, actor: TableActor, tournament: Tournament, session: Session) -> None:
        """One step towards what a session and its table ask of each other; its commit brings the next look."""
        table = await self._table(actor, tournament, session)
        if table is None or table.trouble:
            return
        await self._casino.present(table.id)
        play = table.head.state.known_as(Division7Table)
        if play.tally is not None:
            await self._ask(actor, report_of(session.number, play, table.head.hash.hex()))
        elif play.director_present != tournament.director_present:
            await self._ask(table, Attendance(tournament.director_present))
        elif play.step == ALLOCATE and play.general.is_open:
            await self._ask(table, AllocateBoxes(session.seats))
        elif unnamed := [each for each in tournament.house_players if _is_unnamed(each, play)]:
            await self._ask(table, SeatHousePlayer(unnamed[0].player, unnamed[0].strategy))
        elif play.step == BEGIN and play.disqualified and play.refuses(BeginSession()) is not None:
            await self._set_anew(actor, session, play)

    async def _set_anew(self, actor: TableActor, session: Session, play: Division7Table) -> None:
        """Too few are left to begin: the session waits again, and those who are out of it are out of the tournament."""
        await self._ask(actor, RecallSession(session.number))
        for player, ground in zip(play.disqualified, play.grounds, strict=True):
            await self._ask(actor, Disqualify(player, ground, f"disqualified at the table of session {session.number}"))

    async def _ask(self, actor: TableActor, act: Act) -> None:
        try:
            await actor.submit(Request(person="", act=act, by_house=True))
        except NotAccepted as refused:
            # Somebody was first, and it is done; or the store or the table is out of order, and it is asked again.
            LOG.info("%s: %s was not taken: %s", actor.id, act.words(), refused.refusal.why)
            if any(rule.is_of(refused.refusal) for rule in PASSING):
                self._later(self._tournament_of(actor))

    def _tournament_of(self, actor: TableActor) -> str:
        return self._casino.settings[actor.id].tournament_of(actor.id)

    async def _table(self, actor: TableActor, tournament: Tournament, session: Session) -> TableActor | None:
        casino, joint = self._casino, Joint(actor.id, session.number, self._started[actor.id][session.number])
        id = table_id(joint)
        if id in casino.actors:
            return casino.actors[id]
        made = made_session(
            tournament, casino.names[actor.id], casino.settings[actor.id], joint, self._key, casino.time()
        )
        try:
            return await casino.opened_new(made, f"table {id} made for session {session.number} of {actor.id}")
        except (Taken, Clash):
            # Another server was first: the table is there.
            return await casino.opened_known(id)


def _is_unnamed(player: HousePlayer, table: Division7Table) -> bool:
    """Whether a house player sits there whose strategy does not yet stand in the table's journal."""
    return player.player in table.seated and table.house_player(player.player) is None
