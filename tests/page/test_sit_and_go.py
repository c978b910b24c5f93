"""A lone newcomer, from the first page to a tournament's prizes: house players take the other seats."""

from __future__ import annotations

import re
import time
from contextlib import suppress

from httpx import Client
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Gone

from tests.support.page.accessibility import faults
from tests.support.page.browser import LATER, Arrive
from tests.support.server.real_server import Running, wait_until

API = "/api/v1"


def later(floor: Running, page: Page, seconds: int) -> None:
    """Everybody has waited so long."""
    page.evaluate(LATER, seconds)
    floor.move_on(seconds)


def waits_for_people(client: Client, id: str) -> bool:
    """Whether it is a person's turn at its table: then nobody's clock is moved."""
    play = client.get(f"{API}/tournaments/{id}").json()["play"]
    if not play:
        return False
    view = client.get(f"{API}/tables/{play[-1]['table']}").json()["view"]
    turn = view["shown"]["turn"]
    return any(not each.startswith("bot-") for each in (*view["in_turn"][:1], *([turn["decides"]] if turn else [])))


def played_by(client: Client, id: str) -> set[str]:
    """The kinds of acts that people did at its first table."""
    table = client.get(f"{API}/tournaments/{id}").json()["tables"]["1"]
    lines = client.get(f"{API}/tables/{table}/journal").text.splitlines()
    own = (line.split(": ", 1)[1] for line in lines if line.startswith("q") and ": " in line)
    return {" ".join(said.split(" ")[:2]) if said.startswith("take") else said.split(" ")[0] for said in own}


def test_a_lone_newcomer_plays_a_tournament_to_its_prizes(arrive: Arrive, small_floor: Running) -> None:
    client = small_floor.client()
    page = arrive(house=small_floor, width=390, height=844).go("/")
    card = page.locator("[data-tournament^=quick-]").first
    expect(card).to_contain_text("Starts with 4 players")
    id = str(card.get_attribute("data-tournament"))
    card.get_by_role("link", name="Quick four").click()
    page.get_by_test_id("entry").get_by_role("button", name="Apply as a guest").click()
    expect(page.get_by_test_id("entry")).to_contain_text("Bots take the seats that are still empty")
    assert faults(page) == []
    later(small_floor, page, 10)
    wait_until(lambda: client.get(f"{API}/tournaments/{id}").json()["play"])
    expect(page.locator("main")).to_contain_text("Bot Cautious")
    page.get_by_role("link", name="Go to your table").click()
    buttons = (
        page.get_by_role("link", name="Go to the next table"),
        *(page.locator(f"[data-testid={name}]:enabled") for name in ("take-seat", "place-wager")),
        *(page.locator(f"[data-decision={act}]:enabled") for act in ("stand", "draw")),
    )
    end = time.monotonic() + 150
    while client.get(f"{API}/tournaments/{id}").json()["note"]["phase"] in ("entry", "play"):
        assert time.monotonic() < end, "it does not end"
        for button in buttons:
            if button.is_visible():
                with suppress(Gone):  # the table has gone on meanwhile
                    button.click(timeout=2_000)
                break
        else:
            if not waits_for_people(client, id):
                later(small_floor, page, 1)
    assert played_by(client, id) >= {"wager", "take seat"}
    expect(page.get_by_test_id("banner")).to_have_attribute("data-kind", "placed")
    assert faults(page) == []
    awards = client.get(f"{API}/tournaments/{id}").json()["view"]["awards"]
    assert sorted(award["money"] for award in awards) == [20_00, 50_00]
    journal = client.get(f"{API}/tournaments/{id}/journal").text
    assert journal.count("operator: seat house player bot-") == 3
    # Afterwards the coach shows what was decided last, and works the play of the hand out by itself.
    page.goto(f"{small_floor.url}/tournaments/{id}")
    page.get_by_test_id("review").click()
    decisions = page.get_by_test_id("last-decisions").locator("[data-choice]")
    # One wager with four players; one of each of the three rounds where somebody was out before.
    expect(decisions.locator("xpath=self::*[@data-choice='wager']").first).to_contain_text("You wagered $")
    for each in decisions.locator("xpath=self::*[not(@data-choice='wager')]").all():
        expect(each).to_contain_text(re.compile(r"Yours: \d+\.\d%|not worked out"), timeout=90_000)
    assert faults(page) == []
