"""Checks that several acts share."""

from __future__ import annotations

from typing import Any, TypeVar

from croupier.games.chips import Chips, Purse
from croupier.games.money import is_whole, priced
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.sign import LIMITS, Sign
from croupier.games.table import Notice, Table
from croupier.rulebook import Cite

CLOSING = Cite("D1 8")

NOTICE_SECONDS = 20 * 60
MOST_SECONDS = 10 * 366 * 24 * 60 * 60
"""No sign and no single tick reaches further ahead than ten years."""

MANAGERS = (Role.GAME_SUPERVISOR, Role.OPERATOR)

TableType = TypeVar("TableType", bound=Table)


def refuses_amount(amount: Any, unit: int, rule: Cite) -> Refusal | None:
    """An amount is a whole number of units above nothing."""
    if not is_whole(amount):
        return Refusal(rule, "not_an_amount", "An amount is a whole number of cents.")
    if amount <= 0:
        return Refusal(rule, "not_positive", f"The amount must be above $0; this is {priced(amount)}.")
    if amount % unit:
        return Refusal(rule, "not_in_chips", f"{priced(amount)} cannot be paid in chips of {priced(unit)}.")
    return None


def refuses_seconds(seconds: Any, least: int) -> Refusal | None:
    if not is_whole(seconds) or not least <= seconds <= MOST_SECONDS:
        return Refusal(CLOSING, "bad_time", f"The time is a whole number of seconds, at least {least}.")
    return None


def refuses_window(seconds: Any, rule: Cite) -> Refusal | None:
    """Where betting stays open for so long, it is a number of seconds."""
    if seconds is not None and (not is_whole(seconds) or not 1 <= seconds <= MOST_SECONDS):
        return Refusal(rule, "bad_window", "Betting stays open for a whole number of seconds, at least 1.")
    return None


def refuses_kinds(sign: Sign, kinds: frozenset[str]) -> Refusal | None:
    """A sign states limits of their own only for kinds of wager that the game has."""
    if unknown := [own.kind for own in sign.by_kind if own.kind not in kinds]:
        return Refusal(
            LIMITS, "bad_limits", f"The sign has limits for a wager that this game does not have: {unknown[0]}."
        )
    return None


def refuses_closed(table: Table) -> Refusal | None:
    if not table.general.is_open:
        return Refusal(CLOSING, "table_closed", "The table is closed.")
    return None


def is_due(notice: Notice, clock: int) -> bool:
    """The time on the sign has come, and the sign was up for 20 minutes."""
    return clock >= notice.at and clock - notice.posted >= NOTICE_SECONDS


def refuses_mid_round(table: Table, rule: Cite) -> Refusal | None:
    if not table.is_between_rounds:
        return Refusal(rule, "mid_round", "Wait until the round is over and betting is open.")
    return None


def refuses_chips(purse: Purse | None, player: Any, amount: int, chips: Chips, rule: Cite) -> Refusal | None:
    """A player can use only chips that are there."""
    if purse is not None and amount <= purse.holds(chips):
        return None
    return too_few_chips(purse, player, amount, chips, rule)


def too_few_chips(purse: Purse | None, player: Any, amount: int, chips: Chips, rule: Cite) -> Refusal:
    held = 0 if purse is None else purse.holds(chips)
    kind = "chips" if chips is Chips.VALUE else "colour chips"
    why = f"{player} has {priced(held)} in {kind} here; this needs {priced(amount)}."
    return Refusal(rule, "not_enough_chips", why)
