"""The wagers, in turn from the marker: each player looks ahead to what those after them will do.

Which wager the others choose is worked out with quick sums: no pair is split, and with five players and more nobody
looks at another box. What a wager of the one to act is worth is then worked out for the line of wagers that follows.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from croupier.games.tournament.session_table.last_hand import BetModel
from croupier.games.tournament.session_table.wager_amounts import lawful_wagers
from croupier.odds.last_hand.apart import ApartPlay
from croupier.odds.last_hand.deals import choices_added, look_added
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail
from croupier.odds.last_hand.stakes import BoxStake, plain_ends

Array = Any
Wagers = tuple[int | None, ...]
EQUAL = 1e-9
"""Of wagers that are worth the same the smallest is taken."""

MOST_OF_TWO = 120
"""With two players every lawful wager is looked at, up to so many; beyond that, those that can matter."""
OTHERS = {2: 24, 3: 8, 4: 4, 5: 3, 6: 3, 7: 2}
"""How many wagers are looked at for each of the others, by the number of players, where not every one is."""
OWN = {2: 60, 3: 16, 4: 8, 5: 6, 6: 5, 7: 4}
"""And for the one to act."""


SUMS = {
    3: SolveDetail(splits=False),
    4: SolveDetail(splits=False, insurance=False, amounts=2),
    5: SolveDetail(splits=False, insurance=False, amounts=2),
}
"""What the sums over all deals tell apart, by the number of players; five stands for more too."""
ALL_IN_FULL = {2: 12}
"""So many wagers are all worked out with every decision. Of more, the best few are; in the rest no pair is split."""
IN_FULL = {2: 5, 3: 4, 4: 3, 5: 3, 6: 2, 7: 1}
"""How many are the best few."""
LOOK_DEALS = {5: 300, 6: 200, 7: 100}
"""So many deals for what looking at the other boxes adds."""
CHOICE_DEALS = {3: 300, 4: 200, 5: 100, 6: 50, 7: 30}
"""And for what splits and insurance add, among the deals in which there are any."""
MANY = 5
"""With so many players boxes are worked out apart from each other, and then the look at each other is added."""


class BetValue(NamedTuple):
    """One wager of the one to act."""

    wager: int
    wagers: tuple[int, ...]
    """Everybody's, once those who come after have wagered as they do."""
    value: Array
    """What everybody maximises; behind these, where there are prizes, the hero's other measure."""
    detail: SolveDetail
    drawn: str = ""
    """What of it rests on deals drawn at random, in words."""
    spread: Array | None = None
    """By how much each figure may be off, 99 times in 100, where a part of it rests on deals drawn at random."""


