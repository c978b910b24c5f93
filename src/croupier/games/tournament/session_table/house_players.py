"""Players of the house's own in a tournament: only where nobody pays to play, and at its tables as they are seated."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.acts import RemoveHousePlayer, SeatHousePlayer
from croupier.games.blackjack.house_strategies import HOUSE_STRATEGIES
from croupier.games.general.house_players import refuses_house_name, refuses_strategy
from croupier.games.machine import Handler, Handlers, no_offers
from croupier.games.offers import Choices, Field, Offer
from croupier.games.people import HOUSE_PLAYER, HousePlayer, Role
from croupier.games.refusal import Refusal
from croupier.games.tournament.conditions import MOST_PLAYERS, Issue, missing
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.tournament.state import Entry, Status, TournamentState
from croupier.rulebook import Cite

STRATEGIES = tuple(HOUSE_STRATEGIES)
FEES = Cite("D7 3.4")


def _refuses_enter(state: TournamentState, act: SeatHousePlayer) -> Refusal | None:
    rule = Cite("D7 1.0 Player")
    if lacking := missing(state.conditions):
        return Refusal(Cite("D7 3.2"), "incomplete", f"Not settled yet: {', '.join(lacking)}.")
    if not state.entries_are_open:
        return Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    if refusal := refuses_house_name(act.player, rule) or refuses_strategy(act.strategy, STRATEGIES, rule):
        return refusal
    if state.conditions.entry_fee or state.conditions.issue is Issue.SOLD:
        why = "Bots cannot play where people have paid a fee: the prizes are for people."
        return Refusal(FEES, "fees_are_paid", why)
    if act.chips != 0:
        return Refusal(Cite("D7 5.5"), "no_more_chips", "A bot begins with the same chips as everybody.")
    if state.entry(act.player) is not None:
        return Refusal(rule, "applied_already", f"{act.player} has entered already.")
    most = state.conditions.most or MOST_PLAYERS
    if len(state.players) >= most:
        return Refusal(Cite("D7 3.2(f)"), "full", f"The tournament is full: it has its {most} players.")
    return None


def _after_enter(state: TournamentState, act: SeatHousePlayer) -> TournamentState:
    entry = Entry(act.player, Status.PLAYER, notified=True, strategy=act.strategy)
    return replace(state, entries=tuple(sorted((*state.entries, entry), key=lambda each: each.player)))


def _offers_enter(state: TournamentState) -> Iterator[Offer]:
    names = tuple(name for each in STRATEGIES if state.entry(name := f"{HOUSE_PLAYER}{each}") is None)
    if names and _refuses_enter(state, SeatHousePlayer(names[0], STRATEGIES[0])) is None:
        fields: dict[str, Field] = {"player": Choices(names), "strategy": Choices(STRATEGIES), "chips": Choices((0,))}
        yield Offer(SeatHousePlayer, Role.OPERATOR, fields)


def _refuses_leave(state: TournamentState, act: RemoveHousePlayer) -> Refusal | None:
    entry = state.entry(act.player)
    if entry is None or not entry.strategy:
        return Refusal(Cite("D7 1.0 Player"), "no_house_player", f"{act.player} is not a bot in this tournament.")
    if not state.entries_are_open:
        return Refusal(Cite("D7 3.2"), "entries_closed", "The players of this tournament can no longer change.")
    return None


def _after_leave(state: TournamentState, act: RemoveHousePlayer) -> TournamentState:
    return replace(state, entries=tuple(each for each in state.entries if each.player != act.player))


def _offers_leave(state: TournamentState) -> Iterator[Offer]:
    players = (each.player for each in state.house_players)
    free = tuple(each for each in players if _refuses_leave(state, RemoveHousePlayer(each)) is None)
    if free:
        yield Offer(RemoveHousePlayer, Role.OPERATOR, {"player": Choices(free)})


ENTERING_HOUSE_PLAYERS: Handlers = {
    SeatHousePlayer: Handler(_refuses_enter, _after_enter, _offers_enter, (Role.OPERATOR,)),
    RemoveHousePlayer: Handler(_refuses_leave, _after_leave, _offers_leave, (Role.OPERATOR,)),
}


# At a session's table


def _refuses_name(table: SessionTable, act: SeatHousePlayer) -> Refusal | None:
    rule = Cite("D7 5.2")
    if refusal := refuses_house_name(act.player, rule) or refuses_strategy(act.strategy, STRATEGIES, rule):
        return refusal
    if act.chips != 0:
        return Refusal(Cite("D7 5.5"), "no_more_chips", "No more chips are issued during a session.")
    if act.player not in table.seated or table.ended is not None:
        return Refusal(rule, "not_playing", f"{act.player} does not play in this session.")
    if table.house_player(act.player) is not None:
        return Refusal(rule, "seated_already", f"{act.player} is named already.")
    return None


def _after_name(table: SessionTable, act: SeatHousePlayer) -> SessionTable:
    general = table.general
    players = tuple(sorted((*general.house_players, HousePlayer(act.player, act.strategy))))
    return table._with_general(replace(general, house_players=players))


def _refuses_remove(_table: SessionTable, _act: RemoveHousePlayer) -> Refusal:
    return Refusal(Cite("D7 5.2"), "allocated", "The box that was allocated is kept for the session.")


NAMING_HOUSE_PLAYERS: Handlers = {
    SeatHousePlayer: Handler(_refuses_name, _after_name, no_offers, (Role.OPERATOR,)),
    RemoveHousePlayer: Handler(_refuses_remove, lambda table, _act: table, no_offers, (Role.OPERATOR,)),
}
