"""What a table must have for its rounds to be recorded and replayed."""

from __future__ import annotations

from typing import Protocol, Self

from croupier.games.acts import Act
from croupier.games.position import Settled
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.games.table import Origin
from croupier.games.tournament.state import PlaceTaken


class RecordedTable(Protocol):
    @property
    def round(self) -> int: ...
    @property
    def settled(self) -> tuple[Settled, ...] | tuple[PlaceTaken, ...]: ...
    @property
    def has_settled(self) -> bool: ...
    @property
    def sign(self) -> Sign | None: ...
    @property
    def origin(self) -> Origin: ...
    def refuses(self, act: object) -> Refusal | None: ...
    def play(self, *acts: Act) -> Self: ...
