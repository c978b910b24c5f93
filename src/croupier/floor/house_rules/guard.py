"""What the house knows of a person's play today, and asks its judges about when they stake something."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from croupier.floor.house_rules.judges import ON_A_STAKE, NewStake
from croupier.floor.house_rules.not_accepted import AnyRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.services.standings import StandingService
from croupier.floor.store.port import Day, Store, Term
from croupier.games.journalled import Journalled


class HouseGuard:
    """Asked without waiting, in the middle of judging: so whoever acts is loaded first."""

    def __init__(self, store: Store, standings: StandingService) -> None:
        self._store, self._standings = store, standings
        self._lost: dict[str, dict[int, int]] = {}
        """By person and day, as far as it is durable."""
        self._judged: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        """Stakes that were judged and are not committed yet."""
        self._seen: dict[str, int] = {}

    async def load(self, persons: Iterable[str], time: int) -> None:
        for person in persons:
            self._seen[person] = time
            if self._store.is_shared:
                await self._look_again(person, day_of(time))
            elif person not in self._lost:
                await self._standings.load(person)
                today = await self._store.day(person, day_of(time))
                # Another act of the same person may have come first, and counted since.
                self._lost.setdefault(person, defaultdict(int, {today.day: today.staked - today.returned}))

    async def _look_again(self, person: str, day: int) -> None:
        """Another server may have changed the person, or taken their stakes, since we looked last."""
        self._lost[person] = defaultdict(int, {day: await self._standings.looked_at(person, day)})

    def terms(self, players: Iterable[str], time: int) -> tuple[Term, ...]:
        """What those acts of theirs rest on, where others could change it before they are stored."""
        if not self._store.is_shared:
            return ()
        loaded = ((player, self._standings.known(player)) for player in players if player in self._lost)
        return tuple(Term(player, known.revision, day_of(time), known.loss.at(time)) for player, known in loaded)

    def not_seen_since(self, time: int) -> list[str]:
        return [person for person, seen in self._seen.items() if seen < time]

    def lost_today(self, person: str, time: int) -> int:
        day = day_of(time)
        return self._lost[person][day] + self._judged[person][day] if person in self._lost else 0

    def refuses(self, request: Request, state: Journalled, staked: dict[str, int], time: int) -> AnyRefusal | None:
        player = request.player
        if player is None:
            # What the house's own people put right is nobody's new stake.
            return None
        amount, is_new = staked.get(player, 0), state.begins_play(request.act)
        if not amount and not is_new:
            return None
        standing = self._standings.known(player) if player in self._lost else None
        return ON_A_STAKE.refuses(NewStake(amount, is_new, standing, self.lost_today(player, time), time))

    def staked(self, person: str, time: int, amount: int) -> None:
        """Counted as soon as it is judged: two tables may judge before either has stored."""
        self._judged[person][day_of(time)] += amount

    def taken_back(self, days: Iterable[Day]) -> None:
        """What was counted when it was judged, and then was not stored."""
        for day in days:
            self._judged[day.person][day.day] -= day.staked

    def stored(self, request_players: Iterable[str], days: Iterable[Day], time: int) -> None:
        """What came back counts once it is durable, and whoever acted has played until now."""
        for day in days:
            self._judged[day.person][day.day] -= day.staked
            if day.person in self._lost:
                self._lost[day.person][day.day] += day.staked - day.returned
        for player in request_players:
            self._standings.acted(player, time)

    def forget(self, persons: Iterable[str]) -> None:
        """What was counted may not be true: the next act reads it anew."""
        for person in persons:
            self._lost.pop(person, None)
            self._seen.pop(person, None)

    def forget_absent(self, persons: Iterable[str]) -> None:
        """They are at no table: nothing of theirs is on its way."""
        for person in persons:
            self.forget((person,))
            self._judged.pop(person, None)
