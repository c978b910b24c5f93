"""One state machine for every game: any order of any acts, with the books kept beside it."""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from croupier import BuyIn, CashOut, Clock, Favour, HoldUnclaimed, MakeGood
from croupier.games.acts import Act
from tests.support.rules import random_play
from tests.support.rules.games import GAMES, Played, State
from tests.support.rules.random_play import (
    awaits_result,
    brought_in,
    deal,
    exchange,
    fortunes,
    legal_act,
    money,
    next_step,
    seated,
    setups,
    wager,
    won,
)

FEWER = settings(max_examples=settings().max_examples * 3 // 10, stateful_step_count=50)
"""A machine takes 50 steps, so it runs three times for ten of the other tests."""


class Books:
    """What an accountant beside the table knows: what came in, and what each player had when the round was open."""

    def __init__(self, table: State) -> None:
        self.total = money(table)
        self.before_result = fortunes(table)

    def enter(self, before: State, act: Act, after: State) -> None:
        if isinstance(act, BuyIn | CashOut | HoldUnclaimed):
            amount = brought_in(before, act)
            self.total += amount
            had = self.before_result.get(act.player, 0)
            self.before_result = self.before_result | {act.player: had + amount}
        if isinstance(act, MakeGood):
            had = self.before_result.get(act.player, 0)
            self.before_result = self.before_result | {act.player: had + act.amount}
        if isinstance(act, Favour) and before.is_just_final:
            more = won(after.settled)[act.player] - won(before.settled)[act.player]
            assert more > 0
            self.before_result = self.before_result | {act.player: self.before_result.get(act.player, 0) + more}
        if not after.progress:
            self._assert_explained(before, after)
            self.before_result = fortunes(after)

    def _assert_explained(self, before: State, after: State) -> None:
        """With no settlement open, chips have changed hands by the lines of a final settlement, and no other way."""
        is_final = after.result is not None and (before.progress or before.result is None)
        gains = won(after.settled) if is_final else won(())
        expected = {player: amount + gains[player] for player, amount in self.before_result.items()}
        assert fortunes(after) == {player: amount for player, amount in expected.items() if amount}


class TableMachine(RuleBasedStateMachine):
    game: Played

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        self.table = self.start = seated(data.draw(setups(self.game)))
        self.books = Books(self.table)
        self.acts: list[Act] = []
        self.past: list[tuple[State, Books]] = []

    def _play(self, act: Act) -> None:
        assert act in self.table.legal
        after = self.table.play(act)
        self.past.append((self.table, copy(self.books)))
        self.books.enter(self.table, act, after)
        self.acts.append(act)
        self.table = after

    @rule(data=st.data())
    def act(self, data: st.DataObject) -> None:
        self._play(legal_act(data, self.game, self.table))

    @rule(data=st.data())
    def play_a_round(self, data: st.DataObject) -> None:
        """Wagers, the call, the result, and for a while what comes of it."""
        for mood in data.draw(st.permutations((wager, wager, wager, exchange))):
            self._play(mood(data, self.game, self.table) or Clock(1))
        for _ in range(data.draw(st.integers(4, 12))):
            self._play(deal(data, self.game, self.table) or Clock(1))

    @precondition(lambda self: self.table.has_result)
    @rule(data=st.data())
    def argue(self, data: st.DataObject) -> None:
        mood = data.draw(st.sampled_from((random_play.rule, random_play.rule, random_play.unasked, exchange)))
        self._play(mood(data, self.game, self.table) or Clock(1))

    @precondition(lambda self: self.past)
    @rule(steps=st.integers(1, 5))
    def undo(self, steps: int) -> None:
        """Undo is keeping the old value."""
        place = max(len(self.past) - steps, 0)
        self.table, self.books = self.past[place]
        del self.past[place:], self.acts[place:]

    @invariant()
    def money_is_conserved(self) -> None:
        assert money(self.table) == self.books.total

    @invariant()
    def nothing_is_negative(self) -> None:
        assert all(purse.value >= 0 and purse.colour >= 0 for purse in self.table.general.purses)
        assert all(wager.stake > 0 for wager in self.table.wagers)

    @invariant()
    def collections_stand_in_one_order(self) -> None:
        assert _is_sorted([purse.player for purse in self.table.general.purses])
        assert _is_sorted([(wager.player, wager.position) for wager in self.table.wagers])

    @invariant()
    def every_stake_has_its_purse(self) -> None:
        assert {wager.player for wager in self.table.wagers} <= set(self.table.players)

    @invariant()
    def colours_belong_to_one_player_each(self) -> None:
        colours = [purse.colour_name for purse in self.table.general.purses if purse.colour_name]
        assert len(colours) == len(set(colours))
        assert all(purse.colour_name or not purse.colour for purse in self.table.general.purses)

    @invariant()
    def chance_is_whole_or_not_awaited(self) -> None:
        awaited = awaits_result(self.game)(self.table)
        assert sum(self.table.chance().values()) == (1 if awaited else 0)

    @invariant()
    def something_carries_the_round_on(self) -> None:
        assert next_step(self.game, self.table) is not None
        assert self.table.awaits

    def teardown(self) -> None:
        if hasattr(self, "start"):
            assert self.start.play(*self.acts) == self.table


def _is_sorted(keys: list[Any]) -> bool:
    return all(one < other for one, other in pairwise(keys))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_any_order_of_any_acts(game: Played) -> None:
    machine = type(f"{game} machine", (TableMachine,), {"game": game})
    run_state_machine_as_test(machine, settings=FEWER)
