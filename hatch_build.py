"""Put what is made into the packages: the page, and the map from clause to tests.

The build environment holds hatchling and nothing of ours, so only the standard library and files of this folder are
used here. The sdist carries the built page beside the page's sources; a wheel is made from it without Node.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

import build_page  # noqa: E402

PAGE = "serve/page"
CLAUSE_MAP = "rulebook/data/held.json"
CLAUSE_MARKS = ROOT / "src" / "croupier" / "rulebook" / "clause_marks.py"


class IncludeMadeFiles(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, where the page must be built and the machine has none."""
        return [build_page.WHEEL] if build_page.is_needed() and build_page.npm_on_path() is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        included = build_data["force_include"]
        if self.target_name == "sdist":
            included[str(build_page.built())] = f"src/croupier/{PAGE}"
        else:
            included[str(build_page.built())] = f"croupier/{PAGE}"
            included[str(write_clause_map())] = f"croupier/{CLAUSE_MAP}"


def write_clause_map() -> Path:
    target = ROOT / "build" / "held.json"
    target.parent.mkdir(exist_ok=True)
    tests_of_clause = load_module(CLAUSE_MARKS).read_marks(ROOT / "tests")
    target.write_text(json.dumps(tests_of_clause, indent=0, sort_keys=True) + "\n", "utf-8")
    return target


def load_module(path: Path) -> ModuleType:
    """The module in this file, without the package around it."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
