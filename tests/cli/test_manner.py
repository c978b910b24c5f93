"""One manner for every command: help, version, faults, pipes, terminals, interruptions."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from croupier import __version__
from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.house_key import SIZE
from croupier.floor.store.sqlite import FILE
from croupier.floor.store.sqlite_file import opened
from tests.support.process import SECONDS, Ended, croupier, environment, in_this_process, python
from tests.support.project import ROOT
from tests.support.terminal import Terminal

COMMANDS = (
    *("tour", "rulebook", "replay", "verify", "odds", "risk", "config"),
    *("tournament plan", "tournament run", "solve blackjack", "solve hand", "solve super-sevens"),
    *("simulate blackjack", "simulate roulette", "simulate money-wheel", "simulate tai-sai"),
)
_ESCAPE = "\x1b"


# Help and version


def test_the_version_names_the_edition_of_the_rules() -> None:
    done = croupier("--version")
    assert done == Ended(0, f"croupier {__version__}, rules edition 2\n", "")


def test_help_names_every_command() -> None:
    done = croupier("--help")
    assert (done.status, done.errors) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^\W*{command.split()[0]}\b", done.out, re.MULTILINE)


def test_without_a_command_there_is_help() -> None:
    assert in_this_process() == in_this_process("--help")


def _example(command: str) -> str:
    done = in_this_process(*command.split(), "--help")
    assert (done.status, done.errors) == (0, "")
    found = re.search(r"Example: +(croupier .*?) *$", done.out, re.MULTILINE)
    assert found is not None, done.out
    return found[1]


WRITES = ("par", "plot edge-by-decks", "plot results", "plot ruin")
"""Commands that write the files they are told to."""


@pytest.mark.parametrize("command", WRITES)
def test_an_example_that_writes_files_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(_example(command))
    words = command.split()
    assert (program, arguments[: len(words)]) == ("croupier", words)
    assert in_this_process(*arguments).status == 0
    assert list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["backup", "restore", "export"])
def test_an_example_beside_a_house_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples name a house called `house`, and a backup of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CROUPIER_DATA", raising=False)
    Path("house").mkdir()
    opened(Path("house") / FILE).close()
    (Path("house") / HOUSE_KEY).write_bytes(bytes(SIZE))
    if command == "restore":
        assert in_this_process("backup", "house.backup", "--data", "house").status == 0
    program, *arguments = shlex.split(_example(command))
    assert (program, arguments[0]) == ("croupier", command)
    before = set(tmp_path.iterdir())
    done = in_this_process(*arguments)
    assert (done.status, done.errors) == (0, "")
    assert set(tmp_path.iterdir()) > before


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_has_an_example_that_works(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(_example(command))
    words = command.split()
    assert (program, arguments[: len(words)]) == ("croupier", words)
    done = in_this_process(*arguments)
    assert (done.status, done.errors) == (0, "")


# Arguments that cannot be understood

_BAD_ARGUMENTS: dict[tuple[str, ...], str] = {
    ("bingo",): "bingo",
    ("--bingo",): "--bingo",
    ("replay",): "file",
    ("replay", "one.txt", "two.txt"): "two.txt",
    ("replay", "one.txt", "--bingo"): "--bingo",
    ("odds",): "game",
    ("odds", "poker"): "poker",
    ("odds", "roulette", "tai-sai"): "tai-sai",
    ("odds", "roulette", "--table"): "--table",
    ("odds", "roulette", "--json=perhaps"): "perhaps",
    ("tour", "now"): "now",
    ("tour", "--slow"): "--slow",
    ("rulebook", "--bingo"): "--bingo",
    ("config", "now"): "now",
    ("backup",): "file",
    ("restore", "one"): "data",
    ("export",): "out",
    ("simulate", "bingo"): "bingo",
    ("simulate", "blackjack", "now"): "now",
    ("simulate", "blackjack", "--rounds", "many"): "many",
    ("simulate", "roulette", "--bingo"): "--bingo",
}


def _assert_one_clear_line(done: Ended, word: str) -> None:
    assert (done.status, done.out) == (2, "")
    line, *hint = done.error_lines
    assert word.lower() in line.lower()
    assert hint in ([], ["Try: croupier --help"])


@pytest.mark.parametrize("arguments", _BAD_ARGUMENTS, ids=" ".join)
def test_bad_arguments_get_one_clear_line(arguments: tuple[str, ...]) -> None:
    _assert_one_clear_line(in_this_process(*arguments), _BAD_ARGUMENTS[arguments])


def test_bad_arguments_to_a_real_process() -> None:
    _assert_one_clear_line(croupier("odds", "poker"), "poker")


# Pipes and terminals


@pytest.mark.parametrize(
    "arguments",
    [("--help",), ("odds", "tai-sai"), ("tour",)],
    ids=" ".join,
)
def test_no_escape_codes_go_into_a_pipe(arguments: tuple[str, ...]) -> None:
    done = croupier(*arguments)
    assert done.out
    assert _ESCAPE not in done.out + done.errors


def test_rows_are_not_broken_in_a_pipe() -> None:
    table = croupier("odds", "tai-sai").out.splitlines()[2:21]
    assert len(table) == 19
    assert all("D9 4.1(" in row for row in table)


def test_a_terminal_gets_colour() -> None:
    terminal = Terminal("odds", "money-wheel")
    assert terminal.read_all() == 0
    assert f"{_ESCAPE}[" in terminal.seen
    assert "47 to 1" in terminal.seen


def test_json_has_no_colour_even_at_a_terminal() -> None:
    terminal = Terminal("odds", "money-wheel", "--json")
    assert terminal.read_all() == 0
    assert terminal.seen.replace("\r\n", "\n") == in_this_process("odds", "money-wheel", "--json").out


@pytest.mark.parametrize(
    "arguments",
    [("odds", "roulette"), ("odds", "roulette", "--json"), ("--help",)],
    ids=" ".join,
)
def test_a_reader_who_went_away_is_no_error(arguments: tuple[str, ...]) -> None:
    """As in `croupier odds roulette | head -1`: here nobody reads at all."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        (sys.executable, "-m", "croupier", *arguments),
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
        cwd=ROOT,
        env=environment(),
        timeout=SECONDS,
    )
    os.close(writing)
    assert (done.returncode, done.stderr.decode()) == (0, "")


