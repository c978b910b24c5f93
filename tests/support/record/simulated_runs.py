"""Documents of simulated runs, written by hand: small enough to check every figure with a pencil."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

READINGS = {
    "double_with_ace": False,
    "double_after_split": True,
    "hands": 3,
    "soft_17": "stand",
    "dealer_blackjack": "original",
}
STRATEGY = {"name": "total", "insurance": "never", "early": False, "count": None}
HUNDRED = {"-2000": 5, "-1000": 43, "0": 8, "1000": 33, "1500": 5, "2000": 6}
"""The players lose 53,000 and gain 52,500 cents: 5 cents a round. Squares: 131,250,000."""


def document(**changes: Any) -> dict[str, Any]:
    """A hundred rounds for ten dollars each; the standard error is the root of 1.312475, over ten."""
    return {
        "game": "blackjack",
        "rounds": 100,
        "edge_percent": 0.5,
        "standard_error_percent": 11.456330,
        "variance": 1.312475,
        "z": None,
        "exact_percent": None,
        "note": "No z: too few rounds.",
        "seed": 7,
        "boxes": 1,
        "decks": 8,
        "cut": 312,
        "stake": 1000,
        "histogram": HUNDRED,
        "strategy": STRATEGY,
        "readings": READINGS,
        "fresh_shoe": False,
        "stakes": [1000],
        "seconds": 0.25,
        "wagers": [{"name": "box", "times": 100}],
    } | changes


def of_counts(histogram: dict[int, int], *, stake: int = 1000, **changes: Any) -> dict[str, Any]:
    """One box, the figures those of the counts."""
    rounds = sum(histogram.values())
    mean = sum(net * times for net, times in histogram.items()) / rounds
    variance = sum((net - mean) ** 2 * times for net, times in histogram.items()) / rounds
    return document(
        rounds=rounds,
        stake=stake,
        stakes=[stake],
        histogram={str(net): times for net, times in histogram.items()},
        edge_percent=-100 * mean / stake,
        variance=variance / stake**2,
        standard_error_percent=100 * (variance / rounds) ** 0.5 / stake,
        **changes,
    )


def content(**changes: Any) -> bytes:
    return json.dumps(document(**changes)).encode()


def written(folder: Path, told: dict[str, Any], name: str = "run.json") -> str:
    """The document as a file, by its name."""
    path = folder / name
    path.write_text(json.dumps(told))
    return str(path)
