"""A store that fails: every act is refused or done, never half, and the same outcome is drawn."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.chance import Round, Sealed
from croupier.floor.desk import Desk
from croupier.floor.draft import Request
from croupier.floor.receipt import Receipt
from croupier.floor.refusal import NotAccepted
from croupier.floor.store.port import Key, StoreFailed
from croupier.games.acts import Act, BuyIn, CashOut
from croupier.games.blackjack.acts import Sit
from croupier.record.journal import read_stamp
from croupier.record.ledger import wallet
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    DECIDE,
    REST,
    WALLET,
    House,
    in_casino,
    wager,
)

NOT_DONE = ("not_done", "unknown", "error")
KINDS = ("disk I/O error", "database or disk is full", "COMMIT fails", "COMMIT fails, and it was done")


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

    def __init__(self, house: House, desk: Desk) -> None:
        self._house, self._desk = house, desk
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
            receipt = await self._house.casino.act(self._desk.id, request)
        except NotAccepted as refused:
            return refused.refusal.code
        except StoreFailed:
            return "not_done"
        self.receipts.append(receipt)
        return ""

    async def _is_done(self, key: str) -> bool:
        for _ in range(3):
            try:
                return any(f" key {key}" in line for line in await self._house.lines(self._desk))
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


async def a_round(house: House, desk: Desk, ana: str) -> Client:
    """A buy-in, a wager, the close, the draw, a cash-out."""
    client = Client(house, desk)
    await client.act(BuyIn(ana, 100_00), "buy")
    if desk.setting.game == "blackjack":
        await client.act(Sit(ana, 1), "sit")
    await client.act(wager(desk, ana), "wager")
    for seconds in (BETTING, DECIDE, DECIDE, DECIDE, DECIDE):
        if not desk.place.ended:
            await house.later(desk, seconds)
    await house.later(desk, REST)
    purse = desk.place.state.purse(ana)
    assert purse is not None
    await client.act(CashOut(ana, purse.value), "cash")
    return client


def played(folder: Path, game: str, kind: str, at: int) -> tuple[int, int]:
    """A round in which that call failed; how many calls there were, and the most often that one outcome was drawn."""
    folder.mkdir()
    fuse, notes = Fuse(), defaultdict[tuple[int, int], list[Act | None]](list)

    async def play(house: House) -> int:
        desk = await house.table(game)
        ana = await house.player()
        fuse.arm(kind, at)
        client = await a_round(house, desk, ana)
        calls = fuse.mend()
        assert client.untrue == [], "it was said not to be done, and was"
        lines = await house.lines(desk)
        keys = [read_stamp(line)[1].key for line in lines[1:]]
        assert [key for key in keys if key] == [read_stamp(lines[each.number])[1].key for each in client.receipts]
        assert len(set(keys) - {""}) == len(client.receipts)
        staked, returned = await house.play_of(ana)
        assert staked == 10_00
        assert await house.store.balance(wallet(ana)) == WALLET - staked + returned
        return calls

    calls = in_casino(folder, play, factory=connections(fuse), sources=lambda _, key: Noting(key, notes))
    assert all(len(set(acts)) == 1 for acts in notes.values()), "another outcome came the second time"
    return calls, max(map(len, notes.values()))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", AUTOMATED)
def test_every_call_of_a_round_failing_in_turn(
    tmp_path: Path, request: pytest.FixtureRequest, game: str, kind: str
) -> None:
    """And once at least the outcome had to be drawn twice."""
    calls, _ = played(tmp_path / "whole", game, kind, 0)
    assert calls > 5
    is_whole = request.config.getoption("--long") or (game == "roulette" and kind != KINDS[1])
    step = 1 if is_whole else 6
    most = max(played(tmp_path / str(at), game, kind, at)[1] for at in range(1, calls + 1, step))
    assert most > 1 or step > 1 or kind.endswith("done")


def test_a_table_that_calls_done_what_failed_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def hopeful(self: Desk, accepted: list[Any]) -> None:
        self._answers.give(accepted, self.place.time)

    monkeypatch.setattr(Desk, "_after_failure", hopeful)

    def all_calls() -> None:
        for at in range(1, 40):
            played(tmp_path / str(at), "roulette", KINDS[0], at)

    with pytest.raises((AssertionError, NotAccepted)):
        all_calls()


def test_a_store_that_fails_for_a_while(tmp_path: Path) -> None:
    fuse = Fuse()

    async def play(house: House) -> None:
        desk = await house.table("roulette")
        ana, ben = await house.seated(desk), await house.seated(desk)
        await house.act(desk, wager(desk, ana))
        fuse.arm("database or disk is full", 1, stays=True)
        number = desk.place.number
        client = Client(house, desk)
        for _ in range(5):
            assert await client._asked(wager(desk, ben), "k") in NOT_DONE
        house.hand.time += BETTING
        assert await client._asked(wager(desk, ben), "k") in NOT_DONE
        assert desk.place.number == number
        fuse.mend()
        await house.quiet(desk)
        # The window closed when it could, and what was never done is too late now.
        assert desk.place.ended
        assert await house.refused(desk, wager(desk, ben), key="k", body=b"k") == "too_soon"
        await house.later(desk, REST)
        await client.act(wager(desk, ben), "k")

    in_casino(tmp_path, play, factory=connections(fuse))


@pytest.mark.parametrize("kind", KINDS)
def test_money_from_the_house_under_every_failing_call(tmp_path: Path, kind: str) -> None:
    fuse = Fuse()

    async def play(house: House) -> None:
        for at in range(1, 12):
            ana = await house.player()
            fuse.arm(kind, at)
            for _ in range(5):
                try:
                    receipt = await house.casino.grant(ana, 50_00, Key(ana, "more", b""))
                    break
                except (NotAccepted, StoreFailed):
                    continue
            fuse.mend()
            assert await house.casino.grant(ana, 50_00, Key(ana, "more", b"")) == receipt
            assert await house.store.balance(wallet(ana)) == WALLET + 50_00

    in_casino(tmp_path, play, factory=connections(fuse))


def test_a_listener_that_breaks_breaks_nothing_else(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        desk = await house.table("roulette")

        def broken(_told: object) -> None:
            raise RuntimeError("a watcher of ours is broken")

        desk.listen(broken)
        ana = await house.seated(desk)
        await house.act(desk, wager(desk, ana))
        await house.later(desk, BETTING)
        assert desk.place.ended

    in_casino(tmp_path, play)
