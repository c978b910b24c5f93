"""Money and the outcome of a round in the words of the page."""

from __future__ import annotations

from typing import Any


def money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def outcome(lines: list[Any]) -> str:
    won = sum(line.pays for line in lines)
    lost = sum(line.wager.stake for line in lines if line.outcome == "lose")
    if won and lost:
        sign = "+" if won > lost else "−" if won < lost else ""
        return f"{sign}{money(abs(won - lost))}, won {money(won)}, lost {money(lost)}"
    return f"+{money(won)}" if won else f"−{money(lost)}"
