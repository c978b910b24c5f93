"""What a record says before its acts: the game, the edition, the sign and the options."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.blackjack.options import PlayerMaximum, Soft17, Takes
from croupier.games.journalled import Journalled
from croupier.games.layout.opening import LIVE
from croupier.games.money import dollars
from croupier.games.people import is_name
from croupier.games.registry import GAMES, table_of
from croupier.games.sign import Sign
from croupier.games.table import Odds
from croupier.games.tai_sai.odds import TaiSaiOdds, are_odds
from croupier.record.files.condition_fields import read_duration
from croupier.record.files.conditions import read_conditions, write_conditions
from croupier.record.text.codecs import AMOUNT, SIGN_PART, read_dollars, read_number, read_sign, sign_lines
from croupier.record.text.fault import TextFault, Unreadable
from croupier.rulebook import EDITION

TOURNAMENT = "tournament"
CONDITIONS, END_OF_CONDITIONS = "conditions of entry", "end of conditions"
_OF_TOURNAMENT = ("game", "edition")

VERSION = 1
"""Of the notation."""

KNOWN_EDITIONS = range(1, EDITION + 1)


class Header(Struct, frozen=True):
    """Everything that a table is opened with."""

    game: str
    sign: Sign | None
    """A tournament has none."""
    options: Any
    edition: int = EDITION
    automation: frozenset[str] | None = None
    """The steps that happen by themselves; `None` for all of them."""
    betting_seconds: int | None = None
    colours: tuple[str, ...] = ()

    def table(self) -> Journalled:
        """The table before the first act, of whichever game; raises `Refused` where the rules know no such table."""
        table: Journalled = table_of(
            self.game,
            self.sign,
            self.options,
            automation=self.automation,
            betting_seconds=self.betting_seconds,
            colours=self.colours,
            edition=self.edition,
        )
        return table


def header_of(table: Journalled) -> Header:
    """The header of a record that begins with this table."""
    origin = table.origin
    return Header(
        game=origin.game,
        sign=table.sign,
        options=origin.options,
        edition=origin.edition,
        automation=origin.automation,
        betting_seconds=origin.betting_seconds,
        colours=origin.colours,
    )


# Writing

_AMOUNTS = ("super_sevens", "box_maximum", "player_maximum", "chips", "lowest_minimum", "highest_maximum")


def header_lines(header: Header) -> list[str]:
    """The header as text: of the options only those that differ from the default."""
    lines = [f"croupier {VERSION}", f"game {header.game}", f"edition {header.edition}"]
    if header.game == TOURNAMENT:
        return [*lines, CONDITIONS, write_conditions(header.options).rstrip("\n"), END_OF_CONDITIONS]
    lines += [] if header.sign is None else sign_lines(header.sign)
    if header.automation is not None:
        lines.append(f"automation {', '.join(sorted(header.automation)) or 'none'}")
    if header.betting_seconds is not None:
        lines.append(f"betting seconds {header.betting_seconds}")
    if header.colours != GAMES[header.game].colours:
        lines.append(f"colours {', '.join(header.colours) or 'none'}")
    return [*lines, *_option_lines(header)]


def _option_lines(header: Header) -> list[str]:
    default = GAMES[header.game].options
    lines: list[str] = []
    for name in default.__struct_fields__:
        value = getattr(header.options, name)
        if value != getattr(default, name):
            lines += _written(name, value)
    return lines


def _written(name: str, value: Any) -> list[str]:
    match value:
        case int() if name in _AMOUNTS:
            return [f"{_words(name)} {dollars(value)}"]
        case bool():
            return [f"{_words(name)} {'yes' if value else 'no'}"]
        case TaiSaiOdds():
            return [
                f"odds {_words(figure)} {getattr(value, figure)}"
                for figure in value.__struct_fields__
                if getattr(value, figure) != getattr(TaiSaiOdds(), figure)
            ]
        case tuple() if name == "player_maxima":
            return [f"player maximum {dollars(each.amount)} for {each.player}" for each in value]
        case tuple() if name == "neighbour_groups":
            return [f"neighbour group {'-'.join(map(str, group))}" for group in value] or ["neighbour group none"]
        case tuple():
            return [f"{_words(name)} {', '.join(value)}"]
        case _:
            return [f"{_words(name)} {value}"]


def _words(name: str) -> str:
    return name.replace("_", " ")


# Reading


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise ValueError("expected a whole number")
    return read_number(text)


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError("expected yes or no")
    return text == "yes"


def _amount(text: str) -> int:
    if not re.fullmatch(AMOUNT, text):
        raise ValueError("expected an amount in dollars, such as 20 or 2.50")
    return read_dollars(text)


def _player_maximum(text: str) -> int | PlayerMaximum:
    """The same for all, or one player's."""
    amount, named, player = text.partition(" for ")
    if not named:
        return _amount(text)
    if not is_name(player):
        raise ValueError("expected the name of a player")
    return PlayerMaximum(player, _amount(amount))


