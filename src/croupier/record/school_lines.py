"""What the house's journal says about its dealer school. The line of an exam has its seed, which makes it again."""

from __future__ import annotations


def exam_words(id: str, person: str, game: str, right: int, *, of: int, seed: int, passed: bool) -> str:
    ends = "passed" if passed else "not passed"
    return f"exam {id} of {person} in {game}: {right} of {of}, {ends}, seed {seed}"


def requirement_words(game: str, by: str, *, is_required: bool) -> str:
    return f"dealers of {game} need {'an' if is_required else 'no'} exam, by {by}"
