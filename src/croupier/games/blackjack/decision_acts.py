"""A decision as the act that a player makes of it."""

from __future__ import annotations

from croupier.games.acts import Act
from croupier.games.blackjack.acts import Double, Draw, Split, Stand
from croupier.games.blackjack.hand import Decision


def decision_act(decision: Decision, player: str, box: int, stake: int) -> Act:
    """The player's act for the hand in turn; `stake` is what a double adds."""
    match decision:
        case Decision.STAND:
            return Stand(player, box)
        case Decision.DRAW:
            return Draw(player, box)
        case Decision.DOUBLE:
            return Double(player, box, stake)
        case Decision.SPLIT:
            return Split(player, box)
