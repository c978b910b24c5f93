from __future__ import annotations

from typing import Any

import pytest

from croupier import KindLimits, Refusal, Refused, Sign


def refused(**words: Any) -> Refusal:
    """Why there can be no such sign."""
    with pytest.raises(Refused) as caught:
        Sign(**words)
    return caught.value.refusal


NOT_WHOLE = [True, 5_00.0, 0.5, "500", None, [5_00]]


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize(
    ("minimum", "maximum"),
    [(50, 50), (50, 1_00), (5_00, 5_00), (5_00, 5_50), (5_00, 1_000_00), (50, 100_000_000_00)],
)
def test_D1_9_1_a_sign_states_any_minimum_and_a_maximum_not_below_it(minimum: int, maximum: int) -> None:
    sign = Sign(minimum=minimum, maximum=maximum)
    assert (sign.minimum, sign.maximum) == (minimum, maximum)
    assert (sign.increment, sign.smallest_chip, sign.by_kind) == (None, 50, ())


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize("bad", [*NOT_WHOLE, 0, -50, -5_00])
def test_D1_9_1_the_minimum_is_a_whole_amount_above_nothing(bad: Any) -> None:
    refusal = refused(minimum=bad, maximum=1_000_00)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert refusal.why == "Limits are whole numbers of cents, and the minimum is at least 1."


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize("bad", NOT_WHOLE)
def test_D1_9_1_the_maximum_is_a_whole_amount(bad: Any) -> None:
    refusal = refused(minimum=5_00, maximum=bad)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert "whole numbers of cents" in refusal.why


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize(("maximum", "shown"), [(4_50, "$4.50"), (50, "$0.50"), (0, "$0"), (-5_00, "-$5")])
def test_D1_9_1_the_maximum_may_not_lie_below_the_minimum(maximum: int, shown: str) -> None:
    refusal = refused(minimum=5_00, maximum=maximum)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert refusal.why == f"The maximum {shown} is below the minimum $5."


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_no_limit_exceeds_what_a_purse_may_hold() -> None:
    most = 10_000_000_000_000
    assert Sign(minimum=most, maximum=most).maximum == most
    own = KindLimits("F", 5_00, most + 50)
    for refusal in (
        refused(minimum=5_00, maximum=most + 50),
        refused(minimum=5_00, maximum=10_00, by_kind=(own,)),
    ):
        assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
        assert refusal.why == "No limit may exceed $100000000000."


@pytest.mark.clause("D1 9.1", "D1 1.1 Chips")
@pytest.mark.parametrize(("minimum", "maximum"), [(5_25, 10_00), (5_00, 10_25), (5_25, 10_25), (1, 10_00), (50, 51)])
def test_D1_9_1_limits_must_be_payable_in_the_smallest_chip(minimum: int, maximum: int) -> None:
    refusal = refused(minimum=minimum, maximum=maximum)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert refusal.why == "The limits must be payable in the smallest chip, $0.50."


@pytest.mark.clause("D1 1.1 Chips")
@pytest.mark.parametrize("bad", [*NOT_WHOLE, 0, -1, -50])
def test_D1_1_1_the_smallest_chip_is_worth_a_whole_number_of_cents(bad: Any) -> None:
    refusal = refused(minimum=5_00, maximum=1_000_00, smallest_chip=bad)
    assert (refusal.code, refusal.rule.clause) == ("bad_chip", "D1 1.1 Chips")
    assert refusal.why == "The smallest chip must be worth a whole number of cents, at least 1."


@pytest.mark.clause("D1 1.1 Chips")
@pytest.mark.parametrize("chip", [1, 5, 50, 2_50, 5_00])
def test_D1_1_1_the_smallest_chip_may_have_any_value_that_makes_up_the_limits(chip: int) -> None:
    assert Sign(minimum=5_00, maximum=1_000_00, smallest_chip=chip).smallest_chip == chip


@pytest.mark.clause("D1 9.5")
@pytest.mark.parametrize("increment", [50, 1_00, 2_50, 4_50, 5_00])
def test_D1_9_5_an_increment_may_be_anything_in_chips_up_to_the_minimum(increment: int) -> None:
    sign = Sign(minimum=5_00, maximum=1_000_00, increment=increment)
    assert (sign.increment, sign.step) == (increment, increment)


