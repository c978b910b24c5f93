"""The house's own journal on the running floor: grants, forfeits, claims, and what the operator changed."""

from __future__ import annotations

from collections.abc import Callable

from croupier.floor.people.days import day_of
from croupier.floor.people.grants import welcome
from croupier.floor.people.refusal import HouseRefusal
from croupier.floor.receipt import Receipt
from croupier.floor.refusal import NotAccepted
from croupier.floor.store import statements
from croupier.floor.store.port import Batch, Connection, Day, Entry, Key, KeyUsed, Overdraft, Store, StoreFailed
from croupier.record.house import forfeit, grant, money_of
from croupier.record.journal import HOUSE_STREAM, Stamp, hash_after, read_stamp
from croupier.record.ledger import wallet


class Book:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def note(self, *lines: str, key: Key | None = None, days: tuple[Day, ...] = ()) -> Receipt:
        """Lines into the journal, all or none, with the money that they stand for; raises `NotAccepted`.

        The key goes with the first of them, and so does the receipt.
        """
        try:
            return await self._store.write(lambda connection: self.put(connection, *lines, key=key, days=days))
        except KeyUsed:
            return await self._repeated(key)
        except Overdraft:
            why = "There is not that much to move."
            raise NotAccepted(HouseRefusal("wallet", "not_enough_money", why)) from None
        except StoreFailed as failed:
            code = "unknown" if failed.unknown else "not_done"
            why = "This could not be stored: ask again with the same key."
            raise NotAccepted(HouseRefusal("store", code, why)) from None

    def put(self, connection: Connection, *lines: str, key: Key | None = None, days: tuple[Day, ...] = ()) -> Receipt:
        """The same inside a transaction that has begun, so that it stands or falls with what else is done in it."""
        last = statements.last(connection, HOUSE_STREAM)
        before = 0 if last is None else read_stamp(last.line)[1].time
        time = max(before, int(self._now()))
        number, hash = (0, None) if last is None else (last.number + 1, last.hash)
        entries: list[Entry] = []
        for place, words in enumerate(lines):
            own = key if place == 0 else None
            text = str(Stamp(number=number + place, time=time, note=words, key=own.key if own else ""))
            hash = hash_after(HOUSE_STREAM, hash, text)
            entries.append(Entry(number + place, text, hash, money_of(words), key=own))
        statements.put(connection, [statements.checked(Batch(HOUSE_STREAM, tuple(entries), days))])
        return Receipt(HOUSE_STREAM, number, entries[0].hash.hex(), time)

    async def grant(self, person: str, amount: int, key: Key | None = None) -> Receipt:
        """Play money from the house, counted into the person's day."""
        return await self.note(grant(person, amount), key=key, days=(self._granted(person, amount),))

    def welcome(self, connection: Connection, person: str) -> None:
        """A newcomer's play money, in the transaction that makes the person."""
        gift = welcome(person)
        key = Key(HOUSE_STREAM, gift.key, b"")
        self.put(connection, grant(person, gift.amount), key=key, days=(self._granted(person, gift.amount),))

    def farewell(self, connection: Connection, person: str) -> None:
        """The wallet of somebody who closes the account goes back to the house, in that very transaction."""
        amount = statements.held(connection, wallet(person))
        lines = [forfeit(person, amount)] if amount > 0 else []
        self.put(connection, *lines, f"account {person} closed")

    def _granted(self, person: str, amount: int) -> Day:
        return Day(person, day_of(int(self._now())), granted=amount)

    async def _repeated(self, key: Key | None) -> Receipt:
        """The answer that the same request got before."""
        used = None if key is None else await self._store.key(key.actor, key.key)
        if used is None or key is None or used.body != key.body or used.stream != HOUSE_STREAM:
            raise NotAccepted(HouseRefusal("requests", "key_used", "That key was used for another request."))
        row = (await self._store.tail(HOUSE_STREAM, used.number - 1, 1))[0]
        return Receipt(HOUSE_STREAM, row.number, row.hash.hex(), read_stamp(row.line)[1].time)
