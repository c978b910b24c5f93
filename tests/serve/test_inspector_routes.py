"""What an inspector reads by request: every journal entry by entry, every account, every transfer, each as CSV too."""

from __future__ import annotations

import csv
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest

from croupier.floor.store.sqlite import FILE
from tests.floor import postgres
from tests.page.rounds import Player, quick_table
from tests.serve.running import Person, Running, server

pytestmark = pytest.mark.xdist_group("serve-inspector")


class House:
    """A house in which two rounds of roulette were played."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.table = quick_table(running, "roulette", "Rata")
        self.ana = running.account("Anahera")
        player = Player(self.ana, self.table, "roulette")
        self.rounds = [player.round(), player.round()]
        self.inspector = running.staff("inspector", "Ines")

    def ask(self, path: str) -> Any:
        return self.inspector.get(f"/api/v1/audit/{path}")

    def rows(self, path: str) -> list[dict[str, str]]:
        answer = self.inspector.client.get(f"/api/v1/audit/{path}")
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/csv")
        return list(csv.DictReader(answer.text.splitlines()))


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    options = ("--database", postgres.url_of(postgres.fresh())) if request.param == "postgresql" else ()
    with server(tmp_path_factory.mktemp("inspected") / "house", *options) as running:
        yield House(running)


def refused(person: Person, path: str) -> tuple[int, str]:
    answer = person.client.get(f"/api/v1/audit/{path}")
    return answer.status_code, answer.json()["refusal"]["code"]


# Journals


def test_every_journal_is_listed_with_its_state(house: House) -> None:
    found = {each["id"]: each for each in house.ask("journals")["journals"]}
    assert found["house"]["kind"] == "house"
    rata = found[house.table]
    assert (rata["name"], rata["kind"], rata["state"]) == ("Rata", "table", "open")
    assert (found["cup-1"]["kind"], found["cup-1"]["state"]) == ("tournament", "entry")
    assert (found["roulette-live-1"]["live"], found["roulette-live-1"]["state"]) == (True, "closed")
    rows = {each["journal"]: each for each in house.rows("lists/journals")}
    assert rows.keys() == found.keys()
    assert rows[house.table]["entries"] == str(found[house.table]["number"] + 1)


def test_a_long_list_of_journals_comes_in_pages(house: House) -> None:
    all_of_them = [each["id"] for each in house.ask("journals")["journals"]]
    found, after = [], ""
    while after is not None:
        page = house.ask(f"journals?most=3&after={after}")
        found += [each["id"] for each in page["journals"]]
        after = page["next"]
    assert found == all_of_them == sorted(all_of_them)


def test_an_entry_says_who_what_by_which_clause_and_in_which_round(house: House) -> None:
    page = house.ask(f"journals/{house.table}?most=500")
    entries = page["entries"]
    assert [each["number"] for each in entries] == list(range(page["journal"]["number"] + 1))
    assert all(each["is_chained"] and not each["fault"] for each in entries)
    assert entries[0]["text"].startswith("# 0 ")
    assert "game roulette" in entries[0]["text"]
    buying = entries[1]
    assert (buying["act"]["act"], buying["who"], buying["role"]) == ("buy in", house.ana.id, "player")
    assert buying["line"] == f"{house.ana.id}: buy in 200"
    assert page["names"][house.ana.id] == "Anahera"
    moving = {each["number"] for each in house.ask(f"transfers?journal={house.table}&most=500")["transfers"]}
    assert {each["number"] for each in entries if each["moved"]} == moving
    spins = [each for each in entries if each["act"] and each["act"]["act"] == "spin"]
    assert [each["round"] for each in spins] == [each.round for each in house.rounds]
    assert {each["by"]["clause"] for each in spins} == {"D8 4.4"}
    wager = next(each for each in entries if each["act"] and each["act"]["act"] == "wager")
    assert wager["by"]["clause"] == "D8 3.1"


def test_a_journal_is_read_from_any_entry_on(house: House) -> None:
    whole = house.ask(f"journals/{house.table}?most=500")["entries"]
    some = house.ask(f"journals/{house.table}?first=3&most=2")["entries"]
    assert some == whole[3:5]
    assert house.ask(f"journals/{house.table}?first=100000")["entries"] == []
    rows = house.rows(f"journals/{house.table}/list")
    assert [(row["number"], row["hash"]) for row in rows] == [(str(each["number"]), each["hash"]) for each in whole]
    text = house.inspector.client.get(f"/api/v1/audit/journals/{house.table}/text").text
    assert text == house.inspector.client.get(f"/api/v1/tables/{house.table}/journal").text


def test_the_houses_own_journal_names_people(house: House) -> None:
    page = house.ask("journals/house?most=500")
    granted = next(each for each in page["entries"] if each["note"] == f"grant 1000 to {house.ana.id}")
    assert granted["act"] is None
    assert page["names"][house.ana.id] == "Anahera"


@pytest.mark.parametrize("journal", ["nothing", "%00", "no/such", "rou%25"])
def test_a_journal_that_is_not_there_is_refused(house: House, journal: str) -> None:
    assert refused(house.inspector, f"journals/{journal}")[0] == 404


# The ledger


def test_all_accounts_sum_to_nothing_and_stand_in_the_file(house: House) -> None:
    found = house.ask("accounts?most=500")
    assert found["total"] == 0
    assert found["count"] == len(found["accounts"])
    assert sum(each["cents"] for each in found["accounts"]) == 0
    rows = house.rows("lists/accounts")
    assert {row["account"]: row["amount"] for row in rows} == {
        each["account"]: f"{each['cents'] // 100}.{each['cents'] % 100:02}"
        if each["cents"] >= 0
        else f"-{-each['cents'] // 100}.{-each['cents'] % 100:02}"
        for each in found["accounts"]
    }


def test_accounts_are_found_by_person_and_by_table(house: House) -> None:
    by_name = house.ask("accounts?about=anahera")
    assert {each["account"] for each in by_name["accounts"]} >= {
        f"wallet:{house.ana.id}",
        f"stack:{house.table}:{house.ana.id}:value",
    }
    assert {each["person"] for each in by_name["accounts"]} == {house.ana.id}
    assert by_name["names"] == {house.ana.id: "Anahera"}
    at_table = house.ask(f"accounts?about={house.table}")
    assert {each["account"] for each in at_table["accounts"]} >= {
        f"stack:{house.table}:{house.ana.id}:value",
        f"layout:{house.table}",
    }
    assert house.ask("accounts?about=%25")["accounts"] == [], "no letter stands for others"
    assert house.ask("accounts?about=_")["accounts"] == []


def test_accounts_come_in_pages(house: House) -> None:
    whole = house.ask("accounts?most=500")["accounts"]
    found, after = [], ""
    while after is not None:
        page = house.ask(f"accounts?most=2&after={after}")
        found += page["accounts"]
        after = page["next"]
    assert found == whole


def test_the_transfers_of_an_account_come_to_its_balance(house: House) -> None:
    for account in (f"wallet:{house.ana.id}", f"layout:{house.table}", "house"):
        held = next(each["cents"] for each in house.ask("accounts?most=500")["accounts"] if each["account"] == account)
        found, after = [], ""
        while after is not None:
            page = house.ask(f"transfers?account={account}&most=3&after={after}")
            found += page["transfers"]
            after = page["next"]
        assert sum(each["cents"] if each["credit"] == account else -each["cents"] for each in found) == held
        rows = house.rows(f"lists/transfers?account={account}")
        assert [(row["stream"], row["number"], row["part"]) for row in rows] == [
            (each["journal"], str(each["number"]), str(each["part"])) for each in found
        ]


def test_the_transfers_of_a_round_are_those_of_its_entries(house: House) -> None:
    notes = house.running.client().get(f"/api/v1/tables/{house.table}/rounds").json()["rounds"]
    for note in notes:
        path = f"transfers?journal={house.table}&first={note['first']}&last={note['last']}"
        found = house.ask(path)["transfers"]
        assert found
        assert {each["journal"] for each in found} == {house.table}
        assert all(note["first"] <= each["number"] <= note["last"] for each in found)
        into = sum(each["cents"] for each in found if each["credit"] == f"layout:{house.table}")
        out = sum(each["cents"] for each in found if each["debit"] == f"layout:{house.table}")
        assert into == out, "what comes to the layout in a round leaves it again"
        assert len(house.rows(f"lists/{path}")) == len(found)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("transfers", "account_or_journal"),
        ("lists/transfers", "account_or_journal"),
        ("transfers?account=house&after=x", "malformed"),
        ("transfers?account=house&after=a%20-1%20b", "malformed"),
        ("transfers?account=%00", "malformed"),
        ("accounts?about=%00", "malformed"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(house: House, path: str, code: str) -> None:
    assert refused(house.inspector, path) == (400, code)


# Verification


def test_how_far_a_verification_has_come_is_told(house: House) -> None:
    assert house.ask("verification") == {"is_running": False, "began": 0, "judged": 0, "entries": 0}
    answer = house.inspector.ask("POST", "/api/v1/audit/verification").json()
    assert answer["follows"]
    assert house.ask("verification")["is_running"] is False


def test_an_altered_line_is_shown_and_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    with server(tmp_path_factory.mktemp("altered") / "house") as running:
        house = House(running)
        page = house.ask(f"journals/{house.table}?most=500")
        number = next(each["number"] for each in page["entries"] if each["act"] and each["act"]["act"] == "wager")
        with closing(sqlite3.connect(running.folder / FILE)) as books:
            for trigger in [row[0] for row in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
                books.execute(f"DROP TRIGGER {trigger}")
            changed = "UPDATE journal SET line = replace(line, 'wager 10', 'wager 90') WHERE stream = ? AND number = ?"
            books.execute(changed, (house.table, number))
            unread = "UPDATE journal SET line = 'something else altogether' WHERE stream = 'house' AND number = 1"
            books.execute(unread)
            books.commit()
        altered = house.ask(f"journals/{house.table}?first={number}&most=2")["entries"]
        assert [each["is_chained"] for each in altered] == [False, True]
        assert "wager 90" in altered[0]["text"]
        gone = house.ask("journals/house?first=1&most=1")["entries"][0]
        assert (gone["is_chained"], gone["line"], gone["time"]) == (False, "", 0)
        assert gone["fault"]
        found = house.inspector.ask("POST", "/api/v1/audit/verification").json()
        named = [(each["stream"], each["number"]) for each in found["breaches"]]
        assert named[:2] == [("house", 1), (house.table, number)]
        assert len(house.rows("journals/house/list")) > 1, "what cannot be read is listed too"


def test_a_second_verification_waits_for_the_first(house: House) -> None:
    """Two at once: one is done, and the other is refused or, where it came when the first was over, done too."""
    others = [house.running.sign_in("Ines") for _ in range(2)]
    with ThreadPoolExecutor(2) as threads:
        begun = [threads.submit(each.ask, "POST", "/api/v1/audit/verification") for each in others]
        seen: list[dict[str, Any]] = []
        while not all(each.done() for each in begun):
            seen.append(house.ask("verification"))
            time.sleep(0.02)
    codes = sorted(each.result().status_code for each in begun)
    assert codes in ([200, 409], [200, 200])
    running = [each for each in seen if each["is_running"]]
    assert all(0 <= each["judged"] <= each["entries"] for each in running if each["entries"])
    assert running, "while it is judged, that is told"
