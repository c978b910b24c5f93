"""Cards between rounds: an early shuffle (D2 7.1, 7.7, ruling B60) and damaged cards (D2 16.8, rulings B27, B61)."""

from __future__ import annotations

import pytest

from croupier import NoMoreBets, Outcome, Role, Wager
from croupier.games.blackjack.acts import (
    CollectCards,
    Cut,
    InsertCuttingCard,
    NoteDamage,
    OrderShuffle,
    ReplaceCards,
    ReplaceDamaged,
    ReportCuttingCard,
    SettleBox,
    Shuffle,
    Stand,
    VoidRound,
)
from croupier.games.blackjack.cards import Card, card
from croupier.games.blackjack.procedure.preparing import cut_order
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules.blackjack import (
    allowed_roles,
    blackjack,
    box,
    deal,
    lines,
    live,
    offers,
    opened,
    ready,
    refusal,
    staked,
    why,
)

DEALER, SUPERVISOR, OPERATOR = Role.DEALER, Role.GAME_SUPERVISOR, Role.OPERATOR


def after_a_round() -> BlackjackTable:
    """A live table after its first round, with 412 cards left in the shoe."""
    table = opened(ready(live("ana", "ben"), "ana"), "Th 9d 8c").play(Stand("ana", 1))
    return deal(table, "8d").play(SettleBox(1), CollectCards())


# An early shuffle


@pytest.mark.clause("D2 7.1", "D2 7.7", "D2 7.3(d)")
def test_B60_the_supervisor_orders_a_shuffle_of_the_cards_in_use() -> None:
    table = after_a_round()
    assert (table.shoe.left, len(table.rack)) == (412, 4)
    ordered = table.play(OrderShuffle("two players doubt the shuffle"))
    assert (ordered.step, ordered.preparation) == ("shuffle", ("shuffle", "cut", "insert cutting card"))
    shuffled = ordered.play(Shuffle())
    assert (shuffled.shoe.left, shuffled.rack) == (416, ())
    assert cut_order(shuffled) == ("ana", "ben")
    loaded = shuffled.play(Cut("ana", 104), InsertCuttingCard(100))
    assert loaded.shoe.rounds == 0
    assert loaded.step == "no more bets"


@pytest.mark.clause("D2 7.3(d)")
def test_B60_the_cut_is_offered_from_the_dealers_farthest_left_whoever_came_first() -> None:
    table = opened(ready(live("-", "ana", "ben"), "ana"), "Th 9d 8c", ("ben", 3, 10_00)).play(Stand("ben", 3))
    done = deal(table, "8d").play(SettleBox(3), CollectCards())
    assert cut_order(done.play(OrderShuffle("doubts"), Shuffle())) == ("ana", "ben")


@pytest.mark.clause("D2 7.7", "D2 7.1")
def test_B60_only_between_rounds_with_a_reason_and_not_while_cards_are_made_ready() -> None:
    table = after_a_round()
    assert allowed_roles(table, OrderShuffle("doubts")) == {SUPERVISOR, OPERATOR}
    assert refusal(table, OrderShuffle("")) == ("no_reason", "D2 7.7")
    assert "Give the reason" in why(table, OrderShuffle(""))
    assert refusal(table.play(ReplaceCards()), OrderShuffle("doubts")) == ("being_prepared", "D2 7.7")
    called = staked(table, ("ana", 1, 10_00)).play(NoMoreBets())
    for late in (called, deal(called, "5c")):
        assert refusal(late, OrderShuffle("doubts")) == ("mid_round", "D2 7.7")
        assert offers(late, OrderShuffle) == []
    assert offers(table, OrderShuffle) == ["game supervisor: order shuffle (reason in words)"]
    assert offers(table.play(ReplaceCards()), OrderShuffle) == []


@pytest.mark.clause("D2 7.7")
def test_B60_wagers_that_lie_there_stay() -> None:
    table = staked(after_a_round(), ("ana", 1, 10_00)).play(OrderShuffle("doubts"))
    assert table.box(1) is not None
    assert table.refuses(Wager("ben", box(2), 10_00)) is None
    assert refusal(table, NoMoreBets()) == ("out_of_order", "D2 7.1")


# Damaged cards


