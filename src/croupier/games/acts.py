"""The acts of any table under Division 1: chips, time, opening and closing, reserving, limits.

An act is a frozen value that says who does it. Where a player is named and `by` is left out, the player does it.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from croupier.games.people import DEALER, DIRECTOR, GAME_SUPERVISOR, OPERATOR, Actor, Role
from croupier.games.sign import Sign


def _words(name: str) -> str:
    """`NoMoreBets` is `no more bets`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


class Act(Struct, frozen=True, tag_field="act", tag=_words, omit_defaults=True):
    """Anything that anyone does at a table, chance included."""

    @classmethod
    def words(cls) -> str:
        """What records and clients call it: its tag."""
        return str(cls.__struct_config__.tag)

    @property
    def actor(self) -> Actor:
        return _actor(self)


class PlayersAct(Act, frozen=True, kw_only=True):
    """Done by the player it names, unless `by` says otherwise."""

    player: str
    by: Actor | None = None


class StaffAct(Act, frozen=True, kw_only=True):
    """Done by the dealer, unless `by` says otherwise."""

    by: Actor = DEALER


class OperatorsAct(Act, frozen=True, kw_only=True):
    """Done by the casino operator, unless `by` says otherwise."""

    by: Actor = OPERATOR


class SupervisorsAct(Act, frozen=True, kw_only=True):
    """Done by the game supervisor, unless `by` says otherwise."""

    by: Actor = GAME_SUPERVISOR


class DirectorsAct(Act, frozen=True, kw_only=True):
    """Done by the tournament director, unless `by` says otherwise."""

    by: Actor = DIRECTOR


def _actor(act: Any) -> Actor:
    by: Actor | None = act.by
    return Actor(Role.PLAYER, act.player) if by is None else by


MOST_IN_AN_ACT = 2**63
"""No number in an act is as large as this."""


def is_well_made(act: Any) -> bool:
    """Whether every part of an act is of the kind that its class names, with no number beyond all bounds."""
    try:
        parts = msgspec.to_builtins(act)
        msgspec.convert(parts, type(act))
    except (TypeError, ValueError, RecursionError):
        return False
    return _is_bounded(parts)


def check_types(act: Any) -> None:
    """Raise `TypeError` where a program passes something else than an act, or an act with a part of another type."""
    if not isinstance(act, Act):
        raise TypeError(f"expected an act, such as BuyIn('ana', 200_00), not {_shown(act)}")
    try:
        msgspec.convert(msgspec.to_builtins(act), type(act))
    except msgspec.ValidationError as error:
        raise TypeError(f"{type(act).__name__}: {str(error).replace('`', '').replace('$.', '')}") from None
    except (TypeError, ValueError, RecursionError):
        raise TypeError(f"{type(act).__name__} has a part of another type than it names: {_shown(act)}") from None


def _shown(value: Any) -> str:
    try:
        return repr(value)
    except ValueError:
        # Python writes no number of thousands of digits.
        return f"a {type(value).__name__} with a number beyond all bounds"


def _is_bounded(part: Any) -> bool:
    match part:
        case dict():
            return all(map(_is_bounded, part.values()))
        case list() | tuple():
            return all(map(_is_bounded, part))
        case int():
            return -MOST_IN_AN_ACT < part < MOST_IN_AN_ACT
        case _:
            return True


class BuyIn(PlayersAct, frozen=True):
    """Money in, value chips out."""

    player: str
    amount: int


class CashOut(PlayersAct, frozen=True):
    """Value chips taken from the table."""

    player: str
    amount: int


class BuyColour(PlayersAct, frozen=True):
    """Value chips exchanged for colour chips of the value that the player chooses."""

    player: str
    colour: str
    chip_value: int
    amount: int


class HandIn(PlayersAct, frozen=True):
    """Colour chips exchanged for value chips of the same amount."""

    player: str
    amount: int


class HoldUnclaimed(OperatorsAct, frozen=True):
    """All the chips that a player has left behind go into the casino's keeping, until they claim them."""

    player: str


class Clock(OperatorsAct, frozen=True):
    """The table's clock moves forward."""

    seconds: int


class OpenTable(StaffAct, frozen=True):
    """The table is opened."""


class TakeUpEdition(OperatorsAct, frozen=True):
    """From the next opening on, the table is judged by a newer edition of the rules."""

    edition: int


class PostClosing(OperatorsAct, frozen=True):
    """A sign goes up: the table closes in this number of seconds."""

    seconds: int


class CloseTable(OperatorsAct, frozen=True):
    """The table is closed."""


class Purpose(StrEnum):
    """What a table may be reserved for."""

    PRIVATE_USE = "private use"
    PROMOTION = "promotion"
    TOURNAMENT = "tournament"


class ReserveTable(OperatorsAct, frozen=True):
    """The table is closed to the public, and the “private table” sign goes up."""

    purpose: Purpose
    admitted: tuple[str, ...] = ()
    """Who may play there from the start; others are admitted later."""


class Admit(OperatorsAct, frozen=True):
    """One more player may buy in at the reserved table."""

    player: str


class OpenToPublic(OperatorsAct, frozen=True):
    """The table is no longer reserved, and the sign comes down."""


class PostLimits(OperatorsAct, frozen=True):
    """A sign goes up: these limits take effect in this number of seconds."""

    sign: Sign
    seconds: int


class Consent(PlayersAct, frozen=True):
    """A player agrees to the limits that were posted."""

    player: str


class ChangeLimits(OperatorsAct, frozen=True):
    """The limits on the sign are changed."""

    sign: Sign


class Ready(PlayersAct, frozen=True):
    """A player with a wager in the round asks to go on before the announced end of betting."""

    player: str


class FreeSeat(OperatorsAct, frozen=True):
    """At an automatic table the house frees the seat of a player who has gone, and cashes out their chips (B54)."""

    player: str


class CallEarly(OperatorsAct, frozen=True):
    """Betting closes before its announced end, because everyone with a wager in the round has asked for it."""

    agreed: tuple[str, ...]
    """Everyone who has a wager in the round, in the order of their names."""


class SeatHousePlayer(OperatorsAct, frozen=True):
    """A player of the house's own sits down, who plays by a stated strategy and by nothing else."""

    player: str
    """Begins with `bot-`, so that every record says who was one."""
    strategy: str
    chips: int = 0
    """What the house lends for play at a cash table; in a tournament everybody has the same chips."""


class RemoveHousePlayer(OperatorsAct, frozen=True):
    """A player of the house's own gets up, and what is left of the loan goes back."""

    player: str


class CallSupervisor(StaffAct, frozen=True):
    """The dealer asks the game supervisor to come to the table."""


class AnswerCall(SupervisorsAct, frozen=True):
    """The game supervisor has come to the table."""


class RecordDispute(SupervisorsAct, frozen=True):
    """A player disputes a round whose result is final. The result stays; the dispute goes on record."""

    player: str
    round: int
    reason: str


class MakeGood(SupervisorsAct, frozen=True):
    """The house pays a player for something that went wrong in a round whose result is final."""

    player: str
    round: int
    amount: int
    reason: str
