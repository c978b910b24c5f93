"""Who is at a tournament table: coming and going, names, advice and writing, and who is disqualified."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.blackjack.flow import resumed
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.results import is_reason
from croupier.games.machine import Handler, Handlers, no_offers, unchanged
from croupier.games.offers import LONGEST, Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.tournament.director import (
    DIRECTOR,
    DIRECTOR_OR_OPERATOR,
    offer_to_disqualify,
    refuses_ground,
)
from croupier.games.tournament.session_table.conduct import refuses_over, refuses_player
from croupier.games.tournament.session_table.session import Mistakable, SessionTable
from croupier.games.tournament.session_table.table_acts import (
    AskName,
    ConsentToLeave,
    Disqualify,
    GiveName,
    LeaveTable,
    LendChips,
    PausePlay,
    PermitWriting,
    Reinstate,
    ResumePlay,
    TakeSeat,
)
from croupier.games.tournament.session_table.wagering import called_if_complete, with_wager
from croupier.rulebook import Cite

# Coming and going (5.7, 5.8(c), ruling T32)


def _refuses_seat(table: SessionTable, act: TakeSeat) -> Refusal | None:
    if refusal := refuses_over(table) or refuses_player(table, act.player):
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
    return filled if not table.is_between_rounds or table.preparation else filled._to_be_shuffled("start")


def _offers_seat(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        if _refuses_seat(table, TakeSeat(player)) is None:
            yield Offer(TakeSeat, Role.PLAYER, {"player": Choices((player,))})


def _refuses_leave(table: SessionTable, act: LeaveTable) -> Refusal | None:
    rule = Cite("D7 5.7")
    if refusal := refuses_over(table) or refuses_player(table, act.player):
        return refusal
    if not isinstance(act.emergency, bool):
        return Refusal(rule, "bad_emergency", "Say yes or no: it is an emergency.")
    if act.player in table.away:
        return Refusal(rule, "away_already", f"{act.player} is away already.")
    if table.begun and not act.emergency and act.player not in table.excused:
        why = "During a session nobody may leave the table, except in an emergency or with the director's consent."
        return Refusal(rule, "no_consent", why)
    return None


def _after_leave(table: SessionTable, act: LeaveTable) -> SessionTable:
    excused = tuple(player for player in table.excused if player != act.player)
    return replace(table, away=(*table.away, act.player), excused=excused)._with_vacancy()


def _offers_leave(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        choices = tuple(each for each in (False, True) if _refuses_leave(table, LeaveTable(player, each)) is None)
        if choices:
            yield Offer(LeaveTable, Role.PLAYER, {"player": Choices((player,)), "emergency": Choices(choices)})


def _refuses_consent(table: SessionTable, act: ConsentToLeave) -> Refusal | None:
    if refusal := refuses_over(table) or refuses_player(table, act.player):
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


# Disqualification (3.3(b), 4.5, 5.12, ruling T21)


def _refuses_disqualify(table: SessionTable, act: Disqualify) -> Refusal | None:
    if refusal := refuses_player(table, act.player):
        return refusal
    if table.tally is not None:
        return Refusal(
            Cite("D7 6.4"), "session_over", "The chips are counted, so this can no longer be done at the table."
        )
    return refuses_ground(act)


def _after_disqualify(table: SessionTable, act: Disqualify) -> SessionTable:
    """Out at once. A wager for a round that has not begun goes back; a hand in progress ends by D2 16.6."""
    was_in_turn = act.player in table.in_turn
    mistakable = Mistakable(act.player, round=table.round)
    if table.is_playing and not table.has_card_out:
        mistakable = replace(mistakable, wager=table.staked(act.player), marker=table.marker_left_by(act.player))
    table = replace(table._with_disqualified(act.ground, act.player), mistakable=(*table.mistakable, mistakable))
    if table.has_card_out or not table.is_playing:
        return table
    table = table._with_wagers_returned(act.player)
    if mistakable.marker:
        table = replace(table, marker=table.next_box(table.marker))
    table = table._with_vacancy()
    if len(table.able) <= 1:
        return resumed(table._ended_by(Cite("D7 6.1", "T21")))
    return called_if_complete(table._turn_begun() if was_in_turn else table)


def _refuses_reinstate(table: SessionTable, act: Reinstate) -> Refusal | None:
    rule = Cite("D7 3.3(b)(i)", "T47")
    if act.player not in table.disqualified:
        return Refusal(rule, "not_disqualified", f"{act.player} is not disqualified.")
    if table.tally is not None:
        return Refusal(
            Cite("D7 6.4"), "session_over", "The chips are counted, so this can no longer be done at the table."
        )
    if not any(each.player == act.player for each in table.retractable):
        why = "A disqualification can be taken back only if it was a mistake, and before the next round begins."
        return Refusal(rule, "stands", why)
    if not is_reason(act.reason):
        return Refusal(rule, "no_reason", "Give the reason on one line.")
    return None


def _after_reinstate(table: SessionTable, act: Reinstate) -> SessionTable:
    """As if it had not been: the marker goes back, and a wager that was returned lies there again.

    Between the call and the first card a call that came without the player's wager is taken back (4.5).
    """
    was = next(each for each in table.retractable if each.player == act.player)
    place = table.disqualified.index(act.player)
    table = replace(
        table,
        disqualified=(*table.disqualified[:place], *table.disqualified[place + 1 :]),
        grounds=(*table.grounds[:place], *table.grounds[place + 1 :]),
        mistakable=tuple(each for each in table.mistakable if each is not was),
        marker=was.marker or table.marker,
    )
    if table.ended is not None:
        return _taken_up_again(table)
    if table.has_card_out or not table.is_playing:
        return table
    if was.wager and (table.betting_is_open or table.is_called):
        table = with_wager(table, act.player, was.wager)
    return called_if_complete(replace(table, is_called=table.is_called and not table.bettors)._turn_begun())


def _taken_up_again(table: SessionTable) -> SessionTable:
    """A session that ended for want of players goes on; all wager anew, and cards that were not ready are shuffled.

    Where it ended with a round, that round is followed by what follows any other (6.1).
    """
    after_round = table.ended == Cite("D7 6.1")
    if not (after_round or table.ended == Cite("D7 6.1", "T21")) or len(table.able) <= 1:
        return table
    table = replace(table, ended=None)
    if after_round:
        return resumed(table._ended_or_next_round())
    if table.shoe.until_cutting_card is None and table.shoe.came_out_at is None:
        table = table._to_be_shuffled("start")
    return resumed(table._round_begun())


def _offers_reinstate(table: SessionTable) -> Iterator[Offer]:
    for each in table.retractable:
        if _refuses_reinstate(table, Reinstate(each.player, "none")) is None:
            fields: dict[str, Field] = {"player": Choices((each.player,)), "reason": Words()}
            yield Offer(Reinstate, Role.TOURNAMENT_DIRECTOR, fields)


# Holding the game (ruling T35)


def _refuses_pause(table: SessionTable, act: PausePlay) -> Refusal | None:
    rule = Cite("D7 5.7", "T35")
    if refusal := refuses_closed(table) or refuses_over(table):
        return refusal
    if not table.begun:
        return Refusal(Cite("D7 5.8(a)"), "not_begun", "The session has not begun.")
    if table.is_paused:
        return Refusal(rule, "paused", "The tournament director has paused the game.")
    return None if is_reason(act.reason) else Refusal(rule, "no_reason", "Give the reason for the pause.")


def _after_pause(table: SessionTable, _act: PausePlay) -> SessionTable:
    return replace(table, paused_at=table.clock)._turn_begun()


def _offers_pause(table: SessionTable) -> Iterator[Offer]:
    if _refuses_pause(table, PausePlay("none")) is None:
        yield Offer(PausePlay, Role.TOURNAMENT_DIRECTOR, {"reason": Words()})


def _refuses_resume(table: SessionTable, _act: ResumePlay) -> Refusal | None:
    if table.is_paused and table.ended is None:
        return None
    return Refusal(Cite("D7 5.7", "T35"), "not_paused", "The game is not paused.")


def _after_resume(table: SessionTable, _act: ResumePlay) -> SessionTable:
    """What the session had left of its time it has left still; whoever is in turn gets the time anew."""
    paused = table.clock - (table.paused_at or 0)
    ends = None if table.session_ends is None else table.session_ends + paused
    return replace(table, paused_at=None, session_ends=ends)._turn_begun()


def _offers_resume(table: SessionTable) -> Iterator[Offer]:
    if _refuses_resume(table, ResumePlay()) is None:
        yield Offer(ResumePlay, Role.TOURNAMENT_DIRECTOR, {})


def _offers_disqualify(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders if table.tally is None else ():
        yield offer_to_disqualify(player)


# Names, writing, lending


def _refuses_ask(table: SessionTable, act: AskName) -> Refusal | None:
    if refusal := refuses_over(table) or refuses_player(table, act.player):
        return refusal
    if act.player in table.asked:
        return Refusal(Cite("D7 5.3"), "asked_already", f"{act.player} has been asked for a name already.")
    return None


def _after_ask(table: SessionTable, act: AskName) -> SessionTable:
    return replace(table, asked=(*table.asked, act.player))


def _offers_ask(table: SessionTable) -> Iterator[Offer]:
    for player in table.contenders:
        if _refuses_ask(table, AskName(player)) is None:
            yield Offer(AskName, Role.GAME_SUPERVISOR, {"player": Choices((player,))})


def _refuses_name(table: SessionTable, act: GiveName) -> Refusal | None:
    if act.player not in table.asked:
        return Refusal(Cite("D7 5.3"), "not_asked", "Nobody has asked for this player's name.")
    return None


def _after_name(table: SessionTable, act: GiveName) -> SessionTable:
    return replace(table, asked=tuple(player for player in table.asked if player != act.player))


def _offers_name(table: SessionTable) -> Iterator[Offer]:
    for player in table.asked:
        yield Offer(GiveName, Role.PLAYER, {"player": Choices((player,))})


def _refuses_writing(table: SessionTable, act: PermitWriting) -> Refusal | None:
    rule = Cite("D7 5.14")
    if refusal := refuses_closed(table) or refuses_over(table):
        return refusal
    if not isinstance(act.permitted, bool):
        return Refusal(rule, "bad_permission", "Say yes or no: writing is permitted.")
    terms = act.terms
    if not isinstance(terms, str) or (terms and not is_reason(terms)) or (terms and not act.permitted):
        return Refusal(
            rule,
            "bad_terms",
            f"Give terms only where writing is permitted, on one line of at most {LONGEST} letters.",
        )
    return None


def _after_writing(table: SessionTable, act: PermitWriting) -> SessionTable:
    return replace(table, writing=act.terms if act.permitted else None)


def _offers_writing(table: SessionTable) -> Iterator[Offer]:
    if _refuses_writing(table, PermitWriting(permitted=False)) is None:
        yield Offer(PermitWriting, Role.TOURNAMENT_DIRECTOR, {"permitted": Choices((True, False))})


def _refuses_lending(_table: SessionTable, _act: LendChips) -> Refusal | None:
    return Refusal(Cite("D7 5.6"), "no_lending", "Tournament chips may not be lent or borrowed.")


COMPANY: Handlers = {
    TakeSeat: Handler(_refuses_seat, _after_seat, _offers_seat),
    LeaveTable: Handler(_refuses_leave, _after_leave, _offers_leave),
    ConsentToLeave: Handler(_refuses_consent, _after_consent, _offers_consent, DIRECTOR),
    Disqualify: Handler(_refuses_disqualify, _after_disqualify, _offers_disqualify, DIRECTOR_OR_OPERATOR),
    Reinstate: Handler(_refuses_reinstate, _after_reinstate, _offers_reinstate, DIRECTOR),
    PausePlay: Handler(_refuses_pause, _after_pause, _offers_pause, DIRECTOR),
    ResumePlay: Handler(_refuses_resume, _after_resume, _offers_resume, DIRECTOR),
    AskName: Handler(_refuses_ask, _after_ask, _offers_ask, (Role.GAME_SUPERVISOR,)),
    GiveName: Handler(_refuses_name, _after_name, _offers_name),
    PermitWriting: Handler(_refuses_writing, _after_writing, _offers_writing, DIRECTOR),
    LendChips: Handler(_refuses_lending, unchanged, no_offers),
}
