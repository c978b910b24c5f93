"""Conditions of entry as a file: whatever is written is read back, whatever is wrong is named by line and column."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.games.blackjack.options import BlackjackOptions
from croupier.games.sign import Sign
from croupier.games.tournament.conditions import (
    Conditions,
    Duration,
    Issue,
    Measure,
    Prize,
    Stage,
    TieBreak,
    missing,
    refuses_conditions,
)
from croupier.games.tournament.planning.planner import Plan, plan
from croupier.record.files.conditions import read_conditions, write_conditions
from croupier.record.text.fault import TextFault, Unreadable
from croupier.record.text.moments import local_time

SEVEN_PM = 1_796_450_400
"""5 December 2026, 19:00 in Auckland."""


def _planned(players: int = 48) -> Conditions:
    found = plan(players, fee=50_50, added=500_00, starts=SEVEN_PM)
    assert isinstance(found, Plan)
    return found.conditions


GOOD = write_conditions(_planned())


def faults(text: str) -> tuple[TextFault, ...]:
    with pytest.raises(Unreadable) as unreadable:
        read_conditions(text)
    return unreadable.value.faults


def fault(text: str) -> TextFault:
    (only,) = faults(text)
    return only


# What is written is read


@pytest.mark.parametrize("players", [4, 8, 48, 100, 10_000])
def test_a_plan_is_written_and_read_back(players: int) -> None:
    conditions = _planned(players)
    assert read_conditions(write_conditions(conditions)) == conditions
    assert missing(read_conditions(write_conditions(conditions))) == ()


def test_what_is_left_open_stays_open() -> None:
    conditions = Conditions(name="Open")
    assert read_conditions(write_conditions(conditions)) == conditions


def test_a_file_may_say_only_its_name() -> None:
    assert read_conditions('name = "Spring"') == Conditions(name="Spring")


def _lines(longest: int, *, empty: bool) -> st.SearchStrategy[str]:
    letters = st.text(st.characters(exclude_categories=("C", "Z")), min_size=0 if empty else 1, max_size=longest)
    return st.one_of(letters, st.sampled_from(['a "quoted" \\ name', "it's", "Ō te rā", "# no comment", "[x] = 1"]))


_durations = st.one_of(
    st.builds(Duration, st.just(Measure.ROUNDS), st.integers(1, 10_000)),
    st.builds(Duration, st.just(Measure.SHOES), st.integers(1, 1_000)),
    st.builds(Duration, st.just(Measure.SECONDS), st.integers(1, 7 * 24 * 3600)),
)


@st.composite
def _signs(draw: st.DrawFn) -> Sign:
    chip = draw(st.sampled_from([1, 25, 50, 5_00]))
    increment = draw(st.sampled_from([None, chip, chip * 2]))
    step = increment or chip
    minimum = draw(st.integers(1, 20)) * step
    return Sign(minimum, minimum + draw(st.integers(0, 1000)) * chip, increment, chip)


_stages = st.builds(
    Stage,
    _durations,
    st.integers(1, 3),
    st.integers(0, 2),
    st.one_of(st.none(), st.just(Sign(10_00, 20_00))),
    st.one_of(st.none(), st.just(200_000_00)),
)
_prizes = st.one_of(
    st.builds(Prize, st.integers(1, 10**7), st.integers(0, 100)),
    st.builds(Prize, st.just(0), st.integers(1, 100)),
    st.builds(Prize, st.integers(0, 10**4), st.just(0), _lines(20, empty=False), st.integers(0, 10**6)),
)


@st.composite
def _conditions(draw: st.DrawFn) -> Conditions:
    """Conditions that the rules accept, with any of their matters open."""

    def perhaps(values: st.SearchStrategy[Any]) -> Any:
        return draw(st.one_of(st.none(), values))

    sign = perhaps(_signs())
    conditions = Conditions(
        name=draw(_lines(30, empty=False)),
        entry_form=draw(_lines(40, empty=True)),
        entry_fee=perhaps(st.integers(0, 10**6)),
        chips=perhaps(st.integers(1, 10).map(lambda count: count * 100_000_00)),
        issue=perhaps(st.sampled_from(Issue)),
        sign=sign,
        lowest_minimum=perhaps(st.just(sign.step)) if sign else None,
        highest_maximum=perhaps(st.just(sign.maximum + sign.smallest_chip)) if sign else None,
        fewest=perhaps(st.integers(4, 30)),
        most=perhaps(st.integers(30, 10_000)),
        stages=tuple(draw(st.lists(_stages, max_size=3))),
        final=perhaps(_durations),
        play_off=perhaps(_durations),
        play_off_sign=perhaps(st.just(Sign(15_00, 30_00))),
        final_chips=perhaps(st.just(300_000_00)),
        final_starts=perhaps(st.just(253_402_300_799)),
        break_seconds=draw(st.integers(0, 604_800)),
        tie_break=draw(st.sampled_from(TieBreak)),
        substitutes=draw(st.booleans()),
        waiting_list=draw(st.booleans()),
        late_entries=draw(st.booleans()),
        prizes=tuple(draw(st.lists(_prizes, max_size=4))),
        starts=perhaps(st.integers(0, 253_402_300_798)),
        seats=draw(st.integers(4, 7)),
        zone=draw(st.sampled_from(["Pacific/Auckland", "UTC", "America/St_Johns", "Pacific/Kiritimati"])),
        options=BlackjackOptions(
            decks=draw(st.integers(4, 8)),
            cutting_cards=draw(st.integers(1, 2)),
            layout=draw(st.integers(1, 2)),
            burn=draw(st.booleans()),
            writing=draw(st.booleans()),
            bettors=1,
            extra_boxes=0,
        ),
        wager_seconds=perhaps(st.integers(1, 3_600)),
        late_is_minimum=draw(st.booleans()),
        nil_by_round=draw(st.booleans()),
        notice_seconds=draw(st.integers(0, 604_800)),
    )
    while refusal := refuses_conditions(conditions):
        of_tables = {"stages": (), "play_off_sign": None}
        lesser = of_tables if refusal.code in {"bad_limits", "bad_advance", "bad_chips"} else {"prizes": ()}
        assert replace(conditions, **lesser) != conditions, refusal
        conditions = replace(conditions, **lesser)
    return conditions


@given(_conditions())
def test_whatever_the_rules_accept_is_written_and_read_back(conditions: Conditions) -> None:
    text = write_conditions(conditions)
    assert read_conditions(text) == conditions
    assert write_conditions(read_conditions(text)) == text


def test_every_key_has_a_comment_with_its_clause_above_it() -> None:
    lines = write_conditions(_planned(8)).splitlines()
    keys = [number for number, line in enumerate(lines) if re.match(r"(# )?[a-z_]+ = ", line)]
    explained = [number for number in keys if re.match(r"# D[127] [0-9.]+(\([a-z]\))?: ", lines[number - 1])]
    later = lines.index("share = 35")
    assert [number for number in keys if number not in explained] == [later]


def test_every_example_in_the_file_holds_when_the_mark_before_it_is_taken_away() -> None:
    text = write_conditions(Conditions(name="Example"))
    uncommented = re.sub(r"^# (?=[a-z_]+ = |\[\[)", "", text, flags=re.MULTILINE)
    conditions = read_conditions(uncommented)
    assert missing(conditions) == ()
    assert len(conditions.stages) == len(conditions.prizes) == 1


# Single values


def _read(line: str) -> Conditions:
    return read_conditions(f'name = "x"\n{line}\n')


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        *(("50", 50_00), ("0", 0), ("2.5", 2_50), ("2.50", 2_50), ("0.1", 10), ("1_000", 1_000_00)),
        *(("1_000.29", 1_000_29), ('"2.50"', 2_50), ('"2.5"', 2_50), ('"50"', 50_00), ("'0.07'", 7)),
    ],
)
def test_amounts_are_read_to_the_cent(written: str, cents: int) -> None:
    assert _read(f"entry_fee = {written}").entry_fee == cents


@pytest.mark.parametrize(
    "written",
    [
        "2.555",
        "1e3",
        "inf",
        "nan",
        "-2.5",
        "true",
        '"$5"',
        '"5 dollars"',
        '""',
        '"٣"',
        "[5]",
        "{ a = 5 }",
        "2026-12-05",
    ],
)
def test_what_is_no_amount(written: str) -> None:
    assert fault(f'name = "x"\nentry_fee = {written}') == TextFault(
        2, 1, 'entry_fee: expected an amount in dollars, such as 20 or "2.50"'
    )


@pytest.mark.parametrize(
    ("written", "duration"),
    [
        ("20 rounds", Duration(Measure.ROUNDS, 20)),
        ("1 round", Duration(Measure.ROUNDS, 1)),
        ("2 shoes", Duration(Measure.SHOES, 2)),
        ("45 minutes", Duration(Measure.SECONDS, 2700)),
        ("90 seconds", Duration(Measure.SECONDS, 90)),
        ("2 hours", Duration(Measure.SECONDS, 7200)),
    ],
)
def test_durations(written: str, duration: Duration) -> None:
    assert _read(f'final = "{written}"').final == duration


@pytest.mark.parametrize("written", ['"20"', '"20 days"', '"rounds"', "20", '"-1 rounds"', '"20  rounds"', "1.5", '""'])
def test_what_is_no_duration(written: str) -> None:
    found = fault(f'name = "x"\nfinal = {written}')
    assert (found.line, found.column) == (2, 1)
    assert '"20 rounds"' in found.why


def test_times_of_a_wager_are_not_counted_in_rounds() -> None:
    assert _read('wager_time = "25 seconds"').wager_seconds == 25
    assert _read('notice = "2 hours"').notice_seconds == 7200
    assert "25 seconds" in fault('name = "x"\nwager_time = "3 rounds"').why
    assert "25 seconds" in fault('name = "x"\nwager_time = 25').why


# Moments


@pytest.mark.parametrize(
    "written",
    [
        *("2026-12-05T19:00:00+13:00", "2026-12-05T06:00:00Z", "2026-12-05 19:00:00", "2026-12-05T19:00:00"),
        '2026-12-04T20:00:00\nzone = "Pacific/Honolulu"',
    ],
)
def test_one_moment_in_many_writings(written: str) -> None:
    assert _read(f"starts = {written}").starts == SEVEN_PM


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("2026-09-27T02:30:00", "skip 2026-09-27 02:30:00"),
        ("2026-04-05T02:30:00", "twice: say which, 2026-04-05 02:30:00+13:00 or 2026-04-05 02:30:00+12:00"),
        ("2026-12-05", "a date and a time"),
        ("19:00:00", "a date and a time"),
        ('"2026-12-05T19:00:00"', "a date and a time"),
        ("2026-12-05T19:00:00.5", "whole seconds"),
        ("1969-12-31T00:00:00Z", "D7 3.5(a)(i)"),
        ("0001-01-01T00:00:00", "D7 3.5(a)(i)"),
    ],
)
def test_moments_that_are_none(written: str, words: str) -> None:
    found = fault(f'name = "x"\n\n  starts = {written}')
    assert (found.line, found.column) == (3, 3)
    assert words in found.why


@pytest.mark.parametrize("zone", ["Nowhere/None", "", "../../etc/passwd", "America", "/etc/localtime", "a\\u0000b"])
def test_a_zone_that_does_not_exist_is_the_only_fault(zone: str) -> None:
    found = fault(f'name = "x"\nzone = "{zone}"\nstarts = 2026-12-05T19:00:00')
    assert (found.line, found.column) == (2, 1)
    assert "Pacific/Auckland" in found.why


def test_the_written_moment_has_the_local_time_beside_it() -> None:
    assert "starts = 2026-12-05T06:00:00Z  # 2026-12-05 19:00 Pacific/Auckland\n" in GOOD
    assert local_time(SEVEN_PM + 5, "UTC") == "2026-12-05 06:00:05 UTC"


@given(st.datetimes(), st.sampled_from(["Pacific/Auckland", "America/St_Johns", "Africa/Casablanca", "UTC"]))
def test_any_moment_is_read_or_refused(moment: Any, zone: str) -> None:
    _assert_read_or_unreadable(f'name = "x"\nzone = "{zone}"\nstarts = {moment.isoformat()}')
    _assert_read_or_unreadable(f'name = "x"\nzone = "{zone}"\nstarts = {moment.isoformat()}-23:59')


# Faults and their places


_FAULTY = """\
nmae = "Spring"
name = 5
chips = "many"

