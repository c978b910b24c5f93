"""`croupier school`."""

from __future__ import annotations

from tests.support.process import croupier, in_this_process


def test_lessons_are_listed_with_their_clauses() -> None:
    done = in_this_process("school", "lessons", "roulette", "--kind", "now", "--json")
    assert done.status == 0
    by_name = {each["name"]: each for each in done.document}
    assert by_name["roulette/now/ball-leaves"]["clauses"] == ["D8 5.2"]
    assert {each["game"] for each in done.document} == {"roulette"}
    assert "roulette/pay/corner" in in_this_process("school", "lessons").out


def test_drills_as_json_are_fixed_by_their_seed() -> None:
    words = ("school", "drill", "--game", "tai-sai", "--kind", "pay", "--count", "3", "--seed", "9", "--json")
    done = in_this_process(*words)
    assert done.document == in_this_process(*words).document
    assert [each["kind"] for each in done.document["drills"]] == ["pay"] * 3


def test_answers_are_read_and_explained_with_the_clause() -> None:
    words = ("school", "drill", "roulette/now/ball-leaves", "--count", "1", "--seed", "7")
    (drill,) = in_this_process(*words, "--json").document["drills"]
    right = [each["is_right"] for each in drill["solution"]["choices"]].index(True) + 1
    wrong = 1 if right != 1 else 2
    done = croupier(*words, text=f"x\n{right}\n")
    assert "Type a number from 1 to 4." in done.out
    assert "Right." in done.out
    assert "D8 5.2" in done.out
    assert "1 of 1 right (seed 7)." in done.out
    done = croupier(*words, text=f"{wrong}\n")
    assert "Not right." in done.out
    assert drill["choices"][right - 1] in done.out


def test_the_end_of_the_input_ends_an_exam() -> None:
    done = croupier("school", "exam", "money-wheel", "--seed", "2", text="1\n")
    assert done.status == 1
    assert "of 20 right: not passed (seed 2)." in done.out


def test_a_shoe_is_graded() -> None:
    done = croupier("school", "shoe", "roulette", "--seed", "2", text="")
    assert done.status == 1
    assert "Steps 0 of 8, payments 0 of" in done.out


def test_coverage_is_whole() -> None:
    done = in_this_process("school", "coverage")
    assert done.status == 0
    rows = {line.split()[0]: line.split() for line in done.out.splitlines() if line.startswith("D")}
    assert {row[-1] for row in rows.values()} == {"drilled"}
    assert "roulette/now/ball-leaves" in in_this_process("school", "coverage", "--json").document["clauses"]["D8 5.2"]


def test_what_cannot_be_is_refused() -> None:
    for words, why in (
        (("drill", "roulette/pay/nothing"), "The school has no lesson"),
        (("drill", "--count", "0"), "--count must be 1 to 200, not 0."),
        (("drill", "--game", "tournament-table", "--kind", "pay"), "tournament-table has no lesson of the kind 'pay'."),
        (("shoe", "roulette", "--rounds", "99"), "a shoe has 1 to 20 rounds, not 99"),
    ):
        done = in_this_process("school", *words)
        assert done.status == 2
        assert why in done.errors
