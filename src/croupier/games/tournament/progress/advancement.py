"""What the tallies decide: who goes on, which play-offs are needed, the places, the end (section 6, 4.8)."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.money import dollars
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, Issue, TieBreak, tables_for
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.planning.prizes import awards
from croupier.games.tournament.progress.lots import as_drawn_before, lots_settled, with_lot_fallen
from croupier.games.tournament.progress.placing import (
    PLAY_OFF,
    Needs,
    Placing,
    Selection,
    Through,
    decide_final,
    reissue_among,
    select,
)
from croupier.games.tournament.progress.play_offs import (
    WINNER,
    issued_again,
    tallies_of,
    with_contest,
    with_final_tally,
    with_play_off,
    without_idle_spare,
    without_spare,
)
from croupier.games.tournament.progress.seating import with_chips_kept, with_sessions, without_sessions
from croupier.games.tournament.state import (
    BEST_LOSERS,
    FINAL,
    TABLE,
    Contest,
    LastStage,
    LotDrawn,
    Phase,
    Seat,
    Session,
    Status,
    TournamentState,
)
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

PAYING_IS_AN_ACT = 2
"""From this edition on the prizes are paid by an act of its own, and a tally of the final stands until then (T43)."""


# Seats


def unseated(state: TournamentState) -> TournamentState:
    """Someone is missing before the stage began: its tables are set anew (ruling T30)."""
    numbers = tuple(session.number for session in state.sessions)
    state = replace(without_sessions(state, numbers), draws=(), contests=(), is_final=False, stage=state.stage - 1)
    if state.stage == 0:
        return replace(state, phase=Phase.ENTRY)
    return _concluded(state)


# A player drops out


def without_player(state: TournamentState, player: str) -> TournamentState:
    """The tournament without a player who has just gone, wherever that was."""
    if state.phase is Phase.DECIDED:
        return _decided_anew(without_places(state))
    state = _with_places_freed(state, player)
    waiting = _waiting_session(state, player)
    if waiting is None:
        return progressed(_concluded(state) if state.stage and not state.sessions else state)
    if waiting.play_off:
        return progressed(_without_play_off_seat(state, waiting, player))
    if not any(session.begun for session in state.sessions):
        return unseated(state)
    fewer = _without_seat(state, waiting, player)
    if len(fewer.session_here(waiting.number).seats) < FEWEST_AT_TABLE:
        fewer = _reseated(fewer)
    return progressed(walked_over(fewer))


def _decided_anew(state: TournamentState) -> TournamentState:
    """Who was placed is gone before the prizes are paid: those behind move up, or play off (ruling T21)."""
    if not state.contests:
        return _concluded(state)
    (contest,) = state.contests
    return progressed(_final_decided(state, replace(contest, decided=False)))


def _with_places_freed(state: TournamentState, player: str) -> TournamentState:
    """Who goes on from a table that is not decided yet and then is gone leaves his place to those behind (T21)."""
    for contest in state.contests:
        if not contest.decided and any(each.player == player for each in contest.through):
            through = tuple(each for each in contest.through if each.player != player)
            freed = replace(contest, through=through, places=contest.places + 1)
            state = with_contest(state, contest, freed)
            if not any(state.session_here(number).begun for number in freed.sessions):
                state = _replayed(state, freed)
    return state


def _waiting_session(state: TournamentState, player: str) -> Session | None:
    """The session that the player is seated or drawn for and that has not begun."""
    session = state.session_of(player)
    if session is not None:
        return session if session.is_waiting else None
    draw = next((each for each in state.draws if player in each.pool), None)
    return None if draw is None else state.session_here(draw.seats[-1].session)


def _without_play_off_seat(state: TournamentState, waiting: Session, player: str) -> TournamentState:
    contest = next(each for each in state.contests if waiting.number in each.sessions)
    if any(state.session_here(number).begun for number in contest.sessions):
        return walked_over(_without_seat(state, waiting, player))
    return _replayed(state, contest)


def _without_seat(state: TournamentState, session: Session, player: str) -> TournamentState:
    """The player's seat taken away, or the last of those that are still drawn for."""
    if player in session.seats:
        return _without_box(with_chips_kept(state, player), Seat(session.number, session.seats.index(player) + 1))
    last = next(draw.seats[-1] for draw in state.draws if player in draw.pool)
    left = tuple(replace(draw, pool=tuple(each for each in draw.pool if each != player)) for draw in state.draws)
    return _without_box(replace(state, draws=left), last)


