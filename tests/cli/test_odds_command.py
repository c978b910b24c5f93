"""`croupier odds`."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.process import croupier, in_this_process

_KEYS = {
    *("wager", "positions", "odds", "win_ways", "ways", "edge", "edge_percent", "variance", "hit_rate", "rule"),
    "adopted",
}


@pytest.mark.parametrize(("game", "rows"), [("roulette", 14), ("money-wheel", 7), ("tai-sai", 19)])
def test_one_json_document_with_a_row_for_each_kind_of_wager(game: str, rows: int) -> None:
    done = in_this_process("odds", game, "--json")
    assert (done.status, done.errors) == (0, "")
    assert isinstance(done.document, list)
    assert len(done.document) == rows


def test_a_process_of_its_own_says_the_same() -> None:
    assert croupier("odds", "tai-sai", "--json") == in_this_process("odds", "tai-sai", "--json")


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai"])
def test_the_keys_of_a_row(game: str) -> None:
    for row in in_this_process("odds", game, "--json").document:
        assert set(row) == _KEYS


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai"])
def test_what_the_keys_hold(game: str) -> None:
    for row in in_this_process("odds", game, "--json").document:
        assert type(row["positions"]) is int
        assert type(row["win_ways"]) is int
        assert type(row["ways"]) is int
        assert Fraction(row["hit_rate"]) == Fraction(row["win_ways"], row["ways"])
        assert abs(Fraction(row["edge"]) * 100 - Fraction(str(row["edge_percent"]))) < Fraction(1, 1000)
        assert Fraction(row["variance"]) > 0
        assert row["rule"].startswith({"roulette": "D8 3.", "money-wheel": "D10 3.", "tai-sai": "D9 4."}[game])


def test_known_rows() -> None:
    roulette = {row["wager"]: row for row in in_this_process("odds", "roulette", "--json").document}
    split = roulette["split"]
    assert (split["positions"], split["odds"], split["win_ways"], split["ways"]) == (60, "17 to 1", 2, 37)
    assert (split["edge"], split["rule"]) == ("1/37", "D8 3.1(b)")
    assert Fraction(str(split["edge_percent"])) == Fraction("2.7027")
    face = {row["wager"]: row for row in in_this_process("odds", "tai-sai", "--json").document}["face"]
    assert (face["positions"], face["odds"], face["win_ways"], face["ways"]) == (6, "1, 2 or 3 to 1", 91, 216)
    assert (face["edge"], face["rule"]) == ("17/216", "D9 4.1(h)")
    wheel = {row["wager"]: row for row in in_this_process("odds", "money-wheel", "--json").document}
    assert {row["edge"] for row in wheel.values()} == {"1/13"}
    assert (wheel["symbol G"]["odds"], wheel["symbol G"]["hit_rate"]) == ("47 to 1", "1/52")


def test_for_people() -> None:
    done = croupier("odds", "tai-sai")
    assert (done.status, done.errors) == (0, "")
    rows = [line.split() for line in done.out.splitlines()]
    assert ["odd", "1", "1", "to", "1", "105", "216", "1/36", "2.78", "1.00", "48.61", "D9", "4.1(k)"] in rows
    assert "adopted default" in done.out


def test_adopted_odds_are_marked_as_such() -> None:
    rows = {
        line.split(" to 1")[0].split()[0]: line
        for line in croupier("odds", "tai-sai").out.splitlines()
        if " to 1" in line
    }
    assert "1 to 1*" in rows["small"]
    assert "1, 2 or 3 to 1*" in rows["face"]
    assert "7 to 1*" not in rows["four"]
    assert "1 to 1*" not in rows["even"]


def _table(folder: Path, figures: object) -> str:
    path = folder / "odds.json"
    path.write_text(figures if isinstance(figures, str) else json.dumps(figures))
    return str(path)


def test_a_house_with_odds_of_its_own(tmp_path: Path) -> None:
    figures = {"any-triple": "24 to 1", "face-three-times": "12 to 1", "small": "97 to 100"}
    done = in_this_process("odds", "tai-sai", "--table", _table(tmp_path, figures), "--json")
    assert (done.status, done.errors) == (0, "")
    rows = {row["wager"]: row for row in done.document}
    assert (rows["any triple"]["odds"], rows["any triple"]["edge"]) == ("24 to 1", "11/36")
    assert (rows["face"]["odds"], rows["face"]["edge"]) == ("1, 2 or 12 to 1", "1/27")
    assert (rows["small"]["odds"], rows["small"]["edge"]) == ("97 to 100", "61/1440")
    assert (rows["big"]["odds"], rows["big"]["edge"]) == ("1 to 1", "1/36")


@pytest.mark.parametrize(
    "figures",
    [
        *("{", "[]", '"small"', ""),
        *({"small": 1}, {"bingo": "1 to 1"}, {"small": "1"}, {"small": "1:1"}, {"small": "-1 to 1"}),
        *({"small": "1 to "}, {"small": " to 1"}, {"small": "\u0661 to 1"}, {"small": "1.5 to 1"}),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_read(tmp_path: Path, figures: object) -> None:
    done = in_this_process("odds", "tai-sai", "--table", _table(tmp_path, figures))
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "odds.json" in line


@pytest.mark.parametrize("odds", ["0 to 1", "1 to 0"])
def test_odds_that_the_rules_refuse(tmp_path: Path, odds: str) -> None:
    done = in_this_process("odds", "tai-sai", "--table", _table(tmp_path, {"small": odds}))
    assert (done.status, done.out) == (1, "")
    assert "D9 4.10" in done.errors
    assert len(done.error_lines) == 1


def test_a_table_that_is_not_there(tmp_path: Path) -> None:
    done = in_this_process("odds", "tai-sai", "--table", str(tmp_path / "nothing.json"))
    assert (done.status, done.out) == (2, "")
    assert len(done.error_lines) == 1


def test_a_table_that_is_not_there_as_json(tmp_path: Path) -> None:
    done = in_this_process("odds", "tai-sai", "--table", str(tmp_path / "nothing.json"), "--json")
    assert done.status == 2
    assert set(done.document) == {"refusal", "errors"}


def test_only_tai_sai_has_tables(tmp_path: Path) -> None:
    done = in_this_process("odds", "roulette", "--table", _table(tmp_path, {}))
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "Tai-Sai" in line


def test_adopted_odds_are_marked_in_json_as_they_are_on_the_screen() -> None:
    """RULINGS 1.2: the Gazette's own odds of Tai-Sai are those of the 2001 page, (i) to (l); the others are adopted."""
    rows = in_this_process("odds", "tai-sai", "--json").document
    gazetted = {row["wager"] for row in rows if not row["adopted"]}
    assert gazetted == {"three with pair", "three different", "four", "odd", "even"}
    screen = in_this_process("odds", "tai-sai").out
    for row in rows:
        mark = "*" if row["adopted"] else " "
        assert re.search(rf"^{row['wager']} .* {re.escape(row['odds'] + mark)}", screen, re.MULTILINE)
    for game in ("roulette", "money-wheel"):
        assert not any(row["adopted"] for row in in_this_process("odds", game, "--json").document)


def test_perft_counts_sequences_in_words_and_as_json() -> None:
    done = in_this_process("perft", "money-wheel", "--depth", "3")
    assert (done.status, done.out) == (0, "1 act: 15\n2 acts: 136\n3 acts: 1,886\n")
    document = in_this_process("perft", "tournament-table", "--depth", "2", "--json").document
    assert document == {"game": "tournament-table", "sequences": [2, 4]}
    wrong = in_this_process("perft", "roulete")
    assert wrong.status == 2
    assert "did you mean roulette?" in wrong.errors
