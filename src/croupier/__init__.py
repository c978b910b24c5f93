"""New Zealand casino table games exactly as gazetted: rules, record, odds.

>>> import croupier
>>> from croupier import BuyIn, NoMoreBets, Sign, Wager
>>> from croupier.games.roulette import Spin, split
>>> table = croupier.roulette(Sign(minimum=5_00, maximum=1_000_00))
>>> done = table.play(BuyIn("ana", 200_00), Wager("ana", split(17, 20), 20_00), NoMoreBets(), Spin(17))
>>> done.settled[0].pays
34000
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.games.acts import (
    BuyColour,
    BuyIn,
    CashOut,
    ChangeLimits,
    Clock,
    CloseTable,
    Consent,
    HandIn,
    OpenTable,
    PostClosing,
    PostLimits,
)
from croupier.games.chips import Chips
from croupier.games.layout.acts import (
    Collect,
    Favour,
    NoMoreBets,
    NoSpin,
    OpenBetting,
    Pay,
    PayWager,
    VoidWager,
    Wager,
    Withdraw,
    WrongLimits,
)
from croupier.games.layout.opening import LIVE, new_table
from croupier.games.layout.position import Position, Settled
from croupier.games.layout.table import LayoutTable
from croupier.games.money_wheel import MoneyWheelOptions, money_wheel_game
from croupier.games.people import Actor, Role
from croupier.games.refusal import Refusal, Refused
from croupier.games.roulette import DEFAULT_COLOURS, RouletteOptions, roulette_game
from croupier.games.sign import KindLimits, Sign
from croupier.games.table import Odds, Outcome
from croupier.games.tai_sai import TaiSaiOptions, tai_sai_game
from croupier.rulebook import EDITION, Cite

__version__ = "0.1.0"


def roulette(
    sign: Sign,
    options: RouletteOptions = RouletteOptions(),  # noqa: B008  a frozen value
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] = DEFAULT_COLOURS,
) -> LayoutTable:
    """A roulette table (Division 8).

    It deals itself, but for the steps left out of `automation`; `LIVE` leaves out all of them.
    """
    return new_table(roulette_game(options), sign, automation, betting_seconds, colours)


def money_wheel(
    sign: Sign,
    options: MoneyWheelOptions = MoneyWheelOptions(),  # noqa: B008  a frozen value
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] = (),
) -> LayoutTable:
    """A money wheel (Division 10). Colour chips are optional here (ruling M12)."""
    return new_table(money_wheel_game(options), sign, automation, betting_seconds, colours)


def tai_sai(
    sign: Sign,
    options: TaiSaiOptions = TaiSaiOptions(),  # noqa: B008  a frozen value
    *,
    automation: Iterable[str] | None = None,
    betting_seconds: int | None = None,
    colours: tuple[str, ...] = (),
) -> LayoutTable:
    """A Tai-Sai table (Division 9). Colour chips are optional here (ruling S14)."""
    return new_table(tai_sai_game(options), sign, automation, betting_seconds, colours)


__all__ = [
    "EDITION",
    "LIVE",
    "Actor",
    "BuyColour",
    "BuyIn",
    "CashOut",
    "ChangeLimits",
    "Chips",
    "Cite",
    "Clock",
    "CloseTable",
    "Collect",
    "Consent",
    "Favour",
    "HandIn",
    "KindLimits",
    "LayoutTable",
    "MoneyWheelOptions",
    "NoMoreBets",
    "NoSpin",
    "Odds",
    "OpenBetting",
    "OpenTable",
    "Outcome",
    "Pay",
    "PayWager",
    "Position",
    "PostClosing",
    "PostLimits",
    "Refusal",
    "Refused",
    "Role",
    "RouletteOptions",
    "Settled",
    "Sign",
    "TaiSaiOptions",
    "VoidWager",
    "Wager",
    "Withdraw",
    "WrongLimits",
    "money_wheel",
    "roulette",
    "tai_sai",
]
