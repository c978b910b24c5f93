"""A rule is written once: changed in the hand machine, it changes the simulator with no other edit.

What must come of the change is reckoned here by hand, from the very cards that were dealt, and by the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import CARDS, DealerBlackjack, Sevens
from croupier.games.blackjack.options import BlackjackOptions, Soft17
from croupier.odds.blackjack import layout as layouts
from croupier.odds.blackjack import tables, walks
from croupier.odds.blackjack.solver import Shoe, solve
from croupier.simulate import store
from croupier.simulate.blackjack.audit import audit
from croupier.simulate.blackjack.chunk import order_of_shoe
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import PlayStrategy
from croupier.simulate.blackjack.tabulated.boxes import INSURANCE, SUPER_SEVENS, Gains
from croupier.simulate.job import Task
from tests.support.simulate.blackjack_setups import CHARTED, sevens

STAKE = 10_00
ROUNDS = 3_000
OPTIONS = BlackjackOptions(decks=6, hands=2, double_after_split=False)
"""Two hands at most, and none of them doubled: the tables are made sooner, and no rule here hangs on it."""
SETUP = Setup(OPTIONS, CHARTED)


def afresh() -> None:
    """What the solver keeps of the hand machine is forgotten."""
    layouts.layout.cache_clear()
    walks.walks.cache_clear()
    walks.hands.cache_clear()
    tables.dealer_finals.cache_clear()
    tables.dealer_classes.cache_clear()


@pytest.fixture
def _apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Tables of changed rules go to a folder of their own: the sources, by which they are found, did not change."""
    monkeypatch.setenv(store.FOLDER, str(tmp_path))
    yield
    monkeypatch.undo()
    afresh()


def changed(monkeypatch: pytest.MonkeyPatch, name: str, value: object) -> None:
    monkeypatch.setattr(machine, name, value)
    afresh()


class Dealt(NamedTuple):
    """A round of one box as it was simulated: its cards in the order of the deal, and what it came to."""

    cards: tuple[int, ...]
    """Values; sevens by their suit where Super Sevens is wagered."""
    gains: Gains

    @property
    def box(self) -> tuple[int, int]:
        return self.cards[0], self.cards[2]

    @property
    def up(self) -> int:
        return self.cards[1]

    @property
    def net(self) -> int:
        return sum(self.gains[:SUPER_SEVENS])


def dealt(job: BlackjackJob, rounds: int = ROUNDS, seed: int = 9) -> list[Dealt]:
    found = []
    orders: dict[int, list[int]] = {}
    names = CARDS if job.setup.options.super_sevens else tuple(range(1, 11))
    for shoe, start, end, outcome in job.recorded(seed, Task(0, rounds)).record.tolist():
        if shoe not in orders:
            orders[shoe] = order_of_shoe(job, seed, 0, shoe).tolist()
        cards = tuple(names[place] for place in orders[shoe][start:end])
        found.append(Dealt(cards, job.made.outcomes[outcome].gains))
    return found


def points(cards: tuple[int, ...]) -> int:
    """A total as people count it."""
    total = sum(cards)
    return total + 10 if 1 in cards and total + 10 <= 21 else total


def dealer_drew(cards: tuple[int, ...], stands: int) -> bool:
    """Whether these are just the cards that a dealer takes who stands there."""
    return points(cards) >= stands and all(points(cards[:number]) < stands for number in range(1, len(cards)))


def against(mine: int, dealer: tuple[int, ...]) -> int:
    """What a hand that stood gains, no blackjack, against the dealer's cards."""
    his = points(dealer)
    if his > 21:
        return STAKE
    if his == 21 and len(dealer) == 2:
        return -STAKE
    return STAKE * ((mine > his) - (mine < his))


def stood_on_twenty(rounds: list[Dealt]) -> list[Dealt]:
    return [each for each in rounds if each.box == (10, 10)]


@pytest.mark.clause("D2 13.3")
@pytest.mark.parametrize("stands", [16, 18])
@pytest.mark.usefixtures("_apart")
def test_D2_13_3_the_dealer_stands_where_the_machine_says(stands: int, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "DEALER_STANDS", stands)
    job = blackjack_job(SETUP)
    rounds = stood_on_twenty(dealt(job))
    assert len(rounds) > 150
    for each in rounds:
        dealer = (each.up, *each.cards[3:])
        assert dealer_drew(dealer, stands), each
        assert each.net == against(20, dealer), each
    assert audit(job, 9, 100).departure is None


