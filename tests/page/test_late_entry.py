"""A late entry: by the notified terms, from a phone and at the door, while the first table plays (T46)."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in, lone_director
from tests.support.page.director import at_session, enter_all, picture, set_tables, start_now
from tests.support.server.contestants import Field, opened_tournament
from tests.support.server.real_server import Running

STAGE = {"duration": {"measure": "rounds", "count": 2}, "advance": 2}
TERMS = {"name": "Late Cup", "most": 12, "stages": [STAGE], "late_entries": True}


def test_two_enter_late_and_sit_where_play_has_not_begun(arrive: Arrive, floor: Running) -> None:
    director = lone_director(floor)
    id = opened_tournament(floor, TERMS, runs_itself=False)
    Field(floor, [floor.guest() for _ in range(8)], seed=5).enter(id)
    page = come_in(arrive(), director).go(f"/console/director/{id}")
    enter_all(page, 8)
    start_now(page)
    set_tables(page, 2, "Session 1: a table of 4", "Session 2: a table of 4")
    at_session(page, 1, "start session", "Session 1 starts")
    head = page.locator("main header").first
    expect(head).to_contain_text("In play, late entries open")

    phone = arrive(width=390, height=844).go("/tournaments")
    card = phone.locator(f"[data-tournament='{id}']")
    expect(card).to_contain_text("In play, late entries open")
    card.get_by_role("link", name="Late Cup").click()
    expect(phone.locator("main")).to_contain_text("You can enter until the last table of the first stage begins")
    entry = phone.get_by_test_id("entry")
    expect(entry).to_contain_text("You get a seat at a table that has not begun.")
    assert faults(phone) == []
    picture(phone, "late-entry-phone")
    entry.get_by_role("button", name="Apply as a guest").click()
    entry.get_by_role("button", name="Pay $20.00").click()
    expect(page.get_by_test_id("entries").locator("tbody tr[data-status=applicant]")).to_have_count(1)
    entries = page.get_by_test_id("entries")
    entries.get_by_role("button", name="Send conditions to all 1").click()
    entries.get_by_role("button", name="Accept all 1").click()
    expect(phone.get_by_test_id("seat-card")).to_contain_text("Session 2")
    door = page.get_by_test_id("walk-ups")
    door.locator("summary").click()
    door.get_by_label("Names").fill("Lana Late\n")
    door.get_by_role("button", name="Enter them").click()
    expect(door).to_contain_text("1 person entered.")
    seats = page.locator("[data-session='2'] [data-player]")
    expect(seats).to_have_count(6, timeout=60_000)
    expect(page.locator("[data-session='2']")).to_contain_text("Lana Late")
    expect(page.locator("[data-session='1'] [data-player]")).to_have_count(4)
    picture(page, "late-entry-director")
    assert faults(page) == []

    at_session(page, 2, "start session", "Session 2 starts")
    expect(head).not_to_contain_text("late entries")
    expect(page.get_by_test_id("walk-ups")).to_have_count(0)
    late = arrive(width=390, height=844).go(f"/tournaments/{id}")
    expect(late.get_by_test_id("entry")).to_contain_text("Entries are closed")
    expect(late.get_by_role("button", name="Apply as a guest")).to_have_count(0)
