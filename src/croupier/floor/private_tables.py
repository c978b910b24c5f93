"""Private tables: somebody opens one like a table of the house, and only those whom they give its name find it.

The name is the key: it has 128 random bits, and nothing that everybody may read says it. The operator says by which of
the house's tables others may be opened, so nobody chooses an option that the operator has not.
"""

from __future__ import annotations

import hashlib
import os
from base64 import b32encode
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Protocol

from msgspec.structs import replace

from croupier.floor.cluster.members import Alone, Colleagues
from croupier.floor.house_rules.not_accepted import NotAccepted, accept
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.responsible_play.days import DAY
from croupier.floor.people.services.people import People
from croupier.floor.store.port import Connection
from croupier.floor.store.statements import hold_house
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import NoEntropy
from croupier.floor.tables.opening import Check, Made, Settings, made_like, read_settings
from croupier.floor.tables.receipt import Receipt
from croupier.record.journals.private_names import is_private

MOST_AT_ONCE, MOST_A_DAY, MOST_IN_HOUSE = 2, 10, 200
"""Private tables of one person, those that one person opens within a day, and those of all together."""
MOST_A_DAY_IN_HOUSE = 500
"""Opened within a day by all together: a table that is over keeps its rows and its journal for good."""
MOST_A_DAY_FROM_ADDRESS = 20
"""Guests are quickly made, and each may open a few."""
EMPTY_SECONDS = 30 * 60
"""After so long without anybody a table without chips goes."""
LEFT_SECONDS = DAY
"""After so long without anybody one with chips goes too: they go to their owners' wallets."""
_NAME_BYTES = 16
_PRIVATE = "%-private-%"
_STANDING = "SELECT made, settings FROM tables WHERE ended = 0 AND id LIKE ?"
_ADDRESS_SEEN = (
    "INSERT INTO failures (name, attempts, last) VALUES (?, 0, ?) ON CONFLICT (name) DO UPDATE SET last = excluded.last"
)
_OF_ADDRESS = "SELECT attempts, locked_until FROM failures WHERE name = ?"
_COUNTED = "UPDATE failures SET attempts = ?, locked_until = ? WHERE name = ?"
_OF_TODAY = "SELECT made, settings FROM tables WHERE made > ? AND id LIKE ?"


class PrivateHouse(Protocol):
    """What is asked of the casino in which the tables stand."""

    @property
    def actors(self) -> dict[str, TableActor]: ...

    @property
    def watched(self) -> dict[str, TableActor]: ...

    @property
    def names(self) -> dict[str, str]: ...

    @property
    def settings(self) -> dict[str, Settings]: ...

    @property
    def people(self) -> People: ...

    @property
    def cluster(self) -> Colleagues | Alone: ...

    def time(self) -> int: ...

    def actor(self, id: str) -> TableActor: ...

    async def opened_new(self, new: Made, words: str, check: Check | None = None) -> TableActor: ...

    async def retire(self, table: str, reason: str, *, by: str, pays_out: bool = False) -> Receipt: ...


