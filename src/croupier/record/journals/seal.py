"""The arithmetic of a sealed round: its secret, its seal, and the outcomes that follow from the secret.

Nothing here draws a random number or reads a clock: fresh bytes come from outside, and the same input gives the same
outcome for ever. `docs/explanation/fairness.md` says the same for people who check a round in another language.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import count

from croupier.games.acts import Act
from croupier.record.text.forms import FORMS

LABEL = b"croupier draw 1"
"""The first part of every message: another way of drawing would carry another label."""
FRESH_BYTES = 64
SECRET_BYTES = 64
HOUSE_KEY_BYTES = range(32, 129)
"""A shorter key could be guessed; a longer one HMAC-SHA-512 would hash down before using it."""
WORD_BITS = 64
LARGEST_SIZE = 2**WORD_BITS

_WORD_BYTES = WORD_BITS // 8
_FORM_OF = {kind: form for forms in FORMS.values() for kind, form in forms.items()}


def secret_of(house_key: bytes, fresh: bytes) -> bytes:
    """The secret of one round: HMAC-SHA-512, under the house key, of 64 fresh bytes.

    Whoever has the database alone has the fresh bytes and not the key, and can compute nothing.
    """
    if len(house_key) not in HOUSE_KEY_BYTES:
        raise ValueError(f"a house key has {HOUSE_KEY_BYTES[0]} to {HOUSE_KEY_BYTES[-1]} bytes, not {len(house_key)}")
    if len(fresh) != FRESH_BYTES:
        raise ValueError(f"a secret is made of {FRESH_BYTES} fresh bytes, not {len(fresh)}")
    return hmac.digest(house_key, fresh, "sha512")


def seal_of(secret: bytes) -> str:
    """What is published before the first wager: the SHA-256 of the secret, in lower-case hex."""
    _check_secret(secret)
    return hashlib.sha256(secret).hexdigest()


def draw(  # noqa: PLR0917  all that an outcome hangs on
    secret: bytes, stream: str, round: int, k: int, nonces: Iterable[bytes], size: int
) -> int:
    """The k-th outcome of a round, counted from 0: a number in `range(size)`, each as likely as any other.

    `round` is the number of the journal entry that carries the round's seal. `nonces` are all that players sent with
    their accepted acts since then, in any order; one that was sent twice counts twice.

    Block b, counted from 0, is HMAC-SHA-256 under the secret of these parts, one behind the other. Each part stands
    behind its own length, which is a number of 4 bytes. All numbers have their highest byte first.

    =======  =====  =============================================================
    length   bytes  what
    =======  =====  =============================================================
    15       15     the label, `croupier draw 1` in ASCII
    n        n      the stream's name, in UTF-8
    8        8      the round
    8        8      k
    8        8      b
    n        n      a nonce; so for each of them, sorted by their bytes
    =======  =====  =============================================================

    A block's 32 bytes are four words of 64 bits. The first word that is below the greatest multiple of `size` that
    2**64 holds is taken, modulo `size`; words at or above it are passed over, for they would make small numbers more
    likely. Where all four are passed over, the next block follows. Where `size` is 1 the answer is 0 and nothing is
    computed.
    """
    _check_secret(secret)
    if not 0 < size <= LARGEST_SIZE:
        raise ValueError(f"a draw is from 1 to 2**{WORD_BITS} outcomes, not {size}")
    bits = blocks(secret, stream, round, k, nonces)
    if size == 1:
        return 0
    return next(found for block in bits if (found := _first_in_range(block, size)) is not None)


def blocks(secret: bytes, stream: str, round: int, k: int, nonces: Iterable[bytes]) -> Iterator[bytes]:
    """The random bits that the k-th outcome of a round is taken from, 256 at a time, without end."""
    before = _framed(LABEL) + _framed(stream.encode()) + _number(round) + _number(k)
    after = b"".join(map(_framed, sorted(nonces)))
    return (hmac.digest(secret, before + _number(block) + after, "sha256") for block in count())


def in_range(word: int, size: int, bits: int = WORD_BITS) -> int | None:
    """Where a word of so many bits falls in `range(size)`; `None` where it is passed over.

    Of the words that are taken the same number falls on each place: the first multiples of `size` are whole runs.
    """
    words = 1 << bits
    return word % size if word < words - words % size else None


def outcome(  # noqa: PLR0917  what `draw` takes, in its order
    secret: bytes, stream: str, round: int, k: int, nonces: Iterable[bytes], chance: Mapping[Act, Fraction]
) -> Act:
    """The k-th outcome of a round, from what `table.chance()` says may come, each as likely as it says there.

    The rest is as in `draw`. Where only one thing can come, it comes, and nothing is computed.
    """
    acts, counts = in_order(chance)
    return _at(acts, counts, draw(secret, stream, round, k, nonces, sum(counts)))


def in_order(chance: Mapping[Act, Fraction]) -> tuple[tuple[Act, ...], tuple[int, ...]]:
    """The outcomes in the one order that all agree on, and how many places each has.

    An outcome has as many places as its probability says over the lowest common denominator of all. The order is that
    of the outcomes' words in the notation: the shorter first, and of the same length by the bytes of their UTF-8. So
    `spin 2` stands before `spin 10`.
    """
    places = math.lcm(*(weight.denominator for weight in chance.values()))
    counts = [weight.numerator * (places // weight.denominator) for weight in chance.values()]
    if not counts or min(counts) < 1 or sum(counts) != places:
        raise ValueError("the probabilities of all outcomes must be positive and add up to 1")
    acts = tuple(chance)
    order = _order(acts)
    return tuple(acts[place] for place in order), tuple(counts[place] for place in order)


def picked(chance: Mapping[Act, Fraction], index: int) -> Act:
    """The outcome at that place, counted from 0, of all places in order."""
    acts, counts = in_order(chance)
    if not 0 <= index < sum(counts):
        raise ValueError(f"the places are 0 to {sum(counts) - 1}, and {index} is none of them")
    return _at(acts, counts, index)


def _at(acts: tuple[Act, ...], counts: tuple[int, ...], index: int) -> Act:
    """The act on whose places the index falls; it falls on one."""
    place = 0
    while index >= counts[place]:
        index -= counts[place]
        place += 1
    return acts[place]


@lru_cache(maxsize=256)
def _order(acts: tuple[Act, ...]) -> tuple[int, ...]:
    """Which of the acts is first, which second: kept, as a table asks for the same ones again and again."""
    words = [words_of(act).encode() for act in acts]
    if len(set(words)) < len(words):
        raise ValueError("two outcomes are written alike")
    return tuple(sorted(range(len(acts)), key=lambda place: (len(words[place]), words[place])))


@lru_cache(maxsize=4096)
def words_of(act: Act) -> str:
    """An outcome in the notation, without who does it: by these words outcomes stand in order."""
    return _FORM_OF[type(act)].write(act)


def _first_in_range(block: bytes, size: int) -> int | None:
    for at in range(0, len(block), _WORD_BYTES):
        found = in_range(int.from_bytes(block[at : at + _WORD_BYTES], "big"), size)
        if found is not None:
            return found
    return None


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


def _number(value: int) -> bytes:
    if not 0 <= value < LARGEST_SIZE:
        raise ValueError(f"a round, an outcome and a block are numbered from 0 to 2**{WORD_BITS} - 1, not {value}")
    return b"\0\0\0\x08" + value.to_bytes(8, "big")


def _check_secret(secret: bytes) -> None:
    """A shorter key and the same with zero bytes behind it would be one key to HMAC."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
