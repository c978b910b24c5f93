"""A live table of house players: dealt to its end, made again from its acts, and by its seed always the same."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.blackjack.acts import CloseInsurance
from croupier.games.blackjack.flow import CLOSE_INSURANCE, own_act
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.table import Outcome
from croupier.school.live_shoe import ROUNDS, STEP_SECONDS, LiveShoe
from croupier.school.shoe import SHOE_GAMES


def due(shoe: LiveShoe) -> Any:
    """What a dealer does who makes no mistake."""
    table = shoe.table
    if shoe.fallen is not None:
        return shoe.fallen
    if not isinstance(table, BlackjackTable):
        return table.game.own_act(table)
    return CloseInsurance() if table.step == CLOSE_INSURANCE else own_act(table)


@pytest.mark.parametrize("game", SHOE_GAMES)
def test_a_shoe_is_dealt_to_its_end_and_every_payment_is_asked_for(game: str) -> None:
    shoe = LiveShoe(game, 7)
    shoe.go_on()
    paid = standard = 0
    while not shoe.is_over:
        before, payment = shoe.table, shoe.payment
        shoe.deal(due(shoe))
        standard += STEP_SECONDS + (payment.seconds if payment else 0)
        if payment is not None:
            paid += 1
            won = (line.pays for line in shoe.table.settled if line.outcome is Outcome.WIN)
            lying = before.settled if isinstance(before, BlackjackTable) else ()
            earlier = sum(line.pays for line in lying if line.outcome is Outcome.WIN)
            assert sum(payment.solution.amounts) == sum(won) - earlier
        shoe.go_on()
    assert shoe.rounds == ROUNDS
    assert paid > 0
    assert shoe.seconds == standard
    again = LiveShoe(game, 7, shoe.acts)
    assert (again.table, again.rounds, again.seconds) == (shoe.table, shoe.rounds, shoe.seconds)


def test_what_falls_depends_on_the_seed_and_the_acts_alone() -> None:
    one, same, other = LiveShoe("roulette", 1), LiveShoe("roulette", 1), LiveShoe("roulette", 2)
    for shoe in (one, same, other):
        shoe.go_on()
    assert one.acts == same.acts != other.acts
    with pytest.raises(ValueError, match="no shoe"):
        LiveShoe("tournament-table", 1)
