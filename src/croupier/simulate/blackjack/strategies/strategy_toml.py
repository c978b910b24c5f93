"""A strategy from a TOML text: how it plays, what it counts, and what hangs on the count."""

from __future__ import annotations

from typing import Any

from croupier.games.money import MOST, dollars
from croupier.odds.counting.count import CardCount, Rounding
from croupier.record.files.toml_keys import Path, spots_of
from croupier.record.files.toml_text import Reader, Reading, Table, amount, between, document, flag, one_of, words
from croupier.record.text.fault import TextFault, Unreadable
from croupier.simulate.blackjack.strategies.chart_rows import (
    CARDS,
    SECTION_OF_ROW,
    SECTIONS,
    ChartSection,
    chart_of,
    missing_rows,
    read_letters,
    refuses_letter,
)
from croupier.simulate.blackjack.strategies.strategy import (
    FORMER_NAME,
    Chart,
    ChoiceSource,
    Deviation,
    Letter,
    PlayStrategy,
    StakeStep,
)

LONGEST_TEXT = 100_000
LONGEST_LINE = 500
"""A file of any use is far below both, and no file keeps the reader busy for long."""
LONGEST_NAME = 80
MOST_STAKES = 64
MOST_DEVIATIONS = 500
COUNTS = (-200, 200)
VALUES = (-100, 100)

NEVER = "never"
ALWAYS = "always"
TRUE = "true"
RUNNING = "running"


# How single values are read


def _insurance(value: Any) -> tuple[bool, int | None]:
    """Whether always, and from which count on."""
    if type(value) is int and COUNTS[0] <= value <= COUNTS[1]:
        return False, value
    if type(value) is not str or value not in (NEVER, ALWAYS):
        raise ValueError(f'expected "{NEVER}", "{ALWAYS}", or a count from {COUNTS[0]} to {COUNTS[1]}')
    return value == ALWAYS, None


def _name(value: Any) -> str:
    if not 0 < len(words(value)) <= LONGEST_NAME or not value.isprintable():
        raise ValueError(f"expected one line of no more than {LONGEST_NAME} letters")
    return words(value)


def _stake(value: Any) -> int:
    cents = amount(value)
    if not 0 < cents <= MOST:
        raise ValueError(f"expected more than 0 and no more than {dollars(MOST)} dollars")
    return cents


def _card(value: Any) -> int:
    if type(value) is not str or value not in CARDS:
        raise ValueError(f"expected a card: one of {' '.join(CARDS)}, in quotation marks")
    return CARDS[value]


def _hand(value: Any) -> tuple[str, int]:
    """`hard 16`: the row, and its total or the value of one card of the pair."""
    row, _, name = value.partition(" ") if type(value) is str else ("", "", "")
    if row not in SECTION_OF_ROW or name not in SECTION_OF_ROW[row].totals:
        raise ValueError(
            'expected a hand: "hard 4" to "hard 20", "soft 12" to "soft 20", or "pair A", "pair T", "pair 9" and so on'
        )
    return row, SECTION_OF_ROW[row].totals[name]


def _play(value: Any) -> str:
    if type(value) is not str or value not in tuple(Letter):
        raise ValueError("expected one letter: S stand, H hit, D double or hit, d double or stand, P split")
    return value


def _source(value: Any) -> str:
    return ChoiceSource.CDP1 if value == FORMER_NAME else one_of(*ChoiceSource)(value)


_count = between(*COUNTS)
_TOP: dict[str, Reader] = {"play": _source, "insurance": _insurance, "early": flag}
_COUNT: dict[str, Reader] = {
    "name": _name,
    "kind": one_of(TRUE, RUNNING),
    "rounding": one_of(*Rounding),
    "start": _count,
}
_VALUES: dict[str, Reader] = dict.fromkeys(CARDS, between(*VALUES))
_STAKE: dict[str, Reader] = {"at": _count, "stake": _stake}
_DEVIATION: dict[str, Reader] = {"hand": _hand, "against": _card, "at": _count, "below": _count, "play": _play}


# The whole text


