"""The computed policies at real tournament tables: as many go on as was worked out."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.odds.last_hand_table import Policies, followed_chance, play_hands


def test_as_many_go_on_as_was_worked_out(request: pytest.FixtureRequest) -> None:
    """`python3 start.py bench last_hand_tables` does it with a million hands."""
    is_long = request.config.getoption("--long")
    policies = Policies()
    expected = followed_chance(policies) if is_long else float(policies.play.value[1])
    found = play_hands(policies, 100_000 if is_long else 600, Random(None if is_long else 26))
    assert abs(found.deviations(expected)) < 4
