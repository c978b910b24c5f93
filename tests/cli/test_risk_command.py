"""`croupier risk`."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.support.process import Ended, croupier, in_this_process

_RED = ("--on", "red", "--wager", "10")
_PLAY = ("--bankroll", "200", "--goal", "400", "--rounds", "500")


def _risk(*arguments: str, game: str = "roulette") -> Ended:
    return in_this_process("risk", game, *arguments)


def _near(figure: dict[str, Any], value: Fraction) -> bool:
    return abs(Fraction(str(figure["decimal"])) - value) <= Fraction(1, 2_000_000)


# What it says


def test_the_keys() -> None:
    done = _risk(*_RED, *_PLAY, "--json")
    assert (done.status, done.errors) == (0, "")
    found = done.document
    asked = {"game", "wagers", "stake", "bankroll", "goal", "rounds"}
    assert set(found) == asked | {"round", "within", "without_limit", "after", "longest_losing_run", "assumes"}
    assert found["wagers"] == [{"wager": "red", "stake": 1000, "adopted": False}]
    assert (found["game"], found["stake"], found["bankroll"], found["goal"]) == ("roulette", 1000, 20000, 40000)
    moments = {"mean", "variance", "standard_deviation", "ahead", "even", "behind"}
    assert set(found["round"]) == moments | {"edge"}
    assert set(found["within"]) == {"goal", "ruin", "playing", "rounds_played"}
    assert set(found["without_limit"]) == {"goal", "ruin"}
    assert set(found["after"]) == moments | {"quantiles", "distribution"}


def test_the_gamblers_ruin() -> None:
    """The textbook's formula for 20 units of 40, with (19/18) for q/p."""
    ratio = Fraction(19, 18)
    ruin = (ratio**20 - ratio**40) / (1 - ratio**40)
    found = _risk(*_RED, *_PLAY, "--json").document
    assert _near(found["without_limit"]["ruin"], ruin)
    assert _near(found["without_limit"]["goal"], 1 - ruin)
    within = [Fraction(str(found["within"][key]["decimal"])) for key in ("goal", "ruin", "playing")]
    assert abs(sum(within, Fraction(0)) - 1) < Fraction(1, 500_000)
    assert within[1] < ruin


def test_figures_of_one_round_are_exact() -> None:
    one = _risk(*_RED, *_PLAY, "--json").document["round"]
    assert {key: one[key]["exact"] for key in one if key != "standard_deviation"} == {
        "mean": "-1000/37",
        "edge": "1/37",
        "variance": "1368000000/1369",
        "ahead": "18/37",
        "even": "0",
        "behind": "19/37",
    }
    assert _near({"decimal": one["edge"]["decimal"]}, Fraction(1, 37))
    assert abs(Fraction(str(one["standard_deviation"])) ** 2 - Fraction(1368000000, 1369)) < 1


def test_two_rounds_by_hand() -> None:
    """From 20 with 10 on red, to 40: two reds, or two others, or one of each."""
    found = _risk(*_RED, "--bankroll", "20", "--goal", "40", "--rounds", "2", "--json").document
    within = found["within"]
    assert {key: within[key]["exact"] for key in within} == {
        "goal": str(Fraction(18, 37) ** 2),
        "ruin": str(Fraction(19, 37) ** 2),
        "playing": str(2 * Fraction(18 * 19, 37**2)),
        "rounds_played": "2",
    }
    after = found["after"]
    assert [row["net"] for row in after["distribution"]] == [2000, 0, -2000]
    assert _near({"decimal": after["distribution"][0]["chance"]}, Fraction(18, 37) ** 2)
    assert (after["even"]["exact"], after["mean"]["exact"]) == ("684/1369", "-2000/37")
    assert {row["share"]: row["net"] for row in after["quantiles"]} == {
        "1/100": -2000,
        "1/20": -2000,
        "1/4": -2000,
        "1/2": 0,
        "3/4": 0,
        "19/20": 2000,
        "99/100": 2000,
    }
    # No loss, one loss in either round, two losses.
    longest = Fraction(2 * 18 * 19 + 2 * 19 * 19, 37**2)
    assert found["longest_losing_run"]["exact"] == str(longest)


