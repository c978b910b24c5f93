"""The house's day: a count of days since 1970, from midnight to midnight as the clocks of its zone show it."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

HOUSE_ZONE = ZoneInfo("Pacific/Auckland")
_FIRST = date(1970, 1, 1)
_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""Twenty-four hours, whatever the clocks do."""


@lru_cache(maxsize=1024)
def day_of(now: int) -> int:
    moment = (_BEGINNING + now * _SECOND).astimezone(HOUSE_ZONE)
    return (moment.date() - _FIRST).days


def start_of(day: int) -> int:
    """The first second of that day, in UTC."""
    midnight = datetime.combine(_FIRST + timedelta(days=day), time(), HOUSE_ZONE)
    return (midnight.astimezone(UTC) - _BEGINNING) // _SECOND
