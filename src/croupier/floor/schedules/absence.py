"""Who has gone from an automatic table, and when the house frees their seat (D1 6, ruling B54).

Connections are no part of a journal: a server knows those that it holds, and since when. What it then does is an act
like any other.
"""

from __future__ import annotations

from collections import Counter

from croupier.games.acts import FreeSeat
from croupier.games.journalled import Journalled
from croupier.games.people import is_house_player
from croupier.games.table import Table

MOST_SEEN = 1_000
"""Of those who came to a table and went, the last ones: far more than have seats."""


class Presence:
    """Who has a connection to one table here, and when each was last seen without one."""

    def __init__(self) -> None:
        self.since: int | None = None
        """From when on connections are looked after here; nobody counts as gone before."""
        self._here: Counter[str] = Counter()
        self._seen: dict[str, int] = {}

    def begin(self, time: int) -> None:
        """Connections come together here from now on, if they are looked after at all."""
        if self.since is not None:
            self.since = time

    def come(self, player: str) -> None:
        self._here[player] += 1

    def go(self, player: str, time: int) -> None:
        self._here[player] -= 1
        if self._here[player] <= 0:
            del self._here[player]
        self.note(player, time)

    def note(self, player: str, time: int) -> None:
        """Whoever acts is there, with a connection or without."""
        self._seen.pop(player, None)
        self._seen[player] = time
        if len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]

    def gone_since(self, player: str) -> int | None:
        if self.since is None or self._here[player] > 0:
            return None
        return max(self.since, self._seen.get(player, self.since))


def seat_to_free(state: Journalled, presence: Presence, seconds: int, time: int) -> FreeSeat | None:
    """The act by which the house frees a seat now, where one is due."""
    due = (act for at, act in _freed(state, presence, seconds) if time >= at)
    return next((act for act in due if state.refuses(act) is None), None)


def frees_at(state: Journalled, presence: Presence, seconds: int) -> int | None:
    """When the next seat is to be freed, if nothing changes before."""
    return min((at for at, act in _freed(state, presence, seconds) if state.refuses(act) is None), default=None)


def _freed(state: Journalled, presence: Presence, seconds: int) -> list[tuple[int, FreeSeat]]:
    if presence.since is None or not isinstance(state, Table) or not state.is_automated:
        return []
    seated = (player for player in state.seated if not is_house_player(player))
    gone = sorted((since, player) for player in seated if (since := presence.gone_since(player)) is not None)
    return [(since + seconds, FreeSeat(player)) for since, player in gone]
