"""The strategies that players of the house's own play blackjack by. They are stated, simple, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from croupier.games.blackjack.hand import Decision, Hand, is_soft, total

ACE, EIGHT = 1, 8
SMALL_UP_CARDS = range(2, 7)
"""Against which the dealer goes bust most often."""


class HouseStrategy(NamedTuple):
    """What is wagered, and what is decided."""

    wagers: int
    """One part in so many of the chips in hand; 0 for the minimum."""
    wishes: Callable[[Hand, int], Iterator[Decision]]
    """Decisions on a hand against the dealer's card, the dearest wish first: what is not allowed is passed over."""


def _like_dealer(hand: Hand, _up: int) -> Iterator[Decision]:
    """Draws to 16 and stands on 17."""
    yield Decision.DRAW if total(hand) < 17 else Decision.STAND  # noqa: PLR2004


def _never_bust(hand: Hand, _up: int) -> Iterator[Decision]:
    """Stands on every hand that the next card could end."""
    yield Decision.DRAW if total(hand) < 12 or (is_soft(hand) and total(hand) < 18) else Decision.STAND  # noqa: PLR2004


def _by_the_book(hand: Hand, up: int) -> Iterator[Decision]:
    """Splits aces and eights, doubles 10 and 11 against 2 to 9, and stands early against a small card."""
    points = total(hand)
    if hand.pair in (ACE, EIGHT):
        yield Decision.SPLIT
    if not is_soft(hand) and points in (10, 11) and 2 <= up <= 9:  # noqa: PLR2004
        yield Decision.DOUBLE
    yield Decision.DRAW if points < _stands_on(hand, up) else Decision.STAND


def _stands_on(hand: Hand, up: int) -> int:
    """The total from which it stands: soft 18, hard 12 or 13 against a small card, and 17 otherwise."""
    if is_soft(hand):
        return 18
    if up not in SMALL_UP_CARDS:
        return 17
    return 12 if up >= 4 else 13  # noqa: PLR2004


HOUSE_STRATEGIES: Mapping[str, HouseStrategy] = MappingProxyType(
    {
        "dealer": HouseStrategy(0, _like_dealer),
        "cautious": HouseStrategy(0, _never_bust),
        "steady": HouseStrategy(10, _by_the_book),
        "bold": HouseStrategy(4, _by_the_book),
    }
)
