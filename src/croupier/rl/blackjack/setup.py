"""What an environment's table is like."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from croupier.games.blackjack.cards import DECK_SIZE
from croupier.games.blackjack.flow import AUTOMATIC
from croupier.games.blackjack.game import open_blackjack
from croupier.games.blackjack.options import MOST_BOXES, BlackjackOptions
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.blackjack.step_names import INSERT
from croupier.games.money import is_whole
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import DEFAULT_SMALLEST_CHIP, Sign
from croupier.rl.blackjack.choices import number_of_actions
from croupier.rulebook import Cite


class TableSetup(Struct, frozen=True):
    """The table, how many boxes are played, and what may be wagered."""

    options: BlackjackOptions = BlackjackOptions()
    """The house's choices."""
    boxes: int = 1
    wagers: tuple[int, ...] = (10_00,)
    """In cents, the smallest first."""
    chip: int = DEFAULT_SMALLEST_CHIP
    cut: int | None = None
    """How many cards come before the cutting card; `None` deals every round from a full shoe."""

    def __post_init__(self) -> None:
        if (refusal := _refuses_setup(self)) is not None:
            raise Refused(refusal)

    @property
    def size(self) -> int:
        return DECK_SIZE * self.options.decks

    @property
    def from_back(self) -> int:
        """Where the cutting card goes in; a full shoe for each round never comes to it."""
        return self.size // 4 if self.cut is None else self.size - self.cut

    @property
    def burnt(self) -> int:
        return 1 if self.options.burn and self.cut is not None else 0

    @property
    def sevens(self) -> int:
        """What a Super Sevens wager is; 0 where it is not offered."""
        return self.options.super_sevens or 0

    @property
    def actions(self) -> int:
        return number_of_actions(self.wagers, self.sevens)

    def insurance(self, level: int) -> int:
        return self.wagers[level] // 2 // self.chip * self.chip

    def table(self) -> BlackjackTable:
        """The real table, which waits for its cutting card; raises `Refused`."""
        layout = 2 if self.options.super_sevens is not None else self.options.layout
        burn = self.options.burn and self.cut is not None
        options = replace(self.options, layout=layout, boxes=max(self.boxes, self.options.boxes), burn=burn)
        sign = Sign(minimum=self.wagers[0], maximum=self.wagers[-1], smallest_chip=self.chip)
        return open_blackjack(sign, options, AUTOMATIC - {INSERT}, None, ())


def _refuses_setup(setup: TableSetup) -> Refusal | None:
    if not is_whole(setup.boxes) or not 1 <= setup.boxes <= MOST_BOXES:
        return Refusal(Cite("D2 3.1"), "bad_boxes", "A table has 1 to 7 boxes.")
    wagers = setup.wagers
    if not wagers or not all(map(is_whole, wagers)) or list(wagers) != sorted(set(wagers)) or wagers[0] <= 0:
        return Refusal(Cite("D2 5.2"), "bad_stake", "Name the wagers in whole cents, the smallest first.")
    if not is_whole(setup.chip) or setup.chip < 1 or any(wager % setup.chip for wager in wagers):
        return Refusal(Cite("D2 5.2"), "bad_stake", "Every wager is a whole number of the smallest chips.")
    most = max(1, setup.size // 2)
    if setup.cut is not None and not (is_whole(setup.cut) and 1 <= setup.size - setup.cut <= most):
        why = f"The cutting card goes in 1 to {most} cards from the back of {setup.size}."
        return Refusal(Cite("D2 7.6", "B15"), "bad_depth", why)
    return None


def setup_of(options: BlackjackOptions | dict[str, Any] | None, **settings: Any) -> TableSetup:
    """From what a caller passes; options may be a plain dictionary, as they are in files."""
    chosen = BlackjackOptions() if options is None else options
    if isinstance(chosen, dict):
        _check_names(chosen)
        chosen = convert(chosen, BlackjackOptions, strict=True)
    setup = TableSetup(chosen, **settings)
    setup.table()
    return setup


def _check_names(options: dict[str, Any]) -> None:
    """An option that is not known would be left out without a word, and another game learned."""
    known = BlackjackOptions.__struct_fields__
    for name in options:
        if name not in known:
            near = get_close_matches(str(name), known, 1)
            raise ValueError(f"unknown option {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
