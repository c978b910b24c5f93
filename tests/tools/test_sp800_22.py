"""The tests after SP 800-22: its own worked examples, an honest sample, and samples that are not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from croupier.report.chance_tests import chi_square_tail
from tools import sp800_22

E_BITS = "1100100100001111110110101010001000100001011010001100001000110100110001001100011001100010100010111000"
"""The first hundred binary digits of pi, as the publication has them."""
RUNS_OF = (
    "11001100000101010110110001001100111000000000001001001101010100010001001111010110100000001101011111001100111001101101"
    "100010110010"
)


def bits(text: str) -> sp800_22.Bits:
    return np.array([int(letter) for letter in text], np.uint8)


@pytest.mark.parametrize(
    ("test", "text", "parameters", "p"),
    [
        (sp800_22.frequency, "1011010101", (), 0.527089),
        (sp800_22.frequency, E_BITS, (), 0.109599),
        (sp800_22.block_frequency, "0110011010", (3,), 0.801252),
        (sp800_22.block_frequency, E_BITS, (10,), 0.706438),
        (sp800_22.runs, "1001101011", (), 0.147232),
        (sp800_22.runs, E_BITS, (), 0.500798),
        (sp800_22.longest_run, RUNS_OF, (), 0.180598),
        (sp800_22.approximate_entropy, "0100110101", (3,), 0.261961),
        (sp800_22.approximate_entropy, E_BITS, (2,), 0.235301),
        (sp800_22.cumulative_sums, "1011010111", (), 0.4116588),
        (sp800_22.cumulative_sums, E_BITS, (), 0.219194),
        (sp800_22.cumulative_sums_back, E_BITS, (), 0.114866),
    ],
)
def test_the_examples_of_the_publication(test: object, text: str, parameters: tuple[int, ...], p: float) -> None:
    assert test(bits(text), *parameters) == pytest.approx(p, abs=2e-5)  # type: ignore[operator]


def test_the_example_of_the_serial_test() -> None:
    assert sp800_22.serial(bits("0011011101"), 3) == pytest.approx((0.808792, 0.670320), abs=1e-6)


def test_the_rank_of_matrices_is_that_of_elimination_by_hand() -> None:
    random = Random(5)
    chosen = [[random.getrandbits(32) & random.getrandbits(32) for _ in range(32)] for _ in range(60)]
    chosen += [[1 << place for place in range(32)], [7] * 32]
    text = "".join(f"{row:032b}" for matrix in chosen for row in matrix)

    def rank(rows: list[int]) -> int:
        found = 0
        rows = list(rows)
        while rows:
            pivot = rows.pop()
            if pivot:
                found += 1
                low = pivot & -pivot
                rows = [row ^ pivot if row & low else row for row in rows]
        return found

    ranks = [rank(rows) for rows in chosen]
    counts = (ranks.count(32), ranks.count(31), sum(each < 31 for each in ranks))
    due = (0.2887880950866, 0.5775761901732, 0.1336357147402)
    statistic = sum((count - 62 * share) ** 2 / (62 * share) for count, share in zip(counts, due, strict=True))
    assert sp800_22.rank(bits(text)) == pytest.approx(chi_square_tail(statistic, 2))


def _file(folder: Path, made: bytes) -> Path:
    path = folder / "bits"
    path.write_bytes(made)
    return path


SEQUENCES = 12


def test_an_honest_sample_passes(tmp_path: Path) -> None:
    assert sp800_22.main(_file(tmp_path, Random(22).randbytes(SEQUENCES * sp800_22.LENGTH // 8)))


@pytest.mark.parametrize("fault", ["one bit more often", "each byte twice", "a slow wave", "every second bit the last"])
def test_a_planted_fault_fails(tmp_path: Path, fault: str) -> None:
    random = np.random.default_rng(3)
    made = random.integers(0, 2, SEQUENCES * sp800_22.LENGTH, np.uint8)
    match fault:
        case "one bit more often":
            made |= random.random(len(made)) < 0.004
        case "each byte twice":
            made = np.repeat(made[: len(made) // 2].reshape(-1, 8), 2, axis=0).ravel()
        case "a slow wave":
            made |= np.sin(np.arange(len(made)) / 7) > 0.999
        case _:
            made[1::20] = made[::20]
    assert not sp800_22.main(_file(tmp_path, np.packbits(made).tobytes()))
