"""Whoever looks at another tab sees in the title that the table waits for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.page.blackjack import READY, take_seat
from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, sit_down, spot, staked
from tests.support.server.real_server import Running, server
from tests.support.server.taped_server import command

FOURTEEN = "Th 6d 4c Td 9c"
"""For one box: 14 against 6; the dealer goes bust with 25."""


@pytest.fixture
def dealt(tmp_path: Path) -> Iterator[Running]:
    with server(tmp_path / "house", command=command(FOURTEEN)) as running:
        yield running


def test_the_tab_says_whose_turn_it_is(dealt: Running, arrive: Arrive) -> None:
    page = sit_down(arrive(url=dealt.url), own_table(dealt, "blackjack", **CALM, decide=600))
    take_seat(page, 1)
    spot(page, "box 1").click()
    staked(page, "$5.00")
    expect(page).not_to_have_title(re.compile("^Your turn"))
    page.get_by_role("button", name="Deal now").click()
    expect(page).to_have_title(re.compile("^Your turn · A table of blackjack"))
    page.locator(f"{READY} [data-decision=stand]").click()
    expect(page).to_have_title(re.compile("^A table of blackjack"))
