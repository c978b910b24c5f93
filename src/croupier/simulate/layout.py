"""Roulette, the money wheel and Tai-Sai, simulated: any wagers at once, in whole cents as the table pays them.

A round of these games is one result out of some that are equally likely. The compiled code counts how often each came;
all else follows from the counts, exactly, for what a wager comes to on each result is settled by the game beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import sha256
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from msgspec import Struct, json

from croupier.games.acts import BuyIn, CashOut
from croupier.games.layout.game import Game
from croupier.games.layout.lines import judged
from croupier.games.layout.opening import new_table
from croupier.games.layout.table import LayoutTable
from croupier.games.position import Placed, Position
from croupier.games.sign import Sign
from croupier.games.table import Outcome, handed_back
from croupier.games.wagers import NoMoreBets, Wager
from croupier.odds.combination import ANY_AMOUNT, PLAYER, Combination, combination
from croupier.simulate import spins
from croupier.simulate.draws import stream
from croupier.simulate.job import Chunk, Task, Totals, tasks

SCHEME = "spins 1"
"""How results are drawn. Another name is due when the same seed no longer draws the same results."""


class WagerEnd(NamedTuple):
    """What a wager comes to on one result."""

    outcome: Outcome
    gain: int
    """In cents, below nothing where the stake is lost."""


class LayoutJob(Struct, frozen=True):
    """One player's wagers, made again in every round. Its outcomes are the results of the game, in the game's order."""

    game: Game
    sign: Sign
    wagers: tuple[tuple[Position, int], ...]
    """Each position with all that lies on it, in the order of positions."""
    ends: tuple[tuple[WagerEnd, ...], ...]
    """Of each wager, on each result."""
    nets: tuple[int, ...]
    """What all the wagers gain together, on each result."""

    @property
    def stake(self) -> int:
        return sum(stake for _position, stake in self.wagers)

    @property
    def identity(self) -> str:
        """What the odds and the chips make of the wagers is all that decides the totals, and all that is hashed."""
        wagers = [(position.kind, position.numbers, stake) for position, stake in self.wagers]
        decisive = (SCHEME, self.game.id, self.sign.smallest_chip, wagers, self.ends)
        return sha256(json.encode(decisive)).hexdigest()

    def run(self, seed: int, task: Task) -> Chunk:
        _refuse_too_many(task.rounds)
        base, results = stream(seed, task.number), len(self.nets)
        spins.counted(base, 0, results)  # loads the compiled code, which takes its time once
        start = perf_counter()
        counts = spins.counted(base, task.rounds, results)
        seconds = perf_counter() - start
        return Chunk(self.totals(tuple(counts.tolist())), seconds)

    def totals(self, counts: tuple[int, ...]) -> Totals:
        """What it comes to when each result came so often."""
        rounds, net, net_squared = _summed(counts, self.nets)
        stake = self.stake
        return Totals(rounds, counts, net, net_squared, stake * rounds, stake**2 * rounds, net * stake)

    def results(self, seed: int, task: Task) -> Iterator[int]:
        """Which of the game's results came, round by round."""
        _refuse_too_many(task.rounds)
        yield from map(int, spins.in_order(stream(seed, task.number), task.rounds, len(self.nets)))


def layout_job(game: Game, wagers: Iterable[tuple[Position, int]], sign: Sign | None = None) -> LayoutJob:
    """These wagers, each a position of the game with a stake in cents, ready to run.

    Raises `Refused` for what a table with this sign refuses; without a sign it is one that limits nothing and has 50
    cents for its smallest chip. Stakes on one position are one wager (ruling R21).
    """
    sign = ANY_AMOUNT if sign is None else sign
    laid = combination(game, wagers, sign).wagers
    table = new_table(game, sign, None, None, ())
    ends = tuple(tuple(_end(table, wager, result) for result in game.outcomes) for wager in laid)
    nets = tuple(sum(end.gain for end in on_result) for on_result in zip(*ends, strict=True))
    return LayoutJob(game, sign, laid, ends, nets)


def _end(table: LayoutTable, wager: tuple[Position, int], result: Any) -> WagerEnd:
    position, stake = wager
    line = judged(table, Placed(PLAYER, position, stake), position, result)
    return WagerEnd(line.outcome, handed_back(line.outcome, stake, line.pays) - stake)


def _refuse_too_many(rounds: int) -> None:
    if not 0 <= rounds <= spins.MOST_ROUNDS:
        raise ValueError(f"A chunk has at most {spins.MOST_ROUNDS} rounds, not {rounds}.")


def _summed(counts: Iterable[int], gains: Iterable[int]) -> tuple[int, int, int]:
    """How many rounds there were, what was gained in them, and its squares."""
    rounds = net = net_squared = 0
    for count, gain in zip(counts, gains, strict=True):
        rounds += count
        net += count * gain
        net_squared += count * gain**2
    return rounds, net, net_squared


