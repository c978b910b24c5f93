"""The wheel and the operator's options: Division 10, sections 1 and 2, and Appendix 1."""

from __future__ import annotations

import copy
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

import croupier
from croupier import (
    BuyIn,
    LayoutTable,
    MoneyWheelOptions,
    NoMoreBets,
    NoSpin,
    Outcome,
    Refusal,
    Refused,
    Sign,
    Wager,
)
from croupier.games.acts import Act
from croupier.games.money_wheel import (
    AnnounceSymbol,
    CorrectSection,
    Direction,
    IndicatorRests,
    MoneyWheel,
    SpinWheel,
    symbol,
)
from croupier.games.offers import Choices, Offer, Words
from croupier.games.people import Role
from tests.support.rules.tables import SIGN, live_money_wheel, money_wheel, outcomes, refusal_code, refusal_rule

# The default of Appendix 1, section by section from 1 to 52.
RIM = (
    *("F", "A", "B", "A", "C", "A", "B", "A", "D", "A", "B", "A", "C"),
    *("E", "A", "B", "A", "C", "A", "B", "A", "D", "A", "C", "A", "B"),
    *("G", "A", "B", "A", "C", "A", "B", "A", "D", "A", "B", "A", "C"),
    *("E", "A", "B", "A", "C", "A", "B", "A", "D", "A", "C", "A", "B"),
)
TURN = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE))


def refused(**options: Any) -> Refusal:
    """Why there can be no wheel with these options."""
    with pytest.raises(Refused) as caught:
        croupier.money_wheel(SIGN, MoneyWheelOptions(**options))
    return caught.value.refusal


def with_order(order: str) -> LayoutTable:
    return croupier.money_wheel(SIGN, MoneyWheelOptions(order=order)).play(BuyIn("ana", 5_000_00))


def winning_symbol(table: LayoutTable, section: int) -> str:
    """The one symbol on which a wager wins when the indicator rests at that section."""
    wagers = [Wager("ana", symbol(letter), 5_00) for letter in "ABCDEFG"]
    settled = table.play(*wagers, NoMoreBets(), IndicatorRests(section)).settled
    (winner,) = [line.wager.position.kind for line in settled if line.outcome is Outcome.WIN]
    return winner


# Division 1 applies


@pytest.mark.clause("D10 1.1")
def test_D10_1_1_the_general_rules_bind_at_a_money_wheel() -> None:
    table = money_wheel("ana")
    refused_by_division_1 = [
        (BuyIn("bob", 25), "not_in_chips", "D1 13.1"),
        (Wager("ana", symbol("A"), 4_50), "under_minimum", "D1 9.1"),
        (Wager("ana", symbol("A"), 1_000_50), "over_maximum", "D1 9.1"),
        (croupier.CloseTable(), "no_notice", "D1 8"),
        (croupier.ChangeLimits(Sign(10_00, 1_000_00)), "no_notice", "D1 9.3(a)"),
    ]
    for act, code, rule in refused_by_division_1:
        assert refusal_code(table, act) == code
        assert refusal_rule(table, act) == rule


@pytest.mark.clause("D10 1.1")
@pytest.mark.parametrize("step", ["result", "spin", "place dolly", ""])
def test_D10_1_1_only_steps_of_this_game_happen_by_themselves(step: str) -> None:
    with pytest.raises(Refused) as caught:
        croupier.money_wheel(SIGN, automation=["announce", step])
    refusal = caught.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("no_such_step", "D10 1.1")
    assert refusal.why == f"Money wheel has no step {step!r} to automate."


# The name, the layout and the symbols are the operator's


@pytest.mark.clause("D10 1.2")
@pytest.mark.parametrize("name", ["Big Six", "Wheel of Fortune", "x", "Lucky 52!", "Rueda de la fortuna, sí"])
def test_D10_1_2_the_game_goes_by_any_name(name: str) -> None:
    table = croupier.money_wheel(SIGN, MoneyWheelOptions(name=name)).play(BuyIn("ana", 5_000_00))
    assert table.game.options.name == name
    assert winning_symbol(table, 3) == "B"


@pytest.mark.clause("D10 1.2")
@pytest.mark.parametrize("name", ["", " ", "\t\n", "two\nlines", " padded", "padded ", None, 5])
def test_D10_1_2_the_game_has_some_name(name: Any) -> None:
    refusal = refused(name=name)
    assert (refusal.code, refusal.rule.clause) == ("bad_name", "D10 1.2")
    assert refusal.why == "The game needs a name, on one line of plain text without #."