class Betting:
    def __init__(
        self,
        contest: PlaceContest,
        laid: Wagers,
        order: tuple[int, ...],
        models: tuple[BetModel, ...],
        detail: SolveDetail,
        *,
        also: int | None = None,
    ) -> None:
        """`also` is a wager of the one to act that is worked out in full, whatever others are."""
        self.contest, self.laid, self.order, self.models, self.detail = contest, laid, order, models, detail
        self.also = also
        self._quick: dict[tuple[int, ...], Array] = {}
        self._patterns: dict[bytes, Array] = {}
        self._looked: dict[tuple[int, ...], BetValue] = {}
        self._best: dict[Wagers, tuple[tuple[int, ...], Array]] = {}

    @property
    def players(self) -> int:
        return len(self.contest.able)

    @property
    def quick_detail(self) -> SolveDetail:
        return SolveDetail(splits=False, sight=self.players == 2, insurance=False, amounts=1)  # noqa: PLR2004

    def lawful(self, box: int) -> tuple[int, ...]:
        return lawful_wagers(self.contest.sign, self.contest.chips[box])

    @property
    def hero(self) -> int:
        return next(box for box in self.order if self.laid[box] is None)

    @property
    def looked_at(self) -> tuple[int, ...]:
        """The wagers of the one to act that are worked out."""
        found = self.candidates(self.hero, self.laid, is_hero=True)
        return found if self.also is None else tuple(sorted({*found, self.also}))

    @cached_property
    def bets(self) -> tuple[BetValue, ...]:
        """Every wager of the one to act that is looked at; the best of them in full."""
        hero, looked_at = self.hero, self.looked_at
        if len(looked_at) <= ALL_IN_FULL.get(self.players, 0):
            return tuple(self.bet(hero, wager, self.detail) for wager in looked_at)
        plainer = self.detail._replace(splits=False)
        found = {wager: self.bet(hero, wager, plainer) for wager in looked_at}
        if self.detail.splits:
            ranked = sorted(found, key=lambda wager: -found[wager].value[hero])
            for wager in {*ranked[: IN_FULL[self.players]], *([] if self.also is None else [self.also])}:
                found[wager] = self.bet(hero, wager, self.detail)
        return tuple(found.values())

    def bet(self, hero: int, wager: int, detail: SolveDetail) -> BetValue:
        wagers, _ = self.continued(_with(self.laid, hero, wager))
        return self.worth(wager, wagers, detail)

    def worth(self, wager: int, wagers: tuple[int, ...], detail: SolveDetail) -> BetValue:
        """A line of wagers: what the sums over all deals leave out comes from deals drawn at random."""
        number = self.players
        if number not in CHOICE_DEALS or self.contest.future is not None:
            return BetValue(wager, wagers, self._solved(HandPlay(self.contest, wagers, detail)), detail)
        plain = self._summed(wager, wagers, SUMS[min(number, MANY)])
        if not detail.splits:
            return plain
        less = HandPlay(self.contest, wagers, plain.detail)
        added = choices_added(less, detail, CHOICE_DEALS[number])
        extra = "what splits and insurance add" if detail.insurance and not less.detail.insurance else "what splits add"
        drawn = " and ".join(filter(None, (plain.drawn, extra)))
        spread = np.hypot(added.spread, 0.0 if plain.spread is None else plain.spread)
        return BetValue(wager, wagers, plain.value + added.value, detail, drawn, spread)

    def _summed(self, wager: int, wagers: tuple[int, ...], detail: SolveDetail) -> BetValue:
        if self.players < MANY:
            return BetValue(wager, wagers, self._solved(HandPlay(self.contest, wagers, detail)), detail)
        if wagers not in self._looked:
            apart = ApartPlay(self.contest, wagers, detail.amounts)
            added = look_added(apart, detail, LOOK_DEALS[self.players])
            self._looked[wagers] = BetValue(
                wager, wagers, apart.value + added.value, detail, "the look at other boxes", added.spread
            )
        return self._looked[wagers]

    def _solved(self, play: HandPlay) -> Array:
        """Wagers between which nothing changes are worked out once."""
        key = play.key
        if key not in self._patterns:
            self._patterns[key] = play.value
        return self._patterns[key]

    def quick(self, wagers: tuple[int, ...]) -> Array:
        if wagers not in self._quick:
            self._quick[wagers] = (
                self._solved(HandPlay(self.contest, wagers, self.quick_detail))
                if self.players < MANY
                else ApartPlay(self.contest, wagers).value
            )
        return self._quick[wagers]

    def continued(self, laid: Wagers) -> tuple[tuple[int, ...], Array]:
        """What everybody ends up wagering from here on, and what it is worth by quick sums."""
        if laid not in self._best:
            self._best[laid] = self._continued(laid)
        return self._best[laid]

    def _continued(self, laid: Wagers) -> tuple[tuple[int, ...], Array]:
        box = next((box for box in self.order if laid[box] is None), None)
        if box is None:
            wagers = tuple(wager or 0 for wager in laid)
            return wagers, self.quick(wagers)
        found = None
        for wager in self.candidates(box, laid):
            line = self.continued(_with(laid, box, wager))
            if found is None or line[1][box] > found[1][box] + EQUAL:
                found = line
        if found is None:
            raise ValueError("nobody is left to wager")
        return found

    # Which wagers are looked at

    def candidates(self, box: int, laid: Wagers, *, is_hero: bool = False) -> tuple[int, ...]:
        lawful = self.lawful(box)
        if is_hero:
            most = MOST_OF_TWO if self.players == 2 else OWN[self.players]  # noqa: PLR2004
            return lawful if len(lawful) <= most else self._mattering(box, laid, lawful, most)
        match self.models[box]:
            case BetModel.MINIMUM:
                return lawful[:1]
            case BetModel.MAXIMUM:
                return lawful[-1:]
            case BetModel.MATCH:
                return (self._matching(lawful, laid),)
            case _:
                most = MOST_OF_TWO if self.players == 2 else OTHERS[self.players]  # noqa: PLR2004
                return lawful if len(lawful) <= most else self._mattering(box, laid, lawful, most)

    def _matching(self, lawful: tuple[int, ...], laid: Wagers) -> int:
        highest = max((wager or 0 for wager in laid), default=0)
        return max((wager for wager in lawful if wager <= highest), default=lawful[0])

    def _mattering(self, box: int, laid: Wagers, lawful: tuple[int, ...], most: int) -> tuple[int, ...]:
        """The smallest, the largest, and those at which the order of the stacks changes, nearest marks first.

        Somebody who has not wagered yet is taken to lay the smallest or the largest.
        """
        chips, sign = self.contest.chips, self.contest.sign
        wanted = [lawful[0], lawful[-1]]
        marks: list[int] = []
        for other in sorted(range(len(chips)), key=lambda each: -chips[each]):
            if other == box:
                continue
            if other not in self.contest.able:
                marks.append(chips[other])
                continue
            theirs = laid[other]
            for wager in (theirs,) if theirs is not None else (self.lawful(other)[0], self.lawful(other)[-1]):
                marks += plain_ends(BoxStake(chips[other], wager), sign)[:4]
        step = sign.step
        for scale in (1, 2):
            for mark in dict.fromkeys(marks):
                for away in (mark - chips[box], chips[box] - mark):
                    exact = away // scale
                    wanted += [exact // step * step + step, exact // step * step]
        lawful_ones = set(lawful)
        found = [wager for wager in dict.fromkeys(wanted) if wager in lawful_ones]
        spread = [lawful[round(place * (len(lawful) - 1) / (most - 1))] for place in range(most)]
        return tuple(sorted(dict.fromkeys([*found, *spread][:most] if len(found) < most else found[:most])))


def _with(laid: Wagers, box: int, wager: int) -> Wagers:
    return (*laid[:box], wager, *laid[box + 1 :])
