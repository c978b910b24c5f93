"""Conditions of entry as a TOML file: what people edit before the first application (D7 3.2), read and written exactly.

No clock is read here. Moments come from the file, and the calendar that turns them into seconds is the TOML reader's
own: this part of the house imports none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games.money import dollars
from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import (
    Conditions,
    Duration,
    Issue,
    Measure,
    Prize,
    Stage,
    TieBreak,
    refuses_conditions,
)
from croupier.record.files.toml_keys import Path, spots_of
from croupier.record.files.toml_text import Reading, Table, amount, document, flag, quoted, words
from croupier.record.text.fault import Unreadable
from croupier.record.text.moments import EPOCH, local_time, seconds_of, utc, zone_called

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


def _seconds(value: Any) -> int:
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


def _moment(value: Any) -> Any:
    if type(value) is not type(EPOCH):
        raise ValueError("expected a date and a time, such as 2026-12-05T19:00:00+13:00")
    return value


# What the file may say: for each key how it is read, what it is for, and what it looks like


class ConditionField(Struct, frozen=True):
    read: Callable[[Any], Any]
    says: str
    """The comment above the key: its clause, and what it is."""
    example: str
    """What is written, as a comment, where the matter is left open."""
    name: str = ""
    """What the value is called in the conditions, where it is called otherwise."""


_TOP = {
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
        _moment,
        "D7 3.5(a): when play begins; without an offset it is the time in the zone.",
        "2026-12-05T19:00:00",
    ),
    "final_chips": ConditionField(
        amount, "D7 3.2(c): what each player holds at the beginning of the final, where it differs.", "2000"
    ),
    "final_starts": ConditionField(
        _moment, "D7 3.8: when the final begins, where that is settled beforehand.", "2026-12-06T19:00:00"
    ),
    "break": ConditionField(
        _seconds, "D7 3.8: how long the players rest between two stages at least.", '"30 minutes"', "break_seconds"
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
        _seconds, "D7 4.9: how long a player has for a wager; leave out for no limit.", '"25 seconds"', "wager_seconds"
    ),
    "late_is_minimum": ConditionField(flag, "D7 4.9: whether who lets that time pass is held to the minimum.", "true"),
    "director_decides": ConditionField(
        flag, "D7 4.5: whether the director decides about who lets all of that time pass (ruling T47).", "false"
    ),
    "nil_by_round": ConditionField(
        flag, "D7 6.8: whether of those who hold nothing the one who fell later ranks higher (ruling T20).", "false"
    ),
    "notice": ConditionField(
        _seconds, "D7 3.8: how long before a changed start the players are told.", '"60 minutes"', "notice_seconds"
    ),
}
_SIGN = {
    "minimum": ConditionField(amount, "D7 3.2(e): the smallest wager, in dollars.", "10"),
    "maximum": ConditionField(amount, "D7 3.2(e): the largest wager.", "500"),
    "increment": ConditionField(
        amount, "D7 4.4: wagers are multiples of this, the minimum or the maximum; leave out where they need not.", "10"
    ),
    "smallest_chip": ConditionField(amount, "D1 1.1: no amount at the table is finer than this chip.", "5"),
}
_BOUNDS = {
    "lowest_minimum": ConditionField(
        amount, "D7 4.3: how far the minimum may fall during a session; leave out where it stays (ruling T17).", "10"
    ),
    "highest_maximum": ConditionField(
        amount, "D7 4.3: how far the maximum may rise during a session; leave out where it stays.", "1000"
    ),
}
_LIMITS = {**_SIGN, **_BOUNDS}
_TABLE = {
    "decks": ConditionField(_number, "D2 3.3(a): how many decks are in the shoe, 4 to 8.", "8"),
    "cutting_cards": ConditionField(_number, "D2 3.3(b): one cutting card or two.", "1"),
    "layout": ConditionField(_number, "D2 3.2(c): the drawing of Appendix 1 or of Appendix 2.", "1"),
    "burn": ConditionField(flag, "D2 8.1: whether the first card of each shoe is discarded.", "false"),
    "writing": ConditionField(flag, "D7 5.14: whether writing implements are allowed.", "false"),
}
_STAGE = {
    "duration": ConditionField(read_duration, "D7 3.2(g): how long its sessions last.", '"20 rounds"'),
    "advance": ConditionField(_number, "D7 6.6: how many of each table qualify, 1 to 7.", "1"),
    "best_losers": ConditionField(_number, "D7 6.6: how many more qualify, the highest of all the others.", "0"),
    "chips": ConditionField(amount, "D7 3.2(c): what each player holds at its beginning, where it differs.", "1500"),
    "starts": ConditionField(
        _moment, "D7 3.8: when it begins, where that is settled beforehand.", "2026-12-05T19:00:00"
    ),
}
_STAGE_SIGN = ConditionField(
    words,
    "D7 3.2(e): limits of this stage alone; leave out where they are those above.",
    "{ minimum = 10, maximum = 500 }",
)
_PLAY_OFF_SIGN = ConditionField(
    words,
    "D7 3.2(e): limits of play-offs; leave out where they are those of the stage (ruling T44).",
    "{ minimum = 10, maximum = 500 }",
)
_PRIZE = {
    "amount": ConditionField(amount, "D7 3.2(h): a sum in dollars.", "1000"),
    "share": ConditionField(_number, "D7 3.2(h): parts of what the pool holds beyond all sums.", "50"),
    "goods": ConditionField(words, "D7 3.4: goods or services.", '"Trophy"'),
    "value": ConditionField(amount, "D7 6.11: what the goods are worth, in dollars (ruling T13).", "100"),
}
_PLAY_OFF_LIMITS = "play_off_limits"
_SECTIONS = ("limits", _PLAY_OFF_LIMITS, "table", "stages", "prizes")


# Reading


def _fields(
    reading: Reading, path: Path, found: Any, fields: dict[str, ConditionField], others: tuple[str, ...] = ()
) -> Table:
    """What the keys of one table say, by the names that the conditions give them."""
    said = reading.fields(path, found, {key: field.read for key, field in fields.items()}, others)
    return {fields[key].name or key: value for key, value in said.items()}


def _sign(reading: Reading, path: Path, said: Table) -> Sign | None:
    """The sign that a table of limits makes, if it makes one."""
    faults = len(reading.faults)
    for needed in ("minimum", "maximum"):
        if needed not in said:
            reading.fault(path, f"limits state a {needed}")
    if len(reading.faults) > faults:
        return None
    try:
        return Sign(**{key: value for key, value in said.items() if key in _SIGN})
    except Refused as refused:
        reading.fault(path, str(refused.refusal))
        return None


def read_conditions(text: str) -> Conditions:
    """Conditions of entry from TOML, complete or not; `Unreadable` with every fault where some are found."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found = document(text)
    reading = Reading(spots_of(text))
    conditions = _settled(reading, _steps(reading, found))
    if reading.faults:
        raise Unreadable(reading.faults)
    return conditions


