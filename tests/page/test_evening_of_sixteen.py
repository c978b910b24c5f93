"""An evening of sixteen from one laptop, with wall and phones: from walk-ups and a no-show to prizes and a league."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from croupier.games.blackjack.step_names import CARD
from croupier.games.people import Role
from tests.support.page.accessibility import faults
from tests.support.page.browser import Arrive
from tests.support.page.consoles import come_in, do, due, keyed, lone_director, next_step, staff
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
    pay_prizes,
    picture,
    set_tables,
    start_now,
)
from tests.support.server.contestants import API, FEE, Field, by_machine, opened_tournament
from tests.support.server.real_server import PASSWORD, Person, Running

READ_SECONDS = 10
"""Three screens are read within this time, on however slow a machine."""
ONE = {"measure": "rounds", "count": 1}
CONDITIONS = {
    "name": "Kererū Cup",
    "most": 16,
    "stages": [{"duration": ONE, "advance": 2}],
    "final": ONE,
    "play_off": ONE,
    "prizes": [{"share": 50}, {"share": 30}, {"share": 20}],
    # Nobody's time runs out by itself, on however slow a machine.
    "wager_seconds": 80,
}
NEWCOMER = 1_000_00
NARROWEST_NAME = 100
"""In pixels, on the director's board."""
PHONE = {"width": 390, "height": 844}
LATECOMER = "Wirihana Te Rangihīroa"
"""As long a name as people have: the wall shows all of it."""
PRIZES = {"first": 160_00, "second": 96_00, "third": 64_00}
"""Sixteen fees of $20, in parts of 50, 30 and 20."""


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
    """Who go on from the next table."""
    fifth: str
    sixth: str
    """Who go on from the third."""


def _drawn(evening: Evening, own: str) -> tuple[Roles, dict[int, list[str]], int]:
    tables = {number: evening.seats(number) for number in (1, 2, 3)}
    mine = next(number for number, seats in tables.items() if own in seats)
    playing = {number: [each for each in seats if each in evening.people] for number, seats in tables.items()}
    one, other = (playing[number] for number in tables if number != mine)
    return Roles(own, *playing[mine][:3], *one[:2], *other[:2]), tables, mine


def test_a_director_runs_an_evening_of_sixteen_to_prizes_and_a_league(arrive: Arrive, floor: Running) -> None:
    director = lone_director(floor)
    id = opened_tournament(floor, CONDITIONS, runs_itself=False, live=True)
    people = [floor.guest() for _ in range(13)]
    Field(floor, people, seed=1).enter(id)
    seat = arrive(**PHONE).go(f"/tournaments/{id}")
    seat.get_by_role("button", name="Apply as a guest").click()
    seat.get_by_role("button", name="Pay $20.00").click()
    expect(seat.get_by_test_id("entry")).to_have_attribute("data-status", "applicant")
    page = come_in(arrive(), director).go(f"/console/director/{id}")
    expect(page.get_by_test_id("entries").locator("tbody tr")).to_have_count(14)
    enter_all(page, 14)
    # The socket tells the player at once.
    expect(seat.get_by_test_id("entry")).to_have_attribute("data-status", "player")
    latecomer, phone = _walk_ups(floor, arrive, page, id)
    people.append(latecomer)
    wall = arrive(width=1280, height=720).go(f"/tournaments/{id}/projector")
    _same_countdown(page.get_by_test_id("now-starts"), wall.get_by_test_id("up-next"), phone.get_by_test_id("starts"))
    start_now(page)
    set_tables(page, 3, "Session 1: a table of 6", "Session 3: a table of 5", "16 players get their seats by lot")
    _printed(page)
    expect(phone.get_by_test_id("seat-card")).to_contain_text(re.compile(r"Box \d"))
    evening = Evening(floor, id, people, staff(floor, "dealer", "Dora"), staff(floor, "game-supervisor", "Sue"))
    others = {player for number in (1, 2, 3) for player in evening.seats(number)} - set(evening.people)
    (own,) = (player for player in others if _names(evening, player) != ["Nora No-show"])
    roles, tables, mine = _drawn(evening, own)
    _first_stage(page, seat, wall, evening, roles, tables, mine)
    _disqualified(page, evening, roles)
    _play_off(arrive, page, evening, roles)
    expect(seat.get_by_test_id("banner")).to_have_attribute("data-kind", "on")
    _final(page, seat, evening, roles)
    _paid(page, seat, evening, roles)
    _over(floor, page, seat, wall, evening, roles)
    _league(page, arrive, evening, roles)


