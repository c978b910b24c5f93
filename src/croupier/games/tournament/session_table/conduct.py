"""How a session is conducted: the director, the boxes, the limits, the tally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import ChangeLimits
from croupier.games.blackjack.flow import resumed
from croupier.games.chips import Purse
from croupier.games.general.checks import refuses_closed
from croupier.games.machine import Handler, Handlers
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Bounds, Choices, Offer
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, MOST_AT_TABLE, Measure
from croupier.games.tournament.director import (
    DIRECTOR,
    DIRECTOR_OR_OPERATOR,
    offers_attendance,
    refuses_attendance,
)
from croupier.games.tournament.session_table.session import ALLOCATE, BEGIN, TALLY, SessionTable
from croupier.games.tournament.session_table.table_acts import (
    AllocateBoxes,
    Attendance,
    BeginSession,
    TallyChips,
)
from croupier.rulebook import Cite

FEWEST_IN_PLAY_OFF = 2


def refuses_not_due(table: SessionTable, step: str) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if table.step == step:
        return None
    due = table.steps[table.step]
    return Refusal(due.rule, "out_of_order", f"Not now: the next step is to {due.words}.")


def refuses_over(table: SessionTable) -> Refusal | None:
    if table.ended is not None:
        return Refusal(table.ended, "session_over", "The session is over.")
    return None


def refuses_player(table: SessionTable, player: Any) -> Refusal | None:
    if not player or player not in table.seated:
        return Refusal(Cite("D7 1.0 Player"), "not_playing", f"{player} does not play in this session.")
    if player in table.disqualified:
        return Refusal(Cite("D7 3.3(b)(i)", "T21"), "disqualified", f"{player} is disqualified.")
    return None


# The director and the boxes


def _after_attendance(table: SessionTable, act: Attendance) -> SessionTable:
    """While the director is away nobody may wager, so nobody's time runs either."""
    return replace(table, director_present=act.present)._turn_begun()


def _refuses_allocation(table: SessionTable, act: AllocateBoxes) -> Refusal | None:
    if refusal := refuses_not_due(table, ALLOCATE):
        return refusal
    if not isinstance(act.players, tuple) or not all(each == "" or is_name(each) for each in act.players):
        return Refusal(Cite("D7 5.2"), "bad_players", "Give each box the name of one player, or none.")
    named = [player for player in act.players if player]
    if len(set(named)) != len(named):
        return Refusal(Cite("D7 5.2"), "two_boxes", "A player has one box only.")
    if len(act.players) > MOST_AT_TABLE:
        return Refusal(Cite("D7 5.4"), "bad_number", f"A table has {MOST_AT_TABLE} boxes.")
    return _refuses_number(table, len(named))


def _after_allocation(table: SessionTable, act: AllocateBoxes) -> SessionTable:
    """All hold the same chips from the start, as issued by the operator (5.5, 1.0 Tournament)."""
    seats = (*act.players, *("",) * (len(table.seats) - len(act.players)))
    purses = tuple(sorted(Purse(player, table.terms.chips) for player in act.players if player))
    return resumed(replace(table, seats=seats, general=replace(table.general, purses=purses)))


def _refuses_begin(table: SessionTable, _act: BeginSession) -> Refusal | None:
    if refusal := refuses_not_due(table, BEGIN) or table.refuses_without_director():
        return refusal
    return _refuses_number(table, len(table.contenders))


def _refuses_number(table: SessionTable, number: int) -> Refusal | None:
    fewest = FEWEST_IN_PLAY_OFF if table.terms.play_off else FEWEST_AT_TABLE
    if number >= fewest:
        return None
    rule = Cite("D7 1.0 Play-Off", "T6") if table.terms.play_off else Cite("D7 5.4")
    return Refusal(rule, "bad_number", f"A table begins with {fewest} to {MOST_AT_TABLE} players, not {number}.")


def _after_begin(table: SessionTable, _act: BeginSession) -> SessionTable:
    """The marker goes to the farthest left (5.9)."""
    duration = table.terms.duration
    ends = table.clock + duration.count if duration.measure is Measure.SECONDS else None
    begun = replace(table, begun=True, session_ends=ends, marker=table.next_box(0))
    return resumed(begun._round_begun())


def _offers_begin(table: SessionTable) -> Iterator[Offer]:
    if _refuses_begin(table, BeginSession()) is None:
        yield Offer(BeginSession, Role.TOURNAMENT_DIRECTOR, {})


# Limits (4.3, 4.4, ruling T17)


