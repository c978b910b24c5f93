"""How long a blackjack may be settled early: to the next card, whatever becomes of insurance (D2 10.3, ruling B52)."""

from __future__ import annotations

import pytest

from croupier import Outcome, Wager
from croupier.games.blackjack.acts import CloseInsurance, Draw, DrawnUnseen, ExposeCard, SettleEarly, Split, Stand
from croupier.games.blackjack.cards import card
from tests.support.rules.blackjack import blackjack, cards, deal, gain, insurance, lines, offers, opened, refusal, why

TWO = (("ana", 1, 10_00), ("ben", 2, 20_00))
WIN, VOID = Outcome.WIN, Outcome.VOID


@pytest.mark.clause("D2 10.3(a)", "D2 10.3(b)", "D2 10.3 (closing)", "D2 9.2 (closing)")
def test_B52_the_closing_of_insurance_ends_no_election() -> None:
    table = opened(blackjack("ana"), "Ah Ad Kc").play(Wager("ana", insurance(1), 5_00), CloseInsurance())
    assert table.step == "card"
    assert refusal(table, Wager("ana", insurance(1), 5_00)) == ("too_late", "D2 9.2 (closing)")
    assert offers(table, SettleEarly) == ["player: settle early (player ana, box 1)"]
    done = table.play(SettleEarly("ana", 1))
    assert lines(done) == {
        ("ana", "box 1"): (WIN, 10_00, "D2 10.3(a)"),
        ("ana", "insurance 1"): (VOID, 0, "D2 10.3 (closing)"),
    }
    assert gain(done, "ana") == 10_00
    assert done.rack == cards("Ah Kc Ad")


@pytest.mark.clause("D2 10.3(a)", "D2 10.3(b)")
def test_B52_decisions_of_others_end_it_only_with_the_card_that_they_take() -> None:
    table = opened(blackjack("ana", "ben"), "8h Ah Ad 8c Kc", *TWO).play(CloseInsurance())
    elects = SettleEarly("ben", 2)
    for made in (table, table.play(Stand("ana", 1)), table.play(Draw("ana", 1)), table.play(Split("ana", 1))):
        assert made.refuses(elects) is None
    for over in (deal(table.play(Draw("ana", 1)), "2c"), deal(table.play(Split("ana", 1)), "2c")):
        assert refusal(over, elects) == ("too_late", "D2 10.3(a)")
        assert "before the next card" in why(over, elects)
        assert offers(over, SettleEarly) == []
    assert refusal(deal(table.play(Stand("ana", 1)), "5c"), elects) == ("too_late", "D2 10.3(a)")


@pytest.mark.clause("D2 10.3(b)", "D2 16.2", "D2 16.4")
def test_B52_a_card_drawn_in_error_after_the_closing_ends_it_too() -> None:
    table = opened(blackjack("ana", "ben"), "8h Ah Ad 8c Kc", *TWO).play(CloseInsurance())
    for error in (DrawnUnseen(), ExposeCard(card("5c"))):
        assert refusal(table.play(error), SettleEarly("ben", 2)) == ("too_late", "D2 10.3(a)")


@pytest.mark.clause("D2 10.3(a)", "D2 14.3(g)")
def test_B52_a_table_that_deals_itself_waits_for_the_election_before_the_next_card() -> None:
    table = opened(blackjack("ana", "ben"), "8h Ah Ad 8c Kc", *TWO).play(CloseInsurance())
    assert table.waiting.may_pass == frozenset()
    drawing = table.play(Draw("ana", 1))
    assert (drawing.waiting.is_for_players, drawing.waiting.may_follow) == (True, True)
    assert drawing.waiting.may_pass == {"ben"}
    assert drawing.waiting.for_absent() is None
    elected = drawing.play(SettleEarly("ben", 2))
    assert (elected.waiting.is_for_players, elected.waiting.may_follow) == (False, False)
    drawn = deal(drawing, "2c")
    assert drawn.waiting.may_pass == frozenset()
    plain = opened(blackjack("ana"), "8h Ad 8c").play(CloseInsurance(), Draw("ana", 1))
    assert not plain.waiting.is_for_players
