"""The lobby: open to anyone, with nothing that fails and nothing in the console (the fixture sees to that)."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.support.page.browser import Arrive
from tests.support.server.real_server import Running

FIRST_LOAD_BYTES = 200_000


def test_a_stranger_sees_the_tables_by_their_games(arrive: Arrive) -> None:
    page = arrive().go("/")
    for name in ("Roulette", "Blackjack", "Money wheel", "Tai-Sai"):
        expect(page.get_by_role("heading", level=2, name=name, exact=True)).to_be_visible()
    first = page.locator("[data-table=roulette-1]")
    expect(first).to_contain_text("$5.00 to $500.00")
    expect(first).to_contain_text("Automatic, provably fair")
    expect(page.locator("[data-table=blackjack-1]")).to_contain_text("0 of 7 boxes taken")
    expect(page.locator("[data-table=roulette-live-1]")).to_contain_text("Waiting for a dealer")
    assert not page.get_by_test_id("wallet").is_visible()


def test_a_guest_comes_in_by_one_click_and_has_play_money(arrive: Arrive) -> None:
    page = arrive().go("/")
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.get_by_test_id("wallet")).to_have_text("$1,000.00")
    expect(page.get_by_test_id("welcome")).to_contain_text("Guest")
    page.reload()
    expect(page.get_by_test_id("wallet")).to_have_text("$1,000.00")


def test_nothing_is_asked_of_anybody_else_and_the_first_load_is_small(arrive: Arrive, floor: Running) -> None:
    visitor = arrive()
    sizes: list[int] = []
    visitor.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    visitor.go("/")
    visitor.page.get_by_test_id("table").first.wait_for()
    assert {urlsplit(url).netloc for url in visitor.requests} == {urlsplit(floor.url).netloc}
    assert 20_000 < sum(sizes) < FIRST_LOAD_BYTES


@pytest.mark.parametrize("address", ["/nowhere", "/tables/nothing-1"])
def test_an_address_of_nothing_says_so(arrive: Arrive, address: str) -> None:
    visitor = arrive()
    visitor.page.goto(address)
    expect(visitor.page.get_by_role("heading", name="Page not found")).to_be_visible()
    visitor.complaints = [each for each in visitor.complaints if "404" not in each]


def test_theme_and_motion_are_chosen_and_kept(arrive: Arrive) -> None:
    page = arrive().go("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Theme").select_option("light")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_label("Theme").select_option("dark")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    page.get_by_role("button", name="Motion").click()
    expect(page.get_by_role("button", name="Motion: Short")).to_be_visible()
    page.get_by_role("button", name="Motion").click()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Theme")).to_have_value("dark")
    expect(page.get_by_role("button", name="Motion: Off")).to_be_visible()
    expect(page.get_by_role("button", name="Sound: Off")).to_be_visible()


def test_about_names_version_edition_and_licence(arrive: Arrive, floor: Running) -> None:
    page = arrive().go("/about")
    expect(page.get_by_test_id("version")).to_have_text(floor.client().get("/health").json()["version"])
    expect(page.locator("main")).to_contain_text("Apache License 2.0")
