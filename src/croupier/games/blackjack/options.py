"""What the operator may choose at a blackjack table, and the readings that other houses have."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from msgspec import Struct

from croupier.games.blackjack.hand import DealerBlackjack, Rules
from croupier.games.money import is_whole
from croupier.games.people import is_name
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

FEWEST_DECKS, MOST_DECKS, FEWEST_WITH_SEVENS = 4, 8, 6
MOST_BOXES, MOST_BETTORS, MOST_EXTRA_BOXES = 7, 3, 6


class Soft17(StrEnum):
    """What the dealer does with a soft 17."""

    STAND = "stand"
    DRAW = "draw"


class Takes(StrEnum):
    """What a dealer's blackjack takes: see `hand.DealerBlackjack`."""

    ORIGINAL = "original"
    ALL = "all"
    PEEK = "peek"


class PlayerMaximum(Struct, frozen=True):
    """The most that one player, by name, may wager on one box (D2 14.2, ruling B59)."""

    player: str
    amount: int


class BlackjackOptions(Struct, frozen=True):
    """What a blackjack table is opened with: what the Gazette leaves to the operator, and readings of other houses."""

    boxes: int = 7
    """How many boxes the layout has (D2 3.1)."""
    decks: int = 8
    """How many decks are in the shoe (D2 3.3(a))."""
    cutting_cards: int = 1
    """One cutting card or two (D2 3.3(b)); only the first ends a shoe."""
    layout: int = 1
    """Drawing of Appendix 1, or of Appendix 2 with the Super Sevens areas (D2 3.2(c))."""
    super_sevens: int | None = None
    """The amount of a Super Sevens wager, as the sign says it; `None` where it is not offered (D2 15.1, 15.3)."""
    burn: bool = False
    """Whether the first card of each shoe is discarded face down (D2 8.1)."""
    holds_absent: bool = False
    """Whether a person who missed the first round of a shoe is held to the minimum (D2 5.8(a))."""
    holds_skipping: bool = False
    """Whether a person who sat out a later round is held to the minimum (D2 5.8(b))."""
    bettors: int = 3
    """How many players may wager on one box (D2 14.1)."""
    box_maximum: int | None = None
    """The most that all together may wager on one box, as its own sign says (D2 14.2)."""
    player_maximum: int | None = None
    """The most that one player may wager on one box, as its own sign says (D2 14.2)."""
    player_maxima: tuple[PlayerMaximum, ...] = ()
    """The same for particular players, by name (D2 14.2, ruling B59)."""
    extra_boxes: int = 6
    """On how many boxes besides one a player may wager (D2 14.4)."""
    writing: bool = False
    """Whether writing implements are allowed (D2 8.10)."""
    double_with_ace: bool = False
    """A reading of other houses: doubling with an ace (against D2 11.1, ruling B2)."""
    double_after_split: bool = True
    """A reading of other houses when off: no doubling after a split (against D2 11.1)."""
    hands: int = 3
    """How many hands a box may be split into; other houses have 2 or 4 (D2 12.4(a))."""
    soft_17: Soft17 = Soft17.STAND
    """What the dealer does on a soft 17; other houses draw (D2 13.3)."""
    dealer_blackjack: Takes = Takes.ORIGINAL
    """What a dealer's blackjack takes of split and doubled wagers (D2 11.5, 12.6, ruling B4)."""

    @property
    def rules(self) -> Rules:
        """The options as the hand machine reads them."""
        return _rules(self.double_with_ace, self.double_after_split, self.hands, self.soft_17, self.dealer_blackjack)

    @property
    def gazetted(self) -> bool:
        """Whether the Gazette knows these options; a floor opens no other table."""
        return self.rules == Rules()

    def __str__(self) -> str:
        """Only what differs from the Gazette's game as it is by default."""
        differing = [name for name in self.__struct_fields__ if getattr(self, name) != getattr(DEFAULT, name)]
        return ", ".join(f"{name.replace('_', ' ')} {getattr(self, name)}" for name in differing) or "as gazetted"


