"""A store that fails: every act is refused or done, never half, and the same outcome is drawn."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.store.port import Key, StoreFailed
from croupier.floor.tables.actor import TableActor
from croupier.games.acts import Act
from croupier.record.journals.journal import read_stamp
from croupier.record.journals.ledger import wallet
from tests.support.floor.casino import (
    AUTOMATED,
    BETTING,
    REST,
    WALLET,
    House,
    in_casino,
    wager,
)
from tests.support.floor.faults import NOT_DONE, Client, Fuse, Noting, a_round, connections

KINDS = ("disk I/O error", "database or disk is full", "COMMIT fails", "COMMIT fails, and it was done")


def played(folder: Path, game: str, kind: str, at: int) -> tuple[int, int]:
    """A round in which that call failed; how many calls there were, and the most often that one outcome was drawn."""
    folder.mkdir()
    fuse, notes = Fuse(), defaultdict[tuple[int, int], list[Act | None]](list)

    async def play(house: House) -> int:
        actor = await house.table(game)
        ana = await house.player()
        fuse.arm(kind, at)
        client = await a_round(house, actor, ana)
        calls = fuse.mend()
        assert client.untrue == [], "it was said not to be done, and was"
        lines = await house.lines(actor)
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
    async def hopeful(self: TableActor, accepted: list[Any]) -> None:
        self._answers.give(accepted, self.head.time)

    monkeypatch.setattr(TableActor, "_after_failure", hopeful)

    def all_calls() -> None:
        for at in range(1, 40):
            played(tmp_path / str(at), "roulette", KINDS[0], at)

    with pytest.raises((AssertionError, NotAccepted)):
        all_calls()


def test_a_store_that_fails_for_a_while(tmp_path: Path) -> None:
    fuse = Fuse()

    async def play(house: House) -> None:
        actor = await house.table("roulette")
        ana, ben = await house.seated(actor), await house.seated(actor)
        await house.act(actor, wager(actor, ana))
        fuse.arm("database or disk is full", 1, stays=True)
        number = actor.head.number
        client = Client(house, actor)
        for _ in range(5):
            assert await client._asked(wager(actor, ben), "k") in NOT_DONE
        house.hand.time += BETTING
        assert await client._asked(wager(actor, ben), "k") in NOT_DONE
        assert actor.head.number == number
        fuse.mend()
        await house.quiet(actor)
        # The window closed when it could, and what was never done is too late now.
        assert actor.head.ended
        assert await house.refused(actor, wager(actor, ben), key="k", body=b"k") == "too_soon"
        await house.later(actor, REST)
        await client.act(wager(actor, ben), "k")

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
        actor = await house.table("roulette")

        def broken(_told: object) -> None:
            raise RuntimeError("a watcher of ours is broken")

        actor.listen(broken)
        ana = await house.seated(actor)
        await house.act(actor, wager(actor, ana))
        await house.later(actor, BETTING)
        assert actor.head.ended

    in_casino(tmp_path, play)
