"""The options of blackjack that `solve` and `simulate` share: decks, and the rules of other houses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cli.console.numbers import whole
from croupier.cli.console.parameters import HOUSE_RULES
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes

Decks = Annotated[int, Parameter(converter=whole, metavar="NUMBER", help="Decks in the shoe, 4 to 8.")]


@Parameter(name="*", group=HOUSE_RULES)
@dataclass(frozen=True, kw_only=True)
class HouseReading:
    """The rules that differ between houses: as gazetted, unless an option says otherwise."""

    double_with_ace: Annotated[bool, Parameter(negative="", help="Allow doubling a hand with an ace.")] = False
    no_double_after_split: Annotated[bool, Parameter(negative="", help="Do not allow doubling after a split.")] = False
    hands: Annotated[Literal[2, 3, 4], Parameter(metavar="NUMBER", help="Hands that a box may be split into.")] = 3
    soft_17: Annotated[Literal["stand", "draw"], Parameter(help="What the dealer does on a soft 17.")] = "stand"
    dealer_blackjack: Annotated[
        Literal["original", "all", "peek"],
        Parameter(
            help="What a dealer's blackjack takes after a split or a double: the original wager only, all wagers, or "
            "the dealer peeks first."
        ),
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
    return "as gazetted" if options.gazetted else f"with other house rules: {options}"
