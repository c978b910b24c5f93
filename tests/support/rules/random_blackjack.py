"""Random play at a table of blackjack: legal acts, those that move a round along more often."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import croupier
from croupier import LIVE, BlackjackOptions, BuyIn, OpenTable, Sign
from croupier.games.acts import Act
from croupier.games.blackjack.acts import CloseInsurance, Deal, Split
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.wagers import NoMoreBets

NAMES = ("ana", "ben", "cal", "dee")
OPTIONS = (
    BlackjackOptions(),
    BlackjackOptions(boxes=2, decks=4, burn=True, bettors=2),
    BlackjackOptions(layout=2, decks=6, super_sevens=2_50, holds_absent=True, holds_skipping=True),
    BlackjackOptions(boxes=1, cutting_cards=2, box_maximum=60_00, player_maximum=40_00, extra_boxes=0),
)
SIGNS = (Sign(minimum=5_00, maximum=200_00), Sign(minimum=4_00, maximum=100_00, increment=1_50))
FORWARD = (NoMoreBets, Deal, CloseInsurance, Split)
"""Acts that are chosen more often, so that rounds are really played."""
RARE = (
    "VoidRound",
    "VoidHand",
    "ReplaceCards",
    "FullPatronage",
    "CashOut",
    "HoldUnclaimed",
    "ReserveTable",
    "LeaveSeat",
    "Withdraw",
    "Clock",
    "CloseTable",
    "OrderShuffle",
    "VoidWager",
    "WrongLimits",
)


def weight(offer: Offer) -> int:
    if offer.kind in FORWARD:
        return 6
    return 1 if offer.kind.__name__ in RARE else 3


def value_of(data: st.DataObject, field: Field) -> Any:
    match field:
        case Bounds(lowest, highest, step):
            return lowest + step * data.draw(st.integers(0, (highest - lowest) // step))
        case Choices(values):
            return data.draw(st.sampled_from(values))
        case _:
            return "as drawn"


def drawn_act(data: st.DataObject, table: BlackjackTable) -> Act:
    offers = [offer for offer in table.legal for _ in range(weight(offer))]
    offer = data.draw(st.sampled_from(offers))
    return offer.act(**{name: value_of(data, field) for name, field in offer.fields.items()})


def opened(data: st.DataObject) -> tuple[BlackjackTable, list[Act]]:
    automation = LIVE if data.draw(st.booleans()) else None
    table = croupier.blackjack(
        data.draw(st.sampled_from(SIGNS)), data.draw(st.sampled_from(OPTIONS)), automation=automation
    )
    acts: list[Act] = [] if automation is None else [OpenTable()]
    return table, [*acts, *(BuyIn(name, 300_00) for name in NAMES)]
