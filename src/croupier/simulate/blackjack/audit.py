"""A run proved: every round of it played again at the real table, act by act, to the cent."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack.acts import InsertCuttingCard
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import INSERT
from croupier.simulate.blackjack.chunk import order_of_shoe, refilled
from croupier.simulate.blackjack.job import BlackjackJob
from croupier.simulate.blackjack.kernels.whole_table import fresh_order
from croupier.simulate.blackjack.player import Pack
from croupier.simulate.blackjack.tabulated.boxes import Gains
from croupier.simulate.draws import stream
from croupier.simulate.job import Task


class Departure(Struct, frozen=True):
    """The first round that the real table settles otherwise."""

    round: int
    box: int
    simulated: Gains
    settled: Gains
    acts: tuple[Act, ...]


class RoundsAudit(Struct, frozen=True):
    rounds: int
    acts: int
    shoes: int
    refills: int
    departure: Departure | None
    """`None` where every round agrees."""
    totals_agree: bool
    """Whether the rounds that were proved add up to what the run gives for as many."""


class _Shoes(Pack):
    """The shoes of a chunk, one after the other, and what is shuffled in the middle of a round."""

    def __init__(self, job: BlackjackJob, seed: int, chunk: int) -> None:
        super().__init__()
        self.job, self.seed, self.chunk = job, seed, chunk
        self.shoe, self.refills, self.all_refills = -1, 0, 0

    def load(self, table: BlackjackTable) -> None:
        player = self.job.player
        if table.refilled:
            self.put(refilled(player, table.shoe.pile, (self.seed, self.chunk, self.shoe, self.refills)))
            self.refills += 1
            self.all_refills += 1
            return
        self.shoe += 1
        self.refills = 0
        order = order_of_shoe(self.job, self.seed, self.chunk, self.shoe).tolist()
        self.put(player.cards_of(order, player.whole)[self.job.setup.burnt :])


class _Fresh(Pack):
    """A full shoe for every round."""

    def __init__(self, job: BlackjackJob, seed: int, chunk: int) -> None:
        super().__init__()
        self.job, self.base = job, stream(seed, chunk)
        self.shoe, self.all_refills = -1, 0

    def load(self, _table: BlackjackTable) -> None:
        self.shoe += 1
        order = fresh_order(self.base, self.shoe, self.job.template).tolist()
        self.put(self.job.player.cards_of(order, self.job.player.whole))


def audit(job: BlackjackJob, seed: int, rounds: int, chunk: int = 0) -> RoundsAudit:
    """The first rounds of a chunk, as compiled code plays them and as the real table does."""
    task = Task(chunk, rounds)
    recorded = job.recorded(seed, task)
    agree = recorded.totals() == job.run(seed, task).totals
    supply: _Fresh | _Shoes = _Fresh(job, seed, chunk) if job.setup.fresh else _Shoes(job, seed, chunk)
    acts = 0
    table, seen = _loaded(job, supply, None)
    for number in range(rounds):
        played = job.player.play(table, supply, seen)
        acts += len(played.acts)
        settled = [job.made.outcomes[place].gains for place in recorded.record[number, 3:]]
        for box, (simulated, real) in enumerate(zip(settled, played.gains, strict=True), start=1):
            if simulated != real:
                departure = Departure(number + 1, box, simulated, real, played.acts)
                return RoundsAudit(number + 1, acts, supply.shoe + 1, supply.all_refills, departure, agree)
        table, seen = played.table, played.seen
        if job.setup.fresh or table.step == INSERT:
            table, seen = _loaded(job, supply, table)
    return RoundsAudit(rounds, acts, supply.shoe + 1, supply.all_refills, None, agree)


def _loaded(job: BlackjackJob, supply: _Fresh | _Shoes, table: BlackjackTable | None) -> tuple[BlackjackTable, int]:
    """The table with a fresh shoe, and the count with which it begins."""
    if table is None or job.setup.fresh:
        supply.load(job.player.ready)
        return job.player.ready, job.start
    supply.load(table)
    return table.play(InsertCuttingCard(job.setup.from_back)), job.start
