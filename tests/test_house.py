"""The house is clean: locks, exact rules, no sentence of the law, and every helper of the tests in its place."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RULES = sorted((ROOT / "src" / "croupier" / "games").rglob("*.py"))
DOUBLES = tuple(ROOT / "src" / "croupier" / "odds" / name for name in ("blackjack", "counting", "last_hand"))
"""The solver, whose figures carry their error."""
EXACT = [
    *RULES,
    *(
        path
        for path in sorted((ROOT / "src" / "croupier" / "odds").rglob("*.py"))
        if not set(DOUBLES) & set(path.parents)
    ),
]
SOURCES = ROOT / "src" / "croupier"
LAW_IN_MOTION = frozenset(
    (
        *("acts", "table_acts", "flow", "procedure", "steps", "waiting", "betting", "wagering", "dealing", "deciding"),
        *("preparing", "settling", "irregularities", "mistakes", "results", "motion", "conduct", "company", "entry"),
        *("stages", "sessions", "advancement", "play_offs", "seating", "lots", "recounting"),
        *("reconstruction", "new_limits", "replacing", "director"),
    )
)
"""What the modules of a game are called in which its acts are, and how they are judged."""
KNOW_A_GAME = {
    "floor/tables/sampling.py": "draws cards of a shoe where no table waits for them",
    "floor/schedules/session.py": "keeps the clocks of a session",
    "floor/schedules/tournament.py": "does by itself what a tournament needs no judgement for",
    "floor/tournaments/joints.py": "joins a tournament to its tables by two acts",
    "floor/tournaments/reconciler.py": "asks, in the house's name, for what joins a tournament to its tables",
    "serve/routes/table_play/practice.py": "plays the part of the dealer, and takes a seat for the player",
    "serve/routes/table_play/preview.py": "shows what a report of a session would bring",
    "serve/views/blackjack.py": "shows the clauses of Super Sevens",
    "serve/views/legal.py": "offers entry to whoever looks at a tournament",
    "serve/views/hints.py": "asks the solver about the hand in turn",
}
"""Who may import such a module outside the games, and for what."""
MAY_WAIT = {
    "start.py": {"subprocess.run": "the same command by another Python: a server runs until somebody stops it"},
    "src/croupier/child_process.py": {
        "_told.get": "waits for the next line of the parent, and ends with it",
        "parent.join": "waits for the parent's end",
    },
    "src/croupier/client/table.py": {
        "self._opened.recv": "waits for news of a table; a server that is gone does not answer the socket's pings",
    },
    "src/croupier/floor/store/engines/lock.py": {"self._lock.acquire": "is made with a limit of none at all"},
    "src/croupier/floor/store/engines/postgres_doorbell.py": {
        "self._wake.wait": "waits for work; closing is some, too"
    },
    "src/croupier/floor/store/writer.py": {"self._waiting.get": "waits for work; closing is some, too"},
    "src/croupier/floor/tables/answers.py": {"done.result": "is asked when it is done"},
    "src/croupier/serve/process/workers.py": {
        "process.wait": "waits for one that was killed: another at its place would make two; and where time is limited",
    },
    "src/croupier/simulate/engines/cuda.py": {
        "self._done.get": "threads of this process answer, with an error where it comes to that",
        "given.get": "waits for work; closing is some, too",
        "thread.join": "a batch that was begun on a GPU is finished",
    },
    "src/croupier/simulate/engines/processes.py": {"future.result": "is asked when it is done"},
    "src/croupier/simulate/engines/threads.py": {"future.result": "is asked when it is done"},
    "tests/cli/test_tournament_plan_command.py": {
        "narrow.get": "what a console has captured",
        "whole.get": "what a console has captured",
    },
    "tests/floor_simulation/__main__.py": {
        "subprocess.run": "plays as many seeds as somebody asked for",
        "running.pop(0).result": "a seed ends by itself, after so many steps",
    },
    "tests/floor_simulation/loop.py": {"task.result": "is asked when it is done"},
    "tools/chance_gpu.py": {
        "piece.result": "random bytes of this machine",
        "places.get": "a copy from the GPU",
        "bits.get": "a copy from the GPU",
        "bits[:piece * BITS].get": "a copy from the GPU",
        "places[:piece].get": "a copy from the GPU",
        "places[:piece * shoe].get": "a copy from the GPU",
    },
    "tools/mutate.py": {"os.wait": "waits for its children, each of which has a limit of its own"},
    "tools/quick.py": {"each.result": "every check has a limit of its own"},
    "tools/run_tests.py": {
        "other.result": "a run of tests has a limit of its own",
        "checking.result": "every check has a limit of its own",
    },
}
"""Who may wait without a limit, for what, and why that ends."""
LAW = ROOT.parent / "shared" / "rules"
TESTS = ROOT / "tests"
HELPERS = ("support", "gallery", "floor_simulation")
"""The folders of tests/ that hold modules which are not tests."""
LONGEST_SHARED_RUN = 11
"""Words in a row that our text may share with the Gazette's: terms and figures, never a sentence."""


