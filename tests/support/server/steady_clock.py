"""A clock for tests of what happens when the clock of the machine is set."""

from __future__ import annotations


class Steady:
    """A clock that nobody can set."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds
