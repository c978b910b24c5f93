"""A rule is written once: changed in the hand machine or in the options, it changes the table with no other edit."""

from __future__ import annotations

import pytest

from croupier import Outcome
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import Draw, Split, Stand
from croupier.games.blackjack.hand import Rules
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules.blackjack import blackjack, deal, gain, lines, opened, refusal


def stood_on_18_against_17() -> BlackjackTable:
    """18 stood, the dealer's 10 and 7 dealt."""
    return deal(opened(blackjack("ana"), "Th Td 8s").play(Stand("ana", 1)), "7c")


@pytest.mark.clause("D2 13.3")
def test_D2_13_3_the_table_stands_where_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    assert stood_on_18_against_17().is_final
    monkeypatch.setattr(machine, "DEALER_STANDS", 18)
    table = stood_on_18_against_17()
    assert (table.step, table.is_final) == ("card", False)
    assert lines(deal(table, "4h")) == {("ana", "box 1"): (Outcome.LOSE, 0, "D2 5.1(g)")}


@pytest.mark.clause("D2 5.4", "D2 10.1")
@pytest.mark.parametrize("shown", ["9d", "Td 9d"])
def test_D2_5_4_the_table_pays_a_blackjack_what_the_machine_says(shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paid at once against a 9, and at the end against a 10: both read the same odds."""
    up, *second = shown.split()
    cards = " ".join(["As", up, "Kh", *second])
    assert gain(opened(blackjack("ana"), cards), "ana") == 15_00
    monkeypatch.setattr(machine, "BLACKJACK_PAYS", (6, 5))
    assert gain(opened(blackjack("ana"), cards), "ana") == 12_00


@pytest.mark.clause("D2 13.1(d)")
def test_D2_13_1_d_the_table_makes_draw_what_the_machine_says(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(blackjack("ana"), "9h Td 5s")
    assert table.refuses(Stand("ana", 1)) is None
    assert Stand in {offer.kind for offer in table.legal}
    monkeypatch.setattr(machine, "MUST_DRAW_TO", 15)
    assert refusal(table, Stand("ana", 1)) == ("must_draw", "D2 13.1(d)")
    assert Stand not in {offer.kind for offer in table.legal}
    assert deal(table.play(Draw("ana", 1)), "2s").refuses(Stand("ana", 1)) is None


def two_hands_the_first_a_pair(hands: int) -> BlackjackTable:
    table = opened(blackjack("ana", hands=hands), "8h Td 8s").play(Split("ana", 1))
    return deal(table, "8d")


@pytest.mark.clause("D2 12.4(a)")
def test_D2_12_4_a_the_table_splits_as_often_as_the_machine_says() -> None:
    two, three, four = (two_hands_the_first_a_pair(hands) for hands in (2, 3, 4))
    assert [table.rules for table in (two, three, four)] == [Rules(most_hands=2), Rules(), Rules(most_hands=4)]
    assert refusal(two, Split("ana", 1)) == ("hands_enough", "D2 12.4(a)")
    assert refusal(deal(three.play(Split("ana", 1)), "8c"), Split("ana", 1)) == ("hands_enough", "D2 12.4(a)")
    assert deal(four.play(Split("ana", 1)), "8c").refuses(Split("ana", 1)) is None
    assert Split not in {offer.kind for offer in two.legal}
