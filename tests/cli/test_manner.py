"""One manner for every command: help, version, faults, pipes, terminals, interruptions."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

import pytest

from croupier import __version__
from croupier.cli.command_list import COMMANDS, FAMILIES
from croupier.cli.commands import command_line, load
from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.house_key import SIZE
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import opened
from tests.support.process import SECONDS, Ended, croupier, environment, in_this_process, python, run_command
from tests.support.project import ROOT
from tests.support.terminal import Terminal
from tools.site import commands

READS = (
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
        assert re.search(rf"^\W*{command.words.split()[0]}\b", done.out, re.MULTILINE)


def test_the_list_is_the_one_that_the_reader_of_commands_would_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made without that reader, so that it is there at once; here nothing is broken into two lines."""
    monkeypatch.setenv("COLUMNS", "100")
    out = io.StringIO()
    with redirect_stdout(out):
        command_line()(["--help"])
    assert in_this_process("--help").out == out.getvalue()


@pytest.mark.parametrize("columns", ["40", "57", "80", "200"])
def test_the_list_is_as_wide_as_the_terminal(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = in_this_process("--help").out
    boxes = [line for line in said.splitlines() if line.startswith(("╭", "│", "╰"))]
    assert {len(line) for line in boxes} == {int(columns)}
    words = " ".join(re.sub("[╭╮╰╯─│]", " ", said).split())
    assert all(" ".join(each.summary.split()[:2]) in words for each in FAMILIES)


def test_the_list_loads_neither_the_reader_of_commands_nor_the_writer_of_tables() -> None:
    heavy = "{'cyclopts', 'rich', 'msgspec'}"
    done = python("-c", f"import sys; from croupier.cli import main; main([]); print({heavy} & {{*sys.modules}} or [])")
    assert (done.status, done.out.splitlines()[-1]) == (0, "[]")


def test_without_boxes_the_list_is_drawn_with_plain_characters() -> None:
    done = python("-m", "croupier", PYTHONIOENCODING="ascii")
    assert (done.status, "+- Play -" in done.out, "?" in done.out) == (0, True, False)


def test_without_a_command_there_is_help() -> None:
    assert in_this_process() == in_this_process("--help")


def _examples(command: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", "150")  # no line of an example is broken
    done = in_this_process(*command.split(), "--help")
    assert (done.status, done.errors) == (0, "")
    found = re.findall(r"^ • ((?:CROUPIER_DATA=house )?croupier .*?) *$", done.out, re.MULTILINE)
    assert len(found) == 2, done.out
    return found


def _arguments(example: str, command: str) -> list[str]:
    """Those of the example, which must be one of this command."""
    program, *arguments = shlex.split(example)
    words = command.split()
    assert (program, arguments[: len(words)]) == ("croupier", words)
    return arguments


def test_every_command_has_two_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in COMMANDS:
        _examples(each.words, monkeypatch)


def test_a_command_is_listed_with_the_first_line_of_its_own_help() -> None:
    for each in COMMANDS:
        first = (load(each).__doc__ or "").splitlines()[0]
        assert first == each.summary
        assert len(first) <= 75, "it has one line of a narrow screen"


def test_help_comes_in_groups_and_in_their_order() -> None:
    titles = re.findall(r"^╭─ (.*?) ─", in_this_process("--help").out, re.MULTILINE)
    assert titles == ["Play", "Odds", "Tournaments", "Dealer school", "Run a server", "Records", "This program"]


def test_a_default_is_told_only_where_it_says_something() -> None:
    for each in COMMANDS:
        told = " ".join(in_this_process(*each.words.split(), "--help").out.split())
        assert not re.search(r"\[default: (False|None|\(\)|\[\]|\"\")", told), each.words
    assert "[default: 100,000,000]" in " ".join(in_this_process("simulate", "roulette", "--help").out.split())


_IMPORTED = """
import sys
from croupier.cli import main
main(sys.argv[1:])
heavy = ("numpy", "litestar", "sqlalchemy", "rich.markdown", "croupier.floor", "croupier.serve", "croupier.games")
print(*(name for name in heavy if name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "imported"),
    [(("--help",), ""), (("odds", "roulette"), "croupier.games"), (("simulate", "--help"), "")],
    ids=" ".join,
)
def test_a_command_imports_what_it_needs(arguments: tuple[str, ...], imported: str) -> None:
    """The time to start is the time to import."""
    assert python("-c", _IMPORTED, *arguments).errors.strip() == imported


WRITES = ("par", "plot edge-by-decks", "plot results", "plot ruin")
"""Commands that write the files they are told to."""


@pytest.mark.parametrize("command", WRITES)
def test_an_example_that_writes_files_works(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for example in _examples(command, monkeypatch):
        assert in_this_process(*_arguments(example, command)).status == 0
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
    before = set(tmp_path.iterdir())
    done = in_this_process(*_arguments(_examples(command, monkeypatch)[0], command))
    assert (done.status, done.errors) == (0, "")
    assert set(tmp_path.iterdir()) > before


@pytest.mark.parametrize("command", READS)
def test_the_examples_of_a_command_work(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for example in _examples(command, monkeypatch):
        done = in_this_process(*_arguments(example, command))
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


def _assert_one_clear_line(done: Ended, word: str, command: str) -> None:
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert word.lower() in line.lower()
    assert line.endswith(f" See {command} --help")


@pytest.mark.parametrize("arguments", _BAD_ARGUMENTS, ids=" ".join)
def test_bad_arguments_get_one_clear_line(arguments: tuple[str, ...]) -> None:
    _assert_one_clear_line(in_this_process(*arguments), _BAD_ARGUMENTS[arguments], _called(arguments))


def _called(arguments: tuple[str, ...]) -> str:
    """The command or the family of commands that these arguments begin with."""
    words = {"simulate blackjack", "simulate roulette", "replay", "odds", "tour", "rulebook", "config", "backup"}
    words |= {"restore", "export", "simulate"}
    known = [" ".join(arguments[:number]) for number in (2, 1) if " ".join(arguments[:number]) in words]
    return f"croupier {known[0]}" if known else "croupier"


@pytest.mark.parametrize("arguments", _BAD_ARGUMENTS, ids=" ".join)
def test_bad_arguments_are_one_json_document_where_that_is_asked_for(arguments: tuple[str, ...]) -> None:
    done = in_this_process(*arguments, "--json")
    if arguments in _NOT_JSON:
        return
    assert done.status == 2
    refusal = done.document["refusal"]
    assert (refusal["rule"], refusal["code"]) == ("", "usage")
    assert done.errors == f"{refusal['why']} See {refusal['help']}\n"
    if refusal["why"] != "Unknown option --json.":  # not every command has it, and a document comes all the same
        assert _BAD_ARGUMENTS[arguments].lower() in refusal["why"].lower()


_NOT_JSON = {("odds", "roulette", "--table")}
"""Here the word that asks for it is the value of the option before it."""

_MEANT = {
    ("odds",): "GAME is missing: roulette, money-wheel or tai-sai. See croupier odds --help",
    ("risk", "roulette"): "--bankroll is missing: the money you start with. See croupier risk --help",
    ("serve", "house"): (
        "'house' is one argument too many; name the house's folder with --data. See croupier serve --help"
    ),
    ("tuor",): "Unknown command 'tuor'; did you mean 'tour'? See croupier --help",
    ("solve", "hnad"): "Unknown command 'solve hnad'; did you mean 'solve hand'? See croupier solve --help",
    ("odds", "taisai"): (
        "'taisai' is not a game here. Choose roulette, money-wheel or tai-sai; did you mean tai-sai? "
        "See croupier odds --help"
    ),
    ("odds", "roulette", "--jsn"): "Unknown option --jsn; did you mean --json? See croupier odds --help",
    ("solve", "blackjack", "--hands", "5"): (
        "--hands cannot be '5': choose 2, 3 or 4. See croupier solve blackjack --help"
    ),
    ("solve", "blackjack", "--decks", "six"): (
        "--decks: 'six' is not a whole number. See croupier solve blackjack --help"
    ),
    ("tour", "--fast", "--fast"): "--fast is given twice: give it once. See croupier tour --help",
}


@pytest.mark.parametrize("arguments", _MEANT, ids=" ".join)
def test_a_mistake_is_named_with_what_would_be_right(arguments: tuple[str, ...]) -> None:
    assert in_this_process(*arguments).error_lines == [_MEANT[arguments]]


@pytest.mark.parametrize("command", ["odds", "plot results", "plot ruin"])
def test_the_odds_of_blackjack_are_elsewhere(command: str) -> None:
    done = in_this_process(*command.split(), "blackjack", "--json")
    assert done.status == 2
    assert "`croupier solve blackjack`" in done.errors
    assert "`croupier solve hand`" in done.document["refusal"]["why"]


@pytest.mark.parametrize(("card", "meant"), [("10s", "Ts"), ("TS", "Ts"), ("ah", "Ah"), ("Xx", "Th")])
def test_a_card_in_other_letters(card: str, meant: str) -> None:
    done = in_this_process("solve", "hand", f"{card} 8h", "--against", "Td")
    assert done.status == 2
    assert f"{card!r} is not a card; write it as {meant} (" in done.errors


def test_a_card_of_a_record_in_other_letters_is_one_message(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text((ROOT / "examples" / "blackjack.txt").read_text("utf-8").replace("card 7h", "card 10h", 1))
    [first, *_others] = in_this_process("replay", str(record)).error_lines
    assert first.startswith(f"{record}:17:14: '10h' is not a card; write it as Th (a rank of A23456789TJQK")


def test_verify_without_a_house_says_what_to_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "nowhere"))
    done = in_this_process("verify", "--json")
    assert done.status == 2
    assert done.document["refusal"]["why"].startswith(
        f"There is no house in {tmp_path / 'nowhere'} yet. Name a house's"
    )


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("odds roulette --on red", "--wagers"),
        ("risk roulette --bet red --bankroll 10 --goal 20", "--on"),
        ("config --folder house", "--data"),
        ("simulate roulette --output x.json", "--out"),
    ],
)
def test_an_option_by_another_name(words: str, meant: str) -> None:
    assert f"did you mean {meant}?" in in_this_process(*words.split()).errors


def test_help_names_what_a_value_is() -> None:
    text = commands.markdown()
    assert re.findall(r"`--[a-z-]+ (?:INT|STR|PATH|FLOAT|TEXT|BOOL)\b.*|--empty-[a-z]+|GAME,? --game", text) == []


def test_a_folder_says_what_to_do_with_it(tmp_path: Path) -> None:
    assert "name a record in it" in in_this_process("replay", str(tmp_path)).errors
    assert "this folder holds no house" in in_this_process("verify", str(tmp_path)).errors
    for command in ("report", "chance house"):
        done = in_this_process(*command.split(), "--data", str(tmp_path), "--json")
        assert f"{tmp_path}: this folder holds no house" in done.errors
        assert (done.status, done.document["refusal"]["code"]) == (2, "unclear")
    opened(tmp_path / FILE).close()
    assert f"`croupier verify {tmp_path}`" in in_this_process("replay", str(tmp_path)).errors


def test_bad_arguments_to_a_real_process() -> None:
    _assert_one_clear_line(croupier("odds", "poker"), "poker", "croupier odds")


# Completion

_COMPLETED = """
source <(cat "$1")
COMP_WORDS=(croupier "${@:2}")
COMP_CWORD=$(($# - 1))
COMP_LINE="${COMP_WORDS[*]}"
COMP_POINT=${#COMP_LINE}
"$(complete -p croupier | sed -E 's/.*-F ([^ ]+).*/\\1/')" croupier "${@: -1}" "${@: -2:1}"
printf '%s\n' "${COMPREPLY[@]}"
"""


_TYPED = pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (("o",), {"odds", "operator-link"}),
        (("simulate", "t"), {"tai-sai"}),
        (("odds", ""), {"roulette", "money-wheel", "tai-sai"}),
        (("odds", "--j"), {"--json"}),
        (("odds", "roulette", "--j"), {"--json"}),
    ],
    ids=["command", "family", "choice", "option", "option after a game"],
)


@_TYPED
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_the_tab_key_completes(tmp_path: Path, shell: str, typed: tuple[str, ...], offered: set[str]) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / f"croupier.{shell}"
    script.write_text(in_this_process("completion", shell).out, "utf-8")
    program = {
        "bash": ("bash", "-c", _COMPLETED, "bash", str(script), *typed),
        "fish": ("fish", "-c", f'source {script}; complete -C "croupier {" ".join(typed)}"'),
    }[shell]
    environment = {**os.environ, "HOME": str(tmp_path)}
    done = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60, env=environment)
    assert set(done.stdout.split()) >= offered, done.stderr


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@_TYPED
def test_the_tab_key_completes_in_zsh(tmp_path: Path, typed: tuple[str, ...], offered: set[str]) -> None:
    """Zsh completes only in its line editor, which needs a terminal."""
    home = {"HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "TERM": "dumb"}
    assert run_command("completion", "zsh", "--install", folder=tmp_path, **home).status == 0
    shell = Terminal("-i", program=("zsh",), **home)
    shell.write(" ".join(("croupier", *typed)) + "\t")
    for word in offered:
        shell.read_until(word)
    shell.hang_up()


def test_a_new_zsh_looks_for_what_was_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for _ in range(2):
        assert in_this_process("completion", "zsh", "--install").status == 0
    start = (tmp_path / ".zshrc").read_text("utf-8").splitlines()
    assert [line.split("=")[0] for line in start if not line.startswith("#")] == [
        "fpath",
        "autoload -Uz compinit && compinit",
    ]
    if shutil.which("zsh") is not None:
        asked = "source ~/.zshrc -u; print $_comps[croupier]"
        done = subprocess.run(("zsh", "-f", "-c", asked), capture_output=True, text=True, check=True, timeout=60)
        assert done.stdout.strip() == "_cyclopts_croupier"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_a_script_for_every_shell(shell: str) -> None:
    done = in_this_process("completion", shell)
    assert (done.status, done.errors) == (0, "")
    assert "operator-link" in done.out


def test_completion_is_installed_where_the_shell_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    done = in_this_process("completion", "fish", "--install")
    assert (done.status, done.errors) == (0, "")
    assert [file.name for file in tmp_path.rglob("*.fish")] == ["croupier.fish"]
    assert done.out.startswith(f"Installed in {tmp_path}")


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
