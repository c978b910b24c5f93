"""One round of blackjack settled a second time, slowly, from the Gazette alone.

Nothing here comes from the program: a round is told as a list of acts, every card among them, and this module works out
by itself whose each card is, which decisions were open, how far the dealer must draw, and how every wager ends. A story
that does not fit the rules raises `Wrong`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

Line = tuple[str, str, int, str, int]
"""Player, position, stake, outcome, and what was paid without the stake."""

WIN, LOSE, STAND_OFF, VOID = "win", "lose", "stand off", "void"


class Act(NamedTuple):
    """One thing that happened. The words: wager, super sevens, card, insurance, early, stand, draw, double, split,
    choose, void hand, void round."""

    word: str
    player: str = ""
    box: int = 0
    amount: int = 0
    """Of a wager or a double; with `choose` the hand, 1 or 2; with `void hand` the hand, 0 for a, 1 for b, 2 for c."""
    card: str = ""


class Wrong(Exception):  # noqa: N818
    """The round as told cannot have happened."""


class Unfinished(Wrong):
    """The round as told is lawful so far, and more of it is to come."""


class RoundIsVoid(Exception):  # noqa: N818
    """The whole round was declared void: nothing comes after that."""


@dataclass
class Wager:
    player: str
    kind: str
    amount: int


@dataclass
class Hand:
    name: str
    cards: list[str] = field(default_factory=list)
    wagers: list[Wager] = field(default_factory=list)
    from_split: bool = False
    from_aces: bool = False


@dataclass
class Box:
    number: int
    hands: list[Hand] = field(default_factory=lambda: [Hand("a")])
    insurance: dict[str, int] = field(default_factory=dict)
    sevens: dict[str, int] = field(default_factory=dict)
    first_cards: list[str] = field(default_factory=list)
    """The cards of the hand before any split, for Super Sevens."""


# Cards and hands (1.0, 4.1)


def card_value(card: str) -> int:
    """An ace as 11."""
    if card[0] == "A":
        return 11
    return 10 if card[0] in "TJQK" else int(card[0])


def points(cards: Collection[str]) -> int:
    """Each ace 11 or 1: the most that is not over 21, else the least."""
    ways = product(*((11, 1) if card[0] == "A" else (card_value(card),) for card in cards))
    totals = {sum(way) for way in ways}
    good = [each for each in totals if each <= 21]
    return max(good) if good else min(totals)


def is_ace_and_ten(cards: Collection[str]) -> bool:
    return len(cards) == 2 and sorted(map(card_value, cards)) == [10, 11]


def is_blackjack(hand: Hand) -> bool:
    return is_ace_and_ten(hand.cards) and not hand.from_split


def open_decisions(cards: Sequence[str], hands_in_box: int) -> set[str]:
    """What may be decided for a hand of two cards or more, other than a split ace (11.1, 12.1, 12.4, 13.1)."""
    total = points(cards)
    if total >= 21:
        return set()
    found = {"draw"}
    if total >= 12:
        found.add("stand")
    if len(cards) == 2 and not any(card[0] == "A" for card in cards):
        found.add("double")
    if len(cards) == 2 and card_value(cards[0]) == card_value(cards[1]) and hands_in_box < 3:
        found.add("split")
    return found


# How wagers end (5.1, 11.4 to 11.5, 12.5 to 12.6, 15.4)


def paid(stake: int, to_one: int, chip: int, of: int = 1) -> int:
    """At odds of `to_one` to `of`, rounded up to whole chips (D1 11.3)."""
    chips = stake * to_one // (chip * of)
    if chips * chip * of < stake * to_one:
        chips += 1
    return chips * chip


def judged(hand: Hand, dealer: Sequence[str]) -> str:
    mine, his = points(hand.cards), points(dealer)
    my_blackjack, his_blackjack = is_blackjack(hand), is_ace_and_ten(dealer)
    if mine > 21:
        return LOSE
    if his > 21:
        return WIN
    if my_blackjack and his_blackjack:
        return STAND_OFF
    if my_blackjack:
        return WIN
    if his_blackjack:
        return LOSE
    if mine == his:
        return STAND_OFF
    return WIN if mine > his else LOSE


def sevens_odds(cards: Sequence[str]) -> int:
    """What Super Sevens pays to one, 0 where it loses, on the cards that reached the hand before any split."""
    if cards[0][0] != "7":
        return 0
    if cards[1][0] != "7":
        return 3
    if len(cards) > 2 and cards[2][0] == "7":
        return 5000 if cards[0] == cards[1] == cards[2] else 500
    return 100 if cards[0] == cards[1] else 50


class Ended(NamedTuple):
    """A wager that is settled, and the hand it lay on: until the round is over, that may still be void (B47)."""

    line: Line
    box: int
    hand: str = ""


def voided(line: Line) -> Line:
    return (*line[:3], VOID, 0)


class _Round:
    def __init__(self, acts: Sequence[Act], chip: int) -> None:
        self.acts = list(acts)
        self.place = 0
        self.chip = chip
        self.boxes: list[Box] = []
        self.dealer: list[str] = []
        self.ended: list[Ended] = []

    # The story

    def next_is(self, *words: str) -> bool:
        return self.place < len(self.acts) and self.acts[self.place].word in words

    def take(self, *words: str) -> Act:
        if self.place == len(self.acts):
            raise Unfinished(f"{' or '.join(words)} is due as act {self.place}")
        if not self.next_is(*words):
            raise Wrong(f"{' or '.join(words)} is due as act {self.place}, not {self.acts[self.place]}")
        self.place += 1
        return self.acts[self.place - 1]

    def card(self) -> str:
        return self.take("card").card

    def box(self, number: int) -> Box:
        for box in self.boxes:
            if box.number == number:
                return box
        box = Box(number)
        self.boxes.append(box)
        self.boxes.sort(key=lambda each: each.number)
        return box

    def write(self, line: Line, box: Box, hand: Hand | None = None) -> None:
        self.ended.append(Ended(line, box.number, hand.name if hand else ""))

    # The round from its first wager to its last card

    def play(self) -> None:
        try:
            self.play_to_the_end()
        except RoundIsVoid:
            self.void_round()
        if self.place != len(self.acts):
            raise Wrong(f"act {self.place} comes after the end: {self.acts[self.place]}")

    def play_to_the_end(self) -> None:
        self.take_wagers()
        self.deal()
        if self.dealer[0][0] == "A":
            self.take_insurance()
        elif card_value(self.dealer[0]) < 10:
            self.pay_blackjacks()
        for box in self.boxes:
            self.play_box(box)
        self.play_dealer()
        for box in self.boxes:
            self.settle_box(box)

    def take_wagers(self) -> None:
        while self.next_is("wager", "super sevens"):
            act = self.take("wager", "super sevens")
            box = self.box(act.box)
            own = [wager for wager in box.hands[0].wagers if wager.player == act.player]
            if act.word == "super sevens":
                box.sevens[act.player] = act.amount
            elif own:
                own[0].amount += act.amount
            else:
                box.hands[0].wagers.append(Wager(act.player, "box", act.amount))

    def deal(self) -> None:
        for box in self.boxes:
            box.hands[0].cards.append(self.card())
        self.dealer.append(self.card())
        for box in self.boxes:
            box.hands[0].cards.append(self.card())
            box.first_cards = box.hands[0].cards

    def take_insurance(self) -> None:
        """Insurance and early settlement, in any order (9.1 to 9.3, 10.3)."""
        self.take_voids()
        while self.next_is("insurance", "early"):
            act = self.take("insurance", "early")
            box = self.box(act.box)
            hand = box.hands[0]
            wager = next(each for each in hand.wagers if each.player == act.player)
            if act.word == "early":
                self.settle_early(box, wager)
                continue
            box.insurance[act.player] = box.insurance.get(act.player, 0) + act.amount
            if box.insurance[act.player] * 2 > wager.amount:
                raise Wrong(f"over half: {act}")

    def settle_early(self, box: Box, wager: Wager) -> None:
        if not is_blackjack(box.hands[0]):
            raise Wrong(f"no blackjack on box {box.number}")
        hand = box.hands[0]
        hand.wagers.remove(wager)
        self.write((wager.player, f"box {box.number}", wager.amount, WIN, wager.amount), box, hand)
        insured = box.insurance.pop(wager.player, 0)
        if insured:
            self.write((wager.player, f"insurance {box.number}", insured, VOID, 0), box, hand)

    def pay_blackjacks(self) -> None:
        for box in self.boxes:
            hand = box.hands[0]
            if is_blackjack(hand):
                for wager in hand.wagers:
                    pays = self.three_to_two(wager.amount)
                    self.write((wager.player, f"box {box.number}", wager.amount, WIN, pays), box, hand)
                hand.wagers.clear()

    def three_to_two(self, stake: int) -> int:
        return paid(stake, 3, self.chip, of=2)

    def play_box(self, box: Box) -> None:
        place = 0
        while place < len(box.hands):
            hand = box.hands[place]
            if hand.wagers:
                self.play_hand(box, hand)
            place += 1

    def play_hand(self, box: Box, hand: Hand) -> None:
        over = False
        while not over:
            if len(hand.cards) == 1:
                hand.cards.append(self.card())
            over = hand.from_aces or points(hand.cards) >= 21 or self.decide(box, hand)
        # A hand that nothing more can happen to may prove void as well, before the next card.
        self.take_voids()
        if points(hand.cards) > 21:
            for wager in hand.wagers:
                self.write((wager.player, position(box, hand, wager), wager.amount, LOSE, 0), box, hand)
            hand.wagers.clear()

    def decide(self, box: Box, hand: Hand) -> bool:
        """One decision and what follows from it; whether the hand is then over."""
        self.take_voids()
        if not hand.wagers:
            return True
        act = self.take("stand", "draw", "double", "split")
        if act.box != box.number or act.word not in open_decisions(hand.cards, len(box.hands)):
            raise Wrong(f"{act} with {hand.cards} on box {box.number}")
        if act.word == "double":
            self.double(hand, act)
        if act.word in ("draw", "double"):
            hand.cards.append(self.card())
        if act.word == "split":
            self.split(box, hand, act)
        return act.word in ("stand", "double")

    def double(self, hand: Hand, act: Act) -> None:
        """The decider's own addition, then those of the others who want one (11.2, 14.3(c))."""
        additions = [act]
        while self.next_is("double"):
            additions.append(self.take("double"))
        for each in additions:
            if not 0 < each.amount <= own_wager(hand, each.player).amount:
                raise Wrong(f"not within the original: {each}")
            hand.wagers.append(Wager(each.player, "double", each.amount))

    def split(self, box: Box, hand: Hand, act: Act) -> None:
        """The new hand is played right after the old; the others cover both hands or choose one (12.2, 14.3(d))."""
        aces = hand.cards[0][0] == "A"
        second = Hand("abc"[len(box.hands)], hand.cards[1:], from_split=True, from_aces=aces)
        hand.cards, hand.from_split, hand.from_aces = hand.cards[:1], True, aces
        box.hands.insert(box.hands.index(hand) + 1, second)
        second.wagers.append(Wager(act.player, "split", own_wager(hand, act.player).amount))
        while self.next_is("split", "choose"):
            other = self.take("split", "choose")
            own = own_wager(hand, other.player)
            if other.word == "split":
                second.wagers.append(Wager(other.player, "split", own.amount))
            elif other.amount == 2:
                hand.wagers.remove(own)
                second.wagers.append(own)

    def play_dealer(self) -> None:
        """No card where nothing waits for one, one for blackjacks and insurance, else up to 17 (13.3, 13.4, B8)."""
        self.take_voids()
        while self.dealer_draws():
            self.dealer.append(self.card())
            self.take_voids()

    def dealer_draws(self) -> bool:
        waiting = [hand for box in self.boxes for hand in box.hands if hand.wagers]
        if len(self.dealer) == 1:
            return bool(waiting) or any(box.insurance for box in self.boxes)
        return not all(map(is_blackjack, waiting)) and points(self.dealer) < 17

    def settle_box(self, box: Box) -> None:
        for hand in box.hands:
            for wager in hand.wagers:
                self.settle(box, hand, wager)
        for player, amount in box.insurance.items():
            wins = card_value(self.dealer[1]) == 10
            pays = paid(amount, 2, self.chip) if wins else 0
            self.write((player, f"insurance {box.number}", amount, WIN if wins else LOSE, pays), box)
        odds = sevens_odds(box.first_cards)
        for player, amount in box.sevens.items():
            pays = paid(amount, odds, self.chip)
            self.write((player, f"super sevens {box.number}", amount, WIN if odds else LOSE, pays), box)

    def settle(self, box: Box, hand: Hand, wager: Wager) -> None:
        outcome = judged(hand, self.dealer)
        if is_ace_and_ten(self.dealer) and wager.kind != "box":
            outcome = STAND_OFF
        pays = 0
        if outcome == WIN:
            pays = self.three_to_two(wager.amount) if is_blackjack(hand) else wager.amount
        self.write((wager.player, position(box, hand, wager), wager.amount, outcome, pays), box, hand)

    # What proves void (9.6, 15.7, 16.5, B47)

    def take_voids(self) -> None:
        while self.next_is("void hand", "void round"):
            act = self.take("void hand", "void round")
            if act.word == "void round":
                raise RoundIsVoid
            box = self.box(act.box)
            self.void_hand(box, next(hand for hand in box.hands if hand.name == "abc"[act.amount]))

    def void_hand(self, box: Box, hand: Hand) -> None:
        """All that lay on it, settled or not, and what goes with the initial wagers on it."""
        on_it = (box.number, hand.name)
        initial = {each.player for each in hand.wagers if each.kind == "box"}
        initial |= {e.line[0] for e in self.ended if (e.box, e.hand) == on_it and e.line[1] == f"box {box.number}"}
        self.ended = [e._replace(line=voided(e.line)) if (e.box, e.hand) == on_it else e for e in self.ended]
        for wager in hand.wagers:
            self.write((wager.player, position(box, hand, wager), wager.amount, VOID, 0), box, hand)
        hand.wagers.clear()
        for player in initial:
            self.void_beside(box, player)

    def void_beside(self, box: Box, player: str) -> None:
        for name, wagers in (("insurance", box.insurance), ("super sevens", box.sevens)):
            if player in wagers:
                self.write((player, f"{name} {box.number}", wagers.pop(player), VOID, 0), box)

    def void_round(self) -> None:
        for box in self.boxes:
            for hand in box.hands:
                self.void_hand(box, hand)


def own_wager(hand: Hand, player: str) -> Wager:
    """The player's wager on the hand that a double or a split adds to."""
    for wager in hand.wagers:
        if wager.player == player and wager.kind != "double":
            return wager
    raise Wrong(f"{player} has nothing on hand {hand.name}")


def position(box: Box, hand: Hand, wager: Wager) -> str:
    return f"box {box.number}" if wager.kind == "box" else f"{wager.kind} {hand.name} {box.number}"


def settle(acts: Sequence[Act], chip: int) -> Counter[Line]:
    """How every wager of a finished round ends, from what happened in it."""
    told = _Round(acts, chip)
    told.play()
    return Counter(each.line for each in told.ended)


def is_lawful_so_far(acts: Sequence[Act], chip: int) -> bool:
    """Whether a round could have begun like this."""
    try:
        settle(acts, chip)
    except Unfinished:
        return True
    except Wrong:
        return False
    return True