@cache
def _rules(
    double_with_ace: bool,
    double_after_split: bool,
    hands: int,
    soft_17: Soft17,
    dealer_blackjack: Takes,
) -> Rules:
    """Made once: a table asks for them several times at each card."""
    takes = DealerBlackjack[Takes(dealer_blackjack).name]
    return Rules(double_with_ace, double_after_split, hands, soft_17 == Soft17.DRAW, takes)


DEFAULT = BlackjackOptions()

_RANGES: dict[str, tuple[int, int, Cite, str]] = {
    "boxes": (1, MOST_BOXES, Cite("D2 3.1"), "A table has 1 to 7 boxes."),
    "decks": (FEWEST_DECKS, MOST_DECKS, Cite("D2 3.3(a)"), "Blackjack is played with 4 to 8 decks."),
    "cutting_cards": (1, 2, Cite("D2 3.3(b)"), "There are one or two cutting cards."),
    "layout": (1, 2, Cite("D2 3.2(c)"), "The layout is that of Appendix 1 or of Appendix 2."),
    "bettors": (1, MOST_BETTORS, Cite("D2 14.1"), "1 to 3 players may wager on one box."),
    "extra_boxes": (0, MOST_EXTRA_BOXES, Cite("D2 14.4"), "A player may have 0 to 6 boxes besides one."),
    "hands": (2, 4, Cite("D2 12.4(a)"), "A box may be split into 2, 3 or 4 hands."),
}
_FLAGS = ("burn", "holds_absent", "holds_skipping", "writing", "double_with_ace", "double_after_split")


def refuses_options(options: BlackjackOptions) -> Refusal | None:
    for name, (lowest, highest, rule, why) in _RANGES.items():
        value = getattr(options, name)
        if not is_whole(value) or not lowest <= value <= highest:
            return Refusal(rule, f"bad_{name}", why)
    if not all(isinstance(getattr(options, name), bool) for name in _FLAGS):
        return Refusal(Cite("D2 2.0"), "bad_option", "An option that is on or off must be true or false.")
    if options.soft_17 not in tuple(Soft17) or options.dealer_blackjack not in tuple(Takes):
        return Refusal(
            Cite("D2 13.3"), "bad_option", "Choose one of the listed rules for soft 17 and for a dealer's blackjack."
        )
    return _refuses_sevens(options) or _refuses_maxima(options)


def _refuses_sevens(options: BlackjackOptions) -> Refusal | None:
    if options.super_sevens is None:
        return None
    if not is_whole(options.super_sevens) or options.super_sevens <= 0:
        return Refusal(Cite("D2 15.3"), "bad_super_sevens", "The sign states one amount for Super Sevens.")
    if options.layout != 2:  # noqa: PLR2004
        return Refusal(Cite("D2 15.2"), "bad_layout", "Super Sevens needs the layout of Appendix 2.")
    if options.decks < FEWEST_WITH_SEVENS:
        return Refusal(Cite("D2 3.3(a)"), "bad_decks", "Super Sevens is played with 6 to 8 decks.")
    return None


def _refuses_maxima(options: BlackjackOptions) -> Refusal | None:
    rule, named = Cite("D2 14.2"), options.player_maxima
    if not isinstance(named, tuple) or not all(
        isinstance(each, PlayerMaximum) and is_name(each.player) for each in named
    ):
        return Refusal(rule, "bad_maximum", "A maximum for particular players must name each of them.")
    if len({each.player for each in named}) < len(named):
        return Refusal(rule, "bad_maximum", "Give each player at most one maximum on a box.")
    for maximum in (options.box_maximum, options.player_maximum, *(each.amount for each in named)):
        if maximum is not None and (not is_whole(maximum) or maximum <= 0):
            return Refusal(rule, "bad_maximum", "A maximum on a box must be above $0.")
    return None
