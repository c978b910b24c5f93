"""How a session is conducted: the director, the boxes, who comes and goes, who is disqualified, the tally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import ChangeLimits
from croupier.games.blackjack.flow import resumed
from croupier.games.chips import Purse
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers
from croupier.games.offers import LONGEST, Bounds, Choices, Field, Offer, Words
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, MOST_AT_TABLE, Measure
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.session import ALLOCATE, BEGIN, TALLY, SessionTable
from croupier.games.tournament.table_acts import (
    AllocateBoxes,
    AskName,
    Attendance,
    BeginSession,
    ConsentToLeave,
    Disqualify,
    GiveName,
    LeaveTable,
    LendChips,
    PermitWriting,
    TakeSeat,
    TallyChips,
)
from croupier.games.tournament.wagering import called_if_complete
from croupier.rulebook import Cite

FEWEST_IN_PLAY_OFF = 2
_DIRECTORS = (Role.TOURNAMENT_DIRECTOR, Role.OPERATOR)


def refuses_not_due(table: SessionTable, step: str) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if table.step == step:
        return None
    due = table.steps[table.step]
    return Refusal(due.rule, "out_of_order", f"Not now: the next step is to {due.words}.")


def _refuses_over(table: SessionTable) -> Refusal | None:
    if table.ended is not None:
        return Refusal(table.ended, "session_over", "The session is over.")
    return None


def _refuses_player(table: SessionTable, player: Any) -> Refusal | None:
    if not player or player not in table.seated:
        return Refusal(Cite("D7 1.0 Player"), "not_playing", f"{player} does not play in this session.")
    if player in table.disqualified:
        return Refusal(Cite("D7 3.3(b)(i)", "T21"), "disqualified", f"{player} is disqualified.")
    return None


# The director and the boxes


def _refuses_attendance(table: SessionTable, act: Attendance) -> Refusal | None:
    rule = Cite("D7 5.1")
    if not isinstance(act.present, bool):
        return Refusal(rule, "bad_attendance", "The director is present or is not.")
    if act.present == table.director_present:
        where = "here already" if act.present else "not here"
        return Refusal(rule, "no_change", f"The tournament director is {where}.")
    return None


def _after_attendance(table: SessionTable, act: Attendance) -> SessionTable:
    """While the director is away nobody may wager, so nobody's time runs either."""
    return replace(table, director_present=act.present).turn_begun()


def _offers_attendance(table: SessionTable) -> Iterator[Offer]:
    yield Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((not table.director_present,))})


def _refuses_allocation(table: SessionTable, act: AllocateBoxes) -> Refusal | None:
    if refusal := refuses_not_due(table, ALLOCATE):
        return refusal
    if not isinstance(act.players, tuple) or not all(each == "" or is_name(each) for each in act.players):
        return Refusal(Cite("D7 5.2"), "bad_players", "Each box has a player's name, or none.")
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
    return resumed(begun.round_begun())


def _offers_begin(table: SessionTable) -> Iterator[Offer]:
    if _refuses_begin(table, BeginSession()) is None:
        yield Offer(BeginSession, Role.TOURNAMENT_DIRECTOR, {})


# Coming and going (5.7, 5.8(c), ruling T32)


def _refuses_seat(table: SessionTable, act: TakeSeat) -> Refusal | None:
    if refusal := _refuses_over(table) or _refuses_player(table, act.player):
        return refusal
    if act.player not in table.away and (table.begun or act.player in table.came):
        return Refusal(Cite("D7 5.2"), "seated_already", f"{act.player} is at the table.")
    return None


def _after_seat(table: SessionTable, act: TakeSeat) -> SessionTable:
    """The first to come cuts (ruling T32); after the table was vacant the cards are shuffled (5.8(c))."""
    away = tuple(player for player in table.away if player != act.player)
    came = table.came if act.player in table.came else (*table.came, act.player)
    table = replace(table, away=away, came=came, arrived=table.arrived or act.player)
    return resumed(_shuffled_if_vacant(table))


def _shuffled_if_vacant(table: SessionTable) -> SessionTable:
    """A table that filled again within a round, or while the cards were shuffled anyway, needs no shuffle more."""
    if not table.was_vacant:
        return table
    filled = replace(table, was_vacant=False)
    return filled if not table.is_between_rounds or table.preparation else filled.to_be_shuffled("start")


