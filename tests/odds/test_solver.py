"""The solver against plain fractions, against the table itself, against public tables, and against a changed rule."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

import croupier
from croupier import BuyIn, NoMoreBets, Position, Sign, Wager
from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, ReportNoCuttingCard, Sit, Split, Stand
from croupier.games.blackjack.hand import DealerBlackjack, Decision, Rules
from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.games.blackjack.state import BlackjackTable
from croupier.odds.blackjack import layout as layouts
from croupier.odds.blackjack import sums, tables, walks
from croupier.odds.blackjack.distribution import mean_and_variance, spread_of_round
from croupier.odds.blackjack.held import Held
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.report import chart, mistakes
from croupier.odds.blackjack.situations import refuses_situation, situation, worth
from croupier.odds.blackjack.solver import Shoe, Strategy, solve
from croupier.odds.blackjack.tables import RANKS, Counts
from croupier.odds.blackjack.up_card import UpCard
from croupier.odds.last_hand import kernels
from tests.support.rules.blackjack import only_left
from tests.support.rules.plain_solver import Plain, Seat, more

CLOSE = 1e-10
ORIGINAL, ALL, PEEK = DealerBlackjack.ORIGINAL, DealerBlackjack.ALL, DealerBlackjack.PEEK
SHOES: tuple[Counts, ...] = (
    (0, 0, 4, 0, 0, 3, 0, 6, 0, 9),
    (4, 0, 0, 0, 0, 0, 0, 0, 6, 10),
    (3, 0, 0, 0, 4, 4, 0, 0, 0, 9),
    (2, 0, 0, 0, 0, 4, 5, 0, 4, 8),
)
SPLIT_SHOES: tuple[Counts, ...] = (
    (0, 0, 0, 0, 0, 3, 0, 5, 0, 8),
    (4, 0, 0, 0, 0, 0, 0, 0, 6, 10),
    (3, 0, 0, 0, 0, 0, 4, 0, 5, 8),
)
READINGS = (
    Rules(),
    Rules(most_hands=2),
    Rules(most_hands=4),
    Rules(double_after_split=False),
    Rules(double_with_ace=True),
    Rules(draws_on_soft_17=True),
    Rules(dealer_blackjack=ALL),
    Rules(double_with_ace=True, dealer_blackjack=PEEK),
)


def plain_of(at: UpCard, shoe: Counts, choices: dict[Counts, int]) -> Plain:
    return Plain(shoe, at.up, at.laid.rules, lambda held, _open: Decision(choices[held]))


@pytest.mark.parametrize("rules", READINGS, ids=str)
@pytest.mark.parametrize("shoe", SHOES, ids=str)
def test_every_hand_agrees_with_plain_fractions(shoe: Counts, rules: Rules) -> None:
    for up in (rank for rank in RANKS if shoe[rank - 1]):
        at = UpCard(layout(rules), Shoe(shoe), up)
        values, choices, _ = at.best
        plain = plain_of(at, shoe, {node.counts: int(choices[place]) for place, node in enumerate(at.deal.nodes)})
        for first in RANKS:
            for second in range(first, 11):
                left = list(shoe)
                for card in (up, first, second):
                    left[card - 1] -= 1
                if min(left) >= 0:
                    expected = float(plain.of_hand(first, second))
                    assert values[at.place(first, second)] == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize("rules", READINGS, ids=str)
@pytest.mark.parametrize("shoe", SPLIT_SHOES, ids=str)
def test_every_split_agrees_with_plain_fractions(shoe: Counts, rules: Rules) -> None:
    """To as many hands as may be, every second card after every other, whatever the trick."""
    for up in (rank for rank in RANKS if shoe[rank - 1]):
        at = UpCard(layout(rules), Shoe(shoe), up)
        _, best, _ = at.best
        for pair in (rank for rank in RANKS if shoe[rank - 1] - (rank == up) >= 3):
            family = at.laid.splits[pair]
            for choices in (at.split_choices(pair, best), at.best_split_choices(pair)):
                by_cards = {node.counts: int(choices[place]) for place, node in enumerate(family.nodes)}
                expected = float(plain_of(at, shoe, by_cards).of_split(pair))
                assert at.split(pair, choices) == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize("rules", [Rules(), Rules(double_with_ace=True, dealer_blackjack=PEEK)], ids=str)
@pytest.mark.parametrize("shoe", [*SPLIT_SHOES, (0, 0, 0, 0, 5, 0, 0, 5, 4, 8)], ids=str)
def test_a_split_by_cdp_agrees_with_plain_fractions(shoe: Counts, rules: Rules) -> None:
    """Three hands at most, the sums written out: each hand played as suits the pair cards gone, one or two."""
    for up in (rank for rank in RANKS if shoe[rank - 1]):
        at = UpCard(layout(rules), Shoe(shoe), up)
        for pair in (rank for rank in RANKS[1:] if shoe[rank - 1] - (rank == up) >= 4):
            expected = float(cdp_in_fractions(at, shoe, pair))
            assert at.split_by_gone(pair) == pytest.approx(expected, abs=CLOSE)


def cdp_in_fractions(at: UpCard, shoe: Counts, pair: int) -> Fraction:
    left = Fraction(sum(shoe) - 3)
    pairs = shoe[pair - 1] - (at.up == pair) - 2
    paired, then = pairs / left, pairs / (left - 1)
    none, one = cdp_hands(at, shoe, pair, 0), cdp_hands(at, shoe, pair, 1)
    # The first second card is of the pair: three hands, any cards to each of them.
    value = paired * (one.any[0] + 2 * one.any[1])
    # It is not, the second is: then the first hand has a card that is not of the pair, the others any.
    two = cdp_hands(at, shoe, pair, 2)
    again = (pairs - 1) / (left - 1)
    beside = [(before - again * gone) / (1 - again) for before, gone in zip(one.any, two.any, strict=True)]
    value += (1 - paired) * then * (one.other[0] + 2 * beside[1])
    # Neither is: two hands, of each of which the other's card is known not to be of the pair.
    known = [(before - then * gone) / (1 - then) for before, gone in zip(none.other, one.other, strict=True)]
    return value + (1 - paired) * (1 - then) * (known[0] + known[1])


class CdpHands(NamedTuple):
    """What a hand of the split is worth with the initial wager and with an added one."""

    any: tuple[Fraction, Fraction]
    other: tuple[Fraction, Fraction]


def cdp_hands(at: UpCard, shoe: Counts, pair: int, gone: int) -> CdpHands:
    """With so many more pair cards gone, by the choices that suit that number."""
    choices = at.best_split_choices(pair, gone)
    by_cards = {node.counts: int(choices[place]) for place, node in enumerate(at.laid.splits[pair].nodes)}
    rest = list(shoe)
    rest[pair - 1] -= gone
    initial, added = (plain_of(at, tuple(rest), by_cards) for _ in range(2))
    added.is_added = True
    worth = [
        (initial.one_of_split(pair, without_pair=without), added.one_of_split(pair, without_pair=without))
        for without in (False, True)
    ]
    return CdpHands(*worth)


# Through the table of Division 2 itself


BOX = Position("box", (1,))


def dealt_out(table: BlackjackTable, at: UpCard, choices: dict[Counts, int], split: bool) -> Fraction:
    """What ana gains on average, every card dealt after every other."""

    @cache
    def of(now: BlackjackTable) -> Fraction:
        if now.is_between_rounds and now.settled:
            return Fraction(now.purse_here("ana").value - 1_000_00, 10_00) if now.players else Fraction(-99)
        if chances := now.chance():
            return sum((chance * of(now.play(act)) for act, chance in chances.items()), Fraction(0))
        return of(now.play(next_act(now)))

    def next_act(now: BlackjackTable) -> Act:
        if now.step != "decide":
            return CloseInsurance()
        box = now.boxes[0]
        hand = next(each for each in box.hands if not machine.is_over(each.hand) and not each.settled)
        if split and machine.may_split(hand.hand, len(box.hands), now.rules):
            return Split("ana", 1)
        held = tuple(sum(card_value(card.rank) == rank for card in hand.cards) for rank in RANKS)
        stake = next(each.amount for each in box.on_hand(hand.id))
        return {
            Decision.STAND: Stand("ana", 1),
            Decision.DRAW: Draw("ana", 1),
            Decision.DOUBLE: Double("ana", 1, stake),
        }[Decision(choices[held])]

    del at
    return of(table)


def card_value(rank: str) -> int:
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def counted(text: str) -> Counts:
    words = text.split()
    return tuple(sum(card_value(word[0]) == rank for word in words) for rank in RANKS)


@pytest.mark.parametrize(
    ("left", "first", "split"),
    [
        ("Th Th Th Th Th 9d 9d 9d 9d 6c 6c 6c 6c 5s 5s 5s", "5s Th 6c", False),
        ("Th Th Th Th Th 9d 9d 9d 9d 6c 6c 6c 6c 5s 5s 5s", "Th 6c 6c", False),
        ("Th Th Th Th Th Th 9d 9d 9d 9d 9d 8c 8c 8c As As", "8c Th 8c", True),
        ("Th Th Th Th Th Th 9d 9d 9d 9d 9d 8c 8c 8c As As", "9d As 9d", True),
    ],
)
def test_the_table_itself_pays_what_the_solver_says(left: str, first: str, split: bool) -> None:
    """Cards in the order of the deal: the player's, the dealer's, the player's."""
    from tests.support.rules.blackjack import deal

    seated = croupier.blackjack(Sign(5_00, 100_00)).play(BuyIn("ana", 1_000_00), Sit("ana", 1))
    table = only_left(seated.play(Wager("ana", BOX, 10_00), NoMoreBets(), ReportNoCuttingCard()), left)
    shoe = Shoe(counted(left))
    cards = [card_value(word[0]) for word in first.split()]
    at = UpCard(layout(machine.GAZETTED), shoe, cards[1])
    values, choices, _ = at.best
    if split:
        own = at.split_choices(cards[0], choices)
        nodes = at.laid.splits[cards[0]].nodes
        expected = at.split(cards[0], own)
        by_cards = {node.counts: int(own[place]) for place, node in enumerate(nodes)}
    else:
        expected = float(values[at.place(cards[0], cards[2])])
        by_cards = {node.counts: int(choices[place]) for place, node in enumerate(at.deal.nodes)}
    gained = dealt_out(deal(table, first), at, by_cards, split)
    assert float(gained) == pytest.approx(expected, abs=CLOSE)