Step = tuple[Path, Callable[[Conditions], Conditions]]
"""Something that the file settles, where it stands, and what the conditions are once it is settled."""


def _settled(reading: Reading, steps: Iterator[Step]) -> Conditions:
    """All together if that is accepted; else one after the other, each refusal being about what was settled then."""
    every = list(steps)
    conditions = Conditions(name="-")
    together = reduce(lambda settled, step: step[1](settled), every, conditions)
    if refuses_conditions(together) is None:
        return together
    for path, settle in every:
        trial = settle(conditions)
        if refusal := refuses_conditions(trial):
            reading.fault(path, str(refusal))
        else:
            conditions = trial
    return conditions


def _steps(reading: Reading, document: Table) -> Iterator[Step]:
    """In an order in which nothing is refused that what comes after it would make good."""
    top = _fields(reading, (), document, _TOP, _SECTIONS)
    if "name" not in document:
        reading.fault((), "the conditions state no name")
    fee = top.pop("entry_fee", None)
    zone = _read_zone(document, top)
    for name in ("starts", "final_starts"):
        _read_start(reading, (), name, zone, top)
    for key, field in _TOP.items():
        name = field.name or key
        if name in top:
            yield _setting((key,), name, top[name])
    yield from _limit_steps(reading, document)
    yield from _play_off_steps(reading, document)
    yield from _stage_steps(reading, document, zone)
    yield from _prize_steps(reading, document)
    if fee is not None:
        yield _setting(("entry_fee",), "entry_fee", fee)
    if "table" in document:
        for key, value in _fields(reading, ("table",), document["table"], _TABLE).items():
            yield _option(key, value)


