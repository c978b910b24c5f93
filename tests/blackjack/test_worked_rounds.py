"""Rounds worked out by hand from Division 2, and records that the rules refuse at their last line."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest

from croupier.games.blackjack.state import BlackjackTable
from croupier.record import Replay, read, replay
from croupier.record.audits.replay import RefusedAt
from croupier.record.text.notation import Played, Statement

HERE = Path(__file__).parent
ROUNDS = sorted((HERE / "rounds").glob("*.txt"))
REFUSED = sorted((HERE / "refused").glob("*.txt"))
EXPECTED = re.compile(r"# refused: (?P<rule>.+) (?P<code>\w+)\n")


def replayed(path: Path) -> Replay:
    return replay(read(path.read_text(encoding="utf-8")))


def bought_in(path: Path) -> int:
    """Everything that was brought to the table, less what was taken away again, in cents.

    What goes with a freed seat is not in the act: the record's first lines name it (B54).
    """
    text = path.read_text(encoding="utf-8")
    paid_in = re.findall(r"^\w+: buy in ([\d.]+)$", text, re.MULTILINE)
    paid_out = re.findall(r"^\w+: cash out ([\d.]+)$", text, re.MULTILINE)
    paid_out += re.findall(r"^# cashed out with the seat: \w+ ([\d.]+)$", text, re.MULTILINE)
    return int(100 * (sum(map(Decimal, paid_in)) - sum(map(Decimal, paid_out))))


def test_there_are_rounds_of_both_kinds() -> None:
    assert len(ROUNDS) >= 190
    assert len(REFUSED) >= 120


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_worked_round_follows_from_its_acts(path: Path) -> None:
    played = replayed(path)
    assert played.refused is None
    assert played.discrepancies == ()


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_worked_round_says_why_and_states_a_settlement(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("# ")
    entries = read(path.read_text(encoding="utf-8")).entries
    assert any(isinstance(entry, Statement) and entry.lines for entry in entries)


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_a_worked_round_neither_makes_money_nor_loses_any(path: Path) -> None:
    table = replayed(path).table
    assert isinstance(table, BlackjackTable)
    purses = sum(purse.value for purse in table.general.purses)
    lying = sum(stake.amount for box in table.boxes for stake in box.stakes)
    assert purses + lying + table.general.house == bought_in(path)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.stem)
def test_a_refused_record_is_refused_by_its_clause_at_its_last_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = EXPECTED.match(text)
    assert expected is not None
    record = read(text)
    found = replay(record).refused
    assert isinstance(found, RefusedAt)
    assert (found.refusal.rule.clause, found.refusal.code) == (expected["rule"], expected["code"])
    last = record.entries[-1] if record.entries else None
    assert found.line == (last.line if isinstance(last, Played) else record.line)
