"""The socket of a table: act, and hear what happens. A broken connection is taken up where it stopped."""

from __future__ import annotations

import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier.client.messages import API, SECONDS, ActAnswer, ActReceipt, RequestRefused, TableMessage, read_frame
from croupier.games.acts import Act

Got = TypeVar("Got")
TRIES = 3
"""How often a broken connection is opened again before the error is yours."""


class TableConnection:
    """A table as you see it. Use it in a `with` statement: `with casino.table("roulette-1") as table:`."""

    def __init__(self, address: str, token: str, id: str, *, legal: bool = False) -> None:
        self.id = id
        self.number = 0
        """The number of the last entry that you know."""
        self.seal = ""
        """The seal of the open round."""
        self.view: dict[str, Any] = {}
        """The table as everybody may see it, after the last message."""
        self.player = ""
        """Your id here: by it you find your own wagers in the view. You have another one at every other table."""
        self._address, self._token = address, token
        self._legal = legal
        self._waiting: deque[TableMessage] = deque()
        self._socket: ClientConnection | None = None
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        self._open()
        while not self.view:
            self._waiting.append(self._message())
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket. Your session goes on."""
        self._socket = None
        self._closing.close()

    def act(self, act: str | Act, *, nonce: str | None = None, role: str | None = None, **fields: Any) -> ActReceipt:
        """Do an act, and wait until it is in the journal. Raises `RequestRefused` when it is not accepted.

        `act` is its name with the fields as arguments, `act("buy in", amount=50_00)`, or an act of the library,
        `act(BuyIn(casino.person, 50_00))`. A nonce is 16 random bytes in hex that go into the draw of the round:
        `secrets.token_hex(16)`. `role` is the office in which you act, such as `dealer`.
        """
        asked: dict[str, Any] = {"type": "act", "key": secrets.token_hex(8), "act": _command(act, fields)}
        asked |= {name: value for name, value in (("nonce", nonce), ("as", role)) if value is not None}
        text = msgspec.json.encode(asked).decode()
        # By its key it is one act, however often it is sent.
        answer = self._again(lambda: self._answered(text, asked["key"]))
        if answer.refusal is not None:
            raise RequestRefused(answer.refusal)
        return answer.receipt

    def next(self) -> TableMessage:
        """The next message, in order and without a gap; waits for it."""
        return self._waiting.popleft() if self._waiting else self._again(self._message)

    def until(self, is_it: Callable[[TableMessage], bool]) -> TableMessage:
        """The next message for which this is true; those before it are passed over."""
        return next(message for message in self if is_it(message))

    def __iter__(self) -> Iterator[TableMessage]:
        while True:
            yield self.next()

    @property
    def _opened(self) -> ClientConnection:
        if self._socket is None:
            raise ConnectionError("this connection is closed: use it in a with statement")
        return self._socket

    def _open(self) -> None:
        query = [f"after={self.number}"] if self.view else []
        query += ["legal=true"] if self._legal else []
        address = self._address.replace("http", "ws", 1)
        made = connect(
            f"{address}{API}/tables/{self.id}/socket{'?' if query else ''}{'&'.join(query)}",
            additional_headers={"Authorization": f"Bearer {self._token}"},
            open_timeout=SECONDS,
            max_size=None,
        )
        self._socket = self._closing.enter_context(made)

    def _again(self, work: Callable[[], Got]) -> Got:
        """What the work comes to; where the connection breaks, on a new one."""
        for _ in range(TRIES):
            try:
                if self._socket is None:
                    self._open()
                return work()
            except (ConnectionClosed, OSError):
                self.close()
        raise ConnectionError(f"the connection to {self.id} broke {TRIES} times")

    def _answered(self, text: str, key: str) -> ActAnswer:
        self._opened.send(text)
        while True:
            frame = self._frame()
            if isinstance(frame, TableMessage):
                self._waiting.append(frame)
            elif frame.key == key or frame.type == "error":
                return frame

    def _message(self) -> TableMessage:
        while True:
            if isinstance(frame := self._frame(), TableMessage):
                return frame

    def _frame(self) -> ActAnswer | TableMessage:
        frame = read_frame(self._opened.recv())
        if isinstance(frame, TableMessage) and frame.type in ("snapshot", "acts"):
            self.number, self.seal = frame.number, frame.seal
            self.view = frame.view if frame.view is not None else self.view
            self.player = frame.player or self.player
        return frame


def _command(act: str | Act, fields: dict[str, Any]) -> dict[str, Any]:
    """As it goes over the wire: the server knows who you are, so an act of the library goes without its player."""
    if isinstance(act, str):
        return {"act": act, **msgspec.to_builtins(fields)}
    if fields:
        raise TypeError(f"{type(act).__name__} has its own fields: leave out {', '.join(fields)}")
    told: dict[str, Any] = msgspec.to_builtins(act)
    return {name: value for name, value in told.items() if name not in ("player", "by")}


def seal_fits(seal: str, reveal: str) -> bool:
    """Whether the secret of a round is the one that was sealed before the first wager."""
    return hashlib.sha256(bytes.fromhex(reveal)).hexdigest() == seal