def test_a_pipe_that_knows_few_letters_is_no_error() -> None:
    """As a pipe does on some Windows machines, and wherever somebody asks for it."""
    done = python("-m", "croupier", "tour", PYTHONIOENCODING="ascii")
    assert "Traceback" not in done.errors
    assert done.status == 0


# Interruptions


def test_ctrl_c_in_the_middle_of_the_tour() -> None:
    terminal = Terminal("tour")
    terminal.read_until("Roulette")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.read_all() == 130
    assert "Traceback" not in terminal.seen
    assert "KeyboardInterrupt" not in terminal.seen
    assert "Money wheel" not in terminal.seen


_INTERRUPTED_WHILE_LOADING = """
import sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "croupier.cli.app":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupts())
from croupier.cli import main
sys.exit(main(["tour"]))
"""


def test_ctrl_c_while_a_command_is_loading() -> None:
    done = python("-c", _INTERRUPTED_WHILE_LOADING)
    assert (done.status, done.out, done.errors) == (130, "", "")


# A missing extra


def _library(folder: Path, *packages: str) -> str:
    """A path on which only these packages can be found, beside our own."""
    for name in packages:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return os.pathsep.join((str(ROOT / "src"), str(folder)))


@pytest.mark.parametrize("command", ["odds", "tour"])
def test_a_command_whose_extra_is_missing_says_what_to_install(tmp_path: Path, command: str) -> None:
    done = python("-S", "-m", "croupier", command, "--json", PYTHONPATH=_library(tmp_path, "msgspec"))
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "pip install 'croupier[cli]'" in line
