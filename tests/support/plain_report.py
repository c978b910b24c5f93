"""A house's report made a second time, from exported journals alone. It knows nothing of the project's own code.

`python tests/support/plain_report.py FOLDER` prints it as JSON. FOLDER is what `croupier export` wrote. It reads
wagers, results and purchases line by line, settles by pay tables of its own, and adds up. Of blackjack it takes what
the ledger moved, because settling cards again would be a second program.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ROULETTE: dict[str, Callable[[int], bool]] = {
    "red": lambda n: n in RED,
    "black": lambda n: n > 0 and n not in RED,
    "even": lambda n: n > 0 and n % 2 == 0,
    "odd": lambda n: n % 2 == 1,
}
DICE = tuple(product(range(1, 7), repeat=3))
LINE = re.compile(r"(\w+): (.+?) # \d+ ")


def cents(text: str) -> int:
    return int(Decimal(text.replace(",", "")) * 100)


def roulette_gain(position: str, stake: int, number: int) -> int:
    if position in ROULETTE:
        return stake if ROULETTE[position](number) else -stake
    return 35 * stake if number == int(position) else -stake


def dice_gain(position: str, stake: int, roll: tuple[int, ...]) -> int:
    total, is_triple = sum(roll), len(set(roll)) == 1
    wins = {"small": 4 <= total <= 10, "big": 11 <= total <= 17}[position] and not is_triple
    return stake if wins else -stake


def results_of(game: str) -> tuple[Any, ...]:
    return tuple(range(37)) if game == "roulette" else DICE


def gain(game: str, position: str, stake: int, result: Any) -> int:
    return roulette_gain(position, stake, result) if game == "roulette" else dice_gain(position, stake, result)


def journal_figures(text: str) -> dict[str, Any]:
    game = re.findall(r"^game (\S+)$", text, re.MULTILINE)[0]
    lying: dict[tuple[str, str], int] = defaultdict(int)
    found: dict[str, Any] = {"rounds": 0, "handle": 0, "win": 0, "drop": 0, "theoretical": Fraction(0)}
    for who, said in LINE.findall(text):
        if bought := re.fullmatch(r"buy in (\S+)", said):
            found["drop"] += cents(bought[1])
        elif wager := re.fullmatch(r"wager (\S+) on (.+)", said):
            lying[who, wager[2]] += cents(wager[1])
        elif result := re.fullmatch(r"(?:spin (\d+)|roll (\d)-(\d)-(\d))", said):
            came: Any = int(result[1]) if result[1] else tuple(int(each) for each in result.groups()[1:])
            _settle(found, game, lying, came)
    return {"game": game, **found}


def _settle(found: dict[str, Any], game: str, lying: dict[tuple[str, str], int], came: Any) -> None:
    found["rounds"] += 1
    results = results_of(game)
    for (_who, position), stake in lying.items():
        won = gain(game, position, stake, came)
        found["handle"] += stake
        found["win"] -= won
        found["theoretical"] -= Fraction(sum(gain(game, position, stake, each) for each in results), len(results))
    # A table that deals itself hands winning stakes back with what they won.
    lying.clear()


def blackjack_figures(folder: Path, table: str, text: str) -> dict[str, Any]:
    """Handle, win and drop as the ledger moved them."""
    found: dict[str, Any] = {"game": "blackjack", "handle": 0, "win": 0, "drop": 0, "theoretical": None}
    with (folder / "transfers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["stream"] != table:
                continue
            amount, debit, credit = cents(row["amount"]), row["debit"], row["credit"]
            found["handle"] += amount if credit == f"layout:{table}" and debit.startswith("stack:") else 0
            found["win"] += amount if credit == f"float:{table}" else -amount if debit == f"float:{table}" else 0
    found["drop"] = sum(cents(each) for each in re.findall(r"^\w+: buy in (\S+) #", text, re.MULTILINE))
    return found


def plain_report(folder: Path) -> dict[str, dict[str, Any]]:
    found = {}
    for path in sorted((folder / "journals").glob("*.txt")):
        text = path.read_text("utf-8")
        if path.stem == "house":
            continue
        is_cards = "\ngame blackjack\n" in text
        found[path.stem] = blackjack_figures(folder, path.stem, text) if is_cards else journal_figures(text)
        if found[path.stem]["theoretical"] is not None:
            found[path.stem]["theoretical"] = round(found[path.stem]["theoretical"])
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(plain_report(Path(sys.argv[1]))))
