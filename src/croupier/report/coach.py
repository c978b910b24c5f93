"""Which decisions at the end of a session cost a player most: the last wagers, and the play of the last hand.

A session is followed entry by entry. Each decision of the player becomes the situation before it, as the last-hand
calculator takes it, and the calculator's answer says what each choice was worth in chance to go on.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.acts import Double, Draw, SettleEarly, Split, Stand
from croupier.games.blackjack.boxes import BOX
from croupier.games.blackjack.cards import Card, code
from croupier.games.blackjack.flow import DECIDE, hand_in_turn
from croupier.games.tournament.conditions import Measure
from croupier.games.tournament.session_table.last_hand import (
    FEWEST_PLAYERS,
    MOST_ROUNDS,
    LastHand,
    LastSeat,
    is_open,
    refuses_last_hand,
)
from croupier.games.tournament.session_table.session import SessionTable
from croupier.games.wagers import Wager
from croupier.odds.last_hand.figures import LastHandAnswer

WAGER = "wager"
PLAYS: dict[type[Act], str] = {Stand: "stand", Draw: "draw", Double: "double", Split: "split"}
MOST_BETTORS = 4
"""With more players a wager takes minutes to work out. Decisions in the hand are quick with any number."""
MOST_OF_SEVERAL_ROUNDS = 3
"""With two or three rounds left, wagers are worked out for so many players."""

TOO_MANY = "More than four players could still wager, too long to work out here. “The last hand” says what to run."
SPLIT_BEFORE = "A pair was split in this round: such hands are not worked out."
INSURED = "Somebody was insured or paid early in this round: such hands are not worked out."


class CoachedDecision(Struct, frozen=True):
    """One decision of the player, and how the table lay before it."""

    number: int
    """The entry in the table's journal."""
    round: int
    left: int
    """Rounds left, this one included."""
    choice: str
    """`wager`, or a decision in the hand: `stand`, `draw`, `double`, `split`."""
    amount: int
    """What was wagered or added."""
    situation: LastHand | None = None
    """Nothing where it cannot be worked out."""
    why: str = ""
    """And why it cannot."""

    @property
    def is_slow(self) -> bool:
        """Whether it may take a minute to work out, and not some seconds."""
        if self.choice != WAGER or self.situation is None:
            return False
        return self.left > 1 or len(self.situation.able) > FEWEST_PLAYERS


class Judgement(Struct, frozen=True):
    """What a decision was worth, beside the best one."""

    chance: float
    """To go on, or to win."""
    best: str
    best_amount: int
    best_chance: float
    method: str
    error: float | None

    @property
    def cost(self) -> float:
        return max(0.0, self.best_chance - self.chance)


def rounds_left(table: SessionTable) -> int | None:
    """How many rounds are left with this one, where anybody at the table can know it."""
    duration = table.terms.duration
    if duration.measure is Measure.ROUNDS:
        return duration.count - table.rounds
    if duration.measure is Measure.SHOES:
        return 1 if table.is_last_of_shoe and table.shoe_number >= duration.count else None
    return 1 if table.is_time_up else None


