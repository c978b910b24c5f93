"""*Read it*: what a hand is worth, who wins, which wager a result pays."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from croupier.dealing.rounds import draw_to_17
from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK, Card
from croupier.games.blackjack.positions import box
from croupier.games.position import Position
from croupier.games.registry import game_of
from croupier.games.table import Outcome
from croupier.games.wagers import NoMoreBets, Wager
from croupier.school.citing import because, clauses_of_box, hand_of, losing_at_zero, winning_clause
from croupier.school.drill import ChoiceVerdict, Difficulty, DrillMade, DrillPicture, DrillSolution, PictureHand
from croupier.school.paying_blackjack import drawn, round_picture
from croupier.school.tables import dealt, dealt_table, live_table, people, picture, seat

CHOICES = 4
_ENDS = {Outcome.WIN: "The box wins", Outcome.LOSE: "The box loses", Outcome.STAND_OFF: "Stand off"}


def read_total(hand: machine.Hand) -> str:
    """A hand as a dealer announces it."""
    if machine.is_blackjack(hand):
        return "Blackjack"
    if machine.is_bust(hand):
        return f"Bust, {machine.total(hand)}"
    soft = "Soft" if machine.is_soft(hand) else "Hard"
    return f"{soft} {machine.total(hand)}"


def hand_total(cards: Callable[[Random], tuple[Card, ...]]) -> Callable[[Random], DrillMade]:
    """Drills that show one hand and ask what the dealer announces."""

    def make(random: Random) -> DrillMade:
        shown = cards(random)
        hand = hand_of(shown)
        right = read_total(hand)
        others = [read_total(hand_of(_like(random, shown))) for _ in range(40)]
        near = [f"{'Hard' if machine.is_soft(hand) else 'Soft'} {machine.total(hand)}"]
        wrong = [each for each in dict.fromkeys((*near, *others)) if each != right][: CHOICES - 1]
        choices = random.sample((right, *wrong), len(wrong) + 1)
        clauses = _clauses_of_total(hand)
        why = f"{' '.join(map(str, shown))} is {right.lower()}. {because(clauses[0])}"
        return DrillMade(
            clauses=clauses,
            question="What do you announce?",
            picture=DrillPicture(hands=(PictureHand("The hand", tuple(map(str, shown))),)),
            choices=tuple(choices),
            solution=DrillSolution(choices=tuple(ChoiceVerdict(each == right, why, clauses[0]) for each in choices)),
            difficulty=Difficulty(positions=len(shown), operations=len(shown) - 1),
        )

    return make


def _like(random: Random, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The same hand with one other card."""
    place = random.randrange(len(cards))
    return (*cards[:place], random.choice(DECK), *cards[place + 1 :])


def _clauses_of_total(hand: machine.Hand) -> tuple[str, ...]:
    if machine.is_blackjack(hand):
        return ("D2 1.0 Blackjack",)
    if hand.ace:
        return ("D2 1.0 Soft Total" if machine.is_soft(hand) else "D2 1.0 Hard Total", "D2 4.1(c)")
    return ("D2 1.0 Hard Total", "D2 4.1(a)", "D2 4.1(b)")


def who_wins(*ranks: str, boxes: int = 1) -> Callable[[Random], DrillMade]:
    """Drills that show a finished round, and ask how the wager on box 1 ends. These ranks come first."""

    def make(random: Random) -> DrillMade:
        players = people(random, boxes)
        table = seat(dealt_table("blackjack"), players)
        table = table.play(*(Wager(player, box(number), 10_00) for number, player in enumerate(players, 1)))
        for moment in dealt(table.play(NoMoreBets()), random, drawn(random, *ranks), draw_to_17):
            table = moment.table.play(moment.act)
        line = next(each for each in reversed(table.settled) if each.wager.position == box(1))
        choices = tuple(_ENDS.values())
        why = because(line.rule.clause)
        return DrillMade(
            clauses=clauses_of_box(table, (line,)),
            question="How does the wager on box 1 end?",
            picture=round_picture(table),
            choices=choices,
            solution=DrillSolution(
                choices=tuple(ChoiceVerdict(each == _ENDS[line.outcome], why, line.rule.clause) for each in choices)
            ),
            difficulty=Difficulty(positions=2, operations=sum(len(each.cards) for each in table.seen[0].hands)),
        )

    return make


def own_clauses(game: str, right: Position, outcome: Any) -> tuple[str, ...]:
    """What a result has a clause of its own for: how often a symbol stands on the wheel, and 0 at roulette."""
    if game == "money-wheel":
        return (f"D10 2.3({right.kind.lower()})",)
    return losing_at_zero(game, outcome)


def which_wins(game: str, *kinds: str) -> Callable[[Random], DrillMade]:
    """Drills that show a result and four wagers, of which it pays one."""

    def make(random: Random) -> DrillMade:
        rules = game_of(game)
        kind = random.choice(kinds or sorted(rules.kinds))
        wide = rules if kind in rules.kinds else rules.with_every_wager()
        outcome = random.choice([each for each in wide.outcomes if _of_kind(wide.positions_won_by(each), kind)])
        won = set(wide.positions_won_by(outcome))
        right = random.choice(_of_kind(won, kind))
        lost = sorted(set(wide.areas) - won)
        own = _of_kind(lost, kind)
        wrong = random.sample(own, min(2, len(own)))
        wrong += random.sample([each for each in lost if each not in wrong], CHOICES - 1 - len(wrong))
        choices = random.sample((right, *wrong), CHOICES)
        wins = winning_clause(wide, right, outcome)
        words = wide.outcome_words(outcome)
        verdicts = tuple(
            ChoiceVerdict(True, f"{each} wins. {because(wins)}", wins)
            if each in won
            else _lost(str(each), wide.verdict(each, outcome).rule.clause)
            for each in choices
        )
        return DrillMade(
            clauses=(wins, *(each.rule for each in verdicts if not each.is_right), *own_clauses(game, right, outcome)),
            question=f"The result is {words}. Which of these wagers wins?",
            picture=picture(live_table(game, wide.options), f"Result: {words}"),
            choices=tuple(map(str, choices)),
            solution=DrillSolution(choices=verdicts),
            difficulty=Difficulty(positions=CHOICES, operations=0),
        )

    return make


def _lost(position: str, rule: str) -> ChoiceVerdict:
    return ChoiceVerdict(False, f"{position} loses. {because(rule)}", rule)


def _of_kind(positions: object, kind: str) -> list[Position]:
    return sorted(each for each in positions if each.kind == kind)  # type: ignore[attr-defined]
