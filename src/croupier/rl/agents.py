"""Baseline players: at random, by basic play, and by rules for the last rounds of a tournament.

An agent sees what a learner sees, an observation and a mask, and answers with a legal action.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from croupier.games.blackjack.hand import Decision, Hand
from croupier.games.blackjack.options import BlackjackOptions
from croupier.odds.blackjack.solver import Solution, solve
from croupier.rl.blackjack.choices import Action, Question, SeenAt
from croupier.rl.session_run import SessionSetup
from croupier.rl.tournament import SEAT_WIDTH, SeatSeen, SessionSeen
from croupier.simulate.blackjack.strategies.solved import ByTotals
from croupier.simulate.blackjack.strategies.strategy import NO_CARDS, HeldHand

Array = Any
Agent = Callable[[Array, Array], int]
"""Takes an observation and a mask, and answers with an action."""
LAST_ROUNDS = 5
"""From here on a tournament is about the others' chips."""


@cache
def _solved(options: BlackjackOptions) -> Solution:
    return solve(options)


def random_agent(seed: int) -> Agent:
    """Any legal action, each as likely."""
    random = np.random.default_rng(seed)
    return lambda _seen, mask: int(random.choice(np.flatnonzero(mask)))


def hand_of(seen: Array) -> Hand:
    """The hand in question, as far as an observation shows it."""
    soft = int(seen[SeenAt.SOFT])
    hard = int(seen[SeenAt.TOTAL]) - 10 * soft
    return Hand(hard, soft, int(seen[SeenAt.CARDS]), int(seen[SeenAt.PAIR]), int(seen[SeenAt.ORIGIN]))


def basic_decision(solution: Solution, seen: Array, mask: Array) -> int:
    """What the solver chooses for the total against the up card."""
    allowed = tuple(each for each in Decision if mask[each])
    held = HeldHand(int(seen[SeenAt.UP]), hand_of(seen), NO_CARDS, 0, allowed)
    return int(ByTotals(solution).decision(held))


def basic_agent(options: BlackjackOptions | None = None) -> Agent:
    """The smallest wager, basic play, no insurance."""
    solution = _solved(BlackjackOptions() if options is None else options)

    def agent(seen: Array, mask: Array) -> int:
        if seen[SeenAt.QUESTION] == Question.WAGER:
            return int(np.flatnonzero(mask)[0])
        if seen[SeenAt.QUESTION] == Question.INSURANCE:
            return Action.NO_INSURANCE
        return basic_decision(solution, seen, mask)

    return agent


class LastRounds:
    """Basic play, and in the last rounds wagers that look at the others, in the way of Stanford Wong's advice.

    A leader wagers just enough to stay ahead if the strongest rival wins too, if possible without giving up the lead
    when both lose. Whoever is behind wagers enough to overtake the strongest rival who wins, or all that is allowed. In
    the last round a hand is doubled where its wager alone cannot win.
    """

    def __init__(self, setup: SessionSetup) -> None:
        self.setup = setup
        self._basic = basic_agent(BlackjackOptions(decks=setup.decks))

    def __call__(self, seen: Array, mask: Array) -> int:
        left = int(seen[SessionSeen.ROUNDS_LEFT])
        if seen[SeenAt.QUESTION] == Question.WAGER and left <= LAST_ROUNDS:
            return self._wager(seen, mask)
        if left == 1 and seen[SeenAt.QUESTION] == Question.DECISION and mask[Action.DOUBLE] and self._must_double(seen):
            return Action.DOUBLE
        return self._basic(seen, mask)

    def _seats(self, seen: Array) -> Array:
        """Chips, wager, total and whether they play: your own first, then the others'."""
        return seen[SessionSeen.SEATS :].reshape(-1, SEAT_WIDTH)[: self.setup.players]

    def _rivals(self, seen: Array) -> list[tuple[int, int]]:
        """What each rival holds with the wager, and the wager; of who has not wagered yet, the same as one's lead."""
        found = []
        for chips, wager, _, plays in self._seats(seen)[1:]:
            if plays:
                expected = wager or min(int(chips), self.setup.maximum) // 2
                found.append((int(chips + wager), int(expected)))
        return found

    def _wager(self, seen: Array, mask: Array) -> int:
        mine = int(self._seats(seen)[0, SeatSeen.CHIPS])
        rivals = self._rivals(seen)
        ahead = max((held + wager for held, wager in rivals), default=0)
        lead = mine - max((held for held, _ in rivals), default=0)
        wanted = ahead - mine + self.setup.increment
        if lead > 0:
            wanted = min(wanted, max(lead - self.setup.increment, self.setup.minimum))
        legal = np.flatnonzero(mask)
        amounts = [self.setup.amounts[each - Action.WAGER] for each in legal]
        place = next((place for place, amount in enumerate(amounts) if amount >= wanted), len(amounts) - 1)
        return int(legal[place])

    def _must_double(self, seen: Array) -> bool:
        """Whether winning the wager is not enough to pass those who are ahead already, and winning two is."""
        seats = self._seats(seen)
        mine, wager = int(seats[0, SeatSeen.CHIPS]), int(seats[0, SeatSeen.WAGER])
        best = max((int(chips + staked) for chips, staked, _, _ in seats[1:]), default=0)
        return mine + 2 * wager <= best < mine + 3 * wager
