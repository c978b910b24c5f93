"""Tournaments in a real browser: a newcomer enters from the lobby, and a director runs one to prizes in the wallets."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.page.accessibility import faults, faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in, lone_director
from tests.support.page.director import (
    at_session,
    confirm,
    enter_all,
    outlook,
    pay_prizes,
    picture,
    set_tables,
    start_now,
)
from tests.support.server.contestants import API, FEE, Field, opened_tournament
from tests.support.server.real_server import Person, Running, wait_until

NEWCOMER = 1_000_00


class Opponents(Field):
    """The other seats, played through the API; whoever sits in a browser moves there."""

    def send(self, path: str, player: str, act: dict[str, Any], key: str = "") -> httpx.Response:
        if player not in self.tokens:
            time.sleep(0.05)
            return httpx.Response(409)
        return super().send(path, player, act, key)


@pytest.fixture
def director(floor: Running) -> Person:
    return lone_director(floor)


def _wallet(person: Person) -> int:
    return int(person.get(f"{API}/me")["money"]["wallet"])


def test_a_newcomer_enters_the_house_cup_from_the_lobby(arrive: Arrive, small_floor: Running) -> None:
    page = arrive(house=small_floor).go("/")
    card = page.locator("[data-tournament=cup-1]")
    expect(card).to_contain_text("House cup")
    expect(card).to_contain_text("$20.00")
    expect(card).to_contain_text("Open for entry")
    assert faults(page) == []
    picture(page, "lobby")
    card.get_by_role("link", name="House cup").click()
    expect(page.get_by_role("heading", level=1, name="House cup")).to_be_visible()
    expect(page.locator("main")).to_contain_text("the winner of each table qualifies and the 2 best losers")
    entry = page.get_by_test_id("entry")
    entry.get_by_role("button", name="Apply as a guest").click()
    entry.get_by_role("button", name="Pay $20.00").click()
    expect(entry).to_have_attribute("data-status", "player")
    expect(entry).to_contain_text("You have entered")
    expect(page.get_by_test_id("wallet")).to_have_text("$980.00")
    assert faults(page) == []
    picture(page, "tournament-entered")
    nonces = [each["nonce"] for each in page.evaluate("JSON.parse(localStorage.getItem('croupier.receipts'))")]
    assert len(nonces) == 2
    journal = small_floor.client().get(f"{API}/tournaments/cup-1/journal").text
    assert all(nonce in journal for nonce in nonces)


def test_a_player_withdraws(arrive: Arrive) -> None:
    page = arrive(width=390).go("/tournaments/cup-1")
    entry = page.get_by_test_id("entry")
    entry.get_by_role("button", name="Apply as a guest").click()
    entry.get_by_role("button", name="Withdraw").click()
    expect(entry).to_contain_text("two days or more before the start")
    entry.get_by_role("button", name="Yes, withdraw my entry").click()
    expect(entry).to_have_attribute("data-status", "withdrawn")
    expect(page.get_by_test_id("wallet")).to_have_text("$1,000.00")
    assert faults(page) == []
    picture(page, "tournament-withdrawn-390")


def test_a_director_runs_a_tournament_of_four_to_prizes(arrive: Arrive, floor: Running, director: Person) -> None:
    id = opened_tournament(floor, {"name": "Kiwi Cup", "most": 7, "stages": []}, runs_itself=False)
    people = [floor.guest() for _ in range(3)]
    field = Opponents(floor, people, seed=7)
    field.enter(id)
    player = arrive()
    seat = player.go(f"/tournaments/{id}")
    seat.get_by_role("button", name="Apply as a guest").click()
    seat.get_by_role("button", name="Pay $20.00").click()
    expect(seat.get_by_test_id("entry")).to_have_attribute("data-status", "applicant")
    page = come_in(arrive(), director).go(f"/console/director/{id}")
    expect(page.get_by_test_id("entries").locator("tbody tr")).to_have_count(4)
    assert faults(page) == []
    picture(page, "director-entries")
    enter_all(page, 4)
    start_now(page)
    set_tables(page, 1, "Session 1: a table of 4")
    expect(page.get_by_test_id("printed-card")).to_have_count(4)
    picture(page, "director-seats")
    expect(seat.get_by_test_id("seat-card")).to_contain_text("Session 1 · Final")
    at_session(page, 1, "start session", "Session 1 starts. Its table opens for")
    seat.get_by_role("link", name="Go to your table").click()
    seat.get_by_test_id("take-seat").click()
    expect(page.get_by_test_id("desk-sessions")).to_contain_text("Not seated yet")
    for person in people:
        answer = field.send(f"{API}/tables/{_table(floor, id)}", person.id, {"act": "take seat"})
        assert answer.status_code == 201, answer.text
    at_session(page, 1, "begin session")
    expect(page.locator("[data-state=playing]")).to_be_visible()
    wall = arrive(width=1280, height=720).go(f"/tournaments/{id}/projector")
    expect(wall.get_by_test_id("projector-table")).to_contain_text("2 rounds left")
    expect(wall.get_by_test_id("up-next")).to_have_text("In play")
    assert faults(wall) == []
    picture(wall, "projector-play")
    _played(page, seat, field, id)
    expect(seat.get_by_test_id("banner")).to_have_attribute("data-kind", "placed")
    assert faults(seat) == []
    picture(seat, "session-over")
    pay_prizes(page)
    _prizes(floor, page, id, people)
    expect(wall.get_by_test_id("projector-places").locator("li")).to_have_count(4)
    picture(wall, "projector-over")
    picture(page, "director-over")
    assert faults(page) == []


def _table(floor: Running, id: str) -> str:
    client = floor.client()
    wait_until(lambda: client.get(f"{API}/tournaments/{id}").json()["play"])
    return str(client.get(f"{API}/tournaments/{id}").json()["play"][-1]["table"])


def _played(page: Page, seat: Page, field: Field, id: str) -> None:
    """To the end, play-offs too: the console starts and begins, one seat is a browser's, the others are the API's."""
    desk = [page.locator(f"[data-session] button[data-act='{act}']") for act in ("start session", "begin session")]
    wager = seat.get_by_test_id("place-wager")
    own = (
        seat.get_by_role("link", name="Go to the next table"),
        seat.get_by_test_id("take-seat"),
        wager,
        *(seat.locator(f"[data-decision={act}]:not([disabled])") for act in ("stand", "draw")),
    )
    seen, end = set[str](), time.monotonic() + 120
    while field.client.get(f"{API}/tournaments/{id}").json()["note"]["phase"] == "play":
        assert time.monotonic() < end, "it does not end"
        turn = time.monotonic() + 0.5
        field.play(id, until=lambda until=turn: time.monotonic() > until)  # type: ignore[misc]
        if wager.is_visible() and "wager" not in seen:
            seen.add("wager")
            expect(seat.get_by_test_id("wager")).to_contain_text("A wager is final when it is placed")
            assert faults(seat) == []
            picture(seat, "session-wager")
            seat.get_by_role("button", name="Add $25.00").click()
        if own[3].is_visible() and "stand" not in seen:
            seen.add("stand")
            assert faults(seat) == []
            picture(seat, "session-decide")
        for button in (*desk, *own):
            if button.is_visible() and button.is_enabled():
                button.click()
                if button in desk:
                    confirm(page)
                break
    assert "wager" in seen


def _prizes(floor: Running, page: Page, id: str, people: list[Person]) -> None:
    """What the console says is what lies in the wallets: 50, 30 and 20 of 100 parts of four fees."""
    done: Any = floor.client().get(f"{API}/tournaments/{id}").json()["view"]
    prizes = {award["player"]: award["money"] for award in done["awards"]}
    assert sum(prizes.values()) == 4 * FEE
    rows = page.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(4)
    for person in people:
        assert _wallet(person) == NEWCOMER - FEE + prizes.get(person.id_at(id), 0)
        won = prizes.get(person.id_at(id))
        row = page.get_by_test_id("standings").locator(f"tr[data-player='{person.id_at(id)}']")
        expect(row).to_contain_text(f"${won // 100}.{won % 100:02}" if won else "no prize")


def test_what_is_done_is_what_was_shown(arrive: Arrive, floor: Running, director: Person) -> None:
    """Somebody enters while the director reads who would have the fee back: that is shown before it is done."""
    id = opened_tournament(floor, {"name": "Flooded Cup"}, runs_itself=False)
    people = [floor.guest() for _ in range(3)]
    Field(floor, people[:2], seed=1).enter(id)
    page = come_in(arrive(), director).go(f"/console/director/{id}")
    page.get_by_test_id("others").locator("[data-act='cancel tournament']").click()
    page.get_by_label("Reason").fill("the hall is flooded")
    seen = outlook(page)
    expect(seen).to_contain_text("(2): sent home (the hall is flooded) D7 3.5(b)")
    for person in people[:2]:
        expect(seen).to_contain_text(person.name)
    expect(seen).to_contain_text("+$20.00 each")
    assert faults(page) == []
    Field(floor, people[2:], seed=1).enter(id)
    page.get_by_test_id("do-confirm").click()
    expect(page.get_by_test_id("do-dialog")).to_contain_text("Something has changed")
    expect(seen).to_contain_text(people[2].name)
    assert _wallet(people[0]) == NEWCOMER - FEE
    confirm(page)
    expect(page.get_by_test_id("due")).to_contain_text("This tournament did not proceed: the hall is flooded")
    assert [_wallet(person) for person in people] == [NEWCOMER] * 3


def test_an_operator_opens_a_tournament_by_a_form_and_by_a_file(arrive: Arrive, director: Person) -> None:
    visitor = come_in(arrive(), director)
    page = visitor.go("/console/director")
    page.get_by_text("New tournament").click()
    make = page.get_by_test_id("make")
    assert faults(page) == []
    picture(page, "director-make")
    _forecasts(make)
    make.get_by_text("Conditions file", exact=True).click()
    text = Path("examples/conditions.toml").read_text("utf-8").replace("[limits]", "[limit]", 1)
    line = text.splitlines().index("[limit]") + 1
    make.get_by_label("Conditions file (TOML)").fill(text)
    make.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_test_id("conditions-faults")).to_contain_text(f"Line {line}, column 1")
    make.get_by_text("Form", exact=True).click()
    make.locator("[data-field=name]").fill("Tūī Cup")
    make.get_by_role("button", name="Open the tournament").click()
    expect(page.get_by_role("heading", level=1, name="Tūī Cup")).to_be_visible()
    visitor.complaints = [each for each in visitor.complaints if "409" not in each]


def _forecasts(make: Locator) -> None:
    """The rules accept every ready-made set of conditions; an earlier tournament's are used again as they were."""
    evening, entries = make.get_by_test_id("forecast"), make.locator("[data-field=entries]")
    for template, players, foretold in (
        ("final", "6", "Final: 6 players at 1 table, 20 rounds"),
        ("long", "49", "Prizes from a pool of $980.00: 1st $490.00 · 2nd $245.00 · 3rd $147.00 · 4th $98.00"),
        ("club", "28", "Stage 1: 28 players at 4 tables, 12 rounds"),
        ("sixteen", "16", "Prizes from a pool of $320.00: 1st $160.00 · 2nd $96.00 · 3rd $64.00"),
    ):
        make.locator("[data-field=template]").select_option(template)
        entries.fill(players)
        expect(evening).to_contain_text(foretold)
    expect(evening).to_contain_text("About 45 min")
    expect(evening).to_contain_text("An estimate: each player takes 6 seconds to wager")
    entries.fill("17")
    expect(evening).to_contain_text("This tournament has 4 to 16 players.")
    make.locator("[data-field=template]").select_option(label="House cup")
    expect(make.locator("[data-field=name]")).to_have_value("House cup")
    make.locator("[data-field=template]").select_option("club")


