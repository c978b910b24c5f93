"""What an evening comes to before it is opened, against figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import Conditions, Duration, Measure, Prize, Stage
from croupier.games.tournament.planning.forecast import Forecast, forecast

TEN = Duration(Measure.ROUNDS, 10)
CONDITIONS = Conditions(
    name="Cup",
    entry_fee=20_00,
    most=16,
    stages=(Stage(TEN, advance=2),),
    final=Duration(Measure.ROUNDS, 15),
    prizes=(Prize(share=50), Prize(share=30), Prize(share=20)),
    break_seconds=600,
    wager_seconds=25,
)


def foretold(entries: int, *, live: bool = False, **changed: Any) -> Forecast:
    made = forecast(replace(CONDITIONS, **changed), entries, live=live)
    assert isinstance(made, Forecast), made
    return made


def test_an_evening_of_sixteen() -> None:
    """Tables of 6, 5 and 5; 6 go on. 6 players take 6 x 12 s and 10 s of cards: 82 s a round."""
    made = foretold(16)
    assert [(each.players, each.tables, each.is_final) for each in made.stages] == [
        (16, (6, 5, 5), False),
        (6, (6,), True),
    ]
    assert [each.seconds for each in made.stages] == [300 + 820, 300 + 15 * 82]
    assert (made.breaks, made.seconds) == (600, 600 + 1_120 + 1_530)
    assert (made.pool, made.prizes) == (320_00, (160_00, 96_00, 64_00))


def test_the_operators_own_cap_makes_more_tables_and_more_stages() -> None:
    made = foretold(16, seats=5)
    assert [(each.players, each.tables) for each in made.stages] == [(16, (4, 4, 4, 4)), (8, (4, 4)), (4, (4,))]


def test_seven_play_only_the_final() -> None:
    made = foretold(7)
    assert [each.players for each in made.stages] == [7]
    assert made.seconds == 300 + 15 * (7 * 12 + 10)


def test_a_session_by_time_lasts_that_long_and_one_by_shoes_as_many_rounds_as_a_shoe_has() -> None:
    assert foretold(4, final=Duration(Measure.SECONDS, 2_700)).seconds == 300 + 2_700
    # 312 of 416 cards, 15 a round: 20 rounds of 4 x 12 + 10 s.
    assert foretold(4, final=Duration(Measure.SHOES, 2)).seconds == 300 + 40 * 58


def test_at_live_tables_the_cards_and_the_shuffles_take_longer() -> None:
    # 15 rounds in one shoe: 4 x 16 + 25 s each, and 120 s for the shuffle.
    assert foretold(4, live=True).seconds == 300 + 15 * 89 + 120
    # A shuffle for each of two shoes of 20 rounds.
    assert foretold(4, live=True, final=Duration(Measure.SHOES, 2)).seconds == 300 + 40 * 89 + 2 * 120


@pytest.mark.parametrize("entries", [3, 17, 0])
def test_so_many_cannot_play_it(entries: int) -> None:
    made = forecast(CONDITIONS, entries)
    assert isinstance(made, Refusal)
    assert (made.rule.clause, made.code) == ("D7 3.2(f)", "bad_numbers")
