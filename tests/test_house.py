"""The house is clean: no addresses in locks, no float in the rules, no sentence of the law, one way for the arrows."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = sorted((ROOT / "src" / "croupier" / "games").rglob("*.py"))
DOUBLES = ROOT / "src" / "croupier" / "odds" / "blackjack"
"""The solver, whose figures carry their error."""
EXACT = [
    *RULES,
    *(path for path in sorted((ROOT / "src" / "croupier" / "odds").rglob("*.py")) if DOUBLES not in path.parents),
]
LAW = ROOT.parent / "shared" / "rules"
LONGEST_SHARED_RUN = 11
"""Words in a row that our text may share with the Gazette's: terms and figures, never a sentence."""


def tracked() -> list[str]:
    return subprocess.run(
        ("git", "ls-files"), cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
    ).stdout.split()


@pytest.mark.parametrize("path", sorted((ROOT / "locks").glob("*.txt")), ids=lambda path: path.name)
def test_locks_have_hashes_and_no_address(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "://" not in text
    pins = [line for line in text.splitlines() if "==" in line]
    assert pins
    assert all(line.endswith("\\") for line in pins)


def test_the_lock_of_the_page_names_no_place_to_fetch_from() -> None:
    text = (ROOT / "web" / "package-lock.json").read_text("utf-8")
    assert '"integrity"' in text
    assert '"resolved"' not in text


def test_no_lock_that_names_a_registry_is_tracked() -> None:
    names = [Path(name).name for name in tracked()]
    assert "uv.lock" not in names
    assert not [name for name in names if name.startswith("pylock")]


@pytest.mark.parametrize("path", EXACT, ids=lambda path: str(path.relative_to(ROOT / "src" / "croupier")))
def test_no_float_comes_near_the_rules(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            assert path.parent.name == "odds", f"line {node.lineno}: only Fractions are divided, and only in odds"


def test_the_hand_machine_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse((ROOT / "src" / "croupier" / "games" / "blackjack" / "hand.py").read_text("utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {str(name).split(".")[0] for name in names} <= set(sys.stdlib_module_names)


def test_continuous_integration_calls_the_one_command() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert lines[1:] == ["exec python3 start.py test"]


def words(text: str) -> list[str]:
    return "".join(letter.lower() if letter.isalnum() else " " for letter in text).split()


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    said = words(text)
    return {tuple(said[place : place + length]) for place in range(len(said) - length + 1)}


def test_no_sentence_of_the_gazette_stands_in_the_project() -> None:
    """Where the law's texts lie beside the project, nothing tracked shares a long run of words with them."""
    law = {run for path in LAW.glob("division-*.txt") for run in runs(path.read_text("utf-8"), LONGEST_SHARED_RUN)}
    for name in tracked():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".txt"} and path.parent.name != "locks" and path.exists():
            shared = runs(path.read_text("utf-8"), LONGEST_SHARED_RUN) & law
            assert not shared, (name, sorted(shared)[:3])
