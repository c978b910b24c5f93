"""The house's own journal on the running floor: grants, forfeits, claims, and what the operator changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from croupier.floor.people.days import day_of
from croupier.floor.people.refusal import HouseRefusal
from croupier.floor.receipt import Receipt
from croupier.floor.refusal import NotAccepted
from croupier.floor.store.port import Batch, Day, Entry, Key, KeyUsed, Overdraft, Store, StoreFailed, Taken
from croupier.record.house import grant, money_of
from croupier.record.journal import HOUSE_STREAM, Stamp, hash_after, read_stamp

_TRIES = 50
"""Against other servers that write to the same journal: each loser of the race reads its end and tries again."""


class Book:
    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now
        self._lock = asyncio.Lock()

    async def note(self, *lines: str, key: Key | None = None, days: tuple[Day, ...] = ()) -> Receipt:
        """Lines into the journal, all or none, with the money that they stand for; raises `NotAccepted`.

        The key goes with the first of them, and so does the receipt.
        """
        async with self._lock:
            for _ in range(_TRIES):
                try:
                    return await self._append(lines, key, days)
                except Taken:
                    continue
                except KeyUsed:
                    return await self._repeated(key)
                except Overdraft:
                    why = "There is not that much to move."
                    raise NotAccepted(HouseRefusal("wallet", "not_enough_money", why)) from None
                except StoreFailed as failed:
                    code = "unknown" if failed.unknown else "not_done"
                    why = "This could not be stored: ask again with the same key."
                    raise NotAccepted(HouseRefusal("store", code, why)) from None
        raise NotAccepted(HouseRefusal("store", "not_done", "Too many at once: ask again."))

    async def grant(self, person: str, amount: int, key: Key | None = None) -> Receipt:
        """Play money from the house, counted into the person's day."""
        day = Day(person, day_of(int(self._now())), granted=amount)
        return await self.note(grant(person, amount), key=key, days=(day,))

    async def _append(self, lines: tuple[str, ...], key: Key | None, days: tuple[Day, ...]) -> Receipt:
        last = await self._store.last(HOUSE_STREAM)
        before = 0 if last is None else read_stamp(last.line)[1].time
        time = max(before, int(self._now()))
        number, hash = (0, None) if last is None else (last.number + 1, last.hash)
        entries: list[Entry] = []
        for place, words in enumerate(lines):
            own = key if place == 0 else None
            text = str(Stamp(number=number + place, time=time, note=words, key=own.key if own else ""))
            hash = hash_after(HOUSE_STREAM, hash, text)
            entries.append(Entry(number + place, text, hash, money_of(words), key=own))
        await self._store.append(Batch(HOUSE_STREAM, tuple(entries), days))
        return Receipt(HOUSE_STREAM, number, entries[0].hash.hex(), time)

    async def _repeated(self, key: Key | None) -> Receipt:
        """The answer that the same request got before."""
        used = None if key is None else await self._store.key(key.actor, key.key)
        if used is None or key is None or used.body != key.body or used.stream != HOUSE_STREAM:
            raise NotAccepted(HouseRefusal("requests", "key_used", "That key was used for another request."))
        row = (await self._store.tail(HOUSE_STREAM, used.number - 1, 1))[0]
        return Receipt(HOUSE_STREAM, row.number, row.hash.hex(), read_stamp(row.line)[1].time)
