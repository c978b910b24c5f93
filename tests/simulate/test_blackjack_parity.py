"""A recorded run of compiled code, played again at the real table act by act, to the cent."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from croupier.simulate.blackjack.audit import audit
from croupier.simulate.blackjack.chunk import order_of_shoe
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.tabulated.tables import KernelTables
from tests.support.simulate.blackjack_setups import CASES, CHARTED

PLAIN, LONG = 50_000, 1_000_000
PARTS = 3
"""Each setup in so many parts, each of them another chunk of another seed."""


def is_long(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--long"))


def rounds_of(name: str, *, long: bool) -> int:
    return CASES[name].rounds * (LONG // PLAIN if long else 1)


@pytest.mark.parametrize("long", [False, True])
def test_as_many_rounds_are_proved_as_was_promised(long: bool) -> None:
    assert sum(rounds_of(name, long=long) // PARTS * PARTS for name in CASES) >= (LONG if long else PLAIN)


@pytest.mark.clause(
    "D2 4.1(a)", "D2 4.1(b)", "D2 4.1(c)", "D2 5.1(a)", "D2 5.1(b)", "D2 5.1(c)", "D2 5.1(d)", "D2 5.1(e)",
    "D2 5.1(f)", "D2 5.1(g)", "D2 5.4", "D2 8.2(a)", "D2 8.2(b)", "D2 8.2(c)", "D2 9.1", "D2 9.4", "D2 10.1",
    "D2 11.3", "D2 11.4", "D2 11.5", "D2 12.3", "D2 12.5", "D2 12.6", "D2 13.3", "D2 13.4", "D2 15.4(a)",
    "D2 15.4(b)", "D2 15.4(f)", "D2 15.5", "D2 16.7",
)  # fmt: skip
@pytest.mark.parametrize("name", CASES)
def test_D2_5_1_a_recorded_run_replays_at_the_real_table(name: str, request: pytest.FixtureRequest) -> None:
    case, long = CASES[name], is_long(request)
    job = blackjack_job(case.setup)
    rounds = rounds_of(name, long=long) // PARTS
    refills = 0
    for chunk in range(PARTS):
        seed = random.SystemRandom().getrandbits(64) if long else 100 + chunk
        found = audit(job, seed, rounds, chunk)
        assert (found.departure, found.totals_agree, found.rounds) == (None, True, rounds), (name, seed, chunk)
        assert found.acts > (3 + 2 * case.setup.boxes) * rounds
        refills += found.refills
    assert (refills > 0) is case.refills


# The proof itself can fail


@pytest.fixture(scope="module")
def sound() -> BlackjackJob:
    return blackjack_job(Setup(strategy=CHARTED))


SEED = 5


def first_round(job: BlackjackJob) -> tuple[list[tuple[int, int]], int, list[tuple[int, int]], int]:
    """What the tables make of the first cards: the box's states and cards, its code, the dealer's, his class."""
    tables, cards = job.made.tables, iter(order_of_shoe(job, SEED, 0, 0).tolist())
    state, up = len(tables.cards) - 1, -1
    box: list[tuple[int, int]] = []
    while state >= tables.bounds[0]:
        card = next(cards)
        up = card if len(box) == 1 else up
        box.append((state, card))
        state = int(tables.cards[state, card])
    hand, dealer = int(tables.starts[tables.needs[state], up]), []
    while hand >= tables.settled.shape[2]:
        card = next(cards)
        dealer.append((hand, card))
        hand = int(tables.dealer[hand, card])
    return box, state, dealer, hand


def planted(job: BlackjackJob, name: str, place: tuple[int, ...], value: int) -> BlackjackJob:
    """The same job with one entry of one table changed."""
    table: Any = getattr(job.made.tables, name).copy()
    assert table[place] != value
    table[place] = value
    tables: KernelTables = job.made.tables._replace(**{name: table})
    return BlackjackJob(job.setup, job.made._replace(tables=tables))


def test_the_first_round_is_told_as_it_was_recorded(sound: BlackjackJob) -> None:
    """Or the changes planted below would not be where the run goes."""
    found = audit(sound, SEED, 1)
    assert (found.departure, found.totals_agree) == (None, True)
    box, code, dealer, result = first_round(sound)
    assert len(box) >= 3
    assert dealer
    assert code < sound.made.tables.bounds[0]
    assert result < sound.made.tables.settled.shape[2]


def test_one_wrong_payment_is_noticed(sound: BlackjackJob) -> None:
    _, code, _, result = first_round(sound)
    right = int(sound.made.tables.settled[0, code, result])
    found = audit(planted(sound, "settled", (0, code, result), (right + 1) % len(sound.made.outcomes)), SEED, 3)
    assert found.departure is not None
    assert (found.departure.round, found.departure.box, found.rounds) == (1, 1, 1)
    assert found.departure.settled == sound.made.outcomes[right].gains != found.departure.simulated
    assert found.departure.acts
    assert not found.totals_agree


def test_one_wrong_card_to_the_box_is_noticed(sound: BlackjackJob) -> None:
    """After the last card the box is where any other card but this would have led."""
    box, code, _, _ = first_round(sound)
    state, card = box[-1]
    row = sound.made.tables.cards[state]
    gains = sound.made.tables.settled[0]
    others = [int(each) for each in row if each < len(gains) and np.any(gains[each] != gains[code])]
    departures = [audit(planted(sound, "cards", (state, card), other), SEED, 200).departure for other in others]
    assert any(departures)


def test_one_wrong_card_to_the_dealer_is_noticed(sound: BlackjackJob) -> None:
    _, _, dealer, result = first_round(sound)
    state, card = dealer[-1]
    classes = sound.made.tables.settled.shape[2]
    jobs = [planted(sound, "dealer", (state, card), other) for other in range(classes) if other != result]
    assert any(audit(job, SEED, 50).departure for job in jobs)


def test_a_wrong_table_of_whole_rounds_is_noticed(sound: BlackjackJob) -> None:
    """The rounds are proved box by box: that the fast way counts the same is told beside it."""
    whole = sound.made.whole
    assert whole is not None
    wrong = whole.copy()
    ends = len(sound.made.whole_outcomes)
    wrong[wrong == 0] = ends - 1
    found = audit(BlackjackJob(sound.setup, sound.made._replace(whole=wrong)), SEED, 500)
    assert found.departure is None
    assert not found.totals_agree
