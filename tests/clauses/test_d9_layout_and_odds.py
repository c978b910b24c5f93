"""Division 9, rules 3.2, 4.1 and 4.10: which wagers each layout offers, and what they pay."""

from __future__ import annotations

import copy
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

import croupier
from croupier import (
    BuyColour,
    Chips,
    KindLimits,
    NoMoreBets,
    Odds,
    Outcome,
    Position,
    Refused,
    Sign,
    TaiSaiOptions,
    VoidWager,
    Wager,
    Withdraw,
)
from croupier.games.tai_sai import (
    Roll,
    TaiSai,
    TaiSaiOdds,
    big,
    double,
    even,
    face,
    four,
    odd,
    pair,
    small,
    tai_sai_game,
    three,
    total,
    triple,
)
from croupier.games.tai_sai.odds import figure_of, odds_of, source_of
from croupier.rulebook import Source
from tests.support.rules.tables import SIGN, outcomes, refusal_code, tai_sai
from tests.support.rules.tai_sai import POSITIONS, ROLLS, STAKE, WINS, WON_BY, position_named, with_wagers

SECOND_LAYOUT_ONLY = ("three", "four", "odd", "even")
KINDS = ("small", "big", "triple", "double", "any triple", "total", "pair", "face", *SECOND_LAYOUT_ONLY)
FIRST_LAYOUT = tuple(name for name in POSITIONS if name.split(" ")[0] not in SECOND_LAYOUT_ONLY)

LOSING_CLAUSES = {
    "small": "D9 4.1(a)(ii)",
    "big": "D9 4.1(b)(ii)",
    "triple": "D9 4.1(c)(ii)",
    "double": "D9 4.1(d)(iii)",
    "any triple": "D9 4.1(e)(ii)",
    "total": "D9 4.1(f)(ii)",
    "pair": "D9 4.1(g)",
    "face": "D9 4.1(h)",
    "three": "D9 4.1(i)(ii)",
    "four": "D9 4.1(j)(ii)",
    "odd": "D9 4.1(k)(ii)",
    "even": "D9 4.1(l)(ii)",
}

APPENDIX_1 = TaiSaiOptions(layout=1)
APPENDIX_2 = TaiSaiOptions(layout=2)


def offered(options: TaiSaiOptions) -> list[str]:
    """Every position that the table offers a player, in its order."""
    offers = [offer for offer in tai_sai("ana", options=options).legal if offer.kind is Wager]
    assert len(offers) == 1
    positions: Any = offers[0].fields["position"]
    return [str(position) for position in positions.values]


# Layouts


@pytest.mark.clause("D9 3.2")
def test_D9_3_2_the_layout_of_appendix_1_offers_a_to_h_by_S9() -> None:
    assert len(FIRST_LAYOUT) == 50
    assert offered(APPENDIX_1) == list(FIRST_LAYOUT)


@pytest.mark.clause("D9 3.2", "D9 4.1(i) list")
def test_D9_3_2_the_layout_of_appendix_2_offers_a_to_l_by_S13() -> None:
    assert len(POSITIONS) == 106
    assert offered(APPENDIX_2) == list(POSITIONS)
    assert offered(TaiSaiOptions()) == list(POSITIONS)


@pytest.mark.clause("D9 3.2")
def test_D9_3_2_the_first_layout_accepts_its_own_wagers_and_refuses_those_of_2001() -> None:
    table = tai_sai("ana", options=APPENDIX_1)
    for name in POSITIONS:
        refusal = table.refuses(Wager("ana", position_named(name), 5_00))
        if name in FIRST_LAYOUT:
            assert refusal is None
        else:
            assert refusal is not None
            assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("not_on_layout", "D9 3.2", "S9")
            assert refusal.why == "The layout of Appendix 1 does not have that wager."


