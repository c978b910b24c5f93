"""`croupier replay`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.process import croupier, in_this_process

_HEADER = "croupier 1\ngame roulette\nminimum 5\nmaximum 1000\n\n"
_ROUND = _HEADER + (
    "ana: buy in 200\n"
    "ana: wager 20 on split 17-20\n"
    "Māia: buy in 50\n"
    "Māia: wager 7.50 on red\n"
    "dealer: no more bets\n"
    "dealer: spin 17\n"
)
_GOOD = _ROUND + "= ana: 20 on split 17-20 wins 340, D8 3.9\n= Māia: 7.50 on red loses\n"
_FALSE = _ROUND + "= ana: 20 on split 17-20 wins 350\n= Māia: 7.50 on red loses\n"
_REFUSED = _ROUND + "\nana: wager 20 on split 1-5\ndealer: no more bets\n"
_UNREADABLE = "croupier 1\ngame roulette\nminimum five\nmaximum 1000\nana: dance\n  ben: wager 2.555 on red\n"

_SETTLED = [
    {
        "player": "Māia",
        "wager": "red",
        "stake": 750,
        "outcome": "lose",
        "pays": 0,
        "rule": "D8 3.1(l)(ii)",
    },
    {
        "player": "ana",
        "wager": "split 17-20",
        "stake": 2000,
        "outcome": "win",
        "pays": 34000,
        "rule": "D8 3.9",
    },
]


def _file(folder: Path, text: str | bytes) -> str:
    path = folder / "round.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_a_record_in_order(tmp_path: Path) -> None:
    done = croupier("replay", _file(tmp_path, _GOOD), "--json")
    assert done.status == 0
    assert sorted(done.document["settled"], key=lambda line: line["player"]) == _SETTLED
    assert done.document["refusal"] is None
    assert set(done.document) == {"settled", "refusal"}
    assert done.errors == ""


def test_a_record_in_order_for_people(tmp_path: Path) -> None:
    done = in_this_process("replay", _file(tmp_path, _GOOD))
    assert done.status == 0
    assert done.errors == ""
    rows = [line.split() for line in done.out.splitlines()]
    assert ["ana", "split", "17-20", "20", "win", "340", "D8", "3.9"] in rows
    assert ["Māia", "red", "7.50", "lose", "D8", "3.1(l)(ii)"] in rows
    assert "Every act was accepted" in done.out


def test_a_record_comes_from_standard_input() -> None:
    done = croupier("replay", "-", "--json", text=_GOOD)
    assert done.status == 0
    assert sorted(done.document["settled"], key=lambda line: line["player"]) == _SETTLED


def test_a_file_and_standard_input_are_read_alike(tmp_path: Path) -> None:
    text = "\ufeff" + _GOOD.replace("\n", "\r\n")
    by_file = in_this_process("replay", _file(tmp_path, text), "--json")
    assert by_file.status == 0
    assert croupier("replay", "-", "--json", text=text) == by_file


def test_a_refused_act_leaves_the_good_prefix(tmp_path: Path) -> None:
    done = croupier("replay", _file(tmp_path, _REFUSED), "--json")
    assert done.status == 1
    assert sorted(done.document["settled"], key=lambda line: line["player"]) == _SETTLED
    assert done.document["refusal"] == {
        "line": 13,
        "rule": "D8 3.1(b)",
        "code": "not_adjoining",
        "why": "1 and 5 are not next to each other on the layout.",
    }
    assert done.errors == ""


def test_a_refused_act_for_people(tmp_path: Path) -> None:
    done = in_this_process("replay", _file(tmp_path, _REFUSED))
    assert done.status == 1
    assert ["ana", "split", "17-20", "20", "win", "340", "D8", "3.9"] in [
        line.split() for line in done.out.splitlines()
    ]
    assert "Line 13 is refused by D8 3.1(b) (R3): 1 and 5 are not next to each other on the layout." in done.out
    assert "Every act was accepted" not in done.out


def test_a_settlement_that_does_not_follow(tmp_path: Path) -> None:
    done = in_this_process("replay", _file(tmp_path, _FALSE), "--json")
    assert done.status == 1
    assert done.document["refusal"] is None
    assert sorted(done.document["settled"], key=lambda line: line["player"]) == _SETTLED
    assert "= ana: 20 on split 17-20 wins 350" in done.out
    assert "= ana: 20 on split 17-20 wins 340, D8 3.9" in done.out


def test_a_settlement_that_does_not_follow_for_people(tmp_path: Path) -> None:
    done = in_this_process("replay", _file(tmp_path, _FALSE))
    assert done.status == 1
    assert "Line 12: the settlement in the record is wrong." in done.out
    assert "= ana: 20 on split 17-20 wins 350" in done.out
    assert "= ana: 20 on split 17-20 wins 340, D8 3.9" in done.out
    assert "Every act was accepted" not in done.out


def test_all_faults_of_an_unreadable_text(tmp_path: Path) -> None:
    done = croupier("replay", _file(tmp_path, _UNREADABLE), "--json")
    assert done.status == 2
    assert done.document == {
        "refusal": {
            "rule": "",
            "code": "unreadable",
            "line": 3,
            "column": 9,
            "why": "expected an amount in dollars, such as 20 or 2.50",
        },
        "errors": [
            {"line": 3, "column": 9, "why": "expected an amount in dollars, such as 20 or 2.50"},
            {"line": 5, "column": 6, "why": "expected an act of this game"},
            {"line": 6, "column": 18, "why": "expected “on”"},
        ],
    }


def test_all_faults_of_an_unreadable_text_for_people(tmp_path: Path) -> None:
    path = _file(tmp_path, _UNREADABLE)
    done = in_this_process("replay", path)
    assert done.status == 2
    assert done.out == ""
    assert [line.removeprefix(f"{path}:").split(": ")[0] for line in done.error_lines] == ["3:9", "5:6", "6:18"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "a record begins with the line: croupier 1"),
        ("a letter\n", "a record begins with the line: croupier 1"),
        (b"\xff\xfe\x00binary\x80", "UTF-8"),
        (b"\x00\x01\x02\x03", "a record begins with the line: croupier 1"),
    ],
    ids=["empty", "prose", "not UTF-8", "binary"],
)
def test_what_is_no_record_at_all(tmp_path: Path, text: str | bytes, why: str) -> None:
    done = in_this_process("replay", _file(tmp_path, text), "--json")
    assert done.status == 2
    (error,) = done.document["errors"]
    assert set(error) == {"line", "column", "why"}
    assert (error["line"], error["column"]) == (1, 1)
    assert why in error["why"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = in_this_process("replay", str(tmp_path / "nothing.txt"))
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "nothing.txt" in line
    assert "this file does not exist" in line


def test_a_file_that_is_not_there_as_json(tmp_path: Path) -> None:
    done = in_this_process("replay", str(tmp_path / "nothing.txt"), "--json")
    assert done.status == 2
    (error,) = done.document["errors"]
    assert set(error) == {"line", "column", "why"}
    assert "this file does not exist" in error["why"]


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    done = in_this_process("replay", str(tmp_path))
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "tournament.txt" in line


def test_standard_input_that_is_no_text() -> None:
    done = croupier("replay", "-", text=b"\xff\xfe")
    assert (done.status, done.out) == (2, "")
    (line,) = done.error_lines
    assert "UTF-8" in line


def test_a_table_that_the_rules_refuse(tmp_path: Path) -> None:
    done = in_this_process("replay", _file(tmp_path, _HEADER.replace("\n\n", "\nlayout 3\n\n")), "--json")
    assert done.status == 1
    assert done.document["settled"] == []
    assert done.document["refusal"]["line"] == 2
    assert done.document["refusal"]["rule"] == "D8 2.2(a)"
    assert done.document["refusal"]["code"] == "no_such_layout"


def test_odds_that_there_cannot_be(tmp_path: Path) -> None:
    text = "croupier 1\ngame tai-sai\nminimum 5\nmaximum 10\nodds small 0 to 1\n"
    done = in_this_process("replay", _file(tmp_path, text))
    assert done.status in (1, 2)


def test_a_reason_is_shown_as_it_was_written(tmp_path: Path) -> None:
    reason = "[bold]it[/bold] leant [/] so [/nonsense]"
    text = _HEADER.replace("\n\n", "\nautomation open table, spin ball, announce, dolly, collect\n\n") + (
        "ana: buy in 200\nana: wager 20 on red\ndealer: no more bets\ndealer: spin 2\n"
        f"supervisor: favour ana on red because {reason}\n"
    )
    done = in_this_process("replay", _file(tmp_path, text))
    assert done.status == 0
    assert reason in done.out


def test_a_refusal_that_repeats_the_header_shows_it_as_it_was_written(tmp_path: Path) -> None:
    done = in_this_process("replay", _file(tmp_path, _HEADER.replace("\n\n", "\nautomation [/x] [red]deal\n\n")))
    assert done.status == 1
    assert "[/x] [red]deal" in done.out


def test_nothing_settled(tmp_path: Path) -> None:
    assert in_this_process("replay", _file(tmp_path, _HEADER), "--json").document == {"settled": [], "refusal": None}
