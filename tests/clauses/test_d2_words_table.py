"""What a blackjack table is opened with and refused for, what it shows, and how it closes (Division 2, with 1).

Refusals and tables are compared whole: the clause with its ruling, the code, the words, every field.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

import croupier
from croupier import (
    BlackjackOptions,
    Chips,
    Clock,
    CloseTable,
    KindLimits,
    NoMoreBets,
    OpenTable,
    Outcome,
    Position,
    PostClosing,
    Refusal,
    Refused,
    Role,
    Sign,
    Wager,
)
from croupier.games.blackjack.acts import (
    CuttingCard,
    Deal,
    Double,
    Draw,
    DrawnUnseen,
    ExposeCard,
    PayBlackjacks,
    ReportCuttingCard,
    ReportNoCuttingCard,
    SettleBox,
    ShowBurnt,
    Split,
    Stand,
    VoidHand,
    VoidRound,
)
from croupier.games.blackjack.boxes import Playing
from croupier.games.blackjack.cards import DECK, Card, Pile, card, code, decks, is_card
from croupier.games.blackjack.flow import AUTOMATIC
from croupier.games.blackjack.hand import DealerBlackjack, Rules
from croupier.games.blackjack.options import Soft17, Takes, refuses_options
from croupier.games.blackjack.shown import BlackjackRoundShown, BoxShown, Decider, HandShown, Turn
from croupier.games.blackjack.state import BlackjackPublicView, BlackjackTable, BlackjackView, RoundMemory, TableShoe
from croupier.games.chips import Purse
from croupier.games.journalled import Origin
from croupier.games.machine import Awaited
from croupier.games.position import Placed
from croupier.games.registry import table_of
from croupier.games.table import General
from croupier.rulebook import Cite
from tests.support.rules.blackjack import (
    SIGN,
    blackjack,
    box,
    cards,
    changed,
    deal,
    live,
    opened,
    ready,
    seated,
    staked,
    super_sevens,
    until_cutting_card,
)

NOBODY: frozenset[str] = frozenset()
SHUFFLING = ("shuffle", "cut", "insert cutting card")
OPENING = (
    "dealer inspects",
    "supervisor inspects",
    "spread cards",
    "turn cards",
    "wash",
    "stack",
    "riffle",
    "cut",
    "insert cutting card",
)
BY_ITSELF = frozenset(
    {
        *OPENING,
        "open table",
        "replace damaged",
        "shuffle",
        "burn",
        "no more bets",
        "call insurance",
        "pay blackjacks",
        "settle box",
        "collect cards",
    }
)


def refused(options: dict[str, Any] | None = None, sign: Sign = SIGN, **table: Any) -> Refusal:
    """What a table is refused with; it must be."""
    with pytest.raises(Refused) as caught:
        table_of("blackjack", sign, BlackjackOptions(**(options or {})), **table)
    return caught.value.refusal


# Opening


@pytest.mark.clause("D2 2.0", "D2 3.1", "D2 3.3(a)")
@pytest.mark.parametrize("is_open", [False, True])
def test_D2_2_0_a_table_before_anybody_came(is_open: bool) -> None:
    options = BlackjackOptions(boxes=5, decks=6)
    steps = ("open table",) if is_open else ()
    table = croupier.blackjack(SIGN, options, automation=steps, betting_seconds=45)
    assert {name: getattr(table, name) for name in table.__struct_fields__} == {
        "general": General(sign=SIGN, is_open=is_open),
        "options": options,
        "automation": frozenset(steps),
        "betting_seconds": 45,
        "window_ends": None,
        "seats": ("", "", "", "", ""),
        "sat_out": (0, 0, 0, 0, 0),
        "idle_since": None,
        "arrived": "",
        "step": "dealer inspects",
        "preparation": OPENING,
        "cut_after": "start",
        "declined": (),
        "boxes": (),
        "gone": (),
        "dealer": Playing(0),
        "shoe": TableShoe(decks(6)),
        "seen": (),
        "rack": (),
        "is_called": False,
        "is_dealt": False,
        "insurance": "",
        "pending": None,
        "is_refilled": False,
        "refilled": False,
        "round": 0,
        "settled": (),
        "settled_on": (),
        "is_final": True,
        "damaged": (),
        "exposed": None,
        "unseen": False,
        "full_patronage": False,
        "began": NOBODY,
        "wagered": NOBODY,
        "skipped": NOBODY,
        "memory": RoundMemory(),
    }
    assert (table.general.purses, table.general.house, table.general.clock) == ((), 0, 0)
    assert table.origin == Origin("blackjack", options, frozenset(steps), 45, ())
    assert table.betting_is_open is is_open


@pytest.mark.clause("D2 2.0", "D2 6.2")
def test_D2_2_0_what_happens_by_itself_where_nothing_else_is_said() -> None:
    assert AUTOMATIC == BY_ITSELF
    table = croupier.blackjack(SIGN)
    assert (table.automation, table.general.is_open) == (BY_ITSELF, True)
    assert (table.step, table.preparation) == ("turn cards", OPENING[3:])
    assert table.origin == Origin("blackjack", BlackjackOptions(), None, None, ())
    assert croupier.blackjack(SIGN, automation=BY_ITSELF).origin == table.origin
    fewer = BY_ITSELF - {"burn"}
    assert croupier.blackjack(SIGN, automation=fewer).origin.automation == fewer


@pytest.mark.clause("D2 2.0", "D2 6.1")
def test_D2_2_0_a_closed_table_takes_no_step_until_it_is_opened() -> None:
    table = croupier.blackjack(SIGN, automation=BY_ITSELF - {"open table"})
    assert (table.step, table.preparation, table.general.is_open) == ("dealer inspects", OPENING, False)
    assert table.awaits == (Awaited("open table", Role.DEALER, Cite("D2 2.0")),)
    after = table.play(OpenTable())
    assert changed(table, after) == {"is_open": True, "step": "turn cards", "preparation": OPENING[3:]}


@pytest.mark.clause("D2 2.0")
def test_D2_2_0_the_clauses_that_the_general_rules_ask_for() -> None:
    table = blackjack("ana")
    assert (table.application, table.not_final) == (Cite("D2 2.0"), Cite("D2 16.5", "B47"))
    assert table.kinds == frozenset({"box"})
    unknown = Refusal(Cite("D2 2.0"), "unknown_act", "This game does not know that act.")
    assert table.refuses("deal") == unknown


# What a table is refused for


@pytest.mark.clause("D2 2.0")
def test_D2_2_0_a_step_that_cannot_happen_by_itself() -> None:
    words = "Blackjack has no step {} to automate."
    wrong: list[tuple[Iterable[str], str]] = [
        (("card",), "'card'"),
        (("cutting card",), "'cutting card'"),
        (("decide",), "'decide'"),
        (("close insurance",), "'close insurance'"),
        (("spin", "shuffle"), "'spin'"),
        (("spin", "burn", "deal"), "'deal'"),
    ]
    for steps, name in wrong:
        assert refused(automation=steps) == Refusal(Cite("D2 2.0"), "no_such_step", words.format(name))
    for step in BY_ITSELF:
        assert croupier.blackjack(SIGN, automation=(step,)).automation == {step}


@pytest.mark.clause("D2 2.0")
def test_D2_2_0_a_betting_window_in_words() -> None:
    words = "Betting stays open for a whole number of seconds, at least 1."
    ten_years = 10 * 366 * 24 * 60 * 60
    bad: tuple[Any, ...] = (0, -1, 1.5, "30", True, ten_years + 1)
    for seconds in bad:
        assert refused(betting_seconds=seconds) == Refusal(Cite("D2 2.0"), "bad_window", words)
    for seconds in (1, 2, ten_years):
        assert croupier.blackjack(SIGN, betting_seconds=seconds).betting_seconds == seconds


@pytest.mark.clause("D2 5.2")
def test_D2_5_2_no_colours_at_a_blackjack_table() -> None:
    words = "Blackjack is played with value chips."
    assert refused(colours=("red",)) == Refusal(Cite("D2 5.2"), "bad_colours", words)
    assert table_of("blackjack", SIGN, BlackjackOptions(), colours=()).general.colours == ()


@pytest.mark.clause("D2 2.0", "D2 5.1")
def test_D2_5_1_a_sign_states_limits_for_a_box_and_for_nothing_else() -> None:
    own = KindLimits("box", 10_00, 50_00)
    other = KindLimits("insurance", 5_00, 50_00)
    bad = Refusal(Cite("D1 9.1"), "bad_limits", "The sign of a blackjack table states limits for a box.")
    for kinds in ((other,), (own, other), (other, own)):
        assert refused(sign=Sign(minimum=5_00, maximum=100_00, by_kind=kinds)) == bad
    assert croupier.blackjack(Sign(minimum=5_00, maximum=100_00, by_kind=(own,))).sign.by_kind == (own,)


@pytest.mark.clause("D2 15.3")
def test_D2_15_3_a_super_sevens_amount_that_the_chips_can_pay() -> None:
    bad = Refusal(Cite("D2 15.3"), "bad_super_sevens", "The Super Sevens amount must be payable in chips.")
    for amount in (1, 49, 51, 2_25):
        assert refused({"super_sevens": amount, "layout": 2}) == bad
    for amount in (50, 1_00, 2_00):
        assert croupier.blackjack(SIGN, BlackjackOptions(super_sevens=amount, layout=2)).step == "turn cards"
    cents = Sign(minimum=5_00, maximum=100_00, smallest_chip=1)
    assert croupier.blackjack(cents, BlackjackOptions(super_sevens=1, layout=2)).options.super_sevens == 1


RANGES = [
    ("boxes", 1, 7, "D2 3.1", "A table has 1 to 7 boxes."),
    ("decks", 4, 8, "D2 3.3(a)", "Blackjack is played with 4 to 8 decks."),
    ("cutting_cards", 1, 2, "D2 3.3(b)", "There are one or two cutting cards."),
    ("layout", 1, 2, "D2 3.2(c)", "The layout is that of Appendix 1 or of Appendix 2."),
    ("bettors", 1, 3, "D2 14.1", "1 to 3 players may wager on one box."),
    ("extra_boxes", 0, 6, "D2 14.4", "A player may have 0 to 6 boxes besides one."),
    ("hands", 2, 4, "D2 12.4(a)", "A box may be split into 2, 3 or 4 hands."),
]


@pytest.mark.clause("D2 3.1", "D2 3.2(c)", "D2 3.3(a)", "D2 3.3(b)", "D2 12.4(a)", "D2 14.1", "D2 14.4")
@pytest.mark.parametrize(("name", "lowest", "highest", "rule", "words"), RANGES)
def test_D2_3_1_to_14_4_numbers_out_of_their_ranges_in_words(
    name: str, lowest: int, highest: int, rule: str, words: str
) -> None:
    bad: tuple[Any, ...] = (lowest - 1, highest + 1, True, float(lowest), str(lowest), None)
    for value in bad:
        expected = Refusal(Cite(rule), f"bad_{name}", words)
        assert refuses_options(BlackjackOptions(**{name: value})) == expected
        assert refused({name: value}) == expected
    good: tuple[Any, ...] = (lowest, highest)
    for value in good:
        assert refuses_options(BlackjackOptions(**{name: value})) is None


@pytest.mark.clause("D2 2.0", "D2 5.8(a)", "D2 5.8(b)", "D2 8.1", "D2 8.10")
@pytest.mark.parametrize(
    "name", ["burn", "holds_absent", "holds_skipping", "writing", "double_with_ace", "double_after_split"]
)
def test_D2_2_0_an_option_that_is_neither_on_nor_off(name: str) -> None:
    bad: tuple[Any, ...] = (0, 1, None, "on")
    for value in bad:
        assert refuses_options(BlackjackOptions(**{name: value})) == Refusal(
            Cite("D2 2.0"), "bad_option", "An option that is on or off must be true or false."
        )


@pytest.mark.clause("D2 13.3", "D2 11.5")
def test_D2_13_3_a_reading_that_has_no_name() -> None:
    words = "Choose one of the listed rules for soft 17 and for a dealer's blackjack."
    wrong: tuple[dict[str, Any], ...] = (
        {"soft_17": "hit"},
        {"soft_17": None},
        {"dealer_blackjack": "none"},
        {"dealer_blackjack": None},
        {"soft_17": "hit", "dealer_blackjack": "none"},
    )
    for options in wrong:
        assert refuses_options(BlackjackOptions(**options)) == Refusal(Cite("D2 13.3"), "bad_option", words)


@pytest.mark.clause("D2 15.1", "D2 15.2", "D2 15.3", "D2 3.3(a)")
def test_D2_15_1_what_super_sevens_needs_in_words() -> None:
    amounts: tuple[Any, ...] = (0, -1, -2_00, 2.0, "2", True)
    for amount in amounts:
        for layout in (1, 2):
            assert refuses_options(BlackjackOptions(super_sevens=amount, layout=layout)) == Refusal(
                Cite("D2 15.3"), "bad_super_sevens", "The sign states one amount for Super Sevens."
            )
    for number in (4, 6, 8):
        assert refuses_options(BlackjackOptions(super_sevens=2_00, layout=1, decks=number)) == Refusal(
            Cite("D2 15.2"), "bad_layout", "Super Sevens needs the layout of Appendix 2."
        )
    for number in (4, 5):
        assert refuses_options(BlackjackOptions(super_sevens=2_00, layout=2, decks=number)) == Refusal(
            Cite("D2 3.3(a)"), "bad_decks", "Super Sevens is played with 6 to 8 decks."
        )
        assert refuses_options(BlackjackOptions(layout=2, decks=number)) is None
    for number in (6, 7, 8):
        for amount in (1, 2, 2_00):
            assert refuses_options(BlackjackOptions(super_sevens=amount, layout=2, decks=number)) is None


@pytest.mark.clause("D2 14.2")
@pytest.mark.parametrize("name", ["box_maximum", "player_maximum"])
def test_D2_14_2_a_maximum_in_words(name: str) -> None:
    bad: tuple[Any, ...] = (0, -1, 5.0, "500", True)
    for amount in bad:
        assert refuses_options(BlackjackOptions(**{name: amount})) == Refusal(
            Cite("D2 14.2"), "bad_maximum", "A maximum on a box must be above $0."
        )
        with_sevens = BlackjackOptions(**{name: amount}, super_sevens=2_00, layout=2)
        assert refuses_options(with_sevens) is not None
    good: tuple[Any, ...] = (1, 2, 500_00, None)
    for amount in good:
        assert refuses_options(BlackjackOptions(**{name: amount})) is None


@pytest.mark.clause("D2 11.1", "D2 11.5", "D2 12.4(a)", "D2 13.3")
def test_D2_11_1_to_13_3_the_options_as_the_hands_are_played_by_them() -> None:
    assert BlackjackOptions().rules == Rules(
        double_with_ace=False,
        double_after_split=True,
        most_hands=3,
        draws_on_soft_17=False,
        dealer_blackjack=DealerBlackjack.ORIGINAL,
    )
    other = BlackjackOptions(
        double_with_ace=True,
        double_after_split=False,
        hands=4,
        soft_17=Soft17.DRAW,
        dealer_blackjack=Takes.ALL,
    )
    assert other.rules == Rules(
        double_with_ace=True,
        double_after_split=False,
        most_hands=4,
        draws_on_soft_17=True,
        dealer_blackjack=DealerBlackjack.ALL,
    )
    assert BlackjackOptions().gazetted
    assert not other.gazetted
    assert BlackjackOptions(dealer_blackjack=Takes.PEEK).rules.dealer_blackjack is DealerBlackjack.PEEK
    assert str(other) == ("double with ace True, double after split False, hands 4, soft 17 draw, dealer blackjack all")


# Cards


@pytest.mark.clause("D2 3.3(a)", "D2 4.1(a)", "D2 4.1(b)", "D2 4.1(c)")
def test_D2_4_1_every_card_by_its_name_and_value() -> None:
    values = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10}
    sevens = {"c": 11, "d": 12, "h": 13, "s": 14}
    names = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    assert [str(each) for each in DECK] == names
    for name in names:
        found = card(name)
        assert found == Card(name[0], name[1])
        assert is_card(found)
        assert code(found) == (sevens[name[1]] if name[0] == "7" else values[name[0]])


@pytest.mark.clause("D2 3.3(a)")
def test_D2_3_3_a_what_is_no_card() -> None:
    meant = {"": "Th", "T": "Th", "10h": "Th", "10s": "Ts", "th": "Th", "aC": "Ac", "Tx": "Th", "1h": "Th", "Thh": "Th"}
    for name, right in meant.items():
        with pytest.raises(ValueError, match="is not a card") as caught:
            card(name)
        ways = "(a rank of A23456789TJQK, then a suit of cdhs)"
        assert str(caught.value) == f"{name!r} is not a card; write it as {right} {ways}"
    other: tuple[Any, ...] = ("Th", None, Card("1", "h"), Card("T", "x"), Card(["T"], "h"), Card("T", ["h"]))  # type: ignore[arg-type]
    for value in other:
        assert not is_card(value)


@pytest.mark.clause("D2 3.3(a)", "D2 16.7")
def test_D2_3_3_a_the_decks_in_a_pile() -> None:
    pile = decks(4)
    assert pile == Pile((4,) * 52)
    assert (pile.size, pile.count(card("Ac")), pile.count(card("Ks"))) == (208, 4, 4)
    less = pile.without(card("Ac")).without(card("Ks")).without(card("7h")).without(card("7h"))
    assert (less.size, less.count(card("Ac")), less.count(card("Ks")), less.count(card("7h"))) == (204, 3, 3, 2)
    assert less.count(card("2c")) == less.count(card("Qs")) == less.count(card("6h")) == less.count(card("8h")) == 4
    assert less.with_cards(cards("Ac Ks 7h 7h")) == pile
    assert pile.with_cards(()) == pile


# What a table shows


def at_hand(*names: str, **options: Any) -> BlackjackTable:
    """Four decks, every step the dealer's, the shoe loaded with 108 cards before the cutting card."""
    return ready(live(*(names or ("ana",)), decks=4, **options), (names or ("ana",))[0])


