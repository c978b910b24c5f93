"""Players of tournaments who know only what the API tells them: they read the journals and do what is their turn."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import httpx
import msgspec

from croupier.games.acts import Act
from croupier.games.blackjack.acts import Draw, Stand
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.procedure.deciding import decider
from croupier.games.position import Position
from croupier.games.tournament.acts import ReportSession
from croupier.games.tournament.session_table.session import BEGIN, OVER, WAGER
from croupier.games.tournament.session_table.table_acts import TakeSeat
from croupier.games.tournament.session_table.wagering import wager_bounds
from croupier.games.wagers import Wager
from croupier.record import read
from croupier.record.journals.journal import read_entry
from tests.support.server.real_server import SECONDS, Person, Running

API = "/api/v1"
FEE = 20_00
CONDITIONS: dict[str, Any] = {
    "name": "Weta Cup",
    "entry_form": "a name",
    "entry_fee": FEE,
    "chips": 500_00,
    "issue": "free",
    "sign": {"minimum": 10_00, "maximum": 500_00, "smallest_chip": 50},
    "fewest": 4,
    "most": 48,
    "stages": [{"duration": {"measure": "rounds", "count": 2}}],
    "final": {"measure": "rounds", "count": 2},
    "play_off": {"measure": "rounds", "count": 1},
    "prizes": [{"share": 50}, {"share": 30}, {"share": 20}],
    "wager_seconds": 60,
    "notice_seconds": 0,
}
_LINE = "# 0 2026-11-15T00:00:00Z"


class Replica:
    """One journal, followed by its public entries: the bare machine, fed with the same acts."""

    def __init__(self, client: httpx.Client, path: str) -> None:
        self._client, self.path = client, path
        self.state: Any = read(client.get(f"{path}/journal").text).header.table()
        self.number = 0
        self.catch_up()

    def catch_up(self) -> None:
        while True:
            found = self._client.get(f"{self.path}/acts", params={"after": self.number, "most": 1000}).json()
            for entry in found["entries"]:
                if entry["line"]:
                    act = read_entry(self.state.origin.game, f"{entry['line']} {_LINE}").act
                    self.state = self.state.play(act)
                self.number = entry["number"]
            if self.number >= found["number"]:
                return


def next_act(table: Any, random: Random) -> Act | None:
    """What somebody may do at that table now; nothing where only the house or time can move it."""
    if table.step == BEGIN:
        missing = [player for player in table.contenders if player not in table.came]
        return TakeSeat(missing[0]) if missing else None
    if table.step == WAGER:
        player = table.in_turn[0]
        bounds = wager_bounds(table, player)
        steps = random.randint(0, min(6, (bounds.highest - bounds.lowest) // bounds.step))
        return Wager(player, Position("box", (table.box_number(player),)), bounds.lowest + steps * bounds.step)
    if table.step == DECIDE:
        turn = hand_in_turn(table)
        assert turn is not None
        player, box = decider(table, turn[0]), turn[0].number
        return Stand(player, box) if table.refuses(Stand(player, box)) is None else Draw(player, box)
    return None


def command(act: Act) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.to_builtins(act)
    return said


class Field:
    """Those who take part in a tournament, and what they do."""

    def __init__(self, running: Running, people: list[Person], seed: int) -> None:
        self.people = {person.id: person for person in people}
        self.tokens = {person.id: person.token for person in people}
        self.random = Random(seed)
        self.keys = 0
        self.receipts: dict[tuple[str, int], str] = {}
        self.come_to(running)

    def come_to(self, running: Running) -> None:
        """The server may be another one since, at another port."""
        self.client: httpx.Client = running.client()

    def send(self, path: str, player: str, act: dict[str, Any], key: str = "") -> httpx.Response:
        self.keys += 1
        body = {"act": act, "key": key or f"k{self.keys}", "nonce": secrets.token_hex(16)}
        answer = self.ask(path, player, body)
        if answer.status_code == 201:
            receipt = answer.json()
            self.receipts[receipt["table"], receipt["number"]] = receipt["hash"]
        return answer

    def ask(self, path: str, player: str, body: dict[str, Any]) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.tokens[player]}"}
        return self.client.post(f"{path}/acts", json=body, headers=headers)

    def enter(self, id: str) -> None:
        """By two acts each."""
        for player in self.people:
            for act in ({"act": "apply"}, {"act": "pay fee", "amount": FEE}):
                answer = self.send(f"{API}/tournaments/{id}", player, act)
                assert answer.status_code == 201, answer.text
            # At the tables they stand under the tournament's ids.
            self.tokens[self.people[player].id_at(id)] = self.tokens[player]

    def play(self, *ids: str, seconds: float = SECONDS, until: Callable[[], bool] = lambda: False) -> None:
        """Until those tournaments are over."""
        end, replicas = time.monotonic() + seconds, dict[str, Replica]()
        while not until():
            assert time.monotonic() < end, "it does not end"
            shown = [self.client.get(f"{API}/tournaments/{id}").json() for id in ids]
            if all(each["note"]["phase"] not in {"entry", "play"} for each in shown):
                return
            moved = [self._moves(table, replicas) for each in shown for table in self._tables(each)]
            if not any(moved):
                time.sleep(0.02)

    @staticmethod
    def _tables(shown: dict[str, Any]) -> Iterator[str]:
        played = {str(each["number"]) for each in shown["view"]["sessions"] if each["begun"] and not each["tally"]}
        yield from (table for session, table in shown["tables"].items() if session in played)

    def _moves(self, table: str, replicas: dict[str, Replica]) -> bool:
        path = f"{API}/tables/{table}"
        if table not in replicas:
            if self.client.get(path).status_code != 200:
                return False
            replicas[table] = Replica(self.client, path)
        replica = replicas[table]
        replica.catch_up()
        if replica.state.step == OVER or (act := next_act(replica.state, self.random)) is None:
            return False
        self.send(path, act.actor.name, command(act))
        return True


def opened_tournament(running: Running, conditions: dict[str, Any] | None = None, **more: Any) -> str:
    """A tournament that runs itself and starts when it is told to."""
    settled = {**CONDITIONS, **(conditions or {}), "starts": int(time.time() + running.ahead) + 3600}
    asked = {"conditions": settled, "runs_itself": True, "decide": 5}
    answer = running.operator().ask("POST", f"{API}/tournaments", asked | more)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def begun(running: Running, director: Person, id: str) -> None:
    """The director alters the start to this moment (3.8)."""
    now = running.client().get(f"{API}/tournaments/{id}").json()["now"]
    body = {"act": {"act": "alter start", "at": now + 1}, "key": f"now-{id}"}
    answer = director.ask("POST", f"{API}/tournaments/{id}/acts", body)
    assert answer.status_code == 201, answer.text


def by_machine(running: Running, id: str) -> Replica:
    """The bare machines, fed with the acts of the journals: every tally that was reported is the table's own."""
    told = Replica(running.client(), f"{API}/tournaments/{id}")
    shown = running.client().get(f"{API}/tournaments/{id}").json()
    journal = running.client().get(f"{API}/tournaments/{id}/journal").text
    acts = (getattr(entry, "act", None) for entry in read(journal).entries)
    reports = {act.session: act for act in acts if isinstance(act, ReportSession)}
    assert {str(session) for session in reports} == set(shown["tables"])
    for session, table in shown["tables"].items():
        played = Replica(running.client(), f"{API}/tables/{table}")
        last = running.client().get(f"{API}/tables/{table}").json()["hash"]
        assert (reports[int(session)].tally, reports[int(session)].record) == (played.state.tally, last)
    return told
