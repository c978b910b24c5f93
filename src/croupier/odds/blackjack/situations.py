"""One hand against one up card: what every option is worth, with what has been seen."""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision, Rules
from croupier.games.blackjack.options import FEWEST_DECKS, MOST_DECKS
from croupier.games.refusal import Refusal
from croupier.odds.blackjack import sums
from croupier.odds.blackjack.held import Held
from croupier.odds.blackjack.layout import layout
from croupier.odds.blackjack.solver import Shoe
from croupier.odds.blackjack.sums import STAND
from croupier.odds.blackjack.tables import RANKS, Class, with_card
from croupier.odds.blackjack.up_card import UpCard
from croupier.odds.blackjack.walks import DEAL, set_of, walks
from croupier.rulebook import Cite

FEWEST_CARDS = 40
"""A shoe with fewer cards might run out in the middle of a round, which no figure here accounts for (D2 16.7)."""
NAMES = {Decision.STAND: "stand", Decision.DRAW: "draw", Decision.DOUBLE: "double", Decision.SPLIT: "split"}


class Option(Struct, frozen=True):
    name: str
    value: float
    """What it gains for each unit of the initial wager, on average."""


class Situation(Struct, frozen=True):
    cards: tuple[int, ...]
    up: int
    options: tuple[Option, ...]
    """From the best down."""
    insurance: float | None
    """What insurance gains for each unit insured, where the dealer shows an ace."""
    left: int
    """How many cards are left in the shoe."""


def refuses_situation(cards: tuple[int, ...], up: int, seen: tuple[int, ...], decks: int) -> Refusal | None:
    """Why there is no such hand to look at."""
    if not FEWEST_DECKS <= decks <= MOST_DECKS:
        why = f"Blackjack is played with {FEWEST_DECKS} to {MOST_DECKS} decks."
        return Refusal(Cite("D2 3.3(a)"), "bad_decks", why)
    if refusal := refuses_shoe(Shoe.of_decks(decks).without(*cards, up, *seen), decks):
        return refusal
    if len(cards) < 2:  # noqa: PLR2004
        return Refusal(Cite("D2 8.2"), "too_few_cards", "A player decides on two cards or more.")
    return None if _is_hand(cards) else Refusal(Cite("D2 13.1"), "no_such_hand", "No hand can have these cards.")


def refuses_shoe(shoe: Shoe, decks: int) -> Refusal | None:
    """Why nothing can be said of what is left of so many decks."""
    short = next((rank for rank in RANKS if shoe.counts[rank - 1] < 0), None)
    if short is not None:
        return Refusal(Cite("D2 3.3(a)"), "not_in_shoe", f"{decks} decks hold fewer cards of value {short} than that.")
    if sum(shoe.counts) < FEWEST_CARDS:
        why = f"With fewer than {FEWEST_CARDS} cards left the shoe might run out in the middle of a round."
        return Refusal(Cite("D2 16.7"), "too_few_cards", why)
    return None


def _is_hand(cards: tuple[int, ...]) -> bool:
    """Whether the cards can lie before a player: in some order each but the last could be followed by another."""
    told_apart, deal = walks().hands, walks().families[DEAL]
    if len(cards) > deal.sizes.max():
        return False
    kinds = deal.kinds[deal.sets == set_of(*cards)]
    return len(kinds) > 0 and not machine.is_bust(told_apart[kinds[0]])


def situation(cards: tuple[int, ...], up: int, seen: tuple[int, ...], decks: int, rules: Rules) -> Situation:
    """Every option's value, what follows played as well as the cards of the hand allow."""
    laid = layout(rules)
    at = UpCard(laid, Shoe.of_decks(decks).without(*seen), up)
    place = at.place(*cards)
    _, choices, drawn = at.best
    may = at.deal.may[place]
    is_over = at.deal.after[place, 0] < 0
    options = [Option(NAMES[Decision.STAND], float(at.standing.initial[place]))] if is_over or may[STAND] else []
    plain = [decision for decision in (Decision.DRAW, Decision.DOUBLE) if may[int(decision)]]
    options += [Option(NAMES[decision], float(drawn[place, int(decision) - 1])) for decision in plain]
    if len(cards) == 2 and cards[0] == cards[1] and cards[0] in laid.most_hands:  # noqa: PLR2004
        own = at.split_choices(cards[0], choices)
        options.append(Option(NAMES[Decision.SPLIT], at.split(cards[0], own)))
    shows_ace = up == machine.ACE
    if shows_ace and machine.is_blackjack(at.deal.nodes[place].hand):
        options.append(Option("settle early", machine.EARLY_PAYS[0] / machine.EARLY_PAYS[1]))
    left = Shoe.of_decks(decks).without(*seen, *cards, up)
    insurance = insurance_value(at, place) if shows_ace else None
    ranked = tuple(sorted(options, key=lambda option: -option.value))
    return Situation(cards, up, ranked, insurance, sum(left.counts))


def worth(held: Held, decks: int, rules: Rules) -> Situation:
    """Every option's value for this hand by itself, with what has been seen; what other hands gain is not in it."""
    if not held.pair:
        return situation(held.cards, held.up, held.seen, decks, rules)
    pair, laid = held.pair, layout(rules)
    left = Shoe.of_decks(decks).without(*held.seen)
    # A split's tables take the pair's other card for gone from the shoe: here it is among those that were seen.
    at = UpCard(laid, Shoe(with_card(left.counts, pair)), held.up)
    family = laid.splits[pair]
    standing, place = at.stands(family, 0), family.place(*held.cards)
    own = standing.added if held.is_added else standing.initial
    cards = sums.card_chances(at.shoe, family.gone)
    _, _, drawn = sums.best_values(cards, family.steps, family.may, own, own + standing.added)
    may = family.may[place]
    options = [Option(NAMES[Decision.STAND], float(own[place]))] if may[STAND] else []
    plain = [decision for decision in (Decision.DRAW, Decision.DOUBLE) if may[int(decision)]]
    options += [Option(NAMES[decision], float(drawn[place, int(decision) - 1])) for decision in plain]
    if machine.may_split(family.nodes[place].hand, held.hands, rules):
        again = UpCard(laid, left, held.up)
        choices = again.split_choices(pair, again.best[1])
        value = again.split(pair, choices, hands=held.hands, is_added=held.is_added)
        options.append(Option(NAMES[Decision.SPLIT], value))
    ranked = tuple(sorted(options, key=lambda option: -option.value))
    return Situation(held.cards, held.up, ranked, None, sum(left.without(*held.cards, held.up).counts))


def insurance_value(at: UpCard, place: int) -> float:
    """What one unit of insurance gains with this hand on the table."""
    column = at.deal.shoes[0][place]
    gains = 0.0
    chances = at.dealer(np.array([column]))[:, column]
    for result, chance in zip(at.laid.results, chances, strict=True):
        pays, to = machine.INSURANCE_PAYS if _is_insured(result) else machine.LOST
        gains += float(chance) * pays / to
    return gains


def _is_insured(result: Class) -> bool:
    return result.blackjack
