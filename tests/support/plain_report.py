"""A house's report made a second time, from exported journals alone. It knows nothing of the project's own code.

`python tests/support/plain_report.py FOLDER` prints it as JSON. FOLDER is what `croupier export --join` wrote. It reads
wagers, results, purchases and duties line by line, settles spins and rolls by pay tables of its own, and adds up by
table, game, dealer, shift, day and player. Days and shifts are those of UTC. Players are put together by `join.csv`. Of
blackjack it takes what the ledger moved, because settling cards again would be a second program; what the house
expects there is a figure from outside.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise, product
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
ROULETTE: dict[str, Callable[[int], bool]] = {
    "red": lambda n: n in RED,
    "black": lambda n: n > 0 and n not in RED,
    "even": lambda n: n > 0 and n % 2 == 0,
    "odd": lambda n: n % 2 == 1,
}
DICE = tuple(product(range(1, 7), repeat=3))
WHEEL = "FABACABADABACEABACABADACABGABACABADABACEABACABADACAB"
"""The symbols of the house's wheel, from section 1 on."""
WHEEL_PAYS = {"A": 1, "B": 3, "C": 5, "D": 11, "E": 23, "F": 47, "G": 47}
BLACKJACK_EDGE, BLACKJACK_DEVIATION = Fraction(541087, 10**8), Fraction(11319, 10**4)
"""Eight decks as gazetted, played by totals: the published edge and standard deviation of one initial wager."""
LINE = re.compile(r"^(?P<who>[^#:\n]+): (?P<said>.+?) # (?P<number>\d+) (?P<time>\S+)", re.MULTILINE)
HOUSE_LINE = re.compile(r"# \d+ (?P<time>\S+) (?P<said>.+) hash \w+")
DUTY = re.compile(r"(?P<dealer>\w+) (?:deals at|leaves|relieved at) (?P<table>\S+)")
RESULT = re.compile(r"(?:spin (?P<number>\d+)|roll (?P<dice>\d-\d-\d))")
HALF_AN_HOUR, SHIFT, DAY = 1_800, 28_800, 86_400
TOTAL = "all"


class Played(NamedTuple):
    """One wager of a round that is over, or a purchase."""

    round: tuple[str, int]
    game: str
    time: int
    dealer: str
    person: str
    stake: int
    won: int
    """By the house."""
    expected: Fraction
    chances: tuple[int, ...]
    """What the house wins of it with each result, all equally likely; nothing at blackjack."""
    variance: Fraction
    """At blackjack."""
    bought: int


def cents(text: str) -> int:
    return int(Decimal(text.replace(",", "")) * 100)


def seconds(text: str) -> int:
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp())


def roulette_gain(position: str, stake: int, number: int) -> int:
    if position in ROULETTE:
        return stake if ROULETTE[position](number) else -stake
    return 35 * stake if number == int(position) else -stake


def dice_gain(position: str, stake: int, roll: tuple[int, ...]) -> int:
    total, is_triple = sum(roll), len(set(roll)) == 1
    wins = {"small": 4 <= total <= 10, "big": 11 <= total <= 17}[position] and not is_triple
    return stake if wins else -stake


def wheel_gain(position: str, stake: int, section: int) -> int:
    return WHEEL_PAYS[position] * stake if WHEEL[section - 1] == position else -stake


GAMES: dict[str, tuple[Callable[[str, int, Any], int], tuple[Any, ...]]] = {
    "roulette": (roulette_gain, tuple(range(37))),
    "tai-sai": (dice_gain, DICE),
    "money-wheel": (wheel_gain, tuple(range(1, 53))),
}


class Duties:
    """Who dealt where when, from the house's journal."""

    def __init__(self, text: str) -> None:
        self._turns: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for found in HOUSE_LINE.finditer(text):
            if duty := DUTY.match(found["said"]):
                dealer = duty["dealer"] if " deals at " in found["said"] else ""
                self._turns[duty["table"]].append((seconds(found["time"]), dealer))

    def at(self, table: str, time: int) -> str:
        return next((dealer for since, dealer in reversed(self._turns[table]) if since <= time), "")