def tracked() -> list[str]:
    return subprocess.run(
        ("git", "ls-files"), cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
    ).stdout.split()


@pytest.mark.parametrize("path", sorted((ROOT / "locks").glob("*.txt")), ids=lambda path: path.name)
def test_locks_have_hashes_and_no_address(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "://" not in text
    pins = [line for line in text.splitlines() if "==" in line]
    assert pins
    assert all(line.endswith("\\") for line in pins)


def test_the_lock_of_the_page_names_no_place_to_fetch_from() -> None:
    text = (ROOT / "web" / "package-lock.json").read_text("utf-8")
    assert '"integrity"' in text
    assert '"resolved"' not in text


def test_no_lock_that_names_a_registry_is_tracked() -> None:
    names = [Path(name).name for name in tracked()]
    assert "uv.lock" not in names
    assert not [name for name in names if name.startswith("pylock")]


@pytest.mark.parametrize("path", EXACT, ids=lambda path: str(path.relative_to(ROOT / "src" / "croupier")))
def test_no_float_comes_near_the_rules(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            assert path.parent.name == "odds", f"line {node.lineno}: only Fractions are divided, and only in odds"


def test_the_hand_machine_imports_nothing_but_the_standard_library() -> None:
    tree = ast.parse((ROOT / "src" / "croupier" / "games" / "blackjack" / "hand.py").read_text("utf-8"))
    names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert {str(name).split(".")[0] for name in names} <= set(sys.stdlib_module_names)


def test_no_test_installs_anything() -> None:
    """Workers of pytest would do it at the same time; the set-up does it once, before they start."""
    installing = re.compile(
        r"apt-get|playwright.{1,4}install|npm.{1,4}(ci|install)\b|build_page\.(build|built|install)\("
    )
    found = [
        path.relative_to(ROOT).as_posix()
        for path in sorted(TESTS.rglob("*.py"))
        if path != Path(__file__) and installing.search(path.read_text("utf-8"))
    ]
    assert found == ["tests/tools/test_browser.py"]  # where it is what to say to people


STARTS = frozenset(("run", "call", "check_call", "check_output"))
WAITS = frozenset(("wait", "join", "get", "acquire", "result", "recv", "communicate"))
LIMITS = frozenset(("timeout", "blocking"))


def unbounded(source: str) -> set[str]:
    """The calls of a source that wait without a limit, as far as their words tell.

    Coroutines wait as well, but for what their server or test does, and end with it; those that wait for a process may
    outlive both.
    """
    return {ast.unparse(call.func) for call in _unbounded(ast.parse(source), is_async=False, is_limited=False)}


def _unbounded(node: ast.AST, *, is_async: bool, is_limited: bool) -> Iterator[ast.Call]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
        is_async, is_limited = isinstance(node, ast.AsyncFunctionDef), False
    elif isinstance(node, ast.AsyncWith):
        is_limited |= any(_name_of(item.context_expr) == "timeout" for item in node.items)
    elif isinstance(node, ast.Call):
        is_limited |= _name_of(node) == "wait_for"
        if not is_limited and _waits_for_ever(node, is_async=is_async):
            yield node
    for child in ast.iter_child_nodes(node):
        yield from _unbounded(child, is_async=is_async, is_limited=is_limited)


def _name_of(call: ast.AST) -> str:
    called = call.func if isinstance(call, ast.Call) else call
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _waits_for_ever(call: ast.Call, *, is_async: bool) -> bool:
    name = _name_of(call)
    if not isinstance(call.func, ast.Attribute) or name not in STARTS | WAITS:
        return False
    if any(each.arg in {*LIMITS, None} for each in call.keywords):
        return False
    whose = ast.unparse(call.func.value)
    if whose == "subprocess":
        return name in STARTS
    # A word or a number is a limit; `", ".join(words)` and `table.get(key)` have something there, too.
    if name not in WAITS or call.args:
        return False
    return not is_async or name == "communicate" or whose.endswith("process")


def test_nothing_waits_without_a_limit() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    folders = (ROOT / name for name in ("src", "tests", "tools", "bench", "examples"))
    for path in (*ROOT.glob("*.py"), *(path for folder in folders for path in own_modules(folder))):
        if calls := unbounded(path.read_text("utf-8")):
            found[path.relative_to(ROOT).as_posix()] = calls
    known = {path: set(calls) for path, calls in MAY_WAIT.items()}
    more = {path: sorted(new) for path, calls in found.items() if (new := calls - known.get(path, set()))}
    gone = {path: sorted(old) for path, calls in known.items() if (old := calls - found[path])}
    assert not more, f"these wait without a limit; give them one, or say why they end in MAY_WAIT: {more}"
    assert not gone, f"these do not wait without a limit any more; take them out of MAY_WAIT: {gone}"


@pytest.mark.parametrize(
    "source",
    [
        "subprocess.run(words, check=True)",
        "process.communicate()",
        "def stop(self):\n    self._thread.join()",
        "with lock:\n    queue.get()",
        "lock.acquire()",
        "async def stop(process):\n    await process.wait()",
        "async def said(started):\n    return await started.communicate()",
        "async def f():\n    async with asyncio.timeout(5):\n        def g():\n            thread.join()",
    ],
)
def test_a_wait_without_a_limit_is_found(source: str) -> None:
    assert unbounded(source)


@pytest.mark.parametrize(
    "source",
    [
        "subprocess.run(words, check=True, timeout=60)",
        "subprocess.run(words, **more)",
        "process.communicate(timeout=5)",
        "thread.join(5)",
        "', '.join(words)",
        "table.get(key)",
        "lock.acquire(blocking=False)",
        "async def serve(self):\n    await self._wake.wait()",
        "async def stop(process):\n    async with asyncio.timeout(5):\n        await process.wait()",
        "async def said(process):\n    return await asyncio.wait_for(process.communicate(), 5)",
    ],
)
def test_a_wait_with_a_limit_is_none(source: str) -> None:
    assert unbounded(source) == set()


def test_continuous_integration_calls_the_one_command() -> None:
    lines = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert lines[1:] == ["exec python3 start.py test"]


def imported(source: str) -> set[str]:
    """The modules that a source imports; of `from tests import test_money` also tests.test_money."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


def law_in_motion(source: str) -> list[str]:
    """The modules of one game's acts and flow that a source imports: who knows them knows the law."""
    return sorted(
        name
        for name in imported(source)
        if (parts := name.split("."))[:2] == ["croupier", "games"] and LAW_IN_MOTION.intersection(parts[3:])
    )


def test_no_law_stands_outside_the_games() -> None:
    """The floor and the server ask the state and its handlers; they do not look for the acts of one game."""
    found = {
        path.relative_to(SOURCES).as_posix()
        for part in ("floor", "serve")
        for path in sorted((SOURCES / part).rglob("*.py"))
        if law_in_motion(path.read_text("utf-8"))
    }
    more, gone = sorted(found - KNOW_A_GAME.keys()), sorted(KNOW_A_GAME.keys() - found)
    assert not more, f"these import one game's acts or flow; ask the state, or say why in KNOW_A_GAME: {more}"
    assert not gone, f"these no longer import one game's acts or flow; take them out of KNOW_A_GAME: {gone}"


@pytest.mark.parametrize(
    "source",
    [
        "from croupier.games.blackjack.acts import ReopenBetting",
        "from croupier.games.blackjack import flow",
        "import croupier.games.tournament.session_table.table_acts as acts",
        "def late():\n    from croupier.games.layout.acts import Wager",
    ],
)
def test_every_way_to_the_law_of_one_game_is_seen(source: str) -> None:
    assert law_in_motion(source)


@pytest.mark.parametrize(
    "source", ["from croupier.games.acts import Clock", "from croupier.games.blackjack.state import BlackjackTable"]
)
def test_what_all_games_share_and_what_a_state_is_may_be_known(source: str) -> None:
    assert law_in_motion(source) == []


def states_of_no_type(source: str) -> list[str]:
    """The parameters and attributes of a source that hold a state, and are declared as anything."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg):
            name, kind = node.arg, node.annotation
        elif isinstance(node, ast.AnnAssign):
            name, kind = ast.unparse(node.target).rpartition(".")[2], node.annotation
        else:
            continue
        if name.strip("_") in {"state", "before", "after"} and kind is not None and ast.unparse(kind) == "Any":
            found.append(f"{node.lineno}: {name}")
    return sorted(found)


def test_a_state_is_declared_as_what_it_is() -> None:
    found = {
        path.relative_to(SOURCES).as_posix()
        for part in ("record", "floor", "serve")
        for path in sorted((SOURCES / part).rglob("*.py"))
        if states_of_no_type(path.read_text("utf-8"))
    }
    assert found == set()


def test_a_state_that_is_declared_as_anything_is_found() -> None:
    source = "def f(before: Any, after: Journalled): ...\nclass A:\n    state: Any\n"
    assert states_of_no_type(source) == ["1: before", "3: state"]


def own_modules(folder: Path) -> list[Path]:
    """Those of the project: `bench rivals` installs other people's packages into a hidden folder."""
    return sorted(path for path in folder.rglob("*.py") if not path.relative_to(folder).parts[0].startswith("."))


def only_test_modules(names: set[str]) -> list[str]:
    return sorted(name for name in names if name.rpartition(".")[2].startswith("test_"))


def stray_helpers(folder: Path) -> list[str]:
    """The modules in a folder of tests that are neither tests nor helpers in their place."""
    names = (path.relative_to(folder) for path in folder.rglob("*.py"))
    return sorted(
        name.as_posix()
        for name in names
        if not name.name.startswith("test_")
        and name.name not in {"conftest.py", "__init__.py"}
        and name.parts[0] not in HELPERS
    )


def test_nothing_is_imported_from_a_test_module() -> None:
    """What several tests need lies in tests/support."""
    found = {
        path.relative_to(ROOT).as_posix(): names
        for folder in (TESTS, ROOT / "bench")
        for path in own_modules(folder)
        if (names := only_test_modules(imported(path.read_text("utf-8"))))
    }
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        "from tests.floor.test_table_actor import table",
        "from tests.floor import test_table_actor",
        "import tests.floor.test_table_actor as actor",
        "from .test_table_actor import table",
        "from . import test_table_actor",
        "def late():\n    from tests.floor.test_table_actor import table",
    ],
)
def test_every_way_to_import_from_a_test_module_is_seen(source: str) -> None:
    assert only_test_modules(imported(source))


