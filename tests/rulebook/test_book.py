"""The rulebook holds every clause with its class, and nothing else can be cited."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from croupier.rulebook import (
    EDITION,
    HELD_BY_TESTS,
    Cite,
    ClauseStanding,
    Source,
    UnknownClause,
    clause,
    clauses_at,
    division,
    divisions,
    ruling,
    rulings,
)
from croupier.rulebook.book import names
from tests.support.project import ROOT

_COUNTS = {
    "D1": {"ENFORCED": 15, "PROCEDURE": 8, "CONFIG": 3, "INFO": 10},
    "D2": {"ENFORCED": 104, "PROCEDURE": 22, "CONFIG": 12, "INFO": 11},
    "D7": {"ENFORCED": 54, "PROCEDURE": 13, "CONFIG": 15, "INFO": 1},
    "D8": {"ENFORCED": 51, "PROCEDURE": 14, "CONFIG": 6, "INFO": 14},
    "D9": {"ENFORCED": 28, "PROCEDURE": 4, "CONFIG": 1, "INFO": 8},
    "D10": {"ENFORCED": 26, "PROCEDURE": 9, "CONFIG": 5, "INFO": 15},
}
_RULINGS = {"B": 61, "T": 47, "R": 31, "M": 13, "S": 15}
"""How many rulings each part has, numbered from 1 without a gap."""


def _read_classes() -> dict[str, str]:
    lines = (Path(__file__).parent / "classes.txt").read_text("utf-8").splitlines()
    rows = (line.split(maxsplit=1) for line in lines if not line.startswith("#"))
    return {id: standing for standing, id in rows}


_CLASSES = _read_classes()

ALL = tuple(each for part in divisions() for each in part.clauses)


# Clauses


def test_every_clause_is_there_with_its_class_and_no_other() -> None:
    assert {each.id: str(each.standing) for each in ALL} == _CLASSES


def test_how_many_clauses_of_each_class_a_division_has() -> None:
    assert {part.id: Counter(str(each.standing) for each in part.clauses) for part in divisions()} == _COUNTS
    assert len(_CLASSES) == len(ALL) == 449


def test_no_clause_stands_there_twice() -> None:
    assert len({each.id for each in ALL}) == len(ALL)


def test_the_divisions() -> None:
    assert [part.id for part in divisions()] == ["D1", "D2", "D7", "D8", "D9", "D10"]
    assert {part.id for part in divisions() if part.built} == {"D1", "D2", "D7", "D8", "D9", "D10"}
    assert {part.id: part.title for part in divisions()} == {
        "D1": "General rules",
        "D2": "Blackjack",
        "D7": "Tournament blackjack",
        "D8": "Roulette",
        "D9": "Tai-Sai",
        "D10": "Money wheel",
    }
    assert all(re.match(r"(1998|1999) No\. \d+", part.gazette) for part in divisions())
    assert division("D8").title == "Roulette"
    with pytest.raises(UnknownClause):
        division("D3")


def test_a_clause_knows_its_division() -> None:
    for part in divisions():
        assert {each.division for each in part.clauses} == {part.id}


def test_a_clause_is_found_by_its_id() -> None:
    found = clause("D8 3.1(b)(i)")
    assert found.id == "D8 3.1(b)(i)"
    assert found.standing is ClauseStanding.ENFORCED
    assert found.source is Source.GAZETTE
    assert found.needs is None
    assert found.rulings == ("R3",)


@pytest.mark.parametrize("id", ["D8 3.1(b)", "D8", "", "D8 9.9", "R17", "d8 3.1"])
def test_what_is_no_clause_is_not_found(id: str) -> None:
    with pytest.raises(UnknownClause, match=re.escape(repr(id))):
        clause(id)


@pytest.mark.parametrize(
    ("id", "source"),
    [
        ("D1 1.1 Void", Source.GAZETTE),
        ("D1 8", Source.PUBLIC),
        ("D1 11.3", Source.PUBLIC),
        ("D1 9.4", Source.ADOPTED),
        ("D1 9.5", Source.ADOPTED),
        ("D1 9 (breach)", Source.ADOPTED),
        ("D1 10.2", Source.ADOPTED),
        ("D1 10.4", Source.ADOPTED),
        ("D8 3.9", Source.GAZETTE),
        ("D8 Appendix 3", Source.ADOPTED),
        ("D8 Appendix 4", Source.ADOPTED),
        ("D9 4.1(a)(i)", Source.GAZETTE),
        ("D9 4.1(h)", Source.ADOPTED),
        ("D9 4.2-4.9", Source.ADOPTED),
        ("D9 5", Source.ADOPTED),
        ("D9 6", Source.ADOPTED),
        ("D9 7", Source.ADOPTED),
        ("D10 3.8", Source.GAZETTE),
        ("D10 Appendix 1", Source.ADOPTED),
    ],
)
def test_where_a_clause_comes_from(id: str, source: Source) -> None:
    assert clause(id).source is source


def test_nothing_of_the_texts_that_were_found_whole_is_adopted() -> None:
    adopted = {each.id for each in ALL if each.source is not Source.GAZETTE}
    assert {id for id in adopted if id.startswith(("D2 ", "D7 "))} == set()
    assert {id for id in adopted if id.startswith("D8 ")} == {"D8 Appendix 2", "D8 Appendix 3", "D8 Appendix 4"}


def test_clauses_that_wait_for_seats_or_a_floor() -> None:
    assert {each.id: each.needs for each in ALL if each.needs is not None} == {
        "D1 6": "seats",
        "D1 7.1": "floor",
        "D1 7.2": "floor",
        "D1 12.1": "floor",
        "D1 12.2": "floor",
    }


def test_what_tests_must_hold() -> None:
    assert set(HELD_BY_TESTS) == {ClauseStanding.ENFORCED, ClauseStanding.PROCEDURE, ClauseStanding.CONFIG}


def test_the_edition() -> None:
    assert EDITION == 2


_ABBREVIATION = re.compile(r"\b(No|p)\. ")


@pytest.mark.parametrize("id", _COUNTS)
def test_a_gist_is_one_sentence(id: str) -> None:
    for each in division(id).clauses:
        gist = each.gist
        assert gist[0].isupper() or gist[0].isdigit(), each.id
        assert gist.endswith("."), each.id
        assert not re.search(r"[.!?]\s", _ABBREVIATION.sub("", gist)), each.id
        assert gist == " ".join(gist.split()), each.id
        assert len(gist.split()) >= 5, each.id


_NOT_FOUND = {"D1 15.1", "D1 15.4"}
"""Of these nothing is known but their numbers, so the same is said of both."""


def test_no_two_clauses_of_a_division_have_the_same_gist() -> None:
    for part in divisions():
        gists = Counter(each.gist for each in part.clauses if each.id not in _NOT_FOUND)
        assert [gist for gist, count in gists.items() if count > 1] == []


# Headings


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("D8 3.6", ["D8 3.6(a)", "D8 3.6(b)", "D8 3.6 (closing)"]),
        ("D8 3.1(b)", ["D8 3.1(b)(i)", "D8 3.1(b)(ii)"]),
        ("D8 3.10", ["D8 3.10"]),
        ("D8 4.5", ["D8 4.5(a)", "D8 4.5(b)"]),
        ("D9 4.10", ["D9 4.10 (amendment 6.4)"]),
        ("D9 amendment 6.5", ["D9 amendment 6.5(a)", "D9 amendment 6.5(b)"]),
        ("D9 3.4(c)", ["D9 3.4(c)ff"]),
        ("D9 4.1(i)", ["D9 4.1(i) list", "D9 4.1(i)(i)", "D9 4.1(i)(ii)"]),
        ("D1 9.3", ["D1 9.3(a)", "D1 9.3(b)", "D1 9.3(c)"]),
        ("D1 1.2", ["D1 1.2(a)"]),
        *((f"D9 4.{number}", ["D9 4.2-4.9"]) for number in range(2, 10)),
    ],
)
def test_a_name_stands_for_all_below_it(name: str, ids: list[str]) -> None:
    assert [each.id for each in clauses_at(name)] == ids


@pytest.mark.parametrize(("name", "count"), [("D1", 36), ("D2", 149), ("D7", 83), ("D8", 85), ("D9", 41), ("D10", 55)])
def test_a_division_stands_for_all_its_clauses(name: str, count: int) -> None:
    assert clauses_at(name) == division(name).clauses
    assert len(clauses_at(name)) == count


@pytest.mark.parametrize("name", ["", "D", "D3", "D8 ", "D8 3.", "D8 3.1(", "D8 3.1(a", "D9 4.11", "D9 4.2-", "8 3.6"])
def test_what_is_no_heading_stands_for_nothing(name: str) -> None:
    with pytest.raises(UnknownClause):
        clauses_at(name)


def test_every_name_that_may_be_cited_stands_for_some_clause() -> None:
    assert [name for name in sorted(names()) if not _stands_for_some(name)] == []
    assert {each.id for each in ALL} < names()


def _stands_for_some(name: str) -> bool:
    try:
        return bool(clauses_at(name))
    except UnknownClause:
        return False


# Citations


@pytest.mark.parametrize("name", ["D8 3.1(b)(i)", "D8 3.1(b)", "D8 3.1", "D8 3", "D8", "D1 9 (breach)", "D9 4.2-4.9"])
def test_a_clause_or_a_heading_may_be_cited(name: str) -> None:
    cite = Cite(name)
    assert (cite.clause, cite.ruling) == (name, None)
    assert str(cite) == name
    assert cite.clauses == clauses_at(name)


def test_a_citation_may_name_its_ruling() -> None:
    cite = Cite("D8 5.1", "R17")
    assert str(cite) == repr(cite) == "D8 5.1 (R17)"
    assert cite != Cite("D8 5.1")
    assert hash(cite) == hash(Cite("D8 5.1", "R17"))


@pytest.mark.parametrize("name", ["D8 3.11", "D8 3.1(z)", "D3 1.1", "", "D8 3.1(b)(i) ", "R17", "D7 1.0 Play-O"])
def test_what_does_not_exist_cannot_be_cited(name: str) -> None:
    with pytest.raises(UnknownClause, match=re.escape(repr(name))):
        Cite(name)


@pytest.mark.parametrize("name", ["R32", "R0", "r17", "", "D8 3.1"])
def test_a_ruling_that_does_not_exist_cannot_be_cited(name: str) -> None:
    with pytest.raises(UnknownClause, match=re.escape(repr(name))):
        Cite("D8 3.1", name)


def test_a_citation_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Cite("D8 3.1").clause = "D8 9.9"  # type: ignore[misc]


# Rulings


def test_every_ruling_is_there_and_no_other() -> None:
    assert set(rulings()) == {f"{part}{number}" for part, count in _RULINGS.items() for number in range(1, count + 1)}
    assert all(found.id == id for id, found in rulings().items())


def test_a_ruling_is_found_by_its_id() -> None:
    assert ruling("R17").reads == ("D8 5.1", "D8 5.2", "D8 5.3")
    with pytest.raises(UnknownClause, match="R99"):
        ruling("R99")


def test_every_ruling_says_what_was_asked_and_how_it_is_answered() -> None:
    for found in rulings().values():
        assert re.search(r"\w.*[.?]$", found.question), found.id
        assert re.search(r"\w.*[.]$", found.answer), found.id


_WITHOUT_A_CLAUSE = {"B32"}
"""It is about the dates of the printed page, and reads no clause in particular."""


def test_every_ruling_reads_clauses_that_exist_and_that_list_it() -> None:
    unlisted = [
        (found.id, name)
        for found in rulings().values()
        for name in found.reads
        if found.id not in _WITHOUT_A_CLAUSE and not _is_listed(found.id, name)
    ]
    assert unlisted == []


def _is_listed(id: str, name: str) -> bool:
    """A clause lists the ruling itself; where the ruling reads a heading, some clause below it does."""
    below = clauses_at(name)
    own = [each for each in below if each.id == name]
    return any(id in each.rulings for each in own or below)


def test_every_ruling_that_a_clause_lists_exists() -> None:
    assert {id for each in ALL for id in each.rulings} <= set(rulings())
    assert set(rulings()) - {id for each in ALL for id in each.rulings} <= _WITHOUT_A_CLAUSE


def test_no_clause_lists_a_ruling_twice() -> None:
    assert [each.id for each in ALL if len(set(each.rulings)) != len(each.rulings)] == []


# What the code cites


def _cited_with_a_ruling() -> set[tuple[str, str]]:
    """Every clause that a game cites by its name, together with a ruling."""
    found: set[tuple[str, str]] = set()
    for path in (ROOT / "src" / "croupier" / "games").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Cite":
                continue
            match node.args:
                case [ast.Constant(str(clause_)), ast.Constant(str(ruling_))]:
                    found.add((clause_, ruling_))
    return found


def test_the_rulebook_lists_a_ruling_wherever_it_is_cited() -> None:
    cited = _cited_with_a_ruling()
    assert {("D8 3.8", "R12"), ("D10 3.7", "R12"), ("D9 4.2-4.9", "R12")} <= cited
    assert [(name, id) for name, id in sorted(cited) if not _is_listed(id, name)] == []
    assert ruling("R12").reads == ("D8 3.8", "D9 4.2-4.9", "D10 3.7")
