"""Moments in time: seconds of UTC inside, what the clocks of a zone show for people.

The library of dates also reads the clock, which nothing here may do; the reader of TOML hands out dates just as well.
"""

from __future__ import annotations

import tomllib
from typing import Any
from zoneinfo import ZoneInfo

EPOCH, _NEXT = tomllib.loads("moments = [1970-01-01T00:00:00Z, 1970-01-01T00:00:01Z]")["moments"]
_SECOND = _NEXT - EPOCH


def zone_called(name: str) -> ZoneInfo:
    """The zone of that name, such as `Pacific/Auckland`."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise ValueError(f"no zone is called {name!r}; one is called Pacific/Auckland") from None


def seconds_of(moment: Any, zone: str) -> int:
    """Seconds of UTC since 1970. A date-time without an offset is what the clocks of that zone show."""
    if moment.microsecond:
        raise ValueError("a moment is given in whole seconds")
    if moment.tzinfo is None:
        moment = _in_zone(moment, zone_called(zone))
    return int((moment - EPOCH) // _SECOND)


def _in_zone(local: Any, zone: ZoneInfo) -> Any:
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    before, after = first.utcoffset(), second.utcoffset()
    if before < after:
        raise ValueError(f"the clocks of {zone.key} skip {local}: it never is that time")
    if before > after:
        both = f"{local}{_offset(first)} or {local}{_offset(second)}"
        raise ValueError(f"the clocks of {zone.key} show {local} twice: say which, {both}")
    return first


def _offset(moment: Any) -> str:
    return str(moment.isoformat()[19:])


def local_time(seconds: int, zone: str) -> str:
    """`2026-12-05 19:00 Pacific/Auckland`: a moment as people there read it."""
    moment = (EPOCH + seconds * _SECOND).astimezone(zone_called(zone)).replace(tzinfo=None)
    text = str(moment).removesuffix(":00") if not moment.second else str(moment)
    return f"{text} {zone}"


def utc(seconds: int) -> str:
    """`2026-11-15T08:09:10Z`."""
    return str((EPOCH + seconds * _SECOND).isoformat()).replace("+00:00", "Z")


def read_utc(text: str) -> int:
    """Seconds since 1970 of a moment written so."""
    return seconds_of(tomllib.loads(f"moment = {text}")["moment"], "UTC")
