"""The limits of a wager, how they change, and wagers taken by mistake outside them: Division 1, section 9."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier import (
    LIVE,
    BuyColour,
    BuyIn,
    CashOut,
    ChangeLimits,
    Chips,
    Clock,
    CloseTable,
    Consent,
    KindLimits,
    LayoutTable,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    Outcome,
    Pay,
    PostLimits,
    Refused,
    Sign,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.acts import Act
from croupier.games.money_wheel import AnnounceSymbol, Direction, IndicatorRests, SpinWheel, symbol
from croupier.games.offers import Bounds, Choices, Field, Offer
from croupier.games.people import GAME_SUPERVISOR, Role
from croupier.games.position import Placed
from croupier.games.registry import table_of
from croupier.games.roulette import red, split, straight_up
from tests.support.rules.tables import (
    SIGN,
    live_money_wheel,
    money_wheel,
    outcomes,
    refusal_code,
    refusal_rule,
    roulette,
    total_money,
)

A, B, F = symbol("A"), symbol("B"), symbol("F")
TEN_YEARS = 316_224_000

HIGHER_MINIMUM = Sign(minimum=10_00, maximum=1_000_00)
LOWER_MAXIMUM = Sign(minimum=5_00, maximum=500_00)
HIGHER_ON_A = Sign(minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("A", 5_50, 1_000_00),))
WIDER = Sign(minimum=4_50, maximum=1_000_50)


def wheel(sign: Sign, *, amount: int = 5_000_00) -> LayoutTable:
    """A money wheel with this sign where only ana plays."""
    return croupier.money_wheel(sign, colours=("red",)).play(BuyIn("ana", amount))


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


def offers(table: LayoutTable, kind: type[Act]) -> list[Offer]:
    return [offer for offer in table.legal if offer.kind is kind]


def held(table: LayoutTable, player: str, chips: Chips = Chips.VALUE) -> int:
    purse = table.purse(player)
    return 0 if purse is None else purse.holds(chips)


# Minimum and maximum


@pytest.mark.clause("D1 9.1", "D1 9.2")
@pytest.mark.parametrize(("minimum", "maximum"), [(50, 50), (5_00, 1_000_00), (20_00, 20_50)])
def test_D1_9_1_wagers_keep_the_minimum_and_the_maximum_of_the_sign(minimum: int, maximum: int) -> None:
    table = wheel(Sign(minimum=minimum, maximum=maximum))
    assert table.view().public.sign == Sign(minimum=minimum, maximum=maximum)
    assert table.sign is table.view().public.sign
    assert refusal_code(table, Wager("ana", A, minimum)) is None
    assert refusal_code(table, Wager("ana", A, maximum)) is None
    assert refusal_code(table, Wager("ana", A, maximum + 50)) == "over_maximum"
    assert refusal_rule(table, Wager("ana", A, maximum + 50)) == "D1 9.1"
    if minimum > 50:
        assert refusal_code(table, Wager("ana", A, minimum - 50)) == "under_minimum"
        assert refusal_rule(table, Wager("ana", A, minimum - 50)) == "D1 9.1"


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_a_refused_wager_is_told_the_limit_and_what_it_makes() -> None:
    table = wheel(SIGN).play(Wager("ana", B, 900_00))
    assert why(table, Wager("ana", A, 4_50)) == "The minimum on A is $5; this makes $4.50."
    assert why(table, Wager("ana", B, 100_50)) == "The maximum on B is $1000; this makes $1000.50."


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_all_that_a_player_has_on_one_position_is_one_wager() -> None:
    table = wheel(SIGN).play(Wager("ana", A, 5_00), Wager("ana", A, 50))
    assert table.wagers == (Placed("ana", A, 5_50),)
    full = table.play(Wager("ana", A, 994_50))
    assert full.wagers == (Placed("ana", A, 1_000_00),)
    assert held(full, "ana") == 4_000_00
    assert refusal_code(full, Wager("ana", A, 50)) == "over_maximum"
    assert refusal_code(full, Wager("ana", B, 1_000_00)) is None
    assert refusal_code(full.play(BuyIn("bob", 1_000_00)), Wager("bob", A, 1_000_00)) is None
    assert refusal_code(full.play(Withdraw("ana", A)), Wager("ana", A, 50)) == "under_minimum"


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_at_roulette_too_each_position_has_the_limits_to_itself() -> None:
    table = roulette("ana").play(Wager("ana", straight_up(17), 1_000_00), Wager("ana", split(17, 20), 1_000_00))
    assert refusal_code(table, Wager("ana", straight_up(17), 50)) == "over_maximum"
    assert why(table, Wager("ana", split(17, 20), 50)) == "The maximum on split is $1000; this makes $1000.50."
    assert refusal_code(table, Wager("ana", straight_up(20), 1_000_00)) is None
    assert refusal_code(table, Wager("ana", red, 4_50)) == "under_minimum"


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_a_kind_of_wager_may_have_limits_of_its_own() -> None:
    table = wheel(Sign(minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("F", 1_00, 20_00),)))
    for amount, code in ((50, "under_minimum"), (1_00, None), (20_00, None), (20_50, "over_maximum")):
        assert refusal_code(table, Wager("ana", F, amount)) == code
    for amount, code in ((4_50, "under_minimum"), (5_00, None), (1_000_00, None), (1_000_50, "over_maximum")):
        assert refusal_code(table, Wager("ana", A, amount)) == code
    assert why(table, Wager("ana", F, 20_50)) == "The maximum on F is $20; this makes $20.50."


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_a_new_table_refuses_limits_for_wagers_it_does_not_have() -> None:
    sign = Sign(minimum=5_00, maximum=10_00, by_kind=(KindLimits("A", 5_00, 10_00), KindLimits("red", 5_00, 10_00)))
    with pytest.raises(Refused) as caught:
        croupier.money_wheel(sign)
    refusal = caught.value.refusal
    assert (refusal.code, refusal.rule.clause) == ("bad_limits", "D1 9.1")
    assert refusal.why == "The sign has limits for a wager that this game does not have: red."
    assert croupier.roulette(Sign(minimum=5_00, maximum=10_00, by_kind=sign.by_kind[1:])).sign.by_kind


# Multiples and increments


@pytest.mark.clause("D1 9.2")
@pytest.mark.parametrize("amount", [5_00, 5_50, 7_50, 9_50, 10_50, 12_50, 999_50])
def test_D1_9_2_a_wager_need_not_be_a_multiple_of_the_minimum(amount: int) -> None:
    assert wheel(SIGN).play(Wager("ana", A, amount)).wagers == (Placed("ana", A, amount),)


@pytest.mark.clause("D1 9.2", "D1 9.5")
def test_D1_9_2_a_sign_may_ask_for_multiples_of_the_minimum() -> None:
    table = wheel(Sign(minimum=5_00, maximum=1_000_00, increment=5_00))
    for amount in (5_00, 10_00, 995_00, 1_000_00):
        assert refusal_code(table, Wager("ana", A, amount)) is None
    for amount in (5_50, 7_50, 9_50, 10_50, 999_50):
        assert refusal_code(table, Wager("ana", A, amount)) == "off_increment"
        assert refusal_rule(table, Wager("ana", A, amount)) == "D1 9.5"
    assert why(table, Wager("ana", A, 7_50)) == "Wagers go up in steps of $5; this makes $7.50."


@pytest.mark.clause("D1 9.5")
def test_D1_9_5_the_increment_counts_all_that_lies_on_the_position() -> None:
    table = wheel(Sign(minimum=5_00, maximum=1_000_00, increment=2_00)).play(Wager("ana", A, 6_00))
    assert refusal_code(table, Wager("ana", A, 2_00)) is None
    assert refusal_code(table, Wager("ana", A, 1_00)) == "off_increment"
    assert why(table, Wager("ana", A, 1_00)) == "Wagers go up in steps of $2; this makes $7."
    assert refusal_code(table, Wager("ana", B, 5_00)) == "off_increment"
    assert refusal_code(table, Wager("ana", B, 4_00)) == "under_minimum"


@pytest.mark.clause("D1 9.5")
def test_D1_9_5_a_wager_that_lay_before_the_increment_came_is_rounded_off() -> None:
    stepped = Sign(minimum=5_00, maximum=1_000_00, increment=5_00)
    table = wheel(SIGN).play(Wager("ana", A, 7_50), ChangeLimits(stepped))
    assert refusal_code(table, Wager("ana", A, 5_00)) == "off_increment"
    assert refusal_code(table, Wager("ana", A, 2_50)) is None
    amounts = {offer.fields["position"]: offer.fields["amount"] for offer in offers(table, Wager)}
    assert amounts[Choices((A,))] == Bounds(lowest=2_50, highest=992_50, step=5_00)


@pytest.mark.clause("D1 9.5", "D1 1.1 Chips")
def test_D1_9_5_colour_chips_must_make_up_the_increment() -> None:
    table = wheel(Sign(minimum=5_00, maximum=1_000_00, increment=5_00)).play(BuyColour("ana", "red", 2_00, 2_000_00))
    for amount, code in ((6_00, "off_increment"), (8_00, "off_increment"), (10_00, None), (20_00, None)):
        assert refusal_code(table, Wager("ana", A, amount, Chips.COLOUR)) == code
    assert refusal_rule(table, Wager("ana", A, 8_00, Chips.COLOUR)) == "D1 9.5"
    assert why(table, Wager("ana", A, 8_00, Chips.COLOUR)) == "Wagers go up in steps of $10; this makes $8."
    assert refusal_code(table, Wager("ana", A, 15_00)) is None


# What is offered keeps the limits


@pytest.mark.clause("D1 9.1", "D1 9.5")
def test_D1_9_1_offered_wagers_run_from_the_minimum_to_the_maximum() -> None:
    sign = Sign(minimum=5_00, maximum=100_00, increment=2_00, by_kind=(KindLimits("F", 1_00, 21_00),))
    table = wheel(sign, amount=91_00).play(BuyColour("ana", "red", 3_00, 30_00), Wager("ana", A, 6_00))
    one, wager = Choices(("ana",)), Role.PLAYER
    others = Choices(tuple(map(symbol, "BCDEG")))
    value, colour = Choices((Chips.VALUE,)), Choices((Chips.COLOUR,))
    expected: list[dict[str, Field]] = [
        {"player": one, "position": Choices((A,)), "amount": Bounds(2_00, 54_00, 2_00), "chips": value},
        {"player": one, "position": others, "amount": Bounds(6_00, 54_00, 2_00), "chips": value},
        {"player": one, "position": Choices((F,)), "amount": Bounds(2_00, 20_00, 2_00), "chips": value},
        {"player": one, "position": others, "amount": Bounds(6_00, 30_00, 6_00), "chips": colour},
        {"player": one, "position": Choices((F,)), "amount": Bounds(6_00, 18_00, 6_00), "chips": colour},
    ]
    assert offers(table, Wager) == [Offer(Wager, wager, fields) for fields in expected]


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_no_wager_is_offered_that_the_limits_do_not_allow() -> None:
    table = wheel(SIGN, amount=4_50)
    assert offers(table, Wager) == []
    enough = table.play(BuyIn("ana", 50))
    assert [offer.fields["amount"] for offer in offers(enough, Wager)] == [Bounds(5_00, 5_00, 50)]
    full = wheel(SIGN).play(*(Wager("ana", symbol(letter), 1_000_00) for letter in "AB"))
    assert [offer.fields["position"] for offer in offers(full, Wager)] == [Choices(tuple(map(symbol, "CDEFG")))]


@pytest.mark.clause("D1 9.1", "D1 1.1 Chips")
def test_D1_9_1_colour_chips_that_fit_no_wager_are_not_offered() -> None:
    table = wheel(Sign(minimum=10_00, maximum=14_00)).play(BuyColour("ana", "red", 7_50, 75_00))
    assert refusal_code(table, Wager("ana", A, 7_50, Chips.COLOUR)) == "under_minimum"
    assert refusal_code(table, Wager("ana", A, 15_00, Chips.COLOUR)) == "over_maximum"
    assert [offer.fields["chips"] for offer in offers(table, Wager)] == [Choices((Chips.VALUE,))]


# Changing the limits


@pytest.mark.clause("D1 9.3(a)")
@pytest.mark.parametrize("sign", [HIGHER_MINIMUM, LOWER_MAXIMUM, HIGHER_ON_A])
def test_D1_9_3_a_limits_do_not_tighten_without_a_notice(sign: Sign) -> None:
    table = money_wheel("ana")
    assert refusal_code(table, ChangeLimits(sign)) == "no_notice"
    assert refusal_rule(table, ChangeLimits(sign)) == "D1 9.3(a)"
    assert why(table, ChangeLimits(sign)) == "Limits that are worse for the players must be posted 20 minutes ahead."


@pytest.mark.clause("D1 9.3(a)")
@pytest.mark.parametrize("sign", [HIGHER_MINIMUM, LOWER_MAXIMUM, HIGHER_ON_A])
@pytest.mark.parametrize(("announced", "due"), [(0, 1200), (1199, 1200), (1200, 1200), (1201, 1201), (3600, 3600)])
def test_D1_9_3_a_limits_tighten_when_the_time_has_come_and_the_sign_was_up_twenty_minutes(
    sign: Sign, announced: int, due: int
) -> None:
    posted = money_wheel("ana").play(Clock(77), PostLimits(sign, announced))
    assert refusal_code(posted, ChangeLimits(sign)) == "short_notice"
    almost = posted.play(Clock(due - 1))
    assert refusal_code(almost, ChangeLimits(sign)) == "short_notice"
    assert refusal_rule(almost, ChangeLimits(sign)) == "D1 9.3(a)"
    told = "The new sign has not been up for 20 minutes, and not every player has agreed."
    assert why(almost, ChangeLimits(sign)) == told
    assert almost.play(Clock(1), ChangeLimits(sign)).sign == sign


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_a_the_notice_is_there_for_all_to_see() -> None:
    posted = money_wheel("ana").play(Clock(77), PostLimits(HIGHER_MINIMUM, 1500))
    shown = posted.view().public.limits
    assert shown is not None
    assert shown.sign == HIGHER_MINIMUM
    assert (shown.notice.posted, shown.notice.at, shown.agreed) == (77, 1577, ())
    assert posted.sign == SIGN
    changed = posted.play(Clock(1500), ChangeLimits(HIGHER_MINIMUM))
    assert changed.view().public.limits is None
    assert changed.view().public.sign == HIGHER_MINIMUM


@pytest.mark.clause("D1 9.3(a)", "D1 9.2")
def test_D1_9_3_a_the_new_limits_bind_from_the_change_on() -> None:
    posted = money_wheel("ana").play(PostLimits(HIGHER_MINIMUM, 1200), Clock(1200))
    assert refusal_code(posted, Wager("ana", A, 5_00)) is None
    changed = posted.play(ChangeLimits(HIGHER_MINIMUM))
    assert refusal_code(changed, Wager("ana", A, 9_50)) == "under_minimum"
    assert refusal_code(changed, Wager("ana", A, 10_00)) is None


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_a_only_the_limits_on_the_notice_come_into_force() -> None:
    posted = money_wheel("ana").play(PostLimits(HIGHER_MINIMUM, 1200), Clock(1200))
    assert refusal_code(posted, ChangeLimits(LOWER_MAXIMUM)) == "no_notice"
    assert refusal_rule(posted, ChangeLimits(LOWER_MAXIMUM)) == "D1 9.3(a)"
    reposted = posted.play(PostLimits(LOWER_MAXIMUM, 1200))
    assert refusal_code(reposted, ChangeLimits(HIGHER_MINIMUM)) == "no_notice"
    assert refusal_code(reposted, ChangeLimits(LOWER_MAXIMUM)) == "short_notice"


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_a_a_notice_serves_once() -> None:
    changed = money_wheel("ana").play(PostLimits(HIGHER_MINIMUM, 1200), Clock(1200), ChangeLimits(HIGHER_MINIMUM))
    widened = changed.play(ChangeLimits(WIDER))
    assert refusal_code(widened, ChangeLimits(HIGHER_MINIMUM)) == "no_notice"


@pytest.mark.clause("D1 9.3(a)", "D1 9.1")
@pytest.mark.parametrize(
    "sign",
    [
        WIDER,
        SIGN,
        Sign(minimum=5_00, maximum=1_000_00, increment=5_00),
        Sign(minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("A", 1_00, 2_000_00),)),
    ],
)
def test_D1_9_3_a_limits_widen_without_notice(sign: Sign) -> None:
    assert money_wheel("ana").play(ChangeLimits(sign)).sign == sign


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_limits_tighten_at_once_when_every_player_agrees() -> None:
    posted = money_wheel("ana", "bob").play(PostLimits(HIGHER_MINIMUM, 1200))
    assert refusal_code(posted, ChangeLimits(HIGHER_MINIMUM)) == "short_notice"
    one = posted.play(Consent("bob"))
    assert refusal_code(one, ChangeLimits(HIGHER_MINIMUM)) == "short_notice"
    both = one.play(Consent("ana"))
    shown = both.view().public.limits
    assert shown is not None
    assert shown.agreed == ("ana", "bob")
    assert both.play(ChangeLimits(HIGHER_MINIMUM)).sign == HIGHER_MINIMUM


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_whoever_arrives_must_agree_too() -> None:
    agreed = money_wheel("ana").play(PostLimits(HIGHER_MINIMUM, 1200), Consent("ana"))
    assert refusal_code(agreed, ChangeLimits(HIGHER_MINIMUM)) is None
    arrived = agreed.play(BuyIn("bob", 20_00))
    assert refusal_code(arrived, ChangeLimits(HIGHER_MINIMUM)) == "short_notice"
    assert refusal_code(arrived.play(Consent("bob")), ChangeLimits(HIGHER_MINIMUM)) is None
    assert refusal_code(arrived.play(CashOut("bob", 20_00)), ChangeLimits(HIGHER_MINIMUM)) is None


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_whoever_leaves_takes_the_consent_along() -> None:
    agreed = money_wheel("ana", "bob").play(PostLimits(HIGHER_MINIMUM, 1200), Consent("ana"), Consent("bob"))
    left = agreed.play(CashOut("bob", 5_000_00))
    assert refusal_code(left, ChangeLimits(HIGHER_MINIMUM)) is None
    back = left.play(BuyIn("bob", 20_00))
    assert refusal_code(back, ChangeLimits(HIGHER_MINIMUM)) == "short_notice"
    assert refusal_code(back.play(Consent("bob")), ChangeLimits(HIGHER_MINIMUM)) is None


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_one_who_refuses_and_leaves_is_no_longer_asked() -> None:
    posted = money_wheel("ana", "bob").play(PostLimits(HIGHER_MINIMUM, 1200), Consent("ana"))
    assert refusal_code(posted, ChangeLimits(HIGHER_MINIMUM)) == "short_notice"
    assert refusal_code(posted.play(CashOut("bob", 5_000_00)), ChangeLimits(HIGHER_MINIMUM)) is None


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_a_player_with_all_chips_on_the_layout_is_asked_until_they_are_lost() -> None:
    table = money_wheel("ana").play(BuyIn("bob", 5_00), Wager("bob", B, 5_00))
    posted = table.play(PostLimits(HIGHER_MINIMUM, 1200), Consent("ana"))
    assert refusal_code(posted, ChangeLimits(HIGHER_MINIMUM)) == "short_notice"
    lost = posted.play(NoMoreBets(), IndicatorRests(2))
    assert lost.players == ("ana",)
    assert refusal_code(lost, ChangeLimits(HIGHER_MINIMUM)) is None


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_consent_is_to_the_sign_that_was_posted() -> None:
    agreed = money_wheel("ana").play(PostLimits(HIGHER_MINIMUM, 1200), Consent("ana"))
    assert refusal_code(agreed, ChangeLimits(LOWER_MAXIMUM)) == "no_notice"
    other = agreed.play(PostLimits(LOWER_MAXIMUM, 1200))
    assert refusal_code(other, ChangeLimits(LOWER_MAXIMUM)) == "short_notice"
    assert refusal_code(other.play(Consent("ana")), ChangeLimits(LOWER_MAXIMUM)) is None


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_consent_needs_a_notice_and_a_player_who_has_not_given_it() -> None:
    table = money_wheel("ana")
    assert refusal_code(table, Consent("ana")) == "no_notice"
    assert refusal_rule(table, Consent("ana")) == "D1 9.3(b)"
    assert why(table, Consent("ana")) == "No new limits are posted, so there is nothing to agree to."
    posted = table.play(PostLimits(HIGHER_MINIMUM, 1200))
    assert refusal_code(posted, Consent("bob")) == "not_here"
    assert refusal_rule(posted, Consent("bob")) == "D1 9.3(b)"
    assert why(posted, Consent("bob")) == "bob is not playing at this table."
    agreed = posted.play(Consent("ana"))
    assert refusal_code(agreed, Consent("ana")) == "agreed_already"
    assert refusal_rule(agreed, Consent("ana")) == "D1 9.3(b)"
    assert why(agreed, Consent("ana")) == "ana has agreed already."


@pytest.mark.clause("D1 9.3(b)")
def test_D1_9_3_b_consent_is_asked_of_those_who_have_not_given_it() -> None:
    table = money_wheel("ana", "bob")
    assert offers(table, Consent) == []
    posted = table.play(PostLimits(HIGHER_MINIMUM, 1200))
    both = [Offer(Consent, Role.PLAYER, {"player": Choices((name,))}) for name in ("ana", "bob")]
    assert offers(posted, Consent) == both
    assert offers(posted.play(Consent("ana")), Consent) == both[1:]


@pytest.mark.clause("D1 9.3(c)")
@pytest.mark.parametrize("sign", [HIGHER_MINIMUM, LOWER_MAXIMUM, HIGHER_ON_A])
def test_D1_9_3_c_limits_tighten_at_once_at_a_vacant_table(sign: Sign) -> None:
    assert croupier.money_wheel(SIGN).play(ChangeLimits(sign)).sign == sign
    left = money_wheel("ana").play(CashOut("ana", 5_000_00))
    assert left.play(ChangeLimits(sign)).sign == sign


@pytest.mark.clause("D1 9.3(c)")
def test_D1_9_3_c_one_chip_on_the_layout_is_enough_for_a_table_not_to_be_vacant() -> None:
    table = money_wheel("ana").play(Wager("ana", A, 5_00), CashOut("ana", 4_995_00))
    assert refusal_code(table, ChangeLimits(HIGHER_MINIMUM)) == "no_notice"


@pytest.mark.clause("D1 9.1")
@pytest.mark.parametrize("sign", [HIGHER_MINIMUM, WIDER])
def test_D1_9_1_limits_change_between_rounds_only(sign: Sign) -> None:
    betting = live_money_wheel("ana").play(PostLimits(sign, 1200), Clock(1200), Wager("ana", A, 5_00))
    assert refusal_code(betting, ChangeLimits(sign)) is None
    acts = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(2), AnnounceSymbol("A"), Pay())
    for step in range(1, len(acts) + 1):
        table = betting.play(*acts[:step])
        assert refusal_code(table, ChangeLimits(sign)) == "mid_round"
        assert refusal_rule(table, ChangeLimits(sign)) == "D1 9.1"
        assert why(table, ChangeLimits(sign)) == "Wait until the round is over and betting is open."
    assert betting.play(*acts, OpenBetting(), ChangeLimits(sign)).sign == sign


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_limits_do_not_change_while_the_wheel_turns_without_a_call() -> None:
    turning = live_money_wheel("ana").play(SpinWheel(Direction.CLOCKWISE))
    assert refusal_code(turning, ChangeLimits(WIDER)) == "mid_round"


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_new_limits_are_a_sign_for_the_wagers_of_this_game() -> None:
    table = money_wheel("ana")
    stranger = Sign(
        minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("A", 5_00, 1_000_00), KindLimits("red", 5_00, 10_00))
    )
    bad: Any
    for bad in (None, 5_00, "5 to 1000", KindLimits("A", 5_00, 10_00)):
        for act in (PostLimits(bad, 1200), ChangeLimits(bad)):
            assert refusal_code(table, act) == "bad_limits"
            assert refusal_rule(table, act) == "D1 9.1"
            assert why(table, act) == "State the new limits as a sign."
    for act in (PostLimits(stranger, 1200), ChangeLimits(stranger)):
        assert refusal_code(table, act) == "bad_limits"
        assert refusal_rule(table, act) == "D1 9.1"
        assert why(table, act) == "The sign has limits for a wager that this game does not have: red."


@pytest.mark.clause("D1 9.3(a)")
@pytest.mark.parametrize("seconds", [-1, TEN_YEARS + 1, 1200.0, "1200", True, None])
def test_D1_9_3_a_the_time_of_change_is_a_whole_number_of_seconds_ahead(seconds: Any) -> None:
    act = PostLimits(HIGHER_MINIMUM, seconds)
    assert refusal_code(money_wheel("ana"), act) == "bad_time"
    assert refusal_rule(money_wheel("ana"), act) == "D1 8"
    assert why(money_wheel("ana"), act) == "The time is a whole number of seconds, at least 0."


@pytest.mark.clause("D1 9.3(a)")
def test_D1_9_3_a_the_change_may_be_posted_from_now_to_ten_years_ahead() -> None:
    for seconds in (0, 1, TEN_YEARS):
        assert refusal_code(money_wheel("ana"), PostLimits(HIGHER_MINIMUM, seconds)) is None


@pytest.mark.clause("D1 9.1")
def test_D1_9_1_the_limits_of_a_closed_table_stay() -> None:
    closed = croupier.money_wheel(SIGN).play(CloseTable())
    for act in (PostLimits(WIDER, 1200), ChangeLimits(WIDER)):
        assert refusal_code(closed, act) == "table_closed"
        assert refusal_rule(closed, act) == "D1 8"
    assert offers(closed, PostLimits) == []
    assert offers(closed, ChangeLimits) == []


@pytest.mark.clause("D1 9.1", "D1 9.3(a)")
def test_D1_9_1_changes_of_limits_are_offered_to_the_operator_as_they_are_accepted() -> None:
    table = money_wheel("ana")
    seconds = Bounds(lowest=0, highest=TEN_YEARS)
    assert offers(table, PostLimits) == [
        Offer(PostLimits, Role.OPERATOR, {"sign": Choices((SIGN,)), "seconds": seconds})
    ]
    assert offers(table, ChangeLimits) == [Offer(ChangeLimits, Role.OPERATOR, {"sign": Choices((SIGN,))})]
    posted = table.play(PostLimits(HIGHER_MINIMUM, 1200))
    assert offers(posted, ChangeLimits) == [Offer(ChangeLimits, Role.OPERATOR, {"sign": Choices((SIGN,))})]
    due = posted.play(Clock(1200))
    both = Choices((SIGN, HIGHER_MINIMUM))
    assert offers(due, ChangeLimits) == [Offer(ChangeLimits, Role.OPERATOR, {"sign": both})]
    assert offers(due.play(NoMoreBets()), ChangeLimits) == []


# A wager taken by mistake outside the limits


def lines(table: LayoutTable) -> list[tuple[str, int, Outcome, str]]:
    """The settlement lines: where, how much, how it ended, by which clause."""
    return [(str(line.wager.position), line.wager.stake, line.outcome, line.rule.clause) for line in table.settled]


@pytest.mark.clause("D1 9 (breach)")
@pytest.mark.parametrize("amount", [50, 3_00, 4_50])
def test_D1_9_breach_a_short_wager_is_topped_up_to_the_minimum(amount: int) -> None:
    table = wheel(SIGN).play(WrongLimits("ana", A, amount))
    assert table.wagers == (Placed("ana", A, 5_00),)
    assert held(table, "ana") == 4_995_00
    done = table.play(NoMoreBets(), IndicatorRests(2))
    assert lines(done) == [("A", 5_00, Outcome.WIN, "D10 3.8")]
    assert held(done, "ana") == 5_005_00


@pytest.mark.clause("D1 9 (breach)")
@pytest.mark.parametrize("amount", [50, 4_50, 5_50, 20_00])
def test_D1_9_breach_where_one_amount_alone_is_allowed_every_wager_is_brought_to_it(amount: int) -> None:
    table = wheel(Sign(minimum=5_00, maximum=5_00)).play(WrongLimits("ana", A, amount))
    assert table.wagers == (Placed("ana", A, 5_00),)
    assert held(table, "ana") == 4_995_00
    assert sum(line.wager.stake for line in table.voided) == max(amount - 5_00, 0)


@pytest.mark.clause("D1 9 (breach)")
@pytest.mark.parametrize("amount", [1_000_50, 1_200_00, 5_000_00])
def test_D1_9_breach_only_the_excess_over_the_maximum_is_void(amount: int) -> None:
    table = wheel(SIGN).play(WrongLimits("ana", A, amount))
    assert table.wagers == (Placed("ana", A, 1_000_00),)
    assert held(table, "ana") == 4_000_00
    done = table.play(NoMoreBets(), IndicatorRests(3))
    assert lines(done) == [
        ("A", amount - 1_000_00, Outcome.VOID, "D1 9 (breach)"),
        ("A", 1_000_00, Outcome.LOSE, "D10 3.1(b)"),
    ]
    assert [line.pays for line in done.settled] == [0, 0]
    assert held(done, "ana") == 4_000_00
    assert done.general.house == 1_000_00


@pytest.mark.clause("D1 9 (breach)", "D1 1.1 Void")
def test_D1_9_breach_a_wager_that_cannot_be_topped_up_is_void() -> None:
    for bought, stands in ((3_00, 0), (4_50, 0), (5_00, 5_00)):
        table = wheel(SIGN, amount=bought).play(WrongLimits("ana", A, 3_00))
        assert table.wagers == ((Placed("ana", A, stands),) if stands else ())
        assert held(table, "ana") == bought - stands
        done = table.play(NoMoreBets(), IndicatorRests(3))
        lost = ("A", stands, Outcome.LOSE, "D10 3.1(b)")
        assert lines(done) == [lost if stands else ("A", 3_00, Outcome.VOID, "D1 9 (breach)")]
        assert held(done, "ana") == bought - stands


@pytest.mark.clause("D1 9 (breach)")
@pytest.mark.parametrize("amount", [5_00, 5_50, 999_50, 1_000_00])
def test_D1_9_breach_a_wager_within_the_limits_is_no_breach(amount: int) -> None:
    act = WrongLimits("ana", A, amount)
    assert refusal_code(wheel(SIGN), act) == "within_limits"
    assert refusal_rule(wheel(SIGN), act) == "D1 9 (breach)"
    assert "is within the limits on the sign." in why(wheel(SIGN), act)
    assert why(wheel(SIGN), WrongLimits("ana", A, 5_50)) == "$5.50 is within the limits on the sign."


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_what_lies_on_the_position_already_counts() -> None:
    table = wheel(SIGN).play(Wager("ana", A, 800_00))
    assert refusal_code(table, WrongLimits("ana", A, 200_00)) == "within_limits"
    assert refusal_code(table, WrongLimits("ana", A, 50)) == "within_limits"
    cut = table.play(WrongLimits("ana", A, 300_00))
    assert cut.wagers == (Placed("ana", A, 1_000_00),)
    assert held(cut, "ana") == 4_000_00
    again = cut.play(WrongLimits("ana", A, 50))
    assert again.wagers == (Placed("ana", A, 1_000_00),)
    assert held(again, "ana") == 4_000_00
    assert [(line.wager.stake, line.outcome) for line in again.voided] == [(100_00, Outcome.VOID), (50, Outcome.VOID)]


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_a_wager_that_outgrew_a_new_maximum_is_not_cut_by_a_mistake_on_top() -> None:
    # Edition 1 left the wager as it lay; since edition 2 what is over the new maximum goes back (ruling R24).
    for edition, lies in ((1, 800_00), (2, 500_00)):
        opened = table_of("money-wheel", SIGN, edition=edition).play(BuyIn("ana", 5_000_00))
        posted = opened.play(Wager("ana", A, 800_00), PostLimits(LOWER_MAXIMUM, 1200), Clock(1200))
        table = posted.play(ChangeLimits(LOWER_MAXIMUM), WrongLimits("ana", A, 10_00))
        assert table.wagers == (Placed("ana", A, lies),)
        assert held(table, "ana") == 5_000_00 - lies
        assert [line.wager.stake for line in table.voided] == [10_00]


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_a_wager_below_a_new_minimum_is_topped_up_or_only_the_addition_is_void() -> None:
    for bought, stands, void in ((10_00, 10_00, 0), (9_50, 5_00, 50)):
        posted = wheel(SIGN, amount=bought).play(Wager("ana", A, 5_00), PostLimits(HIGHER_MINIMUM, 1200), Clock(1200))
        table = posted.play(ChangeLimits(HIGHER_MINIMUM), WrongLimits("ana", A, 50))
        assert table.wagers == (Placed("ana", A, stands),)
        assert held(table, "ana") == bought - stands
        assert sum(line.wager.stake for line in table.voided) == void


@pytest.mark.clause("D1 9 (breach)", "D1 9.1")
def test_D1_9_breach_counts_the_limits_of_the_kind() -> None:
    table = wheel(Sign(minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("F", 1_00, 20_00),)))
    assert table.play(WrongLimits("ana", F, 20_50)).wagers == (Placed("ana", F, 20_00),)
    assert table.play(WrongLimits("ana", F, 50)).wagers == (Placed("ana", F, 1_00),)
    assert refusal_code(table, WrongLimits("ana", F, 1_00)) == "within_limits"
    assert refusal_code(table, WrongLimits("ana", A, 1_000_00)) == "within_limits"


@pytest.mark.clause("D1 9 (breach)", "D1 9.5")
def test_D1_9_breach_puts_a_wager_on_the_increment() -> None:
    table = wheel(Sign(minimum=5_00, maximum=1_001_00, increment=2_00))
    assert table.play(WrongLimits("ana", A, 4_00)).wagers == (Placed("ana", A, 6_00),)
    cut = table.play(WrongLimits("ana", A, 1_002_00))
    assert cut.wagers == (Placed("ana", A, 1_000_00),)
    assert [line.wager.stake for line in cut.voided] == [2_00]


@pytest.mark.clause("D1 9 (breach)", "D1 1.1 Chips")
def test_D1_9_breach_in_colour_chips_moves_whole_chips() -> None:
    table = wheel(SIGN).play(BuyColour("ana", "red", 3_00, 1_500_00))
    topped_up = table.play(WrongLimits("ana", A, 3_00, Chips.COLOUR))
    assert topped_up.wagers == (Placed("ana", A, 6_00, Chips.COLOUR),)
    assert held(topped_up, "ana", Chips.COLOUR) == 1_494_00
    cut = table.play(WrongLimits("ana", A, 1_002_00, Chips.COLOUR))
    assert cut.wagers == (Placed("ana", A, 999_00, Chips.COLOUR),)
    assert [(line.wager.stake, line.wager.chips) for line in cut.voided] == [(3_00, Chips.COLOUR)]
    assert held(cut, "ana", Chips.COLOUR) == 501_00
    assert held(cut, "ana") == 3_500_00


@pytest.mark.clause("D1 9 (breach)", "D1 1.1 Chips")
def test_D1_9_breach_in_colour_chips_is_not_topped_up_with_value_chips() -> None:
    table = wheel(SIGN).play(BuyColour("ana", "red", 3_00, 3_00), WrongLimits("ana", A, 3_00, Chips.COLOUR))
    assert table.wagers == ()
    assert held(table, "ana", Chips.COLOUR) == 3_00
    assert held(table, "ana") == 4_997_00
    done = table.play(NoMoreBets(), IndicatorRests(2))
    assert lines(done) == [("A", 3_00, Outcome.VOID, "D1 9 (breach)")]


@pytest.mark.clause("D1 9 (breach)", "D1 9.1")
@pytest.mark.parametrize("amount", [7_50, 15_00])
def test_D1_9_breach_a_colour_wager_that_no_number_of_chips_brings_within_the_limits_is_void(amount: int) -> None:
    table = wheel(Sign(minimum=10_00, maximum=14_00)).play(BuyColour("ana", "red", 7_50, 75_00))
    wrong = table.play(WrongLimits("ana", A, amount, Chips.COLOUR))
    assert wrong.wagers == ()
    assert held(wrong, "ana", Chips.COLOUR) == 75_00
    assert [(line.wager.stake, line.rule.clause) for line in wrong.voided] == [(amount, "D1 9 (breach)")]


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_is_topped_up_until_the_result_is_known_and_settled_as_it_lies_after_it() -> None:
    betting = live_money_wheel("ana").play(Wager("ana", B, 5_00))
    acts = (NoMoreBets(), SpinWheel(Direction.CLOCKWISE))
    for step in range(3):
        assert Placed("ana", A, 5_00) in betting.play(*acts[:step], WrongLimits("ana", A, 3_00)).wagers
    known = (*acts, IndicatorRests(3), AnnounceSymbol("B"), Pay())
    for step in range(3, 6):
        table = betting.play(*known[:step], WrongLimits("ana", A, 3_00))
        assert Placed("ana", A, 3_00) in table.wagers
    final = betting.play(*known, OpenBetting())
    assert Placed("ana", A, 5_00) in final.play(WrongLimits("ana", A, 3_00)).wagers


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_found_after_the_call_is_settled_with_the_rest() -> None:
    called = live_money_wheel("ana").play(NoMoreBets(), SpinWheel(Direction.CLOCKWISE), WrongLimits("ana", A, 1_200_00))
    known = called.play(IndicatorRests(2))
    assert outcomes(known) == {("ana", "A"): (Outcome.WIN, 1_000_00)}
    assert lines(known)[0] == ("A", 200_00, Outcome.VOID, "D1 9 (breach)")
    done = known.play(AnnounceSymbol("A"), Pay())
    assert held(done, "ana") == 5_000_00
    assert total_money(done) == 5_000_00


@pytest.mark.clause("D1 9 (breach)", "D1 1.1 Void")
def test_D1_9_breach_stays_void_when_the_spin_is_void_too() -> None:
    table = live_money_wheel("ana").play(WrongLimits("ana", A, 1_200_00), NoMoreBets(), SpinWheel(Direction.CLOCKWISE))
    void = table.play(NoSpin("malfunction"))
    assert lines(void) == [
        ("A", 200_00, Outcome.VOID, "D1 9 (breach)"),
        ("A", 1_000_00, Outcome.VOID, "D10 5.1(c)"),
    ]
    assert void.wagers == (Placed("ana", A, 1_000_00),)
    assert held(void, "ana") == 4_000_00
    again = void.play(NoMoreBets(), SpinWheel(Direction.CLOCKWISE), IndicatorRests(3))
    assert lines(again) == [("A", 1_000_00, Outcome.LOSE, "D10 3.1(b)")]


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_is_about_a_real_wager_of_chips_that_are_there() -> None:
    table = wheel(SIGN, amount=10_00).play(BuyColour("ana", "red", 2_00, 4_00), Wager("ana", B, 5_00))
    bad: Any = None
    cases = [
        (WrongLimits("ana", A, bad), "not_an_amount", "D10 3.2"),
        (WrongLimits("ana", A, 0), "not_positive", "D10 3.2"),
        (WrongLimits("ana", A, 25), "not_in_chips", "D10 3.2"),
        (WrongLimits("ana", A, 1_50), "not_enough_chips", "D10 3.2"),
        (WrongLimits("bob", A, 1_00), "not_enough_chips", "D10 3.2"),
        (WrongLimits("ana", symbol("H"), 1_00), "no_such_wager", "D10 3.1"),
        (WrongLimits("ana", symbol("A-B"), 1_00), "not_inside", "D10 3.2"),
        (WrongLimits("ana", A, 1_00, bad), "bad_chips", "D10 3.2"),
        (WrongLimits("ana", A, 1_00, Chips.COLOUR), "colour_value", "D1 1.1 Chips"),
    ]
    assert [refusal_code(table, act) for act, _, _ in cases] == [code for _, code, _ in cases]
    assert [refusal_rule(table, act) for act, _, _ in cases] == [rule for _, _, rule in cases]


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_needs_an_open_table() -> None:
    closed = wheel(SIGN).play(croupier.PostClosing(1200), Clock(1200), CloseTable())
    assert refusal_code(closed, WrongLimits("ana", A, 3_00)) == "table_closed"
    assert refusal_rule(closed, WrongLimits("ana", A, 3_00)) == "D1 8"


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_at_a_table_with_a_window_starts_it_like_any_wager() -> None:
    timed = croupier.money_wheel(SIGN, betting_seconds=30).play(BuyIn("ana", 5_000_00), Clock(10))
    assert timed.window_ends is None
    assert timed.play(WrongLimits("ana", A, 3_00)).window_ends == 40


@pytest.mark.clause("D1 9 (breach)")
def test_D1_9_breach_is_offered_where_a_player_could_stake_too_much() -> None:
    table = croupier.money_wheel(SIGN, colours=("red",)).play(BuyIn("ana", 1_000_50), BuyIn("bob", 1_000_00))
    fields = {"player": Choices(("ana",)), "position": Choices((A,)), "amount": Choices((1_000_50,))}
    assert offers(table, WrongLimits) == [Offer(WrongLimits, Role.DEALER, fields)]
    richer = table.play(BuyIn("bob", 50))
    assert [offer.fields["player"] for offer in offers(richer, WrongLimits)] == [Choices(("ana",)), Choices(("bob",))]
    low = wheel(Sign(minimum=5_00, maximum=1_000_00, by_kind=(KindLimits("B", 1_00, 20_00),)), amount=30_00)
    (offer,) = offers(low, WrongLimits)
    assert (offer.fields["position"], offer.fields["amount"]) == (Choices((B,)), Choices((20_50,)))
    live = croupier.money_wheel(SIGN, automation=LIVE).play(OpenTable(), BuyIn("ana", 1_000_50), NoMoreBets())
    known = live.play(SpinWheel(Direction.CLOCKWISE), IndicatorRests(2))
    assert offers(known, WrongLimits) == []


@pytest.mark.clause("D1 9 (breach)", "D1 1.1 Game Supervisor")
def test_D1_9_breach_may_be_found_by_the_game_supervisor() -> None:
    table = wheel(SIGN).play(WrongLimits("ana", A, 3_00, by=GAME_SUPERVISOR))
    assert table.wagers == (Placed("ana", A, 5_00),)
