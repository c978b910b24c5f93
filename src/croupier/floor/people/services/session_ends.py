"""Who wants to know at once when a session of somebody may have ended."""

from __future__ import annotations

from collections.abc import Callable

Look = Callable[[], None]
"""Called when a session of the person may have ended: look again."""


class SessionEnds:
    """Open sockets of this server, by person."""

    def __init__(self) -> None:
        self._watching: dict[str, set[Look]] = {}
        self.pass_on: Callable[[str], None] = lambda _person: None
        """Tells the other servers of the house, where there are any."""

    def watch(self, person: str, look: Look) -> None:
        self._watching.setdefault(person, set()).add(look)

    def unwatch(self, person: str, look: Look) -> None:
        watching = self._watching.get(person, set())
        watching.discard(look)
        if not watching:
            self._watching.pop(person, None)

    def tell(self, person: str) -> None:
        """After the commit that ended one of their sessions, or all of them."""
        self.heard(person)
        self.pass_on(person)

    def heard(self, person: str) -> None:
        """The same, from another server."""
        for look in tuple(self._watching.get(person, ())):
            look()

    def heard_of_anybody(self) -> None:
        """What others told may have been lost."""
        for person in tuple(self._watching):
            self.heard(person)
