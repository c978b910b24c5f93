"""Exact odds of what lies on a layout, and the chart: known answers."""

from __future__ import annotations

import asyncio
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.games.blackjack.hand import Rules
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import Solver
from croupier.serve.solver.questions import AskChart, ChartFound, SolverReadings
from tests.support.server.api import fraction
from tests.support.server.real_server import server, wait_until
from tests.support.server.wire import House, in_house


def on(kind: str, *numbers: int, amount: int = 10_00) -> dict[str, Any]:
    return {"position": {"kind": kind, "numbers": list(numbers)}, "amount": amount}


def asked(tmp_path: Path, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    async def scenario(house: House) -> Any:
        await house.table(id="r1")
        await house.table("blackjack", id="b1", options={"decks": 6})
        answer = await house.ask(method, path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    return in_house(tmp_path, scenario)


def odds(tmp_path: Path, game: str, *wagers: dict[str, Any]) -> Any:
    return asked(tmp_path, "POST", f"/api/v1/games/{game}/odds", {"wagers": wagers})


def test_red_and_black_together_lose_on_zero_alone(tmp_path: Path) -> None:
    found = odds(tmp_path, "roulette", on("red"), on("black"))
    assert found["stake"] == 20_00
    assert (fraction(found["edge"]), fraction(found["wins"])) == (Fraction(1, 37), Fraction(36, 37))
    chances = [fraction(found[name]) for name in ("even", "behind", "ahead")]
    assert chances == [Fraction(36, 37), Fraction(1, 37), Fraction(0)]
    assert [(each["net"], each["ways"]) for each in found["results"]] == [(0, 36), (-20_00, 1)]
    # The house keeps 1/37 of $20: 2000/37 cents.
    assert (Fraction(int(found["mean"]["numerator"]), int(found["mean"]["denominator"]))) == Fraction(-2000, 37)
    assert found["mean"]["cents"] == "-54.0541"


def test_stakes_on_one_position_are_one_wager(tmp_path: Path) -> None:
    found = odds(tmp_path, "roulette", on("straight up", 17), on("straight up", 17), on("neighbour", 15, 19, 32))
    assert (found["best"]["net"], found["best"]["ways"]) == (20_00 * 35 - 10_00, 1)
    assert found["worst"]["net"] == -30_00


def test_the_money_wheel_keeps_a_thirteenth_of_whatever_lies_there(tmp_path: Path) -> None:
    found = odds(tmp_path, "money-wheel", on("A"), on("G", amount=5_00))
    assert fraction(found["edge"]) == Fraction(1, 13)
    assert fraction(found["wins"]) == Fraction(25, 52)


def test_tai_sai_small_and_big_lose_on_triples_alone(tmp_path: Path) -> None:
    found = odds(tmp_path, "tai-sai", on("small"), on("big"))
    assert fraction(found["wins"]) == Fraction(210, 216)
    assert fraction(found["edge"]) == Fraction(6, 216)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("games/roulette/odds", {"wagers": [on("split", 1, 9)]}, 409, "not_adjoining"),
        ("games/roulette/odds", {"wagers": [on("red", amount=33)]}, 409, "not_in_chips"),
        ("games/roulette/odds", {"wagers": []}, 400, "malformed"),
        ("games/roulette/odds", {"wagers": [on("red")] * 401}, 400, "malformed"),
        ("games/roulette/odds", {"wagers": [on("red", amount=0)]}, 400, "malformed"),
        ("games/roulette/odds", {"wagers": [on("red")], "more": 1}, 400, "malformed"),
        ("games/blackjack/odds", {"wagers": [on("box", 1)]}, 409, "no_layout_odds"),
        ("games/poker/odds", {"wagers": [on("red")]}, 404, "no_such_game"),
        ("tables/r1/odds", {"wagers": [on("neighbour", 15, 19, 32)]}, 409, "no_neighbours"),
        ("tables/b1/odds", {"wagers": [on("box", 1)]}, 409, "no_layout_odds"),
        ("tables/none/odds", {"wagers": [on("red")]}, 404, "no_such_table"),
    ],
)
def test_what_is_no_wager_is_refused(tmp_path: Path, path: str, body: Any, status: int, code: str) -> None:
    found = asked(tmp_path, "POST", f"/api/v1/{path}", body, status)
    assert found["refusal"]["code"] == code


# The chart


