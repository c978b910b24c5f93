"""The last hand of a session as a TOML file: who sits where with what, who wagers first, what has been seen."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from croupier.games.refusal import Refused
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import MOST_AT_TABLE
from croupier.games.tournament.session_table.last_hand import (
    MOST_ROUNDS,
    BetModel,
    LastHand,
    LastSeat,
    refuses_last_hand,
)
from croupier.record.files.toml_keys import spots_of
from croupier.record.files.toml_text import Decimal, Reading, Table, amount, between, document, flag, one_of, words
from croupier.record.text.fault import Unreadable

MOST_SEEN = 416
"""Eight decks."""
CARDS = {"A": 1, **{str(value): value for value in range(2, 11)}, "T": 10, "J": 10, "Q": 10, "K": 10}
LONGEST_TEXT = 100_000


def _cards(value: Any) -> tuple[int, ...]:
    """`"A 10 5"`: cards by value, with spaces between them."""
    found = words(value).split()
    if not all(card in CARDS for card in found) or len(found) > MOST_SEEN:
        raise ValueError('expected cards with spaces between them, such as "A K 10 5"')
    return tuple(CARDS[card] for card in found)


def _card(value: Any) -> int:
    cards = _cards(value)
    if len(cards) != 1:
        raise ValueError('expected one card, such as "6" or "A"')
    return cards[0]


def _chance(value: Any) -> Fraction | None:
    if value == "share":
        return None
    if isinstance(value, Decimal) or type(value) is int:
        try:
            found = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            found = None
        if found is not None and 0 <= found <= 1:
            return found
    raise ValueError('expected "share", or a chance from 0 to 1, such as 0.4')


def _amounts(value: Any) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ValueError("expected amounts in brackets, such as [600, 300, 100]")  # noqa: TRY004  a fault of the text
    return tuple(amount(each) for each in value)


_TOP = {
    "marker": words,
    "advance": between(1, MOST_AT_TABLE),
    "rounds": between(1, MOST_ROUNDS),
    "decks": between(4, 8),
    "seen": _cards,
    "tie": _chance,
    "prizes": _amounts,
    "dealer": _card,
}
_SIGN = {"minimum": amount, "maximum": amount, "increment": amount, "smallest_chip": amount}
_PLAYER = {
    "name": words,
    "chips": amount,
    "wager": amount,
    "bets": one_of(*BetModel),
    "plays": words,
    "cards": _cards,
    "doubled": amount,
    "stands": flag,
}


def read_last_hand(text: str) -> LastHand:
    """The situation in the text; `Unreadable` with every fault at its line and column."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    found = document(text)
    reading = Reading(spots_of(text))
    hand = _hand(reading, found)
    if hand is not None and not reading.faults and (refused := refuses_last_hand(hand)):
        path, refusal = refused
        reading.fault(path, str(refusal))
    if reading.faults or hand is None:
        raise Unreadable(reading.faults)
    return hand


def _hand(reading: Reading, found: Table) -> LastHand | None:
    top = reading.fields((), found, _TOP, ("limits", "players"))
    sign = _sign(reading, found)
    seats = tuple(_seats(reading, found))
    for needed in ("marker", "players"):
        if needed not in found:
            reading.fault((), f"{needed}: is missing")
    if sign is None or reading.faults:
        return None
    return LastHand(
        seats=seats,
        marker=top["marker"],
        sign=sign,
        up=top.pop("dealer", 0),
        **{key: value for key, value in top.items() if key != "marker"},
    )


def _sign(reading: Reading, found: Table) -> Sign | None:
    if "limits" not in found:
        reading.fault((), "limits: is missing; it begins with [limits] and states a minimum and a maximum")
        return None
    faults = len(reading.faults)
    said = reading.fields(("limits",), found["limits"], _SIGN)
    for needed in ("minimum", "maximum"):
        if needed not in said and len(reading.faults) == faults:
            reading.fault(("limits",), f"limits state a {needed}")
    if len(reading.faults) > faults:
        return None
    try:
        return Sign(**said)
    except Refused as refused:
        reading.fault(("limits",), str(refused.refusal))
        return None


def _seats(reading: Reading, found: Table) -> list[LastSeat]:
    seats = []
    for place, row in enumerate(reading.rows("players", found.get("players", []), MOST_AT_TABLE)):
        path = ("players", place)
        said = reading.fields(path, row, _PLAYER)
        missing = [key for key in ("name", "chips") if key not in row]
        for key in missing:
            reading.fault(path, f"{key}: is missing")
        if "name" not in said or "chips" not in said:
            continue
        if "bets" in said:
            said["bets"] = BetModel(said["bets"])
        seats.append(LastSeat(**said))
    return seats
