"""What a run of blackjack came to, as `croupier simulate blackjack --json` writes it, read for sheets and for risk.

Of a document that says more, this is what others need. It is read strictly: the counts must be those of the rounds,
and the figures must be those of the counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isfinite
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from croupier.games.blackjack.options import MOST_BOXES, BlackjackOptions, Soft17, Takes
from croupier.games.money import MOST
from croupier.record.text.fault import TextFault, Unreadable

MOST_BYTES = 4 << 20
MOST_RESULTS = 10_000
"""Different results of a round: a real run has some dozens."""
MOST_SEED = (1 << 64) - 1
MOST_LETTERS = 2_000
NEVER = "never"
PRINTED = "expected what `croupier simulate blackjack --json` prints"
_EDGE_SLACK, _VARIANCE_SLACK = Fraction(1, 100_000), Fraction(1, 100_000)
"""How far a printed figure may be from that of the counts: in percent, and as a part of it."""

_Positive = Annotated[int, Meta(ge=1, le=(1 << 63) - 1)]
_NotNegative = Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
_Words = Annotated[str, Meta(max_length=MOST_LETTERS)]


class Readings(Struct, frozen=True):
    """The rules of the hand as the run played them."""

    double_with_ace: bool
    double_after_split: bool
    hands: Annotated[int, Meta(ge=2, le=4)]
    soft_17: Soft17
    dealer_blackjack: Takes

    @staticmethod
    def of(options: BlackjackOptions) -> Readings:
        return Readings(
            options.double_with_ace,
            options.double_after_split,
            options.hands,
            options.soft_17,
            options.dealer_blackjack,
        )


class PlayedStrategy(Struct, frozen=True):
    """How the run was played."""

    name: _Words
    """One of the solver's strategies, or the file of a chart."""
    insurance: _Words | int = NEVER
    """Always, never, or from which count on."""
    early: bool = False
    """Whether a blackjack against an ace was settled early."""
    count: _Words | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the name says it all."""
        return self.insurance == NEVER and not self.early and self.count is None

    def __str__(self) -> str:
        added = [] if self.insurance == NEVER else [f"insurance {self.insurance}"]
        added += ["early settlement"] if self.early else []
        added += [] if self.count is None else [f"count {self.count}"]
        return ", ".join((self.name, *added))


class Simulation(Struct, frozen=True):
    """A run. Edges are what the house keeps of the initial wager."""

    rounds: _Positive
    boxes: Annotated[int, Meta(ge=1, le=MOST_BOXES)]
    decks: _Positive
    stake: _Positive
    """The initial wager on each box, in cents."""
    seed: int
    cut: _NotNegative | None
    """How many cards came before the cutting card; `None` where every round had a full shoe."""
    edge_percent: float
    standard_error_percent: Annotated[float, Meta(ge=0)]
    variance: Annotated[float, Meta(ge=0)]
    """Of what a box gains in a round, the stake as the unit."""
    z: float | None
    """How many standard errors the simulated edge is above the exact one."""
    exact_percent: float | None
    note: _Words
    """Why there is no z, where there is none."""
    strategy: PlayedStrategy
    readings: Readings
    histogram: dict[int, _NotNegative]
    """How often a box gained so many cents, Super Sevens apart."""
    fresh_shoe: bool = False
    """Whether every round came from a full shoe."""
    stakes: tuple[int, ...] = ()
    """Every stake that some count asked for."""

    @property
    def box_rounds(self) -> int:
        """How many results were counted: each box of each round has one."""
        return self.rounds * self.boxes

    @property
    def results(self) -> dict[int, Fraction]:
        """Each net result that came about with its share, exactly, from the best to the worst."""
        best_first = sorted((net for net, times in self.histogram.items() if times), reverse=True)
        return {net: Fraction(self.histogram[net], self.box_rounds) for net in best_first}

    @property
    def mean(self) -> Fraction:
        """What a box gains in a round, in cents."""
        return Fraction(sum(net * times for net, times in self.histogram.items()), self.box_rounds)

    @property
    def edge(self) -> Fraction:
        """Of each unit of the initial wager, exactly that of the counts."""
        return -self.mean / self.stake

    @property
    def variance_of_counts(self) -> Fraction:
        """The variance exactly as counted, the stake as the unit."""
        squares = Fraction(sum(net**2 * times for net, times in self.histogram.items()), self.box_rounds)
        return (squares - self.mean**2) / self.stake**2

    def differs_from(self, options: BlackjackOptions) -> str:
        """In what these options are not those of the run, in words; empty where they are."""
        told = [(name, getattr(self.readings, name)) for name in self.readings.__struct_fields__]
        pairs = [("decks", self.decks), *told]
        said = [
            f"{name.replace('_', ' ')} {_said(ran)}, not {_said(asked)}"
            for name, ran in pairs
            if ran != (asked := getattr(options, name))
        ]
        return "; ".join(said)


class _Game(Struct, frozen=True):
    game: str


def read_simulation(content: bytes) -> Simulation:
    """The run that the document tells of; `Unreadable` with the first fault where it is none."""
    if len(content) > MOST_BYTES:
        raise _unreadable(f"more than {MOST_BYTES >> 20} MiB are too much for the result of a run")
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        game = msgspec.json.decode(content, type=_Game).game
        if game != "blackjack":
            raise _unreadable(f"it is a run of {_one_line(game)[:40]}, and one of blackjack is needed")
        found = msgspec.json.decode(content, type=Simulation)
    except Unreadable:
        raise
    except RecursionError:
        raise _unreadable("there are too many brackets within brackets") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise _unreadable(f"{PRINTED}: {_one_line(str(error))[:200]}") from None
    for why in _faults(found):
        raise _unreadable(why)
    return found


def _faults(found: Simulation) -> Iterator[str]:
    figures = (found.edge_percent, found.standard_error_percent, found.variance, found.z, found.exact_percent)
    if not all(figure is None or isfinite(figure) for figure in figures):
        yield "a figure is not a number"
    if found.stake > MOST or not 0 <= found.seed <= MOST_SEED:
        yield "the stake or the seed is beyond all bounds"
    if not f"{found.note}{found.strategy}".isprintable():
        yield "its words hold what cannot be printed"
    if len(found.histogram) > MOST_RESULTS or any(abs(net) > MOST for net in found.histogram):
        yield "the histogram is beyond all bounds"
    counted = sum(found.histogram.values())
    if counted != found.box_rounds:
        rounds = f"{found.rounds} rounds on {found.boxes} {'box' if found.boxes == 1 else 'boxes'}"
        yield f"the histogram counts {counted} results, and {rounds} have {found.box_rounds}"
    yield from _unfitting(found)


def _unfitting(found: Simulation) -> Iterator[str]:
    """The printed figures must be those of the counts: they are not where stakes followed a count of cards."""
    if len(found.stakes) > 1:
        yield "its stakes follow a count of the cards, and a stake that never changes is needed"
    edge, variance = found.edge * 100, found.variance_of_counts
    if abs(Fraction(found.edge_percent) - edge) > _EDGE_SLACK:
        yield f"an edge of {found.edge_percent} % is not that of the histogram for a stake that never changes"
    if abs(Fraction(found.variance) - variance) > _VARIANCE_SLACK * max(variance, Fraction(1)):
        yield f"a variance of {found.variance} is not that of the histogram for a stake that never changes"


def _said(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _unreadable(why: str) -> Unreadable:
    return Unreadable([TextFault(0, 0, why)])
