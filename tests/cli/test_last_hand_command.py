"""`croupier tournament last-hand`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.process import in_this_process

FREE_HIT = "examples/last-hand/free-hit.toml"
TWO = """marker = "Ana"
[limits]
minimum = 100
maximum = 500
increment = 100
smallest_chip = 5
[[players]]
name = "Ana"
chips = 900
wager = 500
plays = "basic"
[[players]]
name = "Ben"
chips = 1000
"""


def test_decisions_for_people() -> None:
    done = in_this_process("tournament", "last-hand", FREE_HIT)
    assert (done.status, done.errors) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Bea decides; the chance to qualify:"
    assert lines[3].startswith("double with ")
    assert any(line.startswith("stand") and line.rstrip().endswith("basic play") for line in lines)


def test_wagers_as_json(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(TWO)
    done = in_this_process("tournament", "last-hand", str(file), "--json")
    assert (done.status, done.errors) == (0, "")
    answer = json.loads(done.out)
    assert answer["player"] == "Ben"
    assert [each["wager"] for each in answer["wagers"]] == [100_00, 200_00, 300_00, 400_00, 500_00]
    assert answer["best"] == 500_00
    assert all(0 <= each["chance"] <= 1 for each in answer["wagers"])


def test_a_strategy_file_plays(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    (tmp_path / "chart.toml").write_text(Path("examples/strategies/basic.toml").read_text())
    file.write_text(TWO.replace('"basic"', '"chart.toml"'))
    done = in_this_process("tournament", "last-hand", str(file), "--json")
    assert (done.status, done.errors) == (0, "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("wager = 500", "wager = 550", "two.toml:10:1: The maximum is $500."),
        ("chips = 900", "chips = 0", "two.toml:9:1: Ana holds $0"),
        (
            '"basic"',
            '"none.toml"',
            "none.toml: this file does not exist;",
        ),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "two.toml"
    file.write_text(TWO.replace(old, new))
    done = in_this_process("tournament", "last-hand", str(file))
    assert done.status == 2
    assert said in done.errors


def test_a_prize_needs_prizes(tmp_path: Path) -> None:
    file = tmp_path / "two.toml"
    file.write_text(TWO)
    done = in_this_process("tournament", "last-hand", str(file), "--prize")
    assert done.status == 2
    assert "no prizes" in done.errors
