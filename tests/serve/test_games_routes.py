"""What the page is told of each game: known answers, from the Gazette and from arithmetic by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product
from pathlib import Path
from typing import Any

import pytest

from tests.support.server.api import fraction
from tests.support.server.wire import House, in_house


def shown(tmp_path: Path, *paths: str) -> list[Any]:
    found: list[Any] = []

    async def scenario(house: House) -> None:
        await house.table(id="r1", options={"neighbours": True})
        await house.table("blackjack", id="b1", options={"decks": 6, "layout": 2, "super_sevens": 500, "boxes": 5})
        for path in paths:
            answer = await house.ask("GET", path)
            assert answer.status_code == 200, answer.text
            found.append(answer.json())

    in_house(tmp_path, scenario)
    return found


def test_the_games_are_the_four_that_tables_play(tmp_path: Path) -> None:
    (found,) = shown(tmp_path, "/api/v1/games")
    assert [(each["name"], each["title"], each["division"]) for each in found["games"]] == [
        ("roulette", "Roulette", "D8"),
        ("blackjack", "Blackjack", "D2"),
        ("tai-sai", "Tai-Sai", "D9"),
        ("money-wheel", "Money wheel", "D10"),
    ]


def test_roulette_has_every_position_with_one_edge_for_all_of_them(tmp_path: Path) -> None:
    (found,) = shown(tmp_path, "/api/v1/games/roulette")
    wagers = {each["wager"]: each for each in found["wagers"]}
    assert {each["wager"] for each in found["wagers"] if fraction(each["edge"]) != Fraction(1, 37)} == set()
    straight = wagers["straight up"]
    assert (straight["pays"], straight["ways"], straight["of"], straight["edge"]["percent"]) == (
        "35 to 1",
        1,
        37,
        "2.7027",
    )
    assert straight["clause"] == "D8 3.1(a)"
    # 37 numbers, 57 + 3 splits, 12 + 2 streets, 22 + 1 corners, 11 six-lines, 3 columns, 3 dozens, 6 even chances.
    assert len(found["positions"]) == 37 + 60 + 14 + 23 + 11 + 3 + 3 + 6
    assert sum(each["places"] for each in found["wagers"] if each["offered"]) == len(found["positions"])
    assert (wagers["neighbour"]["offered"], found["neighbours"]) == (False, [])
    named = {each["name"]: each for each in found["positions"]}
    assert named["17"] == {
        "kind": "straight up",
        "numbers": [17],
        "name": "17",
        "area": "numbers",
        "wager": "straight up",
        "covers": [17],
        "clause": "D8 3.1(a)",
    }
    assert named["column 3"]["covers"] == list(range(3, 37, 3))
    assert named["split 0-2"]["numbers"] == [0, 2]
    assert sorted(named["red"]["covers"] + named["black"]["covers"] + [0]) == list(range(37))


def test_the_wheel_stands_in_its_true_order(tmp_path: Path) -> None:
    (found,) = shown(tmp_path, "/api/v1/games/roulette")
    pockets = [each["number"] for each in found["pockets"]]
    assert pockets[:6] == [0, 32, 15, 19, 4, 21]
    assert sorted(pockets) == list(range(37))
    colours = {each["number"]: each["colour"] for each in found["pockets"]}
    assert (colours[0], colours[32], colours[15]) == ("green", "red", "black")
    # Red and black take turns all the way round.
    assert all(colours[one] != colours[other] for one, other in pairwise(pockets))
    assert (found["rows"][0], found["dozens"][1][0], found["columns"][0][:2]) == ([1, 2, 3], 13, [1, 4])


def test_a_table_tells_of_its_own_options(tmp_path: Path) -> None:
    roulette, blackjack = shown(tmp_path, "/api/v1/tables/r1/game", "/api/v1/tables/b1/game")
    assert len(roulette["neighbours"]) == 12
    assert (roulette["options"]["neighbours"], blackjack["options"]["decks"]) == (True, 6)
    assert {"kind": "neighbour", "numbers": [15, 19, 32]}.items() <= next(
        each for each in roulette["positions"] if each["name"] == "neighbour 15-19-32"
    ).items()
    assert (blackjack["boxes"], blackjack["decks"], blackjack["super_sevens"]) == (5, 6, 500)


def test_the_money_wheel_has_52_sections_and_thirteenths(tmp_path: Path) -> None:
    (found,) = shown(tmp_path, "/api/v1/games/money-wheel")
    letters = "".join(each["symbol"] for each in found["sections"])
    assert {letter: letters.count(letter) for letter in "ABCDEFG"} == dict(
        zip("ABCDEFG", (24, 12, 8, 4, 2, 1, 1), strict=True)
    )
    assert [each["section"] for each in found["sections"]] == list(range(1, 53))
    assert [each["words"] for each in found["sections"]][:2] == ["F in section 1", "A in section 2"]
    assert {fraction(each["edge"]) for each in found["wagers"]} == {Fraction(1, 13)}
    assert found["wagers"][0]["edge"]["percent"] == "7.6923"
    assert [(each["wager"], each["pays"]) for each in found["wagers"]][-1] == ("symbol G", "47 to 1")
    assert next(each["covers"] for each in found["positions"] if each["kind"] == "A") == [
        place for place, letter in enumerate(letters, start=1) if letter == "A"
    ]


def test_tai_sai_has_the_areas_of_both_appendices(tmp_path: Path) -> None:
    (found,) = shown(tmp_path, "/api/v1/games/tai-sai")
    assert found["layout"] == 2
    assert [len(found["appendices"][each]) for each in "12"] == [8, 12]
    wagers = {each["wager"]: each for each in found["wagers"]}
    assert (wagers["small"]["ways"], wagers["small"]["of"]) == (105, 216)
    # 105 of 216 win 1 to 1: the house keeps (111 - 105) / 216.
    assert fraction(wagers["small"]["edge"]) == Fraction(6, 216)
    # Six totals of 4 rolls 3 ways; 62 to 1: 3 * 62 - 213 of 216.
    assert fraction(wagers["total 4 or 17"]["edge"]) == Fraction(213 - 3 * 62, 216)
    assert wagers["face"]["pays"] == "1, 2 or 3 to 1"
    # Once 75, twice 15, three times 1: (75 + 30 + 3 - 125) / 216.
    assert fraction(wagers["face"]["edge"]) == Fraction(125 - 108, 216)
    # 2 + 6 + 6 + 1 + 14 + 15 + 6 + (30 + 20) + 4 + 2
    assert len(found["positions"]) == 106


def won_by(dice: tuple[int, ...]) -> set[str]:
    """Division 9 4.1(a) to (l), written down a second time: which areas three dice win."""
    counts, total = Counter(dice), sum(dice)
    different = sorted(counts)
    won = {f"total {total}"} if 4 <= total <= 17 else set()
    won |= {f"face {number}" for number in different}
    won |= {f"double {number}" for number in different if counts[number] >= 2}
    won |= {f"pair {one}-{other}" for one, other in combinations(different, 2)}
    if len(different) == 1:
        return won | {f"triple {different[0]}", "any triple"}
    won |= {
        "small" if total <= 10 else "big",
        "odd" if total % 2 else "even",
        f"three {'-'.join(map(str, sorted(dice)))}",
    }
    fours = ("3-4-5-6", "2-3-5-6", "2-3-4-5", "1-2-3-4")
    return won | {
        f"four {four}" for four in fours if len(different) == 3 and all(str(each) in four for each in different)
    }


def test_tai_sai_tells_what_wins_on_each_of_216_rolls(tmp_path: Path) -> None:
    (found,) = shown(tmp_path, "/api/v1/games/tai-sai")
    rolls = {tuple(each["dice"]): each for each in found["rolls"]}
    assert len(rolls) == 56
    for dice in product(range(1, 7), repeat=3):
        assert set(rolls[tuple(sorted(dice))]["wins"]) == won_by(dice), dice
    assert rolls[1, 3, 5]["words"] == "1-3-5, total 9"


PARTS = "numerator", "denominator"


def test_blackjack_tells_its_rules_in_words_with_their_clauses(tmp_path: Path) -> None:
    (found, table) = shown(tmp_path, "/api/v1/games/blackjack", "/api/v1/tables/b1/game")
    rules = {each["title"]: each for each in found["rules"]}
    assert rules["Decks"]["words"] == "8, 416 cards"
    assert (rules["Blackjack pays"]["words"], rules["Blackjack pays"]["clause"]) == ("3 to 2", "D2 5.4")
    assert rules["Super Sevens"]["words"] == "not offered"
    wagers = {each["wager"]: each for each in found["wagers"]}
    assert [each["name"] for each in wagers["box"]["positions"]] == [f"box {number}" for number in range(1, 8)]
    assert wagers["insurance"]["pays"] == "2 to 1"
    # Of eight decks 128 tens are left beside the ace, among 415 cards.
    insurance = [Fraction(*(int(wagers["insurance"][each][part]) for part in PARTS)) for each in ("chance", "edge")]
    assert insurance == [Fraction(128, 415), Fraction(31, 415)]
    assert (wagers["super sevens"]["offered"], wagers["super sevens"]["positions"]) == (False, [])
    sevens = next(each for each in table["wagers"] if each["wager"] == "super sevens")
    assert sevens["pays"] == "3, 50, 100, 500 or 5000 to 1"
    # The first card is a seven once in thirteen.
    assert fraction(sevens["chance"]) == Fraction(1, 13)
    stages = {each["stage"]: each for each in sevens["stages"]}
    # 24 sevens among 312 cards; of one suit three in a row from six.
    assert fraction(stages["three suited"]["chance"]) == Fraction(24 * 5 * 4, 312 * 311 * 310)
    assert (stages["three suited"]["pays"], stages["three suited"]["clause"]) == ("5000 to 1", "D2 15.4(e)")
    values = {each["rank"]: each["value"] for each in found["ranks"]}
    assert (values["A"], values["7"], values["K"], len(values)) == (1, 7, 10, 13)


@pytest.mark.parametrize("name", ["baccarat", "tournament", "Roulette", "roulette%20"])
def test_there_is_no_other_game(tmp_path: Path, name: str) -> None:
    async def scenario(house: House) -> None:
        answer = await house.ask("GET", f"/api/v1/games/{name}")
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (404, "no_such_game")

    in_house(tmp_path, scenario)
