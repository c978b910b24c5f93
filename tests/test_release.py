"""A release as people meet it: built in isolation from the tracked files, installed with no checkout near, and used.

The build is `python -m build`, which makes the sdist, and the wheel from the sdist. Each installation is a virtual
environment of its own. Both keep to the versions of the locks, so that a new version elsewhere changes no result.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email.parser import HeaderParser
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

import build_page
import croupier
from croupier.rulebook.held import read_tests

pytestmark = pytest.mark.xdist_group("release")

ROOT = Path(__file__).resolve().parent.parent
BUILD_SECONDS = 400
"""The page's packages and the page itself are part of it, and the machine may be busy."""
INSTALL_SECONDS = 200
SECONDS = 60
PAGE = "src/croupier/serve/page/"
LEFT_OUT = (".ci/", ".pre-commit-config.yaml", "docs/gallery/")
"""What is tracked and not in the sdist: the machinery around the project, and 6 MB of pictures."""
VERSION = croupier.__version__


def environment() -> dict[str, str]:
    """Ours, without what would lead to this checkout, to its virtual environment or to somebody's house."""
    ours = ("PYTHONPATH", "VIRTUAL_ENV", "PYTEST_", "CROUPIER_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def run(*command: str | Path, folder: Path, seconds: float, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=environment() | more,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=seconds,
    )


def run_well(*command: str | Path, folder: Path, seconds: float, **more: str) -> None:
    done = run(*command, folder=folder, seconds=seconds, **more)
    assert done.returncode == 0, done.stdout + done.stderr


# The two packages


class Release(NamedTuple):
    sources: set[str]
    """The files that it was built from."""
    sdist: Path
    wheel: Path


