"""What `croupier solve blackjack --json` prints is a strategy too."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from croupier.games.blackjack.hand import decisions
from croupier.games.blackjack.options import BlackjackOptions, Soft17
from croupier.odds.blackjack.walks import hands
from croupier.simulate.blackjack.strategies.strategy import NO_CARDS, UPS, ByChart, HeldHand, Letter
from croupier.simulate.blackjack.strategies.strategy_file import read_solution, read_strategy, strategy_of
from croupier.simulate.blackjack.strategies.strategy_toml import LONGEST_TEXT
from tests.support.simulate.strategy_texts import BASIC, fault, faults, solution


def test_the_chart_of_a_solution_is_played() -> None:
    assert read_solution(json.dumps(solution())) == read_strategy(BASIC)
    assert strategy_of(json.dumps(solution()).encode(), ".JSON") == read_strategy(BASIC)


def test_a_soft_hand_that_would_stand_is_doubled_or_stands() -> None:
    found = solution()
    found["chart"]["soft"]["18"]["4"] = found["chart"]["soft"]["17"]["4"] = "D"
    chart = read_solution(json.dumps(found)).chart
    assert chart is not None
    assert (chart.letter("soft", 18, 4), chart.letter("soft", 17, 4)) == (Letter.DOUBLE_OR_STAND, Letter.DOUBLE)


def _changed(section: str, row: str, up: str, letter: Any) -> str:
    found = solution()
    found["chart"][section][row][up] = letter
    return json.dumps(found, indent=2)


def _line(text: str, *keys: str) -> int:
    place = 0
    for key in keys:
        place = text.index(f'"{key}": ', place)
    return text.count("\n", 0, place) + 1


@pytest.mark.parametrize(
    ("section", "row", "up", "letter", "words"),
    [
        ("hard", "16", "T", "X", "hard 16: against T 'X' is no play"),
        ("hard", "16", "T", "-", "hard 16: against T '-' is no play"),
        ("hard", "16", "T", "P", "hard 16: against T P is for pairs"),
        ("hard", "16", "T", 5, "hard 16: expected one letter"),
        ("soft", "18", "T", "SS", "soft 18: expected one letter"),
        ("pairs", "88", "1", "S", "pair 8: the dealer shows no '1'"),
        ("pairs", "22", "A", "S", "pair 2: against A S cannot be"),
    ],
)
def test_faults_of_asolution(section: str, row: str, up: str, letter: Any, words: str) -> None:
    text = _changed(section, row, up, letter)
    found = fault(text, read_solution)
    assert (found.line, found.column) == (_line(text, "chart", section, row), 7)
    assert words in found.why


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "Expecting value"),
        ('{\n "chart": ', 2, 11, "Expecting value"),
        ("[" * 100_000, 1, 1, "brackets"),
        ("1" * 5000, 1, 1, "limit"),
        ("[]", 1, 1, "there is no chart"),
        ('{"errors": ["The solver needs its compiled parts"]}', 1, 1, "there is no chart"),
        ('{\n  "chart": 5}', 2, 3, "there is no chart"),
        ('{"chart": {\n "hands": {"TT": {}}}}', 2, 2, "solve with --strategy total"),
        ('{"chart": {\n "hard": 5}}', 2, 2, "the chart has no hard"),
        ('{"chart": {"hard": {},\n "soft": {},\n "pairs": {"AA": []}}}', 3, 2, "lacks rows of pairs: T, 9"),
        ('{"chart": {"hard": {"16":\n {"2": "S"}}}}', 1, 21, "hard 16: nothing is said against 3 4 5 6 7 8 9 T A"),
        ('{"chart": {"hard": {"\\ud800": 1}}}', 1, 21, "unknown setting '\\ud800'"),
        (" " * (LONGEST_TEXT + 1), 1, 1, "too long"),
    ],
)
def test_what_is_nosolution(text: str, line: int, column: int, words: str) -> None:
    found = faults(text, read_solution)
    assert (line, column) in {(each.line, each.column) for each in found if words in each.why}, found


@pytest.mark.parametrize(
    "options",
    [BlackjackOptions(), BlackjackOptions(double_with_ace=True, soft_17=Soft17.DRAW)],
    ids=["as gazetted", "soft hands doubled"],
)
def test_a_chart_that_was_printed_plays_as_the_solver_does(options: BlackjackOptions) -> None:
    pytest.importorskip("numba")
    from croupier.odds.blackjack.report import chart
    from croupier.odds.blackjack.solver import Shoe, solve
    from croupier.simulate.blackjack.strategies.solved import ByTotals

    rules = options.rules
    solved = solve(Shoe.of_decks(options.decks), rules)
    printed = read_solution(json.dumps({"chart": chart(solved)})).chart
    assert printed is not None
    by_totals, by_chart = ByTotals(solved), ByChart(printed)
    for node, boxes, up in itertools.product(hands(rules).nodes, (1, rules.most_hands), UPS):
        if may := decisions(node.hand, boxes, rules):
            held = HeldHand(up, node.hand, NO_CARDS, 0, may)
            assert by_chart.decision(held) == by_totals.decision(held), held
