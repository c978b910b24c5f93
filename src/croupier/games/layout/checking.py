"""What is looked over and named before it is used: the wheel at opening, and the ball."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from croupier.games.acts import Act
from croupier.games.general.checks import refuses_closed
from croupier.games.layout.acts import CheckWheel
from croupier.games.layout.results import RULERS
from croupier.games.layout.table import LayoutTable
from croupier.games.machine import Handler
from croupier.games.occasions import Occasion, Sort
from croupier.games.offers import Field, Offer, Words, is_reason
from croupier.games.people import Role, is_name
from croupier.games.refusal import Refusal
from croupier.rulebook import Cite

LONGEST_BALL = 64


def refuses_note(note: Any, rule: Cite) -> Refusal | None:
    """Words for the record, which may be left out."""
    if note != "" and not is_reason(note):
        return Refusal(rule, "bad_note", "Write it on one line of plain text, at most 200 letters.")
    return None


def refuses_ball(ball: Any, rule: Cite) -> Refusal | None:
    """A ball goes by its number or mark."""
    if ball != "" and not is_name(ball):
        return Refusal(rule, "bad_ball", "Name the ball with letters, digits, or any of _ . @ and -.")
    return None


def _refuses_check(rule: Cite, has_ball: bool, table: LayoutTable, act: CheckWheel) -> Refusal | None:
    if refusal := refuses_closed(table):
        return refusal
    if table.equipment.is_checked:
        return Refusal(rule, "checked_already", "The wheel has been checked since the table opened.")
    if not table.is_between_rounds or table.is_in_motion:
        return Refusal(rule, "mid_round", "Check the wheel before it is spun or between two spins.")
    if act.ball != "" and not has_ball:
        return Refusal(rule, "bad_ball", "This game has no ball.")
    return refuses_ball(act.ball, rule) or refuses_note(act.finding, rule)


def wheel_check(rule: Cite, after: Callable[[LayoutTable, Any], LayoutTable], *, has_ball: bool) -> Handler:
    """The check that a game's wheel gets, by the clause that says how the wheel must be."""
    refuses = partial(_refuses_check, rule, has_ball)

    def offers(table: LayoutTable) -> Iterator[Offer]:
        if refuses(table, CheckWheel()) is None:
            yield Offer(CheckWheel, Role.GAME_SUPERVISOR, {})

    def reported(table: LayoutTable, kind: type[Act], role: Role) -> Iterator[Offer]:
        fields: dict[str, Field] = {"finding": Words()}
        if has_ball:
            fields["ball"] = Words(LONGEST_BALL)
        for _ in offers(table):
            yield Offer(kind, role, fields)

    return Handler(refuses, after, offers, RULERS, Occasion(Sort.TABLE, rule, reported))
