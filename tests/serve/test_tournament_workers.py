"""Tournaments at several workers on PostgreSQL, whatever is killed: every chip, place and cent as the rules give it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import httpx
import pytest

from croupier.games.tournament.state import Phase
from tests.support.floor import postgres
from tests.support.server.contestants import API, FEE, Field, begun, by_machine, opened_tournament
from tests.support.server.gamblers import Floor, Shift
from tests.support.server.real_server import SECONDS, Person, Running, server, wait_until
from tests.support.server.workers import WORKERS, signed_on, verified, workers_of

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="several workers at one port need Linux"),
    pytest.mark.xdist_group("tournament-workers"),
]
NEWCOMER = 1_000_00
LONG_SECONDS = 1800


class Steadfast(httpx.Client):
    """Whoever is cut off asks again: what is only read, and an act with the same key, may be asked any number of times.

    Every request has a connection of its own, so that now one worker has it and now the other.
    """

    def __init__(self, running: Running) -> None:
        limits = httpx.Limits(max_keepalive_connections=0)
        super().__init__(base_url=running.url, timeout=SECONDS, limits=limits)
        self.cut_off = 0

    def request(self, *arguments: Any, **more: Any) -> httpx.Response:
        end = time.monotonic() + SECONDS
        while True:
            try:
                answer = super().request(*arguments, **more)
            except httpx.TransportError:
                assert time.monotonic() < end, "nobody answers"
                self.cut_off += 1
            else:
                if answer.status_code != 503 or time.monotonic() > end:
                    return answer
            time.sleep(0.02)


class Steady(Field):
    """Some ask again although they were answered: the answer is the same, whichever worker gives it."""

    def come_to(self, running: Running) -> None:
        self.steadfast = Steadfast(running)
        self.client = self.steadfast

    def ask(self, path: str, player: str, body: dict[str, Any]) -> httpx.Response:
        answer = super().ask(path, player, body)
        if answer.status_code == 201 and self.random.random() < 0.1:
            again = super().ask(path, player, body)
            assert again.json() == answer.json()
        return answer


class Killer:
    """Kills one of the workers again and again, each time once both are at work, in the middle of what they do."""

    def __init__(self, running: Running, url: str, random: Random, *, kills: int, every: int) -> None:
        self._running, self._url, self._random = running, url, random
        self._wanted, self._every = kills, every
        self._looks = self.kills = 0
        self._known: set[str] = set()
        """Who had signed on when the last was killed."""

    def wait_for_the_next(self) -> None:
        """Until somebody is in the place of the last who was killed."""
        wait_until(lambda: self._is_manned(signed_on(self._url)))

    def _is_manned(self, present: set[str]) -> bool:
        return bool(present - self._known) if self._known else len(present) == 2

    def __call__(self) -> bool:
        """Asked between two moves of the players; never the reason to end."""
        self._looks += 1
        if self.kills < self._wanted and self._looks % self._every == 0:
            self.wait_for_the_next()
            self._known |= signed_on(self._url)
            pid = self._random.choice(workers_of(self._running.process.pid))
            threading.Timer(self._random.uniform(0, 0.03), os.kill, (pid, signal.SIGKILL)).start()
            self.kills += 1
        return False


def _check_outcome(running: Running, id: str, people: list[Person]) -> None:
    """All that was won, by the bare machines from the same acts; and in each wallet just what follows from that."""
    client = running.client()
    wait_until(lambda: all(_phase(running, id) == "over" for _ in range(8)))
    done, machine = client.get(f"{API}/tournaments/{id}").json(), by_machine(running, id).state
    assert machine.phase is Phase.OVER
    placed = [(each["place"], tuple(each["players"])) for each in done["view"]["placings"]]
    assert placed == [(each.place, each.players) for each in machine.placings]
    prizes = {award.player: award.money for award in machine.awards}
    assert {award["player"]: award["money"] for award in done["view"]["awards"]} == prizes
    assert sum(prizes.values()) == len(people) * FEE
    money = {person.id: person.get(f"{API}/me")["money"]["wallet"] for person in people}
    assert money == {person.id: NEWCOMER - FEE + prizes.get(person.id_at(id), 0) for person in people}


def _phase(running: Running, id: str) -> str:
    """As the worker says who has the next new connection."""
    with Steadfast(running) as client:
        return str(client.get(f"{API}/tournaments/{id}").json()["note"]["phase"])


def test_a_whole_tournament_while_workers_are_killed(
    tmp_path: Path, request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> None:
    """In the plain run twelve players and three kills; in the long one 48, and kills until it is over."""
    is_long = request.config.getoption("--long")
    players, kills, every = (48, 10_000, 2) if is_long else (12, 3, 6)
    random = Random(SystemRandom().getrandbits(32) if is_long else 11)
    url = postgres.url_of(postgres.fresh(empty=True))
    began = time.monotonic()
    with server(tmp_path / "house", "--database", url, *WORKERS) as running:
        people = [running.guest() for _ in range(players)]
        id = opened_tournament(running, {"final": {"measure": "rounds", "count": 8 if is_long else 2}})
        field = Steady(running, people, seed=6)
        field.enter(id)
        begun(running, running.staff("tournament-director", "Tama"), id)
        killer = Killer(running, url, random, kills=kills, every=every)
        field.play(id, seconds=LONG_SECONDS if is_long else SECONDS, until=killer)
        assert killer.kills >= 3
        killer.wait_for_the_next()
        _check_outcome(running, id, people)
        audit = running.operator().get(f"{API}/audit")
        assert (audit["conserved"], audit["chips"], audit["balances"]["pool"]["cents"]) == (True, 0, 0)
        assert running.stop() == 0
    verified(running.folder, url, field.receipts)
    for name, figure in (
        ("kills", killer.kills),
        ("acts", len(field.receipts)),
        ("cut off", field.steadfast.cut_off),
        ("seconds", round(time.monotonic() - began)),
    ):
        record_property(name, figure)


def test_two_tournaments_and_many_cash_tables_at_once(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """In the plain run beside three cash tables; in the long one beside a hundred."""
    is_long = request.config.getoption("--long")
    count, players = (100, (12, 16)) if is_long else (3, (4, 5))
    games = ("roulette", "blackjack", "tai-sai", "money-wheel")
    database = postgres.fresh(empty=True)
    url = postgres.url_of(database)
    with server(tmp_path / "house", "--database", url, *WORKERS) as running:
        director = running.staff("tournament-director", "Tama")
        cups = {opened_tournament(running): [running.guest() for _ in range(number)] for number in players}
        floor = Floor(running, "tournaments", tuple(games[number % 4] for number in range(count)))
        fields = {id: Steady(running, people, seed=7) for id, people in cups.items()}
        for id, field in fields.items():
            field.enter(id)
            begun(running, director, id)
        both = Steady(running, [person for people in cups.values() for person in people], seed=8)
        both.tokens = {player: token for field in fields.values() for player, token in field.tokens.items()}

        async def until(_shift: Shift) -> None:
            await asyncio.to_thread(both.play, *cups, seconds=LONG_SECONDS if is_long else SECONDS)

        floor.play(running, until)
        assert floor.memory.faults == []
        for id, people in cups.items():
            _check_outcome(running, id, people)
        audit = running.operator().get(f"{API}/audit")
        assert (audit["conserved"], audit["chips"], audit["balances"]["pool"]["cents"]) == (True, 0, 0)
        assert running.stop() == 0
    told = floor.memory.told | both.receipts
    for field in fields.values():
        told |= field.receipts
    verified(running.folder, url, told)
    entries = dict(postgres.execute("SELECT stream, count(*) FROM journal GROUP BY stream", database))
    assert all(entries[table] > 10 for table in floor.tables), "nothing was played at a cash table"
