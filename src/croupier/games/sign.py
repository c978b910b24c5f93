"""The sign at a table: the limits of a wager, its increment, and the smallest chip in use (Division 1, section 9)."""

from __future__ import annotations

from msgspec import Struct

from croupier.games.money import MOST, is_whole, priced
from croupier.games.refusal import Refusal, Refused
from croupier.rulebook import Cite

LIMITS = Cite("D1 9.1")
INCREMENT = Cite("D1 9.5")
CHIPS = Cite("D1 1.1 Chips")

DEFAULT_SMALLEST_CHIP = 50


class KindLimits(Struct, frozen=True):
    """Limits that the sign states for one kind of wager (ruling R21)."""

    kind: str
    minimum: int
    maximum: int


class Sign(Struct, frozen=True):
    """What the table's sign says. All amounts are cents."""

    minimum: int
    """The smallest wager: what one player has on one position, all in all."""
    maximum: int
    """The largest wager, counted likewise."""
    increment: int | None = None
    """Wagers come in multiples of this; `None` where the sign asks for none."""
    smallest_chip: int = DEFAULT_SMALLEST_CHIP
    """No amount at the table is finer than this chip; winnings round up to it."""
    by_kind: tuple[KindLimits, ...] = ()
    """Limits of their own for some kinds of wager."""

    def __post_init__(self) -> None:
        refusal = _refuses_sign(self)
        if refusal is not None:
            raise Refused(refusal)

    @property
    def step(self) -> int:
        return self.increment or self.smallest_chip

    def limits(self, kind: str) -> KindLimits | Sign:
        """The minimum and the maximum that bind a wager of this kind."""
        for own in self.by_kind:
            if own.kind == kind:
                return own
        return self

    def is_against_players(self, new: Sign) -> bool:
        """Whether the new sign raises a minimum or lowers a maximum anywhere (D1 9.3)."""
        kinds = {"", *(own.kind for own in self.by_kind), *(own.kind for own in new.by_kind)}
        return any(
            new.limits(kind).minimum > self.limits(kind).minimum or new.limits(kind).maximum < self.limits(kind).maximum
            for kind in kinds
        )


def _refuses_sign(sign: Sign) -> Refusal | None:
    if not is_whole(sign.smallest_chip) or sign.smallest_chip <= 0:
        return Refusal(CHIPS, "bad_chip", "The smallest chip must be worth a whole number of cents, at least 1.")
    if sign.increment is not None and (refusal := _refuses_increment(sign)):
        return refusal
    if not isinstance(sign.by_kind, tuple):
        return Refusal(LIMITS, "bad_limits", "List the limits for kinds of wager one after the other.")
    kinds = [own.kind for own in sign.by_kind]
    if len(kinds) != len(set(kinds)):
        return Refusal(LIMITS, "bad_limits", "The sign states the limits of one kind of wager twice.")
    every: tuple[Sign | KindLimits, ...] = (sign, *sign.by_kind)
    return next((refusal for limits in every if (refusal := _refuses_limits(sign, limits))), None)


def _refuses_increment(sign: Sign) -> Refusal | None:
    increment, chip = sign.increment, sign.smallest_chip
    if not is_whole(increment) or increment is None or increment <= 0 or increment % chip:
        return Refusal(INCREMENT, "bad_increment", f"The increment must be a multiple of the {priced(chip)} chip.")
    if is_whole(sign.minimum) and increment > sign.minimum:
        return Refusal(
            INCREMENT,
            "bad_increment",
            f"The increment {priced(increment)} may not exceed the minimum {priced(sign.minimum)}.",
        )
    return None


def _refuses_limits(sign: Sign, limits: KindLimits | Sign) -> Refusal | None:
    minimum, maximum = limits.minimum, limits.maximum
    if not is_whole(minimum) or not is_whole(maximum) or minimum <= 0:
        return Refusal(LIMITS, "bad_limits", "Limits are whole numbers of cents, and the minimum is at least 1.")
    if maximum > MOST:
        return Refusal(LIMITS, "bad_limits", f"No limit may exceed {priced(MOST)}.")
    if maximum < minimum:
        return Refusal(LIMITS, "bad_limits", f"The maximum {priced(maximum)} is below the minimum {priced(minimum)}.")
    if minimum % sign.smallest_chip or maximum % sign.smallest_chip:
        chip = priced(sign.smallest_chip)
        return Refusal(LIMITS, "bad_limits", f"The limits must be payable in the smallest chip, {chip}.")
    if maximum // sign.step * sign.step < minimum:
        return Refusal(LIMITS, "bad_limits", "No multiple of the increment lies between the limits.")
    return None
