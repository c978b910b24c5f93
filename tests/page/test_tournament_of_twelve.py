"""A tournament of twelve from one laptop: two stages, ties, play-offs, a disqualification, prizes in the wallets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, expect

from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in, staff
from tests.support.page.director import (
    LOSES,
    PICTURES,
    STANDS_OFF,
    WINS,
    Evening,
    Plan,
    at_session,
    confirm,
    enter_all,
    outlook,
    picture,
    set_tables,
    start_now,
)
from tests.support.server.contestants import API, FEE, Field, by_machine, opened_tournament
from tests.support.server.real_server import Running

ONE = {"measure": "rounds", "count": 1}
CONDITIONS = {
    "name": "Kererū Cup",
    "most": 12,
    "stages": [{"duration": ONE, "advance": 2}],
    "final": ONE,
    "play_off": ONE,
    "prizes": [{"share": 50}, {"share": 30}, {"share": 20}],
    # Nobody's time runs out, on however slow a machine.
    "wager_seconds": None,
}
NEWCOMER = 1_000_00
PRIZES = {"first": 120_00, "second": 72_00, "third": 48_00}
"""Twelve fees of $20, in parts of 50, 30 and 20."""


class Roles(NamedTuple):
    """Who is who is known when the seats are drawn: one sits in a browser, the others are taken as they sit."""

    own: str
    equal: str
    """Ties for second at the browser's table, and wins the play-off."""
    beaten: str
    """Ties too, and loses it."""
    cheat: str
    """Ties too, and is disqualified before it."""
    first: str
    second: str
    """Who go on from the other table."""


def _drawn(evening: Evening, own: str) -> tuple[Roles, dict[int, list[str]], int]:
    tables = {number: evening.seats(number) for number in (1, 2)}
    mine = next(number for number, seats in tables.items() if own in seats)
    here = [player for player in tables[mine] if player != own]
    return Roles(own, *here[:3], *tables[3 - mine][:2]), tables, mine


def test_a_director_runs_a_tournament_of_twelve_to_prizes(arrive: Arrive, floor: Running) -> None:
    director = staff(floor, "tournament-director", "Tama of the cups")
    assert floor.operator().ask("PUT", f"/api/v1/people/{director.id}/roles/operator").status_code == 200
    id = opened_tournament(floor, CONDITIONS, runs_itself=False, live=True)
    people = [floor.guest() for _ in range(11)]
    Field(floor, people, seed=1).enter(id)
    seat = arrive().go(f"/tournaments/{id}")
    seat.get_by_role("button", name="Apply as a guest").click()
    seat.get_by_role("button", name="Pay $20.00").click()
    expect(seat.get_by_test_id("entry")).to_have_attribute("data-status", "applicant")
    page = come_in(arrive(), director).go(f"/console/director/{id}")
    expect(page.get_by_test_id("entries").locator("tbody tr")).to_have_count(12)
    enter_all(page, 12)
    # The socket tells the player at once.
    expect(seat.get_by_test_id("entry")).to_have_attribute("data-status", "player")
    start_now(page)
    set_tables(page, 2, "Session 1: a table of 6", "Session 2: a table of 6", "12 players get their seats by lot")
    _printed(page)
    evening = Evening(floor, id, people, staff(floor, "dealer", "Dora"), staff(floor, "game-supervisor", "Sue"))
    (own,) = {player for number in (1, 2) for player in evening.seats(number)} - set(evening.people)
    roles, tables, mine = _drawn(evening, own)
    wall = arrive(width=1280, height=720).go(f"/tournaments/{id}/projector")
    _first_stage(page, seat, wall, evening, roles, tables, mine)
    _disqualified(page, evening, roles)
    _play_off(page, evening, roles)
    expect(seat.get_by_test_id("banner")).to_have_attribute("data-kind", "on")
    _final(page, seat, evening, roles)
    _over(floor, page, seat, wall, evening, roles)


def _printed(page: Page) -> None:
    """Eight cards to a sheet of A4; where a sheet has room for one row and a half it has one: none is cut in two."""
    expect(page.get_by_test_id("printed-card")).to_have_count(12)
    page.emulate_media(media="print")
    for gone in (page.locator("h1"), page.get_by_role("link"), page.get_by_role("button"), page.get_by_test_id("due")):
        expect(gone.filter(visible=True)).to_have_count(0)
    page.emulate_media(media="null")
    assert _sheets(page.pdf(format="A4")) == 2
    assert _sheets(page.pdf(width="210mm", height="120mm")) == 6
    if PICTURES:
        (Path(PICTURES) / "seat-cards.pdf").write_bytes(page.pdf(format="A4"))


