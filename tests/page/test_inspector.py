"""The inspector's console: journals, the ledger, and the whole house verified at a click."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.support.floor.forgery import alter
from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive
from tests.support.page.consoles import act, come_in, live_table, staff
from tests.support.page.played_rounds import Played, Player, quick_table
from tests.support.server.real_server import Person, Running, server

VERIFY_MILLISECONDS = 60_000
CONSOLE = "/console/inspector"


@pytest.fixture
def floor(small_floor: Running) -> Running:
    return small_floor


def own_round(floor: Running) -> tuple[Person, Played]:
    """Somebody who has played a round of roulette, once for all tests of this house."""
    known = floor.__dict__.setdefault("inspected_round", {})
    if not known:
        person = floor.account("Rangi Ngaio")
        known["round"] = person, Player(floor, person, quick_table(floor, "roulette", "Kahikatea"), "roulette").round()
    found: tuple[Person, Played] = known["round"]
    return found


def at_console(arrive: Arrive, floor: Running, path: str = CONSOLE, **options: object) -> Page:
    visitor = come_in(arrive(house=floor, **options), staff(floor, "inspector", "Ines"))
    return visitor.go(path)


def verified(page: Page) -> None:
    page.get_by_test_id("verify").click()
    page.get_by_test_id("verdict").wait_for(timeout=VERIFY_MILLISECONDS)


def cents(text: str) -> int:
    """Of `−$1,250.00` on the page and `-1250.00` in a file, by hand: the page's own function is what is tested."""
    sign = -1 if text.strip().startswith(("−", "-")) else 1
    return sign * int(re.sub(r"\D", "", text))


# Verification


