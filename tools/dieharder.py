"""dieharder's whole battery over one file of random bits: `python -m tools.dieharder BITS`.

BITS is what `croupier chance sample GAME --draws N --out FILE --raw BITS` or `tools.chance_processor` writes. Every
test runs in a process of its own and reads BITS from the beginning, with the sizes that `dieharder -a` gives it, so
none reads a byte twice: BITS must have as many as the hungriest test wants (`BYTES`).

The rule stands here before anything is drawn. Counted is each p-value of each test that dieharder itself calls good.
All are corrected together (Holm) at the alpha of `croupier.report.chance_tests`. There is no second try. Values near 1
do not count: dieharder gives too many of them (of 750 that `sts_serial` gave to AES, 17 were above 0.99 and 8
below 0.01). The four tests that dieharder calls suspect, or says not to use, are shown and not counted. Left out are
the sums with lags of 20 to 32, which want up to 13.2 GB each.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from croupier.report.chance_tests import ALPHA, ChanceTest, holm

RAW_FILE = "201"
BYTES = 8_192_000_000
"""Marsaglia and Tsang's test reads 8,000,000,000: two numbers of 32 bits, ten million times, a hundred times."""
TIME = 3_600
UNCOUNTED = frozenset((5, 6, 7, 14))
"""OPSO, OQSO and DNA are suspect, sums are not to be used: so says `dieharder -l`."""
NTUPLES = {200: range(1, 13), 201: range(2, 6), 202: range(2, 6), 203: range(20), 207: (0,), 208: (0, 1), 209: (12,)}
TESTS = (*range(18), 100, 101, 102, *range(200, 210))
"""By their numbers in `dieharder -l`: all that `-a` runs."""


def runs() -> Iterator[tuple[int, int]]:
    """Each test with what it is told of pairs, lags or dimensions."""
    for test in TESTS:
        for ntuple in NTUPLES.get(test, (0,)):
            yield test, ntuple


def told(test: int, ntuple: int, bits: Path) -> str:
    """What dieharder prints: lines of `name|ntuple|samples|times|p`."""
    size = ("-n", str(ntuple)) if ntuple else ()
    command = ("dieharder", "-d", str(test), *size, "-g", RAW_FILE, "-f", bits, "-D", "test_name", "-D", "ntuple")
    shown = ("-D", "tsamples", "-D", "psamples", "-D", "pvalues", "-c", "|")
    done = subprocess.run((*command, *shown), check=True, capture_output=True, text=True, timeout=TIME)
    if "rewound" in done.stdout + done.stderr:
        raise SystemExit(f"test {test} {ntuple} wants more than {bits} has")
    return done.stdout


def read(printed: str) -> Iterator[tuple[str, float]]:
    """What each line is called, and its p-value."""
    for line in printed.splitlines():
        parts = [part.strip() for part in line.split("|")]
        if len(parts) == 5 and parts[4].replace(".", "", 1).isdigit():  # noqa: PLR2004
            yield f"{parts[0]} {parts[1]}, {parts[3]} times {int(parts[2]):,}", float(parts[4])


def judged(found: Iterable[tuple[str, float]]) -> tuple[ChanceTest, ...]:
    return holm([ChanceTest(name, p, 0, p) for name, p in found])


def main(bits: Path) -> bool:
    if bits.stat().st_size < BYTES:
        raise SystemExit(f"{bits} has fewer than {BYTES:,} bytes")
    found: list[tuple[str, float]] = []
    for test, ntuple in runs():
        for name, p in read(told(test, ntuple, bits)):
            print(f"{name}: {p}{' (not counted)' if test in UNCOUNTED else ''}", flush=True)
            if test not in UNCOUNTED:
                found.append((name, p))
    tests = judged(found)
    print("| test | p | corrected |\n|---|---|---|")
    for each in tests:
        print(f"| {each.name} | {each.p:.4f} | {each.corrected:.3f} |")
    passes = all(each.passes for each in tests)
    print(f"{len(tests)} p-values. {'Passes' if passes else 'Fails'} at {ALPHA}.")
    return passes


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004
        raise SystemExit(__doc__)
    raise SystemExit(not main(Path(sys.argv[1])))
