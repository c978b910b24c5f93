"""A limit that its owner sets: tighter at once, looser only after a day."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.responsible_play.days import DAY
from croupier.games.money import dollars
from croupier.record.text.moments import utc

LOOSER_AFTER_SECONDS = DAY
HIGHEST_AMOUNT = 1_000_000_000_00
DEFAULT_REALITY_MINUTES = 60
_REALITY_MINUTES = range(15, 121)


class LimitKind(StrEnum):
    DEPOSIT = "deposit"
    """Cents of play money a day from the house into the wallet."""
    LOSS = "loss"
    """Cents lost in a day, open stakes counted as lost."""
    TIME = "time"
    """Seconds of play in a day."""


class WaitingLimit(Struct, frozen=True):
    """A looser limit that is not in force yet."""

    amount: int | None
    begins: int


class Limit(Struct, frozen=True):
    amount: int | None = None
    """`None` is no limit."""
    waiting: WaitingLimit | None = None

    def at(self, now: int) -> int | None:
        """What is in force."""
        if self.waiting is not None and now >= self.waiting.begins:
            return self.waiting.amount
        return self.amount

    def changed(self, amount: int | None, now: int, latest: int) -> Limit:
        """
        The limit after its owner asks for another. `latest` is the latest moment at which anything of hers was changed:
        the day of waiting counts from there where the clock has gone back since. Asking for what is in force gives up
        the change that waits.
        """
        present = self.at(now)
        if not _is_looser(amount, present):
            return Limit(amount)
        return Limit(present, WaitingLimit(amount, max(now, latest) + LOOSER_AFTER_SECONDS))

    def seen_at(self, now: int) -> Limit:
        """Without a change that has come into force meanwhile."""
        return Limit(self.at(now)) if self.waiting is not None and now >= self.waiting.begins else self


def _is_looser(new: int | None, old: int | None) -> bool:
    if old is None:
        return False
    return new is None or new > old


def limit_words(kind: LimitKind, limit: Limit) -> str:
    """As the house's journal has it: `10, from 2026-11-17T00:00:00Z none`."""
    present = _amount_words(kind, limit.amount)
    if limit.waiting is None:
        return present
    return f"{present}, from {utc(limit.waiting.begins)} {_amount_words(kind, limit.waiting.amount)}"


def _amount_words(kind: LimitKind, amount: int | None) -> str:
    if amount is None:
        return "none"
    return f"{amount} seconds" if kind is LimitKind.TIME else dollars(amount)


def refuses_limit(kind: LimitKind, amount: int | None) -> HouseRefusal | None:
    highest = DAY if kind is LimitKind.TIME else HIGHEST_AMOUNT
    if amount is None or 0 <= amount <= highest:
        return None
    unit = "seconds" if kind is LimitKind.TIME else "cents"
    return HouseRule.LIMIT_RANGE.refusal(kind=kind, most=highest, unit=unit)


def refuses_reality_minutes(minutes: int) -> HouseRefusal | None:
    if minutes in _REALITY_MINUTES:
        return None
    first, last = _REALITY_MINUTES[0], _REALITY_MINUTES[-1]
    return HouseRule.REALITY_RANGE.refusal(least=first, most=last)
