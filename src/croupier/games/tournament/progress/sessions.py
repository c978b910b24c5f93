"""The sessions of a tournament: chips for them, their start, their tallies, a new issue of chips (4.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers, no_offers, unchanged
from croupier.games.money import is_whole, priced
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    BuyChips,
    DeclineIssue,
    IssueAgain,
    PayPrizes,
    RecallSession,
    Redeem,
    ReportSession,
    SharePrize,
    StartSession,
)
from croupier.games.tournament.conditions import Issue, Measure
from croupier.games.tournament.director import DIRECTOR, DIRECTOR_OR_OPERATOR
from croupier.games.tournament.entry import refuses_over
from croupier.games.tournament.progress.advancement import paid_out, progressed, reported, turned_away
from croupier.games.tournament.progress.counting import IMPOSSIBLE, is_tally_of, refuses_impossible
from croupier.games.tournament.progress.play_offs import issued_again
from croupier.games.tournament.state import Contest, Phase, Session, Status, TournamentState
from croupier.games.tournament.tally import Count, Tally
from croupier.rulebook import Cite

TALLIES_ARE_JUDGED = 2
"""From this edition on a tally that cannot be is refused (ruling T43)."""

PAYMENT = Cite("D7 3.4", "T43")
_OPERATOR = (Role.OPERATOR,)
RUNNER_UP_PLACE = 2
_HASH = re.compile(r"(?:[0-9a-f]{64})?\Z")


def _refuses_chips(state: TournamentState, act: BuyChips) -> Refusal | None:
    entry = state.entry(act.player)
    if entry is None or state.price_for(act.player) is None:
        return Refusal(Cite("D7 3.2(d)"), "nothing_to_buy", f"{act.player} has no chips to buy now.")
    return None


def _after_chips(state: TournamentState, act: BuyChips) -> TournamentState:
    entry = state.entry_here(act.player)
    price = state.price_for(act.player) or 0
    return state._with_entry(replace(entry, has_chips=True, chip_money=entry.chip_money + price))


def _offers_chips(state: TournamentState) -> Iterator[Offer]:
    for player in state.players:
        if state.price_for(player) is not None:
            yield Offer(BuyChips, Role.PLAYER, {"player": Choices((player,))})


def _refuses_start(state: TournamentState, act: StartSession) -> Refusal | None:
    session = state.session(act.session)
    if session is None or not session.is_waiting:
        return Refusal(Cite("D7 5.2"), "no_such_session", "No session of that number is waiting to begin.")
    if not all(session.seats):
        return Refusal(Cite("D7 5.2"), "seats_open", "Some seats of this session have no player yet.")
    if not state.director_present:
        return Refusal(Cite("D7 5.1"), "no_director", "The tournament director must be present.")
    if state.starts is not None and state.now < state.starts:
        return Refusal(Cite("D7 3.8"), "too_early", "The starting time has not come yet.")
    unpaid = [player for player in session.seats if state.price_for(player) is not None]
    if unpaid:
        return Refusal(Cite("D7 5.5"), "no_chips", f"{unpaid[0]} has not bought the chips for this session.")
    return None


def _after_start(state: TournamentState, act: StartSession) -> TournamentState:
    """When play begins whoever was not accepted is turned away; with late entries when the last table begins."""
    state = state._with_session(replace(state.session_here(act.session), begun=True))
    if state.takes_late_entries and state.tables_to_begin:
        return state
    for player in state.of_status(Status.APPLICANT):
        state = turned_away(state, player, "not accepted before play began")
    return state


def _offers_start(state: TournamentState) -> Iterator[Offer]:
    ready = [each.number for each in state.sessions if _refuses_start(state, StartSession(each.number)) is None]
    if ready:
        yield Offer(StartSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices(tuple(ready))})


def _refuses_recall(state: TournamentState, act: RecallSession) -> Refusal | None:
    session = state.session(act.session)
    if session is None or not session.begun or session.tally is not None:
        return Refusal(Cite("D7 5.4", "T30"), "no_such_session", "No session of that number was started.")
    return None


def _after_recall(state: TournamentState, act: RecallSession) -> TournamentState:
    return state._with_session(replace(state.session_here(act.session), begun=False))


def _offers_recall(state: TournamentState) -> Iterator[Offer]:
    started = tuple(each.number for each in state.sessions if each.begun and each.tally is None)
    if started:
        yield Offer(RecallSession, Role.TOURNAMENT_DIRECTOR, {"session": Choices(started)})


def _refuses_report(state: TournamentState, act: ReportSession) -> Refusal | None:
    rule = Cite("D7 6.4")
    session = state.session(act.session)
    if session is None or not session.begun or session.tally is not None:
        return Refusal(rule, "no_such_session", "No session of that number is being played.")
    if not isinstance(act.record, str) or not _HASH.match(act.record):
        return Refusal(rule, "bad_record", "Name the table's record by its SHA-256.")
    if act.reason and not is_reason(act.reason):
        return Refusal(IMPOSSIBLE, "no_reason", "Give the reason on one line.")
    return refuses_tally(state, session, act.tally, act.reason)


def refuses_tally(state: TournamentState, session: Session, tally: Any, reason: str = "") -> Refusal | None:
    """Whether it is a tally of the session, and since ruling T43 whether it can be one."""
    if not is_tally_of(tally, session.seats):
        return Refusal(Cite("D7 6.4"), "bad_tally", "The tally does not belong to this session.")
    if state.edition < TALLIES_ARE_JUDGED:
        return None
    sign = state.sign_of(session.number)
    return refuses_impossible(tally, sign, state.duration_of(session.number), state.conditions, reason)


def _after_report(state: TournamentState, act: ReportSession) -> TournamentState:
    return reported(state, state.session_here(act.session), act.tally, act.record)


def _offers_report(state: TournamentState) -> Iterator[Offer]:
    """The figures are the table's: offered is the tally of a session in which nobody won or lost a chip."""
    for session in state.sessions:
        if session.begun and session.tally is None:
            duration, sign = state.duration_of(session.number), state.sign_of(session.number)
            rounds = duration.count if duration.measure is Measure.ROUNDS else 0
            counts = tuple(Count(player, session.chips) for player in session.seats)
            tally = Tally(rounds, sign.minimum, counts)
            fields: dict[str, Field] = {"session": Choices((session.number,)), "tally": Choices((tally,))}
            yield Offer(ReportSession, Role.TOURNAMENT_DIRECTOR, fields)