@pytest.mark.clause("D10 1.2", "D10 2.5(a)")
def test_D10_1_2_without_options_it_is_called_money_wheel_on_the_first_layout() -> None:
    options = MoneyWheelOptions()
    assert (options.name, options.layout) == ("Money wheel", 1)
    game = croupier.money_wheel(SIGN).game
    assert (game.id, game.title) == ("money-wheel", "Money wheel")
    assert croupier.money_wheel(SIGN).view().public.game == "money-wheel"


@pytest.mark.clause("D10 2.5(a)")
@pytest.mark.parametrize("layout", [1, 2, 3])
def test_D10_2_5_a_each_of_the_three_layouts_takes_the_same_wagers(layout: int) -> None:
    table = croupier.money_wheel(SIGN, MoneyWheelOptions(layout=layout)).play(BuyIn("ana", 5_000_00))
    assert table.game.options.layout == layout
    assert set(map(str, table.game.areas)) == set("ABCDEFG")
    assert [winning_symbol(table, section) for section in (1, 2, 3, 5, 9, 14, 27)] == list("FABCDEG")


@pytest.mark.clause("D10 2.5(a)")
@pytest.mark.parametrize("layout", [0, 4, -1, "1", None])
def test_D10_2_5_a_there_is_no_fourth_layout(layout: Any) -> None:
    refusal = refused(layout=layout)
    assert (refusal.code, refusal.rule.clause) == ("no_such_layout", "D10 2.5(a)")
    assert refusal.why == "Choose option 1, 2 or 3 for the layout of the money wheel."


@pytest.mark.clause("D10 2.3 (closing)")
def test_D10_2_3_closing_the_symbols_may_be_called_anything_as_long_as_they_differ() -> None:
    names = ("star", "moon", "sun", "crown", "ship", "kiwi", "fern")
    table = live_money_wheel("ana", options=MoneyWheelOptions(symbols=names)).play(*TURN)
    shown = [table.play(IndicatorRests(section)).view().public.result for section in (2, 3, 5, 9, 14, 1, 27)]
    assert shown == [
        "A (star) in section 2",
        "B (moon) in section 3",
        "C (sun) in section 5",
        "D (crown) in section 9",
        "E (ship) in section 14",
        "F (kiwi) in section 1",
        "G (fern) in section 27",
    ]


@pytest.mark.clause("D10 2.3 (closing)")
@pytest.mark.parametrize(
    "symbols",
    [
        ("A", "B", "C", "D", "E", "F", "F"),
        ("A", "A", "C", "D", "E", "F", "G"),
        ("star", "moon", "Star", "D", "E", "F", "G"),
        ("A", "B", "C", "D", "E", "F"),
        ("A", "B", "C", "D", "E", "F", "G", "H"),
        ("A", "B", "C", "D", "E", "F", "G", "G"),
        (),
    ],
)
def test_D10_2_3_closing_symbols_that_do_not_differ_are_refused(symbols: tuple[str, ...]) -> None:
    refusal = refused(symbols=symbols)
    assert (refusal.code, refusal.rule.clause) == ("same_symbols", "D10 2.3 (closing)")
    assert refusal.why == "The seven symbols must all differ from one another."


@pytest.mark.clause("D10 2.3 (closing)")
@pytest.mark.parametrize("name", ["", " ", " star", "star ", "two\nlines", "star, moon", "#1", 5, None])
def test_D10_2_3_closing_every_symbol_has_a_plain_name(name: Any) -> None:
    for symbols in ((name, "B", "C", "D", "E", "F", "G"), ("A", "B", "C", "D", "E", "F", name)):
        refusal = refused(symbols=symbols)
        assert (refusal.code, refusal.rule.clause) == ("bad_symbol", "D10 2.3 (closing)")
        assert refusal.why == "A symbol's name is plain text without # and comma."


@pytest.mark.clause("D10 2.3 (closing)")
def test_D10_2_3_closing_equal_options_are_one_game() -> None:
    first = croupier.money_wheel(SIGN).game
    assert croupier.money_wheel(SIGN).game is first
    assert copy.deepcopy(first) is first
    assert croupier.money_wheel(SIGN, MoneyWheelOptions(layout=2)).game is not first


# The sections