@pytest.mark.clause("D2 8.1", "D2 4.2")
def test_D2_8_1_what_everyone_may_see_of_a_table() -> None:
    table = blackjack("ana", "-", "ben", decks=4, burn=True).play(PostClosing(1800), Clock(7))
    table = opened(table, "Th 9d 6c 5c 8h", ("ana", 1, 10_00), ("ben", 3, 20_00)).play(Draw("ana", 1))
    table = deal(table, "Kh")
    public = BlackjackPublicView(
        game="blackjack",
        is_open=True,
        betting=False,
        step="decide",
        round=1,
        clock=7,
        window_ends=None,
        sign=SIGN,
        closing=table.general.closing,
        limits=None,
        reserved=None,
        seats=("ana", "", "ben", "", "", "", ""),
        boxes=table.boxes,
        ready=(),
        house_players=(),
        dealer=cards("6c"),
        left_in_shoe=208 - 1 - 6,
        discarded=1 + 3,
        settled=table.settled,
        shown=BlackjackRoundShown(
            boxes=(
                BoxShown(1, ("ana",), (HandShown(0, cards("Th 5c Kh"), 25, False, False, True, True, False),), None),
                BoxShown(3, ("ben",), (HandShown(0, cards("9d 8h"), 17, False, False, False, False, False),), None),
            ),
            dealer=HandShown(0, cards("6c"), 6, False, False, False, False, False),
            turn=Turn(3, 0, "ben"),
            deciders=(Decider(3, "ben"),),
            insurance="",
            settled_on=((1, 0),),
            until_cutting_card=208 - 52 - 1 - 6,
            is_last_of_shoe=False,
        ),
    )
    assert table.general.closing is not None
    assert (len(table.boxes), len(table.settled)) == (1, 1)
    assert table.view() == BlackjackView(public, None)
    assert table.view("ben") == BlackjackView(public, Purse("ben", 4_980_00))
    assert table.view("cal") == BlackjackView(public, None)
    timed = croupier.blackjack(SIGN, betting_seconds=30, automation=BY_ITSELF)
    wagered = staked(seated(timed, "ana"), ("ana", 1, 10_00))
    assert (wagered.view().public.betting, wagered.view().public.window_ends) == (True, 30)