def _without_box(state: TournamentState, gone: Seat) -> TournamentState:
    """A box fewer at a table: those behind it move up."""
    session = state.session_here(gone.session)
    seats = (*session.seats[: gone.box - 1], *session.seats[gone.box :])
    draws = (
        replace(draw, seats=tuple(_moved_up(seat, gone) for seat in draw.seats if seat != gone)) for draw in state.draws
    )
    return replace(state._with_session(replace(session, seats=seats)), draws=tuple(draw for draw in draws if draw.pool))


def _moved_up(seat: Seat, gone: Seat) -> Seat:
    return replace(seat, box=seat.box - 1) if seat.session == gone.session and seat.box > gone.box else seat


def _reseated(state: TournamentState) -> TournamentState:
    """Tables that wait are set anew where one has too few, if those who wait are enough for tables (ruling T30)."""
    numbers = tuple(each.number for each in state.sessions if each.is_waiting and not each.play_off)
    pool = {player for each in state.sessions if each.number in numbers for player in each.players}
    pool |= {player for draw in state.draws if draw.seats[0].session in numbers for player in draw.pool}
    if len(pool) < FEWEST_AT_TABLE:
        return state
    decided = tuple(each for each in state.contests if not set(each.sessions) & set(numbers))
    state = without_sessions(state, numbers)
    sizes = tables_for(len(pool), state.conditions.seats)
    state, fresh = with_sessions(state, sizes, tuple(pool), state.stage_chips)
    return replace(state, contests=(*decided, *new_contests(state, fresh)))


def walked_over(state: TournamentState) -> TournamentState:
    """A table at which one player is left, or none, is not played: who is left there has won it (ruling T30)."""
    for session in state.sessions:
        if session.is_waiting and len(session.seats) <= 1 and all(session.seats):
            counts = tuple(Count(player, session.chips) for player in session.seats)
            state = with_chips_kept(state, *session.seats)
            state = state._with_session(replace(session, tally=Tally(0, 0, counts)))
    return state


def _replayed(state: TournamentState, contest: Contest) -> TournamentState:
    """A play-off that has not begun is set up anew without those who are gone, where it is needed still."""
    tied = tuple(player for player in contest.tied if player not in state.gone)
    state = without_sessions(state, contest.sessions)
    others = tuple(each for each in contest.play_offs if each != contest.sessions)
    fresh = replace(contest, sessions=(), tied=tied, play_offs=others)
    if contest.issued and len(tied) > contest.places:
        again = Selection(contest.through, tied, contest.places)
        return with_play_off(state, contest, fresh, again, purpose=contest.purpose, chips=contest.issued)
    if contest.kind == FINAL:
        return _final_decided(with_contest(state, contest, fresh), _walked_over_final(fresh))
    if len(tied) > contest.places:
        return with_play_off(state, contest, fresh, Selection(contest.through, tied, contest.places))
    rule = Cite("D7 6.5", "T21")
    working = f"{contest.places} to go on, and no more are left in the play-off"
    through = (*contest.through, *(Through(player, rule, f"{player}: {working}") for player in tied))
    return with_contest(state, contest, replace(fresh, through=through, decided=True))


def _walked_over_final(contest: Contest) -> Contest:
    """Who alone is left of those to whom chips were issued anew has won their play-off."""
    if not contest.issued or contest.purpose != WINNER or not contest.tied:
        return contest
    counts = tuple(Count(player, contest.issued) for player in contest.tied)
    return replace(contest, winner=(*contest.winner, Tally(0, 0, counts)))


# What a tally decides


