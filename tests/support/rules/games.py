"""The games that the battery plays. A new game is one more entry in `GAMES`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import croupier
from croupier import (
    Collect,
    KindLimits,
    LayoutTable,
    MoneyWheelOptions,
    NoMoreBets,
    NoSpin,
    Odds,
    OpenBetting,
    OpenTable,
    Pay,
    RouletteOptions,
    Sign,
    TaiSaiOptions,
)
from croupier.games import money_wheel, roulette, tai_sai
from croupier.games.acts import Act, AnswerCall
from croupier.games.layout.acts import ReplaceWheel
from croupier.games.layout.motion import Direction
from croupier.games.tai_sai import TaiSaiOdds

State = LayoutTable
"""The state that the battery knows. It asks for purses, wagers, settlement, offers, chance and views."""

VIEW = ("public", "purse")
PUBLIC_VIEW = (
    *("game", "is_open", "betting", "step", "round", "clock", "window_ends", "sign", "closing", "limits"),
    *("reserved", "ready", "house_players", "players", "rack", "wagers", "result", "lit", "settled", "equipment"),
)
"""What a layout game shows to everyone: to show one thing more, it is named here first."""


class Played(Struct, frozen=True, kw_only=True):
    """One game, as the battery needs to know it."""

    name: str
    table: Callable[..., State]
    """A new table: sign and options, then `automation`, `betting_seconds` and `colours` by name."""
    options: tuple[Any, ...]
    signs: tuple[Sign, ...]
    dealing: tuple[type[Act], ...]
    """The acts that carry a table from its opening through a round to the next."""
    result: Act
    """Any one result."""
    spoil: Callable[[Any], Act]
    """The same result with a ground for a void on record."""
    no_result: type[Act]
    """The announcement that there is no result."""
    unasked: tuple[Act, ...]
    """Acts that are accepted at times although no offer names them: the dealer's mistakes, mostly."""
    answers: Mapping[type[Act], Callable[[State], Act]] = {}
    """The one act that carries the round on, where its offer has many choices."""
    view: tuple[str, ...] = VIEW
    public_view: tuple[str, ...] = PUBLIC_VIEW

    def __repr__(self) -> str:
        return self.name


def _signs(*own: KindLimits) -> tuple[Sign, ...]:
    """A plain sign; one with an increment that divides neither limit; limits by kind, with an increment and without."""
    return (
        Sign(minimum=5_00, maximum=1_000_00),
        Sign(minimum=4_00, maximum=101_00, increment=1_50),
        Sign(minimum=10_00, maximum=500_00, by_kind=own),
        Sign(minimum=2_50, maximum=52_00, increment=1_25, smallest_chip=25, by_kind=own),
    )


ROULETTE = Played(
    name="roulette",
    table=croupier.roulette,
    options=(RouletteOptions(), RouletteOptions(neighbours=True, display=3), RouletteOptions(layout=2, display=0)),
    signs=_signs(KindLimits("straight up", 1_00, 50_00), KindLimits("red", 20_00, 900_00)),
    dealing=(
        *(OpenTable, roulette.ExamineBall, roulette.ReturnBall, roulette.SpinBall, NoMoreBets, roulette.Spin),
        *(roulette.Announce, roulette.Dolly, Collect, Pay, OpenBetting),
    ),
    result=roulette.Spin(17),
    spoil=lambda act: replace(act, revolutions=3),
    no_result=NoSpin,
    unasked=(
        roulette.SpinBall(Direction.CLOCKWISE, Direction.CLOCKWISE),
        roulette.SpinBall(Direction.CLOCKWISE, Direction.ANTICLOCKWISE),
        roulette.Spin(0, revolutions=4),
        roulette.ReturnBall(0),
        roulette.ExamineBall(),
        ReplaceWheel("W-2", "worn"),
        AnswerCall(),
        Pay("numbers"),
        Pay("outside"),
    ),
)

MONEY_WHEEL = Played(
    name="money wheel",
    table=croupier.money_wheel,
    options=(MoneyWheelOptions(), MoneyWheelOptions(layout=3, symbols=("1", "3", "5", "11", "23", "Kiwi", "Fern"))),
    signs=_signs(KindLimits("A", 1_00, 50_00), KindLimits("G", 20_00, 900_00)),
    dealing=(
        *(OpenTable, NoMoreBets, money_wheel.SpinWheel, money_wheel.IndicatorRests, money_wheel.AnnounceSymbol),
        *(Collect, Pay, OpenBetting),
    ),
    result=money_wheel.IndicatorRests(1),
    spoil=lambda act: replace(act, on_peg=True),
    no_result=NoSpin,
    unasked=(
        money_wheel.SpinWheel(Direction.ANTICLOCKWISE),
        money_wheel.IndicatorRests(52, revolutions=3),
        money_wheel.IndicatorRests(52, revolutions=4),
        ReplaceWheel("W-2", "worn"),
        AnswerCall(),
        Pay("A"),
        Pay("B"),
    ),
)

TAI_SAI = Played(
    name="Tai-Sai",
    table=croupier.tai_sai,
    options=(TaiSaiOptions(), TaiSaiOptions(layout=1), TaiSaiOptions(odds=TaiSaiOdds(small=Odds(97, 100)))),
    signs=_signs(KindLimits("small", 1_00, 50_00), KindLimits("triple", 20_00, 900_00)),
    dealing=(
        *(OpenTable, tai_sai.InspectDice, tai_sai.Tumble, NoMoreBets, tai_sai.Uncover, tai_sai.Roll),
        *(tai_sai.AnnounceDice, tai_sai.Enter, tai_sai.KeyIn, Collect, Pay, OpenBetting),
    ),
    result=tai_sai.Roll((1, 2, 3)),
    spoil=lambda act: replace(act, flat=False),
    no_result=tai_sai.NoRoll,
    unasked=(
        tai_sai.Tumble(2),
        tai_sai.Tumble(4),
        tai_sai.KeyIn((6, 6, 6)),
        tai_sai.ReplaceDice("set-3", "worn"),
        AnswerCall(),
        Pay("small"),
        Pay("face 1"),
    ),
    answers={tai_sai.KeyIn: lambda table: tai_sai.KeyIn(table.result)},
)

GAMES = (ROULETTE, MONEY_WHEEL, TAI_SAI)