def test_for_people() -> None:
    done = _risk(*_RED, *_PLAY)
    assert (done.status, done.errors) == (0, "")
    assert done.out.startswith("Roulette: 10 on red\nFrom 200 to 400, 500 rounds at most.\n")
    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "edge 0.027027 1/37" in rows
    assert "standard deviation 9.996347" in rows
    assert "reaches 400 0.253252" in rows  # the formula above
    assert "is ruined before 0.746748" in rows
    assert any(row.startswith("longest losing run on average 8.6") for row in rows)
    assert any(row.startswith("50 % end at or below -140") for row in rows)
    assert "Play stops at the goal" in " ".join(rows)


def test_a_process_of_its_own_says_the_same() -> None:
    assert croupier("risk", "roulette", *_RED, *_PLAY) == _risk(*_RED, *_PLAY)


def test_what_is_possible_is_not_shown_as_impossible() -> None:
    """Twenty-five reds, or none, in twenty-five rounds."""
    done = _risk("--on", "red", "--wager", "1", "--bankroll", "25", "--goal", "50", "--rounds", "25")
    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "reaches 50 under 0.000001" in rows
    assert "is ruined before under 0.000001" in rows
    assert "neither yet over 0.999999" in rows


def test_one_round_of_one_round() -> None:
    done = _risk("--on", "17", "--wager", "2.50", "--bankroll", "2.50", "--goal", "90", "--rounds", "1")
    assert done.status == 0
    rows = [" ".join(line.split()) for line in done.out.splitlines()]
    assert "From 2.50 to 90, 1 round at most." in rows
    assert "reaches 90 0.027027 1/37" in rows
    assert "is ruined before 0.972973 36/37" in rows


def test_too_many_bankrolls_for_play_without_a_limit() -> None:
    play = ("--bankroll", "2000", "--goal", "10000", "--rounds", "20")
    done = _risk(*_RED, *play)
    assert done.status == 0
    assert "not worked out" in done.out
    assert "however long" not in done.out
    assert _risk(*_RED, *play, "--json").document["without_limit"] is None


def test_several_wagers(tmp_path: Path) -> None:
    """Red and black together never win, and zero takes both: play is ruined at the first zero."""
    file = tmp_path / "layout.txt"
    file.write_text("10 on red\n10 on black\n")
    play = ("--bankroll", "25", "--goal", "50", "--rounds", "3", "--json")
    found = _risk("--wagers", str(file), *play).document
    assert found["stake"] == 2000
    assert found["within"]["ruin"]["exact"] == str(1 - Fraction(36, 37) ** 3)
    assert found["without_limit"]["ruin"]["exact"] == "1"
    piped = croupier("risk", "roulette", "--wagers", "-", *play, text=file.read_text())
    assert (piped.status, piped.document) == (0, found)


@pytest.mark.parametrize(
    ("game", "on", "edge"),
    [
        ("money-wheel", "G", "1/13"),
        ("tai-sai", "any triple", "1/9"),
        ("tai-sai", "four 3-4-5-6", "1/9"),
        ("roulette", "split 20-17", "1/37"),
        ("roulette", "six-line  1 to 6", "1/37"),
        ("roulette", "neighbour 32-15-19", "1/37"),
    ],
)
def test_any_position_of_any_game(game: str, on: str, edge: str) -> None:
    play = ("--wager", "5", "--bankroll", "50", "--goal", "100", "--rounds", "10", "--json")
    assert _risk("--on", on, *play, game=game).document["round"]["edge"]["exact"] == edge


def test_adopted_odds_are_marked_as_such() -> None:
    play = ("--wager", "5", "--bankroll", "50", "--goal", "100", "--rounds", "10")
    assert "adopted default" not in _risk("--on", "odd", *play, game="tai-sai").out
    done = _risk("--on", "small", *play, game="tai-sai")
    assert done.out.startswith("Tai-Sai: 5 on small*\n")
    assert "adopted default" in done.out


def test_a_house_with_odds_of_its_own(tmp_path: Path) -> None:
    table = tmp_path / "odds.json"
    table.write_text(json.dumps({"any-triple": "24 to 1"}))
    play = ("--wager", "5", "--bankroll", "50", "--goal", "100", "--rounds", "10", "--json", "--table", str(table))
    found = _risk("--on", "any triple", *play, game="tai-sai").document
    assert found["round"]["edge"]["exact"] == "11/36"
    assert _risk("--on", "red", *play).status == 2
    table.write_text(json.dumps({"any-triple": "0 to 1"}))
    refused = _risk("--on", "any triple", *play, game="tai-sai")
    assert (refused.status, refused.document["refusal"]["rule"]) == (1, "D9 4.10")


def test_five_hundred_rounds_unless_told_otherwise() -> None:
    assert _risk(*_RED, *_PLAY[:4]) == _risk(*_RED, *_PLAY)


