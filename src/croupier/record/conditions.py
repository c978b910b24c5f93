"""Conditions of entry as a TOML file: what people edit before the first application (D7 3.2), read and written exactly.

No clock is read here. Moments come from the file, and the calendar that turns them into seconds is the TOML reader's
own: this part of the house imports none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import reduce
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games.money import dollars
from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import Conditions, Duration, Issue, Measure, Prize, Stage, refuses_conditions
from croupier.record.codecs import AMOUNT, read_dollars
from croupier.record.fault import Fault, Unreadable
from croupier.record.moments import EPOCH, local_time, seconds_of, utc, zone_called
from croupier.record.toml_keys import Path, Spot, spot_at, spots_of

Table = dict[str, Any]


class _Fraction(str):
    """A number with a point, as it was written: no binary fraction comes near an amount."""

    __slots__ = ()


# How single values are read: each takes what TOML found, or raises ValueError with what was expected

_DURATION = re.compile(r"([0-9]{1,9}) (round|shoe|hour|minute|second)s?")
_SECONDS_IN = {"hour": 3600, "minute": 60, "second": 1}
_AMOUNT = re.compile(AMOUNT, re.ASCII)


def _words(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("expected words in quotation marks")
    return value


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError("expected a whole number")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")  # noqa: TRY004  a fault of the text, not of the program
    return value


def _amount(value: Any) -> int:
    """Dollars, as a whole number, with a point, or as words."""
    if type(value) is int:
        return value * 100
    if isinstance(value, str):
        text = value.replace("_", "") if isinstance(value, _Fraction) else value
        if _AMOUNT.fullmatch(text):
            return read_dollars(text)
    raise ValueError('expected an amount in dollars, such as 20 or "2.50"')


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


def _zone(value: Any) -> str:
    return zone_called(_words(value)).key


def _moment(value: Any) -> Any:
    if type(value) is not type(EPOCH):
        raise ValueError("expected a date and a time, such as 2026-12-05T19:00:00+13:00")
    return value


# What the file may say: for each key how it is read, what it is for, and what it looks like


class Field(Struct, frozen=True):
    read: Callable[[Any], Any]
    says: str
    """The comment above the key: its clause, and what it is."""
    example: str
    """What is written, as a comment, where the matter is left open."""
    name: str = ""
    """What the value is called in the conditions, where it is called otherwise."""


_TOP = {
    "name": Field(_words, "D7 1.0: what the tournament is called.", ""),
    "entry_form": Field(_words, "D7 3.2(a): what an applicant fills in.", '"Name and address"'),
    "entry_fee": Field(_amount, "D7 3.2(b): the entry fee in dollars; 0 where none is charged.", "50"),
    "chips": Field(_amount, "D7 3.2(c): what each player holds at the beginning of a session, in dollars.", "1000"),
    "issue": Field(_issue, 'D7 3.2(d): whether chips are given ("free") or "sold" at face value.', '"free"'),
    "fewest": Field(_number, "D7 3.2(f): the smallest number of players, where there is one.", "22"),
    "most": Field(_number, "D7 3.2(f): the largest number of players, where there is one.", "48"),
    "final": Field(
        read_duration, "D7 3.2(g): how long the final lasts: rounds, shoes, minutes, seconds.", '"20 rounds"'
    ),
    "play_off": Field(read_duration, "D7 3.2(g): how long a play-off lasts.", '"5 rounds"'),
    "starts": Field(
        _moment,
        "D7 3.5(a): when play begins; without an offset it is the time in the zone.",
        "2026-12-05T19:00:00",
    ),
    "seats": Field(
        _number,
        "D7 5.4: how many a table seats at most, 4 to 7; 7 or fewer who are left play the final.",
        "7",
    ),
    "zone": Field(_zone, "D7 3.8: the zone in which people read the times.", '"Pacific/Auckland"'),
    "wager_time": Field(
        _seconds, "D7 4.9: how long a player has for a wager; leave out for no limit.", '"25 seconds"', "wager_seconds"
    ),
    "late_is_minimum": Field(_flag, "D7 4.9: whether who lets that time pass is held to the minimum.", "true"),
    "nil_by_round": Field(
        _flag, "D7 6.8: whether of those who hold nothing the one who fell later ranks higher (ruling T20).", "false"
    ),
    "notice": Field(
        _seconds, "D7 3.8: how long before a changed start the players are told.", '"60 minutes"', "notice_seconds"
    ),
}
_SIGN = {
    "minimum": Field(_amount, "D7 3.2(e): the smallest wager, in dollars.", "10"),
    "maximum": Field(_amount, "D7 3.2(e): the largest wager.", "500"),
    "increment": Field(_amount, "D7 4.4: wagers come in multiples of this; leave out where they need not.", "10"),
    "smallest_chip": Field(_amount, "D1 1.1: no amount at the table is finer than this chip.", "5"),
}
_BOUNDS = {
    "lowest_minimum": Field(
        _amount, "D7 4.3: how far the minimum may fall during a session; leave out where it stays (ruling T17).", "10"
    ),
    "highest_maximum": Field(
        _amount, "D7 4.3: how far the maximum may rise during a session; leave out where it stays.", "1000"
    ),
}
_LIMITS = {**_SIGN, **_BOUNDS}
_TABLE = {
    "decks": Field(_number, "D2 3.3(a): how many decks are in the shoe, 4 to 8.", "8"),
    "cutting_cards": Field(_number, "D2 3.3(b): one cutting card or two.", "1"),
    "layout": Field(_number, "D2 3.2(c): the drawing of Appendix 1 or of Appendix 2.", "1"),
    "burn": Field(_flag, "D2 8.1: whether the first card of each shoe is discarded.", "false"),
    "writing": Field(_flag, "D7 5.14: whether writing implements are allowed.", "false"),
}
_STAGE = {
    "duration": Field(read_duration, "D7 3.2(g): how long its sessions last.", '"20 rounds"'),
    "advance": Field(_number, "D7 6.6: how many of each table go on, 1 to 3.", "1"),
    "best_losers": Field(_number, "D7 6.6: how many more go on, the highest of all the others.", "0"),
}
_STAGE_SIGN = Field(
    _words,
    "D7 3.2(e): limits of this stage alone; leave out where they are those above.",
    "{ minimum = 10, maximum = 500 }",
)
_PRIZE = {
    "amount": Field(_amount, "D7 3.2(h): a sum in dollars.", "1000"),
    "share": Field(_number, "D7 3.2(h): parts of what the pool holds beyond all sums.", "50"),
    "goods": Field(_words, "D7 3.4: goods or services.", '"Trophy"'),
    "value": Field(_amount, "D7 6.11: what the goods are worth, in dollars (ruling T13).", "100"),
}
_SECTIONS = ("limits", "table", "stages", "prizes")


# Reading


class _Reading:
    """One text on its way to conditions, with the faults found so far."""

    def __init__(self, spots: dict[Path, Spot]) -> None:
        self._spots = spots
        self.faults: list[Fault] = []

    def fault(self, path: Path, why: str) -> None:
        """At the key that it is about, or at the nearest that is around it."""
        around = (path[:length] for length in range(len(path), 0, -1))
        spot = next((self._spots[each] for each in around if each in self._spots), (1, 1))
        self.faults.append(Fault(*spot, why))

    def fields(self, path: Path, found: Any, fields: dict[str, Field], others: tuple[str, ...] = ()) -> Table:
        """What the keys of one table say, without those that cannot be read."""
        if not isinstance(found, dict):
            self.fault(path, f"{path[-1]} is a table, with keys of its own")
            return {}
        said: Table = {}
        for key, value in found.items():
            if key in others:
                continue
            if key not in fields:
                self.fault((*path, key), _unknown(key, (*fields, *others)))
                continue
            try:
                said[fields[key].name or key] = fields[key].read(value)
            except ValueError as error:
                self.fault((*path, key), f"{key}: {error}")
        return said

    def rows(self, name: str, found: Any) -> list[Any]:
        if isinstance(found, list) and all(isinstance(row, dict) for row in found):
            return found
        self.fault((name,), f"each of the {name} is a table: it begins with [[{name}]]")
        return []

    def sign(self, path: Path, said: Table) -> Sign | None:
        """The sign that a table of limits makes, if it makes one."""
        faults = len(self.faults)
        for needed in ("minimum", "maximum"):
            if needed not in said:
                self.fault(path, f"limits state a {needed}")
        if len(self.faults) > faults:
            return None
        try:
            return Sign(**{key: value for key, value in said.items() if key in _SIGN})
        except Refused as refused:
            self.fault(path, str(refused.refusal))
            return None


def _unknown(key: str, known: tuple[str, ...]) -> str:
    close = get_close_matches(key, known, 1)
    return f"nothing here is called {key!r}" + (f"; {close[0]!r} is meant, perhaps" if close else "")


def read_conditions(text: str) -> Conditions:
    """Conditions of entry from TOML, complete or not; `Unreadable` with every fault where some are found."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    document = _document(text)
    reading = _Reading(spots_of(text))
    conditions = _settled(reading, _steps(reading, document))
    if reading.faults:
        raise Unreadable(reading.faults)
    return conditions