@pytest.mark.clause("D10 Appendix 1", "D10 2.3 (closing)")
@pytest.mark.parametrize("section", range(1, 53))
def test_D10_Appendix_1_the_symbols_stand_round_the_rim_in_the_default_order(section: int) -> None:
    assert winning_symbol(money_wheel("ana"), section) == RIM[section - 1]


@pytest.mark.clause("D10 Appendix 1", "D10 4.4(a)")
@pytest.mark.parametrize("section", range(1, 53))
def test_D10_Appendix_1_each_section_is_announced_and_shown_by_its_symbol(section: int) -> None:
    table = live_money_wheel("ana").play(*TURN, IndicatorRests(section))
    letter = RIM[section - 1]
    assert [other for other in "ABCDEFG" if refusal_code(table, AnnounceSymbol(other)) is None] == [letter]
    public = table.view().public
    assert public.result == f"{letter} in section {section}"
    assert public.lit == (letter,)


@pytest.mark.clause("D10 Appendix 1")
def test_D10_Appendix_1_the_default_order_is_balanced() -> None:
    order = MoneyWheelOptions().order
    assert tuple(order) == RIM
    assert all(left != right for left, right in zip(order, order[1:] + order[:1], strict=True))
    assert order.index("G") - order.index("F") == 26
    assert [place + 1 for place, letter in enumerate(order) if letter == "E"] == [14, 40]
    assert [place + 1 for place, letter in enumerate(order) if letter == "D"] == [9, 22, 35, 48]


@pytest.mark.clause(
    "D10 2.3(a)", "D10 2.3(b)", "D10 2.3(c)", "D10 2.3(d)", "D10 2.3(e)", "D10 2.3(f)", "D10 2.3(g)", "D10 2.2(b)"
)
def test_D10_2_3_each_symbol_stands_on_its_number_of_sections() -> None:
    table = money_wheel("ana")
    counts = Counter(winning_symbol(table, section) for section in range(1, 53))
    assert counts == {"A": 24, "B": 12, "C": 8, "D": 4, "E": 2, "F": 1, "G": 1}


@pytest.mark.clause("D10 2.2(b)")
def test_D10_2_2_b_the_wheel_has_the_sections_1_to_52_and_no_others() -> None:
    table = live_money_wheel("ana").play(*TURN)
    assert [section for section in range(-60, 120) if refusal_code(table, IndicatorRests(section)) is None] == list(
        range(1, 53)
    )
    known = table.play(IndicatorRests(1))
    corrected = [n for n in range(-60, 120) if refusal_code(known, CorrectSection(n, "misread")) is None]
    assert corrected == list(range(1, 53))


@pytest.mark.clause("D10 2.2(b)")
@pytest.mark.parametrize("section", [0, 53, -1, True, 1.0, "1", None, "A"])
def test_D10_2_2_b_what_is_no_section_is_refused(section: Any) -> None:
    table = live_money_wheel("ana").play(*TURN)
    for state, act in (
        (table, IndicatorRests(section)),
        (table.play(IndicatorRests(1)), CorrectSection(section, "misread")),
    ):
        assert refusal_code(state, act) == "no_such_section"
        assert refusal_rule(state, act) == "D10 2.2(b)"
        refusal = state.refuses(act)
        assert refusal is not None
        assert refusal.why == "Enter a section from 1 to 52."


DEFAULT = "".join(RIM)


@pytest.mark.clause("D10 2.2(b)")
@pytest.mark.parametrize(
    ("order", "length"), [(DEFAULT[:-1], 51), (DEFAULT + "A", 53), (DEFAULT[1:], 51), ("", 0), (DEFAULT * 2, 104)]
)
def test_D10_2_2_b_an_order_has_52_sections(order: str, length: int) -> None:
    refusal = refused(order=order)
    assert (refusal.code, refusal.rule.clause) == ("bad_wheel", "D10 2.2(b)")
    assert refusal.why == f"The wheel has 52 sections, not {length}."


