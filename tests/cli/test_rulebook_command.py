"""`croupier rulebook`."""

from __future__ import annotations

import re

import pytest

from tests.support.process import croupier, in_this_process

_COUNTS = {
    "D1": {"ENFORCED": 15, "PROCEDURE": 8, "CONFIG": 3, "INFO": 10},
    "D2": {"ENFORCED": 104, "PROCEDURE": 22, "CONFIG": 12, "INFO": 11},
    "D7": {"ENFORCED": 54, "PROCEDURE": 13, "CONFIG": 15, "INFO": 1},
    "D8": {"ENFORCED": 51, "PROCEDURE": 14, "CONFIG": 6, "INFO": 14},
    "D9": {"ENFORCED": 28, "PROCEDURE": 4, "CONFIG": 1, "INFO": 8},
    "D10": {"ENFORCED": 26, "PROCEDURE": 9, "CONFIG": 5, "INFO": 15},
}
"""Counted by hand in Part 3 of the rulings."""
_BUILT = {"D1": True, "D2": True, "D7": True, "D8": True, "D9": True, "D10": True}


def test_without_a_clause_it_lists_the_divisions() -> None:
    done = in_this_process("rulebook")
    assert (done.status, done.errors) == (0, "")
    rows = {line.split()[0]: line for line in done.out.splitlines() if line.startswith("D")}
    assert list(rows) == list(_COUNTS)
    for division, row in rows.items():
        assert ("built" if _BUILT[division] else "open") in row.split()
        assert str(sum(_COUNTS[division].values())) in row.split()
    assert "Roulette" in rows["D8"]
    assert "Tai-Sai" in rows["D9"]
    assert "edition 2" in done.out


def test_the_divisions_as_json() -> None:
    done = in_this_process("rulebook", "--json")
    assert done.status == 0
    assert done.document["edition"] == 2
    assert {each["id"]: each["built"] for each in done.document["divisions"]} == _BUILT
    assert {each["id"]: each["clauses"] for each in done.document["divisions"]} == {
        division: sum(counts.values()) for division, counts in _COUNTS.items()
    }


def test_it_says_which_rules_these_are_and_how_many_clauses_are_not_the_gazettes_text() -> None:
    """Counted by hand: 21 rules of Division 1 from public copies; 5 adopted there, 3 in D8, 8 in D9, 1 in D10."""
    words = " ".join(in_this_process("rulebook").out.split())
    assert "gazetted from 1998 to 2001" in words
    assert "today's rules may differ" in words
    assert "Of 449 clauses 38 are not the Gazette's own text: 21 were found" in words
    assert "17 are adopted defaults" in words
    document = in_this_process("rulebook", "--json").document
    assert document["sources"] == {"gazette": 411, "public": 21, "adopted": 17}
    assert {each["id"]: each["sources"]["adopted"] for each in document["divisions"]} == {
        "D1": 5,
        "D2": 0,
        "D7": 0,
        "D8": 3,
        "D9": 8,
        "D10": 1,
    }


def test_every_clause_says_where_it_comes_from() -> None:
    notes = {
        "D8 3.6(a)": "(from the Gazette, in our words)",
        "D1 8": "(from another public source, not the Gazette's own text)",
        "D9 7": "(an adopted default: the Gazette's own text or figure was not found)",
    }
    for clause, note in notes.items():
        assert note in " ".join(in_this_process("rulebook", clause).out.split())


def test_a_clause_with_all_below_it() -> None:
    done = croupier("rulebook", "D8 3.6")
    assert (done.status, done.errors) == (0, "")
    headings = [line for line in done.out.splitlines() if line.startswith("D")]
    assert [line.split("  ") for line in headings] == [
        ["D8 3.6(a)", "ENFORCED"],
        ["D8 3.6(b)", "ENFORCED"],
        ["D8 3.6 (closing)", "ENFORCED"],
    ]
    words = " ".join(done.out.split())
    assert 'After the dealer calls "No more bets" no player may place a wager.' in words
    assert "R8: " in words
    assert "R19: " in words


def test_the_tests_that_hold_a_clause() -> None:
    held_by = "tests/clauses/test_d8_zero.py::test_D8_3_10_on_zero_only_wagers_with_zero_win"
    assert f"tested by {held_by}" in " ".join(in_this_process("rulebook", "D8 3.10").out.split())


def test_a_clause_as_json() -> None:
    (clause,) = in_this_process("rulebook", "D1 9 (breach)", "--json").document
    assert clause.pop("gist").startswith("By default, ")
    assert all(re.fullmatch(r"tests/.*\.py::test_\w+", test) for test in clause.pop("tests"))
    first, ruling, *others = clause.pop("rulings")
    assert [each["id"] for each in (first, *others)] == ["B55", "R30", "M13", "S15"]
    assert (ruling["id"], ruling["reads"]) == ("T15", ["D7 4.6(a)"])
    assert set(ruling) == {"id", "reads", "question", "answer"}
    assert clause == {"id": "D1 9 (breach)", "class": "ENFORCED", "source": "adopted", "needs": None}


