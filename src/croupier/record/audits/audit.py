"""An audit of one journal: every entry judged anew, and the first that does not follow named, with the reason.

An audit reads entry by entry and remembers the state of the table, not its past. It takes nothing on trust that the
journal itself does not prove: transfers are made again from the acts, outcomes from the secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from msgspec import Struct

from croupier.games.acts import Act, Clock
from croupier.games.journalled import Journalled
from croupier.games.refusal import Refused
from croupier.games.table import Table
from croupier.games.tournament.acts import SetTime
from croupier.record.audits.audit_chain import AuditedEntry, Chain, DoesNotFollow, Receipts, Windows
from croupier.record.audits.audit_chance import Seals
from croupier.record.audits.audit_house_play import follow_house_play
from croupier.record.audits.audit_tournament import is_tournament_note
from croupier.record.house_journal.house import money_of
from croupier.record.journals.journal import (
    HOUSE_STREAM,
    SECRET_LOST,
    Journal,
    Stamp,
    Written,
    read_entry,
    read_first,
    read_stamp,
)
from croupier.record.journals.ledger import Transfer, transfers
from croupier.record.text.fault import Unreadable
from croupier.record.text.header import KNOWN_EDITIONS, VERSION, Header
from croupier.record.text.moments import utc
from croupier.record.text.notation import read
from croupier.rulebook import EDITION

__all__ = [
    "Breach",
    "DoesNotFollow",
    "Followed",
    "HouseAudit",
    "Report",
    "TableAudit",
    "audit",
    "audit_journal",
    "auditor",
]


class Breach(Struct, frozen=True):
    """What does not follow: an entry of a journal, or something beside it that has no number."""

    stream: str
    number: int | None
    why: str
    rule: str = ""


class Report(Struct, frozen=True, kw_only=True):
    """What an audit of one journal found."""

    stream: str
    game: str = ""
    edition: int = 0
    entries: int = 0
    rounds: int = 0
    draws: int = 0
    transfers: int = 0
    receipts: int = 0
    """How many receipts were compared."""
    is_sealed: bool = False
    waiting: int = 0
    """Outcomes of the open round: they can be checked when its secret is revealed."""
    late_closes: int = 0
    early_closes: int = 0
    """At a live table, where the dealer calls: at a sealed one an early close does not follow."""
    agreed_closes: int = 0
    """Early closes that everyone with a wager in the round had asked for."""
    late_seals: int = 0
    lost_secrets: int = 0
    """Seals given up because the house key was lost: nothing was settled under them."""
    unknown: str = ""
    """Why this program cannot judge the journal; its chain was checked all the same."""
    breach: Breach | None = None


class Followed(Struct, frozen=True):
    """An entry that follows from those before it, and what it moves."""

    number: int
    act: Act | None
    stamp: Stamp
    moved: tuple[Transfer, ...] = ()


_MONEY = ("grant ", "forfeit ", "claim ", "unwind ", "pay out ", "return ", "cover ", "chips ", "cash ")


class HouseAudit:
    """The house's own journal: no acts, and money only as its notes say."""

    def __init__(self, receipts: Receipts | None = None) -> None:
        self._chain = Chain(HOUSE_STREAM, receipts or {})
        self._transfers = 0

    def add(self, entry: Written, number: int | None = None, fresh: bytes | None = None) -> Followed:  # noqa: ARG002
        """Follow one more entry; raises `DoesNotFollow`."""
        due = self._chain.link(entry, number)
        said, stamp = _read(due, read_stamp, entry.text)
        self._chain.stamp(due, stamp)
        if said or stamp.nonce or stamp.closes is not None or stamp.reveal or stamp.seal:
            raise DoesNotFollow(due, "the house's journal may hold notes only")
        moved = money_of(stamp.note)
        if stamp.note.startswith(_MONEY) and not (moved and moved[0].amount > 0):
            raise DoesNotFollow(due, f"“{stamp.note}” names no amount and person")
        self._transfers += len(moved)
        return Followed(due, None, stamp, moved)

    def end(self, house_key: bytes | None = None) -> None:  # noqa: ARG002
        self._chain.end()

    def report(self, breach: Breach | None = None) -> Report:
        chain = self._chain
        return Report(
            stream=chain.stream,
            entries=chain.length,
            transfers=self._transfers,
            receipts=chain.compared,
            breach=breach,
        )