[limits]
minimum = 50
maximum = 20
[table]
decks = 9   # too many
burn = "yes"
[[stages]]
advance = 1
[[stages]]
duration = "20 rounds"
  advance = 8
[[prizes]]
share = 50
[[prizes]]
[[prizes]]
"share" = -5
"""


def test_every_fault_is_named_at_its_place() -> None:
    found = faults(_FAULTY)
    assert [(each.line, each.column) for each in found] == [
        *((1, 1), (2, 1), (3, 1), (5, 1), (9, 1), (10, 1), (11, 1), (13, 1), (18, 1), (19, 1)),
    ]
    said = " ".join(each.why for each in found)
    for words in (
        "did you mean 'name'",
        "words in quotation marks",
        "4 to 8 decks",
        "true or false",
        "states its duration",
    ):
        assert words in said
    assert "From 1 to 7 players can qualify from each table. [D7 6.6, bad_advance]" in said
    assert "A prize is an amount, a share of the pool, or goods and their value." in said


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("name = ", 1, 8, "Invalid value"),
        ('name = "x"\nname = "y"', 2, 11, "overwrite"),
        ('name = "x"\n  ?', 2, 3, "Invalid statement"),
        ('name = "x', 1, 10, "Unterminated string"),
        ("name = [\n", 2, 1, "Invalid value"),
        ("a = " + "[" * 5000, 1, 1, "brackets"),
        ("a = " + "1" * 5000, 1, 1, "limit"),
        ("", 1, 1, "no name"),
        ('name = "x"\nlimits = 5', 2, 1, "a table"),
        ('name = "x"\n[stages]\nadvance = 1', 2, 1, "[[stages]]"),
        ('name = "x"\nprizes = [1, 2]', 2, 1, "[[prizes]]"),
        ('name = "x"\n[limits]\nminimum = 5', 2, 1, "a maximum"),
        ('name = "x"\n[limits]\nminimum = 5\nmaximum = 10\nlowest_minimum = 7', 5, 1, "D7 4.3"),
        ('name = "x"\nchips = 5\n[limits]\nminimum = 10\nmaximum = 20', 3, 1, "must hold the minimum"),
        ('name = "x"\nfewest = 9\nmost = 8', 3, 1, "smallest number"),
        ('name = "x"\nissue = "lent"', 2, 1, "'free' or 'sold'"),
        ('name = "x"\nlate_is_minimum = 1', 2, 1, "true or false"),
        ('name = "x"\nentry_fee = 5\n[[prizes]]\ngoods = "Trophy"', 2, 1, "at least one prize must be money"),
        ('name = " x"', 1, 1, "one line"),
        ('name = "x"\nlimits.minimum = 5\nlimits.bingo = 3', 3, 1, "'bingo'"),
        ('name = "x"\n[[stages]]\nduration = "2 shoes"\n[stages.limits]\nminimum = 5\nmaximum = 1', 4, 1, "D1 9.1"),
        ('name = "x"\n[[stages]]\nduration = "2 shoes"\nlimits = { minimum = "a" }', 4, 1, "minimum: expected"),
        ("name = '''\n[limits]\n'''\nfinal = 1", 1, 1, "one line"),
        ('name = "x"\nstages = [\n  { duration = "1 round" }, # ]\n  { duration = 5 },\n]\nmost = ""', 2, 1, "length"),
    ],
)
def test_faults(text: str, line: int, column: int, words: str) -> None:
    found = faults(text)[0]
    assert (found.line, found.column) == (line, column), found
    assert words in found.why


def test_marks_of_other_machines_are_no_fault() -> None:
    assert read_conditions("\ufeff" + GOOD.replace("\n", "\r\n")) == _planned()


def test_what_a_later_line_makes_good_is_no_fault() -> None:
    text = 'name = "x"\nentry_fee = 5\nfewest = 40\nmost = 48\n[[prizes]]\ngoods = "Trophy"\n[[prizes]]\nshare = 1\n'
    assert len(read_conditions(text).prizes) == 2


# Whatever is put in

_PIECES = (
    *("\n", "\r\n", "\r", "\t", "\x00", "#", "[", "]", "[[", "]]", "{", "}", '"', "'", '"""', "'''", "=", ".", ","),
    *("\\", "\\u00e9", "-", "1e999999999", "0x10", "inf", "true", "[[stages]]", "[stages.limits]", "limits.a = 1"),
    *("2026-12-05", "9999-12-31T23:59:59", "0001-01-01T00:00:00+23:59", '"5 rounds"', '"٣ rounds"', "99999999999999"),
    *("name = 1", "a.b.c = 2", '"a b" = 3', "\ud800", "\u2028", "é"),
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


