"""The acts by which wagers are made at every game: placed, taken back, and closed by the call."""

from __future__ import annotations

from croupier.games.acts import PlayersAct, StaffAct
from croupier.games.chips import Chips
from croupier.games.position import Position


class Wager(PlayersAct, frozen=True):
    """Chips placed on a position. Placed by the dealer it is an oral wager, made for the player."""

    player: str
    position: Position
    amount: int
    chips: Chips = Chips.VALUE


class Withdraw(PlayersAct, frozen=True):
    """A whole wager taken back before the call, or taken up when it has won and been paid."""

    player: str
    position: Position


class NoMoreBets(StaffAct, frozen=True):
    """The call, with the bell."""
