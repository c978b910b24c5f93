"""Somebody who has never been here: from the lobby into a round by three clicks, and by a phone in the room."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.support.page.browser import Arrive, Visitor
from tests.support.page.player import seated, spot, staked
from tests.support.server.real_server import server

EVERYWHERE = "0.0.0.0"  # noqa: S104  to be heard from the room is the point


@pytest.mark.parametrize("width", [1280, 390])
def test_three_clicks_from_the_lobby_into_a_round(arrive: Arrive, width: int) -> None:
    """At a table that every new house has: no name, no form, no choice before the first chip."""
    page = arrive(width=width).go("/")
    page.locator("[data-table=roulette-1]").get_by_role("link").click()
    page.get_by_test_id("seat").get_by_role("button", name="Sit down").click()
    seated(page)
    spot(page, "red").click()
    staked(page, "$5.00")


def test_a_server_that_the_room_hears_shows_its_code(browser: Browser, tmp_path: Path) -> None:
    with server(tmp_path / "house", "--host", EVERYWHERE) as running:
        found = running.client().get("/api/v1/address").json()
        if not found["address"]:
            pytest.skip("this machine has no network")
        visitor = Visitor(browser, running.url)
        page = visitor.go("/")
        card = page.get_by_test_id("by-phone")
        expect(card).to_contain_text(found["address"])
        assert f"join at {found['address']}/" in running.said
        code = card.get_by_role("img", name=f"QR code of {found['address']}")
        code.scroll_into_view_if_needed()
        expect(code).to_have_js_property("complete", value=True)
        assert code.evaluate("image => image.naturalWidth") > 100
        assert visitor.complaints == []
        visitor.close()


def test_a_server_that_hears_this_machine_only_offers_no_phone(arrive: Arrive) -> None:
    page = arrive().go("/")
    page.wait_for_load_state("networkidle")
    assert page.get_by_test_id("by-phone").count() == 0
