"""Receipts: what an acknowledgement said of an entry, kept by whoever got it. A line for each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

import msgspec
from msgspec import Struct

from croupier.record.journals.private_names import public_name
from croupier.record.text.codecs import NAME
from croupier.record.text.fault import TextFault, Unreadable

Receipts = Mapping[str, Mapping[int, Collection[str]]]
"""By stream and number, the hashes in hex: two of one entry prove by themselves that it was written anew."""

_PLAIN = re.compile(rf"(?P<table>{NAME}) +(?P<number>0|[1-9][0-9]{{0,17}}) +(?P<hash>[0-9a-f]{{64}})")
_WANTED = "expected a receipt: a table, the number of an entry and its hash"


class _Receipt(Struct):
    """As the server sends it, whatever else stands beside it."""

    table: str
    number: int
    hash: str


def read_receipts(text: str) -> Receipts:
    """Lines `table number hash`, or a JSON object with these three on each; raises `Unreadable` with all faults."""
    found: dict[str, dict[int, set[str]]] = {}
    faults: list[TextFault] = []
    for place, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        said = line.strip()
        if not said or said.startswith("#"):
            continue
        try:
            table, number, hash = _read(said)
        except ValueError as error:
            faults.append(TextFault(place, 1, str(error)))
            continue
        found.setdefault(table, {}).setdefault(number, set()).add(hash)
    if faults:
        raise Unreadable(faults)
    return found


def by_own_names(receipts: Receipts, streams: Iterable[str]) -> Receipts:
    """The same, where checkpoints name a private table by its public name: by the name of its journal."""
    own = {public_name(stream): stream for stream in streams}
    found: dict[str, dict[int, set[str]]] = {}
    for stream, each in receipts.items():
        for number, hashes in each.items():
            found.setdefault(own.get(stream, stream), {}).setdefault(number, set()).update(hashes)
    return found


def _read(line: str) -> tuple[str, int, str]:
    if line.startswith("{"):
        try:
            receipt = msgspec.json.decode(line, type=_Receipt)
        except msgspec.MsgspecError:
            raise ValueError(_WANTED) from None
        line = f"{receipt.table} {receipt.number} {receipt.hash}"
    plain = _PLAIN.fullmatch(line)
    if plain is None:
        raise ValueError(_WANTED)
    return plain["table"], int(plain["number"]), plain["hash"]
