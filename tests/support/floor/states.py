"""The state of a table as a test reads it: a test knows of which kind it is, and reads what only that kind has."""

from __future__ import annotations

from typing import Any, Protocol

from croupier.floor.tables.head import JournalHead


class _HasHead(Protocol):
    @property
    def head(self) -> JournalHead: ...


def state_of(journal: _HasHead) -> Any:
    """After the last entry, of a table actor or of what it told its watchers."""
    return journal.head.state
