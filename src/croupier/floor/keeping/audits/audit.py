"""A data folder inspected: every journal judged anew, and every row of the ledger held against what follows from it.

It only reads, and all from one moment, so that a server may go on working beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.keeping.audits.chip_audit import ChipAudit
from croupier.floor.keeping.audits.league_audit import LeagueAudit
from croupier.floor.keeping.audits.player_audit import JournalPlayers, PlayerAudit
from croupier.floor.keeping.audits.register_audit import RegisterAudit
from croupier.floor.keeping.read_only import house_viewed
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.store.port import Rows
from croupier.floor.store.statements import OF_FINISHED
from croupier.floor.tables.opening import read_settings
from croupier.games.chips import Chips
from croupier.games.journalled import Journalled
from croupier.games.money import dollars
from croupier.games.table import Table
from croupier.games.tournament.state import TournamentState
from croupier.record.audits.audit import Breach, DoesNotFollow, Followed, HouseAudit, Report, TableAudit, auditor
from croupier.record.audits.audit_tournament import Joints
from croupier.record.house_journal.house_facts import house_facts
from croupier.record.journals.facts import Facts
from croupier.record.journals.journal import HOUSE_STREAM, Written
from croupier.record.journals.ledger import (
    HOUSE,
    Transfer,
    accounts_of,
    chip_money,
    may_owe,
    mixes,
    owner,
    pool,
    returned,
    staked,
)
from croupier.record.journals.receipts import Receipts, by_own_names
from croupier.record.journals.rounds import EndedRound, RoundFollower
from croupier.record.journals.seal import HOUSE_KEY_BYTES

_JOURNAL = "SELECT stream, number, line, hash, fresh, act, actor, person, session FROM journal ORDER BY stream, number"
_TRANSFERS = "SELECT stream, number, part, debit, credit, amount FROM transfers ORDER BY stream, number, part"
_ROUNDS = """SELECT stream, number, first, last, time, result, void, wagers, staked, returned, seal, reveal
    FROM rounds ORDER BY stream, number"""
_PARTS = """SELECT stream, round, person, time, last, staked, returned, settled
    FROM round_parts ORDER BY stream, round, person"""
_KEYS = "SELECT stream, number, actor, key FROM keys ORDER BY stream, number, actor, key"
_PERSON = 2
"""Of the columns beside a line, the one that names a person."""
_TABLES = "SELECT id FROM tables ORDER BY id"
_BALANCES = "SELECT account, amount FROM balances ORDER BY account"
_DAYS = "SELECT person, day, granted, staked, returned FROM days ORDER BY person, day"


Judged = Callable[[int], None]
"""Told now and then how many entries have been judged so far."""
TELL_EVERY = 250


def _tell_nobody(_entries: int) -> None: ...


class Inspection(Struct, frozen=True, kw_only=True):
    """What was found in a data folder."""

    reports: tuple[Report, ...]
    breaches: tuple[Breach, ...]
    """The first of each journal, then every row beside the journals that is not what follows from them."""
    accounts: int
    total: int
    """Of all balances: nothing, always."""
    has_key: bool
    """Whether the house key could be read, and the open rounds' seals be checked with it."""
    has_register: bool = True
    """Whether the house's journal says everything about people, roles, limits and tables; older versions wrote less."""


def inspect(
    folder: Path, receipts: Receipts | None = None, database: str | None = None, judged: Judged = _tell_nobody
) -> Inspection:
    """Judge all that the folder holds; raises `NoData` where it holds nothing of ours, or nothing that can be read.

    `database` is the URL of the house's database, where it is not in the folder.
    """
    with house_viewed(folder, database, is_suspect=True) as rows:
        return _Inspector(rows, receipts or {}, _house_key(folder), judged).inspect()


def _house_key(folder: Path) -> bytes | None:
    try:
        key = (folder / HOUSE_KEY).read_bytes()
    except OSError:
        return None
    return key if len(key) in HOUSE_KEY_BYTES else None