def _offers_seat(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        if _refuses_seat(table, TakeSeat(player)) is None:
            yield Offer(TakeSeat, Role.PLAYER, {"player": Choices((player,))})


def _refuses_leave(table: SessionTable, act: LeaveTable) -> Refusal | None:
    rule = Cite("D7 5.7")
    if refusal := _refuses_over(table) or _refuses_player(table, act.player):
        return refusal
    if not isinstance(act.emergency, bool):
        return Refusal(rule, "bad_emergency", "It is an emergency or it is not.")
    if act.player in table.away:
        return Refusal(rule, "away_already", f"{act.player} is away already.")
    if table.begun and not act.emergency and act.player not in table.excused:
        why = "Nobody leaves the table during a session but in an emergency or with the director's consent."
        return Refusal(rule, "no_consent", why)
    return None


def _after_leave(table: SessionTable, act: LeaveTable) -> SessionTable:
    excused = tuple(player for player in table.excused if player != act.player)
    return replace(table, away=(*table.away, act.player), excused=excused).with_vacancy()


def _offers_leave(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        choices = tuple(each for each in (False, True) if _refuses_leave(table, LeaveTable(player, each)) is None)
        if choices:
            yield Offer(LeaveTable, Role.PLAYER, {"player": Choices((player,)), "emergency": Choices(choices)})


def _refuses_consent(table: SessionTable, act: ConsentToLeave) -> Refusal | None:
    if refusal := _refuses_over(table) or _refuses_player(table, act.player):
        return refusal
    if act.player in table.excused or act.player in table.away:
        return Refusal(Cite("D7 5.7"), "excused_already", f"{act.player} may leave already.")
    return None


def _after_consent(table: SessionTable, act: ConsentToLeave) -> SessionTable:
    return replace(table, excused=(*table.excused, act.player))


def _offers_consent(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        if _refuses_consent(table, ConsentToLeave(player)) is None:
            yield Offer(ConsentToLeave, Role.TOURNAMENT_DIRECTOR, {"player": Choices((player,))})


# Limits (4.3, 4.4, ruling T17)


def _refuses_limits(table: SessionTable, act: ChangeLimits) -> Refusal | None:
    if not isinstance(act.sign, Sign) or act.sign.by_kind:
        return Refusal(Cite("D7 4.3"), "bad_limits", "New limits come as a sign with one minimum and one maximum.")
    if refusal := refuses_closed(table) or _refuses_over(table):
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
        why = "The conditions of entry do not foresee these limits."
        return Refusal(Cite("D7 4.3", "T17"), "not_foreseen", why)
    if new.minimum % new.step:
        return Refusal(Cite("D7 4.4"), "bad_increment", "The minimum must be a multiple of the increment.")
    if (new.smallest_chip, new.increment) != (old.smallest_chip, old.increment):
        return Refusal(Cite("D7 4.4"), "increment_fixed", "Chips and increment stay as the conditions have them.")
    return None


def _after_limits(table: SessionTable, act: ChangeLimits) -> SessionTable:
    """A lowered minimum brings back who could not wager (rulings T3, T17)."""
    table = replace(table, general=replace(table.general, sign=act.sign))
    able = set(table.able)
    table = replace(table, falls=tuple(fall for fall in table.falls if fall.player not in able))
    return resumed(table.turn_begun())


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


# Disqualification (3.3(b), 4.5, 5.12, ruling T21)


def _refuses_disqualify(table: SessionTable, act: Disqualify) -> Refusal | None:
    if refusal := _refuses_player(table, act.player):
        return refusal
    if table.tally is not None:
        return Refusal(Cite("D7 6.4"), "session_over", "The chips are counted: the tournament decides now.")
    if act.ground not in GROUNDS:
        known = ", ".join(GROUNDS)
        return Refusal(Cite("D7 3.3(b)(i)"), "no_such_ground", f"A player is disqualified on one of these: {known}.")
    if not is_reason(act.reason):
        return Refusal(GROUNDS[act.ground], "no_reason", "A disqualification needs its reason, on one line.")
    return None


def _after_disqualify(table: SessionTable, act: Disqualify) -> SessionTable:
    """Out at once. A wager for a round that has not begun goes back; a hand in progress ends by D2 16.6."""
    was_in_turn = act.player in table.in_turn
    table = table.with_disqualified(act.ground, act.player)
    if table.has_card_out or not table.is_playing:
        return table
    table = table.with_wagers_returned(act.player).with_vacancy()
    if len(table.able) <= 1:
        return resumed(table.ended_by(Cite("D7 6.1", "T21")))
    return called_if_complete(table.turn_begun() if was_in_turn else table)


def _offers_disqualify(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders if table.tally is None else ():
        fields: dict[str, Field] = {
            "player": Choices((player,)),
            "ground": Choices(tuple(GROUNDS)),
            "reason": Words(),
        }
        yield Offer(Disqualify, Role.TOURNAMENT_DIRECTOR, fields)


# Names, writing, lending


def _refuses_ask(table: SessionTable, act: AskName) -> Refusal | None:
    if refusal := _refuses_over(table) or _refuses_player(table, act.player):
        return refusal
    if act.player in table.asked:
        return Refusal(Cite("D7 5.3"), "asked_already", f"{act.player} has been asked.")
    return None


def _after_ask(table: SessionTable, act: AskName) -> SessionTable:
    return replace(table, asked=(*table.asked, act.player))


def _offers_ask(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        if _refuses_ask(table, AskName(player)) is None:
            yield Offer(AskName, Role.GAME_SUPERVISOR, {"player": Choices((player,))})


def _refuses_name(table: SessionTable, act: GiveName) -> Refusal | None:
    if act.player not in table.asked:
        return Refusal(Cite("D7 5.3"), "not_asked", "Nobody has asked for this name.")
    return None


def _after_name(table: SessionTable, act: GiveName) -> SessionTable:
    return replace(table, asked=tuple(player for player in table.asked if player != act.player))


def _offers_name(table: SessionTable) -> Iterator[Offer]:
    for player in table.asked:
        yield Offer(GiveName, Role.PLAYER, {"player": Choices((player,))})


def _refuses_writing(table: SessionTable, act: PermitWriting) -> Refusal | None:
    rule = Cite("D7 5.14")
    if refusal := refuses_closed(table) or _refuses_over(table):
        return refusal
    if not isinstance(act.permitted, bool):
        return Refusal(rule, "bad_permission", "Writing is permitted or it is not.")
    terms = act.terms
    if not isinstance(terms, str) or (terms and not is_reason(terms)) or (terms and not act.permitted):
        return Refusal(rule, "bad_terms", f"Terms are one line of {LONGEST} letters at most, for what is permitted.")
    return None


def _after_writing(table: SessionTable, act: PermitWriting) -> SessionTable:
    return replace(table, writing=act.terms if act.permitted else None)


def _offers_writing(table: SessionTable) -> Iterator[Offer]:
    if _refuses_writing(table, PermitWriting(permitted=False)) is None:
        yield Offer(PermitWriting, Role.TOURNAMENT_DIRECTOR, {"permitted": Choices((True, False))})


def _refuses_lending(_table: SessionTable, _act: LendChips) -> Refusal | None:
    return Refusal(Cite("D7 5.6"), "no_lending", "Tournament chips are neither lent nor borrowed.")


def _unchanged(table: SessionTable, _act: LendChips) -> SessionTable:
    return table


def _no_offers(_table: SessionTable) -> Iterator[Offer]:
    return iter(())


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
    Attendance: Handler(_refuses_attendance, _after_attendance, _offers_attendance, (Role.TOURNAMENT_DIRECTOR,)),
    AllocateBoxes: Handler(_refuses_allocation, _after_allocation, _offers_allocation, _DIRECTORS),
    BeginSession: Handler(_refuses_begin, _after_begin, _offers_begin, (Role.TOURNAMENT_DIRECTOR,)),
    TakeSeat: Handler(_refuses_seat, _after_seat, _offers_seat),
    LeaveTable: Handler(_refuses_leave, _after_leave, _offers_leave),
    ConsentToLeave: Handler(_refuses_consent, _after_consent, _offers_consent, (Role.TOURNAMENT_DIRECTOR,)),
    ChangeLimits: Handler(_refuses_limits, _after_limits, _offers_limits, _DIRECTORS),
    Disqualify: Handler(_refuses_disqualify, _after_disqualify, _offers_disqualify, _DIRECTORS),
    AskName: Handler(_refuses_ask, _after_ask, _offers_ask, (Role.GAME_SUPERVISOR,)),
    GiveName: Handler(_refuses_name, _after_name, _offers_name),
    PermitWriting: Handler(_refuses_writing, _after_writing, _offers_writing, (Role.TOURNAMENT_DIRECTOR,)),
    LendChips: Handler(_refuses_lending, _unchanged, _no_offers),
    TallyChips: Handler(_refuses_tally, _after_tally, _offers_tally, (Role.DEALER,)),
}
