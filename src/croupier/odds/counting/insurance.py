"""From which count on insurance gains."""

from __future__ import annotations

from croupier.games.blackjack import hand as machine
from croupier.odds.counting.cells import CountCells
from croupier.odds.counting.figures import InsuranceIndex
from croupier.odds.counting.hands import CountedUpCard
from croupier.odds.counting.rows import CARDS_ON_TABLE, by_addition


def insurance_index(cells: CountCells, ace: CountedUpCard) -> InsuranceIndex:
    """The cards on the table are counted with the others; a box insures whatever its hand."""
    found = {count: _gain(cells, ace, count) for count in cells.counts}
    gains = {count: gain / chance for count, (gain, chance) in found.items()}
    losing = [count for count in cells.counts if gains[count] <= 0]
    at = losing[-1] + 1 if losing else cells.lowest
    known = at if at in gains else None
    gained = sum(gain for count, (gain, _) in found.items() if known is not None and count >= known) / 2
    return InsuranceIndex(known, _turns(cells, gains, known), gained, tuple(gains.items()))


def _gain(cells: CountCells, ace: CountedUpCard, count: int) -> tuple[float, float]:
    """What a unit insured gains, and the chance that it can be: an ace shown, and the count."""
    gain = chance = 0.0
    for added, hands in by_addition(cells.shoe.count.values, ace.up).items():
        likelihood, cards = ace.cards(cells, (CARDS_ON_TABLE, added), count)
        dealt = ace.dealt(likelihood)
        for first, second in hands:
            place = ace.place(first, second)
            chance += float(dealt[place])
            gain += float(dealt[place] * insured_gain(cards[place, machine.TEN - 1]))
    return gain, chance


def insured_gain(ten: float) -> float:
    """Two to one if the dealer's next card counts ten."""
    return 3 * ten - 1


def _turns(cells: CountCells, gains: dict[int, float], at: int | None) -> float | None:
    if at is None or at == cells.lowest:
        return None
    trues = [cells.true_count((CARDS_ON_TABLE, 0), count) for count in (at - 1, at)]
    return trues[0] + (trues[1] - trues[0]) * gains[at - 1] / (gains[at - 1] - gains[at])
