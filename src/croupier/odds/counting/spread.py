"""What a spread of stakes gains a round, and at what risk: N0, SCORE and the chance of ruin.

Amounts are cents. A stake, a gain and a bankroll are given for one box; rounds are taken as independent of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import exp

from croupier.odds.counting.figures import CountWorth, SpreadRisk

RAMP_STEPS = 400


def spread_risk(worths: Iterable[CountWorth], stake: Callable[[int], float], *, is_best: bool) -> SpreadRisk:
    """By calculation: each count as often as it comes, with its stake, its gain and its variance."""
    wagered = gain = square = 0.0
    for each in worths:
        laid = stake(each.count)
        value = each.best if is_best else each.basic
        wagered += each.frequency * laid
        gain += each.frequency * laid * value
        square += each.frequency * laid * laid * (each.variance + value * value)
    return SpreadRisk(wagered, gain, square - gain * gain)


def steepest_ruin(results: Mapping[int, int], bankroll: int) -> float:
    """The chance of ruin by the whole distribution of a round's results, not by mean and variance alone (Lundberg).

    It is exp(-r B), where r > 0 makes the mean of exp(-r x result) equal to 1. It is not exceeded by more than what the
    last round overshoots.
    """
    rounds = sum(results.values())
    if sum(net * times for net, times in results.items()) <= 0:
        return 1.0

    def mean(rate: float) -> float:
        return sum(times * exp(-rate * net) for net, times in results.items()) / rounds

    low, high = 0.0, 1.0 / max(map(abs, results))
    while mean(high) < 1:
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if mean(middle) < 1 else (low, middle)
    return exp(-high * bankroll)


def best_ramp(worths: tuple[CountWorth, ...], most: int) -> dict[int, int]:
    """The stake at each count, from 1 to so many units: as many as make SCORE largest.

    Where nothing limits it, the best stake grows with the gain and falls with the variance.
    """
    steepest = max((each.best / each.variance for each in worths), default=0.0)
    if steepest <= 0:
        return {each.count: 1 for each in worths}

    def ramp(scale: float) -> dict[int, int]:
        return {each.count: min(max(round(scale * each.best / each.variance), 1), most) for each in worths}

    def score(stakes: dict[int, int]) -> float:
        return spread_risk(worths, lambda count: stakes[count], is_best=True).score

    ramps = [ramp(20 * most / steepest * step / RAMP_STEPS) for step in range(1, RAMP_STEPS + 1)]
    return max(ramps, key=score)
