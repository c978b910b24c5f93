"""Situations whose answer is known, from books on tournament play or by plain thought, and what must always hold.

The books are Stanford Wong's Casino Tournament Strategy (1992) and Wong's and other writers' last-hand tables: with a
lead that cannot be overtaken wager the minimum; betting last, cover both the high and the low where that can be; hit
for nothing where a bust costs nothing; double for less where more would lose the tie; insure where a dealer's
blackjack is what is needed.
"""

from __future__ import annotations

import numpy as np
import pytest

from croupier.games.blackjack import hand as machine
from croupier.games.blackjack.hand import Decision
from croupier.games.sign import Sign
from croupier.games.tournament.session_table.last_hand import LastHand, LastSeat, refuses_last_hand
from croupier.odds.last_hand import kernels
from croupier.odds.last_hand.answer import solve_last_hand
from croupier.odds.last_hand.figures import LastHandAnswer
from croupier.odds.last_hand.play import HandPlay, PlaceContest, SolveDetail

SIGN = Sign(50_00, 500_00, 50_00, 5_00)
FINE = Sign(10_00, 500_00, 10_00, 5_00)
HELD = tuple([1 / 13] * 9 + [4 / 13])


def solved(*seats: LastSeat, marker: str, sign: Sign = SIGN, **more: object) -> LastHandAnswer:
    hand = LastHand(seats, marker, sign, **more)  # type: ignore[arg-type]
    assert refuses_last_hand(hand) is None
    return solve_last_hand(hand, departures=False)


def test_a_lead_that_cannot_be_overtaken_is_kept_with_the_minimum() -> None:
    """All that 300 can become is 750, with a blackjack or by doubling: 950 is more."""
    found = solved(LastSeat("ana", 300_00), LastSeat("ben", 1000_00), marker="ben")
    assert found.best == SIGN.minimum
    assert found.wagers[0].chance == pytest.approx(1)


def test_betting_last_the_leader_covers_both_the_high_and_the_low() -> None:
    """Ana, 900, lays 500. With 450 or 500 Ben has more than she if both win, and more than she if both lose."""
    found = solved(LastSeat("ana", 900_00, 500_00), LastSeat("ben", 1000_00), marker="ana")
    assert found.best in (450_00, 500_00)
    by_wager = {each.wager: each.chance for each in found.wagers}
    assert by_wager[450_00] > by_wager[250_00] + 0.02
    assert by_wager[450_00] > by_wager[350_00] + 0.02


def test_betting_last_half_way_between_the_ends_covers_the_high_and_the_low() -> None:
    """Ana, 900, lays 200. More than 100 keeps Ben ahead if both win, less than 300 if both lose: half way lies 200."""
    found = solved(LastSeat("ana", 900_00, 200_00), LastSeat("ben", 1000_00), marker="ana")
    by_wager = {each.wager: each.chance for each in found.wagers}
    assert found.best in (150_00, 200_00, 250_00)
    assert by_wager[200_00] > by_wager[50_00] + 0.02
    assert by_wager[200_00] > by_wager[300_00] + 0.02
    assert by_wager[200_00] > by_wager[500_00] + 0.02


def test_betting_last_with_a_small_wager_against_him_the_leader_lays_no_more_than_the_lead() -> None:
    """Ana, 800, lays 100: two hands of a split, both doubled, take her to 1200 at most. Ben keeps 1250 of his 1300."""
    found = solved(LastSeat("ana", 800_00, 100_00), LastSeat("ben", 1300_00), marker="ana")
    assert found.best == SIGN.minimum
    assert found.wagers[0].chance == pytest.approx(1)
    assert found.wagers[-1].chance < 0.9


def at(first: LastSeat, second: LastSeat, up: int, **more: object) -> LastHandAnswer:
    return solved(first, second, marker=first.name, up=up, sign=FINE, **more)


def test_when_the_other_has_lost_nothing_is_risked() -> None:
    """Ana is bust with 500: Ben stands on 12 against a ten, where basic play draws."""
    found = at(LastSeat("ana", 900_00, 500_00, cards=(10, 6, 10)), LastSeat("ben", 1000_00, 400_00, cards=(10, 2)), 10)
    assert found.decisions[0].decision == "stand"
    assert found.decisions[0].chance == pytest.approx(1)


def test_a_free_hit_is_taken() -> None:
    """Ana stands on 20 and leads by 10. If Ben stands on 17 he wins only where she does: a bust costs him nothing."""
    found = at(
        LastSeat("ana", 1000_00, 100_00, cards=(10, 10), stands=True),
        LastSeat("ben", 990_00, 100_00, cards=(10, 7)),
        9,
    )
    by_name = {each.decision: each.chance for each in found.decisions}
    assert by_name["stand"] == pytest.approx(0)
    assert by_name["draw"] > 0.01


