"""Every code with which the rules refuse an act, found in the sources, with the words that stand there."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from croupier.games.blackjack import options as blackjack
from croupier.games.roulette import rules as roulette
from croupier.games.tai_sai import rules as tai_sai

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "croupier"
GAMES = SOURCES / "games"
AREAS = {
    "general": "Every table",
    "layout": "Roulette, money wheel and Tai-Sai",
    "roulette": "Roulette",
    "money_wheel": "Money wheel",
    "tai_sai": "Tai-Sai",
    "blackjack": "Blackjack",
    "tournament": "Tournament blackjack",
    "figures": "Solver and simulator",
}
"""The packages of games/, and the calculations, with what their refusals are about."""
_TABLES: dict[str, tuple[tuple[str, str], ...]] = {
    "roulette": (
        *roulette.NO_WAGER_THERE.values(),
        (roulette.EXAMINATION.name, f"The {roulette.EXAMINATION.role} has yet to {roulette.EXAMINATION.words}."),
    ),
    "tai_sai": (
        *((f"no_such_{kind}", why) for kind, why in tai_sai.NO_WAGER_THERE.items()),
        (tai_sai.INSPECTION.name, f"The {tai_sai.INSPECTION.role} has yet to {tai_sai.INSPECTION.words}."),
    ),
    "blackjack": tuple((f"bad_{name}", why) for name, (_, _, _, why) in blackjack._RANGES.items()),  # noqa: SLF001
}
"""Codes that stand in a table of the game, and not where the refusal is made."""


def markdown() -> str:
    made = []
    for area, title in AREAS.items():
        rows = "".join(f"| `{code}` | {'<br>'.join(sorted(words))} |\n" for code, words in sorted(_codes(area).items()))
        if rows:
            made.append(f"### {title}\n\n| code | words |\n|---|---|\n{rows}")
    return "\n".join(made)


def _codes(area: str) -> dict[str, set[str]]:
    """The codes of one package, each with its words. Those of files beside the packages belong to every table."""
    found: dict[str, set[str]] = defaultdict(set)
    folders = {"figures": (SOURCES / "odds", SOURCES / "simulate")}.get(area, (GAMES / area,))
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    files += sorted(GAMES.glob("*.py")) if area == "general" else []
    for code, words in _TABLES.get(area, ()):
        found[code].add(_italic(words))
    for path in files:
        for code, words in _refusals(ast.parse(path.read_text("utf-8"))):
            found[code].add(words)
    return found


def _refusals(tree: ast.AST) -> Iterator[tuple[str, str]]:
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
            code, *words = call.args[1:]
            for each in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
                if isinstance(each, ast.Constant):
                    yield str(each.value), _said(words[0]) if words else ""


def _said(words: ast.expr) -> str:
    """The words as the page shows them: a value that a case brings is in italics."""
    if isinstance(words, ast.Constant):
        return str(words.value).replace("|", "\\|")
    if isinstance(words, ast.JoinedStr):
        return "".join(_said(each) if isinstance(each, ast.Constant) else _value(each) for each in words.values)
    if isinstance(words, ast.IfExp):
        return f"{_said(words.body)}<br>{_said(words.orelse)}"
    return "*the case at hand*"


def _italic(words: str) -> str:
    return re.sub(r"\{(\w+)\}", r"*\1*", words)


def _value(part: ast.expr) -> str:
    name = re.findall(r"[a-z_]+", ast.unparse(part))
    return f"*{name[-1].replace('_', ' ')}*" if name else "*…*"
