"""README and docs tell the truth: their examples run, and the files of `examples/` play in order."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from croupier.games.tournament.conditions import missing
from croupier.record import read, replay
from croupier.record.files.conditions import read_conditions, write_conditions
from tests.support.documents import blocks, links
from tools import licences

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
ROOT_DOCUMENTS = [ROOT / name for name in ("ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]
STANDS_ALONE = {"docs/how-to/research.md"}
"""Documents in which every program stands by itself. In the others each continues the one before it."""
FEWEST = {"docs/how-to/library.md": 7, "docs/tutorials/from-a-clause-to-a-house-edge.md": 4}
"""Documents that would be empty without their programs."""
README_LINES = 120


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_readme_begins_with_what_it_is_for_and_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.index("python3 start.py ") < text.index("python3 start.py test") < text.index("## ")
    assert text.count("\n") < README_LINES


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if blocks(path, "python")], ids=named)
def test_the_python_of_a_document_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    programs = blocks(path, "python")
    for program in programs if named(path) in STANDS_ALONE else ["\n".join(programs)]:
        exec(compile(program, str(path), "exec"), {})  # noqa: S102  our own words, held to be true


@pytest.mark.parametrize("name", FEWEST)
def test_a_document_of_programs_has_them(name: str) -> None:
    assert len(blocks(ROOT / name, "python")) >= FEWEST[name]


@pytest.mark.parametrize("path", DOCUMENTS, ids=named)
def test_records_in_the_documents_play_in_order(path: Path) -> None:
    for text in blocks(path, "croupier"):
        played = replay(read(text))
        assert played.is_in_order, (played.refused, played.discrepancies)
        assert played.settled


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.txt")), ids=lambda path: path.name)
def test_example_records_play_in_order(path: Path) -> None:
    played = replay(read(path.read_text("utf-8")))
    assert played.is_in_order, (played.refused, played.discrepancies)
    assert played.settled


def test_the_example_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """The other one, which plays over the API, runs beside a server in tests/serve."""
    runpy.run_path(str(ROOT / "examples" / "a_round.py"), run_name="__main__")
    assert "340" in capsys.readouterr().out


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.toml")), ids=lambda path: path.name)
def test_example_conditions_of_entry_are_complete(path: Path) -> None:
    conditions = read_conditions(path.read_text("utf-8"))
    assert missing(conditions) == ()
    assert write_conditions(conditions) == path.read_text("utf-8")


@pytest.mark.parametrize("path", [*DOCUMENTS, *ROOT_DOCUMENTS], ids=named)
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    """Files only. Where the link goes on to a heading, the site's build checks that, too."""
    for target in links(path.read_text("utf-8")):
        assert (path.parent / target).exists(), target


def test_the_licence_of_everything_locked_is_told() -> None:
    assert licences.told().keys() == licences.all_locked().keys()
