"""What the operator may choose at a blackjack table (Division 2, 3, 5.8, 8.1, 8.10, 14 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import BlackjackOptions, BuyIn, KindLimits, Refusal, Refused, Sign
from croupier.games.blackjack.acts import Sit
from croupier.games.blackjack.options import DEFAULT, PlayerMaximum, Soft17, Takes, refuses_options
from croupier.games.registry import table_of
from tests.support.rules.blackjack import SIGN


def refused(**options: Any) -> Refusal:
    """What a table with these options is refused with; it must be."""
    with pytest.raises(Refused) as caught:
        croupier.blackjack(SIGN, BlackjackOptions(**options))
    return caught.value.refusal


def is_taken(**options: Any) -> bool:
    croupier.blackjack(SIGN, BlackjackOptions(**options))
    return refuses_options(BlackjackOptions(**options)) is None


RANGES = [
    ("boxes", 1, 7, "D2 3.1", "1 to 7 boxes"),
    ("decks", 4, 8, "D2 3.3(a)", "4 to 8 decks"),
    ("cutting_cards", 1, 2, "D2 3.3(b)", "one or two cutting cards"),
    ("layout", 1, 2, "D2 3.2(c)", "Appendix 1 or of Appendix 2"),
    ("bettors", 1, 3, "D2 14.1", "1 to 3 players"),
    ("extra_boxes", 0, 6, "D2 14.4", "0 to 6 boxes"),
    ("hands", 2, 4, "D2 12.4(a)", "2, 3 or 4 hands"),
]


@pytest.mark.clause("D2 3.1", "D2 3.2(c)", "D2 3.3(a)", "D2 3.3(b)", "D2 14.1", "D2 14.4", "D2 12.4(a)")
@pytest.mark.parametrize(("name", "lowest", "highest", "clause", "words"), RANGES)
def test_D2_3_1_to_14_4_numbers_stay_in_their_ranges(
    name: str, lowest: int, highest: int, clause: str, words: str
) -> None:
    for good in range(lowest, highest + 1):
        assert is_taken(**{name: good})
    for bad in (lowest - 1, highest + 1, -1, True, float(lowest), str(lowest), None):
        refusal = refused(**{name: bad})
        assert (refusal.code, refusal.rule.clause) == (f"bad_{name}", clause)
        assert words in refusal.why


@pytest.mark.clause("D2 3.1")
def test_D2_3_1_a_table_has_as_many_seats_as_boxes() -> None:
    for boxes in range(1, 8):
        table = croupier.blackjack(SIGN, BlackjackOptions(boxes=boxes)).play(BuyIn("ana", 100_00))
        assert len(table.seats) == boxes
        assert table.refuses(Sit("ana", boxes)) is None
        assert table.refuses(Sit("ana", boxes + 1)) is not None


@pytest.mark.clause("D2 3.3(a)", "D2 15.1", "D2 15.2", "D2 15.3", "D2 3.2(c)")
def test_D2_15_1_super_sevens_needs_six_decks_the_second_layout_and_an_amount() -> None:
    assert DEFAULT.super_sevens is None
    for decks in (6, 7, 8):
        assert is_taken(super_sevens=2_00, layout=2, decks=decks)
    for decks in (4, 5):
        refusal = refused(super_sevens=2_00, layout=2, decks=decks)
        assert (refusal.code, refusal.rule.clause) == ("bad_decks", "D2 3.3(a)")
        assert "6 to 8 decks" in refusal.why
        assert is_taken(layout=2, decks=decks)
    refusal = refused(super_sevens=2_00, layout=1)
    assert (refusal.code, refusal.rule.clause) == ("bad_layout", "D2 15.2")
    assert "Appendix 2" in refusal.why
    for amount in (0, -2_00, 2.0, "2", True):
        refusal = refused(super_sevens=amount, layout=2)
        assert (refusal.code, refusal.rule.clause) == ("bad_super_sevens", "D2 15.3")
        assert "one amount" in refusal.why


@pytest.mark.clause("D2 15.3")
def test_D2_15_3_the_amount_is_payable_in_chips() -> None:
    refusal = refused(super_sevens=2_25, layout=2)
    assert (refusal.code, refusal.rule.clause) == ("bad_super_sevens", "D2 15.3")
    assert "payable in chips" in refusal.why
    assert is_taken(super_sevens=50, layout=2)
    dollar = Sign(minimum=5_00, maximum=100_00, smallest_chip=1_00)
    with pytest.raises(Refused, match="payable in chips"):
        croupier.blackjack(dollar, BlackjackOptions(super_sevens=2_50, layout=2))


@pytest.mark.clause("D2 14.2")
@pytest.mark.parametrize("name", ["box_maximum", "player_maximum"])
def test_D2_14_2_a_maximum_is_an_amount(name: str) -> None:
    for amount in (0, -1, 5.0, "500", True):
        refusal = refused(**{name: amount})
        assert (refusal.code, refusal.rule.clause) == ("bad_maximum", "D2 14.2")
        assert "above $0" in refusal.why
    assert is_taken(**{name: 500_00})
    assert is_taken(**{name: None})
    assert is_taken(box_maximum=1, player_maximum=1)


@pytest.mark.clause("D2 14.2")
def test_B59_a_maximum_for_particular_players_names_each_once_with_an_amount() -> None:
    ana, ben = PlayerMaximum("ana", 50_00), PlayerMaximum("ben", 100_00)
    assert is_taken(player_maxima=(ana, ben), player_maximum=200_00)
    for bad, words in (
        ((PlayerMaximum("ana", 0),), "above $0"),
        ((PlayerMaximum("", 50_00),), "name each of them"),
        (("ana",), "name each of them"),
        (50_00, "name each of them"),
        ((ana, PlayerMaximum("ana", 60_00)), "one maximum"),
    ):
        refusal = refused(player_maxima=bad)
        assert (refusal.code, refusal.rule.clause) == ("bad_maximum", "D2 14.2")
        assert words in refusal.why


@pytest.mark.clause("D2 14.2")
def test_B59_the_box_maximum_is_the_table_maximum_or_less() -> None:
    assert is_taken(box_maximum=SIGN.maximum)
    refusal = refused(box_maximum=SIGN.maximum + 50)
    assert (refusal.code, refusal.rule.clause, refusal.rule.ruling) == ("bad_maximum", "D2 14.2", "B59")
    assert "1,000" in refusal.why or "1000" in refusal.why
    own = Sign(minimum=5_00, maximum=100_00, by_kind=(KindLimits("box", 5_00, 50_00),))
    with pytest.raises(Refused, match="table maximum"):
        croupier.blackjack(own, BlackjackOptions(box_maximum=60_00))
    before = table_of("blackjack", SIGN, BlackjackOptions(box_maximum=SIGN.maximum + 50), edition=1)
    assert before.edition == 1


@pytest.mark.clause("D2 5.8(a)", "D2 5.8(b)", "D2 8.1", "D2 8.10")
@pytest.mark.parametrize(
    "name", ["burn", "holds_absent", "holds_skipping", "writing", "double_with_ace", "double_after_split"]
)
def test_D2_5_8_8_1_and_8_10_are_on_or_off(name: str) -> None:
    assert is_taken(**{name: True})
    assert is_taken(**{name: False})
    for bad in (1, 0, "yes", None):
        refusal = refused(**{name: bad})
        assert (refusal.code, refusal.rule.clause) == ("bad_option", "D2 2.0")
        assert "on or off" in refusal.why


@pytest.mark.clause("D2 13.3")
def test_D2_13_3_the_named_readings_and_no_others() -> None:
    for bad in ({"soft_17": "hit"}, {"dealer_blackjack": "none"}, {"soft_17": None}):
        refusal = refused(**bad)
        assert (refusal.code, refusal.rule.clause) == ("bad_option", "D2 13.3")
        assert "one of the listed rules" in refusal.why
    for soft_17 in Soft17:
        for takes in Takes:
            assert is_taken(soft_17=soft_17, dealer_blackjack=takes)


@pytest.mark.clause(
    "D2 3.1", "D2 3.3(a)", "D2 3.3(b)", "D2 3.2(c)", "D2 5.8(a)", "D2 5.8(b)", "D2 8.1", "D2 8.10", "D2 14.1",
    "D2 14.2", "D2 14.4", "D2 15.1",
)  # fmt: skip
def test_D2_3_to_15_the_defaults() -> None:
    assert {name: getattr(DEFAULT, name) for name in DEFAULT.__struct_fields__} == {
        "boxes": 7,
        "decks": 8,
        "cutting_cards": 1,
        "layout": 1,
        "super_sevens": None,
        "burn": False,
        "holds_absent": False,
        "holds_skipping": False,
        "bettors": 3,
        "box_maximum": None,
        "player_maximum": None,
        "player_maxima": (),
        "extra_boxes": 6,
        "writing": False,
        "double_with_ace": False,
        "double_after_split": True,
        "hands": 3,
        "soft_17": "stand",
        "dealer_blackjack": "original",
    }


@pytest.mark.clause("D2 11.1", "D2 11.5", "D2 12.4(a)", "D2 13.3")
def test_D2_11_1_what_the_gazette_does_not_know_is_not_gazetted() -> None:
    others: list[dict[str, Any]] = [
        {"double_with_ace": True},
        {"double_after_split": False},
        {"hands": 2},
        {"hands": 4},
        {"soft_17": Soft17.DRAW},
        {"dealer_blackjack": Takes.ALL},
        {"dealer_blackjack": Takes.PEEK},
    ]
    for other in others:
        assert not BlackjackOptions(**other).gazetted
    chosen: list[dict[str, Any]] = [
        {},
        {"boxes": 5, "decks": 6, "cutting_cards": 2, "layout": 2, "super_sevens": 2_00, "burn": True},
        {"holds_absent": True, "holds_skipping": True, "bettors": 1, "box_maximum": 500_00, "writing": True},
        {"player_maximum": 100_00, "extra_boxes": 0},
    ]
    for options in chosen:
        assert BlackjackOptions(**options).gazetted


@pytest.mark.clause("D2 2.0")
def test_D2_2_0_options_in_words_name_only_what_differs() -> None:
    assert str(BlackjackOptions()) == "as gazetted"
    assert str(BlackjackOptions(decks=6)) == "decks 6"
    assert (
        str(BlackjackOptions(boxes=5, soft_17=Soft17.DRAW, cutting_cards=2)) == "boxes 5, cutting cards 2, soft 17 draw"
    )


@pytest.mark.clause("D2 2.0", "D2 5.2")
def test_D2_2_0_what_else_a_table_is_refused_for() -> None:
    with pytest.raises(Refused) as caught:
        croupier.blackjack(SIGN, automation=("shuffle", "card"))
    assert (caught.value.refusal.code, caught.value.refusal.rule.clause) == ("no_such_step", "D2 2.0")
    assert "'card'" in caught.value.refusal.why
    with pytest.raises(Refused) as caught:
        table_of("blackjack", SIGN, colours=("red",))
    assert (caught.value.refusal.code, caught.value.refusal.rule.clause) == ("bad_colours", "D2 5.2")
    assert "value chips" in caught.value.refusal.why
    with pytest.raises(Refused) as caught:
        croupier.blackjack(Sign(minimum=5_00, maximum=100_00, by_kind=(KindLimits("insurance", 5_00, 50_00),)))
    assert (caught.value.refusal.code, caught.value.refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert "limits for a box" in caught.value.refusal.why


@pytest.mark.clause("D2 2.0")
@pytest.mark.parametrize("seconds", [0, -1, 1.5, "30", True])
def test_D2_2_0_a_betting_window_is_a_whole_number_of_seconds(seconds: Any) -> None:
    with pytest.raises(Refused) as caught:
        croupier.blackjack(SIGN, betting_seconds=seconds)
    assert (caught.value.refusal.code, caught.value.refusal.rule.clause) == ("bad_window", "D2 2.0")
