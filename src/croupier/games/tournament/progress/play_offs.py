"""Play-offs: set up for those who tie, with new chips where the operator issues them, and kept through a correction."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.tournament.conditions import tables_for
from croupier.games.tournament.progress.placing import Selection
from croupier.games.tournament.progress.seating import with_sessions, without_sessions
from croupier.games.tournament.state import FINAL, Contest, TournamentState
from croupier.games.tournament.tally import Tally

WINNER, RUNNER_UP, GOING_ON = "winner", "runner-up", "going on"


def with_contest(state: TournamentState, old: Contest, new: Contest) -> TournamentState:
    return replace(state, contests=tuple(new if each is old else each for each in state.contests))


def tallies_of(state: TournamentState, numbers: tuple[int, ...]) -> tuple[Tally, ...]:
    tallies = (state.session_here(number).tally for number in numbers)
    return tuple(tally for tally in tallies if tally is not None)


def with_final_tally(contest: Contest, tally: Tally) -> Contest:
    """The tally among those of the final, of the play-off for winner or of that for runner-up."""
    if contest.purpose == WINNER:
        return replace(contest, winner=(*contest.winner, tally))
    if contest.purpose == RUNNER_UP:
        return replace(contest, runner_up=(*contest.runner_up, tally))
    return replace(contest, final=tally)


def with_play_off(
    state: TournamentState,
    old: Contest,
    contest: Contest,
    selection: Selection,
    *,
    purpose: str = GOING_ON,
    chips: int = 0,
) -> TournamentState:
    """A play-off of those who are tied: a session of its own with the same chips for all (ruling T23)."""
    issued = chips or state.stage_chips
    at = _set_up_before(state, contest, selection.tied, issued)
    state, spare = _without_play_offs(state, contest.spare[:at]), contest.spare[at:]
    if spare:
        numbers = spare[0]
    else:
        state, numbers = with_sessions(state, tables_for(len(selection.tied)), selection.tied, issued, play_off=True)
    changed = replace(contest, sessions=numbers, purpose=purpose, tied=selection.tied, issued=chips)
    changed = replace(changed, reissue=(), play_offs=(*contest.play_offs, numbers), spare=spare[1:])
    if contest.kind != FINAL:
        changed = replace(changed, places=selection.places)
    return with_contest(state, old, changed)


def issued_again(state: TournamentState, contest: Contest, amount: int) -> TournamentState:
    """Those who fell together are given the same new chips, and play off (4.8)."""
    (number,) = contest.sessions
    changed, purpose = contest if contest.answer_on(number) else contest.with_answer(number, amount), GOING_ON
    tally = state.session_here(number).tally
    if contest.kind == FINAL and tally is not None:
        changed, purpose = with_final_tally(changed, tally), contest.purpose or WINNER
    selection = Selection((), contest.reissue, contest.places)
    return with_play_off(state, contest, changed, selection, purpose=purpose, chips=amount)


def _set_up_before(state: TournamentState, contest: Contest, tied: tuple[str, ...], chips: int) -> int:
    """Which of the play-offs before a correction is the one that is needed again; none where it is past the last (T43).

    Some before it may be moot because somebody who was in them is gone since.
    """
    for at, numbers in enumerate(contest.spare):
        sessions = [state.session_here(number) for number in numbers]
        pools = (draw.pool for draw in state.draws if draw.seats[0].session in numbers)
        players = {player for each in (*(session.players for session in sessions), *pools) for player in each}
        if players - state.gone == set(tied) and all(session.chips == chips for session in sessions):
            return at
    return len(contest.spare)


def without_spare(state: TournamentState) -> TournamentState:
    """Play-offs that nobody needs any more, now that a tally is corrected, are not played (ruling T43)."""
    for contest in state.contests:
        if contest.decided and contest.spare:
            state = with_contest(_without_play_offs(state, contest.spare), contest, replace(contest, spare=()))
    return state


def without_idle_spare(state: TournamentState) -> TournamentState:
    """Nor do they wait for it to become known whether they are needed: one that is will be set up anew."""
    for contest in state.contests:
        idle = tuple(each for each in contest.spare if len(tallies_of(state, each)) < len(each))
        if idle:
            kept = replace(contest, spare=tuple(each for each in contest.spare if each not in idle))
            state = with_contest(_without_play_offs(state, idle), contest, kept)
    return state


def _without_play_offs(state: TournamentState, play_offs: tuple[tuple[int, ...], ...]) -> TournamentState:
    return without_sessions(state, tuple(number for sessions in play_offs for number in sessions))
