"""Files that people write in TOML: read with every fault at its line and column, never with a float."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from croupier.record.files.toml_keys import Path, Spot, spot_at
from croupier.record.text.codecs import AMOUNT, read_dollars
from croupier.record.text.fault import TextFault, Unreadable

Table = dict[str, Any]
Reader = Callable[[Any], Any]
"""Takes what TOML found, or raises ValueError with what was expected."""

_AMOUNT = re.compile(AMOUNT, re.ASCII)
_MOST_HINTS = 100
"""A file with more faults than that is no file of ours: nobody is helped by what its keys may have meant."""


class Decimal(str):
    """A number with a point, as it was written: no binary fraction comes near an amount."""

    __slots__ = ()


def document(text: str) -> Table:
    """What TOML's reader finds, or `Unreadable` with the one fault at which it gave up."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise Unreadable([TextFault(1, 1, "there are too many brackets within brackets")]) from None
    except ValueError as error:
        raise Unreadable([_syntax_fault(text, str(error))]) from None


def _syntax_fault(text: str, said: str) -> TextFault:
    """The fault as TOML's reader says it, at the place that it names."""
    why, at, place = said.partition(" (at ")
    found = re.match(r"line ([0-9]+), column ([0-9]+)", place)
    if found:
        return TextFault(int(found[1]), int(found[2]), why)
    return TextFault(*(spot_at(text, len(text)) if at else (1, 1)), why)


# How single values are read


def words(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("expected words in quotation marks")
    return value


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("expected true or false")  # noqa: TRY004  a fault of the text, not of the program
    return value


def between(lowest: int, highest: int) -> Reader:
    def read(value: Any) -> int:
        if type(value) is not int or not lowest <= value <= highest:
            raise ValueError(f"expected a whole number from {lowest} to {highest}")
        return value

    return read


def one_of(*choices: str) -> Reader:
    def read(value: Any) -> str:
        if type(value) is not str or value not in choices:
            raise ValueError(f"expected {', '.join(map(quoted, choices[:-1]))} or {quoted(choices[-1])}")
        return value

    return read


def amount(value: Any) -> int:
    """Dollars, as a whole number, with a point, or as words: in cents."""
    if type(value) is int:
        return value * 100
    if isinstance(value, str):
        text = value.replace("_", "") if isinstance(value, Decimal) else value
        if _AMOUNT.fullmatch(text):
            return read_dollars(text)
    raise ValueError('expected an amount in dollars, such as 20 or "2.50"')


def quoted(text: str) -> str:
    """The words as TOML writes them."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(letter if letter.isprintable() else f"\\U{ord(letter):08x}" for letter in escaped) + '"'


class Reading:
    """One text on its way to a value, with the faults found so far."""

    def __init__(self, spots: Mapping[Path, Spot]) -> None:
        self._spots = dict(spots)
        self.faults: list[TextFault] = []
        for path, spot in spots.items():
            self._place_around(path, spot)

    def _place_around(self, path: Path, spot: Spot) -> None:
        """A table without a line of its own begins with the first that it holds."""
        while (path := path[:-1]) and path not in self._spots:
            self._spots[path] = spot

    def fault(self, path: Path, why: str) -> None:
        """At the key that it is about, or at the nearest that is around it."""
        around = (path[:length] for length in range(len(path), 0, -1))
        spot = next((self._spots[each] for each in around if each in self._spots), (1, 1))
        self.faults.append(TextFault(*spot, why))

    def fields(self, path: Path, found: Any, readers: Mapping[str, Reader], others: tuple[str, ...] = ()) -> Table:
        """What the keys of one table say, without those that cannot be read; `others` are read elsewhere."""
        said: Table = {}
        for key, value in self.table(path, found).items():
            if key in others:
                continue
            if key not in readers:
                self.fault((*path, key), self.unknown(key, (*readers, *others)))
                continue
            try:
                said[key] = readers[key](value)
            except ValueError as error:
                self.fault((*path, key), f"{key}: {error}")
        return said

    def table(self, path: Path, found: Any) -> Table:
        if isinstance(found, dict):
            return found
        self.fault(path, f"{path[-1]} is a table, with keys of its own")
        return {}

    def rows(self, name: str, found: Any, most: int | None = None) -> list[Table]:
        """The entries of an array of tables, as many as there may be."""
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            self.fault((name,), f"each of the {name} is a table: it begins with [[{name}]]")
            return []
        if most is not None and len(found) > most:
            self.fault((name, most), f"there are {len(found)} {name}, and no more than {most} are read")
        return found[:most]

    def unknown(self, key: str, known: tuple[str, ...]) -> str:
        close = get_close_matches(key, known, 1) if len(self.faults) < _MOST_HINTS else []
        return f"unknown setting {key!r}" + (f"; did you mean {close[0]!r}?" if close else "")
