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
from croupier.record.seal import blocks, in_order

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


def sample(game: str, draws: int, key: bytes, entropy: Callable[[int], bytes] | None = None) -> Iterator[DrawnPlace]:
    """So many outcomes. Every spin, roll or shoe is a round of its own, with fresh random bytes and a secret."""
    source = Sealed(key, entropy)
    places = {act: place for place, act in enumerate(in_order(chance_of(game))[0])}
    rounds = _shoes(source, draws, places) if game == BLACKJACK else _spins(source, draws, chance_of(game))
    return (DrawnPlace(places[act], bits) for act, bits in rounds)


def _spins(source: Sealed, draws: int, chance: Mapping[Act, Fraction]) -> Iterator[tuple[Act, bytes]]:
    for number in range(draws):
        yield _drawn(source, source.opened(number), chance)


def _shoes(source: Sealed, draws: int, places: Mapping[Act, int]) -> Iterator[tuple[Act, bytes]]:
    """Whole shoes, card after card, each from what is left."""
    left: dict[Act, int] = {}
    round = source.opened(0)
    for number in range(draws):
        if not left:
            left, round = dict.fromkeys(places, GAMES[BLACKJACK].options.decks), source.opened(number)
        size = sum(left.values())
        card, bits = _drawn(source, round, {act: Fraction(count, size) for act, count in left.items()})
        yield card, bits
        round = round.after("", is_draw=True)
        left[card] -= 1
        if not left[card]:
            del left[card]


def _drawn(source: Sealed, round: Round, chance: Mapping[Act, Fraction]) -> tuple[Act, bytes]:
    act = source.drawn(STREAM, round, chance)
    if act is None or round.secret is None:
        raise LookupError("a round that was just opened has its secret")
    return act, next(blocks(round.secret, STREAM, round.number, round.draws, round.nonces))
