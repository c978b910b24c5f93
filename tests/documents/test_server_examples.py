"""Programs in the documents that speak to a server: each is run beside a real one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.documents import blocks
from tests.support.project import ROOT
from tests.support.server.real_server import Running, server

PROGRAMS = [
    pytest.param(path, program, id=f"{path.name}-{place}")
    for path in sorted((ROOT / "docs").rglob("*.md"))
    for place, program in enumerate(blocks(path, "python server"), 1)
]
ADDRESS = "http://127.0.0.1:8421"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("documents") / "house") as running:
        yield running


@pytest.mark.parametrize(("path", "program"), PROGRAMS)
def test_a_program_for_a_server_runs(path: Path, program: str, house: Running) -> None:
    assert ADDRESS in program
    exec(compile(program.replace(ADDRESS, house.url), str(path), "exec"), {})  # noqa: S102  our own words


def test_there_are_such_programs() -> None:
    assert len(PROGRAMS) > 1
