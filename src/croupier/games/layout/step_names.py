"""What the steps of a round are called that all layout games have."""

from __future__ import annotations

CALL = "no more bets"
RESULT = "result"
ANNOUNCE = "announce"
COLLECT = "collect"
PAY = "pay"
TAKE_UP = "take up"
"""Winning stakes go back to their players. At a live table they lie until taken up, and ride if they are not."""
OPEN_BETTING = "open betting"
SETTLING = frozenset({COLLECT, PAY, OPEN_BETTING})
"""What a round ends with in all of them."""
