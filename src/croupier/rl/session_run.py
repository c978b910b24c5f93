"""One session of a tournament at its real table, dealt on until a player has to answer (Division 7)."""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack.acts import CuttingCard, Deal
from croupier.games.blackjack.cards import DECK
from croupier.games.blackjack.step_names import CARD, CUTTING_CARD
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import FEWEST_AT_TABLE, Duration, Measure
from croupier.games.tournament.progress.placing import Selection, select
from croupier.games.tournament.session_table.session import OVER, WAGER
from croupier.games.tournament.session_table.table import Division7Table, open_session
from croupier.games.tournament.session_table.table_acts import AllocateBoxes, Attendance, BeginSession
from croupier.games.tournament.session_table.terms import SessionOptions
from croupier.games.tournament.session_table.wager_amounts import lawful_wagers
from croupier.rl.blackjack.choices import Question
from croupier.rl.blackjack.run import Answering, AskedBox

Array = Any


class SessionSetup(Struct, frozen=True):
    """What a session is played for and with. Amounts are in cents."""

    players: int = 6
    rounds: int = 20
    places: int = 1
    """How many go on."""
    chips: int = 1_000_00
    minimum: int = 10_00
    maximum: int = 500_00
    increment: int = 10_00
    decks: int = 8

    @property
    def sign(self) -> Sign:
        return Sign(minimum=self.minimum, maximum=self.maximum, increment=self.increment)

    @property
    def terms(self) -> SessionOptions:
        return SessionOptions(
            chips=self.chips,
            duration=Duration(Measure.ROUNDS, self.rounds),
            play_off=self.players < FEWEST_AT_TABLE,
            decks=self.decks,
        )

    @property
    def amounts(self) -> tuple[int, ...]:
        """Every wager that the sign allows somebody who has enough chips."""
        return lawful_wagers(self.sign, self.maximum)

    def table(self, players: tuple[str, ...]) -> Division7Table:
        """The session's table, begun; raises `Refused`."""
        table = open_session(self.sign, self.terms, None, None, ())
        return table.play(Attendance(present=True), AllocateBoxes(players), BeginSession())


class SessionRun(Answering):
    table: Division7Table

    def __init__(self, setup: SessionSetup, players: tuple[str, ...], random: np.random.Generator) -> None:
        super().__init__()
        self.setup, self.players, self.amounts, self._random = setup, players, setup.amounts, random
        self.table = setup.table(players)
        self.deal_on()

    @property
    def turn(self) -> AskedBox:
        if self.table.step == WAGER:
            return AskedBox(Question.WAGER, self.table.box_number(self.table.in_turn[0]))
        return super().turn

    def next_act(self) -> Act | None:
        if self.table.step == CUTTING_CARD:
            return CuttingCard()
        if self.table.step != CARD:
            return None
        counts = self.table.shoe.pile.counts
        place = int(self._random.integers(sum(counts)))
        for card, count in zip(DECK, counts, strict=True):
            place -= count
            if place < 0:
                return Deal(card)
        raise LookupError("no card is left in the shoe")

    @property
    def is_over(self) -> bool:
        return self.table.step == OVER

    @property
    def selection(self) -> Selection:
        """Who goes on from the session, once it is over, and who has to play off."""
        if self.table.tally is None:
            raise LookupError("the chips are not counted yet")
        return select((self.table.tally,), self.setup.places)

    def shares(self) -> dict[str, float]:
        """What each player has of the places: 1 for who goes on, an equal share of the rest for who plays off."""
        chosen = self.selection
        found = dict.fromkeys(self.players, 0.0)
        found |= {each.player: 1.0 for each in chosen.through}
        return found | {player: chosen.places / len(chosen.tied) for player in chosen.tied}
