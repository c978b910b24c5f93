"""A simulated run on the PAR sheet of blackjack: what it came to, beside what the solver finds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.games.blackjack.cards import DECK_SIZE
from croupier.odds import spread_of
from croupier.record.files.simulation import Simulation
from croupier.report.figures import decimal, root
from croupier.report.sheet import PLACES, VOLATILITY_FACTOR, percent

UNIT_PLACES = 3
"""Of a net result in initial wagers, where it is no round number of them."""
SLACK_PERCENT = Fraction(1, 1_000_000)
"""How far the run's exact figure may be from the sheet's: both print doubles."""
DEVIATIONS = (
    "Two standard deviations of a round stand on this sheet: that of play by totals over a shoe that never runs down, "
    "and that of the simulated run, as counted. Those of the side wagers are exact."
)
WHENCE = (
    "Variance, standard deviation and volatility index here are those of the simulated results, as counted: the solver "
    "finds the edge of this shoe, and no variance."
)
ERRORS = (
    "± is one standard error, or less where a round has several boxes. Results are those of one box with its doubles, "
    "splits and insurance, Super Sevens apart, winnings rounded up to chips (D1 11.3)."
)


def refuses_run(run: Simulation, strategies: dict[str, float]) -> str:
    """Why the run's exact figure is not the sheet's; empty where it is, or where there is nothing to compare."""
    edge = strategies.get(plays(run) or "")
    if edge is None or run.exact_percent is None:
        return ""
    if abs(Fraction(run.exact_percent) - 100 * Fraction(edge)) <= SLACK_PERCENT:
        return ""
    return (
        f"the run names {run.exact_percent:.6f} % as its exact edge, and this sheet finds {100 * edge:.6f} %: "
        "it was made by other rules"
    )


def plays(run: Simulation) -> str | None:
    """The solver's strategy that the run played, where it played nothing else."""
    return run.strategy.name if run.strategy.is_plain else None


def deviation_option(run: Simulation) -> tuple[str, str]:
    variance = run.variance_of_counts
    a_round = f"{root(variance, PLACES)} initial wagers a round, over {run.rounds:,} rounds"
    return "Standard deviation, simulated", f"{a_round}; volatility index {_index(variance)}"


def simulated(run: Simulation) -> dict[str, Any]:
    """For every form of the sheet: whole numbers as numbers, all other figures as text."""
    variance, spread = run.variance_of_counts, spread_of(run.results)
    return {
        "rounds": run.rounds,
        "boxes": run.boxes,
        "seed": str(run.seed),
        "strategy": str(run.strategy),
        "stake": run.stake,
        "shoe": shoe_of(run),
        "edge": str(run.edge),
        "edge_percent": f"{run.edge_percent:.{PLACES}f}",
        "standard_error_percent": f"{run.standard_error_percent:.{PLACES}f}",
        "return_percent": f"{100 - run.edge_percent:.{PLACES}f}",
        "exact_percent": None if run.exact_percent is None else f"{run.exact_percent:.{PLACES}f}",
        "z": None if run.z is None else f"{run.z:+.3f}",
        "note": run.note,
        "variance": str(variance),
        "variance_decimal": str(decimal(variance, PLACES)),
        "standard_deviation": str(root(variance, PLACES)),
        "volatility_index": str(_index(variance)),
        "ahead_percent": percent(spread.ahead),
        "even_percent": percent(spread.even),
        "behind_percent": percent(spread.behind),
        "results": [_result(run, net, share) for net, share in run.results.items()],
        "variance_from": WHENCE,
        "errors": ERRORS,
    }


def shoe_of(run: Simulation) -> str:
    cards = DECK_SIZE * run.decks
    if run.cut is None:
        return f"{cards} cards, a full one for every round"
    return f"{cards} cards, the cutting card after {run.cut} of them"


def facts(found: dict[str, Any]) -> list[tuple[str, str]]:
    """The figures of the run in words, for the forms that people read. `found` is what `simulated` made."""
    boxes = "1 box" if found["boxes"] == 1 else f"{found['boxes']} boxes"
    exact = found["exact_percent"]
    compared = "none" if exact is None else f"{exact} %, off the top of a full shoe"
    return [
        ("Rounds", f"{found['rounds']:,}, {boxes}, seed {found['seed']}"),
        ("Strategy", found["strategy"]),
        ("Shoe", found["shoe"]),
        ("Edge, simulated", f"{found['edge_percent']} ± {found['standard_error_percent']} %"),
        ("Edge, exact", compared),
        ("z", "none" if found["z"] is None else f"{found['z']} standard errors from the exact edge"),
        *((("Note", found["note"]),) if found["note"] else ()),
        ("Variance", f"{found['variance_decimal']}, simulated"),
        ("Standard deviation", f"{found['standard_deviation']} initial wagers, simulated"),
        ("Volatility index", f"{found['volatility_index']}, simulated"),
        ("Ahead, even, behind", " %, ".join(found[f"{how}_percent"] for how in ("ahead", "even", "behind")) + " %"),
    ]


def csv_cells(run: Simulation) -> dict[str, Any]:
    """What a line of the CSV says of the spread, and where it comes from."""
    variance = run.variance_of_counts
    return {
        "hit_percent": decimal(spread_of(run.results).ahead * 100, PLACES),
        "variance_numerator": variance.numerator,
        "variance_denominator": variance.denominator,
        "standard_deviation": root(variance, PLACES),
        "volatility_index": _index(variance),
        "variance_from": "simulation",
        "simulated_rounds": run.rounds,
    }


def _index(variance: Fraction) -> Any:
    return root(variance * VOLATILITY_FACTOR**2, PLACES)


def _signed(wagers: Fraction) -> str:
    shown = str(decimal(wagers, UNIT_PLACES)).rstrip("0").rstrip(".")
    return f"+{shown}" if wagers > 0 else shown or "0"


def _result(run: Simulation, net: int, share: Fraction) -> dict[str, Any]:
    """One result. Boxes of one round hang together, so that its error is told by rounds."""
    return {
        "net": net,
        "wagers": _signed(Fraction(net, run.stake)),
        "times": run.histogram[net],
        "share": str(share),
        "share_percent": percent(share),
        "standard_error_percent": str(root(share * (1 - share) / run.rounds * 10_000, PLACES)),
    }
