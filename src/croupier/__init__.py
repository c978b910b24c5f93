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

from typing import TYPE_CHECKING, Any

from croupier.lazy import loader

if TYPE_CHECKING:
    from croupier.games.acts import (
        Admit,
        AnswerCall,
        BuyColour,
        BuyIn,
        CallEarly,
        CallSupervisor,
        CashOut,
        ChangeLimits,
        Clock,
        CloseTable,
        Consent,
        HandIn,
        HoldUnclaimed,
        MakeGood,
        OpenTable,
        OpenToPublic,
        PostClosing,
        PostLimits,
        Purpose,
        Ready,
        RecordDispute,
        RemoveHousePlayer,
        ReserveTable,
        SeatHousePlayer,
        TakeUpEdition,
    )
    from croupier.games.blackjack.options import BlackjackOptions
    from croupier.games.chips import Chips
    from croupier.games.layout.acts import (
        CheckWheel,
        Collect,
        CorrectGround,
        Favour,
        NoSpin,
        OpenBetting,
        Pay,
        PayWager,
        ReplaceWheel,
        TakeBackFavour,
        VoidChips,
        VoidWager,
        WrongLimits,
    )
    from croupier.games.layout.opening import LIVE
    from croupier.games.layout.table import LayoutTable
    from croupier.games.money import dollars
    from croupier.games.money_wheel import MoneyWheelOptions
    from croupier.games.people import Actor, Role
    from croupier.games.position import Position, Settled
    from croupier.games.refusal import Refusal, Refused
    from croupier.games.registry import blackjack, money_wheel, roulette, tai_sai, tournament, tournament_table
    from croupier.games.roulette import RouletteOptions
    from croupier.games.sign import KindLimits, Sign
    from croupier.games.table import Odds, Outcome
    from croupier.games.tai_sai import TaiSaiOptions
    from croupier.games.tournament.conditions import Conditions, Duration, Issue, Measure, Prize, Stage
    from croupier.games.tournament.session_table.terms import SessionOptions
    from croupier.games.wagers import NoMoreBets, Wager, Withdraw
    from croupier.rulebook import EDITION, Cite

__version__ = "0.9.0"

_HOMES = {
    "games.acts": (
        "Admit",
        "AnswerCall",
        "BuyColour",
        "BuyIn",
        "CallEarly",
        "CallSupervisor",
        "CashOut",
        "ChangeLimits",
        "Clock",
        "CloseTable",
        "Consent",
        "HandIn",
        "HoldUnclaimed",
        "MakeGood",
        "OpenTable",
        "OpenToPublic",
        "PostClosing",
        "PostLimits",
        "Purpose",
        "Ready",
        "RecordDispute",
        "RemoveHousePlayer",
        "ReserveTable",
        "SeatHousePlayer",
        "TakeUpEdition",
    ),
    "games.blackjack.options": ("BlackjackOptions",),
    "games.chips": ("Chips",),
    "games.layout.acts": (
        "CheckWheel",
        "Collect",
        "CorrectGround",
        "Favour",
        "NoSpin",
        "OpenBetting",
        "Pay",
        "PayWager",
        "ReplaceWheel",
        "TakeBackFavour",
        "VoidChips",
        "VoidWager",
        "WrongLimits",
    ),
    "games.layout.opening": ("LIVE",),
    "games.layout.table": ("LayoutTable",),
    "games.money_wheel": ("MoneyWheelOptions",),
    "games.money": ("dollars",),
    "games.people": ("Actor", "Role"),
    "games.position": ("Position", "Settled"),
    "games.refusal": ("Refusal", "Refused"),
    "games.registry": ("blackjack", "money_wheel", "roulette", "tai_sai", "tournament", "tournament_table"),
    "games.roulette": ("RouletteOptions",),
    "games.sign": ("KindLimits", "Sign"),
    "games.table": ("Odds", "Outcome"),
    "games.tai_sai": ("TaiSaiOptions",),
    "games.tournament.conditions": ("Conditions", "Duration", "Issue", "Measure", "Prize", "Stage"),
    "games.tournament.session_table.terms": ("SessionOptions",),
    "games.wagers": ("NoMoreBets", "Wager", "Withdraw"),
    "rulebook": ("EDITION", "Cite"),
}
"""In which module each name is; `import croupier` itself loads none of them."""

__all__ = [
    "EDITION",
    "LIVE",
    "Actor",
    "Admit",
    "AnswerCall",
    "BlackjackOptions",
    "BuyColour",
    "BuyIn",
    "CallEarly",
    "CallSupervisor",
    "CashOut",
    "ChangeLimits",
    "CheckWheel",
    "Chips",
    "Cite",
    "Clock",
    "CloseTable",
    "Collect",
    "Conditions",
    "Consent",
    "CorrectGround",
    "Duration",
    "Favour",
    "HandIn",
    "HoldUnclaimed",
    "Issue",
    "KindLimits",
    "LayoutTable",
    "MakeGood",
    "Measure",
    "MoneyWheelOptions",
    "NoMoreBets",
    "NoSpin",
    "Odds",
    "OpenBetting",
    "OpenTable",
    "OpenToPublic",
    "Outcome",
    "Pay",
    "PayWager",
    "Position",
    "PostClosing",
    "PostLimits",
    "Prize",
    "Purpose",
    "Ready",
    "RecordDispute",
    "Refusal",
    "Refused",
    "RemoveHousePlayer",
    "ReplaceWheel",
    "ReserveTable",
    "Role",
    "RouletteOptions",
    "SeatHousePlayer",
    "SessionOptions",
    "Settled",
    "Sign",
    "Stage",
    "TaiSaiOptions",
    "TakeBackFavour",
    "TakeUpEdition",
    "VoidChips",
    "VoidWager",
    "Wager",
    "Withdraw",
    "WrongLimits",
    "blackjack",
    "dollars",
    "money_wheel",
    "roulette",
    "tai_sai",
    "tournament",
    "tournament_table",
]


_load = loader(__name__, _HOMES)


def __getattr__(name: str) -> Any:
    return _load(name)


def __dir__() -> list[str]:
    """What is promised; what this module is made of stays out of sight."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
