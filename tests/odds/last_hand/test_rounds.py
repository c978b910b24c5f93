"""Two and three rounds left against plain enumeration with fractions, on a grid on which every stack lies."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.games.sign import Sign
from croupier.games.tournament.session_table.last_hand import BetModel, LastHand, LastSeat
from croupier.odds.last_hand.answer import solve_last_hand
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail
from croupier.odds.last_hand.rounds import future_of
from tests.support.odds.plain_rounds import PlainRound

ONE_WAGER = Sign(100_00, 100_00, 100_00, 50_00)
DETAIL = SolveDetail(splits=False, insurance=False, amounts=1)
SIXES = {6: Fraction(2, 5), 10: Fraction(3, 5)}
NINES = {3: Fraction(1, 4), 9: Fraction(3, 4)}


@pytest.mark.parametrize(
    ("chips", "shares", "rounds"),
    [((300, 300), SIXES, 2), ((200, 400), NINES, 2), ((300, 300), SIXES, 3), ((300, 300), NINES, 3)],
)
def test_stacks_on_the_grid_are_worth_what_plain_enumeration_says(
    chips: tuple[int, int], shares: dict[int, Fraction], rounds: int
) -> None:
    """One wager is lawful, so that every stack is a multiple of 100: the eight points of the grid."""
    expected = PlainRound(chips, 100, shares, rounds - 1).value()
    held = tuple(float(shares.get(rank, 0)) for rank in range(1, 11))
    contest = PlaceContest((100 * chips[0], 100 * chips[1]), ONE_WAGER, held, 1, 0)
    future = future_of(contest, (BetModel.BEST, BetModel.BEST), 0, rounds - 1, 8)
    assert list(future.axis) == list(range(0, 800_00, 100_00))
    found = HandPlay(contest._replace(future=future), (100_00, 100_00), DETAIL).value
    assert [float(each) for each in found] == pytest.approx([float(each) for each in expected], abs=1e-9)


def test_the_error_of_the_grid_is_told_and_covers_what_equal_players_must_have() -> None:
    """Equal stacks, one lawful wager, two rounds: only who plays first tells the two apart, so each has about half."""
    seats = (LastSeat("ana", 500_00), LastSeat("ben", 500_00))
    found = solve_last_hand(LastHand(seats, "ana", ONE_WAGER, rounds=2))
    (only,) = found.wagers
    assert found.error is not None
    assert found.error < 0.05
    assert abs(only.chance - 0.5) < 0.05 + found.error
    assert "2 rounds on a grid of stacks" in found.method
