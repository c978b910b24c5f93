"""Tournaments and sessions worked out by hand from Division 7, and records that it refuses at their last line.

Conditions of entry that cannot be are refused before anything is played: those records lie in `unreadable`.

A worked record states its places or settlements as every record does. What the notation has no statement for stands
at its end, one line each: `# then refunded: ana 50`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from croupier.games.money import dollars
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.tournament.state import Phase, Status
from croupier.record import Replay, Unreadable, read, replay
from croupier.record.audits.replay import RefusedAt
from croupier.record.text.codecs import TALLY
from croupier.record.text.moments import utc
from croupier.record.text.notation import Played, Statement, write
from croupier.rulebook import ClauseStanding, division

HERE = Path(__file__).parent
WORKED = sorted((HERE / "worked").glob("*.txt"))
REFUSED = sorted((HERE / "refused").glob("*.txt"))
UNREADABLE = sorted((HERE / "unreadable").glob("*.txt"))
TOURNAMENTS = [path for path in WORKED if "\ngame tournament\n" in path.read_text(encoding="utf-8")]
SESSIONS = [path for path in WORKED if path not in TOURNAMENTS]
EXPECTED = re.compile(r"# refused: (?P<rule>.+) (?P<code>\w+)\n")
FAULT = re.compile(r"# unreadable: line (?P<line>\d+), (?P<rule>.+) (?P<code>\w+)\n")
THEN = re.compile(r"^# then (?P<what>[a-z ]+): (?P<expected>.+)$", re.MULTILINE)
CLAUSES = [
    each.id
    for each in division("D7").clauses
    if each.id.split()[1][0] in "3456" and each.standing is not ClauseStanding.INFO
]
FATES = (Status.REFUSED, Status.WITHDRAWN, Status.DISQUALIFIED, Status.SENT_HOME)


def replayed(path: Path) -> Replay:
    return replay(read(path.read_text(encoding="utf-8")))


def names(path: Path) -> str:
    return path.stem


def comments(path: Path) -> str:
    """All comments of a file, as one line."""
    return " ".join(re.findall(r"^# ?(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE))


def cents(text: str, form: str) -> int:
    return int(100 * sum(map(Decimal, re.findall(form, text, re.MULTILINE))))


def listed(words: list[str], none: str = "nobody") -> str:
    return ", ".join(words) or none


def amounts(table: Tournament, name: str) -> str:
    """The entries that have something under that name, and how much."""
    return listed([f"{each.player} {dollars(getattr(each, name))}" for each in table.entries if getattr(each, name)])


def lying(table: Division7Table) -> int:
    return sum(stake.amount for box in table.boxes for stake in box.stakes)


OF_TOURNAMENTS: dict[str, Callable[[Any], str]] = {
    "phase": lambda table: str(table.phase),
    "starts": lambda table: utc(table.starts),
    "refunded": lambda table: amounts(table, "refunded"),
    "chip money": lambda table: amounts(table, "chip_money"),
    "holding": lambda table: amounts(table, "holding"),
    "redeemed": lambda table: amounts(table, "redeemed"),
    "gone": lambda table: listed([f"{each.player} {each.status}" for each in table.entries if each.status in FATES]),
    "out": lambda table: listed(list(table.of_status(Status.OUT))),
    "added": lambda table: dollars(table.contributed),
    "goods": lambda table: listed([f"{award.player} {award.goods}" for award in table.awards if award.goods]),
    "returned": lambda table: listed(list(table.returned), "nothing"),
}
OF_SESSIONS: dict[str, Callable[[Any], str]] = {
    "tally": lambda table: TALLY.write(table.tally),
    "ended": lambda table: str(table.ended),
    "rounds": lambda table: str(table.rounds),
    "marker": lambda table: f"box {table.marker}",
    "in turn": lambda table: listed(list(table.in_turn)),
    "chips": lambda table: listed([f"{player} {dollars(table.chips_of(player))}" for player in table.seated]),
    "lying": lambda table: dollars(lying(table)),
    "shoe": lambda table: str(table.shoe_number),
    "step": lambda table: table.step,
    "disqualified": lambda table: listed(list(table.disqualified)),
    "standing": lambda table: listed([f"{player} {table.standing_of(player)}" for player in table.seated]),
    "sign": lambda table: f"{dollars(table.sign.minimum)} to {dollars(table.sign.maximum)}",
    "writing": lambda table: table.writing or "forbidden",
}


def test_there_are_enough_of_both_kinds() -> None:
    assert len(WORKED) >= 45
    assert len(REFUSED) >= 35


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_of_sections_3_to_6_is_named(clause: str) -> None:
    named = re.compile(rf"{re.escape(clause)}(?![\d(])")
    assert any(named.search(comments(path)) for path in (*WORKED, *REFUSED))


@pytest.mark.parametrize("path", WORKED, ids=names)
def test_a_worked_record_follows_from_its_acts(path: Path) -> None:
    played = replayed(path)
    assert played.refused is None
    assert played.discrepancies == ()


@pytest.mark.parametrize("path", WORKED, ids=names)
def test_a_worked_record_says_why_and_states_something(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# D")
    stated = any(isinstance(entry, Statement) and entry.lines for entry in read(text).entries)
    assert stated or THEN.search(text)


@pytest.mark.parametrize("path", WORKED, ids=names)
def test_a_worked_record_ends_as_it_says(path: Path) -> None:
    table = replayed(path).table
    known = OF_TOURNAMENTS if path in TOURNAMENTS else OF_SESSIONS
    said = THEN.findall(path.read_text(encoding="utf-8"))
    assert [(what, known[what](table)) for what, _ in said] == said


@pytest.mark.parametrize("path", [*WORKED, *REFUSED], ids=names)
def test_a_record_is_the_same_when_written_and_read_again(path: Path) -> None:
    record = read(path.read_text(encoding="utf-8"))
    again = read(write(record))
    assert (again.header, again.acts) == (record.header, record.acts)
    assert write(again) == write(record)


@pytest.mark.parametrize("path", TOURNAMENTS, ids=names)
def test_every_fee_and_contribution_is_paid_out_or_given_back(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    table = replayed(path).table
    assert isinstance(table, Tournament)
    fees = cents(text, r"^\w+: pay fee ([\d.]+)$")
    assert table.contributed >= cents(text, r"^operator: contribute ([\d.]+)$") or table.phase is Phase.OFF
    refunds = sum(entry.refunded for entry in table.entries)
    if table.phase is Phase.OVER:
        assert sum(award.money for award in table.awards) + refunds == fees + table.contributed
        assert sum(award.money for award in table.awards) == cents(text, r"^= place \d+: \w+ takes ([\d.]+)")
    else:
        assert table.phase is Phase.OFF
        kept = sum(entry.paid for entry in table.entries if entry.status is Status.DISQUALIFIED)
        assert refunds + kept == fees


@pytest.mark.parametrize("path", TOURNAMENTS, ids=names)
def test_chips_that_were_bought_are_worth_what_the_tallies_say(path: Path) -> None:
    """What everybody holds or has redeemed is what the sessions left of bought chips."""
    text = path.read_text(encoding="utf-8")
    table = replayed(path).table
    reports = " ".join(re.findall(r"^director: report .* with (.*)$", text, re.MULTILINE))
    counted = cents(reports, r"\w+ ([\d.]+)(?: fell \d+)?(?: disqualified)?(?:, |$| (?=\w))")
    kept = sum(entry.holding + entry.redeemed for entry in table.entries)
    assert kept == (counted if table.conditions.issue == "sold" else 0)


@pytest.mark.parametrize("path", SESSIONS, ids=names)
def test_a_session_neither_makes_chips_nor_loses_any(path: Path) -> None:
    table = replayed(path).table
    assert isinstance(table, Division7Table)
    held = sum(purse.value for purse in table.general.purses)
    counted = sum(count.chips for count in table.tally.counts) if table.tally is not None else 0
    assert held + counted + lying(table) + table.general.house == len(table.seated) * table.terms.chips


@pytest.mark.parametrize("path", REFUSED, ids=names)
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


@pytest.mark.parametrize("path", UNREADABLE, ids=names)
def test_conditions_that_cannot_be_are_unreadable_by_their_clause(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = FAULT.match(text)
    assert expected is not None
    with pytest.raises(Unreadable) as caught:
        read(text)
    (fault,) = caught.value.faults
    assert fault.line == int(expected["line"])
    assert fault.why.endswith(f"[{expected['rule']}, {expected['code']}]")
