"""One chunk of a blackjack job: shoe after shoe by compiled code, and what a shoe that runs out needs besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from croupier.games.blackjack.cards import Card, Pile
from croupier.games.blackjack.state import BlackjackTable
from croupier.simulate.blackjack.kernels import many_boxes, whole_table
from croupier.simulate.blackjack.kernels.whole_table import RAN_OUT, shuffled
from croupier.simulate.blackjack.player import Pack, PlayedRound, Player
from croupier.simulate.blackjack.prepared import PreparedBlackjack
from croupier.simulate.blackjack.tabulated.tables import BoxOutcome
from croupier.simulate.draws import SHOES, refill_stream, stream
from croupier.simulate.job import Task, Totals
from croupier.simulate.stopping import check

Array = Any
NO_LAST = 1 << 62
"""In place of a last shoe: there is none."""


def order_of_shoe(job: PreparedBlackjack, seed: int, chunk: int, shoe: int) -> Array:
    """The cards of a shoe in the order in which they come."""
    cards = job.template.copy()
    shuffled(stream(seed, chunk), shoe, cards)
    return cards


class Refill(Pack):
    """The rest of a shoe, and then what is shuffled anew in the middle of a round."""

    def __init__(self, player: Player, cards: Sequence[Card], where: tuple[int, int, int]) -> None:
        super().__init__(cards)
        self.player, self.where = player, where
        self.loaded = 0

    def load(self, table: BlackjackTable) -> None:
        self.put(refilled(self.player, table.shoe.pile, (*self.where, self.loaded)))
        self.loaded += 1


def refilled(player: Player, pile: Pile, where: tuple[int, int, int, int]) -> list[Card]:
    """The cards of a rack, shuffled: which order that is, seed, chunk, shoe and the number of the refill decide."""
    order = np.array(player.order_of(pile), dtype=np.uint8)
    shuffled(refill_stream(*where), 0, order)
    return player.cards_of(order.tolist(), pile)


class ChunkRun:
    """The rounds of one chunk, walked box by box."""

    def __init__(self, job: PreparedBlackjack, seed: int, task: Task, recorded: int = 0) -> None:
        self.job, self.seed, self.task = job, seed, task
        setup = job.setup
        self.counts = np.zeros((setup.boxes, len(job.made.outcomes)), np.int64)
        self.sums = np.zeros(5, np.int64)
        self.record = np.zeros((recorded, 3 + setup.boxes), np.int64)
        """Of the first rounds: the shoe, the places before the first and after the last card, each box's outcome."""
        self.base = stream(seed, task.number)
        tables = job.made.tables
        self._tables = (*tables[:2], np.array(tables.bounds), *tables[3:])
        self._counting = (np.array(setup.marks), np.array(setup.level_of_count))
        self._pays = (job.nets, np.array([stake // job.unit for stake in setup.levels]))
        self._totals = (self.counts, self.sums)

    def play(self) -> None:
        if self.job.setup.fresh:
            plan = (self.base, self.task.rounds, self.record, self.job.values, self.job.start)
            whole_table.from_fresh_shoes(
                self._tables, self.job.template, plan, self._counting, self._pays, self._totals
            )
            return
        shoe, done = 0, 0
        while done < self.task.rounds:
            if self._is_plain and shoe % SHOES == 0:
                shoe, done = self._side_by_side(shoe, done)
            ended, shoe, place, done = self._from_shoes(shoe, done)
            if ended == RAN_OUT:
                done = self._refilled(shoe, place, done)
                shoe += 1

    @property
    def _is_plain(self) -> bool:
        """Whether nobody counts and nothing is recorded."""
        return len(self.job.setup.strategy.counts) == 1 and not len(self.record)

    @property
    def _depth(self) -> tuple[int, int]:
        return self.job.setup.burnt, self.job.setup.before_cut

    def _side_by_side(self, shoe: int, done: int) -> tuple[int, int]:
        """Four shoes at a time while that goes well: the next shoe, and how many rounds are done."""
        after, _, bounds, needs, starts, dealer, settled = self._tables
        nets, stakes = self._pays
        plan = (self.base, shoe, *self._depth, self.task.rounds, done)
        tables = (after, bounds, needs, starts, dealer, settled[0])
        found = many_boxes.side_by_side(tables, self.job.template, plan, (nets, int(stakes[0])), self._totals)
        return tuple(map(int, found))  # type: ignore[return-value]

    def _from_shoes(self, shoe: int, done: int) -> tuple[int, int, int, int]:
        """One shoe after the other; where four go side by side, only up to the next four."""
        job = self.job
        last = (shoe // SHOES + 1) * SHOES if self._is_plain else NO_LAST
        plan = (self.base, shoe, last, *self._depth, self.task.rounds, done, self.record, job.values, job.start)
        found = whole_table.from_shoes(self._tables, job.template, plan, self._counting, self._pays, self._totals)
        return tuple(map(int, found))  # type: ignore[return-value]

    # A shoe that runs out

    def play_on(self, shoe: int, place: int) -> int:
        """Only what follows in a shoe from the round in which it runs out: how many rounds that are."""
        return self._refilled(shoe, place, 0)

    def _refilled(self, shoe: int, place: int, done: int) -> int:
        """The round in which the shoe runs out, at the real table, and what follows from the cards shuffled anew."""
        setup, player = self.job.setup, self.job.player
        order = order_of_shoe(self.job, self.seed, self.task.number, shoe).tolist()
        cards = player.cards_of(order, player.whole)
        table = player.mid_shoe(cards[place:], cards[: setup.burnt], setup.before_cut - place)
        supply = Refill(player, cards[place:], (self.seed, self.task.number, shoe))
        seen = self.job.start + sum(int(self.job.values[each]) for each in order[setup.burnt : place])
        while True:
            check()
            played = player.play(table, supply, seen)
            self._add(played, done, shoe)
            done += 1
            until = played.table.shoe.until_cutting_card
            left = supply.cards[supply.next :]
            if until is None or done >= self.task.rounds:
                return done
            codes = np.array([player.place(card) for card in left], dtype=np.uint8)
            plan = (shoe, until, self.task.rounds, done, self.record, self.job.values, played.seen)
            found = whole_table.from_one_shoe(self._tables, codes, plan, self._counting, self._pays, self._totals)
            ended, place, done = map(int, found)
            if ended != RAN_OUT:
                return done
            seen = played.seen + sum(int(self.job.values[each]) for each in codes[:place])
            table = player.mid_shoe(left[place:], (), until - place)
            supply.next += place

    def _add(self, played: PlayedRound, done: int, shoe: int) -> None:
        """A round of the real table among those of compiled code."""
        numbers = [
            self.job.number(BoxOutcome(played.stake, gains, label))
            for gains, label in zip(played.gains, played.labels, strict=True)
        ]
        for box, number in enumerate(numbers):
            self.counts[box, number] += 1
        unit = self.job.unit
        net = sum(self.job.made.outcomes[number].net for number in numbers) // unit
        wagered = len(numbers) * played.stake // unit
        self.sums += np.array([net, net**2, wagered, wagered**2, net * wagered])
        if done < len(self.record):
            self.record[done] = (shoe, -1, -1, *numbers)

    def count_whole(self, found: Array) -> None:
        """Counts of whole rounds as those of a table with one box."""
        for number, times in zip(self.job.made.whole_outcomes, found, strict=True):
            self.counts[0, number] = times
        nets = self.job.nets
        stake = self.job.setup.levels[0] // self.job.unit
        rounds = int(found.sum())
        net = int(self.counts[0] @ nets)
        self.sums[:] = (net, int(self.counts[0] @ nets**2), rounds * stake, rounds * stake**2, net * stake)

    def totals(self) -> Totals:
        unit = self.job.unit
        net, net_squared, wagered, wagered_squared, net_wagered = map(int, self.sums)
        return Totals(
            self.task.rounds,
            tuple(map(int, self.counts.ravel())),
            net * unit,
            net_squared * unit**2,
            wagered * unit,
            wagered_squared * unit**2,
            net_wagered * unit**2,
        )
