"""Chips and cash of live tables: slips with two names, as the house's journal writes them, and what follows from them.

A *slip* is a float sheet, a fill, a credit or a drop box. One person asks for it or counts, another signs it. Chips
move only when it is signed. Nothing of this changes a settlement: it is the house's own count of what its tables hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.money import dollars
from croupier.record.journals.ledger import Transfer, box, cage, tray
from croupier.record.text.codecs import AMOUNT, NAME, read_dollars


class SlipKind(StrEnum):
    OPENING = "opening"
    """The tray counted when the table opens."""
    CLOSING = "closing"
    """Likewise when it closes."""
    CHECK = "check"
    """Likewise at any time between."""
    FILL = "fill"
    """Chips from the cage to the tray."""
    CREDIT = "credit"
    """Chips from the tray to the cage."""
    DROP = "drop"
    """The drop box: taken from the table first, and counted later."""


COUNTS_OF_TRAY = frozenset((SlipKind.OPENING, SlipKind.CLOSING, SlipKind.CHECK))


class SlipState(StrEnum):
    TAKEN = "taken"
    """A box that nobody has counted yet."""
    ASKED = "asked"
    """It waits for its second name."""
    SIGNED = "signed"
    WITHDRAWN = "withdrawn"


class Pieces(Struct, frozen=True):
    """A number of chips, notes or coins of one value."""

    value: int
    count: int


class Slip(Struct, frozen=True, kw_only=True):
    number: int
    """Of the entry in the house's journal that began it."""
    kind: SlipKind
    table: str
    entry: int
    """The last entry of the table's journal when it was asked for: what came later is not in it."""
    time: int
    state: SlipState
    asked_by: str
    """Who asked for chips, or counted."""
    pieces: tuple[Pieces, ...] = ()
    expected: int | None = None
    """What a count should come to; nothing for a fill, a credit and the first count of a table."""
    signed_by: str = ""
    """The second name; of a slip that was withdrawn, who did that."""
    closed: int | None = None
    """When it was signed or withdrawn."""
    taken_by: str = ""
    """Of a drop box."""
    since: int = -1
    """Of a count: the table's entry from which on its play counts."""
    brought: int | None = None
    """Of a count of the tray: what it should hold without that play; `None` where nothing was counted before."""

    @property
    def total(self) -> int:
        return total_of(self.pieces)

    @property
    def difference(self) -> int | None:
        """What was found more than expected; below nothing where something is missing."""
        return None if self.expected is None or self.state is SlipState.TAKEN else self.total - self.expected


def total_of(pieces: Iterable[Pieces]) -> int:
    return sum(each.value * each.count for each in pieces)


# How the lines are written


def asked_words(
    kind: SlipKind, table: str, entry: int, by: str, *, pieces: Iterable[Pieces], expected: int | None
) -> str:
    due = "" if expected is None else f", expected {dollars(expected)}"
    return f"slip {kind} at {table} entry {entry} by {by}: {_piece_words(pieces)}{due}"


def taken_words(table: str, entry: int, by: str, expected: int) -> str:
    return f"slip drop at {table} entry {entry} by {by}, expected {dollars(expected)}"


def counted_words(slip: int, by: str, pieces: Iterable[Pieces]) -> str:
    return f"slip {slip} counted by {by}: {_piece_words(pieces)}"


def signed_words(slip: int, by: str) -> str:
    return f"slip {slip} signed by {by}"


def withdrawn_words(slip: int, by: str) -> str:
    return f"slip {slip} withdrawn by {by}"


def moved_words(slip: Slip) -> str:
    """The line with the money that a signed slip moves; empty where it moves none."""
    table, total = slip.table, slip.total
    match slip.kind:
        case SlipKind.FILL:
            return f"chips {dollars(total)} from the cage to the tray of {table}"
        case SlipKind.CREDIT:
            return f"chips {dollars(total)} from the tray of {table} to the cage"
        case SlipKind.DROP:
            return f"cash {dollars(total)} from the box of {table} to the cage" if total else ""
    if slip.difference is None:
        return f"chips {dollars(total)} from the cage to the tray of {table}" if total else ""
    if not slip.difference:
        return ""
    return f"chips {dollars(abs(slip.difference))} {'over' if slip.difference > 0 else 'short'} in the tray of {table}"


def _piece_words(pieces: Iterable[Pieces]) -> str:
    return " ".join(f"{each.count}x{dollars(each.value)}" for each in pieces) or "none"


