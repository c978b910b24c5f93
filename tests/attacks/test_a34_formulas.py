"""Formulas in exported lists, behind the separators of every country (A34)."""

from __future__ import annotations

import csv
import io
from itertools import product
from pathlib import Path

import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.report import tabular
from croupier.report.tabular import csv_text
from tests.support.server.wire import PASSWORD, House, in_house

SEPARATORS = (",", ";", "\t", "|")
SIGNS = ("=", "+", "-", "@")
FORMULAS = [f"{before}{space}{sign}1+1" for before, space, sign in product(("x", *SEPARATORS), ("", " ", '"'), SIGNS)]
HOSTILE = [
    f"{start}{formula}"
    for start, formula in product(("", "Ana", "7"), FORMULAS)
    # No name or result begins with a tab; what does gets its apostrophe before the tab.
    if start or formula[0] not in "x\t"
]


def formulas_in(text: str) -> list[str]:
    """Cells that a spreadsheet reckons with, whatever it splits at, and whether or not it knows quotes."""
    found = []
    for separator in SEPARATORS:
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
            rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, quoting=quoting)
            found += [cell for row in rows for cell in row if cell.strip(' "').startswith(SIGNS)]
    return found


def test_A34_no_text_becomes_a_formula_wherever_it_is_split() -> None:
    assert len(HOSTILE) > 100
    for text in HOSTILE:
        assert formulas_in(csv_text([("id", text, 7), (text, "name", 8)])) == [], text


def test_A34_a_name_with_a_semicolon_stays_text_in_the_operators_list(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        names = []
        for name in ("Ana;=1+1", ";=2+2 Bea", 'Cat"; =3+3', "Dan,=4+4", "Eve; @SUM(A1)", "Fay|-5"):
            try:
                await house.casino.front_desk.sign_up(name, PASSWORD)
            except NotAccepted:
                continue
            names.append(name)
        assert len(names) >= 4, "the house takes such names"
        answer = await house.ask("GET", "/api/v1/lists/people?which=accounts", await house.operator())
        assert formulas_in(answer.text) == []

    in_house(tmp_path, scenario)


@pytest.mark.parametrize("text", ["Ana", "Tāne Mahuta", "1/36", "7d; 8c", "a, b", "no-more-bets", "ana@b", "x = y", -5])
def test_A34_what_is_no_formula_stays_as_it_is(text: object) -> None:
    assert tabular.safe(text) == text


def test_A34_a_guard_at_the_beginning_alone_is_found() -> None:
    """As it was: the cell may not begin with a sign, and what stands behind a separator is not looked at."""

    def at_the_beginning(text: str) -> str:
        return "'" + text if text.startswith(tabular.FORMULA) else text

    written = io.StringIO()
    csv.writer(written).writerows([["p1", at_the_beginning(text)] for text in HOSTILE])
    assert "=1+1" in formulas_in(written.getvalue())
