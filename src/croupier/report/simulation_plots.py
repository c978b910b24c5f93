"""What a simulation came to, drawn as `plots` draws: bankrolls, the spread of results, how the figure settled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import floor, log10, sqrt
from typing import Any

from msgspec import Struct

from croupier.report.plots import BLUE, GREEN, INK, ORANGE, SOFT, Format, drawn, manner, new_figure

PATH_COLOURS = (BLUE, ORANGE, GREEN, "#7b3294", "#8c6d1f")
NINETY_FIVE = 1.959964
"""So many standard deviations either way hold 95 % of what comes about."""
MOST_LABELLED = 26
"""So many bars have room for their figures."""
BAND_POINTS = 120
ROOM_ABOVE = 3.0
"""What bars leave free above them, as a factor on a scale of powers of ten."""


class Paths(Struct, frozen=True):
    """Some stretches of play, each from nothing."""

    title: str
    paths: tuple[tuple[tuple[int, int], ...], ...]
    """Of each, how many rounds were played and what had been gained in them, in cents."""
    mean: float
    """What a round gains on average, in cents."""
    deviation: float
    """The standard deviation of a round, in cents."""


class Moment(Struct, frozen=True):
    rounds: int
    edge_percent: float
    error_percent: float


class Convergence(Struct, frozen=True):
    title: str
    moments: tuple[Moment, ...]
    exact_percent: float | None
    exact_name: str


# Bankrolls


def paths(found: Paths, format: Format) -> bytes:
    """A line for each stretch, over where 95 in 100 of all such stretches are."""
    with manner():
        figure, (axes,) = new_figure(1, height=3.6)
        rounds = max(path[-1][0] for path in found.paths)
        _draw_band(axes, found, rounds)
        for place, path in enumerate(found.paths):
            colour = PATH_COLOURS[place % len(PATH_COLOURS)]
            gained = [cents / 100 for _rounds, cents in path]
            axes.plot([played for played, _cents in path], gained, color=colour, linewidth=1.0)
        axes.axhline(0, color=INK, linewidth=0.6)
        axes.set_xlim(0, rounds)
        axes.set_title(found.title)
        axes.set_xlabel("rounds")
        axes.set_ylabel("gained, $")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.yaxis.set_major_formatter(_money)
        axes.legend(loc="lower left")
        return drawn(figure, format)


def _draw_band(axes: Any, found: Paths, rounds: int) -> None:
    places = [rounds * step / BAND_POINTS for step in range(BAND_POINTS + 1)]
    middle = [found.mean * place / 100 for place in places]
    reach = [NINETY_FIVE * found.deviation * sqrt(place) / 100 for place in places]
    low = [centre - far for centre, far in zip(middle, reach, strict=True)]
    high = [centre + far for centre, far in zip(middle, reach, strict=True)]
    axes.fill_between(places, low, high, color=SOFT, alpha=0.14, linewidth=0, label="95 in 100 are here")
    axes.plot(places, middle, color=SOFT, linestyle="--", linewidth=1, label="on average")


def _money(value: float, _place: Any = None) -> str:
    return _minus(f"{value:,.0f}")


def _minus(text: str) -> str:
    return text.replace("-", "−")


# The spread of results


def distribution(title: str, axis: str, histogram: Mapping[int, int], format: Format) -> bytes:
    """A bar for each result, in cents, by how often it came; powers of ten, so that what is rare is seen too."""
    with manner():
        figure, (axes,) = new_figure(1, height=3.6)
        came = {cents: times for cents, times in sorted(histogram.items()) if times}
        whole = sum(came.values())
        shares = {cents: 100 * times / whole for cents, times in came.items()}
        if len(shares) <= MOST_LABELLED:
            _draw_named_bars(axes, shares)
        else:
            _draw_thin_bars(axes, shares)
        floor_share = 10 ** floor(log10(min(shares.values())))
        axes.set_yscale("log")
        axes.set_ylim(floor_share / 2, max(shares.values()) * ROOM_ABOVE)
        axes.yaxis.set_major_formatter(lambda value, _place: "" if value > 100 else _plain(value))  # noqa: PLR2004
        axes.set_title(title)
        axes.set_xlabel(axis)
        axes.set_ylabel("share of results, %")
        return drawn(figure, format)


def _colour(cents: int) -> str:
    if cents == 0:
        return SOFT
    return BLUE if cents > 0 else ORANGE


def _draw_named_bars(axes: Any, shares: Mapping[int, float]) -> None:
    """One place for each result, however far apart they lie."""
    places = range(len(shares))
    axes.bar(
        places, list(shares.values()), width=min(0.72, 0.12 * len(shares)), color=[_colour(cents) for cents in shares]
    )
    axes.set_xticks(list(places), [_signed_dollars(cents) for cents in shares])
    crowded = len(shares) > MOST_LABELLED / 2
    axes.tick_params(axis="x", labelsize=6.5 if crowded else 8)
    axes.grid(visible=False, axis="x")
    axes.set_xlim(-0.7, len(shares) - 0.3)
    for place, share in zip(places, shares.values(), strict=True):
        turned = 90 if crowded else 0
        axes.annotate(
            _share(share),
            (place, share),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            va="bottom",
            rotation=turned,
            fontsize=6.5 if crowded else 7.5,
            color=INK,
        )


def _draw_thin_bars(axes: Any, shares: Mapping[int, float]) -> None:
    nets = list(shares)
    apart = min(high - low for low, high in pairwise(nets)) / 100
    width = max(0.8 * apart, (nets[-1] - nets[0]) / 100 / 400)
    colours = [_colour(cents) for cents in nets]
    axes.bar([cents / 100 for cents in nets], list(shares.values()), width=width, color=colours)
    axes.xaxis.set_major_formatter(_money)


def _signed_dollars(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    sign = "" if cents == 0 else "+" if cents > 0 else "−"
    return f"{sign}{whole:,}.{rest:02}" if rest else f"{sign}{whole:,}"


def _plain(value: float) -> str:
    """No powers of ten."""
    return f"{value:.9f}".rstrip("0").rstrip(".")


def _share(percent: float) -> str:
    """Three digits that count, and no powers of ten."""
    places = max(0, 2 - floor(log10(percent)))
    return f"{percent:.{min(places, 9)}f}"


# How the figure settled


def convergence(found: Convergence, format: Format) -> bytes:
    """The edge after so many rounds with its error, and the exact figure as a line."""
    with manner():
        figure, (axes,) = new_figure(1, height=3.6)
        rounds = [moment.rounds for moment in found.moments]
        edges = [moment.edge_percent for moment in found.moments]
        reach = [NINETY_FIVE * moment.error_percent for moment in found.moments]
        low = [edge - far for edge, far in zip(edges, reach, strict=True)]
        high = [edge + far for edge, far in zip(edges, reach, strict=True)]
        label = "± 1.96 standard errors"
        axes.fill_between(rounds, low, high, color=BLUE, alpha=0.18, linewidth=0, label=label)
        last = found.moments[-1]
        label = f"simulated: {_settled(last)}"
        axes.plot(rounds, edges, color=BLUE, marker="o", markersize=2.2, linewidth=1.2, label=label)
        if found.exact_percent is not None:
            label = f"{found.exact_name}: {found.exact_percent:.6f} %"
            axes.axhline(found.exact_percent, color=ORANGE, linestyle="--", linewidth=1.2, label=label)
        axes.set_xscale("log")
        axes.set_title(found.title)
        axes.set_xlabel("rounds")
        axes.set_ylabel("house edge, %")
        axes.xaxis.set_major_formatter(_round_number)
        _show_what_matters(axes, (low, high), found.exact_percent)
        axes.legend(loc="best")
        return drawn(figure, format)


def _show_what_matters(axes: Any, band: tuple[Sequence[float], Sequence[float]], exact: float | None) -> None:
    lowest, highest = min(band[0]), max(band[1])
    if exact is not None:
        lowest, highest = min(lowest, exact), max(highest, exact)
    room = (highest - lowest) * 0.06 or abs(highest) * 0.06 or 1.0
    axes.set_ylim(lowest - room, highest + room)


def _settled(moment: Moment) -> str:
    places = max(2, min(9, 2 - floor(log10(moment.error_percent)))) if moment.error_percent > 0 else 4
    return _minus(f"{moment.edge_percent:.{places}f} ± {moment.error_percent:.{places}f} %")


def _round_number(value: float, _place: Any = None) -> str:
    for size, word in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:g} {word}"
    return f"{value:,.0f}"
