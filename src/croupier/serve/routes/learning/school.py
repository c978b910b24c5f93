"""The dealer school: drills in batches, answers kept, exams judged here, and who may deal what."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from litestar import get, post, put
from litestar.params import QueryParameter
from litestar.types import ControllerRouterHandler
from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.floor.casino import Casino
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.roles import HouseRole
from croupier.floor.people.school_records import ExamRecord
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.school_office import DrillDone
from croupier.games.registry import LAYOUT_GAMES, game_of
from croupier.rulebook import divisions
from croupier.school.boxes import LessonProgress
from croupier.school.coverage import carried_out, drilled
from croupier.school.drill import Drill, DrillAnswer, DrillKind, DrillSolution
from croupier.school.exam import PASS_MARK, QUESTIONS
from croupier.school.hardness import OwnHardness, hardness
from croupier.school.lessons import Lesson, UnknownLesson, lesson, lessons_of
from croupier.school.shoe import MOST_ROUNDS, SHOE_GAMES, DealtShoe, deal_shoe
from croupier.school.tables import GAMES
from croupier.serve.security.auth import ANYBODY, OPERATORS, SIGNED_IN, RequestContext
from croupier.serve.security.errors import Problem
from croupier.serve.views.games import GameShown, game_shown

MOST_DRILLS = 60
MOST_ANSWERS = 100
WITHHELD = DrillSolution()
"""An exam's questions come without their answers."""

Named = Annotated[str, QueryParameter(name="lesson", max_length=80)]


class LessonShown(Struct, frozen=True):
    name: str
    kind: DrillKind
    game: str
    clauses: tuple[str, ...]
    progress: LessonProgress | None
    """Yours; nothing before the first answer, and for those who have not signed in."""
    hardness: OwnHardness | None
    """How hard it is for you; nothing before you have answered some."""


class ClauseDrilled(Struct, frozen=True):
    """A clause that a dealer carries out."""

    id: str
    gist: str
    lessons: int


class DivisionTaught(Struct, frozen=True):
    id: str
    title: str
    clauses: tuple[ClauseDrilled, ...]


class ExamShown(Struct, frozen=True):
    """An exam that is over."""

    id: str
    game: str
    ended: int
    right: int
    of: int
    passed: bool


class Syllabus(Struct, frozen=True):
    games: tuple[str, ...]
    shoe_games: tuple[str, ...]
    divisions: tuple[DivisionTaught, ...]
    lessons: tuple[LessonShown, ...]
    due: int
    """How many lessons are due for you now."""
    questions: int
    pass_mark: int
    required: tuple[str, ...]
    """The games in which this house asks for an exam before a duty."""
    exams: tuple[ExamShown, ...]
    """Yours, the latest first."""


class DrillBatch(Struct, frozen=True):
    """Drills with their answers, so that practice goes on without a connection."""

    drills: tuple[Drill, ...]


class AnswerKept(Struct, frozen=True, forbid_unknown_fields=True):
    lesson: Annotated[str, Meta(max_length=80)]
    seed: Annotated[int, Meta(ge=0, lt=2**31)]
    answer: DrillAnswer
    milliseconds: Annotated[int, Meta(ge=0, le=86_400_000)]


class AnswersKept(Struct, frozen=True, forbid_unknown_fields=True):
    answers: Annotated[tuple[AnswerKept, ...], Meta(max_length=MOST_ANSWERS)]


class ProgressShown(Struct, frozen=True):
    lessons: dict[str, LessonProgress]
    """Of the lessons that were answered, as they stand now."""


class ExamQuestions(Struct, frozen=True):
    id: str
    game: str
    until: int
    """Answers that come later count for nothing."""
    drills: tuple[Drill, ...]
    """Without their answers, lessons and seeds."""


class ExamAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    answers: Annotated[tuple[DrillAnswer, ...], Meta(max_length=QUESTIONS)]


class ExamJudged(Struct, frozen=True):
    exam: ExamShown
    wrong: tuple[str, ...]
    """The lessons to practise."""


class Certificate(Struct, frozen=True):
    exam: ExamShown
    name: str
    person: str
    seed: int
    """With the game's name it makes the same exam again: `croupier school exam GAME --seed N`."""
    pass_mark: int


class DealerShown(Struct, frozen=True):
    person: str
    name: str
    roles: tuple[str, ...]
    exams: tuple[ExamShown, ...]
    """Those that were passed, the latest first."""


class DealersShown(Struct, frozen=True):
    games: tuple[str, ...]
    required: tuple[str, ...]
    dealers: tuple[DealerShown, ...]


class Requirement(Struct, frozen=True, forbid_unknown_fields=True):
    required: bool


def _shown(record: ExamRecord) -> ExamShown:
    return ExamShown(
        record.id, record.game, record.ended or 0, record.correct or 0, QUESTIONS, passed=bool(record.passed)
    )


