"""What is not worked out about a last hand that can be. Without the compiled parts: whoever asks need not have them."""

from __future__ import annotations

from croupier.games.refusal import Refusal
from croupier.games.tournament.session_table.last_hand import LastHand
from croupier.rulebook import Cite

MOST_IN_ROUNDS = 3
"""Players with two or three rounds left: with more the grid of their stacks has too many points."""


def refuses_rounds(hand: LastHand) -> Refusal | None:
    """Why more than one round left is not worked out."""
    if hand.rounds == 1:
        return None
    number = len(hand.seats)
    if number > MOST_IN_ROUNDS:
        why = f"Two and three rounds are worked out for at most {MOST_IN_ROUNDS} players, not for {number}."
        return Refusal(Cite("D7 1.0 Session"), "too_many_players", why)
    if hand.prizes:
        why = "With more than one round left only the chance to qualify is worked out, not the prize."
        return Refusal(Cite("D7 3.2(h)"), "prize_of_one_round", why)
    return None
