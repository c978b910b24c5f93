"""Mutation testing of the rules: `python3 start.py mutate [PATH ...]`, never part of the test run.

mutmut says what can be changed in the code. Each change is tried in a forked process with the tests that reach the
changed function, the quickest first; what no test notices survives. By default a seeded sample is taken: enough to say
how sharp the tests are.

    python3 start.py mutate                                  a sample of 600 over all of games/
    python3 start.py mutate src/croupier/games/roulette      a sample of one part
    python3 start.py mutate --sample 0 src/croupier/games    every mutant

Nothing on disk is changed: a mutant is another code object in a function of the process that tries it. Which tests
reach what is remembered under build/, by the text of the test files, and looked for again with `--again`.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import functools
import gc
import hashlib
import os
import pickle
import random
import signal
import sys
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
REMEMBERED = ROOT / "build" / "mutation" / "reach.pickle"
DEFAULT_SAMPLE = 600
SEED = 20261115
AIM_PERCENT = 95
KILLED, SURVIVED = 1, 0
CACHED = type(functools.cache(id))
LEAST_SECONDS = 2.0
"""Of processor time that a test may take before it counts as one that never ends."""
SLOWER = 20


class Mutant(NamedTuple):
    """One change in one function."""

    name: str
    path: str
    function: str
    """Its qualified name."""
    code: CodeType
    defaults: tuple[Any, ...] | None
    shown: str


class Reach(NamedTuple):
    """What one test came to, and how long it took."""

    test_file: str
    seconds: float
    functions: frozenset[tuple[str, str]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="start.py mutate", description="Mutation testing of the rules.")
    parser.add_argument("paths", nargs="*", default=["src/croupier/games"])
    parser.add_argument("--sample", type=int, default=DEFAULT_SAMPLE, help="how many mutants, 0 for all")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--tests", nargs="+", default=[], help="the tests to run, the clause tests by default")
    parser.add_argument("--only", nargs="+", default=[], help="these mutants alone, by name")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="how many are tried at once")
    parser.add_argument("--again", action="store_true", help="look anew for which tests reach what")
    options = parser.parse_args()
    os.chdir(ROOT)
    found = sorted((each for path in options.paths for each in mutants_under(Path(path))), key=lambda each: each.name)
    if options.sample and options.sample < len(found):
        found = sorted(random.Random(options.seed).sample(found, options.sample), key=lambda each: each.name)
    if options.only:
        found = [each for each in found if each.name in options.only]
    print(f"{len(found)} mutants, seed {options.seed}", flush=True)
    tries = Tries(found, options.children, again=options.again)
    tests = options.tests or _settings()["pytest_add_cli_args_test_selection"]
    args = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:randomly", *tests]
    pytest.main(args, plugins=[tries])
    return report(found, tries.verdicts)


def _settings() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["mutmut"]
    return found


# What can be changed


def mutants_under(path: Path) -> Iterator[Mutant]:
    for each in [path] if path.suffix == ".py" else sorted(path.rglob("*.py")):
        yield from mutants_of(each)


def mutants_of(path: Path) -> Iterator[Mutant]:
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import (
        get_mutant_name,
        orig_function_and_class_names_from_key,
    )

    made = mutate_file_contents(str(path), path.read_text("utf-8"))
    codes = dict(_codes(compile(made.code, str(path.resolve()), "exec", dont_inherit=True)))
    signatures = {node.name: node.args for node in ast.walk(ast.parse(made.code)) if isinstance(node, ast.FunctionDef)}
    lines = made.code.splitlines()
    for name in made.mutant_names:
        function, owner = orig_function_and_class_names_from_key(name)
        original = f"{name.partition('__mutmut_')[0]}__mutmut_orig"
        changed = ast.dump(signatures[name]) != ast.dump(signatures[original])
        yield Mutant(
            get_mutant_name(path, name),
            str(path.resolve()),
            f"{owner}.{function}" if owner else function,
            codes[name],
            _defaults(signatures[name]) if changed else None,
            _difference(lines, made.line_span_by_function_name, original, name),
        )


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each.co_name, each
            yield from _codes(each)


def _defaults(signature: ast.arguments) -> tuple[Any, ...]:
    """The changed defaults, where they are plain values; mutmut changes no others."""
    return tuple(ast.literal_eval(each) if isinstance(each, ast.Constant) else None for each in signature.defaults)


def _difference(lines: list[str], spans: Any, original: str, name: str) -> str:
    def text(of: str) -> list[str]:
        return [line.replace(of, "f") for line in lines[spans[of].start - 1 : spans[of].end]]

    return "\n".join(difflib.unified_diff(text(original), text(name), lineterm="", n=1))


# Trying it


class Tries:
    """A pytest plugin that runs no tests by itself: it tries each mutant on those that reach it."""

    def __init__(self, mutants: list[Mutant], children: int, *, again: bool) -> None:
        self._mutants = mutants
        self._children = children
        self._known: dict[str, Reach] = {}
        if REMEMBERED.exists() and not again:
            self._known = pickle.loads(REMEMBERED.read_bytes())  # noqa: S301  written here
        self._is_child = False
        self.verdicts: dict[str, int] = {}
        """How the process of each mutant ended: 0 where it survived, negative where it took too long."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """A counterexample is enough: it need not be made small."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.get_profile("plain"), phases=phases, database=None)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        gc.unfreeze()
        reach = self._reached_by(session.items)
        by_function: dict[tuple[str, str], list[pytest.Item]] = defaultdict(list)
        for item in sorted(session.items, key=lambda each: reach[each.nodeid].seconds):
            for function in reach[item.nodeid].functions:
                by_function[function].append(item)
        waiting: dict[int, str] = {}
        first = next((each for each in self._mutants if (each.path, each.function) in by_function), None)
        if first is None or not self._passes_unchanged(by_function[first.path, first.function], reach):
            return True
        for mutant in self._mutants:
            items = by_function.get((mutant.path, mutant.function), [])
            if len(waiting) >= self._children:
                self._wait(waiting)
            if pid := os.fork():
                waiting[pid] = mutant.name
            else:
                self._try(mutant, items, reach)
        while waiting:
            self._wait(waiting)
        return True

    def _passes_unchanged(self, items: list[pytest.Item], reach: dict[str, Reach]) -> bool:
        """Whether a forked process finds nothing wrong where nothing is changed; if not, no verdict counts."""
        pid = os.fork()
        if not pid:
            self._try(None, items, reach)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == SURVIVED

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if self._is_child and report.failed:
            os._exit(KILLED)

    def _wait(self, waiting: dict[int, str]) -> None:
        pid, status = os.wait()
        name = waiting.pop(pid)
        self.verdicts[name] = os.waitstatus_to_exitcode(status)
        done = len(self.verdicts)
        if self.verdicts[name] == SURVIVED or not done % 50:
            survived = sum(each == SURVIVED for each in self.verdicts.values())
            print(f"{done} of {len(self._mutants)} tried, {survived} survived", file=sys.stderr, flush=True)

    def _try(self, mutant: Mutant | None, items: list[pytest.Item], reach: dict[str, Reach]) -> None:
        self._is_child = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        if items:
            items[0].config.pluginmanager.unregister(name="terminalreporter")
        try:
            if mutant is not None:
                install(mutant)
            for item, following in zip(items, [*items[1:], None], strict=True):
                limit = max(LEAST_SECONDS, SLOWER * reach[item.nodeid].seconds)
                signal.setitimer(signal.ITIMER_PROF, limit)
                item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException:  # noqa: BLE001  whatever it is, the change was noticed
            os._exit(KILLED)
        os._exit(SURVIVED)

    # Which tests reach what

    def _reached_by(self, items: list[pytest.Item]) -> dict[str, Reach]:
        """Of every test, as it was remembered where its file is the same; the others are run now."""
        texts = {item.path: hashlib.sha256(item.path.read_bytes()).hexdigest() for item in items}
        found = {
            item.nodeid: self._known[item.nodeid]
            for item in items
            if item.nodeid in self._known and self._known[item.nodeid].test_file == texts[item.path]
        }
        left = [item for item in items if item.nodeid not in found]
        print(f"{len(left)} of {len(items)} tests are run to see what they reach", file=sys.stderr, flush=True)
        if left:
            for id, (seconds, functions) in _in_child(lambda: self._traced(left)).items():
                path = next(item.path for item in left if item.nodeid == id)
                found[id] = Reach(texts[path], seconds, functions)
            REMEMBERED.parent.mkdir(parents=True, exist_ok=True)
            REMEMBERED.write_bytes(pickle.dumps(self._known | found))
        return found

    def _traced(self, items: list[pytest.Item]) -> dict[str, tuple[float, frozenset[tuple[str, str]]]]:
        self._is_child = False
        games = str(ROOT / "src" / "croupier" / "games")
        found = {}
        seen: set[CodeType] = set()

        def note(frame: Any, event: str, _of: Any) -> None:
            if event == "call":
                seen.add(frame.f_code)

        for item, following in zip(items, [*items[1:], None], strict=True):
            seen.clear()
            began = time.process_time()
            sys.setprofile(note)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=following)
            sys.setprofile(None)
            functions = frozenset(
                (each.co_filename, each.co_qualname.partition(".<locals>")[0])
                for each in seen
                if each.co_filename.startswith(games)
            )
            found[item.nodeid] = (time.process_time() - began, functions)
        return found


