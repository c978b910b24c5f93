"""What a server sends, as a client reads it. Fields that a later version adds are ignored."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

API = "/api/v1"
SECONDS = 30
"""How long an answer may take."""


class RefusalTold(Struct, frozen=True):
    """Why the server did not do something."""

    rule: str
    """The clause, such as `D8 3.1(b)`, or a rule of the house, such as `house: limits`."""
    code: str
    """For programs. It never changes."""
    why: str
    """For people. The words may change."""
    clause: str = ""
    """The clause to look up in the rulebook; empty for a rule of the house."""
    help: str = ""
    """Which request or field would be right; empty where the words say it."""

    def __str__(self) -> str:
        return f"{self.why} [{self.rule}, {self.code}]"


class RequestRefused(Exception):  # noqa: N818  the ordinary answer to what the rules or the house do not allow
    """The server refused. `refusal` says why; `status` is that of HTTP, and 0 on a socket."""

    def __init__(self, refusal: RefusalTold, status: int = 0) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.status = status


class ActReceipt(Struct, frozen=True):
    """Proof that your act is in the table's journal."""

    key: str
    """The key under which you sent the act."""
    table: str
    number: int
    """The number of the entry in the journal."""
    hash: str
    """The hash of the entry. `croupier verify --receipts` compares it."""
    time: int
    """When it was stored, in seconds UTC."""


class TableMessage(Struct, frozen=True):
    """A message from a table's socket: the table as it is, or what has happened there."""

    type: str
    """`snapshot`, `acts`, `you`, `reality` or `pong`."""
    number: int = 0
    """The number of the last entry in the journal."""
    seal: str = ""
    """The seal of the open round; empty where the table has none."""
    view: dict[str, Any] | None = None
    """What everybody may see; left out where more follows at once."""
    entries: tuple[dict[str, Any], ...] = ()
    """What has happened since the message before, entry by entry."""
    legal: dict[str, Any] | None = None
    """What you may do now, if you connected with `legal=True`."""
    player: str = ""
    """Your id at this table, in a snapshot. You have another one at every other table."""
    you: dict[str, Any] | None = None
    """Your own chips, in a snapshot."""
    purse: dict[str, Any] | None = None
    """Your own chips, in a message of the type `you`."""

    @property
    def reveal(self) -> str:
        """The secret of the round that ended with this message; empty while it goes on."""
        return str(self.entries[-1].get("reveal", "")) if self.entries else ""


class ActAnswer(Struct, frozen=True):
    """The answer to one act: a receipt or a refusal."""

    type: str
    key: str = ""
    refusal: RefusalTold | None = None
    table: str = ""
    number: int = 0
    hash: str = ""
    time: int = 0

    @property
    def receipt(self) -> ActReceipt:
        return ActReceipt(self.key, self.table, self.number, self.hash, self.time)


ANSWERS = ("receipt", "refused", "error")
"""The types of messages that answer an act."""
_TYPE = msgspec.json.Decoder(ActAnswer)
_MESSAGE = msgspec.json.Decoder(TableMessage)


def read_frame(text: str | bytes) -> ActAnswer | TableMessage:
    """A frame from the socket of a table."""
    answer = _TYPE.decode(text)
    return answer if answer.type in ANSWERS else _MESSAGE.decode(text)
