"""Another Python for a run: `start.py test --python 3.13`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support.process import python
from tools import pythons

OWN = ".".join(map(str, sys.version_info[:2]))


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        (["test", "-k", "x"], (None, ["test", "-k", "x"])),
        (["test", "--python", "3.13", "-x"], ("3.13", ["test", "-x"])),
        (["test", "--python=3.12"], ("3.12", ["test"])),
        (["test", "--python"], ("", ["test"])),
    ],
)
def test_the_version_is_taken_from_the_words(words: list[str], taken: tuple[str | None, list[str]]) -> None:
    assert pythons.taken_from(words) == taken


def test_this_python_is_found_by_its_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    link = tmp_path / f"python{OWN}"
    link.symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pythons.find(OWN) == str(link)


def test_a_program_that_bears_the_name_of_another_version_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "python3.99").symlink_to(sys.executable)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert pythons.find("3.99") is None


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("3.99", "There is no Python 3.99 on this machine: install it, or put it on the PATH.\n"),
        ("", "--python needs a version such as 3.13, not ''.\n"),
        ("three", "--python needs a version such as 3.13, not 'three'.\n"),
        ("../x", "--python needs a version such as 3.13, not '../x'.\n"),
    ],
)
def test_a_python_that_is_not_there_is_said_in_one_line(version: str, why: str) -> None:
    done = python("start.py", "test", "--python", version)
    assert (done.status, done.out, done.errors) == (2, "", why)
