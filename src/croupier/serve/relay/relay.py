"""The links of a worker to all others: its clients' sockets that are held elsewhere, and theirs that are held here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from litestar.types import Receive, Scope, Send
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.cluster.members import Colleagues
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.store.port import StoreError, StoreFailed
from croupier.floor.tables.actor import TableActor
from croupier.games.people import Role
from croupier.serve.process.settings import ServerSettings
from croupier.serve.relay.addresses import PeerAddress
from croupier.serve.relay.door import Door
from croupier.serve.relay.front import ClientSocket, Front, Holder
from croupier.serve.relay.held_socket import HeldSocket
from croupier.serve.relay.link import Link
from croupier.serve.relay.messages import (
    HANDSHAKE_SECONDS,
    AskHome,
    AtHome,
    ClientLeft,
    ClientSaid,
    CloseSocket,
    HomeAnswers,
    Message,
    NotOneOfUs,
    OpenSocket,
    ShowClients,
    call,
    link_key,
)
from croupier.serve.relay.passing import BODY, SEND, answered, give, may_be_passed_on, told, unsure_of_refusals
from croupier.serve.routes.table_play.sockets import SocketSession, Wants, converse
from croupier.serve.wire.channel import Begins, close_of

LOG = logging.getLogger("croupier.relay")
CALL_SECONDS = 1.0
AGAIN_SECONDS = 0.5
"""Before a home that cannot hold a socket now is asked again."""
ANSWER_SECONDS = 10.0
NOT_HELD, OUR_ERROR, POLICY = 0, 1011, 1008
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


class _Asked(NamedTuple):
    """A request that a home was asked."""

    linked: _Linked
    table: str
    answer: asyncio.Future[HomeAnswers]


class _Linked:
    """A link as the place where sockets are held."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.fronts: dict[int, Front] = {}
        self.homes: frozenset[str] = frozenset()
        """The tables of which the other side says that it is their home."""
        self._told: frozenset[str] = frozenset()

    def tell_homes(self, tables: frozenset[str]) -> None:
        if tables != self._told:
            self._told = tables
            self.link.send(AtHome(sorted(tables)))

    def open(self, opening: OpenSocket, front: Front) -> None:
        self.fronts[opening.socket] = front
        self.link.send(opening)

    def say(self, socket: int, text: str) -> None:
        self.link.send(ClientSaid(socket, text))

    def leave(self, socket: int) -> None:
        if self.fronts.pop(socket, None) is not None:
            self.link.send(ClientLeft(socket))


class _Here:
    """This worker itself as the place where they are held."""

    def __init__(self, relay: Relay) -> None:
        self._relay = relay

    def open(self, opening: OpenSocket, front: Front) -> None:
        def show(text: str) -> None:
            if front.number == opening.socket:
                front.show(text, self)

        def close(code: int, reason: str) -> None:
            if front.number != opening.socket:
                return
            if code == NOT_HELD:
                front.lost(self, AGAIN_SECONDS)
            else:
                front.close(code, reason, self)

        self._relay.hold(self, opening, show, close)

    def say(self, socket: int, text: str) -> None:
        self._relay.said(self, socket, text)

    def leave(self, socket: int) -> None:
        self._relay.said(self, socket, None)