# Public tables (Wizard of Odds, Blackjack Appendix 2B and 9, read in November 2026)


EURO_H17 = Rules(double_with_ace=True, most_hands=4, draws_on_soft_17=True, dealer_blackjack=ALL)
HANDS_AGAINST_ACE = {
    8: {
        (1, 2): (-0.722307, -0.378980, -1.024082),
        (2, 3): (None, -0.528987, -1.443909),
        (1, 4): (-0.721938, -0.428099, -1.025496),
        (1, 6): (-0.665036, -0.462428, -0.998987),
        (4, 6): (None, -0.286345, -0.639456),
        (5, 6): (None, -0.235977, -0.537869),
    },
    6: {
        (1, 2): (-0.722356, -0.379910, -1.024099),
        (2, 6): (None, -0.493965, -1.194523),
        (1, 7): (-0.466029, -0.421285, -0.909374),
        (5, 6): (None, -0.235772, -0.535879),
    },
}


@pytest.mark.parametrize("decks", HANDS_AGAINST_ACE)
def test_hands_against_an_ace_as_published(decks: int) -> None:
    played = solve(Shoe.of_decks(decks), EURO_H17, Strategy.COMPOSITION).against[1]
    for cards, published in HANDS_AGAINST_ACE[decks].items():
        options = played.options(*cards)
        for decision, value in zip((Decision.STAND, Decision.DRAW, Decision.DOUBLE), published, strict=True):
            if value is not None:
                assert options[decision] == pytest.approx(value, abs=6e-7)


