"""A tournament as the room and its director see it: one answer for the screen, one for the desk, a code for phones."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.support.server.contestants import API, FEE, Field, opened_tournament
from tests.support.server.real_server import Person, Running, server, wait_until

pytestmark = pytest.mark.xdist_group("serve-tournaments")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("rooms") / "house") as running:
        yield running


class Directed:
    """A tournament of four that a director conducts."""

    def __init__(self, house: Running) -> None:
        self.house, self.director = house, house.staff("tournament-director", f"Tama {time.monotonic_ns()}")
        self.operator = house.operator()
        self.people = [house.guest() for _ in range(4)]
        self.id = opened_tournament(house, {"notice_seconds": 0}, runs_itself=False, decide=5)
        self.path = f"{API}/tournaments/{self.id}"
        self.field = Field(house, self.people, seed=3)

    def act(self, person: Person, path: str, kind: str, **fields: Any) -> None:
        body = {"act": {"act": kind, **fields}, "key": secrets.token_hex(8)}
        answer = person.ask("POST", f"{path}/acts", body)
        assert answer.status_code == 201, answer.text

    @staticmethod
    def consider(person: Person, path: str, kind: str, **fields: Any) -> Any:
        """What it would do, or the refusal."""
        body = {"act": {"act": kind, **fields}, "key": "look"}
        answer = person.ask("POST", f"{path}/consider", body)
        assert answer.status_code in {200, 409}, answer.text
        return answer.json()

    def shown(self) -> Any:
        return self.house.client().get(self.path).json()

    def work(self) -> Any:
        return self.director.get(f"{self.path}/working")

    def offered(self) -> set[str]:
        return {each["act"] for each in self.director.get(f"{self.path}/legal")["offers"]}

    def accepted(self) -> None:
        self.field.enter(self.id)
        self.accept()

    def accept(self) -> None:
        for person in self.people:
            self.act(self.operator, self.path, "notify applicant", player=person.id)
            self.act(self.operator, self.path, "accept entry", player=person.id)

    def started(self) -> str:
        """The table of its only session."""
        self.act(self.director, self.path, "alter start", at=self.shown()["now"] + 2)
        self.act(self.director, self.path, "attendance", present=True)
        self.act(self.operator, self.path, "set tables", sizes=[4])
        wait_until(lambda: not self.work()["draws"])
        # The starting time has come meanwhile, and nobody has done anything since: it is offered nevertheless.
        wait_until(lambda: "start session" in self.offered(), seconds=5)
        self.act(self.director, self.path, "start session", session=1)
        wait_until(lambda: self.shown()["play"] and self.shown()["play"][0]["stacks"])
        return str(self.shown()["play"][0]["table"])


def test_what_the_director_has_on_the_desk(house: Running) -> None:
    cup = Directed(house)
    cup.field.enter(cup.id)
    work = cup.work()
    assert [(each["status"], each["paid"], each["notified"]) for each in work["entries"]] == [
        ("applicant", FEE, False)
    ] * 4
    assert [(each["what"], each["role"]) for each in work["due"]] == [("apply for entry", "player")]
    assert work["rules"]["notify applicant"]["clause"] == "D7 3.7"
    assert "in writing" in work["rules"]["notify applicant"]["gist"]
    assert {each["ground"]: each["by"]["clause"] for each in work["grounds"]}["concealed chips"] == "D7 5.12"
    assert cup.people[0].ask("GET", f"{cup.path}/working").status_code == 403
    (warning,) = work["warnings"]
    assert "a final of 2: fewer than 4" in warning, "one of each table goes on, and two tables are possible"
    assert (work["remarks"], work["last_stage"]) == ([], [])


def test_the_room_sees_who_is_late_who_wagers_first_and_all_chips(house: Running) -> None:
    cup = Directed(house)
    cup.accepted()
    table = cup.started()
    seats = cup.shown()["view"]["sessions"][0]["seats"]
    cup.act(cup.people[0], f"{API}/tables/{table}", "take seat")
    before = cup.shown()["play"][0]
    assert (before["begun"], before["marker"], before["order"]) == (False, 0, [])
    assert set(before["missing"]) == {each.id_at(cup.id) for each in cup.people[1:]}
    for person in cup.people[1:]:
        cup.act(person, f"{API}/tables/{table}", "take seat")
    cup.act(cup.director, f"{API}/tables/{table}", "begin session")
    wait_until(lambda: cup.shown()["play"][0]["order"])
    first = cup.shown()["play"][0]
    assert (first["marker"], first["order"], first["missing"]) == (1, seats, [])
    in_turn = next(each for each in cup.people if each.id_at(cup.id) == seats[0])
    cup.act(in_turn, f"{API}/tables/{table}", "wager", position={"kind": "box", "numbers": [1]}, amount=30_00)
    then = cup.shown()["play"][0]
    assert then["order"] == seats[1:]
    assert [(each["box"], each["chips"], each["staked"]) for each in then["stacks"]] == [
        (1, 470_00, 30_00),
        *((box, 500_00, 0) for box in (2, 3, 4)),
    ]
    listed = cup.director.ask("GET", f"{cup.path}/lists/chips").text.splitlines()
    assert listed[1].split(",")[-4:] == ["470", "30", "playing", "yes"]
    assert [line.split(",")[:5] for line in listed[1:]] == [
        ["1", table, "0", str(box), player] for box, player in enumerate(seats, start=1)
    ]


def test_a_tournaments_table_tells_its_game_as_blackjack(house: Running) -> None:
    cup = Directed(house)
    cup.accepted()
    table = cup.started()
    shown = house.client().get(f"{API}/tables/{table}").json()
    assert (shown["tournament"], shown["session"], shown["game"]) == (cup.id, 1, "tournament-table")
    answer = house.client().get(f"{API}/tables/{table}/game")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["game"], told["boxes"], told["decks"], told["super_sevens"]) == ("blackjack", 7, 8, None)


# What an act would do


def _wallets(people: list[Person]) -> list[int]:
    return [person.get(f"{API}/me")["money"]["wallet"] for person in people]


def test_what_an_act_would_do_in_a_tournament_is_seen_before_it_is_done(house: Running) -> None:
    cup = Directed(house)
    cup.field.enter(cup.id)
    number, first = cup.shown()["number"], cup.people[0].id_at(cup.id)
    off = cup.consider(cup.operator, cup.path, "cancel tournament", reason="the hall is flooded")
    assert (off["number"], off["change"]["phase"]) == (number, "did not proceed")
    assert {(each["debit"], each["credit"], each["amount"]) for each in off["change"]["moved"]} == {
        (f"pool:{cup.id}", f"wallet:{person.id_at(cup.id)}", FEE) for person in cup.people
    }
    assert {each["status"] for each in off["change"]["entries"]} == {"sent home"}
    assert cup.shown()["number"] == number
    cup.accept()
    number = cup.shown()["number"]
    late = cup.consider(cup.operator, cup.path, "cancel tournament", reason="the hall is flooded")
    assert late["change"]["phase"] == "did not proceed", "though as many have come as the conditions ask for (T38)"
    assert {each["rule"]["ruling"] for each in late["change"]["entries"]} == {"T38"}
    ground = {"ground": "broke the rules", "reason": "a second phone"}
    out = cup.consider(cup.director, cup.path, "disqualify", player=first, **ground)["change"]
    assert [(each["player"], each["status"]) for each in out["entries"]] == [(first, "disqualified")]
    assert (out["moved"], out["pool"]) == ([], 4 * FEE), "the fee stays in the pool (3.6)"
    set_tables = cup.consider(cup.operator, cup.path, "set tables", sizes=[4])["change"]
    assert [(each["number"], each["seats"]) for each in set_tables["sessions"]] == [(1, [""] * 4)]
    assert set_tables["to_seat"] == 4
    assert [each["what"] for each in set_tables["due"]] == ["draw the next seat"]
    early = cup.consider(cup.director, cup.path, "start session", session=1)
    assert early["refusal"]["rule"].startswith("D7 ")
    # Looked at, and not done.
    assert (cup.shown()["number"], cup.shown()["view"]["phase"]) == (number, "entry")
    assert _wallets(cup.people) == [1_000_00 - FEE] * 4


def test_what_ends_the_final_says_first_whose_the_prizes_are(house: Running) -> None:
    """Of four three are disqualified at the table: before the third it is seen that the fourth takes all (T31)."""
    cup = Directed(house)
    cup.accepted()
    table = f"{API}/tables/{cup.started()}"
    for person in cup.people:
        cup.act(person, table, "take seat")
    cup.act(cup.director, table, "begin session")
    *out, third, winner = cup.people
    won = winner.get(f"{cup.path}/entry")["player"]
    ground = {"ground": "concealed chips", "reason": "in a pocket"}
    for person in out:
        seen = cup.consider(cup.director, table, "disqualify", player=person.id, **ground)
        assert seen["tournament"] is None, "the session goes on"
        cup.act(cup.director, table, "disqualify", player=person.id, **ground)
    seen = cup.consider(cup.director, table, "disqualify", player=third.id, **ground)["tournament"]
    assert seen["phase"] == "decided"
    assert [(each["player"], each["money"]) for each in seen["awards"]] == [(won, 4 * FEE)]
    assert seen["moved"] == []
    assert _wallets([winner]) == [1_000_00 - FEE]
    cup.act(cup.director, table, "disqualify", player=third.id, **ground)
    wait_until(lambda: cup.shown()["view"]["phase"] == "decided")
    assert cup.shown()["view"]["awards"] == seen["awards"]
    assert _wallets([winner]) == [1_000_00 - FEE]
    paying = cup.consider(cup.director, cup.path, "pay prizes")["change"]
    assert paying["phase"] == "over"
    assert [(each["credit"], each["amount"]) for each in paying["moved"]] == [(f"wallet:{won}", 4 * FEE)]
    cup.act(cup.director, cup.path, "pay prizes")
    assert cup.shown()["view"]["phase"] == "over"
    assert _wallets(cup.people) == [1_000_00 - FEE] * 3 + [1_000_00 + 3 * FEE]


def test_the_director_holds_the_game_and_takes_a_mistake_back(house: Running) -> None:
    """Each is looked at first, and then done (rulings T35, T47)."""
    cup = Directed(house)
    cup.accepted()
    table = f"{API}/tables/{cup.started()}"
    for person in cup.people:
        cup.act(person, table, "take seat")
    cup.act(cup.director, table, "begin session")
    wait_until(lambda: cup.shown()["play"][0]["order"])
    held = cup.consider(cup.director, table, "pause play", reason="a fire alarm")
    assert "refusal" not in held, held
    cup.act(cup.director, table, "pause play", reason="a fire alarm")
    assert house.client().get(table).json()["view"]["is_paused"] is True
    assert cup.consider(cup.director, table, "pause play", reason="again")["refusal"]["code"] == "paused"
    cup.act(cup.director, table, "resume play")
    assert house.client().get(table).json()["view"]["is_paused"] is False
    last = cup.people[-1].id_at(cup.id)
    cup.act(cup.director, table, "disqualify", player=last, ground="took advice", reason="from the rail")
    seen = cup.consider(cup.director, table, "reinstate", player=last, reason="it was a stranger")
    assert "refusal" not in seen, seen
    cup.act(cup.director, table, "reinstate", player=last, reason="it was a stranger")
    assert {each["standing"] for each in cup.shown()["play"][0]["stacks"]} == {"playing"}
    nothing = {"rounds": 2, "minimum": 10_00, "counts": []}
    early = cup.consider(cup.director, cup.path, "correct tally", session=1, tally=nothing, reason="a miscount")
    assert (early["refusal"]["clause"], early["refusal"]["code"]) == ("D7 6.4", "no_such_session")


# One's own entry


def _told(line: ClientConnection) -> Any:
    """The next that is one's own."""
    while (message := json.loads(line.recv(timeout=20)))["type"] not in {"snapshot", "you"}:
        pass
    return message


