"""Two players with the shoe's composition, against plain enumeration with fractions."""

from __future__ import annotations

import numpy as np
import pytest

from croupier.games.sign import Sign
from croupier.odds.last_hand.exact import PLAIN, ExactDuel
from croupier.odds.last_hand.play import HandPlay, PlaceContest
from tests.support.odds.plain_duel import PlainDuel

SIGN = Sign(10_00, 500_00, 10_00, 5_00)
SMALL = (2, 0, 0, 0, 3, 0, 0, 2, 0, 6)
OTHER = (1, 0, 2, 0, 0, 3, 0, 0, 3, 5)


@pytest.mark.parametrize(
    ("chips", "wagers", "shoe"),
    [
        ((1000, 900), (100, 250), SMALL),
        ((600, 500), (300, 200), SMALL),
        ((1000, 1000), (500, 500), OTHER),
        ((400, 600), (150, 60), OTHER),
    ],
)
def test_exact_value_is_that_of_plain_enumeration(
    chips: tuple[int, int], wagers: tuple[int, int], shoe: tuple[int, ...]
) -> None:
    expected = PlainDuel(chips, wagers, shoe).value()
    contest = PlaceContest((chips[0] * 100, chips[1] * 100), SIGN, tuple(n / sum(shoe) for n in shoe), 1, 0)
    found = ExactDuel(contest, (wagers[0] * 100, wagers[1] * 100), shoe, rare=0.0).value
    assert found.error == 0
    assert found.chances[1] == pytest.approx(float(expected), abs=1e-12)
    assert sum(found.chances) == pytest.approx(1, abs=1e-12)


def test_of_a_very_large_shoe_composition_and_held_proportions_say_the_same() -> None:
    """A thousand times eight decks: a card more or less changes nothing."""
    counts = (32_000,) * 9 + (128_000,)
    contest = PlaceContest((1000_00, 900_00), SIGN, tuple(n / sum(counts) for n in counts), 1, 0)
    duel = ExactDuel(contest, (100_00, 250_00), counts, rare=1e-4)
    play = HandPlay(contest, (100_00, 250_00), PLAIN)
    weights = np.multiply.outer(play.start_chances, play.start_chances).reshape(-1)
    for up in (6, 10):
        held = weights @ play.of_line(up, play.plain)
        assert duel.against(up)[0] == pytest.approx(held[1], abs=2e-5)