class _Rows:
    """Rows that begin with stream and number, in this order, read alongside the journal."""

    def __init__(self, rows: Iterator[Any]) -> None:
        self._rows = rows
        self._next: Any = next(rows, None)

    def take(self, stream: str, number: int) -> list[Any]:
        """The rows of that entry, without stream and number."""
        found = []
        while self._next is not None and self._next[0] == stream and self._next[1] == number:
            found.append(self._next[2:])
            self._next = next(self._rows, None)
        return found

    def before(self, stream: str | None) -> Iterator[tuple[str, int]]:
        """What is left of the streams before that one, by stream and number; of all streams where none is named."""
        while self._next is not None and (stream is None or self._next[0] < stream):
            yield self._next[0], self._next[1]
            self._next = next(self._rows, None)

    def left_of(self, stream: str) -> int | None:
        """The number of the next row of this stream, where one is left."""
        return self._next[1] if self._next is not None and self._next[0] == stream else None

    def skip(self, stream: str) -> None:
        """Leave out what is left of this stream."""
        while self.left_of(stream) is not None:
            self._next = next(self._rows, None)


class _Inspector:
    def __init__(self, connection: Rows, receipts: Receipts, house_key: bytes | None, judged: Judged) -> None:
        self._connection = connection
        self._tell, self._judged = judged, 0
        self._receipts = by_own_names(receipts, (id for (id,) in connection.execute(_TABLES)))
        self._house_key = house_key
        self._reports: dict[str, Report] = {}
        self._sums: dict[str, int] = defaultdict(int)
        """What every account holds by the transfers that are stored."""
        self._days: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._transfers = _Rows(self._summed(connection.execute(_TRANSFERS)))
        self._keys = _Rows(connection.execute(_KEYS))
        self._rounds = _Rows(connection.execute(_ROUNDS))
        self._parts = _Rows(connection.execute(_PARTS))
        self._all_players = PlayerAudit(connection.execute)
        self._players = self._all_players.of("")
        self._joints = Joints()
        self._over: set[str] = set()
        """Tournaments that have come to their end."""
        self._register = RegisterAudit()
        self._chips = ChipAudit()
        self._leagues = LeagueAudit()
        self._differences: list[DoesNotFollow] = []
        """Of the journal being followed: rows beside it that are not what it comes to."""
        self._more: list[Breach] = []
        """What is wrong beside the first of each journal."""

    def _summed(self, rows: Iterator[Any]) -> Iterator[Any]:
        for row in rows:
            _, _, _, debit, credit, amount = row
            self._sums[debit] -= amount
            self._sums[credit] += amount
            yield row

    def inspect(self) -> Inspection:
        for stream, rows in groupby(self._connection.execute(_JOURNAL), key=itemgetter(0)):
            self._find_orphans(stream)
            self._reports[stream] = self._follow(stream, rows)
        self._find_orphans(None)
        self._find_missing()
        balances = dict(self._connection.execute(_BALANCES))
        self._find_unjoined()
        found = tuple(report.breach for report in self._reports.values() if report.breach is not None)
        accounts = balances.keys() | self._sums.keys()
        breaches = (
            *found,
            *self._more,
            *self._register.breaches(self._connection.execute, accounts),
            *self._chips.breaches(self._connection.execute),
            *(() if found else self._leagues.breaches()),
            *(() if found else self._of_finished()),
            *self._of_balances(balances),
            *(() if found else self._of_days()),
        )
        return Inspection(
            reports=tuple(self._reports.values()),
            breaches=breaches,
            accounts=len(balances),
            total=sum(balances.values()),
            has_key=self._house_key is not None,
            has_register=self._register.register.began is not None,
        )

    # Journals

    def _follow(self, stream: str, rows: Iterator[Any]) -> Report:
        following = auditor(stream, self._receipts.get(stream))
        held: dict[str, int] = defaultdict(int)
        rounds = RoundFollower()
        self._differences = []
        self._players = self._all_players.of(stream)
        try:
            for _, number, line, hash, fresh, *facts in rows:
                before = _state(following)
                followed = following.add(Written(line, hash), number, fresh)
                followed = self._players.follow(followed, facts[_PERSON])
                self._count()
                state = _state(following)
                if isinstance(following, HouseAudit) or state is not None:
                    self._follow_transfers(stream, followed, held)
                    ended = rounds.follow(before, followed.act, state, followed.stamp) if state is not None else None
                    self._follow_derived(stream, followed, facts, self._players.round(ended))
                else:  # nothing can be derived, and nothing is held against it
                    self._transfers.take(stream, number)
                    self._rounds.skip(stream)
                    self._parts.skip(stream)
                self._follow_keys(stream, followed)
                if isinstance(following, HouseAudit):
                    self._register.follow(followed.stamp)
                    self._chips.follow(followed.stamp)
                    self._leagues.follow(followed.stamp)
                if isinstance(following, TableAudit):
                    self._joints.follow(stream, following.note, number, followed.act, following.state)
            following.end(self._house_key)
            self._end(stream, following, held)
        except DoesNotFollow as broken:
            self._differences.insert(0, broken)
        breaches = [Breach(stream, each.number, each.why, each.rule) for each in self._differences]
        self._more += breaches[1:]
        return following.report(breaches[0]) if breaches else following.report()

    def _count(self) -> None:
        self._judged += 1
        if self._judged % TELL_EVERY == 0:
            self._tell(self._judged)

    def _follow_transfers(self, stream: str, followed: Followed, held: dict[str, int]) -> None:
        stored = self._transfers.take(stream, followed.number)
        if len(stored) != len(followed.moved):
            why = f"{len(followed.moved)} transfers follow from it, but {len(stored)} are in the ledger"
            raise DoesNotFollow(followed.number, why)
        for part, (row, moved) in enumerate(zip(stored, followed.moved, strict=True)):
            if row != (part, moved.debit, moved.credit, moved.amount):
                why = f"{_said(moved)} follows from it, but the ledger has {_said(Transfer(*row[1:]))}"
                raise DoesNotFollow(followed.number, why)
        if followed.moved:
            _keep(stream, followed, held)
            self._count_day(stream, followed)

    def _follow_derived(self, stream: str, followed: Followed, facts: list[Any], ended: EndedRound | None) -> None:
        """What is kept beside the entry, against what follows from it."""
        self._note_differences(lambda: _check_facts(followed, self._facts(stream, followed), facts))
        if ended is not None:
            self._note_differences(lambda: self._follow_round(stream, followed.number, ended))

    def _facts(self, stream: str, followed: Followed) -> Facts:
        return house_facts(followed.stamp.note) if stream == HOUSE_STREAM else self._players.facts(followed)

    def _note_differences(self, check: Callable[[], None]) -> None:
        """The journal is the record, and is followed to its end first: it may be what was altered."""
        try:
            check()
        except DoesNotFollow as difference:
            self._differences.append(difference)

    def _follow_round(self, stream: str, number: int, ended: EndedRound) -> None:
        """The rows of a round against the round that this entry ended."""
        self._find_stray_rounds(stream, number, ended.number)
        rounds, parts = self._rounds.take(stream, ended.number), self._parts.take(stream, ended.number)
        if not rounds:
            raise DoesNotFollow(number, f"round {ended.number} ends with it, but is missing from the stored rounds")
        due = asdict(ended) | {"void": int(ended.is_void)}
        _compare(number, f"round {ended.number}", _ROUND_COLUMNS, rounds[0], tuple(map(due.get, _ROUND_COLUMNS)))
        if [row[0] for row in parts] != [part.person for part in ended.parts]:
            there, wanted = ", ".join(row[0] for row in parts), ", ".join(part.person for part in ended.parts)
            why = f"the players of round {ended.number} are kept as {there or 'nobody'}, not {wanted or 'nobody'}"
            raise DoesNotFollow(number, why)
        for row, part in zip(parts, ended.parts, strict=True):
            what, sums = f"{part.person}'s part in round {ended.number}", (part.staked, part.returned, part.settled)
            _compare(number, what, _PART_COLUMNS, row[1:], (ended.time, ended.last, *sums))

    def _find_stray_rounds(self, stream: str, number: int, before: int | None = None) -> None:
        """Rounds before that one, or at all, that no entry ended."""
        for rows in (self._rounds, self._parts):
            stray = rows.left_of(stream)
            if stray is not None and (before is None or stray < before):
                raise DoesNotFollow(number, f"round {stray} is stored, but no entry ends it")

    def _follow_keys(self, stream: str, followed: Followed) -> None:
        key, rows = followed.stamp.key, self._keys.take(stream, followed.number)
        if rows and (len(rows) > 1 or rows[0][1] != key):
            raise DoesNotFollow(followed.number, f"the key {rows[-1][1]!r} is stored for it, but its line has another")
        if key and not rows:
            raise DoesNotFollow(followed.number, f"its key {key!r} is not stored: the request could be repeated")
        name = self._players.person(_asker(followed))
        if rows and name and rows[0][0] != name:
            raise DoesNotFollow(followed.number, f"its key is stored for {rows[0][0]}, but {name} asked for it")

    def _end(self, stream: str, following: TableAudit | HouseAudit, held: dict[str, int]) -> None:
        for what, rows in (("transfer", self._transfers), ("key", self._keys)):
            number = rows.left_of(stream)
            if number is not None:
                raise DoesNotFollow(number, f"the entry is missing, but a {what} of it is stored")
        self._note_differences(lambda: self._find_stray_rounds(stream, max(following.report().entries - 1, 0)))
        if isinstance(following, HouseAudit):
            return
        if isinstance(following.state, Table):
            _check_table(stream, following, held, self._players)
        elif isinstance(following.state, TournamentState):
            _check_tournament(stream, following, held)
            if following.state.is_done_with:
                self._over.add(stream)
        self._leagues.end(stream, following.state)
        last = following.report().entries - 1
        self._joints.end(stream, following.note, following.header, following.state, last, following.hash)

    def _find_unjoined(self) -> None:
        """Where every journal follows by itself: whether tournaments and their tables agree."""
        if any(report.breach is not None or report.unknown for report in self._reports.values()):
            return
        for odd in self._joints.breaches():
            breach = Breach(odd.stream, odd.number, odd.why)
            if self._reports[odd.stream].breach is None:
                self._reports[odd.stream] = replace(self._reports[odd.stream], breach=breach)
            else:
                self._more.append(breach)

    def _find_orphans(self, stream: str | None) -> None:
        """Rows of a journal that is not there, or that was given up at its first breach."""
        for what, rows in (("transfer", self._transfers), ("key", self._keys)):
            for orphan, number in rows.before(stream):
                if orphan not in self._reports:
                    why = f"the entry is missing, but a {what} of it is stored"
                    self._reports[orphan] = Report(stream=orphan, breach=Breach(orphan, number, why))
        for rows in (self._rounds, self._parts):
            for orphan, round in rows.before(stream):
                if orphan not in self._reports:
                    why = f"the journal is missing, but its round {round} is stored"
                    self._reports[orphan] = Report(stream=orphan, breach=Breach(orphan, 0, why))

    def _find_missing(self) -> None:
        """Journals that are not there, although a table or a receipt says so."""
        tables = {id for (id,) in self._connection.execute(_TABLES)}
        for stream in sorted((tables | set(self._receipts)) - set(self._reports)):
            number = min(self._receipts.get(stream, {}), default=0)
            why = "there is a receipt for it" if stream in self._receipts else "there is a table of that name"
            breach = Breach(stream, number, f"the whole journal is missing, but {why}")
            self._reports[stream] = Report(stream=stream, breach=breach)

    def _of_finished(self) -> Iterator[Breach]:
        """Tables that a start would leave unread although their tournament goes on, or although they have none."""
        for id, settings in self._connection.execute(OF_FINISHED):
            if _tournament_of(id, settings) not in self._over:
                yield Breach(id, None, "it is noted as part of a tournament that is over, and that is not so")

    # Days

    def _count_day(self, stream: str, followed: Followed) -> None:
        day = _day_of(followed.stamp.time)
        if stream == HOUSE_STREAM:
            for moved in followed.moved:
                if moved.debit == HOUSE and (person := owner(moved.credit)):
                    self._days[person, day][0] += moved.amount
            return
        for at, counted in ((1, staked(followed.moved)), (2, returned(followed.moved))):
            for person, amount in counted:
                self._days[person, day][at] += amount

    def _of_days(self) -> Iterator[Breach]:
        """Days that are not what the journals come to."""
        stored = {(person, day): counts for person, day, *counts in self._connection.execute(_DAYS)}
        for at in sorted(stored.keys() | self._days.keys()):
            due, there = self._days.get(at, [0, 0, 0]), stored.get(at, [0, 0, 0])
            if due != there:
                words = [", ".join(map(dollars, counts)) for counts in (there, due)]
                why = f"day {at[1]} of {at[0]} has {words[0]} given out, staked and returned, not {words[1]}"
                yield Breach("days", None, why)

    # Balances

    def _of_balances(self, balances: dict[str, int]) -> Iterator[Breach]:
        """Balances that are not what their transfers come to. These have two sides each: their total is 0."""
        for account in sorted(balances.keys() | self._sums.keys()):
            there, due = balances.get(account, 0), self._sums.get(account, 0)
            if there != due:
                why = f"{account} has {dollars(there)}, but its transfers come to {dollars(due)}"
                yield Breach("balances", None, why)
            elif there < 0 and not may_owe(account):
                yield Breach("balances", None, f"{account} is below zero: {dollars(there)}")


