"""A whole box, tabulated: hand after hand, from its first card to a code that says all that its wagers hang on.

The cards come in the order of the deal: the box's first, the dealer's, the box's second, then what its hands take
(D2 8.2, 8.4, 12.3). A code is what the box gains against each class of the dealer's final hand, and how far that hand
must go for it. What is gained is in cents: each stake settled by itself, rounded up to the chips (D1 11.3).
"""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import CARDS, Need, Ratio, Rules, Sevens
from croupier.games.blackjack.procedure.settling import paid
from croupier.odds.blackjack.tables import RANKS
from croupier.simulate.blackjack.strategies.strategy import PlayStrategy
from croupier.simulate.blackjack.tabulated.dealer import Dealer, Ratios
from croupier.simulate.blackjack.tabulated.hands import (
    CardNode,
    ChoiceNode,
    EndNode,
    HandGraph,
    HandStart,
    Way,
)
from croupier.simulate.blackjack.tabulated.numbered import Numbered

WAGERS = ("box", "double", "split", "insurance", "super sevens")
BOX, DOUBLE, SPLIT, INSURANCE, SUPER_SEVENS = range(len(WAGERS))

Gains = tuple[int, ...]
"""What each kind of wager gains, in cents."""
Row = tuple[str, tuple[int, ...]]
"""What a state waits for (a card, or a choice by the count), and the state after each."""


class Detail(StrEnum):
    """What the results tell apart."""

    NONE = "none"
    WAGERS = "wagers"
    HANDS = "hands"
    """With which two cards a box began."""


class Stakes(Struct, frozen=True):
    """What is wagered on a box."""

    levels: tuple[int, ...]
    """The initial wager at each level of the stakes."""
    super_sevens: int
    """0 where none is made."""
    chip: int
    """The smallest chip."""

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards that are told apart: the sevens by their suit only where a wager hangs on it."""
        return CARDS if self.super_sevens else RANKS

    def insurance(self, level: int) -> int:
        """As much as may be: half of the initial wager, in whole chips (D2 9.3)."""
        return self.levels[level] // 2 // self.chip * self.chip


class Code(NamedTuple):
    """How a box ended."""

    gains: tuple[tuple[Gains, ...], ...]
    """At each level of the stakes, against each class of the dealer's final hand."""
    need: Need
    label: str
    """With which hand it began, where that is asked for."""


def label_of(detail: Detail, first: int, second: int) -> str:
    """With what a box began, where that is told apart."""
    if detail is not Detail.HANDS:
        return ""
    hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
    if machine.is_blackjack(hand):
        return "blackjack"
    if hand.pair:
        return f"pair of {hand.pair}"
    return f"{'soft' if machine.is_soft(hand) else 'hard'} {machine.total(hand)}"


class _Box(NamedTuple):
    """A box beside the hand in turn, with all that matters of what has been."""

    up: int
    pair: int
    hands: int
    waiting: int
    """Hands of the split that are still to be played."""
    first: bool
    """Whether the hand in turn has the initial wager."""
    gained: int
    """What the finished hands gain, by number."""
    need: Need
    sevens: Sevens
    label: str


States = dict[int, int]
"""For one box: the state for each node of the hand in turn."""