def _same_countdown(*places: Locator) -> None:
    """Director, wall and phone count down to one moment; they are read one after the other."""
    left = []
    for place in places:
        expect(place).to_contain_text(re.compile(r"\d:\d\d"))
        parts = re.search(r"(\d+):(\d\d)(?::(\d\d))?", place.inner_text())
        assert parts
        minutes, seconds, more = (int(each or 0) for each in parts.groups())
        left.append(3600 * minutes + 60 * seconds + more if parts[3] else 60 * minutes + seconds)
    assert max(left) - min(left) <= READ_SECONDS, left


def _walk_ups(floor: Running, arrive: Arrive, page: Page, id: str) -> tuple[Person, Page]:
    """Two come to the door. One takes the account over on a phone by the link, the other is never seen again."""
    door = page.get_by_test_id("walk-ups")
    door.locator("summary").click()
    door.get_by_label("Names").fill(f"{LATECOMER}\nNora No-show\n")
    door.get_by_role("button", name="Enter them").click()
    link = door.get_by_role("link", name=f"Link for {LATECOMER}").get_attribute("href") or ""
    expect(page.get_by_test_id("entries").locator("tbody tr[data-status=player]")).to_have_count(16)
    phone = arrive(**PHONE)
    phone.page.goto(link)
    phone.page.get_by_label("Password").fill(PASSWORD)
    phone.page.get_by_role("button", name="Choose this password").click()
    # The page asks who one is before it knows: that nobody is in yet is an answer like any other.
    expect(phone.page.get_by_role("button")).to_have_count(0)
    phone.complaints[:] = [each for each in phone.complaints if "401" not in each]
    phone.page.get_by_role("link", name="Continue").click()
    expect(phone.page).to_have_url(re.compile(f"/tournaments/{id}$"))
    expect(phone.page.get_by_test_id("entry")).to_have_attribute("data-status", "player")
    asked = {"name": LATECOMER, "password": PASSWORD}
    return Person(floor, floor.client().post(f"{API}/sessions", json=asked).json()), phone.page


def _asked(page: Page, evening: Evening, session: int, player: str) -> None:
    """The clock disqualifies nobody: it asks, and the round waits for the director's word (T47)."""
    expect(page.get_by_test_id("asked")).to_contain_text(f"Nora No-show has not wagered (session {session})")
    assert _status(evening, player) == "player"
    page.get_by_test_id("asked").get_by_role("button", name="Disqualify").click()
    page.get_by_test_id("do-dialog").get_by_label("Reason").fill("never came")
    confirm(page)
    expect(page.get_by_test_id("asked")).to_have_count(0)


def _league(page: Page, arrive: Arrive, evening: Evening, roles: Roles) -> None:
    """By hand: 25, 18, twice 15, 10 and 8; eight shared the seventh place with 6, and two have nothing."""
    page.get_by_role("link", name="All tournaments").click()
    leagues = page.get_by_test_id("leagues")
    leagues.get_by_text("New league").click()
    leagues.get_by_label("Name").fill("Winter league")
    leagues.get_by_role("button", name="Open the league").click()
    # Other tournaments of this house are over too.
    leagues.locator("[data-league] select").select_option(evening.id)
    leagues.get_by_role("button", name="Count this evening").click()
    expect(leagues).to_contain_text("Kererū Cup")
    address = leagues.get_by_role("link", name="Winter league").get_attribute("href") or ""
    for shown in (arrive().go(address), arrive(width=1280, height=720).go(f"{address}/projector")):
        rows = shown.get_by_test_id("league").locator("tbody tr")
        expect(rows).to_have_count(14)
        points = [int(each) for each in rows.locator(".points").all_inner_texts()]
        assert points == [25, 18, 15, 15, 10, 8, *[6] * 8]
        expect(rows.first).to_contain_text(_names(evening, roles.own)[0])


