"""Checkpoints over the wire: the file, the latest with its code, and the proof that an entry is under one."""

from __future__ import annotations

import hashlib
import html
import re
from pathlib import Path
from typing import Any

from croupier.floor.keeping.checkpoints import read_signed
from croupier.record.journals.checkpoint import KEY_LINE
from tests.support.record.merkle import climbed
from tests.support.server.wire import House, buy_in, in_house


async def _played(house: House) -> str:
    table = await house.table()
    for _ in range(3):
        guest = await house.guest()
        bought = await house.act(table, guest, "k", buy_in(50_00))
        assert bought.status_code < 300, bought.text
    return table


def test_the_file_is_for_everybody_and_its_signatures_hold(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await _played(house)
        empty = (await house.ask("GET", "/api/v1/checkpoints")).text
        assert empty.startswith(KEY_LINE)
        assert read_signed(empty)[1] == []
        await house.casino.checkpoints.add()
        answer = await house.ask("GET", "/api/v1/checkpoints")
        assert answer.headers["content-type"].startswith("text/plain")
        key, found = read_signed(answer.text)
        latest = (await house.ask("GET", "/api/v1/checkpoints/latest")).json()
        assert latest["key"] == str(key)
        assert latest["latest"]["note"] == found[-1].note
        assert (latest["latest"]["number"], latest["latest"]["journals"]) == (0, 2)

    in_house(tmp_path, scenario)


def test_who_has_some_asks_for_those_after_them(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        await _played(house)
        await house.casino.checkpoints.add()
        kept = (await house.ask("GET", "/api/v1/checkpoints")).text
        await house.guest()
        await house.casino.checkpoints.add()
        kept += (await house.ask("GET", "/api/v1/checkpoints?after=0")).text
        assert [each.number for each in read_signed(kept)[1]] == [0, 1]
        assert kept == (await house.ask("GET", "/api/v1/checkpoints")).text
        assert not (await house.ask("GET", "/api/v1/checkpoints?after=1")).text
        assert (await house.ask("GET", "/api/v1/checkpoints?after=-2")).status_code == 400

    in_house(tmp_path, scenario)


def test_the_code_is_the_note(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        missing = await house.ask("GET", "/api/v1/checkpoints/latest.svg")
        assert (missing.status_code, missing.json()["refusal"]["code"]) == (404, "no_checkpoint")
        await _played(house)
        await house.casino.checkpoints.add()
        latest = (await house.ask("GET", "/api/v1/checkpoints/latest")).json()
        code = await house.ask("GET", "/api/v1/checkpoints/latest.svg")
        assert code.headers["content-type"].startswith("image/svg+xml")
        (title,) = re.findall(r"<title>(.*?)</title>", code.text, re.DOTALL)
        assert html.unescape(title) == latest["latest"]["note"]

    in_house(tmp_path, scenario)


def test_an_entry_is_proved_to_be_under_a_checkpoint(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await _played(house)
        path = f"/api/v1/tables/{table}/entries"
        assert (await house.ask("GET", f"{path}/1/checkpoint")).json() == {"proof": None}
        await house.casino.checkpoints.add()
        for number, row in enumerate(await house.store.tail(table)):
            found: dict[str, Any] = (await house.ask("GET", f"{path}/{number}/checkpoint")).json()["proof"]
            hash = row.hash
            for line in found["lines"]:
                hash = hashlib.sha256(hash + line.encode()).digest()
            assert (hash.hex(), number + len(found["lines"])) == (found["hash"], found["head"])
            leaf = hashlib.sha256(f"\x00{table} {found['head']} {found['hash']}".encode()).digest()
            root = climbed(leaf, found["index"], 2, [bytes.fromhex(part) for part in found["path"]])
            latest = (await house.ask("GET", "/api/v1/checkpoints/latest")).json()
            assert (root.hex(), found["note"]) == (latest["latest"]["root"], latest["latest"]["note"])
        assert (await house.ask("GET", f"{path}/{number + 1}/checkpoint")).json() == {"proof": None}
        assert (await house.ask("GET", "/api/v1/tables/nowhere/entries/0/checkpoint")).status_code == 404

    in_house(tmp_path, scenario)
