"""Which tests belong to a change: `python3 start.py quick` runs these and no others."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tools.checks import ROOT

SOURCES, TESTS = ROOT / "src", ROOT / "tests"
GIT_SECONDS = 30

OF_FOLDER = {
    "src/croupier/games/roulette": ("tests/clauses/test_d8_*.py", "tests/battery"),
    "src/croupier/games/tai_sai": ("tests/clauses/test_d9_*.py", "tests/battery"),
    "src/croupier/games/money_wheel": ("tests/clauses/test_d10_*.py", "tests/battery"),
    "src/croupier/games/layout": (
        *("tests/clauses/test_d8_*.py", "tests/clauses/test_d9_*.py", "tests/clauses/test_d10_*.py"),
        "tests/battery",
    ),
    "src/croupier/games/blackjack": (
        *("tests/clauses/test_d2_*.py", "tests/blackjack"),
        "tests/battery/test_blackjack.py",
    ),
    "src/croupier/games/tournament": ("tests/clauses/test_d7_*.py", "tests/tournament"),
    "src/croupier/games/general": ("tests/clauses/test_d1_*.py", "tests/battery"),
    "src/croupier/games": ("tests/clauses", "tests/battery"),
    "src/croupier/__init__.py": ("tests/test_import.py", "tests/test_documents.py"),
    "src/croupier/lazy.py": ("tests/test_import.py",),
    "src/croupier/school": ("tests/school",),
    "src/croupier/dealing/rounds.py": ("tests/test_library.py",),
    "src/croupier/__main__.py": ("tests/cli/test_manner.py",),
    "src/croupier/child_process.py": ("tests/serve/test_nothing_left.py",),
    "docs": ("tests/test_documents.py", "tests/documents", "tests/test_house.py"),
    **dict.fromkeys(
        ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml"),
        ("tests/test_documents.py", "tests/documents", "tests/test_house.py"),
    ),
    "examples": ("tests/test_documents.py",),
    "locks": ("tests/test_house.py", "tests/test_documents.py"),
    "tools": ("tests/tools",),
    "tools/site": ("tests/documents",),
    "start.py": ("tests/tools",),
    "build_page.py": ("tests/tools",),
}
"""Tests of a folder, where their names do not say so themselves. The longest path that fits counts."""


def changed() -> list[Path]:
    """What differs from the last commit on main that this work rests on, and what git does not know yet."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = _git("diff", "--name-only", base[0]) + _git("ls-files", "--others", "--exclude-standard")
    return [path for name in sorted(set(names)) if (path := ROOT / name).exists()]


def _git(*words: str) -> list[str]:
    done = subprocess.run(
        ("git", "-c", "core.quotepath=off", *words),
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=GIT_SECONDS,
    )
    return done.stdout.splitlines() if done.returncode == 0 else []


def tests_of(paths: Iterable[Path]) -> list[str]:
    """The test files that belong to these sources, tests and documents, in order, each once."""
    return sorted({str(file.relative_to(ROOT)) for path in paths for file in _tests_of(path)})


def is_of_page(path: Path) -> bool:
    return path.is_relative_to(ROOT / "web")


def tests_called(*words: str) -> list[str]:
    """The test files in which the name of a test has all these words; `D8 3.6` is found as D8_3_6."""
    wanted = [as_name(word) for word in words]
    return [
        str(file.relative_to(ROOT))
        for file in _test_files(TESTS)
        if any(all(word in name for word in wanted) for name in _names_of_tests(file))
    ]


def as_name(word: str) -> str:
    return re.sub(r"\W+", "_", word).strip("_").casefold()


def _names_of_tests(file: Path) -> Iterator[str]:
    for found in re.finditer(r"^ *(?:async )?def (test_\w+)", file.read_text("utf-8"), re.MULTILINE):
        yield f"{file.stem}::{found[1]}".casefold()


def _tests_of(path: Path) -> Iterable[Path]:
    if path.is_relative_to(TESTS):
        return _of_test_source(path)
    named = list(_of_folder(path.relative_to(ROOT)))
    if path.suffix != ".py" or not path.is_relative_to(SOURCES):
        return named
    own = named or _named_after(path) | _importing(_module(path))
    return own or _of_package(path)


def _of_test_source(path: Path) -> Iterable[Path]:
    if path.is_dir() or path.name.startswith("test_"):
        return _test_files(path)
    if path.name == "conftest.py":
        return _test_files(path.parent) if path.parent != TESTS else ()
    return _importing(_module(path)) if path.suffix == ".py" else _test_files(_nearest_with_tests(path))


def _nearest_with_tests(path: Path) -> Path:
    """The folder above a file of known answers that has tests in it."""
    return next(folder for folder in path.parents if any(folder.glob("test_*.py")))


def _of_folder(path: Path) -> Iterator[Path]:
    fitting = [key for key in OF_FOLDER if path.is_relative_to(key)]
    for pattern in OF_FOLDER[max(fitting, key=len)] if fitting else ():
        for found in ROOT.glob(pattern):
            yield from _test_files(found)


def _of_package(path: Path) -> Iterable[Path]:
    """All tests of the package, where none is nearer: croupier/floor/tables/actor.py has those in tests/floor."""
    return _test_files(TESTS / path.relative_to(SOURCES / "croupier").parts[0])


def _named_after(path: Path) -> set[Path]:
    package = TESTS / path.relative_to(SOURCES / "croupier").parts[0]
    return {file for file in _test_files(package) if file.stem.startswith(f"test_{path.stem}")}


def _importing(module: str) -> set[Path]:
    """Test files that import the module. The page's tests are left out: they have browsers to start."""
    return {file for file in _test_files(TESTS) if "page" not in file.parts and module in _reached(file)}


@cache
def _reached(file: Path) -> frozenset[str]:
    """What a test imports, and the helpers behind its helpers; not what helpers import of the program, which is most
    of it."""
    helpers = [helper for name in _imports(file) if (helper := _helper(name))]
    behind = (name for helper in helpers for name in _reached(helper) if name.startswith("tests."))
    return _imports(file).union(behind)


def _helper(module: str) -> Path | None:
    if not module.startswith("tests."):
        return None
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return path if path.exists() else None


@cache
def _imports(file: Path) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def _module(path: Path) -> str:
    base = SOURCES if path.is_relative_to(SOURCES) else ROOT
    parts = path.relative_to(base).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _test_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path] if path.name.startswith("test_") else []
    return sorted(path.rglob("test_*.py"))
