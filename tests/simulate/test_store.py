"""The cache folder: used where it is sound, made anew where it is not, and done without where it cannot be."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.games.blackjack.options import BlackjackOptions
from croupier.simulate import store
from croupier.simulate.blackjack import job, prepared
from croupier.simulate.blackjack.job import BlackjackJob, blackjack_job
from croupier.simulate.blackjack.kernels import many_boxes, one_box
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.job import Task
from tests.support.simulate.blackjack_setups import CHARTED, SMALL

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "cache"))
    return tmp_path / "cache"


class Makes:
    """Counts how often tables are made."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.times = 0
        self._made_of = prepared.made_of
        monkeypatch.setattr(job, "made_of", self._counted)

    def _counted(self, *told: object) -> object:
        self.times += 1
        return self._made_of(*told)  # type: ignore[arg-type]


@pytest.fixture
def makes(monkeypatch: pytest.MonkeyPatch) -> Makes:
    return Makes(monkeypatch)


def only_file(folder: Path) -> Path:
    (path,) = (folder / "tables").iterdir()
    return path


def same(one: BlackjackJob, other: BlackjackJob) -> bool:
    task = Task(0, 20_000)
    return one.run(1, task).totals == other.run(1, task).totals and one.made.outcomes == other.made.outcomes


def test_tables_are_made_once(folder: Path, makes: Makes) -> None:
    first, second = blackjack_job(SMALL), blackjack_job(SMALL)
    assert makes.times == 1
    assert same(first, second)
    assert first.made.whole_outcomes == second.made.whole_outcomes
    assert first.made.longest == second.made.longest
    assert [path.name for path in (folder / "tables").iterdir()] == [job._key(SMALL)]


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


