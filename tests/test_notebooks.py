"""The notebooks in `examples/` run from the first cell to the last, and what they assert holds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = sorted((ROOT / "examples").glob("*.ipynb"))


def cells(path: Path) -> list[str]:
    """The code of a notebook, cell by cell."""
    document = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(cells(path), start=1):
        exec(compile(cell, f"{path.name}, cell {number}", "exec"), names)  # noqa: S102  our own notebooks
    assert capsys.readouterr().out
    if path.stem == "learn_basic_strategy":
        guide = (ROOT / "docs" / "how-to" / "research.md").read_text("utf-8")
        assert f"the house keeps {names['found']:.3f} %" in " ".join(guide.split())


def test_there_are_three_and_none_has_outputs_in_it() -> None:
    assert len(NOTEBOOKS) == 3
    for path in NOTEBOOKS:
        document = json.loads(path.read_text("utf-8"))
        assert all(not cell.get("outputs") for cell in document["cells"])
