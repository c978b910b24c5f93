"""The code hangs together one way, and a public name means one thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.code_measures import Code


@pytest.fixture(scope="module")
def code() -> Code:
    return Code()


def test_no_modules_import_each_other(code: Code) -> None:
    """Imports inside functions and for types count: they hide a cycle, and do not undo it."""
    assert code.cycles == []


def test_a_public_class_name_stands_once(code: Code) -> None:
    assert code.repeated_names == {}


def test_imports_inside_functions_load_something_heavy(code: Code) -> None:
    """What each spares, and whom, stands in `HEAVY`."""
    assert code.unexplained == []


def test_what_is_measured_is_found(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "__init__.py").write_text("")
    (tmp_path / "house" / "one.py").write_text("from house import two\n\nclass Chip: ...\n")
    (tmp_path / "house" / "two.py").write_text(
        "class Chip: ...\n\nclass _Chip: ...\n\ndef late():\n    from house.three import word\n    return word\n"
    )
    (tmp_path / "house" / "three.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import house.one\nword = 1\n"
    )
    (tmp_path / "house" / "four.py").write_text(
        "from house import one, two, three\nclass _Chip: ...\n@njit\ndef kernel(table: Any): ...\n"
        "class Four:\n    def word(self, table: Any, word: Any): ...\n"
    )
    found = Code(tmp_path)
    assert found.cycles == [["house.one", "house.three", "house.two"]]
    assert found.repeated_names == {"Chip": ["house.one", "house.two"]}
    assert found.unexplained == ["house.two:6 house.three"]
    assert found.function_lengths == [1, 1, 3]
    assert (found.any_parameters, found.any_states) == (["table", "word"], 1)
