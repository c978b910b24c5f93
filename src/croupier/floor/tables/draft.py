"""Entries on their way into a journal: acts judged one after the other, each on the state that the one before left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol

from msgspec import Struct

from croupier.floor.house_rules.judges import (
    AFTER_THE_RULES,
    BEFORE_THE_RULES,
    ON_A_FIRST_WAGER,
    Asked,
    Change,
    FirstWager,
)
from croupier.floor.house_rules.not_accepted import AnyRefusal, NotAccepted, accept
from croupier.floor.house_rules.request import Request
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.schedules.absence import Presence, seat_to_free
from croupier.floor.schedules.cash import Pace, due
from croupier.floor.store.port import Check, Day, Key, NewEntry, Term
from croupier.floor.tables.chance import ChanceSource, NoEntropy, Round
from croupier.floor.tables.head import JournalHead, Shown, shown
from croupier.floor.tables.player_ids import PlayerIds
from croupier.games.acts import Act
from croupier.games.journalled import Journalled
from croupier.games.refusal import Refused
from croupier.record.journals.facts import facts_of
from croupier.record.journals.journal import SECRET_LOST, Stamp, ends_round, entry_text, next_hash
from croupier.record.journals.ledger import HOUSE, Transfer, is_wager, mixes, returned, staked, transfers
from croupier.record.journals.rounds import EndedRound, ended_round

_ISSUE = ":issued"


def _is_outside(account: str) -> bool:
    """Whether the account is no table's or tournament's own."""
    return account == HOUSE or account.startswith(("wallet:", "held:")) or account.endswith(_ISSUE)


class Guard(Protocol):
    """What the house itself has to say about a person's act: limits, exclusion, who may play."""

    def refuses(self, request: Request, state: Journalled, staked: dict[str, int], time: int) -> AnyRefusal | None: ...
    def staked(self, person: str, time: int, amount: int) -> None: ...
    def taken_back(self, days: Iterable[Day]) -> None: ...
    def stored(self, request_players: Iterable[str], days: Iterable[Day], time: int) -> None: ...
    def forget(self, persons: Iterable[str]) -> None: ...
    def terms(self, players: Iterable[str], time: int) -> tuple[Term, ...]: ...
    async def load(self, persons: Iterable[str], time: int) -> None: ...


def _nothing(_acts: Iterable[Act]) -> Check | None:
    return None


class Setting(Struct, frozen=True):
    """What stays the same for one table."""

    id: str
    game: str
    pace: Pace
    source: ChanceSource
    guard: Guard
    check_of: Callable[[Iterable[Act]], Check | None] = _nothing
    """What must be so elsewhere when such acts are written."""
    players: PlayerIds = PlayerIds()
    """Under which ids people stand in this journal."""


