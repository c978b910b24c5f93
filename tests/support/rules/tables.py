"""Short words for tests: tables as they are mostly needed, and what an act is refused with."""

from __future__ import annotations

from typing import Any

import croupier
from croupier import LIVE, BuyIn, LayoutTable, OpenTable, Outcome, Sign
from croupier.games.table import Table

SIGN = Sign(minimum=5_00, maximum=1_000_00)


def refusal_code(table: Table, act: Any) -> str | None:
    refusal = table.refuses(act)
    return None if refusal is None else refusal.code


def refusal_rule(table: Table, act: Any) -> str | None:
    refusal = table.refuses(act)
    return None if refusal is None else refusal.rule.clause


def assert_refused(table: Table, act: Any, code: str, rule: str, words: str = "") -> None:
    """The act is refused with this code, by this clause and ruling, in words that begin so."""
    refusal = table.refuses(act)
    assert refusal is not None
    assert (refusal.code, str(refusal.rule)) == (code, rule)
    assert refusal.why.startswith(words)


def value_of(table: Table, name: str) -> int:
    """The value chips that the player holds."""
    purse = table.purse(name)
    assert purse is not None
    return purse.value


def with_players(table: LayoutTable, *names: str, amount: int = 5_000_00) -> LayoutTable:
    return table.play(*(BuyIn(name, amount) for name in names))


def roulette(*names: str, **options: Any) -> LayoutTable:
    """An automated roulette table with these players."""
    return with_players(croupier.roulette(SIGN, **options), *names)


def live_roulette(*names: str, **options: Any) -> LayoutTable:
    """A roulette table at which the dealer takes every step, just opened."""
    return with_players(croupier.roulette(SIGN, automation=LIVE, **options).play(OpenTable()), *names)


def money_wheel(*names: str, **options: Any) -> LayoutTable:
    return with_players(croupier.money_wheel(SIGN, **options), *names)


def live_money_wheel(*names: str, **options: Any) -> LayoutTable:
    return with_players(croupier.money_wheel(SIGN, automation=LIVE, **options).play(OpenTable()), *names)


def tai_sai(*names: str, **options: Any) -> LayoutTable:
    return with_players(croupier.tai_sai(SIGN, **options), *names)


def live_tai_sai(*names: str, **options: Any) -> LayoutTable:
    """Just opened: the dice are not yet inspected."""
    return with_players(croupier.tai_sai(SIGN, automation=LIVE, **options).play(OpenTable()), *names)


def total_money(table: LayoutTable) -> int:
    """Everything at the table: purses, layout and house. Only buying in and cashing out change it."""
    general = table.general
    purses = sum(purse.value + purse.colour for purse in general.purses)
    return purses + sum(wager.stake for wager in table.wagers) + general.house


def outcomes(table: LayoutTable) -> dict[tuple[str, str], tuple[Outcome, int]]:
    """The last settlement by player and position."""
    return {(line.wager.player, str(line.wager.position)): (line.outcome, line.pays) for line in table.settled}
