"""A strategy as a file: whatever is written is read back, whatever is put in is read or named as unreadable."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.odds.counting.count import CardCount, Rounding
from croupier.record.text.fault import TextFault, Unreadable
from croupier.simulate.blackjack.strategies.chart_rows import CARDS, SECTIONS, UP_NAMES, refuses_letter
from croupier.simulate.blackjack.strategies.strategy import (
    UPS,
    Chart,
    ChoiceSource,
    Deviation,
    Letter,
    PlayStrategy,
    StakeStep,
)
from croupier.simulate.blackjack.strategies.strategy_file import (
    read_solution,
    read_strategy,
    strategy_of,
    write_strategy,
)
from tests.support.simulate.strategy_texts import BASIC, DEVIATION, FAULTY, HI_LO, PLAYED, STAKE, solution

# What is written is read


_counts = st.integers(-200, 200)


@st.composite
def _letters(draw: st.DrawFn, row: str, total: int) -> str:
    may = [letter for letter in Letter if refuses_letter(row, total, letter) is None]
    return draw(st.text(may, min_size=len(UPS), max_size=len(UPS)))


@st.composite
def _charts(draw: st.DrawFn) -> Chart:
    return Chart(
        **{
            section.name: {total: draw(_letters(section.row, total)) for total in section.totals.values()}
            for section in SECTIONS
        }
    )


_names = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=80)
_countings = st.builds(
    CardCount,
    st.one_of(_names, st.sampled_from(['a "quoted" \\ name', "# no comment"])),
    st.tuples(*[st.integers(-100, 100)] * len(CARDS)),
    _counts,
    st.booleans(),
    st.sampled_from(Rounding),
)


@st.composite
def _deviations(draw: st.DrawFn) -> Deviation:
    section = draw(st.sampled_from(SECTIONS))
    total = draw(st.sampled_from(sorted(section.totals.values())))
    play = draw(st.sampled_from([letter for letter in Letter if refuses_letter(section.row, total, letter) is None]))
    return Deviation(section.row, total, draw(st.sampled_from(UPS)), draw(_counts), play, draw(st.booleans()))


@st.composite
def _strategies(draw: st.DrawFn) -> PlayStrategy:
    chart = draw(st.one_of(st.none(), _charts()))
    insures = draw(st.booleans())
    plain = PlayStrategy(
        source=ChoiceSource.TOTAL if chart else draw(st.sampled_from(ChoiceSource)),
        chart=chart,
        insures=insures,
        early=draw(st.booleans()),
    )
    if draw(st.booleans()):
        return plain
    marks = sorted(draw(st.sets(_counts, max_size=64)))
    unlike = st.lists(_deviations(), max_size=20, unique_by=lambda each: (*_place(each), each.at, each.below))
    return replace(
        plain,
        count=draw(_countings),
        insures_at=None if insures else draw(st.one_of(st.none(), _counts)),
        ramp=tuple(StakeStep(at, draw(st.integers(1, 10**13))) for at in marks),
        deviations=tuple(draw(unlike)),
    )


def _place(each: Deviation) -> tuple[str, int, int]:
    return each.row, each.total, each.up


@given(_strategies())
def test_whatever_can_be_played_is_written_and_read_back(strategy: PlayStrategy) -> None:
    text = write_strategy(strategy)
    assert read_strategy(text) == strategy
    assert write_strategy(read_strategy(text)) == text
    assert strategy_of(text.encode()) == strategy


def test_a_chart_alone_is_written_too() -> None:
    chart = read_strategy(BASIC).chart
    assert chart is not None
    assert read_strategy(write_strategy(chart)) == PlayStrategy(chart=chart)


def test_rows_that_draw_anyway_may_be_left_out() -> None:
    drawn = tuple(f" {total} = " for total in range(4, 9))
    left_out = "\n".join(line for line in BASIC.splitlines() if not line.startswith(drawn))
    assert len(left_out) < len(BASIC)
    assert read_strategy(left_out) == read_strategy(BASIC)
    soft_12 = '12 = "H H H H H H H H H H"\n'
    assert BASIC.count(soft_12) == 1
    assert read_strategy(BASIC.replace(soft_12, "")) == read_strategy(BASIC)


def test_spaces_are_for_the_eye_only() -> None:
    assert read_strategy(BASIC.replace('"H H S S S H H H H H"', '"HHSSS HHHHH"')) == read_strategy(BASIC)


def test_marks_of_other_machines_are_no_fault() -> None:
    assert strategy_of(("\ufeff" + HI_LO.replace("\n", "\r\n")).encode()) == read_strategy(HI_LO)


@pytest.mark.parametrize(
    ("written", "insures", "at"), [('"never"', False, None), ('"always"', True, None), ("3", False, 3), ("0", False, 0)]
)
def test_insurance(written: str, insures: bool, at: int | None) -> None:
    strategy = read_strategy(f"insurance = {written}\n{PLAYED}")
    assert (strategy.insures, strategy.insures_at) == (insures, at)


@pytest.mark.parametrize(
    ("written", "cents"),
    [("20", 20_00), ('"20"', 20_00), ("2.5", 2_50), ('"2.50"', 2_50), ("0.01", 1), ("1_000", 10**5)],
)
def test_stakes_are_read_to_the_cent(written: str, cents: int) -> None:
    assert read_strategy(f"{PLAYED}[[stakes]]\nat = 1\nstake = {written}").ramp == (StakeStep(1, cents),)


# Whatever is put in

_PIECES = (
    *("\n", "\r\n", "\r", "\t", "\x00", "#", "[", "]", "[[", "]]", "{", "}", '"', "'", '"""', "'''", "=", ".", ","),
    *("\\", "\\u00e9", "-", "1e999999999", "0x10", "inf", "true", "[[stakes]]", "[chart.hard]", "chart.a = 1"),
    *("2026-12-05", "9999-12-31T23:59:59", '"hard 16"', '"٣"', "99999999999999", "play = 1", "a.b.c = 2"),
    *('"a b" = 3', "\ud800", "\u2028", "é", "P", "d", "T = 1", "{}", "null", ":"),
)