def listed(*options: str) -> set[str]:
    """The files of the checkout that git lists."""
    command = ("git", "ls-files", "-z", *options)
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=SECONDS).stdout
    return {name for name in said.split("\0") if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    copy, made = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("dist")
    # What is tracked, and what is new and not ignored: nothing else that was made here can help.
    sources = listed("--cached", "--others", "--exclude-standard")
    for name in sources:
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    if build_page.is_installed():
        # The same packages by the same lock would be installed again: only the page is built anew.
        (copy / "web" / "node_modules").symlink_to(build_page.MODULES, target_is_directory=True)
    pinned = ("--dependency-constraints-txt", ROOT / "locks" / "test.txt")
    build = (sys.executable, "-m", "build", "--installer", "uv", *pinned, "--outdir", made, copy)
    run_well(*build, folder=made, seconds=BUILD_SECONDS)
    (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    return Release(sources, sdist, wheel)


def test_the_packages_are_named_after_the_version(release: Release) -> None:
    assert release.sdist.name == f"croupier-{VERSION}.tar.gz"
    assert release.wheel.name == f"croupier-{VERSION}-py3-none-any.whl"


def test_the_sdist_holds_the_sources_and_the_built_page(release: Release) -> None:
    with tarfile.open(release.sdist) as packed:
        names = {each.name.partition("/")[2] for each in packed.getmembers() if each.isfile()}
    page = {name for name in names if name.startswith(PAGE)}
    assert names - page - release.sources == {"PKG-INFO"}
    assert {name for name in listed("--cached") - names if not name.startswith(LEFT_OUT)} == set()
    assert {f"{PAGE}index.html", f"{PAGE}.stamp"} <= page


def test_a_wheel_is_made_from_the_sdist_without_node(release: Release, tmp_path: Path) -> None:
    """The page in the sdist is known to be of the sources in it, so the build asks for neither Node nor npm."""
    with tarfile.open(release.sdist) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = tmp_path.iterdir()
    asks = "import build_page; print(build_page.is_needed())"
    done = run(sys.executable, "-c", asks, folder=unpacked, seconds=SECONDS)
    assert done.stdout == "False\n", done.stderr


def test_the_wheel_holds_the_package_the_page_and_the_map_of_clauses(release: Release) -> None:
    with zipfile.ZipFile(release.wheel) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
        clause_map = json.loads(packed.read("croupier/rulebook/data/held.json"))
    page = {name for name in names if name.startswith(PAGE.removeprefix("src/"))}
    package = {name.removeprefix("src/") for name in release.sources if name.startswith("src/")}
    assert names - page == package | {"croupier/rulebook/data/held.json"}
    assert "croupier/serve/page/index.html" in page
    assert sum(name.endswith(".js") for name in page) > 10
    assert "croupier/rulebook/data/division-08.txt" in package
    assert any(name.startswith("croupier/floor/store/migrations/") for name in package)
    assert clause_map == read_tests(ROOT / "tests")


def test_the_wheel_says_nothing_of_itself_that_is_not_so(release: Release) -> None:
    with zipfile.ZipFile(release.wheel) as packed:
        said = HeaderParser().parsestr(packed.read(f"croupier-{VERSION}.dist-info/METADATA").decode())
    assert (said["Name"], said["Version"], said["License-Expression"]) == ("croupier", VERSION, "Apache-2.0")
    assert said.get_all("Project-URL") is None
    assert not any(each.startswith("License ::") for each in said.get_all("Classifier", []))


# Installed


class Installation(NamedTuple):
    scripts: Path
    folder: Path
    """An empty folder to work in."""

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """`croupier` with these words."""
        return run(self.scripts / "croupier", *words, folder=self.folder, seconds=SECONDS)

    def python(self, source: str) -> str:
        done = run(self.scripts / "python", "-c", source, folder=self.folder, seconds=SECONDS)
        assert done.returncode == 0, done.stderr
        return done.stdout


def install(release: Release, folder: Path, extras: str = "") -> Installation:
    uv, place, work = (sys.executable, "-m", "uv"), folder / "installed", folder / "work"
    work.mkdir()
    run_well(*uv, "venv", "--python", sys.executable, place, folder=work, seconds=SECONDS)
    asked = ("--python", place, "--constraint", ROOT / "locks" / "run.txt", f"{release.wheel}{extras}")
    run_well(*uv, "pip", "install", *asked, folder=work, seconds=INSTALL_SECONDS)
    return Installation(place / ("Scripts" if os.name == "nt" else "bin"), work)


@pytest.fixture(scope="module")
def rules_alone(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install(release, tmp_path_factory.mktemp("rules"))


@pytest.fixture(scope="module")
def command_line(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install(release, tmp_path_factory.mktemp("cli"), "[cli]")


@pytest.fixture(scope="module")
def whole(release: Release, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install(release, tmp_path_factory.mktemp("serve"), "[cli,serve]")


def test_without_extras_the_library_works_and_the_script_says_what_to_install(rules_alone: Installation) -> None:
    asks = "import croupier, pathlib; print(croupier.__version__, pathlib.Path(croupier.__file__).parents[4])"
    version, _, place = rules_alone.python(asks).strip().partition(" ")
    assert (version, Path(place).resolve()) == (VERSION, rules_alone.scripts.parent.resolve())
    done = rules_alone.run("tour")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == ["The command line needs its extra: pip install 'croupier[cli]'"]


def test_the_command_line_alone_tours_cites_and_calculates(command_line: Installation) -> None:
    tour = command_line.run("tour", "--fast")
    assert tour.returncode == 0, tour.stderr
    assert tour.stdout.count("every chip went where the rules say") == 5
    assert "D8" in command_line.run("rulebook").stdout
    coverage = command_line.run("rulebook", "--coverage")
    assert coverage.returncode == 0, coverage.stdout
    clause = command_line.run("rulebook", "D8 3.10")
    assert "tests/clauses/test_d8_zero.py" in clause.stdout
    for game in ("roulette", "money-wheel", "tai-sai"):
        odds = command_line.run("odds", game)
        assert (odds.returncode, odds.stderr) == (0, "")
        assert odds.stdout


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "[cli,serve]"),
        ("operator-link", "[cli,serve]"),
        ("backup house.backup", "[cli,serve]"),
        ("export --out exported", "[cli,serve]"),
        ("verify .", "[cli,serve]"),
        ("solve blackjack", "[math]"),
        ("simulate roulette --rounds 100", "[math]"),
        ("par roulette --out par.pdf", "[report]"),
        ("plot results roulette --on red --out red.svg", "[report]"),
    ],
)
def test_what_needs_more_says_so_in_one_line(command_line: Installation, command: str, extra: str) -> None:
    done = command_line.run(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert f"pip install 'croupier{extra}'" in line


# The casino


@contextmanager
def serving(installed: Installation) -> Iterator[str]:
    """The address of a casino in the empty folder; stopped in good order at the end."""
    out, errors = (installed.folder.parent / name for name in ("out.txt", "errors.txt"))
    command = (installed.scripts / "croupier", "serve", "--data", "house", "--port", "0", "--no-browser")
    with out.open("wb") as said, errors.open("wb") as complained:
        process = subprocess.Popen(
            command,
            cwd=installed.folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=complained,
        )
    try:
        end = time.monotonic() + SECONDS
        while not (found := re.search(r"open at (http://\S+?)/ ", out.read_text("utf-8"))):
            assert process.poll() is None, errors.read_text("utf-8")
            assert time.monotonic() < end, errors.read_text("utf-8")
            time.sleep(0.05)
        yield found[1]
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0, errors.read_text("utf-8")
    finally:
        process.kill()
        process.wait(SECONDS)
    assert "Traceback" not in errors.read_text("utf-8")


def test_the_casino_opens_from_the_wheel_page_included(whole: Installation) -> None:
    with serving(whole) as address, httpx.Client(base_url=address, timeout=SECONDS) as client:
        front = client.get("/")
        assert (front.status_code, front.headers["content-type"]) == (200, "text/html; charset=utf-8")
        scripts = re.findall(r'src="(/assets/[^"]+\.js)"', front.text)
        assert scripts
        script = client.get(scripts[0])
        assert script.status_code == 200
        assert script.headers["content-type"].startswith("text/javascript")
        health = client.get("/health").json()
        assert (health["ok"], health["version"]) == (True, VERSION)
        games = {table["game"] for table in client.get("/api/v1/tables").json()["tables"]}
        assert games >= {"blackjack", "roulette", "money-wheel", "tai-sai"}
        chart = client.get("/api/v1/games/blackjack/chart")
        assert chart.status_code == 503
        assert "pip install 'croupier[math]'" in chart.json()["refusal"]["why"]
    verified = whole.run("verify", "house")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_postgresql_without_its_extra_says_so_in_one_line(whole: Installation) -> None:
    done = whole.run("serve", "--data", "other", "--port", "0", "--database", "postgresql://localhost/house")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert "pip install 'croupier[cli,serve,postgres]'" in line


# The changelog


def test_the_newest_version_in_the_changelog_is_that_of_the_package() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == "[Unreleased]"
    releases = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\S+)", heading) for heading in headings[1:]]
    assert releases
    assert releases[0] is not None
    assert releases[0][1] == VERSION
    dates = [dt.date.fromisoformat(found[2]) for found in releases if found is not None]
    assert len(dates) == len(releases)
    assert dates == sorted(dates, reverse=True)
