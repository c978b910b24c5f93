"""The house's dealer school: progress, exams judged here, and who may deal what."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from croupier.floor.house_journal import Book
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people import school_records
from croupier.floor.people.school_records import ExamRecord
from croupier.floor.store.port import Connection, Store
from croupier.record.house_journal.school_lines import exam_words, requirement_words
from croupier.school.boxes import LessonProgress, after_answer
from croupier.school.drill import Drill, DrillAnswer, is_right
from croupier.school.exam import ExamResult, exam, judge
from croupier.school.lessons import lesson

PATIENCE = 3
"""The time for an exam, as a multiple of the house's standard."""
LONGEST_ANSWER = 5
"""Standards: whoever takes longer went away from the screen, and no more is counted."""
MOST_SEED = 2**31


class DrillDone(NamedTuple):
    """One drill that somebody has answered."""

    lesson: str
    seed: int
    answer: DrillAnswer
    milliseconds: int


class BegunExam(NamedTuple):
    record: ExamRecord
    drills: tuple[Drill, ...]


class EndedExam(NamedTuple):
    record: ExamRecord
    result: ExamResult


class SchoolOffice:
    def __init__(self, store: Store, book: Book, now: Callable[[], int]) -> None:
        self._store, self._book, self._now = store, book, now

    async def progress(self, person: str) -> dict[str, LessonProgress]:
        return await self._store.read(lambda connection: school_records.progress_of(connection, person))

    async def keep(self, person: str, done: Iterable[DrillDone]) -> dict[str, LessonProgress]:
        """Judges each answer by the drill made again from its seed, and keeps how far the person is now.

        Raises `UnknownLesson`.
        """
        # In a thread: a hundred drills take most of a second, and every table would wait for them.
        judged = await asyncio.to_thread(_with_drills, tuple(done))
        now = self._now()

        def kept(connection: Connection) -> dict[str, LessonProgress]:
            known = school_records.progress_of(connection, person)
            changed: dict[str, LessonProgress] = {}
            for each, drill in judged:
                before = changed.get(each.lesson) or known.get(each.lesson) or LessonProgress()
                changed[each.lesson] = after_answer(
                    before,
                    is_right=is_right(drill, each.answer),
                    milliseconds=max(0, min(each.milliseconds, LONGEST_ANSWER * drill.seconds * 1000)),
                    standard=drill.seconds,
                    now=now,
                )
            school_records.keep_progress(connection, person, changed)
            return changed

        return await self._store.write(kept)

    async def begin_exam(self, person: str, game: str) -> BegunExam:
        """Twenty questions from a seed that nobody has seen."""
        seed, now = secrets.randbelow(MOST_SEED), self._now()
        drills = await asyncio.to_thread(exam, game, seed)
        until = now + PATIENCE * sum(each.seconds for each in drills)
        record = ExamRecord(secrets.token_hex(8), person, game, seed, now, until, None, None, None)
        await self._store.write(lambda connection: school_records.begin_exam(connection, record))
        return BegunExam(record, drills)

    async def end_exam(self, person: str, id: str, answers: tuple[DrillAnswer, ...]) -> EndedExam:
        """Judged once, and written into the house's journal. Answers that come too late count for nothing."""
        record = await self.exam(id)
        if record is None or record.person != person:
            raise HouseRule.NO_SUCH_EXAM.refused()
        now = self._now()
        drills = await asyncio.to_thread(exam, record.game, record.seed)
        result = judge(drills, answers if now <= record.until else ())

        def ended(connection: Connection) -> None:
            if not school_records.end_exam(connection, id, now, result.right, passed=result.is_passed):
                raise HouseRule.EXAM_OVER.refused()
            words = exam_words(
                id, person, record.game, result.right, of=result.of, seed=record.seed, passed=result.is_passed
            )
            self._book.put(connection, words)

        await self._store.write(ended)
        found = await self.exam(id)
        if found is None:
            raise HouseRule.NO_SUCH_EXAM.refused()
        return EndedExam(found, result)

    async def exam(self, id: str) -> ExamRecord | None:
        return await self._store.read(lambda connection: school_records.exam_of(connection, id))

    async def exams(self, person: str) -> list[ExamRecord]:
        return await self._store.read(lambda connection: school_records.exams_of(connection, person))

    async def passed(self) -> list[ExamRecord]:
        """Every exam that was passed, the latest first."""
        return await self._store.read(school_records.passed_exams)

    async def requirements(self) -> dict[str, int]:
        return await self._store.read(school_records.requirements)

    async def require(self, game: str, by: str, *, is_required: bool) -> None:
        """From now on a dealer needs an exam in that game, or needs none any more. Who deals there now goes on."""

        def changed(connection: Connection) -> None:
            school_records.require(connection, game, self._now(), is_required=is_required)
            self._book.put(connection, requirement_words(game, by, is_required=is_required))

        await self._store.write(changed)


def _with_drills(done: tuple[DrillDone, ...]) -> list[tuple[DrillDone, Drill]]:
    return [(each, lesson(each.lesson).drill(each.seed)) for each in done]
