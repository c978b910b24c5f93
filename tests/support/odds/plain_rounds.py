"""Several last rounds with one lawful wager, by plain enumeration with fractions: what later rounds are worth counts.

As in the program, everybody looks at the two cards of the boxes still to be played in the round that is on; what a
later round is worth is worked out without that.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

from tests.support.odds.plain_duel import Cards, gain
from tests.support.odds.plain_table import EARLY, PlainTable, Values

Ended = tuple[tuple[Cards, int], ...]


class PlainRound(PlainTable):
    def __init__(self, chips: tuple[int, ...], wager: int, shares: dict[int, Fraction], later: int) -> None:
        super().__init__(chips, (wager,) * len(chips), shares)
        self.wager, self.later = wager, later

    def _ended(self, up: int, ended: Ended) -> Values:
        if not self.later:
            return super()._ended(up, ended)
        total = [Fraction(0)] * len(self.chips)
        for result, chance in self.dealer((up,)).items():
            stacks = tuple(
                chips + (self.wager if hand[0] == EARLY else gain(hand, self.wager, result))
                for chips, hand in zip(self.chips, ended, strict=True)
            )
            for box, worth in enumerate(_unseen(stacks, self.wager, tuple(self.shares.items()), self.later - 1)):
                total[box] += chance * worth
        return tuple(total)


class UnseenRound(PlainRound):
    """Each box is dealt when it is in turn: nobody looks at those that come after."""

    def _played(self, up: int, ended: Ended, waiting: tuple[Cards, ...]) -> Values:
        if waiting or len(ended) == len(self.chips):
            return super()._played(up, ended, waiting)
        total = [Fraction(0)] * len(self.chips)
        for hand in combinations_with_replacement(sorted(self.shares), 2):
            for box, value in enumerate(self.played(up, ended, (hand,))):
                total[box] += self._chance(hand) * value
        return tuple(total)

    def value(self) -> Values:
        total = [Fraction(0)] * len(self.chips)
        for up, share in self.shares.items():
            for box, value in enumerate(self.played(up, (), ())):
                total[box] += share * value
        return tuple(total)


@cache
def _unseen(stacks: tuple[int, ...], wager: int, shares: tuple[tuple[int, Fraction], ...], later: int) -> Values:
    """What stacks are worth before the rounds to come; who cannot wager has ended the session (D7 6.1)."""
    if min(stacks) < wager:
        one, two = stacks
        first = Fraction(1, 2) if one == two else Fraction(one > two)
        return first, 1 - first
    return UnseenRound(stacks, wager, dict(shares), later).value()
