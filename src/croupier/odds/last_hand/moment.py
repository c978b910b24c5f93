"""One decision in the middle of the hand: what each choice of the box in turn is worth, all cards lying open."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Hand
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.deals import later_of
from croupier.odds.last_hand.lines import BoxLine, SeenCards
from croupier.odds.last_hand.play import HandPlay, PlayModel
from croupier.odds.last_hand.stakes import most_insurance

Array = Any


class PlaceChoice(NamedTuple):
    """One thing that the player may do now, and the value of every player after it."""

    decision: str
    amount: int
    """What is added by it: a double, a split, insurance."""
    value: Array


STAND, DRAW, DOUBLE, SPLIT = "stand", "draw", "double", "split"
INSURE, NO_INSURANCE, EARLY = "insure", "no insurance", "settle early"
NAMES = {Decision.STAND: STAND, Decision.DRAW: DRAW, Decision.DOUBLE: DOUBLE, Decision.SPLIT: SPLIT}


class DecisionMoment:
    """The box in turn, in one state of those before it, with one deal of those after it."""

    def __init__(self, play: HandPlay, up: int, place: int, line: Any, later: Array) -> None:
        """`later` is what the states after this box are worth."""
        self.play, self.up, self.place, self.line, self.later = play, up, place, line, later
        self.state = self.rest = 0
        self.known: dict[int, Array] = {}

    @classmethod
    def of_any(cls, play: HandPlay, up: int, place: int) -> DecisionMoment:
        """Whatever the other boxes hold or have come to: see `beside`."""
        later = next(later for at, later in play.levels(up, play.plain) if at == place)
        return cls(play, up, place, play.plain, later)

    @classmethod
    def of_seen(
        cls, play: HandPlay, seen: SeenCards, place: int, insured: tuple[int, ...] | None = None
    ) -> DecisionMoment:
        """With the cards that lie on the table: those before have ended, those after wait."""
        line = BoxLine(play, insured or tuple(0 for _ in seen.boxes), seen)
        return cls(play, seen.up, place, line, later_of(play, line, seen, place + 1))

    def beside(self, state: int, rest: int) -> DecisionMoment:
        """The same box in another state or against another deal."""
        other = copy(self)
        other.state, other.rest, other.known = state, rest, {}
        return other

    @property
    def own(self) -> int:
        return self.play.contest.able[self.place]

    def _end(self, code: int) -> Array:
        return self.later[self.line.trans[self.place][self.state, code], self.rest]

    def _mean(self, values: list[Array]) -> Array:
        return np.asarray(sum(share * value for share, value in zip(self.play.shares, values, strict=True)))

    def played(self, node: int) -> Array:
        """A hand of three cards or more, played on as well as can be."""
        if node not in self.known:
            self.known[node] = self._played(node)
        return self.known[node]

    def _played(self, node: int) -> Array:
        graph = self.play.graph
        stands = self._end(graph.stand[node]) if graph.stand[node] >= 0 else None
        if graph.after[node, 0] < 0:
            return np.asarray(stands)
        draws = self.draws(node)
        is_better = stands is not None and stands[self.own] >= draws[self.own] - kernels.SLACK
        return np.asarray(stands) if is_better else draws

    def draws(self, node: int) -> Array:
        return self._mean([self.played(after) for after in self.play.graph.after[node]])

    def choices(self, hand: Hand) -> tuple[PlaceChoice, ...]:
        """From the best down."""
        return tuple(sorted(self._choices(hand), key=lambda choice: -choice.value[self.own]))

    def _choices(self, hand: Hand) -> Iterator[PlaceChoice]:
        graph, codes = self.play.graph, self.line.boxes[self.place]
        node, kinds = graph.node_of(hand), len(graph.kinds)
        if machine.is_over(hand):
            yield PlaceChoice(STAND, 0, self._end(graph.stand[node]))
            if machine.is_blackjack(hand) and self.up == machine.ACE:
                yield PlaceChoice(EARLY, 0, self._end(kinds))
            return
        if graph.stand[node] >= 0:
            yield PlaceChoice(STAND, 0, self._end(graph.stand[node]))
        yield PlaceChoice(DRAW, 0, self.draws(node))
        if graph.doubled[node, 0] >= 0:
            for number, amount in enumerate(codes.amounts):
                base = kinds + 1 + number * kinds
                yield PlaceChoice(DOUBLE, amount, self._mean([self._end(base + kind) for kind in graph.doubled[node]]))
        if graph.pair[node] and codes.can_split:
            yield PlaceChoice(SPLIT, self.play.wagers[self.own], self._split(node))

    def _split(self, node: int) -> Array:
        """The same sums as everywhere, with this one pair made to be split."""
        play = self.play
        at_one = self.later[:, self.rest : self.rest + 1]
        line = _OneState(self.line, self.place, self.state)
        out, _ = play.at(self.up, line, self.place, at_one, forced=(node, int(Decision.SPLIT)))
        return np.asarray(out[0, play.graph.starts.index(node), 0])

    def by_model(self, model: PlayModel, hand: Hand) -> PlaceChoice:
        """What a model would do here, everything after it being played as well as can be."""
        found = self.choices(hand)
        names = {choice.decision for choice in found}
        open_now = tuple(decision for decision, name in NAMES.items() if name in names)
        wanted = NAMES[model.decide(self.up, hand, open_now)] if not machine.is_over(hand) else STAND
        full = [choice for choice in found if choice.decision == wanted]
        return max(full, key=lambda choice: choice.amount)


class _OneState:
    """A line of boxes seen from one state."""

    def __init__(self, line: Any, place: int, state: int) -> None:
        self.boxes = line.boxes
        self.trans = {place: line.trans[place][state : state + 1]}


def insurance_choices(play: HandPlay, place: int, seen: SeenCards, hand: Hand) -> tuple[PlaceChoice, ...]:
    """Insurance or none, before the first box is played: the best that follows; nobody else insures."""
    box = play.contest.able[place]
    most = most_insurance(play.stakes[box], play.contest.sign)
    found = []
    for name, amount in ((NO_INSURANCE, 0), (INSURE, most)):
        if name == INSURE and not most:
            continue
        insured = tuple(amount if each == place else 0 for each in range(len(play.contest.able)))
        moment = DecisionMoment.of_seen(play, seen, place, insured)
        found.append(PlaceChoice(name, amount, moment.choices(hand)[0].value))
    return tuple(sorted(found, key=lambda choice: -choice.value[box]))


def state_after(play: HandPlay, codes: tuple[int, ...]) -> int:
    """The state that boxes leave which have ended with these codes."""
    state = 0
    for place, code in enumerate(codes):
        state = int(play.plain.trans[place][state, code])
    return state