def test_a_clean_house_is_found_clean(arrive: Arrive, floor: Running) -> None:
    own_round(floor)
    page = at_console(arrive, floor)
    page.get_by_test_id("journals").wait_for()
    verified(page)
    verdict = page.get_by_test_id("verdict")
    expect(page.get_by_test_id("verification")).to_have_attribute("data-state", "clean")
    expect(verdict).to_contain_text("All checks passed")
    expect(verdict).to_contain_text("not a cent is missing")
    page.get_by_text("Checked journals").click()
    row = page.get_by_role("row", name=re.compile("Kahikatea"))
    expect(row).to_contain_text("passed")
    # That it was done stands in the house's own journal, with the inspector's name.
    page.get_by_role("link", name="House journal").click()
    expect(page.get_by_test_id("entries").locator("li").first).to_contain_text("Verified by Ines: everything follows")


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house of its own: what is altered in it stays altered."""
    with server(tmp_path_factory.mktemp("altered") / "house") as running:
        yield running


def test_a_planted_alteration_is_found_and_named(arrive: Arrive, floor: Running, house: Running) -> None:
    assert floor.url != house.url
    _, played = own_round(house)
    page = at_console(arrive, house)
    verified(page)
    expect(page.get_by_test_id("verification")).to_have_attribute("data-state", "clean")
    number = next(each.number for each in played.receipts)
    changed = "UPDATE journal SET line = replace(line, 'wager 10', 'wager 90') WHERE stream = ? AND number = ?"
    alter(house, changed, played.table, number)
    verified(page)
    expect(page.get_by_test_id("verification")).to_have_attribute("data-state", "altered")
    breach = page.get_by_test_id("breach").first
    expect(breach).to_have_attribute("data-journal", played.table)
    expect(breach).to_have_attribute("data-entry", str(number))
    expect(breach).to_contain_text(f"Kahikatea, entry {number}")
    expect(breach).to_contain_text("hash")
    # One click shows the entry itself.
    breach.get_by_role("link", name=f"Kahikatea, entry {number}").click()
    entry = page.locator(f"[data-number='{number}']")
    expect(entry).to_have_attribute("aria-current", "true")
    expect(entry.get_by_test_id("broken")).to_contain_text("was altered")
    expect(page.get_by_test_id("broken")).to_have_count(1)
    entry.get_by_text("As stored").click()
    expect(entry.locator("pre")).to_contain_text("wager 90")


def test_a_balance_that_was_altered_is_named(arrive: Arrive, house: Running) -> None:
    person, _ = own_round(house)
    alter(house, "UPDATE balances SET amount = amount + 100 WHERE account = ?", f"wallet:{person.id}")
    page = at_console(arrive, house)
    expect(page.get_by_test_id("books")).to_have_attribute("data-conserved", "false")
    expect(page.get_by_test_id("books-total")).to_have_text("$1.00")
    verified(page)
    breach = page.get_by_test_id("breach").first
    expect(breach).to_contain_text("Balances")
    expect(breach).to_contain_text(f"wallet:{person.id} has")
    breach.get_by_role("link", name="Balances").click()
    expect(page.get_by_test_id("ledger-sum")).to_have_attribute("data-cents", "100")


# Journals


def test_a_journal_is_read_page_by_page(arrive: Arrive, floor: Running) -> None:
    person, played = own_round(floor)
    page = at_console(arrive, floor)
    page.get_by_role("searchbox", name="Find").fill("kahikatea")
    listed = page.get_by_test_id("journals").locator("li")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("Roulette")
    expect(listed).to_contain_text("open")
    listed.get_by_role("link").click()
    entries = page.get_by_test_id("entries")
    number = played.receipts[0].number
    wager = entries.locator(f"[data-number='{number}']")
    expect(wager).to_contain_text(person.name)
    expect(wager).to_contain_text("wagers $10.00 on 17")
    expect(wager.get_by_role("link", name="D8 3.1")).to_be_visible()
    replay = wager.get_by_role("link", name=f"Replay and proof of round {played.round}")
    expect(replay).to_have_attribute("href", f"/tables/{played.table}/rounds/{played.round}")
    wager.get_by_role("link", name=f"Money moved by entry {number}").click()
    expect(page.get_by_test_id("transfers").locator("tbody tr")).to_have_count(1)
    expect(page.get_by_test_id("transfers")).to_contain_text(f"layout:{played.table}")
    expect(page.get_by_test_id("transfers")).to_contain_text("$10.00")


def test_a_long_journal_is_paged_and_any_entry_found(arrive: Arrive, floor: Running) -> None:
    table = live_table(floor, "roulette", "A long journal")
    dealer = staff(floor, "dealer", "Dora Ngaio")
    assert dealer.ask("POST", f"/api/v1/tables/{table}/duty").status_code == 201
    act(dealer, table, "open table")
    guest = floor.guest()
    for _ in range(60):
        act(guest, table, "buy in", amount=5_00)
        act(guest, table, "cash out", amount=5_00)
    last = floor.client().get(f"/api/v1/tables/{table}").json()["number"]
    page = at_console(arrive, floor, f"{CONSOLE}/journals/{table}")
    span = page.get_by_test_id("journal-range")
    expect(span).to_have_text(f"Entries {last - 49} to {last} of {last + 1}")
    page.get_by_role("button", name="Older").click()
    expect(span).to_have_text(f"Entries {last - 99} to {last - 50} of {last + 1}")
    page.get_by_role("button", name="Oldest").click()
    expect(span).to_have_text(f"Entries 0 to 49 of {last + 1}")
    expect(page.locator("[data-number='0']")).to_contain_text("Opens the journal")
    page.get_by_role("button", name="Newest").click()
    expect(span).to_have_text(f"Entries {last - 49} to {last} of {last + 1}")
    page.get_by_label("Entry", exact=True).fill("7")
    page.keyboard.press("Enter")
    expect(page.locator("[data-number='7']")).to_have_attribute("aria-current", "true")
    # Forth and back in the browser's own history too.
    page.go_back()
    expect(span).to_have_text(f"Entries {last - 49} to {last} of {last + 1}")


# The ledger


def test_the_ledger_sums_to_nothing_and_the_file_equals_it(arrive: Arrive, tmp_path: Path) -> None:
    """In a house of its own: the list shows two hundred accounts at once, and other tests may open more."""
    with server(tmp_path / "house") as house:
        own_round(house)
        inspector = staff(house, "inspector", "Ines")
        page = at_console(arrive, house, f"{CONSOLE}/ledger")
        expect(page.get_by_test_id("ledger-sum")).to_have_attribute("data-cents", "0")
        expect(page.get_by_test_id("ledger-sum")).to_contain_text("Total $0.00")
        by_api = inspector.get("/api/v1/audit/accounts?most=500")["accounts"]
        held = {each["account"]: each["cents"] for each in by_api}
        rows = page.get_by_test_id("accounts").locator("tbody tr")
        expect(rows).to_have_count(len(held))
        shown = {
            row.locator("th").inner_text(): cents(row.locator(".sum").inner_text().split("\n")[0]) for row in rows.all()
        }
        assert shown == held
        with page.expect_download() as coming:
            page.get_by_role("link", name="Ledger as CSV").click()
        with coming.value.path().open(encoding="utf-8", newline="") as file:
            stored = {row["account"]: cents(row["amount"]) for row in csv.DictReader(file)}
        assert stored == held
        assert sum(stored.values()) == 0


def test_the_books_lead_to_what_they_count_and_chips_are_no_money(arrive: Arrive, house: Running) -> None:
    held = [house.guest().id for _ in range(2)]
    alter(house, "INSERT INTO balances VALUES ('chips:layout:wallet:x', 700)")
    page = at_console(arrive, house)
    page.get_by_test_id("books").get_by_role("link", name="Wallets").click()
    total = page.get_by_test_id("ledger-sum")
    expect(total).to_have_text("3 accounts · Total $3,000.00")
    assert all(page.locator(f"[data-account='wallet:{person}']").is_visible() for person in held)
    expect(page.get_by_role("search")).to_contain_text("Wallets")
    page.get_by_role("link", name="All accounts").click()
    expect(total).to_have_text("5 accounts · Total $0.00 · $7.00 tournament chips")
    expect(total).to_have_attribute("data-cents", "0")


def test_an_accounts_transfers_come_to_what_it_holds(arrive: Arrive, floor: Running) -> None:
    person, _ = own_round(floor)
    page = at_console(arrive, floor, f"{CONSOLE}/ledger")
    page.get_by_label("Account, person or table").fill(person.name)
    page.keyboard.press("Enter")
    wallet = page.locator(f"[data-account='wallet:{person.id}']")
    expect(wallet).to_contain_text(person.name)
    held = wallet.get_attribute("data-cents")
    wallet.get_by_role("link").click()
    expect(page.locator("main h1")).to_have_text(f"Transfers of wallet:{person.id}")
    expect(page.get_by_test_id("transfer-sums")).to_have_attribute("data-net", str(held))
    expect(page.get_by_test_id("transfers").locator("tbody tr").first).to_contain_text("+$1,000.00")
    with page.expect_download() as coming:
        page.get_by_test_id("csv").click()
    with coming.value.path().open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_api = floor.operator().get(f"/api/v1/audit/transfers?account=wallet:{quote(person.id)}")["transfers"]
    assert [cents(row["amount"]) for row in rows] == [each["cents"] for each in by_api]


# Who may


@pytest.mark.parametrize("path", [CONSOLE, f"{CONSOLE}/ledger", f"{CONSOLE}/journals/house"])
def test_who_has_not_the_office_sees_words_and_no_data(arrive: Arrive, floor: Running, path: str) -> None:
    visitor = come_in(arrive(), staff(floor, "dealer", "Dora Ngaio"))
    page = visitor.go(path)
    expect(page.locator("main")).to_contain_text("This console is for the inspector.")
    expect(page.locator("main")).to_contain_text("You are signed in as Dora Ngaio.")
    page.wait_for_load_state("networkidle")
    assert [each for each in visitor.requests if "/api/v1/audit" in each or "/api/v1/house" in each] == []
    stranger = arrive().go(path)
    expect(stranger.get_by_role("button", name="Sign in")).to_be_visible()


def test_by_keyboard_alone(arrive: Arrive, floor: Running) -> None:
    """From the top of the page to the verdict, and on to a journal."""
    own_round(floor)
    page = at_console(arrive, floor)
    page.get_by_test_id("journals").wait_for()
    tab_to(page, "Verify now")
    page.keyboard.press("Enter")
    page.get_by_test_id("verdict").wait_for(timeout=VERIFY_MILLISECONDS)
    expect(page.get_by_test_id("verify")).to_be_focused()
    tab_to(page, "Kahikatea")
    page.keyboard.press("Enter")
    expect(page.locator("main h1")).to_have_text("Journal: Kahikatea")


def tab_to(page: Page, name: str, most: int = 120) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText || ''").strip().startswith(name):
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def test_axe_finds_nothing(arrive: Arrive, floor: Running) -> None:
    person, played = own_round(floor)
    page = at_console(arrive, floor)
    page.get_by_test_id("journals").wait_for()
    verified(page)
    page.get_by_text("Checked journals").click()
    assert faults_at_both_widths(page) == []
    paths = {
        f"{CONSOLE}/journals/{played.table}?entry=3": "entries",
        f"{CONSOLE}/ledger": "accounts",
        f"{CONSOLE}/transfers?account=wallet:{person.id}": "transfers",
    }
    for path, shown in paths.items():
        page.goto(path)
        page.get_by_test_id(shown).wait_for()
        assert faults_at_both_widths(page) == [], path
