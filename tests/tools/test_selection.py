"""The tests that `start.py quick` runs for a change."""

from __future__ import annotations

import pytest

from tools import selection
from tools.checks import ROOT

SOURCES = sorted((ROOT / "src" / "croupier").rglob("*.py"))


@pytest.mark.parametrize(
    ("changed", "has", "has_not"),
    [
        ("src/croupier/games/roulette/rules.py", "tests/clauses/test_d8_wagers.py", "tests/clauses/test_d2_betting.py"),
        ("src/croupier/games/tai_sai/rules.py", "tests/clauses/test_d9_wagers.py", "tests/clauses/test_d8_wagers.py"),
        (
            "src/croupier/games/blackjack/hand.py",
            "tests/blackjack/test_hand_machine.py",
            "tests/floor/test_table_actor.py",
        ),
        ("src/croupier/games/money.py", "tests/clauses/test_d1_limits.py", "tests/floor/test_table_actor.py"),
        ("src/croupier/floor/tables/chance.py", "tests/floor/test_chance.py", "tests/serve/test_kills.py"),
        ("tests/clauses/test_d8_wagers.py", "tests/clauses/test_d8_wagers.py", "tests/clauses/test_d8_zero.py"),
        ("docs/reference/notation.md", "tests/test_documents.py", "tests/record/test_reading.py"),
        ("tools/selection.py", "tests/tools/test_selection.py", "tests/test_documents.py"),
    ],
)
def test_a_change_brings_its_own_tests_and_no_others(changed: str, has: str, has_not: str) -> None:
    found = selection.tests_of([ROOT / changed])
    assert has in found
    assert has_not not in found


def test_every_source_has_tests_that_belong_to_it() -> None:
    assert [str(path.relative_to(ROOT)) for path in SOURCES if not selection.tests_of([path])] == []


def test_no_source_of_the_program_starts_a_browser() -> None:
    assert not [test for test in selection.tests_of(SOURCES) if test.startswith("tests/page/")]


def test_a_clause_is_found_by_its_number() -> None:
    found = selection.tests_called("D8", "3.6")
    assert "tests/clauses/test_d8_irregularities.py" in found
    assert "tests/clauses/test_d2_betting.py" not in found


def test_words_that_are_in_no_name_find_nothing() -> None:
    assert selection.tests_called("zxcvbn") == []
