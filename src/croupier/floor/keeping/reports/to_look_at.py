"""What a reader of the report should look at: disputes that nothing came of, and trays and boxes that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from croupier.floor.chips_office import chip_record
from croupier.floor.keeping.reports.incidents import incidents_between
from croupier.floor.store.port import Connection
from croupier.record.house_journal.chip_slips import Slip, SlipKind, SlipState
from croupier.record.house_journal.incidents import IncidentKind

LATEST = 2**40


class DisputeOpen(Struct, frozen=True):
    """A dispute on record for which the house has made nothing good."""

    table: str
    name: str
    round: int | None
    time: int


class FloatDiffers(Struct, frozen=True):
    """A tray or a drop box whose count is not what the journals lead one to expect."""

    table: str
    name: str
    kind: str
    over: int
    """In cents; below zero where something is missing."""


class FloatsFound(Struct, frozen=True):
    """The slips of this time."""

    counts: int
    """Of trays and boxes, signed by a second person, where there was a figure to compare with."""
    fills: int
    credits: int
    waiting: int
    """Slips without their second name, or boxes that nobody has counted."""
    differing: tuple[FloatDiffers, ...]


def disputes_open(connection: Connection, since: int, until: int, names: Mapping[str, str]) -> tuple[DisputeOpen, ...]:
    """Those that were put on record in this time; what was made good since then counts, whenever it was."""
    later = incidents_between(connection, since, LATEST)
    good = {(each.stream, each.person, each.round) for each in later if each.kind is IncidentKind.MAKE_GOOD}
    return tuple(
        DisputeOpen(each.stream, names.get(each.stream, each.stream), each.round, each.time)
        for each in reversed(later)
        if each.kind is IncidentKind.DISPUTE
        and each.time < until
        and (each.stream, each.person, each.round) not in good
    )


def floats_found(connection: Connection, since: int, until: int, names: Mapping[str, str]) -> FloatsFound:
    slips = [slip for slip in chip_record(connection).slips.values() if since <= slip.time < until]
    signed = [slip for slip in slips if slip.state is SlipState.SIGNED]
    return FloatsFound(
        counts=sum(slip.difference is not None for slip in signed),
        fills=sum(slip.kind is SlipKind.FILL for slip in signed),
        credits=sum(slip.kind is SlipKind.CREDIT for slip in signed),
        waiting=sum(slip.state in (SlipState.ASKED, SlipState.TAKEN) for slip in slips),
        differing=tuple(_differing(signed, names)),
    )


def _differing(signed: list[Slip], names: Mapping[str, str]) -> Iterator[FloatDiffers]:
    for slip in signed:
        if slip.difference:
            yield FloatDiffers(slip.table, names.get(slip.table, slip.table), str(slip.kind), slip.difference)
