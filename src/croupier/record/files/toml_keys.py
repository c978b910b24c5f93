"""Where the keys of a TOML text stand, so that what is wrong with a value can be said at its line and column."""

from __future__ import annotations

import re
import tomllib

Path = tuple[str | int, ...]
"""Where a value stands: `("stages", 0, "advance")`."""
Spot = tuple[int, int]
"""Line and column, both from 1."""

_KEY = r"(?:[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')"
_KEYS = re.compile(rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*")
_SKIPPED = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_PIECE = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|(?P<open>[\[{])|(?P<close>[\]}])|(?P<end>\n)"
    r"|[^\[\]{}\"'#\n]+|.",
    re.DOTALL,
)


def spots_of(text: str) -> dict[Path, Spot]:
    """Where each table and each key of a readable TOML text stands; what inline tables hold is not gone into."""
    spots: dict[Path, Spot] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    place = _skipped(text, 0)
    while place < len(text):
        start = place
        brackets = 2 if text.startswith("[[", place) else int(text[place] == "[")
        found = _KEYS.match(text, _skipped(text, place + brackets))
        if found is None:  # a scanner that lost its way says less, and never anything wrong
            break
        path = _named(found[0])
        if brackets:
            if brackets > 1:
                array = _counted(path[:-1], counts) + path[-1:]
                counts[array] = counts.get(array, -1) + 1
            table = _counted(path, counts)
            spots.setdefault(table, spot_at(text, start))
            place = _value_end(text, found.end() + brackets)
        else:
            spot = spot_at(text, start)
            for length in range(1, len(path) + 1):
                spots.setdefault(table + path[:length], spot)
            place = _value_end(text, found.end())
        place = _skipped(text, place)
    return spots


def _skipped(text: str, place: int) -> int:
    found = _SKIPPED.match(text, place)
    return found.end() if found else place


def _value_end(text: str, place: int) -> int:
    """The end of the statement that goes on here: the first line end outside strings and brackets."""
    depth = 0
    for piece in _PIECE.finditer(text, place):
        depth += (piece.lastgroup == "open") - (piece.lastgroup == "close")
        if piece.lastgroup == "end" and depth <= 0:
            return piece.end()
    return len(text)


def _named(keys: str) -> Path:
    """`a."b c".d` as its names."""
    names: list[str | int] = []
    for key in re.findall(_KEY, keys):
        if key.startswith(("'", '"')):
            names.append(str(tomllib.loads(f"key = {key}")["key"]))
        else:
            names.append(key)
    return tuple(names)


def _counted(path: Path, counts: dict[Path, int]) -> Path:
    """The path with the number of the latest entry after the name of each array of tables."""
    counted: Path = ()
    for name in path:
        counted = (*counted, name)
        if counted in counts:
            counted = (*counted, counts[counted])
    return counted


def spot_at(text: str, place: int) -> Spot:
    line_start = text.rfind("\n", 0, place) + 1
    return text.count("\n", 0, place) + 1, place - line_start + 1
