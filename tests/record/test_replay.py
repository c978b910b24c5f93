"""A record is played again: what it settles, where it is refused, and where it states what does not follow."""

from __future__ import annotations

import pytest

from croupier import BuyIn, Outcome, Wager
from croupier.games.roulette import red
from croupier.record import Replay, read, replay
from croupier.record.audits.replay import Discrepancy
from tests.support.record.record_texts import header, new_table
from tests.support.rules.tables import total_money

Lines = list[tuple[str, str, int, Outcome, int, str]]


def _replayed(text: str) -> Replay:
    return replay(read(text))


def _lines(played: Replay) -> Lines:
    return [
        (line.wager.player, str(line.wager.position), line.wager.stake, line.outcome, line.pays, str(line.rule))
        for line in played.settled
    ]


def _refused(played: Replay) -> tuple[int, str, str]:
    assert played.refused is not None
    return played.refused.line, played.refused.refusal.code, played.refused.refusal.rule.clause


def _value(played: Replay, player: str) -> int:
    """What the player holds in value chips at the end."""
    assert played.table is not None
    purse = played.table.purse(player)
    return 0 if purse is None else purse.value


# Whole rounds

ROULETTE = """\
croupier 1
game roulette
minimum 5
maximum 1000
automation none   # a dealer takes every step

dealer: open table
ana: buy in 200
ben: buy in 100
ben: buy 50 of sky at 2.50
ana: wager 20 on split 17-20
ana: wager 5 on 0
dealer: wager 10 on black for ana
ben: wager 25 in colour on red
ben: wager 10 on column 2
ana: withdraw 0
dealer: spin ball clockwise, wheel anticlockwise
dealer: no more bets
dealer: spin 17 after 12 revolutions
= ana: 10 on black wins 10
= ana: 20 on split 17-20 wins 340, D8 3.9
= ben: 10 on column 2 wins 20
= ben: 25 in colour on red loses, D8 3.1(l)(ii)

dealer: announce 17 black
dealer: dolly 17
dealer: collect
dealer: pay area outside
dealer: pay ana on split 17-20
ana: withdraw split 17-20
ana: withdraw black
ben: withdraw column 2
dealer: open betting
ben: hand in 25
ana: cash out 550
operator: clock 1 seconds
"""