def test_the_chart_of_a_table_and_of_other_readings(tmp_path: Path) -> None:
    """Edges as in docs/reference/solver.md, from a second program; letters as in any book whose rules agree."""

    async def scenario(house: House) -> None:
        await house.table("blackjack", id="b1", options={"decks": 6})
        await house.table(id="r1")
        found = (await house.ask("GET", "/api/v1/tables/b1/chart")).json()
        assert (found["decks"], found["gazetted"], found["edge"]) == (6, True, "0.5161")
        assert set(found["chart"]) == {"hard", "soft", "pairs"}
        hard, pairs = found["chart"]["hard"], found["chart"]["pairs"]
        assert (hard["16"]["6"], hard["16"]["7"], hard["11"]["6"], hard["12"]["4"]) == ("S", "H", "D", "S")
        assert (pairs["88"]["7"], pairs["TT"]["6"], pairs["AA"]["6"]) == ("P", "S", "P")
        # A dealer's blackjack takes no addition, so eleven is doubled against a ten; no hand with an ace is doubled.
        assert (hard["11"]["T"], hard["11"]["A"]) == ("D", "H")
        assert "D" not in {letter for row in found["chart"]["soft"].values() for letter in row.values()}
        assert found["letters"]["H"] == "draw"
        default = (await house.ask("GET", "/api/v1/games/blackjack/chart")).json()
        assert (default["decks"], default["edge"]) == (8, "0.5411")
        path = "/api/v1/games/blackjack/chart?decks=8&double_with_ace=true&dealer_blackjack=peek"
        other = (await house.ask("GET", path)).json()
        assert other["gazetted"] is False
        assert float(other["edge"]) < float(default["edge"])
        refused = await house.ask("GET", "/api/v1/tables/r1/chart")
        assert (refused.status_code, refused.json()["refusal"]["code"]) == (409, "no_chart")
        few = await house.ask("GET", "/api/v1/games/blackjack/chart?decks=3")
        assert (few.status_code, few.json()["refusal"]["code"]) == (409, "bad_decks")
        odd = await house.ask("GET", "/api/v1/games/blackjack/chart?soft_17=perhaps")
        assert odd.status_code == 400

    in_house(tmp_path, scenario)


GAZETTED = AskChart(8, SolverReadings.of(Rules()))


def test_a_solver_that_ends_is_begun_again() -> None:
    async def scenario() -> None:
        solver = Solver((sys.executable, "-c", "input()"))
        for _ in range(2):
            with pytest.raises(Problem) as caught:
                await solver.ask(GAZETTED, ChartFound)
            assert caught.value.fault.code == "no_answer"

    asyncio.run(scenario())


@pytest.mark.parametrize("command", [(sys.executable, "-c", "import time; time.sleep(60)"), ("no-such-program",)])
def test_a_solver_that_says_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setattr("croupier.serve.solver.client.ANSWER_SECONDS", 0.5)

    async def scenario() -> None:
        solver = Solver(command)
        async with asyncio.timeout(30):
            for _ in range(2):
                with pytest.raises(Problem) as caught:
                    await solver.ask(GAZETTED, ChartFound)
                assert caught.value.fault.code == "no_answer"

    asyncio.run(scenario())


def test_the_loop_goes_on_while_the_solver_works() -> None:
    """The answer takes a second; in it the loop turns as often as it likes."""

    async def scenario() -> None:
        solver = Solver((sys.executable, "-c", "input(); import time; time.sleep(1); print('{}', flush=True)"))
        asking = asyncio.create_task(solver.ask(GAZETTED, dict[str, int]))
        turns = 0
        while not asking.done():
            turns += 1
            await asyncio.sleep(0.01)
        assert await asking == {}
        assert turns > 10

    asyncio.run(scenario())


def test_no_more_wait_than_can_be_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.serve.solver.client.MOST_WAITING", 2)

    async def scenario() -> None:
        solver = Solver((sys.executable, "-c", "import time; time.sleep(2)"))
        answers = await asyncio.gather(*(solver.ask(GAZETTED, ChartFound) for _ in range(8)), return_exceptions=True)
        codes = [each.fault.code for each in answers if isinstance(each, Problem)]
        assert len(codes) == 8
        assert "busy" in codes

    asyncio.run(scenario())


def test_without_the_compiled_parts_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.odds.blackjack.NEEDED", ("numpy", "no_such_package"))
    found = asked(tmp_path, "GET", "/api/v1/games/blackjack/chart", status=503)
    assert found["refusal"]["code"] == "no_solver"
    assert "croupier[math]" in found["refusal"]["why"]


def _solvers_of(parent: int) -> list[int]:
    """The solver's processes that this server began, by what the system says of them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            ppid = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            is_solver = b"solver.process" in (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if ppid == parent and is_solver:
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_a_server_that_is_killed_leaves_no_solver_behind(tmp_path: Path) -> None:
    with server(tmp_path / "house") as running:
        assert running.client().get("/api/v1/games/blackjack/chart").status_code == 200
        (solver,) = _solvers_of(running.process.pid)
        running.kill()
        wait_until(lambda: not Path(f"/proc/{solver}").exists())
