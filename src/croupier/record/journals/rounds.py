"""Rounds that are over, as rows: which entries each is, what came, and what each player staked and got back.

A row follows from the journal alone, so an audit can make it again. It never changes: a result can be put right or
prove void only until betting opens again, and a round is over only then. A call that is taken back before any card
ends no round: its entries belong to the next one.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from croupier.games.acts import Act
from croupier.games.blackjack.acts import VoidRound
from croupier.games.blackjack.boxes import DEALERS_BOX
from croupier.games.blackjack.state import BlackjackTable
from croupier.games.journalled import Journalled
from croupier.games.layout.table import LayoutTable
from croupier.games.position import Settled
from croupier.games.table import handed_back
from croupier.record.journals.journal import Stamp, ends_round


class SettledLine(Struct, frozen=True, array_like=True):
    """How one wager ended."""

    position: str
    stake: int
    chips: str
    outcome: str
    pays: int
    """Without the stake."""
    rule: str
    clause: str
    reason: str


class RoundPart(Struct, frozen=True):
    """One player's part in a round."""

    person: str
    staked: int
    returned: int
    """Stakes that came back included."""
    settled: str
    """Every wager's end, as JSON: an array of arrays, in the order of `SettledLine`."""

    @property
    def lines(self) -> tuple[SettledLine, ...]:
        return msgspec.json.decode(self.settled, type=tuple[SettledLine, ...])


class EndedRound(Struct, frozen=True, kw_only=True):
    """A round that is over."""

    number: int
    """Which round of its table it was, as the table counts them."""
    first: int
    last: int
    """The entries from which and up to which it went."""
    time: int
    result: str
    """In words: the number, the dice, the symbol, or the dealer's cards."""
    is_void: bool
    wagers: int
    """How many were settled."""
    staked: int
    returned: int
    """By all players together, in money or in the tournament's chips."""
    seal: str
    reveal: str
    parts: tuple[RoundPart, ...]
    """In the order of the players' names; none at a tournament's table, where chips are no money."""


class RoundCount(Struct, frozen=True):
    """How far the rounds of a journal have come."""

    number: int = 0
    """Of the last round that was over."""
    first: int = 1
    """The entry with which the next one begins."""

    def counts(self, state: Journalled) -> bool:
        """Whether the round that has just ended, and left this state, is a new one. A tournament counts none."""
        return bool(state.round != self.number)

    def after_end(self, state: Journalled, last: int) -> RoundCount:
        """The count after the entry that ended a round and left this state."""
        return RoundCount(state.round, last + 1) if self.counts(state) else self


def ended_round(
    count: RoundCount, before: Journalled, act: Act | None, after: Journalled, stamp: Stamp, *, seal: str
) -> EndedRound:
    """The round that this act ended; `seal` is the one that its chance was drawn under."""
    parts = tuple(_parts(after.settled))
    return EndedRound(
        number=after.round,
        first=count.first,
        last=stamp.number,
        time=stamp.time,
        result=_result(before, after),
        is_void=_is_void(act, after),
        wagers=len(after.settled),
        staked=sum(part.staked for part in parts),
        returned=sum(part.returned for part in parts),
        seal=seal,
        reveal=stamp.reveal,
        parts=parts if after.is_for_money else (),
    )


def _parts(settled: Iterable[Settled]) -> Iterable[RoundPart]:
    by_player: dict[str, list[Settled]] = {}
    for line in settled:
        by_player.setdefault(line.wager.player, []).append(line)
    for player, lines in sorted(by_player.items()):
        yield RoundPart(
            player,
            sum(line.wager.stake for line in lines),
            sum(handed_back(line.outcome, line.wager.stake, line.pays) for line in lines),
            msgspec.json.encode([_line(line) for line in lines]).decode(),
        )


def _line(line: Settled) -> SettledLine:
    wager, rule = line.wager, line.rule
    how = (line.outcome, line.pays, str(rule), rule.clause, line.reason)
    return SettledLine(str(wager.position), wager.stake, wager.chips, *how)


def _result(before: Journalled, after: Journalled) -> str:
    if isinstance(after, BlackjackTable):
        # The dealer's cards have gone to the rack by now; what was seen of the round stays until the next.
        cards = next((box.hands[0].cards for box in after.seen if box.number == DEALERS_BOX), ())
        return "dealer " + " ".join(map(str, cards)) if cards else ""
    after, before = after.known_as(LayoutTable), before.known_as(LayoutTable)
    result = after.result if after.result is not None else before.result
    return "" if result is None else str(after.game.outcome_words(result))


def _is_void(act: Act | None, after: Journalled) -> bool:
    if isinstance(after, BlackjackTable):
        return isinstance(act, VoidRound)
    return after.known_as(LayoutTable).result is None


class RoundFollower:
    """The rounds of one journal, made again entry by entry."""

    def __init__(self) -> None:
        self._count = RoundCount()
        self._seal = ""

    def follow(self, before: Journalled | None, act: Act | None, after: Journalled, stamp: Stamp) -> EndedRound | None:
        """The round that this entry ended, where it ended one. Entry 0 has no state before it."""
        ended = None
        if before is not None and ends_round(before, after):
            if self._count.counts(after):
                ended = ended_round(self._count, before, act, after, stamp, seal=self._seal)
            self._count = self._count.after_end(after, stamp.number)
        self._seal = stamp.seal or self._seal
        return ended
