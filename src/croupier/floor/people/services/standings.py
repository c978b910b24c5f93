"""Responsible play: limits, exclusions, the clock of play, and the standing that a table asks without waiting."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from croupier.floor.people.responsible_play import play
from croupier.floor.people.responsible_play.exclusions import HouseExclusion, SelfExclusion, TimeOut
from croupier.floor.people.responsible_play.limits import Limit, LimitKind
from croupier.floor.people.responsible_play.standing import PersonStanding
from croupier.floor.people.services.also import Also
from croupier.floor.store.port import Connection, Store

T = TypeVar("T")


class StandingService:
    """Standings that are loaded here are renewed by every change made here: the table asks `known` and never waits."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._standings: dict[str, PersonStanding] = {}
        self._unsaved: set[str] = set()

    async def set_limit(self, person: str, kind: LimitKind, amount: int | None, now: int) -> PersonStanding:
        return await self._with_standing(
            person, lambda connection: play.set_limit(connection, person, kind, amount, now)
        )

    async def exclude(self, person: str, length: TimeOut | SelfExclusion, now: int) -> PersonStanding:
        return await self._with_standing(person, lambda connection: play.exclude(connection, person, length, now))

    async def order_exclusion(self, person: str, order: HouseExclusion, now: int, also: Also) -> PersonStanding:
        """By the house; `also` puts on record who ordered it."""

        def ordered(connection: Connection) -> None:
            play.order_exclusion(connection, person, order, now)
            also(connection, person)

        return await self._with_standing(person, ordered)

    async def house_exclusion(self, person: str) -> HouseExclusion | None:
        return await self._store.read(lambda connection: play.house_exclusion_of(connection, person))

    async def set_reality_minutes(self, person: str, minutes: int, now: int) -> PersonStanding:
        return await self._with_standing(
            person, lambda connection: play.set_reality_minutes(connection, person, minutes, now)
        )

    async def load(self, person: str) -> PersonStanding:
        """Before she sits down; from then on `known` knows her. Also where another process may have changed her."""
        return self._renewed(await self._store.read(lambda connection: play.standing_of(connection, person)))

    async def looked_at(self, person: str, day: int) -> int:
        """Renews her standing where another server may have changed her; what she has lost on that day."""
        present = self._standings.get(person)

        def looked(connection: Connection) -> tuple[play.Glance, PersonStanding | None]:
            seen = play.glance(connection, person, day)
            is_known = present is not None and present.revision == seen.revision
            return seen, None if is_known else play.standing_of(connection, person)

        seen, standing = await self._store.read(looked)
        if standing is not None:
            self._renewed(standing)
        elif present is not None:
            # It may have moved on while we looked, or have been let go.
            present = self._standings.get(person, present)
            self._standings[person] = replace(present, clock=present.clock.merged(seen.clock))
        return seen.lost

    def known(self, person: str) -> PersonStanding:
        """At once, without the store; a KeyError for somebody who was not loaded."""
        return self._standings[person]

    def has_limit(self, person: str, kind: LimitKind) -> bool:
        """Whether somebody who was loaded has set one of that kind, in force or not yet."""
        standing = self._standings.get(person)
        if standing is None:
            return False
        limits = {LimitKind.DEPOSIT: standing.deposit, LimitKind.LOSS: standing.loss, LimitKind.TIME: standing.time}
        return limits[kind] != Limit()

    def acted(self, person: str, now: int) -> PersonStanding:
        """Called after every act of a player that a table accepted: it moves the clock of play."""
        return self._move_clock(self._standings[person].acted(now))

    def reality_checked(self, person: str, now: int) -> PersonStanding:
        """She has seen the reality check."""
        return self._move_clock(self._standings[person].checked(now))

    async def save_clocks(self) -> None:
        """Every minute or so, and at the stop: what a crash loses is so much of the clock of play."""
        waiting, self._unsaved = self._unsaved, set()
        clocks = {person: self._standings[person].clock for person in waiting if person in self._standings}

        def saved(connection: Connection) -> None:
            for person, clock in sorted(clocks.items()):
                play.keep_clock(connection, person, clock)

        try:
            if clocks:
                await self._store.write(saved)
        except BaseException:
            self._unsaved |= waiting
            raise

    async def forget(self, person: str) -> None:
        """When she has left the last table."""
        await self.save_clocks()
        if person not in self._unsaved:
            self._standings.pop(person, None)

    def _move_clock(self, standing: PersonStanding) -> PersonStanding:
        self._standings[standing.person] = standing
        self._unsaved.add(standing.person)
        return standing

    def _renewed(self, stored: PersonStanding) -> PersonStanding:
        """The clock of play runs here, ahead of what was stored."""
        present = self._standings.get(stored.person)
        renewed = (
            stored if present is None or stored.closed else replace(stored, clock=stored.clock.merged(present.clock))
        )
        self._standings[stored.person] = renewed
        return renewed

    async def _with_standing(self, person: str, function: Callable[[Connection], object]) -> PersonStanding:
        def changed(connection: Connection) -> PersonStanding:
            function(connection)
            return play.standing_of(connection, person)

        return self._put(await self._store.write(changed))

    async def changed(self, person: str, function: Callable[[Connection], T]) -> T:
        def changed(connection: Connection) -> tuple[T, PersonStanding]:
            return function(connection), play.standing_of(connection, person)

        result, standing = await self._store.write(changed)
        self._put(standing)
        return result

    def _put(self, standing: PersonStanding) -> PersonStanding:
        """Renewed where it was loaded: others are not kept."""
        return self._renewed(standing) if standing.person in self._standings else standing
