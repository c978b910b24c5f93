"""The play of one hand for the place: wagers lie, cards come, and every box is played in turn as well as it can be.

Bets and cards lie open, so the game has perfect information: the last box is worked out first, in every state that
the boxes before it can leave, then the box before it, back to the first. Proportions of the shoe are held fixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, cached_property
from hashlib import blake2b
from itertools import product
from typing import Any, NamedTuple, Protocol

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import GAZETTED, Decision, Hand, Rules
from croupier.games.sign import Sign
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.graph import dealer_shares, decision_graph
from croupier.odds.last_hand.stakes import (
    BoxCodes,
    BoxStake,
    box_codes,
    double_amounts,
    most_insurance,
    plain_ends,
)

Array = Any


class PlayModel(Protocol):
    """A way of playing that does not look at the other boxes."""

    def decide(self, up: int, hand: Hand, open_now: tuple[Decision, ...]) -> Decision: ...


class SolveDetail(NamedTuple):
    """How much is told apart."""

    splits: bool = True
    """Pairs may be split into two hands."""
    split_doubles: bool = True
    """The hands of a split may be doubled."""
    sight: bool = True
    """Each player looks at the two cards of the boxes still to be played."""
    insurance: bool = True
    amounts: int = 6
    """How many amounts of a double are looked at."""


class Future(NamedTuple):
    """What stacks are worth before the rounds that are still to come, on a grid."""

    axis: Array
    """The stacks that each player may hold there."""
    values: Array
    """For each point, the last player's stack changing fastest: a column for each player, and the hero's once more."""


class PlaceContest(NamedTuple):
    """What is played for, and by whom."""

    chips: tuple[int, ...]
    """By box from the dealer's left."""
    sign: Sign
    shares: tuple[float, ...]
    """The proportions of the ranks in the shoe."""
    advance: int
    hero: int
    """Whose figures are asked for."""
    tie: float = -1.0
    """The hero's chance in a play-off; an equal share where it is negative."""
    prizes: tuple[float, ...] = ()
    aims_at_prize: bool = False
    models: tuple[PlayModel | None, ...] = ()
    """How each player plays; `None` is as well as can be."""
    rules: Rules = GAZETTED
    future: Future | None = None
    """Where rounds are still to come after this one."""

    @property
    def able(self) -> tuple[int, ...]:
        return tuple(place for place, chips in enumerate(self.chips) if chips >= self.sign.minimum)

    def model(self, box: int) -> PlayModel | None:
        return self.models[box] if self.models else None


class BoxLine:
    """All boxes with one choice of insurance: the states between them, and what every end is worth."""

    def __init__(self, play: HandPlay, insured: tuple[int, ...]) -> None:
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
        self.trans: list[Array] = []
        self.rows: list[Array] = []
        rows = np.tile(np.array(contest.chips, dtype=np.int64), (1, len(graph.results), 1))
        for place, box in enumerate(contest.able[:-1]):
            self.rows.append(rows)
            rows, trans = self._merged(contest, rows, box, place)
            self.trans.append(trans)
        self.rows.append(rows)
        last = self.boxes[-1].finals
        self.trans.append(np.arange(len(rows) * len(last)).reshape(len(rows), len(last)))
        self.ends = play.ends(rows, last)

    def _merged(self, contest: PlaceContest, rows: Array, box: int, place: int) -> tuple[Array, Array]:
        """The states after this box. Those become one between which no later box can tell a difference."""
        finals = self.boxes[place].finals
        grown = np.repeat(rows, len(finals), axis=0)
        grown[:, :, box] = np.tile(finals, (len(rows), 1))
        done = [*contest.able[: place + 1], *(each for each in range(len(contest.chips)) if each not in contest.able)]
        keys = self._keys(contest, grown, done, place)
        index, inverse = _unique(keys)
        return grown[index], inverse.reshape(len(rows), len(finals))

    def _keys(self, contest: PlaceContest, rows: Array, done: list[int], place: int) -> Array:
        """Where each stack lies among those that the boxes to come can end with, and among the others that are done."""
        if contest.future is not None:
            return rows[:, :, done].reshape(len(rows), -1)
        keys = np.zeros((len(rows), rows.shape[1], len(done)), dtype=np.int64)
        for result in range(rows.shape[1]):
            coming = np.unique(np.concatenate([each.finals[:, result] for each in self.boxes[place + 1 :]]))
            values = rows[:, result, done]
            slot = np.searchsorted(coming, values)
            found = coming[np.minimum(slot, len(coming) - 1)] == values
            slots = 2 * slot + found
            same = slots[:, :, None] == slots[:, None, :]
            lower = values[:, :, None] > values[:, None, :]
            key = slots * 16 + (same & lower).sum(axis=2)
            if not contest.prizes:
                higher = (values[:, None, :] > values[:, :, None]).sum(axis=2)
                key[higher >= contest.advance] = -1
            keys[:, result] = key
        return keys.reshape(len(rows), -1)


