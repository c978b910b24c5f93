"""The rulebook by request, and the way from every refusal and settlement line to its clause."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from croupier.rulebook import Cite, UnknownClause, divisions, read_cite, rulings
from croupier.serve.routes.learning.rulebook import page_of
from tests.support.project import ROOT
from tests.support.server.wire import House, buy_in, in_house, wager


def asked(tmp_path: Path, path: str, status: int = 200) -> Any:
    async def scenario(house: House) -> Any:
        answer = await house.ask("GET", path)
        assert answer.status_code == status, answer.text
        return answer.json()

    return in_house(tmp_path, scenario)


def test_the_whole_book_is_there_once(tmp_path: Path) -> None:
    found = asked(tmp_path, "/api/v1/rulebook")
    assert [each["id"] for each in found["divisions"]] == ["D1", "D2", "D7", "D8", "D9", "D10"]
    roulette = found["divisions"][3]
    assert roulette["title"] == "Roulette"
    clause = next(each for each in roulette["clauses"] if each["id"] == "D8 3.1(b)(i)")
    assert (clause["class"], clause["rulings"], clause["source"]) == ("ENFORCED", ["R3"], "gazette")
    assert found["found"] == sum(len(each["clauses"]) for each in found["divisions"])
    ids = [each["id"] for each in found["rulings"]]
    assert len(ids) == len(set(ids))
    assert "Yes" in next(each["answer"] for each in found["rulings"] if each["id"] == "R3")


def test_how_many_tests_hold_a_clause_is_told_once_they_are_counted(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        for _ in range(600):
            if (found := await clause_of(house))["held_by"] is not None:
                break
            await asyncio.sleep(0.1)
        marks = sum(path.read_text().count('"D8 3.10"') for path in (ROOT / "tests" / "clauses").glob("test_*.py"))
        assert 1 <= found["held_by"] <= marks
        book = (await house.ask("GET", "/api/v1/rulebook?words=D8%203.10")).json()
        clauses = {each["id"]: each for part in book["divisions"] for each in part["clauses"]}
        assert clauses["D8 3.10"]["held_by"] == found["held_by"]

    async def clause_of(house: House) -> Any:
        return (await house.ask("GET", "/api/v1/rulebook/D8%203.10")).json()["clauses"][0]

    in_house(tmp_path, scenario)


def test_words_find_the_clauses_that_say_them_or_whose_rulings_do(tmp_path: Path) -> None:
    found = asked(tmp_path, "/api/v1/rulebook?words=No%20spin%20PEG")
    ids = [each["id"] for part in found["divisions"] for each in part["clauses"]]
    assert "D10 5.2" in ids
    assert all(each["id"] == "D10" for each in found["divisions"]), "no other game has pegs"
    assert asked(tmp_path, "/api/v1/rulebook?words=D8%203.10")["found"] >= 1
    assert asked(tmp_path, "/api/v1/rulebook?words=zeppelin")["divisions"] == []


@pytest.mark.parametrize(
    ("name", "clause", "ruling", "first"),
    [
        ("D8 3.1(b)", "D8 3.1(b)", "", "D8 3.1(b)(i)"),
        ("D8 3.1(b) (R3)", "D8 3.1(b)", "R3", "D8 3.1(b)(i)"),
        ("D10 2.3 (closing)", "D10 2.3 (closing)", "", "D10 2.3 (closing)"),
        ("D9 4.2-4.9 (S14)", "D9 4.2-4.9", "S14", "D9 4.2-4.9"),
        ("D8 3", "D8 3", "", "D8 3.1"),
        ("R3", "D8 3.1(b)", "R3", "D8 3.1(b)(i)"),
        ("D1 1.1 Chips", "D1 1.1 Chips", "", "D1 1.1 Chips"),
    ],
)
def test_a_rule_as_it_is_written_leads_to_its_clause(
    tmp_path: Path, name: str, clause: str, ruling: str, first: str
) -> None:
    found = asked(tmp_path, f"/api/v1/rulebook/{quote(name, safe='')}")
    assert (found["clause"], found["ruling"], found["clauses"][0]["id"]) == (clause, ruling, first)
    assert not ruling or found["rulings"][0]["id"] == ruling


@pytest.mark.parametrize("name", ["D3 1", "house: limits", "D8 3.1(b) (R999)", "D8 3.1(b) (", " ", "D8 3.99"])
def test_what_is_no_clause_is_refused(tmp_path: Path, name: str) -> None:
    found = asked(tmp_path, f"/api/v1/rulebook/{quote(name, safe='')}", 404)
    assert found["refusal"]["code"] == "no_such_clause"


def test_every_citation_can_be_read_as_it_is_written() -> None:
    for division in divisions():
        for clause in division.clauses:
            for ruling in (None, "R3", "B21"):
                cite = Cite(clause.id, ruling)
                assert read_cite(str(cite)) == cite
            assert page_of(clause.id).clauses[0].id == clause.id
    for id in rulings():
        assert page_of(id).ruling == id
    with pytest.raises(UnknownClause):
        read_cite("")


def test_a_refusal_names_the_clause_that_can_be_looked_up(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1")
        ana = await house.guest()
        await house.act("r1", ana, "k1", buy_in(100_00))
        bad = {"act": "wager", "position": {"kind": "split", "numbers": [1, 9]}, "amount": 5_00}
        refusal = (await house.act("r1", ana, "k2", bad)).json()["refusal"]
        assert (refusal["rule"], refusal["clause"]) == ("D8 3.1(b) (R3)", "D8 3.1(b)")
        assert (await house.ask("GET", f"/api/v1/rulebook/{quote(refusal['rule'])}")).status_code == 200
        house_rule = (await house.ask("GET", "/api/v1/me")).json()["refusal"]
        assert house_rule["clause"] == ""
        assert (await house.act("r1", ana, "k3", wager(17, 5_00))).status_code == 201

    in_house(tmp_path, scenario)
