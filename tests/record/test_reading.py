"""A record is read as it is written by hand: every act, every option, and every fault where it stands."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from croupier import (
    LIVE,
    BuyIn,
    KindLimits,
    MoneyWheelOptions,
    NoMoreBets,
    Odds,
    Outcome,
    Position,
    RouletteOptions,
    Sign,
    TaiSaiOptions,
    Wager,
)
from croupier.games.acts import Act
from croupier.games.chips import Chips
from croupier.games.position import Placed
from croupier.games.roulette import DEFAULT_COLOURS
from croupier.games.tai_sai import TaiSaiOdds
from croupier.record import Record, TextFault, Unreadable, read
from croupier.record.text.header import Header
from croupier.record.text.notation import Played, Stated, Statement
from croupier.rulebook import EDITION, Cite
from tests.support.record.record_texts import GAMES, LINES, POSITIONS, SIGN, Line, header, new_table

# Acts


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_act_is_read_as_it_is_written(line: Line) -> None:
    (act,) = read(line.record).acts
    assert act == line.act
    assert type(act) is type(line.act)


@pytest.mark.parametrize("game", GAMES)
def test_no_kind_of_act_is_left_out_of_these_tests(game: str) -> None:
    assert {type(line.act) for line in LINES if line.game == game} == set(new_table(game)._handlers)


@pytest.mark.parametrize("text", POSITIONS)
def test_every_position_is_read_wherever_it_stands(text: str) -> None:
    record = read(
        header("roulette")
        + f"ana: wager 20 on {text}\n"
        + f"dealer: wager 20 in colour on {text} for ana\n"
        + f"ana: withdraw {text}\n"
        + f"dealer: pay ana on {text}\n"
        + f"dealer: wrong limits 2 on {text} for ana\n"
        + f"dealer: void ana on {text}, late\n"
        + f"supervisor: favour ana on {text} as {text} because so\n"
    )
    position = POSITIONS[text]
    assert [getattr(act, "position", None) for act in record.acts] == [position] * 7
    assert getattr(record.acts[6], "settle_as", None) == position


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("ana: buy in 20.5", BuyIn("ana", 20_50)),
        ("ana: buy in 20.00", BuyIn("ana", 20_00)),
        ("ana: buy in -0", BuyIn("ana", 0)),
        ("player ana: buy in 20", BuyIn("ana", 20_00)),
        ("ana:buy in 20", BuyIn("ana", 20_00)),
        ("ana: wager 20 on split 20-17", Wager("ana", Position("split", (17, 20)), 20_00)),
        ("ana: wager 20 on straight up 17", Wager("ana", Position("straight up", (17,)), 20_00)),
        ("ana: wager 20 on six-line 1-2-3-4-5-6", Wager("ana", Position("six-line", (1, 2, 3, 4, 5, 6)), 20_00)),
        ("ana: wager 20 on corner 5-1-4-2", Wager("ana", Position("corner", (1, 2, 4, 5)), 20_00)),
    ],
)
def test_there_is_more_than_one_way_to_write_some_acts(text: str, act: Act) -> None:
    assert read(f"{header('roulette')}{text}").acts == (act,)


def test_lines_are_numbered_from_the_top_of_the_text() -> None:
    record = read(
        "# a round\n\ncroupier 1\ngame roulette\nminimum 5\nmaximum 10\n\nana: buy in 5\n\n= ana: 5 on red loses\n"
    )
    assert record.line == 4
    assert record.entries == (
        Played(BuyIn("ana", 5_00), 8),
        Statement((_stated("ana", "red", 5_00, Outcome.LOSE),), 10),
    )


# Settlements


def _stated(player: str, kind: str, stake: int, outcome: Outcome, pays: int = 0, **more: Any) -> Stated:
    return Stated(Placed(player, Position(kind), stake, **more), outcome, pays)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("= ana: 20 on red wins 20", _stated("ana", "red", 20_00, Outcome.WIN, 20_00)),
        ("= ana: 2.50 on red wins 2.5", _stated("ana", "red", 2_50, Outcome.WIN, 2_50)),
        ("= ana: 20 in colour on red loses", _stated("ana", "red", 20_00, Outcome.LOSE, chips=Chips.COLOUR)),
        ("= ana: 20 on any triple stands off", _stated("ana", "any triple", 20_00, Outcome.STAND_OFF)),
        ("= ana: 20 on red is void", _stated("ana", "red", 20_00, Outcome.VOID)),
        ("=ana: 20 on red is void", _stated("ana", "red", 20_00, Outcome.VOID)),
        (
            "= ana: 20 on red wins 20, D8 3.9",
            replace(_stated("ana", "red", 20_00, Outcome.WIN, 20_00), rule=Cite("D8 3.9")),
        ),
        (
            "= ana: 20 on red is void, D8 5.1 (R17)",
            replace(_stated("ana", "red", 20_00, Outcome.VOID), rule=Cite("D8 5.1", "R17")),
        ),
        (
            "= ana: 20 on red is void, D1 9 (breach)",
            replace(_stated("ana", "red", 20_00, Outcome.VOID), rule=Cite("D1 9 (breach)")),
        ),
    ],
)
def test_every_kind_of_settlement_line_is_read(text: str, stated: Stated) -> None:
    record = read(f"{header('roulette')}{text}\n")
    assert record.entries == (Statement((stated,), 7),)
    assert record.acts == ()


def test_lines_of_one_settlement_stand_together_until_somebody_acts() -> None:
    record = read(
        header("roulette")
        + "= ana: 5 on red loses\n\n# and\n= ben: 5 on red loses\n"
        + "dealer: no more bets\n"
        + "= cleo: 5 on red loses\n"
    )
    assert record.entries == (
        Statement((_stated("ana", "red", 5_00, Outcome.LOSE), _stated("ben", "red", 5_00, Outcome.LOSE)), 7),
        Played(NoMoreBets(), 11),
        Statement((_stated("cleo", "red", 5_00, Outcome.LOSE),), 12),
    )


@pytest.mark.parametrize(
    ("words", "outcome", "pays"),
    [
        ("wins 340.50, D8 3.9", Outcome.WIN, 340_50),
        ("loses", Outcome.LOSE, 0),
        ("stands off", Outcome.STAND_OFF, 0),
        ("is void", Outcome.VOID, 0),
    ],
)
def test_every_position_is_read_in_a_settlement(words: str, outcome: Outcome, pays: int) -> None:
    text = "".join(f"= ana: 20 on {position} {words}\n" for position in POSITIONS)
    (statement,) = read(header("roulette") + text).entries
    assert isinstance(statement, Statement)
    assert [msgspec.structs.replace(line, rule=None) for line in statement.lines] == [
        Stated(Placed("ana", position, 20_00), outcome, pays) for position in POSITIONS.values()
    ]


# The header


def test_a_header_may_be_short() -> None:
    assert read("croupier 1\ngame roulette\nminimum 5\nmaximum 1000").header == Header(
        game="roulette",
        sign=SIGN,
        options=RouletteOptions(),
        edition=EDITION,
        automation=None,
        betting_seconds=None,
        colours=DEFAULT_COLOURS,
    )


def test_the_lines_of_a_header_stand_in_any_order_after_the_first() -> None:
    assert read("croupier 1\nmaximum 1000\nlayout 2\nminimum 5\ngame roulette").header == Header(
        game="roulette", sign=SIGN, options=RouletteOptions(layout=2), colours=DEFAULT_COLOURS
    )


_OTHER_ORDER = "A" * 24 + "B" * 12 + "C" * 8 + "DDDDEEFG"


def _header_with(game: str, *lines: str) -> Header:
    return read(header(game, *lines)).header


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ("automation all", "automation", None),
        ("automation none", "automation", LIVE),
        ("automation pay", "automation", frozenset({"pay"})),
        ("automation pay, no more bets,collect", "automation", frozenset({"pay", "collect", "no more bets"})),
        ("betting seconds 30", "betting_seconds", 30),
        ("colours none", "colours", ()),
        ("colours red", "colours", ("red",)),
        ("colours red, sky", "colours", ("red", "sky")),
    ],
)
def test_what_every_header_may_say(game: str, line: str, field: str, value: object) -> None:
    assert getattr(_header_with(game, line), field) == value


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        ("increment 2.50", replace(SIGN, increment=2_50)),
        ("smallest chip 1", replace(SIGN, smallest_chip=1_00)),
        ("smallest chip 0.25", replace(SIGN, smallest_chip=25)),
        ("limits red 1 to 50", replace(SIGN, by_kind=(KindLimits("red", 1_00, 50_00),))),
        ("limits straight up 1.50 to 50", replace(SIGN, by_kind=(KindLimits("straight up", 1_50, 50_00),))),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_what_every_sign_may_say(game: str, line: str, sign: Sign) -> None:
    assert _header_with(game, line).sign == sign


def test_a_sign_may_state_limits_of_several_kinds() -> None:
    own = (KindLimits("six-line", 2_00, 75_00), KindLimits("red", 10_00, 900_00))
    sign = _header_with("roulette", "limits six-line 2 to 75", "limits red 10 to 900").sign
    assert sign is not None
    assert sign.by_kind == own


@pytest.mark.parametrize(
    ("game", "lines", "options"),
    [
        ("roulette", ("layout 2",), RouletteOptions(layout=2)),
        ("roulette", ("neighbours yes",), RouletteOptions(neighbours=True)),
        ("roulette", ("neighbours no",), RouletteOptions(neighbours=False)),
        ("roulette", ("display 0",), RouletteOptions(display=0)),
        ("roulette", ("display 500",), RouletteOptions(display=500)),
        ("roulette", ("chipping machine yes",), RouletteOptions(chipping_machine=True)),
        ("roulette", ("neighbour group 32-15-19",), RouletteOptions(neighbour_groups=((32, 15, 19),))),
        (
            "roulette",
            ("neighbours yes", "neighbour group 32-15-19", "neighbour group 4-21-2"),
            RouletteOptions(neighbours=True, neighbour_groups=((32, 15, 19), (4, 21, 2))),
        ),
        ("money-wheel", ("layout 3",), MoneyWheelOptions(layout=3)),
        ("money-wheel", ("name Big Six: the wheel",), MoneyWheelOptions(name="Big Six: the wheel")),
        ("money-wheel", (f"order {_OTHER_ORDER}",), MoneyWheelOptions(order=_OTHER_ORDER)),
        (
            "money-wheel",
            ("symbols 1, 3, 5, 11, 23, Kiwi, Silver Fern",),
            MoneyWheelOptions(symbols=("1", "3", "5", "11", "23", "Kiwi", "Silver Fern")),
        ),
        ("tai-sai", ("layout 1",), TaiSaiOptions(layout=1)),
        ("tai-sai", ("odds any triple 24 to 1",), TaiSaiOptions(odds=TaiSaiOdds(any_triple=Odds(24)))),
        ("tai-sai", ("odds total 4 17 50 to 1",), TaiSaiOptions(odds=TaiSaiOdds(total_4_17=Odds(50)))),
        (
            "tai-sai",
            ("odds small 97 to 100", "odds face three times 12 to 1"),
            TaiSaiOptions(odds=TaiSaiOdds(small=Odds(97, 100), face_three_times=Odds(12))),
        ),
    ],
)
def test_what_the_header_of_one_game_may_say(game: str, lines: tuple[str, ...], options: object) -> None:
    assert _header_with(game, *lines).options == options


_FIGURES = (
    *("small", "big", "triple", "double", "any triple", "total 4 17", "total 5 16", "total 6 15", "total 7 14"),
    *("total 8 13", "total 9 12", "total 10 11", "pair", "face once", "face twice", "face three times"),
    *("three with pair", "three different", "four", "odd", "even"),
)


def test_every_figure_of_the_odds_has_its_words() -> None:
    lines = [f"odds {figure} {place} to 7" for place, figure in enumerate(_FIGURES, start=1)]
    odds = _header_with("tai-sai", *lines).options.odds
    assert [getattr(odds, figure.replace(" ", "_")) for figure in _FIGURES] == [
        Odds(place, 7) for place in range(1, len(_FIGURES) + 1)
    ]
    assert len(_FIGURES) == len(odds.__struct_fields__)


# Lines, comments and spaces

_PLAIN = (
    "croupier 1\ngame roulette\nminimum 5\nmaximum 1000\n"
    "\nana: buy in 50\nana: wager 20 on red\n= ana: 20 on red loses\n"
)


def _said(record: Record) -> tuple[object, ...]:
    """All that a record says, wherever in the text it says it."""
    return record.header, tuple(replace(entry, line=0) for entry in record.entries)


@pytest.mark.parametrize(
    "text",
    [
        _PLAIN.removesuffix("\n"),
        _PLAIN.replace("\n", "\r\n"),
        "\ufeff" + _PLAIN,
        "\ufeff" + _PLAIN.replace("\n", "\r\n"),
        _PLAIN.replace("\n", "\n\n"),
        _PLAIN.replace("\n", "   \n"),
        _PLAIN.replace("\n", "\n   "),
        _PLAIN.replace("\n", "\n\t"),
        _PLAIN.replace("\n", " # a comment\n"),
        _PLAIN.replace("\n", "\n# a comment\n"),
        _PLAIN.replace("\n", "\n   #\n"),
        "# first of all\n\n" + _PLAIN,
        _PLAIN.replace("\n", "\t#\n"),
        _PLAIN.replace("\n", " # because I say so\n"),
    ],
)
def test_blank_lines_comments_and_line_ends_say_nothing(text: str) -> None:
    assert _said(read(text)) == _said(read(_PLAIN))


def _is_read_as(text: str, act: Act) -> bool:
    try:
        return read(text).acts == (act,)
    except Unreadable:
        return False


@pytest.mark.parametrize("game", GAMES)
def test_extra_spaces_between_words_say_nothing(game: str) -> None:
    lines = [line for line in LINES if line.game == game]
    wide = {line: _widened(line.text) for line in lines}
    assert [text for line, text in wide.items() if not _is_read_as(header(game) + text, line.act)] == []


def _widened(text: str) -> str:
    """The line with every space three times, but those of a reason, which stands as it is."""
    words, because, reason = [*re.split("( because |, finding )", text, maxsplit=1), "", ""][:3]
    return f"  {words.replace(' ', '   ')}{because.replace(' ', '   ')}{reason}  \n"


def test_extra_spaces_in_a_settlement_say_nothing() -> None:
    plain = "".join(f"= ana: 20 in colour on {text} wins 340, D8 3.9\n" for text in POSITIONS)
    wide = plain.replace(" ", "   ").replace("D8   3.9", "D8 3.9")
    assert _said(read(header("roulette") + wide)) == _said(read(header("roulette") + plain))


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("roulette", "betting seconds 30"),
        ("roulette", "neighbour group 32-15-19"),
        ("roulette", "chipping machine yes"),
        ("roulette", "limits straight up 1 to 50"),
        ("roulette", "smallest chip 1"),
        ("roulette", "automation pay, collect"),
        ("tai-sai", "odds any triple 24 to 1"),
    ],
)
def test_extra_spaces_in_a_header_say_nothing(game: str, line: str) -> None:
    wide = header(game, line).replace(" ", "   ")
    assert read(wide).header == read(header(game, line)).header


def test_what_follows_because_is_a_reason_to_its_end() -> None:
    record = read(header("roulette") + "supervisor: favour ana on red because it leant # or so  \n")
    assert getattr(record.acts[0], "reason", None) == "it leant # or so"


def test_a_sharp_sign_without_spaces_begins_no_comment() -> None:
    assert _faults(header("roulette") + "ana: buy in 5#6\n") == [(7, 14)]
    assert read(header("roulette") + "ana: buy in 5 # 6\n").acts == (BuyIn("ana", 5_00),)


# Faults


def _unreadable(text: str) -> tuple[TextFault, ...]:
    with pytest.raises(Unreadable) as raised:
        read(text)
    return raised.value.faults


def _faults(text: str) -> list[tuple[int, int]]:
    return [(fault.line, fault.column) for fault in _unreadable(text)]


@pytest.mark.parametrize(
    ("text", "line", "column", "why"),
    [
        ("", 1, 1, "a record begins with the line: croupier 1"),
        ("\n\n", 1, 1, "a record begins with the line: croupier 1"),
        ("# nothing\n", 1, 1, "a record begins with the line: croupier 1"),
        ("\n\n  game roulette", 3, 3, "a record begins with the line: croupier 1"),
        ("croupier", 1, 1, "a record begins with the line: croupier 1"),
        ("croupier one", 1, 1, "a record begins with the line: croupier 1"),
        ("croupier 1 2", 1, 1, "a record begins with the line: croupier 1"),
        ("Croupier 1", 1, 1, "a record begins with the line: croupier 1"),
        ("croupier \u0661", 1, 1, "a record begins with the line: croupier 1"),
        ("ana: buy in 5", 1, 1, "a record begins with the line: croupier 1"),
        ("croupier 2\ngame roulette", 1, 10, "this program reads version 1 of the notation"),
        ("croupier 11\ngame roulette", 1, 10, "this program reads version 1 of the notation"),
        ("\n    croupier    2", 2, 17, "this program reads version 1 of the notation"),
        (
            "croupier 1",
            1,
            1,
            "the header must name a game: roulette, money-wheel, tai-sai, blackjack, tournament-table, tournament",
        ),
        (
            "croupier 1\nminimum 5\nmaximum 10",
            1,
            1,
            "the header must name a game: roulette, money-wheel, tai-sai, blackjack, tournament-table, tournament",
        ),
        (
            "croupier 1\ngame poker",
            2,
            1,
            "the header must name a game: roulette, money-wheel, tai-sai, blackjack, tournament-table, tournament",
        ),
        (
            "croupier 1\n   game Roulette",
            2,
            4,
            "the header must name a game: roulette, money-wheel, tai-sai, blackjack, tournament-table, tournament",
        ),
        (
            "croupier 1\nana: buy in 5\ngame roulette",
            1,
            1,
            "the header must name a game: roulette, money-wheel, tai-sai, blackjack, tournament-table, tournament",
        ),
    ],
)
def test_a_text_that_does_not_begin_as_a_record(text: str, line: int, column: int, why: str) -> None:
    assert _unreadable(text) == (TextFault(line, column, why),)


@pytest.mark.parametrize(
    ("game", "line", "column", "why"),
    [
        ("roulette", "colour red", 1, "the header of roulette has no 'colour'"),
        ("roulette", "ana buys in for 5", 1, "the header of roulette has no 'ana'"),
        ("roulette", "name Big Six", 1, "the header of roulette has no 'name'"),
        ("roulette", "odds red 2 to 1", 1, "the header of roulette has no 'odds'"),
        ("money-wheel", "neighbours yes", 1, "the header of money-wheel has no 'neighbours'"),
        ("tai-sai", "display 3", 1, "the header of tai-sai has no 'display'"),
        ("roulette", "minimum 5", 1, "'minimum' stands in the header twice"),
        ("roulette", "maximum 5", 1, "'maximum' stands in the header twice"),
        ("roulette", "edition 2", 1, "'edition' stands in the header twice"),
        ("roulette", "game roulette", 1, "'game' stands in the header twice"),
        ("roulette", "layout two", 8, "expected a whole number"),
        ("roulette", "layout -1", 8, "expected a whole number"),
        ("roulette", "layout 1.0", 8, "expected a whole number"),
        ("roulette", "layout ٢", 8, "expected a whole number"),
        ("roulette", "display 1234567890", 9, "expected a whole number"),
        ("roulette", "betting seconds soon", 17, "expected a whole number"),
        ("roulette", "neighbours maybe", 12, "expected yes or no"),
        ("roulette", "chipping machine 1", 18, "expected yes or no"),
        ("roulette", "neighbour group 32,15,19", 17, "expected a group of numbers, such as 32-15-19"),
        ("roulette", "neighbour group 132-15-19", 17, "expected a group of numbers, such as 32-15-19"),
        ("roulette", "increment 2.555", 11, "expected an amount in dollars, such as 20 or 2.50"),
        ("roulette", "increment 1e1", 11, "expected an amount in dollars, such as 20 or 2.50"),
        ("roulette", "smallest chip ½", 15, "expected an amount in dollars, such as 20 or 2.50"),
        ("roulette", "limits red 5", 8, "expected a kind of wager, and: 5 to 100"),
        ("roulette", "limits 5 to 100", 8, "expected a kind of wager, and: 5 to 100"),
        ("tai-sai", "odds any triple 24", 6, "expected a figure of the odds, such as: any triple 24 to 1"),
        ("tai-sai", "odds bingo 24 to 1", 6, "expected a figure of the odds, such as: any triple 24 to 1"),
        ("tai-sai", "odds any triple 24:1", 6, "expected a figure of the odds, such as: any triple 24 to 1"),
        ("tai-sai", "odds any triple -24 to 1", 6, "expected a figure of the odds, such as: any triple 24 to 1"),
    ],
)
def test_a_fault_in_a_header(game: str, line: str, column: int, why: str) -> None:
    assert _unreadable(header(game, line)) == (TextFault(6, column, why),)
    assert _unreadable(header(game, f"   {line}   # so there")) == (TextFault(6, column + 3, why),)


@pytest.mark.parametrize("edition", ["0", "3", "99"])
def test_an_edition_that_is_not_known(edition: str) -> None:
    (fault,) = _unreadable(f"croupier 1\ngame roulette\nedition {edition}\nminimum 5\nmaximum 10")
    assert fault == TextFault(3, 9, f"edition {edition} is not known here; the newest is 2")


def test_a_figure_of_the_odds_that_stands_there_twice() -> None:
    faults = _faults(header("tai-sai", "odds any triple 24 to 1", "odds small 2 to 1", "odds any triple 30 to 1"))
    assert [line for line, _ in faults] == [8]


@pytest.mark.parametrize(
    ("lines", "line", "column", "why"),
    [
        ("minimum 5\n", 3, 1, "minimum and a maximum"),
        ("  maximum 5\n", 3, 3, "minimum and a maximum"),
        ("", 2, 1, "minimum and a maximum"),
        ("minimum 5\nmaximum 4", 3, 1, "The maximum $4 is below the minimum $5."),
        ("maximum 10\nminimum 0", 3, 1, "the minimum is at least 1"),
        ("maximum 10\nminimum -5", 3, 1, "the minimum is at least 1"),
        ("minimum 5\nmaximum 10\nincrement 6", 3, 1, "may not exceed the minimum"),
        ("minimum 5\nmaximum 10\nincrement 0", 3, 1, "The increment must be a multiple"),
        ("minimum 5\nmaximum 10\nsmallest chip 0", 3, 1, "smallest chip"),
        ("minimum 5\nmaximum 10\nsmallest chip 3", 3, 1, "smallest chip"),
        ("minimum 5\nmaximum 10\nlimits red 5 to 6\nlimits red 5 to 7", 3, 1, "twice"),
    ],
)
def test_a_sign_that_there_cannot_be(lines: str, line: int, column: int, why: str) -> None:
    (fault,) = _unreadable(f"croupier 1\ngame roulette\n{lines}")
    assert (fault.line, fault.column) == (line, column)
    assert why in fault.why


def test_odds_that_there_cannot_be_are_no_crash() -> None:
    """Nothing to one is no odds: it is either unreadable, or refused when the table opens."""
    try:
        record = read(header("tai-sai", "odds small 0 to 1"))
    except Unreadable as unreadable:
        assert [fault.line for fault in unreadable.faults] == [6]  # noqa: PT017  the other answer is as good
    else:
        with pytest.raises(ValueError, match="odds"):
            record.header.table()


_NOT_AMOUNTS = {
    "2.555": 4,
    "1e3": 1,
    "0x10": 1,
    "05": 1,
    "5.": 1,
    "1,000": 1,
    "1_000": 1,
    "20$": 2,
    "20.5.5": 4,
    "10000000000000": 13,
    "٣": 0,
    "²": 0,
    "½": 0,
    "+5": 0,
    "--5": 0,
    ".5": 0,
    "$5": 0,
    "five": 0,
    "NaN": 0,
    "inf": 0,
    "-": 0,
    "\u22125": 0,
}
"""What is no amount, and after how many characters that shows."""


@pytest.mark.parametrize("amount", _NOT_AMOUNTS)
def test_what_is_no_amount_cannot_be_read(amount: str) -> None:
    column = 13 + _NOT_AMOUNTS[amount]
    why = "expected an amount in dollars, such as 20 or 2.50" if column == 13 else "expected the end of the line"
    assert _unreadable(f"{header('roulette')}ana: buy in {amount}\n") == (TextFault(7, column, why),)


@pytest.mark.parametrize("amount", _NOT_AMOUNTS)
def test_what_is_no_amount_cannot_be_wagered(amount: str) -> None:
    column = 12 + _NOT_AMOUNTS[amount]
    assert _faults(f"{header('roulette')}ana: wager {amount} on red\n") == [(7, column)]


@pytest.mark.parametrize("amount", [each for each in _NOT_AMOUNTS if each != "10000000000000"])
@pytest.mark.parametrize("line", ["= ana: {} on red loses", "= ana: 20 on red wins {}"])
def test_what_is_no_amount_cannot_be_settled(line: str, amount: str) -> None:
    assert [fault.line for fault in _unreadable(header("roulette") + line.format(amount))] == [7]


@pytest.mark.parametrize(
    ("game", "line", "column", "expected"),
    [
        ("roulette", "ana: dance", 6, "an act of this game"),
        ("roulette", "ana:", 5, "an act of this game"),
        ("roulette", "dealer: roll 1-2-3", 9, "an act of this game"),
        ("tai-sai", "dealer: spin 17", 9, "an act of this game"),
        ("roulette", "wager 20 on red", 1, "who acts"),
        ("roulette", "an a: wager 20 on red", 1, "who acts"),
        ("roulette", f"{'a' * 65}: wager 20 on red", 1, "who acts"),
        ("roulette", ": wager 20 on red", 1, "who acts"),
        ("roulette", "ana wagers 20 on red", 1, "who acts"),
        ("roulette", "ana: buy in", 10, "an amount in dollars"),
        ("roulette", "ana: buy in 5 dollars", 14, "the end of the line"),
        ("roulette", "ana: buy 25 of sky", 19, "“at”"),
        ("roulette", "ana: buy 25 of 7 at 5", 16, "a word"),
        ("roulette", "ana: wager 20 red", 14, "“on”"),
        ("roulette", "ana: wager 20 on", 14, "“on”"),
        ("roulette", "ana: wager 20 on !", 18, "a position on the layout"),
        ("roulette", "ana: wager 20 on split 17-", 18, "a position on the layout"),
        ("roulette", "ana: wager 20 on split 1234-5", 18, "a position on the layout"),
        ("roulette", "ana: wager 20 on 6 to 1", 18, "a position on the layout"),
        ("roulette", "ana: wager 20 on 1 to 100", 18, "a position on the layout"),
        ("roulette", "ana: wager 20 in gold on red", 18, "“colour”"),
        ("roulette", "dealer: wager 20 on red for !", 29, "a player's name"),
        ("roulette", "dealer: wager 20 on red", 9, "the player for whom this is done"),
        ("roulette", "supervisor: agree", 13, "the player for whom this is done"),
        ("roulette", "operator: clock 60", 19, "“seconds”"),
        ("roulette", "operator: clock 1.5 seconds", 18, "“seconds”"),
        ("roulette", "operator: clock 1234567890 seconds", 26, "“seconds”"),
        ("roulette", "operator: clock soon", 17, "a number"),
        ("roulette", "operator: change limits to maximum 5", 28, "a sign"),
        ("roulette", "operator: change limits to minimum 5", 28, "a sign"),
        ("roulette", "operator: change limits to minimum 5 maximum 4", 28, "a sign"),
        ("roulette", "operator: change limits to minimum 5 maximum 10 minimum 6", 28, "a sign"),
        ("roulette", "operator: post limits minimum 5 maximum 10", 43, "“in”"),
        ("roulette", "dealer: spin seventeen", 14, "a number"),
        ("roulette", "dealer: spin 17 after x revolutions", 23, "a number"),
        ("roulette", "dealer: spin 17 after 3", 24, "“revolutions”"),
        ("roulette", "dealer: spin 17 again", 16, "the end of the line"),
        ("roulette", "dealer: spin ball clockwise", 28, "“, wheel”"),
        ("roulette", "dealer: spin ball sideways, wheel clockwise", 19, "“clockwise” or “anticlockwise”"),
        ("roulette", "dealer: announce 17 blue", 21, "“red”, “black” or “green”"),
        ("roulette", "dealer: no spin, 7", 18, "a ground"),
        ("roulette", "dealer: no spin because", 16, "the end of the line"),
        ("roulette", "supervisor: correct to 3", 25, "“because”"),
        ("roulette", "supervisor: correct to 3 because", 25, "“because”"),
        ("roulette", "supervisor: favour ana on red", 30, "“because”"),
        ("roulette", "supervisor: favour ana on red as ! because so", 34, "a position on the layout"),
        ("roulette", "dealer: void ana on red", 24, "“,”"),
        ("roulette", "dealer: wrong limits 2 on red", 30, "“for”"),
        ("money-wheel", "dealer: spin 5 on pegs", 22, "the end of the line"),
        ("money-wheel", "dealer: announce 7", 18, "a word"),
        ("tai-sai", "dealer: roll 1-2-", 17, "the end of the line"),
        ("tai-sai", "dealer: roll one", 14, "three dice, such as 1-2-6"),
        ("tai-sai", "dealer: announce 1-2-6", 23, "“total”"),
        ("tai-sai", "dealer: roll 1-2-6 flat", 19, "the end of the line"),
    ],
)
def test_a_fault_in_an_act(game: str, line: str, column: int, expected: str) -> None:
    body = header(game) + "ana: buy in 5\n"
    (fault,) = _unreadable(body + line)
    assert (fault.line, fault.column) == (8, column)
    assert f"expected {expected}" in fault.why
    (fault,) = _unreadable(f"{body}\n\t  {line}  \n# so there\n")
    assert (fault.line, fault.column) == (9, column + 3)


@pytest.mark.parametrize(
    ("line", "column", "why"),
    [
        ("=", 1, "expected a settlement"),
        ("= ana", 1, "expected a settlement"),
        ("= ana: 20 on red", 1, "expected a settlement"),
        ("= ana: 20 on red wins", 1, "expected a settlement"),
        ("= ana: 20 on red loses 20", 1, "expected a settlement"),
        ("= ana: 20 on red draws", 1, "expected a settlement"),
        ("= 20 on red loses", 1, "expected a settlement"),
        ("= ana: -20 on red loses", 1, "expected a settlement"),
        ("= ana: 20 on red loses, 3.9", 1, "expected a settlement"),
        ("= ana: 20 on red loses, D8 9.9", 25, "The rulebook has no clause 'D8 9.9'."),
        ("= ana: 20 on red loses, D8 3.9(z)", 25, "The rulebook has no clause 'D8 3.9(z)'."),
        ("= ana: 20 on red loses, D8 3.9 (R99)", 25, "The rulebook has no clause 'R99'."),
        ("= ana: 20 on red wins 20, D99 1", 27, "The rulebook has no clause 'D99 1'."),
    ],
)
def test_a_fault_in_a_settlement(line: str, column: int, why: str) -> None:
    (fault,) = _unreadable(header("roulette") + line)
    assert (fault.line, fault.column) == (7, column)
    assert why in fault.why
    (fault,) = _unreadable(f"{header('roulette')}\n  {line}\n")
    assert (fault.line, fault.column) == (8, column + 2)


def test_a_run_that_is_none_is_not_blamed_on_the_amount() -> None:
    (fault,) = _unreadable(header("roulette") + "= ana: 20 on 6 to 1 loses")
    assert "amount" not in fault.why


def test_all_faults_are_named_at_once_in_the_order_of_the_text() -> None:
    text = (
        "croupier 1\n"
        "game roulette\n"
        "minimum five\n"
        "maximum 1000\n"
        "  layout II\n"
        "colour red\n"
        "\n"
        "ana: buy in 2.555\n"
        "ana: wager 20 on red\n"
        "= ana: 20 on red loses, D8 9.9\n"
        "\n"
        "dealer: no more betting\n"
        "nobody\n"
        "= what\n"
    )
    assert _faults(text) == [(3, 9), (5, 10), (6, 1), (8, 17), (10, 25), (12, 9), (13, 1), (14, 1)]


def test_a_bad_sign_does_not_hide_behind_another_fault_of_the_header() -> None:
    text = "croupier 1\ngame roulette\nminimum 5\nmaximum 4\nlayout II\n"
    assert _faults(text) == [(3, 1), (5, 8)]


def test_a_missing_limit_does_not_hide_behind_another_fault() -> None:
    faults = _unreadable("croupier 1\ngame roulette\nminimum 5\nlayout II\nana: dance\n")
    assert [fault.line for fault in faults] == [3, 4, 5]


def test_faults_are_said_with_line_and_column() -> None:
    with pytest.raises(Unreadable) as raised:
        read(header("roulette") + "ana: dance\nben: sing\n")
    assert str(raised.value).splitlines() == [
        "line 7, column 6: expected an act of this game",
        "line 8, column 6: expected an act of this game",
    ]


@pytest.mark.parametrize(
    ("line", "column"), [("automation ,", 12), ("automation pay,, collect", 12), ("colours red,, sky", 9)]
)
def test_a_list_with_a_gap_in_it_cannot_be_read(line: str, column: int) -> None:
    faults = _unreadable(header("roulette", line))
    assert [(fault.column, fault.why) for fault in faults] == [(column, "expected words with commas between them")]
