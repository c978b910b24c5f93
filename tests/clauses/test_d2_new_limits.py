"""Limits that change while wagers lie on the boxes (D1 9.3, ruling R24)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import BlackjackOptions, NoMoreBets, Sign, Wager
from croupier.games.acts import ChangeLimits, Clock, Consent, PostLimits
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.registry import table_of as table_with
from tests.support.rules.blackjack import PURSE, blackjack, box, deal, seated, staked, super_sevens, total_money

OLD = Sign(minimum=5_00, maximum=100_00)


def table_of(*stakes: tuple[str, int, int], **options: Any) -> BlackjackTable:
    return staked(blackjack("ana", "ben", "cy", sign=OLD, **options), *stakes)


def changed(table: BlackjackTable, minimum: int, maximum: int, increment: int | None = None) -> BlackjackTable:
    new = Sign(minimum=minimum, maximum=maximum, increment=increment)
    agreed = [Consent(player) for player in table.players]
    return table.play(PostLimits(new, 1200), *agreed, ChangeLimits(new))


def lying(table: BlackjackTable) -> dict[tuple[int, str, str], int]:
    return {(each.number, stake.player, stake.kind): stake.amount for each in table.boxes for stake in each.stakes}


def purse(table: BlackjackTable, player: str) -> int:
    return table.purse_here(player).value


@pytest.mark.clause("D1 9.3(a)", "D1 9.3(b)", "D2 5.1")
def test_R24_what_is_over_the_new_maximum_goes_back_when_the_limits_change() -> None:
    table = table_of(("ana", 1, 60_00), ("ben", 2, 50_00), ("cy", 1, 50_50))
    new = changed(table, 5_00, 50_00)
    assert lying(new) == {(1, "ana", "box"): 50_00, (2, "ben", "box"): 50_00, (1, "cy", "box"): 50_00}
    assert (purse(new, "ana"), purse(new, "ben"), purse(new, "cy")) == (PURSE - 50_00,) * 3
    assert total_money(new) == total_money(table)
    # It binds each player on each box: nobody's wagers on two boxes are added up.
    two = changed(table_of(("ana", 1, 40_00), ("ana", 4, 40_00)), 5_00, 50_00)
    assert lying(two) == {(1, "ana", "box"): 40_00, (4, "ana", "box"): 40_00}


@pytest.mark.clause("D1 9.3(a)", "D1 9.5")
def test_R24_what_stays_is_a_lawful_wager_or_nothing() -> None:
    table = table_of(("ana", 1, 60_00), ("ben", 2, 20_00))
    stepped = changed(table, 20_00, 50_00, increment=20_00)
    assert lying(stepped) == {(1, "ana", "box"): 40_00, (2, "ben", "box"): 20_00}
    none_left = changed(table, 30_00, 50_00, increment=30_00)
    assert lying(none_left) == {(1, "ana", "box"): 30_00, (2, "ben", "box"): 20_00}
    # A box of 40 with 15 of ana's: what is left of it is no multiple of ten, and then under the minimum.
    shared = table_of(("ana", 1, 15_00), ("ben", 1, 60_00), box_maximum=80_00)
    assert lying(changed(shared, 10_00, 40_00, increment=10_00)) == {(1, "ana", "box"): 15_00, (1, "ben", "box"): 20_00}
    assert lying(changed(shared, 30_00, 40_00, increment=10_00)) == {(1, "ana", "box"): 15_00}


@pytest.mark.clause("D1 9.3(a)", "D2 14.2", "D2 14.3(b)")
def test_R24_a_box_over_its_own_maximum_is_cut_from_who_placed_last() -> None:
    table = table_of(("ana", 1, 30_00), ("ben", 1, 25_00), ("cy", 1, 25_00), box_maximum=80_00)
    assert lying(changed(table, 5_00, 80_00)) == lying(table)
    new = changed(table, 5_00, 50_00)
    assert lying(new) == {(1, "ana", "box"): 30_00, (1, "ben", "box"): 20_00}
    assert new.boxes[0].bettors == ("ana", "ben")
    tight = changed(table, 5_00, 20_00)
    assert lying(tight) == {(1, "ana", "box"): 20_00}
    # The operator's own maximum was kept when the wagers were made; another sign does not touch it.
    low = table_of(("ana", 1, 30_00), ("ben", 1, 10_00), box_maximum=40_00)
    assert lying(changed(low, 5_00, 60_00)) == lying(low)


@pytest.mark.clause("D1 9.3(a)", "D2 8.2")
def test_R24_what_is_under_the_new_minimum_is_raised_or_returned_at_the_call() -> None:
    table = table_of(("ana", 1, 5_00), ("ben", 2, 5_00), ("cy", 3, 10_00))
    new = changed(table, 10_00, 100_00)
    assert lying(new) == lying(table)
    raised = new.play(Wager("ben", box(2), 5_00))
    called = raised.play(NoMoreBets())
    assert lying(called) == {(2, "ben", "box"): 10_00, (3, "cy", "box"): 10_00}
    assert (called.is_called, purse(called, "ana")) == (True, PURSE)
    assert [each.number for each in deal(called, "Th 9d 6c 5s 4h").boxes] == [2, 3]


@pytest.mark.clause("D1 9.3(a)", "D2 8.2", "D2 15.2")
def test_R24_where_no_wager_is_left_no_round_is_called_and_super_sevens_goes_along() -> None:
    options = BlackjackOptions(layout=2, super_sevens=2_00)
    start = seated(table_with("blackjack", OLD, options, betting_seconds=30), "ana")
    table = staked(start, ("ana", 1, 5_00)).play(Wager("ana", super_sevens(1), 2_00))
    assert table.window_ends == 30
    new = changed(table, 10_00, 100_00)
    called = new.play(NoMoreBets())
    assert (called.is_called, called.boxes, called.window_ends) == (False, (), None)
    assert (called.step, purse(called, "ana")) == ("no more bets", PURSE)
    by_clock = new.play(Clock(30))
    assert by_clock.boxes == ()
    assert by_clock.betting_is_open


@pytest.mark.clause("D1 9.3(a)")
def test_R24_a_table_of_edition_1_leaves_them_as_they_lie() -> None:
    table = table_of(("ana", 1, 60_00), ("ben", 2, 5_00), edition=1)
    new = changed(table, 10_00, 50_00)
    assert lying(new) == lying(table)
    assert lying(new.play(NoMoreBets())) == lying(table)
