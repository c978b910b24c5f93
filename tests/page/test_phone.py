"""On a phone the layout and the chip rail are seen with the first look, at every game."""

from __future__ import annotations

import pytest

from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, sit_down
from tests.support.server.real_server import Running

WIDTH, HEIGHT = 390, 844
FIRST_TARGET = {"roulette": "straight up 0", "blackjack": "box 1", "money-wheel": "A", "tai-sai": "small"}


@pytest.mark.parametrize("game", list(FIRST_TARGET))
def test_the_layout_and_the_rail_are_seen_at_once(arrive: Arrive, floor: Running, game: str) -> None:
    page = sit_down(arrive(width=WIDTH, height=HEIGHT), own_table(floor, game, **CALM))
    page.evaluate("scrollTo(0, 0)")
    target = page.locator(f'[data-key="{FIRST_TARGET[game]}"]').bounding_box()
    rail = page.get_by_role("group", name="Chips").first.bounding_box()
    assert target is not None
    assert rail is not None
    assert target["y"] <= HEIGHT / 2
    assert target["y"] + target["height"] < rail["y"]
    assert rail["y"] + rail["height"] <= HEIGHT
