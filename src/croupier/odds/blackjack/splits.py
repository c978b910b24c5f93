"""What a split is worth, exactly, by linearity: each of its hands is worth the same wherever it stands in the order.

A hand of a split meets a shoe of which some cards are known to be gone: those of the pair that began the other hands,
and, of each hand that was not split again, one card that is not of the pair. What a hand is worth when such others are
gone follows from what it is worth when pair cards are gone: a card removed at random changes nothing, and it is of the
pair or it is not.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple


class Worth(NamedTuple):
    """What a hand is worth with the initial wager on it, and with one that a split added."""

    initial: float
    added: float


class Known:
    """A hand of one card of the pair, so many more pair cards gone: what it is worth after each second card."""

    def __init__(
        self, left: tuple[float, ...], pair: int, initial: tuple[float, ...], added: tuple[float, ...]
    ) -> None:
        self.left, self.pair, self.initial, self.added = left, pair, initial, added
        self.cards = sum(left)
        self.pairs = left[pair - 1]

    def _worth(self, *, without_pair: bool) -> Worth:
        initial = added = chance = 0.0
        for place, number in enumerate(self.left):
            if number > 0 and not (without_pair and place == self.pair - 1):
                initial += number * self.initial[place]
                added += number * self.added[place]
                chance += number
        return Worth(initial / chance, added / chance) if chance else Worth(0.0, 0.0)

    @cached_property
    def any(self) -> Worth:
        """Whatever its second card is."""
        return self._worth(without_pair=False)

    @cached_property
    def other(self) -> Worth:
        """Its second card is not of the pair."""
        return self._worth(without_pair=True)


def split_value(known: list[Known], most_hands: int) -> float:
    """The value of splitting: over every way in which second cards make further hands, until there are enough."""
    return _Split(known, most_hands).value(waiting=2, hands=2, gone=0, others=())


class _Split:
    def __init__(self, known: list[Known], most_hands: int) -> None:
        self.known, self.most_hands = known, most_hands

    def value(self, waiting: int, hands: int, gone: int, others: tuple[int, ...]) -> float:
        """From a point where so many hands wait for their second card.

        The first hand has the initial wager; `others` are the hands whose second card is not of the pair.
        """
        if hands == self.most_hands or waiting == 0:
            return self._worth_of_all(hands, gone, others)
        base = self.known[gone]
        left = base.cards - len(others)
        chance = base.pairs / left if left > 0 else 0.0
        number = hands - waiting
        value = 0.0
        if chance > 0:
            value += chance * self.value(waiting + 1, hands + 1, gone + 1, others)
        if chance < 1:
            value += (1 - chance) * self.value(waiting - 1, hands, gone, (*others, number))
        return value

    def _worth_of_all(self, hands: int, gone: int, others: tuple[int, ...]) -> float:
        total = 0.0
        for number in range(hands):
            is_other = number in others
            worth = self._other(gone, len(others) - 1) if is_other else self._any(gone, len(others))
            total += worth.initial if number == 0 else worth.added
        return total

    def _any(self, gone: int, others: int) -> Worth:
        """A hand with any second card, `gone` pair cards and so many other cards known to be gone."""
        if others == 0:
            return self.known[gone].any
        return self._unpaired(gone, others, own=0)

    def _other(self, gone: int, others: int) -> Worth:
        """A hand whose own second card is not of the pair, so many other cards known to be gone besides."""
        if others == 0:
            return self.known[gone].other
        return self._unpaired(gone, others, own=1)

    def _unpaired(self, gone: int, others: int, own: int) -> Worth:
        """One card more is known not to be of the pair: a card at random, less what it is worth if it were."""
        worth = self._other if own else self._any
        base = self.known[gone]
        chance = base.pairs / (base.cards - own - (others - 1))
        before = worth(gone, others - 1)
        paired = worth(gone + 1, others - 1) if chance > 0 else before
        return Worth(
            (before.initial - chance * paired.initial) / (1 - chance),
            (before.added - chance * paired.added) / (1 - chance),
        )
