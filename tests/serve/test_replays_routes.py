"""A round checked from what the server publishes, by a program written from docs/explanation/fairness.md alone."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.floor.keeping.reports import table_states
from croupier.floor.people.roles import HouseRole
from croupier.floor.store.port import Row
from croupier.floor.tables import actor as actor_module
from croupier.record import read
from croupier.record.journals.journal import next_hash, read_first
from croupier.serve.routes.table_play import replays
from croupier.serve.routes.table_play.replays import _Replay
from tests.support.server.wire import Guest, House, buy_in, in_house, wager

# The arithmetic, from the page


def chain_follows(proof: dict[str, Any]) -> bool:
    before = bytes.fromhex(proof["previous"])
    for entry in proof["entries"]:
        text = entry["text"].encode()
        start = before or f"croupier journal 1\n{proof['table']}\n".encode()
        before = hashlib.sha256(start + text).digest()
        if before.hex() != entry["hash"]:
            return False
    return True


def drawn(proof: dict[str, Any], draw: dict[str, Any]) -> str:
    """The words of the outcome that the secret draws."""
    number = _index(bytes.fromhex(proof["reveal"]), proof["table"], draw)
    for each in draw["outcomes"]:
        if number < each["places"]:
            return str(each["words"])
        number -= each["places"]
    raise AssertionError(number)


def _index(secret: bytes, stream: str, draw: dict[str, Any]) -> int:
    size, block = int(draw["size"]), 0
    limit = 2**64 - 2**64 % size
    while size > 1:
        parts = [b"croupier draw 1", stream.encode()]
        parts += [number.to_bytes(8, "big") for number in (draw["round"], draw["k"], block)]
        parts += sorted(map(bytes.fromhex, draw["nonces"]))
        message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        mac = hmac.digest(secret, message, "sha256")
        for at in range(0, 32, 8):
            word = int.from_bytes(mac[at : at + 8], "big")
            if word < limit:
                return word % size
        block += 1
    return 0


def check(proof: dict[str, Any]) -> int:
    """How many draws there were, all of them what the secret draws."""
    assert chain_follows(proof)
    assert hashlib.sha256(bytes.fromhex(proof["reveal"])).hexdigest() == proof["seal"]
    sealing = next(each for each in proof["entries"] if each["number"] == proof["sealed_by"])
    assert f"seal {proof['seal']}" in sealing["text"]
    draws = [step["draw"] for step in proof["steps"] if step["draw"]]
    for draw in draws:
        assert drawn(proof, draw) == draw["came"]
        assert draw["round"] == proof["sealed_by"]
    assert proof["follows"], proof["why"]
    assert proof["is_whole"]
    return len(draws)


# Rounds


async def play(house: House, table: str, who: Guest, rounds: int) -> None:
    await house.act(table, who, f"in-{table}", buy_in(1000_00))
    for number in range(rounds):
        nonce = f"{number:032x}"
        await house.act(table, who, f"w-{table}-{number}", wager(17, 5_00), nonce=nonce)
        await house.pass_time(table, 21)


async def proof_of(house: House, table: str, round: int) -> dict[str, Any]:
    answer = await house.ask("GET", f"/api/v1/tables/{table}/rounds/{round}")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_every_round_of_a_wheel_can_be_checked(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1")
        ana = await house.guest()
        await play(house, "r1", ana, 3)
        proofs = [await proof_of(house, "r1", number) for number in (1, 2, 3)]
        for proof in proofs:
            assert check(proof) == 1
        first, second, _ = proofs
        assert (first["sealed_by"], first["previous"]) == (0, "")
        # A round begins where the one before it ended, and its seal stands on that line.
        assert (second["first"], second["sealed_by"]) == (first["last"] + 1, first["last"])
        assert second["previous"] == first["entries"][-2]["hash"]
        draw = next(step["draw"] for step in second["steps"] if step["draw"])
        assert (draw["size"], len(draw["outcomes"]), draw["nonces"]) == ("37", 37, [f"{1:032x}"])
        assert [each["words"] for each in draw["outcomes"][:2]] == ["spin 0", "spin 1"]
        spun = second["steps"][-1]
        (line,) = spun["settled"]
        number = int(spun["draw"]["came"].removeprefix("spin "))
        assert (line["player"], line["outcome"]) == (house.id_at("r1", ana), "win" if number == 17 else "lose")
        assert line["rule"].startswith("D8 3.")
        assert line["clause"].startswith("D8 3.")
        assert spun["clause"] == "D8 4.4"
        laid = next(step for step in second["steps"] if step["act"]["act"] == "wager")
        assert (laid["clause"], laid["view"]["wagers"][0]["stake"]) == ("D8 3.1", 5_00)
        assert second["names"].keys() == {house.id_at("r1", ana)}
        assert second["command"] == "croupier verify r1.journal.txt --receipts receipts.txt"
        journal = (await house.ask("GET", second["journal"])).text
        assert all(entry["hash"] in journal for entry in second["entries"])

    in_house(tmp_path, scenario)


def test_a_round_of_cards_can_be_checked_card_by_card(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table("blackjack", id="b1", decide=5)
        ana = await house.guest()
        await house.act("b1", ana, "k1", buy_in(1000_00))
        await house.act("b1", ana, "k2", {"act": "sit", "box": 1})
        for number in range(2):
            bet = {"act": "wager", "position": {"kind": "box", "numbers": [1]}, "amount": 5_00}
            await house.act("b1", ana, f"w{number}", bet, nonce=f"{7 + number:032x}")
            for _ in range(12):
                await house.pass_time("b1", 21)
        for number in (1, 2):
            proof = await proof_of(house, "b1", number)
            # A blackjack against a low card is paid after three.
            assert check(proof) >= 3
            cards = [step["draw"] for step in proof["steps"] if step["draw"]]
            assert [draw["k"] for draw in cards] == list(range(len(cards)))
        first = await proof_of(house, "b1", 1)
        draws = [step["draw"] for step in first["steps"] if step["draw"]]
        # Eight of each of 52 kinds are 52 places; then 415 cards, and so on down. If two of a kind came first, six or
        # eight of each are left: half as many places.
        are_alike = draws[0]["came"] == draws[1]["came"]
        assert [int(draw["size"]) for draw in draws[:3]] == [52, 415, 207 if are_alike else 414]
        assert any(step["settled"] for step in first["steps"])

    in_house(tmp_path, scenario)


def test_a_large_round_leaves_tables_out_but_for_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.serve.routes.table_play.replays.MOST_SHOWN", 4)

    async def scenario(house: House) -> None:
        await house.table(id="r1")
        await play(house, "r1", await house.guest(), 1)
        proof = await proof_of(house, "r1", 1)
        assert check(proof) == 1
        assert [step["view"] is not None for step in proof["steps"]] == [True, True, False, True]

    in_house(tmp_path, scenario)


def test_what_was_no_round_is_refused(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1")
        answer = await house.ask("GET", "/api/v1/tables/r1/rounds/1")
        assert (answer.status_code, answer.json()["refusal"]["code"]) == (404, "no_such_round")
        assert (await house.ask("GET", "/api/v1/tables/none/rounds/1")).status_code == 404
        assert (await house.ask("GET", "/api/v1/tables/r1/rounds/-1")).status_code == 404
        assert (await house.ask("GET", "/api/v1/tables/r1/rounds")).json() == {"rounds": [], "total": 0}

    in_house(tmp_path, scenario)


def test_at_a_table_with_a_dealer_there_is_no_seal_and_the_steps_are_all_there(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1", live=True, betting_seconds=None)
        dealer, ana = await house.staff(HouseRole.DEALER, "Dee"), await house.guest()
        assert (await house.ask("POST", "/api/v1/tables/r1/duty", dealer)).status_code == 201
        acts: list[tuple[Guest, dict[str, Any]]] = [
            (dealer, {"act": "open table"}),
            (ana, buy_in(100_00)),
            (ana, wager(17, 5_00)),
            (dealer, {"act": "spin ball", "wheel": "anticlockwise", "ball": "clockwise"}),
            (dealer, {"act": "no more bets"}),
            (dealer, {"act": "spin", "number": 17}),
            (dealer, {"act": "announce", "number": 17, "colour": "black"}),
            (dealer, {"act": "dolly", "number": 17}),
            (dealer, {"act": "pay"}),
            (dealer, {"act": "open betting"}),
        ]
        for place, (who, act) in enumerate(acts):
            answer = await house.act("r1", who, f"k{place}", act)
            assert answer.status_code == 201, answer.text
        proof = await proof_of(house, "r1", 1)
        assert (proof["seal"], proof["reveal"], proof["follows"]) == ("", "", True)
        assert chain_follows(proof)
        assert [step["act"]["act"] for step in proof["steps"]] == [act["act"] for _, act in acts]
        clauses = [step["clause"] for step in proof["steps"]]
        assert clauses[3:] == ["D8 4.2", "D8 4.3", "D8 4.4", "D8 4.4(a)", "D8 4.4(b)", "D8 4.5(b)", "D8 5.1"]
        (line,) = proof["steps"][5]["settled"]
        assert (line["player"], line["pays"], line["clause"]) == (house.id_at("r1", ana), 5_00 * 35, "D8 3.9")

    in_house(tmp_path, scenario)


def test_the_latest_rounds_of_a_table(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await house.table(id="r1")
        await play(house, "r1", await house.guest(), 3)
        found = (await house.ask("GET", "/api/v1/tables/r1/rounds?most=2")).json()
        assert ([each["round"] for each in found["rounds"]], found["total"]) == ([3, 2], 3)
        assert found["rounds"][0]["result"].split()[1] in {"red", "black", "green"}
        assert found["rounds"][0]["wagers"] == 1
        earlier = (await house.ask("GET", "/api/v1/tables/r1/rounds?most=2&before=3")).json()
        assert ([each["round"] for each in earlier["rounds"]], earlier["total"]) == ([2, 1], 3)
        assert earlier["rounds"][0] == found["rounds"][1]

    in_house(tmp_path, scenario)


def test_an_old_round_is_found_from_a_state_near_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few states are kept of many rounds; every round is found all the same, and none is played from the start."""
    monkeypatch.setattr(table_states, "MARK_EVERY", 1)
    monkeypatch.setattr(table_states, "MOST_MARKS", 3)

    async def scenario(house: House) -> None:
        await house.table(id="r1")
        await play(house, "r1", await house.guest(), 12)
        for number in range(1, 13):
            proof = await proof_of(house, "r1", number)
            assert check(proof) == 1
        states = table_states.states_of(house.casino.actors["r1"])
        assert len(states._numbers) <= 3
        near = await house.casino.store.read(lambda connection: states._nearest(connection, proof["first"]))
        assert near[0] > 0

    in_house(tmp_path, scenario)


