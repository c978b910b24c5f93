"""start.py sets up again whatever happened to the last set-up: real environments, in a small project of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.server.real_server import wait_until
from tools.checks import ROOT

SECONDS = 300
COPIED = ("start.py", "build_page.py", "tools/__init__.py", "tools/set_up.py", "tools/pythons.py", "locks/uv.txt")
PROJECT = """
[build-system]
requires = ["hatchling>=1.33"]
build-backend = "hatchling.build"
[project]
name = "croupier"
version = "0"
[tool.hatch.build.targets.wheel]
packages = ["src/croupier"]
"""
PROGRAM = "import sys, msgspec; print('ran', *sys.argv[1:], 'with msgspec', msgspec.__version__)\n"
SET_UP = "Setting up .venv from locks/run.txt ..."
UNREACHABLE = {"PIP_NO_INDEX": "1", "UV_OFFLINE": "1", "UV_NO_INDEX": "1"}

pytestmark = [
    pytest.mark.xdist_group("set-up"),
    pytest.mark.skipif(sys.platform == "win32", reason="ends processes by signals"),
]


class Project:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
        (folder / "pyproject.toml").write_text(PROJECT)
        package = folder / "src" / "croupier"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        (package / "__main__.py").write_text(PROGRAM)
        (folder / "locks" / "run.txt").write_text(_pin("msgspec"))

    def begin(self, **more: str) -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen(
            # A Python with ensurepip and no virtual environment around it, as people have.
            (str(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"), "start.py", "hello"),
            cwd=self.folder,
            env={**{name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}, **more},
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
        )

    def run(self, **more: str) -> str:
        """What it said on standard error; the program ran, whatever had to be done for it."""
        with self.begin(**more) as process:
            out, errors = process.communicate(timeout=SECONDS)
        assert process.returncode == 0, errors
        assert re.fullmatch(r"ran hello with msgspec \S+\n", out)
        return errors

    @property
    def environment(self) -> Path:
        return self.folder / ".venv"


def _pin(package: str) -> str:
    lock = (ROOT / "locks" / "run.txt").read_text("utf-8")
    found = re.search(rf"^{package}==.*?(?=^\S)", lock, re.MULTILINE | re.DOTALL)
    assert found
    return found[0]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """In a folder with a space and letters that are not ASCII, set up once."""
    made = Project(tmp_path_factory.mktemp("set-up") / "Te Kāinga of Zoë")
    assert SET_UP in made.run()
    return made


def test_a_second_start_sets_nothing_up_and_needs_no_network(project: Project) -> None:
    assert SET_UP not in project.run(**UNREACHABLE)


def test_a_set_up_that_was_killed_is_begun_again(project: Project) -> None:
    """And so is one whose environment was deleted, which is where this one begins."""
    shutil.rmtree(project.environment)
    with project.begin() as killed:
        wait_until((project.environment / ".set-up-begun").exists, SECONDS)
        os.killpg(killed.pid, signal.SIGKILL)
        killed.communicate(timeout=SECONDS)
    assert SET_UP in project.run()
    assert SET_UP not in project.run(**UNREACHABLE)


def test_an_environment_of_another_python_is_made_again(project: Project) -> None:
    """An upgrade leaves a link to a Python that is gone, or one that finds no packages."""
    (project.environment / ".made-by").write_text(f"Python 3.10 in {project.folder}")
    python = project.environment / "bin" / "python"
    python.unlink()
    python.symlink_to("/nowhere/python3.10")
    assert SET_UP in project.run()


def test_a_folder_that_was_moved_is_set_up_again(project: Project) -> None:
    """The programs in an environment name the folder where it was made."""
    moved = project.folder.with_name("moved")
    project.folder.rename(moved)
    project.folder = moved
    assert SET_UP in project.run()


def test_two_starts_at_once_do_not_get_in_each_others_way(project: Project) -> None:
    (project.environment / ".installed-run").unlink()
    starts = [project.begin() for _ in range(2)]
    ended = [start.communicate(timeout=SECONDS) for start in starts]
    assert [start.returncode for start in starts] == [0, 0]
    assert sum(SET_UP in errors for _, errors in ended) == 1
