"""A stage of a tournament: its tables, the draw of the seats, its sessions and their tallies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers
from croupier.games.money import MOST, dollars, is_whole
from croupier.games.offers import Bounds, Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    BuyChips,
    DeclineIssue,
    DrawSeat,
    IssueAgain,
    PlaceAt,
    RecallSession,
    Redeem,
    ReportSession,
    SetTables,
    StartSession,
)
from croupier.games.tournament.advancement import (
    GOING_ON,
    WINNER,
    new_contests,
    progressed,
    reported,
    turned_away,
    walked_over,
    with_final_tally,
    with_play_off,
    with_sessions,
    without_player,
)
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, MOST_AT_TABLE, missing, tables_for
from croupier.games.tournament.entry import refuses_over
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.placing import Selection
from croupier.games.tournament.state import FINAL, Contest, Phase, Seat, Session, Status, TournamentState
from croupier.games.tournament.table_acts import Attendance, Disqualify
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

_OPERATOR = (Role.OPERATOR,)
_DIRECTOR = (Role.TOURNAMENT_DIRECTOR,)
_EITHER = (Role.TOURNAMENT_DIRECTOR, Role.OPERATOR)
_HASH = re.compile(r"(?:[0-9a-f]{64})?\Z")


# The director, and who is disqualified


def _refuses_attendance(state: TournamentState, act: Attendance) -> Refusal | None:
    rule = Cite("D7 5.1")
    if not isinstance(act.present, bool):
        return Refusal(rule, "bad_attendance", "The director is present or is not.")
    if act.present == state.director_present:
        where = "here already" if act.present else "not here"
        return Refusal(rule, "no_change", f"The tournament director is {where}.")
    return None


def _after_attendance(state: TournamentState, act: Attendance) -> TournamentState:
    return replace(state, director_present=act.present)


def _offers_attendance(state: TournamentState) -> Iterator[Offer]:
    yield Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((not state.director_present,))})


def _refuses_disqualify(state: TournamentState, act: Disqualify) -> Refusal | None:
    if refusal := refuses_over(state):
        return refusal
    if act.player not in state.players:
        return Refusal(Cite("D7 1.0 Player"), "not_playing", f"{act.player} is not in the tournament.")
    session = state.session_of(act.player)
    if session is not None and session.begun:
        why = f"{act.player} is playing session {session.number}: it is for that table to disqualify."
        return Refusal(Cite("D7 3.3(b)(i)"), "at_table", why)
    if act.ground not in GROUNDS:
        known = ", ".join(GROUNDS)
        return Refusal(Cite("D7 3.3(b)(i)"), "no_such_ground", f"A player is disqualified on one of these: {known}.")
    if not is_reason(act.reason):
        return Refusal(GROUNDS[act.ground], "no_reason", "A disqualification needs its reason, on one line.")
    return None


def _after_disqualify(state: TournamentState, act: Disqualify) -> TournamentState:
    working = f"{act.ground}: {act.reason}"
    state = state.with_fate(act.player, Status.DISQUALIFIED, GROUNDS[act.ground], working)
    return without_player(state, act.player)


def _offers_disqualify(state: TournamentState) -> Iterator[Offer]:
    ground = next(iter(GROUNDS))
    for player in state.players:
        if _refuses_disqualify(state, Disqualify(player, ground, "none")) is None:
            fields: dict[str, Field] = {
                "player": Choices((player,)),
                "ground": Choices(tuple(GROUNDS)),
                "reason": Words(),
            }
            yield Offer(Disqualify, Role.TOURNAMENT_DIRECTOR, fields)


# Tables and seats


def _refuses_tables(state: TournamentState, act: SetTables) -> Refusal | None:
    if refusal := refuses_over(state):
        return refusal
    if not state.awaits_tables:
        return Refusal(Cite("D7 3.3(c)(i)"), "tables_set", "The tables of this stage are set.")
    if lacking := missing(state.conditions):
        return Refusal(Cite("D7 3.2"), "incomplete", f"Not settled yet: {', '.join(lacking)}.")
    number = len(state.players)
    fewest = state.conditions.fewest
    if state.stage == 0 and fewest is not None and number < fewest:
        why = f"{number} players take part; the conditions of entry want {fewest}."
        return Refusal(Cite("D7 3.2(f)"), "too_few_players", why)
    if state.stage == 0 and number < FEWEST_AT_TABLE:
        return Refusal(Cite("D7 5.4"), "too_few_players", f"A tournament needs {FEWEST_AT_TABLE} players to begin.")
    return _refuses_sizes(act.sizes, number) or _refuses_seats(state, act.sizes)


def _refuses_sizes(sizes: Any, players: int) -> Refusal | None:
    rule = Cite("D7 5.4")
    if not isinstance(sizes, tuple) or not all(map(is_whole, sizes)):
        return Refusal(rule, "bad_number", "Tables are set by the number of players at each.")
    if players <= MOST_AT_TABLE:
        if sizes != (players,):
            return Refusal(Cite("D7 6.8"), "one_final", f"The {players} players who are left play the final.")
        return None
    wrong = next((size for size in sizes if not FEWEST_AT_TABLE <= size <= MOST_AT_TABLE), None)
    if wrong is not None:
        why = f"A table begins with {FEWEST_AT_TABLE} to {MOST_AT_TABLE} players, not {wrong}."
        return Refusal(rule, "bad_number", why)
    if sum(sizes) != players:
        return Refusal(Cite("D7 5.2"), "not_all", f"The tables seat {sum(sizes)} players; {players} are to play.")
    return None


def _refuses_seats(state: TournamentState, sizes: tuple[int, ...]) -> Refusal | None:
    """As many as the conditions of entry seat at a table, or as the number of players asks for."""
    most = max(state.conditions.seats, *tables_for(len(state.players), state.conditions.seats))
    if max(sizes) > most:
        return Refusal(Cite("D7 5.4"), "bad_number", f"The conditions of entry seat {most} at a table at most.")
    return None


def _after_tables(state: TournamentState, act: SetTables) -> TournamentState:
    state = replace(state, phase=Phase.PLAY, stage=state.stage + 1, is_final=state.fits_one_table)
    state, numbers = with_sessions(state, act.sizes, state.players, state.conditions.chips or 0)
    return replace(state, contests=new_contests(state, numbers))


def _offers_tables(state: TournamentState) -> Iterator[Offer]:
    if state.players:
        sizes = tables_for(len(state.players), state.conditions.seats)
        if _refuses_tables(state, SetTables(sizes)) is None:
            yield Offer(SetTables, Role.OPERATOR, {"sizes": Choices((sizes,))})


def _refuses_place(state: TournamentState, act: PlaceAt) -> Refusal | None:
    draw = next((each for each in state.draws if act.player in each.pool), None)
    if draw is None:
        return Refusal(Cite("D7 3.3(c)(ii)"), "not_to_be_seated", f"{act.player} has no seat to be given.")
    if not (is_whole(act.session) and is_whole(act.box)) or Seat(act.session, act.box) not in draw.seats:
        return Refusal(Cite("D7 3.3(c)(ii)"), "seat_taken", "That seat is not free for this player.")
    return None


def _after_place(state: TournamentState, act: PlaceAt) -> TournamentState:
    return _seated(state, act.player, Seat(act.session, act.box))


def _seated(state: TournamentState, player: str, seat: Seat) -> TournamentState:
    session = state.session_here(seat.session)
    seats = (*session.seats[: seat.box - 1], player, *session.seats[seat.box :])
    draws = []
    for draw in state.draws:
        if player in draw.pool:
            pool = tuple(each for each in draw.pool if each != player)
            free = tuple(each for each in draw.seats if each != seat)
            draws += [replace(draw, pool=pool, seats=free)] if pool else []
        else:
            draws.append(draw)
    seated = replace(state.with_session(replace(session, seats=seats)), draws=tuple(draws))
    return progressed(walked_over(seated))


def _offers_place(state: TournamentState) -> Iterator[Offer]:
    for draw in state.draws:
        for seat in draw.seats:
            fields: dict[str, Field] = {
                "player": Choices(draw.pool),
                "session": Choices((seat.session,)),
                "box": Choices((seat.box,)),
            }
            yield Offer(PlaceAt, Role.OPERATOR, fields)


def _refuses_draw(state: TournamentState, act: DrawSeat) -> Refusal | None:
    rule = Cite("D7 5.2")
    if not state.draws:
        return Refusal(rule, "nothing_to_draw", "No seat is being drawn for.")
    if act.player not in state.draws[0].pool:
        return Refusal(rule, "not_in_draw", f"{act.player} is not in this draw.")
    return None


def _after_draw(state: TournamentState, act: DrawSeat) -> TournamentState:
    return _seated(state, act.player, state.draws[0].seats[0])


def _offers_draw(state: TournamentState) -> Iterator[Offer]:
    if state.draws:
        yield Offer(DrawSeat, Role.TOURNAMENT_DIRECTOR, {"player": Choices(state.draws[0].pool)})


def chance(state: TournamentState) -> Mapping[Act, Fraction]:
    """Every player who is not seated yet has the same chance of the next seat (1.0 Tournament)."""
    if not state.draws:
        return {}
    pool = state.draws[0].pool
    return {DrawSeat(player): Fraction(1, len(pool)) for player in pool}


# Sessions


def _refuses_chips(state: TournamentState, act: BuyChips) -> Refusal | None:
    entry = state.entry(act.player)
    if entry is None or state.price_for(act.player) is None:
        return Refusal(Cite("D7 3.2(d)"), "nothing_to_buy", f"{act.player} has no chips to buy now.")
    return None


def _after_chips(state: TournamentState, act: BuyChips) -> TournamentState:
    entry = state.entry_here(act.player)
    price = state.price_for(act.player) or 0
    return state.with_entry(replace(entry, has_chips=True, chip_money=entry.chip_money + price))


def _offers_chips(state: TournamentState) -> Iterator[Offer]:
    for player in state.players:
        if state.price_for(player) is not None:
            yield Offer(BuyChips, Role.PLAYER, {"player": Choices((player,))})


def _refuses_start(state: TournamentState, act: StartSession) -> Refusal | None:
    session = state.session(act.session)
    if session is None or not session.is_waiting:
        return Refusal(Cite("D7 5.2"), "no_such_session", "No such session is waiting to begin.")
    if not all(session.seats):
        return Refusal(Cite("D7 5.2"), "seats_open", "Not every seat of this session has its player.")
    if not state.director_present:
        return Refusal(Cite("D7 5.1"), "no_director", "The tournament director must be present.")
    if state.starts is not None and state.now < state.starts:
        return Refusal(Cite("D7 3.8"), "too_early", "The starting time has not come.")
    unpaid = [player for player in session.seats if state.price_for(player) is not None]
    if unpaid:
        return Refusal(Cite("D7 5.5"), "no_chips", f"{unpaid[0]} has not bought the chips for this session.")
    return None


def _after_start(state: TournamentState, act: StartSession) -> TournamentState:
    """When play begins, applicants who were not accepted are turned away."""
    for player in state.of_status(Status.APPLICANT):
        state = turned_away(state, player, "not accepted before play began")
    return state.with_session(replace(state.session_here(act.session), begun=True))


def _offers_start(state: TournamentState) -> Iterator[Offer]:
    ready = [each.number for each in state.sessions if _refuses_start(state, StartSession(each.number)) is None]
    if ready:
        yield Offer(StartSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices(tuple(ready))})


def _refuses_recall(state: TournamentState, act: RecallSession) -> Refusal | None:
    session = state.session(act.session)
    if session is None or not session.begun or session.tally is not None:
        return Refusal(Cite("D7 5.4", "T30"), "no_such_session", "No such session was started.")
    return None


def _after_recall(state: TournamentState, act: RecallSession) -> TournamentState:
    return state.with_session(replace(state.session_here(act.session), begun=False))


def _offers_recall(state: TournamentState) -> Iterator[Offer]:
    started = tuple(each.number for each in state.sessions if each.begun and each.tally is None)
    if started:
        yield Offer(RecallSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices(started)})


def _refuses_report(state: TournamentState, act: ReportSession) -> Refusal | None:
    rule = Cite("D7 6.4")
    session = state.session(act.session)
    if session is None or not session.begun or session.tally is not None:
        return Refusal(rule, "no_such_session", "No such session is being played.")
    if not isinstance(act.record, str) or not _HASH.match(act.record):
        return Refusal(rule, "bad_record", "A table's record is named by its SHA-256.")
    return None if _is_tally(act.tally, session) else Refusal(rule, "bad_tally", "The tally is not of this session.")


def _is_tally(tally: Any, session: Session) -> bool:
    if not isinstance(tally, Tally) or tuple(count.player for count in tally.counts) != session.seats:
        return False
    figures = (tally.rounds, tally.minimum, *(figure for count in tally.counts for figure in (count.chips, count.fell)))
    if not all(is_whole(figure) and 0 <= figure <= MOST for figure in figures):
        return False
    return all(_is_count(count, tally) for count in tally.counts)


def _is_count(count: Count, tally: Tally) -> bool:
    """Who holds nothing has fallen, in some round; only who is disqualified has a ground for it."""
    if not isinstance(count.disqualified, bool) or count.fell > tally.rounds:
        return False
    if count.disqualified:
        return (count.ground == "" or count.ground in GROUNDS) and (count.chips > 0 or count.fell > 0)
    return count.ground == "" and (count.chips > 0 or count.fell > 0)


def _after_report(state: TournamentState, act: ReportSession) -> TournamentState:
    return reported(state, state.session_here(act.session), act.tally, act.record)


def _offers_report(state: TournamentState) -> Iterator[Offer]:
    """The figures are the table's: offered is the tally of a session in which nobody won or lost a chip."""
    for session in state.sessions:
        if session.begun and session.tally is None:
            tally = Tally(0, 0, tuple(Count(player, session.chips) for player in session.seats))
            fields: dict[str, Field] = {"session": Choices((session.number,)), "tally": Choices((tally,))}
            yield Offer(ReportSession, Role.TOURNAMENT_DIRECTOR, fields)


