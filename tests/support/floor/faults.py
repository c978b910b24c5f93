"""A store that fails when told to, a client that tries again, and chance that notes what it drew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.request import Request
from croupier.floor.store.port import StoreFailed
from croupier.floor.tables.actor import TableActor
from croupier.floor.tables.chance import Round, Sealed
from croupier.floor.tables.receipt import Receipt
from croupier.games.acts import Act, BuyIn, CashOut
from croupier.games.blackjack.acts import Sit
from tests.support.floor.casino import BETTING, DECIDE, REST, House, wager
from tests.support.floor.states import state_of

NOT_DONE = ("not_done", "unknown", "error")


class Fuse:
    """Fails one database call out of all, or all of them until it is mended."""

    def __init__(self, error: type[Exception] = sqlite3.OperationalError) -> None:
        self.error = error
        self.calls = 0
        self.at = 0
        self.kind = ""
        self.stays = False

    def arm(self, kind: str, at: int, *, stays: bool = False) -> None:
        self.calls, self.at, self.kind, self.stays = 0, at, kind, stays

    def mend(self) -> int:
        self.at = 0
        return self.calls

    def before(self, sql: str) -> None:
        if self._counts(sql):
            self.calls += 1
            if self._blows() and not self.kind.endswith("done"):
                raise self.error(self.kind)

    def after(self, sql: str) -> None:
        if self._counts(sql) and self._blows() and self.kind.endswith("done"):
            raise self.error(self.kind)

    def _counts(self, sql: str) -> bool:
        return sql == "COMMIT" or not self.kind.startswith("COMMIT")

    def _blows(self) -> bool:
        return bool(self.at) and (self.calls >= self.at if self.stays else self.calls == self.at)


def connections(fuse: Fuse) -> type[sqlite3.Connection]:
    """Connections to SQLite with that fuse."""

    class Failing(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            return self._tried(sql, lambda: super(Failing, self).execute(sql, parameters))

        def executemany(self, sql: str, parameters: Any, /) -> sqlite3.Cursor:
            return self._tried(sql, lambda: super(Failing, self).executemany(sql, parameters))

        def _tried(self, sql: str, work: Callable[[], sqlite3.Cursor]) -> sqlite3.Cursor:
            fuse.before(sql)
            done = work()
            fuse.after(sql)
            return done

    return Failing


class Client:
    """One who repeats what was not answered, with the same key, and believes what is answered."""

    def __init__(self, house: House, actor: TableActor) -> None:
        self._house, self._actor = house, actor
        self.receipts: list[Receipt] = []
        self.untrue: list[str] = []

    async def act(self, act: Act, key: str) -> None:
        for _ in range(6):
            code = await self._asked(act, key)
            if not code:
                return
            assert code in NOT_DONE, code
            if code == "not_done" and await self._is_done(key):
                self.untrue.append(key)
        raise AssertionError(f"{act} was never done")

    async def _asked(self, act: Act, key: str) -> str:
        request = Request(person=act.actor.name, act=act, key=key, body=key.encode())
        try:
            receipt = await self._house.casino.act(self._actor.id, request)
        except NotAccepted as refused:
            return refused.refusal.code
        except StoreFailed:
            return "not_done"
        self.receipts.append(receipt)
        return ""

    async def _is_done(self, key: str) -> bool:
        for _ in range(3):
            try:
                return any(f" key {key}" in line for line in await self._house.lines(self._actor))
            except StoreFailed:
                continue
        raise AssertionError("the store does not come back")


class Noting(Sealed):
    """Notes every outcome that it is asked for, also those that are then not stored."""

    def __init__(self, key: bytes, notes: dict[tuple[int, int], list[Act | None]]) -> None:
        super().__init__(key)
        self._notes = notes

    def drawn(self, stream: str, round: Round, chance: Mapping[Act, Fraction]) -> Act | None:
        act = super().drawn(stream, round, chance)
        self._notes[round.number, round.draws].append(act)
        return act


async def a_round(house: House, actor: TableActor, ana: str) -> Client:
    """A buy-in, a wager, the close, the draw, a cash-out."""
    client = Client(house, actor)
    await client.act(BuyIn(ana, 100_00), "buy")
    if actor.setting.game == "blackjack":
        await client.act(Sit(ana, 1), "sit")
    await client.act(wager(actor, ana), "wager")
    for seconds in (BETTING, DECIDE, DECIDE, DECIDE, DECIDE):
        if not actor.head.ended:
            await house.later(actor, seconds)
    await house.later(actor, REST)
    purse = state_of(actor).purse(ana)
    assert purse is not None
    await client.act(CashOut(ana, purse.value), "cash")
    return client
