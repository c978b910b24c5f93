"""Addresses that name no page: each shows the same words, and none breaks the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.page.browser import Arrive


@pytest.mark.parametrize("address", ["/tables/%", "/tables/%E0%A4", "/rulebook/D8/%", "/tables/a/rounds/%zz"])
def test_an_address_with_a_broken_escape_is_not_found(arrive: Arrive, address: str) -> None:
    page = arrive().page
    page.goto(address)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    page.get_by_role("link", name="Go to the tables").click()
    expect(page.get_by_test_id("table").first).to_be_visible()