def _assert_read_or_unreadable(text: str) -> None:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    try:
        conditions = read_conditions(text)
    except Unreadable as unreadable:
        _assert_exist(unreadable.faults, lines)
    else:
        assert refuses_conditions(conditions) is None
        assert read_conditions(write_conditions(conditions)) == conditions


def _assert_exist(found: tuple[TextFault, ...], lines: list[str]) -> None:
    assert found
    for each in found:
        assert 1 <= each.line <= len(lines)
        assert 1 <= each.column <= len(lines[each.line - 1]) + 1
        assert each.why


_BARE = "\n".join(line for line in GOOD.splitlines() if line and not line.startswith("#"))


@given(st.data())
def test_an_edited_file_is_read_or_unreadable(data: st.DataObject) -> None:
    _assert_read_or_unreadable(data.draw(_edited(_BARE)))
    _assert_read_or_unreadable(data.draw(_edited(data.draw(_edited(_FAULTY)))))


@given(st.text())
def test_any_text_is_read_or_unreadable(text: str) -> None:
    _assert_read_or_unreadable(text)
    _assert_read_or_unreadable(f'name = "x"\n{text}')
    _assert_read_or_unreadable(f"{_BARE}\n{text}")


_VALUES = (
    *("5", "-5", "5.5", '"x"', '""', "true", "[]", "[1]", "[{}]", "[{a=1}]", "{}", "{a=1}", "2026-12-05T19:00:00Z"),
    *(
        "2026-12-05T19:00:00",
        "2026-12-05",
        "19:00:00",
        "inf",
        "1e5",
        '"5 rounds"',
        '"5 minutes"',
        "0",
        "99999999999999999",
    ),
)
_PATHS = (
    *("name", "entry_form", "entry_fee", "chips", "issue", "fewest", "most", "final", "play_off", "starts", "zone"),
    *("wager_time", "late_is_minimum", "nil_by_round", "notice", "limits", "table", "stages", "prizes", "bingo"),
    *("limits.minimum", "limits.maximum", "limits.increment", "limits.smallest_chip", "limits.lowest_minimum"),
    *("limits.highest_maximum", "table.decks", "table.cutting_cards", "table.layout", "table.burn", "table.writing"),
    *("stages.advance", "prizes.share", "table.boxes"),
)


@pytest.mark.parametrize("path", _PATHS)
def test_every_key_is_read_or_unreadable_with_any_value(path: str) -> None:
    for value in _VALUES:
        _assert_read_or_unreadable(f'name = "x"\n{path} = {value}' if path != "name" else f"name = {value}")


@pytest.mark.parametrize("key", ["duration", "advance", "best_losers", "limits", "amount", "share", "goods", "value"])
@pytest.mark.parametrize("array", ["stages", "prizes"])
def test_every_key_of_a_row_is_read_or_unreadable_with_any_value(array: str, key: str) -> None:
    for value in _VALUES:
        _assert_read_or_unreadable(f'name = "x"\n[[{array}]]\n{key} = {value}')
        _assert_read_or_unreadable(f'name = "x"\n[[{array}]]\nduration = "5 rounds"\nlimits.{key} = {value}')
