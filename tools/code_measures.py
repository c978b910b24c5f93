"""Measures of the code: sizes, import cycles, names that stand twice. `start.py bench code` prints them."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src"
DOCUMENTS = ("*.md", "docs/**/*.md", "tests/**/*.md", "web/*.md")

HEAVY = {
    "numpy": "the extra `math`: half a second at every start",
    "numba": "the extra `math`: loads a compiler",
    "matplotlib": "the extra `report`",
    "typst": "the extra `report`",
    "pyarrow": "the extra `parquet`",
    "distributed": "the extra `dask`",
    "ray": "the extra `ray`",
    "cupy": "the extra `cuda`",
    "psycopg": "the extra `postgres`",
    "sqlalchemy": "needed only to migrate a house",
    "litestar": "the extra `serve`, which the command line can do without",
    "granian": "the extra `serve`, which the command line can do without",
    "platformdirs": "the extras `math` and `serve`",
    "argon2": "the extra `serve`, which the command line can do without",
    "filelock": "the extra `serve`, which the command line can do without",
    "prometheus_client": "the extra `serve`, which the command line can do without",
    "segno": "the extra `serve`, which the command line can do without",
    "cyclopts": "the extra `cli`",
    "rich": "the extra `cli`",
    "croupier.floor.house_journal": "the whole floor: a third of `croupier serve --help`",
    "croupier.serve.relay": "the whole floor: a third of `croupier serve --help`",
    "croupier.cli.app": "Ctrl-C is answered in one place, also while a command is loading",
    "resource": "not there on every system",
    "fcntl": "not there on every system",
    "croupier.games.blackjack.game": "many parts: `import croupier` stays under 150 ms",
    "croupier.games.tournament": "many parts: `import croupier` stays under 150 ms",
    "croupier.simulate": "sets numba's cache up as soon as it is imported",
}
"""What may be imported inside a function, or by way of a module of ours that imports it, and why."""


STATES = frozenset({"state", "table", "tournament"})
"""What a parameter is called that is a state."""


class Import:
    """One module that another imports: when it is loaded itself, inside a function, or for its types alone."""

    def __init__(self, module: str, line: int, *, deferred: bool, for_types: bool) -> None:
        self.module, self.line, self.deferred, self.for_types = module, line, deferred, for_types


class Code:
    """The modules of a source folder, parsed once."""

    def __init__(self, root: Path = SOURCE) -> None:
        self.paths = {_module_name(path.relative_to(root)): path for path in sorted(root.rglob("*.py"))}
        self.trees = {name: ast.parse(path.read_text("utf-8")) for name, path in self.paths.items()}

    @cached_property
    def imports(self) -> dict[str, list[Import]]:
        """What each module imports, of its own accord, in functions or for its types."""
        return {name: list(self._imports(tree)) for name, tree in self.trees.items()}

    def _imports(self, node: ast.AST, *, deferred: bool = False, for_types: bool = False) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                # Several names from one module are one import; modules from a package are one each.
                before = f"{child.module}." if isinstance(child, ast.ImportFrom) else ""
                for module in dict.fromkeys(self._known(f"{before}{alias.name}") for alias in child.names):
                    yield Import(module, child.lineno, deferred=deferred, for_types=for_types)
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                types = isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
                yield from self._imports(child, deferred=deferred or inside, for_types=for_types or types)

    def _known(self, name: str) -> str:
        """The module of ours that the name lies in, or the name of the foreign package."""
        known = name
        while known and known not in self.paths:
            known = known.rpartition(".")[0]
        return known or name.partition(".")[0]

    @cached_property
    def cycles(self) -> list[list[str]]:
        """The groups of modules that import each other, deferred imports and those for types counted."""
        edges = {
            name: {each.module for each in found if each.module in self.paths} - {name}
            for name, found in self.imports.items()
        }
        return sorted(sorted(group) for group in _components(edges) if len(group) > 1)

    @cached_property
    def deferred(self) -> list[tuple[str, Import]]:
        return [(name, each) for name, found in self.imports.items() for each in found if each.deferred]

    @cached_property
    def loads(self) -> dict[str, frozenset[str]]:
        """Which heavy things come with each module when it is imported."""
        found = {name: frozenset[str]() for name in self.paths}
        before = None
        while found != before:
            before = dict(found)
            for name, imports in self.imports.items():
                with_it = {each.module for each in imports if not each.deferred and not each.for_types}
                found[name] = found[name].union(*(self._loaded(each, found) for each in (name, *with_it)))
        return found

    def _loaded(self, module: str, known: dict[str, frozenset[str]]) -> frozenset[str]:
        parts = list(_with_packages(module))
        return frozenset(parts).intersection(HEAVY).union(*(known.get(each, frozenset()) for each in parts))

    @cached_property
    def explained(self) -> list[tuple[str, Import, str]]:
        """Imports inside functions that load something heavy which is not there already, and one such thing."""
        new = ((name, each, self._loaded(each.module, self.loads) - self.loads[name]) for name, each in self.deferred)
        return [(name, each, next(one for one in HEAVY if one in heavy)) for name, each, heavy in new if heavy]

    @cached_property
    def unexplained(self) -> list[str]:
        """Imports inside functions that load nothing heavy."""
        fine = {(name, each) for name, each, _ in self.explained}
        return [f"{name}:{each.line} {each.module}" for name, each in self.deferred if (name, each) not in fine]

    @cached_property
    def repeated_names(self) -> dict[str, list[str]]:
        """Public names of classes that stand in more than one module."""
        places: dict[str, list[str]] = defaultdict(list)
        for name, tree in self.trees.items():
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    places[node.name].append(name)
        return {name: found for name, found in sorted(places.items()) if len(found) > 1}

    @cached_property
    def function_lengths(self) -> list[int]:
        """Lines of every function, from its `def` to its last, in ascending order."""
        nodes = (node for tree in self.trees.values() for node in ast.walk(tree))
        return sorted(
            (node.end_lineno or 0) - node.lineno + 1
            for node in nodes
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        )

    @cached_property
    def any_parameters(self) -> list[str]:
        """Parameters whose whole type is `Any`, by their names."""
        nodes = (node for tree in self.trees.values() for node in _plain(tree))
        return [
            node.arg
            for node in nodes
            if isinstance(node, ast.arg) and isinstance(node.annotation, ast.Name) and node.annotation.id == "Any"
        ]

    @property
    def any_states(self) -> int:
        """Those of them that are called as a state is."""
        return sum(name.strip("_") in STATES for name in self.any_parameters)

    @cached_property
    def lines(self) -> int:
        return sum(len(path.read_text("utf-8").splitlines()) for path in self.paths.values())


def _plain(node: ast.AST) -> Iterator[ast.AST]:
    """What is below a node, without compiled functions: their tables are places in arrays."""
    for child in ast.iter_child_nodes(node):
        if not _is_compiled(child):
            yield child
            yield from _plain(child)


def _is_compiled(node: ast.AST) -> bool:
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any("njit" in ast.unparse(each) or "compiled" in ast.unparse(each) for each in decorators)


def _with_packages(module: str) -> Iterator[str]:
    """A module and the packages that are imported before it."""
    while module:
        yield module
        module = module.rpartition(".")[0]


def _module_name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _components(edges: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected components (Kosaraju): forward in the order of ending, then backward from the last."""
    order: list[str] = []
    _walk(edges, list(edges), order)
    backward: dict[str, set[str]] = {name: set() for name in edges}
    for name, targets in edges.items():
        for target in targets:
            backward[target].add(name)
    seen: set[str] = set()
    groups = []
    for name in reversed(order):
        if name not in seen:
            group: list[str] = []
            _walk(backward, [name], group, seen)
            groups.append(group)
    return groups


