"""Every path of the floor and the server that writes to the database, found in the sources."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.project import ROOT

FOLDERS = ("src/croupier/floor", "src/croupier/serve")
WRITERS = {
    "write": ("store", "_store"),
    "append": ("store", "_store"),
    # Those through which others write: each of their callers is a path of its own.
    "written": ("book", "_book", "self"),
    "note": ("book", "_book"),
    "grant": ("book",),
    "changed": ("_standings",),
    "_with_standing": ("self",),
    "_change": ("self",),
    "_after": ("self",),
}
"""Calls that begin a transaction, and what they are called on."""


def writing_paths() -> set[str]:
    """By the names that functions have in the running program: `people.services.links LinkService.make_invitation`."""
    return {path for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")) for path in _of_file(file)}


def _of_file(file: Path) -> Iterator[str]:
    module = ".".join(file.relative_to(ROOT / "src").with_suffix("").parts)
    for name, call in _calls(ast.parse(file.read_text("utf-8")), ""):
        if _writes(call):
            yield f"{module} {name}"


def _calls(node: ast.AST, name: str) -> Iterator[tuple[str, ast.Call]]:
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _calls(each, f"{name}.{each.name}".lstrip(".") + ".<locals>")
        elif isinstance(each, ast.ClassDef):
            yield from _calls(each, f"{name}.{each.name}".lstrip("."))
        else:
            if isinstance(each, ast.Call):
                yield name.removesuffix(".<locals>"), each
            yield from _calls(each, name)


def _writes(call: ast.Call) -> bool:
    asked = call.func
    if not isinstance(asked, ast.Attribute):
        return False
    on = asked.value
    owner = on.attr if isinstance(on, ast.Attribute) else on.id if isinstance(on, ast.Name) else ""
    return owner in WRITERS.get(asked.attr, ())
