"""Two players with the shoe's composition: every card that is dealt is gone for whoever comes after.

For each hand with which the first box may end, the second is played against every shoe that this leaves, the dealer's
chances with it; then the first box is played against every two cards of the second. Nothing is held fixed. Pairs are
not split here, doubles are full, and nobody insures: what those add is small, and is worked out apart.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Rules
from croupier.odds.blackjack import sums
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.tables import RANKS, Class, Counts, class_of, with_card
from croupier.odds.blackjack.walks import Node, hands
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.play import HandPlay, PlaceContest, PlayModel, SolveDetail

Array = Any
PLAIN = SolveDetail(splits=False, split_doubles=False, insurance=False, amounts=1)
"""What the composition is followed for."""
RARE = 1e-7
"""First hands that come about less often are played by the held proportions; their chance is told as the error."""


class _Hands(NamedTuple):
    """Every hand of the first box as arrays, busted ones by their cards."""

    nodes: tuple[Node, ...]
    held: Array
    steps: sums.Steps
    may: Array
    kinds: tuple[Class, ...]


@lru_cache(maxsize=8)
def _first_hands(rules: Rules) -> _Hands:
    nodes = hands(rules).nodes
    decisions = (Decision.STAND, Decision.DRAW, Decision.DOUBLE)
    may = [[decision in node.decisions for decision in decisions] for node in nodes]
    return _Hands(
        nodes,
        np.array([node.counts for node in nodes], dtype=np.float64),
        sums.steps_of(np.array([node.after for node in nodes]), np.array([node.number for node in nodes])),
        np.array(may, dtype=np.uint8),
        tuple(class_of(node.hand) for node in nodes),
    )


class ExactValue(NamedTuple):
    chances: tuple[float, float]
    """Of the two players."""
    error: float
    """At most by so much may they be off."""


class ExactDuel:
    def __init__(self, contest: PlaceContest, wagers: tuple[int, ...], counts: Counts, rare: float = RARE) -> None:
        self.contest, self.counts, self.rare = contest, counts, rare
        self.play = HandPlay(contest, wagers, PLAIN)
        self.laid = layout(contest.rules)
        self.first = _first_hands(contest.rules)
        graph = self.play.graph
        self.order = [graph.results.index(result) for result in self.laid.results]
        self.kind_of = {class_of(hand): kind for kind, hand in enumerate(graph.examples)}

    def _kind(self, found: Class) -> int:
        """The kind of a final hand: all under 17 are one."""
        return self.kind_of.get(found, 0 if not found.bust else -1)

    @cached_property
    def outcomes(self) -> Array:
        """The second player's share for each code of the first box, each of the second, each class of the dealer's."""
        first, second = (box.finals for box in self.play.plain.boxes)
        tie = 0.5
        if self.contest.tie >= 0:
            tie = self.contest.tie if self.contest.hero == 1 else 1 - self.contest.tie
        higher = second[None] > first[:, None]
        equal = second[None] == first[:, None]
        return (higher + tie * equal)[:, :, self.order]

    @cached_property
    def columns(self) -> int:
        return int(self.laid.deal.shoes[0].max()) + 1

    @cached_property
    def second_kinds(self) -> Array:
        """For each hand of the second box its kind, in this order: all plain kinds."""
        return np.array([self._kind(class_of(node.hand)) for node in self.laid.deal.nodes], dtype=np.int32)

    def _choices(self, model: PlayModel | None, up: int, nodes: tuple[Node, ...], *, doubles: bool) -> Array | None:
        if model is None:
            return None
        chosen = []
        for node in nodes:
            kept = (Decision.SPLIT,) if doubles else (Decision.SPLIT, Decision.DOUBLE)
            open_now = tuple(each for each in machine.decisions(node.hand, 1, self.contest.rules) if each not in kept)
            chosen.append(int(model.decide(up, node.hand, open_now)) if open_now else 0)
        return np.array(chosen, dtype=np.int32)

    def _second(self, up: int, shoe: Array, codes: tuple[int, ...], way: tuple[Array, Array]) -> list[Array]:
        """What the second box is worth with each two cards, once the first has ended with each of the codes."""
        family, kinds = self.laid.deal, len(self.play.graph.kinds)
        shoes = np.maximum(shoe[:, None] - self.laid.removed[:, : self.columns], 0.0)
        tree = self.laid.tree(up)
        chances = kernels.dealer_chances(shoes, tree.nodes, tree.orders, len(self.laid.results))
        dealer = (chances, family.shoes[0], len(family.nodes) - 1)
        found = []
        for code in codes:
            plain = np.ascontiguousarray(self.outcomes[code][:kinds])
            doubled = np.ascontiguousarray(self.outcomes[code][kinds + 1 :]) if self.play.amounts[1] else plain
            worth = tuple(
                kernels.stand_values(chances, family.shoes[0], self.second_kinds, gains) for gains in (plain, doubled)
            )
            busts = (plain[self.bust], doubled[self.bust])
            table = (family.held, family.after)
            values = kernels.followed_values(shoe, table, way, worth, dealer, busts)
            found.append(values[self.pairs])
        return found

    @cached_property
    def bust(self) -> int:
        return next(kind for kind, hand in enumerate(self.play.graph.examples) if machine.is_bust(hand))

    def _second_way(self, up: int) -> tuple[Array, Array]:
        """What may be decided for the second box, and what a model decides."""
        doubles = bool(self.play.amounts[1])
        may = self.laid.deal.may.copy()
        if not doubles:
            may[:, kernels.DOUBLE] = 0
        choices = self._choices(self.contest.model(1), up, self.laid.deal.nodes, doubles=doubles)
        return may, np.full(len(may), kernels.BEST, dtype=np.int32) if choices is None else choices

    @cached_property
    def pairs(self) -> Array:
        """Where the second box's hands of two cards stand, first and second card in order."""
        places = self.laid.deal.places
        return np.array([places[_two(first, second)] for first, second in _two_cards()])

    def against(self, up: int) -> tuple[float, float]:
        """The second player's chance against one up card, and how much of it rests on held proportions."""
        shoe = np.array(with_card(self.counts, up, -1), dtype=np.float64)
        nodes, kinds = self.first.nodes, len(self.play.graph.kinds)
        doubles = bool(self.play.amounts[0])
        way = self._second_way(up)
        standing = np.full((len(nodes), len(self.pairs)), 0.5)
        doubling = standing.copy()
        reach = _reach(shoe, self.first)
        held = self._held(up)
        rare = 0.0
        for place, node in enumerate(nodes):
            is_final = not node.decisions or Decision.STAND in node.decisions
            is_doubled = doubles and node.number == 3  # noqa: PLR2004
            left = shoe - self.first.held[place]
            if not (is_final or is_doubled) or (left < 0).any():
                continue
            kind = self._kind(self.first.kinds[place])
            codes = (kind, kinds + 1 + kind) if is_doubled else (kind,)
            if reach[place] < self.rare:
                rare += reach[place]
                found = [held[code] for code in codes]
            else:
                found = self._second(up, left, codes, way)
            standing[place], doubling[place] = found[0], found[-1]
        return self._first(up, shoe, standing, doubling), rare

    def _held(self, up: int) -> Array:
        """The second box's values by held proportions, for each code of the first and each two cards."""
        line, play = self.play.plain, self.play
        out, _ = play.at(up, line, 1, line.ends[up - 1][:, None, :])
        starts = [int(play.graph.start_of[first - 1, second - 1]) for first, second in _two_cards()]
        return out[line.trans[0][0]][:, starts, 0, 1]

    def _first(self, up: int, shoe: Array, standing: Array, doubling: Array) -> float:
        """The first box against every two cards of the second."""
        model = self.contest.model(0)
        doubles = bool(self.play.amounts[0])
        choices = self._choices(model, up, self.first.nodes, doubles=doubles)
        may = self.first.may.copy()
        if not doubles:
            may[:, sums.DOUBLE] = 0
        places = {node.counts: place for place, node in enumerate(self.first.nodes)}
        total = 0.0
        for number, (first, second) in enumerate(_two_cards()):
            chance = _chance_of_two(shoe, first, second)
            if chance <= 0:
                continue
            left = shoe.copy()
            left[first - 1] -= 1
            left[second - 1] -= 1
            worth = (1.0 - standing[:, number], 1.0 - doubling[:, number])
            cards = sums.card_chances(left, self.first.held)
            if choices is None:
                values = sums.best_values(cards, self.first.steps, may, *worth)[0]
            else:
                values = sums.played_values(cards, self.first.steps, choices, *worth)[0]
            own = sum(
                _chance_of_two(left, one, other) * values[places[_two(one, other)]] for one, other in _two_cards()
            )
            total += chance * (1.0 - own)
        return float(total)

    @cached_property
    def value(self) -> ExactValue:
        cards = sum(self.counts)
        ups = [up for up in RANKS if self.counts[up - 1] > 0]
        with ThreadPoolExecutor() as pool:
            found = list(pool.map(self.against, ups))
        second = sum(self.counts[up - 1] / cards * value for up, (value, _) in zip(ups, found, strict=True))
        error = sum(self.counts[up - 1] / cards * rare for up, (_, rare) in zip(ups, found, strict=True))
        return ExactValue((1.0 - second, second), error)


def _two_cards() -> list[tuple[int, int]]:
    return [(first, second) for first in RANKS for second in range(first, 11)]


def _two(first: int, second: int) -> Counts:
    return with_card(with_card((0,) * len(RANKS), first), second)


def _chance_of_two(shoe: Array, first: int, second: int) -> float:
    left = shoe.sum()
    then = shoe[second - 1] - (first == second)
    ways = 1 if first == second else 2
    return float(ways * max(shoe[first - 1], 0.0) * max(then, 0.0) / (left * (left - 1)))


def _reach(shoe: Array, first: _Hands) -> Array:
    """How often each first hand comes about if its player always draws: nobody sees it more often."""
    chances = np.zeros(len(first.nodes))
    places = {node.counts: place for place, node in enumerate(first.nodes)}
    for one, other in _two_cards():
        chances[places[_two(one, other)]] = _chance_of_two(shoe, one, other)
    choices = np.full(len(first.nodes), sums.DRAW, dtype=np.int32)
    return sums.reached(sums.card_chances(shoe, first.held), first.steps, choices, chances)
