"""The short loop: what `start.py quick` understands, and which checks it runs."""

from __future__ import annotations

from tests.support.process import python
from tools import checks, quick
from tools.checks import ROOT

OF_A_PROGRAM = ["ruff format", "ruff", "mypy"]


def names(*paths: str) -> list[str]:
    return [check.name for check in quick.checks_of([ROOT / path for path in paths], [])]


def test_a_source_is_checked_by_ruff_and_mypy_and_nothing_of_the_page_runs() -> None:
    assert names("src/croupier/games/roulette/rules.py") == OF_A_PROGRAM


def test_the_pages_checks_run_where_the_page_changed() -> None:
    assert names("web/src/Header.svelte") == [check.name for check in checks.PAGE]


def test_a_document_needs_no_check_but_its_tests() -> None:
    assert names("README.md") == []
    assert "tests/test_documents.py" in quick.understood(["docs/reference/notation.md"]).tests


def test_a_path_may_have_options_of_pytest_behind_it() -> None:
    asked = quick.understood(["tests/clauses/test_d8_wagers.py", "-k", "split"])
    assert asked.tests == ["tests/clauses/test_d8_wagers.py"]
    assert asked.options == ["-k", "split"]


def test_words_find_tests_by_name() -> None:
    asked = quick.understood(["D8", "3.6"])
    assert asked.paths == []
    assert asked.options == ["-k", "d8 and 3_6"]
    assert asked.tests


def test_words_that_no_test_has_are_said_in_one_line() -> None:
    done = python("-m", "tools.quick", "zxcvbn")
    assert (done.status, done.errors) == (2, "No test has zxcvbn in its name.\n")
