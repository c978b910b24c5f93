"""What a box may come to: one code for each way in which its wagers can end, with the final stack of its player."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Ratio, Rules
from croupier.games.blackjack.procedure.settling import paid
from croupier.games.sign import Sign
from croupier.odds.blackjack.tables import dealer_classes
from croupier.odds.last_hand.graph import DecisionGraph, decision_graph

Array = Any


class BoxCodes(NamedTuple):
    """The codes of one box: every kind, early payment, every kind for each double, every two hands of a split."""

    finals: Array
    """The player's stack after the round, for each code and each class of the dealer's hand."""
    amounts: tuple[int, ...]
    """What a double may add; the full amount first."""
    can_split: bool
    split_doubles: int
    """How many hands of a split can be doubled with the chips that are left."""


class BoxStake(NamedTuple):
    chips: int
    """Before the round, the wager included."""
    wager: int
    insured: int = 0

    @property
    def left(self) -> int:
        return self.chips - self.wager - self.insured


def gained(stake: int, ratio: Ratio, chip: int) -> int:
    """What a stake gains, as the table pays it: winnings rounded up to the smallest chip (D1 11.3)."""
    return -stake if ratio[0] < 0 else paid(stake, ratio, chip)


def most_insurance(stake: BoxStake, sign: Sign) -> int:
    """Half of the wager, as far as chips go (D2 9.3)."""
    chip = sign.smallest_chip
    return min(stake.wager // 2, stake.left) // chip * chip


def most_double(stake: BoxStake, sign: Sign) -> int:
    """The largest double: the wager itself, or what the chips that are left come to in steps (D2 11.2, B39)."""
    return stake.wager if stake.left >= stake.wager else stake.left // sign.step * sign.step


def double_amounts(stake: BoxStake, sign: Sign, marks: tuple[int, ...], most: int) -> tuple[int, ...]:
    """The full double, and those for less at which the order of the stacks can change.

    `marks` are stacks that others may end with: a double may be just enough to reach one, to pass it, or small enough
    that a loss stays level with it or above it. Between two of these amounts nothing changes.
    """
    full, step = most_double(stake, sign), sign.step
    if full < step:
        return ()
    found: list[int] = []
    for mark in marks:
        reach, drop = mark - stake.chips - stake.wager, stake.chips - stake.wager - mark
        for exact in (reach, drop):
            low = exact // step * step
            found += [low, low + step, low - step]
    inside = dict.fromkeys(amount for amount in found if step <= amount < full)
    return (full, *tuple(inside)[: most - 1])


def box_codes(
    graph: DecisionGraph,
    stake: BoxStake,
    sign: Sign,
    amounts: tuple[int, ...],
    *,
    splits: bool,
    split_doubles: bool = True,
) -> BoxCodes:
    chip = sign.smallest_chip
    initial, added = _kind_gains(graph.rules, stake.wager, chip)
    dealers = dealer_classes(graph.rules).values()
    insured = [gained(stake.insured, machine.insurance_returns(dealer), chip) for dealer in dealers]
    early = np.full((1, len(insured)), gained(stake.wager, machine.EARLY_PAYS, chip)) - np.array(insured)
    rows = [initial, early]
    rows += [initial + _kind_gains(graph.rules, amount, chip)[1] for amount in amounts]
    can_split = splits and stake.left >= stake.wager
    if can_split:
        first = np.concatenate([initial, initial + added])
        then = np.concatenate([added, added + added])
        rows.append((first[:, None, :] + then[None, :, :]).reshape(-1, first.shape[1]))
    gains = np.concatenate(rows) + np.array(insured)
    may_double = can_split and split_doubles and graph.rules.double_after_split
    doubles = min(2, stake.left // stake.wager - 1) if may_double else 0
    return BoxCodes((stake.chips + gains).astype(np.int64), amounts, can_split, max(doubles, 0))


@lru_cache(maxsize=1024)
def _kind_gains(rules: Rules, stake: int, chip: int) -> tuple[Array, Array]:
    """What an original stake and an added one gain with each kind of hand against each class of the dealer's."""
    kinds = decision_graph(rules).kinds
    initial = _gains(stake, [kind.initial for kind in kinds], chip)
    return initial, _gains(stake, [kind.added for kind in kinds], chip)


def _gains(stake: int, ratios: list[tuple[Ratio, ...]], chip: int) -> Array:
    return np.array([[gained(stake, ratio, chip) for ratio in row] for row in ratios], dtype=np.int64)


def plain_ends(stake: BoxStake, sign: Sign) -> tuple[int, ...]:
    """The stacks that a box most often leads to: the wager lost, kept, won, a blackjack, a double."""
    chip = sign.smallest_chip
    natural = gained(stake.wager, machine.BLACKJACK_PAYS, chip)
    double = most_double(stake, sign)
    gains = (0, stake.wager, -stake.wager, natural, stake.wager + double, -stake.wager - double)
    return tuple(dict.fromkeys(stake.chips + gain for gain in gains))
