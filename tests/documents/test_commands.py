"""Every command in the documents is one that there is, and those that end by themselves are run, in their order."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cyclopts import MissingArgumentError

import start
from croupier.cli.command_list import COMMANDS, FAMILIES
from croupier.cli.commands import complete_command_line
from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.house_key import SIZE
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import opened
from tests.support.documents import blocks
from tests.support.process import in_this_process
from tests.support.project import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
KINDS = {
    *("python", "croupier", "sh", "text", "toml", "json", "js", "ini", "nginx", "caddy", "dockerfile", "powershell"),
    *("mermaid", "{toctree}", "{generated}"),
}
"""What a block may be. `python` is run, `croupier` replayed, `sh` looked at here, and each other kind is no command of
ours: output, settings, other programs."""
INLINE = re.compile(r"`(croupier [a-z][^`]*)`")
PLACEHOLDER = re.compile(r"[A-Z]{3,}|…|\[|\bN\b")
NOT_COMMANDS = {"checkpoint", "draw", "journal"}
"""`croupier draw 1`, `croupier journal 1` and `croupier checkpoint key 1` are first words of what is hashed."""
ELSEWHERE = {
    "docs/explanation/fairness.md": "tests/record/test_seal.py runs it, with what it prints",
    "docs/how-to/install.md": "tests/test_release.py installs a wheel so",
    "docs/releasing.md": "tests/test_release.py builds a release so",
    "docs/tutorials/first-bot.md": "tests/serve plays the example beside a server",
}
"""Documents with commands of other programs, and what runs those."""
SHELL = re.compile(
    r"^\s*(?:\$ |(?:sudo|curl|cat|cd|systemctl|apt|mkdir|scp|ssh|pip|podman|docker|psql|tar) |[\d*]+ [\d*]+ \* )",
    re.MULTILINE,
)
OWN = re.compile(r"^\s*(?:croupier [a-z]|python3 start\.py)", re.MULTILINE)
"""Our own commands: they stand in a block of `sh`, so that they are run."""
NOT_RUN = {
    "docs/how-to/host.md": "needs a server with systemd, and a container runtime: the page says what was tried",
    "docs/how-to/inspecting.md": "needs a public house; tests/serve/test_checkpoint_routes.py asks the same",
    "docs/how-to/operating.md": "needs a token; tests/serve/test_results.py sends the same request",
    "docs/how-to/operations.md": "a line of cron; tests/cli/test_backup_command.py runs its command",
}
"""Documents with shell in a block of text, which nothing runs, and why."""
SERVES = ("serve",)
"""They go on until somebody ends them: tests/cli and tests/serve start them."""


def commands(path: Path) -> Iterator[str]:
    """The lines of the blocks of a document that are commands, without what is said about them."""
    for block in blocks(path, "sh"):
        for line in block.splitlines():
            yield line.split("  #")[0].strip()


def ours(path: Path) -> list[list[str]]:
    """The commands of `croupier`, also as `python3 start.py COMMAND`. Billions of rounds are a thousand here."""
    lines = [shlex.split(line.replace("1e9", "1e3")) for line in commands(path)]
    begun = [words[1:] for words in lines if words[:1] == ["croupier"]]
    in_checkout = [start.understood(words[2:]) for words in lines if words[:2] == ["python3", "start.py"]]
    named = [
        [*words, "--data", "data"] if words[:1] and words[0] in start.OF_ONE_HOUSE else words for words in in_checkout
    ]
    return [*begun, *(words for words in named if words and words[0] not in (*start.DEVELOPING, *SERVES))]


WITH_COMMANDS = [path for path in DOCUMENTS if ours(path)]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_every_block_says_what_it_is(path: Path) -> None:
    opening = re.findall(r"^ *```([^\n]*)\n.*?^ *```$", path.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert {kind.split()[0] if kind else "" for kind in opening} <= KINDS


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_a_command_is_ours_or_run_elsewhere(path: Path) -> None:
    others = [line for line in commands(path) if not line.startswith(("croupier ", "python3 start.py"))]
    assert not others or named(path) in ELSEWHERE


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_what_follows_start_is_known(path: Path) -> None:
    for line in commands(path):
        if line.startswith("python3 start.py"):
            words = start.understood(shlex.split(line)[2:])
            command = words[0] if words else "serve"
            assert command in start.DEVELOPING or command in complete_command_line()


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=named)
def test_every_command_is_understood(path: Path) -> None:
    app = complete_command_line()
    for words in ours(path):
        app.parse_args(words, exit_on_error=False, print_error=False)


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_commands_in_a_sentence_exist(path: Path) -> None:
    known, families = {each.words for each in COMMANDS}, {each.name for each in FAMILIES}
    for said in INLINE.findall(path.read_text("utf-8")):
        first, *rest = said.split()[1:]
        if first not in NOT_COMMANDS:
            below = rest[:1] if first in families and rest and re.fullmatch(r"[a-z][a-z-]*", rest[0]) else []
            assert " ".join((first, *below)) in known | families, said


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_options_in_a_sentence_exist(path: Path) -> None:
    """Where nothing stands for something else: no word in capitals, and no ellipsis."""
    app = complete_command_line()
    for said in INLINE.findall(path.read_text("utf-8")):
        if said.split()[1] not in NOT_COMMANDS and not PLACEHOLDER.search(said):
            with suppress(MissingArgumentError):
                app.parse_args(shlex.split(said)[1:], exit_on_error=False, print_error=False)


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=named)
def test_the_commands_of_a_document_work(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In an empty folder with the examples and a house that was never played in, as a newcomer has them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CROUPIER_DATA", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for house in ("house", "data"):
        Path(house).mkdir()
        opened(Path(house) / FILE).close()
        (Path(house) / HOUSE_KEY).write_bytes(bytes(SIZE))
    for words in ours(path):
        if words[0] not in SERVES:
            done = in_this_process(*words)
            assert done.status == 0, (words, done.out, done.errors)


def _indented(path: Path) -> list[str]:
    """Blocks that are code by their indent alone, and so say nothing of what they are."""
    return re.findall(r"^\n((?: {4}\S.*\n)+)", path.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_shell_that_is_not_run_is_listed_with_a_reason(path: Path) -> None:
    assert [block for block in _indented(path) if SHELL.search(block) or OWN.search(block)] == []
    has_shell = any(SHELL.search(block) for block in blocks(path, "text"))
    assert has_shell == (named(path) in NOT_RUN)
