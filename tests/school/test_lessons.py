"""Every lesson makes drills that can be answered, and whose clauses are its own."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from croupier.record.journals.journal import read_line
from croupier.rulebook import clauses_at
from croupier.school import DrillAnswer, DrillKind, UnknownLesson, is_right, lesson, lessons, school_coverage
from croupier.school.coverage import drilled, not_the_dealers
from croupier.school.drill import NAMES
from croupier.school.lessons import CARRIED_OUT
from croupier.school.scenes import FILES, SceneCast, rule_of, scenes, stage

SEEDS = range(4)
MANY_SEEDS = 80
PLAYER_ID = re.compile(rf"\b(?:{'|'.join(NAMES)})\b")


@pytest.mark.parametrize("name", lessons())
def test_lesson_has_one_right_answer_and_cites_its_own_clauses(name: str) -> None:
    taught = lesson(name)
    for seed in SEEDS:
        drill = taught.drill(seed)
        assert drill == taught.drill(seed)
        words = msgspec.json.encode(replace(drill, picture=replace(drill.picture, layout=None))).decode()
        assert not PLAYER_ID.search(words), "a player is named as the table knows them, not as people write it"
        if drill.amounts:
            assert len(drill.amounts) == len(drill.solution.amounts) == len(drill.solution.cut)
            assert is_right(drill, DrillAnswer(amounts=drill.solution.amounts))
            assert not is_right(drill, DrillAnswer(amounts=tuple(each + 50 for each in drill.solution.amounts)))
        else:
            assert len(drill.choices) == len(set(drill.choices)) >= 2
            answers = [is_right(drill, DrillAnswer(choice=place)) for place in range(len(drill.choices))]
            assert answers.count(True) == 1
        assert not is_right(drill, DrillAnswer())
        assert not is_right(drill, DrillAnswer(choice=99))
        assert all(any(own.startswith(cited) for own in taught.clauses) for cited in drill.clauses)


def test_lessons_name_clauses_of_the_rulebook() -> None:
    for clause in drilled():
        assert clauses_at(clause)


def test_every_game_and_kind_is_taught() -> None:
    taught = {(each.game, each.kind) for each in lessons().values()}
    games = ("roulette", "blackjack", "tai-sai", "money-wheel")
    assert {(game, kind) for game in games for kind in DrillKind} <= taught
    assert ("tournament-table", DrillKind.NOW) in taught


def test_unknown_lesson_is_refused_by_name() -> None:
    with pytest.raises(UnknownLesson, match="has no lesson 'roulette/pay/all'"):
        lesson("roulette/pay/all")


def test_every_clause_that_a_dealer_carries_out_has_a_drill() -> None:
    """The dealer's school covers the law as the tests do: what is left out is named with its reason."""
    for each in school_coverage():
        assert each.undrilled == (), f"{each.id}: no drill teaches {', '.join(each.undrilled)}"


def test_what_is_not_the_dealers_is_in_the_rulebook_and_has_no_drill() -> None:
    for clause, why in not_the_dealers().items():
        (found,) = clauses_at(clause)[:1]
        assert found.id == clause
        assert found.standing in CARRIED_OUT
        assert why
        assert clause not in drilled()


@pytest.mark.parametrize(
    ("game", "name"), [(game, scene.name) for game in FILES for scene in scenes(game)], ids=lambda each: each
)
def test_scene_rests_on_the_clause_that_the_table_cites(game: str, name: str) -> None:
    scene = next(each for each in scenes(game) if each.name == name)
    cast = SceneCast(Random(5))
    table = stage(scene, cast)
    act = read_line(game, cast.said(scene.do or scene.asks))
    refusal = table.refuses(act)
    if scene.do:
        assert refusal is None
        cited = rule_of(table, act)
    else:
        cited = None if refusal is None else refusal.rule.clause
    assert cited is None or any(own.startswith(cited) for own in scene.clauses)
    for line in scene.others:
        assert table._handlers[type(read_line(game, cast.said(line)))]


def test_scene_names_are_unique() -> None:
    for game in FILES:
        names = [each.name for each in scenes(game)]
        assert len(names) == len(set(names))


def test_every_clause_that_a_lesson_names_is_what_one_of_its_drills_rests_on() -> None:
    """A lesson cannot claim a clause that it never teaches."""
    for clause, names in drilled().items():
        taught = (clause in lesson(name).drill(seed).clauses for seed in range(MANY_SEEDS) for name in names)
        assert any(taught), f"{clause}: no drill of {', '.join(names)} rests on it"
