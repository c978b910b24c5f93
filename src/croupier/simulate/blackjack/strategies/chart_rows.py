"""The rows of a chart as people write them: ten letters for each total, and which rows there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import ACE
from croupier.simulate.blackjack.strategies.strategy import HARD, SOFT, UPS, Chart, Letter

CARDS = {"A": 1, **{str(rank): rank for rank in range(2, 10)}, "T": 10}
"""Cards by the names that charts give them; all that count ten are T."""
CARD_NAMES = {rank: name for name, rank in CARDS.items()}
UP_NAMES = tuple(CARD_NAMES[up] for up in UPS)

_DRAWN = Letter.DRAW * len(UPS)
_LETTERS = "S stand, H hit, D double or hit, d double or stand, P split"
_SOFT_PAIR = 12
"""A pair of aces that is not split."""


class ChartSection(NamedTuple):
    name: str
    row: str
    """What a deviation calls one of its rows."""
    totals: dict[str, int]
    """Its rows by their names, from the highest down: the total, or the value of one card of the pair."""
    drawn: frozenset[int]
    """The rows that may be left out: they draw whatever the dealer shows."""


SECTIONS = (
    ChartSection("hard", "hard", {str(total): total for total in reversed(HARD)}, frozenset(range(4, 9))),
    ChartSection("soft", "soft", {str(total): total for total in reversed(SOFT)}, frozenset({_SOFT_PAIR})),
    ChartSection("pairs", "pair", {name: CARDS[name] for name in ("A", "T", *"98765432")}, frozenset()),
)
SECTION_OF_ROW = {section.row: section for section in SECTIONS}


def refuses_letter(row: str, total: int, letter: str) -> str | None:
    """Why the letter cannot stand in such a row."""
    if letter not in tuple(Letter):
        return f"{letter!r} is no play: {_LETTERS}"
    if letter == Letter.SPLIT and row != "pair":
        return "P is for pairs: no other hand is split"
    if letter in (Letter.STAND, Letter.DOUBLE_OR_STAND) and _points(row, total) < machine.MUST_DRAW_TO:
        return f"{letter} cannot be: a hand under {machine.MUST_DRAW_TO} may not stand (D2 13.1(d))"
    return None


def _points(row: str, total: int) -> int:
    if row != "pair":
        return total
    return _SOFT_PAIR if total == ACE else 2 * total


def read_letters(row: str, total: int, text: str) -> str:
    """One row without its spaces; ValueError with what is wrong."""
    letters = "".join(text.split())
    if len(letters) != len(UPS):
        raise ValueError(f"expected {len(UPS)} letters, against {' '.join(UP_NAMES)}, and found {len(letters)}")
    for letter, up in zip(letters, UP_NAMES, strict=True):
        if why := refuses_letter(row, total, letter):
            raise ValueError(f"against {up} {why}")
    return letters


def missing_rows(section: ChartSection, names: Mapping[str, object]) -> str:
    """The rows that a section lacks, in words; nothing where it is whole."""
    return ", ".join(name for name, total in section.totals.items() if name not in names and total not in section.drawn)


def chart_of(rows: Mapping[str, Mapping[int, str]]) -> Chart:
    """The chart of whole sections; rows that may be left out draw."""
    whole = {
        section.name: {total: rows[section.name].get(total, _DRAWN) for total in section.totals.values()}
        for section in SECTIONS
    }
    return Chart(**whole)
