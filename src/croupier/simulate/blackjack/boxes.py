"""A whole box, tabulated: hand after hand, from its first card to a code that says all that its wagers hang on.

The cards come in the order of the deal: the box's first, the dealer's, the box's second, then what its hands take
(D2 8.2, 8.4, 12.3). A code is what the box gains against each class of the dealer's final hand, and how far that hand
must go for it. What is gained is in cents: each stake settled by itself, rounded up to the chips (D1 11.3).
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import CARDS, Need, Ratio, Rules, Sevens
from croupier.games.blackjack.settling import paid
from croupier.odds.blackjack.tables import RANKS
from croupier.simulate.blackjack.dealer import Dealer, Ratios
from croupier.simulate.blackjack.hands import CardNode, ChoiceNode, EndNode, HandGraph, HandStart, SplitNode, Way
from croupier.simulate.blackjack.numbered import Numbered
from croupier.simulate.blackjack.strategy import PlayStrategy

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
    """A box between two cards, with all that matters of what has been."""

    up: int
    node: int
    """The hand in turn."""
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
        self._known: dict[_Box, int] = {}
        self._plus = cache(self._added)
        self._of_stake = cache(self._gains_of_stake)
        self._need_of = cache(self._need)
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
        start = self.hands.start(HandStart(up, 0, 1))
        node = self._node_after(self._node_after(start, first), second)
        sevens = Sevens.NO_CARD
        if self.stakes.super_sevens:
            sevens = machine.sevens_after_card(machine.sevens_after_card(sevens, first), second)
        hand = machine.after_card(machine.after_card(machine.EMPTY, first), second)
        box = _Box(up, node, 0, 1, 0, True, self._nothing, Need.NO_CARD, sevens, label_of(self.detail, first, second))
        if up != machine.ACE:
            return self._resolved(box)
        if self.strategy.early and machine.is_blackjack(hand):
            paid_early = (machine.EARLY_PAYS,) * self.dealer.classes
            return self._ended(box._replace(gained=self._of_stake(BOX, paid_early)))
        insured = box._replace(gained=self._of_stake(INSURANCE, self.dealer.insurance), need=Need.SECOND_CARD)
        choices = [insured if self.strategy.insures_with(count) else box for count in self.hands.counts]
        after = tuple(self._resolved(chosen) for chosen in choices)
        return after[0] if len(set(after)) == 1 else self._row("insurance", after)

    def _node_after(self, node: int, card: int) -> int:
        found = self.hands.nodes[node]
        if not isinstance(found, CardNode):
            raise TypeError(found)
        return found.after[machine.value(card) - 1]

    # The play

    def _resolved(self, box: _Box) -> int:
        """The state before the next card, or the code where none comes."""
        number = self._known.get(box)
        if number is None:
            number = self._known[box] = self._made(box)
        return number

    def _made(self, box: _Box) -> int:
        match self.hands.nodes[box.node]:
            case EndNode(hand, doubled):
                return self._finished(box, hand, doubled=doubled)
            case SplitNode(pair):
                return self._split(box, pair)
            case ChoiceNode(by_count):
                return self._row("choice", tuple(self._resolved(box._replace(node=node)) for node in by_count))
            case CardNode(after):
                return self._row("card", tuple(self._with_card(box, after, card) for card in self.cards))

    def _with_card(self, box: _Box, after: tuple[int, ...], card: int) -> int:
        # Half a million times for one table: `_replace` would take as long as all the rest.
        up, _, pair, hands, waiting, first, gained, need, sevens, label = box
        if self._sevens_go_on(box):
            sevens = machine.sevens_after_card(sevens, card)
        node = after[machine.value(card) - 1]
        return self._resolved(_Box(up, node, pair, hands, waiting, first, gained, need, sevens, label))

    def _sevens_go_on(self, box: _Box) -> bool:
        return bool(self.stakes.super_sevens) and box.pair == 0

    def _split(self, box: _Box, pair: int) -> int:
        """Two hands of one: the first goes on, the second waits (12.3)."""
        hands = box.hands + 1
        sevens = machine.sevens_at_end(box.sevens) if self._sevens_go_on(box) else box.sevens
        node = self.hands.start(HandStart(box.up, pair, hands))
        return self._resolved(box._replace(node=node, pair=pair, hands=hands, waiting=box.waiting + 1, sevens=sevens))

    def _finished(self, box: _Box, hand: machine.Hand, *, doubled: bool) -> int:
        wager = BOX if box.first else SPLIT
        gained = self._plus(box.gained, self._of_stake(wager, self.dealer.ratios(hand, initial=box.first)))
        if doubled:
            gained = self._plus(gained, self._of_stake(DOUBLE, self.dealer.ratios(hand, initial=False)))
        need = max(box.need, self._need_of(hand, box.up, added=doubled or not box.first))
        done = box._replace(gained=gained, need=need, first=False)
        if not box.waiting:
            return self._ended(done)
        node = self.hands.start(HandStart(box.up, box.pair, box.hands))
        return self._resolved(done._replace(node=node, waiting=box.waiting - 1))

    def _need(self, hand: machine.Hand, up: int, *, added: bool) -> Need:
        dealer = machine.dealer_after(machine.EMPTY, up)
        left = () if machine.paid_at_once(hand, dealer) else (hand,)
        lost = added and machine.is_bust(hand)
        return machine.dealer_need(left, insured=False, lost_additions=lost, rules=self.rules)

    def _ended(self, box: _Box) -> int:
        gained = box.gained
        if self.stakes.super_sevens:
            sevens = machine.sevens_at_end(box.sevens)
            ratios = (machine.SEVENS_PAY[sevens],) * self.dealer.classes
            gained = self._plus(gained, self._of_stake(SUPER_SEVENS, ratios))
        return -1 - self._codes.number(Code(self._sums.all[gained], box.need, box.label))