_PIECE = rf"[1-9][0-9]{{0,6}}x{AMOUNT}"
_PIECES = rf"(?P<pieces>none|{_PIECE}(?: {_PIECE})*)"
_AT = rf"at (?P<table>{NAME}) entry (?P<entry>[0-9]{{1,15}}) by (?P<by>{NAME})"
_DUE = rf"expected (?P<due>-?{AMOUNT})"
_SLIP = r"slip (?P<slip>[0-9]{1,15})"
_ASKED = re.compile(rf"slip (?P<kind>{'|'.join(set(SlipKind) - {SlipKind.DROP})}) {_AT}: {_PIECES}(?:, {_DUE})?")
_TAKEN = re.compile(rf"slip drop {_AT}, {_DUE}")
_COUNTED = re.compile(rf"{_SLIP} counted by (?P<by>{NAME}): {_PIECES}")
_SIGNED = re.compile(rf"{_SLIP} signed by (?P<by>{NAME})")
_WITHDRAWN = re.compile(rf"{_SLIP} withdrawn by (?P<by>{NAME})")
_MOVED = re.compile(
    rf"(?:chips|cash) (?P<amount>{AMOUNT}) (?:from the (?P<giver>cage|tray|box)(?: of (?P<of>{NAME}))?"
    rf" to the (?P<taker>cage|tray)(?: of (?P<to>{NAME}))?|(?P<odd>over|short) in the tray of (?P<table>{NAME}))"
)
ABOUT_MONEY = ("chips", "cash")
"""How the lines begin that move chips or cash."""


def is_about_chips(note: str) -> bool:
    """Whether a slip says it, or the money that a slip moves."""
    return note.partition(" ")[0] in ("slip", *ABOUT_MONEY)


def _read_pieces(words: str) -> tuple[Pieces, ...]:
    if words == "none":
        return ()
    found = (each.split("x") for each in words.split(" "))
    return tuple(Pieces(read_dollars(value), int(count)) for count, value in found)


def chips_moved(note: str) -> tuple[Transfer, ...]:
    """The transfer that a line about chips or cash stands for."""
    found = _MOVED.fullmatch(note)
    if found is None:
        return ()
    amount = read_dollars(found["amount"])
    if found["odd"]:
        accounts = (cage(), tray(found["table"]))
        return (Transfer(*(accounts if found["odd"] == "over" else accounts[::-1]), amount),)
    account = {"cage": lambda _table: cage(), "tray": tray, "box": box}
    giver, taker = account[found["giver"]](found["of"] or ""), account[found["taker"]](found["to"] or "")
    return (Transfer(giver, taker, amount),)


# What they come to


class Tray(Struct):
    """What the slips of one table come to so far."""

    is_open: bool = False
    counted: int | None = None
    """By the last count that was signed."""
    since: int = -1
    """The table's entry of that count."""
    brought: int = 0
    """Fills less credits since then."""
    fills: int = 0
    credits: int = 0
    box_since: int = -1
    """The table's entry when the last box was taken."""