def _one_of(words: type[StrEnum]) -> Callable[[str], StrEnum]:
    def read(text: str) -> StrEnum:
        if text not in tuple(words):
            raise ValueError(f"expected one of: {', '.join(words)}")
        return words(text)

    return read


def _listed(text: str) -> tuple[str, ...]:
    parts = tuple(part.strip() for part in text.split(","))
    if not all(parts):
        raise ValueError("expected words with commas between them")
    return () if parts == ("none",) else parts


def _symbols(text: str) -> tuple[str, ...]:
    return _listed(text) or ("none",)


def _odds(text: str) -> tuple[str, Odds]:
    found = re.fullmatch(r"(.+) ([0-9]{1,6}) to ([0-9]{1,6})", text)
    figure = found[1].replace(" ", "_") if found else ""
    if found is None or figure not in TaiSaiOdds.__struct_fields__:
        raise ValueError("expected a figure of the odds, such as: any triple 24 to 1")
    odds = Odds(read_number(found[2]), read_number(found[3]))
    if not are_odds(odds):
        raise ValueError("odds are something to something")
    return figure, odds


def _group(text: str) -> tuple[int, ...]:
    if text == "none":
        return ()
    if not re.fullmatch(r"[0-9]{1,2}(-[0-9]{1,2})*", text):
        raise ValueError("expected a group of numbers, such as 32-15-19")
    return tuple(map(read_number, text.split("-")))


