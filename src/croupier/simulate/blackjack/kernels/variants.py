"""Names for kernels that are compiled several times, with other numbers known beforehand. Imports nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def variant(*known: int) -> Callable[[Function], Function]:
    """Give a kernel a name of its own, by the numbers that it knows.

    Numba keeps what a function needs of Python under its name. Two variants of one name that come from the cache, each
    compiled by another process, would share it, and one of them would not find its own.
    """

    def name(function: Function) -> Function:
        function.__qualname__ = "_".join((function.__qualname__, *map(str, known)))
        return function

    return name