def test_a_player_is_told_of_the_own_entry_at_once_and_nobody_else_is(house: Running) -> None:
    cup = Directed(house)
    ana, ben = cup.people[:2]
    address = f"{house.url.replace('http', 'ws', 1)}{cup.path}/socket"
    lines = [connect(address, additional_headers={"Authorization": f"Bearer {each.token}"}) for each in (ana, ben)]
    with lines[0] as own, lines[1] as other:
        assert (_told(own).get("entry"), _told(other).get("entry")) == (None, None)
        cup.act(ana, cup.path, "apply")
        assert _told(own)["entry"]["status"] == "applicant"
        cup.act(ana, cup.path, "pay fee", amount=FEE)
        assert _told(own)["entry"]["paid"] == FEE
        cup.act(cup.operator, cup.path, "notify applicant", player=ana.id)
        assert _told(own)["entry"]["notified"]
        cup.act(cup.operator, cup.path, "accept entry", player=ana.id)
        assert _told(own)["entry"]["status"] == "player"
        cup.act(ben, cup.path, "apply")
        first = _told(other)
        assert (first["entry"]["player"], first["entry"]["status"]) == (
            ben.get(f"{cup.path}/entry")["player"],
            "applicant",
        )
    with connect(address, additional_headers={"Authorization": f"Bearer {ana.token}"}) as again:
        assert _told(again)["entry"]["status"] == "player"


def test_a_code_for_the_phones_in_the_room(house: Running) -> None:
    path = f"{API}/tournaments/cup-1/address.svg"
    refused = house.client().get(path)
    assert (refused.status_code, refused.json()["refusal"]["code"]) == (404, "only_here")
    nothing = house.client().get(f"{API}/tournaments/no-such/address.svg").json()
    assert nothing["refusal"]["code"] == "no_such_tournament"


def test_the_code_leads_to_the_tournament(tmp_path: Path) -> None:
    with server(tmp_path / "house", "--host", "0.0.0.0") as running:  # noqa: S104
        room = running.client().get(f"{API}/address").json()["address"]
        answer = running.client().get(f"{API}/tournaments/cup-1/address.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert f"<title>{room}/tournaments/cup-1</title>" in answer.text
