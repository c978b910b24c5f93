"""Random rounds at the real table against the reference settlement: every line, every cent, every act."""

from __future__ import annotations

import ast
import random
import sys
from collections import Counter
from operator import mul
from pathlib import Path

import pytest

import croupier
from croupier import BlackjackOptions, BuyIn, NoMoreBets, Sign
from croupier import Wager as WagerAct
from croupier.games.acts import Act
from croupier.games.blackjack.acts import (
    ChooseHand,
    CloseInsurance,
    CorrectCard,
    CuttingCard,
    Deal,
    Double,
    Draw,
    RestateCards,
    SettleEarly,
    Sit,
    Split,
    Stand,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.cards import DECK, Card
from croupier.games.blackjack.flow import DEALERS, card_target, hand_in_turn
from croupier.games.blackjack.procedure.reconstruction import cards_of_round
from croupier.games.blackjack.state import BlackjackTable
from tests.support.rules import reference_blackjack as reference
from tests.support.rules.blackjack import box as box_position
from tests.support.rules.blackjack import insurance, super_sevens, total_money

CHUNKS = 20
ROUNDS_IN_CHUNK = 1_000
ROUNDS_IN_LONG_CHUNK = 50_000
ROUNDS_AT_TABLE = 100

PLAYERS = ("ana", "ben", "cy", "di", "eve", "flo", "gus", "hal")
PURSE = 10_000_000_00
SIGNS = (
    Sign(minimum=5_00, maximum=200_00),
    Sign(minimum=5_00, maximum=200_00, increment=2_50),
    Sign(minimum=2_50, maximum=200_00, smallest_chip=2_50),
)
STAKES = (5_00, 7_50, 7_50, 10_00, 12_50, 12_50, 17_50, 27_50)
OPTIONS = (
    BlackjackOptions(decks=4),
    BlackjackOptions(decks=6, burn=True),
    BlackjackOptions(decks=8, layout=2, super_sevens=2_50, burn=True),
    BlackjackOptions(decks=6, layout=2, super_sevens=2_50),
    BlackjackOptions(decks=8, layout=2, super_sevens=5_00),
)
FAVOURED: tuple[dict[str, int], ...] = (
    {},
    {},
    {"7": 24},
    {"7": 24},
    {"7h": 200},
    {"7h": 200},
    {"7h": 600},
    {"7h": 600},
    {"A": 12},
    dict.fromkeys("TJQK", 6),
    {"A": 10, **dict.fromkeys("TJQK", 5)},
    {"A": 10, **dict.fromkeys("TJQK", 5)},
    {"A": 10, "7": 10},
    dict.fromkeys("23456", 5),
    {"8": 12},
    {"9": 12},
)
"""In some rounds some ranks or cards come out so many times as often, so that the rare cases do not stay rare."""
WEIGHTS = tuple(tuple(each.get(card.rank, each.get(str(card), 1)) for card in DECK) for each in FAVOURED)

SEEN_IN_EVERY_CHUNK = {
    "box win",
    "box win 3 to 2",
    "box win 3 to 2 rounded up",
    "box lose",
    "box stand off",
    "double a win",
    "double a lose",
    "double a stand off",
    "double b win",
    "split b win",
    "split b lose",
    "split b stand off",
    "split c win",
    "split c lose",
    "insurance win",
    "insurance lose",
    "insurance void",
    "super sevens win 3",
    "super sevens win 50",
    "super sevens win 100",
    "super sevens win 500",
    "super sevens win 5000",
    "super sevens lose",
    "box void",
    "double a void",
    "split b void",
    "super sevens void",
    "corrected",
    "restated",
    "in the way",
    "hand void",
    "round void",
}


class Play:
    """One table and a random player for all its seats, who tells the reference settlement what he does."""

    def __init__(self, source: random.Random, options: BlackjackOptions) -> None:
        self.source = source
        self.options = options
        self.sign = source.choice(SIGNS)
        self.table: BlackjackTable = croupier.blackjack(self.sign, options)
        self.table = self.table.play(*(BuyIn(player, PURSE) for player in PLAYERS))
        seats = source.sample(range(1, 8), source.randint(1, 7))
        self.seats = dict(zip(seats, PLAYERS, strict=False))
        self.table = self.table.play(*(Sit(player, number) for number, player in self.seats.items()))
        self.money = total_money(self.table)
        self.told: list[reference.Act] = []
        self.done: set[str] = set()
        """Which of the supervisor's rulings this table has seen."""
        self.bets: dict[int, dict[str, int]] = {}
        self.weights = WEIGHTS[0]

    def often(self, chance: float) -> bool:
        return self.source.random() < chance

    def do(self, act: Act, told: reference.Act | None = None) -> None:
        if told is not None:
            self.told.append(told)
        self.table = self.table.play(act)
        assert total_money(self.table) == self.money

    def play_round(self) -> Counter[reference.Line]:
        """A round from its first wager to its end; what the table settled."""
        self.told, self.bets = [], {}
        self.weights = self.source.choice(WEIGHTS)
        self.place_wagers()
        while self.table.is_final:
            self.take_step()
        while not self.table.is_final:
            if self.table.is_dealt:
                self.rule()
            if not self.table.is_final:
                self.take_step()
        return settled_lines(self.table)

    def take_step(self) -> None:
        match self.table.step:
            case "no more bets":
                self.do(NoMoreBets())
            case "card":
                card = self.next_card()
                self.do(Deal(card), reference.Act("card", card=str(card)))
            case "cutting card":
                self.do(CuttingCard())
            case "close insurance":
                self.insure()
                self.do(CloseInsurance())
            case "decide":
                self.decide()
            case step:
                raise AssertionError(step)

    def next_card(self) -> Card:
        return self.source.choices(DECK, list(map(mul, self.table.shoe.pile.counts, self.weights)))[0]

    # The supervisor

    def rule(self) -> None:
        """Now and then a card proves to be another, or a hand or the whole round void (16.5, B47, B53)."""
        if self.often(0.02):
            self.state_cards()
        if self.table.step == "decide" or card_target(self.table) == DEALERS:
            if self.often(0.01):
                self.void_hand()
            elif self.often(0.004):
                self.done.add("round void")
                self.do(VoidRound("too many errors"), reference.Act("void round"))

    def state_cards(self) -> None:
        """One card read wrongly, or two that were put in each other's place; lawful where the naive reading says so."""
        cards = list(cards_of_round(self.table.memory))
        place = self.source.randrange(len(cards))
        if self.often(0.5):
            cards[place] = self.next_card()
            act: Act = CorrectCard(place + 1, cards[place], "read wrongly")
        else:
            other = self.source.randrange(len(cards))
            cards[place], cards[other] = cards[other], cards[place]
            act = RestateCards(tuple(cards), "dealt to the wrong box")
        told = self.told_with(cards)
        refusal = self.table.refuses(act)
        if refusal is None:
            self.done.add("corrected" if isinstance(act, CorrectCard) else "restated")
            self.told = told
            self.do(act)
        elif told != self.told and not self.would_ask_about_insurance(cards):
            self.done.add("in the way")
            assert not reference.is_lawful_so_far(told, self.sign.smallest_chip), (act, refusal)

    def told_with(self, cards: list[Card]) -> list[reference.Act]:
        """The same story with other cards."""
        follow = iter(cards)
        return [each._replace(card=str(next(follow))) if each.word == "card" else each for each in self.told]

    def would_ask_about_insurance(self, cards: list[Card]) -> bool:
        """Whether the dealer's first card is an ace now: the naive reading does not know that nobody was asked."""
        place = len(self.bets)
        return cards[place].rank == "A" and cards_of_round(self.table.memory)[place].rank != "A"

    def void_hand(self) -> None:
        box = self.source.choice([*self.table.boxes, *self.table.gone])
        hand = self.source.choice(box.hands).id
        self.done.add("hand void")
        self.do(
            VoidHand(box.number, hand, "its cards lie mixed"),
            reference.Act("void hand", box=box.number, amount=hand),
        )

    # Wagers

    def place_wagers(self) -> None:
        boxes = self.source.choices(range(1, 8), (6, 5, 4, 2, 1, 1, 1))[0]
        for number in self.source.sample(range(1, 8), boxes):
            bettors = self.source.choices((1, 2, 3), (5, 3, 2))[0]
            self.bets[number] = {}
            for player in self.source.sample(PLAYERS, bettors):
                self.place(player, number)

    def place(self, player: str, number: int) -> None:
        amount = self.source.choice(STAKES)
        self.wager(player, number, amount)
        if self.options.super_sevens and self.often(0.6):
            told = reference.Act("super sevens", player, number, self.options.super_sevens)
            self.do(WagerAct(player, super_sevens(number), self.options.super_sevens), told)
        if self.often(0.05):
            self.wager(player, number, 7_50)
            amount += 7_50
        self.bets[number][player] = amount

    def wager(self, player: str, number: int, amount: int) -> None:
        self.do(WagerAct(player, box_position(number), amount), reference.Act("wager", player, number, amount))

    def insure(self) -> None:
        """Insurance and early settlement, the one before or after the other, and sometimes insurance in two parts."""
        for box in self.table.boxes:
            blackjack = reference.is_ace_and_ten([str(card) for card in box.hands[0].cards])
            for player in box.bettors:
                early = blackjack and self.often(0.5)
                if self.often(0.5):
                    self.insure_one(player, box.number)
                if early:
                    self.do(SettleEarly(player, box.number), reference.Act("early", player, box.number))

    def insure_one(self, player: str, number: int) -> None:
        chip = self.sign.smallest_chip
        most = self.bets[number][player] // 2 // chip
        first = self.source.choice((most, self.source.randint(0, most)))
        for chips in (first, self.source.randint(0, most - first)):
            if chips:
                told = reference.Act("insurance", player, number, chips * chip)
                self.do(WagerAct(player, insurance(number), chips * chip), told)

    # Decisions

    def decider(self, number: int) -> str:
        """The seated player where he has a wager there, else the first who placed one (14.3(a), ruling B34)."""
        bettors = list(self.bets[number])
        seated = self.seats.get(number)
        return seated if seated in bettors else bettors[0]

    def decide(self) -> None:
        turn = hand_in_turn(self.table)
        assert turn is not None
        box, playing = turn
        cards = [str(card) for card in playing.cards]
        player = self.decider(box.number)
        own = wager_on(box, player, playing.id)
        acts: dict[str, Act] = {
            "stand": Stand(player, box.number),
            "draw": Draw(player, box.number),
            "double": Double(player, box.number, self.addition(own)),
            "split": Split(player, box.number),
        }
        accepted = {word for word, act in acts.items() if self.table.refuses(act) is None}
        assert accepted == reference.open_decisions(cards, len(box.hands)), cards
        word = self.choice(accepted, reference.points(cards))
        amount = acts["double"].amount if word == "double" else 0  # type: ignore[attr-defined]
        self.do(acts[word], reference.Act(word, player, box.number, amount))
        others = [each for each in box.bettors if each != player and wager_on(box, each, playing.id)]
        self.source.shuffle(others)
        for other in others:
            self.follow(word, other, box.number, wager_on(box, other, playing.id))

    def addition(self, own: int) -> int:
        """A double for all of the wager, or for less in whole steps."""
        step = self.sign.step
        return own if self.often(0.6) else step * self.source.randint(1, own // step)

    def choice(self, accepted: set[str], points: int) -> str:
        is_14 = points == 14  # two sevens, mostly: Super Sevens wants to see a third
        if "split" in accepted and self.often(0.3 if is_14 else 0.65):
            return "split"
        if "double" in accepted and self.often(0.35):
            return "double"
        stands = 0.2 if is_14 else 0.9 if points >= 17 else 0.5
        return "stand" if "stand" in accepted and self.often(stands) else "draw"

    def follow(self, word: str, player: str, number: int, own: int) -> None:
        """What another bettor on the hand makes of the decision: he goes along, chooses a hand, or does nothing."""
        if word == "double" and self.often(0.6):
            amount = self.addition(own)
            self.do(Double(player, number, amount), reference.Act("double", player, number, amount))
        if word == "split":
            way = self.source.choice(("split", "choose 1", "choose 2", "choose 2", "nothing"))
            if way == "split":
                self.do(Split(player, number), reference.Act("split", player, number))
            elif way != "nothing":
                hand = int(way[-1])
                self.do(ChooseHand(player, number, hand), reference.Act("choose", player, number, hand))


def wager_on(box: Box, player: str, hand: int) -> int:
    """What the player has on a hand that a double or a split adds to."""
    kinds = ("box", "split")
    return sum(each.amount for each in box.stakes if (each.player, each.hand) == (player, hand) and each.kind in kinds)


def settled_lines(table: BlackjackTable) -> Counter[reference.Line]:
    return Counter(
        (line.wager.player, str(line.wager.position), line.wager.stake, line.outcome.value, line.pays)
        for line in table.settled
    )


def kinds_of_lines(lines: Counter[reference.Line]) -> set[str]:
    """The sorts of lines among these, such as `split b win`."""
    found = set()
    for _, position, stake, outcome, pays in lines:
        kind = f"{position[:-2]} {outcome}"
        found.add(kind)
        if position.startswith("super sevens") and pays:
            found.add(f"{kind} {pays // stake}")
        if position.startswith("box") and pays > stake:
            found |= {f"{kind} 3 to 2", *([f"{kind} 3 to 2 rounded up"] if pays * 2 > stake * 3 else [])}
    return found


@pytest.mark.clause(
    "D2 1.0 Blackjack", "D2 4.1(a)", "D2 4.1(b)", "D2 4.1(c)",
    "D2 5.1(a)", "D2 5.1(b)", "D2 5.1(c)", "D2 5.1(d)", "D2 5.1(e)", "D2 5.1(f)", "D2 5.1(g)", "D2 5.4",
    "D2 9.1", "D2 9.4", "D2 10.1", "D2 10.2", "D2 10.3(a)", "D2 10.3 (closing)",
    "D2 11.1", "D2 11.3", "D2 11.4", "D2 11.5",
    "D2 12.1", "D2 12.2", "D2 12.3", "D2 12.4(a)", "D2 12.4(b)", "D2 12.4(c)", "D2 12.5", "D2 12.6",
    "D2 13.1(a)", "D2 13.1(b)", "D2 13.1(c)", "D2 13.1(d)", "D2 13.2", "D2 13.3", "D2 13.4",
    "D2 14.3(a)", "D2 14.3(c)", "D2 14.3(d)", "D2 14.3(f)", "D2 14.3(g)",
    "D2 15.4(a)", "D2 15.4(b)", "D2 15.4(c)", "D2 15.4(d)", "D2 15.4(e)", "D2 15.4(f)", "D2 15.5",
)  # fmt: skip
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_D2_5_1_random_rounds_settle_as_the_naive_reading_does(chunk: int, request: pytest.FixtureRequest) -> None:
    long = bool(request.config.getoption("--long"))
    seed = random.SystemRandom().getrandbits(64) if long else chunk
    source = random.Random(seed)
    seen: set[str] = set()
    for number in range(ROUNDS_IN_LONG_CHUNK if long else ROUNDS_IN_CHUNK):
        if number % ROUNDS_AT_TABLE == 0:
            play = Play(source, OPTIONS[number // ROUNDS_AT_TABLE % len(OPTIONS)])
        try:
            lines = play.play_round()
            assert lines == reference.settle(play.told, play.sign.smallest_chip)
        except Exception as error:
            error.add_note(f"seed {seed}, round {number}, {play.options}: {play.told}")
            raise
        seen |= kinds_of_lines(lines) | play.done
    assert seen >= SEEN_IN_EVERY_CHUNK, (seed, SEEN_IN_EVERY_CHUNK - seen)


def told(text: str) -> list[reference.Act]:
    """A round of one box of ana's 12.50: cards by name, decisions by word."""
    words = [
        reference.Act("card", card=each) if len(each) == 2 else reference.Act(each, "ana", 1, 12_50)
        for each in text.split()
    ]
    return [reference.Act("wager", "ana", 1, 12_50), *words]


def test_D2_5_1_the_naive_reading_itself_on_rounds_worked_by_hand() -> None:
    box, double, split = (("ana", position, 12_50) for position in ("box 1", "double a 1", "split b 1"))
    assert reference.settle(told("As 9d Kh"), 50) == {(*box, "win", 19_00): 1}
    assert reference.settle(told("5s 6d 6h double Th 9c 2d"), 50) == {
        (*box, "win", 12_50): 1,
        (*double, "win", 12_50): 1,
    }
    assert reference.settle(told("8s Td 8h split Kd draw 9c Jc stand Ac"), 50) == {
        (*box, "lose", 0): 1,
        (*split, "stand off", 0): 1,
    }


@pytest.mark.parametrize(
    "story",
    ["5s Td 6h stand 7c", "9s Td 9h stand 7c 2h", "9s Td 9h stand 6c", "As Td 8h double 2c 7c", "Ts Td 9h split 2c"],
)
def test_D2_5_1_the_naive_reading_takes_no_story_against_the_rules(story: str) -> None:
    """Stood on 11, the dealer drew on 17 and stood on 16, doubled an ace, split no pair."""
    with pytest.raises(reference.Wrong):
        reference.settle(told(story), 50)


def test_D2_5_1_the_naive_reading_has_nothing_from_the_program() -> None:
    tree = ast.parse(Path(reference.__file__).read_text("utf-8"))
    modules = {each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)}
    modules |= {name.name for each in ast.walk(tree) if isinstance(each, ast.Import) for name in each.names}
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names
