"""Plots as SVG or PNG. matplotlib is loaded when the first is drawn, and the same figures give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from importlib.util import find_spec
from math import gcd
from typing import Any, Literal

from msgspec import Struct

from croupier.odds import mean_of, spread_of, variance_of

Format = Literal["svg", "png"]

INK, SOFT, GRID = "#1a1a1a", "#595959", "#d9d9d9"
BLUE, ORANGE, GREEN, PURPLE = "#0b5fa5", "#c2540a", "#2e7d32", "#6a3d9a"
"""Told apart by those who see few colours as well, and by their lines and markers in print."""
LINES = ((BLUE, "o", "-"), (ORANGE, "s", "--"), (GREEN, "^", ":"), (PURPLE, "D", "-."))
UNSEEN = Fraction(1, 20_000)
"""What is less likely than this has no bar that an eye could see."""
WIDEST = 60
"""So many of the widest bars would fill the plot: a bar stands for one result, not for those about it."""
PNG_DOTS = 200
SALT = "croupier"


def is_there() -> bool:
    return find_spec("matplotlib") is not None


class Panel(Struct, frozen=True):
    """What wagers may have come to after many rounds."""

    title: str
    after: Mapping[int, Fraction]
    unit: int
    """How many cents are one on the axis."""
    axis: str


class RuinCurve(Struct, frozen=True):
    label: str
    chances: tuple[tuple[int, Fraction], ...]
    """Each bankroll in cents, with the chance of ruin."""


def edge_by_decks(edges: Mapping[int, Mapping[str, float]], format: Format) -> bytes:
    """One line for each strategy."""
    with manner():
        figure, axes = new_figure(1, height=3.2)
        decks = sorted(edges)
        for (colour, marker, line), name in zip(LINES, edges[decks[0]], strict=True):
            percents = [100 * edges[count][name] for count in decks]
            axes[0].plot(decks, percents, color=colour, marker=marker, linestyle=line, label=name)
        axes[0].set_xticks(decks)
        axes[0].set_xlabel("decks in the shoe")
        axes[0].set_ylabel("house edge, % of initial wager")
        axes[0].set_title("Blackjack: house edge off the top, by strategy")
        axes[0].legend(title="strategy")
        return drawn(figure, format)


def results(panels: Sequence[Panel], format: Format) -> bytes:
    """A bar for each net result; the average as a line."""
    with manner():
        figure, axes = new_figure(len(panels), height=2.9)
        for place, panel in zip(axes, panels, strict=True):
            _draw_results(place, panel)
        return drawn(figure, format)


def _draw_results(axes: Any, panel: Panel) -> None:
    seen = {net: chance for net, chance in panel.after.items() if chance >= UNSEEN}
    spread = spread_of(panel.after)
    width = min(0.8 * _step(panel.after), (max(seen) - min(seen)) / WIDEST or panel.unit) / panel.unit
    groups = (
        ("behind", spread.behind, ORANGE, [net for net in seen if net < 0]),
        ("even", spread.even, INK, [net for net in seen if net == 0]),
        ("ahead", spread.ahead, BLUE, [net for net in seen if net > 0]),
    )
    for name, share, colour, nets in groups:
        if nets:
            heights = [float(100 * seen[net]) for net in nets]
            places = [net / panel.unit for net in nets]
            label = f"{name} {float(100 * share):.2f} %"
            axes.bar(places, heights, width=width, color=colour, label=label)
    mean, deviation = float(mean_of(panel.after)), float(variance_of(panel.after)) ** 0.5
    label = f"average {_signed(mean / panel.unit)}\nst. deviation {deviation / panel.unit:.2f}"
    axes.axvline(mean / panel.unit, color=SOFT, linestyle="--", linewidth=1, label=label)
    axes.set_title(panel.title)
    axes.set_xlabel(panel.axis)
    axes.set_ylabel("chance, %")
    axes.legend()


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def _step(after: Mapping[int, Fraction]) -> int:
    nets = sorted(after)
    return gcd(*(net - nets[0] for net in nets)) or 1


def ruin(title: str, curves: Sequence[RuinCurve], format: Format) -> bytes:
    """A line for each number of rounds."""
    with manner():
        figure, axes = new_figure(1, height=3.6)
        for place, curve in enumerate(curves):
            colour, marker, line = LINES[place % len(LINES)]
            bankrolls = [money / 100 for money, _chance in curve.chances]
            percents = [float(100 * chance) for _money, chance in curve.chances]
            axes[0].plot(bankrolls, percents, color=colour, marker=marker, linestyle=line, label=curve.label)
        axes[0].set_ylim(-2, 102)
        axes[0].set_title(title)
        axes[0].set_xlabel("bankroll at the start, $")
        axes[0].set_ylabel("chance of ruin, %")
        axes[0].legend(title="within")
        return drawn(figure, format)


# Manner


def manner() -> AbstractContextManager[Any]:
    import matplotlib as mpl

    return mpl.rc_context(
        {
            **mpl.rcParamsDefault,
            "backend": mpl.rcParams["backend"],
            "svg.hashsalt": SALT,
            "svg.fonttype": "path",
            "font.family": "DejaVu Sans",
            "font.size": 8,
            "axes.titlesize": 9,
            "axes.titleweight": "bold",
            "axes.titlelocation": "left",
            "axes.edgecolor": SOFT,
            "axes.labelcolor": INK,
            "axes.grid": True,
            "axes.axisbelow": True,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "grid.color": GRID,
            "grid.linewidth": 0.5,
            "lines.markersize": 4,
            "lines.linewidth": 1.4,
            "legend.frameon": False,
            "legend.fontsize": 7.5,
            "xtick.color": SOFT,
            "ytick.color": SOFT,
        }
    )


def new_figure(panels: int, *, height: float) -> tuple[Any, list[Any]]:
    """A figure of its own, known to no window: nothing has to be closed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.7, height * panels), layout="constrained")
    axes = figure.subplots(panels, 1, squeeze=False)
    return figure, [row[0] for row in axes]


def drawn(figure: Any, format: Format) -> bytes:
    made = io.BytesIO()
    metadata = {"Date": None, "Creator": None} if format == "svg" else {"Software": None}
    figure.savefig(made, format=format, dpi=PNG_DOTS, metadata=metadata)
    return made.getvalue()