def test_a_clause_need_not_be_quoted() -> None:
    done = in_this_process("rulebook", "D8", "3.6")
    assert done.status == 0
    assert done.out.startswith("D8 3.6(a)  ENFORCED\n")


@pytest.mark.parametrize(("name", "count"), [("D1", 36), ("D8 3.1", 30), ("D9 4.1", 24)])
def test_a_division_or_section_shows_all_of_it_and_no_more(name: str, count: int) -> None:
    clauses = in_this_process("rulebook", name, "--json").document
    assert len(clauses) == count
    assert all(
        clause["id"] == name or clause["id"].startswith((f"{name} ", f"{name}.", f"{name}(")) for clause in clauses
    )


def test_a_clause_that_shares_its_line_with_others() -> None:
    assert [clause["id"] for clause in in_this_process("rulebook", "D9 4.5", "--json").document] == ["D9 4.2-4.9"]


def test_a_clause_whose_number_stands_for_what_follows_it() -> None:
    done = in_this_process("rulebook", "D9 3.4(c)")
    assert done.status == 0
    assert done.out.startswith("D9 3.4(c)ff  INFO\n")


def _division_1() -> dict[str, str]:
    """What is said of each clause."""
    parts = in_this_process("rulebook", "D1").out.split("\n\n")
    return {part.split("  ")[0]: " ".join(part.split()) for part in parts}


def test_what_is_adopted_says_so() -> None:
    said = _division_1()
    assert "adopted default" in said["D1 10.2"]
    assert "another public source" in said["D1 11.3"]
    assert "adopted default" not in said["D1 1.1 Chips"]
    assert "another public source" not in said["D1 1.1 Chips"]


def test_what_waits_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any("what it needs" in each for each in _division_1().values())
    monkeypatch.setattr("croupier.cli.records.rulebook.BUILT_NEEDS", frozenset({"seats"}))
    said = _division_1()
    assert "it needs floor." in said["D1 7.1"]
    assert "what it needs" not in said["D1 6"]
    assert "what it needs" not in said["D1 8"]


def test_a_ruling_has_a_page_too() -> None:
    done = in_this_process("rulebook", "R17")
    assert done.status == 0
    assert done.out.splitlines()[0] == "R17  reads D8 5.1, D8 5.2, D8 5.3"
    assert in_this_process("rulebook", "R17", "--json").document["reads"] == ["D8 5.1", "D8 5.2", "D8 5.3"]


@pytest.mark.parametrize("name", ["D8 9.9", "D99", "d8", "R99", "D8 3.", "D8 3.1(", "3.6", "", "D8  3.6"])
def test_a_clause_that_does_not_exist(name: str) -> None:
    done = in_this_process("rulebook", name)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert repr(name) in line
    assert in_this_process("rulebook", name, "--json").document["errors"]


def test_coverage_is_one_json_document() -> None:
    done = croupier("rulebook", "--coverage", "--json")
    assert done.errors == ""
    assert set(done.document) == {"divisions"}
    assert [each["id"] for each in done.document["divisions"]] == list(_COUNTS)
    assert {each["id"]: each["built"] for each in done.document["divisions"]} == _BUILT
    assert {each["id"]: each["clauses"] for each in done.document["divisions"]} == _COUNTS
    open_now = [each["id"] for each in done.document["divisions"] if each["built"] and each["unheld"]]
    assert done.status == (1 if open_now else 0)


def test_the_keys_of_coverage() -> None:
    for division in croupier("rulebook", "--coverage", "--json").document["divisions"]:
        assert set(division) == {"id", "built", "clauses", "held", "unheld"}


def test_coverage_counts_what_tests_must_hold() -> None:
    for division in croupier("rulebook", "--coverage", "--json").document["divisions"]:
        counts = _COUNTS[division["id"]]
        due = counts["ENFORCED"] + counts["PROCEDURE"] + counts["CONFIG"]
        assert division["held"] + len(division["unheld"]) == due
        assert all(clause.startswith(f"{division['id']} ") for clause in division["unheld"])


def test_coverage_for_people() -> None:
    done = in_this_process("rulebook", "--coverage")
    rows = {line.split()[0]: line.split() for line in done.out.splitlines() if line.startswith("D") and "," not in line}
    assert list(rows) == list(_COUNTS)
    for division, counts in _COUNTS.items():
        numbers = [int(word) for word in rows[division] if word.isdigit()]
        assert numbers[:4] == [counts["ENFORCED"], counts["PROCEDURE"], counts["CONFIG"], counts["INFO"]]
    assert rows["D7"][-1] == "held"
