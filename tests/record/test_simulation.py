"""The document of a simulated run: read strictly, and what it is not is said in one line."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.blackjack.options import BlackjackOptions, Soft17, Takes
from croupier.record import Unreadable
from croupier.record.files.simulation import MOST_BYTES, Readings, read_simulation
from tests.support.record.simulated_runs import HUNDRED, READINGS, STRATEGY, content, document


def test_the_figures_are_those_of_the_counts() -> None:
    run = read_simulation(content())
    assert (run.mean, run.edge) == (Fraction(-5), Fraction(1, 200))
    assert run.variance_of_counts == Fraction(1_312_475, 1_000_000)
    assert list(run.results) == [2000, 1500, 1000, 0, -1000, -2000]
    assert run.results[-1000] == Fraction(43, 100)
    assert sum(run.results.values()) == 1
    assert (run.rounds, run.seed, run.cut, str(run.strategy)) == (100, 7, 312, "total")


def test_each_box_of_a_round_is_counted() -> None:
    run = read_simulation(content(rounds=50, boxes=2))
    assert (run.box_rounds, run.results[0]) == (100, Fraction(8, 100))


def test_what_never_came_about_is_no_result() -> None:
    run = read_simulation(content(histogram={**HUNDRED, "9000": 0}))
    assert 9000 not in run.results


def test_a_mark_of_byte_order_is_no_fault() -> None:
    assert read_simulation(b"\xef\xbb\xbf" + content()) == read_simulation(content())


def test_how_the_run_was_played() -> None:
    more = {**STRATEGY, "insurance": 3, "early": True, "count": "Hi-Lo"}
    plain, other = read_simulation(content()).strategy, read_simulation(content(strategy=more)).strategy
    assert (str(plain), plain.is_plain) == ("total", True)
    assert (str(other), other.is_plain) == ("total, insurance 3, early settlement, count Hi-Lo", False)


def test_in_what_other_options_differ() -> None:
    run = read_simulation(content())
    assert run.differs_from(BlackjackOptions()) == ""
    assert run.differs_from(BlackjackOptions(decks=6)) == "decks 8, not 6"
    other = BlackjackOptions(double_after_split=False, soft_17=Soft17.DRAW, dealer_blackjack=Takes.PEEK)
    assert run.differs_from(other) == (
        "double after split yes, not no; soft 17 stand, not draw; dealer blackjack original, not peek"
    )
    assert Readings.of(BlackjackOptions()) == run.readings


# What it is not


def _why(said: bytes) -> str:
    with pytest.raises(Unreadable) as caught:
        read_simulation(said)
    (fault,) = caught.value.faults
    assert fault.why
    assert len(fault.why.splitlines()) == 1
    assert fault.why.isprintable()
    return fault.why


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"game": "roulette"}, "it is a run of roulette"),
        ({"game": 5}, "$.game"),
        ({"rounds": 0}, "$.rounds"),
        ({"rounds": -100}, "$.rounds"),
        ({"rounds": 100.0}, "$.rounds"),
        ({"rounds": "100"}, "$.rounds"),
        ({"rounds": True}, "$.rounds"),
        ({"rounds": None}, "$.rounds"),
        ({"rounds": 10**30}, "$.rounds"),
        ({"rounds": 99}, "the histogram counts 100 results, and 99 rounds on 1 box have 99"),
        ({"boxes": 2}, "200"),
        ({"boxes": 0}, "$.boxes"),
        ({"boxes": 8}, "$.boxes"),
        ({"stake": 0}, "$.stake"),
        ({"stake": 10**15}, "beyond all bounds"),
        ({"stake": 2000}, "an edge of 0.5 % is not that of the histogram"),
        ({"seed": "7"}, "$.seed"),
        ({"seed": 1 << 200}, "beyond all bounds"),
        ({"seed": -1}, "beyond all bounds"),
        ({"edge_percent": None}, "$.edge_percent"),
        ({"edge_percent": float("nan")}, "malformed"),
        ({"edge_percent": float("inf")}, "malformed"),
        ({"edge_percent": 0.51}, "an edge of 0.51 %"),
        ({"variance": 1.31}, "a variance of 1.31"),
        ({"variance": -1}, "$.variance"),
        ({"standard_error_percent": -1}, "$.standard_error_percent"),
        ({"z": "large"}, "$.z"),
        ({"note": None}, "$.note"),
        ({"note": "\x1b[31mred"}, "cannot be printed"),
        ({"note": "n" * 5000}, "$.note"),
        ({"strategy": "total"}, "$.strategy"),
        ({"strategy": {**STRATEGY, "name": "line\nline"}}, "cannot be printed"),
        ({"stakes": [1000, 5000]}, "follow a count"),
        ({"cut": -1}, "$.cut"),
        ({"cut": "none"}, "$.cut"),
        ({"histogram": {}}, "counts 0 results"),
        ({"histogram": []}, "$.histogram"),
        ({"histogram": {**HUNDRED, "0": -8}}, "$.histogram"),
        ({"histogram": {**HUNDRED, "0": 8.0}}, "$.histogram"),
        ({"histogram": {**HUNDRED, "half": 0}}, "$.histogram"),
        ({"histogram": {**HUNDRED, "1e3": 0}}, "$.histogram"),
        ({"histogram": {**HUNDRED, str(10**16): 0}}, "beyond all bounds"),
        ({"histogram": {**HUNDRED, **{str(net): 0 for net in range(1, 20_000)}}}, "beyond all bounds"),
        ({"readings": "as gazetted"}, "$.readings"),
        ({"readings": {**READINGS, "hands": 5}}, "$.readings.hands"),
        ({"readings": {**READINGS, "soft_17": "hit"}}, "$.readings.soft_17"),
    ],
)
def test_what_is_not_read(changes: dict[str, Any], word: str) -> None:
    assert word in _why(content(**changes))


@pytest.mark.parametrize("key", [key for key in document() if key not in {"seconds", "wagers", "stakes", "fresh_shoe"}])
def test_what_is_missing_is_named(key: str) -> None:
    told = document()
    del told[key]
    assert f"`{key}`" in _why(json.dumps(told).encode())


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"5",
        b"\xff\xfe",
        b"croupier 1\n",
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b'{"game": "\n"}',
    ],
)
def test_what_is_no_document(said: bytes) -> None:
    _why(said)


def test_what_is_too_long() -> None:
    assert "4 MiB" in _why(b" " * (MOST_BYTES + 1))


def test_edges_may_be_huge_numbers() -> None:
    """Beyond what a double holds."""
    _why(content().replace(b'"edge_percent": 0.5', b'"edge_percent": 1e999'))
    _why(content().replace(b'"edge_percent": 0.5', b'"edge_percent": 1e308'))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=3), parts, max_size=3),
    max_leaves=5,
)


def _reads_or_says_why(said: bytes) -> None:
    try:
        run = read_simulation(said)
    except Unreadable:
        _why(said)
        return
    assert sum(run.results.values()) == 1


@given(st.sampled_from(sorted(document())), _JSON)
def test_any_value_of_any_key(key: str, value: Any) -> None:
    _reads_or_says_why(content(**{key: value}))


@given(st.dictionaries(st.integers(-(10**20), 10**20).map(str) | st.text(max_size=4), _JSON, max_size=4))
def test_any_histogram(histogram: dict[str, Any]) -> None:
    _reads_or_says_why(content(histogram=histogram))


@given(st.integers(0, len(content())), st.integers(0, len(content())), st.binary(max_size=4))
def test_any_damage(start: int, end: int, put: bytes) -> None:
    said = content()
    _reads_or_says_why(said[:start] + put + said[end:])