class Draft:
    """Nothing of it counts before the store has it."""

    def __init__(self, setting: Setting, head: JournalHead, now: int, presence: Presence | None = None) -> None:
        self.setting, self.head = setting, head
        self.presence = presence or Presence()
        self._first = head
        self.time = max(head.time, now)
        self.entries: list[NewEntry] = []
        self.acts: list[Act] = []
        self.shown: list[Shown] = []
        self.rounds: list[EndedRound] = []
        """Those that an entry of the draft ended."""
        self.has_ended_round = False
        self._days: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])

    def let_time_pass(self) -> None:
        """Everything that time has brought about by now."""
        while (act := due(self.head, self.setting.pace, self.time)) is not None:
            self._append(act)
        while (freed := seat_to_free(self.head.state, self.presence, self.setting.pace.away, self.time)) is not None:
            self._append(freed)

    def request(self, request: Request) -> NewEntry:
        """The entry of a person's act; raises `NotAccepted` and leaves all as it was."""
        is_sealed = self.setting.source.is_sealed
        asked = Asked(request, self.head.state, self.head.schedule, self._is_unsealed, is_sealed)
        accept(BEFORE_THE_RULES.refuses(asked))
        if isinstance(request.act, self.head.schedule.hangs_on_time):
            self._bring_clock_for(request.act)
        if (own := self.head.schedule.comes_with(self.head.state, request.act)) is not None:
            self._append_before(request.act, own)
        return self._append(request.act, request)

    def draw(self) -> bool:
        """The next outcome, where one is due and this table's source brings it."""
        state, round = self.head.state, self.head.round
        chance = state.chance()
        act = self.setting.source.drawn(self.setting.id, round, chance) if chance else None
        if act is None:
            return False
        self._append(act, is_draw=True)
        return True

    def seal(self) -> None:
        """A new seal on a line of its own, after an outage."""
        number = self.head.number + 1
        round = self.setting.source.opened(number)
        note = SECRET_LOST if self.head.round.seal else ""
        stamp = Stamp(number=number, time=self.time, note=note, seal=round.seal)
        self._enter(None, stamp, self.head.state, round, fresh=round.fresh)

    def is_balanced(self) -> bool:
        """Whether the table's money has changed by just what came from outside: reckoned from the states, not from
        the transfers, which could not say otherwise."""
        moved = [transfer for entry in self.entries for transfer in entry.transfers]
        came = sum(each.amount for each in moved if _is_outside(each.debit))
        left = sum(each.amount for each in moved if _is_outside(each.credit))
        is_kept = bool(self._first.state.money + came - left == self.head.state.money)
        return is_kept and not any(map(mixes, moved))

    def days(self) -> tuple[Day, ...]:
        return tuple(
            Day(person, day, staked=staked, returned=returned)
            for (person, day), (staked, returned) in self._days.items()
        )

    @property
    def _is_unsealed(self) -> bool:
        """Whether nothing can be drawn here: the secret of this round is lost."""
        return self.setting.source.is_sealed and self.head.round.secret is None

    def _bring_clock_for(self, act: Act) -> None:
        """Set the table's clock right before an act whose answer hangs on it; for one that is refused, nothing."""
        schedule = self.head.schedule
        if schedule.behind(self.head, self.time) <= 0:
            return
        self._append_before(act, schedule.clock(self.head, self.time))

    def _append_before(self, act: Act, own: Act) -> None:
        """What the house does just before an act; nothing where the act is then refused."""
        if refusal := self.head.state.play(own).refuses(act):
            raise NotAccepted(refusal)
        self._append(own)

    def _append(self, act: Act, request: Request | None = None, *, is_draw: bool = False) -> NewEntry:
        schedule, (before, after, moved) = self.head.schedule, self._played(act)
        if request is not None:
            accept(AFTER_THE_RULES.refuses(Change(before, after)))
            self._check(request, before, moved)
        if schedule.begins_time(before, after) and self._sets_clock_for(act):
            _, after, moved = self._played(act)
        self._count(moved)
        return self._entered(act, request, moved, after, is_draw=is_draw)

    def _played(self, act: Act) -> tuple[Journalled, Journalled, tuple[Transfer, ...]]:
        """The state before the act and after it, and what it moves; raises `NotAccepted`."""
        before = self.head.state
        try:
            after = before.play(act)
        except Refused as refused:
            raise NotAccepted(refused.refusal) from None
        return before, after, self.setting.players.moved(transfers(self.setting.id, before, act, after))

    def _sets_clock_for(self, act: Act) -> bool:
        """A time that begins counts from the table's own clock: whether that had to be set right first."""
        schedule = self.head.schedule
        if schedule.behind(self.head, self.time) <= 0:
            return False
        clock = schedule.clock(self.head, self.time)
        if isinstance(act, type(clock)):
            return False
        self._append(clock)
        return True

    def _check(self, request: Request, before: Journalled, moved: tuple[Transfer, ...]) -> None:
        """What the house has to say, now that it is known what the act would stake."""
        if before.is_between_rounds and any(map(is_wager, moved)):
            rest = self.setting.pace.rest
            wager = FirstWager(before.is_automated, self._is_unsealed, self.head.ended, rest, self.time)
            accept(ON_A_FIRST_WAGER.refuses(wager))
        stakes = _summed(staked(moved))
        accept(self.setting.guard.refuses(request, before, stakes, self.time))
        for person, amount in stakes.items():
            self.setting.guard.staked(person, self.time, amount)

    def _entered(
        self, act: Act, request: Request | None, moved: tuple[Transfer, ...], after: Journalled, *, is_draw: bool
    ) -> NewEntry:
        before, number = self.head.state, self.head.number + 1
        ends, ends_at = ends_round(before, after), self.head.schedule.announces(before, after)
        nonce = request.nonce if request else ""
        round, reveal, note = self.head.round.after(nonce, is_draw=is_draw), "", ""
        if ends:
            round, reveal, note = self._ended(round, number)
            self.has_ended_round = True
        stamp = Stamp(
            number=number,
            time=self.time,
            note=note,
            key=request.key if request else "",
            nonce=nonce,
            closes=None if ends_at is None else self.head.began + ends_at,
            reveal=reveal,
            seal=round.seal if ends else "",
        )
        if ends and self.head.count.counts(after):
            ended = ended_round(self.head.count, before, act, after, stamp, seal=self.head.round.seal)
            self.rounds.append(self.setting.players.round(ended))
        key = Key(request.person, request.key, request.body) if request and request.key else None
        return self._enter(act, stamp, after, round, moved=moved, key=key, fresh=round.fresh if ends else None)

    def _ended(self, round: Round, number: int) -> tuple[Round, str, str]:
        """The next round's chance, the secret of this one, and what there is to say about it."""
        if not self.setting.source.is_sealed:
            return self.setting.source.opened(number), "", ""
        reveal = "" if round.secret is None else round.secret.hex()
        try:
            return self.setting.source.opened(number), reveal, "" if reveal else SECRET_LOST
        except NoEntropy:
            return Round(number), reveal, "" if reveal else SECRET_LOST

    def _enter(
        self,
        act: Act | None,
        stamp: Stamp,
        after: Journalled,
        round: Round,
        *,
        moved: tuple[Transfer, ...] = (),
        key: Key | None = None,
        fresh: bytes | None = None,
    ) -> NewEntry:
        text = entry_text(self.setting.game, act, stamp)
        hash = next_hash(self.head.hash, text)
        facts = self.setting.players.facts(facts_of(act))
        entry = NewEntry(stamp.number, text, hash, moved, fresh, key, facts)
        self.entries.append(entry)
        if act is not None:
            self.acts.append(act)
        self.shown.append(shown(act, stamp, text, hash))
        self.head = self.head.moved_on(after, stamp.number, stamp.time, hash, round)
        return entry

    def _count(self, moved: tuple[Transfer, ...]) -> None:
        day = day_of(self.time) if moved else 0
        for person, amount in staked(moved):
            self._days[person, day][0] += amount
        for person, amount in returned(moved):
            self._days[person, day][1] += amount


def _summed(stakes: Iterable[tuple[str, int]]) -> dict[str, int]:
    totals: dict[str, int] = defaultdict(int)
    for person, amount in stakes:
        totals[person] += amount
    return totals