def _sheets(document: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", document))


def _first_stage(  # noqa: PLR0917  the whole room
    page: Page, seat: Page, wall: Page, evening: Evening, roles: Roles, tables: dict[int, list[str]], mine: int
) -> None:
    """At the browser's table one wins clearly and three tie for the second place; at the other all is clear."""
    opened = {}
    for number in (1, 2):
        at_session(page, number, "start session", f"Session {number} starts", "with $500.00 each")
        opened[number] = evening.opened(number)
    expect(page.locator(f"[data-session='{mine}'] [data-player='{roles.own}']")).to_contain_text("Late")
    picture(page, "twelve-seating")
    seat.get_by_role("link", name="Go to your table").click()
    seat.get_by_test_id("take-seat").click()
    expect(page.locator(f"[data-session='{mine}'] [data-player='{roles.own}']")).not_to_contain_text("Late")
    for number in (1, 2):
        at_session(page, number, "begin session")
    expect(wall.get_by_test_id("projector-table")).to_have_count(2)
    expect(wall.get_by_test_id("up-next")).to_have_text("In play")
    heights = "each => [each.scrollHeight, each.clientHeight]"
    assert len(set(wall.get_by_test_id("projector").evaluate(heights))) == 1, "nobody scrolls a wall"
    plans = {player: Plan(10_00, LOSES) for seats in tables.values() for player in seats}
    plans[roles.own] = Plan(100_00, WINS)
    plans |= dict.fromkeys((roles.equal, roles.beaten, roles.cheat), Plan(50_00, WINS))
    plans |= {roles.first: Plan(90_00, WINS), roles.second: Plan(70_00, WINS)}
    evening.played(opened[3 - mine], plans)
    expect(page.locator(f"[data-session='{3 - mine}']")).to_have_attribute("data-state", "over")
    expect(page.locator(f"[data-session='{3 - mine}'] [data-player='{roles.first}']")).to_contain_text("$590.00")
    evening.played(opened[mine], plans, seat)
    expect(seat.get_by_test_id("banner")).to_contain_text("You qualify")
    expect(page.get_by_test_id("contests")).to_contain_text("Tied, play-off needed")
    expect(page.locator("[data-session='3']")).to_contain_text("Play-off")


def _names(evening: Evening, *players: str) -> list[str]:
    names = evening.shown()["names"]
    return [names[player] for player in players]


def _disqualified(page: Page, evening: Evening, roles: Roles) -> None:
    """One of the three who tie concealed chips: two are left to play off, and the fee stays in the pool."""
    expect(page.locator("[data-session='3'] [data-act='start session']")).to_be_visible(timeout=60_000)
    assert set(evening.seats(3)) == {roles.equal, roles.beaten, roles.cheat}
    (cheat,) = _names(evening, roles.cheat)
    page.get_by_test_id("others").locator("[data-act='disqualify']").click()
    dialog = page.get_by_test_id("do-dialog")
    expect(dialog.get_by_test_id("do-confirm")).to_be_disabled()
    dialog.get_by_label("Player").select_option(label=cheat)
    dialog.get_by_label("Concealed chips").check()
    dialog.get_by_label("Reason").fill("two chips in a sleeve")
    seen = outlook(page)
    expect(seen).to_contain_text(f"{cheat}: disqualified (concealed chips: two chips in a sleeve) D7 5.12")
    expect(seen).to_contain_text("Session 3 is removed")
    expect(seen).to_contain_text("Session 4 · Play-off: a table of 2")
    expect(seen).to_contain_text("No money moves")
    assert faults(page) == []
    picture(page, "twelve-disqualify")
    assert _status(evening, roles.cheat) == "player", "only looked at"
    confirm(page)
    assert _status(evening, roles.cheat) == "disqualified"
    through = {each["player"] for each in evening.shown()["view"]["through"]}
    assert through == {roles.own, roles.first, roles.second}


def _play_off(page: Page, evening: Evening, roles: Roles) -> None:
    at_session(page, 4, "start session", "Session 4 · Play-off starts")
    table = evening.opened(4)
    at_session(page, 4, "begin session")
    evening.played(table, {roles.equal: Plan(10_00, WINS), roles.beaten: Plan(10_00, LOSES)})
    expect(page.get_by_test_id("due")).to_contain_text("Set the tables of the next stage")


def _final(page: Page, seat: Page, evening: Evening, roles: Roles) -> None:
    """Four are left. Two tie for the first place and play off; two tie for the third, and share (6.11)."""
    set_tables(page, 1, "Session 5: a table of 4")
    assert set(evening.seats(5)) == {roles.own, roles.equal, roles.first, roles.second}
    at_session(page, 5, "start session")
    table = evening.opened(5)
    seat.get_by_role("link", name="Go to the next table").click()
    seat.get_by_test_id("take-seat").click()
    at_session(page, 5, "begin session")
    plans = dict.fromkeys((roles.own, roles.equal), Plan(100_00, WINS))
    plans |= {roles.first: Plan(50_00, STANDS_OFF), roles.second: Plan(20_00, STANDS_OFF)}
    evening.played(table, plans, seat)
    expect(page.get_by_test_id("contests")).to_contain_text("Tied, play-off needed")
    expect(seat.get_by_test_id("banner")).to_contain_text("You are tied")
    at_session(page, 6, "start session", "Session 6 · Play-off starts")
    table = evening.opened(6)
    seat.get_by_role("link", name="Go to the next table").click()
    seat.get_by_test_id("take-seat").click()
    at_session(page, 6, "begin session")
    evening.played(table, {roles.own: Plan(20_00, WINS), roles.equal: Plan(20_00, LOSES)}, seat)


def _over(floor: Running, page: Page, seat: Page, wall: Page, evening: Evening, roles: Roles) -> None:  # noqa: PLR0917
    """Reckoned by hand, and the same by the machine from the acts, on the page, on the wall and in the wallets."""
    shared = PRIZES["third"] // 2
    prizes = {roles.own: PRIZES["first"], roles.equal: PRIZES["second"], roles.first: shared, roles.second: shared}
    rows = page.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(4)
    for player, prize in prizes.items():
        row = page.get_by_test_id("standings").locator(f"tr[data-player='{player}']")
        expect(row).to_contain_text(f"${prize // 100}.00")
    expect(seat.get_by_test_id("banner")).to_contain_text("You are 1st")
    expect(seat.get_by_test_id("banner")).to_contain_text("$120.00 was added to your wallet")
    expect(seat.get_by_test_id("wallet")).to_have_text("$1,100.00")
    expect(wall.get_by_test_id("projector-places").locator("li")).to_have_count(4)
    view = evening.shown()["view"]
    assert {award["player"]: award["money"] for award in view["awards"]} == prizes
    tied = tuple(sorted((roles.first, roles.second)))
    placings = [(1, (roles.own,)), (2, (roles.equal,)), (3, tied)]
    assert [(each["place"], tuple(sorted(each["players"]))) for each in view["placings"]] == placings
    machine = by_machine(floor, evening.id).state
    assert {award.player: award.money for award in machine.awards} == prizes
    assert [(each.place, tuple(sorted(each.players))) for each in machine.placings] == placings
    for player, person in evening.people.items():
        wallet = person.get(f"{API}/me")["money"]["wallet"]
        assert wallet == NEWCOMER - FEE + prizes.get(player, 0), "the disqualified has nothing back (3.6)"
    assert _status(evening, roles.cheat) == "disqualified"
    _lists(page, evening)
    assert faults(page) == []
    picture(page, "twelve-over")
    picture(wall, "twelve-wall")
    picture(seat, "twelve-winner")


def _status(evening: Evening, player: str) -> str:
    return str(dict(evening.shown()["view"]["players"])[player])


def _lists(page: Page, evening: Evening) -> None:
    """Every list of the console comes as CSV."""
    lists = page.get_by_role("region", name="Lists as CSV").get_by_role("link")
    expect(lists).to_have_count(5)
    for link in lists.all():
        with page.expect_download() as download:
            link.click()
        kind = download.value.suggested_filename.removeprefix(f"{evening.id}-").removesuffix(".csv")
        lines = download.value.path().read_text("utf-8").splitlines()
        assert len(lines) == {"entries": 13, "seats": 7, "chips": 1, "through": 1, "standings": 5}[kind], (kind, lines)
