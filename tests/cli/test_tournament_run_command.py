"""`croupier tournament run`: a whole tournament, as a person and as a program would have it."""

from __future__ import annotations

import hashlib
import re
import shutil
from pathlib import Path

import pytest

from croupier.record import read, replay
from tests.support.process import Ended, croupier, in_this_process


@pytest.fixture(scope="module")
def conditions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the planner writes for sixteen players who pay 50 each."""
    file = tmp_path_factory.mktemp("plan") / "conditions.toml"
    planned = in_this_process(
        "tournament", "plan", "--players", "16", "--fee", "50", "--rounds", "6", "--out", str(file)
    )
    assert planned.status == 0
    return file


@pytest.fixture(scope="module")
def ran(conditions: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Ended, Path]:
    folder = tmp_path_factory.mktemp("run") / "records"
    return in_this_process("tournament", "run", str(conditions), "--seed", "7", "--record", str(folder)), folder


def test_it_says_what_happened_from_the_first_session_to_the_last_cent(ran: tuple[Ended, Path]) -> None:
    done, _ = ran
    assert (done.status, done.errors) == (0, "")
    parts = ["16 players, seed 7", "Stage 1", "Session 1", "Session 2", "Session 3", "Final", "Session 4"]
    parts += ["Bracket", "Standings", "Prizes", "paid out: 800."]
    places = [done.out.index(part) for part in parts]
    assert places == sorted(places)
    assert re.search(r"^ +1 +p\d\d +D7 6\.[89]", done.out, re.MULTILINE)
    assert "9 out, 7 placed" in done.out


def test_the_records_are_the_tournament_and_each_table_named_by_its_hash(ran: tuple[Ended, Path]) -> None:
    _, folder = ran
    text = (folder / "tournament.txt").read_text("utf-8")
    played = replay(read(text))
    assert played.is_in_order
    assert [line.place for line in played.settled][:2] == [1, 2]
    assert sum(line.money for line in played.settled) == 800_00
    tables = sorted(folder.glob("session-*.txt"))
    assert len(tables) == text.count("\ndirector: report session ")
    for table in tables:
        assert replay(read(table.read_text("utf-8"))).is_in_order
        assert f" record {hashlib.sha256(table.read_bytes()).hexdigest()}\n" in text


def test_replay_shows_the_places(ran: tuple[Ended, Path]) -> None:
    _, folder = ran
    shown = in_this_process("replay", str(folder / "tournament.txt"))
    assert shown.status == 0
    assert "place  player  takes  clause" in shown.out
    as_json = in_this_process("replay", str(folder / "tournament.txt"), "--json")
    assert [line["place"] for line in as_json.document["settled"]] == [1, 2, 3, 4, 5, 6, 7]
    assert as_json.document["settled"][0]["takes"] == 360_00


def test_a_place_that_does_not_follow_is_found(ran: tuple[Ended, Path], tmp_path: Path) -> None:
    _, folder = ran
    text = (folder / "tournament.txt").read_text("utf-8")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(re.sub(r"(= place 1: p\d\d takes )360", r"\g<1>361", text), "utf-8")
    done = in_this_process("replay", str(wrong))
    assert done.status == 1
    assert "in the record:    = place 1:" in done.out


def test_the_same_seed_gives_the_same_tournament(conditions: Path) -> None:
    first, again, other = (
        in_this_process("tournament", "run", str(conditions), "--seed", seed, "--json").document
        for seed in ("3", "3", "4")
    )
    assert first == again
    assert first["record"] != other["record"]
    assert first["fees"] == 800_00
    assert sum(prize["money"] for prize in first["prizes"]) == first["fees"] + first["contributed"]
    assert {session["stage"] for session in first["sessions"]} == {1, 2}
    assert replay(read(first["record"])).is_in_order


def test_fewer_players_than_the_conditions_allow(conditions: Path) -> None:
    done = in_this_process("tournament", "run", str(conditions), "--seed", "1", "--players", "5", "--json")
    assert done.status == 0
    assert done.document["sessions"][0]["final"] is True


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--players", "3"), 1, "3 players would enter, but at least 4 are needed. [D7 3.2(f), too_few_players]"),
        (("--players", "17"), 1, "17 players would enter, but at most 16 may. [D7 3.2(f), full]"),
    ],
)
def test_what_is_refused(conditions: Path, arguments: tuple[str, ...], status: int, said: str) -> None:
    done = in_this_process("tournament", "run", str(conditions), *arguments)
    assert (done.status, done.out) == (status, "")
    assert said in done.errors
    as_json = in_this_process("tournament", "run", str(conditions), *arguments, "--json")
    assert as_json.document["refusal"]["rule"] == "D7 3.2(f)"


def test_files_that_cannot_be_read(conditions: Path, tmp_path: Path) -> None:
    missing = in_this_process("tournament", "run", str(tmp_path / "none.toml"))
    assert (missing.status, missing.out) == (2, "")
    bad = tmp_path / "bad.toml"
    bad.write_text('name = "x"\nentry_fee = "lots"\n', "utf-8")
    faulty = in_this_process("tournament", "run", str(bad))
    assert faulty.status == 2
    assert f"{bad}:2:1: " in faulty.errors
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "\xe9"\n')
    assert in_this_process("tournament", "run", str(latin)).status == 2
    taken = in_this_process("tournament", "run", str(conditions), "--record", str(tmp_path))
    assert taken.status == 2
    assert "name a new folder" in taken.errors


def test_incomplete_conditions_are_refused_with_what_is_missing(tmp_path: Path) -> None:
    file = tmp_path / "open.toml"
    file.write_text('name = "x"\n', "utf-8")
    done = in_this_process("tournament", "run", str(file))
    assert done.status == 1
    assert "the entry fee (b)" in done.errors
    assert "[D7 3.2, incomplete]" in done.errors


def test_terms_that_lead_to_a_short_final_are_warned_of(conditions: Path, tmp_path: Path) -> None:
    """D7 5.4: sixteen at three tables, one of each going on, make a final of three."""
    text = re.sub(
        r"^(advance|best_losers) = .*$",
        lambda found: f"{found[1]} = {int(found[1] == 'advance')}",
        conditions.read_text("utf-8"),
        flags=re.MULTILINE,
    )
    text = re.sub(r"(\[\[prizes\]\]\n(#.*\n|[a-z]+ = .*\n)*\n?)+", "[[prizes]]\nshare = 1\n", text)
    text = re.sub(r"^fewest = .*$", "fewest = 8", text, flags=re.MULTILINE)
    file = tmp_path / "short.toml"
    file.write_text(text, "utf-8")
    done = in_this_process("tournament", "run", str(file), "--seed", "7")
    assert done.status == 0, done.errors
    assert "lead to a final of 2: fewer than 4 play it as in a play-off" in done.errors


def test_lots_breaks_and_chips_by_stage_are_played(conditions: Path, tmp_path: Path) -> None:
    text = conditions.read_text("utf-8").replace('tie_break = "play-off"', 'tie_break = "lot"')
    text = text.replace('break = "0 minutes"', 'break = "30 minutes"').replace(
        "# final_chips = 2000", "final_chips = 2000"
    )
    assert all(said in text for said in ('"lot"', '"30 minutes"', "\nfinal_chips = 2000"))
    file, folder = tmp_path / "terms.toml", tmp_path / "records"
    file.write_text(text, "utf-8")
    done = in_this_process("tournament", "run", str(file), "--seed", "11", "--record", str(folder))
    assert done.status == 0, done.errors
    state = replay(read((folder / "tournament.txt").read_text("utf-8"))).table
    assert state.starts >= state.conditions.starts + 1_800
    assert {session.chips for session in state.sessions if not session.play_off} == {2_000_00}


def test_more_than_the_cap_seats_is_refused_with_the_numbers_that_work(conditions: Path, tmp_path: Path) -> None:
    text = re.sub(r"^(# )?seats = .*$", "seats = 5", conditions.read_text("utf-8"), flags=re.MULTILINE)
    text = re.sub(r"^fewest = .*$", "fewest = 4", text, flags=re.MULTILINE)
    file = tmp_path / "cap.toml"
    file.write_text(text, "utf-8")
    done = in_this_process("tournament", "run", str(file), "--players", "6")
    assert done.status != 0
    assert "5 or 8 players can be seated. [D7 5.4 (T45), bad_seats]" in done.out + done.errors


def test_it_runs_as_a_process_of_its_own(conditions: Path) -> None:
    done = croupier("tournament", "run", str(conditions), "--seed", "2", "--players", "4")
    assert (done.status, done.errors) == (0, "")
    assert "Standings" in done.out


def test_what_the_operator_adds_is_in_the_prizes(conditions: Path) -> None:
    found = in_this_process("tournament", "run", str(conditions), "--seed", "1", "--added", "250.50", "--json").document
    assert 0 <= found["contributed"] - 250_50 < 10, "but for the odd cents of a shared prize (ruling T13)"
    assert sum(prize["money"] for prize in found["prizes"]) == 800_00 + found["contributed"]
    wrong = in_this_process("tournament", "run", str(conditions), "--added", "lots")
    assert (wrong.status, wrong.out) == (2, "")


def test_a_folder_that_cannot_be_made_is_said_before_anything_is_played(conditions: Path) -> None:
    done = in_this_process("tournament", "run", str(conditions), "--record", str(conditions / "records"))
    assert (done.status, done.out) == (2, "")
    assert "records: " in done.errors


@pytest.mark.parametrize("number", ["4.5", "0x10", "1e2", "many"])
def test_a_number_is_whole_or_refused(conditions: Path, number: str) -> None:
    for arguments in (
        ("tournament", "run", str(conditions), "--players", number),
        ("tournament", "plan", "--players", number),
        ("solve", "blackjack", "--decks", number),
    ):
        done = in_this_process(*arguments)
        assert (done.status, done.out) == (2, "")
        assert f"{number!r} is not a whole number" in done.errors


# The whole folder


def test_the_folder_is_checked_tables_and_all(ran: tuple[Ended, Path]) -> None:
    _, folder = ran
    done = in_this_process("replay", str(folder))
    assert (done.status, done.errors) == (0, "")
    assert "The records of all 4 tables are the ones that the tournament names, and give its tallies." in done.out
    as_json = in_this_process("replay", str(folder), "--json").document
    assert [table["wrong"] for table in as_json["tables"]] == [""] * 4


@pytest.mark.parametrize(
    ("file", "change", "wrong"),
    [
        ("session-002.txt", (r"wager (\d+) on", "wager 10 on"), "SHA-256"),
        ("tournament.txt", (r" record [0-9a-f]{2}", " record 00"), "SHA-256"),
        ("tournament.txt", (r"(report session 1 .*? with \S+) (\d+)", r"\1 7"), "tally"),
    ],
)
def test_what_was_altered_is_found(
    ran: tuple[Ended, Path], tmp_path: Path, file: str, change: tuple[str, str], wrong: str
) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(ran[1], folder)
    text = (folder / file).read_text("utf-8")
    altered = re.sub(*change, text, count=1)
    assert altered != text
    (folder / file).write_text(altered, "utf-8")
    done = in_this_process("replay", str(folder))
    assert done.status == 1
    assert wrong in done.out


def test_a_table_that_is_missing_or_no_text(ran: tuple[Ended, Path], tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(ran[1], folder)
    (folder / "session-001.txt").unlink()
    (folder / "session-002.txt").write_bytes(b"\xff")
    done = in_this_process("replay", str(folder))
    assert done.status == 1
    assert "Session 1, session-001.txt: this file does not exist" in done.out
    assert "Session 2, session-002.txt: it is not a text file in UTF-8." in done.out
    assert in_this_process("replay", str(tmp_path)).status == 2
