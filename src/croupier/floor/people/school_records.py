"""The dealer school in the store: progress with lessons, exams, and which games need one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from croupier.floor.people.statements import change, row, rows
from croupier.floor.store.port import Connection
from croupier.record.text.moments import utc
from croupier.school.boxes import LessonProgress

_PROGRESS = "box, due, answers, correct, milliseconds, fastest"
_EXAM = "id, person, game, seed, begun, until, ended, correct, passed"


class ExamRecord(Struct, frozen=True):
    """An exam that somebody has begun, and its result once there is one."""

    id: str
    person: str
    game: str
    seed: int
    """Told to nobody before the exam is over."""
    begun: int
    until: int
    ended: int | None
    correct: int | None
    passed: int | None


def progress_of(connection: Connection, person: str) -> dict[str, LessonProgress]:
    """How far the person is, by lesson."""
    found = rows(connection, f"SELECT lesson, {_PROGRESS} FROM school_progress WHERE person = ?", person)  # noqa: S608
    return {lesson: LessonProgress(*rest) for lesson, *rest in found}


def keep_progress(connection: Connection, person: str, changed: Mapping[str, LessonProgress]) -> None:
    sql = (
        f"INSERT INTO school_progress (person, lesson, {_PROGRESS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
        " ON CONFLICT (person, lesson) DO UPDATE SET box = excluded.box, due = excluded.due,"
        " answers = excluded.answers, correct = excluded.correct, milliseconds = excluded.milliseconds,"
        " fastest = excluded.fastest"
    )
    for lesson, now in changed.items():
        parts = (now.box, now.due, now.answers, now.right, now.milliseconds, now.fastest)
        change(connection, sql, person, lesson, *parts)


def begin_exam(connection: Connection, exam: ExamRecord) -> None:
    """A new exam ends one in the same game that was never handed in."""
    abandoned = "DELETE FROM school_exams WHERE person = ? AND game = ? AND ended IS NULL"
    change(connection, abandoned, exam.person, exam.game)
    sql = "INSERT INTO school_exams (id, person, game, seed, begun, until) VALUES (?, ?, ?, ?, ?, ?)"
    change(connection, sql, exam.id, exam.person, exam.game, exam.seed, exam.begun, exam.until)


def end_exam(connection: Connection, id: str, ended: int, correct: int, *, passed: bool) -> bool:
    """Whether it was still open: of two answers at once, one counts."""
    sql = "UPDATE school_exams SET ended = ?, correct = ?, passed = ? WHERE id = ? AND ended IS NULL RETURNING id"
    return row(connection, sql, ended, correct, int(passed), id) is not None


def exam_of(connection: Connection, id: str) -> ExamRecord | None:
    found = row(connection, f"SELECT {_EXAM} FROM school_exams WHERE id = ?", id)  # noqa: S608
    return None if found is None else ExamRecord(*found)


def exams_of(connection: Connection, person: str) -> list[ExamRecord]:
    """Those that are over, the latest first."""
    sql = f"SELECT {_EXAM} FROM school_exams WHERE person = ? AND ended IS NOT NULL ORDER BY ended DESC, id"  # noqa: S608
    return [ExamRecord(*each) for each in rows(connection, sql, person)]


def passed_exams(connection: Connection) -> list[ExamRecord]:
    """Every exam that was passed: who may deal what."""
    sql = f"SELECT {_EXAM} FROM school_exams WHERE passed = 1 ORDER BY ended DESC, id"  # noqa: S608
    return [ExamRecord(*each) for each in rows(connection, sql)]


def has_passed(connection: Connection, person: str, game: str) -> bool:
    sql = "SELECT id FROM school_exams WHERE person = ? AND game = ? AND passed = 1 LIMIT 1"
    return row(connection, sql, person, game) is not None


def requirements(connection: Connection) -> dict[str, int]:
    """The games in which a dealer needs an exam, and since when."""
    return dict(rows(connection, "SELECT game, since FROM school_requirements ORDER BY game"))


def require(connection: Connection, game: str, now: int, *, is_required: bool) -> None:
    change(connection, "DELETE FROM school_requirements WHERE game = ?", game)
    if is_required:
        change(connection, "INSERT INTO school_requirements (game, since) VALUES (?, ?)", game, now)


def school_held(connection: Connection, person: str) -> dict[str, Any]:
    """All that the school keeps about somebody, to be read by them."""
    return {
        "lessons": {
            lesson: {"box": each.box, "due": utc(each.due), "answers": each.answers, "right": each.right}
            for lesson, each in sorted(progress_of(connection, person).items())
        },
        "exams": [
            {
                "id": each.id,
                "game": each.game,
                "begun": utc(each.begun),
                "right": each.correct,
                "passed": bool(each.passed),
            }
            for each in exams_of(connection, person)
        ],
    }
