"""A stage of a tournament: who is there, its tables, the draw of the seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.machine import Handler, Handlers
from croupier.games.money import is_whole
from croupier.games.offers import Choices, Field, Offer
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    DrawLot,
    DrawSeat,
    PlaceAt,
    SetTables,
)
from croupier.games.tournament.conditions import (
    FEWEST_AT_TABLE,
    MOST_AT_TABLE,
    can_sit,
    missing,
    refuses_cap,
    tables_for,
)
from croupier.games.tournament.director import (
    DIRECTOR,
    DIRECTOR_OR_OPERATOR,
    offer_to_disqualify,
    offers_attendance,
    refuses_attendance,
    refuses_ground,
)
from croupier.games.tournament.entry import moved_up, refuses_decided, refuses_over
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.progress.advancement import (
    lot_drawn,
    new_contests,
    progressed,
    walked_over,
    with_substitute,
    without_player,
)
from croupier.games.tournament.progress.seating import with_sessions
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify
from croupier.games.tournament.state import Phase, Seat, Status, TournamentState
from croupier.rulebook import Cite

CAP_BINDS_THE_PLAN = 2
"""From this edition on the operator's own cap binds the tables before play (ruling T45)."""

# The director, and who is disqualified


def _after_attendance(state: TournamentState, act: Attendance) -> TournamentState:
    return replace(state, director_present=act.present)


def _refuses_disqualify(state: TournamentState, act: Disqualify) -> Refusal | None:
    if refusal := refuses_over(state):
        return refusal
    if act.player not in state.players:
        return Refusal(Cite("D7 1.0 Player"), "not_playing", f"{act.player} is not in the tournament.")
    session = state.session_of(act.player)
    if session is not None and session.begun:
        why = f"{act.player} is playing session {session.number}. Disqualify them at that table."
        return Refusal(Cite("D7 3.3(b)(i)"), "at_table", why)
    return refuses_ground(act)


def _after_disqualify(state: TournamentState, act: Disqualify) -> TournamentState:
    working = f"{act.ground}: {act.reason}"
    gone = state._with_fate(act.player, Status.DISQUALIFIED, GROUNDS[act.ground], working)
    return moved_up(state, without_player(with_substitute(gone, act.player), act.player))


def _offers_disqualify(state: TournamentState) -> Iterator[Offer]:
    for player in state.players:
        offer = offer_to_disqualify(player)
        if _refuses_disqualify(state, Disqualify(player, next(iter(GROUNDS)), "none")) is None:
            yield offer


# Tables and seats


def _refuses_tables(state: TournamentState, act: SetTables) -> Refusal | None:
    if refusal := refuses_decided(state):
        return refusal
    if not state.awaits_tables:
        return Refusal(Cite("D7 3.3(c)(i)"), "tables_set", "The tables of this stage are set.")
    if lacking := missing(state.conditions):
        return Refusal(Cite("D7 3.2"), "incomplete", f"Not settled yet: {', '.join(lacking)}.")
    number = len(state.players)
    fewest = state.conditions.fewest
    if state.stage == 0 and fewest is not None and number < fewest:
        why = f"{number} players take part; the conditions of entry ask for at least {fewest}."
        return Refusal(Cite("D7 3.2(f)"), "too_few_players", why)
    if state.stage == 0 and number < FEWEST_AT_TABLE:
        return Refusal(Cite("D7 5.4"), "too_few_players", f"A tournament needs {FEWEST_AT_TABLE} players to begin.")
    return _refuses_sizes(act.sizes, number) or _refuses_seats(state, act.sizes)


def _refuses_sizes(sizes: Any, players: int) -> Refusal | None:
    rule = Cite("D7 5.4")
    if not isinstance(sizes, tuple) or not all(map(is_whole, sizes)):
        return Refusal(rule, "bad_number", "Say how many players sit at each table.")
    if sizes == (players,) and players <= MOST_AT_TABLE:
        return None
    wrong = next((size for size in sizes if not FEWEST_AT_TABLE <= size <= MOST_AT_TABLE), None)
    if players < FEWEST_AT_TABLE or (players <= MOST_AT_TABLE and wrong is None):
        return Refusal(Cite("D7 6.8"), "one_final", f"The {players} players who are left play the final.")
    if wrong is not None:
        why = f"A table begins with {FEWEST_AT_TABLE} to {MOST_AT_TABLE} players, not {wrong}."
        return Refusal(rule, "bad_number", why)
    if sum(sizes) != players:
        return Refusal(Cite("D7 5.2"), "not_all", f"The tables seat {sum(sizes)} players; {players} are to play.")
    return None