DEALER_OF_ONE_DECK = {
    1: (0.126128, 0.131003, 0.129486, 0.131553, 0.0515646, 0.313726, 0.11654),
    2: (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0, 0.352973),
    6: (0.166948, 0.106454, 0.107192, 0.100705, 0.0978785, 0, 0.420823),
    8: (0.130857, 0.362989, 0.129445, 0.0682898, 0.0697914, 0, 0.238627),
}


@pytest.mark.parametrize("up", DEALER_OF_ONE_DECK)
def test_the_dealers_final_hands_as_published(up: int) -> None:
    """17 to 21, blackjack, bust, with nothing gone but the up card."""
    laid = layout(machine.GAZETTED)
    shoe = Shoe.of_decks(1).without(up).array[:, None]
    chances = sums.dealer_chances(shoe, laid.draws[up], len(laid.results))[:, 0]
    assert chances == pytest.approx(DEALER_OF_ONE_DECK[up], abs=6e-7)


def test_the_compiled_sums_of_the_last_hand_are_the_solvers() -> None:
    laid = layout(machine.GAZETTED)
    for up in RANKS:
        shoes = Shoe.of_decks(6).without(up).array[:, None] - laid.removed[:, ::50]
        tree = laid.tree(up)
        compiled = kernels.dealer_chances(shoes, tree.nodes, tree.orders, len(laid.results))
        found = sums.dealer_chances(shoes, laid.draws[up], len(laid.results))
        assert np.abs(compiled - found).max() < 1e-13
        family = laid.deal
        columns = np.arange(len(family.kinds), dtype=np.int32) % shoes.shape[1]
        stand = [each.stand_values(found, columns, family.kinds, laid.initial) for each in (kernels, sums)]
        assert np.abs(stand[0] - stand[1]).max() < 1e-13


