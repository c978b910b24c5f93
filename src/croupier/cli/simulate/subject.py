"""What a simulation is of: the same questions to every game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct
from rich.console import Console

if TYPE_CHECKING:
    # What compiled code needs is loaded when a simulation runs, not when somebody asks for help.
    from croupier.simulate.api import Ran
    from croupier.simulate.job import Job


class ResultRow(NamedTuple):
    """One result, and how often it came."""

    cents: int
    """What was gained."""
    times: int
    exact: float | None
    """How often it comes by the exact odds, where these are known."""


class RunReport(Struct, frozen=True):
    """What a run came to."""

    document: dict[str, Any]
    rows: tuple[ResultRow, ...]
    exact_percent: float | None
    exact_name: str
    """What the exact figure is, in words."""
    show: Callable[[Console], None]


class Audited(Struct, frozen=True):
    """What the real table says of the first rounds."""

    rounds: int
    acts: int
    departure: dict[str, Any] | None
    """The first round that it settles otherwise."""
    why: str
    """The departure in words; empty where all agrees."""

    @property
    def agrees(self) -> bool:
        return not self.why

    @property
    def document(self) -> dict[str, Any]:
        return {"rounds": self.rounds, "acts": self.acts, "agrees": self.agrees, "departure": self.departure}

    def __str__(self) -> str:
        if self.why:
            return f"Audit: {self.why}"
        return f"Audit: {self.rounds:,} rounds at the real table, {self.acts:,} acts, all to the cent."


class Subject(Protocol):
    """A game with its wagers, ready to run."""

    @property
    def job(self) -> Job: ...

    @property
    def title(self) -> str:
        """For pictures."""

    @property
    def axis(self) -> str:
        """What the results are results of."""

    def nothing(self) -> dict[str, Any]:
        """What there is to say when no round was played."""

    def told(self, seed: int, found: Ran) -> RunReport:
        """There must be a round."""

    def audited(self, seed: int, rounds: int) -> Audited: ...

    def gains(self, seed: int, chunk: int, rounds: int) -> Sequence[int]:
        """What each of the first rounds of a chunk gained, all boxes together, in cents."""


def percent(value: float, error: float) -> str:
    """With as many places as its error makes sense of."""
    return f"{value:.{places_of(error)}f}"


def places_of(error: float) -> int:
    """Two digits of the error count."""
    places = 4
    if error > 0:
        while places < 9 and error * 10**places < 9.95:  # noqa: PLR2004
            places += 1
    return places


def figure(value: float | None) -> float | None:
    """A number that JSON knows, and no minus before nothing."""
    return None if value is None else value + 0.0
