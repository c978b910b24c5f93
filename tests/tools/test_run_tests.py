"""Which tests and checks a run has, how it is judged, and that a test that overruns is ended and named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.process import python
from tools.durations import report
from tools.run_tests import NOTHING_FOUND, planned, verdict

HANGING = """
import signal, time

def test_waits_in_python():
    time.sleep(600)

def test_waits_where_no_signal_comes_through():
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    a_function_that_hangs()

def a_function_that_hangs():
    time.sleep(600)
"""


def test_a_run_without_paths_has_the_program_and_the_page() -> None:
    assert [(run.name, run.words) for run in planned(("-k", "wager"))] == [
        ("program", ("--ignore=tests/page", "-k", "wager")),
        ("page", ("tests/page", "-k", "wager")),
    ]


def test_a_path_outside_the_page_needs_no_page_and_no_browser() -> None:
    assert [run.name for run in planned(("tests/clauses",))] == ["program"]
    assert [run.name for run in planned(("tests/page/test_lobby.py::test_x", "-x"))] == ["page"]


def test_paths_of_both_go_to_their_own_run() -> None:
    assert [run.words for run in planned(("tests/page", "tests/clauses", "-x"))] == [
        ("tests/clauses", "-x"),
        ("tests/page", "-x"),
    ]


def test_a_folder_above_the_page_has_tests_of_both_runs() -> None:
    assert [(run.name, run.words) for run in planned(("tests", "-x"))] == [
        ("program", ("tests", "--ignore=tests/page", "-x")),
        ("page", ("tests/page", "-x")),
    ]


@pytest.mark.parametrize(
    ("failed", "statuses", "status"),
    [
        ([], [0, 0], 0),
        ([], [0, NOTHING_FOUND], 0),
        ([], [NOTHING_FOUND, NOTHING_FOUND], NOTHING_FOUND),
        ([], [0, 1], 1),
        ([], [-9, 0], 9),
        ([], [NOTHING_FOUND, -9], 9),
        (["mypy"], [0, 0], 1),
    ],
)
def test_a_run_passes_only_if_all_of_it_does(failed: list[str], statuses: list[int], status: int) -> None:
    assert verdict(failed, statuses) == status


def test_the_slowest_tests_and_the_parts_are_shown() -> None:
    seconds = {f"tests/clauses/test_a.py::test_{number}": 1.0 * number for number in range(20)}
    lines = report({**seconds, "tests/page/test_b.py::test_x": 30.0, "tests/test_c.py::test_y": 0.5}).splitlines()
    assert lines[0] == "Seconds in tests, by part: rules 190, page 30, project 0"
    assert lines[2].split() == ["30.0", "s", "tests/page/test_b.py::test_x"]
    assert len(lines) == 12


def test_a_test_that_overruns_is_ended_and_named_with_its_stack(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    settings = ("-c", "pyproject.toml", "--rootdir", str(tmp_path), "-p", "no:cacheprovider")
    plugins = ("-p", "pytest_timeout", "-p", "xdist.plugin", "-n", "1")
    limits = ("--timeout", "1", "-o", "faulthandler_timeout=3")
    words = (*settings, *plugins, *limits, str(tmp_path / "test_hanging.py"))
    done = python("-m", "pytest", *words, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    said = done.out + done.errors
    assert done.status == 1
    assert "2 failed" in said
    assert "test_waits_in_python" in said
    assert "Timeout (>1.0s)" in said
    assert "crashed while running 'test_hanging.py::test_waits_where_no_signal_comes_through'" in said
    assert "in a_function_that_hangs" in said
