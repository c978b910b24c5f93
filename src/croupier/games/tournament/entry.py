"""Who enters a tournament and on what terms, and where the entry fees go (section 3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from msgspec.structs import replace

from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers
from croupier.games.money import MOST, is_whole, priced
from croupier.games.offers import Bounds, Choices, Field, Offer, Words
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    AcceptEntry,
    AlterStart,
    Apply,
    BreakOff,
    CancelTournament,
    ConsentToRefund,
    Contribute,
    Determine,
    NotifyApplicant,
    PayFee,
    RefuseEntry,
    SetTime,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import (
    LAST_MOMENT,
    MOST_PLAYERS,
    Duration,
    Measure,
    missing,
    refuses_conditions,
)
from croupier.games.tournament.progress.advancement import (
    all_refunded,
    called_off,
    finished,
    refunded,
    turned_away,
    with_substitute,
    without_player,
)
from croupier.games.tournament.progress.seating import with_late_seat
from croupier.games.tournament.state import Entry, Phase, Status, TournamentState
from croupier.rulebook import Cite

REFUND_SECONDS = 48 * 60 * 60
"""Two days are 48 hours, whatever the clocks on the wall do meanwhile (ruling T14)."""
MOST_APPLICATIONS = 4 * MOST_PLAYERS
_OPERATOR = (Role.OPERATOR,)
_MAY_APPLY_AGAIN = (Status.WITHDRAWN, Status.REFUSED)
"""After which a second application is good while entries are open (ruling T40)."""


def refuses_over(state: TournamentState) -> Refusal | None:
    if state.phase is Phase.OVER:
        return Refusal(Cite("D7 6.8"), "tournament_over", "The tournament is over.")
    if state.phase is Phase.OFF:
        return Refusal(Cite("D7 3.5(b)"), "tournament_over", "The tournament did not proceed.")
    return None


def refuses_decided(state: TournamentState) -> Refusal | None:
    """What play asks for is refused once everybody has a place, though the prizes are not paid yet."""
    if state.phase is Phase.DECIDED:
        return Refusal(Cite("D7 6.8"), "final_decided", "The tournament is won. Its prizes are to be paid.")
    return refuses_over(state)


def _refuses_applicant(state: TournamentState, player: Any, rule: Cite) -> Refusal | None:
    entry = state.entry(player)
    if entry is None or entry.status is not Status.APPLICANT:
        return Refusal(rule, "no_applicant", f"{player} has no application that waits for a decision.")
    return None


def _refuses_closed(state: TournamentState) -> Refusal | None:
    """Late entries end with the last seat, and when the last table begins: nobody joins one in play (5.2, 5.5)."""
    if state.takes_entries:
        return None
    if not state.takes_late_entries:
        return Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    if state.tables_to_begin:
        why = f"Every table that has not begun has its {state.conditions.seats} players."
        return Refusal(Cite("D7 5.4"), "no_seat_left", why)
    return Refusal(Cite("D7 5.2"), "entries_closed", "Entries are closed: every table has begun.")


def _offers_to(state: TournamentState, kind: Any, role: Role) -> Iterator[Offer]:
    """The act for each person for whom it is accepted."""
    for entry in state.entries:
        if state.refuses(kind(entry.player)) is None:
            yield Offer(kind, role, {"player": Choices((entry.player,))})


# Conditions and time


def _refuses_determine(state: TournamentState, act: Determine) -> Refusal | None:
    if refusal := refuses_decided(state):
        return refusal
    if state.entries or state.phase is not Phase.ENTRY:
        why = "The conditions of entry cannot change after the first application."
        return Refusal(Cite("D7 3.2"), "entries_taken", why)
    return refuses_conditions(act.conditions)


def _after_determine(state: TournamentState, act: Determine) -> TournamentState:
    return replace(state, conditions=act.conditions, starts=act.conditions.starts)


def _offers_determine(state: TournamentState) -> Iterator[Offer]:
    if _refuses_determine(state, Determine(state.conditions)) is None:
        yield Offer(Determine, Role.OPERATOR, {"conditions": Choices((state.conditions,))})


def _refuses_time(state: TournamentState, act: SetTime) -> Refusal | None:
    if not is_whole(act.at) or not state.now <= act.at < LAST_MOMENT:
        return Refusal(Cite("D7 3.8"), "bad_time", "Time goes forward, in whole seconds.")
    return None


def _after_time(state: TournamentState, act: SetTime) -> TournamentState:
    return replace(state, now=act.at)


def _offers_time(state: TournamentState) -> Iterator[Offer]:
    yield Offer(SetTime, Role.OPERATOR, {"at": Bounds(state.now, LAST_MOMENT - 1)})


def _refuses_alter(state: TournamentState, act: AlterStart) -> Refusal | None:
    rule = Cite("D7 3.8")
    if refusal := refuses_decided(state):
        return refusal
    if state.starts is None:
        return Refusal(Cite("D7 3.2"), "no_start", "The conditions of entry do not say yet when play begins.")
    if not is_whole(act.at) or not act.at < LAST_MOMENT:
        return Refusal(rule, "bad_time", "A session starts at a time in seconds since 1970 (UTC).")
    if act.at < state.now + state.conditions.notice_seconds:
        notice = Duration(Measure.SECONDS, state.conditions.notice_seconds)
        why = f"The players must be told {notice} before a changed start."
        return Refusal(rule, "short_notice", why)
    return None


def _after_alter(state: TournamentState, act: AlterStart) -> TournamentState:
    return replace(state, starts=act.at)


def _offers_alter(state: TournamentState) -> Iterator[Offer]:
    soonest = state.now + state.conditions.notice_seconds
    if _refuses_alter(state, AlterStart(soonest)) is None:
        yield Offer(AlterStart, Role.TOURNAMENT_DIRECTOR, {"at": Bounds(soonest, LAST_MOMENT - 1)})


# Applications


def _refuses_apply(state: TournamentState, act: Apply) -> Refusal | None:
    if lacking := missing(state.conditions):
        why = f"Not settled yet: {', '.join(lacking)}."
        return Refusal(Cite("D7 3.2"), "incomplete", why)
    if not is_name(act.player):
        return Refusal(Cite("D7 1.0 Applicant"), "bad_name", "Name the applicant.")
    if refusal := _refuses_closed(state):
        return refusal
    if len(state.entries) >= MOST_APPLICATIONS:
        return Refusal(Cite("D7 3.2(f)"), "full", f"At most {MOST_APPLICATIONS} applications are taken.")
    entry = state.entry(act.player)
    if entry is not None and entry.status not in _MAY_APPLY_AGAIN:
        return Refusal(Cite("D7 1.0 Applicant"), "applied_already", f"{act.player} has applied already.")
    return None


def _after_apply(state: TournamentState, act: Apply) -> TournamentState:
    """A second application is told and paid anew; a fee that was lost by a late withdrawal stays in the pool (3.5)."""
    old = state.entry(act.player) or Entry(act.player)
    number = 1 + max((entry.applied for entry in state.entries), default=0) if state.conditions.waiting_list else 0
    anew = replace(old, status=Status.APPLICANT, notified=False, paid=0, forfeited=old.held, rule=None, working="")
    return state._with_entry(replace(anew, applied=number))


def _offers_apply(state: TournamentState) -> Iterator[Offer]:
    """Any name will do; one that is free is named."""
    names = (f"applicant{number}" for number in count(len(state.entries) + 1))
    name = next(each for each in names if state.entry(each) is None)
    if _refuses_apply(state, Apply(name)) is None:
        yield Offer(Apply, Role.PLAYER, {"player": Choices((name,))})


def _refuses_notify(state: TournamentState, act: NotifyApplicant) -> Refusal | None:
    rule = Cite("D7 3.7")
    if refusal := _refuses_applicant(state, act.player, rule) or _refuses_closed(state):
        return refusal
    if state.entry_here(act.player).notified:
        return Refusal(rule, "notified_already", f"{act.player} has been sent the conditions of entry already.")
    return None


def _after_notify(state: TournamentState, act: NotifyApplicant) -> TournamentState:
    return state._with_entry(replace(state.entry_here(act.player), notified=True))


def _offers_notify(state: TournamentState) -> Iterator[Offer]:
    yield from _offers_to(state, NotifyApplicant, Role.OPERATOR)


def _refuses_fee(state: TournamentState, act: PayFee) -> Refusal | None:
    rule = Cite("D7 3.1")
    fee = state.conditions.entry_fee or 0
    if refusal := _refuses_applicant(state, act.player, rule) or _refuses_closed(state):
        return refusal
    if not fee:
        return Refusal(rule, "no_fee", "This tournament charges no entry fee.")
    if state.entry_here(act.player).paid:
        return Refusal(rule, "paid_already", f"{act.player} has paid already.")
    if not is_whole(act.amount) or act.amount != fee:
        return Refusal(rule, "not_the_fee", f"The entry fee is {priced(fee)}.")
    return None


def _after_fee(state: TournamentState, act: PayFee) -> TournamentState:
    return state._with_entry(replace(state.entry_here(act.player), paid=act.amount))


def _offers_fee(state: TournamentState) -> Iterator[Offer]:
    fee = state.conditions.entry_fee or 0
    for player in state.of_status(Status.APPLICANT):
        if _refuses_fee(state, PayFee(player, fee)) is None:
            yield Offer(PayFee, Role.PLAYER, {"player": Choices((player,)), "amount": Choices((fee,))})


def _refuses_accept(state: TournamentState, act: AcceptEntry) -> Refusal | None:
    if refusal := _refuses_applicant(state, act.player, Cite("D7 1.0 Player")):
        return refusal
    if refusal := _refuses_closed(state):
        return refusal
    entry = state.entry_here(act.player)
    if not entry.notified:
        why = f"{act.player} must first be told the conditions of entry in writing."
        return Refusal(Cite("D7 3.7"), "not_notified", why)
    if entry.paid < (state.conditions.entry_fee or 0):
        return Refusal(Cite("D7 3.1"), "fee_owed", f"{act.player} has not paid the entry fee.")
    most = state.conditions.most or MOST_PLAYERS
    if len(state.players) >= most:
        return Refusal(Cite("D7 3.2(f)"), "full", f"The tournament is full: it has its {most} players.")
    return None


def _after_accept(state: TournamentState, act: AcceptEntry) -> TournamentState:
    """Who enters late is seated at once, at a table that has not begun (ruling T46)."""
    late_table = state.late_table
    accepted = state._with_entry(replace(state.entry_here(act.player), status=Status.PLAYER))
    return accepted if late_table is None else with_late_seat(accepted, late_table, act.player)


def _offers_accept(state: TournamentState) -> Iterator[Offer]:
    yield from _offers_to(state, AcceptEntry, Role.OPERATOR)


def _refuses_refuse(state: TournamentState, act: RefuseEntry) -> Refusal | None:
    rule = Cite("D7 3.3(a)")
    if refusal := _refuses_applicant(state, act.player, rule):
        return refusal
    return None if is_reason(act.reason) else Refusal(rule, "no_reason", "Give the reason on one line.")


def _after_refuse(state: TournamentState, act: RefuseEntry) -> TournamentState:
    """An applicant was never a player: all that was paid goes back (ruling T29)."""
    return turned_away(state, act.player, act.reason)


def _offers_refuse(state: TournamentState) -> Iterator[Offer]:
    for player in state.of_status(Status.APPLICANT):
        yield Offer(RefuseEntry, Role.OPERATOR, {"player": Choices((player,)), "reason": Words()})


# Withdrawal (3.5)


def _refuses_withdraw(state: TournamentState, act: WithdrawEntry) -> Refusal | None:
    rule = Cite("D7 3.5")
    if refusal := refuses_decided(state):
        return refusal
    entry = state.entry(act.player)
    if entry is None or entry.status not in (Status.APPLICANT, Status.PLAYER):
        return Refusal(rule, "not_entered", f"{act.player} is not in the tournament.")
    session = state.session_of(act.player)
    if session is not None and session.begun:
        return Refusal(Cite("D7 5.7"), "at_table", f"{act.player} is playing. Nobody may leave during a session.")
    return None


def _after_withdraw(state: TournamentState, act: WithdrawEntry) -> TournamentState:
    entry = state.entry_here(act.player)
    if entry.status is Status.APPLICANT:
        rule, working = Cite("D7 3.5", "T29"), "withdrew before the entry was accepted"
        return refunded(state, act.player)._with_fate(act.player, Status.WITHDRAWN, rule, working)
    rule, working, is_refunded = _refund_on_withdrawal(state)
    if is_refunded:
        state = refunded(state, act.player)
    gone = with_substitute(state._with_fate(act.player, Status.WITHDRAWN, rule, working), act.player)
    return moved_up(state, without_player(gone, act.player))


def moved_up(before: TournamentState, after: TournamentState) -> TournamentState:
    """Where a full field loses a player before play, the first who waits takes the place (ruling T46)."""
    conditions = before.conditions
    was_full = conditions.most is not None and len(before.players) >= conditions.most
    if not conditions.waiting_list or not was_full or not after.entries_are_open:
        return after
    waiting = [entry for entry in after.entries if after.refuses(AcceptEntry(entry.player)) is None]
    if not waiting:
        return after
    first = min(waiting, key=lambda entry: entry.applied)
    return after._with_entry(replace(first, status=Status.PLAYER))


def _refund_on_withdrawal(state: TournamentState) -> tuple[Cite, str, bool]:
    if state.has_begun or state.starts is None:
        return Cite("D7 3.5"), "withdrew after play had begun: no refund", False
    hours, minutes = divmod(max(state.starts - state.now, 0) // 60, 60)
    ahead = f"withdrew {hours} h {minutes:02} min before play"
    if state.starts - state.now >= REFUND_SECONDS:
        return Cite("D7 3.5(a)(i)", "T14"), f"{ahead}: the fee goes back", True
    return Cite("D7 3.5(a)(ii)"), f"{ahead}: a refund needs the operator's consent", False


def _offers_withdraw(state: TournamentState) -> Iterator[Offer]:
    yield from _offers_to(state, WithdrawEntry, Role.PLAYER)


def _refuses_consent(state: TournamentState, act: ConsentToRefund) -> Refusal | None:
    entry = state.entry(act.player)
    if entry is not None and entry.status is Status.DISQUALIFIED:
        return Refusal(Cite("D7 3.6"), "disqualified", "A player who was disqualified does not get the fee back.")
    rule = Cite("D7 3.5(a)(ii)")
    if entry is None or entry.status is not Status.WITHDRAWN or not entry.held:
        return Refusal(rule, "nothing_to_refund", f"{act.player} has no fee that could be given back.")
    if state.has_begun:
        return Refusal(rule, "play_has_begun", "Play has begun, so the fees are for the winners.")
    return None


def _after_consent(state: TournamentState, act: ConsentToRefund) -> TournamentState:
    entry = all_refunded(state, act.player).entry_here(act.player)
    working = f"{entry.working.partition(':')[0]}: the operator gave the fee back"
    return state._with_entry(replace(entry, working=working))


def _offers_consent(state: TournamentState) -> Iterator[Offer]:
    yield from _offers_to(state, ConsentToRefund, Role.OPERATOR)


# The pool, and a tournament that does not proceed


def _refuses_contribute(state: TournamentState, act: Contribute) -> Refusal | None:
    if refusal := refuses_over(state):
        return refusal
    if not is_whole(act.amount) or not 0 < act.amount <= MOST - state.contributed:
        return Refusal(
            Cite("D7 3.4"), "not_an_amount", "An addition to the pool is a whole number of cents, at least 1."
        )
    return None


def _after_contribute(state: TournamentState, act: Contribute) -> TournamentState:
    """Where everybody has a place already, the prizes grow with the pool."""
    more = replace(state, contributed=state.contributed + act.amount)
    return finished(more, state.placings) if state.phase is Phase.DECIDED else more


def _offers_contribute(state: TournamentState) -> Iterator[Offer]:
    if _refuses_contribute(state, Contribute(1)) is None:
        yield Offer(Contribute, Role.OPERATOR, {"amount": Bounds(1, MOST - state.contributed)})


def _refuses_cancel(state: TournamentState, act: CancelTournament) -> Refusal | None:
    rule = Cite("D7 3.3(d)")
    if refusal := refuses_decided(state):
        return refusal
    if state.has_begun:
        return Refusal(rule, "play_has_begun", "A tournament can be cancelled only before it begins.")
    return None if is_reason(act.reason) else Refusal(rule, "no_reason", "Give the reason for the cancellation.")


def _after_cancel(state: TournamentState, act: CancelTournament) -> TournamentState:
    """For want of entries (3.3(d)), or for any other reason that is stated, though enough have entered (T38)."""
    fewest = state.conditions.fewest
    are_enough = fewest is not None and len(state.players) >= fewest
    return called_off(state, Cite("D7 3.5(b)", "T38" if are_enough else "T29"), act.reason)


def _offers_cancel(state: TournamentState) -> Iterator[Offer]:
    if _refuses_cancel(state, CancelTournament("none")) is None:
        yield Offer(CancelTournament, Role.OPERATOR, {"reason": Words()})


def _refuses_break_off(state: TournamentState, act: BreakOff) -> Refusal | None:
    rule = Cite("D7 3.5(b)", "T29")
    if refusal := refuses_decided(state):
        return refusal
    if not state.has_begun:
        return Refusal(rule, "not_begun", "Play has not begun. Cancel the tournament instead.")
    if any(session.begun and session.tally is None for session in state.sessions):
        return Refusal(rule, "sessions_on", "Sessions are being played. Count their chips first.")
    return (
        None if is_reason(act.reason) else Refusal(rule, "no_reason", "Give the reason for abandoning the tournament.")
    )


def _after_break_off(state: TournamentState, act: BreakOff) -> TournamentState:
    return called_off(state, Cite("D7 3.5(b)", "T29"), act.reason)


def _offers_break_off(state: TournamentState) -> Iterator[Offer]:
    if _refuses_break_off(state, BreakOff("none")) is None:
        fields: dict[str, Field] = {"reason": Words()}
        yield Offer(BreakOff, Role.OPERATOR, fields)


ENTRY: Handlers = {
    Determine: Handler(_refuses_determine, _after_determine, _offers_determine, _OPERATOR),
    SetTime: Handler(_refuses_time, _after_time, _offers_time, _OPERATOR),
    AlterStart: Handler(_refuses_alter, _after_alter, _offers_alter, (Role.TOURNAMENT_DIRECTOR,)),
    Apply: Handler(_refuses_apply, _after_apply, _offers_apply),
    NotifyApplicant: Handler(_refuses_notify, _after_notify, _offers_notify, _OPERATOR),
    PayFee: Handler(_refuses_fee, _after_fee, _offers_fee),
    AcceptEntry: Handler(_refuses_accept, _after_accept, _offers_accept, _OPERATOR),
    RefuseEntry: Handler(_refuses_refuse, _after_refuse, _offers_refuse, _OPERATOR),
    WithdrawEntry: Handler(_refuses_withdraw, _after_withdraw, _offers_withdraw),
    ConsentToRefund: Handler(_refuses_consent, _after_consent, _offers_consent, _OPERATOR),
    Contribute: Handler(_refuses_contribute, _after_contribute, _offers_contribute, _OPERATOR),
    CancelTournament: Handler(_refuses_cancel, _after_cancel, _offers_cancel, _OPERATOR),
    BreakOff: Handler(_refuses_break_off, _after_break_off, _offers_break_off, _OPERATOR),
}
