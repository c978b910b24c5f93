"""Clause tests build their games anew: a game kept from an earlier test would hide what a change does to it."""

from __future__ import annotations

import pytest

from croupier.games.money_wheel import game as money_wheel
from croupier.games.roulette import game as roulette
from croupier.games.tai_sai import game as tai_sai


@pytest.fixture(autouse=True)
def _games_made_anew() -> None:
    for made in (roulette, money_wheel, tai_sai):
        made._game.cache_clear()
