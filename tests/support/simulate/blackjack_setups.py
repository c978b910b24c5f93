"""Tables to simulate, as unlike each other as the rules and other houses allow: what the tests of blackjack run."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.odds.counting.count import CardCount, Rounding
from croupier.simulate.blackjack.setup import Setup
from croupier.simulate.blackjack.strategies.strategy import (
    Chart,
    ChoiceSource,
    Deviation,
    Letter,
    PlayStrategy,
    StakeStep,
)
from croupier.simulate.blackjack.strategies.strategy_file import read_strategy
from croupier.simulate.blackjack.tabulated.boxes import Detail
from tests.support.simulate.strategy_texts import BASIC

HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
KNOCK_OUT = (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1)


def basic() -> Chart:
    chart = read_strategy(BASIC).chart
    assert chart is not None
    return chart


CHARTED = PlayStrategy(chart=basic())
RAMP = (StakeStep(0, 20_00), StakeStep(2, 55_00))
DEVIATIONS = (
    Deviation("hard", 16, 10, 1, Letter.STAND),
    Deviation("hard", 12, 4, 0, Letter.DRAW, below=True),
    Deviation("pair", 10, 6, 2, Letter.SPLIT),
    Deviation("pair", 8, 10, 1, Letter.STAND),
    Deviation("hard", 9, 2, 1, Letter.DOUBLE),
    Deviation("soft", 18, 9, 2, Letter.STAND),
)
TRUE = PlayStrategy(
    chart=basic(),
    count=CardCount("true", HI_LO, rounding=Rounding.FLOOR),
    ramp=RAMP,
    deviations=DEVIATIONS,
    insures_at=2,
)
TRUNCATED = PlayStrategy(
    count=CardCount("truncated", HI_LO, rounding=Rounding.TRUNCATE),
    ramp=(StakeStep(-1, 5_00), StakeStep(1, 12_50)),
    deviations=DEVIATIONS,
)
NEAREST = PlayStrategy(
    chart=basic(),
    count=CardCount("nearest", KNOCK_OUT, rounding=Rounding.NEAREST),
    ramp=(StakeStep(0, 10_00), StakeStep(2, 15_00)),
    insures_at=0,
    early=True,
    deviations=DEVIATIONS[2:4],
)
RUNNING = PlayStrategy(
    chart=basic(),
    # Six decks add 24 to it: towards the end of a shoe it comes to where the stakes change.
    count=CardCount("running", KNOCK_OUT, start=-24, true=False),
    ramp=(StakeStep(-3, 25_00), StakeStep(-1, 15_00)),
    deviations=(Deviation("pair", 9, 7, -2, Letter.SPLIT), Deviation("hard", 15, 10, -1, Letter.STAND, below=True)),
)

FROM_THE_TOP = replace(RUNNING, count=CardCount("running", KNOCK_OUT, start=-3, true=False))


def sevens(decks: int, amount: int = 5_00) -> BlackjackOptions:
    return BlackjackOptions(decks=decks, super_sevens=amount, layout=2)


class Case(NamedTuple):
    setup: Setup
    rounds: int
    """How many rounds of it are proved in the plain run."""
    refills: bool = False
    """Whether shoes run out in the middle of a round."""


CASES: dict[str, Case] = {
    "as gazetted": Case(Setup(), 6_000),
    "six decks by the cards, one burnt": Case(
        Setup(BlackjackOptions(decks=6, burn=True), PlayStrategy(source=ChoiceSource.COMPOSITION), cut=260), 6_000
    ),
    "four decks, cdp1, every round from a full shoe": Case(
        Setup(BlackjackOptions(decks=4), PlayStrategy(source=ChoiceSource.CDP1), fresh=True), 4_000
    ),
    "four hands, doubles with an ace": Case(
        Setup(
            BlackjackOptions(decks=4, hands=4, double_with_ace=True, dealer_blackjack=Takes.ALL, boxes=2),
            PlayStrategy(source=ChoiceSource.CDP1, insures=True),
            boxes=2,
        ),
        3_000,
    ),
    "soft 17 drawn, no double after a split, to the last card": Case(
        Setup(
            BlackjackOptions(decks=5, soft_17=Soft17.DRAW, double_after_split=False, burn=True),
            CHARTED,
            boxes=3,
            cut=5 * 52 - 1,
            stake=7_50,
            chip=2_50,
        ),
        2_500,
        refills=True,
    ),
    "seven boxes and sevens, peek, to the last card": Case(
        Setup(
            replace(sevens(8), dealer_blackjack=Takes.PEEK, double_with_ace=True),
            PlayStrategy(source=ChoiceSource.COMPOSITION, early=True),
            boxes=7,
            cut=8 * 52 - 1,
        ),
        1_500,
        refills=True,
    ),
    "seven boxes and sevens from full shoes, insured": Case(
        Setup(sevens(7, 2_50), replace(CHARTED, insures=True), boxes=7, fresh=True), 1_500
    ),
    "one box and sevens, the shallowest cut": Case(
        Setup(replace(sevens(6), burn=True, soft_17=Soft17.DRAW), PlayStrategy(), cut=6 * 26), 6_000
    ),
    "one box, peek, two hands, to the last card": Case(
        Setup(
            BlackjackOptions(decks=5, hands=2, dealer_blackjack=Takes.PEEK, soft_17=Soft17.DRAW),
            PlayStrategy(insures=True, early=True),
            cut=5 * 52 - 1,
            stake=12_50,
            chip=50,
        ),
        3_000,
        refills=True,
    ),
    "true count, rounded down": Case(Setup(strategy=TRUE, stake=10_00), 3_500),
    "true count, cut short, two boxes": Case(
        Setup(BlackjackOptions(decks=6, burn=True), TRUNCATED, boxes=2, stake=2_50, detail=Detail.WAGERS), 2_500
    ),
    "true count, the nearest, four boxes, to the last card": Case(
        Setup(BlackjackOptions(decks=4, hands=2, burn=True), NEAREST, boxes=4, stake=5_00, cut=4 * 52 - 1),
        2_000,
        refills=True,
    ),
    "running count, five boxes and sevens, to the last card": Case(
        Setup(replace(sevens(6), hands=2, double_after_split=False, burn=True), RUNNING, boxes=5, cut=6 * 52 - 2),
        1_500,
        refills=True,
    ),
    "running count from full shoes": Case(
        Setup(BlackjackOptions(decks=6, hands=2, dealer_blackjack=Takes.ALL), FROM_THE_TOP, fresh=True), 2_000
    ),
    "wager by wager": Case(
        Setup(BlackjackOptions(decks=6), replace(CHARTED, insures=True), detail=Detail.WAGERS), 4_000
    ),
    "hand by hand, six boxes": Case(
        Setup(
            BlackjackOptions(decks=8, hands=2, double_with_ace=True),
            replace(CHARTED, early=True, insures=True),
            boxes=6,
            detail=Detail.HANDS,
            stake=2_50,
            chip=50,
        ),
        2_000,
    ),
}

SMALL = Setup(BlackjackOptions(hands=2, double_after_split=False), CHARTED)
"""Its tables are small."""
