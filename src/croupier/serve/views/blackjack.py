"""Blackjack as a page must know it: its boxes, its wagers with what they pay, and this table's rules in words."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.boxes import BOX, DOUBLE, INSURANCE, SPLIT, SUPER_SEVENS
from croupier.games.blackjack.cards import RANKS, SUITS, Card, code
from croupier.games.blackjack.in_words import RuleTold, hands_in_words, table_in_words
from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.blackjack.procedure.settling import SEVENS_RULES
from croupier.games.position import Position
from croupier.games.table import Odds
from croupier.odds.super_sevens import SevensShoe, super_sevens
from croupier.rulebook import Cite
from croupier.serve.wire.figures import Share

TITLE = "Blackjack"
EARLY = "early settlement"
BLACKJACK = "blackjack"


class RuleInWords(Struct, frozen=True):
    """One thing that holds at this table."""

    title: str
    words: str
    rule: str
    clause: str


class HandWager(Struct, frozen=True):
    """One way in which chips are staked or paid at a box."""

    wager: str
    pays: str
    rule: str
    """The clause that says what it pays."""
    clause: str
    offered: bool
    positions: tuple[BoxPosition, ...] = ()
    """Where it is placed by the act `wager`; none for what follows from a decision."""
    chance: Share | None = None
    """To win, where it does not hang on how the hand is played; Super Sevens with a third card to two sevens."""
    edge: Share | None = None
    stages: tuple[SevensStage, ...] = ()


class BoxPosition(Struct, frozen=True):
    kind: str
    numbers: tuple[int, ...]
    name: str


class SevensStage(Struct, frozen=True):
    """One end of a Super Sevens wager."""

    stage: str
    pays: str
    chance: Share
    rule: str
    clause: str


class CardShown(Struct, frozen=True):
    rank: str
    value: int
    """An ace counts 1 here; and 11 where that does not exceed 21."""


class BlackjackShown(Struct, frozen=True, tag_field="game", tag="blackjack"):
    title: str
    clause: str
    options: dict[str, Any]
    """The operator's own choices, by name: as a practice takes them."""
    gazetted: bool
    boxes: int
    decks: int
    layout: int
    """The drawing of Appendix 1, or of Appendix 2 with the Super Sevens areas."""
    cutting_cards: int
    super_sevens: int | None
    """The amount of that wager in cents; nothing where it is not offered."""
    ranks: tuple[CardShown, ...]
    suits: tuple[str, ...]
    wagers: tuple[HandWager, ...]
    rules: tuple[RuleInWords, ...]


def told_shown(told: RuleTold) -> RuleInWords:
    return RuleInWords(told.title, told.words, str(told.rule), told.rule.clause)


def _paid(name: str, ratio: machine.Ratio, rule: Cite, boxes: int = 0) -> HandWager:
    placed = [Position(name, (number,)) for number in range(1, boxes + 1)]
    positions = tuple(BoxPosition(each.kind, each.numbers, str(each)) for each in placed)
    return HandWager(name, str(Odds(*ratio)), str(rule), rule.clause, offered=True, positions=positions)


def _insurance(options: BlackjackOptions) -> HandWager:
    """From a full shoe, of which nothing is known but the dealer's ace: one card in so many makes it a blackjack."""
    tens, rest = 16 * options.decks, 52 * options.decks - 1
    chance, pays = Fraction(tens, rest), Fraction(*machine.INSURANCE_PAYS)
    shown = _paid(INSURANCE, machine.INSURANCE_PAYS, Cite("D2 9.4"), options.boxes)
    return replace(shown, chance=Share.of(chance), edge=Share.of(1 - chance * (pays + 1)))


def _sevens(options: BlackjackOptions) -> HandWager:
    found = super_sevens(SevensShoe.of_decks(options.decks))
    stages = []
    for end, chance in sorted(found.chances.items()):
        rule = SEVENS_RULES[end]
        pays = "" if end is machine.Sevens.LOST else str(Odds(*machine.SEVENS_PAY[end]))
        words = end.name.lower().replace("_", " ").removeprefix("won ")
        stages.append(SevensStage(words, pays, Share.of(chance), str(rule), rule.clause))
    offered = options.super_sevens is not None
    placed = [Position(SUPER_SEVENS, (number,)) for number in range(1, options.boxes + 1)] if offered else []
    paid = [str(machine.SEVENS_PAY[end][0]) for end in sorted(found.chances) if end is not machine.Sevens.LOST]
    rule = Cite("D2 15.4")
    return HandWager(
        wager=SUPER_SEVENS,
        pays=f"{', '.join(paid[:-1])} or {paid[-1]} to 1",
        rule=str(rule),
        clause=rule.clause,
        offered=offered,
        positions=tuple(BoxPosition(each.kind, each.numbers, str(each)) for each in placed),
        chance=Share.of(1 - found.chances[machine.Sevens.LOST]),
        edge=Share.of(found.edge),
        stages=tuple(stages),
    )


@lru_cache(maxsize=64)
def blackjack_shown(options: BlackjackOptions) -> BlackjackShown:
    boxes = options.boxes
    wagers = (
        _paid(BOX, machine.EVEN, Cite("D2 5.4"), boxes),
        _paid(BLACKJACK, machine.BLACKJACK_PAYS, Cite("D2 5.4")),
        _paid(DOUBLE, machine.EVEN, Cite("D2 11.4")),
        _paid(SPLIT, machine.EVEN, Cite("D2 12.5")),
        _insurance(options),
        _paid(EARLY, machine.EARLY_PAYS, Cite("D2 10.3(a)")),
        _sevens(options),
    )
    return BlackjackShown(
        title=TITLE,
        clause=Cite("D2 2.0").clause,
        options=msgspec.to_builtins(options),
        gazetted=options.gazetted,
        boxes=boxes,
        decks=options.decks,
        layout=options.layout,
        cutting_cards=options.cutting_cards,
        super_sevens=options.super_sevens,
        ranks=tuple(CardShown(rank, machine.value(code(Card(rank, SUITS[0])))) for rank in RANKS),
        suits=tuple(SUITS),
        wagers=wagers,
        rules=tuple(map(told_shown, (*hands_in_words(options), *table_in_words(options)))),
    )
