"""What a file of conditions may say: for each key how it is read, what it is for, and what it looks like."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from croupier.games.tournament.conditions import Duration, Issue, Measure, TieBreak
from croupier.record.files.toml_text import amount, flag, words
from croupier.record.text.moments import EPOCH, zone_called

# How single values are read: each takes what TOML found, or raises ValueError with what was expected

_DURATION = re.compile(r"([0-9]{1,9}) (round|shoe|hour|minute|second)s?")
_SECONDS_IN = {"hour": 3600, "minute": 60, "second": 1}


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("expected a whole number")
    return value


def read_duration(value: Any) -> Duration:
    found = _DURATION.fullmatch(value) if type(value) is str else None
    if found is None:
        raise ValueError('expected a length, such as "20 rounds", "2 shoes", "45 minutes" or "90 seconds"')
    count, unit = int(found[1]), found[2]
    if unit in _SECONDS_IN:
        return Duration(Measure.SECONDS, count * _SECONDS_IN[unit])
    return Duration(Measure(f"{unit}s"), count)


def read_seconds(value: Any) -> int:
    try:
        duration = read_duration(value)
    except ValueError:
        duration = None
    if duration is None or duration.measure is not Measure.SECONDS:
        raise ValueError('expected some time, such as "25 seconds" or "60 minutes"')
    return duration.count


def _issue(value: Any) -> Issue:
    if type(value) is not str or value not in tuple(Issue):
        raise ValueError(f"expected {' or '.join(repr(str(issue)) for issue in Issue)}")
    return Issue(value)


def _tie_break(value: Any) -> TieBreak:
    if type(value) is not str or value not in tuple(TieBreak):
        raise ValueError(f"expected {' or '.join(repr(str(each)) for each in TieBreak)}")
    return TieBreak(value)


def _zone(value: Any) -> str:
    return zone_called(words(value)).key


def read_moment(value: Any) -> Any:
    if type(value) is not type(EPOCH):
        raise ValueError("expected a date and a time, such as 2026-12-05T19:00:00+13:00")
    return value


# What the file may say


class ConditionField(Struct, frozen=True):
    read: Callable[[Any], Any]
    says: str
    """The comment above the key: its clause, and what it is."""
    example: str
    """What is written, as a comment, where the matter is left open."""
    name: str = ""
    """What the value is called in the conditions, where it is called otherwise."""


TOP = {
    "name": ConditionField(words, "D7 1.0: what the tournament is called.", ""),
    "entry_form": ConditionField(words, "D7 3.2(a): what an applicant fills in.", '"Name and address"'),
    "entry_fee": ConditionField(amount, "D7 3.2(b): the entry fee in dollars; 0 where none is charged.", "50"),
    "chips": ConditionField(
        amount, "D7 3.2(c): what each player holds at the beginning of a session, in dollars.", "1000"
    ),
    "issue": ConditionField(_issue, 'D7 3.2(d): whether chips are given ("free") or "sold" at face value.', '"free"'),
    "fewest": ConditionField(_number, "D7 3.2(f): the smallest number of players, where there is one.", "22"),
    "most": ConditionField(_number, "D7 3.2(f): the largest number of players, where there is one.", "48"),
    "final": ConditionField(
        read_duration, "D7 3.2(g): how long the final lasts: rounds, shoes, minutes, seconds.", '"20 rounds"'
    ),
    "play_off": ConditionField(read_duration, "D7 3.2(g): how long a play-off lasts.", '"5 rounds"'),
    "starts": ConditionField(
        read_moment,
        "D7 3.5(a): when play begins; without an offset it is the time in the zone.",
        "2026-12-05T19:00:00",
    ),
    "final_chips": ConditionField(
        amount, "D7 3.2(c): what each player holds at the beginning of the final, where it differs.", "2000"
    ),
    "final_starts": ConditionField(
        read_moment, "D7 3.8: when the final begins, where that is settled beforehand.", "2026-12-06T19:00:00"
    ),
    "break": ConditionField(
        read_seconds, "D7 3.8: how long the players rest between two stages at least.", '"30 minutes"', "break_seconds"
    ),
    "tie_break": ConditionField(
        _tie_break,
        'D7 6.6: how a tie is broken: "play-off", by "lot", or "all" who are tied qualify (ruling T46).',
        '"play-off"',
    ),
    "substitutes": ConditionField(
        flag, "D7 6.7: whether the best who is out takes the place of a qualifier who stays away.", "false"
    ),
    "waiting_list": ConditionField(
        flag, "D7 3.7: whether applicants beyond the largest number wait and move up before play.", "false"
    ),
    "late_entries": ConditionField(
        flag, "D7 3.7: whether entries are taken until the last table of the first stage begins.", "false"
    ),
    "seats": ConditionField(
        _number,
        "D7 5.4: how many a table seats at most, 4 to 7; 7 or fewer who are left play the final.",
        "7",
    ),
    "zone": ConditionField(_zone, "D7 3.8: the zone in which people read the times.", '"Pacific/Auckland"'),
    "wager_time": ConditionField(
        read_seconds,
        "D7 4.9: how long a player has for a wager; leave out for no limit.",
        '"25 seconds"',
        "wager_seconds",
    ),
    "late_is_minimum": ConditionField(flag, "D7 4.9: whether who lets that time pass is held to the minimum.", "true"),
    "director_decides": ConditionField(
        flag, "D7 4.5: whether the director decides about who lets all of that time pass (ruling T47).", "false"
    ),
    "nil_by_round": ConditionField(
        flag, "D7 6.8: whether of those who hold nothing the one who fell later ranks higher (ruling T20).", "false"
    ),
    "notice": ConditionField(
        read_seconds, "D7 3.8: how long before a changed start the players are told.", '"60 minutes"', "notice_seconds"
    ),
}
SIGN = {
    "minimum": ConditionField(amount, "D7 3.2(e): the smallest wager, in dollars.", "10"),
    "maximum": ConditionField(amount, "D7 3.2(e): the largest wager.", "500"),
    "increment": ConditionField(
        amount, "D7 4.4: wagers are multiples of this, the minimum or the maximum; leave out where they need not.", "10"
    ),
    "smallest_chip": ConditionField(amount, "D1 1.1: no amount at the table is finer than this chip.", "5"),
}
BOUNDS = {
    "lowest_minimum": ConditionField(
        amount, "D7 4.3: how far the minimum may fall during a session; leave out where it stays (ruling T17).", "10"
    ),
    "highest_maximum": ConditionField(
        amount, "D7 4.3: how far the maximum may rise during a session; leave out where it stays.", "1000"
    ),
}
LIMITS = {**SIGN, **BOUNDS}
TABLE = {
    "decks": ConditionField(_number, "D2 3.3(a): how many decks are in the shoe, 4 to 8.", "8"),
    "cutting_cards": ConditionField(_number, "D2 3.3(b): one cutting card or two.", "1"),
    "layout": ConditionField(_number, "D2 3.2(c): the drawing of Appendix 1 or of Appendix 2.", "1"),
    "burn": ConditionField(flag, "D2 8.1: whether the first card of each shoe is discarded.", "false"),
    "writing": ConditionField(flag, "D7 5.14: whether writing implements are allowed.", "false"),
}
STAGE = {
    "duration": ConditionField(read_duration, "D7 3.2(g): how long its sessions last.", '"20 rounds"'),
    "advance": ConditionField(_number, "D7 6.6: how many of each table qualify, 1 to 7.", "1"),
    "best_losers": ConditionField(_number, "D7 6.6: how many more qualify, the highest of all the others.", "0"),
    "chips": ConditionField(amount, "D7 3.2(c): what each player holds at its beginning, where it differs.", "1500"),
    "starts": ConditionField(
        read_moment, "D7 3.8: when it begins, where that is settled beforehand.", "2026-12-05T19:00:00"
    ),
}
STAGE_SIGN = ConditionField(
    words,
    "D7 3.2(e): limits of this stage alone; leave out where they are those above.",
    "{ minimum = 10, maximum = 500 }",
)
PLAY_OFF_SIGN = ConditionField(
    words,
    "D7 3.2(e): limits of play-offs; leave out where they are those of the stage (ruling T44).",
    "{ minimum = 10, maximum = 500 }",
)
PRIZE = {
    "amount": ConditionField(amount, "D7 3.2(h): a sum in dollars.", "1000"),
    "share": ConditionField(_number, "D7 3.2(h): parts of what the pool holds beyond all sums.", "50"),
    "goods": ConditionField(words, "D7 3.4: goods or services.", '"Trophy"'),
    "value": ConditionField(amount, "D7 6.11: what the goods are worth, in dollars (ruling T13).", "100"),
}
PLAY_OFF_LIMITS = "play_off_limits"
SECTIONS = ("limits", PLAY_OFF_LIMITS, "table", "stages", "prizes")
