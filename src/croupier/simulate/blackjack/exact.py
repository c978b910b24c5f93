"""The exact figure for a way of playing, where there is one: every round from a full shoe, no count, no rounding."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision
from croupier.games.blackjack.procedure.settling import paid
from croupier.odds.blackjack.layout import Family, layout
from croupier.odds.blackjack.situations import insurance_value
from croupier.odds.blackjack.solver import Shoe
from croupier.odds.blackjack.tables import RANKS
from croupier.odds.blackjack.up_card import UpCard
from croupier.odds.super_sevens import SevensShoe, super_sevens
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import HeldHand
from croupier.simulate.blackjack.tabulated.hands import HandGraph, Way

Array = Any


def why_none(setup: Setup) -> str | None:
    """Why there is no exact figure for the whole of it; `None` where there is one."""
    if other := _why_other(setup):
        return other
    if not setup.fresh:
        return "the exact figure is that of a full shoe: what the cutting card adds is in the simulated one only"
    return None


def _why_other(setup: Setup) -> str | None:
    """Why not even a full shoe has one."""
    if len(setup.strategy.counts) > 1:
        return "the solver keeps no count"
    chip = setup.chip
    pays = machine.BLACKJACK_PAYS
    if any(paid(stake, pays, chip) * pays[1] != stake * pays[0] for stake in setup.levels):
        return "a blackjack is rounded up to the chips, and the solver rounds nothing"
    if setup.strategy.insures and any(2 * setup.stakes.insurance(0) != stake for stake in setup.levels):
        return "insurance is rounded down to the chips, and the solver rounds nothing"
    return None


def off_the_top(setup: Setup, way: Way) -> float | None:
    """What the house keeps of each initial wager, from a full shoe; `None` where no such figure exists."""
    if _why_other(setup) is not None:
        return None
    shoe = Shoe.of_decks(setup.options.decks)
    hands = HandGraph(setup.options.rules, way, setup.strategy)
    cards = sum(shoe.counts)
    value = sum(
        _against(setup, hands, UpCard(layout(setup.options.rules), shoe, up)) * shoe.counts[up - 1] for up in RANKS
    )
    return -value / cards


def _against(setup: Setup, hands: HandGraph, at: UpCard) -> float:
    """What a round gains against one up card."""
    choices = _choices(hands, at, at.deal, 0)
    values, _ = at.played(choices)
    chances = at.dealt()
    gained = 0.0
    for first in RANKS:
        for second in range(first, 11):
            place = at.place(first, second)
            chance = float(chances[place])
            if chance > 0:
                gained += chance * _dealt(setup, hands, at, (first, second), float(values[place]))
    return gained


def _dealt(setup: Setup, hands: HandGraph, at: UpCard, cards: tuple[int, int], played: float) -> float:
    """What two cards gain, insurance with them."""
    first, second = cards
    place = at.place(first, second)
    hand = at.deal.nodes[place].hand
    if at.up == machine.ACE and setup.strategy.early and machine.is_blackjack(hand):
        return machine.EARLY_PAYS[0] / machine.EARLY_PAYS[1]
    if first == second and first in at.laid.most_hands and _decision(hands, at, at.deal, 0, place) is Decision.SPLIT:
        played = at.split(first, _choices(hands, at, at.laid.splits[first], first))
    insured = at.up == machine.ACE and setup.strategy.insures
    return played + (insurance_value(at, place) / 2 if insured else 0.0)


def _decision(hands: HandGraph, at: UpCard, family: Family, pair: int, place: int) -> Decision:
    node = family.nodes[place]
    number = 1 if pair == 0 else hands.rules.most_hands
    options = machine.decisions(node.hand, number, hands.rules)
    return hands.decisions(HeldHand(at.up, node.hand, node.counts, pair, options))[0] if options else Decision.STAND


def _choices(hands: HandGraph, at: UpCard, family: Family, pair: int) -> Array:
    """What is decided for each hand that is not split; a pair that is split has no choice of its own."""
    found = [_decision(hands, at, family, pair, place) for place in range(len(family.nodes))]
    return np.array([0 if each is Decision.SPLIT else each for each in found], dtype=np.int32)


def sevens_off_the_top(setup: Setup, way: Way) -> float | None:
    """What the house keeps of each Super Sevens wager, from a full shoe; `None` where it hangs on more than that."""
    amount = setup.options.super_sevens
    if amount is None or len(setup.strategy.counts) > 1:
        return None
    if any(
        paid(amount, ratio, setup.chip) * ratio[1] != amount * ratio[0]
        for ratio in machine.SEVENS_PAY.values()
        if ratio[0] > 0
    ):
        return None
    hands = HandGraph(setup.options.rules, way, setup.strategy)
    laid = layout(setup.options.rules)
    place = laid.deal.places[tuple(2 * (rank == machine.SEVEN) for rank in RANKS)]

    def draws(up: int) -> bool:
        node = laid.deal.nodes[place]
        options = machine.decisions(node.hand, 1, hands.rules)
        chosen = hands.decisions(HeldHand(up, node.hand, node.counts, 0, options))[0]
        return chosen in (Decision.DRAW, Decision.DOUBLE)

    return float(super_sevens(SevensShoe.of_decks(setup.options.decks), draws).edge)
