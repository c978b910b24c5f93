"""The options of blackjack that `solve` and `simulate` share: decks, and how other houses read the rules."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter

from croupier.cli.numbers import whole
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes

Decks = Annotated[int, Parameter(converter=whole, help="How many decks are in the shoe, 4 to 8.")]
WithAce = Annotated[bool, Parameter(negative="", help="Doubling with an ace, as other houses have it.")]
AfterSplit = Annotated[bool, Parameter(negative="", help="No doubling after a split, as other houses have it.")]
Hands = Annotated[Literal[2, 3, 4], Parameter(help="How many hands a box may be split into.")]
OnSoft17 = Annotated[Literal["stand", "draw"], Parameter(help="What the dealer does on a soft 17.")]
Blackjack = Annotated[
    Literal["original", "all", "peek"], Parameter(help="What a dealer's blackjack takes of split and doubled wagers.")
]
Json = Annotated[bool, Parameter(negative="", help="One JSON document.")]


def read_options(
    decks: int, *, with_ace: bool, after_split: bool, hands: int, soft_17: str, takes: str
) -> BlackjackOptions:
    return BlackjackOptions(
        decks=decks,
        double_with_ace=with_ace,
        double_after_split=after_split,
        hands=hands,
        soft_17=Soft17(soft_17),
        dealer_blackjack=Takes(takes),
    )


def reading_in_words(options: BlackjackOptions) -> str:
    return "as gazetted" if options.gazetted else f"as other houses have it: {options}"
