"""Who may do what at a table: the definitions of Division 1, rule 1.1, and rule 10.4."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import croupier
from croupier import (
    LIVE,
    Actor,
    Admit,
    BuyColour,
    BuyIn,
    CashOut,
    ChangeLimits,
    CheckWheel,
    Clock,
    CloseTable,
    Collect,
    Consent,
    CorrectGround,
    Favour,
    HandIn,
    HoldUnclaimed,
    LayoutTable,
    MakeGood,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    OpenToPublic,
    Pay,
    PayWager,
    PostClosing,
    PostLimits,
    Purpose,
    RecordDispute,
    Refused,
    ReplaceWheel,
    ReserveTable,
    Role,
    Sign,
    TakeBackFavour,
    TakeUpEdition,
    VoidChips,
    VoidWager,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.acts import (
    Act,
    AnswerCall,
    CallEarly,
    CallSupervisor,
    PlayersAct,
    Ready,
    RemoveHousePlayer,
    SeatHousePlayer,
)
from croupier.games.money_wheel import (
    AnnounceSymbol,
    CorrectSection,
    Direction,
    IndicatorRests,
    SpinWheel,
    WheelRests,
    symbol,
)
from croupier.games.people import CASINO_SUPERVISOR, DEALER, GAME_SUPERVISOR, OPERATOR, player
from croupier.games.registry import table_of
from tests.support.rules.tables import SIGN, live_money_wheel, money_wheel, refusal_code, refusal_rule

A, B = symbol("A"), symbol("B")
HIGHER = Sign(minimum=10_00, maximum=1_000_00)

CLOSED = croupier.money_wheel(SIGN, automation=LIVE)
OLDER = table_of("money-wheel", SIGN, automation=LIVE, edition=1)
BETTING = live_money_wheel("ana", "bob", colours=("red", "blue")).play(
    BuyColour("ana", "red", 5_00, 100_00),
    PostLimits(HIGHER, 1200),
    PostClosing(1200),
    Clock(1200),
    Wager("ana", A, 5_00),
    Wager("ana", B, 5_00),
)
RESERVED = BETTING.play(ReserveTable(Purpose.PROMOTION, ("ana", "bob")))
CALLED = BETTING.play(NoMoreBets())
TURNING = CALLED.play(SpinWheel(Direction.CLOCKWISE))
AT_REST = TURNING.play(IndicatorRests(2))
ANNOUNCED = AT_REST.play(AnnounceSymbol("A"))
COLLECTED = ANNOUNCED.play(Collect())
PAID = COLLECTED.play(Pay())

RULED = AT_REST.play(Favour("ana", B, "the dealer misplaced it"))

PLAYER_ONLY = {Role.PLAYER}
DEALER_ONLY = {Role.DEALER}
OPERATOR_ONLY = {Role.OPERATOR}
SPOTTERS = {Role.DEALER, Role.GAME_SUPERVISOR}
MANAGERS = {Role.GAME_SUPERVISOR, Role.OPERATOR}
BOT, STRATEGY = "bot-tui", "A"
OPENERS = {Role.DEALER, Role.GAME_SUPERVISOR, Role.OPERATOR}

TIMED = croupier.money_wheel(SIGN, betting_seconds=20).play(BuyIn("ana", 100_00), Wager("ana", A, 5_00))

# Every act of a money wheel, at a table that accepts it, and all who may do it.
WHO_MAY: list[tuple[LayoutTable, Act, set[Role]]] = [
    (BETTING, BuyIn("ana", 5_00), PLAYER_ONLY),
    (BETTING, CashOut("ana", 5_00), PLAYER_ONLY),
    (BETTING, BuyColour("ana", "red", 5_00, 5_00), PLAYER_ONLY),
    (BETTING, HandIn("ana", 5_00), PLAYER_ONLY),
    (BETTING, Consent("ana"), PLAYER_ONLY),
    (BETTING, Withdraw("ana", A), PLAYER_ONLY),
    (BETTING, Wager("ana", A, 5_00), {Role.PLAYER, Role.DEALER}),
    (BETTING, Clock(1), OPERATOR_ONLY),
    (OLDER, TakeUpEdition(2), OPERATOR_ONLY),
    (CLOSED, OpenTable(), OPENERS),
    (BETTING, PostClosing(1200), MANAGERS),
    (BETTING, CloseTable(), MANAGERS),
    (BETTING, PostLimits(HIGHER, 1200), MANAGERS),
    (BETTING, ChangeLimits(HIGHER), MANAGERS),
    (BETTING, HoldUnclaimed("bob"), MANAGERS),
    (BETTING, ReserveTable(Purpose.PROMOTION, ("ana", "bob")), OPERATOR_ONLY),
    (RESERVED, Admit("cal"), OPERATOR_ONLY),
    (RESERVED, OpenToPublic(), OPERATOR_ONLY),
    (BETTING, NoMoreBets(), DEALER_ONLY),
    (CALLED, SpinWheel(Direction.CLOCKWISE), DEALER_ONLY),
    (TURNING, IndicatorRests(2), DEALER_ONLY),
    (AT_REST, AnnounceSymbol("A"), DEALER_ONLY),
    (ANNOUNCED, Collect(), DEALER_ONLY),
    (COLLECTED, Pay(), DEALER_ONLY),
    (COLLECTED, PayWager("ana", A), DEALER_ONLY),
    (PAID, OpenBetting(), DEALER_ONLY),
    (TURNING, NoSpin("interference"), SPOTTERS),
    (BETTING, WrongLimits("ana", symbol("C"), 1_00), SPOTTERS),
    (CALLED, VoidWager("ana", A, "late"), SPOTTERS),
    (CALLED, VoidChips("ana", A, 5_00, "late"), SPOTTERS),
    (AT_REST, Favour("ana", B, "the dealer misplaced it"), MANAGERS),
    (AT_REST, CorrectSection(3, "misread"), MANAGERS),
    (RULED, TakeBackFavour("ana", B, "the film shows it"), {Role.GAME_SUPERVISOR}),
    (TURNING.play(IndicatorRests(2, on_peg=True)), CorrectGround("the key slipped"), MANAGERS),
    (TURNING, WheelRests(), DEALER_ONLY),
    (BETTING, CheckWheel("balanced"), MANAGERS),
    (BETTING, ReplaceWheel("W-2", "worn"), MANAGERS),
    (PAID.play(OpenBetting()), RecordDispute("ana", 1, "it lay on A"), MANAGERS),
    (PAID.play(OpenBetting()), MakeGood("ana", 1, 5_00, "it lay on A"), MANAGERS),
    (BETTING, CallSupervisor(), DEALER_ONLY),
    (BETTING.play(CallSupervisor()), AnswerCall(), {Role.GAME_SUPERVISOR}),
    (TIMED, Ready("ana"), PLAYER_ONLY),
    (TIMED.play(Ready("ana")), CallEarly(("ana",)), OPERATOR_ONLY),
    (TIMED, SeatHousePlayer(BOT, STRATEGY, 100_00), OPERATOR_ONLY),
    (TIMED.play(SeatHousePlayer(BOT, STRATEGY, 100_00)), RemoveHousePlayer(BOT), OPERATOR_ONLY),
]


def done_by(act: Act, role: Role) -> Act:
    return replace(act, by=Actor(role, "ana" if role is Role.PLAYER else ""))


def why(table: LayoutTable, act: Act) -> str:
    refusal = table.refuses(act)
    assert refusal is not None
    return refusal.why


def test_every_act_of_the_money_wheel_stands_in_the_list() -> None:
    assert {type(act) for _, act, _ in WHO_MAY} == set(BETTING._handlers)


@pytest.mark.clause("D1 1.1 Dealer", "D1 1.1 Game Supervisor", "D1 1.1 Casino Supervisor", "D1 10.4", "D10 4.5")
@pytest.mark.parametrize(("table", "act", "allowed"), WHO_MAY, ids=[type(act).__name__ for _, act, _ in WHO_MAY])
def test_D1_1_1_each_act_is_done_only_by_those_whose_office_it_is(
    table: LayoutTable, act: Act, allowed: set[Role]
) -> None:
    assert {role for role in Role if refusal_code(table, done_by(act, role)) is None} == allowed
    assert refusal_code(table, act) is None


@pytest.mark.clause("D1 1.1 Dealer", "D1 1.1 Game Supervisor", "D1 10.4")
@pytest.mark.parametrize(("table", "act", "allowed"), WHO_MAY, ids=[type(act).__name__ for _, act, _ in WHO_MAY])
def test_D1_1_1_all_others_are_refused_by_the_clause_of_the_office(
    table: LayoutTable, act: Act, allowed: set[Role]
) -> None:
    if isinstance(act, PlayersAct):
        code, rule = "not_yours", "D1 10.4"
    else:
        code = "not_your_act"
        rule = "D1 1.1 Game Supervisor" if Role.GAME_SUPERVISOR in allowed else "D1 1.1 Dealer"
    for role in set(Role) - allowed:
        assert refusal_code(table, done_by(act, role)) == code
        assert refusal_rule(table, done_by(act, role)) == rule


@pytest.mark.clause("D1 1.1 Dealer")
def test_D1_1_1_a_refusal_says_whose_act_it_is() -> None:
    assert why(BETTING, NoMoreBets(by=player("ana"))) == "This is for the dealer to do, not for a player."
    spotters = "This is for the dealer or game supervisor to do, not for a casino supervisor."
    assert why(TURNING, NoSpin(by=CASINO_SUPERVISOR)) == spotters
    managers = "This is for the game supervisor or operator to do, not for a dealer."
    assert why(BETTING, PostClosing(1200, by=DEALER)) == managers


@pytest.mark.clause("D1 1.1 Casino Supervisor")
@pytest.mark.parametrize(("table", "act", "allowed"), WHO_MAY, ids=[type(act).__name__ for _, act, _ in WHO_MAY])
def test_D1_1_1_a_casino_supervisor_does_not_stand_in_for_a_game_supervisor(
    table: LayoutTable, act: Act, allowed: set[Role]
) -> None:
    assert Role.CASINO_SUPERVISOR not in allowed
    assert refusal_code(table, replace(act, by=CASINO_SUPERVISOR)) in {"not_yours", "not_your_act"}


@pytest.mark.clause("D1 10.4")
@pytest.mark.parametrize(
    "act",
    [
        CashOut("ana", 5_00, by=player("bob")),
        BuyIn("ana", 5_00, by=player("bob")),
        BuyColour("ana", "red", 5_00, 5_00, by=player("bob")),
        HandIn("ana", 5_00, by=player("bob")),
        Consent("ana", by=player("bob")),
        Wager("ana", A, 5_00, by=player("bob")),
        Withdraw("ana", A, by=player("bob")),
        Withdraw("ana", A, by=player("")),
        Withdraw("ana", A, by=player("Ana")),
        Withdraw("ana", A, by=DEALER),
        Withdraw("ana", A, by=GAME_SUPERVISOR),
        Withdraw("ana", A, by=OPERATOR),
        Wager("ana", A, 5_00, by=GAME_SUPERVISOR),
    ],
)
def test_D1_10_4_nobody_handles_the_chips_of_another(act: Act) -> None:
    assert refusal_code(BETTING, act) == "not_yours"
    assert refusal_rule(BETTING, act) == "D1 10.4"
    assert why(BETTING, act) == "Only ana may do this."


@pytest.mark.clause("D1 10.4")
def test_D1_10_4_a_wager_stays_where_it_lies_from_the_call_until_it_is_paid() -> None:
    for table in (CALLED, TURNING):
        assert refusal_code(table, Withdraw("ana", A)) == "too_late"
    for table in (AT_REST, ANNOUNCED, COLLECTED):
        assert refusal_code(table, Withdraw("ana", A)) == "not_paid"
        assert refusal_code(table, Withdraw("ana", B)) == "losing_wager"
    assert refusal_code(PAID, Withdraw("ana", A)) is None


@pytest.mark.clause("D1 10.4")
@pytest.mark.parametrize("nobody", [None, 5, ["ana"]])
def test_D1_10_4_nobody_without_a_name_has_a_wager_to_handle(nobody: Any) -> None:
    assert refusal_code(BETTING, Withdraw(nobody, A)) == "no_wager_there"
    assert refusal_code(CALLED, VoidWager(nobody, A, "late")) == "no_wager_there"


@pytest.mark.clause("D1 1.1 Dealer")
@pytest.mark.parametrize("by", ["dealer", Role.DEALER, 5, ("dealer", ""), {"role": "dealer"}])
def test_D1_1_1_whoever_acts_is_named_by_role_and_name(by: Any) -> None:
    for act in (NoMoreBets(by=by), Wager("ana", A, 5_00, by=by), CashOut("ana", 5_00, by=by)):
        assert refusal_code(BETTING, act) == "bad_actor"
        assert refusal_rule(BETTING, act) == "D1 1.1 Dealer"
        assert why(BETTING, act) == "Say who does it, by role and name."


@pytest.mark.clause("D1 1.1 Dealer")
@pytest.mark.parametrize("name", ["ann lee", "a/b", "x" * 65, "dan\n", 5, None])
def test_D1_1_1_a_member_of_staff_goes_by_a_plain_name(name: Any) -> None:
    assert refusal_code(BETTING, NoMoreBets(by=Actor(Role.DEALER, name))) == "bad_actor"
    assert refusal_code(BETTING, NoMoreBets(by=Actor(Role.DEALER, "dan-7"))) is None


@pytest.mark.clause("D1 1.1 Dealer", "D1 1.1 Game Supervisor")
def test_D1_1_1_the_acts_of_the_staff_are_not_done_by_nobody() -> None:
    staff = [(table, replace(act, by=None)) for table, act, _ in WHO_MAY if not isinstance(act, PlayersAct)]
    assert {refusal_code(table, act) for table, act in staff} == {"bad_actor"}
    assert {refusal_rule(table, act) for table, act in staff} == {"D1 1.1 Dealer"}


@pytest.mark.clause("D1 1.1 Dealer", "D1 1.1 Game Supervisor")
@pytest.mark.parametrize(
    ("act", "actor"),
    [
        (BuyIn("ana", 5_00), player("ana")),
        (Wager("ana", A, 5_00), player("ana")),
        (Wager("ana", A, 5_00, by=DEALER), DEALER),
        (NoMoreBets(), DEALER),
        (PayWager("ana", A), DEALER),
        (NoSpin(by=GAME_SUPERVISOR), GAME_SUPERVISOR),
        (Favour("ana", A, "reason"), GAME_SUPERVISOR),
        (CorrectSection(2, "reason"), GAME_SUPERVISOR),
        (Clock(1), OPERATOR),
        (CloseTable(), OPERATOR),
    ],
)
def test_D1_1_1_every_act_says_who_does_it(act: Act, actor: Actor) -> None:
    assert act.actor == actor


@pytest.mark.clause("D1 1.1 Dealer", "D1 10.4")
def test_D1_1_1_a_refused_act_is_not_played_nor_any_after_it() -> None:
    refused = NoMoreBets(by=player("ana"))
    with pytest.raises(Refused) as caught:
        BETTING.play(Withdraw("ana", A), refused, Withdraw("ana", B))
    assert caught.value.refusal == BETTING.refuses(refused)
    assert str(caught.value) == "This is for the dealer to do, not for a player. [D1 1.1 Dealer, not_your_act]"
    assert len(BETTING.wagers) == 2
    assert BETTING.play() is BETTING


@pytest.mark.clause("D1 1.1 Dealer")
def test_D1_1_1_people_are_called_by_their_office_and_players_by_name() -> None:
    assert str(DEALER) == "dealer"
    assert str(Actor(Role.GAME_SUPERVISOR, "gus")) == "game supervisor gus"
    assert str(player("ana")) == "ana"


@pytest.mark.clause("D10 1.1")
@pytest.mark.parametrize("strange", ["no more bets", None, 5, object(), NoMoreBets])
def test_D10_1_1_what_is_no_act_of_the_game_is_refused(strange: Any) -> None:
    table = money_wheel("ana")
    assert refusal_code(table, strange) == "unknown_act"
    assert refusal_rule(table, strange) == "D10 1.1"
    assert why(table, strange) == "This game does not know that act."
    assert strange not in table.legal
