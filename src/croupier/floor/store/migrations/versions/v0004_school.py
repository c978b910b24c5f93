"""The dealer school: how far each person is with each lesson, exams, and in which games the house asks for one."""

from __future__ import annotations

from sqlalchemy import Connection

from croupier.floor.store.migrations.ddl import make

TABLES = (
    """CREATE TABLE school_progress (
        person TEXT NOT NULL, lesson TEXT NOT NULL, box WHOLE NOT NULL, due WHOLE NOT NULL, answers WHOLE NOT NULL,
        correct WHOLE NOT NULL, milliseconds WHOLE NOT NULL, fastest WHOLE NOT NULL, PRIMARY KEY (person, lesson)
    ) STRICT""",
    """CREATE TABLE school_exams (
        id TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL, game TEXT NOT NULL, seed WHOLE NOT NULL,
        begun WHOLE NOT NULL, until WHOLE NOT NULL, ended WHOLE, correct WHOLE, passed WHOLE
    ) STRICT""",
    "CREATE INDEX school_exams_of_person ON school_exams (person, game, begun)",
    """CREATE TABLE school_requirements (game TEXT NOT NULL PRIMARY KEY, since WHOLE NOT NULL) STRICT""",
)


def upgrade(connection: Connection) -> None:
    make(connection, TABLES)
