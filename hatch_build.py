"""Put the map from clause to tests into the wheel: it is read from the test sources, and a wheel carries none."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class HeldClauses(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(ROOT / "src"))
        from croupier.rulebook.held import read_tests

        made = ROOT / "build" / "held.json"
        made.parent.mkdir(exist_ok=True)
        made.write_text(json.dumps(read_tests(ROOT / "tests"), indent=0, sort_keys=True) + "\n")
        build_data["force_include"][str(made)] = "croupier/rulebook/data/held.json"