class SessionFollower:
    """Follows one session. It remembers what each player held when the round began: a lost wager leaves the table."""

    def __init__(self, player: str, advance: int) -> None:
        self.player, self.advance = player, advance
        self.held: dict[str, int] = {}
        self.wagers: dict[str, int] = {}
        self.doubled: dict[str, int] = {}
        self.gone: tuple[int, ...] = ()
        """Cards of earlier rounds, by value."""
        self.trouble = ""
        """Why hands of this round cannot be worked out."""

    def decision_in(self, number: int, table: SessionTable, act: Act | None) -> CoachedDecision | None:
        """What the player decides by this act, at the table as it is before it. Every act of the session comes here."""
        if table.is_between_rounds:
            self._begin_round(table)
        found = self._decision(number, table, act)
        self._note(act)
        return found

    def _begin_round(self, table: SessionTable) -> None:
        self.wagers = {player: table.staked(player) for player in table.contenders}
        self.held = {player: table.chips_of(player) + self.wagers[player] for player in table.contenders}
        self.doubled, self.trouble = {}, ""
        self.gone = _values(table.rack)

    def _note(self, act: Act | None) -> None:
        match act:
            case Double():
                self.doubled[act.player] = act.amount
            case Split():
                self.trouble = SPLIT_BEFORE
            case SettleEarly():
                self.trouble = self.trouble or INSURED
            case Wager() if act.position.kind == BOX:
                # The last wager may be called at once, so no state between rounds has it.
                self.wagers[act.player] = self.wagers.get(act.player, 0) + act.amount
            case Wager():
                self.trouble = self.trouble or INSURED
            case _:
                pass

    def _decision(self, number: int, table: SessionTable, act: Act | None) -> CoachedDecision | None:
        left = rounds_left(table)
        if left is None or not 1 <= left <= MOST_ROUNDS:
            return None
        made = CoachedDecision(number, table.rounds + 1, left, "", 0)
        if isinstance(act, Wager) and act.player == self.player and act.position.kind == BOX:
            return self._wager(made, table, act.amount)
        if isinstance(act, Stand | Draw | Double | Split) and act.player == self.player and left == 1:
            return self._play(made, table, act)
        return None

    def _wager(self, made: CoachedDecision, table: SessionTable, amount: int) -> CoachedDecision | None:
        if made.left > 1 and len(self._players()) > MOST_OF_SEVERAL_ROUNDS:
            return None
        made = replace(made, choice=WAGER, amount=amount)
        if len(table.able) > MOST_BETTORS:
            return replace(made, why=TOO_MANY)
        seats = tuple(LastSeat(each, self.held[each], self.wagers[each] or None) for each in self._players())
        return self._judgeable(made, table, seats, up=0)

    def _play(self, made: CoachedDecision, table: SessionTable, act: Act) -> CoachedDecision | None:
        turn = hand_in_turn(table)
        if table.step != DECIDE or turn is None or table.pending is not None:
            return None
        made = replace(made, choice=PLAYS[type(act)], amount=act.amount if isinstance(act, Double) else 0)
        if self.trouble:
            return replace(made, why=self.trouble)
        own = table.box_number(self.player)
        seats = tuple(self._seat(table, each, has_played=table.box_number(each) < own) for each in self._players())
        return self._judgeable(made, table, seats, up=_values(table.dealer.cards)[0])

    def _players(self) -> tuple[str, ...]:
        """Those with chips when the round began, from the dealer's left."""
        return tuple(player for player, chips in self.held.items() if chips)

    def _seat(self, table: SessionTable, player: str, *, has_played: bool) -> LastSeat:
        number = table.box_number(player)
        box = next((box for box in table.seen if box.number == number), None)
        if box is None or not self.wagers[player]:
            return LastSeat(player, self.held[player])
        cards, doubled = _values(box.hands[0].cards), self.doubled.get(player, 0)
        seat = LastSeat(player, self.held[player], self.wagers[player], cards=cards, doubled=doubled)
        return replace(seat, stands=has_played and is_open(seat))

    def _judgeable(
        self, made: CoachedDecision, table: SessionTable, seats: tuple[LastSeat, ...], *, up: int
    ) -> CoachedDecision:
        situation = LastHand(
            seats,
            table.seats[table.marker - 1],
            table.sign,
            min(self.advance, max(1, len(seats) - 1)),
            rounds=made.left,
            decks=table.options.decks,
            seen=self.gone,
            up=up,
        )
        if refused := refuses_last_hand(situation):
            return replace(made, why=refused[1].why)
        return replace(made, situation=situation)


def _values(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(machine.value(code(card)) for card in cards)


def judged(decision: CoachedDecision, answer: LastHandAnswer) -> Judgement:
    """The decision beside the best one, by the calculator's answer to its situation."""
    if decision.choice == WAGER:
        worths = {each.wager: each for each in answer.wagers}
        made, best = worths[decision.amount], worths[answer.best or decision.amount]
        errors = [each for each in (answer.error, made.error, best.error) if each is not None]
        return Judgement(made.chance, WAGER, best.wager, best.chance, answer.method, max(errors, default=None))
    best_one = answer.decisions[0]
    chosen = [each for each in answer.decisions if each.decision == decision.choice]
    # A double for less is worked out for the amounts at which the order of stacks changes: what lies between two of
    # them is worth what the smaller one is.
    exact = max(
        (each for each in chosen if each.amount <= decision.amount), key=lambda each: each.amount, default=chosen[0]
    )
    return Judgement(exact.chance, best_one.decision, best_one.amount, best_one.chance, answer.method, answer.error)