def _setting(path: Path, name: str, value: Any) -> Step:
    return path, lambda conditions: msgspec.structs.replace(conditions, **{name: value})


def _adding(path: Path, name: str, value: Any) -> Step:
    return path, lambda conditions: msgspec.structs.replace(conditions, **{name: (*getattr(conditions, name), value)})


def _option(key: str, value: Any) -> Step:
    def settle(conditions: Conditions) -> Conditions:
        options = msgspec.structs.replace(conditions.options, **{key: value})
        return msgspec.structs.replace(conditions, options=options)

    return ("table", key), settle


def _read_zone(document: Table, top: Table) -> str | None:
    """The zone of all times; `None` where the file states one that cannot be read."""
    if "zone" in document and "zone" not in top:
        return None
    zone: str = top.get("zone", Conditions(name="-").zone)
    return zone


def _read_start(reading: Reading, path: Path, name: str, zone: str | None, said: Table) -> None:
    """A time of the clocks in the zone can be read only where the zone can."""
    moment = said.pop(name, None)
    if moment is None or (moment.tzinfo is None and zone is None):
        return
    try:
        said[name] = seconds_of(moment, zone or Conditions(name="-").zone)
    except ValueError as error:
        reading.fault((*path, name), f"{name}: {error}")


def _limit_steps(reading: Reading, document: Table) -> Iterator[Step]:
    if "limits" not in document:
        return
    faults = len(reading.faults)
    said = _fields(reading, ("limits",), document["limits"], _LIMITS)
    is_open = not said.keys() & _SIGN.keys()
    if len(reading.faults) == faults and not is_open and (sign := _sign(reading, ("limits",), said)):
        yield _setting(("limits",), "sign", sign)
    for key in _BOUNDS:
        if key in said:
            yield _setting(("limits", key), key, said[key])


def _play_off_steps(reading: Reading, document: Table) -> Iterator[Step]:
    if _PLAY_OFF_LIMITS not in document:
        return
    faults, path = len(reading.faults), (_PLAY_OFF_LIMITS,)
    said = _fields(reading, path, document[_PLAY_OFF_LIMITS], _SIGN)
    if said and len(reading.faults) == faults and (sign := _sign(reading, path, said)):
        yield _setting(path, "play_off_sign", sign)


def _stage_steps(reading: Reading, document: Table, zone: str | None) -> Iterator[Step]:
    for number, row in enumerate(reading.rows("stages", document.get("stages", []))):
        path: Path = ("stages", number)
        faults = len(reading.faults)
        said = _fields(reading, path, row, _STAGE, ("limits",))
        if "limits" in row:
            limits = _fields(reading, (*path, "limits"), row["limits"], _SIGN)
            if len(reading.faults) == faults:
                said["sign"] = _sign(reading, (*path, "limits"), limits)
        _read_start(reading, path, "starts", zone, said)
        if "duration" not in row:
            reading.fault(path, "a stage states its duration")
        if len(reading.faults) == faults:
            yield _adding(path, "stages", Stage(**said))


def _prize_steps(reading: Reading, document: Table) -> Iterator[Step]:
    for number, row in enumerate(reading.rows("prizes", document.get("prizes", []))):
        path: Path = ("prizes", number)
        faults = len(reading.faults)
        said = _fields(reading, path, row, _PRIZE)
        if len(reading.faults) == faults:
            yield _adding(path, "prizes", Prize(**said))


# Writing

