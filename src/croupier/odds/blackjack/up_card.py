"""A shoe, and everything that it makes of one up card: what every hand against it is worth, split or not."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.odds.blackjack import sums
from croupier.odds.blackjack.layout import Family, Layout
from croupier.odds.blackjack.splits import Known, split_value
from croupier.odds.blackjack.sums import DOUBLE, DRAW, STAND
from croupier.odds.blackjack.tables import RANKS, Counts, with_card

Array = Any


class Shoe:
    """How many cards of each rank are in the shoe before the deal."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.array = np.array(counts, dtype=np.float64)

    @classmethod
    def of_decks(cls, decks: int) -> Shoe:
        return cls((*(4 * decks for _ in RANKS[:-1]), 16 * decks))

    def without(self, *cards: int) -> Shoe:
        counts = self.counts
        for card in cards:
            counts = with_card(counts, card, -1)
        return Shoe(counts)


class StandValues(NamedTuple):
    """What the hands of a family are worth as they are, with the initial wager on them and with an added one."""

    initial: Array
    added: Array


class UpCard:
    """Everything against one up card."""

    def __init__(self, laid: Layout, shoe: Shoe, up: int) -> None:
        self.laid, self.up = laid, up
        self.shoe = shoe.without(up).array
        self._chances = np.zeros((len(laid.results), laid.removed.shape[1]))
        self._is_known = np.zeros(laid.removed.shape[1], dtype=bool)

    def dealer(self, columns: Array) -> Array:
        """The chances of the dealer's final hands; those for these of the layout's shoes are right, if no others."""
        asked = np.zeros(len(self._is_known), dtype=bool)
        asked[columns[columns >= 0]] = True
        wanted = np.flatnonzero(asked & ~self._is_known)
        if len(wanted):
            shoes = self.shoe[:, None] - self.laid.removed[:, wanted]
            found = sums.dealer_chances(shoes, self.laid.draws[self.up], len(self.laid.results))
            self._chances[:, wanted] = found
            self._is_known[wanted] = True
        return self._chances

    def stands(self, family: Family, gone: int, hands: Array | slice = slice(None)) -> StandValues:
        """What these hands are worth as they are, with so many pair cards gone besides."""
        columns, kinds = family.shoes[gone][hands], family.kinds[hands]
        return StandValues(*sums.stand_values(self.dealer(columns), columns, kinds, self.laid.gains))

    @cached_property
    def standing(self) -> StandValues:
        """What the hands of the deal are worth as they are."""
        return self.stands(self.deal, 0)

    @cached_property
    def cards(self) -> Array:
        """For each hand of the deal the chance of each next card."""
        return self._cards(self.deal)

    @property
    def deal(self) -> Family:
        return self.laid.deal

    @cached_property
    def best(self) -> tuple[Array, Array, Array]:
        """Every hand of the deal played as well as can be without a split: values, choices, what drawing is worth."""
        family, standing = self.deal, self.standing
        doubled = standing.initial + standing.added
        return sums.best_values(self.cards, family.steps, family.may, standing.initial, doubled)

    def played(self, choices: Array) -> tuple[Array, Array]:
        """Every hand of the deal played by these choices: values, and what drawing is worth."""
        standing = self.standing
        doubled = standing.initial + standing.added
        return sums.played_values(self.cards, self.deal.steps, choices, standing.initial, doubled)

    def dealt(self) -> Array:
        """The chance of each two cards of the deal."""
        left = self.shoe.sum()
        first, second = self.laid.two_cards.first, self.laid.two_cards.second
        is_pair = first == second
        then = np.maximum(self.shoe[second - 1] - is_pair, 0.0)
        chances = np.zeros(len(self.deal.held))
        chances[self.laid.two_cards.places] = (2 - is_pair) * self.shoe[first - 1] * then / (left * (left - 1))
        return chances

    def place(self, *cards: int) -> int:
        return self.deal.place(*cards)

    # Splits

    def split(self, pair: int, choices: Array, *, hands: int = 1, is_added: bool = False) -> float:
        """What splitting the pair is worth, its hands played by these choices, one for each hand of the split.

        The box may hold more hands already; of those only the one that is split counts. Its own wager may be one that
        an earlier split added.
        """
        family = self.laid.splits[pair]
        known = self._known(family, {pair: self.laid.seconds[pair]}, [choices] * len(family.shoes))[pair]
        if is_added:
            known = [Known(each.left, pair, each.added, each.added) for each in known]
        return float(split_value(known, self._most_hands(pair, hands)))

    def split_by_gone(self, pair: int) -> float:
        """What splitting the pair is worth by CDP: a hand is played as suits the number of pair cards that are gone.

        This is the literature's figure. Other cards that are known to be gone count as for one way of playing;
        the ways differ so seldom that the figure moves in its eighth place.
        """
        family = self.laid.splits[pair]
        choices = [self.best_choices(family, gone) for gone in range(len(family.shoes))]
        known = self._known(family, {pair: self.laid.seconds[pair]}, choices)[pair]
        return float(split_value(known, self._most_hands(pair, 1)))

    def splits(self, pairs: list[int], choices: list[Array]) -> dict[int, float]:
        """What splitting each of these pairs is worth, the hands of all splits played by these choices.

        There are choices for each number of pair cards that may be gone besides.
        """
        firsts = {pair: self.laid.begun[pair] for pair in pairs}
        known = self._known(self.laid.halves, firsts, choices)
        return {pair: float(split_value(known[pair], self._most_hands(pair, 1))) for pair in pairs}

    def _most_hands(self, pair: int, hands: int) -> int:
        return max(2, self.laid.most_hands[pair] - hands + 1)

    def _known(self, family: Family, firsts: dict[int, Array], choices: list[Array]) -> dict[int, list[Known]]:
        """For each of these pairs what a hand of its split is worth after each second card, so many more being gone."""
        if not firsts:
            return {}
        begun = np.concatenate(list(firsts.values()))
        met = {id(own): _hands_met(family, own, begun) for own in {id(own): own for own in choices}.values()}
        columns = [family.shoes[gone][met[id(own)].ends] for gone, own in enumerate(choices)]
        self.dealer(np.concatenate(columns))
        found: dict[int, list[Known]] = {pair: [] for pair in firsts}
        for gone, own in enumerate(choices):
            values = self._worth(family, gone, met[id(own)])
            for pair, places in firsts.items():
                left = self.shoe.copy()
                left[pair - 1] -= 2 + gone
                initial, added = values[places].T.tolist()
                found[pair].append(Known(tuple(left.tolist()), pair, tuple(initial), tuple(added)))
        return found

    def _worth(self, family: Family, gone: int, met: _HandsMet) -> Array:
        """What the hands that are met are worth, with the initial wager and with an added one."""
        values, doubling = np.zeros((2, len(family.held), 2))
        standing = self.stands(family, gone, met.ends)
        values[met.ends] = np.stack(standing, axis=1)
        doubling[met.ends] = values[met.ends] + standing.added[:, None]
        cards = self._cards(family, gone, met.playing)
        start = len(met.doubled)
        values[met.doubled] = sums.averaged(cards[:start], doubling, met.after[:start])
        end = len(met.playing)
        for hands in reversed(met.drawing):
            start = end - len(hands)
            values[hands] = sums.averaged(cards[start:end], values, met.after[start:end])
            end = start
        return values

    def _cards(self, family: Family, gone: int = 0, hands: Array | slice = slice(None)) -> Array:
        """For each of these hands the chance of each next card, so many more pair cards being gone."""
        taken = family.gone[hands]
        if gone:
            taken = taken + gone * family.of_pair[hands]
        return sums.card_chances(self.shoe, taken, family.gone_cards[hands] + gone)

    def split_choices(self, pair: int, choices: Array) -> Array:
        """The choices of the deal for the hands of a split, where those are open there."""
        return self.choices_as_dealt(self.laid.splits[pair], choices)

    def choices_as_dealt(self, family: Family, choices: Array) -> Array:
        _, _, drawn = self.best
        wanted = np.where(family.dealt >= 0, choices[family.dealt], DRAW)
        barred = (wanted == DOUBLE) & (family.may[:, DOUBLE] == 0)
        instead = np.where(self.standing.initial[family.dealt] > drawn[family.dealt, 0], STAND, DRAW)
        wanted = np.where(barred, instead, wanted)
        must_draw = (family.may[:, STAND] == 0) & family.steps.is_open & (wanted == STAND)
        return np.where(must_draw, DRAW, wanted).astype(np.int32)

    def best_split_choices(self, pair: int, gone: int = 0) -> Array:
        """What suits a split best in which so many more pair cards are gone, all its hands together."""
        return self.best_choices(self.laid.splits[pair], gone)

    def best_choices(self, family: Family, gone: int = 0) -> Array:
        """As `best_split_choices`, for all hands of the family."""
        standing = self.stands(family, gone)
        hands = gone + 2
        together = standing.initial + (hands - 1) * standing.added
        cards = self._cards(family, gone)
        doubled = together + hands * standing.added
        return sums.best_values(cards, family.steps, family.may, together, doubled)[1]


class _HandsMet(NamedTuple):
    """The hands that choices lead to: they are few, and so are the shoes that they meet."""

    doubled: Array
    drawing: list[Array]
    """Those that draw, by how many cards they have."""
    playing: Array
    """Those that are doubled and those that draw, in that order."""
    after: Array
    """Which hands follow those, for each card."""
    ends: Array
    """Those that a card may end with, or a double."""


def _hands_met(family: Family, choices: Array, begun: Array) -> _HandsMet:
    is_open, is_met = family.steps.is_open, np.zeros(len(choices), dtype=bool)
    is_met[begun] = True
    draws, drawing = is_open & (choices == DRAW), []
    for start, end in family.steps.layers:
        hands = start + np.flatnonzero(is_met[start:end] & draws[start:end])
        if len(hands):
            is_met[family.after[hands]] = True
            drawing.append(hands)
    doubled = np.flatnonzero(is_met & is_open & (choices == DOUBLE))
    is_end = is_met & ~draws
    is_end[family.after[doubled]] = True
    playing = np.concatenate([doubled, *drawing])
    return _HandsMet(doubled, drawing, playing, family.after[playing], np.flatnonzero(is_end))
