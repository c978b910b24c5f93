"""The clock of a server that tests move on (tests/support/server/clock.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.page.played_rounds import SIGN
from tests.support.server.real_server import CLOCKED, server, wait_until

WINDOW = 80


@pytest.mark.parametrize("forked", [True, False])
def test_a_round_ends_when_the_clock_is_moved_on(tmp_path: Path, *, forked: bool) -> None:
    with server(tmp_path / "house", command=CLOCKED, forked=forked) as running:
        asked = {"name": "Slow", "game": "roulette", "sign": SIGN, "betting_seconds": WINDOW, "rest": 0}
        table = f"/api/v1/tables/{running.operator().ask('POST', '/api/v1/tables', asked).json()['id']}"
        guest = running.guest()
        acts = ({"act": "buy in", "amount": 100_00}, {"act": "wager", "position": {"kind": "red"}, "amount": 5_00})
        for number, act in enumerate(acts):
            answer = guest.ask("POST", f"{table}/acts", {"act": act, "key": f"k{number}"})
            assert answer.status_code == 201, answer.text
        running.move_on(WINDOW / 2)
        assert guest.get("/api/v1/me/rounds")["rounds"] == []
        running.move_on(WINDOW / 2)
        wait_until(lambda: guest.get("/api/v1/me/rounds")["rounds"], seconds=WINDOW / 4)
        assert running.stop() == 0
