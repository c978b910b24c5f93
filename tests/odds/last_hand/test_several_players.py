"""Three and four players against plain enumeration with fractions, on shoes of a few ranks that never run down."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.games.sign import Sign
from croupier.games.tournament.session_table.last_hand import BetModel
from croupier.odds.last_hand.betting import Betting
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail
from tests.support.odds.plain_table import PlainTable

SIGN = Sign(10_00, 500_00, 10_00, 5_00)
DETAIL = SolveDetail(splits=False, insurance=False, amounts=1)
ACES = {1: Fraction(1, 4), 5: Fraction(1, 4), 10: Fraction(1, 2)}
SIXES = {6: Fraction(2, 5), 10: Fraction(3, 5)}
NINES = {3: Fraction(1, 4), 9: Fraction(3, 4)}


@pytest.mark.parametrize(
    ("chips", "wagers", "shares", "advance"),
    [
        ((1000, 900, 700), (100, 250, 300), SIXES, 1),
        ((1000, 900, 700), (100, 250, 300), ACES, 1),
        ((600, 610, 500), (50, 20, 140), ACES, 2),
        ((800, 780, 500), (100, 120, 500), NINES, 1),
        ((1000, 900, 950, 700), (100, 250, 150, 300), SIXES, 1),
        ((500, 520, 400, 450), (60, 100, 200, 150), SIXES, 2),
        ((500, 505, 400, 450), (60, 50, 200, 150), SIXES, 3),
    ],
)
def test_every_chance_is_that_of_plain_enumeration(
    chips: tuple[int, ...], wagers: tuple[int, ...], shares: dict[int, Fraction], advance: int
) -> None:
    expected = PlainTable(chips, wagers, shares, advance).value()
    held = tuple(float(shares.get(rank, 0)) for rank in range(1, 11))
    contest = PlaceContest(tuple(100 * each for each in chips), SIGN, held, advance, 0)
    found = HandPlay(contest, tuple(100 * each for each in wagers), DETAIL).value
    assert [float(each) for each in found] == pytest.approx([float(each) for each in expected], abs=1e-9)
    assert sum(expected) == advance


@pytest.mark.parametrize(("chips", "enough"), [((1200, 650), 105), ((1800, 1200), 405)])
def test_a_leader_who_bets_first_covers_a_doubled_wager(chips: tuple[int, int], enough: int) -> None:
    """Published for limits up to 500 in steps of 5: one step less loses to a doubled wager that wins."""
    held = tuple([1 / 13] * 9 + [4 / 13])
    contest = PlaceContest(tuple(100 * each for each in chips), Sign(5_00, 500_00, 5_00, 5_00), held, 1, 0)
    betting = Betting(contest, (None, None), (0, 1), (BetModel.BEST, BetModel.BEST), DETAIL)
    less, more = (betting.bet(0, 100 * wager, DETAIL).value[0] for wager in (enough - 5, enough))
    assert more > less + 0.03


def test_a_leader_who_bets_first_lays_one_step_less_than_the_lead() -> None:
    """The rule for a lead of half the maximum or more: whoever loses both wagers is still ahead, and at the lead itself
    is not. Ahead by 300 of 500."""
    held = tuple([1 / 13] * 9 + [4 / 13])
    contest = PlaceContest((1000_00, 700_00), SIGN, held, 1, 0)
    betting = Betting(contest, (None, None), (0, 1), (BetModel.BEST, BetModel.BEST), DETAIL)
    less, level, more = (betting.bet(0, 100 * wager, DETAIL).value[0] for wager in (290, 300, 310))
    assert less > level + 0.01
    assert level > more + 0.04
