"""The reference of the Python API, made from what the public packages export and from the docstrings there."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from textwrap import dedent
from types import ModuleType
from typing import Any

import msgspec

from croupier.games.table import PROMISED, Table

PACKAGES = (
    *("croupier", "croupier.games.roulette", "croupier.games.tai_sai", "croupier.games.money_wheel"),
    *("croupier.games.blackjack", "croupier.games.tournament"),
    *("croupier.record", "croupier.odds", "croupier.odds.blackjack", "croupier.simulate", "croupier.rulebook"),
    *("croupier.dealing", "croupier.client", "croupier.games.perft", "croupier.school"),
    *("croupier.rl", "croupier.rl.blackjack_table", "croupier.rl.tournament"),
)
"""What users of the library import, each with its `__all__`; what is not listed there is internal."""
LONGEST_SIGNATURE = 88
LONGEST_DEFAULT = 40
LINE_END = "\n"
STARS = {"VAR_POSITIONAL": 1, "VAR_KEYWORD": 2}
"""How many stand before a parameter that takes all the others."""


def packages() -> list[ModuleType]:
    return [import_module(name) for name in PACKAGES if find_spec(name)]


def exported(package: ModuleType) -> list[str]:
    """The public names of a package, those that begin with a capital first, each group by the alphabet."""
    return sorted(package.__all__, key=lambda name: (not name[0].isupper(), name))


def docstring(package: ModuleType, name: str) -> str:
    """What is written about an exported name, where it is defined. Nothing where nothing is."""
    value = getattr(package, name)
    if callable(value):
        own = value.__dict__.get("__doc__") if inspect.isclass(value) else value.__doc__
        return inspect.cleandoc(own) if own else ""
    return _attribute_docs(package).get(name) or _imported_attribute_doc(package, name)


def markdown() -> str:
    return "\n".join(line for package in packages() for line in _package(package))


def _package(package: ModuleType) -> Iterator[str]:
    yield f"## {package.__name__}\n"
    yield f"{_prose(inspect.cleandoc(package.__doc__ or ''))}\n"
    for name in exported(package):
        yield from _entry(package, name)


def _entry(package: ModuleType, name: str) -> Iterator[str]:
    value = getattr(package, name)
    yield f"### `{name}`\n"
    if callable(value):
        yield f"```python\n{_signature(name, value)}\n```\n"
    else:
        yield f"```python\n{name} = {_value(value)}\n```\n"
    yield f"{_prose(docstring(package, name))}\n"
    if inspect.isclass(value):
        yield from _members(value)


def _signature(name: str, value: Any) -> str:
    if inspect.isclass(value) and issubclass(value, Enum):
        return f"class {name}({', '.join(value.__members__)})"
    if inspect.isclass(value) and issubclass(value, Table):
        return f"class {name}"  # a table is opened by its game's function, never made from its parts
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return f"class {name}" if inspect.isclass(value) else name
    words = [_parameter(each) for each in signature.parameters.values() if not _says_who(each)]
    returns = signature.return_annotation
    arrow = "" if inspect.isclass(value) or returns is inspect.Signature.empty else f" -> {_type(returns)}"
    in_one = f"{name}({', '.join(words)}){arrow}"
    if len(in_one) <= LONGEST_SIGNATURE:
        return in_one
    return f"{name}(\n{''.join(f'    {word},{LINE_END}' for word in words)}){arrow}"


def _says_who(parameter: inspect.Parameter) -> bool:
    """Every act has `by`, and the right role in it: the page says so once."""
    return parameter.name == "by" and parameter.default is not inspect.Parameter.empty


def _parameter(parameter: inspect.Parameter) -> str:
    stars = "*" * STARS.get(str(parameter.kind.name), 0)
    kind = "" if parameter.annotation is inspect.Parameter.empty else f": {_type(parameter.annotation)}"
    default = "" if parameter.default is inspect.Parameter.empty else f" = {_value(parameter.default)}"
    return f"{stars}{parameter.name}{kind}{default}"


def _value(value: Any) -> str:
    """A default as one would write it. What cannot be written in a few letters is an ellipsis."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    shown = repr(value)
    return "..." if "<" in shown or len(shown) > LONGEST_DEFAULT else shown