_HEADING = """# Conditions of entry to a blackjack tournament (Division 7, rule 3.2).
# Amounts are dollars: 20, or "2.50" where there are cents. A line such as "# most = 48" is an example, not in force."""
_STAGES = (
    "# D7 3.2(g): the stages before the final, in order, each under [[stages]]; the last is repeated where needed."
)
_PRIZES = "# D7 3.2(h): the prizes, from the winner's on, each under [[prizes]]."


def write_conditions(conditions: Conditions) -> str:
    """The conditions as TOML, each matter with its clause above it; for what is left open an example stands there."""
    top = {key: getattr(conditions, field.name or key) for key, field in _TOP.items()}
    blocks = [
        _HEADING,
        *_entries(_TOP, top, conditions.zone),
        *_entries({_PLAY_OFF_LIMITS: _PLAY_OFF_SIGN}, {_PLAY_OFF_LIMITS: conditions.play_off_sign}),
        "[limits]",
        *_entries(_LIMITS, _sign_values(conditions.sign) | _values(conditions, _BOUNDS)),
        "[table]",
        *_entries(_TABLE, _values(conditions.options, _TABLE)),
        _STAGES,
        *_rows(
            "stages",
            {**_STAGE, "limits": _STAGE_SIGN},
            list(map(_stage_values, conditions.stages)),
            conditions.zone,
        ),
        _PRIZES,
        *_rows("prizes", _PRIZE, [_values(prize, _PRIZE) for prize in conditions.prizes]),
    ]
    return "\n\n".join(blocks) + "\n"


def _values(holder: Struct, fields: dict[str, ConditionField]) -> Table:
    return {key: getattr(holder, key) for key in fields}


def _sign_values(sign: Sign | None) -> Table:
    return dict.fromkeys(_SIGN) if sign is None else _values(sign, _SIGN)


def _stage_values(stage: Stage) -> Table:
    return {**_values(stage, _STAGE), "limits": stage.sign}


def _rows(name: str, fields: dict[str, ConditionField], rows: list[Table], zone: str = "") -> list[str]:
    """Each row of an array; the first explains what the others then say without a word. An example where none is."""
    if not rows:
        return [f"# [[{name}]]\n" + "\n".join(_example(key, field) for key, field in fields.items())]
    return [
        f"[[{name}]]\n" + "\n".join(_bare_entries(fields, row, zone) if number else _entries(fields, row, zone))
        for number, row in enumerate(rows)
    ]


def _entries(fields: dict[str, ConditionField], values: Table, zone: str = "") -> list[str]:
    return [f"# {field.says}\n{_entry(key, field, values[key], zone)}" for key, field in fields.items()]


def _example(key: str, field: ConditionField) -> str:
    return f"# {key} = {field.example}  # {field.says}"


def _bare_entries(fields: dict[str, ConditionField], values: Table, zone: str = "") -> list[str]:
    return [_entry(key, field, values[key], zone) for key, field in fields.items() if not _is_open(key, values[key])]


def _is_open(key: str, value: Any) -> bool:
    """Whether nothing is said: the matter is open, or it is what a prize does not have."""
    return value is None or value == "" or (key in _PRIZE and value == 0)


def _entry(key: str, field: ConditionField, value: Any, zone: str = "") -> str:
    if _is_open(key, value):
        return f"# {key} = {field.example}"
    if field.read is _moment:
        return f"{key} = {utc(value)}{_as_comment(value, zone)}"
    return f"{key} = {_toml(field, value)}"


def _toml(field: ConditionField, value: Any) -> str:
    if isinstance(value, Sign):
        parts = (f"{key} = {_toml(_SIGN[key], part)}" for key, part in _sign_values(value).items() if part is not None)
        return f"{{ {', '.join(parts)} }}"
    if field.read is amount:
        return dollars(value) if value % 100 == 0 else quoted(dollars(value))
    if field.read is _seconds:
        return quoted(str(Duration(Measure.SECONDS, value)))
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if type(value) is int else quoted(str(value))


def _as_comment(seconds: int, zone: str) -> str:
    try:
        return f"  # {local_time(seconds, zone)}"
    except (ValueError, OverflowError):  # no such zone here, or so late that its clocks leave the calendar
        return ""
