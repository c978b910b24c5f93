"""Rounds at layouts worked out by hand from the law and rulings R22 to R31 and M13, and records that are refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.record import Unreadable, read, replay
from croupier.record.text.notation import Statement

HERE = Path(__file__).parent
ROUNDS = sorted((HERE / "layout_rounds").glob("*.txt"))
REFUSED = sorted((HERE / "layout_refused").glob("*.txt"))
UNREADABLE = sorted((HERE / "layout_unreadable").glob("*.txt"))


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_worked_round_follows_from_its_acts(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    assert any(isinstance(entry, Statement) and entry.lines for entry in record.entries)
    played = replay(record)
    assert (played.refused, played.discrepancies) == (None, ())


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_refused_record_is_refused_by_its_clause_at_its_last_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = re.match(r"# refused: (?P<rule>.+) (?P<code>\w+)\n", text)
    assert expected is not None
    record = read(text)
    found = replay(record).refused
    assert found is not None
    assert (found.refusal.rule.clause, found.refusal.code) == (expected["rule"], expected["code"])
    assert found.line == record.entries[-1].line


@pytest.mark.clause("D8 2.3(a)", "D8 3.1")
@pytest.mark.parametrize("path", UNREADABLE, ids=lambda path: path.stem)
def test_R31_a_record_that_names_no_number_is_unreadable(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = re.match(r"# unreadable: line (?P<line>\d+)\n", text)
    assert expected is not None
    with pytest.raises(Unreadable) as caught:
        read(text)
    (fault,) = caught.value.faults
    assert fault.line == int(expected["line"])
    assert "has a leading zero: write " in fault.why