def progressed(state: TournamentState) -> TournamentState:
    """Everything decided that can be."""
    state = replace(state, contests=tuple(_asked_anew(state, contest) for contest in state.contests))
    state = replace(state, contests=tuple(lots_settled(state, contest) for contest in state.contests))
    while state.phase is Phase.PLAY and state.sessions:
        state = without_spare(state)
        ready = next((contest for contest in state.contests if _is_ready(state, contest)), None)
        if ready is not None:
            state = _resolved(state, ready)
        elif not all(contest.decided for contest in state.contests if not contest.is_laid_aside):
            return without_idle_spare(state)
        elif _wants_best_losers(state):
            state = _with_best_losers(state)
        else:
            state = _stage_over(state)
    return state


def _asked_anew(state: TournamentState, contest: Contest) -> Contest:
    """Where the operator is asked for new chips: for those who are still there, if they are still too many."""
    if not contest.reissue:
        return contest
    among = tuple(player for player in contest.reissue if player not in state.gone)
    return replace(contest, reissue=among if len(among) > contest.places else ())


def lot_drawn(state: TournamentState, player: str) -> TournamentState:
    """The lot falls on a player of the first tie that waits for one."""
    contest = state.lots[0]
    fallen = LotDrawn(contest.lot, contest.places, player)
    known = replace(contest, drawn=(*contest.drawn, fallen))
    return progressed(with_contest(state, contest, with_lot_fallen(known, fallen)))


def _is_ready(state: TournamentState, contest: Contest) -> bool:
    if contest.decided or contest.reissue or contest.lot or not contest.sessions:
        return False
    return all(state.session_here(number).tally is not None for number in contest.sessions)


def _resolved(state: TournamentState, contest: Contest) -> TournamentState:
    tallies = tallies_of(state, contest.sessions)
    if len(tallies) == 1 and (contest.purpose or contest.kind != BEST_LOSERS):
        among = reissue_among(tallies[0], state.gone)
        issued = contest.answer_on(contest.sessions[0])
        if len(among) > contest.places and issued != 0:
            asked = replace(contest, reissue=among)
            state = with_contest(state, contest, asked)
            return state if issued is None else issued_again(state, asked, issued)
    if contest.kind == FINAL:
        return _final_resolved(state, contest, tallies)
    return _selected(state, contest, tallies)


def _selected(state: TournamentState, contest: Contest, tallies: tuple[Tally, ...]) -> TournamentState:
    selection = select(
        tallies,
        contest.places,
        gone=state.gone,
        nil_by_round=state.conditions.nil_by_round,
        rule=PLAY_OFF if contest.purpose else None,
        candidates=frozenset(contest.tied) if contest.kind == BEST_LOSERS and not contest.purpose else None,
    )
    through = (*contest.through, *selection.through)
    if not selection.tied:
        return with_contest(state, contest, replace(contest, through=through, decided=True))
    match state.conditions.tie_break:
        case TieBreak.ALL:
            every = (Through(player, Cite("D7 6.6", "T46"), selection.working) for player in selection.tied)
            return with_contest(state, contest, replace(contest, through=(*through, *every), decided=True))
        case TieBreak.LOT:
            waits = as_drawn_before(replace(contest, through=through, lot=selection.tied, places=selection.places))
            return with_contest(state, contest, lots_settled(state, waits))
        case _:
            return with_play_off(state, contest, replace(contest, through=through), selection)


def _wants_best_losers(state: TournamentState) -> bool:
    if state.is_final or any(each.kind == BEST_LOSERS and not each.is_laid_aside for each in state.contests):
        return False
    return state.conditions.stage(state.stage).best_losers > 0


def _with_best_losers(state: TournamentState) -> TournamentState:
    """The highest of all tables among those who did not go on from their own (6.6, ruling T16)."""
    through = {each.player for contest in state.contests for each in contest.through}
    rest = tuple(player for player in state.players if player not in through)
    of_stage = tuple(session.number for session in state.sessions if not session.play_off)
    places = state.conditions.stage(state.stage).best_losers
    tables = tuple(contest for contest in state.contests if contest.kind != BEST_LOSERS)
    known = next((contest for contest in state.contests if contest.kind == BEST_LOSERS), Contest(BEST_LOSERS, places))
    return replace(state, contests=(*tables, replace(known, places=places, sessions=of_stage, tied=rest)))