@pytest.mark.clause("D9 3.2")
def test_D9_3_2_on_the_first_layout_other_faults_keep_their_own_codes() -> None:
    table = tai_sai("ana", options=APPENDIX_1)
    assert refusal_code(table, Wager("ana", triple(7), 5_00)) == "no_such_triple"
    assert refusal_code(table, Wager("ana", Position("red"), 5_00)) == "no_such_wager"
    assert refusal_code(table, Wager("ana", four(1, 2, 3, 5), 5_00)) == "not_on_layout"


@pytest.mark.parametrize("options", [APPENDIX_1, APPENDIX_2])
@pytest.mark.clause("D9 3.2")
def test_D9_3_2_both_layouts_settle_alike_on_all_216_rolls(options: TaiSaiOptions) -> None:
    called = with_wagers(FIRST_LAYOUT, options=options)
    for dice in ROLLS:
        won = {str(line.wager.position): line.pays for line in called.play(Roll(dice)).settled if line.pays}
        assert won == {name: STAKE * win.odds for name, win in WON_BY[dice].items() if name in FIRST_LAYOUT}


@pytest.mark.parametrize("layout", [0, 3, -1, "1", "2", None, 1.5, True, [1]])
@pytest.mark.clause("D9 3.2")
def test_D9_3_2_there_is_no_third_layout(layout: Any) -> None:
    with pytest.raises(Refused) as refused:
        croupier.tai_sai(SIGN, TaiSaiOptions(layout=layout))
    refusal = refused.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("no_such_layout", "D9 3.2")
    assert refusal.why == "Choose the layout of Appendix 1 or of Appendix 2 for Tai-Sai."


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.clause("D9 3.2")
def test_D9_3_2_a_sign_limits_only_wagers_that_the_layout_carries(kind: str) -> None:
    sign = Sign(5_00, 1_000_00, by_kind=(KindLimits(kind, 5_00, 50_00),))
    assert croupier.tai_sai(sign, APPENDIX_2).sign == sign
    if kind not in SECOND_LAYOUT_ONLY:
        assert croupier.tai_sai(sign, APPENDIX_1).sign == sign
        return
    with pytest.raises(Refused) as refused:
        croupier.tai_sai(sign, APPENDIX_1)
    assert (refused.value.refusal.code, refused.value.refusal.rule.clause) == ("bad_limits", "D1 9.1")


@pytest.mark.clause("D9 3.2")
def test_D9_3_2_tables_with_equal_options_share_one_game_even_when_copied() -> None:
    game = tai_sai_game(TaiSaiOptions(layout=1))
    assert tai_sai("ana", options=APPENDIX_1).game is game
    assert copy.deepcopy(tai_sai("ana", options=APPENDIX_1)).game is game
    assert tai_sai("ana", options=APPENDIX_2).game is not game


@pytest.mark.clause("D9 2.0")
def test_D9_2_0_the_game_goes_by_its_name() -> None:
    assert tai_sai("ana").view().public.game == "tai-sai"
    with pytest.raises(Refused) as refused:
        croupier.tai_sai(SIGN, automation=["spin"])
    refusal = refused.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("no_such_step", "D9 2.0")
    assert refusal.why.startswith("Tai-Sai has no step 'spin'")


@pytest.mark.parametrize(("layout", "names"), [(1, FIRST_LAYOUT), (2, POSITIONS)])
@pytest.mark.clause("D9 3.2", "D9 4.10 (amendment 6.4)")
def test_D9_3_2_the_game_itself_knows_its_positions_and_what_they_come_to(layout: int, names: tuple[str, ...]) -> None:
    """The same table written by hand, asked of the rules without a table, whatever the order of the dice."""
    game = TaiSai(TaiSaiOptions(layout=layout))
    assert [str(position) for position in game.areas] == list(names)
    assert list(game.areas.values()) == list(names), "every position is an area of its own"
    assert game.kinds == {name if name in KINDS else name.split(" ")[0] for name in names}
    for dice in ROLLS:
        for position in game.areas:
            verdict = game.verdict(position, dice)
            win = WON_BY[dice].get(str(position))
            if win is None:
                assert (verdict.odds, verdict.rule.clause) == (None, LOSING_CLAUSES[position.kind])
            else:
                assert (verdict.odds, verdict.rule.clause) == (Odds(win.odds), "D9 4.10")