def test_the_help_has_an_example_that_works() -> None:
    done = in_this_process("risk", "--help")
    found = re.search(r"^ • (croupier .*?) *$", done.out, re.MULTILINE)
    assert found is not None
    assert in_this_process(*shlex.split(found[1])[1:]).status == 0


# What cannot be read


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--on", "!!", "--wager", "10", *_PLAY), "--on: expected a position"),
        (("--on", "", "--wager", "10", *_PLAY), "--on: expected a position"),
        (("--on", "1 to 99", "--wager", "10", *_PLAY), "--on: that is no run"),
        (("--on", "red", "--wager", "ten", *_PLAY), "--wager: expected an amount"),
        (("--on", "red", "--wager=-10", *_PLAY), "--wager: expected an amount"),
        (("--on", "red", "--wager", "1e3", *_PLAY), "--wager: expected an amount"),
        (("--on", "red", "--wager", "\u0661", *_PLAY), "--wager: expected an amount"),
        ((*_RED, "--bankroll", "2.555", "--goal", "400", "--rounds", "5"), "--bankroll: expected an amount"),
        ((*_RED, "--bankroll", "200", "--goal", "much", "--rounds", "5"), "--goal: expected an amount"),
        (("--on", "red", *_PLAY), "--wager 10"),
        (("--wager", "10", *_PLAY), "--on red"),
        (_PLAY, "name the wagers"),
        ((*_RED, "--wagers", "-", *_PLAY), "leave out"),
        (("--wagers", "nothing.txt", *_PLAY), "nothing.txt: this file does not exist"),
        ((*_RED, *_PLAY, "--table", "nothing.json"), "nothing.json"),
    ],
)
def test_arguments_that_cannot_be_read(arguments: tuple[str, ...], word: str) -> None:
    done = _risk(*arguments)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert word in line
    told = _risk(*arguments, "--json")
    assert told.status == 2
    assert set(told.document) == {"refusal", "errors"}


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((*_RED, "--bankroll", "200"), "--goal"),
        ((*_RED, "--bankroll", "200", "--goal", "400", "--rounds"), "--rounds"),
        ((*_RED, "--bankroll", "200", "--goal", "400", "--rounds", "many"), "many"),
        ((*_RED, *_PLAY, "--bingo"), "--bingo"),
    ],
)
def test_arguments_that_are_missing_or_unknown(arguments: tuple[str, ...], word: str) -> None:
    done = _risk(*arguments)
    assert (done.status, done.out) == (2, "")
    assert word in done.error_lines[0]


def test_a_file_with_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "layout.txt"
    file.write_text("10 on red\n10 onn black\n")
    done = _risk("--wagers", str(file), *_PLAY)
    assert (done.status, done.out) == (2, "")
    assert done.error_lines == [f"{file}:2:3: expected “on”"]


# What is refused


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--on", "bingo", "--wager", "10", *_PLAY), "D8 3.1"),
        (("--on", "split 1-5", "--wager", "10", *_PLAY), "not_adjoining"),
        (("--on", "red", "--wager", "0", *_PLAY), "not_positive"),
        (("--on", "red", "--wager", "0.25", *_PLAY), "not_in_chips"),
        ((*_RED, "--bankroll", "200", "--goal", "100", "--rounds", "5"), "The goal of 100"),
        ((*_RED, "--bankroll", "200", "--goal", "200", "--rounds", "5"), "The goal of 200"),
        ((*_RED, "--bankroll", "9.50", "--goal", "200", "--rounds", "5"), "does not cover the stake of 10"),
        ((*_RED, "--bankroll", "200", "--goal", "400", "--rounds", "0"), "at least 1"),
        ((*_RED, "--bankroll", "200", "--goal", "400", "--rounds=-3"), "at least 1"),
        ((*_RED, "--bankroll", "200", "--goal", "400", "--rounds", "1000000000000"), "too long"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], word: str) -> None:
    done = _risk(*arguments)
    assert (done.status, done.out) == (1, "")
    (line,) = done.error_lines
    assert word in line
    told = _risk(*arguments, "--json")
    assert told.status == 1
    assert told.document["refusal"]["why"] in line


def test_a_refused_wager_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "layout.txt"
    file.write_text("10 on red\n\n10 on split 1-5\n")
    done = _risk("--wagers", str(file), *_PLAY, "--json")
    assert (done.status, done.document["refusal"]["line"]) == (1, 3)
    assert done.errors.startswith(f"{file}:3: ")
