"""Whether the points that a league counts are those of its evenings: worked out again from the journals."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.games.journalled import Journalled
from croupier.games.tournament.planning.league_points import evening_points
from croupier.games.tournament.state import Phase, TournamentState
from croupier.record.audits.audit import Breach
from croupier.record.house_journal.leagues import League, LeagueBook, LeagueEvening, points_mark
from croupier.record.journals.journal import HOUSE_STREAM, Stamp


class LeagueAudit:
    def __init__(self) -> None:
        self._book = LeagueBook()
        self._over: dict[str, TournamentState] = {}

    def follow(self, stamp: Stamp) -> None:
        """One entry of the house's journal."""
        self._book.follow(stamp.number, stamp.note)

    def end(self, stream: str, state: Journalled | None) -> None:
        """The whole journal of a table or a tournament has been read."""
        if isinstance(state, TournamentState) and state.phase is Phase.OVER:
            self._over[stream] = state

    def breaches(self) -> Iterator[Breach]:
        for league in self._book.leagues.values():
            for evening in league.evenings:
                if (why := self._differs(league, evening)) is not None:
                    yield Breach(HOUSE_STREAM, evening.number, why)

    def _differs(self, league: League, evening: LeagueEvening) -> str | None:
        state = self._over.get(evening.tournament)
        if state is None:
            return f"league {league.id} counts {evening.tournament}, which is not a tournament that is over"
        mark = points_mark(evening_points(state, league.formula))
        if mark == evening.mark:
            return None
        return f"league {league.id} counts points marked {evening.mark} for {evening.tournament}, and {mark} follow"