@pytest.mark.clause("D2 8.2", "D2 8.7", "D2 16.4")
def test_D2_8_2_the_chance_of_the_next_card() -> None:
    table = staked(until_cutting_card(at_hand(), 2), ("ana", 1, 10_00))
    assert table.chance() == {}
    called = table.play(NoMoreBets())
    left = called.shoe.pile.size
    assert called.chance() == {Deal(each): Fraction(called.shoe.pile.count(each), left) for each in DECK}
    two = deal(called, "Th 9d")
    assert two.chance() == {CuttingCard(): Fraction(1)}
    exposed = deal(two.play(CuttingCard()), "5c").play(ExposeCard(card("4s")), Draw("ana", 1))
    assert exposed.chance() == {Deal(card("4s")): Fraction(1)}


@pytest.mark.clause("D2 8.7", "D2 16.4")
def test_D2_8_7_an_exposed_card_comes_even_before_the_cutting_card() -> None:
    table = opened(until_cutting_card(at_hand(), 4), "Th 9d 5c").play(ExposeCard(card("4s")), Draw("ana", 1))
    assert (table.shoe.until_cutting_card, table.step) == (0, "card")
    after = deal(table, "4s").play(Stand("ana", 1))
    assert after.step == "cutting card"


@pytest.mark.clause("D2 16.5")
def test_D2_16_5_what_lies_at_stake_and_what_may_still_prove_void() -> None:
    value = Chips.VALUE
    table = staked(at_hand("ana", "ben"), ("ana", 1, 10_00), ("ana", 3, 15_00), ("ben", 2, 20_00))
    assert [table.at_stake(name, value) for name in ("ana", "ben", "cal")] == [25_00, 20_00, 0]
    assert [table.held(name, value) for name in ("ana", "ben")] == [0, 0]
    assert (table.is_between_rounds, table.has_settled, table.betting_is_open) == (True, True, True)
    called = table.play(NoMoreBets())
    assert (called.is_between_rounds, called.has_settled, called.betting_is_open) == (False, True, False)
    dealt = deal(called, "Th Ah 9h 9d 5c Kc 8h").play(PayBlackjacks())
    assert (dealt.is_between_rounds, dealt.has_settled, dealt.betting_is_open) == (False, False, False)
    assert [dealt.at_stake(name, value) for name in ("ana", "ben")] == [25_00, 20_00]
    assert [dealt.held(name, value) for name in ("ana", "ben")] == [0, 50_00]
    bust = deal(dealt.play(Draw("ana", 1)), "Kh")
    assert [bust.at_stake(name, value) for name in ("ana", "ben")] == [25_00, 20_00]
    assert [bust.held(name, value) for name in ("ana", "ben")] == [0, 50_00]
    void = bust.play(VoidRound("misdeal"))
    assert [void.at_stake(name, value) for name in ("ana", "ben")] == [0, 0]
    assert [void.held(name, value) for name in ("ana", "ben")] == [0, 0]
    assert (void.is_between_rounds, void.has_settled, void.betting_is_open) == (True, True, True)