# Positions that do not exist

NO_SUCH_WAGER = {
    "triple": ("no_such_triple", "D9 4.1(c)", "Choose a triple of a number from 1 to 6."),
    "double": ("no_such_double", "D9 4.1(d)", "Choose a double of a number from 1 to 6."),
    "total": ("no_such_total", "D9 4.1(f)", "Choose a total from 4 to 17."),
    "pair": ("no_such_pair", "D9 4.1(g)", "Choose two different numbers from 1 to 6 for a Dice Combination."),
    "face": ("no_such_face", "D9 4.1(h)", "Choose a face from 1 to 6."),
    "three": (
        "no_such_three",
        "D9 4.1(i) list",
        "Choose three numbers from 1 to 6, not all the same, for a Three Dice Combination.",
    ),
    "four": (
        "no_such_four",
        "D9 4.1(j)(i)",
        "Choose one of the Four Number Combinations: 6-5-4-3, 6-5-3-2, 5-4-3-2 or 4-3-2-1.",
    ),
    "other": ("no_such_wager", "D9 4.1", "Tai-Sai does not have that wager."),
    "nothing": ("no_such_wager", "D9 4.1", "That is not a position on the layout."),
}

NOT_LISTED: dict[str, list[Any]] = {
    "triple": [triple(0), triple(7), triple(-1), Position("triple"), Position("triple", (1, 1, 1))],
    "double": [double(0), double(7), double(-1), Position("double"), Position("double", (1, 1))],
    "total": [total(0), total(3), total(18), total(-4), Position("total"), Position("total", (4, 5))],
    "pair": [
        *(pair(number, number) for number in range(1, 7)),
        pair(0, 1),
        pair(6, 7),
        Position("pair", (1,)),
        Position("pair", (1, 2, 3)),
    ],
    "face": [face(0), face(7), face(-1), Position("face"), Position("face", (1, 2))],
    "three": [
        *(three(number, number, number) for number in range(1, 7)),
        three(0, 1, 2),
        three(5, 6, 7),
        three(1, 2),
        three(1, 2, 3, 4),
    ],
    "four": [four(1, 2, 3), four(3, 3, 4, 5), four(4, 5, 6, 7), four(1, 2, 3, 4, 5)],
    "other": [
        *(Position(kind, (1,)) for kind in ("small", "big", "any triple", "odd", "even")),
        Position("red"),
        Position("straight up", (6,)),
        Position(""),
    ],
    "nothing": ["small", None, 6],
}


@pytest.mark.parametrize(
    ("kind", "position"), [(kind, position) for kind, positions in NOT_LISTED.items() for position in positions]
)
@pytest.mark.clause(
    "D9 4.1(c)(i)",
    "D9 4.1(d)(i)",
    "D9 4.1(f)(i)",
    "D9 4.1(g)",
    "D9 4.1(h)",
    "D9 4.1(i) list",
    "D9 4.1(j)(i)",
)
def test_D9_4_1_a_wager_that_the_rule_does_not_list_is_refused(kind: str, position: Any) -> None:
    table = tai_sai("ana")
    for act in (Wager("ana", position, 5_00), Withdraw("ana", position), VoidWager("ana", position, "late")):
        refusal = table.refuses(act)
        assert refusal is not None
        assert (refusal.code, refusal.rule.clause, refusal.why) == NO_SUCH_WAGER[kind]


@pytest.mark.clause("D9 4.1(j)(i)")
def test_D9_4_1_j_exactly_four_of_the_fifteen_sets_by_S4() -> None:
    table = tai_sai("ana")
    accepted = [
        numbers
        for numbers in combinations(range(1, 7), 4)
        if refusal_code(table, Wager("ana", four(*numbers), 5_00)) != "no_such_four"
    ]
    assert accepted == [(1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6)]


