"""`croupier tournament plan`."""

from __future__ import annotations

import re
import shlex
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from rich.console import Console

from croupier.cli.tournaments import tournament_plan
from croupier.games.tournament.conditions import missing, refuses_conditions
from croupier.games.tournament.planning.planner import Plan, plan
from croupier.record.files.conditions import read_conditions
from tests.support.process import Ended, croupier, in_this_process

STARTS = ("--starts", "2026-12-05T19:00")
SEVEN_PM = 1_796_450_400


def planned(*arguments: str) -> Ended:
    return in_this_process("tournament", "plan", *arguments)


def test_for_people() -> None:
    done = planned("--players", "48", "--fee", "50", "--added", "500", *STARTS)
    assert (done.status, done.errors) == (0, "")
    assert [line.rstrip() for line in done.out.splitlines() if not line.startswith("─")] == [
        "Blackjack tournament: 48 players",
        "Stage 1: 48 players at 7 tables",
        "  6 tables of 7 and 1 of 6, 20 rounds. The winner of each table qualifies, so that 7 play the final.",
        "Final: 7 players at one table",
        "  20 rounds. Whoever holds most at its end has won.",
        "",
        "Prizes of a full field: 48 fees of 50 and 500 added make 2,900",
        "place  share  takes",
        "1st     45 %  1,305",
        "2nd     27 %    783",
        "3rd     18 %    522",
        "4th     10 %    290",
        "",
        "Every session begins with 1,000 in chips, given free; wagers are 10 to 500 in steps of 10.",
        "A play-off lasts 5 rounds.",
        "Play begins 2026-12-05 19:00 Pacific/Auckland.",
        "The same conditions work with 22 players or more.",
        "The 500 added go into the pool. They are not in the conditions of entry (D7 3.4).",
        "--out FILE writes the conditions of entry, each with its clause.",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "5"), "With no fee and nothing added there is no money to share"),
        (("--players", "5", "--added", "1000.50"), "Prizes of a full field: 1,000.50 added makes 1,000.50"),
        (("--players", "8"), "4 at each, 20 rounds. The 2 highest of each table qualify, so that 4 play the final."),
        (("--players", "12", "--seats", "6"), "6 at each"),
        (("--players", "9"), "1 table of 5 and 1 of 4, 20 rounds"),
        (("--players", "5", "--name", "[bold]Spring[/]"), "[bold]Spring[/]: 5 players"),
    ],
)
def test_what_it_says(arguments: tuple[str, ...], words: str) -> None:
    done = planned(*arguments)
    assert (done.status, done.errors) == (0, "")
    assert words in " ".join(done.out.split())


@pytest.mark.parametrize("width", [40, 80])
def test_on_a_narrow_screen_no_word_is_broken(width: int) -> None:
    found = plan(10_000, fee=2_50, added=7, starts=SEVEN_PM)
    assert isinstance(found, Plan)
    out = Console(width=width, highlight=False)
    with out.capture() as narrow:
        tournament_plan.show(out, found)
    wide = Console(width=100, highlight=False)
    with wide.capture() as whole:
        tournament_plan.show(wide, found)
    assert max(map(len, narrow.get().splitlines())) <= width
    assert _words(narrow.get()) == _words(whole.get())


def _words(text: str) -> list[str]:
    return text.replace("─", "").split()


# JSON


def test_one_json_document() -> None:
    done = planned("--players", "29", "--fee", "2.50", "--json", *STARTS)
    assert (done.status, done.errors) == (0, "")
    said = done.document
    assert (said["players"], said["fewest"], said["seats"], said["starts"]) == (29, 4, 7, SEVEN_PM)
    assert (said["fee"], said["added"], said["pool"], said["play_off"]) == (2_50, 0, 72_50, "5 rounds")
    first, final = said["stages"]
    assert first["why"].startswith("The winner of each table qualifies, and the 2 highest of all the others")
    assert (first["tables"], first["advance"], first["best_losers"], first["going_on"]) == ([6, 6, 6, 6, 5], 1, 2, 7)
    assert (final["final"], final["tables"], final["duration"]) == (True, [7], "20 rounds")
    assert [prize["pays"] for prize in said["prizes"]] == [32_63, 19_57, 13_05, 7_25]
    assert said["out"] is None


def test_a_process_of_its_own_says_the_same() -> None:
    arguments = ("tournament", "plan", "--players", "48", "--json", *STARTS)
    assert croupier(*arguments) == in_this_process(*arguments)


# What cannot be


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--players", "3"), "[D7 5.4, too_few]"),
        (("--players", "5", "--seats", "4"), "[D7 5.4 (T45), bad_seats]"),
        (("--players", "20", "--advance", "8"), "[D7 6.6, bad_advance]"),
        (("--players", "20000"), "[D7 3.2(f), bad_numbers]"),
        (("--players", "20", "--name", ""), "bad_name]"),
        (("--players", "20", "--rounds", "0"), "bad_length]"),
        (("--players", "20", "--starts", "1960-01-01T00:00"), "bad_start]"),
    ],
)
def test_a_refusal_has_its_clause_and_ends_with_1(arguments: tuple[str, ...], code: str) -> None:
    done = planned(*arguments)
    assert (done.status, done.out) == (1, "")
    (line,) = done.error_lines
    assert line.endswith(code)


