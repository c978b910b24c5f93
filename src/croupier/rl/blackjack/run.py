"""A real table, dealt on until one of its players has to answer.

No rule stands here. What an action means is an act, and whether it may be is what the table answers to that act.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

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
from croupier.games.blackjack.cards import DECK, Card, Pile, code
from croupier.games.blackjack.decision_acts import decision_act
from croupier.games.blackjack.flow import CLOSE_INSURANCE, hand_in_turn
from croupier.games.blackjack.hand import Decision
from croupier.games.blackjack.procedure.deciding import own_stake
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import CALL, CARD, CUTTING_CARD, INSERT
from croupier.games.position import Position
from croupier.games.refusal import Refusal
from croupier.games.table import handed_back
from croupier.games.wagers import NoMoreBets, Wager
from croupier.rl.blackjack.choices import (
    NUMBER,
    WIDTH,
    Action,
    Question,
    SeenAt,
    left_by_rank,
    number_of_actions,
    of_hand,
    of_sevens,
)
from croupier.rl.blackjack.setup import TableSetup
from croupier.rulebook import Cite

Array = Any
WEALTH = 1000
"""What every player holds before each round, in sums of all largest wagers: nobody runs short."""
NOTHING_TO_DECLINE = Refusal(Cite("D2 9.2(a)"), "not_called", "There is no insurance to decline now.")


class AskedBox(NamedTuple):
    """Who is asked for what."""

    question: Question
    box: int


NOBODYS = AskedBox(Question.OVER, 0)


class Cards(Protocol):
    """Where cards come from."""

    def load(self, pile: Pile, burnt: int) -> None:
        """These cards were shuffled, and so many are discarded unseen."""

    def card(self) -> Card:
        """The next card of the shoe."""


class ShuffledCards:
    """Cards in an order that a generator makes."""

    def __init__(self, random: np.random.Generator) -> None:
        self._random = random
        self._left: Iterator[Card] = iter(())

    def load(self, pile: Pile, burnt: int) -> None:
        cards = [card for card in DECK for _ in range(pile.count(card))]
        self._left = iter([cards[place] for place in self._random.permutation(len(cards))[burnt:]])

    def card(self) -> Card:
        return next(self._left)


class Answering:
    """A table whose players are asked one after the other. What an action means, and whether the table accepts it."""

    table: BlackjackTable
    amounts: tuple[int, ...]
    """What may be wagered, the smallest first."""
    sevens = 0
    """What a Super Sevens wager is; 0 where it is not offered."""
    players: tuple[str, ...]
    """The owner of each box."""

    def __init__(self) -> None:
        self.asked: list[AskedBox] = []

    @property
    def turn(self) -> AskedBox:
        if self.asked:
            return self.asked[0]
        found = hand_in_turn(self.table) if not self.table.is_final else None
        return NOBODYS if found is None else AskedBox(Question.DECISION, found[0].number)

    @property
    def player(self) -> str:
        """Who answers now; nobody once the round is over."""
        box = self.turn.box
        return self.players[box - 1] if box else ""

    def level_of(self, action: int) -> tuple[int, bool]:
        """Which wager the action is, from 0, and whether one on Super Sevens lies beside it."""
        again, level = divmod(action - Action.WAGER, len(self.amounts))
        if again > bool(self.sevens):
            raise IndexError(f"there are {self.actions} actions, and {action} is none of them")
        return level, bool(again)

    @property
    def actions(self) -> int:
        return number_of_actions(self.amounts, self.sevens)

    def acts_of(self, action: int) -> tuple[Act, ...]:
        """What the action is at the table; nothing for a wish not to insure, which needs no act."""
        act = self.act_of(action)
        if action < Action.WAGER or not self.level_of(action)[1]:
            return () if act is None else (act,)
        number, player = self.turn.box, self.player
        return *self.acts_of(action - len(self.amounts)), Wager(player, Position(SUPER_SEVENS, (number,)), self.sevens)

    def act_of(self, action: int) -> Act | None:
        """The act itself, without what lies beside a wager."""
        number, player = self.turn.box, self.player
        match action:
            case Action.STAND | Action.DRAW | Action.DOUBLE | Action.SPLIT:
                return decision_act(Decision(action), player, number, self._staked(number, player))
            case Action.INSURE:
                chip = self.table.sign.smallest_chip
                half = self._staked(number, player) // 2 // chip * chip
                return Wager(player, Position(INSURANCE, (number,)), half)
            case Action.NO_INSURANCE:
                return None
            case Action.SETTLE_EARLY:
                return SettleEarly(player, number)
            case _:
                return Wager(player, Position(BOX, (number,)), self.amounts[self.level_of(action)[0]])

    def _staked(self, number: int, player: str) -> int:
        """The initial wager, which every addition is measured by; before it is made, the smallest."""
        box = self.table.box(number)
        own = None if box is None else box.stake(player, BOX)
        if own is None and box is not None:
            found = hand_in_turn(self.table)
            own = None if found is None else own_stake(box, player, found[1].id)
        return self.amounts[0] if own is None else own.amount

    def refuses(self, action: int) -> Refusal | None:
        acts, table = self.acts_of(action), self.table
        if not acts:
            return None if self.turn.question is Question.INSURANCE else NOTHING_TO_DECLINE
        for act in acts[:-1]:
            if (refusal := table.refuses(act)) is not None:
                return refusal
            table = table.play(act)
        return table.refuses(acts[-1])

    def mask(self) -> Array:
        """1 for each action that the table accepts now."""
        if self.turn is NOBODYS:
            return np.zeros(self.actions, np.int8)
        return np.array([self.refuses(action) is None for action in range(self.actions)], np.int8)

    def take(self, action: int) -> Refusal | None:
        """The action played, and the table dealt on; or why it is refused, and nothing changes."""
        if (refusal := self.refuses(action)) is not None:
            return refusal
        turn = self.turn
        self.table = self.table.play(*self.acts_of(action))
        if turn.question is Question.WAGER:
            self.wagered(turn.box, action)
        if self.asked:
            del self.asked[0]
        if not self.asked:
            self.deal_on()
        return None

    def wagered(self, box: int, action: int) -> None:
        """An initial wager was made."""

    def deal_on(self) -> None:
        """Every step that is not a player's, until one is."""
        is_called = self.table.insurance == "called"
        while True:
            if self.table.step == CLOSE_INSURANCE and not is_called:
                self.asked = [AskedBox(Question.INSURANCE, box.number) for box in self.table.boxes]
                return
            act = CloseInsurance() if self.table.step == CLOSE_INSURANCE else self.next_act()
            if act is None:
                return
            self.table = self.table.play(act)

    def next_act(self) -> Act | None:
        """The step that is due; `None` where a player has to answer, or the round is over."""
        raise NotImplementedError

    def hand_seen(self, seen: Array) -> None:
        """The hand in question, in an observation's places."""
        turn = self.turn
        box = self.table.box(turn.box)
        if box is None or turn.question not in (Question.INSURANCE, Question.DECISION):
            return
        found = hand_in_turn(self.table) if turn.question is Question.DECISION else None
        playing = box.hands[0] if found is None else found[1]
        seen[SeenAt.TOTAL : SeenAt.HANDS] = of_hand(playing.hand)
        seen[SeenAt.HANDS], seen[SeenAt.ORIGIN] = len(box.hands), playing.hand.origin


