"""What the solver's process is asked and what it answers. Without its compiled parts, which a server need not have."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec
from msgspec import Struct

from croupier.games.blackjack.hand import DealerBlackjack, Rules
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.tournament.session_table.last_hand import LastHand
from croupier.odds.blackjack.held import Held
from croupier.odds.counting.count import CardCount
from croupier.odds.counting.figures import CountStudy, SpreadRisk


class SolverReadings(Struct, frozen=True):
    """The hand machine's rules, as they go over the line."""

    double_with_ace: bool
    double_after_split: bool
    most_hands: int
    draws_on_soft_17: bool
    dealer_blackjack: int

    @classmethod
    def of(cls, rules: Rules) -> SolverReadings:
        return cls(*rules)

    @property
    def rules(self) -> Rules:
        parts = msgspec.structs.asdict(self)
        return Rules(**{**parts, "dealer_blackjack": DealerBlackjack(self.dealer_blackjack)})


class AskChart(Struct, frozen=True, tag="chart"):
    decks: int
    readings: SolverReadings


class AskWorth(Struct, frozen=True, tag="worth"):
    """What every choice for one hand is worth."""

    decks: int
    readings: SolverReadings
    held: Held


class AskWorths(Struct, frozen=True, tag="worths"):
    """The same for many hands of one table at once."""

    decks: int
    readings: SolverReadings
    held: tuple[Held, ...]


class AskEdge(Struct, frozen=True, tag="edge"):
    """What the house keeps of an initial wager at best play, and how much that varies."""

    decks: int
    readings: SolverReadings


class AskLastHand(Struct, frozen=True, tag="last hand"):
    """What every wager, or every decision, of a tournament's last hand is worth."""

    hand: LastHand
    also: int | None = None
    """A wager that is worked out, where not every lawful one is."""
    departures: bool = True
    """Whether to say where the best play is not basic play."""
    aims_at_prize: bool = False
    """Whether everybody plays for the expected prize, and not to go on."""


class AskCount(Struct, frozen=True, tag="count"):
    """A count studied, with the best stakes from 1 to `spread` units."""

    options: BlackjackOptions
    count: CardCount
    cut: int
    spread: int


Ask = AskChart | AskWorth | AskWorths | AskEdge | AskLastHand | AskCount


class CountFound(Struct, frozen=True):
    study: CountStudy
    stakes: tuple[int, ...]
    """At each count of the study, in units."""
    chart: SpreadRisk
    indices: SpreadRisk
    """What the stakes gain by the chart alone, and with all departures, in units."""


class MistakeFound(Struct, frozen=True):
    name: str
    happens: float
    costs: float


class ChartFound(Struct, frozen=True):
    edge: float
    edges: dict[str, float]
    """By strategy."""
    chart: dict[str, dict[str, dict[str, str]]]
    """Hard totals, soft totals and pairs; a row each, and in it a letter for every up card."""
    mistakes: tuple[MistakeFound, ...]


class EdgeFound(Struct, frozen=True):
    edge: float
    """By totals, off the top of a full shoe."""
    variance: float
    """Of one round, in squared initial wagers, over a shoe that never runs down."""


class Choice(Struct, frozen=True):
    name: str
    value: float


class WorthFound(Struct, frozen=True):
    choices: tuple[Choice, ...] = ()
    """From the best down."""
    insurance: float | None = None
    left: int = 0
    why: str = ""
    """Why nothing can be said, where that is so."""


class WorthsFound(Struct, frozen=True):
    worths: tuple[WorthFound, ...]
    """In the order of the question."""

    def by_hand(self, hands: Sequence[Held]) -> dict[Held, dict[str, Fraction]]:
        """Of these hands, the ones that were asked about: what each choice is worth, by its name."""
        return {
            held: {each.name: Fraction(each.value) for each in worth.choices}
            for held, worth in zip(hands, self.worths, strict=True)
        }
