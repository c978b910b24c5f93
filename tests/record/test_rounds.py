"""Rounds made again from a journal: which entries each is, what came, and who had a part in it."""

from __future__ import annotations

from typing import Any

import croupier
from croupier import BuyIn, NoMoreBets, Position, Sign, Wager
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal, ReopenBetting, Sit, Stand, VoidRound
from croupier.games.blackjack.cards import card
from croupier.games.roulette import Spin, red
from croupier.games.roulette.positions import straight_up
from croupier.record.journals.journal import Stamp
from croupier.record.journals.rounds import EndedRound, RoundCount, RoundFollower, SettledLine

SIGN = Sign(minimum=5_00, maximum=1_000_00)
BOX = Position("box", (1,))


def followed(table: Any, *acts: Act) -> list[EndedRound]:
    """One entry an act; each is sealed by the number before it."""
    follower, found = RoundFollower(), []
    follower.follow(None, None, table, Stamp(number=0, time=1, seal="seal 0"))
    for number, act in enumerate(acts, start=1):
        after = table.play(act)
        ends = after.is_between_rounds and not table.is_between_rounds
        stamp = Stamp(number=number, time=number, seal=f"seal {number}" if ends else "")
        ended = follower.follow(table, act, after, stamp)
        if ended is not None:
            found.append(ended)
        table = after
    return found


def test_a_round_has_its_span_its_result_and_every_player_s_part() -> None:
    wagers = (Wager("ben", red, 10_00), Wager("ana", straight_up(17), 5_00), Wager("ana", red, 20_00))
    acts = (BuyIn("ana", 100_00), BuyIn("ben", 100_00), *wagers, NoMoreBets(), Spin(17))
    first, second = followed(croupier.roulette(SIGN), *acts, Wager("ben", red, 5_00), NoMoreBets(), Spin(1))
    assert (first.number, first.first, first.last, first.time, first.seal) == (1, 1, 7, 7, "seal 0")
    assert (first.result, first.is_void, first.wagers) == ("17 black", False, 3)
    assert (first.staked, first.returned) == (35_00, 5_00 * 36)
    assert [(part.person, part.staked, part.returned) for part in first.parts] == [
        ("ana", 25_00, 5_00 * 36),
        ("ben", 10_00, 0),
    ]
    rule = "D8 3.1(l)(ii)"
    assert first.parts[1].lines == (SettledLine("red", 10_00, "value", "lose", 0, rule, rule, ""),)
    assert (second.number, second.first, second.last, second.seal) == (2, 8, 10, "seal 7")
    assert [(part.person, part.staked, part.returned) for part in second.parts] == [("ben", 5_00, 10_00)]


def test_a_call_that_is_taken_back_ends_no_round() -> None:
    """Its entries belong to the round that follows."""
    seated = (BuyIn("ana", 100_00), Sit("ana", 1), Wager("ana", BOX, 10_00), NoMoreBets(), ReopenBetting())
    cards = [Deal(card(each)) for each in ["Th", "7d", "9s"]]
    again = (Wager("ana", BOX, 5_00), NoMoreBets(), ReopenBetting(), NoMoreBets())
    (ended,) = followed(croupier.blackjack(SIGN), *seated, *again, *cards, Stand("ana", 1), Deal(card("Tc")))
    assert (ended.number, ended.first, ended.last, ended.seal) == (1, 1, 14, "seal 8")
    assert (ended.result, ended.staked, ended.returned) == ("dealer 7d Tc", 15_00, 30_00)


def test_a_void_round_of_cards_gives_the_stakes_back() -> None:
    acts = (BuyIn("ana", 100_00), Sit("ana", 1), Wager("ana", BOX, 10_00), NoMoreBets(), Deal(card("Th")))
    (ended,) = followed(croupier.blackjack(SIGN), *acts, Deal(card("7d")), VoidRound("a card lay face up"))
    assert (ended.is_void, ended.result, ended.staked, ended.returned) == (True, "dealer 7d", 10_00, 10_00)


def test_the_count_goes_on_from_the_state_that_a_round_left() -> None:
    table = croupier.roulette(SIGN).play(NoMoreBets(), Spin(3), NoMoreBets(), Spin(4))
    assert RoundCount().after_end(table, 4) == RoundCount(2, 5)
    assert RoundCount(2, 5).after_end(table, 9) == RoundCount(2, 5), "nothing was counted since"
