"""Ruling R31: `00` is no number, and numbers are written without leading zeros."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.record import Unreadable, read, read_wagers
from tests.support.process import in_this_process
from tests.support.record.record_texts import header

_ROULETTE = (
    "ana: wager 20 on 00",
    "ana: wager 20 on 017",
    "ana: wager 20 on split 07-10",
    "ana: wager 20 on split 0-00",
    "ana: wager 20 on six-line 01 to 6",
    "ana: withdraw 00",
    "dealer: spin 00",
    "dealer: spin 07",
    "dealer: spin 7 after 04 revolutions",
    "dealer: announce 00 green",
    "dealer: dolly 00",
    "dealer: return ball to 00",
    "supervisor: correct to 00 because it was misread",
    "operator: clock 060 seconds",
)
_OTHERS = {
    "money-wheel": ("dealer: spin 01", "supervisor: correct to 052 because it was misread"),
    "tai-sai": ("ana: wager 20 on total 04", "ana: wager 20 on pair 1-02", "dealer: tumble 03"),
    "blackjack": ("ana: sit at box 01", "ana: wager 20 on box 01"),
}
_LINES = [("roulette", line) for line in _ROULETTE] + [(game, line) for game in _OTHERS for line in _OTHERS[game]]
_HEADERS = ("edition 01", "layout 01", "display 05", "betting seconds 030", "neighbour group 07-28-12")


@pytest.mark.clause("D8 2.3(a)", "D8 3.1")
@pytest.mark.parametrize(("game", "line"), _LINES)
def test_R31_a_record_with_a_leading_zero_is_unreadable(game: str, line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(f"{header(game)}{line}\n")
    (fault,) = caught.value.faults
    assert fault.line == 7
    assert "has a leading zero: write " in fault.why


@pytest.mark.clause("D8 2.3(a)")
@pytest.mark.parametrize("line", _HEADERS)
def test_R31_a_header_has_no_leading_zeros_either(line: str) -> None:
    text = f"croupier 1\ngame roulette\nminimum 5\nmaximum 1000\n{line}\n\n"
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert [fault.line for fault in caught.value.faults] == [5]


@pytest.mark.clause("D8 3.1")
@pytest.mark.parametrize(("game", "line"), _LINES)
def test_R31_the_same_line_without_the_zeros_is_read(game: str, line: str) -> None:
    plain = re.sub(r"\b0+(?=[0-9])", "", line)
    assert plain != line
    assert len(read(f"{header(game)}{plain}\n").acts) == 1


@pytest.mark.clause("D8 3.1")
@pytest.mark.parametrize("line", ["20 on 00", "20 on split 07-10", "ana: wager 20 on 00"])
def test_R31_wagers_to_be_worked_out_are_not_read_as_zero(tmp_path: Path, line: str) -> None:
    with pytest.raises(Unreadable):
        read_wagers(line)
    path = tmp_path / "wagers.txt"
    path.write_text(f"20 on 0\n{line}\n")
    done = in_this_process("odds", "roulette", "--wagers", str(path))
    assert done.status != 0
    assert "has a leading zero: write " in done.errors
