"""What a card that is gone is worth, and what counts make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.games.blackjack.hand import DealerBlackjack, Rules
from croupier.odds.blackjack.effects import RemovalEffects, effects_of_removal
from croupier.odds.blackjack.solver import Shoe, Strategy, solve
from tests.support.process import in_this_process

PUBLISHED = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
"""Griffin, The Theory of Blackjack: one deck, in hundredths; the rules differ a little."""


def test_one_deck_is_near_what_griffin_published() -> None:
    rules = Rules(double_with_ace=True, double_after_split=False, most_hands=4, dealer_blackjack=DealerBlackjack.PEEK)
    found = effects_of_removal(1, rules)
    assert [100 * gain for gain in found.by_card] == pytest.approx(PUBLISHED, abs=0.06)
    # His betting correlation of Hi-Lo is 0.97.
    assert found.betting_correlation((-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)) == pytest.approx(0.97, abs=0.01)


def test_correlation_by_hand() -> None:
    """A count of the effects themselves is perfect, its opposite is the worst, and a count of nothing says nothing."""
    found = RemovalEffects(8, 0.005, (-4.0, 1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 0.0, 0.0, -0.75))
    same = (-16, 4, 4, 4, 8, 4, 4, 0, 0, -3)
    assert found.betting_correlation(same) == pytest.approx(1.0)
    assert found.betting_correlation(tuple(-value for value in same)) == pytest.approx(-1.0)
    assert found.betting_correlation((0,) * 10) == 0.0


def test_the_command_in_words_and_as_json(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    hi_lo = str(root / "examples/strategies/hi-lo.toml")
    document = in_this_process("solve", "effects", "--decks", "6", "--count", hi_lo, "--json").document
    shoe, by_cards = Shoe.of_decks(6), Strategy.COMPOSITION
    expected = 100 * (solve(shoe.without(5), strategy=by_cards).value - solve(shoe, strategy=by_cards).value)
    assert document["effects_percent"]["5"] == pytest.approx(expected, abs=1e-12)
    assert document["betting_correlation"] == pytest.approx(0.963, abs=0.001)
    words = in_this_process("solve", "effects", "--decks", "6", "--count", hi_lo)
    assert (words.status, "Betting correlation of the count: 0.96" in words.out) == (0, True)
    broken = tmp_path / "broken.toml"
    broken.write_text("[count]\nvalues = 5\n")
    refused = in_this_process("solve", "effects", "--count", str(broken))
    assert refused.status == 2
    assert "2" in refused.errors
    plain = in_this_process("solve", "effects", "--count", str(root / "examples/strategies/basic.toml"))
    assert (plain.status, "has no count" in plain.errors) == (2, True)
