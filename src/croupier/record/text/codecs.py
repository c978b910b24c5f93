"""How single values are written and read: amounts, positions, dice, directions, reasons."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games.acts import Purpose
from croupier.games.blackjack.boxes import HAND_NAMES
from croupier.games.blackjack.cards import card
from croupier.games.chips import Chips
from croupier.games.layout.motion import Direction
from croupier.games.money import dollars
from croupier.games.position import STRAIGHT_UP, Position
from croupier.games.refusal import Refused
from croupier.games.roulette.wheel import Colour
from croupier.games.sign import DEFAULT_SMALLEST_CHIP, KindLimits, Sign
from croupier.games.tournament.conditions import Conditions
from croupier.games.tournament.tally import Count, Tally
from croupier.record.text.moments import read_utc, utc

NAME = r"[\w.@-]{1,64}"
AMOUNT = r"(?:0|[1-9][0-9]{0,12})(?:\.[0-9]{1,2})?"
_DOLLARS = rf"-?{AMOUNT}"
_NUMBERS = r"[0-9]{1,3}(?: to [0-9]{1,3}|(?:-[0-9]{1,3})*)"
_STOP = r"(?=$|,| for | in | as | because | wins| loses| stands| is )"
_LONGEST_RANGE = 36


class Codec(Struct, frozen=True):
    """One kind of value: what it looks like, how it is read and written, and its name for an error message."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    name: str
    says_itself: bool = False
    """Whether a reason for which a value is refused says all; else the name stands before it."""


def read_dollars(text: str) -> int:
    """Dollars as cents, exactly."""
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    whole, _, cents = digits.partition(".")
    return sign * (int(whole) * 100 + int(cents.ljust(2, "0") or 0))


def read_number(text: str) -> int:
    """A whole number without leading zeros: `00` is no number, and is never read as 0 (ruling R31)."""
    digits = text.removeprefix("-")
    if len(digits) > 1 and digits.startswith("0"):
        raise ValueError(f"{text} has a leading zero: write {int(text)} if that is the number you mean")
    return int(text)


def read_numbers(text: str) -> tuple[int, ...]:
    """`17-20`, or a run written `1 to 6`."""
    first, run, last = text.partition(" to ")
    if not run:
        return tuple(sorted(map(read_number, text.split("-"))))
    lowest, highest = read_number(first), read_number(last)
    if not 0 <= highest - lowest <= _LONGEST_RANGE:
        raise ValueError("that is no run of numbers")
    return tuple(range(lowest, highest + 1))


def read_position(text: str) -> Position:
    """The kind of wager and the numbers it names; a number alone is a straight up wager."""
    kind, numbers = re.fullmatch(rf"(.*?)\s*({_NUMBERS})?", text).groups()  # type: ignore[union-attr]
    return Position(kind or STRAIGHT_UP, read_numbers(numbers) if numbers else ())


def _read_dice(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("-")))


def _write_dice(dice: tuple[int, ...]) -> str:
    return "-".join(map(str, dice))


SIGN_PART = re.compile(
    rf"(?P<key>minimum|maximum|increment|smallest chip) (?P<amount>{_DOLLARS})"
    rf"|limits (?P<kind>[A-Za-z-]+(?: [A-Za-z-]+)*) (?P<low>{_DOLLARS}) to (?P<high>{_DOLLARS})"
)


def read_sign(text: str) -> Sign:
    """`minimum 5 maximum 100`, and what else the sign says."""
    fields: dict[str, int] = {}
    kinds = []
    for part in re.split(r" (?=minimum|maximum|increment|smallest|limits)", text) if text else ():
        found = SIGN_PART.fullmatch(part)
        if found is None:
            raise ValueError(f"a sign does not say {part!r}")
        if found["kind"]:
            kinds.append(KindLimits(found["kind"], read_dollars(found["low"]), read_dollars(found["high"])))
            continue
        key = found["key"].replace(" ", "_")
        if key in fields:
            raise ValueError(f"a sign says its {found['key']} once")
        fields[key] = read_dollars(found["amount"])
    if "minimum" not in fields or "maximum" not in fields:
        raise ValueError("a sign states a minimum and a maximum")
    try:
        return Sign(**fields, by_kind=tuple(kinds))
    except Refused as refused:
        raise ValueError(refused.refusal.why) from None