def test_a_refusal_in_json() -> None:
    done = planned("--players", "3", "--json")
    assert done.status == 1
    assert done.document["refusal"]["code"] == "too_few"
    assert done.document["refusal"]["rule"] == "D7 5.4"


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--players", "20", "--fee", "fifty"), "--fee"),
        (("--players", "20", "--fee", "2.555"), "--fee"),
        (("--players", "20", "--added=-5"), "--added"),
        (("--players", "20", "--starts", "tomorrow"), "--starts"),
        (("--players", "20", "--starts", "2026-12-05"), "--starts"),
        (("--players", "20", "--starts", "2026-09-27T02:30"), "skip"),
        (("--players", "20", "--starts", "2026-04-05T02:30"), "twice"),
        (("--players", "20", "--zone", "Nowhere"), "Nowhere"),
        (("--players", "many"), "many"),
        ((), "players"),
    ],
)
def test_what_cannot_be_read_ends_with_2(arguments: tuple[str, ...], word: str) -> None:
    done = planned(*arguments)
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert word in line


def test_what_cannot_be_read_in_json() -> None:
    done = planned("--players", "20", "--fee", "x", "--json")
    assert done.status == 2
    assert set(done.document) == {"refusal", "errors"}


# The file


def test_the_file_holds_complete_conditions(tmp_path: Path) -> None:
    path = tmp_path / "conditions.toml"
    done = planned("--players", "48", "--fee", "50", "--name", "Spring “Open”", "--out", str(path))
    assert (done.status, done.errors) == (0, "")
    assert f"The conditions of entry are in {path}" in " ".join(done.out.split())
    conditions = read_conditions(path.read_text("utf-8"))
    assert missing(conditions) == ()
    assert refuses_conditions(conditions) is None
    assert (conditions.name, conditions.most, conditions.entry_fee) == ("Spring “Open”", 48, 50_00)


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "conditions.toml"
    path.write_text("mine")
    done = planned("--players", "48", "--out", str(path))
    assert (done.status, done.out) == (1, "")
    assert "--force" in done.errors
    assert path.read_text() == "mine"
    assert planned("--players", "48", "--out", str(path), "--force").status == 0
    assert read_conditions(path.read_text("utf-8")).most == 48


def test_a_file_that_is_there_in_json(tmp_path: Path) -> None:
    done = planned("--players", "48", "--out", str(tmp_path), "--json")
    assert done.status == 1
    assert "--force" in done.document["errors"][0]["why"]
    done = planned("--players", "48", "--out", str(tmp_path / "a.toml"), "--json")
    assert done.document["out"] == str(tmp_path / "a.toml")


@pytest.mark.parametrize("name", ["nothing/conditions.toml", "."])
def test_a_place_where_nothing_can_be_written(tmp_path: Path, name: str) -> None:
    done = planned("--players", "48", "--out", str(tmp_path / name), "--force")
    assert (done.status, done.out) == (2, "")
    assert str(tmp_path) in done.errors


def test_nothing_is_written_when_the_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "conditions.toml"
    assert planned("--players", "3", "--out", str(path)).status == 1
    assert not path.exists()


# When


def test_without_a_time_play_begins_on_a_saturday_evening_at_least_a_week_away() -> None:
    before = datetime.now(UTC).timestamp()
    starts = planned("--players", "8", "--json").document["starts"]
    local = datetime.fromtimestamp(starts, ZoneInfo("Pacific/Auckland"))
    assert (local.weekday(), local.hour, local.minute) == (5, 19, 0)
    day = 24 * 3600
    assert 6 * day < starts - before < 15 * day


@pytest.mark.parametrize(
    "arguments",
    [
        ("2026-12-05T19:00",),
        ("2026-12-05T19:00:00+13:00",),
        ("2026-12-05T06:00Z",),
        ("2026-12-05 06:00", "--zone", "UTC"),
    ],
)
def test_one_moment_in_many_writings(arguments: tuple[str, ...]) -> None:
    assert planned("--players", "8", "--json", "--starts", *arguments).document["starts"] == SEVEN_PM


# Help


def test_the_help_has_an_example_that_works() -> None:
    done = planned("--help")
    found = re.search(r"^ • (croupier .*?) *$", done.out, re.MULTILINE)
    assert found is not None
    assert in_this_process(*shlex.split(found[1])[1:]).status == 0


def test_the_group_names_its_command() -> None:
    assert re.search(r"^\W*plan\b", in_this_process("tournament").out, re.MULTILINE)
    assert re.search(r"^\W*tournament\b", in_this_process("--help").out, re.MULTILINE)
