"""Outcomes by the million from the very code that tables draw with, for whoever tests chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from croupier.floor.tables.chance import Round, Sealed
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Deal
from croupier.games.blackjack.cards import DECK
from croupier.games.registry import GAMES, game_of
from croupier.record.journals.seal import blocks, in_order

BLACKJACK = "blackjack"
STREAM = "sample"


class DrawnPlace(Struct, frozen=True):
    """One outcome, and the random bits that it was drawn from."""

    place: int
    """Of the outcome among all, in the order of the draw, from 0; of a card among the 52 kinds."""
    bits: bytes


def chance_of(game: str) -> Mapping[Act, Fraction]:
    """What may come where a result is due; at blackjack the first card of a shoe."""
    if game == BLACKJACK:
        return {Deal(card): Fraction(1, len(DECK)) for card in DECK}
    kind = game_of(game)
    return dict.fromkeys(map(kind.result_act, kind.outcomes), Fraction(1, len(kind.outcomes)))


def sample(
    game: str, draws: int, key: bytes, entropy: Callable[[int], bytes] | None = None, *, first: int = 0
) -> Iterator[DrawnPlace]:
    """So many outcomes. Every spin, roll or shoe is a round of its own, with fresh random bytes and a secret.

    `first` is the number of the first of them, where a sample is drawn in parts.
    """
    source = Sealed(key, entropy)
    places = {act: place for place, act in enumerate(in_order(chance_of(game))[0])}
    numbers = range(first, first + draws)
    rounds = _shoes(source, numbers, places) if game == BLACKJACK else _spins(source, numbers, chance_of(game))
    return (DrawnPlace(places[act], bits) for act, bits in rounds)


def _spins(source: Sealed, numbers: range, chance: Mapping[Act, Fraction]) -> Iterator[tuple[Act, bytes]]:
    for number in numbers:
        yield _drawn(source, source.opened(number), chance)


def _shoes(source: Sealed, numbers: range, places: Mapping[Act, int]) -> Iterator[tuple[Act, bytes]]:
    """Whole shoes, card after card, each from what is left."""
    decks = GAMES[BLACKJACK].options.decks
    for start in numbers[:: decks * len(places)]:
        left, round = dict.fromkeys(places, decks), source.opened(start)
        for _ in range(min(decks * len(places), numbers.stop - start)):
            size = sum(left.values())
            chance = {act: Fraction(count, size) for act, count in left.items() if count}
            card, bits = _drawn(source, round, chance)
            yield card, bits
            round = round.after("", is_draw=True)
            left[card] -= 1


def _drawn(source: Sealed, round: Round, chance: Mapping[Act, Fraction]) -> tuple[Act, bytes]:
    act = source.drawn(STREAM, round, chance)
    if act is None or round.secret is None:
        raise LookupError("a round that was just opened has its secret")
    return act, next(blocks(round.secret, STREAM, round.number, round.draws, round.nonces))
