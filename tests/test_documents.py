"""README and docs tell the truth: their examples run, and the files of `examples/` play in order."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from croupier.games.tournament.conditions import missing
from croupier.record import read, replay
from croupier.record.conditions import read_conditions, write_conditions
from tests.support.documents import blocks
from tools import licences

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_readme_begins_with_what_it_is_for_and_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.index("python3 start.py ") < text.index("python3 start.py test") < text.index("## ")


@pytest.mark.parametrize(("name", "fewest"), [("README.md", 4), ("docs/tutorial.md", 4), ("docs/simulator.md", 1)])
def test_the_python_of_a_document_runs_as_one_program(name: str, fewest: int) -> None:
    programs = blocks(ROOT / name, "python")
    assert len(programs) >= fewest
    exec(compile("\n".join(programs), name, "exec"), {})  # noqa: S102  our own words, held to be true


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
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


def test_links_between_documents_lead_somewhere() -> None:
    for path in (*DOCUMENTS, ROOT / "ARCHITECTURE.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md"):
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), (path.name, target)


def test_the_licence_of_everything_locked_is_told() -> None:
    assert licences.told().keys() == licences.locked("run.txt") | licences.locked("test.txt")
