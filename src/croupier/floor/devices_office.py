"""Devices that report results: a shoe reader or a wheel sensor, each with a token of its own for one live table.

A token is shown once and only its hash is kept, in the table's settings, so the house's journal has its mark. A device
numbers its results 1, 2, 3 and so on. Each number counts once, whatever comes of the result.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable

from msgspec.structs import replace

from croupier.floor.house_journal import Book
from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.ids import new_token, token_hash
from croupier.floor.people.responsible_play.days import day_of
from croupier.floor.people.roles import HouseRole, require_role
from croupier.floor.store.port import Connection, Store
from croupier.floor.tables.opening import Settings, TableDevice, held_settings, put_settings, read_settings
from croupier.record.house_journal.house_register import table_words

RESULTS = {
    "roulette": frozenset(("spin",)),
    "money-wheel": frozenset(("spin",)),
    "tai-sai": frozenset(("roll",)),
    "blackjack": frozenset(("deal", "cutting card")),
}
"""What a device of each game may report, and nothing else."""
MOST_DEVICES = 20
"""Of one table, revoked ones among them."""
MOST_REFUSALS_A_DAY = 100
"""Lines about one device."""
_SETTINGS = "SELECT settings FROM tables WHERE id = ?"
_WITH = "SELECT id, settings FROM tables WHERE ended = 0 AND settings LIKE ?"
_LAST = "SELECT value FROM marks WHERE name = ?"
_FIRST = "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING"
_NEXT = "UPDATE marks SET value = ? WHERE name = ? AND value = ? RETURNING name"


class DevicesOffice:
    def __init__(self, store: Store, book: Book, settings: dict[str, Settings], now: Callable[[], int]) -> None:
        self._store, self._book, self._settings, self._now = store, book, settings, now
        self._refusals: dict[str, tuple[int, int]] = {}
        """Of each device, on which day, how often."""

    async def of(self, table: str) -> tuple[TableDevice, ...]:
        return await self._store.read(lambda connection: _settings(connection, table).devices)

    async def make(self, table: str, name: str, by: str) -> tuple[TableDevice, str]:
        """A device and its token, which nobody is shown again."""
        token = new_token()
        device = TableDevice(secrets.token_hex(4), name, token_hash(token).hex(), self._now(), made_by=by)

        def made(connection: Connection) -> Settings:
            require_role(connection, by, HouseRole.OPERATOR)
            settings = held_settings(connection, table)
            if len(settings.devices) >= MOST_DEVICES:
                raise HouseRule.TOO_MANY_DEVICES.refused(most=MOST_DEVICES)
            line = f"table {table} device {device.id} made by {by}"
            return self._put(connection, table, replace(settings, devices=(*settings.devices, device)), line)

        self._settings[table] = await self._store.write(made)
        return device, token

    async def revoke(self, table: str, id: str, by: str) -> None:
        """From now on its token opens nothing. It stays on the list."""

        def revoked(connection: Connection) -> Settings:
            settings = held_settings(connection, table)
            if not any(each.id == id and not each.revoked for each in settings.devices):
                raise HouseRule.NO_SUCH_DEVICE.refused("named")
            return self._revoke(connection, table, settings, id, by)

        self._settings[table] = await self._store.write(revoked)

    def revoke_of(self, connection: Connection, person: str, by: str) -> dict[str, Settings]:
        """Every device that this operator made, when the office goes: they were shown the tokens, and from outside the
        house they would bring results. The tables' settings after it."""
        found = connection.execute(_WITH, (f'%"made_by":"{person}"%',)).fetchall()
        return {id: self._revoked_at(connection, id, person, by) for id, _ in sorted(found)}

    def _revoked_at(self, connection: Connection, table: str, person: str, by: str) -> Settings:
        settings = held_settings(connection, table)
        for each in settings.devices:
            if each.made_by == person and not each.revoked:
                settings = self._revoke(connection, table, settings, each.id, by)
        return settings

    def _revoke(self, connection: Connection, table: str, settings: Settings, id: str, by: str) -> Settings:
        kept = tuple(replace(each, revoked=self._now()) if each.id == id else each for each in settings.devices)
        line = f"table {table} device {id} revoked by {by}"
        return self._put(connection, table, replace(settings, devices=kept), line)

    def _put(self, connection: Connection, table: str, settings: Settings, line: str) -> Settings:
        self._book.put(connection, line, table_words(table, put_settings(connection, table, settings)))
        return settings

    async def admit(
        self, table: str, token: str, number: int, guessed: Callable[[], None] = lambda: None
    ) -> TableDevice:
        """The device whose token this is, once its number has been taken; raises `NotAccepted`.

        `guessed` is called when the token is not of this table, before all others are looked through.
        """
        home, wanted = table, token_hash(token).hex()
        device = await self._store.read(lambda connection: _device_at(connection, table, wanted))
        if device is None:
            guessed()
            device, home = await self._store.read(lambda connection: _found(connection, wanted))
        if device is None:
            raise HouseRule.NO_SUCH_DEVICE.refused()
        refused: NotAccepted | None = None
        if device.revoked:
            refused = HouseRule.DEVICE_REVOKED.refused()
        elif home != table:
            refused = HouseRule.DEVICE_ELSEWHERE.refused()
        else:
            due = await self._store.write(lambda connection: _take_number(connection, device.id, number))
            if due != number:
                if number < due:
                    refused = HouseRule.DEVICE_NUMBER.refused("repeat", due=due)
                else:
                    refused = HouseRule.DEVICE_NUMBER.refused(due=due)
        if refused is not None:
            await self.note_refusal(device, table, refused.refusal.code)
            raise refused
        return device

    async def note_refusal(self, device: TableDevice, table: str, code: str) -> None:
        """What a device was refused, in the house's journal; so many a day, and no more."""
        today = day_of(self._now())
        day, times = self._refusals.get(device.id, (today, 0))
        times = times + 1 if day == today else 1
        self._refusals[device.id] = today, times
        if times <= MOST_REFUSALS_A_DAY:
            await self._book.note(f"device {device.id} refused at {table}: {code}")


def _settings(connection: Connection, table: str) -> Settings:
    row = connection.execute(_SETTINGS, (table,)).fetchone()
    if row is None:
        raise HouseRule.NO_SUCH_TABLE.refused()
    return read_settings(row[0])


def _device_at(connection: Connection, table: str, wanted: str) -> TableDevice | None:
    devices = _settings(connection, table).devices
    return next((each for each in devices if hmac.compare_digest(each.hash, wanted)), None)


def _found(connection: Connection, wanted: str) -> tuple[TableDevice | None, str]:
    """Whose token it is, and at which table."""
    for id, _ in connection.execute(_WITH, (f"%{wanted}%",)).fetchall():
        if (device := _device_at(connection, id, wanted)) is not None:
            return device, id
    return None, ""


def _take_number(connection: Connection, device: str, number: int) -> int:
    """The number that was due. It is taken where it is the one asked for; of two at once, one takes it."""
    name = f"device {device}"
    connection.execute(_FIRST, (name, (0).to_bytes(8)))
    last: bytes = bytes(connection.execute(_LAST, (name,)).fetchone()[0])
    due = int.from_bytes(last) + 1
    if number == due and not connection.execute(_NEXT, (number.to_bytes(8), name, last)).fetchall():
        return due + 1
    return due