# The end of a stage


def _stage_over(state: TournamentState) -> TournamentState:
    over = LastStage(state.sessions, state.contests, state.starts, state.players)
    state = replace(
        state, last_stage=over, went_on=tuple(each for each in state.through if each.player in state.players)
    )
    through = {each.player for each in state.went_on}
    state = replace(state, reserves=_reserves(state, through))
    for player in state.players:
        if player not in through:
            state = state._with_fate(player, Status.OUT, Cite("D7 6.7"), _why_out(state, player))
    return _concluded(replace(state, sessions=(), draws=(), contests=(), starts=_next_start(state)))


def _next_start(state: TournamentState) -> int | None:
    """When the next stage may begin: as the conditions settle it, and after the break (ruling T46)."""
    conditions = state.conditions
    settled = conditions.start_of(state.stage + 1, is_final=state.fits_one_table)
    rested = state.now + conditions.break_seconds if conditions.break_seconds else None
    return max((moment for moment in (settled, rested) if moment is not None), default=state.starts)


def _reserves(state: TournamentState, through: set[str]) -> tuple[str, ...]:
    """Where the terms have substitutes: everyone else of the stage by chips, equals in the order of their seats."""
    if not state.conditions.substitutes:
        return ()
    tallies = (session.tally for session in state.sessions if not session.play_off)
    counts = [count for tally in tallies if tally is not None for count in tally.standing]
    ranked = sorted(counts, key=lambda count: -count.chips)
    return tuple(count.player for count in ranked if count.player in state.players and count.player not in through)


def with_substitute(state: TournamentState, gone: str) -> TournamentState:
    """A qualifier who is gone before the next stage has begun is replaced, where the terms say so (T30, T46)."""
    was_through = any(each.player == gone for each in state.went_on)
    has_begun = any(session.begun for session in state.sessions)
    left = tuple(player for player in state.reserves if state.entry_here(player).status is Status.OUT)
    if not was_through or has_begun or not left:
        return state
    rule, working = Cite("D7 6.7", "T46"), f"{left[0]} takes the place of {gone}, who is gone"
    state = replace(state, reserves=left[1:], went_on=(*state.went_on, Through(left[0], rule, working)))
    return state._with_entry(replace(state.entry_here(left[0]), status=Status.PLAYER, rule=None, working=""))


def _why_out(state: TournamentState, player: str) -> str:
    """The last figures of someone who does not go on."""
    played = [session for session in state.sessions if session.tally is not None and player in session.seats]
    session = played[-1]
    count = next(each for each in session.tally.counts if each.player == player) if session.tally else None
    kind = "play-off" if session.play_off else "session"
    return f"{player} {dollars(count.chips if count else 0)} at the end of {kind} {session.number}: others go on"


def _concluded(state: TournamentState) -> TournamentState:
    """Between two stages: where one player is left, the tournament is won (ruling T30); where none is, it is off."""
    left = state.players
    if len(left) == 1:
        placing = Placing(1, left, Cite("D7 6.8", "T30"), f"{left[0]} is the only one left")
        return finished(state, (placing,))
    if not left:
        return called_off(state, Cite("D7 3.5(b)", "T29"), "no player is left")
    return state


# The final


def _final_resolved(state: TournamentState, contest: Contest, tallies: tuple[Tally, ...]) -> TournamentState:
    changed = replace(with_final_tally(contest, tallies[0]), sessions=())
    return _final_decided(with_contest(state, contest, changed), changed)


def _final_decided(state: TournamentState, contest: Contest) -> TournamentState:
    state = replace(state, contests=(contest,))
    if contest.final is None:
        raise LookupError(contest)
    result = decide_final(
        contest.final,
        contest.winner,
        contest.runner_up,
        gives_runner_up=state.conditions.gives_runner_up,
        gone=state.gone,
        nil_by_round=state.conditions.nil_by_round,
    )
    if isinstance(result, Needs):
        return with_play_off(state, contest, contest, Selection((), result.players, 1), purpose=result.purpose)
    state = with_contest(state, contest, replace(contest, decided=True, tied=()))
    if not result:
        return called_off(state, Cite("D7 3.5(b)", "T29"), "no player is left")
    return finished(state, result)


