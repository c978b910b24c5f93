"""The whole game for people: the chart, and what the commonest mistakes cost."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision
from croupier.odds.blackjack.situations import insurance_value
from croupier.odds.blackjack.solver import PlayedUpCard, Solution, Strategy
from croupier.odds.blackjack.tables import RANKS

UPS = (*range(2, 11), 1)
LETTERS = {Decision.STAND: "S", Decision.DRAW: "H", Decision.DOUBLE: "D", Decision.SPLIT: "P"}
"""As such charts are read everywhere: stand, hit (draw), double, split."""

Row = dict[str, str]
Chart = dict[str, dict[str, Row]]


def card_name(rank: int) -> str:
    return {1: "A", 10: "T"}.get(rank, str(rank))


def chart(solution: Solution) -> Chart:
    """By totals where the play goes by totals; else every two cards by themselves."""
    if solution.strategy is not Strategy.TOTAL:
        return {"hands": {f"{card_name(b)}{card_name(a)}": _row(solution, a, b) for a, b in _hands()}}
    hard = {str(total): _total_row(solution, total, soft=False) for total in range(20, 4, -1)}
    soft = {str(total): _total_row(solution, total, soft=True) for total in range(20, 12, -1)}
    pairs = {f"{card_name(rank)}{card_name(rank)}": _row(solution, rank, rank) for rank in (1, *range(10, 1, -1))}
    return {"hard": hard, "soft": soft, "pairs": pairs}


def _hands() -> Iterator[tuple[int, int]]:
    return ((first, second) for first in RANKS for second in range(first, 11) if (first, second) != (1, 10))


def _row(solution: Solution, first: int, second: int) -> Row:
    return {card_name(up): _letter(solution.against[up], first, second) for up in UPS if up in solution.against}


def _letter(played: PlayedUpCard, first: int, second: int) -> str:
    decision = played.decision(first, second)
    return "-" if decision is None else LETTERS[decision]


def _total_row(solution: Solution, total: int, *, soft: bool) -> Row:
    """Any two cards of that total stand for all of them; of a total that only pairs make, the pair unsplit."""
    found = {}
    for up in UPS:
        if up in solution.against:
            found[card_name(up)] = _letter_of_total(solution.against[up], total, soft=soft)
    return found


def _letter_of_total(played: PlayedUpCard, total: int, *, soft: bool) -> str:
    place = next(place for first, second in _of_total(total, soft=soft) for place in [played.at.place(first, second)])
    return LETTERS[Decision(int(played.choices[place]))]


def _of_total(total: int, *, soft: bool) -> list[tuple[int, int]]:
    """Two cards of that total, unlike ones first."""
    found = [
        (first, second) for first in RANKS for second in range(first, 11) if _total(first, second) == (total, soft)
    ]
    return sorted(found, key=lambda pair: pair[0] == pair[1])


def _total(first: int, second: int) -> tuple[int, bool]:
    hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
    return machine.total(hand), machine.is_soft(hand)


class Mistake(Struct, frozen=True):
    name: str
    happens: float
    """In which share of all rounds there is occasion for it."""
    costs: float
    """What it costs each time, in units of the initial wager."""

    @property
    def costs_a_round(self) -> float:
        return self.happens * self.costs


WRONG = (
    ("stand on 16 against 7", 16, 7, Decision.STAND),
    ("stand on 16 against a ten", 16, 10, Decision.STAND),
    ("stand on 12 against 2", 12, 2, Decision.STAND),
    ("hit on 12 against 6", 12, 6, Decision.DRAW),
    ("hit on 13 against 2", 13, 2, Decision.DRAW),
    ("do not double 11 against 6", 11, 6, Decision.DRAW),
    ("do not double 10 against 9", 10, 9, Decision.DRAW),
    ("do not double 9 against 4", 9, 4, Decision.DRAW),
    ("double 11 against a ten", 11, 10, Decision.DOUBLE),
)
WRONG_PAIRS = (
    ("do not split eights against 7", 8, 7, Decision.DRAW),
    ("split tens against 6", 10, 6, Decision.SPLIT),
    ("do not split aces against 6", 1, 6, Decision.DRAW),
    ("split fives against 5", 5, 5, Decision.SPLIT),
)


def mistakes(solution: Solution) -> tuple[Mistake, ...]:
    """What people do wrong most often, dearest first; what is no mistake in this game is left out."""
    found = [_on_total(solution, *each) for each in WRONG if each[2] in solution.against]
    found += [_on_pair(solution, *each) for each in WRONG_PAIRS if each[2] in solution.against]
    found += [_insuring(solution)] if machine.ACE in solution.against else []
    return tuple(sorted((each for each in found if each.costs > 0), key=lambda each: -each.costs_a_round))


def _share(solution: Solution, up: int) -> float:
    return solution.shoe.counts[up - 1] / sum(solution.shoe.counts)


def _on_total(solution: Solution, name: str, total: int, up: int, wrong: Decision) -> Mistake:
    played = solution.against[up]
    chances = played.at.dealt()
    happens = costs = 0.0
    for first, second in _of_total(total, soft=False):
        options = played.options(first, second)
        if first != second and wrong in options:
            chance = float(chances[played.at.place(first, second)])
            happens += chance
            costs += chance * (played.value(first, second) - options[wrong])
    return Mistake(name, happens * _share(solution, up), costs / happens if happens else 0.0)


def _on_pair(solution: Solution, name: str, pair: int, up: int, wrong: Decision) -> Mistake:
    played = solution.against[up]
    options = played.options(pair, pair)
    chance = float(played.at.dealt()[played.at.place(pair, pair)])
    costs = played.value(pair, pair) - options[wrong] if wrong in options else 0.0
    return Mistake(name, chance * _share(solution, up), costs)


def _insuring(solution: Solution) -> Mistake:
    """Half of the wager, whatever the hand."""
    played = solution.against[1]
    chances = played.at.dealt()
    costs = 0.0
    for place, chance in enumerate(chances):
        if chance > 0:
            costs -= float(chance) * insurance_value(played.at, place) / 2
    return Mistake("insure against an ace", _share(solution, 1), costs)
