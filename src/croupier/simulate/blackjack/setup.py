"""What is to be simulated at blackjack, and why it may not be."""

from __future__ import annotations

from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.cards import DECK_SIZE
from croupier.games.blackjack.flow import AUTOMATIC
from croupier.games.blackjack.game import open_blackjack
from croupier.games.blackjack.options import MOST_BOXES, BlackjackOptions
from croupier.games.blackjack.procedure.settling import paid
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.money import dollars, is_whole
from croupier.games.refusal import Refusal, Refused
from croupier.games.sign import CHIPS, DEFAULT_SMALLEST_CHIP, Sign
from croupier.odds.counting.count import Rounding
from croupier.rulebook import Cite
from croupier.simulate.blackjack.strategies.strategy import PlayStrategy
from croupier.simulate.blackjack.tabulated.boxes import Detail, Stakes
from croupier.simulate.job import CHUNK_ROUNDS

STAKE = 10_00
MANY_CHIPS = 10**12
"""More chips than that nobody lays."""
MOST_SUM = 1 << 63
"""What compiled code can hold."""


class Setup(Struct, frozen=True):
    """A table, its boxes and how they are played."""

    options: BlackjackOptions = BlackjackOptions()
    """The house's choices and readings. Super Sevens is wagered on every box where it is offered."""
    strategy: PlayStrategy = PlayStrategy()
    boxes: int = 1
    stake: int = STAKE
    """The initial wager on each box, in cents, where no count asks for another."""
    chip: int = DEFAULT_SMALLEST_CHIP
    """The smallest chip: winnings round up to it (D1 11.3)."""
    cut: int | None = None
    """How many cards come before the cutting card; `None` puts it where an automatic table does."""
    fresh: bool = False
    """Whether every round comes from a full shoe."""
    detail: Detail = Detail.NONE

    @property
    def size(self) -> int:
        return DECK_SIZE * self.options.decks

    @property
    def before_cut(self) -> int:
        return self.size - max(1, self.size // 4) if self.cut is None else self.cut

    @property
    def from_back(self) -> int:
        return self.size - self.before_cut

    @property
    def runs_out(self) -> bool:
        """Whether a shoe often has no card left in the middle of its last round: four a box, and the dealer's."""
        return not self.fresh and self.from_back < 4 * self.boxes + 4

    @property
    def burnt(self) -> int:
        return 1 if self.options.burn and not self.fresh else 0

    @property
    def levels(self) -> tuple[int, ...]:
        """Every stake that some count asks for, the lowest first."""
        return tuple(sorted({self.strategy.stake(count, self.stake) for count in self.strategy.counts}))

    @property
    def stakes(self) -> Stakes:
        return Stakes(self.levels, self.options.super_sevens or 0, self.chip)

    @property
    def marks(self) -> tuple[int, int, int, int]:
        """The count for compiled code: whether it is a true one, how it is rounded, the lowest told apart, how many."""
        count, counts = self.strategy.count, self.strategy.counts
        is_true = count is not None and count.true
        rounding = 0 if count is None else list(Rounding).index(count.rounding)
        return int(is_true), rounding, counts[0], len(counts)

    @property
    def level_of_count(self) -> tuple[int, ...]:
        """The level of the stakes at each count."""
        return tuple(self.levels.index(self.strategy.stake(count, self.stake)) for count in self.strategy.counts)

    @property
    def table_options(self) -> BlackjackOptions:
        """As a table has them: its layout shows Super Sevens where there is any."""
        layout = 2 if self.options.super_sevens is not None else self.options.layout
        return replace(self.options, layout=layout, boxes=max(self.boxes, self.options.boxes))

    def table(self, by_hand: frozenset[str]) -> BlackjackTable:
        """The real table before anybody came, those steps left to the dealer; raises `Refused`."""
        sign = Sign(minimum=self.levels[0], maximum=self.levels[-1], smallest_chip=self.chip)
        return open_blackjack(sign, self.table_options, AUTOMATIC - by_hand, None, ())


def refuses_setup(setup: Setup) -> Refusal | None:
    if not is_whole(setup.boxes) or not 1 <= setup.boxes <= MOST_BOXES:
        return Refusal(Cite("D2 3.1"), "bad_boxes", "A table has 1 to 7 boxes.")
    if refusal := _refuses_stakes(setup):
        return refusal
    try:
        setup.table(frozenset())
    except Refused as refused:
        return refused.refusal
    return _refuses_cut(setup)


def _refuses_stakes(setup: Setup) -> Refusal | None:
    if not is_whole(setup.chip) or setup.chip < 1:
        return Refusal(CHIPS, "bad_chip", "The smallest chip is worth a whole number of cents.")
    if not all(map(is_whole, setup.levels)):
        return Refusal(Cite("D2 5.2"), "bad_stake", "A stake is a whole number of cents.")
    for stake in setup.levels:
        if stake <= 0 or stake % setup.chip or stake > MANY_CHIPS * setup.chip:
            why = f"A stake of {dollars(stake)} cannot be made of chips of {dollars(setup.chip)}."
            return Refusal(Cite("D2 5.2"), "bad_stake", why)
    if _sums_of_a_chunk(setup) >= MOST_SUM:
        why = f"Sums of stakes up to {dollars(setup.levels[-1])} are too large here: choose smaller or rounder ones."
        return Refusal(Cite("D2 5.2"), "bad_stake", why)
    strategy = setup.strategy
    if (strategy.insures or strategy.insures_at is not None) and setup.levels[0] < 2 * setup.chip:
        why = f"Half of {dollars(setup.levels[0])} cannot be made of chips of {dollars(setup.chip)}."
        return Refusal(Cite("D2 9.3(b)", "B10"), "no_insurance", why)
    return None


def _sums_of_a_chunk(setup: Setup) -> int:
    """What the squares of a chunk's gains may add up to, in the largest amount of which all of them are multiples."""
    levels = setup.levels
    blackjacks = (paid(level, machine.BLACKJACK_PAYS, setup.chip) for level in levels)
    unit = gcd(*levels, *blackjacks, *(setup.stakes.insurance(place) for place in range(len(levels))))
    # Every hand doubled, and insurance: no box gains or loses more.
    most = setup.boxes * (2 * setup.options.hands + 1) * levels[-1] // unit
    return most**2 * CHUNK_ROUNDS


def _refuses_cut(setup: Setup) -> Refusal | None:
    if setup.fresh and setup.cut is not None:
        return Refusal(Cite("D2 7.6"), "bad_depth", "Leave out the cutting card: every round has a full shoe.")
    highest = max(1, setup.size // 2)
    if not is_whole(setup.before_cut) or not 1 <= setup.from_back <= highest:
        why = (
            f"The cutting card goes in 1 to {highest} cards from the back of {setup.size}: "
            f"{setup.size - highest} to {setup.size - 1} come before it, not {setup.before_cut}."
        )
        return Refusal(Cite("D2 7.6", "B15"), "bad_depth", why)
    return None
