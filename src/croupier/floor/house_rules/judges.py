"""What the house asks beside the law: small judges, asked in order, each at its moment.

This is to the house what `Machine.refuses` is to the rules. A judge looks at the facts of its moment and answers with a
refusal or with nothing; it reads no store and no clock. The moments stand below in the order in which an act comes to
them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from croupier.floor.house_rules.not_accepted import AnyRefusal
from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.floor.people.roles import Roles, in_rules
from croupier.floor.schedules.cash import CashSchedule
from croupier.floor.schedules.tournament import all_places_are_paid
from croupier.games.acts import Clock
from croupier.games.journalled import Journalled
from croupier.games.machine import handlers_of
from croupier.games.people import Role
from croupier.games.table import Table
from croupier.games.tournament.state import TournamentState
from croupier.record.journals.journal import KEY

Facts = TypeVar("Facts")
_NONCE = re.compile(r"[0-9a-f]{32}\Z")


class JudgingMoment(NamedTuple, Generic[Facts]):
    """A point on the way of an act, and the judges who are asked there."""

    when: str
    judges: tuple[Callable[[Facts], AnyRefusal | None], ...]

    def refuses(self, facts: Facts) -> AnyRefusal | None:
        """What the first judge says who has anything against it."""
        for judge in self.judges:
            if (refusal := judge(facts)) is not None:
                return refusal
        return None


# In an office: what they may act as


class RoleAsked(NamedTuple):
    """The role in which somebody asks, and the roles that they have."""

    role: Role
    roles: Roles


def refuses_role(office: RoleAsked) -> HouseRefusal | None:
    is_theirs = office.role in map(in_rules, office.roles)
    return None if is_theirs else HouseRule.WRONG_ROLE.refusal(role=office.role)


IN_OFFICE = JudgingMoment[RoleAsked]("when it is known in which role they ask", (refuses_role,))


# At the table: where they may act


class Duty(NamedTuple):
    """Who asks, and who deals at that table."""

    request: Request
    is_live: bool
    dealer: str | None


def refuses_off_duty(duty: Duty) -> HouseRefusal | None:
    """A dealer acts at the table where they are on duty, and nowhere else."""
    is_dealers = duty.is_live and duty.request.act.actor.role is Role.DEALER
    return HouseRule.NOT_ON_DUTY.refusal() if is_dealers and duty.dealer != duty.request.person else None


# On taking a duty


class DutyAsked(NamedTuple):
    """A dealer who wants to deal a game, and what the school knows about them."""

    game: str
    needs_exam: bool
    has_passed: bool


def refuses_unexamined(asked: DutyAsked) -> HouseRefusal | None:
    is_missing = asked.needs_exam and not asked.has_passed
    return HouseRule.NO_EXAM_PASSED.refusal(game=asked.game) if is_missing else None


ON_TAKING_DUTY = JudgingMoment[DutyAsked]("when a dealer takes a table", (refuses_unexamined,))


AT_THE_TABLE = JudgingMoment[Duty]("before the table is asked", (refuses_off_duty,))


# Before the rules


class Asked(NamedTuple):
    """A request, and where the journal stands."""

    request: Request
    state: Journalled
    schedule: CashSchedule
    is_unsealed: bool
    """Whether the table draws from sealed chance, and the secret of this round is lost."""
    is_sealed: bool = False
    """Whether the table draws from sealed chance."""


def refuses_elsewhere(asked: Asked) -> AnyRefusal | None:
    """What another journal has against it: a session that was recalled, or has begun."""
    return asked.request.unless


def refuses_after_count(asked: Asked) -> HouseRefusal | None:
    return HouseRule.TABLE_SESSION_OVER.refusal() if asked.schedule.is_over(asked.state) else None


def refuses_own_act(asked: Asked) -> HouseRefusal | None:
    request = asked.request
    if request.by_house or not isinstance(request.act, asked.schedule.own_acts):
        return None
    return HouseRule.OWN_CLOCK.refusal() if isinstance(request.act, Clock) else HouseRule.OWN_ACT.refusal()


def refuses_dealer(asked: Asked) -> HouseRefusal | None:
    is_dealers = asked.request.act.actor.role is Role.DEALER
    if not is_dealers or not asked.state.is_automated or _is_way_out(asked):
        return None
    return HouseRule.DEALS_ITSELF.refusal()


def _is_way_out(asked: Asked) -> bool:
    """Where the seal of a closed round is lost and no card was dealt, the call is all that can be taken back."""
    return asked.is_unsealed and asked.state.takes_back_call(asked.request.act)


def refuses_at_seal(asked: Asked) -> HouseRefusal | None:
    """Where cards are drawn from a seal, they are neither restated nor shuffled early (rulings B53, B60)."""
    handler = handlers_of(asked.state).get(type(asked.request.act))
    is_barred = asked.is_sealed and handler is not None and handler.is_never_sealed
    return HouseRule.DRAWN_FROM_SEAL.refusal() if is_barred else None


def refuses_key(asked: Asked) -> HouseRefusal | None:
    """Key and nonce stand in the journal as they came: whatever it could not read again is not taken."""
    key = asked.request.key
    return HouseRule.BAD_KEY.refusal() if key and not KEY.match(key) else None


def refuses_nonce(asked: Asked) -> HouseRefusal | None:
    request = asked.request
    if not request.nonce:
        return None
    if not _NONCE.match(request.nonce):
        return HouseRule.BAD_NONCE.refusal()
    return None if request.act.actor.role is Role.PLAYER else HouseRule.NOT_YOUR_NONCE.refusal()


def refuses_other_round(asked: Asked) -> HouseRefusal | None:
    meant, round = asked.request.round, asked.state.round
    return None if meant is None or meant == round else HouseRule.OTHER_ROUND.refusal(meant=meant, round=round)


BEFORE_THE_RULES = JudgingMoment[Asked](
    "before the rules judge the act",
    (
        refuses_elsewhere,
        refuses_after_count,
        refuses_own_act,
        refuses_dealer,
        refuses_at_seal,
        refuses_key,
        refuses_nonce,
        refuses_other_round,
    ),
)


# After the rules: what the act would change


class Change(NamedTuple):
    """The state before an act that the rules accept, and after it."""

    before: Journalled
    after: Journalled


def refuses_interruption(change: Change) -> HouseRefusal | None:
    is_announced = change.before.is_automated and _interrupts_betting(change.before, change.after)
    return HouseRule.BETTING_OPEN.refusal() if is_announced else None


def _interrupts_betting(before: Journalled, after: Journalled) -> bool:
    """Whether a window that runs would end at another time than was announced, or its round become another."""
    if not (before.is_between_rounds and after.is_between_rounds and after.known_as(Table).is_open):
        return False
    moves = after.window_ends is not None and after.window_ends != before.window_ends
    return after.round != before.round or (before.window_ends is not None and moves)


def refuses_fee_beyond(change: Change) -> HouseRefusal | None:
    """
    The pool grows by no more fees than the tournament has places. The rules count players (D7 3.2(f)), so one person
    with many names could enter, pay and withdraw with each, and win what they all paid.
    """
    before, after = change.before, change.after
    if not (isinstance(before, TournamentState) and isinstance(after, TournamentState)):
        return None
    # Where somebody who waits takes the place of a player who goes, the places are as many as before.
    has_one_more = len(after.players) > len(before.players)
    return HouseRule.PLACES_PAID.refusal() if has_one_more and all_places_are_paid(before) else None


AFTER_THE_RULES = JudgingMoment[Change](
    "when the rules have accepted the act", (refuses_interruption, refuses_fee_beyond)
)


# The first wagers of a round


class FirstWager(NamedTuple):
    """Chips that would open a round."""

    is_automated: bool
    is_unsealed: bool
    ended: int
    """When the last round ended; 0 before the first."""
    rest: int
    """Seconds between two rounds."""
    time: int


def refuses_unsealed(wager: FirstWager) -> HouseRefusal | None:
    return HouseRule.TABLE_OUT_OF_ORDER.refusal("unsealed") if wager.is_unsealed else None


def refuses_haste(wager: FirstWager) -> HouseRefusal | None:
    opens = wager.ended + wager.rest
    if not wager.is_automated or not wager.ended or wager.time >= opens:
        return None
    return HouseRule.TOO_SOON.refusal(seconds=opens - wager.time)


ON_A_FIRST_WAGER = JudgingMoment[FirstWager](
    "when a wager comes between two rounds, and it is known what it stakes", (refuses_unsealed, refuses_haste)
)


# The stake of a person


class NewStake(NamedTuple):
    """What somebody would stake, and where they stand with the house today."""

    amount: int
    begins_play: bool
    standing: PersonStanding | None
    """Nothing where it was not looked up."""
    lost_today: int
    time: int


def refuses_unread_day(stake: NewStake) -> HouseRefusal | None:
    return HouseRule.NOT_DONE.refusal("day") if stake.standing is None else None


def refuses_loss(stake: NewStake) -> HouseRefusal | None:
    if not stake.amount or stake.standing is None:
        return None
    return stake.standing.refuses_stake(stake.amount, stake.lost_today, stake.time)


def refuses_play(stake: NewStake) -> HouseRefusal | None:
    if not stake.begins_play or stake.standing is None:
        return None
    return stake.standing.refuses_play(stake.time)


ON_A_STAKE = JudgingMoment[NewStake](
    "when it is known what a person stakes, or that they begin to play",
    (refuses_unread_day, refuses_loss, refuses_play),
)


MOMENTS: tuple[JudgingMoment[Any], ...] = (
    IN_OFFICE,
    AT_THE_TABLE,
    BEFORE_THE_RULES,
    AFTER_THE_RULES,
    ON_A_FIRST_WAGER,
    ON_A_STAKE,
)