def _type(annotation: Any) -> str:
    """The annotation without the modules in which its names are defined."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:\w+\.)+(\w+)", r"\1", text)


def _members(kind: type) -> Iterator[str]:
    """The fields with a line about them, and the public methods and properties that the class itself has.

    A table has many more: of these stands what is promised, wherever it is written.
    """
    is_table = issubclass(kind, Table)
    written = _attribute_docs(kind)
    for field in _fields(kind):
        if field in written and (field in PROMISED or not is_table):
            yield f"- `{field}`: {_one_line(written[field])}"
    for name in PROMISED if is_table else vars(kind):
        member = inspect.getattr_static(kind, name)
        method = member.__func__ if isinstance(member, classmethod | staticmethod) else member
        if name.startswith("_") or not (inspect.isfunction(method) or isinstance(method, property)):
            continue
        about = _about(kind, name)
        call = name if isinstance(method, property) else f"{name}{_arguments(method)}"
        yield f"- `{call}`{': ' + _one_line(about) if about else ''}"
    yield ""


def _about(kind: type, name: str) -> str:
    """The docstring of a member, from the class nearest to this one that has written one."""
    found = (inspect.getdoc(vars(each)[name]) for each in kind.__mro__ if name in vars(each))
    return next((about for about in found if about), "")


def _arguments(method: Any) -> str:
    signature = inspect.signature(method)
    names = [str(each).partition(":")[0] for each in signature.parameters.values() if each.name not in {"self", "cls"}]
    return f"({', '.join(names)})"


def _fields(kind: type) -> list[str]:
    if issubclass(kind, msgspec.Struct):
        return list(kind.__struct_fields__)
    if issubclass(kind, Enum):
        return list(kind.__members__)
    return list(getattr(kind, "__annotations__", {}))


@cache
def _attribute_docs(owner: Any) -> dict[str, str]:
    """The strings that stand below the attributes of a module or a class, as its source has them."""
    try:
        tree: Any = ast.parse(dedent(inspect.getsource(owner)))
    except (OSError, TypeError, SyntaxError):
        return {}
    body = tree.body if inspect.ismodule(owner) else tree.body[0].body
    return {name: doc for before, after in pairwise(body) for name, doc in _documented(before, after)}


def _documented(before: ast.stmt, after: ast.stmt) -> Iterator[tuple[str, str]]:
    if not (
        isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str)
    ):
        return
    targets = (
        before.targets
        if isinstance(before, ast.Assign)
        else [before.target]
        if isinstance(before, ast.AnnAssign)
        else []
    )
    for target in targets:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        for each in names:
            if isinstance(each, ast.Name):
                yield each.id, inspect.cleandoc(after.value.value)


def _imported_attribute_doc(package: ModuleType, name: str) -> str:
    """A constant has no module of its own: follow the import to where it is defined."""
    for node in ast.walk(ast.parse(inspect.getsource(package))):
        if isinstance(node, ast.ImportFrom) and node.module and any(name in {a.asname, a.name} for a in node.names):
            home = import_module(node.module)
            return _attribute_docs(home).get(name) or _imported_attribute_doc(home, name)
    return ""


def _prose(text: str) -> str:
    """A docstring as Markdown: its examples at the prompt become blocks."""
    return re.sub(
        r"((?:^(?:>>>|\.\.\.).*\n?(?:^(?!>>>|\.\.\.)\S.*\n?)*)+)", r"```pycon\n\1\n```\n", text, flags=re.MULTILINE
    )


def _one_line(text: str) -> str:
    return " ".join(text.partition("\n\n")[0].split())
