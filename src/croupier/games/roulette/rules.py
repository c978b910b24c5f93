"""Division 8 as data: clauses, odds, steps, grounds for a void, and the operator's options."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.layout.game import Clauses, Ground
from croupier.games.layout.step_names import ANNOUNCE, CALL, COLLECT, OPEN_BETTING, PAY, RESULT
from croupier.games.money import is_whole
from croupier.games.people import Role
from croupier.games.position import STRAIGHT_UP
from croupier.games.refusal import Refusal
from croupier.games.roulette.positions import (
    BLACK,
    COLUMN,
    CORNER,
    DEFAULT_NEIGHBOURS,
    DOZEN,
    EVEN,
    HIGH,
    LOW,
    NEIGHBOUR,
    ODD,
    RED,
    SIX_LINE,
    SPLIT,
    STREET,
)
from croupier.games.roulette.wheel import NUMBERS, adjacent_on_wheel
from croupier.games.steps import READING, SETTLING, Step, in_order
from croupier.games.table import Odds
from croupier.rulebook import Cite

SPIN_BALL, DOLLY, RETURN_BALL = "spin ball", "dolly", "return ball"

ODDS = {
    STRAIGHT_UP: Odds(35),
    SPLIT: Odds(17),
    STREET: Odds(11),
    NEIGHBOUR: Odds(11),
    CORNER: Odds(8),
    SIX_LINE: Odds(5),
    COLUMN: Odds(2),
    DOZEN: Odds(2),
    LOW: Odds(1),
    HIGH: Odds(1),
    EVEN: Odds(1),
    ODD: Odds(1),
    RED: Odds(1),
    BLACK: Odds(1),
}
WAGER_RULES = {
    STRAIGHT_UP: Cite("D8 3.1(a)"),
    SPLIT: Cite("D8 3.1(b)", "R3"),
    STREET: Cite("D8 3.1(c)"),
    CORNER: Cite("D8 3.1(d)"),
    SIX_LINE: Cite("D8 3.1(e)", "R4"),
    COLUMN: Cite("D8 3.1(f)"),
    DOZEN: Cite("D8 3.1(g)"),
    LOW: Cite("D8 3.1(h)"),
    HIGH: Cite("D8 3.1(i)"),
    EVEN: Cite("D8 3.1(j)"),
    ODD: Cite("D8 3.1(k)"),
    RED: Cite("D8 3.1(l)"),
    BLACK: Cite("D8 3.1(m)"),
    NEIGHBOUR: Cite("D8 3.2"),
}
LOSING_RULES = {
    **{kind: Cite(f"{rule.clause}(ii)") for kind, rule in WAGER_RULES.items() if kind not in (STREET, NEIGHBOUR)},
    STREET: Cite("D8 3.1(c)(iv)"),
    NEIGHBOUR: Cite("D8 3.2(b)"),
}
ZERO_RULE = Cite("D8 3.10")
PAYING_RULE = Cite("D8 3.9")

NO_WAGER_THERE = {
    STRAIGHT_UP: ("no_such_number", "Choose a number from 0 to 36."),
    SPLIT: ("not_adjoining", "{numbers} are not next to each other on the layout."),
    STREET: ("not_a_street", "{numbers} are not the three numbers of one row, nor 0-1-2 or 0-2-3."),
    CORNER: ("not_a_corner", "{numbers} are not four numbers that meet in one point, nor 0-1-2-3."),
    SIX_LINE: ("not_a_six_line", "{numbers} are not the numbers of two rows side by side."),
    COLUMN: ("no_such_column", "Choose column 1, 2 or 3."),
    DOZEN: ("no_such_dozen", "Choose dozen 1, 2 or 3."),
    NEIGHBOUR: ("not_a_group", "{numbers} are not a group of the Neighbour area."),
}

DEFAULT_COLOURS = ("white", "yellow", "orange", "pink", "lavender", "sky", "mint", "brown")
"""The colours of the chips without a value, unless a table has others."""


CLAUSES = Clauses(
    application=Cite("D8 1.0"),
    wager=Cite("D8 3.1"),
    chips=Cite("D8 3.3"),
    mixed_chips=Cite("D8 3.3", "R13"),
    oral=Cite("D8 3.4"),
    no_wager_after_call=Cite("D8 3.6(a)"),
    no_handling_after_call=Cite("D8 3.6(b)"),
    losing_wager_stays=Cite("D8 3.7"),
    closes_by_itself=Cite("D8 3.8", "R18"),
    favour=Cite("D8 3.8", "R12"),
    favour_stands=Cite("D8 3.8", "R25"),
    odds=PAYING_RULE,
    not_final=Cite("D8 5.1", "R17"),
    void=Cite("D8 5.3", "R10"),
)

STEPS = in_order(
    Step(SPIN_BALL, Cite("D8 4.2"), "spin the ball against the wheel"),
    Step(CALL, Cite("D8 4.3"), "call “No more bets” and ring the bell"),
    Step(RESULT, Cite("D8 4.4"), "enter the number in which the ball rests", movement=READING),
    Step(ANNOUNCE, Cite("D8 4.4(a)"), "announce the number and its colour", movement=READING),
    Step(DOLLY, Cite("D8 4.4(b)"), "place the dolly on the number", movement=READING),
    Step(COLLECT, Cite("D8 4.5(a)"), "collect the losing wagers", movement=SETTLING),
    Step(PAY, Cite("D8 4.5(b)"), "pay the winning wagers", movement=SETTLING),
    Step(OPEN_BETTING, Cite("D8 5.1", "R17"), "open betting for the next spin", movement=SETTLING),
    Step(RETURN_BALL, Cite("D8 5.4"), "return the ball to the number that won last"),
)

GROUNDS = {
    "same_direction": Ground(Cite("D8 5.1(a)"), "the ball ran with the wheel"),
    "foreign_object": Ground(Cite("D8 5.1(b)"), "a foreign object entered the wheel"),
    "ball_hangs": Ground(Cite("D8 5.1(c)"), "the ball did not fall into a compartment in reasonable time"),
    "interference": Ground(Cite("D8 5.1(d)"), "somebody interfered with the ball or the wheel"),
    "ball_out": Ground(Cite("D8 5.2"), "the ball left the wheel"),
    "too_few_revolutions": Ground(Cite("D8 5.3"), "the ball would not go round four times"),
}

TOO_FEW_REVOLUTIONS = Ground(Cite("D8 4.2", "R9"), "the ball went round fewer than four times")
EXAMINATION = Step("not_examined", Cite("D8 5.2", "R20"), "examine the ball", Role.GAME_SUPERVISOR)

WAGER_GROUNDS = {
    "late": Ground(Cite("D8 3.6(a)", "R19"), "it was placed after “No more bets”"),
}


class RouletteOptions(Struct, frozen=True):
    """What the operator may choose at a roulette table."""

    layout: int = 1
    """Drawing of Appendix 1 or of Appendix 2 (D8 2.2(a)): the same wagers on both."""
    neighbours: bool = False
    """Whether the cloth has the additional Neighbour areas (D8 2.2(b))."""
    neighbour_groups: tuple[tuple[int, int, int], ...] = DEFAULT_NEIGHBOURS
    """Which groups those areas show (D8 Appendix 3): a default of ours, since the drawing was not found."""
    display: int = 20
    """How many of the latest numbers the winning number display shows; 0 where there is none (D8 2.6(e))."""
    chipping_machine: bool = False
    """Whether a machine sorts the chips (D8 2.6(f)). It changes nothing at the table."""


def refuses_options(options: RouletteOptions) -> Refusal | None:
    if not is_whole(options.layout) or options.layout not in (1, 2):
        return Refusal(Cite("D8 2.2(a)"), "no_such_layout", "Choose option 1 or option 2 for the layout of roulette.")
    if not is_whole(options.display) or not 0 <= options.display <= 500:  # noqa: PLR2004  so a state stays small
        return Refusal(Cite("D8 2.6(e)"), "bad_display", "The winning number display shows 0 to 500 numbers.")
    groups = options.neighbour_groups
    for group in groups:
        if 0 in group:
            return Refusal(Cite("D8 3.2", "R6"), "zero_in_group", "A Neighbour group cannot contain 0.")
        if len(set(group)) != 3 or not set(group) <= set(NUMBERS) or not adjacent_on_wheel(group):  # noqa: PLR2004
            why = f"{'-'.join(map(str, group))} are not three numbers in a row on the wheel."
            return Refusal(Cite("D8 Appendix 3"), "bad_group", why)
    if len({frozenset(group) for group in groups}) != len(groups):
        return Refusal(Cite("D8 Appendix 3"), "bad_group", "A Neighbour group is listed twice.")
    return None