@pytest.mark.parametrize(
    "damage",
    [
        flipped,
        lambda content: bytes([content[0] ^ 128]) + content[1:],
        lambda content: content[:-1] + bytes([content[-1] ^ 64]),
        lambda content: content[: len(content) // 2],
        lambda content: content[:31],
        lambda content: content + b"\0",
        lambda _: b"",
        lambda _: b"no table at all" * 100,
    ],
    ids=["middle", "digest", "end", "half", "stump", "longer", "empty", "garbage"],
)
def test_a_damaged_table_is_made_anew(damage: Callable[[bytes], bytes], folder: Path, makes: Makes) -> None:
    sound = blackjack_job(SMALL)
    path = only_file(folder)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert store.saved("tables", path.name) is None
    assert same(blackjack_job(SMALL), sound)
    assert makes.times == 2
    assert store.saved("tables", path.name) == whole[32:]
    blackjack_job(SMALL)
    assert makes.times == 2


@pytest.mark.usefixtures("folder")
def test_what_other_sources_made_is_not_looked_at(makes: Makes, monkeypatch: pytest.MonkeyPatch) -> None:
    blackjack_job(SMALL)
    monkeypatch.setattr(store, "sources", lambda: "another version")
    blackjack_job(SMALL)
    assert makes.times == 2


def test_sources_are_those_of_rules_solver_and_simulator(tmp_path: Path) -> None:
    """A copy with one letter more in any of them is another version."""
    told = {}
    for changed in ("", "games/blackjack/hand.py", "odds/blackjack/solver.py", "simulate/blackjack/tabulated/boxes.py"):
        copied = tmp_path / (changed.replace("/", "-") or "as it is")
        subprocess.run(("cp", "-r", str(ROOT / "src"), str(copied)), check=True, timeout=60)
        if changed:
            with (copied / "croupier" / changed).open("a") as file:
                file.write("# another\n")
        code = "from croupier.simulate import store; print(store.sources())"
        told[changed] = run(code, tmp_path / "cache", copied)
    assert len(set(told.values())) == len(told)


@pytest.mark.usefixtures("folder")
def test_each_setup_has_a_key_of_its_own() -> None:
    setups = [SMALL, *(Setup(BlackjackOptions(hands=2, decks=decks), CHARTED) for decks in (4, 6))]
    setups += [Setup(SMALL.options, CHARTED, stake=20_00), Setup(SMALL.options, CHARTED, boxes=2)]
    assert len({job._key(setup) for setup in setups}) == len(setups)
    # From where the cards come is no matter of the tables.
    assert job._key(Setup(SMALL.options, CHARTED, fresh=True)) == job._key(SMALL)
    assert job._key(Setup(SMALL.options, CHARTED, cut=300)) == job._key(SMALL)


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, makes: Makes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file stands where the folder should be: not even the superuser gets past that."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv(store.FOLDER, str(tmp_path / "file" / "cache"))
    assert same(blackjack_job(SMALL), blackjack_job(SMALL))
    assert makes.times == 2
    store.vouch()
    assert (tmp_path / "file").read_text() == "in the way"


def test_nothing_half_written_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is full when the file should take its place."""
    store.save("tables", "key", b"before")

    def full(*_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(Path, "replace", full)
    store.save("tables", "key", b"after")
    assert store.saved("tables", "key") == b"before"
    assert [path.name for path in (folder / "tables").iterdir()] == ["key"]


# Compiled code


RUN = """
from croupier import RouletteOptions
from croupier.games.roulette import red, roulette_game
from croupier.simulate.api import warm
from croupier.simulate.job import Task
from croupier.simulate.layout import layout_job
job = layout_job(roulette_game(RouletteOptions()), [(red, 10_00)])
warm(job)
print(job.run(1, Task(0, 5000)).totals.net)
"""
"""A run whose kernel is compiled soonest of all."""


def run(code: str, folder: Path, source: Path = ROOT / "src") -> str:
    env = {**os.environ, store.FOLDER: str(folder), "PYTHONPATH": os.pathsep.join((str(source), str(ROOT)))}
    done = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, text=True, env=env, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def compiled(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Each file of compiled code: when it was written, and what is in it."""
    return {path.name: (path.stat().st_mtime_ns, path.read_bytes()) for path in folder.rglob("*.nb[ic]")}


def test_damaged_compiled_code_is_compiled_anew(tmp_path: Path) -> None:
    """Once whole, once damaged in every file, and in between it is found as it was left."""
    expected = run(RUN, tmp_path)
    before = compiled(tmp_path)
    assert len(before) >= 2
    assert run(RUN, tmp_path) == expected
    assert compiled(tmp_path) == before
    for path in tmp_path.rglob("*.nbc"):
        path.write_bytes(flipped(path.read_bytes()))
    assert run(RUN, tmp_path) == expected
    after = compiled(tmp_path)
    assert after.keys() == before.keys()
    assert all(after[name][0] > before[name][0] for name in after if name.endswith("nbc"))
    assert after != {name: (after[name][0], flipped(content)) for name, (_, content) in before.items()}


def compiled_files(here: Path) -> list[Path]:
    for name in ("one.nbi", "one.nbc"):
        (here / name).write_bytes(name.encode())
    return [here / "one.nbi", here / "one.nbc"]


def spoilt(here: Path, how: str) -> set[str]:
    """Something goes wrong; which of the files nobody vouches for any more."""
    manifest = here / store.MANIFEST
    match how:
        case "damaged":
            (here / "one.nbc").write_bytes(b"other")
            return {"one.nbc"}
        case "index damaged":
            (here / "one.nbi").write_bytes(b"")
            return {"one.nbi"}
        case "more":
            (here / "two.nbc").write_bytes(b"from elsewhere")
            return {"two.nbc"}
        case "no manifest":
            manifest.unlink()
        case "manifest cut short":
            manifest.write_bytes(manifest.read_bytes()[:-5])
        case "manifest of something else":
            manifest.write_bytes(b"[1, 2]")
    return {"one.nbi", "one.nbc"}


HOWS = ["damaged", "index damaged", "more", "no manifest", "manifest cut short", "manifest of something else"]


def test_variants_of_a_kernel_that_two_processes_compiled_find_what_is_theirs() -> None:
    """Under one name both would share one environment: "'descr' is NULL", once both came from the cache."""
    by_width = [one_box._FROM_SHOES[cards, size] for cards in (10, 13) for size in (2, 4)]
    by_boxes = [many_boxes._side_by_side(cards, boxes) for cards in (10, 13) for boxes in (2, 7)]
    for kernels in (by_width, by_boxes):
        assert len({kernel.py_func.__qualname__ for kernel in kernels}) == len(kernels)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("how", HOWS)
def test_compiled_code_that_nobody_vouches_for_is_thrown_away(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)  # type: ignore[attr-defined]
    here = store.compiled_folder()
    here.mkdir(parents=True)
    files = {path.name for path in compiled_files(here)}
    store.vouch()
    store.use_compiled()
    assert {path.name for path in here.glob("*.nb?")} == files
    gone = spoilt(here, how)
    store.use_compiled()
    assert {path.name for path in here.glob("*.nb?")} == files - gone
    assert str(here) == numba.config.CACHE_DIR  # type: ignore[attr-defined]
