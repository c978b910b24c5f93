"""Where one is signed in, where others are, and the staff log, on the screen."""

from __future__ import annotations

import secrets

import pytest
from playwright.sync_api import expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in, staff
from tests.support.server.real_server import Running


@pytest.fixture
def floor(small_floor: Running) -> Running:
    return small_floor


def test_one_sees_ones_own_sign_ins_and_ends_the_others(arrive: Arrive, floor: Running) -> None:
    name = f"Mere {secrets.token_hex(3)}"
    first, second = floor.account(name), floor.sign_in(name)
    page = come_in(arrive(house=floor), first).go("/me")
    listed = page.get_by_test_id("sign-ins").locator("li")
    expect(listed).to_have_count(3)
    expect(listed.filter(has_text="this device")).to_have_count(1)
    expect(listed.first).to_contain_text("127.0.0.1")
    page.get_by_test_id("end-all").click()
    expect(listed).to_have_count(1)
    assert first.ask("GET", "/api/v1/me").status_code == 401
    assert second.ask("GET", "/api/v1/me").status_code == 401
    page.reload()
    expect(listed).to_have_count(1)
    assert faults_at_both_widths(page) == []


def test_the_operator_ends_a_sign_in_and_the_inspector_finds_it(arrive: Arrive, floor: Running) -> None:
    operator, inspector = floor.operator(), staff(floor, "inspector", "Ines")
    player = floor.account(f"Tama {secrets.token_hex(3)}")
    page = come_in(arrive(house=floor), operator).go(f"/console/operator/people/{player.id}")
    listed = page.get_by_test_id("sign-ins").locator("li")
    expect(listed).to_have_count(1)
    listed.get_by_role("button").click()
    expect(listed).to_have_count(0)
    assert player.ask("GET", "/api/v1/me").status_code == 401
    page = come_in(arrive(house=floor), inspector).go("/console/inspector/staff-log")
    log = page.get_by_test_id("staff-log").locator("tbody tr")
    expect(log.first).to_be_visible()
    page.get_by_label("ID of a person").fill(player.id)
    page.get_by_label("Kind").select_option("look")
    page.get_by_role("button", name="Show").click()
    expect(log).to_have_count(2)
    expect(log.first).to_contain_text("looks at")
    expect(log.first).to_contain_text(player.name)
    page.get_by_label("Kind").select_option("failure")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("No entries match.")).to_be_visible()
    page.get_by_role("link", name="Whole log").click()
    expect(log.first).to_be_visible()
    assert faults_at_both_widths(page) == []