def _refuses_seats(state: TournamentState, sizes: tuple[int, ...]) -> Refusal | None:
    """As many as the conditions of entry seat at a table, or as the number of players asks for.

    Before play the operator's own cap binds (ruling T45); tables that are set anew may go beyond it (T30).
    """
    is_plan = state.stage == 0 and state.last_session == 0
    if is_plan and state.edition >= CAP_BINDS_THE_PLAN and not can_sit(len(state.players), state.conditions.seats):
        return refuses_cap(len(state.players), state.conditions.seats)
    most = max(state.conditions.seats, *tables_for(len(state.players), state.conditions.seats))
    if max(sizes) > most:
        return Refusal(Cite("D7 5.4"), "bad_number", f"The conditions of entry seat at most {most} at a table.")
    return None


def _after_tables(state: TournamentState, act: SetTables) -> TournamentState:
    state = replace(state, phase=Phase.PLAY, stage=state.stage + 1, is_final=state.fits_one_table)
    state, numbers = with_sessions(state, act.sizes, state.players, state.stage_chips)
    return replace(state, contests=new_contests(state, numbers))


def _offers_tables(state: TournamentState) -> Iterator[Offer]:
    if state.players:
        sizes = tables_for(len(state.players), state.conditions.seats)
        if _refuses_tables(state, SetTables(sizes)) is None:
            yield Offer(SetTables, Role.OPERATOR, {"sizes": Choices((sizes,))})


def _refuses_loser(state: TournamentState, player: Any) -> Refusal | None:
    """Whoever did not go on from a stage is seated in no further one."""
    entry = state.entry(player)
    if entry is not None and entry.status is Status.OUT:
        return Refusal(Cite("D7 6.7"), "not_in_draw", f"{player} did not qualify from stage {entry.stage}.")
    return None


def _refuses_place(state: TournamentState, act: PlaceAt) -> Refusal | None:
    if refusal := _refuses_loser(state, act.player):
        return refusal
    draw = next((each for each in state.draws if act.player in each.pool), None)
    if draw is None:
        return Refusal(Cite("D7 3.3(c)(ii)"), "not_to_be_seated", f"{act.player} is not waiting for a seat.")
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
    seated = replace(state._with_session(replace(session, seats=seats)), draws=tuple(draws), last_stage=None)
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
        return Refusal(rule, "nothing_to_draw", "No seat is waiting to be drawn.")
    if refusal := _refuses_loser(state, act.player):
        return refusal
    if act.player not in state.draws[0].pool:
        return Refusal(rule, "not_in_draw", f"{act.player} is not in this draw.")
    return None


def _after_draw(state: TournamentState, act: DrawSeat) -> TournamentState:
    return _seated(state, act.player, state.draws[0].seats[0])


def _offers_draw(state: TournamentState) -> Iterator[Offer]:
    if state.draws:
        yield Offer(DrawSeat, Role.TOURNAMENT_DIRECTOR, {"player": Choices(state.draws[0].pool)})


def _refuses_lot(state: TournamentState, act: DrawLot) -> Refusal | None:
    if not state.lots:
        return Refusal(Cite("D7 6.6", "T46"), "nothing_to_draw", "No lot is waiting to be drawn.")
    if act.player not in state.lots[0].lot:
        return Refusal(Cite("D7 6.6", "T46"), "not_in_draw", f"{act.player} is not in this draw.")
    return None


def _after_lot(state: TournamentState, act: DrawLot) -> TournamentState:
    return lot_drawn(state, act.player)


def _offers_lot(state: TournamentState) -> Iterator[Offer]:
    if state.lots:
        yield Offer(DrawLot, Role.TOURNAMENT_DIRECTOR, {"player": Choices(state.lots[0].lot)})


def chance(state: TournamentState) -> Mapping[Act, Fraction]:
    """Every player who is not seated yet has the same chance of the next seat, and all who tie that of a lot."""
    if state.draws:
        pool = state.draws[0].pool
        return {DrawSeat(player): Fraction(1, len(pool)) for player in pool}
    if state.lots:
        tied = state.lots[0].lot
        return {DrawLot(player): Fraction(1, len(tied)) for player in tied}
    return {}


STAGES: Handlers = {
    Attendance: Handler(refuses_attendance, _after_attendance, offers_attendance, DIRECTOR),
    Disqualify: Handler(_refuses_disqualify, _after_disqualify, _offers_disqualify, DIRECTOR_OR_OPERATOR),
    SetTables: Handler(_refuses_tables, _after_tables, _offers_tables, DIRECTOR_OR_OPERATOR),
    PlaceAt: Handler(_refuses_place, _after_place, _offers_place, DIRECTOR_OR_OPERATOR),
    DrawSeat: Handler(_refuses_draw, _after_draw, _offers_draw, DIRECTOR_OR_OPERATOR),
    DrawLot: Handler(_refuses_lot, _after_lot, _offers_lot, DIRECTOR_OR_OPERATOR),
}
