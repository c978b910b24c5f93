"""Walk-ups and lists of names: a bad line is named, nobody is half entered, and `verify` follows all of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.process import in_this_process
from tests.support.server.contestants import API, FEE, opened_tournament
from tests.support.server.real_server import Person, Running, server, wait_until

pytestmark = pytest.mark.xdist_group("serve-tournaments")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("walk-ups")
    with server(folder / "house") as running:
        yield running
        assert running.stop() == 0
    verified = in_this_process("verify", str(folder / "house"), "--json")
    assert verified.status == 0, verified.out


def _enter(who: Person, id: str, text: str) -> httpx.Response:
    return who.ask("POST", f"{API}/tournaments/{id}/walk-ups", {"list": text})


def _state(floor: Running, id: str) -> dict[str, Any]:
    shown: dict[str, Any] = floor.client().get(f"{API}/tournaments/{id}").json()
    return shown


def _people(floor: Running) -> int:
    return len(floor.operator().get(f"{API}/people?which=accounts&most=200")["people"])


def _why(answer: httpx.Response) -> str:
    assert (answer.status_code, answer.json()["refusal"]["code"]) == (409, "bad_row"), answer.text
    return str(answer.json()["refusal"]["why"])


def test_the_operator_enters_a_list_and_everybody_is_a_player(floor: Running) -> None:
    id = opened_tournament(floor, runs_itself=False)
    answer = _enter(floor.operator(), id, 'name\r\nĀnaru Te Whare\r\n\r\n"Bea, the younger",bea@example.org\r\n')
    assert answer.status_code == 201, answer.text
    entered = answer.json()
    assert [each["name"] for each in entered["people"]] == ["Ānaru Te Whare", "Bea, the younger"]
    assert entered["are_accepted"]
    note = _state(floor, id)["note"]
    assert (note["players"], note["pool"]) == (2, 2 * FEE)
    # Each takes the account over by the link, once.
    link = entered["people"][0]["link"]
    taken = {"token": link.rpartition("=")[2], "password": "a ticklish weta"}
    assert floor.client().post(f"{API}/links/reset", json=taken).status_code in (200, 201)
    assert floor.client().post(f"{API}/links/reset", json=taken).status_code >= 400
    log = floor.operator().get(f"{API}/audit/staff-log?kind=link")["entries"]
    assert any("enters walk-up" in each["words"] and each["about"] == entered["people"][1]["id"] for each in log)


def test_a_bad_line_is_named_and_nobody_is_entered(floor: Running) -> None:
    id = opened_tournament(floor, {"most": 4}, runs_itself=False)
    operator = floor.operator()
    floor.account("Hinemoa")
    before = _people(floor)
    assert "Line 3: Hinemoa, or somebody whose name looks like that, has an account here." in _why(
        _enter(operator, id, "Carla\nDan\nHinemoa\n")
    )
    assert "Line 4: Carla, or a name that looks like it, is in line 2 already" in _why(
        _enter(operator, id, "name\nCarla\nDan\nCarla")
    )
    assert "Line 2: " in _why(_enter(operator, id, "Carla\nThe 0perator\n"))
    assert "Line 5: The tournament is full: it has its 4 players. (D7 3.2(f))" in _why(
        _enter(operator, id, "Carla\nDan\nEru\nFay\nGus")
    )
    assert "names nobody" in _why(_enter(operator, id, "name\n\n"))
    assert "not a CSV file" in _why(_enter(operator, id, '"Carla'))
    assert (_state(floor, id)["note"]["players"], _people(floor)) == (0, before)
    assert _enter(floor.guest(), id, "Carla").status_code == 403
    assert _enter(operator, "t-nothing", "Carla").status_code == 404


def test_by_a_director_they_apply_and_where_it_runs_itself_the_house_accepts(floor: Running) -> None:
    director = floor.staff("tournament-director", "Tama")
    id = opened_tournament(floor)
    answer = _enter(director, id, "Wiremu")
    assert answer.status_code == 201, answer.text
    assert not answer.json()["are_accepted"]
    assert answer.json()["people"][0]["link"] == ""
    wait_until(lambda: _state(floor, id)["note"]["players"] == 1)
