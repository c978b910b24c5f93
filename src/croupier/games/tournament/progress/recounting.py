"""A tally that was miscounted is corrected, and all that followed from it is decided anew (D7 6.4, ruling T43)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers
from croupier.games.money import is_whole
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.acts import CorrectTally
from croupier.games.tournament.conditions import Issue
from croupier.games.tournament.director import DIRECTOR
from croupier.games.tournament.entry import refuses_over
from croupier.games.tournament.progress.advancement import progressed, with_substitute, without_places, without_player
from croupier.games.tournament.progress.counting import IMPOSSIBLE
from croupier.games.tournament.progress.sessions import refuses_tally
from croupier.games.tournament.state import BEST_LOSERS, FINAL, Contest, Phase, Session, Status, TournamentState
from croupier.games.tournament.tally import Tally


def _refuses_correction(state: TournamentState, act: CorrectTally) -> Refusal | None:
    if state.phase is Phase.OVER:
        return Refusal(IMPOSSIBLE, "prizes_paid", "The prizes are paid: it is too late to correct a tally.")
    if refusal := refuses_over(state):
        return refusal
    reopened = _reopened(state)
    session = reopened.session(act.session) if is_whole(act.session) else None
    if session is None or not session.begun or session.tally is None:
        why = "No session with this number was counted in this stage. Earlier stages can no longer be corrected."
        return Refusal(IMPOSSIBLE, "no_such_session", why)
    if not is_reason(act.reason):
        return Refusal(IMPOSSIBLE, "no_reason", "Give the reason on one line.")
    if refusal := refuses_tally(reopened, session, act.tally, act.reason):
        return refusal
    return _refuses_change(reopened, session, session.tally, act.tally)


def _refuses_change(state: TournamentState, session: Session, old: Tally, new: Tally) -> Refusal | None:
    if old == new:
        return Refusal(IMPOSSIBLE, "no_change", "The tally says that already.")
    if _disqualified(old) != _disqualified(new):
        return Refusal(
            IMPOSSIBLE, "not_a_miscount", "Only a count of chips can be corrected in a tally, not who is disqualified."
        )
    play_offs = (state.session_here(number) for number in _resting_on(state, session))
    if any(each.begun and each.tally is None for each in play_offs):
        return Refusal(IMPOSSIBLE, "play_off_on", "A play-off that depends on this tally is being played.")
    if any(held < 0 for held in _holdings(state, old, new).values()):
        return Refusal(IMPOSSIBLE, "redeemed_already", "Chips of that tally were redeemed already.")
    return None


def _disqualified(tally: Tally) -> tuple[tuple[bool, str], ...]:
    return tuple((count.disqualified, count.ground) for count in tally.counts)


def _reopened(state: TournamentState) -> TournamentState:
    """The stage as it was before it was over: the last one where no seat of the next is drawn yet, or the final."""
    state = without_places(state)
    last = state.last_stage
    if last is None:
        return state
    if state.sessions:
        state = replace(state, stage=state.stage - 1, is_final=False, draws=())
    for player in last.players:
        entry = state.entry_here(player)
        if entry.status is not Status.PLAYER:
            state = state._with_entry(replace(entry, status=Status.PLAYER, rule=None, working=""))
    return replace(
        state, sessions=last.sessions, contests=last.contests, starts=last.starts, last_stage=None, reserves=()
    )


def _owner(state: TournamentState, session: Session) -> Contest:
    """Which contest of the stage a session decides: tables and their contests stand in the same order."""
    if session.play_off:
        return next(each for each in state.contests if session.number in chain(*each.play_offs, *each.spare))
    tables = [each.number for each in state.sessions if not each.play_off]
    return state.contests[tables.index(session.number)]


def _resting_on(state: TournamentState, session: Session) -> Iterator[int]:
    """The play-offs that came after the session, for its own places and between the tables."""
    for contest in (_owner(state, session), *(each for each in state.contests if each.kind == BEST_LOSERS)):
        yield from (number for number in chain(*contest.play_offs) if number > session.number)


def _holdings(state: TournamentState, old: Tally, new: Tally) -> dict[str, int]:
    """What each of them holds of bought chips after the correction."""
    if state.conditions.issue is not Issue.SOLD:
        return {}
    return {
        was.player: state.entry_here(was.player).holding + now.chips - was.chips
        for was, now in zip(old.counts, new.counts, strict=True)
    }


def _after_correction(was: TournamentState, act: CorrectTally) -> TournamentState:
    state = _reopened(was)
    session = state.session_here(act.session)
    if session.tally is None:
        raise LookupError(act.session)
    for player, held in _holdings(state, session.tally, act.tally).items():
        state = state._with_entry(replace(state.entry_here(player), holding=held))
    owner = _owner(state, session)
    state = state._with_session(replace(session, tally=act.tally))
    contests = (
        _decided_anew(state, each, session) if each is owner or each.kind == BEST_LOSERS else each
        for each in state.contests
    )
    return _with_departures(was, progressed(replace(state, contests=tuple(contests))))


def _with_departures(was: TournamentState, state: TournamentState) -> TournamentState:
    """Who had left since the stage was over leaves it again: nobody takes the place but a substitute (6.7, T30)."""
    for player in was.last_stage.players if was.last_stage is not None else ():
        left = was.entry_here(player)
        if left.status in (Status.WITHDRAWN, Status.DISQUALIFIED):
            gone = state._with_fate(player, left.status, left.rule or IMPOSSIBLE, left.working)
            state = without_player(with_substitute(gone, player), player)
    return state


def _decided_anew(state: TournamentState, contest: Contest, session: Session) -> Contest:
    """The contest before anything was decided, with all that was done for it and does not rest on the tally."""
    tables = [each.number for each in state.sessions if not each.play_off]
    numbers = () if contest.kind == BEST_LOSERS else (tables[state.contests.index(contest)],)
    places = 1 if contest.kind == FINAL else state.conditions.stage(state.stage).advance
    return Contest(
        contest.kind,
        places,
        numbers,
        answers=tuple(each for each in contest.answers if each.session != session.number),
        drawn=contest.drawn,
        spare=(*contest.play_offs, *contest.spare),
    )


def _offers_correction(state: TournamentState) -> Iterator[Offer]:
    """For each session that was counted; the right figures are the director's to say, here one more chip for one."""
    for session in _reopened(state).sessions if state.phase in (Phase.PLAY, Phase.DECIDED) else ():
        tally = _with_one_chip_more(session, state.conditions.sign)
        if tally is not None and _refuses_correction(state, CorrectTally(session.number, tally, "none")) is None:
            fields: dict[str, Field] = {
                "session": Choices((session.number,)),
                "tally": Choices((tally,)),
                "reason": Words(),
            }
            yield Offer(CorrectTally, Role.TOURNAMENT_DIRECTOR, fields)


def _with_one_chip_more(session: Session, sign: Sign | None) -> Tally | None:
    tally = session.tally
    able = [count for count in tally.standing if count.chips >= tally.minimum] if tally else []
    if tally is None or sign is None or not able:
        return None
    more = replace(able[0], chips=able[0].chips + sign.smallest_chip)
    return replace(tally, counts=tuple(more if count is able[0] else count for count in tally.counts))


RECOUNTING: Handlers = {CorrectTally: Handler(_refuses_correction, _after_correction, _offers_correction, DIRECTOR)}
