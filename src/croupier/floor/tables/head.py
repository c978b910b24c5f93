"""Where a table's journal stands: its state after the last durable entry, and what the next one builds on."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from croupier.floor.schedules.cash import CashSchedule
from croupier.floor.schedules.choice import schedule_of
from croupier.floor.tables.chance import Round
from croupier.games.acts import Act
from croupier.games.chips import Chips
from croupier.games.journalled import Journalled
from croupier.games.tournament.state import TournamentState
from croupier.record.journals.journal import Stamp, ends_round
from croupier.record.journals.rounds import RoundCount


class JournalHead(Struct, frozen=True, kw_only=True):
    state: Journalled
    number: int
    hash: bytes
    time: int
    """Of that entry."""
    began: int
    """The time of entry 0, from which the table's clock counts."""
    round: Round
    since: int
    """When it became the turn of whoever the table waits for now."""
    ended: int = 0
    """When the last round ended."""
    count: RoundCount = RoundCount()
    """Of the rounds that are over."""
    passed: dict[str, int] = {}
    """Who has let pass what the table waits for, and when. It stands in no journal: it only shortens a wait."""

    @property
    def schedule(self) -> CashSchedule:
        return schedule_of(self.state)

    def moved_on(self, state: Journalled, number: int, time: int, hash: bytes, round: Round) -> JournalHead:
        """The place after the next entry, which left the table so."""
        turn = self.schedule.turn
        ends = ends_round(self.state, state)
        return JournalHead(
            state=state,
            number=number,
            hash=hash,
            time=time,
            began=self.began,
            round=round,
            since=self.since if turn(self.state) == turn(state) else time,
            ended=time if ends else self.ended,
            count=self.count.after_end(state, number) if ends else self.count,
            passed=self.still_passed(state),
        )

    def passed_by(self, person: str, time: int) -> JournalHead:
        """The same, when somebody has let it pass."""
        return replace(self, passed={**self.passed, person: time})

    def asks_the_same(self, later: JournalHead) -> bool:
        """Whether the table waits there for what it waits for here: else a pass here says nothing about it."""
        turn = self.schedule.turn
        return later.since == self.since and bool(turn(self.state) == turn(later.state))

    def still_passed(self, state: Journalled) -> dict[str, int]:
        """Those who are still waited for there, and whose chips lie as they did when they let it pass."""
        if not self.passed:
            return {}
        awaited = self.schedule.may_pass(state)
        return {person: time for person, time in self.passed.items() if person in awaited and self._lies(person, state)}

    def _lies(self, person: str, state: Journalled) -> bool:
        return all(self.state.at_stake(person, each) == state.at_stake(person, each) for each in Chips)


def everybody_at(state: Journalled) -> set[str]:
    """Everyone whom the public view names."""
    if isinstance(state, TournamentState):
        return {entry.player for entry in state.entries}
    found = {*state.players, *getattr(state, "seats", ()), *(line.wager.player for line in state.settled)}
    return found - {""}


class Shown(Struct, frozen=True):
    """One entry as everybody at the table may see it."""

    number: int
    time: int
    hash: str
    act: Act | None
    line: str
    """The act in the notation, without what rides on it."""


def shown(act: Act | None, stamp: Stamp, text: str, hash: bytes) -> Shown:
    line = "" if act is None else text[: text.rindex(" # ")]
    return Shown(stamp.number, stamp.time, hash.hex(), act, line)
