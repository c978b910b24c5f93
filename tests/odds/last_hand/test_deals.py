"""What deals drawn at random add: each deal worked out by itself, and the mean of them all."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from croupier.games.sign import Sign
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.last_hand.deals import DealtPlay, DrawnDeal, UnseenPlay, added_by
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


def mean_of(play: HandPlay, dealt: DealtPlay | UnseenPlay) -> np.ndarray:
    """Over every deal, by its chance."""
    starts = [place for place, chance in enumerate(play.start_chances) if chance > 0]
    total = np.zeros(len(play.contest.chips))
    for up in (rank for rank in RANKS if play.shares[rank - 1] > 0):
        for deal in product(starts, repeat=len(play.contest.able)):
            chance = play.shares[up - 1] * prod(play.start_chances[start] for start in deal)
            total += chance * dealt.worth(DrawnDeal(up, deal))
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
    assert list(mean_of(play, DealtPlay(play))) == pytest.approx(list(play.value), abs=1e-9)


def test_five_players_with_all_cards_in_sight_are_worth_what_plain_enumeration_says() -> None:
    chips, wagers = (500, 520, 400, 450, 510), (60, 100, 200, 150, 90)
    expected = PlainTable(chips, wagers, SIXES, 1).value()
    play = HandPlay(contest(chips, SIXES), tuple(100 * each for each in wagers), PLAIN)
    assert list(mean_of(play, DealtPlay(play))) == pytest.approx([float(each) for each in expected], abs=1e-9)


def test_decisions_made_without_a_look_are_worth_what_the_sums_over_all_deals_say() -> None:
    blind = PLAIN._replace(sight=False, amounts=2)
    play = HandPlay(contest((1000, 900, 950), ACES), (100_00, 250_00, 150_00), blind)
    assert list(mean_of(play, UnseenPlay(play))) == pytest.approx(list(play.value), abs=1e-9)


def test_what_is_added_lies_within_its_bound() -> None:
    """Against the mean over every deal of a shoe with three ranks."""
    at, wagers = contest((1000, 900, 950), ACES), (100_00, 250_00, 150_00)
    play, whole = HandPlay(at, wagers, PLAIN._replace(sight=False)), HandPlay(at, wagers, PLAIN)
    true = whole.value - play.value
    added = added_by(play, 300)
    assert np.abs(true).max() > 0.001
    assert (np.abs(added.value - true) <= added.spread).all()
    assert 0 < added.spread.max() < 0.02
    assert added.value.sum() == pytest.approx(0, abs=1e-12)
