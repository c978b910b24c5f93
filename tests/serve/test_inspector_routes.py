"""What an inspector reads by request: every journal entry by entry, every account, every transfer, each as CSV too."""

from __future__ import annotations

import csv
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.people.roles import HouseRole
from croupier.floor.store.engines.sqlite import FILE
from tests.support.floor import postgres
from tests.support.page.played_rounds import Player, quick_table
from tests.support.server import wire
from tests.support.server.contestants import FEE, Field, begun, opened_tournament
from tests.support.server.real_server import Person, Running, server, wait_until

pytestmark = pytest.mark.xdist_group("serve-inspector")


CHIPS = 500_00
"""That each player of a tournament is given."""


class House:
    """A house in which two rounds of roulette were played."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.table = quick_table(running, "roulette", "Rata")
        self.ana = running.account("Anahera")
        player = Player(running, self.ana, self.table, "roulette")
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
def database(request: pytest.FixtureRequest) -> str:
    """The name of a database; nothing where the house is in its folder."""
    return postgres.fresh() if request.param == "postgresql" else ""


def options(database: str) -> tuple[str, ...]:
    return ("--database", postgres.url_of(database)) if database else ()


@pytest.fixture(scope="module")
def house(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with server(tmp_path_factory.mktemp("inspected") / "house", *options(database)) as running:
        yield House(running)


@pytest.fixture(scope="module")
def contestants(house: House) -> list[Person]:
    """Four in a session of a tournament, before its first wager: the chips are before them."""
    found = [house.running.guest() for _ in range(4)]
    id = opened_tournament(house.running, {"chips": CHIPS, "wager_seconds": 600})
    Field(house.running, found, seed=5).enter(id)
    begun(house.running, house.running.staff("tournament-director", "Tama"), id)
    wait_until(lambda: house.ask("accounts?about=chips:stack:")["count"] == len(found))
    return found


def alter(folder: Path, database: str, *changes: str) -> None:
    """As somebody does who has the database in his hands, and means to leave no trace."""
    if database:
        postgres.execute("ALTER TABLE journal DISABLE TRIGGER USER", database)
        for sql in changes:
            postgres.execute(sql, database)
        return
    with closing(sqlite3.connect(folder / FILE)) as books:
        for trigger in [row[0] for row in books.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            books.execute(f"DROP TRIGGER {trigger}")
        for sql in changes:
            assert books.execute(sql).rowcount > 0, sql
        books.commit()


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
    answer = house.inspector.client.get("/api/v1/audit/lists/journals")
    assert "content-length" not in answer.headers, "a list of any length is sent a page at a time"


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
    buying, ana = entries[1], house.ana.id_in(house.table)
    assert (buying["act"]["act"], buying["who"], buying["role"]) == ("buy in", ana, "player")
    assert buying["line"] == f"{ana}: buy in 200"
    assert page["names"][ana] == "Anahera"
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


def test_money_and_tournament_chips_are_summed_apart(house: House, contestants: list[Person]) -> None:
    everything = house.ask("accounts?most=500")
    assert (everything["total"], everything["chips"]) == (0, 0)
    stacks = house.ask("accounts?about=chips:stack:")
    assert (stacks["total"], stacks["chips"]) == (0, len(contestants) * CHIPS)
    own = house.ask(f"accounts?about={contestants[0].id}")
    assert (own["total"], own["chips"]) == (1_000_00 - FEE, CHIPS)
    assert {each["currency"] for each in own["accounts"]} == {"money", "tournament chips"}
    assert house.ask(f"accounts?about=wallet:{contestants[0].id}")["chips"] is None, "there is no account of chips"


@pytest.mark.usefixtures("contestants")
def test_a_kind_has_the_accounts_that_the_books_count(house: House) -> None:
    books = house.inspector.get("/api/v1/audit")["balances"]
    assert {kind for kind, each in books.items() if each["accounts"]} >= {"house", "wallet", "stack", "layout", "pool"}
    for kind, counted in books.items():
        found = house.ask(f"accounts?kind={kind}&most=500")
        assert (found["count"], found["total"], found["chips"]) == (counted["accounts"], counted["cents"], None)
        assert {each["account"].split(":")[0] for each in found["accounts"]} <= {kind}
        assert [row["account"] for row in house.rows(f"lists/accounts?kind={kind}")] == [
            each["account"] for each in found["accounts"]
        ]
    assert house.ask("accounts?about=float:")["chips"] < 0, "of floats there are some of chips, too"
    assert house.ask(f"accounts?kind=wallet&about={house.ana.id}")["count"] == 1


def test_capitals_do_not_count_in_the_name_of_an_account(house: House) -> None:
    found = house.ask(f"accounts?about=LAYOUT:{house.table.upper()}")["accounts"]
    assert [each["account"] for each in found] == [f"layout:{house.table}"]


def test_nobody_hides_accounts_by_being_called_as_they_are(house: House) -> None:
    buying = {"act": {"act": "buy in", "amount": 50_00}, "key": "at-roulette-1"}
    assert house.ana.ask("POST", "/api/v1/tables/roulette-1/acts", buying).status_code == 201
    named = house.running.account("roulette-1")
    found = {each["account"] for each in house.ask("accounts?about=roulette-1")["accounts"]}
    assert found >= {f"stack:roulette-1:{house.ana.id}:value", f"wallet:{named.id}"}
    listed = {row["account"] for row in house.rows("lists/accounts?about=roulette-1")}
    assert listed == found


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
        ("accounts?kind=chips", "malformed"),
        ("lists/accounts?kind=nothing", "malformed"),
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
        alter(
            running.folder,
            "",
            "UPDATE journal SET line = replace(line, 'wager 10', 'wager 90')"  # noqa: S608
            f" WHERE stream = '{house.table}' AND number = {number}",
            "UPDATE journal SET line = 'something else altogether' WHERE stream = 'house' AND number = 1",
        )
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


WHIST = "UPDATE journal SET line = replace(line, 'game roulette', 'game whist') WHERE stream = 'roulette-1'"
SETTINGS = "UPDATE tables SET settings = 'none' WHERE id = 'tai-sai-1'"
LETTERS = "UPDATE journal SET line = CAST(x'ff' || CAST(line AS BLOB) AS TEXT) WHERE stream = 'blackjack-1'"

ACCOUNT = "INSERT INTO balances VALUES (CAST(x'77616c6c65743aff' AS TEXT), 0)"


@pytest.mark.parametrize("on_postgresql", [False, True])
def test_no_alteration_brings_down_the_page_that_shows_it(tmp_path: Path, *, on_postgresql: bool) -> None:
    name = postgres.fresh() if on_postgresql else ""
    with server(tmp_path / "house", *options(name)) as running:
        inspector = running.staff("inspector", "Ines")
        buying = {"act": {"act": "buy in", "amount": 100_00}, "key": "in"}
        assert running.guest().ask("POST", "/api/v1/tables/roulette-1/acts", buying).status_code == 201
        known = [each["id"] for each in inspector.get("/api/v1/audit/journals")["journals"]]
        # PostgreSQL itself keeps no letters that are none.
        alter(running.folder, name, WHIST, SETTINGS, *(() if on_postgresql else (LETTERS, ACCOUNT)))
        assert [each["id"] for each in inspector.get("/api/v1/audit/journals")["journals"]] == known
        opening, bought = inspector.get("/api/v1/audit/journals/roulette-1")["entries"]
        assert [opening["is_chained"], bought["is_chained"]] == [False, True]
        assert opening["fault"] == bought["fault"] == "no game is called whist"
        assert "buy in 100" in bought["text"]
        assert inspector.get("/api/v1/audit/journals/tai-sai-1")["entries"][0]["is_chained"]
        if not on_postgresql:
            assert inspector.get("/api/v1/audit/accounts")["accounts"][-1]["account"] == "wallet:\ufffd"
            (first,) = inspector.get("/api/v1/audit/journals/blackjack-1")["entries"]
            assert (first["is_chained"], first["text"][:2]) == (False, "\ufffd#")
        listed = inspector.client.get("/api/v1/audit/lists/accounts")
        assert listed.text.count("\n") == inspector.get("/api/v1/audit/accounts")["count"] + 1
        for journal in ("roulette-1", "tai-sai-1", "blackjack-1"):
            for path in (f"journals/{journal}/list", f"journals/{journal}/text", f"transfers?journal={journal}"):
                assert inspector.client.get(f"/api/v1/audit/{path}").status_code == 200, path
        assert inspector.client.get("/api/v1/audit/lists/journals").text.count("\n") == len(known) + 1
        found = inspector.ask("POST", "/api/v1/audit/verification").json()
        altered = {"roulette-1"} if on_postgresql else {"roulette-1", "blackjack-1"}
        assert {each["stream"] for each in found["breaches"]} >= altered


def test_what_cannot_be_verified_tells_nothing_of_the_machine(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        inspector = running.staff("inspector", "Ines")
        (running.folder / FILE).rename(running.folder / "away")
        answer = inspector.ask("POST", "/api/v1/audit/verification")
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (503, "not_readable")
        assert "no house" in answer.text
        assert str(tmp_path) not in answer.text


def test_rounds_are_named_to_the_end_of_a_long_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.serve.routes.inspection.journals.MOST_ENTRIES", 5)
    monkeypatch.setattr("croupier.serve.routes.inspection.journals.MOST_JOURNALS", 2)

    async def scenario(house: wire.House) -> None:
        inspector, guest = await house.staff(HouseRole.INSPECTOR, "Ines"), await house.guest()
        tables = [await house.table(id=f"r{number}") for number in range(4)]
        await house.act("r1", guest, "in", wire.buy_in(1000_00))
        for number in range(8):
            await house.act("r1", guest, f"w{number}", wire.wager(17, 5_00))
            await house.pass_time("r1", 21)
        answer = await house.ask("GET", "/api/v1/audit/journals/r1/list", inspector)
        rows = list(csv.DictReader(answer.text.splitlines()))
        assert len(rows) > 20
        spins = [row["round"] for row in rows if row["act"].startswith("spin")]
        assert spins == [str(number) for number in range(1, 9)]
        listed = await house.ask("GET", "/api/v1/audit/lists/journals", inspector)
        assert [row["journal"] for row in csv.DictReader(listed.text.splitlines())] == ["house", *tables]

    wire.in_house(tmp_path, scenario)


def test_a_second_verification_waits_for_the_first(house: House) -> None:
    first, second = (house.running.sign_in("Ines") for _ in range(2))
    with ThreadPoolExecutor(1) as threads:
        under_way = threads.submit(first.ask, "POST", "/api/v1/audit/verification")
        wait_until(lambda: house.ask("verification")["is_running"])
        refusal = second.ask("POST", "/api/v1/audit/verification")
        assert (refusal.status_code, refusal.json()["refusal"]["code"]) == (409, "being_verified")
        while not under_way.done():
            seen = house.ask("verification")
            assert 0 <= seen["judged"] <= seen["entries"] or not seen["is_running"]
            time.sleep(0.02)
    assert under_way.result(60).json()["follows"]
