"""What a counting player does, act by act, against a plain reading of his strategy: the proof at the table cannot see
that, for there he plays by the same choices as in compiled code.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal, Double, Draw, InsertCuttingCard, SettleEarly, Split, Stand
from croupier.games.blackjack.boxes import BOX, INSURANCE
from croupier.games.blackjack.step_names import INSERT
from croupier.games.wagers import Wager
from croupier.odds.counting.count import CardCount, Rounding
from croupier.simulate.blackjack.audit import _loaded, _Shoes
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.kernels.whole_table import counted
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import Chart
from tests.support.simulate.blackjack_setups import NEAREST, RUNNING, TRUE

VALUES = {"A": 1, **dict.fromkeys("TJQK", 10), **{str(rank): rank for rank in range(2, 10)}}
WHOLE: dict[Rounding, Callable[[Fraction], int]] = {
    Rounding.FLOOR: math.floor,
    Rounding.TRUNCATE: math.trunc,
    Rounding.NEAREST: lambda count: math.floor(count + Fraction(1, 2)),
}


def whole(count: CardCount, running: int, left: int) -> int:
    return WHOLE[count.rounding](Fraction(52 * running, left)) if count.true else running


@pytest.mark.parametrize("rounding", Rounding)
def test_a_true_count_is_rounded_as_it_is_said(rounding: Rounding) -> None:
    count = CardCount("any", (0,) * 10, rounding=rounding)
    marks = (1, list(Rounding).index(rounding), -60, 121)
    for running in range(-60, 61):
        for left in (1, 13, 26, 51, 52, 53, 104, 207, 312, 415):
            expected = min(max(whole(count, running, left), -60), 60)
            assert counted(running, marks, left) - 60 == expected, (running, left)


def test_a_running_count_is_taken_as_it_is_and_kept_within_what_is_told_apart() -> None:
    assert [int(counted(running, (0, 0, -3, 5), 100)) for running in range(-5, 5)] == [0, 0, 0, 1, 2, 3, 4, 4, 4, 4]


class Reader:
    """Follows one box by its acts, until it is split, and says what should be done."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.strategy = setup, setup.strategy
        assert self.strategy.count is not None
        assert self.strategy.chart is not None
        self.rule: CardCount = self.strategy.count
        self.chart: Chart = self.strategy.chart
        self.shuffled()
        self.begin()
        self.seen: set[str] = set()

    def shuffled(self) -> None:
        self.running = self.rule.start
        self.left = self.setup.size - self.setup.burnt

    def begin(self) -> None:
        self.cards: list[int] = []
        self.is_split = self.is_insured = False

    @property
    def count(self) -> int:
        return whole(self.rule, self.running, self.left)

    def stake(self) -> int:
        stakes = [self.setup.stake, *(step.stake for step in sorted(self.strategy.ramp, key=lambda step: step.at))]
        return stakes[sum(step.at <= self.count for step in self.strategy.ramp)]

    def letter(self) -> str:
        """What should be done: a deviation for the pair, for a total that is not split, or what the chart says."""
        up, held = self.cards[1], [self.cards[0], *self.cards[2:]]
        total, is_soft = sum(held), 1 in held and sum(held) + 10 <= 21
        row, own = ("soft", total + 10) if is_soft else ("hard", total)
        rows = self.chart.soft if is_soft else self.chart.hard
        is_pair = len(held) == 2 and held[0] == held[1]
        if is_pair and (found := self.deviation("pair", held[0], up)):
            return found
        charted = self.chart.pairs[held[0]] if is_pair else rows[own]
        letter = charted["2345678910".index(str(up)) if up > 1 else 9]
        return letter if letter == "P" else self.deviation(row, own, up) or letter

    def deviation(self, row: str, total: int, up: int) -> str | None:
        found = None
        for each in self.strategy.deviations:
            if (each.row, each.total, each.up) == (row, total, up):
                applies = self.count < each.at if each.below else self.count >= each.at
                found = str(each.play) if applies else found
        self.seen |= {"deviated"} if found else set()
        return found

    def follow(self, act: Act) -> None:
        match act:
            case Wager(position=position, amount=amount) if position.kind == BOX:
                assert amount == self.stake()
                self.seen.add(f"stake {amount}")
            case Wager(position=position) if position.kind == INSURANCE:
                self.is_insured = True
                assert self.insures()
            case SettleEarly():
                assert self.strategy.early
                assert {self.cards[0], self.cards[2]} == {1, 10}
                self.is_split = True
            case InsertCuttingCard():
                self.shuffled()
            case Deal(card=card):
                self.dealt(VALUES[card.rank])
            case Stand() | Draw() | Double() | Split() if not self.is_split:
                self.decided(act)

    def insures(self) -> bool:
        at = self.strategy.insures_at
        return self.cards[1] == 1 and at is not None and self.count >= at

    def dealt(self, card: int) -> None:
        self.cards.append(card)
        self.running += self.rule.values[card - 1]
        self.left -= 1

    def decided(self, act: Act) -> None:
        held = [self.cards[0], *self.cards[2:]]
        if len(held) == 2:
            assert self.is_insured == self.insures()
        letter, two = self.letter(), len(held) == 2
        may_double = two and 1 not in held
        expected: type = Draw
        if letter == "P" and two:
            expected = Split
        elif letter in "Dd" and may_double:
            expected = Double
        elif letter in "Sd":
            expected = Stand
        assert type(act) is expected, (held, self.cards[1], self.count)
        self.seen.add(expected.__name__)
        self.is_split = expected is Split


CASES = {
    "true": Setup(strategy=TRUE, stake=10_00),
    "nearest": Setup(strategy=NEAREST, stake=5_00),
    "running": Setup(strategy=RUNNING, cut=300),
}


@pytest.mark.parametrize("name", CASES)
def test_a_counting_player_does_what_his_strategy_says(name: str) -> None:
    setup = CASES[name]
    job = blackjack_job(setup)
    supply = _Shoes(job, 31, 0)
    table, running = _loaded(job, supply, None)
    reader = Reader(setup)
    for _ in range(4_000):
        played = job.player.play(table, supply, running)
        reader.begin()
        for act in played.acts:
            reader.follow(act)
        assert reader.running == played.seen
        table, running = played.table, played.seen
        if table.step == INSERT:
            table, running = _loaded(job, supply, table)
            reader.shuffled()
    assert reader.seen >= {"Stand", "Draw", "Double", "Split", "deviated"}
    assert {f"stake {level}" for level in setup.levels} <= reader.seen