# What the totals say


class Measured(Struct, frozen=True):
    """What stakes came to, beside what they come to by the exact odds. Edges are positive for the house."""

    rounds: int
    stake: int
    """In one round."""
    net: int
    """What the player gained, in cents."""
    net_squared: int
    """Round by round."""
    exact: Combination

    @property
    def edge(self) -> Fraction:
        """What the house kept of each unit staked."""
        return Fraction(-self.net, self.stake * self.rounds)

    @property
    def variance(self) -> Fraction:
        """Of the player's result, for a stake of one."""
        squares = self.net_squared - Fraction(self.net**2, self.rounds)
        return squares / max(self.rounds - 1, 1) / self.stake**2

    @property
    def standard_error(self) -> float:
        """Of the edge."""
        return sqrt(self.variance / self.rounds)

    @property
    def edge_percent(self) -> float:
        return float(self.edge * 100)

    @property
    def standard_error_percent(self) -> float:
        return self.standard_error * 100

    @property
    def z(self) -> float:
        """By how many standard errors, as the exact odds have them, the edge lies above the exact one.

        Where every result comes to the same, nothing can deviate.
        """
        exact_variance = self.exact.variance / self.exact.stake**2
        if exact_variance == 0:
            return 0.0
        return float(self.edge - self.exact.edge) / sqrt(exact_variance / self.rounds)


class WagerMeasured(Struct, frozen=True):
    """One of the wagers, by itself."""

    position: Position
    ended: dict[Outcome, int]
    """How often it ended in each way."""
    measured: Measured

    @property
    def won(self) -> int:
        return self.ended[Outcome.WIN]

    @property
    def lost(self) -> int:
        return self.ended[Outcome.LOSE]

    @property
    def stood_off(self) -> int:
        return self.ended[Outcome.STAND_OFF]


class LayoutFigures(Struct, frozen=True):
    """All that the totals of a layout say."""

    whole: Measured
    wagers: tuple[WagerMeasured, ...]
    histogram: dict[int, int]
    """How often each net result came, from the best to the worst; all that can come are there."""


def figures(job: LayoutJob, totals: Totals) -> LayoutFigures:
    """Raises `ValueError` where no round was played, for then there is nothing to say."""
    if totals.rounds == 0:
        raise ValueError("No round was played.")
    exact = combination(job.game, job.wagers, job.sign)
    return LayoutFigures(
        whole=Measured(totals.rounds, job.stake, totals.net, totals.net_squared, exact),
        wagers=tuple(_wager(job, place, totals.counts) for place in range(len(job.wagers))),
        histogram=_histogram(totals.counts, job.nets),
    )


def _wager(job: LayoutJob, place: int, counts: tuple[int, ...]) -> WagerMeasured:
    position, stake = job.wagers[place]
    ends = job.ends[place]
    ended = dict.fromkeys(Outcome, 0)
    for count, end in zip(counts, ends, strict=True):
        ended[end.outcome] += count
    rounds, net, net_squared = _summed(counts, (end.gain for end in ends))
    alone = combination(job.game, ((position, stake),), job.sign)
    return WagerMeasured(position, ended, Measured(rounds, stake, net, net_squared, alone))


def _histogram(counts: tuple[int, ...], nets: tuple[int, ...]) -> dict[int, int]:
    found = dict.fromkeys(sorted(nets, reverse=True), 0)
    for count, net in zip(counts, nets, strict=True):
        found[net] += count
    return found


# Played at a table


def played(job: LayoutJob, seed: int, rounds: int) -> Totals:
    """The first rounds of a run, played act by act at one real table: what it pays is counted, not what the job says.

    A run that is in order has the same totals.
    """
    table = new_table(job.game, job.sign, None, None, ())
    wagers = tuple(Wager(PLAYER, position, stake) for position, stake in job.wagers)
    stake, counts, net, net_squared = job.stake, [0] * len(job.nets), 0, 0
    for task in tasks(rounds):
        for result in job.results(seed, task):
            act = job.game.result_act(job.game.outcomes[result])
            table = table.play(BuyIn(PLAYER, stake), *wagers, NoMoreBets(), act)
            table, held = _cashed_out(table)
            counts[result] += 1
            net += held - stake
            net_squared += (held - stake) ** 2
    return Totals(rounds, tuple(counts), net, net_squared, stake * rounds, stake**2 * rounds, net * stake)


def _cashed_out(table: LayoutTable) -> tuple[LayoutTable, int]:
    """The player leaves with all that he has, so that no round begins with the luck of another."""
    purse = table.purse_if_any(PLAYER)
    if purse is None or purse.value == 0:
        return table, 0
    return table.play(CashOut(PLAYER, purse.value)), purse.value
