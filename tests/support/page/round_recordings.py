"""Rounds of a real server for the page's own tests.

`python3 -m tests.support.page.round_recordings` records them anew.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from tests.support.page.played_rounds import PLACES, Player, quick_table
from tests.support.project import ROOT
from tests.support.server.real_server import Running, server

TARGET = ROOT / "web" / "src" / "proof" / "recorded.json"
PARTS = ("table", "previous", "entries", "steps")


def recorded(running: Running, game: str) -> dict[str, Any]:
    """The second round of a table, so that its seal stands on a line that ended another."""
    player = Player(running, running.guest(), quick_table(running, game), game)
    played = [player.round() for _ in range(2)][-1]
    proof = player.person.get(f"/api/v1/tables/{played.table}/rounds/{played.round}")
    round = {name: proof[name] for name in PARTS}
    round["steps"] = [{"number": step["number"], "draw": step["draw"]} for step in proof["steps"]]
    return {"round": round, "receipts": msgspec.to_builtins(played.receipts)}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "house") as running:
        found = {game: recorded(running, game) for game in PLACES}
    TARGET.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()
