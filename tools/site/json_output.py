"""The documents that commands print with `--json`, field by field: each command is run, and its answer described."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from croupier.cli import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("odds", "roulette"),
    ("risk", "roulette", "--on", "red", "--wager", "10", "--bankroll", "200", "--goal", "400"),
    ("replay", "roulette.txt"),
    ("verify", "journal.txt"),
    ("rulebook", "D8 3.6"),
    ("tournament", "plan", "--players", "48"),
    ("config", "--data", "house"),
)
"""Commands that answer within a second. Files are those in `examples`."""
LONGEST = 40


def markdown() -> str:
    return "\n".join(_described(words) for words in COMMANDS)


def _described(words: tuple[str, ...]) -> str:
    rows = "".join(f"| `{path}` | {kind} | `{shown}` |\n" for path, kind, shown in _fields("", answer(words)))
    command = " ".join(f'"{word}"' if " " in word else word for word in words)
    return f"## `croupier {command} --json`\n\n| field | is | for example |\n|---|---|---|\n{rows}"


def answer(words: tuple[str, ...]) -> Any:
    """The document that a command prints."""
    given = [str(EXAMPLES / word) if (EXAMPLES / word).is_file() else word for word in words]
    out, errors = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(errors):
        status = main([*given, "--json"])
    if status != 0:
        raise RuntimeError(f"croupier {' '.join(words)} failed: {errors.getvalue()}")
    return json.loads(out.getvalue())


def _fields(path: str, value: Any) -> Iterator[tuple[str, str, str]]:
    """Every field with its type and a value. Of a list the first element stands for all."""
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _fields(f"{path}.{key}" if path else key, each)
    elif isinstance(value, list) and value:
        yield from _fields(f"{path}[]", value[0])
    else:
        shown = json.dumps(value, ensure_ascii=False).replace("|", "\\|").replace("`", "'")
        yield path, _kind(value), shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def _kind(value: Any) -> str:
    if value is None:
        return "null, or what is named"
    if isinstance(value, bool):
        return "true or false"
    kinds = {int: "integer", float: "number", str: "text", list: "list", dict: "object"}
    return kinds[type(value)]
