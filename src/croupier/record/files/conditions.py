"""Conditions of entry as a TOML file: what people edit before the first application (D7 3.2), read and written exactly.

No clock is read here. Moments come from the file, and the calendar that turns them into seconds is the TOML reader's
own: this part of the house imports none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games.money import dollars
from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import Conditions, Duration, Measure, Prize, Stage, refuses_conditions
from croupier.record.files.condition_fields import (
    BOUNDS,
    LIMITS,
    PLAY_OFF_LIMITS,
    PLAY_OFF_SIGN,
    PRIZE,
    SECTIONS,
    SIGN,
    STAGE,
    STAGE_SIGN,
    TABLE,
    TOP,
    ConditionField,
    read_moment,
    read_seconds,
)
from croupier.record.files.toml_keys import Path, spots_of
from croupier.record.files.toml_text import Reading, Table, amount, document, quoted
from croupier.record.text.fault import Unreadable
from croupier.record.text.moments import local_time, seconds_of, utc


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
        return Sign(**{key: value for key, value in said.items() if key in SIGN})
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
    top = _fields(reading, (), document, TOP, SECTIONS)
    if "name" not in document:
        reading.fault((), "the conditions state no name")
    fee = top.pop("entry_fee", None)
    zone = _read_zone(document, top)
    for name in ("starts", "final_starts"):
        _read_start(reading, (), name, zone, top)
    for key, field in TOP.items():
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
        for key, value in _fields(reading, ("table",), document["table"], TABLE).items():
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
    said = _fields(reading, ("limits",), document["limits"], LIMITS)
    is_open = not said.keys() & SIGN.keys()
    if len(reading.faults) == faults and not is_open and (sign := _sign(reading, ("limits",), said)):
        yield _setting(("limits",), "sign", sign)
    for key in BOUNDS:
        if key in said:
            yield _setting(("limits", key), key, said[key])


def _play_off_steps(reading: Reading, document: Table) -> Iterator[Step]:
    if PLAY_OFF_LIMITS not in document:
        return
    faults, path = len(reading.faults), (PLAY_OFF_LIMITS,)
    said = _fields(reading, path, document[PLAY_OFF_LIMITS], SIGN)
    if said and len(reading.faults) == faults and (sign := _sign(reading, path, said)):
        yield _setting(path, "play_off_sign", sign)


def _stage_steps(reading: Reading, document: Table, zone: str | None) -> Iterator[Step]:
    for number, row in enumerate(reading.rows("stages", document.get("stages", []))):
        path: Path = ("stages", number)
        faults = len(reading.faults)
        said = _fields(reading, path, row, STAGE, ("limits",))
        if "limits" in row:
            limits = _fields(reading, (*path, "limits"), row["limits"], SIGN)
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
        said = _fields(reading, path, row, PRIZE)
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
    top = {key: getattr(conditions, field.name or key) for key, field in TOP.items()}
    blocks = [
        _HEADING,
        *_entries(TOP, top, conditions.zone),
        *_entries({PLAY_OFF_LIMITS: PLAY_OFF_SIGN}, {PLAY_OFF_LIMITS: conditions.play_off_sign}),
        "[limits]",
        *_entries(LIMITS, _sign_values(conditions.sign) | _values(conditions, BOUNDS)),
        "[table]",
        *_entries(TABLE, _values(conditions.options, TABLE)),
        _STAGES,
        *_rows(
            "stages",
            {**STAGE, "limits": STAGE_SIGN},
            list(map(_stage_values, conditions.stages)),
            conditions.zone,
        ),
        _PRIZES,
        *_rows("prizes", PRIZE, [_values(prize, PRIZE) for prize in conditions.prizes]),
    ]
    return "\n\n".join(blocks) + "\n"


def _values(holder: Struct, fields: dict[str, ConditionField]) -> Table:
    return {key: getattr(holder, key) for key in fields}


def _sign_values(sign: Sign | None) -> Table:
    return dict.fromkeys(SIGN) if sign is None else _values(sign, SIGN)


def _stage_values(stage: Stage) -> Table:
    return {**_values(stage, STAGE), "limits": stage.sign}


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
    return value is None or value == "" or (key in PRIZE and value == 0)


def _entry(key: str, field: ConditionField, value: Any, zone: str = "") -> str:
    if _is_open(key, value):
        return f"# {key} = {field.example}"
    if field.read is read_moment:
        return f"{key} = {utc(value)}{_as_comment(value, zone)}"
    return f"{key} = {_toml(field, value)}"


def _toml(field: ConditionField, value: Any) -> str:
    if isinstance(value, Sign):
        parts = (f"{key} = {_toml(SIGN[key], part)}" for key, part in _sign_values(value).items() if part is not None)
        return f"{{ {', '.join(parts)} }}"
    if field.read is amount:
        return dollars(value) if value % 100 == 0 else quoted(dollars(value))
    if field.read is read_seconds:
        return quoted(str(Duration(Measure.SECONDS, value)))
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if type(value) is int else quoted(str(value))


def _as_comment(seconds: int, zone: str) -> str:
    try:
        return f"  # {local_time(seconds, zone)}"
    except (ValueError, OverflowError):  # no such zone here, or so late that its clocks leave the calendar
        return ""
