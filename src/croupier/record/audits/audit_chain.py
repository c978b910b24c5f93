"""What any journal is held to before its acts are judged: numbers, hashes, times, receipts and announced ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct

from croupier.games.acts import Act, CallEarly, PlayersAct
from croupier.games.journalled import Journalled
from croupier.games.table import Table
from croupier.record.journals.journal import Stamp, Written, hash_after
from croupier.record.journals.ledger import Transfer
from croupier.record.text.moments import utc

LATEST_CLOSE = 2
"""Seconds after the announced end within which a window closes; what takes longer is remarked upon."""

LEAST_ROUND = 5
"""Seconds from the end of one round to an early close of the next: the house's pace floor."""

Receipts = Mapping[int, Collection[str]]
"""By the number of an entry, the hashes that were given out for it: one, unless the journal was written anew."""

_OWN_WORDS = ("key ", "nonce ", "closes ", "reveal ", "seal ", "hash ")
"""With which no note begins: what stands there would be a stamp's, were it whole and in order."""


class DoesNotFollow(Exception):  # noqa: N818  the answer of an audit
    """Where a journal leaves what may follow, and why."""

    def __init__(self, number: int, why: str, rule: str = "") -> None:
        super().__init__(why)
        self.number = number
        self.why = why
        self.rule = rule


class AuditedEntry(Struct, frozen=True):
    """One entry, and the table before and after it."""

    number: int
    before: Journalled
    act: Act | None
    after: Journalled
    stamp: Stamp
    moved: tuple[Transfer, ...]

    @property
    def ends_round(self) -> bool:
        """Rounds are a table's: whatever else runs by acts is always between two."""
        return not _is_between(self.before) and _is_between(self.after)


def _is_between(state: Journalled) -> bool:
    return bool(getattr(state, "is_between_rounds", True))


class Chain:
    """Numbers without gap, hashes chained, times in order, receipts kept."""

    def __init__(self, stream: str, receipts: Receipts) -> None:
        self.stream = stream
        self.length = 0
        self.compared = 0
        self._receipts = receipts
        self._hash: bytes | None = None
        self._time: int | None = None

    @property
    def last_hash(self) -> str:
        return "" if self._hash is None else self._hash.hex()

    def link(self, entry: Written, number: int | None) -> int:
        due = self.length
        if number is not None and number != due:
            raise DoesNotFollow(due, f"entry {due} is missing: entry {number} is in its place")
        self._hash = _hash_of(self.stream, self._hash, entry.text)
        if self._hash != entry.hash:
            raise DoesNotFollow(due, "its hash does not match its text and the hash before it")
        if (receipts := self._receipts.get(due)) is not None:
            self.compared += len(receipts)
            if any(receipt != self._hash.hex() for receipt in receipts):
                raise DoesNotFollow(due, "it does not match its receipt: the journal was rewritten")
        self.length += 1
        return due

    def stamp(self, due: int, stamp: Stamp) -> None:
        if stamp.number != due:
            raise DoesNotFollow(due, f"it is numbered {stamp.number}")
        if self._time is not None and stamp.time < self._time:
            raise DoesNotFollow(due, f"its time, {utc(stamp.time)}, is before that of the entry above")
        self._time = stamp.time
        if stamp.note.startswith(_OWN_WORDS):
            raise DoesNotFollow(due, "part of its stamp is out of place or incomplete")

    def end(self) -> None:
        missing = [number for number in self._receipts if number >= self.length]
        if missing:
            number = min(missing)
            why = "it is missing, but a receipt was given for it: the journal was cut off"
            raise DoesNotFollow(number, why)


def _hash_of(stream: str, previous: bytes | None, text: str) -> bytes | None:
    try:
        return hash_after(stream, previous, text)
    except UnicodeEncodeError:
        return None


class Windows:
    """The announced ends of betting, and whether they were kept."""

    def __init__(self) -> None:
        self.late = 0
        self.early = 0
        self.agreed = 0
        """Closed early by consent of everyone with a wager in the round."""
        self._ended: int | None = None
        """When the last round ended."""

    def follow(self, turn: AuditedEntry, began: int, *, is_sealed: bool) -> None:
        self._follow_announcement(turn, began)
        if turn.ends_round:
            self._ended = turn.stamp.time
        if turn.before.window_ends is None:
            return
        ends = began + turn.before.window_ends
        closes = (
            turn.before.is_between_rounds and not turn.after.is_between_rounds and turn.after.known_as(Table).is_open
        )
        if closes:
            self._follow_close(turn, ends, is_sealed=is_sealed)
        elif is_sealed and isinstance(turn.act, PlayersAct) and turn.stamp.time >= ends:
            raise DoesNotFollow(turn.number, f"accepted after betting was to close, at {utc(ends)}")

    def _follow_announcement(self, turn: AuditedEntry, began: int) -> None:
        ends, announced = turn.after.window_ends, turn.stamp.closes
        if ends is None or ends == turn.before.window_ends:
            if announced is not None:
                raise DoesNotFollow(turn.number, "it announces when betting ends, but betting does not begin there")
        elif announced is None:
            raise DoesNotFollow(turn.number, "betting begins there, but its end is not announced")
        elif announced != began + ends:
            raise DoesNotFollow(turn.number, f"betting ends at {utc(began + ends)}, but {utc(announced)} was announced")

    def _follow_close(self, turn: AuditedEntry, ends: int, *, is_sealed: bool) -> None:
        if isinstance(turn.act, CallEarly):
            self._follow_consent(turn, ends)
            return
        if turn.stamp.time < ends and is_sealed:
            raise DoesNotFollow(turn.number, f"betting was closed before {utc(ends)}, its announced end")
        self.early += turn.stamp.time < ends
        self.late += turn.stamp.time > ends + LATEST_CLOSE

    def _follow_consent(self, turn: AuditedEntry, ends: int) -> None:
        """That all have consented is judged by the rules; when they may, the house says."""
        if turn.stamp.time >= ends:
            raise DoesNotFollow(turn.number, f"betting was to end at {utc(ends)}, so it could not close early then")
        if self._ended is not None and turn.stamp.time < self._ended + LEAST_ROUND:
            took = turn.stamp.time - self._ended
            why = f"betting was closed {took} seconds after the last round, but a round takes at least {LEAST_ROUND}"
            raise DoesNotFollow(turn.number, why)
        self.agreed += 1
