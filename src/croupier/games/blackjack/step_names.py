"""What the steps at a blackjack table are called."""

from __future__ import annotations

SHUFFLE, CUT, INSERT = "shuffle", "cut", "insert cutting card"
RESHUFFLE = (SHUFFLE, CUT, INSERT)
REPLACE = "replace damaged"
DEALER_INSPECTS, SUPERVISOR_INSPECTS = "dealer inspects", "supervisor inspects"
SPREAD, TURN, WASH, STACK, RIFFLE = "spread cards", "turn cards", "wash", "stack", "riffle"
OPENING = (DEALER_INSPECTS, SUPERVISOR_INSPECTS, SPREAD, TURN, WASH, STACK, RIFFLE, CUT, INSERT)

CALL, CARD, CUTTING_CARD = "no more bets", "card", "cutting card"