@st.composite
def _edited(draw: st.DrawFn, text: str) -> str:
    """The text with pieces cut out, put in, doubled and moved."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        put = draw(st.one_of(st.just(""), st.sampled_from(_PIECES), st.text(max_size=5), st.just(text[start:end] * 2)))
        place = draw(st.one_of(st.just(start), st.integers(0, len(text))))
        text = text[:start] + text[end:]
        text = text[:place] + put + text[place:]
    return text


def _assert_read_or_unreadable(text: str, read: Callable[[str], PlayStrategy] = read_strategy) -> None:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    try:
        strategy = read(text)
    except Unreadable as unreadable:
        _assert_exist(unreadable.faults, lines)
    else:
        assert read_strategy(write_strategy(strategy)) == strategy


def _assert_exist(found: tuple[TextFault, ...], lines: list[str]) -> None:
    assert found
    for each in found:
        assert 1 <= each.line <= len(lines)
        assert 1 <= each.column <= len(lines[each.line - 1]) + 1
        assert each.why


_BARE = "\n".join(line for line in HI_LO.splitlines() if line and not line.startswith("#"))
_PRINTED = json.dumps(solution(), indent=1)


@given(st.data())
def test_an_edited_file_is_read_or_unreadable(data: st.DataObject) -> None:
    _assert_read_or_unreadable(data.draw(_edited(_BARE)))
    _assert_read_or_unreadable(data.draw(_edited(PLAYED + DEVIATION + STAKE.format(at=1, stake=2))))
    _assert_read_or_unreadable(data.draw(_edited(FAULTY)))
    _assert_read_or_unreadable(data.draw(_edited(_PRINTED)), read_solution)


@given(st.text())
def test_any_text_is_read_or_unreadable(text: str) -> None:
    _assert_read_or_unreadable(text)
    _assert_read_or_unreadable(f'play = "total"\n{text}')
    _assert_read_or_unreadable(f"{_BARE}\n{text}")
    _assert_read_or_unreadable(text, read_solution)


@given(st.binary(), st.sampled_from([".toml", ".json", ""]))
def test_any_bytes_are_read_or_unreadable(content: bytes, suffix: str) -> None:
    for whole in (content, HI_LO.encode() + content, content + _PRINTED.encode()):
        with contextlib.suppress(Unreadable):
            strategy_of(whole, suffix)


_json = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from([*"SHDPd-", "", "SS"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["chart", "hard", "soft", "pairs", "hands", "16", "AA", *UP_NAMES]), inner),
    ),
    max_leaves=12,
)


@given(_json, st.booleans())
def test_any_json_is_read_or_unreadable(value: Any, is_chart: bool) -> None:
    _assert_read_or_unreadable(json.dumps(solution(value) if is_chart else value), read_solution)


_VALUES = (
    *("5", "-5", "5.5", '"x"', '""', "true", "[]", "[1]", "[{}]", "[{a=1}]", "{}", "{a=1}", "2026-12-05T19:00:00Z"),
    *("2026-12-05", "19:00:00", "inf", "1e5", '"SSSSSSSSSS"', '"never"', '"T"', "0", "99999999999999999", "[[]]"),
)
_KEYS = (
    *("play", "insurance", "early", "chart", "count", "stakes", "deviations", "bingo", "chart.hard", "chart.hard.16"),
    *("chart.pairs.A", "chart.bingo", "count.name", "count.kind", "count.rounding", "count.start", "count.values"),
    *("count.values.A", "count.bingo", "stakes.at", "deviations.at"),
)


@pytest.mark.parametrize("key", _KEYS)
def test_every_key_is_read_or_unreadable_with_any_value(key: str) -> None:
    for value in _VALUES:
        _assert_read_or_unreadable(f"{key} = {value}\n")
        _assert_read_or_unreadable(f'play = "total"\n{key} = {value}\n')


@pytest.mark.parametrize("key", ["at", "stake", "hand", "against", "below", "play", "bingo"])
@pytest.mark.parametrize("array", ["stakes", "deviations"])
def test_every_key_of_a_row_is_read_or_unreadable_with_any_value(array: str, key: str) -> None:
    for value in _VALUES:
        _assert_read_or_unreadable(f"{PLAYED}[[{array}]]\n{key} = {value}\n")
