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
from croupier.odds.last_hand.lines import BoxLine
from croupier.odds.last_hand.reach import Reach
from croupier.odds.last_hand.stakes import BoxCodes, BoxStake, double_amounts, most_insurance, plain_ends

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
        self._decided: dict[tuple[int, int], list[int]] = {}

    @cached_property
    def plain(self) -> BoxLine:
        """Nobody insured."""
        return BoxLine(self, tuple(0 for _ in self.contest.able))

    def _amounts(self, box: int) -> tuple[int, ...]:
        sign = self.contest.sign
        if box in self.doubled:
            return (self.doubled[box],)
        marks = [mark for other, stake in self.stakes.items() if other != box for mark in plain_ends(stake, sign)]
        marks += [chips for other, chips in enumerate(self.contest.chips) if other not in self.stakes]
        return double_amounts(self.stakes[box], sign, tuple(dict.fromkeys(marks)), self.detail.amounts)

    def results_of(self, up: int) -> Array:
        """The classes of the dealer's hand that can come about, whatever is shown or with this card."""
        chances = self.chances[up - 1 : up] if up else self.chances
        return np.nonzero(chances.any(axis=0))[0]

    def ends(self, rows: Array, last: Array, up: int = 0) -> Array:
        """What every end is worth, for each up card, or for the one that is seen."""
        contest = self.contest
        chances = (self.chances[up - 1 : up] if up else self.chances)[:, self.results_of(up)]
        out = np.zeros((len(chances), len(rows) * len(last), len(contest.chips) + bool(contest.prizes)))
        if contest.future is not None:
            kernels.future_worth(rows, last, contest.able[-1], tuple(contest.future), chances, out)
            return out
        measure = (
            contest.able[-1],
            contest.advance,
            contest.hero,
            contest.tie,
            np.array(contest.prizes, dtype=np.float64),
            contest.aims_at_prize,
        )
        kernels.places_worth(rows, last, measure, chances, out)
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

    def at(
        self,
        up: int,
        line: Any,
        place: int,
        later: Array,
        *,
        keep: bool = False,
        forced: tuple[int, int] | None = None,
        held: Reach | None = None,
    ) -> tuple[Array, Array]:
        """One box against one up card: the value of each start in each state, and what is decided where asked for.

        `forced` names one node and what is decided there, whatever it is worth. Where it is known what the box holds,
        that is the one start.
        """
        fixed = self.fixed(self.contest.able[place], up, line.boxes[place])
        if forced is not None:
            fixed[forced[0]] = forced[1]
        tables = self._tables if held is None else self._tables_of(held)
        if not self.is_duel:
            return self._at(up, line, place, later, (self.contest.able[place], fixed, tables), keep=keep)
        own = np.ascontiguousarray(later[:, :, place : place + 1])
        out, chosen = self._at(up, line, place, own, (0, fixed, tables), keep=keep)
        both = (out, 1.0 - out) if place == 0 else (1.0 - out, out)
        return np.concatenate(both, axis=3), chosen

    def _at(
        self, up: int, line: Any, place: int, later: Array, way: tuple[int, Array, Any], *, keep: bool
    ) -> tuple[Array, Array]:
        graph, codes = self.graph, line.boxes[place]
        column, fixed, tables = way
        states, rests, width = len(line.trans[place]), later.shape[1], later.shape[2]
        out = np.zeros((states, len(tables[-1]), rests, width))
        chosen = np.zeros((states, rests, len(graph.hands)) if keep else (0, 0, 0), dtype=np.int64)
        kernels.play_box(
            (graph.stand, graph.after, graph.doubled),
            self.shares,
            tables,
            (len(graph.kinds), len(codes.amounts), codes.split_doubles, graph.natural, up == machine.ACE),
            (column, fixed, codes.can_split),
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

    def _tables_of(self, held: Reach) -> Any:
        """The same for one hand: its own nodes, and its own pair as the only one."""
        graph = self.graph
        pair = np.zeros(len(graph.hands), dtype=np.int64)
        pair[held.node] = bool(held.pair)
        second = graph.second[held.pair - 1 : held.pair] if held.pair else graph.second[:1]
        return pair, second, held.nodes, held.split_nodes, np.array([held.node])

    def fixed(self, box: int, up: int, codes: BoxCodes) -> Array:
        """What a model decides at each node; all -1 where the player plays as well as can be."""
        model = self.contest.model(box)
        if model is None:
            return np.full(len(self.graph.hands), kernels.BEST, dtype=np.int64)
        if (box, up) not in self._decided:
            self._decided[box, up] = [self._modelled(model, up, hand, codes) for hand in self.graph.hands]
        return np.array(self._decided[box, up], dtype=np.int64)

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
