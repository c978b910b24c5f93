"""The sheet for programs: JSON with everything, CSV with the wagers."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.report.digest import CHECK
from croupier.report.figures import decimal
from croupier.report.sheet import MARKS, PLACES, SOURCES, VOLATILITY, Sheet, SheetWager, percent
from croupier.report.simulated import csv_cells, facts, plays, simulated

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""With these a cell may begin that a spreadsheet takes for a formula."""
_INSIDE = re.compile(r"""([,;|\t\r\n][\s"']*)(?=[=+\-@])""")
"""Before such a sign inside a text. A spreadsheet that splits at another sign than the comma has a cell begin there."""


def csv_text(rows: Iterable[tuple[object, ...]]) -> str:
    """The one place where a list becomes text that a spreadsheet takes for no formula."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(map(safe, row) for row in rows)
    return text.getvalue()


def as_data(sheet: Sheet) -> dict[str, Any]:
    """The whole sheet: whole numbers as numbers, all other figures as text, so that no digit is lost."""
    return {
        "document": "PAR sheet",
        "game": sheet.game,
        "title": sheet.title,
        "division": {
            "id": sheet.division.id,
            "title": sheet.division.title,
            "gazette": sheet.division.gazette,
        },
        "edition": sheet.edition,
        "version": sheet.version,
        "hash": sheet.digest.sha256,
        "options": dict(sheet.options),
        "warnings": list(sheet.warnings),
        "wagers": [_wager(each) for each in sheet.wagers],
        "marks": {mark: MARKS[mark] for mark in sheet.marks},
        "volatility": VOLATILITY,
        **({} if sheet.blackjack is None else {"blackjack": _blackjack(sheet.blackjack)}),
        "notes": list(sheet.notes),
        "sources": SOURCES,
        "clauses": [
            {"id": each.id, "standing": each.standing.value, "source": each.source.value, "gist": each.gist}
            for each in sheet.clauses
        ],
        "rulings": [{"id": each.id, "question": each.question, "answer": each.answer} for each in sheet.rulings],
        "check": CHECK,
        "files": [{"path": each.path, "sha256": each.sha256} for each in sheet.digest.files],
    }


def as_json(sheet: Sheet) -> bytes:
    return msgspec.json.format(msgspec.json.encode(as_data(sheet)), indent=2) + b"\n"


def _wager(each: SheetWager) -> dict[str, Any]:
    return {
        "wager": each.name,
        "marks": "".join(each.marks),
        "places": each.places,
        "pays": each.pays,
        "payments": [{"pays": pays, "ways": ways} for pays, ways in each.payments],
        "win_ways": each.win_ways,
        "lose_ways": each.lose_ways,
        "stand_off_ways": each.stand_off_ways,
        "ways": each.ways,
        "rule": each.rule,
        "odds_rule": each.odds_rule,
        "edge": str(each.edge),
        "edge_percent": percent(each.edge),
        "return_percent": percent(1 - each.edge),
        "hit_rate": str(each.hit_rate),
        "hit_percent": percent(each.hit_rate),
        "variance": str(each.variance),
        "variance_decimal": str(decimal(each.variance, PLACES)),
        "standard_deviation": str(each.standard_deviation),
        "volatility_index": str(each.volatility_index),
    }


def _blackjack(found: Any) -> dict[str, Any]:
    return {
        "decks": found.decks,
        "gazetted": found.is_gazetted,
        "plays": [
            {
                "strategy": each.strategy,
                "words": each.words,
                "edge": repr(each.edge),
                "edge_percent": f"{100 * each.edge:.{PLACES}f}",
                "return_percent": f"{100 - 100 * each.edge:.{PLACES}f}",
            }
            for each in found.plays
        ],
        "by_decks": [
            {"decks": decks, **{name: f"{100 * edge:.{PLACES}f}" for name, edge in edges.items()}}
            for decks, edges in found.by_decks.items()
        ],
        "chart": found.chart,
        "mistakes": [
            {
                "mistake": each.name,
                "in_100_rounds": f"{100 * each.happens:.3f}",
                "each_time_percent": f"{100 * each.costs:.3f}",
                "costs_in_100_rounds": f"{100 * each.costs_a_round:.4f}",
            }
            for each in found.mistakes
        ],
        "side_wagers": list(found.side_wagers),
        "accounts_for": list(found.accounts_for),
        "leaves_out": list(found.leaves_out),
        **({} if found.simulation is None else {"simulation": _simulation(found.simulation)}),
    }


def _simulation(run: Any) -> dict[str, Any]:
    found = simulated(run)
    return {**found, "facts": dict(facts(found))}


# CSV


def as_csv(sheet: Sheet) -> bytes:
    """One line for each wager. Fractions stand in two columns: a spreadsheet takes 1/36 for a date."""
    lines = [_cells(sheet, each) for each in sheet.wagers]
    lines += _play_lines(sheet) if sheet.blackjack else []
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    names = list(_cells(sheet, sheet.wagers[0]))
    writer.writerow(names)
    for cells in lines:
        writer.writerow([safe(cells.get(name, "")) for name in names])
    return text.getvalue().encode()


def safe(cell: Any) -> Any:
    """Text that a spreadsheet might take for a formula gets an apostrophe before it; numbers are what they are."""
    if not isinstance(cell, str):
        return cell
    if cell.startswith(FORMULA):
        return "'" + cell[0] + _INSIDE.sub(r"\1'", cell[1:])
    return _INSIDE.sub(r"\1'", cell)


def _cells(sheet: Sheet, each: SheetWager) -> dict[str, Any]:
    return {
        "game": sheet.game,
        "wager": each.name,
        "marks": "".join(each.marks),
        "places": each.places,
        "pays": each.pays,
        "win_ways": each.win_ways,
        "lose_ways": each.lose_ways,
        "stand_off_ways": each.stand_off_ways,
        "ways": each.ways,
        "edge_numerator": each.edge.numerator,
        "edge_denominator": each.edge.denominator,
        "edge_percent": decimal(each.edge * 100, PLACES),
        "return_percent": decimal((1 - each.edge) * 100, PLACES),
        "hit_percent": decimal(each.hit_rate * 100, PLACES),
        "variance_numerator": each.variance.numerator,
        "variance_denominator": each.variance.denominator,
        "standard_deviation": each.standard_deviation,
        "volatility_index": each.volatility_index,
        "variance_from": "enumeration",
        "standard_error_percent": "",
        "simulated_rounds": "",
        "rule": each.rule,
        "odds_rule": each.odds_rule,
        "rules_edition": sheet.edition,
        "hash": sheet.digest.sha256,
    }


def _play_lines(sheet: Sheet) -> list[dict[str, Any]]:
    """The solver's edges; where a run is on the sheet, the strategy that it played has its variance."""
    run = sheet.blackjack.simulation
    lines = []
    for each in sheet.blackjack.plays:
        spread = csv_cells(run) if run is not None and each.strategy == plays(run) else {}
        lines.append({**_play_cells(sheet, each.strategy, 100 * each.edge), **spread})
    if run is not None:
        cells = _play_cells(sheet, f"{run.strategy}, simulated", run.edge_percent)
        lines.append({**cells, **csv_cells(run), "standard_error_percent": run.standard_error_percent})
    return lines


def _play_cells(sheet: Sheet, name: str, edge_percent: float) -> dict[str, Any]:
    return {
        "game": sheet.game,
        "wager": f"initial wager, {name}",
        "edge_percent": edge_percent,
        "return_percent": 100 - edge_percent,
        "rule": "D2 5.1",
        "rules_edition": sheet.edition,
        "hash": sheet.digest.sha256,
    }
