"""A private table from lobby to a friend's chips there, what they say to each other, and who watches."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.player import seated, spot, staked


def test_a_private_table_is_opened_shared_and_played_at(arrive: Arrive) -> None:
    host = arrive().go("/")
    host.get_by_role("button", name="Play as a guest").click()
    box = host.get_by_test_id("private-tables")
    box.get_by_label("Same game and limits as").select_option(label="Roulette · $5.00 to $500.00")
    box.get_by_role("button", name="Open a private table").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Roulette, private")
    host.get_by_test_id("invite").click()
    dialog = host.get_by_test_id("invite-dialog")
    path = urlsplit(dialog.get_by_test_id("invite-link").inner_text()).path
    code = dialog.get_by_role("img")
    expect(code).to_have_js_property("complete", value=True)
    assert code.evaluate("image => image.naturalWidth") > 100
    assert faults(host) == []
    host.keyboard.press("Escape")
    # On a phone, by the link.
    friend = arrive(width=390).go(path)
    expect(host.get_by_test_id("watching-count")).to_have_text("1 watching")
    for page in (host, friend):
        page.get_by_test_id("seat").get_by_role("button", name="Sit down").click()
        seated(page)
    expect(host.get_by_test_id("watching-count")).to_have_count(0)
    _say(friend, "Good luck!")
    expect(host.get_by_role("log")).to_contain_text("Good luck!")
    _say(host, "Heart")
    expect(friend.get_by_role("log")).to_contain_text("Heart")
    spot(friend, "red").click()
    staked(friend, "$5.00")
    # Whoever wants none of it hears none of it.
    host.get_by_role("button", name="Settings").click()
    host.get_by_role("button", name="Phrases at the table: On").click()
    expect(host.get_by_test_id("say")).to_have_count(0)
    # Nobody else finds it: it is in its owner's lobby, and in no other.
    other = arrive().go("/")
    expect(other.locator("[data-table=roulette-1]")).to_be_visible()
    assert "Roulette, private" not in other.content()
    host.goto("/")
    expect(host.get_by_test_id("private-tables")).to_contain_text("Roulette, private")


def _say(page: Page, phrase: str) -> None:
    page.get_by_test_id("say").click()
    page.get_by_role("button", name=phrase).click()
