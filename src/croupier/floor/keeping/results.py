"""All that a table's wheel, dice or shoe has brought, for the tests of its fairness."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from croupier.record import Unreadable, read
from croupier.record.journal import read_first
from croupier.report.devices import DEVICES, ReadDevice
from croupier.report.fairness import Fairness, fairness_of

Execute = Callable[[str], Iterable[Any]]
"""The rows of a statement."""

_TABLES = "SELECT id, name, line FROM tables JOIN journal ON journal.stream = id AND number = 0 ORDER BY id"
_RESULTS = "SELECT stream, result FROM rounds WHERE result <> '' ORDER BY stream, number"
_CARDS = """SELECT stream, number, act, line FROM journal
    WHERE act IN ('deal', 'cutting card') ORDER BY stream, number"""
_ENDS = "SELECT stream, last FROM rounds ORDER BY stream, last"


class TableFairness(Struct, frozen=True):
    table: str
    name: str
    game: str
    found: Fairness


def houses_fairness(execute: Execute) -> Iterator[TableFairness]:
    """Of every table of the house."""
    results = _by_stream(execute(_RESULTS))
    cards, ends = _by_stream(execute(_CARDS)), _by_stream(execute(_ENDS))
    for table, name, line in execute(_TABLES):
        try:
            game = read(read_first(line)[1]).header.game
        except (ValueError, Unreadable):
            continue
        known = DEVICES.get(game)
        if known is None:
            continue
        shoes: list[int] | None
        if known.device.is_drawn:
            places, shoes = cards_of_shoes(known, cards[table], [last for (last,) in ends[table]])
        else:
            places, shoes = _places(known, (words for (words,) in results[table])), None
        # The same results get the same simulated p-values.
        draws = random.Random(len(places))  # noqa: S311
        yield TableFairness(table, name, game, fairness_of(known.device, places, draws, shoes))


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
