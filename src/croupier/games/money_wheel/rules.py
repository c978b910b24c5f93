"""Division 10 as data: clauses, odds, steps, grounds for a void, and the operator's options."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from croupier.games.layout.game import Clauses, Ground
from croupier.games.layout.step_names import ANNOUNCE, CALL, COLLECT, OPEN_BETTING, PAY, RESULT
from croupier.games.money import is_whole
from croupier.games.money_wheel.wheel import COUNTS, DEFAULT_ORDER, SECTIONS, SYMBOLS
from croupier.games.refusal import Refusal
from croupier.games.steps import READING, SETTLING, Step, in_order
from croupier.rulebook import Cite

SPIN_WHEEL = "spin wheel"

COUNT_RULES = {letter: Cite(f"D10 2.3({letter.lower()})") for letter in SYMBOLS}
PAYING_RULE = Cite("D10 3.8")
LOSING_RULE = Cite("D10 3.1(b)")


CLAUSES = Clauses(
    application=Cite("D10 1.1"),
    wager=Cite("D10 3.1"),
    chips=Cite("D10 3.2"),
    mixed_chips=Cite("D10 3.2", "M12"),
    oral=Cite("D10 3.3"),
    no_wager_after_call=Cite("D10 3.5(a)"),
    no_handling_after_call=Cite("D10 3.5(b)"),
    losing_wager_stays=Cite("D10 3.6"),
    closes_by_itself=Cite("D10 4.3", "M11"),
    favour=Cite("D10 3.7", "R12"),
    favour_stands=Cite("D10 3.7", "R25"),
    odds=PAYING_RULE,
    not_final=Cite("D10 5.4", "M10"),
    void=Cite("D10 5.4", "M10"),
)

STEPS = in_order(
    Step(CALL, Cite("D10 4.3"), "call “No more bets” and ring the bell"),
    Step(SPIN_WHEEL, Cite("D10 4.2"), "spin the wheel"),
    Step(RESULT, Cite("D10 4.4"), "enter the section at which the indicator rests", movement=READING),
    Step(ANNOUNCE, Cite("D10 4.4(a)"), "announce the winning symbol", movement=READING),
    Step(COLLECT, Cite("D10 4.4(b)"), "collect the losing wagers", movement=SETTLING),
    Step(PAY, Cite("D10 4.4(c)"), "pay the winning wagers", movement=SETTLING),
    Step(OPEN_BETTING, Cite("D10 5.4", "M10"), "open betting for the next spin", movement=SETTLING),
)

GROUNDS = {
    "interference": Ground(Cite("D10 5.1(a)"), "something interfered with the spin"),
    "unbalanced": Ground(Cite("D10 5.1(b)"), "the wheel lost its balance"),
    "malfunction": Ground(Cite("D10 5.1(c)"), "the wheel or its support failed"),
    "on_peg": Ground(Cite("D10 5.2", "M9"), "the indicator came to rest on a peg"),
    "too_few_revolutions": Ground(Cite("D10 5.3"), "the wheel turned fewer than four times"),
}

TOO_FEW_REVOLUTIONS = Ground(Cite("D10 4.2"), "the wheel turned fewer than four times")

WAGER_GROUNDS = {
    "late": Ground(Cite("D10 3.5(a)", "M11"), "it was placed after “No more bets”"),
    "not_inside": Ground(Cite("D10 3.2", "M4"), "it did not lie wholly inside one segment"),
}


class MoneyWheelOptions(Struct, frozen=True):
    """What the operator may choose at a money wheel."""

    name: str = "Money wheel"
    """The name under which the game is offered (D10 1.2)."""
    layout: int = 1
    """Drawing of Appendix 2, 3 or 4 (D10 2.5(a)): options 1, 2 and 3, the same wagers on each."""
    order: str = DEFAULT_ORDER
    """The symbols round the rim by their letters (D10 Appendix 1): a default, since the drawing was not found."""
    symbols: tuple[str, ...] = SYMBOLS
    """What symbols A to G are called here, all different (D10 2.3, closing words)."""


def refuses_options(options: MoneyWheelOptions) -> Refusal | None:
    if not _is_plain(options.name):
        return Refusal(Cite("D10 1.2"), "bad_name", "The game needs a name, on one line of plain text without #.")
    if not is_whole(options.layout) or options.layout not in (1, 2, 3):
        return Refusal(
            Cite("D10 2.5(a)"), "no_such_layout", "Choose option 1, 2 or 3 for the layout of the money wheel."
        )
    if len(options.order) != len(SECTIONS):
        return Refusal(Cite("D10 2.2(b)"), "bad_wheel", f"The wheel has 52 sections, not {len(options.order)}.")
    counts = Counter(options.order)
    for letter, count in COUNTS.items():
        if counts[letter] != count:
            sections = "1 section" if count == 1 else f"{count} sections"
            why = f"Symbol {letter} must be on {sections}; here it is on {counts[letter]}."
            return Refusal(COUNT_RULES[letter], "bad_wheel", why)
    names = options.symbols
    if not all(_is_plain(name) and "," not in name for name in names):
        return Refusal(Cite("D10 2.3 (closing)"), "bad_symbol", "A symbol's name is plain text without # and comma.")
    if len(names) != len(SYMBOLS) or len({name.casefold() for name in names}) != len(SYMBOLS):
        return Refusal(Cite("D10 2.3 (closing)"), "same_symbols", "The seven symbols must all differ from one another.")
    return None


def _is_plain(text: Any) -> bool:
    """Text that stands on one line of a record as it is."""
    return isinstance(text, str) and bool(text) and text.isprintable() and text == text.strip() and "#" not in text