class ChipRecord:
    """The slips of the house's journal, followed line by line."""

    def __init__(self, *, keeps_closed: bool = True) -> None:
        self._keeps_closed = keeps_closed
        self.trays: dict[str, Tray] = {}
        self.slips: dict[int, Slip] = {}
        """Those that wait; all of them where the closed ones are kept."""
        self.odd: list[tuple[int, str]] = []
        """Lines that the house would not have written, with the reason."""
        self._due = ""
        """The line that has to come next, where a signed slip moves something."""

    def tray(self, table: str) -> Tray:
        return self.trays.setdefault(table, Tray())

    def waiting(self, table: str) -> list[Slip]:
        """What waits at a table, the oldest first."""
        states = (SlipState.TAKEN, SlipState.ASKED)
        return [slip for slip in self.slips.values() if slip.table == table and slip.state in states]

    def follow(self, number: int, time: int, note: str) -> None:
        due, self._due = self._due, ""
        if due and note != due:
            self.odd.append((number, f"“{due}” has to follow the slip that was signed"))
        if not note.startswith("slip "):
            if note.partition(" ")[0] in ABOUT_MONEY and note != due:
                self.odd.append((number, "no slip was signed for it"))
            return
        for pattern, method in _LINES:
            if found := pattern.fullmatch(note):
                method(self, found, number, time)
                return
        self.odd.append((number, "no slip is written so"))

    def _asked(self, found: re.Match[str], number: int, time: int) -> None:
        kind, table = SlipKind(found["kind"]), found["table"]
        tray = self.tray(table)
        slip = Slip(
            number=number,
            kind=kind,
            table=table,
            entry=int(found["entry"]),
            time=time,
            state=SlipState.ASKED,
            asked_by=found["by"],
            pieces=_read_pieces(found["pieces"]),
            expected=None if found["due"] is None else read_dollars(found["due"]),
        )
        if kind in COUNTS_OF_TRAY:
            brought = None if tray.counted is None else tray.counted + tray.brought
            slip = replace(slip, since=tray.since, brought=brought)
        if why := refuses_kind(kind, tray.is_open):
            self.odd.append((number, why))
        self.slips[number] = slip

    def _taken(self, found: re.Match[str], number: int, time: int) -> None:
        tray, entry = self.tray(found["table"]), int(found["entry"])
        self.slips[number] = Slip(
            number=number,
            kind=SlipKind.DROP,
            table=found["table"],
            entry=entry,
            time=time,
            state=SlipState.TAKEN,
            asked_by=found["by"],
            taken_by=found["by"],
            expected=read_dollars(found["due"]),
            since=tray.box_since,
        )
        tray.box_since = entry

    def _of(self, found: re.Match[str], number: int, *states: SlipState) -> Slip | None:
        slip = self.slips.get(int(found["slip"]))
        if slip is None or slip.state not in states:
            self.odd.append((number, f"slip {found['slip']} does not wait for this"))
            return None
        return slip

    def _counted(self, found: re.Match[str], number: int, _time: int) -> None:
        if (slip := self._of(found, number, SlipState.TAKEN)) is not None:
            pieces = _read_pieces(found["pieces"])
            self.slips[slip.number] = replace(slip, state=SlipState.ASKED, asked_by=found["by"], pieces=pieces)

    def _withdrawn(self, found: re.Match[str], number: int, time: int) -> None:
        slip = self._of(found, number, SlipState.ASKED)
        if slip is None:
            return
        if slip.kind is SlipKind.DROP:  # the box is still there, and is counted again
            self.slips[slip.number] = replace(slip, state=SlipState.TAKEN, asked_by=slip.taken_by, pieces=())
        else:
            self._close(replace(slip, state=SlipState.WITHDRAWN, signed_by=found["by"], closed=time))

    def _signed(self, found: re.Match[str], number: int, time: int) -> None:
        slip = self._of(found, number, SlipState.ASKED)
        if slip is None:
            return
        if slip.asked_by == found["by"]:
            self.odd.append((number, "one person gave both names"))
        signed = replace(slip, state=SlipState.SIGNED, signed_by=found["by"], closed=time)
        self._due = moved_words(signed)
        tray = self.tray(slip.table)
        if slip.kind in COUNTS_OF_TRAY:
            self._start_from(tray, signed)
        elif slip.kind is SlipKind.FILL:
            tray.fills += slip.total
            tray.brought += slip.total
        elif slip.kind is SlipKind.CREDIT:
            tray.credits += slip.total
            tray.brought -= slip.total
        self._close(signed)

    def _start_from(self, tray: Tray, slip: Slip) -> None:
        tray.counted, tray.since, tray.brought, tray.fills, tray.credits = slip.total, slip.entry, 0, 0, 0
        tray.is_open = slip.kind is not SlipKind.CLOSING

    def _close(self, slip: Slip) -> None:
        if self._keeps_closed:
            self.slips[slip.number] = slip
        else:
            del self.slips[slip.number]


def refuses_kind(kind: SlipKind, is_open: bool) -> str:
    """Why there is no such slip at a tray that is open, or closed; empty where there is."""
    if kind is SlipKind.OPENING:
        return "the tray is open already" if is_open else ""
    return "" if is_open or kind is SlipKind.DROP else "the tray is closed"


_Said = Callable[[ChipRecord, re.Match[str], int, int], None]
_LINES: tuple[tuple[re.Pattern[str], _Said], ...] = (
    (_ASKED, ChipRecord._asked),  # noqa: SLF001  its own
    (_TAKEN, ChipRecord._taken),  # noqa: SLF001
    (_COUNTED, ChipRecord._counted),  # noqa: SLF001
    (_SIGNED, ChipRecord._signed),  # noqa: SLF001
    (_WITHDRAWN, ChipRecord._withdrawn),  # noqa: SLF001
)


# The table's own play between two of its entries


class TrayPlay(Struct):
    """What play does to a tray and a box."""

    bought: int = 0
    """Cash that went into the box, for chips that went out of the tray."""
    won: int = 0
    """What the table won, in chips that came into the tray."""
    colour: int = 0
    """Colour chips that went out against chips of value, which lie in the tray meanwhile."""

    @property
    def tray(self) -> int:
        """What the tray holds more. Chips that players take away go to the cashier, and not through the tray."""
        return self.won + self.colour - self.bought

    def follow(self, table: str, debit: str, credit: str, amount: int) -> None:
        """One more transfer of the table's journal."""
        own, bank = f"stack:{table}:", f"float:{table}"
        if debit.startswith("wallet:") and credit.startswith(own):
            self.bought += amount
        self.won += amount * ((credit == bank) - (debit == bank))
        for account, sign in ((credit, 1), (debit, -1)):
            if account.startswith(own) and account.endswith(":colour"):
                self.colour += sign * amount


def expected_of(slip: Slip, play: TrayPlay) -> int | None:
    """What a count should have come to, by the play since the count before."""
    if slip.kind is SlipKind.DROP:
        return play.bought
    return None if slip.brought is None or slip.kind not in COUNTS_OF_TRAY else slip.brought + play.tray