def _document(text: str) -> Table:
    try:
        return tomllib.loads(text, parse_float=_Fraction)
    except RecursionError:
        raise Unreadable([Fault(1, 1, "there are too many brackets within brackets")]) from None
    except ValueError as error:
        raise Unreadable([_syntax_fault(text, str(error))]) from None


def _syntax_fault(text: str, said: str) -> Fault:
    """The fault as TOML's reader says it, at the place that it names."""
    why, at, place = said.partition(" (at ")
    found = re.match(r"line ([0-9]+), column ([0-9]+)", place)
    if found:
        return Fault(int(found[1]), int(found[2]), why)
    return Fault(*(spot_at(text, len(text)) if at else (1, 1)), why)


Step = tuple[Path, Callable[[Conditions], Conditions]]
"""Something that the file settles, where it stands, and what the conditions are once it is settled."""


def _settled(reading: _Reading, steps: Iterator[Step]) -> Conditions:
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


def _steps(reading: _Reading, document: Table) -> Iterator[Step]:
    """In an order in which nothing is refused that what comes after it would make good."""
    top = reading.fields((), document, _TOP, _SECTIONS)
    if "name" not in document:
        reading.fault((), "the conditions state no name")
    fee = top.pop("entry_fee", None)
    _read_start(reading, document, top)
    for key, field in _TOP.items():
        name = field.name or key
        if name in top:
            yield _setting((key,), name, top[name])
    yield from _limit_steps(reading, document)
    yield from _stage_steps(reading, document)
    yield from _prize_steps(reading, document)
    if fee is not None:
        yield _setting(("entry_fee",), "entry_fee", fee)
    if "table" in document:
        for key, value in reading.fields(("table",), document["table"], _TABLE).items():
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


