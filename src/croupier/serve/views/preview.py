"""How a tournament would differ after an act: what it does to people, tables and money, before it is confirmed."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.tournament.planning.prizes import Award
from croupier.games.tournament.progress.placing import Placing, Through
from croupier.games.tournament.state import Entry, Phase, Session, TournamentState
from croupier.record.journals.ledger import Transfer
from croupier.serve.wire.work import Due, by_rule


class Foreseen(Struct, frozen=True):
    """Only what would be otherwise, as it would be then."""

    phase: Phase
    starts: int | None
    director_present: bool
    pool: int
    entries: tuple[Entry, ...]
    """Whose entry would change."""
    sessions: tuple[Session, ...]
    """Sessions that would be new or changed."""
    gone: tuple[int, ...]
    """Sessions that would no longer be there."""
    to_seat: int
    """Players who would wait for a seat by lot."""
    through: tuple[Through, ...]
    """Who would go on, and does not yet."""
    not_through: tuple[str, ...]
    """Who would no longer go on."""
    tied: tuple[str, ...]
    """Who would have to play off, and has not to yet."""
    lots: tuple[str, ...]
    """Among whom lots would be drawn, and are not yet (ruling T46)."""
    remarks: tuple[str, ...]
    """What somebody should look at in the tallies (ruling T43)."""
    placings: tuple[Placing, ...]
    awards: tuple[Award, ...]
    moved: tuple[Transfer, ...]
    """The money that would move."""
    due: tuple[Due, ...]
    """What would come next, from whom, and by which clause."""


def foreseen(before: TournamentState, after: TournamentState, moved: tuple[Transfer, ...]) -> Foreseen:
    numbers = {session.number for session in after.sessions}
    went_on = {each.player for each in after.through}
    placings = tuple(each for each in after.placings if each not in before.placings)
    placed = {player for each in placings for player in each.players}
    return Foreseen(
        phase=after.phase,
        starts=after.starts,
        director_present=after.director_present,
        pool=after.pool,
        entries=tuple(entry for entry in after.entries if entry != before.entry(entry.player)),
        sessions=tuple(session for session in after.sessions if session != before.session(session.number)),
        gone=tuple(session.number for session in before.sessions if session.number not in numbers),
        to_seat=sum(len(draw.pool) for draw in after.draws),
        through=tuple(each for each in after.through if each not in before.through),
        not_through=tuple(each.player for each in before.through if each.player not in went_on),
        tied=tuple(sorted(tied_in(after) - tied_in(before))),
        lots=tuple(sorted(_lots_in(after) - _lots_in(before))),
        remarks=tuple(remark for remark in after.remarks if remark not in before.remarks),
        placings=placings,
        awards=tuple(each for each in after.awards if each.player in placed or each not in before.awards),
        moved=moved,
        due=tuple(Due(each.what, each.role, by_rule(each.rule)) for each in after.awaits),
    )


def _lots_in(state: TournamentState) -> frozenset[str]:
    return frozenset(player for contest in state.lots for player in contest.lot)


def tied_in(state: TournamentState) -> frozenset[str]:
    """Who is to play off, or is playing off."""
    return frozenset(player for contest in state.contests if not contest.decided for player in contest.tied)