def _state(following: TableAudit | HouseAudit) -> Any:
    return following.state if isinstance(following, TableAudit) else None


def _tournament_of(table: str, settings: str) -> str:
    """Settings that cannot be read the register speaks of."""
    try:
        return read_settings(settings).tournament_of(table)
    except msgspec.MsgspecError:
        return table


_ROUND_COLUMNS = ("first", "last", "time", "result", "void", "wagers", "staked", "returned", "seal", "reveal")
_PART_COLUMNS = ("time", "last", "staked", "returned", "settled")


def _compare(number: int, what: str, names: tuple[str, ...], stored: Any, due: tuple[Any, ...]) -> None:
    for name, there, wanted in zip(names, stored, due, strict=True):
        if there != wanted:
            why = f"{what} has {_column(there)} as {name}, but {_column(wanted)} follows from the journal"
            raise DoesNotFollow(number, why)


def _check_facts(followed: Followed, said: Facts, stored: list[Any]) -> None:
    """The columns beside a line against what the line says."""
    for (name, due), there in zip(asdict(said).items(), stored, strict=True):
        if there != due:
            why = f"its column {name} has {_column(there)}, but its line says {_column(due)}"
            raise DoesNotFollow(followed.number, why)


def _column(value: str | int | None) -> str:
    return "nothing" if value is None else repr(value)