def _read_start(reading: _Reading, document: Table, top: Table) -> None:
    """A time of the clocks in the zone can be read only where the zone can."""
    moment = top.pop("starts", None)
    if moment is None or (moment.tzinfo is None and "zone" in document and "zone" not in top):
        return
    try:
        top["starts"] = seconds_of(moment, top.get("zone", Conditions(name="-").zone))
    except ValueError as error:
        reading.fault(("starts",), f"starts: {error}")


def _limit_steps(reading: _Reading, document: Table) -> Iterator[Step]:
    if "limits" not in document:
        return
    faults = len(reading.faults)
    said = reading.fields(("limits",), document["limits"], _LIMITS)
    is_open = not said.keys() & _SIGN.keys()
    if len(reading.faults) == faults and not is_open and (sign := reading.sign(("limits",), said)):
        yield _setting(("limits",), "sign", sign)
    for key in _BOUNDS:
        if key in said:
            yield _setting(("limits", key), key, said[key])


def _stage_steps(reading: _Reading, document: Table) -> Iterator[Step]:
    for number, row in enumerate(reading.rows("stages", document.get("stages", []))):
        path: Path = ("stages", number)
        faults = len(reading.faults)
        said = reading.fields(path, row, _STAGE, ("limits",))
        if "limits" in row:
            limits = reading.fields((*path, "limits"), row["limits"], _SIGN)
            if len(reading.faults) == faults:
                said["sign"] = reading.sign((*path, "limits"), limits)
        if "duration" not in row:
            reading.fault(path, "a stage states its duration")
        if len(reading.faults) == faults:
            yield _adding(path, "stages", Stage(**said))


