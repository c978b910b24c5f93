"""`croupier simulate`: every option, every way out, and the same totals however they are come by."""

from __future__ import annotations

import csv
import json
import math
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from croupier.cli.simulate import parquet, run
from croupier.cli.simulate.options import Running
from croupier.cli.simulate.subject import Audited
from croupier.record.files.simulation import read_simulation
from croupier.report import plots
from tests.support.process import SECONDS, Ended, croupier, environment, in_this_process, python, run_command
from tests.support.project import ROOT
from tests.support.terminal import Terminal

FEW = ("--rounds", "20_000")
RED = ("roulette", "--on", "red", "--wager", "10")
KEYS = ("rounds", "edge_percent", "standard_error_percent", "variance", "seconds", "rounds_per_second")
TIMES = ("seconds", "rounds_per_second", "kernel_seconds")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told(*arguments: str) -> dict[str, Any]:
    done = in_this_process("simulate", *arguments, "--json")
    assert (done.status, done.errors) == (0, "")
    found: dict[str, Any] = done.document
    return found


def totals(document: dict[str, Any]) -> dict[str, Any]:
    """What must not hang on who ran it, or how fast."""
    apart = (*TIMES, "engine", "resumed_rounds")
    return {name: value for name, value in document.items() if name not in apart}


def numbers(value: Any) -> list[float]:
    """Every number of a document."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [number for each in value for number in numbers(each)]
    return [] if value is None or isinstance(value, str | bool) else [value]


# For programs


@pytest.mark.parametrize(
    "game",
    [
        ("blackjack", "--fresh-shoe"),
        RED,
        ("money-wheel", "--on", "A", "--wager", "1"),
        ("tai-sai", *RED[1:2], "small", "--wager", "5"),
    ],
    ids=lambda game: game[0],
)
def test_the_figures_of_every_game(game: tuple[str, ...]) -> None:
    found = told(*game, "--rounds", "200000", "--seed", "7")
    for key in (*KEYS, "z", "exact_percent"):
        assert isinstance(found[key], int | float), key
    assert (found["rounds"], found["seed"], found["game"]) == (200_000, 7, game[0])
    assert abs(found["z"]) < 5
    assert abs(found["edge_percent"] - found["exact_percent"]) < 5 * found["standard_error_percent"]
    assert sum(found["histogram"].values()) == 200_000
    gained = sum(int(cents) * times for cents, times in found["histogram"].items())
    assert found["edge_percent"] == pytest.approx(-100 * gained / found["stake"] / 200_000)
    assert found["interrupted"] is False
    assert all(map(math.isfinite, numbers(found)))


def test_what_the_cutting_card_adds_is_noted_and_has_no_z() -> None:
    found = told("blackjack", "--decks", "6", "--cut", "260", *FEW)
    assert (found["z"], found["cut"], found["decks"]) == (None, 260, 6)
    assert found["exact_percent"] == pytest.approx(0.516115, abs=1e-6)
    assert "cutting card" in found["note"]


@pytest.mark.parametrize("game", [("blackjack",), RED], ids=lambda game: game[0])
def test_a_single_round_has_no_figure_that_json_does_not_know(game: tuple[str, ...]) -> None:
    done = in_this_process("simulate", *game, "--rounds", "1", "--json")
    assert "NaN" not in done.out
    assert "Infinity" not in done.out
    assert (done.document["rounds"], done.document["standard_error_percent"]) == (1, 0)


def test_wagers_that_always_come_to_the_same() -> None:
    """On every number of the wheel there lies as much, so that no spin differs from another."""
    wagers = "".join(f"1 on {number}\n" for number in range(37))
    found = run_command("simulate", "roulette", "--wagers", "-", *FEW, "--json", text=wagers).document
    assert (found["standard_error_percent"], found["variance"], found["z"]) == (0, 0, 0)
    assert found["edge_percent"] == pytest.approx(100 / 37)


def test_rounds_are_read_exactly() -> None:
    assert told(*RED, "--rounds", "1e3")["rounds"] == told(*RED, "--rounds", "1_000")["rounds"] == 1000
    assert told(*RED, "--rounds", "1.5e3")["rounds"] == 1500


# Options


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        (("--boxes", "3"), "boxes", 3),
        (("--stake", "2.50"), "stake", 250),
        (("--chip", "1"), "chip", 100),
        (("--super-sevens", "2.50"), "super_sevens", 250),
        (("--burn",), "burn", True),
        (("--fresh-shoe",), "cut", None),
        (("--soft-17", "draw"), "gazetted", False),
        (("--seed", "18446744073709551615"), "seed", 18446744073709551615),
    ],
)
def test_every_option_of_blackjack_arrives(options: tuple[str, ...], key: str, value: object) -> None:
    found = told("blackjack", *FEW, *options)
    assert found[key] == value
    assert sum(found["histogram"].values()) == 20_000 * found["boxes"]
    assert len(found["box_results"]) == found["boxes"]


def test_the_readings_of_other_houses() -> None:
    options = ("--double-with-ace", "--no-double-after-split", "--hands", "4", "--soft-17", "draw")
    found = told("blackjack", *FEW, *options, "--dealer-blackjack", "all")
    assert found["readings"] == {
        "double_with_ace": True,
        "double_after_split": False,
        "hands": 4,
        "soft_17": "draw",
        "dealer_blackjack": "all",
    }


def test_results_by_wager() -> None:
    found = told("blackjack", *FEW, "--by", "wagers", "--insurance", "always", "--super-sevens", "2.50")
    assert [each["name"] for each in found["wagers"]] == ["box", "double", "split", "insurance", "super sevens"]
    gained = sum(each["net"] for each in found["wagers"][:-1])
    assert gained == sum(int(cents) * times for cents, times in found["histogram"].items())


def test_results_by_hand() -> None:
    found = told("blackjack", *FEW, "--by", "hands")
    names = [each["name"] for each in found["hands"]]
    assert names[:3] == ["blackjack", "hard 5", "hard 6"]
    assert names[-1] == "pair of T"
    assert "pair of A" in names
    assert sum(each["times"] for each in found["hands"]) == 20_000


def test_several_boxes_have_no_error_by_wager_for_they_share_the_dealer() -> None:
    found = told("blackjack", *FEW, "--boxes", "7", "--by", "wagers")
    assert {each["standard_error_percent"] for each in found["wagers"]} == {None}
    assert all(each["standard_error_percent"] > 0 for each in found["box_results"])


def test_insurance_and_early_settlement_are_laid_over_a_file_only_when_given() -> None:
    file = "examples/strategies/hi-lo.toml"
    kept = told("blackjack", *FEW, "--strategy", str(ROOT / file))["strategy"]
    assert (kept["count"], kept["insurance"], kept["early"]) == ("Hi-Lo", 3, False)
    given = ("--insurance", "never", "--early")
    over = told("blackjack", *FEW, "--strategy", str(ROOT / file), *given)["strategy"]
    assert (over["count"], over["insurance"], over["early"]) == ("Hi-Lo", "never", True)


def test_a_strategy_from_standard_input() -> None:
    done = croupier("simulate", "blackjack", *FEW, "--strategy", "-", "--json", text='play = "composition"\n')
    assert totals(done.document)["histogram"] == told("blackjack", *FEW, "--strategy", "composition")["histogram"]


def test_wagers_from_a_file(here: Path) -> None:
    (here / "wagers.txt").write_text("20 on split 17-20\n5 on red\n")
    found = told("roulette", "--wagers", "wagers.txt", *FEW)
    assert [(each["wager"], each["stake"]) for each in found["wagers"]] == [("red", 500), ("split 17-20", 2000)]
    assert all(each["won"] + each["lost"] + each["stood_off"] == 20_000 for each in found["wagers"])


def test_odds_of_a_house(here: Path) -> None:
    (here / "odds.json").write_text('{"any-triple": "24 to 1"}')
    wager = ("tai-sai", "--on", "any triple", "--wager", "1")
    house = told(*wager, *FEW, "--table", "odds.json")
    assert house["exact_percent"] > told(*wager, *FEW)["exact_percent"]
    assert house["histogram"].keys() == {"-100", "2400"}


# The same totals, however they are come by


@pytest.mark.parametrize("game", [("blackjack", "--decks", "6"), RED], ids=lambda game: game[0])
def test_threads_and_processes_give_the_same(game: tuple[str, ...]) -> None:
    asked = (*game, "--rounds", "9_000_000")
    one = told(*asked, "--threads", "1")
    assert totals(told(*asked, "--threads", "2")) == totals(one)
    assert totals(told(*asked, "--engine", "processes", "--threads", "2")) == totals(one)
    assert totals(told(*asked, "--seed", "4"))["histogram"] != one["histogram"]


LONG = ("blackjack", "--boxes", "7", "--super-sevens", "2.50", "--rounds", "30_000_000", "--json")


def interrupted(folder: Path) -> Ended:
    """A long run in a process of its own, broken off soon after it began."""
    keeps = ("--checkpoint", "run.check", "--out", "made.csv", "--threads", "1")
    process = subprocess.Popen(
        (sys.executable, "-m", "croupier", "simulate", *LONG, *keeps),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=environment(),
    )
    deadline = time.monotonic() + SECONDS
    while not (folder / "run.check").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)  # a fast machine has done it all within two seconds
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=SECONDS)
    return Ended(process.returncode, out, errors)


def test_an_interrupted_run_goes_on_to_what_an_unbroken_one_gives(here: Path) -> None:
    broken = interrupted(here)
    assert broken.status == 130
    assert "Traceback" not in broken.errors
    assert broken.document["interrupted"] is True
    assert broken.document["rounds"] < 30_000_000
    if broken.document["rounds"]:
        assert "continue from run.check; it writes made.csv at the end" in broken.errors
        assert sum(broken.document["histogram"].values()) == 7 * broken.document["rounds"]
    assert not (here / "made.csv").exists()
    resumed = told(*LONG[:-1], "--checkpoint", "run.check")
    assert resumed["resumed_rounds"] == broken.document["rounds"]
    assert totals(resumed) == totals(told(*LONG[:-1]))


def test_a_checkpoint_of_a_finished_run_is_read_and_no_other_is(here: Path) -> None:
    keeps = ("--checkpoint", "run.check")
    first = told(*RED, *FEW, *keeps)
    again = told(*RED, *FEW, *keeps)
    assert again["resumed_rounds"] == 20_000
    assert totals(again) == totals(first)
    shown = in_this_process("simulate", *RED, *FEW, *keeps)
    assert "20,000 more from the checkpoint" in shown.out
    for other, why in (
        (("--seed", "2"), "seed"),
        (("--rounds", "10000"), "shorter"),
        (("--rounds", "30000"), "longer"),
    ):
        done = in_this_process("simulate", *RED, *FEW[:0], *keeps, *(() if other[0] == "--rounds" else FEW), *other)
        assert (done.status, done.out) == (1, "")
        assert why in done.errors
        assert len(done.error_lines) == 1
    assert (here / "run.check").exists()


def test_a_run_ends_where_its_error_is_small_enough() -> None:
    found = told(*RED, "--rounds", "1e9", "--until", "0.02%")
    assert found["reached"] is True
    assert found["standard_error_percent"] <= 0.02
    assert found["rounds"] < 50_000_000
    assert totals(told(*RED, "--rounds", "1e9", "--until", "0.02", "--threads", "1")) == totals(found)
    shown = in_this_process("simulate", *RED, *FEW, "--until", "0.0001%").out
    assert "A standard error of 0.0001 % was not reached within these rounds." in shown


# Proved


@pytest.mark.parametrize("game", [("blackjack", "--boxes", "2"), RED], ids=lambda game: game[0])
def test_an_audit_plays_the_first_rounds_at_the_real_table(game: tuple[str, ...]) -> None:
    found = told(*game, *FEW, "--audit", "50")["audit"]
    assert (found["rounds"], found["agrees"], found["departure"]) == (50, True, None)
    assert found["acts"] > 4 * 50
    shown = in_this_process("simulate", *game, *FEW, "--audit", "50").out
    assert f"Audit: 50 rounds at the real table, {found['acts']} acts, all to the cent." in shown


def test_an_audit_finds_a_wheel_that_pays_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.simulate.layout import LayoutJob, layout_job

    def generous(*given: Any) -> LayoutJob:
        made = layout_job(*given)
        return LayoutJob(made.game, made.sign, made.wagers, made.ends, tuple(net + 50 * (net > 0) for net in made.nets))

    monkeypatch.setattr("croupier.simulate.layout.layout_job", generous)
    (line,) = in_this_process("simulate", *RED, "--rounds", "100", "--audit", "100").error_lines
    assert line.startswith("Audit: round ")
    assert line.endswith("simulated 10.50, at the table 10")
    done = in_this_process("simulate", *RED, "--rounds", "100", "--audit", "100", "--json")
    assert done.status == 1
    assert done.document["audit"]["departure"]["simulated"] == 1050


def test_an_audit_that_fails_at_blackjack_ends_with_1(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.cli.simulate.blackjack_subject import BlackjackSubject

    bad = Audited(7, 70, {"round": 7}, "round 7, box 1: simulated 10, at the table 15")
    monkeypatch.setattr(BlackjackSubject, "audited", lambda *_: bad)
    done = in_this_process("simulate", "blackjack", *FEW, "--audit", "10")
    assert (done.status, done.errors) == (1, "Audit: round 7, box 1: simulated 10, at the table 15\n")
    assert "all to the cent" not in done.out


def test_an_audit_that_is_broken_off_loses_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.cli.simulate.layout import LayoutSubject

    def breaks(*_: object) -> Audited:
        raise KeyboardInterrupt

    monkeypatch.setattr(LayoutSubject, "audited", breaks)
    done = in_this_process("simulate", *RED, *FEW, "--audit", "10", "--json")
    assert (done.status, done.document["rounds"], done.document["audit"]) == (130, 20_000, None)


# At a terminal


def test_a_bar_at_a_terminal_and_ctrl_c() -> None:
    terminal = Terminal("simulate", *RED, "--rounds", "1e12")
    terminal.read_until(" left ")
    assert "/s" in terminal.seen
    assert " ± " in terminal.seen
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.read_all() == 130
    assert "Traceback" not in terminal.seen
    assert "of 1,000,000,000,000 rounds were done." in terminal.seen
    assert "the house keeps" in terminal.seen


def test_json_at_a_terminal_is_json_alone() -> None:
    terminal = Terminal("simulate", *RED, *FEW, "--json")
    assert terminal.read_all() == 0
    assert totals(json.loads(terminal.seen)) == totals(told(*RED, *FEW))


def test_ctrl_c_before_there_is_anything_to_show() -> None:
    """While tables are made it ends the program there and then."""
    terminal = Terminal("simulate", "blackjack", "--rounds", "1e12")
    terminal.read_until("Preparing tables")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.read_all() == 130
    assert "Traceback" not in terminal.seen


# For people


@pytest.mark.parametrize("columns", ["44", "80", "200"])
def test_what_people_read(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    out = in_this_process("simulate", "blackjack", "--decks", "6", "--rounds", "1e6", "--by", "hands").out
    assert "Blackjack, 6 decks, as gazetted" in out
    assert "1,000,000" in out
    assert "the house keeps" in out
    assert "What a box gained in a round" in out
    assert "first two cards" in out
    assert "Seed 1; 1,000,000 rounds in" in out
    assert "\x1b" not in out


def test_many_results_are_cut_short_on_the_screen_only() -> None:
    options = ("blackjack", "--rounds", "1e6", "--strategy", str(ROOT / "examples/strategies/hi-lo.toml"))
    shown = in_this_process("simulate", *options).out
    assert "rarer results: --json and --out have all" in shown
    assert len(told(*options)["histogram"]) > 30


def test_an_adopted_figure_is_marked() -> None:
    shown = in_this_process("simulate", "tai-sai", "--on", "any triple", "--wager", "1", *FEW).out
    assert "any triple*" in shown
    assert "adopted default" in shown


# Files


def test_the_results_as_files(here: Path) -> None:
    named = [word for ending in ("json", "csv", "parquet") for word in ("--out", f"made.{ending}")]
    done = in_this_process("simulate", *RED, *FEW, *named, "--json")
    assert done.status == 0
    assert [line.split(":")[0] for line in done.error_lines] == ["made.json", "made.csv", "made.parquet"]
    assert json.loads((here / "made.json").read_bytes()) == done.document
    with (here / "made.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["cents"]: int(row["times"]) for row in rows} == done.document["histogram"]
    assert sum(float(row["share"]) for row in rows) == pytest.approx(1)
    assert [float(row["exact_share"]) for row in rows] == pytest.approx([19 / 37, 18 / 37])
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(here / "made.parquet")
    assert table.column_names == ["cents", "times", "share", "exact_share"]
    assert table.to_pydict()["times"] == [int(row["times"]) for row in rows]
    assert json.loads(table.schema.metadata[b"croupier"]) == done.document


def test_no_file_is_written_over_unasked(here: Path) -> None:
    (here / "made.csv").write_text("mine")
    done = in_this_process("simulate", *RED, *FEW, "--out", "made.csv")
    assert (done.status, done.out, (here / "made.csv").read_text()) == (1, "", "mine")
    assert in_this_process("simulate", *RED, *FEW, "--out", "made.csv", "--force").status == 0
    assert (here / "made.csv").read_text().startswith("cents,")


@pytest.mark.parametrize("ending", ["svg", "png"])
@pytest.mark.parametrize("game", [("blackjack", "--boxes", "2"), RED], ids=lambda game: game[0])
def test_the_pictures(here: Path, game: tuple[str, ...], ending: str) -> None:
    begins = {"svg": b"<?xml", "png": b"\x89PNG"}[ending]
    names = ("paths", "distribution", "convergence")
    asked = [word for name in names for word in (f"--{name}", f"{name}.{ending}")]
    assert in_this_process("simulate", *game, *FEW, *asked).status == 0
    made = [(here / f"{name}.{ending}").read_bytes() for name in names]
    assert all(each.startswith(begins) for each in made)
    assert in_this_process("simulate", *game, *FEW, *asked, "--force").status == 0
    assert [(here / f"{name}.{ending}").read_bytes() for name in names] == made


def test_pictures_of_a_single_round_and_of_very_many_results(here: Path) -> None:
    asked = ("--paths", "one.svg", "--distribution", "two.svg", "--convergence", "three.svg")
    assert in_this_process("simulate", *RED, "--rounds", "1", *asked).status == 0
    strategy = ("--strategy", str(ROOT / "examples/strategies/hi-lo.toml"))
    assert in_this_process("simulate", "blackjack", *FEW, *strategy, *asked, "--force").status == 0
    assert len(list(here.glob("*.svg"))) == 3


# What is refused

BAD: dict[tuple[str, ...], tuple[int, str]] = {
    ("blackjack", "--decks", "3"): (1, "[D2 3.3(a), bad_decks]"),
    ("blackjack", "--boxes", "8"): (1, "[D2 3.1, bad_boxes]"),
    ("blackjack", "--cut", "5"): (1, "bad_depth]"),
    ("blackjack", "--cut", "260", "--fresh-shoe"): (1, "bad_depth]"),
    ("blackjack", "--chip", "0"): (1, "bad_chip]"),
    ("blackjack", "--stake", "10.25"): (1, "bad_stake]"),
    ("blackjack", "--stake", "999999999.50"): (1, "bad_stake]"),
    ("blackjack", "--super-sevens", "2.25"): (1, "bad_super_sevens]"),
    ("blackjack", "--stake", "ten"): (2, "--stake: expected an amount"),
    ("blackjack", "--super-sevens", "2.50", "--decks", "4"): (1, "bad_decks]"),
    ("blackjack", "--stake", "0.50", "--insurance", "always"): (1, "no_insurance]"),
    ("blackjack", "--strategy", "bingo"): (
        2,
        "there is no file 'bingo'; name a file, or choose total, composition or cdp1",
    ),
    ("blackjack", "--by", "boxes"): (2, "boxes"),
    ("blackjack", "--rounds", "0"): (2, "0 is out of range: choose 1 to 10,000,000,000,000"),
    ("blackjack", "--rounds", "1e14"): (2, "1e14 is out of range"),
    ("blackjack", "--rounds", "2.5"): (2, "'2.5' is not a whole number"),
    ("blackjack", "--rounds", "1e-3"): (2, "not a whole number"),
    ("blackjack", "--rounds", "nan"): (2, "not a whole number"),
    ("blackjack", "--rounds", "1" * 70): (2, "not a whole number"),
    ("blackjack", "--seed", "18446744073709551616"): (2, "is out of range"),
    ("blackjack", "--seed", "-1"): (2, "not a whole number"),
    ("blackjack", "--until", "0"): (2, "0 is out of range"),
    ("blackjack", "--until", "-1%"): (2, "--until"),
    ("blackjack", "--until", "inf"): (2, "not a percentage"),
    ("blackjack", "--threads", "0"): (2, "0 is out of range"),
    ("blackjack", "--engine", "steam"): (2, "steam"),
    ("blackjack", "--engine", "dask"): (2, "address"),
    ("blackjack", "--address", "tcp://host:1"): (2, "--address"),
    ("blackjack", "--engine", "dask", "--address", "tcp://host:1", "--threads", "2"): (2, "--threads"),
    ("blackjack", "--rounds", "10", "--audit", "11"): (2, "--audit 11 is more than the 10 rounds of the run"),
    ("blackjack", "--out", "made.txt"): (2, ".json, .csv or .parquet"),
    ("blackjack", "--paths", "made.pdf"): (2, ".svg or .png"),
    ("blackjack", "--out", "nowhere/made.csv"): (2, "the folder nowhere does not exist"),
    ("blackjack", "--out", "made.csv", "--checkpoint", "made.csv"): (2, "is also named for results"),
    ("blackjack", "--rounds", "10", "--checkpoint", "nowhere/run.check"): (1, "cannot be written"),
    ("roulette",): (2, "name the wagers"),
    ("roulette", "--on", "red"): (2, "name the wagers"),
    ("roulette", "--on", "split 1-5", "--wager", "10"): (1, "[D8 3.1(b) (R3), not_adjoining]"),
    ("roulette", "--on", "red", "--wager", "10.25"): (1, "not_in_chips]"),
    ("roulette", "--wagers", "nowhere.txt"): (2, "nowhere.txt: "),
    ("roulette", "--wagers", "x", "--on", "red"): (2, "leave out --on"),
    ("tai-sai", "--on", "small", "--wager", "1", "--table", "nowhere.json"): (2, "nowhere.json"),
    ("poker",): (2, "poker"),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_what_is_refused_and_what_cannot_be_read(arguments: tuple[str, ...]) -> None:
    status, said = BAD[arguments]
    done = in_this_process("simulate", *arguments)
    assert (done.status, done.out) == (status, "")
    (line,) = done.error_lines
    assert said in line


def test_a_refusal_in_json() -> None:
    done = in_this_process("simulate", "blackjack", "--decks", "3", "--json")
    assert (done.status, done.document["refusal"]["rule"]) == (1, "D2 3.3(a)")
    done = in_this_process("simulate", "roulette", "--json")
    assert (done.status, list(done.document)) == (2, ["refusal", "errors"])


def test_the_faults_of_a_strategy_are_named_by_line_and_column(here: Path) -> None:
    (here / "bad.toml").write_text('play = "total"\nbingo = 3\n')
    done = in_this_process("simulate", "blackjack", "--strategy", "bad.toml", "--json")
    assert (done.status, done.errors) == (2, "bad.toml:2:1: unknown setting 'bingo'\n")
    assert done.document["errors"][0]["line"] == 2


def test_a_wager_of_a_file_is_refused_by_its_line(here: Path) -> None:
    (here / "wagers.txt").write_text("5 on red\n5 on split 1-5\n")
    done = in_this_process("simulate", "roulette", "--wagers", "wagers.txt", *FEW)
    assert done.status == 1
    assert done.errors.startswith("wagers.txt:2: ")


def test_what_is_no_checkpoint_is_left_as_it_is(here: Path) -> None:
    (here / "notes.txt").write_text("mine")
    done = in_this_process("simulate", *RED, *FEW, "--checkpoint", "notes.txt")
    assert (done.status, done.out, len(done.error_lines)) == (1, "", 1)
    assert (here / "notes.txt").read_text() == "mine"


# What is missing


@pytest.mark.usefixtures("here")
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ((run, "is_there", (), "math"), (plots, "is_there", ("--paths", "a.svg"), "report"))
    for module, name, more, extra in (
        *missing,
        (parquet, "is_there", ("--out", "a.parquet"), "parquet"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, lambda: False)
            done = in_this_process("simulate", *RED, *FEW, *more)
            assert (done.status, done.out) == (2, "")
            (line,) = done.error_lines
            assert f"pip install 'croupier[{'cli,' if extra == 'report' else ''}" in line or extra in line


def test_asking_for_help_loads_no_compiler() -> None:
    heavy = "('numba', 'numpy', 'matplotlib')"
    asks = f"import sys, croupier.cli.app; print([name for name in {heavy} if name in sys.modules])"
    assert python("-c", asks).out == "[]\n"


def test_the_engines_are_those_there_are() -> None:
    from croupier.simulate.engines import NAMES

    hints = get_type_hints(Running)
    assert get_args(hints["engine"]) == NAMES


@pytest.mark.parametrize("options", [(), ("--boxes", "3", "--fresh-shoe"), ("--insurance", "always", "--early")])
def test_what_is_printed_is_what_sheets_and_risk_read(options: tuple[str, ...]) -> None:
    done = in_this_process("simulate", "blackjack", *FEW, *options, "--json")
    found = read_simulation(done.out.encode())
    assert found.rounds == 20_000
    assert found.histogram == {int(cents): times for cents, times in done.document["histogram"].items()}