def sign_lines(sign: Sign) -> list[str]:
    """What the sign says, a line for each, leaving out what every sign says unless told otherwise."""
    lines = [f"minimum {dollars(sign.minimum)}", f"maximum {dollars(sign.maximum)}"]
    if sign.increment is not None:
        lines.append(f"increment {dollars(sign.increment)}")
    if sign.smallest_chip != DEFAULT_SMALLEST_CHIP:
        lines.append(f"smallest chip {dollars(sign.smallest_chip)}")
    lines += [f"limits {own.kind} {dollars(own.minimum)} to {dollars(own.maximum)}" for own in sign.by_kind]
    return lines


def flag(words: str, *, means: bool) -> Codec:
    """Words that stand there or not."""
    return Codec(re.escape(words), lambda _text: means, lambda _value: words, f"“{words}”")


DOLLARS = Codec(_DOLLARS, read_dollars, dollars, "an amount in dollars, such as 20 or 2.50")
NUMBER = Codec(r"-?[0-9]{1,9}", read_number, str, "a number")
PLAYER = Codec(NAME, str, str, "a player's name")
POSITION = Codec(
    rf"(?:[A-Za-z]+(?:[ -][A-Za-z]+)*?(?: {_NUMBERS})?|{_NUMBERS}){_STOP}",
    read_position,
    str,
    "a position on the layout",
)
CHIPS = Codec("colour", lambda _text: Chips.COLOUR, str, "“colour”")
WORD = Codec(r"[A-Za-z]+", str, str, "a word")
AREA = Codec(r"[A-Za-z0-9][A-Za-z0-9 -]*", str, str, "an area of the layout")
GROUND = Codec(
    r"[a-z]+(?: [a-z]+)*", lambda text: text.replace(" ", "_"), lambda name: name.replace("_", " "), "a ground"
)
DIRECTION = Codec("clockwise|anticlockwise", Direction, str, "“clockwise” or “anticlockwise”")
COLOUR = Codec("red|black|green", Colour, str, "“red”, “black” or “green”")
DICE = Codec(r"[0-9](?:-[0-9])*", _read_dice, _write_dice, "three dice, such as 1-2-6")
REASON = Codec(r"\S.*\S|\S", str, str, "a reason")
SIGN = Codec(
    r"minimum .*?(?= in [0-9]+ seconds$|$)",
    read_sign,
    lambda sign: " ".join(sign_lines(sign)),
    "a sign: minimum 5 maximum 100",
)

CARD = Codec(r"10[A-Za-z]|[0-9A-Za-z]{2}", card, str, "a card, such as Th or 9d", says_itself=True)

CARDS = Codec(
    r"(?:10[A-Za-z]|[0-9A-Za-z]{2})(?: (?:10|[0-9AJKQT])[cdhs])*",
    lambda text: tuple(map(card, text.split())),
    lambda cards: " ".join(map(str, cards)),
    "cards, such as Th 9d 5c",
    says_itself=True,
)

HAND = Codec("[a-d]", HAND_NAMES.index, lambda hand: HAND_NAMES[hand], "a hand: a, b, c or d")
FULL = Codec("full|not full", lambda text: text == "full", lambda full: "full" if full else "not full", "“full”")


def _read_names(text: str) -> tuple[str, ...]:
    return tuple("" if name == _NOBODY else name for name in re.split(r", ?", text))


def _read_sizes(text: str) -> tuple[int, ...]:
    return tuple(map(read_number, re.split(r", ?", text)))


def _listed(values: tuple[Any, ...]) -> str:
    return ", ".join(str(value) or _NOBODY for value in values)


_NOBODY = "*"
"""An empty box: no name is written so."""
_COUNT = rf"({NAME}) ({AMOUNT})(?: fell ([0-9]{{1,6}}))?( disqualified)?(?: \(([a-z ]+)\))?"
_BARE_COUNT = re.sub(r"(?<!\\)\((?!\?)", "(?:", _COUNT)
_TALLY = re.compile(rf"after ([0-9]{{1,6}}) rounds? at minimum ({AMOUNT}) with ({_BARE_COUNT}(?:, ?{_BARE_COUNT})*)")


