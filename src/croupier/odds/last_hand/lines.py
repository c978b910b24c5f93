"""All boxes of one hand with one choice of insurance: the states between them, and what every end is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.reach import Reach, codes_of
from croupier.odds.last_hand.stakes import BoxStake, box_codes

Array = Any
HandPlay = Any
"""The hand that these boxes belong to (`play.py`), which is made of such lines."""
PlaceContest = Any


class SeenCards(NamedTuple):
    """The cards on the table: the dealer's, and for each box the hand that it holds or the code that it ended with."""

    up: int
    boxes: tuple[Reach | int, ...]


class BoxLine:
    """All boxes with one choice of insurance: the states between them, and what every end is worth."""

    def __init__(self, play: HandPlay, insured: tuple[int, ...], seen: SeenCards | None = None) -> None:
        """With the cards seen there are only the ends that they leave open: far fewer states."""
        contest, graph = play.contest, play.graph
        self.boxes = [
            box_codes(
                graph,
                BoxStake(contest.chips[box], play.wagers[box], insured[place]),
                contest.sign,
                play.amounts[place],
                splits=play.detail.splits,
                split_doubles=play.detail.split_doubles,
            )
            for place, box in enumerate(contest.able)
        ]
        self.codes = [np.arange(len(each.finals)) for each in self.boxes] if seen is None else self._open(play, seen)
        """The codes with which each box may end."""
        up = 0 if seen is None else seen.up
        self.results = play.results_of(up)
        """The classes of the dealer's hand that can come about."""
        found = [self._stacks(place) for place in range(len(self.boxes))]
        self.stacks, self.stack_of = [each for each, _ in found], [each for _, each in found]
        """The stacks with which each box may end, and for each of its codes which of them. Many codes come to the same:
        two hands of a split do in either order."""
        self.trans: list[Array] = []
        self.rows: list[Array] = []
        rows = np.tile(np.array(contest.chips, dtype=np.int64), (1, len(self.results), 1))
        for place, box in enumerate(contest.able[:-1]):
            self.rows.append(rows)
            rows, trans = self._merged(contest, rows, box, place)
            self.trans.append(trans)
        self.rows.append(rows)
        last = self.stacks[-1]
        self.trans.append(self._spread(np.arange(len(rows) * len(last)).reshape(len(rows), len(last)), -1))
        self.ends = play.ends(rows, last, up)

    def _open(self, play: HandPlay, seen: SeenCards) -> list[Array]:
        is_early = seen.up == machine.ACE
        return [
            np.array([held]) if isinstance(held, int) else codes_of(play.graph, held, codes, is_early=is_early)
            for held, codes in zip(seen.boxes, self.boxes, strict=True)
        ]

    def _stacks(self, place: int) -> tuple[Array, Array]:
        return _unique(self.boxes[place].finals[self.codes[place]][:, self.results], as_rows=True)

    def _spread(self, found: Array, place: int) -> Array:
        """A column for each code of the box; what it cannot end with leads nowhere and is never looked up."""
        trans = np.zeros((len(found), len(self.boxes[place].finals)), dtype=np.int64)
        trans[:, self.codes[place]] = found[:, self.stack_of[place]]
        return trans

    def _merged(self, contest: PlaceContest, rows: Array, box: int, place: int) -> tuple[Array, Array]:
        """The states after this box. Those become one between which no later box can tell a difference."""
        stacks = self.stacks[place]
        grown = np.repeat(rows, len(stacks), axis=0)
        grown[:, :, box] = np.tile(stacks, (len(rows), 1))
        done = [*contest.able[: place + 1], *(each for each in range(len(contest.chips)) if each not in contest.able)]
        keys = self._keys(contest, grown, done, place)
        index, inverse = _unique(keys)
        return grown[index], self._spread(inverse.reshape(len(rows), len(stacks)), place)

    def _keys(self, contest: PlaceContest, rows: Array, done: list[int], place: int) -> Array:
        """Where each stack lies among those that the boxes to come can end with, and among the others that are done.

        Who goes on whatever comes takes one place from the others, and who cannot go on takes none: where their stacks
        lie makes no difference.
        """
        if contest.future is not None:
            return rows[:, :, done].reshape(len(rows), -1)
        later = self.stacks[place + 1 :]
        results = range(rows.shape[1])
        coming = [np.unique(np.concatenate([each[:, result] for each in later])) for result in results]
        starts = np.cumsum([0, *(len(each) for each in coming)])
        lowest = np.array([[each[:, result].min() for each in later] for result in results])
        highest = np.array([[each[:, result].max() for each in later] for result in results])
        keys = np.zeros((len(rows), len(results), len(done)), dtype=np.int64)
        bounds = (np.concatenate(coming), starts, lowest, highest)
        kernels.state_keys(rows, np.array(done), bounds, (contest.advance, bool(contest.prizes)), keys)
        return keys.reshape(len(rows), -1)


def _unique(keys: Array, *, as_rows: bool = False) -> tuple[Array, Array]:
    """The first row of each kind, and for each row its kind: by a hash of the row, which is then checked."""
    multipliers = np.array([pow(6364136223846793005, power + 1, 2**63) for power in range(keys.shape[1])], np.int64)
    mixed = (keys * multipliers).sum(axis=1)
    _, index, inverse = np.unique(mixed, return_index=True, return_inverse=True)
    if (keys[index][inverse] != keys).any():
        _, index, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return keys[index] if as_rows else index, inverse.reshape(-1)