def _prize_steps(reading: _Reading, document: Table) -> Iterator[Step]:
    for number, row in enumerate(reading.rows("prizes", document.get("prizes", []))):
        path: Path = ("prizes", number)
        faults = len(reading.faults)
        said = reading.fields(path, row, _PRIZE)
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
        "[limits]",
        *_entries(_LIMITS, _sign_values(conditions.sign) | _values(conditions, _BOUNDS)),
        "[table]",
        *_entries(_TABLE, _values(conditions.options, _TABLE)),
        _STAGES,
        *_rows("stages", {**_STAGE, "limits": _STAGE_SIGN}, list(map(_stage_values, conditions.stages))),
        _PRIZES,
        *_rows("prizes", _PRIZE, [_values(prize, _PRIZE) for prize in conditions.prizes]),
    ]
    return "\n\n".join(blocks) + "\n"


def _values(holder: Struct, fields: dict[str, Field]) -> Table:
    return {key: getattr(holder, key) for key in fields}


def _sign_values(sign: Sign | None) -> Table:
    return dict.fromkeys(_SIGN) if sign is None else _values(sign, _SIGN)


def _stage_values(stage: Stage) -> Table:
    return {**_values(stage, _STAGE), "limits": stage.sign}


def _rows(name: str, fields: dict[str, Field], rows: list[Table]) -> list[str]:
    """Each row of an array; the first explains what the others then say without a word. An example where none is."""
    if not rows:
        return [f"# [[{name}]]\n" + "\n".join(_example(key, field) for key, field in fields.items())]
    return [
        f"[[{name}]]\n" + "\n".join(_bare_entries(fields, row) if number else _entries(fields, row))
        for number, row in enumerate(rows)
    ]


def _entries(fields: dict[str, Field], values: Table, zone: str = "") -> list[str]:
    return [f"# {field.says}\n{_entry(key, field, values[key], zone)}" for key, field in fields.items()]


def _example(key: str, field: Field) -> str:
    return f"# {key} = {field.example}  # {field.says}"


def _bare_entries(fields: dict[str, Field], values: Table) -> list[str]:
    return [_entry(key, field, values[key]) for key, field in fields.items() if not _is_open(key, values[key])]


def _is_open(key: str, value: Any) -> bool:
    """Whether nothing is said: the matter is open, or it is what a prize does not have."""
    return value is None or value == "" or (key in _PRIZE and value == 0)


def _entry(key: str, field: Field, value: Any, zone: str = "") -> str:
    if _is_open(key, value):
        return f"# {key} = {field.example}"
    if key == "starts":
        return f"{key} = {utc(value)}{_as_comment(value, zone)}"
    return f"{key} = {_toml(field, value)}"


def _toml(field: Field, value: Any) -> str:
    if isinstance(value, Sign):
        parts = (f"{key} = {_toml(_SIGN[key], part)}" for key, part in _sign_values(value).items() if part is not None)
        return f"{{ {', '.join(parts)} }}"
    if field.read is _amount:
        return dollars(value) if value % 100 == 0 else _quoted(dollars(value))
    if field.read is _seconds:
        return _quoted(str(Duration(Measure.SECONDS, value)))
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if type(value) is int else _quoted(str(value))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in escaped) + '"'


def _as_comment(seconds: int, zone: str) -> str:
    try:
        return f"  # {local_time(seconds, zone)}"
    except (ValueError, OverflowError):  # no such zone here, or so late that its clocks leave the calendar
        return ""
