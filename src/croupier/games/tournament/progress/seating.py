"""Sessions with their seats and the draws for them, and chips that were bought for a session that is not played."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.games.tournament.state import Seat, SeatDraw, Session, TournamentState


def with_sessions(
    state: TournamentState, sizes: tuple[int, ...], pool: tuple[str, ...], chips: int, *, play_off: bool = False
) -> tuple[TournamentState, tuple[int, ...]]:
    """New sessions of these sizes, whose seats are drawn for."""
    first = state.last_session + 1
    numbers = tuple(range(first, first + len(sizes)))
    sessions = tuple(
        Session(number, state.stage, ("",) * size, chips, play_off) for number, size in zip(numbers, sizes, strict=True)
    )
    seats = tuple(Seat(each.number, box) for each in sessions for box in range(1, len(each.seats) + 1))
    draw = SeatDraw(tuple(sorted(pool)), seats)
    state = replace(state, sessions=(*state.sessions, *sessions), draws=(*state.draws, draw))
    return replace(state, last_session=numbers[-1]), numbers


def with_late_seat(state: TournamentState, table: Session, player: str) -> TournamentState:
    """One more seat at a table that has not begun, for somebody who enters late (ruling T46)."""
    seat = Seat(table.number, len(table.seats) + 1)
    seated = state._with_session(replace(table, seats=(*table.seats, "")))
    return replace(seated, draws=(*state.draws, SeatDraw((player,), (seat,))))


def without_sessions(state: TournamentState, numbers: tuple[int, ...]) -> TournamentState:
    """Sessions that will not be played after all, and the draws for them."""
    sessions = tuple(each for each in state.sessions if each.number not in numbers)
    draws = tuple(draw for draw in state.draws if not any(seat.session in numbers for seat in draw.seats))
    seated = tuple(player for each in state.sessions if each.number in numbers for player in each.players)
    return replace(with_chips_kept(state, *seated), sessions=sessions, draws=draws)


def with_chips_kept(state: TournamentState, *players: str) -> TournamentState:
    """Chips bought for a session that these players do not play are kept, to be redeemed (6.12(b))."""
    for player in players:
        entry, session = state.entry_here(player), state.session_of(player)
        if entry.has_chips and session is not None:
            state = state._with_entry(replace(entry, has_chips=False, holding=entry.holding + session.chips))
    return state