@pytest.mark.parametrize(
    ("decks", "rules", "published", "within"),
    [
        (6, EURO_H17, -0.0072705, 3e-6),
        (6, EURO_H17._replace(double_after_split=False), -0.0086975, 3e-6),
        (8, EURO_H17, -0.007562, 3e-6),
        (8, EURO_H17._replace(double_after_split=False), -0.0089865, 3e-6),
        (1, Rules(double_with_ace=True, most_hands=4, dealer_blackjack=PEEK), 0.001839, 1e-5),
        (1, Rules(True, False, 4, False, PEEK), 0.000423, 1e-5),
    ],
)
def test_whole_games_as_published(decks: int, rules: Rules, published: float, within: float) -> None:
    """Their splits take no account of the cards that went to the other hands, so the last digit differs."""
    assert solve(Shoe.of_decks(decks), rules, Strategy.CDP1).value == pytest.approx(published, abs=within)


PEEKING_FIGURES = {
    (4, 3): (-0.003544048629406, -0.003543484348054, -0.003543468776157),
    (4, 4): (-0.003474888216625, -0.003474272609466, -0.003474235889855),
    (6, 3): (-0.004104865365109, -0.004104816593077, -0.004104802761070),
    (6, 4): (-0.004028702361154, -0.004028643427670, -0.004028615234222),
    (8, 3): (-0.004385498826143, -0.004385498826143, -0.004385479579811),
    (8, 4): (-0.004305806289704, -0.004305806289704, -0.004305777943188),
}
"""By decks and hands: CDZ-, CDP1 and CDP as the public analyser possibly-wrong/blackjack has them.

Printed by that program itself, built from its commit a1f7dbb: soft 17 stands, any two cards doubled, also after a
split, no surrender, aces split once, a pair into so many hands at most.
"""


@pytest.mark.parametrize(("decks", "hands"), [(4, 3), (6, 4), (8, 3)])
def test_whole_games_as_the_public_analyser_has_them(decks: int, hands: int) -> None:
    rules = Rules(double_with_ace=True, most_hands=hands, dealer_blackjack=PEEK)
    ways = (Strategy.COMPOSITION, Strategy.CDP1, Strategy.CDP)
    found = [solve(Shoe.of_decks(decks), rules, way).value for way in ways]
    assert found == pytest.approx(PEEKING_FIGURES[decks, hands], abs=1e-12)


