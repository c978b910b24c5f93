"""One socket a table: a snapshot, then numbered acts, and each person's own part for that person alone."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated, Any, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketException
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from croupier.floor.casino import Casino
from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.sign_ins import Visitor, holder
from croupier.floor.store.port import StoreError
from croupier.games.people import Role
from croupier.serve.process.settings import ServerSettings
from croupier.serve.relay.messages import OpenSocket
from croupier.serve.security.auth import ANYBODY, Charge, RequestContext, lacks_factor, weigh
from croupier.serve.security.errors import Problem, fault_of, malformed
from croupier.serve.views.lookup import actor_at
from croupier.serve.views.own_parts import OwnParts
from croupier.serve.views.staff_actions import is_in_office
from croupier.serve.wire.at_once import AT_ONCE
from croupier.serve.wire.channel import (
    ENTRIES_READ,
    MOST_RESUMED,
    Begins,
    Channel,
    TableFrame,
    Watcher,
    close_of,
    joined,
    left,
)
from croupier.serve.wire.messages import (
    LARGEST_MESSAGE,
    ActMessage,
    ClientMessage,
    ErrorMessage,
    NotSaid,
    PingMessage,
    Pong,
    Reality,
    RefusedMessage,
    ResumeMessage,
    SayMessage,
    frame,
    read_message,
    receipt_message,
    request_of,
)

LOG = logging.getLogger("croupier.sockets")
Socket = WebSocket[Any, Any, State]

MESSAGES_A_SECOND, MESSAGES_AT_ONCE = 20, 40
RESUME_COSTS = 20
"""A resume reads up to a thousand entries: it counts as so many messages."""
IDLE_SECONDS = 120
"""A client that has not said anything for so long is gone: a quiet one sends a ping now and then."""
LOOK_SECONDS = 5
"""For so long a player's session is taken to go on without asking; for anybody else's act it is always asked."""
TICK_SECONDS = 30
CLOSE_SECONDS = 2
REMIND_SECONDS = 60

GOING, NOT_TEXT, POLICY, TOO_BIG = 1001, 1003, 1008, 1009
NEVER = -1.0e9
As = Annotated[Role | None, QueryParameter(name="as")]
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,17})\Z")


class Bucket:
    def __init__(self) -> None:
        self._left, self._at = float(MESSAGES_AT_ONCE), time.monotonic()

    def takes(self, cost: int) -> bool:
        now = time.monotonic()
        self._left = min(MESSAGES_AT_ONCE, self._left + (now - self._at) * MESSAGES_A_SECOND)
        self._at = now
        self._left -= cost
        return self._left >= 0


class SocketSession:
    """Who sits behind a socket, as long as the session goes on."""

    def __init__(self, casino: Casino, token: str, visitor: Visitor | None, settings: ServerSettings) -> None:
        self._casino, self._token, self._settings = casino, token, settings
        self.visitor = visitor
        self._looked = time.monotonic()
        self._is_to_look = asyncio.Event()

    @property
    def person(self) -> str | None:
        return None if self.visitor is None else self.visitor.person.id

    @property
    def lacks_factor(self) -> bool:
        """A socket is for everybody, so its handshake does not ask: each act and each frame of an office does."""
        return lacks_factor(self._settings, self.visitor)

    async def acting(self, role: Role | None) -> Visitor | None:
        """Whoever acts now; `None` where the session has ended meanwhile."""
        if self.visitor is None:
            return None
        is_certain = role in {None, Role.PLAYER} and self._casino.cluster.hears_sign_outs
        if not is_certain or time.monotonic() - self._looked > LOOK_SECONDS:
            self.visitor = await self._casino.people.sessions.visitor(self._token, self._casino.clock.time())
            self._looked = time.monotonic()
        return self.visitor

    async def present(self, role: Role | None) -> Visitor | None:
        """Who it is, looked at without use: what an office is shown is shown only while it is held."""
        if self.visitor is not None and (role is not None or time.monotonic() - self._looked > LOOK_SECONDS):
            found = await self._casino.store.read(lambda connection: holder(connection, self._token))
            self.visitor = None if found is None or self._casino.clock.time() >= found.until else found
            self._looked = time.monotonic()
        return self.visitor

    def look_again(self) -> None:
        """A session of the person has ended, perhaps this one: nothing is taken for granted from now on."""
        self._looked = NEVER
        self._is_to_look.set()

    async def rest(self, seconds: float) -> None:
        """Until there is something to look at, and no longer than that."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._is_to_look.wait()
        self._is_to_look.clear()

    async def is_over(self) -> bool:
        """Looked at without use: a socket that is merely open does not keep a session alive."""
        if self.visitor is None:
            return False
        found = await self._casino.store.read(lambda connection: holder(connection, self._token))
        return found is None or self._casino.clock.time() >= found.until


