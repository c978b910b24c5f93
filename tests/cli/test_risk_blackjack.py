"""`croupier risk blackjack`: known answers on tiny runs, what it says of them, and what it does not take."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from croupier.cli.exact.risk_blackjack import RESOLUTION, ends_in_doubles, errors_of
from croupier.cli.exact.risk_figures import RepeatedPlay, within
from croupier.record.files.simulation import Simulation, read_simulation
from tests.support.process import Ended, croupier, in_this_process
from tests.support.record.simulated_runs import READINGS, content, document, of_counts, written

_PLAY = ("--bankroll", "200", "--goal", "400")
_COIN = of_counts({-1000: 1, 1000: 1})
"""Ten dollars, lost or won, as often one as the other."""
_BILLIONS = {
    -6000: 31_007,
    -5000: 400_009,
    -4000: 3_600_011,
    -3000: 19_800_043,
    -2000: 354_000_119,
    -1000: 4_405_600_213,
    0: 881_000_557,
    1000: 3_347_000_003,
    1500: 452_300_009,
    2000: 504_700_021,
    3000: 23_700_101,
    4000: 5_900_033,
    5000: 800_011,
    6000: 70_001,
}


def _risk(folder: Path, told: dict[str, Any], *arguments: str) -> Ended:
    return in_this_process("risk", "blackjack", "--simulation", written(folder, told), *arguments)


def _rows(done: Ended) -> list[str]:
    assert (done.status, done.errors) == (0, "")
    return [" ".join(line.split()) for line in done.out.splitlines()]


# Known answers


def test_a_fair_coin_by_hand(tmp_path: Path) -> None:
    """From 10 to 30 by tens: ruin has 2 of 3, and within two rounds 1/2 are ruined and 1/4 arrive."""
    found = _risk(tmp_path, _COIN, "--bankroll", "10", "--goal", "30", "--rounds", "2", "--json").document
    assert {key: found["without_limit"][key]["exact"] for key in ("goal", "ruin")} == {"goal": "1/3", "ruin": "2/3"}
    within = {key: figure["exact"] for key, figure in found["within"].items()}
    assert within == {"goal": "1/4", "ruin": "1/2", "playing": "1/4", "rounds_played": "3/2"}
    assert [(row["net"], row["chance"]) for row in found["after"]["distribution"]] == [
        (2000, 0.25),
        (0, 0.5),
        (-2000, 0.25),
    ]
    assert [row["net"] for row in found["after"]["quantiles"]] == [-2000, -2000, -2000, 0, 0, 2000, 2000]
    assert found["longest_losing_run"]["exact"] == "1"  # none 1/4, one 1/2, two 1/4
    assert (found["round"]["edge"]["exact"], found["round"]["variance"]["exact"]) == ("0", "1000000")


def test_a_double_may_take_the_bankroll_below_nothing(tmp_path: Path) -> None:
    """Of four rounds one is a double lost: from 10, with 10 a round, it is ruin like the loss of 10."""
    told = of_counts({-2000: 1, -1000: 1, 1000: 2})
    found = _risk(tmp_path, told, "--bankroll", "10", "--goal", "20", "--rounds", "1", "--json").document
    assert (found["within"]["ruin"]["exact"], found["within"]["goal"]["exact"]) == ("1/2", "1/2")
    assert "below zero, that is ruin too" in found["assumes"]


def test_who_begins_no_round_that_cannot_be_paid(tmp_path: Path) -> None:
    """Three hands doubled are 60: from 70 one loss of ten is still no ruin, and two are."""
    play = ("--bankroll", "70", "--goal", "80", "--rounds", "2", "--json")
    careful = _risk(tmp_path, _COIN, *play).document["careful"]
    assert careful["needed"] == 6000
    assert {key: careful["within"][key]["exact"] for key in ("goal", "ruin")} == {"goal": "1/2", "ruin": "1/4"}
    told = {**_COIN, "readings": {**READINGS, "double_after_split": False, "hands": 4}}
    assert _risk(tmp_path, told, *play).document["careful"]["needed"] == 4000
    told = of_counts({-6500: 1, 6500: 1})
    assert _risk(tmp_path, told, *play).document["careful"]["needed"] == 6500


def test_the_careful_are_ruined_more_often(tmp_path: Path) -> None:
    found = _risk(tmp_path, document(), *_PLAY, "--rounds", "50", "--json").document
    plainly, careful = found["within"]["ruin"]["decimal"], found["careful"]["within"]["ruin"]["decimal"]
    assert 0 < plainly < careful < 1


def test_boxes_of_one_round_are_results_of_one_box(tmp_path: Path) -> None:
    alone = _risk(tmp_path, document(), *_PLAY, "--rounds", "20", "--json").document
    pair = _risk(tmp_path, document(rounds=50, boxes=2), *_PLAY, "--rounds", "20", "--json").document
    assert pair["within"] == alone["within"]
    assert pair["simulation"]["share_standard_error"] > alone["simulation"]["share_standard_error"]


# How well it is known


def _plan(told: dict[str, Any], bankroll: int, goal: int, rounds: int) -> tuple[Simulation, RepeatedPlay]:
    run = read_simulation(json.dumps(told).encode())
    return run, RepeatedPlay(run.results, run.stake, bankroll, goal, rounds)


def test_an_error_of_the_run_by_hand() -> None:
    """Of 10,000 throws of a coin the error is 1 %: one part in 200 moves from gain to loss, in one round as in two."""
    coin = of_counts({-1000: 5000, 1000: 5000})
    run, play = _plan(coin, 1000, 2000, 1)
    errors = errors_of(run, play)
    assert errors is not None
    assert [errors.goal, errors.ruin] == pytest.approx([0.005, 0.005])
    run, play = _plan(coin, 1000, 3000, 2)  # to arrive twice won, ruined once lost
    errors = errors_of(run, play)
    assert errors is not None
    assert [errors.goal, errors.ruin] == pytest.approx([0.25 - 0.495**2, 0.005])


def test_doubles_are_near_the_fractions() -> None:
    _run, play = _plan(document(), 20_000, 40_000, 60)
    exact = within(play, play.stake)
    found = ends_in_doubles({net: float(share) for net, share in play.results.items()}, play)
    assert list(found) == pytest.approx([float(exact.goal), float(exact.ruin)], abs=1e-12)


@pytest.mark.parametrize("counts", [{-60000: 5, -1000: 6, 1000: 1}, {1000: 5}, {-1000: 5}, {0: 3}])
def test_too_few_rounds_to_tell(tmp_path: Path, counts: dict[int, int]) -> None:
    play = (*_PLAY, "--rounds", "5")
    assert "ruin known to about too few rounds" in _rows(_risk(tmp_path, of_counts(counts), *play))
    assert _risk(tmp_path, of_counts(counts), *play, "--json").document["within_standard_error"] is None


# Billions of rounds


def test_billions_of_rounds_in_a_few_seconds(tmp_path: Path) -> None:
    began = time.perf_counter()
    done = _risk(tmp_path, of_counts(_BILLIONS), *_PLAY, "--rounds", "500", "--json")
    assert done.status == 0
    assert time.perf_counter() - began < 30  # a second or so where nothing else runs
    found = done.document
    assert found["simulation"]["resolution"] == f"1/{RESOLUTION}"
    assert "rounded to multiples of 1/1,000,000,000" in found["simulation"]["words"]
    whole = sum(_BILLIONS.values())
    mean = Fraction(sum(net * times for net, times in _BILLIONS.items()), whole)
    assert abs(Fraction(str(found["round"]["mean"]["decimal"])) - mean) <= Fraction(1, 10**6)
    ends = [found["within"][key]["decimal"] for key in ("goal", "ruin", "playing")]
    assert abs(sum(ends) - 1) < 1e-5
    ended = found["without_limit"]
    assert ended["goal"]["decimal"] + ended["ruin"]["decimal"] == pytest.approx(1)


# What it says


def test_for_people(tmp_path: Path) -> None:
    rows = _rows(_risk(tmp_path, document(), *_PLAY, "--rounds", "10"))
    assert rows[:2] == ["Blackjack: 10 on one box, 8 decks", "From 200 to 400, 10 rounds at most."]
    said = " ".join(rows)
    assert "The chances of one round come from 100 simulated rounds." in said
    assert "Each is known to about ± 0.050000" in said
    assert "Rounds are taken as independent of each other" in said
    assert "The counts are used as they are." in said
    assert "edge 0.005000 1/200" in rows
    assert "behind 0.480000 12/25" in rows
    assert "10 rounds at most, no round started with less than 60 as counted" in rows


def test_the_keys(tmp_path: Path) -> None:
    found = _risk(tmp_path, document(), *_PLAY, "--rounds", "10", "--json").document
    figures = {"round", "within", "within_standard_error", "without_limit", "after", "longest_losing_run", "careful"}
    assert set(found) == {"game", "simulation", "stake", "bankroll", "goal", "rounds", "assumes"} | figures
    run = found["simulation"]
    assert (run["rounds"], run["seed"], run["strategy"], run["resolution"]) == (100, 7, "total", None)


def test_the_stake_of_the_run_may_be_named(tmp_path: Path) -> None:
    play = (*_PLAY, "--rounds", "10")
    assert _risk(tmp_path, document(), *play, "--wager", "10") == _risk(tmp_path, document(), *play)


def test_a_process_of_its_own_reads_a_pipe(tmp_path: Path) -> None:
    play = (*_PLAY, "--rounds", "10", "--json")
    piped = croupier("risk", "blackjack", "--simulation", "-", *play, text=json.dumps(document()))
    assert (piped.status, piped.errors) == (0, "")
    assert piped.document == _risk(tmp_path, document(), *play).document


# What it does not take


@pytest.mark.parametrize(
    ("arguments", "status", "word"),
    [
        (("blackjack", *_PLAY), 2, "--simulation FILE"),
        (("blackjack", "--simulation", "missing.json", *_PLAY), 2, "missing.json: this file does not exist"),
        (("blackjack", "--simulation", ".", *_PLAY), 2, "this is a folder"),
        (("blackjack", "--simulation", "a\0b", *_PLAY), 2, "null"),
        (("blackjack", "--simulation", "run.json", "--on", "red", *_PLAY), 2, "leave out --on"),
        (("blackjack", "--simulation", "run.json", "--wagers", "x", *_PLAY), 2, "leave out --on, --wagers"),
        (("blackjack", "--simulation", "run.json", "--table", "x", *_PLAY), 2, "and --table"),
        (("blackjack", "--simulation", "run.json", "--wager", "ten", *_PLAY), 2, "--wager: expected an amount"),
        (("blackjack", "--simulation", "run.json", "--bankroll", "x", "--goal", "400"), 2, "--bankroll: expected"),
        (("roulette", "--simulation", "run.json", "--on", "red", "--wager", "5", *_PLAY), 2, "known exactly"),
        (("blackjack", "--simulation", "run.json", "--wager", "5", *_PLAY), 1, "played with a stake of 10, not 5"),
        (("blackjack", "--simulation", "run.json", "--bankroll", "9", "--goal", "400"), 1, "does not cover"),
        (("blackjack", "--simulation", "run.json", "--bankroll", "90", "--goal", "90"), 1, "The goal of 90"),
        (("blackjack", "--simulation", "run.json", *_PLAY, "--rounds", "0"), 1, "at least 1"),
        (("blackjack", "--simulation", "run.json", *_PLAY, "--rounds", "1000000000"), 1, "too long"),
    ],
)
def test_what_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int, word: str
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, document())
    done = in_this_process("risk", *arguments)
    assert (done.status, done.out) == (status, "")
    (line,) = done.error_lines
    assert word in line
    told = in_this_process("risk", *arguments, "--json")
    assert (told.status, list(told.document)) == (status, ["refusal"] if status == 1 else ["refusal", "errors"])


def test_a_file_without_end_is_refused() -> None:
    done = croupier("risk", "blackjack", "--simulation", "/dev/zero", *_PLAY)
    assert (done.status, done.out) == (2, "")
    assert "4 MiB" in done.errors


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.integers(0, len(content())), st.binary(max_size=6), st.integers(0, 9))
def test_damaged_files_get_one_line_and_no_traceback(tmp_path: Path, start: int, put: bytes, cut: int) -> None:
    said = content()
    (tmp_path / "run.json").write_bytes(said[:start] + put + said[start + cut :])
    done = in_this_process("risk", "blackjack", "--simulation", str(tmp_path / "run.json"), *_PLAY, "--rounds", "2")
    assert done.status in {0, 1, 2}
    assert (done.status == 0) == (done.errors == "")
    assert len(done.error_lines) <= 1