@pytest.mark.clause(
    "D9 3.2", "D9 4.1(c)(i)", "D9 4.1(d)(i)", "D9 4.1(g)", "D9 4.1(h)", "D9 4.1(i) list", "D9 4.1(j)(i)"
)
def test_D9_4_1_no_kind_of_wager_is_accepted_on_any_other_numbers() -> None:
    """Every kind with every set of up to four numbers from 0 to 7, and every total from 0 to 21."""
    table = tai_sai("ana")
    numbers = [chosen for size in range(5) for chosen in combinations_with_replacement(range(8), size)]
    tried = [Position(kind, chosen) for kind in KINDS for chosen in numbers]
    tried += [total(number) for number in range(8, 22)]
    accepted = [str(position) for position in tried if table.refuses(Wager("ana", position, 5_00)) is None]
    assert sorted(accepted) == sorted(POSITIONS)


# Odds

GAZETTED = {"three_with_pair": 60, "three_different": 30, "four": 7, "odd": 1, "even": 1}

ADOPTED = {
    "small": 1,
    "big": 1,
    "triple": 180,
    "double": 11,
    "any_triple": 31,
    "total_4_17": 62,
    "total_5_16": 31,
    "total_6_15": 18,
    "total_7_14": 12,
    "total_8_13": 8,
    "total_9_12": 7,
    "total_10_11": 6,
    "pair": 6,
    "face_once": 1,
    "face_twice": 2,
    "face_three_times": 3,
}

MACAU = {
    "triple": 150,
    "double": 8,
    "any_triple": 24,
    "total_4_17": 50,
    "total_5_16": 18,
    "total_6_15": 14,
    "total_7_14": 12,
    "total_8_13": 8,
    "total_9_12": 6,
    "total_10_11": 6,
    "pair": 5,
}

DISTINCT = {figure: 1_01 + place for place, figure in enumerate((*ADOPTED, *GAZETTED))}


def odds_table(figures: dict[str, int]) -> TaiSaiOdds:
    return TaiSaiOdds(**{figure: Odds(pays) for figure, pays in figures.items()})


def figures_of(odds: TaiSaiOdds) -> dict[str, Odds]:
    return {name: getattr(odds, name) for name in odds.__struct_fields__}


@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_the_default_figures() -> None:
    expected = {**ADOPTED, **GAZETTED}
    assert figures_of(TaiSaiOdds()) == {figure: Odds(pays, 1) for figure, pays in expected.items()}
    assert {win.figure: win.odds for win in WINS} == expected


@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_five_figures_are_gazetted_and_the_others_adopted() -> None:
    assert {figure: source_of(figure) for figure in GAZETTED} == dict.fromkeys(GAZETTED, Source.GAZETTE)
    assert {figure: source_of(figure) for figure in ADOPTED} == dict.fromkeys(ADOPTED, Source.ADOPTED)


WAGER_CLAUSES = {
    "small": "D9 4.1(a)",
    "big": "D9 4.1(b)",
    "triple": "D9 4.1(c)",
    "double": "D9 4.1(d)",
    "any_triple": "D9 4.1(e)",
    "total_4_17": "D9 4.1(f)",
    "total_5_16": "D9 4.1(f)",
    "total_6_15": "D9 4.1(f)",
    "total_7_14": "D9 4.1(f)",
    "total_8_13": "D9 4.1(f)",
    "total_9_12": "D9 4.1(f)",
    "total_10_11": "D9 4.1(f)",
    "pair": "D9 4.1(g)",
    "face_once": "D9 4.1(h)",
    "three_with_pair": "D9 4.1(i) list",
    "three_different": "D9 4.1(i) list",
    "four": "D9 4.1(j)(i)",
    "odd": "D9 4.1(k)",
    "even": "D9 4.1(l)",
}

