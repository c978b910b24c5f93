"""One server and one browser for all tests of the page that a process runs; each test has visitors of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.support.built_page import built_page
from tests.support.page.browser import Arrive, Visitor, chromium
from tests.support.server.real_server import Running, server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house with the page of these sources."""
    built_page()
    with server(tmp_path_factory.mktemp("floor") / "house") as running:
        yield running


@pytest.fixture(scope="session")
def small_floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """For pages that list all tables, people or journals.

    Nearly every test leaves a table on the other floor, and with a hundred of them axe takes ten times as long.
    """
    built_page()
    with server(tmp_path_factory.mktemp("small_floor") / "house") as running:
        yield running


@pytest.fixture
def arrive(browser: Browser, floor: Running) -> Iterator[Arrive]:
    """Somebody opens a browser; whatever that browser complained of fails the test, unless it was expected."""
    everybody: list[Visitor] = []

    def made(**options: Any) -> Visitor:
        house: Running = options.pop("house", floor)
        if "url" not in options:
            options |= {"url": house.url, "ahead": house.ahead}
        visitor = Visitor(browser, **options)
        everybody.append(visitor)
        return visitor

    yield made
    complaints = [each for visitor in everybody for each in visitor.complaints]
    for visitor in everybody:
        visitor.close()
    assert complaints == []
