"""The states of a table actor, which may follow which, and what it is asked to do beside acts."""

from __future__ import annotations

from enum import Enum, auto


class TableState(Enum):
    UNLOADED = auto()
    """Its journal has not been folded yet."""
    IN_ORDER = auto()
    """Acts and time move it on."""
    AT_REST = auto()
    """Only acts move it on: what time would bring about here stands against another journal."""
    UNSURE = auto()
    """The store failed, perhaps after it had done the work: the end of the journal is read before anything else."""
    STOPPED = auto()
    OUT_OF_ORDER = auto()
    """Its journal cannot be folded, or its money does not add up. Only an operator can wind it up."""

    @property
    def is_serving(self) -> bool:
        return self in _SERVING

    def after(self, news: TableState) -> TableState:
        """The state that follows. What cannot follow changes nothing: a table that is out of order stays so."""
        return news if news in _FOLLOWING[self] else self


_SERVING = frozenset({TableState.IN_ORDER, TableState.AT_REST, TableState.UNSURE})
_ENDS = frozenset({TableState.STOPPED, TableState.OUT_OF_ORDER})
_FOLLOWING = {
    TableState.UNLOADED: _ENDS | {TableState.IN_ORDER},
    TableState.IN_ORDER: _ENDS | {TableState.AT_REST, TableState.UNSURE},
    TableState.AT_REST: _ENDS | {TableState.UNSURE},
    # A table that was at rest tries once more what time brings about, and rests again.
    TableState.UNSURE: _ENDS | {TableState.IN_ORDER},
    TableState.STOPPED: frozenset({TableState.IN_ORDER, TableState.OUT_OF_ORDER}),
    TableState.OUT_OF_ORDER: frozenset(),
}


class Errand(Enum):
    """What the table's next turn is asked to do beside answering acts."""

    LOOK = auto()
    """Another server may have stored something here: read it first."""
    SEAL = auto()
    """Try to seal a round where none is sealed."""
    STOP = auto()
    """Finish what has begun, and begin nothing more."""
