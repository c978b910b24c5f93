"""A simulated run on the sheet of blackjack: its figures by hand, in every form, and where they come from."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from croupier.games.blackjack.options import BlackjackOptions
from croupier.record.files.simulation import read_simulation
from croupier.report import typst
from croupier.report.blackjack import ENDLESS_SHOE, blackjack_sheet
from croupier.report.html import as_html
from croupier.report.simulated import DEVIATIONS, facts, refuses_run, simulated
from croupier.report.tabular import as_csv, as_json
from tests.support.html_tables import page_of
from tests.support.record.simulated_runs import HUNDRED, STRATEGY, content
from tests.support.report_sheets import sheet, simulated_sheet

pytestmark = pytest.mark.xdist_group("sheets")


def _told(**changes: Any) -> dict[str, Any]:
    return simulated(read_simulation(content(**changes)))


def test_the_figures_by_hand() -> None:
    """The root of 1.312475 is 1.145633, and 1.65 times that 1.890294."""
    told = _told()
    assert (told["edge"], told["edge_percent"], told["return_percent"]) == ("1/200", "0.500000", "99.500000")
    assert (told["variance"], told["variance_decimal"]) == ("52499/40000", "1.312475")
    assert (told["standard_deviation"], told["volatility_index"]) == ("1.145633", "1.890294")
    ends = tuple(told[f"{how}_percent"] for how in ("ahead", "even", "behind"))
    assert ends == ("44.000000", "8.000000", "48.000000")


def test_the_shares_are_those_of_the_counts() -> None:
    """Of 0.43 in 100 rounds the standard error is the root of 0.43 times 0.57 over 100, 4.950758 %."""
    rows = _told()["results"]
    assert [row["wagers"] for row in rows] == ["+2", "+1.5", "+1", "0", "-1", "-2"]
    assert {str(row["net"]): row["times"] for row in rows} == HUNDRED
    assert sum(Fraction(row["share"]) for row in rows) == 1
    (lost,) = [row for row in rows if row["net"] == -1000]
    assert (lost["share"], lost["share_percent"], lost["standard_error_percent"]) == (
        "43/100",
        "43.000000",
        "4.950758",
    )


def test_what_people_read_of_it() -> None:
    assert dict(facts(_told())) == {
        "Rounds": "100, 1 box, seed 7",
        "Strategy": "total",
        "Shoe": "416 cards, the cutting card after 312 of them",
        "Edge, simulated": "0.500000 ± 11.456330 %",
        "Edge, exact": "none",
        "z": "none",
        "Note": "No z: too few rounds.",
        "Variance": "1.312475, simulated",
        "Standard deviation": "1.145633 initial wagers, simulated",
        "Volatility index": "1.890294, simulated",
        "Ahead, even, behind": "44.000000 %, 8.000000 %, 48.000000 %",
    }
    other = dict(facts(_told(boxes=2, rounds=50, cut=None, exact_percent=0.541, z=-0.0036, note="")))
    assert (other["Rounds"], other["Shoe"]) == ("50, 2 boxes, seed 7", "416 cards, a full one for every round")
    assert other["Edge, exact"] == "0.541000 %, off the top of a full shoe"
    assert other["z"] == "-0.004 standard errors from the exact edge"
    assert "Note" not in other


# In every form


def test_json() -> None:
    found = json.loads(as_json(simulated_sheet()))
    run = found["blackjack"]["simulation"]
    assert (run["rounds"], run["seed"], run["strategy"]) == (100, "7", "total")
    assert Fraction(run["variance"]) == Fraction(1_312_475, 1_000_000)
    assert "simulated results" in run["variance_from"]
    said = "1.145633 initial wagers a round, over 100 rounds; volatility index 1.890294"
    assert found["options"]["Standard deviation, simulated"] == said
    assert DEVIATIONS in found["blackjack"]["leaves_out"]
    assert ENDLESS_SHOE not in found["blackjack"]["leaves_out"]


def test_without_a_run_nothing_is_said_of_one() -> None:
    found = json.loads(as_json(sheet("blackjack")))
    assert "simulation" not in found["blackjack"]
    assert "Standard deviation, simulated" not in found["options"]
    assert ENDLESS_SHOE in found["blackjack"]["leaves_out"]
    assert b"simulated run" not in as_html(sheet("blackjack"))


def _rows(**changes: Any) -> dict[str, dict[str, str]]:
    made = as_csv(blackjack_sheet(BlackjackOptions(), read_simulation(content(**changes)))).decode()
    return {row["wager"]: row for row in csv.DictReader(io.StringIO(made, newline=""))}


def test_csv_has_a_variance_for_what_was_played() -> None:
    rows = _rows()
    exact, run, other = (rows[f"initial wager, {name}"] for name in ("total", "total, simulated", "composition"))
    for row in (exact, run):
        assert Fraction(int(row["variance_numerator"]), int(row["variance_denominator"])) == Fraction(52499, 40000)
        assert (row["standard_deviation"], row["volatility_index"]) == ("1.145633", "1.890294")
        assert (row["variance_from"], row["simulated_rounds"], row["hit_percent"]) == ("simulation", "100", "44.000000")
    assert float(exact["edge_percent"]) == 100 * simulated_sheet().blackjack.plays[0].edge
    assert (exact["standard_error_percent"], run["standard_error_percent"]) == ("", "11.45633")
    assert (float(run["edge_percent"]), float(run["return_percent"])) == (0.5, 99.5)
    assert (other["variance_numerator"], other["variance_from"]) == ("", "")
    assert rows["insurance"]["variance_from"] == "enumeration"


def test_a_run_that_played_more_than_a_strategy_has_a_line_of_its_own_only() -> None:
    rows = _rows(strategy={**STRATEGY, "insurance": "always"})
    assert rows["initial wager, total"]["variance_from"] == ""
    assert rows["initial wager, total, insurance always, simulated"]["variance_from"] == "simulation"


def test_html() -> None:
    text = as_html(simulated_sheet()).decode()
    page = page_of(text)
    for row in _told()["results"]:
        assert {row["wagers"], row["share"], row["share_percent"], row["standard_error_percent"]} <= set(page.cells)
    for words in (
        "What a simulated run came to",
        "0.500000 ± 11.456330 %",
        "100, 1 box, seed 7",
        "1.312475, simulated",
    ):
        assert words in text


def test_pdf() -> None:
    document = typst.as_pdf(simulated_sheet())
    assert document.startswith(b"%PDF-")
    assert len(typst.as_pages(simulated_sheet(), 20)) == 5
    assert typst.as_pdf(simulated_sheet()) == document


def test_words_of_a_run_are_no_code() -> None:
    name = '#panic("no") <script>alert(1)</script> $x *b* "'
    made = msgspec.structs.replace(
        simulated_sheet(),
        blackjack=msgspec.structs.replace(
            simulated_sheet().blackjack,
            simulation=read_simulation(content(note=name, strategy={**STRATEGY, "name": "=1+1" + name})),
        ),
    )
    assert typst.as_pdf(made).startswith(b"%PDF-")
    assert "script" not in page_of(as_html(made).decode()).tags
    rows = list(csv.reader(io.StringIO(as_csv(made).decode(), newline="")))
    assert not [cell for row in rows for cell in row if cell.startswith("=")]


# What does not belong on the sheet


@pytest.mark.parametrize(
    ("changes", "fits"),
    [
        ({"exact_percent": 0.541086505}, True),
        ({"exact_percent": None}, True),
        ({"exact_percent": 0.54}, False),
        ({"exact_percent": 0.54, "strategy": {**STRATEGY, "early": True}}, True),
        ({"exact_percent": 0.54, "strategy": {**STRATEGY, "name": "mine.toml"}}, True),
    ],
)
def test_an_exact_figure_that_is_not_the_sheets(changes: dict[str, Any], fits: bool) -> None:
    why = refuses_run(read_simulation(content(**changes)), {"total": 0.00541086505})
    assert (why == "") is fits
    assert fits or why.startswith("the run names 0.540000 % as its exact edge, and this sheet finds 0.541087 %")
