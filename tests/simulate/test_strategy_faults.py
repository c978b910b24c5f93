"""What is wrong with a strategy in TOML is named by line and column, all of it at once."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from croupier.record.text.fault import TextFault, Unreadable
from croupier.simulate import api
from croupier.simulate.blackjack.strategies.strategy import ChoiceSource, PlayStrategy
from croupier.simulate.blackjack.strategies.strategy_file import open_strategy, strategy_of
from croupier.simulate.blackjack.strategies.strategy_toml import LONGEST_TEXT, read_strategy
from tests.support.simulate.strategy_texts import BASIC, COUNT, DEVIATION, FAULTY, PLAYED, STAKE, faults


def _hard(row: str, letters: str) -> str:
    """The basic chart with another row of hard totals."""
    start = BASIC.index(f"\n{row} = ") + 1
    return BASIC[:start] + f"{row} = {letters}" + BASIC[BASIC.index("\n", start) :]


def _line_of(start: str) -> int:
    """Which line of the basic chart begins so."""
    return next(number for number, line in enumerate(BASIC.splitlines(), 1) if line.startswith(start))


_FAULTS: list[tuple[str, int, int, str]] = [
    ("", 1, 1, "say how to play"),
    ('play = "best"', 1, 1, 'play: expected "total", "composition" or "cdp1"'),
    ("play = 1", 1, 1, 'play: expected "total"'),
    ('play = "total"\n  erly = true', 2, 3, "did you mean 'early'"),
    ('play = "total"\nearly = 1', 2, 1, "true or false"),
    ('play = "total"\ninsurance = "sometimes"', 2, 1, '"never", "always", or a count'),
    ('play = "total"\ninsurance = true', 2, 1, '"never", "always", or a count'),
    ('play = "total"\ninsurance = 2.5', 2, 1, '"never", "always", or a count'),
    ('play = "total"\ninsurance = 3', 2, 1, "needs a [count]"),
    (f"insurance = 201\n{PLAYED}", 1, 1, "from -200 to 200"),
    ('play = "total"\n[[stakes]]\nat = 1\nstake = 5', 2, 1, "there is no [count]"),
    ('play = "total"\n' + DEVIATION, 2, 1, "there is no [count]"),
    (f'play = "total"\n{BASIC}', 1, 1, "leave out play"),
    # the chart
    ("chart = 5", 1, 1, "chart is a table"),
    (BASIC.replace("[chart.soft]", "[chart.sfot]"), _line_of("[chart.soft]"), 1, "did you mean 'soft'"),
    (_hard("16", "5"), _line_of("16 = "), 1, "hard 16: expected words"),
    (_hard("16", '"SSSSS"'), _line_of("16 = "), 1, "expected 10 letters, against 2 3 4 5 6 7 8 9 T A, and found 5"),
    (_hard("16", '"SSSSSHHXHH"'), _line_of("16 = "), 1, "hard 16: against 9 'X' is no play"),
    (_hard("16", '"SSSSSHHsHH"'), _line_of("16 = "), 1, "'s' is no play"),
    (_hard("16", '"SSSSSHHPHH"'), _line_of("16 = "), 1, "P is for pairs"),
    (_hard("11", '"SDDDDDDDDD"'), _line_of("11 = "), 1, "against 2 S cannot be: a hand under 12 may not stand"),
    (_hard("11", '"dDDDDDDDDD"'), _line_of("11 = "), 1, "against 2 d cannot be"),
    (BASIC.replace('16 = "S', '21 = "S'), _line_of("[chart.hard]"), 1, "the chart lacks rows of hard: 16"),
    (BASIC.replace('T = "S', '10 = "S'), _line_of("[chart.pairs]"), 1, "the chart lacks rows of pairs: T"),
    (BASIC.replace('T = "S', '10 = "S'), _line_of("T = "), 1, "the pair of tens is called T"),
    ('[chart.hard]\n"16" = "SSSSSHHHHH"', 1, 1, "rows of hard: 20, 19, 18, 17, 15, 14, 13, 12, 11, 10, 9"),
    ("chart.hard = 3", 1, 1, "hard is a table"),
    # the count
    ('play = "total"\ncount = 3', 2, 1, "count is a table"),
    (PLAYED.replace('name = "x"\n', ""), 2, 1, "the count does not say name"),
    (PLAYED.replace('kind = "true"\n', ""), 2, 1, "the count does not say kind"),
    (PLAYED.replace('"true"', "true"), 4, 1, 'kind: expected "true" or "running"'),
    (PLAYED.replace('name = "x"', 'name = ""'), 3, 1, "name: expected one line"),
    (PLAYED.replace('name = "x"', 'name = "a\\nb"'), 3, 1, "name: expected one line"),
    (PLAYED.replace('name = "x"', 'name = "x"\nrounding = "up"'), 4, 1, '"floor", "truncate" or "nearest"'),
    (PLAYED.replace('name = "x"', 'name = "x"\nstart = 1.0'), 4, 1, "start: expected a whole number"),
    (PLAYED.replace('name = "x"', 'name = "x"\nstart = -201'), 4, 1, "from -200 to 200"),
    (PLAYED.replace("7 = 0\n", ""), 5, 1, "the count gives no value to 7"),
    (PLAYED.replace("7 = 0\n", "7 = 101\n"), 12, 1, "7: expected a whole number from -100 to 100"),
    (PLAYED.replace("7 = 0\n", "7 = 0\nK = -1\n"), 13, 1, "unknown setting 'K'"),
    (COUNT.partition("[count.v")[0] + 'values = 5\n[chart]\n"a" = 1', 4, 1, "values is a table"),
    # stakes
    (PLAYED + STAKE.format(at=1, stake=0), 18, 1, "stake: expected more than 0"),
    (PLAYED + STAKE.format(at=1, stake=-5), 18, 1, "stake: expected more than 0"),
    (PLAYED + STAKE.format(at=1, stake=2.555), 18, 1, "an amount in dollars"),
    (PLAYED + STAKE.format(at=1, stake="1e3"), 18, 1, "an amount in dollars"),
    (PLAYED + STAKE.format(at=1, stake='"$5"'), 18, 1, "an amount in dollars"),
    (PLAYED + STAKE.format(at=1, stake=10**12), 18, 1, "no more than"),
    (PLAYED + STAKE.format(at='"1"', stake=1), 17, 1, "at: expected a whole number"),
    (PLAYED + "[[stakes]]\nat = 1", 16, 1, "stake 1 does not say stake"),
    (PLAYED + STAKE.format(at=1, stake=1) + STAKE.format(at=1, stake=2), 20, 1, "1 is not above 1"),
    (PLAYED + "".join(STAKE.format(at=at, stake=1) for at in range(65)), 16 + 3 * 64, 1, "no more than 64"),
    (PLAYED + "[stakes]\nat = 1", 16, 1, "[[stakes]]"),
    (f"stakes = [1]\n{PLAYED}", 1, 1, "[[stakes]]"),
    # deviations
    (PLAYED + DEVIATION.replace("hard 16", "hard 21"), 17, 1, 'hand: expected a hand: "hard 4"'),
    (PLAYED + DEVIATION.replace("hard 16", "hard  16"), 17, 1, "hand: expected a hand"),
    (PLAYED + DEVIATION.replace("hard 16", "pair 10"), 17, 1, "hand: expected a hand"),
    (PLAYED + DEVIATION.replace('"T"', '"10"'), 18, 1, "against: expected a card: one of A 2 3"),
    (PLAYED + DEVIATION.replace('"T"', "2"), 18, 1, "in quotation marks"),
    (PLAYED + DEVIATION.replace("at = 0", "at = 5000"), 19, 1, "from -200 to 200"),
    (PLAYED + DEVIATION.replace('"S"', '"X"'), 20, 1, "play: expected one letter"),
    (PLAYED + DEVIATION.replace('"S"', '"P"'), 20, 1, "play: P is for pairs"),
    (PLAYED + DEVIATION.replace("hard 16", "pair 5"), 20, 1, "play: S cannot be"),
    (PLAYED + DEVIATION.replace("at = 0", ""), 16, 1, "either at or below"),
    (PLAYED + DEVIATION.replace("at = 0", "at = 0\nbelow = 0"), 16, 1, "either at or below"),
    (PLAYED + DEVIATION.replace('play = "S"', ""), 16, 1, "deviation 1 does not say play"),
    (PLAYED + DEVIATION * 2, 21, 1, "the same hand and count as deviation 1"),
    (f"deviations = [\n  {{ hand = 5 }},\n]\n{PLAYED}", 1, 1, "deviation 1 does not say play"),
    # what is no TOML
    ("play = ", 1, 8, "Invalid value"),
    ('play = "total"\nplay = "cdp"', 2, 13, "overwrite"),
    ("a = " + "[" * 490, 1, 1, "brackets"),
    ("a = " + "[\n" * 5000, 1, 1, "brackets"),
    ("a = " + "1" * 5000, 1, 501, "too long"),
    (f"play = '''\n{'x' * 501}'''", 2, 501, "too long"),
    ("#" * 99 + "\n" * LONGEST_TEXT, 1, 1, "too long for a strategy"),
]


@pytest.mark.parametrize(("text", "line", "column", "words"), _FAULTS, ids=[case[-1] for case in _FAULTS])
def test_faults(text: str, line: int, column: int, words: str) -> None:
    found = faults(text)
    assert (line, column) in {(each.line, each.column) for each in found if words in each.why}, found


def test_every_fault_is_named_at_its_place_and_all_at_once() -> None:
    found = faults(FAULTY)
    assert [(each.line, each.column) for each in found] == [
        *((1, 1), (2, 1), (3, 1)),
        *((5, 1), (5, 1), (6, 1), (7, 3), (8, 1), (9, 1)),  # the chart: its soft rows are named where it begins
        *((10, 1), (10, 1), (12, 1), (13, 1)),
        *((14, 1), (14, 1), (15, 1), (16, 1), (19, 1)),
    ]
    assert str(found[0]) == "line 1, column 1: unknown setting 'ply'; did you mean 'play'?"


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [(b"\xff\xfep\x00", 1, 1), (b'play = "total"\n# \xc3(', 2, 3), (b"\xed\xa0\x80", 1, 1)],
)
@pytest.mark.parametrize("suffix", [".toml", ".json", ""])
def test_what_is_not_utf_8(content: bytes, line: int, column: int, suffix: str) -> None:
    with pytest.raises(Unreadable) as unreadable:
        strategy_of(content, suffix)
    assert unreadable.value.faults == (TextFault(line, column, "the file is not a text file in UTF-8"),)


def test_a_huge_file_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(10**10)
    with pytest.raises(Unreadable, match="too long"):
        open_strategy(path)


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"k{number:x}=1\n" for number in range(12_000)),
        ".".join("a" * 245) + "=1\n" + "\n".join(f"b{number}." + ".".join("a" * 240) + "=1" for number in range(190)),
        "deviations=[\n" + "{a=1,b=1,c=1,d=1,e=1,f=1},\n" * 500 + "]\n" + "".join(f"k{n:x}=1\n" for n in range(10_000)),
    ],
    ids=["many keys", "long keys", "many faults"],
)
def test_a_file_made_to_keep_the_reader_busy_does_not(text: str) -> None:
    assert len(text) <= LONGEST_TEXT
    began = time.perf_counter()
    assert faults(text)
    assert time.perf_counter() - began < 20


def test_what_was_called_cdp_is_read_as_cdp1() -> None:
    """In a strategy file, by its name, and in the text of a run that was saved before."""
    assert ChoiceSource("cdp") is ChoiceSource.CDP1
    now = PlayStrategy(source=ChoiceSource.CDP1)
    assert api.strategy_of("cdp") == api.strategy_of("cdp1") == read_strategy('play = "cdp"') == now
    saved = msgspec.json.encode(now).replace(b'"cdp1"', b'"cdp"')
    assert msgspec.json.decode(saved, type=PlayStrategy) == now
