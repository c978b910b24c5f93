"""Time-outs and self-exclusion: a person shuts the door on herself for a while, and nobody can open it sooner."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from croupier.floor.people.responsible_play.days import DAY


class ExclusionKind(StrEnum):
    TIME_OUT = "time-out"
    SELF_EXCLUSION = "self-exclusion"
    HOUSE_EXCLUSION = "house-exclusion"


class HouseExclusion(Struct, frozen=True):
    """That the house lets somebody play no more for a while: for staff to see."""

    since: int
    until: int
    reason: str
    by: str
    """Which operator ordered it."""


class TimeOut(StrEnum):
    DAY = "24 hours"
    WEEK = "7 days"
    MONTH = "30 days"


class SelfExclusion(StrEnum):
    HALF_YEAR = "6 months"
    YEAR = "1 year"
    FIVE_YEARS = "5 years"


_SECONDS: dict[TimeOut | SelfExclusion, int] = {
    TimeOut.DAY: DAY,
    TimeOut.WEEK: 7 * DAY,
    TimeOut.MONTH: 30 * DAY,
    SelfExclusion.HALF_YEAR: 184 * DAY,
    SelfExclusion.YEAR: 366 * DAY,
    SelfExclusion.FIVE_YEARS: 1_827 * DAY,
}
"""As long as the longest such stretch of the calendar, so never shorter than it says."""


def seconds_of(length: TimeOut | SelfExclusion) -> int:
    return _SECONDS[length]


def kind_of(length: TimeOut | SelfExclusion) -> ExclusionKind:
    return ExclusionKind.TIME_OUT if isinstance(length, TimeOut) else ExclusionKind.SELF_EXCLUSION
