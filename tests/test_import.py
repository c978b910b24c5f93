"""The rules library alone is light: what it loads, what it needs, and how long it takes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

_HEAVY = ("rich", "cyclopts", "numpy", "asyncio", "socket", "random", "sqlite3")

_LOADED = """
import sys
before = set(sys.modules)
import {module}
print(*sorted(set(sys.modules) - before), sep="\\n")
"""


def _python(*arguments: str, **more: str) -> str:
    done = subprocess.run(
        (sys.executable, *arguments),
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, **more},
        timeout=60,
    )
    return done.stdout


@pytest.mark.parametrize("module", ["croupier; croupier.roulette", "croupier.record, croupier.odds, croupier.rulebook"])
def test_the_rules_load_nothing_heavy(module: str) -> None:
    loaded = set(_python("-c", _LOADED.format(module=module)).split())
    assert "croupier.games.roulette" in loaded
    assert [name for name in _HEAVY if name in loaded] == []


def test_the_rules_need_msgspec_and_nothing_else(tmp_path: Path) -> None:
    spec = find_spec("msgspec")
    assert spec is not None
    assert spec.origin is not None
    shutil.copytree(Path(spec.origin).parent, tmp_path / "msgspec", ignore=shutil.ignore_patterns("__pycache__"))
    path = os.pathsep.join((str(ROOT / "src"), str(tmp_path)))
    asks = (
        "from croupier import roulette, Sign\n"
        "from croupier.odds import odds_of_game\n"
        "from croupier.record import read, record_of, write\n"
        "from croupier.rulebook.held import coverage\n"
        "table = roulette(Sign(5_00, 10_00))\n"
        "assert read(write(record_of(table, ()))).header.table() == table\n"
        "print(len(odds_of_game(table.game)), len(coverage()))\n"
    )
    assert _python("-S", "-c", asks, PYTHONPATH=path) == "14 6\n"


_MEASURED = """
from time import process_time
began = process_time()
from croupier import *
print(process_time() - began)
"""


def test_the_rules_are_there_in_less_than_150_milliseconds() -> None:
    """The best of five, and only what the import itself takes: the machine may be busy with other tests."""
    assert min(float(_python("-c", _MEASURED)) for _ in range(5)) < 0.150
