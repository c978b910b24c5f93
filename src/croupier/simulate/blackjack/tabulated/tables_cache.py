"""What a setup is to compiled code, and how that is kept in a file."""

from __future__ import annotations

import io
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec import Struct

from croupier.simulate.blackjack.tabulated.tables import BoxOutcome, KernelTables

Array = Any


class MadeTables(NamedTuple):
    tables: KernelTables
    outcomes: tuple[BoxOutcome, ...]
    whole: Array | None
    """Whole rounds of one box; `None` where these would be too many, or a count is kept."""
    whole_outcomes: tuple[int, ...]
    """The number of each outcome of whole rounds among the outcomes."""
    longest: int
    """How many cards such a round takes at most."""


class _Rest(Struct, frozen=True):
    """What is no array."""

    bounds: tuple[int, int, int]
    outcomes: tuple[BoxOutcome, ...]
    whole_outcomes: tuple[int, ...]
    longest: int


def packed(made: MadeTables) -> bytes:
    rest = _Rest(made.tables.bounds, made.outcomes, made.whole_outcomes, made.longest)
    arrays = {name: value for name, value in made.tables._asdict().items() if name != "bounds"}
    arrays["rest"] = np.frombuffer(msgspec.msgpack.encode(rest), dtype=np.uint8)
    if made.whole is not None:
        arrays["whole"] = made.whole
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def unpacked(body: bytes) -> MadeTables:
    with np.load(io.BytesIO(body), allow_pickle=False) as arrays:
        rest = msgspec.msgpack.decode(arrays["rest"].tobytes(), type=_Rest)
        tables = {name: arrays[name] for name in KernelTables._fields if name != "bounds"}
        whole = arrays.get("whole")
    return MadeTables(
        KernelTables(bounds=rest.bounds, **tables), rest.outcomes, whole, rest.whole_outcomes, rest.longest
    )
