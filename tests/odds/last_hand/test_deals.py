"""What deals drawn at random add: each deal worked out by itself, and the mean of them all."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from croupier.games.blackjack.hand import GAZETTED
from croupier.games.sign import Sign
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.last_hand.apart import ApartPlay
from croupier.odds.last_hand.basic import basic_play
from croupier.odds.last_hand.deals import DealtPlay, DrawnDeal, choices_added, look_added
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail
from tests.support.odds.plain_table import PlainTable

SIGN = Sign(10_00, 500_00, 10_00, 5_00)
PLAIN = SolveDetail(splits=False, insurance=False, amounts=1)
ACES = {1: Fraction(1, 4), 5: Fraction(1, 4), 10: Fraction(1, 2)}
SIXES = {6: Fraction(2, 5), 10: Fraction(3, 5)}
EIGHTS = {8: Fraction(1, 2), 10: Fraction(1, 4), 3: Fraction(1, 4)}


def contest(chips: tuple[int, ...], shares: dict[int, Fraction], advance: int = 1) -> PlaceContest:
    held = tuple(float(shares.get(rank, 0)) for rank in RANKS)
    return PlaceContest(tuple(100 * each for each in chips), SIGN, held, advance, 0)


def mean_of(play: HandPlay, dealt: Callable[[DrawnDeal], np.ndarray]) -> np.ndarray:
    """Over every deal, by its chance."""
    starts = [place for place, chance in enumerate(play.start_chances) if chance > 0]
    total = np.zeros(len(play.contest.chips))
    for up in (rank for rank in RANKS if play.shares[rank - 1] > 0):
        for deal in product(starts, repeat=len(play.contest.able)):
            chance = play.shares[up - 1] * prod(play.start_chances[start] for start in deal)
            total += chance * dealt(DrawnDeal(up, deal))
    return total


@pytest.mark.parametrize(
    ("chips", "wagers", "shares", "detail"),
    [
        ((1000, 900), (100, 250), EIGHTS, SolveDetail(insurance=False)),
        ((600, 610), (200, 300), ACES, SolveDetail()),
    ],
)
def test_all_deals_together_are_worth_what_the_sums_over_all_deals_say(
    chips: tuple[int, ...], wagers: tuple[int, ...], shares: dict[int, Fraction], detail: SolveDetail
) -> None:
    """Splits, insurance and doubles for less: worked out in two ways."""
    play = HandPlay(contest(chips, shares), tuple(100 * each for each in wagers), detail)
    assert list(mean_of(play, DealtPlay(play).worth)) == pytest.approx(list(play.value), abs=1e-9)


def test_five_players_with_all_cards_in_sight_are_worth_what_plain_enumeration_says() -> None:
    chips, wagers = (500, 520, 400, 450, 510), (60, 100, 200, 150, 90)
    expected = PlainTable(chips, wagers, SIXES, 1).value()
    play = HandPlay(contest(chips, SIXES), tuple(100 * each for each in wagers), PLAIN)
    assert list(mean_of(play, DealtPlay(play).worth)) == pytest.approx([float(each) for each in expected], abs=1e-9)


@pytest.mark.parametrize(("advance", "chips"), [(1, (1000, 900, 950)), (2, (600, 610, 500, 0))])
def test_boxes_played_apart_are_worth_the_mean_of_their_deals(advance: int, chips: tuple[int, ...]) -> None:
    """Somebody without chips sits by."""
    apart = ApartPlay(contest(chips, ACES, advance), (100_00, 250_00, 150_00, 0)[: len(chips)], 2)
    by_deal = mean_of(apart.play, lambda deal: apart.worth(deal.up, deal.starts))
    assert list(by_deal) == pytest.approx(list(apart.value), abs=1e-9)
    assert apart.value.sum() == pytest.approx(advance, abs=1e-9)


def test_boxes_played_apart_by_a_model_are_worth_what_looking_on_is() -> None:
    """Who plays by a model looks at nobody: nothing is added by a look. Written in two ways."""
    models = (basic_play(8, GAZETTED),) * 3
    at = contest((1000, 900, 950), SIXES)._replace(models=models)
    wagers = (100_00, 250_00, 150_00)
    play = HandPlay(at, wagers, PLAIN._replace(sight=False))
    assert list(ApartPlay(at, wagers).value) == pytest.approx(list(play.value), abs=1e-9)


def test_what_a_look_adds_lies_within_its_bound() -> None:
    """Against plain enumeration, with five players on a shoe of two ranks."""
    chips, wagers = (500, 520, 400, 450, 510), (60, 100, 200, 150, 90)
    expected = np.array([float(each) for each in PlainTable(chips, wagers, SIXES, 1).value()])
    apart = ApartPlay(contest(chips, SIXES), tuple(100 * each for each in wagers), 1)
    added = look_added(apart, PLAIN, 300)
    assert np.abs(expected - apart.value).max() > 0.001
    assert (np.abs(apart.value + added.value - expected) <= added.spread).all()
    assert 0 < added.spread.max() < 0.02


def test_what_splits_and_insurance_add_lies_within_its_bound() -> None:
    """Three players, against the mean over every deal of a shoe of aces and tens."""
    at, wagers = contest((1000, 900, 950), {1: Fraction(1, 3), 10: Fraction(2, 3)}), (100_00, 250_00, 150_00)
    plain, full = HandPlay(at, wagers, PLAIN), SolveDetail(amounts=1)
    true = mean_of(plain, DealtPlay(HandPlay(at, wagers, full)).worth) - plain.value
    added = choices_added(plain, full, 300)
    assert np.abs(true).max() > 0.001
    assert (np.abs(added.value - true) <= added.spread).all()
    assert 0 < added.spread.max() < 0.02


def test_where_nobody_can_split_or_insure_nothing_is_added() -> None:
    play = HandPlay(contest((100, 90, 80), SIXES), (100_00, 90_00, 80_00), PLAIN)
    added = choices_added(play, SolveDetail(amounts=1), 300)
    assert not added.value.any()
    assert not added.spread.any()