class TableAudit:
    """The journal of one table, followed act by act."""

    def __init__(self, stream: str, receipts: Receipts | None = None) -> None:
        self._chain = Chain(stream, receipts or {})
        self.header: Header | None = None
        self._edition = 0
        self._unknown = ""
        self._began = 0
        self._seals: Seals | None = None
        self._windows = Windows()
        self._transfers = 0
        self._rounds = 0
        self.note = ""
        """What its first entry says beside the header."""
        self.state: Journalled | None = None
        """The table after the last entry that followed; `None` where this program cannot judge it."""

    def add(self, entry: Written, number: int | None = None, fresh: bytes | None = None) -> Followed:
        """Follow one more entry; raises `DoesNotFollow`."""
        due = self._chain.link(entry, number)
        if due == 0:
            return self._follow_first(entry.text, fresh)
        if self.header is None:
            _, stamp = _read(due, read_stamp, entry.text)
            self._chain.stamp(due, stamp)
            return Followed(due, None, stamp)
        return self._follow(due, entry.text, fresh)

    def _follow_first(self, text: str, fresh: bytes | None) -> Followed:
        stamp, header = _read(0, read_first, text)
        self._chain.stamp(0, stamp)
        self._began = stamp.time
        self._edition, self._unknown = _known(header)
        self.note = stamp.note
        if stamp.closes is not None or stamp.reveal or stamp.nonce:
            raise DoesNotFollow(0, "the first entry can neither close betting nor reveal a secret")
        if stamp.note.startswith("automated") and not stamp.seal:
            raise DoesNotFollow(0, "the table is automatic, but has no seal")
        if is_tournament_note(stamp.note) and not stamp.seal:
            raise DoesNotFollow(0, "the seats are drawn, but there is no seal")
        if not self._unknown:
            self._open(stamp, header, fresh)
        return Followed(0, None, stamp)

    def _open(self, stamp: Stamp, header: str, fresh: bytes | None) -> None:
        try:
            record = read(header)
            self.state = record.header.table()
        except Unreadable as unreadable:
            raise DoesNotFollow(0, f"its header cannot be read: {unreadable.faults[0].why}") from None
        except Refused as refused:
            raise DoesNotFollow(0, refused.refusal.why, str(refused.refusal.rule)) from None
        if record.entries:
            raise DoesNotFollow(0, "its header contains acts")
        self.header = record.header
        if stamp.seal:
            self._seals = Seals(self._chain.stream, record.header.game, stamp.seal, fresh)

    def _follow(self, due: int, text: str, fresh: bytes | None) -> Followed:
        said, stamp = _read(due, read_stamp, text)
        self._chain.stamp(due, stamp)
        act = _read(due, self._act_said, said) if said else None
        if act is not None and stamp.note and (stamp.note != SECRET_LOST or self._seals is None or stamp.reveal):
            raise DoesNotFollow(due, f"“{stamp.note}” comes after its act, but is not part of a stamp")
        before = self.state
        if before is None:
            raise LookupError("the first entry opens the table")
        after = before if act is None else self._played(due, before, act)
        if act is not None and isinstance(before, Table):
            follow_house_play(due, before, act, stamp)
        moved = () if act is None else transfers(self._chain.stream, before, act, after)
        turn = AuditedEntry(due, before, act, after, stamp, moved)
        if isinstance(after, Table):
            self._follow_time(turn)
        elif isinstance(act, SetTime) and act.at != stamp.time:
            raise DoesNotFollow(due, f"it says that it is {utc(act.at)}, and is of {utc(stamp.time)}")
        self._follow_chance(turn, fresh)
        self._transfers += len(moved)
        self.state = after
        return Followed(due, act, stamp, moved)

    def _act_said(self, said: str) -> Act | None:
        return _act_said("" if self.header is None else self.header.game, said)

    def _played(self, due: int, state: Journalled, act: Act) -> Journalled:
        try:
            return state.play(act)
        except Refused as refused:
            why = refused.refusal.why
            if self._edition != EDITION:
                why += f" So says edition {EDITION}; the journal was written under edition {self._edition}."
            raise DoesNotFollow(due, why, str(refused.refusal.rule)) from None

    def _follow_time(self, turn: AuditedEntry) -> None:
        if isinstance(turn.act, Clock) and turn.after.clock != turn.stamp.time - self._began:
            why = (
                f"the table's clock shows {turn.after.clock} seconds, and {turn.stamp.time - self._began} have gone by"
            )
            raise DoesNotFollow(turn.number, why)
        self._windows.follow(turn, self._began, is_sealed=self._seals is not None)
        self._rounds += turn.ends_round

    def _follow_chance(self, turn: AuditedEntry, fresh: bytes | None) -> None:
        if self._seals is not None:
            self._seals.follow(turn, fresh)
        elif turn.stamp.seal or turn.stamp.reveal:
            raise DoesNotFollow(turn.number, "a seal at a table that began without one")

    @property
    def hash(self) -> str:
        """Of the last entry."""
        return self._chain.last_hash

    def end(self, house_key: bytes | None = None) -> None:
        """What can be said when the last entry is in; raises `DoesNotFollow`."""
        self._chain.end()
        if not self._chain.length:
            raise DoesNotFollow(0, "the journal is empty")
        if house_key is not None and self._seals is not None:
            self._seals.check_open(house_key)

    def report(self, breach: Breach | None = None) -> Report:
        chain, seals = self._chain, self._seals
        return Report(
            stream=chain.stream,
            game="" if self.header is None else self.header.game,
            edition=self._edition,
            entries=chain.length,
            rounds=self._rounds,
            draws=0 if seals is None else seals.drawn,
            transfers=self._transfers,
            receipts=chain.compared,
            is_sealed=seals is not None,
            waiting=0 if seals is None else seals.waiting,
            late_closes=self._windows.late,
            early_closes=self._windows.early,
            agreed_closes=self._windows.agreed,
            late_seals=0 if seals is None else seals.late,
            lost_secrets=0 if seals is None else seals.lost,
            unknown=self._unknown,
            breach=breach,
        )