class HeldOrOwn(Protocol):
    """The socket of a client of this worker, or of one of another's that is held here."""

    @property
    def receive(self) -> Callable[[], Awaitable[Any]]: ...
    @property
    def at_once(self) -> Callable[[str], bool]: ...
    @property
    def send_text(self) -> Callable[[str], Awaitable[None]]: ...
    @property
    def close(self) -> Callable[[int, str], Awaitable[None]]: ...


class Weighed:
    """A client's socket that pays for the entries that it asks for, wherever its conversation is held."""

    def __init__(self, socket: Socket, casino: Casino, table: str, charge: Charge) -> None:
        self._socket, self._casino, self._table, self._charge = socket, casino, table, charge
        self.send_text, self.close = socket.send_text, socket.close
        self.at_once: Callable[[str], bool] = socket.scope[AT_ONCE]  # type: ignore[literal-required]

    def pay(self, after: int) -> None:
        """Raises `Problem`."""
        actor = self._casino.actors.get(self._table)
        entries = 0 if actor is None else actor.head.number - after
        self._charge(min(max(entries, 1), MOST_RESUMED) / ENTRIES_READ)

    async def receive(self) -> Any:
        event: Any = await self._socket.receive()
        after = _resumed_after(event.get("text") or "")
        if after is not None:
            try:
                self.pay(after)
            except Problem:
                await self.close(POLICY, "Too many messages.")
                return {"type": "websocket.disconnect", "code": POLICY}
        return event


def _resumed_after(text: str) -> int | None:
    """Of a message that asks for entries. Few do, and others are not read twice."""
    if len(text) > LARGEST_MESSAGE or ("resume" not in text and "\\" not in text):
        return None
    try:
        message = read_message(text)
    except (msgspec.MsgspecError, RecursionError):
        return None
    return message.after if isinstance(message, ResumeMessage) else None


