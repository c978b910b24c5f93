"""The coach by request: a player's own last decisions, of sessions that are over, and nobody else's."""

from __future__ import annotations

from pathlib import Path

from croupier.games.tournament.acts import Apply
from croupier.odds.last_hand.answer import solve_last_hand
from croupier.report.coach import WAGER, judged
from croupier.serve.views.coach import decisions_of
from tests.support.floor.casino import House, in_casino
from tests.support.floor.sit_and_go import played, sit_and_go
from tests.support.floor.tournaments import at, do, settled, tables


def test_own_decisions_of_a_session_that_is_over(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        cup = await sit_and_go(house)
        ana = await house.player()
        await do(house, cup, Apply(ana), nonce="0a" * 16)
        await settled(house)
        await at(house, int(house.hand.time) + 10)
        player = cup.player_id(ana)
        assert await decisions_of(house.casino, cup.id, player) == ()
        (table,) = tables(house, cup.id)
        await played(house, cup, ana)
        (session,) = await decisions_of(house.casino, cup.id, player)
        assert (session.session, session.table, session.is_final) == (1, table.id, True)
        # Three rounds with four players: the last wager, and what was decided in the last hand.
        wager, *plays = session.decisions
        assert (wager.choice, wager.round, wager.left) == (WAGER, 3, 1)
        assert wager.situation is not None
        assert sum(seat.chips for seat in wager.situation.seats) > 0
        assert wager.situation.to_act.name == player
        assert session.round_of(wager) == 3
        assert all(made.left == 1 and made.round == 3 for made in plays)
        for made in plays:
            if made.situation is not None:
                assert made.situation.to_act.name == player
                found = judged(made, solve_last_hand(made.situation))
                assert 0 <= found.chance <= found.best_chance <= 1
        assert await decisions_of(house.casino, cup.id, player, 1) == (session,)
        assert await decisions_of(house.casino, cup.id, player, 2) == ()
        assert await decisions_of(house.casino, cup.id, "somebody else") == ()

    in_casino(tmp_path, play)