_ANY_STAMP = Stamp(number=0, time=0)


@lru_cache(maxsize=4096)
def _act_said(game: str, said: str) -> Act | None:
    """People do the same again and again: what was read once is not read a second time."""
    return read_entry(game, f"{said} {_ANY_STAMP}").act


def _read(due: int, reader: Any, text: str) -> Any:
    try:
        return reader(text)
    except ValueError as error:
        raise DoesNotFollow(due, f"it cannot be read: {error}") from None


_STATED = re.compile(r"^(?P<what>croupier|edition) (?P<number>[0-9]{1,9})$", re.MULTILINE)


def _known(header: str) -> tuple[int, str]:
    """The edition that the header states, and why this program cannot judge it, if so."""
    stated = {found["what"]: int(found["number"]) for found in _STATED.finditer(header)}
    edition = stated.get("edition", EDITION)
    if stated.get("croupier", VERSION) > VERSION:
        return edition, f"it is written in version {stated['croupier']} of the notation, and {VERSION} is known here"
    if edition not in KNOWN_EDITIONS:
        return edition, f"it was played under edition {edition} of the rules, and the newest known here is {EDITION}"
    return edition, ""


# A whole journal


def auditor(stream: str, receipts: Receipts | None = None) -> TableAudit | HouseAudit:
    return HouseAudit(receipts) if stream == HOUSE_STREAM else TableAudit(stream, receipts)


def audit(stream: str, entries: Iterable[Written], receipts: Receipts | None = None) -> Report:
    """Follow a whole journal as far as it follows."""
    following = auditor(stream, receipts)
    try:
        for entry in entries:
            following.add(entry)
        following.end()
    except DoesNotFollow as broken:
        return following.report(Breach(stream, broken.number, broken.why, broken.rule))
    return following.report()


def audit_journal(journal: Journal, receipts: Receipts | None = None) -> Report:
    """Replay every act of a journal, and check its hashes, seals, closing times and transfers.

    `breach` of the report is the first thing that is wrong, and `None` where all checks pass.
    """
    return audit(journal.stream, journal.entries, receipts)