class Conversation:
    """One socket from its first frame to its last: one task hears, one speaks, one looks after both."""

    def __init__(
        self,
        socket: HeldOrOwn,
        casino: Casino,
        channel: Channel,
        watcher: Watcher,
        session: SocketSession,
        *,
        own: OwnParts,
    ) -> None:
        self._socket, self._casino, self._channel = socket, casino, channel
        self._watcher, self._session, self._own = watcher, session, own
        self._bucket = Bucket()
        self._reminded = NEVER
        self._heard_at = time.monotonic()

    async def run(self) -> None:
        work = [
            asyncio.create_task(job)
            for job in (self._hear(), self._speak(), self._look_after(), self._watcher.is_cut.wait())
        ]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in work:
                task.cancel()
            for result in await asyncio.gather(*work, return_exceptions=True):
                self._note(result)
        await self._close()

    @staticmethod
    def _note(result: object) -> None:
        ordinary = (asyncio.CancelledError, WebSocketException, TimeoutError)
        if isinstance(result, Exception) and not isinstance(result, ordinary):
            LOG.error("a socket ended by an error", exc_info=result)

    async def _close(self) -> None:
        code, reason = self._watcher.cut_with or (GOING, "")
        # The other side may have gone, or may read nothing any more: then there is nobody to say it to.
        with contextlib.suppress(Exception):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close(code, reason)

    # Speaking

    async def _speak(self) -> None:
        while True:
            said = await self._watcher.next()
            if isinstance(said, str):
                await self._socket.send_text(said)
            elif isinstance(said, TableFrame):
                await self._socket.send_text(await self._completed(said))
            else:
                self._own.restart()
                for each in await self._channel.begun(self._watcher, said):
                    await self._socket.send_text(each if isinstance(each, str) else await self._completed(each))

    async def _completed(self, said: TableFrame) -> str:
        """With what is its owner's own, where they asked for it and the table has not gone on since."""
        if not self._watcher.has_own_parts or self._watcher.is_behind:
            return said.text
        return said.with_parts(await self._own.of(said.head))

    def _say(self, message: msgspec.Struct) -> None:
        self._watcher.push(frame(message))

    # Hearing

    async def _hear(self) -> None:
        while True:
            event: Any = await self._socket.receive()
            self._heard_at = time.monotonic()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text")
            if text is None:
                self._watcher.cut(NOT_TEXT, "Messages are text.")
            elif len(text) > LARGEST_MESSAGE or len(text.encode("utf-8", "replace")) > LARGEST_MESSAGE:
                self._watcher.cut(TOO_BIG, "That message is too large.")
            else:
                await self._heard(text)

    async def _heard(self, text: str) -> None:
        if not self._bucket.takes(1):
            self._watcher.cut(POLICY, "Too many messages.")
            return
        try:
            message = read_message(text)
        except msgspec.MsgspecError as error:
            self._say(ErrorMessage(malformed(error)))
            return
        except RecursionError:
            self._say(ErrorMessage(fault_of(HouseRule.MALFORMED.refusal("deep_message"))))
            return
        await self._answer(message)

    async def _answer(self, message: ClientMessage) -> None:
        match message:
            case ActMessage():
                await self._act(message)
            case ResumeMessage():
                if self._bucket.takes(RESUME_COSTS):
                    self._watcher.push(Begins(message.after))
                else:
                    self._watcher.cut(POLICY, "Too many messages.")
            case SayMessage():
                await self._pass_on(message)
            case PingMessage():
                self._say(Pong(self._channel.head.number, self._casino.time()))

    async def _act(self, message: ActMessage) -> None:
        table = self._channel.actor.id
        try:
            visitor = await self._session.acting(message.acting)
            request = request_of(self._casino, table, visitor, message)
            if request.act.actor.role is not Role.PLAYER:
                request = request_of(self._casino, table, await self._session.acting(request.act.actor.role), message)
                if self._session.lacks_factor:
                    raise HouseRule.NEEDS_FACTOR.refused()
            receipt = await self._casino.act(table, request)
        except NotAccepted as refused:
            self._say(RefusedMessage(message.key, fault_of(refused.refusal)))
        except msgspec.ValidationError as error:
            self._say(RefusedMessage(message.key, malformed(error)))
        except StoreError:
            LOG.exception("an act could not be judged")
            self._say(RefusedMessage(message.key, fault_of(HouseRule.NOT_DONE.refusal("message"))))
        else:
            self._say(receipt_message(message.key, receipt))

    async def _pass_on(self, message: SayMessage) -> None:
        """A phrase, from somebody who sits here and whom nothing keeps away."""
        try:
            visitor = await self._session.acting(None)
            if visitor is None:
                raise HouseRule.NO_SESSION.refused("to_act")
            person, company, now = visitor.person.id, self._channel.company, time.monotonic()
            accept(company.refuses(person, self._watcher.player, now))
            standing = await self._casino.people.standings.load(person)
            accept(standing.refuses_presence(self._casino.time()))
            company.say(person, self._watcher.player, message.phrase, now)
        except NotAccepted as refused:
            self._say(NotSaid(fault_of(refused.refusal)))
        except StoreError:
            self._say(NotSaid(fault_of(HouseRule.NOT_DONE.refusal("message"))))

    # Looking after it

    async def _look_after(self) -> None:
        # One timer for all of it: a time limit for each message would cost more than hearing the message.
        while (patience := self._heard_at + IDLE_SECONDS - time.monotonic()) > 0:
            await self._session.rest(min(TICK_SECONDS, patience))
            if await self._session.is_over():
                self._watcher.cut(POLICY, "Your session is over: sign in again.")
            await self._remind()

    async def _remind(self) -> None:
        """A reality check, where one is due: never while any round that the person plays in is open."""
        person, now = self._session.person, self._casino.time()
        if person is None or time.monotonic() - self._reminded < REMIND_SECONDS:
            return
        try:
            standing = self._casino.people.standings.known(person)
        except KeyError:  # has not played since the server started
            return
        if not standing.check_is_due(now):
            return
        await self._casino.present()
        if not self._is_in_a_round(person):
            self._reminded = time.monotonic()
            self._say(Reality(standing.clock.period_seconds(now), self._casino.guard.lost_today(person, now), now))

    def _is_in_a_round(self, person: str) -> bool:
        playing = (actor for actor in self._casino.watched.values() if not actor.head.state.is_between_rounds)
        return any(actor.player_id(person) in actor.head.state.players for actor in playing)