def _walk(edges: dict[str, set[str]], starts: list[str], ended: list[str], seen: set[str] | None = None) -> None:
    """Depth first from each start; what is done with is added to `ended`."""
    seen = set() if seen is None else seen
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        stack = [(start, iter(sorted(edges[start])))]
        while stack:
            name, targets = stack[-1]
            new = next((each for each in targets if each not in seen), None)
            if new is None:
                ended.append(name)
                stack.pop()
            else:
                seen.add(new)
                stack.append((new, iter(sorted(edges[new]))))


def long_lines(longest: int, root: Path = ROOT) -> int:
    """Lines of our documents that are longer than that."""
    paths = {path for pattern in DOCUMENTS for path in root.glob(pattern) if "node_modules" not in path.parts}
    return sum(len(line) > longest for path in paths for line in path.read_text("utf-8").splitlines())


_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_RULE = re.compile(r"([^{}@;]+)\{([^{}]*)\}")


def repeated_css_rules(folder: Path = ROOT / "web" / "src") -> int:
    """Rules of the page whose selector and declarations stand elsewhere too, counted beyond the first."""
    rules: Counter[tuple[str, str]] = Counter()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in {".css", ".svelte"}:
            continue
        text = path.read_text("utf-8")
        styles = [text] if path.suffix == ".css" else _STYLE.findall(text)
        for style in styles:
            plain = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
            rules.update((" ".join(who.split()), " ".join(what.split())) for who, what in _RULE.findall(plain))
    return sum(times - 1 for times in rules.values())


def percentile(values: list[int], part: float) -> int:
    """Of values in ascending order."""
    return values[min(len(values) - 1, int(part * len(values)))]
