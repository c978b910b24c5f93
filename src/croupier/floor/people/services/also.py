"""What the casino does about a person in the transaction of a service."""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.store.port import Connection

Also = Callable[[Connection, str], None]
"""Called with the person's id; whatever it raises undoes the whole."""


def nothing_more(_connection: Connection, *_about: object) -> None: ...