def test_others_are_told_whose_console_it_is(arrive: Arrive) -> None:
    page = arrive(width=390).go("/console/director")
    expect(page.locator("main")).to_contain_text("This console is for the tournament director")
    assert faults(page) == []


def test_the_screen_on_the_wall_needs_no_sign_in(arrive: Arrive) -> None:
    wall = arrive(width=1280, height=800).go("/tournaments/cup-1/projector")
    expect(wall.get_by_test_id("projector")).to_contain_text("House cup")
    expect(wall.get_by_test_id("up-next")).to_contain_text("Play begins")
    assert faults_at_both_widths(wall) == []
    picture(wall, "projector-entry")


def test_walk_ups_are_entered_from_a_list_all_or_nobody(arrive: Arrive, floor: Running, director: Person) -> None:
    id = opened_tournament(floor, runs_itself=False)
    visitor = come_in(arrive(), director)
    page = visitor.go(f"/console/director/{id}")
    door = page.get_by_test_id("walk-ups")
    door.locator("summary").click()
    door.get_by_label("Names").fill("Mere Ngata\nMere Ngata\n")
    door.get_by_role("button", name="Enter them").click()
    expect(door.get_by_test_id("refusal")).to_contain_text(
        "Line 2: Mere Ngata, or a name that looks like it, is in line 1 already"
    )
    expect(page.get_by_test_id("entries").locator("tbody tr")).to_have_count(0)
    list_of_two = {
        "name": "door.csv",
        "mimeType": "text/csv",
        "buffer": b"name,phone\nMere Ngata,1\nPita Rua,2\n",
    }
    door.get_by_label("CSV file").set_input_files(list_of_two)  # type: ignore[arg-type]
    expect(door.get_by_label("Names")).to_have_value("name,phone\nMere Ngata,1\nPita Rua,2\n")
    door.get_by_role("button", name="Enter them").click()
    expect(door).to_contain_text("2 people entered.")
    expect(page.get_by_test_id("entries").locator("tbody tr[data-status=player]")).to_have_count(2)
    expect(door.get_by_role("link", name="Link for Pita Rua")).to_be_visible()
    assert faults_at_both_widths(page) == []
    assert [each for each in visitor.complaints if "409" not in each] == []
    visitor.complaints.clear()
