"""What a spread of stakes gains, by simulation: every figure with its error, beside what calculation says of it."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from croupier.odds.counting.figures import CountStudy, SpreadRisk
from croupier.odds.counting.spread import best_ramp, spread_risk, steepest_ruin
from croupier.simulate.api import Result, ran, result_of
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import StakeStep
from croupier.simulate.engines import ChunkEngine

DEFAULT_SPREAD = 8


class SpreadGain(Struct, frozen=True):
    """One way of playing a spread."""

    calculated: SpreadRisk
    """From what a round is worth at each count, and how often the count comes."""
    simulated: SpreadRisk
    error: float
    """The standard error of the simulated gain, in cents a round."""
    ruin: float
    """The simulated chance of ruin by the whole distribution of results."""
    rounds: int

    @property
    def z(self) -> float:
        """How many standard errors the simulated gain is above the calculated one."""
        return (self.simulated.gain - self.calculated.gain) / self.error if self.error else 0.0


def with_ramp(setup: Setup, study: CountStudy, most: int) -> Setup:
    """The same setup with the best stakes from one to so many units: a unit is the setup's own stake."""
    units = best_ramp(study.worths, most)
    steps: list[StakeStep] = []
    for count in sorted(units):
        if not steps or units[count] * setup.stake != steps[-1].stake:
            steps.append(StakeStep(count, units[count] * setup.stake))
    return replace(setup, strategy=replace(setup.strategy, ramp=tuple(steps)))


def spread_gain(
    setup: Setup, study: CountStudy, *, bankroll: int, rounds: int, seed: int, engine: ChunkEngine
) -> SpreadGain:
    """The setup as it stands, simulated for so many rounds."""
    job = blackjack_job(setup)
    result = result_of(job, seed, ran(job, seed=seed, rounds=rounds, engine=engine))
    found = _risk(result)
    return SpreadGain(
        calculated=calculated(setup, study),
        simulated=found,
        error=found.deviation / sqrt(result.rounds),
        ruin=steepest_ruin(result.figures.histogram, bankroll),
        rounds=result.rounds,
    )


def calculated(setup: Setup, study: CountStudy) -> SpreadRisk:
    """By the chart where the strategy never departs from it, else with every departure that gains."""
    strategy = setup.strategy
    is_best = bool(strategy.deviations)
    return spread_risk(study.worths, lambda count: strategy.stake(count, setup.stake), is_best=is_best)


def _risk(result: Result) -> SpreadRisk:
    totals = result.totals
    gain = totals.net / totals.rounds
    return SpreadRisk(totals.wagered / totals.rounds, gain, totals.net_squared / totals.rounds - gain * gain)