def test_a_double_for_less_is_made_where_more_would_lose_what_a_loss_leaves() -> None:
    """Ana has 19 with 400 of her 900. Ben's 290 does not reach 1300; 20 more do. A double of 200 or less loses to 510,
    which is more than 500, what she has if the dealer beats both: 290 more would leave 420."""
    found = at(
        LastSeat("ana", 900_00, 200_00, cards=(5, 6, 8), doubled=200_00),
        LastSeat("ben", 1000_00, 290_00, cards=(10, 2)),
        6,
    )
    best = found.decisions[0]
    assert best.decision == "double"
    assert 20_00 <= best.amount <= 200_00
    full = next(each for each in found.decisions if (each.decision, each.amount) == ("double", 290_00))
    assert best.chance > full.chance + 0.1


def test_insurance_swings() -> None:
    """Both lay 100 and hold 20. A dealer's blackjack takes Ben past Ana, but only if he is insured."""
    found = at(LastSeat("ben", 960_00, 100_00, cards=(10, 10)), LastSeat("ana", 1000_00, 100_00, cards=(10, 10)), 1)
    assert [each.decision for each in found.insurance] == ["insure", "no insurance"]
    tens = (128 - 4) / (416 - 5)
    assert found.insurance[0].chance > tens
    assert found.insurance[1].chance < found.insurance[0].chance - 0.1


# What must always hold


@pytest.mark.parametrize(
    ("chips", "wagers", "advance"), [((1000, 900, 800), (100, 200, 300), 1), ((1000, 900, 800), (50, 200, 300), 2)]
)
@pytest.mark.parametrize("sight", [True, False])
def test_the_chances_add_up_to_the_places(
    chips: tuple[int, ...], wagers: tuple[int, ...], advance: int, *, sight: bool
) -> None:
    contest = PlaceContest(tuple(100 * each for each in chips), SIGN, HELD, advance, 0)
    play = HandPlay(
        contest, tuple(100 * each for each in wagers), SolveDetail(splits=False, sight=sight, insurance=False)
    )
    assert play.value.sum() == pytest.approx(advance)


def test_who_sits_out_far_behind_changes_nothing() -> None:
    detail = SolveDetail(splits=False, insurance=False)
    two = HandPlay(PlaceContest((1000_00, 900_00), SIGN, HELD, 1, 0), (100_00, 250_00), detail).value
    three = HandPlay(PlaceContest((1000_00, 900_00, 20_00), SIGN, HELD, 1, 0), (100_00, 250_00, 0), detail).value
    assert three[:2] == pytest.approx(two[:2], abs=1e-12)
    assert three[2] == pytest.approx(0)


def test_more_decisions_are_never_worse_for_the_last_box() -> None:
    """The last box alone may split: nobody answers that."""
    contest = PlaceContest((1000_00, 900_00), SIGN, HELD, 1, 1)
    for wagers in ((100_00, 250_00), (500_00, 200_00)):
        plain = HandPlay(contest, wagers, SolveDetail(splits=False, insurance=False))
        first, _ = plain.at(6, plain.plain, 1, plain.plain.ends[5][:, None, :])
        rich = HandPlay(contest, wagers, SolveDetail(insurance=False))
        ends = rich.plain.ends[5][:, None, :]
        second, _ = rich.at(6, rich.plain, 1, ends)
        kinds = len(plain.graph.kinds)
        for kind in range(kinds):
            one = first[plain.plain.trans[0][0, kind], :, 0, 1]
            other = second[rich.plain.trans[0][0, kind], :, 0, 1]
            assert (other >= one - 1e-9).all()


def test_a_given_chance_counts_in_a_tie() -> None:
    """Equal stacks, equal wagers, and both stand on 20: nothing but a tie can come of it."""
    hands = (
        LastSeat("ana", 1000_00, 500_00, cards=(10, 10), stands=True),
        LastSeat("ben", 1000_00, 500_00, cards=(10, 10)),
    )
    share = at(*hands, 6)
    assert next(each for each in share.decisions if each.decision == "stand").chance == pytest.approx(0.5)
    given = at(*hands, 6, tie=0.2)
    assert next(each for each in given.decisions if each.decision == "stand").chance == pytest.approx(0.2)


def test_prizes_are_expected() -> None:
    """Two players, 600 and 200: the prize is 200 and 400 times the chance to win."""
    found = solved(
        LastSeat("ana", 900_00, 500_00), LastSeat("ben", 1000_00, 450_00), marker="ana", prizes=(600_00, 200_00)
    )
    (only,) = found.wagers
    assert only.prize == pytest.approx(200_00 + 400_00 * only.chance)


def test_the_numbers_of_decisions_are_the_hand_machines() -> None:
    assert tuple(map(int, Decision)) == (kernels.STAND, kernels.DRAW, kernels.DOUBLE, kernels.SPLIT)


def test_a_rule_changed_in_the_hand_machine_is_followed() -> None:
    """Where a hand with an ace may be doubled, the last box is worth more to whoever needs two wagers."""
    rules = machine.GAZETTED._replace(double_with_ace=True)
    contest = PlaceContest((1000_00, 700_00), SIGN, HELD, 1, 1)
    detail = SolveDetail(splits=False, insurance=False)
    usual = HandPlay(contest, (50_00, 200_00), detail).value[1]
    changed = HandPlay(contest._replace(rules=rules), (50_00, 200_00), detail).value[1]
    assert changed > usual + 0.005
    assert np.isfinite(changed)
