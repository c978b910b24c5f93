"""*Pay it* at blackjack: blackjacks, doubles, insurance, Super Sevens. The cards are chosen, the settlement is not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from croupier.dealing.rounds import draw_to_17
from croupier.games.acts import Act
from croupier.games.blackjack.acts import Double, Split
from croupier.games.blackjack.cards import Card
from croupier.games.blackjack.flow import CLOSE_INSURANCE, hand_in_turn
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.positions import box
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.money import dollars
from croupier.games.position import Position, Settled
from croupier.games.table import Outcome
from croupier.games.wagers import NoMoreBets, Wager
from croupier.school.chip_cutting import cut_in_value
from croupier.school.citing import clauses_of_box, payment_clauses
from croupier.school.drill import AmountAsked, DrillMade, DrillPicture, DrillSolution, PictureHand
from croupier.school.paying import difficulty_of, working
from croupier.school.tables import dealt, dealt_table, people, seat

SEVENS_STAKE = 5_00
_TENS = "TJQK"

Cards = Callable[[Random], tuple[Card, ...]]


def drawn(random: Random, *ranks: str) -> tuple[Card, ...]:
    """A card of each of these ranks, in any suit."""
    return tuple(Card(random.choice(rank), random.choice("cdhs")) for rank in ranks)


def against(up: str, *second: str) -> Cards:
    """An ace and a ten for the box, that card and those for the dealer."""
    return lambda random: drawn(random, "A", up, _TENS, *second)


def double_or_stand(table: BlackjackTable) -> Act:
    """Double where the rules allow it, else draw to 17."""
    return _first_lawful(table, Double)


def split_or_stand(table: BlackjackTable) -> Act:
    return _first_lawful(table, lambda player, number, _stake: Split(player, number))


def _first_lawful(table: BlackjackTable, wish: Callable[[str, int, int], Act]) -> Act:
    turn = hand_in_turn(table)
    if turn is None:
        return draw_to_17(table)
    number, player = turn[0].number, table.seats[turn[0].number - 1]
    act = wish(player, number, turn[0].stakes[0].amount)
    return act if table.refuses(act) is None else draw_to_17(table)


def one_box(
    cards: Cards, *, decide: Any = draw_to_17, insured: bool = False, sevens: bool = False, step: int = 2_50
) -> Callable[[Random], DrillMade]:
    """Drills with one player at one box."""

    def make(random: Random) -> DrillMade:
        table, player, chosen = _staked(random, cards, sevens=sevens, step=step)
        seen = table
        for moment in dealt(table.play(NoMoreBets()), random, chosen, decide):
            now = moment.table.known_as(BlackjackTable)
            if insured and now.step == CLOSE_INSURANCE and now.betting_is_open is False:
                return _insured(now, random, player, chosen, decide)
            seen = now.play(moment.act)
        return box_drill(seen, player)

    return make


def _staked(random: Random, cards: Cards, *, sevens: bool, step: int) -> tuple[BlackjackTable, str, tuple[Card, ...]]:
    options = BlackjackOptions(super_sevens=SEVENS_STAKE, layout=2) if sevens else None
    (player,) = people(random, 1)
    table = seat(dealt_table("blackjack", options), [player])
    stake = step * random.randint(4, 40)
    table = table.play(Wager(player, box(1), stake))
    if sevens:
        table = table.play(Wager(player, Position("super sevens", (1,)), SEVENS_STAKE))
    return table, player, cards(random)


def _insured(table: BlackjackTable, random: Random, player: str, chosen: tuple[Card, ...], decide: Any) -> DrillMade:
    """The player takes the most insurance that the table offers."""
    (box_of_one,) = table.boxes
    half = box_of_one.stakes[0].amount // 2
    half -= half % table.sign.smallest_chip
    table = table.play(Wager(player, Position("insurance", (1,)), half))
    dealt_already = sum(len(each.cards) for each in box_of_one.hands) + len(table.dealer.cards)
    seen = table
    for moment in dealt(table, random, chosen[dealt_already:], decide):
        seen = moment.table.known_as(BlackjackTable).play(moment.act)
    return box_drill(seen, player)


def box_drill(
    table: BlackjackTable, player: str, lines: tuple[Settled, ...] | None = None, shown: DrillPicture | None = None
) -> DrillMade:
    """What the player is paid in all, by these lines of the round or by all of them."""
    lines = table.settled if lines is None else lines
    won = [line for line in lines if line.outcome is Outcome.WIN]
    amount = sum(line.pays for line in won)
    return DrillMade(
        clauses=(*clauses_of_box(table, lines), *payment_clauses(lines)),
        question=f"What do you pay {player} in all, without the stakes?",
        picture=round_picture(table) if shown is None else shown,
        amounts=(AmountAsked(f"{player}, value chips", 1, "dollars"),),
        solution=DrillSolution(amounts=(amount,), working=tuple(map(line_words, lines)), cut=(cut_in_value(amount),)),
        difficulty=difficulty_of(won, len(lines)),
    )


def line_words(line: Settled) -> str:
    """A line of a round in words, a losing one too."""
    if line.outcome is Outcome.WIN:
        return working(line)
    wager = line.wager
    ends = {Outcome.LOSE: "loses", Outcome.STAND_OFF: "stands off", Outcome.VOID: "is void"}[line.outcome]
    return f"{wager.player}: ${dollars(wager.stake)} on {wager.position} {ends} ({line.rule.clause})"


def round_picture(table: BlackjackTable, *more: str) -> DrillPicture:
    """The hands of a round that is over, with what lay beside them."""
    hands = []
    for seen in table.seen:
        for number, playing in enumerate(seen.hands):
            own = [
                f"{line.wager.player}, {_short(line)}"
                for line, on in zip(table.settled, table.settled_on, strict=True)
                if on[0] == seen.number and (on[1] == playing.id)
            ]
            name = (
                "Dealer"
                if seen.number == 0
                else f"Box {seen.number}" + (f", hand {number + 1}" if len(seen.hands) > 1 else "")
            )
            hands.append(PictureHand(name, tuple(map(str, playing.cards)), tuple(own)))
    return DrillPicture(hands=tuple(sorted(hands, key=lambda each: each.label != "Dealer")), lines=more)


def _short(line: Settled) -> str:
    return f"{line.wager.position.kind} ${dollars(line.wager.stake)}"
