"""Which clauses a drill rests on, as the rulebook names them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import Card, code
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.layout.game import Game
from croupier.games.position import Position, Settled
from croupier.games.table import Outcome
from croupier.rulebook import UnknownClause, clauses_at
from croupier.rulebook.book import names

IN_CHIPS, ROUNDED, STANDS_OFF = "D1 11.2", "D1 11.3", "D1 1.1 Stand off"
ZERO_LOSES = "D8 3.10"
OF_KIND = {"double": "D2 11.4", "split": "D2 12.5", "super sevens": "D2 15.6"}
"""What is peculiar to a wager of this kind, apart from how it ends."""


def winning_clause(game: Game, position: Position, outcome: Any) -> str:
    """The clause by which a wager there wins on that result."""
    rule = game.wager_rule(position).clause.removesuffix(" list")
    own = {"street 0-1-2": "(ii)", "street 0-2-3": "(iii)"}.get(str(position), "(i)")
    if position.kind == "double" and len(set(outcome)) == 1:
        own = "(ii)"
    known = names()
    return next((each for each in (f"{rule}{own}", f"{rule}(a)", rule) if each in known), rule)


def clauses_of(game: Game, lines: tuple[Settled, ...], outcome: Any) -> tuple[str, ...]:
    """Those that the lines cite, those by which the winning wagers win, and how these are paid."""
    wins = [winning_clause(game, line.wager.position, outcome) for line in lines if line.outcome is Outcome.WIN]
    cited = [_whole_name(line.rule.clause) for line in lines]
    return tuple(dict.fromkeys((*cited, *wins, *payment_clauses(lines))))


def _whole_name(name: str) -> str:
    """A clause that was amended stands in the rulebook under a longer name."""
    found = clauses_at(name)
    return found[0].id if len(found) == 1 else name


def payment_clauses(lines: tuple[Settled, ...]) -> tuple[str, ...]:
    """Winnings are paid in chips, and rounded up where the chips cannot pay them exactly."""
    won = [line for line in lines if line.outcome is Outcome.WIN]
    return ((IN_CHIPS,) if won else ()) + ((ROUNDED,) if any(map(_is_rounded, won)) else ())


def _is_rounded(line: Settled) -> bool:
    """All odds are whole, but for 3 to 2."""
    return line.pays % line.wager.stake != 0 and 2 * line.pays != 3 * line.wager.stake


def clauses_of_box(table: BlackjackTable, lines: tuple[Settled, ...]) -> tuple[str, ...]:
    """Those that the lines cite, and what else these hands and wagers show."""
    cited = [line.rule.clause for line in lines]
    cited += [clause for line in lines for kind, clause in OF_KIND.items() if line.wager.position.kind.startswith(kind)]
    cited += [STANDS_OFF for line in lines if line.outcome is Outcome.STAND_OFF]
    return tuple(dict.fromkeys((*cited, *_clauses_of_hands(table))))


def _clauses_of_hands(table: BlackjackTable) -> Iterator[str]:
    """What a hand over 21, two cards of 21 after a split, and a blackjack against the dealer's 21 show."""
    dealers = hand_of(next(each.hands[0].cards for each in table.seen if each.number == 0))
    is_21 = machine.total(dealers) == machine.HIGHEST and not machine.is_blackjack(dealers)
    for box in (each for each in table.seen if each.number != 0):
        for hand in (hand_of(each.cards) for each in box.hands):
            if machine.is_bust(hand):
                yield "D2 13.2"
            elif machine.is_blackjack(hand) and len(box.hands) > 1:
                yield "D2 12.4(c)"
            elif machine.is_blackjack(hand) and is_21:
                yield "D2 5.1(c)"


def hand_of(cards: tuple[Card, ...]) -> machine.Hand:
    """The hand that these cards make by themselves."""
    hand = machine.EMPTY
    for each in cards:
        hand = machine.dealer_after(hand, code(each))
    return hand


def losing_at_zero(game: str, outcome: Any) -> tuple[str, ...]:
    """At roulette 0 has a clause of its own for the wagers that lose."""
    return (ZERO_LOSES,) if game == "roulette" and outcome == 0 else ()


def gist(name: str) -> str:
    """The clause in our words; nothing for a heading, which has no words of its own."""
    try:
        found = clauses_at(name)
    except UnknownClause:
        return ""
    return found[0].gist if found[0].id == name or len(found) == 1 else ""


def because(name: str) -> str:
    """A clause and its gist, as one line."""
    words = gist(name)
    return f"{name}: {words}" if words else name