def test_an_import_from_elsewhere_is_allowed() -> None:
    source = "import tests.support.project\nfrom tests.support.floor import postgres\nfrom tests import conftest"
    assert only_test_modules(imported(source)) == []


def test_helpers_of_tests_lie_in_support() -> None:
    assert stray_helpers(TESTS) == []


def test_a_helper_that_lies_elsewhere_is_found(tmp_path: Path) -> None:
    for name in (
        "support/floor/house.py",
        "gallery/cup.py",
        "floor/test_table_actor.py",
        "floor/__init__.py",
        "conftest.py",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert stray_helpers(tmp_path) == []
    for name in ("floor/house.py", "house.py"):
        (tmp_path / name).touch()
    assert stray_helpers(tmp_path) == ["floor/house.py", "house.py"]


def words(text: str) -> list[str]:
    return "".join(letter.lower() if letter.isalnum() else " " for letter in text).split()


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    said = words(text)
    return {tuple(said[place : place + length]) for place in range(len(said) - length + 1)}


def test_no_sentence_of_the_gazette_stands_in_the_project() -> None:
    """Where the law's texts lie beside the project, nothing tracked shares a long run of words with them."""
    law = {run for path in LAW.glob("division-*.txt") for run in runs(path.read_text("utf-8"), LONGEST_SHARED_RUN)}
    for name in tracked():
        path = ROOT / name
        if path.suffix in {".py", ".md", ".txt"} and path.parent.name != "locks" and path.exists():
            shared = runs(path.read_text("utf-8"), LONGEST_SHARED_RUN) & law
            assert not shared, (name, sorted(shared)[:3])
