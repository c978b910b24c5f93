"""What may be simulated: each refusal with its clause, and everything else runs and is proved."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier import Refused
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.simulate.blackjack.audit import audit
from croupier.simulate.blackjack.job import blackjack_job
from croupier.simulate.blackjack.setup import MANY_CHIPS, Setup, refuses_setup
from croupier.simulate.blackjack.strategies.strategy import PlayStrategy, StakeStep
from croupier.simulate.blackjack.tabulated.boxes import Detail
from croupier.simulate.job import Task
from tests.support.simulate.blackjack_setups import CASES, CHARTED, NEAREST, RUNNING, TRUE, sevens

INSURING = replace(CHARTED, insures=True)
AT_A_COUNT = replace(TRUE, ramp=(StakeStep(1, 5_00),))


def options(**told: Any) -> BlackjackOptions:
    return BlackjackOptions(**told)


REFUSED: dict[str, tuple[Setup, str, str]] = {
    "no box": (Setup(boxes=0), "bad_boxes", "D2 3.1"),
    "eight boxes": (Setup(boxes=8), "bad_boxes", "D2 3.1"),
    "three decks": (Setup(options(decks=3)), "bad_decks", "D2 3.3(a)"),
    "nine decks": (Setup(options(decks=9)), "bad_decks", "D2 3.3(a)"),
    "sevens with five decks": (Setup(sevens(5)), "bad_decks", "D2 3.3(a)"),
    "sevens for nothing": (Setup(sevens(6, 0)), "bad_super_sevens", "D2 15.3"),
    "sevens not in chips": (Setup(sevens(6, 1_25), chip=2_50), "bad_super_sevens", "D2 15.3"),
    "one hand": (Setup(options(hands=1)), "bad_hands", "D2 12.4(a)"),
    "five hands": (Setup(options(hands=5)), "bad_hands", "D2 12.4(a)"),
    "nothing at stake": (Setup(stake=0), "bad_stake", "D2 5.2"),
    "less than nothing at stake": (Setup(stake=-10_00), "bad_stake", "D2 5.2"),
    "a stake not in chips": (Setup(stake=11_00, chip=2_50), "bad_stake", "D2 5.2"),
    "a ramp not in chips": (Setup(strategy=replace(TRUE, ramp=(StakeStep(1, 11_10),))), "bad_stake", "D2 5.2"),
    "a stake beyond sums": (Setup(stake=(MANY_CHIPS + 1) * 2_50, chip=2_50), "bad_stake", "D2 5.2"),
    "sums beyond what is held": (Setup(stake=999_999_50, chip=50), "bad_stake", "D2 5.2"),
    "half a chip to insure": (Setup(strategy=INSURING, stake=2_50, chip=2_50), "no_insurance", "D2 9.3(b)"),
    "half a chip at a count": (Setup(strategy=AT_A_COUNT, stake=2_50, chip=2_50), "no_insurance", "D2 9.3(b)"),
    "a cutting card too deep": (Setup(cut=416), "bad_depth", "D2 7.6"),
    "a cutting card too shallow": (Setup(cut=207), "bad_depth", "D2 7.6"),
    "a cutting card before the first": (Setup(cut=0), "bad_depth", "D2 7.6"),
    "a cutting card in full shoes": (Setup(cut=300, fresh=True), "bad_depth", "D2 7.6"),
}


@pytest.mark.clause("D2 3.1", "D2 3.3(a)", "D2 5.2", "D2 7.6", "D2 9.3(b)", "D2 12.4(a)", "D2 15.3")
@pytest.mark.parametrize("name", REFUSED)
def test_D2_7_6_a_setup_is_refused_with_its_clause(name: str) -> None:
    setup, code, clause = REFUSED[name]
    refusal = refuses_setup(setup)
    assert refusal is not None
    assert (refusal.code, str(refusal.rule).split(",")[0].split(" (")[0]) == (code, clause)
    assert refusal.why.endswith(".")
    with pytest.raises(Refused) as refused:
        blackjack_job(setup)
    assert refused.value.refusal == refusal


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param(Setup(chip=0), id="no chip"),
        pytest.param(Setup(boxes=1.5), id="a box and a half"),  # type: ignore[arg-type]
        pytest.param(Setup(cut=300.5), id="between two cards"),  # type: ignore[arg-type]
        pytest.param(Setup(chip=2.5), id="half a cent"),  # type: ignore[arg-type]
        pytest.param(Setup(stake=10_00.0), id="a stake with a point"),  # type: ignore[arg-type]
    ],
)
def test_no_value_of_any_kind_does_worse_than_be_refused(setup: Setup) -> None:
    assert refuses_setup(setup) is not None


@pytest.mark.clause("D2 7.6")
@pytest.mark.parametrize("decks", range(4, 9))
def test_D2_7_6_the_cutting_card_goes_half_way_in_at_most(decks: int) -> None:
    size = 52 * decks
    lawful = [cut for cut in range(-1, size + 2) if refuses_setup(Setup(options(decks=decks), cut=cut)) is None]
    assert lawful == list(range(size // 2, size))


def test_what_stands_elsewhere_in_the_tests_is_allowed() -> None:
    assert [refuses_setup(case.setup) for case in CASES.values()] == [None] * len(CASES)


STRATEGIES = (CHARTED, INSURING, replace(CHARTED, early=True), PlayStrategy(early=True, insures=True), NEAREST, RUNNING)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Any values at all, most of them lawful: few hands to a box, so that the tables are made soon."""
    decks = draw(st.sampled_from([4, 5, 6, 6, 7, 8, 8, 3, 9]))
    amount = draw(st.sampled_from([None, None, 5_00, 7_50 if decks > 5 else None]))
    told = BlackjackOptions(
        decks=decks,
        hands=2,
        boxes=draw(st.integers(1, 7)),
        super_sevens=amount,
        burn=draw(st.booleans()),
        double_with_ace=draw(st.booleans()),
        double_after_split=draw(st.integers(0, 3)) == 0,
        soft_17=draw(st.sampled_from(Soft17)),
        dealer_blackjack=draw(st.sampled_from(Takes)),
    )
    return Setup(
        told,
        draw(st.sampled_from(STRATEGIES)),
        boxes=draw(st.integers(1, 7)),
        stake=draw(st.sampled_from([10_00, 7_50, 12_50, 2_50, 12_55])),
        chip=draw(st.sampled_from([50, 2_50, 5, 50])),
        cut=draw(st.none() | st.integers(26 * decks - 1, 52 * decks)),
        fresh=draw(st.integers(0, 3)) == 0,
        detail=draw(st.sampled_from(Detail)),
    )


@given(setups(), st.integers(0, 2**64 - 1), st.integers(0, 2**20))
@settings(max_examples=settings.default.max_examples // 10 if settings.default else 10)
def test_any_setup_is_refused_or_runs_and_is_proved(setup: Setup, seed: int, chunk: int) -> None:
    refusal = refuses_setup(setup)
    if refusal is not None:
        event(refusal.code)
        return
    job = blackjack_job(setup)
    found = audit(job, seed, 200, chunk)
    event("with refills" if found.refills else "without refills")
    assert (found.departure, found.totals_agree) == (None, True)
    totals = job.run(seed, Task(chunk, 200)).totals
    assert sum(totals.counts) == 200 * setup.boxes
