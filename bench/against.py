"""Two versions of Croupier side by side: `python3 start.py bench --against FOLDER [NAME...]`.

FOLDER is a checkout of another version, with a `.venv` of its own. Both versions run their own measurement of that
name, by turns, and the best of each figure counts. A figure is compared when both versions print it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent.parent
TURNS = 3
LIMIT_SECONDS = 1200
WORSE = 1.10
"""From here on a figure is worse, and not just noise."""


class Figure(NamedTuple):
    words: str
    pattern: str
    """The number, as both versions print it."""
    is_rate: bool = False
    """More is better; else less is."""


class Subject(NamedTuple):
    figures: tuple[Figure, ...]
    changes: str = ""
    """What is set before it runs: shorter loads, processor time, and nothing of other packages."""


_PROCESSOR = """
from time import process_time
from bench import timing
timing.perf_counter, timing.REPEATS = process_time, 15
"""
"""Processor time, for what runs on one core: other work on the machine counts little."""

SUBJECTS: Mapping[str, Subject] = {
    "acts": Subject(
        (
            Figure("roulette, acts a second", r"acts: ([\d,]+) a second", is_rate=True),
            Figure("roulette, an act beside a bare copy", r"acts: ([\d.]+) times a bare copy"),
        ),
        _PROCESSOR,
    ),
    "blackjack": Subject(
        (
            Figure("blackjack, rounds a second", r"blackjack: ([\d,]+) rounds a second", is_rate=True),
            Figure("blackjack, an act beside a bare copy", r"blackjack: ([\d.]+) times a bare copy"),
        ),
        _PROCESSOR,
    ),
    "tournament": Subject(
        (
            Figure("a tournament of 48, s", r"acts: ([\d.]+) s"),
            Figure("its tables replayed, s", r"replayed: ([\d.]+) s"),
        ),
        _PROCESSOR + "timing.REPEATS = 3",
    ),
    "solver": Subject(
        (
            Figure("8 decks by composition, s", r"8 decks by composition: ([\d.]+) s"),
            Figure("8 decks by totals, s", r"8 decks by totals?: ([\d.]+) s"),
        ),
        _PROCESSOR + "timing.REPEATS = 7\nmeasured._command_seconds = lambda: 0.0",
    ),
    "simulator": Subject(
        (
            Figure("one box, M rounds/s", r"one box, cut at 260: ([\d.]+) M rounds/s", is_rate=True),
            Figure("one box, times a plain kernel", r"cut at 260: .*?, ([\d.]+) times the plain", is_rate=True),
            Figure("one box, fresh shoe, M rounds/s", r"a fresh shoe each: ([\d.]+) M rounds/s", is_rate=True),
            Figure("seven boxes, M hands/s", r"seven boxes with Super Sevens: ([\d.]+) M hands/s", is_rate=True),
            Figure("roulette, M spins/s", r"wagers a spin: ([\d]+) M spins/s", is_rate=True),
            Figure("a fresh process at full speed, s", r"at full speed after ([\d.]+) s"),
            Figure("a fresh process, MB", r"\(aim 3\), with (\d+) MB"),
        ),
        _PROCESSOR + "timing.REPEATS = 5\nmeasured.rivals, measured._on_two_cores = list, lambda job: None",
    ),
    "floor": Subject(
        (
            Figure("floor, acts a second", r"acts through the floor, .*?: ([\d,]+) a second", is_rate=True),
            Figure("floor, beside a bare loop, %", r"the floor reaches (\d+)%", is_rate=True),
            Figure("floor, µs of processor an act", r"processor time an act, .*?: (\d+) µs"),
            Figure("a restart with 100,000 entries, s", r"restart with .*?: ([\d.]+) s"),
        ),
        "measured.HISTORY, measured.REPEATS = 100_000, 3",
    ),
    "sockets": Subject(
        (
            Figure("1,000 sockets, cores", r"1000 sockets, .*?([\d.]+) cores"),
            Figure("1,000 sockets, ms to a receipt, half", r"1000 sockets, .*?receipt after ([\d.]+) ms"),
            Figure("1,000 sockets, MB", r"1000 sockets, .*?cores, (\d+) MB"),
        ),
        "measured.SECONDS = 25",
    ),
    "scale": Subject(
        (
            Figure("SQLite, µs an act", r"SQLite: 200 of them.*?\n +(\d+) µs of the server's"),
            Figure("SQLite, hurried, acts/s", r"SQLite: 200 of them without a pause: ([\d,]+) acts/s", is_rate=True),
            Figure("PostgreSQL, one worker, µs an act", r"PostgreSQL, 1 workers: 200.*?\n +(\d+) µs of the server's"),
            Figure(
                "PostgreSQL, one worker, hurried, acts/s",
                r"PostgreSQL, 1 workers: 200 of them without a pause: ([\d,]+) acts/s",
                is_rate=True,
            ),
        ),
        "measured.WORKERS, measured.SECONDS, measured.MANY_TABLES = (1,), 16, 20",
    ),
}
"""What both versions measure alike. Left out: `page` (a page with other parts), `soak` (an hour), and what has no
time in it."""


def main(words: Sequence[str]) -> int:
    """How many figures are worse, at the most 1."""
    other, names = Path(words[0]).resolve(), words[1:] or list(SUBJECTS)
    if unknown := set(names) - SUBJECTS.keys():
        print(f"{min(unknown)!r} is not compared. There are: {', '.join(SUBJECTS)}.", file=sys.stderr)
        return 2
    print("| figure | there | here | here to there |\n|---|---|---|---|", flush=True)
    worse = 0
    for name in names:
        subject = SUBJECTS[name]
        there, here = [], []
        for _ in range(TURNS):
            there.append(_printed(other, name, subject.changes))
            here.append(_printed(HERE, name, subject.changes))
        for figure in subject.figures:
            worse += _compare(figure, there, here)
    return min(1, worse)


def _printed(folder: Path, name: str, changes: str) -> str:
    """What that version's own measurement prints."""
    module = f"bench.bench_{name}"
    code = f"import sys, {module}; measured = sys.modules[{module!r}]\n{changes}\nmeasured.main()"
    python = folder / ".venv" / "bin" / "python"
    done = subprocess.run(
        (python, "-c", code), cwd=folder, check=True, stdout=subprocess.PIPE, text=True, timeout=LIMIT_SECONDS
    )
    return done.stdout


def _compare(figure: Figure, there: Sequence[str], here: Sequence[str]) -> bool:
    """Print the best of both; whether it is worse here."""
    sides = [[each for each in (_read(figure, text) for text in texts) if each is not None] for texts in (there, here)]
    if not all(sides):
        print(f"| {figure.words} | {'' if sides[0] else 'not printed'} | {'' if sides[1] else 'not printed'} | |")
        return False
    before, now = ((max if figure.is_rate else min)(side) for side in sides)
    ratio = now / before
    loss = 1 / ratio if figure.is_rate else ratio
    marked = f"**{ratio:.2f}**" if loss > WORSE else f"{ratio:.2f}"
    print(f"| {figure.words} | {before:,g} | {now:,g} | {marked} |", flush=True)
    return loss > WORSE


def _read(figure: Figure, text: str) -> float | None:
    found = re.search(figure.pattern, text, re.DOTALL)
    return None if found is None else float(found[1].replace(",", ""))