def _refuses_limits(table: SessionTable, act: ChangeLimits) -> Refusal | None:
    if not isinstance(act.sign, Sign) or act.sign.by_kind:
        return Refusal(Cite("D7 4.3"), "bad_limits", "State the new limits as a sign with one minimum and one maximum.")
    if refusal := refuses_closed(table) or refuses_over(table):
        return refusal
    if not table.is_between_rounds or table.boxes:
        return Refusal(Cite("D7 4.3"), "mid_round", "Limits change between two rounds, before the first wager.")
    return _refuses_direction(table, act.sign)


def _refuses_direction(table: SessionTable, new: Sign) -> Refusal | None:
    old, terms = table.sign, table.terms
    if new.minimum > old.minimum or new.maximum < old.maximum:
        why = "During a session no minimum is raised and no maximum is lowered."
        return Refusal(Cite("D7 4.3"), "wrong_way", why)
    lowest = old.minimum if terms.lowest_minimum is None else min(terms.lowest_minimum, old.minimum)
    highest = old.maximum if terms.highest_maximum is None else max(terms.highest_maximum, old.maximum)
    if new.minimum < lowest or new.maximum > highest:
        why = "The conditions of entry do not allow these limits."
        return Refusal(Cite("D7 4.3", "T17"), "not_foreseen", why)
    if (new.smallest_chip, new.increment) != (old.smallest_chip, old.increment):
        return Refusal(
            Cite("D7 4.4"), "increment_fixed", "The chips and the increment stay as in the conditions of entry."
        )
    return None


def _after_limits(table: SessionTable, act: ChangeLimits) -> SessionTable:
    """A lowered minimum brings back who could not wager (rulings T3, T17)."""
    table = replace(table, general=replace(table.general, sign=act.sign))
    able = set(table.able)
    table = replace(table, falls=tuple(fall for fall in table.falls if fall.player not in able))
    return resumed(table._turn_begun())


def _offers_limits(table: SessionTable) -> Iterator[Offer]:
    signs = {table.sign: None, **dict.fromkeys(_foreseen(table))}
    allowed = tuple(sign for sign in signs if _refuses_limits(table, ChangeLimits(sign)) is None)
    if allowed:
        yield Offer(ChangeLimits, Role.TOURNAMENT_DIRECTOR, {"sign": Choices(allowed)})


def _foreseen(table: SessionTable) -> Iterator[Sign]:
    sign, terms = table.sign, table.terms
    if terms.lowest_minimum is not None:
        yield replace(sign, minimum=min(terms.lowest_minimum, sign.minimum))
    if terms.highest_maximum is not None:
        yield replace(sign, maximum=max(terms.highest_maximum, sign.maximum))


# The tally (6.4, 6.12)


def _refuses_tally(table: SessionTable, _act: TallyChips) -> Refusal | None:
    return refuses_not_due(table, TALLY)


def _after_tally(table: SessionTable, _act: TallyChips) -> SessionTable:
    """The chips leave the table: back to the operator, or with the players who bought them, as the tally says."""
    tally = table.counted()
    general = replace(table.general, purses=())
    return resumed(replace(table, tally=tally, general=general))


def _offers_tally(table: SessionTable) -> Iterator[Offer]:
    if _refuses_tally(table, TallyChips()) is None:
        yield Offer(TallyChips, Role.DEALER, {})


def _offers_allocation(table: SessionTable) -> Iterator[Offer]:
    """Names are the tournament's to say: any that are lawful, so many as may sit here."""
    if refuses_not_due(table, ALLOCATE) is None:
        count = Bounds(FEWEST_IN_PLAY_OFF if table.terms.play_off else FEWEST_AT_TABLE, MOST_AT_TABLE)
        names = tuple(f"player{number}" for number in range(1, count.lowest + 1))
        yield Offer(AllocateBoxes, Role.TOURNAMENT_DIRECTOR, {"players": Choices((names,))})


CONDUCT: Handlers = {
    Attendance: Handler(refuses_attendance, _after_attendance, offers_attendance, DIRECTOR),
    AllocateBoxes: Handler(_refuses_allocation, _after_allocation, _offers_allocation, DIRECTOR_OR_OPERATOR),
    BeginSession: Handler(_refuses_begin, _after_begin, _offers_begin, DIRECTOR),
    ChangeLimits: Handler(
        _refuses_limits, _after_limits, _offers_limits, DIRECTOR_OR_OPERATOR, Occasion(Sort.TABLE, Cite("D1 9.1"))
    ),
    TallyChips: Handler(_refuses_tally, _after_tally, _offers_tally, (Role.DEALER,)),
}
