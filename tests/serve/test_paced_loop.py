"""The server's event loop: who has looked often waits for more; after a rest everybody is heard at once."""

from __future__ import annotations

import os

import pytest

from croupier.serve.process import paced_loop
from croupier.serve.process.paced_loop import AT_ONCE, PACE_SECONDS, PacedSelector, run_paced


class Clock:
    """Time that only goes on where somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def test_only_who_has_looked_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(paced_loop, "time", clock)
    reading, writing = os.pipe()
    os.write(writing, b"!")
    with PacedSelector() as selector:
        selector.register(reading, 1)
        for _ in range(AT_ONCE):
            assert len(selector.select()) == 1
        assert clock.slept == [], "after a rest everybody is heard at once, many times over"
        assert len(selector.select()) == 1
        assert clock.slept == [pytest.approx(PACE_SECONDS)]
        assert len(selector.select(0)) == 1
        assert len(clock.slept) == 1, "where work waits there is no time to wait"
        assert len(selector.select(PACE_SECONDS / 4)) == 1
        assert clock.slept[1:] == [PACE_SECONDS / 4], "no longer than until the next timer"
        clock.now += 4 * PACE_SECONDS
        for _ in range(3):
            selector.select()
        assert len(clock.slept) == 2, "a short rest saves up a few"
        clock.now += 2 * AT_ONCE * PACE_SECONDS
        for _ in range(AT_ONCE + 1):
            selector.select()
        assert len(clock.slept) == 3, "and a long one no more than so many"
    os.close(reading)
    os.close(writing)


def test_a_program_runs_on_it_to_its_end() -> None:
    async def main() -> str:
        return "done"

    assert run_paced(main()) == "done"