@pytest.mark.clause("D2 12.4(a)", "D2 11.4", "D2 12.5")
def test_D2_12_4_a_wagers_on_split_hands_go_by_the_order_in_which_the_hands_were_made() -> None:
    table = deal(opened(at_hand(), "8h 6d 8c").play(Split("ana", 1)), "8s").play(Split("ana", 1))
    table = deal(deal(table, "Tc").play(Stand("ana", 1)), "Ts").play(Stand("ana", 1))
    table = deal(deal(table, "3c").play(Double("ana", 1, 5_00)), "Td")
    done = deal(table, "Kd Kh").play(SettleBox(1))
    rule = Cite("D2 5.1(a)")
    settled = [(line.wager, line.outcome, line.pays, line.rule) for line in done.settled]
    assert settled == [
        (Placed("ana", Position("box", (1,)), 10_00), Outcome.WIN, 10_00, rule),
        (Placed("ana", Position("split c", (1,)), 10_00), Outcome.WIN, 10_00, rule),
        (Placed("ana", Position("split b", (1,)), 10_00), Outcome.WIN, 10_00, rule),
        (Placed("ana", Position("double b", (1,)), 5_00), Outcome.WIN, 5_00, rule),
    ]
    assert done.settled_on == ((1, 0), (1, 2), (1, 1), (1, 1))