def _keep(stream: str, followed: Followed, held: dict[str, int]) -> None:
    """The accounts of this stream alone: what others move too is judged at the end."""
    own = (f"stack:{stream}:", f"layout:{stream}", f"pool:{stream}", f"chip-money:{stream}", "chips:")
    for moved in followed.moved:
        if mixes(moved):
            raise DoesNotFollow(
                followed.number, f"{_said(moved)}: one account is of money, and the other of tournament chips"
            )
        held[moved.debit] -= moved.amount
        held[moved.credit] += moved.amount
    for moved in followed.moved:
        for account in (moved.debit, moved.credit):
            if held[account] < 0 and account.startswith(own):
                raise DoesNotFollow(followed.number, f"{account} goes below zero")


def _followed(following: TableAudit) -> Journalled:
    if following.state is None:
        raise LookupError("a journal that cannot be judged has no state")
    return following.state


def _check_table(stream: str, following: TableAudit, held: dict[str, int], players: JournalPlayers) -> None:
    """What the ledger says lies in front of each player, and what the table says."""
    table, last = _followed(following).known_as(Table), following.report().entries - 1
    general, names = table.general, accounts_of(table)
    kinds = Chips if table.is_for_money else (Chips.VALUE,)
    purses = [(purse, players.person(purse.player)) for purse in general.purses]
    due = {names.stack(stream, person, chips): purse.holds(chips) for purse, person in purses for chips in kinds}
    due[names.float(stream)] = general.house
    own = names.stack(stream, "", Chips.VALUE).partition(f"{stream}:")[0] + f"{stream}:"
    for account in (*due, *(each for each in held if each.startswith(own))):
        if held.get(account, 0) != due.get(account, 0):
            why = (
                f"{account} has {dollars(held.get(account, 0))} after it, and the table {dollars(due.get(account, 0))}"
            )
            raise DoesNotFollow(last, why)


def _check_tournament(stream: str, following: TableAudit, held: dict[str, int]) -> None:
    state = _followed(following).known_as(TournamentState)
    for account, due in ((pool(stream), state.fund), (chip_money(stream), state.chip_fund)):
        if held.get(account, 0) != due:
            why = f"{account} has {dollars(held.get(account, 0))} after it, and the tournament {dollars(due)}"
            raise DoesNotFollow(following.report().entries - 1, why)


def _asker(followed: Followed) -> str:
    """Whose request it was: who acted, or whose wallet the house filled."""
    if followed.act is not None:
        return followed.act.actor.name
    return owner(followed.moved[0].credit) if followed.moved else ""


def _said(transfer: Transfer) -> str:
    return f"{dollars(transfer.amount)} from {transfer.debit} to {transfer.credit}"


@lru_cache(maxsize=256)
def _day_of(time: int) -> int:
    return day_of(time)