@pytest.mark.clause("D2 13.3")
def test_D2_13_3_the_dealer_draws_on_soft_17_where_the_machine_says() -> None:
    rounds = stood_on_twenty(dealt(blackjack_job(replace(SETUP, options=replace(OPTIONS, soft_17=Soft17.DRAW)))))
    plain = stood_on_twenty(dealt(blackjack_job(SETUP)))

    def soft_17(each: Dealt) -> bool:
        """Whether the dealer's hand was a soft 17 at some time."""
        dealer = (each.up, *each.cards[3:])
        hands = [dealer[:number] for number in range(2, len(dealer) + 1)]
        return any(1 in hand and sum(hand) == 7 for hand in hands)

    last = [points((each.up, *each.cards[3:])) for each in plain if soft_17(each)]
    assert last
    assert set(last) == {17}
    drawn = [each for each in rounds if soft_17(each)]
    assert drawn
    assert all(sum((each.up, *each.cards[3:])) != 7 for each in drawn)


@pytest.mark.clause("D2 5.4", "D2 10.1")
@pytest.mark.usefixtures("_apart")
def test_D2_5_4_a_blackjack_is_paid_what_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "BLACKJACK_PAYS", (6, 5))
    job = blackjack_job(SETUP)
    rounds = [each for each in dealt(job) if set(each.box) == {1, 10}]
    at_once = [each for each in rounds if each.up in range(2, 10)]
    at_the_end = [each for each in rounds if each.up in (1, 10)]
    assert len(at_once) > 50
    assert len(at_the_end) > 20
    assert {(each.net, len(each.cards)) for each in at_once} == {(12_00, 3)}
    for each in at_the_end:
        assert len(each.cards) == 4
        assert each.net == (0 if {each.up, each.cards[3]} == {1, 10} else 12_00)
    assert audit(job, 9, 200).departure is None


@pytest.mark.clause("D2 13.1(d)")
@pytest.mark.usefixtures("_apart")
def test_D2_13_1_d_a_hand_draws_as_far_as_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chart stands on 12 and 13 against 4 to 6; where a hand must draw to 14 it cannot."""
    changed(monkeypatch, "MUST_DRAW_TO", 14)
    job = blackjack_job(SETUP)
    rounds = [
        each for each in dealt(job) if each.up in (4, 5, 6) and sum(each.box) in (12, 13) and 1 not in each.box
        and each.box[0] != each.box[1]
    ]  # fmt: skip
    assert len(rounds) > 50
    for each in rounds:
        mine: tuple[int, ...] = each.box
        rest = list(each.cards[3:])
        while points(mine) < 14:
            mine = (*mine, rest.pop(0))
        if points(mine) > 21:
            assert (each.net, rest) == (-STAKE, []), each
        elif 1 not in mine:  # with an ace it may be soft, and go on
            dealer = (each.up, *rest)
            assert dealer_drew(dealer, 17), each
            assert each.net == against(points(mine), dealer), each
    assert audit(job, 9, 200).departure is None


@pytest.mark.clause("D2 9.4")
@pytest.mark.usefixtures("_apart")
def test_D2_9_4_insurance_is_paid_what_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "INSURANCE_PAYS", (3, 1))
    job = blackjack_job(replace(SETUP, strategy=replace(CHARTED, insures=True)))
    rounds = dealt(job)
    assert {each.gains[INSURANCE] for each in rounds if each.up == 1} == {15_00, -5_00}
    assert {each.gains[INSURANCE] for each in rounds if each.up != 1} == {0}
    assert audit(job, 9, 200).departure is None


@pytest.mark.clause("D2 10.3(a)")
@pytest.mark.usefixtures("_apart")
def test_D2_10_3_a_early_settlement_is_paid_what_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, "EARLY_PAYS", (6, 5))
    job = blackjack_job(replace(SETUP, strategy=replace(CHARTED, early=True)))
    rounds = [each for each in dealt(job, 20_000) if set(each.box) == {1, 10} and each.up == 1]
    assert rounds
    assert {(each.net, len(each.cards)) for each in rounds} == {(12_00, 3)}


SEVENS_SETUP = Setup(replace(sevens(6), hands=2, double_after_split=False), CHARTED)


@pytest.mark.clause("D2 15.4(a)", "D2 15.4(f)")
@pytest.mark.usefixtures("_apart")
def test_D2_15_4_one_seven_is_paid_what_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(machine.SEVENS_PAY, Sevens.WON_ONE, (4, 1))
    job = blackjack_job(SEVENS_SETUP)
    for each in dealt(job):
        first, second = each.box
        if first not in machine.SEVENS:
            assert each.gains[SUPER_SEVENS] == -5_00
        elif second not in machine.SEVENS:
            assert each.gains[SUPER_SEVENS] == 4 * 5_00
    assert audit(job, 9, 300).departure is None


@pytest.mark.clause("D2 15.4(b)", "D2 15.4(c)", "D2 15.4(d)", "D2 15.4(e)", "D2 15.5")
@pytest.mark.usefixtures("_apart")
def test_D2_15_4_two_and_three_sevens_are_paid_by_their_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each end has odds of its own here, so that none can be taken for another."""
    for pays, end in enumerate(list(machine.SEVENS_PAY)[2:], start=31):
        monkeypatch.setitem(machine.SEVENS_PAY, end, (pays, 1))
    job = blackjack_job(SEVENS_SETUP)
    seen = set()
    for each in dealt(job, 400_000):
        first, second = each.box
        if first in machine.SEVENS and second in machine.SEVENS:
            pays = paid_for(each)
            assert each.gains[SUPER_SEVENS] == pays * 5_00, each
            seen.add(pays)
    assert seen >= {31, 32, 33}