@get("/api/v1/school", who=ANYBODY, gives=Syllabus)
async def syllabus(casino: Casino, entry: RequestContext) -> Syllabus:
    """Every lesson of the dealer school with your progress, the clauses that are taught, and your exams."""
    visitor = entry.visitor
    progress = {} if visitor is None else await casino.school.progress(visitor.person.id)
    exams = [] if visitor is None else await casino.school.exams(visitor.person.id)
    now = casino.time()
    hard = await asyncio.to_thread(_hardness, progress)
    return Syllabus(
        games=GAMES,
        shoe_games=SHOE_GAMES,
        divisions=_divisions(),
        lessons=tuple(
            LessonShown(each.name, each.kind, each.game, each.clauses, progress.get(each.name), hard.get(each.name))
            for each in lessons_of()
        ),
        due=sum(each.due <= now for each in progress.values()),
        questions=QUESTIONS,
        pass_mark=PASS_MARK,
        required=tuple(await casino.school.requirements()),
        exams=tuple(map(_shown, exams)),
    )


def _hardness(progress: dict[str, LessonProgress]) -> dict[str, OwnHardness]:
    """Of lessons that are taught still."""
    taught = {each.name for each in lessons_of()}
    found = {name: hardness(name, each) for name, each in progress.items() if name in taught}
    return {name: each for name, each in found.items() if each is not None}


def _divisions() -> tuple[DivisionTaught, ...]:
    by_clause = drilled()
    return tuple(
        DivisionTaught(
            each.id,
            each.title,
            tuple(ClauseDrilled(own.id, own.gist, len(by_clause.get(own.id, ()))) for own in carried_out(each.id)),
        )
        for each in divisions()
    )


@get(
    "/api/v1/school/drills",
    who=ANYBODY,
    heavy=4,
    gives=DrillBatch,
    query={"lesson": str, "game": str, "kind": DrillKind, "count": Annotated[int, Meta(ge=1, le=MOST_DRILLS)]},
)
async def drills(
    casino: Casino,
    entry: RequestContext,
    named: Named = "",
    game: str = "",
    kind: DrillKind | None = None,
    *,
    count: Annotated[int, QueryParameter(ge=1, le=MOST_DRILLS)] = 20,
) -> DrillBatch:
    """Drills with their answers, for practice: first the lessons that are due for you, then new ones."""
    found = (_lesson(named),) if named else lessons_of(game or None, kind)
    if not found:
        raise Problem(404, HouseRule.NO_SUCH_LESSON.refusal(what_is_wrong="No lesson has that name."))
    progress = {} if entry.visitor is None else await casino.school.progress(entry.visitor.person.id)
    hard = await asyncio.to_thread(_hardness, progress)
    chosen = _in_order(found, progress, hard, casino.time())
    picked = [chosen[place % len(chosen)] for place in range(count)]
    return DrillBatch(await asyncio.to_thread(_made, picked))


def _lesson(name: str) -> Lesson:
    try:
        return lesson(name)
    except UnknownLesson as unknown:
        raise Problem(404, HouseRule.NO_SUCH_LESSON.refusal(what_is_wrong=unknown)) from None


def _in_order(
    found: tuple[Lesson, ...], progress: dict[str, LessonProgress], hard: dict[str, OwnHardness], now: int
) -> list[Lesson]:
    """What is due comes first, the lowest boxes before the others, and in each what one is slowest at; then what is
    new, mixed; then what rests, what one is slowest at first."""
    mixed = secrets.SystemRandom().sample(found, len(found))

    def rank(each: Lesson) -> tuple[int, int, float]:
        known, own = progress.get(each.name), hard.get(each.name)
        if known is None:
            return (1, 0, 0)
        pace = 0 if own is None else -own.pace
        return (0, known.box, pace) if known.due <= now else (2, 0, pace)

    return sorted(mixed, key=rank)


def _made(found: list[Lesson]) -> tuple[Drill, ...]:
    return tuple(each.drill(secrets.randbelow(2**31)) for each in found)


@post("/api/v1/school/answers", who=SIGNED_IN, heavy=5, takes=AnswersKept, gives=ProgressShown, status_code=200)
async def keep_answers(casino: Casino, person: Visitor, asked: AnswersKept) -> ProgressShown:
    """Keep what you answered in practice. Each drill is made again from its seed, and judged here."""
    done = [DrillDone(each.lesson, each.seed, each.answer, each.milliseconds) for each in asked.answers]
    try:
        return ProgressShown(await casino.school.keep(person.person.id, done))
    except UnknownLesson as unknown:
        raise Problem(404, HouseRule.NO_SUCH_LESSON.refusal(what_is_wrong=unknown)) from None


