"""Division 9 as data: clauses, odds, steps, grounds for a void, and the operator's options."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.games.layout.game import Clauses, Ground
from croupier.games.layout.step_names import ANNOUNCE, CALL, COLLECT, OPEN_BETTING, PAY, RESULT
from croupier.games.money import is_whole
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.steps import DISPLAY, READING, SETTLING, Step, in_order
from croupier.games.tai_sai.odds import PAYING_RULE, TaiSaiOdds
from croupier.games.tai_sai.positions import (
    ANY_TRIPLE,
    BIG,
    DOUBLE,
    EVEN,
    FACE,
    FACES,
    FOUR,
    ODD,
    PAIR,
    SMALL,
    THREE,
    TOTAL,
    TRIPLE,
)
from croupier.rulebook import Cite

INSPECT, TUMBLE, UNCOVER, KEY_IN, ENTER = "inspect dice", "tumble", "uncover", "key in", "enter"
FEWEST_TUMBLES = 3

WAGER_RULES = {
    SMALL: Cite("D9 4.1(a)"),
    BIG: Cite("D9 4.1(b)"),
    TRIPLE: Cite("D9 4.1(c)"),
    DOUBLE: Cite("D9 4.1(d)"),
    ANY_TRIPLE: Cite("D9 4.1(e)"),
    TOTAL: Cite("D9 4.1(f)"),
    PAIR: Cite("D9 4.1(g)", "S7"),
    FACE: Cite("D9 4.1(h)"),
    THREE: Cite("D9 4.1(i) list", "S1"),
    FOUR: Cite("D9 4.1(j)(i)", "S4"),
    ODD: Cite("D9 4.1(k)"),
    EVEN: Cite("D9 4.1(l)"),
}
LOSING_RULES = {
    SMALL: Cite("D9 4.1(a)(ii)"),
    BIG: Cite("D9 4.1(b)(ii)"),
    TRIPLE: Cite("D9 4.1(c)(ii)"),
    DOUBLE: Cite("D9 4.1(d)(iii)"),
    ANY_TRIPLE: Cite("D9 4.1(e)(ii)"),
    TOTAL: Cite("D9 4.1(f)(ii)"),
    PAIR: Cite("D9 4.1(g)"),
    FACE: Cite("D9 4.1(h)"),
    THREE: Cite("D9 4.1(i)(ii)"),
    FOUR: Cite("D9 4.1(j)(ii)"),
    ODD: Cite("D9 4.1(k)(ii)"),
    EVEN: Cite("D9 4.1(l)(ii)"),
}
NO_WAGER_THERE = {
    TRIPLE: "Choose a triple of a number from 1 to 6.",
    DOUBLE: "Choose a double of a number from 1 to 6.",
    TOTAL: "Choose a total from 4 to 17.",
    PAIR: "Choose two different numbers from 1 to 6 for a Dice Combination.",
    FACE: "Choose a face from 1 to 6.",
    THREE: "Choose three numbers from 1 to 6, not all the same, for a Three Dice Combination.",
    FOUR: "Choose one of the Four Number Combinations: 6-5-4-3, 6-5-3-2, 5-4-3-2 or 4-3-2-1.",
}
PLACING = Cite("D9 4.2-4.9", "S14")
OPERATION = Cite("D9 6")
IRREGULAR = Cite("D9 7", "S14")


CLAUSES = Clauses(
    application=Cite("D9 2.0"),
    wager=Cite("D9 4.1"),
    chips=PLACING,
    mixed_chips=PLACING,
    oral=PLACING,
    no_wager_after_call=PLACING,
    no_handling_after_call=PLACING,
    losing_wager_stays=PLACING,
    closes_by_itself=PLACING,
    favour=Cite("D9 4.2-4.9", "R12"),
    favour_stands=Cite("D9 4.2-4.9", "R25"),
    odds=PAYING_RULE,
    not_final=IRREGULAR,
    void=IRREGULAR,
)

STEPS = in_order(
    Step(TUMBLE, OPERATION, "turn the covered tumbler at least three times"),
    Step(CALL, OPERATION, "call “No more bets” and ring the bell"),
    Step(UNCOVER, OPERATION, "take the cover off the tumbler"),
    Step(RESULT, OPERATION, "read the three dice", movement=READING),
    Step(ANNOUNCE, OPERATION, "call the faces from lowest to highest, and the total", movement=READING),
    Step(KEY_IN, Cite("D9 3.3(a)(iii)"), "key in the three numbers and check the display", movement=DISPLAY),
    Step(ENTER, Cite("D9 3.3(b)"), "enter the numbers, which lights the winning areas", movement=DISPLAY),
    Step(COLLECT, OPERATION, "collect the losing wagers", movement=SETTLING),
    Step(PAY, OPERATION, "pay the winning wagers", movement=SETTLING),
    Step(OPEN_BETTING, IRREGULAR, "open betting for the next roll", movement=SETTLING),
)

GROUNDS = {
    "not_flat": Ground(IRREGULAR, "a die did not lie flat, or lay on another"),
    "die_outside": Ground(IRREGULAR, "a die left the tumbler"),
    "too_few_tumbles": Ground(IRREGULAR, "the tumbler turned fewer than three times"),
    "interference": Ground(IRREGULAR, "somebody interfered with the tumbler"),
    "uncovered_early": Ground(IRREGULAR, "the cover came off before “No more bets”"),
}

INSPECTION = Step("not_inspected", Cite("D9 5"), "inspect the dice", Role.GAME_SUPERVISOR)

WAGER_GROUNDS = {
    "late": Ground(PLACING, "it was placed after “No more bets”"),
}


class TaiSaiOptions(Struct, frozen=True):
    """What the operator may choose at a Tai-Sai table."""

    layout: int = 2
    """1 for the layout of Appendix 1, with wagers (a) to (h); 2 for that of Appendix 2, with (a) to (l) (D9 3.2)."""
    odds: TaiSaiOdds = TaiSaiOdds()
    """What the wagers pay (D9 4.10)."""


def refuses_dice(dice: Any) -> Refusal | None:
    if not isinstance(dice, tuple) or len(dice) != 3 or not all(is_whole(each) and each in FACES for each in dice):  # noqa: PLR2004
        return Refusal(Cite("D9 3.3(a)(i)"), "no_such_dice", "Enter three dice, each from 1 to 6.")
    return None


def refuses_options(options: TaiSaiOptions) -> Refusal | None:
    if not is_whole(options.layout) or options.layout not in (1, 2):
        return Refusal(
            Cite("D9 3.2"), "no_such_layout", "Choose the layout of Appendix 1 or of Appendix 2 for Tai-Sai."
        )
    if not isinstance(options.odds, TaiSaiOdds):
        return Refusal(PAYING_RULE, "bad_odds", "That is not a table of odds.")
    return None
