"""The same work at two servers of one house, in the same moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.store.engines.postgres import PostgresSession
from croupier.floor.store.port import Connection

WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


def done(url: str, work: Callable[[Connection], Any]) -> Any:
    with PostgresSession(url) as session:
        session.execute("BEGIN")
        found = work(session)
        session.execute("COMMIT")
        return found


def at_two_servers(url: str, work: Callable[[Connection], Any]) -> list[Any]:
    """The second begins while the first has not committed yet, and waits for it where it writes the same row."""
    answers: list[Any] = []

    def second() -> None:
        try:
            answers.append(done(url, work))
        except NotAccepted as refused:
            answers.append(refused.refusal.code)

    with PostgresSession(url) as first, psycopg.connect(url, autocommit=True) as watching:
        first.execute("BEGIN")
        answers.append(work(first))
        other = threading.Thread(target=second)
        other.start()
        until = time.monotonic() + 20
        while not watching.execute(WAITS).fetchall()[0][0]:
            assert time.monotonic() < until, "the second server came to nothing that the first one holds"
            time.sleep(0.01)
        first.execute("COMMIT")
        other.join(20)
    return answers
