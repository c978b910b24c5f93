"""Rounds played at a real server by request, for pages that show what was played."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from msgspec import Struct

from tests.support.server.real_server import SECONDS, Person, Running

WINDOW = 20
QUICK = {"betting_seconds": WINDOW, "rest": 0}
"""Time enough for the wagers; then the house's clock is moved on."""
SIGN = {"minimum": 5_00, "maximum": 500_00, "smallest_chip": 50}
PLACES: dict[str, list[dict[str, Any]]] = {
    "roulette": [{"kind": "straight up", "numbers": [17]}, {"kind": "red"}],
    "money-wheel": [{"kind": "A"}, {"kind": "B"}],
    "tai-sai": [{"kind": "small"}, {"kind": "any triple"}],
    "blackjack": [{"kind": "box", "numbers": [1]}],
}
NONCE = "{:032x}"


class OwnReceipt(Struct, frozen=True):
    """As the page keeps it."""

    table: str
    number: int
    hash: str
    nonce: str


class Played(Struct, frozen=True):
    table: str
    round: int
    receipts: list[OwnReceipt]

    def kept(self) -> str:
        """What the browser of this player would hold."""
        return msgspec.json.encode(self.receipts).decode()


def quick_table(running: Running, game: str, name: str = "") -> str:
    asked = {"name": name or f"Quick {game}", "game": game, "sign": SIGN, **QUICK}
    made = running.operator().ask("POST", "/api/v1/tables", asked)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


class Player:
    """Somebody who plays whole rounds at one table, and keeps the receipts."""

    def __init__(self, running: Running, person: Person, table: str, game: str) -> None:
        self.running, self.person, self.table, self.game = running, person, table, game
        self.receipts: list[OwnReceipt] = []
        self._keys = 0
        self._do({"act": "buy in", "amount": 200_00})
        if game == "blackjack":
            self._do({"act": "sit", "box": 1})

    def round(self) -> Played:
        [played] = play_side_by_side([self], 1)[0]
        return played

    def wager(self) -> None:
        for place in PLACES[self.game]:
            self._do({"act": "wager", "position": place, "amount": 10_00})

    def play_on(self) -> Played:
        """Until the round is over; a hand at blackjack stands where it may, and has no insurance."""
        before = len(self.receipts) - len(PLACES[self.game])
        wagered, end = self.receipts[-1].number, time.monotonic() + SECONDS
        while (ended := self._latest()) is None or ended["last"] < wagered:
            assert time.monotonic() < end, "the round does not end"
            self._decide()
            time.sleep(0.05)
        return Played(self.table, ended["round"], self.receipts[before:])

    def _latest(self) -> dict[str, Any] | None:
        rounds: list[dict[str, Any]] = self.person.get("/api/v1/me/rounds?most=20")["rounds"]
        return next((each for each in rounds if each["table"] == self.table), None)

    def _decide(self) -> None:
        if self.game != "blackjack":
            return
        legal = self.person.get(f"/api/v1/tables/{self.table}/legal")
        if legal["may_pass"]:
            self.person.ask("POST", f"/api/v1/tables/{self.table}/pass")
        offers = {offer["act"]: offer["fields"] for offer in legal["offers"]}
        for kind in ("stand", "draw"):
            if kind in offers:
                fields = {name: field["choices"][0] for name, field in offers[kind].items() if name != "player"}
                self._do({"act": kind, **fields})
                return

    def _do(self, act: dict[str, Any]) -> None:
        self._keys += 1
        nonce = NONCE.format(self._keys * 0x9E3779B97F4A7C15)
        body = {"act": act, "key": f"{self.table}-{self._keys}", "nonce": nonce}
        answer = self.person.ask("POST", f"/api/v1/tables/{self.table}/acts", body)
        assert answer.status_code == 201, answer.text
        receipt = answer.json()
        self.receipts.append(OwnReceipt(receipt["table"], receipt["number"], receipt["hash"], nonce))


def play_side_by_side(players: list[Player], times: int) -> list[list[Played]]:
    """So many rounds of each, all at tables of one house: the windows of betting end together."""
    played: list[list[Played]] = [[] for _ in players]
    for _ in range(times):
        for each in players:
            each.wager()
        players[0].running.move_on(WINDOW)
        for each, rounds in zip(players, played, strict=True):
            rounds.append(each.play_on())
    return played