def test_a_live_round_of_roulette() -> None:
    played = _replayed(ROULETTE)
    assert _lines(played) == [
        ("ana", "black", 10_00, Outcome.WIN, 10_00, "D8 3.9"),
        ("ana", "split 17-20", 20_00, Outcome.WIN, 340_00, "D8 3.9"),
        ("ben", "column 2", 10_00, Outcome.WIN, 20_00, "D8 3.9"),
        ("ben", "red", 25_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
    ]
    assert played.is_in_order
    assert played.refused is None
    assert played.discrepancies == ()
    assert _value(played, "ana") == 0
    assert _value(played, "ben") == 50_00 - 10_00 + 10_00 + 20_00 + 25_00
    assert played.table is not None
    assert played.table.general.house == 25_00 - 10_00 - 340_00 - 20_00
    assert played.table.clock == 1


MONEY_WHEEL = """\
croupier 1
game money-wheel
minimum 5
maximum 1000
automation none
name The Big Wheel

dealer: open table
ana: buy in 100
ben: buy in 100
ana: wager 10 on F
ben: wager 10 on A
ben: wager 5 on G
dealer: no more bets
dealer: spin wheel clockwise
dealer: spin 1
dealer: announce F
dealer: collect
dealer: pay area F
ana: withdraw F
dealer: open betting
= ana: 10 on F wins 470, D10 3.8
= ben: 10 on A loses, D10 3.1(b)
= ben: 5 on G loses
"""


def test_a_live_round_of_the_money_wheel() -> None:
    played = _replayed(MONEY_WHEEL)
    assert played.is_in_order
    assert _lines(played) == [
        ("ana", "F", 10_00, Outcome.WIN, 470_00, "D10 3.8"),
        ("ben", "A", 10_00, Outcome.LOSE, 0, "D10 3.1(b)"),
        ("ben", "G", 5_00, Outcome.LOSE, 0, "D10 3.1(b)"),
    ]
    assert _value(played, "ana") == 570_00
    assert _value(played, "ben") == 85_00


TAI_SAI = """\
croupier 1
game tai-sai
minimum 5
maximum 1000
automation none
odds face three times 12 to 1

dealer: open table
supervisor: inspect dice
ana: buy in 100
ana: wager 10 on face 2
ana: wager 10 on double 2
ana: wager 10 on small
ana: wager 10 on three 2-2-3
dealer: tumble 3
dealer: no more bets
dealer: uncover
dealer: roll 2-2-2
dealer: announce 2-2-2 total 6
dealer: key in 2-2-3
dealer: key in 2-2-2
dealer: enter
= ana: 10 on double 2 wins 110, D9 4.10
= ana: 10 on face 2 wins 120
= ana: 10 on small loses, D9 4.1(a)(ii)
= ana: 10 on three 2-2-3 loses, D9 4.1(i)(ii)
dealer: collect
dealer: pay
ana: withdraw face 2
ana: withdraw double 2
dealer: open betting
"""


def test_a_live_round_of_tai_sai() -> None:
    played = _replayed(TAI_SAI)
    assert played.is_in_order
    assert _lines(played) == [
        ("ana", "double 2", 10_00, Outcome.WIN, 110_00, "D9 4.10"),
        ("ana", "face 2", 10_00, Outcome.WIN, 120_00, "D9 4.10"),
        ("ana", "small", 10_00, Outcome.LOSE, 0, "D9 4.1(a)(ii)"),
        ("ana", "three 2-2-3", 10_00, Outcome.LOSE, 0, "D9 4.1(i)(ii)"),
    ]
    assert _value(played, "ana") == 100_00 - 20_00 + 230_00


def test_the_stated_lines_stand_in_any_order() -> None:
    text = header("roulette") + (
        "ana: buy in 100\nana: wager 5 on red\nana: wager 10 on 1\ndealer: no more bets\ndealer: spin 1\n"
        "= ana: 5 on red wins 5\n= ana: 10 on 1 wins 350\n"
    )
    swapped = text.replace(
        "= ana: 5 on red wins 5\n= ana: 10 on 1 wins 350\n", "= ana: 10 on 1 wins 350\n= ana: 5 on red wins 5\n"
    )
    assert _replayed(text).is_in_order
    assert _replayed(swapped).is_in_order


# Many rounds

_BETTING = "ana: buy in 100\nana: wager 10 on red\n"


def test_every_round_of_a_record_is_settled_in_its_order() -> None:
    played = _replayed(
        header("roulette")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 2\n"
        + "ana: wager 15 on black\ndealer: no more bets\ndealer: spin 2\n"
        + "dealer: no more bets\ndealer: spin 2\n"
        + "ana: wager 5 on 0\ndealer: no more bets\ndealer: spin 0\n"
    )
    assert _lines(played) == [
        ("ana", "red", 10_00, Outcome.LOSE, 0, "D8 3.1(l)(ii)"),
        ("ana", "black", 15_00, Outcome.WIN, 15_00, "D8 3.9"),
        ("ana", "0", 5_00, Outcome.WIN, 175_00, "D8 3.9"),
    ]
    assert played.is_in_order
    assert _value(played, "ana") == 100_00 - 10_00 + 15_00 + 175_00


def test_two_equal_rounds_are_two_rounds() -> None:
    once = "ana: wager 10 on red\ndealer: no more bets\ndealer: spin 1\n"
    played = _replayed(header("roulette") + "ana: buy in 100\n" + once + once)
    assert _lines(played) == [("ana", "red", 10_00, Outcome.WIN, 10_00, "D8 3.9")] * 2
    assert _value(played, "ana") == 120_00


def test_a_corrected_round_is_settled_as_it_was_corrected() -> None:
    played = _replayed(
        header("roulette", "automation open table, spin ball, announce, dolly, collect, pay, take up")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 2\n= ana: 10 on red loses\n"
        + "supervisor: correct to 1 because the ball lies in 1\n= ana: 10 on red wins 10\n"
        + "supervisor: correct to 3 because the ball lies in 3\n"
        + "dealer: open betting\n"
    )
    assert _lines(played) == [("ana", "red", 10_00, Outcome.WIN, 10_00, "D8 3.9")]
    assert played.is_in_order
    assert _value(played, "ana") == 110_00


def test_a_round_that_proves_void_is_void_and_its_wagers_stand() -> None:
    played = _replayed(
        header("roulette", "automation open table, spin ball, announce, dolly, collect, pay, take up")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 1\n= ana: 10 on red wins 10\n"
        + "supervisor: no spin, ball out\n= ana: 10 on red is void, D8 5.2\n"
    )
    assert _lines(played) == [("ana", "red", 10_00, Outcome.VOID, 0, "D8 5.2")]
    assert played.is_in_order
    assert played.table is not None
    assert [(wager.player, wager.stake) for wager in played.table.wagers] == [("ana", 10_00)]
    assert _value(played, "ana") == 90_00
    assert total_money(played.table) == 100_00


def test_a_void_round_and_the_next_are_both_settled() -> None:
    played = _replayed(
        header("roulette")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 1 after 3 revolutions\n= ana: 10 on red is void, D8 4.2 (R9)\n"
        + "dealer: no more bets\ndealer: spin 1\n= ana: 10 on red wins 10\n"
    )
    assert _lines(played) == [
        ("ana", "red", 10_00, Outcome.VOID, 0, "D8 4.2 (R9)"),
        ("ana", "red", 10_00, Outcome.WIN, 10_00, "D8 3.9"),
    ]
    assert played.is_in_order
    assert _value(played, "ana") == 110_00


def test_a_void_wager_stands_among_the_others() -> None:
    played = _replayed(
        header("money-wheel")
        + "ana: buy in 100\nana: wager 10 on A\nana: wager 10 on B\ndealer: no more bets\n"
        + "dealer: void ana on B, not inside\ndealer: spin 2\n"
    )
    assert _lines(played) == [
        ("ana", "B", 10_00, Outcome.VOID, 0, "D10 3.2 (M4)"),
        ("ana", "A", 10_00, Outcome.WIN, 10_00, "D10 3.8"),
    ]
    assert _value(played, "ana") == 110_00


def test_a_ruling_in_favour_is_settled_with_its_reason() -> None:
    played = _replayed(
        header("tai-sai", "automation open table, inspect dice, tumble, uncover, announce, key in, enter, collect")
        + "ana: buy in 100\nana: wager 10 on small\ndealer: no more bets\ndealer: roll 6-6-5\n"
        + "supervisor: favour ana on small as big because the stack was pushed\n"
        + "= ana: 10 on small wins 10, D9 4.2-4.9 (R12)\n"
    )
    assert _lines(played) == [("ana", "small", 10_00, Outcome.WIN, 10_00, "D9 4.2-4.9 (R12)")]
    assert [line.reason for line in played.settled] == ["the stack was pushed"]
    assert played.is_in_order


def test_nothing_is_settled_before_there_is_a_result() -> None:
    played = _replayed(header("roulette") + _BETTING + "dealer: no more bets\n")
    assert played.settled == ()
    assert played.is_in_order
    played = _replayed(header("roulette"))
    assert played == Replay(new_table("roulette"), ())


# Refusals


@pytest.mark.parametrize(
    ("line", "code", "rule"),
    [
        ("ana: buy in 0", "not_positive", "D1 13.1"),
        ("ana: buy in -5", "not_positive", "D1 13.1"),
        ("ana: buy in 2.55", "not_in_chips", "D1 13.1"),
        ("ana: cash out 1000", "not_enough_chips", "D1 13.1"),
        ("ana: cash out -5", "not_positive", "D1 13.1"),
        ("ana: wager 0 on red", "not_positive", "D8 3.3"),
        ("ana: wager -5 on red", "not_positive", "D8 3.3"),
        ("ana: wager 20.25 on red", "not_in_chips", "D8 3.3"),
        ("ana: wager 2 on black", "under_minimum", "D1 9.1"),
        ("ana: wager 1000.50 on red", "not_enough_chips", "D8 3.3"),
        ("ana: wager 20 on split 1-5", "not_adjoining", "D8 3.1(b)"),
        ("ana: wager 20 on street 3-4-5", "not_a_street", "D8 3.1(c)"),
        ("ana: wager 20 on courtesy line", "courtesy_line", "D8 Appendix 2"),
        ("ana: wager 20 on bingo 999", "no_such_wager", "D8 3.1"),
        ("ana: wager 20 on neighbour 15-19-32", "no_neighbours", "D8 3.2"),
        ("ana: wager 20 in colour on black", "not_enough_chips", "D8 3.3"),
        ("ben: wager 20 on red for ana", "not_yours", "D1 10.4"),
        ("ana: no more bets", "not_your_act", "D1 1.1 Dealer"),
        ("ana: withdraw black", "no_wager_there", "D8 3.1"),
        ("dealer: spin 17", "out_of_order", "D8 4.3"),
        ("dealer: spin 37", "no_such_number", "D8 2.3(a)"),
        ("dealer: spin -1", "no_such_number", "D8 2.3(a)"),
        ("operator: clock 0 seconds", "bad_time", "D1 8"),
        ("operator: clock -1 seconds", "bad_time", "D1 8"),
        ("operator: close table", "no_notice", "D1 8"),
        ("operator: change limits to minimum 10 maximum 20", "no_notice", "D1 9.3(a)"),
        ("ana: agree", "no_notice", "D1 9.3(b)"),
        ("dealer: no spin, bad weather", "no_such_ground", "D8 5.3"),
    ],
)
def test_what_can_be_read_and_is_refused(line: str, code: str, rule: str) -> None:
    """Line 9 is refused, with all before it kept and nothing after it played."""
    played = _replayed(header("roulette") + _BETTING + f"{line}\ndealer: no more bets\ndealer: spin 1\n")
    assert _refused(played) == (9, code, rule)
    assert played.settled == ()
    assert played.discrepancies == ()
    assert not played.is_in_order
    assert played.table == new_table("roulette").play(BuyIn("ana", 100_00), Wager("ana", red, 10_00))


def test_rounds_before_a_refusal_are_kept() -> None:
    played = _replayed(
        header("roulette")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 1\n= ana: 10 on red wins 10\n\n# now then\n"
        + "ana: wager 10 on red\ndealer: no more bets\nana: wager 5 on 17\n"
        + "dealer: spin 1\n= ana: 10 on red loses\n"
    )
    assert _refused(played) == (16, "too_late", "D8 3.6(a)")
    assert _lines(played) == [("ana", "red", 10_00, Outcome.WIN, 10_00, "D8 3.9")]
    assert played.discrepancies == ()
    assert played.table is not None
    assert played.table.step == "result"
    assert _value(played, "ana") == 100_00


def test_what_was_stated_wrongly_before_a_refusal_is_still_reported() -> None:
    played = _replayed(
        header("roulette")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 1\n= ana: 10 on red loses\nana: wager 1 on red\n"
    )
    assert _refused(played) == (12, "under_minimum", "D1 9.1")
    assert [each.line for each in played.discrepancies] == [11]


@pytest.mark.parametrize(
    ("game", "line", "code", "rule"),
    [
        ("roulette", "layout 3", "no_such_layout", "D8 2.2(a)"),
        ("roulette", "display 501", "bad_display", "D8 2.6(e)"),
        ("roulette", "neighbour group 0-32-15", "zero_in_group", "D8 3.2"),
        ("roulette", "neighbour group 32-19-4", "bad_group", "D8 Appendix 3"),
        ("roulette", "neighbour group 32-15", "bad_group", "D8 Appendix 3"),
        ("roulette", "automation deal cards", "no_such_step", "D8 1.0"),
        ("roulette", "betting seconds 0", "bad_window", "D8 1.0"),
        ("roulette", "colours red, red", "bad_colours", "D1 1.1 Chips"),
        ("roulette", "limits bingo 5 to 10", "bad_limits", "D1 9.1"),
        ("money-wheel", "layout 4", "no_such_layout", "D10 2.5(a)"),
        ("money-wheel", "order ABC", "bad_wheel", "D10 2.2(b)"),
        ("money-wheel", f"order {'A' * 52}", "bad_wheel", "D10 2.3(a)"),
        ("money-wheel", "symbols A, B, C, D, E, F, a", "same_symbols", "D10 2.3 (closing)"),
        ("money-wheel", "symbols A, B", "same_symbols", "D10 2.3 (closing)"),
        ("tai-sai", "layout 0", "no_such_layout", "D9 3.2"),
    ],
)
def test_a_table_that_the_rules_refuse_is_refused_where_the_game_is_named(
    game: str, line: str, code: str, rule: str
) -> None:
    played = _replayed("# a table\n" + header(game, line) + "ana: buy in 5\n")
    assert _refused(played) == (3, code, rule)
    assert played.table is None
    assert played.settled == ()
    assert not played.is_in_order


# Stated settlements that do not follow

_ROUND = (
    header("roulette")
    + "ana: buy in 100\nana: wager 10 on red\nana: wager 5 on 1\nben: buy in 100\nben: wager 20 on black\n"
    + "dealer: no more bets\ndealer: spin 1\n\n"
)
"""Its settlement is stated from line 15 on."""
_FOLLOWS = (
    "= ana: 10 on red wins 10, D8 3.9",
    "= ana: 5 on 1 wins 175, D8 3.9",
    "= ben: 20 on black loses, D8 3.1(m)(ii)",
)


def _stating(*lines: str) -> tuple[Discrepancy, ...]:
    return _replayed(_ROUND + "\n".join(lines)).discrepancies


def test_what_follows_may_be_stated_with_and_without_its_clauses() -> None:
    assert _stating(*_FOLLOWS) == ()
    assert _stating(*(line.partition(", ")[0] for line in _FOLLOWS)) == ()


@pytest.mark.parametrize(
    "wrong",
    [
        "= ana: 10 on red wins 20",
        "= ana: 10 on red wins 9.50",
        "= ana: 10 on red loses",
        "= ana: 10 on red is void",
        "= ana: 10 on red stands off",
        "= ana: 20 on red wins 10",
        "= ana: 10 in colour on red wins 10",
        "= ana: 10 on black wins 10",
        "= ben: 10 on red wins 10",
        "= ana: 10 on red wins 10, D8 3.10",
        "= ana: 10 on red wins 10, D8 3.9 (R21)",
    ],
)
def test_a_line_that_does_not_follow(wrong: str) -> None:
    played = _replayed(_ROUND + "\n".join((wrong, *_FOLLOWS[1:])))
    assert played.discrepancies == (Discrepancy(15, (wrong,), _FOLLOWS[:1]),)
    assert played.refused is None
    assert not played.is_in_order
    assert len(played.settled) == 3


def test_a_line_that_is_left_out() -> None:
    assert _stating(*_FOLLOWS[:2]) == (Discrepancy(15, (), _FOLLOWS[2:]),)


def test_a_line_too_many() -> None:
    assert _stating(*_FOLLOWS, _FOLLOWS[0]) == (Discrepancy(15, _FOLLOWS[:1], ()),)


def test_all_that_does_not_follow_is_named() -> None:
    wrong = ("= ana: 5 on 2 wins 175", "= cleo: 5 on 1 loses")
    assert _stating(*wrong) == (Discrepancy(15, wrong, _FOLLOWS),)


def test_a_settlement_stated_before_there_is_one() -> None:
    played = _replayed(
        header("roulette") + _BETTING + "= ana: 10 on red wins 10\ndealer: no more bets\ndealer: spin 1\n"
    )
    assert played.discrepancies == (Discrepancy(9, ("= ana: 10 on red wins 10",), ()),)
    assert len(played.settled) == 1


def test_every_false_statement_of_a_record_is_reported() -> None:
    played = _replayed(
        header("roulette")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 2\n= ana: 10 on red wins 10\n"
        + "ana: wager 10 on red\ndealer: no more bets\ndealer: spin 1\n= ana: 10 on red wins 10\n"
        + "ana: wager 10 on red\ndealer: no more bets\ndealer: spin 0\n= ana: 10 on red loses, D8 3.1(l)(ii)\n"
    )
    assert played.discrepancies == (
        Discrepancy(11, ("= ana: 10 on red wins 10",), ("= ana: 10 on red loses, D8 3.1(l)(ii)",)),
        Discrepancy(19, ("= ana: 10 on red loses, D8 3.1(l)(ii)",), ("= ana: 10 on red loses, D8 3.10",)),
    )


def test_a_correction_makes_what_was_stated_before_it_no_lie() -> None:
    text = (
        header("roulette", "automation open table, spin ball")
        + _BETTING
        + "dealer: no more bets\ndealer: spin 2\n= ana: 10 on red loses\n"
        + "supervisor: correct to 1 because it lies there\n{}\n"
    )
    assert _replayed(text.format("= ana: 10 on red wins 10")).is_in_order
    stale = _replayed(text.format("= ana: 10 on red loses"))
    assert stale.discrepancies == (Discrepancy(14, ("= ana: 10 on red loses",), ("= ana: 10 on red wins 10, D8 3.9",)),)
