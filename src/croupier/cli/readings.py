"""The options of blackjack that `solve` and `simulate` share: decks, and how other houses read the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cli.numbers import whole
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes

Decks = Annotated[int, Parameter(converter=whole, help="How many decks are in the shoe, 4 to 8.")]
Json = Annotated[bool, Parameter(negative="", help="One JSON document.")]


@Parameter(name="*", group="The rules")
@dataclass(frozen=True, kw_only=True)
class HouseReading:
    """How a house reads the rules: as gazetted, unless it is said otherwise."""

    double_with_ace: Annotated[bool, Parameter(negative="", help="Doubling with an ace, as other houses have it.")] = (
        False
    )
    no_double_after_split: Annotated[
        bool, Parameter(negative="", help="No doubling after a split, as other houses have it.")
    ] = False
    hands: Annotated[Literal[2, 3, 4], Parameter(help="How many hands a box may be split into.")] = 3
    soft_17: Annotated[Literal["stand", "draw"], Parameter(help="What the dealer does on a soft 17.")] = "stand"
    dealer_blackjack: Annotated[
        Literal["original", "all", "peek"],
        Parameter(help="What a dealer's blackjack takes of split and doubled wagers."),
    ] = "original"

    def options(self, decks: int) -> BlackjackOptions:
        return BlackjackOptions(
            decks=decks,
            double_with_ace=self.double_with_ace,
            double_after_split=not self.no_double_after_split,
            hands=self.hands,
            soft_17=Soft17(self.soft_17),
            dealer_blackjack=Takes(self.dealer_blackjack),
        )


GAZETTED = HouseReading()


def reading_in_words(options: BlackjackOptions) -> str:
    return "as gazetted" if options.gazetted else f"as other houses have it: {options}"