def _unique(keys: Array) -> tuple[Array, Array]:
    """The first row of each kind, and for each row its kind: by a hash of the row, which is then checked."""
    multipliers = np.array([pow(6364136223846793005, power + 1, 2**63) for power in range(keys.shape[1])], np.int64)
    mixed = (keys * multipliers).sum(axis=1)
    _, index, inverse = np.unique(mixed, return_index=True, return_inverse=True)
    if (keys[index][inverse] != keys).any():
        _, index, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
    return index, inverse.reshape(-1)


@cache
def workers() -> ThreadPoolExecutor:
    """Threads for all sums of this process: the kernels let go of the interpreter's lock."""
    return ThreadPoolExecutor(thread_name_prefix="last-hand")


class HandPlay:
    """One hand with all wagers laid."""

    def __init__(
        self,
        contest: PlaceContest,
        wagers: tuple[int, ...],
        detail: SolveDetail,
        doubled: Mapping[int, int] | None = None,
    ) -> None:
        """`doubled` says by how much a box has been doubled already."""
        self.contest, self.wagers, self.detail = contest, wagers, detail
        self.doubled = doubled or {}
        self.graph = decision_graph(contest.rules)
        self.shares = np.array(contest.shares)
        self.chances = dealer_shares(contest.rules, contest.shares)
        stakes = {box: BoxStake(contest.chips[box], wagers[box]) for box in contest.able}
        self.stakes = stakes
        self.amounts = [self._amounts(box) for box in contest.able]
        insured = tuple(0 for _ in contest.able)
        self.plain = BoxLine(self, insured)

    def _amounts(self, box: int) -> tuple[int, ...]:
        sign = self.contest.sign
        if box in self.doubled:
            return (self.doubled[box],)
        marks = [mark for other, stake in self.stakes.items() if other != box for mark in plain_ends(stake, sign)]
        marks += [chips for other, chips in enumerate(self.contest.chips) if other not in self.stakes]
        return double_amounts(self.stakes[box], sign, tuple(dict.fromkeys(marks)), self.detail.amounts)

    def ends(self, rows: Array, last: Array) -> Array:
        """What every end is worth, for each up card."""
        contest = self.contest
        out = np.zeros((len(RANKS), len(rows) * len(last), len(contest.chips) + bool(contest.prizes)))
        if contest.future is not None:
            kernels.future_worth(rows, last, contest.able[-1], tuple(contest.future), self.chances, out)
            return out
        measure = (
            contest.able[-1],
            contest.advance,
            contest.hero,
            contest.tie,
            np.array(contest.prizes, dtype=np.float64),
            contest.aims_at_prize,
        )
        kernels.places_worth(rows, last, measure, self.chances, out)
        return out

    @property
    def key(self) -> bytes:
        """The same for wagers between which nothing changes, whatever is decided afterwards."""
        parts = [self.plain.ends, *self.plain.trans]
        if self.detail.insurance and self.detail.sight:
            insured = tuple(most_insurance(self.stakes[box], self.contest.sign) for box in self.contest.able)
            line = BoxLine(self, insured)
            parts += [line.ends[:1], *line.trans]
        digest = blake2b(repr((self.detail, [len(each) for each in self.amounts])).encode())
        for part in parts:
            digest.update(np.ascontiguousarray(part).tobytes())
        return digest.digest()

    # Backward from the last box

    @cached_property
    def is_duel(self) -> bool:
        """Two players for one place: what one gains the other loses, so that one column says all."""
        contest = self.contest
        return len(contest.chips) == 2 and contest.future is None and not contest.prizes  # noqa: PLR2004

    def line(self, insured: tuple[int, ...]) -> BoxLine:
        """All boxes with that insurance on each."""
        return BoxLine(self, insured)

    def at(
        self,
        up: int,
        line: Any,
        place: int,
        later: Array,
        *,
        keep: bool = False,
        forced: tuple[int, int] | None = None,
    ) -> tuple[Array, Array]:
        """One box against one up card: the value of each start in each state, and what is decided where asked for.

        `forced` names one node and what is decided there, whatever it is worth.
        """
        fixed = self.fixed(self.contest.able[place], up, line.boxes[place])
        if forced is not None:
            fixed[forced[0]] = forced[1]
        if not self.is_duel:
            return self._at(up, line, place, later, (self.contest.able[place], fixed), keep=keep)
        own = np.ascontiguousarray(later[:, :, place : place + 1])
        out, chosen = self._at(up, line, place, own, (0, fixed), keep=keep)
        both = (out, 1.0 - out) if place == 0 else (1.0 - out, out)
        return np.concatenate(both, axis=3), chosen

    def _at(
        self, up: int, line: Any, place: int, later: Array, way: tuple[int, Array], *, keep: bool
    ) -> tuple[Array, Array]:
        graph, codes = self.graph, line.boxes[place]
        states, rests, width = len(line.trans[place]), later.shape[1], later.shape[2]
        out = np.zeros((states, len(graph.starts), rests, width))
        chosen = np.zeros((states, rests, len(graph.hands)) if keep else (0, 0, 0), dtype=np.int64)
        tables = self._tables
        kernels.play_box(
            (graph.stand, graph.after, graph.doubled),
            self.shares,
            tables,
            (len(graph.kinds), len(codes.amounts), codes.split_doubles, graph.natural, up == machine.ACE),
            (*way, codes.can_split),
            line.trans[place],
            np.ascontiguousarray(later),
            out,
            chosen,
        )
        return out, chosen

    @cached_property
    def _tables(self) -> Any:
        graph = self.graph
        origins = np.array([hand.origin for hand in graph.hands])
        dealt = np.nonzero(origins == machine.HandOrigin.DEALT)[0]
        split = np.nonzero(origins != machine.HandOrigin.DEALT)[0]
        return graph.pair, graph.second, dealt, split, np.array(graph.starts)

    def fixed(self, box: int, up: int, codes: BoxCodes) -> Array:
        """What a model decides at each node; all -1 where the player plays as well as can be."""
        model = self.contest.model(box)
        graph = self.graph
        if model is None:
            return np.full(len(graph.hands), kernels.BEST, dtype=np.int64)
        decided = [self._modelled(model, up, hand, codes) for hand in graph.hands]
        return np.array(decided, dtype=np.int64)

    def _modelled(self, model: PlayModel, up: int, hand: Hand, codes: BoxCodes) -> int:
        is_dealt = hand.origin == machine.HandOrigin.DEALT
        may_double = bool(codes.amounts) if is_dealt else codes.split_doubles > 1
        open_now = tuple(
            each
            for each in machine.decisions(hand, 1, self.graph.rules)
            if (each is not Decision.DOUBLE or may_double)
            and (each is not Decision.SPLIT or (codes.can_split and is_dealt))
        )
        return int(model.decide(up, hand, open_now)) if open_now else int(Decision.STAND)

    @cached_property
    def start_chances(self) -> Array:
        return self.graph.chances_of_starts(self.shares)

    def levels(self, up: int, line: BoxLine) -> Iterator[tuple[int, Array]]:
        """From the last box to the first: the values that each leaves to the box before it."""
        later = line.ends[up - 1][:, None, :]
        for place in range(len(self.contest.able) - 1, -1, -1):
            yield place, later
            out, _ = self.at(up, line, place, later)
            if self.detail.sight:
                later = out.reshape(out.shape[0], -1, out.shape[3])
            else:
                later = np.einsum("scrm,c->srm", out, self.start_chances)
        yield -1, later

    def of_line(self, up: int, line: BoxLine) -> Array:
        """The value of each deal of all boxes, or the mean where nobody looks at boxes still to be played."""
        *_, (_, later) = self.levels(up, line)
        return later[0]

    def against(self, up: int) -> Array:
        """As `of_line`, with insurance where the dealer shows an ace: each box in turn, all cards being open."""
        plain = self.of_line(up, self.plain)
        if up != machine.ACE or not self.detail.insurance or not self.detail.sight:
            return plain
        able = self.contest.able
        most = [most_insurance(self.stakes[box], self.contest.sign) for box in able]
        values = np.zeros((2,) * len(able) + plain.shape)
        for choice in product((0, 1), repeat=len(able)):
            insured = tuple(each * amount for each, amount in zip(choice, most, strict=True))
            barred = any(self.contest.model(box) is not None and each for box, each in zip(able, choice, strict=True))
            if not any(insured) or barred:
                values[choice] = plain
                continue
            values[choice] = self.of_line(up, BoxLine(self, insured))
        for place in range(len(able) - 1, -1, -1):
            without, with_it = np.take(values, 0, axis=place), np.take(values, 1, axis=place)
            box = able[place]
            if self.contest.model(box) is not None:
                values = without
            else:
                better = with_it[..., box] > without[..., box] + kernels.SLACK
                values = np.where(better[..., None], with_it, without)
        return values

    @cached_property
    def value(self) -> Array:
        """What each player maximises; behind these, where there are prizes, the hero's other measure."""
        if self.detail.sight:
            weights = np.ones(1)
            for _ in self.contest.able:
                weights = np.multiply.outer(weights, self.start_chances).reshape(-1)
        else:
            weights = np.ones(1)
        found = list(workers().map(self.against, RANKS))
        total = sum(share * (weights @ values) for share, values in zip(self.shares, found, strict=True))
        return np.asarray(total)
