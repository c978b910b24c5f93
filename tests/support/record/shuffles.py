"""Cards dealt by numbers, and a count of every order that they can come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product

from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import Card
from croupier.record.journals.seal import in_order, picked


def from_what_is_left(cards: Sequence[Card], numbers: Sequence[int]) -> tuple[Act, ...]:
    """The cards one by one, each at the place that its draw says among those left."""
    left = Counter(cards)
    dealt = []
    for number in numbers:
        size = left.total()
        chance: dict[Act, Fraction] = {Deal(card): Fraction(count, size) for card, count in left.items()}
        act = picked(chance, number % sum(in_order(chance)[1]))
        dealt.append(act)
        left -= Counter([act.card])  # type: ignore[attr-defined]
    return tuple(dealt)


Dealt = Callable[[Sequence[Card], Sequence[int]], tuple[Act, ...]]


def orders(deals: Dealt, cards: Sequence[Card], sizes: Iterable[int]) -> Counter[tuple[Act, ...]]:
    return Counter(deals(cards, numbers) for numbers in product(*map(range, sizes)))
