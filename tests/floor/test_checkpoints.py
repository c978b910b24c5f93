"""Signed checkpoints over all journals: what they are, how they are kept, and what they show of a house."""

# ruff: noqa: S608  the tables are named here, and nobody else has the file

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Self

import pytest

from croupier.floor.keeping import checkpoints
from croupier.floor.keeping.checkpoints import FILE, CheckpointKey, Checkpoints, read_signed, verifying
from croupier.floor.store.engines.sqlite import FILE as DATABASE
from croupier.record.journals.checkpoint import (
    NO_CHECKPOINT,
    HeadTree,
    JournalTip,
    block_of,
    check_chain,
    head_of_file,
    leaves_of,
    note_of,
    read_checkpoints,
    read_key,
    receipts_of,
)
from croupier.record.journals.journal import hash_after, read_stamp
from croupier.record.text.fault import Unreadable
from tests.support.floor.casino import House, in_casino, opened
from tests.support.process import run_command
from tests.support.project import ROOT
from tests.support.record.merkle import climbed

KEY = CheckpointKey(bytes(range(32)))


# The tree, against a plain reading of RFC 6962


def merkle(leaves: list[bytes]) -> bytes:
    """MTH of the RFC, written once more from its text, over data that is not hashed yet."""
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return hashlib.sha256(b"\x01" + merkle(leaves[:split]) + merkle(leaves[split:])).digest()


def tips(count: int) -> dict[str, JournalTip]:
    return {f"t-{n:03}": JournalTip(f"t-{n:03}", n, hashlib.sha256(bytes([n])).hexdigest()) for n in range(count)}


@pytest.mark.parametrize("size", range(1, 34))
def test_the_root_and_every_path_are_those_of_the_rfc(size: int) -> None:
    heads = tips(size)
    data = [str(heads[stream]).encode() for stream in sorted(heads)]
    leaves = [hashlib.sha256(b"\x00" + each).digest() for each in data]
    assert HeadTree(leaves).root == merkle(data)
    for index, leaf in enumerate(leaves):
        assert climbed(leaf, index, size, HeadTree(leaves).path(index)) == merkle(data)


def test_the_roots_that_certificate_transparency_publishes() -> None:
    """The eight leaves by which implementations of RFC 6962 are tested, and two of their roots."""
    data = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [hashlib.sha256(b"\x00" + bytes.fromhex(each)).digest() for each in data]
    assert HeadTree(leaves[:1]).root.hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert HeadTree(leaves).root.hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


# The note


def test_a_note_has_the_form_of_a_tlog_checkpoint() -> None:
    key = KEY.verifier
    note = note_of(key, KEY.sign, tips(5), number=3, time=1_794_700_800, previous=NO_CHECKPOINT)
    text, _, signed = note.partition("\n\n")
    origin, size, root, *ours = text.split("\n")
    assert (origin, size, base64.b64decode(root)) == (
        key.name,
        "5",
        merkle([str(tip).encode() for tip in tips(5).values()]),
    )
    assert ours == ["number 3", "time 2026-11-15T00:00:00Z", f"previous {NO_CHECKPOINT}"]
    dash, name, encoded = signed.rstrip("\n").split(" ")
    assert (dash, name) == ("—", key.name)
    signature = base64.b64decode(encoded)
    assert signature[:4] == hashlib.sha256(f"{key.name}\n".encode() + b"\x01" + key.public).digest()[:4]
    assert len(signature) == 68
    assert verifying(key)(signature[4:], f"{text}\n".encode())
    assert not verifying(key)(signature[4:], f"{text}\n ".encode())
    assert read_key(str(key)) == key


def _file(count: int = 4) -> str:
    """Checkpoints over more and more journals."""
    text, previous, key = head_of_file(KEY.verifier), NO_CHECKPOINT, KEY.verifier
    for number in range(count):
        heads = tips(number + 2)
        moved = [tip for stream, tip in heads.items() if number == 0 or stream not in tips(number + 1)]
        note = note_of(key, KEY.sign, heads, number=number, time=1_794_700_800 + number, previous=previous)
        previous = hashlib.sha256(note.encode()).hexdigest()
        text += block_of(note, moved)
    return text