@pytest.mark.clause("D2 16.8")
def test_B61_damage_noted_in_mid_round_is_made_good_before_the_next_round() -> None:
    table = opened(ready(live("ana", "ben"), "ana"), "Th 9d 8c").play(NoteDamage(card("9d")))
    assert (table.step, table.damaged) == ("decide", (card("9d"),))
    assert refusal(table, ReplaceDamaged(card("9d"))) == ("mid_round", "D2 16.8")
    assert offers(table, ReplaceDamaged) == []
    done = deal(table.play(Stand("ana", 1)), "8d").play(SettleBox(1), CollectCards())
    assert lines(done) == {("ana", "box 1"): (Outcome.WIN, 10_00, "D2 5.1(b)")}
    assert done.step == "replace damaged"
    assert [(each.what, each.role, each.rule.clause) for each in done.awaits][-1] == (
        "replace the damaged card",
        SUPERVISOR,
        "D2 16.8",
    )
    again = staked(done, ("ana", 1, 10_00))
    assert refusal(again, NoMoreBets()) == ("out_of_order", "D2 16.8")
    assert offers(again, ReplaceDamaged) == ["game supervisor: replace damaged (card 9d)"]
    replaced = again.play(ReplaceDamaged(card("9d")))
    assert (replaced.step, replaced.damaged) == ("no more bets", ())
    assert replaced.shoe == done.shoe
    assert replaced.rack == done.rack
    assert replaced.refuses(NoMoreBets()) is None


@pytest.mark.clause("D2 16.8")
def test_B61_each_damaged_card_is_replaced_also_after_a_void_round_and_before_a_shuffle() -> None:
    table = opened(ready(live("ana"), "ana"), "Th 9d 8c").play(NoteDamage(card("9d")), NoteDamage(card("8c")))
    void = table.play(ReportCuttingCard(1), VoidRound("torn cards"))
    assert void.preparation == ("replace damaged", "shuffle", "cut", "insert cutting card")
    one = void.play(ReplaceDamaged(card("8c")))
    assert (one.step, one.damaged) == ("replace damaged", (card("9d"),))
    assert one.play(ReplaceDamaged(card("9d"))).step == "shuffle"
    first = void.play(ReplaceDamaged(card("9d")))
    assert (first.step, first.damaged) == ("replace damaged", (card("8c"),))


@pytest.mark.clause("D2 16.8", "D2 16.9")
def test_B61_a_shuffle_that_is_found_missing_meanwhile_comes_after_the_replacement() -> None:
    table = after_a_round().play(NoteDamage(card("9d")), ReportCuttingCard(1))
    assert table.step == "replace damaged"
    assert table.play(ReplaceDamaged(card("9d"))).step == "shuffle"


@pytest.mark.clause("D2 16.8")
def test_D2_16_8_a_card_found_damaged_between_rounds_is_replaced_at_once() -> None:
    table = after_a_round()
    assert table.play(ReplaceDamaged(card("9d"))) == table
    noted = table.play(NoteDamage(card("9d")))
    assert noted.step == "replace damaged"
    assert noted.play(ReplaceDamaged(card("8h"))) == noted
    assert noted.play(ReplaceDamaged(card("9d"))) == table
    assert noted.play(ReplaceCards()).damaged == ()


@pytest.mark.clause("D2 16.8", "D2 3.3(a)")
def test_B61_what_is_noted_is_a_card_of_the_decks() -> None:
    table = opened(blackjack("ana", decks=4), "Th 9d")
    assert allowed_roles(table, NoteDamage(card("9d"))) == {DEALER, SUPERVISOR}
    assert refusal(table, NoteDamage(Card("1", "x"))) == ("no_such_card", "D2 3.3(a)")
    all_noted = table.play(*[NoteDamage(card("9d"))] * 4)
    assert refusal(all_noted, NoteDamage(card("9d"))) == ("noted_already", "D2 16.8")


@pytest.mark.clause("D2 16.8")
def test_B61_where_steps_happen_by_themselves_the_replacement_does() -> None:
    table = opened(blackjack("ana"), "Th 9d 8c").play(NoteDamage(card("9d")), Stand("ana", 1))
    done = deal(table, "8d")
    assert (done.step, done.damaged) == ("no more bets", ())
