"""The tables of blackjack that the simulator is measured on, on the processor and on GPUs."""

from __future__ import annotations

from croupier import BlackjackOptions
from croupier.simulate.blackjack.setup import Setup

SIX = BlackjackOptions(decks=6)
ONE_BOX = Setup(options=SIX, cut=260)
FRESH = Setup(options=SIX, fresh=True)
SEVEN_FRESH = Setup(options=SIX, boxes=7, fresh=True)
SEVEN_BOXES = Setup(options=BlackjackOptions(decks=6, super_sevens=2_50), boxes=7, cut=260)