@pytest.mark.clause("D2 16.5", "D2 8.2")
def test_D2_16_5_where_every_hand_is_void_no_further_card_is_due() -> None:
    table = opened(at_hand("ana", "ben"), "Th", ("ana", 1, 10_00))
    after = table.play(VoidHand(1, 0, "misdeal"))
    assert (after.boxes, after.dealer, after.is_dealt) == ((), Playing(0), True)
    assert (after.step, after.rack) == ("collect cards", cards("Th"))
    assert after.awaits == (Awaited("collect the cards", Role.DEALER, Cite("D2 8.6")),)


# The shuffle that is owed


@pytest.mark.clause("D2 16.9", "D2 16.10", "D2 7.3(b)", "D2 7.3(c)")
def test_D2_16_9_and_16_10_a_shuffle_that_is_owed_comes_between_rounds() -> None:
    table = at_hand("ana", "ben")
    reports = [
        (ReportCuttingCard(0), 0, "0"),
        (ReportCuttingCard(1), 1, "1"),
        (ReportCuttingCard(7), 7, "7"),
        (ReportNoCuttingCard(), -1, "new cards"),
    ]
    for report, place, after_what in reports:
        owed = replace(table.shoe, until_cutting_card=None, came_out_at=place)
        assert changed(table, table.play(report)) == {
            "shoe": owed,
            "preparation": SHUFFLING,
            "cut_after": after_what,
            "step": "shuffle",
        }
        called = staked(table, ("ana", 1, 10_00)).play(NoMoreBets())
        assert changed(called, called.play(report)) == {"shoe": owed}
        begun = deal(called, "Th")
        later = begun.play(report)
        assert changed(begun, later) == {"shoe": replace(begun.shoe, until_cutting_card=None, came_out_at=place)}
        over = later.play(VoidRound("misdeal"))
        assert (over.step, over.preparation, over.cut_after) == ("shuffle", SHUFFLING, after_what)


