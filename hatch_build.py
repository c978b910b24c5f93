"""Put into the wheel what is made: the page, and the map from clause to tests, which a wheel carries none of."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

import build_page  # noqa: E402


class Made(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if build_page.npm_on_path() else [build_page.WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        build_data["force_include"][str(build_page.built())] = "croupier/serve/page"
        build_data["force_include"][str(_held())] = "croupier/rulebook/data/held.json"


def _held() -> Path:
    sys.path.insert(0, str(ROOT / "src"))
    from croupier.rulebook.held import read_tests

    made = ROOT / "build" / "held.json"
    made.parent.mkdir(exist_ok=True)
    made.write_text(json.dumps(read_tests(ROOT / "tests"), indent=0, sort_keys=True) + "\n")
    return made