# A new issue of chips (4.8)


def _asking(state: TournamentState, number: Any) -> Contest | None:
    return next((each for each in state.contests if each.reissue and number in each.sessions), None)


def _refuses_asked(state: TournamentState, number: Any) -> Refusal | None:
    if not is_whole(number) or _asking(state, number) is None:
        why = "In that session not all fell in the same round, or it is decided."
        return Refusal(Cite("D7 4.8(a)", "T4"), "no_new_issue", why)
    return None


def _issue_bounds(state: TournamentState) -> Bounds:
    sign = state.conditions.sign
    chip = 1 if sign is None else sign.smallest_chip
    least = 1 if sign is None else -(-sign.minimum // chip) * chip
    return Bounds(least, (state.conditions.chips or 0) // chip * chip, chip)


def _refuses_issue(state: TournamentState, act: IssueAgain) -> Refusal | None:
    if refusal := _refuses_asked(state, act.session):
        return refusal
    bounds = _issue_bounds(state)
    if not is_whole(act.amount) or act.amount not in bounds:
        why = f"New chips are worth {dollars(bounds.lowest)} to {dollars(bounds.highest)}, as at the beginning at most."
        return Refusal(Cite("D7 4.8(a)"), "bad_issue", why)
    return None


def _after_issue(state: TournamentState, act: IssueAgain) -> TournamentState:
    contest = _asking(state, act.session)
    if contest is None:
        raise LookupError(act.session)
    selection = Selection((), contest.reissue, contest.places)
    changed, purpose = contest, GOING_ON
    tally = state.session_here(act.session).tally
    if contest.kind == FINAL and tally is not None:
        changed, purpose = with_final_tally(contest, tally), contest.purpose or WINNER
    return with_play_off(state, contest, changed, selection, purpose=purpose, chips=act.amount)


def _offers_issue(state: TournamentState) -> Iterator[Offer]:
    for contest in state.contests:
        if contest.reissue:
            fields: dict[str, Field] = {"session": Choices(contest.sessions), "amount": _issue_bounds(state)}
            yield Offer(IssueAgain, Role.OPERATOR, fields)


def _refuses_decline(state: TournamentState, act: DeclineIssue) -> Refusal | None:
    return _refuses_asked(state, act.session)


def _after_decline(state: TournamentState, act: DeclineIssue) -> TournamentState:
    contest = _asking(state, act.session)
    contests = tuple(replace(each, reissue=(), declined=True) if each is contest else each for each in state.contests)
    return progressed(replace(state, contests=contests))


def _offers_decline(state: TournamentState) -> Iterator[Offer]:
    for contest in state.contests:
        if contest.reissue:
            yield Offer(DeclineIssue, Role.OPERATOR, {"session": Choices(contest.sessions)})


# Chips that were bought


def _refuses_redeem(state: TournamentState, act: Redeem) -> Refusal | None:
    rule = Cite("D7 6.12(b)")
    entry = state.entry(act.player)
    if entry is None or not entry.holding:
        return Refusal(rule, "no_chips", f"{act.player} has no tournament chips to redeem.")
    if not is_whole(act.amount) or not 0 < act.amount <= entry.holding:
        return Refusal(rule, "not_an_amount", f"{act.player} has {dollars(entry.holding)} to redeem.")
    return None


def _after_redeem(state: TournamentState, act: Redeem) -> TournamentState:
    entry = state.entry_here(act.player)
    changed = replace(entry, holding=entry.holding - act.amount, redeemed=entry.redeemed + act.amount)
    return state.with_entry(changed)


def _offers_redeem(state: TournamentState) -> Iterator[Offer]:
    for entry in state.entries:
        if entry.holding:
            fields: dict[str, Field] = {"player": Choices((entry.player,)), "amount": Bounds(1, entry.holding)}
            yield Offer(Redeem, Role.PLAYER, fields)


STAGES: Handlers = {
    Attendance: Handler(_refuses_attendance, _after_attendance, _offers_attendance, _DIRECTOR),
    Disqualify: Handler(_refuses_disqualify, _after_disqualify, _offers_disqualify, _EITHER),
    SetTables: Handler(_refuses_tables, _after_tables, _offers_tables, _EITHER),
    PlaceAt: Handler(_refuses_place, _after_place, _offers_place, _EITHER),
    DrawSeat: Handler(_refuses_draw, _after_draw, _offers_draw, _EITHER),
    BuyChips: Handler(_refuses_chips, _after_chips, _offers_chips),
    StartSession: Handler(_refuses_start, _after_start, _offers_start, _DIRECTOR),
    RecallSession: Handler(_refuses_recall, _after_recall, _offers_recall, _DIRECTOR),
    ReportSession: Handler(_refuses_report, _after_report, _offers_report, _DIRECTOR),
    IssueAgain: Handler(_refuses_issue, _after_issue, _offers_issue, _OPERATOR),
    DeclineIssue: Handler(_refuses_decline, _after_decline, _offers_decline, _OPERATOR),
    Redeem: Handler(_refuses_redeem, _after_redeem, _offers_redeem),
}