@pytest.mark.clause("D1 9.5")
def test_D1_9_5_an_increment_may_be_a_single_cent_where_chips_are_that_small() -> None:
    assert Sign(minimum=5_00, maximum=1_000_00, increment=1, smallest_chip=1).step == 1


@pytest.mark.clause("D1 9.5")
def test_D1_9_5_without_an_increment_the_step_is_the_smallest_chip() -> None:
    assert Sign(minimum=5_00, maximum=1_000_00).step == 50
    assert Sign(minimum=5_00, maximum=1_000_00, smallest_chip=2_50).step == 2_50


@pytest.mark.clause("D1 9.5")
@pytest.mark.parametrize("bad", [True, 5_00.0, "500", [5_00], 0, -50, -5_00, 25, 75, 4_75])
def test_D1_9_5_an_increment_is_a_number_of_chips(bad: Any) -> None:
    refusal = refused(minimum=5_00, maximum=1_000_00, increment=bad)
    assert (refusal.code, refusal.rule.clause) == ("bad_increment", "D1 9.5")
    assert refusal.why == "The increment must be a multiple of the $0.50 chip."


@pytest.mark.clause("D1 9.5")
@pytest.mark.parametrize(("increment", "shown"), [(5_50, "$5.50"), (10_00, "$10"), (1_000_00, "$1000")])
def test_D1_9_5_an_increment_above_the_minimum_is_refused(increment: int, shown: str) -> None:
    refusal = refused(minimum=5_00, maximum=1_000_00, increment=increment)
    assert (refusal.code, refusal.rule.clause) == ("bad_increment", "D1 9.5")
    assert refusal.why == f"The increment {shown} may not exceed the minimum $5."


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize("bad", NOT_WHOLE)
def test_D1_9_1_an_increment_does_not_hide_a_minimum_that_is_no_amount(bad: Any) -> None:
    refusal = refused(minimum=bad, maximum=1_000_00, increment=5_00)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")


@pytest.mark.clause("D1 9.1", "D1 9.5")
@pytest.mark.parametrize(("minimum", "maximum"), [(6_00, 9_50), (5_50, 9_50), (6_00, 6_00)])
def test_D1_9_1_limits_between_which_no_wager_fits_are_refused(minimum: int, maximum: int) -> None:
    refusal = refused(minimum=minimum, maximum=maximum, increment=5_00)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert refusal.why == "No multiple of the increment lies between the limits."


@pytest.mark.clause("D1 9.1", "D1 9.5")
@pytest.mark.parametrize(("minimum", "maximum"), [(6_00, 10_00), (9_50, 10_00), (10_00, 10_00), (5_00, 5_00)])
def test_D1_9_1_one_wager_that_fits_the_increment_is_enough(minimum: int, maximum: int) -> None:
    assert Sign(minimum=minimum, maximum=maximum, increment=5_00).minimum == minimum


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_a_sign_may_state_limits_for_one_kind_of_wager() -> None:
    own = KindLimits("F", 1_00, 20_00)
    sign = Sign(minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("E", 5_00, 40_00), own))
    assert sign.limits("F") is own
    assert sign.limits("E") == KindLimits("E", 5_00, 40_00)
    assert sign.limits("A") is sign
    assert sign.limits("") is sign


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize(
    ("own", "why"),
    [
        (KindLimits("F", 0, 20_00), "at least 1"),
        (KindLimits("F", -50, 20_00), "at least 1"),
        (KindLimits("F", 10_00, 9_50), "The maximum $9.50 is below the minimum $10."),
        (KindLimits("F", 1_25, 20_00), "payable in the smallest chip, $0.50"),
        (KindLimits("F", 1_00, 20_25), "payable in the smallest chip, $0.50"),
        (KindLimits("F", 6_00, 9_00), "No multiple of the increment"),
    ],
)
def test_D1_9_1_the_limits_of_a_kind_are_checked_like_those_of_the_table(own: KindLimits, why: str) -> None:
    for by_kind in ((own,), (KindLimits("E", 5_00, 10_00), own)):
        refusal = refused(minimum=5_00, maximum=1_000_00, increment=5_00, by_kind=by_kind)
        assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
        assert why in refusal.why


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize("bad", NOT_WHOLE)
def test_D1_9_1_the_limits_of_a_kind_are_whole_amounts(bad: Any) -> None:
    for own in (KindLimits("F", bad, 20_00), KindLimits("F", 1_00, bad)):
        refusal = refused(minimum=5_00, maximum=1_000_00, by_kind=(own,))
        assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_a_kind_may_not_have_two_limits() -> None:
    twice = (KindLimits("F", 1_00, 20_00), KindLimits("E", 1_00, 20_00), KindLimits("F", 1_00, 20_00))
    refusal = refused(minimum=5_00, maximum=1_000_00, by_kind=twice)
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert refusal.why == "The sign states the limits of one kind of wager twice."


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_a_refused_sign_says_what_clause_and_code() -> None:
    with pytest.raises(Refused, match=r"is below the minimum \$5\. \[D1 9\.1, bad_limits\]"):
        Sign(minimum=5_00, maximum=4_00)


