"""QR codes of version 2 read back module by module."""

from __future__ import annotations

from collections.abc import Callable

SIZE, BORDER = 25, 4
"""Of version 2, which holds an address of up to 26 letters."""


def is_function(row: int, column: int) -> bool:
    """Whether a module of version 2 belongs to a pattern, and not to the data."""
    finders = (row < 9 and (column < 9 or column >= SIZE - 8)) or (row >= SIZE - 8 and column < 9)
    return finders or 6 in (row, column) or (16 <= row <= 20 and 16 <= column <= 20)


MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda i, j: (i + j) % 2 == 0,
    lambda i, _j: i % 2 == 0,
    lambda _i, j: j % 3 == 0,
    lambda i, j: (i + j) % 3 == 0,
    lambda i, j: (i // 2 + j // 3) % 2 == 0,
    lambda i, j: i * j % 2 + i * j % 3 == 0,
    lambda i, j: (i * j % 2 + i * j % 3) % 2 == 0,
    lambda i, j: ((i + j) % 2 + i * j % 3) % 2 == 0,
)


def read_grid(grid: list[list[bool]]) -> str:
    """The text of a code of version 2, as ISO/IEC 18004 has it: mask, zigzag, and the bytes behind mode and length."""
    format_bits = "".join(str(int(grid[8][column])) for column in (2, 3, 4))
    mask = MASKS[int(format_bits, 2) ^ 0b101]
    bits = ""
    columns = [column for column in range(SIZE - 1, 0, -2) if column > 6] + [5, 3, 1]
    for turn, right in enumerate(columns):
        rows = range(SIZE - 1, -1, -1) if turn % 2 == 0 else range(SIZE)
        for row in rows:
            for column in (right, right - 1):
                if not is_function(row, column):
                    bits += str(int(grid[row][column] ^ mask(row, column)))
    assert bits[:4] == "0100", "bytes"
    length = int(bits[4:12], 2)
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8)).decode()
