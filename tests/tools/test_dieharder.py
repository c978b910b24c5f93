"""dieharder's battery: which tests are run, how its lines are read, and what is judged. It is not run here."""

from __future__ import annotations

from tools import dieharder

PRINTED = """
   diehard_birthdays|   0|       100|     100|0.16330571
         sts_serial|  16|    100000|     100|0.99985000
# The file file_input_raw was read
"""


def test_every_test_of_the_battery_runs_once_and_the_long_lags_are_left_out() -> None:
    runs = list(dieharder.runs())
    assert len(runs) == len(set(runs))
    assert {test for test, _ in runs} == {*range(18), 100, 101, 102, *range(200, 210)}
    assert max(lag for test, lag in runs if test == 203) == 19


def test_lines_are_read_and_nothing_else() -> None:
    assert list(dieharder.read(PRINTED)) == [
        ("diehard_birthdays 0, 100 times 100", 0.16330571),
        ("sts_serial 16, 100 times 100,000", 0.99985),
    ]


def test_all_are_corrected_together() -> None:
    honest = [(str(each), (each + 0.5) / 100) for each in range(100)]
    assert all(test.passes for test in dieharder.judged(honest))
    assert [test.name for test in dieharder.judged([*honest, ("odd", 0.00001)]) if not test.passes] == ["odd"]
