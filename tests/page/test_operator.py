"""The operator's console: tables made and managed, people and their offices, the health of the house."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from croupier.floor.store.engines.sqlite import FILE
from tests.support.page.accessibility import faults, faults_at_both_widths
from tests.support.page.browser import Arrive, Visitor
from tests.support.page.consoles import act, come_in, confirm, consequence, dialog, live_table, staff, was_refused
from tests.support.page.player import own_table, seated, sit_down, spot
from tests.support.server.real_server import PASSWORD, Person, Running, server

CONSOLE = "/console/operator"
LATER = 20_000
"""Milliseconds for what the page sees when it looks again."""


def at_console(arrive: Arrive, floor: Running, path: str = CONSOLE, **options: object) -> tuple[Page, list[str]]:
    visitor = come_in(arrive(house=floor, **options), floor.operator())
    return visitor.go(path), visitor.complaints


def open_act(page: Page, kind: str) -> None:
    page.locator(f"[data-act='{kind}']").click()
    dialog(page)


def table_in_address(page: Page) -> str:
    page.wait_for_url(re.compile(rf"{CONSOLE}/tables/[\w-]+$"))
    return page.url.rpartition("/")[2]


def field(name: str) -> str:
    return f"[data-field='{name}'] input"


# Tables


def test_a_table_is_opened_and_its_limits_changed_with_notice(arrive: Arrive, floor: Running) -> None:
    page, _ = at_console(arrive, floor, f"{CONSOLE}/new")
    page.get_by_role("radio", name="Roulette").check()
    page.get_by_test_id("table-name").fill("Pohutukawa")
    page.locator(field("minimum")).fill("5")
    page.locator(field("maximum")).fill("200")
    page.locator(field("betting_seconds")).fill("60")
    page.get_by_label("Neighbour areas").check()
    page.get_by_test_id("make-now").click()
    table = table_in_address(page)
    expect(page.locator("main header")).to_contain_text("$5.00 to $200.00")
    made = floor.client().get(f"/api/v1/tables/{table}/game").json()
    assert made["options"]["neighbours"] is True

    player = sit_down(arrive(), table)
    expect(player.locator("main header")).to_contain_text("$5.00 to $200.00")
    expect(player.get_by_test_id("notices")).to_have_count(0)

    open_act(page, "post limits")
    dialog(page).get_by_label("Minimum in dollars").fill("10")
    dialog(page).get_by_label("In how many minutes").fill("20")
    expect(consequence(page)).to_contain_text("New limits $10.00 to $200.00 in 20:00")
    confirm(page)
    notice = player.get_by_test_id("limits-notice")
    expect(notice).to_contain_text("New limits $10.00 to $200.00")
    expect(notice).to_contain_text(re.compile(r"in (20:00|1\d:\d\d)"))
    expect(player.locator("main header")).to_contain_text("$5.00 to $200.00")

    notice.get_by_role("button", name="Agree now").click()
    expect(notice).to_contain_text("You have agreed")
    open_act(page, "change limits")
    dialog(page).get_by_role("button", name="$10.00 to $200.00").click()
    expect(consequence(page)).to_contain_text("Limits are $10.00 to $200.00")
    confirm(page)
    expect(player.locator("main header")).to_contain_text("$10.00 to $200.00")
    expect(player.get_by_test_id("notices")).to_have_count(0)


def test_limits_against_the_players_wait_for_their_notice(arrive: Arrive, floor: Running) -> None:
    table = own_table(floor, "roulette", betting_seconds=60)
    act(floor.guest(), table, "buy in", amount=100_00)
    visitor = come_in(arrive(), floor.operator())
    page = visitor.go(f"{CONSOLE}/tables/{table}")
    open_act(page, "change limits")
    dialog(page).get_by_label("Minimum in dollars").fill("10")
    expect(dialog(page).get_by_test_id("refusal")).to_contain_text("D1 9.3(a)")
    expect(page.get_by_test_id("confirm-act")).to_be_disabled()
    was_refused(visitor)


def test_what_the_rules_do_not_know_is_refused_at_its_field(arrive: Arrive, floor: Running) -> None:
    visitor = come_in(arrive(), floor.operator())
    page = visitor.go(f"{CONSOLE}/new")
    page.get_by_role("radio", name="Blackjack").check()
    page.get_by_test_id("table-name").fill("Kauri")
    before = len(floor.client().get("/api/v1/tables").json()["tables"])
    wrong = (
        ("decks", "3", "decks", "D2 3.3(a)"),
        ("super_sevens", "2", "layout", "D2 15.2"),
        ("minimum", "900", "minimum", "D1 9.1"),
    )
    for name, text, where, clause in wrong:
        kept = page.locator(field(name)).input_value()
        page.locator(field(name)).fill(text)
        page.get_by_test_id("make-now").click()
        refusal = page.locator(f"[data-field='{where}']").get_by_test_id("refusal")
        expect(refusal.get_by_role("link", name=clause)).to_be_visible()
        expect(page.get_by_test_id("refusal")).to_have_count(1)
        expect(page.locator(field(where))).to_be_focused()
        was_refused(visitor)
        page.locator(field(name)).fill(kept)
    # What cannot be read at all is not even asked.
    page.locator(field("decks")).fill("many")
    page.get_by_test_id("make-now").click()
    expect(page.locator("[data-field='decks']")).to_contain_text("Enter a whole number from 4 to 8.")
    expect(page.locator(field("decks"))).to_be_focused()
    page.locator(field("decks")).fill("6")
    for name, begins in (("minimum", "5"), ("maximum", "500"), ("smallest_chip", "0.50")):
        expect(page.locator(field(name))).to_have_value(begins)
        page.locator(field(name)).fill("")
        page.get_by_test_id("make-now").click()
        expect(page.locator(f"[data-field='{name}']")).to_contain_text("Enter an amount in dollars")
        expect(page.locator(field(name))).to_be_focused()
        page.locator(field(name)).fill(begins)
    page.get_by_test_id("table-name").fill("")
    page.get_by_test_id("make-now").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("A table's name has 1 to 60 characters.")
    was_refused(visitor)
    assert len(floor.client().get("/api/v1/tables").json()["tables"]) == before
    page.get_by_test_id("table-name").fill("Kauri")
    page.get_by_label("Live dealer").check()
    expect(page.get_by_text("Pace")).to_have_count(0)
    page.get_by_test_id("make-now").click()
    table = table_in_address(page)
    made = floor.client().get(f"/api/v1/tables/{table}").json()
    assert (made["live"], made["view"]["is_open"]) == (True, False)


def test_limits_for_one_kind_of_wager(arrive: Arrive, floor: Running) -> None:
    page, _ = at_console(arrive, floor, f"{CONSOLE}/new")
    page.get_by_role("radio", name="Roulette").check()
    page.get_by_test_id("table-name").fill("Rimu")
    page.get_by_text("Separate limits for some wagers").click()
    page.get_by_label("Straight up: minimum in dollars").fill("5")
    most = page.get_by_label("Straight up: maximum in dollars")
    most.fill("fifty")
    # Folded away, what is wrong is shown all the same, and nothing is asked.
    page.get_by_text("Separate limits for some wagers").click()
    expect(most).to_be_hidden()
    page.get_by_test_id("make-now").click()
    expect(most).to_be_focused()
    expect(most).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Straight up: minimum in dollars")).not_to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("alert").filter(has_text="Enter an amount in dollars")).to_be_visible()
    most.fill("50")
    page.get_by_test_id("make-now").click()
    table = table_in_address(page)
    sign = floor.client().get(f"/api/v1/tables/{table}").json()["view"]["sign"]
    assert sign["by_kind"] == [{"kind": "straight up", "minimum": 5_00, "maximum": 50_00}]


def test_a_table_is_closed_and_opened_again(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "To be closed and opened")
    page, _ = at_console(arrive, floor, f"{CONSOLE}/tables/{table}")
    expect(page.locator("main header")).to_contain_text("Closed")
    page.get_by_test_id("do").click()
    expect(page.locator("main header")).not_to_contain_text("Closed")
    open_act(page, "close table")
    expect(consequence(page)).to_contain_text("The table is closed")
    confirm(page)
    expect(page.locator("main header")).to_contain_text("Closed")
    assert floor.client().get(f"/api/v1/tables/{table}").json()["view"]["is_open"] is False


def test_a_dealer_is_relieved(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "Relief")
    dealer = staff(floor, "dealer", "Dora Ngaio")
    assert dealer.ask("POST", f"/api/v1/tables/{table}/duty").status_code == 201
    page, _ = at_console(arrive, floor, f"{CONSOLE}/tables/{table}")
    page.get_by_test_id("relieve").click()
    page.get_by_test_id("relieve-sure").click()
    expect(page.get_by_test_id("relieve")).to_have_count(0)
    assert floor.client().get(f"/api/v1/tables/{table}").json()["dealer"] == ""


def test_the_house_is_seen_to_be_in_order(arrive: Arrive, floor: Running) -> None:
    page, _ = at_console(arrive, floor)
    expect(page.get_by_test_id("health")).to_contain_text("Everything is working")
    expect(page.get_by_test_id("health")).to_contain_text("All money is accounted for")
    listed = page.get_by_test_id("all-tables").locator("li")
    expect(listed).to_have_count(len(floor.client().get("/api/v1/tables").json()["tables"]))
    page.get_by_role("link", name="House journal").click()
    expect(page.get_by_test_id("entries")).to_contain_text("Table")
    expect(page.get_by_test_id("entries")).to_contain_text("made by Olga")


def played_at(house: Running, table: str) -> Person:
    """Somebody with chips and a wager there."""
    guest = house.guest()
    act(guest, table, "buy in", amount=100_00)
    act(guest, table, "wager", position={"kind": "red"}, amount=5_00)
    return guest


def operator_of(house: Running, visitor: Visitor) -> Page:
    come_in(visitor, Person(house, {"id": "", "name": "Olga", "token": ""}))
    return visitor.go(CONSOLE)


def test_a_table_that_cannot_go_on_is_wound_up(arrive: Arrive, tmp_path: Path) -> None:
    with server(tmp_path / "house") as house:
        house.operator()
        table = own_table(house, "roulette", name="Of another edition", betting_seconds=60)
        guest = played_at(house, table)
        house.kill()
    # As if a later version had made it: this one does not know its rules.
    with closing(sqlite3.connect(tmp_path / "house" / FILE)) as books:
        for (trigger,) in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            books.execute(f"DROP TRIGGER {trigger}")
        newer = "UPDATE journal SET line = replace(line, 'edition 2', 'edition 9') WHERE stream = ? AND number = 0"
        assert books.execute(newer, (table,)).rowcount == 1
        books.commit()
    with server(tmp_path / "house") as house:
        page = operator_of(house, arrive(url=house.url))
        expect(page.get_by_test_id("health")).to_contain_text("Something needs attention")
        expect(page.get_by_test_id("health")).to_contain_text("Out of order: Of another edition")
        page.get_by_test_id("all-tables").locator("li").first.get_by_role("link").click()
        expect(page.locator("main h1")).to_have_text("Of another edition")
        expect(page.get_by_test_id("trouble")).to_contain_text("edition 9")
        page.get_by_test_id("wind-up").click()
        page.get_by_label("Reason, for the record").fill("its edition is gone")
        page.get_by_test_id("wind-up-sure").click()
        expect(page.get_by_test_id("health")).to_contain_text("Everything is working", timeout=LATER)
        expect(page.get_by_test_id("all-tables")).not_to_contain_text("Of another edition")
        found = house.sign_in("Olga").get(f"/api/v1/people/{guest.id}")
        assert found["money"] == {"wallet": 1_000_00, "held": 0, "stacks": {}}, "stake and chips went back"


def test_a_table_whose_chance_failed_is_sealed_again(arrive: Arrive, tmp_path: Path) -> None:
    with server(tmp_path / "house") as house:
        house.operator()
        table = own_table(house, "roulette", name="Of another key", betting_seconds=60)
        guest = played_at(house, table)
        house.kill()
    (tmp_path / "house" / "house.key").unlink()
    with server(tmp_path / "house") as house:
        page = operator_of(house, arrive(url=house.url))
        expect(page.get_by_test_id("health")).to_contain_text("Tables without a seal: Of another key")
        page.get_by_test_id("all-tables").locator("li").first.get_by_role("link").click()
        expect(page.get_by_test_id("trouble")).to_contain_text("It has no sealed chance to draw on.")
        page.get_by_role("button", name="New seal").click()
        expect(page.get_by_test_id("trouble")).to_contain_text("A new seal was requested.")
        assert house.client().get("/health").json()["without_seal"] == [table], "a wager lies under the lost seal"
        guest.client = house.client(Authorization=f"Bearer {guest.token}")
        act(guest, table, "withdraw", position={"kind": "red"})
        page.get_by_role("button", name="New seal").click()
        expect(page.get_by_test_id("trouble")).to_have_count(0, timeout=LATER)
        assert house.client().get("/health").json()["without_seal"] == []


def test_a_table_is_retired_from_its_own_page(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "The worn wheel")
    visitor = come_in(arrive(), floor.operator())
    page = visitor.go(f"{CONSOLE}/tables/{table}")
    page.get_by_test_id("retire").click()
    page.get_by_label("Reason").fill("the wheel is worn")
    page.get_by_test_id("retire-sure").click()
    expect(page).to_have_url(re.compile(r"/console/operator$"))
    assert table not in [each["id"] for each in floor.operator().get("/api/v1/tables")["tables"]]


# People


def person_page(page: Page, name: str) -> None:
    page.get_by_label("Name or part of it").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("main h1")).to_have_text(name)


def test_offices_are_given_and_taken_and_refused_beside_them(arrive: Arrive, floor: Running) -> None:
    tui = floor.account("Tui Ngaio")
    visitor = come_in(arrive(), floor.operator())
    page = visitor.go(f"{CONSOLE}/people")
    person_page(page, tui.name)
    office = page.get_by_test_id("offices")
    office.get_by_role("button", name="Give Tui Ngaio the role of dealer").click()
    expect(office.locator("[data-office=dealer]")).to_have_attribute("data-held", "true")
    assert tui.get("/api/v1/me")["roles"] == ["dealer"]
    office.get_by_role("button", name="the role of inspector").click()
    refusal = office.locator("[data-office=inspector]").get_by_test_id("refusal")
    expect(refusal).to_contain_text("An inspector cannot have another role in the house.")
    was_refused(visitor)
    office.get_by_role("button", name="Remove the role of dealer").click()
    expect(office.locator("[data-office=dealer]")).to_have_attribute("data-held", "false")
    assert tui.get("/api/v1/me")["roles"] == ["player"]


def test_limits_and_exclusions_are_seen(arrive: Arrive, floor: Running) -> None:
    kea = floor.account("Kea Ngaio")
    assert kea.ask("PUT", "/api/v1/me/limits/loss", {"amount": 50_00}).status_code == 200
    page, _ = at_console(arrive, floor, f"{CONSOLE}/people/{kea.id}")
    expect(page.get_by_test_id("limits-of")).to_contain_text("$50.00")
    expect(page.get_by_test_id("limits-of")).to_contain_text("Nobody here can change them")
    expect(page.locator("main")).to_contain_text("$1,000.00")


def test_somebody_is_invited_and_comes_to_work(arrive: Arrive, floor: Running) -> None:
    page, _ = at_console(arrive, floor, f"{CONSOLE}/people")
    page.get_by_label("Role", exact=True).select_option("game supervisor")
    page.get_by_role("button", name="Create invitation").click()
    link = page.get_by_test_id("link").get_by_role("textbox").input_value()
    assert link.startswith(f"{floor.url}/join#token=")
    newcomer = arrive()
    # The page asks who one is before it knows: that nobody is in yet is an answer like any other.
    newcomer.page.goto(link)
    newcomer.page.get_by_label("Name").fill("Kaka Ngaio")
    newcomer.page.get_by_label("Password").fill(PASSWORD)
    newcomer.page.get_by_role("button", name="Join the house").click()
    expect(newcomer.page.locator("output")).to_have_text("Done. You are signed in as Kaka Ngaio.")
    newcomer.complaints[:] = [each for each in newcomer.complaints if "401" not in each]
    newcomer.page.get_by_role("link", name="Continue").click()
    newcomer.page.get_by_role("link", name="Game supervisor").click()
    expect(newcomer.page.get_by_test_id("all-tables")).to_be_visible()
    page.reload()
    expect(page.get_by_test_id("people")).to_contain_text("Kaka Ngaio")


def test_a_forgotten_password_is_reset_by_a_link(arrive: Arrive, floor: Running) -> None:
    lost = floor.account("Ruru Ngaio")
    page, _ = at_console(arrive, floor, f"{CONSOLE}/people/{lost.id}")
    page.get_by_role("button", name="Create link").click()
    link = page.get_by_test_id("link").get_by_role("textbox").input_value()
    token = link.partition("#token=")[2]
    body = {"token": token, "password": f"{PASSWORD} anew", "session": "token"}
    answer = floor.client().post("/api/v1/links/reset", json=body)
    assert answer.status_code == 201, answer.text
    floor.sign_in(lost.name, f"{PASSWORD} anew")


# Who may, and how


@pytest.mark.parametrize("path", [CONSOLE, f"{CONSOLE}/new", f"{CONSOLE}/people", f"{CONSOLE}/journal"])
def test_who_has_not_the_office_sees_words_and_no_data(arrive: Arrive, floor: Running, path: str) -> None:
    visitor = come_in(arrive(), staff(floor, "inspector", "Ines Ngaio"))
    page = visitor.go(path)
    expect(page.locator("main")).to_contain_text("This console is for the operator.")
    page.wait_for_load_state("networkidle")
    asked = [each for each in visitor.requests if re.search(r"/api/v1/(people|audit|table-form|house)|/health", each)]
    assert asked == []
    expect(page.get_by_role("link", name="New table")).to_have_count(0)


def test_a_table_is_made_by_keyboard_alone(arrive: Arrive, floor: Running) -> None:
    page, _ = at_console(arrive, floor)
    page.get_by_test_id("health").wait_for()
    tab_until(page, "document.activeElement.innerText === 'New table'")
    page.keyboard.press("Enter")
    page.get_by_test_id("make-table").wait_for()
    tab_until(page, "document.activeElement.type === 'radio'")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Tai-Sai")).to_be_checked()
    tab_until(page, "document.activeElement.dataset.testid === 'table-name'")
    page.keyboard.type("By keys")
    tab_until(page, "document.activeElement.dataset.testid === 'make-now'")
    page.keyboard.press("Enter")
    table = table_in_address(page)
    assert floor.client().get(f"/api/v1/tables/{table}").json()["name"] == "By keys"


def tab_until(page: Page, reached: str, most: int = 80) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(reached):
            return
    raise AssertionError(f"Tab never comes to {reached}")


def test_axe_finds_nothing(arrive: Arrive, small_floor: Running) -> None:
    floor = small_floor
    table = own_table(floor, "roulette", betting_seconds=60)
    page, _ = at_console(arrive, floor)
    page.get_by_test_id("health").wait_for()
    page.get_by_test_id("all-tables").wait_for()
    assert faults_at_both_widths(page) == []
    paths: dict[str, str] = {
        "new": "make-table",
        "people": "people",
        f"people/{floor.operator().id}": "offices",
        f"tables/{table}": "table-state",
        "journal": "entries",
    }
    for path, shown in paths.items():
        page.goto(f"{CONSOLE}/{path}")
        page.get_by_test_id(shown).wait_for()
        assert faults_at_both_widths(page) == [], path


@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_in_notices_at_a_table(arrive: Arrive, floor: Running, width: int) -> None:
    table = own_table(floor, "roulette", betting_seconds=60)
    page = sit_down(arrive(width=width), table)
    seated(page)
    operator: Person = floor.operator()
    sign = {**floor.client().get(f"/api/v1/tables/{table}").json()["view"]["sign"], "minimum": 10_00}
    act(operator, table, "post limits", sign=sign, seconds=1200)
    act(operator, table, "post closing", seconds=1800)
    expect(page.get_by_test_id("notices")).to_contain_text("Closes in")
    assert faults(page) == []
    spot(page, "red").wait_for()
