"""What a tournament and each of its tables share: the director's presence, and why a player is disqualified."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from croupier.games.layout.results import is_reason
from croupier.games.offers import Choices, Field, Offer, Words
from croupier.games.people import Role
from croupier.games.refusal import Refusal
from croupier.games.tournament.grounds import GROUNDS
from croupier.games.tournament.session_table.table_acts import Attendance, Disqualify
from croupier.rulebook import Cite

DIRECTOR = (Role.TOURNAMENT_DIRECTOR,)
DIRECTOR_OR_OPERATOR = (Role.TOURNAMENT_DIRECTOR, Role.OPERATOR)


class DirectedState(Protocol):
    """A tournament, or a table of one of its sessions: a director is there, or is not."""

    @property
    def director_present(self) -> bool: ...


def refuses_attendance(state: DirectedState, act: Attendance) -> Refusal | None:
    rule = Cite("D7 5.1")
    if not isinstance(act.present, bool):
        return Refusal(rule, "bad_attendance", "Say yes or no: the director is present.")
    if act.present == state.director_present:
        where = "here already" if act.present else "not here"
        return Refusal(rule, "no_change", f"The tournament director is {where}.")
    return None


def offers_attendance(state: DirectedState) -> Iterator[Offer]:
    yield Offer(Attendance, Role.TOURNAMENT_DIRECTOR, {"present": Choices((not state.director_present,))})


def refuses_ground(act: Disqualify) -> Refusal | None:
    """A ground that the rules know, and what happened in words."""
    if act.ground not in GROUNDS:
        known = ", ".join(GROUNDS)
        return Refusal(Cite("D7 3.3(b)(i)"), "no_such_ground", f"Give one of these grounds: {known}.")
    if not is_reason(act.reason):
        return Refusal(GROUNDS[act.ground], "no_reason", "Give the reason on one line.")
    return None


def offer_to_disqualify(player: str) -> Offer:
    fields: dict[str, Field] = {"player": Choices((player,)), "ground": Choices(tuple(GROUNDS)), "reason": Words()}
    return Offer(Disqualify, Role.TOURNAMENT_DIRECTOR, fields)
