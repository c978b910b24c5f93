"""What the house's journal says about its dealer school. The line of an exam has its seed, which makes it again."""

from __future__ import annotations


def exam_words(id: str, person: str, game: str, right: int, *, of: int, seed: int, passed: bool) -> str:
    return f"exam {id} of {exam_result(person, game, right, of=of, seed=seed, passed=passed)}"


def exam_result(person: str, game: str, right: int, *, of: int, seed: int, passed: int | None) -> str:
    """What the line says of an exam: whose it is, and what came of it."""
    ends = {1: "passed", 0: "not passed"}.get(-1 if passed is None else int(passed), "no result")
    return f"{person} in {game}: {right} of {of}, {ends}, seed {seed}"


def requirement_words(game: str, by: str, *, is_required: bool) -> str:
    return f"dealers of {game} need {'an' if is_required else 'no'} exam, by {by}"
