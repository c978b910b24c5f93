"""Strategies as texts, good and bad, for the tests of their files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier.record.text.fault import TextFault, Unreadable
from croupier.simulate.blackjack.strategies.chart_rows import SECTIONS, UP_NAMES
from croupier.simulate.blackjack.strategies.strategy import PlayStrategy
from croupier.simulate.blackjack.strategies.strategy_file import read_strategy
from tests.support.project import ROOT

EXAMPLES = ROOT / "examples" / "strategies"
BASIC = (EXAMPLES / "basic.toml").read_text("utf-8")
HI_LO = (EXAMPLES / "hi-lo.toml").read_text("utf-8")
COUNT = """\
[count]
name = "x"
kind = "true"
[count.values]
A = -1
2 = 1
3 = 1
4 = 1
5 = 1
6 = 1
7 = 0
8 = 0
9 = 0
T = -1
"""
PLAYED = f'play = "total"\n{COUNT}'
"""15 lines: what hangs on the count begins at line 16."""


def faults(text: str, read: Callable[[str], PlayStrategy] = read_strategy) -> tuple[TextFault, ...]:
    with pytest.raises(Unreadable) as unreadable:
        read(text)
    return unreadable.value.faults


def fault(text: str, read: Callable[[str], PlayStrategy] = read_strategy) -> TextFault:
    (only,) = faults(text, read)
    return only


STAKE = "[[stakes]]\nat = {at}\nstake = {stake}\n"
DEVIATION = '[[deviations]]\nhand = "hard 16"\nagainst = "T"\nat = 0\nplay = "S"\n'

FAULTY = """\
ply = "total"
insurance = 3
early = "no"

[chart.hard]
20 = "SSSSSSSSSX"
  19 = "SSS"
[chart.pairs]
A = "QPPPPPPPPP"
[[stakes]]
at = 3
[[stakes]]
stake = -1
[[deviations]]
hand = "hard 99"
against = "1"
at = 0
below = 0
play = 5
"""


def solution(chart: Any = None) -> dict[str, Any]:
    """As `croupier solve blackjack --json` prints it."""
    whole = read_strategy(BASIC).chart
    assert whole is not None
    sections = {
        section.name: {
            name * (2 if section.row == "pair" else 1): dict(zip(UP_NAMES, rows[total], strict=True))
            for name, total in section.totals.items()
            if (section.name, total) not in (("hard", 4), ("soft", 12))
        }
        for section, rows in zip(SECTIONS, (whole.hard, whole.soft, whole.pairs), strict=True)
    }
    return {"edge": 0.005, "decks": 8, "mistakes": [{"name": "chart"}], "chart": sections if chart is None else chart}