def kinds(*limits: KindLimits) -> Sign:
    return Sign(minimum=5_00, maximum=100_00, by_kind=limits)


PLAIN = Sign(minimum=5_00, maximum=100_00)


@pytest.mark.clause("D1 9.3(a)", "D1 9.3(b)", "D1 9.3(c)")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PLAIN, Sign(minimum=5_50, maximum=100_00)),
        (PLAIN, Sign(minimum=5_00, maximum=99_50)),
        (PLAIN, Sign(minimum=4_50, maximum=99_50)),
        (PLAIN, Sign(minimum=5_50, maximum=100_50)),
        (PLAIN, kinds(KindLimits("F", 5_50, 100_00))),
        (PLAIN, kinds(KindLimits("F", 5_00, 99_50))),
        (PLAIN, kinds(KindLimits("E", 5_00, 100_00), KindLimits("F", 1_00, 99_50))),
        (kinds(KindLimits("F", 1_00, 100_00)), PLAIN),
        (kinds(KindLimits("F", 5_00, 100_50)), PLAIN),
        (kinds(KindLimits("F", 5_00, 20_00)), kinds(KindLimits("F", 5_50, 20_00))),
        (kinds(KindLimits("F", 5_00, 20_00)), kinds(KindLimits("F", 5_00, 19_50))),
        (
            kinds(KindLimits("F", 5_00, 20_00)),
            Sign(minimum=5_50, maximum=100_00, by_kind=(KindLimits("F", 5_00, 20_00),)),
        ),
    ],
)
def test_D1_9_3_a_higher_minimum_or_lower_maximum_anywhere_is_against_the_players(old: Sign, new: Sign) -> None:
    assert old.is_against_players(new)


@pytest.mark.clause("D1 9.3(a)")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (PLAIN, PLAIN),
        (PLAIN, Sign(minimum=4_50, maximum=100_00)),
        (PLAIN, Sign(minimum=5_00, maximum=100_50)),
        (PLAIN, Sign(minimum=50, maximum=1_000_00)),
        (PLAIN, kinds(KindLimits("F", 5_00, 100_00))),
        (PLAIN, kinds(KindLimits("F", 1_00, 200_00))),
        (kinds(KindLimits("F", 10_00, 20_00)), PLAIN),
        (kinds(KindLimits("F", 10_00, 20_00)), kinds(KindLimits("F", 9_50, 20_50))),
        (kinds(KindLimits("F", 1_00, 20_00)), kinds(KindLimits("F", 1_00, 20_00))),
    ],
)
def test_D1_9_3_a_change_that_widens_the_limits_is_not_against_the_players(old: Sign, new: Sign) -> None:
    assert not old.is_against_players(new)


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_limits_by_kind_stand_in_a_row_on_the_sign() -> None:
    by_kind: Any = [KindLimits("red", 5_00, 10_00)]
    with pytest.raises(Refused) as raised:
        Sign(minimum=5_00, maximum=10_00, by_kind=by_kind)
    refusal = raised.value.refusal
    assert (refusal.rule.clause, refusal.code) == ("D1 9.1", "bad_limits")
    assert refusal.why == "List the limits for kinds of wager one after the other."