def read_strategy(text: str) -> PlayStrategy:
    """A strategy from TOML; `Unreadable` with every fault where some are found."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    check_length(text)
    _check_lines(text)
    found = document(text)
    reading = Reading(spots_of(text))
    strategy = _strategy(reading, found)
    if reading.faults:
        raise Unreadable(reading.faults)
    return strategy


def check_length(content: str | bytes) -> None:
    if len(content) > LONGEST_TEXT:
        raise Unreadable([TextFault(1, 1, f"the file is too long for a strategy: more than {LONGEST_TEXT:,} letters")])


def _check_lines(text: str) -> None:
    faults = [
        TextFault(number, LONGEST_LINE + 1, f"the line is too long: more than {LONGEST_LINE:,} letters")
        for number, line in enumerate(text.split("\n"), 1)
        if len(line) > LONGEST_LINE
    ]
    if faults:
        raise Unreadable(faults)


def _strategy(reading: Reading, found: Table) -> PlayStrategy:
    top = reading.fields((), found, _TOP, ("chart", "count", "stakes", "deviations"))
    chart = _chart(reading, found["chart"]) if "chart" in found else None
    if "chart" in found and "play" in found:
        reading.fault(("play",), "leave out play: the chart says how to play")
    if "chart" not in found and "play" not in found:
        reading.fault((), 'say how to play: play = "total", or a chart')
    insures, insures_at = top.get("insurance", (False, None))
    if "count" not in found:
        _refuse_counting(reading, found, insures_at)
    return PlayStrategy(
        source=ChoiceSource(top.get("play", ChoiceSource.TOTAL)),
        chart=chart,
        insures=insures,
        insures_at=insures_at,
        early=top.get("early", False),
        count=_counting(reading, found["count"]) if "count" in found else None,
        ramp=_ramp(reading, found.get("stakes", [])),
        deviations=_deviations(reading, found.get("deviations", [])),
    )


def _refuse_counting(reading: Reading, found: Table, insures_at: int | None) -> None:
    """What hangs on a count needs one."""
    if insures_at is not None:
        reading.fault(("insurance",), "insurance that begins at a count needs a [count]")
    for name in ("stakes", "deviations"):
        if found.get(name):
            reading.fault((name,), f"{name} need a count, and there is no [count]")


# The chart


def _chart(reading: Reading, found: Any) -> Chart | None:
    faults = len(reading.faults)
    table = reading.table(("chart",), found)
    known = tuple(section.name for section in SECTIONS)
    for key in table:
        if key not in known:
            reading.fault(("chart", key), reading.unknown(key, known))
    rows = {section.name: _section(reading, section, table.get(section.name, {})) for section in SECTIONS}
    return chart_of(rows) if len(reading.faults) == faults else None


def _section(reading: Reading, section: ChartSection, found: Any) -> dict[int, str]:
    path: Path = ("chart", section.name)
    table = reading.table(path, found)
    rows: dict[int, str] = {}
    for name, letters in table.items():
        if name not in section.totals:
            reading.fault((*path, name), _no_row(reading, section, name))
            continue
        total = section.totals[name]
        try:
            rows[total] = read_letters(section.row, total, words(letters))
        except ValueError as error:
            reading.fault((*path, name), f"{section.row} {name}: {error}")
    if lacking := missing_rows(section, table):
        reading.fault(path, f"the chart lacks rows of {section.name}: {lacking}")
    return rows


def _no_row(reading: Reading, section: ChartSection, name: str) -> str:
    if section.row == "pair" and name == "10":
        return "the pair of tens is called T"
    return reading.unknown(name, tuple(section.totals))


# The count, and what hangs on it


def _counting(reading: Reading, found: Any) -> CardCount | None:
    faults = len(reading.faults)
    said = reading.fields(("count",), found, _COUNT, ("values",))
    if not isinstance(found, dict):
        return None
    _needs(reading, ("count",), found, ("name", "kind"), "the count")
    values = _card_values(reading, found.get("values", {}))
    if len(reading.faults) > faults:
        return None
    return CardCount(
        name=said["name"],
        values=tuple(values[card] for card in CARDS),
        start=said.get("start", 0),
        true=said["kind"] == TRUE,
        rounding=Rounding(said.get("rounding", Rounding.FLOOR)),
    )


def _card_values(reading: Reading, found: Any) -> Table:
    path: Path = ("count", "values")
    values = reading.fields(path, found, _VALUES)
    lacking = [card for card in CARDS if isinstance(found, dict) and card not in found]
    if lacking:
        reading.fault(path, f"the count gives no value to {' '.join(lacking)}: 0 where a card counts nothing")
    return values


def _needs(reading: Reading, path: Path, found: Table, keys: tuple[str, ...], what: str) -> None:
    for key in keys:
        if key not in found:
            reading.fault(path, f"{what} does not say {key}")


def _ramp(reading: Reading, found: Any) -> tuple[StakeStep, ...]:
    steps: list[StakeStep] = []
    for number, row in enumerate(reading.rows("stakes", found, MOST_STAKES)):
        path: Path = ("stakes", number)
        said = reading.fields(path, row, _STAKE)
        _needs(reading, path, row, ("at", "stake"), f"stake {number + 1}")
        if len(said) < len(_STAKE):
            continue
        if steps and said["at"] <= steps[-1].at:
            reading.fault((*path, "at"), f"at: the counts ascend, and {said['at']} is not above {steps[-1].at}")
        steps.append(StakeStep(**said))
    return tuple(steps)


def _deviations(reading: Reading, found: Any) -> tuple[Deviation, ...]:
    made: dict[tuple[str, int, int, int, bool], int] = {}
    deviations: list[Deviation] = []
    for number, row in enumerate(reading.rows("deviations", found, MOST_DEVIATIONS), 1):
        path: Path = ("deviations", number - 1)
        each = _deviation(reading, path, row, f"deviation {number}")
        if each is None:
            continue
        key = (each.row, each.total, each.up, each.at, each.below)
        if key in made:
            reading.fault(path, f"deviation {number} is about the same hand and count as deviation {made[key]}")
        made.setdefault(key, number)
        deviations.append(each)
    return tuple(deviations)


def _deviation(reading: Reading, path: Path, found: Table, what: str) -> Deviation | None:
    faults = len(reading.faults)
    said = reading.fields(path, found, _DEVIATION)
    _needs(reading, path, found, ("hand", "against", "play"), what)
    if ("at" in found) == ("below" in found):
        reading.fault(path, f"{what} says either at or below: from that count on, or below it")
    if len(reading.faults) > faults:
        return None
    row, total = said["hand"]
    if why := refuses_letter(row, total, said["play"]):
        reading.fault((*path, "play"), f"play: {why}")
        return None
    is_below = "below" in said
    mark = said["below"] if is_below else said["at"]
    return Deviation(row, total, said["against"], mark, Letter(said["play"]), is_below)
