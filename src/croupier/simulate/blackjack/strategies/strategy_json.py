"""A strategy from what `croupier solve blackjack --json` prints: its chart, played without a count."""

from __future__ import annotations

import json
import re
from typing import Any

from croupier.record.files.toml_keys import Path, Spot, spot_at
from croupier.record.files.toml_text import Reading
from croupier.record.text.fault import TextFault, Unreadable
from croupier.simulate.blackjack.strategies.chart_rows import (
    SECTIONS,
    UP_NAMES,
    ChartSection,
    chart_of,
    missing_rows,
    read_letters,
)
from croupier.simulate.blackjack.strategies.strategy import Letter, PlayStrategy
from croupier.simulate.blackjack.strategies.strategy_toml import check_length

_TOKEN = re.compile(r'(?P<key>"(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|(?P<open>[{\[])|(?P<close>[}\]])', re.DOTALL)
_PRINTED = "expected what `croupier solve blackjack --json` prints"
_STANDS_FROM = 18
"""A soft total that would stand if it could not be doubled."""


def read_solution(text: str) -> PlayStrategy:
    """The strategy of a solver's chart by totals; `Unreadable` with every fault where some are found."""
    text = text.removeprefix("\ufeff")
    check_length(text)
    found = _document(text)
    reading = Reading(_spots_of(text))
    rows = _rows(reading, found)
    if reading.faults:
        raise Unreadable(reading.faults)
    return PlayStrategy(chart=chart_of(rows))


def _document(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise Unreadable([TextFault(1, 1, "there are too many brackets within brackets")]) from None
    except json.JSONDecodeError as error:
        raise Unreadable([TextFault(error.lineno, error.colno, error.msg)]) from None
    except ValueError as error:  # a number with more digits than Python reads
        raise Unreadable([TextFault(1, 1, str(error))]) from None


def _spots_of(text: str) -> dict[Path, Spot]:
    """Where each key of a readable JSON text stands; what arrays hold is not gone into."""
    spots: dict[Path, Spot] = {}
    within: list[str | None] = []
    key: str | None = None
    for token in _TOKEN.finditer(text):
        if token["key"]:
            key = json.loads(token["key"])
            path = tuple(name for name in (*within[1:], key) if name is not None)
            if len(path) == len(within):
                spots.setdefault(path, spot_at(text, token.start()))
        elif token["open"]:
            within.append(key if token["open"] == "{" or not within else None)
            key = None
        elif token["close"]:
            within.pop()
    return spots


def _rows(reading: Reading, found: Any) -> dict[str, dict[int, str]]:
    chart = found.get("chart") if isinstance(found, dict) else None
    if not isinstance(chart, dict):
        reading.fault(("chart",), f"there is no chart in it: {_PRINTED}")
        return {}
    if "hands" in chart:
        why = "this chart goes by the cards of each hand, and a strategy by totals: solve with --strategy total"
        reading.fault(("chart", "hands"), f'{why}, or say play = "composition" in a TOML file')
        return {}
    return {section.name: _section(reading, section, chart.get(section.name)) for section in SECTIONS}


def _section(reading: Reading, section: ChartSection, found: Any) -> dict[int, str]:
    path: Path = ("chart", section.name)
    if not isinstance(found, dict):
        reading.fault(path, f"the chart has no {section.name}: {_PRINTED}")
        return {}
    names = {(name * 2 if section.row == "pair" else name): name for name in section.totals}
    rows: dict[int, str] = {}
    for key, row in found.items():
        if key not in names:
            reading.fault((*path, key), reading.unknown(key, tuple(names)))
            continue
        total = section.totals[names[key]]
        try:
            rows[total] = _letters(section.row, total, row)
        except ValueError as error:
            reading.fault((*path, key), f"{section.row} {names[key]}: {error}")
    if lacking := missing_rows(section, {names[key]: key for key in found if key in names}):
        reading.fault(path, f"the chart lacks rows of {section.name}: {lacking}")
    return rows


def _letters(row: str, total: int, found: Any) -> str:
    """One row; what is doubled and would else stand says so, which the solver's letters leave open."""
    if not isinstance(found, dict) or not all(type(letter) is str and len(letter) == 1 for letter in found.values()):
        raise ValueError("expected one letter against each card")
    lacking = [up for up in UP_NAMES if up not in found]
    if lacking:
        raise ValueError(f"nothing is said against {' '.join(lacking)}")
    if others := [up for up in found if up not in UP_NAMES]:
        raise ValueError(f"the dealer shows no {others[0]!r}")
    letters = read_letters(row, total, "".join(found[up] for up in UP_NAMES))
    stands = row == "soft" and total >= _STANDS_FROM
    return letters.replace(Letter.DOUBLE, Letter.DOUBLE_OR_STAND) if stands else letters