# What any solution must be


@pytest.fixture(scope="module")
def gazetted() -> dict[Strategy, object]:
    return {strategy: solve(Shoe.of_decks(8), machine.GAZETTED, strategy) for strategy in Strategy}


def test_knowing_more_never_costs(gazetted: dict[Strategy, object]) -> None:
    ways = (Strategy.TOTAL, Strategy.COMPOSITION, Strategy.CDP1, Strategy.CDP)
    edges = [gazetted[strategy].edge for strategy in ways]  # type: ignore[attr-defined]
    assert edges == sorted(edges, reverse=True)
    assert 0.0053 < edges[-1] < edges[0] < 0.0055


def test_no_choice_of_the_cards_is_worse_than_another(gazetted: dict[Strategy, object]) -> None:
    for up, played in gazetted[Strategy.COMPOSITION].against.items():  # type: ignore[attr-defined]
        for first, second in two_cards():
            options = played.options(first, second)
            if options:
                assert played.value(first, second) >= max(options.values()) - 1e-15, (up, first, second)
                assert played.value(first, second) == options[played.decision(first, second)]


def two_cards() -> Iterator[tuple[int, int]]:
    return ((first, second) for first in RANKS for second in range(first, 11))


def test_the_chart_is_the_one_that_everybody_knows(gazetted: dict[Strategy, object]) -> None:
    """No double with an ace here (ruling B2), and a ten or an ace may still become a blackjack."""
    found = chart(gazetted[Strategy.TOTAL])  # type: ignore[arg-type]
    assert "".join(found["hard"]["16"].values()) == "SSSSSHHHHH"
    assert "".join(found["hard"]["12"].values()) == "HHSSSHHHHH"
    assert "".join(found["hard"]["11"].values()) == "DDDDDDDDDH"
    assert "".join(found["hard"]["10"].values()) == "DDDDDDDDHH"
    assert "".join(found["hard"]["9"].values()) == "HDDDDHHHHH"
    assert "".join(found["soft"]["18"].values()) == "SSSSSSSHHH"
    assert "".join(found["pairs"]["88"].values()) == "PPPPPPPPPP"
    assert "".join(found["pairs"]["99"].values()) == "PPPPPSPPSS"


def test_mistakes_cost_and_the_dearest_come_first(gazetted: dict[Strategy, object]) -> None:
    found = mistakes(gazetted[Strategy.TOTAL])  # type: ignore[arg-type]
    assert [each.costs_a_round for each in found] == sorted((each.costs_a_round for each in found), reverse=True)
    assert all(each.costs > 0 for each in found)
    insuring = next(each for each in found if each.name == "insure against an ace")
    assert insuring.costs == pytest.approx(float(Fraction(31, 415) / 2), abs=1e-12)


def test_options_may_be_said_in_words_and_what_cannot_be_solved_is_named() -> None:
    in_words = BlackjackOptions(decks=4, soft_17="draw", dealer_blackjack="peek")  # type: ignore[arg-type]
    by_name = BlackjackOptions(decks=4, soft_17=Soft17.DRAW, dealer_blackjack=Takes.PEEK)
    assert in_words.rules == by_name.rules == Rules(draws_on_soft_17=True, dealer_blackjack=PEEK)
    with pytest.raises(ValueError, match="strategy is total, composition, cdp1, cdp, not 'basic'"):
        solve(by_name, strategy="basic")
    with pytest.raises(TypeError, match=r"pass BlackjackOptions\(decks=6\) or a Shoe, not 6"):
        solve(6)  # type: ignore[arg-type]


# One source: a rule changed in the hand machine changes the solver


def afresh() -> None:
    layouts.layout.cache_clear()
    walks.walks.cache_clear()
    walks.hands.cache_clear()
    tables.dealer_finals.cache_clear()
    tables.dealer_classes.cache_clear()