class Relay:
    def __init__(self, casino: Casino, key: bytes, peers: PeerAddress) -> None:
        assert isinstance(casino.cluster, Colleagues)  # noqa: S101  a store that is shared has them
        self._casino, self._cluster, self._key, self._peers = casino, casino.cluster, link_key(key), peers
        self._door = Door(self._key)
        self._settings = ServerSettings()
        self._app: Application | None = None
        self._here = _Here(self)
        self._links: dict[str, _Linked] = {}
        self._fronts: dict[Front, None] = {}
        self._held: dict[tuple[object, int], HeldSocket] = {}
        self._asked: dict[int, _Asked] = {}
        self._numbers = count(1)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._conversations: set[asyncio.Task[Any]] = set()
        self._calling: set[str] = set()
        self._server: asyncio.Server | None = None

    # Its life

    async def listen(self) -> None:
        """Before the worker signs on: its name says where it is reached."""
        own_side = self._peers.own_side()
        # Before TLS is agreed nobody stands at our door yet, so that must not take long either.
        patience = None if own_side is None else HANDSHAKE_SECONDS
        self._server = await asyncio.start_server(
            self._called, self._peers.host, 0, ssl=own_side, ssl_handshake_timeout=patience, start_serving=True
        )
        port = self._server.sockets[0].getsockname()[1]
        self._cluster.reached_at(f"{self._peers.host}:{port}")

    def start(self, settings: ServerSettings, app: Application) -> None:
        self._settings, self._app = settings, app
        self._cluster.links = self
        self._do(self._call_others(), "calls to other workers")

    async def stop(self) -> None:
        """Tables first, so that those who hold sockets here find a new home at once. Clients of our own are answered
        to the end."""
        await self._cluster.hand_over()
        for task in tuple(self._tasks):
            task.cancel()
        for linked in tuple(self._links.values()):
            linked.link.close()
        if self._server is not None:
            self._server.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, None], name: str) -> None:
        _keep(self._tasks, asyncio.create_task(work, name=name))

    # Links

    def is_linked(self, worker: str) -> bool:
        linked = self._links.get(worker)
        return linked is not None and linked.link.is_open

    def home_of(self, table: str) -> str | None:
        said = (worker for worker, linked in self._links.items() if linked.link.is_open and table in linked.homes)
        return next(said, None)

    def spread_anew(self) -> None:
        for linked in self._links.values():
            linked.tell_homes(self._cluster.homes_here)
        self._move_clients()

    def _move_clients(self) -> None:
        """Whoever waits at a worker that is the home no more, to the one that is."""
        for front in tuple(self._fronts):
            front.move()
        for asked in tuple(self._asked.values()):
            if self._home(asked.table) is not asked.linked and not asked.answer.done():
                asked.answer.set_exception(ConnectionError("the table has moved"))

    async def _call_others(self) -> None:
        """Of two workers, the one whose name comes first calls the other."""
        while True:
            for worker in self._cluster.spread.servers:
                if worker > self._cluster.id and not self.is_linked(worker) and worker not in self._calling:
                    self._calling.add(worker)
                    self._do(self._call(worker), f"call to {worker}")
            await asyncio.sleep(CALL_SECONDS)

    async def _call(self, worker: str) -> None:
        host, _, port = worker.partition("@")[2].rpartition(":")
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                reader, writer = await asyncio.open_connection(host, int(port or 0), ssl=self._peers.other_side())
                try:
                    await call(reader, writer, self._key, self._cluster.id, worker)
                except BaseException:
                    writer.transport.abort()
                    raise
            await self._linked(worker, reader, writer)
        except (OSError, EOFError, NotOneOfUs, ValueError) as error:
            LOG.info("worker %s cannot be reached: %s", worker, error)
        finally:
            self._calling.discard(worker)

    async def _called(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            worker = await self._door.admit(reader, writer, self._cluster.id)
            if worker is not None:
                await self._linked(worker, reader, writer)
        finally:
            writer.transport.abort()

    async def _linked(self, worker: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = Link(worker, reader, writer, self._heard)
        before, linked = self._links.get(worker), _Linked(link)
        self._links[worker] = linked
        if before is not None:
            before.link.close()
        LOG.info("linked to worker %s", worker)
        self.spread_anew()
        try:
            await link.run()
        finally:
            if self._links.get(worker) is linked:
                del self._links[worker]
            self._lost(linked)

    def _lost(self, linked: _Linked) -> None:
        for held in [held for (by, _), held in self._held.items() if by is linked.link]:
            held.said(None)
        for asked in tuple(self._asked.values()):
            if asked.linked is linked and not asked.answer.done():
                asked.answer.set_exception(ConnectionError("the link is lost"))
        fronts, linked.fronts = tuple(linked.fronts.values()), {}
        for front in fronts:
            front.lost(linked)

    def _heard(self, link: Link, message: Message) -> None:
        match message:
            case ShowClients():
                self._shown(link, message)
            case ClientSaid():
                self.said(link, message.socket, message.text)
            case OpenSocket():
                self._cluster.take_up(message.table)
                socket = message.socket
                self.hold(link, message, partial(link.show, socket), partial(self._close_there, link, socket))
            case ClientLeft():
                self.said(link, message.socket, None)
            case CloseSocket():
                self._closed(link, message)
            case AskHome():
                self._do(self._answer(link, message), "a request passed on")
            case HomeAnswers():
                self._answered(link, message)
            case AtHome():
                self._told_homes(link, message)
            case _:
                pass

    def _answered(self, link: Link, message: HomeAnswers) -> None:
        """Only the home that was asked answers."""
        asked = self._asked.get(message.number)
        if asked is not None and asked.linked.link is link and not asked.answer.done():
            asked.answer.set_result(message)

    def _told_homes(self, link: Link, message: AtHome) -> None:
        linked = self._links.get(link.worker)
        if linked is not None and linked.link is link:
            linked.homes = frozenset(message.tables)
            self._move_clients()

    # Clients of this worker

    async def front(self, socket: ClientSocket, opening: OpenSocket) -> None:
        """Until the client leaves, or is sent away."""
        front = Front(socket, opening, self._holder, self._numbers)
        self._fronts[front] = None
        try:
            await front.run()
        finally:
            self._fronts.pop(front, None)

    def _holder(self, table: str) -> Holder:
        return self._home(table) or self._here

    def _home(self, table: str) -> _Linked | None:
        """Where it is another worker's, and there is a link to that."""
        home = self._cluster.home_of(table)
        linked = None if home is None or home == self._cluster.id else self._links.get(home)
        return linked if linked is not None and linked.link.is_open else None

    def _shown(self, link: Link, message: ShowClients) -> None:
        linked = self._links.get(link.worker)
        if linked is not None:
            for socket in message.sockets:
                if (front := linked.fronts.get(socket)) is not None:
                    front.show(message.text, linked)

    def _closed(self, link: Link, message: CloseSocket) -> None:
        linked = self._links.get(link.worker)
        front = None if linked is None else linked.fronts.pop(message.socket, None)
        if linked is None or front is None:
            return
        if message.code == NOT_HELD:
            front.lost(linked, AGAIN_SECONDS)
        else:
            front.close(message.code, message.reason, linked)

    async def pass_on(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """A request that its table's home answers. Where that is lost or moves meanwhile, the next one is asked, or it
        is answered here: each of them may be asked more than once."""
        table = may_be_passed_on(scope)
        if table is None or (linked := self._home(table)) is None:
            return False
        asked, body = await told(0, scope, receive)
        ends = asyncio.get_running_loop().time() + ANSWER_SECONDS
        while linked is not None and asyncio.get_running_loop().time() < ends:
            said = await self._said_by(linked, table, asked, ends)
            if said is not None:
                await give(said, send)
                return True
            # It may have done it, and only its answer is lost.
            send = unsure_of_refusals(scope, send)
            linked = self._home(table)
        scope[BODY], scope[SEND] = body, send  # type: ignore[literal-required]
        return False

    async def _said_by(self, linked: _Linked, table: str, asked: AskHome, ends: float) -> HomeAnswers | None:
        """Nothing where the home is lost, or is another meanwhile, or takes too long."""
        number = next(self._numbers)
        answer: asyncio.Future[HomeAnswers] = asyncio.get_running_loop().create_future()
        self._asked[number] = _Asked(linked, table, answer)
        try:
            linked.link.send(replace(asked, number=number))
            async with asyncio.timeout_at(ends):
                return await answer
        except (TimeoutError, ConnectionError):
            return None
        finally:
            del self._asked[number]

    # Clients of others

    async def _answer(self, link: Link, asked: AskHome) -> None:
        assert self._app is not None  # noqa: S101  nobody is linked before it has started
        link.send(await answered(self._app, asked))

    def _close_there(self, link: Link, socket: int, code: int, reason: str) -> None:
        link.send_to(socket, CloseSocket(socket, code, reason))

    def hold(
        self, by: object, opening: OpenSocket, show: Callable[[str], None], close: Callable[[int, str], None]
    ) -> None:
        held = HeldSocket(show, close)
        self._held[by, opening.socket] = held
        talk = asyncio.create_task(self._converse(by, opening, held), name=f"socket at {opening.table}")
        _keep(self._conversations, talk)

    def said(self, by: object, socket: int, text: str | None) -> None:
        if (held := self._held.get((by, socket))) is not None:
            held.said(text)

    async def _converse(self, by: object, opening: OpenSocket, held: HeldSocket) -> None:
        casino, table = self._casino, opening.table
        try:
            await casino.find(table)
            # What its client was shown elsewhere is durable: it is known here before anything is shown from here.
            await _abreast(casino.actor(table))
            visitor = None
            if opening.token:
                visitor = await casino.people.sessions.visitor(opening.token, casino.clock.time())
                if visitor is None:
                    await held.close(POLICY, "Your session is over: sign in again.")
                    return
            session = SocketSession(casino, opening.token, visitor, self._settings)
            office = Role(opening.office) if opening.office else None
            begins = Begins(opening.after, opening.is_moved)
            wants = Wants(legal=opening.legal, office=office, company=opening.company)
            await converse(held, casino, table, session, begins, wants=wants)
        except StoreError as error:
            LOG.info("a socket at %s cannot be held here: %s", table, error)
            await held.close(NOT_HELD, "")
        except NotAccepted as refused:
            LOG.info("a socket at %s ends: %s", table, refused.refusal.why)
            await held.close(*close_of(refused))
        except LookupError:
            LOG.warning("a socket at %s ends: the table cannot be read here", table)
            await held.close(OUR_ERROR, "This table cannot be read: come back and resume by number.")
        except Exception:
            LOG.exception("a socket at %s ended by an error", table)
            await held.close(OUR_ERROR, "An error of ours: come back and resume by number.")
        finally:
            if self._held.get((by, opening.socket)) is held:
                del self._held[by, opening.socket]
            with contextlib.suppress(Exception):
                held.said(None)


async def _abreast(actor: TableActor) -> None:
    """Until all is known here that was durable; raises `StoreFailed`."""
    if not await actor.abreast():
        raise StoreFailed(f"what was stored at {actor.id} cannot be read")


def _keep(tasks: set[asyncio.Task[Any]], task: asyncio.Task[Any]) -> None:
    """Until it is done: the loop itself keeps no hold of it."""
    tasks.add(task)
    task.add_done_callback(tasks.discard)
