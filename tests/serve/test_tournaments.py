"""Tournaments through the API of a real server: a whole one, kills in the middle of one, refusals."""

from __future__ import annotations

import csv
import io
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random, SystemRandom

import httpx
import pytest
from websockets.sync.client import connect

from croupier.games.tournament.state import Phase
from tests.support.process import in_this_process
from tests.support.server.contestants import API, CONDITIONS, FEE, Field, begun, by_machine, opened_tournament
from tests.support.server.faulty_server import PLACES
from tests.support.server.real_server import Person, Running, server, wait_until

pytestmark = pytest.mark.xdist_group("serve-tournaments")
NEWCOMER = 1_000_00


def _wallets(people: list[Person]) -> dict[str, int]:
    return {person.id: person.get(f"{API}/me")["money"]["wallet"] for person in people}


def _follows(folder: Path) -> None:
    ended = in_this_process("verify", str(folder), "--json")
    assert ended.status == 0, ended.out
    assert ended.document["checked"]["total"] == 0


def test_many_players_from_entry_to_prizes(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """In the plain run sixteen, at three tables; in the long one 48."""
    folder, players = tmp_path / "house", 48 if request.config.getoption("--long") else 16
    with server(folder) as running:
        people = [running.guest() for _ in range(players)]
        id = opened_tournament(running)
        field = Field(running, people, seed=5)
        field.enter(id)

        def entered() -> tuple[int, int]:
            note = running.client().get(f"{API}/tournaments/{id}").json()["note"]
            return note["players"], note["pool"]

        # The house accepts an entry by itself, just after its fee.
        wait_until(lambda: entered() == (players, players * FEE))
        begun(running, running.staff("tournament-director", "Tama"), id)
        field.play(id)
        done = running.client().get(f"{API}/tournaments/{id}").json()
        machine = by_machine(running, id).state
        assert (machine.phase, done["note"]["phase"]) == (Phase.OVER, "over")
        placed = [(each["place"], tuple(each["players"])) for each in done["view"]["placings"]]
        assert placed == [(each.place, each.players) for each in machine.placings]
        prizes = {award["player"]: award["money"] for award in done["view"]["awards"]}
        assert prizes == {award.player: award.money for award in machine.awards}
        assert sum(prizes.values()) == players * FEE
        assert _wallets(people) == {each.id: NEWCOMER - FEE + prizes.get(each.id_at(id), 0) for each in people}
        audit = running.operator().get(f"{API}/audit")
        assert (audit["conserved"], audit["chips"], audit["balances"]["pool"]["cents"]) == (True, 0, 0)
        _check_lists(running, id, players, prizes)
        assert running.stop() == 0
    _follows(folder)
    with server(folder) as again:
        # The start has left it unread: it is loaded now.
        owner = again.client(Authorization=f"Bearer {people[0].token}")
        assert owner.get(f"{API}/tournaments/{id}").json() | {"now": 0} == done | {"now": 0}
        assert [note["id"] for note in owner.get(f"{API}/tournaments/over").json()["tournaments"]] == [id]
        assert owner.get(f"{API}/tournaments/over", params={"before": id}).json()["tournaments"] == []


def _check_lists(running: Running, id: str, players: int, prizes: dict[str, int]) -> None:
    operator = running.operator()

    def rows(kind: str) -> list[dict[str, str]]:
        answer = operator.ask("GET", f"{API}/tournaments/{id}/lists/{kind}")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        return list(csv.DictReader(io.StringIO(answer.text, newline="")))

    standings = rows("standings")
    won = {row["player"]: round(float(row["prize"]) * 100) for row in standings if row["prize"] != "0"}
    assert won == prizes
    entries = rows("entries")
    assert len(entries) == players
    assert {row["fee paid"] for row in entries} == {"20"}
    assert all(row["clause"].startswith("D7 ") for row in entries)


def _number_of_kills(request: pytest.FixtureRequest) -> int:
    return 200 if request.config.getoption("--long") else 3


def test_kills_in_the_middle_of_a_tournament(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """At its own places and from outside; each time it goes on, and in the end nobody has lost or won a cent by it."""
    folder, is_long = tmp_path / "house", request.config.getoption("--long")
    random = Random(SystemRandom().getrandbits(32) if is_long else 3)
    with server(folder) as running:
        people = [running.guest() for _ in range(8)]
        director = running.staff("tournament-director", "Tama")
        id = opened_tournament(running, {"final": {"measure": "rounds", "count": 4}})
        field = Field(running, people, seed=4)
        field.enter(id)
        begun(running, director, id)
        running.kill()
    for _ in range(_number_of_kills(request)):
        _until_killed(folder, field, id, random.choice(PLACES), random.randint(1, 25))
        _follows(folder)
    with server(folder) as running:
        field.come_to(running)
        field.play(id)
        done = running.client().get(f"{API}/tournaments/{id}").json()
        machine = by_machine(running, id).state
        prizes = {award.player: award.money for award in machine.awards}
        assert prizes == {award["player"]: award["money"] for award in done["view"]["awards"]}
        assert sum(prizes.values()) == 8 * FEE
        for person in people:
            client = running.client(Authorization=f"Bearer {person.token}")
            player = client.get(f"{API}/tournaments/{id}/entry").json()["player"]
            money = client.get(f"{API}/me").json()["money"]
            assert money["wallet"] == NEWCOMER - FEE + prizes.get(player, 0)
    receipts = tmp_path / "receipts"
    receipts.write_text("".join(f"{table} {number} {hash}\n" for (table, number), hash in field.receipts.items()))
    ended = in_this_process("verify", str(folder), "--receipts", str(receipts), "--json")
    assert ended.status == 0, ended.out
    assert ended.document["checked"]["receipts"] == len(field.receipts)


def _until_killed(folder: Path, field: Field, id: str, place: str, calls: int) -> None:
    """A server that dies at that place when it comes there for the so-manieth time; or after a few seconds."""
    try:
        running = Running(folder, command=("-m", "tests.support.server.faulty_server", place, str(calls), "serve"))
    except AssertionError as died:
        assert f"ended with {-signal.SIGKILL}" in str(died)  # noqa: PT017  it came there before it opened
        return
    end = time.monotonic() + 1.5
    try:
        field.come_to(running)
        field.play(id, until=lambda: time.monotonic() > end)
    except (httpx.HTTPError, KeyError):  # it is gone, or was going
        running.process.wait(10)
        assert running.process.returncode == -signal.SIGKILL, running.log()[-2000:]
    finally:
        running.kill()


# What is refused, and what is told


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("tournaments") / "house") as running:
        yield running


def test_a_newcomer_enters_the_ready_floors_tournament_by_two_acts(house: Running) -> None:
    guest = house.guest()
    for act in ({"act": "apply"}, {"act": "pay fee", "amount": 20_00}):
        answer = guest.ask("POST", f"{API}/tournaments/cup-1/acts", {"act": act, "key": str(len(act))})
        assert answer.status_code == 201, answer.text
    end = time.monotonic() + 10
    while guest.get(f"{API}/tournaments/cup-1/entry")["entry"]["status"] != "player":
        assert time.monotonic() < end
    assert guest.get(f"{API}/me")["money"]["wallet"] == NEWCOMER - 20_00
    shown = house.client().get(f"{API}/tournaments/cup-1").json()
    assert shown["names"][guest.id_in("cup-1")] == guest.name
    assert len(shown["seal"]) == 64
    assert house.client().get(f"{API}/tournaments/cup-1/entry").status_code == 401


def test_conditions_as_a_file_and_their_faults_with_line_and_column(house: Running) -> None:
    text = Path("examples/conditions.toml").read_text()
    asked = {"conditions": text, "live": True}
    made = house.operator().ask("POST", f"{API}/tournaments", asked)
    if made.status_code != 201:  # the example starts on a day that may have gone by
        assert made.json()["refusal"]["code"] == "has_started", made.text
    bad = text.replace("[limits]", "[limit]", 1)
    assert bad != text
    refusal = house.operator().ask("POST", f"{API}/tournaments", {"conditions": bad}).json()["refusal"]
    assert refusal["code"] == "bad_conditions"
    line = next(place for place, said in enumerate(bad.splitlines(), start=1) if said.startswith("[limit]"))
    assert f"{line}:" in refusal["why"]


@pytest.mark.parametrize(
    ("wishes", "more", "code"),
    [
        ({"starts": 1}, {}, "has_started"),
        ({"wager_seconds": None}, {}, "no_wager_seconds"),
        ({"prizes": []}, {}, "incomplete"),
        ({"issue": "sold"}, {}, "needs_director"),
        ({}, {"live": True}, "needs_director"),
        ({}, {"decide": 1}, "bad_pace"),
        ({}, {"again_after": -1}, "bad_pause"),
        ({"sign": {"minimum": 10_00, "maximum": 5_00}}, {}, "bad_conditions"),
        ({"chips": 1_00}, {}, "bad_limits"),
        ({"entry_fee": -1}, {}, "bad_fee"),
        ({"no such field": 1}, {}, "malformed"),
    ],
)
def test_a_tournament_that_the_house_or_the_rules_do_not_know(
    house: Running, wishes: dict[str, object], more: dict[str, object], code: str
) -> None:
    settled = {**CONDITIONS, "starts": int(time.time()) + 3600, **wishes}
    answer = house.operator().ask("POST", f"{API}/tournaments", {"conditions": settled, "runs_itself": True, **more})
    assert (answer.json()["refusal"]["code"], answer.status_code < 500) == (code, True)


def test_tables_and_tournaments_are_not_taken_for_one_another(house: Running) -> None:
    client = house.client()
    assert client.get(f"{API}/tables/cup-1").json()["refusal"]["code"] == "no_such_table"
    assert client.get(f"{API}/tournaments/roulette-1").json()["refusal"]["code"] == "no_such_tournament"
    assert "cup-1" not in {table["id"] for table in client.get(f"{API}/tables").json()["tables"]}
    act = {"act": {"act": "apply"}, "key": "x1"}
    assert house.guest().ask("POST", f"{API}/tables/cup-1/acts", act).status_code == 404


@pytest.mark.parametrize("act", ["set time", "report session", "draw seat"])
def test_nobody_sets_the_time_draws_or_reports(house: Running, act: str) -> None:
    for person in (house.operator(), house.guest()):
        body = {"act": {"act": act}, "key": "_".join(act.split())}
        answer = person.ask("POST", f"{API}/tournaments/cup-1/acts", body)
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (400, "no_such_act")


def test_a_socket_tells_what_happens_in_a_tournament(house: Running) -> None:
    guest, path = house.guest(), f"{API}/tournaments/cup-1/socket"
    headers = {"Authorization": f"Bearer {guest.token}"}
    with connect(house.url.replace("http", "ws", 1) + path, additional_headers=headers) as socket:
        first = socket.recv(timeout=10)
        assert '"type":"snapshot"' in first
        socket.send('{"type": "act", "act": {"act": "apply"}, "key": "s1"}')
        seen = ""
        while "notify" not in seen or "receipt" not in seen:
            seen += str(socket.recv(timeout=10))
        assert f"{guest.id_at('cup-1')}: apply" in seen
        assert guest.name in seen


def test_a_name_that_a_spreadsheet_would_reckon_with_is_text(house: Running) -> None:
    person = house.account("=1+1 Tui")
    assert person.ask("POST", f"{API}/tournaments/cup-1/acts", {"act": {"act": "apply"}, "key": "a"}).status_code == 201
    text = house.operator().ask("GET", f"{API}/tournaments/cup-1/lists/entries").text
    assert "'=1+1 Tui" in text
    assert ",=1" not in text
