"""All that a table's wheel, dice or shoe has brought, for the tests of its fairness."""

from __future__ import annotations

import random
import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

from msgspec import Struct

from croupier.record import Unreadable, read
from croupier.record.journals.journal import read_first
from croupier.report.devices import DEVICES, ReadDevice
from croupier.report.fairness import Fairness, fairness_of

Execute = Callable[[str], Iterable[Any]]
"""The rows of a statement."""

_TABLES = "SELECT id, name, line FROM tables JOIN journal ON journal.stream = id AND number = 0 ORDER BY id"
_RESULTS = "SELECT stream, last, result FROM rounds WHERE result <> '' ORDER BY stream, number"
_REPLACED = """SELECT stream, number, line FROM journal
    WHERE act IN ('replace wheel', 'replace dice', 'replace cards') ORDER BY stream, number"""
_CARDS = """SELECT stream, number, act, line FROM journal
    WHERE act IN ('deal', 'cutting card') ORDER BY stream, number"""
_MARK = re.compile(r"replace the (?:wheel|dice|cards) by (?P<mark>\S+)")
_ENDS = "SELECT stream, last FROM rounds ORDER BY stream, last"


class TableFairness(Struct, frozen=True):
    table: str
    name: str
    game: str
    device: str
    """The number or mark of what brought these results; empty for what the table opened with."""
    found: Fairness


def houses_fairness(execute: Execute) -> Iterator[TableFairness]:
    """Of every device at every table of the house: what takes the place of another begins anew."""
    results, replaced = _by_stream(execute(_RESULTS)), _by_stream(execute(_REPLACED))
    cards, ends = _by_stream(execute(_CARDS)), _by_stream(execute(_ENDS))
    for table, name, line in execute(_TABLES):
        try:
            game = read(read_first(line)[1]).header.game
        except (ValueError, Unreadable):
            continue
        known = DEVICES.get(game)
        if known is None:
            continue
        in_use = DevicesInUse.of(replaced[table])
        rounds = [last for (last,) in ends[table]]
        brought = in_use.split(cards[table] if known.device.is_drawn else results[table])
        for device, rows in brought.items():
            shoes: list[int] | None = None
            if known.device.is_drawn:
                places, shoes = cards_of_shoes(known, rows, rounds)
            else:
                places = _places(known, (words for _, words in rows))
            # The same results get the same simulated p-values.
            draws = random.Random(len(places))  # noqa: S311
            yield TableFairness(table, name, game, device, fairness_of(known.device, places, draws, shoes))


class DevicesInUse(Struct, frozen=True):
    """Which device a table had from which entry on."""

    since: tuple[int, ...]
    devices: tuple[str, ...]

    @classmethod
    def of(cls, replaced: Iterable[Any]) -> Self:
        """A device without a mark is another one all the same: it goes by the entry that brought it."""
        since, devices = [-1], [""]
        for number, line in replaced:
            found = _MARK.search(line)
            since.append(number)
            devices.append(f"#{number}" if found is None else found["mark"])
        return cls(tuple(since), tuple(devices))

    def split(self, rows: Iterable[Sequence[Any]]) -> dict[str, list[Any]]:
        """Rows by the device that was in use at the entry that each begins with; a device that came back goes on."""
        brought: dict[str, list[Any]] = {device: [] for device in self.devices}
        for row in rows:
            brought[self.devices[bisect_left(self.since, row[0]) - 1]].append(row)
        return brought


def _by_stream(rows: Iterable[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for stream, *rest in rows:
        found[stream].append(rest)
    return found


def _places(known: ReadDevice, said: Iterable[str]) -> list[int]:
    place_of = {name: place for place, name in enumerate(known.device.cells)}
    return [place_of[cell] for words in said for cell in known.read(words) if cell in place_of]


def cards_of_shoes(known: ReadDevice, entries: Iterable[Any], rounds: Sequence[int]) -> tuple[list[int], list[int]]:
    """The cards of shoes that are dealt to the cutting card, and after how many cards each of them ended.

    A shoe ends with the round in which its cutting card came. What came of the shoe that lies open is left out: cards
    that are not put back vary less than results do, but only over a whole shoe.
    """
    words: list[str] = []
    ends: list[int] = []
    closes: int | None = None
    for number, act, line in entries:
        if closes is not None and number > closes:
            ends.append(len(words))
            closes = None
        if act == "cutting card":
            place = bisect_left(rounds, number)
            closes = rounds[place] if place < len(rounds) else None
        else:
            words.append(line.partition(" #")[0].split()[-1])
    if closes is not None:
        ends.append(len(words))
    return _places(known, words[: ends[-1]] if ends else ()), ends