class PrivateTables:
    def __init__(self, casino: PrivateHouse, key: bytes) -> None:
        self._casino, self._key = casino, key
        self._seen: dict[str, int] = {}
        """When somebody was last at each of them, as far as this server has seen."""

    def models(self) -> list[TableActor]:
        """The tables of the house like which others may be opened."""
        settings = self._casino.settings
        return [actor for id, actor in self._casino.watched.items() if settings[id].private_copies]

    def hosted_by(self, person: str) -> list[TableActor]:
        return [actor for id, actor in self._casino.actors.items() if self._casino.settings[id].host == person]

    async def open(self, like: str, person: str, address: str) -> TableActor:
        """One more, like that table of the house, for somebody at that address; raises `NotAccepted`."""
        casino, now = self._casino, self._casino.time()
        standing = await casino.people.standings.load(person)
        accept(standing.refuses_play(now))
        model = casino.actors.get(like)
        if model is None or model not in self.models():
            raise HouseRule.NO_PRIVATE_COPIES.refused()
        id = f"{model.setting.game}-private-{_random_letters()}"
        try:
            new = made_like(model.head.state, casino.settings[like], casino.names[like], id, person, self._key, now)
        except NoEntropy as error:
            raise HouseRule.TABLE_OUT_OF_ORDER.refused("no_entropy", what_is_wrong=error) from None
        check = partial(_check_room, person, address, now)
        return await casino.opened_new(new, f"table {id} made by {person}", check)

    async def close(self, table: str, person: str) -> Receipt:
        """By whoever opened it, when nobody has chips there; raises `NotAccepted`."""
        self._casino.actor(table)
        if self._casino.settings[table].host != person:
            raise HouseRule.NOT_YOUR_TABLE.refused()
        return await self._casino.retire(table, "whoever opened it has closed it", by=person)

    async def retire_empty(self) -> int:
        """Those at which nobody has been for long; how many went."""
        gone = 0
        for id, left in list(self._left_alone()):
            try:
                pays_out = left >= LEFT_SECONDS
                await self._casino.retire(id, "nobody came for long", by="the house", pays_out=pays_out)
            except NotAccepted:  # somebody has chips there, or a round is open
                continue
            self._seen.pop(id, None)
            gone += 1
        return gone

    def _left_alone(self) -> Iterator[tuple[str, int]]:
        """Tables of which this server is the home, and for how long nobody has been there."""
        now, casino = self._casino.time(), self._casino
        for id, actor in casino.watched.items():
            if not is_private(id) or casino.cluster.is_led_elsewhere(id):
                continue
            if actor.followers:
                self._seen[id] = now
            left = now - max(self._seen.setdefault(id, now), actor.last_time)
            if left >= EMPTY_SECONDS:
                yield id, left


def _random_letters() -> str:
    return b32encode(os.urandom(_NAME_BYTES)).decode().rstrip("=").lower()


def _check_room(person: str, address: str, now: int, connection: Connection) -> None:
    """In the transaction that opens the table: two requests at once are counted one after the other, at all servers of
    the house, and one that is refused is not counted."""
    hold_house(connection)
    standing = _hosts(connection.execute(_STANDING, (_PRIVATE,)).fetchall())
    today = _hosts(connection.execute(_OF_TODAY, (now - DAY, _PRIVATE)).fetchall())
    if standing.count(person) >= MOST_AT_ONCE:
        raise HouseRule.TOO_MANY_PRIVATE.refused(most=MOST_AT_ONCE)
    if today.count(person) >= MOST_A_DAY:
        raise HouseRule.TOO_MANY_PRIVATE.refused("a_day", most=MOST_A_DAY)
    if len(standing) >= MOST_IN_HOUSE or len(today) >= MOST_A_DAY_IN_HOUSE:
        raise HouseRule.TOO_MANY_PRIVATE.refused("house")
    _count_address(connection, address, now)


def _count_address(connection: Connection, address: str, now: int) -> None:
    """A day begins with the first table. The count stands beside those of wrong passwords, and goes as they do."""
    key = hashlib.sha256(b"croupier private tables\n" + address.encode("utf-8", "surrogatepass")).digest()
    connection.execute(_ADDRESS_SEEN, (key, now))
    ((opened, until),) = connection.execute(_OF_ADDRESS, (key,)).fetchall()
    if now >= until:
        opened, until = 0, now + DAY
    if opened >= MOST_A_DAY_FROM_ADDRESS:
        raise HouseRule.TOO_MANY_PRIVATE.refused("address")
    connection.execute(_COUNTED, (opened + 1, until, key))


def _hosts(rows: Iterable[tuple[int, str]]) -> list[str]:
    """Who opened each. Those that are over since longer than a day are not read: there may be very many."""
    return [read_settings(settings).host for _, settings in rows]


def allowing(settings: Settings, *, is_allowed: bool) -> Settings:
    """Those of a table of the house with another word on private tables like it; raises `NotAccepted`."""
    if settings.live or settings.joint is not None or settings.host:
        raise HouseRule.NO_PRIVATE_COPIES.refused("of_this_kind")
    return replace(settings, private_copies=is_allowed)
