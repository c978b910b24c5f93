"""Public names that are imported when they are first used, so that a package costs nothing until then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any


def loader(package: str, homes: Mapping[str, tuple[str, ...]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: `homes` says which of its modules has which names.

    A module of the package counts as a name too, so that `croupier.odds` is there after `import croupier`. No name may
    be that of a module: the import system would put the module in its place.
    """
    home_of = {name: home for home, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name in home_of:
            found = getattr(import_module(f"{package}.{home_of[name]}"), name)
        elif not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
            found = import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        setattr(sys.modules[package], name, found)  # the next time it is an ordinary attribute
        return found

    return load
