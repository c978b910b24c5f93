"""The strategies of `examples/` and of the document are what they say they are."""

from __future__ import annotations

import json

import pytest

from croupier.simulate.blackjack.strategies.strategy import Deviation, StakeStep
from croupier.simulate.blackjack.strategies.strategy_file import read_solution, read_strategy, write_strategy
from tests.support.documents import blocks
from tests.support.project import ROOT
from tests.support.simulate.strategy_texts import BASIC, HI_LO


def test_the_examples_are_as_they_would_be_written() -> None:
    for text in (BASIC, HI_LO):
        assert text.endswith(f"\n\n{write_strategy(read_strategy(text))}")


def test_the_toml_of_the_document_is_a_strategy() -> None:
    strategy = read_strategy("".join(blocks(ROOT / "docs" / "reference" / "strategies.md", "toml")))
    assert strategy.ramp == (StakeStep(1, 20_00), StakeStep(2, 37_50))
    assert [each.below for each in strategy.deviations] == [False, True]


def test_the_python_of_the_document_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (program,) = blocks(ROOT / "docs" / "reference" / "strategies.md", "python")
    exec(compile(program, "strategies.md", "exec"), {})  # noqa: S102  our own words, held to be true


def test_the_basic_chart_is_what_the_solver_finds_for_8_decks() -> None:
    pytest.importorskip("numba")
    from croupier.odds.blackjack.report import chart
    from croupier.odds.blackjack.solver import Shoe, solve

    printed = json.dumps({"chart": chart(solve(Shoe.of_decks(8)))})
    assert read_solution(printed) == read_strategy(BASIC)
    assert read_strategy(HI_LO).chart == read_strategy(BASIC).chart


_TWO_CARDS = {16: (10, 6), 15: (10, 5), 13: (10, 3), 12: (10, 2), 11: (6, 5), 10: (6, 4), 9: (5, 4), 8: (5, 3)}


@pytest.mark.parametrize("each", read_strategy(HI_LO).deviations, ids=lambda each: f"{each.row} {each.total} {each.up}")
def test_each_deviation_begins_where_the_solver_changes_its_mind(each: Deviation) -> None:
    """A count rounded down is half a count higher on average: hence half a count above the mark, and half below."""
    pytest.importorskip("numba")
    cards = (each.total,) * 2 if each.row == "pair" else _TWO_CARDS[each.total]
    before, after = (_best(cards, each.up, 2 * each.at + half) for half in (-1, 1))
    assert (before == after) is False
    assert (before if each.below else after) == each.play
    chart = read_strategy(HI_LO).chart
    assert chart is not None
    assert (after if each.below else before) == chart.letter(each.row, each.total, each.up)


def test_insurance_gains_half_a_count_above_its_mark_and_not_below() -> None:
    at = read_strategy(HI_LO).insures_at
    assert at is not None
    for half, gains in ((-1, False), (1, True)):
        shoe = _shoe(2 * at + half)
        assert (3 * shoe[-1] > sum(shoe)) is gains  # 2 to 1


def _shoe(half_counts: int) -> list[int]:
    """20 decks' worth of cards with that true count in halves, the excess spread evenly over what Hi-Lo counts."""
    return [80 + half_counts, *[80 - half_counts] * 5, 80, 80, 80, 320 + 4 * half_counts]


def _best(cards: tuple[int, int], up: int, half_counts: int) -> str:
    from croupier.games.blackjack.hand import GAZETTED
    from croupier.odds.blackjack.layout import layout
    from croupier.odds.blackjack.report import LETTERS
    from croupier.odds.blackjack.solver import PlayedUpCard, Shoe
    from croupier.odds.blackjack.solver import Strategy as Way
    from croupier.odds.blackjack.up_card import UpCard

    shoe = _shoe(half_counts)
    for card in (*cards, up):
        shoe[card - 1] += 1
    options = PlayedUpCard(UpCard(layout(GAZETTED), Shoe(tuple(shoe)), up), Way.COMPOSITION).options(*cards)
    return LETTERS[max(options, key=lambda decision: options[decision])]