def _in_child(work: Any) -> Any:
    """What the work comes to, done in a process of its own: this one keeps its caches empty."""
    reading, writing = os.pipe()
    if pid := os.fork():
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            told = pipe.read()
        os.waitpid(pid, 0)
        return pickle.loads(told)  # noqa: S301  from our own child
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(pickle.dumps(work()))
    os._exit(0)


def install(mutant: Mutant) -> None:
    """Put the changed code in place of the function's own, and forget what was computed by the old one."""
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__qualname__ == mutant.function:
            if each.__code__.co_filename == mutant.path:
                each.__code__ = mutant.code
                if mutant.defaults is not None:
                    each.__defaults__ = mutant.defaults
        elif isinstance(each, CACHED) and each.__module__.startswith("croupier."):
            each.cache_clear()


# What came of it


def report(mutants: Iterable[Mutant], verdicts: dict[str, int]) -> int:
    """The score, and every survivor as a difference from the code."""
    tried = [each for each in mutants if each.name in verdicts]
    if not tried:
        print("No mutant was tried: the tests fail on the code as it is.", file=sys.stderr)
        return 2
    survivors = [each for each in tried if verdicts[each.name] == SURVIVED]
    for each in survivors:
        print(f"\n{each.name}\n{each.shown}")
    killed = len(tried) - len(survivors)
    percent = 100 * killed / len(tried)
    late = sum(verdicts[each.name] < 0 for each in tried)
    print(f"{killed} of {len(tried)} mutants killed, {late} of them by time: {percent:.1f} %, aim {AIM_PERCENT} %")
    return 0 if percent >= AIM_PERCENT else 1


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
