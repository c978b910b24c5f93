"""Where outcomes come from: a sealed secret, a person at the wheel, or a tape. All of them give the same acts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from msgspec import Struct

from croupier.games.acts import Act
from croupier.record.seal import outcome, seal_of, secret_of

FRESH = 64
"""Bytes of the operating system's for the secret of one round."""
_FEWEST_KINDS_OF_BYTE = 16
"""Of 64 random bytes about 57 differ from one another; fewer than 16 do not happen before the sun goes out."""


class NoEntropy(Exception):  # noqa: N818
    """The operating system gave no random bytes, or the same again: no round may open on them."""


class Round(Struct, frozen=True):
    """One round's chance: which entry sealed it, what has gone into it and how often it was drawn from."""

    number: int
    """The number of the journal entry that carries the seal."""
    seal: str = ""
    fresh: bytes | None = None
    secret: bytes | None = None
    """`None` where no seal is used, or where the house key does not open it."""
    nonces: tuple[bytes, ...] = ()
    draws: int = 0


class Source(Protocol):
    is_sealed: bool

    def opened(self, number: int) -> Round:
        """The chance of a round that the entry of this number opens; raises `NoEntropy`."""

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:
        """The same after a restart, from what the journal keeps."""

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        """The next outcome, or `None` where somebody has to bring it."""


class Sealed:
    """A secret a round, sealed before the wagers and revealed after them."""

    is_sealed = True

    def __init__(self, key: bytes, entropy: Callable[[int], bytes] = os.urandom) -> None:
        self._key, self._entropy = key, entropy
        self._last = b""

    def opened(self, number: int) -> Round:
        fresh = self._fresh()
        secret = secret_of(self._key, fresh)
        return Round(number, seal_of(secret), fresh, secret)

    def _fresh(self) -> bytes:
        try:
            fresh = self._entropy(FRESH)
        except OSError as error:
            raise NoEntropy(str(error)) from error
        if len(fresh) != FRESH or fresh == self._last or len(set(fresh)) < _FEWEST_KINDS_OF_BYTE:
            raise NoEntropy("the source of random bytes is stuck")
        self._last = fresh
        return fresh

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:
        secret = None if fresh is None else secret_of(self._key, fresh)
        if secret is not None and seal_of(secret) != seal:
            secret = None
        return Round(number, seal, fresh, secret)

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        if round.secret is None:
            return None
        return outcome(round.secret, stream, round.number, round.draws, round.nonces, chance)


class Keyed:
    """A dealer at a real wheel, shoe or tumbler enters what came."""

    is_sealed = False

    def opened(self, number: int) -> Round:
        return Round(number)

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:  # noqa: ARG002
        return self.opened(number)

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:  # noqa: ARG002
        return None


class Tape(Keyed):
    """Outcomes from a list: rounds played again, and tests that must know what comes."""

    def __init__(self, acts: Iterable[Act]) -> None:
        self._acts = iter(acts)

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:  # noqa: ARG002
        act = next(self._acts, None)
        if act is not None and act not in chance:
            raise ValueError(f"the tape has {act}, which cannot come here")
        return act
