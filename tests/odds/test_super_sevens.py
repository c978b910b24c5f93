"""Super Sevens against arithmetic by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.blackjack.hand import Sevens
from croupier.odds.super_sevens import SevensShoe, super_sevens

PAYS = {"none": -1, "one": 3, "two mixed": 50, "two suited": 100, "three mixed": 500, "three suited": 5000}
"""Rule 15.4."""


def by_hand(sevens: tuple[int, ...], others: int, third: Fraction) -> Fraction:
    """Every three cards, seven of a suit or none; a third card after two sevens comes with that chance."""
    left = [*sevens, others]
    size = sum(left)
    total = Fraction(0)
    for first, second, last in product(range(5), repeat=3):
        counts = list(left)
        chance = Fraction(1)
        for drawn, card in enumerate((first, second, last)):
            chance *= Fraction(max(counts[card], 0), size - drawn)
            counts[card] -= 1
        total += chance * gained(first, second, last, third)
    return total


def gained(first: int, second: int, last: int, third: Fraction) -> Fraction:
    if first == 4:
        return Fraction(PAYS["none"])
    if second == 4:
        return Fraction(PAYS["one"])
    two = PAYS["two suited" if first == second else "two mixed"]
    if last == 4:
        return Fraction(two)
    three = PAYS["three suited" if first == second == last else "three mixed"]
    return third * three + (1 - third) * two


@pytest.mark.parametrize("decks", [6, 7, 8])
def test_always_and_never_a_third_card(decks: int) -> None:
    shoe = SevensShoe.of_decks(decks)
    assert shoe.size == 52 * decks
    assert super_sevens(shoe).value == by_hand((decks,) * 4, 48 * decks, Fraction(1))
    assert super_sevens(shoe, lambda _up: False).value == by_hand((decks,) * 4, 48 * decks, Fraction(0))


def test_the_figures_of_eight_decks() -> None:
    """Worked out by hand: 32 sevens of 416 cards."""
    found = super_sevens(SevensShoe.of_decks(8))
    assert found.chances[Sevens.LOST] == Fraction(384, 416)
    assert found.chances[Sevens.WON_ONE] == Fraction(32 * 384, 416 * 415)
    assert found.chances[Sevens.WON_THREE_SUITED] == Fraction(32 * 7 * 6, 416 * 415 * 414)
    assert found.chances[Sevens.WON_THREE_MIXED] == Fraction(32 * 31 * 30 - 32 * 7 * 6, 416 * 415 * 414)
    assert sum(found.chances.values()) == 1
    assert round(float(found.edge), 4) == round(-float(found.value), 4)


def test_a_third_card_against_some_up_cards_only() -> None:
    """Against a seven fewer sevens are left for the third card."""
    shoe = SevensShoe.of_decks(6)
    only_sevens = super_sevens(shoe, lambda up: up == 7)
    all_but = super_sevens(shoe, lambda up: up != 7)
    never, ever = super_sevens(shoe, lambda _up: False), super_sevens(shoe)
    assert only_sevens.value - never.value + (all_but.value - never.value) == ever.value - never.value


def test_sevens_left_by_suit() -> None:
    shoe = SevensShoe((0, 0, 3, 0), (4, 4, 4, 4, 4, 4, 0, 4, 4, 17))
    found = super_sevens(shoe)
    assert found.value == by_hand((0, 0, 3, 0), 49, Fraction(1))
    assert Sevens.WON_THREE_MIXED not in found.chances
    assert super_sevens(SevensShoe((0, 0, 0, 0), shoe.others)).value == -1


@given(st.tuples(*(st.integers(0, 6),) * 4), st.integers(3, 60))
def test_any_shoe(sevens: tuple[int, int, int, int], others: int) -> None:
    shoe = SevensShoe(sevens, (others, *(0,) * 9))
    found = super_sevens(shoe)
    assert sum(found.chances.values()) == 1
    assert found.value == by_hand(sevens, others, Fraction(1))
    assert found.variance >= 0
