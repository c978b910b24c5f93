"""Wagers that came after "No more bets": the table refuses them, and the house puts one line a round on record.

Whoever sends the same again, or a hundred of them, adds nothing: one line for a player, a table and a round, so many a
day for one player at one table, and only of players who have chips there.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.house_journal import Book
from croupier.floor.house_rules.request import Request
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.tables.actor import TableActor
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.games.wagers import Wager
from croupier.record.house_journal.incidents import late_words

TOO_LATE = "too_late"
MOST_A_DAY = 50
MOST_KNOWN = 10_000


class LateWagers:
    def __init__(self, book: Book, now: Callable[[], int]) -> None:
        self._book, self._now = book, now
        self._rounds: dict[tuple[str, str], int] = {}
        """The last round that each player was late in, by table."""
        self._lines: dict[tuple[str, str], int] = {}
        self._day = 0

    async def note(self, actor: TableActor, request: Request, code: str) -> None:
        if code != TOO_LATE or not isinstance(request.act, Wager) or request.act.actor.role is not Role.PLAYER:
            return
        state, player = actor.head.state, actor.player_id(request.person)
        if not isinstance(state, Table) or player not in state.players:
            return
        round = actor.head.count.number + 1
        if self._is_new(actor.id, player, round):
            await self._book.note(late_words(player, actor.id, round))

    def _is_new(self, table: str, player: str, round: int) -> bool:
        today = day_of(self._now())
        if today != self._day or len(self._rounds) > MOST_KNOWN:
            self._day, self._lines = today, {}
            self._rounds = {} if len(self._rounds) > MOST_KNOWN else self._rounds
        key = table, player
        if self._rounds.get(key) == round or self._lines.get(key, 0) >= MOST_A_DAY:
            return False
        self._rounds[key], self._lines[key] = round, self._lines.get(key, 0) + 1
        return True