@get(
    "/api/v1/school/shoes/{game:str}",
    who=ANYBODY,
    heavy=4,
    gives=DealtShoe,
    query={"rounds": Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]},
    choices={"game": SHOE_GAMES},
)
async def shoe(game: str, rounds: Annotated[int, QueryParameter(ge=1, le=MOST_ROUNDS)] = 1) -> DealtShoe:
    """Rounds to deal to house players: every step and every payment, in order, with the answers."""
    _known(game, SHOE_GAMES)
    return await asyncio.to_thread(deal_shoe, game, secrets.randbelow(2**31), rounds)


@get("/api/v1/school/layouts/{game:str}", who=ANYBODY, gives=GameShown, choices={"game": tuple(LAYOUT_GAMES)})
async def layout(game: str) -> GameShown:
    """A layout with every wager that it can have, to draw drills on."""
    _known(game, tuple(LAYOUT_GAMES))
    return await asyncio.to_thread(game_shown, game, game_of(game).with_every_wager().options)


def _known(game: str, games: tuple[str, ...]) -> None:
    if game not in games:
        words = f"The school does not teach {game[:40]!r} in this way."
        raise Problem(404, HouseRule.NO_SUCH_LESSON.refusal(what_is_wrong=words))


@post(
    "/api/v1/school/exams/{game:str}",
    who=SIGNED_IN,
    recorded=True,
    heavy=3,
    gives=ExamQuestions,
    choices={"game": GAMES},
)
async def begin_exam(casino: Casino, person: Visitor, game: str) -> ExamQuestions:
    """Begin an exam in a game. Its questions come without answers, from a seed that is told when it is over."""
    _known(game, GAMES)
    begun = await casino.school.begin_exam(person.person.id, game)
    hidden = tuple(replace(each, lesson="", seed=0, clauses=(), solution=WITHHELD) for each in begun.drills)
    return ExamQuestions(begun.record.id, game, begun.record.until, hidden)


@put("/api/v1/school/exams/{id:str}", who=SIGNED_IN, recorded=True, heavy=3, takes=ExamAnswers, gives=ExamJudged)
async def end_exam(casino: Casino, person: Visitor, id: str, asked: ExamAnswers) -> ExamJudged:
    """Hand your answers in, once. The result stands in the house's journal."""
    ended = await casino.school.end_exam(person.person.id, id, asked.answers)
    return ExamJudged(_shown(ended.record), ended.result.wrong)


@get("/api/v1/school/exams/{id:str}", who=SIGNED_IN, gives=Certificate)
async def certificate(casino: Casino, person: Visitor, id: str) -> Certificate:
    """An exam that is over, as a certificate: your own, or anybody's for the operator."""
    record = await casino.school.exam(id)
    is_seen = record is not None and (record.person == person.person.id or HouseRole.OPERATOR in person.roles)
    if record is None or record.ended is None or not is_seen:
        raise Problem(404, HouseRule.NO_SUCH_EXAM.refusal())
    names = await casino.people.accounts.names({record.person})
    return Certificate(_shown(record), names.get(record.person, ""), record.person, record.seed, PASS_MARK)


@get("/api/v1/school/dealers", who=OPERATORS, gives=DealersShown)
async def dealers(casino: Casino) -> DealersShown:
    """Who may deal what: everybody with a role or an exam, and the games that need an exam."""
    return await _dealers(casino)


async def _dealers(casino: Casino) -> DealersShown:
    by_person: dict[str, list[ExamShown]] = {}
    for record in await casino.school.passed():
        by_person.setdefault(record.person, []).append(_shown(record))
    roles = await _staff(casino)
    names = await casino.people.accounts.names({*roles, *by_person})
    return DealersShown(
        GAMES,
        tuple(await casino.school.requirements()),
        tuple(
            DealerShown(each, names.get(each, ""), roles.get(each, ()), tuple(by_person.get(each, ())))
            for each in sorted({*roles, *by_person}, key=lambda each: names.get(each, each))
        ),
    )


async def _staff(casino: Casino) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for person, role in await casino.store.read(_dealing_roles):
        found.setdefault(person, []).append(role)
    return {person: tuple(roles) for person, roles in found.items()}


def _dealing_roles(connection: Any) -> list[tuple[str, str]]:
    sql = "SELECT person, role FROM roles WHERE role = ? ORDER BY person"
    return connection.execute(sql, (HouseRole.DEALER,)).fetchall()  # type: ignore[no-any-return]


@put(
    "/api/v1/school/requirements/{game:str}",
    who=OPERATORS,
    takes=Requirement,
    gives=DealersShown,
    choices={"game": GAMES},
)
async def require(casino: Casino, person: Visitor, game: str, asked: Requirement) -> DealersShown:
    """Ask for an exam before anybody takes a table of that game, or ask for none any more."""
    _known(game, GAMES)
    await casino.school.require(game, person.person.id, is_required=asked.required)
    return await _dealers(casino)


ROUTES: list[ControllerRouterHandler] = [
    syllabus,
    drills,
    keep_answers,
    shoe,
    layout,
    begin_exam,
    end_exam,
    certificate,
    dealers,
    require,
]