class TableRun(Answering):
    """One table of Division 2 and its players, from shoe to shoe."""

    def __init__(self, setup: TableSetup, cards: Cards, players: tuple[str, ...]) -> None:
        """A name may stand several times among the players."""
        super().__init__()
        self.setup, self.cards, self.players, self.amounts = setup, cards, players, setup.wagers
        self.sevens = setup.sevens
        table = setup.table()
        for player in dict.fromkeys(players):
            table = table.play(BuyIn(player, self._wealth(player)), Sit(player, players.index(player) + 1))
        self._ready = table
        self.table = table
        self.levels, self.has_sevens = [0] * len(players), [False] * len(players)
        self.fresh_shoe()

    def _wealth(self, player: str) -> int:
        return WEALTH * (self.setup.wagers[-1] + self.setup.sevens) * self.players.count(player)

    # Between two rounds

    def fresh_shoe(self) -> None:
        """All cards shuffled, nobody's chips spent."""
        self.table = self._ready
        self._load()

    def _load(self) -> None:
        shuffled = self.table
        self.cards.load(shuffled.shoe.pile, 0 if shuffled.refilled else self.setup.burnt)
        deep = min(self.setup.from_back, max(1, shuffled.shoe.left // 2))
        self.table = shuffled.play(InsertCuttingCard(deep))

    @property
    def is_shuffle_due(self) -> bool:
        """Whether the cutting card is out, or comes before another card."""
        return self.table.step == INSERT or self.table.shoe.until_cutting_card == 0

    def begin_round(self) -> None:
        if self.setup.cut is None:
            self.fresh_shoe()
        elif self.table.step == INSERT:
            self._load()
        for player in dict.fromkeys(self.players):
            purse = self.table.purse_if_any(player)
            short = self._wealth(player) - (0 if purse is None else purse.value)
            if short > 0:
                self.table = self.table.play(BuyIn(player, short))
        self.levels, self.has_sevens = [0] * len(self.players), [False] * len(self.players)
        self.asked = [AskedBox(Question.WAGER, box) for box in range(1, len(self.players) + 1)]

    def wagered(self, box: int, action: int) -> None:
        level, self.has_sevens[box - 1] = self.level_of(action)
        self.levels[box - 1] = level + 1

    def sevens_seen(self, number: int) -> int:
        """How the Super Sevens wager on the box stands, if there is one."""
        box = self.table.box(number)
        return of_sevens(box.sevens) if box is not None and self.has_sevens[number - 1] else 0

    def next_act(self) -> Act | None:
        table = self.table
        if table.step == INSERT and table.boxes:
            self._load()
        match self.table.step:
            case step if step == CALL and table.is_final and table.boxes:
                return NoMoreBets()
            case step if step == CARD:
                return Deal(self.cards.card())
            case step if step == CUTTING_CARD:
                return CuttingCard()
            case _:
                return None

    # What is seen and what was gained

    @property
    def is_round_over(self) -> bool:
        return not self.asked and self.table.is_final

    def observation(self) -> Array:
        """What the player in turn sees."""
        seen = np.zeros(WIDTH, NUMBER)
        turn, table = self.turn, self.table
        seen[SeenAt.QUESTION], seen[SeenAt.BOX] = turn
        seen[SeenAt.LEFT : SeenAt.SEVENS] = left_by_rank(table.shoe.pile)
        if turn.question in (Question.INSURANCE, Question.DECISION):
            seen[SeenAt.UP] = machine.value(code(table.dealer.cards[0]))
            seen[SeenAt.LEVEL] = self.levels[turn.box - 1]
            seen[SeenAt.SEVENS] = self.sevens_seen(turn.box)
            self.hand_seen(seen)
        return seen

    def gains(self) -> dict[str, int]:
        """What the round that is over gained each player, in cents."""
        found = dict.fromkeys(self.players, 0)
        for line in self.table.settled:
            stake = line.wager.stake
            found[line.wager.player] += handed_back(line.outcome, stake, line.pays) - stake
        return found
