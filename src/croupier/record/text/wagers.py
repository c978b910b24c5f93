"""One player's wagers as text, without a round around them: a line for each, in the notation's words."""

from __future__ import annotations

import re

from msgspec import Struct

from croupier.games.chips import Chips
from croupier.games.position import Position
from croupier.games.wagers import Wager
from croupier.record.text.codecs import AMOUNT, DOLLARS, POSITION, read_dollars, read_position
from croupier.record.text.fault import TextFault, Unreadable
from croupier.record.text.forms import FORMS, Form, Mismatch
from croupier.record.text.header import Line
from croupier.record.text.notation import lines_of, read_act_line

_FORM = FORMS["roulette"][Wager]
_WORD = "wager "
_BARE = Form(Wager, _FORM.text.removeprefix(_WORD), _FORM.pieces[1:-1])
"""A wager without the word for it, and without the player at its end."""


class WagerLine(Struct, frozen=True):
    """One wager, and the line on which it stands."""

    position: Position
    stake: int
    line: int


def read_wagers(text: str) -> tuple[WagerLine, ...]:
    """`20 on split 17-20`, or `ana: wager 20 on split 17-20`; raises `Unreadable` with all the faults.

    The player may be named or not, but is one and the same. What colour chips are worth is not said here: wagers are
    made with value chips.
    """
    faults: list[TextFault] = []
    found: list[WagerLine] = []
    player = ""
    for line in lines_of(text):
        wager = _read_named(line, faults) if ":" in line.text else _read_bare(line, faults)
        if wager is None:
            continue
        if wager.chips is Chips.COLOUR:
            why = "expected “on”: nobody says what colour chips are worth"
            faults.append(line.fault(line.text.index(" in ") + 1, why))
        if player and wager.player not in ("", player):
            faults.append(line.fault(0, f"expected a wager of {player}: these are the wagers of one player"))
        player = player or wager.player
        found.append(WagerLine(wager.position, wager.amount, line.number))
    if not found and not faults:
        faults.append(TextFault(1, 1, "expected a wager, such as 20 on split 17-20"))
    if faults:
        raise Unreadable(faults)
    return tuple(found)


def _read_named(line: Line, faults: list[TextFault]) -> Wager | None:
    start = re.match(r"[^:]*: ?", line.text).end()  # type: ignore[union-attr]
    if not line.text.startswith(_WORD, start):
        faults.append(line.fault(start, f"expected “{_WORD.strip()}”"))
        return None
    act = read_act_line((_FORM,), line, faults)
    return act if isinstance(act, Wager) else None


def _read_bare(line: Line, faults: list[TextFault]) -> Wager | None:
    try:
        values = _BARE.read(line.text, 0)
    except Mismatch as mismatch:
        faults.append(line.fault(mismatch.at, str(mismatch)))
        return None
    return Wager(player="", **values)


def read_amount(text: str) -> int:
    """`20` or `2.50` as cents."""
    if re.fullmatch(AMOUNT, text) is None:
        raise ValueError(f"expected {DOLLARS.name}, not {text!r}")
    return read_dollars(text)


def read_place(text: str) -> Position:
    """`red`, `split 17-20`, `17`."""
    said = " ".join(text.split())
    if re.fullmatch(POSITION.pattern, said) is None:
        raise ValueError(f"expected {POSITION.name}, such as split 17-20, not {text!r}")
    return read_position(said)
