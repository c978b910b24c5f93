"""What a table must know about a person before it takes a stake: one frozen value, asked without waiting."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.house_rules.refusal import HouseRefusal
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.responsible_play.days import MINUTE
from croupier.floor.people.responsible_play.limits import DEFAULT_REALITY_MINUTES, Limit
from croupier.floor.people.responsible_play.play_clock import PlayClock
from croupier.floor.people.roles import ONLY_PLAYER, Roles, refuses_staff_play
from croupier.games.money import dollars
from croupier.record.text.moments import utc


class PersonStanding(Struct, frozen=True):
    person: str
    roles: Roles = ONLY_PLAYER
    closed: bool = False
    deposit: Limit = Limit()
    loss: Limit = Limit()
    time: Limit = Limit()
    time_out_until: int = 0
    excluded_until: int = 0
    barred_until: int = 0
    """By the house's order."""
    reality_minutes: int = DEFAULT_REALITY_MINUTES
    clock: PlayClock = PlayClock()
    revision: int = 0
    """How often she had been changed when this was read."""

    def refuses_play(self, now: int) -> HouseRefusal | None:
        """Asked before a stake comes into a new round; never of a decision in an open one, which goes on."""
        if self.closed:
            return HouseRule.ACCOUNT_CLOSED.refusal()
        return refuses_staff_play(self.roles) or self.refuses_presence(now) or self._refuses_time(now)

    def refuses_presence(self, now: int) -> HouseRefusal | None:
        """Time-out and self-exclusion, which also end gifts of play money."""
        if now < self.barred_until:
            return HouseRule.HOUSE_EXCLUDED.refusal(until=utc(self.barred_until))
        if now < self.excluded_until:
            return HouseRule.SELF_EXCLUDED.refusal(until=utc(self.excluded_until))
        if now < self.time_out_until:
            return HouseRule.TIMED_OUT.refusal(until=utc(self.time_out_until))
        return None

    def _refuses_time(self, now: int) -> HouseRefusal | None:
        limit = self.time.at(now)
        if limit is None or self.clock.played_today(now) < limit:
            return None
        return HouseRule.TIME_LIMIT.refusal(minutes=limit // MINUTE)

    def refuses_stake(self, amount: int, lost_today: int, now: int) -> HouseRefusal | None:
        """
        `lost_today` is what she staked today less what came back, so open stakes count as lost and it is negative while
        she wins. If this stake too is lost, the limit must hold.
        """
        limit = self.loss.at(now)
        if limit is None or lost_today + amount <= limit:
            return None
        return HouseRule.LOSS_LIMIT.refusal(limit=dollars(limit))

    def refuses_deposit(self, amount: int, day_granted: int, now: int) -> HouseRefusal | None:
        """`day_granted` is what the house has put into her wallet today."""
        limit = self.deposit.at(now)
        if limit is None or day_granted + amount <= limit:
            return None
        return HouseRule.DEPOSIT_LIMIT.refusal(limit=dollars(limit))

    def acted(self, now: int) -> PersonStanding:
        return replace(self, clock=self.clock.acted(now))

    def check_is_due(self, now: int) -> bool:
        """Whether a reality check should be shown: between rounds, as it never stands before a decision."""
        return self.clock.check_is_due(now, self.reality_minutes)

    def checked(self, now: int) -> PersonStanding:
        return replace(self, clock=self.clock.checked(now))
