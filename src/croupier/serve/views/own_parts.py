"""What rides on a table's frames for one socket alone: what its owner may do, and what comes next in an office."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from croupier.floor.casino import Casino
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.head import JournalHead
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.serve.views.legal import basis_of, legal_of
from croupier.serve.views.staff_actions import is_in_office, work_of
from croupier.serve.wire.channel import Channel
from croupier.serve.wire.messages import frame


class Owner(Protocol):
    """Whoever sits behind a socket."""

    visitor: Visitor | None

    @property
    def lacks_factor(self) -> bool: ...

    async def present(self, role: Role | None) -> Visitor | None: ...


class OwnParts:
    """Each part is made once for a frame, however many sockets of that person or office want it."""

    def __init__(self, casino: Casino, channel: Channel, owner: Owner, *, legal: bool, office: Role | None) -> None:
        self._casino, self._channel, self._owner = casino, channel, owner
        self._has_legal, self._office = legal, office
        self._basis: tuple[object, ...] | None = None
        """What the offers rest on that were sent last."""
        self._is_starting = False

    @property
    def are_wanted(self) -> bool:
        return self._has_legal or self._office is not None

    def restart(self) -> None:
        """The stream begins, or begins again: all is made anew, as wallets and duties move without the table."""
        self._basis, self._is_starting = None, True

    async def of(self, head: JournalHead) -> dict[str, str]:
        """The parts in JSON, by their names in the frame that shows the table so."""
        known = self._owner.visitor
        if known is None:
            return {}
        is_new = self._has_legal and basis_of(self._channel.actor, head, known) != self._basis
        if self._office is None and not is_new:
            return {}
        # Only now: a crowd of watchers does not ask the store with every frame whether it is still signed in.
        owner = await self._owner.present(self._office)
        if owner is None or self._owner.lacks_factor:
            return {}
        # The table itself knows who has let something pass since.
        now = self._channel.actor.head
        head = now if now.number == head.number else head
        parts = await self._work(head, owner) | (await self._legal(head, owner) if is_new else {})
        self._is_starting = False
        return parts

    async def _legal(self, head: JournalHead, owner: Visitor) -> dict[str, str]:
        actor = self._channel.actor
        self._basis = basis_of(actor, head, owner)
        made = self._made(head, f"person {owner.person.id}", lambda: legal_of(self._casino, actor, head, owner))
        return {"legal": await made}

    async def _work(self, head: JournalHead, owner: Visitor) -> dict[str, str]:
        actor, office = self._channel.actor, self._office
        if office is None or not isinstance(head.state, Table) or not is_in_office(owner, office):
            return {}
        return {"work": await self._made(head, f"office {office}", lambda: work_of(self._casino, actor, head, office))}

    async def _made(self, head: JournalHead, key: str, make: Callable[[], Awaitable[Any]]) -> str:
        async def text() -> str:
            return frame(await make())

        return await (text() if self._is_starting else self._channel.once(head, key, text))