def _read_tally(text: str) -> Tally:
    """`after 20 rounds at minimum 10 with ana 1250, ben 0 fell 12, cal 35 fell 3 disqualified`."""
    rounds, minimum, counts = _TALLY.fullmatch(text).groups()  # type: ignore[union-attr]
    counted = (
        Count(player, read_dollars(chips), read_number(fell or "0"), bool(disqualified), ground)
        for player, chips, fell, disqualified, ground in re.findall(_COUNT, counts)
    )
    return Tally(read_number(rounds), read_dollars(minimum), tuple(counted))


def _write_tally(tally: Tally) -> str:
    counts = ", ".join(map(_written_count, tally.counts))
    rounds = "1 round" if tally.rounds == 1 else f"{tally.rounds} rounds"
    return f"after {rounds} at minimum {dollars(tally.minimum)} with {counts}"


def _written_count(count: Count) -> str:
    fell = f" fell {count.fell}" if count.fell else ""
    out = " disqualified" if count.disqualified else ""
    why = f" ({count.ground})" if count.ground else ""
    return f"{count.player} {dollars(count.chips)}{fell}{out}{why}"


def _read_conditions(text: str) -> Conditions:
    try:
        return msgspec.json.decode(text, type=Conditions)
    except (msgspec.DecodeError, Refused):
        raise ValueError("they cannot be read") from None


def _write_conditions(conditions: Conditions) -> str:
    """On one line, without blanks or marks that a record would read as its own."""
    text = msgspec.json.encode(conditions).decode()
    return text.replace(" ", r"\u0020").replace("#", r"\u0023")


NAMES = Codec(rf"(?:{NAME}|\*)(?:, ?(?:{NAME}|\*))*", _read_names, _listed, "names with commas between them")
SIZES = Codec(r"[0-9]{1,3}(?:, ?[0-9]{1,3})*", _read_sizes, _listed, "numbers of players, such as 6, 6, 5")
TALLY = Codec(_TALLY.pattern, _read_tally, _write_tally, "a tally: after 20 rounds at minimum 10 with ana 1250")
MOMENT = Codec(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z", read_utc, utc, "a moment, such as 2026-11-15T08:09:10Z")
HASH = Codec(r"[0-9a-f]{64}", str, str, "a SHA-256 in 64 letters and digits")
CONDITIONS = Codec(r"\{\S*\}", _read_conditions, _write_conditions, "conditions of entry as JSON")
WORDS = Codec(r"[a-z]+(?: (?!because )[a-z]+)*", str, str, "a ground")
PURPOSE = Codec("|".join(Purpose), Purpose, str, "“private use”, “promotion” or “tournament”")
PRESENT = Codec(
    "present|absent",
    lambda text: text == "present",
    lambda present: "present" if present else "absent",
    "“present” or “absent”",
)
PERMIT = Codec(
    "permit|forbid",
    lambda text: text == "permit",
    lambda permitted: "permit" if permitted else "forbid",
    "“permit” or “forbid”",
)

BALL = Codec(NAME, str, str, "a ball's number or mark")

MARK = Codec(NAME, str, str, "a number or mark")

CODECS = {
    "ball": BALL,
    "mark": MARK,
    "names": NAMES,
    "sizes": SIZES,
    "tally": TALLY,
    "moment": MOMENT,
    "hash": HASH,
    "conditions": CONDITIONS,
    "words": WORDS,
    "purpose": PURPOSE,
    "present": PRESENT,
    "permit": PERMIT,
    "emergency": flag("in an emergency", means=True),
    "card": CARD,
    "cards": CARDS,
    "hand": HAND,
    "full": FULL,
    "dollars": DOLLARS,
    "number": NUMBER,
    "player": PLAYER,
    "position": POSITION,
    "chips": CHIPS,
    "word": WORD,
    "area": AREA,
    "ground": GROUND,
    "direction": DIRECTION,
    "colour": COLOUR,
    "dice": DICE,
    "reason": REASON,
    "sign": SIGN,
    "on peg": flag("on peg", means=True),
    "not flat": flag("not flat", means=False),
}