def finished(state: TournamentState, placings: tuple[Placing, ...]) -> TournamentState:
    """The tournament has its winner: everybody has a place, and every prize is known to the cent."""
    given = awards(placings, state.conditions.prizes, state.pool)
    decided = replace(state, placings=placings, awards=given.lines, returned=given.returned, draws=())
    if state.edition < PAYING_IS_AN_ACT:
        return paid_out(decided)
    return replace(without_spare(decided), phase=Phase.DECIDED)


def without_places(state: TournamentState) -> TournamentState:
    """The tournament before everybody had a place: what the places rest on is going to change."""
    if state.phase is not Phase.DECIDED:
        return state
    return replace(state, phase=Phase.PLAY, placings=(), awards=(), returned=())


def paid_out(state: TournamentState) -> TournamentState:
    """The prizes are paid: what rounding and the prize list ask for beyond the pool the operator adds."""
    given = awards(state.placings, state.conditions.prizes, state.pool)
    for placing in state.placings:
        for player in placing.players:
            state = state._with_fate(player, Status.PLACED, placing.rule, placing.working)
    return replace(state, phase=Phase.OVER, contributed=state.contributed + given.rounding + given.topped_up)


def refunded(state: TournamentState, player: str) -> TournamentState:
    entry = state.entry_here(player)
    return state._with_entry(replace(entry, paid=0, refunded=entry.refunded + entry.paid))


def all_refunded(state: TournamentState, player: str) -> TournamentState:
    """Every fee that is held of the player, that of an earlier entry too."""
    entry = state.entry_here(player)
    return state._with_entry(replace(entry, paid=0, forfeited=0, refunded=entry.refunded + entry.held))


def turned_away(state: TournamentState, player: str, reason: str) -> TournamentState:
    """An applicant who is not accepted was never a player: all that was paid goes back (ruling T29)."""
    return refunded(state, player)._with_fate(player, Status.REFUSED, Cite("D7 3.3(a)", "T29"), reason)


def called_off(state: TournamentState, rule: Cite, reason: str) -> TournamentState:
    """It does not proceed: every fee that is still held goes back, but not to the disqualified (rulings T18, T29)."""
    state = without_sessions(state, tuple(session.number for session in state.sessions))
    for entry in state.entries:
        if entry.status is Status.DISQUALIFIED:
            continue
        state = all_refunded(state, entry.player)
        if entry.status in (Status.APPLICANT, Status.PLAYER):
            state = state._with_fate(entry.player, Status.SENT_HOME, rule, reason)
        elif entry.held:
            working = f"{entry.working.partition(':')[0]}: it did not proceed, and the fee went back"
            state = state._with_fate(entry.player, entry.status, rule, working)
    return replace(state, phase=Phase.OFF, contributed=0, contests=(), draws=(), reason=reason)


def reported(state: TournamentState, session: Session, tally: Tally, record: str) -> TournamentState:
    """A tally has come in: chips that were bought stay their players', and the rest follows."""
    state = state._with_session(replace(session, tally=tally, record=record))
    kept = state.conditions.issue is Issue.SOLD
    for count in tally.counts:
        entry = state.entry_here(count.player)
        holding = entry.holding + count.chips if kept else 0
        state = state._with_entry(replace(entry, has_chips=False, holding=holding, stage=state.stage))
        if count.disqualified:
            rule = GROUNDS.get(count.ground, Cite("D7 3.3(b)(i)", "T21"))
            why = f": {count.ground}" if count.ground else ""
            working = f"disqualified at the table of session {session.number}{why}"
            state = state._with_fate(count.player, Status.DISQUALIFIED, rule, working)
    return progressed(state)


def new_contests(state: TournamentState, numbers: tuple[int, ...]) -> tuple[Contest, ...]:
    """What the sessions of a stage decide."""
    if state.is_final:
        return (Contest(FINAL, 1, numbers),)
    places = state.conditions.stage(state.stage).advance
    return tuple(Contest(TABLE, places, (number,)) for number in numbers)
