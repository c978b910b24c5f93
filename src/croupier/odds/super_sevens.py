"""Super Sevens, exactly: what the wager is worth, however the hand of two sevens is played.

Only a hand of two sevens leaves anything open: whether a third card is taken. That hangs on the up card and on how the
hand is played, and is the caller's to say. What each end pays is the hand machine's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import SEVENS, SEVENS_PAY, Sevens

OTHERS = tuple(rank for rank in range(1, 11) if rank != machine.SEVEN)
Draws = Callable[[int], bool]
"""Whether two sevens take a third card against an up card of that value."""


class SevensShoe(Struct, frozen=True):
    """What is left in the shoe: sevens by suit, and the other cards by value."""

    sevens: tuple[int, int, int, int]
    others: tuple[int, ...]
    """How many aces, twos and so on to tens; the place of the sevens is empty."""

    @classmethod
    def of_decks(cls, decks: int) -> SevensShoe:
        others = tuple(0 if rank == machine.SEVEN else 4 * decks for rank in range(1, 10))
        return cls((decks,) * 4, (*others, 16 * decks))

    @property
    def size(self) -> int:
        return sum(self.sevens) + sum(self.others)

    def cards(self) -> Iterator[tuple[int, int]]:
        """Every card as the hand machine knows it, and how many there are."""
        yield from zip(SEVENS, self.sevens, strict=True)
        for rank in OTHERS:
            yield rank, self.others[rank - 1]

    def without(self, card: int) -> SevensShoe:
        if card in SEVENS:
            place = SEVENS.index(card)
            sevens = tuple(number - (at == place) for at, number in enumerate(self.sevens))
            return SevensShoe(sevens, self.others)  # type: ignore[arg-type]
        others = tuple(number - (rank == card) for rank, number in enumerate(self.others, start=1))
        return SevensShoe(self.sevens, others)


class SuperSevens(Struct, frozen=True):
    chances: dict[Sevens, Fraction]
    """The chance of each end."""

    def results(self, stake: int) -> dict[int, Fraction]:
        """What a stake of so much gains, and the chance of it: what the figures of risk are made of."""
        found: dict[int, Fraction] = {}
        for end, chance in self.chances.items():
            gained = Fraction(*SEVENS_PAY[end]) * stake
            found[int(gained)] = found.get(int(gained), Fraction(0)) + chance
        return found

    @property
    def value(self) -> Fraction:
        """What the player gains for each unit wagered."""
        return sum((chance * Fraction(*SEVENS_PAY[end]) for end, chance in self.chances.items()), Fraction(0))

    @property
    def edge(self) -> Fraction:
        return -self.value

    @property
    def variance(self) -> Fraction:
        squares = (chance * Fraction(*SEVENS_PAY[end]) ** 2 for end, chance in self.chances.items())
        return sum(squares, Fraction(0)) - self.value**2


def always(_up: int) -> bool:
    return True


def super_sevens(shoe: SevensShoe, draws: Draws = always) -> SuperSevens:
    """The wager on one box, the cards drawn from this shoe; by default a third card is always taken."""
    chances: dict[Sevens, Fraction] = {}
    for end, chance in _ends(shoe, Sevens.NO_CARD, draws):
        chances[end] = chances.get(end, Fraction(0)) + chance
    return SuperSevens(chances)


def _drawn(shoe: SevensShoe) -> Iterator[tuple[int, Fraction]]:
    size = shoe.size
    for card, number in shoe.cards():
        if number > 0:
            yield card, Fraction(number, size)


def _ends(shoe: SevensShoe, sevens: Sevens, draws: Draws) -> Iterator[tuple[Sevens, Fraction]]:
    """From the player's first card on; the up card matters, and is looked at, only when two sevens lie there."""
    for card, chance in _drawn(shoe):
        after = machine.sevens_after_card(sevens, card)
        if machine.sevens_over(after):
            yield after, chance
            continue
        rest = shoe.without(card)
        following = _ends(rest, after, draws) if sevens is Sevens.NO_CARD else _third(rest, after, draws)
        for end, then in following:
            yield end, chance * then


def _third(shoe: SevensShoe, sevens: Sevens, draws: Draws) -> Iterator[tuple[Sevens, Fraction]]:
    for up, chance in _drawn(shoe):
        if not draws(machine.value(up)):
            yield machine.sevens_at_end(sevens), chance
            continue
        for card, then in _drawn(shoe.without(up)):
            yield machine.sevens_after_card(sevens, card), chance * then
