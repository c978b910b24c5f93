"""The report against journals: rounds dealt at real tables, written, read again, and added up by published edges."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import Sign
from croupier.dealing import rounds as dealing
from croupier.record import read
from croupier.record.journals.journal import (
    Stamp,
    Written,
    entry_text,
    exported,
    first_text,
    hash_after,
    read_entry,
    read_first,
    read_journal,
)
from croupier.record.journals.rounds import RoundFollower
from croupier.record.text.header import header_lines, header_of
from croupier.report.house import BlackjackPrices, HouseReport, LayoutPrices, RoundPlayed

SIGN = Sign(minimum=5_00, maximum=1_000_00)
CENT = 1
BLACKJACK_EDGE = Fraction(45, 10_000)
"""Any figure does: the question is which wagers it is multiplied with."""
TABLES: dict[str, Callable[[Sign], Any]] = {
    "roulette": croupier.roulette,
    "money-wheel": croupier.money_wheel,
    "tai-sai": croupier.tai_sai,
    "blackjack": croupier.blackjack,
}
EDGES = (
    ("roulette", r".*", Fraction(1, 37)),
    ("money-wheel", r"[A-G]", Fraction(1, 13)),
    ("tai-sai", r"small|big|odd|even|pair .*", Fraction(1, 36)),
    ("tai-sai", r"triple .*", Fraction(35, 216)),
    ("tai-sai", r"double .*|any triple|total (5|16)|four .*", Fraction(1, 9)),
    ("tai-sai", r"total (4|8|10|11|13|17)", Fraction(1, 8)),
    ("tai-sai", r"total (6|15)", Fraction(13, 108)),
    ("tai-sai", r"total (7|14)", Fraction(7, 72)),
    ("tai-sai", r"total (9|12)", Fraction(2, 27)),
    ("tai-sai", r"face .*", Fraction(17, 216)),
    ("tai-sai", r"three (\d)-\1-\d|three \d-(\d)-\2", Fraction(11, 72)),
    ("tai-sai", r"three 1-2-[3-6]|three 1-3-[4-6]|three 1-4-[56]|three 1-5-6", Fraction(5, 36)),
    ("tai-sai", r"three 2-3-[4-6]|three 2-4-[56]|three 2-5-6|three 3-4-[56]|three 3-5-6|three 4-5-6", Fraction(5, 36)),
    ("blackjack", r"box \d", BLACKJACK_EDGE),
)
"""Literal, from the published odds: nothing here asks the code under test."""
WAGER = re.compile(r"\w+: wager (?P<amount>[\d.,]+) on (?P<position>[^#]+?) # ")


def edge_of(game: str, position: str) -> Fraction:
    (edge,) = {edge for each, pattern, edge in EDGES if each == game and re.fullmatch(pattern, position)}
    return edge


def dealt(game: str, rounds: int, source: random.Random) -> Iterator[Written]:
    """The journal of a table that is opened, and deals so many rounds to guests who wager at random."""
    table = TABLES[game](SIGN)
    text, hash = first_text(Stamp(number=0, time=0), "\n".join(header_lines(header_of(table)))), None
    number = 0
    for round_ in range(rounds):
        hash = hash_after(game, hash, text)
        yield Written(text, hash)
        acts = list(dealing.round_acts(table, source))
        for act in acts[:-1]:
            number += 1
            text = entry_text(game, act, Stamp(number=number, time=60 * round_))
            hash = hash_after(game, hash, text)
            yield Written(text, hash)
        number += 1
        text = entry_text(game, acts[-1], Stamp(number=number, time=60 * round_))
        table = table.play(*acts)
    yield Written(text, hash_after(game, hash, text))


def follow(report: HouseReport, game: str, file: Path) -> None:
    """Every line of a journal played again, and every round that it ended put into the report."""
    first, *entries = read_journal(file.read_text("utf-8")).entries
    stamp, header = read_first(first.text)
    state, rounds = read(header).header.table(), RoundFollower()
    rounds.follow(None, None, state, stamp)
    for written in entries:
        entry = read_entry(game, written.text)
        assert entry.act is not None
        before, state = state, state.play(entry.act)
        ended = rounds.follow(before, entry.act, state, entry.stamp)
        if ended is not None:
            report.add_round(RoundPlayed(game, ended.time, "", ended.parts))


def test_the_theoretical_win_of_journalled_wagers_is_exactly_their_stakes_by_their_edges(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Not nearly: the sum of fractions, over 2,000 wagers, and over a million with `--long`.

    Wagers are read from the journals by a plain pattern, and multiplied with published edges. The report gets its
    rounds as an audit does: every act is played again at the table.
    """
    many = 1_000_000 if request.config.getoption("--long") else 2_000
    prices: dict[str, Any] = {
        game: BlackjackPrices(8, BLACKJACK_EDGE, Fraction(13, 10))
        if game == "blackjack"
        else LayoutPrices(TABLES[game](SIGN).game, CENT)
        for game in TABLES
    }
    report = HouseReport(prices, {"game": lambda table, _time, _dealer: table})
    source, due, wagers = random.Random(19), dict.fromkeys(TABLES, Fraction(0)), 0
    file = tmp_path / "journal.txt"
    while wagers < many:
        for game in TABLES:
            with file.open("w", encoding="utf-8") as out:
                out.writelines(exported(game, dealt(game, min(2_000, many // 10), source)))
            for found in WAGER.finditer(file.read_text("utf-8")):
                due[game] += Fraction(found["amount"].replace(",", "")) * 100 * edge_of(game, found["position"])
                wagers += 1
            follow(report, game, file)
    figures = report.groups["game"]
    for game, expected in due.items():
        worked_out = figures[game].expected
        assert worked_out is not None
        assert worked_out.win == expected, game
    assert report.all.wagers >= wagers >= many
    assert report.all.expected is not None
    assert report.all.expected.win == sum(due.values())
    assert all(each.rounds > 100 for each in figures.values())
