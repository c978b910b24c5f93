"""What the writers put on paper: JSON, CSV, HTML and PDF say what the sheet says."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import msgspec
import pytest

from croupier.report import typst
from croupier.report.html import as_html
from croupier.report.sheet import Sheet
from croupier.report.tabular import as_csv, as_json, safe
from tests.support.html_tables import page_of
from tests.support.report_sheets import GAMES, house_sheet, sheet

pytestmark = pytest.mark.xdist_group("sheets")

# JSON


@pytest.mark.parametrize("game", GAMES)
def test_json_has_every_figure_as_an_exact_fraction(game: str) -> None:
    found = json.loads(as_json(sheet(game)))
    assert (found["game"], found["hash"], found["edition"]) == (game, sheet(game).digest.sha256, 2)
    assert len(found["hash"]) == 64
    for said, each in zip(found["wagers"], sheet(game).wagers, strict=True):
        assert Fraction(said["edge"]) == each.edge
        assert Fraction(said["variance"]) == each.variance
        assert Fraction(said["hit_rate"]) == Fraction(said["win_ways"], said["ways"]) == each.hit_rate
        assert abs(Fraction(said["edge_percent"]) - 100 * each.edge) <= Fraction(1, 2_000_000)
        assert abs(Fraction(said["standard_deviation"]) ** 2 - each.variance) < Fraction(1, 10_000)
    assert not _floats(found)


def test_json_has_all_digits_of_the_solver() -> None:
    found = json.loads(as_json(sheet("blackjack")))["blackjack"]
    for said, each in zip(found["plays"], sheet("blackjack").blackjack.plays, strict=True):
        assert float(said["edge"]) == each.edge


def _floats(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_floats, value.values()))
    return any(map(_floats, value)) if isinstance(value, list) else isinstance(value, float)


# CSV


@pytest.mark.parametrize("game", GAMES)
def test_csv_has_a_line_for_each_wager(game: str) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(sheet(game)).decode(), newline="")))
    wagers = sheet(game).wagers
    for row, each in zip(rows, wagers, strict=False):
        assert row["wager"] == each.name
        assert Fraction(int(row["edge_numerator"]), int(row["edge_denominator"])) == each.edge
        assert Fraction(int(row["variance_numerator"]), int(row["variance_denominator"])) == each.variance
        assert Decimal(row["standard_deviation"]) == each.standard_deviation
    assert len(rows) == len(wagers) + (4 if game == "blackjack" else 0)
    assert {row["hash"] for row in rows} == {sheet(game).digest.sha256}
    assert None not in {value for row in rows for value in row.values()}


def test_csv_keeps_the_edges_of_the_four_strategies() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(sheet("blackjack")).decode(), newline="")))
    edges = {row["wager"]: float(row["edge_percent"]) for row in rows[-4:]}
    assert edges == {f"initial wager, {each.strategy}": 100 * each.edge for each in sheet("blackjack").blackjack.plays}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=cmd|"/c calc"!A1'])
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe(text) == "'" + text
    (wager, *_others) = sheet("roulette").wagers
    bad = msgspec.structs.replace(wager, name=text, pays=text, rule=text)
    made = as_csv(msgspec.structs.replace(sheet("roulette"), wagers=(bad,))).decode()
    _head, row = csv.reader(io.StringIO(made, newline=""))
    assert [cell for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))] == []
    assert row.count("'" + text) == 3


def test_numbers_below_nothing_stay_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(house_sheet()).decode(), newline="")))
    (small,) = [row for row in rows if row["wager"] == "small"]
    assert int(small["edge_numerator"]) < 0
    assert Decimal(small["edge_percent"]) < 0
    assert safe("1/36") == "1/36"


# HTML


@pytest.mark.parametrize("game", GAMES)
def test_html_is_well_formed_and_has_every_wager(game: str) -> None:
    text = as_html(sheet(game)).decode()
    page = page_of(text)
    for each in sheet(game).wagers:
        assert page.cells.count(each.label) >= 2
        assert {str(each.edge), str(each.variance), str(each.volatility_index), each.pays} <= set(page.cells)
    for clause in sheet(game).clauses:
        assert clause.gist in page.cells
    assert sheet(game).division.gazette in text
    assert text.count(sheet(game).digest.sha256) == 3  # at the top, at the end, and in the margin of printed pages


@pytest.mark.parametrize("game", GAMES)
def test_html_loads_nothing_and_runs_nothing(game: str) -> None:
    text = as_html(sheet(game)).decode()
    assert "script" not in page_of(text).tags
    assert "://" not in text
    assert "url(" not in text
    assert "@import" not in text
    for wanted in ("prefers-color-scheme: dark", "@media print", 'name="viewport"'):
        assert wanted in text


def test_html_takes_no_name_for_a_tag() -> None:
    (wager, *_others) = sheet("roulette").wagers
    bad = msgspec.structs.replace(wager, name="<script>alert(1)</script>&", pays='"><b>')
    page = page_of(as_html(msgspec.structs.replace(sheet("roulette"), wagers=(bad,), title="<i>")).decode())
    assert not {"script", "b", "i"} & set(page.tags)
    assert "<script>alert(1)</script>&" in page.cells


def test_html_has_the_chart_and_the_three_strategies() -> None:
    found = sheet("blackjack").blackjack
    text = as_html(sheet("blackjack")).decode()
    letters = [letter for rows in found.chart.values() for row in rows.values() for letter in row.values()]
    for letter in "SHDP":
        assert text.count(f'<td class="{letter}">') == letters.count(letter)
    assert all(repr(each.edge) in text for each in found.plays)


# PDF


def _pages(document: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", document))


@pytest.mark.parametrize(("game", "pages"), [("roulette", 3), ("money-wheel", 2), ("tai-sai", 3), ("blackjack", 4)])
def test_pdf_has_its_pages(game: str, pages: int) -> None:
    document = typst.as_pdf(sheet(game))
    assert document.startswith(b"%PDF-")
    assert document.rstrip().endswith(b"%%EOF")
    assert _pages(document) == pages
    assert len(typst.as_pages(sheet(game), 30)) == pages


def test_a_long_table_runs_over_pages() -> None:
    roulette = sheet("roulette")
    document = typst.as_pdf(msgspec.structs.replace(roulette, wagers=roulette.wagers * 10))
    assert _pages(document) > _pages(typst.as_pdf(roulette)) + 2


def test_pdf_takes_no_name_for_code() -> None:
    """What would be typst's code in its source is text here: it comes from data."""
    roulette = sheet("roulette")
    name = '#panic("no") $x *bold* _a_ @ref <label> \\ ` [ ] "'
    wagers = (msgspec.structs.replace(roulette.wagers[0], name=name, pays=name, rule=name),)
    assert typst.as_pdf(msgspec.structs.replace(roulette, title=name, wagers=wagers)).startswith(b"%PDF-")


def test_the_template_asks_nothing_of_the_network() -> None:
    text = typst.TEMPLATE.read_text("utf-8")
    assert "@preview" not in text
    assert "datetime" not in text
    assert "sheet.hash" in text


# The same sheet, the same bytes


@pytest.mark.parametrize("write", [as_json, as_csv, as_html, typst.as_pdf])
def test_the_same_sheet_gives_the_same_bytes(write: Callable[[Sheet], bytes]) -> None:
    from croupier.games.registry import game_of
    from croupier.report.sheet import sheet_of

    again = msgspec.structs.replace(sheet_of(game_of("money-wheel")), digest=sheet("money-wheel").digest)
    assert write(sheet("money-wheel")) == write(again)
