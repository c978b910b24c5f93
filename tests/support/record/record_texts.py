"""Records written by hand, and the values they stand for."""

from __future__ import annotations

from typing import NamedTuple

from croupier import (
    Actor,
    Admit,
    AnswerCall,
    BuyColour,
    BuyIn,
    CallEarly,
    CallSupervisor,
    CashOut,
    ChangeLimits,
    CheckWheel,
    Chips,
    Clock,
    CloseTable,
    Collect,
    Consent,
    CorrectGround,
    Favour,
    HandIn,
    HoldUnclaimed,
    KindLimits,
    LayoutTable,
    MakeGood,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    OpenTable,
    OpenToPublic,
    Pay,
    PayWager,
    Position,
    PostClosing,
    PostLimits,
    Purpose,
    Ready,
    RecordDispute,
    RemoveHousePlayer,
    ReserveTable,
    Role,
    SeatHousePlayer,
    Sign,
    TakeBackFavour,
    TakeUpEdition,
    VoidChips,
    VoidWager,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games import money_wheel, roulette, tai_sai
from croupier.games.acts import Act
from croupier.games.layout.acts import ReplaceWheel
from croupier.games.layout.motion import Direction
from croupier.games.registry import table_of

GAMES = ("roulette", "money-wheel", "tai-sai")

SIGN = Sign(minimum=5_00, maximum=1_000_00)

DEALER = Actor(Role.DEALER)


def header(game: str, *more: str) -> str:
    """A header as it is written by the program, with these lines more."""
    lines = ("croupier 1", f"game {game}", "edition 2", "minimum 5", "maximum 1000", *more)
    return "".join(f"{line}\n" for line in lines) + "\n"


def new_table(game: str) -> LayoutTable:
    table: LayoutTable = table_of(game, SIGN)
    return table


class Line(NamedTuple):
    """One act as it is written, and the act."""

    game: str
    text: str
    act: Act

    @property
    def record(self) -> str:
        return f"{header(self.game)}{self.text}\n"

    def __str__(self) -> str:
        return f"{self.game}: {self.text}"


_FULL_SIGN = Sign(
    minimum=2_50,
    maximum=500_00,
    increment=2_50,
    smallest_chip=25,
    by_kind=(KindLimits("straight up", 1_00, 50_00), KindLimits("six-line", 2_00, 75_50)),
)
_FULL_SIGN_TEXT = (
    "minimum 2.50 maximum 500 increment 2.50 smallest chip 0.25 limits straight up 1 to 50 limits six-line 2 to 75.50"
)

_CLOCKWISE, _ANTICLOCKWISE = Direction.CLOCKWISE, Direction.ANTICLOCKWISE
_SMALL, _RED = Position("small"), Position("red")

_COMMON: tuple[tuple[str, Act], ...] = (
    ("ana: buy in 200", BuyIn("ana", 200_00)),
    ("ana: buy in 2.50", BuyIn("ana", 2_50)),
    ("ana: buy in 0.05", BuyIn("ana", 5)),
    ("ana: buy in 0", BuyIn("ana", 0)),
    ("ana: buy in -5", BuyIn("ana", -5_00)),
    ("ana: buy in -0.50", BuyIn("ana", -50)),
    ("ana: buy in 9999999999999.99", BuyIn("ana", 9_999_999_999_999_99)),
    ("Māia_7.b@nz-1: buy in 5", BuyIn("Māia_7.b@nz-1", 5_00)),
    ("player dealer: buy in 5", BuyIn("dealer", 5_00)),
    ("player operator: buy in 5", BuyIn("operator", 5_00)),
    ("player casino: buy in 5", BuyIn("casino", 5_00)),
    ("dealer: buy in 5 for ana", BuyIn("ana", 5_00, by=DEALER)),
    ("ana: cash out 12.50", CashOut("ana", 12_50)),
    ("ben: cash out 12.50 for ana", CashOut("ana", 12_50, by=Actor(Role.PLAYER, "ben"))),
    ("ana: buy 25 of sky at 2.50", BuyColour("ana", "sky", 2_50, 25_00)),
    ("ana: buy 25 of sky at -1", BuyColour("ana", "sky", -1_00, 25_00)),
    ("dealer: buy 25 of sky at 2.50 for ana", BuyColour("ana", "sky", 2_50, 25_00, by=DEALER)),
    ("ana: hand in 25", HandIn("ana", 25_00)),
    ("operator: hold unclaimed chips of ana", HoldUnclaimed("ana")),
    ("supervisor: hold unclaimed chips of dealer", HoldUnclaimed("dealer", by=Actor(Role.GAME_SUPERVISOR))),
    ("operator: clock 60 seconds", Clock(60)),
    ("operator: clock -1 seconds", Clock(-1)),
    ("dealer: clock 60 seconds", Clock(60, by=DEALER)),
    ("operator: take up edition 2", TakeUpEdition(2)),
    ("dealer: open table", OpenTable()),
    ("operator kiri: open table", OpenTable(by=Actor(Role.OPERATOR, "kiri"))),
    ("operator: post closing in 1200 seconds", PostClosing(1200)),
    ("supervisor: post closing in 1200 seconds", PostClosing(1200, by=Actor(Role.GAME_SUPERVISOR))),
    ("operator: close table", CloseTable()),
    ("director moana: close table", CloseTable(by=Actor(Role.TOURNAMENT_DIRECTOR, "moana"))),
    ("operator: reserve table for private use", ReserveTable(Purpose.PRIVATE_USE)),
    ("operator kiri: reserve table for promotion", ReserveTable(Purpose.PROMOTION, by=Actor(Role.OPERATOR, "kiri"))),
    (
        "operator: reserve table for tournament with ana, Māia_7.b@nz-1",
        ReserveTable(Purpose.TOURNAMENT, ("ana", "Māia_7.b@nz-1")),
    ),
    ("operator: admit with", Admit("with")),
    ("operator: open to the public", OpenToPublic()),
    ("operator: post limits minimum 10 maximum 500 in 1200 seconds", PostLimits(Sign(10_00, 500_00), 1200)),
    (f"operator: post limits {_FULL_SIGN_TEXT} in 0 seconds", PostLimits(_FULL_SIGN, 0)),
    ("ana: agree", Consent("ana")),
    ("ben: agree for ana", Consent("ana", by=Actor(Role.PLAYER, "ben"))),
    ("ana: ready", Ready("ana")),
    ("operator: seat house player bot-red playing red with 50", SeatHousePlayer("bot-red", "red", 50_00)),
    (
        "operator kiri: seat house player bot-a playing bold",
        SeatHousePlayer("bot-a", "bold", by=Actor(Role.OPERATOR, "kiri")),
    ),
    ("operator: remove house player bot-red", RemoveHousePlayer("bot-red")),
    ("operator: call early by consent of ana, Māia_7.b@nz-1", CallEarly(("ana", "Māia_7.b@nz-1"))),
    ("operator: change limits to minimum 10 maximum 500", ChangeLimits(Sign(10_00, 500_00))),
    (f"operator: change limits to {_FULL_SIGN_TEXT}", ChangeLimits(_FULL_SIGN)),
    ("ana: wager 20 on red", Wager("ana", _RED, 20_00)),
    ("ana: wager 20 in colour on red", Wager("ana", _RED, 20_00, Chips.COLOUR)),
    ("ana: wager 0 on red", Wager("ana", _RED, 0)),
    ("ana: wager -20.50 on red", Wager("ana", _RED, -20_50)),
    ("dealer: wager 20 on red for ana", Wager("ana", _RED, 20_00, by=DEALER)),
    (
        "dealer tui: wager 20 in colour on 17 for ana",
        Wager("ana", Position("straight up", (17,)), 20_00, Chips.COLOUR, by=Actor(Role.DEALER, "tui")),
    ),
    ("ana: withdraw any triple", Withdraw("ana", Position("any triple"))),
    ("dealer: withdraw red for ana", Withdraw("ana", _RED, by=DEALER)),
    ("dealer: no more bets", NoMoreBets()),
    ("ana: no more bets", NoMoreBets(by=Actor(Role.PLAYER, "ana"))),
    ("casino supervisor: no more bets", NoMoreBets(by=Actor(Role.CASINO_SUPERVISOR))),
    ("casino supervisor rewi: no more bets", NoMoreBets(by=Actor(Role.CASINO_SUPERVISOR, "rewi"))),
    ("dealer: collect", Collect()),
    ("dealer: pay", Pay()),
    ("dealer: pay area numbers", Pay("numbers")),
    ("dealer: pay area any triple", Pay("any triple")),
    ("dealer: pay area three 1-1-2", Pay("three 1-1-2")),
    ("dealer: pay ana on red", PayWager("ana", _RED)),
    ("dealer: open betting", OpenBetting()),
    ("dealer: wrong limits 2.50 on red for ana", WrongLimits("ana", _RED, 2_50)),
    (
        "supervisor: wrong limits 2.50 in colour on red for ana",
        WrongLimits("ana", _RED, 2_50, Chips.COLOUR, by=Actor(Role.GAME_SUPERVISOR)),
    ),
    ("dealer: void ana on red, late", VoidWager("ana", _RED, "late")),
    ("dealer: void 20 on 17, late", VoidWager("20", Position("straight up", (17,)), "late")),
    ("dealer: void 7.50 of ana on red, late", VoidChips("ana", _RED, 7_50, "late")),
    ("dealer: void 5 of 20 on 17, late", VoidChips("20", Position("straight up", (17,)), 5_00, "late")),
    (
        "supervisor: take back favour for ana on split 17-20 because the film shows it",
        TakeBackFavour("ana", Position("split", (17, 20)), "the film shows it"),
    ),
    ("supervisor: correct ground because the key slipped", CorrectGround("the key slipped")),
    ("dealer dora: call the game supervisor", CallSupervisor(by=Actor(Role.DEALER, "dora"))),
    ("supervisor: answer the call", AnswerCall()),
    (
        "supervisor: dispute by ana about round 12 because the chips were hers",
        RecordDispute("ana", 12, "the chips were hers"),
    ),
    (
        "operator kiri: make good 17.50 to ana for round 12 because the chips were hers",
        MakeGood("ana", 12, 17_50, "the chips were hers", by=Actor(Role.OPERATOR, "kiri")),
    ),
    (
        "supervisor: void ana on A, not inside",
        VoidWager("ana", Position("A"), "not_inside", by=Actor(Role.GAME_SUPERVISOR)),
    ),
    ("supervisor: favour ana on red because a leaning stack", Favour("ana", _RED, "a leaning stack")),
    ("supervisor: favour ana on small as big because x", Favour("ana", _SMALL, "x", Position("big"))),
    (
        "operator: favour ana on 17 as split 17-20 because it leant, as all saw",
        Favour(
            "ana",
            Position("straight up", (17,)),
            "it leant, as all saw",
            Position("split", (17, 20)),
            by=Actor(Role.OPERATOR),
        ),
    ),
    ("supervisor: favour ana on red because of # 3, because  of that", Favour("ana", _RED, "of # 3, because  of that")),
)

_ROULETTE: tuple[tuple[str, Act], ...] = (
    ("dealer: no spin", NoSpin()),
    ("dealer: no spin, foreign object", NoSpin("foreign_object")),
    ("supervisor: no spin, ball out", NoSpin("ball_out", by=Actor(Role.GAME_SUPERVISOR))),
    ("dealer: spin ball clockwise, wheel anticlockwise", roulette.SpinBall(wheel=_ANTICLOCKWISE, ball=_CLOCKWISE)),
    ("dealer: spin ball anticlockwise, wheel clockwise", roulette.SpinBall(wheel=_CLOCKWISE, ball=_ANTICLOCKWISE)),
    ("dealer: ball rests", roulette.BallRests()),
    ("dealer: spin 17", roulette.Spin(17)),
    ("dealer: spin 0", roulette.Spin(0)),
    ("dealer: spin -1", roulette.Spin(-1)),
    ("dealer: spin 37 after 0 revolutions", roulette.Spin(37, 0)),
    ("dealer: announce 17 black", roulette.Announce(17, roulette.Colour.BLACK)),
    ("dealer: announce 1 red", roulette.Announce(1, roulette.Colour.RED)),
    ("dealer: announce 0 green", roulette.Announce(0, roulette.Colour.GREEN)),
    ("dealer: dolly 17", roulette.Dolly(17)),
    ("dealer: return ball to 17", roulette.ReturnBall(17)),
    ("supervisor: examine ball", roulette.ExamineBall()),
    ("supervisor: examine ball, finding a chip # on one side", roulette.ExamineBall("a chip # on one side")),
    ("supervisor: change ball", roulette.ChangeBall()),
    ("supervisor: change ball to 7", roulette.ChangeBall("7")),
    ("supervisor: change ball because it is worn", roulette.ChangeBall(reason="it is worn")),
    ("supervisor: change ball to b-12 because it is worn", roulette.ChangeBall("b-12", "it is worn")),
    ("supervisor: check wheel", CheckWheel()),
    ("supervisor: replace the wheel by W-2 because a fret is bent", ReplaceWheel("W-2", "a fret is bent")),
    ("supervisor: check wheel with ball 7", CheckWheel(ball="7")),
    ("supervisor: check wheel with ball 7, finding level, and  free", CheckWheel("level, and  free", "7")),
    ("operator: change ball", roulette.ChangeBall(by=Actor(Role.OPERATOR))),
    ("supervisor: correct to 20 because the keypad slipped", roulette.CorrectNumber(20, "the keypad slipped")),
)

_MONEY_WHEEL: tuple[tuple[str, Act], ...] = (
    ("dealer: no spin", NoSpin()),
    ("dealer: no spin, on peg", NoSpin("on_peg")),
    ("dealer: wheel rests", money_wheel.WheelRests()),
    ("operator: replace the wheel by 7 because it is worn", ReplaceWheel("7", "it is worn", by=Actor(Role.OPERATOR))),
    ("supervisor: check wheel, finding balanced because it was new", CheckWheel("balanced because it was new")),
    ("dealer: spin wheel clockwise", money_wheel.SpinWheel(_CLOCKWISE)),
    ("dealer: spin wheel anticlockwise", money_wheel.SpinWheel(_ANTICLOCKWISE)),
    ("dealer: spin 52", money_wheel.IndicatorRests(52)),
    ("dealer: spin 52 after 4 revolutions", money_wheel.IndicatorRests(52, 4)),
    ("dealer: spin 52 on peg", money_wheel.IndicatorRests(52, on_peg=True)),
    ("dealer: spin 52 after 3 revolutions on peg", money_wheel.IndicatorRests(52, 3, on_peg=True)),
    ("dealer: announce B", money_wheel.AnnounceSymbol("B")),
    ("supervisor: correct to 3 because it stood there", money_wheel.CorrectSection(3, "it stood there")),
)

_TAI_SAI: tuple[tuple[str, Act], ...] = (
    ("dealer: no roll", tai_sai.NoRoll()),
    ("dealer: no roll, die outside", tai_sai.NoRoll("die_outside")),
    ("supervisor: inspect dice", tai_sai.InspectDice()),
    ("supervisor: replace the dice by set-3 because one is chipped", tai_sai.ReplaceDice("set-3", "one is chipped")),
    ("dealer: tumble 3", tai_sai.Tumble(3)),
    ("dealer: tumble 0", tai_sai.Tumble(0)),
    ("dealer: uncover", tai_sai.Uncover()),
    ("dealer: roll 6-1-2", tai_sai.Roll((6, 1, 2))),
    ("dealer: roll 6-1-2 not flat", tai_sai.Roll((6, 1, 2), flat=False)),
    ("dealer: roll 0-7-9", tai_sai.Roll((0, 7, 9))),
    ("dealer: roll 4", tai_sai.Roll((4,))),  # type: ignore[arg-type]
    ("dealer: announce 1-2-6 total 9", tai_sai.AnnounceDice((1, 2, 6), 9)),
    ("dealer: key in 6-1-2", tai_sai.KeyIn((6, 1, 2))),
    ("dealer: enter", tai_sai.Enter()),
    ("dealer: correct to 1-1-1 because a die was misread", tai_sai.CorrectDice((1, 1, 1), "a die was misread")),
)

LINES = (
    *(Line(game, text, act) for game in GAMES for text, act in _COMMON),
    *(Line("roulette", text, act) for text, act in _ROULETTE),
    *(Line("money-wheel", text, act) for text, act in _MONEY_WHEEL),
    *(Line("tai-sai", text, act) for text, act in _TAI_SAI),
)
"""Every kind of act of every game, as the program writes it."""

POSITIONS = {
    "17": Position("straight up", (17,)),
    "0": Position("straight up", (0,)),
    "split 17-20": Position("split", (17, 20)),
    "split 0-3": Position("split", (0, 3)),
    "street 0-1-2": Position("street", (0, 1, 2)),
    "street 34-35-36": Position("street", (34, 35, 36)),
    "corner 0-1-2-3": Position("corner", (0, 1, 2, 3)),
    "six-line 1 to 6": Position("six-line", (1, 2, 3, 4, 5, 6)),
    "six-line 31 to 36": Position("six-line", (31, 32, 33, 34, 35, 36)),
    "six-line 1-2-3-7-8-9": Position("six-line", (1, 2, 3, 7, 8, 9)),
    "column 2": Position("column", (2,)),
    "dozen 3": Position("dozen", (3,)),
    "low": Position("low"),
    "high": Position("high"),
    "even": Position("even"),
    "odd": Position("odd"),
    "red": Position("red"),
    "black": Position("black"),
    "neighbour 15-19-32": Position("neighbour", (15, 19, 32)),
    "courtesy line": Position("courtesy line"),
    "A": Position("A"),
    "G": Position("G"),
    "A-B": Position("A-B"),
    "small": Position("small"),
    "big": Position("big"),
    "triple 4": Position("triple", (4,)),
    "double 6": Position("double", (6,)),
    "any triple": Position("any triple"),
    "total 17": Position("total", (17,)),
    "pair 2-5": Position("pair", (2, 5)),
    "face 6": Position("face", (6,)),
    "three 1-1-2": Position("three", (1, 1, 2)),
    "three 1-2-3": Position("three", (1, 2, 3)),
    "four 1-2-3-4": Position("four", (1, 2, 3, 4)),
    "split 1-5": Position("split", (1, 5)),
    "bingo 999": Position("bingo", (999,)),
}
"""Positions as they are written, those that no game has included."""
