"""One socket a table: what comes over it, to whom, in which order, and what becomes of those who misuse it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.floor.casino import Casino
from croupier.floor.people.sign_in import sign_ins
from croupier.serve.routes.table_play import sockets
from croupier.serve.wire import channel
from tests.support.project import ROOT
from tests.support.server.real_server import server
from tests.support.server.wire import ADDRESS, SIGN, Closed, Guest, House, Wire, buy_in, in_house, wager


def test_a_round_from_snapshot_to_reveal(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table, ana) as wire:
            first = await wire.next()
            assert (first["type"], first["number"], first["you"], first["now"]) == ("snapshot", 0, None, house.time)
            wire.act("k1", buy_in(100_00))
            wire.act("k2", wager(17, 20_00), nonce="00ff" * 8)
            receipts = [await wire.until("receipt") for _ in range(2)]
            assert [(each["key"], each["number"]) for each in receipts] == [("k1", 1), ("k2", 2)]
            await house.pass_time(table, 20)
            last = await wire.until("acts", number=4)
            [entry] = last["entries"]
            assert hashlib.sha256(bytes.fromhex(entry["reveal"])).hexdigest() == first["seal"]
            assert entry["seal"] == last["seal"] != first["seal"]
            assert last["view"]["settled"][0]["wager"]["stake"] == 20_00
        assert (await house.verified(table)).entries == 5

    in_house(tmp_path, scenario)


def test_entries_and_receipts_carry_the_journals_own_hashes(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table, ana) as wire:
            wire.act("k1", buy_in(100_00))
            wire.act("k2", wager(17, 20_00))
            await wire.until("receipt", key="k2")
            await wire.quiet()
            rows = {row.number: row.hash.hex() for row in await house.store.tail(table)}
            frames = [json.loads(text) for text in wire.texts]
            said = [(each["number"], each["hash"]) for each in frames if "hash" in each]
            said += [(each["number"], each["hash"]) for frame in frames for each in frame.get("entries", ())]
            assert len(said) >= 7
            assert all(rows[number] == hash for number, hash in said)

    in_house(tmp_path, scenario)


def test_nobody_is_told_of_anothers_purse_key_or_nonce(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        nonce = "5a" * 16
        async with Wire(house, table, ana) as a, Wire(house, table, ben) as b, Wire(house, table) as looker:
            a.act("secret-key-of-ana", buy_in(123_50))
            await a.until("receipt")
            a.act("second-key-of-ana", wager(17, 20_00), nonce=nonce)
            await a.until("receipt")
            b.act("b", buy_in(77_00))
            await b.until("receipt")
            b.send({"type": "resume", "after": 0})
            await house.pass_time(table, 20)
            async with Wire(house, table, ben) as late, Wire(house, table, ben, "after=0") as resumed:
                for wire in (a, b, looker, late, resumed):
                    await wire.quiet()
                others = "".join((*b.texts, *looker.texts, *late.texts, *resumed.texts))
                _check_purses(house.id_at(table, ben), b, late, resumed)
            assert "key-of-ana" not in others
            assert nonce not in others
            assert f'"player":"{house.id_at(table, ana)}","value"' not in others
            assert '"purse":{' not in "".join(looker.texts)
            _check_purses(house.id_at(table, ana), a)
            # The one who may know is told, to the cent.
            assert f'"purse":{{"player":"{house.id_at(table, ana)}","value":10350' in "".join(a.texts)

    in_house(tmp_path, scenario)


def _check_purses(owner: str, *wires: Wire) -> None:
    for text in (text for wire in wires for text in wire.texts):
        frame = json.loads(text)
        for purse in (frame.get("purse"), frame.get("you")):
            assert purse is None or purse["player"] == owner


def test_what_all_may_see_is_the_same_bytes_for_all(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        async with Wire(house, table, ana) as a, Wire(house, table, ben) as b, Wire(house, table) as looker:
            for wire in (a, b, looker):
                await wire.until("snapshot")
            a.act("k1", buy_in(100_00))
            a.act("k2", wager(17, 20_00))
            await a.until("receipt", key="k2")
            await house.pass_time(table, 20)
            seen = []
            for wire in (a, b, looker):
                await wire.quiet()
                seen.append([text for text in wire.texts if text.startswith('{"type":"acts"')])
            assert len(seen[0]) == 4
            assert seen[0] == seen[1] == seen[2]

    in_house(tmp_path, scenario)


def test_one_key_is_one_request_by_whichever_door(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table, ana) as wire:
            wire.act("k1", buy_in(100_00))
            first = await wire.until("receipt")
            # The same request in other words: the player named, and the role.
            wire.send({"key": "k1", "as": "player", "act": {"amount": 100_00, "act": "buy in"}, "type": "act"})
            assert await wire.until("receipt") == first
            by_rest = await house.act(table, ana, "k1", {**buy_in(100_00), "player": ana.id})
            assert by_rest.json() == {name: first[name] for name in ("table", "number", "hash", "time")}
            wire.act("k1", buy_in(100_50))
            refused = await wire.until("refused")
            assert (refused["key"], refused["refusal"]["code"]) == ("k1", "key_used")
        assert house.casino.actors[table].head.number == 1

    in_house(tmp_path, scenario)


def test_refusals_carry_clause_code_and_reason(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        async with Wire(house, table, ana) as wire, Wire(house, table) as looker:
            wire.act("k1", buy_in(100_00))
            wire.act("k2", {**wager(1, 20_00), "position": {"kind": "split", "numbers": [1, 5]}})
            refusal = (await wire.until("refused", key="k2"))["refusal"]
            assert (refusal["rule"], refusal["code"]) == ("D8 3.1(b) (R3)", "not_adjoining")
            assert refusal["why"]
            wire.act("k3", wager(1, 20_00), round=7)
            assert (await wire.until("refused", key="k3"))["refusal"]["code"] == "other_round"
            wire.act("k4", {"act": "no more bets"})
            assert (await wire.until("refused", key="k4"))["refusal"]["code"] == "wrong_role"
            wire.act("k5", wager(1, 20_00), **{"as": "dealer"})
            assert (await wire.until("refused", key="k5"))["refusal"]["code"] in {"wrong_role", "malformed"}
            wire.act("k6", {**buy_in(100), "player": ben.id})
            assert (await wire.until("refused", key="k6"))["refusal"]["code"] == "not_yours"
            looker.act("k7", buy_in(100_00))
            assert (await looker.until("refused", key="k7"))["refusal"]["code"] == "no_session"

    in_house(tmp_path, scenario)


# Coming back


def numbers(frames: list[dict[str, Any]]) -> list[int]:
    return [entry["number"] for frame in frames if frame["type"] == "acts" for entry in frame["entries"]]


@pytest.mark.parametrize("seed", range(4))
def test_no_gap_and_no_double_however_often_the_line_breaks(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "RESUME_COSTS", 0)

    async def scenario(house: House) -> None:
        chance = random.Random(seed)
        table = await house.table()
        players = [await house.guest() for _ in range(3)]
        for player in players:
            await house.act(table, player, "in", buy_in(500_00))
        playing = [asyncio.create_task(_play(house, table, player, seed)) for player in players]
        held: dict[int, str] = {}
        after = 0
        while not all(task.done() for task in playing):
            async with Wire(house, table, chance.choice([None, players[0]]), f"after={after}") as wire:
                after = await _follow(wire, after, held, chance)
        async with Wire(house, table, None, f"after={after}") as wire:
            for frame in await wire.quiet():
                after = _took(frame, after, held)
        rows = await house.store.tail(table)
        assert held == {row.number: row.hash.hex() for row in rows[1:]}
        assert len(held) > 60
        await house.verified(table)

    in_house(tmp_path, scenario)


async def _play(house: House, table: str, player: Guest, seed: int) -> None:
    chance = random.Random(f"{seed} {player.id}")
    for each in range(25):
        await house.act(table, player, f"k{each}", wager(chance.randrange(37), 5_00))
        await asyncio.sleep(chance.random() * 0.004)
        if chance.random() < 0.1:
            await house.pass_time(table, 20)


async def _follow(wire: Wire, after: int, held: dict[int, str], chance: random.Random) -> int:
    """Some frames; now and then it asks to begin again from an earlier number, in the middle of it all."""
    is_back = False
    for _ in range(chance.randrange(1, 9)):
        try:
            frame = await wire.next(0.02)
        except TimeoutError:
            break
        if is_back and not frame.get("resumed"):
            continue  # sent before the answer to what was asked
        is_back = False
        after = _took(frame, after, held)
        if chance.random() < 0.2 and not is_back:
            after = chance.randrange(after + 1)
            wire.send({"type": "resume", "after": after})
            is_back = True
    return after


def _took(frame: dict[str, Any], after: int, held: dict[int, str]) -> int:
    assert frame["type"] != "snapshot"
    for entry in frame.get("entries", ()):
        assert entry["number"] == after + 1, (entry["number"], after)
        assert held.setdefault(entry["number"], entry["hash"]) == entry["hash"]
        after += 1
    return after


def test_what_is_resumed_is_what_was_told_to_the_letter(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table) as live:
            await live.until("snapshot")
            await house.act(table, ana, "k1", buy_in(100_00))
            await house.act(table, ana, "k2", wager(17, 20_00))
            await house.pass_time(table, 20)
            told = [entry for frame in await live.quiet() for entry in frame["entries"]]
        async with Wire(house, table, None, "after=0") as back:
            frame = await back.next()
            assert frame["resumed"] is True
            assert frame["entries"] == told
            assert frame["names"][house.id_at(table, ana)]
        assert (await house.ask("GET", f"/api/v1/tables/{table}/acts")).json()["entries"] == told

    in_house(tmp_path, scenario)


def test_whoever_missed_too_much_or_is_ahead_gets_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "MOST_RESUMED", 10)
    monkeypatch.setattr(channel, "ENTRIES_A_FRAME", 3)

    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        for number in range(12):
            await house.act(table, ana, f"k{number}", buy_in(50))
        for after, kind in (
            (0, "snapshot"),
            (1, "snapshot"),
            (2, "acts"),
            (11, "acts"),
            (12, "acts"),
            (13, "snapshot"),
        ):
            async with Wire(house, table, None, f"after={after}") as wire:
                frames = await wire.quiet()
                assert frames[0]["type"] == kind, after
                assert numbers(frames) == ([] if kind == "snapshot" else list(range(after + 1, 13)))
                assert [frame.get("resumed", False) for frame in frames] == [kind == "acts"] + [False] * (
                    len(frames) - 1
                )
                assert [("view" in frame) for frame in frames] == [False] * (len(frames) - 1) + [True]
        for wrong in ("after=-1", "after=x", "after=1.5"):
            with pytest.raises(Closed):
                async with Wire(house, table, None, wrong):
                    pass

    in_house(tmp_path, scenario)


def test_a_stream_goes_on_after_a_restart_of_the_house(tmp_path: Path) -> None:
    async def first(house: House) -> tuple[Guest, dict[str, Any]]:
        await house.table(id="t1")
        ana = await house.guest()
        async with Wire(house, "t1", ana) as wire:
            wire.act("k1", buy_in(100_00))
            return ana, await wire.until("receipt")

    ana, receipt = in_house(tmp_path, first)

    async def second(house: House) -> None:
        async with Wire(house, "t1", ana, "after=0") as wire:
            assert (await wire.next())["entries"][0]["hash"] == receipt["hash"]
            assert (await wire.next())["purse"]["value"] == 100_00
            wire.act("k1", buy_in(100_00))
            assert await wire.until("receipt") == receipt

    in_house(tmp_path, second)


# Names


def test_a_name_comes_with_whoever_is_new_and_is_kept_nowhere(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table) as early:
            await early.until("snapshot")
            await house.act(table, ana, "k1", buy_in(100_00))
            name = (await early.until("acts"))["names"][house.id_at(table, ana)]
            await house.act(table, ana, "k2", wager(17, 20_00))
            assert "names" not in await early.until("acts")
            async with Wire(house, table) as late:
                assert (await late.until("snapshot"))["names"] == {house.id_at(table, ana): name}
            await house.pass_time(table, 20)
            await early.until("acts", number=4)
            purse = house.casino.actors[table].head.state.purse(house.id_at(table, ana))
            assert purse is not None
            await house.act(table, ana, "k3", {"act": "cash out", "amount": purse.value})
            await house.casino.close_account(ana.id)
            house.time += channel.FRESH_SECONDS + 1
            async with Wire(house, table) as last:
                assert name not in json.dumps(await last.until("snapshot"))

    in_house(tmp_path, scenario)


def test_a_name_that_one_was_told_is_still_new_to_the_others(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        await house.act(table, ana, "k1", buy_in(100_00))
        await house.act(table, ana, "k2", {"act": "cash out", "amount": 100_00})
        async with Wire(house, table) as early:
            assert (await early.until("snapshot"))["names"] == {}
            async with Wire(house, table, None, "after=0") as back:
                assert house.id_at(table, ana) in (await back.next())["names"]
            await house.act(table, ana, "k3", buy_in(100_00))
            assert house.id_at(table, ana) in (await early.until("acts"))["names"]

    in_house(tmp_path, scenario)


def test_who_joins_while_a_name_is_looked_up_gets_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        accounts = house.casino.people.accounts
        names, is_free = accounts.names, asyncio.Event()

        async def slowly(asked: Any) -> dict[str, str]:
            await is_free.wait()
            return await names(asked)

        async with Wire(house, table) as early:
            await early.until("snapshot")
            monkeypatch.setattr(accounts, "names", slowly)
            for number in range(3):
                await house.act(table, ana, f"k{number}", buy_in(50))
            # The table is three entries ahead of what its watchers have been told.
            async with Wire(house, table, None, "after=0") as late, Wire(house, table) as newest:
                await asyncio.sleep(0.05)
                is_free.set()
                assert numbers(await early.quiet()) == [1, 2, 3]
                assert numbers(await late.quiet()) == [1, 2, 3]
                first, *rest = await newest.quiet()
                assert numbers(rest) == list(range(first["number"] + 1, 4))

    in_house(tmp_path, scenario)


# Those who misuse it


NO_MESSAGES: list[dict[str, Any]] = [
    *({"key": key} for key in ("", "a b", "a\n", "a\nb", "\n", "é", "x" * 65, "a#", 5, None)),
    *({"nonce": nonce} for nonce in ("", "0f" * 15, "0F" * 16, "0f" * 16 + "\n", "0g" * 16, "\uff11" * 32, 5)),
    *({"round": round} for round in (-1, 1.5, "1", 2**63)),
    *({"as": role} for role in ("", "Dealer", "inspector", 1)),
    *({name: None} for name in ("act", "x", "by", "person")),
]


def test_A17_only_what_a_message_has_is_taken(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table, ana) as wire:
            for parts in NO_MESSAGES:
                body = {"key": "k", "act": buy_in(100_00), **parts}
                wire.send({"type": "act", **body})
                assert (await wire.until("error", "receipt", "refused"))["type"] == "error", parts
                answer = await house.ask("POST", f"/api/v1/tables/{table}/acts", ana, json=body)
                assert answer.status_code == 400, parts
        assert house.casino.actors[table].head.number == 0

    in_house(tmp_path, scenario)


def test_a_slow_reader_is_cut_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "MOST_WAITING", 8)
    monkeypatch.setattr(sockets, "CLOSE_SECONDS", 0.1)

    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table) as slow, Wire(house, table, ana) as quick:
            last = (await slow.until("snapshot"))["number"]
            slow.stick()
            for number in range(20):
                quick.act(f"k{number}", buy_in(50))
                await quick.until("receipt", key=f"k{number}")
            assert (await slow.closed()).code == 1013
            assert await quick.quiet() is not None
        assert not channel._OF_CASINO[house.casino]
        async with Wire(house, table, None, f"after={last}") as back:
            assert numbers(await back.quiet()) == list(range(last + 1, 21))

    in_house(tmp_path, scenario)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x00\xff", 1003),
        (b'{"type":"ping"}', 1003),
        (" " * 16_385, 1009),
        ("é" * 9_000, 1009),
        ('{"type":"ping","x":"' + "y" * 1_000_000 + '"}', 1009),
    ],
)
def test_what_is_no_message_at_all_ends_the_socket(tmp_path: Path, data: str | bytes, code: int) -> None:
    async def scenario(house: House) -> None:
        async with Wire(house, await house.table()) as wire:
            wire.send_raw(data)
            assert (await wire.closed()).code == code

    in_house(tmp_path, scenario)


def test_a_flood_ends_the_socket_and_nobody_elses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # On a busy machine the flood itself takes seconds: no more may be sent than at once, however long that is.
    monkeypatch.setattr(sockets, "MESSAGES_A_SECOND", 0)

    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        async with Wire(house, table, ana) as flood, Wire(house, table, ben) as other:
            for _ in range(sockets.MESSAGES_AT_ONCE * 2):
                flood.send({"type": "ping"})
            assert (await flood.closed()).code == 1008
            assert len(flood.texts) <= sockets.MESSAGES_AT_ONCE + 3
            other.act("k1", buy_in(100_00))
            await other.until("receipt")
        async with Wire(house, table) as again:
            for _ in range(4):
                again.send({"type": "resume", "after": 0})
            assert (await again.closed()).code == 1008

    in_house(tmp_path, scenario)


def test_one_socket_too_many_of_a_person_ends_the_oldest(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        wires = [Wire(house, table, ana) for _ in range(channel.SOCKETS_A_PERSON + 1)]
        for wire in wires:
            await wire.__aenter__()
        assert (await wires[0].closed()).code == 1008
        assert (await wires[1].next())["type"] == "snapshot"
        for wire in wires:
            await wire.__aexit__()

    in_house(tmp_path, scenario)


def test_a_socket_that_says_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "IDLE_SECONDS", 0.1)

    async def scenario(house: House) -> None:
        async with Wire(house, await house.table()) as wire:
            assert (await wire.closed()).code == 1001

    in_house(tmp_path, scenario)


def test_a_session_that_ends_takes_its_sockets_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "LOOK_SECONDS", -1)

    async def scenario(house: House) -> None:
        table, ana, ben = await house.table(), await house.guest(), await house.guest()
        async with Wire(house, table, ana) as wire:
            # By another server, say: this one is not told.
            await house.store.write(lambda connection: sign_ins.end_token(connection, ana.token))
            wire.act("k1", buy_in(100_00))
            assert (await wire.until("refused"))["refusal"]["code"] == "no_session"
        monkeypatch.setattr(sockets, "TICK_SECONDS", 0.02)
        async with Wire(house, table, ben) as wire:
            await wire.next()
            await house.casino.people.sessions.sign_out(ben.token)
            assert (await wire.closed()).code == 1008

    in_house(tmp_path, scenario)


def test_a_role_that_was_taken_is_gone_at_once(tmp_path: Path) -> None:
    from croupier.floor.people.roles import HouseRole

    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        dealer = await house.staff(HouseRole.DEALER, "Dora")
        assert (await house.ask("POST", f"/api/v1/tables/{table}/duty", dealer)).status_code == 201
        async with Wire(house, table, dealer) as wire:
            wire.act("k1", {"act": "open table"})
            await wire.until("receipt")
            await house.casino.take_role(dealer.id, HouseRole.DEALER, by=(await house.operator()).id)
            wire.act("k2", {"act": "no more bets"})
            assert (await wire.until("refused"))["refusal"]["code"] == "wrong_role"

    in_house(tmp_path, scenario)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.test",
        "http://house.test.evil.test",
        "http://evilhouse.test",
        "https://house.test",
        "http://house.test:8080",
        "HTTP://HOUSE.TEST",
        "null",
        "",
    ],
)
def test_A18_a_socket_of_another_page_does_not_open(tmp_path: Path, origin: str) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        cookie = f"croupier_session={ana.token}"
        with pytest.raises(Closed):
            async with Wire(house, table, cookie=cookie, origin=origin):
                pass
        with pytest.raises(Closed):
            async with Wire(house, table, cookie=cookie):
                pass
        async with Wire(house, table, cookie=cookie, origin=ADDRESS) as wire:
            wire.act("k1", buy_in(100_00))
            await wire.until("receipt")

    in_house(tmp_path, scenario)


def test_no_such_table_and_one_out_of_order(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        with pytest.raises(Closed):
            async with Wire(house, "nowhere"):
                pass
        table = await house.table()
        actor = house.casino.actors[table]
        await actor.stop()
        actor._head = None
        with pytest.raises(Closed):
            async with Wire(house, table):
                pass

    in_house(tmp_path, scenario)


# Responsible play


def test_a_reality_check_waits_for_the_end_of_the_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "TICK_SECONDS", 0.01)

    async def scenario(house: House) -> None:
        table, ana = await house.table("blackjack", decide=600), await house.guest()
        await house.casino.people.standings.set_reality_minutes(ana.id, 15, house.casino.time())
        async with Wire(house, table, ana) as wire:
            wire.act("k1", buy_in(100_00))
            wire.act("k2", {"act": "sit", "box": 3})
            await wire.until("receipt", key="k2")
            house.time += 14 * 60
            wire.act("k3", {"act": "wager", "position": {"kind": "box", "numbers": [3]}, "amount": 20_00})
            await wire.until("receipt", key="k3")
            await house.pass_time(table, 20)
            house.time += 60
            told = [frame for frame in await wire.quiet() if frame["type"] == "reality"]
            # A blackjack may have ended the round meanwhile: then the check may have come, and comes only once.
            assert not told or house.casino.actors[table].head.state.is_between_rounds
            for _ in range(20):
                if house.casino.actors[table].head.state.is_between_rounds:
                    break
                await house.pass_time(table, 600)
            check = told[0] if told else await wire.until("reality")
            assert check["seconds"] >= 15 * 60
            house.casino.people.standings.reality_checked(ana.id, house.casino.time())

    in_house(tmp_path, scenario)


def test_a_table_is_listened_to_only_while_somebody_watches(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table()
        casino: Casino = house.casino
        async with Wire(house, table), Wire(house, table):
            assert len(casino.actors[table]._listeners) == 1
        assert casino.actors[table]._listeners == []

    in_house(tmp_path, scenario)


def test_an_error_of_ours_in_telling_does_not_reach_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(house: House) -> None:
        table, ana = await house.table(), await house.guest()
        async with Wire(house, table) as wire:
            await wire.next()
            with monkeypatch.context() as patched:
                patched.setattr(channel, "entry_of", lambda *_: 1 / 0)
                assert (await house.act(table, ana, "k1", buy_in(100_00))).status_code == 201
                assert (await wire.closed()).code == 1011
        async with Wire(house, table, None, "after=0") as back:
            assert numbers(await back.quiet()) == [1]

    in_house(tmp_path, scenario)


# Over a real network


def test_the_example_client_plays_a_round(tmp_path: Path) -> None:
    asked = {"name": "Quick", "game": "roulette", "sign": SIGN, "betting_seconds": 1, "rest": 0}
    with server(tmp_path / "house") as running:
        table = running.operator().ask("POST", "/api/v1/tables", asked).json()["id"]
        command = (sys.executable, "examples/play_a_round.py", running.url, table)
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "the seal fits" in done.stdout
    assert [line.split(":")[0] for line in done.stdout.splitlines() if "entry" in line][:2] == ["buy in", "wager"]
    assert len(Path(ROOT, "examples/play_a_round.py").read_text("utf-8").splitlines()) < 60
