"""The state of a table as a test reads it: a test knows of which kind it is, and reads what only that kind has.

At a table players stand under ids of its journal alone. A test knows people, so they stand here under their own.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.tables.head import JournalHead


class _HasHead(Protocol):
    @property
    def head(self) -> JournalHead: ...


def state_of(journal: _HasHead) -> Any:
    """After the last entry, of a table actor; or, in the journal's own ids, of what it told its watchers."""
    setting = getattr(journal, "setting", None)
    return journal.head.state if setting is None else with_names(journal.head.state, setting.players.person)


def with_names(value: Any, name: Callable[[str], str]) -> Any:
    """The same value with other names in it; what lay in the order of its players lies in the order of these."""
    if isinstance(value, str):
        return name(value)
    if type(value) in (tuple, frozenset):
        named = type(value)(with_names(each, name) for each in value)
        is_changed = type(value) is tuple and named != value
        return _sorted_as(value, named) if is_changed and hasattr(value[0], "player") else named
    if not isinstance(value, Struct):
        return value
    parts = {field: getattr(value, field) for field in value.__struct_fields__}
    named = {field: with_names(part, name) for field, part in parts.items()}
    changed = {field: part for field, part in named.items() if part != parts[field]}
    return replace(value, **changed) if changed else value


def _sorted_as(before: tuple[Any, ...], named: tuple[Any, ...]) -> tuple[Any, ...]:
    try:
        return tuple(sorted(named)) if list(before) == sorted(before) else named
    except TypeError:
        by_player = attrgetter("player")
        return tuple(sorted(named, key=by_player)) if list(before) == sorted(before, key=by_player) else named
