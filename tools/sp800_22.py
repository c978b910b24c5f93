"""Tests of random bits after NIST SP 800-22 (revision 1a), over many sequences: `python -m tools.sp800_22 BITS`.

BITS is what `croupier chance sample GAME --draws N --out FILE --raw BITS` writes: 32 random bytes a draw. The file is
read as sequences of a million bits. Each test gives every sequence a p-value. Then two questions are asked of each
test, as section 4.2 of the publication has them: how many sequences it fails at 0.01, and whether its p-values are
spread evenly over ten parts. Those answers have p-values of their own, which are corrected together (Holm).

What is tested stands here before anything is drawn; alpha is that of `croupier.report.chance_tests`. There is no
second try.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from croupier.report.chance_tests import ALPHA, ChanceTest, chi_square_tail, holm, normal_tails

Bits = Any
"""Of one sequence: an array of zeros and ones."""
LENGTH = 1_000_000
FAILS_AT = 0.01
PARTS = 10
BLOCK, SERIAL, ENTROPY = 20_000, 16, 10
"""How long the blocks are whose ones are counted, and the patterns of the serial test and of approximate entropy."""
RANK = 32
_FULL, _ONE_LESS = 0.2887880950866, 0.5775761901732
"""How likely a matrix of random bits has all ranks, and one less."""
_RUN_CLASSES = {
    # From how many bits on: the length of a block, the shortest and the longest class of runs, and how likely each is.
    128: (8, 1, 4, (0.2148, 0.3672, 0.2305, 0.1875)),
    6_272: (128, 4, 9, (0.1174, 0.2430, 0.2493, 0.1752, 0.1027, 0.1124)),
    750_000: (10_000, 10, 16, (0.0882, 0.2092, 0.2483, 0.1933, 0.1208, 0.0675, 0.0727)),
}


def frequency(bits: Bits) -> float:
    """2.1: as many ones as zeros."""
    return normal_tails((2 * int(bits.sum()) - len(bits)) / math.sqrt(len(bits)))


def block_frequency(bits: Bits, block: int = BLOCK) -> float:
    """2.2: the same in each block."""
    blocks = len(bits) // block
    ones = bits[: blocks * block].reshape(blocks, block).mean(axis=1)
    return chi_square_tail(4 * block * float(((ones - 0.5) ** 2).sum()), blocks)


def runs(bits: Bits) -> float:
    """2.3: how often it changes between ones and zeros."""
    share = float(bits.mean())
    changes = 1 + int(np.count_nonzero(bits[1:] != bits[:-1]))
    spread = 2 * math.sqrt(2 * len(bits)) * share * (1 - share)
    return math.erfc(abs(changes - 2 * len(bits) * share * (1 - share)) / spread) if spread else 0.0


def longest_run(bits: Bits) -> float:
    """2.4: the longest run of ones in each block."""
    block, shortest, longest, chances = _RUN_CLASSES[max(least for least in _RUN_CLASSES if least <= len(bits))]
    blocks = len(bits) // block
    ones = np.zeros((blocks, block + 1), np.int64)
    ones[:, 1:] = bits[: blocks * block].reshape(blocks, block)
    places = np.arange(block + 1)
    last_zero = np.maximum.accumulate(np.where(ones == 0, places, 0), axis=1)
    found = np.clip((places - last_zero).max(axis=1), shortest, longest)
    counts = np.bincount(found - shortest, minlength=len(chances))
    return _chi_square(counts, chances)


def rank(bits: Bits) -> float:
    """2.5: the rank of matrices of 32 by 32 bits."""
    matrices = len(bits) // RANK**2
    rows = np.packbits(bits[: matrices * RANK**2]).view(">u4").astype(np.uint32).reshape(matrices, RANK)
    ranks = np.zeros(matrices, np.int64)
    for column in range(RANK):
        bit = np.uint32(1 << (RANK - 1 - column))
        has = (rows & bit) != 0
        found, pivot = has.any(axis=1), has.argmax(axis=1)
        pivots = np.where(found, rows[np.arange(matrices), pivot], 0).astype(np.uint32)
        # The pivot goes too: what is left has no bit in this column.
        rows ^= np.where(has, pivots[:, None], 0).astype(np.uint32)
        ranks += found
    full, less = int((ranks == RANK).sum()), int((ranks == RANK - 1).sum())
    return _chi_square((full, less, matrices - full - less), (_FULL, _ONE_LESS, 1 - _FULL - _ONE_LESS))


def spectral(bits: Bits) -> float:
    """2.6: as many high peaks of the Fourier transform as expected."""
    peaks = np.abs(np.fft.rfft(2.0 * bits - 1))[: len(bits) // 2]
    low = int(np.count_nonzero(peaks < math.sqrt(math.log(1 / 0.05) * len(bits))))
    return normal_tails((low - 0.95 * len(bits) / 2) / math.sqrt(len(bits) * 0.95 * 0.05 / 4))


def serial(bits: Bits, length: int = SERIAL) -> tuple[float, float]:
    """2.11: every pattern as often, wherever it begins."""
    counts = _patterns(bits, length)
    first, second, third = _psi(counts), _psi(_shorter(counts)), _psi(_shorter(_shorter(counts)))
    one, two = first - second, first - 2 * second + third
    return chi_square_tail(one, 2 ** (length - 1)), chi_square_tail(two, 2 ** (length - 2))


def approximate_entropy(bits: Bits, length: int = ENTROPY) -> float:
    """2.12: patterns of one length beside those one longer."""
    counts = _patterns(bits, length + 1)
    entropy = _phi(_shorter(counts)) - _phi(counts)
    return chi_square_tail(2 * len(bits) * (math.log(2) - entropy), 2**length)


def cumulative_sums(bits: Bits) -> float:
    """2.13: how far a walk goes that steps up at ones and down at zeros."""
    return _walk(np.cumsum(2 * bits.astype(np.int64) - 1), len(bits))


def cumulative_sums_back(bits: Bits) -> float:
    """The same from the end."""
    return cumulative_sums(bits[::-1])


def _walk(sums: Any, length: int) -> float:
    far, root = int(np.abs(sums).max()), math.sqrt(length)

    def between(first: int, high: int, low: int) -> float:
        places = range(math.trunc((first - length / far) / 4), math.trunc((length / far - 1) / 4) + 1)
        return sum(_below((4 * place + high) * far / root) - _below((4 * place + low) * far / root) for place in places)

    return 1 - between(1, 1, -1) + between(-3, 3, 1)


def _below(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def _chi_square(counts: Any, chances: tuple[float, ...]) -> float:
    total = sum(map(int, counts))
    statistic = sum((int(count) - total * due) ** 2 / (total * due) for count, due in zip(counts, chances, strict=True))
    return chi_square_tail(statistic, len(chances) - 1)


def _patterns(bits: Bits, length: int) -> Any:
    """How often each pattern comes, the sequence closed to a ring."""
    ring = np.concatenate((bits, bits[: length - 1])).astype(np.uint32)
    values = np.zeros(len(bits), np.uint32)
    for place in range(length):
        values <<= 1
        values |= ring[place : place + len(bits)]
    return np.bincount(values, minlength=2**length)


def _shorter(counts: Any) -> Any:
    """The same of patterns that are a bit shorter: on a ring each goes on with a zero or a one."""
    return counts.reshape(-1, 2).sum(axis=1)


def _psi(counts: Any) -> float:
    total = int(counts.sum())
    return float((counts.astype(np.float64) ** 2).sum()) * len(counts) / total - total


def _phi(counts: Any) -> float:
    shares = counts[counts > 0] / counts.sum()
    return float((shares * np.log(shares)).sum())


ONE_BY_ONE: tuple[Callable[[Bits], float], ...] = (
    frequency,
    block_frequency,
    runs,
    longest_run,
    rank,
    spectral,
    approximate_entropy,
    cumulative_sums,
    cumulative_sums_back,
)


def p_values(bits: Bits) -> dict[str, float]:
    """Of one sequence, by test."""
    found = {test.__name__.replace("_", " "): test(bits) for test in ONE_BY_ONE}
    found["serial"], found["serial, second difference"] = serial(bits)
    return found


def sequences(path: Path) -> Iterator[Bits]:
    with path.open("rb") as file:
        while len(read := file.read(LENGTH // 8)) == LENGTH // 8:
            yield np.unpackbits(np.frombuffer(read, np.uint8))


def judged(found: list[dict[str, float]]) -> tuple[ChanceTest, ...]:
    """Of each test two questions, all corrected together."""
    tests: list[ChanceTest] = []
    for name in found[0]:
        values = [each[name] for each in found]
        fails = sum(value < FAILS_AT for value in values)
        errors = (fails - FAILS_AT * len(values)) / math.sqrt(len(values) * FAILS_AT * (1 - FAILS_AT))
        tests.append(ChanceTest(f"{name}: {fails} of {len(values):,} fail", errors, 0, normal_tails(errors)))
        counts = np.bincount([min(int(value * PARTS), PARTS - 1) for value in values], minlength=PARTS)
        even = float(((counts - len(values) / PARTS) ** 2).sum() / (len(values) / PARTS))
        tests.append(ChanceTest(f"{name}: spread evenly", even, PARTS - 1, chi_square_tail(even, PARTS - 1)))
    return holm(tests)


def main(path: Path) -> bool:
    tests = judged([p_values(bits) for bits in sequences(path)])
    print("| test | statistic | freedom | p | corrected |\n|---|---|---|---|---|")
    for each in tests:
        print(f"| {each.name} | {each.statistic:.2f} | {each.freedom or 'z'} | {each.p:.3f} | {each.corrected:.3f} |")
    passes = all(each.passes for each in tests)
    print(f"{'Passes' if passes else 'Fails'} at {ALPHA}.")
    return passes


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004
        raise SystemExit(__doc__)
    raise SystemExit(not main(Path(sys.argv[1])))
