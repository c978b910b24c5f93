"""`croupier par`: sheets as files, none written over, and bad input refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.odds import blackjack
from croupier.report import typst
from tests.support.process import in_this_process, run_command
from tests.support.record.simulated_runs import READINGS, document, written

BEGINS = {"html": b"<!DOCTYPE html>", "json": b"{", "csv": b'"game","wager"'}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("game", ["roulette", "money-wheel", "tai-sai"])
def test_several_files_at_once(here: Path, game: str) -> None:
    named = [word for ending in BEGINS for word in ("--out", f"par.{ending}")]
    done = in_this_process("par", game, *named)
    assert (done.status, done.errors) == (0, "")
    assert [line.split(":")[0] for line in done.out.splitlines()] == [f"par.{ending}" for ending in BEGINS]
    for ending, begins in BEGINS.items():
        assert (here / f"par.{ending}").read_bytes().startswith(begins)
    assert json.loads((here / "par.json").read_bytes())["game"] == game


def test_a_pdf(here: Path) -> None:
    done = in_this_process("par", "roulette", "--out", "PAR.PDF")
    assert (done.status, done.errors) == (0, "")
    assert (here / "PAR.PDF").read_bytes().startswith(b"%PDF-")


def test_blackjack_with_the_options_of_other_houses(here: Path) -> None:
    options = ("--decks", "6", "--soft-17", "draw", "--hands", "4", "--double-with-ace", "--no-double-after-split")
    done = in_this_process("par", "blackjack", *options, "--dealer-blackjack", "all", "--out", "par.json")
    assert (done.status, done.errors) == (0, "")
    found = json.loads((here / "par.json").read_bytes())
    deviation = found["options"].pop("Standard deviation")
    assert deviation.startswith("1.119450 initial wagers a round")
    assert found["options"] == {
        "Decks": "6, 312 cards",
        "Dealer on soft 17": "draws",
        "Hands a box may be split into": "4",
        "Doubling": "any two cards",
        "Doubling after a split": "no",
        "A dealer's blackjack takes": "everything wagered, also what was added",
        "Blackjack pays": "3 to 2",
    }
    assert found["blackjack"]["gazetted"] is False
    assert len(found["warnings"]) == 1


def test_the_odds_of_a_house(here: Path) -> None:
    (here / "odds.json").write_text('{"any-triple": "24 to 1"}')
    assert in_this_process("par", "tai-sai", "--table", "odds.json", "--out", "par.json").status == 0
    found = json.loads((here / "par.json").read_bytes())
    (row,) = [row for row in found["wagers"] if row["wager"] == "any triple"]
    assert (row["pays"], row["marks"], row["edge"]) == ("24 to 1", "†", "11/36")


# What is there stays there


def test_nothing_is_written_over(here: Path) -> None:
    (here / "par.json").write_text("mine")
    done = in_this_process("par", "roulette", "--out", "par.csv", "--out", "par.json")
    assert (done.status, done.out) == (1, "")
    assert done.errors == "par.json: this file exists; --force overwrites it.\n"
    assert (here / "par.json").read_text() == "mine"
    assert not (here / "par.csv").exists()


def test_with_force_it_is(here: Path) -> None:
    (here / "par.json").write_text("mine")
    assert in_this_process("par", "roulette", "--out", "par.json", "--force").status == 0
    assert json.loads((here / "par.json").read_bytes())["game"] == "roulette"
    assert [path.name for path in here.iterdir()] == ["par.json"]


def test_a_file_that_appears_meanwhile_is_kept(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.cli.exact import par

    def slow(_sheet: object) -> bytes:
        (here / "par.json").write_text("theirs")
        return b"ours"

    monkeypatch.setitem(par.WRITERS, ".json", slow)
    done = in_this_process("par", "roulette", "--out", "par.json")
    assert (done.status, done.out) == (1, "")
    assert (here / "par.json").read_text() == "theirs"


# Bad input


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("roulette",), 2, "--out"),
        (("poker", "--out", "par.json"), 2, "poker"),
        (("roulette", "--out", "par.doc"), 2, ".pdf, .html, .json or .csv"),
        (("roulette", "--out", "par"), 2, ".pdf, .html, .json or .csv"),
        (("roulette", "--out", "par.json", "--out", "./par.json"), 2, "named twice"),
        (("roulette", "--out", "nowhere/par.json"), 2, "the folder nowhere does not exist"),
        (("roulette", "--out", "folder.json"), 2, "is a folder"),
        (("roulette", "--decks", "6", "--out", "par.json"), 2, "has no decks"),
        (("tai-sai", "--no-double-after-split", "--out", "par.json"), 2, "has no decks"),
        (("roulette", "--table", "odds.json", "--out", "par.json"), 2, "only Tai-Sai"),
        (("blackjack", "--table", "odds.json", "--out", "par.json"), 2, "only Tai-Sai"),
        (("tai-sai", "--table", "missing.json", "--out", "par.json"), 2, "missing.json"),
        (("tai-sai", "--table", "odds.json", "--out", "par.json"), 1, "bad_odds"),
        (("blackjack", "--decks", "3", "--out", "par.json"), 1, "bad_decks"),
        (("blackjack", "--hands", "5", "--out", "par.json"), 2, "5"),
    ],
)
def test_what_is_refused(here: Path, arguments: tuple[str, ...], status: int, said: str) -> None:
    (here / "odds.json").write_text('{"any-triple": "0 to 1"}')
    (here / "folder.json").mkdir()
    done = in_this_process("par", *arguments)
    assert (done.status, done.out) == (status, "")
    assert said in done.errors
    assert not (here / "par.json").exists()


def test_it_says_what_to_install(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typst, "NEEDED", ("no_such_package",))
    done = in_this_process("par", "roulette", "--out", "par.pdf")
    assert (done.status, done.out) == (2, "")
    assert done.errors == "A PDF needs the extra `report`: pip install 'croupier[report]'\n"
    assert in_this_process("par", "roulette", "--out", "par.html").status == 0
    monkeypatch.setattr(blackjack, "NEEDED", ("no_such_package",))
    done = in_this_process("par", "blackjack", "--out", "par.json")
    assert (done.status, done.out) == (2, "")
    assert done.errors == "The solver needs the extra `math`: pip install 'croupier[math]'\n"
    assert [path.name for path in here.iterdir()] == ["par.html"]


# A simulated run beside the exact figures


def test_a_run_on_the_sheet(here: Path) -> None:
    written(here, document())
    outs = [word for ending in (*BEGINS, "pdf") for word in ("--out", f"par.{ending}")]
    done = run_command("par", "blackjack", "--simulation", "run.json", *outs, folder=here)
    assert (done.status, done.errors) == (0, "")
    found = json.loads((here / "par.json").read_bytes())["blackjack"]["simulation"]
    assert (found["rounds"], found["edge"], found["variance_decimal"]) == (100, "1/200", "1.312475")
    assert "What a simulated run came to" in (here / "par.html").read_text()
    assert '"initial wager, total, simulated"' in (here / "par.csv").read_text()
    assert (here / "par.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("arguments", "changes", "status", "said"),
    [
        (("--decks", "6"), {}, 1, "run.json: this run was played with other options: decks 8, not 6."),
        (("--soft-17", "draw"), {}, 1, "soft 17 stand, not draw"),
        (("--no-double-after-split",), {}, 1, "double after split yes, not no"),
        ((), {"decks": 4}, 1, "decks 4, not 8"),
        ((), {"readings": {**READINGS, "hands": 4}}, 1, "hands 4, not 3"),
        ((), {"exact_percent": 0.6}, 1, "other rules"),
        ((), {"rounds": 101}, 2, "run.json: the histogram counts 100 results"),
        ((), {"game": "roulette"}, 2, "run.json: it is a run of roulette"),
    ],
)
def test_a_run_of_another_game_is_refused(
    here: Path, arguments: tuple[str, ...], changes: dict[str, Any], status: int, said: str
) -> None:
    written(here, document(**changes))
    done = in_this_process("par", "blackjack", "--simulation", "run.json", *arguments, "--out", "par.json")
    assert (done.status, done.out) == (status, "")
    (line,) = done.error_lines
    assert said in line
    assert not (here / "par.json").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("roulette", "--simulation", "run.json"), "roulette has no decks, hands or simulated run"),
        (("blackjack", "--simulation", "missing.json"), "missing.json: this file does not exist"),
        (("blackjack", "--simulation", "."), "this is a folder"),
    ],
)
def test_a_run_that_cannot_be_read(here: Path, arguments: tuple[str, ...], said: str) -> None:
    done = in_this_process("par", *arguments, "--out", "par.json")
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert said in line
    assert not list(here.iterdir())
