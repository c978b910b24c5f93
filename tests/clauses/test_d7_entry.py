"""Who enters a tournament, who leaves it, and where the fees go (Division 7, section 3), word for word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from croupier import Role
from croupier.games.machine import Awaited
from croupier.games.offers import Bounds, Choices, Field, Offer, Words
from croupier.games.people import OPERATOR, player
from croupier.games.refusal import Refusal
from croupier.games.tournament.acts import (
    AcceptEntry,
    AlterStart,
    Apply,
    BreakOff,
    BuyChips,
    CancelTournament,
    ConsentToRefund,
    Contribute,
    NotifyApplicant,
    PayFee,
    PayPrizes,
    RefuseEntry,
    SetTables,
    SetTime,
    StartSession,
    WithdrawEntry,
)
from croupier.games.tournament.conditions import Issue
from croupier.games.tournament.game import Tournament
from croupier.games.tournament.state import Entry, Phase, Status
from croupier.rulebook import Cite
from tests.support.rules.whole_tournaments import (
    FEE,
    NAMES,
    START,
    TERMS,
    changed,
    counted,
    drawing,
    drawn,
    entered,
    field,
    is_balanced,
    next_stage,
    offered,
    opened,
    out,
    places,
    played,
    playing,
    prizes,
    ready,
    refunds,
    report,
    roles,
    seated,
    stage,
    started,
)

Make = Callable[[], Tournament]

MOST = 10_000_000_000_000
YEAR_10000 = 253_402_300_800
TWO_DAYS = 172_800
OVER = Refusal(Cite("D7 6.8"), "tournament_over", "The tournament is over.")
OFF = Refusal(Cite("D7 3.5(b)"), "tournament_over", "The tournament did not proceed.")
RUBBISH: tuple[Any, ...] = (None, True, 5, 10**30, "", "a b", "x" * 65, b"ana", (), ("ana",), [], {}, 1.5)


def applied(*names: str, **wishes: Any) -> Tournament:
    return opened(**wishes).play(*(Apply(name) for name in names))


def told() -> Tournament:
    return applied("ana").play(NotifyApplicant("ana"))


def paid() -> Tournament:
    return told().play(PayFee("ana", FEE))


def won() -> Tournament:
    """A tournament of four that is over."""
    return played(field(4).play(SetTables((4,))), "ana 900, ben 800, cat 700, dan 600")


def called_off() -> Tournament:
    return field(4).play(CancelTournament("nobody came"))


def between_stages() -> Tournament:
    """Stage 1 is over, four are left, and the final has no table yet."""
    return played(seated(8), "ana 900, ben 800", "eve 700, fay 600")


def refused_all(state: Tournament, kind: Any, *rest: Any) -> None:
    """Whatever stands where a player is named is refused and raises nothing."""
    for rubbish in RUBBISH:
        assert state.refuses(kind(rubbish, *rest)) is not None, rubbish


# Applications


@pytest.mark.clause("D7 1.0 Player", "D7 1.0 Applicant", "D7 3.2")
def test_D7_1_0_Applicant_whoever_applies_is_an_applicant_and_no_player() -> None:
    before = opened()
    state = before.play(Apply("ben"))
    assert changed(before, state) == {"ben": Entry("ben", Status.APPLICANT)}
    assert (state.players, state.pool) == ((), 0)
    both = state.play(Apply("ana"))
    assert [entry.player for entry in both.entries] == ["ana", "ben"]
    for other in (OPERATOR, player("ben")):
        refusal = before.refuses(Apply("ana", by=other))
        assert refusal is not None
        assert (refusal.rule, refusal.code) == (Cite("D7 1.0 Player"), "not_yours")
    assert before.refuses(Apply("ana", by=player("ana"))) is None
    assert not roles(before, Apply("ana"))


@pytest.mark.clause("D7 1.0 Applicant", "D7 3.2")
def test_D7_1_0_Applicant_why_an_application_is_not_taken() -> None:
    bad = Refusal(Cite("D7 1.0 Applicant"), "bad_name", "Name the applicant.")
    for rubbish in RUBBISH:
        assert opened().refuses(Apply(rubbish)) == bad, rubbish
    again = Refusal(Cite("D7 1.0 Applicant"), "applied_already", "ana has applied already.")
    assert applied("ana").refuses(Apply("ana")) == again
    assert field(4).play(out("ana")).refuses(Apply("ana")) == again
    assert field(4).refuses(Apply("ana")) == again
    closed = Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    for state in (drawing(4), seated(4), playing(8), between_stages(), won(), called_off()):
        assert state.refuses(Apply("zoe")) == closed
        assert not offered(state, Apply)


@pytest.mark.clause("D7 3.1", "D7 3.3(a)", "D7 3.5")
def test_D7_3_1_T40_after_a_refusal_or_a_withdrawal_one_may_apply_again_while_entries_are_open() -> None:
    refused = paid().play(RefuseEntry("ana", "barred"))
    again = refused.play(Apply("ana"))
    assert again.entry_here("ana") == Entry("ana", Status.APPLICANT, refunded=FEE)
    assert entered(refused, "ana").entry_here("ana") == Entry(
        "ana", Status.PLAYER, notified=True, paid=FEE, refunded=FEE
    )
    withdrawn = field(4).play(WithdrawEntry("ana"))
    assert refunds(withdrawn) == {"ana": FEE}
    back = entered(withdrawn, "ana")
    assert (back.players, back.pool) == (NAMES[:4], 4 * FEE)
    closed = Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    late = field(5).play(WithdrawEntry("eve"), SetTables((4,)))
    assert late.refuses(Apply("eve")) == closed


@pytest.mark.clause("D7 3.5", "D7 3.4", "D7 3.5(b)")
def test_D7_3_5_T40_a_fee_lost_by_a_late_withdrawal_is_not_won_back_by_a_second_application() -> None:
    late = field(4).play(SetTime(START - 60), WithdrawEntry("ana"))
    assert (late.pool, refunds(late)) == (4 * FEE, {})
    again = late.play(Apply("ana"))
    entry = again.entry_here("ana")
    assert (entry.paid, entry.forfeited, entry.held, again.pool, again.fund) == (0, FEE, FEE, 4 * FEE, 4 * FEE)
    for end in (WithdrawEntry("ana"), RefuseEntry("ana", "barred")):
        gone = again.play(PayFee("ana", FEE), end)
        assert (refunds(gone), gone.pool, gone.fund) == ({"ana": FEE}, 4 * FEE, 4 * FEE)
    twice = entered(late, "ana")
    assert (twice.pool, twice.fund) == (5 * FEE, 5 * FEE)
    over = played(twice.play(SetTables((4,))), "ana 900, ben 800, cat 700, dan 600")
    assert sum(prizes(over).values()) == 5 * FEE
    off = twice.play(CancelTournament("fire"))
    assert refunds(off) == {"ana": 2 * FEE, "ben": FEE, "cat": FEE, "dan": FEE}
    assert is_balanced(off, 5 * FEE)
    consented = twice.play(WithdrawEntry("ana"), ConsentToRefund("ana"))
    assert refunds(consented) == {"ana": 2 * FEE}


@pytest.mark.clause("D7 1.0 Applicant")
def test_D7_1_0_Applicant_a_free_name_is_offered() -> None:
    assert offered(opened(), Apply) == [Offer(Apply, Role.PLAYER, {"player": Choices(("applicant1",))})]
    assert offered(applied("ana"), Apply) == [Offer(Apply, Role.PLAYER, {"player": Choices(("applicant2",))})]
    (offer,) = offered(applied("applicant2"), Apply)
    assert applied("applicant2").refuses(offer.act()) is None


@pytest.mark.clause("D7 3.7", "D7 6.6(a)")
def test_D7_3_7_an_applicant_is_notified_once() -> None:
    before = applied("ana", "ben")
    state = before.play(NotifyApplicant("ana"))
    assert changed(before, state) == {"ana": {"notified": True}}
    again = Refusal(Cite("D7 3.7"), "notified_already", "ana has been sent the conditions of entry already.")
    assert state.refuses(NotifyApplicant("ana")) == again
    assert roles(before, NotifyApplicant("ana")) == {Role.OPERATOR}
    assert offered(before, NotifyApplicant) == [
        Offer(NotifyApplicant, Role.OPERATOR, {"player": Choices((name,))}) for name in ("ana", "ben")
    ]
    assert offered(state, NotifyApplicant) == [Offer(NotifyApplicant, Role.OPERATOR, {"player": Choices(("ben",))})]
    assert not offered(opened(), NotifyApplicant)


@pytest.mark.clause("D7 1.0 Player", "D7 3.7", "D7 3.1", "D7 3.3(a)")
@pytest.mark.parametrize(
    ("act", "rule"),
    [
        (NotifyApplicant, "D7 3.7"),
        (lambda name: PayFee(name, FEE), "D7 3.1"),
        (AcceptEntry, "D7 1.0 Player"),
        (lambda name: RefuseEntry(name, "barred"), "D7 3.3(a)"),
    ],
)
def test_D7_1_0_Player_only_an_application_is_decided_on(act: Callable[[Any], Any], rule: str) -> None:
    state = field(1).play(
        Apply("ben"),
        RefuseEntry("ben", "barred"),
        Apply("cat"),
        WithdrawEntry("cat"),
        Apply("dan"),
        NotifyApplicant("dan"),
    )
    state = entered(state, "eve").play(out("eve"))
    for name in ("ana", "ben", "cat", "eve", "zoe", *RUBBISH):
        refusal = Refusal(Cite(rule), "no_applicant", f"{name} has no application that waits for a decision.")
        assert state.refuses(act(name)) == refusal, name


@pytest.mark.clause("D7 3.1", "D7 3.2(b)", "D7 3.4")
def test_D7_3_1_the_fee_is_paid_once_and_to_the_cent() -> None:
    before = told()
    state = before.play(PayFee("ana", FEE))
    assert changed(before, state) == {"ana": {"paid": FEE}}
    assert state.pool == 0
    wrong = Refusal(Cite("D7 3.1"), "not_the_fee", "The entry fee is $50.")
    for amount in (FEE - 1, FEE + 1, 0, -FEE, None, True, "5000", 5000.0, 10**30):
        assert before.refuses(PayFee("ana", amount)) == wrong, amount  # type: ignore[arg-type]
    assert state.refuses(PayFee("ana", FEE)) == Refusal(Cite("D7 3.1"), "paid_already", "ana has paid already.")
    assert not roles(before, PayFee("ana", FEE))
    fields = {"player": Choices(("ana",)), "amount": Choices((FEE,))}
    assert offered(before, PayFee) == [Offer(PayFee, Role.PLAYER, fields)]
    assert not offered(state, PayFee)
    assert applied("ana").refuses(PayFee("ana", FEE)) is None


@pytest.mark.clause("D7 3.1")
def test_D7_3_1_without_a_fee_there_is_nothing_to_pay() -> None:
    state = applied("ana", entry_fee=0)
    for amount in (0, FEE):
        assert state.refuses(PayFee("ana", amount)) == Refusal(
            Cite("D7 3.1"), "no_fee", "This tournament charges no entry fee."
        )
    assert not offered(state, PayFee)
    assert state.play(NotifyApplicant("ana"), AcceptEntry("ana")).players == ("ana",)


@pytest.mark.clause("D7 3.4", "D7 3.2")
def test_D7_3_4_no_fee_is_taken_when_no_entry_can_be_accepted_any_more() -> None:
    """A fee that came in now would be part of no prize pool."""
    entries = entered(applied("zoe"), *NAMES[:4])
    over = played(entries.play(SetTables((4,))), "ana 900, ben 800, cat 700, dan 600")
    assert over.phase is Phase.OVER
    assert over.refuses(PayFee("zoe", FEE)) is not None


@pytest.mark.clause("D7 3.4", "D7 3.5")
def test_D7_3_4_at_the_end_no_fee_of_an_applicant_is_kept() -> None:
    entries = entered(applied("zoe").play(PayFee("zoe", FEE)), *NAMES[:4])
    over = played(entries.play(SetTables((4,))), "ana 900, ben 800, cat 700, dan 600")
    assert sum(prizes(over).values()) == 4 * FEE
    assert is_balanced(over, 5 * FEE)


# Accepted or refused


@pytest.mark.clause("D7 1.0 Player", "D7 3.4")
def test_D7_1_0_Player_an_accepted_applicant_is_a_player_whose_fee_is_in_the_pool() -> None:
    state = paid().play(AcceptEntry("ana"))
    assert changed(paid(), state) == {"ana": {"status": Status.PLAYER}}
    assert (state.players, state.pool) == (("ana",), FEE)
    assert roles(paid(), AcceptEntry("ana")) == {Role.OPERATOR}
    assert offered(paid(), AcceptEntry) == [Offer(AcceptEntry, Role.OPERATOR, {"player": Choices(("ana",))})]
    assert not offered(state, AcceptEntry)


@pytest.mark.clause("D7 3.7", "D7 3.1", "D7 3.2(f)", "D7 3.2")
def test_D7_3_7_why_an_entry_is_not_accepted() -> None:
    unknown = Refusal(Cite("D7 3.7"), "not_notified", "ana must first be told the conditions of entry in writing.")
    assert applied("ana").refuses(AcceptEntry("ana")) == unknown
    assert applied("ana").play(PayFee("ana", FEE)).refuses(AcceptEntry("ana")) == unknown
    owed = Refusal(Cite("D7 3.1"), "fee_owed", "ana has not paid the entry fee.")
    assert told().refuses(AcceptEntry("ana")) == owed
    assert not offered(told(), AcceptEntry)
    full = entered(opened(most=4), *NAMES[:4]).play(Apply("zoe"), NotifyApplicant("zoe"), PayFee("zoe", FEE))
    assert full.refuses(AcceptEntry("zoe")) == Refusal(
        Cite("D7 3.2(f)"), "full", "The tournament is full: it has its 4 players."
    )
    assert full.play(WithdrawEntry("ana")).refuses(AcceptEntry("zoe")) is None
    closed = Refusal(Cite("D7 3.2"), "entries_closed", "Entries are closed.")
    late = entered(applied("zoe"), *NAMES[:4]).play(SetTables((4,)))
    assert late.refuses(AcceptEntry("zoe")) == closed
    refused_all(paid(), AcceptEntry)


@pytest.mark.clause("D7 3.3(a)", "D7 3.5")
def test_D7_3_3_a_an_application_may_be_refused_and_all_that_was_paid_goes_back() -> None:
    state = paid().play(RefuseEntry("ana", "barred"))
    fate = {"status": Status.REFUSED, "paid": 0, "refunded": FEE, "rule": Cite("D7 3.3(a)", "T29"), "working": "barred"}
    assert changed(paid(), state) == {"ana": fate}
    assert (state.players, state.pool) == ((), 0)
    assert applied("ana").play(RefuseEntry("ana", "x")).entry_here("ana").refunded == 0
    assert roles(paid(), RefuseEntry("ana", "barred")) == {Role.OPERATOR}
    fields: dict[str, Field] = {"player": Choices(("ana",)), "reason": Words()}
    assert offered(paid(), RefuseEntry) == [Offer(RefuseEntry, Role.OPERATOR, fields)]
    assert not offered(state, RefuseEntry)
    why = Refusal(Cite("D7 3.3(a)"), "no_reason", "Give the reason on one line.")
    for reason in ("", None, 5, True, "a\nb", " a", "a" * 201, 10**30):
        assert paid().refuses(RefuseEntry("ana", reason)) == why, reason  # type: ignore[arg-type]
    assert paid().refuses(RefuseEntry("ana", "a" * 200)) is None
    late = entered(applied("zoe").play(PayFee("zoe", FEE)), *NAMES[:4]).play(SetTables((4,)))
    assert refunds(late.play(RefuseEntry("zoe", "late"))) == {"zoe": FEE}


# Time (3.8)


@pytest.mark.clause("D7 3.8")
def test_D7_3_8_time_goes_forward() -> None:
    state = opened().play(SetTime(500))
    assert changed(opened(), state) == {"now": 500}
    bad = Refusal(Cite("D7 3.8"), "bad_time", "Time goes forward, in whole seconds.")
    for at in (499, -1, YEAR_10000, None, True, "600", 600.0, 10**30):
        assert state.refuses(SetTime(at)) == bad, at  # type: ignore[arg-type]
    assert state.refuses(SetTime(500)) is None
    assert state.refuses(SetTime(YEAR_10000 - 1)) is None
    assert offered(state, SetTime) == [Offer(SetTime, Role.OPERATOR, {"at": Bounds(500, YEAR_10000 - 1)})]
    assert roles(state, SetTime(500)) == {Role.OPERATOR}


@pytest.mark.clause("D7 3.8", "D7 1.0 Tournament Director")
def test_D7_3_8_the_director_alters_the_start_on_notice() -> None:
    state = opened().play(SetTime(500))
    assert changed(state, state.play(AlterStart(4100))) == {"starts": 4100}
    short = Refusal(Cite("D7 3.8"), "short_notice", "The players must be told 60 minutes before a changed start.")
    for at in (4099, 500, 0, -1):
        assert state.refuses(AlterStart(at)) == short, at
    bad = Refusal(Cite("D7 3.8"), "bad_time", "A session starts at a time in seconds since 1970 (UTC).")
    for wrong in (YEAR_10000, None, True, "5000", 5000.0, 10**30):
        assert state.refuses(AlterStart(wrong)) == bad, wrong  # type: ignore[arg-type]
    assert state.refuses(AlterStart(YEAR_10000 - 1)) is None
    assert roles(state, AlterStart(4100)) == {Role.TOURNAMENT_DIRECTOR}
    fields = {"at": Bounds(4100, YEAR_10000 - 1)}
    assert offered(state, AlterStart) == [Offer(AlterStart, Role.TOURNAMENT_DIRECTOR, fields)]
    late = opened().play(SetTime(YEAR_10000 - 3600))
    assert not offered(late, AlterStart)
    assert offered(opened().play(SetTime(YEAR_10000 - 3601)), AlterStart)


@pytest.mark.clause("D7 3.8")
def test_D7_3_8_the_notice_is_that_of_the_conditions() -> None:
    state = opened(notice_seconds=120)
    short = Refusal(Cite("D7 3.8"), "short_notice", "The players must be told 2 minutes before a changed start.")
    assert state.refuses(AlterStart(119)) == short
    assert state.refuses(AlterStart(120)) is None
    assert opened(notice_seconds=0).refuses(AlterStart(0)) is None


@pytest.mark.clause("D7 3.8", "D7 3.2")
def test_D7_3_8_no_start_is_altered_before_there_is_one_or_after_the_end() -> None:
    none = Refusal(Cite("D7 3.2"), "no_start", "The conditions of entry do not say yet when play begins.")
    assert opened(starts=None).refuses(AlterStart(9000)) == none
    assert not offered(opened(starts=None), AlterStart)
    for state in (won(), called_off()):
        assert state.refuses(AlterStart(START * 2)) == (OVER if state.phase is Phase.OVER else OFF)
        assert not offered(state, AlterStart)


@pytest.mark.clause("D7 3.8")
def test_D7_3_8_a_later_stage_waits_for_its_altered_start() -> None:
    later = between_stages().play(AlterStart(START + 3600), SetTables((4,)))
    state = drawn(later)
    early = Refusal(Cite("D7 3.8"), "too_early", "The starting time has not come yet.")
    assert state.refuses(StartSession(3)) == early
    assert state.play(SetTime(START + 3599)).refuses(StartSession(3)) == early
    assert state.play(SetTime(START + 3600)).refuses(StartSession(3)) is None


# Withdrawal and refund (3.5)


@pytest.mark.clause("D7 3.5", "D7 3.5(a)(i)")
def test_D7_3_5_a_i_two_days_are_48_hours_to_the_second() -> None:
    state = field(5).play(SetTime(START - TWO_DAYS))
    in_time = state.play(WithdrawEntry("ana"))
    fate = {
        "status": Status.WITHDRAWN,
        "paid": 0,
        "refunded": FEE,
        "rule": Cite("D7 3.5(a)(i)", "T14"),
        "working": "withdrew 48 h 00 min before play: the fee goes back",
    }
    assert changed(state, in_time) == {"ana": fate}
    assert (in_time.pool, in_time.players) == (4 * FEE, NAMES[1:5])
    state = state.play(SetTime(START - TWO_DAYS + 1))
    late = state.play(WithdrawEntry("ana"))
    fate = {
        "status": Status.WITHDRAWN,
        "rule": Cite("D7 3.5(a)(ii)"),
        "working": "withdrew 47 h 59 min before play: a refund needs the operator's consent",
    }
    assert changed(state, late) == {"ana": fate}
    assert late.pool == 5 * FEE


@pytest.mark.clause("D7 3.5(a)(i)", "D7 3.8")
def test_D7_3_5_a_i_the_start_is_the_one_scheduled_when_the_player_withdraws() -> None:
    state = field(6).play(SetTime(START - TWO_DAYS + 1))
    assert state.play(WithdrawEntry("ana")).entry_here("ana").refunded == 0
    moved = state.play(AlterStart(START + 1))
    assert moved.play(WithdrawEntry("ana")).entry_here("ana").refunded == FEE
    sooner = field(6).play(AlterStart(START - 1), SetTime(START - TWO_DAYS))
    assert sooner.play(WithdrawEntry("ana")).entry_here("ana").refunded == 0
    early = field(6).play(SetTime(START - TWO_DAYS), WithdrawEntry("ana"), AlterStart(START - TWO_DAYS + 3600))
    assert early.entry_here("ana").refunded == FEE


@pytest.mark.clause("D7 3.5(a)(i)")
def test_D7_3_5_a_i_the_working_tells_hours_and_minutes() -> None:
    def working(before: int) -> str:
        return field(5).play(SetTime(START - before), WithdrawEntry("ana")).entry_here("ana").working

    assert working(3600 * 5 + 60 * 7 + 59) == "withdrew 5 h 07 min before play: a refund needs the operator's consent"
    assert working(-90) == "withdrew 0 h 00 min before play: a refund needs the operator's consent"
    assert working(3600 * 100 + 60 * 59) == "withdrew 100 h 59 min before play: the fee goes back"


@pytest.mark.clause("D7 3.5(a)(ii)", "D7 3.5")
def test_D7_3_5_a_ii_the_operator_may_consent_before_play_begins() -> None:
    state = field(6).play(SetTime(START - 3600), WithdrawEntry("ana"))
    back = state.play(ConsentToRefund("ana"))
    working = "withdrew 1 h 00 min before play: the operator gave the fee back"
    assert changed(state, back) == {"ana": {"paid": 0, "refunded": FEE, "working": working}}
    assert back.pool == 5 * FEE
    assert roles(state, ConsentToRefund("ana")) == {Role.OPERATOR}
    assert offered(state, ConsentToRefund) == [Offer(ConsentToRefund, Role.OPERATOR, {"player": Choices(("ana",))})]
    assert not offered(back, ConsentToRefund)
    rule = Cite("D7 3.5(a)(ii)")
    assert back.refuses(ConsentToRefund("ana")) == Refusal(
        rule, "nothing_to_refund", "ana has no fee that could be given back."
    )
    for name in ("ben", "zoe", *RUBBISH):
        nothing = Refusal(rule, "nothing_to_refund", f"{name} has no fee that could be given back.")
        assert state.refuses(ConsentToRefund(name)) == nothing
    begun = started(state.play(SetTables((5,))))
    late = Refusal(rule, "play_has_begun", "Play has begun, so the fees are for the winners.")
    assert begun.refuses(ConsentToRefund("ana")) == late
    assert not offered(begun, ConsentToRefund)
    assert ready(state.play(SetTables((5,)))).refuses(ConsentToRefund("ana")) is None


@pytest.mark.clause("D7 3.5(a)(ii)", "D7 3.5")
def test_D7_3_5_a_ii_between_stages_play_has_begun() -> None:
    state = field(9).play(SetTime(START - 3600), WithdrawEntry("ivy"), SetTables((4, 4)))
    state = played(state, "ana 900, ben 800", "eve 700, fay 600")
    assert not state.sessions
    late = Refusal(Cite("D7 3.5(a)(ii)"), "play_has_begun", "Play has begun, so the fees are for the winners.")
    assert state.refuses(ConsentToRefund("ivy")) == late


@pytest.mark.clause("D7 3.5", "D7 3.5(a)(i)", "D7 3.8")
def test_D7_3_5_whoever_withdraws_between_stages_gets_nothing_back() -> None:
    no_refund = {
        "status": Status.WITHDRAWN,
        "rule": Cite("D7 3.5"),
        "working": "withdrew after play had begun: no refund",
    }
    state = between_stages()
    assert changed(state, state.play(WithdrawEntry("ana"))) == {"ana": no_refund}
    moved = state.play(AlterStart(START + TWO_DAYS))
    assert changed(moved, moved.play(WithdrawEntry("ana"))) == {"ana": no_refund}


@pytest.mark.clause("D7 3.5", "D7 3.4")
def test_D7_3_5_no_fee_goes_back_after_the_prizes_are_given() -> None:
    """Two tables, one goes on from each, one of the two withdraws: the other has won."""
    state = field(9, stages=stage(advance=1), prizes=(TERMS.prizes[0],))
    state = state.play(SetTime(START - 3600), WithdrawEntry("ivy"), SetTables((4, 4)))
    state = played(state, "ana 900, ben 800", "eve 700, fay 600")
    state = state.play(WithdrawEntry("eve"), PayPrizes())
    assert (state.phase, prizes(state)) == (Phase.OVER, {"ana": 9 * FEE})
    assert state.refuses(ConsentToRefund("ivy")) is not None
    assert not offered(state, ConsentToRefund)


@pytest.mark.clause("D7 3.5")
def test_D7_3_5_after_play_has_begun_a_withdrawal_brings_nothing_back() -> None:
    state = started(seated(8), 1)
    gone = state.play(WithdrawEntry("hal"))
    entry = gone.entry_here("hal")
    assert (entry.paid, entry.refunded, entry.rule) == (FEE, 0, Cite("D7 3.5"))
    assert entry.working == "withdrew after play had begun: no refund"
    final = next_stage(between_stages()).sessions
    assert final[0].seats == ("ana", "ben", "eve", "fay")


@pytest.mark.clause("D7 3.5")
def test_D7_3_5_an_applicant_who_withdraws_gets_everything_back() -> None:
    state = paid().play(SetTime(START))
    gone = state.play(WithdrawEntry("ana"))
    fate = {
        "status": Status.WITHDRAWN,
        "paid": 0,
        "refunded": FEE,
        "rule": Cite("D7 3.5", "T29"),
        "working": "withdrew before the entry was accepted",
    }
    assert changed(state, gone) == {"ana": fate}


@pytest.mark.clause("D7 3.5", "D7 5.7")
def test_D7_3_5_who_may_withdraw() -> None:
    state = applied("zoe").play(Apply("yan"), RefuseEntry("yan", "barred"))
    state = entered(state, "ana", "ben")
    assert offered(state, WithdrawEntry) == [
        Offer(WithdrawEntry, Role.PLAYER, {"player": Choices((name,))}) for name in ("ana", "ben", "zoe")
    ]
    assert not roles(state, WithdrawEntry("ana"))
    for name in ("yan", "xxx", *RUBBISH):
        refusal = Refusal(Cite("D7 3.5"), "not_entered", f"{name} is not in the tournament.")
        assert state.refuses(WithdrawEntry(name)) == refusal
    once = state.play(WithdrawEntry("ana"))
    assert once.refuses(WithdrawEntry("ana")) == Refusal(Cite("D7 3.5"), "not_entered", "ana is not in the tournament.")
    at_table = Refusal(Cite("D7 5.7"), "at_table", "ana is playing. Nobody may leave during a session.")
    assert started(seated(8), 1).refuses(WithdrawEntry("ana")) == at_table
    assert started(seated(8), 1).refuses(WithdrawEntry("hal")) is None
    assert counted(playing(8), "ana 900, ben 800").refuses(WithdrawEntry("ana")) is None
    for over in (won(), called_off()):
        assert over.refuses(WithdrawEntry("ana")) == (OVER if over.phase is Phase.OVER else OFF)
        assert not offered(over, WithdrawEntry)
    home = Refusal(Cite("D7 3.5"), "not_entered", "cat is not in the tournament.")
    assert between_stages().refuses(WithdrawEntry("cat")) == home


@pytest.mark.clause("D7 3.6", "D7 3.5(b)")
def test_D7_3_6_a_disqualified_player_gets_no_refund_ever() -> None:
    state = field(5).play(out("ana"))
    assert (state.entry_here("ana").paid, state.pool) == (FEE, 5 * FEE)
    never = Refusal(Cite("D7 3.6"), "disqualified", "A player who was disqualified does not get the fee back.")
    assert state.refuses(ConsentToRefund("ana")) == never
    off = state.play(CancelTournament("nobody came"))
    assert refunds(off) == dict.fromkeys(NAMES[1:5], FEE)
    assert off.entry_here("ana").status is Status.DISQUALIFIED
    assert off.refuses(ConsentToRefund("ana")) == never


# The pool (3.4)


@pytest.mark.clause("D7 3.4")
def test_D7_3_4_the_operator_may_add_to_the_pool() -> None:
    state = field(4).play(Contribute(123))
    assert changed(field(4), state) == {"contributed": 123}
    assert state.play(Contribute(77)).pool == 4 * FEE + 200
    bad = Refusal(Cite("D7 3.4"), "not_an_amount", "An addition to the pool is a whole number of cents, at least 1.")
    for amount in (0, -1, MOST - 122, None, True, "5", 5.0, 10**30):
        assert state.refuses(Contribute(amount)) == bad, amount  # type: ignore[arg-type]
    assert state.refuses(Contribute(MOST - 123)) is None
    assert state.refuses(Contribute(1)) is None
    assert offered(state, Contribute) == [Offer(Contribute, Role.OPERATOR, {"amount": Bounds(1, MOST - 123)})]
    assert not offered(state.play(Contribute(MOST - 123)), Contribute)
    nearly = state.play(Contribute(MOST - 124))
    assert offered(nearly, Contribute) == [Offer(Contribute, Role.OPERATOR, {"amount": Bounds(1, 1)})]
    assert roles(state, Contribute(1)) == {Role.OPERATOR}
    for over in (won(), called_off()):
        assert over.refuses(Contribute(1)) == (OVER if over.phase is Phase.OVER else OFF)
        assert not offered(over, Contribute)


@pytest.mark.clause("D7 3.4", "D7 6.8")
def test_D7_3_4_every_fee_and_every_contribution_goes_to_the_winners() -> None:
    """The fee of the late and of the disqualified too, none of one who was paid back or refused, none of chip money."""
    state = field(8, issue=Issue.SOLD).play(Contribute(1_01), Apply("zoe"), PayFee("zoe", FEE))
    state = state.play(RefuseEntry("zoe", "barred"), WithdrawEntry("hal"))
    state = state.play(SetTime(START - 3600), WithdrawEntry("gil"), out("fay"), SetTables((5,)))
    state = played(state, "ana 900, ben 800, cat 700, dan 600, eve 500")
    assert state.phase is Phase.OVER
    assert sum(prizes(state).values()) == 7 * FEE + 1_01
    assert refunds(state) == {"hal": FEE, "zoe": FEE}
    assert is_balanced(state, 9 * FEE, 1_01)
    assert state.contributed == 1_01
    assert state.entry_here("ana").chip_money == 1_000_00


# A tournament that does not proceed


@pytest.mark.clause("D7 3.3(d)", "D7 3.5(b)", "D7 3.5")
def test_D7_3_3_d_a_cancelled_tournament_gives_every_fee_back() -> None:
    before = field(4).play(
        Contribute(5_00), Apply("zoe"), PayFee("zoe", FEE), SetTime(START - 60), WithdrawEntry("dan")
    )
    state = before.play(CancelTournament("three are too few"))
    home = {
        "status": Status.SENT_HOME,
        "paid": 0,
        "refunded": FEE,
        "rule": Cite("D7 3.5(b)", "T29"),
        "working": "three are too few",
    }
    found = changed(before, state)
    assert {name: found[name] for name in ("ana", "ben", "cat", "zoe")} == dict.fromkeys(
        ("ana", "ben", "cat", "zoe"), home
    )
    assert (found["dan"]["paid"], found["dan"]["refunded"]) == (0, FEE)
    assert state.entry_here("dan").status is Status.WITHDRAWN
    rest = {name: value for name, value in found.items() if name not in NAMES and name != "zoe"}
    assert rest == {"phase": Phase.OFF, "contributed": 0, "reason": "three are too few"}
    assert (state.pool, state.players, state.awaits) == (0, (), ())
    assert is_balanced(state, 5 * FEE)
    assert roles(before, CancelTournament("x")) == {Role.OPERATOR}
    assert offered(before, CancelTournament) == [Offer(CancelTournament, Role.OPERATOR, {"reason": Words()})]
    assert not offered(state, CancelTournament)
    assert state.refuses(CancelTournament("again")) == OFF


@pytest.mark.clause("D7 3.5(b)", "D7 3.5(a)(i)", "D7 3.3(a)")
def test_D7_3_5_b_nobody_is_paid_back_twice_nor_loses_what_was_paid_back() -> None:
    state = field(4).play(Apply("zoe"), PayFee("zoe", FEE), RefuseEntry("zoe", "barred"), WithdrawEntry("dan"))
    off = state.play(CancelTournament("nobody came"))
    assert refunds(off) == dict.fromkeys(("ana", "ben", "cat", "dan", "zoe"), FEE)
    assert is_balanced(off, 5 * FEE)
    assert off.entry_here("zoe").status is Status.REFUSED
    assert (off.awaits_tables, off.entries_are_open, state.awaits_tables, state.entries_are_open) == (
        False,
        False,
        True,
        True,
    )


@pytest.mark.clause("D7 3.3(d)", "D7 3.2(f)")
def test_D7_3_3_d_why_a_tournament_is_not_cancelled() -> None:
    rule = Cite("D7 3.3(d)")
    reason = Refusal(rule, "no_reason", "Give the reason for the cancellation.")
    for wrong in ("", None, 5, True, "a\nb", "a" * 201, 10**30):
        assert field(4).refuses(CancelTournament(wrong)) == reason, wrong  # type: ignore[arg-type]
    assert field(4, fewest=5).refuses(CancelTournament("x")) is None
    assert offered(field(4, fewest=5), CancelTournament)
    begun = Refusal(rule, "play_has_begun", "A tournament can be cancelled only before it begins.")
    assert ready(seated(8)).refuses(CancelTournament("x")) is None
    assert started(seated(8), 1).refuses(CancelTournament("x")) == begun
    assert next_stage(between_stages()).refuses(CancelTournament("x")) == begun
    assert won().refuses(CancelTournament("x")) == OVER


@pytest.mark.clause("D7 3.5(b)", "D7 3.3(d)")
def test_D7_3_5_b_T38_it_is_called_off_before_play_though_enough_have_entered() -> None:
    before = field(5, fewest=5)
    assert offered(before, CancelTournament) == [Offer(CancelTournament, Role.OPERATOR, {"reason": Words()})]
    state = before.play(CancelTournament("the room is wanted"))
    assert (state.phase, state.reason) == (Phase.OFF, "the room is wanted")
    assert refunds(state) == dict.fromkeys(NAMES[:5], FEE)
    assert {entry.rule for entry in state.entries} == {Cite("D7 3.5(b)", "T38")}
    few = field(4, fewest=5).play(CancelTournament("too few"))
    assert {entry.rule for entry in few.entries} == {Cite("D7 3.5(b)", "T29")}


@pytest.mark.clause("D7 3.3(d)")
def test_D7_3_3_d_a_tournament_that_has_begun_is_not_cancelled_between_stages() -> None:
    begun = Refusal(Cite("D7 3.3(d)"), "play_has_begun", "A tournament can be cancelled only before it begins.")
    assert between_stages().refuses(CancelTournament("x")) == begun
    assert not offered(between_stages(), CancelTournament)


@pytest.mark.clause("D7 3.3(d)", "D7 6.12(b)")
def test_D7_3_3_d_chips_that_were_bought_are_kept_when_it_is_cancelled() -> None:
    state = seated(4, issue=Issue.SOLD).play(BuyChips("ana")).play(CancelTournament("fire"))
    entry = state.entry_here("ana")
    assert (entry.has_chips, entry.holding, entry.chip_money, entry.refunded) == (False, 1_000_00, 1_000_00, FEE)
    assert (state.sessions, state.draws, state.contests) == ((), (), ())
    assert drawing(4).play(CancelTournament("fire")).draws == ()


@pytest.mark.clause("D7 3.5(b)")
def test_D7_3_5_b_broken_off_before_there_is_a_winner_it_does_not_proceed() -> None:
    """Also those who are out already and who withdrew late get their fee back (ruling T29), not the disqualified."""
    before = next_stage(between_stages().play(out("fay"), Contribute(1_00)))
    before = counted(before, "ana 500, ben 500, eve 10")
    assert before.refuses(BreakOff("fire")) is None
    state = before.play(BreakOff("fire"))
    assert (state.phase, state.reason, state.contributed, state.sessions) == (Phase.OFF, "fire", 0, ())
    assert refunds(state) == {name: FEE for name in NAMES[:8] if name != "fay"}
    assert [state.entry_here(name).status for name in ("ana", "cat", "fay")] == [
        Status.SENT_HOME,
        Status.OUT,
        Status.DISQUALIFIED,
    ]
    ana = state.entry_here("ana")
    assert (ana.rule, ana.working) == (Cite("D7 3.5(b)", "T29"), "fire")
    assert (state.awards, state.placings, state.contests, state.draws) == ((), (), (), ())
    assert roles(before, BreakOff("fire")) == {Role.OPERATOR}
    assert offered(before, BreakOff) == [Offer(BreakOff, Role.OPERATOR, {"reason": Words()})]


@pytest.mark.clause("D7 3.5(b)")
def test_D7_3_5_b_why_a_tournament_is_not_broken_off() -> None:
    rule = Cite("D7 3.5(b)", "T29")
    early = Refusal(rule, "not_begun", "Play has not begun. Cancel the tournament instead.")
    for state in (opened(), field(8), drawing(8), ready(seated(8))):
        assert state.refuses(BreakOff("fire")) == early
        assert not offered(state, BreakOff)
    on = Refusal(rule, "sessions_on", "Sessions are being played. Count their chips first.")
    assert started(seated(8), 1).refuses(BreakOff("fire")) == on
    assert counted(playing(8), "ana 900, ben 800").refuses(BreakOff("fire")) == on
    half = counted(started(seated(8), 1), "ana 900, ben 800")
    assert half.refuses(BreakOff("fire")) is None
    for wrong in ("", None, 5, True, "a\nb", "a" * 201, 10**30):
        refusal = Refusal(rule, "no_reason", "Give the reason for abandoning the tournament.")
        assert half.refuses(BreakOff(wrong)) == refusal, wrong  # type: ignore[arg-type]
    assert won().refuses(BreakOff("fire")) == OVER
    assert called_off().refuses(BreakOff("fire")) == OFF
    assert not offered(won(), BreakOff)


@pytest.mark.clause("D7 3.5(b)")
def test_D7_3_5_b_between_stages_it_is_broken_off() -> None:
    state = between_stages()
    assert state.refuses(BreakOff("fire")) is None
    assert offered(state, BreakOff) == [Offer(BreakOff, Role.OPERATOR, {"reason": Words()})]


@pytest.mark.clause("D7 3.5(b)")
def test_D7_3_5_b_without_any_player_left_it_does_not_proceed() -> None:
    state = between_stages().play(*(WithdrawEntry(name) for name in ("ana", "ben", "eve")))
    assert state.phase is Phase.DECIDED
    assert state.play(out("fay")).phase is Phase.OFF
    assert state.play(PayPrizes()).phase is Phase.OVER
    state = counted(playing(4), "ana 900!, ben 800!, cat 700!, dan 600!")
    assert (state.phase, state.reason, refunds(state)) == (Phase.OFF, "no player is left", {})


# Who is waited for, and what everybody may know


@pytest.mark.clause("D7 3.2", "D7 3.3(c)(i)", "D7 5.1", "D7 5.2", "D7 6.4", "D7 4.8(a)")
def test_D7_3_2_what_comes_next_and_from_whom() -> None:
    apply = Awaited("apply for entry", Role.PLAYER, Cite("D7 3.2"))
    tables = Awaited("set the tables of the next stage", Role.OPERATOR, Cite("D7 3.3(c)(i)"))
    draw = Awaited("draw the next seat", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.2"))
    start = Awaited("start the session", Role.TOURNAMENT_DIRECTOR, Cite("D7 5.1"))
    tally = Awaited("report the tally", Role.TOURNAMENT_DIRECTOR, Cite("D7 6.4"))
    issue = Awaited("issue new chips or decline to", Role.OPERATOR, Cite("D7 4.8(a)"))
    assert opened().awaits == (apply,)
    assert entered(opened(), *NAMES[:4]).awaits == (apply, tables)
    assert drawing(8).awaits == (draw,)
    assert seated(8).awaits == (start,)
    assert started(seated(8), 1).awaits == (start, tally)
    assert playing(8).awaits == (tally,)
    assert counted(playing(8), "ana 0@9, ben 0@9, cat 0@9, dan 0@9").awaits == (issue, tally)
    assert between_stages().awaits == (tables,)
    decided = playing(4).play(report(playing(4), "ana 900, ben 800, cat 700, dan 600"))
    assert decided.awaits == (Awaited("pay the prizes", Role.TOURNAMENT_DIRECTOR, Cite("D7 3.4", "T43")),)
    assert decided.play(PayPrizes()).awaits == ()
    assert won().awaits == called_off().awaits == ()


@pytest.mark.clause("D7 6.4", "D7 3.4", "D7 1.0 Player")
def test_D7_6_4_everybody_sees_who_goes_on_and_only_the_player_what_was_paid() -> None:
    state = counted(playing(8), "ana 900, ben 800")
    view = state.view("ana")
    assert view.entry == state.entry("ana")
    assert state.view().entry is None
    assert state.view("zoe").entry is None
    public = view.public
    assert public == state.view("ben").public == state.view().public
    assert [each.player for each in public.through] == ["ana", "ben"]
    assert (public.name, public.phase, public.now, public.starts) == ("Spring Cup", Phase.PLAY, START, START)
    assert (public.director_present, public.stage, public.is_final, public.pool) == (True, 1, False, 8 * FEE)
    assert public.players == tuple((name, Status.PLAYER) for name in NAMES[:8])
    assert public.sessions == state.sessions
    assert (public.placings, public.awards) == ((), ())
    over = won()
    assert (over.view().public.placings, over.view().public.awards) == (over.placings, over.awards)
    assert places(over) == ["1 ana", "2 ben", "3 cat", "4 dan"]


@pytest.mark.clause("D7 2.1(a)")
def test_D7_2_1_a_an_act_of_another_game_is_unknown() -> None:
    unknown = Refusal(Cite("D7 2.1(a)"), "unknown_act", "This game does not know that act.")
    assert opened().refuses("apply") == unknown
    assert opened().refuses(None) == unknown


@pytest.mark.clause("D7 1.0 Player")
def test_D7_1_0_Player_rubbish_where_a_player_is_named_is_refused() -> None:
    for state in (opened(), field(4), drawing(8), playing(8), between_stages(), won()):
        for kind in (NotifyApplicant, AcceptEntry, WithdrawEntry, ConsentToRefund):
            refused_all(state, kind)
        refused_all(state, PayFee, FEE)
        refused_all(state, RefuseEntry, "barred")


@pytest.mark.clause("D7 1.0 Player")
def test_D7_1_0_Player_an_entry_of_rubbish_is_nobodys() -> None:
    state = field(4)
    for name in (*RUBBISH, "zoe", "aaa"):
        assert state.entry(name) is None
    with pytest.raises(LookupError):
        state.entry_here("zoe")
    assert state._with_entry(replace(state.entry_here("ana"), notified=False)).entry_here("ana").notified is False