def paid_for(each: Dealt) -> int:
    """The chart splits two sevens against 2 to 7, which ends the wager, and draws a third card else."""
    first, second = each.box
    third = None if machine.value(each.up) in range(2, 8) else each.cards[3]
    if third not in machine.SEVENS:
        return 32 if first == second else 31
    return 34 if first == second == third else 33


@pytest.mark.clause("D2 12.4(a)", "D2 12.5", "D2 11.4")
@pytest.mark.parametrize("hands", [2, 3])
def test_D2_12_4_a_a_box_is_split_as_often_as_the_rules_say(hands: int) -> None:
    """The most that a box can win or lose is all its hands doubled; and that it can."""
    job = blackjack_job(Setup(BlackjackOptions(decks=6, hands=hands), CHARTED))
    nets = [outcome.net // STAKE for outcome in job.made.outcomes if outcome.net % STAKE == 0]
    assert (min(nets), max(nets)) == (-2 * hands, 2 * hands)


@pytest.mark.clause("D2 11.5", "D2 12.6")
@pytest.mark.usefixtures("_apart")
def test_D2_12_6_what_a_dealers_blackjack_takes_is_asked_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the dealer's blackjack took additions too, whatever the reading says."""
    plain = [each for each in dealt(blackjack_job(SETUP), 20_000) if lost_to_blackjack(each)]
    assert plain
    assert {each.net for each in plain} == {-STAKE}
    kept = machine.addition_returns
    rules = machine.GAZETTED._replace(dealer_blackjack=DealerBlackjack.ALL)
    monkeypatch.setattr(machine, "addition_returns", lambda hand, dealer, _rules=None: kept(hand, dealer, rules))
    monkeypatch.setenv(store.FOLDER, str(store.folder() / "other"))
    taken = [each for each in dealt(blackjack_job(SETUP), 20_000) if lost_to_blackjack(each)]
    assert [each.cards for each in taken] == [each.cards for each in plain]
    assert {each.net for each in taken} == {-2 * STAKE}


def lost_to_blackjack(each: Dealt) -> bool:
    """11 doubled against a ten, by the chart, and the dealer turned an ace."""
    return each.up == 10 and sum(each.box) == 11 and 1 not in each.box and len(each.cards) == 5 and each.cards[4] == 1


@pytest.mark.parametrize(
    ("name", "value"), [("DEALER_STANDS", 18), ("BLACKJACK_PAYS", (6, 5)), ("MUST_DRAW_TO", 14), ("HIGHEST", 22)]
)
@pytest.mark.usefixtures("_apart")
def test_a_changed_rule_changes_the_figure_as_it_does_the_solvers(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = 30_000_000
    before = solve(Shoe.of_decks(6), OPTIONS.rules).value
    changed(monkeypatch, name, value)
    exact = solve(Shoe.of_decks(6), OPTIONS.rules).value
    totals = blackjack_job(Setup(OPTIONS, PlayStrategy(), fresh=True)).run(2, Task(0, rounds)).totals
    mean = totals.net / rounds / STAKE
    error = sqrt((totals.net_squared / rounds / STAKE**2 - mean**2) / rounds)
    assert abs(mean - exact) < 4 * error
    assert abs(mean - before) > 6 * error
