"""One player on all boxes of the real table, who plays as the kernels' tables say, card by card.

This is how a simulated round is proved, and how a round is played in which the shoe runs out: then the discard rack is
shuffled in the middle of it (D2 16.7), and what lies in the rack only the table knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from croupier.games.acts import Act, BuyIn
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import (
    CloseInsurance,
    CuttingCard,
    Deal,
    InsertCuttingCard,
    SettleEarly,
    Sit,
)
from croupier.games.blackjack.boxes import BOX, INSURANCE, SUPER_SEVENS
from croupier.games.blackjack.cards import DECK, Card, Pile, code, decks
from croupier.games.blackjack.decision_acts import decision_act
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn
from croupier.games.blackjack.hand import HandOrigin
from croupier.games.blackjack.procedure.deciding import own_stake
from croupier.games.blackjack.state import BlackjackTable, TableShoe
from croupier.games.blackjack.step_names import CALL, CARD, CUTTING_CARD, INSERT
from croupier.games.position import Position
from croupier.games.table import Outcome
from croupier.games.wagers import NoMoreBets, Wager, Withdraw
from croupier.simulate.blackjack.kernels.whole_table import counted
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import NO_CARDS, HeldHand, held_cards
from croupier.simulate.blackjack.tabulated import boxes as kinds
from croupier.simulate.blackjack.tabulated.boxes import WAGERS, Detail, Gains, label_of
from croupier.simulate.blackjack.tabulated.hands import HandGraph

PLAYER = "player"
_KINDS = {
    "box": kinds.BOX,
    "double": kinds.DOUBLE,
    "split": kinds.SPLIT,
    "insurance": kinds.INSURANCE,
    "super sevens": kinds.SUPER_SEVENS,
}


class PlayedRound(NamedTuple):
    """A round at the real table."""

    table: BlackjackTable
    acts: tuple[Act, ...]
    gains: tuple[Gains, ...]
    """What the wagers of each box gained."""
    stake: int
    labels: tuple[str, ...]
    """With what each box began."""
    seen: int
    """The running count after it."""


class Supply(Protocol):
    """Where the cards come from."""

    def card(self) -> Card:
        """The next card of the shoe."""

    def load(self, table: BlackjackTable) -> None:
        """The table has shuffled: all the cards, or in the middle of a round what lay in the rack."""


class Pack:
    """Cards in order, taken one after the other."""

    def __init__(self, cards: Sequence[Card] = ()) -> None:
        self.put(cards)

    def put(self, cards: Sequence[Card]) -> None:
        self.cards, self.next = cards, 0

    def card(self) -> Card:
        card = self.cards[self.next]
        self.next += 1
        return card


class Player:
    def __init__(self, setup: Setup, hands: HandGraph) -> None:
        self.setup, self.hands = setup, hands
        self.places = {card: place for place, card in enumerate(setup.stakes.cards)}
        opened = setup.table(frozenset({INSERT}))
        wealth = 1000 * (sum(setup.levels) + (setup.options.super_sevens or 0))
        self.ready = opened.play(
            BuyIn(PLAYER, wealth * setup.boxes), Sit(PLAYER, 1), InsertCuttingCard(setup.from_back)
        )
        self.wealth = wealth * setup.boxes
        self.whole = decks(setup.options.decks)

    # Cards

    def place(self, card: Card) -> int:
        """The card as the kernels see it."""
        seen = code(card)
        return self.places[seen] if seen in self.places else self.places[machine.value(seen)]

    def cards_of(self, order: Iterable[int], pile: Pile) -> list[Card]:
        """Whole cards of the pile in that order."""
        left = {
            place: [card for card in DECK if self.place(card) == place for _ in range(pile.count(card))]
            for place in range(len(self.places))
        }
        return [left[place].pop() for place in order]

    def order_of(self, pile: Pile) -> list[int]:
        """The cards of a pile as the kernels see them, in no order that means anything."""
        return sorted(self.place(card) for card in DECK for _ in range(pile.count(card)))

    def mid_shoe(self, left: Sequence[Card], burnt: Sequence[Card], until_cutting_card: int) -> BlackjackTable:
        """The table between two rounds: these cards are left in the shoe, those were burnt, the rest is in the rack."""
        rack = decks(self.setup.options.decks)
        for card in (*left, *burnt):
            rack = rack.without(card)
        whole = decks(self.setup.options.decks)
        pile = Pile(tuple(map(int.__sub__, whole.counts, rack.counts)))
        shoe = TableShoe(pile, until_cutting_card, unseen=len(burnt), rounds=1)
        discarded = tuple(card for card in DECK for _ in range(rack.count(card)))
        return replace(self.ready, shoe=shoe, rack=discarded)

    # The count

    def stake(self, count: int) -> int:
        strategy = self.setup.strategy
        return strategy.stake(strategy.counts[count], self.setup.stake)

    def count(self, seen: int, table: BlackjackTable) -> int:
        """Which of the counts that are told apart it is."""
        return int(counted(seen, self.setup.marks, table.shoe.left))

    # A round

    def play(self, table: BlackjackTable, supply: Supply, seen: int) -> PlayedRound:
        """One round; `seen` is the running count before it."""
        return _Round(self, table, supply, seen).play()


class _Round:
    def __init__(self, player: Player, table: BlackjackTable, supply: Supply, seen: int) -> None:
        self.player, self.setup = player, player.setup
        self.table, self.supply, self.seen = self._topped_up(table), supply, seen
        self.acts: list[Act] = []
        self.dealt: list[Card] = []
        self.stake = player.stake(player.count(seen, table))

    def _topped_up(self, table: BlackjackTable) -> BlackjackTable:
        """The player never runs short: what a round may cost is always there."""
        purse = table.purse_if_any(PLAYER)
        short = self.player.wealth - (0 if purse is None else purse.value)
        return table.play(BuyIn(PLAYER, short)) if short > 0 else table

    def do(self, *acts: Act) -> None:
        self.table = self.table.play(*acts)
        self.acts += acts

    def play(self) -> PlayedRound:
        self._lay()
        rounds = self.table.round
        while not (self.table.round > rounds and self.table.is_final):
            self._step()
        return PlayedRound(self.table, tuple(self.acts), self._gains(), self.stake, self._labels(), self.seen)

    def _lay(self) -> None:
        for number in range(1, self.setup.boxes + 1):
            self.do(Wager(PLAYER, Position(BOX, (number,)), self.stake))
            if self.setup.options.super_sevens is not None:
                self.do(Wager(PLAYER, Position(SUPER_SEVENS, (number,)), self.setup.options.super_sevens))

    def _labels(self) -> tuple[str, ...]:
        boxes = self.setup.boxes
        pairs = zip(self.dealt[:boxes], self.dealt[boxes + 1 : 2 * boxes + 1], strict=True)
        return tuple(label_of(self.setup.detail, code(first), code(second)) for first, second in pairs)

    def _step(self) -> None:
        match self.table.step:
            case step if step == CALL:
                self.do(NoMoreBets())
            case step if step == CARD:
                self._deal()
            case step if step == CUTTING_CARD:
                self.do(CuttingCard())
            case step if step == CLOSE_INSURANCE:
                self._insure()
            case step if step == DECIDE:
                self._decide()
            case step if step == INSERT:
                self._load()
            case step:
                raise ValueError(f"nothing is known of the step {step!r}")

    def _load(self) -> None:
        """A shuffle begins the count anew. The cutting card goes in as deep as before, or as deep as may be."""
        self.supply.load(self.table)
        count = self.setup.strategy.count
        self.seen = 0 if count is None else count.start
        self.do(InsertCuttingCard(min(self.setup.from_back, max(1, self.table.shoe.left // 2))))
        stake = self.player.stake(self.player.count(self.seen, self.table))
        if stake != self.stake and not self.dealt:
            # The cutting card came before the first card, so the shuffle comes before the round (8.8), and who counts
            # wagers for the fresh shoe.
            self.do(*(Withdraw(PLAYER, position) for position in self._lying()))
            self.stake = stake
            self._lay()

    def _lying(self) -> list[Position]:
        """The wagers on the layout, those on the box itself last."""
        stakes = [(stake.kind == BOX, stake.kind, box.number) for box in self.table.boxes for stake in box.stakes]
        return [Position(kind, (number,)) for _, kind, number in sorted(stakes)]

    def _deal(self) -> None:
        card = self.supply.card()
        self.do(Deal(card))
        self.dealt.append(card)
        count = self.setup.strategy.count
        self.seen += 0 if count is None else count.values[machine.value(code(card)) - 1]

    def _insure(self) -> None:
        strategy = self.setup.strategy
        count = strategy.counts[self.player.count(self.seen, self.table)]
        amount = self.stake // 2 // self.setup.chip * self.setup.chip
        for box in self.table.boxes:
            if strategy.early and machine.is_blackjack(box.hands[0].hand):
                self.do(SettleEarly(PLAYER, box.number))
            elif strategy.insures_with(count):
                self.do(Wager(PLAYER, Position(INSURANCE, (box.number,)), amount))
        self.do(CloseInsurance())

    def _decide(self) -> None:
        turn = hand_in_turn(self.table)
        if turn is None:
            raise LookupError(self.table.step)
        box, playing = turn
        cards = NO_CARDS
        for card in playing.cards:
            cards = held_cards(cards, code(card))
        pair = machine.value(code(playing.cards[0])) if playing.hand.origin != HandOrigin.DEALT else 0
        up = machine.value(code(self.table.dealer.cards[0]))
        options = machine.decisions(playing.hand, len(box.hands), self.table.rules)
        chosen = self.player.hands.decisions(HeldHand(up, playing.hand, cards, pair, options))
        decision = chosen[self.player.count(self.seen, self.table)]
        own = own_stake(box, PLAYER, playing.id)
        amount = 0 if own is None else own.amount
        self.do(decision_act(decision, PLAYER, box.number, amount))

    def _gains(self) -> tuple[Gains, ...]:
        found = [[0] * len(WAGERS) for _ in range(self.setup.boxes)]
        for line in self.table.settled:
            (number,) = line.wager.position.numbers
            name = line.wager.position.kind
            kind = _KINDS[name] if name in _KINDS else _KINDS[name.split(" ")[0]]
            joined = kind in (kinds.DOUBLE, kinds.SPLIT) and self.setup.detail is not Detail.WAGERS
            gain = (
                line.pays if line.outcome is Outcome.WIN else -line.wager.stake if line.outcome is Outcome.LOSE else 0
            )
            found[number - 1][kinds.BOX if joined else kind] += gain
        return tuple(map(tuple, found))
