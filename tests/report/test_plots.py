"""Plots: real pictures of the figures, the same bytes for the same figures, and matplotlib only when one is drawn."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from croupier.odds import result_after
from croupier.report import plots
from croupier.report.plots import Format, Panel, RuinCurve

EDGES = {decks: {"total": 0.005, "composition": 0.0049, "cdp1": 0.0048, "cdp": 0.00479} for decks in range(4, 9)}
RED = {10_00: Fraction(18, 37), -10_00: Fraction(19, 37)}
PANEL = Panel("red", result_after(RED, 20), 100, "net result, $")
CURVE = RuinCurve("100 rounds", ((10_00, Fraction(9, 10)), (20_00, Fraction(1, 2))))


def drawn(name: str, format: Format) -> bytes:
    if name == "edge-by-decks":
        return plots.edge_by_decks(EDGES, format)
    return plots.results([PANEL, PANEL], format) if name == "results" else plots.ruin("red", [CURVE], format)


def kept(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are drawn, as matplotlib has them."""
    figures: list[Any] = []

    def keeps(figure: Any, _format: Format) -> bytes:
        figures.append(figure)
        return b""

    monkeypatch.setattr(plots, "drawn", keeps)
    return figures


@pytest.mark.parametrize("name", ["edge-by-decks", "results", "ruin"])
def test_pictures_are_pictures_and_always_the_same(name: str) -> None:
    vector, dots = drawn(name, "svg"), drawn(name, "png")
    root = ET.fromstring(vector)  # noqa: S314  our own
    assert root.tag.endswith("svg")
    assert b"<dc:date>" not in vector
    assert dots.startswith(b"\x89PNG\r\n")
    assert (drawn(name, "svg"), drawn(name, "png")) == (vector, dots)


def test_there_is_a_bar_for_each_result_that_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = kept(monkeypatch)
    plots.results([PANEL], "svg")
    (axes,) = figures[0].axes
    seen = {net / 100: float(100 * chance) for net, chance in PANEL.after.items() if chance >= plots.UNSEEN}
    bars = {round(bar.get_x() + bar.get_width() / 2, 6): bar.get_height() for bar in axes.patches}
    assert sorted(bars) == pytest.approx(sorted(seen))
    assert [bars[place] for place in sorted(bars)] == pytest.approx([seen[net] for net in sorted(seen)])
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert any(label.startswith("average −5.41\nst. deviation 44.7") for label in labels)
    shares = [float(label.split()[1]) for label in labels if label.startswith(("behind", "even", "ahead"))]
    assert sum(shares) == pytest.approx(100, abs=0.02)


def test_one_sure_result_can_be_drawn() -> None:
    assert plots.results([Panel("sure", {5_00: Fraction(1)}, 100, "$")], "png").startswith(b"\x89PNG")


def test_the_lines_are_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = kept(monkeypatch)
    plots.edge_by_decks(EDGES, "svg")
    plots.ruin("red", [CURVE], "svg")
    total, *others = figures[0].axes[0].lines
    assert list(total.get_xdata()) == [4, 5, 6, 7, 8]
    assert list(total.get_ydata()) == pytest.approx([0.5] * 5)
    assert len(others) == 3
    (curve,) = figures[1].axes[0].lines
    assert (list(curve.get_xdata()), list(curve.get_ydata())) == ([10, 20], [90, 50])


def test_matplotlib_is_loaded_only_to_draw() -> None:
    heavy = ("matplotlib", "typst", "numpy")
    asks = f"import sys, croupier.cli.app; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run((sys.executable, "-c", asks), check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == "[]\n"
