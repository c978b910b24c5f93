"""The wheel's 52 sections, the seven symbols on them, and what each symbol pays."""

from __future__ import annotations

from croupier.games.position import Position
from croupier.games.table import Odds

SYMBOLS = ("A", "B", "C", "D", "E", "F", "G")
COUNTS = {"A": 24, "B": 12, "C": 8, "D": 4, "E": 2, "F": 1, "G": 1}
ODDS = {"A": Odds(1), "B": Odds(3), "C": Odds(5), "D": Odds(11), "E": Odds(23), "F": Odds(47), "G": Odds(47)}

# The drawing of Appendix 1 was not found. No result hangs on the order (RULINGS 1.4): F faces G, E stands at the
# quarters, and no symbol stands beside itself.
DEFAULT_ORDER = "FABACABADABACEABACABADACABGABACABADABACEABACABADACAB"
SECTIONS = tuple(range(1, len(DEFAULT_ORDER) + 1))


def letter_at(order: str, section: int) -> str:
    """The symbol on that section of a wheel with this order; sections count from 1."""
    return order[section - 1]


def symbol(letter: str) -> Position:
    """The wager on one symbol, by the letter that rule 2.3 gives it."""
    return Position(letter)
