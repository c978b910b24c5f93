"""What must hold after every commit, at every answer and at the end, whatever went wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from croupier.floor.keeping.audits.audit import inspect
from croupier.floor.store.port import Batch
from croupier.floor.store.writer import Unit
from croupier.floor.tables.actor import TableActor, Told
from croupier.floor.tables.draft import Draft
from croupier.floor.tables.receipt import Receipt
from croupier.record.journals.ledger import may_owe, staked
from tests.floor_simulation.database import Database


class Violated(Exception):  # noqa: N818
    """An invariant does not hold; the words say which."""


class Watch:
    """Looks at the database itself after each commit, as another program would."""

    def __init__(self, database: Database, stop: Callable[[], None]) -> None:
        self._database, self._stop = database, stop
        self.violation = ""
        """The first that was seen."""
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._excluded: set[str] = set()
        self._rows: list[object] = []
        self.commits = 0
        self.entries = 0
        self.draws = 0
        database.committed.append(self._look)

    def fail(self, words: str) -> NoReturn:
        """Whoever caused it may catch what this raises: the run ends all the same."""
        self.violation = self.violation or words
        self._stop()
        raise Violated(words)

    # After a commit

    def _look(self, server: str, units: Sequence[Unit]) -> None:
        self.commits += 1
        for unit in units:
            if isinstance(unit.work, Batch):
                self._look_at_people(server, unit.work)
        # Most commits only renew a lease: all others add to a journal.
        rows = self._database.all("SELECT count(*) FROM journal")
        if rows != self._rows:
            self._rows = rows
            self._look_at_lines(server)
            self._look_at_money()
        self._excluded = {person for (person,) in self._database.all("SELECT person FROM exclusions")}

    def _look_at_lines(self, server: str) -> None:
        """Journals only grow: each new line follows the one before, and no old line is another."""
        sql = "SELECT stream, max(number) FROM journal GROUP BY stream"
        for stream, last in self._database.all(sql):
            number, hash = self._heads.get(stream, (-1, b""))
            if number >= 0 and self._hash(stream, number) != hash:
                self.fail(f"{server} changed entry {number} of {stream}")
            if last == number:
                continue
            numbers = self._database.all(
                "SELECT number FROM journal WHERE stream = ? AND number > ? ORDER BY number", stream, number
            )
            if [each for (each,) in numbers] != list(range(number + 1, last + 1)):
                self.fail(f"{server} left a gap in {stream} after {number}")
            self.entries += last - number
            self._heads[stream] = last, self._hash(stream, last)

    def _look_at_money(self) -> None:
        balances = self._database.all("SELECT account, amount FROM balances")
        if sum(amount for _, amount in balances):
            self.fail("the ledger does not sum to nothing")
        for account, amount in balances:
            if amount < 0 and not may_owe(account):
                self.fail(f"{account} is overdrawn by {-amount}")

    def _look_at_people(self, server: str, batch: Batch) -> None:
        """Nobody stakes money after they were excluded, or beyond what they allow themselves to lose.

        Whoever is seated for a session of a tournament plays it to its end: its chips are no money. A round that has
        begun is played to its end, too, and insurance belongs to it.
        """
        for entry in batch.entries:
            is_new = entry.facts.act == "wager" and "on insurance" not in entry.line
            if is_new and entry.facts.person in self._excluded and any(staked(entry.transfers)):
                self.fail(f"{server} took a wager of {entry.facts.person}, who is excluded")
        wagered = {entry.facts.person for entry in batch.entries if entry.facts.act == "wager"}
        for day in batch.days:
            if day.person in wagered and (most := self._most(day.person)) is not None:
                sql = "SELECT staked - returned FROM days WHERE person = ? AND day = ?"
                ((lost,),) = self._database.all(sql, day.person, day.day)
                if lost > most:
                    self.fail(f"{server} let {day.person} lose {lost}, over the limit of {most}")

    def _most(self, person: str) -> int | None:
        sql = "SELECT amount FROM limits WHERE person = ? AND kind = 'loss'"
        return next((amount for (amount,) in self._database.all(sql, person)), None)

    def _hash(self, stream: str, number: int) -> bytes:
        sql = "SELECT hash FROM journal WHERE stream = ? AND number = ?"
        return next((bytes(hash) for (hash,) in self._database.all(sql, stream, number)), b"")

    # At an answer

    def acknowledged(self, receipt: Receipt) -> None:
        """Whoever has a receipt finds their act in the database, now and ever after."""
        if self._hash(receipt.table, receipt.number).hex() != receipt.hash:
            self.fail(f"entry {receipt.number} of {receipt.table} was acknowledged, and is not there")

    def shown(self, table: str, number: int, hash: str) -> None:
        """Nobody is shown an entry that is not durable."""
        if self._hash(table, number).hex() != hash:
            self.fail(f"entry {number} of {table} was shown to a player, and is not there")

    def follow(self, server: str, actor: TableActor) -> None:
        """Watchers are told of every entry once, in order, and only when it is durable."""
        last = actor.head.number

        def told(news: Told) -> None:
            nonlocal last
            for entry in news.entries:
                if entry.number != last + 1:
                    self.fail(f"{server} told of entry {entry.number} of {actor.id} after {last}")
                if self._hash(actor.id, entry.number).hex() != entry.hash:
                    self.fail(f"{server} told of entry {entry.number} of {actor.id} before it was durable")
                last = entry.number

        actor.listen(told)

    def drawing(self, draft: Draft) -> None:
        """An outcome is drawn from what is durable: nothing but outcomes lies between the database and the draw."""
        self.draws += 1
        first = draft.head.number - len(draft.entries)
        if len(draft.entries) != draft.head.round.draws - draft._first.round.draws:
            self.fail(f"{draft.setting.id} drew an outcome before what came before it was durable")
        if not self._hash(draft.setting.id, first):
            self.fail(f"{draft.setting.id} drew an outcome on entry {first}, which is not there")

    # At the end

    def end(self, folder: Path, receipts: Sequence[Receipt]) -> None:
        for receipt in receipts:
            self.acknowledged(receipt)
        self._database.save(folder)
        found = inspect(folder)
        if found.breaches:
            self.fail(f"verify: {found.breaches[0]}")
        if found.total:
            self.fail(f"verify: the ledger sums to {found.total}")
