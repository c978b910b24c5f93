"""What a blackjack table waits for from its players: decisions, insurance, even money, and others who may follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    Double,
    DrawForAbsent,
    SettleEarly,
    Split,
    StandForAbsent,
)
from croupier.games.blackjack.boxes import BOX
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn
from croupier.games.blackjack.procedure.deciding import NOBODY, decider
from croupier.games.blackjack.procedure.irregularities import MOST_FOR_ABSENT
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CARD
from croupier.games.offers import Choices
from croupier.games.waiting import Waiting

_FOLLOW = (Double, Split, ChooseHand)


class BlackjackWaiting(Waiting):
    def __init__(self, table: BlackjackTable) -> None:
        super().__init__(table)
        self._table: BlackjackTable = table

    @property
    def turn(self) -> Any:
        table = self._table
        if table.is_between_rounds:
            return table.step
        now = hand_in_turn(table)
        return table.step, table.pending, None if now is None else (now[0].number, now[1].id, len(now[1].cards))

    @property
    def is_for_players(self) -> bool:
        table = self._table
        return not table.is_between_rounds and (table.step in (DECIDE, CLOSE_INSURANCE) or self.may_follow)

    @property
    def is_for_nobody(self) -> bool:
        turn = hand_in_turn(self._table)
        return self._table.step == DECIDE and turn is not None and decider(self._table, turn[0]) == NOBODY

    @property
    def may_pass(self) -> frozenset[str]:
        """At insurance, and before a card that ends what others may still ask for. On a hand one decides by an act."""
        table = self._table
        if table.is_between_rounds:
            return frozenset()
        if table.step == CLOSE_INSURANCE:
            return frozenset(stake.player for box in table.boxes for stake in box.stakes if stake.kind == BOX)
        return frozenset(self._followers())

    @property
    def may_follow(self) -> bool:
        """Whether somebody may still ask for what ends with the next card: another bettor on a box to join a double or
        a split (14.3), or the holder of a blackjack for even money, once insurance is closed (ruling B52)."""
        return next(self._followers(), None) is not None

    def _followers(self) -> Iterator[str]:
        table = self._table
        if table.step != CARD:
            return
        for kind in (SettleEarly,) if table.pending is None else (*_FOLLOW, SettleEarly):
            for offer in table._handlers[kind].offers(table):
                player = offer.fields["player"]
                if offer.kind is kind and isinstance(player, Choices):
                    yield from player.values

    def for_absent(self) -> Act | None:
        """Where a player could not stand, the house directs a card, as an operator may (16.6)."""
        if self._table.step == CLOSE_INSURANCE:
            return CloseInsurance()
        turn = hand_in_turn(self._table)
        if self._table.step != DECIDE or turn is None:
            return None
        box, playing = turn
        may_draw = machine.total(playing.hand) <= MOST_FOR_ABSENT
        return DrawForAbsent(box.number) if may_draw else StandForAbsent(box.number)