def test_an_old_round_is_found_from_the_snapshots_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table keeps its snapshots: no request plays more entries again than lie between two of them."""
    monkeypatch.setattr(actor_module, "SNAPSHOT_EVERY", 4)
    monkeypatch.setattr(replays, "FOLDED_A_REQUEST", 8)

    async def first(house: House) -> list[dict[str, Any]]:
        await house.table(id="r1")
        await play(house, "r1", await house.guest(), 12)
        return [await proof_of(house, "r1", number) for number in range(1, 13)]

    async def second(house: House) -> list[dict[str, Any]]:
        return [await proof_of(house, "r1", number) for number in range(12, 0, -1)]

    before = in_house(tmp_path, first)
    assert in_house(tmp_path, second) == before[::-1]


def test_a_journal_that_one_request_cannot_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.serve.routes.table_play.replays.FOLDED_A_REQUEST", 3)

    async def scenario(house: House) -> None:
        await house.table(id="r1")
        await play(house, "r1", await house.guest(), 3)
        codes = []
        for _ in range(20):
            answer = await house.ask("GET", "/api/v1/tables/r1/rounds/3")
            if answer.status_code == 200:
                break
            codes.append((answer.status_code, answer.json()["refusal"]["code"], answer.headers["retry-after"]))
        assert codes
        assert set(codes) == {(503, "still_reading", "1")}
        assert check(answer.json()) == 1

    in_house(tmp_path, scenario)


def test_rounds_are_the_same_after_a_restart(tmp_path: Path) -> None:
    async def first(house: House) -> dict[str, Any]:
        await house.table(id="r1")
        await play(house, "r1", await house.guest(), 2)
        return await proof_of(house, "r1", 2)

    before = in_house(tmp_path, first)
    assert in_house(tmp_path, lambda house: proof_of(house, "r1", 2)) == before


# Tampering


async def rows_of(house: House) -> list[Row]:
    await house.table(id="r1")
    await play(house, "r1", await house.guest(), 1)
    await asyncio.sleep(0)
    return await house.casino.store.tail("r1", -1, 100)


def replayed(rows: list[Row]) -> _Replay:
    state = read(read_first(rows[0].line)[1]).header.table()
    replay = _Replay("r1", "roulette", state, rows[0], rows[-1].number)
    for row in rows[1:]:
        replay.add(row)
    return replay


def chained(rows: list[Row]) -> list[Row]:
    """The same with hashes that follow, as somebody would write them who rewrites a journal."""
    made = [rows[0]]
    for row in rows[1:]:
        made.append(replace(row, hash=next_hash(made[-1].hash, row.line)))
    return made


def test_what_was_changed_does_not_follow(tmp_path: Path) -> None:
    rows = in_house(tmp_path, rows_of)
    assert replayed(rows).why == ""
    spin = next(place for place, row in enumerate(rows) if "dealer: spin" in row.line)
    words = rows[spin].line.split(" # ")[0]
    other = "dealer: spin 3" if words != "dealer: spin 3" else "dealer: spin 4"
    forged = [*rows[:spin], replace(rows[spin], line=rows[spin].line.replace(words, other, 1)), *rows[spin + 1 :]]
    assert "its hash does not match its text" in replayed(forged).why
    rewritten = replayed(chained(forged))
    assert f"“{words.removeprefix('dealer: ')}”" in rewritten.why
    assert [step.follows for step in rewritten.steps].count(False) == 1
    line = rows[spin].line
    secret = line[line.index("reveal ") + 7 :][:128]
    kept_back = replayed(chained([*rows[:spin], replace(rows[spin], line=line.replace(f" reveal {secret}", ""))]))
    assert "its secret is not revealed" in kept_back.why
    assert not kept_back.is_lost
    lost = line.replace(f" reveal {secret}", "").replace("Z seal", "Z secret lost seal")
    given_up = replayed(chained([*rows[:spin], replace(rows[spin], line=lost)]))
    assert (given_up.why, given_up.is_lost) == ("", True)
    swapped = [*rows[:spin], replace(rows[spin], line=line.replace(secret, "ab" * 64)), *rows[spin + 1 :]]
    assert "not the one that was sealed" in replayed(chained(swapped)).why