@pytest.mark.clause("D10 2.3(a)", "D10 2.3(b)", "D10 2.3(c)", "D10 2.3(d)", "D10 2.3(e)", "D10 2.3(f)", "D10 2.3(g)")
@pytest.mark.parametrize(
    ("taken", "put", "rule", "why"),
    [
        ("A", "B", "D10 2.3(a)", "Symbol A must be on 24 sections; here it is on 23."),
        ("B", "A", "D10 2.3(a)", "Symbol A must be on 24 sections; here it is on 25."),
        ("A", "a", "D10 2.3(a)", "Symbol A must be on 24 sections; here it is on 23."),
        ("B", "C", "D10 2.3(b)", "Symbol B must be on 12 sections; here it is on 11."),
        ("C", "B", "D10 2.3(b)", "Symbol B must be on 12 sections; here it is on 13."),
        ("C", "D", "D10 2.3(c)", "Symbol C must be on 8 sections; here it is on 7."),
        ("D", "C", "D10 2.3(c)", "Symbol C must be on 8 sections; here it is on 9."),
        ("D", "E", "D10 2.3(d)", "Symbol D must be on 4 sections; here it is on 3."),
        ("E", "D", "D10 2.3(d)", "Symbol D must be on 4 sections; here it is on 5."),
        ("E", "F", "D10 2.3(e)", "Symbol E must be on 2 sections; here it is on 1."),
        ("F", "E", "D10 2.3(e)", "Symbol E must be on 2 sections; here it is on 3."),
        ("F", "G", "D10 2.3(f)", "Symbol F must be on 1 section; here it is on 0."),
        ("G", "F", "D10 2.3(f)", "Symbol F must be on 1 section; here it is on 2."),
        ("F", "X", "D10 2.3(f)", "Symbol F must be on 1 section; here it is on 0."),
        ("G", "X", "D10 2.3(g)", "Symbol G must be on 1 section; here it is on 0."),
        ("G", " ", "D10 2.3(g)", "Symbol G must be on 1 section; here it is on 0."),
    ],
)
def test_D10_2_3_an_order_with_wrong_counts_is_refused(taken: str, put: str, rule: str, why: str) -> None:
    refusal = refused(order=DEFAULT.replace(taken, put, 1))
    assert (refusal.code, refusal.rule.clause, refusal.why) == ("bad_wheel", rule, why)


@pytest.mark.clause("D10 2.3 (closing)", "D10 Appendix 1")
def test_D10_2_3_closing_the_operator_may_arrange_the_symbols_otherwise() -> None:
    grouped = "A" * 24 + "B" * 12 + "C" * 8 + "D" * 4 + "E" * 2 + "F" + "G"
    table = with_order(grouped)
    assert "".join(winning_symbol(table, section) for section in range(1, 53)) == grouped
    turned = with_order(DEFAULT[::-1])
    assert "".join(winning_symbol(turned, section) for section in (1, 26, 39, 51, 52)) == "BGEAF"
    live = live_money_wheel("ana", options=MoneyWheelOptions(order=grouped)).play(*TURN, IndicatorRests(52))
    assert refusal_code(live, AnnounceSymbol("G")) is None
    assert live.view().public.result == "G in section 52"


# Chance


@pytest.mark.clause("D10 2.4(b)")
def test_D10_2_4_b_all_52_sections_are_equally_likely() -> None:
    chance = live_money_wheel("ana").play(*TURN).chance()
    assert chance == {IndicatorRests(section): Fraction(1, 52) for section in range(1, 53)}
    assert sum(chance.values()) == 1
    assert money_wheel("ana").play(NoMoreBets()).chance() == chance


@pytest.mark.clause("D10 2.4(a)")
@pytest.mark.parametrize("section", range(1, 53))
def test_D10_2_4_a_no_earlier_result_changes_the_chances(section: int) -> None:
    fresh = money_wheel("ana").play(NoMoreBets()).chance()
    later = money_wheel("ana").play(
        NoMoreBets(), IndicatorRests(section), NoMoreBets(), IndicatorRests(section), NoMoreBets()
    )
    assert later.chance() == fresh
    after_void = money_wheel("ana").play(NoMoreBets(), IndicatorRests(section, on_peg=True), NoMoreBets())
    assert after_void.chance() == fresh


@pytest.mark.clause("D10 2.4(c)", "D10 2.4(b)")
def test_D10_2_4_c_nothing_at_the_table_foretells_the_result() -> None:
    wagered = live_money_wheel("ana").play(Wager("ana", symbol("G"), 1_000_00))
    for table in (wagered.play(TURN[0]), wagered.play(*TURN)):
        public = table.view("ana").public
        assert (public.result, public.lit, public.settled) == (None, (), ())
    ready = wagered.play(*TURN)
    assert [section for section in range(1, 53) if refusal_code(ready, IndicatorRests(section)) is None] == list(
        range(1, 53)
    )
    assert set(ready.chance().values()) == {Fraction(1, 52)}


