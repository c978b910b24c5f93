"""A tournament of twelve in play, for the pictures: live tables whose cards are chosen, seats that are given."""

from __future__ import annotations

import secrets
from typing import Any

from croupier.games.tournament.session_table.session import WAGER
from tests.support.page.consoles import staff
from tests.support.page.director import LOSES, STANDS_OFF, WINS, Evening, Plan
from tests.support.server.contestants import API, FEE, opened_tournament
from tests.support.server.real_server import Person, Running, wait_until

NAMES = (
    *("Aroha", "Bruno", "Chloe", "Dev", "Emere", "Farid"),
    *("Grace", "Hōne", "Ines", "Jack", "Kahu", "Lena"),
)
TABLE = 6
RESULTS = (WINS, LOSES, WINS, STANDS_OFF, LOSES, WINS)
WAGERS = (40_00, 25_00, 75_00, 10_00, 60_00, 20_00)
BEFORE_LAST = 2
WAGERED = 2
"""Rounds that were played, and players who have wagered in the next one."""


class Cup:
    def __init__(self, running: Running) -> None:
        self.running = running
        self.people = [running.account(name) for name in NAMES]
        self.director = staff(running, "tournament-director", "Tama")
        self.operator = running.operator()
        running.give_role(self.director, "operator")
        conditions = {
            "name": "Kererū Cup",
            "most": 14,
            "stages": [{"duration": {"measure": "rounds", "count": 8}, "advance": 2}],
            "wager_seconds": None,
        }
        self.id = opened_tournament(running, conditions, runs_itself=False, live=True, decide=600)
        self.path = f"{API}/tournaments/{self.id}"
        self._entered()
        self._seated()
        dealers = staff(running, "dealer", "Dora"), staff(running, "game-supervisor", "Sven")
        self.evening = Evening(running, self.id, self.people, *dealers)
        self._played()

    @property
    def first(self) -> Person:
        return self.people[0]

    def act(self, person: Person, kind: str, *, path: str = "", role: str | None = None, **fields: Any) -> None:
        body = {"act": {"act": kind, **fields}, "key": secrets.token_hex(8), "as": role}
        answer = person.ask("POST", f"{path or self.path}/acts", body)
        assert answer.status_code == 201, answer.text

    def _entered(self) -> None:
        for person in self.people:
            self.act(person, "apply")
            self.act(person, "pay fee", amount=FEE)
            self.act(self.operator, "notify applicant", player=person.id)
            self.act(self.operator, "accept entry", player=person.id)

    def _seated(self) -> None:
        wait_until(self._starts_soon)
        self.act(self.director, "attendance", present=True)
        self.act(self.operator, "set tables", sizes=[TABLE, TABLE])
        for place, person in enumerate(self.people):
            self.act(self.operator, "place at", player=person.id, session=place // TABLE + 1, box=place % TABLE + 1)
        offers = f"{self.path}/legal"
        wait_until(lambda: "start session" in {each["act"] for each in self.director.get(offers)["offers"]})

    def _starts_soon(self) -> bool:
        """In two seconds; asked anew where a busy machine took longer than that to say so."""
        now = self.running.client().get(self.path).json()["now"]
        body = {"act": {"act": "alter start", "at": now + 2}, "key": secrets.token_hex(8)}
        answer = self.director.ask("POST", f"{self.path}/acts", body)
        assert answer.status_code == 201 or "short_notice" in answer.text, answer.text
        return answer.status_code == 201

    def _played(self) -> None:
        """Two rounds at each table, and in the third some have wagered; at the second somebody has not come."""
        plans = {
            person.id_at(self.id): Plan(
                WAGERS[place % TABLE] + 5_00 * (place // TABLE), RESULTS[(place + place // TABLE) % TABLE]
            )
            for place, person in enumerate(self.people)
        }
        for session in (1, 2):
            self.act(self.director, "start session", session=session)
            table = self.evening.opened(session)
            self.act(self.director, "begin session", path=f"{API}/tables/{table}")
            wagered = WAGERED + session
            self.evening.played(
                table,
                plans,
                until=lambda state, so_many=TABLE - wagered: (  # type: ignore[misc]
                    state.rounds == BEFORE_LAST and state.step == WAGER and len(state.bettors) == so_many
                ),
            )