class Wants(Struct, frozen=True):
    """What a client asked for beside the table itself."""

    legal: bool = False
    """What one may do."""
    office: Role | None = None
    """What comes next for it."""
    company: bool = False
    """Who else is there, and what they say."""


@websocket("/api/v1/tables/{id:str}/socket", who=ANYBODY)
async def table_socket(
    socket: Socket,
    id: str,
    casino: Casino,
    entry: RequestContext,
    *,
    after: str = "",
    legal: bool = False,
    company: bool = False,
    acting: As = None,
) -> None:
    """Watch a table, and act at it. `?after=N` takes up where a broken line left off."""
    await casino.find(id)  # it may have begun to go since this was admitted
    actor_at(casino, id)
    await watched(socket, id, casino, entry, after, wants=Wants(legal=legal, office=acting, company=company))


async def watched(
    socket: Socket,
    id: str,
    casino: Casino,
    entry: RequestContext,
    after: str,
    *,
    wants: Wants,
) -> None:
    office = wants.office
    if after and not _NUMBER.fullmatch(after):
        raise Problem(400, HouseRule.MALFORMED.refusal("after"))
    if office is not None and (entry.visitor is None or not is_in_office(entry.visitor, office)):
        raise Problem(403, HouseRule.WRONG_ROLE.refusal(role=office))
    session = SocketSession(casino, entry.token, entry.visitor, socket.app.state.settings)
    if office is not None and session.lacks_factor:
        raise Problem(403, HouseRule.NEEDS_FACTOR.refusal())
    if not casino.actor(id).is_loaded:
        raise Problem(503, HouseRule.TABLE_OUT_OF_ORDER.refusal("unread"))
    weighed = Weighed(socket, casino, id, partial(weigh, socket.app.state.rates, entry))
    if after:
        weighed.pay(int(after))
    await socket.accept()
    begins, relay = Begins(int(after) if after else None), socket.app.state.get("relay")
    if relay is None:
        try:
            await casino.find(id)  # and since it was accepted
            await converse(weighed, casino, id, session, begins, wants=wants)
        except NotAccepted as refused:
            await socket.close(*close_of(refused))
    else:
        opening = OpenSocket(0, id, entry.token, begins.after, wants.legal, office or "", company=wants.company)
        await relay.front(weighed, opening)


async def converse(
    socket: HeldOrOwn,
    casino: Casino,
    id: str,
    session: SocketSession,
    begins: Begins,
    *,
    wants: Wants,
) -> None:
    """From the first frame to the last; raises `LookupError` where there is nothing to watch."""
    channel, watcher = joined(casino, id, session.person, begins)
    ends, person = casino.people.session_ends, session.person
    if person is not None:
        ends.watch(person, session.look_again)
    try:
        own = OwnParts(casino, channel, session, legal=wants.legal, office=wants.office)
        watcher.has_own_parts, watcher.at_once = own.are_wanted, socket.at_once
        watcher.is_at_work = wants.office is not None
        if wants.company:
            channel.company.welcome(watcher)
        else:
            channel.company.changed()
        await Conversation(socket, casino, channel, watcher, session, own=own).run()
    finally:
        if person is not None:
            ends.unwatch(person, session.look_again)
        left(casino, channel, watcher)


ROUTES: list[ControllerRouterHandler] = [table_socket]
