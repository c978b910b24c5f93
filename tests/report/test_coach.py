"""The coach: what a player decided at the end of a session, as the last-hand calculator is asked about it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Sign, Wager
from croupier.games.acts import Act, Clock
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, Split, Stand
from croupier.games.tournament.session_table.last_hand import LastHand
from croupier.games.tournament.session_table.table import Division7Table
from croupier.odds.last_hand.answer import betting_of, contest_of, solve_last_hand
from croupier.record.files.last_hand import read_last_hand
from croupier.report.coach import (
    INSURED,
    SPLIT_BEFORE,
    TOO_MANY,
    CoachedDecision,
    SessionFollower,
    judged,
    rounds_left,
)
from tests.support.rules.tournament_tables import box, deal, insurance, round_of, session, wagered

EXAMPLES = Path(__file__).parents[2] / "examples" / "last-hand"
SIGN = Sign(10_00, 500_00, 10_00, 5_00)


class Followed:
    """A table and its follower, act by act."""

    def __init__(self, table: Division7Table, player: str, advance: int = 1) -> None:
        self.table, self.follower = table, SessionFollower(player, advance)
        self.made: list[CoachedDecision] = []

    def play(self, *acts: Act) -> Followed:
        for act in acts:
            decision = self.follower.decision_in(len(self.made), self.table, act)
            self.made += [] if decision is None else [decision]
            self.table = self.table.play(act)
        return self

    def deal(self, text: str) -> Followed:
        self.table = deal(self.table, text)
        return self


def duel(**wishes: Any) -> Division7Table:
    """Two players before the last round: ana has 900, bea 1000 and the marker."""
    begun = session("ana", "bea", sign=SIGN, chips=1000_00, play_off=True, rounds=2, **wishes)
    table = round_of(begun, {"ana": 100_00}, ana="lose", bea="stand off")
    assert (table.chips_of("ana"), table.chips_of("bea"), table.marker) == (900_00, 1000_00, 2)
    return table


def wagers(**amounts: int) -> list[Act]:
    numbers = {"ana": 1, "bea": 2}
    return [Wager(name, box(numbers[name]), amount) for name, amount in amounts.items()]


def laid(player: str) -> Followed:
    """The free hit of the examples: ana has doubled to 19, bea holds 12 against a 6."""
    followed = Followed(duel(), player).play(*wagers(bea=290_00, ana=200_00))
    return followed.deal("5s Ts 6s 6h 2s").play(Double("ana", 1, 200_00)).deal("8s")


def example(name: str) -> LastHand:
    """As the file has it, with the players' names in small letters and nothing seen before."""
    hand = read_last_hand((EXAMPLES / name).read_text())
    seats = tuple(replace(seat, name=seat.name.lower()) for seat in hand.seats)
    return replace(hand, seats=seats, marker=hand.marker.lower())


def test_the_hand_in_turn_is_the_situation_of_the_example() -> None:
    followed = laid("bea").play(Draw("bea", 2))
    wager, draw = followed.made
    assert (wager.choice, wager.amount, wager.left, draw.choice, draw.round) == ("wager", 290_00, 1, "draw", 2)
    assert draw.situation is not None
    wanted = example("free-hit.toml")
    # The example says nothing of the round before; here its six cards have been seen, and the marker has moved on.
    assert sorted(draw.situation.seen) == [8, 9, 9, 10, 10, 10]
    assert replace(draw.situation, seen=wanted.seen, marker=wanted.marker) == wanted


def test_a_draw_is_judged_beside_the_best_double() -> None:
    made = laid("bea").play(Draw("bea", 2)).made[-1]
    assert made.situation is not None
    found = judged(made, solve_last_hand(made.situation))
    # The example's table: a small double wins in 59 of 100, a draw in 24.
    assert (found.best, found.best_amount) == ("double", 20_00)
    assert found.chance == pytest.approx(0.24, abs=0.02)
    assert found.best_chance == pytest.approx(0.59, abs=0.02)
    assert found.cost == pytest.approx(0.35, abs=0.02)


def test_a_double_between_two_amounts_is_worth_what_the_smaller_one_is() -> None:
    made = laid("bea").play(Double("bea", 2, 150_00)).made[-1]
    assert made.situation is not None
    assert judged(made, solve_last_hand(made.situation)).cost == pytest.approx(0, abs=1e-9)


def test_a_wager_is_judged_beside_the_best_one() -> None:
    (made,) = Followed(duel(), "bea").play(*wagers(bea=500_00)).made
    assert made.situation is not None
    found = judged(made, solve_last_hand(made.situation, departures=False, also=made.amount))
    # The worked example: Bea does best with 20 or 30 and wins in 57 of 100; 500 costs eight points.
    assert found.best_amount in (20_00, 30_00)
    assert found.best_chance == pytest.approx(0.57, abs=0.01)
    assert found.cost == pytest.approx(0.08, abs=0.01)


def test_a_wager_that_is_not_looked_at_otherwise_is_worked_out_too() -> None:
    names = ("ana", "bea", "cat")
    begun = session(*names, sign=SIGN, chips=1000_00, play_off=True, rounds=1)
    (made,) = (
        Followed(wagered(begun, dict.fromkeys(names, 50_00), stop="cat"), "cat").play(Wager("cat", box(3), 370_00)).made
    )
    assert made.situation is not None
    contest = contest_of(made.situation, {})
    assert 370_00 not in betting_of(made.situation, contest).looked_at
    assert 370_00 in betting_of(made.situation, contest, also=made.amount).looked_at


def test_what_was_dealt_before_a_split_or_an_insurance_cannot_be_worked_out() -> None:
    split = Followed(duel(), "bea").play(*wagers(bea=100_00, ana=100_00)).deal("8s Ts 6s 8h 9h").play(Split("ana", 1))
    split = split.deal("Ts").play(Stand("ana", 1)).deal("Th").play(Stand("ana", 1), Stand("bea", 2))
    assert [(each.choice, each.why) for each in split.made] == [("wager", ""), ("stand", SPLIT_BEFORE)]
    insured = Followed(duel(), "bea").play(*wagers(bea=100_00, ana=100_00)).deal("Ts Ts As 8h 9h")
    insured = insured.play(Wager("ana", insurance(1), 50_00))
    insured = insured.play(CloseInsurance()).play(Stand("ana", 1), Stand("bea", 2))
    assert [each.why for each in insured.made] == ["", INSURED]


def test_rounds_before_the_last_three_are_not_looked_at() -> None:
    begun = session("ana", "bea", sign=SIGN, chips=1000_00, play_off=True, rounds=5)
    followed = Followed(begun, "ana").play(*wagers(ana=10_00, bea=10_00))
    assert followed.made == []
    assert rounds_left(begun) == 5


def test_five_who_can_wager_are_too_many() -> None:
    names = ("ana", "ben", "cat", "dan", "eve")
    begun = session(*names, sign=SIGN, chips=1000_00, rounds=1)
    (made,) = Followed(begun, "ana").play(Wager("ana", box(1), 10_00)).made
    assert (made.situation, made.why) == (None, TOO_MANY)


def test_the_last_round_of_shoes_or_time_is_known_when_it_has_come() -> None:
    timed = session("ana", "bea", sign=SIGN, chips=1000_00, play_off=True, seconds=600)
    assert rounds_left(timed) is None
    assert rounds_left(timed.play(Clock(600))) == 1
    shoes = session("ana", "bea", sign=SIGN, chips=1000_00, play_off=True, shoes=1)
    assert rounds_left(shoes) is None
    assert rounds_left(replace(shoes, is_last_of_shoe=True)) == 1