# Closing


@pytest.mark.clause("D2 7.1(a)", "D2 2.0", "D2 5.8(a)", "D2 5.8(b)")
def test_D2_7_1_a_a_table_that_closes_returns_its_wagers_and_begins_anew() -> None:
    automation = BY_ITSELF - {"no more bets", *SHUFFLING, "dealer inspects"}
    options = BlackjackOptions(decks=4, layout=1, burn=True)
    table = croupier.blackjack(SIGN, options, automation=automation, betting_seconds=60)
    table = seated(table, "ana", "ben")
    assert table.step == "dealer inspects"
    replaced = replace(table, preparation=(), step="no more bets", cut_after="3", arrived="ana")
    played = opened(replaced, "2c", ("ana", 1, 10_00), ("ben", 2, 10_00)).play(VoidRound("misdeal"))
    played = opened(played, "3c").play(DrawnUnseen(), VoidRound("misdeal"), PostClosing(1200), Clock(1200))
    before = staked(played, ("ana", 1, 10_00), ("ben", 1, 20_00), ("ben", 4, 30_00))
    both = frozenset({"ana", "ben"})
    assert (before.began, before.wagered, before.skipped) == (both, both, frozenset({"ben"}))
    assert (before.window_ends, before.rack, before.unseen) == (1260, cards("2c 3c"), True)
    after = before.play(CloseTable())
    assert changed(before, after) == {
        "is_open": False,
        "closing": None,
        "purses": (Purse("ana", 5_000_00), Purse("ben", 5_000_00)),
        "boxes": (),
        "window_ends": None,
        "seats": ("", "", "", "", "", "", ""),
        "sat_out": (0, 0, 0, 0, 0, 0, 0),
        "arrived": "",
        "cut_after": "start",
        "shoe": TableShoe(decks(4)),
        "rack": (),
        "unseen": False,
        "began": NOBODY,
        "wagered": NOBODY,
        "skipped": NOBODY,
        "preparation": OPENING,
        "step": "dealer inspects",
    }


@pytest.mark.clause("D2 15.2", "D2 8.1")
def test_D2_15_2_a_table_that_closes_returns_super_sevens_too() -> None:
    table = blackjack("ana", layout=2, super_sevens=2_00).play(PostClosing(1200), Clock(1200))
    wagered = staked(table, ("ana", 1, 10_00)).play(Wager("ana", super_sevens(1), 2_00))
    assert wagered.at_stake("ana", Chips.VALUE) == 12_00
    closed = wagered.play(CloseTable())
    assert (closed.general.purses, closed.general.house) == ((Purse("ana", 5_000_00),), 0)
    nothing = closed.refuses(ShowBurnt(card("5s")))
    assert nothing is not None
    assert closed.refuses(Wager("ana", box(1), 10_00)) == Refusal(Cite("D1 8"), "table_closed", "The table is closed.")
