"""What the house knows of a person's play today, and asks its judges about when they stake something."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from croupier.floor.house_rules.judges import ON_A_STAKE, NewStake
from croupier.floor.house_rules.not_accepted import AnyRefusal
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.people.services.standings import StandingService
from croupier.floor.store import statements
from croupier.floor.store.port import Day, Store, Term
from croupier.games.journalled import Journalled


class HouseGuard:
    """Asked without waiting, in the middle of judging: so whoever acts is loaded first."""

    def __init__(self, store: Store, standings: StandingService, true_time: Callable[[], int]) -> None:
        self._store, self._standings, self._true_time = store, standings, true_time
        self._lost: dict[str, dict[int, int]] = {}
        """By person and day, as far as it is durable."""
        self._read: dict[str, set[int]] = defaultdict(set)
        """The days of each person that were read."""
        self._judged: dict[str, dict[int, int]] = defaultdict(lambda: defaultdict(int))
        """Stakes that were judged and are not committed yet."""
        self._seen: dict[str, int] = {}
        self._held: Counter[str] = Counter()
        """Those of whom it is being decided whether they play here any more."""

    @contextmanager
    def held(self, person: str) -> Iterator[None]:
        """Meanwhile they stake nothing and begin no play."""
        self._held[person] += 1
        try:
            yield
        finally:
            self._held -= Counter({person: 1})

    async def load(self, persons: Iterable[str], time: int, *, anew: bool = True) -> None:
        """What an act of theirs is judged by. `anew` asks the store where other servers may have changed it.

        Without that, what is known here will do: a stored act rests on terms that the store compares, and before an
        act is refused it is judged anew. Only the clock of play is in no term, so a limit of time asks always.
        """
        for person in persons:
            self._seen[person] = time
            is_known = person in self._lost and self._read[person].issuperset(self._days(time))
            if self._store.is_shared:
                if anew or not is_known or self._standings.has_limit(person, LimitKind.TIME):
                    await self._look_again(person, time)
            elif not is_known:
                await self._standings.load(person)
                await self._read_days(person, time)

    def _days(self, time: int) -> range:
        """The days that count as today: one, unless a clock has jumped. Then each that it may be."""
        true = self._true_time()
        first, last = min(time, true), max(time, true)
        return range(day_of(first), day_of(last) + 1)

    def _earliest(self, time: int) -> int:
        """A clock that jumped ahead begins no day, ends no exclusion and loosens no limit."""
        return min(time, self._true_time())

    async def _read_days(self, person: str, time: int) -> None:
        days = self._days(time)
        while True:
            counted = dict(self._lost.get(person, {}))
            found = await self._store.read(lambda connection: statements.lost_between(connection, person, days))
            # Another act of the same person may have come first, and counted since.
            if dict(self._lost.get(person, {})) == counted:
                break
        lost = self._lost.setdefault(person, defaultdict(int))
        for day in set(days) - self._read[person]:
            lost[day] = found.get(day, 0)
        self._read[person].update(days)

    async def _look_again(self, person: str, time: int) -> None:
        """Another server may have changed the person, or taken their stakes, since we looked last."""
        day, days = day_of(time), self._days(time)
        lost = {day: await self._standings.looked_at(person, day)}
        if len(days) > 1:
            lost |= await self._store.read(lambda connection: statements.lost_between(connection, person, days))
        self._lost[person] = defaultdict(int, lost)
        self._read[person].update(days)

    def terms(self, players: Iterable[str], time: int) -> tuple[Term, ...]:
        """What those acts of theirs rest on, where others could change it before they are stored."""
        if not self._store.is_shared:
            return ()
        loaded = ((player, self._standings.known(player)) for player in players if player in self._lost)
        earliest = self._earliest(time)
        return tuple(Term(player, known.revision, day_of(time), known.loss.at(earliest)) for player, known in loaded)

    def not_seen_since(self, time: int) -> list[str]:
        return [person for person, seen in self._seen.items() if seen < time]

    def lost_today(self, person: str, time: int) -> int:
        if person not in self._lost:
            return 0
        lost, judged = self._lost[person], self._judged[person]
        return sum(lost[day] + judged[day] for day in self._days(time))

    def refuses(self, request: Request, state: Journalled, staked: dict[str, int], time: int) -> AnyRefusal | None:
        player = request.player
        if player is None:
            # What the house's own people put right is nobody's new stake.
            return None
        amount, is_new = staked.get(player, 0), state.begins_play(request.act)
        if not amount and not is_new:
            return None
        if self._held[player]:
            return HouseRule.PEOPLE_BUSY.refusal()
        standing = self._standings.known(player) if player in self._lost else None
        lost = self.lost_today(player, time)
        return ON_A_STAKE.refuses(NewStake(amount, is_new, standing, lost, self._earliest(time)))

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
            self._standings.acted(player, self._earliest(time))

    def forget(self, persons: Iterable[str]) -> None:
        """What was counted may not be true: the next act reads it anew."""
        for person in persons:
            self._lost.pop(person, None)
            self._read.pop(person, None)
            self._seen.pop(person, None)

    def forget_absent(self, persons: Iterable[str]) -> None:
        """They are at no table: nothing of theirs is on its way."""
        for person in persons:
            self.forget((person,))
            self._judged.pop(person, None)
