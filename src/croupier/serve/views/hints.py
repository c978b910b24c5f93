"""What a blackjack player's choices are worth now, exactly, with the cards that were seen. For practice only."""

from __future__ import annotations

import asyncio
from fractions import Fraction

from msgspec import Struct

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.boxes import BOX, HAND_NAMES, Box, Playing
from croupier.games.blackjack.cards import DECK, code
from croupier.games.blackjack.flow import CLOSE_INSURANCE, DECIDE, hand_in_turn, has_blackjack
from croupier.games.blackjack.hand import HandOrigin, value
from croupier.games.blackjack.state import BlackjackTable
from croupier.odds.blackjack.held import Held
from croupier.report.figures import decimal
from croupier.serve.security.errors import Problem
from croupier.serve.solver.client import SOLVER
from croupier.serve.solver.questions import AskWorth, SolverReadings, WorthFound

PLACES = 6
SECONDS = 20
"""The solver's first answer may take as long: its sums are compiled when they are first needed."""
WAIT, EARLY, INSURE = "wait", "settle early", "insure"


class ChoiceShown(Struct, frozen=True):
    """One choice that is open."""

    choice: str
    """By the name of its act; `wait` is to take no early settlement, `insure` one unit of insurance."""
    value: str
    """What it gains on average, for each unit of the initial wager, or of the insurance."""
    cost: str
    """How much less that is than the best."""
    is_best: bool


class Hint(Struct, frozen=True):
    """Each choice for one hand by itself."""

    box: int
    hand: str
    """`a` is the hand that was dealt."""
    cards: tuple[str, ...]
    total: int
    against: str
    left: int
    """Cards in the shoe that nobody has seen."""
    choices: tuple[ChoiceShown, ...]
    """From the best down."""


def _ranked(values: dict[str, float | Fraction]) -> tuple[ChoiceShown, ...]:
    best = max(values.values())
    ranked = sorted(values.items(), key=lambda each: -each[1])
    return tuple(ChoiceShown(name, _text(worth), _text(best - worth), worth == best) for name, worth in ranked)


def _text(worth: float | Fraction) -> str:
    return str(decimal(Fraction(worth), PLACES))


def _hint(table: BlackjackTable, box: Box, playing: Playing, choices: tuple[ChoiceShown, ...]) -> Hint:
    return Hint(
        box=box.number,
        hand=HAND_NAMES[playing.id],
        cards=tuple(map(str, playing.cards)),
        total=machine.total(playing.hand),
        against=str(table.dealer.cards[0]),
        left=table.shoe.pile.size,
        choices=choices,
    )


async def hints_of(table: BlackjackTable, asker: str) -> tuple[tuple[Hint, ...], str]:
    """One for each box that may insure, or one for the hand in turn; and why there is none, where that is so. The asker
    is an address."""
    if table.step == CLOSE_INSURANCE:
        return tuple(_insuring(table, box) for box in table.boxes if box.hands[0].cards), ""
    turn = hand_in_turn(table)
    if table.step != DECIDE or turn is None:
        return (), ""
    box, playing = turn
    asked = AskWorth(table.options.decks, SolverReadings.of(table.rules), held_in(table, box, playing))
    try:
        async with asyncio.timeout(SECONDS):
            found = await SOLVER.ask(asked, WorthFound, asker)
    except Problem as problem:
        return (), problem.fault.why
    except TimeoutError:
        return (), "The solver is not ready yet. Try again in a moment."
    if found.why:
        return (), found.why
    return (_hint(table, box, playing, _ranked({each.name: each.value for each in found.choices})),), ""


def held_in(table: BlackjackTable, box: Box, playing: Playing) -> Held:
    """The hand in turn with all that was seen: whatever is neither in the shoe nor before it."""
    own = tuple(value(code(card)) for card in playing.cards)
    up = value(code(table.dealer.cards[0]))
    seen: list[int] = []
    for card in DECK:
        seen += [value(code(card))] * (table.options.decks - table.shoe.pile.count(card))
    for card_value in (*own, up):
        seen.remove(card_value)
    is_split = playing.hand.origin != HandOrigin.DEALT
    has_initial = any(stake.kind == BOX for stake in box.on_hand(playing.id))
    return Held(own, up, tuple(seen), own[0] if is_split else 0, len(box.hands), is_added=not has_initial)


def _insuring(table: BlackjackTable, box: Box) -> Hint:
    """The next card but the players' is the dealer's second: a ten of those left makes his ace a blackjack."""
    pile = table.shoe.pile
    tens = sum(pile.count(card) for card in DECK if code(card) == machine.TEN)
    chance = Fraction(tens, pile.size)
    first = box.hands[0]
    if has_blackjack(box):
        waiting = (1 - chance) * Fraction(*machine.BLACKJACK_PAYS)
        return _hint(table, box, first, _ranked({EARLY: Fraction(*machine.EARLY_PAYS), WAIT: waiting}))
    insured = chance * Fraction(*machine.INSURANCE_PAYS) + (1 - chance) * Fraction(*machine.LOST)
    return _hint(table, box, first, _ranked({INSURE: insured, WAIT: Fraction(0)}))
