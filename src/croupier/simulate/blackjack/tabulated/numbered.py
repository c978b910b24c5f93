"""Numbers for what is alike: equal things have one number, in the order in which they were first met."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Numbered(Generic[Thing]):
    def __init__(self) -> None:
        self.all: list[Thing] = []
        self._numbers: dict[Thing, int] = {}

    def number(self, thing: Thing) -> int:
        found = self._numbers.get(thing)
        if found is None:
            found = self._numbers[thing] = len(self.all)
            self.all.append(thing)
        return found
