"""What a person asks of a table."""

from __future__ import annotations

from msgspec import Struct

from croupier.floor.house_rules.not_accepted import AnyRefusal
from croupier.games.acts import Act, PlayersAct


class Request(Struct, frozen=True, kw_only=True):
    """What a person asks of a table."""

    person: str
    act: Act
    key: str = ""
    nonce: str = ""
    round: int | None = None
    """The round that it is meant for, where the client says so."""
    body: bytes = b""
    """A hash of the request as it was sent: the same key with another body is another request."""
    by_house: bool = False
    """Whether the house itself asks, in its own name: never what came from outside."""
    unless: AnyRefusal | None = None
    """What else stands in its way, when it is judged: a request that was done before is answered all the same."""
    behalf: str = ""
    """The person behind the player whom the act names, where the journal has an id of its own for them."""

    @property
    def player(self) -> str | None:
        """The person whose act it is, whoever does it."""
        return self.behalf or self.act.player if isinstance(self.act, PlayersAct) else None
