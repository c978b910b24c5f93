"""Read the clause marks of the tests from their sources.

Standard library only, and no other module of the package: the build hook loads this file by its path, in an
environment that holds nothing but the build backend.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

_MARK = "pytest.mark.clause"


def read_marks(folder: Path) -> dict[str, list[str]]:
    """Every `@pytest.mark.clause(...)` with literal ids: the id, and the tests that carry it."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if _MARK not in text:
            continue
        name = path.relative_to(folder.parent).as_posix()
        for test, id in _marks(ast.parse(text)):
            found[id].append(f"{name}::{test}")
    return dict(found)


def _marks(module: ast.Module) -> Iterator[tuple[str, str]]:
    for node in module.body:
        if isinstance(node, ast.ClassDef):
            for test in _functions(node.body):
                for id in (*_ids(node.decorator_list), *_ids(test.decorator_list)):
                    yield f"{node.name}::{test.name}", id
    for test in _functions(module.body):
        for id in _ids(test.decorator_list):
            yield test.name, id


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            yield node


def _ids(decorators: list[ast.expr]) -> Iterator[str]:
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == _MARK:
            for argument in decorator.args:
                yield ast.literal_eval(argument)