def test_a_file_is_read_and_its_heads_are_receipts() -> None:
    key, found = read_signed(_file())
    assert (key, [each.number for each in found]) == (KEY.verifier, [0, 1, 2, 3])
    assert receipts_of(found) == {stream: {tip.number: {tip.hash}} for stream, tip in tips(5).items()}
    assert check_chain(key, found, verifying(key)) == tips(5)


def test_no_letter_of_a_file_can_be_changed() -> None:
    whole = _file(2)
    kept = read_signed(whole)
    for place, letter in enumerate(whole):
        altered = whole[:place] + ("0" if letter != "0" else "1") + whole[place + 1 :]
        try:
            found = read_signed(altered)
        except Unreadable:
            continue
        # The last four bits of a base64 text are no part of what it stands for.
        assert found[1][0].root == kept[1][0].root
        assert [each.moved for each in found[1]] == [each.moved for each in kept[1]]
        assert [each.text for each in found[1]] == [each.text for each in kept[1]]


@pytest.mark.parametrize(
    ("spoiled", "why"),
    [
        (lambda blocks: [blocks[0], blocks[2], blocks[1]], "it does not follow the one before"),
        (lambda blocks: [blocks[0], blocks[2]], "it does not follow the one before"),
        (lambda blocks: [blocks[1], blocks[2]], "it does not follow the one before"),
        (lambda blocks: [blocks[0].replace("t-000 0", "t-000 9"), blocks[1]], "do not come to its root"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(spoiled: Callable[[list[str]], list[str]], why: str) -> None:
    key, found = read_checkpoints(_file(3))
    blocks = [block_of(each.note, each.moved) for each in found]
    with pytest.raises(Unreadable) as error:
        read_signed(head_of_file(key) + "".join(spoiled(blocks)))
    assert why in error.value.faults[0].why
    assert error.value.faults[0].line >= 3


def test_another_key_signs_nothing() -> None:
    other = CheckpointKey(bytes(32)).verifier
    _, _, blocks = _file().partition("\n\n")
    with pytest.raises(Unreadable, match="another key signed it"):
        read_signed(head_of_file(other) + blocks)


# What the page checks in the browser


def page_sample() -> dict[str, Any]:
    """Three entries of a journal that a round ends with, and their proof: as routes give it."""
    lines = [f"pana: wager 5 on red # {number} 2026-11-15T00:00:0{number}Z" for number in range(6)]
    hashes: list[bytes] = []
    for line in lines:
        hashes.append(hash_after("t-004", hashes[-1] if hashes else None, line))
    heads = tips(7) | {"t-004": JournalTip("t-004", 5, hashes[-1].hex())}
    leaves = leaves_of(heads)
    return {
        "published": {
            "table": "t-004",
            "before": None,
            "first": 0,
            "entries": [{"text": lines[number], "hash": hashes[number].hex()} for number in range(3)],
            "draws": [],
        },
        "inclusion": {
            "key": str(KEY.verifier),
            "note": note_of(KEY.verifier, KEY.sign, heads, number=12, time=1_794_700_800, previous=NO_CHECKPOINT),
            "lines": lines[3:],
            "head": 5,
            "hash": hashes[-1].hex(),
            "index": 4,
            "path": [part.hex() for part in HeadTree(leaves).path(4)],
        },
    }


SAMPLE = ROOT / "web" / "src" / "proof" / "checkpoint.json"


def test_the_sample_that_the_page_is_tested_with_is_what_the_house_makes() -> None:
    assert json.loads(SAMPLE.read_text("utf-8")) == page_sample()


# In a house


async def whole(of: Checkpoints, after: int = -1) -> str:
    return "".join([page async for page in of.pages(after)])


async def _moved(house: House, times: int = 3) -> None:
    await house.table("roulette", id="t-one")
    await house.table("tai-sai", id="t-two")
    for _ in range(times):
        await house.casino.checkpoints.add()
        await house.seated(house.casino.actor("t-one"))


def _tried(folder: Path, statements: list[str]) -> None:
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for sql in statements:
            connection.execute(sql)


def test_checkpoints_of_a_running_house(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        await _moved(house)
        assert await house.casino.checkpoints.add()
        assert not await house.casino.checkpoints.add(), "nothing moved"
        latest = await house.casino.checkpoints.latest()
        assert latest is not None
        assert (latest.number, latest.size) == (3, 3)
        _, found = read_signed(await whole(house.casino.checkpoints))
        heads = check_chain(house.casino.checkpoints.key.verifier, found, lambda *_: True)
        for stream, tip in heads.items():
            last = await house.store.last(stream)
            assert last is not None
            assert (tip.number, tip.hash) == (last.number, last.hash.hex())

    in_casino(tmp_path, play)
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    done = run_command("verify", str(tmp_path), "--checkpoints", str(tmp_path / FILE), "--json")
    assert done.status == 0, done.out
    assert any("4 checkpoints" in remark for remark in json.loads(done.out)["remarks"])


def _cut(folder: Path) -> None:
    """The last entries of a table, with all that follows from them: what is left follows."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        sql = "SELECT max(number) FROM journal WHERE stream = 't-one'"
        (last,) = connection.execute(sql).fetchone()
    _tried(folder, [f"DELETE FROM journal WHERE stream = 't-one' AND number >= {last - 1}"])


def _rewritten(folder: Path) -> None:
    """A later time on the first entry, and every hash after it made anew."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        sql = "SELECT number, line FROM journal WHERE stream = 't-two' ORDER BY number"
        rows = connection.execute(sql).fetchall()
    _tried(folder, [])
    before: bytes | None = None
    with closing(sqlite3.connect(folder / DATABASE, isolation_level=None)) as connection:
        for number, line in rows:
            stamp = read_stamp(line.split("\n")[0])[1]
            other = re.sub(r"rest \d+", "rest 599", line) if number == 0 else line
            assert stamp.number == number
            before = hash_after("t-two", before, other)
            sql = "UPDATE journal SET line = ?, hash = ? WHERE stream = 't-two' AND number = ?"
            connection.execute(sql, (other, before, number))


def _gone(folder: Path) -> None:
    tables = ("journal", "transfers", "keys", "rounds", "round_parts", "snapshots")
    _tried(folder, [f"DELETE FROM {table} WHERE stream = 't-two'" for table in tables])


@pytest.mark.parametrize("harm", [_cut, _rewritten, _gone])
def test_a_journal_that_was_cut_or_written_anew_is_named(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    folder, kept = tmp_path / "house", tmp_path / "kept.txt"
    folder.mkdir()

    async def play(house: House) -> None:
        await _moved(house)
        await house.casino.checkpoints.add()

    in_casino(folder, play)
    shutil.copy(folder / FILE, kept)
    harm(folder)
    done = run_command("verify", str(folder), "--checkpoints", str(kept), "--json")
    assert done.status == 1
    stream = "t-one" if harm is _cut else "t-two"
    (why, *_) = (fault["why"] for fault in json.loads(done.out)["faults"] if fault["table"] == stream)
    assert "receipt" in why


def test_a_house_put_back_is_shown_by_a_checkpoint_from_after(tmp_path: Path) -> None:
    """A20 without a player's receipt; and without the checkpoints nothing shows it."""
    folder, before, kept = tmp_path / "house", tmp_path / "before", tmp_path / "kept.txt"
    folder.mkdir()
    in_casino(folder, _moved)
    shutil.copytree(folder, before)
    in_casino(folder, _one_more)
    shutil.copy(folder / FILE, kept)
    assert run_command("verify", str(before)).status == 0
    done = run_command("verify", str(before), "--checkpoints", str(kept))
    assert done.status == 1


async def _one_more(house: House) -> None:
    await house.seated(house.casino.actor("t-one"))
    await house.casino.checkpoints.add()


def test_a_file_that_is_no_checkpoints_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("hello\n")
    done = run_command("verify", str(ROOT / "examples" / "journal.txt"), "--checkpoints", str(tmp_path / "bad.txt"))
    assert done.status == 2
    assert "bad.txt" in done.errors
    assert done.errors.count("\n") <= 2


def test_another_house_key_begins_a_new_file_and_the_old_one_stays(tmp_path: Path) -> None:
    in_casino(tmp_path, _moved)
    old = (tmp_path / FILE).read_text()
    (tmp_path / "house.key").unlink()
    in_casino(tmp_path, _one_more)
    assert (tmp_path / "checkpoints-1.txt").read_text() == old
    _, found = read_signed((tmp_path / FILE).read_text())
    assert [each.number for each in found] == [0]


# Kills


def test_a_file_cut_at_any_byte_goes_on_from_the_last_whole_checkpoint(tmp_path: Path) -> None:
    """A kill in the middle of a write leaves a part of it; the next checkpoint stands behind the last whole one."""

    async def play() -> None:
        async with opened(tmp_path) as house:
            await _moved(house, 2)
            whole = (tmp_path / FILE).read_bytes()
            start = len(block_start(whole))
            for at in range(start, len(whole), 7):
                (tmp_path / FILE).write_bytes(whole[:at])
                assert await house.casino.checkpoints.add()
                _, found = read_signed((tmp_path / FILE).read_text())
                assert [each.number for each in found] == [0, 1]

    asyncio.run(play())


def block_start(whole: bytes) -> bytes:
    """All but the last checkpoint."""
    key, found = read_checkpoints(whole.decode())
    return (head_of_file(key) + "".join(block_of(each.note, each.moved) for each in found[:-1])).encode()


@pytest.mark.parametrize("call", ["truncate", "write", "flush", "fsync"])
def test_a_kill_between_any_two_calls_leaves_a_file_that_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    class Killed(Exception):  # noqa: N818
        pass

    def dies(*_: Any) -> None:
        raise Killed

    real = os.fdopen

    def opened_file(descriptor: int, mode: str) -> Any:
        file = real(descriptor, mode)
        return _Dying(file, call, dies)

    async def play() -> None:
        async with opened(tmp_path) as house:
            await _moved(house, 2)
            with monkeypatch.context() as patched:
                patched.setattr(os, "fdopen", opened_file)
                if call == "fsync":
                    patched.setattr(os, "fsync", dies)
                with pytest.raises(Killed):
                    await house.casino.checkpoints.add()
            await house.casino.checkpoints.add()
            _, found = read_signed((tmp_path / FILE).read_text())
            assert [each.number for each in found] in ([0, 1, 2], [0, 1, 2, 3])

    asyncio.run(play())


class _Dying:
    """A file one call of which is the last."""

    def __init__(self, file: Any, call: str, dies: Callable[..., None]) -> None:
        self._file, self._call, self._dies = file, call, dies

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return self._dies if name == self._call else getattr(self._file, name)


def test_one_of_many_workers_writes(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        await house.table("roulette", id="t-one")
        key = (tmp_path / "house.key").read_bytes()
        many = [Checkpoints(tmp_path, house.store, key, house.casino.time) for _ in range(6)]
        done = await asyncio.gather(*(each.add() for each in many))
        assert sum(done) == 1
        _, found = read_signed((tmp_path / FILE).read_text())
        assert len(found) == 1

    in_casino(tmp_path, play)


def test_the_house_makes_them_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY_SECONDS", 0.01)

    async def play(house: House) -> None:
        await house.table("roulette", id="t-one")
        async with asyncio.timeout(30):
            while await house.casino.checkpoints.latest() is None:  # noqa: ASYNC110  a file tells of no change
                await asyncio.sleep(0.01)

    in_casino(tmp_path, play)