ODDS_KINDS = {
    "any_triple": "any triple",
    "total_4_17": "total 4 or 17",
    "total_5_16": "total 5 or 16",
    "total_6_15": "total 6 or 15",
    "total_7_14": "total 7 or 14",
    "total_8_13": "total 8 or 13",
    "total_9_12": "total 9 or 12",
    "total_10_11": "total 10 or 11",
    "face_once": "face",
    "three_with_pair": "three with pair",
    "three_different": "three different",
}

FIRST_FIGURES = [win for win in WINS if win.figure not in ("face_twice", "face_three_times")]


@pytest.mark.parametrize("layout", [1, 2])
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_every_wager_goes_by_its_figure_its_kind_and_its_clause(layout: int) -> None:
    game = tai_sai_game(TaiSaiOptions(layout=layout)).with_every_wager()
    assert [str(position) for position in game.areas] == list(POSITIONS)
    for win in FIRST_FIGURES:
        position = position_named(win.position)
        assert figure_of(position) == win.figure
        assert odds_of(TaiSaiOdds(), position) == Odds(win.odds)
        assert game.odds_kind(position) == ODDS_KINDS.get(win.figure, win.figure)
        assert game.wager_rule(position).clause == WAGER_CLAUSES[win.figure]


@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_a_house_figure_is_not_the_gazettes() -> None:
    gazetted = tai_sai_game(TaiSaiOptions())
    house = tai_sai_game(TaiSaiOptions(odds=odds_table(DISTINCT)))
    for win in FIRST_FIGURES:
        position = position_named(win.position)
        expected = Source.GAZETTE if win.figure in GAZETTED else Source.ADOPTED
        assert gazetted.odds_source(position) is expected
        assert house.odds_source(position) is Source.ADOPTED
    mixed = tai_sai_game(TaiSaiOptions(odds=TaiSaiOdds(four=Odds(8))))
    assert mixed.odds_source(four(1, 2, 3, 4)) is Source.ADOPTED
    assert mixed.odds_source(odd) is Source.GAZETTE


@pytest.mark.parametrize("figures", [DISTINCT, MACAU])
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_another_table_of_odds_is_paid_on_all_216_rolls(figures: dict[str, int]) -> None:
    paying = {**ADOPTED, **GAZETTED, **figures}
    called = with_wagers(POSITIONS, options=TaiSaiOptions(odds=odds_table(figures)))
    for dice in ROLLS:
        won = {str(line.wager.position): line.pays for line in called.play(Roll(dice)).settled if line.pays}
        assert won == {name: STAKE * paying[win.figure] for name, win in WON_BY[dice].items()}


@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_the_figure_for_a_face_on_three_dice_can_be_set_by_itself() -> None:
    options = TaiSaiOptions(odds=TaiSaiOdds(face_three_times=Odds(12)))
    called = tai_sai("ana", options=options).play(Wager("ana", face(6), 10_00), NoMoreBets())
    pays = [called.play(Roll(dice)).settled[0].pays for dice in ((6, 1, 2), (6, 6, 2), (6, 6, 6))]
    assert pays == [10_00, 20_00, 120_00]


@pytest.mark.parametrize(
    ("odds", "stake", "pays"),
    [
        (Odds(3, 2), 10_00, 15_00),
        (Odds(3, 2), 5_50, 8_50),
        (Odds(1, 3), 5_00, 2_00),
        (Odds(1, 3), 6_00, 2_00),
        (Odds(19, 20), 5_00, 5_00),
        (Odds(19, 20), 10_00, 9_50),
    ],
)
@pytest.mark.clause("D9 4.10 (amendment 6.4)", "D9 2.0")
def test_D9_4_10_odds_that_chips_cannot_pay_are_rounded_up(odds: Odds, stake: int, pays: int) -> None:
    options = TaiSaiOptions(odds=TaiSaiOdds(small=odds))
    table = tai_sai("ana", options=options).play(Wager("ana", small, stake), NoMoreBets(), Roll((1, 2, 3)))
    assert outcomes(table) == {("ana", "small"): (Outcome.WIN, pays)}
    assert table.general.house == -pays


