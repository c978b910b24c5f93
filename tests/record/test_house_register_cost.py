"""Following the house's journal costs the same for each line, however many guests were cleared away before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.record.house_journal.house_register import BEGINS, HouseRegister


class Counted(dict[Any, Any]):
    """Counts how often all of it is looked at."""

    looked_at = 0

    def __iter__(self) -> Iterator[Any]:
        Counted.looked_at += len(self)
        return super().__iter__()

    def items(self) -> Any:
        Counted.looked_at += len(self)
        return super().items()


def test_guests_who_were_cleared_away_cost_no_more_each_than_the_first() -> None:
    register = HouseRegister()
    register.follow(0, BEGINS)
    for name in ("roles", "limits", "exclusions", "sign_ins", "factors", "duties"):
        setattr(register, name, Counted())
    Counted.looked_at = 0
    mark = "0" * 32
    for number in range(300):
        register.follow(number, f"person p{number} since 2026-11-15T00:00:00Z")
        register.follow(number, f"limit loss of p{number}: 10")
        register.follow(number, f"sign-in of p{number} marked {mark[:-3]}{number:03}")
    assert len(register.limits) == 300
    for number in range(0, 300, 2):
        register.follow(number, f"account p{number} closed")
    assert Counted.looked_at == 0
    assert {person for person, _ in register.limits} == {f"p{number}" for number in range(1, 300, 2)}
