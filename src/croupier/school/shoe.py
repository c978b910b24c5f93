"""*Deal a shoe*: rounds at a live table with house players, every step and every payment asked for in turn.

A shoe is a list of drills that follow one another at the same table. It is made ahead from a seed, so that it needs
nobody to talk to while it is dealt. `grade` says how it went.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from croupier.games.blackjack.flow import SETTLE
from croupier.games.blackjack.house_strategies import HOUSE_STRATEGIES
from croupier.games.blackjack.positions import box
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.house_play import act_of
from croupier.games.layout.step_names import PAY
from croupier.games.people import HousePlayer
from croupier.games.table import Outcome
from croupier.games.wagers import Wager
from croupier.school.drill import Drill, DrillAnswer, DrillKind, DrillMade, is_right
from croupier.school.paying import payment_drill
from croupier.school.paying_blackjack import box_drill
from croupier.school.procedure import is_dealers, layout_wagers, step_drill
from croupier.school.tables import LiveMoment, SchoolTable, dealt, live_table, people, picture, seat

PLAYERS = 3
MOST_ROUNDS = 20
SHOE_GAMES = ("roulette", "blackjack", "tai-sai", "money-wheel")


class DealtShoe(Struct, frozen=True):
    """Rounds to deal, drill after drill."""

    game: str
    seed: int
    rounds: int
    drills: tuple[Drill, ...]
    seconds: int
    """The house's standard for all of them."""


class ShoeGrade(Struct, frozen=True):
    """How a shoe was dealt."""

    steps: int
    steps_right: int
    payments: int
    payments_right: int
    seconds: int
    standard: int

    @property
    def is_passed(self) -> bool:
        """Nine steps of ten, every payment, and no slower than the standard."""
        steps = self.steps_right * 10 >= self.steps * 9
        return steps and self.payments_right == self.payments and self.seconds <= self.standard


def deal_shoe(game: str, seed: int, rounds: int = 1) -> DealtShoe:
    """A number of rounds of a game, made from a seed. Raises `ValueError` for a game or a number that cannot be."""
    if game not in SHOE_GAMES:
        raise ValueError(f"no shoe of {game!r} can be dealt; there are {', '.join(SHOE_GAMES)}")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ValueError(f"a shoe has 1 to {MOST_ROUNDS} rounds, not {rounds}")
    random = Random(f"shoe:{game}:{seed}")  # noqa: S311  a drill is no secret
    names = people(random, PLAYERS)
    table = seat(live_table(game), names)
    drills: list[Drill] = []
    for _ in range(rounds):
        for wager in bots_wagers(table, random, names):
            table = table.play(wager)
        moments = list(dealt(table, random, decide=bots_decision))
        drills += [
            _numbered(made, game, seed, len(drills) + place) for place, made in enumerate(_asked(moments, random))
        ]
        table = moments[-1].table.play(moments[-1].act)
    return DealtShoe(game, seed, rounds, tuple(drills), sum(each.seconds for each in drills))


def bots_wagers(table: SchoolTable, random: Random, names: list[str]) -> Iterator[Wager]:
    """What house players wager on a round."""
    if not isinstance(table, BlackjackTable):
        yield from layout_wagers(table, random, names)
        return
    for number, name in enumerate(names, start=1):
        yield Wager(name, box(number), 5_00 * random.randint(1, 10))


def bots_decision(table: BlackjackTable) -> Any:
    """What a house player does: the seats play by the strategies that house players have."""
    strategies = list(HOUSE_STRATEGIES)
    players = (HousePlayer(name, strategies[place % len(strategies)]) for place, name in enumerate(table.seats) if name)
    return next(act for each in players if (act := act_of(table, each)) is not None)


def _asked(moments: list[LiveMoment], random: Random) -> Iterator[DrillMade]:
    """Each step that is the dealer's, and the payments where they fall due."""
    own = [each for each in moments if is_dealers(each)]
    for place, moment in enumerate(own):
        yield step_drill(own, place, random)
        table = moment.table
        if not isinstance(table, BlackjackTable) and table.step == PAY:
            yield payment_drill(table, picture(table, f"Result: {table.game.outcome_words(table.result)}"))
        if isinstance(table, BlackjackTable) and table.step == SETTLE:
            yield from _settled_box(table, moment)


def _settled_box(table: BlackjackTable, moment: LiveMoment) -> Iterator[DrillMade]:
    after = table.play(moment.act)
    new = after.settled[len(table.settled) :]
    if any(line.outcome is Outcome.WIN for line in new):
        yield box_drill(after, new[0].wager.player, new, shown=picture(table))


def _numbered(made: DrillMade, game: str, seed: int, place: int) -> Drill:
    kind = DrillKind.PAY if made.amounts else DrillKind.NEXT
    return made.drill(f"{game}/shoe/{place + 1}", seed, kind, game)


def grade(shoe: DealtShoe, answers: tuple[DrillAnswer, ...], seconds: int) -> ShoeGrade:
    """How it went: an answer that is missing is wrong."""
    given = (*answers, *(DrillAnswer() for _ in shoe.drills))[: len(shoe.drills)]
    right = [is_right(drill, answer) for drill, answer in zip(shoe.drills, given, strict=True)]
    pays = [drill.kind is DrillKind.PAY for drill in shoe.drills]
    payments = sum(pays)
    payments_right = sum(well and pay for well, pay in zip(right, pays, strict=True))
    return ShoeGrade(
        len(right) - payments, sum(right) - payments_right, payments, payments_right, seconds, shoe.seconds
    )