@pytest.mark.clause("D9 4.10 (amendment 6.4)", "D9 2.0")
def test_D9_4_10_colour_chips_are_paid_in_whole_colour_chips() -> None:
    options = TaiSaiOptions(odds=TaiSaiOdds(big=Odds(3, 2)))
    table = tai_sai("ana", options=options, colours=("blue",)).play(
        BuyColour("ana", "blue", 5_00, 50_00), Wager("ana", big, 15_00, Chips.COLOUR), NoMoreBets(), Roll((6, 5, 4))
    )
    assert outcomes(table) == {("ana", "big"): (Outcome.WIN, 25_00)}


FIGURES = tuple({**ADOPTED, **GAZETTED})


@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_no_figure_may_be_nothing(figure: str) -> None:
    with pytest.raises(Refused) as refused:
        TaiSaiOdds(**{figure: Odds(0)})
    refusal = refused.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("bad_odds", "D9 4.10")
    assert refusal.why == f"Write the odds of {figure} like 150 to 1."


BAD_ODDS: list[Any] = [
    (0, 1),
    (-1, 1),
    (1, 0),
    (1, -1),
    (1.5, 1),
    (1, 1.5),
    (True, 1),
    (1, True),
    ("6", 1),
    (None, 1),
    (1_000_000, 1),
    (1, 1_000_000),
]


@pytest.mark.parametrize("odds", BAD_ODDS)
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_odds_are_whole_numbers_above_nothing_and_below_a_million(odds: tuple[Any, Any]) -> None:
    with pytest.raises(Refused) as refused:
        TaiSaiOdds(even=Odds(*odds))
    assert (refused.value.refusal.code, refused.value.refusal.rule.clause) == ("bad_odds", "D9 4.10")
    assert "even" in refused.value.refusal.why


@pytest.mark.parametrize("odds", [Odds(1), Odds(1, 1), Odds(1, 2), Odds(999_999), Odds(1, 999_999)])
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_any_odds_above_nothing_and_below_a_million_will_do(odds: Odds) -> None:
    assert TaiSaiOdds(even=odds).even == odds


@pytest.mark.parametrize("odds", [6, "6 to 1", None, (6, 1)])
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_a_figure_that_is_not_odds_is_refused(odds: Any) -> None:
    with pytest.raises(Refused) as refused:
        TaiSaiOdds(pair=odds)
    assert (refused.value.refusal.code, refused.value.refusal.rule.clause) == ("bad_odds", "D9 4.10")


@pytest.mark.parametrize("odds", [None, 6, Odds(6), "Macau"])
@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_what_is_no_table_of_odds_is_refused(odds: Any) -> None:
    with pytest.raises(Refused) as refused:
        croupier.tai_sai(SIGN, TaiSaiOptions(odds=odds))
    refusal = refused.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("bad_odds", "D9 4.10")
    assert refusal.why == "That is not a table of odds."


@pytest.mark.clause("D9 4.10 (amendment 6.4)")
def test_D9_4_10_the_wagers_of_2001_pay_as_gazetted() -> None:
    table = tai_sai("ana").play(
        Wager("ana", three(6, 6, 1), 5_00),
        Wager("ana", three(1, 5, 6), 5_00),
        Wager("ana", four(6, 5, 4, 3), 5_00),
        Wager("ana", odd, 5_00),
        Wager("ana", even, 5_00),
        NoMoreBets(),
    )
    pays = {
        (6, 1, 6): {"three 1-6-6": 300_00, "odd": 5_00},
        (6, 1, 5): {"three 1-5-6": 150_00, "even": 5_00},
        (6, 4, 3): {"four 3-4-5-6": 35_00, "odd": 5_00},
    }
    for dice, expected in pays.items():
        done = table.play(Roll(dice))
        assert {str(line.wager.position): line.pays for line in done.settled if line.pays} == expected
        assert done.general.house == 25_00 - sum(expected.values()) - 5_00 * len(expected)
