"""A record is written in one way only, and whatever the rules accept can be written and read again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

import croupier
from croupier import (
    LIVE,
    Actor,
    BuyIn,
    Chips,
    Collect,
    Favour,
    KindLimits,
    LayoutTable,
    MoneyWheelOptions,
    NoMoreBets,
    NoSpin,
    Odds,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PayWager,
    Position,
    Refused,
    Role,
    RouletteOptions,
    Sign,
    TaiSaiOptions,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games import money_wheel, tai_sai
from croupier.games.acts import Act
from croupier.games.position import Placed
from croupier.games.registry import table_of
from croupier.games.roulette import Announce, CorrectNumber, Dolly, Spin, SpinBall, red, split, straight_up
from croupier.games.tai_sai import TaiSaiOdds, small, total
from croupier.record import read, record_of, replay, write
from croupier.record.text.header import Header
from croupier.record.text.notation import Record, Stated, act_line, stated_line
from croupier.rulebook import Cite
from tests.support.record.record_texts import GAMES, LINES, POSITIONS, SIGN, Line, header, new_table

# Acts and settlements


@pytest.mark.parametrize("line", LINES, ids=str)
def test_every_act_is_written_as_it_was_read(line: Line) -> None:
    assert act_line(line.game, line.act) == line.text
    assert write(read(line.record)) == line.record


@pytest.mark.parametrize("text", POSITIONS)
def test_every_position_is_written_as_it_was_read(text: str) -> None:
    assert act_line("roulette", Wager("ana", POSITIONS[text], 20_00)) == f"ana: wager 20 on {text}"


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("ana:buy in 20.50", "ana: buy in 20.50"),
        ("player ana: buy in 20.5", "ana: buy in 20.50"),
        ("ana: buy in 20.00", "ana: buy in 20"),
        ("ana: buy in 5 for ana", "ana: buy in 5"),
        ("ana: wager 20 on split 20-17", "ana: wager 20 on split 17-20"),
        ("ana: wager 20 on straight up 17", "ana: wager 20 on 17"),
        ("ana: wager 20 on six-line 1-2-3-4-5-6", "ana: wager 20 on six-line 1 to 6"),
        ("  dealer:  no   more bets   # at last", "dealer: no more bets"),
        ("=ana: 20 on red wins 20.00", "= ana: 20 on red wins 20"),
    ],
)
def test_what_is_written_otherwise_is_written_in_the_usual_way(text: str, canonical: str) -> None:
    assert write(read(header("roulette") + text)) == f"{header('roulette')}{canonical}\n"


_RED_20 = Placed("ana", red, 20_00)


@pytest.mark.parametrize(
    ("stated", "text"),
    [
        (Stated(_RED_20, Outcome.WIN, 20_00), "= ana: 20 on red wins 20"),
        (Stated(_RED_20, Outcome.WIN, 0), "= ana: 20 on red wins 0"),
        (Stated(_RED_20, Outcome.WIN, 20_50, Cite("D8 3.9")), "= ana: 20 on red wins 20.50, D8 3.9"),
        (Stated(_RED_20, Outcome.LOSE, 0, Cite("D8 3.10")), "= ana: 20 on red loses, D8 3.10"),
        (Stated(_RED_20, Outcome.STAND_OFF, 0), "= ana: 20 on red stands off"),
        (Stated(_RED_20, Outcome.VOID, 0, Cite("D8 3.6(a)", "R19")), "= ana: 20 on red is void, D8 3.6(a) (R19)"),
        (Stated(_RED_20, Outcome.VOID, 0, Cite("D1 9 (breach)")), "= ana: 20 on red is void, D1 9 (breach)"),
        (Stated(replace(_RED_20, chips=Chips.COLOUR), Outcome.LOSE, 0), "= ana: 20 in colour on red loses"),
        (Stated(Placed("b.@-_", straight_up(0), 50), Outcome.LOSE, 0), "= b.@-_: 0.50 on 0 loses"),
    ],
)
def test_every_kind_of_settlement_line_is_written_as_it_is_read(stated: Stated, text: str) -> None:
    assert stated_line(stated) == text
    assert write(read(f"{header('roulette')}{text}\n")) == f"{header('roulette')}{text}\n"


def test_a_settlement_is_followed_by_an_empty_line() -> None:
    text = (
        header("roulette")
        + "dealer: no more bets\n= ana: 5 on red loses\n= ben: 5 on red loses\n\n"
        + "dealer: no more bets\n= ana: 5 on red loses\n"
    )
    assert write(read(text)) == text


# Headers


@pytest.mark.parametrize("game", GAMES)
def test_the_shortest_header(game: str) -> None:
    assert write(record_of(new_table(game), ())) == header(game).removesuffix("\n")


_OPTIONS: tuple[tuple[str, object, tuple[str, ...]], ...] = (
    ("roulette", RouletteOptions(layout=2), ("layout 2",)),
    ("roulette", RouletteOptions(neighbours=True), ("neighbours yes",)),
    ("roulette", RouletteOptions(display=0), ("display 0",)),
    ("roulette", RouletteOptions(chipping_machine=True), ("chipping machine yes",)),
    (
        "roulette",
        RouletteOptions(neighbours=True, neighbour_groups=((32, 15, 19), (4, 21, 2))),
        ("neighbours yes", "neighbour group 32-15-19", "neighbour group 4-21-2"),
    ),
    ("money-wheel", MoneyWheelOptions(layout=3), ("layout 3",)),
    ("money-wheel", MoneyWheelOptions(name="Big  Six: a wheel"), ("name Big  Six: a wheel",)),
    (
        "money-wheel",
        MoneyWheelOptions(order="G" + "A" * 24 + "B" * 12 + "C" * 8 + "DDDDEEF"),
        ("order GAAAAAAAAAAAAAAAAAAAAAAAABBBBBBBBBBBBCCCCCCCCDDDDEEF",),
    ),
    (
        "money-wheel",
        MoneyWheelOptions(symbols=("1", "3", "5", "11", "23", "none", "Silver Fern")),
        ("symbols 1, 3, 5, 11, 23, none, Silver Fern",),
    ),
    ("tai-sai", TaiSaiOptions(layout=1), ("layout 1",)),
    (
        "tai-sai",
        TaiSaiOptions(odds=TaiSaiOdds(small=Odds(97, 100), total_4_17=Odds(50), face_three_times=Odds(12))),
        ("odds small 97 to 100", "odds total 4 17 50 to 1", "odds face three times 12 to 1"),
    ),
)


@pytest.mark.parametrize(("game", "options", "lines"), _OPTIONS)
def test_options_are_written_where_they_differ_from_the_default(
    game: str, options: object, lines: tuple[str, ...]
) -> None:
    text = write(record_of(table_of(game, SIGN, options), ()))
    assert text == header(game, *lines).removesuffix("\n")
    assert read(text).header.options == options
    assert write(read(text)) == text


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        (croupier.roulette(SIGN, automation=LIVE), ("automation none",)),
        (croupier.roulette(SIGN, automation=("pay", "collect")), ("automation collect, pay",)),
        (croupier.roulette(SIGN, betting_seconds=30), ("betting seconds 30",)),
        (croupier.roulette(SIGN, colours=()), ("colours none",)),
        (croupier.roulette(SIGN, colours=("sky", "red")), ("colours sky, red",)),
        (croupier.tai_sai(SIGN, colours=("red",)), ("colours red",)),
    ],
)
def test_what_else_a_table_is_opened_with_is_written(table: LayoutTable, lines: tuple[str, ...]) -> None:
    text = write(record_of(table, ()))
    assert text == header(table.game.id, *lines).removesuffix("\n")
    assert read(text).header.table() == table


def test_all_that_a_sign_says_is_written() -> None:
    sign = Sign(
        minimum=2_50,
        maximum=500_00,
        increment=2_50,
        smallest_chip=25,
        by_kind=(KindLimits("straight up", 1_25, 50_00), KindLimits("red", 5_00, 100_00)),
    )
    text = write(record_of(croupier.roulette(sign), ()))
    assert text.splitlines()[3:] == [
        "minimum 2.50",
        "maximum 500",
        "increment 2.50",
        "smallest chip 0.25",
        "limits straight up 1.25 to 50",
        "limits red 5 to 100",
    ]
    assert read(text).header.sign == sign


def test_the_edition_that_a_record_names_is_kept() -> None:
    named = Header(game="roulette", sign=SIGN, options=RouletteOptions(), edition=1)
    assert "edition 1" in write(Record(named, ())).splitlines()


# Whole records


def test_a_round_at_an_automated_table() -> None:
    acts = (
        BuyIn("ana", 200_00),
        BuyIn("ben", 50_00),
        Wager("ana", split(17, 20), 20_00),
        Wager("ben", red, 10_00, by=Actor(Role.DEALER)),
        NoMoreBets(),
        Spin(17),
        NoMoreBets(),
        NoSpin(),
    )
    assert write(record_of(croupier.roulette(SIGN), acts)) == header("roulette") + (
        "ana: buy in 200\n"
        "ben: buy in 50\n"
        "ana: wager 20 on split 17-20\n"
        "dealer: wager 10 on red for ben\n"
        "dealer: no more bets\n"
        "dealer: spin 17\n"
        "= ana: 20 on split 17-20 wins 340, D8 3.9\n"
        "= ben: 10 on red loses, D8 3.1(l)(ii)\n"
        "\n"
        "dealer: no more bets\n"
        "dealer: no spin\n"
    )


def test_a_round_at_a_live_table_with_a_correction_and_a_void() -> None:
    table = croupier.roulette(SIGN, automation=LIVE)
    acts = (
        OpenTable(),
        BuyIn("ana", 200_00),
        Wager("ana", straight_up(20), 5_00),
        SpinBall(wheel=_CLOCKWISE, ball=_ANTICLOCKWISE),
        NoMoreBets(),
        Spin(17),
        Announce(17, _BLACK),
        CorrectNumber(20, "the ball lies in 20 # not in 17"),
        Announce(20, _BLACK),
        Dolly(20),
        Pay("numbers"),
        NoSpin("interference"),
    )
    assert write(record_of(table, acts)) == header("roulette", "automation none") + (
        "dealer: open table\n"
        "ana: buy in 200\n"
        "ana: wager 5 on 20\n"
        "dealer: spin ball anticlockwise, wheel clockwise\n"
        "dealer: no more bets\n"
        "dealer: spin 17\n"
        "= ana: 5 on 20 loses, D8 3.1(a)(ii)\n"
        "\n"
        "dealer: announce 17 black\n"
        "supervisor: correct to 20 because the ball lies in 20 # not in 17\n"
        "= ana: 5 on 20 wins 175, D8 3.9\n"
        "\n"
        "dealer: announce 20 black\n"
        "dealer: dolly 20\n"
        "dealer: pay area numbers\n"
        "dealer: no spin, interference\n"
        "= ana: 5 on 20 is void, D8 5.1(d)\n"
    )


_CLOCKWISE, _ANTICLOCKWISE = money_wheel.Direction.CLOCKWISE, money_wheel.Direction.ANTICLOCKWISE
_BLACK = croupier.games.roulette.Colour.BLACK


def test_two_equal_rounds_are_settled_twice() -> None:
    one_round = (Wager("ana", small, 5_00), NoMoreBets(), tai_sai.Roll((1, 2, 3)))
    text = write(record_of(croupier.tai_sai(SIGN), (BuyIn("ana", 20_00), *one_round, *one_round)))
    assert text.count("= ana: 5 on small wins 5, D9 4.10\n") == 2


def test_a_round_without_wagers_settles_nothing() -> None:
    text = write(record_of(croupier.money_wheel(SIGN), (NoMoreBets(), money_wheel.IndicatorRests(1))))
    assert text == header("money-wheel") + "dealer: no more bets\ndealer: spin 1\n"


# Whatever the rules accept


def _whole_live_round(player: str) -> tuple[Act, ...]:
    return (
        BuyIn(player, 100_00),
        Wager(player, red, 5_00),
        Wager(player, straight_up(17), 5_00),
        Wager(player, straight_up(18), 5_00, by=Actor(Role.DEALER, player)),
        SpinBall(wheel=_CLOCKWISE, ball=_ANTICLOCKWISE),
        NoMoreBets(),
        Spin(1),
        Announce(1, croupier.games.roulette.Colour.RED),
        Dolly(1),
        Favour(player, straight_up(17), "so"),
        Collect(),
        PayWager(player, red),
        Withdraw(player, red),
        VoidWager(player, red, "late"),
        OpenBetting(),
    )


_LIVE_ROULETTE = croupier.roulette(SIGN, automation=LIVE)
_LIVE_TAI_SAI = croupier.tai_sai(SIGN, automation=LIVE)
_LIVE_WHEEL = croupier.money_wheel(SIGN, automation=LIVE)


@pytest.mark.parametrize(
    "name",
    [
        *("ana", "dealer", "supervisor", "casino", "operator", "director", "player", "area", "for", "on", "in", "as"),
        *("because", "all", "none", "limits", "red", "17", "-", "_", ".", "@", "é", "裁", "wager", "croupier", "game"),
        *("minimum", "n" * 64),
    ],
)
def test_a_player_of_any_name_can_stand_in_a_record(name: str) -> None:
    _assert_comes_back(_LIVE_ROULETTE, (OpenTable(), *_whole_live_round(name)))


def _assert_comes_back(table: LayoutTable, acts: tuple[Act, ...]) -> None:
    text = write(record_of(table, acts))
    again = read(text)
    assert again.header.table() == table
    assert again.acts == acts
    assert write(again) == text
    played = replay(again)
    assert played.is_in_order
    assert played.table == table.play(*acts)


@pytest.mark.parametrize(
    "reason",
    [
        *(
            "x",
            "it leant # or so",
            "# sharp",
            "because",
            "a because b",
            "two  spaces",
            "é … 裁定 ✓",
            "= ana: 5 on red wins",
        ),
        *("on red, late", "as red because", "“quoted”", "[bold]", "ana: wager 5 on red", "w" * 200),
    ],
)
def test_a_reason_in_any_words_can_stand_in_a_record(reason: str) -> None:
    acts = (
        *(OpenTable(), BuyIn("ana", 100_00), Wager("ana", red, 5_00)),
        *(SpinBall(wheel=_CLOCKWISE, ball=_ANTICLOCKWISE), NoMoreBets(), Spin(17)),
        *(CorrectNumber(2, reason), Favour("ana", red, reason), CorrectNumber(4, reason)),
        Favour("ana", red, reason, croupier.games.roulette.black),
    )
    _assert_comes_back(_LIVE_ROULETTE, acts)


def _assert_comes_back_unless_refused(make: Callable[[], LayoutTable], *acts: Act) -> None:
    """Where the rules set a bound, there is nothing to write."""
    try:
        table = make()
        table.play(*acts)
    except Refused:
        return
    _assert_comes_back(table, acts)


@pytest.mark.parametrize("revolutions", [0, 3, 4, 999_999_999, 1_000_000_000])
def test_any_number_of_revolutions_can_stand_in_a_record(revolutions: int) -> None:
    ball = (SpinBall(wheel=_CLOCKWISE, ball=_ANTICLOCKWISE), NoMoreBets(), Spin(17, revolutions))
    _assert_comes_back_unless_refused(lambda: _LIVE_ROULETTE, OpenTable(), *ball)
    wheel = (NoMoreBets(), money_wheel.SpinWheel(_CLOCKWISE), money_wheel.IndicatorRests(1, revolutions))
    _assert_comes_back_unless_refused(lambda: _LIVE_WHEEL, OpenTable(), *wheel)


@pytest.mark.parametrize("tumbles", [1, 3, 999_999_999, 1_000_000_000])
def test_any_number_of_tumbles_can_stand_in_a_record(tumbles: int) -> None:
    acts = (OpenTable(), tai_sai.InspectDice(), tai_sai.Tumble(tumbles))
    _assert_comes_back_unless_refused(lambda: _LIVE_TAI_SAI, *acts)


@pytest.mark.parametrize("maximum", [10_000_000_000_000, 999_999_999_999_999, 1_000_000_000_000_000, 10**18])
def test_a_sign_with_any_maximum_can_stand_in_a_record(maximum: int) -> None:
    _assert_comes_back_unless_refused(lambda: croupier.roulette(Sign(1, maximum, smallest_chip=1)))


@pytest.mark.parametrize("odds", [Odds(999_999), Odds(1_000_000), Odds(1, 1_000_000)])
def test_a_house_with_any_odds_can_stand_in_a_record(odds: Odds) -> None:
    _assert_comes_back_unless_refused(lambda: croupier.tai_sai(SIGN, TaiSaiOptions(odds=TaiSaiOdds(total_4_17=odds))))


@pytest.mark.parametrize("colours", [("none",), ("all",), ("none", "red"), ("of", "at")])
def test_colours_of_any_name_can_stand_in_a_record(colours: tuple[str, ...]) -> None:
    buys = croupier.BuyColour("ana", colours[0], 1_00, 10_00)
    _assert_comes_back_unless_refused(lambda: croupier.roulette(SIGN, colours=colours), BuyIn("ana", 100_00), buys)


def test_a_cloth_without_neighbour_groups_can_stand_in_a_record() -> None:
    options = RouletteOptions(neighbours=True, neighbour_groups=())
    _assert_comes_back_unless_refused(lambda: croupier.roulette(SIGN, options))


@pytest.mark.parametrize("name", ["none", "all", "because", "A: b", "dealer", "Big, bigger", "“Six”", "-", "= 7"])
def test_a_money_wheel_of_any_name_can_stand_in_a_record(name: str) -> None:
    symbols = (name.replace(",", ";"), "B", "C", "D", "E", "F", "G")
    _assert_comes_back(croupier.money_wheel(SIGN, MoneyWheelOptions(name=name, symbols=symbols)), ())


def test_every_single_step_can_be_left_out_of_automation() -> None:
    for game in GAMES:
        automatic = new_table(game).game.automatic
        for step in automatic:
            _assert_comes_back(table_of(game, SIGN, automation=automatic - {step}), ())
            _assert_comes_back(table_of(game, SIGN, automation={step}), ())


def test_a_record_holds_only_what_it_states() -> None:
    acts = (BuyIn("ana", 100_00), Wager("ana", total(9), 5_00), NoMoreBets(), tai_sai.Roll((3, 3, 3)))
    record = record_of(croupier.tai_sai(SIGN), acts)
    assert record.acts == acts
    (statement,) = (entry for entry in record.entries if not hasattr(entry, "act"))
    assert statement.lines == (
        Stated(Placed("ana", Position("total", (9,)), 5_00), Outcome.WIN, 35_00, Cite("D9 4.10")),
    )


def test_collecting_and_paying_settle_nothing_anew() -> None:
    acts = (
        *(OpenTable(), BuyIn("ana", 100_00), Wager("ana", red, 5_00), Wager("ana", straight_up(2), 5_00)),
        *(SpinBall(wheel=_CLOCKWISE, ball=_ANTICLOCKWISE), NoMoreBets(), Spin(1)),
        *(Announce(1, croupier.games.roulette.Colour.RED), Dolly(1), Collect(), Pay(), OpenBetting()),
    )
    assert write(record_of(_LIVE_ROULETTE, acts)).count("= ana") == 2
