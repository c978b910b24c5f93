"""Which tests hold which clause is read from the tests themselves, and every clause of a built division is held."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from croupier.rulebook import ClauseStanding, UnknownClause, divisions
from croupier.rulebook.held import DivisionCoverage, coverage, held, read_tests

ROOT = Path(__file__).resolve().parents[2]


def _tests(folder: Path, **sources: str) -> Path:
    """A folder of tests with these files."""
    tests = folder / "tests"
    for name, source in sources.items():
        path = tests / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, "utf-8")
    return tests


_SOURCE = '''
import pytest

@pytest.mark.clause("D8 3.1(b)(i)", "D8 3.9")
def test_one() -> None:
    """It names D8 4.1 in words only."""

@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.clause("D8 3.9")
async def test_two(number: int) -> None:
    def test_within() -> None: ...

@pytest.mark.clause("D8 3.10")
class TestMany:
    @pytest.mark.clause("D8 3.8")
    def test_three(self) -> None: ...

    def test_four(self) -> None: ...

    @pytest.mark.clause("D8 3.7")
    def helper(self) -> None: ...

@pytest.mark.clause("D8 3.5")
def not_a_test() -> None: ...

@pytest.mark.other("D8 3.4")
def test_unmarked() -> None: ...
'''


def test_marks_are_read_from_functions_and_classes(tmp_path: Path) -> None:
    assert read_tests(_tests(tmp_path, test_some=_SOURCE)) == {
        "D8 3.1(b)(i)": ["tests/test_some.py::test_one"],
        "D8 3.9": ["tests/test_some.py::test_one", "tests/test_some.py::test_two"],
        "D8 3.10": ["tests/test_some.py::TestMany::test_three", "tests/test_some.py::TestMany::test_four"],
        "D8 3.8": ["tests/test_some.py::TestMany::test_three"],
    }


def test_marks_are_read_from_all_files_of_tests_in_their_order(tmp_path: Path) -> None:
    source = 'import pytest\n@pytest.mark.clause("D8 3.9")\ndef test_it() -> None: ...\n'
    tests = _tests(tmp_path, test_b=source, deep__er__test_a=source, helper=source, deep__conftest=source)
    assert read_tests(tests) == {"D8 3.9": ["tests/deep/er/test_a.py::test_it", "tests/test_b.py::test_it"]}


def test_a_folder_without_marks(tmp_path: Path) -> None:
    assert read_tests(_tests(tmp_path, test_it="def test_it() -> None: ...\n")) == {}


@pytest.mark.parametrize("id", ["D8 99.9", "D8 3.1(b)", "D8", "R17", ""])
def test_a_mark_that_names_no_clause_fails(tmp_path: Path, id: str) -> None:
    source = f"import pytest\n@pytest.mark.clause({id!r})\ndef test_it() -> None: ...\n"
    with pytest.raises(UnknownClause):
        read_tests(_tests(tmp_path, test_it=source))


def test_a_mark_whose_clause_is_not_written_out_fails(tmp_path: Path) -> None:
    source = 'import pytest\nID = "D8 3.9"\n@pytest.mark.clause(ID)\ndef test_it() -> None: ...\n'
    with pytest.raises(ValueError, match="malformed node"):
        read_tests(_tests(tmp_path, test_it=source))


def test_the_map_of_this_installation_is_that_of_these_tests() -> None:
    found = held()
    assert found == read_tests(ROOT / "tests")
    assert "tests/clauses/test_d8_zero.py::test_D8_3_10_on_zero_only_wagers_with_zero_win" in found["D8 3.10"]


def test_a_test_run_fails_on_a_mark_that_names_no_clause(tmp_path: Path) -> None:
    source = 'import pytest\n@pytest.mark.clause("D8 99.9")\ndef test_it() -> None: ...\n'
    tests = _tests(tmp_path, test_it=source)
    shutil.copy(ROOT / "tests" / "conftest.py", tests)
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, str(tests))
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode != 0
    assert "The rulebook has no clause 'D8 99.9'." in done.stdout + done.stderr


# Coverage


@cache
def _coverage() -> dict[str, DivisionCoverage]:
    return {each.id: each for each in coverage()}


def test_coverage_has_every_division() -> None:
    assert list(_coverage()) == ["D1", "D2", "D7", "D8", "D9", "D10"]
    assert all(each.built for each in _coverage().values())


def test_coverage_counts_every_clause_once() -> None:
    for part in divisions():
        found = _coverage()[part.id]
        assert set(found.clauses) == set(ClauseStanding)
        assert sum(found.clauses.values()) == len(part.clauses)
        due = sum(count for standing, count in found.clauses.items() if standing is not ClauseStanding.INFO)
        assert found.held + len(found.unheld) + len(found.awaiting) == due


def test_nothing_awaits_its_needs_any_more() -> None:
    assert all(not each.awaiting for each in _coverage().values())


def test_what_awaits_its_needs_is_neither_held_nor_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.rulebook.held.BUILT_NEEDS", frozenset({"seats"}))
    found = {each.id: each for each in coverage()}
    assert found["D1"].awaiting == ["D1 7.1", "D1 7.2", "D1 12.1", "D1 12.2"]
    assert found["D1"].unheld == []
    assert found["D1"].held == _coverage()["D1"].held - 4
    assert all(not each.awaiting for id, each in found.items() if id != "D1")


def test_a_built_division_is_open_where_a_clause_is_not_held() -> None:
    def made(*unheld: str, built: bool) -> DivisionCoverage:
        return DivisionCoverage("D8", "Roulette", built, {}, 0, list(unheld), [])

    assert made("D8 3.1", built=True).is_open
    assert not made(built=True).is_open
    assert not made("D8 3.1", built=False).is_open


@pytest.mark.parametrize("id", ["D1", "D2", "D7", "D8", "D9", "D10"])
def test_every_clause_of_a_built_division_is_held_by_a_test(id: str) -> None:
    assert _coverage()[id].unheld == []
    assert not _coverage()[id].is_open
