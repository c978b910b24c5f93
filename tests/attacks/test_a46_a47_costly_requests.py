"""Requests that cost much: one address does not fill the solver's queue (A46), no drill holds up a table (A47)."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from croupier.games.blackjack.options import DEFAULT
from croupier.serve.security.errors import Problem
from croupier.serve.solver import client
from croupier.serve.solver.client import MOST_OF_ONE, Solver
from croupier.serve.solver.questions import AskChart, SolverReadings
from tests.support.server.wire import House, in_house

QUESTION = AskChart(DEFAULT.decks, SolverReadings.of(DEFAULT.rules))
ANSWERS = (sys.executable, "-c", "import sys\nfor line in sys.stdin: print('{}', flush=True)")
FLOOD = client.MOST_WAITING + 10


def _raced(asker: str) -> tuple[int, bool]:
    """How many of one asker's flood are told to wait, and whether somebody else who comes then is answered."""

    async def scenario() -> tuple[int, bool]:
        solver = Solver(ANSWERS)
        flood = [asyncio.create_task(solver.ask(QUESTION, dict[str, int], asker)) for _ in range(FLOOD)]
        other = asyncio.create_task(solver.ask(QUESTION, dict[str, int], "198.51.100.7"))
        *told, answer = await asyncio.gather(*flood, other, return_exceptions=True)
        busy = [each for each in told if isinstance(each, Problem) and each.fault.code == "busy"]
        again = await solver.ask(QUESTION, dict[str, int], asker)
        assert again == {}
        return len(busy), answer == {}

    return asyncio.run(scenario())


def test_A46_one_asker_has_a_few_places_and_others_are_answered() -> None:
    assert _raced("192.0.2.1") == (FLOOD - MOST_OF_ONE, True)


def test_A46_a_queue_that_one_asker_can_fill_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it was: whoever came first took every place."""
    monkeypatch.setattr(client, "MOST_OF_ONE", FLOOD)
    busy, is_answered = _raced("192.0.2.1")
    assert busy > 0
    assert not is_answered


def test_A47_the_house_goes_on_while_a_hundred_answers_are_judged(tmp_path: Path) -> None:
    """Each of these drills takes some milliseconds. They were made in the loop that serves every table."""

    async def scenario(house: House) -> None:
        ana = await house.guest()
        answer = {"lesson": "tai-sai/pay/four", "answer": {"choice": 0}, "milliseconds": 1}
        body = {"answers": [{**answer, "seed": seed} for seed in range(100)]}
        asking = asyncio.create_task(house.ask("POST", "/api/v1/school/answers", ana, json=body))
        turns = 0
        while not asking.done():
            turns += 1
            await asyncio.sleep(0.005)
        assert (await asking).status_code == 200
        assert turns > 20

    in_house(tmp_path, scenario)