def _sign_part(key: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not SIGN_PART.fullmatch(f"{key} {text}"):
            wanted = "a kind of wager, and: 5 to 100" if key == "limits" else "an amount in dollars, such as 20 or 2.50"
            raise ValueError(f"expected {wanted}")
        return text

    return read


_SIGN_KEYS = ("minimum", "maximum", "increment", "smallest chip", "limits")
_COMMON: dict[str, Callable[[str], Any]] = {
    "game": str,
    "edition": _whole,
    "automation": lambda text: None if text == "all" else frozenset(_listed(text)) or LIVE,
    "betting seconds": _whole,
    "colours": _listed,
    **{key: _sign_part(key) for key in _SIGN_KEYS},
}
_OPTIONS: dict[str, dict[str, Callable[[str], Any]]] = {
    "roulette": {
        "layout": _whole,
        "neighbours": _yes,
        "neighbour group": _group,
        "display": _whole,
        "chipping machine": _yes,
    },
    "money-wheel": {"name": str, "layout": _whole, "order": str, "symbols": _symbols},
    "tai-sai": {"layout": _whole, "odds": _odds},
    "tournament": {},
    "tournament-table": {
        **dict.fromkeys(("decks", "cutting cards", "layout", "wager seconds"), _whole),
        **dict.fromkeys(("play off", "late is minimum", "director decides", "burn", "writing"), _yes),
        **dict.fromkeys(("chips", "lowest minimum", "highest maximum"), _amount),
        "duration": read_duration,
    },
    "blackjack": {
        **dict.fromkeys(("boxes", "decks", "cutting cards", "layout", "bettors", "extra boxes", "hands"), _whole),
        **dict.fromkeys(("burn", "holds absent", "holds skipping", "writing"), _yes),
        **dict.fromkeys(("double with ace", "double after split"), _yes),
        **dict.fromkeys(("super sevens", "box maximum"), _amount),
        "player maximum": _player_maximum,
        "soft 17": _one_of(Soft17),
        "dealer blackjack": _one_of(Takes),
    },
}
_REPEATED = ("limits", "neighbour group")


class Line(Struct, frozen=True):
    """One line of the text, without its comment, every run of blanks made one."""

    number: int
    text: str
    columns: tuple[int, ...] = (1,)
    """Where each letter stands in the line as it was written, and where it ends."""

    def fault(self, at: int, why: str) -> TextFault:
        """What is wrong at that letter of the line."""
        return TextFault(self.number, self.columns[min(at, len(self.columns) - 1)], why)


class Block(Struct, frozen=True):
    """The conditions of entry as they stand in a record, and the line on which they begin."""

    text: str
    first: int


class HeaderLine(Struct, frozen=True):
    """One line of the header, read."""

    line: Line
    key: str
    value: Any


def find_game(lines: list[Line], faults: list[TextFault]) -> Line | None:
    """The line that names the game. Without it nothing else can be read."""
    first = lines[0] if lines else Line(1, "")
    if not re.fullmatch(r"croupier [0-9]+", first.text):
        faults.append(first.fault(0, f"a record begins with the line: croupier {VERSION}"))
        return None
    if first.text != f"croupier {VERSION}":
        faults.append(first.fault(len("croupier "), f"this program reads version {VERSION} of the notation"))
        return None
    game = next((line for line in lines[1:] if line.text.startswith("game ")), None)
    if game is None or game_named(game) not in GAMES:
        faults.append((game or first).fault(0, f"the header must name a game: {', '.join(GAMES)}"))
        return None
    return game


def game_named(line: Line) -> str:
    return line.text.removeprefix("game ").strip()


def read_header(lines: list[Line], game: Line, conditions: Block | None, faults: list[TextFault]) -> Header | None:
    """The header; what cannot be read goes to the faults."""
    name = game_named(game)
    if name == TOURNAMENT:
        return _read_tournament(lines[1:], game, conditions, faults)
    said = [each for line in lines[1:] if (each := _read_line(name, line, faults)) is not None]
    _find_repeated(said, faults)
    sign = _read_sign(lines[1:], said, game, faults)
    return None if sign is None or faults else _header(name, sign, said)


def _read_tournament(lines: list[Line], game: Line, conditions: Block | None, faults: list[TextFault]) -> Header | None:
    said = [each for line in lines if (each := _read_line(TOURNAMENT, line, faults)) is not None]
    _find_repeated(said, faults)
    faults += [each.line.fault(0, f"a tournament has no {each.key}") for each in said if each.key not in _OF_TOURNAMENT]
    if conditions is None:
        why = f"a tournament's record has its conditions, from “{CONDITIONS}” to “{END_OF_CONDITIONS}”"
        faults.append(game.fault(0, why))
        return None
    try:
        read = read_conditions(conditions.text)
    except Unreadable as unreadable:
        faults += [TextFault(each.line + conditions.first - 1, each.column, each.why) for each in unreadable.faults]
        return None
    edition = next((each.value for each in said if each.key == "edition"), EDITION)
    return None if faults else Header(TOURNAMENT, None, read, edition)


def _read_line(game: str, line: Line, faults: list[TextFault]) -> HeaderLine | None:
    readers = _COMMON | _OPTIONS[game]
    key = next((key for key in sorted(readers, key=len, reverse=True) if line.text.startswith(f"{key} ")), None)
    if key is None:
        word = line.text.split()[0]
        faults.append(line.fault(0, f"the header of {game} has no {word!r}"))
        return None
    value = line.text.removeprefix(key).strip()
    try:
        read = readers[key](value)
        if key == "edition" and read not in KNOWN_EDITIONS:
            raise ValueError(f"edition {read} is not known here; the newest is {EDITION}")  # noqa: TRY301
    except ValueError as error:
        faults.append(line.fault(len(key) + 1, str(error)))
        return None
    return HeaderLine(line, key, read)


def _find_repeated(said: list[HeaderLine], faults: list[TextFault]) -> None:
    groups = [each for each in said if each.key == "neighbour group"]
    faults += [each.line.fault(0, "no groups and some groups") for each in groups if not each.value and len(groups) > 1]
    seen: set[str] = set()
    for each in said:
        name = f"odds {each.value[0]}" if each.key == "odds" else each.key
        name = f"player maximum for {each.value.player}" if isinstance(each.value, PlayerMaximum) else name
        if name in seen and name not in _REPEATED:
            faults.append(each.line.fault(0, f"{_words(name)!r} stands in the header twice"))
        seen.add(name)


def _read_sign(lines: list[Line], said: list[HeaderLine], game: Line, faults: list[TextFault]) -> Sign | None:
    """The sign, unless one of its lines has a fault of its own: then that is what there is to say."""
    parts = [each for each in said if each.key in _SIGN_KEYS]
    single = [each.key for each in parts if each.key not in _REPEATED]
    is_faulty = len(parts) < sum(line.text.startswith(_SIGN_KEYS) for line in lines) or len(set(single)) < len(single)
    try:
        return None if is_faulty else read_sign(" ".join(each.line.text for each in parts))
    except ValueError as error:
        faults.append((parts[0].line if parts else game).fault(0, str(error)))
        return None


def _header(game: str, sign: Sign, said: list[HeaderLine]) -> Header:
    named = tuple(each.value for each in said if isinstance(each.value, PlayerMaximum))
    values = {each.key: each.value for each in said if each.key not in (*_REPEATED, "odds") and each.value not in named}
    kind = GAMES[game]
    options = {key.replace(" ", "_"): values[key] for key in values if key in _OPTIONS[game]}
    if groups := [each.value for each in said if each.key == "neighbour group"]:
        options["neighbour_groups"] = () if groups == [()] else tuple(groups)
    if named:
        options["player_maxima"] = named
    if figures := dict(each.value for each in said if each.key == "odds"):
        options["odds"] = TaiSaiOdds(**figures)
    return Header(
        game=game,
        sign=sign,
        options=replace(kind.options, **options),
        edition=values.get("edition", EDITION),
        automation=values.get("automation"),
        betting_seconds=values.get("betting seconds"),
        colours=values.get("colours", kind.colours),
    )
