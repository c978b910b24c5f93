"""What each place of a tournament is worth (Division 7, 3.2(h), 3.4, 6.11)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.tournament.conditions import Prize
from croupier.games.tournament.planning.prizes import Award, Awards, awards, money_prizes
from croupier.games.tournament.progress.placing import Placing
from croupier.rulebook import Cite

SUMS = (Prize(500_00), Prize(300_00), Prize(200_00))
SHARES = (Prize(share=5), Prize(share=3), Prize(share=2))


def placed(*groups: str) -> tuple[Placing, ...]:
    """`"ana", "ben", "cat dan"`: ana first, ben second, cat and dan share third place."""
    placings = []
    place = 1
    for group in groups:
        players = tuple(group.split())
        placings.append(Placing(place, players, Cite("D7 6.8"), "as the final left them"))
        place += len(players)
    return tuple(placings)


def money(given: Awards) -> dict[str, int]:
    return {line.player: line.money for line in given.lines}


def line_of(given: Awards, player: str) -> Award:
    return next(line for line in given.lines if line.player == player)


def balances(given: Awards, pool: int) -> bool:
    return sum(line.money for line in given.lines) == pool + given.topped_up + given.rounding


# The money of each place


@pytest.mark.clause("D7 3.2(h)", "D7 3.4")
@pytest.mark.parametrize(
    ("prizes", "pool", "each", "added"),
    [
        (SUMS, 1000_00, (500_00, 300_00, 200_00), 0),
        # Fees do not reach the listed sums: the operator adds the difference.
        (SUMS, 900_00, (500_00, 300_00, 200_00), 100_00),
        (SUMS, 999_99, (500_00, 300_00, 200_00), 1),
        (SUMS, 0, (500_00, 300_00, 200_00), 1000_00),
        # Sums only: what lies beyond follows them.
        (SUMS, 2000_00, (1000_00, 600_00, 400_00), 0),
        (SUMS, 1000_01, (500_01, 300_00, 200_00), 0),
        (SUMS, 1000_09, (500_06, 300_02, 200_01), 0),
        # Shares only.
        (SHARES, 1000_00, (500_00, 300_00, 200_00), 0),
        (SHARES, 99, (51, 29, 19), 0),
        (SHARES, 0, (0, 0, 0), 0),
        ((Prize(share=1),) * 3, 100_00, (33_34, 33_33, 33_33), 0),
        # A sum and the rest: sums first.
        ((Prize(100_00), Prize(share=2), Prize(share=1)), 400_00, (100_00, 200_00, 100_00), 0),
        ((Prize(100_00), Prize(share=2), Prize(share=1)), 400_02, (100_00, 200_02, 100_00), 0),
        ((Prize(100_00), Prize(share=2), Prize(share=1)), 40_00, (100_00, 0, 0), 60_00),
        ((Prize(100_00, share=1), Prize(50_00, share=1)), 200_00, (125_00, 75_00), 0),
        # Goods without a share get nothing of the rest; goods alone part it equally.
        ((Prize(goods="watch", value=90_00), Prize(share=1)), 80_00, (0, 80_00), 0),
        ((Prize(goods="watch"), Prize(goods="pen")), 15, (8, 7), 0),
    ],
)
def test_D7_3_4_the_whole_pool_goes_to_the_prizes(
    prizes: tuple[Prize, ...], pool: int, each: tuple[int, ...], added: int
) -> None:
    assert money_prizes(prizes, pool) == (each, added)


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_without_a_prize_list_there_is_nothing_to_give() -> None:
    assert money_prizes((), 0) == ((), 0)
    assert awards(placed("ana"), (), 0) == Awards((), 0, 0, ())


# Each to his place


@pytest.mark.clause("D7 3.2(h)", "D7 3.4")
def test_D7_3_4_each_place_has_its_prize_and_places_beyond_the_list_none() -> None:
    given = awards(placed("ana", "ben", "cat", "dan"), SUMS, 1000_00)
    assert given.lines == (
        Award("ana", 1, 500_00, "", Cite("D7 3.4"), "prize 1: 500 as listed"),
        Award("ben", 2, 300_00, "", Cite("D7 3.4"), "prize 2: 300 as listed"),
        Award("cat", 3, 200_00, "", Cite("D7 3.4"), "prize 3: 200 as listed"),
    )
    assert (given.rounding, given.topped_up, given.returned) == (0, 0, ())


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_the_working_tells_sum_share_and_odd_cents() -> None:
    prizes = (Prize(100_00, share=2), Prize(share=1), Prize(50_00))
    given = awards(placed("ana", "ben", "cat"), prizes, 250_01)
    assert [line.working for line in given.lines] == [
        "prize 1: 100 as listed + 66.67 for 2 of 3 parts of 100.01 + 0.01 that cannot be divided = 166.68",
        "prize 2: 33.33 for 1 of 3 parts of 100.01",
        "prize 3: 50 as listed",
    ]
    assert money(given) == {"ana": 166_68, "ben": 33_33, "cat": 50_00}
    assert balances(given, 250_01)


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_sums_are_told_in_their_smallest_proportion() -> None:
    given = awards(placed("ana", "ben", "cat"), SUMS, 2000_00)
    assert line_of(given, "ben").working == "prize 2: 300 as listed + 300 for 3 of 10 parts of 1000 = 600"


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_the_operator_tops_up_a_pool_that_falls_short() -> None:
    given = awards(placed("ana", "ben", "cat"), SUMS, 700_00)
    assert money(given) == {"ana": 500_00, "ben": 300_00, "cat": 200_00}
    assert given.topped_up == 300_00
    assert given.rounding == 0
    assert balances(given, 700_00)


@pytest.mark.clause("D7 3.2(h)", "D7 3.4")
def test_D7_3_4_who_alone_has_a_place_gets_its_goods_themselves() -> None:
    prizes = (Prize(100_00, goods="a car", value=9000_00), Prize(goods="a watch", value=200_00))
    given = awards(placed("ana", "ben"), prizes, 100_00)
    assert given.lines == (
        Award("ana", 1, 100_00, "a car", Cite("D7 3.4"), "prize 1: 100 as listed, and a car"),
        Award("ben", 2, 0, "a watch", Cite("D7 3.4"), "prize 2: no money, and a watch"),
    )
    assert (given.rounding, given.topped_up, given.returned) == (0, 0, ())


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_a_share_of_nothing_is_told_as_no_money() -> None:
    given = awards(placed("ana", "ben"), (Prize(10_00), Prize(share=1)), 10_00)
    assert line_of(given, "ben") == Award("ben", 2, 0, "", Cite("D7 3.4"), "prize 2: no money")


# Shared prizes


@pytest.mark.clause("D7 6.11(a)")
def test_D7_6_11_a_two_share_their_prize_and_the_next() -> None:
    prizes = (*SUMS, Prize(100_00), Prize(50_00))
    given = awards(placed("ana", "ben", "cat dan", "eve"), prizes, 1150_00)
    assert money(given) == {"ana": 500_00, "ben": 300_00, "cat": 150_00, "dan": 150_00, "eve": 50_00}
    assert line_of(given, "cat") == Award(
        "cat",
        3,
        150_00,
        "",
        Cite("D7 6.11(a)", "T13"),
        "prize 3: 200 as listed; prize 4: 100 as listed; 300 shared by 2 is 150 each",
    )
    assert line_of(given, "dan").place == 3
    assert line_of(given, "eve").place == 5
    assert given.rounding == 0


@pytest.mark.clause("D7 6.11(b)")
def test_D7_6_11_b_three_share_their_prize_and_the_next_two() -> None:
    prizes = (*SUMS, Prize(100_00), Prize(60_00), Prize(7_00))
    given = awards(placed("ana", "ben", "cat dan eve", "fay"), prizes, 1167_00)
    assert {player: money(given)[player] for player in ("cat", "dan", "eve", "fay")} == {
        "cat": 120_00,
        "dan": 120_00,
        "eve": 120_00,
        "fay": 7_00,
    }
    assert line_of(given, "eve").rule == Cite("D7 6.11(b)", "T13")


@pytest.mark.clause("D7 6.11(b)")
def test_D7_6_11_four_share_four_prizes() -> None:
    prizes = (*SUMS, Prize(100_00), Prize(60_00), Prize(40_00))
    given = awards(placed("ana", "ben", "cat dan eve fay"), prizes, 1200_00)
    assert {line.money for line in given.lines[2:]} == {100_00}
    assert line_of(given, "fay").rule == Cite("D7 6.11(b)", "T13")


@pytest.mark.clause("D7 6.11(a)", "D7 6.11(b)")
@pytest.mark.parametrize(("sharers", "each", "rounding"), [("cat dan", 100_00, 0), ("cat dan eve", 66_67, 1)])
def test_D7_6_11_later_prizes_that_are_not_on_the_list_count_as_nothing(sharers: str, each: int, rounding: int) -> None:
    given = awards(placed("ana", "ben", sharers, "fay"), SUMS, 1000_00)
    assert {line.money for line in given.lines[2:]} == {each}
    assert given.rounding == rounding
    assert "fay" not in money(given)
    assert balances(given, 1000_00)


@pytest.mark.clause("D7 6.11(b)", "D7 3.4")
def test_D7_6_11_shares_are_rounded_up_to_a_cent_and_the_operator_pays_for_that() -> None:
    prizes = (Prize(10_00), Prize(5_00), Prize(1_00), Prize(50), Prize(25))
    given = awards(placed("ana", "ben", "cat dan eve"), prizes, 16_75)
    assert {line.money for line in given.lines[2:]} == {59}
    assert given.rounding == 2
    assert line_of(given, "cat").working.endswith("; 1.75 shared by 3 is 0.59 each, rounded up to a cent")
    assert balances(given, 16_75)


@pytest.mark.clause("D7 6.11(a)", "D7 3.4")
def test_D7_6_11_shared_goods_count_at_their_listed_value_and_go_back() -> None:
    prizes = (Prize(500_00), Prize(300_00), Prize(100_00), Prize(20_00, goods="a watch", value=81_01))
    given = awards(placed("ana", "ben", "cat dan"), prizes, 920_00)
    assert money(given)["cat"] == money(given)["dan"] == 100_51
    assert [line.goods for line in given.lines] == ["", "", "", ""]
    assert (given.rounding, given.topped_up, given.returned) == (1, 81_01, ("a watch",))
    assert line_of(given, "dan").working == (
        "prize 3: 100 as listed; prize 4: 20 as listed, a watch at 81.01; "
        "201.01 shared by 2 is 100.51 each, rounded up to a cent"
    )
    assert balances(given, 920_00)


@pytest.mark.clause("D7 6.11(a)", "D7 3.4")
def test_D7_6_11_topping_up_for_sums_and_for_shared_goods_add_up() -> None:
    prizes = (Prize(500_00), Prize(300_00), Prize(goods="a watch", value=80_00), Prize(10_00))
    given = awards(placed("ana", "ben", "cat dan"), prizes, 800_00)
    assert money(given)["cat"] == 45_00
    assert given.topped_up == 10_00 + 80_00
    assert balances(given, 800_00)


@pytest.mark.clause("D7 6.11(a)")
def test_D7_6_11_a_value_without_goods_is_worth_nothing() -> None:
    prizes = (Prize(5_00), Prize(3_00), Prize(2_00, value=90_00))
    given = awards(placed("ana", "ben", "cat dan"), prizes, 10_00)
    assert money(given)["cat"] == 1_00
    assert given.topped_up == 0


# Prizes that nobody took


@pytest.mark.clause("D7 3.4", "D7 3.2(h)")
def test_D7_3_4_money_that_nobody_took_is_shared_by_the_prize_winners() -> None:
    given = awards(placed("ana", "ben"), SUMS, 1000_00)
    assert given.lines == (
        Award(
            "ana",
            1,
            600_00,
            "",
            Cite("D7 3.4", "T31"),
            "prize 1: 500 as listed; nobody took prize 3: 200 shared by 2 is 100 each",
        ),
        Award(
            "ben",
            2,
            400_00,
            "",
            Cite("D7 3.4", "T31"),
            "prize 2: 300 as listed; nobody took prize 3: 200 shared by 2 is 100 each",
        ),
    )
    assert given.rounding == 0


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_several_prizes_that_nobody_took_are_shared_as_one_sum_rounded_up() -> None:
    prizes = (Prize(500_00), Prize(300_00), Prize(200_00), Prize(50), Prize(50))
    given = awards(placed("ana", "ben", "cat"), prizes, 1001_00)
    assert money(given) == {"ana": 500_34, "ben": 300_34, "cat": 200_34}
    assert given.rounding == 2
    assert line_of(given, "cat").working == (
        "prize 3: 200 as listed; nobody took prize 4, 5: 1 shared by 3 is 0.34 each, rounded up to a cent"
    )
    assert balances(given, 1001_00)


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_goods_that_nobody_took_go_back_without_their_value() -> None:
    prizes = (Prize(50_00), Prize(goods="a watch", value=80_00))
    given = awards(placed("ana"), prizes, 50_00)
    assert given == Awards((Award("ana", 1, 50_00, "", Cite("D7 3.4"), "prize 1: 50 as listed"),), 0, 0, ("a watch",))


@pytest.mark.clause("D7 3.4", "D7 6.11(a)")
def test_D7_3_4_sharers_have_their_part_of_what_nobody_took_too() -> None:
    prizes = (*SUMS, Prize(100_00), Prize(40_00, goods="a pen", value=5_00))
    given = awards(placed("ana", "ben", "cat dan"), prizes, 1140_00)
    assert money(given) == {"ana": 510_00, "ben": 310_00, "cat": 160_00, "dan": 160_00}
    assert line_of(given, "cat").rule == Cite("D7 6.11(a)", "T13")
    assert line_of(given, "cat").working.endswith(
        "; 300 shared by 2 is 150 each; nobody took prize 5: 40 shared by 4 is 10 each"
    )
    assert given.returned == ("a pen",)
    assert given.topped_up == 0
    assert balances(given, 1140_00)


@pytest.mark.clause("D7 3.4", "D7 6.11(a)")
def test_D7_3_4_goods_go_back_from_shared_places_first_and_then_from_empty_ones() -> None:
    prizes = (
        Prize(5_00),
        Prize(4_00),
        Prize(goods="a pen", value=3_00),
        Prize(goods="a cup", value=1_00),
        Prize(goods="a hat"),
    )
    given = awards(placed("ana", "ben", "cat dan"), prizes, 9_00)
    assert given.returned == ("a pen", "a cup", "a hat")
    assert money(given) == {"ana": 5_00, "ben": 4_00, "cat": 2_00, "dan": 2_00}
    assert given.topped_up == 4_00


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_where_nobody_is_placed_nothing_is_paid() -> None:
    prizes = (Prize(50_00), Prize(goods="a watch", value=80_00))
    assert awards((), prizes, 40_00) == Awards((), 0, 0, ("a watch",))


# Whatever the list and whoever was placed

_PRIZE = st.builds(
    Prize,
    amount=st.integers(0, 1000_00),
    share=st.integers(0, 10),
    goods=st.sampled_from(("", "a watch")),
    value=st.integers(0, 100_00),
)
_PRIZES = st.lists(_PRIZE, min_size=1, max_size=7).map(tuple)
_SIZES = st.lists(st.integers(1, 4), min_size=0, max_size=4)


def _placings(sizes: list[int]) -> tuple[Placing, ...]:
    """A winner, and groups of such sizes behind."""
    groups = [1, *sizes]
    return placed(*(" ".join(f"p{number}{other}" for other in range(size)) for number, size in enumerate(groups)))


@pytest.mark.clause("D7 3.4")
@given(prizes=_PRIZES, pool=st.integers(0, 10_000_00))
def test_D7_3_4_money_prizes_are_the_pool_and_what_is_added(prizes: tuple[Prize, ...], pool: int) -> None:
    each, added = money_prizes(prizes, pool)
    assert sum(each) == pool + added
    assert all(amount >= prize.amount for amount, prize in zip(each, prizes, strict=True))
    assert added == 0 or each == tuple(prize.amount for prize in prizes)


@pytest.mark.clause("D7 3.4", "D7 6.11(a)", "D7 6.11(b)")
@given(prizes=_PRIZES, pool=st.integers(0, 10_000_00), sizes=_SIZES)
def test_D7_6_11_all_that_is_paid_is_the_pool_and_what_the_operator_adds(
    prizes: tuple[Prize, ...], pool: int, sizes: list[int]
) -> None:
    placings = _placings(sizes)
    given = awards(placings, prizes, pool)
    assert balances(given, pool)
    assert 0 <= given.rounding < len(given.lines) * (len(placings) + 1)
    winners = [player for placing in placings if placing.place <= len(prizes) for player in placing.players]
    assert [line.player for line in given.lines] == winners
    by_place: dict[int, set[int]] = {}
    for line in given.lines:
        by_place.setdefault(line.place, set()).add(line.money)
    assert all(len(amounts) == 1 for amounts in by_place.values())


@pytest.mark.clause("D7 3.4")
@given(prizes=_PRIZES, pool=st.integers(0, 10_000_00), sizes=_SIZES)
def test_D7_3_4_goods_are_won_or_go_back(prizes: tuple[Prize, ...], pool: int, sizes: list[int]) -> None:
    given = awards(_placings(sizes), prizes, pool)
    won = sum(bool(line.goods) for line in given.lines)
    assert won + len(given.returned) == sum(bool(prize.goods) for prize in prizes)