@pytest.mark.clause("D10 2.4(c)")
def test_D10_2_4_c_the_last_result_is_off_the_display_once_the_next_is_called() -> None:
    once = money_wheel("ana").play(NoMoreBets(), IndicatorRests(9))
    assert once.view().public.result == "D in section 9"
    assert once.view().public.lit == ("D",)
    called = once.play(NoMoreBets())
    assert (called.view().public.result, called.view().public.lit) == (None, ())
    assert called.equipment.last == 9


@pytest.mark.clause("D10 2.4(c)")
def test_D10_2_4_c_there_is_no_chance_but_while_the_wheel_turns() -> None:
    acts: tuple[Act, ...] = (*TURN, IndicatorRests(2), AnnounceSymbol("A"))
    for step in (0, 1, 3, 4):
        assert live_money_wheel("ana").play(*acts[:step]).chance() == {}
    assert live_money_wheel("ana").play(*TURN, NoSpin()).chance() == {}


@pytest.mark.clause("D10 2.2(b)", "D10 2.4(b)")
def test_D10_2_2_b_every_section_is_offered_while_the_wheel_turns() -> None:
    turning = live_money_wheel("ana").play(*TURN)
    sections = Choices(tuple(range(1, 53)))
    assert [offer for offer in turning.legal if offer.kind is IndicatorRests] == [
        Offer(IndicatorRests, Role.DEALER, {"section": sections})
    ]
    known = turning.play(IndicatorRests(2))
    correction = Offer(CorrectSection, Role.GAME_SUPERVISOR, {"section": sections, "reason": Words()})
    assert [offer for offer in known.legal if offer.kind is CorrectSection] == [correction]
    assert [offer for offer in known.legal if offer.kind is IndicatorRests] == []
    assert [offer for offer in turning.legal if offer.kind is CorrectSection] == []


@pytest.mark.clause("D10 2.3 (closing)")
def test_D10_2_3_closing_the_game_knows_what_stands_where() -> None:
    game = croupier.money_wheel(SIGN, MoneyWheelOptions(symbols=("a", "b", "c", "d", "e", "f", "g"))).game
    assert isinstance(game, MoneyWheel)
    assert "".join(game.letter_at(section) for section in range(1, 53)) == DEFAULT
    assert [game.name_of(letter) for letter in "ABCDEFG"] == list("abcdefg")


@pytest.mark.clause("D10 3.1", "D10 3.8", "D10 2.3 (closing)", "D10 2.5(a)")
@pytest.mark.parametrize("layout", [1, 2, 3])
def test_D10_2_3_closing_a_game_is_built_from_its_options(layout: int) -> None:
    options = MoneyWheelOptions(layout=layout, symbols=("a", "b", "c", "d", "e", "f", "g"))
    game = MoneyWheel(options)
    assert game.options is options
    assert game.areas == {symbol(letter): letter for letter in "ABCDEFG"}
    assert game.kinds == set("ABCDEFG")
    assert [game.name_of(letter) for letter in "ABCDEFG"] == list("abcdefg")
    assert {str(position): str(game.verdict(position, 27).odds) for position in game.areas} == {
        **dict.fromkeys("ABCDEF", "None"),
        "G": "47 to 1",
    }
    first_of = {"A": 2, "B": 3, "C": 5, "D": 9, "E": 14, "F": 1, "G": 27}
    odds = {letter: str(game.verdict(symbol(letter), section).odds) for letter, section in first_of.items()}
    assert list(odds.values()) == ["1 to 1", "3 to 1", "5 to 1", "11 to 1", "23 to 1", "47 to 1", "47 to 1"]
    assert {game.verdict(symbol(letter), section).rule.clause for letter, section in first_of.items()} == {"D10 3.8"}
    assert game.verdict(symbol("A"), 1).rule.clause == "D10 3.1(b)"


@pytest.mark.clause("D10 2.2(b)")
def test_D10_2_2_b_the_section_that_won_is_kept_and_a_void_spin_leaves_it() -> None:
    table = money_wheel("ana")
    assert (table.equipment.last, table.equipment.direction) == (None, None)
    once = table.play(NoMoreBets(), IndicatorRests(9))
    assert (once.equipment.last, once.equipment.direction) == (9, None)
    void = once.play(NoMoreBets(), NoSpin())
    assert (void.equipment.last, void.equipment.direction) == (9, None)
    assert outcomes(void) == {}
