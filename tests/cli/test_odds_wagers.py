"""`croupier odds GAME --wagers FILE`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.record import TextFault, Unreadable, WagerLine, read_wagers
from tests.support.process import croupier, in_this_process

_FIGURES = {
    *("stake", "win_ways", "ways", "edge", "edge_percent", "variance", "standard_deviation", "hit_rate"),
}
_LAYOUT = """
# Two wagers that meet on 17.
10 on 17
ana: wager 10 on split 17-20   # and a remark
"""


def _file(folder: Path, text: str | bytes) -> str:
    path = folder / "layout.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


# What it says


def test_the_keys_and_what_they_hold(tmp_path: Path) -> None:
    done = in_this_process("odds", "roulette", "--wagers", _file(tmp_path, _LAYOUT), "--json")
    assert (done.status, done.errors) == (0, "")
    assert set(done.document) == {"game", "wagers", "combination"}
    assert done.document["game"] == "roulette"
    split, number = done.document["wagers"]
    assert set(split) == {"wager", "rule", "adopted", *_FIGURES}
    assert (split["wager"], split["stake"], split["win_ways"], split["edge"]) == ("split 17-20", 1000, 2, "1/37")
    assert (split["rule"], number["rule"]) == ("D8 3.1(b)", "D8 3.1(a)")
    assert (number["wager"], number["hit_rate"], number["variance"]) == (
        "17",
        "1/37",
        str(Fraction(46656 * 10**6, 1369)),
    )
    found = done.document["combination"]
    more = {"mean", "ahead", "even", "behind", "best", "worst", "distribution"}
    assert set(found) == {*_FIGURES, *more}
    assert (found["stake"], found["win_ways"], found["ways"]) == (2000, 2, 37)
    assert (found["edge"], found["mean"], found["hit_rate"]) == ("1/37", "-2000/37", "2/37")
    assert (found["ahead"], found["even"], found["behind"]) == ("2/37", "0", "35/37")
    assert found["best"] == {"net": 52000, "ways": 1, "outcomes": ["17 black"]}
    assert (found["worst"]["net"], len(found["worst"]["outcomes"])) == (-2000, 35)
    assert found["distribution"] == [
        {"net": 52000, "ways": 1, "chance": "1/37"},
        {"net": 16000, "ways": 1, "chance": "1/37"},
        {"net": -2000, "ways": 35, "chance": "35/37"},
    ]
    deviation = Fraction(str(found["standard_deviation"]))
    assert abs(deviation**2 - Fraction(found["variance"])) < 2


def test_standard_input_and_a_file_say_the_same(tmp_path: Path) -> None:
    piped = croupier("odds", "roulette", "--wagers", "-", "--json", text=_LAYOUT)
    assert piped == in_this_process("odds", "roulette", "--wagers", _file(tmp_path, _LAYOUT), "--json")


def test_for_people(tmp_path: Path) -> None:
    done = in_this_process("odds", "roulette", "--wagers", _file(tmp_path, _LAYOUT))
    assert (done.status, done.errors) == (0, "")
    rows = [line.split() for line in done.out.splitlines()]
    assert ["17", "10", "1", "37", "1/37", "2.70", "58.38", "D8", "3.1(a)"] in rows
    assert ["stake", "20"] in rows
    assert ["edge", "1/37", "2.7027"] in rows
    assert ["ahead", "2/37", "5.4054"] in rows
    assert ["even", "0", "0.0000"] in rows
    assert ["behind", "35/37", "94.5946"] in rows
    assert ["Best:", "520,", "on", "17", "black"] in rows
    assert "Worst: -20, on 0 green; 1 red; 2 black; 3 red; 4 black; 5 red; and 29 more" in done.out
    assert [row for row in rows if row[-2:] == ["1/37", "2.70"]] == [
        ["520", "1", "1/37", "2.70"],
        ["160", "1", "1/37", "2.70"],
    ]
    assert rows[-1] == ["-20", "35", "35/37", "94.59"]


@pytest.mark.parametrize(
    ("game", "text", "distribution"),
    [
        ("money-wheel", "10 on A\n1 on G\n", {3700: "1/52", 900: "6/13", -1100: "27/52"}),
        ("tai-sai", "10 on small\r\n10 on big\r\n1 on any triple\r\n", {1100: "1/36", -100: "35/36"}),
        ("roulette", "\ufeff2.50 on neighbour 32-15-19", {2750: "3/37", -250: "34/37"}),
        ("roulette", "dealer: wager 5 on red for ana\nana: wager 5 on red", {1000: "18/37", -1000: "19/37"}),
        ("tai-sai", "5 on odd\n5 on four 3-4-5-6", None),
    ],
)
def test_the_other_games_and_ways_of_writing(
    tmp_path: Path, game: str, text: str, distribution: dict[int, str] | None
) -> None:
    done = in_this_process("odds", game, "--wagers", _file(tmp_path, text), "--json")
    assert (done.status, done.errors) == (0, "")
    found = {row["net"]: row["chance"] for row in done.document["combination"]["distribution"]}
    assert distribution in (None, found)
    assert sum(map(Fraction, found.values())) == 1
    assert in_this_process("odds", game, "--wagers", _file(tmp_path, text)).status == 0


def test_adopted_odds_are_marked_as_such(tmp_path: Path) -> None:
    file = _file(tmp_path, "5 on small\n5 on odd")
    done = in_this_process("odds", "tai-sai", "--wagers", file)
    assert "\nsmall* " in done.out
    assert "\nodd " in done.out
    assert "adopted default" in done.out
    rows = in_this_process("odds", "tai-sai", "--wagers", file, "--json").document["wagers"]
    assert {row["wager"]: row["adopted"] for row in rows} == {"small": True, "odd": False}
    assert "adopted" not in in_this_process("odds", "roulette", "--wagers", _file(tmp_path, "5 on red")).out


def test_a_house_with_odds_of_its_own(tmp_path: Path) -> None:
    table = tmp_path / "odds.json"
    table.write_text(json.dumps({"small": "97 to 100"}))
    wagers = _file(tmp_path, "10 on small")
    done = in_this_process("odds", "tai-sai", "--table", str(table), "--wagers", wagers, "--json")
    # 9.70, which is rounded up to the 50 cents: to 10.
    assert [row["net"] for row in done.document["combination"]["distribution"]] == [1000, -1000]
    assert in_this_process("odds", "roulette", "--table", str(table), "--wagers", wagers).status == 2


# What cannot be read

_FAULTS = {
    "20 onn red": "1:3: expected “on”",
    "\n  x on red": "2:3: expected an amount in dollars, such as 20 or 2.50",
    "20 on": "1:3: expected “on”",
    "20 on 1 to 80": "1:7: expected a position on the layout (that is no run of numbers)",
    "ana: buy in 20": "1:6: expected “wager”",
    "ana:": "1:5: expected “wager”",
    "an a: wager 5 on red": "1:1: expected who acts",
    "dealer: wager 5 on red": "1:9: expected the player for whom this is done",
    "ana: wager 5 in colour on red": "1:14: expected “on”: nobody says what colour chips are worth",
    "5 in colour on red": "1:3: expected “on”",
    "ana: wager 5 on red\nben: wager 5 on red": "2:1: expected a wager of ana",
    "": "1:1: expected a wager, such as 20 on split 17-20",
    "# nothing\n\n": "1:1: expected a wager",
    "5 on red wins 5": "1:9: expected the end of the line",
}


@pytest.mark.parametrize("text", _FAULTS, ids=repr)
def test_faults_by_line_and_column(tmp_path: Path, text: str) -> None:
    file = _file(tmp_path, text)
    done = in_this_process("odds", "roulette", "--wagers", file)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert line.startswith(f"{file}:{_FAULTS[text]}")


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    file = _file(tmp_path, "20 onn red\n5 on red\nx on red\n")
    done = in_this_process("odds", "roulette", "--wagers", file, "--json")
    assert done.status == 2
    assert [(each["line"], each["column"]) for each in done.document["errors"]] == [(1, 3), (3, 1)]
    assert len(done.error_lines) == 2


def test_files_that_are_none(tmp_path: Path) -> None:
    for file in (str(tmp_path / "nothing.txt"), str(tmp_path), _file(tmp_path, b"\xff\xfe5 on red")):
        done = in_this_process("odds", "roulette", "--wagers", file)
        assert (done.status, done.out) == (2, "")
        (line,) = done.error_lines
        assert line.startswith(file)


_PIECES = (
    "20",
    " on ",
    "red",
    "split 17-20",
    "ana",
    ": ",
    "wager ",
    "dealer",
    " for ",
    " in colour",
    "#",
    " ",
    "\n",
    "-",
    "0.5",
)


@given(st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=3)), max_size=12).map("".join))
def test_whatever_the_text_it_is_read_or_its_faults_are_named(text: str) -> None:
    lines = text.replace("\r\n", "\n").split("\n")
    found, faults = _read(text)
    assert found or faults
    for fault in faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
    assert len({each.line for each in found}) == len(found)


def _read(text: str) -> tuple[tuple[WagerLine, ...], tuple[TextFault, ...]]:
    try:
        return read_wagers(text), ()
    except Unreadable as unreadable:
        return (), unreadable.faults


# What is refused


@pytest.mark.parametrize(
    ("game", "text", "refusal"),
    [
        ("roulette", "5 on red\n\n5 on split 1-5", (3, "D8 3.1(b)", "not_adjoining")),
        ("roulette", "5 on small", (1, "D8 3.1", "no_such_wager")),
        ("roulette", "5 on red please", (1, "D8 3.1", "no_such_wager")),
        ("roulette", "5 on red\n0.25 on red", (2, "D8 3.3", "not_in_chips")),
        ("roulette", "0 on red", (1, "D8 3.3", "not_positive")),
        ("roulette", "-5 on red", (1, "D8 3.3", "not_positive")),
        ("money-wheel", "5 on Z", (1, "D10 3.1", "no_such_wager")),
        ("roulette", "5 on red\n9999999999999 on red", (2, "D1 13.1", "too_much")),
    ],
)
def test_refused_wagers_are_named_by_line(tmp_path: Path, game: str, text: str, refusal: tuple[int, str, str]) -> None:
    file = _file(tmp_path, text)
    line, rule, code = refusal
    done = in_this_process("odds", game, "--wagers", file)
    assert (done.status, done.out) == (1, "")
    (said,) = done.error_lines
    assert said.startswith(f"{file}:{line}: ")
    assert rule in said
    told = in_this_process("odds", game, "--wagers", file, "--json")
    assert (told.status, told.errors) == (1, done.errors)
    refused = told.document["refusal"]
    assert (refused["line"], refused["rule"], refused["code"]) == (line, rule, code)
    assert refused["why"] in said


def test_wagers_that_are_too_much_together(tmp_path: Path) -> None:
    text = "".join(f"60000000000 on {number}\n" for number in (1, 2))
    done = in_this_process("odds", "roulette", "--wagers", _file(tmp_path, text), "--json")
    assert done.status == 1
    assert (done.document["refusal"]["code"], "line" in done.document["refusal"]) == ("too_much", False)
