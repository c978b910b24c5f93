from __future__ import annotations

import pytest

from croupier import NoMoreBets, Outcome, Wager
from croupier.games.roulette import Spin, corner, red, split, straight_up
from tests.support.rules.tables import outcomes, roulette


@pytest.mark.clause("D8 3.10")
def test_D8_3_10_on_zero_only_wagers_with_zero_win() -> None:
    table = roulette("ana").play(
        Wager("ana", straight_up(0), 5_00),
        Wager("ana", split(0, 3), 5_00),
        Wager("ana", corner(0, 1, 2, 3), 5_00),
        Wager("ana", red, 5_00),
        Wager("ana", straight_up(1), 5_00),
    )
    done = table.play(NoMoreBets(), Spin(0))
    assert outcomes(done) == {
        ("ana", "0"): (Outcome.WIN, 175_00),
        ("ana", "split 0-3"): (Outcome.WIN, 85_00),
        ("ana", "corner 0-1-2-3"): (Outcome.WIN, 40_00),
        ("ana", "red"): (Outcome.LOSE, 0),
        ("ana", "1"): (Outcome.LOSE, 0),
    }
    assert {line.rule.clause for line in done.settled if line.outcome is Outcome.LOSE} == {"D8 3.10"}