def _printed(page: Page) -> None:
    """Eight cards to a sheet of A4; where a sheet has room for one row and a half it has one: none is cut in two."""
    expect(page.get_by_test_id("printed-card")).to_have_count(16)
    page.emulate_media(media="print")
    for gone in (page.locator("h1"), page.get_by_role("link"), page.get_by_role("button"), page.get_by_test_id("due")):
        expect(gone.filter(visible=True)).to_have_count(0)
    page.emulate_media(media="null")
    assert _sheets(page.pdf(format="A4")) == 2
    assert _sheets(page.pdf(width="210mm", height="120mm")) == 8
    if PICTURES:
        (Path(PICTURES) / "seat-cards.pdf").write_bytes(page.pdf(format="A4"))


def _sheets(document: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", document))


def _first_stage(  # noqa: PLR0917  the whole room
    page: Page, seat: Page, wall: Page, evening: Evening, roles: Roles, tables: dict[int, list[str]], mine: int
) -> None:
    """At the browser's table one wins clearly and three tie for the second place; at the other all is clear."""
    opened = {}
    for number in tables:
        at_session(page, number, "start session", f"Session {number} starts", "with $500.00 each")
        opened[number] = evening.opened(number)
    expect(page.locator(f"[data-session='{mine}'] [data-player='{roles.own}']")).to_contain_text("Not seated yet")
    picture(page, "sixteen-seating")
    seat.get_by_role("link", name="Go to your table").click()
    seat.get_by_test_id("take-seat").click()
    expect(page.locator(f"[data-session='{mine}'] [data-player='{roles.own}']")).not_to_contain_text("Not seated yet")
    plans = _plans(roles, tables)
    absent = next(number for number, seats in tables.items() if not {*seats} <= {*evening.people, roles.own})
    (missing,) = {*tables[absent]} - {*evening.people, roles.own}
    # The no-show's table first: time passes for everybody who plays.
    for number in sorted(tables, key=lambda number: number != absent):
        at_session(page, number, "begin session")
        if number == mine:
            _put_right(page, evening, mine, roles.cheat)
        if number == absent:
            evening.let_pass(absent, opened[absent], plans, missing, seat)
            _asked(page, evening, absent, missing)
    expect(wall.get_by_test_id("projector-table")).to_have_count(3)
    expect(wall.get_by_test_id("up-next")).to_have_text("In play")
    heights = "each => [each.scrollHeight, each.clientHeight]"
    assert len(set(wall.get_by_test_id("projector").evaluate(heights))) == 1, "nobody scrolls a wall"
    names = wall.locator("[data-testid=projector-table] .name")
    assert LATECOMER in names.all_inner_texts()
    assert names.evaluate_all("each => each.filter(one => one.scrollWidth > one.clientWidth).length") == 0
    for number in tables:
        if number != mine:
            evening.played(opened[number], plans)
            expect(page.locator(f"[data-session='{number}']")).to_have_attribute("data-state", "over")
    other = next(number for number in tables if roles.first in tables[number])
    expect(page.locator(f"[data-session='{other}'] [data-player='{roles.first}']")).to_contain_text("$590.00")
    _recounted(page, evening, other, roles.first)
    # The leaders stand first, and below those who qualify there is a line.
    shown = wall.locator(f"[data-testid='projector-table'][data-session='{other}'] li")
    expect(shown.nth(0)).to_have_attribute("data-player", roles.first)
    expect(shown.nth(2)).to_have_attribute("data-line", "the first 2 qualify")
    expect(wall.get_by_test_id("projector-prizes")).to_contain_text("1st $160.00 · 2nd $96.00 · 3rd $64.00")
    evening.played(opened[mine], plans, seat)
    expect(seat.get_by_test_id("banner")).to_contain_text("You qualify")
    expect(page.get_by_test_id("contests")).to_contain_text("Tied, play-off needed")
    expect(page.locator("[data-session='4']")).to_contain_text("Play-off")


def _plans(roles: Roles, tables: dict[int, list[str]]) -> dict[str, Plan]:
    """One wins clearly at the browser's table and three tie for the second place; at the others all is clear."""
    plans = {player: Plan(10_00, LOSES) for seats in tables.values() for player in seats}
    plans[roles.own] = Plan(100_00, WINS)
    plans |= dict.fromkeys((roles.equal, roles.beaten, roles.cheat), Plan(50_00, WINS))
    plans |= dict.fromkeys((roles.first, roles.fifth), Plan(90_00, WINS))
    plans |= dict.fromkeys((roles.second, roles.sixth), Plan(70_00, WINS))
    return plans


def _at_table(page: Page, session: int, act: str) -> Locator:
    """An act of the director's at a table in play; its dialog."""
    desk = page.locator(f"[data-session='{session}']")
    button = desk.locator(f"[data-act='{act}']")
    if not button.is_visible():
        desk.get_by_text("At the table").click()
    button.click()
    return page.get_by_test_id("do-dialog")


def _put_right(page: Page, evening: Evening, session: int, player: str) -> None:
    """The game is held and goes on (T35); a disqualification by mistake is taken back before the round begins (T47)."""
    (name,) = _names(evening, player)
    _at_table(page, session, "pause play").get_by_label("Reason").fill("the clock fell off the wall")
    confirm(page)
    _at_table(page, session, "resume play")
    confirm(page)
    dialog = _at_table(page, session, "disqualify")
    dialog.get_by_label(name, exact=True).check()
    dialog.get_by_label("Concealed chips").check()
    dialog.get_by_label("Reason").fill("a chip in a sleeve")
    confirm(page)
    expect(page.locator(f"[data-session='{session}'] [data-player='{player}']")).to_contain_text("disqualified")
    dialog = _at_table(page, session, "reinstate")
    dialog.get_by_label("Reason").fill("it was a button")
    confirm(page)
    expect(page.locator(f"[data-session='{session}'] [data-player='{player}']")).not_to_contain_text("disqualified")


def _recounted(page: Page, evening: Evening, session: int, player: str) -> None:
    """A miscount is put right (T43), having seen that another figure would change who goes on."""
    page.get_by_test_id("others").locator("[data-act='correct tally']").click()
    dialog = page.get_by_test_id("do-dialog")
    sessions = dialog.get_by_label("Session")
    if sessions.count():
        sessions.select_option(str(session))
    dialog.get_by_label(_names(evening, player)[0]).first.fill("100")
    dialog.get_by_label("Reason").fill("two stacks were counted as one")
    seen = outlook(page)
    expect(seen).to_contain_text(f"No longer qualified: {_names(evening, player)[0]}")
    dialog.get_by_label(_names(evening, player)[0]).first.fill("585")
    expect(outlook(page)).not_to_contain_text("No longer qualified")
    confirm(page)
    expect(page.locator(f"[data-session='{session}'] [data-player='{player}']")).to_contain_text("$585.00")


def _names(evening: Evening, *players: str) -> list[str]:
    names = evening.shown()["names"]
    return [names[player] for player in players]


def _disqualified(page: Page, evening: Evening, roles: Roles) -> None:
    """One of the three who tie concealed chips: two are left to play off, and the fee stays in the pool."""
    expect(page.locator("[data-session='4'] [data-act='start session']")).to_be_visible(timeout=60_000)
    assert set(evening.seats(4)) == {roles.equal, roles.beaten, roles.cheat}
    (cheat,) = _names(evening, roles.cheat)
    page.get_by_test_id("others").locator("[data-act='disqualify']").click()
    dialog = page.get_by_test_id("do-dialog")
    expect(dialog.get_by_test_id("do-confirm")).to_be_disabled()
    dialog.get_by_label("Player").select_option(label=cheat)
    dialog.get_by_label("Concealed chips").check()
    dialog.get_by_label("Reason").fill("two chips in a sleeve")
    seen = outlook(page)
    expect(seen).to_contain_text(f"{cheat}: disqualified (concealed chips: two chips in a sleeve) D7 5.12")
    expect(seen).to_contain_text("Session 4 is removed")
    expect(seen).to_contain_text("Session 5 · Play-off: a table of 2")
    expect(seen).to_contain_text("No money moves")
    assert faults(page) == []
    picture(page, "sixteen-disqualify")
    assert _status(evening, roles.cheat) == "player", "only looked at"
    confirm(page)
    assert _status(evening, roles.cheat) == "disqualified"
    through = {each["player"] for each in evening.shown()["view"]["through"]}
    assert through == {roles.own, roles.first, roles.second, roles.fifth, roles.sixth}


def _play_off(arrive: Arrive, page: Page, evening: Evening, roles: Roles) -> None:
    """Dealt at the dealer's console, by keys alone: both stand by hand, and the dealer enters it."""
    at_session(page, 5, "start session", "Session 5 · Play-off starts")
    table = evening.opened(5)
    at_session(page, 5, "begin session")
    plans = {roles.equal: Plan(10_00, WINS), roles.beaten: Plan(10_00, LOSES)}
    evening.played(table, plans, until=lambda state: state.step == CARD)
    dealer = come_in(arrive(), evening.staff[Role.DEALER]).go(f"/console/dealer/{table}")
    expect(next_step(dealer)).to_have_attribute("data-act", "deal")
    seconds = ["q s" if player == roles.equal else "8 s" for player in evening.seats(5) if player]
    keyed(dealer, " ".join(["k c", "k d", "0 h", *seconds]))
    for player in (each for each in evening.seats(5) if each):
        expect(dealer.get_by_test_id("signals").locator("strong")).to_contain_text(_names(evening, player)[0])
        dealer.keyboard.press("s")
    due(dealer, "Card to the dealer", "D2 8.5")
    keyed(dealer, "9 d")
    due(dealer, "Settle the boxes", "D2 5.7")
    do(dealer, "Enter")
    # The session is over with its round: the chips are counted, and the director hears of it.
    expect(next_step(dealer)).to_have_attribute("data-act", "tally chips")
    dealer.keyboard.press("Enter")
    expect(page.get_by_test_id("due")).to_contain_text("Set the tables of the next stage")


def _final(page: Page, seat: Page, evening: Evening, roles: Roles) -> None:
    """Six are left. Two tie for the first place and play off; two tie for the third, and share (6.11)."""
    set_tables(page, 1, "Session 6: a table of 6")
    assert set(evening.seats(6)) == {*roles} - {roles.beaten, roles.cheat}
    at_session(page, 6, "start session")
    table = evening.opened(6)
    seat.get_by_role("link", name="Go to the next table").click()
    seat.get_by_test_id("take-seat").click()
    at_session(page, 6, "begin session")
    # The final here has one round: its first is its last, and both screens say so.
    expect(page.locator("[data-signal=last]")).to_have_text("Session 6: last hand")
    plans = dict.fromkeys((roles.own, roles.equal), Plan(100_00, WINS))
    plans |= {roles.first: Plan(50_00, STANDS_OFF), roles.second: Plan(20_00, STANDS_OFF)}
    plans |= {roles.fifth: Plan(10_00, LOSES), roles.sixth: Plan(20_00, LOSES)}
    evening.played(table, plans, seat)
    expect(page.get_by_test_id("contests")).to_contain_text("Tied, play-off needed")
    expect(seat.get_by_test_id("banner")).to_contain_text("You are tied")
    at_session(page, 7, "start session", "Session 7 · Play-off starts")
    table = evening.opened(7)
    seat.get_by_role("link", name="Go to the next table").click()
    seat.get_by_test_id("take-seat").click()
    at_session(page, 7, "begin session")
    evening.played(table, {roles.own: Plan(20_00, WINS), roles.equal: Plan(20_00, LOSES)}, seat)


def _paid(page: Page, seat: Page, evening: Evening, roles: Roles) -> None:
    """A miscount in the final is seen before anybody is paid, and put right again (T43); then the prizes are paid."""
    expect(seat.get_by_test_id("banner")).to_contain_text("Your prize is $160.00")
    expect(seat.get_by_test_id("wallet")).to_have_text("$980.00")
    fifth, sixth = _names(evening, roles.fifth, roles.sixth)
    for chips, above in (("495", sixth), ("480", fifth)):
        page.get_by_test_id("others").locator("[data-act='correct tally']").click()
        dialog = page.get_by_test_id("do-dialog")
        dialog.get_by_label("Session").select_option("6")
        dialog.get_by_label(sixth).first.fill(chips)
        dialog.get_by_label("Reason").fill("a chip lay on the floor")
        expect(outlook(page)).to_contain_text(f"5th {above}: no prize")
        confirm(page)
        expect(page.get_by_test_id("standings").locator("[data-place='5']")).to_contain_text(above)
    # Also beside the reasons why they are out, names keep their room.
    names = page.get_by_test_id("entries").locator("tbody th")
    assert min(names.evaluate_all("each => each.map(one => one.clientWidth)")) > NARROWEST_NAME
    picture(page, "sixteen-decided")
    page.locator("[data-due='pay the prizes'] [data-act='pay prizes']").click()
    expect(outlook(page)).to_contain_text("$160.00")
    assert faults(page) == []
    picture(page, "sixteen-paying")
    page.keyboard.press("Escape")
    pay_prizes(page)


def _over(floor: Running, page: Page, seat: Page, wall: Page, evening: Evening, roles: Roles) -> None:  # noqa: PLR0917
    """Reckoned by hand, and the same by the machine from the acts, on the page, on the wall and in the wallets."""
    shared = PRIZES["third"] // 2
    prizes = {roles.own: PRIZES["first"], roles.equal: PRIZES["second"], roles.first: shared, roles.second: shared}
    rows = page.get_by_test_id("standings").locator("tbody tr")
    expect(rows).to_have_count(6)
    for player, prize in prizes.items():
        row = page.get_by_test_id("standings").locator(f"tr[data-player='{player}']")
        expect(row).to_contain_text(f"${prize // 100}.00")
    expect(seat.get_by_test_id("banner")).to_contain_text("You are 1st")
    expect(seat.get_by_test_id("banner")).to_contain_text("$160.00 was added to your wallet")
    expect(seat.get_by_test_id("wallet")).to_have_text("$1,140.00")
    expect(wall.get_by_test_id("projector-places").locator("li")).to_have_count(6)
    view = evening.shown()["view"]
    assert {award["player"]: award["money"] for award in view["awards"]} == prizes
    tied = tuple(sorted((roles.first, roles.second)))
    placings = [(1, (roles.own,)), (2, (roles.equal,)), (3, tied), (5, (roles.fifth,)), (6, (roles.sixth,))]
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
    picture(page, "sixteen-over")
    picture(wall, "sixteen-wall")
    picture(seat, "sixteen-winner")


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
        assert len(lines) == {"entries": 17, "seats": 9, "chips": 1, "through": 1, "standings": 7}[kind], (kind, lines)