class Journal:
    def __init__(self, path: Path, duties: Duties, people: dict[tuple[str, str], str]) -> None:
        self.table, self.text = path.stem, path.read_text("utf-8")
        self.game = re.findall(r"^game (\S+)$", self.text, re.MULTILINE)[0]
        self._duties, self._people = duties, people

    def played(self, moved: Iterable[dict[str, str]]) -> Iterator[Played]:
        yield from self._purchases()
        yield from self._cards(moved) if self.game == "blackjack" else self._results()

    def _lines(self) -> Iterator[tuple[str, str, int, int]]:
        for found in LINE.finditer(self.text):
            yield found["who"], found["said"], int(found["number"]), seconds(found["time"])

    def _of(self, player: str, time: int, round: int, stake: int, won: int, *worth: Any, bought: int = 0) -> Played:
        expected, chances, variance = worth or (Fraction(0), (), Fraction(0))
        person, dealer = self._people[self.table, player], self._duties.at(self.table, time)
        return Played(
            (self.table, round), self.game, time, dealer, person, stake, won, expected, chances, variance, bought
        )

    def _purchases(self) -> Iterator[Played]:
        for who, said, _number, time in self._lines():
            if bought := re.fullmatch(r"buy in (\S+)", said):
                yield self._of(who, time, 0, 0, 0, bought=cents(bought[1]))

    def _results(self) -> Iterator[Played]:
        gain, results = GAMES[self.game]
        lying: dict[tuple[str, str], int] = defaultdict(int)
        round = 0
        for who, said, _number, time in self._lines():
            if wager := re.fullmatch(r"wager (\S+) on (.+)", said):
                lying[who, wager[2]] += cents(wager[1])
            elif result := RESULT.fullmatch(said):
                round += 1
                came: Any = int(result["number"]) if result["number"] else tuple(map(int, result["dice"].split("-")))
                for (player, position), stake in lying.items():
                    chances = tuple(-gain(position, stake, each) for each in results)
                    worth = (Fraction(sum(chances), len(chances)), chances, Fraction(0))
                    yield self._of(player, time, round, stake, -gain(position, stake, came), *worth)
                # An automatic table hands winning stakes back with what they won.
                lying.clear()

    def _cards(self, moved: Iterable[dict[str, str]]) -> Iterator[Played]:
        """Of a live table, where "collect cards" ends a round."""
        staked: dict[str, int] = defaultdict(int)
        back: dict[str, int] = defaultdict(int)
        rows = [row for row in moved if row["stream"] == self.table]
        before = round = 0
        for who, said, number, time in self._lines():
            if wager := re.fullmatch(r"wager (\S+) on box \d", said):
                staked[who] += cents(wager[1])
            if said != "collect cards":
                continue
            round += 1
            for row in rows:
                if before < int(row["number"]) <= number and row["debit"] == f"layout:{self.table}":
                    kind, _, rest = row["credit"].partition(":")
                    if kind == "stack":
                        back[rest.split(":")[1]] += cents(row["amount"])
            before = number
            for player, stake in staked.items():
                worth = (stake * BLACKJACK_EDGE, (), (stake * BLACKJACK_DEVIATION) ** 2)
                yield self._of(player, time, round, stake, stake - back[player], *worth)
            staked.clear()
            back.clear()


def figures(played: list[Played]) -> dict[str, Any]:
    wagers = [each for each in played if each.stake]
    handle, win = sum(each.stake for each in wagers), sum(each.won for each in wagers)
    drop, expected = sum(each.bought for each in played), sum((each.expected for each in wagers), Fraction(0))
    deviation = isqrt(round(_variance(wagers)))
    difference = win - expected
    return {
        "rounds": len({each.round for each in wagers}),
        "wagers": len(wagers),
        "handle": handle,
        "average": round(Fraction(handle, len(wagers))) if wagers else None,
        "drop": drop,
        "win": win,
        "hold": f"{float(round(Fraction(1000 * win, drop))) / 10:.1f}" if drop else None,
        "theoretical": round(expected),
        "difference": round(difference),
        "deviation": deviation,
        "sigmas": f"{float(round(Fraction(10 * round(difference), deviation))) / 10:.1f}" if deviation else None,
    }


def _variance(wagers: list[Played]) -> Fraction:
    """Wagers on one result are weighed together, result by result."""
    by_round: dict[tuple[str, int], list[Played]] = defaultdict(list)
    for each in wagers:
        by_round[each.round].append(each)
    total = Fraction(0)
    for own in by_round.values():
        total += sum(each.variance for each in own)
        sums = [sum(each) for each in zip(*(each.chances for each in own if each.chances), strict=True)]
        if sums:
            total += Fraction(sum(each**2 for each in sums), len(sums)) - Fraction(sum(sums), len(sums)) ** 2
    return total


def time_played(played: list[Played]) -> int | None:
    times = sorted({each.time for each in played if each.stake})
    gaps = [later - time for time, later in pairwise(times)]
    return sum(gap for gap in gaps if gap <= HALF_AN_HOUR) if times else None


def plain_report(folder: Path) -> dict[str, dict[str, dict[str, Any]]]:
    journals = folder / "journals"
    duties = Duties((journals / "house.txt").read_text("utf-8"))
    with (folder / "join.csv").open(encoding="utf-8", newline="") as file:
        people = {(row["journal"], row["player"]): row["person"] for row in csv.DictReader(file)}
    with (folder / "transfers.csv").open(encoding="utf-8", newline="") as file:
        moved = list(csv.DictReader(file))
    tables = [Journal(path, duties, people) for path in sorted(journals.glob("*.txt")) if path.stem != "house"]
    played = [each for table in tables for each in table.played(moved)]

    def start(time: int, length: int) -> str:
        return datetime.fromtimestamp(time - time % length, UTC).strftime("%Y-%m-%dT%H:%M:%S")

    keys: dict[str, Callable[[Played], str]] = {
        "total": lambda _each: TOTAL,
        "table": lambda each: each.round[0],
        "game": lambda each: each.game,
        "dealer": lambda each: each.dealer,
        "shift": lambda each: start(each.time, SHIFT),
        "day": lambda each: start(each.time, DAY),
        "player": lambda each: each.person,
    }
    report: dict[str, dict[str, dict[str, Any]]] = {}
    for name, key in keys.items():
        groups: dict[str, list[Played]] = defaultdict(list)
        for each in played:
            groups[key(each)].append(each)
        report[name] = {group: figures(own) for group, own in groups.items()}
        for group, own in groups.items() if name == "player" else ():
            report[name][group]["played_seconds"] = time_played(own)
    return report


if __name__ == "__main__":
    sys.stdout.write(json.dumps(plain_report(Path(sys.argv[1]))))