@pytest.mark.parametrize(
    ("name", "value"), [("DEALER_STANDS", 18), ("BLACKJACK_PAYS", (6, 5)), ("MUST_DRAW_TO", 14), ("HIGHEST", 22)]
)
def test_a_rule_changed_in_the_hand_machine_changes_the_solver(
    name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoe = (2, 0, 0, 0, 3, 4, 0, 4, 0, 9)
    before = solve(Shoe(shoe), machine.GAZETTED, Strategy.COMPOSITION).value
    monkeypatch.setattr(machine, name, value)
    afresh()
    try:
        after = solve(Shoe(shoe), machine.GAZETTED, Strategy.COMPOSITION)
        played = after.against[6]
        choices = {node.counts: int(played.choices[place]) for place, node in enumerate(played.at.deal.nodes)}
        plain = plain_of(played.at, shoe, choices)
        assert after.value != before
        for cards in ((5, 6), (8, 10), (1, 10), (1, 8)):
            expected = float(plain.of_hand(*cards))
            assert played.values[played.at.place(*cards)] == pytest.approx(expected, abs=CLOSE)
    finally:
        monkeypatch.undo()
        afresh()


# One hand, with what has been seen


def test_one_hand_with_what_has_been_seen() -> None:
    found = situation((8, 8), 10, (), 6, machine.GAZETTED)
    assert [option.name for option in found.options] == ["split", "draw", "stand", "double"]
    assert (found.insurance, found.left) == (None, 309)
    blackjack = situation((1, 10), 1, (), 8, machine.GAZETTED)
    assert [option.name for option in blackjack.options] == ["stand", "settle early"]
    tens = Fraction(127, 413)
    assert blackjack.options[0].value == pytest.approx(float(Fraction(3, 2) * (1 - tens)), abs=1e-12)
    assert blackjack.insurance == pytest.approx(float(2 * tens - (1 - tens)), abs=1e-12)
    few_tens = situation((1, 10), 1, (10,) * 100, 8, machine.GAZETTED)
    assert few_tens.insurance is not None
    assert few_tens.insurance < -0.7
    three = situation((2, 3, 10), 10, (), 8, machine.GAZETTED)
    assert {option.name for option in three.options} == {"stand", "draw"}


def split_seat(*cards: int) -> Seat:
    """A hand of a split as the plain sum knows it."""
    both = machine.after_card(machine.after_card(machine.EMPTY, cards[0]), cards[0])
    counts, hand = more((0,) * 10, cards[0]), machine.split_hand(both)
    for card in cards[1:]:
        counts, hand = more(counts, card), machine.after_card(hand, card)
    return counts, hand, False


LOST: Seat = (more((0,) * 10, 10, 3), machine.Hand(30, 0, 3, 0, machine.HandOrigin.DEALT, machine.State.OVER), False)
"""A busted first hand, which has the initial wager and has lost it whatever comes."""


@pytest.mark.parametrize("is_added", [False, True])
@pytest.mark.parametrize(("cards", "up"), [((8, 3), 6), ((8, 10), 10), ((9, 2), 1)])
def test_one_hand_of_a_split(cards: tuple[int, int], up: int, *, is_added: bool) -> None:
    """To stand and to double leave nothing open: each is summed plainly over the same cards."""
    # A shoe that is nearly empty, so that the sums are short and every card counts.
    pair, gone = cards[0], tuple(rank for rank in range(1, 10) for _ in range(14)) + (10,) * 54
    other = (pair, 10)
    shoe = tuple(Shoe.of_decks(4).without(*gone, *cards, *other).counts)
    plain = Plain(shoe, up, machine.GAZETTED, lambda _cards, _open: Decision.STAND)
    found = worth(Held(cards, up, (*gone, *other), pair, 2, is_added), 4, machine.GAZETTED)
    values = {option.name: option.value for option in found.options}
    counts, hand, _ = split_seat(*cards)
    seats = {
        "stand": (counts, machine.after_decision(hand, Decision.STAND), False),
        "double": (counts, machine.after_decision(hand, Decision.DOUBLE), True),
    }
    for name, seat in seats.items():
        if name in values:
            alone = plain.value((LOST, seat), plain.shoe) + 1 if is_added else plain.value((seat,), plain.shoe)
            assert values[name] == pytest.approx(float(alone), abs=1e-12)
    assert ("stand" in values) is (sum(cards) >= 12)
    assert {"draw", "double"} <= values.keys()


def test_a_pair_that_comes_again_in_a_split() -> None:
    """With as many hands as a box may have it is not split again; and what a split adds is worth more against an ace,
    since a dealer's blackjack does not take it."""
    seen = (8, 10)
    again = worth(Held((8, 8), 1, seen, 8, 2), 8, machine.GAZETTED)
    assert "split" in {option.name for option in again.options}
    full = worth(Held((8, 8), 1, (*seen, 8), 8, 3), 8, machine.GAZETTED)
    assert "split" not in {option.name for option in full.options}
    added = worth(Held((8, 8), 1, seen, 8, 2, is_added=True), 8, machine.GAZETTED)
    for own, theirs in zip(sorted(again.options, key=str), sorted(added.options, key=str), strict=True):
        assert own.value < theirs.value


FEW_LEFT = tuple(rank for rank in (2, 3, 4, 5, 6, 7, 9) for _ in range(16)) + (10,) * 60
"""Of 4 decks nothing but 16 aces, 14 eights and 3 tens, when two eights and a ten lie on the table."""


@pytest.mark.parametrize(
    ("cards", "up", "seen", "decks", "code"),
    [
        ((8, 8), 10, (), 3, "bad_decks"),
        ((8, 8), 10, (), 9, "bad_decks"),
        ((8, 8), 10, (8,) * 15, 4, "not_in_shoe"),
        ((8,), 10, (), 8, "too_few_cards"),
        ((8, 8), 10, FEW_LEFT, 4, "too_few_cards"),
        ((10, 10, 5), 10, (), 8, "no_such_hand"),
        ((1, 10, 5, 6, 9), 10, (), 8, "no_such_hand"),
    ],
)
def test_a_hand_that_cannot_be(cards: tuple[int, ...], up: int, seen: tuple[int, ...], decks: int, code: str) -> None:
    refusal = refuses_situation(cards, up, seen, decks)
    assert refusal is not None
    assert refusal.code == code


# How a round's result is spread


@pytest.mark.parametrize(
    "rules", [machine.GAZETTED, Rules(True, True, 4, False, PEEK), Rules(dealer_blackjack=ALL)], ids=str
)
def test_over_an_endless_shoe_the_spread_has_the_solvers_mean(rules: Rules) -> None:
    """The solver with a hundred thousand decks comes as near as those are to endless."""
    endless = solve(Shoe.of_decks(100_000), rules, Strategy.TOTAL)
    spread = spread_of_round(endless)
    mean, variance = mean_and_variance(spread)
    assert sum(spread.values()) == pytest.approx(1, abs=1e-12)
    assert mean == pytest.approx(endless.value, abs=2e-7)
    assert 1.1 < variance**0.5 < 1.2
    most = 2 * rules.most_hands
    assert (min(spread), max(spread)) == (-most, most)


def test_a_round_worked_out_by_hand_over_an_endless_shoe(gazetted: dict[Strategy, object]) -> None:
    """Three to two is gained by a blackjack alone, unless the dealer has one too."""
    spread = spread_of_round(gazetted[Strategy.TOTAL])  # type: ignore[arg-type]
    blackjack = Fraction(2 * 4, 169)
    assert spread[1.5] == pytest.approx(float(blackjack * (1 - blackjack)), abs=1e-12)


def test_the_sums_number_decisions_as_the_hand_machine_does() -> None:
    assert (sums.STAND, sums.DRAW, sums.DOUBLE) == (Decision.STAND, Decision.DRAW, Decision.DOUBLE)
