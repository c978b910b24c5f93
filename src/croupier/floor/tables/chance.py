"""Where outcomes come from: a sealed secret, a person at the wheel, or a tape. All of them give the same acts."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.acts import Act
from croupier.record.journals.seal import outcome, seal_of, secret_of

FRESH = 64
"""Bytes of the operating system's for the secret of one round."""
_FEWEST_KINDS_OF_BYTE = 16
"""Of 64 random bytes about 57 differ from one another; fewer than 16 do not happen before the sun goes out."""
_REMEMBERED = 20_000
"""Rounds whose random bytes are compared with new ones."""


class NoEntropy(Exception):  # noqa: N818
    """The operating system gave no random bytes, or the same again: no round may open on them."""


class Seen:
    """The latest random bytes that rounds were sealed with: whatever comes again is not random."""

    def __init__(self) -> None:
        self._order: deque[bytes] = deque()
        self._known: set[bytes] = set()

    def is_new(self, fresh: bytes) -> bool:
        """Whether these bytes come for the first time; from now on they have come."""
        if fresh in self._known:
            return False
        self._known.add(fresh)
        self._order.append(fresh)
        if len(self._order) > _REMEMBERED:
            self._known.discard(self._order.popleft())
        return True


_SEEN = Seen()
"""Of all tables together: a secret that one table reveals must not be another's."""


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

    def after(self, nonce: str, *, is_draw: bool) -> Round:
        """The same round with one entry more behind it."""
        nonces = (*self.nonces, bytes.fromhex(nonce)) if nonce else self.nonces
        return replace(self, nonces=nonces, draws=self.draws + is_draw) if nonce or is_draw else self


class ChanceSource(Protocol):
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

    def __init__(self, key: bytes, entropy: Callable[[int], bytes] | None = None, seen: Seen | None = None) -> None:
        self._key, self._entropy = key, entropy or os.urandom
        self._seen = seen or (_SEEN if entropy is None else Seen())

    def opened(self, number: int) -> Round:
        fresh = self._fresh()
        secret = secret_of(self._key, fresh)
        return Round(number, seal_of(secret), fresh, secret)

    def _fresh(self) -> bytes:
        try:
            fresh = self._entropy(FRESH)
        except OSError as error:
            raise NoEntropy(str(error)) from error
        if len(fresh) != FRESH or len(set(fresh)) < _FEWEST_KINDS_OF_BYTE or not self._seen.is_new(fresh):
            raise NoEntropy("the source of random bytes is stuck")
        return fresh

    def again(self, number: int, seal: str, fresh: bytes | None) -> Round:
        if fresh is None or len(fresh) != FRESH:
            return Round(number, seal, fresh)
        self._seen.is_new(fresh)
        secret = secret_of(self._key, fresh)
        return Round(number, seal, fresh, secret if seal_of(secret) == seal else None)

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