class Boxes:
    """States are numbered as they are met: `rows` holds what follows each. Codes have negative numbers, -1 first."""

    def __init__(
        self, rules: Rules, way: Way, strategy: PlayStrategy, stakes: Stakes, detail: Detail = Detail.NONE
    ) -> None:
        self.rules, self.strategy, self.stakes, self.detail = rules, strategy, stakes, detail
        self.dealer = Dealer(rules)
        self.hands = HandGraph(rules, way, strategy)
        self.cards = stakes.cards
        self._codes: Numbered[Code] = Numbered()
        self._rows: Numbered[Row] = Numbered()
        self._sums: Numbered[tuple[tuple[Gains, ...], ...]] = Numbered()
        self.codes, self.rows, self._sum = self._codes.all, self._rows.all, self._sums.number
        self._known: defaultdict[_Box, States] = defaultdict(dict)
        self._plus = cache(self._added)
        self._of_stake = cache(self._gains_of_stake)
        self._of_hand = cache(self._gains_of_hand)
        self._end_of = cache(self._end)
        self._starts = cache(self._start_of_hand)
        self._code_of = cache(self._code)
        nothing = ((0,) * len(WAGERS),) * self.dealer.classes
        self._nothing = self._sum((nothing,) * len(stakes.levels))
        self.start = self._started()

    # Numbers for what is alike

    def _added(self, one: int, other: int) -> int:
        return self._sum(
            tuple(
                tuple(tuple(map(int.__add__, a, b)) for a, b in zip(mine, more, strict=True))
                for mine, more in zip(self._sums.all[one], self._sums.all[other], strict=True)
            )
        )

    def _gains_of_stake(self, wager: int, ratios: Ratios) -> int:
        """What a stake gains at each level against each class of the dealer's hand."""
        return self._sum(
            tuple(
                tuple(self._placed(wager, self._settled(self._amount(wager, level), ratio)) for ratio in ratios)
                for level in range(len(self.stakes.levels))
            )
        )

    def _amount(self, wager: int, level: int) -> int:
        if wager == SUPER_SEVENS:
            return self.stakes.super_sevens
        return self.stakes.insurance(level) if wager == INSURANCE else self.stakes.levels[level]

    def _settled(self, amount: int, ratio: Ratio) -> int:
        return -amount if ratio[0] < 0 else paid(amount, ratio, self.stakes.chip)

    def _placed(self, wager: int, gain: int) -> Gains:
        """Additions are told apart from the initial wager only where that is asked for: else more states are alike."""
        joined = wager in (DOUBLE, SPLIT) and self.detail is not Detail.WAGERS
        own = BOX if joined else wager
        return tuple(gain if place == own else 0 for place in range(len(WAGERS)))

    def _row(self, kind: str, after: tuple[int, ...]) -> int:
        return self._rows.number((kind, after))

    # The deal

    def _started(self) -> int:
        return self._row("card", tuple(self._after_first(card) for card in self.cards))

    def _after_first(self, card: int) -> int:
        return self._row("card", tuple(self._after_up(card, machine.value(up)) for up in self.cards))

    def _after_up(self, card: int, up: int) -> int:
        return self._row("card", tuple(self._after_second(card, up, second) for second in self.cards))

    def _after_second(self, first: int, up: int, second: int) -> int:
        """The deal is complete: insurance and early settlement come before any decision (D2 9.2, 10.3)."""
        node = self._node_after(self._node_after(self._starts(up, 0, 1), first), second)
        sevens = Sevens.NO_CARD
        if self.stakes.super_sevens:
            sevens = machine.sevens_after_card(machine.sevens_after_card(sevens, first), second)
        hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
        box = _Box(up, 0, 1, 0, True, self._nothing, Need.NO_CARD, sevens, label_of(self.detail, first, second))
        if up != machine.ACE:
            return self._resolved(box, node)
        if self.strategy.early and machine.is_blackjack(hand):
            paid_early = (machine.EARLY_PAYS,) * self.dealer.classes
            return self._code_of(self._of_stake(BOX, paid_early), box.need, box.sevens, box.label)
        insured = box._replace(gained=self._of_stake(INSURANCE, self.dealer.insurance), need=Need.SECOND_CARD)
        choices = [insured if self.strategy.insures_with(count) else box for count in self.hands.counts]
        after = tuple(self._resolved(chosen, node) for chosen in choices)
        return after[0] if len(set(after)) == 1 else self._row("insurance", after)

    def _node_after(self, node: int, card: int) -> int:
        found = self.hands.nodes[node]
        if not isinstance(found, CardNode):
            raise TypeError(found)
        return found.after[machine.value(card) - 1]

    def _start_of_hand(self, up: int, pair: int, hands: int) -> int:
        return self.hands.start(HandStart(up, pair, hands))

    # The play. A table has hundreds of thousands of boxes and nodes: a box is looked up once, then only its nodes are.

    def _resolved(self, box: _Box, node: int) -> int:
        """The state before the next card, or the code where none comes."""
        return self._walked(box, self._known[box], node)

    def _walked(self, box: _Box, states: States, node: int) -> int:
        number = states.get(node)
        if number is None:
            number = states[node] = self._made(box, states, node)
        return number

    def _made(self, box: _Box, states: States, node: int) -> int:
        found = self.hands.nodes[node]
        # Most nodes are one of the first two.
        if isinstance(found, EndNode):
            return self._finished(box, node)
        if isinstance(found, CardNode):
            return self._row("card", self._after_card(box, states, found.after))
        if isinstance(found, ChoiceNode):
            return self._row("choice", tuple([self._walked(box, states, each) for each in found.by_count]))
        return self._split(box, found.pair)

    def _after_card(self, box: _Box, states: States, after: tuple[int, ...]) -> tuple[int, ...]:
        if self._sevens_go_on(box):
            return tuple([self._with_card(box, after[machine.value(card) - 1], card) for card in self.cards])
        walked = []
        for node in after:
            # As in `_walked`: a call for each of millions would take half of the time.
            number = states.get(node)
            if number is None:
                number = states[node] = self._made(box, states, node)
            walked.append(number)
        return tuple(walked) if self.cards is RANKS else tuple([walked[machine.value(card) - 1] for card in self.cards])

    def _with_card(self, box: _Box, node: int, card: int) -> int:
        return self._resolved(box._replace(sevens=machine.sevens_after_card(box.sevens, card)), node)

    def _sevens_go_on(self, box: _Box) -> bool:
        return bool(self.stakes.super_sevens) and box.pair == 0

    def _split(self, box: _Box, pair: int) -> int:
        """Two hands of one: the first goes on, the second waits (12.3)."""
        hands = box.hands + 1
        sevens = machine.sevens_at_end(box.sevens) if self._sevens_go_on(box) else box.sevens
        split = box._replace(pair=pair, hands=hands, waiting=box.waiting + 1, sevens=sevens)
        return self._resolved(split, self._starts(box.up, pair, hands))

    def _finished(self, box: _Box, node: int) -> int:
        up, pair, hands, waiting, first, gained, need, sevens, label = box
        own, own_need = self._end_of(node, up, first)
        gained = self._plus(gained, own)
        need = max(need, own_need)
        if not waiting:
            return self._code_of(gained, need, sevens, label)
        start = self._starts(up, pair, hands)
        return self._resolved(_Box(up, pair, hands, waiting - 1, False, gained, need, sevens, label), start)

    def _end(self, node: int, up: int, first: bool) -> tuple[int, Need]:
        """What a finished hand gains, by number, and how far the dealer's hand must go for it."""
        found = self.hands.nodes[node]
        if not isinstance(found, EndNode):
            raise TypeError(found)
        hand, doubled = found
        return self._of_hand(hand, first, doubled), self._need(hand, up, doubled or not first)

    def _gains_of_hand(self, hand: machine.Hand, first: bool, doubled: bool) -> int:
        """What the wagers on a finished hand gain."""
        gained = self._of_stake(BOX if first else SPLIT, self.dealer.ratios(hand, initial=first))
        if not doubled:
            return gained
        return self._plus(gained, self._of_stake(DOUBLE, self.dealer.ratios(hand, initial=False)))

    def _need(self, hand: machine.Hand, up: int, added: bool) -> Need:
        dealer = machine.dealer_after(machine.EMPTY, up)
        left = () if machine.paid_at_once(hand, dealer) else (hand,)
        lost = added and machine.is_bust(hand)
        return machine.dealer_need(left, insured=False, lost_additions=lost, rules=self.rules)

    def _code(self, gained: int, need: Need, sevens: Sevens, label: str) -> int:
        if self.stakes.super_sevens:
            ratios = (machine.SEVENS_PAY[machine.sevens_at_end(sevens)],) * self.dealer.classes
            gained = self._plus(gained, self._of_stake(SUPER_SEVENS, ratios))
        return -1 - self._codes.number(Code(self._sums.all[gained], need, label))
