"""The last hand of two players at real tournament tables, act by act, played by the policies that the solver found."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any, NamedTuple

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import CloseInsurance, Double, Draw, Stand
from croupier.games.blackjack.boxes import BOX
from croupier.games.blackjack.cards import code
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.blackjack.step_names import CARD, CUTTING_CARD
from croupier.games.position import Position
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import Duration, Measure
from croupier.games.tournament.session_table.session import OVER, WAGER
from croupier.games.tournament.session_table.table import Division7Table
from croupier.games.wagers import Wager
from croupier.odds.blackjack.tables import RANKS, class_of
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.exact import PLAIN, ExactDuel
from croupier.odds.last_hand.play import HandPlay, PlaceContest
from tests.support.rules.tournament_tables import session

SIGN = Sign(10_00, 500_00, 10_00, 5_00)
NAMES = ("ana", "ben")
CHIPS, WAGERS = 1000_00, (200_00, 310_00)
FULL = (32,) * 9 + (128,)


class Policies:
    """Both players' decisions, looked up in what the solver found."""

    def __init__(self) -> None:
        shares = tuple(number / sum(FULL) for number in FULL)
        self.contest = PlaceContest((CHIPS, CHIPS), SIGN, shares, 1, 0)
        self.play = HandPlay(self.contest, WAGERS, PLAIN)
        self.chosen = {up: self._chosen(up) for up in RANKS}
        self.kinds = {class_of(hand): kind for kind, hand in enumerate(self.play.graph.examples)}

    def _chosen(self, up: int) -> dict[int, Any]:
        line = self.play.plain
        return {
            place: self.play.at(up, line, place, later, keep=True)[1]
            for place, later in self.play.levels(up, line)
            if place >= 0
        }

    def decision(self, table: Division7Table) -> Act:
        turn = hand_in_turn(table)
        assert turn is not None
        box, playing = turn
        place = NAMES.index(table.seats[box.number - 1])
        up = machine.total(table.dealer.hand) if not table.dealer.hand.ace else machine.ACE
        state, rest = (0, self._start_of_second(table)) if place == 0 else (self._state_after_first(table), 0)
        node = self.play.graph.node_of(playing.hand)
        choice = int(self.chosen[up][place][state, rest, node]) % kernels.AMOUNT
        if choice == kernels.STAND:
            return Stand(NAMES[place], box.number)
        if choice == kernels.DOUBLE:
            return Double(NAMES[place], box.number, WAGERS[place])
        return Draw(NAMES[place], box.number)

    def _start_of_second(self, table: Division7Table) -> int:
        (other,) = [box for box in table.seen if table.seats[box.number - 1] == NAMES[1]]
        first, second = (machine.value(code(card)) for card in other.hands[0].cards)
        return int(self.play.graph.start_of[first - 1, second - 1])

    def _state_after_first(self, table: Division7Table) -> int:
        (first,) = [box for box in table.seen if table.seats[box.number - 1] == NAMES[0]]
        hand = first.hands[0].hand
        kind = self.kinds.get(class_of(hand), 0)
        is_doubled = self.doubled
        code = len(self.play.graph.kinds) + 1 + kind if is_doubled else kind
        return int(self.play.plain.trans[0][0, code])

    doubled = False


def one_hand(opened: Division7Table, policies: Policies, chance: Random) -> float:
    """One last hand; the second player's share of going on."""
    table, policies.doubled = opened, False
    while table.step != OVER:
        if table.step == WAGER:
            player = table.in_turn[0]
            place = NAMES.index(player)
            act: Act = Wager(player, Position(BOX, (table.box_number(player),)), WAGERS[place])
        elif table.step in (CARD, CUTTING_CARD):
            chances = table.chance()
            act = chance.choices(list(chances), [float(share) for share in chances.values()])[0]
        elif table.step == DECIDE:
            act = policies.decision(table)
            policies.doubled = policies.doubled or (isinstance(act, Double) and act.player == NAMES[0])
        else:
            act = CloseInsurance()
        table = table.play(act)
    one, two = (table.chips_of(name) for name in NAMES)
    return 1.0 if two > one else 0.5 if two == one else 0.0


class Agreement(NamedTuple):
    hands: int
    mean: float
    """The second player's share of going on, over all hands."""
    error: float
    """The standard error of the mean."""

    def deviations(self, expected: float) -> float:
        """How many standard errors the mean lies from what was worked out."""
        return (self.mean - expected) / self.error


def play_hands(policies: Policies, hands: int, chance: Random) -> Agreement:
    opened = session(*NAMES, sign=SIGN, chips=CHIPS, duration=Duration(Measure.ROUNDS, 1), play_off=True)
    total, squares = 0.0, 0.0
    for _ in range(hands):
        share = one_hand(opened, policies, chance)
        total, squares = total + share, squares + share * share
    mean = total / hands
    return Agreement(hands, mean, sqrt((squares / hands - mean * mean) / hands))


def followed_chance(policies: Policies) -> float:
    """The second player's chance with the shoe's composition: with many hands it shows, with few it does not."""
    return ExactDuel(policies.contest, WAGERS, FULL).value.chances[1]
