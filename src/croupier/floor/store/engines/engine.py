"""What the threads of a store must know of the database they work for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from croupier.floor.store.port import Batch, Connection


class DatabaseSession(Connection, Protocol):
    """A connection whose owner says where each transaction begins and ends."""

    def close(self) -> None: ...


class Engine(Protocol):
    @property
    def errors(self) -> type[Exception]:
        """What the database raises."""
        ...

    @property
    def is_shared(self) -> bool:
        """Whether others may write to the same database."""
        ...

    @property
    def begin_write(self) -> str: ...
    @property
    def begin_read(self) -> str: ...

    def writing(self) -> DatabaseSession: ...
    def reading(self) -> DatabaseSession:
        """A connection for transactions that cannot write."""
        ...

    def settle(self, session: DatabaseSession) -> None:
        """Called on a new writing connection after another failed: from here on no COMMIT of that one takes effect."""

    def put_at_once(self, session: DatabaseSession, batches: Sequence[Batch]) -> bool:
        """Write and commit those batches in one message to the database; whether they are durable now.

        Where they are not, nothing was done, and they are to be written one after the other. Raises one of `errors`
        where the connection was lost meanwhile: then they may be durable or not.
        """
        ...

    def is_refusal(self, error: Exception) -> bool:
        """Whether a constraint refused the write, rather than that the database failed."""
        ...

    def is_victim(self, error: Exception) -> bool:
        """Whether the database undid the work only because another's stood in its way: done again, it may pass."""
        ...

    def is_lost(self, session: DatabaseSession) -> bool:
        """Whether nothing can be done with this connection any more."""
        ...

    def damage(self, *, whole: bool) -> tuple[str, ...]:
        """What is broken in the database itself, by a connection of its own; nothing where it is sound.

        The whole check reads everything, and takes its time; the other looks at what can be seen quickly.
        """
        ...

    def is_away(self, error: Exception) -> bool:
        """Whether the database cannot be asked now: that says nothing of what is in it."""
        ...

    def words(self, error: Exception) -> str:
        """The error in one line."""
        ...