# A new issue of chips (4.8)


def _asking(state: TournamentState, number: Any) -> Contest | None:
    return next((each for each in state.contests if each.reissue and number in each.sessions), None)


def _refuses_asked(state: TournamentState, number: Any) -> Refusal | None:
    if not is_whole(number) or _asking(state, number) is None:
        why = "New chips are for a session, still undecided, in which all players fell below the minimum in one round."
        return Refusal(Cite("D7 4.8(a)", "T4"), "no_new_issue", why)
    return None


def _issue_bounds(state: TournamentState) -> Bounds:
    sign = state.play_off_sign
    chip = 1 if sign is None else sign.smallest_chip
    least = 1 if sign is None else -(-sign.minimum // chip) * chip
    return Bounds(least, state.stage_chips // chip * chip, chip)


def _refuses_issue(state: TournamentState, act: IssueAgain) -> Refusal | None:
    if refusal := _refuses_asked(state, act.session):
        return refusal
    bounds = _issue_bounds(state)
    if not is_whole(act.amount) or act.amount not in bounds:
        why = f"New chips are worth {priced(bounds.lowest)} to {priced(bounds.highest)}, no more than at the beginning."
        return Refusal(Cite("D7 4.8(a)"), "bad_issue", why)
    return None


def _after_issue(state: TournamentState, act: IssueAgain) -> TournamentState:
    return issued_again(state, _asked_about(state, act.session), act.amount)


def _asked_about(state: TournamentState, number: int) -> Contest:
    contest = _asking(state, number)
    if contest is None:
        raise LookupError(number)
    return contest


def _offers_issue(state: TournamentState) -> Iterator[Offer]:
    for contest in state.contests:
        if contest.reissue:
            fields: dict[str, Field] = {"session": Choices(contest.sessions), "amount": _issue_bounds(state)}
            yield Offer(IssueAgain, Role.OPERATOR, fields)


def _refuses_decline(state: TournamentState, act: DeclineIssue) -> Refusal | None:
    return _refuses_asked(state, act.session)


def _after_decline(state: TournamentState, act: DeclineIssue) -> TournamentState:
    contest = _asked_about(state, act.session)
    declined = replace(contest, reissue=()).with_answer(act.session, 0)
    return progressed(replace(state, contests=tuple(declined if each is contest else each for each in state.contests)))


def _offers_decline(state: TournamentState) -> Iterator[Offer]:
    for contest in state.contests:
        if contest.reissue:
            yield Offer(DeclineIssue, Role.OPERATOR, {"session": Choices(contest.sessions)})


# A prize that is not shared


def _refuses_share(_state: TournamentState, act: SharePrize) -> Refusal | None:
    if is_whole(act.place) and act.place > RUNNER_UP_PLACE:
        why = "Players who tie for a lower prize share it automatically when the tournament ends."
        return Refusal(Cite("D7 6.11(a)", "T26"), "shared_by_itself", why)
    why = "Winner and runner-up do not share a prize. Players who tie for it play off."
    return Refusal(Cite("D7 6.11(a)"), "not_shared", why)


# The prizes are paid


def _refuses_payment(state: TournamentState, _act: PayPrizes) -> Refusal | None:
    if state.phase is Phase.OVER:
        return Refusal(PAYMENT, "prizes_paid", "The prizes are paid.")
    if refusal := refuses_over(state):
        return refusal
    if state.phase is not Phase.DECIDED:
        return Refusal(Cite("D7 6.8", "T43"), "not_decided", "Prizes are paid when everybody has a place.")
    return None


def _after_payment(state: TournamentState, _act: PayPrizes) -> TournamentState:
    return paid_out(state)


def _offers_payment(state: TournamentState) -> Iterator[Offer]:
    if state.phase is Phase.DECIDED:
        yield Offer(PayPrizes, Role.TOURNAMENT_DIRECTOR, {})


# Chips that were bought


def _refuses_redeem(state: TournamentState, act: Redeem) -> Refusal | None:
    if state.conditions.issue is Issue.FREE:
        why = "Chips that were given free go back to the operator when a session ends and cannot be redeemed."
        return Refusal(Cite("D7 6.12(a)"), "no_chips", why)
    rule = Cite("D7 6.12(b)")
    entry = state.entry(act.player)
    if entry is None or not entry.holding:
        return Refusal(rule, "no_chips", f"{act.player} has no tournament chips to redeem.")
    if not is_whole(act.amount) or not 0 < act.amount <= entry.holding:
        return Refusal(rule, "not_an_amount", f"{act.player} has {priced(entry.holding)} to redeem.")
    return None


def _after_redeem(state: TournamentState, act: Redeem) -> TournamentState:
    entry = state.entry_here(act.player)
    changed = replace(entry, holding=entry.holding - act.amount, redeemed=entry.redeemed + act.amount)
    return state._with_entry(changed)


def _offers_redeem(state: TournamentState) -> Iterator[Offer]:
    for entry in state.entries:
        if entry.holding:
            fields: dict[str, Field] = {"player": Choices((entry.player,)), "amount": Bounds(1, entry.holding)}
            yield Offer(Redeem, Role.PLAYER, fields)


SESSIONS: Handlers = {
    BuyChips: Handler(_refuses_chips, _after_chips, _offers_chips),
    StartSession: Handler(_refuses_start, _after_start, _offers_start, DIRECTOR),
    RecallSession: Handler(_refuses_recall, _after_recall, _offers_recall, DIRECTOR),
    ReportSession: Handler(_refuses_report, _after_report, _offers_report, DIRECTOR),
    IssueAgain: Handler(_refuses_issue, _after_issue, _offers_issue, _OPERATOR),
    DeclineIssue: Handler(_refuses_decline, _after_decline, _offers_decline, _OPERATOR),
    PayPrizes: Handler(_refuses_payment, _after_payment, _offers_payment, DIRECTOR_OR_OPERATOR),
    SharePrize: Handler(_refuses_share, unchanged, no_offers, DIRECTOR_OR_OPERATOR),
    Redeem: Handler(_refuses_redeem, _after_redeem, _offers_redeem),
}
